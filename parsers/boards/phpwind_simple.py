"""The print view (`simple/`) of phpwind 5–8: fifty posts a page, without numbers, floors or edit notices.

It is read only where nothing better is at hand; the whole thread is a click away and named in `whole_view`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards import phpwind
from parsers.boards.markup import has_class
from parsers.boards.phpwind_page import absolute, base_of, thread_here, thread_page
from parsers.boards.phpwind_pieces import Found, Pages, Pieces, Source, by_class, gathered, in_a_tag, need
from parsers.pages import Clock
from parsers.posts import Post, ThreadPage
from parsers.words import one_line

_PIECES: Final = "tr.head, .smalltxt, .tpc_content"
_role_of: Final = by_class({"head": "post", "smalltxt": "time", "tpc_content": "body"})
_TOTAL: Final = re.compile(r"Pages:\s*\(\s*(\d{1,6})\s*total", re.I)
_SMILEY_CODE: Final = re.compile(r"\[s:\d+\]")


def recognise(text: str) -> bool:
    """Whether a page is the print view of a thread."""
    return in_a_tag(text, "smalltxt") and in_a_tag(text, "tpc_content") and has_class(text, "head")


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The page's posts, each under a number of its own making. Raises LayoutChanged where author or time is missing."""
    tree, source = LexborHTMLParser(text), Source(text, url, clock, "blockquote3")
    for heading in tree.css(".tpc_content > h1"):
        heading.decompose()  # the thread's title, repeated over the first post of a page
    posts, _ = gathered(tree.css(_PIECES), _role)
    pages = _pages(tree, source)
    found = [_found(pieces, f"print-{pages.number}-{place}") for place, pieces in enumerate(posts, 1)]
    thread = replace(thread_here(source, tree), view=phpwind.PRINT)
    page = thread_page(thread, _title(tree), pages, found, source)
    return replace(
        page,
        posts=tuple(_as_printed(post, url) for post in page.posts),
        missing=(*page.missing, "floors", "edits"),
        whole_view=phpwind.page_address(thread, 1),
    )


def _role(node: LexborNode) -> str:
    return _role_of(node.attributes.get("class"))


def _found(pieces: Pieces, pid: str) -> Found:
    head, time = pieces["post"], need(pieces, "time", pid)
    author = ((head.css_first("b") or head).text() or "").strip()
    body = need(pieces, "body", pid)
    # A deleted reply of a board that keeps floors has neither name nor number.
    return Found(pid if author else "", author, None, "", time.text() or "", None, body, body, unnumbered=True)


def _as_printed(post: Post, url: str) -> Post:
    """Line 5 prints smilies as their codes."""
    return replace(post, text=_SMILEY_CODE.sub("", post.text).strip(), url=url)


def _pages(tree: LexborHTMLParser, source: Source) -> Pages:
    bar = next((bar for bar in tree.css("center") if _TOTAL.search(bar.text() or "")), None)
    if bar is None:
        return Pages()
    told = _TOTAL.search(bar.text() or "")
    total = int(told[1]) if told else 1
    shown = next((words for b in bar.css("b") if (words := (b.text() or "").strip()).isdecimal()), "1")
    links = {
        int(words): absolute(base_of(source), link.attributes.get("href"))
        for link in bar.css("a")
        if (words := (link.text() or "").strip()).isdecimal() and int(words) <= total
    }
    return Pages(int(shown), total, tuple(links.items()))


def _title(tree: LexborHTMLParser) -> str:
    """The title is the last link of the way back to the board."""
    titles = [
        link.text() or ""
        for link in tree.css('a[href*="simple/"]')
        if re.search(r"\?t\d", link.attributes["href"] or "")
    ]
    return one_line(titles[0]) if titles else ""
