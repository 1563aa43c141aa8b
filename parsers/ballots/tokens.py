"""From a folded text to tokens: names, seat numbers, the words of the lexicon, signs, and the rest between them."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from parsers.ballots import numerals
from parsers.ballots.lexicon import words as lexicon_words
from parsers.folding import Folded
from parsers.names import Roster

# Signs that have a place in the grammar, each its own kind.
SIGNS = ",.。!?;:\n\"'()[]<>《》/+→=@、-~*#&|{}…^%$"
_SIGN_KIND = {"。": "。", "…": "…", ".": "."}
_WORDS = lexicon_words()
_HAN = numerals.HAN
_UNITS = "票人天轮局次个点分秒页字贴帖篇条句年月日夜晚位张楼层小时岁级名件遍回周号线段步倍成折元块"


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of the folded text. `kind` as in the lexicon, or: N name, n bare number, # other number, x rest.

    `players`: whom a name or number may mean, `how` (exact, alias, number, …); `also`: the kind the same letters have
    as a plain word; `value`: the number.
    """

    kind: str
    start: int
    end: int
    text: str
    players: tuple[str, ...] = ()
    how: str = ""
    also: str = ""
    value: int | None = None


def _trie(words: list[str]) -> str:
    """One regex that finds the longest of `words`, branching sign by sign so that no word is tried twice."""
    tree: dict[str, dict[str, object]] = {}
    for word in words:
        node = tree
        for char in word:
            node = node.setdefault(char, {})  # type: ignore[assignment]
        node[""] = {}
    return _branch(tree)  # type: ignore[arg-type]


def _branch(node: dict[str, dict[str, object]]) -> str:
    ends = "" in node
    options = []
    for char, below in node.items():
        if char:
            rest = _branch(below)  # type: ignore[arg-type]
            options.append(re.escape(char) + rest)
    if not options:
        return ""
    body = options[0] if len(options) == 1 and not ends else "(?:" + "|".join(options) + ")"
    return body + "?" if ends else body


_LATIN_WORDS = [word for word in _WORDS if re.match(r"[a-z+#!]", word)]
_HAN_WORDS = [word for word in _WORDS if word not in _LATIN_WORDS]
_LATIN = rf"(?P<latin>(?<![a-z0-9\#!])(?:{_trie(_LATIN_WORDS)})(?![a-z0-9])|(?<![a-z])(?:un)?vote(?=:))"
_NUMBER = rf"""
    (?P<floor>\d{{1,5}}\^?(?:楼|\#|f(?![a-z])|l(?![a-z])|层)|第[\d{_HAN}]{{1,4}}[楼层]|[{_HAN}]{{1,3}}楼|\#\d{{4,}})
  | (?P<clock>\d{{1,2}}[:点时](?:\d{{1,2}}分?(?::\d\d)?|半|整)?|\d{{4}}[-/年]\d{{1,2}}[-/月]\d{{1,2}}[日号]?|\d{{1,2}}月(?:\d{{1,2}}[日号])?|\d{{1,2}}/\d{{1,2}}(?![\d]))
  | (?P<ordinal>第[\d{_HAN}]{{1,4}}(?:[天日夜轮局次回章个位名票席段条点句人]|阶段|环节)?(?!号)|d\d{{1,2}}(?![a-z0-9])|[dn]ay\ ?\d{{1,2}})
  | (?P<count>(?:\d{{1,4}}(?:\.\d)?|[{_HAN}两几半]{{1,4}})(?:张票|票))
  | (?P<seat>(?:no\.?\ ?|№\ ?|\#|编号:?)\d{{1,3}}(?:号)?(?![\d^\#])|(?:\d{{1,3}}|[{_HAN}]{{1,3}})号(?:位|玩家|选手|座|仔|码)?|第(?:\d{{1,3}}|[{_HAN}]{{1,3}})号(?:玩家|位)?|[{numerals.RINGED}]号?)
  | (?P<amount>(?:\d+(?:\.\d+)?|[{_HAN}两几半]{{1,4}})(?:[{_UNITS}%](?![号])|点[\d{_HAN}]))
  | (?P<number>\d+|[{_HAN}]{{1,4}})
"""


_SEAT_LIKE = re.compile(rf"(?:no\.?|#|第)?(?:\d{{1,3}}|[{_HAN}]{{1,3}})号?")


def _seat_value(words: str) -> int | None:
    return numerals.value(re.sub(r"^(?:no\.?\ ?|№\ ?|#|编号:?|第)|号.*$", "", words))


class Scanner:
    """The tokenizer of one roster."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        keys = [key for key in (*roster.keys, *roster.judge_keys) if key]
        longer = [word for word in _HAN_WORDS if any(word != key and word.startswith(key) for key in keys)]
        overlong = f"(?P<longer>{_trie(longer)})|" if longer else ""
        self.pattern = re.compile(
            rf"{overlong}(?P<name>{roster.pattern})|{_LATIN}|(?P<han>{_trie(_HAN_WORDS)})|{_NUMBER}|(?P<sign>[{re.escape(SIGNS)}])",
            re.VERBOSE,
        )
        self.numerals: dict[int, tuple[str, ...]] = {}
        for key, players in roster.keys.items():
            value = _seat_value(key) if _SEAT_LIKE.fullmatch(key) else None
            if value is not None:
                self.numerals[value] = (*self.numerals.get(value, ()), *players)

    def scan(self, folded: Folded) -> list[Token]:
        """The tokens of a folded text, in order, without a gap."""
        text, tokens, at = folded.text, [], 0
        for match in self.pattern.finditer(text):
            start, end = match.span()
            if start > at:
                tokens.append(Token("x", at, start, text[at:start]))
            tokens.append(self._token(match.lastgroup or "x", start, end, match.group()))
            at = end
        if at < len(text):
            tokens.append(Token("x", at, len(text), text[at:]))
        return tokens

    def _token(self, group: str, start: int, end: int, words: str) -> Token:
        if group == "name":
            return self._name(start, end, words)
        if group in ("han", "longer", "latin"):
            return Token(_WORDS[words], start, end, words)
        if group == "sign":
            return Token(words, start, end, words)
        if group == "seat":
            value = _seat_value(words)
            return Token("N", start, end, words, self.called(value, words), "number", value=value)
        if group == "number":
            return Token("n", start, end, words, value=numerals.value(words))
        return Token("#", start, end, words, how=group)

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
        return Token("N", start, end, words, both, "name", also=_WORDS.get(words, ""), value=value)


@functools.lru_cache(maxsize=32)
def scanner(roster: Roster) -> Scanner:
    """The tokenizer of `roster`, made once."""
    return Scanner(roster)
