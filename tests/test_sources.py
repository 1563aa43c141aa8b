"""Whatever a judge may hand in: told apart, read, and put together to whole threads."""

from __future__ import annotations

import gzip
import json
import os
import re
from base64 import b64encode
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import pytest

from parsers.boards.paste import read_paste
from parsers.pages import Clock, Page
from parsers.posts import LayoutChanged, Post, Thread, ThreadPage
from scraper.gather import gather
from scraper.keep import keep
from scraper.saved import address_of
from scraper.sources import key_of, source_of
from scraper.threads import GatherSettings, WalkedThread
from scraper.trouble import Trouble
from scraper.visit import Boards
from scraper.warc import warc_pages
from tests.support.fake_board import BOARDS, FakeBoard, page_address, posts, read, thread_of

ADDRESS = "http://board.test/t?tid=7"
ZONE = ZoneInfo("Asia/Shanghai")


def got(*sources: object, boards: Boards = BOARDS, **options: object) -> tuple[WalkedThread, ...]:
    settings = GatherSettings(ZONE, **options)  # type: ignore[arg-type]
    return gather([str(source) for source in sources], boards, settings).threads


def saved(folder: Path, board: FakeBoard, *numbers: int) -> list[Path]:
    """Pages of the fake board as files, in the order given."""
    made = []
    for order, number in enumerate(numbers):
        path = folder / f"{order}-page{number}.html"
        path.write_bytes(board.get(page_address(thread_of(ADDRESS), number)).body)  # type: ignore[arg-type]
        made.append(path)
    return made


def pids(thread: WalkedThread) -> list[str]:
    return [post.pid for post in thread.posts]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("http://board.test/t?tid=7", "url"),
        ("  HTTPS://board.test/t?tid=7  ", "url"),
        ("board.test/t?tid=7", "url"),
        ("12345", "archived"),
    ],
)
def test_addresses(text: str, kind: str) -> None:
    assert source_of(text, thread_of).kind == kind


@pytest.mark.parametrize(
    ("name", "body", "kind"),
    [
        ("a.html", b"", "html"),
        ("a.HTM", b"", "html"),
        ("a.mht", b"", "mhtml"),
        ("a.warc.gz", b"", "warc"),
        ("a.txt", "投乙".encode("gbk"), "paste"),
        ("noname", b"\n<!DOCTYPE html><html>", "html"),
        ("noname", b"WARC/1.0\r\n", "warc"),
        ("noname", b"From: <Saved by Blink>\r\n", "mhtml"),
        ("noname", "1楼 甲".encode(), "paste"),
    ],
)
def test_files_by_name_else_by_how_they_begin(tmp_path: Path, name: str, body: bytes, kind: str) -> None:
    (tmp_path / name).write_bytes(body)
    assert source_of(str(tmp_path / name), thread_of).kind == kind
    assert source_of((tmp_path / name).as_uri(), thread_of).kind == kind


@pytest.mark.parametrize("text", ["", "x" * 5000, "a\0b", "ftp://a.test/x", "无此文件.html"])
def test_what_is_nothing(text: str) -> None:
    with pytest.raises(Trouble) as stop:
        source_of(text, thread_of)
    assert stop.value.status == 2


def test_a_folder_of_saved_pages_in_any_order(tmp_path: Path) -> None:
    board = FakeBoard(posts(10))
    saved(tmp_path, board, 3, 1, 4, 2, 3)
    (tmp_path / "x_files").mkdir()
    (tmp_path / "x_files" / "frame.html").write_text("junk")
    (thread,) = got(tmp_path)
    assert [(post.pid, post.floor) for post in thread.posts] == [(str(101 + n), 1 + n) for n in range(10)]
    assert thread.complete


def test_single_files_of_one_thread_belong_together(tmp_path: Path) -> None:
    files = saved(tmp_path, FakeBoard(posts(5)), 2, 1)
    (thread,) = got(*files)
    assert len(thread.posts) == 5


def test_lacking_pages_are_named(tmp_path: Path) -> None:
    saved(tmp_path, FakeBoard(posts(12)), 1, 4)
    with pytest.raises(Trouble, match="缺第 2、3 页") as stop:
        got(tmp_path)
    assert stop.value.status == 4
    (thread,) = got(tmp_path, whole=False)
    assert not thread.complete
    assert "缺第 2、3 页(共 4 页)" in thread.notes


def test_the_same_page_saved_twice_shows_an_edit(tmp_path: Path) -> None:
    board = FakeBoard(posts(3))
    saved(tmp_path, board, 1)
    board.edit(102, "改投丙")
    (tmp_path / "later").mkdir()
    saved(tmp_path / "later", board, 1)
    (thread,) = got(tmp_path)
    assert [post.text for post in thread.history["102"]] == [posts(3)[1].text, "改投丙"]
    assert thread.posts[1].text == "改投丙"


def test_a_saved_page_that_is_no_thread(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(json.dumps({"message": "您尚未登录，没有权限访问该版块"}))
    with pytest.raises(Trouble) as stop:
        got(tmp_path / "a.html")
    assert stop.value.status == 4
    with pytest.raises(Trouble) as stop:
        got(tmp_path / "a.html", tmp_path)
    assert stop.value.status == 4


def test_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(Trouble) as stop:
        got(tmp_path)
    assert stop.value.status == 2


def mhtml(body: bytes, location: str) -> bytes:
    """A page as a browser saves it in one file."""
    encoded = b64encode(body).decode()
    return (
        "From: <Saved by Blink>\r\n"
        f"Snapshot-Content-Location: {location}\r\n"
        "Date: Tue, 10 Mar 2009 22:00:00 +0800\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/related; type="text/html"; boundary="--x"\r\n\r\n'
        "----x\r\nContent-Type: text/css\r\nContent-Location: http://board.test/a.css\r\n\r\na{}\r\n"
        "----x\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n"
        f"Content-Location: {location}\r\n\r\n{encoded}\r\n----x--\r\n"
    ).encode()


def test_mhtml(tmp_path: Path) -> None:
    board = FakeBoard(posts(3))
    (tmp_path / "a.mhtml").write_bytes(mhtml(board.get(ADDRESS).body, ADDRESS))
    (thread,) = got(tmp_path / "a.mhtml")
    assert len(thread.posts) == 3


def test_mhtml_without_a_page(tmp_path: Path) -> None:
    (tmp_path / "a.mhtml").write_text("MIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nx")
    with pytest.raises(Trouble) as stop:
        got(tmp_path / "a.mhtml")
    assert stop.value.status == 2


def warc(path: Path, pages: list[tuple[str, bytes, str]]) -> Path:
    """A WARC of answers: address, body, time."""
    records = []
    for number, (address, body, when) in enumerate(pages):
        answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number:032x}>\r\nWARC-Date: {when}\r\n"
            f"WARC-Target-URI: {address}\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(answer)}\r\n\r\n"
        )
        record = head.encode() + answer + b"\r\n\r\n"
        records.append(gzip.compress(record) if path.suffix == ".gz" else record)
    path.write_bytes(b"".join(records))
    return path


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_a_warc_in_the_order_of_its_times(tmp_path: Path, name: str) -> None:
    board = FakeBoard(posts(5))
    old = board.get(f"{ADDRESS}&page=1").body
    board.edit(101, "改投丙")
    new, second = board.get(f"{ADDRESS}&page=1").body, board.get(f"{ADDRESS}&page=2").body
    pages = [
        (f"{ADDRESS}&page=1", new, "2009-03-11T00:00:00Z"),
        (f"{ADDRESS}&page=2", second, "2009-03-11T00:00:01Z"),
        (f"{ADDRESS}&page=1", old, "2009-03-10T00:00:00Z"),
    ]
    (thread,) = got(warc(tmp_path / name, pages))
    assert thread.posts[0].text == "改投丙"
    assert [post.text for post in thread.history["101"]] == [posts(1)[0].text, "改投丙"]


NO_ADDRESS = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\n"
BROKEN = {
    "no warc": b"no warc at all " * 30,
    "no address": NO_ADDRESS + b"Content-Length: 4\r\n\r\njunk and more of it",
    "no length": NO_ADDRESS + b"\r\n<html>",
    "random": bytes((each * 151 + each // 7 * 89) % 256 for each in range(3000)),
}


@pytest.mark.parametrize("how", ["cut", *BROKEN])
def test_a_broken_warc(tmp_path: Path, capfd: pytest.CaptureFixture[str], how: str) -> None:
    whole = warc(tmp_path / "a.warc", [(ADDRESS, b"<html>" * 100, "2009-03-11T00:00:00Z")]).read_bytes()
    (tmp_path / "a.warc").write_bytes(whole[:-200] if how == "cut" else BROKEN[how])
    with pytest.raises(Trouble) as stop:
        got(tmp_path / "a.warc")
    assert stop.value.status == 2
    assert re.sub(r"a\.warc|WARC|bad-warc", "", str(stop.value)).isprintable()
    assert not re.search("[a-z]{3}", stop.value.what.replace(f"{tmp_path}", "").replace("a.warc", ""))
    assert capfd.readouterr() == ("", "")


def test_junk_behind_a_record_is_passed_over_in_silence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = warc(tmp_path / "a.warc", [("http://bbs.example.net/a b", b"<html>", "2009-03-11T00:00:00Z")])
    file.write_bytes(file.read_bytes().rstrip(b"\r\n") + b"junk\r\n\r\n")
    assert [page.body for page in warc_pages(file)] == [b"<html>"]
    assert capfd.readouterr() == ("", "")


def pasted(text: str, clock: Clock, url: str) -> ThreadPage:
    """What the engine of pastes does."""
    if "楼" not in text:
        raise LayoutChanged("没有楼层")
    thread = Thread("paste", "", "", url)
    return ThreadPage(
        thread, "粘贴", 1, 1, (Post("paste", "", "1", 1, "甲", None, None, text.strip()),), missing=("edits",)
    )


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_pasted_text_in_whatever_encoding(tmp_path: Path, codec: str) -> None:
    (tmp_path / "a.txt").write_bytes("1楼 甲 投乙".encode(codec))
    (thread,) = got(tmp_path / "a.txt", boards=Boards(thread_of, page_address, read, pasted))
    assert thread.posts[0].text == "1楼 甲 投乙"
    assert thread.missing == ("edits",)


def test_a_text_that_is_no_thread(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("买菜清单")
    with pytest.raises(Trouble) as stop:
        got(tmp_path / "a.txt", boards=Boards(thread_of, page_address, read, pasted))
    assert stop.value.status == 2


@pytest.mark.parametrize(
    ("html", "address"),
    [
        ("<!-- saved from url=(0025)http://board.test/t?tid=7 --><html>", ADDRESS),
        ("<!--\n Page saved with SingleFile\n url: http://board.test/t?tid=7\n-->", ADDRESS),
        ('<link href="http://board.test/t?tid=7" rel="canonical" />', ADDRESS),
        ('<meta property="og:url" content="http://board.test/t?tid=7">', ADDRESS),
        (
            '<base href="http://board.test/"><a href="t?tid=7&amp;page=2">2</a><a href="t?tid=7">1</a>'
            '<a href="t?tid=9">下一主题</a>',
            ADDRESS,
        ),
        ("<html>什么也没有", ""),
    ],
)
def test_the_address_a_saved_page_had(html: str, address: str) -> None:
    assert address_of(html, thread_of) == address


def test_saved_pages_go_into_the_archive_as_of_when_they_were_saved(tmp_path: Path) -> None:
    """An old copy is the proof of an edit, also where the thread was archived long after."""
    board, db = FakeBoard(posts(3)), tmp_path / "archive.db"
    (old,) = saved(tmp_path, board, 1)
    before = datetime(2009, 3, 10, tzinfo=UTC).timestamp()
    os.utime(old, (before, before))
    board.edit(102, "改投丙")
    online = GatherSettings(ZONE, db, client=lambda: board)
    assert keep([ADDRESS], BOARDS, online)[0].now.posts == 3
    (taken,) = keep([str(old)], BOARDS, online)
    assert taken.now.rewordings == 1
    (thread,) = got(ADDRESS, archive=db, offline=True)
    assert [post.text for post in thread.history["102"]] == [posts(3)[1].text, "改投丙"]
    assert thread.posts[1].text == "改投丙"


def test_what_the_archive_does_not_take(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1楼")
    for source, options in ((str(tmp_path / "a.txt"), {}), (ADDRESS, {"offline": True})):
        with pytest.raises(Trouble) as stop:
            keep([source], BOARDS, GatherSettings(ZONE, tmp_path / "a.db", **options))  # type: ignore[arg-type]
        assert stop.value.status == 2


@pytest.mark.parametrize(
    ("name", "body", "said"),
    [
        ("a.pdf", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3", "PDF"),
        ("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "图片"),
        ("a.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", "图片"),
        ("a.zip", b"PK\x03\x04\x14\0\0\0", "压缩包"),
        ("a.docx", b"PK\x03\x04\x14\0\6\0", "Word"),
        ("noname", b"\x01\x02\x00\x03" * 50, "二进制"),
        ("noname", Random(1).randbytes(3000).replace(b"\0", b"\1"), "不是文字"),
        ("page.html", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "图片"),
        ("empty.txt", b"", "看不出"),
        ("note.txt", "买菜清单".encode(), "看不出谁说了什么"),
    ],
)
def test_a_file_that_is_no_thread_is_named_for_what_it_is(tmp_path: Path, name: str, body: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(body)
    with pytest.raises(Trouble, match=said) as stop:
        got(tmp_path / name, boards=Boards(thread_of, page_address, read, read_paste))
    assert stop.value.status == 2
    assert stop.value.advice


def test_an_empty_page_is_not_said_to_come_from_the_board(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"")
    with pytest.raises(Trouble, match=r"a\.html 是空的") as stop:
        got(tmp_path / "a.html")
    assert stop.value.status == 4


def test_of_a_folder_what_can_be_read_is_read_and_the_rest_is_named(tmp_path: Path) -> None:
    saved(tmp_path, FakeBoard(posts(5)), 1, 2)
    (tmp_path / "cut.warc.gz").write_bytes(b"\x1f\x8bnot whole")
    (tmp_path / "blank.html").write_bytes(b"")
    (tmp_path / "cover.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    (tmp_path / ".hidden.html").write_bytes(b"junk")
    (thread,) = got(tmp_path)
    assert len(thread.posts) == 5
    assert any("没读 cut.warc.gz" in note for note in thread.notes)
    assert any("blank.html" in note for note in thread.notes)
    assert not any("hidden" in note or "cover" in note for note in thread.notes)


def test_a_folder_of_which_nothing_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "cover.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    with pytest.raises(Trouble, match="里没有网页") as stop:
        got(tmp_path)
    assert stop.value.status == 2
    (tmp_path / "cut.warc.gz").write_bytes(b"\x1f\x8bnot whole")
    with pytest.raises(Trouble, match=r"cut\.warc\.gz") as stop:
        got(tmp_path)
    assert stop.value.status == 2


def test_a_folder_as_a_crawler_leaves_it(tmp_path: Path) -> None:
    """Pages under the names of their addresses, and a WARC beside them."""
    board = FakeBoard(posts(7))
    (tmp_path / "t?tid=7&page=1").write_bytes(b"<html>" + board.get(f"{ADDRESS}&page=1").body)
    page = board.get(f"{ADDRESS}&page=2").body
    warc(tmp_path / "rest.warc", [(f"{ADDRESS}&page=2", page, "2009-03-11T00:00:00Z")])
    (tmp_path / "t?tid=7&page=3").write_bytes(b"<html>" + board.get(f"{ADDRESS}&page=3").body)
    boards = Boards(thread_of, page_address, lambda page, clock: read(_bare(page), clock))
    (thread,) = got(tmp_path, boards=boards)
    assert len(thread.posts) == 7


def _bare(page: Page) -> Page:
    return replace(page, body=page.body.removeprefix(b"<html>"))


def test_what_names_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However a folder, a file or an address is written, it is known by one word."""
    (tmp_path / "d1").mkdir()
    (page,) = saved(tmp_path / "d1", FakeBoard(posts(2)), 1)
    monkeypatch.chdir(tmp_path)
    (thread,) = got("d1")
    ways = [
        "d1",
        "d1/",
        "./d1",
        str(tmp_path / "d1"),
        (tmp_path / "d1").as_uri(),
        f"d1/{page.name}",
        f"d1\\{page.name}",
    ]
    assert {key_of(way, thread_of) in thread.keys for way in ways} == {True}
    assert key_of("d1", thread_of, tmp_path) in thread.keys
    assert key_of("d1", thread_of, tmp_path / "d1") in thread.keys
    assert key_of(f"{ADDRESS}&page=3", thread_of) == key_of("board.test/t?tid=7", thread_of) == ADDRESS
    assert key_of("no such file", thread_of) == "no such file"


def test_a_file_is_looked_for_where_the_game_file_lies_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, number in (("here", 1), ("there", 2)):
        (tmp_path / folder / "d1").mkdir(parents=True)
        saved(tmp_path / folder / "d1", FakeBoard(posts(number)), 1)
    monkeypatch.chdir(tmp_path / "here")
    assert len(got("d1")[0].posts) == 1
    (thread,) = gather([source_of("d1", thread_of, tmp_path / "there")], BOARDS, GatherSettings(ZONE)).threads
    assert (len(thread.posts), thread.sources) == (2, ("d1",))


def test_the_words_that_give_a_thread_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "all").mkdir()
    (first,) = saved(tmp_path / "all", FakeBoard(posts(2)), 1)
    (tmp_path / "all" / "other.html").write_bytes(FakeBoard(posts(2), tid="8").get(ADDRESS).body)
    threads = got("all")
    assert sorted(thread.sources for thread in threads) == [(f"all/{first.name}",), ("all/other.html",)]
