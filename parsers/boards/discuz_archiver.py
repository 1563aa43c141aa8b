"""The archiver of every Discuz line: names, absolute times and words on plain pages. No pid, floor or account number.

7.2 and 6.x show the stored codes, so quotes and strikes are told apart. X shows bare text: there they are not, and the
page says so in its notes. A post's pid here is `archiver-PAGE-PLACE`: the same as long as nothing was deleted.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, NamedTuple

from selectolax.lexbor import LexborHTMLParser

from parsers.boards import discuz
from parsers.boards.discuz_page import Piece, assemble, frame, paged
from parsers.boards.discuz_ubb import bare, without_plain_quotes, words_of_pieces
from parsers.boards.discuz_url import ARCHIVER
from parsers.boards.discuz_words import typed_title
from parsers.pages import Clock
from parsers.posts import BoardMessage, LayoutChanged, ThreadPage
from parsers.words import Words, plain, tidy

# A class among those a skin may add.
_CLASS: Final = r"\b[^>]{0,80}?\bclass=[\"']?(?:[^\"'>]{0,80}\s)?"
_POST: Final = re.compile(rf"<p{_CLASS}author\b[^>]*>|<div{_CLASS}archiver_post(?!\w)[^>]*>", re.I)
_HEAD: Final = re.compile(r"(.{0,2000}?)</p>", re.S | re.I)
_NAME: Final = re.compile(r"<(strong|cite)\b[^>]*>(.*?)</\1>", re.S | re.I)
_TITLE: Final = re.compile(r"<(h2|h3)\b[^>]*>(.*?)</\1>", re.S | re.I)
_END: Final = re.compile(
    rf"<div{_CLASS}(?:page|archiver_pages|archiver_fullversion)(?![\w-])|<div\b[^>]{{0,80}}?\bid=[\"']?(?:footer|end)\b",
    re.I,
)
_BODY: Final = re.compile(rf"<div{_CLASS}archiver_postbody\b[^>]*>(.*)</div>\s*</div>\s*\Z", re.S | re.I)
_BLOCKED: Final = re.compile(r"\*{3,4} ?(?:作者被禁止或[删刪]除|[该該]帖被)[^*\n]{0,40}\*{3,4}\Z")
_REFUSED: Final = re.compile(r"[您你][没沒]有[权權]限查看[这這][个個][话話][题題]")
_PLAIN_NOTE: Final = "存档页(archiver)里没有删除线，引用也没有标记：划掉的、手打引用的票分不出来"


def recognise(text: str) -> bool:
    """Threads and refusals of an archiver; its generator or its title says so."""
    head = text[:6000]
    if "Archiver" not in head:
        return False
    return _POST.search(text) is not None or _REFUSED.search(text) is not None


def read(text: str, url: str, clock: Clock) -> ThreadPage | BoardMessage:
    """The posts of one page. Raises LayoutChanged where a post has no name or time."""
    html = text.replace("\0", "")
    refused = _REFUSED.search(html)
    starts = list(_POST.finditer(html))
    if not starts and refused:
        return BoardMessage(plain_line(html, refused.start()), discuz.BOARD)
    modern = "Discuz! X" in html[:6000]
    tree = LexborHTMLParser(html)
    crumbs = tree.css_first("#nav")
    title = re.split("[»›]", plain(crumbs))[-1].strip() if crumbs else ""
    around = paged(frame(html, url, clock, modern=modern, title=title), tree.css_first("div.page, div.archiver_pages"))
    notes = (*around.notes, _PLAIN_NOTE) if modern else around.notes
    around = replace(around, thread=replace(around.thread, view=ARCHIVER), notes=notes)
    if not starts:
        raise LayoutChanged("存档页里没有帖子")
    end = _END.search(html, starts[-1].end())
    if end is None and "</html" not in html:
        raise LayoutChanged("存档页没有传完")
    ends = [found.start() for found in starts[1:]] + [end.start() if end else len(html)]
    heads = [_Head.of(html[found.end() : stop]) for found, stop in zip(starts, ends, strict=True)]
    words = words_of_pieces([head.body for head in heads], codes=not modern)
    stripped = modern or "[/" not in html  # a page that shows no code at all has lost those of its quotes
    pieces = [
        _piece(head, said, f"archiver-{around.number}-{place}", stripped, title)
        for place, (head, said) in enumerate(zip(heads, words, strict=True), 1)
    ]
    return assemble(around, pieces, missing=("floors",))


def plain_line(html: str, start: int) -> str:
    """The words around a place in a page, tags stripped, as one line."""
    end = html.find("<", start)
    return tidy(html[start : end if end > 0 else start + 200]).strip()


class _Head(NamedTuple):
    """A post cut into its author, time and title, and the HTML of its words."""

    author: str
    time: str
    title: str
    body: str

    @classmethod
    def of(cls, html: str) -> _Head:
        head = _HEAD.match(html)
        name = _NAME.search(head[1]) if head else None
        if head is None or name is None:
            raise LayoutChanged("存档页的帖子没有作者")
        rest = html[head.end() :].lstrip()
        if body := _BODY.search(rest):
            rest = body[1].lstrip()
        heading = _TITLE.match(rest)
        title = typed_title(bare(heading[2])) if heading else ""
        return cls(bare(name[2]), bare(head[1][name.end() :]), title, rest[heading.end() :] if heading else rest)


def _piece(head: _Head, words: Words, pid: str, stripped: bool, thread_title: str) -> Piece:
    blocked = _BLOCKED.match(words.text) is not None
    if stripped:
        words = without_plain_quotes(words)
    return Piece(
        pid=pid,
        label="",
        author=head.author,
        uid=None,
        time=head.time,
        exact=None,
        words=Words("") if blocked else words,
        title="" if head.title == thread_title else head.title,
        hidden=blocked,
    )
