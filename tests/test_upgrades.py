"""Files of earlier versions: an old archive is brought up to date with nothing lost, a newer one is left alone."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from scraper.archive.schema import VERSION
from tests.support.thread_board import Ran, run

OLD = Path(__file__).resolve().parent / "data" / "archive-before-games.sql"


def old_archive(folder: Path, version: int = 0) -> Path:
    """The kept archive of the first tables (threads and posts; no games, tallies or word index) as a file."""
    path = folder / "old.db"
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript(OLD.read_text("utf-8"))
    db.execute(f"PRAGMA user_version={version}")
    db.close()
    return path


def offline(path: Path, *words: str) -> Ran:
    return run(*words, "--archive", str(path))


@pytest.mark.parametrize("words", [("posts", "7", "--offline"), ("archive", "--verify"), ("search", "红豆")])
def test_any_command_brings_an_old_archive_up_to_date(words: tuple[str, ...], tmp_path: Path) -> None:
    path = old_archive(tmp_path)
    ran = offline(path, *words)
    assert ran.status == 0, ran.lines
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    assert {"games", "verdicts", "words", "tallies", "ballots", "edits"} <= names
    assert db.execute("SELECT count(*) FROM posts").fetchone() == (4,)
    db.close()


def test_nothing_of_it_is_lost(tmp_path: Path) -> None:
    told = offline(old_archive(tmp_path), "posts", "7", "--offline").out
    assert "先占个座，晚点分析" in told
    assert "投票：决明" in told


def test_an_upgrade_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_archive(tmp_path)
    monkeypatch.setattr("scraper.archive.schema.WORDS", "CREATE VIRTUAL TABLE words USING no_such_module(x)")
    ran = offline(path, "posts", "7", "--offline")
    assert (ran.status, len(ran.lines)) == (1, 1)
    monkeypatch.undo()
    assert offline(path, "posts", "7", "--offline").status == 0


def test_a_newer_archive_is_refused_with_advice_and_left_alone(tmp_path: Path) -> None:
    path = old_archive(tmp_path, VERSION + 1)
    before = path.read_bytes()
    ran = offline(path, "posts", "7", "--offline")
    assert (ran.status, len(ran.lines)) == (2, 1)
    assert "升级 referee" in ran.lines[0]
    assert path.read_bytes() == before
