"""Lines of a terminal folded where they end: Chinese anywhere, Latin words whole, no line begins with a comma."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from referee.reports.document import Tone
from referee.reports.plain_text import width as columns_of

Span = tuple[str, Tone]

_TOKENS = re.compile(r"[!-~]+|\s+|.", re.DOTALL)
_CLOSERS = frozenset("，。、；：？！）」』】》…·)")


def folded(spans: Sequence[Span], room: int, indent: str = "") -> Iterator[tuple[Span, ...]]:
    """The spans as lines of at most `room` columns; lines after the first begin with `indent`."""
    text = "".join(words for words, _ in spans)
    cuts = _cuts(text, room, len(indent))
    start = 0
    for number, end in enumerate([*cuts, len(text)]):
        line = _slice(spans, start, end)
        yield ((indent, ""), *line) if number else line
        start = end


def packed(fields: Iterable[tuple[Span, ...]], between: str, room: int, indent: str) -> Iterator[tuple[Span, ...]]:
    """Fields set one after the other, `between` them what parts them; one that does not fit begins a new line."""
    line: list[Span] = []
    used = 0
    for field in fields:
        wide = columns_of("".join(text for text, _ in field))
        if line and used + columns_of(between) + wide > room:
            yield from folded(line, room, indent)
            line = []
        before = between if line else indent
        used = (used if line else 0) + columns_of(before) + wide
        line += [(before, ""), *field]
    if line:
        yield from folded(line, room, indent)


def _slice(spans: Sequence[Span], start: int, end: int) -> tuple[Span, ...]:
    found: list[Span] = []
    at = 0
    for text, tone in spans:
        part = text[max(0, start - at) : max(0, end - at)]
        at += len(text)
        found += [(part, tone)] if part else []
    return tuple(found)


def _cuts(text: str, room: int, indent: int) -> list[int]:
    """Where the text is cut so that no line is wider than `room` (after the first: less the indent)."""
    cuts: list[int] = []
    used, start = 0, 0
    for at, token in _tokens(text, room - indent):
        wide = columns_of(token)
        if used + wide > room and at > start and not token.isspace():
            cut = at - 1 if token in _CLOSERS and at - 1 > start else at
            cuts.append(cut)
            start, used = cut, indent + columns_of(text[cut:at])
        used += wide
    return cuts


def _tokens(text: str, most: int) -> Iterator[tuple[int, str]]:
    """Pieces that are not parted, with their places; a Latin word longer than a line is parted all the same."""
    for found in _TOKENS.finditer(text):
        token = found.group()
        for start in range(0, len(token), most):
            yield found.start() + start, token[start : start + most]
