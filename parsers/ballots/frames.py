"""What one clause says: the shapes tried from left to right."""

from __future__ import annotations

import re
from collections.abc import Callable

from parsers.ballots import changes, choices, corrections, others, tickets, votes, withdrawals
from parsers.ballots.casting import Result
from parsers.ballots.clauses import Clause
from parsers.ballots.mood import OTHERS, Flow
from parsers.ballots.objects import Scope
from parsers.ballots.said import VOID, Said

Shape = Callable[[Clause, int, int, Flow, Scope], Result]

# The kind of the word that makes a shape → the shape. What each reads is in its docstring.
SHAPES: dict[str, Shape] = {
    "V": votes.vote,
    "P": votes.poll,
    "T": tickets.ticket,
    "¥": tickets.ticket,
    "G": tickets.hands,
    "B": votes.label,
    "1": tickets.one_ballot,
    "9": tickets.several,
    "U": votes.self_vote,
    "W": choices.weak,
    "C": changes.change,
    "→": changes.arrow,
    "D": corrections.rather,
    "i": corrections.rather,
    "X": corrections.meant,
    "k": corrections.meant,
    "M": votes.wished,
    "Z": withdrawals.takes_back,
    "v": withdrawals.keeps,
    "A": others.abstain,
    "o": others.chooses,
    "f": others.follows,
    "t": others.entrusts,
    "w": others.left_open,
}


_AND_THEN = re.compile(r"后|又|然后|接着|再|今天|现在|昨天|第")


def _goes_on(clause: Clause, low: int, at: int) -> bool:
    """X投了Y后来改投Z: the same person goes on in one clause."""
    between = clause.codes[low:at]
    return not re.search("[INEHY]", between) and (
        clause.codes[at] == "C" or _AND_THEN.search(clause.text(low, at)) is not None
    )


def frames(clause: Clause, flow: Flow, scope: Scope) -> list[Said]:
    """What a clause says, in order."""
    out: list[Said] = []
    at = low = 0
    while at < len(clause.codes):
        shape = SHAPES.get(clause.codes[at])
        result = shape(clause, low, at, flow, scope) if shape else None
        if result is None:
            at += 1
            continue
        since, (one, at) = at, result
        if one is not None:
            if out and out[-1].why == OTHERS and _goes_on(clause, low, since):
                one.kind, one.status, one.why = "none", VOID, OTHERS
            out.append(one)
            low = at
    return out
