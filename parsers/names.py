"""Who is meant: exact, folded, alias, number, unique part; otherwise a question.

Likeness alone never names anybody: a near miss is only offered to the judge.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import field

from parsers.folding import fold_name
from parsers.values import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as names go: the account's name, other names, seat number."""

    name: str
    aliases: tuple[str, ...] = ()
    number: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Roster:
    """The names of one game, compiled once and asked for every post.

    `keys`: folded name or alias → players (several: an alias two players share). `bare`: the same without signs and
    blanks. `numbers`: seat number → player; `guessed` where nobody has a number and the order of the list stands in.
    `parts`: every piece of a name of two or more signs (one, if Han) → players. `pattern`: all names as one regex.
    `misspelt`: pieces by which a name one sign off is found. `clashes`: pairs of players whose names fold together.
    `lookalikes`: pairs a reader may take for one another.
    """

    seats: tuple[Seat, ...]
    judges: tuple[str, ...]
    keys: dict[str, tuple[str, ...]]
    bare: dict[str, tuple[str, ...]]
    numbers: dict[int, str]
    guessed: bool
    parts: dict[str, tuple[str, ...]]
    judge_keys: frozenset[str]
    pattern: str
    clashes: tuple[tuple[str, str], ...] = ()
    lookalikes: tuple[tuple[str, str], ...] = ()
    names: frozenset[str] = field(default_factory=frozenset)
    misspelt: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, seats: Iterable[Seat], judges: Iterable[str] = (), ordered: bool = True) -> Roster:
        """Compile the names of `seats`; `judges` are known by name and are no players.

        `ordered`: where nobody has a number, the order of the list may stand in for numbers.
        """
        seats, judges = tuple(seats), tuple(judges)
        keys = _keys(seats)
        numbers = {seat.number: seat.name for seat in seats if seat.number is not None}
        judge_keys = frozenset(fold_name(judge) for judge in judges)
        bare_keys = _merged((bare(key), players) for key, players in keys.items())
        return cls(
            seats=seats,
            judges=judges,
            keys=keys,
            bare=bare_keys,
            numbers=numbers or ({place: seat.name for place, seat in enumerate(seats, 1)} if ordered else {}),
            guessed=ordered and not numbers,
            parts=_parts(keys),
            judge_keys=judge_keys,
            pattern=name_pattern([*keys, *judge_keys]),
            clashes=_clashes(seats),
            lookalikes=_lookalikes(seats),
            names=frozenset(seat.name for seat in seats),
            misspelt=_misspelt(bare_keys),
        )

    def named(self, words: str) -> tuple[str, ...]:
        """The players whose whole name or alias the folded `words` are; none, one or several."""
        key = words.strip()
        return self.keys.get(key) or self.bare.get(bare(key), ())

    def is_judge(self, name: str | None) -> bool:
        """Whether `name` (as written anywhere) is one of the judges."""
        return name is not None and fold_name(name) in self.judge_keys

    def player(self, name: str | None) -> str | None:
        """The player whose account or alias `name` is, if exactly one."""
        found = self.named(fold_name(name)) if name else ()
        return found[0] if len(found) == 1 else None

    def having(self, part: str) -> tuple[str, ...]:
        """The players a name of whom begins with or contains the folded `part`."""
        return self.parts.get(bare(part), ())

    def lettered(self, letter: str) -> tuple[str, ...]:
        """Who has this one Latin letter or digit by itself in a name: 老K for K. Only to be offered to the judge."""
        if len(letter) != 1 or not _latin(letter):
            return ()
        alone = re.compile(rf"(?<![a-z0-9]){letter}(?![a-z0-9])")
        return tuple(dict.fromkeys(name for key, names in self.keys.items() if alone.search(key) for name in names))

    def near(self, words: str, *, whole: bool = False) -> tuple[str, ...]:
        """Whom the judge may be asked about: one sign off, swapped, missing or too many. Never a reading by itself.

        `whole`: only names as long as the words.
        """
        word = bare(words)
        if not 2 <= len(word) <= _LONG_NAME:
            return ()
        keys = {key for short in _shortened(word) for key in self.misspelt.get(short, ())}
        alike = [key for key in self.bare if key in keys and (len(key) == len(word) or not whole)]
        if nickname(word):
            alike = [key for key in alike if word[1] in key]  # 老周 is no slip for 老猫
        return tuple(dict.fromkeys(player for key in alike if _one_off(word, key) for player in self.bare[key]))


_LONG_NAME = 40
_FAMILIAR = frozenset("老小阿大姓")


def nickname(word: str) -> str:
    """The letter of somebody's name in 老周, 小周, 阿周, 姓周; nothing where the word is no such call."""
    called = len(word) == 2 and word[0] in _FAMILIAR and not word[1].isascii()
    return word[1] if called else ""


def _shortened(word: str) -> set[str]:
    """The word and what is left of it without any one sign: two words one sign apart have one of these in common."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _misspelt(keys: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for key in keys:
        for short in _shortened(key) if 2 <= len(key) <= _LONG_NAME else ():
            found.setdefault(short, []).append(key)
    return {short: tuple(some) for short, some in found.items()}


def bare(words: str) -> str:
    """Folded `words` without signs and blanks; the words themselves where nothing else is in them."""
    if words.isalnum():
        return words
    return "".join(char for char in words if char.isalnum()) or words


def name_pattern(keys: Iterable[str]) -> str:
    """One regex for all `keys`, longest first; a Latin name stands alone, signs and blanks inside may be missing."""
    ordered = sorted({key for key in keys if key}, key=lambda key: (-len(key), key))
    return "|".join(map(_spelling, ordered)) or r"(?!)"


_NUMERALS = "零〇一二三四五六七八九十百两"  # a name made of these is no name inside a number


def _spelling(key: str) -> str:
    if not any(char.isalnum() for char in key):
        return re.escape(key)
    body = "".join(re.escape(char) if char.isalnum() else f"(?:{re.escape(char)})?" for char in key)
    if all(char in _NUMERALS for char in key):
        return rf"(?<![第\d{_NUMERALS}]){body}(?![号票个人天次点楼位年月日分页\d{_NUMERALS}])"
    head = r"(?<![a-z0-9])" if _latin(key[0]) else ""
    # A digit may follow no name that ends in one; a Latin word glued to the next command (xvote:y) is told apart later.
    tail = r"(?![a-z0-9])" if _latin(key[-1]) else ""
    return head + body + tail


def _latin(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _keys(seats: tuple[Seat, ...]) -> dict[str, tuple[str, ...]]:
    names = _merged((fold_name(seat.name), (seat.name,)) for seat in seats)
    aliases = _merged((fold_name(alias), (seat.name,)) for seat in seats for alias in seat.aliases)
    # A name is the name's owner's, whoever else is called so.
    return {key: players for key, players in {**aliases, **names}.items() if key}


def _merged(pairs: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    merged: dict[str, tuple[str, ...]] = {}
    for key, players in pairs:
        merged[key] = tuple(dict.fromkeys((*merged.get(key, ()), *players)))
    return merged


def _parts(keys: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for key, players in keys.items():
        word = bare(key)
        for start in range(len(word)):
            for end in range(start + 1, len(word) + 1):
                if end - start >= 2 or not _latin(word[start]):
                    found.setdefault(word[start:end], {}).update(dict.fromkeys(players))
    return {part: tuple(players) for part, players in found.items()}


def _clashes(seats: tuple[Seat, ...]) -> tuple[tuple[str, str], ...]:
    owners: dict[str, list[str]] = {}
    for seat in seats:
        for key in dict.fromkeys(fold_name(word) for word in (seat.name, *seat.aliases)):
            owners.setdefault(key, []).append(seat.name)
    pairs = [(group[0], other) for group in owners.values() for other in group[1:]]
    return tuple(dict.fromkeys(pairs))


# Signs one takes for another on a screen.
_TWINS = str.maketrans(
    {"0": "o", "O": "o", "1": "l", "I": "l", "|": "l", "5": "s", "2": "z", "8": "b"}
    | {
        "未": "末",
        "己": "已",
        "巳": "已",
        "曰": "日",
        "士": "土",
        "人": "入",
        "干": "千",
        "夭": "天",
        "夫": "天",
        "太": "大",
    }
)


_MOST_COMPARED = 300  # seats: every pair is looked at, and no game is larger


def _lookalikes(seats: tuple[Seat, ...]) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    if len(seats) > _MOST_COMPARED:
        return ()
    for at, one in enumerate(seats):
        for other in seats[at + 1 :]:
            first, second = bare(fold_name(one.name)), bare(fold_name(other.name))
            if (first != second and (_glance(one.name) == _glance(other.name) or _one_off(first, second))) or (
                first == second and fold_name(one.name) != fold_name(other.name)
            ):
                found.append((one.name, other.name))
    return tuple(found)


def _glance(name: str) -> str:
    return unicodedata.normalize("NFKC", name).translate(_TWINS).lower()


def _one_off(one: str, other: str) -> bool:
    """Whether one sign changed, added, dropped or two neighbours swapped make `one` into `other`."""
    if one == other or abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < 2:
        return False
    head = 0
    while head < min(len(one), len(other)) and one[head] == other[head]:
        head += 1
    first, second = one[head:], other[head:]
    return (
        first[1:] == second[1:]
        or first[1:] == second
        or first == second[1:]
        or (first[:2] == second[:2][::-1] and first[2:] == second[2:])
    )
