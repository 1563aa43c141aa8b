"""Reports: one `Report` value and its faces. A face changes how things look, never what is stated."""

from __future__ import annotations

from referee.reports.document import Report

FACES = ("text", "md", "ubb", "html", "csv")


def render(report: Report, face: str, width: int = 100, colour: bool = False, dialect: str = "discuz") -> str:
    """The report as `text`, `md`, `ubb`, `html` or `csv` (JSON is made from the verdict itself, not from the report).

    `width` columns and `colour` matter to `text` only, `dialect` (discuz, phpwind) to `ubb`.
    Raises ValueError for a face there is none of.
    """
    if face == "text":
        from referee.reports.text_face import text_face

        return text_face(report, width, colour)
    if face == "md":
        from referee.reports.md_face import md_face

        return md_face(report)
    if face == "ubb":
        from referee.reports.ubb_face import ubb_face

        return ubb_face(report, dialect)
    if face == "csv":
        from referee.reports.csv_face import csv_face

        return csv_face(report)
    if face == "html":
        from referee.reports.html_face import html_face

        return html_face(report)
    raise ValueError(f"no face {face}")
