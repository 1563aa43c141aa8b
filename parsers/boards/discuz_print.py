"""The printable view of every Discuz line: author, time and words between rules, the first hundred posts only.

No pid, no floor, no account number. A post's pid here is `print-PLACE`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser

from parsers.boards.discuz_page import Piece, assemble, frame
from parsers.boards.discuz_ubb import fragment_words
from parsers.boards.discuz_url import PRINT
from parsers.boards.discuz_words import typed_title
from parsers.pages import Clock
from parsers.posts import LayoutChanged, ThreadPage
from parsers.words import Words, tidy

_POST: Final = re.compile(
    r"<hr[^>]*>\s*<b>作者[::]\s*</b>(?P<author>.{1,500}?)<b>[时時][间間][::]\s*</b>(?P<time>.{1,300}?)<br\s*/?>",
    re.S | re.I,
)
_TITLE: Final = re.compile(r"<b>[标標][题題][::]\s*</b>(.{0,500}?)(?:<b>|<br\s*/?>|</span>)", re.S | re.I)
_EXACT: Final = re.compile(r"<span[^>]{0,40}?title=[\"']([^\"']{6,40})[\"']")
_FOOTER: Final = re.compile(r"(?:<br\s*/?>\s*){0,6}<hr[^>]*>\s*<table", re.I)
_BLOCKED: Final = re.compile(r"提示[::]\s*(?:作者被禁止或[删刪]除|[该該]帖被)")
_MOST: Final = 100


def recognise(text: str) -> bool:
    """Author and time as bold captions behind a rule."""
    return "<b>作者" in text and _POST.search(text) is not None


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The posts of the view. Raises LayoutChanged where it was cut short."""
    html = text.replace("\0", "")
    starts = list(_POST.finditer(html))
    if "</html" not in html or not starts:
        raise LayoutChanged("打印页没有传完")
    heading = _TITLE.search(html)
    title = _bare(heading[1]) if heading else ""
    modern = "Discuz! X" in html[-2000:] or "forum.php" in html
    around = frame(html, url, clock, modern=modern, title=title)
    around = replace(around, thread=replace(around.thread, view=PRINT))
    footer = _FOOTER.search(html, starts[-1].end())
    ends = [found.start() for found in starts[1:]] + [footer.start() if footer else html.rfind("</html")]
    pieces = [
        _piece(found, html[found.end() : stop], place, title)
        for place, (found, stop) in enumerate(zip(starts, ends, strict=True), 1)
    ]
    return assemble(around, pieces, missing=("floors", "posts") if len(pieces) >= _MOST else ("floors",))


def _piece(head: re.Match[str], html: str, place: int, thread_title: str) -> Piece:
    """A title stands behind the time (before X) or on a line of its own (X)."""
    heading = _TITLE.search(head["time"]) or _TITLE.match(html.lstrip())
    if heading and heading.string == html.lstrip():
        html = html.lstrip()[heading.end() :]
    inline = re.search(r"<b>[标標][题題][::]\s*</b>(.*)", head["time"], re.S)
    title = typed_title(_bare(inline[1] if inline else heading[1] if heading else ""))
    shown = head["time"][: inline.start()] if inline else head["time"]
    exact = _EXACT.search(shown)
    words = fragment_words(html)
    blocked = _BLOCKED.match(words.text) is not None
    return Piece(
        pid=f"print-{place}",
        label="",
        author=_bare(head["author"]),
        uid=None,
        time=_bare(shown),
        exact=exact[1] if exact else None,
        words=Words("") if blocked else words,
        title="" if title == thread_title else title,
        hidden=blocked,
    )


def _bare(html: str) -> str:
    body = LexborHTMLParser(f"<body>{html}</body>").body
    return tidy(body.text()).strip() if body else ""
