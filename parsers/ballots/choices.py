"""Weaker words, a vote where the stage or the shape makes them one: 选X, 推X, 出X, X出."""

from __future__ import annotations

import re

from parsers.ballots.casting import Result, ballot
from parsers.ballots.clauses import Clause
from parsers.ballots.mood import Flow, Mood, mood
from parsers.ballots.objects import Objects, Scope, objects
from parsers.ballots.said import SURE, UNSURE, VOID, said

_ELECTIONS = frozenset({"election", "by-election", "sheriff"})
_CHOOSES = frozenset(["首选", "选", "选择", "推选", "推举", "就选", "只选", "票决"])
_BY_STAGE = {"imprison": ("囚禁", "关", "关押"), "execution": ("杀", "出")}
_BACKS = frozenset(["支持", "拥护", "顶", "推荐"])
_REMOVES = frozenset(
    [
        "出",
        "杀",
        "打",
        "干掉",
        "淘汰",
        "驱逐",
        "放逐",
        "流放",
        "枪毙",
        "毙",
        "踢",
        "灭",
        "锤",
        "拿下",
        "带走",
        "抬走",
        "送走",
        "推",
        "清掉",
        "搞死",
        "弄死",
        "推出去",
        "推下去",
        "拉下马",
        "送",
        "票决",
        "审判",
        "砍",
    ]
)
_ON_HIS_WAY = re.compile("上路|走|一程|回家|出局|归西|下去|出门|最后")
_NOBODY_CHOSEN = ("unknown", "who", "abstain", "you", "he", "other", "me", "nobody")


def weak(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """选X, 推X, 出X, X出: a vote where the stage or the shape makes it one, else worth asking."""
    word, codes = clause.tokens[at].text, clause.codes
    row = objects(clause, at + 1, scope)
    if row is None or row.sort != "name":
        undecided = _among(clause, low, at, scope)
        if undecided:
            return undecided
    if row is None or row.sort in _NOBODY_CHOSEN:
        return _name_first(clause, low, at, flow, scope, word)
    if any(one.how == "piece" for one in row.found):
        return None
    how = mood(clause, low, at, row.end, row, flow, scope)
    if how.negated:
        return said("not", VOID, clause, low, row.end, row, why=how.why), row.end
    if how.status == VOID:
        return None
    plain = re.fullmatch(r"[IjRa:#ulX]*", codes[low:at]) is not None
    if _is_vote(word, scope.context.stage, plain) and codes[row.end : row.end + 1] != "g":
        return ballot(clause, low, at, row, how, flow, None)
    leaves = word == "送" and _ON_HIS_WAY.match(clause.text(row.end))
    if word == "送" and not leaves:
        return None
    removes = word in _REMOVES
    backs = word in _BACKS and scope.context.stage in _ELECTIONS
    alone = plain and not codes[row.end :].strip("al~…-*#xy")
    if ((removes or backs) and alone) or (removes and "M" in codes[low:at]) or leaves:
        status = UNSURE if how.status == SURE else how.status
        return said("ambiguous", status, clause, low, row.end, row, why="没有明说投票"), row.end
    return None


def _is_vote(word: str, stage: str | None, plain: bool) -> bool:
    """Whether the word means a vote at this stage."""
    if word in _BY_STAGE.get(stage or "", ()):
        return plain
    if word == "推":
        return stage in _ELECTIONS
    return word in _CHOOSES and (plain or stage in _ELECTIONS)


def _among(clause: Clause, low: int, at: int, scope: Scope) -> Result:
    """A和B里选: nobody has been chosen of them."""
    before = clause.codes[low:at]
    among = re.search(r"N[xy]*$", before.rstrip("jRaI"))
    if among is None or clause.text(low + among.start() + 1, at)[:1] not in tuple("里中之当两这"):
        return None
    first, end = low + before.index("N"), len(clause.codes)
    rivals = objects(clause, first, scope, lead=False)
    if rivals is None or len(rivals.players) < 2 or "D" in before:
        return None
    return said("ambiguous", UNSURE, clause, first, end, rivals, why="在几个人之间没有选定"), end


def _name_first(clause: Clause, low: int, at: int, flow: Flow, scope: Scope, word: str) -> Result:
    """3号出."""
    names = re.fullmatch(r"[jRaI#]*([Nn])[jRI]*", clause.codes[low:at])
    if not names or clause.codes[at + 1 :].strip("al~…") or clause.mark == "?" or word not in ("出", "选", "就选"):
        return None
    row = objects(clause, low + names.start(1), scope, lead=False)
    if row is None:
        return None
    return ballot(clause, low, at, Objects(row.found, row.at, at + 1), Mood(SURE, f"{word}，名字在前"), flow, None)
