"""Shapes of a vote: 投X, X 投, 投票：X, 我的票给X, 给X一票, X一票, 选X, 自投."""

from __future__ import annotations

import re

from parsers.ballots.clauses import Clause
from parsers.ballots.mood import Flow, Mood, mood
from parsers.ballots.objects import Found, Objects, Scope, objects
from parsers.ballots.said import CONDITIONAL, SURE, UNSURE, VOID, Said, said

Result = tuple[Said | None, int] | None
STAGES = {
    "罢免": "recall",
    "补选": "by-election",
    "选举": "election",
    "处决": "execution",
    "对决": "runoff",
}
_ELECTS = frozenset({"election", "by-election", "sheriff"})
_HOLLOW = "al1#~…*-@j"  # what may follow a verb that has no object of its own


def stage_in(words: str) -> str | None:
    """The stage a verb or label names."""
    return next((name for word, name in STAGES.items() if word in words), None)


def vote(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """投X, 票给X, 处决X; without an object, whoever was named before it."""
    token = clause.tokens[at]
    stage = stage_in(token.text)
    row = objects(clause, at + 1, scope)
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
        return _fronted(clause, low, at, flow, scope, stage)
    if re.match(r"[g¥].{0,3}Z", clause.codes[row.end :]):
        return None  # 投X的票作废
    row = _turned(clause, row, flow, scope)
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


_REFUSES = ("不", "不想", "不太想", "不会", "不再", "不打算", "决不", "绝不", "不愿", "不愿意")


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
    end = row.end
    stage = stage or flow.stage
    if how.negated and row.sort == "nobody" and clause.tokens[at - 1].text in _REFUSES:
        wish = clause.tokens[at - 1].text in ("不想", "不太想")
        return said("abstain", UNSURE if wish else SURE, clause, low, end, row, why="谁也不投", stage=stage), end
    if how.negated:
        return said("not", VOID, clause, at, end, row, why=how.why, stage=stage), end
    if row.sort == "who":
        if flow.condition or "c" in clause.codes[low:at]:
            return said(
                "conditional",
                CONDITIONAL,
                clause,
                low,
                end,
                row,
                why="投谁要看别人",
                stage=stage,
            ), end
        return said("none", VOID, clause, low, end, row, why="投谁没有说", stage=stage), end
    if row.sort in ("other", "unknown") and not row.named and clause.mark == "?":
        return None, end
    if row.sort == "nobody" and len(row.found) == 1:
        status = UNSURE if how.status == SURE else how.status
        return said(
            "ambiguous",
            status,
            clause,
            low,
            end,
            row,
            why="谁也不投，还是没有说",
            stage=stage,
        ), end
    if row.sort == "abstain":
        return said(
            "abstain",
            how.status,
            clause,
            low,
            end,
            row,
            why=how.why,
            stage=stage,
            old=flow.old,
        ), end
    if _left_to_others(clause, end):
        return said(
            "conditional",
            CONDITIONAL,
            clause,
            low,
            end,
            row,
            why="让别人来定",
            stage=stage,
        ), end
    kind = "change" if flow.change or flow.old else "vote"
    one = said(
        kind,
        how.status,
        clause,
        at,
        end,
        row,
        why=how.why,
        stage=stage,
        old=flow.old,
        fix=flow.fix,
        past=how.past,
        day=bool(re.search(r"[#L]", clause.codes[low:at])),
    )
    if how.status in (SURE, UNSURE):
        flow.change = flow.fix = flow.header = flow.ticket = False
        flow.old = ()
    return one, end


def _left_to_others(clause: Clause, end: int) -> bool:
    return bool(re.match(r"决定|做主|作主|来定|定夺|处理|代投|来投|安排|支配|全权", clause.text(end)))


def _fronted(clause: Clause, low: int, at: int, flow: Flow, scope: Scope, stage: str | None) -> Result:
    """A verb without an object: the name stands before it (X 投; 就是X，我投), or nothing is said."""
    codes = clause.codes
    rest = codes[at + 1 :].strip(_HOLLOW)
    before = codes[low:at]
    how = mood(clause, low, at, at + 1, None, flow, scope)
    names = [place for place in range(low, at) if codes[place] == "N" or (codes[place] == "S" and place < at - 1)]
    if names:
        row = objects(clause, names[0], scope, lead=False)
        if row and names[0] > low and codes[names[0] - 1] == "f" and not rest:
            return said("ambiguous", UNSURE, clause, low, at + 1, row, why="跟着别人投，没有说投谁"), at + 1
        if row and "D" in before and not rest and not re.search(r"[QEHY]", before):
            return said("not", VOID, clause, names[0], at + 1, row, why="不投", stage=stage), at + 1
        mine = "I" in before[names[-1] - low :] or "b" in before
        between = codes[row.end : at] if row else ""
        if row and "N" in between and "I" not in before and not re.search(r"[QHYEeLFD]", before):
            one = said("ambiguous", UNSURE, clause, names[0], at + 1, row, why="动词前有几个名字")
            one.players = tuple(dict.fromkeys(p for t in clause.tokens[low:at] for p in t.players))
            return one, at + 1
        beside = codes[at - 1] in "NS]*:1a" or (row is not None and not codes[row.end : at].strip("jRa:]*1M"))
        if (
            row is None
            or rest
            or "l" in codes[at + 1 : at + 2]
            or not (mine or beside)
            or re.search(r"[QHYEe]", before)
        ):
            return None
        if "D" in before:
            return said("not", VOID, clause, names[0], at + 1, row, why="不投", stage=stage), at + 1
        if re.search(r"[LF]", before) and not mine:
            return None
        status = (
            CONDITIONAL
            if "c" in before or flow.condition
            else UNSURE
            if "M" in before or clause.mark == "?" or flow.joke or "q" in codes[at:]
            else SURE
        )
        why = {UNSURE: "只是打算或发问", CONDITIONAL: "带条件"}.get(status, "名字在动词前")
        return ballot(
            clause,
            names[0],
            at,
            Objects(row.found, row.at, at + 1, row.choice),
            Mood(status, why),
            flow,
            stage,
        )
    if clause.text(at + 1, at + 2) in ("得", "的", "地"):
        rest, how = "", mood(clause, low, at, len(codes), None, flow, scope)
    if how.negated:
        return _not_voting(clause, low, at, rest, before)
    if (
        how.status in (SURE, UNSURE)
        and "I" in before
        and (not rest or rest[0] in "gj")
        and scope.memory
        and clause.mark != "?"
    ):
        token = clause.tokens[at]
        found = Found("he", scope.last, "said before", token.text, token.start, token.end)
        only = len(scope.memory) == 1 and "f" not in before and "l" not in codes[at + 1 : at + 2]
        status = how.status if only else UNSURE
        return said(
            "vote",
            status,
            clause,
            low,
            at + 1,
            Objects((found,), at, at + 1),
            why=how.why or "投前面刚说到的人",
            stage=stage,
        ), at + 1
    if not rest and not before.strip("jIRaX#u") and clause.mark in ",:\n。!":
        flow.header = True
        flow.stage = stage or flow.stage
    return None


_PERHAPS = frozenset(
    ["可能", "可能会", "也许", "或许", "大概", "大概会", "估计", "估计会", "说不定", "没准", "搞不好", "兴许"]
)


def _not_voting(clause: Clause, low: int, at: int, rest: str, before: str) -> Result:
    """不投: an abstention where it is said of oneself and for good; 先不投 puts it off."""
    word = clause.tokens[low + before.rindex("D")].text
    if (
        rest
        or re.search(r"[NEHYQc]", before)
        or clause.mark == "?"
        or word
        not in (
            "不",
            "不想",
            "不再",
            "就不",
            "坚决不",
            "决不",
            "绝不",
            "不打算",
            "不会",
            "拒绝",
            "暂不",
        )
    ):
        return None, at + 1
    if any(token.text in _PERHAPS for token in clause.tokens[low:at]):
        return None, at + 1  # 可能不投: nothing is given up yet
    if (
        any(token.text in ("先", "还", "暂", "暂时", "现在", "目前", "暂且") for token in clause.tokens[low:at])
        or word == "暂不"
    ):
        return None, at + 1
    status = UNSURE if "M" in before or word == "不想" else SURE
    return said("abstain", status, clause, low, at + 1, why="不投"), at + 1


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


def ticket(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """我这一票给X, 把票留给X, 我的票：X; the receiver may stand in the next clause."""
    codes = clause.codes
    place = at + 1
    while place < len(codes) and codes[place] in "jRaxIlybMD1#":
        place += 1
    if place < len(codes) and clause.tokens[place].text == "送":
        place += 1
    cast = clause.tokens[at].kind == "¥" and not _own_ballot(clause, low, at, scope)
    begins = place < len(codes) and (
        codes[place] in "GViB:-@]→[=…"
        or (codes[place] in "NYHS" and (place == at + 1 or clause.tokens[place - 1].text[-1:] in ("送", "是")))
    )
    if begins:
        row = objects(clause, place + 1 if codes[place] == "V" else place, scope)
        if row and (row.named or row.sort in ("who", "floor", "judge", "op", "other", "abstain", "nobody")):
            return _handed_over(clause, low, at, place, row, cast, flow, scope)
        if codes[place] == "V" and not cast:
            return _fronted(clause, low, place, flow, scope, None)
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
            why="跟着别人投，没有说投谁",
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


def _own_ballot(clause: Clause, low: int, at: int, scope: Scope) -> bool:
    """某某的一票 where the author himself is named."""
    return at > low and scope.author in clause.tokens[at - 1].players


_ON_HIM = re.compile(r"的(?:名|大名|头|脑袋|身|账|户头|碗|盘|信箱)")


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
    if cast and not flow.change and not flow.condition:
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
        and re.fullmatch(r"[IjRa]*(?:x)?", before)
        and len(clause.text(0, at)) <= 5
        and not codes[row.end :].strip("al~…-*")
    ):
        how = mood(clause, low, at, row.end, row, flow, scope)
        return ballot(clause, low, at, row, how, flow, None)
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


def self_vote(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """自投."""
    row = objects(clause, at, scope, lead=False)
    if row is None or not row.named or clause.codes[at + 1 :].strip(_HOLLOW):
        return None
    how = mood(clause, low, at, at + 1, row, flow, scope)
    return ballot(clause, low, at, row, how, flow, None)


def weak(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """选X, 推X, 出X, X出: a vote where the stage or the shape makes it one, else worth asking."""
    word, codes = clause.tokens[at].text, clause.codes
    before = codes[low:at]
    row = objects(clause, at + 1, scope)
    among = re.search(r"N[xy]*$", before.rstrip("jRaI"))
    if among and clause.text(low + among.start() + 1, at)[:1] in "里中之当两这" and (row is None or row.sort != "name"):
        first = low + before.index("N")
        rivals = objects(clause, first, scope, lead=False)
        if rivals and len(rivals.players) > 1 and "D" not in before:
            return said(
                "ambiguous",
                UNSURE,
                clause,
                first,
                len(codes),
                rivals,
                why="在几个人之间没有选定",
            ), len(codes)
    if row is None or row.sort in (
        "unknown",
        "who",
        "abstain",
        "you",
        "he",
        "other",
        "me",
        "nobody",
    ):
        return _weak_fronted(clause, low, at, flow, scope, word)
    if any(one.how == "piece" for one in row.found):
        return None
    how = mood(clause, low, at, row.end, row, flow, scope)
    if how.negated:
        return said("not", VOID, clause, low, row.end, row, why=how.why), row.end
    if how.status == VOID:
        return None
    plain = re.fullmatch(r"[IjRa:#ulX]*", before) is not None
    tail = codes[row.end :].strip("al~…-*#")
    stage = scope.context.stage
    elects = (
        word in ("选", "选择", "推选", "推", "推举", "就选", "只选", "票决")
        and (plain or stage in _ELECTS)
        and (word != "推" or stage in _ELECTS)
    )
    by_stage = plain and (word, stage) in (
        ("囚禁", "imprison"),
        ("关", "imprison"),
        ("关押", "imprison"),
        ("杀", "execution"),
        ("出", "execution"),
    )
    if (elects or by_stage) and not tail.startswith("g"):
        return ballot(clause, low, at, row, how, flow, None)
    backs = word in ("支持", "拥护", "顶", "推荐") and stage in _ELECTS
    removes = word in (
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
    )
    leaves = word == "送" and re.match(r"上路|走|一程|回家|出局|归西|下去|出门|最后", clause.text(row.end))
    if word == "送" and not leaves:
        return None
    if (plain and (removes or backs) and not tail.strip("xy")) or (removes and "M" in before) or leaves:
        status = UNSURE if how.status == SURE else how.status
        return said("ambiguous", status, clause, low, row.end, row, why="没有明说投票"), row.end
    return None


def _weak_fronted(clause: Clause, low: int, at: int, flow: Flow, scope: Scope, word: str) -> Result:
    """3号出."""
    names = re.fullmatch(r"[jRaI#]*(N)[jRI]*", clause.codes[low:at])
    if not names or clause.codes[at + 1 :].strip("al~…") or clause.mark == "?" or word not in ("出", "选", "就选"):
        return None
    row = objects(clause, low + names.start(1), scope, lead=False)
    return (
        ballot(
            clause,
            low,
            at,
            Objects(row.found, row.at, at + 1),
            Mood(SURE, f"{word}，名字在前"),
            flow,
            None,
        )
        if row
        else None
    )


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
