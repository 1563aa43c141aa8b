"""Whether a ballot that is said is meant: who says it of whom, when, and how surely."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parsers.ballots.clauses import Clause
from parsers.ballots.objects import Objects, Scope
from parsers.ballots.said import CONDITIONAL, SURE, UNSURE, VOID


@dataclass(slots=True)
class Flow:
    """What earlier clauses leave behind for the next."""

    subject: str = ""  # "other" after a clause told of somebody else's ballot
    condition: bool = False
    reason: bool = False  # the line is a reason
    ticket: bool = False  # the ballot as a thing was named and waits for whom it goes to
    header: bool = False  # a label (投票) waits for its names
    change: bool = False  # 改票 was said and waits for its names
    fix: bool = False  # a slip was named and waits for what is right
    proxy: bool = False  # ballots of others are being handed in
    proxy_voter: str | None = None
    old: tuple[str, ...] = ()  # whom the ballot is taken from
    past: tuple[str, ...] = ()  # whom an earlier ballot, told in this sentence, went to
    denied: tuple[str, ...] = ()  # whom it was said not to be (不是X，是Y)
    joke: bool = False
    voted: bool = False  # a sure ballot stands before in the post
    counting: bool = False  # the post counts ballots (X 3票)
    unless: bool = False  # the clause before denied something: X不来，我就…
    call: bool = False  # the clause before called on everybody
    gaps: frozenset[int] = frozenset()  # where blanks stood in the text
    stage: str | None = None  # the stage a label named
    told: Objects | None = None  # whom somebody else's ballot, told just before, went to
    bare: Objects | None = None  # the names of the clause before, if it was only names
    later: bool = False  # the condition is one of another day
    recalls: bool = False  # an earlier ballot of the author's has been asked about in this line
    named: bool = False  # somebody was named in this sentence
    point: bool = False  # the clause before came to a point: 当然是X, 就是X

    def next_sentence(self) -> None:
        """Forget what ends with a sentence."""
        self.later = False
        self.subject, self.condition, self.ticket, self.told, self.denied = "", False, False, None, ()
        self.past, self.call, self.unless, self.named = (), False, False, False

    def next_line(self) -> Flow:
        """What goes on to the next line."""
        return Flow(
            header=self.header,
            change=self.change,
            fix=self.fix,
            old=self.old,
            proxy=self.proxy,
            joke=self.joke,
            voted=self.voted,
            counting=self.counting,
            gaps=self.gaps,
            stage=self.stage if self.header else None,
        )


@dataclass(frozen=True, slots=True)
class Mood:
    """How a frame is meant: `status` and why in Chinese; `negated`: a vote denied; `past`: one of earlier."""

    status: str
    why: str = ""
    negated: bool = False
    past: bool = False


OTHERS = "说的是别人的票"
_IF = "带条件，成不成要看以后"
_THEN = ("就", "那就", "便", "则", "那么", "就会")
_NEGATED = re.compile(r"D[jMRaSlGk#b1]*$")
CALLS = (
    "大家",
    "各位",
    "咱们",
    "我们",
    "兄弟们",
    "姐妹们",
    "大伙",
    "大伙儿",
    "诸位",
    "同志们",
    "小伙伴们",
    "朋友",
    "全体",
    "全员",
    "所有人",
    "好人",
    "平民",
    "民",
    "村民",
    "全场",
)
_GOES_ON = (
    "又",
    "也",
    "还",
    "再",
    "接着",
    "后来",
    "然后",
    "结果",
    "却",
    "现在又",
    "就",
    "继续",
    "才",
)
_SUPPOSED = re.compile(r"c[jIRa]*$")
_IFS = (
    "如果",
    "要是",
    "我要是",
    "若",
    "若是",
    "假如",
    "假使",
    "假设",
    "倘若",
    "倘使",
    "万一",
    "哪怕",
    "设若",
    "倘",
    "if",
)
_DISSENT = re.compile(
    r"[,]?[我俺](?:可|也|就|才|是|绝对|坚决|真)*(?:不|没)(?:同意|干|放心|答应|赞成|支持|接受|服|甘心|认|意见|异议|敢|忍心)"
)
_ALL = re.compile(r"(?:那|怎|今天|现在|又)*(?:都|全都|统统|一起|一块)(?:在|去|来|给我)?$")
_COMMENT = re.compile(
    r"(?:也|都|就|才|又|还|会|只会|反正)*(?:是(?!肯定|必须|必然|一定|我|没错|因为|怕|看|他|她|为|由于|正)|太.{1,5}了|之?前(?![几面])|[之以]后|"
    r"对谁|有什么|有啥|干嘛|干吗|干什么|这种|输|没用|没有用|没意思|没意义|没道理|等于|相当于|意味|不合理|太早|太急|很奇怪|奇怪|会输|必输|亏|白投|送|不如|有什么用|有风险|有问题|有意思|浪费)"
)


def mood(
    clause: Clause,
    low: int,
    verb: int,
    end: int,
    row: Objects | None,
    flow: Flow,
    scope: Scope,
) -> Mood:
    """The mood of a frame whose verb is token `verb` and whose objects end at `end`; `low` is where it may begin."""
    codes = clause.codes
    colon = codes.rfind(":", low, verb)
    if colon >= 0:
        head = codes[low:colon]
        if re.search(r"[NEHY][ej]*$", head) and "I" not in head and not _is_author(clause, low, colon, scope):
            return (
                Mood(UNSURE, "冒号前是名字，是对他说，还是他说的") if "I" in codes[colon:verb] else Mood(VOID, OTHERS)
            )
        low = colon + 1
    then = max((at for at in range(low, verb) if clause.tokens[at].text in _THEN), default=-1)
    if "c" in codes[low : max(low, then)] and "L" in codes[low:then]:
        return Mood(VOID, "假设的是以前", past=True)
    if "c" in codes[low:verb] and re.search(r"[NEHY]j*e[^I]*c", codes[low:verb]):
        return Mood(VOID, OTHERS)
    if then < 0 and codes[verb] in "VPC" and _supposed(clause, low, verb):
        return Mood(VOID, "只是假设，没有说要投")
    if "c" in codes[low : max(low, then)]:
        return _void(clause, then, codes[then:verb], codes[end:], row, flow, "") or Mood(CONDITIONAL, _IF)
    if then >= 0 and _FAILS.fullmatch(clause.text(low, verb)):
        return Mood(CONDITIONAL, _IF)
    before, after = codes[low:verb], codes[end:]
    sworn = insisted(clause, low, verb, end)
    if sworn is not None:
        return sworn
    subject = subject_of(clause, low, verb, row, flow, scope)
    if flow.unless and re.search(r"就|便", clause.text(low, verb)) and not re.search("[DQ]", before):
        return Mood(CONDITIONAL, "前一句像是条件")
    return (
        _void(clause, low, before, after, row, flow, subject)
        or _conditional(clause.text(low, verb), before, after, flow)
        or _unsure(clause, low, before, after, flow, subject)
        or Mood(SURE)
    )


_CANNOT_BUT = re.compile(r"不(?:可|行|成|得劲)[了啊呀吧啦!]*")
_HARDLY_NOT = re.compile(r"(?:不甘心|不舒服|不痛快|不像话|对不起|说不过去|没天理|天理|难|心里|睡不)")
_HOW_NOT = re.compile(r"(?:怎么?|岂|哪|焉|咋)(?:么)?(?:能|可以|可能|会|舍得|好意思|敢)(?:够)?不$")
OATH = re.compile(
    r"[,]?(?:(?:我|俺|老子|老娘|本人|在下)?(?:就|才|便|立马|当场|马上)?(?:是|当|做|变|变成)(?:小|一条|一只|一头|个|你|你们)*"
    r"(?:狗|猪|孙子|王八|乌龟|傻[子逼瓜x]|儿子|智障|脑残|人渣|畜生)|(?:我|俺|老子)?(?:就)?(?:天打|天诛|雷劈|不得好死|断子绝孙|出门被车)|"
    r"(?:我|俺|老子)(?:就)?(?:直播)?(?:吃(?:屎|键盘|翔|土|鞋)|倒立|剁手|跟你姓|跟他姓|裸奔))"
)


def insisted(clause: Clause, low: int, verb: int, end: int) -> Mood | None:
    """非投X不可, 不投X不行 mean it; 怎么能不投X may; 投X我是狗 swears not to."""
    before, words, tail = clause.codes[low:verb], clause.text(low, verb), clause.text(end)
    plain = not before.strip("DIjaR") and before.count("D") == 1 and before.rstrip("ja").endswith("D")
    if plain and _CANNOT_BUT.fullmatch(tail) and clause.mark != "?":
        return Mood(SURE, "双重否定，就是要投")
    if "D" in before and (_CANNOT_BUT.match(tail) or _HARDLY_NOT.match(tail) or _HOW_NOT.search(words)):
        return Mood(UNSURE, "双重否定或反问，看不出投不投")
    if OATH.match(tail):
        return Mood(UNSURE, "赌咒的话，看不出投不投") if "D" in before else Mood(VOID, "赌咒不投", negated=True)
    if re.search(r"A[jR]*$", clause.codes[:verb]) and "D" not in clause.codes[:verb] and clause.codes[verb] in "VP":
        return Mood(UNSURE, "又说弃权，又说投")
    return None


_FAILS = re.compile(
    r"(?:他|她|你)?[^我就不,]{1,5}不(?:清楚|清|了|通|明白|明|出来|出|上来|上|过来|过|圆|服我|服)(?:的话)?(?:我)?(?:就|便)(?:只能|只好|还|直接|继续)?"
)


def _supposed(clause: Clause, low: int, verb: int) -> bool:
    """我要是投X…: the vote itself is what is supposed, nothing is promised."""
    found = _SUPPOSED.search(clause.codes[low:verb])
    return found is not None and clause.tokens[low + found.start()].text in _IFS


def _word(clause: Clause, low: int, before: str, kind: str) -> str:
    return clause.tokens[low + before.rindex(kind)].text


def _void(
    clause: Clause,
    low: int,
    before: str,
    after: str,
    row: Objects | None,
    flow: Flow,
    subject: str,
) -> Mood | None:
    if before.count("D") == 1 and _NEGATED.search(before):
        if "Q" in before or re.search(r"[VPC]Q", after) or clause.mark == "?":
            return Mood(UNSURE if "Q" in after else VOID, "反问，看不出投不投")
        return Mood(VOID, f"“{_word(clause, low, before, 'D')}”，不投", negated=True)
    if re.search(r"D[jlaMR]*e", before):
        return Mood(VOID, "没有说要投")
    if re.search(r"不是我\w{0,2}$", clause.text(low, low + len(before))):
        return Mood(VOID, "不是我投的")
    if subject == "other":
        return Mood(VOID, OTHERS, past="L" in before)
    voter = re.fullmatch(r"[jIRau]*[VP]l?", re.split("L", before)[0]) or clause.codes[:low].strip("jIRau") in ("V", "P")
    if "L" in before and voter and _VOTER.fullmatch(clause.text(low + len(before) + 1)):
        return Mood(UNSURE, "投的是投过票的那个人，没有说是谁")
    if "L" in before and before.rfind("R") < before.rfind("L") and "C" not in before:
        return Mood(VOID, f"“{_word(clause, low, before, 'L')}”，说的是以前的票", past=True)
    if "F" in before:
        return Mood(VOID, f"“{_word(clause, low, before, 'F')}”，以后才投")
    if re.search(r"没人|没有人|无人", clause.text(low, low + len(before))) and "z" in before and "I" not in before:
        return Mood(VOID, "说没有人会投")
    if re.search(r"早(?:就|都)?$", clause.text(low, low + len(before))) and "l" in after:
        return Mood(VOID, "说的是没有发生的事")
    if "F" not in before and flow.later and flow.condition:
        return Mood(VOID, "以后才投")
    if re.search(
        r"(?:是不是|要不要)(?:该|应该|可以|得|要)?$|该不该$", clause.text(low, low + len(before))
    ) and not re.search("[NEHYcL]", before):
        return Mood(UNSURE, "在问要不要投他")
    if "Q" in before:
        return Mood(VOID, "是疑问句")
    if row is not None and row.sort == "me" and "c" in before and "I" not in before:
        return Mood(VOID, "说的是别人投他")
    if row is not None and any(one.sort == "who" for one in row.found):
        return Mood(VOID, "投谁没有说")
    if "e" in before and not re.search(r"Ij*e[:j]*", before) and re.search(r"[NEHYx]", before):
        return Mood(VOID, OTHERS)
    if _DISSENT.match(clause.text(len(clause.codes) - len(after))):
        return Mood(VOID, "后面说自己不愿意")
    if re.match(r"[¥T].*[DiQ]", after):
        return Mood(VOID, "在说那张票")
    if subject != "I" and _COMMENT.match(clause.text(len(clause.codes) - len(after))):
        return Mood(VOID, "后面的话是在评论，不是投票")
    if after.rstrip("al").endswith("F") and len(after) < 3:
        return Mood(VOID, "以后才投")
    if after[:1] == "g" and len(after.strip("ga")) > 0:
        if _NEXT_TO.fullmatch(clause.text(len(clause.codes) - len(after))) and not before.strip("jIRau"):
            return Mood(UNSURE, "说的是跟他有关的另一个人")
        return Mood(VOID, "后面接“的”，只是在形容")
    return None


_NEXT_TO = re.compile(
    r"的?(?:那个|那位)?(?:下|上|前|后|隔壁|旁边|左边|右边|对面|前面|后面)?(?:一|两|二)?(?:个|位|家|邻|手)(?:人|玩家|号)?[吧了]*|"
    r"的(?:邻居|邻座|同伙|同伴|队友|死党|对家|搭档|跟班|靠山|金主|隔壁|旁边|左边|右边|对面|前面|后面|上面|下面)(?:的|那个|那位)?(?:人|玩家)?[吧了]*"
)
_VOTER = re.compile(r".{1,12}的(?:那个|那位|那些)?(?:人|家伙|玩家|朋友|仁兄)[吧了]*")


def _conditional(words: str, before: str, after: str, flow: Flow) -> Mood | None:
    if "c" in before or "c" in after or flow.condition or re.search(r"(?:再[不没]|^[不没]).*就", words):
        return Mood(CONDITIONAL, _IF)
    return None


def _unsure(clause: Clause, low: int, before: str, after: str, flow: Flow, subject: str) -> Mood | None:
    if "M" in before and not (flow.fix and _word(clause, low, before, "M") in ("应该", "该")):
        return Mood(UNSURE, f"“{_word(clause, low, before, 'M')}”，只是打算、建议或号召")
    if clause.mark == "?" or "q" in after or "Q" in after:
        return Mood(UNSURE, "带问号，不是定论")
    if "D" in before:
        return Mood(UNSURE, f"有“{_word(clause, low, before, 'D')}”，不能肯定是不是否定")
    if "e" in before and "I" not in before:
        return Mood(UNSURE, "没有说是谁说的")
    if "t" in before and _word(clause, low, before, "t") != "由":
        return Mood(UNSURE, "像是在托别人投")
    if "K" in before:
        return Mood(UNSURE, "前面在保人，不能肯定投不投")
    if flow.joke or "J" in after or "J" in before:
        return Mood(UNSURE, "像是玩笑")
    if subject == "unclear":
        return Mood(UNSURE, "动词前还有别的名字，不能肯定是谁投的")
    if subject == "" and _ALL.match(clause.text(low, low + len(before))):
        return Mood(UNSURE, "“都”，是号召大家，还是说别人")
    if subject == "call" or (
        flow.call and subject != "I" and clause.codes[low + len(before) : low + len(before) + 1] in ("V", "P", "W")
    ):
        return Mood(UNSURE, "像是号召大家")
    if (
        "g" in before
        and not re.search(r"[IRx#u]g[jRa]*$", before)
        and subject != "I"
        and "I" not in before[before.rindex("g") :]
    ):
        return Mood(UNSURE, "“的”字前面在形容人，不能肯定是不是自己的票")
    labels = clause.codes[low + len(before) + 1 : low + len(before) + 2] == ":"
    if subject != "I" and not labels and _strange(clause, low, low + len(before)):
        return Mood(UNSURE, "动词前的话没有读懂")
    if _runs_on(clause, len(clause.codes) - len(after), flow):
        return Mood(UNSURE, "名字后面紧接着没有读懂的话")
    if re.match(r"g|[ipjMc]|D(?![jMa]*[VPCiWN])|l[^aI]", after) and not re.match(r"j[aV]?$", after):
        return Mood(UNSURE, "后面还有话，像在评论")
    if re.match(r"DN", after) and clause.text(len(clause.codes) - len(after))[:2] not in ("不是", "不要"):
        return Mood(UNSURE, "后面说“不”，又说了别人")
    if re.match(r"[\[(a]*X[\])al]*$", after):
        return Mood(UNSURE, "后面说写错了或划掉了")
    if before.endswith("h"):
        return Mood(UNSURE, "动词前是楼层，像是对那一楼说的")
    if re.match(r"a*M[a]*$", after):
        return Mood(UNSURE, "后面说只是可能")
    if re.match(r"[/|].", after):
        return Mood(UNSURE, "名字后面还有一项没有读懂")
    if "F" in after or "L" in after:
        return Mood(UNSURE, "后面说到别的时候")
    return None


_PADDING = re.compile(
    r"[a-z0-9 ._]+|(.{1,6})\1+.*|(?:去|快|先|必|必须)?(?:死|走|出|滚|出去|上路|下台|下课|下去|滚蛋|回家|领便当|领盒饭|归西|升天)[吧了啊]*|.*(?:紫薯布丁|凑字|脑门|脑袋|脸上|胸口|背上|门上|天灵盖|字数|补丁|经验|十个?字|水一|喵|汪|咩|啦啦|嘿嘿|呵呵|嘻嘻|头上|身上|名下|脚下|那里|这里|那儿|一个|一次|当警长|做警长|当陪审员|拉平|压秒|压哨|压线|谢|辛苦|晚安|再见).*"
)


def _strange(clause: Clause, low: int, high: int) -> bool:
    """Whether Chinese words nobody knows stand before the verb: they may be who votes, or take it back."""
    words = [token for token in clause.tokens[low:high] if token.kind in "xy"]
    return any(
        not t.text.isascii() and t.text not in _ADVERBS and t.text[0] != "在" and t.text[-1] != "地" for t in words
    )


_ADVERBS = (
    *"额呃诶欸哎唉嘿哼",
    "上班",
    "下班",
    "开会",
    "加班",
    "吃饭",
    "睡觉",
    "回家",
    "上线",
    "掉线",
    "路过",
    "本帖",
    "本楼",
    "冒泡",
    "打卡",
    "围观",
    "从",
    "由",
    "自",
    "把",
    "向",
    "对",
    "给",
    "朝",
    "用",
    "于",
)


def _runs_on(clause: Clause, at: int, flow: Flow) -> bool:
    """Whether words nobody knows are glued to the name: 投X赎罪, 投X图个啥."""
    if at >= len(clause.tokens) or clause.codes[at] not in "xy":
        return False
    token = clause.tokens[at]
    rest = clause.text(at)
    glued = token.start == clause.tokens[at - 1].end and token.start not in flow.gaps
    return glued and not _PADDING.fullmatch(rest) and not rest.isascii()


def subject_of(clause: Clause, low: int, verb: int, row: Objects | None, flow: Flow, scope: Scope) -> str:
    """Who does it: "I", "other", "call" (大家投…), "unclear", or "" where nobody is named."""
    codes = clause.codes
    mine = theirs = -1
    call = False
    for at in range(low, verb):
        code, token = codes[at], clause.tokens[at]
        if code == "I":
            mine = at
        elif code in "NEHY" and not (
            at > low
            and (codes[at - 1] in "fsKGZ@" or clause.tokens[at - 1].text[-1:] in "按照据凭依因比像看信学对向替")
        ):
            if code == "N" and (
                scope.author in token.players or (row and set(token.players) & set(row.players) and verb - at > 1)
            ):
                mine = at if scope.author in token.players else mine
                continue
            if code == "E" and token.text == "警长" and as_sheriff(scope):
                continue
            theirs, call = at, code == "E" and token.text in (*CALLS, "人家")
    if theirs < 0:
        return "I" if mine >= 0 else _inherited(clause, low, verb, flow)
    if call and "l" not in codes[verb : verb + 3] and "L" not in codes[low:verb]:
        return "call"
    if mine < 0:
        return "other"
    if mine >= theirs:
        return "I"
    return "other" if _KNOWS.search(clause.text(mine, theirs)) else "unclear"


_KNOWS = re.compile(r"记得|记着|印象|知道|看到|看见|发现|听说|注意到|翻到")  # 我记得X投了Y


def as_sheriff(scope: Scope) -> bool:
    """Whether 警长 before a verb is the office voted on, or the author himself."""
    context = scope.context
    return context.stage == "sheriff" or (context.sheriff is not None and context.sheriff == scope.author)


def _inherited(clause: Clause, low: int, verb: int, flow: Flow) -> str:
    """A clause without a subject goes on about the person before where 又, 也, 后来 or another day begins it."""
    if flow.subject != "other" or low > 0:
        return ""
    lead = clause.tokens[:verb]
    goes_on = any(word in clause.text(0, verb) for word in _GOES_ON) or any(t.kind in "RL#" for t in lead)
    return "other" if goes_on else ""


def _is_author(clause: Clause, low: int, end: int, scope: Scope) -> bool:
    return any(token.kind == "N" and scope.author in token.players for token in clause.tokens[low:end])
