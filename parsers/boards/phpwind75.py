"""phpwind 6–7.5 (and skins of 8 without numbered containers): posts follow `<a name=PID>`, bodies are `#read_PID`.

The visible time is relative or a bare day; minute and hour are in the title of the span.
"""

from __future__ import annotations

import re
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards.phpwind_page import as_shown, oldest_first, pages_in, thread_here, thread_page
from parsers.boards.phpwind_pieces import (
    FLOOR_LINKS,
    Found,
    Pieces,
    Source,
    body_in,
    by_class,
    dated,
    enclosing,
    gathered,
    in_a_tag,
    label_of,
    name_and_uid,
    need,
)
from parsers.pages import Clock
from parsers.posts import ThreadPage
from parsers.words import one_line, plain

_PIECES: Final = f"a[name], .r_two, .readName, .tiptop, .tipTop, {FLOOR_LINKS}, span[title], .tpc_content, .pages"
_role_of: Final = by_class(
    {
        "r_two": "cell",
        "readName": "name",
        "tiptop": "head",
        "tipTop": "head",
        "tpc_content": "content",
        "pages": "pages",
    }
)
_UID_LINE: Final = re.compile(r"UID\s*[:：]?\s*(\d{1,12})")


def recognise(text: str) -> bool:
    """Whether a page is a thread page of this line, given that it is none of 8 or 9."""
    return in_a_tag(text, "tpc_content") and in_a_tag(text, 'id="read_')


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The page's posts. Raises LayoutChanged where a post has no author, time or body."""
    tree, source = LexborHTMLParser(text), Source(text, url, clock, "blockquote3")
    posts, bars = gathered(tree.css(_PIECES), _role)
    found = [_found(pieces) for pieces in posts]
    thread = as_shown(thread_here(source, tree), found)
    return oldest_first(thread_page(thread, _title(tree), pages_in(bars, source), found, source))


def _role(node: LexborNode) -> str:
    given = node.attributes
    if node.tag == "a":
        if "name" not in given:
            return "floor"
        name = given["name"] or ""
        return "post" if name == "tpc" or name.isdecimal() else ""
    if node.tag == "span":
        return "time" if (given.get("title") or "")[:1].isdecimal() else _role_of(given.get("class"))
    return _role_of(given.get("class"))


def _found(pieces: Pieces) -> Found:
    pid = pieces["post"].attributes.get("name") or ""
    cell = pieces.get("cell") or need(pieces, "name", pid)
    author, uid = name_and_uid(pieces.get("name") or cell.css_first("b") or cell)
    if uid is None and (told := _UID_LINE.search(cell.text() or "")) and int(told[1]):
        uid = told[1]
    body = need({"body": body_in(need(pieces, "content", pid))}, "body", pid)
    return Found(pid, author, uid, label_of(pieces.get("floor")), *dated(pieces), body, enclosing(cell, "table"))


def _title(tree: LexborHTMLParser) -> str:
    """The thread's title: over the first post, else from the bar over every page."""
    heading = tree.css_first("h1#subject_tpc")
    if heading is not None:
        return one_line(plain(heading, "a"))
    bar = next((words for cell in tree.css("td.h") if "主" in (words := cell.text() or "")[:12]), "")
    if bar:
        return " ".join(re.sub(r"^\s*主[题題]\s*[:：]", "", bar).split())
    head = tree.css_first("title")
    return (head.text() or "").split("|")[0].strip() if head is not None else ""
