"""无人伤亡: roles, skills and their slots, camps, what the nights leave behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from referee.game import Game
from referee.moment import events
from referee.nights.calendar import NightTime
from referee.rulebook import clause

WOLF, WHITE, VILLAGER, SEER, WITCH, GUARD = "狼人", "白狼", "村民", "先知", "女巫", "守卫"
ELDER, HUNTER, IDIOT, CUPID, PIPER = "长老", "猎人", "白痴", "爱神", "吹笛"
SPECIAL_AND_ORDINARY: Final = frozenset({SEER, WITCH, GUARD, ELDER, HUNTER, IDIOT, CUPID})

ARROW, JOIN, SHIELD, MUFFLE, PIPE, FORESEE = "爱神之箭", "归群", "守护之盾", "隔音之盾", "吹笛", "预言"
KILL, BITE, ANTIDOTE, POISON, STUN, SUCCEED, PLAY_FOOL = "杀人", "撕咬", "解药", "毒药", "麻醉", "殉职", "装傻"
LINK: Final = "移情"
OWNERS: Final[Mapping[str, str]] = {
    ARROW: CUPID,
    JOIN: WHITE,
    SHIELD: GUARD,
    MUFFLE: GUARD,
    PIPE: PIPER,
    FORESEE: SEER,
    KILL: WOLF,
    BITE: WHITE,
    ANTIDOTE: WITCH,
    POISON: WITCH,
    STUN: HUNTER,
    PLAY_FOOL: IDIOT,
}
CLAUSE_OF: Final[Mapping[str, str]] = {
    ARROW: "NC-cupid",
    JOIN: "NC-whitewolf-join",
    SHIELD: "NC-guard-shield",
    MUFFLE: "NC-guard-sound",
    PIPE: "NC-piper",
    FORESEE: "NC-seer",
    KILL: "NC-wolf",
    BITE: "NC-whitewolf-bite",
    ANTIDOTE: "NC-witch-antidote",
    POISON: "NC-witch-poison",
    STUN: "NC-hunter",
    SUCCEED: "NC-sheriff-succ",
    PLAY_FOOL: "NC-idiot",
}
QUARTER: Final = timedelta(minutes=15)
# Which quarter of an hour of the night a skill belongs to, from its start.
SLOTS: Final[Mapping[str, int]] = {
    SHIELD: 0,
    MUFFLE: 0,
    PIPE: 1,
    FORESEE: 2,
    KILL: 2,
    BITE: 2,
    ANTIDOTE: 3,
    POISON: 3,
}
HUNTERS_SLOT, LINKED_SLOT = 4, 5
WOLVES, WHITE_WOLF, VILLAGE, PIPERS, LOVERS = "狼人阵营", "白狼阵营", "村民阵营", "吹笛阵营", "情侣阵营"


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the nights leave behind.

    `camps`: seat → camp. `shielded`/`muffled`: whom each shield has been used on. `bites`: nights with a bite.
    `mark`: the elder's. `lost`: village skills are lost; `silenced`: the piper's is. `mad`: who is mad.
    `office_known`: it was told (or counted) who is sheriff.
    `alive_at_dawn`: who was 存活 when the last night was over, as victory is checked then.
    """

    camps: Mapping[str, str] = field(default_factory=dict)
    lovers: tuple[str, ...] = ()
    joined: bool = False
    shielded: frozenset[str] = frozenset()
    muffled: frozenset[str] = frozenset()
    bites: tuple[int, ...] = ()
    antidote: bool = False
    poison: bool = False
    mark: bool = False
    lost: bool = False
    silenced: bool = False
    mad: frozenset[str] = frozenset()
    sheriff: str | None = None
    office_known: bool = False
    alive_at_dawn: tuple[str, ...] = ()
    day: int = 0

    def partner(self, name: str) -> str | None:
        """A lover's other half."""
        return next((other for other in self.lovers if name in self.lovers and other != name), None)


def night_begins(game: Game, time: NightTime) -> datetime | None:
    """When the first slot opens: the announced nightfall, else the file's limits; None where neither is told."""
    said = [e.at for e in events(game, None, "nightfall") if abs(e.at - time.opens) < timedelta(hours=3)]
    if said:
        return said[-1]
    return time.opens if time.given else None


@clause("NC-flow-night", asks="schedule")
def slot(begins: datetime, number: int) -> tuple[datetime, datetime]:
    """A quarter of an hour of the night, end not included."""
    return begins + QUARTER * number, begins + QUARTER * (number + 1)
