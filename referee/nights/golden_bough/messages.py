"""金枝: which private messages hold (3.2.1, 3.6, 3.7, 3.8, 5.4, 5.7)."""

from __future__ import annotations

from typing import Final

from referee.nights.deeds import (
    Eve,
    dead,
    late,
    meant_for_the_night_before,
    missing_declaration,
    nobody,
    strangers,
    wrong_recipient,
)
from referee.nights.golden_bough.court import APPLY, CIVILIAN, KILL, PRIEST
from referee.nights.values import LATE, Deed, Refusal
from referee.rulebook import clause


@clause("GB-6.5", asks="deed")
def only_players_act(deed: Deed, eve: Eve) -> Refusal | None:
    """Powers are used by the vests of the game; a message from anybody else is nobody's."""
    if nobody(deed, eve):
        return Refusal("not-a-player", "GB-6.5", f"{deed.by or '(没有写是谁)'}不是这一局的玩家")
    return None


@clause("GB-5.7", asks="deed")
def the_dead_do_nothing(deed: Deed, eve: Eve) -> Refusal | None:
    """Whoever was announced dead before nightfall has no power; whoever dies tonight still has his."""
    if dead(deed.by, eve):
        return Refusal("dead-actor", "GB-5.7", f"{deed.by}入夜前已经死亡或出局")
    return None


@clause("GB-3.1a", asks="deed")
def a_power_of_his_own(deed: Deed, eve: Eve) -> Refusal | None:
    """A civilian has no weapon; whoever is no civilian has no branch to ask for; there are no other powers."""
    role = eve.roles[deed.by]
    if deed.power not in (KILL, APPLY):
        return Refusal("wrong-power", "GB-3.7a", f"这套规则没有{deed.power}")
    if deed.power == KILL and role == CIVILIAN:
        return Refusal("wrong-power", "GB-3.1a", f"{deed.by}没有杀人的权力")
    if deed.power == APPLY and role not in (CIVILIAN, None):
        return Refusal("wrong-power", "GB-3.2.1b", f"{deed.by}不能保管金枝")
    return None


@clause("GB-3.8", asks="deed")
def sent_to_the_messenger(deed: Deed, eve: Eve) -> Refusal | None:
    """Only messages to the god's messenger count."""
    if wrong_recipient(deed, eve):
        return Refusal("wrong-recipient", "GB-3.8", f"寄给了{deed.action.to}，没有寄给神的使者")
    return None


@clause("GB-3.7a", asks="deed")
def before_the_last_ten_minutes(deed: Deed, eve: Eve) -> Refusal | None:
    """A message counts until ten minutes before the night's nominal end."""
    if late(deed, eve):
        return Refusal("late", "GB-3.7a", f"{deed.at:%m-%d %H:%M} 已过天亮前十分钟", LATE)
    return None


@clause("GB-3.3a", asks="deed")
def one_target(deed: Deed, eve: Eve) -> Refusal | None:
    """One person a night, and one who is in the game."""
    if deed.power == KILL and len(deed.targets) > 1:
        return Refusal("too-many-targets", "GB-3.3a", "一夜只能杀一人")
    if deed.power == KILL and (unknown := strangers(deed, eve)):
        return Refusal("unknown-name", "GB-3.3a", f"没有{'、'.join(unknown)}这个玩家")
    return None


@clause("GB-3.7b", asks="deed")
def no_suicide(deed: Deed, eve: Eve) -> Refusal | None:
    """Nobody may kill himself."""
    if deed.power == KILL and deed.by in deed.targets:
        return Refusal("self-target", "GB-3.7b", f"{deed.by}不得自杀")
    return None


@clause("GB-5.4b", asks="deed")
def a_living_target(deed: Deed, eve: Eve) -> Refusal | None:
    """Only somebody alive at nightfall can be struck."""
    if deed.power == KILL and any(dead(name, eve) for name in deed.targets):
        return Refusal("dead-target", "GB-5.4b", f"{deed.target}入夜前已经死亡或出局")
    return None


@clause("GB-3.6a", asks="deed")
@clause("GB-3.6c", asks="deed")
def the_priest_declares(deed: Deed, eve: Eve) -> Refusal | None:
    """The priest's blow needs a declaration of a hundred characters; nobody else's does."""
    if deed.power != KILL or not deed.targets or eve.roles[deed.by] != PRIEST:
        return None
    wrong = missing_declaration(deed.action, eve)
    return Refusal("no-declaration", "GB-3.6a", f"{wrong}，视为放弃当夜杀人") if wrong else None


@clause("GB-3.2.1b", asks="deed")
def others_apply(deed: Deed, eve: Eve) -> Refusal | None:
    """Only another civilian can ask for the branch; its holder has it."""
    if deed.power == APPLY and deed.by == eve.memory.holder:
        return Refusal("self-target", "GB-3.2.1b", f"{deed.by}本来就保管着金枝")
    return None


@clause("GB-3.7c", asks="night")
def sent_by_day(deeds: tuple[Deed, ...], eve: Eve) -> tuple[str, ...]:
    """A message takes effect at the end of the night that follows it; one sent in an earlier night is remarked on."""
    return meant_for_the_night_before(deeds, eve)


CHECKS: Final = (
    only_players_act,
    the_dead_do_nothing,
    a_power_of_his_own,
    sent_to_the_messenger,
    before_the_last_ten_minutes,
    one_target,
    no_suicide,
    a_living_target,
    the_priest_declares,
    others_apply,
)
