"""What a night gives: who did what and what became of it, who dies, who is told what, what comes next.

`Night` mirrors `referee night --format json` field by field; what only the following nights need is in `after`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from referee.game import Action

EFFECTIVE, FAILED, STOPPED, VOID, LATE, REPLACED = "effective", "failed", "stopped", "void", "late", "replaced"


@dataclass(frozen=True, slots=True)
class Deed:
    """A private action and what became of it. `by`/`targets` are seats (see `seats`); `result` is told to somebody."""

    action: Action
    by: str
    power: str
    targets: tuple[str, ...]
    status: str = EFFECTIVE
    code: str = ""
    clauses: tuple[str, ...] = ()
    reason: str = ""
    result: str | None = None

    @property
    def target(self) -> str | None:
        """The one name aimed at, if any."""
        return self.targets[0] if self.targets else None

    @property
    def at(self) -> datetime | None:
        """When the message was sent."""
        return self.action.at


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action does not hold: status (void or late), a code for programs, the clause, the reason in Chinese."""

    code: str
    clause: str
    reason: str
    status: str = VOID


@dataclass(frozen=True, slots=True)
class Death:
    """Somebody who dies of this night. `announced_cause` is None where the rules keep the cause secret."""

    player: str
    cause: str
    announced_cause: str | None = None
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A state that holds after this night, until a moment (None: not known or without end). `public`: announced."""

    player: str
    state: str
    until: datetime | None = None
    public: bool = False


@dataclass(frozen=True, slots=True)
class Promotion:
    """A player who has become something else at this dawn."""

    player: str
    from_: str
    to: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What only the judge can answer, with the facts laid out. `moot`: nobody need answer it once somebody has won."""

    question: str
    clauses: tuple[str, ...] = ()
    moot: bool = False


@dataclass(frozen=True, slots=True)
class Letter:
    """A private message to draft."""

    to: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the resolution: the clause that made it and what it said; `who` it changed, if anybody."""

    clause: str
    text: str
    who: str | None = None


@dataclass(frozen=True, slots=True)
class Victory:
    """Who has won. `players`: the winning sides, dead or alive; `sharers` where the prize goes to fewer."""

    camps: tuple[str, ...]
    players: tuple[str, ...]
    clauses: tuple[str, ...]
    reason: str = ""
    sharers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class After:
    """How the game stands once this night is over: who lives, as what, and what the rule set has to remember."""

    alive: tuple[str, ...]
    roles: dict[str, str | None]
    memory: Any = None


@dataclass(frozen=True, slots=True)
class Night:
    """A night resolved. Lists are in seat order where the rules give no other, never in the order of entry."""

    rules: str
    number: int
    after: After
    actions: tuple[Deed, ...] = ()
    deaths: tuple[Death, ...] = ()
    states: tuple[State, ...] = ()
    promotions: tuple[Promotion, ...] = ()
    branch: str | None = None
    announce: tuple[str, ...] = ()
    private: tuple[Letter, ...] = ()
    victory: Victory | None = None
    pending: tuple[Question, ...] = ()
    notes: tuple[str, ...] = ()
    trail: tuple[Step, ...] = field(default=())
