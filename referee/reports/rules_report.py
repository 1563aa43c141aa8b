"""A rule set as a report: its switches and every clause, who decides it, and which tests name it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.reports import words
from referee.reports.document import Block, Cell, Column, Facts, Report, Table, Tone
from referee.rulebook import Article, Rulebook
from referee.switches import Switch, shown

HOW: dict[str, tuple[str, Tone]] = {
    "coded": ("程序判", "good"),
    "asked": ("程序算，法官定", "warn"),
    "judge": ("留给法官", "mute"),
}


def books_report(books: Sequence[Rulebook]) -> Report:
    """All rule sets there are."""
    rows = tuple(
        (
            Cell(book.name, tone="strong"),
            Cell(book.title),
            Cell("、".join(f"{kind.title}({kind.name})" for kind in book.kinds)),
            Cell(str(len(book.articles))),
            Cell(str(len(book.switches))),
        )
        for book in books
    )
    columns = (
        Column("名称", keep=True),
        Column("规则"),
        Column("阶段种类"),
        Column("条款", number=True),
        Column("开关", number=True),
    )
    return Report("规则", (Table("referee rules 名称 看条款与开关", columns, rows, "没有", "rules"),))


def rules_report(book: Rulebook, tests: Mapping[str, Sequence[str]]) -> Report:
    """One rule set. `tests`: clause id → the tests that name it (empty where the tests are not at hand)."""
    kinds = "、".join(f"{kind.title}({kind.name})" for kind in book.kinds)
    head = Facts((("名称", Cell(book.name)), ("规则", Cell(book.title)), ("阶段种类", Cell(kinds))))
    blocks: tuple[Block, ...] = (head, _clauses(book.articles, tests), _switches(book.switches))
    return Report(f"规则 {words.RULES.get(book.name, book.title)}", blocks)


def _clauses(articles: Sequence[Article], tests: Mapping[str, Sequence[str]]) -> Table:
    rows = tuple(_article(article, tests.get(article.id, ())) for article in articles)
    columns = [Column("条款", keep=True), Column("说什么", keep=True), Column("谁判"), Column("为什么")]
    if not tests:
        return Table("条款", tuple(columns), tuple(row[:4] for row in rows), "没有", "clauses")
    return Table("条款", (*columns, Column("测试")), rows, "没有", "clauses")


def _article(article: Article, tests: Sequence[str]) -> tuple[Cell, ...]:
    how, tone = HOW[article.how]
    return (
        Cell(article.id, tone="strong"),
        Cell(article.says),
        Cell(how, tone=tone),
        Cell(article.why),
        Cell("、".join(tests), tone="mute"),
    )


def _switches(switches: Sequence[Switch]) -> Table:
    rows = tuple(
        (
            Cell(switch.name, tone="strong"),
            Cell(shown(switch.default)),
            Cell(switch.allowed()),
            Cell(switch.says),
            Cell(" ".join((switch.point, *switch.clauses)), tone="mute"),
        )
        for switch in switches
    )
    columns = (
        Column("开关", keep=True),
        Column("默认"),
        Column("可以是"),
        Column("决定什么"),
        Column("有关条款"),
    )
    return Table("[house] 里的开关", columns, rows, "没有", "switches")


def rules_json(book: Rulebook, tests: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "schema": "referee/rules@1",
        "rules": book.name,
        "title": book.title,
        "stages": [{"kind": kind.name, "title": kind.title, "names": kind.names} for kind in book.kinds],
        "clauses": [
            {"id": a.id, "says": a.says, "how": a.how, "why": a.why, "tests": list(tests.get(a.id, ()))}
            for a in book.articles
        ],
        "switches": [
            {
                "name": s.name,
                "default": s.default,
                "allowed": [*s.values],
                "any_number": s.number,
                "point": s.point,
                "clauses": list(s.clauses),
                "says": s.says,
            }
            for s in book.switches
        ],
    }
