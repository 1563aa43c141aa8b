"""What the day before decided, as far as a night hangs on it: from the events, else from the ballots handed in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from referee.game import Game
from referee.moment import about, events, voting_stages
from referee.nights.calendar import day_of
from referee.nights.values import Question
from referee.tally import Tally
from referee.tally import unique_highest as unique_highest

TallyOf = Callable[[str], Tally | None]


def no_ballots(stage: str) -> Tally | None:
    """The tally of a stage where nobody read its threads."""
    return None


def announced_top(game: Game, since: datetime, until: datetime) -> str | None:
    """The unique highest of a day as its announcements tell it: executed, revealed, or named as the highest."""
    told = [e for e in events(game, None, "execution", "reveal", "top") if since < e.at <= until and about(e)]
    return about(told[-1])[0] if told else None


def stages_of(game: Game, day: int) -> tuple[str, ...]:
    """The voting stages of a day, in the order they open."""
    found = [s for s in voting_stages(game) if day_of(s) == day and s.id is not None]
    return tuple(s.id for s in sorted(found, key=lambda s: s.opens or datetime.min) if s.id)


def counted_top(game: Game, day: int, tally_of: TallyOf) -> tuple[str | None, Question | None]:
    """The unique highest of a day by its ballots: of the last stage that was held; a question where one is open."""
    for stage in reversed(stages_of(game, day)):
        tally = tally_of(stage)
        if tally is None or not tally.final:
            continue
        if tally.outcome.kind == "undecided":
            said = f"{stage} 的票还要法官裁定，第 {day} 天的唯一最高票得票者未定，夜晚的结果与它有关。"
            return None, Question(said, tally.outcome.clauses)
        return unique_highest(tally), None
    return None, None
