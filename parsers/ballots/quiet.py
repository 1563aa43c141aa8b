"""Which posts say nothing as a ballot, told without reading them: most of a thread is talk.

A post is quiet where it holds no voting word, nothing of any name and no seat number. What is not surely quiet is
read; that talk is read too costs only time. Every search here is one pass over the text.
"""

from __future__ import annotations

import functools
import re

from parsers.ballots.lexicon import words as lexicon_words
from parsers.ballots.numerals import HAN, RINGED
from parsers.ballots.strange import EMOJI
from parsers.folding import HOLE, Folded
from parsers.names import Roster

_SHORT = 24  # a post up to this long may be a ballot in ways a longer one cannot (a nickname, an emoji, 跟楼上)
_TINY = 14  # and up to this long it may be a piece of a name, or nearly a name
_MANY = 1500  # a post with more places that look like ballots is beyond reading
_SKIP = r"[\s\0]*"
_VOTING = (
    r"[投票弃归挂罢]|处[决死刑斩]|绞|吊死|公决|打飞|补选|选举|空过|跳过|轮空|谁[都也]不|不选|不表态|维持|授权|委托|隐藏|可见|"
    rf"vote|lynch|hang|pass|abstain|hidden|nobody|no one|号|[{RINGED}]|[改换回成给到][\s\0]*[0-9{HAN}]|[0-9{HAN}][\s\0]*[改换→>]"
)
_FAINT_KINDS = "fwtvZzUA"


class Ear:
    """What is listened for in a game of one roster."""

    def __init__(self, roster: Roster) -> None:
        keys = [key for key in (*roster.keys, *roster.judge_keys) if key]
        pairs = {_pair(key) for key in keys}
        self.strong = re.compile("|".join([_VOTING, *sorted(pairs)]))
        faint = {word for word, kind in lexicon_words().items() if kind in _FAINT_KINDS}
        letters = {re.escape(char) for key in keys for char in key} | {re.escape(char) for char in EMOJI}
        words = sorted({re.escape(word) for word in faint}, key=len)
        self.faint = re.compile("|".join([r"[a-z0-9过清算+@#]", r"[就是][\s\0]*[他她它牠你妳您这那]", *words]))
        self.letters = re.compile(f"[{HAN}{''.join(sorted(letters))}]")

    def quiet(self, folded: Folded) -> bool:
        """Whether a folded text surely holds no ballot and nothing to ask about."""
        return self.hears_nothing(folded.text)

    def hears_nothing(self, signs: str) -> bool:
        """The same of a text folded sign by sign, with its blanks and holes."""
        if self.strong.search(signs):
            return False
        size = len(signs) - signs.count(HOLE)
        if size > _SHORT:
            return True
        return not (self.faint.search(signs) or (size <= _TINY and self.letters.search(signs)))

    def overflows(self, folded: str) -> bool:
        """Whether there is more in it than a ballot could ever need."""
        if len(folded) < 4 * _MANY:
            return False
        return sum(1 for _ in zip(range(_MANY), self.strong.finditer(folded), strict=False)) >= _MANY


def _pair(key: str) -> str:
    """The first two letters of a name that are neither signs nor blanks, wherever blanks may stand."""
    letters = [re.escape(char) for char in key if char.isalnum()] or [re.escape(char) for char in key]
    return _SKIP.join(letters[:2]) if len(letters) > 1 else letters[0]


@functools.lru_cache(maxsize=32)
def ear(roster: Roster) -> Ear:
    """The ear for `roster`, made once."""
    return Ear(roster)
