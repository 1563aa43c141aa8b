"""无人伤亡: the slots of a night one after another (夜晚1 to 6, step 15, step 16)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from referee.nights.deeds import holds, judged
from referee.nights.no_casualties.messages import pipeable
from referee.nights.no_casualties.scene import ALIVE, DYING, FAINT, Fall, Scene, fall
from referee.nights.no_casualties.table import (
    ANTIDOTE,
    BITE,
    CLAUSE_OF,
    ELDER,
    FORESEE,
    HUNTERS_SLOT,
    KILL,
    LINKED_SLOT,
    MUFFLE,
    PIPE,
    POISON,
    SHIELD,
    STUN,
    VILLAGE,
    WITCH,
    night_begins,
    slot,
)
from referee.nights.values import EFFECTIVE, FAILED, LATE, STOPPED, VOID, Deed, Question
from referee.rulebook import clause


@clause("NC-guard-shield", asks="night")
@clause("NC-guard-sound", asks="night")
def guards(scene: Scene, deed: Deed) -> Scene:
    """Slot 1: the shielded are immune to 杀人 and 撕咬, the muffled to the pipe; a shield is then spent on them."""
    name, ledger = deed.targets[0], scene.ledger
    if deed.power == SHIELD:
        ledger = replace(ledger, shielded=ledger.shielded | {name})
        scene = replace(scene, shields=scene.shields | {name}, ledger=ledger)
    else:
        ledger = replace(ledger, muffled=ledger.muffled | {name})
        scene = replace(scene, muffles=scene.muffles | {name}, ledger=ledger)
    return scene.judged(judged(deed, EFFECTIVE, CLAUSE_OF[deed.power], f"{name}当夜免疫"))


@clause("NC-piper", asks="night")
def pipes(scene: Scene, deed: Deed) -> Scene:
    """Slot 2: one or two who are alive and not mad become mad; the muffled is spared, the other is not."""
    reached = pipeable(deed, scene.eve)
    mad = frozenset(reached) - scene.muffles
    scene = replace(scene, ledger=replace(scene.ledger, mad=scene.ledger.mad | mad))
    if not mad:
        return scene.judged(judged(deed, STOPPED, "NC-guard-sound", f"{'、'.join(reached)}有隔音之盾"))
    return scene.judged(judged(deed, EFFECTIVE, "NC-piper", f"{'、'.join(n for n in reached if n in mad)}癫狂"))


@clause("NC-seer", asks="night")
def foresees(scene: Scene, deed: Deed) -> Scene:
    """Slot 3: the seer hears whether a role is of the village camp; what counts is the camp, not the identity."""
    name = deed.targets[0]
    said = VILLAGE if scene.ledger.camps.get(name) == VILLAGE else f"非{VILLAGE}"
    return scene.judged(replace(judged(deed, EFFECTIVE, "NC-seer", f"查验{name}"), result=said))


@clause("NC-wolf", asks="night")
@clause("NC-whitewolf-bite", asks="night")
def attacks(scene: Scene, deed: Deed) -> Scene:
    """Slots 4 and 5: the target is dying unless shielded."""
    name = deed.targets[0]
    scene = replace(scene, aimed={**scene.aimed, deed.power: name})
    if deed.power == BITE:
        scene = replace(scene, ledger=replace(scene.ledger, bites=(*scene.ledger.bites, scene.eve.number)))
    if name in scene.shields:
        scene = _one_shield_only(scene, name)
        return scene.judged(judged(deed, STOPPED, "NC-guard-shield", f"{name}有守护之盾"))
    scene = replace(scene.put(name, DYING), dying=(*scene.dying, Fall(name, deed.power)))
    return scene.judged(judged(deed, EFFECTIVE, CLAUSE_OF[deed.power], f"{name}濒死"))


def _one_shield_only(scene: Scene, name: str) -> Scene:
    both = scene.aimed.get(KILL) == scene.aimed.get(BITE) == name
    if not both or scene.eve.house["nc.shield.covers"] == "both":
        return scene
    return scene.asking(Question(f"{name}同时受到杀人和撕咬，守护之盾挡的是哪一种？", ("NC-guard-shield",)))


@clause("NC-elder-mark", asks="night")
def marks_the_elder(scene: Scene) -> Scene:
    """An elder aimed at by both 杀人 and 撕咬 in one night is marked, shielded or not."""
    elder, aimed = scene.named(ELDER), scene.aimed
    if elder is None or scene.ledger.lost or not aimed.get(KILL) == aimed.get(BITE) == elder:
        return scene
    if elder in scene.shields and not scene.eve.house["nc.elder.mark_if_shielded"]:
        return scene
    marked = replace(scene, ledger=replace(scene.ledger, mark=True))
    return marked.saying("NC-elder-mark", f"长老{elder}同夜成为杀人与撕咬的对象，得一个标记")


# --- slot 6: the witch --------------------------------------------------------------------------------------------


@clause("NC-witch-antidote", asks="night")
def heals(scene: Scene, deed: Deed) -> Scene:
    """One other role who is dying becomes alive; once in the game, never the witch herself."""
    name = deed.targets[0]
    wrong = _cannot_heal(scene, deed.by, name)
    if wrong:
        return _spoiled(scene, deed, *wrong)
    scene = replace(scene.put(name, ALIVE), ledger=replace(scene.ledger, antidote=True))
    scene = replace(scene, dying=tuple(f for f in scene.dying if f.player != name))
    return scene.judged(judged(deed, EFFECTIVE, "NC-witch-antidote", f"{name}恢复存活"))


def _cannot_heal(scene: Scene, witch: str, name: str) -> tuple[str, str] | None:
    if scene.ledger.antidote:
        return "spent", "解药已经用过"
    if name == witch:
        return "self-target", "解药只能用在其他角色身上"
    if scene.state(name) != DYING:
        return "not-dying", f"{name}不在濒死状态"
    return None


@clause("NC-witch-poison", asks="night")
def poisons(scene: Scene, deed: Deed) -> Scene:
    """One role alive or dying falls at once, unless the witch herself was put into dying tonight; once in the game."""
    name = deed.targets[0]
    if scene.ledger.poison:
        return _spoiled(scene, deed, "spent", "毒药已经用过")
    if scene.state(deed.by) == DYING:
        return _spoiled(scene, deed, "dying-witch", "女巫当夜因杀人或撕咬濒死，毒药无效")
    if scene.state(name) not in (ALIVE, DYING):
        return _spoiled(scene, deed, "dead-target", f"{name}已经昏厥")
    scene = replace(scene, ledger=replace(scene.ledger, poison=True))
    scene = scene.judged(judged(deed, EFFECTIVE, "NC-witch-poison", f"{name}昏厥"))
    return fall(scene, name, POISON)


def _spoiled(scene: Scene, deed: Deed, code: str, reason: str) -> Scene:
    """A potion used against the rules: not spent, but by house rule."""
    spent = scene.eve.house["nc.limited.illegal"] == "spent"
    if spent and deed.power == ANTIDOTE:
        scene = replace(scene, ledger=replace(scene.ledger, antidote=True))
    if spent and deed.power == POISON:
        scene = replace(scene, ledger=replace(scene.ledger, poison=True))
    return scene.judged(judged(deed, VOID, CLAUSE_OF[deed.power], reason, code))


@clause("NC-witch-know", asks="night")
def what_the_witch_knows(scene: Scene) -> tuple[str, ...] | None:
    """The witch learns who was aimed at, the shielded too, not by what; not once the antidote is used."""
    witch = scene.named(WITCH)
    if witch is None or scene.ledger.antidote or scene.ledger.lost:
        return None
    return tuple(dict.fromkeys(scene.aimed.values()))


# --- step 15 and 16 -----------------------------------------------------------------------------------------------


def shoots(scene: Scene, deed: Deed, number: int) -> Scene:
    """The hunter's shot, if it came in the quarter of an hour he had: his target falls at once."""
    if refused_ := _not_in_time(scene, deed, number):
        return scene.judged(refused_)
    if scene.ledger.lost:
        return scene.judged(judged(deed, VOID, "NC-elder-loss", "长老已倒下，失去技能", "lost-skill"))
    allowed = (ALIVE, DYING) if scene.eve.house["nc.hunter.target"] == "alive_or_dying" else (ALIVE,)
    name = deed.targets[0]
    if scene.state(name) not in allowed:
        return scene.judged(judged(deed, VOID, "NC-hunter", f"{name}不在存活状态", "dead-target"))
    return fall(scene.judged(judged(deed, EFFECTIVE, "NC-hunter", f"{name}昏厥")), name, STUN)


def _not_in_time(scene: Scene, deed: Deed, number: int) -> Deed | None:
    begins = night_begins(scene.eve.game, scene.eve.time)
    if begins is None or deed.at is None:
        return None
    opens, closes = slot(begins, number)
    if deed.at >= closes:
        return judged(deed, LATE, "NC-flow-hunter", _said(deed.at, closes, "已过"), "late")
    if deed.at < opens:
        return judged(deed, VOID, "NC-flow-hunter", _said(deed.at, opens, "还没到"), "early")
    return None


def _said(at: datetime, limit: datetime, word: str) -> str:
    return f"{at:%H:%M} {word} {limit:%H:%M}"


@clause("NC-hunter", asks="night")
@clause("NC-flow-hunter", asks="night")
def the_hunter_before_dawn(scene: Scene, hunter: str, shots: tuple[Deed, ...]) -> Scene:
    """Step 15: a hunter who is dying, poisoned or already down with his lover has a quarter of an hour."""
    linked = scene.ledger.partner(hunter)
    foreseen = scene.eve.house["nc.hunter.link"] == "foresee" and linked is not None and scene.state(linked) == DYING
    if scene.state(hunter) not in (DYING, FAINT) and not foreseen:
        return scene
    for deed in shots:
        scene = shoots(scene, deed, HUNTERS_SLOT)
    return scene


def the_hunter_dragged_down(scene: Scene, hunter: str, shots: tuple[Deed, ...]) -> Scene:
    """Step 16: a hunter who falls only now, with his lover, has another quarter of an hour."""
    open_ = tuple(d for d in shots if d.action not in {x.action for x in scene.deeds})
    if not open_:
        return scene
    if not scene.fell(hunter):
        for deed in open_:
            scene = scene.judged(judged(deed, VOID, "NC-hunter", f"{hunter}没有昏厥", "not-triggered"))
        return scene
    if scene.eve.house["nc.hunter.link"] == "none":
        for deed in open_:
            scene = scene.judged(judged(deed, VOID, "NC-flow-hunter", "随情侣昏厥，没有行动的时间", "not-triggered"))
        return scene
    for deed in open_:
        scene = shoots(scene, deed, LINKED_SLOT)
    return scene


@clause("NC-state-dying", asks="night")
@clause("NC-elder-save", asks="night")
def dawn_comes(scene: Scene) -> Scene:
    """Step 16: whoever is dying becomes unconscious; an elder without a mark lives and is marked."""
    for one in scene.dying:
        if scene.state(one.player) != DYING:
            continue
        elder = scene.eve.roles.get(one.player) == ELDER
        if elder and not scene.ledger.mark and not scene.ledger.lost:
            scene = replace(scene.put(one.player, ALIVE), ledger=replace(scene.ledger, mark=True))
            scene = scene.saying("NC-elder-save", f"长老{one.player}没有标记，不昏厥，得一个标记")
        else:
            scene = fall(scene, one.player, one.cause)
    return scene


def before_the_witch(scene: Scene, deeds: tuple[Deed, ...]) -> Scene:
    """Slots 1 to 5 in order; each deed in its own."""
    order = ((SHIELD, guards), (MUFFLE, guards), (PIPE, pipes), (FORESEE, foresees), (KILL, attacks), (BITE, attacks))
    for power, act in order:
        for deed in _of(deeds, power):
            scene = act(scene, deed)
    return marks_the_elder(scene)


def the_witch_acts(scene: Scene, deeds: tuple[Deed, ...]) -> Scene:
    """Slot 6: potions as they came."""
    for deed in sorted(_of(deeds, ANTIDOTE, POISON), key=lambda d: (d.at or datetime.max, d.power, d.targets)):
        scene = heals(scene, deed) if deed.power == ANTIDOTE else poisons(scene, deed)
    return scene


def _of(deeds: tuple[Deed, ...], *powers: str) -> list[Deed]:
    return [d for d in deeds if d.power in powers and holds(d) and d.targets]


def passed(deed: Deed) -> Deed:
    """A message that names nobody: passed."""
    return judged(deed, FAILED, CLAUSE_OF[deed.power], "没有写对象，放弃", "forgone")
