"""The ballot as a thing: 我的票给X, 给X一票, X一票, 两票都给X."""

from __future__ import annotations

import re

from parsers.ballots.casting import Result, ballot
from parsers.ballots.clauses import Clause
from parsers.ballots.fronted import fronted
from parsers.ballots.mood import Flow, Mood, mood
from parsers.ballots.objects import Objects, Scope, objects
from parsers.ballots.said import FOLLOWS, SURE, UNSURE, VOID, said

_ON_HIM = re.compile(r"的(?:名|大名|头|脑袋|身|账|户头|碗|盘|信箱)")


_AT = (*"扣盖钉贴砸按拍甩扔丢塞压押摁怼", "打", "推", "选", "踢", "锤", "杀", "出", "支持", "顶", "砍", "站")


def ticket(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """我这一票给X, 把票留给X, 我的票：X; the receiver may stand in the next clause."""
    codes = clause.codes
    place = at + 1
    while place < len(codes) and codes[place] in "jRaxIlybMD1#":
        place += 1
    if place < len(codes) and clause.tokens[place].text == "送":
        place += 1
    place = _past_name_of(clause, place)
    cast = clause.tokens[at].kind == "¥" and not _own_ballot(clause, low, at, scope)
    aimed = codes[place : place + 1] in ("W", "x") and clause.tokens[place].text in _AT and not cast
    begins = place < len(codes) and (
        aimed
        or codes[place] in "GViB:-@]→[=…"
        or (codes[place] in "NYHS" and (place == at + 1 or clause.tokens[place - 1].text[-1:] in ("送", "是", *_AT)))
    )
    if begins:
        row = objects(clause, place + 1 if aimed or codes[place] == "V" else place, scope)
        if row and (row.named or row.sort in ("who", "floor", "judge", "op", "other", "abstain", "nobody")):
            return _handed_over(clause, low, at, place, row, cast, flow, scope)
        if codes[place] == "V" and not cast:
            return fronted(clause, low, place, flow, scope, None)
    if cast:
        return None
    if "f" in codes[at:]:
        row = objects(clause, codes.index("f", at) + 1, scope)
        return said(
            "ambiguous",
            UNSURE,
            clause,
            low,
            len(codes),
            row,
            why=FOLLOWS,
        ), len(codes)
    if "t" in codes[at:]:
        flow.ticket = True
        return None
    if codes[at + 1 : at + 2] == "x" and clause.tokens[at + 1].text[:1] in "从由自":
        row = objects(clause, at + 2, scope)
        if row and "C" not in codes[row.end :]:
            flow.old, flow.ticket = row.players, True
            return None, row.end
        return None
    flow.ticket = True
    return None


_NAME_OF = re.compile(
    r"(?:上面?|里面?)?写(?:着|下)?的(?:名字|人|对象|大名)|(?:面上?|上面?|里面?|上头|里头)?的?(?:名字|大名|名儿|人|人选|对象|归宿|主人|去处|去向|下家)?"
)


def _past_name_of(clause: Clause, at: int) -> int:
    """我这一票的名字写的是X, 票上的人是X: where the words go on after what is on the ballot."""
    whole = _NAME_OF.match(clause.text(at))
    length, place = len(whole.group()) if whole else 0, at
    while length > 0 and place < len(clause.tokens):
        length -= len(clause.tokens[place].text)
        place += 1
    named = (
        length == 0
        and whole is not None
        and whole.group() not in ("", "的")
        and clause.codes[place : place + 1] in ("G", "i", "j", ":")
    )
    while named and clause.codes[place : place + 1] == "j":
        place += 1
    return place if named else at


def _own_ballot(clause: Clause, low: int, at: int, scope: Scope) -> bool:
    """某某的一票 where the author himself is named."""
    return at > low and scope.author in clause.tokens[at - 1].players


def _handed_over(
    clause: Clause,
    low: int,
    at: int,
    place: int,
    row: Objects,
    cast: bool,
    flow: Flow,
    scope: Scope,
) -> Result:
    codes = clause.codes
    tail = codes[row.end :]
    if tail[:1] == "g":
        if tail.strip("gal~…") and not _ON_HIM.match(clause.text(row.end)):
            return None
        row = Objects(row.found, row.at, len(codes), row.choice)
    mine = low if cast or re.search(r"[LDMcNEHY]", codes[low:at]) else at
    how = mood(clause, mine, at, row.end, row, flow, scope)
    if "D" in codes[at:place]:
        return said("not", VOID, clause, at, row.end, row, why="不给"), row.end
    if cast and not flow.change and not flow.condition and "c" not in codes[low:at]:
        flow.ticket, flow.old = True, row.players if row.found[0].sort == "name" and "l" in codes[at:] else ()
        return said("none", VOID, clause, at, row.end, row, why="说的是已经投过的票"), row.end
    if "M" in codes[at:place] and how.status == SURE:
        how = Mood(UNSURE, "只是打算")
    return ballot(clause, low, at, row, how, flow, None)


def hands(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """给X一票, 给X投一票; 给X where the ballot was named before."""
    row = objects(clause, at + 1, scope)
    if row is None or row.sort in ("unknown", "who"):
        return None
    codes = clause.codes
    tail = codes[row.end :]
    how = mood(clause, low, at, row.end, row, flow, scope)
    if "警徽" in clause.text(low, at) and scope.context.stage == "sheriff" and row.named and how.status != VOID:
        return said("ambiguous", UNSURE, clause, low, row.end, row, why="是投他当警长，还是移交警徽"), row.end
    if row.sort == "nobody" and not flow.ticket:
        return None
    if re.match(r"j*(?:[P1T]|x?1|VV?1?$)", tail) or re.search(r"[19b]$", codes[low:at].rstrip("jRa")):
        if tail[:1] in ("P", "V") and objects(clause, row.end + 1, scope):
            return None
        return ballot(clause, low, at, row, how, flow, None)
    if (
        not flow.ticket
        and "票" in scope.folded
        and re.fullmatch(r"[jRaux]*", codes[low:at])
        and not tail.strip("al~…-*@")
        and row.named
    ):
        how = how if how.status == VOID else Mood(UNSURE, "给的是不是票，没有说")
        return ballot(clause, low, at, row, how, flow, None)
    if flow.ticket and (not tail.strip("al~…-*@g") or _ON_HIM.match(clause.text(row.end))):
        whole = Objects(row.found, row.at, len(codes), row.choice)
        return ballot(
            clause,
            low,
            at,
            whole,
            mood(clause, low, at, len(codes), whole, flow, scope),
            flow,
            None,
        )
    return None


def one_ballot(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """X一票, X+1; 补一票X; 一票给X is read by its 给."""
    codes = clause.codes
    before = codes[low:at]
    if at > low and codes[at - 1] == "N" and not codes[at + 1 :].strip("al~…-*j@"):
        first = at - 1
        while first > low and codes[first - 1] in "N、s":
            first -= 1
        row = objects(clause, first, scope, lead=False)
        lead = codes[low:first]
        if row and not re.search(r"[LFQNEHYcMDef]", lead) and clause.mark != "?":
            if flow.counting and not scope.many:
                return None
            return ballot(
                clause,
                low,
                first,
                Objects(row.found, row.at, at + 1, row.choice),
                Mood(SURE),
                flow,
                None,
            )
        return None
    row = objects(clause, at + 1, scope)
    if (
        row
        and row.sort == "name"
        and codes[row.at - 1] in "1G"
        and not (flow.counting and "I" not in before)
        and re.fullmatch(r"[IjRa]*(?:x)?", before)
        and len(clause.text(0, at)) <= 5
        and not codes[row.end :].strip("al~…-*")
    ):
        how = mood(clause, low, at, row.end, row, flow, scope)
        return ballot(clause, low, at, row, how, flow, None)
    if flow.counting and clause.aside and not scope.many:
        return None
    if flow.bare and not before.strip("ja") and not codes[at + 1 :].strip("al"):
        return ballot(
            clause,
            low,
            at,
            Objects(flow.bare.found, at, at + 1, flow.bare.choice),
            Mood(SURE, "名字后面写了一票"),
            flow,
            None,
        )
    if not re.search("[NYHQDLFe]", codes) and not codes[at + 1 :].strip("al"):
        flow.ticket = True
    return None


def several(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """两票都给X: several ballots handed over; a mere number of ballots says nothing."""
    if (
        scope.many
        and clause.codes[at + 1 : at + 2] == "N"
        and clause.text(low, at) in ("前", "头", "我的", "我", "这", "")
    ):
        row = objects(clause, at + 1, scope)
        if row and row.named:
            return ballot(clause, low, at, row, mood(clause, low, at, row.end, row, flow, scope), flow, None)
    if re.match(r"[jRxay]*(?:G|VN)", clause.codes[at + 1 :]):
        return ticket(clause, low, at, flow, scope)
    if at > low and clause.codes[at - 1] == "N" and scope.many and not clause.codes[at + 1 :].strip("al~…"):
        row = objects(clause, at - 1, scope, lead=False)
        return said("hedge", UNSURE, clause, at - 1, at + 1, row, why="一个人写了几票"), at + 1
    if clause.codes[at + 1 : at + 2] != ":" or clause.codes[low:at].strip("IgR#"):
        return None
    row = objects(clause, at + 1, scope)
    if row and row.named and (scope.many or "I" in clause.codes[low:at]):
        return ballot(clause, low, at, row, mood(clause, low, at, row.end, row, flow, scope), flow, None)
    flow.header = True
    return None
