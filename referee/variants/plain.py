"""plain: the latest valid ballot counts, most votes leads. What a thread means where no rule set is named.

The clauses have no document; their ids begin with PL.
"""

from __future__ import annotations

from datetime import datetime

from referee.poll import Ballot, Count, Hand, Poll
from referee.rulebook import Article, Finding, Rulebook, StageKind, Treatment, clause, clauses_of, counts, void
from referee.switches import EVERYWHERE
from referee.tally import Outcome
from referee.variants import common


@clause("PL-1", asks="voter")
def the_living_vote(seat: str, at: datetime, poll: Poll) -> Finding:
    """Every player votes who is in the game when he posts."""
    return common.living(seat, at, poll)


@clause("PL-1")
def a_ballot_counts(ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot counts unless a clause objects; a later one takes its place."""
    return counts("取代前一票" if ballot.is_change else "")


@clause("PL-2", exception_to="PL-1")
def only_players(ballot: Ballot, poll: Poll) -> Finding | None:
    """Who does not play does not vote."""
    return common.only_players(ballot, poll)


@clause("PL-2", exception_to="PL-1")
def a_ballot_outlives_its_voter(ballot: Ballot, poll: Poll) -> Finding | None:
    """What was cast while in the game counts, unless the house drops it."""
    return common.lost_after_casting(ballot, poll)


@clause("PL-2", exception_to="PL-1")
def nobody_votes_for_another(ballot: Ballot, poll: Poll) -> Finding | None:
    """A player casts his own ballot only; the judge may post one for him."""
    return common.cast_for_another(ballot, poll)


@clause("PL-3", exception_to="PL-1")
def within_the_window(ballot: Ballot, poll: Poll) -> Finding | None:
    """The board's stamp decides whether a ballot is early or late; without limits nothing is."""
    return common.outside_the_window(ballot, poll)


@clause("PL-4", exception_to="PL-1")
def a_deleted_ballot_is_none(ballot: Ballot, poll: Poll) -> Finding | None:
    """What is gone from the board does not count unless the judge says so."""
    return common.gone_from_the_board(ballot, poll)


@clause("PL-4", exception_to="PL-1")
def the_first_wording_counts(ballot: Ballot, poll: Poll) -> Finding | None:
    """An edited ballot counts as first written where that was kept, else the judge is asked."""
    return common.edited(ballot, poll)


@clause("PL-5", exception_to="PL-1")
def the_judge_reads_the_unclear(ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot that may mean several people waits for the judge."""
    return common.unclear(ballot, poll) or common.too_many_names(ballot, poll)


@clause("PL-5", exception_to="PL-1")
def no_conditions(ballot: Ballot, poll: Poll) -> Finding | None:
    """A condition makes no ballot."""
    return common.on_a_condition(ballot, poll)


@clause("PL-6", exception_to="PL-1")
def repeating_changes_nothing(ballot: Ballot, poll: Poll) -> Finding | None:
    """The same ballot again adds nothing."""
    return common.says_it_again(ballot, poll)


@clause("PL-6", exception_to="PL-1")
def nothing_to_withdraw(ballot: Ballot, poll: Poll) -> Finding | None:
    """A withdrawal takes the standing ballot back; without one there is nothing to take."""
    if ballot.kind == "unvote" and ballot.hand.standing is None:
        return void("duplicate", "没有可以撤回的票")
    return None


@clause("PL-7", asks="name")
def not_for_oneself(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot for oneself counts unless the house forbids it."""
    return common.oneself(name, ballot, poll)


@clause("PL-7", asks="name")
def in_the_game(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot for somebody out of the game is void, and the voter may vote again."""
    return common.already_out(name, ballot, poll)


@clause("PL-7", asks="name")
def among_the_candidates(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """Where the stage names candidates, a ballot for anybody else is void."""
    return common.no_candidate(name, ballot, poll)


@clause("PL-8", asks="silence")
def silence_is_abstention(seat: str, hand: Hand, poll: Poll) -> Treatment:
    """Nobody has to vote."""
    return Treatment("abstain", reason=common.silent_hand(hand))


@clause("PL-9", asks="outcome")
def most_votes_lead(count: Count, poll: Poll) -> Outcome:
    """Whoever has the most votes leads; several may."""
    if not count.leaders:
        return Outcome("none", reason="无人得票")
    return Outcome("top", count.leaders, reason=common.tied(count) if len(count.leaders) > 1 else common.highest(count))


@clause("PL-3", asks="note")
def no_limit_was_given(count: Count, poll: Poll) -> str | None:
    """Without a closing time nothing is late and nothing is final."""
    return "没有给截止时间：不判迟到，结果只是目前的数" if poll.closes is None else None


@clause("PL-2", asks="note")
def the_roster_is_inferred(count: Count, poll: Poll) -> str | None:
    """Without a game file the players are those who post."""
    return "没有游戏文件：名单按发帖人推断" if poll.game.inferred else None


ARTICLES = (
    Article("PL-1", "在局玩家的票有效，后一票取代前一票"),
    Article("PL-2", "不是玩家的不算；不能替别人投；没有名单时按发帖人推断"),
    Article("PL-3", "早到、迟到以论坛时间为准；没给时限就不判"),
    Article("PL-4", "删掉的票不算；编辑过的票按存下的原文，没有就问法官", "asked"),
    Article("PL-5", "看不明确的票等法官裁定；附条件的不算", "asked"),
    Article("PL-6", "重复同一票不算改票；撤票撤回现有的票"),
    Article("PL-7", "投给已出局或不在候选之列的人无效，可以重投"),
    Article("PL-8", "没有投票义务，不投算弃权"),
    Article("PL-9", "票多者领先，可以并列"),
)

PLAIN = Rulebook(
    "plain",
    "通用",
    (StageKind("vote", "投票"),),
    clauses_of(globals()),
    EVERYWHERE,
    ARTICLES,
    by_numbers={"vote": ()},
)
