"""Every regular expression the program keeps, and texts made to make each of them slow."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import cli
import parsers
import referee
import scraper

_PIECES = (
    "a",
    "1",
    " ",
    "\n",
    "<",
    "<a ",
    "&",
    "投",
    "投乙",
    "、",
    "，",
    "(",
    "（",
    "[",
    "“",
    "=",
    "-",
    "0:",
    "2009-",
    "\t \n",
    "a.",
)


def patterns() -> dict[str, re.Pattern[Any]]:
    """Where a pattern stands → the pattern, for every one reachable from a module's globals."""
    found: dict[str, re.Pattern[Any]] = {}
    for module in _modules():
        for name, value in vars(module).items():
            for pattern in _within(value, 0):
                found.setdefault(f"{module.__name__}.{name}: {pattern.pattern[:60]!r}", pattern)
    return found


def adversaries(pattern: re.Pattern[Any], length: int) -> Iterator[Any]:
    """Texts of a length: pieces of the pattern's own literals and of everyday signs, over and over, ending wrong."""
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    literals = re.findall(r"[^\W\d_]{1,12}|\d", re.sub(r"\\[a-zA-Z]|\(\?[a-z]+", " ", source))
    begun = "".join(literals[:1])
    pieces = dict.fromkeys(
        [*_PIECES, *literals[:6], "".join(literals[:2]), f"{begun} ", f"{begun}=", f"<{begun}", f"{begun}'"]
    )
    for piece in filter(None, pieces):
        for head in {"", begun, f"<{begun} "}:
            text = head + piece * (length // len(piece)) + "\x00"
            yield text if isinstance(pattern.pattern, str) else text.encode("utf-8", "replace")


def _modules() -> Iterator[Any]:
    yield cli
    for package in (parsers, scraper, referee):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(info.name)


def _within(value: Any, depth: int) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 5 and isinstance(value, dict):
        for one in [*value.keys(), *value.values()]:
            yield from _within(one, depth + 1)
    elif depth < 5 and isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from _within(one, depth + 1)
    elif depth < 5 and is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _within(getattr(value, field.name, None), depth + 1)
