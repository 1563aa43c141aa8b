"""游戏十二: what the numbers decide: curse and blessing, seats, recall, verdict, execution (2.5 to 3.12)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from parsers.posts import Stamp
from referee import moment
from referee.poll import Count, Judged, Poll
from referee.rulebook import clause
from referee.tally import Adjustment, Outcome, TallyRow
from referee.variants import common
from referee.variants.game_twelve import days, seats

MARKED: Final = ("recall", "by-election", "execution")


# -- 2.5 诅咒, 2.6 庇佑 --


@dataclass(frozen=True, slots=True)
class Marks:
    """Whom last night's curse and blessing reach; where both hit one player they cancel (2.6c)."""

    cursed: frozenset[str] = frozenset()
    blessed: frozenset[str] = frozenset()


@clause("G12-2.5b", asks="marks")
@clause("G12-2.6b", asks="marks")
@clause("G12-2.6c", asks="marks")
@clause("G12-6.2b", asks="marks")
def marks(poll: Poll) -> Marks:
    """Curse and blessing work on the day's recall, by-election and execution vote; on no election, runoff, verdict."""
    night = days.night_before(poll) if poll.kind.name in MARKED else None
    if night is None:
        return Marks()
    return Marks(*(frozenset(s.player for s in night.states if s.state == state) for state in ("cursed", "blessed")))


@clause("G12-2.5a", asks="adjust", stages=MARKED)
def the_cursed_have_one_more(candidate: str, poll: Poll) -> tuple[Adjustment, ...] | None:
    """Whoever was cursed last night gets a vote more, told with the final count and not before."""
    if not poll.closed or candidate not in _marks(poll).cursed or not _stands(candidate, poll):
        return None
    return (Adjustment("诅咒", 1, True),)


@clause("G12-2.6a", asks="adjust", stages=MARKED)
def the_blessed_have_one_less(candidate: str, poll: Poll) -> tuple[Adjustment, ...] | None:
    """Whoever was blessed last night has a vote less, never below none; told with the final count."""
    if not poll.closed or candidate not in _marks(poll).blessed or not _stands(candidate, poll):
        return None
    return (Adjustment("庇佑", -1, True),)


def _marks(poll: Poll) -> Marks:
    found = poll.facts.get("marks")
    return found if isinstance(found, Marks) else Marks()


def _stands(name: str, poll: Poll) -> bool:
    """Whether somebody can be voted for: a mark on anybody else has no effect and is not told."""
    return poll.status(name, poll.moment).alive and (poll.candidates is None or name in poll.candidates)


@clause("G12-2.5c", asks="judge-note", stages=MARKED)
def marks_come_with_the_count(count: Count, poll: Poll) -> str | None:
    """Before the end the judge is told what the night will add; nobody else is."""
    if poll.closed:
        return None
    found = [(name, "诅咒 +1") for name in _marks(poll).cursed if _stands(name, poll)]
    found += [(name, "庇佑 -1") for name in _marks(poll).blessed if _stands(name, poll)]
    if not found:
        return None
    said = "、".join(f"{name} {what}" for name, what in sorted(found))
    return f"截止后公布计票时才计入（只告诉法官）：{said}"


@clause("G12-2.9a", asks="judge-note", stages=MARKED)
def the_night_is_not_settled(count: Count, poll: Poll) -> str | None:
    """What the judge has to settle of last night may change who is cursed, blessed or bound."""
    night = days.night_before(poll)
    if night is None or not night.pending:
        return None
    return f"第 {night.number} 夜还有 {len(night.pending)} 处待法官裁定，诅咒、庇佑、束魂可能与它有关"


# -- seats --


@dataclass(frozen=True, slots=True)
class Filled:
    """Who has a seat for sure, who is tied for the last of them (`left` of them)."""

    winners: tuple[str, ...]
    tied: tuple[str, ...] = ()
    left: int = 0


def fill(numbers: list[tuple[str, float]], many: int) -> Filled:
    """The seats by the numbers, the highest first; a tie matters only where it straddles the last seat."""
    numbers = sorted(numbers, key=lambda one: -one[1])
    if len(numbers) <= many:
        return Filled(tuple(name for name, _ in numbers))
    edge = numbers[many - 1][1]
    above = tuple(name for name, votes in numbers if votes > edge)
    level = tuple(name for name, votes in numbers if votes == edge)
    if len(above) + len(level) == many:
        return Filled(above + level)
    return Filled(above, level, many - len(above))


def filled(count: Count, poll: Poll) -> Filled:
    """The seats of an election or by-election, among those with votes."""
    numbers = [(row.player, row.votes) for row in count.rows if row.votes > 0 and row.player not in _no_shows(poll)]
    if poll.house["g12.runoff.scope"] == "literal_top":
        top = max((votes for _, votes in numbers), default=0)
        leaders = tuple(name for name, votes in numbers if votes == top)
        if len(leaders) > 1:
            return Filled((), leaders, seats.seats(poll))
    return fill(numbers, seats.seats(poll))


@clause("G12-4.2c", asks="seating")
def _no_shows(poll: Poll) -> frozenset[str]:
    """Who never signed in may be elected all the same: the seat passes on with the vest, unless the house voids it."""
    gone = moment.events(poll.game, poll.as_of, "departure", "transition", "substitution")
    names = frozenset(name for e in gone if "签到" in (e.cause or "") for name in moment.about(e))
    return names if names and poll.house["g12.noshow.elected"] == "void" else frozenset()


def reached(count: Count, names: tuple[str, ...]) -> str:
    """When each of those tied came to his number, for a reason."""
    rows = [row for row in count.rows if row.player in names and row.votes > 0 and row.voters]
    return "，".join(f"{row.player} {_when(row.reached)}到 {row.votes:g} 票" for row in rows)


def _when(stamp: Stamp | None) -> str:
    return f"{stamp.when:%m-%d %H:%M} " if stamp else "截止时"


def arithmetic(rows: tuple[TallyRow, ...]) -> str:
    """`甲 3（2+1 诅咒）、乙 3` for a reason."""
    return "、".join(row.player + " " + _number(row) for row in rows) or "无人得票"


def _number(row: TallyRow) -> str:
    if row.raw is None:
        return f"{row.votes:g}"
    return f"{row.votes:g}（{row.raw:g}{''.join(f'{one.add:+g} {one.by}' for one in row.adjust)}）"


# -- 3.2 选举, 3.9 3.10 补选, 6.2 高票对决 --


@clause("G12-3.2", asks="outcome", stages="election")
@clause("G12-3.10c", asks="outcome", stages="by-election")
def the_most_votes_are_elected(count: Count, poll: Poll) -> Outcome | None:
    """As many as there are seats are elected by the most votes; no majority is needed."""
    found, many = filled(count, poll), seats.seats(poll)
    if found.tied or not found.winners:
        return None
    empty = many - len(found.winners)
    if empty and poll.kind.name == "by-election" and poll.house["g12.byelection.zero"] == "lot":
        return None
    left = f"；其余 {empty} 席无人得票，空缺" if empty else ""
    return Outcome("elect", found.winners, reason=f"{many} 席：{arithmetic(count.rows)}{left}")


@clause("G12-6.2a", asks="outcome", stages=("election", "by-election"))
def a_tie_for_the_last_seat(count: Count, poll: Poll) -> Outcome | None:
    """A tie across the last seat goes to a runoff; those clearly ahead are seated."""
    found = filled(count, poll)
    if not found.tied:
        return None
    when = reached(count, found.tied)
    why = f"{seats.seats(poll)} 席：{arithmetic(count.rows)}；{'、'.join(found.tied)} 并列争 {found.left} 席，高票对决"
    return Outcome("runoff", found.tied, reason=f"{why}（{when}）" if when else why, seated=found.winners)


@clause("G12-3.9", asks="outcome", stages=("election", "by-election"))
def seats_nobody_was_voted_for(count: Count, poll: Poll) -> Outcome | None:
    """The vote must be held, taking part is free: a seat without votes stays empty today, or is drawn for."""
    found, many = filled(count, poll), seats.seats(poll)
    if found.tied or len(found.winners) >= many:
        return None
    if poll.kind.name == "by-election" and poll.house["g12.byelection.zero"] == "lot":
        everybody = poll.candidates if poll.candidates is not None else moment.alive(poll.game, poll.moment)
        rest = tuple(name for name in everybody if name not in found.winners)
        return drawn(rest, many - len(found.winners), found.winners, f"{many} 席，得票的不足，余席抽签", poll)
    return None if found.winners else Outcome("none", reason="无人得票，席位空缺")


def drawn(tied: tuple[str, ...], left: int, winners: tuple[str, ...], why: str, poll: Poll) -> Outcome:
    """Lots among the tied; once the god has announced who drew the seat he is elected."""
    known = moment.events(poll.game, poll.as_of, "lots", "elected")
    said = [e for e in known if e.stage == poll.stage.id or (e.stage is None and set(moment.about(e)) & set(tied))]
    names = tuple(dict.fromkeys(name for event in said for name in moment.about(event) if name in tied))
    if len(names) == left:
        return Outcome("elect", (*winners, *names), reason=f"{why}；抽签：{'、'.join(names)}")
    return Outcome("lots", tied, reason=why, seated=winners)


@clause("G12-3.10c", asks="ends", stages="by-election")
def over_once_everybody_has_spoken(count: Count, poll: Poll) -> datetime | None:
    """A by-election is over when all entitled have voted or abstained or its winners are told; else with the day."""
    announced = winners_announced(poll)
    early = seats.fixed_end(poll.stage, poll)
    if early is None:
        early = seats.everybody_spoke(_spoken(count.judged), count.voters)
    return min((at for at in (announced, early) if at is not None), default=None)


def _spoken(judged: tuple[Judged, ...]) -> dict[str, Stamp | None]:
    """When each first voted or abstained, by a ballot that counted then."""
    first: dict[str, Stamp | None] = {}
    for ballot in (one.ballot for one in judged if one.status in ("counted", "superseded") and one.finding_counts):
        first.setdefault(ballot.voter, ballot.at or (Stamp(ballot.sent) if ballot.sent else None))
    return first


def winners_announced(poll: Poll) -> datetime | None:
    """When the god announced who was elected in this stage."""
    said = [e.at for e in moment.events(poll.game, poll.as_of, "elected") if e.stage == poll.stage.id]
    return min(said, default=None)


@clause("G12-4.6a", asks="final", stages="by-election")
def the_god_says_when_it_is_over(count: Count, poll: Poll) -> bool | None:
    """All have voted, yet the vote is over only when the god announces the winner or its time has run out."""
    early = seats.fixed_end(poll.stage, poll)
    over = early is not None and (poll.as_of is None or poll.as_of >= early)
    return True if over or winners_announced(poll) is not None else None


@clause("G12-3.10c", asks="note", stages="by-election")
def everybody_has_spoken(count: Count, poll: Poll) -> str | None:
    """Tells the judge that nobody is left to vote."""
    early = seats.everybody_spoke(_spoken(count.judged), count.voters)
    if early is None or seats.fixed_end(poll.stage, poll) or poll.closes is None or early >= poll.closes:
        return None
    last = f"{early - seats.MINUTE:%m-%d %H:%M}"
    return f"有权投票的 {len(count.voters)} 人到 {last} 都已表态，补选到此为止，可以公布当选（G12-3.10c）"


# -- 3.7 罢免 --


@clause("G12-6.2d", asks="outcome", stages="recall")
@clause("G12-3.7d", asks="outcome", stages="recall")
@clause("G12-3.7b", asks="outcome", stages="recall")
def more_than_half_recall(count: Count, poll: Poll) -> Outcome:
    """Only the one juror with the most votes and more than half goes; a tie recalls nobody, there is no runoff."""
    base, of = _base(count, poll)
    half = base / 2
    over = tuple(row.player for row in count.rows if row.votes > half)
    told = f"{of}，半数 {half:g}，超过者：{'、'.join(over) or '无'}（{arithmetic(count.rows)}）"
    if not over:
        return Outcome("none", reason=f"{told}，无人被罢免")
    if len(count.leaders) > 1:
        if poll.house["g12.recall.tie"] == "prompt":
            return Outcome("undecided", (), reason=f"{told}，最高票并列，请法官定")
        return Outcome("none", reason=f"{told}，没有唯一最高票，罢免不设对决，无人被罢免")
    return Outcome("recall", count.leaders, ("G12-3.7b", "G12-3.8a"), f"{told}，当天结束时卸任")


def _base(count: Count, poll: Poll) -> tuple[int, str]:
    """What a majority is taken of (`g12.recall.base`), and how that is said."""
    kind = poll.house["g12.recall.base"]
    if kind == "ballots":
        cast = len({voter for row in count.rows for voter in row.voters})
        return cast, f"实投 {cast} 票"
    if kind == "living_all":
        alive = len(moment.alive(poll.game, poll.moment))
        return alive, f"活着 {alive} 人"
    return len(count.voters), f"{len(count.voters)} 人有权投票"


# -- 3.3 陪审团的处决 --


@clause("G12-3.3a", asks="outcome", stages="jury")
def two_jurors_execute(count: Count, poll: Poll) -> Outcome | None:
    """Two verdicts of seated jurors for one person are enough, however many are seated."""
    named = _agreed(count)
    if named is None:
        return None
    return Outcome("execute", (named,), reason=f"两名陪审员意见一致：{arithmetic(count.rows)}")


@clause("G12-3.3c", asks="outcome", stages="jury")
def without_two_nobody_dies(count: Count, poll: Poll) -> Outcome | None:
    """No two of them agree: nobody is executed, night falls; there is no runoff."""
    if _agreed(count) is not None:
        return None
    if not seats.seated(poll).known:
        return Outcome("undecided", reason=seats.UNKNOWN)
    return Outcome("none", reason=f"没有两名陪审员意见一致（{arithmetic(count.rows)}），不处决任何人")


def _agreed(count: Count) -> str | None:
    return next((row.player for row in count.rows if row.votes >= 2), None)


@clause("G12-4.5a", asks="ends", stages="jury")
def an_announced_execution_ends_the_day(count: Count, poll: Poll) -> datetime | None:
    """When the god announces who is executed night falls: no verdict after that."""
    return _executed(poll)


@clause("G12-4.5a", asks="final", stages="jury")
def the_day_is_over(count: Count, poll: Poll) -> bool | None:
    """An execution was announced: nothing more can come."""
    return True if _executed(poll) is not None else None


def _executed(poll: Poll) -> datetime | None:
    said = [e.at for e in moment.events(poll.game, poll.as_of, "execution")]
    within = [
        at for at in said if (poll.opens is None or at > poll.opens) and (poll.closes is None or at < poll.closes)
    ]
    return min(within, default=None)


# -- 3.12 解散后的处决投票 --


@clause("G12-3.12", asks="outcome", stages="execution")
def the_highest_is_executed(count: Count, poll: Poll) -> Outcome | None:
    """The unique highest of the execution vote is executed."""
    if len(count.leaders) != 1:
        return None if count.leaders else Outcome("none", reason="无人得票，不处决任何人")
    return Outcome(
        "execute", count.leaders, reason=f"{count.leaders[0]} {count.top:g} 票最高：{arithmetic(count.rows)}"
    )


@clause("G12-6.2a", asks="outcome", stages="execution")
def the_highest_are_tied(count: Count, poll: Poll) -> Outcome | None:
    """More than one highest: all of them face a runoff."""
    if len(count.leaders) < 2:
        return None
    why = f"{common.highest(count)}，并列者高票对决"
    return Outcome("runoff", count.leaders, reason=f"{why}（{reached(count, count.leaders)}）")


LIFTED: Final = ("G12-3.7b", "G12-3.7d", "G12-6.2d", "G12-3.10c", "G12-6.2a", "G12-3.9", "G12-3.3a", "G12-3.3c")


@clause("G12-3.12", asks="outcome", exception_to=LIFTED, stages=("recall", "by-election", "jury"))
def the_jury_is_dissolved(count: Count, poll: Poll) -> Outcome | None:
    """Six live: there is no jury any more, nobody to recall, elect or obey; everybody votes on an execution."""
    alive = days.living(poll)
    if not alive.dissolved:
        return None
    return Outcome("none", reason=f"开始时活着 {alive.number} 人，陪审团已解散，改为处决投票")


@clause("G12-3.12", asks="note", stages="execution")
def the_jury_still_sits(count: Count, poll: Poll) -> str | None:
    """An execution vote while the jury is not dissolved: the judge should look again."""
    alive = days.living(poll)
    if alive.dissolved or len(poll.game.players) <= 6:
        return None
    return f"开始时活着 {alive.number} 人，陪审团还没有解散，处决由陪审团决定（G12-3.12）"


@clause("G12-6.5b", asks="note", stages=("execution", "runoff"))
def who_has_to_be_replaced(count: Count, poll: Poll) -> str | None:
    """Those deemed to have quit are out when it is announced; a substitute may take the seat."""
    out = [one.player for one in count.not_voted if one.treated_as == "out"]
    if not out or not poll.closed:
        return None
    return f"{'、'.join(out)} 没有投票也没有有效委托，视为退出：公布后生效，可按 7.3 换替补（G12-6.5b、G12-7.1.5）"
