"""From sources to threads through the archive: what is asked for, what is kept, what the rules are given."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scraper.gather import gather
from scraper.threads import GatherSettings, WalkedThread
from scraper.trouble import Trouble
from tests.support.fake_board import BOARDS, START, FakeBoard, FakePost, posts

ADDRESS = "http://board.test/t?tid=7"
ZONE = ZoneInfo("Asia/Shanghai")


def ask(board: FakeBoard | None, archive: Path, source: str = ADDRESS, **options: object) -> WalkedThread:
    client = None if board is None else (lambda: board)
    settings = GatherSettings(ZONE, archive, client=client, **options)  # type: ignore[arg-type]
    (thread,) = gather([source], BOARDS, settings).threads
    return thread


def seen(thread: WalkedThread) -> list[tuple[str, int | None, str]]:
    return [(post.pid, post.floor, post.text) for post in thread.posts]


def gone(thread: WalkedThread) -> list[str]:
    assert {change.before.pid for change in thread.changes if change.deleted} <= set(thread.history)
    return [change.before.pid for change in thread.changes if change.deleted]


def truth(board: FakeBoard) -> list[tuple[str, int, str]]:
    return [(str(post.pid), floor, post.text) for floor, post in board.numbered()]


def fresh(board: FakeBoard) -> FakeBoard:
    """The board as it is now, with nothing more to happen."""
    return FakeBoard(board.posts, board.size, keeps_holes=board.keeps_holes, floors=board.floors, sticky=board.sticky)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


def test_a_thread_and_the_same_offline(archive: Path) -> None:
    board = FakeBoard(posts(10))
    online = ask(board, archive)
    assert seen(online) == truth(board)
    offline = ask(None, archive, offline=True)
    assert offline.posts == online.posts
    assert ask(None, archive, "7", offline=True).posts == online.posts


def test_a_second_look_at_an_unchanged_thread_asks_for_one_page(archive: Path) -> None:
    board = FakeBoard(posts(300))
    ask(board, archive)
    board.asked.clear()
    again = ask(board, archive)
    assert seen(again) == truth(board)
    assert len(board.asked) == 1


@pytest.mark.parametrize("more", [1, 2, 3, 7])
def test_only_new_pages_of_a_thread_that_has_grown(archive: Path, more: int) -> None:
    board = FakeBoard(posts(61))
    ask(board, archive)
    board.asked.clear()
    board.add(*posts(more, 500))
    assert seen(ask(board, archive)) == truth(board)
    assert len(board.asked) <= 6


@pytest.mark.parametrize("pid", [101, 105, 109, 110])
@pytest.mark.parametrize("keeps_holes", [False, True])
def test_a_deletion_is_noticed_and_the_post_kept(archive: Path, pid: int, keeps_holes: bool) -> None:
    board = FakeBoard(posts(10), keeps_holes=keeps_holes)
    ask(board, archive)
    board.delete(pid)
    again = ask(board, archive, refresh=keeps_holes)
    assert seen(again) == truth(board)
    assert gone(again) == [str(pid)]


def test_a_post_that_comes_back_is_no_longer_deleted(archive: Path) -> None:
    board = FakeBoard(posts(8))
    ask(board, archive)
    everything = list(board.posts)
    board.delete(104)
    assert gone(ask(board, archive)) == ["104"]
    board.posts = everything
    thread = ask(board, archive)
    assert "104" in [post.pid for post in thread.posts]
    assert not gone(thread)
    assert not thread.history


def test_every_wording_is_kept_oldest_first(archive: Path) -> None:
    board = FakeBoard(posts(8))
    ask(board, archive)
    board.edit(108, "改投丙")
    ask(board, archive)
    board.edit(108, "改投丁")
    thread = ask(board, archive)
    assert [post.text for post in thread.history["108"]] == [posts(8)[7].text, "改投丙", "改投丁"]
    assert thread.posts[-1].text == "改投丁"
    assert list(thread.history) == ["108"]
    assert ask(None, archive, offline=True).history == thread.history


def window(first: int, last: int) -> tuple[datetime, datetime]:
    return START + timedelta(minutes=first), START + timedelta(minutes=last)


def test_pages_of_an_open_stage_are_asked_for_again(archive: Path) -> None:
    board = FakeBoard(posts(90))
    board.clock = datetime.fromisoformat("2009-03-10T21:30:00+08:00")
    ask(board, archive)
    board.asked.clear()
    board.edit(131, "改投丙")
    thread = ask(board, archive, window=window(30, 80))
    assert thread.history["131"]
    assert len(board.asked) <= 19
    assert "page=3" not in " ".join(board.asked).split("page=30")[0].split()


def test_after_the_close_only_the_last_page_is_asked_for(archive: Path) -> None:
    board = FakeBoard(posts(90))
    board.clock = datetime.fromisoformat("2009-03-11T21:30:00+08:00")
    ask(board, archive)
    board.asked.clear()
    assert seen(ask(board, archive, window=window(30, 80))) == truth(board)
    assert board.asked == [f"{ADDRESS}&page=30"]


def test_refresh_asks_for_everything(archive: Path) -> None:
    board = FakeBoard(posts(10))
    ask(board, archive)
    board.edit(102, "投丙")
    board.asked.clear()
    assert seen(ask(board, archive, refresh=True)) == truth(board)
    assert len(board.asked) >= 4


def test_a_message_page_is_the_end_by_name_and_nothing_is_lost(archive: Path) -> None:
    board = FakeBoard(posts(20), says={4: "抱歉，您没有权限访问该版块"})
    with pytest.raises(Trouble, match="第 5 页") as stop:
        ask(board, archive)
    assert stop.value.status == 4
    with pytest.raises(Trouble, match="缺第"):
        ask(None, archive, offline=True)
    before = len(board.asked)
    assert seen(ask(board, archive)) == truth(board)
    assert len(board.asked) - before < 9


@pytest.mark.parametrize("broken", range(1, 12))
def test_broken_off_anywhere_the_next_run_goes_on(archive: Path, broken: int) -> None:
    """Also where the thread was changing: what was read before the break is never taken for more than it is."""
    board = FakeBoard(posts(14))
    ask(board, archive)
    board.delete(104)
    board.add(*posts(3, 300))
    stop = len(board.asked) + broken

    def cut(_: FakeBoard) -> None:
        raise KeyboardInterrupt

    board.changes[stop] = cut
    try:
        ask(board, archive)
    except KeyboardInterrupt:
        board.changes.clear()
        ask(board, archive)
    thread = ask(None, archive, offline=True)
    assert seen(thread) == truth(board)
    assert gone(thread) == ["104"]


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_incremental_equals_full(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """The law: however a thread changed between runs, a run on an old archive gives what a first run gives."""
    folder = tmp_path_factory.mktemp("law")
    board = FakeBoard(posts(data.draw(st.integers(1, 12))), data.draw(st.integers(1, 4)))
    next_pid = 500
    for _ in range(data.draw(st.integers(1, 3))):
        ask(board, folder / "old.db")
        board.size = data.draw(st.one_of(st.just(board.size), st.integers(1, 4)))
        for _ in range(data.draw(st.integers(0, 3))):
            if data.draw(st.booleans()) and len(board.posts) > 1:
                board.delete(data.draw(st.sampled_from([post.pid for post in board.posts])))
            else:
                next_pid += 1
                board.add(FakePost(next_pid, minute=next_pid))
    old, new = ask(board, folder / "old.db"), ask(fresh(board), folder / "new.db")
    assert seen(old) == seen(new) == truth(board)
    assert [(post.page, post.url) for post in old.posts] == [(post.page, post.url) for post in new.posts]


def test_another_page_size_between_runs_does_no_harm(archive: Path) -> None:
    board = FakeBoard(posts(20))
    ask(board, archive)
    for size in (7, 2, 4, 3, 5, 20, 1):
        board.size = size
        thread = ask(board, archive)
        assert seen(thread) == truth(board)
        assert not gone(thread)


@pytest.mark.parametrize(("count", "before", "now"), [(4, 2, 3), (6, 3, 4), (9, 3, 4)])
def test_more_posts_on_a_page_than_before_leave_none_out(archive: Path, count: int, before: int, now: int) -> None:
    """The last page then begins later than it did, as if its first posts had been deleted."""
    board = FakeBoard(posts(count), before)
    ask(board, archive)
    board.size = now
    thread = ask(board, archive)
    assert seen(thread) == truth(board)
    assert not gone(thread)


def test_a_view_gives_way_to_the_whole_thread(archive: Path) -> None:
    board = FakeBoard(posts(9))
    thread = ask(board, archive, f"{ADDRESS}&author=3")
    assert seen(thread) == truth(board)
    assert not [url for url in board.asked if "author" in url]


@pytest.mark.parametrize(
    ("source", "status"),
    [
        ("ftp://board.test/t?tid=7", 2),
        ("没有这个文件.html", 2),
        ("http://board.test/index", 2),
        ("999", 2),
    ],
)
def test_what_is_no_source(archive: Path, source: str, status: int) -> None:
    board = FakeBoard(posts(3), says={1: "x"})
    ask(FakeBoard(posts(3)), archive)
    with pytest.raises(Trouble) as stop:
        ask(board, archive, source)
    assert stop.value.status in (status, 4 if "index" in source else status)


def test_offline_knows_only_the_archive(archive: Path) -> None:
    with pytest.raises(Trouble, match="没有存档") as stop:
        ask(None, archive, offline=True)
    assert stop.value.status == 4
    ask(FakeBoard(posts(3)), archive)
    with pytest.raises(Trouble, match="没有这个帖子"):
        ask(None, archive, "http://board.test/t?tid=8", offline=True)


def test_a_thread_named_twice_is_there_once(archive: Path) -> None:
    board = FakeBoard(posts(4))
    settings = GatherSettings(ZONE, archive, client=lambda: board)
    assert len(gather([ADDRESS, f"{ADDRESS}&page=2"], BOARDS, settings).threads) == 1


def test_progress_is_told(archive: Path) -> None:
    told: list[tuple[int, int]] = []
    progress: Callable[[int, int], None] = lambda number, total: told.append((number, total))  # noqa: E731  (a callback)
    ask(FakeBoard(posts(7)), archive, progress=progress)
    assert (1, 3) in told
    assert (3, 3) in told
