"""What every face needs of a stranger's text: nothing that steers a terminal, turns the reading direction or hides."""

from __future__ import annotations

import re
import unicodedata

# Controls steer terminals; direction marks reorder a line; zero-width marks hide letters.
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")
_BREAKS = re.compile(r"\s*[\n\t]\s*")


def safe(text: str) -> str:
    """The text without steering characters; line breaks and tabs stay."""
    return STEERING.sub("", text.replace("\r\n", "\n"))


def one_line(text: str, limit: int = 0) -> str:
    """The text on one line (breaks become ⏎), cut after `limit` characters with … where a limit is given."""
    flat = _BREAKS.sub(" ⏎ ", safe(text).strip())
    return flat if not limit or len(flat) <= limit else flat[: limit - 1] + "…"


def in_context(text: str, words: str, around: int) -> str:
    """Some words with what stands `around` them (characters each side): …前文【原话】后文… On one line.

    Where the words are the whole text, or are not found in it as they stand, the words alone.
    """
    at = text.find(words) if words else -1
    before, after = text[: max(at, 0)], text[at + len(words) :]
    if at < 0 or not (before.strip() or after.strip()):
        return one_line(words)
    head, tail = one_line(before), one_line(after)
    head = head if len(head) <= around else "…" + head[-around:]
    return f"{head}【{one_line(words)}】{one_line(tail, around)}"


def web_address(href: str | None) -> str | None:
    """The address where it is http or https, else None: no script, no file, no odd scheme gets into a link."""
    if href and re.match(r"https?://[^\s<>\"']+\Z", href):
        return href
    return None


def width(text: str) -> int:
    """Columns a text takes on a terminal: two for wide characters, none for combining ones."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def cut(text: str, columns: int) -> str:
    """The text in at most so many columns, … at its end where something is left off."""
    if width(text) <= columns:
        return text
    kept = ""
    for sign in text:
        if width(kept + sign) > columns - 1:
            break
        kept += sign
    return kept + "…"


def number(value: float | None) -> str:
    """A count as people write it: no needless decimals."""
    if value is None:
        return ""
    return str(int(value)) if value == int(value) else f"{value:g}"


_BLOCKS = " ▁▂▃▄▅▆▇█"


def sparkline(values: tuple[float, ...], top: float = 0) -> str:
    """Values as a row of blocks, scaled to the largest, or to `top` where the row is one of several."""
    most = max((*values, top), default=0)
    if most <= 0:
        return ""
    return "".join(_BLOCKS[max(1, round(value / most * 8))] if value > 0 else "·" for value in values)
