"""金枝: what becomes of each blow (3.1 to 3.5)."""

from __future__ import annotations

from referee.nights.golden_bough.court import CHALLENGER, CIVILIAN, ESCAPEE, PRIEST, Raid
from referee.nights.speaking import Said
from referee.nights.values import EFFECTIVE, FAILED, STOPPED
from referee.rulebook import clause


@clause("GB-3.1b", asks="blow")
def civilians_fall_to_the_priest_alone(by: str, at: str, raid: Raid) -> Said | None:
    """A civilian without the branch dies by the priest only; any other blow at him fails."""
    if raid.role(at) == CIVILIAN and at != raid.holder and raid.role(by) in (ESCAPEE, CHALLENGER):
        return Said(FAILED, f"{at}是没有金枝的平民，只有祭司杀得死")
    return None


@clause("GB-3.2.2b", asks="blow", exception_to="GB-3.3a")
def an_escapee_breaks_the_branch(by: str, at: str, raid: Raid) -> Said | None:
    """An escapee who strikes the branch kills it and rises the next day."""
    if raid.role(by) == ESCAPEE and at == raid.holder:
        return Said(EFFECTIVE, f"杀中金枝{at}")
    return None


@clause("GB-3.2.2c", asks="blow", exception_to=("GB-3.2.2b", "GB-3.3a", "GB-3.3b"))
def the_priest_took_the_branch(by: str, at: str, raid: Raid) -> Said | None:
    """Where the priest strikes the branch too, it is his kill: every escapee on it fails."""
    if raid.role(by) == ESCAPEE and at == raid.holder and raid.prey == at:
        return Said(FAILED, f"祭司同夜也杀中金枝{at}")
    return None


@clause("GB-3.2.2d", asks="blow", exception_to="GB-3.4a")
def a_challenger_cannot_break_the_branch(by: str, at: str, raid: Raid) -> Said | None:
    """A challenger cannot kill the branch."""
    if raid.role(by) == CHALLENGER and at == raid.holder:
        return Said(FAILED, f"{at}是金枝，挑战者杀不死")
    return None


@clause("GB-3.3a", asks="blow")
def an_escapee_kills_nobody_else(by: str, at: str, raid: Raid) -> Said | None:
    """An escapee's blow at anybody but the branch fails."""
    if raid.role(by) == ESCAPEE:
        return Said(FAILED, f"{at}不是金枝")
    return None


@clause("GB-3.3b", asks="blow", exception_to="GB-3.3a")
def several_break_it_together(by: str, at: str, raid: Raid) -> Said | None:
    """Several escapees who strike the branch in one night all succeed."""
    if raid.role(by) == ESCAPEE and at == raid.holder and len(raid.on(at, ESCAPEE)) > 1:
        return Said(EFFECTIVE, f"杀中金枝{at}")
    return None


@clause("GB-3.3d", asks="blow", exception_to="GB-3.3a")
def an_escapee_and_the_priest(by: str, at: str, raid: Raid) -> Said | None:
    """An escapee can kill the priest only once every civilian was out before the night began."""
    if raid.role(by) != ESCAPEE or raid.role(at) != PRIEST:
        return None
    if escapees_entitled(raid):
        return Said(EFFECTIVE, f"平民都已出局，杀中祭司{at}")
    return Said(FAILED, f"还有平民，逃奴杀不死祭司{at}")


@clause("GB-3.4a", asks="blow")
def a_challenger_kills_challengers(by: str, at: str, raid: Raid) -> Said | None:
    """A challenger's blow kills another challenger; at a civilian, the branch or an escapee it fails."""
    if raid.role(by) != CHALLENGER:
        return None
    if raid.role(at) == CHALLENGER:
        return Said(EFFECTIVE, f"杀中挑战者{at}")
    return Said(FAILED, f"挑战者杀不死{at}")


@clause("GB-3.4b", asks="blow", exception_to="GB-3.4a")
def a_challenger_kills_the_priest(by: str, at: str, raid: Raid) -> Said | None:
    """A challenger who strikes the priest kills him."""
    if raid.role(by) == CHALLENGER and raid.role(at) == PRIEST:
        return Said(EFFECTIVE, f"杀中祭司{at}")
    return None


@clause("GB-3.4d", asks="blow")
def challengers_kill_each_other(by: str, at: str, raid: Raid) -> Said | None:
    """Two challengers who strike each other in one night both die."""
    if raid.role(by) == raid.role(at) == CHALLENGER and raid.blows.get(at) == by:
        return Said(EFFECTIVE, f"与{at}互杀")
    return None


@clause("GB-3.5a", asks="blow")
def the_priest_kills_anybody(by: str, at: str, raid: Raid) -> Said | None:
    """The priest's blow kills whomever it strikes."""
    return Said(EFFECTIVE, f"祭司杀中{at}") if raid.role(by) == PRIEST else None


@clause("GB-3.5c", asks="blow", exception_to=("GB-3.4a", "GB-3.4b", "GB-3.3a", "GB-3.3d"))
def the_priest_survives_his_victim(by: str, at: str, raid: Raid) -> Said | None:
    """Of a priest and another who strike each other the other dies and the priest lives."""
    mutual = raid.role(at) == PRIEST and raid.prey == by
    if mutual and (raid.role(by) == CHALLENGER or (raid.role(by) == ESCAPEE and escapees_entitled(raid))):
        return Said(STOPPED, f"与祭司{at}互杀，祭司活下来")
    return None


def escapees_entitled(raid: Raid) -> bool:
    """May escapees kill the priest tonight?"""
    civilians = raid.eve.living(CIVILIAN)
    if raid.eve.house["gb.priestkill.from"] == "announced":
        return not civilians
    broken = {raid.holder} if raid.on(raid.holder, ESCAPEE) else set()
    return set(civilians) <= broken | {raid.prey}
