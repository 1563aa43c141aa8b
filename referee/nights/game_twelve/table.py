"""游戏十二: roles, powers, what a night is resolved from and what it leaves behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.nights.deeds import Eve
from referee.nights.values import EFFECTIVE, Deed

KILLER, COMMONER, BINDER, CURSER, BLESSER, BUTTERFLY = "杀手", "庶民", "束魂", "诅咒", "庇佑", "蝴蝶夫人"
KILL, BIND, CURSE, BLESS, DANCE, PRAY = "杀人", "束魂", "诅咒", "庇佑", "共舞", "祈祷"
OWNERS: Final[Mapping[str, str]] = {
    KILL: KILLER,
    BIND: BINDER,
    CURSE: CURSER,
    BLESS: BLESSER,
    DANCE: BUTTERFLY,
    PRAY: COMMONER,
}

SUCCESS, FAILURE, FORGONE, NOTHING = "success", "failed", "forgone", "nothing"


@dataclass(frozen=True, slots=True)
class Record:
    """What one night leaves: how the kill ended, whether it was a one-strike, who was bound empty.

    `kill` NOTHING: made, and neither a success nor a failure in the rules' sense. `slain`: killer → who put him to
    death by a privilege (for the prize). `void_bind`: the bind came to nothing at all, aimed at the dance partner.
    """

    number: int
    kill: str
    onestrike: bool = False
    empty: frozenset[str] = frozenset()
    slain: tuple[tuple[str, str], ...] = ()
    void_bind: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """The night's standing orders before anything is decided: who does what to whom; the dance; the armed strike."""

    eve: Eve
    deeds: tuple[Deed, ...]
    armed: bool

    def order(self, power: str) -> Deed | None:
        """The order of a power one person (or the killers together) has, where it stands and names somebody."""
        return next((d for d in self.deeds if d.power == power and d.status == EFFECTIVE and d.targets), None)

    def aim(self, power: str) -> str | None:
        """Whom it names."""
        deed = self.order(power)
        return deed.targets[0] if deed else None

    @property
    def killers(self) -> tuple[str, ...]:
        """The living killers."""
        return self.eve.living(KILLER)

    @property
    def butterfly(self) -> str | None:
        """The living Butterfly."""
        return next(iter(self.eve.living(BUTTERFLY)), None)

    @property
    def partner(self) -> str | None:
        """Whom she dances with tonight."""
        return self.aim(DANCE)

    @property
    def onestrike(self) -> bool:
        """Is tonight's kill a one-strike? Armed alone is not enough: it has to be launched."""
        return self.armed and self.order(KILL) is not None

    @property
    def solo(self) -> bool:
        """Does one killer act alone, since no other lives?"""
        return len(self.killers) == 1
