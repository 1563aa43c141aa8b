"""Discuz! 4.x: what a thread for sale shows those who have not bought it.

The price, what the author left free of the first post, and the ten newest replies: names, times and words, without
number, floor or account. The first post is not on the page, nor who wrote it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards import discuz
from parsers.boards.discuz_4 import words_with_boxes
from parsers.boards.discuz_page import Piece, assemble, frame
from parsers.pages import Clock
from parsers.posts import BoardMessage, LayoutChanged, ThreadPage
from parsers.words import one_line, plain

_HEADING: Final = re.compile(r"[标標][题題]\s*[::]\s*")
_NOTE: Final = (
    "这是要付费的主题：没有买的人看不到首帖，回复也只看得到最新的十个；"
    "要看全，用 --cookies 交来买过它的账号的 cookies.txt"
)


def recognise(text: str) -> bool:
    """The page offers to buy the thread and shows no post of it with a number."""
    return "action=viewpayments" in text and "action=pay" in text and "tableborder" in text and ' name="pid' not in text


def read(text: str, url: str, clock: Clock) -> ThreadPage | BoardMessage:
    """The replies shown, or the offer alone. Raises LayoutChanged where a reply lacks something or the page is cut."""
    tree = LexborHTMLParser(text)
    heading = next((words for cell in tree.css("tr.header td") if _HEADING.match(words := plain(cell))), "")
    title = one_line(_HEADING.sub("", heading, count=1))
    names = [cell for cell in tree.css('td[rowspan="2"]') if cell.css_first("span.bold") is not None]
    if not names:
        return BoardMessage("这个主题要购买才能看", discuz.BOARD, title)
    if "</html" not in text:
        raise LayoutChanged("Discuz 4 的付费主题页没有传完")
    around = frame(text, url, clock, modern=False, title=title)
    around = replace(around, thread=replace(around.thread, view=None), notes=(*around.notes, _NOTE))
    pieces = [_piece(cell, f"sale-{place}") for place, cell in enumerate(names, 1)]
    # No reply leads the page: without a label none of them is taken for the opening post.
    page = assemble(around, pieces, missing=("posts", "floors", "edits"))
    return replace(page, posts=tuple(replace(post, floor=None) for post in page.posts))


def _piece(cell: LexborNode, pid: str) -> Piece:
    name, moment = cell.css_first("span.bold"), _next(cell, "td")
    row = _next(cell.parent, "tr")
    if name is None or moment is None or row is None:
        raise LayoutChanged("Discuz 4 的付费主题页上的回复缺名字、时间或正文")
    return Piece(
        pid=pid,
        label="",
        author=one_line(name.text()),
        uid=None,
        time=moment.text(),
        exact=None,
        words=words_with_boxes(row.css_first("table td") or row),  # a box ends the paragraph they begin in
    )


def _next(node: LexborNode | None, tag: str) -> LexborNode | None:
    """The next element of that name beside a node."""
    beside = node.next if node is not None else None
    while beside is not None and beside.tag != tag:
        beside = beside.next
    return beside
