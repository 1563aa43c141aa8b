"""One post of the lines whose posts are a `table#pidN` with `#postnumN`, `#authorpostonN`, `#postmessage_N`: 7.2, X.

One query per post finds all its parts: a query for each costs more than parsing the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from selectolax.lexbor import LexborNode

from parsers.boards.discuz_page import WITHHELD_FROM_OTHERS, Piece, uid_of
from parsers.boards.discuz_words import body_words, linked_files, typed_title
from parsers.pages import Clock
from parsers.posts import Comment, LayoutChanged
from parsers.words import Words, tidy

_SHARED: Final = '[id^="postnum"], [id^="authorposton"], [id^="postmessage_"], div.locked'
_STUB: Final = re.compile(r"已[经經]?被[删刪]除")
_SPACE: Final = re.compile(r"mod=space\b|space-uid-|space-username-|space\.php\?|viewpro\.php\?")
_NOTHING: Final = Words("")


@dataclass(frozen=True, slots=True)
class Marks:
    """Where a line differs: selectors of the cells that may name the author (left one first), the cell that names him
    where those are empty, the reply's title, lists of attachments, comments and how to read them."""

    cells: str
    corner: str
    title: str
    files: str
    comments: str = ""
    read_comments: Callable[[LexborNode, Clock], tuple[Comment, ...]] = lambda box, clock: ()

    def parts(self) -> str:
        given = (_SHARED, self.cells, self.title, self.files, self.comments)
        return ", ".join(selector for selector in given if selector)


@dataclass(slots=True)
class _Parts:
    """The parts of one post as found; `named` by what their ids begin with."""

    named: dict[str, LexborNode]
    cells: list[LexborNode]
    boxes: list[LexborNode]
    files: list[LexborNode]


def piece_of(table: LexborNode, marks: Marks, parts: str, junk: str, clock: Clock) -> Piece | None:
    """One post; None for the stub of a deleted floor. Raises LayoutChanged where what every post has is missing."""
    pid = (table.id or "")[3:]
    found = _parts(table, parts)
    body, moment = found.named.get("postmessage_"), found.named.get("authorposton")
    if body is None and moment is None and _STUB.search(table.text()):
        return None
    if moment is None:
        raise LayoutChanged(f"帖子 {pid} 没有时间 #authorposton{pid}")
    outside = [box for box in found.boxes if body is None or not _within(box, body)]
    if body is None and not outside:
        raise LayoutChanged(f"帖子 {pid} 没有正文 #postmessage_{pid}，也没有屏蔽提示")
    author, uid = author_of(found.cells)
    if not author and (corner := table.css_first(marks.corner)) is not None:
        author = _bare_name(corner)
    if not author and uid is None:
        raise LayoutChanged(f"帖子 {pid} 没有作者 {marks.cells}")
    withheld = any(WITHHELD_FROM_OTHERS.search(box.text()) for box in outside)
    words = _NOTHING if body is None or withheld else body_words(body, junk)
    label, title, comments = found.named.get("postnum"), found.named.get("h2"), found.named.get("comment_")
    exact = moment.css_first("span[title]")
    return Piece(
        pid=pid,
        label=label.text() if label else "",
        author=author,
        uid=uid,
        time=moment.text(),
        exact=exact.attributes.get("title") if exact else None,
        words=words,
        title=typed_title(title.text()) if title else "",
        marked="本帖最" not in words.text or (body is not None and body.css_first("i.pstatus") is not None),
        hidden=bool(outside),
        comments=marks.read_comments(comments, clock) if comments else (),
        attached=_attached(found.files, body if "ignore_js_op" in junk else None),
    )


def _parts(table: LexborNode, selector: str) -> _Parts:
    found = _Parts({}, [], [], [])
    for node in table.css(selector):
        name = (node.id or "").rstrip("0123456789")
        if name in ("postmessage_", "postnum", "authorposton", "comment_"):
            found.named.setdefault(name, node)
        elif node.tag == "h2":
            found.named.setdefault("h2", node)
        else:
            kind = node.attributes.get("class") or ""
            (found.boxes if "locked" in kind else found.files if "att" in kind else found.cells).append(node)
    return found


def _attached(lists: list[LexborNode], body: LexborNode | None) -> tuple[str, ...]:
    where = [body, *lists] if body is not None else lists
    return tuple(address for node in where for address in linked_files(node))


def _within(node: LexborNode, around: LexborNode) -> bool:
    top: LexborNode | None = node
    while top is not None:
        if top.mem_id == around.mem_id:
            return True
        top = top.parent
    return False


def author_of(cells: list[LexborNode]) -> tuple[str, str | None]:
    """Name and account number from the left cell, else from the line over the body.

    A link to somebody's space is sure; without one the words in the cell are a name (匿名, a guest, a deleted account).
    """
    uid, bare = None, ""
    for cell in cells:
        for link in children(cell, "a"):
            href = link.attributes.get("href") or ""
            if uid is None:
                uid = uid_of(href)
            if _SPACE.search(href) and (name := tidy(link.text()).strip()):
                return name, uid_of(href)
        bare = bare or _bare_name(cell)
    return bare, uid if uid != "0" else None


def is_space(href: str) -> bool:
    """Whether a link leads to an account's space."""
    return _SPACE.search(href) is not None


def children(node: LexborNode, tag: str) -> Iterator[LexborNode]:
    """Direct children of that name (`-text` for text)."""
    child = node.first_child
    while child is not None:
        if child.tag == tag:
            yield child
        child = child.next


def _bare_name(cell: LexborNode) -> str:
    """The words of a cell before the time, without remarks in `<em>` and the mark of who opened the thread."""
    words = []
    child = cell.first_child
    while child is not None and not (child.id or "").startswith("authorposton"):
        if child.is_text_node or child.tag in ("a", "b", "strong", "font"):
            words.append(child.text_content if child.is_text_node else child.text())
        child = child.next
    name = tidy(" ".join(filter(None, words)).replace("|", " ")).strip()
    return name.removeprefix("楼主 ").removeprefix("樓主 ").strip()
