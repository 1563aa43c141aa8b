"""Posts and how a careful judge reads them: the project's own corpus, and what a reading of it is worth."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from parsers.ballots.reader import read
from parsers.ballots.reading import Context, Reading
from parsers.names import Roster, Seat

CORPUS = Path(__file__).parent.parent / "corpus"
BALLOTS = frozenset({"vote", "change", "abstain", "unvote", "delegate"})
QUESTIONS = frozenset({"ambiguous", "conditional"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """One post of the corpus: `roster` names the game it belongs to."""

    id: str
    roster: str
    text: str
    context: Context
    expected: dict[str, Any]

    def read(self, text: str | None = None) -> Reading:
        """How the reader reads it, or another text in its place."""
        return read(self.text if text is None else text, roster(self.roster), self.context)


@cache
def roster(name: str) -> Roster:
    """A game of the corpus."""
    game = json.loads((CORPUS / "rosters.json").read_text(encoding="utf-8"))[name]
    seats = [Seat(p["name"], tuple(p.get("aliases", ())), p.get("number")) for p in game["players"]]
    return Roster.of(seats, game["judges"])


def phrases(*files: str) -> Iterator[Phrase]:
    """The posts of the corpus, all or those of the named files."""
    for path in sorted(CORPUS.glob("*.jsonl")):
        if files and path.stem not in files:
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield Phrase(row["id"], row["roster"], row["text"], context(row["context"]), row["expected"])


def context(given: dict[str, Any]) -> Context:
    """A context as the corpus writes it: lists for what may be several."""
    several = ("standing", "also_open", "jury", "dead", "called_dead", "candidates")
    return Context(**{key: _tuple(value) if key in several else value for key, value in given.items()})


def _tuple(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def worth(reading: Reading, expected: dict[str, Any]) -> str:
    """right, asked (the judge without need), missed (a ballot passed over) or wrong (a ballot nobody cast)."""
    got, want = reading.kind, expected["kind"]
    named = sorted(reading.targets)
    if got in expected.get("also", ()):
        allowed = sorted(expected.get("targets") or expected.get("candidates") or ())
        return "right" if got not in ("vote", "change") or not named or named == allowed else "wrong"
    if (got == want or {got, want} <= {"vote", "change"}) and _same(reading, expected):
        return "right"
    if got in QUESTIONS:
        return "right" if want in QUESTIONS else "asked"
    return "missed" if got == "none" else "wrong"


def _same(reading: Reading, expected: dict[str, Any]) -> bool:
    if expected["kind"] == "delegate":
        return set(reading.proxies) == {(pair["voter"], pair["target"]) for pair in expected["proxies"]}
    if expected["kind"] not in ("vote", "change"):
        return True
    old = expected.get("old")
    return sorted(reading.targets) == sorted(expected["targets"]) and (not old or not reading.old or old in reading.old)
