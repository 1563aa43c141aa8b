"""Whether a ballot that is said is meant: who says it of whom, when, and how surely."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parsers.ballots.clauses import Clause
from parsers.ballots.objects import Objects, Scope

SURE, UNSURE, CONDITIONAL, VOID = "sure", "unsure", "conditional", "void"


@dataclass(slots=True)
class Flow:
    """What earlier clauses of the sentence or line leave behind for the next."""

    subject: str = ""  # "" nobody named, "I", or "other" after a clause told of somebody else's ballot
    time: str = ""  # "", "past"
    condition: bool = False
    reason: bool = False  # the line is a reason
    ticket: bool = False  # the ballot as a thing was named and waits for whom it goes to
    header: bool = False  # a label (投票) waits for its names
    change: bool = False  # 改票 was said and waits for its names
    fix: bool = False  # a slip was named and waits for what is right
    proxy: bool = False  # ballots of others are being handed in
    proxy_voter: str | None = None
    old: tuple[str, ...] = ()  # whom the ballot is taken from
    joke: bool = False
    days: int = 0  # how many days of the past the line has told of


@dataclass(frozen=True, slots=True)
class Mood:
    """How a frame is meant: `status` and why in Chinese."""

    status: str
    why: str = ""
    negated: bool = False


_NEGATED = re.compile(r"D[jMRaSEblGk#]*$")
_DAY = re.compile(r"^(?:第.+[天日夜轮局]|d\d+|day\ ?\d+)$")


def mood(clause: Clause, low: int, verb: int, end: int, row: Objects | None, flow: Flow, scope: Scope) -> Mood:
    """The mood of a frame whose verb is token `verb` and whose objects end at `end`; `low` is where it may begin."""
    codes = clause.codes
    colon = codes.rfind(":", low, verb)
    if colon >= 0:
        head = codes[low:colon]
        if re.search(r"[NEH]e?$", head) and not _is_author(clause, low, colon, scope) and "I" not in head:
            return Mood(VOID, "冒号前是别人，这是转述别人的话")
        low = colon + 1
    before, after = codes[low:verb], codes[end:]
    if clause.aside and clause.mark == "" and not before and False:
        return Mood(UNSURE)
    void = _void(clause, low, verb, end, row, flow, scope, before, after)
    if void:
        return void
    if "c" in before or flow.condition:
        return Mood(CONDITIONAL, "带条件")
    return _unsure(clause, low, verb, end, row, flow, scope, before, after) or Mood(SURE)


def _void(
    clause: Clause,
    low: int,
    verb: int,
    end: int,
    row: Objects | None,
    flow: Flow,
    scope: Scope,
    before: str,
    after: str,
) -> Mood | None:
    if _NEGATED.search(before):
        return Mood(VOID, f"前面有“{clause.tokens[low + before.rindex('D')].text}”，是否定", negated=True)
    if "L" in before and before.rfind("R") < before.rfind("L"):
        return Mood(VOID, f"“{clause.tokens[low + before.rindex('L')].text}”，说的是以前的票")
    if "F" in before:
        return Mood(VOID, f"“{clause.tokens[low + before.index('F')].text}”，以后才投")
    if "Q" in before:
        return Mood(VOID, "是疑问句")
    if row is not None and any(one.sort == "who" for one in row.found):
        return Mood(VOID, "投谁没有说")
    subject = subject_of(clause, low, verb, row, flow, scope)
    if subject == "other":
        return Mood(VOID, "说的是别人的票")
    if "e" in before and not re.search(r"Ij*e", before):
        return Mood(VOID, "转述别人的话")
    if after[:1] == "g" and (len(after) > 1 or clause.mark not in ",。!"):
        return Mood(VOID, "后面接“的”，只是在形容别人")
    if clause.mark == "?" and "Q" in after:
        return Mood(VOID, "是疑问句")
    return None


def _unsure(
    clause: Clause,
    low: int,
    verb: int,
    end: int,
    row: Objects | None,
    flow: Flow,
    scope: Scope,
    before: str,
    after: str,
) -> Mood | None:
    if "M" in before:
        return Mood(UNSURE, f"“{clause.tokens[low + before.index('M')].text}”，只是打算或建议")
    if clause.mark == "?" or "q" in after or "Q" in after:
        return Mood(UNSURE, "带问号，不是定论")
    if "D" in before:
        return Mood(UNSURE, f"句中有“{clause.tokens[low + before.index('D')].text}”，不能肯定是否否定")
    if flow.joke or "J" in after or "J" in before:
        return Mood(UNSURE, "像是玩笑")
    if subject_of(clause, low, verb, row, flow, scope) == "unclear":
        return Mood(UNSURE, "动词前还有别的名字，不清楚是谁投的")
    if after[:1] == "g" or "F" in after or "L" in after or re.match(r"[iD]", after):
        return Mood(UNSURE, "后面的话使它不像一张票")
    return None


def subject_of(clause: Clause, low: int, verb: int, row: Objects | None, flow: Flow, scope: Scope) -> str:
    """Who does it: "I", "other", "unclear", or "" where nobody is named."""
    codes = clause.codes
    mine = theirs = -1
    for at in range(low, verb):
        code = codes[at]
        if code == "I":
            mine = at
        elif code in "NEHY" and not (at > low and codes[at - 1] in "fsK"):
            token = clause.tokens[at]
            if code == "N" and (scope.author in token.players or (row and set(token.players) & set(row.players))):
                mine = at if scope.author in token.players else mine
                continue
            if code == "E" and token.text == "警长" and _as_sheriff(scope):
                continue
            theirs = at
    if theirs < 0:
        if mine >= 0:
            return "I"
        return _inherited(clause, low, verb, flow)
    if mine < 0:
        return "other"
    return "unclear" if mine < theirs else "I"


def _as_sheriff(scope: Scope) -> bool:
    context = scope.context
    return context.stage == "sheriff" or (context.sheriff is not None and context.sheriff == scope.author)


def _inherited(clause: Clause, low: int, verb: int, flow: Flow) -> str:
    """A clause without a subject goes on about the person before where 又, 也, 后来 or another day begins it."""
    if flow.subject != "other" or low > 0:
        return ""
    lead = clause.tokens[:verb]
    goes_on = any(
        t.text in ("又", "也", "还", "再", "接着", "后来", "然后", "结果", "却", "就")
        or t.kind in "RL"
        or _DAY.match(t.text)
        for t in lead
    )
    return "other" if goes_on else ""


def _is_author(clause: Clause, low: int, end: int, scope: Scope) -> bool:
    return any(token.kind == "N" and scope.author in token.players for token in clause.tokens[low:end])
