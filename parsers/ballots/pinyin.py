"""Does a Latin word spell a Chinese name? Only ever used to suggest somebody to the judge.

GB2312 orders its common characters by sound, so the first letter of a character's sound follows from its code.
"""

from __future__ import annotations

import re
from bisect import bisect_right

# First code of each initial letter in the part of GB2312 that is ordered by sound.
_FIRST = "啊芭擦搭蛾发噶哈击喀垃妈拿哦啪期然撒塌挖昔压匝"
_LETTERS = "abcdefghjklmnopqrstwxyz"
_CODES = [int.from_bytes(char.encode("gb2312"), "big") for char in _FIRST]
_LAST = int.from_bytes("座".encode("gb2312"), "big")
_SYLLABLE = r"(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|an|ao|ei|en|er|ia|ie|in|iu|ou|ua|ue|ui|un|uo|ve|[aeiouv])"


def initial(char: str) -> str:
    """The first letter of a simplified common character's sound; empty where the code does not tell."""
    try:
        code = int.from_bytes(char.encode("gb2312"), "big")
    except UnicodeEncodeError:
        return ""
    return _LETTERS[bisect_right(_CODES, code) - 1] if _CODES[0] <= code <= _LAST else ""


def spelling_fits(word: str, name: str) -> bool:
    """Whether `word` may be the full spelling or the initials of `name` (Chinese, two characters or more)."""
    initials = [initial(char) for char in name]
    if len(initials) < 2 or not any(initials):
        return False
    if len(word) == len(initials):
        return all(not want or want == got for want, got in zip(initials, word, strict=True))
    syllables = "".join(f"(?={want}){_SYLLABLE}" if want else _SYLLABLE for want in initials)
    return len(word) <= 6 * len(initials) and re.fullmatch(syllables, word) is not None
