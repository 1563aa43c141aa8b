"""Watching a thread: when it looks, what it tells, what it survives."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.gather import gather
from scraper.threads import GatherSettings
from scraper.trouble import Trouble
from scraper.watch import Look, Pace, Threads, backing_off, in_last_minutes, pause_after, watch
from tests.support.fake_board import BOARDS, START, FakeBoard, FakePost, posts

NINE = datetime(2009, 3, 10, 13, 0, tzinfo=UTC)
URL = "http://board.test/t?tid=7"


class Day:
    """A day that passes by sleeping; `plan`: what happens at which second."""

    def __init__(
        self, board: FakeBoard, path: Path, plan: dict[int, Callable[[FakeBoard], None]] | None = None
    ) -> None:
        self.board, self.path, self.plan = board, path, dict(plan or {})
        self.moment, self.looks, self.pauses = NINE, list[Look](), list[float]()
        self.down = False

    def now(self) -> datetime:
        return self.moment

    def sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.pauses.append(seconds)
        self.moment += timedelta(seconds=seconds)

    def ask(self, edits: bool) -> Threads:
        for second in sorted(self.plan):
            if self.moment >= NINE + timedelta(seconds=second):
                self.plan.pop(second)(self.board)
        if self.down:
            raise Trouble("timeout", "没有回音")
        settings = GatherSettings(ZoneInfo("Asia/Shanghai"), self.path, client=lambda: self.board, recheck=edits)
        return gather([URL], BOARDS, settings).threads

    def watch(self, minutes: float | None, **options: object) -> Threads:
        until = None if minutes is None else NINE + timedelta(minutes=minutes)
        return watch(self.ask, Pace(until), self.looks.append, self.now, self.sleep, **options)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.db"


def test_to_the_end_and_what_was_new_at_each_look(path: Path) -> None:
    day = Day(
        FakeBoard(posts(5)),
        path,
        {
            100: lambda board: board.add(FakePost(300, minute=50)),
            400: lambda board: board.edit(102, "改投丙"),
            800: lambda board: board.delete(104),
        },
    )
    (thread,) = day.watch(20)
    assert [[post.pid for post in look.posts] for look in day.looks if look.posts] == [
        ["101", "102", "103", "104", "105"],
        ["300"],
    ]
    assert [(change.before.pid, change.deleted) for look in day.looks for change in look.changes] == [
        ("102", False),
        ("104", True),
    ]
    assert len(thread.posts) == 5
    assert day.looks[-1].pause is None
    assert day.moment >= NINE + timedelta(minutes=20)


def test_what_was_known_before_is_not_new(path: Path) -> None:
    day = Day(FakeBoard(posts(5)), path)
    before = day.ask(False)
    day.board.add(FakePost(300, minute=50))
    day.watch(None, before=before, once=True)
    assert [[post.pid for post in look.posts] for look in day.looks] == [["300"]]
    assert not day.pauses


def test_a_board_that_is_down_for_a_while_is_waited_for(path: Path) -> None:
    day = Day(
        FakeBoard(posts(5)),
        path,
        {60: lambda _: setattr(day, "down", True), 900: lambda _: setattr(day, "down", False)},
    )
    (thread,) = day.watch(30)
    assert len(thread.posts) == 5
    troubles = [look for look in day.looks if look.trouble]
    assert troubles
    assert all(len(look.threads) == 1 for look in troubles)
    assert len(troubles) < 8


def test_a_board_that_stays_down_ends_the_watch_long_after_the_end(path: Path) -> None:
    day = Day(FakeBoard(posts(5)), path, {60: lambda _: setattr(day, "down", True)})
    with pytest.raises(Trouble, match="没有回音"):
        day.watch(10)
    assert day.moment > NINE + timedelta(minutes=40)


@pytest.mark.parametrize("code", ["gone", "permission", "login"])
def test_what_is_refused_for_good_at_once_is_not_waited_for(path: Path, code: str) -> None:
    day = Day(FakeBoard(posts(5)), path)

    def refuse(edits: bool) -> Threads:
        raise Trouble(code, "不行")

    day.ask = refuse  # type: ignore[method-assign]
    with pytest.raises(Trouble):
        day.watch(10)
    assert not day.pauses


def test_once_does_not_wait(path: Path) -> None:
    day = Day(FakeBoard(posts(5)), path)
    day.down = True
    with pytest.raises(Trouble):
        day.watch(None, once=True)
    assert not day.pauses


@given(
    st.integers(0, 86_400),
    st.one_of(st.none(), st.integers(0, 90_000)),
    st.one_of(st.none(), st.integers(0, 86_400)),
    st.floats(0.1, 30),
)
def test_never_quicker_than_allowed_and_never_past_the_end(
    now: int, until: int | None, stirred: int | None, least: float
) -> None:
    moment = NINE + timedelta(seconds=now)
    end = None if until is None else moment + timedelta(seconds=until)
    last = None if stirred is None else moment - timedelta(seconds=stirred)
    pause = pause_after(moment, Pace(end, timedelta(seconds=least)), last)
    assert pause >= timedelta(seconds=least)
    assert pause <= timedelta(minutes=10)
    if end is not None:
        assert moment + pause <= max(end + timedelta(seconds=2), moment + timedelta(seconds=least))


def test_quicker_towards_the_end() -> None:
    pauses = [
        pause_after(NINE, Pace(NINE + timedelta(minutes=left)), NINE - timedelta(minutes=5))
        for left in (600, 120, 30, 8, 1)
    ]
    assert pauses == sorted(pauses, reverse=True)
    assert pauses[0] > pauses[-1]
    assert backing_off(1, Pace(None)) < backing_off(4, Pace(None)) <= timedelta(minutes=10)


def test_posts_of_the_last_minutes(path: Path) -> None:
    (thread,) = Day(FakeBoard(posts(30)), path).ask(False)
    closes = START + timedelta(minutes=20)
    assert [post.floor for post in in_last_minutes(thread.posts, closes)] == [16, 17, 18, 19, 20, 21]
    assert in_last_minutes(thread.posts, None) == ()
