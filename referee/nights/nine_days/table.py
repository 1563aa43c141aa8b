"""九天的阴谋: roles, powers, and what the nights leave behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from referee.nights.calendar import NightTime
from referee.rulebook import clause

KILLER, POLICE, NEEDLE, CIVILIAN = "杀手", "警察", "银针使者", "平民"
ASSASSINATE, POISON, CHECK = "暗杀", "施毒", "查证"
OWNERS: Final[Mapping[str, str]] = {ASSASSINATE: KILLER, POISON: NEEDLE, CHECK: POLICE}
CLAUSE_OF: Final[Mapping[str, str]] = {
    ASSASSINATE: "ND-2.3.2.1.2a",
    POISON: "ND-2.3.2.1.1a",
    CHECK: "ND-2.2.2.1.3",
}
NEEDLES: Final = 3
EIGHT_HOURS: Final = timedelta(hours=8)


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the nights leave behind.

    `used`: needles spent so far. `residual`: who carries last night's poison. `due`: who dies at the next dawn.
    `forgone`: the nights without a kill.
    """

    used: int = 0
    residual: frozenset[str] = frozenset()
    due: frozenset[str] = frozenset()
    forgone: tuple[int, ...] = ()


@clause("ND-2.4b", asks="schedule")
def orders_close(time: NightTime) -> datetime | None:
    """When orders stop: eight hours into the night (12:00 to 20:00), or its end where that is sooner."""
    if not time.given:
        return time.ends
    limit = time.opens + EIGHT_HOURS
    return min(limit, time.ends) if time.ends else limit
