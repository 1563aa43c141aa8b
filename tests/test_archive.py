"""The archive: what goes in comes out, nothing is lost or doubled, and its file misbehaving is told in words."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsers.pages import Page
from parsers.posts import Comment, Edit, Post, Stamp, Thread, ThreadPage
from scraper.archive import Archive, counted, find, kept_pages, kept_thread, moment
from scraper.archive.grams import grams
from scraper.archive.ledger import RulingRow, StageRow, keep_game, keep_tally
from scraper.archive.schema import VERSION
from scraper.archive.scrub import scrub, scrub_address
from scraper.trouble import Trouble

THREAD = Thread("discuz", "http://bbs.test/", "5", "http://bbs.test/thread-5")
NINE = datetime(2009, 3, 10, 21, 0)
SEEN = "2009-03-10T13:00:00Z"
LATER = "2009-03-10T14:00:00Z"


def post(pid: str = "11", floor: int | None = 1, text: str = "投乙", **more: object) -> Post:
    made = Post("discuz", THREAD.url, pid, floor, "甲", "3", Stamp(NINE), text, url=f"{THREAD.url}?page=1#pid{pid}")
    return replace(made, **more)  # type: ignore[arg-type]


def page(*posts: Post, number: int = 1, total: int = 1) -> ThreadPage:
    return ThreadPage(THREAD, "第一天", number, total, posts)


def kept(path: Path) -> tuple[Post, ...]:
    with Archive(path) as archive:
        found = kept_thread(archive, THREAD)
    assert found is not None
    return found.posts


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "archive.db"


words = st.text(st.characters(codec="utf-8"), max_size=12)
stamps = st.one_of(
    st.none(),
    st.builds(
        Stamp,
        st.datetimes(datetime(1970, 1, 2), datetime(2030, 1, 1)).map(lambda when: when.replace(microsecond=0)),
        st.sampled_from(["second", "minute", "day", "rough"]),
    ),
)
some_words = st.lists(words, max_size=2).map(tuple)
any_post = st.builds(
    Post,
    st.just("discuz"),
    st.just(THREAD.url),
    st.from_regex(r"[0-9]{1,9}|tpc", fullmatch=True),
    st.one_of(st.none(), st.integers(0, 10_000)),
    words,
    st.one_of(st.none(), st.from_regex(r"[0-9]{1,6}", fullmatch=True)),
    stamps,
    words,
    st.one_of(st.none(), st.builds(Edit, st.one_of(st.none(), words.filter(bool)), stamps)),
    some_words,
    some_words,
    st.booleans(),
    st.lists(st.builds(Comment, words, stamps, words), max_size=2).map(tuple),
    some_words,
    st.integers(1, 300),
    words,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(any_post, min_size=1, max_size=4, unique_by=lambda post: post.pid))
def test_what_goes_in_comes_out(tmp_path_factory: pytest.TempPathFactory, posts: list[Post]) -> None:
    path = tmp_path_factory.getbasetemp() / "same.db"
    with Archive(path) as archive:
        archive.db.executescript("DELETE FROM pages; DELETE FROM versions; DELETE FROM posts; DELETE FROM threads;")
        archive.keep_page(page(*posts), None, SEEN)
        found = kept_thread(archive, THREAD)
    assert found is not None
    assert {one.pid: one for one in found.posts} == {one.pid: one for one in posts}


def test_the_file_is_the_owners_alone(path: Path) -> None:
    with Archive(path) as archive:
        archive.keep_page(page(post()), None, SEEN)
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_only_what_changes_in_the_words_is_a_version(path: Path) -> None:
    with Archive(path) as archive:
        archive.keep_page(page(post("10"), post("11", 2)), None, SEEN)
        archive.keep_page(page(post("11", 1)), None, LATER)
        assert counted(archive, THREAD).rewordings == 0
        archive.keep_page(page(post("11", 1, "投丙", edited=Edit("甲", Stamp(NINE)))), None, LATER)
        archive.keep_page(page(post("11", 1, "投丙", edited=Edit("甲", Stamp(NINE)))), None, LATER)
        assert counted(archive, THREAD).rewordings == 1
        found = kept_thread(archive, THREAD)
    assert found is not None
    assert [(one.text, one.floor) for one, _ in found.versions["11"]] == [("投乙", 1), ("投丙", 1)]


def test_an_older_copy_that_turns_up_later_is_the_earlier_wording(path: Path) -> None:
    with Archive(path) as archive:
        archive.keep_page(page(post(text="投丙"), total=3), None, LATER)
        archive.keep_page(page(post(text="投乙"), post("12", 2), total=1), None, SEEN)
        found = kept_thread(archive, THREAD)
        assert kept_pages(archive, THREAD)[0] == {1: (("11", 1),)}
    assert found is not None
    assert found.posts[0].text == "投丙"
    assert [(one.text, when) for one, when in found.versions["11"]] == [("投乙", SEEN), ("投丙", LATER)]
    assert found.total == 3


def test_the_view_of_edits(path: Path) -> None:
    with Archive(path) as archive:
        archive.keep_page(page(post("10"), post("11", 2)), None, SEEN)
        archive.keep_page(page(post("11", 2, "投丙")), None, LATER)
        archive.finish(THREAD, {1: (("11", 2),)}, 1, True, LATER)
        rows = archive.db.execute("SELECT pid, before, after, seen, deleted FROM edits ORDER BY pid").fetchall()
    assert rows == [("10", "投乙", None, LATER, 1), ("11", "投乙", "投丙", LATER, 0)]


def test_a_rough_time_gives_way_and_never_comes_back(path: Path) -> None:
    rough = Stamp(NINE + timedelta(minutes=20), "rough")
    with Archive(path) as archive:
        for time in (rough, Stamp(NINE), rough):
            archive.keep_page(page(post(time=time)), None, SEEN)
        found = kept_thread(archive, THREAD)
    assert found is not None
    assert found.posts[0].time == Stamp(NINE)


def test_a_fetch_is_kept_with_its_bytes_and_the_same_bytes_once(path: Path) -> None:
    import zlib

    with Archive(path) as archive:
        for _ in range(2):
            got = Page(THREAD.url, b"", "text/html", 200, datetime(2009, 3, 10, tzinfo=UTC))
            archive.keep_page(page(post()), archive.keep_fetch(got, b"<html>" * 100), SEEN)
        rows = archive.db.execute("SELECT address, fetched, status, page, body FROM fetches JOIN bodies USING (digest)")
        first, second = rows.fetchall()
        assert first == second
        assert zlib.decompress(first[-1]) == b"<html>" * 100
        assert archive.db.execute("SELECT count(*) FROM bodies").fetchone() == (1,)
        assert find(archive, THREAD.url) == THREAD
        assert find(archive, "5") == THREAD
        assert find(archive, "6") is None


def test_two_runs_at_once(path: Path) -> None:
    """Several programs create, migrate and fill one new file together; every post is there once."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[2])\n"
        "from tests.test_archive import Archive, page, post\n"
        "from pathlib import Path\n"
        "with Archive(Path(sys.argv[1])) as archive:\n"
        "    for n in range(30):\n"
        "        posts = [post(str(n * 3 + k), n * 3 + k) for k in range(3)]\n"
        "        archive.keep_page(page(*posts), None, '2009-03-10T13:00:00Z')\n"
    )
    root = str(Path(__file__).resolve().parent.parent)
    runs = [subprocess.Popen([sys.executable, "-c", script, str(path), root]) for _ in range(3)]
    assert [run.wait() for run in runs] == [0, 0, 0]
    assert len(kept(path)) == 90
    with Archive(path) as archive:
        assert archive.db.execute("SELECT count(*) FROM versions").fetchone() == (90,)
        assert archive.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_reading_an_archive_needs_no_sqlite_utils(path: Path) -> None:
    Archive(path).close()
    root = str(Path(__file__).resolve().parent.parent)
    script = (
        "import sys; sys.path.insert(0, sys.argv[2])\nfrom scraper.archive import Archive\n"
        "Archive(sys.argv[1], read_only=True).close(); Archive(sys.argv[1]).close()\n"
        "assert not {'sqlite_utils', 'httpx', 'selectolax', 'platformdirs'} & set(sys.modules), sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", script, str(path), root], check=True)


def test_a_file_that_is_no_archive(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.db"
    wrong.write_bytes(b"not a database, but long enough to be looked at" * 30)
    for read_only in (True, False):
        with pytest.raises(Trouble, match="不是存档") as stop:
            Archive(wrong, read_only=read_only)
        assert stop.value.status == 1


def test_an_archive_of_a_later_version(path: Path) -> None:
    with Archive(path) as archive:
        archive.db.execute(f"PRAGMA user_version={VERSION + 1}")
    with pytest.raises(Trouble, match="更新版本"):
        Archive(path)


def test_a_damaged_file(path: Path) -> None:
    with Archive(path) as archive:
        for n in range(200):
            archive.keep_page(page(post(str(n), n, "投乙" * 300)), None, SEEN)
        archive.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek(4096 * 2)
        file.write(os.urandom(path.stat().st_size - 4096 * 2))
    with pytest.raises(Trouble, match=r"损坏|出错"), Archive(path, read_only=True) as archive:
        kept_thread(archive, THREAD)


def test_a_locked_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Archive(path).close()
    monkeypatch.setattr("scraper.archive.store.BUSY_SECONDS", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with Archive(path) as archive, pytest.raises(Trouble, match="占着"):
        archive.keep_page(page(post()), None, SEEN)
    other.execute("ROLLBACK")
    other.close()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(Trouble, match="用不了") as stop:
        Archive(tmp_path / "file" / "archive.db")
    assert stop.value.status == 1


def test_a_full_disk_loses_only_the_page_in_hand(path: Path) -> None:
    with Archive(path) as archive:
        archive.keep_page(page(post()), None, SEEN)
        archive.db.execute(f"PRAGMA max_page_count={archive.db.execute('PRAGMA page_count').fetchone()[0]}")
        with pytest.raises(Trouble, match="磁盘满"):
            archive.keep_page(page(*[post(str(n), n, "投乙" * 500) for n in range(20, 60)]), None, SEEN)
    assert [one.pid for one in kept(path)] == ["11"]


def test_a_game_and_its_tallies(path: Path) -> None:
    report = {
        "rules": "plain",
        "stage": {"id": "D1"},
        "as_of": "x",
        "final": True,
        "outcome": {"kind": "top", "players": ["乙"]},
        "tally": [{"player": "乙", "votes": 2, "voters": ["甲", "丙"]}],
        "ballots": [{"voter": "甲", "targets": ["乙"], "kind": "vote", "post": {"floor": 2}, "quote": "投乙"}],
    }
    with Archive(path) as archive:
        archive.keep_page(page(post()), None, SEEN)
        for _ in range(2):
            number = keep_game(
                archive,
                "一局",
                "plain",
                "Asia/Shanghai",
                [StageRow("D1", "vote", 1, NINE, None)],
                [(THREAD.url, "vote")],
                [RulingRow("none", post="11", why="没看清")],
            )
        assert keep_tally(archive, report, "1", "a", number)
        assert not keep_tally(archive, {**report, "as_of": "y"}, "1", "a", number)
        assert keep_tally(archive, report, "2", "a", number)
        count = {name: archive.db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in
                 ("games", "stages", "rulings", "game_threads", "tallies", "ballots", "edits")}  # fmt: skip
        assert count == {
            "games": 1,
            "stages": 1,
            "rulings": 1,
            "game_threads": 1,
            "tallies": 2,
            "ballots": 2,
            "edits": 0,
        }
        assert archive.db.execute("SELECT voters FROM tallies").fetchone() == ("甲、丙",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("投票乙", "投票 票乙 乙"),
        ("投 A君，foxMR6号", "投 a 君 foxmr6 号"),
        ("乙", "乙"),
        ("", ""),
    ],
)
def test_words_of_the_index(text: str, words: str) -> None:
    assert grams(text) == words


@pytest.mark.parametrize("charset", ["utf-8", "gbk"])
@pytest.mark.parametrize(
    ("html", "secret"),
    [
        ('<input type="hidden" name="formhash" value="1f2e3d4c" />', "1f2e3d4c"),
        ('<a href="member.php?action=logout&amp;formhash=1f2e3d4c">退出</a>', "1f2e3d4c"),
        ("<script>var verifyhash = '1f2e3d4c', discuz_uid = '4711';</script>", "4711"),
        ('<div id="um"><p><strong class="vwmy"><a href="home.php?uid=2" title="x">张三法官</a></strong>', "张三法官"),
        ('<cite><a href="space.php?uid=1" class="noborder">张三法官</a></cite>', "张三法官"),
        ("<p>您好, <b>张三法官</b> 退出</p>", "张三法官"),
        ("<script>var winduid = '12', windid = '张三法官';</script>", "张三法官"),
    ],
)
def test_the_readers_own_traces_are_not_kept(html: str, secret: str, charset: str) -> None:
    posts = '<div id="postlist"><div id="post_1">张三法官说：formhash 是什么？</div></div>'
    body = f"<html>{html}{posts}</html>".encode(charset)
    cleaned = scrub(body)
    assert len(cleaned) == len(body)
    assert secret.encode(charset) not in cleaned.partition(b"postlist")[0]
    assert posts.encode(charset) in cleaned


def test_addresses_keep_no_session() -> None:
    assert scrub_address("http://a.test/read.php?tid=1&sid=AbC&page=2") == "http://a.test/read.php?tid=1&sid=&page=2"


def test_moments_sort_as_text() -> None:
    assert moment(datetime(2009, 3, 10, 21, tzinfo=UTC)) == "2009-03-10T21:00:00Z"
