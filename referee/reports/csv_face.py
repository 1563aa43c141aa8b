"""The report as CSV for a spreadsheet: every table under its title, no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from referee.reports.document import Block, Cell, Facts, Lines, Report, Table, Verdict
from referee.reports.plain_text import one_line, safe

_RUNS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def csv_face(report: Report) -> str:
    """The report as CSV text (comma, CRLF). The writer puts the BOM in front that Excel needs."""
    out = StringIO()
    # Every cell in quotes: where ; parts the cells, "甲;=1+1" would be two of them.
    writer = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    writer.writerow([harmless(report.title)])
    for block in report.blocks:
        for number, row in enumerate(_rows(block)):
            if number == 0:
                writer.writerow([])
            writer.writerow([harmless(text) for text in row])
    for paste in report.paste:
        writer.writerow([])
        writer.writerows([harmless(line)] for line in safe(paste).splitlines())
    return out.getvalue()


def harmless(text: str) -> str:
    """The text as a cell: on one line, and with a ' in front where a spreadsheet would take it for a formula."""
    flat = one_line(text)
    number = flat.removeprefix("-").removeprefix("+").replace(".", "", 1).isdecimal()
    return "'" + flat if flat.startswith(_RUNS) and not number else flat


def _rows(block: Block) -> Iterator[list[str]]:
    match block:
        case Verdict(text, reason, clauses):
            yield [text, reason, " ".join(clauses)]
        case Facts(rows):
            yield from ([label, cell.text] for label, cell in rows)
        case Lines(title, lines):
            yield [title]
            yield from ([line.text] for line in lines)
        case Table(title, columns, rows, empty):
            yield [title]
            yield [column.title for column in columns] if rows else [empty]
            yield from (_texts(row) for row in rows)


def _texts(row: tuple[Cell, ...]) -> list[str]:
    return [cell.text for cell in row]
