"""Whether what follows a name speaks to him who is named: an imperative, a request, a greeting, a question."""

from __future__ import annotations

import re

from parsers.ballots.clauses import Clause

_SOFT = r"(?:一下|下|一声|一句|一遍|几句|两句|两声|清楚|明白|说|讲|看|聊|谈|个|句|声|话)"
_TELLS = re.compile(
    r"(?:[啊呀哦喂嘿]|拜托|快点?|赶紧|赶快|速速?|立刻|马上|现在|今天|今晚|有空|先|也|还是|倒是|就|再|好好|自己|都|给我|给大家|跟大家|对大家|能|可以|得|该){0,6}"
    r"(?:请(?!假|客|教)|麻烦|劳驾|求(?!死|锤|仁)|(?:快|赶紧|速)[出来说回上冒醒投表发解交]|(?:站|滚|爬|冒|跳|浮|醒|快|出)(?:出|过|上)?来(?!混|的)|(?:上|冒)(?:来|线|个?泡)|过来|"
    r"(?:分析|总结|盘点)(?:一下|下|分析)(?!来|就)|解释(?=一下|下|清楚|解释|昨|你|为|吧|呗|$)|说明(?=一下|下|白|你|$)|交代(?=一下|下|清楚|你|吧|$)|"
    rf"(?:说|讲|聊|谈|回|答|评|问|想|看|喊|报|亮|表|发|透|解|应|吱|吭){_SOFT}|回答|回应(?=一下|下|你|我|大家)|回复(?=一下|下|我|大家)|"
    r"表(?:个?态)(?!度)|发个?言(?=吧|呗|啊|一下|了$|$)|说[吧呗]|看(?:这里|过来|我)|注意(?=一下|下|安全|了|点|$)|小心(?=点|了|$)|记得|等等|等(?:一下|我)|告诉|帮(?:我|忙|大家)|"
    r"冷静|加油|醒醒|闭嘴|住口|住手|坦白|招了?吧|认了?(?:罪|错|怂)?吧|投(?:了)?票(?:吧|了|啊|呗|$)|改(?:一下|下)?票[吧啊呀呗]|轮到|该(?:发言|说话|投票)了|认真(?:一?点|玩|打)|收到|别(?!的|人|看他|看她|看|问|投错|忘)|不要(?!脸|命)|甭|莫要|少(?:说|装|废话|来|带|潜)|"
    r"把.{1,10}(?:清楚|明白|出来|一下|说说|讲讲|看看|贴上?|发上?来?)(?!的)|欢迎|恭喜|谢|感谢|辛苦|早(?:啊|安|上好|$)|晚安|晚上好|下午好|中午好|你好|您好|在(?:吗|么|不在|$)|好久不见|hi$|hello|嗨$|哈喽|哈罗|生日快乐|新年好|又见面)"
)
_ABOUT_HIM = re.compile(
    r"(?:说|讲)(?:话|说法|辞|一套|半天)|看(?:一下|看|个|下)?(?:他|她|发言)|发(?:话|言)[^吧呗啊一]|(?:想|看)来想去"
)
_ASKS = re.compile(
    r"(?<![不没])(?:怎么|咋)(?:说|看|想|解释|回事|办|样|投|个说法|没|不|还|又|突然)(?!都|怎么|也)|什么(?:意思|情况|身份|想法|看法|说法|时候|理由)|(?<!无论|不管)如何$|为什么|为何|为啥|"
    r"几个意思|何(?:意|故|解)|是不是|有没有|能不能|会不会|要不要|可不可以|(?:吗|(?<![什那这多])么|(?:票|分析|理由|身份|说法|解释|发言|人)呢)$"
)
_REQUESTS = re.compile(r"(?<![了过投赌试押压搏踩盲站])(?:一下|来听听|听听)[吧呗啊呀嘛]?$")
_OWN = re.compile(r"[我俺投选]|先|再")
_NO_QUESTION = re.compile(r"别问|不知道|不管|无论|没有?什么|说不上|不用问|不要问|无所谓")


def speaks_to(line: list[Clause]) -> bool:
    """Whether the clauses after a bare name, on the same line, are said to him and not of him."""
    first = line[0].text()
    if _TELLS.match(first) and not _ABOUT_HIM.match(first):
        return True
    words = [one.text() for one in line]
    if any(_REQUESTS.search(text) and not _OWN.search(text) for text in words):
        return True
    if any(_ASKS.search(text) and not _NO_QUESTION.search(text) for text in words):
        return True
    return any("Y" in one.codes for one in line)
