"""When each night is: from its `night` stage, else from the stages around it, else from its actions and the events.

A game file may give every limit or none. Where it gives none, a night is placed by what was sent in it, by what was
announced around it and by the usual length of the rule set, so that every event finds its night or its day.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from referee.game import Event, Game, Stage
from referee.moment import day_of as day_of
from referee.moment import window
from referee.rulebook import clause

HOUR = timedelta(hours=1)
DAWN_KINDS = frozenset({"death", "faint", "mad", "sane", "dawn"})
ONLY_BY_NIGHT = frozenset({"faint", "mad"})
DAY_KINDS = frozenset({"execution", "imprison", "top", "no-vote", "nightfall", "elected", "fool"})


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How a rule set counts: first night's number, night and day lengths, does night N precede day N."""

    first: int
    night: timedelta
    day: timedelta
    precedes: bool = False

    def day_before(self, night: int) -> int:
        """The day a night follows."""
        return night - 1 if self.precedes else night

    def day_after(self, night: int) -> int:
        """The day a night opens."""
        return night if self.precedes else night + 1

    @property
    def round(self) -> timedelta:
        """A night and a day."""
        return self.night + self.day


RHYTHMS = {
    "golden-bough": Rhythm(1, 24 * HOUR, 36 * HOUR, precedes=True),
    "game-twelve": Rhythm(1, 24 * HOUR, 24 * HOUR),
    "nine-days": Rhythm(1, 24 * HOUR, 48 * HOUR),
    "no-casualties": Rhythm(0, 12 * HOUR, 36 * HOUR),
}


@dataclass(frozen=True, slots=True)
class NightTime:
    """A night's limits. `ends` only where the file gives it; `day` is when the day after opens, where known.

    `dawn` is when its results count as public: the first announcement, else the end, else the usual length.
    `until` is when the next night begins (known or placed). `given`: the file itself says when it begins.
    """

    number: int
    opens: datetime
    ends: datetime | None
    dawn: datetime
    day: datetime | None
    until: datetime
    given: bool = False


def ends_a_day(game: Game, event: Event) -> bool:
    """Is an announcement the result of a day? In golden-bough a revealed priest was its highest."""
    return event.kind in DAY_KINDS or (event.kind == "reveal" and game.rules == "golden-bough")


@clause("G12-0", asks="schedule")
@clause("G12-4.3", asks="schedule")
@clause("GB-5.3", asks="schedule")
@clause("ND-2.3", asks="schedule")
@clause("NC-flow-day", asks="schedule")
def rhythm(game: Game) -> Rhythm:
    """How long nights and days are, and which comes first: 金枝 begins with a night, 无人伤亡 with night 0."""
    return RHYTHMS.get(game.rules, Rhythm(1, 24 * HOUR, 24 * HOUR))


def night_stage(game: Game, number: int) -> Stage | None:
    """The stage that gives a night its limits, if the file has one."""
    return next((s for s in game.stages if s.kind == "night" and day_of(s) == number), None)


@clause("G12-4.6b", asks="schedule")
@clause("GB-5.6", asks="schedule")
def transition(game: Game) -> timedelta:
    """How much longer a phase runs when somebody is substituted in it; nothing where the document has no such rule."""
    hours = {"golden-bough": game.house.get("gb.ext.hours", 12), "game-twelve": 12}.get(game.rules, 0)
    return int(hours) * HOUR


def closing(game: Game, stage: Stage) -> datetime | None:
    """When a stage closes after every extension the file announces."""
    return window(game, stage, substitution=transition(game)).closes


def last_night(game: Game) -> int:
    """The highest night number the file speaks of (the rule set's first night at least)."""
    beat = rhythm(game)
    numbers = [a.night for a in game.actions if a.night is not None]
    numbers += [n for s in game.stages if s.kind == "night" and (n := day_of(s)) is not None]
    days = [d for s in game.stages if s.kind != "night" and (d := day_of(s)) is not None]
    numbers += [d if beat.precedes else d - 1 for d in days]
    return max([beat.first, *numbers])


def calendar(game: Game, last: int) -> dict[int, NightTime]:
    """Every night from the first to `last` with its limits, in order."""
    beat = rhythm(game)
    numbers = range(beat.first, max(last, last_night(game)) + 2)
    opens = _place(game, numbers)
    return {n: _night_time(game, n, opens[n], opens[n + 1]) for n in numbers[:-1] if n <= last}


def _night_time(game: Game, number: int, opens: datetime, until: datetime) -> NightTime:
    day = _day_opening(game, rhythm(game).day_after(number))
    stage = night_stage(game, number)
    ends = (closing(game, stage) if stage else None) or day
    heard = [e.at for e in game.events if e.kind in DAWN_KINDS - {"sane"} and opens < e.at <= (day or until)]
    sent = [a.at for a in game.actions if a.night == number and a.at is not None]
    usual = opens + (until - opens) * (rhythm(game).night / rhythm(game).round)
    dawn = min(heard, default=None) or ends or max([usual, *sent])
    return NightTime(number, opens, ends, dawn, day, until, opens == _known_opening(game, number))


def _day_opening(game: Game, day: int) -> datetime | None:
    found = [s.opens for s in game.stages if s.kind != "night" and day_of(s) == day and s.opens is not None]
    return min(found, default=None)


def _day_closing(game: Game, day: int) -> datetime | None:
    stages = [s for s in game.stages if s.kind != "night" and day_of(s) == day]
    return max((c for s in stages if (c := closing(game, s)) is not None), default=None)


def _place(game: Game, numbers: Iterable[int]) -> dict[int, datetime]:
    """When each night begins: known limits first, then the actions, then by the usual length between neighbours."""
    beat, numbers = rhythm(game), list(numbers)
    known = {n: at for n in numbers if (at := _known_opening(game, n)) is not None}
    for n in numbers:
        if n not in known and (at := _opening_by_actions(game, n, known)) is not None:
            known[n] = at
    if not known:
        known[beat.first] = _opening_by_events(game, beat)
    return {n: known.get(n) or _snapped(game, _between(n, known, beat), beat, known, n) for n in numbers}


@clause("G12-4.5a", asks="schedule")
@clause("GB-5.4a", asks="schedule")
@clause("ND-2.3.2a", asks="schedule")
def _known_opening(game: Game, number: int) -> datetime | None:
    """A night begins where its stage says, else when the day before it has ended."""
    stage = night_stage(game, number)
    if stage and stage.opens:
        return stage.opens
    return _day_closing(game, rhythm(game).day_before(number))


def _opening_by_actions(game: Game, number: int, known: dict[int, datetime]) -> datetime | None:
    """The announcement that ended the day before its last message, else its first message."""
    sent = sorted(a.at for a in game.actions if a.night == number and a.at is not None)
    if not sent:
        return None
    earlier = [a.at for a in game.actions if a.night is not None and a.night < number and a.at is not None]
    floor = max([*earlier, *(at for n, at in known.items() if n < number)], default=datetime.min)
    near = max(floor, sent[0] - rhythm(game).round / 2)  # a result older than that ended an earlier day
    ended = [e.at for e in game.events if ends_a_day(game, e) and near < e.at <= sent[-1]]
    return max(ended, default=None) or max(sent[0], floor)


def _opening_by_events(game: Game, beat: Rhythm) -> datetime:
    """Nothing but events (or nothing at all): the first death is the first dawn."""
    dawns = [e.at for e in game.events if e.kind in DAWN_KINDS]
    if dawns:
        return min(dawns) - beat.night
    first = min((e.at for e in game.events), default=datetime(2000, 1, 1))
    return first - beat.round


def _between(number: int, known: dict[int, datetime], beat: Rhythm) -> datetime:
    before = max((n for n in known if n < number), default=None)
    behind = min((n for n in known if n > number), default=None)
    if before is not None and behind is not None:
        return known[before] + (known[behind] - known[before]) * ((number - before) / (behind - before))
    if before is not None:
        return known[before] + beat.round * (number - before)
    assert behind is not None
    return known[behind] - beat.round * (behind - number)


def _snapped(game: Game, guess: datetime, beat: Rhythm, known: dict[int, datetime], number: int) -> datetime:
    """A placed night begins with the announcement that ended the day, where one is near."""
    floor = max((at for n, at in known.items() if n < number), default=datetime.min)
    roof = min((at for n, at in known.items() if n > number), default=datetime.max)
    near = [e.at for e in game.events if ends_a_day(game, e) and floor < e.at < roof]
    near = [at for at in near if abs(at - guess) < beat.round / 3]
    return min(near, key=lambda at: (abs(at - guess), at), default=guess)


def announced_at_dawn(game: Game, time: NightTime, computed: Iterable[str] = ()) -> tuple[Event, ...]:
    """What was announced as this night's result.

    Everything of a dawn's kind from nightfall to the day's opening; without an opening, the first batch (three hours).
    A player this night took counts although he was announced later in the day; nobody falls unconscious or goes mad
    but by night, so that is of this night whenever it was announced.
    """
    heard = [e for e in game.events if e.kind in DAWN_KINDS and time.opens < e.at <= time.until]
    # The piper imprisoned by day frees the mad at the count, a little after the night has begun.
    heard = [e for e in heard if e.kind != "sane" or e.at > time.opens + HOUR]
    if not heard:
        return ()
    limit = time.day or min(e.at for e in heard) + 3 * HOUR
    mine = frozenset(computed)
    return tuple(e for e in heard if e.at <= limit or e.player in mine or e.kind in ONLY_BY_NIGHT)


def day_end(game: Game, day: int) -> datetime | None:
    """When a day's last stage closes, as far as the file gives it."""
    return _day_closing(game, day)


def day_start(game: Game, day: int) -> datetime | None:
    """When a day's first stage opens, as far as the file gives it."""
    return _day_opening(game, day)
