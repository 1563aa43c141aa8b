"""Read a post as a careful judge would: what it says as a ballot, in which words, and why."""

from __future__ import annotations

import re

from parsers.ballots.bare import bare_names
from parsers.ballots.clauses import Clause, clauses
from parsers.ballots.discourse import verdict
from parsers.ballots.frames import frames
from parsers.ballots.mood import OTHERS, Flow
from parsers.ballots.objects import ABSTAIN, Objects, Scope
from parsers.ballots.own_words import own_words
from parsers.ballots.proxies import handed_in
from parsers.ballots.reading import Context, NameFound, Reading, Statement
from parsers.ballots.said import CONDITIONAL, SURE, UNSURE, VOID, Said, said
from parsers.ballots.strange import strange
from parsers.ballots.tidy import tidy
from parsers.ballots.tokens import scanner
from parsers.ballots.unread import unread
from parsers.folding import Folded, fold
from parsers.names import Roster

_NOTHING = Reading("none", why="没有投票的话，也没有提到玩家")
_SPEAKS = frozenset("VPTCZABUv1f→")
_NAMES_ONLY = frozenset("NnsajS、,+&/[]*~…@:-\n!。1i")


def read(text: str, roster: Roster, context: Context) -> Reading:
    """What `text` (a post's body, UBB allowed) says as a ballot of `context.author` in a game of `roster`."""
    folded = fold(own_words(text))
    tokens = tidy(scanner(roster).scan(folded), folded.gaps)
    kinds = {token.kind for token in tokens}
    scope = Scope(roster, context, roster.player(context.author), folded.text, folded.gaps)
    parts = clauses(tokens)
    things = _things(parts, scope) if parts else []
    if roster.is_judge(context.author):
        things = [one for one in things if one.kind == "delegate"]
    elif context.thread == "vote":
        if not any(one.status in (SURE, UNSURE, "conditional") for one in things):
            things += bare_names(parts, scope)
        if not things or all(one.kind == "none" for one in things):
            things += strange(text, folded.text, parts, scope)
    holds = verdict(things, scope)
    if context.thread == "talk" and holds.kind != "delegate":
        holds = _in_talk(holds)
    if context.hidden and holds.kind in ("vote", "change", "abstain", "unvote"):
        holds = Said(
            "ambiguous",
            UNSURE,
            holds.found,
            holds.players,
            start=holds.start,
            end=holds.end,
            why="应该暗投的票公开贴出来了",
        )
    looks = bool(kinds & _SPEAKS) or (bool(kinds & {"N", "n"}) and kinds <= _NAMES_ONLY)
    return _reading(text, folded, things, holds, looks)


def _in_talk(holds: Said) -> Said:
    """Outside the vote thread a plain ballot is at most one to ask about, anything less is talk."""
    if holds.kind in ("vote", "change", "abstain", "unvote") and not holds.bare:
        players = tuple(p for p in holds.players if p != ABSTAIN)
        return Said(
            "ambiguous",
            UNSURE,
            holds.found,
            players,
            start=holds.start,
            end=holds.end,
            why="像一张票，可是没有贴在投票帖里",
        )
    return Said(
        "none",
        "void",
        holds.found,
        start=holds.start,
        end=holds.end,
        why="在讨论里说的，不是投票" if holds.kind != "none" else holds.why,
    )


_LATE = ("除非", "如果", "要是", "假如", "倘若", "前提", "只要", "条件")


_TWICE = re.compile(r"谁.{1,12}谁|哪个.{1,12}哪个|啥.{1,8}啥|哪位.{1,12}哪位")


def _things(parts: list[Clause], scope: Scope) -> list[Said]:
    things: list[Said] = []
    flow = Flow()
    line = sentence = -1
    conditions: set[int] = set()
    for clause in parts:
        if clause.line != line:
            flow = Flow(
                header=flow.header,
                change=flow.change,
                fix=flow.fix,
                old=flow.old,
                proxy=flow.proxy,
                joke=flow.joke,
                voted=flow.voted,
                stage=flow.stage if flow.header else None,
            )
        elif clause.sentence != sentence:
            flow.subject, flow.condition, flow.ticket, flow.told = (
                "",
                False,
                False,
                None,
            )
        line, sentence = clause.line, clause.sentence
        things += _clause(clause, flow, scope)
        if re.search("c", clause.codes):
            conditions.add(clause.sentence)
        for token in clause.tokens:
            if token.kind == "N" and len(token.players) == 1:
                scope.memory.append(token.players[0])
    return things


def _clause(clause: Clause, flow: Flow, scope: Scope) -> list[Said]:
    codes = clause.codes
    if re.match(r"[jaR\[]*r", codes) or flow.reason:
        flow.reason = flow.reason or bool(re.match(r"[jaR\[]*r[:\]i]", codes)) or not codes[1:]
        return []
    if "J" in codes:
        flow.joke = True
    handed = handed_in(clause, flow, scope)
    if handed is not None:
        return handed
    if flow.header or flow.change or flow.fix:
        found = bare_names([clause], scope, flow)
        if found and found[0].status == SURE:
            flow.old, flow.change, flow.fix = (), False, False
            found[0].bare = False
            found[0].stage = flow.stage
            return found[:1]
    if _TWICE.search(clause.text()) and re.search(r"[投票跟归选罢算]", clause.text()) and clause.mark != "?":
        return [said("conditional", CONDITIONAL, clause, 0, len(codes), why="投谁要看别人")]
    if clause.text(0, 1)[:1] in "等待" and clause.tokens[0].kind in "xF" and clause.text()[:2] not in ("等等", "等了"):
        flow.condition = True
    found = frames(clause, flow, scope) or unread(clause, flow, scope)
    for one in found:
        flow.voted = flow.voted or one.status == SURE
        if one.why == OTHERS:
            flow.subject = "other"
            flow.told = Objects(one.found, 0, 0) if one.found and not one.choice else None
    if "c" in codes:
        if not found and clause.before == "," and re.match(r"[jR]*c", codes) and clause.text(0, 2)[:2] in _LATE:
            found.append(said("conditional", CONDITIONAL, clause, 0, len(codes), why="带条件"))
        flow.condition = True
    if "J" in codes and not any(one.status == SURE for one in found):
        found.append(said("hedge", UNSURE, clause, 0, len(codes), why="说是玩笑"))
    if codes.strip("Ija") in ("M", "DM") and any(
        t.text in ("不确定", "没想好", "还没想好", "拿不准", "没把握") for t in clause.tokens
    ):
        found.append(said("hedge", UNSURE, clause, 0, len(codes), why="自己说还不确定"))
    return found


def _reading(text: str, folded: Folded, things: list[Said], holds: Said, looks: bool) -> Reading:
    start, end = folded.span(holds.start, holds.end)
    sure = holds.kind in ("vote", "change", "delegate", "abstain", "unvote")
    targets = holds.players if holds.kind in ("vote", "change", "unvote") else ()
    proxies = holds.proxies or tuple(pair for one in things if one.kind == "delegate" for pair in one.proxies)
    return Reading(
        kind=holds.kind,  # type: ignore[arg-type]
        targets=targets,
        old=holds.old,
        proxies=proxies,
        candidates=() if sure else holds.players,
        quote=text[start:end],
        why=holds.why or _plain(holds),
        statements=tuple(_statement(one, folded) for one in things if one.kind not in ("none", "hedge", "keep")),
        looks_like_ballot=looks or holds.kind != "none",
    )


def _plain(one: Said) -> str:
    names = "、".join(f"“{found.words}”={'、'.join(found.players)}" for found in one.found)
    return {
        "vote": "投",
        "change": "改投",
        "abstain": "弃权",
        "unvote": "收回票",
        "delegate": "代投",
    }.get(one.kind, "") + names


def _statement(one: Said, folded: Folded) -> Statement:
    start, end = folded.span(one.start, one.end)
    kind = (
        one.kind
        if one.status == SURE
        else {"conditional": "conditional", "unsure": "ambiguous"}.get(one.status, "none")
    )
    names = tuple(NameFound(f.words, *folded.span(f.start, f.end), f.players, f.how) for f in one.found)
    sure = kind in ("vote", "change", "unvote")
    return Statement(
        kind=kind if kind != "not" else "none",  # type: ignore[arg-type]
        start=start,
        end=end,
        targets=tuple(p for p in one.players if p != ABSTAIN) if sure else (),
        old=one.old,
        proxies=one.proxies,
        candidates=() if sure else tuple(p for p in one.players if p != ABSTAIN),
        names=names,
        stage=one.stage,
        why=one.why,
    )
