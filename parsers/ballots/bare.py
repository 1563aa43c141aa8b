"""Posts that name somebody without a voting word: in a vote thread a name alone is a ballot, a name in talk is not."""

from __future__ import annotations

import re

from parsers.ballots.clauses import Clause
from parsers.ballots.mood import Flow
from parsers.ballots.objects import UNCLEAR, Objects, Scope, objects
from parsers.ballots.said import SURE, UNSURE, Said, said

# Kinds that may stand before or after a bare name and leave it a ballot.
_BEFORE = re.compile(r"^(?:[xy]:)?[jRuaiXl#\[\]*~…@:=1+h-]*$")
_AFTER = re.compile(r"^[alj#\]\[*~…@:R{}^$_/v-]*$")
_FAREWELL = re.compile(
    r"走好|再见|再会|对不[起住]|抱歉|安息|必须死|去死|受死|拜拜|一路|得罪|别怪|死吧|该死|永别|保重|上路|不送|节哀|下地狱|投胎|见谅|原谅"
)
_SERVES = re.compile(
    r"(?:来|就|最|很|更|可以|能|挺|蛮)*(?:当|做|任|适合|够格|胜任|合适|靠谱|不错|可以)"
)
_LEANS = re.compile(
    r"倾向|偏向|考虑|想|建议|推荐|意向|初步|暂定|求|提议|希望|打算|准备"
)
_LEAVES = re.compile(
    r"(?:你|就|快|可以|必须|必|该|都|给我|请|应该|得|要|先|今天|今晚)*(?:出|出局|out|下台|下去|下课|走起|上路|滚|去死|死|走|走好|滚粗|出去|受死|领盒饭|领便当|吃席|安息|滚蛋|凉了|玩完|没了|离场)[吧了啊!]*"
)
_GREETS = re.compile(
    r"早|谢|你好|大家好|加油|欢迎|恭喜|抱歉|对不|晚安|再见|快乐|哈|请问|请教|在吗|辛苦|佩服|好文|赞|支持|同情|可怜|节哀|安息|厉害|顶|鲜花|握手|拥抱|抱抱|摸|呵|嘿|喂|哎|咦|哇"
)
# Words of a judgment on somebody: after a bare name they are the reason for it.
_ABOUT = re.compile(
    r"他|她|它|这人|太|很|最|像|可疑|发言|逻辑|理由|因为|没什么|不解释|就这样|原因|直觉|水|嫌疑|盲投|跟风|昨天|昨晚|一直|总|老是|潜|划|废话|认真|怪|说不|不说|没说|漏洞|矛盾|前后|带节奏|演|假|装|躲|摇摆|保|"
    r"不放心|看着|感觉|第[一二三]|露面|出现|分析|表现|站边|狼|杀手|匪|票|说话|聊|解释|态度|眼神|头像|声音|安静|沉默|积极|回避|动机|收益|可信|信不过|话里"
)


def bare_names(
    clauses: list[Clause], scope: Scope, flow: Flow | None = None
) -> list[Said]:
    """Names that stand by themselves, as ballots (sure), as questions (unsure), or not at all."""
    out: list[Said] = []
    for place, clause in enumerate(clauses):
        one = (
            None
            if clause.aside
            else _clause(clause, clauses, place, scope, flow or Flow())
        )
        if one is not None:
            out.append(one)
    return out


def _clause(
    clause: Clause, clauses: list[Clause], place: int, scope: Scope, flow: Flow
) -> Said | None:
    codes = clause.codes
    first = next((at for at, code in enumerate(codes) if code in "NnS"), None)
    if (
        re.fullmatch(r"[uaR]*[ju]+i?[VW]?H[al]*", codes)
        and len(set(scope.memory)) == 1
        and clause.mark != "?"
    ):
        row = objects(clause, codes.index("H"), scope, lead=False)
        return said(
            "vote", SURE, clause, 0, len(codes), row, why="就是前面说的人", bare=True
        )
    if first is None:
        return _piece(clause, clauses, scope)
    if codes[first] == "n" and (
        codes[:first].strip("[*-~a#XujR") or codes.strip("n、s&+/,[]*-~a.…#XujR")
    ):
        return None
    if codes[first] == "S" and not re.search(r"[uj]", codes[:first]):
        return None
    row = objects(clause, first, scope, lead=False)
    if (
        row
        and re.fullmatch(r"[IjR]*M[ij]?", codes[:first])
        and _LEANS.search(clause.text(0, first))
        and _AFTER.match(codes[row.end :])
    ):
        return said(
            "ambiguous", UNSURE, clause, first, row.end, row, why="只是倾向", bare=True
        )
    if (
        row
        and codes[first + 1 : first + 2] == ":"
        and scope.author in clause.tokens[first].players
        and first == 0
    ):
        row = objects(clause, first + 2, scope, lead=False) or row
        first = row.at
        codes = "[" * first + codes[first:]
    if (
        row is None
        or not _BEFORE.match(codes[:first])
        or row.sort not in ("name", "self", "unknown")
    ):
        return None
    if (
        re.search(r"R[i]?$", codes[:first])
        and (len(clauses) > 1 or "i" in codes[:first])
        and not flow.header
    ):
        return None  # 今天小满: a day, a weather
    if (
        re.search(r"(?:^|R)i$", codes[:first])
        and clause.tokens[first - 1].text == "是"
        and not flow.fix
    ):
        only = len(clauses) == 1
        return (
            said(
                "ambiguous",
                UNSURE,
                clause,
                first,
                row.end,
                row,
                why="只说是他",
                bare=True,
            )
            if only
            else None
        )
    if codes[:first].endswith("h") or (
        "h" in codes[:first] and len(clauses) == 1 and "i" not in codes[:first]
    ):
        return None
    after = codes[row.end :]
    if clause.mark == "?" or "q" in after:
        alone = not after.strip("aq") and len(clauses) == 1
        return (
            said(
                "ambiguous",
                UNSURE,
                clause,
                first,
                row.end,
                row,
                why="带问号",
                bare=True,
            )
            if alone
            else None
        )
    if re.fullmatch(r"[×*x]n|9", after) and scope.many:
        return said(
            "hedge",
            UNSURE,
            clause,
            first,
            len(codes),
            row,
            why="一个人写了几票",
            bare=True,
        )
    if scope.context.stage in ("sheriff", "election", "by-election") and _SERVES.match(
        clause.text(row.end)
    ):
        return said(
            "ambiguous",
            UNSURE,
            clause,
            first,
            row.end,
            row,
            why="说他合适，没有说投",
            bare=True,
        )
    if _AFTER.match(after):
        return _alone(clause, clauses, place, row, first, scope, flow)
    if _LEAVES.fullmatch(clause.text(row.end)):
        return said(
            "ambiguous",
            UNSURE,
            clause,
            first,
            row.end,
            row,
            why="没有说投，只说他该走",
            bare=True,
        )
    if re.fullmatch(r"M[VW]?a*", after) and not codes[:first].strip("jR"):
        return said(
            "ambiguous",
            UNSURE,
            clause,
            first,
            row.end,
            row,
            why="只是觉得可以",
            bare=True,
        )
    return None


def _piece(clause: Clause, clauses: list[Clause], scope: Scope) -> Said | None:
    """A post that is nothing but a piece of a name, or nearly a name."""
    start = len(clause.codes) - len(clause.codes.lstrip("jRuX[*-~@"))
    if (
        len(clauses) > 2
        or clause.line > 0
        or clause.mark == "?"
        or start >= len(clause.codes)
        or (len(clauses) == 2 and not _ABOUT.search(clauses[1].text()))
    ):
        return None
    row = objects(clause, start, scope, lead=False)
    if (
        row is None
        or clause.codes[row.end :].strip("al~…*-]@j")
        or not row.named
        or row.sort not in ("name", "unknown")
    ):
        return None
    if len(row.found[0].words) < 2:
        return None
    status = (
        SURE
        if all(one.how not in UNCLEAR for one in row.found) and len(clauses) == 1
        else UNSURE
    )
    return said(
        "vote" if status == SURE else "ambiguous",
        status,
        clause,
        start,
        row.end,
        row,
        why="像是名字的一部分",
        bare=True,
    )


def _alone(
    clause: Clause,
    clauses: list[Clause],
    place: int,
    row: Objects,
    first: int,
    scope: Scope,
    flow: Flow,
) -> Said | None:
    codes = clause.codes
    rest = [one for one in clauses[place + 1 :] if not one.aside]
    lead = codes[:first]
    decided = (
        bool(re.search(r"[uiX]|j", lead))
        or flow.header
        or flow.change
        or flow.fix
        or flow.ticket
    )
    status, why = SURE, "只写了名字"
    if re.match(r"[xy]:", codes):
        status, why = UNSURE, "冒号前的话没有读懂"
    if "@" in lead and (rest or place):
        return None
    before = clauses[:place]
    if before and not decided and not _ready(before, clause):
        status, why = UNSURE, "名字在话的末尾，看不出是不是投票"
        if (
            _GREETS.search("".join(one.text() for one in before))
            or clause.sentence != before[-1].sentence
            and rest
        ):
            return None
    if rest and not flow.header:
        verdict = _rest(clause, rest, decided)
        if verdict is None:
            return None
        status, why = (status, why) if verdict == SURE else (UNSURE, verdict)
    one = said(
        "vote" if status == SURE else "ambiguous",
        status,
        clause,
        first,
        row.end,
        row,
        why=why,
        bare=True,
    )
    one.fix = "X" in lead or "u" in lead or flow.fix
    if one.status == SURE and (flow.change or flow.old):
        one.kind, one.old = "change", flow.old
    return one


def _ready(before: list[Clause], clause: Clause) -> bool:
    """Whether what stands before the name leads up to a choice, or stands on a line or in a sentence of its own."""
    text = "".join(one.text() for one in before)
    codes = "".join(one.codes for one in before)
    if clause.before == "\n" and clause.mark in ("\n", "", "。", "!"):
        return True
    return bool(re.search(r"[VPTBCuXR1#n]", codes)) or bool(
        re.search(
            r"想|看|决定|选|考虑|报[到道]|签到|纠结|琢磨|分析|翻|直觉|盲|来了|到|打卡|睡|忙|下班|时间|赶",
            text,
        )
    )


def _rest(clause: Clause, rest: list[Clause], decided: bool) -> str | None:
    """What follows a bare name: SURE where it leaves the name a ballot, None where it makes it an address, else why not sure."""
    near = [
        one
        for one in rest
        if one.sentence == clause.sentence or one.line == clause.line
    ]
    nearest = rest[0]
    if re.match(r"[jiaD]*DN", nearest.codes) and nearest.tokens[0].text in (
        "不是",
        "不",
        "并非",
    ):
        return SURE
    codes = "".join(one.codes + one.mark for one in near)
    text = "".join(one.text() + one.mark for one in rest)
    if clause.mark in ",~" or nearest.sentence == clause.sentence:
        if (
            "Y" in nearest.codes
            or "?" in codes
            or re.search(r"[Qq]", nearest.codes)
            or "Y" in codes
        ):
            return None  # spoken to, not named
        if (
            re.match(r"[jR]*(?:M|D[xV]|F)", nearest.codes)
            and not decided
            and not _ABOUT.search(nearest.text())
        ):
            return None
    elif "?" in codes and re.search(r"[YQ]", codes):
        return None
    if _FAREWELL.search(text):
        return "只有名字和告别的话，没有说投"
    if (
        decided
        or "r" in codes
        or not nearest.codes.strip("jalIv")
        or _ABOUT.search(text)
    ):
        return SURE
    if nearest.line != clause.line:
        return SURE if not near and len(text) < 40 else "名字后面另有话"
    return "名字后面的话看不出是不是投票"
