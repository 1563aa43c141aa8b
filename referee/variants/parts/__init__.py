"""Clauses with parameters, for rule sets written as data: each module holds those of one table of such a file.

A part is made of the table's values and the rule set it is built on. Its clauses are named `OWN-table.key` after the
line that asked for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.rulebook import Article, Clause, Rulebook

Values = Mapping[str, Any]
Kinds = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """What one table comes to, in the stage kinds it binds.

    `silences`: codes of ballot findings the base no longer gives there. `answers`: questions only this part answers
    there. `articles`: what to tell the judge of it.
    """

    kinds: Kinds
    clauses: tuple[Clause, ...] = ()
    silences: frozenset[str] = frozenset()
    answers: frozenset[str] = frozenset()
    articles: tuple[Article, ...] = ()


@dataclass(slots=True)
class Draft:
    """A part while it is put together: `say` adds a clause and its line."""

    kinds: Kinds
    table: str
    clauses: list[Clause] = field(default_factory=list)
    articles: list[Article] = field(default_factory=list)

    def say(self, key: str, text: str, rule: Callable[..., Any], asks: str, lifts: Iterable[str] = ()) -> None:
        """Add a clause named for `key`; `text` tells the judge what it says."""
        id_ = f"OWN-{self.table}.{key}"
        rule.__doc__ = text
        self.clauses.append(Clause(id_, rule, asks, tuple(lifts), self.kinds))
        self.articles.append(Article(id_, text))

    def part(self, silences: Iterable[str] = (), answers: Iterable[str] = ()) -> Part:
        """The part as it stands."""
        return Part(self.kinds, tuple(self.clauses), frozenset(silences), frozenset(answers), tuple(self.articles))


def permissions(book: Rulebook, asks: str) -> tuple[str, ...]:
    """The clauses by which a book lets ballots or voters count in the first place: what an objection has to lift."""
    return tuple(dict.fromkeys(c.id for c in book.clauses if c.asks == asks and not c.exception_to))


def joined(book: Rulebook, parts: Iterable[Part]) -> Rulebook:
    """A book with parts put in place of what they replace."""
    parts = tuple(parts)
    every = tuple(kind.name for kind in book.kinds)
    kept: list[Clause] = []
    for one in book.clauses:
        kept += _left(one, parts, every)
    ids = {c.id for c in (*kept, *(c for part in parts for c in part.clauses))}
    clauses = [_lifting(c, ids) for c in (*kept, *(c for part in parts for c in part.clauses))]
    gone = {c.id for c in book.clauses} - {c.id for c in kept}
    own: dict[str, Article] = {}
    for article in (article for part in parts for article in part.articles):
        before = own.get(article.id)
        both = f"{before.says}；{article.says}" if before and before.says != article.says else article.says
        own[article.id] = Article(article.id, both)
    articles = (*own.values(), *(_marked(article, gone) for article in book.articles))
    return replace(book, clauses=tuple(clauses), articles=articles, _by_question={})


def _left(one: Clause, parts: tuple[Part, ...], every: Kinds) -> list[Clause]:
    """What is left of a clause of the base."""
    kinds = one.stages or every
    answered = {kind for part in parts if one.asks in part.answers for kind in part.kinds}
    left = tuple(kind for kind in kinds if kind not in answered)
    if not left:
        return []
    if one.asks == "ballot" and (silenced := _silenced(parts)):
        one = replace(one, rule=_without(one.rule, silenced))
    return [replace(one, stages=left) if answered else one]


def _silenced(parts: tuple[Part, ...]) -> dict[str, frozenset[str]]:
    """Stage kind → the codes the base no longer gives there."""
    codes: dict[str, frozenset[str]] = {}
    for part in parts:
        for kind in part.kinds:
            codes[kind] = codes.get(kind, frozenset()) | part.silences
    return {kind: some for kind, some in codes.items() if some}


def _without(rule: Callable[..., Any], silenced: Mapping[str, frozenset[str]]) -> Callable[..., Any]:
    def quieter(ballot: Any, poll: Any) -> Any:
        said = rule(ballot, poll)
        return None if said is not None and said.code in silenced.get(poll.kind.name, ()) else said

    quieter.__doc__ = rule.__doc__
    return quieter


def _lifting(one: Clause, ids: set[str]) -> Clause:
    lifts = tuple(id_ for id_ in one.exception_to if id_ in ids)
    return one if lifts == one.exception_to else replace(one, exception_to=lifts)


def _marked(article: Article, gone: set[str]) -> Article:
    return replace(article, says=f"{article.says}(这套规则里不用)") if article.id in gone else article
