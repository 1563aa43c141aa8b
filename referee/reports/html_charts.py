"""The charts of the HTML face as SVG: numbers of a report turned into shapes, with words a screen reader can follow."""

from __future__ import annotations

from dataclasses import dataclass

from referee.reports.document import Heat, Series, Table, Timeline
from referee.reports.plain_text import cut, number, one_line

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 300, 36, 120, 18, 30
COLOURS = 6  # series with a colour of their own; the rest share a grey


@dataclass(frozen=True, slots=True)
class Line:
    """One drawn series: polyline points, label with its place, class for the colour."""

    points: str
    label: str
    x: float
    y: float
    colour: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A timeline laid out: everything the template prints, in SVG units. `grey`: the series without a label."""

    lines: tuple[Line, ...]
    zones: tuple[tuple[float, float, str], ...]
    marks: tuple[tuple[float, str], ...]
    ticks: tuple[tuple[float, str], ...]
    words: str
    events: tuple[tuple[float, str, str], ...] = ()
    grey: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a tally: who, the number as printed, its length in parts of a hundred."""

    name: str
    value: str
    length: float


def draw(timeline: Timeline) -> Drawing:
    """Lay a timeline out."""
    top = max((value for series in timeline.series for _, value in series.points), default=0) or 1
    lines = _spread(tuple(_line(series, place, timeline.span, top) for place, series in enumerate(timeline.series)))
    zones = tuple(
        (_x(a, timeline.span), _x(b, timeline.span) - _x(a, timeline.span), text) for a, b, text in timeline.zones
    )
    marks = tuple((_x(at, timeline.span), one_line(text)) for at, text in timeline.marks)
    steps = sorted({round(top * part / 4) for part in range(5)})
    ticks = tuple((_y(value, top), number(value)) for value in steps)
    events = tuple((_x(at, timeline.span), _circled(n), one_line(text)) for n, (at, text) in enumerate(timeline.events))
    grey = tuple(f"{one_line(s.name)} {number(s.points[-1][1])}" for s in timeline.series[COLOURS:])
    return Drawing(lines, zones, marks, ticks, _words(timeline), events, grey)


def _circled(place: int) -> str:
    return chr(0x2460 + place) if place < 20 else f"({place + 1})"


def bars(table: Table) -> tuple[Bar, ...]:
    """The rows of a tally table as bars."""
    rows = [(one_line(row[0].text), row[1].text) for row in table.rows]
    top = max((float(value or 0) for _, value in rows), default=0) or 1
    return tuple(Bar(name, value, round(100 * float(value or 0) / top, 2)) for name, value in rows)


def heat_level(heat: Heat, value: int) -> int:
    """0 to 5: how warm a number is beside the largest of its chart."""
    top = max((number for row in heat.values for number in row), default=0)
    return 0 if not value or not top else max(1, round(5 * value / top))


def _x(at: float, span: float) -> float:
    inside = min(max(at, 0), span)
    return round(LEFT + (WIDTH - LEFT - RIGHT) * inside / span, 1)


def _y(value: float, top: float) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top, 1)


def _line(series: Series, place: int, span: float, top: float) -> Line:
    points = []
    height = 0.0
    for at, value in series.points:
        points += [f"{_x(at, span)},{_y(height, top)}", f"{_x(at, span)},{_y(value, top)}"]
        height = value
    points.append(f"{_x(span, span)},{_y(height, top)}")
    label = f"{cut(one_line(series.name), 12)} {number(height)}"
    return Line(" ".join(points), label, WIDTH - RIGHT + 8, _y(height, top) + 4, f"s{min(place, COLOURS)}")


def _spread(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Labels moved apart so that none covers another; series beyond the coloured ones go unlabelled."""
    placed: list[Line] = []
    lowest = HEIGHT + 15.0
    for line in sorted(lines[:COLOURS], key=lambda line: -line.y):
        lowest = min(line.y, lowest - 15)
        placed.append(Line(line.points, line.label, line.x, lowest, line.colour))
    return (*placed, *(Line(line.points, "", 0, 0, line.colour) for line in lines[COLOURS:]))


def _words(timeline: Timeline) -> str:
    ends = "；".join(f"{one_line(s.name)} 最后 {number(s.points[-1][1])} 票" for s in timeline.series)
    zones = "；".join(text for _, _, text in timeline.zones)
    return f"{timeline.start} 到 {timeline.end}。{ends}。" + (f"带底色的一段：{zones}。" if zones else "")
