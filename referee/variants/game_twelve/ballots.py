"""游戏十二: when a ballot stands: in time, once, clear, by oneself or through the god (4.4, 6.1, 6.4, 6.5)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from referee import moment
from referee.poll import Ballot, Count, Hand, Poll
from referee.rulebook import Finding, Treatment, clause, counts, void
from referee.variants import common
from referee.variants.game_twelve import days
from referee.variants.game_twelve.voters import PERMITS

ONCE_CAST: Final = ("election", "recall", "by-election", "execution", "runoff")
ABSTAINING: Final = ("election", "recall", "by-election", "jury", "runoff")


@clause("G12-3.2", stages="election")
@clause("G12-3.7a", stages="recall")
@clause("G12-3.10a", stages="by-election")
@clause("G12-3.12", stages="execution")
@clause("G12-6.2a", stages="runoff")
@clause("G12-3.3a", stages="jury")
def a_ballot_counts(ballot: Ballot, poll: Poll) -> Finding:
    """A ballot counts for whom it names: as many as it holds, names beyond that are void, a name twice counts once.

    An election's three names may be fewer, unless the house wants all three.
    """
    short = poll.kind.name == "election" and ballot.targets and len(ballot.targets) < poll.names
    if short and not poll.house["g12.election.partial"]:
        return void("unclear", f"选举须投满 {poll.names} 人")
    beyond = [name for name in dict.fromkeys(ballot.named) if name not in ballot.targets]
    return counts(f"一票只有 {poll.names} 个名字，{'、'.join(beyond)} 不计" if beyond else "")


# -- 4.4 投票时段 --


@clause("G12-4.4a", exception_to=PERMITS)
def until_the_day_ends(ballot: Ballot, poll: Poll) -> Finding | None:
    """The vote lasts to the end of the day: what lies before the opening or from the closing minute on is void."""
    return common.outside_the_window(ballot, poll)


@clause("G12-6.4e", exception_to=(*PERMITS, "G12-4.4a"))
def sent_in_time_is_in_time(ballot: Ballot, poll: Poll) -> Finding | None:
    """A vote entrusted before the end counts whenever the god reads and posts it."""
    if not ballot.delegated or ballot.proxy_by is not None or ballot.sent is None:
        return None
    late = poll.place(ballot) == "late" or poll.reached(ballot.at, poll.closes)
    if not late or (poll.closes is not None and ballot.sent >= poll.closes):
        return None
    return counts(f"委托寄出于 {ballot.sent:%m-%d %H:%M}，截止之前，公布在后也有效")


# -- 6.1 一旦投出，不得修改 --


@clause("G12-6.1", exception_to=PERMITS, stages=("election", "execution"))
@clause("G12-3.7c", exception_to=PERMITS, stages="recall")
@clause("G12-3.10d", exception_to=PERMITS, stages="by-election")
@clause("G12-6.2c", exception_to=PERMITS, stages="runoff")
def once_cast_it_stands(ballot: Ballot, poll: Poll) -> Finding | None:
    """The first valid ballot stands; it can be neither changed nor taken back."""
    if ballot.delegated:
        return None
    cast = ballot.hand.cast
    if cast is None:
        return _after_a_doubt(ballot)
    if cast.delegated or ballot.repeats or _fills_up(ballot, poll):
        return None
    if not _is_a_ballot(cast, poll):
        return void("duplicate", "没有投出的票，无可撤回") if ballot.kind == "unvote" else None
    return void("locked", f"已投 {'、'.join(cast.targets) or '弃权'}，不得修改")


def _after_a_doubt(ballot: Ballot) -> Finding | None:
    """After a post nobody can read for sure a name it may mean makes it clear; anything else would change it."""
    doubt = ballot.hand.doubt
    if ballot.kind == "unvote" and doubt is None:
        return void("duplicate", "没有投出的票，无可撤回")
    if doubt is None or ballot.unclear:
        return None
    could_mean = set(doubt.candidates or doubt.named)
    clears_up = bool(ballot.targets) and set(ballot.targets) <= could_mean
    if doubt.edit != "unknown" and (clears_up or not could_mean):
        return None
    return void("locked", f"{doubt.quote or '前一票'} 还待裁定，若它有效就不得修改")


def _is_a_ballot(cast: Ballot, poll: Poll) -> bool:
    """Whether what was cast binds: an abstention does not, unless the house has it so."""
    return not cast.abstains or bool(poll.house["g12.abstain.is_ballot"])


@clause("G12-6.5a", exception_to=PERMITS, stages=("election", "recall", "by-election", "runoff"))
def an_abstention_may_be_followed(ballot: Ballot, poll: Poll) -> Finding | None:
    """Who abstained has not cast a ballot; until the end he may vote, and that is his first."""
    cast = ballot.hand.cast
    if cast is None or not cast.abstains or cast.delegated or ballot.kind != "vote" or not ballot.targets:
        return None
    return None if _is_a_ballot(cast, poll) else counts("弃权不算投出，这是第一票", kind="vote")


@clause("G12-3.10d", exception_to=PERMITS, stages=("election", "by-election", "runoff"))
def no_names_are_added(ballot: Ballot, poll: Poll) -> Finding | None:
    """Who named fewer than he could may not add names later, unless the house lets him."""
    if not _fills_up(ballot, poll):
        return None
    standing = ballot.hand.standing
    assert standing is not None
    if not poll.house["g12.ballot.add_later"]:
        return void("added-later", f"已投 {'、'.join(standing.targets)}，不得再补名字")
    together = tuple(dict.fromkeys((*standing.targets, *ballot.targets)))[: poll.names]
    return counts("补投的名字一并计入", targets=together, kind="vote")


def _fills_up(ballot: Ballot, poll: Poll) -> bool:
    standing = ballot.hand.standing
    if standing is None or standing.delegated or not standing.targets or ballot.delegated or ballot.says_change:
        return False
    new = [name for name in ballot.targets if name not in standing.targets]
    return ballot.kind == "vote" and bool(new) and len(standing.targets) < poll.names


@clause("G12-6.1", exception_to=PERMITS, stages="jury")
def a_verdict_may_be_revised(ballot: Ballot, poll: Poll) -> Finding | None:
    """A verdict is none of the four votes: the last one holds until the end, unless the house forbids it."""
    if not ballot.is_change and ballot.kind == "unvote":
        return void("duplicate", "没有意见可撤回")
    if not ballot.is_change or ballot.repeats or poll.house["g12.jury.revisable"]:
        return None
    return void("locked", "陪审意见不得修改")


@clause("G12-6.1", exception_to=PERMITS)
def repeating_is_no_change(ballot: Ballot, poll: Poll) -> Finding | None:
    """The same ballot again adds nothing."""
    cast = ballot.hand.cast
    if cast is not None and cast.delegated != ballot.delegated:
        return None
    return common.says_it_again(ballot, poll)


@clause("G12-6.1", exception_to=PERMITS)
def a_deleted_ballot_is_none(ballot: Ballot, poll: Poll) -> Finding | None:
    """What is gone from the board is no ballot unless the judge says so."""
    return common.gone_from_the_board(ballot, poll)


@clause("G12-6.1", asks="note", stages=("election", "recall", "by-election", "execution", "runoff"))
def taken_off_and_cast_anew(count: Count, poll: Poll) -> str | None:
    """What is cast stays; whoever takes it off the board and casts another may be changing it all the same."""
    return common.deleted_and_cast_anew(count, poll)


@clause("G12-6.1", exception_to=PERMITS)
def the_first_wording_counts(ballot: Ballot, poll: Poll) -> Finding | None:
    """An edited ballot counts as first written where that was kept, else the judge is asked."""
    return common.edited(ballot, poll)


@clause("G12-6.1", exception_to=PERMITS)
def the_judge_reads_the_unclear(ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot that may mean several people waits for the judge."""
    return common.unclear(ballot, poll) or common.too_many_names(ballot, poll)


# -- 6.4 委托 --


@clause("G12-6.4b", exception_to=PERMITS)
def one_definite_name(ballot: Ballot, poll: Poll) -> Finding | None:
    """A vote with a condition, or one that leaves the choice to somebody else, is none; entrusted or posted."""
    return common.on_a_condition(ballot, poll)


@clause("G12-6.4c", exception_to=PERMITS)
def ones_own_vote_comes_first(ballot: Ballot, poll: Poll) -> Finding | None:
    """Who votes himself before the end has no entrusted vote any more."""
    if not ballot.delegated or ballot.proxy_by is not None:
        return None
    own = ballot.hand.cast or ballot.hand.doubt
    if own is None or own.delegated or (own.abstains and not _after(own, ballot.sent)):
        return None
    return void("delegation-lapsed", f"{ballot.voter} 自己投了票，委托自动失效")


def _after(own: Ballot, sent: datetime | None) -> bool:
    """Whether an abstention was posted after the vote was entrusted: then it is his last word."""
    return sent is None or own.at is None or own.at.when >= sent


@clause("G12-6.4a", exception_to=PERMITS)
def a_vote_through_the_god(ballot: Ballot, poll: Poll) -> Finding | None:
    """Who cannot be there sends the name to the god, who casts the vote after the others."""
    if not ballot.delegated or ballot.proxy_by is not None:
        return None
    if ballot.published is not None:
        return counts("委托，天神已公布")
    return counts("委托，截止时由天神投出")


@clause("G12-6.4f", exception_to=PERMITS)
def nothing_changes_once_published(ballot: Ballot, poll: Poll) -> Finding | None:
    """An entrusted vote may be changed until the god publishes it; then it stands, against one's own post too."""
    cast = ballot.hand.cast
    if cast is None or not cast.delegated:
        return None
    if ballot.delegated:
        said = ballot.sent or ballot.published
        late = cast.published is not None and said is not None and said >= cast.published
        return void("published", "委托票已经公布，不得再改") if late and not ballot.repeats else None
    if cast.published is None or not poll.house["g12.delegate.published_final"]:
        return counts("自己投票，委托自动失效", kind="vote" if ballot.kind == "vote" else None)
    return void("published", f"委托票已于 {cast.published:%m-%d %H:%M} 公布，不得再改")


@clause("G12-6.4d", exception_to=PERMITS)
def nobody_else_votes_for_one(ballot: Ballot, poll: Poll) -> Finding | None:
    """Only the god casts another's vote."""
    return common.cast_for_another(ballot, poll)


# -- 4.7, 6.5 弃权与不投 --


@clause("G12-4.7", exception_to=PERMITS)
def a_ballot_outlives_its_voter(ballot: Ballot, poll: Poll) -> Finding | None:
    """Nobody is dead before it is announced: what he cast until then counts, unless the house drops it."""
    return common.lost_after_casting(ballot, poll)


@clause("G12-6.5b", exception_to=PERMITS, stages=("execution", "runoff"))
def no_abstention(ballot: Ballot, poll: Poll) -> Finding | None:
    """When it is about an execution nobody may abstain; he has not voted."""
    if ballot.abstains and days.executes(poll):
        return void("abstain-not-allowed", "处决投票不得弃权，等于没有投票")
    return None


@clause("G12-6.5a", asks="silence", stages=ABSTAINING)
def silence_is_abstention(seat: str, hand: Hand, poll: Poll) -> Treatment | None:
    """In an election, a recall or a by-election everybody may abstain; so may a juror keep silent."""
    if not poll.status(seat, poll.moment).alive or days.executes(poll):
        return None
    return Treatment("abstain", reason=common.silent_hand(hand))


@clause("G12-7.1.5", asks="silence", stages=("execution", "runoff"))
@clause("G12-6.5b", asks="silence", stages="execution")
def who_does_not_vote_is_out(seat: str, hand: Hand, poll: Poll) -> Treatment | None:
    """Who neither votes nor entrusts a vote when it is about an execution has left the game, its runoff included."""
    if not poll.status(seat, poll.moment).alive or not days.executes(poll):
        return None
    why = common.silent_hand(hand)
    if poll.opens is not None and moment.on_leave(poll.game, seat, poll.opens, poll.closes):
        return Treatment("exempt", reason=f"{why}；已请假")
    if poll.kind.name == "runoff" and poll.house["g12.novote.runoff"] == "warn":
        return Treatment("warning", reason=f"{why}；对决不投，警告")
    return Treatment("out", reason=f"{why}，视为退出")
