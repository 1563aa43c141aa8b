"""The shapes a ballot takes in a clause: verb and object, label and name, ballot and receiver, change, withdrawal …"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from parsers.ballots.clauses import Clause
from parsers.ballots.mood import CONDITIONAL, SURE, UNSURE, VOID, Flow, Mood, mood, subject_of
from parsers.ballots.objects import ABSTAIN, Found, Objects, Scope, objects

_STAGE_WORDS = {"罢免": "recall", "补选": "by-election", "选举": "election", "处决": "execution"}
_ELECTS = frozenset({"election", "by-election", "sheriff"})


@dataclass(slots=True)
class Said:
    """One thing said: kind as in a Reading, or `not` (a vote denied) ; `status` how surely; folded positions."""

    kind: str
    status: str
    found: tuple[Found, ...] = ()
    old: tuple[str, ...] = ()
    proxies: tuple[tuple[str, str], ...] = ()
    start: int = 0
    end: int = 0
    line: int = 0
    sentence: int = 0
    stage: str | None = None
    why: str = ""
    choice: bool = False
    fix: bool = False  # said as a correction of what came before
    list_item: bool = False
    verbless: bool = False
    players: tuple[str, ...] = field(default=())

    @property
    def clear(self) -> bool:
        """Whether everybody named is one player, without a choice."""
        return bool(self.found) and not self.choice and all(one.clear for one in self.found)


def said(
    kind: str, status: str, clause: Clause, low: int, high: int, row: Objects | None = None, **more: object
) -> Said:
    """A Said that stands at tokens `low` to `high` of the clause."""
    found = row.found if row else ()
    players = row.players if row else ()
    tokens = clause.tokens
    return Said(
        kind, status, found, start=tokens[low].start, end=tokens[max(low, high - 1)].end, line=clause.line,
        sentence=clause.sentence, choice=bool(row and row.choice), players=players, **more,  # type: ignore[arg-type]
    )  # fmt: skip


def frames(clause: Clause, flow: Flow, scope: Scope) -> list[Said]:
    """What a clause says, in order."""
    out: list[Said] = []
    at = low = 0
    while at < len(clause.codes):
        shape = _SHAPES.get(clause.codes[at])
        result = shape(clause, low, at, flow, scope) if shape else None
        if result is None:
            at += 1
            continue
        one, at = result
        if one is not None:
            out.append(one)
            low = at
    return out


Result = tuple[Said | None, int] | None


def _vote(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """投X，票给X，处决X; without an object, whoever was named before it."""
    token = clause.tokens[at]
    if token.text == "票" and not _is_verb(clause, at):
        return _ticket(clause, low, at, flow, scope)
    row = objects(clause, at + 1, scope)
    stage = next((name for word, name in _STAGE_WORDS.items() if word in token.text), None)
    if row is None or (row.found[0].sort == "unknown" and not row.found[0].players and _no_object(clause, at, row)):
        return _fronted(clause, low, at, flow, scope, stage)
    how = mood(clause, low, at, row.end, row, flow, scope)
    if "l" in clause.codes[at + 1 : row.at] and how.status == SURE:
        how = Mood(UNSURE, "“了”，像是在说已经投过的票")
    return _said_vote(clause, low, at, row, how, flow, scope, stage)


def _is_verb(clause: Clause, at: int) -> bool:
    """票 alone: a verb before a name or number, else the ballot itself."""
    follows = clause.codes[at + 1 : at + 2]
    if not follows:
        return True
    if follows in "NnSIHYQE:@[-":
        return clause.codes[at - 1 : at] not in ("b", "g") if at else True
    return follows in "x" and clause.tokens[at + 1].text[:1] not in "从在已"


def _no_object(clause: Clause, at: int, row: Objects) -> bool:
    """Whether what follows the verb is the rest of the sentence rather than a name nobody bears."""
    words = row.found[0].words
    bare = clause.codes[:at].strip("jIRa[]:-*")
    return bool(bare) or len(words) > 8 or len(clause.codes) > row.end + 1


def _said_vote(
    clause: Clause, low: int, at: int, row: Objects, how: Mood, flow: Flow, scope: Scope, stage: str | None
) -> Result:
    found = row.found
    if how.negated:
        return said("not", VOID, clause, at, row.end, row, why=how.why, stage=stage), row.end
    if found[0].sort in ("abstain", "nobody") and len(found) == 1:
        if found[0].sort == "nobody":
            return said(
                "ambiguous",
                UNSURE if how.status == SURE else how.status,
                clause,
                low,
                row.end,
                row,
                why="谁也没投？",
                stage=stage,
            ), row.end
        return said("abstain", how.status, clause, low, row.end, row, why=how.why, stage=stage), row.end
    if found[0].sort == "who":
        return said("none", VOID, clause, low, row.end, row, why=how.why or "投谁没有说", stage=stage), row.end
    kind = "change" if flow.change or flow.old else "vote"
    one = said(kind, how.status, clause, at, row.end, row, why=how.why, stage=stage, old=flow.old, fix=flow.fix)
    if how.status in (SURE, UNSURE):
        flow.change = flow.fix = flow.header = flow.ticket = False
        flow.old = ()
    return one, row.end


def _fronted(clause: Clause, low: int, at: int, flow: Flow, scope: Scope, stage: str | None) -> Result:
    """A verb without an object: the name stands before it (X 投; X，我投), or nothing is said."""
    codes = clause.codes
    rest = codes[at + 1 :].strip("al#~…*-@")
    before = codes[low:at]
    how = mood(clause, low, at, at + 1, None, flow, scope)
    if how.negated:
        if (
            not rest
            and clause.tokens[low + before.rindex("D")].text in ("不", "不想", "不再")
            and not re.search(r"[NEHYQ]", before)
        ):
            early = any(t.text in ("先", "还", "暂", "暂时", "现在", "目前") for t in clause.tokens[low:at])
            return (
                (None, at + 1)
                if early
                else (said("abstain", SURE if "M" not in before else UNSURE, clause, low, at + 1, why="不投"), at + 1)
            )
        return None, at + 1
    names = [t for t in clause.tokens[low:at] if t.kind in "NS"]
    if (
        names
        and (codes[at - 1] in "N]*" or "I" in before[before.rindex(names[-1].kind) :])
        and not rest
        and "l" not in codes[at + 1 :]
    ):
        first = codes.index(names[0].kind, low)
        row = objects(clause, first, scope, lead=False)
        if row and not re.search(r"[LFQDce]", before):
            status = UNSURE if re.search(r"[M]", before) or clause.mark == "?" or flow.joke else SURE
            return said("vote", status, clause, first, at + 1, row, why="名字在动词前", stage=stage), at + 1
        return None, at + 1
    if how.status == SURE and "I" in before and (not rest or rest[0] in "gj") and scope.memory and not names:
        last = scope.memory[-1]
        found = Found(
            "he", (last,), "said before", clause.tokens[at].text, clause.tokens[at].start, clause.tokens[at].end
        )
        only = len(set(scope.memory)) == 1
        return said(
            "vote",
            SURE if only else UNSURE,
            clause,
            low,
            at + 1,
            Objects((found,), at, at + 1),
            why="前面刚说到的人",
            stage=stage,
        ), at + 1
    return None


def _poll(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """投票：X, 投票 X, 向X投票; alone at the end of a line it heads the names below."""
    codes = clause.codes
    rest = codes[at + 1 :]
    row = objects(clause, at + 1, scope)
    if row and (row.found[0].sort != "unknown" or rest[:1] in (":", "G") or row.found[0].players):
        how = mood(clause, low, at, row.end, row, flow, scope)
        return _said_vote(clause, low, at, row, how, flow, scope, _stage_in(clause.tokens[at].text))
    before = codes[low:at]
    towards = re.search(r"x?N$", before)
    if towards and clause.tokens[at - 2 : at - 1] and at - 2 >= low and clause.tokens[at - 2].text[-1:] in "向给对朝":
        row = objects(clause, at - 1, scope, lead=False)
        if row:
            how = mood(clause, low, at - 2, at, row, flow, scope)
            return said("vote", how.status, clause, low, at + 1, row, why=how.why), at + 1
    if not rest.strip("al:[]-*") and clause.mark in "\n:," and not before.strip("#RIj[]-*jV"):
        flow.header = True
    return None, at + 1


def _stage_in(words: str) -> str | None:
    return next((name for word, name in _STAGE_WORDS.items() if word in words), None)


def _ticket(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """我这一票给X，把票留给X，我的票：X; the receiver may stand in the next clause."""
    codes = clause.codes
    place = at + 1
    while (
        place < len(codes)
        and codes[place] in "jRaxIlybM"
        and not (codes[place] == "x" and codes[place + 1 : place + 2] == "")
    ):
        if codes[place] == "I" and codes[place + 1 : place + 2] not in "GVj":
            break
        place += 1
    if (place < len(codes) and codes[place] in "GVi:B-@]→") or codes[at + 1 : at + 2] == "N":
        row = objects(clause, place, scope) if codes[place : place + 1] != "V" else objects(clause, place + 1, scope)
        if (row and row.found[0].sort != "unknown") or (row and row.found[0].players):
            if codes[at + 1 : at + 2] == "f":
                return said("ambiguous", UNSURE, clause, low, row.end, row, why="跟着别人投，没有说投谁"), row.end
            how = mood(clause, low, at, row.end, row, flow, scope)
            if "M" in codes[at:place]:
                how = Mood(UNSURE, "只是打算")
            return _said_vote(clause, low, at, row, how, flow, scope, None)
        if row is None and codes[place] == "V":
            return _fronted(clause, low, place, flow, scope, None)
    if "f" in codes[at:]:
        place = codes.index("f", at)
        return said(
            "ambiguous",
            UNSURE,
            clause,
            low,
            len(codes),
            objects(clause, place + 1, scope),
            why="跟着别人投，没有说投谁",
        ), len(codes)
    from_ = re.match(r"x[Nn]", codes[at + 1 :])
    if from_ and clause.tokens[at + 1].text in ("从", "由", "自"):
        row = objects(clause, at + 2, scope)
        if row and "C" not in codes:
            flow.old = row.players
            flow.ticket = True
            return None, row.end
        return None
    flow.ticket = True
    return None


def _hands(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """给X一票; 给X where the ballot was named before."""
    row = objects(clause, at + 1, scope)
    if row is None or row.found[0].sort in ("unknown", "who", "nobody"):
        return None
    tail = clause.codes[row.end :]
    one = (
        (tail[:1] == "#" and clause.tokens[row.end].text in ("一票", "1票"))
        or tail[:1] == "T"
        or (tail[:1] == "V" and clause.tokens[row.end].text == "票")
    )
    how = mood(clause, low, at, row.end, row, flow, scope)
    if one or flow.ticket or (tail[:1] == "x" and tail[1:2] == "#"):
        return _said_vote(clause, low, at, row, how, flow, scope, None)
    if tail[:1] in ("P", "V"):
        return said("vote", how.status, clause, low, row.end + 1, row, why=how.why), row.end + 1
    return None


def _label(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """投票对象：X, 我选X, 票面：X."""
    row = objects(clause, at + 1, scope)
    if row is None:
        flow.header = flow.header or clause.codes[at + 1 :].strip(":i-* ") == ""
        return None
    if (
        row.found[0].sort == "unknown"
        and not row.found[0].players
        and clause.codes[at + 1 : at + 2] not in (":", "i", "]")
    ):
        return None
    how = mood(clause, low, at, row.end, row, flow, scope)
    return _said_vote(clause, low, at, row, how, flow, scope, _stage_in(clause.tokens[at].text))


def _change(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """改投X, 改票：X, A改B, 从A改到B; 改票 alone waits for the next clause."""
    codes = clause.codes
    row = objects(clause, at + 1, scope)
    if codes[at + 1 : at + 2] in ("C", "V", "P"):
        follow = objects(clause, at + 2, scope)
        row = follow or row
    old = _before_change(clause, low, at, scope)
    if row is None or (
        row.found[0].sort == "unknown" and not row.found[0].players and clause.tokens[at].text in ("改", "换")
    ):
        if clause.tokens[at].text in ("改", "换", "变成") and old is None:
            return None
        how = mood(clause, low, at, at + 1, None, flow, scope)
        if how.status == VOID or clause.mark == "?":
            return None, at + 1
        flow.change = True
        flow.old = old.players if old else flow.old
        return None, at + 1
    how = mood(clause, at if old and old.end <= at else low, at, row.end, row, flow, scope)
    if old is not None:
        lead = mood(clause, low, old.at, row.end, row, flow, scope)
        how = lead if lead.status != SURE else how
    if how.negated:
        return None, row.end
    if row.found[0].sort == "abstain":
        return said(
            "abstain",
            how.status,
            clause,
            low,
            row.end,
            row,
            old=old.players if old else flow.old,
            why=how.why or "改为弃权",
        ), row.end
    if row.found[0].sort == "who":
        return None, row.end
    one = said(
        "change",
        how.status,
        clause,
        low if old else at,
        row.end,
        row,
        old=old.players if old else flow.old,
        why=how.why,
    )
    flow.change, flow.old = False, ()
    return one, row.end


def _before_change(clause: Clause, low: int, at: int, scope: Scope) -> Objects | None:
    """The old target: right before the word of change, or after 从/由."""
    for place in range(low, at):
        token = clause.tokens[place]
        if token.kind in "NnAS" or (token.kind == "x" and token.text[:1] not in "从由自"):
            row = objects(clause, place, scope, lead=False)
            if (
                row
                and row.found[0].sort != "unknown"
                and re.fullmatch(r"[xjg#TVl]*", clause.codes[row.end : at])
                and len(row.found) == 1
            ):
                if row.found[0].players == (scope.author,):
                    continue
                return row
    return None


def _takes_back(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """撤票, 我的票作废, 收回投给X的一票."""
    word = clause.tokens[at].text
    codes = clause.codes
    speaks_of_ballot = "票" in word or "unvote" in word or any(t.kind in "TPV" or "票" in t.text for t in clause.tokens)
    if not speaks_of_ballot:
        return None
    how = mood(clause, low, at, at + 1, None, flow, scope)
    row = None
    for place, code in enumerate(codes):
        if code == "N":
            row = objects(clause, place, scope, lead=False)
            break
    mine = "我" in clause.text() or scope.author is None or True
    if row and place < at and codes[place + 1 : place + 2] in ("T", "g") and codes[max(0, place - 1)] not in "GV":
        return said("none", VOID, clause, low, at + 1, why="说的是别人的票"), len(codes)
    if how.status == SURE and clause.mark == "?":
        how = Mood(UNSURE, "带问号")
    if how.status == VOID and how.negated:
        return None, at + 1
    status = how.status if mine else UNSURE
    if how.status == VOID and how.why == "说的是别人的票" and row:
        status = SURE if (re.search(r"[GV][jl]*N", codes[:at]) and "I" in codes) or codes[:1] in "GV" else VOID
    return said("unvote", status, clause, low, len(codes), row, why="收回自己的票"), len(codes)


def _abstain(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """弃权 and its kin, said of oneself and now."""
    codes = clause.codes
    if codes[at + 1 : at + 2] == "C" or re.match(r"[-=]*[>→]", codes[at + 1 :]):
        return None
    how = mood(clause, low, at, at + 1, None, flow, scope)
    rest = codes[at + 1 :].strip("al~…-*#]")
    if how.status == SURE and rest and rest[0] not in "jRF":
        how = Mood(UNSURE, "弃权后面还有话")
    if "#" in codes[low:at] and any(t.how == "count" and t.text not in ("一票", "1票") for t in clause.tokens[low:at]):
        how = Mood(VOID, "是在数票")
    if "E" in codes[low:at] and how.status != VOID:
        how = Mood(VOID, "说的是别人")
    if how.status == VOID:
        return None, at + 1
    row = objects(clause, at, scope, lead=False)
    return said("abstain", how.status, clause, low, at + 1, row, why=how.why), at + 1


def _weak(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """选X, 推X, 出X: a vote where the stage or the shape makes it one, else worth asking."""
    word = clause.tokens[at].text
    before, codes = clause.codes[low:at], clause.codes
    row = objects(clause, at + 1, scope)
    if row is None or row.found[0].sort in ("unknown", "who", "abstain", "you", "he", "other"):
        names = re.fullmatch(r"[jR]*(N)[j]*", before)
        if names and not codes[at + 1 :].strip("al~…") and word in ("出", "选") and clause.mark != "?":
            row = objects(clause, low + before.index("N"), scope, lead=False)
            return said("vote", SURE, clause, low, at + 1, row, why="某某出局"), at + 1
        return None
    how = mood(clause, low, at, row.end, row, flow, scope)
    if how.status == VOID:
        return (said("not", VOID, clause, low, row.end, row, why=how.why), row.end) if how.negated else None
    plain = re.fullmatch(r"[IjRa:#]*", before) is not None
    tail = codes[row.end :].strip("al~…-*#")
    elects = word in ("选", "选择", "推选", "推", "推举") and (plain or scope.context.stage in _ELECTS)
    backs = word in ("支持", "拥护", "顶")
    stage_verb = (word in ("囚禁", "关", "关押") and scope.context.stage == "imprison") or (
        word in ("杀", "出") and plain and "I" not in before and not tail and len(codes) <= 4
    )
    if (elects or stage_verb) and not tail.startswith("g") and (not tail or elects):
        return _said_vote(clause, low, at, row, how, flow, scope, None)
    if (
        (word in ("送", "送走") and tail.startswith("a"))
        or (backs and scope.context.stage in _ELECTS)
        or (
            plain
            and not tail
            and word in ("出", "杀", "打", "干掉", "淘汰", "驱逐", "放逐", "流放", "枪毙", "毙", "踢", "灭", "锤")
        )
        or "M" in before
    ):
        if word in ("站", "抓", "弄", "搞", "办") and "M" not in before:
            return None
        return said(
            "ambiguous", UNSURE if how.status == SURE else how.status, clause, low, row.end, row, why="没有明说投票"
        ), row.end
    return None


def _follows(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """跟楼上, 跟X的票, 同意: whose ballot it would be is not said."""
    codes = clause.codes
    rest = codes[at + 1 :]
    before = codes[low:at]
    if re.search(r"[VPC]", rest) or before.strip("IjTRa#V"):
        return None
    if clause.tokens[at].text in ("跟", "跟随", "跟着", "随", "听", "听从") and re.fullmatch(
        r"(?:[NEHYQ#z]|x)?(?:g?[TV#x]|x)?a*", rest
    ):
        row = objects(clause, at + 1, scope)
        return said("ambiguous", UNSURE, clause, low, len(codes), row, why="跟着别人投，没有说投谁"), len(codes)
    if not rest.strip("a#~E!") and not before and clause.mark != "," and clause.before == "\n":
        return said("ambiguous", UNSURE, clause, low, len(codes), None, why="跟着别人投，没有说投谁"), len(codes)
    return None


def _entrusts(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """授权给X, 票交给X决定: the choice is left to somebody else."""
    row = objects(clause, at + 1, scope)
    if (
        "D" in clause.codes[low:at]
        or clause.mark == "?"
        or (
            clause.tokens[at].text in ("让给", "交给", "转交给", "转交", "交由")
            and not re.search("[TV]", clause.codes[:at])
            and not flow.ticket
        )
    ):
        return None
    if row and row.found[0].sort in ("name", "judge", "other", "op", "he"):
        return said("conditional", CONDITIONAL, clause, low, len(clause.codes), row, why="把决定交给别人"), len(
            clause.codes
        )
    return None


def _left_open(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """跟大多数, 随便, 你们定."""
    return said(
        "conditional", CONDITIONAL, clause, low, len(clause.codes), None, why="把选择留给别人", verbless=True
    ), len(clause.codes)


def _arrow(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """A→B, A=>B, A——>B: a change of one's own ballot."""
    codes = clause.codes
    end = at
    while end < len(codes) and codes[end] in "-=>→":
        end += 1
    arrow = codes[at:end]
    if not (("→" in arrow or ">" in arrow) and at > low and codes[at - 1] in "NnAx"):
        return (None, end) if end > at else None
    first = at - 1
    old = objects(clause, first, scope, lead=False)
    new = objects(clause, end, scope)
    if old is None or new is None or old.end != at or (new.found[0].sort == "unknown" and not new.found[0].players):
        return None, end
    if new.found[0].sort == "abstain":
        return said("abstain", SURE, clause, first, new.end, new, old=old.players), new.end
    return said("change", SURE, clause, first, new.end, new, old=old.players, why="从前者改为后者"), new.end


def _one_ballot(clause: Clause, low: int, at: int, flow: Flow, scope: Scope) -> Result:
    """X一票, X+1."""
    token = clause.tokens[at]
    if (
        token.how != "count"
        or token.text not in ("一票", "1票", "+1", "+1票")
        or at == low
        or clause.codes[at - 1] != "N"
    ):
        return None
    first = clause.codes.index("N", low)
    row = objects(clause, first, scope, lead=False)
    if (
        row is None
        or row.end != at
        or clause.codes[at + 1 :].strip("al~…-*")
        or re.search(r"[LFQNEHYcM]", clause.codes[low:first])
        or clause.mark == "?"
    ):
        return None
    if "D" in clause.codes[low:first]:
        return None
    return _said_vote(clause, low, first, row, Mood(SURE), flow, scope, None)[0], at + 1  # type: ignore[index]


_SHAPES = {
    "V": _vote, "P": _poll, "T": _ticket, "G": _hands, "B": _label, "C": _change, "Z": _takes_back, "A": _abstain,
    "W": _weak, "f": _follows, "t": _entrusts, "w": _left_open, "→": _arrow, "=": _arrow, "-": _arrow, ">": _arrow,
    "#": _one_ballot,
}  # fmt: skip


__all__ = ["ABSTAIN", "Said", "frames", "said", "subject_of"]
