"""A report as a value: blocks of text, tables and charts that every face renders in its own way.

Nothing is decided here or in a face: builders say what stands in the report, faces how it looks. Every leaf is plain
text (names and posts as strangers wrote them); each face escapes for itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

Tone = Literal["", "good", "bad", "warn", "mute", "strong"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of text; `href` a link (http/https only, faces check), `tone` how it weighs, `hint` more on hovering."""

    text: str
    href: str | None = None
    tone: Tone = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the report is about, in one line, with its arithmetic and the clauses it stands on."""

    text: str
    reason: str = ""
    clauses: tuple[str, ...] = ()
    tone: Tone = "strong"


@dataclass(frozen=True, slots=True)
class Facts:
    """Label and value pairs: the head of the report."""

    rows: tuple[tuple[str, Cell], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A table column; `number` columns stand to the right, `keep` columns are the last to be narrowed."""

    title: str
    number: bool = False
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a title; `empty` is said instead of a table without rows."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    empty: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """A heading and lines of text below it."""

    title: str
    lines: tuple[Cell, ...]
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a timeline: who, and (seconds since the start, value) at each change."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """How counts grew: series over `span` seconds from `start` to `end` (as printed).

    On the way: `marks` changes of ballots, `events` what was announced, `zones` stretches with a rule of their own;
    all in seconds since the start. `closed`: the end is the deadline, not just the last moment known.
    """

    title: str
    series: tuple[Series, ...]
    span: float
    start: str
    end: str
    marks: tuple[tuple[float, str], ...] = ()
    events: tuple[tuple[float, str], ...] = ()
    closed: bool = True
    zones: tuple[tuple[float, float, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Matrix:
    """Rows × columns (voter × target): each cell the steps in order, the last one holding."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[tuple[Cell, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Heat:
    """Rows × columns of numbers (player × hour) for an activity chart."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[int, ...], ...]


Block = Verdict | Facts | Table | Lines | Timeline | Matrix | Heat


@dataclass(frozen=True, slots=True)
class Report:
    """A titled sequence of blocks; `paste` holds ready-made texts (announcements) that go to the board as they are."""

    title: str
    blocks: tuple[Block, ...]
    paste: tuple[str, ...] = field(default=())


def trimmed(table: Table) -> Table:
    """The table without the columns that no row fills."""
    kept = [place for place in range(len(table.columns)) if any(row[place].text for row in table.rows)]
    if not table.rows or len(kept) == len(table.columns):
        return table
    rows = tuple(tuple(row[place] for place in kept) for row in table.rows)
    return replace(table, columns=tuple(table.columns[place] for place in kept), rows=rows)


def filled(report: Report) -> Report:
    """The report without the columns that no row of their table fills."""
    blocks = tuple(trimmed(block) if isinstance(block, Table) else block for block in report.blocks)
    return replace(report, blocks=blocks)


def facts(report: Report) -> Iterator[str]:
    """Every text the report states, in order: what each face must show (charts repeat the tables and are left out)."""
    yield report.title
    for block in report.blocks:
        yield from (text for text in _block_facts(block) if text)
    yield from report.paste


def _block_facts(block: Block) -> Iterator[str]:
    match block:
        case Verdict(text, reason, clauses):
            yield from (text, reason, *clauses)
        case Facts(rows):
            for label, cell in rows:
                yield from (label, cell.text)
        case Table(title, columns, rows, empty):
            yield title
            yield from (column.title for place, column in enumerate(columns) if any(row[place].text for row in rows))
            yield from (cell.text for row in rows for cell in row) if rows else (empty,)
        case Lines(title, lines):
            yield from (title, *(line.text for line in lines))
        case Timeline() | Matrix() | Heat():
            return
