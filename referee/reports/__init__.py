"""Reports: one `Report` value and its faces. A face changes how things look, never what is stated."""

from __future__ import annotations

from referee.reports.document import Report


def render(report: Report, face: str, width: int = 100, colour: bool = False) -> str:
    """The report as `text`, `md`, `ubb`, `html` or `csv` (JSON is made from the verdict itself, not from the report).

    `width` columns and `colour` matter to `text` only. Raises ValueError for a face there is none of.
    """
    if face == "text":
        from referee.reports.text_face import text_face

        return text_face(report, width, colour)
    raise ValueError(f"no face {face}")
