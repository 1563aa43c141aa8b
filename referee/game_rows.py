"""A game file's tables → rows of sound values, and a fault for every value that is not what its field holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import date, datetime, time
from typing import Any, Final, NoReturn
from zoneinfo import ZoneInfo

from parsers.values import dataclass
from referee.game import Fault
from referee.game_fields import Field, Table
from referee.toml_lines import Path

_CLOCK: Final = re.compile(
    r"\s*(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[Tt]|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|z|[+-]\d{2}:?\d{2})?\s*"
)
_HOLDS: Final = {
    "text": '引号里的文字："…"',
    "word": '引号里的词："…"',
    "texts": '一列文字：["…", "…"]',
    "names": '一列名字：["甲", "乙"]',
    "name": '一个名字："甲"',
    "whole": "整数，不加引号",
    "number": "数字，不加引号",
    "flag": "true 或 false，不加引号",
    "time": "时间：2009-03-10T21:00:00",
    "post": "编号",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One table as it stands in the file: sound values by key, lines by key (the table's own under "")."""

    table: Table
    position: int | None
    values: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    given: frozenset[str] = frozenset()  # keys in the file, sound or not

    def line(self, key: str = "") -> int:
        """The line of that key, or of the table."""
        return self.lines.get(key, self.lines[""])

    def where(self, key: str = "") -> str:
        """The field as faults name it: `events[3].player`, counted from 1."""
        name = self.table.name + ("" if self.position is None else f"[{self.position + 1}]")
        return f"{name}.{key}" if key else name

    def fault(self, key: str, text: str) -> Fault:
        """A fault at that key."""
        return Fault(self.line(key), self.where(key), text)

    def with_values(self, values: Mapping[str, Any], without: Iterable[str]) -> Row:
        """The row with some values put in place of others, and without those that turned out not to be sound."""
        return replace(self, values={k: v for k, v in {**self.values, **values}.items() if k not in without})


class Wrong(ValueError):
    """A value its field cannot hold; the words say what is allowed."""


def shown(value: object) -> str:
    """A value from the file as a fault quotes it: on one line, not longer than a line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict | list):
        return "一张表" if isinstance(value, dict) else "一列"
    text = f"“{value}”" if isinstance(value, str) else str(value)
    text = "".join(c if c.isprintable() else " " for c in text)
    return text if len(text) <= 60 else text[:59] + "…"


def nearest(word: str, allowed: Iterable[str]) -> str:
    """`；是不是 X？` where something allowed is close to the word, else nothing."""
    by_fold = {each.casefold().replace("_", "-"): each for each in allowed}
    cutoff = 0.5 if len(word) <= 3 else 0.6  # one wrong character of two is half the word
    import difflib  # only a misspelt word needs it

    found = difflib.get_close_matches(word[:80].casefold().replace("_", "-"), list(by_fold)[:400], 1, cutoff)
    return f"；是不是 {by_fold[found[0]]}？" if found else ""


def listed(words: Iterable[str], most: int = 40) -> str:
    """Allowed words for a fault."""
    words = list(words)
    return "、".join(words[:most]) + ("…" if len(words) > most else "")


def rows_of(table: Table, values: Mapping[str, Any], lines: Mapping[Path, int]) -> Iterator[tuple[Row, dict[str, Any]]]:
    """Each row of a table with its raw values; a table written the other way ([x] for [[x]]) raises Wrong."""
    raw = values.get(table.name)
    if raw is None:
        return
    if not table.many:
        if not isinstance(raw, dict):
            raise Wrong(f"要写成 [{table.name}]，一局只有一张")
        yield _row(table, None, (table.name,), raw, lines)
        return
    if not isinstance(raw, list) or not all(isinstance(each, dict) for each in raw):
        raise Wrong(f"要写成 [[{table.name}]](两层方括号)，一项一张")
    for position, each in enumerate(raw):
        yield _row(table, position, (table.name, position), each, lines)


def _row(
    table: Table, position: int | None, path: Path, raw: dict[str, Any], lines: Mapping[Path, int]
) -> tuple[Row, dict[str, Any]]:
    own = lines.get(path, 1)
    at = {"": own} | {key: lines.get((*path, key), own) for key in raw}
    return Row(table, position, {}, at, frozenset(raw)), raw


def read_row(row: Row, raw: Mapping[str, Any], zone: ZoneInfo) -> tuple[Row, list[Fault]]:
    """The row with every value that is what its field holds, and a fault for each that is not, unknown or missing."""
    values: dict[str, Any] = {}
    faults = []
    raw = {key: value for key, value in raw.items() if not _left_blank(row.table.field(key), value)}
    row = replace(row, given=frozenset(raw))
    keys = [each.key for each in row.table.fields]
    for key, value in raw.items():
        known = row.table.field(key)
        if known is None:
            faults.append(row.fault(key, f"没有 {key} 这个键{nearest(key, keys)}；可用：{listed(keys)}"))
            continue
        try:
            values[key] = read_value(known, value, zone)
        except Wrong as wrong:
            faults.append(row.fault(key, f"写的是 {shown(value)}；{wrong}"))
    missing = [each for each in row.table.fields if each.needed and each.key not in raw]
    faults += [row.fault("", f"缺 {each.key}({each.about})；{_HOLDS[each.holds]}") for each in missing]
    return replace(row, values=values), faults


def _left_blank(known: Field | None, value: Any) -> bool:
    """`role = ""` is a place left for later, not a role without a name."""
    return isinstance(value, str) and not value.strip() and known is not None and not known.needed


def read_value(known: Field, value: Any, zone: ZoneInfo) -> Any:
    """One value as its field holds it. Raises Wrong with what is allowed."""
    match known.holds:
        case "text" | "word" | "name":
            return _text(known, value)
        case "texts" | "names":
            return _texts(known, value)
        case "whole" | "number":
            return _number(known, value)
        case "flag":
            return value if isinstance(value, bool) else _wrong(known)
        case "post":
            whole = isinstance(value, int) and not isinstance(value, bool)
            return str(value) if whole else _text(known, value)
        case "time":
            return read_time(value, zone)


def read_time(value: Any, zone: ZoneInfo) -> datetime:
    """A moment on the board's clock: TOML or quoted, seconds or not, an offset turned into the board's own."""
    if isinstance(value, str):
        value = _clock(value)
    if isinstance(value, datetime):
        moment = value.replace(microsecond=0)
        try:
            return moment if moment.tzinfo is None else moment.astimezone(zone).replace(tzinfo=None)
        except OverflowError:
            raise Wrong(_HOLDS["time"]) from None
    if isinstance(value, date):
        raise Wrong("缺钟点；写成 2009-03-10T21:00:00")
    if isinstance(value, time):
        raise Wrong("缺日期；写成 2009-03-10T21:00:00")
    raise Wrong(f"要{_HOLDS['time']}")


def _clock(words: str) -> datetime:
    found = _CLOCK.fullmatch(words)
    if not found:
        raise Wrong(f"要{_HOLDS['time']}")
    *parts, offset = found.groups()
    year, month, day, hour, minute, second = (int(part or 0) for part in parts)
    try:
        moment = datetime(year, month, day, hour, minute, second)
        return datetime.fromisoformat(moment.isoformat() + offset.upper()) if offset else moment
    except ValueError:
        raise Wrong("没有这样的日期或时刻；写成 2009-03-10T21:00:00") from None


def _text(known: Field, value: Any) -> str:
    if not isinstance(value, str):
        return _wrong(known)
    if known.needed and not value.strip() and not known.choices:
        raise Wrong("不能空着")
    if known.choices and value not in known.choices:
        raise Wrong(f"可用：{listed(known.choices)}{nearest(value, known.choices)}")
    return value if known.holds == "text" else value.strip()


def _texts(known: Field, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        return _wrong(known)
    if known.choices and (other := [each for each in value if each not in known.choices]):
        raise Wrong(f"没有 {shown(other[0])}；可用：{listed(known.choices)}{nearest(other[0], known.choices)}")
    return tuple(each.strip() if known.holds == "names" else each for each in value)


def _number(known: Field, value: Any) -> float | int:
    right = isinstance(value, int) or (known.holds == "number" and isinstance(value, float))
    if isinstance(value, bool) or not right or value != value or abs(value) > 1e9:
        return _wrong(known)
    if known.least is not None and value < known.least:
        raise Wrong(f"不能小于 {known.least:g}")
    return value  # type: ignore[no-any-return]  # a number by the test above


def _wrong(known: Field) -> NoReturn:
    raise Wrong(f"要{_HOLDS[known.holds]}")
