"""游戏十二: the nights, clause by clause. Privileges work at the end of a night; whoever dies of it has acted still."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from referee.game import Game
from referee.nights.calendar import day_end
from referee.nights.deeds import Eve, deeds_of, holds, judged, latest, sift, steps_of, ten_minutes_before
from referee.nights.game_twelve import announcing, messages, powers, strike, victory
from referee.nights.game_twelve.powers import Bound, Prayer
from referee.nights.game_twelve.table import (
    BIND,
    BLESS,
    CURSE,
    DANCE,
    KILL,
    OWNERS,
    PRAY,
    SUCCESS,
    Record,
    Scene,
)
from referee.nights.game_twelve.victory import verdict
from referee.nights.speaking import ask, night_book
from referee.nights.stand import Stand
from referee.nights.values import (
    EFFECTIVE,
    FAILED,
    STOPPED,
    After,
    Death,
    Deed,
    Night,
    Question,
    State,
    Step,
)
from referee.rulebook import clauses_of
from referee.switches import EVERYWHERE, GAME_TWELVE, House

NAME: Final = "game-twelve"
SWITCHES: Final = (*EVERYWHERE, *GAME_TWELVE)
BALLOTS_CHANGE_ROLES: Final = False
POWERS: Final = {power: (role,) for power, role in OWNERS.items()}
CLAUSES: Final = tuple(
    clause for part in (strike, powers, messages, announcing, victory) for clause in clauses_of(vars(part))
)
DANCES: Final = night_book(NAME, "游戏十二", (c for c in CLAUSES if c.asks == "dance"))
KILL_WORDS: Final = {"success": "成功", "failed": "失败", "forgone": "放弃", "nothing": "没有杀死人，也不算失败"}
limits = ten_minutes_before

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


def begin(game: Game, house: House) -> tuple[Record, ...]:
    """Nothing has happened yet."""
    return ()


def needs_top(memory: object) -> bool:
    """No night of this rule set hangs on the day's highest."""
    return False


def nightfall(eve: Eve) -> Eve:
    """No day changes what the nights remember."""
    return eve


def by_day(stand: Stand) -> Stand:
    """Nobody's role changes by day."""
    return stand


def awaited(stand: Stand, number: int, sent: frozenset[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Whose message may still come; of the killers one is enough."""
    found = []
    for power, role in OWNERS.items():
        living = stand.living(role)
        if power == KILL and living and not any((name, KILL) in sent for name in living):
            found.append(("、".join(living), KILL))
        elif power != KILL:
            found += [(name, power) for name in living if (name, power) not in sent]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the night decides before anything is told."""

    scene: Scene
    victims: frozenset[str]
    prayer: Prayer
    bound: Bound
    killed: frozenset[str]
    choked: frozenset[str]
    cursed: frozenset[str]
    blessed: frozenset[str]
    void_kill_at: frozenset[str] = frozenset()


def resolve(eve: Eve) -> Night:
    """One night: which messages hold, what the dance stops, who dies, who is bound, cursed, blessed tomorrow."""
    past: tuple[Record, ...] = eve.memory
    deeds, asked = _standing(eve)
    armed = strike.strike_is_armed(past, eve.house)
    deeds, more = _danced(Scene(eve, deeds, armed is not None))
    outcome = _decided(Scene(eve, deeds, armed is not None), past)
    deaths = eve.as_announced(_deaths(outcome))
    fallen = tuple(death.player for death in deaths)
    alive = eve.left(fallen)
    record = _record(outcome, frozenset(fallen), past)
    told = tuple(_judged(deed, outcome) for deed in deeds)
    return Night(
        NAME,
        eve.number,
        After(alive, dict(eve.roles), (*past, record)),
        told,
        deaths,
        _states(outcome, alive),
        announce=announcing.at_dawn(eve, fallen, [n for n in alive if n in outcome.bound.saved], alive),
        private=announcing.last_words(fallen),
        pending=(*asked, *more, *_holes(eve, deeds)),
        notes=(announcing.the_story_with_it(record.kill == SUCCESS), *messages.sent_by_day(deeds, eve)),
        trail=_trail(told, outcome.scene, record, armed),
    )


def _standing(eve: Eve) -> tuple[tuple[Deed, ...], tuple[Question, ...]]:
    deeds, asked = latest(sift(deeds_of(eve), eve, messages.CHECKS), "G12-2.9a")
    deeds, more = messages.one_kill(deeds, eve)
    return deeds, (*asked, *more)


def _danced(scene: Scene) -> tuple[tuple[Deed, ...], tuple[Question, ...]]:
    """The deeds with what the dance stopped."""
    found, asked = [], []
    for deed in scene.deeds:
        heard = ask(DANCES, "dance", deed, scene) if deed.status == EFFECTIVE and deed.targets else None
        if heard and heard.question:
            asked.append(heard.question)
        if heard and heard.said.status == STOPPED:
            deed = replace(deed, status=STOPPED, clauses=heard.clauses, reason=heard.said.reason)
        found.append(deed)
    return tuple(found), tuple(asked)


def _decided(scene: Scene, past: tuple[Record, ...]) -> Outcome:
    victims = powers.reaches(scene, scene.aim(KILL))
    void_at = frozenset(d.targets[0] for d in scene.deeds if d.power == KILL and d.status == STOPPED)
    prayer = powers.whom_prayer_protects(scene)
    bound = powers.who_is_bound(scene, victims, void_at)
    bound = replace(bound, empty=strike.binder_starts_again(scene, bound.empty))
    safe = strike.killers_are_safe(scene) | prayer.protects
    killed = victims - bound.saved - safe
    choked = powers.who_dies_of_an_empty_bind(scene, bound.empty, past) - safe - killed
    cursed, blessed = powers.tomorrows_marks(scene)
    return Outcome(scene, victims, prayer, bound, killed, choked, cursed, blessed, void_at)


def _deaths(outcome: Outcome) -> list[Death]:
    aim = outcome.scene.aim(KILL)
    found = [
        Death(name, "被杀手所杀", None, ("G12-2.1a",))
        if name == aim
        else Death(name, "受蝴蝶夫人牵连而死", None, ("G12-2.7c",))
        for name in outcome.killed
    ]
    return found + [Death(name, "连续两夜空束而死", None, ("G12-2.4d",)) for name in outcome.choked]


def _record(outcome: Outcome, fallen: frozenset[str], past: tuple[Record, ...]) -> Record:
    scene = outcome.scene
    guards = {DANCE: outcome.void_kill_at, BIND: outcome.bound.saved, PRAY: outcome.victims & outcome.prayer.protects}
    stopped = frozenset(power for power, reached in guards.items() if reached)
    void_bind = any(d.power == BIND and d.status == STOPPED for d in scene.deeds)
    keeps = void_bind and past and not scene.eve.house["g12.bind.void_breaks"]
    return Record(
        scene.eve.number,
        strike.how_the_kill_counts(scene, outcome.victims & fallen, stopped),
        scene.onestrike,
        past[-1].empty if keeps else outcome.bound.empty,
        _slain(outcome, fallen),
        void_bind,
    )


def _slain(outcome: Outcome, fallen: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Killers whom another's privilege put to death tonight, and whose it was."""
    scene = outcome.scene
    killers = [name for name in scene.killers if name in fallen]
    binder = scene.order(BIND)
    found = [(name, binder.by) for name in killers if binder and name in outcome.choked]
    implied = [name for name in killers if name in outcome.killed and name != scene.aim(KILL)]
    return tuple(found + [(name, scene.butterfly) for name in implied if scene.butterfly])


def _states(outcome: Outcome, alive: tuple[str, ...]) -> tuple[State, ...]:
    eve = outcome.scene.eve
    until = day_end(eve.game, eve.number + 1)
    told = (
        ("no-vote", powers.who_cannot_vote(outcome.bound)),
        ("cursed", outcome.cursed),
        ("blessed", outcome.blessed),
    )
    return tuple(
        State(name, state, until, public=state == "no-vote") for state, names in told for name in alive if name in names
    )


def _judged(deed: Deed, outcome: Outcome) -> Deed:
    """A standing deed with what became of it."""
    if deed.status != EFFECTIVE:
        return deed
    if not deed.targets:
        return judged(deed, FAILED, "G12-2.2b" if deed.power == KILL else "G12-2.9a", "没有写对象，当夜放弃", "forgone")
    judge = {KILL: _kill, BIND: _bind, CURSE: _mark, BLESS: _mark, DANCE: _dance, PRAY: _prayer}
    return judge[deed.power](deed, outcome)


def _kill(deed: Deed, outcome: Outcome) -> Deed:
    strike_ = "一击必杀，" if outcome.scene.onestrike else ""
    if outcome.killed:
        clause = "G12-2.2d" if outcome.scene.onestrike else "G12-2.1a"
        return judged(deed, EFFECTIVE, clause, f"{strike_}杀死{'、'.join(sorted(outcome.killed))}")
    if outcome.victims & outcome.bound.saved:
        return judged(deed, STOPPED, "G12-2.4a", f"{deed.targets[0]}被束魂，没有死")
    if outcome.victims & outcome.prayer.protects:
        return judged(deed, STOPPED, "G12-2.8a", f"{strike_}{outcome.prayer.reason}")
    return judged(deed, FAILED, "G12-2.2e", "一击必杀之夜任何特权都不能处死杀手")


def _bind(deed: Deed, outcome: Outcome) -> Deed:
    if outcome.bound.saved:
        return judged(deed, EFFECTIVE, "G12-2.4a", f"束魂成功，{'、'.join(sorted(outcome.bound.saved))}不会死")
    if outcome.choked:
        return judged(deed, EFFECTIVE, "G12-2.4d", f"{'、'.join(sorted(outcome.choked))}连续两夜空束而死")
    if outcome.victims & outcome.bound.names:
        return judged(deed, FAILED, "G12-2.2d", "一击必杀，束魂挡不住")
    return judged(deed, FAILED, "G12-2.4c", "束魂落空")


def _mark(deed: Deed, outcome: Outcome) -> Deed:
    clause = "G12-2.5a" if deed.power == CURSE else "G12-2.6a"
    marked = outcome.cursed if deed.power == CURSE else outcome.blessed
    if marked & powers.reaches(outcome.scene, deed.targets[0]):
        return judged(
            deed, EFFECTIVE, clause, f"明天{'、'.join(sorted(marked))}{'多' if deed.power == CURSE else '少'}计一票"
        )
    return judged(deed, FAILED, "G12-2.5c" if deed.power == CURSE else "G12-2.6c", "诅咒与庇佑相抵消，都不公布")


def _dance(deed: Deed, outcome: Outcome) -> Deed:
    return judged(deed, EFFECTIVE, "G12-2.7a", f"与{deed.targets[0]}共舞")


def _prayer(deed: Deed, outcome: Outcome) -> Deed:
    status = EFFECTIVE if outcome.prayer.protects else FAILED
    return judged(deed, status, outcome.prayer.clause, outcome.prayer.reason)


def _holes(eve: Eve, deeds: tuple[Deed, ...]) -> tuple[Question, ...]:
    """Without a role a message can neither be let stand nor refused, nor can the commoners be counted."""
    unknown = [name for name in eve.alive if eve.roles[name] is None]
    if not unknown or not any(map(holds, deeds)):
        return ()
    return (Question(f"{'、'.join(unknown)}的身份没有写，这一夜结算不了：在 [[players]] 里补 role。", ("G12-1a",)),)


def _trail(deeds: tuple[Deed, ...], scene: Scene, record: Record, armed: str | None) -> tuple[Step, ...]:
    steps = [Step("G12-2.2a", f"{armed}，本夜杀人就是一击必杀")] if armed else []
    steps += steps_of(deeds)
    if scene.killers:
        steps.append(Step("G12-2.2c", f"本夜杀人：{KILL_WORDS[record.kill]}"))
    return tuple(steps)
