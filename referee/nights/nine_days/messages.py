"""九天的阴谋: which orders hold (2.1.2, 2.1.4, 2.3.2.1, 2.4)."""

from __future__ import annotations

from typing import Final

from referee.nights.deeds import Eve, dead, holds, judged, nobody, strangers
from referee.nights.nine_days.table import ASSASSINATE, CHECK, CLAUSE_OF, NEEDLES, OWNERS, POISON, Ledger, orders_close
from referee.nights.values import LATE, VOID, Deed, Question, Refusal
from referee.rulebook import clause


@clause("ND-2.1", asks="deed")
def the_living_act(deed: Deed, eve: Eve) -> Refusal | None:
    """Only living players have their powers; a poisoned one lives until he is announced dead."""
    if nobody(deed, eve):
        return Refusal("not-a-player", "ND-2.1", f"{deed.by or '(没有写是谁)'}不是这一局的玩家")
    if dead(deed.by, eve):
        return Refusal("dead-actor", "ND-2.1", f"{deed.by}入夜前已经死亡或出局")
    ledger: Ledger = eve.memory
    if deed.by in ledger.due and not eve.house["nd.poison.acts"]:
        return Refusal("poisoned", "ND-2.1.4b", f"{deed.by}已中剧毒，当夜不能行动")
    return None


@clause("ND-2.3.2.1.2a", asks="deed")
@clause("ND-2.3.2.1.1a", asks="deed")
@clause("ND-2.2.2.1.3", asks="deed")
def a_power_of_his_own(deed: Deed, eve: Eve) -> Refusal | None:
    """Killers assassinate, the Needle poisons, police check; nobody else does."""
    role = eve.roles[deed.by]
    if deed.power not in OWNERS or (role is not None and OWNERS[deed.power] != role):
        return Refusal("wrong-power", CLAUSE_OF.get(deed.power, "ND-2.1"), f"{deed.by}没有{deed.power}的权力")
    return None


@clause("ND-2.3.2.2d", asks="deed")
def the_judge_has_it(deed: Deed, eve: Eve) -> Refusal | None:
    """An order goes to the judge, and one by QQ counts only once he has confirmed it."""
    if deed.action.accepted is False:
        return Refusal("unconfirmed", "ND-2.3.2.2d", "法官没有确认收到")
    if deed.action.to is not None and eve.game.judges and deed.action.to not in eve.game.judges:
        return Refusal("wrong-recipient", "ND-2.3.2.2d", f"发给了{deed.action.to}，没有发给法官")
    return None


@clause("ND-2.4b", asks="deed")
def before_eight_in_the_evening(deed: Deed, eve: Eve) -> Refusal | None:
    """Orders are taken from the start of the night for eight hours, 12:00 to 20:00."""
    limit = orders_close(eve.time)
    if limit is not None and deed.at is not None and deed.at >= limit:
        return Refusal("late", "ND-2.4b", f"{deed.at:%m-%d %H:%M} 已过 {limit:%H:%M}", LATE)
    return None


@clause("ND-2.1.2b", asks="deed")
@clause("ND-2.1.3b", asks="deed")
def one_target(deed: Deed, eve: Eve) -> Refusal | None:
    """One player, any player who lives."""
    named = CLAUSE_OF.get(deed.power, "ND-2.1")
    if len(deed.targets) > 1:
        return Refusal("too-many-targets", named, f"{deed.power}一夜只能写一个人")
    if unknown := strangers(deed, eve):
        return Refusal("unknown-name", named, f"没有{'、'.join(unknown)}这个玩家")
    if any(dead(name, eve) for name in deed.targets):
        return Refusal("dead-target", named, f"{deed.targets[0]}入夜前已经死亡或出局")
    return None


@clause("ND-2.3.2.1.2a", asks="deed")
def a_main_killer_is_named(deed: Deed, eve: Eve) -> Refusal | None:
    """A kill names its main killer; one that does not is its sender's, unless the house has it void."""
    if deed.power != ASSASSINATE or deed.action.main or eve.house["nd.main.default"] == "sender":
        return None
    return Refusal("no-main-killer", "ND-2.3.2.1.2a", "暗杀没有写主杀")


@clause("ND-2.1.4a", asks="deed")
def three_needles_in_all(deed: Deed, eve: Eve) -> Refusal | None:
    """The Needle has three needles for the whole game; whether one may be for himself is the house's reading."""
    if deed.power != POISON or not deed.targets:
        return None
    if eve.memory.used >= NEEDLES:
        return Refusal("spent", "ND-2.1.4a", "三枚银针已经用完")
    if deed.by in deed.targets and not eve.house["nd.needle.self"]:
        return Refusal("self-target", "ND-2.1.4a", "不能对自己用银针")
    return None


CHECKS: Final = (
    the_living_act,
    a_power_of_his_own,
    the_judge_has_it,
    before_eight_in_the_evening,
    one_target,
    a_main_killer_is_named,
    three_needles_in_all,
)


@clause("ND-2.1.4a", asks="night")
def one_needle_a_night(deeds: tuple[Deed, ...]) -> tuple[tuple[Deed, ...], tuple[Question, ...]]:
    """The first needle of a night is used; a second is refused. Two that cannot be put in order are a question."""
    needles = [d for d in deeds if d.power == POISON and holds(d) and d.targets]
    if len(needles) < 2:
        return deeds, ()
    timed = all(d.at for d in needles)
    first = [d for d in needles if d.at == needles[0].at] if timed else needles
    if len({d.targets for d in first}) > 1:
        told = "、".join("、".join(d.targets) for d in first)
        asked = Question(f"一夜只能用一枚银针，对{told}的施毒分不出先后：用在谁身上？把先后写进 at。", ("ND-2.1.4a",))
        return _refused(deeds, needles, "which-first", "分不出先后"), (asked,)
    return _refused(deeds, needles[1:], "second-needle", f"当夜的银针已用在{needles[0].targets[0]}身上"), ()


def _refused(deeds: tuple[Deed, ...], which: list[Deed], code: str, reason: str) -> tuple[Deed, ...]:
    chosen = {id(deed) for deed in which}
    return tuple(judged(d, VOID, "ND-2.1.4a", reason, code) if id(d) in chosen else d for d in deeds)


@clause("ND-2.3.2.1.2c", asks="night")
def together(deed: Deed) -> object:
    """Killers have one order between them a night, the last that came in time; so have the police."""
    return deed.power if deed.power in (ASSASSINATE, CHECK) else (id(deed),)
