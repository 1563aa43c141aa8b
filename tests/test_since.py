"""`referee tally --since`: what has changed since the tally kept last."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import cli
from parsers.posts import Thread
from referee.commands import gathering
from scraper.archive import Archive
from scraper.gather import Gathered
from scraper.threads import WalkedThread
from tests.support import forum

FIRST = "1 甲 3-10 21:05 投丙\n2 乙 3-10 21:10 投丙\n3 丁 3-10 22:00 投甲"
LATER = "1 甲 3-10 21:05 投丙\n2 乙 3-10 21:10 投甲\n4 丁 3-11 08:00 改投丙\n3 丁 3-10 22:00 投甲"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """`run(table, *words)` counts a thread as it stands now, beside an archive that is kept."""
    path = tmp_path / "a.db"
    Archive(path).close()

    def counted(table: str, *words: str) -> Any:
        thread = Thread("phpwind", "http://bbs.example.net/", "1", forum.URL)
        walked = WalkedThread(thread, "投票帖", 1, tuple(forum.posts(table)[0]))
        monkeypatch.setattr(gathering, "gathered", lambda sources, *_, **__: Gathered(tuple(walked for _ in sources)))
        return CliRunner().invoke(
            cli.desk, ["tally", forum.URL, "--players", "甲,乙,丙,丁", "--archive", str(path), "--since", *words]
        )

    return counted


def test_the_first_time_there_is_nothing_to_compare(run: Any) -> None:
    assert "没有可比的" in run(FIRST).stderr


def test_numbers_and_ballots_that_changed(run: Any) -> None:
    run(FIRST)
    found = json.loads(run(LATER, "--format", "json").stdout)["since"]
    assert [(one["player"], one["before"], one["after"]) for one in found["tally"]] == []
    assert {(one["place"], one["before"], one["after"]) for one in found["ballots"]} == {
        ("#2", "投票 丙 有效", "投票 甲 有效"),
        ("#3", "投票 甲 有效", "投票 甲 被取代"),
        ("#4", "没有", "改票 丙 有效"),
    }
    assert found["outcome"] is None


def test_a_ballot_that_vanished_is_seen(run: Any) -> None:
    run(FIRST)
    shown = run(FIRST.rsplit("\n", 1)[0]).stdout
    assert "甲：1 → 0 票" in shown
    assert "变了的票" in shown


def test_the_same_again_is_said_to_be_the_same(run: Any) -> None:
    run(FIRST)
    assert "票数和结果都没有变" in run(FIRST).stdout
