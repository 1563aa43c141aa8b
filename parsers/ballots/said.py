"""One thing said in a post, before it is known which of them holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parsers.ballots.clauses import Clause
from parsers.ballots.objects import Found, Objects

FOLLOWS = "跟着别人投，没有说投谁"
OWN_ROW = "票型里自己的一行"
PAST = "说的是以前的票"
SURE, UNSURE, CONDITIONAL, VOID = "sure", "unsure", "conditional", "void"


@dataclass(slots=True)
class Said:
    """`kind` as in a Reading, or `not` (a vote denied) or `keep`; `status` how surely; positions in the folded text.

    `fix`: said as a correction of what came before. `bare`: only a name, no voting word.
    """

    kind: str
    status: str
    found: tuple[Found, ...] = ()
    players: tuple[str, ...] = ()
    old: tuple[str, ...] = ()
    proxies: tuple[tuple[str, str], ...] = ()
    start: int = 0
    end: int = 0
    line: int = 0
    sentence: int = 0
    stage: str | None = None
    why: str = ""
    choice: bool = False
    fix: bool = False
    bare: bool = False
    past: bool = False
    day: bool = False  # said of a day named before the verb


def said(
    kind: str,
    status: str,
    clause: Clause,
    low: int,
    high: int,
    row: Objects | None = None,
    **more: Any,
) -> Said:
    """A Said that stands at tokens `low` to `high` of the clause."""
    tokens = clause.tokens
    return Said(
        kind,
        status,
        row.found if row else (),
        row.players if row else (),
        start=tokens[low].start,
        end=tokens[max(low, min(high, len(tokens)) - 1)].end,
        line=clause.line,
        sentence=clause.sentence,
        choice=bool(row and row.choice),
        **more,
    )
