"""One post of the lines whose posts are a `table#pidN` with `#postnumN`, `#authorpostonN`, `#postmessage_N`: 7.2, X.

One query per post finds all its parts: a query for each costs more than parsing the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards.discuz_page import WITHHELD_FROM_OTHERS, Piece, uid_of
from parsers.boards.discuz_words import body_words, linked_files, typed_title, withholds
from parsers.pages import Clock
from parsers.posts import Comment, LayoutChanged
from parsers.words import Words, one_line, plain

_SHARED: Final = '[id^="post"], .locked, h2'
_STUB: Final = re.compile(r"已[经經]?被[删刪]除")
_SPACE: Final = re.compile(
    r"(?:mod=space\b(?:[^#]*?[?&;]uid=(\d{1,12}))?|space-uid-(\d{1,12})|space-username-|space\.php\?(?:uid=(\d{1,12}))?"
    r"|viewpro\.php\?(?:uid=(\d{1,12}))?)"
)
_NOTHING: Final = Words("")
_NOTICE: Final = 60  # characters; no notice of a board in place of the words is longer


@dataclass(frozen=True, slots=True)
class Marks:
    """Where a line differs: what in the left cell names the author (a link, else a corner with words), the lines over
    the post that do, lists of attachments, comments and how to read them."""

    link: str
    corner: str
    over: str
    files: str
    comments: str = ""
    read_comments: Callable[[LexborNode, Clock], tuple[Comment, ...]] = lambda box, clock: ()

    def parts(self) -> str:
        """The query for all parts in the cell of the words."""
        return ", ".join(filter(None, (_SHARED, self.over, self.files, self.comments)))


@dataclass(slots=True)
class _Parts:
    """The parts of one post as found; `named` by what their ids begin with, `over` the lines over the words."""

    named: dict[str, LexborNode]
    over: list[LexborNode]
    boxes: list[LexborNode]
    files: list[LexborNode]


def post_tables(tree: LexborHTMLParser) -> list[LexborNode]:
    """The table of each post, in page order. Where they stand as the kit sets them, no query over all is needed."""
    found: list[LexborNode] = []
    postlist = tree.css_first("#postlist")
    node = postlist.first_child if postlist is not None else None
    while node is not None:
        tag, name = node.tag, node.id or ""
        if tag == "div" and name.startswith("post_"):
            found += [table for table in children(node, "table") if (table.id or "").startswith("pid")]
        elif tag == "div" and name != "postlistreply":
            return tree.css('table[id^="pid"]')
        node = node.next
    return found or tree.css('table[id^="pid"]')


def piece_of(table: LexborNode, marks: Marks, parts: str, clock: Clock) -> Piece | None:
    """One post; None for the stub of a deleted floor. Raises LayoutChanged where what every post has is missing."""
    pid = (table.id or "")[3:]
    left, content = cells_of(table)
    found = _parts(content, parts)
    body, moment = found.named.get("postmessage_"), _moment(found.over)
    if body is None and moment is None and _STUB.search(table.text()):
        return None
    if moment is None:
        raise LayoutChanged(f"帖子 {pid} 没有时间 #authorposton{pid}")
    outside = [box for box in found.boxes if (body is None or not _within(box, body)) and withholds(box)]
    if body is None and not outside:
        raise LayoutChanged(f"帖子 {pid} 没有正文 #postmessage_{pid}，也没有屏蔽提示")
    author, uid = _author(left, found.over, marks)
    if not author and uid is None:
        raise LayoutChanged(f"帖子 {pid} 没有作者")
    withheld = any(WITHHELD_FROM_OTHERS.search(box.text()) for box in outside)
    words = _NOTHING if body is None or withheld else body_words(body)
    reviewed = body is not None and len(words.text) < _NOTICE and _awaits_review(body)
    if reviewed:
        words = _NOTHING
    label, title, comments = found.named.get("postnum"), found.named.get("h2"), found.named.get("comment_")
    if title is not None and body is not None and _within(title, body):
        title = None
    exact = _first(moment, "span")
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
        # What its author hid from those who have not answered: with nothing else in it the post is withheld too.
        hidden=bool(outside) or reviewed or bool(found.boxes and not words.text and not words.quotes),
        comments=marks.read_comments(comments, clock) if comments and _holds_more(comments) else (),
        attached=tuple(address for box in found.files for address in linked_files(box)) if found.files else (),
    )


def cells_of(table: LexborNode) -> tuple[LexborNode | None, LexborNode]:
    """The author's cell and that of the words: both in the first row. Boards without author panel have only one."""
    row = _first(_first(table, "tbody"), "tr")
    left = _first(row, "td")
    following = left.next if left is not None else None
    while following is not None and following.tag != "td":
        following = following.next
    return (left, following) if following is not None else (None, left or table)


def _first(node: LexborNode | None, tag: str) -> LexborNode | None:
    child = node.first_child if node is not None else None
    while child is not None and child.tag != tag:
        child = child.next
    return child


def _awaits_review(body: LexborNode) -> bool:
    """X says in grey, and with nothing else, that a reply waits for a moderator."""
    only = body.first_child
    while only is not None and only.is_text_node and not (only.text_content or "").strip():
        only = only.next
    if only is None or only.tag != "span" or "xg1" not in (only.attributes.get("class") or "").split():
        return False
    return len(body.text().strip()) == len(only.text().strip())


def _holds_more(node: LexborNode) -> bool:
    first = node.first_child
    return first is not None and first.next is not None


def _moment(over: list[LexborNode]) -> LexborNode | None:
    """The time stands in the line over the words; the author's cell has such a line too, without one."""
    for line in over:
        node = _first(line, "em")
        while node is not None:
            if (node.id or "").startswith("authorposton"):
                return node
            node = node.next
    return None


def _author(left: LexborNode | None, over: list[LexborNode], marks: Marks) -> tuple[str, str | None]:
    link = left.css_first(marks.link) if left is not None else None
    cells = [link.parent, *over] if link is not None and link.parent is not None else over
    author, uid = author_of(cells)
    if not author and left is not None and (corner := left.css_first(marks.corner)) is not None:
        author = _bare_name(corner)
    return author, uid


def _parts(cell: LexborNode, selector: str) -> _Parts:
    found = _Parts({}, [], [], [])
    for node in cell.css(selector):
        if name := (node.id or "").rstrip("0123456789"):
            found.named.setdefault(name, node)
        elif node.tag == "h2":
            if "postmessage_" not in found.named:  # a heading under the words is the board's
                found.named.setdefault("h2", node)
        else:
            kind = node.attributes.get("class") or ""
            (found.boxes if "locked" in kind else found.files if "att" in kind else found.over).append(node)
    return found


def _within(node: LexborNode, around: LexborNode) -> bool:
    top: LexborNode | None = node
    while top is not None:
        if top.mem_id == around.mem_id:
            return True
        top = top.parent
    return False


def author_of(cells: list[LexborNode]) -> tuple[str, str | None]:
    """Name and account number from the first cell that has them.

    A link to somebody's space is sure; without one the words in a cell are a name (匿名, a guest, a deleted account),
    and a link to his posts only may tell his number.
    """
    uid, bare = None, ""
    for cell in cells:
        for link in children(cell, "a"):
            href = link.attributes.get("href") or ""
            space = _SPACE.search(href)
            number = (space[space.lastindex] if space.lastindex else None) if space else uid_of(href)
            if space and (name := one_line(link.text())):
                return name, number
            uid = uid or (number if number != "0" else None)
        bare = bare or _bare_name(cell)
    return bare, uid


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
            words.append(child.text_content if child.is_text_node else plain(child, "em"))
        child = child.next
    name = one_line(" ".join(filter(None, words)).replace("|", " "))
    return name.removeprefix("楼主 ").removeprefix("樓主 ").strip()
