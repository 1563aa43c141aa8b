"""游戏十二: the one-strike and how a night's kill is counted (2.2)."""

from __future__ import annotations

from referee.nights.game_twelve.table import FAILURE, FORGONE, KILL, NOTHING, PRAY, SUCCESS, Record, Scene
from referee.nights.values import EFFECTIVE, STOPPED
from referee.rulebook import clause
from referee.switches import House


@clause("G12-2.2a", asks="night")
def strike_is_armed(past: tuple[Record, ...], house: House) -> str | None:
    """After a night forgone, or two nights running that failed, the next kill is a one-strike; why, or None."""
    if not past:
        return None
    if past[-1].kill == FORGONE:
        return f"第 {past[-1].number} 夜放弃杀人"
    counted = _failures(past, bool(house["g12.onestrike.reset"]))
    if counted >= 2:
        return f"第 {past[-2].number}、{past[-1].number} 夜连续杀人失败"
    return None


def _failures(past: tuple[Record, ...], reset: bool) -> int:
    """How many of the last nights failed in a row; a one-strike starts the count anew where the house says so."""
    count = 0
    for record in reversed(past):
        if record.kill != FAILURE or (reset and record.onestrike):
            break
        count += 1
    return count


@clause("G12-2.2c", asks="night")
def how_the_kill_counts(scene: Scene, fallen: frozenset[str], stopped_by: frozenset[str]) -> str:
    """A success where anybody died of it; a failure where others' privileges prevented that; forgone without an order.

    `stopped_by`: what stopped it (prayer, bind, dance). Prayer is no specialist's privilege, yet counts by default.
    """
    if not any(d.power == KILL and d.targets and d.status in (EFFECTIVE, STOPPED) for d in scene.deeds):
        return FORGONE
    if fallen:
        return SUCCESS
    if stopped_by == {PRAY} and not scene.eve.house["g12.kill_failed.by_prayer"]:
        return NOTHING
    return FAILURE if stopped_by else NOTHING


@clause("G12-2.2e", asks="night")
def killers_are_safe(scene: Scene) -> frozenset[str]:
    """On a night of a one-strike no privilege puts any killer to death."""
    if not scene.onestrike:
        return frozenset()
    if scene.eve.house["g12.onestrike.suicide"] == "allowed":
        return frozenset(name for name in scene.killers if name != scene.aim(KILL))
    return frozenset(scene.killers)


@clause("G12-2.2f", asks="night")
def binder_starts_again(scene: Scene, empty: frozenset[str]) -> frozenset[str]:
    """An empty bind on a killer in the night of a one-strike counts for nothing."""
    return empty - frozenset(scene.killers) if scene.onestrike else empty
