"""The one engine under all variants: clauses that speak, exceptions that lift, nothing picked by order.

A rule set is a `Rulebook`: functions marked with `@clause`, each answering one kind of question:

    asks        called with                     gives
    "voter"     (seat, moment, poll)            Finding: may this seat vote at that moment
    "name"      (name, ballot, poll)            Finding: may this name be voted for
    "ballot"    (ballot, poll)                  Finding: does it stand; `ballot.hand`: what the voter did before
    "weight"    (ballot, poll)                  float: what the ballot weighs (1 where nobody speaks)
    "silence"   (seat, hand, poll)              Treatment: what a missing ballot for somebody counts as
    "adjust"    (candidate, poll)               tuple[Adjustment, ...]: curse, blessing
    "candidates" (poll,)                       Candidates: who may be voted for (nobody speaks: anybody alive)
    "names"     (poll,)                        int: names a ballot holds, where the stage kind does not say
    "base"      (count, poll)                   Base: what percentages are taken of
    "ends"      (count, poll)                   datetime or End: the stage ends early then (majority at once)
    "outcome"   (count, poll)                   Outcome: what the stage decides
    "final"     (count, poll)                   False: not over although the closing time has come; True: over before it
    "note"      (count, poll)                   str: what everybody should know
    "judge-note" (count, poll)                  str: what only the judge may know
None says nothing. A clause binds the stage kinds named in `stages` (none: every kind).

Every clause speaks. One that is an `exception_to` another lifts it, unless it is lifted itself. A finding that counts
as an exception only answers the clauses it names; any other objection still stands. What then remains must agree: an
unlifted permission beside an unlifted objection, or two different outcomes, is a question to the judge with both cited.
The headline among several objections follows the fixed order of codes (`CODE_ORDER`), never the order of the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from datetime import datetime, timedelta
from types import FunctionType
from typing import Any, Literal, TypeVar

from parsers.names import Seat
from parsers.values import dataclass, replaced
from referee.switches import Switch

# Where several codes fit one ballot, the first of these is its code.
CODE_ORDER = (
    "ruled",
    "not-a-player",
    "replaced-player",
    "dead-voter",
    "dropped",
    "no-vote",
    "not-a-juror",
    "early",
    "late",
    "deleted",
    "unclear",
    "conditional",
    "too-many-names",
    "dead-target",
    "immune",
    "not-a-candidate",
    "abstain-not-allowed",
    "proxy",
    "delegation-lapsed",
    "published",
    "duplicate",
    "added-later",
    "change-closed",
    "over-limit",
    "locked",
    "edited",
    "counted",
)
RANK = {code: rank for rank, code in enumerate(CODE_ORDER)}

Verdict = Literal["counts", "void", "ask"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one clause says of one ballot (or voter, or name).

    `verdict`: counts, void, or ask (only the judge can say). `code`: the contract's code. `targets`: the ballot is
    taken as naming these instead. `spends`: it uses ("used") or forfeits ("lost") the voter's right to change.
    `casts`: void, yet the voter's vote is spent on it: an earlier ballot no longer stands. `reverts`: void, and the
    voter's first ballot stands again. `kind`: shown as this kind.
    """

    verdict: Verdict
    code: str = "counted"
    reason: str = ""
    targets: tuple[str, ...] | None = None
    spends: Literal["", "used", "lost"] = ""
    casts: bool = False
    reverts: bool = False
    kind: str | None = None


def counts(reason: str = "", **more: Any) -> Finding:
    """The ballot stands as far as this clause goes."""
    return Finding("counts", more.pop("code", "counted"), reason, **more)


def void(code: str, reason: str = "", **more: Any) -> Finding:
    """The ballot adds nothing."""
    return Finding("void", code, reason, **more)


def ask(code: str, reason: str = "", **more: Any) -> Finding:
    """Only the judge can say."""
    return Finding("ask", code, reason, **more)


@dataclass(frozen=True, slots=True)
class Treatment:
    """What a voter without a counted ballot for somebody is taken for; `targets`: the ballot the rules impose."""

    treated_as: str
    targets: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Base:
    """What percentages are taken of: the number, and its arithmetic in Chinese."""

    number: float
    says: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """A stage ends before its time: when, and by the ballot of which place in posting order (None: all of that moment
    are late)."""

    at: datetime
    order: int | None = None


@dataclass(frozen=True, slots=True)
class Candidates:
    """Who may be voted for; `waits` says why it cannot be known yet (the stage before is undecided)."""

    names: tuple[str, ...] | None
    waits: str = ""
    says: str = ""


Rule = Callable[..., Any]
Function = TypeVar("Function", bound=Rule)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause as coded: its id, the question it answers, what it lifts, the stage kinds it binds."""

    id: str
    rule: Rule
    asks: str = "ballot"
    exception_to: tuple[str, ...] = ()
    stages: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The clause in our own words, one paragraph."""
        return " ".join((self.rule.__doc__ or "").split())


def clause(
    id_: str, *, asks: str = "ballot", exception_to: str | Iterable[str] = (), stages: str | Iterable[str] = ()
) -> Callable[[Function], Function]:
    """Mark a function as the code of a clause; a function may carry several marks."""
    lifts = (exception_to,) if isinstance(exception_to, str) else tuple(exception_to)
    kinds = (stages,) if isinstance(stages, str) else tuple(stages)

    def mark(function: Function) -> Function:
        marks = (*getattr(function, "clauses", ()), Clause(id_, function, asks, lifts, kinds))
        function.clauses = marks  # type: ignore[attr-defined]  # the mark travels with the function
        return function

    return mark


@dataclass(frozen=True, slots=True)
class Article:
    """A line of `referee rules NAME`: the clause in one Chinese line and who decides it.

    `how`: coded, asked (computed as far as possible, the judge is asked) or judge (left to the judge; `why` says why).
    """

    id: str
    says: str
    how: Literal["coded", "asked", "judge"] = "coded"
    why: str = ""


@dataclass(frozen=True, slots=True)
class StageKind:
    """What a kind of stage is: `names` a ballot holds, how long before the end changes stop, its usual length.

    `follows`: it is about what another stage left open (runoff); its candidates come from there. `meanwhile`: kinds of
    stage of the same day that matter to it though they may open after it (a by-election seats who then gives verdicts).
    """

    name: str
    title: str
    names: int = 1
    change_stops: timedelta | None = None
    hours: float | None = None
    follows: bool = False
    meanwhile: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """A rule set: its names, stage kinds, switches, clauses, and the table of all its document's clauses.

    `vest_passes_on`: a substitute plays on with the same account. `secret_until_close`: no public running count.
    `leans_on_past`: a day's result hangs on the days before it. `substitution`: hours a substitution alone adds to a
    stage, or the name of the switch that says so. `facts(poll)` prepares once per stage what clauses and reader need;
    its keys `jury`, `sheriff`, `called_dead`, `abstain_allowed` go to the reader; `also_called`: other kinds of stage
    whose words mean this one; `repeats`: a ballot of several names may give one name several votes.
    `secret_switches`: what another value of them would change tells of the nights. `by_numbers`: kinds of stage whose
    outcome hangs on nothing but numbers (votes, abstentions, the silent), not on who cast them; the facts named with a
    kind say whose own ballots matter all the same (the sheriff's).
    `based_on`: the rule set whose nights and audits it plays, where it is built on one. `words(text)`: what of a post
    may hold a ballot, everything else blanked out (as long as the text). `more_names`: what may be voted for besides
    players (nobody's execution). `given`: switches it sets itself; a game may set them otherwise.
    """

    name: str
    title: str
    kinds: tuple[StageKind, ...]
    clauses: tuple[Clause, ...]
    switches: tuple[Switch, ...] = ()
    articles: tuple[Article, ...] = ()
    vest_passes_on: bool = False
    secret_until_close: bool = False
    substitution: float | str = 0
    leans_on_past: bool = False
    secret_switches: frozenset[str] = frozenset()
    by_numbers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facts: Callable[[Any], Mapping[str, Any]] | None = None
    based_on: str = ""
    words: Callable[[str], str] | None = None
    more_names: tuple[Seat, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    _by_question: dict[tuple[str, str], tuple[Clause, ...]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        known = {one.id for one in self.clauses}
        for one in self.clauses:
            if missing := set(one.exception_to) - known:
                raise ValueError(f"{self.name}: {one.id} lifts {sorted(missing)}, which the book does not have")
        if circle := _circle(self.clauses):
            raise ValueError(f"{self.name}: {circle} lifts itself")

    @property
    def plays(self) -> str:
        """The name of the rule set whose nights and audits it plays: its own, or that of what it is built on."""
        return self.based_on or self.name

    def kind(self, name: str) -> StageKind | None:
        """The kind of stage called `name`, if this rule set has it."""
        return next((kind for kind in self.kinds if kind.name == name), None)

    def asking(self, asks: str, stage_kind: str) -> tuple[Clause, ...]:
        """The clauses that answer a question in a kind of stage, in the document's order."""
        key = (asks, stage_kind)
        if key not in self._by_question:
            self._by_question[key] = tuple(
                c for c in self.clauses if c.asks == asks and (not c.stages or stage_kind in c.stages)
            )
        return self._by_question[key]

    def amend(
        self,
        name: str,
        *changed: Rule,
        title: str = "",
        without: Iterable[str] = (),
        kinds: Iterable[StageKind] = (),
        switches: Iterable[Switch] = (),
        articles: Iterable[Article] = (),
    ) -> Rulebook:
        """This rule set with some clauses put differently.

        A marked function replaces every clause of the same id; `without` repeals ids; kinds, switches and articles
        replace those of the same name. Everything else stays as it is.
        """
        new = marked(*changed)
        gone = {one.id for one in new} | set(without)
        return replace(
            self,
            name=name,
            title=title or name,
            based_on=self.plays,
            clauses=(*(one for one in self.clauses if one.id not in gone), *new),
            kinds=_merged(self.kinds, kinds, "name"),
            switches=_merged(self.switches, switches, "name"),
            articles=_merged(self.articles, articles, "id"),
            _by_question={},
        )


def _merged(old: Iterable[Any], new: Iterable[Any], key: str) -> tuple[Any, ...]:
    table = {getattr(item, key): item for item in old}
    table.update({getattr(item, key): item for item in new})
    return tuple(table.values())


def marked(*functions: Rule) -> tuple[Clause, ...]:
    """The clauses that functions were marked with, in order."""
    return tuple(one for function in functions for one in function.clauses)  # type: ignore[attr-defined]


def clauses_of(namespace: dict[str, Any]) -> tuple[Clause, ...]:
    """Every clause of a module (`globals()`), in the order it is written."""
    functions = {id(f): f for f in namespace.values() if isinstance(f, FunctionType) and hasattr(f, "clauses")}
    return marked(*functions.values())


@dataclass(frozen=True, slots=True)
class Ground:
    """A clause and what it said."""

    clause: Clause
    said: Any


def speak(book: Rulebook, asks: str, stage_kind: str, *about: Any) -> tuple[Ground, ...]:
    """What the clauses say that nobody lifts. No clause is asked twice, none is skipped."""
    spoken = [Ground(c, said) for c in book.asking(asks, stage_kind) if (said := c.rule(*about)) is not None]
    if len(spoken) < 2:
        return tuple(spoken)
    return tuple(ground for ground in spoken if not _lifted(ground, spoken))


def _lifted(ground: Ground, spoken: list[Ground]) -> bool:
    return any(ground.clause.id in other.clause.exception_to and not _lifted(other, spoken) for other in spoken)


def _circle(clauses: Iterable[Clause]) -> str | None:
    """A clause that lifts itself, be it through others."""
    lifts: dict[str, set[str]] = {}
    for one in clauses:
        lifts.setdefault(one.id, set()).update(one.exception_to)
    for start in lifts:
        reached, todo = set[str](), list(lifts[start])
        while todo:
            here = todo.pop()
            if here not in reached:
                reached.add(here)
                todo += lifts.get(here, ())
        if start in reached:
            return start
    return None


def weigh(grounds: tuple[Ground, ...], besides: tuple[Ground, ...] = ()) -> tuple[Finding, tuple[str, ...]]:
    """One finding out of many, and the clauses that give it, the deciding one first.

    Objections stand over permissions that are themselves exceptions; beside a permission that is none they are a
    contradiction, and the judge is asked. `besides` are objections to something else about the same ballot (its voter,
    its names); no permission here answers them. Of several objections one that voids wins over one that asks, for the
    answer could not matter; the code is the first in `CODE_ORDER`.
    """
    against = [g for g in grounds if g.said.verdict != "counts"]
    favour = [g for g in grounds if g.said.verdict == "counts"]
    if besides:
        return _against([*against, *besides])
    if not grounds:
        return ask("unclear", "没有一条规则说到这一票"), ()
    if not against:
        return _in_favour(favour)
    if unlifted := [g for g in favour if not g.clause.exception_to]:
        both = (*unlifted, *against)
        return ask("unclear", "规则互相矛盾：" + "、".join(g.clause.id for g in both)), tuple(g.clause.id for g in both)
    return _against(against)


def _in_favour(favour: list[Ground]) -> tuple[Finding, tuple[str, ...]]:
    # The more special says more: an exception that counts a ballot carries its own code and reason.
    first = max(favour, key=lambda g: (bool(g.clause.exception_to), -RANK.get(g.said.code, 0)))
    spends = next((g.said.spends for g in favour if g.said.spends), "")
    targets = next((g.said.targets for g in favour if g.said.targets is not None), None)
    kind = next((g.said.kind for g in favour if g.said.kind), None)
    ids = dict.fromkeys([first.clause.id, *(g.clause.id for g in favour)])
    said = first.said
    if (said.spends, said.targets, said.kind) != (spends, targets, kind):
        said = replace(said, spends=spends, targets=targets, kind=kind)
    return said, tuple(ids)


def _against(against: list[Ground]) -> tuple[Finding, tuple[str, ...]]:
    ranked = sorted(against, key=lambda g: RANK.get(g.said.code, len(RANK)))
    voids = any(g.said.verdict == "void" for g in against)
    # A late post neither spends a vote nor costs a right, whatever else is wrong with it: effects need every objection.
    spends = ranked[0].said.spends if all(g.said.spends for g in ranked) else ""
    first = replaced(
        ranked[0].said,
        verdict="void" if voids else "ask",
        spends=spends,
        casts=all(g.said.casts for g in ranked),
        reverts=all(g.said.reverts for g in ranked),
        reason="；".join(dict.fromkeys(g.said.reason for g in ranked if g.said.reason)),
        kind=next((g.said.kind for g in ranked if g.said.kind), None),
    )
    return first, tuple(dict.fromkeys(g.clause.id for g in ranked))
