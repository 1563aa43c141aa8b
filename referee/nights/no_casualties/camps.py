"""无人伤亡: who belongs to which camp once night 0 is over (身份阵营, 归群, 私奔)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.nights.no_casualties.table import (
    CUPID,
    LOVERS,
    PIPER,
    PIPERS,
    VILLAGE,
    WHITE,
    WHITE_WOLF,
    WOLF,
    WOLVES,
)
from referee.rulebook import clause
from referee.switches import House

OWN_CAMP = {WOLF: WOLVES, WHITE: WHITE_WOLF, PIPER: PIPERS}


@clause("NC-def-camps", asks="night")
def first_camps(roles: Mapping[str, str | None]) -> dict[str, str]:
    """Wolves, the white wolf and the piper have camps of their own; everybody else is of the village."""
    return {name: OWN_CAMP.get(role or "", VILLAGE) for name, role in roles.items()}


@clause("NC-whitewolf-join", asks="night")
def joined(camps: Mapping[str, str], roles: Mapping[str, str | None]) -> dict[str, str]:
    """A white wolf who joined the wolves is of their camp."""
    return {name: WOLVES if roles[name] == WHITE and camp == WHITE_WOLF else camp for name, camp in camps.items()}


@clause("NC-lovers-elope", asks="night")
@clause("NC-cupid", asks="night")
def eloped(camps: Mapping[str, str], roles: Mapping[str, str | None], lovers: tuple[str, ...]) -> dict[str, str]:
    """Lovers of one camp stay in it, of two camps they leave for their own; cupid goes where they are."""
    theirs = {camps[name] for name in lovers}
    camp = theirs.pop() if len(theirs) == 1 else LOVERS
    found = {**camps, **dict.fromkeys(lovers, camp)}
    return found | {name: camp for name, role in roles.items() if role == CUPID}


def settled(roles: Mapping[str, str | None], lovers: tuple[str, ...], joins: bool, house: House) -> dict[str, str]:
    """The camps after night 0: the white wolf's choice before the arrow, or after it by house rule."""
    camps = first_camps(roles)
    steps = ["join", "arrow"] if house["nc.n0.order"] == "join_first" else ["arrow", "join"]
    for step in steps:
        if step == "join" and joins:
            camps = joined(camps, roles)
        if step == "arrow" and len(lovers) == 2:
            camps = eloped(camps, roles, lovers)
    return camps
