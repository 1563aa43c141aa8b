"""phpwind 8.0–8.7: `div.read_t#readfloor_PID`, names of floors, exact times in a title attribute.

A deleted reply can leave a stub without number, name or date; sticky replies stand a second time behind the opening
post, labelled 置顶 (来自5楼); the newest-first view keeps its floor numbers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards import phpwind
from parsers.boards.phpwind_page import as_shown, oldest_first, pages_in, thread_here, thread_page
from parsers.boards.phpwind_pieces import (
    FLOOR_LINKS,
    Found,
    Pieces,
    Source,
    body_in,
    by_class,
    dated,
    gathered,
    in_a_tag,
    label_of,
    name_and_uid,
    need,
)
from parsers.pages import Clock
from parsers.posts import ThreadPage
from parsers.words import one_line, plain

_PIECES: Final = f'[id^="readfloor_"], .readName, .tipTop, {FLOOR_LINKS}, span[title], .tpc_content, .pages'
_role_of: Final = by_class({"readName": "name", "tipTop": "head", "tpc_content": "content", "pages": "pages"})


def recognise(text: str) -> bool:
    """Whether a page is a thread page of this line."""
    return "readfloor_" in text and in_a_tag(text, '"readfloor_')


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The page's posts, oldest first. Raises LayoutChanged where a post has no author, time or body."""
    tree, source = LexborHTMLParser(text), Source(text, url, clock, "blockquote3")
    posts, bars = gathered(tree.css(_PIECES), _role)
    found = [_found(pieces) for pieces in posts]
    here = thread_here(source, tree)
    thread = as_shown(here, found)
    pages = pages_in(bars, source)
    page = oldest_first(thread_page(thread, _title(tree), pages, found, source))
    if here.view == phpwind.REVERSE and thread.view is None:
        # The page's own links leave the order to a cookie.
        links = {number: f"{thread.url}&ordertype=desc&page={number}" for number, _ in pages.links}
        return replace(page, links=links, whole_view=f"{thread.url}&ordertype=asc")
    return page


def _role(node: LexborNode) -> str:
    tag = node.tag
    if tag == "a":
        return "floor"
    if tag == "span" and (node.attributes.get("title") or "")[:1].isdecimal():
        return "time"
    return "post" if (node.id or "").startswith("readfloor_") else _role_of(node.attributes.get("class"))


def _found(pieces: Pieces) -> Found:
    post = pieces["post"]
    pid = (post.id or "").removeprefix("readfloor_")
    author, uid = name_and_uid(need(pieces, "name", pid))
    body = need({"body": body_in(need(pieces, "content", pid))}, "body", pid)
    return Found(pid, author, uid, label_of(pieces.get("floor")), *dated(pieces), body, post)


def _title(tree: LexborHTMLParser) -> str:
    """The thread's title; behind the first page only the head of the page has it, followed by section and board."""
    heading = tree.css_first("#subject_tpc")
    if heading is not None:
        return one_line(plain(heading, "a"))
    head = tree.css_first("title")
    return (head.text() or "").split("|")[0].strip() if head is not None else ""
