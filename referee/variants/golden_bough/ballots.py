"""golden-bough: who votes for whom, which of his ballots stands, and in what form."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from parsers.posts import Stamp
from referee import moment
from referee.moment import Extension
from referee.planned import life_or_death_ends
from referee.poll import Ballot, Count, Hand, Judged, Poll
from referee.rulebook import Candidates, Finding, Treatment, ask, clause, counts, void
from referee.tally import Outcome
from referee.variants import common

HOUR = timedelta(hours=1)


# 6.5 马甲


@clause("GB-6.5", exception_to="GB-7.1")
def votes_come_from_the_vests(ballot: Ballot, poll: Poll) -> Finding | None:
    """All play and all votes are by the registered vest; what any other account posts is void."""
    return common.only_players(ballot, poll)


# 7.1 投票


@clause("GB-7.1", asks="voter")
def the_living_vote(seat: str, at: datetime, poll: Poll) -> Finding:
    """Every living player votes by day; dead is who was announced dead before he posted (5.7)."""
    return common.living(seat, at, poll)


@clause("GB-7.1")
def a_ballot_counts(ballot: Ballot, poll: Poll) -> Finding:
    """A living player's ballot counts for the one player it names."""
    return counts()


@clause("GB-7.1", asks="name")
def for_the_living(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot for somebody announced dead is void; it was not cast and may be repaired."""
    return common.already_out(name, ballot, poll)


@clause("GB-7.1", asks="name")
def not_for_oneself(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot for oneself is not forbidden, unless the house does."""
    return common.oneself(name, ballot, poll)


# 5.7 生死状态


@clause("GB-5.7", exception_to="GB-7.1")
def a_ballot_outlives_its_voter(ballot: Ballot, poll: Poll) -> Finding | None:
    """Nobody is dead before it is announced: what he cast until then counts, unless the house drops it."""
    return common.lost_after_casting(ballot, poll)


# 7.2 生死投票


@clause("GB-7.2", asks="candidates", stages="life-or-death")
def the_tied_stand(poll: Poll) -> Candidates | None:
    """All who shared the highest number stand in the life-or-death vote, nobody else."""
    return common.left_open_by_the_stage_before(poll)


@clause("GB-7.2", asks="name")
def only_for_candidates(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot for anybody who does not stand is void and may be repaired."""
    return common.no_candidate(name, ballot, poll)


@clause("GB-7.2", asks="outcome", stages="vote")
def a_tie_goes_to_life_or_death(count: Count, poll: Poll) -> Outcome | None:
    """More than one highest: all of them face the life-or-death vote."""
    if len(count.leaders) < 2:
        return None
    return Outcome("runoff", count.leaders, reason=f"{common.tied(count)}；并列者进入生死投票")


@clause("GB-5.5b", asks="note", stages="vote")
def how_long_life_or_death_is(count: Count, poll: Poll) -> str | None:
    """Another vote makes the day 24 hours longer; the judge is told until when, before he has opened it."""
    if not poll.closed or poll.closes is None or len(count.leaders) < 2:
        return None
    if any(moment.day_of(one) == moment.day_of(poll.stage) for one in poll.game.stages if one.kind == "life-or-death"):
        return None
    ends = life_or_death_ends(poll.closes, {"gb.runoff.base": poll.house["gb.runoff.base"]})
    return (
        f"生死投票到 {ends:%m-%d %H:%M} 为止（GB-5.5b；白天以 {poll.house['gb.runoff.base']} 小时为基础再延长 24 小时）"
    )


# 7.3 修改投票


@clause("GB-7.3a", exception_to="GB-7.1")
def one_change_each(ballot: Ballot, poll: Poll) -> Finding | None:
    """From the opening to one hour before the end each player may change once, and cannot take the change back."""
    if not ballot.is_change or ballot.repeats:
        return None
    if ballot.kind == "unvote":
        return void("over-limit", "不能撤回投票，只能改投一次")
    here = _stretch(ballot, poll)
    if here in _stretches(ballot.hand.used, poll):
        return void("over-limit", "改票权已用过一次")
    return counts("改票", spends="used")


@clause("GB-7.3a", exception_to="GB-7.1")
def repeating_is_no_change(ballot: Ballot, poll: Poll) -> Finding | None:
    """The same name again changes nothing and costs nothing."""
    return common.says_it_again(ballot, poll)


@clause("GB-7.3a", exception_to="GB-7.1")
def nothing_to_withdraw(ballot: Ballot, poll: Poll) -> Finding | None:
    """A vote cannot be taken back, least of all one that was not cast."""
    if ballot.kind == "unvote" and not ballot.is_change:
        return void("over-limit", "没有可撤回的票")
    return None


@clause("GB-7.3b", exception_to="GB-7.1")
def an_edit_is_no_change(ballot: Ballot, poll: Poll) -> Finding | None:
    """A change is a new post. An edit of the ballot is void: the first wording counts, the right to change is gone."""
    if ballot.edit == "changed":
        return counts("投票帖编辑过，按原文计票，不得再改票", code="edited", spends="lost")
    if ballot.edit == "same" and poll.house["gb.edit.cosmetic"] == "loses_right":
        return counts("投票帖编辑过（投票对象没变），不得再改票", spends="lost")
    return None


@clause("GB-7.3b", asks="note")
def an_edit_that_left_the_target_alone(count: Count, poll: Poll) -> str | None:
    """An edit by which the target stayed the same costs nothing; the judge is told of it, and may see it otherwise."""
    same = [one.ballot.voter for one in count.judged if _only_touched(one)]
    if not same or poll.house["gb.edit.cosmetic"] != "prompt":
        return None
    return f"{'、'.join(same)} 的投票帖编辑过，投票对象没变，不失改票权；天神若不同意，用 gb.edit.cosmetic（GB-7.3b）"


def _only_touched(one: Judged) -> bool:
    return one.ballot.edit == "same" and one.status in ("counted", "superseded")


@clause("GB-7.3b", exception_to=("GB-7.1", "GB-7.3a"))
def no_change_after_an_edit(ballot: Ballot, poll: Poll) -> Finding | None:
    """Who edited his ballot may not change it any more."""
    cast = ballot.hand.cast
    if cast is None or not ballot.is_change or ballot.repeats or cast.edit not in ("unknown", "changed", "same"):
        return None
    lost = _stretches(ballot.hand.lost, poll)
    if _stretch(ballot, poll) in lost or (lost and not poll.house["gb.ext.edit_offender"]):
        return void("locked", "编辑过投票帖，不得再改票")
    return None


@clause("GB-7.3c", exception_to=("GB-7.1", "GB-7.3b"))
def an_unknown_first_wording_is_a_self_vote(ballot: Ballot, poll: Poll) -> Finding | None:
    """Where an edit leaves nobody able to tell the first target, the ballot counts for the voter himself."""
    if ballot.edit != "unknown":
        return None
    if poll.house["gb.edit.unknown"] == "prompt":
        return ask("edited", "投票帖编辑过，原文无从得知", spends="lost")
    return counts("投票帖编辑过，原来投谁无从得知，计为投给自己", code="edited", targets=(ballot.voter,), spends="lost")


@clause("GB-7.3b", exception_to="GB-7.1")
def a_deleted_ballot_is_none(ballot: Ballot, poll: Poll) -> Finding | None:
    """What is gone from the board is no ballot unless the judge says so."""
    return common.gone_from_the_board(ballot, poll)


@clause("GB-7.3b", asks="note")
def taken_off_and_cast_anew(count: Count, poll: Poll) -> str | None:
    """A change is a new post beside the old one; whoever takes the old one off may be changing without the right."""
    return common.deleted_and_cast_anew(count, poll)


@clause("GB-7.3d", exception_to="GB-7.1")
def no_change_in_the_last_hour(ballot: Ballot, poll: Poll) -> Finding | None:
    """The last hour allows no change, not even to a voter who never changed."""
    return common.no_change_in_the_last(ballot, poll, HOUR)


# 7.4 投票期的延长


@clause("GB-7.4", exception_to=("GB-7.3a", "GB-7.3b", "GB-7.7b"))
def a_fresh_change_in_the_extension(ballot: Ballot, poll: Poll) -> Finding | None:
    """A substitution makes the day longer: everybody may change once more in what was added, save its last hour."""
    if not ballot.is_change or ballot.repeats or ballot.kind == "unvote":
        return None
    here = _stretch(ballot, poll)
    hand = ballot.hand
    if here == 0 or not _left(hand, here, poll):
        return None
    if hand.lost and not poll.house["gb.ext.edit_offender"]:
        return None
    return counts("延长期内的一次改票", spends="used")


def _left(hand: Hand, here: int, poll: Poll) -> bool:
    """Whether a right is left in an extension: its own, or with `gb.ext.stack` one not used before."""
    if here not in _stretches(hand.used, poll):
        return True
    return bool(poll.house["gb.ext.stack"]) and hand.changes <= here


def _stretch(ballot: Ballot, poll: Poll) -> int:
    """Which stretch a ballot lies in: 0 the day as planned, 1… the extensions that give a fresh right."""
    return next(iter(_stretches((ballot.at,), poll)))


def _stretches(stamps: tuple[Stamp | None, ...], poll: Poll) -> set[int]:
    fresh = [extension for extension in poll.extensions if _gives_a_right(extension, poll)]
    return {sum(poll.reached(stamp, extension.begins) for extension in fresh) for stamp in stamps}


def _gives_a_right(extension: Extension, poll: Poll) -> bool:
    if extension.cause == "outage":
        return bool(poll.house["gb.outage.fresh_change"])
    if extension.cause not in (None, "substitution"):
        return False
    return poll.house["gb.ext.fresh_change"] == "any" or extension.hours >= 24


# 7.5 禁止弃权


@clause("GB-7.5", exception_to="GB-7.1")
def no_abstention(ballot: Ballot, poll: Poll) -> Finding | None:
    """Nobody may abstain: an abstention is cast and counts for the voter himself, as if nobody were named."""
    if not ballot.abstains or ballot.repeats:
        return None
    casts = poll.house["gb.abstain_then_vote"] != "first_vote" or ballot.is_change
    return void("abstain-not-allowed", "不得弃权，视为投给自己", casts=casts, spends="used" if ballot.is_change else "")


@clause("GB-7.5", exception_to=("GB-7.1", "GB-7.3a"))
def an_abstention_may_be_final(ballot: Ballot, poll: Poll) -> Finding | None:
    """After an abstention a name uses the one change; a house may bar it."""
    cast = ballot.hand.cast
    if cast is None or not cast.abstains or ballot.abstains or not ballot.is_change:
        return None
    if poll.house["gb.abstain_then_vote"] == "barred":
        return void("locked", "已弃权，不得再投")
    return None


@clause("GB-7.5", asks="silence")
def no_ballot_is_a_self_vote(seat: str, hand: Hand, poll: Poll) -> Treatment:
    """Who abstains, is late or silent has voted for himself; in a life-or-death vote only a candidate can have."""
    why = common.silent_hand(hand)
    rule = poll.house["gb.runoff.selfvote"] if _outside(seat, poll) or poll.kind.follows else "candidates_only"
    if rule == "void_all" or (rule == "candidates_only" and _outside(seat, poll)):
        return Treatment("nobody", reason=f"{why}；不是候选人，不计")
    return Treatment("self-vote", (seat,), f"{why}，视为投给自己")


def _outside(seat: str, poll: Poll) -> bool:
    return poll.candidates is not None and seat not in poll.candidates


# 7.7 投票格式


@clause("GB-7.7a", exception_to="GB-7.1")
def no_conditions(ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot holds no condition and leaves no choice to others; such an original is no better than an unclear one."""
    said = common.on_a_condition(ballot, poll)
    if said is None:
        return None
    if ballot.is_change:
        return void(said.code, said.reason, spends=_consumed(poll))
    return void(said.code, said.reason, spends="lost")


@clause("GB-7.7b", exception_to="GB-7.1")
def an_unclear_original(ballot: Ballot, poll: Poll) -> Finding | None:
    """An unclear original: the judge may ask for a new vote at any time; the right to change is lost."""
    if ballot.is_change or ballot.edit == "unknown":
        return None
    said = common.unclear(ballot, poll) or common.too_many_names(ballot, poll)
    return ask(said.code, said.reason, spends="lost") if said else None


@clause("GB-7.7b", exception_to=("GB-7.1", "GB-7.3a"))
def no_change_after_an_unclear_original(ballot: Ballot, poll: Poll) -> Finding | None:
    """Whose original was unclear and voted again may not change that vote."""
    cast = ballot.hand.cast
    if cast is None or not ballot.is_change or ballot.repeats or cast.edit in ("unknown", "changed", "same"):
        return None
    if _stretch(ballot, poll) in _stretches(ballot.hand.lost, poll):
        return void("locked", "原投票有歧义，重投之后不得改票")
    return None


@clause("GB-7.7c", exception_to="GB-7.1")
def an_unclear_change_is_void(ballot: Ballot, poll: Poll) -> Finding | None:
    """An unclear change is void, the original counts."""
    if not ballot.is_change:
        return None
    said = common.unclear(ballot, poll) or common.too_many_names(ballot, poll)
    if said is None:
        return None
    return void(said.code, f"{said.reason}；改票有歧义，无效，原票有效", spends=_consumed(poll))


def _consumed(poll: Poll) -> Any:
    return "used" if poll.house["gb.ambiguous_change.consumes"] else ""


# 7.8 压秒


@clause("GB-7.8", exception_to="GB-7.1")
def within_the_period(ballot: Ballot, poll: Poll) -> Finding | None:
    """The server's time decides; what lies before the vote opens or from its closing minute on is void."""
    return common.outside_the_window(ballot, poll)


# 8.1.3 and 10.4 代投


@clause("GB-8.1.3", exception_to="GB-7.1")
def nobody_votes_for_another(ballot: Ballot, poll: Poll) -> Finding | None:
    """A player may not vote for another."""
    return common.cast_for_another(ballot, poll)


@clause("GB-10.4b", exception_to="GB-7.1")
def the_judge_may_post_a_vote(ballot: Ballot, poll: Poll) -> Finding | None:
    """For a player the network keeps away the judge may post his vote, with his consent."""
    if ballot.delegated and ballot.proxy_by is None and not ballot.is_change:
        return counts("法官代投")
    return None
