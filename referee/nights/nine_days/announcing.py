"""九天的阴谋: what is announced at dawn, and who is told what (2.3.2)."""

from __future__ import annotations

from referee.nights.announcing import deaths_line
from referee.nights.deeds import Eve
from referee.nights.nine_days.table import KILLER, NEEDLE, POLICE
from referee.nights.values import Death, Letter
from referee.rulebook import clause

POISONED = "中毒"
NOT_BY_KILLERS = ("毒", "自杀", "淹", "证据")  # what a judge writes as cause of other deaths


@clause("ND-2.3.2.1.1b", asks="announce")
def at_dawn(deaths: tuple[Death, ...]) -> tuple[str, ...]:
    """The dead are announced after day comes; that somebody died of poison is said, of an assassination nothing."""
    return (deaths_line(d.player + (f"({d.announced_cause})" if d.announced_cause else "") for d in deaths),)


def somebody_was_killed(deaths: tuple[Death, ...]) -> bool:
    """Whether one of the night's dead fell to the killers, by the order they sent or as the judge announced him."""
    return any(not any(word in death.cause for word in NOT_BY_KILLERS) for death in deaths)


def public_cause(cause: str, eve: Eve) -> str | None:
    """What the public hears of a cause."""
    return cause if cause == POISONED and eve.house["nd.announce.cause"] else None


@clause("ND-2.3.2.2a", asks="announce")
def the_dead_are_told(deaths: tuple[Death, ...]) -> tuple[Letter, ...]:
    """The judge tells each of the dead how he died; they write their last words."""
    how = "遗言限一帖，由你自己发到讨论贴和投票贴"
    return tuple(Letter(d.player, f"你昨夜{d.cause}身亡。{how}，截止到天亮(12:00)。") for d in deaths)


@clause("ND-2.2.2.1.3", asks="announce")
def the_police_are_told(eve: Eve, target: str, result: str) -> tuple[Letter, ...]:
    """What a check found is told to every officer who was alive that night."""
    return tuple(Letter(name, f"第 {eve.number} 夜查证{target}：{result}。") for name in eve.living(POLICE))


@clause("ND-2.3.2.1.2b", asks="announce")
@clause("ND-2.3.2.1.1c", asks="announce")
def posts_are_due(eve: Eve, assassinated: str | None, poisoned: tuple[str, ...]) -> tuple[Letter, ...]:
    """Killers owe the story of a kill that succeeded, the Needle that of a death by needles."""
    found = []
    if assassinated is not None:
        said = f"{assassinated}已死。请交暗杀贴(写明时间、地点、暗杀方式)，由剧情法官代发。"
        found += [Letter(name, said) for name in eve.living(KILLER)]
    if poisoned:
        said = f"{'、'.join(poisoned)}因银针死亡。请向法官交银针杀人贴(写明时间、地点、方式)。"
        found += [Letter(name, said) for name in eve.living(NEEDLE)]
    return tuple(found)
