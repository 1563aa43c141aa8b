"""Ballots in an agreed form: on a line of its own, `[我选:{}]`. What of a post may be one is decided before reading."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import chain

from parsers.folding import fold_chars

SLOT = "{}"


def sound(form: str) -> bool:
    """Whether a form has its place for the name, once, and something that tells it from talk."""
    return form.count(SLOT) == 1 and bool(form.replace(SLOT, "").strip())


def only_lines(forms: Iterable[str]) -> Callable[[str], str]:
    """A text with everything blanked out but the names in lines of these forms, each said as a plain vote.

    Nothing moves: what the reader finds stands where it stands in the post. Width, case, traditional signs and blanks
    around the form's pieces do not matter.
    """
    patterns = [_pattern(form) for form in forms]

    def words(text: str) -> str:
        return "".join(chain.from_iterable(_line(line, patterns) for line in text.splitlines(keepends=True)))

    return words


def _line(line: str, patterns: list[re.Pattern[str]]) -> tuple[str, ...]:
    bare = line.rstrip("\r\n")
    end = line[len(bare) :]
    folded = fold_chars(bare)
    for pattern in patterns:
        if found := pattern.fullmatch(folded):
            start, stop = found.span(1)
            # 投 stands where the form had its own words; a bare name reads as a vote too.
            before = " " * (start - 1) + "投" if start else ""
            return before, bare[start:stop], " " * (len(bare) - stop), end
    return " " * len(bare), end


def _pattern(form: str) -> re.Pattern[str]:
    before, after = (fold_chars(piece.strip()) for piece in form.split(SLOT))
    return re.compile(rf"\s*{_loose(before)}\s*(\S.*?)\s*{_loose(after)}\s*")


def _loose(piece: str) -> str:
    return r"\s*".join(re.escape(sign) for sign in piece if not sign.isspace())
