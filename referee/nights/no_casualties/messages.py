"""无人伤亡: which skills are used validly, and when (技能, 使用时间)."""

from __future__ import annotations

from random import Random
from typing import Final

from referee.game import Game
from referee.moment import status
from referee.nights.deeds import Eve, holds, judged, nobody, strangers
from referee.nights.no_casualties.table import (
    ANTIDOTE,
    ARROW,
    BITE,
    CLAUSE_OF,
    FORESEE,
    JOIN,
    KILL,
    MUFFLE,
    OWNERS,
    PIPE,
    POISON,
    SHIELD,
    SLOTS,
    SPECIAL_AND_ORDINARY,
    SUCCEED,
    WOLF,
    Ledger,
    night_begins,
    slot,
)
from referee.nights.values import LATE, VOID, Deed, Question, Refusal
from referee.rulebook import clause

NIGHT_ZERO: Final = frozenset({ARROW, JOIN})
MOST: Final = {ARROW: 2, PIPE: 2}
ON_THE_LIVING: Final = frozenset({SHIELD, MUFFLE, FORESEE, KILL, BITE, POISON})


@clause("NC-def-role", asks="deed")
def only_roles_act(deed: Deed, eve: Eve) -> Refusal | None:
    """Skills belong to the roles of the game."""
    if nobody(deed, eve):
        return Refusal("not-a-player", "NC-def-role", f"{deed.by or '(没有写是谁)'}不是这一局的角色")
    return None


@clause("NC-penalty", asks="deed")
def the_expelled_are_out(deed: Deed, eve: Eve) -> Refusal | None:
    """Who was expelled has no skills; the imprisoned and the unconscious keep theirs."""
    if status(eve.game, deed.by, eve.time.opens).state in ("expelled", "left", "dead"):
        return Refusal("dead-actor", "NC-penalty", f"{deed.by}已经罚下或离开")
    return None


@clause("NC-def-skill", asks="deed")
def a_skill_of_his_own(deed: Deed, eve: Eve) -> Refusal | None:
    """Everybody has the skills of his identity; only the sheriff names his successor."""
    ledger: Ledger = eve.memory
    if deed.power == SUCCEED:
        if ledger.sheriff is not None and deed.by != ledger.sheriff:
            return Refusal("wrong-power", "NC-sheriff-succ", f"{deed.by}不是警长")
        return None
    role = eve.roles[deed.by]
    if deed.power not in OWNERS or (role is not None and OWNERS[deed.power] != role):
        return Refusal("wrong-power", CLAUSE_OF.get(deed.power, "NC-def-skill"), f"{deed.by}没有{deed.power}的技能")
    return None


@clause("NC-elder-loss", asks="deed")
@clause("NC-piper-lift", asks="deed")
def lost_skills(deed: Deed, eve: Eve) -> Refusal | None:
    """After the elder's fall the special and ordinary identities have no skills, after the piper's he has not."""
    ledger: Ledger = eve.memory
    if ledger.lost and OWNERS.get(deed.power) in SPECIAL_AND_ORDINARY:
        return Refusal("lost-skill", "NC-elder-loss", "长老已倒下，特殊身份与普通身份失去技能")
    if ledger.silenced and deed.power == PIPE:
        return Refusal("lost-skill", "NC-piper-lift", "吹笛曾进入囚禁或昏厥状态，已失去此技能")
    return None


@clause("NC-slots", asks="deed")
def in_its_slot(deed: Deed, eve: Eve) -> Refusal | None:
    """Each skill has its quarter of an hour; cupid and the white wolf's choice have night 0."""
    if (deed.power in NIGHT_ZERO) != (eve.number == 0):
        when = "只在第零夜" if deed.power in NIGHT_ZERO else "第零夜没有"
        return Refusal("wrong-night", "NC-slots", f"{when}{deed.power}")
    begins, number = night_begins(eve.game, eve.time), SLOTS.get(deed.power)
    if number is None or begins is None or deed.at is None:
        return None
    opens, closes = slot(begins, number)
    if deed.at >= closes:
        return Refusal("late", "NC-slots", f"{deed.at:%H:%M} 已过 {closes:%H:%M}", LATE)
    if deed.at < opens:
        return Refusal("early", "NC-slots", f"{deed.at:%H:%M} 还没到 {opens:%H:%M}")
    return None


def names_enough(deed: Deed, eve: Eve) -> Refusal | None:
    """As many names as the skill takes, all of them in the game."""
    most, named = MOST.get(deed.power, 1), CLAUSE_OF.get(deed.power, "NC-def-skill")
    if len(deed.targets) > most:
        return Refusal("too-many-targets", named, f"{deed.power}最多选{most}名")
    if unknown := strangers(deed, eve):
        return Refusal("unknown-name", named, f"没有{'、'.join(unknown)}这个角色")
    if deed.power == ARROW and len(set(deed.targets)) != 2:
        return Refusal("too-few-targets", named, "须指定两名角色")
    return None


def on_the_living(deed: Deed, eve: Eve) -> Refusal | None:
    """Skills that want somebody 存活: the imprisoned, the unconscious and the expelled are not."""
    if deed.power in ON_THE_LIVING and any(name not in alive_now(eve) for name in deed.targets):
        return Refusal("dead-target", CLAUSE_OF[deed.power], f"{deed.targets[0]}不在存活状态")
    if deed.power == PIPE and deed.targets and not pipeable(deed, eve):
        return Refusal("dead-target", "NC-piper", f"{'、'.join(deed.targets)}不在存活状态或已经癫狂")
    return None


@clause("NC-state-alive", asks="deed")
def alive_now(eve: Eve) -> tuple[str, ...]:
    """Who is 存活 at nightfall; the mad too, unless the house reads it otherwise."""
    if eve.house["nc.mad.is_alive"]:
        return eve.alive
    return tuple(name for name in eve.alive if name not in eve.memory.mad)


def pipeable(deed: Deed, eve: Eve) -> tuple[str, ...]:
    """Whom of the named the piper can reach: the living who are not mad."""
    return tuple(name for name in deed.targets if name in eve.alive and name not in eve.memory.mad)


@clause("NC-wolf", asks="deed")
def a_living_wolf(deed: Deed, eve: Eve) -> Refusal | None:
    """Only a wolf who is 存活 can be drawn to kill."""
    if deed.power == KILL and deed.by not in alive_now(eve):
        return Refusal("dead-actor", "NC-wolf", f"{deed.by}不在存活状态，不能被抽中")
    return None


@clause("NC-guard-shield", asks="deed")
@clause("NC-guard-sound", asks="deed")
def each_role_once(deed: Deed, eve: Eve) -> Refusal | None:
    """Either shield can be used on a role once in the game, whatever came of it."""
    ledger: Ledger = eve.memory
    used = {SHIELD: ledger.shielded, MUFFLE: ledger.muffled}.get(deed.power, frozenset())
    if any(name in used for name in deed.targets):
        return Refusal("repeated", CLAUSE_OF[deed.power], f"{deed.targets[0]}已经当过{deed.power}的对象")
    return None


@clause("NC-whitewolf-bite", asks="deed")
def once_in_two_nights(deed: Deed, eve: Eve) -> Refusal | None:
    """One bite in nights 1 and 2, one in 3 and 4, and so on."""
    if deed.power != BITE:
        return None
    if any((night + 1) // 2 == (eve.number + 1) // 2 for night in eve.memory.bites):
        return Refusal("spent", "NC-whitewolf-bite", f"第 {eve.number} 夜与前一夜合用一次撕咬，已经用过")
    return None


@clause("NC-def-skill", asks="deed")
def limited_skills(deed: Deed, eve: Eve) -> Refusal | None:
    """The witch's antidote and poison work once in the game."""
    ledger: Ledger = eve.memory
    if (deed.power == ANTIDOTE and ledger.antidote) or (deed.power == POISON and ledger.poison):
        return Refusal("spent", CLAUSE_OF[deed.power], f"{deed.power}已经用过")
    return None


CHECKS: Final = (
    only_roles_act,
    a_skill_of_his_own,
    the_expelled_are_out,
    lost_skills,
    in_its_slot,
    names_enough,
    limited_skills,
    a_living_wolf,
    on_the_living,
    each_role_once,
    once_in_two_nights,
)


def lot(game: Game, night: int, wolves: tuple[str, ...]) -> tuple[str, str] | None:
    """A wolf drawn for a night and the seed he was drawn with, so that anybody can draw him again."""
    if not wolves:
        return None
    seed = f"{game.title}/{night}/{'、'.join(wolves)}"
    return Random(seed).choice(sorted(wolves)), seed


@clause("NC-wolf", asks="night")
def the_drawn_wolf(deeds: tuple[Deed, ...], eve: Eve) -> tuple[tuple[Deed, ...], tuple[Question, ...]]:
    """One wolf is drawn and only he may kill; where he passes nobody does, unless the house draws again."""
    standing = [d for d in deeds if d.power == KILL and holds(d)]
    drawn = {d.by for d in standing if d.action.drawn}
    if not drawn and len({d.by for d in standing}) < 2:
        return deeds, ()
    if len(drawn) != 1:
        return _unsettled(deeds, standing, eve)
    name = drawn.pop()
    passes = not any(d.targets for d in standing if d.by == name)
    if passes and eve.house["nc.wolf.redraw"]:
        return deeds, ()
    others = {id(d) for d in standing if d.by != name}
    said = f"今夜抽中的是{name}"
    return tuple(judged(d, VOID, "NC-wolf", said, "not-drawn") if id(d) in others else d for d in deeds), ()


def _unsettled(
    deeds: tuple[Deed, ...], standing: list[Deed], eve: Eve
) -> tuple[tuple[Deed, ...], tuple[Question, ...]]:
    wolves = tuple(name for name in alive_now(eve) if eve.roles[name] == WOLF)
    drawn = lot(eve.game, eve.number, wolves)
    help_ = f"还没有抽的话，按种子「{drawn[1]}」抽得{drawn[0]}。" if drawn else ""
    sent = "、".join(dict.fromkeys(d.by for d in standing))
    asked = Question(f"{sent}都寄来了杀人，今夜抽中的是谁？在那一条上写 drawn = true。{help_}", ("NC-wolf",))
    which = {id(d) for d in standing}
    open_ = tuple(judged(d, VOID, "NC-wolf", "等法官说抽中的是谁", "not-drawn") if id(d) in which else d for d in deeds)
    return open_, (asked,)
