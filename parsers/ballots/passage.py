"""Walk through a post clause by clause, carrying on what each leaves for the next."""

from __future__ import annotations

import re
from itertools import pairwise

from parsers.ballots.afterthoughts import put_off, refused, second_thoughts, slips
from parsers.ballots.bare import bare_names
from parsers.ballots.clauses import Clause
from parsers.ballots.frames import frames
from parsers.ballots.mood import CALLS, OTHERS, Flow
from parsers.ballots.objects import Objects, Scope, objects
from parsers.ballots.others import alike, as_before, me_too
from parsers.ballots.proxies import handed_in, joined_in
from parsers.ballots.received import received
from parsers.ballots.said import CONDITIONAL, OWN_ROW, PAST, SURE, UNSURE, VOID, Said, said
from parsers.ballots.unread import unread
from parsers.ballots.withdrawals import uncounted

_REASON = re.compile(r"[jaR\[]*r")
_REASON_LABEL = re.compile(r"[jaR\[]*r(?:[:\]i]|$)")
# 谁票多我投谁: whom, hangs on others.
_WHOEVER = re.compile(
    r"谁.{1,12}(?<!了)谁(?!急|傻|蠢|笨|是|就输|倒霉|翻脸)|哪个.{1,12}哪个|啥.{1,8}啥|哪位.{1,12}哪位|哪边.{1,12}哪边|哪方.{1,12}哪方"
)
_NOT_SO = re.compile(r"(?:不是|别|不能|不要|不会|不该)[^,]{0,8}(?:谁|哪个|啥|哪位)")
_OF_BALLOTS = re.compile(r"[投票跟归选罢算]")
_LATE_CONDITION = re.compile(r"(?:那|不过|但)?(?:除非|如果|要是|假如|倘若|前提|只要|条件|当然如果)")
_DENIES = re.compile(
    r"[前内]再?[不没]|再[^来次一说也见]|(?:今[晚天]|明[早天]|晚上|一会儿?).*[不没]|^[^我]{1,12}不(?:出来|来|解释|说话|上线|认|改|道歉|发言|回答|回应)"
)
# X的话 that only says what is spoken of: 我的话, 补一位的话.
_TOPIC = re.compile(
    r"(?:那|要|让|叫|非要|硬要)?(?:我|今天|今晚|这轮|本轮|目前|现在|个人|我个人|我这边|我这里|票|我的票|投票|选票|警长|陪审员?|议员|处决|罢免|"
    r"(?:我|要我|让我)?(?:来)?(?:选|投|说|补选|选举|补|推|补位)(?:警长|[一两二三]?[位个]人?|陪审员?)?)的话"
)
_ANOTHER_DAY = re.compile(r"(?:明天|明晚|明日|后天|下一?轮|下一?次|下回|改天)")
_UNDECIDED = ("不确定", "没想好", "还没想好", "拿不准", "没把握")
_IN_EARNEST = re.compile(r"(?<!不)认真(?:地|的)?(?:投|票|说|讲)|说正经|正经的|言归正传|不开玩笑|说真的|正式投")
_NOT_COUNTED = re.compile(r"没(?:有)?(?:被|给)?[算统计记录显数登上]|漏|少[算统计记了]|[算计记数]错|不见了")
_MISCOUNTED = re.compile(r"(?:统计|计票|算票|唱票|票数|点票|记票)(?:有|好像|是不是)?(?:错|漏|少|不对)")
_TOLD_AGAIN = re.compile(r"[ja]*D?i[ja]*N[al]*$|[jRa]*+I?[jRaFL]*+[VP]l?g(?>.*D)[ij]*N[al]*$")  # 我投的不是X, 是Y
_COUNTS = re.compile(r"N:?9|N:?n(?![:、.])|9N")


def things_said(parts: list[Clause], scope: Scope) -> list[Said]:
    """Everything the clauses say by a shape of `frames`, in order."""
    things: list[Said] = []
    flow = Flow(counting=counts(parts), gaps=scope.gaps)
    last: Clause | None = None
    slip = -1
    scope.only = len([clause for clause in parts if not _bare_players(clause) and clause.codes != "n"]) <= 1
    for place, clause in enumerate(parts):
        if last is not None and clause.line != last.line:
            flow = flow.next_line()
        elif last is not None and clause.sentence != last.sentence:
            flow.next_sentence()
        scope.next_named = _bare_players(parts[place + 1]) if place + 1 < len(parts) else ()
        found = _clause(clause, flow, scope)
        if all(one.kind == "keep" for one in found):
            found += second_thoughts(clause, flow, scope)
        if slips(clause):
            slip = clause.start
        _carry(clause, found, flow, scope)
        things += found
        last = clause
    if flow.change and last is not None and not any(one.status == SURE for one in things):
        things += _unnamed_change(last, scope, _only_changes(parts))
    put_off(things, parts)
    things += _named_beside(things, parts, scope)
    refused(things, parts)
    voted = [one for one in things if one.status == SURE]
    if flow.fix and last is not None and voted and slip > voted[-1].start:
        things.append(said("hedge", UNSURE, last, 0, len(last.codes), None, why="又说不对，没有说改投谁"))
    _one_row(things, scope)
    return _history(things, parts)


def _one_row(things: list[Said], scope: Scope) -> None:
    """票型：我→X，Y→Z: beside the author's own row, the rows of others are theirs."""
    if not any(one.why == OWN_ROW and one.status == SURE for one in things):
        return
    for one in things:
        if one.kind == "change" and one.old and not set(one.old) & {*scope.context.standing, scope.author}:
            one.kind, one.status, one.why = "none", VOID, OTHERS


_ONLY_CHANGES = re.compile(r"[jIRauXPVlCMx]*")
_TO_COME = re.compile(r"再|等|稍|马上|晚|明天|想想|看看|考虑|次|规则|机会|不|没|别")


def _only_changes(parts: list[Clause]) -> bool:
    """改票！, 我要改投: a post that says no more than that the ballot is changed, and nothing of later."""
    return len(parts) < 3 and all(
        _ONLY_CHANGES.fullmatch(one.codes) and one.mark != "?" and not _TO_COME.search(one.text()) for one in parts
    )


def _unnamed_change(last: Clause, scope: Scope, nothing_else: bool) -> list[Said]:
    """改票 at the end of a post that names somebody before: perhaps him. Alone, by a voter: a question too."""
    named = tuple(dict.fromkeys(p for p in scope.memory if p not in scope.context.standing and p != scope.author))
    if not named and not (scope.context.standing and nothing_else):
        return []
    one = said("ambiguous", UNSURE, last, 0, len(last.codes), None, why="说了改票，没有说改投谁")
    one.players, one.bare = named, True
    return [one]


def _named_beside(things: list[Said], parts: list[Clause], scope: Scope) -> list[Said]:
    """PASS，X: an abstention and a name that stands by itself."""
    if [one.kind for one in things if one.status == SURE] != ["abstain"]:
        return []
    found = next((clause for clause in parts if _bare_players(clause) and not clause.aside), None)
    if found is None or set(_bare_players(found)) <= {scope.author}:
        return []
    row = objects(found, found.codes.index("N"), scope, lead=False)
    one = said("hedge", UNSURE, found, 0, len(found.codes), row, why="又说弃权，又单写一个名字")
    return [one]


def counts(parts: list[Clause]) -> bool:
    """Whether the post counts ballots: X 3票, X（3票）Y（1票）."""
    if any(_COUNTS.search(clause.codes) for clause in parts):
        return True
    beside = [
        one for one, after in pairwise(parts) if one.codes[-1] == "N" and after.aside and after.codes in ("1", "9", "n")
    ]
    return len(beside) > 1


def _bare_players(clause: Clause) -> tuple[str, ...]:
    """Whom a clause that is only a name names."""
    if not re.fullmatch(r"@?Na*", clause.codes) or clause.mark == "?":
        return ()
    return next(token.players for token in clause.tokens if token.kind == "N")


def _clause(clause: Clause, flow: Flow, scope: Scope) -> list[Said]:
    codes, text = clause.codes, clause.text()
    if _REASON.match(codes) or flow.reason:
        flow.reason = flow.reason or bool(_REASON_LABEL.match(codes))
        return []
    flow.joke = (flow.joke or "J" in codes) and _IN_EARNEST.search(text) is None
    handed = handed_in(clause, flow, scope)
    if handed is not None:
        return handed
    if flow.recalls and "R" not in codes and _TOLD_AGAIN.match(codes):
        return [said("none", VOID, clause, 0, len(codes), why=PAST)]
    awaited = _awaited(clause, flow, scope)
    if awaited:
        return [awaited]
    if _WHOEVER.search(text) and not _NOT_SO.search(text) and _OF_BALLOTS.search(text) and clause.mark != "?":
        return [said("conditional", CONDITIONAL, clause, 0, len(codes), why="投谁要看别人")]
    if re.match(r".{0,8}再[不没]", text) and clause.mark == ",":
        flow.condition = True
    if text[:1] in "等待" and clause.tokens[0].kind in "xF" and text[:2] != "等等":
        flow.condition = True
    if flow.recalls and "R" not in codes and re.match(r"[ja]*I?[jaL]*[VP]l?g[iN]", codes):
        return [said("none", VOID, clause, 0, len(codes), why=PAST)]
    same = (
        uncounted(clause, scope)
        or received(clause, flow, scope)
        or alike(clause, scope)
        or as_before(clause, scope)
        or me_too(clause, flow)
    )
    if same:
        return [same]
    waiting = flow.ticket
    found = frames(clause, flow, scope)
    return found + joined_in(clause, found, scope) or unread(clause, flow, scope, waiting)


def _awaited(clause: Clause, flow: Flow, scope: Scope) -> Said | None:
    """The name a label, a slip or 改票 before has been waiting for."""
    if not (flow.header or flow.change or flow.fix):
        return None
    found = bare_names([clause], scope, flow)
    if not found or found[0].status != SURE:
        return None
    one = found[0]
    one.bare, one.stage = False, flow.stage
    flow.old, flow.change, flow.fix = (), False, False
    return one


def _complains(clause: Clause) -> bool:
    """我昨天的票为什么没算？, 计票错了: what follows tells again how he has voted."""
    text = clause.text()
    if "L" in clause.codes and re.search(r"L.*[T¥1]", clause.codes):
        return clause.mark == "?" or _NOT_COUNTED.search(text) is not None
    return ("计" in text or "票" in text) and _MISCOUNTED.search(text) is not None


def _carry(clause: Clause, found: list[Said], flow: Flow, scope: Scope) -> None:
    """What the clause leaves for the next; doubts it casts on what was said."""
    codes = clause.codes
    for one in found:
        flow.voted = flow.voted or (one.status == SURE and one.kind != "unvote")
        if one.past and one.status == VOID and one.why != OTHERS:
            flow.past = one.players
        if one.why == OTHERS:
            flow.subject = "other"
            flow.told = Objects(one.found, 0, 0) if one.found and not one.choice else None
    flow.recalls = flow.recalls or _complains(clause)
    if "c" in codes and not _TOPIC.fullmatch(clause.text()):
        flow.condition = True
        flow.later = flow.later or _ANOTHER_DAY.match(clause.text()) is not None
        if not found and clause.before in ",(" and clause.mark != "?" and _LATE_CONDITION.match(clause.text()):
            found.append(said("conditional", CONDITIONAL, clause, 0, len(codes), why="带条件"))
    if "J" in codes and not any(one.status == SURE for one in found):
        found.append(said("hedge", UNSURE, clause, 0, len(codes), why="说是玩笑"))
    if codes.strip("Ijal") in ("M", "DM") and any(token.text in _UNDECIDED for token in clause.tokens):
        found.append(said("hedge", UNSURE, clause, 0, len(codes), why="自己说还不确定"))
    flow.unless = clause.mark == "," and _DENIES.search(clause.text()) is not None
    flow.call = "E" in codes and not codes.strip("mMaREjt") and any(t.text in CALLS for t in clause.tokens)
    flow.bare, flow.point = None, bool(re.search(r"[iju]N[al]*$", codes))
    if re.fullmatch(r"[jRua]*N(?:[、s]?N)*[al]*|n", codes):
        first = max(codes.find("N"), 0)
        flow.bare = objects(clause, first, scope, lead=False)
    flow.named = flow.named or bool(re.search("[NH]", codes))
    for token in clause.tokens:
        if token.kind == "N" and len(token.players) == 1:
            scope.mention(token.players[0])


_DAY = re.compile(r"第.{1,4}[天日轮局]|前[天两]|昨[天日晚]|上[一]?[轮局次]")


def _history(things: list[Said], parts: list[Clause]) -> list[Said]:
    """第一天投A，第二天投B，今天呢？: ballots of several days told in one sentence are history."""
    days: dict[int, set[str]] = {}
    for clause in parts:
        marks = {token.text for token in clause.tokens[:4] if token.kind in "#L" and _DAY.match(token.text)}
        days.setdefault(clause.sentence, set()).update(marks)
    for one in things:
        if one.status in (SURE, UNSURE) and one.day and len(days.get(one.sentence, ())) > 1:
            one.status, one.why = VOID, "在数各天的票"
    return things
