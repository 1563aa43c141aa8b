"""The nights: private actions in, what becomes of them out. One engine, one package per rule set.

`night_of` is what everybody asks; `roles_at` and `branch_holder` are what the day rules need of it. All are pure.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from referee.game import Game
from referee.moment import alive, seats
from referee.nights.calendar import NightTime, announced_at_dawn, calendar, last_night, rhythm
from referee.nights.days import TallyOf, no_ballots
from referee.nights.engine import (
    Past,
    fates,
    has_nights,
    house_of,
    nights,
    other_readings,
    outcome,
    rule_set,
)
from referee.nights.stand import Stand
from referee.nights.values import Night
from referee.switches import House

__all__ = [
    "Night",
    "Past",
    "Stand",
    "TallyOf",
    "branch_holder",
    "fates",
    "first_night",
    "has_nights",
    "night_of",
    "nights_over",
    "past_nights",
    "roles_at",
    "stand_at",
    "up_to",
]


def night_of(
    game: Game,
    number: int,
    *,
    tally_of: TallyOf = no_ballots,
    house: House | None = None,
    as_of: datetime | None = None,
) -> Night:
    """Night `number` resolved from night one on, events up to `as_of` winning over what is computed.

    `tally_of` gives a stage's tally where somebody counted it (None: nobody did); it is asked only where no event
    tells what the night hangs on. Notes tell where another reading of a house switch would give another outcome.
    Raises KeyError for a rule set without nights, ValueError for a number before its first night.
    """
    if number < first_night(game):
        raise ValueError(f"no night {number}")
    game, house = up_to(game, as_of), house or house_of(game)
    night = nights(game, number, tally_of=tally_of, house=house)[-1].night
    return replace(night, notes=(*night.notes, *other_readings(game, number, tally_of, house, outcome)))


def first_night(game: Game) -> int:
    """The number of the rule set's first night."""
    return rhythm(game).first


def up_to(game: Game, as_of: datetime | None) -> Game:
    """The game as it was known at a moment: events and messages stamped later have not happened."""
    if as_of is None:
        return game
    events = tuple(e for e in game.events if e.at <= as_of)
    actions = tuple(a for a in game.actions if a.at is None or a.at <= as_of)
    return replace(game, events=events, actions=actions)


def nights_over(game: Game, at: datetime | None) -> int:
    """How many nights are over at a moment (None: as far as the file goes), as the number of the last one.

    A night is over once something of it was announced, the day after it has opened, or anything later is told. One
    below the first night: none is.
    """
    game = up_to(game, at)
    over = first_night(game) - 1
    # A night nobody acted in may follow the last one the file speaks of: its dawn was announced all the same.
    for number, time in calendar(game, last_night(game) + 2).items():
        if _over(game, time, at):
            over = number
    return over


def _over(game: Game, time: NightTime, at: datetime | None) -> bool:
    if announced_at_dawn(game, time):
        return True
    if time.day is not None and at is not None and time.day <= at:
        return True
    later = [a for a in game.actions if a.night is not None and a.night > time.number]
    return bool(later) or any(e.at > max(time.dawn, time.opens) for e in game.events)


def past_nights(
    game: Game, at: datetime | None, *, tally_of: TallyOf = no_ballots, house: House | None = None
) -> tuple[Past, ...]:
    """The nights that are over at a moment, resolved."""
    game = up_to(game, at)
    last = nights_over(game, at)
    if last < first_night(game):
        return ()
    return nights(game, last, tally_of=tally_of, house=house, over=True)


def stand_at(game: Game, at: datetime | None, *, tally_of: TallyOf = no_ballots, house: House | None = None) -> Stand:
    """Who lives as what at a moment, and what the rule set remembers: promotions of every night over by then."""
    game, house = up_to(game, at), house or house_of(game)
    rules, past = rule_set(game.rules), past_nights(game, at, tally_of=tally_of, house=house)
    living = alive(game, at)
    if not past:
        given = {player.name: player.role for player in game.players}
        roles = {name: given[name] for name in seats(game)}
        return rules.by_day(Stand(game, house, living, roles, rules.begin(game, house), at=at))
    stand = past[-1].stand
    fell = stand.fell if living == stand.alive else ()
    return rules.by_day(replace(stand, game=game, alive=living, fell=fell, at=at))


def roles_at(game: Game, at: datetime | None, *, tally_of: TallyOf = no_ballots) -> dict[str, str | None]:
    """Every seat's role at a moment, dead or alive, as promotions have changed it (None: the file does not say)."""
    if not has_nights(game.rules):
        return {player.name: player.role for player in game.players}
    return dict(stand_at(game, at, tally_of=tally_of).roles)


def branch_holder(game: Game, night: int, *, tally_of: TallyOf = no_ballots) -> str | None:
    """golden-bough: who keeps the branch in a night and the day after it; None where nobody does or is known to."""
    if night < first_night(game):
        return None
    past = nights(game, night, tally_of=tally_of)[-1]
    holder: str | None = past.eve.memory.holder
    return holder
