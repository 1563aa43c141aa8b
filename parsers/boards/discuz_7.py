"""Discuz! 7.2 (7.0, 7.1): the thread page, also as the AJAX answer of one post.

Like X per post `table#pidN` with `#postnumN`, `#authorpostonN`, `#postmessage_N`; the author stands over the body
(`.authorinfo a.posterlink`) or, by setting, in the left cell. No 点评. Relative words carry the moment in a title.
"""

from __future__ import annotations

from typing import Final

from selectolax.lexbor import LexborHTMLParser

from parsers.boards.discuz_page import assemble, frame, inner_page, only_author, paged, shows_one_author
from parsers.boards.discuz_table import Marks, piece_of, post_tables
from parsers.boards.markup import has_class
from parsers.pages import Clock
from parsers.posts import LayoutChanged, ThreadPage
from parsers.words import plain

_MARKS: Final = Marks(
    link="div.postinfo a",
    corner="div.postinfo, div.avatar",
    over=".authorinfo",
    files=".postattachlist",
)


def recognise(text: str) -> bool:
    """Thread pages and AJAX answers of 7.x: its cells are `postauthor`, its posts have a line of their own for time."""
    return 'id="authorposton' in text and has_class(text, "postauthor")


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The posts of one page. Raises LayoutChanged where a post, its author, its time or its body is not found."""
    html, wrapped = inner_page(text)
    tree = LexborHTMLParser(html)
    tables = post_tables(tree)
    if not tables:
        raise LayoutChanged('Discuz 7.2 的帖子页里没有 table[id^="pid"]')
    if not wrapped and "</html" not in html and "postlistreply" not in html and 'id="footer"' not in html:
        raise LayoutChanged("Discuz 7.2 的帖子页没有传完")
    heading = tree.css_first("#threadtitle h1") or tree.css_first("#nav")
    title = plain(heading).rpartition("»")[2].strip() if heading else ""
    around = paged(frame(html, url, clock, modern=False, title=title), tree.css_first("div.pages"))
    filter_link = tables[0].css_first('.authorinfo a[rel="nofollow"]')
    if filter_link is not None and shows_one_author(filter_link.text()):
        around = only_author(around)
    parts = _MARKS.parts()
    found = [piece_of(table, _MARKS, parts, around.clock) for table in tables]
    return assemble(around, [piece for piece in found if piece is not None])
