"""Posts in a vote thread that may be a ballot in a form the grammar does not read: a picture, an emoji, hidden text …"""

from __future__ import annotations

import re
import unicodedata

from parsers.ballots.clauses import Clause
from parsers.ballots.objects import Scope
from parsers.ballots.said import UNSURE, Said

_HIDDEN = re.compile(r"隐藏|回复可见|回复后可见|需要回复|hidden|付费可见|权限不够|积分可见", re.I)
_PICTURE = re.compile(r"\[(?:img|attachimg|attach|upload)[^\]\n]{0,80}\]([^\[\n]{0,300})\[/", re.I)
_BALLOT_PICTURE = re.compile(r"vote|piao|toupiao|ballot|tp|票|投", re.I)
_SINGLE = {
    "过": "可以是弃权，也可以只是说完了",
    "重置投票": "是收回自己的票，还是请法官清零",
    "重置": "是收回自己的票，还是请法官清零",
    "清空投票": "是收回自己的票，还是请法官清零",
    "清票": "是收回自己的票，还是请法官清零",
    "投": "没有说投谁",
    "票": "没有说投谁",
    "已投": "没有说投谁",
    "投了": "没有说投谁",
    "没人可投": "像是弃权",
    "无人可投": "像是弃权",
    "没得投": "像是弃权",
    "没人值得投": "像是弃权",
}
_LEADS = re.compile(
    r"^(?:我|俺|申请|请求|先|就|这轮|本轮|今天|今晚)+(?=[过清已])|(?<=[过票]),?(?:重来|重投|重新来|重新投|再来)?[了吧]*$"
)
# What an animal or thing is called in names.
EMOJI = dict(
    zip(
        "🦌🐱🐈🐶🐕🐰🐇🐍🐏🐑🐐🐯🐅🐉🐲🐮🐄🐂🐴🐎🐵🐒🐔🐓🐷🐖🐭🐀🦊🐼🐻🍊🥭🍑🌙🌛🌞☀⭐🌟🌸🌹🍁🐟🐠🐦🦉🍞🥐☁🍃🌿🌧❄🔥🌊🐸🐧🐢🦁🐺🐝🦋🌳🌲🎋🍎🍇🍉🍋🍓🥚🍵🍚🧊⚡🌈🐘🦒🐳🐬🦆🦅🐌🐜🦀🦐🌺🌻🌼🍄🌰🥔🥕🌽🍆🥜🧀🍖🍺🍷☕🎲💎🗡⚔🏹⚓🚀✈🚗🎵🔔",
        [
            "鹿",
            "猫",
            "猫",
            "狗",
            "狗",
            "兔",
            "兔",
            "蛇",
            "羊",
            "羊",
            "羊",
            "虎",
            "虎",
            "龙",
            "龙",
            "牛",
            "牛",
            "牛",
            "马",
            "马",
            "猴",
            "猴",
            "鸡",
            "鸡",
            "猪",
            "猪",
            "鼠",
            "鼠",
            "狐",
            "熊猫",
            "熊",
            "橘",
            "芒果",
            "桃",
            "月",
            "月",
            "日",
            "日",
            "星",
            "星",
            "花",
            "玫瑰",
            "枫",
            "鱼",
            "鱼",
            "鸟",
            "猫头鹰",
            "面包",
            "面包",
            "云",
            "叶",
            "草",
            "雨",
            "雪",
            "火",
            "海",
            "蛙",
            "企鹅",
            "龟",
            "狮",
            "狼",
            "蜂",
            "蝶",
            "树",
            "松",
            "竹",
            "苹果",
            "葡萄",
            "西瓜",
            "柠檬",
            "草莓",
            "蛋",
            "茶",
            "饭",
            "冰",
            "电",
            "虹",
            "象",
            "鹿",
            "鲸",
            "海豚",
            "鸭",
            "鹰",
            "蜗牛",
            "蚁",
            "蟹",
            "虾",
            "花",
            "葵",
            "花",
            "菇",
            "栗",
            "土豆",
            "萝卜",
            "玉米",
            "茄",
            "花生",
            "奶酪",
            "肉",
            "酒",
            "酒",
            "咖啡",
            "骰",
            "钻",
            "刀",
            "剑",
            "箭",
            "锚",
            "火箭",
            "飞机",
            "车",
            "音",
            "铃",
        ],
        strict=False,
    )
)


_QUOTED_BALLOT = re.compile(r"\[quote[^\]\n]{0,80}\].{0,400}?[投票].{0,400}?\[/quote\]", re.I | re.S)
_SECONDS = re.compile(
    r"(?:我也|必须|强烈)?(?:顶|支持|赞|赞同|赞成|同感|同意|没错|一样|ding|up|[+]1)(?:了|的|啊|楼上|一个|一下)*[\s!！。.~～,，…]*"
)


def holds_picture(text: str) -> bool:
    """Whether the markup of a post holds a picture, or a ballot quoted with a word of assent under it."""
    return _PICTURE.search(text) is not None or _seconds(text)


def _seconds(text: str) -> bool:
    """A ballot quoted, and under it nothing but 顶 or 支持: perhaps the same ballot."""
    quoted = _QUOTED_BALLOT.match(text) if text[:6].lower() == "[quote" else None
    return (
        quoted is not None
        and len(text) - quoted.end() < 24
        and _SECONDS.fullmatch(text[quoted.end() :].strip()) is not None
    )


def strange(text: str, folded: str, parts: list[Clause], scope: Scope) -> list[Said]:
    """A question to the judge where the post may hold a ballot nobody can read from its words; else nothing."""
    whole = ("引用了别人的票，只说赞成", ()) if _seconds(text) else _picture(text, parts) or _hidden(folded)
    lines = [line for line in folded.split("\n") if line.strip()][:4] if len(folded) < 400 else []
    found = [whole] if whole else [asked for line in lines if (asked := _line(line, parts, scope, len(lines) == 1))]
    return [Said("ambiguous", UNSURE, players=players, start=0, end=len(folded), why=why) for why, players in found[:1]]


Question = tuple[str, tuple[str, ...]]


def _hidden(folded: str) -> Question | None:
    return ("内容被隐藏，可能是一张票", ()) if len(folded) <= 60 and _HIDDEN.search(folded) else None


def _picture(text: str, parts: list[Clause]) -> Question | None:
    picture = _PICTURE.search(text)
    if picture and _BALLOT_PICTURE.search(picture.group(1)) and len(parts) < 4:
        return "票可能写在图片里", ()
    return None


def _line(line: str, parts: list[Clause], scope: Scope, only: bool) -> Question | None:
    faceless = "".join(char for char in line if char in EMOJI or unicodedata.category(char) != "So")
    own = faceless.strip(" 。!.,~…")
    plain = _LEADS.sub("", own) if len(own) < 12 else own
    single = next((word for word in (own, plain) if word in _SINGLE), None)
    if single:
        return _SINGLE[single], ()
    if re.search(r"(?:算|加|也算|也加)我(?:一票|一个|1票)[了吧啊]*$", own) or own in ("+1", "1票", "一票"):
        return "没有说投给谁", ()
    own = re.sub(r"^我?就?[投票]给?(?=.)", "", own) if own[-1:] in EMOJI else own
    if 0 < len(own) <= 4 and own[0] in EMOJI:
        players = tuple(dict.fromkeys(p for char in own if char in EMOJI for p in scope.roster.having(EMOJI[char])))
        return ("表情可以指某个玩家", players) if players else None
    if re.fullmatch(r"[a-z]{4,24}", own):
        players = _spelt(own, scope)
        return (f"“{own}”像拼音或缩写", players) if players else None
    return _no_such_number(parts) or _nobody(parts, own) if only else None


_COUNTED = re.compile(r"[差欠少多缺每人各剩共第另有占得拿没补加添投还张两废空白弃这那最后我你他她谁再]")


def _nobody(parts: list[Clause], own: str) -> Question | None:
    """小兰一票, 投十三点: words that stand where a name would, and are nobody's on the list."""
    if len(parts) != 1 or parts[0].mark == "?":
        return None
    codes, tokens = parts[0].codes, parts[0].tokens
    called = re.fullmatch(r"x1a?", codes)
    if called and 2 <= len(tokens[0].text) <= 4 and not _COUNTED.search(tokens[0].text):
        return f"“{tokens[0].text}”不是名单上的人", ()
    if re.fullmatch(r"I?V#a?", codes) and re.fullmatch(r".{1,3}点", tokens[codes.index("#")].text):
        return "是几点钟，还是几号玩家", ()
    return None


def _no_such_number(parts: list[Clause]) -> Question | None:
    if len(parts) != 1:
        return None
    codes, tokens = parts[0].codes, parts[0].tokens
    if re.fullmatch(r"[\[#*-]*(?:I?j*[VPT]:?)?n[\]a]*", codes) and not any(token.players for token in tokens):
        number = next(token for token in tokens if token.kind == "n")
        if number.value is not None and number.value < 100 and (codes[0] not in "IjVPT" or number.text.isdigit()):
            return f"没有{number.text}号玩家", ()
    if codes.strip("a[]~") == "N" and not any(token.players for token in tokens):
        return "没有这个号", ()
    return None


def _spelt(word: str, scope: Scope) -> tuple[str, ...]:
    from parsers.ballots.pinyin import spelling_fits

    return tuple(
        seat.name
        for seat in scope.roster.seats
        if any(spelling_fits(word, name) for name in (seat.name, *seat.aliases))
    )
