"""Shapes that change, correct, keep or take back a ballot: 改投X, A→B, 是X不是Y, 维持原票, 撤票."""

from __future__ import annotations

import re

from parsers.ballots.clauses import Clause
from parsers.ballots.mood import Flow, Mood, mood
from parsers.ballots.objects import Objects, Scope, objects
from parsers.ballots.said import CONDITIONAL, SURE, UNSURE, VOID, said
from parsers.ballots.votes import Result

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
)


def change(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """改投X, 改票：X, A改B, 从A改到B; 改票 alone waits for the next clause."""
    codes, word = clause.codes, clause.tokens[at].text
    opens = at + 1
    while codes[opens : opens + 1] in ("C", "V", "P", "1"):
        opens += 1
    row = objects(clause, opens, scope)
    old = _old_target(clause, low, at, scope)
    speaks = (
        "票" in word
        or "投" in word
        or old is not None
        or flow.ticket
        or "T" in codes[low:at]
        or bool(scope.context.standing)
    )
    if row is None or (
        row.sort == "unknown"
        and not row.named
        and (word in _PLAIN_CHANGE or codes[opens : opens + 1] not in (":", "G"))
    ):
        return _announced(clause, low, at, old, flow, scope)
    if not speaks and not (row.sort == "name" and not codes[row.end :].strip("al~…-*@")):
        return None
    if codes[row.end : row.end + 1] == "→":
        new = objects(clause, row.end + 1, scope)
        if new and new.named:
            old, row = row, new
    how = mood(clause, low, at, row.end, _with(row, old), flow, scope)
    if (
        old is not None
        and re.match(r"[¥g]", codes[old.end : at])
        and not set(old.players) & set(scope.context.standing)
    ):
        return said("none", VOID, clause, low, row.end, row, why="说的是别人的票"), row.end
    if old is not None and how.status == VOID and how.why == "说的是别人的票":
        how = mood(clause, low, old.at, row.end, _with(row, old), flow, scope)
    if how.negated:
        return said("keep", VOID, clause, low, row.end, row, why=how.why), row.end
    before = old.players if old else flow.old
    if (
        old is not None
        and "投" in word
        and how.status == SURE
        and old.sort == "name"
        and not _own_old(clause, low, old, scope)
    ):
        reports = bool(scope.context.standing)
        how = Mood(VOID, "说的是别人改票") if reports else Mood(UNSURE, "是自己改票，还是说别人改票")
    if row.sort == "who":
        return said("none", VOID, clause, low, row.end, row, why="改投谁没有说"), row.end
    if row.sort == "abstain":
        return said(
            "abstain",
            how.status,
            clause,
            low,
            row.end,
            row,
            old=before,
            why=how.why or "改为弃权",
        ), row.end
    one = said(
        "change",
        how.status,
        clause,
        low if old else at,
        row.end,
        row,
        old=before,
        why=how.why,
        past=how.past,
    )
    if how.status in (SURE, UNSURE):
        flow.change, flow.old, flow.fix, flow.header = False, (), False, False
    return one, row.end


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


def arrow(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """A→B, A=>B, A——>B: a change of one's own ballot."""
    codes = clause.codes
    if at == low or clause.tokens[at].text.count(">") > 1 or codes.count("→") > 1:
        return None
    first = at - 1
    while first > low and codes[first - 1] in "NA" and codes[first] in "NA":
        first -= 1
    old, new = objects(clause, first, scope, lead=False), objects(clause, at + 1, scope)
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


def meant(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """应该是X, 我要的是X不是Y: what was meant after a slip."""
    codes = clause.codes
    if clause.tokens[at].kind == "k" and not (flow.fix or flow.change or scope.context.standing or flow.voted):
        return None
    flow.fix = True
    row = objects(clause, at + 1, scope)
    if row is None or row.sort not in ("name", "self", "abstain"):
        return None
    if clause.tokens[at].text[-1:] not in "是为" and codes[at + 1] not in ":i":
        return None
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


def takes_back(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """撤票, 我的票作废, 收回投给X的一票, 之前那票不算."""
    codes, word = clause.codes, clause.tokens[at].text
    ballotish = (
        "票" in word
        or "vote" in word
        or "投" in word
        or any(t.kind in "TPV¥1" or t.text.endswith("票") for t in clause.tokens)
    )
    if not ballotish and not codes.strip("IjaRl").strip("Z") and scope.context.standing:
        return said("unvote", UNSURE, clause, low, len(codes), why="收回的是不是票，没有说"), len(codes)
    if not ballotish or (word == "撤" and not re.search(r"[T¥1]", codes)):
        return None
    if (re.match(r"[jal]*[CPV]", codes[at + 1 :]) and word in ("不算", "不作", "不计", "无效")) or (
        clause.aside and codes.strip("jaZ¥TIl")
    ):
        return None, len(codes)
    if re.search(r"x¥", codes[:at]) or (
        re.match(r"[ja]*N[¥Tg]", codes[at + 1 :]) and word in ("不算", "无效", "作废", "不计")
    ):
        return said("none", VOID, clause, low, at + 1, why="说的是别人的票"), len(codes)
    place = next((p for p, code in enumerate(codes) if code == "N"), None)
    row = objects(clause, place, scope, lead=False) if place is not None else None
    before, after = codes[low:at], codes[at + 1 :]
    old_one = bool(row and set(row.players) & set(scope.context.standing)) or bool(
        re.search(r"¥|前面|之前|刚才|上面|原来|旧|那张|那票|上一|以前", clause.text())
    )
    if "D" in before or clause.mark == "?" or "q" in after or re.search(r"[EYQeH]", before + after):
        return None, len(codes)
    if (
        place is not None
        and place < at
        and re.match(r"[¥Tg]", codes[place + 1 :])
        and not re.search(r"[GVP]l?[jg]*$", codes[:place])
        and (row is None or (scope.author not in row.players and not set(row.players) & set(scope.context.standing)))
    ):
        return said("none", VOID, clause, low, at + 1, why="说的是别人的票"), len(codes)
    flow.ticket = True
    status = (
        UNSURE
        if (re.search("M", before) and not re.search("请|麻烦|申请", clause.text(low, at))) or "J" in codes
        else CONDITIONAL
        if "c" in codes or flow.condition
        else VOID
        if "F" in before
        else SURE
    )
    if (
        word in ("无效", "作废", "不算", "取消", "收回", "不计", "清零")
        and not re.search(r"[I¥T1]", codes)
        and "我" not in clause.text()
        and not before.strip("jR")
        and "票" not in word
    ):
        status = UNSURE if status == SURE else status
    if codes[at + 1 :].strip("al") == "P":
        status = SURE if status == UNSURE and "M" not in before else status
    if re.match(r"[ja]*[VGP]?[jl]*N[g¥T1]", after):
        return said("unvote", status, clause, low, len(codes), row, why="收回自己的票", past=old_one), len(codes)
    if "vote" in word and re.search(r"[VC]", after):
        end = at + 1 + re.search(r"[VC]", after).start()  # type: ignore[union-attr]
        return said("unvote", status, clause, low, end, row, why="收回自己的票", past=old_one), end
    if after.startswith("C") or re.match(r"[ja,]*[VC]", after):
        return said("unvote", status, clause, low, at + 1, None, why="收回自己的票", past=old_one), at + 1
    return said("unvote", status, clause, low, len(codes), row, why="收回自己的票", past=old_one), len(codes)


def keeps(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """维持原票: nothing new where he has a ballot; where none is known, which one?"""
    row = objects(clause, at + 1, scope)
    if row and row.sort == "name":
        how = mood(clause, low, at, row.end, row, flow, scope)
        return said("vote", how.status, clause, low, row.end, row, why=how.why), row.end
    if re.search(r"[EYQDM]", clause.codes[low:at]) or clause.mark == "?":
        return None, at + 1
    if scope.context.standing:
        return said("keep", VOID, clause, low, at + 1, why="维持原来的票"), at + 1
    return said("keep", UNSURE, clause, low, at + 1, why="维持原票，可是没有见到原票"), at + 1
