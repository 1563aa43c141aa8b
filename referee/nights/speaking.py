"""Clauses that answer one question about a night: what remains when exceptions have lifted what they lift."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from referee.nights.values import Question
from referee.rulebook import Clause, Rulebook, speak


@dataclass(frozen=True, slots=True)
class Said:
    """What a clause says of a deed: what became of it, why (Chinese), what somebody is told by it."""

    status: str
    reason: str
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """What all clauses together say, the deciding one first; `question` where they do not agree."""

    said: Said
    clauses: tuple[str, ...]
    question: Question | None = None


def night_book(name: str, title: str, clauses: Iterable[Clause]) -> Rulebook:
    """The clauses of a rule set's nights as a rulebook of their own, so that exceptions lift as they do by day."""
    return Rulebook(name, title, (), tuple(clauses))


def ask(book: Rulebook, asks: str, *about: Any) -> Heard | None:
    """What the book says; None where no clause speaks. Clauses that contradict each other make a question."""
    grounds = speak(book, asks, "", *about)
    if not grounds:
        return None
    ids = tuple(dict.fromkeys(ground.clause.id for ground in grounds))
    first: Said = grounds[0].said
    if all(ground.said.status == first.status for ground in grounds):
        return Heard(first, ids)
    told = "；".join(f"{g.clause.id} {g.said.reason}" for g in grounds)
    return Heard(first, ids, Question(f"规则互相矛盾：{told}。以哪一条为准？", ids))
