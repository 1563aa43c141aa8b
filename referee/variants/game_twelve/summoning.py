"""游戏十二: the runoff; after a second tie the dead are summoned night by night, then lots or nobody (6.2, 6.3)."""

from __future__ import annotations

from datetime import datetime

from referee import moment
from referee.poll import Count, Poll
from referee.rulebook import clause
from referee.tally import Outcome
from referee.variants.game_twelve import days, seats
from referee.variants.game_twelve.outcomes import Filled, arithmetic, drawn, fill, filled, reached


def _stand(count: Count, poll: Poll) -> Filled:
    """The runoff's seats among all who stand in it, those without a vote too."""
    standing = poll.candidates if poll.candidates is not None else tuple(row.player for row in count.rows)
    by_number = {row.player: row.votes for row in count.rows}
    ranked = [row.player for row in count.rows if row.player in standing]
    names = (*ranked, *(name for name in standing if name not in by_number))
    return fill([(name, by_number.get(name, 0)) for name in names], seats.seats(poll))


@clause("G12-6.2a", asks="outcome", stages="runoff")
def the_runoff_decides(count: Count, poll: Poll) -> Outcome | None:
    """A clear highest of the runoff is elected, or executed."""
    found = _stand(count, poll)
    if not count.leaders and not poll.closed:
        return Outcome("none", reason="还没有人投票")
    if found.tied:
        return None
    kind = "execute" if days.executes(poll) else "elect"
    return Outcome(kind, found.winners, reason=f"高票对决：{arithmetic(count.rows)}")


@clause("G12-6.3b", asks="outcome", stages="runoff")
@clause("G12-6.3a", asks="outcome", stages="runoff")
def the_dead_are_summoned(count: Count, poll: Poll) -> Outcome | None:
    """Still tied: last night's dead are called, then those of the night before, until it is decided."""
    found = _stand(count, poll)
    if not found.tied or (not count.leaders and not poll.closed):
        return None
    called = _to_summon(count, poll)
    if not called:
        return None
    return Outcome("summon", called, reason=f"{_tied(count, found)}，召唤 {'、'.join(called)}", seated=found.winners)


def _tied(count: Count, found: Filled) -> str:
    when = reached(count, found.tied)
    told = f"高票对决：{arithmetic(count.rows)}；{'、'.join(found.tied)} 仍并列"
    return f"{told}（{when}）" if when else told


def _to_summon(count: Count, poll: Poll) -> tuple[str, ...]:
    """Whose votes are waited for: those called whose time is not over, else the newest dead not called yet."""
    said = moment.summoned(poll.game, poll.stage.id, poll.as_of)
    voted = {one.ballot.voter for one in count.judged if one.status == "counted"}
    open_now = [event for event in said if _is_open(event.until or poll.closes, poll)]
    if waiting := [name for event in open_now for name in moment.about(event) if name not in voted]:
        return tuple(dict.fromkeys(waiting))
    called = {name for event in said for name in moment.about(event)}
    groups = days.dead_by_night(poll)
    if called and not poll.house["g12.summon.must"]:
        return ()
    left = (tuple(name for name in group if name not in called) for group in groups)
    return next((group for group in left if group), ())


def _is_open(until: datetime | None, poll: Poll) -> bool:
    return until is None or (poll.as_of is not None and poll.as_of < until)


@clause("G12-6.3d", asks="outcome", stages="runoff")
def lots_are_drawn(count: Count, poll: Poll) -> Outcome | None:
    """A seat nobody wins by runoff and summoning is drawn for among those tied."""
    found = _stand(count, poll)
    if not found.tied or days.executes(poll) or (not count.leaders and not poll.closed) or _to_summon(count, poll):
        return None
    why = f"{_tied(count, found)}，没有死者可召唤，抽签"
    return drawn(found.tied, found.left, found.winners, why, poll)


@clause("G12-6.3e", asks="outcome", stages="runoff")
def nobody_is_executed(count: Count, poll: Poll) -> Outcome | None:
    """An execution still tied after the last summoning executes nobody."""
    found = _stand(count, poll)
    if not found.tied or not days.executes(poll) or (not count.leaders and not poll.closed) or _to_summon(count, poll):
        return None
    return Outcome("none", reason=f"{_tied(count, found)}，没有死者可召唤，不处决任何人，入夜")


@clause("G12-4.4c", asks="note")
def how_the_day_is_extended(count: Count, poll: Poll) -> str | None:
    """A tie makes the day 24 hours longer, runoff and all summoning together; how to share them is a suggestion."""
    kind = poll.kind.name
    tied = kind == "execution" and len(count.leaders) > 1
    if kind in ("election", "by-election"):
        tied = bool(filled(count, poll).tied)
    if not tied or not poll.closed:
        return None
    parts = str(poll.house["g12.runoff.split"]).split("+")
    split = f"对决 {parts[0]} 小时，招魂 {'、'.join(parts[1:]) or '—'} 小时"
    return f"对决与招魂合计把白天延长 24 小时；建议{split}（G12-4.4c）"
