"""无人伤亡: what is announced when the day begins, and who is told what at night."""

from __future__ import annotations

from collections.abc import Iterable

from referee.moment import about, events
from referee.nights.calendar import rhythm
from referee.nights.deeds import Eve
from referee.nights.no_casualties.scene import Scene
from referee.nights.no_casualties.table import FORESEE, HUNTER, LOVERS, WHITE, WITCH, WOLF, WOLVES
from referee.nights.values import Deed, Letter
from referee.rulebook import clause
from referee.switches import House


@clause("NC-announce-day", asks="announce")
def at_daybreak(eve: Eve, fallen: Iterable[str], sheriff: str | None) -> tuple[str, ...]:
    """Who was imprisoned by the last vote, who fell at night, in order of time, and who is sheriff; no causes.

    `sheriff` None: there is none; empty: nobody told.
    """
    office = () if sheriff == "" else (f"今日警长：{sheriff}。" if sheriff else "今日没有警长。",)
    jailed, names = "、".join(imprisoned(eve)), "、".join(fallen)
    day = rhythm(eve.game).day_after(eve.number)
    return (
        f"第 {day} 天白天开始。",
        f"昨日囚禁：{jailed}。" if jailed else "昨日无人囚禁。",
        f"昨夜昏厥：{names}。" if names else "昨夜无人昏厥。",
        *office,
    )


def imprisoned(eve: Eve) -> tuple[str, ...]:
    """Who was imprisoned on the day before this night, in order of time."""
    since = eve.time.opens - rhythm(eve.game).day
    said = [e for e in events(eve.game, None, "imprison") if since < e.at <= eve.time.dawn]
    return tuple(dict.fromkeys(name for e in said for name in about(e)))


@clause("NC-announce-live", asks="announce")
def what_changed_at_night(lifted: bool, shaken: bool) -> tuple[str, ...]:
    """What happened to the piper or the elder by night is announced at dawn."""
    lines = ("所有癫狂状态解除，吹笛失去技能。",) if lifted else ()
    return (*lines, "所有特殊身份与普通身份失去技能。") if shaken else lines


def told_tonight(scene: Scene, deeds: tuple[Deed, ...], known: tuple[str, ...] | None) -> tuple[Letter, ...]:
    """Private messages of a night: the witch, the seer, the mad, the hunter, the sheriff's successor."""
    letters = [*_witch(scene, known), *_seer(scene, deeds)]
    fresh = scene.ledger.mad - scene.eve.memory.mad
    rule = "白天发言只能用表情和规定的十六个字，投票对象除外"
    letters += [Letter(name, f"你进入癫狂状态：{rule}。") for name in scene.eve.alive if name in fresh]
    hunter = scene.named(HUNTER)
    if hunter and scene.fell(hunter) and not scene.ledger.lost:
        letters.append(Letter(hunter, "你已昏厥，可在 15 分钟内选择一名存活角色，使之昏厥。"))
    return tuple(letters)


def _witch(scene: Scene, known: tuple[str, ...] | None) -> list[Letter]:
    witch = scene.named(WITCH)
    if witch is None or known is None:
        return []
    return [Letter(witch, f"今夜成为目标的角色：{'、'.join(known) or '没有'}。")]


@clause("NC-seer", asks="announce")
def _seer(scene: Scene, deeds: tuple[Deed, ...]) -> list[Letter]:
    """The seer hears at once; one who is a lover hears at step 16, fallen or not, unless the house says otherwise."""
    found = []
    for deed in deeds:
        if deed.power != FORESEE or deed.result is None:
            continue
        late = deed.by in scene.ledger.lovers
        silent = late and scene.fell(deed.by) and scene.eve.house["nc.seer.lover_answer"] == "if_not_fainted"
        if not silent:
            found.append(Letter(deed.by, f"{deed.targets[0]}：{deed.result}。"))
    return found


@clause("NC-wolf-known", asks="announce")
def where_the_wolves_talk(house: House) -> str:
    """What the wolves are told about talking with each other: in the open threads only, or by house rule anywhere."""
    return "可以私下商量" if house["nc.wolf.private"] else "除论坛讨论帖外不可私下讨论"


@clause("NC-whitewolf-join", asks="announce")
def told_before_the_game(eve: Eve, lovers: tuple[str, ...], joins: bool, camps: dict[str, str]) -> tuple[Letter, ...]:
    """Night 0: lovers learn of each other, the white wolf of the wolves, the wolves of their camp of each other."""
    letters = []
    for name in lovers:
        other = next(n for n in lovers if n != name)
        camp = "，你们脱离原阵营，组成情侣阵营" if camps[name] == LOVERS else ""
        letters.append(Letter(name, f"你与{other}成为情侣{camp}。"))
    wolves = [n for n, r in eve.roles.items() if r == WOLF]
    whites = [n for n, r in eve.roles.items() if r == WHITE]
    letters += [Letter(n, f"狼人是：{'、'.join(wolves)}。") for n in whites]
    pack = [n for n, camp in camps.items() if camp == WOLVES and eve.roles[n] in (WOLF, WHITE)]
    for name in pack:
        others = [n for n in pack if n != name]
        if others and eve.roles[name] != WHITE:
            letters.append(Letter(name, f"狼人阵营的同伴：{'、'.join(others)}。{where_the_wolves_talk(eve.house)}。"))
    return tuple(letters)
