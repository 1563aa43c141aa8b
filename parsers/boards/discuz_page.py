"""What thread pages of all Discuz lines have in common: clock, thread, paginator, edit notice, and posts put together.

A line finds the pieces of each post and hands them over as `Piece`; what follows from them is the same everywhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import urljoin

from selectolax.lexbor import LexborNode

from parsers.boards import discuz
from parsers.boards.discuz_floors import Label, label_of, settle
from parsers.boards.discuz_url import AUTHOR_ONLY, FILTERED, JUMP, ONE_POST, REVERSE, cut
from parsers.pages import Clock
from parsers.posts import Comment, Edit, LayoutChanged, Post, Stamp, Thread, ThreadPage
from parsers.times import board_time
from parsers.words import Words

_SCRIPT_TID: Final = "tid = parseInt('"
_REPLY_TID: Final = re.compile(r"action=reply&(?:amp;)?fid=\d+&(?:amp;)?tid=(\d{1,12})\b")
_LINKED_TID: Final = re.compile(r"[?&;]p?tid=(\d{1,12})\b")
_CANONICAL: Final = re.compile(r"<link[^>]{0,200}?rel=[\"']?canonical[^>]{0,400}>", re.I)
_HREF: Final = re.compile(r"href=[\"']?([^\"'\s>]+)", re.I)
_BASE: Final = re.compile(r"<base\s[^>]{0,20}?href=[\"']?(https?://[^\"'\s>]+)", re.I)
_ZONE: Final = re.compile(
    r"GMT\s{0,9}([+-]?\d{1,2}(?:\.\d{1,2})?)?,?\s{0,9}(?:现在时间是|現在時間是)?\s{0,9}([^<\n]{8,40})"
)
_PAGE_OF: Final = re.compile(r"[?&;]page=(\d{1,6})\b|thread-\d+-(\d{1,6})-\d+|-page-(\d{1,6})\b")
_TOTAL: Final = re.compile(r"\d{1,12}")
_NOTICE: Final = re.compile(
    r"\[?\s*本帖最[后後]由\s+(?P<by>\S[^\n]*)\s+[于於]\s+(?P<time>\S[^\n]{3,30}?)\s+[编編][辑輯]\s*\]?"
)
_REPLY_HEAD: Final = re.compile(r"回[复復覆] \d{1,7}[#楼樓] [^\n]{1,40}(?:\n|\Z)")
_APPENDED: Final = re.compile(r"^[补補]充[内內]容\s*[((]([^()()\n]{5,40})[))]\s*[::]?[ \t]*\n?", re.M)
_UID: Final = re.compile(r"[?&;]uid=(\d{1,12})|space-uid-(\d{1,12})|[?&;]authorid=(\d{1,12})|userinfo-(\d{1,12})")
_WHOLE_LINK: Final = ("显示全部楼层", "显示全部帖子", "顯示全部樓層", "顯示全部帖子")

WITHHELD_FROM_OTHERS: Final = re.compile(r"只有管理[员員](?:或有管理[权權]限的成[员員])?可[见見]")


class Piece(NamedTuple):
    """One post as a line found it. `time` and `exact` as written; `words` its body without quotes and junk."""

    pid: str
    label: str
    author: str
    uid: str | None
    time: str
    exact: str | None
    words: Words
    title: str = ""
    marked: bool = True  # an edit notice stands in its own element, or the line has none to mark it with
    hidden: bool = False
    comments: tuple[Comment, ...] = ()
    attached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """What a page says around its posts. `root` is what its relative links start from."""

    thread: Thread
    modern: bool
    title: str
    clock: Clock
    root: str
    number: int = 1
    total: int = 1
    links: dict[int, str] | None = None
    notes: tuple[str, ...] = ()


def inner_page(text: str) -> tuple[str, bool]:
    """The HTML of an answer and whether it came as XML: `inajax=1` wraps a page in CDATA."""
    head = text[:400].lstrip("\ufeff \r\n\t")
    if not head.startswith("<?xml"):
        return text, False
    begin = text.find("<![CDATA[")
    end = text.rfind("]]>")
    return (text[begin + 9 : end] if 0 <= begin < end else text), True


def frame(text: str, url: str, clock: Clock, *, modern: bool, title: str, nameless: bool = False) -> Frame:
    """Clock, thread and root of a page. Where the address is a jump the page itself says which thread it is of.

    Raises LayoutChanged where nothing does, unless pages of the view may be `nameless`: then the thread has no tid.
    """
    named = discuz.thread_of(url) if url else None
    own_tid = _own_tid(text, modern) if named is None or named.view == JUMP else named.tid
    root = _root(text, url)
    base = named.base if named else _folder(root)
    tid = own_tid or (named.tid if named else "")
    if not tid and (linked := _LINKED_TID.findall(text)):  # a page without scripts, saved without its address
        tid = Counter(linked).most_common(1)[0][0]
    if not tid and not nameless:
        raise LayoutChanged("页面上和网址里都没有帖子号")
    url_of_thread = discuz.whole(base, tid, modern) if tid else url
    if named and named.tid == tid:
        as_named = "_dsign=" in named.url or "archive.org/" in named.url
        thread = named if as_named or named.url == url_of_thread else replace(named, url=url_of_thread)
    else:
        thread = Thread(discuz.BOARD, base, tid, url_of_thread)
    ours, note = board_clock(text, clock)
    return Frame(thread, modern, title, ours, root, notes=(note,) if note else ())


def _own_tid(text: str, modern: bool) -> str | None:
    start = text.find(_SCRIPT_TID, 0, 40_000)  # in the head, or before the first post
    if start >= 0:
        found = _TOTAL.match(text, start + len(_SCRIPT_TID))
        return found[0] if found and found[0] != "0" else None
    canonical = _CANONICAL.search(text, 0, 6000) if modern and text.find("canonical", 0, 6000) >= 0 else None
    href = _HREF.search(canonical[0]) if canonical else None
    thread = discuz.thread_of(href[1].replace("&amp;", "&")) if href else None
    if thread:
        return thread.tid
    reply = _REPLY_TID.search(text)
    return reply[1] if reply else None


def _root(text: str, url: str) -> str:
    """What relative links of the page start from: its `<base>`, unless it was saved or archived elsewhere."""
    found = _BASE.search(text, 0, 6000)
    address = cut(url)
    if address and address.prefix:
        return url
    if found and (address is None or found[1].startswith(address.site)):
        return found[1]
    return url


def _folder(root: str) -> str:
    address = cut(root)
    return address.base if address else ""


def board_clock(text: str, clock: Clock) -> tuple[Clock, str]:
    """The board's own clock from the footer, and a remark where it is of another zone.

    Relative words count from it, not from when the page was read here.
    """
    begin = max(0, len(text) - 16000)
    start = text.rfind("GMT", begin)
    found = _ZONE.match(text, start) if start >= 0 else None
    if found is None:
        return clock, ""
    now = board_time(found[2], Clock(clock.zone))
    note = ""
    if now and found[1]:
        offset = clock.zone.utcoffset(now.when)
        if offset is not None and offset != timedelta(hours=float(found[1])):
            note = f"页面按 GMT{found[1]} 显示时间，与设定的时区不同"
    return (replace(clock, now=now.when) if now else clock), note


def paged(around: Frame, box: LexborNode | None) -> Frame:
    """The page number, the number of pages and the links of a paginator (`.pg` of X, `.pages` before)."""
    if box is None:
        return around
    links: dict[int, str] = {}
    number = total = shown_only = 0
    steps: list[tuple[str, str]] = []
    node = box.first_child
    while node is not None:
        tag = node.tag
        if tag == "strong":
            number = _number(node.text()) or number
        elif tag == "a":
            given = node.attributes
            href = given.get("href") or ""
            target = _target(href, node)
            if target:
                links.setdefault(target, joined(around.root, href))
            elif href:
                steps.append((given.get("class") or "", href))
                shown_only = max(shown_only, _number(node.text()) or 0)  # the copy lost its addresses
        elif tag == "label" and (shown := node.css_first("span[title]")) is not None:
            total = _number(shown.attributes.get("title") or "") or 0
        node = node.next
    number = number or 1
    for kind, href in steps:  # a board with rewrite rules of its own: 下一页 is all that tells where the next page is
        step = 1 if kind.startswith("n") else -1 if kind.startswith("p") else 0
        if step and number + step > 0 and not href.startswith(("javascript:", "#")):
            links.setdefault(number + step, joined(around.root, href))
    return replace(around, number=number, total=max(total, number, shown_only, *links), links=links)


def _target(href: str, link: LexborNode) -> int | None:
    """The page a link leads to, by its address, else by the number it shows."""
    target = page_in(href)
    if target is not None or href.startswith(("javascript:", "#")):
        return target
    return _number(link.text())


def page_in(href: str) -> int | None:
    """The page number in the address of a page."""
    found = _PAGE_OF.search(href)
    return int(found[found.lastindex or 0]) if found else None


def joined(root: str, href: str) -> str:
    """`urljoin`, quicker for what nearly every link of a page is: a script beside the page, or a whole address."""
    if href.startswith(("http://", "https://")):
        return href
    folder = _folder_of(root)
    if folder and href[:1].isalpha() and ":" not in href.partition("?")[0]:
        return folder + href
    return urljoin(root, href)


@lru_cache(maxsize=16)
def _folder_of(root: str) -> str:
    """What stands before the script's name; empty where that is not plain to see."""
    plain = root.partition("?")[0].partition("#")[0]
    return plain[: plain.rfind("/") + 1] if plain.startswith("http") and plain.count("/") > 2 else ""


def _number(text: str) -> int | None:
    found = _TOTAL.search(text)
    return int(found[0]) if found else None


def uid_of(href: str | None) -> str | None:
    """The account number in a link to somebody's space, or to only his posts."""
    found = _UID.search(href) if href else None
    return found[found.lastindex or 0] if found else None


def assemble(
    around: Frame, pieces: Sequence[Piece], *, complete: bool = False, missing: tuple[str, ...] = ()
) -> ThreadPage:
    """The page of posts. Floors of a view of one author are his own numbering and left out."""
    view = around.thread.view
    shown = _once([(piece, label_of(piece.label)) for piece in pieces])
    pieces, labels = [piece for piece, _ in shown], [label for _, label in shown]
    if view == AUTHOR_ONLY:
        floors: list[int | None] = [None] * len(pieces)
    elif view in (ONE_POST, FILTERED):
        floors = [label.number for label in labels]
    else:
        pids = [piece.pid for piece in pieces]
        floors = settle(labels, pids, page=around.number, complete=complete and around.total == 1)
    thread = around.thread
    where = discuz.post_address(thread.base, thread.tid, around.modern) if thread.tid else f"{thread.url}#"
    posts = tuple(_post(around, piece, floor, where) for piece, floor in zip(pieces, floors, strict=True))
    return ThreadPage(
        thread=replace(around.thread, page=around.number),
        title=around.title,
        number=around.number,
        total=around.total,
        posts=posts,
        links=around.links or {},
        missing=tuple(dict.fromkeys((*missing, *_missing(posts, view)))),
        whole_view=around.thread.url if view not in (None, REVERSE, JUMP) and around.thread.tid else None,
        notes=around.notes,
    )


def _once(shown: Sequence[tuple[Piece, Label]]) -> list[tuple[Piece, Label]]:
    """A sticky reply stands twice on the page it belongs to: the one with its number stays."""
    kept: dict[str, tuple[Piece, Label]] = {}
    for piece, label in shown:
        before = kept.get(piece.pid)
        if before is None or (before[1].moved and not label.moved):
            kept.pop(piece.pid, None)  # it counts where it belongs
            kept[piece.pid] = (piece, label)
    return list(kept.values())


def _missing(posts: tuple[Post, ...], view: str | None) -> tuple[str, ...]:
    floors, authors = {post.floor for post in posts}, {post.author for post in posts}
    precisions = {post.time.precision if post.time else None for post in posts}
    lacks = {
        "posts": view in (AUTHOR_ONLY, ONE_POST, FILTERED),
        "floors": view == AUTHOR_ONLY or floors == {None},
        "authors": "" in authors,
        "times": None in precisions or "rough" in precisions,
    }
    return tuple(name for name, lacking in lacks.items() if lacking)


def _post(around: Frame, piece: Piece, floor: int | None, where: str) -> Post:
    text, edited = piece.words.text, None
    if "本帖最" in text:
        text, edited = split_notice(text, around.clock, piece.marked)
    if "充" in text and not piece.hidden:
        text, edited = _without_appended(text, edited, piece.author, around.clock)
    text, answered = without_reply_head(text)
    if piece.title:
        text = f"{piece.title}\n{text}".strip("\n")
    images = piece.words.images + piece.attached
    return Post(
        board=discuz.BOARD,
        thread=around.thread.url,
        pid=piece.pid,
        floor=floor,
        author=piece.author,
        uid=piece.uid,
        time=board_time(piece.time, around.clock, piece.exact) if piece.time else None,
        text=text,
        edited=edited,
        quotes=(answered, *piece.words.quotes) if answered else piece.words.quotes,
        struck=piece.words.struck,
        hidden=piece.hidden,
        comments=piece.comments,
        images=tuple(dict.fromkeys(joined(around.root, image) for image in images)) if images else (),
        page=around.number,
        url=where + piece.pid,
    )


def split_notice(text: str, clock: Clock, marked: bool = True) -> tuple[str, Edit | None]:
    """Text without the board's edit notice at its start (7.x, X) or end (before), and what the notice said.

    It is ordinary stored text: a player may have typed one. Unless it stands in brackets or the page marks it, it is
    taken for his words.
    """
    start = _NOTICE.match(text)
    found = start or next((match for match in _NOTICE.finditer(text) if not text[match.end() :].strip()), None)
    if found is None or not (marked or found[0].startswith("[")):
        return text, None
    time: Stamp | None = board_time(found["time"], clock)
    rest = text[found.end() :] if start else text[: found.start()]
    return rest.strip("\n").rstrip(), Edit(found["by"], time)


def without_reply_head(text: str) -> tuple[str, str]:
    """Text without `回复 27# NAME` over it (the reply button of 7.x wrote it, old posts still have it), and that line.

    The number was the floor when it was written; it does not follow when posts are deleted.
    """
    found = _REPLY_HEAD.match(text) if text.startswith("回") else None
    return (text[found.end() :].strip("\n"), found[0].strip()) if found else (text, "")


def _without_appended(text: str, edited: Edit | None, author: str, clock: Clock) -> tuple[str, Edit | None]:
    """补充内容 (TIME): what an author added later under his post. It counts as an edit: the post now says more."""
    times = [stamp for match in _APPENDED.finditer(text) if (stamp := board_time(match[1], clock))]
    if not times:
        return text, edited
    return _APPENDED.sub("", text).strip("\n"), edited or Edit(author or None, times[-1])


def shows_one_author(link: str) -> bool:
    """Whether the link beside a post's time offers all posts again: then the page shows one author's only."""
    return any(words in link for words in _WHOLE_LINK)


def only_author(around: Frame) -> Frame:
    return replace(around, thread=replace(around.thread, view=around.thread.view or AUTHOR_ONLY))


def need(node: LexborNode | None, what: str) -> LexborNode:
    """A piece every page of the line has. Raises LayoutChanged where this one has not."""
    if node is None:
        raise LayoutChanged(f"没有找到 {what}")
    return node
