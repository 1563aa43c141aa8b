"""The game as the judge's file tells it: who plays, which stages, what happened. Values only; no files, no clock.

All times are naive datetimes on the board's clock (`Game.zone`).
"""

from __future__ import annotations

from dataclasses import field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from parsers.values import dataclass

if TYPE_CHECKING:
    from referee.rulebook import Rulebook

SHANGHAI = ZoneInfo("Asia/Shanghai")


@dataclass(frozen=True, slots=True)
class Player:
    """A seat: the account that plays (马甲), seat number, other names, secret role, secret owner."""

    name: str
    number: int | None = None
    aliases: tuple[str, ...] = ()
    role: str | None = None
    real: str | None = None
    uid: str | None = None


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody who signed up to step in, in order of sign-up."""

    name: str
    aliases: tuple[str, ...] = ()
    real: str | None = None


@dataclass(frozen=True, slots=True)
class GameThread:
    """A thread of the game: where it is, what it is for, and the only stage it serves (None: any)."""

    url: str
    kind: str = "vote"  # roster | discussion | vote | last-words | chat | rules
    stage: str | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """A stretch of the game with its limits. `opens`/`closes` as the file gives them, before extensions."""

    id: str | None
    kind: str
    day: int | None = None
    opens: datetime | None = None
    closes: datetime | None = None
    after: str | None = None
    candidates: tuple[str, ...] | None = None
    seats: int | None = None
    jurors: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """Something announced in public. `kind` as in the contract; the rest only where the kind uses it."""

    at: datetime
    kind: str
    player: str | None = None
    cause: str | None = None
    by: str | None = None
    players: tuple[str, ...] = ()
    stage: str | None = None
    hours: float | None = None
    points: float | None = None
    from_: datetime | None = None
    to: datetime | None = None
    until: datetime | None = None
    detail: dict[str, Any] = field(default_factory=dict)
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Delegation:
    """A vote entrusted to the judge in private."""

    stage: str
    voter: str
    targets: tuple[str, ...]
    at: datetime
    published: datetime | None = None
    conditional: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """A private action: of a night, or (power 选择) of the killers after a tied runoff."""

    by: str | None
    power: str
    targets: tuple[str, ...] = ()
    night: int | None = None
    stage: str | None = None
    at: datetime | None = None
    to: str | None = None
    text_length: int | None = None
    accepted: bool | None = None
    story: bool = False
    drawn: bool = False
    main: bool = True  # nine-days: False where the order named no main killer and `by` only sent it


@dataclass(frozen=True, slots=True)
class JudgeRuling:
    """The judge's word on one post. Always wins, always shown."""

    reads: str  # vote | change | abstain | unvote | none
    targets: tuple[str, ...] = ()
    thread: str | None = None
    post: str | None = None
    floor: int | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Branch:
    """golden-bough, private: the civilians clockwise and who holds the branch on night 1."""

    cycle: tuple[str, ...]
    holder: str | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a game file: line (1-based) if known, dotted field, what was found and what is allowed (Chinese)."""

    line: int | None
    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game file. `house` holds the switches as given, dotted key → value."""

    title: str = ""
    rules: str = "plain"
    zone: ZoneInfo = SHANGHAI
    judges: tuple[str, ...] = ()
    house: dict[str, Any] = field(default_factory=dict)
    players: tuple[Player, ...] = ()
    substitutes: tuple[Substitute, ...] = ()
    threads: tuple[GameThread, ...] = ()
    stages: tuple[Stage, ...] = ()
    events: tuple[Event, ...] = ()
    delegations: tuple[Delegation, ...] = ()
    actions: tuple[Action, ...] = ()
    rulings: tuple[JudgeRuling, ...] = ()
    branch: Branch | None = None
    inferred: bool = False  # the roster comes from who posts, not from a file
    book: Rulebook | None = None  # a rule set that is not built in; `rules` is then the one it is built on
    warnings: tuple[Fault, ...] = ()  # doubtful, but no fault: names that look alike, aliases of two people
    folder: str = field(default="", compare=False, repr=False)  # where the file lies; it names files from there

    @property
    def rules_name(self) -> str:
        """What the rule set is called that the votes are counted by."""
        return self.book.name if self.book else self.rules

    def under(self, book: Rulebook) -> Game:
        """The same game by another rule set: nights and audits are those of what it is built on."""
        return replace(self, rules=book.plays, book=book, house={**book.given, **self.house})
