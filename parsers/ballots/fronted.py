"""A verb after its name (X 投; 就是X，我投), or with no name at all (我投, 不投)."""

from __future__ import annotations

import re

from parsers.ballots.casting import HOLLOW, Result, ballot
from parsers.ballots.clauses import Clause
from parsers.ballots.mood import Flow, Mood, mood
from parsers.ballots.objects import Found, Objects, Scope, objects
from parsers.ballots.said import CONDITIONAL, FOLLOWS, SURE, UNSURE, VOID, said

_PERHAPS = frozenset(
    ["可能", "可能会", "也许", "或许", "大概", "大概会", "估计", "估计会", "说不定", "没准", "搞不好", "兴许"]
)
NOT_VOTING = "不投"
_FOR_GOOD = frozenset(["不", "不想", "不再", "就不", "坚决不", "决不", "绝不", "不打算", "不会", "拒绝"])
_FOR_NOW = frozenset(["先", "还", "暂", "暂时", "现在", "目前", "暂且"])


def fronted(clause: Clause, low: int, at: int, flow: Flow, scope: Scope, stage: str | None) -> Result:
    """A verb without an object: the name stands before it (X 投; 就是X，我投), or nothing is said."""
    codes = clause.codes
    rest = codes[at + 1 :].strip(HOLLOW)
    before = codes[low:at]
    names = [place for place in range(low, at) if codes[place] == "N" or (codes[place] == "S" and place < at - 1)]
    if names:
        return _after_name(clause, low, at, names, flow, scope, stage)
    how = mood(clause, low, at, at + 1, None, flow, scope)
    if clause.text(at + 1, at + 2) in ("得", "的", "地"):
        rest, how = "", mood(clause, low, at, len(codes), None, flow, scope)
    if how.negated:
        return _not_voting(clause, low, at, rest, before, flow, scope)
    votes = how.status in (SURE, UNSURE) and "I" in before and (not rest or rest[0] in "gj")
    if votes and scope.memory and clause.mark != "?":
        return _just_named(clause, low, at, how, flow, scope, stage)
    if not rest and not before.strip("jIRaX#u") and clause.mark in ",:\n。!":
        flow.header = True
        flow.stage = stage or flow.stage
    return None


def _after_name(
    clause: Clause, low: int, at: int, names: list[int], flow: Flow, scope: Scope, stage: str | None
) -> Result:
    """X 投, X 不投, 就是X 我投."""
    codes = clause.codes
    before, rest = codes[low:at], codes[at + 1 :].strip(HOLLOW)
    first, end = names[0], at + 1
    row = objects(clause, first, scope, lead=False)
    if row is None:
        return None
    between = codes[row.end : at]
    if first > low and codes[first - 1] == "f" and not rest:
        return said("ambiguous", UNSURE, clause, low, end, row, why=FOLLOWS), end
    if before.count("D") > 1 and not rest and not re.search(r"[QEHYec]", before):
        return said("ambiguous", UNSURE, clause, first, end, row, why="不是不能投：投不投没有说"), end
    denied = said("not", VOID, clause, first, end, row, why="不投", stage=stage), end
    if "D" in before and not rest and not re.search(r"[QEHY]", before):
        return denied
    if "N" in between and "I" not in before and not re.search(r"[QHYEeLFD]", before):
        one = said("ambiguous", UNSURE, clause, first, end, row, why="动词前有几个名字")
        one.players = tuple(dict.fromkeys(p for t in clause.tokens[low:at] for p in t.players))
        return one, end
    mine = "I" in before[names[-1] - low :] or "b" in before
    beside = codes[at - 1] in "NS]*:1a" or not between.strip("jRa:]*1M")
    if rest or "l" in codes[end : end + 1] or not (mine or beside) or re.search(r"[QHYEe]", before):
        return None
    if "D" in before:
        return denied
    if re.search(r"[LF]", before) and not mine:
        return None
    how = Mood(SURE, "名字在动词前")
    if "c" in before or flow.condition:
        how = Mood(CONDITIONAL, "带条件")
    elif "M" in before or clause.mark == "?" or flow.joke or "q" in codes[at:]:
        how = Mood(UNSURE, "只是打算或发问")
    return ballot(clause, first, at, Objects(row.found, row.at, end, row.choice), how, flow, stage)


def just_called(rest: str, flow: Flow, scope: Scope) -> bool:
    """11，投; X，投了: a name, then nothing but the verb. Who has a ballot already may speak of that one."""
    row = flow.bare
    alone = scope.only and row is not None and len(row.found) == 1 and row.found[0].clear
    if not alone or len(scope.memory) > 1 or "a" in rest:  # X，投吧 may call on him
        return False
    return not ("l" in rest and scope.context.standing)


def _just_named(clause: Clause, low: int, at: int, how: Mood, flow: Flow, scope: Scope, stage: str | None) -> Result:
    """我投, where somebody was named just before."""
    codes, token = clause.codes, clause.tokens[at]
    found = Found("he", scope.last, "said before", token.text, token.start, token.end)
    only = len(scope.memory) == 1 and "f" not in codes[low:at] and "l" not in codes[at + 1 : at + 2]
    called = just_called(codes[at + 1 :], flow, scope) and not codes[at + 1 :].strip("al~…")
    status = how.status if only or called else UNSURE
    row, why = Objects((found,), at, at + 1), how.why or "投前面刚说到的人"
    return said("vote", status, clause, low, at + 1, row, why=why, stage=stage), at + 1


def _not_voting(clause: Clause, low: int, at: int, rest: str, before: str, flow: Flow, scope: Scope) -> Result:
    """不投: an abstention where it is said of oneself and for good; 先不投 puts it off."""
    word = clause.tokens[low + before.rindex("D")].text
    if rest or re.search(r"[NEHYQc]", before) or clause.mark == "?" or word not in _FOR_GOOD:
        return None, at + 1
    if any(token.text in _PERHAPS or token.text in _FOR_NOW for token in clause.tokens[low:at]):
        return None, at + 1  # 可能不投, 先不投: nothing is given up yet
    gone = clause.codes[at + 1 : at + 2] == "l"  # 不投了
    if flow.named and clause.before in ",…" and not gone:
        return said("none", VOID, clause, low, at + 1, why="说的是不投前面那人"), at + 1  # 怀疑X，但不投
    status = UNSURE if "M" in before or word == "不想" or flow.named else SURE
    if scope.context.standing:
        return said("abstain", UNSURE, clause, low, at + 1, why="不投：是弃权、收回前面的票，还是说说"), at + 1
    return said("abstain", status, clause, low, at + 1, why=NOT_VOTING), at + 1
