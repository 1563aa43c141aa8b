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
    "清票": "是收回自己的票，还是请法官清零",
    "投": "没有说投谁",
    "票": "没有说投谁",
    "已投": "没有说投谁",
    "投了": "没有说投谁",
}
# What an animal or thing is called in names.
_EMOJI = dict(
    zip(
        "🦌🐱🐈🐶🐕🐰🐇🐍🐏🐑🐐🐯🐅🐉🐲🐮🐄🐂🐴🐎🐵🐒🐔🐓🐷🐖🐭🐀🦊🐼🐻🍊🥭🍑🌙🌛🌞☀⭐🌟🌸🌹🍁🐟🐠🐦🦉🍞🥐☁🍃🌿🌧❄🔥🌊🐸🐧🐢🦁🐺🐝🦋🌳🌲🎋🍎🍇🍉🍋🍓🥚🍵🍚🧊⚡🌈🐘🦒🐳🐬🦆🦅🐌🐜🦀🦐🌺🌻🌼🍄🌰🥔🥕🌽🍆🥜🧀🍖🍺🍷☕🎲💎🗡⚔🏹⚓🚀✈🚗🎵🔔",
        "鹿 猫 猫 狗 狗 兔 兔 蛇 羊 羊 羊 虎 虎 龙 龙 牛 牛 牛 马 马 猴 猴 鸡 鸡 猪 猪 鼠 鼠 狐 熊猫 熊 橘 芒果 桃 月 月 日 日 星 星 花 玫瑰 枫 鱼 鱼 鸟 猫头鹰 面包 面包 云 叶 草 雨 雪 火 海 蛙 企鹅 龟 狮 狼 蜂 蝶 树 松 竹 苹果 葡萄 西瓜 柠檬 草莓 蛋 茶 饭 冰 电 虹 象 鹿 鲸 海豚 鸭 鹰 蜗牛 蚁 蟹 虾 花 葵 花 菇 栗 土豆 萝卜 玉米 茄 花生 奶酪 肉 酒 酒 咖啡 骰 钻 刀 剑 箭 锚 火箭 飞机 车 音 铃".split(),
        strict=False,
    )
)


def strange(text: str, folded: str, parts: list[Clause], scope: Scope) -> list[Said]:
    """A question to the judge where the post may hold a ballot nobody can read from its words; else nothing."""
    own = folded.strip()
    why, players = _why(text, own, parts, scope)
    return [Said("ambiguous", UNSURE, players=players, start=0, end=len(folded), why=why)] if why else []


def _why(text: str, own: str, parts: list[Clause], scope: Scope) -> tuple[str, tuple[str, ...]]:
    if len(own) <= 60 and _HIDDEN.search(own):
        return "内容被隐藏，可能是一张票", ()
    picture = _PICTURE.search(text)
    if picture and not parts and _BALLOT_PICTURE.search(picture.group(1)):
        return "票可能写在图片里", ()
    bare = own.strip("。!.,~…")
    if bare in _SINGLE:
        return _SINGLE[bare], ()
    if len(parts) == 1 and re.fullmatch(r"[\D]{0,3}n[a]*", parts[0].codes):
        number = next(token for token in parts[0].tokens if token.kind == "n")
        if number.value is not None and number.value < 100 and not parts[0].codes[:-1].strip("[#*-"):
            return f"没有{number.text}号玩家", ()
    if len(parts) == 1 and parts[0].codes.strip("a[]~") == "N" and not parts[0].tokens[0].players:
        return f"没有“{own}”这个号", ()
    if 0 < len(own) <= 4 and any(char in _EMOJI for char in own):
        players = tuple(dict.fromkeys(p for char in own if char in _EMOJI for p in scope.roster.having(_EMOJI[char])))
        if players or all(unicodedata.category(char) == "So" for char in own):
            return ("表情可以指某个玩家", players) if players else ("", ())
    if re.fullmatch(r"(?:算|加|也算)我(?:一票|一个|1票)[了吧啊!]*", own) or own in (
        "+1",
        "1票",
        "一票",
    ):
        return "没有说投给谁", ()
    if re.fullmatch(r"[a-z]{4,24}", bare):
        players = _spelt(bare, scope)
        if players:
            return f"“{bare}”像拼音或缩写", players
    return "", ()


def _spelt(word: str, scope: Scope) -> tuple[str, ...]:
    from parsers.ballots.pinyin import spelling_fits

    return tuple(
        seat.name
        for seat in scope.roster.seats
        if any(spelling_fits(word, name) for name in (seat.name, *seat.aliases))
    )
