"""Folding: the same name or verb written another way reads the same; every folded character knows where it stood.

`fold_char` is one character to one character (width, case, traditional, look-alike signs), so a folded text keeps
the positions of the original. `squeeze` then takes out what nobody sees (zero-width signs, blanked markup) and the
blanks between words that need none, and keeps a map back.
"""

from __future__ import annotations

import functools
import unicodedata
from dataclasses import field
from typing import Any

from parsers.values import dataclass

HOLE = "\0"  # stands where markup or junk was taken out, so that positions stay
# What NFKC leaves apart or would spread over several characters, and signs used for one another.
_SAME = {
    "妳": "你", "祢": "你", "牠": "它", "祂": "它", "裏": "里", "乾": "干", "麽": "么",
    # The few traditional signs GB2312 holds.
    "後": "后", "於": "于", "夥": "伙", "徵": "征", "菸": "烟", "摺": "折", "麴": "曲", "醣": "糖",
    "‘": "'", "’": "'", "‛": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "‟": '"', "「": '"', "」": '"',
    "『": '"', "』": '"', "〝": '"', "〞": '"', "﹁": '"', "﹂": '"',
    "。": "。", "｡": "。", "．": ".", "﹒": ".", "·": ".", "•": ".", "・": ".", "‧": ".", "∙": ".", "⋅": ".",
    "～": "~", "〜": "~", "∼": "~", "—": "-", "–": "-", "―": "-", "─": "-", "━": "-", "－": "-", "﹣": "-", "−": "-",
    "‐": "-", "‑": "-", "﹘": "-", "【": "[", "】": "]", "〔": "[", "〕": "]", "〖": "[", "〗": "]", "［": "[",
    "］": "]",
    "〈": "《", "〉": "》", "，": ",", "﹐": ",", "､": "、", "：": ":", "﹕": ":", "∶": ":", "︰": ":",
    "；": ";", "！": "!", "﹗": "!", "？": "?", "﹖": "?", "（": "(", "）": ")", "⇒": "→", "➔": "→", "➜": "→",
    "➡": "→", "⟶": "→", "⟹": "→", "➝": "→", "⇨": "→", "♯": "#", "＃": "#", "﹟": "#", "＠": "@",
    "＋": "+", "➕": "+", "✚": "+",
    "\r": "\n", "\u2028": "\n", "\u2029": "\n", "\x85": "\n", "\x0b": "\n", "\x0c": "\n",
}  # fmt: skip
_UNSEEN = {
    "Cf",
    "Cc",
    "Mn",
    "Me",
}  # format, control and combining signs: nobody sees them by themselves


@functools.cache
def _simplifier() -> Any:
    import opencc  # loading its tables takes longer than reading most threads needs

    return opencc.OpenCC("t2s")


def _fold_one(char: str) -> str:
    if char in _SAME:
        return _SAME[char]
    if char in "\n\t ":
        return "\n" if char == "\n" else " "
    if unicodedata.category(char) in _UNSEEN or "\ufe00" <= char <= "\ufe0f" or char in "\u3164\u115f\u1160\uffa0\xad":
        return HOLE
    if char.isspace():
        return " "
    if "\u3400" <= char <= "\U0003ffff" and not _in_gb2312(char):
        wide = unicodedata.normalize("NFKC", char)
        simple = _simplifier().convert(wide if len(wide) == 1 else char)
        return simple if len(simple) == 1 else char
    if unicodedata.category(char) == "No":  # ③ ⑶ ㈢ stay: they are seat numbers, not the letter 3 with brackets
        return char
    wide = unicodedata.normalize("NFKC", char)
    low = (wide if len(wide) == 1 else char).lower()
    if len(low) != 1:
        return char
    plain = unicodedata.normalize("NFD", low)[0] if low.isalpha() and ord(low) < 0x250 else low
    return _SAME.get(plain, plain)


def _in_gb2312(char: str) -> bool:
    """GB2312 holds no traditional character that matters here, so nothing in it needs the simplifier's tables."""
    try:
        char.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True


class _Table(dict[int, str]):
    """The fold of every character met so far, filled as texts need it."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold_one(chr(code))
        return folded


_TABLE = _Table()


def fold_chars(text: str) -> str:
    """`text` folded character by character: same length, same positions."""
    return text.translate(_TABLE)


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text: `text` without unseen signs and needless blanks, `gaps` where blanks were, `where` they stood.

    `where[i]` is the place in the original of `text[i]` (None: the same place); `size` the original's length.
    """

    text: str
    size: int
    where: list[int] | None = None
    gaps: frozenset[int] = field(default_factory=frozenset)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The words in the original that `text[start:end]` came from."""
        if self.where is None:
            return start, end
        if start >= end:
            at = self.where[start] if start < len(self.where) else self.size
            return at, at
        return self.where[start], self.where[end - 1] + 1


def squeeze(folded: str) -> Folded:
    """Take out holes, and blanks except between two Latin words; line breaks stay, runs of them as one."""
    if " " not in folded and "\n" not in folded and HOLE not in folded:
        return Folded(folded, len(folded))
    kept: list[str] = []
    where: list[int] = []
    gaps: list[int] = []
    blank = -1
    for at, char in enumerate(folded):
        if char == HOLE:
            continue
        if char == " ":
            blank = at if blank < 0 else blank
            continue
        if blank >= 0:
            if kept and kept[-1] != "\n" and char != "\n":
                if _latin(kept[-1]) and _latin(char):
                    kept.append(" ")
                    where.append(blank)
                gaps.append(len(kept))
            blank = -1
        if char == "\n" and (not kept or kept[-1] == "\n"):
            continue
        kept.append(char)
        where.append(at)
    return Folded("".join(kept), len(folded), where, frozenset(gaps))


def _latin(char: str) -> bool:
    return char.isascii() and char.isalnum()


def fold(text: str) -> Folded:
    """A text or name folded and squeezed."""
    return squeeze(fold_chars(text))


@functools.lru_cache(maxsize=8192)
def fold_name(name: str) -> str:
    """What two spellings of one name have in common."""
    return fold(name).text.strip()
