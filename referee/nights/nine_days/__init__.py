"""九天的阴谋: the nights, clause by clause. Needle, kill and check are simultaneous; day comes at twelve."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from referee.game import Game
from referee.moment import events
from referee.nights.calendar import NightTime, day_start
from referee.nights.deeds import Eve, deeds_of, holds, judged, latest, sift, steps_of
from referee.nights.nine_days import announcing, messages, poison, table, victory
from referee.nights.nine_days.announcing import POISONED
from referee.nights.nine_days.poison import Blow
from referee.nights.nine_days.table import (
    ASSASSINATE,
    CHECK,
    CLAUSE_OF,
    KILLER,
    OWNERS,
    POISON,
    Ledger,
    orders_close,
)
from referee.nights.nine_days.victory import verdict
from referee.nights.stand import Stand
from referee.nights.values import (
    EFFECTIVE,
    FAILED,
    STOPPED,
    VOID,
    After,
    Death,
    Deed,
    Letter,
    Night,
    Question,
    State,
)
from referee.rulebook import clauses_of
from referee.switches import EVERYWHERE, NINE_DAYS, House

NAME: Final = "nine-days"
SWITCHES: Final = (*EVERYWHERE, *NINE_DAYS)
BALLOTS_CHANGE_ROLES: Final = False
POWERS: Final = {power: (role,) for power, role in OWNERS.items()}
PARTS: Final = (table, messages, poison, announcing, victory)
CLAUSES: Final = tuple(clause for part in PARTS for clause in clauses_of(vars(part)))

__all__ = [
    "BALLOTS_CHANGE_ROLES",
    "CLAUSES",
    "NAME",
    "POWERS",
    "SWITCHES",
    "awaited",
    "begin",
    "by_day",
    "limits",
    "needs_top",
    "nightfall",
    "resolve",
    "verdict",
]


def begin(game: Game, house: House) -> Ledger:
    """Three needles, no poison yet."""
    return Ledger()


def needs_top(memory: object) -> bool:
    """No night of this rule set hangs on the day's highest."""
    return False


def nightfall(eve: Eve) -> Eve:
    """No day changes what the nights remember."""
    return eve


def by_day(stand: Stand) -> Stand:
    """Nobody's role changes by day."""
    return stand


def limits(time: NightTime) -> tuple[tuple[str, datetime], ...]:
    """Orders until eight in the evening, last words until day comes."""
    close = orders_close(time)
    found = (("暗杀、施毒、查证截止", close),) if close else ()
    return (*found, ("遗言截止、天亮", time.ends)) if time.ends else found


def awaited(stand: Stand, number: int, sent: frozenset[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Whose order may still come: one from all killers, one from all police, the Needle's while he has needles."""
    found = []
    for power, role in OWNERS.items():
        living = stand.living(role)
        if power == POISON and stand.memory.used >= 3:
            continue
        if living and not any((name, power) in sent for name in living):
            found.append(("、".join(living), power))
    return tuple(found)


def resolve(eve: Eve) -> Night:
    """One night: which orders hold, who is saved, poisoned, dies, who is told what."""
    deeds, asked = _standing(eve)
    blow = _blow(eve, deeds)
    deaths = eve.as_announced(_deaths(blow))
    fallen = tuple(death.player for death in deaths)
    alive = eve.left(fallen)
    ledger = _after(blow, deaths)
    told = tuple(_judged(deed, blow, fallen) for deed in deeds)
    return Night(
        NAME,
        eve.number,
        After(alive, dict(eve.roles), ledger),
        told,
        deaths,
        _states(eve, ledger, alive),
        announce=announcing.at_dawn(deaths),
        private=_letters(blow, told, deaths),
        pending=(*asked, *_holes(eve, told), *_reveal(eve, ledger)),
        notes=(*_nobody_was_main(deeds), *_notes(blow)),
        trail=tuple(steps_of(told)),
    )


def _standing(eve: Eve) -> tuple[tuple[Deed, ...], tuple[Question, ...]]:
    sifted = sift(deeds_of(eve), eve, messages.CHECKS)
    deeds, asked = latest(sifted, "ND-2.3.2.1.2c", messages.together)
    deeds, more = messages.one_needle_a_night(deeds)
    return deeds, (*asked, *more)


def _blow(eve: Eve, deeds: tuple[Deed, ...]) -> Blow:
    kill, needle = _order(deeds, ASSASSINATE), _order(deeds, POISON)
    void = needle and kill and kill.targets[0] == needle.by and eve.house["nd.needle.dead_user"] == "void"
    return Blow(
        eve,
        kill.targets[0] if kill else None,
        kill.by if kill else None,
        needle.targets[0] if needle and not void else None,
    )


def _order(deeds: tuple[Deed, ...], power: str) -> Deed | None:
    return next((d for d in deeds if d.power == power and holds(d) and d.targets), None)


def _deaths(blow: Blow) -> list[Death]:
    """The attacked unless saved, the twice poisoned, and those whose poison was due."""
    ledger = blow.ledger
    found = {}
    at_once = blow.eve.house["nd.residual.delay"] == "next_dawn"
    for name in poison.poisoned_twice(blow) if at_once else ():
        found[name] = Death(name, POISONED, announcing.public_cause(POISONED, blow.eve), ("ND-2.1.4c",))
    for name in ledger.due:
        found[name] = Death(name, POISONED, announcing.public_cause(POISONED, blow.eve), ("ND-2.1.4b",))
    if blow.attacked is not None and not poison.saved_by_the_needle(blow):
        found[blow.attacked] = Death(blow.attacked, ASSASSINATE, None, ("ND-2.1.2b",))
    return list(found.values())


def _after(blow: Blow, deaths: tuple[Death, ...]) -> Ledger:
    ledger, eve = blow.ledger, blow.eve
    fallen = tuple(death.player for death in deaths)
    without = bool(eve.living(KILLER)) and poison.without_a_kill(blow, announcing.somebody_was_killed(deaths))
    grave = frozenset({blow.main}) if blow.main and poison.saved_by_the_needle(blow) else frozenset()
    twice = poison.poisoned_twice(blow) if eve.house["nd.residual.delay"] == "plus_one" else frozenset()
    return Ledger(
        ledger.used + (blow.needled is not None),
        poison.residue(blow) - frozenset(fallen),
        (grave | twice) - frozenset(fallen),
        (*ledger.forgone, *((eve.number,) if without else ())),
    )


def _states(eve: Eve, ledger: Ledger, alive: tuple[str, ...]) -> tuple[State, ...]:
    """The poisoned: the gravely poisoned until the dawn they die at, the others until the poison has left them."""
    until = day_start(eve.game, eve.number + 2)
    return tuple(State(name, "poisoned", until) for name in alive if name in ledger.due | ledger.residual)


def _judged(deed: Deed, blow: Blow, fallen: tuple[str, ...]) -> Deed:
    """A standing order with what became of it."""
    if not holds(deed):
        return deed
    if not deed.targets:
        return judged(deed, FAILED, CLAUSE_OF[deed.power], "没有写对象，当夜放弃", "forgone")
    return {ASSASSINATE: _kill, POISON: _needle, CHECK: _check}[deed.power](deed, blow)


def _kill(deed: Deed, blow: Blow) -> Deed:
    if poison.saved_by_the_needle(blow):
        return judged(deed, STOPPED, "ND-2.1.4b", f"{deed.targets[0]}被银针救治，主杀{deed.by}中剧毒")
    return judged(deed, EFFECTIVE, "ND-2.1.2b", f"杀死{deed.targets[0]}")


def _needle(deed: Deed, blow: Blow) -> Deed:
    target = deed.targets[0]
    if blow.needled is None:
        return judged(deed, VOID, "ND-2.1.4a", f"{deed.by}同夜被杀，施毒无效", "dead-actor")
    if poison.saved_by_the_needle(blow):
        said = f"救治{target}，主杀{blow.main}中剧毒，第 {blow.eve.number + 2} 天公布死亡"
        return judged(deed, EFFECTIVE, "ND-2.1.4b", said)
    if poison.poisoned_twice(blow):
        return judged(deed, EFFECTIVE, "ND-2.1.4c", f"{target}连续两夜中毒而死")
    return judged(deed, EFFECTIVE, "ND-2.1.4c", f"{target}没有被杀，身中余毒一夜")


def _check(deed: Deed, blow: Blow) -> Deed:
    target = deed.targets[0]
    role = blow.eve.roles[target]
    if role is None:
        return judged(deed, FAILED, "ND-2.2.2.1.3", f"{target}的身份没有写", "role-unknown")
    said = role if blow.eve.house["nd.check.detail"] == "role" else ("杀手" if role == KILLER else "不是杀手")
    return replace(judged(deed, EFFECTIVE, "ND-2.2.2.1.3", f"查证{target}"), result=said)


def _letters(blow: Blow, deeds: tuple[Deed, ...], deaths: tuple[Death, ...]) -> tuple[Letter, ...]:
    eve = blow.eve
    check = next((d for d in deeds if d.power == CHECK and d.result is not None), None)
    found = announcing.the_police_are_told(eve, check.targets[0], check.result) if check and check.result else ()
    killed = next((d.player for d in deaths if d.cause == ASSASSINATE), None)
    poisoned = tuple(d.player for d in deaths if d.cause == POISONED)
    return (*found, *announcing.the_dead_are_told(deaths), *announcing.posts_are_due(eve, killed, poisoned))


def _holes(eve: Eve, deeds: tuple[Deed, ...]) -> tuple[Question, ...]:
    """A role the night cannot do without."""
    used = [d.by for d in deeds if holds(d) and eve.roles.get(d.by) is None]
    used += [d.targets[0] for d in deeds if d.code == "role-unknown"]
    if not used:
        return ()
    return (Question(f"{'、'.join(dict.fromkeys(used))}的身份没有写：在 [[players]] 里补 role。", ("ND-2.1",)),)


def _reveal(eve: Eve, ledger: Ledger) -> tuple[Question, ...]:
    """A second night without a kill: the judge may reveal a killer the next day, unless he has."""
    if len(ledger.forgone) < 2 or ledger.forgone[-1] != eve.number:
        return ()
    if any(e.at > eve.time.opens for e in events(eve.game, None, "reveal")):
        return ()
    which = "、".join(f"第 {n} 夜" for n in ledger.forgone)
    killers = "、".join(eve.living(KILLER))
    said = f"杀手在{which}没有杀人，超过一夜：第 {eve.number + 1} 天是否公开一名杀手的身份，公开谁？"
    said += f"活着的杀手：{killers}。"
    return (Question(said, ("ND-2.1.2c", "ND-2.3.2.1.2d"), moot=True),)


def _nobody_was_main(deeds: tuple[Deed, ...]) -> tuple[str, ...]:
    """The killers should be asked whom they meant; until they say so it is who sent the order."""
    sent = [d.by for d in deeds if d.power == ASSASSINATE and holds(d) and d.targets and not d.action.main]
    return tuple(f"暗杀没有写主杀：按发信人 {by} 算，请问杀手(ND-2.3.2.1.2a)。" for by in sent)


def _notes(blow: Blow) -> tuple[str, ...]:
    if blow.attacked in blow.eve.living(KILLER):
        return (f"杀手暗杀了自己人{blow.attacked}；规则没有禁止(ND-2.1.2b)。",)
    return ()
