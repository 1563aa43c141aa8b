"""An address cut into what Discuz and Discuz!NT look at: site, folder, script, query, anchor, and an archive around."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from parsers.values import dataclass

# https://web.archive.org/web/20090310120000id_/http://bbs.example.net/viewthread.php?tid=12
_ARCHIVED: Final = re.compile(
    r"(https?://(?:[\w-]+\.)?archive\.org/(?:web/)?(?:\d{1,14}|\*)(?:[a-z]{2}_)?/)(?:(https?):/+)?(.+)\Z", re.I | re.S
)
_BARE_HOST: Final = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?/|localhost[:/]|\d+\.\d+\.\d+\.\d+[:/]", re.I)
_NUMBER: Final = re.compile(r"[0-9]{1,12}\Z")
_USUAL: Final = {"http": 80, "https": 443}

AUTHOR_ONLY, REVERSE, PRINT, MOBILE, ARCHIVER, JSON = "author-only", "reverse", "print", "mobile", "archiver", "json"
ONE_POST, FILTERED, JUMP = "one-post", "filtered", "jump"


@dataclass(frozen=True, slots=True)
class Address:
    """`prefix` is the web archive's part or empty; `folder` begins and ends in a slash; `name` is in small letters."""

    prefix: str
    site: str
    folder: str
    name: str
    query: str
    asked: dict[str, str]
    fragment: str

    @property
    def base(self) -> str:
        return f"{self.prefix}{self.site}{self.folder}"


@lru_cache(maxsize=64)
def cut(url: str) -> Address | None:
    """The pieces of a pasted address; None where it is none of http or https."""
    address = url.strip().replace("&amp;", "&")
    if "://" not in address and _BARE_HOST.match(address):
        address = f"http://{address}"
    archived = _ARCHIVED.match(address)
    if archived:
        address = f"{archived[2] or 'http'}://{archived[3]}"
    try:
        split = urlsplit(address)
        port = split.port
    except ValueError:
        return None
    scheme, host = split.scheme.lower(), split.hostname
    if scheme not in _USUAL or not host:
        return None
    host = f"[{host}]" if ":" in host else host
    folder, _, name = split.path.rpartition("/")
    return Address(
        prefix=archived[1] if archived else "",
        site=f"{scheme}://{host}" + (f":{port}" if port and port != _USUAL[scheme] else ""),
        folder=f"{folder}/",
        name=unquote(name).lower(),
        query=split.query,
        asked=dict(reversed(parse_qsl(split.query, keep_blank_values=True))),
        fragment=split.fragment,
    )


def number(word: str | None) -> str | None:
    """A positive number as written, without leading zeros; None for anything else."""
    return str(int(word)) if word and _NUMBER.match(word) and int(word) > 0 else None


def page_number(word: str | None) -> int | None:
    return int(word) if number(word) and word else None
