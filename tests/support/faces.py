"""What a face says to its reader: the words of a rendered report without markup, blanks and what a face escapes."""

from __future__ import annotations

import csv
import re

from selectolax.lexbor import LexborHTMLParser

from referee.reports.plain_text import one_line

_WIDE = str.maketrans("[]@", "［］＠")
UBB_TAG = re.compile(r"\[(/?)(\w+)(?:=([^\]]*))?\]")


def squeezed(text: str) -> str:
    """The text without blanks: where a face breaks a line is its own business."""
    return "".join(text.split())


def said(face: str, rendered: str) -> str:
    """The words a reader of the face sees, squeezed."""
    return squeezed(_READERS[face](rendered))


def as_said(face: str, fact: str) -> str:
    """A fact as that face writes it, squeezed."""
    flat = one_line(fact)
    return squeezed(flat.translate(_WIDE) if face == "ubb" else flat)


def _html(text: str) -> str:
    body = LexborHTMLParser(text).body
    assert body is not None
    return body.text()


def _md(text: str) -> str:
    plain = re.sub(r"(?<!\\)\[((?:\\.|[^\]\\])*)\]\(<[^>]*>\)", r"\1", text)
    plain = re.sub(r"(?<!\\)\*\*|^#+ |^- ", "", plain, flags=re.MULTILINE)
    return re.sub(r"\\(.)", r"\1", plain)


def _csv(text: str) -> str:
    cells = [cell for row in csv.reader(text.splitlines(keepends=True)) for cell in row]
    return "\n".join(re.sub(r"^'(?=[=+\-@＝＋－＠])", "", cell) for cell in cells)


_READERS = {
    "text": lambda text: text,
    "md": _md,
    "ubb": lambda text: UBB_TAG.sub("", text),
    "html": _html,
    "csv": _csv,
}
