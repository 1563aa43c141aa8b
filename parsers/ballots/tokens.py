"""From a folded text to tokens: names, seat numbers, the words of the lexicon, signs, and the rest between them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from parsers.ballots import numerals
from parsers.ballots.lexicon import words as lexicon_words
from parsers.folding import Folded
from parsers.names import Roster, name_pattern

# Signs that have a place in the grammar, each its own kind.
SIGNS = ",.。!?;:\n\"'()[]<>《》/+→=@、-~*#&|{}…^%$×_"
_WORDS = lexicon_words()
_HAN = numerals.HAN
UNITS = "人天轮局次个点分秒页字贴帖篇条句年月日夜晚位张楼层时岁级名件遍回周线段步倍成折元块连杀狼民神警"
_SEAT_LIKE = re.compile(rf"(?:no\.?|#)?(?:\d{{1,3}}|[{_HAN}]{{1,3}})号?|第(?:\d{{1,3}}|[{_HAN}]{{1,3}})号")


class Token(NamedTuple):
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
    tree: dict[str, Any] = {}
    for word in words:
        node = tree
        for char in word:
            node = node.setdefault(char, {})
        node[""] = {}
    return _branch(tree)


def _branch(node: dict[str, Any]) -> str:
    options = [re.escape(char) + _branch(below) for char, below in node.items() if char]
    if not options:
        return ""
    body = options[0] if len(options) == 1 and "" not in node else "(?:" + "|".join(options) + ")"
    return body + "?" if "" in node else body


_MARKED = [word for word in _WORDS if word[0] in "#!+"]
_MARKED = [word for word in _WORDS if word[0] in "#!+"]
_LATIN_WORDS = [word for word in _WORDS if word[0].isascii() and word not in _MARKED]
_LATIN = re.compile(
    rf"(?<![a-z0-9\#!])(?:{_trie(w for w in _LATIN_WORDS if w[-1].isalnum())})(?![a-z0-9])"
    rf"|(?<![a-z0-9\#!])(?:{_trie(w for w in _LATIN_WORDS if not w[-1].isalnum())})"
    rf"|{_trie(_MARKED)}(?![a-z0-9])|(?<![a-z\#])(?:un)?vote(?=:)",
    re.VERBOSE,
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
  | (?P<amount>(?:\d+(?:\.\d+)?|[{_HAN}两几半]{{1,4}})(?:[{UNITS}%](?![号])|小时|点[\d{_HAN}]|来岁|多))
  | (?P<number>\d+|[{_HAN}]{{1,4}})
"""
_NUMBERS = re.compile(_NUMBER, re.VERBOSE)
_KIND_OF = {"floor": "h", "one": "1", "several": "9"}
# Words a name may seem to run into: 小明明天 is 小明 and 明天.
_RUNS_INTO = [word for word, kind in _WORDS.items() if len(word) > 1 and kind in "FLRMDyQXuf"]
# Faces typed in signs and letters: ^_^, =_=b, t_t.
_FACES = re.compile(
    r"(?:=[_.]+=|\^[_.o-]?\^|>[_.o]+<|-[_.]+-|\+_\+|@_@|;_+;|\*_\*|(?<![a-z0-9])(?:t[_.]+t|o[_.]+o|0_0|q_q|x_x|u_u|q[aw]q|orz|otz)(?![a-z0-9]))"
    r"(?:b(?![a-z0-9])|;+)?"
)
_FACE = frozenset("=^>-+@;*to0qxu")
_BRACKETED = re.compile(r"\(([^()\s]{1,8})\)")
_PICTURES = re.compile(r"[\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u2b00-\u2bff\u3012-\u3030\U0001f000-\U0001faff]+")


def _lengths() -> dict[str, tuple[int, ...]]:
    """First sign → how long the words that begin with it are, longest first."""
    found: dict[str, set[int]] = {}
    for word in _WORDS:
        if not word[0].isascii():
            found.setdefault(word[0], set()).add(len(word))
    return {first: tuple(sorted(sizes, reverse=True)) for first, sizes in found.items()}


_SIZES = _lengths()
_ASCII = frozenset("abcdefghijklmnopqrstuvwxyz#!+")
_OPENS_NUMBER = frozenset("0123456789第#№编座dn+" + _HAN + "两几半" + numerals.RINGED)
_SIGN = frozenset(SIGNS)


class Scanner:
    """The tokenizer of one roster."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        keys = [key for key in (*roster.keys, *roster.judge_keys) if key]
        by_first: dict[str, list[str]] = {}
        for key in keys:
            for first in {key[0], next((char for char in key if char.isalnum()), key[0])}:
                by_first.setdefault(first, []).append(key)
        self.names_by_first = {first: re.compile(name_pattern(some)) for first, some in by_first.items()}
        self.false_ends = _false_ends(keys)
        self.names = re.compile(roster.pattern)
        self.inner = {char for key in keys for char in key}
        self.numerals: dict[int, tuple[str, ...]] = {}
        for key, players in roster.keys.items():
            value = _seat_value(key) if _SEAT_LIKE.fullmatch(key) else None
            if value is not None and not key.isdigit() and numerals.value(key) is None:
                self.numerals[value] = (*self.numerals.get(value, ()), *players)

    def scan(self, folded: Folded) -> list[Token]:
        """The tokens of a folded text, in order; blanks and pictures are none."""
        text, tokens = folded.text, list[Token]()
        size, at, held = len(text), 0, 0
        while at < size:
            found = self._at(text, at, folded.gaps)
            if found is None:
                at += 1
                continue
            tokens += _rest(text, held, at)
            if found.kind != "picture":  # an emoji is no word and cuts none
                tokens.append(found)
            at = held = found.end
        tokens += _rest(text, held, size)
        return tokens

    def _at(self, text: str, at: int, gaps: frozenset[int]) -> Token | None:
        """The token that begins at `at`, or None where the letter is no word's first."""
        char = text[at]
        names = self.names_by_first.get(char)
        sizes = _SIZES.get(char)
        name = names.match(text, at) if names else None
        if name:
            return self._named(text, at, name.end(), sizes, gaps)
        face = _FACES.match(text, at) if char in _FACE else None
        if face:
            return Token("picture", at, face.end(), "")
        if char in _ASCII:
            latin = _LATIN.match(text, at)
            if latin:
                return Token(_WORDS[latin.group()], at, latin.end(), latin.group())
        if sizes:
            word = _longest(text, at, sizes)
            if word:
                end = self._gives_way(text, at, at + len(word)) if len(word) > 1 else at + 1
                return Token(_WORDS[text[at:end]], at, end, text[at:end])
        if char in _OPENS_NUMBER:
            number = _NUMBERS.match(text, at)
            if number:
                return self._number(number.lastgroup or "", at, number.end(), number.group())
        if char in _SIGN:
            return Token(char, at, at + 1, char)
        if char > "\u218f":
            picture = _PICTURES.match(text, at)
            if picture:
                return Token("picture", at, picture.end(), "")
        return None

    def _named(self, text: str, at: int, end: int, sizes: tuple[int, ...] | None, gaps: frozenset[int]) -> Token:
        """A name at `at`, unless a longer word begins there or the name only seems to end where it does."""
        word = _longest(text, at, sizes) if sizes else ""
        if len(word) > end - at:
            return Token(_WORDS[word], at, at + len(word), word)
        for short, goes_on in self.false_ends.get(text[at:end], ()):
            if goes_on.match(text, at + len(short)):
                end = at + len(short)
        if gaps:
            end = self._ends_at_gap(text, at, end, gaps)
        inside = _BRACKETED.match(text, end) if text[end : end + 1] == "(" else None
        longer = self.roster.keys.get(text[at:end] + inside.group(1)) if inside else None
        if inside and longer and set(longer) - set(self.roster.named(text[at:end])):
            both = tuple(dict.fromkeys((*longer, *self.roster.named(text[at:end]))))  # 大白(兔)
            return Token("N", at, inside.end(), text[at : inside.end()], both, "name")
        return self._name(at, end, text[at:end])

    def _number(self, group: str, start: int, end: int, words: str) -> Token:
        if group == "seat":
            value = _seat_value(words)
            return Token("N", start, end, words, self.called(value, words), "number", value)
        if group == "number":
            value = numerals.value(words)
            return Token("n", start, end, words, self.numerals.get(value, ()) if value is not None else (), value=value)
        return Token(_KIND_OF.get(group, "#"), start, end, words, how=group)

    def _gives_way(self, text: str, start: int, end: int) -> int:
        """A word leaves its last letters to a name that begins in them: 投空山 is 投 and 空山, not 投空."""
        for at in range(start + 1, end):
            if text[at] not in self.inner or text[start:at] not in _WORDS:
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
        for size in range(1, len(words)):
            even = any(start + place in gaps for place in range(1, size))  # 天 蝎 座: blanks everywhere
            whole = words[:size] in self.roster.keys and words[size:] not in self.roster.keys
            if start + size in gaps and not even and whole:
                goes_on = _longest(text, start + size, _SIZES.get(text[start + size], ()))
                return start + size if len(goes_on) > len(words) - size else end
        return end

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


def _rest(text: str, start: int, end: int) -> list[Token]:
    """The letters between two words of the lexicon as one token, without the blanks around them."""
    words = text[start:end].strip(" ")
    start += len(text[start:end]) - len(text[start:end].lstrip(" "))
    return [Token("x", start, start + len(words), words)] if words else []


def _longest(text: str, at: int, sizes: tuple[int, ...]) -> str:
    """The longest word of the lexicon at `at`; `sizes` are those its first letter allows."""
    for size in sizes:
        word = text[at : at + size]
        if word in _WORDS and len(word) == size:
            return word
    return ""


def _false_ends(keys: list[str]) -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    """Name → shorter names it begins with, each with the words that would go on from there with the rest."""
    found: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    for key in keys:
        for short in keys:
            rest = key[len(short) :]
            if rest and key.startswith(short):
                words = [re.escape(word) for word in _RUNS_INTO if word.startswith(rest) and word != rest]
                if words:
                    found.setdefault(key, []).append((short, re.compile("|".join(words))))
    return found


def _seat_value(words: str) -> int | None:
    return numerals.value(re.sub(r"^(?:no\.?\ ?|№\ ?|#|编号:?|座位:?|第)|号.*$", "", words))


@functools.lru_cache(maxsize=32)
def scanner(roster: Roster) -> Scanner:
    """The tokenizer of `roster`, made once."""
    return Scanner(roster)
