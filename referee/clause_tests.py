"""Which tests name a clause: by their own name (`test_gb_7_3d_…`) or in their words and tables (`GB-7.3d`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

_NOT_OF_AN_ID = re.compile(r"[^0-9a-z]+")


def tests_of(source: str, ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each clause id a test file's text names, with the test: once for every test that names it.

    A name speaks of the longest id it begins with, so `test_gb_7_3a_…` is about GB-7.3a and not GB-7.3.
    """
    by_name = {f"test_{_NOT_OF_AN_ID.sub('_', id_.lower())}_": id_ for id_ in ids}
    longest_first = "|".join(map(re.escape, sorted(by_name.values(), key=len, reverse=True)))
    in_words = re.compile(rf"(?<![\w.-])(?:{longest_first})(?![\w-]|\.\w)")
    for name, words in _tests(source):
        found = dict.fromkeys(in_words.findall(words)) if by_name else {}
        longest = max((start for start in by_name if f"{name}_".startswith(start)), key=len, default=None)
        if longest is not None:
            found[by_name[longest]] = None
        yield from ((id_, name) for id_ in found)


def _tests(source: str) -> Iterator[tuple[str, str]]:
    """Every test with its words: decorators, body, and the tables of the module it uses."""
    lines = source.splitlines()
    body = ast.parse(source).body
    tables: dict[str, str] = {}
    for node in body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            tables |= {target.id: _words(node, lines) for target in targets if isinstance(target, ast.Name)}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            used = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
            yield node.name, "\n".join([_words(node, lines), *(tables[name] for name in used & tables.keys())])


def _words(node: ast.stmt, lines: list[str]) -> str:
    first = min([node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", ()))])
    return "\n".join(lines[first - 1 : node.end_lineno])
