"""Proving an archive: what is complete is called so, and whatever is missing or damaged is named."""

from __future__ import annotations

from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from scraper.archive import Archive
from scraper.archive.verify import Proof, told, verify
from scraper.gather import gather
from scraper.threads import GatherSettings
from scraper.trouble import Trouble
from tests.support.fake_board import BOARDS, FakeBoard, posts

URL = "http://board.test/t?tid=7"


def archived(path: Path, board: FakeBoard, **options: object) -> None:
    settings = GatherSettings(ZoneInfo("Asia/Shanghai"), path, client=lambda: board, **options)  # type: ignore[arg-type]
    gather([URL], BOARDS, settings)


def proof(path: Path, *damage: str, url: str | None = None) -> Proof:
    with Archive(path) as archive:
        archive.db.execute("PRAGMA foreign_keys=OFF")
        for statement in damage:
            archive.db.execute(statement)
        return verify(archive, url)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.db"


def test_a_whole_thread(path: Path) -> None:
    archived(path, FakeBoard(posts(10)))
    found = proof(path)
    assert found.whole
    assert not found.findings
    assert (found.threads, found.pages, found.posts) == (1, 4, 10)
    assert told(found).endswith("完整")
    assert proof(path, url=URL).whole


def test_gaps_that_are_explained(path: Path) -> None:
    board = FakeBoard(posts(12), keeps_holes=True)
    board.delete(105)
    archived(path, board)
    board.delete(108)
    archived(path, board, refresh=True)
    found = proof(path)
    assert found.whole
    assert "8 楼后来被删，内容还在存档里" in told(found)
    assert "5 楼论坛上就没有" in told(found)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("DELETE FROM pages WHERE number = 2", "缺第 2 页(共 4 页)"),
        ("DELETE FROM versions WHERE id = 3", "没有内容：pid 103"),
        ("DELETE FROM posts WHERE pid = '104'", "却没有存下：pid 104"),
        ("UPDATE bodies SET body = zeroblob(10) WHERE rowid = 1", "指纹不符"),
        ("UPDATE threads SET moving = 1", "没读完"),
        ('UPDATE pages SET shown = \'[["110",10],["112",12]]\' WHERE number = 4', "却没有存下：pid 112"),
        ("INSERT INTO fetches (address, fetched, status, digest) VALUES ('x', 'x', 200, 'none')", "不存在的行"),
    ],
)
def test_what_is_missing_is_named(path: Path, damage: str, said: str) -> None:
    archived(path, FakeBoard(posts(10)))
    found = proof(path, damage)
    assert not found.whole
    assert said in told(found)
    assert "不完整" in told(found)


def test_a_walk_that_was_broken_off(path: Path) -> None:
    with pytest.raises(Trouble):
        archived(path, FakeBoard(posts(20), says={4: "抱歉，您没有权限访问该版块"}))
    assert "缺第" in told(proof(path))


def test_versions_not_yet_searchable_are_no_gap(path: Path) -> None:
    archived(path, FakeBoard(posts(3)))
    found = proof(path, "DELETE FROM words_docsize WHERE id = 2")
    assert found.whole
    assert "还没进检索" in told(found)
