"""golden-bough: what becomes of the highest, and of those who did not vote."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from referee import moment
from referee.poll import Count, Poll
from referee.rulebook import clause
from referee.tally import Outcome, Tally
from referee.variants import common

CIVILIAN, ESCAPEE, PRIEST, CHALLENGER = "平民", "逃奴", "祭司", "挑战者"


# 7.6 对最高票得票者的处理


@clause("GB-7.6a", asks="outcome")
def the_identity_is_not_given(count: Count, poll: Poll) -> Outcome | None:
    """What becomes of a unique highest depends on who he is; without roles only the number can be told."""
    top = _unique(count)
    if top is None or _role(top, poll) is not None:
        return None
    three = ("GB-7.6a", "GB-7.6b", "GB-7.6c")
    unknown = Outcome("top", (top,), three, f"{common.highest(count)}，怎样处理要看他的身份")
    if not any(player.role for player in poll.game.players):
        return unknown
    leads = _leads(count, top)
    return replace(unknown, public=None if poll.closed else leads, possible=leads)


@clause("GB-7.6a", asks="outcome")
def an_escapee_is_executed(count: Count, poll: Poll) -> Outcome | None:
    """The unique highest is an escapee: he is executed, and announced."""
    return _by_role(count, poll, ESCAPEE, "execute", ("GB-3.3c", "GB-4.2"), "是逃奴，处决")


@clause("GB-7.6b", asks="outcome")
def a_priest_is_revealed(count: Count, poll: Poll) -> Outcome | None:
    """The unique highest is the priest: he lives, and is announced."""
    return _by_role(count, poll, PRIEST, "reveal", ("GB-3.5b", "GB-4.2"), "是祭司，不处决，公布身份")


@clause("GB-7.6c", asks="outcome")
def others_are_left_alone(count: Count, poll: Poll) -> Outcome | None:
    """The unique highest is a civilian or a challenger: nothing happens to him, nothing is announced."""
    return _by_role(count, poll, CIVILIAN, "none", ("GB-3.1a",), "是平民，不处决，不公布") or _by_role(
        count, poll, CHALLENGER, "none", ("GB-3.4f",), "是挑战者，不处决，不公布"
    )


@clause("GB-7.6d", asks="outcome", exception_to="GB-7.6c")
def the_branch_stays(count: Count, poll: Poll) -> Outcome | None:
    """The unique highest holds the branch: nothing happens to him, and it stays with him for another night."""
    top = _unique(count)
    if top is None or top != _holder(poll):
        return None
    return _by_role(
        count, poll, CIVILIAN, "none", ("GB-3.2.2a", "GB-3.2.1c"), "持有金枝，不处决，不公布，金枝下一夜不移"
    )


@clause("GB-7.6e", asks="outcome", stages="life-or-death")
def a_second_tie_ends_the_day(count: Count, poll: Poll) -> Outcome | None:
    """No unique highest in the life-or-death vote either: nobody is dealt with, night falls."""
    if len(count.leaders) < 2:
        return None
    return Outcome("none", reason=f"{common.tied(count)}；生死投票仍无唯一最高票，当天不处理任何人")


@clause("GB-7.1", asks="outcome")
def nobody_voted(count: Count, poll: Poll) -> Outcome | None:
    """Before anybody has voted there is no highest."""
    return common.nobody_voted(count, poll)


def _unique(count: Count) -> str | None:
    return count.leaders[0] if len(count.leaders) == 1 else None


def _by_role(count: Count, poll: Poll, role: str, kind: str, more: tuple[str, ...], why: str) -> Outcome | None:
    top = _unique(count)
    if top is None or _role(top, poll) != role:
        return None
    told = common.highest(count)
    players = (top,) if kind != "none" else ()
    reason, public = f"{told}，{top} {why}", _public(count, poll, top, kind)
    return Outcome(kind, players, more, reason, public=public, possible=_leads(count, top))


def _leads(count: Count, top: str) -> Outcome:
    """Who has the most votes, by number alone: what may be told while the result does not stand."""
    return Outcome("top", (top,), ("GB-7.1",), common.highest(count))


def _public(count: Count, poll: Poll, top: str, kind: str) -> Outcome:
    """What may be announced: before the close only who leads; afterwards what the document announces, no more."""
    told = common.highest(count)
    if not poll.closed:
        return _leads(count, top)
    if kind == "none":
        return Outcome("none", (), ("GB-4.2",), f"{told}，不处决，身份不公布")
    clauses = {"execute": ("GB-7.6a", "GB-4.2"), "reveal": ("GB-7.6b", "GB-4.2")}[kind]
    says = "是逃奴，处决" if kind == "execute" else "是祭司，不处决，公布身份"
    return Outcome(kind, (top,), clauses, f"{told}，{top} {says}")


# 7.9 连续两次不投票


@clause("GB-7.9", asks="note")
def missed_twice(count: Count, poll: Poll) -> str | None:
    """Who missed the last day's vote too and is not on leave may be replaced, or is out at the end of the vote."""
    if not poll.closed or poll.kind.follows:
        return None
    missed = [one.player for one in count.not_voted if _missed_before(one.player, poll)]
    if poll.house["gb.novote"] == "first":
        missed = [one.player for one in count.not_voted]
    missed = [seat for seat in missed if not _on_leave(seat, poll)]
    if not missed:
        return None
    times = "本次" if poll.house["gb.novote"] == "first" else "连续两次"
    return f"{'、'.join(missed)} {times}没有投票：可换替补，投票结束前没有替补则出局（GB-7.9，请法官定）"


def _missed_before(seat: str, poll: Poll) -> bool:
    before = _day_before(poll)
    return before is not None and any(one.player == seat for one in before.not_voted)


def _day_before(poll: Poll) -> Tally | None:
    """The tally of the vote of the day before, where its ballots were handed in."""
    days = [s for s in moment.voting_stages(poll.game) if s.kind == "vote" and s.id and s.closes]
    past = [s for s in days if poll.opens and s.closes and s.closes <= poll.opens]
    last = max(past, key=lambda s: s.closes or datetime.min, default=None)
    return poll.counted(last.id) if last is not None and last.id else None


def _on_leave(seat: str, poll: Poll) -> bool:
    return poll.opens is not None and moment.on_leave(poll.game, seat, poll.opens, poll.closes)


# -- who is who on this day ------------------------------------------------------------------------------------------


def _role(seat: str, poll: Poll) -> str | None:
    """A seat's role on the day of this stage, promotions of the nights before included."""
    roles: dict[str, str | None] = poll.once("roles", lambda: _roles(poll))
    return roles.get(seat)


def _roles(poll: Poll) -> dict[str, str | None]:
    from referee.nights import roles_at  # the nights are asked where a result hangs on them

    return roles_at(poll.game, poll.opens or poll.until, tally_of=poll.counted)


def _holder(poll: Poll) -> str | None:
    """Who counts as the branch on this day: last night's holder, or by `gb.branch.day_holder` the one told at dawn."""
    day = moment.day_of(poll.stage)
    if day is None or poll.game.branch is None:
        return None
    from referee.nights import branch_holder

    night = day if poll.house["gb.branch.day_holder"] == "last_night" else day + 1
    holder: str | None = poll.once(f"branch {night}", lambda: branch_holder(poll.game, night, tally_of=poll.counted))
    return holder
