"""`referee rules`: every clause of every document, who decides it, and which tests name it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import cli
from referee.clause_tests import tests_of as naming
from referee.commands import judging
from referee.rulebook import Rulebook
from referee.variants import every

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("REFEREE_SHARED") or ROOT.parent / "shared")
TABLE = SHARED / "rules" / "clauses.tsv"
DOCUMENTS = [book for book in every() if book.name != "plain"]

# Permissions a program keeps by doing nothing, and the secret count, which is a property of the whole book.
NOTHING_TO_DO = {"G12-3.5", "G12-3.11", "GB-4.3", "ND-2.3.1.2.n1"}


def told(name: str) -> dict[str, Any]:
    done = CliRunner().invoke(cli.desk, ["rules", name, "--format", "json"])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.output)
    return found


@pytest.mark.skipif(not TABLE.exists(), reason="the table of clauses is not at hand")
def test_all_clauses_of_all_documents_are_accounted_for() -> None:
    ids = [line.split("\t")[0] for line in TABLE.read_text("utf-8").splitlines()[1:]]
    printed = [clause["id"] for book in DOCUMENTS for clause in told(book.name)["clauses"]]
    assert len(printed) == len(set(printed))
    assert set(printed) == set(ids)


@pytest.mark.skipif(not TABLE.exists(), reason="the table of clauses is not at hand")
def test_what_the_days_votes_need_is_left_to_nobody() -> None:
    """Clauses on votes, changes, runoffs, abstention and delegation are computed, at most confirmed by the judge."""
    rows = [line.split("\t") for line in TABLE.read_text("utf-8").splitlines()[1:]]
    by_day = {row[0] for row in rows if row[2] in ("vote", "change", "runoff", "abstain", "delegate")}
    left = {a.id for book in DOCUMENTS for a in book.articles if a.how == "judge"}
    human = {row[0] for row in rows if row[4] == "human"}
    assert by_day & left <= human


@pytest.mark.parametrize("book", every(), ids=lambda book: book.name)
def test_every_clause_has_its_line_and_who_decides_it(book: Rulebook) -> None:
    for clause in told(book.name)["clauses"]:
        assert clause["says"]
        assert "\n" not in clause["says"]
        assert clause["how"] in ("coded", "asked", "judge")
        assert clause["why"] or clause["how"] != "judge"


def test_a_clause_is_called_coded_where_code_names_it() -> None:
    code = "\n".join(
        path.read_text("utf-8") for path in (ROOT / "referee").rglob("*.py") if "articles" not in path.parts
    )
    named = set(re.findall(r"(?:GB|G12|ND|NC|PL)-[\w.-]*\w", code))
    coded = {article.id for book in every() for article in book.articles if article.how != "judge"}
    assert coded - named == NOTHING_TO_DO


SOURCE = '''
GAMES = [("甲", "GB-7.9")]

@pytest.mark.parametrize("one", ["GB-7.5"])
def test_gb_7_3a_one_change(one):
    """Nor GB-7.3b-x."""
    assert "GB-7.3d."

def test_games():
    for game in GAMES:
        assert game

def helper():
    return "GB-7.1"
'''


def test_a_test_names_clauses_by_its_name_its_words_and_its_tables() -> None:
    ids = ["GB-7.1", "GB-7.3", "GB-7.3a", "GB-7.3b", "GB-7.3d", "GB-7.5", "GB-7.9"]
    assert sorted(naming(SOURCE, ids)) == [
        ("GB-7.3a", "test_gb_7_3a_one_change"),
        ("GB-7.3d", "test_gb_7_3a_one_change"),
        ("GB-7.5", "test_gb_7_3a_one_change"),
        ("GB-7.9", "test_games"),
    ]


def test_the_tests_are_printed_where_they_are_at_hand() -> None:
    clauses = {clause["id"]: clause for clause in told("金枝")["clauses"]}
    assert any(test.startswith("test_golden_bough::test_gb_7_3d") for test in clauses["GB-7.3d"]["tests"])


def test_without_tests_the_column_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As an installed wheel has it."""
    monkeypatch.setattr(judging, "__file__", str(tmp_path / "referee" / "commands" / "judging.py"))
    done = CliRunner().invoke(cli.desk, ["rules", "plain", "--format", "md"])
    assert done.exit_code == 0
    assert "测试" not in done.output
