"""Whether a night that is asked for can have been: one that never came announces nothing, least of all a winner."""

from __future__ import annotations

from datetime import datetime

from referee.game import Game
from referee.moment import day_of, voting_stages
from referee.nights import first_night, nights_over, past_nights, up_to
from referee.nights.calendar import calendar, last_night, rhythm
from referee.status import verdict_at
from referee.wrong import Wrong


def check_night(game: Game, number: int, as_of: datetime | None, clock: datetime) -> str | None:
    """What the judge should know of night `number`: nothing (None), or that nothing was recorded in it.

    `as_of`: only what was known by then; `clock`: now. Raises Wrong for a night before the first, one the file does
    not reach, one that has not begun, and one after the end of the game.
    """
    first, known = first_night(game), up_to(game, as_of)
    last = last_that_may_be(known)
    there = f"有第 {first} 到第 {last} 夜" if last > first else f"有第 {first} 夜"
    if number < first:
        raise Wrong("no-night", f"没有第 {number} 夜", f"这套规则从第 {first} 夜数起；{there}")
    if any(action.night == number for action in known.actions):
        return None
    if (end := _ended_before(known, number, as_of or clock)) is not None:
        raise Wrong("no-night", f"没有第 {number} 夜：{end}就已分出胜负", "看结局用 referee status")
    if number > last:
        raise Wrong("no-night", f"没有第 {number} 夜：游戏文件还没写到", f"{there}")
    begins = calendar(known, number)[number]
    if begins.given and begins.opens > (as_of or clock):
        raise Wrong("no-night", f"第 {number} 夜还没到，{begins.opens:%Y-%m-%d %H:%M} 才开始", there)
    return f"第 {number} 夜没有写下任何行动，按谁也没有行动结算"


def last_that_may_be(game: Game) -> int:
    """The number of the last night the file reaches: told of in it, or following a day or night that is."""
    beat = rhythm(game)
    days = [day for stage in voting_stages(game) if (day := day_of(stage)) is not None]
    return max([last_night(game), nights_over(game, None) + 1, *(day + beat.precedes for day in days)])


def _ended_before(game: Game, number: int, at: datetime) -> str | None:
    """When the game was over before a night nobody acted in: after which night, or by day."""
    if any(action.night is not None and action.night >= number for action in game.actions):
        return None
    won = [n for n, past in enumerate(past_nights(game, at), first_night(game)) if past.night.victory is not None]
    if won and won[0] < number:
        return f"第 {won[0]} 夜过后"
    return "此前" if nights_over(game, at) < number and verdict_at(game, at).victory is not None else None
