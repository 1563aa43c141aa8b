"""phpwind addresses: which thread one names, in whatever form, view or archive, and what page N of it is called.

The canonical form is `read.php?tid=N&page=P`: every line from 3 to 9 answers it, whatever the board's rewrite settings.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

from parsers.posts import Thread

BOARD: Final = "phpwind"

_NUMBER: Final = re.compile(r"[0-9]{1,12}\Z")
# The canonical form itself, which every page of a walk has, read without the rest of the grammar.
_USUAL: Final = re.compile(
    r"(https?://[a-z0-9.-]+/(?:[\w./-]*/)?)read\.php\?tid=([0-9]{1,12})(?:&page=([1-9][0-9]{0,5}))?\Z"
)
_BARE_HOST: Final = re.compile(r"[\w.-]+\.[a-z]{2,}(?::\d+)?/", re.I)
# https://web.archive.org/web/20090310120000id_/http://bbs.example.net/read.php?tid=12
_ARCHIVED: Final = re.compile(
    r"(https?://(?:[\w-]+\.)?archive\.org/(?:web/)?(?:\d{1,14}|\*)(?:[a-z]{2}_)?/)(?:(https?):/+)?(.+)\Z", re.I | re.S
)
# 静态目录: read.php?tid-12-page-2.html, read-htm-tid-12-page-2.html; the piece before tid and the ending are settings.
_STATIC: Final = re.compile(r"(?:^|[-/?._])tid-(\d{1,12})((?:-[^/?#&=]*)?)\Z")
_ENDING: Final = re.compile(r"\.[a-z]{1,5}\Z", re.I)
_REWRITTEN: Final = re.compile(r"read-(\d{1,12})(?:-(\d{1,6}))?(?:\.[a-z]{3,5})?\Z", re.I)
# 纯静态: htm_data/FID/YYMM/TID.html (5, 7), html/read/FID/YYMM/TID.html (8); derivatives turn FID and YYMM round.
_STORED: Final = re.compile(r"(.*/)(?:htm_data|html_data|html/read)/(?:\d+/){1,3}(\d{1,12})\.s?html?\Z", re.I)
_PRINTED: Final = re.compile(r"t(\d{1,12})(?:_(\d{1,6}))?(?:\.[a-z]{3,5})?\Z", re.I)
_FOLDERS: Final = re.compile(r"(?:simple|wap|m|3g)/\Z")
_ANCHOR: Final = re.compile(r"(?:post_|read_|readfloor_)?(tpc|\d{1,12})\Z")

AUTHOR_ONLY, REVERSE, PRINT, MOBILE, FEED, JUMP = "author-only", "reverse", "print", "mobile", "rss", "jump"


def thread_of(url: str) -> Thread | None:
    """The phpwind thread `url` names, with the page, view and post it asks for; None where it names none."""
    usual = _USUAL.match(url)
    if usual is not None and not _FOLDERS.search(usual[1]):
        base, tid, page = usual.groups()
        return Thread(BOARD, base, tid, f"{base}read.php?tid={tid}", int(page) if page else None)
    address = url.strip()
    if "://" not in address:
        if _BARE_HOST.match(address) is None:
            return None
        address = f"http://{address}"
    archived = _ARCHIVED.match(address)
    if archived is None:
        return _live(address)
    prefix, scheme, rest = archived.groups()
    thread = _live(f"{scheme or 'http'}://{rest}")
    return None if thread is None else _in_archive(thread, prefix, f"{scheme or 'http'}://{rest}")


def is_stored(url: str) -> bool:
    """Whether an address names a stored page: the board rewrites it now and then, and edits may not be in it yet."""
    return _STORED.match(url.partition("?")[0].partition("#")[0]) is not None


def is_beside(address: str, thread: Thread) -> bool:
    """Whether a link of a page leads where the thread is kept: raw copies in an archive still link the live board."""
    return _ARCHIVED.match(thread.url) is None or _ARCHIVED.match(address) is not None


def page_address(thread: Thread, number: int) -> str:
    """Page `number` of the whole thread.

    Page 1 is asked for with `toread=1`: boards with stored pages answer the bare address with a file that can be days
    old, and edits and blocked posts are missing in it. An archived thread is asked for in the form it was pasted in.
    """
    if not thread.tid:  # 9's a=jump&pid=… names no thread: the board itself says which, by redirect
        return thread.url
    if _ARCHIVED.match(thread.url):
        return _archived_page(thread.url, number)
    return f"{thread.base}read.php?tid={thread.tid}&" + ("toread=1" if number <= 1 else f"page={number}")


def post_address(thread: Thread, number: int, pid: str) -> str:
    """Where a reader finds the very post: its page and anchor."""
    if _ARCHIVED.match(thread.url):
        return f"{_archived_page(thread.url, number)}#{pid}"
    page = f"&page={number}" if number > 1 else ""
    return f"{thread.base}read.php?tid={thread.tid}{page}#{pid}"


def _live(address: str) -> Thread | None:
    try:
        split = urlsplit(address)
        port = split.port
    except ValueError:
        return None
    if split.scheme.lower() not in ("http", "https") or not split.hostname:
        return None
    usual = {"http": 80, "https": 443}[split.scheme.lower()]
    host = split.hostname if ":" not in split.hostname else f"[{split.hostname}]"
    site = f"{split.scheme.lower()}://{host}" + (f":{port}" if port and port != usual else "")
    folder, _, script = split.path.rpartition("/")
    asked = _stored(split.path) or _asked(f"{folder}/", script, split.query)
    if asked is None:
        return None
    where, tid, page, view, post = asked
    base = site + (where if where.startswith("/") else f"/{where}")
    anchor = _ANCHOR.match(split.fragment)
    url = f"{base}read.php?tid={tid}" if tid else address
    return Thread(BOARD, base, tid, url, page, view, post or (anchor.group(1) if anchor else None))


_Asked = tuple[str, str, int | None, str | None, str | None]  # folder, tid, page, view, post


def _stored(path: str) -> _Asked | None:
    found = _STORED.match(path)
    return None if found is None else (found[1], found[2], 1, None, None)


def _asked(folder: str, script: str, query: str) -> _Asked | None:
    name = script.lower()
    if _FOLDERS.search(folder) and (asked := _other_view(folder, name, query)):
        return asked
    static = _static(query if name == "read.php" else name)
    if static is not None:
        return (folder, *static)
    rewritten = _REWRITTEN.match(name)
    if rewritten and not query.startswith("tid"):
        page = rewritten[2] or dict(parse_qsl(query)).get("page", "")
        return folder, rewritten[1], _page(page), _view(dict(parse_qsl(query))), None
    wanted = dict(parse_qsl(query.replace("&amp;", "&"), keep_blank_values=True))
    if name == "read.php":
        return _dynamic(folder, wanted)
    if name in ("index.php", "") and wanted.get("c") == "read" and wanted.get("m", "bbs") == "bbs":
        return _dynamic(folder, wanted)
    if name == "job.php" and wanted.get("action") in ("topost", "tofloor"):
        return _dynamic(folder, {k: v for k, v in wanted.items() if k in ("tid", "pid")})
    if name == "rss.php":
        asked = _dynamic(folder, wanted)
        return None if asked is None else (*asked[:3], FEED, None)
    return None


def _dynamic(folder: str, wanted: dict[str, str]) -> _Asked | None:
    tid, pid = wanted.get("tid", "").strip(), wanted.get("pid", "").strip()
    if not _NUMBER.match(tid):
        jump = wanted.get("a") == "jump" and _NUMBER.match(pid)
        return (folder, "", None, JUMP, pid) if jump else None
    return folder, tid, _page(wanted.get("page", "")), _view(wanted), pid or None


def _static(query: str) -> tuple[str, int | None, str | None, None] | None:
    """`tid-12-fpage-0-toread--page-2.html`: names and values in turn, a value may be empty."""
    plain = _ENDING.sub("", unquote(query).split("&")[0])
    found = _STATIC.search(plain) if "tid-" in plain else None
    if found is None:
        return None
    words = found[2].split("-")[1:]
    pairs = dict(zip(words[::2], words[1::2], strict=False))
    return found[1], _page(pairs.get("page", "")), _view(pairs), None


def _other_view(folder: str, name: str, query: str) -> _Asked | None:
    """The print view (`simple/index.php?t12_2.html`) and the views for telephones; the board is one folder up."""
    board = _FOLDERS.sub("", folder)
    if folder.endswith("simple/"):
        printed = _PRINTED.match(unquote(query).split("&")[0] or name)
        return None if printed is None else (board, printed[1], _page(printed[2] or "1"), PRINT, None)
    wanted = dict(parse_qsl(query.replace("&amp;", "&")))
    reads = name == "read.php" or "read" in (wanted.get("a"), wanted.get("prog"), wanted.get("c"))
    reads = reads or (name in ("index.php", "") and wanted.get("a") in ("reply", "reply_all"))
    asked = _dynamic(board, wanted) if reads else None
    return None if asked is None else (*asked[:3], MOBILE, asked[4])


def _page(word: str) -> int | None:
    """A page number; `e` (the last) and what is no number are None."""
    return int(word) if _NUMBER.match(word) and int(word) > 0 else None


def _view(wanted: dict[str, str]) -> str | None:
    if _NUMBER.match(wanted.get("uid", "")) and int(wanted["uid"]) > 0:
        return AUTHOR_ONLY
    if wanted.get("ordertype") == "desc" or wanted.get("desc") == "1":
        return REVERSE
    return None


def _in_archive(thread: Thread, prefix: str, address: str) -> Thread:
    """The same thread where an archive keeps it. Its pages are asked for as they were linked: others were not kept."""
    split = urlsplit(address)
    url = prefix + urlunsplit((split.scheme, split.netloc, split.path, split.query, ""))
    if thread.view is not None:
        url = prefix + thread.url
    elif thread.tid:
        url = _archived_page(url, 1)
    return replace(thread, base=prefix + thread.base, url=url)


def _archived_page(url: str, number: int) -> str:
    """`url` with its page number put to `number`, in the form it has."""
    for form in (r"([?&]page=)\w*", r"(-page-)\w*", r"(/read-\d+-)\d+", r"(\?t\d+_)\d+"):
        changed, times = re.subn(form, rf"\g<1>{number}", url, count=1)
        if times:
            return changed
    if number <= 1:
        return url
    for form, added in (
        (r"(tid-\d+)", "-page-"),
        (r"(/read-\d+)", "-"),
        (r"([?&]tid=\d+)", "&page="),
    ):
        changed, times = re.subn(form, rf"\g<1>{added}{number}", url, count=1)
        if times:
            return changed
    found = thread_of(url)
    return url if found is None else f"{found.base}read.php?tid={found.tid}&page={number}"
