"""What every face needs of a stranger's text: nothing that steers a terminal, turns the reading direction or hides."""

from __future__ import annotations

import re
import unicodedata

# Controls steer terminals; direction marks reorder a line; zero-width marks hide letters.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")
_BREAKS = re.compile(r"\s*[\n\t]\s*")


def safe(text: str) -> str:
    """The text without steering characters; line breaks and tabs stay."""
    return _STEERING.sub("", text.replace("\r\n", "\n"))


def one_line(text: str, limit: int = 0) -> str:
    """The text on one line (breaks become ⏎), cut after `limit` characters with … where a limit is given."""
    flat = _BREAKS.sub(" ⏎ ", safe(text).strip())
    return flat if not limit or len(flat) <= limit else flat[: limit - 1] + "…"


def web_address(href: str | None) -> str | None:
    """The address where it is http or https, else None: no script, no file, no odd scheme gets into a link."""
    if href and re.match(r"https?://[^\s<>\"']+\Z", href):
        return href
    return None


def width(text: str) -> int:
    """Columns a text takes on a terminal: two for wide characters, none for combining ones."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def number(value: float | None) -> str:
    """A count as people write it: no needless decimals."""
    if value is None:
        return ""
    return str(int(value)) if value == int(value) else f"{value:g}"


_BLOCKS = " ▁▂▃▄▅▆▇█"


def sparkline(values: tuple[float, ...]) -> str:
    """Values as a row of blocks, scaled to the largest."""
    top = max(values, default=0)
    if top <= 0:
        return ""
    return "".join(_BLOCKS[round(value / top * 8)] if value else "·" for value in values)
