"""Every clause coded for the nights says in words what it says in code, and is a clause of its document."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from referee import agenda, dusk, roster_check, status
from referee.nights import calendar
from referee.nights.engine import rule_set
from referee.rulebook import Clause, clauses_of

RULES = ("golden-bough", "game-twelve", "nine-days", "no-casualties")
SHARED = Path(os.environ.get("REFEREE_SHARED", Path(__file__).resolve().parents[2] / "shared"))
TABLE = SHARED / "rules" / "clauses.tsv"
AREAS = {"night", "death", "win"}
SHARED_PARTS = (calendar, roster_check, dusk, agenda, status)


def coded_clauses(rules: str) -> tuple[Clause, ...]:
    """Every clause of a rule set that is coded outside its voting: nights, victories, schedule, cast, announcements."""
    shared = [one for part in SHARED_PARTS for one in clauses_of(vars(part))]
    own = rule_set(rules).CLAUSES
    prefix = own[0].id.split("-")[0] + "-"
    return (*own, *(one for one in shared if one.id.startswith(prefix)))


@pytest.mark.parametrize("rules", RULES)
def test_every_clause_has_its_words(rules: str) -> None:
    assert all(one.text for one in coded_clauses(rules))


@pytest.mark.skipif(not TABLE.exists(), reason="the table of clauses is not here")
def test_every_clause_is_one_of_the_document() -> None:
    with TABLE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    coded = {one.id for rules in RULES for one in coded_clauses(rules)}
    assert coded <= {row["id"] for row in rows}
    decided = {row["id"] for row in rows if row["area"] in AREAS and row["decidable"] != "human"}
    assert decided - coded <= {"G12-3.11"}, "jurors have no privilege by night: nothing to code"
