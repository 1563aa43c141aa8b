"""When a stage ends to which the game file gives no end, where the document says how long it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from referee import moment
from referee.game import Game, Stage
from referee.rulebook import clause

DAY: Final = timedelta(hours=36)
MORE: Final = timedelta(hours=24)


def with_planned_ends(game: Game) -> Game:
    """The game, each life-or-death vote without a closing time given the one its document says."""
    stages = tuple(replace(one, closes=_end(one, game)) if _open_ended(one) else one for one in game.stages)
    return game if stages == game.stages else replace(game, stages=stages)


def _open_ended(stage: Stage) -> bool:
    return stage.kind == "life-or-death" and stage.closes is None


def _end(stage: Stage, game: Game) -> datetime | None:
    vote = _vote_before(stage, game)
    if vote is None or vote.closes is None:
        return None
    longer = moment.extensions(game, vote, substitution=timedelta(hours=game.house.get("gb.ext.hours", 12)))
    return life_or_death_ends(longer[-1].ends if longer else vote.closes, game.house)


def _vote_before(stage: Stage, game: Game) -> Stage | None:
    """The vote whose tie it settles: as the file says, else the last above it of its day."""
    if stage.after:
        return moment.stage_by_id(game, stage.after)
    above = game.stages[: game.stages.index(stage)]
    same = [one for one in above if one.kind == "vote" and moment.day_of(one) == moment.day_of(stage)]
    return same[-1] if same else None


@clause("GB-5.5b", asks="planned")
def life_or_death_ends(vote_closes: datetime, house: Mapping[str, Any]) -> datetime:
    """The day goes on for 24 hours: from its own end on, or from the 24th hour after dawn (`gb.runoff.base`)."""
    dawn = vote_closes - DAY
    return dawn + timedelta(hours=house.get("gb.runoff.base", 36)) + MORE
