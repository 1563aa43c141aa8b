"""Discuz addresses, 4.1 to X3.5: which thread one names, in whatever form or view, and what page N of it is called.

Two families of names: `forum.php?mod=viewthread&tid=N` (X) and `viewthread.php?tid=N` (before). An address with
rewriting (`thread-N-P-X.html`) or of the archiver does not tell which of them the board is: it stays as it is until a
page was read, whose own `thread` or `whole_view` says the rest.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from parsers.boards.discuz_url import (
    ARCHIVER,
    AUTHOR_ONLY,
    FILTERED,
    JSON,
    JUMP,
    MOBILE,
    ONE_POST,
    PRINT,
    REVERSE,
    Address,
    cut,
    number,
    page_number,
)
from parsers.posts import Thread

BOARD: Final = "discuz"

# thread-T-P-X.html: X is the page of the list the reader came from.
_REWRITTEN: Final = re.compile(r"thread-(\d{1,12})(?:-(\d{1,6}))?(?:-(\d{1,6}))?\.s?html?\Z")
_ARCHIVER: Final = re.compile(r"tid-(\d{1,12})(?:-page-(\d{1,6}))?(?:\.html?)?(?:&|\Z)")
_ANCHOR: Final = re.compile(r"(?:pid|post_?|newpost)?(\d{1,12})\Z")
_FOLDERS: Final = re.compile(r"(?:archiver|api/mobile|wap)/\Z")
_OTHER_THREAD: Final = ("nextnewset", "nextoldset")


def thread_of(url: str) -> Thread | None:
    """The Discuz thread `url` names, with the page, view and post it asks for; None where it names none.

    A jump that names no thread (findpost without ptid, the next thread) has tid "": the board says which by redirect.
    """
    address = cut(url)
    if address is None:
        return None
    thread = _rewritten(address) or _archiver(address) or _script(address, url.strip())
    if thread is None:
        return None
    anchor = _ANCHOR.match(address.fragment)
    if thread.post is None and anchor:
        thread = replace(thread, post=number(anchor[1]))
    return _as_archived(thread, address) if address.prefix else thread


def page_address(thread: Thread, number: int) -> str:
    """Page `number` of the whole thread, in the form the thread was named in."""
    if not thread.tid:
        return thread.url
    for form in (rf"(/thread-{thread.tid}-)\d+", r"([?&]page=)\d*", r"(-page-)\d+"):
        changed, times = re.subn(form, rf"\g<1>{max(number, 1)}", thread.url, count=1)
        if times:
            return changed
    if number <= 1:
        return thread.url
    return f"{thread.url}{'&' if '?' in thread.url else '?'}page={number}"


def whole(base: str, tid: str, modern: bool) -> str:
    """The address of a whole thread on a board whose line is known (`modern`: X and later)."""
    return f"{base}forum.php?mod=viewthread&tid={tid}" if modern else f"{base}viewthread.php?tid={tid}"


def post_address(base: str, tid: str, modern: bool) -> str:
    """Where a reader finds a post: this and its pid. The board knows the page, also after posts were deleted."""
    script = "forum.php?mod=redirect&" if modern else "redirect.php?"
    return f"{base}{script}goto=findpost&ptid={tid}&pid="


def _rewritten(address: Address) -> Thread | None:
    found = _REWRITTEN.match(address.name)
    if found is None or _FOLDERS.search(address.folder):
        return None
    base = address.site + address.folder
    tid = number(found[1])
    if tid is None:
        return None
    return Thread(BOARD, base, tid, f"{base}thread-{tid}-1-1.html", page_number(found[2]), _view(address.asked))


def _archiver(address: Address) -> Thread | None:
    """archiver/?tid-T.html, archiver/tid-T-page-P.html, archiver/?tid-T.html&page=P, forum.php?archiver=1&tid-T.html"""
    inside = address.folder.endswith("archiver/")
    if not inside and "archiver" not in address.asked:
        return None
    found = _ARCHIVER.match(address.name) if inside and address.name.startswith("tid-") else None
    found = found or _ARCHIVER.search(address.query)
    tid = number(found[1] if found else address.asked.get("tid"))
    if tid is None:
        return None
    base = address.site + _FOLDERS.sub("", address.folder)
    page = page_number(address.asked.get("page")) or (page_number(found[2]) if found else None)
    url = f"{base}archiver/?tid-{tid}.html" if inside else whole(base, tid, modern=True)
    return Thread(BOARD, base, tid, url, page, ARCHIVER)


def _script(address: Address, url: str) -> Thread | None:
    """forum.php, viewthread.php, redirect.php, the app's API: the parameters say what is wanted, in any order."""
    asked, name = address.asked, address.name
    base = address.site + _FOLDERS.sub("", address.folder)
    if name == "index.php" and _FOLDERS.search(address.folder):
        reads = asked.get("module") == "viewthread" or asked.get("action") == "thread"
        tid = number(asked.get("tid")) if reads else None
        view = JSON if "api/" in address.folder else MOBILE
        modern = view == JSON
        return Thread(BOARD, base, tid, whole(base, tid, modern), page_number(asked.get("page")), view) if tid else None
    modern = name in ("forum.php", "group.php")
    mod = asked.get("mod", "") if modern else {"viewthread.php": "viewthread", "redirect.php": "redirect"}.get(name)
    if mod == "viewthread":
        return _viewed(base, asked, modern)
    return _jump(base, asked, modern, url) if mod == "redirect" else None


def _viewed(base: str, asked: dict[str, str], modern: bool) -> Thread | None:
    tid = number(asked.get("tid"))
    if tid is None:
        return None
    post = number(asked.get("viewpid")) or number(asked.get("rpid")) or number(asked.get("pid"))
    # A board that asks a script of its readers gives page 1 only under the signed address.
    sign = f"&_dsign={asked['_dsign']}" if re.fullmatch(r"[0-9a-f]{4,40}", asked.get("_dsign", "")) else ""
    return Thread(BOARD, base, tid, whole(base, tid, modern) + sign, page_number(asked.get("page")), _view(asked), post)


def _jump(base: str, asked: dict[str, str], modern: bool, url: str) -> Thread | None:
    """findpost, postno, lastpost: the redirect says the page. The next thread is another one than the tid given."""
    goto = asked.get("goto", "")
    tid = None if goto in _OTHER_THREAD else number(asked.get("ptid")) or number(asked.get("tid"))
    pid = number(asked.get("pid"))
    if tid:
        return Thread(BOARD, base, tid, whole(base, tid, modern), None, JUMP, pid)
    return Thread(BOARD, base, "", url, None, JUMP, pid) if pid or goto in _OTHER_THREAD else None


def _view(asked: dict[str, str]) -> str | None:
    if number(asked.get("viewpid")):
        return ONE_POST
    if number(asked.get("authorid")):
        return AUTHOR_ONLY
    if "stand" in asked or asked.get("checkrush", "0") not in ("", "0"):  # one side of a debate, the floors that won
        return FILTERED
    if asked.get("action") == "printable":
        return PRINT
    if asked.get("mobile", "no") not in ("no", ""):
        return MOBILE
    return REVERSE if asked.get("ordertype") == "1" else None


def _as_archived(thread: Thread, address: Address) -> Thread:
    """The same thread where an archive keeps it. Its pages are asked for as they were linked: others were not kept."""
    given = f"{address.site}{address.folder}{address.name}" + (f"?{address.query}" if address.query else "")
    plain = thread.url if thread.view or not thread.tid else page_address(replace(thread, url=given), 1)
    return replace(thread, base=address.prefix + thread.base, url=address.prefix + plain)
