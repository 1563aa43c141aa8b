"""Every way the unclear ballots can be read together: what may come of it, and which of them matter.

A voter's unclear ballots change his part of the count and nobody else's, so a reading is worked out for him alone, and
readings with the same effect are one. Where a stage's outcome hangs on numbers alone (`Rulebook.by_numbers`), ways that
lead to the same numbers are one too: thirteen unclear ballots rarely make more than some hundred different counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import reduce
from itertools import product
from operator import add
from typing import Any

from parsers.values import dataclass
from referee.poll import Ballot, Judged, Poll
from referee.tabulate import Part, Table, counted, part_of, what
from referee.tally import Outcome

TOGETHER = 6  # so many unclear ballots are read in all combinations
MOST = 2000  # different counts worked out for so few of them
MANY = 600  # different counts worked out for more of them
CORNERS = 300  # counts worked out with several of them for one candidate, where there are too many to try all

Options = tuple[tuple[str, Ballot | None], ...]
Choice = tuple[int, ...]  # how the unclear ballots of one voter are read
World = tuple[int, ...]  # which effect the ballots of each doubtful voter have
Sum = tuple[float, ...]  # what the doubtful voters add to the count
Line = Mapping[int, Outcome]  # the others read one way: what each effect of one voter's ballots gives
See = Callable[[Outcome], Outcome]


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A voter with unclear ballots: their `places` among all that wait, and which effect each way to read them has.

    `parts`: what each effect makes of his part of the count; `adds`: the same in numbers, one column each.
    """

    voter: str
    places: tuple[int, ...]
    effects: Mapping[Choice, int]
    parts: tuple[Part, ...]
    adds: tuple[Sum, ...]


@dataclass(frozen=True, slots=True)
class Explored:
    """What the readings lead to. `lines`: for each doubtful voter; `complete`: all combinations were tried."""

    doubtful: tuple[Doubtful, ...]
    lines: tuple[tuple[Line, ...], ...]
    outcomes: tuple[Outcome, ...]
    complete: bool

    def of_reading(self, place: int, number: int) -> tuple[Outcome, ...]:
        """What can come of it where one ballot is read one way."""
        at, slot = self._whose(place)
        effects = {effect for choice, effect in self.doubtful[at].effects.items() if choice[slot] == number}
        return tuple(line[effect] for line in self.lines[at] for effect in sorted(effects & line.keys()))

    def harmless(self, place: int, see: See) -> bool:
        """However the others are read, this one makes no difference to who looks at outcomes with `see`.

        Where not everything was tried: nothing was found to differ, or it cannot change any number.
        """
        at, slot = self._whose(place)
        alternatives: dict[Choice, set[int]] = {}
        for choice, effect in self.doubtful[at].effects.items():
            alternatives.setdefault((*choice[:slot], *choice[slot + 1 :]), set()).add(effect)
        groups = {frozenset(effects) for effects in alternatives.values() if len(effects) > 1}
        if not self.complete:
            return not groups or _same(self.outcomes, see)
        return all(_same((line[effect] for effect in group), see) for line in self.lines[at] for group in groups)

    def _whose(self, place: int) -> tuple[int, int]:
        return next((at, one.places.index(place)) for at, one in enumerate(self.doubtful) if place in one.places)


def explore(laid: Table, waiting: Sequence[Judged], options: Sequence[Options]) -> Explored:
    """The outcomes of all combinations of readings; of the most telling ones where there are too many."""
    doubtful = _doubtful(laid, waiting, options)
    worth = _Worth(laid, doubtful)
    limit = MOST if len(waiting) <= TOGETHER else MANY
    everything = _sums(doubtful, limit)
    if everything is None:
        return _bounded(worth, waiting, options)
    lines = tuple(_lines(worth, at, limit) for at in range(len(doubtful)))
    outcomes = tuple(worth.of(total, world) for total, world in everything.items())
    return Explored(doubtful, lines, outcomes, True)


def differing(laid: Table, waiting: Sequence[Judged], options: Sequence[Options]) -> tuple[Outcome, ...]:
    """As many outcomes as it takes to see that they differ, for the judge and for everybody; else all of them."""
    doubtful = _doubtful(laid, waiting, options)
    worth = _Worth(laid, doubtful)
    everything = _sums(doubtful, MANY) or {}
    found: list[Outcome] = []
    for world in dict.fromkeys((*_telling(doubtful, waiting, options), *everything.values())):
        found.append(worth.outcome(world))
        if not _same(found, lambda outcome: outcome) and not _same(found, lambda outcome: outcome.imagined):
            break
    return tuple(found)


def _same(outcomes: Iterable[Outcome], see: See) -> bool:
    return len({what(see(outcome)) for outcome in outcomes}) <= 1


# -- what a reading changes --------------------------------------------------------------------------------------------


def _doubtful(laid: Table, waiting: Sequence[Judged], options: Sequence[Options]) -> tuple[Doubtful, ...]:
    places: dict[str, list[int]] = {}
    for place, one in enumerate(waiting):
        places.setdefault(one.ballot.voter, []).append(place)
    told_apart = _told_apart(laid.poll)
    found = []
    for voter, his in places.items():
        choices = list(product(*(range(len(options[place])) for place in his)))
        parts = [_part(laid, voter, [waiting[p] for p in his], [options[p] for p in his], c) for c in choices]
        by_number = told_apart is not None and voter not in told_apart
        tellers = [_numbers(part) if by_number else {(voter, _trace(part)): 1.0} for part in parts]
        found.append((voter, tuple(his), dict(zip(choices, zip(parts, tellers, strict=True), strict=True))))
    columns = list(dict.fromkeys(key for _, _, each in found for _, teller in each.values() for key in teller))
    return tuple(_grouped(voter, his, each, columns) for voter, his, each in found)


def _told_apart(poll: Poll) -> frozenset[str] | None:
    """Whose own ballots matter where otherwise numbers decide; None: everybody's may."""
    facts = None if poll.book.based_on else poll.book.by_numbers.get(poll.kind.name)
    if facts is None or poll.book.asking("ends", poll.kind.name):
        return None
    return frozenset(name for fact in facts if (name := poll.facts.get(fact)) is not None)


def _part(laid: Table, voter: str, his: Sequence[Judged], options: Sequence[Options], choice: Choice) -> Part:
    """The part of one voter with his unclear ballots read as chosen."""
    meant = {one.ballot.order: each[number][1] for one, each, number in zip(his, options, choice, strict=True)}
    read = [meant.get(ballot.order, ballot) for ballot in laid.ballots[voter]]
    return part_of(laid, voter, [ballot for ballot in read if ballot is not None])


def _numbers(part: Part) -> dict[Any, float]:
    """What a part adds: to whom how much, and to how many named somebody, abstained, or are listed as silent."""
    found: dict[Any, float] = defaultdict(float)
    for one in part.all:
        if one.status == "counted":
            for target in one.targets:
                found["for", target] += one.weight
            found["as", one.kind == "imputed", bool(one.targets), one.ballot.abstains] += 1
    if part.listed is not None:
        found["listed", part.listed.treated_as] += 1
    return found


def _trace(part: Part) -> tuple[Any, ...]:
    """All of a part that a clause may look at."""
    told = (
        (one.ballot.order, one.status, one.code, one.kind, one.weight, one.targets if one.status != "void" else ())
        for one in part.all
    )
    return (*told, part.listed)


def _grouped(
    voter: str, his: tuple[int, ...], each: Mapping[Choice, tuple[Part, Mapping[Any, float]]], columns: Sequence[Any]
) -> Doubtful:
    known: dict[Sum, int] = {}
    parts: list[Part] = []
    effects = {}
    for choice, (part, teller) in each.items():
        adds = tuple(teller.get(key, 0.0) for key in columns)
        if adds not in known:
            known[adds] = len(parts)
            parts.append(part)
        effects[choice] = known[adds]
    return Doubtful(voter, his, effects, tuple(parts), tuple(known))


# -- all together ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Worth:
    """Outcomes of worlds, each different count worked out once."""

    laid: Table
    doubtful: tuple[Doubtful, ...]
    known: dict[Sum, Outcome] = field(default_factory=dict)

    def outcome(self, world: World) -> Outcome:
        adds = [one.adds[effect] for one, effect in zip(self.doubtful, world, strict=True)]
        return self.of(reduce(_total, adds), world)

    def of(self, total: Sum, world: World) -> Outcome:
        """The outcome of a world whose total is known."""
        if total not in self.known:
            instead = {one.voter: one.parts[effect] for one, effect in zip(self.doubtful, world, strict=True)}
            self.known[total] = counted(self.laid, instead)[1]
        return self.known[total]


def _total(one: Sum, other: Sum) -> Sum:
    return tuple(map(add, one, other))


def _sums(doubtful: Iterable[Doubtful], limit: int) -> dict[Sum, World] | None:
    """What some voters can add together, and a world that does; None where that is more than `limit` things."""
    found: dict[Sum, World] = {}
    for one in doubtful:
        more: dict[Sum, World] = {} if found else {adds: (effect,) for effect, adds in enumerate(one.adds)}
        for before, world in found.items():
            for effect, adds in enumerate(one.adds):
                more.setdefault(_total(before, adds), (*world, effect))
        if len(more) > limit:
            return None
        found = more
    return found


def _lines(worth: _Worth, at: int, limit: int) -> tuple[Line, ...]:
    """For every way the others can be read, what each effect of one voter's ballots gives."""
    one = worth.doubtful[at]
    others = _sums((*worth.doubtful[:at], *worth.doubtful[at + 1 :]), limit)
    if not others:
        return ({effect: worth.of(adds, (effect,)) for effect, adds in enumerate(one.adds)},)
    return tuple(
        {
            effect: worth.of(_total(total, adds), (*world[:at], effect, *world[at:]))
            for effect, adds in enumerate(one.adds)
        }
        for total, world in others.items()
    )


# -- where there are too many ------------------------------------------------------------------------------------------


def _bounded(worth: _Worth, waiting: Sequence[Judged], options: Sequence[Options]) -> Explored:
    """Each ballot read each way by itself, and more and more of them read for the same candidate."""
    outcomes = {world: worth.outcome(world) for world in _telling(worth.doubtful, waiting, options)}
    lines = tuple(
        tuple({world[at]: outcome} for world, outcome in outcomes.items()) for at in range(len(worth.doubtful))
    )
    return Explored(worth.doubtful, lines, tuple(outcomes.values()), False)


def _telling(
    doubtful: Sequence[Doubtful], waiting: Sequence[Judged], options: Sequence[Options]
) -> Mapping[World, None]:
    """The worlds that are tried where there are too many."""
    return dict.fromkeys((*_one_by_one(doubtful), *_corners(doubtful, waiting, options)))


def _nothing(doubtful: Iterable[Doubtful]) -> World:
    """Every unclear ballot read as none: the last option of each."""
    return tuple(one.effects[max(one.effects)] for one in doubtful)


def _one_by_one(doubtful: Sequence[Doubtful]) -> Iterator[World]:
    nothing = _nothing(doubtful)
    yield nothing
    for at, one in enumerate(doubtful):
        last = max(one.effects)
        for choice, effect in one.effects.items():
            if sum(mine != his for mine, his in zip(choice, last, strict=True)) == 1:
                yield (*nothing[:at], effect, *nothing[at + 1 :])


def _corners(doubtful: Sequence[Doubtful], waiting: Sequence[Judged], options: Sequence[Options]) -> Iterator[World]:
    """For each reading that several ballots share: one, two … all of them read so, the others as none."""
    nothing = _nothing(doubtful)
    shared = Counter(name for each in options for name, ballot in each if ballot is not None)
    names = [name for name, many in shared.items() if many > 1]
    stride = max(1, len(waiting) * len(names) // CORNERS)
    for name in names:
        world, walked = nothing, []
        for at, one in enumerate(doubtful):
            effect = one.effects[tuple(_number(options[place], name) for place in one.places)]
            if effect != world[at]:
                world = (*world[:at], effect, *world[at + 1 :])
                walked.append(world)
        yield from (*walked[::-stride],)


def _number(options: Options, name: str) -> int:
    """Which of the options reads as `name`; the last one (none) where nothing does."""
    return next((number for number, (said, _) in enumerate(options) if said == name), len(options) - 1)
