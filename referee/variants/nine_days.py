"""nine-days (九天的阴谋): the daytime voting of its document, clause by clause, in its order."""

from __future__ import annotations

from datetime import datetime, timedelta

from referee import moment
from referee.poll import Ballot, Count, Hand, Poll
from referee.rulebook import Base, Candidates, Finding, Rulebook, StageKind, Treatment, clause, clauses_of, counts
from referee.switches import EVERYWHERE
from referee.switches import NINE_DAYS as SWITCHES
from referee.tally import Outcome
from referee.variants import common
from referee.variants.articles.nine_days import ARTICLES
from referee.variants.nine_days_counts import (
    Tie,
    all_are_suspects,
    base_of,
    killers_choice,
    majority,
    over_the_threshold,
    percent,
)

HOUR = timedelta(hours=1)
AFTER_THE_FIRST = ("debate", "runoff")


# 2.1, 2.2 who votes


@clause("ND-2.1", asks="voter")
def the_living_vote(seat: str, at: datetime, poll: Poll) -> Finding:
    """All players vote by day; who was announced dead before has lost the right."""
    return common.living(seat, at, poll)


@clause("ND-2.1")
def a_ballot_counts(ballot: Ballot, poll: Poll) -> Finding:
    """A living player's ballot counts for the one player it names."""
    return counts()


@clause("ND-2.2", exception_to="ND-2.1")
def only_players(ballot: Ballot, poll: Poll) -> Finding | None:
    """Players are those who signed up, drew a role and reported, and the substitutes who took a place."""
    return common.only_players(ballot, poll)


# 2.3.1.2 three rounds


@clause("ND-2.3.1.2.0", asks="base")
def what_percents_are_of(count: Count, poll: Poll) -> Base:
    """Percents and halves are taken of the ballots cast in the round, abstentions among them."""
    return base_of(count, poll)


@clause("ND-2.3.1.2.0", asks="outcome", exception_to=("ND-2.3.1.2.1b", "ND-2.3.1.2.1c"))
def more_than_half_dies(count: Count, poll: Poll) -> Outcome | None:
    """In any round whoever has more than half dies, and night follows without a further round."""
    top = majority(count)
    if top is None or count.base is None:
        return None
    half = f"{count.base.says}，半数 {count.base.number / 2:g}"
    return Outcome("execute", (top,), reason=f"{half}，{top} {count.votes(top):g} 票过半，死亡，进入夜晚")


@clause("ND-2.3.1.2.0", asks="note")
def few_voted(count: Count, poll: Poll) -> str | None:
    """Fewer than half voted: what the percents are of deserves a look."""
    cast = len(count.voters) - len(count.silent)
    if not poll.closed or cast * 2 >= len(count.voters):
        return None
    return f"可投票的 {len(count.voters)} 人里只有 {cast} 人投了票，不到一半；百分比按投出的票算（C-ND-01）"


@clause("ND-2.3.1.2.1a", asks="name")
def for_the_living(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """Any living player may be voted for; a ballot for somebody dead is void, uses nothing and may be repaired."""
    return common.already_out(name, ballot, poll) or common.gone_by_the_count(name, ballot, poll, result="execution")


@clause("ND-2.3.1.2.1a", asks="name")
def not_for_oneself(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot for oneself is not forbidden, unless the house does."""
    return common.oneself(name, ballot, poll)


@clause("ND-2.3.1.2.1b", asks="outcome", stages="trial")
def the_suspects(count: Count, poll: Poll) -> Outcome | None:
    """Suspects have over 20 % on day 1, over 10 % on day 2, from day 3 on any vote at all."""
    suspects = over_the_threshold(count, poll)
    if len(suspects) < poll.house["nd.suspects.min"]:
        return None
    return Outcome("suspects", suspects, reason=percent(count, poll))


@clause("ND-2.3.1.2.1c", asks="outcome", stages="trial")
def too_few_suspects(count: Count, poll: Poll) -> Outcome | None:
    """Fewer than two suspects: all living players are."""
    fewest = poll.house["nd.suspects.min"]
    if len(over_the_threshold(count, poll)) >= fewest:
        return None
    everybody = moment.alive(poll.game, poll.moment)
    reason = f"{percent(count, poll)}；不到 {fewest:g} 人，全体存活玩家都是可疑者"
    return Outcome("suspects", everybody, ("ND-2.3.1.2.1b",), reason)


@clause("ND-2.3.1.2.2", asks="candidates", stages="debate")
@clause("ND-2.3.1.2.3a", asks="candidates", stages="runoff")
def chosen_the_round_before(poll: Poll) -> Candidates:
    """Round two is about the suspects, round three about those who shared its highest number."""
    before = poll.follows
    if before is None:
        return Candidates(None, says="没有前一轮的投票帖，也没写 candidates：候选人未知，投给谁都算")
    if before.outcome.open:
        return Candidates(None, waits=f"{before.stage.id} 还没有定，候选人未知")
    if before.outcome.kind in ("suspects", "runoff"):
        return Candidates(before.outcome.players)
    return Candidates((), says=f"{before.stage.id} 已有结果（{before.outcome.announced.reason}），不再投这一轮")


@clause("ND-2.3.1.2.2", asks="name", stages="debate")
@clause("ND-2.3.1.2.3a", asks="name", stages="runoff")
@clause("ND-2.3.1.2.1a", asks="name", stages="trial")
def only_for_candidates(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot for anybody who does not stand in this round is void; it is no abstention and may be repaired."""
    return common.no_candidate(name, ballot, poll)


@clause("ND-2.3.1.2.2", asks="outcome", stages="debate")
def the_suspects_are_not_known(count: Count, poll: Poll) -> Outcome | None:
    """Without the suspects nobody can say whether the highest dies or only a majority kills."""
    if poll.candidates is not None or majority(count):
        return None
    return Outcome("undecided", reason="不知道可疑者是不是全体：请写 candidates，或给出试探性投票的帖子")


@clause("ND-2.3.1.2.2a", asks="outcome", stages="debate")
def the_highest_suspect_dies(count: Count, poll: Poll) -> Outcome | None:
    """(1) The suspects are not all players: the highest dies, a tie goes to the third round."""
    if not poll.candidates or all_are_suspects(poll):
        return None
    if not count.leaders:
        return _nobody_has_a_vote(poll, "runoff")
    if len(count.leaders) > 1:
        return Outcome("runoff", count.leaders, reason=f"{common.tied(count)}；并列者进入高票对决")
    return Outcome("execute", count.leaders, reason=f"{common.highest(count)}，死亡")


@clause("ND-2.3.1.2.2b", asks="outcome", stages="debate")
def only_a_majority_kills(count: Count, poll: Poll) -> Outcome | None:
    """(2) The suspects are all players: only more than half kills; else nobody dies, night follows, tie or not."""
    if not poll.candidates or not all_are_suspects(poll) or count.base is None:
        return None
    half = f"{count.base.says}，半数 {count.base.number / 2:g}"
    if top := majority(count):
        return Outcome("execute", (top,), reason=f"{half}，{top} {count.votes(top):g} 票过半，死亡，进入夜晚")
    told = common.highest(count) if count.leaders else "无人得票"
    return Outcome("none", reason=f"可疑者是全体玩家；{half}，{told}，没有过半，不死人，进入夜晚")


def _nobody_has_a_vote(poll: Poll, otherwise: str) -> Outcome:
    """Everybody abstained: nobody dies, or by `nd.r2.zero` all stand level at nothing."""
    if poll.closed and poll.house["nd.r2.zero"] == "runoff":
        return Outcome(otherwise, poll.candidates or (), reason="无人得票，候选人都是 0 票，算并列")
    return Outcome("none", reason="无人得票，没有最高票，不死人，进入夜晚（规则没写，请法官看一眼）")


@clause("ND-2.3.1.2.3a", asks="outcome", stages="runoff")
def the_highest_dies(count: Count, poll: Poll) -> Outcome | None:
    """In the third round the highest dies, majority or not."""
    if poll.candidates == () or len(count.leaders) > 1:
        return None
    if not count.leaders:
        return _nobody_has_a_vote(poll, "killers-choose")
    return Outcome("execute", count.leaders, reason=f"{common.highest(count)}，死亡")


@clause("ND-2.3.1.2.3b", asks="outcome", stages="runoff")
def the_killers_decide(count: Count, poll: Poll) -> Outcome | None:
    """Level again: the killers choose who of the tied dies; only the result is made public."""
    if len(count.leaders) < 2:
        return None
    tie = Tie(count.leaders, poll.candidates or tuple(row.player for row in count.rows), common.tied(count))
    return killers_choice(tie, poll)


# 2.3.1.2 the notes on voting


@clause("ND-2.3.1.2.n2", exception_to="ND-2.1")
def one_change_each(ballot: Ballot, poll: Poll) -> Finding | None:
    """One change in each round; a further one is void, also the way back to the first name."""
    reverts = ballot.hand.used and poll.house["nd.extra_change"] == "revert_to_original"
    return common.one_change(ballot, poll, reverts=bool(reverts))


@clause("ND-2.3.1.2.n2", exception_to="ND-2.1")
def repeating_is_no_change(ballot: Ballot, poll: Poll) -> Finding | None:
    """The same name again changes nothing and uses nothing."""
    return common.says_it_again(ballot, poll)


@clause("ND-2.3.1.2.n2", exception_to="ND-2.1")
def nothing_to_withdraw(ballot: Ballot, poll: Poll) -> Finding | None:
    """Nothing can be taken back where nothing was cast."""
    return common.nothing_to_withdraw(ballot, poll)


@clause("ND-2.3.1.2.n3", exception_to="ND-2.1")
def no_change_in_the_last_hour(ballot: Ballot, poll: Poll) -> Finding | None:
    """The last hour allows first ballots, no changes."""
    return common.no_change_in_the_last(ballot, poll, HOUR)


@clause("ND-2.3.1.2.n4", exception_to="ND-2.1")
def an_abstention_is_a_ballot(ballot: Ballot, poll: Poll) -> Finding | None:
    """An abstention is a ballot, or a change, like any other; it counts for nobody."""
    return counts("弃权，算一票或一次改票") if ballot.abstains else None


@clause("ND-2.3.1.2.n5", exception_to="ND-2.1")
@clause("ND-2.4a", exception_to="ND-2.1")
def within_the_round(ballot: Ballot, poll: Poll) -> Finding | None:
    """A round runs from noon to the next noon by the board's clock; the closing minute is the next one's."""
    return common.outside_the_window(ballot, poll)


@clause("ND-2.3.1.2.n5", exception_to="ND-2.1")
def the_first_wording_counts(ballot: Ballot, poll: Poll) -> Finding | None:
    """What the board recorded first counts: an edited ballot as kept before, else the judge is asked."""
    return common.edited(ballot, poll)


@clause("ND-2.3.1.2.n5", exception_to="ND-2.1")
def a_deleted_ballot_is_none(ballot: Ballot, poll: Poll) -> Finding | None:
    """What is gone from the board is no ballot unless the judge says so."""
    return common.gone_from_the_board(ballot, poll)


@clause("ND-2.3.1.2.n6", asks="silence")
def everybody_must_vote(seat: str, hand: Hand, poll: Poll) -> Treatment:
    """Everybody votes in every round, be it to abstain; the silent are named to the judge and count for nothing."""
    spent = hand.standing or hand.cast
    if spent is not None and spent.abstains:
        return Treatment("abstain", reason="弃权")
    treated = "abstain" if poll.house["nd.novote"] == "abstain" else "warning"
    return Treatment(treated, reason=common.silent_hand(hand))


# 2.3.2 the day is over


@clause("ND-2.3.2a", asks="outcome", stages=AFTER_THE_FIRST)
def the_day_was_over(count: Count, poll: Poll) -> Outcome | None:
    """A round that was not needed decides nothing: night had come."""
    return Outcome("none", reason="前一轮已有结果，当天已入夜，这一轮不投") if poll.candidates == () else None


# 3.4, 3.5 what the judge says


@clause("ND-3.4", exception_to="ND-2.1")
def who_is_put_to_death_loses_his_ballot(ballot: Ballot, poll: Poll) -> Finding | None:
    """Whom the judge puts to death before the count has no ballot in it."""
    now = poll.status(ballot.voter, poll.moment).event
    if now is not None and now.kind == "execution":
        return None
    return common.lost_after_casting(ballot, poll, frozenset({"dead", "expelled"}))


@clause("ND-3.5", exception_to="ND-2.1")
def the_judge_reads_the_unclear(ballot: Ballot, poll: Poll) -> Finding | None:
    """What may mean several players the judge interprets."""
    return common.unclear(ballot, poll) or common.too_many_names(ballot, poll)


@clause("ND-3.5", exception_to="ND-2.1")
def no_conditions(ballot: Ballot, poll: Poll) -> Finding | None:
    """A condition names nobody; several names with the choice left open are a question to the judge."""
    return common.a_choice_left_open(ballot, poll) or common.on_a_condition(ballot, poll)


@clause("ND-3.5", exception_to="ND-2.1")
def nobody_votes_for_another(ballot: Ballot, poll: Poll) -> Finding | None:
    """A player votes for himself only; the judge may post a vote for one."""
    return common.cast_for_another(ballot, poll)


def _facts(poll: Poll) -> dict[str, bool]:
    return {"abstain_allowed": True}


NINE_DAYS = Rulebook(
    "nine-days",
    "九天的阴谋",
    (
        StageKind("trial", "试探性投票", change_stops=HOUR, hours=24),
        StageKind("debate", "可疑者辩论投票", change_stops=HOUR, hours=24, follows=True),
        StageKind("runoff", "高票对决", change_stops=HOUR, hours=24, follows=True),
    ),
    clauses_of(globals()),
    (*EVERYWHERE, *SWITCHES),
    ARTICLES,
    secret_until_close=True,
    by_numbers={"trial": (), "debate": (), "runoff": ()},
    facts=_facts,
)
