"""What the clauses look at: a stage as it stands at a moment, a ballot, and what its voter did before it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from datetime import datetime, timedelta
from typing import Any

from parsers.posts import Post, Stamp
from parsers.values import dataclass
from referee.game import Game, JudgeRuling, Stage
from referee.moment import Extension, Status, status, voting_stages
from referee.rulebook import Base, Finding, Rulebook, StageKind
from referee.switches import House
from referee.tally import NotVoted, Tally, TallyRow
from referee.threads import has_come


@dataclass(frozen=True, slots=True)
class Hand:
    """What one voter did so far in this stage.

    `first`: the first that counted. `standing`: the ballot that counts. `cast`: the last ballot his vote was used on,
    counted or not (an abstention where none is allowed is cast and does not stand). `doubt`: a ballot that waits for
    the judge. `used`/`lost`: when a right to change was used, or forfeited. `changes`: how many counted.
    """

    standing: Ballot | None = None
    cast: Ballot | None = None
    doubt: Ballot | None = None
    used: tuple[Stamp | None, ...] = ()
    lost: tuple[Stamp | None, ...] = ()
    changes: int = 0
    first: Ballot | None = None


EMPTY_HAND = Hand()


@dataclass(frozen=True, slots=True)
class Ballot:
    """What one post says for one voter in this stage.

    `kind` is what was read (vote, change, abstain, unvote, conditional, ambiguous) or delegated. `account` posted it;
    `voter` is the seat it is for. `at` None: it takes effect at the close. `order` is the place in posting order.
    `candidates`: whom an unclear ballot may mean. `named`: all names in it, before anything was struck off.
    `edit`: "" (no edit by the voter), "unknown" (first wording not known), "changed" (known, and it said otherwise),
    "same" (known, the same ballot). `sent`/`published`: of a delegation. `places`: where its post lies, by boundary.
    `follows`: whose ballot it would join (跟X的票). `says_change`: its words speak of a change. `words`: the
    wording that was read, the whole post's.
    """

    voter: str
    kind: str
    targets: tuple[str, ...] = ()
    at: Stamp | None = None
    order: int = 0
    account: str = ""
    post: Post | None = None
    quote: str = ""
    why: str = ""
    candidates: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    edit: str = ""
    deleted: bool = False
    replaced: bool = False
    known: bool = True
    proxy_by: str | None = None
    sent: datetime | None = None
    published: datetime | None = None
    conditional: bool = False
    ruling: JudgeRuling | None = None
    places: Mapping[str, str] = field(default_factory=dict)
    says_change: bool = False
    words: str = ""
    follows: tuple[str, ...] = ()
    hand: Hand = EMPTY_HAND

    @property
    def delegated(self) -> bool:
        """A vote entrusted to the judge (game file or the judge's post)."""
        return self.kind == "delegated"

    @property
    def is_change(self) -> bool:
        """The voter's vote was used before: this one would replace it.

        An edited ballot was one, whatever it said first; of an unclear one nobody can say that.
        """
        doubt = self.hand.doubt
        return self.hand.cast is not None or (doubt is not None and doubt.edit == "unknown")

    @property
    def unclear(self) -> bool:
        """The words may mean several things."""
        return self.kind == "ambiguous"

    @property
    def abstains(self) -> bool:
        """An abstention, first or as a change, posted or entrusted."""
        return self.kind == "abstain" or (self.delegated and not self.targets and not self.conditional)

    @property
    def repeats(self) -> bool:
        """It says again what stands already."""
        before = self.hand.standing or self.hand.cast
        if before is None or self.unclear or self.kind in ("conditional", "unvote"):
            return False
        return set(before.targets) == set(self.targets) and before.abstains == self.abstains


@dataclass(frozen=True, slots=True)
class Poll:
    """A stage as it stands at `as_of`: everything a clause may ask about except ballots.

    `opens`/`closes` are the limits in force; `planned` the close the file gives; `candidates` None: anybody alive.
    `ended_by`: the place of the ballot that ended it early. `earlier(stage_id)` gives another stage's tally as of the
    same moment; `counted` does so only where its threads were handed in (else None). `facts`: what the variant
    prepared; `kept`: what `once` has worked out; `judged`: what `hands.step` has, by poll, ballot and hand.
    """

    game: Game
    book: Rulebook
    stage: Stage
    kind: StageKind
    house: House
    opens: datetime | None = None
    closes: datetime | None = None
    planned: datetime | None = None
    as_of: datetime | None = None
    extensions: tuple[Extension, ...] = ()
    candidates: tuple[str, ...] | None = None
    names: int = 1
    ended_by: int | None = None
    earlier: Callable[[str], Tally] = field(default=lambda stage: _no_other(stage), repr=False)
    counted: Callable[[str], Tally | None] = field(default=lambda stage: None, repr=False)
    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)
    kept: dict[str, Any] = field(default_factory=dict, repr=False)
    judged: dict[tuple[int, int, int], tuple[Judged, Hand, set[str], Any]] = field(default_factory=dict, repr=False)

    @property
    def closed(self) -> bool:
        """The closing time in force has come."""
        return self.closes is not None and (self.as_of is None or self.as_of >= self.closes)

    @property
    def until(self) -> datetime | None:
        """The moment the stage is looked at: its close, or `as_of` before that."""
        if self.closed or self.as_of is None:
            return self.closes
        return self.as_of

    @property
    def moment(self) -> datetime:
        """The last moment inside: what is announced at the close itself is the stage's result, not its state."""
        if self.closed and self.closes is not None:
            return self.closes - timedelta.resolution
        return self.until or datetime.max

    @property
    def end(self) -> datetime:
        """When what has no time of its own takes effect."""
        return self.until or datetime.max

    @property
    def follows(self) -> Tally | None:
        """The tally of the stage this one comes after: as the file says, else of the day's last one before it.

        None where there is no such stage or its threads were not handed in.
        """
        if self.stage.after:
            return self.counted(self.stage.after)
        if not self.kind.follows or self.opens is None:
            return None
        others = [s for s in voting_stages(self.game) if s.id and s.id != self.stage.id]
        past = [s for s in others if s.closes is not None and s.closes <= self.opens and s.day == self.stage.day]
        last = max(past, key=lambda stage: stage.closes or datetime.min, default=None)
        return self.counted(last.id) if last is not None and last.id else None

    def status(self, seat: str, at: datetime) -> Status:
        """How a seat stands at a moment (between two events nothing changes, so it is worked out once)."""
        times = self.once("times", lambda: sorted(event.at for event in self.game.events))
        return self.once(f"{seat} {bisect_right(times, at)}", lambda: status(self.game, seat, at))  # type: ignore[no-any-return]

    def once(self, key: str, make: Callable[[], Any]) -> Any:
        """What `make` gives, worked out the first time only; the switches it hangs on are asked for every time."""
        if key not in self.kept:
            with self.house.listening() as asked:
                self.kept[key] = make(), asked
        found, asked = self.kept[key]
        if asked:
            self.house.asked |= asked
        return found

    def reached(self, stamp: Stamp | None, limit: datetime | None) -> bool:
        """Whether `limit` had come when something was stamped.

        The limit's own minute (its own second on a board that shows seconds) belongs to what follows, or with
        `time.boundary = "closed"` to what went before. Where a board shows minutes only minutes are compared.
        """
        return stamp is not None and has_come(stamp, limit, str(self.house["time.boundary"]))

    def place(self, ballot: Ballot) -> str:
        """Where the ballot's post lies by the boundary in force: in, early, late, or "" in another stage."""
        if not ballot.places:
            return "in"
        return ballot.places[str(self.house["time.boundary"])]

    def closing_at(self, stamp: Stamp | None) -> datetime | None:
        """The closing time that was in force when something was posted: extensions count once announced."""
        if stamp is None:
            return self.closes
        known = [ext.ends for ext in self.extensions if ext.announced <= stamp.when]
        then = max(known, default=self.planned)
        if then is None or stamp.when >= then:
            return self.closes
        return then

    def in_last(self, stamp: Stamp | None, length: timedelta) -> bool:
        """Whether something was stamped in the last `length` before the close then in force."""
        closing = self.closing_at(stamp)
        return closing is not None and self.reached(stamp, closing - length)

    def with_house(self, name: str, value: Any) -> Poll:
        """The same stage under one other switch."""
        return replace(self, house=self.house.with_(name, value))


def _no_other(stage: str) -> Tally:
    raise LookupError(stage)


@dataclass(frozen=True, slots=True)
class Judged:
    """A ballot and its verdict: `status` and `code` as reported, the targets it counts for, its weight, the grounds."""

    ballot: Ballot
    status: str  # counted | superseded | void | pending
    code: str
    kind: str
    targets: tuple[str, ...] = ()
    weight: float = 1
    clauses: tuple[str, ...] = ()
    reason: str = ""
    finding: Finding | None = None

    @property
    def finding_counts(self) -> bool:
        """It counted when it was cast, whatever a later ballot made of it."""
        return self.finding is not None and self.finding.verdict == "counts"


@dataclass(frozen=True, slots=True)
class Step:
    """A number changed: when, by the ballot of which place in order, whose, and what it came to."""

    stamp: Stamp | None
    order: int
    player: str
    total: float
    floor: int | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """The numbers of a stage: what the outcome clauses look at.

    `rows` sorted as reported; `judged` every ballot; `voters` who may vote; `abstained` whose counted ballot is an
    abstention; `silent` who has none; `imputed` the self-votes the rules impose; `steps` how the numbers went up and
    down in time (before curses and blessings); `base` what percentages are taken of, where the rules speak of any.
    """

    rows: tuple[TallyRow, ...]
    judged: tuple[Judged, ...]
    voters: tuple[str, ...]
    abstained: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    not_voted: tuple[NotVoted, ...] = ()
    imputed: tuple[Judged, ...] = ()
    steps: tuple[Step, ...] = ()
    base: Base | None = None

    @property
    def top(self) -> float:
        """The highest number, 0 without votes."""
        return self.rows[0].votes if self.rows else 0

    @property
    def leaders(self) -> tuple[str, ...]:
        """Everybody who holds the highest number, nobody where it is 0."""
        top = self.top
        return tuple(row.player for row in self.rows if row.votes == top) if top > 0 else ()

    def votes(self, player: str) -> float:
        """A player's number."""
        return next((row.votes for row in self.rows if row.player == player), 0)

    def arithmetic(self) -> str:
        """`乙 5、丙 3` for a reason."""
        return "、".join(f"{row.player} {row.votes:g}" for row in self.rows) or "无人得票"
