"""Quotes in text copied from a Discuz page: plain lines under a head (X, 6) or over a foot (7.2).

Where a quote ends has to be made out: as far as the quoted post is seen to go when it stands earlier in the text, to
the board's cut mark, else to the first empty line. Lines before 7 set none behind a quote: there the end is in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from parsers.boards.discuz_page import without_reply_head
from parsers.posts import Post
from parsers.words import tidy

_WHEN: Final = r"\d{2,4}[-/.]\d{1,2}[-/.]\d{1,4} \d{1,2}:\d{2}(?::\d{2})?(?: [AP]M)?"
_LINE: Final = re.compile(rf"^(?P<author>\S[^\n]{{0,40}}?) [发發]表[于於] {_WHEN}[ \t]*(?:\n|\Z)", re.M)
_OLD: Final = re.compile(
    rf"^(?:引用[::][ \t]*\n)?原帖由 (?P<author>[^\n]{{1,40}}?) [于於] {_WHEN} [发發]表[^\n]*(?:\n|\Z)", re.M
)
_CUT: Final = re.compile(r"\.{3}\s*\Z")
_LETTERS: Final = re.compile(r"\W+")


def without_quotes(text: str, before: Sequence[Post], *, feet: bool) -> tuple[str, tuple[str, ...], bool]:
    """Own words, quotes, and whether it is in doubt where a quote ends.

    `before`: the posts earlier in the text. `feet`: the line that names who is quoted stands under the quote.
    """
    quotes: list[str] = []
    doubt = False
    text, answered = without_reply_head(text)
    if answered:
        quotes.append(answered)
    at = 0
    while found := _OLD.search(text, at) or _LINE.search(text, at):
        following = text[found.end() :]
        over = feet and found.re is _LINE and text[: found.start()].strip()
        if over and (not following.strip() or following.startswith("\n")):
            begin = _begin_of_quote(text[: found.start()], found["author"], before)
            end = found.end()
        else:
            begin = found.start()
            length, unsure = _length(following, found["author"], before, closed=found.re is _LINE)
            end, doubt = found.end() + length, doubt or unsure
        quotes.append(tidy(text[begin:end]))
        text, at = text[:begin] + text[end:].lstrip("\n"), begin
    return tidy(text), tuple(filter(None, quotes)), doubt


def _length(text: str, author: str, before: Sequence[Post], *, closed: bool) -> tuple[int, bool]:
    """How much of the text under a head is quoted, and whether that is in doubt. `closed`: an empty line ends it."""
    lines = text.split("\n")
    source = _said(author, lines[0], before)
    taken = 0
    for number, line in enumerate(lines):
        if not line.strip():
            return taken, not (source or closed or number < 2)
        if source and _letters("".join(lines[: number + 1])) not in source:
            return taken, False
        taken += len(line) + 1
        if _CUT.search(line):
            return taken, False
    only_line = len([line for line in lines if line.strip()]) == 1
    return (taken, False) if source or only_line else (len(lines[0]) + 1, True)


def _begin_of_quote(text: str, author: str, before: Sequence[Post]) -> int:
    """Where a quote over a foot begins: at its first line as the quoted post has it, else at the start of the post."""
    lines = text.split("\n")
    offset = 0
    for number, line in enumerate(lines):
        rest = _letters("".join(lines[number:]).removesuffix("...").rstrip())
        if line.strip() and rest and _said(author, rest, before):
            return offset
        offset += len(line) + 1
    return 0


def _said(author: str, words: str, before: Sequence[Post]) -> str:
    """The letters of the last post of that author that holds these words."""
    wanted = _letters(words)
    for post in reversed(before):
        if post.author == author and wanted and wanted in _letters(post.text):
            return _letters(post.text)
    return ""


def _letters(text: str) -> str:
    return _LETTERS.sub("", text)
