"""Chinese for a word index: every two neighbouring characters are one word, Latin words and numbers stay whole.

SQLite's own tokenizers take a run of Han characters for one word and find nothing in it, or need three characters.
"""

from __future__ import annotations

import re
from itertools import pairwise

_RUN = re.compile(r"[0-9a-z]+|[^\W_0-9a-z]+")


def query(words: str) -> str:
    """The search for a text's words: every run of it must occur; nothing to search for gives an empty string.

    A run of Han characters is found anywhere inside a longer one, Latin words and numbers by how they begin.
    """
    return " ".join(map(_phrase, _RUN.findall(words.casefold())))


def runs(words: str) -> list[str]:
    """The pieces `query` searches for, for marking them in a text."""
    return _RUN.findall(words.casefold())


def _phrase(run: str) -> str:
    if run[0].isascii() or len(run) == 1:
        return f'"{run}"*'
    return '"' + " ".join(map("".join, pairwise(run))) + '"'


def grams(text: str) -> str:
    """The words a text is found by, in order, for the index: 投票乙 gives 投票 票乙 乙."""
    words: list[str] = []
    for run in _RUN.findall(text.casefold()):
        if run[0].isascii():
            words.append(run)
        else:
            # The last character stands alone too, so that one character is found as the start of a word.
            words.extend(map("".join, pairwise(run)))
            words.append(run[-1])
    return " ".join(words)
