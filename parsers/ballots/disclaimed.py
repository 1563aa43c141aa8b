"""What a post says around a ballot that makes it none: a sample, a retelling, 不是投票; everybody but him."""

from __future__ import annotations

import re
from collections import Counter

from parsers.ballots.clauses import Clause
from parsers.ballots.mood import OATH
from parsers.ballots.objects import Scope
from parsers.ballots.said import SURE, UNSURE, VOID, Said

_NO_VOTE = re.compile(
    r"(?:不是|不算|并非|并不是|不作为?|不当作?|不代表)(?:真的|正式的?|我的|一次|一个|在|什么)?(?:投票|的票|一?票)(?!帖|贴|时|人|区|楼|的|给)"
    r"|非投票|(?:不|别|勿|请勿|无需|不用|不要|不必)(?:记|计)(?:入)?票"
)
_FALSE = re.compile(
    r"(?:其实|这|这票|此票|本票|当然|都|全|以上|上面|仅|只|纯|只是|仅为|为)*是?(?:假(?:的|票)|骗人的?|骗你们?的|逗(?:你|大家)们?的|非正式|不正式|测试(?:一下|用)?|试验|模拟|演示|举例|示例|"
    r"举个例子|转述|转载|例子)[啦啊哦的而已]*"
)
_MEANT_AS = re.compile(
    r"(?:仅|只)(?:作|供|做|是|为)?(?:参考|举例|示例|测试|演示|例子)|^(?:以上|上面|上述)(?:内容|的|都|皆|均|全|仅|只)*(?:是|为|系)(?:转述|转载|转贴|举例|示例|例子|格式|模板|测试|模拟|假的|复述)"
)
_NEXT_IS = re.compile(
    r"^(?:以下|下面|下列|下文)(?:内容|的|都|皆|均|全|仅|只|这些)*(?:是|为|系)?(?:法官|主持人?|别人|他人|网友)?的?(?:转述|转载|转贴|举例|示例|格式|模板|测试|模拟|假的|复述)"
)
_REHEARSED = re.compile(
    r"(?:模拟|演示|测试|试验|示范|彩排|预演|练习)(?:性|用|一下|的)*(?:投|票|一票|:)"
    r"|(?<![按照])(?:格式|示例|举例|范例|样例|例子|例句|转述|转载|转发|转帖|转贴|模板|草稿|摘录|复述|原话|例如|比如|譬如)"
    r"(?:如下|来说|一下|的话)?[:\]]|(?:^|[\n。,(])例:"
)
_EXCEPT = re.compile(r"除了|除开|除去|除却|撇开|除")
_BUT = re.compile(r"以外|之外|除外")
_ONLY_HE = re.compile(r"[不没别]|还能|还有谁|谁还|\?")  # 除了X谁都不投, 除了X还能投谁
_BALLOTS = ("vote", "change", "abstain", "ambiguous")


def disclaimed(things: list[Said], parts: list[Clause], scope: Scope) -> list[Said]:
    """The things said, those asked about that the post expressly calls no ballot, those void that spare whom they name."""
    spared = _spared(parts)
    denied = next((clause for clause in parts if _denies(clause)), None)
    retold = next((clause.end for clause in parts if _NEXT_IS.match(clause.text())), None)  # 以下为转述
    rehearsed: dict[int, int | None] = {}
    only_he = {clause.sentence for clause in parts if _ONLY_HE.search(clause.text() + clause.mark)} if spared else set()
    for one in things:
        if one.kind not in _BALLOTS or one.status not in (SURE, UNSURE):
            continue
        if _spares(one, spared):
            one.status, one.why = (UNSURE if one.sentence in only_he else VOID), "说的是除他以外的人"
        elif one.status == SURE and (
            denied or (retold is not None and one.start >= retold) or _sample(one, scope, rehearsed)
        ):
            one.status, one.why = UNSURE, "自己说这不是投票" if denied else "像是示例、演习或转述，不是自己投的票"
    return things


def _denies(clause: Clause) -> bool:
    """不是投票, （其实是假的）."""
    if clause.mark == "?":
        return False
    text = clause.text()
    called = _NO_VOTE.search(text) or _MEANT_AS.search(text) or OATH.fullmatch(text)
    return called is not None or (clause.aside and _FALSE.fullmatch(text) is not None)


def _sample(one: Said, scope: Scope, rehearsed: dict[int, int | None]) -> bool:
    """格式：投票：X, 模拟投票：X. `rehearsed`: line → where such words end in it, each line looked through once."""
    if one.line not in rehearsed:
        line, end = scope.folded.rfind("\n", 0, one.start) + 1, scope.folded.find("\n", one.start)
        found = _REHEARSED.search(scope.folded[line : None if end < 0 else end])
        rehearsed[one.line] = line + found.end() if found else None
    ends = rehearsed[one.line]
    return ends is not None and ends <= (one.found[0].start if one.found else one.end)


def _spared(parts: list[Clause]) -> dict[int, set[str]]:
    """Whom each sentence leaves out (除了X, X以外), where it names them nowhere else."""
    spared: dict[int, set[str]] = {}
    for clause in parts:
        for at, token in enumerate(clause.tokens):
            if token.kind != "N" or not (
                _EXCEPT.search(clause.text(max(0, at - 4), at)[-4:]) or _BUT.match(clause.text(at + 1, at + 4))
            ):
                continue
            spared.setdefault(clause.sentence, set()).update(token.players)
    if spared:
        named = Counter((one.sentence, p) for one in parts for t in one.tokens if t.kind == "N" for p in t.players)
        for sentence, players in spared.items():
            players -= {player for player in players if named[sentence, player] > 1}
    return spared


def _spares(one: Said, spared: dict[int, set[str]]) -> bool:
    left_out = spared.get(one.sentence, set())
    return bool(one.players) and set(one.players) <= left_out
