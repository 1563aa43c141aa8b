"""Words in the archive: Chinese of any length, filters, order, what is shown of a hit."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsers.posts import Post, Stamp, Thread, ThreadPage
from scraper.archive import Archive
from scraper.archive.ledger import StageRow, keep_game
from scraper.archive.search import Wanted, excerpt, search

START = datetime(2009, 3, 10, 21, 0)


def post(number: int, text: str, author: str = "甲", tid: str = "1") -> Post:
    url = f"http://a.test/{tid}"
    when = Stamp(START + timedelta(minutes=number))
    return Post("fake", url, f"{tid}{number:05}", number, author, None, when, text, url=f"{url}#{tid}{number:05}")


def keep(archive: Archive, *posts: Post, tid: str = "1", seen: str = "2009-03-10T13:00:00Z") -> None:
    thread = Thread("fake", "http://a.test/", tid, f"http://a.test/{tid}")
    archive.keep_page(ThreadPage(thread, f"第{tid}局", 1, 1, posts), None, seen)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(tmp_path / "a.db") as opened:
        keep(opened, *[post(900 + n, f"水帖{n}号，路过") for n in range(400)], tid="9")
        yield opened


def found(archive: Archive, words: str, **more: object) -> list[str]:
    return [hit.snippet for hit in search(archive, Wanted(words, **more))]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        ("狼人", ["我看他是狼人无疑"]),
        ("狼", ["我看他是狼人无疑", "独狼"]),
        ("疑", ["我看他是狼人无疑"]),  # one character, at the end
        ("是狼人", ["我看他是狼人无疑"]),
        ("人狼", []),
        ("foxMR", ["投 FoxMR6"]),
        ("投 6号", ["投玩家6号"]),
        ("投，6号", ["投玩家6号"]),
        ("人 看", ["我看他是狼人无疑"]),  # all of several, in whatever order
        ("！？", []),
        ("", []),
        ('"狼" OR *', []),
    ],
)
def test_words_of_any_length(archive: Archive, words: str, texts: list[str]) -> None:
    keep(archive, post(1, "我看他是狼人无疑"), post(2, "独狼"), post(3, "投 FoxMR6"), post(4, "投玩家6号"))
    assert sorted(found(archive, words)) == sorted(texts)


def test_best_first_where_rare_newest_first_where_common(archive: Archive) -> None:
    keep(archive, post(1, "遗言"), post(2, "关于遗言的一点想法，写得很长很长，一直写下去"), post(3, "遗言"))
    assert found(archive, "遗言")[:2] == ["遗言", "遗言"]
    assert [hit.floor for hit in search(archive, Wanted("遗言"))] == [3, 1, 2]
    assert [hit.floor for hit in search(archive, Wanted("路过", limit=3))] == [1299, 1298, 1297]


def test_by_author_time_game_and_stage(archive: Archive) -> None:
    keep(archive, *[post(n, "投乙", "甲" if n % 2 else "丙") for n in range(1, 9)])
    keep(archive, post(1, "投乙", tid="2"), tid="2")
    title, stage = "一局", StageRow("D1", "vote", 1, START + timedelta(minutes=3), START + timedelta(minutes=5))
    keep_game(archive, title, "plain", "Asia/Shanghai", [stage], [("http://a.test/1", "vote")])

    def floors(**more: object) -> set[tuple[str, int | None]]:
        return {(hit.thread[-1], hit.floor) for hit in search(archive, Wanted("投乙", **more))}  # type: ignore[arg-type]

    assert floors(author="丙") == {("1", 2), ("1", 4), ("1", 6), ("1", 8)}
    assert floors(since=START + timedelta(minutes=7)) == {("1", 7), ("1", 8)}
    assert floors(until=START + timedelta(minutes=1)) == {("1", 1), ("2", 1)}
    assert len(floors(game="一局")) == 8
    assert floors(game="一局", stage="D1") == {("1", 3), ("1", 4), ("1", 5)}
    assert floors(game="没有这局") == set()
    assert len(search(archive, Wanted("投乙", limit=2))) == 2


def test_an_older_wording_is_found_and_marked(archive: Archive) -> None:
    keep(archive, post(1, "投小白兔"))
    keep(archive, post(1, "投老猫"), seen="2009-03-10T14:00:00Z")
    (hit,) = search(archive, Wanted("小白兔"))
    assert hit.old
    assert not search(archive, Wanted("老猫"))[0].old


def test_a_snippet_shows_the_first_hit_and_marks_all() -> None:
    text = "开头" * 40 + "\n投乙，再说一遍投乙" + "结尾" * 60
    snippet, marks = excerpt(text, "投乙")
    assert [snippet[start:end] for start, end in marks] == ["投乙", "投乙"]
    assert snippet.startswith("…")
    assert snippet.endswith("…")
    assert "\n" not in snippet


letters = st.text(st.sampled_from("狼人投票乙丙a1 ，"), max_size=10)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(letters, min_size=1, max_size=5),
    word=st.text(st.sampled_from("狼人投票乙丙"), min_size=1, max_size=4),
)
def test_what_holds_the_word_is_found_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], word: str
) -> None:
    """The law: Han words are found exactly where the text holds them."""
    with Archive(tmp_path_factory.getbasetemp() / "law.db") as archive:
        tid = str(archive.db.execute("SELECT count(*) FROM threads").fetchone()[0] + 1)
        keep(archive, *[post(number, text, tid=tid) for number, text in enumerate(texts)], tid=tid)
        hits = search(archive, Wanted(word, limit=10_000))
    got = {hit.floor for hit in hits if hit.thread == f"http://a.test/{tid}"}
    assert got == {number for number, text in enumerate(texts) if word in text}
