"""Which posts say nothing as a ballot, told without reading them: most of a thread is talk.

A text is quiet where it holds no word the shapes begin with, nothing of any name, and no number that stands alone.
What is not surely quiet is read. The words come from the lexicon, so that a new one is heard here too.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from parsers.ballots.lexicon import words as lexicon_words
from parsers.ballots.strange import EMOJI
from parsers.ballots.tokens import UNITS
from parsers.folding import Folded
from parsers.names import Roster, bare

# Kinds that make a statement, a doubt or a question without a name beside them.
_LOUD_KINDS = frozenset("VPT¥BUCXkZvAoftwSJc")
# Words the shapes look for by themselves: ballots counted, seats, floors, arrows, what `strange` and `passage` ask about.
_BESIDES = (
    *("票", "投", "+1", "+ 1", "号", "№", "#", "编号", "座位", "楼", "层", "→", ">", "[x]", "算我", "加我", "也加我"),
    *("隐藏", "可见", "需要回复", "hidden", "权限不够", "清票", "没想好", "拿不准", "没把握", "不确定"),
)
_MARKS = ",。!?;\n()~|…"
_WORDS = lexicon_words()
# Kinds of words that may stand beside a number and leave it alone in its clause, or between it and a verb.
_BESIDE_NUMBERS = frozenset("saXujRSi#lbGgP")
_COUNTED = frozenset("第阶段环节回章位席场届期钟半整来多岁定下中的是上" + UNITS)
_DIGITS = r"\d零〇一二三四五六七八九十百两"
_NO_HAN = r"\x01-\x09\x0b-\x20\"-'*+\-./0-:<=>@-{}\x7f-\u2025\u2027-\u3001\u3003-\u33ff\u4dc0-\u4dff\ua000-\U0010ffff"


def _literal(words: Iterable[str]) -> str:
    """One regex of plain words, those with the same beginning together."""
    tails: dict[str, list[str]] = {}
    for word in sorted(words):
        tails.setdefault(word[0], []).append(word[1:])
    return "|".join(
        re.escape(head) + ("" if "" in rest else f"(?:{'|'.join(map(re.escape, rest))})") for head, rest in tails.items()
    )


def _shortest(words: Iterable[str]) -> list[str]:
    """The words that hold none of the others."""
    kept: list[str] = []
    for word in sorted(words, key=len):
        if not any(short in word for short in kept):
            kept.append(word)
    return kept


@functools.cache
def _loud() -> re.Pattern[str]:
    loud = [word for word, kind in _WORDS.items() if kind in _LOUD_KINDS]
    return re.compile(_literal(_shortest([*loud, *_BESIDES])))


@functools.cache
def _numbers() -> re.Pattern[str]:
    """A clause of nothing but a number and what may stand beside it, or a number some verb has for its object."""
    beside = {char for word, kind in _WORDS.items() if kind in _BESIDE_NUMBERS for char in word if not char.isascii()}
    around = f"[{_DIGITS}{_NO_HAN}{''.join(sorted(beside | _COUNTED))}]*"
    verbs = _literal(_shortest(["不是", *(word for word, kind in _WORDS.items() if kind == "W")]))
    return re.compile(
        f"(?:^|(?<=[{_MARKS}])){around}[{_DIGITS}]{around}(?=$|[{_MARKS}])|(?:{verbs}){around}[{_DIGITS}]"
    )


# A word in Latin letters may be a name spelt out, a face an animal; 给 after 把 hands something over.
_OTHERS = re.compile(
    rf"[a-z]{{4}}|[{re.escape(''.join(EMOJI))}\u2460-\u24ff\u2776-\u2793\u3200-\u33ff]|(?:^|\n)[^\n]?过[^\n]?(?:\n|$)"
    r"|[把将][^,。!?;\n]*[给献留送递落按砸贡奉归打扔丢甩写记算贴盖捐指赏赐拍放押属挂压塞敬喂分全都填]"
)
_ASKED = "谁哪啥"


class Ear:
    """What is listened for in a game of one roster."""

    def __init__(self, roster: Roster) -> None:
        keys = [key for key in (*roster.keys, *roster.judge_keys) if key]
        grams = {gram for key in keys for gram in (*_grams(key), *_grams(bare(key)))}
        self.names = re.compile(_literal(_shortest(grams)) or r"(?!)")
        self.letters = frozenset(char for key in keys for char in key)

    def quiet(self, folded: Folded) -> bool:
        """Whether the words surely hold no ballot, no name and nothing to ask about."""
        text = folded.text
        if _loud().search(text) or self.names.search(text) or _numbers().search(text) or _OTHERS.search(text):
            return False
        if any(text.count(word) > 1 for word in _ASKED):
            return False
        return not self._may_be_a_slip(text)

    def _may_be_a_slip(self, text: str) -> bool:
        """Whether a post of one or two clauses begins with letters of a name: it may be one, nearly."""
        if self.letters.isdisjoint(text[:20]):
            return False
        return '"' in text or "《" in text or sum(any(map(str.isalnum, part)) for part in _CUT.split(text, 8)) < 3


_CUT = re.compile(f"[{_MARKS}]+")


def _grams(key: str) -> list[str]:
    """What any spelling of a name holds: two letters of it, or the only one."""
    return [key] if len(key) == 1 else [key[at : at + 2] for at in range(len(key) - 1)]


@functools.lru_cache(maxsize=32)
def ear(roster: Roster) -> Ear:
    """The ear for `roster`, made once."""
    return Ear(roster)
