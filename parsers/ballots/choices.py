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
_PUTS_OUT = (None, "vote", "debate", "runoff", "life-or-death")  # 出X as the whole of a post: whom he votes out
_NO_MORE = re.compile(
    r"(?:[\s,。!~…]*(?:不解释|没的说|没得说|没得?商量|就这样|完毕|over|不改了|不多说|不说了|谢谢|收工))*[\s,。!~…]*"
)
_OUT = re.compile(r"(?:出局|出去|下去|上路)[吧啊!]*")
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
        "锁",
        "锁定",
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
    if row and row.sort == "you" and row.named and word == "送" and codes[row.end :].rstrip("al") == "1":
        return ballot(clause, low, at, row, mood(clause, low, at, row.end, row, flow, scope), flow, None)
    if row is None or row.sort != "name":
        undecided = _among(clause, low, at, scope)
        if undecided:
            return undecided
    if row is None or row.sort in _NOBODY_CHOSEN:
        return _name_first(clause, low, at, flow, scope, word)
    if any(one.how == "piece" for one in row.found):
        return None
    either = _or_out(clause, low, at, row, scope)
    if either:
        return either
    how = mood(clause, low, at, row.end, row, flow, scope)
    if how.negated:
        return said("not", VOID, clause, low, row.end, row, why=how.why), row.end
    if how.status == VOID:
        return None
    plain = re.fullmatch(r"[IjRa:#ulX]*", codes[low:at]) is not None
    if _is_vote(word, scope.context.stage, plain) and codes[row.end : row.end + 1] != "g":
        return ballot(clause, low, at, row, how, flow, None)
    if _puts_out(clause, row, plain, word, scope):
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


def _puts_out(clause: Clause, row: Objects, plain: bool, word: str, scope: Scope) -> bool:
    """出X, 推X出去 and nothing else in the post: as 3号出, the author's ballot. 先出X, 出X了 leave it open."""
    only = scope.only or (clause.before == "\n" and _NO_MORE.fullmatch(scope.folded[clause.end :]) is not None)
    if not plain or not only or scope.context.stage not in _PUTS_OUT or len(row.found) != 1 or scope.memory:
        return False
    if re.search("[R#l]", clause.codes[: row.at]) or "先" in clause.text(0, row.at):
        return False
    tail = clause.text(row.end)
    return (word == "出" and (not clause.codes[row.end :].strip("a~…-*") or _NO_MORE.fullmatch(tail) is not None)) or (
        word in ("推", "踢", "票") and _OUT.fullmatch(tail) is not None
    )


def _is_vote(word: str, stage: str | None, plain: bool) -> bool:
    """Whether the word means a vote at this stage."""
    if word in _BY_STAGE.get(stage or "", ()):
        return plain
    if word == "推":
        return stage in _ELECTIONS
    return word in _CHOOSES and (plain or stage in _ELECTIONS)


_ONE_OF = re.compile(r"(?:其中)?(?:一个|1个|一位|一人|一|其一|哪个都行|谁都行|个)[吧了]*")


def _or_out(clause: Clause, low: int, at: int, row: Objects, scope: Scope) -> Result:
    """出X或者出Y: two names, none chosen."""
    pair = re.match(r"[ja]*o[ij]*[WV](?=[Nn])", clause.codes[row.end :])
    other = objects(clause, row.end + pair.end(), scope) if pair else None
    if other is None or clause.mark == "?" or re.search("[DQL]", clause.codes[low:at]):
        return None
    both = Objects((*row.found, *other.found), row.at, other.end, True)
    return said("ambiguous", UNSURE, clause, low, other.end, both, why="在几个人之间没有选定"), other.end


def _among(clause: Clause, low: int, at: int, scope: Scope) -> Result:
    """A和B里选: nobody has been chosen of them."""
    before = clause.codes[low:at]
    listed = re.fullmatch(r"[jRaI]*(?P<first>[Nn])(?:[、s&+/,]*[Nn])+[jRa]*", before)
    if listed and _ONE_OF.fullmatch(clause.text(at + 1)) and clause.mark != "?":
        rivals = objects(clause, low + listed.start("first"), scope, lead=False)
        if rivals and len(rivals.players) > 1:
            return said("ambiguous", UNSURE, clause, low, len(clause.codes), rivals, why="在几个人之间没有选定"), len(
                clause.codes
            )
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
    names = re.fullmatch(r"[jRaI#]*(b?)([Nn])[jRI]*", clause.codes[low:at])
    if not names or clause.codes[at + 1 :].strip("al~…") or clause.mark == "?" or word not in ("出", "选", "就选"):
        return None
    row = objects(clause, low + names.start(2), scope, lead=False)
    if row is None:
        return None
    if names.group(1):
        return said("ambiguous", UNSURE, clause, low, at + 1, row, why="没有明说投票"), at + 1  # 把X出了
    return ballot(clause, low, at, Objects(row.found, row.at, at + 1), Mood(SURE, f"{word}，名字在前"), flow, None)
