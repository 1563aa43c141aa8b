"""游戏十二: who sits on the jury when, by the stages and announcements before; seats, candidates (3.2 to 3.10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from parsers.posts import Stamp
from referee import moment
from referee.game import Event, Stage
from referee.nights.calendar import day_end, day_of, day_start
from referee.poll import Poll
from referee.rulebook import Candidates, clause
from referee.tally import Tally
from referee.variants import common
from referee.variants.game_twelve import days

JURY: Final = 3
FILLS: Final = ("election", "by-election", "runoff")
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
UNKNOWN: Final = "看不出陪审团是谁：没有读到选举的票，没有 elected 事件，也没有写 jurors"


@dataclass(frozen=True, slots=True)
class Seating:
    """A change of the jury: at a moment some join and some leave; `whole`: those who join are all there is."""

    at: datetime
    joins: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Jury:
    """The jury over time. `known`: anything tells who sits on it. `waits`: why it hangs on something undecided."""

    seatings: tuple[Seating, ...] = ()
    known: bool = False
    waits: str = ""

    def at(self, when: datetime | None) -> tuple[str, ...]:
        """Who is seated at a moment, in the order they were elected."""
        seated: dict[str, None] = {}
        for change in sorted(self.seatings, key=lambda one: one.at):
            if when is not None and change.at > when:
                break
            if change.whole:
                seated.clear()
            seated |= dict.fromkeys(change.joins)
            for name in change.leaves:
                seated.pop(name, None)
        return tuple(seated)


def jury(poll: Poll) -> Jury:
    """The jury as the file names it for this stage, else as the stages and announcements before make it."""
    start = poll.opens or datetime.min
    if poll.stage.jurors is not None:
        named = Seating(start, poll.stage.jurors, whole=True)
        return Jury((named, *(one for one in _departures(poll) if one.at > start)), True)
    if poll.stage.kind == "recall" and poll.stage.candidates is not None:
        return Jury((Seating(start, poll.stage.candidates, whole=True),), True)
    return _told_before(poll)


def _told_before(poll: Poll) -> Jury:
    found: list[Seating] = [*_departures(poll), *_without_a_stage(poll)]
    waits = ""
    for stage in _stages_before(poll):
        changes, why = _of_stage(stage, poll)
        found += changes
        waits = waits or why
    return Jury(tuple(found), any(one.joins for one in found), waits)


def _stages_before(poll: Poll) -> list[Stage]:
    """The stages that can have changed the jury by now; a by-election of the day matters to the day's verdicts."""
    stages = [s for s in moment.voting_stages(poll.game) if s.id and s.id != poll.stage.id]
    if poll.opens is None:
        place = [s.id for s in moment.voting_stages(poll.game)].index(poll.stage.id)
        return [s for s in moment.voting_stages(poll.game)[:place] if s.id]
    return [s for s in stages if (s.closes and s.closes <= poll.opens) or _fills_today(s, poll)]


def _fills_today(stage: Stage, poll: Poll) -> bool:
    if poll.stage.kind != "jury" or day_of(stage) is None or day_of(stage) != days.day(poll):
        return False
    return days.root(poll.game, stage).kind == "by-election"


def _of_stage(stage: Stage, poll: Poll) -> tuple[list[Seating], str]:
    """What a stage did to the jury; where that is not decided, why."""
    if stage.kind == "jury":
        named = stage.jurors is not None and stage.opens is not None
        return ([Seating(stage.opens or datetime.min, stage.jurors or (), whole=True)] if named else []), ""
    if stage.kind == "recall":
        return _recalled(stage, poll)
    if stage.kind in FILLS and days.root(poll.game, stage).kind in ("election", "by-election"):
        return _elected(stage, poll)
    return [], ""


def _recalled(stage: Stage, poll: Poll) -> tuple[list[Seating], str]:
    """A recalled juror acts and is safe until his day ends (3.8a)."""
    seated = [Seating(stage.opens, stage.candidates, whole=True)] if stage.opens and stage.candidates else []
    tally = poll.counted(stage.id or "")
    if tally is None:
        return seated, ""
    if tally.outcome.open:
        return seated, f"{stage.id} 还没有定，陪审团是谁未知"
    day = day_of(stage)
    ends = (day_end(poll.game, day) if day is not None else None) or tally.stage.closes
    if tally.outcome.kind != "recall" or ends is None:
        return seated, ""
    return [*seated, Seating(ends, leaves=tally.outcome.players)], ""


def _elected(stage: Stage, poll: Poll) -> tuple[list[Seating], str]:
    whole = stage.kind == "election"
    if announced := _announced(stage, poll, "elected"):
        return [Seating(event.at, moment.about(event), whole=whole) for event in announced], ""
    drawn = _announced(stage, poll, "lots")
    tally = poll.counted(stage.id or "")
    if tally is None:
        return [Seating(event.at, moment.about(event)) for event in drawn], ""
    if tally.outcome.open:
        return [], f"{stage.id} 还没有定，陪审团是谁未知"
    elected = tally.outcome.players if tally.outcome.kind == "elect" else ()
    at = drawn[-1].at if drawn else _since(stage, tally, poll) if stage.kind == "by-election" else tally.stage.closes
    seated = [Seating(at, (*tally.outcome.seated, *elected), whole=whole)] if at else []
    return seated, _open_seat(stage, tally, poll)


def _open_seat(stage: Stage, tally: Tally, poll: Poll) -> str:
    """A first jury that is not whole yet; an empty seat of a by-election only stays empty."""
    if tally.outcome.kind not in ("runoff", "summon", "lots") or days.root(poll.game, stage).kind != "election":
        return ""
    later = [s for s in moment.voting_stages(poll.game) if s.kind == "runoff" and days.before(poll.game, s) == stage]
    if any(_settled(s, poll) for s in later):
        return ""
    return f"{stage.id} 的末席还没有定，陪审团未齐"


def _settled(stage: Stage, poll: Poll) -> bool:
    """A runoff whose result is known, or that passes the question on to one after it."""
    if _announced(stage, poll, "elected", "lots"):
        return True
    tally = poll.counted(stage.id or "")
    return tally is not None and tally.outcome.kind in ("elect", "undecided", "runoff", "summon", "lots")


def _announced(stage: Stage, poll: Poll, *kinds: str) -> tuple[Event, ...]:
    return tuple(e for e in moment.events(poll.game, poll.as_of, *kinds) if e.stage == stage.id)


def _without_a_stage(poll: Poll) -> list[Seating]:
    said = [e for e in moment.events(poll.game, poll.as_of, "elected") if e.stage is None]
    return [Seating(e.at, moment.about(e), whole=len(moment.about(e)) >= JURY) for e in said]


def _departures(poll: Poll) -> list[Seating]:
    """Who left the game, and who resigned: at once or at the end of the phase (`g12.resign.effect`)."""
    gone = [Seating(e.at, leaves=moment.about(e)) for e in moment.events(poll.game, poll.as_of, *moment.STATES)]
    resigned = moment.events(poll.game, poll.as_of, "resignation")
    return gone + [Seating(_takes_effect(e, poll), leaves=moment.about(e)) for e in resigned]


@clause("G12-3.9", asks="seating")
def _takes_effect(event: Event, poll: Poll) -> datetime:
    """A juror who resigns keeps his seat until the phase he said so in is over."""
    if poll.house["g12.resign.effect"] == "at_once":
        return event.at
    numbers = {day_of(stage) for stage in moment.voting_stages(poll.game)}
    limits = [limit(poll.game, n) for n in numbers if n is not None for limit in (day_start, day_end)]
    return min((at for at in limits if at is not None and at > event.at), default=event.at)


# -- when a by-election has its winners (3.10c) --


def everybody_spoke(spoken: Mapping[str, Stamp | None], entitled: Iterable[str]) -> datetime | None:
    """The moment after the last of those entitled had voted or abstained; None while somebody has not.

    `spoken`: by voter when he did; None where that has no time of its own.
    """
    entitled = tuple(entitled)
    if not entitled or any(seat not in spoken for seat in entitled):
        return None
    stamps = [stamp for seat in entitled if (stamp := spoken[seat]) is not None]
    return max((one.when + (SECOND if one.precision == "second" else MINUTE) for one in stamps), default=None)


def fixed_end(stage: Stage, poll: Poll) -> datetime | None:
    """When a by-election of fixed length ends (`g12.byelection.close = "fixed_hours:N"`)."""
    length = str(poll.house["g12.byelection.close"]).removeprefix("fixed_hours:")
    if not length.isdigit() or stage.opens is None:
        return None
    return stage.opens + timedelta(hours=int(length))


def _since(stage: Stage, tally: Tally, poll: Poll) -> datetime | None:
    """From when the winners of a by-election nobody announced are jurors."""
    spoken: dict[str, Stamp | None] = {}
    for ballot in (b for b in tally.ballots if b.status in ("counted", "superseded")):
        spoken.setdefault(ballot.voter, ballot.at or (ballot.post.time if ballot.post else None))
    silent = [one.player for one in tally.not_voted]
    early = fixed_end(stage, poll) or everybody_spoke(spoken, dict.fromkeys((*spoken, *silent)))
    return min((at for at in (early, tally.stage.closes) if at is not None), default=None)


# -- who may be voted for, how many seats --


def seated(poll: Poll) -> Jury:
    """The jury, worked out once for a stage (and for each reading of the house)."""
    found = poll.facts.get("seated")
    return found if isinstance(found, Jury) else jury(poll)


@clause("G12-3.7a", asks="candidates", stages="recall")
def a_seated_juror(poll: Poll) -> Candidates:
    """A recall ballot is for one of those who sit on the jury when the day begins."""
    if poll.stage.jurors is not None:
        return Candidates(poll.stage.jurors)
    sits = seated(poll)
    if sits.waits:
        return Candidates(None, waits=sits.waits)
    if not sits.known:
        return Candidates(None, says=UNKNOWN)
    return Candidates(sits.at(poll.opens))


@clause("G12-3.10b", asks="candidates", stages="by-election")
def anybody_off_the_jury(poll: Poll) -> Candidates:
    """Any living player who does not sit on the jury may be elected, one recalled before too."""
    sits = seated(poll)
    if sits.waits:
        return Candidates(None, waits=sits.waits)
    if not sits.known:
        return Candidates(None, says=UNKNOWN)
    return Candidates(_off(sits.at(poll.opens), poll))


@clause("G12-3.4", asks="candidates", stages="jury")
def nobody_on_the_jury(poll: Poll) -> Candidates:
    """Jurors cannot be executed, so the jury chooses among the others; without knowing it nothing can be decided."""
    sits = seated(poll)
    if sits.waits or not sits.known:
        return Candidates(None, waits=sits.waits or UNKNOWN)
    return Candidates(_off(sits.at(poll.moment), poll))


@clause("G12-6.2a", asks="candidates", stages="runoff")
def the_tied(poll: Poll) -> Candidates:
    """All who shared the highest number stand in the runoff, nobody else."""
    earlier = days.before(poll.game, poll.stage)
    return common.left_open_by(poll.counted(earlier.id) if earlier is not None and earlier.id else None)


def _off(jurors: tuple[str, ...], poll: Poll) -> tuple[str, ...]:
    return tuple(name for name in moment.alive(poll.game, poll.opens or poll.until) if name not in jurors)


@clause("G12-3.2", asks="names", stages="election")
@clause("G12-3.10a", asks="names", stages="by-election")
@clause("G12-6.2a", asks="names", stages="runoff")
def a_vote_for_each_seat(poll: Poll) -> int:
    """A ballot holds as many names as there are seats to fill."""
    return seats(poll)


def seats(poll: Poll) -> int:
    """How many the stage elects: as the file says, else three at first, later as many as the jury lacks."""
    stage = poll.stage
    if stage.seats is not None:
        return stage.seats
    if stage.kind == "election":
        return JURY
    if stage.kind == "by-election":
        sits = seated(poll)
        return max(1, JURY - len(sits.at(poll.opens))) if sits.known else 1
    if stage.kind == "runoff" and not days.executes(poll):
        return _left_over(poll)
    return 1


def _left_over(poll: Poll) -> int:
    """The seats the stage before left open."""
    earlier = days.before(poll.game, poll.stage)
    tally = poll.counted(earlier.id) if earlier is not None and earlier.id else None
    if earlier is None or tally is None:
        return 1
    there = replace(poll, stage=earlier, opens=earlier.opens, facts={})
    return max(1, seats(there) - len(tally.outcome.seated))
