"""Two rule sets for referee, as a package of one's own writes them.

FERRY_BOUGH is golden-bough but for one clause. FERRY is a document of its own, with a clause no table of a TOML file
could say: whoever crossed on the last ferry has half a vote until noon.
"""

from __future__ import annotations

from datetime import datetime

from referee.poll import Ballot, Count, Hand, Poll
from referee.rulebook import Article, Finding, Rulebook, StageKind, Treatment, clause, clauses_of, counts, void
from referee.switches import EVERYWHERE, Switch
from referee.tally import Outcome
from referee.variants import common
from referee.variants.golden_bough import GOLDEN_BOUGH

NOON = 12


# 1 who votes


@clause("FY-1", asks="voter")
def the_living_vote(seat: str, at: datetime, poll: Poll) -> Finding:
    """Every living player votes."""
    return common.living(seat, at, poll)


@clause("FY-1")
def a_ballot_counts(ballot: Ballot, poll: Poll) -> Finding:
    """A ballot counts unless a clause objects."""
    return counts()


@clause("FY-1a", exception_to="FY-1")
def only_players(ballot: Ballot, poll: Poll) -> Finding | None:
    """Nobody else votes, and nobody for another but the judge."""
    return common.only_players(ballot, poll) or common.cast_for_another(ballot, poll)


# 2 the half vote of whoever came last


@clause("FY-2", asks="weight")
def the_last_ferry_carries_half_a_vote(ballot: Ballot, poll: Poll) -> float | None:
    """Until noon the ballot of whoever sits last at the table weighs a half (the house may let it weigh a whole)."""
    if not poll.game.players or ballot.voter != poll.game.players[-1].name:
        return None
    morning = ballot.at is not None and ballot.at.when.hour < NOON
    return 0.5 if morning and poll.house["ferry.last"] == "half" else None


# 3 what is no ballot


@clause("FY-3", exception_to="FY-1")
def in_time(ballot: Ballot, poll: Poll) -> Finding | None:
    """Before the opening and from the closing minute on nobody votes."""
    return common.outside_the_window(ballot, poll)


@clause("FY-3", exception_to="FY-1")
def no_change(ballot: Ballot, poll: Poll) -> Finding | None:
    """What is cast is cast."""
    if ballot.is_change and not ballot.repeats:
        return void("locked", "船开了，不能改票")
    return common.says_it_again(ballot, poll)


@clause("FY-3", exception_to="FY-1")
def clear_and_still_there(ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot names one living player, without conditions, in a post that is still there as it was written."""
    return (
        common.gone_from_the_board(ballot, poll)
        or common.on_a_condition(ballot, poll)
        or common.edited(ballot, poll)
        or common.unclear(ballot, poll)
        or common.too_many_names(ballot, poll)
    )


@clause("FY-3", asks="name")
def for_the_living(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot for the dead is void and may be cast again."""
    return common.already_out(name, ballot, poll) or common.oneself(name, ballot, poll)


# 4 the end of the day


@clause("FY-4", asks="silence")
def silence_is_no_vote(seat: str, hand: Hand, poll: Poll) -> Treatment:
    """Nobody has to vote."""
    return Treatment("abstain", reason=common.silent_hand(hand))


@clause("FY-4", asks="outcome")
def the_highest_goes_overboard(count: Count, poll: Poll) -> Outcome:
    """Whoever has the most votes alone goes overboard; at a tie the ferry sails on."""
    if len(count.leaders) != 1:
        return Outcome("none", reason="没有唯一的最高票")
    return Outcome("execute", count.leaders, reason=common.highest(count))


FERRY = Rulebook(
    "ferry",
    "渡船",
    (StageKind("vote", "投票", hours=24),),
    clauses_of(globals()),
    (*EVERYWHERE, Switch("ferry.last", ("half", "whole"), "FY-2", ("FY-2",), "末座上午的票算半票还是一票")),
    (
        Article("FY-1", "在局的人都有一票"),
        Article("FY-1a", "别人没有票，除法官外也不能替人投"),
        Article("FY-2", "末座的人中午以前投的票算半票"),
        Article("FY-3", "早到、迟到、改票、附条件、投给死者的都不算；看不清的问法官", "asked"),
        Article("FY-4", "票最多的一人落水，并列则无人"),
    ),
)


# golden-bough, but whoever is silent has no vote instead of one for himself


@clause("GB-7.5", asks="silence")
def silence_is_silence(seat: str, hand: Hand, poll: Poll) -> Treatment:
    """Nobody votes for himself by saying nothing."""
    return Treatment("nobody", reason=f"{common.silent_hand(hand)}，不计")


@clause("GB-7.5", exception_to="GB-7.1")
def still_no_abstention(ballot: Ballot, poll: Poll) -> Finding | None:
    """An abstention is no ballot; a name may follow."""
    return void("abstain-not-allowed", "不得弃权") if ballot.abstains else None


FERRY_BOUGH = GOLDEN_BOUGH.amend("ferry-bough", silence_is_silence, still_no_abstention, title="渡口金枝")
