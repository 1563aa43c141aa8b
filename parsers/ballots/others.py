"""Shapes that name nobody: 弃权, 跟楼上, 授权给X, 随便."""

from __future__ import annotations

import re

from parsers.ballots.casting import Result, stage_in
from parsers.ballots.clauses import Clause
from parsers.ballots.mood import Flow, Mood, mood
from parsers.ballots.objects import Objects, Scope, objects
from parsers.ballots.said import CONDITIONAL, FOLLOWS, SURE, UNSURE, VOID, Said, said


def abstain(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """弃权 and its kin, said of oneself and now."""
    codes, word = clause.codes, clause.tokens[at].text
    rest = codes[at + 1 :].strip("al~…-*#]1@")
    if re.match(r"[1TR#jl]*[C→]", codes[at + 1 :]) or (rest[:1] in ("G", "N", "V") and word.endswith("投票")):
        return None
    if codes[at + 1 : at + 2] == "l" and clause.tokens[at + 1].text[:1] == "过":
        return None, at + 1
    if word in ("弃", "放弃", "跳过", "轮空", "pass", "空") and (
        rest or clause.text(0, at).strip("我就先暂时姑且这轮本今天还是只好那局次把回手下不了的投票一个选举场")
    ):
        return None
    how = mood(clause, low, at, at + 1, None, flow, scope)
    before = codes[low:at]
    if re.search(r"另|其余|剩|余下|多出|第.票", clause.text(0, at)) and scope.many:
        return None, at + 1
    if (
        "i" in before
        or (clause.aside and before.strip("Ij"))
        or (re.search(r"[全都]", clause.text(low, at)) and "I" not in before and "谁" not in word)
    ):
        return None, at + 1
    if any(token.kind in "#n" and token.text[-1:] == "人" for token in clause.tokens[low:at]):
        return None, at + 1  # 3人弃权
    if how.status == SURE and "9" in before:
        how = Mood(VOID, "是在数票")
    if how.status == SURE and rest and rest[0] not in "RFu":
        how = Mood(UNSURE, "弃权后面还有话")
    if how.status == SURE and "K" in before:
        how = Mood(UNSURE, "弃权前面还有话")
    if how.status == SURE and ("除" in clause.text(0, at) or "先" in clause.text(low, at) or rest[:1] == "F"):
        how = Mood(UNSURE, "像是暂时弃权" if "除" not in clause.text(0, at) else "有例外的弃权")
    if how.status == VOID or how.negated or (clause.mark == "?" and (rest or before.strip("jIRa"))):
        return None, at + 1
    row = objects(clause, at, scope, lead=False)
    return said(
        "abstain",
        how.status,
        clause,
        low,
        at + 1,
        row,
        why=how.why,
        old=flow.old,
        stage=stage_in(clause.text(low, at)) or flow.stage,
    ), at + 1


def _says_again(clause: Clause, at: int, told: Objects) -> bool:
    """警长归10号，我跟10: the one who is followed to is named once more."""
    token = clause.tokens[at]
    same = token.players == told.players or token.text in {one.words.rstrip("号") for one in told.found}
    return at + 1 == len(clause.tokens) and same


_ALIKE = re.compile(r"[jRIa]*[sfx]?(?P<who>[NEHY])[jRIQaT1]*[VP]?[jlgaT1]*[fxyj][xgaT1lV]*")
_THE_SAME = re.compile(r"(?:投|票|选)?(?:一样|相同|同样|同一个|一个人|一致)的?(?:票|人)?[了吧啊]*$")
_WITH = re.compile(r"[我俺咱]?(?:今天|这次|这轮|的票)?(?:也|就|要|还是)?[和与跟同像学]")


_AS_BEFORE = re.compile(
    r"[我俺]?(?:这次|今天|还)?[和跟与同]?(?:昨天|上轮|上次|昨晚|前面|之前|刚才|上回)(?:投)?的?(?:一样|相同)[的吧了啊]*"
)


def as_before(clause: Clause, scope: Scope) -> Said | None:
    """跟昨天一样: a ballot by what he did before, where the post says nothing else."""
    if not scope.only or clause.mark == "?" or not _AS_BEFORE.fullmatch(clause.text()):
        return None
    return said("ambiguous", UNSURE, clause, 0, len(clause.codes), None, why="说跟以前一样，没有说投谁", bare=True)


def me_too(clause: Clause, flow: Flow) -> Said | None:
    """北斗投南山，我也是: whether that is a ballot is not said."""
    if (
        flow.told is None
        or clause.mark == "?"
        or not re.fullmatch(r"[我俺]也(?:是|一样|这么投|同样)?[的啊吧了]*", clause.text())
    ):
        return None
    row = Objects(flow.told.found, 0, 0)
    return said("ambiguous", UNSURE, clause, 0, len(clause.codes), row, why="说自己也一样，没有说投谁")


_OF_OPINIONS = re.compile(r"[,。!~…]?(?:我们?|我俩|他|也|都|一样)*(?:是|怀疑|觉得|感觉|认为|看法|在|没|不|有)")


def alike(clause: Clause, scope: Scope) -> Said | None:
    """跟X一样, 我和X投一样的: somebody else's ballot, whatever it is."""
    who = _ALIKE.fullmatch(clause.codes)
    if not who or not _WITH.match(clause.text()) or not _THE_SAME.search(clause.text()) or clause.mark == "?":
        return None
    if not re.search(r"[VPT]", clause.codes) and _OF_OPINIONS.match(scope.folded[clause.end : clause.end + 8]):
        return None  # 我和X一样，都是…
    row = objects(clause, who.start("who"), scope, lead=False)
    return said("ambiguous", UNSURE, clause, 0, len(clause.codes), row, why=FOLLOWS, bare=True)


_ALL_ABOVE = re.compile(
    r"(?:以上|楼上|上面|前面|上述|各位|大家|所有|全部|几位|人|们|的|意见|看法|说法|观点|玩家|[了吧啊])+"
)
_ALONG = re.compile(r"(?:的?人)?(?:的票)?(?:一起|一块)?(?:走|来|投票?|算)")  # 跟X的票走, 跟多数走


def follows(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """跟楼上, 跟X的票, 同意: whose ballot it would be is not said."""
    codes, word = clause.codes, clause.tokens[at].text
    before = codes[low:at]
    rest = codes[at + 1 :]
    if rest.endswith("x") and _ALONG.fullmatch(clause.tokens[-1].text):
        rest = rest[:-1]
    if re.fullmatch(r"[EHh]?j*[VP][al1]*", rest) and (rest[:1] in "EHh" or "楼" in word) and not before.strip("IjRa"):
        return said("ambiguous", UNSURE, clause, low, len(codes), None, why=FOLLOWS, bare=True), len(codes)
    if re.search(r"[VPC]", rest) or before.strip("IjTRa#V") or clause.mark == "?":
        return None
    if (
        flow.told
        and ("I" in before or not codes.strip("fjal"))
        and (not rest.strip("aVl1T") or _says_again(clause, at + 1, flow.told))
        and word in ("跟", "跟上", "随", "跟随", "跟着", "随票", "同意", "附议", "跟票", "照抄", "一样")
    ):
        told = Objects(flow.told.found, at, at + 1)
        if word in ("同意", "附议", "一样"):
            return said("ambiguous", UNSURE, clause, low, len(codes), told, why="同意别人投的，没有说自己投"), len(
                codes
            )
        return said("vote", SURE, clause, low, len(codes), told, why="跟前面说到的那一票"), len(codes)
    if word in ("同意", "赞同", "附议", "复议") and scope.only and _ALL_ABOVE.fullmatch(clause.text(at + 1)):
        return said("ambiguous", UNSURE, clause, low, len(codes), None, why=FOLLOWS, bare=True), len(codes)
    if not scope.only and "票" not in clause.text() and not (flow.counting and "I" in before):
        return None  # 跟, 同意 in a longer post is talk
    if word in (
        "跟",
        "跟随",
        "跟着",
        "随",
        "听",
        "听从",
        "抄",
        "跟上",
        "复制",
        "照抄",
        "同",
    ) and re.fullmatch(r"(?:[NEHYQh1z]|x)?(?:g?[TV1x¥]|x)?g?[al]*", rest):
        row = objects(clause, at + 1, scope)
        return said(
            "ambiguous",
            UNSURE,
            clause,
            low,
            len(codes),
            row,
            why=FOLLOWS,
            bare=True,
        ), len(codes)
    if word in ("同意", "赞同", "附议") and re.match(r"N", rest) and re.search(r"出局|出|走|死", clause.text(at + 2)):
        row = objects(clause, at + 1, scope)
        return said("ambiguous", UNSURE, clause, low, len(codes), row, why="同意别人的意见，没有说投"), len(codes)
    if not rest.strip("a1~hE!") and not before.strip("Ij") and clause.before == "\n":
        return said(
            "ambiguous",
            UNSURE,
            clause,
            low,
            len(codes),
            None,
            why=FOLLOWS,
            bare=True,
        ), len(codes)
    return None


def entrusts(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """授权给X, 票交给X决定: the choice is left to somebody else."""
    word, codes = clause.tokens[at].text, clause.codes
    if "D" in codes[low:at] or clause.mark == "?" or re.search(r"[EYHLQ]", codes[low:at]):
        return None
    general = word in (
        "让给",
        "拜托",
        "交给",
        "转交给",
        "转交",
        "交由",
        "托付",
        "托付给",
        "由",
        "托",
        "全权",
        "交付",
    )
    if general and not (re.search("[TV1]", codes[:at]) or flow.ticket):
        return None
    row = objects(clause, at + 1, scope)
    if row and row.sort in ("name", "judge", "other", "op", "he", "you"):
        return said(
            "conditional",
            CONDITIONAL,
            clause,
            low,
            len(codes),
            row,
            why="把决定交给别人",
        ), len(codes)
    return None


def left_open(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """跟大多数, 随便, 你们定."""
    codes = clause.codes
    named = re.search(r"[-:]+(?=N[al]*$)", codes[at + 1 :])
    if named:
        row = objects(clause, at + 1 + named.end(), scope, lead=False)
        return said("vote", SURE, clause, low, len(codes), row, why="随便投，投的是他"), len(codes)
    verb = "" if clause.tokens[at].text.endswith("投") else "V"
    aimed = re.fullmatch(rf"{verb}1?(N)[al]*", codes[at + 1 :])
    if aimed and not re.search(r"[EYQDLcN]", codes[low:at]) and clause.mark != "?":
        row = objects(clause, at + 1 + aimed.start(1), scope, lead=False)  # 随便投X: carelessly, yet him
        return said("vote", SURE, clause, low, len(codes), row, why="随便投，投的是他"), len(codes)
    behind = codes[at + 1 :]
    if behind.endswith("x") and _ALONG.fullmatch(clause.tokens[-1].text):
        behind = behind[:-1]
    rest = (codes[:at] + behind).strip("jIRalf#gEY") or ("" if scope.only else "x")
    place = codes.find("N", low, at)
    if re.search(r"[VP]l", codes[at + 1 :]):
        return None  # 跟着大部队投了三天
    speaks = re.search("[票选投挑定]", clause.tokens[at].text) or re.search(r"[VPTC1f]", codes) or not rest
    if not speaks or clause.mark == "?" or "Q" in codes[low:at] or "D" in codes[low:at]:
        return None
    return said(
        "conditional",
        CONDITIONAL,
        clause,
        low,
        len(codes),
        objects(clause, place, scope, lead=False) if place >= 0 else None,
        why="把选择留给别人",
        bare=True,
    ), len(codes)


__all__ = ["abstain", "entrusts", "follows", "left_open"]


def chooses(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """X和Y二选一, X、Y都可以投: two names, none chosen."""
    codes = clause.codes
    if clause.tokens[at].text not in (
        "二选一",
        "三选一",
        "任选",
        "其中一个",
        "其中之一",
        "随便哪个",
        "都行",
        "都可以",
        "随便一个",
        "任一",
    ):
        return None
    place = codes.find("N", low)
    if "N" not in codes and len(scope.memory) > 1 and not low and clause.mark != "?":
        one = said("ambiguous", UNSURE, clause, 0, at + 1, None, why="几个人里没有选定")
        one.players = tuple(scope.memory)[-2:]
        return one, len(codes)
    row = objects(clause, place, scope, lead=False) if low <= place < at else None
    if row is None or len(row.players) < 2 or clause.mark == "?":
        return None
    return said("ambiguous", UNSURE, clause, place, at + 1, row, why="几个人里没有选定"), len(codes)
