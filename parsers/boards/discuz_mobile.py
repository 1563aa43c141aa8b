"""Discuz X for old telephones (`mobile=1`, X2 to X3.4): the plain view before the touch one, made from the same words.

Per post `div#post_N > div.bm_user#pidN` with floor, author and time in one line, and in the next box `.pbody` an `h2`
with the reply's title and `#postmessage_N`, or `div.xi1` in its place. By setting it leaves the times out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards.discuz_page import WITHHELD_FROM_OTHERS, Piece, assemble, frame, paged, shows_one_author
from parsers.boards.discuz_table import author_of, children, is_space
from parsers.boards.discuz_url import AUTHOR_ONLY, MOBILE
from parsers.boards.discuz_words import body_words, linked_files, typed_title
from parsers.boards.markup import has_class
from parsers.pages import Clock
from parsers.posts import LayoutChanged, ThreadPage
from parsers.words import Words, one_line, plain

_PARTS: Final = '[id^="postmessage_"], .mes > div.xi1, .pbody > h2'


def recognise(text: str) -> bool:
    return has_class(text, "bm_user") and has_class(text, "pbody")


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The posts of one page. Raises LayoutChanged where a post, its author or its words are not found."""
    tree = LexborHTMLParser(text)
    lines = tree.css('div.bm_user[id^="pid"]')
    if not lines:
        raise LayoutChanged('手机版帖子页里没有 div.bm_user[id^="pid"]')
    if "</html" not in text:
        raise LayoutChanged("手机版帖子页没有传完")
    heading = tree.css_first("#thread_subject")
    title = plain(heading).strip() if heading else ""
    around = paged(frame(text, url, clock, modern=True, title=title), tree.css_first("div.pg"))
    one = any(shows_one_author(link.text()) for link in lines[0].css("a"))
    view = AUTHOR_ONLY if one or around.thread.view == AUTHOR_ONLY else MOBILE
    around = replace(around, thread=replace(around.thread, view=view))
    return assemble(around, [_piece(line) for line in lines])


def _piece(line: LexborNode) -> Piece:
    pid = (line.id or "")[3:]
    box = line.parent.next if line.parent is not None else None
    while box is not None and box.tag != "div":
        box = box.next
    found: dict[str, LexborNode] = {}
    for part in box.css(_PARTS) if box is not None else ():
        found.setdefault("body" if part.id else part.tag or "", part)
    body, notice = found.get("body"), found.get("div")
    if box is None or (body is None and notice is None):
        raise LayoutChanged(f"帖子 {pid} 没有正文 #postmessage_{pid}，也没有屏蔽提示")
    label, name = _floor_and_name(line)
    author, uid = author_of([line])
    if not any(is_space(link.attributes.get("href") or "") for link in children(line, "a")):
        author = name
    if not author:
        raise LayoutChanged(f"帖子 {pid} 的 .bm_user 里没有作者")
    withheld = body is None or (notice is not None and WITHHELD_FROM_OTHERS.search(notice.text()) is not None)
    moment = line.css_first('[id^="authorposton"]')
    exact = moment.css_first("span[title]") if moment else None
    return Piece(
        pid=pid,
        label=label,
        author=author,
        uid=uid,
        time=moment.text() if moment else "",
        exact=exact.attributes.get("title") if exact else None,
        words=Words("") if withheld or body is None else body_words(body),
        title=typed_title(found["h2"].text()) if "h2" in found else "",
        hidden=withheld,
        attached=linked_files(box) if box.css_first(".attach_h") is not None else (),
    )


def _floor_and_name(line: LexborNode) -> tuple[str, str]:
    """The first word of the line and, for an author without a page, the second; remarks in `<em>` end it."""
    words = ""
    for child in _before_break(line):
        if child.tag == "em" and " " in one_line(words):
            break
        words += plain(child, "em") if child.tag == "a" else child.text() if child.tag == "em" else _loose(child)
    label, _, name = one_line(words).partition(" ")
    return label, name.split(" ")[0]


def _before_break(line: LexborNode) -> list[LexborNode]:
    found = []
    child = line.first_child
    while child is not None and child.tag != "br":
        found.append(child)
        child = child.next
    return found


def _loose(node: LexborNode) -> str:
    return (node.text_content or "") if node.is_text_node else ""
