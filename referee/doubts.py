"""What hangs on the judge's word: every reading of the unclear ballots, the other side of a limit minute, the other
value of a switch. All of them recount; nobody guesses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from parsers.posts import Post
from parsers.values import dataclass
from referee.moment import alive
from referee.poll import Ballot, Count, Judged, Poll
from referee.tabulate import Counted, Table, counted, what
from referee.tally import Outcome, Pending, PossibleReading
from referee.terms import NONE, few, told
from referee.threads import on_limit
from referee.worlds import TOGETHER, Explored, Options, See, differing, explore

WAYS = 5  # so many outcomes that could be are listed
FEW_WAYS = 3  # and so many, as examples, where there are more

Say = Callable[[Outcome], str]
Vary = Callable[[str, Any], Table]  # the same ballots with one switch set otherwise


@dataclass(frozen=True, slots=True)
class Resolved:
    """The outcome once every reading was tried, the questions that remain, and what the judge should know.

    `public_pending` and `public_notes` tell the same as far as it may be told to everybody: what is only possible is
    told by number alone (`Outcome.imagined`), so that no reading shows what somebody is.
    """

    outcome: Outcome
    pending: tuple[Pending, ...] = ()
    notes: tuple[str, ...] = ()
    public_pending: tuple[Pending, ...] = ()
    public_notes: tuple[str, ...] = ()


def resolve(laid: Table, first: Counted, vary: Vary) -> Resolved:
    """What the stage decides whatever the unclear ballots mean; `first` is the count without them."""
    count, _ = first
    read = _readings(laid, first)
    outcome, imagined = read.outcome, read.outcome.imagined
    say = _teller(laid.poll)
    limits, switches = _limits(count, laid.poll, vary), _switches(laid.poll, vary) if _settled(outcome) else ()
    public = (*limits, *(one for one in switches if not one.secret)) if _settled(imagined) else limits
    return Resolved(
        outcome,
        read.pending,
        read.notes + tuple(note for one in (*limits, *switches) if (note := one.note(outcome, one.outcome, say))),
        read.public_pending,
        read.notes + tuple(note for one in public if (note := one.note(imagined, one.outcome.imagined, say))),
    )


def _teller(poll: Poll) -> Say:
    """How outcomes are called in this stage."""
    return partial(told, rules=poll.book.plays, stage=poll.kind.name, colon=" ")


def _settled(outcome: Outcome) -> bool:
    return outcome.kind != "undecided"


@dataclass(frozen=True, slots=True)
class _Otherwise:
    """Another reading of the rules and its outcome; `always`: worth a note even where that is the same.

    `secret`: that it matters tells what only the judge may know.
    """

    says: str
    outcome: Outcome
    always: bool = False
    secret: bool = False

    def note(self, outcome: Outcome, other: Outcome, say: Say) -> str | None:
        """The note, where there is something to say: the outcome and the other one, told to the same reader."""
        if what(other) != what(outcome):
            return f"{self.says}，结果是{say(other)}"
        return f"{self.says}，结果不变" if self.always else None


# -- unclear ballots ---------------------------------------------------------------------------------------------


def _readings(laid: Table, first: Counted) -> Resolved:
    count, outcome = first
    waiting = _waiting(count)
    if not waiting:
        return Resolved(outcome)
    options = [_options(one, laid.poll) for one in waiting]
    found = explore(laid, waiting, options)
    pending = tuple(_pending(place, one, options[place], found, _known) for place, one in enumerate(waiting))
    public = tuple(_pending(place, one, options[place], found, _imagined) for place, one in enumerate(waiting))
    if not laid.candidates.waits:
        say = _teller(laid.poll)
        told_ = _whatever_they_mean(outcome.imagined, map(_imagined, found.outcomes), public, say)
        outcome = _with_public(_whatever_they_mean(outcome, found.outcomes, pending, say), told_)
    notes = _how_many(len(waiting), found.complete)
    return Resolved(outcome, pending, notes, public, notes)


def _known(outcome: Outcome) -> Outcome:
    return outcome


def _imagined(outcome: Outcome) -> Outcome:
    return outcome.imagined


def _how_many(waiting: int, complete: bool) -> tuple[str, ...]:
    """What is to be said of many unclear ballots: how their readings were put together."""
    if not complete:
        how = "组合太多，没有全试：逐张试了各种读法，也试了若干张一起读作同一人；凡可能有影响的都列为要看"
    elif waiting > TOGETHER:
        how = "逐张试了各种读法，效果相同的合在一起，所有组合都算过"
    else:
        return ()
    return (f"待裁定的票有 {waiting} 张，{how}",)


def _with_public(outcome: Outcome, imagined: Outcome) -> Outcome:
    """The outcome with what everybody may know: of a result that stands what is announced, else what is possible."""
    if imagined == outcome:
        return outcome
    stands = _settled(outcome) and _settled(imagined)
    return replace(outcome, public=outcome.announced if stands else imagined, possible=imagined)


def _waiting(count: Count) -> list[Judged]:
    pending = (one for one in count.judged if one.status == "pending")
    return sorted(pending, key=lambda one: one.ballot.order)


def _options(one: Judged, poll: Poll) -> Options:
    """How a pending ballot may be read: for each candidate, or as no ballot (None)."""
    ballot = one.ballot
    names = ballot.candidates or tuple(dict.fromkeys(ballot.named)) or _possible(poll)
    if ballot.edit == "unknown":
        names = tuple(dict.fromkeys(("、".join(ballot.targets) or NONE, *_possible(poll))))
    readings: list[tuple[str, Ballot | None]] = [
        (name, _read_as(ballot, tuple(name.split("、")))) for name in names if name != NONE
    ]
    return (*readings, (NONE, None))


def _possible(poll: Poll) -> tuple[str, ...]:
    return poll.candidates if poll.candidates is not None else alive(poll.game, poll.until)


def _read_as(ballot: Ballot, targets: tuple[str, ...]) -> Ballot:
    return replace(ballot, kind="vote", targets=targets, candidates=(), edit="", conditional=False)


def _pending(place: int, one: Judged, options: Options, found: Explored, see: See) -> Pending:
    ballot = one.ballot
    readings = tuple(
        PossibleReading(name, _common([see(outcome) for outcome in found.of_reading(place, number)]))
        for number, (name, _) in enumerate(options)
    )
    names = tuple(name for name, _ in options if name != NONE)
    return Pending(
        post=ballot.post,
        voter=ballot.voter,
        quote=ballot.quote,
        question=_question(one, names),
        candidates=names,
        harmless=found.harmless(place, see),
        readings=readings,
        code=one.code,
    )


def _question(one: Judged, names: tuple[str, ...]) -> str:
    if one.code == "edited":
        return f"{one.ballot.voter} 的投票帖编辑过，原来投的是谁？现在写的是 {names[0] if names else '（没有名字）'}"
    if len(names) == 1:
        return f"{one.ballot.voter} 这一票算投给 {names[0]}，还是不算票？"
    if names:
        return f"{one.ballot.voter} 这一票投的是 {few(names)} 中的哪一个，还是不算票？"
    return f"{one.ballot.voter} 这一票投给谁，还是不算票？{one.reason}"


def _common(outcomes: Sequence[Outcome]) -> Outcome:
    if len({what(outcome) for outcome in outcomes}) == 1:
        return outcomes[0]
    return Outcome("undecided", reason="还要看别的待裁定的票")


def _whatever_they_mean(outcome: Outcome, worlds: Iterable[Outcome], pending: tuple[Pending, ...], say: Say) -> Outcome:
    different: dict[Any, Outcome] = {}
    for world in worlds:
        different.setdefault(what(world), world)
    if len(different) == 1:
        only = next(iter(different.values()))
        return outcome if what(outcome) == what(only) else only
    open_ = few([f"{_floor(p.post)} {p.voter}" for p in pending if not p.harmless], "张")
    return _undecided(open_, tuple(different.values()), say)


def _undecided(open_: str, worlds: Sequence[Outcome], say: Say) -> Outcome:
    clauses = tuple(dict.fromkeys(one for world in worlds for one in world.clauses))
    said = list(dict.fromkeys(map(say, worlds)))
    ways = "；".join(said[:FEW_WAYS] if len(said) > WAYS else said)
    many = f"可能的结果有 {len(said)} 种，如 " if len(said) > WAYS else ""
    return Outcome("undecided", (), clauses, f"要看 {open_} 的票怎么读：{many}{ways}")


def _floor(post: Post | None) -> str:
    if post is None:
        return "未发帖的"
    return f"{post.floor} 楼" if post.floor is not None else f"帖 {post.pid}"


# -- limit minutes and switches ------------------------------------------------------------------------------------


def _limits(count: Count, poll: Poll, vary: Vary) -> tuple[_Otherwise, ...]:
    """One for all ballots on a limit minute."""
    on_it = [one for one in count.judged if _on_a_limit(one.ballot, poll)]
    if not on_it:
        return ()
    closed = poll.house["time.boundary"] == "closed"
    other = _otherwise(vary("time.boundary", "half_open" if closed else "closed"))
    floors = "、".join(f"{_floor(one.ballot.post)} {one.ballot.voter}" for one in on_it)
    now = "算在界限之内" if closed else "算在界限之后"
    return (_Otherwise(f"恰在界限那一分钟：{floors}，{now}；换一种算法（time.boundary）", other, always=True),)


def _on_a_limit(ballot: Ballot, poll: Poll) -> bool:
    if ballot.post is None:
        return False
    stops = poll.kind.change_stops
    closing = poll.closing_at(ballot.at)
    late = on_limit(ballot.at, poll.closes)
    last = stops is not None and closing is not None and ballot.is_change and on_limit(ballot.at, closing - stops)
    return late or last


def _switches(poll: Poll, vary: Vary) -> tuple[_Otherwise, ...]:
    """Where the document is silent and the house said nothing: what every other reading would give."""
    found = []
    for name in sorted(poll.house.asked - {"time.boundary", *poll.house.given}):
        switch = poll.house.switches[name]
        for value in switch.values[1:]:
            shown = str(value).lower() if isinstance(value, bool) else value
            other = _otherwise(vary(name, value))
            says = f"{switch.point} 若按 {name} = {shown}（{switch.says}）"
            found.append(_Otherwise(says, other, secret=name in poll.book.secret_switches))
    return tuple(found)


def _otherwise(laid: Table) -> Outcome:
    """The outcome under another reading of the rules, whatever the ballots mean that are unclear under it."""
    count, outcome = counted(laid)
    waiting = _waiting(count)
    if not waiting or laid.candidates.waits:
        return outcome
    found = differing(laid, waiting, [_options(one, laid.poll) for one in waiting])
    say = _teller(laid.poll)
    imagined = _whatever_they_mean(outcome.imagined, map(_imagined, found), (), say)
    return _with_public(_whatever_they_mean(outcome, found, (), say), imagined)
