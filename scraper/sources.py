"""What a judge may hand in, told apart: an address, saved pages, a WARC, pasted text, a thread in the archive."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from parsers.pages import Page, decode
from parsers.posts import Thread
from parsers.values import dataclass
from scraper.saved import HTML, MHTML, NOWHERE, ThreadOf, files_in, mhtml_page, read_bytes, saved_page, unreadable
from scraper.trouble import USAGE, Trouble

Kind = Literal["url", "html", "mhtml", "folder", "warc", "paste", "archived"]

_NAKED = re.compile(
    r"[\w.-]+\.[a-z]{2,}(?::\d+)?/\S*|(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?/\S*|localhost(?::\d+)?/\S*", re.I
)
_WARC = re.compile(r"\.warc(?:\.gz)?$", re.I)


# What a judge may take for a saved thread: how such files begin, and what they are.
_FOREIGN: Final = (
    (b"%PDF", "PDF"), (b"\x89PNG", "图片"), (b"\xff\xd8\xff", "图片"), (b"GIF8", "图片"),
    (b"PK\x03\x04", "压缩包(或 Word、Excel 文件)"), (b"PK\x05\x06", "空的压缩包"), (b"Rar!", "压缩包"),
    (b"7z\xbc\xaf", "压缩包"), (b"\xd0\xcf\x11\xe0", "旧的 Word、Excel 文件"), (b"{\\rtf", "RTF 文件"),
    (b"bplist", "Safari 的网页归档"), (b"\x7fELF", "程序"), (b"OggS", "录音"),
)  # fmt: skip
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_SAVE_AGAIN: Final = "用浏览器打开帖子，另存为网页(.html、.mhtml)再交来；或整页选中复制，存成 .txt"


@dataclass(frozen=True, slots=True)
class Source:
    """One SOURCE: what kind it is, as given, and the file or folder it names."""

    kind: Kind
    text: str
    path: Path | None = None

    @property
    def name(self) -> str:
        """The name of the file, without the folders it lies in."""
        return self.path.name if self.path else self.text

    @property
    def key(self) -> str:
        """One spelling for all ways to name the same file or folder; for anything else the words themselves."""
        return os.path.normcase(os.path.realpath(self.path)) if self.path else self.text


def source_of(text: str, thread_of: ThreadOf, folder: Path | None = None) -> Source:
    """What a SOURCE argument is. Raises Trouble (status 2) where it is nothing that can be read.

    `folder`: where files are looked for before the current one; a game file names them from where it lies.
    """
    text = text.strip()
    if re.match(r"https?://", text, re.I):
        return Source("url", text)
    path = path_of(text, folder)
    if path is not None:
        return Source(_kind_of_file(path), text, path)
    if _NAKED.fullmatch(text) and thread_of(f"http://{text}"):
        return Source("url", f"http://{text}")
    if text.isdecimal():
        return Source("archived", text)
    if re.match(r"[a-z][\w+.-]*://", text, re.I) and not text.lower().startswith("file:"):
        raise Trouble("address", f"只会读 http 和 https 的网址：{text}", "把帖子的网址整个复制过来", USAGE)
    advice = "SOURCE 可以是帖子网址、保存的网页(.html .mhtml)、文件夹、WARC、粘贴的文本(.txt)，或存档里的帖子"
    raise Trouble("no-source", f"「{text[:80]}」不是网址，也没有这个文件", advice, USAGE)


def path_of(text: str, folder: Path | None = None) -> Path | None:
    """The file or folder a SOURCE names, in `folder` or else the current one; None where there is none.

    A file written on Windows names what lies in folders with backslashes; they are read as what they mean.
    """
    if re.match(r"file://", text, re.I):
        from urllib.request import url2pathname

        text = url2pathname(urlsplit(text).path)
    if not text:
        return None
    spellings = dict.fromkeys((text, text.replace("\\", "/")))
    tried = [(home or Path()) / spelled for home in (folder, None) for spelled in spellings]
    return next((path for path in tried if _exists(path)), None)


def key_of(text: str, thread_of: ThreadOf, folder: Path | None = None) -> str:
    """What tells two SOURCE words for one thing from two things: canonical address, full path, else the word itself."""
    text = text.strip()
    path = None if re.match(r"https?://", text, re.I) else path_of(text, folder)
    if path is not None:
        return Source("folder", text, path).key
    thread = thread_of(text) or (thread_of(f"http://{text}") if _NAKED.fullmatch(text) else None)
    return thread.url if thread else text


def copies_of(words: Iterable[str], file: str | None) -> list[str]:
    """The saved copies among some SOURCE words, as a game file `file` names them: from the folder it lies in."""
    home = Path(file).parent if file else Path()
    paths = [path for word in words if not re.match(r"https?://", word, re.I) and (path := path_of(word))]
    return [_from_home(path, home) for path in paths]


def _from_home(path: Path, home: Path) -> str:
    if path.is_absolute():
        return str(path)
    try:
        return Path(os.path.relpath(path, home)).as_posix()  # with / a file written on Windows is read anywhere
    except ValueError:  # on another drive
        return str(path.absolute())


def is_named(text: str, thread: Thread, keys: frozenset[str], thread_of: ThreadOf, folder: Path | None = None) -> bool:
    """Whether a SOURCE word names a thread that was read; `keys`: what the sources it was read from are known by.

    A page saved without the name of its board is taken for the thread of that number.
    """
    key = key_of(text, thread_of, folder)
    if key == thread.url or key in keys or any(one.startswith(os.path.join(key, "")) for one in keys):
        return True
    named = thread_of(text) if thread.base.startswith(NOWHERE) else None
    return named is not None and (named.board, named.tid) == (thread.board, thread.tid)


def pages_of(source: Source, thread_of: ThreadOf) -> Iterator[tuple[Source, Page | Trouble]]:
    """The pages in a saved source by the name of their files, each with the file it lies in, a source of its own.

    A file in a folder that cannot be read gives its Trouble instead; one that was named raises it (status 2).
    """
    if source.kind != "folder":
        yield from ((source, page) for page in _pages_in(source, thread_of))
        return
    assert source.path is not None
    for path in files_in(source.path):
        file = Source(_kind_in_folder(path), os.path.join(source.text, path.relative_to(source.path)), path)
        try:
            yield from ((file, page) for page in _pages_in(file, thread_of))
        except Trouble as trouble:
            yield file, trouble


def _pages_in(source: Source, thread_of: ThreadOf) -> Iterator[Page]:
    assert source.path is not None
    if source.kind == "mhtml":
        yield mhtml_page(source.path, thread_of)
    elif source.kind == "html":
        yield saved_page(source.path, thread_of)
    elif source.kind == "warc":
        from scraper.warc import warc_pages

        yield from warc_pages(source.path)


def pasted(source: Source) -> str:
    """The text of a paste, whatever encoding the editor saved it in. Raises Trouble (status 2) where it is no text."""
    assert source.path is not None
    body = read_bytes(source.path)
    if body.startswith(_UTF16):
        return body.decode("utf-16", "replace")
    found = decode(Page("", body, "text/plain"))
    if found.broken * 10 > len(found.text):
        raise Trouble("no-source", f"{source.text} 不是文字，也不是网页", _SAVE_AGAIN, USAGE)
    return found.text


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long for a name, NUL in it
        return False


def _kind_of_file(path: Path) -> Kind:
    if path.is_dir():
        return "folder"
    start = _start(path)
    kind = _kind_by_name(path) or _kind_by_start(start)
    if start.startswith(b"SQLite format 3"):
        raise Trouble("no-source", f"{path.name} 是存档文件", "用 --archive 指它，SOURCE 写帖子的网址", USAGE)
    if foreign := _foreign(start, kind):
        raise Trouble("no-source", f"{path.name} 是 {foreign}，不是保存的帖子", _SAVE_AGAIN, USAGE)
    return kind


def _kind_in_folder(path: Path) -> Kind:
    """Of a file nobody named: a page by its name or its start, anything else a paste, which is left alone."""
    kind = _kind_by_name(path)
    if kind is not None:
        return kind
    try:
        return _kind_by_start(_start(path))
    except Trouble:
        return "paste"


def _kind_by_name(path: Path) -> Kind | None:
    ending = path.suffix.lower()
    if _WARC.search(path.name):
        return "warc"
    if ending in MHTML:
        return "mhtml"
    return "html" if ending in HTML else None


def _start(path: Path) -> bytes:
    if not path.is_file():  # a pipe would wait for ever
        raise Trouble("no-file", f"{path} 不是普通文件", "先存成文件再交来", USAGE)
    try:
        with path.open("rb") as stream:
            return stream.read(2000)
    except OSError as fault:
        raise unreadable(path, fault) from None


def _kind_by_start(start: bytes) -> Kind:
    """Files without a telling name: by how they begin."""
    if start.startswith((b"WARC/", b"\x1f\x8b")):
        return "warc"
    if re.match(rb"(?:From|MIME-Version|Snapshot-Content-Location|Content-Type):", start, re.I):
        return "mhtml"
    if re.match(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|\?xml|meta|!--)", start, re.I):
        return "html"
    return "paste"


def _foreign(start: bytes, kind: Kind) -> str:
    """What a file is that holds neither a page nor text, by its first bytes; empty where it may."""
    if kind == "warc" or start.startswith(_UTF16):
        return ""
    named = next((what for magic, what in _FOREIGN if start.startswith(magic)), "")
    return named or ("二进制文件" if kind == "paste" and b"\0" in start else "")
