"""金枝: who rises, who succeeds a dead priest, when there is none (3.2.2, 3.3, 3.4, 3.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.nights.golden_bough.court import CHALLENGER, ESCAPEE, PRIEST, Dawn, Raid
from referee.nights.values import Question
from referee.rulebook import clause
from referee.switches import House


def rise_by_the_branch(dawn: Dawn, raid: Raid, breakers: tuple[str, ...], alive: tuple[str, ...]) -> Dawn:
    """Whoever broke the branch and lives is a challenger at dawn; the dead rise by house rule only."""
    for name in breakers:
        if name in alive:
            by = "GB-3.3b" if len(breakers) > 1 else "GB-3.2.2b"
            dawn = dawn.turned(name, CHALLENGER, by, "杀中金枝，升格为挑战者").risen(name)
        elif raid.eve.house["gb.dead_promotes"]:
            dawn = dawn.risen(name)
    return dawn


def succeed_the_priest(dawn: Dawn, raid: Raid, slayers: tuple[str, ...], alive: tuple[str, ...]) -> Dawn:
    """What follows when the priest is dead: the mixed and the pure cases, each by its clause."""
    challengers = tuple(name for name in slayers if raid.role(name) == CHALLENGER)
    escapees = tuple(name for name in slayers if raid.role(name) == ESCAPEE)
    if not challengers:
        return escapees_killed_the_priest(dawn, escapees, alive)
    if escapees:
        dawn = escapees_helped(dawn, raid, challengers, escapees, alive)
    if len(challengers) == 1:
        return one_challenger_succeeds(dawn, challengers[0], bool(escapees), alive)
    return several_leave_no_priest(dawn, challengers)


@clause("GB-3.3e", asks="night")
def escapees_killed_the_priest(dawn: Dawn, escapees: tuple[str, ...], alive: tuple[str, ...]) -> Dawn:
    """One escapee alone becomes priest directly; several together all become challengers."""
    living = [name for name in escapees if name in alive]
    if len(escapees) == 1:
        for name in living:
            dawn = dawn.turned(name, PRIEST, "GB-3.3e", "独自杀死祭司，直接升格为祭司").risen(name)
        return dawn
    for name in living:
        dawn = dawn.turned(name, CHALLENGER, "GB-3.3e", "与人一同杀死祭司，升格为挑战者").risen(name)
    return replace(dawn, court=replace(dawn.court, cokillers=frozenset(escapees)))


@clause("GB-3.4e", asks="night")
def escapees_helped(
    dawn: Dawn, raid: Raid, challengers: tuple[str, ...], escapees: tuple[str, ...], alive: tuple[str, ...]
) -> Dawn:
    """Escapees who struck the priest together with challengers become challengers themselves."""
    for name in escapees:
        if name in alive:
            dawn = dawn.turned(name, CHALLENGER, "GB-3.4e", "与挑战者一同杀死祭司，升格为挑战者").risen(name)
    uneven = (len(challengers) == 1) != (len(escapees) == 1)
    if uneven and raid.eve.house["gb.mixed"] == "prompt":
        said = f"挑战者{'、'.join(challengers)}与逃奴{'、'.join(escapees)}同夜杀中祭司，规则没有写这种人数：谁继任？"
        return replace(dawn, pending=(*dawn.pending, Question(said, ("GB-3.4e",))))
    return dawn


@clause("GB-3.4b", asks="night")
def one_challenger_succeeds(dawn: Dawn, name: str, helped: bool, alive: tuple[str, ...]) -> Dawn:
    """The challenger who alone killed the priest is the next priest, if he lives to see the dawn."""
    if name in alive:
        return dawn.turned(name, PRIEST, "GB-3.4e" if helped else "GB-3.4b", "杀死祭司，继任祭司")
    return dawn.saying("GB-3.4b", f"{name}杀死祭司，但同夜死去，不能继任")


@clause("GB-3.4c", asks="night")
def several_leave_no_priest(dawn: Dawn, challengers: tuple[str, ...]) -> Dawn:
    """Several challengers who killed the priest together: none succeeds until only one is left."""
    dawn = replace(dawn, court=replace(dawn.court, cokillers=frozenset(challengers)))
    return dawn.saying("GB-3.4c", f"{'、'.join(challengers)}同时杀死祭司，谁也不继任，暂时没有祭司")


@clause("GB-3.5d", asks="night")
@clause("GB-3.5e", asks="night")
def the_only_challenger_is_priest(
    dawn: Dawn, before: Mapping[str, str | None], alive: tuple[str, ...], house: House
) -> Dawn:
    """Without a priest the only living challenger is priest at once, also one who has only just risen."""
    if any(dawn.roles.get(name) == PRIEST for name in alive):
        return dawn
    left = [name for name in alive if dawn.roles.get(name) == CHALLENGER]
    if len(left) > 1 and house["gb.interregnum"] == "cokillers":
        left = [name for name in left if name in dawn.court.cokillers]
    if len(left) != 1:
        return dawn
    name = left[0]
    if before.get(name) == ESCAPEE:
        return dawn.turned(name, PRIEST, "GB-3.5e", "升格时没有祭司也没有别的挑战者，直接担任祭司")
    return dawn.turned(name, PRIEST, "GB-3.5d", "是仅剩的挑战者，没有祭司，由他担任祭司")
