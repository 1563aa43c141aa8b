"""Where a game stands at a moment: who lives, what is open until when, what waits for the judge, who has won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from referee.agenda import Task, day_began, tasks
from referee.game import Game, Stage
from referee.moment import alive, voting_stages, window
from referee.nights import TallyOf, has_nights, nights_over, past_nights, stand_at, up_to
from referee.nights.calendar import NightTime, calendar, day_of, last_night, rhythm, transition
from referee.nights.days import no_ballots
from referee.nights.engine import rule_set, still_asked
from referee.nights.stand import Verdict
from referee.nights.values import Question, Victory
from referee.roster_check import roster_notes
from referee.rulebook import clause
from referee.tally import StageWindow
from referee.variants import find


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something that ends (or begins) at a moment."""

    what: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Status:
    """The game at `as_of`. Secret: `roles`, limits of a night that only its messages
    place, and what is marked so in `todo` and `pending` (`public_status`)."""

    rules: str
    as_of: datetime
    alive: tuple[str, ...]
    stage: StageWindow | None
    deadlines: tuple[Deadline, ...]
    todo: tuple[Task, ...]
    pending: tuple[Question, ...]
    notes: tuple[str, ...]
    victory: Victory | None
    roles: dict[str, str | None]
    public_stage: StageWindow | None = None
    public_deadlines: tuple[Deadline, ...] = ()


def status_of(game: Game, at: datetime, *, tally_of: TallyOf = no_ballots) -> Status:
    """The game as it stands at `at` (the board's clock), from what was announced and sent up to then."""
    known = up_to(game, at)
    night = running_night(known, at)
    found = verdict_at(known, at, tally_of)
    open_ = open_stages(known, at)
    by_night = _for_the_nights(game, tally_of)
    announced = night if _is_public(known, night) else None
    return Status(
        game.rules,
        at,
        alive(known, at),
        _stage(known, open_, night, at),
        deadlines(known, at, night),
        tasks(known, at, night, found.victory is not None),
        (*still_asked(_left_open(known, at, by_night), found), *found.pending),
        (*roster_notes(known), *found.notes),
        found.victory,
        dict(stand_at(known, at, tally_of=by_night).roles) if has_nights(game.rules) else {},
        _stage(known, open_, announced, at),
        deadlines(known, at, announced),
    )


def _is_public(game: Game, night: NightTime | None) -> bool:
    """Whether a night's limits are known without the private messages: one placed by them would tell when they came."""
    return night is None or night.given or all(action.at is None for action in game.actions)


def verdict_at(game: Game, at: datetime, tally_of: TallyOf = no_ballots) -> Verdict:
    """Who has won by then."""
    if not has_nights(game.rules):
        return Verdict()
    stand = stand_at(game, at, tally_of=_for_the_nights(game, tally_of))
    return rule_set(game.rules).verdict(replace(stand, tally_of=tally_of))


def _for_the_nights(game: Game, tally_of: TallyOf) -> TallyOf:
    """Threads are read for the nights only where roles can hang on ballots: who keeps the branch."""
    changes = has_nights(game.rules) and rule_set(game.rules).BALLOTS_CHANGE_ROLES
    return tally_of if changes else no_ballots


def _left_open(game: Game, at: datetime, tally_of: TallyOf) -> tuple[Question, ...]:
    """What the last night that is over still leaves to the judge."""
    if not has_nights(game.rules):
        return ()
    past = past_nights(game, at, tally_of=tally_of)
    return past[-1].open_questions if past else ()


def public_status(status: Status) -> Status:
    """What of it anybody may read."""
    count = len(status.pending)
    return replace(
        status,
        stage=status.public_stage,
        deadlines=status.public_deadlines,
        todo=tuple(task for task in status.todo if not task.secret),
        pending=(Question(f"有 {count} 处等法官裁定。"),) if count else (),
        notes=(),
        roles={},
    )


def stage_window(game: Game, stage: Stage, at: datetime) -> StageWindow:
    """A stage's limits in force at a moment."""
    kind = (game.book or find(game.rules)).kind(stage.kind)
    stops = kind.change_stops if kind else None
    return window(game, stage, at, substitution=transition(game), change_stops=stops)


def open_stages(game: Game, at: datetime) -> tuple[StageWindow, ...]:
    """The stages running at a moment, voting stages before nights, in the order they opened."""
    found = [stage_window(game, stage, at) for stage in game.stages]
    running = [w for w in found if (w.opens is None or w.opens <= at) and (w.closes is None or at < w.closes)]
    return tuple(sorted(running, key=lambda w: (w.kind == "night", w.opens or datetime.min)))


def running_night(game: Game, at: datetime) -> NightTime | None:
    """The night a moment lies in: begun, and not over by anything announced."""
    if not has_nights(game.rules):
        return None
    number = nights_over(game, at) + 1
    time = calendar(game, max(number, last_night(game)))[number]
    begun = time.opens <= at and not _day_still_on(game, time, at)
    return time if begun else None


def _day_still_on(game: Game, time: NightTime, at: datetime) -> bool:
    stages = [stage_window(game, s, at) for s in voting_stages(game)]
    return any(w.opens and w.closes and w.opens <= at < w.closes for w in stages)


def _stage(game: Game, running: tuple[StageWindow, ...], night: NightTime | None, at: datetime) -> StageWindow | None:
    if running:
        return running[0]
    if night is None:
        return None
    return StageWindow(None, "night", night.opens, night.ends, None, night.number)


def deadlines(game: Game, at: datetime, night: NightTime | None) -> tuple[Deadline, ...]:
    """What is still to come, soonest first: openings, the end of changes, closes, the last moment for messages."""
    found: list[Deadline] = [*_nominal_day(game, at)]
    for stage in game.stages:
        limits = stage_window(game, stage, at)
        name = stage.id or stage.kind
        found += [Deadline(f"{name} 开始", limits.opens)] if limits.opens else []
        found += [Deadline(f"{name} 停止改票", limits.changes_close)] if limits.changes_close else []
        if limits.closes and not (stage.kind == "night" and night is not None and day_of(stage) == night.number):
            found.append(Deadline(f"{name} 截止", limits.closes))
    if night is not None:
        found += _night_deadlines(game, night)
    for event in game.events:
        if event.kind == "summon" and event.until:
            found.append(Deadline(f"召唤 {'、'.join(event.players)} 投票截止", event.until))
        if event.kind == "transition" and transition(game):
            found.append(Deadline("交替期结束", event.at + transition(game)))
    coming = [one for one in dict.fromkeys(found) if one.at > at]
    return tuple(sorted(coming, key=lambda one: one.at))


@clause("G12-4.4a", asks="status")
@clause("GB-5.5a", asks="status")
@clause("NC-day", asks="status")
def _nominal_day(game: Game, at: datetime) -> list[Deadline]:
    """A day the file has no stage for ends its usual length after the dawn was announced."""
    began = day_began(game, at) if has_nights(game.rules) else None
    if began is None or any(day_of(stage) == began[0] for stage in voting_stages(game)):
        return []
    day, dawn = began
    found = [Deadline(f"第 {day} 天 白天结束(按规则的长度)", dawn + rhythm(game).day)]
    if game.rules == "golden-bough":
        found.append(Deadline(f"第 {day} 天 投票帖最迟贴出", dawn + timedelta(hours=1)))
    return found


def _night_deadlines(game: Game, night: NightTime) -> list[Deadline]:
    ends = night.ends or night.opens + rhythm(game).night
    limits = rule_set(game.rules).limits(replace(night, ends=ends))
    return [Deadline(f"第 {night.number} 夜 {what}", at) for what, at in limits]
