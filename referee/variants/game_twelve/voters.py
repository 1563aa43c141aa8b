"""游戏十二: who votes and whom he may vote for (2.4b, 3.2 to 3.12, 4.7, 5.3b, 6.3, 9.2)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from referee import moment
from referee.game import Event
from referee.poll import Ballot, Count, Poll
from referee.rulebook import Finding, clause, counts, void
from referee.variants import common
from referee.variants.game_twelve import days, seats

# The clauses by which a ballot counts, one for each kind of vote; every objection is an exception to them.
PERMITS: Final = ("G12-3.2", "G12-3.7a", "G12-3.10a", "G12-3.12", "G12-6.2a", "G12-3.3a")
ALL_VOTE: Final = ("election", "recall", "by-election", "execution", "runoff")


# -- who --


@clause("G12-9.2", exception_to=PERMITS)
def votes_come_from_the_vests(ballot: Ballot, poll: Poll) -> Finding | None:
    """All play and all votes are by the registered vest; what any other account posts is void."""
    return common.only_players(ballot, poll)


@clause("G12-3.2", asks="voter", stages="election")
@clause("G12-3.7a", asks="voter", stages="recall")
@clause("G12-3.10a", asks="voter", stages="by-election")
@clause("G12-3.12", asks="voter", stages="execution")
@clause("G12-6.2a", asks="voter", stages="runoff")
def the_living_vote(seat: str, at: datetime, poll: Poll) -> Finding:
    """Every living player votes; dead is who was announced dead before he posted (4.7)."""
    return common.living(seat, at, poll)


@clause("G12-3.3a", asks="voter", stages="jury")
def the_jury_decides(seat: str, at: datetime, poll: Poll) -> Finding:
    """The jury decides alone: whoever is seated; one by-elected today from then on, one recalled until the end."""
    said = common.living(seat, at, poll)
    if said.verdict != "counts":
        return said
    when = max(min(at, poll.moment), poll.opens or datetime.min)
    if seat in seats.seated(poll).at(when):
        return counts()
    return void("not-a-juror", f"{seat} 不是陪审员，只能建议")


@clause("G12-2.4b", asks="voter", exception_to=PERMITS)
def the_bound_do_not_vote(seat: str, at: datetime, poll: Poll) -> Finding | None:
    """Whoever a bind brought back to life may talk today but not vote, in a runoff neither; a verdict is no vote."""
    if poll.kind.name == "election" or not _bound(seat, at, poll):
        return None
    if poll.kind.name == "jury" and poll.house["g12.bound.juror_verdict"] == "allowed":
        return None
    return void("no-vote", f"{seat} 昨夜被束魂，当天不能投票")


def bound_by_the_night(poll: Poll) -> frozenset[str]:
    """Whom last night's actions bring back by a bind."""
    night = days.night_before(poll)
    return frozenset(s.player for s in night.states if s.state == "no-vote") if night else frozenset()


def _bound(seat: str, at: datetime, poll: Poll) -> bool:
    if _barred(seat, at, poll) is not None:
        return True
    return seat in poll.facts["bound"] and not _told(poll)


def _barred(seat: str, at: datetime | None, poll: Poll) -> Event | None:
    """The announcement that keeps a seat from this stage or from the vote a runoff is about."""
    found = moment.barred(poll.game, seat, poll.stage, at)
    return found or moment.barred(poll.game, seat, days.root(poll.game, poll.stage), at)


def _told(poll: Poll) -> frozenset[str]:
    """Whom the god announced as bound for this day; what he announced wins over what is computed."""
    named = {seat: _barred(seat, poll.until, poll) for seat in moment.seats(poll.game)}
    return frozenset(seat for seat, event in named.items() if event and event.cause in (None, "束魂"))


@clause("G12-2.4b", asks="judge-note")
def bound_otherwise_than_announced(count: Count, poll: Poll) -> str | None:
    """Where the announcement of the bound and the night's actions differ."""
    told, computed = _told(poll), poll.facts["bound"]
    if not told or not computed or told == computed:
        return None
    return f"公布的被束魂者是 {'、'.join(sorted(told))}，按夜里的行动算是 {'、'.join(sorted(computed))}；以公布为准"


# -- the summoned dead --


def summons(seat: str, poll: Poll) -> tuple[Event, ...]:
    """The announcements that call a dead player to this runoff, the newest last."""
    called = moment.summoned(poll.game, poll.stage.id, poll.as_of)
    return tuple(event for event in called if seat in moment.about(event))


@clause("G12-6.3c", asks="voter", exception_to=PERMITS, stages="runoff")
@clause("G12-5.3b", asks="voter", exception_to=PERMITS, stages="runoff")
@clause("G12-6.3a", asks="voter", exception_to=PERMITS, stages="runoff")
def the_summoned_vote(seat: str, at: datetime, poll: Poll) -> Finding | None:
    """The dead of a night whom the god calls cast one vote each in the runoff in his time; the executed never do."""
    called = [event for event in summons(seat, poll) if event.at <= at]
    died = poll.status(seat, at).event
    if not called or died is None or died.kind != "death":
        return None
    ends = called[-1].until
    if ends is not None and at >= ends and ends != poll.closes:
        return void("late", f"召唤 {seat} 的时限到 {ends:%m-%d %H:%M}")
    return counts("招魂", kind="dead")


@clause("G12-6.3b", asks="weight", stages="runoff")
def earlier_summons_may_not_add_up(ballot: Ballot, poll: Poll) -> float | None:
    """Where the rounds of summoning do not add up only the last one's votes weigh."""
    called = moment.summoned(poll.game, poll.stage.id, poll.as_of)
    if not called or not summons(ballot.voter, poll) or poll.house["g12.summon.cumulative"]:
        return None
    return None if ballot.voter in moment.about(called[-1]) else 0


# -- for whom --


@clause("G12-4.7", asks="name")
def for_the_living(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot for somebody announced dead or out is void; it was not cast and may be repaired."""
    return common.already_out(name, ballot, poll)


@clause("G12-3.4", asks="name", stages="jury")
def jurors_are_immune(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A juror who has not been recalled cannot be executed, nor one elected today from that moment."""
    when = max(min(ballot.at.when if ballot.at else poll.moment, poll.moment), poll.opens or datetime.min)
    if any(name in seats.seated(poll).at(at) for at in (when, poll.moment)):
        return void("immune", f"{name} 是在任陪审员，不能处决")
    return None


@clause("G12-3.7a", asks="name", stages="recall")
@clause("G12-3.10b", asks="name", stages="by-election")
@clause("G12-6.2a", asks="name", stages=("runoff", "election", "execution"))
def only_for_candidates(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot for anybody who does not stand is void and may be repaired."""
    return common.no_candidate(name, ballot, poll)


@clause("G12-3.2", asks="name", stages="election")
@clause("G12-3.7a", asks="name", stages="recall")
@clause("G12-3.10b", asks="name", stages="by-election")
@clause("G12-3.12", asks="name", stages="execution")
@clause("G12-6.2a", asks="name", stages="runoff")
@clause("G12-3.3a", asks="name", stages="jury")
def not_for_oneself(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot for oneself is not forbidden, unless the house does."""
    return common.oneself(name, ballot, poll)
