"""Quotes in text copied from a phpwind page: what says them is plain text, and where they end has to be made out.

Lines 5 and 7 open a quote with a sentence (`引用第3楼芦花于2009-03-10 12:00发表的`), 9 closes it with 回到原帖, 8
writes `芦花:投 青苔` and an empty line. A quote is taken as far as the quoted post is seen to go, to the board's cut
mark, or to the first empty line; where more paragraphs follow then, the end is in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from parsers.posts import Post
from parsers.words import tidy

_SENTENCE: Final = (
    r"引用(?:第(?P<floor>\d{1,7})楼|楼主)(?P<author>[^\n]{1,40}?)于\d{4}-\d{1,2}-\d{1,2}[^\n]{0,20}发表的"
)
_QUOTES: Final = re.compile(rf"(?P<mark>^(?:Quote|引用)[:：]?[ \t]*\n\s*)?^{_SENTENCE}[^\n]*(?:\n|\Z)", re.M)
_NEXT: Final = re.compile(rf"^(?:(?:Quote|引用)[:：]?[ \t]*\n\s*)?{_SENTENCE}", re.M)
_SOMEBODY: Final = re.compile(_SENTENCE)
_BACK: Final = re.compile(r"^(?P<author>[^\n：]{1,40})：(?P<words>.*?)回到原帖", re.S)
_CUT: Final = re.compile(r"^\s*\.{6,}\s*$")
_LETTERS: Final = re.compile(r"\W+")


def quotes_somebody(text: str) -> bool:
    """Whether the board's sentence over a quote is in the text."""
    return _SOMEBODY.search(text) is not None


def without_quotes(text: str, before: Sequence[Post], names: Collection[str]) -> tuple[str, tuple[str, ...], bool]:
    """Own words, quotes, and whether it is in doubt where a quote ends.

    `before` are the posts earlier in the paste, `names` all its authors.
    """
    own, quotes, doubt = "", [], False
    back = _BACK.match(text.lstrip())
    if back:
        quotes.append(tidy(f"{back['author']}：{back['words']}"))
        text = text.lstrip()[back.end() :]
    while found := _QUOTES.search(text):
        inside, after, unsure = _cut_quote(text[found.end() :], found, before)
        own += text[: found.start()]
        quotes.append(tidy(text[found.start() : found.end()].removeprefix(found["mark"] or "") + inside))
        text, doubt = after, doubt or unsure
    named, text, unsure = _named_quote(text, before, names)
    return own + text, (*quotes, *named), doubt or unsure


def _cut_quote(text: str, found: re.Match[str], before: Sequence[Post]) -> tuple[str, str, bool]:
    """A quote, the text behind it, and whether the cut between them is in doubt."""
    following = _NEXT.search(text)
    text, beyond = (text[: following.start()], text[following.start() :]) if following else (text, "")
    lines = text.split("\n")
    at, doubt = _end_of_quote(lines, _quoted_post(found, before))
    return "\n".join(lines[:at]), "\n".join(lines[at:]) + beyond, doubt


def _end_of_quote(lines: Sequence[str], source: str | None) -> tuple[int, bool]:
    cut = next((at + 1 for at, line in enumerate(lines) if _CUT.match(line)), 0)
    seen = cut or (_as_far_as(lines, source) if source is not None else 0)
    if seen:
        return seen, False
    start = next((at for at, line in enumerate(lines) if line.strip()), 0)
    at = next((at for at in range(start, len(lines)) if not lines[at].strip()), len(lines))
    return at, len(re.split(r"\n\s*\n", "\n".join(lines[at:]).strip())) > 1


def _quoted_post(found: re.Match[str], before: Sequence[Post]) -> str | None:
    """What the quoted author wrote earlier in this text; floors shift, names seldom do."""
    author, floor = found["author"].strip(), int(found["floor"] or 0)
    by_him = [post for post in before if post.author == author]
    exact = next((post for post in by_him if post.floor == floor), None)
    chosen = exact or (by_him[0] if len(by_him) == 1 else None)
    return chosen.text if chosen is not None and chosen.text else None


def _as_far_as(lines: Sequence[str], source: str) -> int:
    """How many lines are found, in order, in the post they quote; 0 where the quote is not the whole of it."""
    quoted, taken = _bare(source), 0
    for at, line in enumerate(lines):
        bare = _bare(line)
        if bare and not quoted.startswith(bare):
            break
        if bare:
            quoted, taken = quoted[len(bare) :], at + 1
        if not quoted:
            break
    return taken if not quoted else 0


def _named_quote(text: str, before: Sequence[Post], names: Collection[str]) -> tuple[tuple[str, ...], str, bool]:
    """Line 8 quotes as `name:words` over an empty line, with nothing else to tell it from a player's own words."""
    head, _, rest = text.lstrip("\n").partition("\n")
    name, colon, words = head.strip().partition(":")
    over_own = rest.strip() and not rest.partition("\n")[0].strip()
    if not colon or not over_own or name.strip() not in names:
        return (), text, False
    said = [_bare(post.text) for post in before if post.author == name.strip()]
    return (tidy(head),), rest, not any(_bare(words) and _bare(words) in post for post in said)


def _bare(text: str) -> str:
    return _LETTERS.sub("", text.replace("[表情]", ""))
