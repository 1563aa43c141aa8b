"""The nights of a game, one after another: each starts from what was announced and what the nights before left.

Pure. The rule sets say what becomes of a night; this module says what a night starts from, and lets what was
announced win over what was computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from importlib import import_module
from typing import Any, Final, Protocol, cast

from referee.game import Event, Game
from referee.moment import about, alive, events, seats
from referee.nights.announcing import victory_line
from referee.nights.calendar import NightTime, announced_at_dawn, calendar, rhythm
from referee.nights.days import TallyOf, announced_top, counted_top, no_ballots
from referee.nights.deeds import Eve, last_moment
from referee.nights.stand import Stand, Verdict
from referee.nights.values import Night, Question
from referee.rulebook import Clause
from referee.switches import House, Switch


class RuleSet(Protocol):
    """What a rule set's module gives: how its nights begin, what becomes of them, who has won."""

    NAME: str
    SWITCHES: tuple[Switch, ...]
    CLAUSES: tuple[Clause, ...]
    POWERS: Mapping[str, tuple[str, ...]]
    BALLOTS_CHANGE_ROLES: bool

    def begin(self, game: Game, house: House) -> Any:
        """What is remembered before the first night."""

    def needs_top(self, memory: Any) -> bool:
        """Does the coming night hang on who was the day's unique highest?"""

    def nightfall(self, eve: Eve) -> Eve:
        """The eve with what changed by day."""

    def resolve(self, eve: Eve) -> Night:
        """The night's outcome."""

    def limits(self, time: NightTime) -> tuple[tuple[str, datetime], ...]:
        """The moments of a night that matter to those who act: what ends, when. `time.ends` is known."""

    def awaited(self, stand: Stand, number: int, sent: frozenset[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        """(who, power) of what may still be sent in a running night; `sent`: what has come in."""

    def by_day(self, stand: Stand) -> Stand:
        """The stand with what a day changed of itself (a lone challenger becomes priest)."""

    def verdict(self, stand: Stand) -> Verdict:
        """Who has won, as the game stands."""


_MODULES: Final = {
    "golden-bough": "referee.nights.golden_bough",
    "game-twelve": "referee.nights.game_twelve",
    "nine-days": "referee.nights.nine_days",
    "no-casualties": "referee.nights.no_casualties",
}


def has_nights(rules: str) -> bool:
    """Does the rule set have nights to resolve?"""
    return rules in _MODULES


def rule_set(rules: str) -> RuleSet:
    """The nights of a rule set. Raises KeyError where it has none."""
    return cast(RuleSet, import_module(_MODULES[rules]))


def house_of(game: Game) -> House:
    """The house switches in force."""
    return House(rule_set(game.rules).SWITCHES, game.house)


@dataclass(frozen=True, slots=True)
class Past:
    """A night that was resolved: what it started from and what came of it."""

    eve: Eve
    night: Night
    open_questions: tuple[Question, ...] = ()

    @property
    def stand(self) -> Stand:
        """How the game stood right at its dawn."""
        after = self.night.after
        return Stand(
            self.eve.game,
            self.eve.house,
            after.alive,
            after.roles,
            after.memory,
            self.eve.number,
            tuple(death.player for death in self.night.deaths),
            self.eve.roles,
            {d.by: d.target for d in self.night.actions if d.target and d.power == "杀人"},
        )


def nights(
    game: Game, last: int, *, tally_of: TallyOf = no_ballots, house: House | None = None, over: bool = False
) -> tuple[Past, ...]:
    """The nights up to number `last`, each from the ones before.

    `tally_of`: a stage's ballots counted, where somebody read its threads; asked only where no event tells the result.
    `over`: the last of them is over too, so that what was not announced of it has not happened.
    """
    rules, house = rule_set(game.rules), house or house_of(game)
    found: list[Past] = []
    times = calendar(game, last)
    for number, time in times.items():
        eve, asked = _eve(game, rules, house, found, time, tally_of)
        night = _resolved(rules, eve, over or number < last)
        night = replace(night, pending=(*asked, *night.pending))
        found.append(Past(eve, _judged(rules, Past(eve, night)), night.pending))
    return tuple(found)


def _eve(
    game: Game, rules: RuleSet, house: House, found: list[Past], time: NightTime, tally_of: TallyOf
) -> tuple[Eve, tuple[Question, ...]]:
    before = found[-1] if found else None
    roles = dict(before.night.after.roles) if before else _given_roles(game)
    memory = before.night.after.memory if before else rules.begin(game, house)
    top, asked = _top(game, rules, before, time, tally_of)
    eve = Eve(
        game,
        time.number,
        time,
        alive_at_nightfall(game, time),
        roles,
        memory,
        house,
        gone=_gone(game, time),
        top=top,
        tally_of=tally_of,
        since=last_moment(before.eve.time) if before else None,
    )
    return rules.nightfall(eve), (asked,) if asked else ()


def _given_roles(game: Game) -> dict[str, str | None]:
    given = {player.name: player.role for player in game.players}
    return {name: given[name] for name in seats(game)}


def alive_at_nightfall(game: Game, time: NightTime) -> tuple[str, ...]:
    """Who lives when the night begins: a day's result announced a little after its start belongs to the day."""
    late = events(game, None, "execution", "imprison")
    out = {name for e in late if time.opens < e.at < time.dawn for name in about(e)}
    return tuple(name for name in alive(game, time.opens) if name not in out)


def _gone(game: Game, time: NightTime) -> frozenset[str]:
    left = [e for e in events(game, None, "departure", "expelled") if time.opens < e.at <= time.dawn]
    return frozenset(name for event in left for name in about(event))


def _top(
    game: Game, rules: RuleSet, before: Past | None, time: NightTime, tally_of: TallyOf
) -> tuple[str | None, Question | None]:
    if before is None or not rules.needs_top(before.night.after.memory):
        return None, None
    told = announced_top(game, before.eve.time.dawn, min(time.dawn, time.opens + (time.dawn - time.opens) / 2))
    if told is not None:
        return told, None
    return counted_top(game, rhythm(game).day_before(time.number), tally_of)


def _resolved(rules: RuleSet, eve: Eve, over: bool) -> Night:
    """The night as computed, then held against what was announced: the announcement wins."""
    computed = rules.resolve(eve)
    touched = [*(d.player for d in computed.deaths), *(s.player for s in computed.states)]
    heard = announced_at_dawn(eve.game, eve.time, touched)
    if not heard and not over:
        return computed
    told = _by_kind(heard)
    settled = rules.resolve(replace(eve, announced=told))
    note = difference(computed, settled, bool(heard))
    return replace(settled, notes=(*settled.notes, *([note] if note else [])))


def _by_kind(heard: Iterable[Event]) -> dict[str, frozenset[str]]:
    told: dict[str, set[str]] = {}
    for event in heard:
        told.setdefault(event.kind, set()).update(about(event))
    return {kind: frozenset(names) for kind, names in told.items()}


def difference(computed: Night, settled: Night, heard: bool) -> str | None:
    """What the announcement says otherwise than the rules; None where they agree."""
    one, other = fates(computed), fates(settled)
    if one == other:
        return None
    by_rule = "、".join(sorted(one - other)) or "没有别人"
    if not heard:
        return f"按行动算出：{by_rule}；对局文件里没有公布，后面的夜晚按没有发生算。"
    told = "、".join(sorted(other - one)) or "没有别人"
    return f"与按行动算出的不同，以公布为准。算出而没有公布：{by_rule}；公布而没有算出：{told}。"


def fates(night: Night) -> set[str]:
    """Who died or fell into a state of this night, in words."""
    named = {"faint": "昏厥", "mad": "癫狂"}
    found = {f"{death.player}死亡" for death in night.deaths}
    return found | {f"{s.player}{named[s.state]}" for s in night.states if s.state in named}


def _judged(rules: RuleSet, past: Past) -> Night:
    """The night with the victory clauses heard at its dawn."""
    said, night = rules.verdict(past.stand), past.night
    return replace(
        night,
        victory=said.victory,
        announce=(*night.announce, *([victory_line(said.victory)] if said.victory else [])),
        pending=(*still_asked(night.pending, said), *said.pending),
        notes=(*night.notes, *said.notes),
    )


def still_asked(questions: Iterable[Question], said: Verdict) -> tuple[Question, ...]:
    """The questions that matter still: some do only while the game goes on."""
    return tuple(question for question in questions if said.victory is None or not question.moot)


def other_readings(
    game: Game, number: int, tally_of: TallyOf, house: House, same: Callable[[Night], object]
) -> tuple[str, ...]:
    """Where a house switch that was asked for, set otherwise, would give another outcome: one note each."""
    base = same(nights(game, number, tally_of=tally_of, house=house)[-1].night)
    found = []
    for name in sorted(house.asked):
        switch = house.switches[name]
        for value in switch.values:
            if value == house.given.get(name, switch.default):
                continue
            night = nights(game, number, tally_of=tally_of, house=house.with_(name, value))[-1].night
            if same(night) != base:
                found.append(f"若按 {name} = {_toml(value)}({switch.point} {switch.says})，结果不同：{told(night)}")
    return tuple(found)


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def outcome(night: Night) -> object:
    """What another reading is held against: deaths, states, promotions, branch, victory, questions."""
    states = {(s.player, s.state) for s in night.states}
    risen = {(p.player, p.to) for p in night.promotions}
    won = (night.victory.camps, night.victory.players) if night.victory else None
    return {d.player for d in night.deaths}, states, risen, night.branch, won, len(night.pending)


def told(night: Night) -> str:
    """An outcome in one line."""
    dead = "、".join(d.player for d in night.deaths)
    parts = [f"死亡：{dead}" if dead else "无人死亡"]
    parts += [f"{p.player}成为{p.to}" for p in night.promotions]
    parts += [f"{s.player} {s.state}" for s in night.states]
    parts += [f"金枝：{night.branch}"] if night.branch else []
    parts += ["、".join(night.victory.camps) + "获胜"] if night.victory else []
    parts += ["要问法官"] if night.pending else []
    return "，".join(parts)
