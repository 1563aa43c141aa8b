"""The report as one self-contained HTML file: no script, nothing from outside, a policy that forbids both."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from itertools import count

from jinja2 import Environment
from markupsafe import Markup, escape

from referee.reports.document import Cell, Column, Report, Table, Timeline
from referee.reports.html_charts import bars, draw, heat_level
from referee.reports.html_style import STYLE
from referee.reports.html_template import BARS, TEMPLATE, TIMELINE
from referee.reports.plain_text import cut, one_line, safe, web_address

_DIGEST = b64encode(sha256(STYLE.encode()).digest()).decode()


_SHORT = 14  # characters of a cell that stay on one line


def _marked(text: str) -> Markup:
    """Text on one line, what stands between the first 【 and 】 made to stand out."""
    before, opening, rest = one_line(text).partition("【")
    words, closing, after = rest.partition("】")
    if not (opening and closing):
        return escape(one_line(text))
    return Markup("{}<mark>【{}】</mark>{}").format(before, words, after)


def _looks(cell: Cell, column: Column) -> str:
    """The classes of a table cell."""
    length = len(cell.text)
    found = {"number": column.number, "none": not cell.text, "keep": column.keep}
    return " ".join(name for name, is_so in (found | {"long": length > _SHORT}).items() if is_so)


def html_face(report: Report) -> str:
    """The report as an HTML page."""
    pages = Environment(autoescape=True, trim_blocks=False)
    pages.filters.update(
        line=one_line,
        short=lambda text: cut(one_line(text), 16),
        marked=_marked,
        looks=_looks,
        word=lambda text: "".join(sign for sign in text if sign.isascii() and (sign.isalnum() or sign in "-_")),
        address=web_address,
        kind=lambda block: type(block).__name__,
        level=heat_level,
        safe_text=safe,
    )
    numbers = count(1)
    timeline_template, bars_template = pages.from_string(TIMELINE), pages.from_string(BARS)

    def timeline(block: Timeline) -> Markup:
        return Markup(timeline_template.render(block=block, drawing=draw(block), id=next(numbers)))

    def bar_chart(block: Table) -> Markup:
        return Markup(bars_template.render(bars=bars(block)))

    page = pages.from_string(TEMPLATE)
    return page.render(report=report, style=STYLE, digest=_DIGEST, timeline=timeline, bar_chart=bar_chart)
