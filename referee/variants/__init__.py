"""The rule sets: one module each, in the order of its document. Here they are found by name or Chinese title."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from referee.game import Game
from referee.game_kinds import named
from referee.rulebook import Rulebook

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BUILT_IN = {
    "plain": "referee.variants.plain:PLAIN",
    "golden-bough": "referee.variants.golden_bough:GOLDEN_BOUGH",
    "game-twelve": "referee.variants.game_twelve:GAME_TWELVE",
    "nine-days": "referee.variants.nine_days:NINE_DAYS",
    "no-casualties": "referee.variants.no_casualties:NO_CASUALTIES",
}
GROUP = "referee.rulesets"


class NoSuchRules(Exception):
    """No rule set of that name; `names` are those there are."""

    def __init__(self, name: str, names: tuple[str, ...]) -> None:
        super().__init__(name)
        self.name, self.names = name, names


class BrokenRules(Exception):
    """An installed package offers a rule set that is none; `name` of its entry point, what is wrong in Chinese."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(f"{name}: {what}")
        self.name, self.what = name, what


def find(name: str) -> Rulebook:
    """The rule set of a name or Chinese title, of this project or of an installed package. Raises NoSuchRules."""
    from referee.game_kinds import KINDS

    kinds = named(KINDS, name)
    if kinds is not None and (book := _built_in(kinds.name)) is not None:
        return book
    for book in third_party():
        if name.strip() in (book.name, book.title):
            return book
    raise NoSuchRules(name, tuple(book.name for book in every()))


def book_of(game: Game) -> Rulebook:
    """The rule set a game is played by. Raises NoSuchRules."""
    return game.book or find(game.rules)


def every() -> tuple[Rulebook, ...]:
    """All rule sets there are."""
    ours = [book for name in BUILT_IN if (book := _built_in(name)) is not None]
    return (*ours, *third_party())


@cache
def _built_in(name: str) -> Rulebook | None:
    module, _, attribute = BUILT_IN[name].partition(":")
    if find_spec(module) is None:
        return None
    book = getattr(import_module(module), attribute)
    assert isinstance(book, Rulebook)
    return book


@cache
def third_party() -> tuple[Rulebook, ...]:
    """Rule sets that installed packages offer: each entry point of the group is a Rulebook. Raises BrokenRules."""
    from importlib.metadata import entry_points  # costs as much as a rule set; only names that are not built in ask

    return tuple(_offered(point) for point in sorted(entry_points(group=GROUP), key=lambda point: point.name))


def _offered(point: EntryPoint) -> Rulebook:
    try:
        book = point.load()
    except Exception as broken:  # whatever somebody else's module raises while it is imported
        raise BrokenRules(point.name, f"{point.value} 读不进来：{type(broken).__name__}: {broken}") from broken
    if not isinstance(book, Rulebook):
        raise BrokenRules(point.name, f"{point.value} 不是 Rulebook")
    return book
