"""From a folded text to tokens: names, seat numbers, the words of the lexicon, signs, and the rest between them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass

from parsers.ballots import numerals
from parsers.ballots.lexicon import words as lexicon_words
from parsers.folding import Folded
from parsers.names import Roster

# Signs that have a place in the grammar, each its own kind.
SIGNS = ",.。!?;:\n\"'()[]<>《》/+→=@、-~*#&|{}…^%$×_"
_WORDS = lexicon_words()
_HAN = numerals.HAN
UNITS = "人天轮局次个点分秒页字贴帖篇条句年月日夜晚位张楼层小时岁级名件遍回周线段步倍成折元块连杀狼民神警"
_SEAT_LIKE = re.compile(rf"(?:no\.?|#)?(?:\d{{1,3}}|[{_HAN}]{{1,3}})号?|第(?:\d{{1,3}}|[{_HAN}]{{1,3}})号")


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of the folded text. `kind` as in the lexicon, or one of

    N name or seat, n bare number, 1 one ballot (一票, +1), 9 several ballots, h floor, # other number, x the rest,
    or a sign itself. `players`: whom a name or number may mean, `how` (name, number); `value`: the number.
    """

    kind: str
    start: int
    end: int
    text: str
    players: tuple[str, ...] = ()
    how: str = ""
    value: int | None = None


def _trie(words: Iterable[str]) -> str:
    """One regex that finds the longest of `words`, branching sign by sign so that no word is tried twice."""
    tree: dict[str, dict[str, object]] = {}
    for word in words:
        node = tree
        for char in word:
            node = node.setdefault(char, {})  # type: ignore[assignment]
        node[""] = {}
    return _branch(tree)  # type: ignore[arg-type]


def _branch(node: dict[str, dict[str, object]]) -> str:
    options = [re.escape(char) + _branch(below) for char, below in node.items() if char]  # type: ignore[arg-type]
    if not options:
        return ""
    body = options[0] if len(options) == 1 and "" not in node else "(?:" + "|".join(options) + ")"
    return body + "?" if "" in node else body


_MARKED = [word for word in _WORDS if word[0] in "#!+"]
_LATIN_WORDS = [word for word in _WORDS if word[0].isascii() and word not in _MARKED]
_HAN_WORDS = [word for word in _WORDS if not word[0].isascii()]
_LATIN = (
    rf"(?P<latin>(?<![a-z0-9\#!])(?:{_trie(w for w in _LATIN_WORDS if w[-1].isalnum())})(?![a-z0-9])"
    rf"|(?<![a-z0-9\#!])(?:{_trie(w for w in _LATIN_WORDS if not w[-1].isalnum())})"
    rf"|{_trie(_MARKED)}(?![a-z0-9])|(?<![a-z\#])(?:un)?vote(?=:))"
)
_N = rf"(?:\d{{1,3}}|[{_HAN}]{{1,3}})"
_NUMBER = rf"""
    (?P<floor>\d{{1,5}}\^?(?:楼|\#|f(?![a-z])|l(?![a-z])|层)|第[\d{_HAN}]{{1,4}}[楼层]|[{_HAN}]{{1,3}}楼|\#\d{{4,}})
  | (?P<clock>\d{{1,2}}(?::\d\d(?::\d\d)?|[点时](?:\d{{1,2}}分?|半|整|钟)?)|[{_HAN}]{{1,3}}点(?:半|整|钟|[{_HAN}]{{1,3}}分)
      |\d{{4}}[-/年.]\d{{1,2}}[-/月.]\d{{1,2}}[日号]?|[\d{_HAN}]{{1,2}}月(?:[\d{_HAN}]{{1,3}}[日号])?|\d{{1,2}}/\d{{1,2}}(?![\d]))
  | (?P<range>{_N}号?[到至~-]{_N}号)
  | (?P<ordinal>第[\d{_HAN}]{{1,4}}(?:[天日夜轮局次回章个位名票席段条点句人场届期]|阶段|环节)?(?!号)|[dn]\d{{1,2}}(?![a-z0-9])|[dn]ay\ ?\d{{1,2}})
  | (?P<one>(?:一|1)(?:张)?票(?!否决)|\+\ ?1(?:票)?(?!\d))
  | (?P<several>(?:\d{{1,4}}(?:\.\d)?|[{_HAN}两几半]{{1,4}})(?:张票|票))
  | (?P<seat>(?:no\.?\ ?|№\ ?|\#|编号:?|座位:?)\d{{1,3}}(?:号)?(?![\d^\#:])|第?{_N}号(?:位|玩家|选手|座|仔|码)?(?!线|院|公馆)|[{numerals.RINGED}]号?)
  | (?P<amount>(?:\d+(?:\.\d+)?|[{_HAN}两几半]{{1,4}})(?:[{UNITS}%](?![号])|点[\d{_HAN}]|来岁|多))
  | (?P<number>\d+|[{_HAN}]{{1,4}})
"""
_KIND_OF = {"floor": "h", "one": "1", "several": "9"}
# Words a name may seem to run into: 小明明天 is 小明 and 明天.
_RUNS_INTO = [word for word, kind in _WORDS.items() if len(word) > 1 and kind in "FLRMDyQXuf"]


class Scanner:
    """The tokenizer of one roster."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        keys = [key for key in (*roster.keys, *roster.judge_keys) if key]
        longer = [word for word in _HAN_WORDS if any(word != key and word.startswith(key) for key in keys)]
        overlong = f"(?P<longer>{_trie(longer)})|" if longer else ""
        short = f"(?P<short>{'|'.join(_false_ends(keys))})|" if _false_ends(keys) else ""
        self.pattern = re.compile(
            rf"{overlong}{short}(?P<name>{roster.pattern})|{_LATIN}|(?P<han>{_trie(_HAN_WORDS)})|{_NUMBER}"
            rf"|(?P<sign>[{re.escape(SIGNS)}])|(?P<picture>[\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u2b00-\u2bff\u3012-\u3030\U0001f000-\U0001faff]+)",
            re.VERBOSE,
        )
        self.names = re.compile(roster.pattern)
        self.first_letters = {key[place] for key in keys for place in range(len(key))}
        self.numerals: dict[int, tuple[str, ...]] = {}
        for key, players in roster.keys.items():
            value = _seat_value(key) if _SEAT_LIKE.fullmatch(key) else None
            if value is not None and not key.isdigit() and numerals.value(key) is None:
                self.numerals[value] = (*self.numerals.get(value, ()), *players)

    def scan(self, folded: Folded) -> list[Token]:
        """The tokens of a folded text, in order; blanks are none."""
        text, tokens, at = folded.text, [], 0
        match = self.pattern.search(text)
        while match:
            start, end = match.span()
            group, words = match.lastgroup or "x", match.group()
            if group == "name" and folded.gaps:
                end = self._ends_at_gap(text, start, end, folded.gaps)
                words = text[start:end]
            elif group == "han" and len(words) > 1:
                end = self._gives_way(text, start, end)
                words = text[start:end]
            if start > at and not text[at:start].isspace():
                tokens.append(Token("x", at, start, text[at:start]))
            if group != "picture":  # an emoji is no word and cuts none
                tokens.append(self._token(group, start, end, words))
            at = end
            match = self.pattern.search(text, at)
        if at < len(text) and not text[at:].isspace():
            tokens.append(Token("x", at, len(text), text[at:]))
        return tokens

    def _gives_way(self, text: str, start: int, end: int) -> int:
        """A word leaves its last letters to a name that begins in them: 投空山 is 投 and 空山, not 投空."""
        for at in range(start + 1, end):
            if text[at] not in self.first_letters or text[start:at] not in _WORDS:
                continue
            name = self.names.match(text, at)
            if name and (name.end() > end or (name.end() == end and _WORDS[text[start:at]] in "VCP")):
                return at
            if _WORDS[text[start:end]] == "V" and at == end - 1 and self.roster.having(text[at : end + 1]):
                return at if len(text[at : end + 1]) > 1 else end  # 投飞刀, a piece of a name
        return end

    def _ends_at_gap(self, text: str, start: int, end: int, gaps: frozenset[int]) -> int:
        """A name that goes on over a blank gives way to a whole name that ends at the blank: 小明 明天."""
        words = text[start:end]
        if end >= len(text) or end in gaps or not text[end].isalnum():
            return end
        for size in range(1, len(words)):
            even = any(start + place in gaps for place in range(1, size))  # 天 蝎 座: blanks everywhere
            if (
                start + size in gaps
                and not even
                and words[:size] in self.roster.keys
                and words[size:] not in self.roster.keys
            ):
                return start + size
        return end

    def _token(self, group: str, start: int, end: int, words: str) -> Token:
        if group in ("name", "short"):
            return self._name(start, end, words)
        if group in ("han", "longer", "latin"):
            return Token(_WORDS[words], start, end, words)
        if group == "sign":
            return Token(words, start, end, words)
        if group == "seat":
            value = _seat_value(words)
            return Token("N", start, end, words, self.called(value, words), "number", value)
        if group == "number":
            return Token("n", start, end, words, value=numerals.value(words))
        return Token(_KIND_OF.get(group, "#"), start, end, words, how=group)

    def seat(self, value: int | None) -> tuple[str, ...]:
        """Who has this number; nobody where it is no seat's."""
        player = None if value is None else self.roster.numbers.get(value)
        return (player,) if player else ()

    def called(self, value: int | None, words: str) -> tuple[str, ...]:
        """Whom a seat number may mean: who sits there, and whoever's name reads or begins like it (三号, 九号线)."""
        alike = self.numerals.get(value, ()) if value is not None else ()
        longer = [player for key, players in self.roster.keys.items() if key.startswith(words) for player in players]
        return tuple(dict.fromkeys((*self.seat(value), *alike, *longer)))

    def _name(self, start: int, end: int, words: str) -> Token:
        players = self.roster.named(words)
        if not players:
            return Token("E", start, end, words, how="judge")
        value = _seat_value(words) if _SEAT_LIKE.fullmatch(words) else None
        both = tuple(dict.fromkeys((*players, *self.seat(value))))
        return Token("N", start, end, words, both, "name", value)


def _false_ends(keys: list[str]) -> list[str]:
    """Where a longer name only seems to stand: a shorter one followed by a word that begins with the rest."""
    found = []
    for key in keys:
        for short in keys:
            rest = key[len(short) :]
            if rest and key.startswith(short):
                goes_on = [re.escape(word) for word in _RUNS_INTO if word.startswith(rest) and word != rest]
                found += [rf"{re.escape(short)}(?={'|'.join(goes_on)})"] if goes_on else []
    return found


def _seat_value(words: str) -> int | None:
    return numerals.value(re.sub(r"^(?:no\.?\ ?|№\ ?|#|编号:?|座位:?|第)|号.*$", "", words))


@functools.lru_cache(maxsize=32)
def scanner(roster: Roster) -> Scanner:
    """The tokenizer of `roster`, made once."""
    return Scanner(roster)
