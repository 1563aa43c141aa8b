"""Read a post as a careful judge would: what it says as a ballot, in which words, and why."""

from __future__ import annotations

import re

from parsers.ballots.bare import bare_names
from parsers.ballots.clauses import Clause, clauses
from parsers.ballots.discourse import verdict
from parsers.ballots.frames import Said, frames
from parsers.ballots.mood import SURE, Flow
from parsers.ballots.objects import ABSTAIN, Scope
from parsers.ballots.own_words import own_words
from parsers.ballots.proxies import handed_in
from parsers.ballots.reading import Context, NameFound, Reading, Statement
from parsers.ballots.tokens import scanner
from parsers.folding import Folded, fold
from parsers.names import Roster

_NOTHING = Reading("none", why="没有投票的话，也没有提到玩家")


def read(text: str, roster: Roster, context: Context) -> Reading:
    """What `text` (a post's body, UBB allowed) says as a ballot of `context.author` in a game of `roster`."""
    folded = fold(own_words(text))
    tokens = scanner(roster).scan(folded)
    kinds = {token.kind for token in tokens}
    if not kinds & set("VWPTBCZANnfwt→>#"):
        return _NOTHING
    scope = Scope(roster, context, roster.player(context.author), folded.text, gaps=folded.gaps)
    parts = clauses(tokens)
    things = _things(parts, scope)
    judging = roster.is_judge(context.author)
    if judging:
        things = [one for one in things if one.kind == "delegate"]
    elif context.thread == "vote" and not [
        one for one in things if one.status == SURE or (one.kind != "none" and one.status != "void")
    ]:
        things += bare_names(parts, scope)
    holds = verdict(things, scope)
    return _reading(text, folded, things, holds, bool(kinds & set("VPTCZABf")) or not kinds - set("NnsajS"))


def _things(parts: list[Clause], scope: Scope) -> list[Said]:
    things: list[Said] = []
    flow = Flow()
    line = sentence = -1
    for clause in parts:
        if clause.line != line:
            flow = Flow(
                header=flow.header, change=flow.change, fix=flow.fix, ticket=flow.ticket, old=flow.old, proxy=flow.proxy
            )
        elif clause.sentence != sentence:
            flow.subject = flow.time = ""
            flow.condition = False
        line, sentence = clause.line, clause.sentence
        things += _clause(clause, flow, scope)
        _remember(clause, scope)
    return things


def _clause(clause: Clause, flow: Flow, scope: Scope) -> list[Said]:
    codes = clause.codes
    if codes[0] == "r" or flow.reason:
        flow.reason = flow.reason or codes[:2] in ("r:", "r[")
        return []
    if "I" in codes:
        flow.subject = "I"
    handed = handed_in(clause, flow, scope)
    if handed is not None:
        return handed
    if "X" in codes:
        flow.fix = True
    if (flow.header or flow.change or (flow.ticket and False)) and re.match(r"^[\[\]*~…@:=jiu#-]*[Nn]", codes):
        found = bare_names([clause], scope)
        if found and found[0].status == SURE:
            one = found[0]
            one.kind = "change" if flow.change else "vote"
            one.old, flow.old, flow.change = flow.old, (), False
            one.verbless = False
            return [one]
    found = frames(clause, flow, scope)
    if any(one.why == "说的是别人的票" for one in found):
        flow.subject = "other"
    if "c" in codes:
        flow.condition = True
    return found


def _remember(clause: Clause, scope: Scope) -> None:
    for token in clause.tokens:
        if token.kind == "N" and len(token.players) == 1:
            scope.memory.append(token.players[0])


def _reading(text: str, folded: Folded, things: list[Said], holds: Said, looks: bool) -> Reading:
    start, end = folded.span(holds.start, holds.end)
    sure = holds.kind in ("vote", "change", "delegate", "abstain", "unvote")
    targets = holds.players if sure and holds.kind in ("vote", "change", "unvote") else ()
    proxies = holds.proxies or tuple(pair for one in things if one.kind == "delegate" for pair in one.proxies)
    return Reading(
        kind=holds.kind,  # type: ignore[arg-type]
        targets=targets,
        old=holds.old,
        proxies=proxies,
        candidates=() if sure else holds.players,
        quote=text[start:end],
        why=holds.why or _plain(holds),
        statements=tuple(_statement(one, folded) for one in things if one.kind != "none"),
        looks_like_ballot=looks or holds.kind != "none",
    )


def _plain(one: Said) -> str:
    names = "、".join(f"“{found.words}”={'、'.join(found.players)}" for found in one.found)
    return {"vote": "投", "change": "改投", "abstain": "弃权", "unvote": "收回票", "delegate": "代投"}.get(
        one.kind, ""
    ) + names


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
        start=start, end=end, targets=tuple(p for p in one.players if p != ABSTAIN) if sure else (), old=one.old, proxies=one.proxies,
        candidates=() if sure else tuple(p for p in one.players if p != ABSTAIN), names=names, stage=one.stage, why=one.why,
    )  # fmt: skip
