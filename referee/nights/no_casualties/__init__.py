"""无人伤亡: the nights, skill by skill. Nobody dies: states change, and victory is checked when a day begins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from referee.game import Game
from referee.moment import events, seats, status, voting_stages
from referee.nights.calendar import NightTime
from referee.nights.deeds import Eve, deeds_of, holds, judged, latest, sift, steps_of
from referee.nights.no_casualties import announcing, camps, messages, scene, slots, table, victory
from referee.nights.no_casualties.scene import ALIVE, FAINT, Fall, Scene
from referee.nights.no_casualties.table import (
    ANTIDOTE,
    ARROW,
    BITE,
    CLAUSE_OF,
    CUPID,
    ELDER,
    FORESEE,
    HUNTER,
    JOIN,
    KILL,
    MUFFLE,
    OWNERS,
    PIPE,
    PIPER,
    PLAY_FOOL,
    POISON,
    QUARTER,
    SHIELD,
    STUN,
    SUCCEED,
    VILLAGE,
    WOLF,
    Ledger,
)
from referee.nights.no_casualties.victory import verdict
from referee.nights.stand import Stand
from referee.nights.values import (
    EFFECTIVE,
    VOID,
    After,
    Deed,
    Letter,
    Night,
    Question,
    State,
    Step,
)
from referee.rulebook import clauses_of
from referee.switches import EVERYWHERE, NO_CASUALTIES, House

NAME: Final = "no-casualties"
SWITCHES: Final = (*EVERYWHERE, *NO_CASUALTIES)
BALLOTS_CHANGE_ROLES: Final = False
POWERS: Final = {power: (role,) for power, role in OWNERS.items()}
CLAUSES: Final = tuple(
    clause for part in (table, camps, messages, scene, slots, announcing, victory) for clause in clauses_of(vars(part))
)
FIRST_STANDS: Final = (FORESEE,)

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
    """Everybody in the camp of his identity."""
    roles = {player.name: player.role for player in game.players}
    return Ledger(camps=camps.first_camps({name: roles[name] for name in seats(game)}))


def limits(time: NightTime) -> tuple[tuple[str, datetime], ...]:
    """The slots of a night."""
    names = ("夜晚1(守卫)", "夜晚2(吹笛)", "夜晚3、4、5(先知、狼人、白狼)", "夜晚6(女巫)", "猎人")
    found = [(f"{name}截止", time.opens + QUARTER * (place + 1)) for place, name in enumerate(names)]
    return tuple(found) if time.number else ()


def awaited(stand: Stand, number: int, sent: frozenset[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Whose skill may still come tonight; of the wolves, the drawn one's."""
    ledger: Ledger = stand.memory
    if number == 0:
        return tuple((n, p) for p, r in ((ARROW, CUPID), (JOIN, "白狼")) for n in stand.ever(r) if (n, p) not in sent)
    found = []
    for power in (SHIELD, MUFFLE, PIPE, FORESEE, BITE, ANTIDOTE, POISON):
        if (power == ANTIDOTE and ledger.antidote) or (power == POISON and ledger.poison):
            continue
        if power == PIPE and ledger.silenced:
            continue
        if ledger.lost and power not in (PIPE, BITE):
            continue
        if power == BITE and any((n + 1) // 2 == (number + 1) // 2 for n in ledger.bites):
            continue
        found += [(name, power) for name in stand.ever(OWNERS[power]) if (name, power) not in sent]
    wolves = stand.living(WOLF)
    if wolves and not any((name, KILL) in sent for name in wolves):
        drawn = messages.lot(stand.game, number, wolves)
        found.append((f"抽中的狼人(按种子「{drawn[1]}」抽得{drawn[0]})" if drawn else "、".join(wolves), KILL))
    return tuple(found)


def by_day(stand: Stand) -> Stand:
    """Victory looks at the last dawn, so a day changes nothing."""
    return stand


def needs_top(memory: object) -> bool:
    """No night of this rule set hangs on the day's highest."""
    return False


def nightfall(eve: Eve) -> Eve:
    """What the day did: the elder or the piper imprisoned, who is mad, who is sheriff."""
    ledger: Ledger = eve.memory
    jailed = {name for name in eve.roles if status(eve.game, name, eve.time.dawn).state == "imprisoned"}
    jailed -= set(eve.alive)
    ledger = _elder_imprisoned(eve, ledger, jailed)
    told = {name for name in eve.roles if status(eve.game, name, eve.time.opens).mad}
    sane = {e.player for e in events(eve.game, None, "sane") if e.at <= eve.time.opens}
    mad = frozenset(told | (ledger.mad - sane))
    piper = next((name for name, role in eve.roles.items() if role == PIPER), None)
    if piper is not None and piper not in eve.alive and not _expelled_only(eve, piper):
        ledger = replace(ledger, silenced=True)
        mad = frozenset()
    sheriff = _sheriff(eve) or ledger.sheriff or _elected(eve)
    return replace(eve, memory=replace(ledger, mad=mad, sheriff=sheriff, office_known=_office_known(eve, sheriff)))


def _expelled_only(eve: Eve, piper: str) -> bool:
    """Expelled, he triggers nothing, unless the house says his madness ends with him."""
    expelled = status(eve.game, piper, eve.time.opens).state in ("expelled", "left")
    return expelled and eve.house["nc.expelled.cleanup"] == "none"


def _elder_imprisoned(eve: Eve, ledger: Ledger, jailed: set[str]) -> Ledger:
    """NC-elder-loss: an elder of the village who was imprisoned."""
    fallen = [n for n in jailed if eve.roles[n] == ELDER and ledger.camps.get(n) == VILLAGE]
    return replace(ledger, lost=True) if fallen else ledger


def _sheriff(eve: Eve) -> str | None:
    """Who was last announced as sheriff before the night."""
    said = [e.player for e in events(eve.game, None, "sheriff") if e.at < eve.time.dawn and e.player]
    return said[-1] if said else None


def _elected(eve: Eve) -> str | None:
    """Whom the first day's ballots made sheriff, where they were counted and no night has passed since."""
    if eve.number != 1:
        return None
    for stage in voting_stages(eve.game):
        tally = eve.tally_of(stage.id) if stage.kind == "sheriff" and stage.id else None
        if tally is not None and tally.final and tally.outcome.kind == "sheriff":
            return tally.outcome.players[0]
    return None


def _office_known(eve: Eve, sheriff: str | None) -> bool:
    """Can it be said who is sheriff, or that nobody is?"""
    ledger: Ledger = eve.memory
    return ledger.office_known or sheriff is not None or bool(events(eve.game, None, "sheriff"))


def resolve(eve: Eve) -> Night:
    """One night: the slots in order, who falls, who follows, what is announced, what the next night starts from."""
    sifted = sift(deeds_of(eve), eve, messages.CHECKS)
    deeds, asked = latest(_first_only(sifted), "NC-slots", _one_thing)
    if eve.number == 0:
        return _night_zero(eve, deeds, asked)
    deeds, more = messages.the_drawn_wolf(deeds, eve)
    attacked = slots.before_the_witch(Scene(eve, eve.memory, dict.fromkeys(eve.alive, ALIVE)), deeds)
    known = slots.what_the_witch_knows(attacked)
    played = _steps_15_and_16(slots.the_witch_acts(attacked, deeds), deeds)
    played = _as_announced(played)
    played, heir = _succession(played, deeds)
    return _told(played, deeds, (*asked, *more), known, heir)


def _one_thing(deed: Deed) -> object:
    """Potions, shots and the sheriff's choice are looked at one by one; of the rest the last message holds."""
    alone = deed.power in (ANTIDOTE, POISON, STUN, SUCCEED, FORESEE, PLAY_FOOL)
    return (id(deed),) if alone else (deed.by, deed.power)


def _first_only(deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """NC-seer: once a night; the first is answered at once, so a second is refused."""
    seen: set[tuple[str, str]] = set()
    found = []
    for deed in deeds:
        if deed.power in FIRST_STANDS and holds(deed) and deed.targets:
            if (deed.by, deed.power) in seen:
                deed = judged(deed, VOID, "NC-seer", "每晚限用一次", "repeated")
            seen.add((deed.by, deed.power))
        found.append(deed)
    return tuple(found)


def _night_zero(eve: Eve, deeds: tuple[Deed, ...], asked: tuple[Question, ...]) -> Night:
    """Night 0: the white wolf's choice and cupid's arrow settle the camps."""
    arrow = next((d for d in deeds if d.power == ARROW and holds(d)), None)
    joins = any(d.power == JOIN and holds(d) for d in deeds)
    lovers = tuple(name for name in eve.roles if arrow and name in arrow.targets)
    settled = camps.settled(eve.roles, lovers, joins, eve.house)
    ledger = replace(eve.memory, camps=settled, lovers=lovers, joined=joins, alive_at_dawn=eve.alive, day=1)
    told = tuple(_zero(deed) for deed in deeds)
    cupids = [name for name in eve.roles if eve.roles[name] == CUPID]
    if cupids and arrow is None and not any(q for q in asked):
        said = f"爱神{cupids[0]}必须指定两名角色成为情侣(锁定技)：指定了谁？"
        asked = (*asked, Question(said, ("NC-cupid", "NC-def-skill")))
    letters = announcing.told_before_the_game(eve, lovers, joins, settled)
    return Night(
        NAME,
        0,
        After(eve.left(()), dict(eve.roles), ledger),
        told,
        announce=("第 1 天白天开始。",),
        private=letters,
        pending=(*asked, *_holes(eve)),
        trail=(*steps_of(told), *_camp_steps(eve, settled)),
    )


def _zero(deed: Deed) -> Deed:
    if not holds(deed):
        return deed
    if deed.power == JOIN:
        return judged(deed, EFFECTIVE, "NC-whitewolf-join", "归入狼人阵营")
    return judged(deed, EFFECTIVE, "NC-cupid", f"{'、'.join(deed.targets)}成为情侣")


def _camp_steps(eve: Eve, settled: dict[str, str]) -> list[Step]:
    first = camps.first_camps(eve.roles)
    return [
        Step("NC-lovers-elope", f"{name}：{first[name]} → {camp}")
        for name, camp in settled.items()
        if camp != first[name]
    ]


def _steps_15_and_16(played: Scene, deeds: tuple[Deed, ...]) -> Scene:
    """The hunter's quarter of an hour, then the dying fall, then the one he gets if he is dragged down only now."""
    hunter = played.named(HUNTER)
    shots = tuple(d for d in deeds if d.power == STUN and holds(d) and d.targets)
    if hunter is not None:
        played = slots.the_hunter_before_dawn(played, hunter, shots)
    played = slots.dawn_comes(played)
    return slots.the_hunter_dragged_down(played, hunter, shots) if hunter is not None else played


def _as_announced(played: Scene) -> Scene:
    """Who was announced as unconscious is, and nobody else; the same with the mad, where anything was said of them."""
    announced = played.eve.announced
    if announced is None:
        return played
    told = announced.get("faint", frozenset())
    kept = tuple(one for one in played.falls if one.player in told)
    extra = [name for name in played.eve.alive if name in told and not played.fell(name)]
    states = {n: (FAINT if n in told else ALIVE if s == FAINT else s) for n, s in played.states.items()}
    played = replace(played, falls=(*kept, *(Fall(name, "法官公布") for name in extra)), states=states)
    ledger = played.ledger
    if "mad" in announced or "sane" in announced:
        mad = (ledger.mad & played.eve.memory.mad) | announced.get("mad", frozenset())
        ledger = replace(ledger, mad=mad - announced.get("sane", frozenset()))
    roles = {played.eve.roles[one.player] for one in played.falls}
    ledger = replace(
        ledger,
        silenced=ledger.silenced and (not played.lifted or PIPER in roles),
        lost=ledger.lost and (not played.shaken or ELDER in roles),
    )
    return replace(
        played, ledger=ledger, lifted=played.lifted and PIPER in roles, shaken=played.shaken and ELDER in roles
    )


def _succession(played: Scene, deeds: tuple[Deed, ...]) -> tuple[Scene, str | None]:
    """NC-sheriff-succ: a sheriff who is out names somebody who is not; the last valid name holds."""
    old = played.ledger.sheriff
    heir = None
    for deed in deeds:
        if deed.power != SUCCEED or not holds(deed) or not deed.targets:
            continue
        wrong = _no_heir(played, old or deed.by, deed.targets[0])
        if wrong:
            played = played.judged(judged(deed, VOID, "NC-sheriff-succ", wrong, "dead-target"))
        else:
            heir = deed.targets[0]
            played = played.judged(judged(deed, EFFECTIVE, "NC-sheriff-succ", f"{heir}继任警长"))
    return replace(played, ledger=replace(played.ledger, sheriff=_holder(played, old, heir))), heir


def _no_heir(played: Scene, old: str, name: str) -> str | None:
    """Why somebody cannot be sheriff next."""
    if _in_office(played, old):
        return f"警长{old}没有出局"
    if played.states.get(name) != ALIVE:
        return f"{name}已经出局"
    if status(played.eve.game, name, played.eve.time.dawn).fool:
        return f"{name}已发动装傻，不能继任"
    return None


def _in_office(played: Scene, name: str) -> bool:
    return played.states.get(name) == ALIVE


def _holder(played: Scene, old: str | None, heir: str | None) -> str | None:
    if old is not None and _in_office(played, old):
        return old
    return heir


def _told(
    played: Scene, deeds: tuple[Deed, ...], asked: tuple[Question, ...], known: tuple[str, ...] | None, heir: str | None
) -> Night:
    eve = played.eve
    judged_ = {deed.action: deed for deed in played.deeds}
    told = tuple(judged_.get(deed.action) or _left_over(deed) for deed in deeds)
    fallen = [one.player for one in played.falls]
    alive = eve.left(fallen)
    ledger = replace(played.ledger, alive_at_dawn=alive, day=eve.number + 1)
    letters = announcing.told_tonight(played, told, known)
    letters += (Letter(heir, "你继任警长。"),) if heir else ()
    return Night(
        NAME,
        eve.number,
        After(alive, dict(eve.roles), ledger),
        told,
        states=_states(played, ledger),
        announce=(
            *announcing.at_daybreak(eve, fallen, ledger.sheriff if ledger.office_known else ""),
            *announcing.what_changed_at_night(played.lifted, played.shaken),
        ),
        private=letters,
        pending=(*asked, *played.pending, *_holes(eve)),
        notes=_notes(played, fallen),
        trail=(*steps_of(told), *played.steps),
    )


def _left_over(deed: Deed) -> Deed:
    """A message no slot has looked at: refused before, or it names nobody."""
    if not holds(deed):
        return deed
    if deed.power == PLAY_FOOL:
        return judged(deed, EFFECTIVE, "NC-idiot", "装傻，免于囚禁，此后投票不计入总票数")
    return slots.passed(deed) if not deed.targets else judged(deed, VOID, CLAUSE_OF[deed.power], "没有生效", "void")


def _states(played: Scene, ledger: Ledger) -> tuple[State, ...]:
    """Everybody's state after the night that is not the normal one."""
    eve, found = played.eve, []
    for name in eve.roles:
        out = status(eve.game, name, eve.time.dawn).state if name not in eve.alive else None
        if played.fell(name) or out == "faint":
            found.append(State(name, "faint", public=True))
        elif out == "imprisoned":
            found.append(State(name, "imprisoned", public=True))
        if name in ledger.mad:
            found.append(State(name, "mad"))
    return tuple(found)


def _holes(eve: Eve) -> tuple[Question, ...]:
    unknown = [name for name in eve.roles if eve.roles[name] is None]
    if not unknown or not any(a.night == eve.number for a in eve.game.actions):
        return ()
    return (Question(f"{'、'.join(unknown)}的身份没有写：在 [[players]] 里补 role。", ("NC-def-role",)),)


def _notes(played: Scene, fallen: Iterable[str]) -> tuple[str, ...]:
    notes = []
    old, now = played.eve.memory.sheriff, played.ledger.sheriff
    if old is not None and old not in played.eve.alive and old != now:
        old_out = f"警长{old}出局"
    else:
        old_out = f"警长{old}昏厥" if old in fallen else ""
    if old_out and now is None:
        notes.append(f'{old_out}，没有指定继任者，警长空缺(C-NC-21)；指定后写 kind = "sheriff" 的事件。')
    left = [n for n in played.ledger.lovers if n in played.eve.alive and not played.fell(n)]
    if len(left) == 1 and _jailed_partner(played, left[0]):
        notes.append(f"{left[0]}的情侣已囚禁，按移情他也应囚禁；没有公布，仍按存活算(NC-lovers-link)。")
    return tuple(notes)


def _jailed_partner(played: Scene, name: str) -> bool:
    other = played.ledger.partner(name)
    return other is not None and status(played.eve.game, other, played.eve.time.dawn).state == "imprisoned"
