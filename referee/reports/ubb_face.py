"""The report as UBB to paste on the board: Discuz and phpwind dialects, split where the board's posts end.

A stranger's words are kept from becoming markup by full-width brackets: ［b］ is no tag on any board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.reports.document import Block, Cell, Facts, Heat, Lines, Matrix, Report, Table, Timeline, Verdict
from referee.reports.plain_text import one_line, safe, web_address

_COLOURS = {"good": "green", "bad": "red", "warn": "#c60", "mute": "gray"}
_HARMLESS = str.maketrans("[]@", "［］＠")
_NEXT_POST = "\n\n-------- 下一帖 --------\n\n"
# What a post may hold, in bytes of UTF-8: Discuz stops at 10000 and some boards count bytes, phpwind at 50000.
POST_LIMITS = {"discuz": 9500, "phpwind": 48000}
_HEAD_ROOM = 16  # bytes kept for the (1/3) on top


def dialect_of(board: str | None) -> str:
    """The dialect a board engine's posts are written in."""
    return "phpwind" if (board or "").startswith("phpwind") else "discuz"


def ubb_face(report: Report, dialect: str = "discuz", limit: int = 0) -> str:
    """The report as UBB in the `dialect` of "discuz" or "phpwind", floors linked.

    What is longer than a post may be (`limit` bytes of UTF-8; 0: the dialect's own) is split at lines and rows into
    several, kept apart by a rule and numbered; no table and no tag is cut.
    """
    most = (limit or POST_LIMITS[dialect]) - _HEAD_ROOM
    parts = split(_pieces(report, dialect, most), most)
    if len(parts) == 1:
        return parts[0] + "\n"
    heads = (f"({number}/{len(parts)})\n" for number in range(1, len(parts) + 1))
    return _NEXT_POST.join(head + part.strip("\n") for head, part in zip(heads, parts, strict=True)) + "\n"


def size(text: str) -> int:
    """Bytes of UTF-8."""
    return len(text.encode("utf-8", "replace"))


def escape(text: str) -> str:
    """One line of text that holds no UBB tag and pings nobody."""
    return one_line(text).translate(_HARMLESS)


def split(pieces: Iterable[str], limit: int) -> list[str]:
    """Pieces joined into posts of at most `limit` bytes; a piece longer than that stands alone."""
    posts: list[str] = []
    for piece in pieces:
        if posts and size(posts[-1]) + size(piece) + 1 <= limit:
            posts[-1] += "\n" + piece
        else:
            posts.append(piece)
    return posts or [""]


def _cell(cell: Cell) -> str:
    text, href = escape(cell.text), web_address(cell.href)
    if href and "]" not in href:
        return f"[url={href}]{text}[/url]"
    if cell.tone == "strong" and text:
        return f"[b]{text}[/b]"
    colour = _COLOURS.get(cell.tone)
    return f"[color={colour}]{text}[/color]" if colour and text else text


def _pieces(report: Report, dialect: str, most: int) -> Iterator[str]:
    yield from _said("", Cell(report.title, tone="strong"), most)
    for block in report.blocks:
        yield from _block(block, dialect, most)
    for paste in report.paste:
        yield from _shorter(safe(paste), most)


def _block(block: Block, dialect: str, most: int) -> Iterator[str]:
    match block:
        case Verdict(text, reason, clauses):
            large = f"[size={4 if dialect == 'discuz' else 3}][b][color=red]{escape(text)}[/color][/b][/size]"
            yield from [large] if size(large) <= most else _shorter(escape(text), most)
            yield from _shorter(escape(reason), most) if reason else ()
            yield from _shorter(f"条款 {escape(' '.join(clauses))}", most) if clauses else ()
        case Facts(rows):
            for label, cell in rows:
                yield from _said(f"{escape(label)}：", cell, most)
        case Lines(title, lines):
            yield from _said("\n", Cell(title, tone="strong"), most)
            for line in lines:
                yield from _said("", line, most)
        case Table():
            yield from _table(block, most)
        case Timeline() | Matrix() | Heat():
            return


def _said(label: str, cell: Cell, most: int) -> Iterator[str]:
    whole = label + _cell(cell)
    yield from [whole] if size(whole) <= most else _shorter(label + escape(cell.text), most)


def _shorter(text: str, most: int) -> Iterator[str]:
    """Text without tags in pieces of at most `most` bytes."""
    piece, used = "", 0
    for sign in text:
        wide = size(sign)
        if used + wide > most:
            yield piece
            piece, used = "", 0
        piece, used = piece + sign, used + wide
    yield piece


def _table(table: Table, most: int) -> Iterator[str]:
    """The rows in as many [table]s as posts need: a table cut by the end of a post would not show."""
    yield from _said("\n", Cell(table.title, tone="strong"), most)
    if not table.rows:
        yield from _said("", Cell(table.empty), most)
        return
    head = "[tr]" + "".join(f"[td]{escape(column.title)}[/td]" for column in table.columns) + "[/tr]"
    frame = size("[table][/table]" + head)
    rows: list[str] = []
    for row in table.rows:
        line = "[tr]" + "".join(f"[td]{_cell(cell)}[/td]" for cell in row) + "[/tr]"
        if rows and frame + sum(map(size, rows)) + size(line) > most:
            yield _framed(head, rows)
            rows = []
        if frame + size(line) > most:
            yield from _by_lines(table, row, most)
        else:
            rows.append(line)
    if rows:
        yield _framed(head, rows)


def _framed(head: str, rows: list[str]) -> str:
    return f"[table]{head}{''.join(rows)}[/table]"


def _by_lines(table: Table, row: tuple[Cell, ...], most: int) -> Iterator[str]:
    """A row too long for any post, a line for each cell."""
    for column, cell in zip(table.columns, row, strict=True):
        yield from _said(f"{escape(column.title)}：", cell, most) if cell.text else ()
