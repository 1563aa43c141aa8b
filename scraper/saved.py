"""Pages a judge saved: HTML, MHTML, a folder of them. A saved page has no address of its own; it is found out here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

from parsers.pages import Page, decode
from parsers.posts import Thread
from scraper.files import why
from scraper.trouble import USAGE, Trouble

ThreadOf = Callable[[str], Thread | None]

MHTML = frozenset({".mhtml", ".mht"})
HTML = frozenset({".html", ".htm", ".xhtml", ".shtml", ".php", ".aspx"})
NOWHERE = "http://saved.invalid/"  # where a page lies that does not say where
LARGEST = 200_000_000  # bytes of one file

_SAVED_FROM = re.compile(r"saved from url=\(\d+\)(\S+)", re.I)
_SINGLE_FILE = re.compile(r"^\s*url:\s*(https?://\S+)", re.I | re.M)
_LINK = re.compile(r"<link\b[^>]*>", re.I)
_BASE = re.compile(r"<base\b[^>]*?href\s*=\s*[\"']?([^\s\"'>]+)", re.I)
_OG = re.compile(r"<meta\b[^>]*property=[\"']og:url[\"'][^>]*content=[\"']([^\"']+)", re.I)
_HREF = re.compile(r"href\s*=\s*[\"']?([^\s\"'>]+)", re.I)


def read_bytes(path: Path) -> bytes:
    """A file whole. Raises Trouble (status 2) where it cannot be read or is no page by its size."""
    try:
        if path.stat().st_size > LARGEST:
            raise Trouble("too-large", f"{path} 太大，不像保存的网页", "检查文件，或只交帖子那几页")
        return path.read_bytes()
    except OSError as fault:
        raise unreadable(path, fault) from None


def unreadable(path: Path, fault: OSError) -> Trouble:
    """The stop for a file that is named and cannot be read."""
    return Trouble("no-file", f"读不了 {path}：{why(fault)}", "检查路径和权限", USAGE)


def saved_page(path: Path, thread_of: ThreadOf) -> Page:
    """A saved HTML page, with the address it most likely had (empty where nothing tells) and its time as fetch time."""
    body = read_bytes(path)
    when = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return Page(address_of(decode(Page("", body)).text, thread_of), body, "text/html", 200, when)


def mhtml_page(path: Path, thread_of: ThreadOf) -> Page:
    """The page in an MHTML file, with the address and the time the browser noted. Raises Trouble (status 2)."""
    from email import message_from_bytes, policy
    from email.utils import parsedate_to_datetime

    message = message_from_bytes(read_bytes(path), policy=policy.compat32)
    parts = [part for part in message.walk() if part.get_content_type() in ("text/html", "application/xhtml+xml")]
    if not parts:
        raise Trouble("no-page", f"{path.name} 里没有网页", "用浏览器重新另存这个帖子", USAGE)
    wanted = message.get("Snapshot-Content-Location") or ""
    part = next((part for part in parts if part.get("Content-Location") == wanted), parts[0])
    body = part.get_payload(decode=True)
    try:
        when = parsedate_to_datetime(str(message["Date"])).astimezone(UTC)
    except (TypeError, ValueError):
        when = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    body = body if isinstance(body, bytes) else b""
    address = str(part.get("Content-Location") or wanted)
    if not address.startswith("http"):
        address = address_of(decode(Page("", body)).text, thread_of)
    return Page(address, body, str(part.get("Content-Type") or "text/html"), 200, when)


def files_in(folder: Path) -> list[Path]:
    """The files in a folder by name, subfolders too; not hidden ones, nor what browsers put beside a page (`…_files`).

    Raises Trouble (status 2) where the folder cannot be looked into.
    """
    try:
        paths = sorted(folder.iterdir())
    except OSError as fault:
        raise unreadable(folder, fault) from None
    found: list[Path] = []
    for path in paths:
        if path.name.startswith("."):
            continue
        if not path.is_dir():
            found.append(path)
        elif not path.name.endswith(("_files", ".files")) and not path.is_symlink():
            found += files_in(path)
    return found


def address_of(text: str, thread_of: ThreadOf) -> str:
    """The address a saved page had: noted by the browser, named by the page, or the thread most links lead to."""
    head = text[:20_000]
    noted = [match.group(1) for match in (_SAVED_FROM.search(head), _SINGLE_FILE.search(head)) if match]
    named = [*noted, *_canonical(text), *(match.group(1) for match in _OG.finditer(head))]
    for url in map(unescape, named):
        if url.startswith("http") and thread_of(url):
            return url
    base = next((unescape(match.group(1)) for match in _BASE.finditer(text)), noted[0] if noted else "")
    return _most_linked(text, base, thread_of) or next((url for url in noted if url.startswith("http")), base)


def _canonical(text: str) -> Iterator[str]:
    for link in _LINK.findall(text[:60_000]):
        href = _HREF.search(link)
        if href and re.search(r"rel\s*=\s*[\"']?canonical", link, re.I):
            yield href.group(1)


def _most_linked(text: str, base: str, thread_of: ThreadOf) -> str:
    """A thread's own page links to it from every post and from the paginator: the canonical address of that thread."""
    if not base.startswith("http"):
        base = NOWHERE
    linked: Counter[str] = Counter()
    for href, times in Counter(unescape(href) for href in _HREF.findall(text)).items():
        if "id" in href or "read" in href or "thread" in href or "topic" in href:
            thread = thread_of(urljoin(base, href))
            if thread:
                linked[thread.url] += times
    return linked.most_common(1)[0][0] if linked else ""
