"""What a voting verb or label, its objects and their mood come to."""

from __future__ import annotations

import re

from parsers.ballots.clauses import Clause
from parsers.ballots.mood import Flow, Mood
from parsers.ballots.objects import Objects
from parsers.ballots.said import CONDITIONAL, SURE, UNSURE, VOID, Said, said

Result = tuple[Said | None, int] | None  # what was read, and the token after it
HOLLOW = "al1#~…*-@j"  # what may follow a verb that has no object of its own
_REFUSES = ("不", "不想", "不太想", "不会", "不再", "不打算", "决不", "绝不", "不愿", "不愿意")
_ONLY_WISHES = ("不想", "不太想")
_LEFT_TO_OTHERS = re.compile("决定|做主|作主|来定|定夺|处理|代投|来投|安排|支配|全权")
STAGES = {
    "罢免": "recall",
    "补选": "by-election",
    "选举": "election",
    "处决": "execution",
    "对决": "runoff",
}


def stage_in(words: str) -> str | None:
    """The stage a verb or label names."""
    return next((name for word, name in STAGES.items() if word in words), None)


def ballot(
    clause: Clause,
    low: int,
    at: int,
    row: Objects,
    how: Mood,
    flow: Flow,
    stage: str | None,
) -> Result:
    """The statement a verb or label at `at` and its objects make in this mood."""
    end, stage = row.end, stage or flow.stage
    if how.negated:
        return _denied(clause, low, at, row, how, stage), end
    if row.sort in ("other", "unknown") and not row.named and clause.mark == "?":
        return None, end
    kind, status, why = _kind(clause, low, row, how, flow)
    if kind not in ("vote", "change"):
        old = flow.old if kind == "abstain" else ()
        return said(kind, status, clause, low, end, row, why=why, stage=stage, old=old), end
    one = said(
        kind,
        status,
        clause,
        at,
        end,
        row,
        why=why,
        stage=stage,
        old=flow.old,
        fix=flow.fix,
        past=how.past,
        day=bool(re.search(r"[#L]", clause.codes[low:at])),
    )
    if status in (SURE, UNSURE):
        flow.change = flow.fix = flow.header = flow.ticket = False
        flow.old = ()
    return one, end


def _denied(clause: Clause, low: int, at: int, row: Objects, how: Mood, stage: str | None) -> Said:
    """不投X is no ballot; 谁也不投 is an abstention."""
    word = clause.tokens[at - 1].text
    if row.sort == "nobody" and word in _REFUSES:
        status = UNSURE if word in _ONLY_WISHES else SURE
        return said("abstain", status, clause, low, row.end, row, why="谁也不投", stage=stage)
    return said("not", VOID, clause, at, row.end, row, why=how.why, stage=stage)


def _kind(clause: Clause, low: int, row: Objects, how: Mood, flow: Flow) -> tuple[str, str, str]:
    """What is said by a vote for this object, how surely, and why."""
    if row.sort == "who":
        waits = flow.condition or "c" in clause.codes[low : row.at]
        undecided = re.search("决定|想|考虑|再看|再说|知道|清楚|晓得|明白|不是", clause.text(low, row.at))
        return ("conditional", CONDITIONAL, "投谁要看别人") if waits and not undecided else ("none", VOID, "投谁没有说")
    if row.sort == "nobody" and len(row.found) == 1:
        return "ambiguous", UNSURE if how.status == SURE else how.status, "谁也不投，还是没有说"
    if row.sort == "abstain":
        return "abstain", how.status, how.why
    if _LEFT_TO_OTHERS.match(clause.text(row.end)):
        return "conditional", CONDITIONAL, "让别人来定"
    return "change" if flow.change or flow.old else "vote", how.status, how.why
