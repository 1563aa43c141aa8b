"""What one clause says: the shapes tried from left to right."""

from __future__ import annotations

from collections.abc import Callable

from parsers.ballots import changes, choices, corrections, others, tickets, votes, withdrawals
from parsers.ballots.casting import Result
from parsers.ballots.clauses import Clause
from parsers.ballots.mood import Flow
from parsers.ballots.objects import Scope
from parsers.ballots.said import Said

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
        one, at = result
        if one is not None:
            out.append(one)
            low = at
    return out
