"""Every other page of a phpwind board: refusals of all lines, which come with status 200, lists, the front page.

The reasons a board gives are its own words; the line that follows them on every refusal (please log in first) is none.
"""

from __future__ import annotations

import re
from typing import Final

from selectolax.lexbor import LexborHTMLParser

from parsers.boards import phpwind
from parsers.boards.phpwind_pieces import in_a_tag
from parsers.pages import Clock
from parsers.posts import BoardMessage, LayoutChanged
from parsers.words import plain

_BARE: Final = ("Forbidden", "MySQL Server Error")
_LOG_IN: Final = re.compile(r"您还不是\S{2,4}会员|您還不是\S{2,4}會員")
_NUMBERING: Final = re.compile(r"^\d{1,2}[、.]\s*")
_REASONS: Final = (
    "#J_html_error",
    ".regIgnore li",
    ".tip-content li",
    "th ol li, td ol li",
    ".tip-content td",
    ".regIgnore",
)
_THREAD: Final = ('name="delatc"', 'class="read_page"')


def recognise(text: str) -> bool:
    """Whether a page is some page of a phpwind board, or one of the bare lines its scripts end with."""
    return text.startswith(_BARE) or "hpwind" in text or "HPWind" in text


def read(text: str, url: str, clock: Clock) -> BoardMessage:
    """The board's reasons in one line. Raises LayoutChanged where the page is a thread's and no line could read it."""
    if any(in_a_tag(text, sign) for sign in _THREAD):
        raise LayoutChanged("这是 phpwind 的帖子页，但楼层的写法没有认得的")
    tree = LexborHTMLParser(text)
    head = tree.css_first("title")
    title = " ".join((head.text() or "").split()) if head is not None else ""
    return BoardMessage(_reasons(tree) or _first_words(tree) or title, phpwind.BOARD, title)


def _reasons(tree: LexborHTMLParser) -> str:
    for selector in _REASONS:
        told = [_NUMBERING.sub("", " ".join(plain(item).split())) for item in tree.css(selector)]
        told = [reason for reason in told if reason]
        if told:
            return "；".join([reason for reason in told if not _LOG_IN.match(reason)] or told)[:200]
    return ""


def _first_words(tree: LexborHTMLParser) -> str:
    """A page of one sentence (a closed board, a database that is down) is that sentence; else the title must do."""
    words = " ".join(plain(tree.body).split()) if tree.body is not None else ""
    return words if len(words) <= 200 else ""
