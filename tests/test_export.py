"""A game written out: as a book, as data, as a web archive that counts the same."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsers.pages import Page
from parsers.posts import Change, Comment, Edit, Post, Stamp
from referee.game import Game, Player
from referee.reports.book import Chapter, book_of, html, markdown, real_names, unnamed
from referee.reports.post_lines import jsonl, plain
from referee.wishes import book_face
from referee.wrong import Wrong
from scraper.archive import Archive
from scraper.gather import gather
from scraper.pictures import fetch_pictures, kind_of
from scraper.threads import GatherSettings, WalkedThread
from scraper.trouble import Trouble
from scraper.usage import BOOKS
from scraper.warc_out import write_warc
from tests.support.fake_board import BOARDS, FakeBoard, FakePost, posts

ZONE = ZoneInfo("Asia/Shanghai")
URL = "http://board.test/t?tid=7"
NINE = Stamp(datetime(2009, 3, 10, 21, 0))


def post(pid: str = "9", text: str = "投乙", **more: object) -> Post:
    made = Post("fake", URL, pid, int(pid), "甲", "3", NINE, text, url=f"{URL}#pid{pid}")
    return replace(made, **more)  # type: ignore[arg-type]


def ask(source: str, archive: Path, board: FakeBoard | None = None, **options: object) -> WalkedThread:
    settings = GatherSettings(ZONE, archive, client=(lambda: board) if board else None, **options)  # type: ignore[arg-type]
    (thread,) = gather([source], BOARDS, settings).threads
    return thread


def test_a_line_a_post() -> None:
    said = post(
        edited=Edit("甲", NINE),
        quotes=("乙：投甲",),
        struck=("投丙",),
        comments=(Comment("丙", None, "好"),),
        page=2,
    )
    assert json.loads(jsonl([said], ZONE)) == {
        "board": "fake",
        "thread": URL,
        "pid": "9",
        "floor": 9,
        "author": "甲",
        "uid": "3",
        "time": "2009-03-10T21:00+08:00",
        "edited": {"by": "甲", "time": "2009-03-10T21:00+08:00"},
        "text": "投乙",
        "quotes": ["乙：投甲"],
        "struck": ["投丙"],
        "hidden": False,
        "comments": [{"author": "丙", "time": None, "text": "好"}],
        "page": 2,
        "url": f"{URL}#pid9",
    }
    assert json.loads(jsonl([post(time=Stamp(datetime(2009, 3, 10, 21, 0, 7), "second"))], ZONE))["time"].endswith(
        ":07+08:00"
    )
    assert plain([post(time=None, hidden=True, text="", floor=None)], ZONE) == "?楼  甲  时间不明  内容不给看\n"


GAME = Game(
    "一局", "plain", judges=("法官",), players=(Player("甲", real="张三丰", role="杀手"), Player("乙", real="乙"))
)


def book(judge: bool, *chapters: Chapter) -> str:
    return html(book_of(GAME, chapters, [], judge), ZONE)


def test_real_accounts_stay_out_of_the_public_book() -> None:
    chapter = Chapter("报名", URL, (post(text="我是张三丰", author="张三丰", quotes=("张三丰说",)),))
    assert real_names(GAME) == ("张三丰",)
    for text in (book(False, chapter), markdown(book_of(GAME, [chapter], [], False), ZONE)):
        assert "张三丰" not in text
        assert "杀手" not in text
        assert "某人" in text
    assert "张三丰" in book(True, chapter)
    assert "杀手" in book(True, chapter)
    assert unnamed(post(author="张三丰"), ["张三丰"]).uid is None


def test_the_book_needs_nothing_from_outside_and_runs_nothing() -> None:
    nasty = post(
        text='<script>alert(1)</script><img src=x onerror=y>\n"&', author="<b>甲", images=("http://a.test/1.png",)
    )
    text = book(False, Chapter("<i>题", URL, (nasty, post("10", url="javascript:x"))))
    assert "<script" not in text
    assert "<img" not in text
    assert "javascript:" not in re.sub("Content-Security[^>]*", "", text)
    assert 'href="http://a.test/1.png"' in text
    assert not re.search(r"<(?:link|iframe|script)\b|\b(?:src|srcset)=\"http", text)


def test_pictures_that_were_fetched_lie_in_the_book_and_are_counted() -> None:
    said = post(images=("http://a.test/1.png", "http://a.test/2.png"))
    text = book(False, Chapter("题", URL, (said,), pictures={"http://a.test/1.png": "data:image/png;base64,AA"}))
    assert 'src="data:image/png;base64,AA"' in text
    assert "2 张图(存了 1 张，其余是链接)" in text


def test_edits_and_deleted_posts_stand_in_the_book() -> None:
    when = datetime(2009, 3, 10, 13, 0, tzinfo=UTC)
    changes = (Change(post(text="投丙"), post(), when), Change(post("10", "投丁"), None, when, True))
    text = book(False, Chapter("题", URL, (post(),), changes))
    assert "2009-03-10 21:00 看到改动；原来写的" in text
    assert "投丙" in text
    assert "已被删除" in text
    assert "投丁" in text


def test_kept_verdicts_head_the_book() -> None:
    report = {
        "stage": {"id": "D1"},
        "outcome": {"kind": "top", "players": ["乙"], "reason": "票最多"},
        "tally": [{"player": "乙", "votes": 2}],
    }
    told = book_of(GAME, [], [report], False)
    for text in (html(told, ZONE), markdown(told, ZONE)):
        assert "D1：乙　票最多　乙 2 票" in text


def test_markdown_takes_words_as_they_are() -> None:
    text = markdown(book_of(None, [Chapter("题*", URL, (post(text="*投* [乙](x)\n# 一"),))], [], False), ZONE)
    assert r"\*投\* \[乙\](x)" in text
    assert r"\# 一" in text


PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20


class Pictures:
    """A client that gives pictures, an error page, and nothing."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def get(self, url: str) -> Page:
        self.asked.append(url)
        if "gone" in url:
            raise Trouble("gone", "没有")
        body = PNG if "png" in url else b"<html>login</html>"
        return Page(url, body, "image/png", 404 if "404" in url else 200)

    def set_cookie(self, url: str, name: str, value: str) -> None: ...
    def wait(self, seconds: float) -> None: ...


def test_pictures_are_taken_only_where_they_are_pictures() -> None:
    client = Pictures()
    wanted = ["http://a.test/1.png", "http://a.test/1.png", "http://a.test/login", "http://a.test/gone.png",
              "http://a.test/404.png", "file:///etc/passwd", "data:x"]  # fmt: skip
    assert list(fetch_pictures(wanted, client)) == ["http://a.test/1.png"]
    assert len(client.asked) == 4
    assert kind_of(b"RIFF1234WEBPxx") == "image/webp"
    assert kind_of(b"") is None


def same(left: WalkedThread, right: WalkedThread) -> bool:
    def told(thread: WalkedThread) -> object:
        changes = sorted((c.before.pid, c.before.text, c.after and c.after.text, c.deleted) for c in thread.changes)
        words = {pid: [post.text for post in said] for pid, said in thread.history.items()}
        return [(p.pid, p.floor, p.text, p.time) for p in thread.posts], words, changes, thread.seen

    return told(left) == told(right)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_warc_counts_as_the_archive_does(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """The law: posts, wordings, deletions and the moment read are the same out of the WARC and out of the archive."""
    folder = tmp_path_factory.mktemp("warc")
    board, db, out = FakeBoard(posts(data.draw(st.integers(1, 9)))), folder / "a.db", folder / "a.warc.gz"
    thread = ask(URL, db, board)
    for number in range(data.draw(st.integers(0, 3))):
        pid = data.draw(st.sampled_from([post.pid for post in board.posts]))
        how = data.draw(st.sampled_from(["add", "edit", "delete"]))
        if how == "add":
            board.add(FakePost(500 + number, minute=100 + number))
        elif how == "edit":
            board.edit(pid, f"改投{number}")
        elif len(board.posts) > 1:
            board.delete(pid)
        thread = ask(URL, db, board, recheck=data.draw(st.booleans()))
    with Archive(db, read_only=True) as archive:
        write_warc(archive, [thread.thread], out)
    assert same(ask(str(out), db), ask(URL, db, offline=True))


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_the_warc_is_sound(tmp_path: Path, name: str) -> None:
    thread = ask(URL, tmp_path / "a.db", FakeBoard(posts(7)))
    with Archive(tmp_path / "a.db", read_only=True) as archive:
        assert write_warc(archive, [thread.thread], tmp_path / name) == 3
        with pytest.raises(Trouble, match="没有这些帖子"):
            write_warc(archive, [replace(thread.thread, url="x")], tmp_path / "b.warc")
    assert not (tmp_path / "b.warc").exists()
    check = [sys.executable, "-c", "from warcio.cli import main; main()", "check", str(tmp_path / name)]
    assert subprocess.run(check, check=False).returncode == 0


@pytest.mark.parametrize(
    ("asked", "output", "found"),
    [
        (None, "一.html", "html"),
        (None, "a.b/一.MD", "md"),
        (None, "一.jsonl", "jsonl"),
        (None, "一.warc", "warc"),
        (None, "一.warc.gz", "warc"),
        ("md", "一.txt", "md"),
    ],
)
def test_the_ending_says_what_is_written_out(asked: str | None, output: str, found: str) -> None:
    assert book_face(asked, output, BOOKS) == found


@pytest.mark.parametrize("output", ["一", "一.txt", "一.gz", "一.html.gz"])
def test_no_form_to_be_seen_from_the_name(output: str) -> None:
    with pytest.raises(Wrong, match=r"写成什么|不会写") as refused:
        book_face(None, output, BOOKS)
    assert "--as" in refused.value.advice
