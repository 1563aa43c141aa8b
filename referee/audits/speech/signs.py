"""Words that look like analysis, and words and pictures that look like forbidden evidence: for the judge's eye."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parsers.folding import fold_name
from parsers.names import name_pattern
from parsers.posts import Post
from referee.game import Game

# Who is who, and what one says of it: roles, suspicion, reasons, ballots.
_CASE = re.compile(
    "凶手|杀手|凶犯|逃奴|祭司|挑战者|金枝在|庶民|平民|好人|坏人|狼|警察|银针|束魂|诅咒|庇佑|蝴蝶|身份|嫌疑|怀疑|可疑|嫌犯"
    "|分析|证据|矛盾|漏洞|逻辑|推理|推断|破绽|投|票|处决|罢免|查|验|说谎|撒谎|编的|编出|站(?:边|队)|双簧|杀|冤|像是|不像"
    "|肯定是|一定是|应该是|别信|可信|洗白|跳|悍|水民|神职"
)
_AGREES = re.compile("同意|附议|赞成|反对|就?是[他她]")
_EVIDENCE = re.compile(
    r"(?:q\s*q|msn|微信|短消息|短信|站内信|站短|私信|悄悄话|聊天|(?<![a-z])pm(?![a-z]))[^。！？!?\n]{0,8}"
    r"(?:记录|截图|截屏|内容|原文|为证|作证|证明|证据|贴出|贴上|发出来|公开)"
    r"|(?:记录|截图|截屏|原文|证据|证明)[^。！？!?\n]{0,8}(?:q\s*q|msn|微信|短消息|短信|站内信|私信|(?<![a-z])pm(?![a-z]))"
    r"|截图|截屏|聊天记录",
    re.I,
)
_GUESS = re.compile(
    r"(?:真身|马甲|本尊)[^。！？!?\n]{0,6}(?:是谁|就是|是不是|一定是|应该是|猜)|(?:是谁|猜)[^。！？!?\n]{0,6}(?:真身|马甲|本尊)"
)
_NUMBERED = re.compile(r"\d{1,2}\s*号|(?<!\d)\d{1,2}\s*#")


@dataclass(frozen=True, slots=True)
class Signs:
    """What a reader of this game goes by: the players' names (folded), longest first."""

    names: re.Pattern[str]

    @classmethod
    def of(cls, game: Game) -> Signs:
        """From the roster; a one-sign alias is too common a word to be a sign of anything."""
        keys = {fold_name(word) for player in game.players for word in (player.name, *player.aliases)}
        long = {key for key in keys if len(key) > 1} | {fold_name(player.name) for player in game.players}
        return cls(re.compile(name_pattern(long)))

    def mentions(self, text: str) -> str | None:
        """The first player named in a text, as written there (folded)."""
        found = self.names.search(fold_name(text)) or _NUMBERED.search(text)
        return found.group() if found else None

    def touches(self, text: str) -> tuple[str, ...]:
        """Every sign that a text is about the game at all: a player's name, a word of the case."""
        named = self.mentions(text)
        word = _CASE.search(text) or _AGREES.search(text)
        return tuple(part for part in (named, word.group() if word else None) if part)

    def analyses(self, text: str, long: float) -> str | None:
        """Why a text looks like analysis: it says something of the case about a player, or goes on at length."""
        words = list(dict.fromkeys(_CASE.findall(text)))
        named = self.mentions(text)
        if named and words:
            return f"说到 {named}、{words[0]}"
        if len(words) > 2 and len(text) >= 20:
            return f"说到 {'、'.join(words[:3])}"
        return f"长 {len(text)} 字" if len(text) > long else None


def evidence(post: Post) -> str | None:
    """What in a post looks like evidence from outside the game: the words, or that it holds pictures."""
    found = _EVIDENCE.search(post.text)
    if found:
        return f"「{found.group()}」"
    return f"有 {len(post.images)} 张图片" if post.images else None


def guesses(text: str) -> str | None:
    """The words with which a text guesses at somebody's real account."""
    if not ("真身" in text or "马甲" in text or "本尊" in text):
        return None
    found = _GUESS.search(text)
    return f"「{found.group()}」" if found else None
