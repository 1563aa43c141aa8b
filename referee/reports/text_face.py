"""The report for a terminal or a pipe: outcome first, tables that fit the width, no colour unless asked for."""

from __future__ import annotations

from io import StringIO

from rich import box
from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from referee.reports.document import Cell, Facts, Heat, Lines, Matrix, Report, Table, Timeline, Verdict
from referee.reports.plain_text import number, one_line, safe, sparkline
from referee.reports.plain_text import width as columns_of

_STYLES = {"": "", "good": "green", "bad": "red", "warn": "yellow", "mute": "dim", "strong": "bold"}
_STEPS = 24  # columns of the sparkline


def text_face(report: Report, width: int = 100, colour: bool = False) -> str:
    """The report as text of at most `width` columns; ANSI colours only with `colour`."""
    out = StringIO()
    console = Console(
        file=out,
        width=max(40, width),
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        highlight=False,
        emoji=False,
        markup=False,
        legacy_windows=False,
    )
    console.print(Text(one_line(report.title), style="bold"))
    for block in report.blocks:
        if isinstance(block, Matrix):  # the tables say the same, and a terminal is too narrow for it
            continue
        console.print()
        console.print(_render(block, console.width))
    for paste in report.paste:
        console.print()
        console.print(Text(safe(paste)))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _render(block: object, width: int) -> Group:
    match block:
        case Verdict(text, reason, clauses, tone):
            grounds = [Text("  " + one_line(reason))] if reason else []
            grounds += [Text("  条款 " + " ".join(clauses), style="dim")] if clauses else []
            return Group(Text("▶ " + one_line(text), style=_STYLES[tone]), *grounds)
        case Facts(rows):
            return Group(
                *(Text(f"{label}：").append(one_line(cell.text), style=_STYLES[cell.tone]) for label, cell in rows)
            )
        case Lines(title, lines, tone):
            said = [Text("· " + one_line(line.text), style=_STYLES[line.tone]) for line in lines]
            return Group(Text(title, style=("bold " + _STYLES[tone]).strip()), *said)
        case Table():
            return _table(block, width)
        case Timeline():
            return _timeline(block)
        case Heat(title, rows, columns, values):
            heading = f"{title}({columns[0]} 至 {columns[-1]})" if columns else title
            bars = [Text(f"{name}  {sparkline(row)}  共 {sum(row)}") for name, row in zip(rows, values, strict=True)]
            return Group(Text(heading, style="bold"), *bars)
    raise TypeError(type(block).__name__)


def _table(table: Table, width: int) -> Group:
    heading = Text(table.title, style="bold")
    if not table.rows:
        return Group(heading, Text(f"  {table.empty}", style="dim"))
    if _natural_width(table) > width:
        return Group(heading, *(_record(table, row) for row in table.rows))
    grid = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1), expand=False)
    for column in table.columns:
        grid.add_column(
            column.title, justify="right" if column.number else "left", no_wrap=column.number, overflow="fold"
        )
    for row in table.rows:
        grid.add_row(*(_cell(cell) for cell in row))
    return Group(heading, grid)


def _natural_width(table: Table) -> int:
    columns = zip(
        *([column.title for column in table.columns], *([c.text for c in row] for row in table.rows)), strict=True
    )
    return sum(max(columns_of(one_line(text)) for text in column) + 2 for column in columns)


def _record(table: Table, row: tuple[Cell, ...]) -> Group:
    """A row too wide for a line: the columns that matter first, the rest below them with their names."""
    pairs = [(column, cell) for column, cell in zip(table.columns, row, strict=True) if cell.text]
    head = Text("  ").append_text(Text("  ").join(_cell(cell) for column, cell in pairs if column.keep))
    rest = [Text(f"{column.title} ", style="dim").append_text(_cell(cell)) for column, cell in pairs if not column.keep]
    if not any(column.keep for column, _ in pairs):
        return Group(Padding(Text(" · ").join(rest), (0, 0, 0, 2)))
    return Group(head, Padding(Text(" · ").join(rest), (0, 0, 0, 6))) if rest else Group(head)


def _cell(cell: Cell) -> Text:
    return Text(one_line(cell.text), style=_STYLES[cell.tone])


def _timeline(line: Timeline) -> Group:
    rows = [Text(f"{line.title}({line.start} 至 {line.end})", style="bold")]
    for series in line.series:
        steps = tuple(_value_at(series.points, line.span * (n + 1) / _STEPS) for n in range(_STEPS))
        top = max((s.points[-1][1] for s in line.series), default=0)
        scaled = sparkline((*steps, top))[:-1] if top else ""
        rows.append(Text(f"  {scaled}  {one_line(series.name)} {number(series.points[-1][1])}"))
    return Group(*rows)


def _value_at(points: tuple[tuple[float, float], ...], moment: float) -> float:
    return next((value for at, value in reversed(points) if at <= moment), 0.0)
