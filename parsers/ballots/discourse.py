"""From the things said in a post to what it says as a whole: the last meant holds, unless nothing tells which is meant."""

from __future__ import annotations

from parsers.ballots.frames import Said
from parsers.ballots.mood import CONDITIONAL, SURE, UNSURE, VOID
from parsers.ballots.objects import ABSTAIN, Scope

_BALLOT = ("vote", "change", "abstain", "unvote")
_MANY = frozenset({"election", "by-election"})


def verdict(things: list[Said], scope: Scope) -> Said:
    """The one statement that holds for the post, newly made where several join into one."""
    own = [one for one in things if one.kind != "delegate"]
    meant = _of_stage([one for one in own if one.status == SURE and one.kind in _BALLOT], scope)
    unsure = [one for one in own if one.status == UNSURE]
    conditions = [one for one in own if one.status == CONDITIONAL]
    if not meant:
        return _without(things, unsure, conditions)
    last = meant[-1]
    if conditions:
        return _asked("conditional", conditions[-1], conditions[-1].why or "带条件")
    denied = [one for one in own if one.kind == "not" and one.status == VOID]
    if last.kind == "vote" and len(meant) > 1 and _many(scope):
        last = _joined(meant)
    elif len(meant) > 1:
        rivals = [one for one in meant[:-1] if one.kind == "vote" and set(one.players) != set(last.players)]
        if rivals and last.kind == "vote" and not last.fix and not _in_turn(rivals[-1], last):
            return _asked(
                "ambiguous",
                last,
                "同一帖里投了不同的人，看不出以哪个为准",
                tuple(dict.fromkeys(p for one in meant for p in one.players)),
            )
    if last.kind == "vote" and denied and set(scope.context.standing) & {p for one in denied for p in one.players}:
        last.kind, last.old = "change", tuple(p for one in denied for p in one.players)[:1]
    return _checked(last, scope)


def _without(things: list[Said], unsure: list[Said], conditions: list[Said]) -> Said:
    handed = [one for one in things if one.kind == "delegate"]
    if handed:
        first = handed[0]
        first.proxies = tuple(dict.fromkeys(pair for one in handed for pair in one.proxies))
        return first
    if conditions:
        return _asked("conditional", conditions[-1], conditions[-1].why)
    if unsure:
        names = tuple(dict.fromkeys(p for one in unsure for p in one.players if p != ABSTAIN))
        return _asked("ambiguous", unsure[-1], unsure[-1].why, names)
    if things:
        none = things[-1]
        return Said("none", VOID, none.found, start=none.start, end=none.end, why=none.why)
    return Said("none", VOID, why="没有投票的话")


def _of_stage(meant: list[Said], scope: Scope) -> list[Said]:
    """Where ballots for two stages stand in one post, those of the stage that is counted."""
    stage = scope.context.stage
    named = {one.stage for one in meant if one.stage}
    if stage and len(named) > 1 and stage in named:
        return [one for one in meant if one.stage in (stage, None)]
    return meant


def _many(scope: Scope) -> bool:
    allowed = scope.context.names_per_ballot
    return allowed > 1 if allowed is not None else scope.context.stage in _MANY


def _joined(meant: list[Said]) -> Said:
    last = meant[-1]
    start = max((i for i, one in enumerate(meant) if one.fix or one.kind != "vote"), default=0)
    rows = meant[start:]
    last.found = tuple(one for thing in rows for one in thing.found)
    last.players = tuple(dict.fromkeys(p for thing in rows for p in thing.players))
    last.start, last.choice = rows[0].start, any(thing.choice for thing in rows)
    return last


def _in_turn(first: Said, last: Said) -> bool:
    return False


def _checked(one: Said, scope: Scope) -> Said:
    """A sure statement whose names are not sure is a question."""
    if one.kind in ("abstain", "unvote"):
        return one
    if one.choice:
        return _asked("ambiguous", one, "在几个人之间没有选定", one.players)
    for found in one.found:
        if found.sort == "judge":
            return _asked("ambiguous", one, f"{found.words} 是法官，不是玩家", tuple(scope.roster.judges[:1]))
        if found.sort == "floor":
            return _asked("ambiguous", one, "只写了楼层，楼层会变", ())
        if found.sort in ("other", "op", "nobody", "who", "unknown") and not found.players:
            return _asked("ambiguous", one, f"“{found.words}”不是名单上的人", ())
        if len(found.players) > 1:
            return _asked("ambiguous", one, f"“{found.words}”可以是{'、'.join(found.players)}", one.players)
        if found.how == "near":
            return _asked("ambiguous", one, f"没有“{found.words}”，是不是{'、'.join(found.players)}？", one.players)
        if found.how == "order":
            return _asked("ambiguous", one, "这一局没有编号，数字不知道指谁", one.players)
        if not found.players:
            return _asked("ambiguous", one, f"不知道“{found.words}”指谁", ())
    if len(one.players) > 1 and not _many(scope):
        return _asked("ambiguous", one, "一票写了几个名字", one.players)
    return one


def _asked(kind: str, one: Said, why: str, players: tuple[str, ...] | None = None) -> Said:
    names = one.players if players is None else players
    return Said(
        kind, UNSURE, one.found, start=one.start, end=one.end, why=why, players=tuple(p for p in names if p != ABSTAIN)
    )
