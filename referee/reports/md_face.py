"""The report as Markdown: tables, links to the floors, nothing of a stranger's text taken for markup."""

from __future__ import annotations

import re

from referee.reports.document import Block, Cell, Facts, Heat, Lines, Matrix, Report, Table, Timeline, Verdict
from referee.reports.plain_text import one_line, safe, web_address

_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$:-])")


def md_face(report: Report) -> str:
    """The report as GitHub-flavoured Markdown."""
    parts = [f"# {escape(report.title)}", *(_render(block) for block in report.blocks)]
    parts += [_fenced(paste) for paste in report.paste]
    return "\n\n".join(part for part in parts if part) + "\n"


def escape(text: str) -> str:
    """One line of text that Markdown shows as it stands."""
    return _MARKUP.sub(r"\\\1", one_line(text))


def _fenced(text: str) -> str:
    fence = "`" * max(3, max((len(run) + 1 for run in re.findall("`+", text)), default=0))
    return f"{fence}text\n{safe(text).strip()}\n{fence}"


def _cell(cell: Cell) -> str:
    text, href = escape(cell.text), web_address(cell.href)
    if href:
        return f"[{text}](<{href}>)"
    return f"**{text}**" if cell.tone == "strong" and text else text


def _render(block: Block) -> str:
    match block:
        case Verdict(text, reason, clauses):
            grounds = [escape(reason)] if reason else []
            grounds += ["条款 " + escape(" ".join(clauses))] if clauses else []
            return "\n\n".join([f"**{escape(text)}**", *grounds])
        case Facts(rows):
            return "\n".join(f"- {escape(label)}：{_cell(cell)}" for label, cell in rows)
        case Lines(title, lines):
            return f"## {escape(title)}\n\n" + "\n".join(f"- {_cell(line)}" for line in lines)
        case Table():
            return _table(block)
        case Timeline() | Matrix() | Heat():
            return ""


def _table(table: Table) -> str:
    heading = f"## {escape(table.title)}\n\n"
    if not table.rows:
        return heading + escape(table.empty)
    lines = [" | ".join(escape(column.title) for column in table.columns)]
    lines.append(" | ".join("---:" if column.number else "---" for column in table.columns))
    lines += [" | ".join(_cell(cell) for cell in row) for row in table.rows]
    return heading + "\n".join(f"| {line} |" for line in lines)
