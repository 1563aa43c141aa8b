"""From the things said in a post to what it says as a whole: the last meant holds, unless nothing tells which is meant."""

from __future__ import annotations

import re
from dataclasses import replace

from parsers.ballots.objects import ABSTAIN, UNCLEAR, Scope
from parsers.ballots.said import CONDITIONAL, SURE, UNSURE, VOID, Said

_BALLOT = frozenset({"vote", "change", "abstain", "unvote"})
_MEANT = _BALLOT | {"delegate"}


def verdict(things: list[Said], scope: Scope) -> Said:
    """The one statement that holds for the post, newly made where several join into one."""
    own = [one for one in things if one.kind != "delegate"]
    meant = _of_stage([one for one in own if one.status == SURE and one.kind in _BALLOT], scope)
    unsure = [one for one in own if one.status == UNSURE]
    conditions = [one for one in own if one.status == CONDITIONAL]
    if not meant:
        return _without(things, own, unsure, conditions)
    if conditions and not conditions[-1].bare:
        return _asked("conditional", conditions[-1], conditions[-1].why or "带条件")
    last = _last(meant, own, scope)
    if last.kind == "ambiguous":
        return last
    if last.kind == "vote" and last.fix and len(meant) == 1 and scope.context.standing and not scope.many:
        last = replace(last, kind="change")  # 投错了，应该投X
    denied = [p for one in own if one.kind == "not" for p in one.players]
    if last.kind == "vote" and set(denied) & set(scope.context.standing):
        last = replace(
            last,
            kind="change",
            old=tuple(p for p in denied if p in scope.context.standing)[:1],
        )
    if scope.many and last.kind == "vote":
        open_ = [one for one in unsure if one.players and not one.bare and one.kind in ("vote", "ambiguous")]
        if open_:
            names = tuple(dict.fromkeys(p for one in (last, *open_) for p in one.players))
            return _asked("ambiguous", open_[0], open_[0].why, names)
    doubted = next((one for one in unsure if _doubts(one, last)), None)
    if doubted:
        return _asked(
            "ambiguous",
            doubted,
            doubted.why,
            tuple(dict.fromkeys((*last.players, *doubted.players))),
        )
    return checked(last, scope)


def settled(things: list[Said]) -> bool:
    """Whether something said is surely a ballot."""
    return any(one.status == SURE and one.kind in _MEANT and not _names_old(one) for one in things)


def _names_old(one: Said) -> bool:
    """原票X作废: the old one is named, the new one may stand alone."""
    return one.kind == "unvote" and (bool(one.players) or one.past)


def with_bare(things: list[Said], bare: list[Said]) -> list[Said]:
    """The things said, and bare names where nothing else makes a ballot.

    A bare name that is sure settles what earlier sentences left open (投X也没用。Y。) or what followed nobody (跟警长，Y).
    """
    unsettled = [one for one in things if one.status in (UNSURE, CONDITIONAL) and one.kind != "hedge"]
    if any(_names_old(one) for one in things):
        old = {p for one in things for p in one.players}
        bare = [one for one in bare if one.status == SURE and not set(one.players) & old]
    if not unsettled:
        return [*things, *bare]
    if any(one.status == CONDITIONAL and not one.bare for one in unsettled):
        return things
    if bare and all(one.status == CONDITIONAL for one in unsettled):
        return [*(one for one in things if one.status != CONDITIONAL), *bare]  # 随便吧，X
    last = max((one.sentence for one in unsettled if not one.bare and one.players), default=-1)
    settled = [one for one in bare if one.status == SURE and one.sentence > last]
    if not settled:
        return things
    return [*(one for one in things if one.status == VOID or one.kind == "hedge"), *settled]


def _doubts(one: Said, last: Said) -> bool:
    """Whether an unsure statement takes the certainty from the sure one before it: 投X吧？我不确定."""
    return one.kind == "hedge" and (one.start >= last.start or bool(one.players))


def _last(meant: list[Said], own: list[Said], scope: Scope) -> Said:
    last = meant[-1]
    if last.kind == "unvote" and last.past and any(one.kind in ("vote", "change") for one in meant):
        last = next(one for one in reversed(meant) if one.kind in ("vote", "change"))
    if len(meant) == 1:
        return last
    if last.kind == "vote" and scope.many:
        return _together(meant)
    changed = next((one for one in meant[:-1] if one.kind == "change"), None)
    if last.kind == "vote" and last.fix and changed:
        return replace(last, kind="change", old=last.old or changed.old)
    if last.kind == "vote" and meant[-2].kind == "unvote":
        return replace(last, kind="change", old=last.old or meant[-2].players)
    rivals = [one for one in meant[:-1] if one.kind in ("vote", "abstain") and set(one.players) != set(last.players)]
    rivals = [one for one in rivals if one.players or one.found[:1] == () or one.found[0].sort != "you"]
    if rivals and last.kind in ("vote", "abstain") and not last.fix and not last.old:
        names = tuple(dict.fromkeys(p for one in meant for p in one.players))
        return _asked("ambiguous", last, "同一帖里投了不同的人，看不出以哪个为准", names)
    return last


def _without(things: list[Said], own: list[Said], unsure: list[Said], conditions: list[Said]) -> Said:
    handed = [one for one in things if one.kind == "delegate"]
    if handed:
        pairs = dict.fromkeys(pair for one in handed for pair in one.proxies)
        return replace(handed[0], proxies=tuple(pairs))
    if conditions:
        open_ = [p for one in unsure for p in one.players]
        names = conditions[-1].players or tuple(dict.fromkeys(open_))
        return _asked("conditional", conditions[-1], conditions[-1].why, names)
    unsure = [one for one in unsure if one.kind != "hedge" or one.players]
    if unsure:
        names = tuple(dict.fromkeys(p for one in unsure for p in one.players if p != ABSTAIN))
        return _asked("ambiguous", unsure[-1], unsure[-1].why, names)
    if own:
        last = own[-1]
        return Said("none", VOID, last.found, start=last.start, end=last.end, why=last.why)
    return Said("none", VOID, why="没有投票的话")


def _of_stage(meant: list[Said], scope: Scope) -> list[Said]:
    """Where ballots for two stages stand in one post, those of the stage that is counted."""
    stage = scope.context.stage
    named = {one.stage for one in meant if one.stage}
    if stage and stage in named and len(named) > 1:
        return [one for one in meant if one.stage == stage]
    if stage and len(named) == 1 and stage not in named and named & set(scope.context.also_open):
        return [one for one in meant if one.stage is None and one.kind == "abstain"]  # 不罢免，补选X
    return meant


def _together(meant: list[Said]) -> Said:
    """The names of several statements as one ballot, from the last correction on."""
    start = max(
        (place for place, one in enumerate(meant) if one.fix or one.kind != "vote"),
        default=0,
    )
    rows = [one for one in meant[start:] if one.kind in ("vote", "change")] or meant[-1:]
    return replace(
        rows[-1],
        found=tuple(found for one in rows for found in one.found),
        players=tuple(dict.fromkeys(p for one in rows for p in one.players)),
        start=rows[0].start,
        choice=any(one.choice for one in rows),
    )


def checked(one: Said, scope: Scope) -> Said:
    """A sure statement whose names are not sure is a question."""
    if one.kind in ("abstain", "unvote"):
        return one
    if one.choice:
        return _asked("ambiguous", one, "在几个人之间没有选定")
    for found in one.found:
        doubt = _doubt(found.sort, found.how, found.words, found.players)
        if doubt:
            players = tuple(scope.roster.judges[:1]) if found.sort == "judge" else one.players
            return _asked("ambiguous", one, doubt, players)
    if len(one.players) > 1 and not scope.many:
        return _asked("ambiguous", one, "一票写了几个名字")
    return one


def _doubt(sort: str, how: str, words: str, players: tuple[str, ...]) -> str:
    if sort == "judge":
        return f"“{words}”是法官，不是玩家"
    if sort == "floor":
        return "只写了楼层，楼层会变"
    if not players:
        return "不知道“自己”是谁" if sort in ("self", "me") else f"“{words}”不是名单上的人"
    if len(players) > 1:
        return f"“{words}”可以是{'、'.join(players)}"
    if how == "near":
        return f"名单上没有“{words}”，是不是{players[0]}？"
    if how == "order":
        return "这一局没有编号，不知道数字指谁"
    if how == "word":
        return f"“{words}”是玩家，也可以是平常的词"
    if how == "piece":
        return f"“{words}”只是名字里的一个字"
    return ""


def _asked(kind: str, one: Said, why: str, players: tuple[str, ...] | None = None) -> Said:
    names = one.players if players is None else players
    return Said(
        kind,
        UNSURE,
        one.found,
        tuple(p for p in names if p != ABSTAIN),
        start=one.start,
        end=one.end,
        why=why,
    )


__all__ = ["UNCLEAR", "checked", "re", "verdict"]
