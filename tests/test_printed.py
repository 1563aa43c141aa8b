"""A tally kept as printed: it is what counting anew would give, whatever happened in between, or it is not used."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import cli
from parsers.posts import Thread, ThreadPage
from referee import counting
from referee.commands import tallying
from scraper.archive import Archive, printed
from tests.support import forum

THREAD = Thread("phpwind", "http://bbs.example.net/", "1", forum.URL)
TABLE = """
    0 天神 3-10 20:50 第一天投票
    1 甲 3-10 21:05 投丙
    2 乙 3-10 21:10 投丙
    3 丁 3-10 22:00 投甲
    4 丙 3-11 08:00 投甲
"""
GAME = """
[game]
title = "渡口局"
rules = "金枝"
judges = ["天神"]
{house}
[[threads]]
url = "http://bbs.example.net/read.php?tid=1"
[[stages]]
id = "D1"
kind = "vote"
day = 1
opens = 2009-03-10T21:00:00
closes = 2009-03-{close}T09:00:00
[[stages]]
id = "D2"
kind = "vote"
day = 2
opens = 2009-03-13T21:00:00
closes = 2009-03-14T09:00:00
{more}
"""


class Desk:
    """An archive with one thread, a game file, and the command run on them."""

    def __init__(self, folder: Path) -> None:
        self.path, self.file = folder / "a.db", folder / "game.toml"
        self.posts = forum.posts(TABLE)[0]
        self.minute, self.roster, self.house, self.close, self.rulings = 0, ["甲", "乙", "丙", "丁"], "", 12, ""
        self.keep()
        self.write()

    def keep(self) -> None:
        """The board is read once more, as it stands."""
        self.minute += 1
        seen = f"2009-04-01T00:{self.minute:02}:00Z"
        with Archive(self.path) as archive:
            archive.keep_page(ThreadPage(THREAD, "投票帖", 1, 1, tuple(self.posts)), None, seen)
            archive.finish(THREAD, {1: tuple((post.pid, post.floor) for post in self.posts)}, 1, True, seen)

    def write(self) -> None:
        players = "\n".join(f'[[players]]\nname = "{name}"' for name in self.roster)
        text = GAME.format(house=self.house, close=self.close, more=players + self.rulings)
        self.file.write_text(text, "utf-8")

    def run(self, *words: str) -> tuple[str, int]:
        words = ("tally", "--archive", str(self.path), "--offline", "--format", "json", *words)
        done = CliRunner().invoke(cli.desk, words, standalone_mode=False)
        assert done.exception is None, done.exception
        assert done.return_value in (0, 3), done.stderr
        return done.stdout, done.return_value

    def of_game(self, *words: str) -> tuple[str, int]:
        return self.run("--game", str(self.file), *words)

    def reads(self, floor: int, text: str) -> None:
        """The post of a floor says something else now."""
        self.posts = [replace(post, text=text) if post.floor == floor else post for post in self.posts]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture(autouse=True)
def another_process() -> None:
    """What a program is made of is looked up once in a process: every test stands for a process of its own."""
    printed.program.cache_clear()


@contextmanager
def counted_anew() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tallying, "printed_key", lambda *_: None)
        yield


@contextmanager
def no_counting() -> Iterator[None]:
    def refused(*_: Any, **__: Any) -> Any:
        raise AssertionError("counted")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "tally", refused)
        yield


def test_what_was_counted_is_not_counted_again(desk: Desk) -> None:
    first = desk.of_game("--stage", "D1")
    with no_counting():
        assert desk.of_game("--stage", "D1") == first
        with pytest.raises(AssertionError, match="counted"):
            desk.of_game("--stage", "D2")


def test_a_file_is_written_and_the_status_is_the_same(desk: Desk, tmp_path: Path) -> None:
    desk.reads(1, "投丙或者丁吧")
    desk.reads(2, "大概是丙？")
    desk.keep()
    first = desk.of_game("--stage", "D1")
    with no_counting():
        assert desk.of_game("--stage", "D1", "-o", str(tmp_path / "a.json")) == ("", first[1])
    assert (tmp_path / "a.json").read_text("utf-8") == first[0]


def test_a_tally_without_a_game_file_is_kept_too(desk: Desk) -> None:
    first = desk.run(forum.URL)
    with no_counting():
        assert desk.run(forum.URL) == first


def test_what_only_the_judge_may_see_is_never_kept(desk: Desk) -> None:
    desk.of_game("--stage", "D1", "--judge")
    assert not desk.path.with_name("a.db-tallies").exists()


def test_it_is_readable_by_its_owner_only(desk: Desk) -> None:
    desk.of_game("--stage", "D1")
    if os.name == "posix":
        assert desk.path.with_name("a.db-tallies").stat().st_mode & 0o077 == 0


def test_another_program_counts_anew(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.of_game("--stage", "D1")
    printed.program.cache_clear()
    monkeypatch.setattr(printed, "_installed", lambda: ["opencc-9.9.dist-info"])
    with no_counting(), pytest.raises(AssertionError, match="counted"):
        desk.of_game("--stage", "D1")


def test_one_sign_in_the_sources_makes_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("cli.py", "parsers/a.py", "referee/b.py", "scraper/c.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("1", "utf-8")
    monkeypatch.setattr(printed, "ROOT", tmp_path)
    before = printed.program()
    printed.program.cache_clear()
    assert printed.program() == before
    printed.program.cache_clear()
    (tmp_path / "referee/b.py").write_text("2", "utf-8")
    assert printed.program() != before


def test_an_archive_from_elsewhere_brings_no_tallies(desk: Desk, tmp_path: Path) -> None:
    desk.of_game("--stage", "D1")
    (tmp_path / "sent").mkdir()
    for name in ("a.db", "a.db-tallies"):
        shutil.copy(tmp_path / name, tmp_path / "sent" / name)
    desk.path = tmp_path / "sent" / "a.db"
    with no_counting(), pytest.raises(AssertionError, match="counted"):
        desk.of_game("--stage", "D1")


@pytest.mark.parametrize("rubbish", [b"", b"rubbish", b"SQLite format 3\0" + b"\0" * 200])
def test_a_broken_file_is_as_none(desk: Desk, rubbish: bytes) -> None:
    first = desk.of_game("--stage", "D1")
    desk.path.with_name("a.db-tallies").write_bytes(rubbish)
    assert desk.of_game("--stage", "D1") == first


def test_a_locked_file_is_as_none(desk: Desk) -> None:
    first = desk.of_game("--stage", "D1")
    with closing(sqlite3.connect(desk.path.with_name("a.db-tallies"), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert desk.of_game("--stage", "D1") == first
        desk.posts += forum.posts("5 丁 3-11 20:00 改投丙")[0]
        desk.keep()
        assert json.loads(desk.of_game("--stage", "D1")[0])["tally"][0]["votes"] == 3


def test_an_archive_that_cannot_be_written_is_counted_from(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallying, "keep_tally_of", lambda *_: None)  # where the verdict cannot be kept nothing else is
    first = desk.of_game("--stage", "D1")
    assert not desk.path.with_name("a.db-tallies").exists()
    assert desk.of_game("--stage", "D1") == first


def test_a_verdict_that_is_no_longer_the_last_is_kept_anew(desk: Desk) -> None:
    desk.of_game("--stage", "D1")
    sound = desk.house
    desk.house = '[house]\n"gb.abstain_then_vote" = "first_vote"'
    desk.write()
    desk.of_game("--stage", "D1")
    desk.house = sound
    desk.write()
    desk.of_game("--stage", "D1")
    with Archive(desk.path, read_only=True) as archive:
        assert archive.db.execute("SELECT count(*), count(DISTINCT source) FROM verdicts").fetchone() == (3, 2)


def test_old_entries_make_room(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed, "MOST", 2)
    for minute in range(5):
        desk.of_game("--stage", "D1", "--as-of", f"2009-03-12T08:0{minute}")
    with closing(sqlite3.connect(desk.path.with_name("a.db-tallies"))) as db:
        assert db.execute("SELECT count(*) FROM printed").fetchone() == (2,)


# -- whatever happens in between -----------------------------------------------------------------------------------

WORDS = st.sampled_from(["投丙", "投甲", "投乙", "改投丁", "弃权", "丙", "路过", "投丙还是丁", ""])


@st.composite
def happenings(draw: st.DrawFn) -> tuple[Any, ...]:
    """One thing that happens to the board or the game file."""
    kind = draw(st.sampled_from(["says", "posts", "goes", "again", "seat", "switch", "close", "ruling", "nothing"]))
    return kind, draw(st.integers(0, 4)), draw(WORDS)


def happen(desk: Desk, kind: str, place: int, text: str) -> None:
    if kind == "says":
        desk.reads(place, text)
    elif kind == "posts":
        floor = 10 + desk.minute
        desk.posts += forum.posts(f"{floor} {'甲乙丙丁'[place % 4]} 3-11 20:{desk.minute:02} {text or '嗯'}")[0]
    elif kind == "goes":
        desk.posts = [post for post in desk.posts if post.floor != max(place, 1)]
    elif kind == "seat":
        desk.roster = [*"甲乙丙丁戊"][: max(place, 2) + 1]
    elif kind == "switch":
        desk.house = "" if desk.house else '[house]\n"gb.abstain_then_vote" = "first_vote"'
    elif kind == "close":
        desk.close = 11 + place % 2
    elif kind == "ruling":
        desk.rulings = "" if desk.rulings else f'\n[[rulings]]\nfloor = {max(place, 1)}\nreads = "none"'
    if kind in ("says", "posts", "goes", "again"):
        desk.keep()
    desk.write()


@settings(max_examples=5, deadline=None)
@given(
    st.lists(happenings(), min_size=1, max_size=3),
    st.sampled_from([None, "2009-03-20T00:00", "2009-03-20T00:00", "#2"]),
)
def test_it_is_what_counting_anew_gives(steps: list[tuple[Any, ...]], as_of: str | None) -> None:
    words = ("--stage", "D1", *(("--as-of", as_of) if as_of else ()))
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        desk = Desk(Path(folder))
        for step in [("nothing", 0, ""), *steps, *reversed(steps)]:
            happen(desk, *step)
            if as_of == "#2" and not any(post.floor == 2 for post in desk.posts):
                continue
            found = desk.of_game(*words)
            with counted_anew():
                assert desk.of_game(*words) == found
            assert desk.of_game(*words) == found
