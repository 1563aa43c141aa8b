"""Shapes that say which name was meant: 是X不是Y, X不是Y, 应该是X."""

from __future__ import annotations

import re

from parsers.ballots.casting import Result
from parsers.ballots.clauses import Clause
from parsers.ballots.mood import Flow
from parsers.ballots.objects import Objects, Scope, objects
from parsers.ballots.said import SURE, UNSURE, VOID, said


def rather(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """是X不是Y, 不是Y是X, X而不是Y: which name was meant; only where a slip or a ballot stands before."""
    codes, token = clause.codes, clause.tokens[at]
    if token.kind == "D" and token.text not in ("不是", "非", "并非", "不要", "不"):
        return None
    negative = token.kind == "D"
    if negative and token.text == "不是" and at > low and codes[at - 1] == "N":
        return _this_not_that(clause, low, at, flow, scope)
    row = objects(clause, at + 1, scope)
    if row is None or row.sort not in ("name", "self", "abstain") or len(row.found) != 1:
        return None
    if re.search(r"[NEHYQLec]", codes[low:at].replace("N", "", 0)) and not negative:
        return None
    rest = codes[row.end :]
    other = None
    pair = re.match(r"[,ja]*(D|i|X)[ij]*(?=N)", rest)
    if pair:
        other = objects(clause, row.end + pair.end(), scope)
    choice = negative and re.match(r"[ja]*(?:j|i)N", rest) and "就" in clause.text(row.end, row.end + 2)
    if choice:
        both = objects(clause, row.end + 1, scope)
        if both:
            joint = Objects((*row.found, *both.found), row.at, both.end, True)
            return said("ambiguous", UNSURE, clause, at, both.end, joint, why="两个人里没有选定"), both.end
    if negative and token.text != "不是":
        return None
    denied = other if pair and pair.group(1) == "D" else None
    meant: Objects | None = row
    if negative:
        meant, denied = other, row
    if meant is None:
        flow.denied = row.players
        return said("not", VOID, clause, at, row.end, row, why="不是他"), row.end
    if denied is None and not (flow.denied and not codes[row.end :].strip("al")):
        return None
    backed = flow.fix or flow.change or flow.ticket or bool(scope.context.standing)
    end = max(meant.end, denied.end if denied else 0)
    status = SURE if backed and clause.mark != "?" else UNSURE
    kind = "change" if scope.context.standing or flow.change else "vote"
    old = denied.players if denied else flow.denied
    one = said(kind, status, clause, at, end, meant, old=old, why="更正：要的是这位，不是那位", fix=True)
    return one, end


def _this_not_that(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """X不是Y."""
    meant, denied = objects(clause, at - 1, scope, lead=False), objects(clause, at + 1, scope)
    if meant is None or denied is None or denied.sort != "name" or clause.mark == "?":
        return None
    if clause.codes[denied.end :].strip("al~…-*") or clause.codes[low : at - 1].strip("jRauX"):
        return None
    backed = flow.fix or bool(set(denied.players) & set(scope.context.standing))
    kind = "change" if scope.context.standing else "vote"
    status = SURE if backed else UNSURE
    return said(
        kind, status, clause, at - 1, denied.end, meant, old=denied.players, why="要的是前一位", fix=True
    ), denied.end


_TAKES_BACK = ("不对", "不不", "不不不", "啊不", "哦不", "呃不", "噢不", "重来", "更正", "纠正")


def _after_slip(clause: Clause, at: int, row: Objects, flow: Flow, scope: Scope) -> Result:
    """投X 打错了 Y: a blank for the comma; 打错了Y without one may tell whom he has written wrongly."""
    if not flow.voted and not re.search(r"[VPC].*N", clause.codes[:at]):
        return None
    if row.at != at + 1 or clause.codes[row.end :].strip("al~…") or row.sort != "name":
        return None
    apart = (clause.tokens[row.at].start in scope.gaps and clause.tokens[at].text != "sorry") or clause.tokens[
        at
    ].text in _TAKES_BACK
    kind, status = ("vote", SURE) if apart and clause.mark != "?" else ("hedge", UNSURE)
    return said(kind, status, clause, at, row.end, row, why="更正写错的名字", fix=True), row.end


def meant(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """应该是X, 我要的是X不是Y: what was meant after a slip."""
    codes = clause.codes
    if clause.tokens[at].kind == "k" and not (flow.fix or flow.change or scope.context.standing or flow.voted):
        return None
    flow.fix = True
    row = objects(clause, at + 1, scope)
    if row is None or row.sort not in ("name", "self", "abstain"):
        return None
    if codes[row.end - 1] == "n" and codes[row.end :].strip("al~"):
        return None  # 其实是一派
    if clause.tokens[at].text[-1:] not in "是为" and codes[at + 1] not in ":i":
        return _after_slip(clause, at, row, flow, scope)
    if clause.tokens[at].text in ("看错了", "看错", "认错", "搞错") or codes[row.end :].strip("al~…-*@").startswith(
        ("V", "C", "g", "x")
    ):
        return None
    pair = re.match(r"[,ja]*D[ij]*(?=N)", codes[row.end :])
    denied = objects(clause, row.end + pair.end(), scope) if pair else None
    end = denied.end if denied else row.end
    status = UNSURE if clause.mark == "?" else SURE
    kind = "change" if scope.context.standing else "vote"
    return said(
        kind,
        status,
        clause,
        at,
        end,
        row,
        old=denied.players if denied else (),
        why="更正写错的名字",
        fix=True,
    ), end
