"""九天的阴谋: who is saved, poisoned, and dies of it; who counts as not killed (2.1.2, 2.1.4)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.nights.deeds import Eve
from referee.nights.nine_days.table import Ledger
from referee.rulebook import clause


@dataclass(frozen=True, slots=True)
class Blow:
    """Tonight's standing orders: whom the killers attack and by whose hand, whom the needle is for."""

    eve: Eve
    attacked: str | None
    main: str | None
    needled: str | None

    @property
    def ledger(self) -> Ledger:
        """What the nights before left."""
        found: Ledger = self.eve.memory
        return found


@clause("ND-2.1.4b", asks="night")
def saved_by_the_needle(blow: Blow) -> bool:
    """The needled player is the one attacked: he lives, and the main killer is gravely poisoned."""
    return blow.needled is not None and blow.needled == blow.attacked


@clause("ND-2.1.4c", asks="night")
@clause("ND-2.1.4d", asks="night")
def residue(blow: Blow) -> frozenset[str]:
    """The needled player was not attacked: he carries the poison for one night."""
    if blow.needled is None or blow.needled == blow.attacked:
        return frozenset()
    return frozenset({blow.needled})


@clause("ND-2.1.4c", asks="night")
def poisoned_twice(blow: Blow) -> frozenset[str]:
    """Poisoned on two nights running, he dies."""
    return residue(blow) & blow.ledger.residual


@clause("ND-2.1.2c", asks="night")
@clause("ND-2.3.2.1.2d", asks="night")
def without_a_kill(blow: Blow, assassinated: bool) -> bool:
    """A night is forgone where no order came and nobody was announced as killed; a kill the needle stopped is not
    forgone, but by house rule."""
    if blow.eve.house["nd.nokill"] == "no_death":
        return not assassinated
    return blow.attacked is None and not assassinated
