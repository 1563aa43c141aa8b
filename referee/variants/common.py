"""What every document says in its own words: findings that the clauses of several rule sets share.

No clause ids here: a rule set marks its own function with its clause and hands the question on.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from referee import moment
from referee.poll import Ballot, Count, Hand, Poll
from referee.rulebook import Candidates, Finding, ask, counts, void
from referee.tally import Outcome, Tally, TallyRow

HOUR = timedelta(hours=1)


# -- who votes -------------------------------------------------------------------------------------------------------


def only_players(ballot: Ballot, poll: Poll) -> Finding | None:
    """A ballot of an account that plays no seat at that time."""
    if ballot.known:
        return None
    if ballot.replaced:
        return void("replaced-player", f"{ballot.account} 已由替补接替")
    return void("not-a-player", f"{ballot.account} 不是本局玩家（或不是参加游戏的马甲）")


def living(seat: str, at: datetime, poll: Poll, out: frozenset[str] = moment.OUT) -> Finding:
    """A seat votes while nothing announced has taken it out of the game; `out`: the states that do."""
    status = poll.status(seat, at)
    if status.state in out:
        since = f"（{status.since:%m-%d %H:%M} 公布）" if status.since else ""
        return void("dead-voter", f"{seat} 当时已出局{since}")
    return counts()


def lost_after_casting(
    ballot: Ballot, poll: Poll, drops: frozenset[str] = frozenset(), out: frozenset[str] = moment.OUT
) -> Finding | None:
    """The voter left the game between his ballot and the count.

    `drops`: the states that cost it in this document; `out`: those in which nobody votes.
    """
    if not ballot.known or ballot.at is None:
        return None
    then, now = (poll.status(ballot.voter, at).state for at in (ballot.at.when, poll.moment))
    if then in out or now not in out:
        return None
    kept = poll.house["dead.ballot"]
    if kept == "drop" or (kept == "by_variant" and now in drops):
        return void("dropped", f"{ballot.voter} 投票之后出局，这一票不算")
    return None


# -- when and how ----------------------------------------------------------------------------------------------------


def outside_the_window(ballot: Ballot, poll: Poll) -> Finding | None:
    """Before the opening or from the closing minute on, by the board's clock."""
    where = poll.place(ballot)
    if ballot.sent is not None and poll.closes is not None and ballot.sent >= poll.closes:
        return void("late", f"委托发出于 {ballot.sent:%m-%d %H:%M}，{poll.closes:%m-%d %H:%M} 截止")
    if where == "early":
        return void("early", f"{_clock(ballot)}，{poll.opens:%m-%d %H:%M} 才开始" if poll.opens else "还没开始")
    if where == "late" or _after_an_early_end(ballot, poll):
        return void("late", f"{_clock(ballot)}，{poll.closes:%m-%d %H:%M} 截止" if poll.closes else "已截止")
    return None


def _after_an_early_end(ballot: Ballot, poll: Poll) -> bool:
    if ballot.at is None or ballot.post is None:
        return False
    if poll.ended_by is not None:
        return ballot.order > poll.ended_by
    return poll.reached(ballot.at, poll.closes)


def _clock(ballot: Ballot) -> str:
    if ballot.at is None:
        return "时间不明"
    return f"{ballot.at.when:%m-%d %H:%M:%S}" if ballot.at.precision == "second" else f"{ballot.at.when:%m-%d %H:%M}"


def changes(ballot: Ballot, poll: Poll) -> bool:
    """Whether a ballot changes what its voter has said, as a document with one change each counts it.

    Taking a ballot back is half a change and casting another the rest of it. The same name again is none unless the
    house says so (`change.same_target`).
    """
    if not ballot.is_change:
        return bool(ballot.hand.used) and ballot.kind != "unvote"
    return not ballot.repeats or bool(poll.house["change.same_target"] == "counts")


def one_change(ballot: Ballot, poll: Poll, reverts: bool = False) -> Finding | None:
    """One change for each voter in this stage, further ones are void.

    `reverts`: a change too many brings the first ballot back.
    """
    if not changes(ballot, poll):
        return None
    if not ballot.is_change:
        return counts("撤票之后改投", kind=None if ballot.abstains else "change")
    if ballot.hand.used:
        return void("over-limit", "改票权已用过一次" + ("，退回原票" if reverts else ""), reverts=reverts)
    return counts("撤回，再投就是改票" if ballot.kind == "unvote" else "改票", spends="used")


def nothing_to_withdraw(ballot: Ballot, poll: Poll) -> Finding | None:
    """A withdrawal without a ballot to take back."""
    if ballot.kind == "unvote" and ballot.hand.cast is None and ballot.hand.doubt is None:
        return void("duplicate", "没有可以撤回的票")
    return None


def no_change_in_the_last(ballot: Ballot, poll: Poll, length: timedelta) -> Finding | None:
    """A change in the last stretch before the close then in force."""
    if ((ballot.is_change and not ballot.repeats) or changes(ballot, poll)) and poll.in_last(ballot.at, length):
        closing = poll.closing_at(ballot.at)
        stop = f"{closing - length:%m-%d %H:%M}" if closing else "?"
        return void("change-closed", f"{_clock(ballot)} 改票，改票到 {stop} 为止")
    return None


def gone_from_the_board(ballot: Ballot, poll: Poll) -> Finding | None:
    """The post was there once and is not any more."""
    return void("deleted", "存档里有这一帖，论坛上已经没有") if ballot.deleted else None


def deleted_and_cast_anew(count: Count, poll: Poll) -> str | None:
    """Who took a ballot off the board and posted another: where a change is bound to rules the judge should look."""
    gone: dict[str, Ballot] = {}
    found = []
    for one in sorted(count.judged, key=lambda one: one.ballot.order):
        ballot = one.ballot
        if ballot.deleted:
            gone.setdefault(ballot.voter, ballot)
        elif one.status == "counted" and (before := gone.get(ballot.voter)) and before.targets != ballot.targets:
            found.append(f"{ballot.voter} 删了投 {_names(before)} 的帖子，又投 {_names(ballot)}")
    return f"{'；'.join(found)}：删帖重投算不算改票，请法官看" if found else None


def _names(ballot: Ballot) -> str:
    return "、".join(ballot.targets) or "弃权"


def says_it_again(ballot: Ballot, poll: Poll) -> Finding | None:
    """The same ballot again is no change and adds nothing."""
    if ballot.repeats and poll.house["change.same_target"] == "ignore":
        return void("duplicate", "与现有的票相同，不算改票")
    return None


# -- what it says -----------------------------------------------------------------------------------------------------


def unclear(ballot: Ballot, poll: Poll) -> Finding | None:
    """The words may mean several people: only the judge can say."""
    if ballot.unclear:
        names = "、".join(ballot.candidates)
        return ask("unclear", ballot.why or (f"可能是 {names}" if names else "看不出投给谁"))
    return None


def on_a_condition(ballot: Ballot, poll: Poll) -> Finding | None:
    """A condition, or a choice left to somebody else."""
    if ballot.kind == "conditional" or ballot.conditional:
        return void("conditional", ballot.why or "附条件或把选择留给别人")
    return None


def a_choice_left_open(ballot: Ballot, poll: Poll) -> Finding | None:
    """A first ballot that names several and leaves the choice open, where the document says nothing of conditions."""
    names = ballot.candidates or tuple(dict.fromkeys(ballot.named))
    if ballot.kind == "conditional" and not ballot.is_change and len(names) > 1:
        return ask("unclear", ballot.why or f"{'、'.join(names)} 里没有定下一个")
    return None


def too_many_names(ballot: Ballot, poll: Poll) -> Finding | None:
    """More names than a ballot holds, where it holds one: nobody can say which was meant."""
    if poll.names == 1 and len(set(ballot.named)) > 1:
        return ask("too-many-names", f"一票只能写一个名字，这里有 {'、'.join(ballot.named)}")
    return None


def cast_for_another(ballot: Ballot, poll: Poll) -> Finding | None:
    """A player speaks for another: nobody but the judge may."""
    if ballot.proxy_by is not None:
        return void("proxy", f"{ballot.proxy_by} 不能替 {ballot.voter} 投票")
    return None


def edited(ballot: Ballot, poll: Poll) -> Finding | None:
    """An edited ballot: the kept first version decides; without one the judge is asked (`vote.edit_policy`)."""
    if ballot.edit not in ("unknown", "changed"):
        return None
    policy = poll.house["vote.edit_policy"]
    if policy == "void":
        return void("edited", "投票帖编辑过，按本局规定作废")
    if ballot.edit == "changed":
        return counts("投票帖编辑过，按存下的原文计", code="edited")
    if policy == "treat_as_change_at_edit_time":
        return None
    return ask("edited", "投票帖编辑过，原文没有存下")


# -- for whom ----------------------------------------------------------------------------------------------------------


def already_out(name: str, ballot: Ballot, poll: Poll, out: frozenset[str] = moment.OUT) -> Finding | None:
    """A name that had left the game when the ballot was cast."""
    at = ballot.at.when if ballot.at else poll.moment
    if poll.status(name, at).state in out:
        return void("dead-target", f"{name} 已出局", casts=_casts(poll))
    return None


def gone_by_the_count(
    name: str, ballot: Ballot, poll: Poll, out: frozenset[str] = moment.OUT, result: str = ""
) -> Finding | None:
    """A name that left the game between the ballot and the count, and not by this count itself.

    `result`: the kind of event that announces what the count decided; a judge may stamp it before the end.
    """
    now = poll.status(name, poll.moment)
    if now.state not in out or (now.event is not None and now.event.kind == result):
        return None
    return void("dead-target", f"{name} 在计票之前出局", casts=_casts(poll))


def oneself(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """The voter's own name, where the house does not allow it."""
    if name == ballot.voter and poll.house["vote.self"] == "void":
        return void("not-a-candidate", "不许投自己", casts=_casts(poll))
    return None


def no_candidate(name: str, ballot: Ballot, poll: Poll) -> Finding | None:
    """A name that may not be voted for in this stage."""
    if poll.candidates is not None and name not in poll.candidates:
        return void("not-a-candidate", f"{name} 不在可投之列（{'、'.join(poll.candidates)}）", casts=_casts(poll))
    return None


def _casts(poll: Poll) -> bool:
    return bool(poll.house["vote.void_target"] == "cast_as_void")


def left_open_by_the_stage_before(poll: Poll) -> Candidates | None:
    """The tied of the stage this one follows; not known while that one is undecided."""
    return left_open_by(poll.follows)


def left_open_by(before: Tally | None) -> Candidates:
    """The tied of a stage (None: nobody counted it); not known while it is undecided."""
    if before is None:
        return Candidates(None, says="没有前一轮的投票帖，也没写 candidates：候选人未知，投给谁都算")
    if before.outcome.open:
        return Candidates(None, waits=f"{before.stage.id} 还没有定，候选人未知")
    if before.outcome.kind == "runoff":
        return Candidates(before.outcome.players)
    top = max((row.votes for row in before.rows), default=0)
    return Candidates(tuple(row.player for row in before.rows if row.votes == top and top > 0))


# -- what it comes to ----------------------------------------------------------------------------------------------


def nobody_voted(count: Count, poll: Poll) -> Outcome | None:
    """No votes, no highest."""
    return None if count.leaders else Outcome("none", reason="无人得票")


def highest(count: Count) -> str:
    """`乙 5 票最高；丙 3` for a reason."""
    return f"{'、'.join(count.leaders)} {count.top:g} 票最高（{count.arithmetic()}）"


def tied(count: Count) -> str:
    """`highest` of several, with when each of them last came to that number."""
    return f"{highest(count)}；{reached(count)}"


def reached(count: Count) -> str:
    """`到此数：甲 11-03 20:31（12 楼）、乙 11-04 12:00（23 楼）` of those who hold the highest number."""
    return "到此数：" + "、".join(_reached(row) for row in count.rows if row.player in count.leaders)


def _reached(row: TallyRow) -> str:
    if row.reached is None:
        return f"{row.player} 截止时"
    seconds = row.reached.precision == "second"
    when = f"{row.reached.when:{'%m-%d %H:%M:%S' if seconds else '%m-%d %H:%M'}}"
    return f"{row.player} {when}" + (f"（{row.reached_floor} 楼）" if row.reached_floor is not None else "")


def silent_hand(hand: Hand) -> str:
    """Why a voter has no ballot for somebody: an abstention, or nothing valid in time."""
    spent = hand.standing or hand.cast
    return "弃权" if spent is not None and spent.abstains else "没有在时限内投出有效票"
