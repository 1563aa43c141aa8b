"""The commands around the archive, run as a judge runs them, against the sample board on loopback."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

import cli
from referee.version import VERSION
from scraper.sample_board import sample_board, sample_game
from scraper.trouble import Trouble


@dataclass
class Desk:
    """The command line, with an archive of its own."""

    board: str
    folder: Path

    def run(self, *words: str) -> str:
        done = CliRunner().invoke(cli.desk, [*words, "--archive", str(self.folder / "a.db")], standalone_mode=False)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        self.status = done.return_value or 0
        self.errors = done.stderr
        return done.stdout

    @property
    def url(self) -> str:
        return f"{self.board}/valley/read.php?tid=7"

    @property
    def game(self) -> str:
        path = self.folder / "game.toml"
        path.write_text(sample_game(self.board), "utf-8")
        return str(path)


@pytest.fixture(scope="module")
def board() -> Iterator[str]:
    with sample_board() as base:
        yield base


@pytest.fixture
def desk(board: str, tmp_path: Path) -> Desk:
    return Desk(board, tmp_path)


def test_posts_online_then_offline(desk: Desk) -> None:
    online = desk.run("posts", desk.url, "--format", "jsonl", "--delay", "0")
    lines = [json.loads(line) for line in online.splitlines()]
    assert len(lines) > 20
    assert len({line["pid"] for line in lines}) == len(lines)
    assert desk.run("posts", desk.url, "--format", "jsonl", "--offline") == online
    assert "楼  " in desk.run("posts", desk.url, "--offline")


def test_archive_says_what_it_took_and_proves_it(desk: Desk) -> None:
    first = desk.run("archive", "--game", desk.game, "--delay", "0")
    assert "共 3 页" in first
    assert "(新 0)" in desk.run("archive", desk.url, "--delay", "0", "--check-edits")
    assert "完整" in desk.run("archive", "--verify")
    assert desk.status == 0
    assert "完整" in desk.run("archive", "--verify", f"{desk.url}&page=2")
    sqlite3.connect(desk.folder / "a.db", isolation_level=None).execute("DELETE FROM pages WHERE number = 2")
    assert "缺第 2 页" in desk.run("archive", "--verify")
    assert desk.status == 1


@pytest.mark.parametrize("how_long", [0.25, 0.35, 0.45, 0.6])
def test_killed_at_any_moment_nothing_is_lost_or_doubled(desk: Desk, how_long: float) -> None:
    words = ["archive", "--game", desk.game, "--archive", str(desk.folder / "a.db"), "--delay", "0.05"]
    for _ in range(2):
        run = subprocess.Popen(
            [sys.executable, "-m", "cli", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(how_long)
        run.kill()
        run.wait()
    desk.run("archive", "--game", desk.game, "--delay", "0")
    assert "完整" in desk.run("archive", "--verify")
    assert desk.status == 0
    whole = Desk(desk.board, desk.folder / "other")
    whole.folder.mkdir()
    assert desk.run("posts", desk.url, "--offline") == whole.run("posts", desk.url, "--delay", "0")


def test_search_finds_what_was_archived(desk: Desk) -> None:
    desk.run("archive", "--game", desk.game, "--delay", "0")
    hits = json.loads(desk.run("search", "投", "--format", "json", "--limit", "5"))
    assert len(hits) == 5
    assert set(hits[0]) == {"thread", "pid", "floor", "author", "time", "snippet", "url"}
    times = [hit["time"] for hit in hits]
    assert times == sorted(times, reverse=True)
    assert "【投】" in desk.run("search", "投", "--author", hits[0]["author"])
    title = tomllib.loads(sample_game(""))["game"]["title"]
    assert json.loads(desk.run("search", "投", "--game", title, "--stage", "D1", "--format", "json"))
    assert "没有找到" in desk.run("search", "这几个字肯定没有")


def test_edits_of_a_kept_thread(desk: Desk) -> None:
    desk.run("archive", desk.url, "--delay", "0")
    db = sqlite3.connect(desk.folder / "a.db", isolation_level=None)
    (pid, text) = db.execute(
        "SELECT pid, text FROM posts JOIN versions ON versions.id = version LIMIT 1 OFFSET 5"
    ).fetchone()
    db.execute("UPDATE versions SET text = '从前写的' WHERE post = (SELECT id FROM posts WHERE pid = ?)", (pid,))
    db.close()
    assert json.loads(desk.run("edits", desk.url, "--offline", "--format", "json")) == []
    (change,) = json.loads(desk.run("edits", desk.url, "--format", "json", "--delay", "0"))
    assert (change["post"]["pid"], change["before"], change["after"]) == (pid, "从前写的", text)
    assert "从前写的" in desk.run("edits", "--game", desk.game, "--delay", "0")


@pytest.mark.parametrize("face", ["html", "md", "jsonl", "warc"])
def test_export_without_the_board(desk: Desk, face: str) -> None:
    desk.run("archive", "--game", desk.game, "--delay", "0")
    out = desk.folder / f"out.{face}"
    desk.run("export", "--game", desk.game, "--as", face, "-o", str(out), "--offline")
    assert out.stat().st_size > 1000
    if face == "warc":
        counted = ["tally", "--game", desk.game, "--stage", "D1", "--format", "json", "--offline"]
        whole = json.loads(desk.run(*counted))
        from_file = json.loads(desk.run(*counted, str(out)))
        for report in (whole, from_file):
            report.pop("as_of")
        assert whole["tally"] == from_file["tally"]
        assert whole["outcome"] == from_file["outcome"]


def test_a_tally_is_kept_once_as_printed(desk: Desk) -> None:
    for _ in range(2):
        desk.run("tally", "--game", desk.game, "--stage", "D1", "--delay", "0", "--judge")
    db = sqlite3.connect(desk.folder / "a.db")
    ((version, report),) = db.execute("SELECT rules_version, report FROM verdicts").fetchall()
    assert version == VERSION
    assert json.loads(report)["stage"]["id"] == "D1"
    players = tomllib.loads(sample_game(""))["players"]
    assert not [player["role"] for player in players if player["role"] in report]
    assert db.execute("SELECT count(DISTINCT voter) FROM ballots").fetchone()[0] > 3
    assert db.execute("SELECT max(votes) FROM tallies").fetchone()[0] > 0
    db.close()


def test_watch_once_tells_the_news_and_the_count(desk: Desk) -> None:
    first = desk.run("watch", "--game", desk.game, "--stage", "D1", "--once", "--delay", "0")
    assert "楼 " in first.splitlines()[0]
    again = desk.run("watch", "--game", desk.game, "--stage", "D1", "--once", "--delay", "0")
    assert "楼 " not in again.splitlines()[0]
    told = [line for line in again.splitlines() if line and not line.startswith("统计到")]
    assert set(told) <= set(first.splitlines())


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["archive"], 2),
        (["edits"], 2),
        (["export", "--as", "md", "-o", "x.md"], 2),
        (["search", "投"], 4),
        (["archive", "--verify"], 4),
        (["posts", "http://127.0.0.1:9/read.php?tid=1", "--offline"], 4),
        (["watch", "http://127.0.0.1:9/read.php?tid=1", "--offline"], 2),
        (["posts", "没有这个文件.html"], 2),
    ],
)
def test_what_cannot_be_done_is_said(desk: Desk, words: list[str], status: int) -> None:
    with pytest.raises(Trouble) as stop:
        desk.run(*words)
    assert stop.value.status == status


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((Path(cli.__file__).parent / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["version"] == VERSION
