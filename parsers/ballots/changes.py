"""Shapes that change a ballot: 改投X, A→B, 从A改到B."""

from __future__ import annotations

import re

from parsers.ballots.casting import Result
from parsers.ballots.clauses import Clause
from parsers.ballots.mood import OTHERS, Flow, Mood, mood
from parsers.ballots.objects import Objects, Scope, objects
from parsers.ballots.said import OWN_ROW, SURE, UNSURE, VOID, said

_PLAIN_CHANGE = (
    "改",
    "换",
    "变成",
    "转向",
    "移到",
    "挪到",
    "换到",
    "改到",
    "换成",
    "改成",
    "变更",
    "更改",
    "变为",
    "改为",
    "回到",
)


def change(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """改投X, 改票：X, A改B, 从A改到B; 改票 alone waits for the next clause."""
    codes, word = clause.codes, clause.tokens[at].text
    opens = at + 1
    while codes[opens : opens + 1] in ("C", "V", "P", "1"):
        opens += 1
    row = objects(clause, opens, scope)
    old = _old_target(clause, low, at, scope)
    hollow = word in _PLAIN_CHANGE or codes[opens : opens + 1] not in (":", "G")
    if row is None or (row.sort == "unknown" and not row.named and hollow):
        return _announced(clause, low, at, old, flow, scope)
    if word == "回到" and (not scope.context.standing or codes[row.end :].strip("al~…-*") or row.sort != "name"):
        return None  # 回到X的问题
    of_ballots = "票" in word or "投" in word or old or flow.ticket or "T" in codes[low:at] or scope.context.standing
    if not of_ballots and not (row.sort == "name" and not codes[row.end :].strip("al~…-*@")):
        return None
    if codes[row.end : row.end + 1] == "→":
        new = objects(clause, row.end + 1, scope)
        if new and new.named:
            old, row = row, new
    end = row.end
    if old and re.match(r"[¥g]", codes[old.end : at]) and not set(old.players) & set(scope.context.standing):
        return said("none", VOID, clause, low, end, row, why=OTHERS), end
    how = _whose(clause, low, at, row, old, flow, scope)
    if how.negated:
        return said("keep", VOID, clause, low, end, row, why=how.why), end
    if row.sort == "who":
        return said("none", VOID, clause, low, end, row, why="改投谁没有说"), end
    before = old.players if old else flow.old
    if row.sort == "abstain":
        return said("abstain", how.status, clause, low, end, row, old=before, why=how.why or "改为弃权"), end
    first = low if old else at
    one = said("change", how.status, clause, first, end, row, old=before, why=how.why, past=how.past)
    if how.status in (SURE, UNSURE):
        flow.change, flow.old, flow.fix, flow.header = False, (), False, False
    return one, end


def _whose(clause: Clause, low: int, at: int, row: Objects, old: Objects | None, flow: Flow, scope: Scope) -> Mood:
    """How the change is meant; A改投B may tell that A has changed."""
    how = mood(clause, low, at, row.end, _with(row, old), flow, scope)
    if old is None:
        return how
    if how.status == VOID and how.why == OTHERS:
        how = mood(clause, low, old.at, row.end, _with(row, old), flow, scope)
    told = "投" in clause.tokens[at].text and old.sort == "name" and not _own_old(clause, low, old, scope)
    if how.negated or how.status != SURE or not told:
        return how
    return Mood(VOID, "说的是别人改票") if scope.context.standing else Mood(UNSURE, "是自己改票，还是说别人改票")


def _own_old(clause: Clause, low: int, old: Objects, scope: Scope) -> bool:
    """Whether the name before 改投 is whom the author voted for, not somebody who changes."""
    taken = old.at > low and clause.tokens[old.at - 1].text[-1:] in "从由把将自给"
    return taken or bool(set(old.players) & set(scope.context.standing)) or "I" in clause.codes[low : old.at]


def _with(row: Objects, old: Objects | None) -> Objects:
    return Objects((*old.found, *row.found), old.at, row.end) if old else row


def _announced(clause: Clause, low: int, at: int, old: Objects | None, flow: Flow, scope: Scope) -> Result:
    """改票 without a new name: the next clause may bring it."""
    word = clause.tokens[at].text
    if word in _PLAIN_CHANGE and old is None:
        return None
    taken = old is not None and old.at > low and clause.tokens[old.at - 1].text[-1:] in "从由自"
    how = mood(clause, old.end if old and taken else low, at, len(clause.codes), None, flow, scope)
    if how.status in (VOID, UNSURE) or clause.mark == "?" or "q" in clause.codes[at:]:
        return None, at + 1
    flow.change = True
    flow.old = old.players if old else flow.old
    return None, at + 1


def _old_target(clause: Clause, low: int, at: int, scope: Scope) -> Objects | None:
    """The old target: right before the word of change, or after 从/由."""
    codes = clause.codes
    for place in range(low, at):
        token = clause.tokens[place]
        if token.kind in "NnAS" or token.kind == "x":
            row = objects(clause, place, scope, lead=False)
            if row is None or row.sort == "unknown" or len(row.found) != 1 or not row.named:
                continue
            between = codes[row.end : at]
            taken = place > low and clause.tokens[place - 1].text[-1:] in "从由把将自"
            if row.sort in ("name", "abstain", "self") and (
                re.fullmatch(r"[jg1TlaRp#¥]*", between) or (taken and re.fullmatch(r"[xjg1TlaRp#ybW¥]*", between))
            ):
                if row.players == (scope.author,) and row.sort == "name" and not taken:
                    continue
                return row
    return None


def _mine(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """票型：我→X: the author's own line of a list of ballots."""
    new = objects(clause, at + 1, scope)
    if new is None or not new.named or clause.mark == "?" or clause.codes[new.end :].strip("al~…-*"):
        return None
    how = mood(clause, at - 1, at, new.end, None, flow, scope)
    return said("vote", how.status, clause, at - 1, new.end, new, why=how.why or OWN_ROW), new.end


def arrow(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """A→B, A=>B, A——>B: a change of one's own ballot."""
    codes = clause.codes
    if at == low or codes.count("→") > 1:
        return None
    if codes[at - 1] in "IS" and (at - 1 == low or codes[at - 2] in ":j"):
        return _mine(clause, low, at, flow, scope)
    first = at - 1
    while first > low and codes[first - 1] in "NA" and codes[first] in "NA":
        first -= 1
    old, new = objects(clause, first, scope, lead=False), objects(clause, at + 1, scope)
    doubled = clause.tokens[at].text.count(">") > 1  # a killer's action is marked so
    if doubled and not (old and set(old.players) & set(scope.context.standing)):
        return None
    if old is None or new is None or old.end != at or not old.named or (new.sort == "unknown" and not new.named):
        return None
    how = mood(clause, low, first, new.end, None, flow, scope)
    if old.players == (scope.author,) and set(scope.context.standing) - {scope.author}:
        return said("vote", how.status, clause, first, new.end, new, why=how.why), new.end
    if new.sort == "abstain":
        return said("abstain", how.status, clause, first, new.end, new, old=old.players), new.end
    return said(
        "change",
        how.status,
        clause,
        first,
        new.end,
        new,
        old=old.players,
        why=how.why or "从前者改为后者",
    ), new.end
