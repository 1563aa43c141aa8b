"""Numbers as players write them: 3, ３, 三, 叁, 十三, 廿一, ③, ⑶, ㈢."""

from __future__ import annotations

import unicodedata

_DIGITS = {
    char: value
    for value, chars in enumerate(
        [
            "零〇○",
            "一壹幺弌",
            "二贰两弍",
            "三叁弎",
            "四肆",
            "五伍",
            "六陆",
            "七柒",
            "八捌",
            "九玖",
        ]
    )
    for char in chars
}
_TENS = {"十": 10, "拾": 10, "百": 100, "佰": 100}
_FRONT = {"廿": 20, "卅": 30}
HAN = "".join(_DIGITS) + "".join(_TENS) + "".join(_FRONT)
# Signs that are numbers by themselves: circled, bracketed, with a full stop.
RINGED = "".join(
    chr(code)
    for first, last in (
        (0x2460, 0x249B),
        (0x24EA, 0x24FF),
        (0x2776, 0x2793),
        (0x3220, 0x3229),
        (0x3251, 0x325F),
        (0x3280, 0x3289),
        (0x32B1, 0x32BF),
    )
    for code in range(first, last + 1)
    if unicodedata.numeric(chr(code), None) is not None
)


def value(words: str) -> int | None:
    """The number the folded `words` write, or None."""
    if words.isascii() and words.isdigit():
        return int(words) if len(words) < 5 else None
    if len(words) == 1 and words in RINGED:
        return int(unicodedata.numeric(words))
    return _han(words)


def _han(words: str) -> int | None:
    total = current = 0
    seen = False
    for char in words:
        if char in _FRONT and not seen:
            total = _FRONT[char]
        elif char in _TENS:
            total += (current if seen and current else 1) * _TENS[char]
            current = 0
        elif char in _DIGITS:
            if current:  # 一二三 is a row of digits, no number here
                return None
            current = _DIGITS[char]
        else:
            return None
        seen = True
    return total + current if seen else None
