"""游戏十二: who has won and who shares the prize (8.1 to 8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.game import Event, Stage
from referee.moment import about, events, stage_by_id, voting_stages
from referee.nights.game_twelve.table import COMMONER, KILLER, Record
from referee.nights.stand import Stand, Verdict
from referee.nights.values import Question, Victory
from referee.rulebook import clause


@dataclass(frozen=True, slots=True)
class Won:
    """One side's condition met: by which clause, why."""

    clause: str
    reason: str


@clause("G12-8.1a", asks="victory")
@clause("G12-2.1b", asks="victory")
def no_killer_lives(stand: Stand) -> Won | None:
    """Every killer is gone, by whatever means, by his own hand too: the civilians have won."""
    if stand.living(KILLER) or not stand.ever(KILLER):
        return None
    return Won("G12-8.1a", "杀手全灭")


@clause("G12-8.2.1", asks="victory")
def killers_outnumber(stand: Stand) -> Won | None:
    """More killers live than all others together."""
    killers, others = len(stand.living(KILLER)), len(stand.alive) - len(stand.living(KILLER))
    return Won("G12-8.2.1", f"活着的杀手 {killers} 人，多于平民 {others} 人") if killers > others else None


@clause("G12-8.2.3", asks="victory")
def no_commoner_lives(stand: Stand) -> Won | None:
    """Every commoner has been eliminated; the specialists do not matter."""
    if stand.living(COMMONER) or not stand.ever(COMMONER):
        return None
    if not stand.house["g12.win.commoner_out_counts"] and _left(stand, COMMONER):
        return None
    return Won("G12-8.2.3", "庶民都已被消灭")


def _left(stand: Stand, role: str) -> tuple[str, ...]:
    """Those of a role who left by a penalty or an empty seat, not by death."""
    gone = [name for event in events(stand.game, stand.at, "departure", "expelled") for name in about(event)]
    return tuple(name for name in stand.ever(role) if name in gone and name not in stand.alive)


@clause("G12-8.2.2", asks="victory")
@clause("G12-8.3", asks="victory")
def equal_numbers(stand: Stand) -> tuple[Question, ...]:
    """As many killers as others: only the god can say whether the killers are sure of every day, or nobody of any."""
    killers = stand.living(KILLER)
    others = [name for name in stand.alive if name not in killers]
    if not killers or len(killers) != len(others):
        return ()
    told = "、".join(f"{name}({stand.roles[name]})" for name in others)
    said = (
        f"活着的杀手 {len(killers)} 人({'、'.join(killers)})与平民 {len(others)} 人相等：{told}。"
        "投票平局先对决，再由死者招魂，都不能决出则不处决任何人；束魂可使人当天不能投票，诅咒可加一票。"
        "杀手能否保证此后每天都只处死平民(判杀手胜)？双方是否都无法再让对方出局(判平局)？"
    )
    return (Question(said, ("G12-8.2.2", "G12-8.3")),)


def verdict(stand: Stand) -> Verdict:
    """Who has won; where both sides' conditions are met at one instant, the order of the text decides."""
    if not stand.knows_roles:
        return Verdict(notes=("有人的身份没有写，不判胜负。",))
    good, bad = no_killer_lives(stand), killers_outnumber(stand) or no_commoner_lives(stand)
    if good and bad:
        return _both(stand, good, bad)
    if good:
        return _civilians(stand, good)
    if bad:
        return Verdict(_killers(stand, bad), notes=_by_penalty(stand, COMMONER))
    return Verdict(pending=equal_numbers(stand))


def _both(stand: Stand, good: Won, bad: Won) -> Verdict:
    order = stand.house["win.order"]
    note = f"两方同时满足胜利条件：{good.clause} {good.reason}；{bad.clause} {bad.reason}。"
    if order == "prompt":
        return Verdict(pending=(Question(f"{note}判谁获胜？", (good.clause, bad.clause)),))
    if order == "killers_first":
        return Verdict(_killers(stand, bad), notes=(note,))
    found = _civilians(stand, good)
    return Verdict(found.victory, found.pending, (note, *found.notes))


def _killers(stand: Stand, won: Won) -> Victory:
    return Victory(("杀手",), stand.seated(stand.ever(KILLER)), (won.clause,), won.reason)


def _civilians(stand: Stand, won: Won) -> Verdict:
    players = stand.seated(name for name in stand.roles if name not in stand.ever(KILLER))
    sharers, notes = who_shares(stand)
    victory = Victory(("平民",), players, (won.clause, "G12-8.1b"), won.reason, stand.seated(sharers))
    return Verdict(victory, notes=(*_by_penalty(stand, KILLER), *notes))


def _by_penalty(stand: Stand, role: str) -> tuple[str, ...]:
    left = _left(stand, role)
    return (f"{'、'.join(left)}({role})是犯规出局或空缺，不是被杀或被处决，按已消灭算。",) if left else ()


@clause("G12-8.1b", asks="victory")
def who_shares(stand: Stand) -> tuple[frozenset[str], tuple[str, ...]]:
    """The prize goes to the civilians who put a killer to death, dead or alive.

    By day: whose ballot (or verdict) of the deciding round named him. By night: the binder by an empty bind, the
    Butterfly by her dance.
    """
    killers = frozenset(stand.ever(KILLER))
    records: tuple[Record, ...] = stand.memory
    found = {by for record in records for killer, by in record.slain if killer in killers}
    unread = []
    for event in events(stand.game, stand.at, "execution"):
        for killer in killers & set(about(event)):
            voters = _voters(stand, event, killer)
            if voters is None:
                unread.append(killer)
            found |= set(voters or ())
    notes = (f"没有读到处决{'、'.join(unread)}那一天的票，分享奖金的人没有列全。",) if unread else ()
    return frozenset(found) - killers, notes


def _voters(stand: Stand, event: Event, killer: str) -> tuple[str, ...] | None:
    """Whose ballots executed him; None where nobody read the ballots."""
    for stage in _deciding(stand, event):
        tally = stand.tally_of(stage.id or "")
        if tally is not None:
            named = [b.voter for b in tally.ballots if b.status == "counted" and killer in b.targets]
            return tuple(dict.fromkeys(named))
    return None


def _deciding(stand: Stand, event: Event) -> Iterator[Stage]:
    """The stages that may have decided an execution, the last first."""
    found = [s for s in voting_stages(stand.game) if _executes(stand, s) and s.opens and s.opens <= event.at]
    last = max((s.day for s in found if s.day is not None), default=None)
    yield from sorted((s for s in found if s.day in (None, last)), key=lambda s: s.opens or event.at, reverse=True)


def _executes(stand: Stand, stage: Stage) -> bool:
    """A jury's day, an execution vote, or a runoff of one."""
    root: Stage | None = stage
    for _ in stand.game.stages:
        if root is None or root.kind != "runoff":
            break
        root = stage_by_id(stand.game, root.after)
    return root is not None and root.kind in ("jury", "execution")
