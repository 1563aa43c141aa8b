"""Where things stand in a TOML text. `tomllib` gives values without lines; a fault needs its line, an edit its place.

The text must already be sound TOML: values are skipped here, not checked.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from parsers.values import dataclass

Path = tuple[str | int, ...]

_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY: Final = re.compile(r'[ \t]*(?:"((?:[^"\\]|\\.)*)"|\'([^\']*)\'|([\w-]+))[ \t]*')
_STRING: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.S,
)
_SCALAR: Final = re.compile(r"[^,\]}\n#]*")


@dataclass(frozen=True, slots=True)
class Outline:
    """Where things stand, by path (table names, array positions from 0, keys).

    `lines`: from 1, a table where it is first opened. `values`: from where to where a value's own words go.
    `heads`: where the `[table]` or `[[table]]` of a table ends.
    """

    lines: dict[Path, int]
    values: dict[Path, tuple[int, int]]
    heads: dict[Path, int]


def outline(text: str) -> Outline:
    """Where every table, key and value of a sound TOML text stands."""
    cursor = _Cursor(text)
    cursor.document()
    return Outline(cursor.lines, cursor.values, cursor.heads)


class _Cursor:
    """One pass over one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {(): 1}
        self.breaks = [place.start() for place in re.finditer("\n", text)]
        self.values: dict[Path, tuple[int, int]] = {}
        self.heads: dict[Path, int] = {}
        self.entries: dict[Path, int] = {}  # array of tables → position of its newest entry

    def document(self) -> None:
        table: Path = ()
        self.skip(_BLANK)
        while self.at < len(self.text):
            if self.sees("["):
                table = self.header()
            else:
                self.pair(table)
            self.skip(_BLANK)

    def header(self) -> Path:
        start, array = self.at, self.sees("[[")
        self.at += 2 if array else 1
        *outer, last = self.key()
        path: Path = ()
        for name in outer:
            path = self.newest((*path, name))
        path = (*path, last)
        if array:
            self.entries[path] = self.entries.get(path, -1) + 1
        path = self.newest(path)
        self.note(path, start)
        self.at += 2 if array else 1
        self.heads[path] = self.at
        return path

    def pair(self, table: Path) -> None:
        start = self.at
        path = (*table, *self.key())
        self.note(path, start)
        self.at += 1  # the equals sign
        self.value(path)

    def key(self) -> tuple[str, ...]:
        parts = []
        while found := _KEY.match(self.text, self.at):
            parts.append(next(part for part in found.groups() if part is not None))
            self.at = found.end()
            if not self.sees("."):
                return tuple(parts)
            self.at += 1
        raise ValueError(f"no key at {self.at}")

    def value(self, path: Path) -> None:
        self.skip(_BLANK)
        start = self.at
        if self.sees("["):
            self.array(path)
        elif self.sees("{"):
            self.inline_table(path)
        else:
            self.skip(_STRING if self.sees('"') or self.sees("'") else _SCALAR)
        self.values[path] = start, start + len(self.text[start : self.at].rstrip())

    def array(self, path: Path) -> None:
        self.at += 1
        self.skip(_BLANK)
        position = 0
        while not self.sees("]"):
            self.note((*path, position), self.at)
            self.value((*path, position))
            self.comma("]")
            position += 1
        self.at += 1

    def inline_table(self, path: Path) -> None:
        self.at += 1
        self.skip(_BLANK)
        while not self.sees("}"):
            self.pair(path)
            self.comma("}")
        self.at += 1

    def comma(self, closing: str) -> None:
        self.skip(_BLANK)
        if self.sees(","):
            self.at += 1
            self.skip(_BLANK)
        elif not self.sees(closing):
            raise ValueError(f"no {closing} at {self.at}")

    def note(self, path: Path, start: int) -> None:
        line = bisect_right(self.breaks, start - 1) + 1
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def newest(self, path: Path) -> Path:
        return (*path, self.entries[path]) if path in self.entries else path

    def sees(self, mark: str) -> bool:
        return self.text.startswith(mark, self.at)

    def skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
