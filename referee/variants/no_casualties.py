"""no-casualties (无人伤亡): the daytime voting of its document, clause by clause, in its order."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from referee.poll import Ballot, Count, Hand, Poll
from referee.rulebook import Finding, Rulebook, StageKind, Treatment, clause, clauses_of, counts, void
from referee.switches import EVERYWHERE
from referee.switches import NO_CASUALTIES as SWITCHES
from referee.tally import Outcome
from referee.variants import common
from referee.variants.articles.no_casualties import ARTICLES
from referee.variants.no_casualties_offices import (
    GONE,
    HELD,
    first_to_reach,
    fool,
    half_a_day,
    imprisoned,
    office,
    plays_the_fool,
    sheriffs_target,
    vacancy,
)

OUTCOMES = ("NC-vote-out", "NC-sheriff-tie", "NC-notie", "NC-abstain")


# 用语定义: who plays, when, who votes for whom


@clause("NC-def-role", exception_to="NC-vote")
def votes_come_from_the_roles(ballot: Ballot, poll: Poll) -> Finding | None:
    """Only a role's own account acts for it; its owner's other account does not."""
    return common.only_players(ballot, poll)


@clause("NC-def-role", exception_to="NC-vote")
def nobody_votes_for_another(ballot: Ballot, poll: Poll) -> Finding | None:
    """A role speaks for itself only; the judge may post a vote for one."""
    return common.cast_for_another(ballot, poll)


@clause("NC-day", exception_to="NC-vote")
def within_the_day(ballot: Ballot, poll: Poll) -> Finding | None:
    """Votes fall between the opening of the day and half past nine in the evening of the next; that minute is late."""
    return common.outside_the_window(ballot, poll)


@clause("NC-vote", asks="voter")
def all_who_are_not_expelled_vote(seat: str, at: datetime, poll: Poll) -> Finding:
    """The imprisoned and the unconscious vote too, unless the house lets only the living; the expelled do not."""
    only_living = poll.status(seat, at).state in HELD and poll.house["nc.vote.voters"] == "alive_only"
    return common.living(seat, at, poll, GONE | HELD if only_living else GONE)


@clause("NC-vote")
def a_ballot_counts(ballot: Ballot, poll: Poll) -> Finding:
    """A role's ballot counts for the one role it names."""
    return counts()


@clause("NC-vote", asks="name")
def for_those_in_play(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """Who is imprisoned, unconscious or expelled cannot be voted for; such a ballot is void and may be repaired."""
    out = GONE
    if _held(name, ballot, poll) and poll.house["nc.vote.targets"] == "not_out":
        out = GONE | HELD
    return common.already_out(name, ballot, poll, out) or common.gone_by_the_count(name, ballot, poll, out, "imprison")


def _held(name: str, ballot: Ballot, poll: Poll) -> bool:
    times = (ballot.at.when if ballot.at else poll.moment, poll.moment)
    return any(poll.status(name, at).state in HELD for at in times)


@clause("NC-vote", asks="name")
def not_for_oneself(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot for oneself is not forbidden, unless the house does."""
    return common.oneself(name, ballot, poll)


@clause("NC-vote", asks="name")
def among_the_candidates(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """Where the judge named candidates, a ballot for anybody else is void."""
    return common.no_candidate(name, ballot, poll)


@clause("NC-vote-change", exception_to="NC-vote")
def changes_are_free(ballot: Ballot, poll: Poll) -> Finding | None:
    """The document does not speak of changes: the last valid ballot counts, unless the house allows one or none."""
    if not common.changes(ballot, poll):
        return None
    rule = poll.house["nc.change"]
    if rule == "none":
        return void("locked", "本局不许改票")
    return common.one_change(ballot, poll) if rule == "once" else counts("撤票" if ballot.kind == "unvote" else "改票")


@clause("NC-vote-change", exception_to="NC-vote")
def repeating_is_no_change(ballot: Ballot, poll: Poll) -> Finding | None:
    """The same name again adds nothing, and does not move the moment it was first given."""
    return common.says_it_again(ballot, poll)


@clause("NC-vote-change", exception_to="NC-vote")
def nothing_to_withdraw(ballot: Ballot, poll: Poll) -> Finding | None:
    """Nothing can be taken back where nothing was cast."""
    return common.nothing_to_withdraw(ballot, poll)


@clause("NC-vote-change", exception_to="NC-vote")
def the_first_wording_counts(ballot: Ballot, poll: Poll) -> Finding | None:
    """A change is a new post: an edited ballot counts as kept before, else the judge is asked."""
    return common.edited(ballot, poll)


@clause("NC-vote-change", exception_to="NC-vote")
def a_deleted_ballot_is_none(ballot: Ballot, poll: Poll) -> Finding | None:
    """What is gone from the board is no ballot unless the judge says so."""
    return common.gone_from_the_board(ballot, poll)


@clause("NC-vote-publish", exception_to="NC-vote")
def the_judge_reads_the_unclear(ballot: Ballot, poll: Poll) -> Finding | None:
    """Who counts and publishes says what an unclear ballot means."""
    return common.unclear(ballot, poll) or common.too_many_names(ballot, poll)


@clause("NC-vote-publish", exception_to="NC-vote")
def no_conditions(ballot: Ballot, poll: Poll) -> Finding | None:
    """A condition names nobody; several names with the choice left open are a question to the judge."""
    return common.a_choice_left_open(ballot, poll) or common.on_a_condition(ballot, poll)


# 竞岗: the first day


@clause("NC-vote-sheriff", asks="outcome", stages="sheriff")
def the_highest_is_sheriff(count: Count, poll: Poll) -> Outcome | None:
    """On day 1 the role with the most votes becomes sheriff."""
    if len(count.leaders) != 1:
        return None
    return Outcome("sheriff", count.leaders, reason=f"{common.highest(count)}，当选警长")


@clause("NC-vote-sheriff-tie", asks="outcome", stages="sheriff")
def the_first_to_get_there_is_sheriff(count: Count, poll: Poll) -> Outcome | None:
    """Level on day 1: who came to the highest number first, as his number stayed, is elected."""
    if len(count.leaders) < 2:
        return None
    first = first_to_reach(count, poll)
    reason = f"{common.highest(count)}；{common.reached(count)}，{first} 最先，当选警长"
    return Outcome("sheriff", (first,), reason=reason)


@clause("NC-abstain", asks="outcome")
def nobody_has_a_vote(count: Count, poll: Poll) -> Outcome | None:
    """No votes for anybody: no sheriff, nobody out."""
    if count.leaders:
        return None
    what = "没有人当选警长" if poll.kind.name == "sheriff" else "无人出局"
    return Outcome("none", reason=f"无人得票，{what}")


@clause("NC-abstain", exception_to="NC-vote")
def an_abstention_counts_for_nobody(ballot: Ballot, poll: Poll) -> Finding | None:
    """Who abstains has voted, for nobody."""
    return counts("弃权，不投给任何人") if ballot.abstains else None


@clause("NC-abstain", asks="silence")
def nobody_has_to_vote(seat: str, hand: Hand, poll: Poll) -> Treatment:
    """Nothing obliges anybody to vote; silence is an abstention."""
    return Treatment("abstain", reason=common.silent_hand(hand))


# 罚下, 昏厥, 装傻: whose ballot weighs what


@clause("NC-penalty", exception_to="NC-vote")
def the_expelled_lose_their_ballot(ballot: Ballot, poll: Poll) -> Finding | None:
    """Who is expelled before the count has no ballot in it."""
    return common.lost_after_casting(ballot, poll, frozenset({"expelled"}), GONE)


@clause("NC-state-faint", exception_to="NC-vote")
def the_unconscious_may_be_barred(ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot is no speech: the unconscious cast one in the first twelve hours too, unless the house bars it."""
    if not ballot.known or ballot.at is None or ballot.post is None:
        return None
    if poll.status(ballot.voter, ballot.at.when).state != "faint" or poll.house["nc.faint.vote"] == "allowed":
        return None
    until = half_a_day(poll)
    if until is None or poll.reached(ballot.at, until):
        return None
    return void("no-vote", f"昏厥者在 {until:%m-%d %H:%M} 之前不能发言，本局投票也算发言")


@clause("NC-idiot", asks="weight", stages="imprison")
def the_fool_weighs_nothing(ballot: Ballot, poll: Poll) -> float | None:
    """Once he has played the fool the idiot's ballots are not counted."""
    return 0 if fool(ballot.voter, poll) else None


@clause("NC-sheriff-two", asks="weight", stages="imprison")
def the_sheriff_weighs_two(ballot: Ballot, poll: Poll) -> float | None:
    """From day 2 on the sheriff's ballot is two votes."""
    return 2 if ballot.voter == poll.facts.get("sheriff") else None


# 投票与公布, 带队: from the second day on


@clause("NC-vote-out", asks="outcome", stages="imprison")
def the_highest_is_imprisoned(count: Count, poll: Poll) -> Outcome | None:
    """From day 2 on the role with the most votes is imprisoned, and with him his lover."""
    if len(count.leaders) != 1:
        return None
    return imprisoned(count.leaders[0], common.highest(count), "NC-vote-out", poll)


@clause("NC-sheriff-tie", asks="outcome", stages="imprison")
def the_sheriffs_target_goes(count: Count, poll: Poll) -> Outcome | None:
    """Level at the top with the sheriff's target among them: his target is imprisoned."""
    target = sheriffs_target(count, poll)
    if target is None:
        return None
    told = f"{common.tied(count)}；警长 {poll.facts['sheriff']} 投的是 {target}"
    return imprisoned(target, told, "NC-sheriff-tie", poll)


@clause("NC-notie", asks="outcome", stages="imprison")
def otherwise_nobody_goes(count: Count, poll: Poll) -> Outcome | None:
    """Level at the top without the sheriff's word: nobody is out, be it two or more."""
    if len(count.leaders) < 2 or sheriffs_target(count, poll) is not None:
        return None
    return Outcome("none", reason=f"{common.tied(count)}；警长没有投给其中一人，无人出局")


@clause("NC-idiot", asks="outcome", stages="imprison", exception_to=("NC-vote-out", "NC-sheriff-tie"))
def the_idiot_plays_the_fool(count: Count, poll: Poll) -> Outcome | None:
    """An idiot who plays the fool after the count is not imprisoned, nobody is in his place, his lover stays too."""
    top = count.leaders[0] if len(count.leaders) == 1 else sheriffs_target(count, poll)
    if top is None or not plays_the_fool(top, poll):
        return None
    return Outcome("none", reason=f"{common.highest(count)}，{top} 装傻，免于囚禁，无人出局")


@clause("NC-vote-sheriff", asks="outcome", stages="imprison", exception_to=OUTCOMES)
def the_sheriff_is_not_decided(count: Count, poll: Poll) -> Outcome | None:
    """While the election waits for the judge nobody knows whose ballot is two votes."""
    waits = office(poll).waits
    return Outcome("undecided", reason=f"{waits} 的警长还没有定，不知道谁的票算两票") if waits else None


@clause("NC-sheriff-succ", asks="note", stages="imprison")
def the_office_is_vacant(count: Count, poll: Poll) -> str | None:
    """A sheriff who is out names a successor; until one is known the office is vacant."""
    return vacancy(poll)


def _facts(poll: Poll) -> dict[str, Any]:
    """Who is sheriff on the day of this stage."""
    if poll.kind.name == "sheriff":
        return {"abstain_allowed": True}
    return {"abstain_allowed": True, "sheriff": office(poll).holder}


NO_CASUALTIES = Rulebook(
    "no-casualties",
    "无人伤亡",
    (
        StageKind("sheriff", "竞选警长", hours=36),
        StageKind("imprison", "囚禁投票", hours=36),
    ),
    clauses_of(globals()),
    (*EVERYWHERE, *SWITCHES),
    ARTICLES,
    vest_passes_on=True,
    secret_until_close=True,
    by_numbers={"imprison": ("sheriff",)},
    leans_on_past=True,
    secret_switches=frozenset({"nc.idiot.repeat"}),
    facts=_facts,
)
