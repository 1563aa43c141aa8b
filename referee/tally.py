"""What counting a stage gives: every ballot with its verdict, the tally, the outcome, what waits for the judge.

These values mirror `referee tally --format json` (schema referee/tally@1) field by field.
"""

from __future__ import annotations

from dataclasses import field
from datetime import datetime

from parsers.posts import Post, Stamp
from parsers.values import dataclass


@dataclass(frozen=True, slots=True)
class StageWindow:
    """The stage as it stands at `as_of`: limits after extensions, None where not given."""

    id: str | None
    kind: str
    opens: datetime | None = None
    closes: datetime | None = None
    changes_close: datetime | None = None
    day: int | None = None


@dataclass(frozen=True, slots=True)
class BallotVerdict:
    """One vote-like post (or imputed / delegated ballot) and what became of it."""

    voter: str
    targets: tuple[str, ...]
    kind: str  # vote | change | abstain | unvote | delegated | dead | imputed
    weight: float
    status: str  # counted | superseded | void | pending
    code: str
    post: Post | None
    quote: str
    clauses: tuple[str, ...] = ()
    reason: str = ""
    at: Stamp | None = None  # when it took effect where that is not the post's time


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A curse or blessing on a candidate's number."""

    by: str
    add: float
    announced: bool


@dataclass(frozen=True, slots=True)
class TallyRow:
    """One candidate: the deciding number, who voted, how it was reached. `raw` only where something changed it."""

    player: str
    votes: float
    voters: tuple[str, ...]
    share: float | None = None
    raw: float | None = None
    adjust: tuple[Adjustment, ...] = ()
    reached: Stamp | None = None  # when the number last came to its final value
    reached_floor: int | None = None


@dataclass(frozen=True, slots=True)
class NotVoted:
    """A player entitled to vote without a counted ballot for somebody."""

    player: str
    treated_as: str  # self-vote | nobody | warning | out | exempt | abstain
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the stage decides. `reason` carries the arithmetic in Chinese.

    `public`: what of it may be told to everybody, where that is less (an identity it hangs on); None: all of it.
    `possible`: what may be told of it as long as it is only one of several that could be (an unclear ballot, another
    reading of the rules); None: as much as `public`. `announced` and `imagined` read the two.
    """

    kind: str
    players: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    reason: str = ""
    seated: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    public: Outcome | None = None
    possible: Outcome | None = None

    @property
    def announced(self) -> Outcome:
        """The outcome as everybody may see it once it stands."""
        return self.public or self

    @property
    def imagined(self) -> Outcome:
        """The outcome as everybody may see it while it is only possible: nobody's identity, whatever is decided."""
        return self.possible or self.announced

    @property
    def open(self) -> bool:
        """A ruling can still change it, or what everybody is told of it: nothing may be built on it yet.

        What is built on it would otherwise show everybody that the judge knows more.
        """
        return "undecided" in (self.kind, self.announced.kind)


@dataclass(frozen=True, slots=True)
class PossibleReading:
    """One way to read a pending ballot and the outcome it would give."""

    if_: str  # a name, names joined by 、, or "none"
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Pending:
    """A post that waits for the judge's word."""

    post: Post | None
    voter: str
    quote: str
    question: str
    candidates: tuple[str, ...]
    harmless: bool
    readings: tuple[PossibleReading, ...] = ()
    code: str = "unclear"


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """A thread that was counted: for the report's head."""

    url: str
    board: str
    title: str
    pages: int
    posts: int


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A vote-like post that is no ballot of this stage, and why (for `tally -v`)."""

    post: Post
    why: str


@dataclass(frozen=True, slots=True)
class Tally:
    """The whole verdict on one stage as of one moment."""

    rules: str
    stage: StageWindow
    as_of: datetime | None
    final: bool
    rows: tuple[TallyRow, ...]
    ballots: tuple[BallotVerdict, ...]
    not_voted: tuple[NotVoted, ...]
    outcome: Outcome
    pending: tuple[Pending, ...] = ()
    notes: tuple[str, ...] = ()
    threads: tuple[ThreadSummary, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()
    secret: bool = field(default=False)  # rules hide running numbers from the public until the close
    public_notes: tuple[str, ...] | None = None  # the notes without what only the judge may know; None: all of them
    public_pending: tuple[Pending, ...] | None = None  # what is pending, its readings without identities; None: as is
    withheld: bool = field(default=False)  # the numbers have been taken out until the close (`public_view`)
    rules_title: str = ""  # what the rule set is called in Chinese
    in_public: Tally | None = None  # before the close: the count without what was entrusted in private and not told yet


def unique_highest(tally: Tally) -> str | None:
    """Who alone has the most votes."""
    rows = sorted(tally.rows, key=lambda row: -row.votes)
    if not rows or rows[0].votes <= 0 or (len(rows) > 1 and rows[1].votes == rows[0].votes):
        return None
    return rows[0].player
