"""phpwind 9: `div.J_read_floor#read_PID`, times to the minute and never relative, names as they were when posted.

Only-one-author and newest-first views number their floors anew; sticky replies take numbers of their own.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards import phpwind
from parsers.boards.phpwind_page import mostly_falling, pages_in, thread_here, thread_page
from parsers.boards.phpwind_pieces import Found, Pieces, Source, by_class, gathered, in_a_tag, name_and_uid, need
from parsers.pages import Clock
from parsers.posts import ThreadPage
from parsers.words import one_line, plain

_PIECES: Final = ".J_read_floor, div.name, .lou, .floor_top_tips, .editor_content, .edit_log, .inside_digs_icon, .pages"
_MOMENT: Final = re.compile(r"[发發](?:布|佈|表)[于於]")
_role_of: Final = by_class(
    {
        "J_read_floor": "post",
        "name": "name",
        "lou": "floor",
        "floor_top_tips": "head",
        "editor_content": "body",
        "edit_log": "notice",
        "inside_digs_icon": "sticky",
        "pages": "pages",
    }
)


def recognise(text: str) -> bool:
    """Whether a page is a thread page of this line."""
    return in_a_tag(text, "J_read_floor")


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The page's posts, oldest first. Raises LayoutChanged where a post has no author, time or body."""
    tree, source = LexborHTMLParser(text), Source(text, url, clock, "blockquote", "read_attach")
    gathered_posts, bars = gathered(tree.css(_PIECES), _role)
    found = _without_doubles([_found(pieces) for pieces in gathered_posts])
    pages = pages_in(bars, source)
    view = _view(url, found, [address for _, address in pages.links])
    thread = replace(thread_here(source, tree), view=view)
    page = thread_page(thread, _title(tree), pages, found, source)
    if view != phpwind.REVERSE:
        return page
    rest = [replace(post, floor=None) for post in page.posts if post.pid != "0"]
    posts = (*(post for post in page.posts if post.pid == "0"), *reversed(rest))
    whole = phpwind.page_address(thread, 1)
    return replace(page, posts=posts, missing=(*page.missing, "floors"), whole_view=whole)


def _role(node: LexborNode) -> str:
    return _role_of(node.attributes.get("class"))


def _found(pieces: Pieces) -> Found:
    post = pieces["post"]
    pid = (post.id or "").removeprefix("read_")
    author, uid = name_and_uid(need(pieces, "name", pid))
    floor, notice = pieces.get("floor"), pieces.get("notice")
    return Found(
        pid,
        author,
        uid,
        (floor.text(deep=False) or "") if floor is not None else "",
        _time(need(pieces, "head", pid)),
        None,
        need(pieces, "body", pid),
        post,
        (notice.text() or "") if notice is not None else "",
        "sticky" in pieces,
    )


def _time(head: LexborNode) -> str:
    """`发布于：2013-03-10 09:00`, last in the line over a post, maybe followed by the poster's town."""
    words = head.text() or ""
    moments = [found.start() for found in _MOMENT.finditer(words)]
    return words[moments[-1] :] if moments else ""


def _without_doubles(found: list[Found]) -> list[Found]:
    """Tell the second showing of a sticky reply (which has a number not its own) from the reply in its place.

    Doubles stand behind the opening post. Not all skins mark them, but each is younger than what follows it.
    """
    opened = bool(found) and found[0].pid == "0"
    falling = mostly_falling([_number(post) for post in found[1:] if not post.unnumbered])
    end = 1
    while opened and not falling and end < len(found) and _is_early(found[end], found[end + 1 :]):
        end += 1
    return [
        post._replace(unnumbered=0 < at < end or (post.unnumbered and _is_early(post, found[at + 1 :])))
        for at, post in enumerate(found)
    ]


def _is_early(post: Found, rest: list[Found]) -> bool:
    """Whether an older post stands behind one, or the same again."""
    return any(
        later.pid == post.pid or (_number(later) < _number(post) and (later.shown < post.shown or post.unnumbered))
        for later in rest
    )


def _number(post: Found) -> int:
    return int(post.pid) if post.pid.isdecimal() else 0


def _view(url: str, found: list[Found], links: list[str]) -> str | None:
    """Whether the page is of one author or newest first: its address, its links or the order of its posts say so."""
    asked = phpwind.thread_of(url)
    views = {asked.view if asked else None, *(t.view for t in map(phpwind.thread_of, links[:2]) if t is not None)}
    if phpwind.AUTHOR_ONLY in views:
        return phpwind.AUTHOR_ONLY
    pids = [_number(post) for post in found if post.pid != "0" and not post.unnumbered]
    return phpwind.REVERSE if phpwind.REVERSE in views or mostly_falling(pids) else None


def _title(tree: LexborHTMLParser) -> str:
    """The thread's title; behind the first page only the head of the page has it, before section and board."""
    heading = tree.css_first("#J_post_title")
    if heading is not None:
        return one_line(plain(heading, "a"))
    head = tree.css_first("title")
    words = (head.text() or "").split(" - ") if head is not None else []
    return " - ".join(words[: max(1, len(words) - 3)]).strip()
