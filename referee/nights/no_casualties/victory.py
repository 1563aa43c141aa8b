"""无人伤亡: who has won (胜负判定), checked each time a new day begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.nights.no_casualties.table import (
    LOVERS,
    PIPER,
    PIPERS,
    VILLAGE,
    WHITE,
    WHITE_WOLF,
    WOLF,
    WOLVES,
    Ledger,
)
from referee.nights.stand import Stand, Verdict
from referee.nights.values import Victory
from referee.rulebook import clause


@clause("NC-win-whitewolf", asks="victory")
def the_white_wolf_lives(stand: Stand, day: int, alive: tuple[str, ...]) -> str | None:
    """From day 4 on: a white wolf of his own camp is alive."""
    ledger: Ledger = stand.memory
    for name in stand.ever(WHITE):
        if day >= 4 and name in alive and ledger.camps.get(name) == WHITE_WOLF:
            return f"第 {day} 天，白狼{name}存活"
    return None


@clause("NC-win-piper", asks="victory")
def as_few_as_days(stand: Stand, day: int, alive: tuple[str, ...]) -> str | None:
    """On day N no more than N are alive, in a game with a piper; he himself need not be, but by house rule."""
    pipers = stand.ever(PIPER)
    if not pipers or len(alive) > day:
        return None
    if stand.house["nc.win.piper_needs_alive"] and not set(pipers) & set(alive):
        return None
    return f"第 {day} 天，存活 {len(alive)} 人，不多于 {day}"


@clause("NC-win-lovers", asks="victory")
def both_lovers_live(stand: Stand, day: int, alive: tuple[str, ...]) -> str | None:
    """On day 5 both lovers of a lovers' camp are alive."""
    ledger: Ledger = stand.memory
    own = [name for name in ledger.lovers if ledger.camps.get(name) == LOVERS]
    if day >= 5 and len(own) == 2 and set(own) <= set(alive):
        return f"第 {day} 天，情侣{'、'.join(own)}都存活"
    return None


def _wolves(stand: Stand, alive: tuple[str, ...]) -> tuple[str, ...]:
    joined = stand.memory.joined and stand.house["nc.win.joined_ww"]
    roles = (WOLF, WHITE) if joined else (WOLF,)
    return tuple(name for name in stand.ever(*roles) if name in alive)


@clause("NC-win-wolf", asks="victory")
def a_wolf_lives(stand: Stand, day: int, alive: tuple[str, ...]) -> str | None:
    """On day 5 a wolf is alive; a white wolf who joined them is one."""
    wolves = _wolves(stand, alive)
    return f"第 {day} 天，狼人{'、'.join(wolves)}存活" if day >= 5 and wolves else None


@clause("NC-win-village", asks="victory")
def no_wolf_lives(stand: Stand, day: int, alive: tuple[str, ...]) -> str | None:
    """On day 5 no wolf is alive."""
    return f"第 {day} 天，没有存活的狼人" if day >= 5 and not _wolves(stand, alive) else None


Condition = Callable[[Stand, int, tuple[str, ...]], str | None]
# The order of the document: the first that holds wins, and only it (NC-win-one).
ORDER: Final[tuple[tuple[str, str, Condition], ...]] = (
    (WHITE_WOLF, "NC-win-whitewolf", the_white_wolf_lives),
    (PIPERS, "NC-win-piper", as_few_as_days),
    (LOVERS, "NC-win-lovers", both_lovers_live),
    (WOLVES, "NC-win-wolf", a_wolf_lives),
    (VILLAGE, "NC-win-village", no_wolf_lives),
)


@clause("NC-win-when", asks="victory")
@clause("NC-win-one", asks="victory")
def verdict(stand: Stand) -> Verdict:
    """Checked when a day begins, in the document's order; exactly one camp wins."""
    ledger: Ledger = stand.memory
    if not stand.knows_roles:
        return Verdict(notes=("有人的身份没有写，不判胜负。",))
    alive = stand.alive if stand.house["nc.win.when"] == "any_change" else ledger.alive_at_dawn
    if not stand.house["nc.mad.is_alive"]:
        alive = tuple(name for name in alive if name not in ledger.mad)
    for camp, id_, condition in ORDER:
        if ledger.day and (reason := condition(stand, ledger.day, alive)):
            players = stand.seated(name for name, its in ledger.camps.items() if its == camp)
            return Verdict(Victory((camp,), players, (id_,), reason))
    return Verdict()
