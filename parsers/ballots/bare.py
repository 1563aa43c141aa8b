"""Posts that name somebody without a voting word: in a vote thread a name alone is a ballot, a name in talk is not."""

from __future__ import annotations

import re
from collections.abc import Callable

from parsers.ballots.addressed import speaks_to
from parsers.ballots.clauses import Clause
from parsers.ballots.mood import Flow
from parsers.ballots.objects import UNCLEAR, Objects, Scope, objects
from parsers.ballots.said import SURE, UNSURE, Said, said
from parsers.values import dataclass

# Kinds that may stand before or after a bare name and leave it a ballot.
_BEFORE = re.compile(r"^(?:[^N:]{1,5}:|[ja]*Ie)?[jRuaiXl#\[\]*~…@:=1+h→/_<|-]*$")
_AFTER = re.compile(r"^[al#\]\[*~…@:R{}^$_/v1→<|-]*$")
_THAT_ONE = re.compile(r"[uaR]*[ju]+i?[VW]?[YH][al]*|I?R?Vl?g[ij]+[YH][al]*")  # 就他了, 就决定是你了
_THOSE = re.compile(r"就(?:投)?(?:这|那)(?:两|三|几|俩|仨|四|五|些|\d)[个位人]?[了吧啊]*|就这样[了吧]*")
_LEANS = re.compile(
    r"倾向|偏向|考虑|想|建议|推荐|意向|初步|暂定|求|提议|希望|打算|准备|觉得|可能|也许|或许|大概|八成|多半|估计|maybe|perhaps|probably|thinking|leaning"
)
_SERVES = re.compile(r"(?:来|就|最|很|更|可以|能|挺|蛮|比较)*(?:当|做|任|适合|够格|胜任|合适|靠谱|不错|可以|有能力)")
_LEAVES = re.compile(
    r"(?:你|就|快|可以|必须|必|该|都|给我|请|应该|得|要|先|今天|今晚|肯定|一定|绝对)*"
    r"(?:出|出局|out|下台|下去|下课|走起|上路|滚|去死|死|死定|走|走好|滚粗|出去|受死|领盒饭|领便当|吃席|安息|滚蛋|凉|凉凉|玩完|没|离场|完蛋)[吧了啊!]*"
)
_FAREWELL = re.compile(
    r"走好|再见|再会|对不[起住]|抱歉|安息|必须死|去死|受死|拜拜|一路|得罪|别怪|死吧|该死|永别|保重|上路|不送|节哀|死期|坟头|上香|拿命|等死|末日|棺材|下地狱|投胎|见谅|原谅|不好意思"
)
_LEADS_UP = re.compile(
    r"既然|算了|反正|无所谓|认了|豁出去|想|看|决定|选|考虑|报[到道]|签到|纠结|琢磨|分析|翻|直觉|盲|来了|到|打卡|睡|忙|下班|时间|赶|压|踩|保|醒|写|不管|无论|任凭|换|意见|态度|立场|明确|结论|补|上班|手机"
)
# Words of a judgment on somebody: after a bare name they are the reason for it.
_ABOUT = re.compile(
    r"他|她|它|这人|这货|此人|可疑|发言|逻辑|理由|因为|没什么|不解释|就这样|原因|直觉|嫌疑|盲投|跟风|昨天|昨晚|前天|一直|总[是在不]|老是|潜水|划水|废话|认真|奇怪|很怪|太怪|好怪|说不|不说|没说|漏洞|矛盾|前后|带节奏|"
    r"演技|在演|很假|太假|装[死傻睡无]|躲|摇摆|保[他她了过着]|不放心|看着|感觉|第[一二三]个|露面|出现|分析|表现|站边|像狼|是狼|杀手|匪|说话|解释|态度|眼神|头像|声音|安静|沉默|积极|回避|动机|收益|可信|信不过|"
    r"有鬼|有问题|没得?商量|不商量|不接受反驳|不解释|没得洗|洗不白|不干净|露馅|马脚|破绽|尾巴|同伙|一伙|倒钩|甩锅|煽动|抱团|带偏|浑水|话里|没别的|明显|反常|突然|公平|礼尚|先放|就这[三两几样]|重要的事|说三遍|虽然|尽管|毕竟|谁让|怪只怪|不顺眼|不靠谱|不对劲|心虚|慌|"
    r"(?:太|很|最|真|好|更|挺|比较|这么|那么|有点|特别|实在|过于|越来越)[^，。,!]{0,4}(?:像|怪|水|假|差|好|强|弱|烂|乱|香|稳|虚|急|狠|毒|巧|快|慢|多|少|吵|闹|冷|静|坏|精|装|滑|明|黑|密|散)|"
    r"(?:好|差|强|弱|烂|乱|假|水|怪|虚|急|香|巧|清楚|合适|不错|靠谱|久|远|晚)[了啊吧呢]?[,。!]?$|^[香水怪假坏强稳]"
)
_GOOD = re.compile(r"好人|金水|平民|不像狼|清白|没问题|不错|洗白|冤枉|说得好|厉害")
_RULES = re.compile(r"规则|截止|提醒|格式|马甲|真身|不能弃权|不能改|不可以|不许|禁止|无效|算退出|不算数")
_PUTS_OUT = ("execution", "vote", "life-or-death")  # stages whose ballots say who is to go out
# What a day or its weather may be called: 今天小满 is not said of a player alone.
_CALENDAR = """立春 雨水 惊蛰 春分 清明 谷雨 立夏 小满 芒种 夏至 小暑 大暑 立秋 处暑 白露 秋分 寒露 霜降 立冬 小雪 大雪 冬至 小寒 大寒
    元旦 除夕 春节 元宵 端午 七夕 中元 中秋 重阳 腊八 国庆 圣诞 周一 周二 周三 周四 周五 周六 周日 周末 星期一 星期二 星期三 星期四 星期五
    星期六 星期天 晴天 阴天 雨天 雪天 晴 阴 雨 雪 多云 大雨 小雨 暴雨 大风 降温 满月 初一 十五 生日 假日 节日 好天气 平安 开心 快乐 好运"""
_DAYS = frozenset(_CALENDAR.split())
_LONG_ITEM = 9  # signs of an item of a list that may still be somebody
_REACH = 12  # clauses around a name that are looked at
Verdict = tuple[str, str]  # kind ("" leaves it alone) and why
_LEAVE: Verdict = ("", "")


@dataclass(frozen=True, slots=True)
class Bare:
    """A clause that names somebody: `before`/`after` the name, as codes; the clauses `ahead` of it and the `rest`."""

    clause: Clause
    row: Objects
    first: int
    before: str
    after: str
    ahead: list[Clause]
    rest: list[Clause]
    scope: Scope
    flow: Flow

    @property
    def only(self) -> bool:
        """Whether the post is nothing else."""
        return not self.ahead and not self.rest

    @property
    def own_line(self) -> bool:
        """Whether it stands on a line of its own."""
        line = self.clause.line
        return not any(one.line == line for one in (*self.ahead[-1:], *self.rest[:1]))

    @property
    def tail(self) -> str:
        """The words after the name."""
        return self.clause.text(self.row.end)

    @property
    def decided(self) -> bool:
        """Whether a word of deciding stands before the name, or a label waits for it."""
        flow = self.flow
        return (
            bool(re.search(r"[uiXj]|Ie", self.before))
            or self.tail.startswith("吧")
            or flow.header
            or flow.change
            or flow.fix
            or flow.ticket
        )


def bare_names(clauses: list[Clause], scope: Scope, flow: Flow | None = None) -> list[Said]:
    """Names that stand by themselves, as ballots (sure), as questions (unsure), or not at all."""
    found = (_clause(clauses, place, scope, flow or Flow()) for place in range(len(clauses)))
    return [one for one in found if one is not None]


def _clause(clauses: list[Clause], place: int, scope: Scope, flow: Flow) -> Said | None:
    clause = clauses[place]
    codes = clause.codes
    if clause.aside:
        return None
    if _THAT_ONE.fullmatch(codes) and not scope.memory and clause.mark != "?" and len(clauses) < 3:
        return said("ambiguous", UNSURE, clause, 0, len(codes), None, why="说就是他，没有说是谁", bare=True)
    if _THAT_ONE.fullmatch(codes) and "H" in codes and len(scope.memory) == 1 and clause.mark != "?":
        row = objects(clause, codes.index("H"), scope, lead=False)
        return said("vote", SURE, clause, 0, len(codes), row, why="就是前面说的人", bare=True)
    if _THAT_ONE.fullmatch(codes) and "Y" in codes and len(scope.memory) == 1 and clause.mark != "?" and place:
        row = objects(clause, codes.index("Y"), scope, lead=False)
        return said("ambiguous", UNSURE, clause, 0, len(codes), row, why="对他说的，像是投他", bare=True)
    first = next((at for at, code in enumerate(codes) if code in "NnS"), None)
    if scope.many and re.fullmatch(r"、[xya]+", codes) and len(clause.text()) <= _LONG_ITEM and place:
        return said("hedge", UNSURE, clause, 0, len(codes), None, why="名单里有一个看不出是谁")
    if first is None:
        return _piece(clause, clauses, scope)
    first = _after_author(clause, first, scope)
    row = objects(clause, first, scope, lead=False)
    if row is None or row.sort not in ("name", "self", "unknown"):
        return None
    rest = [one for one in clauses[place + 1 : place + 1 + _REACH] if not one.aside]
    before = codes[:first] if first == 0 or codes[first - 1] != ":" or first != 2 else ""
    bare = Bare(
        clause, row, first, before, codes[row.end :], clauses[max(0, place - _REACH) : place], rest, scope, flow
    )
    for case in _CASES:
        verdict = case(bare)
        if verdict is not None:
            return _made(bare, verdict)
    return None


def _after_author(clause: Clause, first: int, scope: Scope) -> int:
    """老陈：大卫 by 老陈 himself: the name after the colon."""
    own = scope.author in clause.tokens[first].players
    return 2 if own and first == 0 and re.match(r"N:[Nn]", clause.codes) else first


def _made(bare: Bare, verdict: Verdict) -> Said | None:
    kind, why = verdict
    if not kind:
        return None
    status = SURE if kind == "vote" else UNSURE
    one = said(kind, status, bare.clause, bare.first, bare.row.end, bare.row, why=why, bare=True)
    one.fix = bool(re.search("[Xu]", bare.before)) or bare.flow.fix
    righted = bare.flow.fix and not bare.flow.voted and bool(bare.scope.context.standing)
    if status == SURE and (bare.flow.change or bare.flow.old or righted):
        one.kind, one.old = "change", bare.flow.old
    return one


# -- the cases, in the order they are tried -----------------------------------------------------------------------------


def _number_in_talk(bare: Bare) -> Verdict | None:
    """A bare number counts only where nothing but numbers and signs stands."""
    codes, first = bare.clause.codes, bare.first
    value = bare.clause.tokens[first].value
    if codes[first] == "n" and (value is None or value >= 100):
        return _LEAVE  # 666
    if ("1" in bare.after or re.search("[19]", bare.before)) and bare.flow.counting and not bare.scope.many:
        return _LEAVE
    if bare.flow.counting and bare.clause.mark == "(" and not bare.scope.many:
        return _LEAVE
    if any("c" in one.codes and one.sentence == bare.clause.sentence for one in bare.ahead):
        return _LEAVE
    if codes[first] == "n" and (bare.before.strip("[*-~a#XujR:") or codes.strip("n、s&+/,[]*-~a.…#XujR:")):
        return _LEAVE
    return None


_OTHER_TICKETS = re.compile(r"票房|[车门机邮彩股钞发影船戏]票|票友|票价")
_GUESSED = re.compile(r"[凶杀匪狼坏内]|嫌疑|卧底")
_CLEARED = re.compile(r"好人|平民|民|金水|清白|警察|神|预言|女巫|银针|队友|同伴|村")


def _guess(bare: Bare) -> Verdict | None:
    """凶手：X names a suspect, 好人：X a friend; neither says whom he votes for."""
    label = re.match(r"[^N:]{1,5}:", bare.clause.codes[: bare.first])
    words = bare.clause.text(0, label.end()) if label else ""
    if label and _OTHER_TICKETS.search(words):
        return _LEAVE
    if not label or re.search("[票投选决]", words) or not re.search("[Ex]", label.group()):
        return None
    if _GUESSED.search(words):
        return "ambiguous", "写的是怀疑谁，没有说投谁"
    return _LEAVE if _CLEARED.search(words) else None


def _himself(bare: Bare) -> Verdict | None:
    """自己 alone is no name; 还是自己 is."""
    return _LEAVE if bare.clause.codes[bare.first] == "S" and not re.search(r"[uj]", bare.before) else None


def _spoken_to(bare: Bare) -> Verdict | None:
    """谢谢X, 加油X."""
    if "m" in bare.before or any(one.codes.strip("a~") == "m" for one in bare.ahead[-1:]):
        return _LEAVE
    return _LEAVE if "@" in bare.before and not bare.own_line else None


def _a_day(bare: Bare) -> Verdict | None:
    """今天小满, 今天都9号了: a day or a weather, where more is said."""
    number = bare.clause.tokens[bare.first].how == "number"
    if number and re.search(r"R[ja]*$", bare.before):
        return _LEAVE
    if re.search(r"R[ji]*$", bare.before) and bare.row.found[0].words in _DAYS and bare.only and not bare.flow.header:
        return "ambiguous", f"“{bare.row.found[0].words}”可以是玩家，也可以是日子或天气"
    if re.search(r"Ri?$", bare.before) and (not bare.only or "i" in bare.before) and not bare.flow.header:
        return _LEAVE
    return None


def _leaning(bare: Bare) -> Verdict | None:
    """倾向X, 考虑X."""
    words = bare.clause.text(0, bare.first)
    if re.fullmatch(r"[IjR]*M[ij]?", bare.before) and _LEANS.search(words) and _AFTER.match(bare.after):
        return "ambiguous", "只是倾向或建议"
    return None


def _mistyped(bare: Bare) -> Verdict | None:
    """偷X: sounds or looks like 投."""
    slip = bare.only and bare.before == "x" and bare.clause.tokens[0].text in ("偷", "头", "透", "骰", "殳", "没")
    return ("ambiguous", "像是把“投”字写错了") if slip and _AFTER.match(bare.after) else None


def _elsewhere(bare: Bare) -> Verdict | None:
    """More before the name than leaves it bare."""
    if not _BEFORE.match(bare.before):
        return _LEAVE
    floor = bare.before.endswith("h") or ("h" in bare.before and bare.only and "i" not in bare.before)
    return _LEAVE if floor else None


def _only_is(bare: Bare) -> Verdict | None:
    """是X: an answer, not a ballot, unless a slip is being put right."""
    if re.search(r"(?:^|R)i$", bare.before) and bare.clause.tokens[bare.first - 1].text == "是" and not bare.flow.fix:
        return ("ambiguous", "只说是他") if bare.only else _LEAVE
    return None


def _too(bare: Bare) -> Verdict | None:
    """我也是X: me too, or who he is."""
    return ("ambiguous", "我也是：是投他，还是别的意思") if re.fullmatch(r"Ij+i", bare.before) and bare.only else None


def _asked(bare: Bare) -> Verdict | None:
    """X？"""
    if ("~" in bare.after or bare.clause.mark == "~") and len(bare.row.found[0].words) == 1 and bare.only:
        return "ambiguous", "只有一个字，像是语气"
    asks = bare.ahead and bare.ahead[-1].mark == "?" and re.search("N", bare.ahead[-1].codes)
    if asks and bare.clause.text(0, bare.first) == "还是":
        return "ambiguous", "在几个人之间没有选定"
    if bare.clause.mark == "?" or "q" in bare.after:
        return ("ambiguous", "带问号") if bare.own_line and not bare.after.strip("aq") else _LEAVE
    return None


def _several_ballots(bare: Bare) -> Verdict | None:
    """X×2, X两票 where a ballot holds several names."""
    if re.fullmatch(r"[×*x]n", bare.after) and bare.clause.tokens[-1].value == 1:
        return "vote", "写了一票"
    times = re.fullmatch(r"[×*x]n|9", bare.after) and bare.scope.many
    return ("hedge", "一个人写了几票") if times else None


def _praised(bare: Bare) -> Verdict | None:
    """X当警长我放心."""
    elects = bare.scope.context.stage in ("sheriff", "election", "by-election")
    return ("ambiguous", "说他合适，没有说投") if elects and _SERVES.match(bare.tail) else None


def _wished_out(bare: Bare) -> Verdict | None:
    """X出局吧, X可投."""
    if bare.after and _FAREWELL.match(bare.tail) and (bare.own_line or _only_farewell(bare)):
        return "ambiguous", "没有说投，只是告别"
    if _LEAVES.fullmatch(bare.tail):
        if re.search(r"[YE]", codes_of(bare.ahead)) or re.fullmatch(
            r"(?:也|都|已经|又)*(?:死|走|凉|没)了[啊吧!]*", bare.tail
        ):
            return _LEAVE
        if bare.scope.context.stage == "recall" and re.search(r"下台|下课|下去|走人", bare.tail):
            return "vote", "罢免的时候说下台"
        if bare.scope.context.stage in _PUTS_OUT and bare.tail == "出局" and _sentences(bare):
            return "vote", "处决的时候说出局"
        if bare.scope.context.stage is None and bare.tail == "出局" and bare.only and _sentences(bare):
            return "vote", "投票帖里整帖只说他出局"
        return "ambiguous", "没有说投，只说他该走"
    if bare.tail == "过":
        return "ambiguous", "“过”：放过他，还是跳过"
    if re.fullmatch(r"(?:才对|才是|才正确)[啊吧]?", bare.tail) and bare.flow.fix:
        return "vote", "更正写错的名字"
    if re.fullmatch(r"M[VW]?a*", bare.after) and not bare.before.strip("jR"):
        return "ambiguous", "只是觉得可以"
    return None


def _only_farewell(bare: Bare) -> bool:
    """X保重，来年给你上香: two clauses, both of farewell."""
    return not bare.ahead and len(bare.rest) == 1 and _FAREWELL.search(bare.rest[0].text()) is not None


def _sentences(bare: Bare) -> bool:
    """Whether X出局 ends the post as the author's own word, and does not announce what has happened."""
    told = re.search(r"[票计结截公宣昨果夜晚]", "".join(one.text() for one in bare.ahead))
    gone = set(bare.row.players) & set(bare.scope.context.dead)
    return not (bare.rest or bare.before or told or gone or re.search(r"[NEHYQc]", codes_of(bare.ahead)))


def _in_turn(bare: Bare) -> Verdict | None:
    """先A后B: names in an order, nothing said of a ballot."""
    codes = bare.clause.codes
    if re.fullmatch(r"@N[al]*", bare.after) and bare.own_line and not bare.before:
        return "ambiguous", "写了一个名字，又@了一个人"
    mixed = codes.count("N") > 1 and "N" in bare.after and not codes.strip("NjupRals、&")
    return ("ambiguous", "写了几个名字，没有说投谁") if mixed and bare.own_line else None


def _unfinished(bare: Bare) -> Verdict | None:
    """小满、北斗、那谁谁: a list one item of which nobody can read."""
    listed = len(bare.row.found) > 1 and re.match(r"、[xyaEHI]|g[xyNEa]", bare.after)
    listed = listed if not re.search(r"[?QVP]", bare.after) else None
    return ("ambiguous", "名单里有一个看不出是谁") if listed and bare.scope.many and bare.own_line else None


def _alone(bare: Bare) -> Verdict | None:
    """The name by itself, in what surrounds it."""
    if not _AFTER.match(bare.after):
        return None
    ahead = _ahead(bare)
    behind = _behind(bare) if bare.rest and not bare.flow.header else ("vote", "")
    if behind[0] == "vote" and not bare.flow.header and _speaks_to_him(bare):
        behind = "ambiguous", "名字后面像是在对他说话"
    if not ahead[0] or not behind[0]:
        return _LEAVE
    worst = next((one for one in (ahead, behind) if one[0] != "vote"), None)
    return worst or ("vote", "只写了名字")


def _speaks_to_him(bare: Bare) -> bool:
    """X，出来说话: an imperative, a greeting or a question behind the name, unless a word of deciding stands before it."""
    line = [one for one in bare.rest if one.line == bare.clause.line] or ([] if bare.ahead else bare.rest[:1])
    spoken = bool(line) and not bare.decided and speaks_to(line)
    farewell = _FAREWELL.search("".join(one.text() for one in line)) is not None
    return spoken and not farewell and not (_THAT_ONE.fullmatch(line[0].codes) or _THOSE.fullmatch(line[0].text()))


def codes_of(clauses: list[Clause]) -> str:
    """The kinds of all words of the clauses."""
    return "".join(one.codes for one in clauses)


def _ahead(bare: Bare) -> Verdict:
    if re.match(r"[^:]*[xyM][^:]*:", bare.before) and not re.search(
        "[票投选记决换写]|不客气|得罪了|直说|明说|摊牌|不绕|不藏|亮", bare.clause.text(0, bare.first)
    ):
        return "ambiguous", "冒号前的话没有读懂"
    if not bare.ahead or bare.decided:
        return "vote", ""
    if not codes_of(bare.ahead).strip("jau"):
        return "vote", ""
    if bare.clause.before in "\n。!?;" and not bare.rest and bare.clause.mark in ("\n", "", "。", "!"):
        return "vote", ""
    if bare.clause.before == "\n":
        return "vote", ""
    last = bare.ahead[-1]
    text, codes = "".join(one.text() for one in bare.ahead), "".join(one.codes for one in bare.ahead)
    if _THAT_ONE.fullmatch(last.codes) or re.search(r"[VPTBCuXR1#nvfZ]", codes) or _LEADS_UP.search(text):
        return "vote", ""
    if "m" in codes or (bare.clause.sentence != last.sentence and bare.rest):
        return _LEAVE
    return "ambiguous", "名字在话的末尾，看不出是不是投票"


def _behind(bare: Bare) -> Verdict:
    clause, nearest = bare.clause, bare.rest[0]
    near = [one for one in bare.rest if one.sentence == clause.sentence or one.line == clause.line]
    codes = "".join(one.codes + one.mark for one in near)
    line = "".join(one.text() + one.mark for one in near)
    goes_on = [one for one in bare.rest if one.sentence == clause.sentence] or bare.rest[:2]
    text = "".join(one.text() + one.mark for one in goes_on)
    denies = re.match(r"[jia]*DN", nearest.codes) and nearest.tokens[0].text in ("不是", "不", "并非")
    if denies or _THAT_ONE.fullmatch(nearest.codes) or _THOSE.fullmatch(nearest.text()):
        return "vote", ""
    if re.fullmatch(r"[jM]*M[jM]*[VW]?Y[aq]*", nearest.codes):
        return "ambiguous", "像在问要不要投他"
    listed = re.search(r"[、s&+/,|]", clause.codes[bare.first : bare.row.end])
    if bare.scope.many and listed and not re.search(r"[?Qq]", codes):
        return "vote", ""  # several names are a ballot of several, whatever is remarked on them
    if re.match(r"[jR]*L[jR]*[VP]I", nearest.codes) and not re.search(r"[YQ?]", codes):
        return "vote", ""  # X ~ 昨天投我一票: a grudge
    if re.search(r"P[al]*$", nearest.codes) and "I" not in nearest.codes:
        return _LEAVE  # X，快来投票
    if (
        clause.mark in ",…"
        and not re.search("[IH]", codes)
        and (re.search(r"D[jMaS]*[VPACZ]", codes) or _RULES.search(text))
    ):
        return _LEAVE  # X，不能改的
    if clause.mark in ",…" and re.search(r"[啊呀哇哟]$", bare.tail) and not re.search("H", codes):
        return _LEAVE  # X啊，…
    if re.match(r"I[jR]*i", nearest.codes) and clause.mark in ",…":
        return _LEAVE  # X……我真的是好人
    if re.search(r"C[al]*$", nearest.codes) and not re.search(r"[DQqM]", nearest.codes):
        return "vote", ""  # X，这回真的改票了
    if _FAREWELL.search(line) and bare.scope.context.stage in _PUTS_OUT and not bare.ahead and len(bare.rest) == 1:
        return "vote", ""  # X，对不起了: the whole post, where a vote puts somebody out
    if _FAREWELL.search(line) and not re.search(r"[Q?]", codes):
        return "ambiguous", "只有名字和告别的话，没有说投"
    if clause.mark in ",~" or nearest.sentence == clause.sentence:
        if re.search(r"[Y?]", codes) or re.search(r"[Qq]", nearest.codes):
            return _LEAVE  # spoken to, not named
        if re.match(r"[jR]*(?:M|D[xV]|F)", nearest.codes) and not bare.decided and not _ABOUT.search(nearest.text()):
            return _LEAVE
    elif "?" in codes and re.search(r"[YQ]", codes):
        return _LEAVE
    if re.match(r"[ja]*¥.*Z", nearest.codes):
        return "vote", ""  # X，原票Y作废
    if _another(bare, nearest) and clause.mark == "," and not bare.decided:
        return "ambiguous", "名字后面说的是另一个人"
    if _GOOD.search(line) and bare.scope.context.stage not in ("sheriff", "election", "by-election"):
        return "ambiguous", "名字后面像是在夸他"
    if bare.decided or "r" in codes or not nearest.codes.strip("jalIv") or _ABOUT.search(text):
        return "vote", ""
    if nearest.line != clause.line and not near and len(text) < 40:
        return "vote", ""
    if clause.before in "\n。!" and clause.mark in "。!" and clause.before != "":
        return "vote", ""  # a sentence that is nothing but the name
    return "ambiguous", "名字后面的话看不出是不是投票"


def _another(bare: Bare, nearest: Clause) -> bool:
    """Whether the clause behind begins with somebody else; 大红袍，大红大紫… goes on about the same."""
    named = re.match(r"[ja]*N", nearest.codes)
    return named is not None and not set(nearest.tokens[named.end() - 1].players) <= set(bare.row.players)


_CASES: tuple[Callable[[Bare], Verdict | None], ...] = (
    _number_in_talk,
    _guess,
    _himself,
    _spoken_to,
    _a_day,
    _leaning,
    _too,
    _mistyped,
    _elsewhere,
    _only_is,
    _asked,
    _several_ballots,
    _praised,
    _wished_out,
    _in_turn,
    _unfinished,
    _alone,
)


def _piece(clause: Clause, clauses: list[Clause], scope: Scope) -> Said | None:
    """A post that is nothing but a piece of a name, or nearly a name."""
    start = len(clause.codes) - len(clause.codes.lstrip("jRuX[*-~@"))
    if len(clauses) > _REACH:
        return None
    line = [one for one in clauses if one.line == clause.line]
    if len(line) > 2 or line[0] is not clause or clauses[-1].line > 3 or clause.mark == "?":
        return None
    if (
        start >= len(clause.codes)
        or clause.codes[start] not in "xWe"
        or (len(line) == 2 and not _ABOUT.search(line[1].text()))
    ):
        return None
    row = objects(clause, start, scope, lead=False)
    if row is None or clause.codes[row.end :].strip("al~…*-]@j") or not row.named:
        return None
    if row.sort not in ("name", "unknown") or len(row.found[0].words) < 2:
        return None
    sure = all(one.how not in UNCLEAR for one in row.found) and len(line) == 1
    if not sure and (len(line) < len(clauses) or start):
        return None  # nearly a name, among other talk
    kind, status = ("vote", SURE) if sure else ("ambiguous", UNSURE)
    return said(kind, status, clause, start, row.end, row, why="像是名字的一部分", bare=True)
