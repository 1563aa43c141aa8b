"""Private actions read and sifted: which hold, which do not and why, which message of several is the last.

A rule set gives its checks, one per clause, in the order of precedence; what a check says here is only how to find
the trouble, never which clause forbids it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from referee.game import Action, Game
from referee.moment import about, events
from referee.nights.calendar import NightTime
from referee.nights.days import TallyOf, no_ballots
from referee.nights.values import EFFECTIVE, LATE, REPLACED, VOID, Death, Deed, Question, Refusal, Step
from referee.switches import House

TEN_MINUTES: Final = timedelta(minutes=10)
MESSENGER: Final = "神的使者"


@dataclass(frozen=True, slots=True)
class Eve:
    """What stands when a night begins.

    `alive` in seat order; `roles` by seat (None: the file does not say); `memory` what the rule set kept of the
    nights before; `house` the switches with their defaults, and which were asked for.
    `announced`: who was made public at its end, by kind of event (None: nothing yet, what is computed stands).
    `gone`: who left the game during the night without dying of it. `top`: the unique highest of the day before.
    `tally_of`: a stage's ballots counted, where somebody did. `since`: the last moment of the night before, if known.
    """

    game: Game
    number: int
    time: NightTime
    alive: tuple[str, ...]
    roles: Mapping[str, str | None]
    memory: Any
    house: House
    announced: Mapping[str, frozenset[str]] | None = None
    gone: frozenset[str] = frozenset()
    top: str | None = None
    tally_of: TallyOf = no_ballots
    since: datetime | None = None

    def left(self, fallen: Iterable[str]) -> tuple[str, ...]:
        """Who is left at dawn: the living of nightfall but the fallen and those who left meanwhile."""
        out = {*fallen, *self.gone}
        return tuple(name for name in self.alive if name not in out)

    def as_announced(self, computed: Iterable[Death]) -> tuple[Death, ...]:
        """The night's dead in seat order: as computed, unless the announcement says otherwise."""
        found = {death.player: death for death in computed}
        if self.announced is None:
            return tuple(found[name] for name in self.alive if name in found)
        told = self.announced.get("death", frozenset())
        return tuple(found.get(name) or self._announced(name) for name in self.alive if name in told)

    def _announced(self, name: str) -> Death:
        said = [e for e in events(self.game, None, "death") if name in about(e)]
        cause = said[-1].cause if said else None
        return Death(name, cause or "法官公布", cause)

    def living(self, *roles: str) -> tuple[str, ...]:
        """The living of these roles, in seat order."""
        return tuple(name for name in self.alive if self.roles.get(name) in roles)


Check = Callable[[Deed, Eve], Refusal | None]


def deeds_of(eve: Eve) -> tuple[Deed, ...]:
    """The night's actions as the file has them, oldest first; equal times in an order no entry decides."""
    taken = [a for a in eve.game.actions if a.night == eve.number and a.stage is None]
    deeds = [Deed(a, a.by or "", a.power, a.targets) for a in taken]
    return tuple(sorted(deeds, key=_order))


def _order(deed: Deed) -> tuple[datetime, str, str, tuple[str, ...]]:
    return (deed.at or datetime.max, deed.by, deed.power, deed.targets)


def sift(deeds: Iterable[Deed], eve: Eve, checks: Iterable[Check]) -> tuple[Deed, ...]:
    """Each deed with its first refusal, if a check has one."""
    checks = tuple(checks)
    return tuple(_checked(deed, eve, checks) for deed in deeds)


def _checked(deed: Deed, eve: Eve, checks: tuple[Check, ...]) -> Deed:
    refusal = next((found for check in checks if (found := check(deed, eve))), None)
    return refused(deed, refusal) if refusal else deed


def refused(deed: Deed, why: Refusal) -> Deed:
    """The deed with a refusal written on it."""
    return replace(deed, status=why.status, code=why.code, clauses=(why.clause,), reason=why.reason)


def judged(deed: Deed, status: str, clause: str, reason: str, code: str = "") -> Deed:
    """The deed with its outcome: what became of it, by which clause, in Chinese why."""
    return replace(deed, status=status, clauses=(clause,), reason=reason, code=code)


def holds(deed: Deed) -> bool:
    """Is the deed still in force?"""
    return deed.status not in (VOID, LATE, REPLACED)


def latest(
    deeds: tuple[Deed, ...], clause: str, same: Callable[[Deed], object] | None = None
) -> tuple[tuple[Deed, ...], tuple[Question, ...]]:
    """Of several standing messages for one thing the last one holds; the others are replaced.

    `same` tells which messages are for one thing (default: one player, one power). Two that cannot be put in order
    (one minute, or no time noted) hold neither: that is a question.
    """
    key = same or (lambda deed: (deed.by, deed.power))
    groups: dict[object, list[Deed]] = {}
    for deed in filter(holds, deeds):
        groups.setdefault(key(deed), []).append(deed)
    told: dict[int, Deed] = {}
    questions = []
    for group in groups.values():
        verdicts, question = _last_of(group, clause)
        told |= {id(old): new for old, new in zip(group, verdicts, strict=True)}
        questions += [question] if question else []
    return tuple(told.get(id(deed), deed) for deed in deeds), tuple(questions)


def _last_of(group: list[Deed], clause: str) -> tuple[list[Deed], Question | None]:
    if len(group) == 1:
        return group, None
    timed = all(deed.at for deed in group)
    last = [deed for deed in group if deed.at == group[-1].at] if timed else group
    if len({(deed.by, deed.targets) for deed in last}) > 1:
        said = "、".join(f"{deed.by}{deed.power}{'、'.join(deed.targets) or '(没有写)'}" for deed in last)
        when = f"都是 {last[0].at:%m-%d %H:%M}" if timed else "没有写时刻"
        asked = Question(f"{said}，{when}，分不出哪一个在后：以哪一个为准？把先后写进 at。", (clause,))
        open_ = [judged(deed, VOID, clause, f"与另一条分不出先后({when})", "which-last") for deed in group]
        return open_, asked
    kept = last[-1]
    reason = f"后来改为{'、'.join(kept.targets) or '不指名'}" + (f"({kept.at:%m-%d %H:%M})" if kept.at else "")
    return [deed if deed is kept else judged(deed, REPLACED, clause, reason, "replaced") for deed in group], None


# --- how to find the trouble -------------------------------------------------------------------------------------


def nobody(deed: Deed, eve: Eve) -> bool:
    """The sender is no player."""
    return deed.by not in eve.roles


def dead(name: str, eve: Eve) -> bool:
    """Announced dead or out before the night began."""
    return name not in eve.alive


def strangers(deed: Deed, eve: Eve) -> tuple[str, ...]:
    """Targets nobody knows."""
    return tuple(name for name in deed.targets if name not in eve.roles)


def wrong_recipient(deed: Deed, eve: Eve) -> bool:
    """Sent to somebody else than the god's messenger (any judge where the game has no such account)."""
    to = deed.action.to
    judges = eve.game.judges
    return to is not None and to != MESSENGER and (MESSENGER in judges or to not in judges)


def late(deed: Deed, eve: Eve, margin: timedelta = TEN_MINUTES) -> bool:
    """Sent after the last moment for changes (the end of the night less the margin), where the file has an end."""
    limit = last_moment(eve.time, margin)
    return limit is not None and deed.at is not None and deed.at > limit


def last_moment(time: NightTime, margin: timedelta = TEN_MINUTES) -> datetime | None:
    """The last moment a message counts: the nominal end less the margin; None where the file gives no end."""
    return time.ends - margin if time.ends else None


def steps_of(deeds: Iterable[Deed]) -> list[Step]:
    """Each judged deed as a step of the trail."""
    return [
        Step(deed.clauses[0], f"{deed.by}{deed.power}{'、'.join(deed.targets)}：{deed.reason}")
        for deed in deeds
        if deed.clauses
    ]


def ten_minutes_before(time: NightTime) -> tuple[tuple[str, datetime], ...]:
    """What a night ends with where changes stop ten minutes before dawn."""
    if time.ends is None:
        return ()
    return (("最后更改(天亮前十分钟)", time.ends - TEN_MINUTES), ("天亮", time.ends))


def effective(deeds: Iterable[Deed], *powers: str) -> tuple[Deed, ...]:
    """The deeds of these powers that hold and have not come to nothing."""
    return tuple(deed for deed in deeds if deed.status == EFFECTIVE and deed.power in powers)


def meant_for_the_night_before(deeds: Iterable[Deed], eve: Eve) -> tuple[str, ...]:
    """Notes on messages sent while the night before still took them: the file's night number holds."""
    if eve.since is None:
        return ()
    early = [d for d in deeds if d.at is not None and d.at <= eve.since]
    which = f"按时刻属于第 {eve.number - 1} 夜；文件写的是第 {eve.number} 夜，按文件"
    return tuple(f"{d.by}的{d.power}寄于 {d.at:%m-%d %H:%M}，{which}。" for d in early)


def missing_declaration(action: Action, eve: Eve, least: int = 100) -> str | None:
    """What is wrong with the declaration a kill needs, in Chinese; None where it will do.

    The judge's refusal weighs most; his explicit acceptance spares the count.
    """
    if action.accepted is False:
        return "法官没有通过这篇杀人宣言"
    if action.accepted is True and action.text_length is None:
        return None
    if action.text_length is None:
        return "没有交杀人宣言(没有写 text_length)"
    if action.text_length < least:
        return f"杀人宣言 {action.text_length} 字，不到 {least} 字"
    return None
