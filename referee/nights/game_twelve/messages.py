"""游戏十二: which private messages hold (2.1, 2.3, 2.7, 2.9, 2.10, 4.7)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from referee.nights.deeds import (
    TEN_MINUTES,
    Eve,
    dead,
    holds,
    judged,
    last_moment,
    latest,
    meant_for_the_night_before,
    missing_declaration,
    nobody,
    strangers,
    wrong_recipient,
)
from referee.nights.game_twelve.table import DANCE, KILL, OWNERS
from referee.nights.values import FAILED, LATE, REPLACED, Deed, Question, Refusal
from referee.rulebook import clause

BY_POWER: Final = {
    "杀人": "G12-2.1a",
    "束魂": "G12-2.4a",
    "诅咒": "G12-2.5a",
    "庇佑": "G12-2.6a",
    "共舞": "G12-2.7a",
    "祈祷": "G12-2.8a",
}


@clause("G12-9.2", asks="deed")
def only_players_act(deed: Deed, eve: Eve) -> Refusal | None:
    """Privileges are used with the vests of the game."""
    if nobody(deed, eve):
        return Refusal("not-a-player", "G12-9.2", f"{deed.by or '(没有写是谁)'}不是这一局的玩家")
    return None


@clause("G12-4.7", asks="deed")
def the_dead_do_nothing(deed: Deed, eve: Eve) -> Refusal | None:
    """Whoever was announced dead before the night has no privilege; whoever dies of it still has."""
    if dead(deed.by, eve):
        return Refusal("dead-actor", "G12-4.7", f"{deed.by}入夜前已经死亡或出局")
    return None


@clause("G12-2.1a", asks="deed")
def a_power_of_his_own(deed: Deed, eve: Eve) -> Refusal | None:
    """Everybody has the privilege of his role and no other."""
    role = eve.roles[deed.by]
    if deed.power not in OWNERS or (role is not None and OWNERS[deed.power] != role):
        return Refusal("wrong-power", BY_POWER.get(deed.power, "G12-2.1a"), f"{deed.by}没有{deed.power}的特权")
    return None


@clause("G12-2.10", asks="deed")
def sent_to_the_messenger(deed: Deed, eve: Eve) -> Refusal | None:
    """Only messages to the god's messenger count."""
    if wrong_recipient(deed, eve):
        return Refusal("wrong-recipient", "G12-2.10", f"寄给了{deed.action.to}，没有寄给神的使者")
    return None


@clause("G12-2.9a", asks="deed")
def before_the_last_ten_minutes(deed: Deed, eve: Eve) -> Refusal | None:
    """Objects may be changed until ten minutes before dawn, taken as the night's nominal end."""
    limit = _limit(eve)
    if limit is not None and deed.at is not None and deed.at > limit:
        return Refusal("late", "G12-2.9a", f"{deed.at:%m-%d %H:%M} 已过天亮前十分钟({limit:%H:%M})", LATE)
    return None


def _limit(eve: Eve) -> datetime | None:
    if eve.house["g12.cutoff.base"] == "actual_dawn" and eve.time.ends is not None:
        return eve.time.dawn - TEN_MINUTES
    return last_moment(eve.time)


@clause("G12-2.9b", asks="deed")
def one_target(deed: Deed, eve: Eve) -> Refusal | None:
    """One person, and one who is in the game; oneself is allowed."""
    named = BY_POWER.get(deed.power, "G12-2.9b")
    if len(deed.targets) > 1:
        return Refusal("too-many-targets", named, f"{deed.power}一夜只能写一个人")
    if unknown := strangers(deed, eve):
        return Refusal("unknown-name", named, f"没有{'、'.join(unknown)}这个玩家")
    return None


@clause("G12-2.7e", asks="deed")
def no_dance_alone(deed: Deed, eve: Eve) -> Refusal | None:
    """The Butterfly cannot dance with herself."""
    if deed.power == DANCE and deed.by in deed.targets:
        return Refusal("self-target", "G12-2.7e", "蝴蝶夫人不能与自己共舞")
    return None


@clause("G12-4.5b", asks="deed")
def a_living_target(deed: Deed, eve: Eve) -> Refusal | None:
    """Only somebody alive when the night began."""
    if any(dead(name, eve) for name in deed.targets):
        return Refusal("dead-target", "G12-4.5b", f"{deed.targets[0]}入夜前已经死亡或出局")
    return None


@clause("G12-2.3a", asks="deed")
@clause("G12-2.3c", asks="deed")
@clause("G12-2.2b", asks="deed")
def a_kill_needs_its_declaration(deed: Deed, eve: Eve) -> Refusal | None:
    """A kill needs a declaration of a hundred characters, or the killers' own story of any length.

    Without one the night's kill is given up. A story the god refuses spares nobody the declaration.
    """
    if deed.power != KILL or not deed.targets:
        return None
    if deed.action.story and deed.action.accepted is not False:
        return None
    wrong = missing_declaration(deed.action, eve)
    return Refusal("no-declaration", "G12-2.2b", f"{wrong}，视为放弃当夜杀人") if wrong else None


CHECKS: Final = (
    only_players_act,
    the_dead_do_nothing,
    a_power_of_his_own,
    sent_to_the_messenger,
    before_the_last_ten_minutes,
    one_target,
    no_dance_alone,
    a_living_target,
    a_kill_needs_its_declaration,
)


@clause("G12-2.9c", asks="night")
def sent_by_day(deeds: tuple[Deed, ...], eve: Eve) -> tuple[str, ...]:
    """A message takes effect at the end of the night that follows it; one sent in an earlier night is remarked on."""
    return meant_for_the_night_before(deeds, eve)


def one_kill(deeds: tuple[Deed, ...], eve: Eve) -> tuple[tuple[Deed, ...], tuple[Question, ...]]:
    """Of the killers' standing orders the one that holds: they kill one person together."""
    standing = [d for d in deeds if d.power == KILL and holds(d)]
    named = {d.targets for d in standing}
    if len(named) < 2:
        return _merged(deeds, standing), ()
    return killers_disagree(deeds, standing, eve)


def _merged(deeds: tuple[Deed, ...], standing: list[Deed]) -> tuple[Deed, ...]:
    """Two messages with one target are one order: the later carries it."""
    early = {id(deed) for deed in standing[:-1]}
    said = f"与{standing[-1].by}寄的是同一个人，两人合作" if standing else ""
    return tuple(judged(d, REPLACED, "G12-2.1a", said, "replaced") if id(d) in early else d for d in deeds)


@clause("G12-2.1a", asks="night")
def killers_disagree(
    deeds: tuple[Deed, ...], standing: list[Deed], eve: Eve
) -> tuple[tuple[Deed, ...], tuple[Question, ...]]:
    """The killers have one kill between them: of different targets the last message stands."""
    mode = eve.house["g12.kill.conflict"]
    if mode == "latest":
        return latest(deeds, "G12-2.1a", lambda deed: deed.power if deed.power == KILL else (deed.by, deed.power))
    told = "、".join(f"{d.by}→{'、'.join(d.targets) or '不杀'}" for d in standing)
    if mode == "forgone":
        return _all(deeds, standing, f"两名杀手意见不一({told})，按放弃处理"), ()
    asked = Question(f"两名杀手寄来不同的目标({told})：以哪一个为准？", ("G12-2.1a",))
    return _all(deeds, standing, "等法官裁定"), (asked,)


def _all(deeds: tuple[Deed, ...], which: list[Deed], reason: str) -> tuple[Deed, ...]:
    chosen = {id(deed) for deed in which}
    return tuple(judged(d, FAILED, "G12-2.1a", reason, "disagree") if id(d) in chosen else d for d in deeds)
