"""金枝: what is announced at dawn and what is not (4.1, 6.4)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.nights.announcing import deaths_line
from referee.nights.deeds import Eve
from referee.nights.golden_bough.court import PRIEST
from referee.nights.values import Letter
from referee.rulebook import clause


def at_dawn(eve: Eve, fallen: tuple[str, ...], alive: tuple[str, ...]) -> tuple[str, ...]:
    """The public lines of a dawn: the dead, a dead priest, the silence of the last four."""
    return (deaths_line(fallen), *a_dead_priest_is_named(eve, fallen), *silence(eve, len(alive)))


@clause("GB-4.1", asks="announce")
def a_dead_priest_is_named(eve: Eve, fallen: Iterable[str]) -> tuple[str, ...]:
    """A priest killed at night is announced as priest; of nobody else who died at night the identity is told, unless
    the house tells all."""
    every = not eve.house["gb.announce.night_priest_only"]
    told = ((name, eve.roles.get(name)) for name in fallen)
    return tuple(f"{name}的身份是{role}。" for name, role in told if role == PRIEST or (every and role))


@clause("GB-3.2.1e", asks="announce")
def the_keeper_is_told(eve: Eve, keeper: str | None) -> tuple[Letter, ...]:
    """At each dawn the keeper of the coming night hears it in private."""
    return (Letter(keeper, f"第 {eve.number + 1} 夜由你保管金枝。"),) if keeper is not None else ()


@clause("GB-6.2a", asks="announce")
def last_words(fallen: Iterable[str]) -> tuple[Letter, ...]:
    """Whoever died at night may open one thread of last words by day, and may change his accusation."""
    return tuple(Letter(name, "你昨夜遇害。今天白天可以单独开一个帖子留遗言，指控凶手。") for name in fallen)


@clause("GB-6.4a", asks="announce")
def silence(eve: Eve, left: int) -> tuple[str, ...]:
    """With four left the silence begins: the dead and the onlookers stop analysing."""
    least = left == 4 if eve.house["gb.silence.at"] == "eq4" else left <= 4
    if not least or len(eve.alive) <= 4:
        return ()
    return (f"还剩 {left} 人，游戏进入默哀期：死者和旁观者从现在起不再参与分析，灌水不限。",)
