"""Discuz! 4 to 6 for telephones (WML, `wap/`): a few replies a page, floor, words, time without year and name.

The words are as stored, codes and all, and cut where a page is full: whoever wrote the last one is not told then.
Nothing is counted from it where the whole thread can be had: `whole_view` names it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Final, NamedTuple

from parsers.boards.discuz_page import Piece, assemble, frame
from parsers.boards.discuz_ubb import words_of_pieces
from parsers.boards.discuz_url import MOBILE
from parsers.boards.discuz_words import typed_title
from parsers.pages import Clock
from parsers.posts import LayoutChanged, ThreadPage
from parsers.words import Words, one_line

_CARD: Final = '<card id="discuz_wml"'
_POST: Final = re.compile(r"<p>\s*#(?P<floor>\d{1,7})(?P<title>[^<]*)<br\s*/?>(?P<rest>.{0,200000}?)</p>", re.S | re.I)
_BREAK: Final = re.compile(r"<br\s*/?>", re.I)
_TIME: Final = re.compile(r"\d{1,2}:\d{2}\b")
_NEXT: Final = re.compile(r"[?&;]start=\d")
_TITLE: Final = re.compile(r"[?&;]tid=\d{1,12}[\"'][^<>]*>([^<>]*)</a>")


def recognise(text: str) -> bool:
    """A thread as a telephone gets it: its floors begin paragraphs."""
    return _CARD in text[:2000] and _POST.search(text) is not None


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """What one page shows. Raises LayoutChanged where no post is found or the page was cut."""
    found = [post for post in _POST.finditer(text) if not _NEXT.search(post["rest"])]
    if not found or "</wml" not in text:
        raise LayoutChanged("手机版(wap)页面里没有帖子，或没有传完")
    said = [_Said.of(post["rest"]) for post in found]
    words = words_of_pieces([one.html for one in said], codes=True)
    titles = _TITLE.findall(text)
    around = frame(text, url, clock, modern=False, title=one_line(unescape(titles[-1])) if titles else "")
    around = replace(around, thread=replace(around.thread, view=MOBILE))
    pieces = [_piece(post, one, own) for post, one, own in zip(found, said, words, strict=True)]
    return assemble(around, pieces, missing=("posts", "edits"))


class _Said(NamedTuple):
    """What stands under a floor: the HTML of the words, then time and name where they were not cut off."""

    html: str
    time: str
    author: str

    @classmethod
    def of(cls, rest: str) -> _Said:
        lines = _BREAK.split(rest.strip())
        while lines and not lines[-1].strip():
            lines.pop()
        if len(lines) > 2 and _TIME.search(lines[-2]) and "<" not in lines[-2]:
            return cls("<br>".join(lines[:-2]), lines[-2].strip(), one_line(unescape(lines[-1])))
        return cls("<br>".join(lines), "", "")


def _piece(found: re.Match[str], said: _Said, words: Words) -> Piece:
    return Piece(
        pid=f"floor-{found['floor']}",
        label=f"{found['floor']}#",
        author=said.author,
        uid=None,
        time=said.time,
        exact=None,
        words=words,
        title=typed_title(unescape(found["title"])) if found["floor"] != "1" else "",
    )
