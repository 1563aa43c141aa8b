"""What comes after a ballot in the same post and takes it back, doubts it or puts another in its place."""

from __future__ import annotations

import re
from bisect import bisect_left

from parsers.ballots.clauses import Clause
from parsers.ballots.fronted import NOT_VOTING
from parsers.ballots.mood import Flow
from parsers.ballots.objects import Scope, objects
from parsers.ballots.said import SURE, UNSURE, VOID, Said, said

_SLIP = re.compile(r"不对|啊不|哦不|不不|错了|等等")
_TAKES_BLAME = re.compile(r"错了.{0,2}(?:算我|我负责|怪我|我认|别怪|不怪|认了|再说|就错)")
_REFUSED = re.compile(r"[啊哦呃噢哎唉]*(?:不+|慢着|且慢)[啊了]*")


def slips(clause: Clause) -> bool:
    """Whether the clause takes back what stands before it: 啊不对."""
    if _REFUSED.fullmatch(clause.text()):
        return True
    return (
        re.search(r"(?<!D)X", clause.codes) is not None
        and _SLIP.search(clause.text()) is not None
        and not _TAKES_BLAME.search(clause.text())
        and not clause.aside
        and not re.search("[LN]", clause.codes)
    )


_THINKS_AGAIN = re.compile(r"(?:[啊哦呃噢哎唉]*[,]?)(?:(?P<no>不+|别|慢着|且慢)|还是算了|算了)[吧啊了]*")
_NOT_AFTER_ALL = re.compile(r"(?:还是)?算了(?:还是)?(?:不改|不换|不投)了?")
_DOUBTED = re.compile(
    r"再想想|再看看|再考虑|先看看|先想想|(?:先|暂时|暂|还)(?:不算|别算|不作数|不作准)|^暂定|(?:可能|也许|说不定|没准|随时)(?:会|要|还会)?改|"
    r"^(?:应该|大概|可能|也许|或许)(?:是)?[吧啊哦]*$|^看情况|还没想好|没想好|^误$|^划掉$|^暂时的?$"
)
_DENIED_DOUBT = re.compile(r"不用再|不再|不会改|没必要|不可能改|你们?再|大家再|其他人再|别人再|他再|她再")
_ONE_MORE = re.compile(r"第[二三四五六2-6]|另|剩|其余|余下|还有[一两二三]|最后[一两二]")
_AGREED = re.compile(
    r"(?:这样|大家|你们|各位)?(?:好|行|可以|对|没错|没问题|同意|可|成|中)(?:[吗吧么呢嘛]|不好|不行|不可以|不对)|(?:大家|你们|各位)?(?:觉得)?(?:如何|怎么样|咋样|怎样)"
)
_OR_ELSE = re.compile(r"(?:或者?|要么|要不|不然|不行)(?:就|的话)?(?:是)?(?:投)?")
_INSTEAD = re.compile(r"[ja]*u[ju]*N[al~…]*")
_NEXT_BEST = re.compile(r"(?:第二|第三|二|三)?(?:其次|次选|备选|候补|候选|再次|次之|第二选择|第三选择|退而求其次)")


def second_thoughts(clause: Clause, flow: Flow, scope: Scope) -> list[Said]:
    """What is said of a ballot that stands before: 不, 算了, 还是Y; 其次Y, where a ballot holds one name."""
    if not flow.voted:
        return []
    if clause.aside:
        slip = _DOUBTED.search(clause.text()) or (re.search(r"(?<!D)X", clause.codes) and _SLIP.search(clause.text()))
        return [said("hedge", UNSURE, clause, 0, len(clause.codes), why="括号里说写错了")] if slip else []
    text = clause.text()
    again = _THINKS_AGAIN.fullmatch(text)
    if again:
        flow.fix = True
        return []
    if _NOT_AFTER_ALL.search(text):
        return [said("hedge", UNSURE, clause, 0, len(clause.codes), why="后面又说算了")]
    if scope.many and _ONE_MORE.search(text):
        return []  # 第三个人选再想想: one more name is to come, those given stand
    if _DOUBTED.search(text) and not _DENIED_DOUBT.search(text):
        return [said("hedge", UNSURE, clause, 0, len(clause.codes), why="后面又说不能确定")]
    if clause.mark == "?" and _AGREED.fullmatch(text):
        return [said("hedge", UNSURE, clause, 0, len(clause.codes), why="后面在问行不行")]
    first = clause.codes.find("N")
    if _OR_ELSE.match(text) and first >= 0 and not scope.many:
        row = objects(clause, first, scope, lead=False)
        return [said("hedge", UNSURE, clause, 0, len(clause.codes), row, why="后面又说可以是另一个人")]
    next_best = _NEXT_BEST.match(text)
    if first < 0 or not (_INSTEAD.fullmatch(clause.codes) or next_best):
        return []
    row = objects(clause, first, scope, lead=False)
    if next_best and scope.many:
        return [said("vote", SURE, clause, first, row.end, row, why="名单里的下一位")] if row else []
    if clause.mark != "?" and _INSTEAD.fullmatch(clause.codes) and row and row.sort == "name" and not row.choice:
        return [said("vote", SURE, clause, first, row.end, row, why="后面改了主意", fix=True)]
    return [said("hedge", UNSURE, clause, 0, len(clause.codes), row, why="后面又说到另一个人")]


_LATER = re.compile(r"再|等|晚上|明天|回头|看看|想想|考虑")


def put_off(things: list[Said], parts: list[Clause]) -> None:
    """今天不投，等晚上再说: nothing is given up, the ballot is still to come."""
    given_up = [one for one in things if one.kind == "abstain" and one.why == NOT_VOTING]
    if not given_up:
        return
    later = {clause.sentence: clause.start for clause in parts if "F" in clause.codes or _LATER.search(clause.text())}
    for one in given_up:
        if later.get(one.sentence, -1) >= one.end:
            one.status, one.why = VOID, "还没有投，以后再说"


_REFUSAL = re.compile(
    r"(?:才|想|真|我看|还是)*(?:想得美|做梦|白日做梦|没门|门都没有|休想|不可能|怎么可能|不存在|下辈子|才怪|凭什么|免谈|别想|你想多了|想多了)"
    r"[的吧了啊呢嘛]*"
)


def refused(things: list[Said], parts: list[Clause]) -> None:
    """投X？没门: the words after it throw the vote back."""
    starts = [clause.start for clause in parts]
    for one in things:
        if one.kind not in ("vote", "change", "ambiguous", "hedge") or one.status not in (SURE, UNSURE):
            continue
        place = bisect_left(starts, one.end)
        after = parts[place] if place < len(parts) else None
        if after is not None and after.line == one.line and _REFUSAL.fullmatch(after.text()):
            one.status, one.kind, one.why = VOID, "not", "后面一句顶了回去"
