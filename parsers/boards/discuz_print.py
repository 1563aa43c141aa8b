"""The printable view of every Discuz line: author, time and words between rules, the first hundred posts only.

No pid, no floor, no account number. A post's pid here is `print-PLACE`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, NamedTuple

from parsers.boards.discuz_page import Piece, assemble, frame
from parsers.boards.discuz_ubb import bare, words_of_pieces
from parsers.boards.discuz_url import PRINT
from parsers.boards.discuz_words import typed_title
from parsers.pages import Clock
from parsers.posts import LayoutChanged, ThreadPage
from parsers.words import Words

_BOLD: Final = r"<b(?:\s[^<>]{0,80})?>"
_BREAK: Final = r"<br\b[^<>]{0,80}>"
_POST: Final = re.compile(
    rf"<hr[^>]*>\s*{_BOLD}作者[::]\s*</b>(?P<author>.{{1,500}}?){_BOLD}[时時][间間][::]\s*</b>(?P<time>.{{1,300}}?){_BREAK}",
    re.S | re.I,
)
_TITLE: Final = re.compile(rf"{_BOLD}[标標][题題][::]\s*</b>(.{{0,500}}?)(?:{_BOLD}|{_BREAK}|</span>)", re.S | re.I)
_TITLED: Final = re.compile(rf"{_BOLD}[标標][题題][::]\s*</b>(.*)", re.S)
_EXACT: Final = re.compile(r"<span[^>]{0,40}?title=[\"']([^\"']{6,40})[\"']")
_FOOTER: Final = re.compile(r"(?:<br\b[^<>]{0,80}>\s*){0,6}<hr[^>]*>\s*<table", re.I)
_BLOCKED: Final = re.compile(r"提示[::]\s*(?:作者被禁止或[删刪]除|[该該]帖被)")
_MOST: Final = 100


def recognise(text: str) -> bool:
    """Author and time as bold captions behind a rule."""
    return ">作者" in text and _POST.search(text) is not None


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The posts of the view. Raises LayoutChanged where it was cut short."""
    html = text.replace("\0", "")
    starts = list(_POST.finditer(html))
    if "</html" not in html or not starts:
        raise LayoutChanged("打印页没有传完")
    heading = _TITLE.search(html)
    title = bare(heading[1]) if heading else ""
    modern = "Discuz! X" in html[-2000:] or "forum.php" in html
    around = frame(html, url, clock, modern=modern, title=title, nameless=True)
    around = replace(around, thread=replace(around.thread, view=PRINT))
    footer = _FOOTER.search(html, starts[-1].end())
    ends = [found.start() for found in starts[1:]] + [footer.start() if footer else html.rfind("</html")]
    heads = [_Head.of(found, html[found.end() : stop]) for found, stop in zip(starts, ends, strict=True)]
    words = words_of_pieces([head.body for head in heads])
    pieces = [_piece(head, said, place, title) for place, (head, said) in enumerate(zip(heads, words, strict=True), 1)]
    return assemble(around, pieces, missing=("floors", "posts") if len(pieces) >= _MOST else ("floors",))


class _Head(NamedTuple):
    """A post cut into its author, time and title, and the HTML of its words."""

    author: str
    time: str
    exact: str | None
    title: str
    body: str

    @classmethod
    def of(cls, head: re.Match[str], html: str) -> _Head:
        """A title stands behind the time (before X) or on a line of its own (X)."""
        shown, html = head["time"], html.lstrip()
        title = ""
        if inline := _TITLED.search(shown):
            title, shown = inline[1], shown[: inline.start()]
        elif own := _TITLE.match(html):
            title, html = own[1], html[own.end() :]
        exact = _EXACT.search(shown)
        return cls(bare(head["author"]), bare(shown), exact[1] if exact else None, typed_title(bare(title)), html)


def _piece(head: _Head, words: Words, place: int, thread_title: str) -> Piece:
    blocked = _BLOCKED.match(words.text) is not None
    return Piece(
        pid=f"print-{place}",
        label="",
        author=head.author,
        uid=None,
        time=head.time,
        exact=head.exact,
        words=Words("") if blocked else words,
        title="" if head.title == thread_title else head.title,
        hidden=blocked,
    )
