"""游戏十二: which day a stage belongs to, what it grew out of, and the night before it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from referee import moment
from referee.game import Game, Stage
from referee.nights import up_to
from referee.nights.calendar import announced_at_dawn, calendar, day_of
from referee.nights.engine import nights
from referee.nights.values import Night
from referee.poll import Poll

LED_TO_BY_A_TIE: Final = ("election", "by-election", "execution", "runoff")
# Switches of the nights: that one of them matters tells what was done in the dark.
OF_THE_NIGHTS: Final = frozenset(
    {
        "g12.kill_failed.by_prayer",
        "g12.onestrike.reset",
        "g12.onestrike.suicide",
        "g12.dance.prayer_on_partner",
        "g12.dance.copy",
        "g12.bind.void_breaks",
        "g12.bind.void_kill_is_hit",
        "g12.kill.conflict",
        "g12.cutoff.base",
        "declaration.count",
    }
)


def before(game: Game, stage: Stage) -> Stage | None:
    """The stage a runoff comes after: as the file says, else the last of its day that a tie can lead on from."""
    if stage.after:
        return moment.stage_by_id(game, stage.after)
    if stage.kind != "runoff":
        return None
    past = [s for s in moment.voting_stages(game) if s is not stage and s.kind in LED_TO_BY_A_TIE]
    past = [s for s in past if s.closes and stage.opens and s.closes <= stage.opens and day_of(s) == day_of(stage)]
    return max(past, key=lambda s: s.closes or datetime.min, default=None)


def root(game: Game, stage: Stage) -> Stage:
    """The vote a runoff is about, through runoffs of runoffs; any other stage is its own."""
    seen = {stage.id}
    while stage.kind == "runoff" and (earlier := before(game, stage)) is not None and earlier.id not in seen:
        seen.add(earlier.id)
        stage = earlier
    return stage


def executes(poll: Poll) -> bool:
    """Whether the stage is an execution vote or a runoff of one."""
    first = root(poll.game, poll.stage)
    if first.kind == "runoff":
        return poll.stage.seats is None and dissolved(poll)
    return first.kind == "execution"


def day(poll: Poll) -> int | None:
    """The day the stage belongs to."""
    return day_of(poll.stage) or day_of(root(poll.game, poll.stage))


def night_before(poll: Poll) -> Night | None:
    """The night just before the stage's day, resolved as far as the file has its actions; None before any night."""
    number = (day(poll) or 0) - 1
    if number < 1 or not any(a.night is not None and a.night <= number for a in poll.game.actions):
        return None
    # Only the switches of the nights make another night of it; every other reading of the house shares this one.
    given = {name: value for name, value in poll.house.given.items() if name in OF_THE_NIGHTS}
    found: Night = poll.once(f"night {number} {poll.until} {sorted(given.items())}", lambda: _resolved(number, poll))
    return found


def _resolved(number: int, poll: Poll) -> Night:
    return nights(up_to(poll.game, poll.until), number, house=poll.house, over=True)[-1].night


def dead_by_night(poll: Poll) -> tuple[tuple[str, ...], ...]:
    """Who died in each night before the stage's day, the newest night first; nights without dead are left out."""
    last = (day(poll) or 0) - 1
    if last < 1:
        return ()
    times = calendar(poll.game, last)
    found = [
        tuple(
            name
            for event in announced_at_dawn(poll.game, times[n])
            if event.kind == "death"
            for name in moment.about(event)
        )
        for n in range(last, 0, -1)
    ]
    return tuple(tuple(dict.fromkeys(dead)) for dead in found if dead)


@dataclass(frozen=True, slots=True)
class Living:
    """How many live when a stage opens, and whether the jury was dissolved by then."""

    number: int
    dissolved: bool


def living(poll: Poll) -> Living:
    """The living at the stage's opening; dissolved once their number fell to six (`g12.dissolve.at`)."""
    at = poll.opens or poll.until
    counts = [len(moment.alive(poll.game, then)) for then in _deaths(poll.game, at)]
    now = len(moment.alive(poll.game, at))
    if len(poll.game.players) <= 6:
        return Living(now, False)
    due = poll.house["g12.dissolve.at"]
    return Living(now, any(count == 6 or (due == "le6" and count < 6) for count in (*counts, now)))


def dissolved(poll: Poll) -> bool:
    """Whether there is no jury any more on this day."""
    return living(poll).dissolved


def _deaths(game: Game, at: datetime | None) -> list[datetime]:
    return sorted({event.at for event in moment.events(game, at, *moment.STATES)})
