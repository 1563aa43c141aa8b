"""金枝: roles, powers, and what a night starts from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.nights.deeds import Eve
from referee.nights.values import Question, Step

CIVILIAN, ESCAPEE, CHALLENGER, PRIEST = "平民", "逃奴", "挑战者", "祭司"
KILL, APPLY = "杀人", "申请保管金枝"


@dataclass(frozen=True, slots=True)
class Court:
    """What the nights leave behind.

    `told`: who was told at dawn that he keeps the branch in the coming night; `holder`: who really keeps it (the day's
    vote may have kept it where it was). `risen`: everybody who ever rose by killing the branch or a priest; `throned`:
    those of them who became priest. `cokillers`: who slew the last priest together. `banked`: the civilians' condition
    has once been met.
    """

    told: str | None = None
    holder: str | None = None
    risen: tuple[str, ...] = ()
    throned: frozenset[str] = frozenset()
    cokillers: frozenset[str] = frozenset()
    banked: bool = False


@dataclass(frozen=True, slots=True)
class Raid:
    """The night's standing blows: who struck whom, who holds the branch."""

    eve: Eve
    holder: str | None
    blows: Mapping[str, str]

    def role(self, name: str) -> str | None:
        """The role at nightfall."""
        return self.eve.roles.get(name)

    def on(self, name: str | None, *roles: str) -> tuple[str, ...]:
        """Who of these roles struck at `name`."""
        return tuple(by for by, at in self.blows.items() if at == name and self.role(by) in roles)

    @property
    def prey(self) -> str | None:
        """The priest's own victim."""
        return next((at for by, at in self.blows.items() if self.role(by) == PRIEST), None)


@dataclass(frozen=True, slots=True)
class Dawn:
    """Roles as they change at dawn, the clauses that changed them, and what has to be asked."""

    roles: Mapping[str, str | None]
    court: Court
    steps: tuple[Step, ...] = ()
    pending: tuple[Question, ...] = ()

    def turned(self, name: str, role: str, clause: str, said: str) -> Dawn:
        """With one player's role changed, by a clause that says why."""
        step = Step(clause, f"{name}{said}", name)
        throned = self.court.throned | ({name} if role == PRIEST else frozenset())
        court = replace(self.court, throned=throned)
        return replace(self, roles={**self.roles, name: role}, court=court, steps=(*self.steps, step))

    def risen(self, *names: str) -> Dawn:
        """With names added to those who have ever risen."""
        kept = tuple(dict.fromkeys((*self.court.risen, *names)))
        return replace(self, court=replace(self.court, risen=kept))

    def saying(self, clause: str, text: str) -> Dawn:
        """With one more step told."""
        return replace(self, steps=(*self.steps, Step(clause, text)))
