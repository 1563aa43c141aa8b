"""What a judge may hand in, told apart: an address, saved pages, a WARC, pasted text, a thread in the archive."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from parsers.pages import Page, decode
from parsers.values import dataclass
from scraper.saved import HTML, MHTML, ThreadOf, folder_pages, mhtml_page, read_bytes, saved_page
from scraper.trouble import USAGE, Trouble

Kind = Literal["url", "html", "mhtml", "folder", "warc", "paste", "archived"]

_NAKED = re.compile(
    r"[\w.-]+\.[a-z]{2,}(?::\d+)?/\S*|(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?/\S*|localhost(?::\d+)?/\S*", re.I
)
_WARC = re.compile(r"\.warc(?:\.gz)?$", re.I)


@dataclass(frozen=True, slots=True)
class Source:
    """One SOURCE: what kind it is, as given, and the file or folder it names."""

    kind: Kind
    text: str
    path: Path | None = None


def source_of(text: str, thread_of: ThreadOf) -> Source:
    """What a SOURCE argument is. Raises Trouble (status 2) where it is nothing that can be read."""
    text = text.strip()
    if re.match(r"https?://", text, re.I):
        return Source("url", text)
    if re.match(r"file://", text, re.I):
        text = unquote(urlsplit(text).path)
    path = Path(text)
    if text and _exists(path):
        return Source(_kind_of_file(path), text, path)
    if _NAKED.fullmatch(text) and thread_of(f"http://{text}"):
        return Source("url", f"http://{text}")
    if text.isdecimal():
        return Source("archived", text)
    if re.match(r"[a-z][\w+.-]*://", text, re.I):
        raise Trouble("address", f"只会读 http 和 https 的网址：{text}", "把帖子的网址整个复制过来", USAGE)
    advice = "SOURCE 可以是帖子网址、保存的网页(.html .mhtml)、文件夹、WARC、粘贴的文本(.txt)，或存档里的帖子"
    raise Trouble("no-source", f"「{text[:80]}」不是网址，也没有这个文件", advice, USAGE)


def pages_of(source: Source, thread_of: ThreadOf) -> Iterator[Page]:
    """The pages in a saved source, in the order they were saved where that is known."""
    assert source.path is not None
    if source.kind == "folder":
        yield from folder_pages(source.path, thread_of)
    elif source.kind == "mhtml":
        yield mhtml_page(source.path, thread_of)
    elif source.kind == "html":
        yield saved_page(source.path, thread_of)
    else:
        from scraper.warc import warc_pages

        yield from warc_pages(source.path)


def pasted(source: Source) -> str:
    """The text of a paste, whatever encoding the editor saved it in."""
    assert source.path is not None
    body = read_bytes(source.path)
    for mark, codec in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if body.startswith(mark):
            return body.decode(codec, "replace")
    return decode(Page("", body, "text/plain")).text


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long for a name, NUL in it
        return False


def _kind_of_file(path: Path) -> Kind:
    if path.is_dir():
        return "folder"
    ending = path.suffix.lower()
    if _WARC.search(path.name):
        return "warc"
    if ending in MHTML:
        return "mhtml"
    if ending in HTML:
        return "html"
    return _kind_by_start(path)


def _kind_by_start(path: Path) -> Kind:
    """Files without a telling name: by how they begin."""
    try:
        with path.open("rb") as stream:
            start = stream.read(2000)
    except OSError as fault:
        raise Trouble("no-file", f"读不了 {path}：{fault.strerror}", "检查路径", USAGE) from None
    if start.startswith((b"WARC/", b"\x1f\x8b")):
        return "warc"
    if start.startswith(b"SQLite format 3"):
        raise Trouble("no-source", f"{path.name} 是存档文件", "用 --archive 指它，SOURCE 写帖子的网址", USAGE)
    if re.match(rb"(?:From|MIME-Version|Snapshot-Content-Location|Content-Type):", start, re.I):
        return "mhtml"
    if re.match(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|\?xml|meta|!--)", start, re.I):
        return "html"
    return "paste"
