"""A page as the board sent it, and its text.

`Page` is what the scraper hands over: bytes and where they came from. Everything after it is pure.
"""

from __future__ import annotations

import codecs
import re
from datetime import datetime, tzinfo

from parsers.values import dataclass

# What boards declare is a family name; what they send is the largest member of it.
_READ_AS = {"gb2312": "gb18030", "gbk": "gb18030", "cp936": "gb18030", "x-gbk": "gb18030", "big5": "big5hkscs"}
# Charsets that can write Chinese. Python knows stranger codecs, some of them slow beyond measure on a long page.
_CHINESE = frozenset(
    {"utf-8", "gb18030", "gbk", "hz", "big5", "big5hkscs", "cp950", "utf-16", "utf-16-le", "utf-16-be"}
)
# What servers announce for whatever they send, when nobody has told them better; every byte is a letter in it.
_LATIN = frozenset({"iso8859-1", "iso8859-15", "cp1252"})
_HEADER = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.I)
_META = re.compile(rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.I)
_XML = re.compile(rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]+)", re.I)


@dataclass(frozen=True, slots=True)
class Page:
    """One answer of a board: `url` asked for last (after redirects), `body` as sent, `fetched` aware UTC or None."""

    url: str
    body: bytes
    content_type: str = ""
    status: int = 200
    fetched: datetime | None = None


@dataclass(frozen=True, slots=True)
class PageText:
    """A page decoded: `charset` used (a Python codec), `broken` how many bytes made no character."""

    text: str
    charset: str
    broken: int


@dataclass(frozen=True, slots=True)
class Clock:
    """The board's clock: its zone, and the moment (in that zone, naive) a page was fetched, if known."""

    zone: tzinfo
    now: datetime | None = None


def decode(page: Page) -> PageText:
    """The page's text: BOM, then the header's charset, then the page's own `<meta>`, then UTF-8, else gb18030.

    `gb2312`/`gbk` are read as gb18030 and `big5` as big5hkscs. A declared charset that leaves broken bytes loses to
    UTF-8 where the bytes are sound UTF-8 (saved pages), a Western one to any Chinese reading that is sound. Bytes
    that make no character become U+FFFD and are counted.
    """
    body = page.body
    if body.startswith(codecs.BOM_UTF8):
        return _replaced(body[3:], "utf-8")
    declared = [m.group(1) for m in [_HEADER.search(page.content_type)] if m]
    declared += [
        m.group(1).decode("ascii", "replace") for m in [_XML.search(body[:512]), _META.search(body[:8192])] if m
    ]
    codec_names = [_READ_AS.get(label.lower(), label.lower()) for label in declared]
    chinese = [name for name in codec_names if _codec(name) in _CHINESE]
    for name in [*chinese, "utf-8", "gb18030", *(name for name in codec_names if _codec(name) in _LATIN)]:
        try:
            return PageText(_decoded(body, name), name, 0)
        except UnicodeError:
            continue
    return min((_replaced(body, name) for name in [*chinese[:1], "utf-8", "gb18030"]), key=lambda read: read.broken)


def _decoded(body: bytes, name: str) -> str:
    """Python reads gb18030 half as fast again through its `gbk` codec, which is the same wherever it reads at all."""
    if name == "gb18030":
        try:
            return body.decode("gbk")
        except UnicodeError:
            pass
    return body.decode(name)


def _codec(label: str) -> str:
    """Python's own name for a charset; empty where it knows none."""
    try:
        return codecs.lookup(label).name
    except (LookupError, UnicodeError, ValueError):
        return ""


def _replaced(body: bytes, name: str) -> PageText:
    text = body.decode(name, "replace")
    return PageText(text, name, text.count("\ufffd"))
