"""[tie]: steps tried in order until the places that are left have their names.

A step picks some of the tied, ends the matter with an outcome of its own, or says nothing and leaves it to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from referee import moment
from referee.poll import Ballot, Count, Poll
from referee.tally import Outcome, TallyRow
from referee.variants.parts import Values
from referee.variants.parts.people import sheriff


@dataclass(frozen=True, slots=True)
class Case:
    """A tie: who is out for sure, who shares the number at the cut (who came to it first, first), places left."""

    count: Count
    poll: Poll
    values: Values
    sure: tuple[TallyRow, ...]
    tied: tuple[TallyRow, ...]
    free: int

    @property
    def names(self) -> tuple[str, ...]:
        """The tied."""
        return tuple(row.player for row in self.tied)


@dataclass(frozen=True, slots=True)
class Picked:
    """Whom a step picks of the tied and why; `last`: nothing is left to decide.

    `shown`: what everybody may read of `how`, where that tells of an identity.
    """

    names: tuple[str, ...]
    how: str
    last: bool = False
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Broken:
    """A tie that is decided: everybody who is out, how that came about, and what everybody may read of it."""

    out: tuple[TallyRow, ...]
    how: str
    shown: str


Step = Callable[[Case], Picked | Outcome | None]


def broken(case: Case) -> Broken | Outcome:
    """How the tie is broken, or an outcome that leaves it open."""
    told: list[str] = [f"{'、'.join(case.names)} 并列 {case.tied[0].votes:g} 票，争 {case.free} 个位置"]
    shown = list(told)
    for name in case.values["chain"]:
        said = STEPS[name](case)
        if said is None:
            continue
        if isinstance(said, Outcome):
            public = replace(said, reason="；".join((*shown, said.reason))) if shown != told else None
            return replace(said, reason="；".join((*told, said.reason)), public=public)
        told.append(said.how)
        shown.append(said.shown or said.how)
        case = _after(case, said.names)
        if said.last or not case.tied or not case.free:
            return Broken(case.sure, "；".join(told), "；".join(shown))
    left = "再没有办法分，请法官定"
    public = Outcome("undecided", reason="；".join((*shown, left))) if shown != told else None
    return Outcome("undecided", reason="；".join((*told, left)), public=public)


def _after(case: Case, picked: Iterable[str]) -> Case:
    chosen = set(picked)
    sure = (*case.sure, *(row for row in case.tied if row.player in chosen))
    tied = tuple(row for row in case.tied if row.player not in chosen)
    return replace(case, sure=sure, tied=tied, free=max(0, case.free - len(chosen)))


# -- the steps ---------------------------------------------------------------------------------------------------------


def _runoff(case: Case) -> Outcome | None:
    """The tied stand in another vote; one that is such a vote already goes on to the next step."""
    if case.poll.kind.follows or case.poll.stage.after:
        return None
    return Outcome("runoff", case.names, reason="并列者再投一轮", seated=tuple(row.player for row in case.sure))


def _earlier(case: Case) -> Picked | None:
    return _by_arrival(case, list(case.tied), "先到先定")


def _later(case: Case) -> Picked | None:
    return _by_arrival(case, list(reversed(case.tied)), "后到先定")


def _by_arrival(case: Case, order: list[TallyRow], says: str) -> Picked | None:
    """The first of an order, where the ballots tell the last who is in from the first who is not."""
    if _arrived(case, order[case.free - 1]) == _arrived(case, order[case.free]):
        return None
    picked = tuple(row.player for row in order[: case.free])
    return Picked(picked, f"{says}：{'，'.join(f'{row.player} {_clock(row)}' for row in order)}；{'、'.join(picked)}")


def _arrived(case: Case, row: TallyRow) -> Any:
    steps = [step for step in case.count.steps if step.player == row.player]
    return (steps[-1].stamp, steps[-1].order) if steps else None


def _clock(row: TallyRow) -> str:
    if row.reached is None:
        return "截止时"
    when = (
        f"{row.reached.when:%m-%d %H:%M:%S}" if row.reached.precision == "second" else f"{row.reached.when:%m-%d %H:%M}"
    )
    return when if row.reached_floor is None else f"{when}({row.reached_floor} 楼)"


def _sheriff(case: Case) -> Picked | None:
    holder = sheriff(case.poll)
    return _by_ballot(case, {holder} if holder else set(), "警长")


def _decider(case: Case) -> Picked | None:
    who = case.values.get("decider", "")
    holders = {p.name for p in case.poll.game.players if who and who in (p.role, p.name)}
    said = _by_ballot(case, holders, who)
    if said is None or who in {p.name for p in case.poll.game.players}:
        return said
    return replace(said, shown=f"按规则定 {'、'.join(said.names)}")  # who the decider is stays secret


def _by_ballot(case: Case, holders: set[str], office: str) -> Picked | None:
    """Those of the tied whom somebody's standing ballot names."""
    cast = [one for one in case.count.judged if one.status == "counted" and one.ballot.voter in holders]
    named = [name for name in case.names if any(name in one.targets for one in cast)]
    if not named or len(named) > case.free:
        return None
    return Picked(tuple(named), f"{office}投的是 {'、'.join(named)}")


def _parity(case: Case) -> Picked | None:
    """The last digit of the last counted post: odd goes one way, even the other."""
    posted = [one.ballot for one in case.count.judged if one.status == "counted" and one.ballot.post is not None]
    if not posted:
        return None
    last = max(posted, key=lambda ballot: ballot.order)
    number = _number(last, case.values.get("number", "floor"))
    if number is None:
        return None
    odd = number % 2 == 1
    earlier = odd == (case.values.get("odd", "earlier") == "earlier")
    found = (_earlier if earlier else _later)(case)
    if found is None:
        return None
    return Picked(found.names, f"最后一票的数 {number} 是{'单' if odd else '双'}数，{found.how}")


def _number(ballot: Ballot, which: str) -> int | None:
    post = ballot.post
    if post is None or which == "floor":
        return post.floor if post is not None else None
    if which == "minute":
        return ballot.at.when.minute if ballot.at is not None else None
    digits = "".join(sign for sign in post.pid if sign.isdigit())
    return int(digits) if digits else None


def _lot(case: Case) -> Picked | Outcome:
    """A lot the judge drew; to be drawn where none was announced."""
    until = case.poll.as_of
    drawn = [event for event in moment.events(case.poll.game, until, "lots") if event.stage == case.poll.stage.id]
    named = tuple(name for event in drawn for name in moment.about(event) if name in case.names)[: case.free]
    if named:
        return Picked(named, f"抽签：{'、'.join(named)}")
    return Outcome("lots", case.names, reason="并列者抽签", seated=tuple(row.player for row in case.sure))


def _nobody(case: Case) -> Picked:
    return Picked((), "并列的都不定", last=True)


def _all(case: Case) -> Picked:
    return Picked(case.names, "并列的都定", last=True)


STEPS: dict[str, Step] = {
    "runoff": _runoff,
    "revote": _runoff,
    "sheriff": _sheriff,
    "decider": _decider,
    "earlier": _earlier,
    "later": _later,
    "parity": _parity,
    "lot": _lot,
    "nobody": _nobody,
    "all": _all,
}
SAYS = {
    "runoff": "并列者再投",
    "revote": "人人可投地重投",
    "sheriff": "警长所投的",
    "decider": "决定者所投的",
    "earlier": "先到的",
    "later": "后到的",
    "parity": "看最后一票的单双",
    "lot": "抽签",
    "nobody": "都不定",
    "all": "都定",
}
