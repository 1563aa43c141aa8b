"""Walking a thread: whole and free of doubles, whatever happens to it meanwhile."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.pages import Clock
from parsers.posts import Post, ThreadPage
from scraper.trouble import Trouble
from scraper.walk import Walked, floor_gaps, merged, moved, posting_order, walk
from tests.support.fake_board import BOARDS, FakeBoard, FakePost, page_address, posts, read

ADDRESS = "http://board.test/t?tid=7"


def walked(board: FakeBoard, start: str = ADDRESS) -> tuple[Walked, tuple[Post, ...]]:
    """A walk from a pasted address, and the posts still standing at its end, in posting order."""
    pages: list[ThreadPage] = []

    def look(url: str, number: int | None = None) -> ThreadPage:
        found = read(board.get(url), Clock(None))  # type: ignore[arg-type]
        assert isinstance(found, ThreadPage)
        return found

    done = walk(look(start), look, page_address, lambda page, *_: pages.append(page))
    standing = {pid for shape in done.shapes.values() for pid, _ in shape}
    return done, tuple(post for post in merged(pages) if post.pid in standing)


def truth(board: FakeBoard) -> list[tuple[str, int]]:
    return [(str(post.pid), floor) for floor, post in board.numbered()]


def seen(found: tuple[Post, ...]) -> list[tuple[str, int | None]]:
    return [(post.pid, post.floor) for post in found]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6, 7, 20])
def test_all_pages_of_a_quiet_thread(count: int) -> None:
    board = FakeBoard(posts(count))
    done, found = walked(board)
    assert seen(found) == truth(board)
    assert done.settled
    assert len(board.asked) <= done.total + 2


@pytest.mark.parametrize("page", ["1", "2", "4", "7", "99"])
def test_from_whatever_page_is_pasted(page: str) -> None:
    board = FakeBoard(posts(20))
    assert seen(walked(board, f"{ADDRESS}&page={page}")[1]) == truth(board)


@pytest.mark.parametrize("past_end", ["last", "first"])
def test_an_address_past_the_end_gives_a_page_again(past_end: str) -> None:
    board = FakeBoard(posts(10), past_end=past_end)
    done, found = walked(board, f"{ADDRESS}&page=50")
    assert seen(found) == truth(board)
    assert len(board.asked) <= done.total + 3


def test_an_empty_page_is_no_end() -> None:
    board = FakeBoard(posts(12), keeps_holes=True)
    for pid in (104, 105, 106):
        board.delete(pid)
    done, found = walked(board)
    assert seen(found) == truth(board)
    assert done.shapes[2] == ()
    assert floor_gaps(found) == (4, 5, 6)


def test_sticky_replies_count_once() -> None:
    board = FakeBoard(posts(14), sticky=[108, 113])
    found = walked(board)[1]
    assert seen(found) == truth(board)
    assert {post.pid: post.page for post in found}["108"] == 3


def test_newest_first() -> None:
    board = FakeBoard(posts(14), newest_first=True)
    assert seen(walked(board)[1]) == truth(board)


@pytest.mark.parametrize("request_number", range(1, 12))
def test_a_thread_that_grows_while_it_is_walked(request_number: int) -> None:
    board = FakeBoard(posts(14), changes={request_number: lambda board: board.add(*posts(4, 200))})
    found = seen(walked(board)[1])
    assert found[:14] == truth(board)[:14]
    assert len(found) == len(set(found))
    if request_number <= 5:
        assert found == truth(board)


@pytest.mark.parametrize("keeps_holes", [False, True])
@pytest.mark.parametrize("pid", [101, 102, 103, 104, 107, 113, 114])
@pytest.mark.parametrize("request_number", range(1, 9))
def test_a_post_deleted_while_the_thread_is_walked(request_number: int, pid: int, keeps_holes: bool) -> None:
    """Whatever is deleted at whatever moment: every other post is there, once, and floors are those of the end."""
    board = FakeBoard(posts(14), changes={request_number: lambda board: board.delete(pid)}, keeps_holes=keeps_holes)
    found = seen(walked(board)[1])
    wanted = truth(board)
    assert [row for row in found if row[0] != str(pid)] == wanted or found == truth(FakeBoard(posts(14)))
    assert {row[0] for row in found} >= {row[0] for row in wanted}


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_post_that_stands_throughout_is_ever_missed(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 4))
    board = FakeBoard(posts(data.draw(st.integers(1, 15))), size, keeps_holes=data.draw(st.booleans()))
    victims = data.draw(st.lists(st.sampled_from([post.pid for post in board.posts]), max_size=3, unique=True))

    def change(pid: int) -> Callable[[FakeBoard], None]:
        return lambda board: board.delete(pid) if len(board.posts) > 1 else None

    for pid in victims:
        board.changes[data.draw(st.integers(1, 9))] = change(pid)
    board.changes[data.draw(st.integers(10, 12))] = lambda board: board.add(FakePost(900, minute=90))
    done, found = walked(board)
    always = {str(post.pid) for post in board.posts if post.pid != 900}
    assert always <= {post.pid for post in found}
    assert len(found) == len({post.pid for post in found})
    assert len(board.asked) <= 6 * done.total + 12


def test_a_page_that_never_comes_stops_the_walk_by_name() -> None:
    board = FakeBoard(posts(14))
    stubborn = board.get

    def get(url: str):  # type: ignore[no-untyped-def]
        return stubborn(url.replace("page=3", "page=2"))

    board.get = get  # type: ignore[method-assign]
    with pytest.raises(Trouble, match="第 3 页") as stop:
        walked(board)
    assert stop.value.status == 4


def test_a_paginator_that_counts_too_many_pages_ends_with_the_repeated_one() -> None:
    board = FakeBoard(posts(6))
    plain = read

    def look(url: str, number: int | None = None) -> ThreadPage:
        page = plain(board.get(url), Clock(None))  # type: ignore[arg-type]
        assert isinstance(page, ThreadPage)
        asked = int(url.partition("page=")[2] or 1)
        return ThreadPage(page.thread, page.title, asked, asked + 1, page.posts)

    pages: list[ThreadPage] = []
    done = walk(look(ADDRESS), look, page_address, lambda page, *_: pages.append(page))
    assert done.total == 2
    assert len(board.asked) < 10


def test_a_view_without_plain_addresses_is_walked_by_its_own_links() -> None:
    """A print view links its pages; nobody can make up their addresses."""
    board = FakeBoard(posts(10))

    def look(url: str, number: int | None = None) -> ThreadPage:
        page = read(board.get(url), Clock(None))  # type: ignore[arg-type]
        assert isinstance(page, ThreadPage)
        return replace(page, links={n: f"{ADDRESS}&page={n}" for n in range(1, page.total + 1)})

    def no_address(thread: object, number: int) -> str:
        raise Trouble("view", f"第 {number} 页没有网址可循")

    pages: list[ThreadPage] = []
    walk(look(ADDRESS), look, no_address, lambda page, *_: pages.append(page))
    assert seen(merged(pages)) == truth(board)


def test_a_page_of_another_thread_is_no_page_of_this() -> None:
    board = FakeBoard(posts(8), changes={2: lambda board: setattr(board, "tid", "8")})
    with pytest.raises(Trouble, match="另一个帖子"):
        walked(board)


def test_known_pages_are_not_asked_for_again() -> None:
    board = FakeBoard(posts(14))
    first = walked(board)[0]
    board.asked.clear()

    def look(url: str, number: int | None = None) -> ThreadPage:
        found = BOARDS.read(board.get(url), Clock(None))  # type: ignore[arg-type]
        assert isinstance(found, ThreadPage)
        return found

    last = look(f"{ADDRESS}&page=5")
    again = walk(last, look, page_address, lambda *_: None, first.shapes)
    assert again.shapes == first.shapes
    assert len(board.asked) == 1


@pytest.mark.parametrize(
    ("before", "now", "verdict"),
    [
        ([("1", 1), ("2", 2)], [("1", 1), ("2", 2), ("3", 3)], False),  # grown
        ([("1", 1), ("2", 2), ("3", 3)], [("1", 1), ("3", 3)], False),  # one gone, its floor left empty
        ([("1", 1), ("2", 2), ("3", 3)], [("1", 1), ("3", 2)], True),  # one gone, the rest moved up
        ([("1", 1), ("2", 2)], [("2", 1), ("3", 2)], True),
        ([("1", None), ("2", None)], [("2", None)], True),  # nothing tells whether it moved
    ],
)
def test_what_counts_as_moved(before: list[tuple[str, int]], now: list[tuple[str, int]], verdict: bool) -> None:
    assert moved(tuple(before), tuple(now)) is verdict


def _post(pid: str, floor: int | None, minute: int | None) -> Post:
    from datetime import timedelta

    from parsers.posts import Stamp
    from tests.support.fake_board import START

    time = Stamp(START + timedelta(minutes=minute)) if minute is not None else None
    return Post("fake", ADDRESS, pid, floor, "甲", None, time, "投乙")


@pytest.mark.parametrize(
    ("rows", "order"),
    [
        ([("5", 1, 0), ("9", 2, 9), ("7", 3, 3)], "5 9 7"),  # a time set back: the board's own order stands
        ([("5", 1, 0), ("9", 2, 9), ("8", 3, 8), ("7", 4, 7), ("6", 5, 6)], "5 6 7 8 9"),  # newest called floor 2
        ([("5", 1, 0), ("8", None, 4), ("6", 2, 3), ("9", 4, 6)], "5 6 8 9"),  # a recommended reply without number
        ([("5", None, 0), ("6", None, 1), ("7", None, 2)], "5 6 7"),
        ([("5", None, 0), ("9", None, 9), ("8", None, 8), ("7", None, 7)], "5 7 8 9"),
        ([("x", None, None), ("b", None, None), ("a", None, None)], "x b a"),  # nothing to go by
        ([("5", 1, 0), ("6", 2, 5), ("7", 2, 5)], "5 6 7"),  # a floor shown twice
    ],
)
def test_posting_order(rows: list[tuple[str, int | None, int | None]], order: str) -> None:
    assert " ".join(post.pid for post in posting_order(_post(*row) for row in rows)) == order


@given(st.integers(0, 10_000))
def test_posting_order_does_not_depend_on_the_order_given(seed: int) -> None:
    rows = [_post(str(100 + n), n, n * 2) for n in range(1, 12)]
    shuffled = rows[:]
    random.Random(seed).shuffle(shuffled)
    assert posting_order(shuffled) == tuple(rows)
