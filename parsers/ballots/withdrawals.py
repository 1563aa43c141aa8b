"""Shapes that take a ballot back or leave it as it is: 撤票, 我的票作废, 维持原票."""

from __future__ import annotations

import re

from parsers.ballots.casting import Result
from parsers.ballots.clauses import Clause
from parsers.ballots.mood import OTHERS, Flow, mood
from parsers.ballots.objects import Objects, Scope, objects
from parsers.ballots.said import CONDITIONAL, SURE, UNSURE, VOID, Said, said

_VOIDS = ("不算", "不作", "不计", "无效")
_VOIDED = ("不算", "无效", "作废", "不计")
_VAGUE = ("无效", "作废", "不算", "取消", "收回", "不计", "清零")
_EARLIER = re.compile("¥|前面|之前|刚才|上面|原来|旧|那张|那票|上一|以前")


def takes_back(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """撤票, 我的票作废, 收回投给X的一票, 之前那票不算."""
    codes, word = clause.codes, clause.tokens[at].text
    whole = len(codes)
    if codes[at + 1 : at + 2] == "g" and codes[at + 2 :].strip("al~"):
        return None  # 撤票的是小狗
    ballotish = any(sign in word for sign in ("票", "vote", "投")) or any(
        token.kind in "TPV¥1" or token.text.endswith("票") for token in clause.tokens
    )
    if not ballotish and not codes.strip("IjaRl").strip("Z") and scope.context.standing:
        return said("unvote", UNSURE, clause, low, whole, why="收回的是不是票，没有说"), whole
    if not ballotish or (word == "撤" and not re.search(r"[T¥1]", codes)):
        return None
    if (word in _VOIDS and re.match(r"[jal]*[CPV]", codes[at + 1 :])) or (clause.aside and codes.strip("jaZ¥TIl")):
        return None, whole
    if re.search(r"x¥", codes[:at]) or (word in _VOIDED and re.match(r"[ja]*N[¥Tg]", codes[at + 1 :])):
        return said("none", VOID, clause, low, at + 1, why=OTHERS), whole
    place = codes.find("N")
    row = objects(clause, place, scope, lead=False) if place >= 0 else None
    before, after = codes[low:at], codes[at + 1 :]
    if "D" in before or clause.mark == "?" or "q" in after or re.search(r"[EYQeH]", _by_place(clause, low, at) + after):
        return None, whole
    if 0 <= place < at and _anothers(codes, place, row, scope):
        return said("none", VOID, clause, low, at + 1, why=OTHERS), whole
    flow.ticket = True
    status = _how_surely(clause, low, at, flow)
    past = bool(row and set(row.players) & set(scope.context.standing)) or bool(_EARLIER.search(clause.text()))
    end, of = whole, row
    if not re.match(r"[ja]*[VGP]?[jl]*N[g¥T1]", after):
        verb = re.search(r"[VC]", after)
        if verb and "vote" in word:
            end = at + 1 + verb.start()
        elif after.startswith("C") or re.match(r"[ja,]*[VC]", after):
            end, of = at + 1, None
    return said("unvote", status, clause, low, end, of, why="收回自己的票", past=past), end


def _by_place(clause: Clause, low: int, at: int) -> str:
    """The kinds of the words before; 前面 with a ballot after it says when, not who."""
    return "".join("L" if token.text == "前面" else token.kind for token in clause.tokens[low:at])


_NOT_YET = re.compile(
    r"(?:我的?|刚才|前面|上面|之前|先前)*(?:我的票|我这票|我那票|那票|那一票|这票|这一票|票|的票)(?:请|麻烦|就)?(?:先|暂时|暂)(?:别|不要|不|甭)"
    r"(?:算|计|记|统计|登记|作数)(?:我的|上|进去|数|了|我)*[啊吧呢哈]*"
)


def uncounted(clause: Clause, scope: Scope) -> Said | None:
    """那票先别算: taken back, or only put off."""
    words = clause.text().rstrip(clause.tokens[-1].text) if clause.tokens[-1].kind == "E" else clause.text()
    if not scope.context.standing or clause.mark == "?" or not _NOT_YET.fullmatch(words):
        return None
    return said("unvote", UNSURE, clause, 0, len(clause.codes), why="先不算：是收回票，还是等等再说")


def _anothers(codes: str, place: int, row: Objects | None, scope: Scope) -> bool:
    """X那票作废: somebody else's ballot, unless X is the author or whom he voted for."""
    if not re.match(r"[¥Tg]", codes[place + 1 :]) or re.search(r"[GVP]l?[jg]*$", codes[:place]):
        return False
    return row is None or not set(row.players) & {scope.author, *scope.context.standing}


def _how_surely(clause: Clause, low: int, at: int, flow: Flow) -> str:
    """Whether the ballot is taken back, or only may be."""
    codes, word, text = clause.codes, clause.tokens[at].text, clause.text()
    before, after = codes[low:at], codes[at + 1 :]
    asks = "M" in before and not re.search("请|麻烦|申请", clause.text(low, at))
    if asks or "J" in codes:
        status = UNSURE
    elif "c" in codes or flow.condition:
        status = CONDITIONAL
    elif "F" in before:
        status = VOID
    else:
        status = SURE
    of_what = re.search(r"[I¥T1]", codes) or "我" in text or "票" in word
    if status == SURE and word in _VAGUE and not of_what and not before.strip("jR"):
        status = UNSURE
    if status == UNSURE and after.strip("al") == "P" and "M" not in before:
        status = SURE
    return status


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
