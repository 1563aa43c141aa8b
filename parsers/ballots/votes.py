"""Shapes of a vote: 投X, 投票：X, 向X投票, 投票对象：X, 自投."""

from __future__ import annotations

import re

from parsers.ballots.casting import HOLLOW, Result, ballot, stage_in
from parsers.ballots.clauses import Clause
from parsers.ballots.fronted import fronted
from parsers.ballots.mood import Flow, Mood, mood
from parsers.ballots.objects import Found, Objects, Scope, objects
from parsers.ballots.said import SURE, UNSURE, VOID, said

_WHOLE_WORDS = ("投飞", "投死", "投出", "投掉", "投杀", "投走", "投向")


def _piece_in_verb(clause: Clause, low: int, at: int, scope: Scope) -> Objects | None:
    """投飞 with nobody named may be 投 and a piece of a name."""
    token = clause.tokens[at]
    alone = at + 1 == len(clause.codes) and not clause.codes[low:at].strip("IjRau") and not scope.memory
    players = scope.roster.having(token.text[1:]) if alone and token.text in _WHOLE_WORDS else ()
    found = Found("name", players, "piece", token.text[1:], token.start + 1, token.end)
    return Objects((found,), at, at + 1) if players else None


def vote(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """投X, 票给X, 处决X; without an object, whoever was named before it."""
    token = clause.tokens[at]
    stage = stage_in(token.text)
    row = objects(clause, at + 1, scope)
    piece = _piece_in_verb(clause, low, at, scope) if row is None else None
    if piece:
        why = f"“{piece.found[0].words}”只是名字里的一个字"
        return said("ambiguous", UNSURE, clause, low, at + 1, piece, why=why), at + 1
    if row is None or row.sort in ("unknown", "he", "you", "other", "floor", "nobody"):
        row = _named_after(clause, at, scope) or row
    if (
        row
        and row.sort == "unknown"
        and not row.named
        and (token.text == "票" or clause.codes[row.end : row.end + 1] == "g")
    ):
        return None
    if row is None or (row.sort == "unknown" and not row.named and not _speaks_of_somebody(clause, low, at, row)):
        return fronted(clause, low, at, flow, scope, stage)
    if re.match(r"[g¥].{0,3}Z", clause.codes[row.end :]):
        return None  # 投X的票作废
    row = _turned(clause, row, flow, scope)
    left = re.search(r"[ZK](N)", clause.codes[low:at])
    if left and set(clause.tokens[low + left.start(1)].players) & set(scope.context.standing):
        flow.old = clause.tokens[low + left.start(1)].players  # 撤A投B
    how = mood(clause, low, at, row.end, row, flow, scope)
    if (
        how.status == SURE
        and clause.codes[at + 1 : at + 2] == "l"
        and ":" not in clause.codes[at + 1 : row.at]
        and "b" not in clause.codes[low:at]
    ):
        how = Mood(UNSURE, "“了”，像在说已经投过的票")
    if how.status == SURE and row.sort == "me" and "I" not in clause.codes[low:at]:
        how = Mood(UNSURE, "“我”可以是请别人投我")
    return ballot(clause, low, at, row, how, flow, stage)


def _named_after(clause: Clause, at: int, scope: Scope) -> Objects | None:
    """The name given after a description: 投给最闲的那位——X; 票他：X."""
    mark = re.search(r"[-:…]+(?=N[al]*$)", clause.codes[at + 2 :])
    return objects(clause, at + 2 + mark.end(), scope, lead=False) if mark else None


def _speaks_of_somebody(clause: Clause, low: int, at: int, row: Objects) -> bool:
    """Whether unknown words after a verb stand where a name should: a short clause that is nothing but a vote."""
    words, codes = row.found[0].words, clause.codes
    before = codes[low:at].strip("jIRa[]:-*1#")
    after = codes[row.end :].strip("galx~…*-1#][@jy")
    return (
        not before
        and not after
        and len(words) <= (24 if words.isascii() else 9)
        and not re.match(r"[得入降胎身篇稿诉资机影放射寄掷]|[一二两三几]|起来|这么|那么|不投", words)
    )


def _turned(clause: Clause, row: Objects, flow: Flow, scope: Scope) -> Objects:
    """投A→B: from A to B."""
    if clause.codes[row.end : row.end + 1] != "→":
        return row
    new = objects(clause, row.end + 1, scope)
    if new is None or not new.named:
        return row
    flow.old = row.players
    return new


def poll(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """投票：X, 投票 X, 向X投票; alone it heads the names that follow."""
    codes = clause.codes
    rest = codes[at + 1 :]
    stage = stage_in(clause.tokens[at].text)
    row = objects(clause, at + 1, scope)
    if row and row.sort in ("me", "self") and rest[:1] not in (":", "G"):
        row = None
    if row and (
        row.named
        or row.sort in ("abstain", "who", "floor", "judge", "op", "other")
        or (row.sort in ("unknown", "nobody") and rest[:1] in (":", "G"))
    ):
        if row.sort in ("unknown",) and not row.named and not _speaks_of_somebody(clause, low, at, row):
            return None, at + 1
        if rest[:1] == "N" and _begins_report(clause, at + 1):
            return None
        how = mood(clause, low, at, row.end, row, flow, scope)
        if row.sort in ("other", "who", "op", "he", "you") and rest[:1] not in (
            ":",
            "G",
        ):
            return None
        return ballot(clause, low, at, row, how, flow, stage)
    if any(token.text in ("不参与", "不参加", "退出") for token in clause.tokens[low:at]) and not re.search(
        "[NEHYQ]", codes[low:at]
    ):
        return said("abstain", UNSURE if clause.mark == "?" else SURE, clause, low, at + 1, why="不参加投票"), at + 1
    towards = re.search(r"xN[1al]*$", codes[low:at])
    if towards and clause.tokens[low + towards.start()].text[-1:] in "向给对朝":
        first = low + towards.start() + 1
        aimed = objects(clause, first, scope, lead=False)
        if aimed:
            how = mood(clause, low, first - 1, at, aimed, flow, scope)
            tail = codes[at + 1 :].strip("al1~…")
            how = Mood(UNSURE, "后面还有话") if how.status == SURE and tail else how
            return ballot(
                clause,
                low,
                at,
                Objects(aimed.found, aimed.at, at + 1),
                how,
                flow,
                stage,
            )
    if not rest.strip("al:[]-*…@1~#=") and not codes[low:at].strip("#RIj[]-*VaxX+(、"):
        flow.header = True
        flow.stage = stage or flow.stage
    return None, at + 1


def _begins_report(clause: Clause, at: int) -> bool:
    """投票 X说… — the name after 投票 starts another statement."""
    return clause.codes[at + 1 : at + 2] in ("e", "L") and bool(clause.codes[at + 2 :])


def label(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """投票对象：X, 我选X, 票面：X, 我的选择是X."""
    codes = clause.codes
    row = objects(clause, at + 1, scope)
    stage = stage_in(clause.tokens[at].text)
    if row is None:
        if not codes[at + 1 :].strip(":i-*[]…"):
            flow.header, flow.stage = True, stage
        return None
    if row.sort == "unknown" and not row.named and codes[at + 1 : at + 2] not in (":", "i", "]"):
        return None
    if codes[at + 1 : at + 2] in ("V", "C") and codes[row.at - 1] in "VC":
        return None
    mine = at if clause.tokens[at].text[:1] == "我" and not re.search(r"[LDMc]", codes[low:at]) else low
    how = mood(clause, mine, at, row.end, row, flow, scope)
    return ballot(clause, low, at, row, how, flow, stage)


_SETTLED = re.compile(r"(?:总|这下|这样|也|就|都)*(?:行|可以|好|成|够|对)(?:了|啦)[吧嘛]*")


def self_vote(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """自投."""
    row = objects(clause, at, scope, lead=False)
    closed = _SETTLED.fullmatch(clause.text(at + 1)) and clause.mark != "?"
    if row is None or not row.named or (clause.codes[at + 1 :].strip(HOLLOW) and not closed):
        return None
    row = Objects(row.found, row.at, len(clause.codes) if closed else row.end)
    how = mood(clause, low, at, row.end, row, flow, scope)
    return ballot(clause, low, at, row, how, flow, None)


def wished(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """可以投X, 求投X: words of wishing that hold the verb."""
    if clause.tokens[at].text[-1:] != "投":
        return None
    row = objects(clause, at + 1, scope)
    if row is None or not row.named:
        return None
    how = mood(clause, low, at, row.end, row, flow, scope)
    return said(
        "vote", how.status if how.status == VOID else UNSURE, clause, low, row.end, row, why="只是觉得可以投"
    ), row.end
