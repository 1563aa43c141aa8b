"""Reports: one `Report` value and its faces. A face changes how things look, never what is stated."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from referee.reports.plain_text import STEERING

if TYPE_CHECKING:
    from referee.reports.document import Report

FACES = ("text", "md", "ubb", "html", "csv")


def json_text(data: Any) -> str:
    """The value as JSON that is harmless on a terminal: signs that steer it or turn a line stand as \\u escapes."""
    text = _spread(data)
    return STEERING.sub(lambda sign: f"\\u{ord(sign.group()):04x}" if sign.group() != "\n" else "\n", text)


def _spread(data: Any) -> str:
    """A line for every field and for every item of a list: as readable as indented, and five times as fast."""
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        return _dumped(data)
    fields = [f" {_dumped(key)}: {_listed(value)}" for key, value in data.items()]
    return "{\n" + ",\n".join(fields) + "\n}" if fields else "{}"


def _listed(value: Any) -> str:
    if not isinstance(value, list) or not any(isinstance(item, dict) for item in value):
        return _dumped(value)
    return "[\n  " + ",\n  ".join(map(_dumped, value)) + "\n ]"


_dumped = json.JSONEncoder(ensure_ascii=False).encode


def render(report: Report, face: str, width: int = 100, colour: bool = False, board: str | None = None) -> str:
    """The report as `text`, `md`, `ubb`, `html` or `csv` (JSON is made from the verdict itself, not from the report).

    `width` columns and `colour` matter to `text` only; `ubb` is written for the engine named by `board`.
    Columns that no row of a table fills are left out. Raises ValueError for a face there is none of.
    """
    from referee.reports.document import filled

    report = filled(report)
    if face == "text":
        from referee.reports.text_face import text_face

        return text_face(report, width, colour)
    if face == "md":
        from referee.reports.md_face import md_face

        return md_face(report)
    if face == "ubb":
        from referee.reports.ubb_face import dialect_of, ubb_face

        return ubb_face(report, dialect_of(board))
    if face == "csv":
        from referee.reports.csv_face import csv_face

        return csv_face(report)
    if face == "html":
        from referee.reports.html_face import html_face

        return html_face(report)
    raise ValueError(f"no face {face}")
