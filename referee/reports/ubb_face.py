"""The report as UBB to paste on the board: Discuz and phpwind dialects, split where the board's posts end.

A stranger's words are kept from becoming markup by full-width brackets: ［b］ is no tag on any board.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.reports.document import Block, Cell, Facts, Heat, Lines, Matrix, Report, Table, Timeline, Verdict
from referee.reports.plain_text import one_line, safe, web_address

_COLOURS = {"good": "green", "bad": "red", "warn": "#c60", "mute": "gray"}
_HARMLESS = str.maketrans("[]@", "［］＠")
_NEXT_POST = "\n\n-------- 下一帖 --------\n\n"
POST_LIMIT = 9000  # characters: below Discuz' usual 10000 and phpwind's 50000


def ubb_face(report: Report, dialect: str = "discuz", limit: int = POST_LIMIT) -> str:
    """The report as UBB; posts longer than `limit` characters are split at blocks or rows, parts kept apart by a rule.

    `dialect` "discuz" or "phpwind" (no [td] colours, [table] the same).
    """
    parts = split(_pieces(report, dialect), limit)
    if len(parts) == 1:
        return parts[0] + "\n"
    heads = (f"({number}/{len(parts)})\n" for number in range(1, len(parts) + 1))
    return _NEXT_POST.join(head + part for head, part in zip(heads, parts, strict=True)) + "\n"


def escape(text: str) -> str:
    """One line of text that holds no UBB tag and pings nobody."""
    return one_line(text).translate(_HARMLESS)


def split(pieces: Iterator[str], limit: int) -> list[str]:
    """Pieces joined into posts of at most `limit` characters; a piece longer than that stands alone."""
    posts: list[str] = []
    for piece in pieces:
        if posts and len(posts[-1]) + len(piece) + 1 <= limit:
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


def _pieces(report: Report, dialect: str) -> Iterator[str]:
    yield f"[b]{escape(report.title)}[/b]"
    for block in report.blocks:
        yield from _block(block, dialect)
    yield from (safe(paste) for paste in report.paste)


def _block(block: Block, dialect: str) -> Iterator[str]:
    match block:
        case Verdict(text, reason, clauses):
            size = "[size=4]" if dialect == "discuz" else "[size=3]"
            yield f"{size}[b][color=red]{escape(text)}[/color][/b][/size]"
            yield from ([escape(reason)] if reason else [])
            yield from ([f"条款 {escape(' '.join(clauses))}"] if clauses else [])
        case Facts(rows):
            yield from (f"{escape(label)}：{_cell(cell)}" for label, cell in rows)
        case Lines(title, lines):
            yield f"\n[b]{escape(title)}[/b]"
            yield from (_cell(line) for line in lines)
        case Table():
            yield from _table(block)
        case Timeline() | Matrix() | Heat():
            return


_ROWS = 20  # rows in one [table]: a table cut by the end of a post would not show


def _table(table: Table) -> Iterator[str]:
    yield f"\n[b]{escape(table.title)}[/b]"
    if not table.rows:
        yield escape(table.empty)
    head = "[tr]" + "".join(f"[td]{escape(column.title)}[/td]" for column in table.columns) + "[/tr]"
    for start in range(0, len(table.rows), _ROWS):
        rows = (
            "[tr]" + "".join(f"[td]{_cell(c)}[/td]" for c in row) + "[/tr]" for row in table.rows[start : start + _ROWS]
        )
        yield "[table]" + head + "".join(rows) + "[/table]"
