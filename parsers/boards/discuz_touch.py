"""Discuz X for telephones: the touch view (`mobile=2`) of X2.5 to X3.5. Same words, but relative times without a title.

Per post `div.plc#pidN`: floor and author in the first `li` of `ul.authi`, the time in the second, `div.message` the
words. Where the board withholds them the message holds only a `div.quote` without a blockquote.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards.discuz_page import WITHHELD_FROM_OTHERS, Piece, assemble, frame, paged
from parsers.boards.discuz_table import author_of, children
from parsers.boards.discuz_url import AUTHOR_ONLY, MOBILE
from parsers.boards.discuz_words import body_words, linked_files, typed_title
from parsers.boards.markup import has_class
from parsers.pages import Clock
from parsers.posts import Comment, LayoutChanged, ThreadPage
from parsers.times import board_time
from parsers.words import Words, plain, tidy

_PARTS: Final = "ul.authi, div.message, div.pattl, div.locked"


def recognise(text: str) -> bool:
    """Touch pages: `div.plc` with the pid and the list `authi` under it; the desktop has tables."""
    return 'id="authorposton' not in text and has_class(text, "authi") and has_class(text, "plc")


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The posts of one page. Raises LayoutChanged where a post, its author and time, or its message is missing."""
    html = text
    tree = LexborHTMLParser(html)
    nodes = tree.css('div.plc[id^="pid"]')
    if not nodes:
        raise LayoutChanged('触屏版帖子页里没有 div.plc[id^="pid"]')
    if "</html" not in html:
        raise LayoutChanged("触屏版帖子页没有传完")
    heading = tree.css_first(".view_tit") or tree.css_first(".postlist h2")
    title = plain(heading, "a[rel]").strip() if heading else ""
    around = paged(frame(html, url, clock, modern=True, title=title), tree.css_first("div.pg"))
    view = AUTHOR_ONLY if around.thread.view == AUTHOR_ONLY else MOBILE
    around = replace(around, thread=replace(around.thread, view=view))
    return assemble(around, [_piece(node, around.clock) for node in nodes])


def _piece(node: LexborNode, clock: Clock) -> Piece:
    pid = (node.id or "")[3:]
    found: dict[str, LexborNode] = {}
    for part in node.css(_PARTS):
        kinds = (part.attributes.get("class") or "").split()
        found.setdefault(next(name for name in ("authi", "message", "pattl", "locked") if name in kinds), part)
    lists, message = found.get("authi"), found.get("message")
    lines = lists.css("li") if lists else []  # X3.4 leaves a b open around an anonymous author: not always children
    if message is None or len(lines) < 2:
        raise LayoutChanged(f"帖子 {pid} 缺 .message 或 ul.authi 的两行")
    label, cell = _floor_and_author(lines[0])
    author, uid = author_of([cell])
    if not author:
        raise LayoutChanged(f"帖子 {pid} 的 ul.authi 里没有作者")
    hidden, title, marks = _withheld(message), "", {}
    for child in children(message, "h2"):
        title, marks[child.mem_id] = title or typed_title(child.text()), "junk"
    for child in children(message, "span"):
        if "quote" in (child.attributes.get("class") or "").split():  # the author was warned
            marks[child.mem_id] = "junk"
    return Piece(
        pid=pid,
        label=label,
        author=author,
        uid=uid,
        time=_own_text(lines[1]),
        exact=None,
        words=Words("") if hidden else body_words(message, marks),
        title=title,
        hidden=hidden,
        comments=_comments(node, clock),
        attached=tuple(linked_files(found["pattl"])) if "pattl" in found else (),
    )


def _floor_and_author(line: LexborNode) -> tuple[str, LexborNode]:
    """X3.5: span.y and span.z; before: em and b."""
    floor = line.css_first("span.y") or line.css_first("em")
    name = line.css_first("span.z") or line.css_first("b") or line
    return (floor.text() if floor else ""), name


def _own_text(line: LexborNode) -> str:
    """The time is the line's own text; counters and buttons stand in elements."""
    exact = line.css_first("span[title]")
    return (exact.attributes.get("title") or "") if exact is not None else plain(line, "em, a, span.y, i")


def _withheld(message: LexborNode) -> bool:
    """A notice and nothing else, or one that only moderators see the words under."""
    boxes = [child for child in children(message, "div") if "quote" in (child.attributes.get("class") or "").split()]
    if not boxes or boxes[0].css_first("blockquote") is not None:
        return False
    alone = tidy(message.text()).strip() == tidy(boxes[0].text()).strip()
    return alone or WITHHELD_FROM_OTHERS.search(boxes[0].text()) is not None


def _comments(node: LexborNode, clock: Clock) -> tuple[Comment, ...]:
    found = []
    for box in node.css('[id^="commentdetail_"]'):
        name, said, moment = box.css_first(".mtit a"), box.css_first(".mtxt"), box.css_first(".mtime")
        if said is not None and name is not None:
            time = board_time(_own_text(moment), clock) if moment else None
            found.append(Comment(tidy(name.text()).strip(), time, plain(said)))
    return tuple(reversed(found))
