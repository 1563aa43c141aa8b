"""How a game stands at one moment, as the victory clauses look at it, and what they say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from referee.game import Game
from referee.nights.days import TallyOf, no_ballots
from referee.nights.values import Question, Victory
from referee.switches import House


@dataclass(frozen=True, slots=True)
class Stand:
    """The living and their roles at one moment. `memory`: what the rule set kept of the nights.

    `night`: the last night that is over. `fell`: who died of it, as long as nothing has changed since; `before`: the
    roles at its nightfall; `blows`: who struck whom in it. `at`: the moment, None right at that dawn. `tally_of`: a
    stage's ballots counted, where somebody did (prizes hang on them).
    """

    game: Game
    house: House
    alive: tuple[str, ...]
    roles: Mapping[str, str | None]
    memory: Any
    night: int | None = None
    fell: tuple[str, ...] = ()
    before: Mapping[str, str | None] = field(default_factory=dict)
    blows: Mapping[str, str] = field(default_factory=dict)
    at: datetime | None = None
    tally_of: TallyOf = no_ballots

    def living(self, *roles: str) -> tuple[str, ...]:
        """The living of these roles, in seat order."""
        return tuple(name for name in self.alive if self.roles.get(name) in roles)

    def ever(self, *roles: str) -> tuple[str, ...]:
        """Everybody of these roles, dead or alive."""
        return tuple(name for name, role in self.roles.items() if role in roles)

    def role_before(self, name: str) -> str | None:
        """The role at the last nightfall."""
        return self.before.get(name)

    def seated(self, names: Iterable[str]) -> tuple[str, ...]:
        """Names in seat order."""
        chosen = set(names)
        return tuple(player.name for player in self.game.players if player.name in chosen)

    @property
    def knows_roles(self) -> bool:
        """Does the file tell everybody's role?"""
        return bool(self.roles) and None not in self.roles.values()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the victory clauses say: somebody has won, or nobody yet, or the judge must say."""

    victory: Victory | None = None
    pending: tuple[Question, ...] = ()
    notes: tuple[str, ...] = ()
