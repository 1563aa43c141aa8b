"""The report for a terminal or a pipe: outcome first, tables that fit the width, no colour unless asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.reports.document import Block, Cell, Facts, Heat, Lines, Matrix, Report, Table, Timeline, Tone, Verdict
from referee.reports.folding_lines import Span, folded, packed
from referee.reports.plain_text import number, one_line, safe, sparkline
from referee.reports.plain_text import width as columns_of

_COLOURS: dict[str, str] = {"good": "32", "bad": "31", "warn": "33", "mute": "2", "strong": "1"}
_STEPS = 24  # columns of the sparkline
_NARROWEST = 20

Line = tuple[Span, ...]


def text_face(report: Report, width: int = 100, colour: bool = False) -> str:
    """The report as text of at most `width` columns; ANSI colours only with `colour`."""
    room = max(_NARROWEST, width)
    lines = list(folded(((one_line(report.title), "strong"),), room))
    for block in report.blocks:
        shown = list(_render(block, room))
        lines += [(), *shown] if shown else []
    for paste in report.paste:
        lines += [(), *(((line, ""),) for line in safe(paste).splitlines())]
    return "".join(_printed(line, colour) + "\n" for line in lines)


def _printed(line: Line, colour: bool) -> str:
    if not colour:
        return "".join(text for text, _ in line).rstrip()
    return "".join(f"\x1b[{_COLOURS[tone]}m{text}\x1b[0m" if tone else text for text, tone in line).rstrip()


def _render(block: Block, room: int) -> Iterator[Line]:
    match block:
        case Verdict(text, reason, clauses, tone):
            yield from folded((("▶ " + one_line(text), tone),), room, "  ")
            yield from folded((("  " + one_line(reason), ""),), room, "  ") if reason else ()
            yield from folded((("  条款 " + one_line(" ".join(clauses)), "mute"),), room, "  ") if clauses else ()
        case Facts(rows):
            for label, cell in rows:
                yield from folded(((f"{one_line(label)}：", ""), _span(cell)), room, "    ")
        case Lines(title, lines, tone):
            yield from folded(((one_line(title), tone or "strong"),), room)
            for line in lines:
                yield from folded((("· ", ""), _span(line)), room, "  ")
        case Table():
            yield from _table(block, room)
        case Timeline():
            yield from _timeline(block, room)
        case Heat():
            yield from _heat(block, room)
        case Matrix():  # the tables say the same, and a terminal is too narrow for it
            return


def _span(cell: Cell) -> Span:
    return one_line(cell.text), cell.tone


def _table(table: Table, room: int) -> Iterator[Line]:
    yield from folded(((one_line(table.title), "strong"),), room)
    if not table.rows:
        yield from folded(((f"  {one_line(table.empty)}", "mute"),), room, "  ")
        return
    widths = _widths(table)
    if sum(widths) + 2 * (len(widths) - 1) <= room:
        yield from _grid(table, widths)
        return
    named: list[Line] = [((one_line(column.title), "mute"),) for column in table.columns if column.keep]
    if named:
        yield from packed(named, "  ", room, "  ")
    for row in table.rows:
        yield from _record(table, row, room)


def _widths(table: Table) -> list[int]:
    columns = zip((c.title for c in table.columns), *((cell.text for cell in row) for row in table.rows), strict=True)
    return [max(columns_of(one_line(text)) for text in column) for column in columns]


def _grid(table: Table, widths: list[int]) -> Iterator[Line]:
    heads = tuple(Cell(one_line(column.title), tone="mute") for column in table.columns)
    yield _grid_row(table, heads, widths)
    yield (("─" * (sum(widths) + 2 * (len(widths) - 1)), "mute"),)
    for row in table.rows:
        yield _grid_row(table, row, widths)


def _grid_row(table: Table, row: Iterable[Cell], widths: list[int]) -> Line:
    line: list[Span] = []
    for column, cell, width in zip(table.columns, row, widths, strict=True):
        text, tone = _span(cell)
        gap = " " * (width - columns_of(text))
        line += [(gap, ""), (text, tone)] if column.number else [(text, tone), (gap, "")]
        line.append(("  ", ""))
    return tuple(line)


def _record(table: Table, row: tuple[Cell, ...], room: int) -> Iterator[Line]:
    """A row too wide for a line: the columns that matter first, the rest below them with their names."""
    pairs = list(zip(table.columns, row, strict=True))
    alone = not any(column.keep for column, _ in pairs)
    # The heads stand once above all records: a cell left out would put its neighbour under the wrong one.
    head: list[Line] = [
        (_span(cell if cell.text else Cell("—", tone="mute")),) for column, cell in pairs if column.keep
    ]
    rest: list[Line] = [
        ((one_line(column.title) + " ", "mute"), _span(cell)) for column, cell in pairs if cell.text and not column.keep
    ]
    yield from packed(head, "  ", room, "  ")
    yield from packed(rest, " · ", room, "  " if alone else "      ")


def _timeline(line: Timeline, room: int) -> Iterator[Line]:
    yield from folded(((one_line(f"{line.title}({line.start} 至 {line.end})"), "strong"),), room)
    count = max(8, min(_STEPS, room - 20))
    top = max((value for series in line.series for _, value in series.points), default=0)
    for series in line.series:
        steps = tuple(_value_at(series.points, line.span * (n + 1) / count) for n in range(count))
        drawn = sparkline(steps, top) or "·" * count
        yield from folded(((f"  {drawn}  {one_line(series.name)} {number(series.points[-1][1])}", ""),), room, "  ")


def _value_at(points: tuple[tuple[float, float], ...], moment: float) -> float:
    return next((value for at, value in reversed(points) if at <= moment), 0.0)


def _heat(heat: Heat, room: int) -> Iterator[Line]:
    stretch = f"({heat.columns[0]} 至 {heat.columns[-1]})" if heat.columns else ""
    yield from folded(((one_line(heat.title + stretch), "strong"),), room)
    most = max((columns_of(one_line(name)) for name in heat.rows), default=0)
    names = min(most, 16)
    for name, row in zip(heat.rows, heat.values, strict=True):
        gap = " " * max(0, names - columns_of(one_line(name)))
        total: Tone = "mute"
        bars = _squeezed(row, max(8, room - names - 12))
        yield from folded(
            ((f"  {one_line(name)}{gap}  {sparkline(bars)}", ""), (f"  共 {sum(row)}", total)), room, "  "
        )


def _squeezed(values: tuple[int, ...], most: int) -> tuple[float, ...]:
    """At most `most` numbers: neighbours added together where there are more."""
    each = -(-len(values) // most) or 1
    return tuple(sum(values[start : start + each]) for start in range(0, len(values), each))
