"""A game played from saved pages alone: whatever a thread is saved as, every command knows it by the same name."""

from __future__ import annotations

import json
import tomllib
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fixtures.make_board import Written, phpwind_page
from tests.support.thread_board import run

ADDRESS = "http://bbs.example.net/read.php?tid=7"
HEAD = """
[game]
title = "渡口局"
rules = "金枝"
judges = ["山神"]
[[players]]
name = "阿棠"
[[players]]
name = "半夏"
[[players]]
name = "陈皮"
[[players]]
name = "杜若"
[[stages]]
id = "D1"
kind = "vote"
day = 1
opens = 2009-03-10T21:00:00
closes = 2009-03-12T09:00:00
"""
POSTS = [
    ("山神", "2009-03-10 21:00:00", "第一天白天投票开始"),
    ("阿棠", "2009-03-10 21:05:00", "投陈皮"),
    ("半夏", "2009-03-10 21:10:00", "他嘛，你们懂的"),
    ("杜若", "2009-03-10 21:20:00", "投陈皮"),
    ("陈皮", "2009-03-10 21:30:00", "投阿棠"),
]


def page(tid: int = 7, number: int = 1, total: int = 1) -> str:
    """A page of the thread as a browser saves it: with a note of where it was."""
    cut = len(POSTS) if total == 1 else 3
    rows = list(enumerate(POSTS))[(number - 1) * cut : number * cut]
    posts = [(place, "tpc" if not place else str(70 + place), Written(*row)) for place, row in rows]
    body = phpwind_page("渡口局 第一天投票", tid, posts, number, total)
    return f"<!-- saved from url=(0037){ADDRESS.replace('=7', f'={tid}')} -->\n{body}"


def as_folder(home: Path) -> str:
    (home / "d1").mkdir()
    for number in (1, 2):
        (home / "d1" / f"{number}.html").write_bytes(page(7, number, 2).encode("gbk"))
    return "d1"


def as_page(home: Path) -> str:
    (home / "d1.html").write_bytes(page().encode("gbk"))
    return "d1.html"


def as_pages_of_no_board(home: Path) -> str:
    """Only the number of the thread is in its links."""
    (home / "d0").mkdir()
    for number in (1, 2):
        (home / "d0" / f"{number}.html").write_bytes(page(7, number, 2).partition("\n")[2].encode("gbk"))
    return "d0"


def as_nameless_page(home: Path) -> str:
    """No trace of the thread it is of."""
    (home / "d1.htm").write_bytes(page().partition("\n")[2].encode("gbk"))
    return "d1.htm"


def as_mhtml(home: Path) -> str:
    head = f"From: <Saved by Blink>\r\nSnapshot-Content-Location: {ADDRESS}\r\nMIME-Version: 1.0\r\n"
    head += "Content-Type: text/html; charset=gbk\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    (home / "d1.mhtml").write_bytes(head.encode() + b64encode(page().encode("gbk")))
    return "d1.mhtml"


def as_warc(home: Path) -> str:
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=gbk\r\n\r\n" + page().encode("gbk")
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{1:032x}>\r\nWARC-Target-URI: {ADDRESS}\r\n"
    head += "WARC-Date: 2009-03-13T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
    (home / "d1.warc").write_bytes(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body + b"\r\n\r\n")
    return "d1.warc"


def as_paste(home: Path) -> str:
    lines = ["山谷论坛 -> 夜谈 -> 第一天投票", "本页主题: 第一天投票 打印 | 加为IE收藏 | 复制链接", ""]
    for place, (author, when, words) in enumerate(POSTS):
        floor = f"{place} 楼" if place else "[楼 主]"
        lines += [author, "级别: 新手上路", "", "最后登录:2008-02-01", "", words, f"Posted: {when[:16]} | {floor}"]
    (home / "d1.txt").write_text("\n".join(lines), "utf-8")
    return "d1.txt"


def as_windows_path(home: Path) -> str:
    (home / "存档").mkdir()
    as_folder(home / "存档")
    return "存档\\d1"


SAVED = [as_folder, as_page, as_pages_of_no_board, as_nameless_page, as_mhtml, as_warc, as_paste, as_windows_path]
every_kind = pytest.mark.parametrize("save", SAVED, ids=lambda save: save.__name__[3:])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def game(home: Path, *threads: str, more: str = "") -> Path:
    path = home / "game.toml"
    path.write_text(HEAD + "".join(f"[[threads]]\nurl = '{url}'\n{more}\n" for url in threads), "utf-8")
    return path


def tally(*words: str) -> dict[str, Any]:
    ran = run("tally", *words, "--format", "json", "--judge", "--as-of", "2009-03-12T10:00")
    assert ran.status in (0, 3), ran.lines
    found: dict[str, Any] = json.loads(ran.out)
    return found


def ruled(found: dict[str, Any]) -> dict[str, str]:
    return {one["voter"]: "、".join(one["targets"]) for one in found["ballots"] if one["code"] == "ruled"}


@every_kind
def test_a_ruling_on_a_saved_thread_holds(home: Path, save: Callable[[Path], str]) -> None:
    word = save(home)
    file = game(home, word, more='kind = "vote"\nstage = "D1"')
    ran = run("rule", "#2", "--game", "game.toml", "--as", "vote:陈皮", "--thread", word, "--why", "问过")
    assert ran.status == 0, ran.lines
    assert tomllib.loads(file.read_text("utf-8"))["rulings"][0]["thread"] == word
    assert ruled(tally("--game", "game.toml")) == {"半夏": "陈皮"}


@every_kind
def test_from_another_folder_too(home: Path, save: Callable[[Path], str], monkeypatch: pytest.MonkeyPatch) -> None:
    word = save(home)
    file = game(home, word)
    (home / "elsewhere").mkdir()
    monkeypatch.chdir(home / "elsewhere")
    assert run("rule", "#2", "--game", str(file), "--as", "vote:陈皮", "--thread", word).status == 0
    assert ruled(tally("--game", str(file))) == {"半夏": "陈皮"}


@every_kind
def test_what_the_file_says_of_a_thread_holds_for_its_pages(home: Path, save: Callable[[Path], str]) -> None:
    """A thread that is for talk is not read for ballots because it came from a folder."""
    game(home, save(home), more='kind = "last-words"')
    ran = run("tally", "--game", "game.toml", "--as-of", "2009-03-12T10:00")
    assert ran.status == 2
    assert "没有说数哪个帖子" in ran.lines[-1]


@pytest.mark.parametrize("thread", ["d1", "./d1/", ADDRESS, f"{ADDRESS}&page=2", "d1/1.html", "d1\\2.html"])
def test_a_ruling_names_its_thread_in_whatever_way(home: Path, thread: str) -> None:
    game(home, as_folder(home))
    ran = run("rule", "72", "--game", "game.toml", "--as", "vote:陈皮", "--thread", thread)
    assert ran.status == 0, ran.lines
    assert ruled(tally("--game", "game.toml")) == {"半夏": "陈皮"}


def test_handed_in_on_the_command_line_the_file_knows_it_too(home: Path) -> None:
    as_folder(home)
    game(home, ADDRESS, more='stage = "D1"')
    run("rule", "#2", "--game", "game.toml", "--as", "vote:陈皮", "--thread", ADDRESS)
    assert ruled(tally("d1", "--game", "game.toml")) == {"半夏": "陈皮"}


def test_a_page_that_does_not_say_its_board_is_the_thread_of_that_number(home: Path) -> None:
    word = as_pages_of_no_board(home)
    game(home, ADDRESS)
    run("rule", "#2", "--game", "game.toml", "--as", "vote:陈皮", "--thread", ADDRESS)
    assert ruled(tally(word, "--game", "game.toml")) == {"半夏": "陈皮"}


def test_a_folder_of_two_threads(home: Path) -> None:
    """By number a post is one post; by floor there are two of it, and nobody guesses."""
    as_folder(home)
    (home / "d1" / "other.html").write_bytes(page(8).replace("7", "9").encode("gbk"))
    file = game(home, "d1")
    assert ruled(tally("--game", "game.toml")) == {}
    file.write_text(file.read_text("utf-8") + '[[rulings]]\nfloor = 2\nreads = "none"\n', "utf-8")
    ran = run("tally", "--game", "game.toml", "--as-of", "2009-03-12T10:00")
    assert ran.status == 2
    assert "哪个帖子" in ran.lines[-1]


def test_two_pages_that_name_no_thread_are_two_threads(home: Path) -> None:
    as_nameless_page(home)
    (home / "d2.htm").write_bytes((home / "d1.htm").read_bytes())
    game(home, "d1.htm", "d2.htm")
    assert [thread["url"] for thread in tally("--game", "game.toml")["threads"]] == ["d1.htm", "d2.htm"]


@every_kind
def test_the_other_commands_read_it_too(home: Path, save: Callable[[Path], str]) -> None:
    game(home, save(home))
    audited = run("audit", "--game", "game.toml", "--format", "json", "--as-of", "2009-03-13T09:00", "--judge")
    assert audited.status == 0, audited.lines
    for words in (["status", "--as-of", "2009-03-12T10:00"], ["edits"], ["night", "--night", "2"]):
        ran = run(words[0], "--game", "game.toml", *words[1:])
        assert ran.status in (0, 3), ran.lines


@pytest.mark.parametrize(
    "save", [s for s in SAVED if s not in (as_paste, as_nameless_page)], ids=lambda save: save.__name__[3:]
)
def test_the_archive_keeps_it_under_its_own_name(home: Path, save: Callable[[Path], str]) -> None:
    game(home, save(home), more='kind = "vote"')
    assert run("archive", "--game", "game.toml").status == 0
    proof = run("archive", "--game", "game.toml", "--verify")
    assert proof.status == 0, proof.lines
    found = run("search", "陈皮", "--game", "渡口局", "--format", "json")
    assert len(json.loads(found.out)) >= 2


def refused(home: Path, *words: str) -> str:
    """What `rule` says against it; the file must be as it was."""
    before = (home / "game.toml").read_bytes()
    ran = run("rule", *words, "--game", "game.toml")
    assert ran.status == 2, ran.out
    assert (home / "game.toml").read_bytes() == before
    (line,) = ran.lines
    return line


WRONG = [
    (["#99", "--as", "none"], "没有 #99 楼，读到的是 #0 到 #4"),
    (["999", "--as", "none"], "没有编号 999"),
    (["abc", "--as", "none"], "不知道 abc 是哪一帖"),
    (["#2", "--as", "vote:陈皮,阿棠"], "一票只投 1 个"),
    (["#2", "--as", "vote:张三"], "张三"),
    (["#2", "--as", "vote:陈皮", "--thread", "http://bbs.example.net/read.php?tid=8"], "游戏文件里没有"),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_a_ruling_on_what_is_not_there(home: Path, words: list[str], said: str) -> None:
    game(home, as_folder(home), more='stage = "D1"')
    assert said in refused(home, *words)


def test_a_floor_of_a_folder_with_two_threads_is_no_one_post(home: Path) -> None:
    as_folder(home)
    (home / "d1" / "other.html").write_bytes(page(8).replace('"7', '"9').encode("gbk"))
    game(home, "d1")
    assert "哪个帖子" in refused(home, "#2", "--as", "none")
    assert run("rule", "#2", "--as", "vote:陈皮", "--game", "game.toml", "--thread", ADDRESS).status == 0
    assert ruled(tally("--game", "game.toml")) == {"半夏": "陈皮"}


def test_a_post_that_is_no_ballot_may_be_ruled_one(home: Path) -> None:
    game(home, as_folder(home))
    ran = run("rule", "#2", "--as", "abstain", "--game", "game.toml")
    assert (ran.status, ran.lines) == (0, [])


def test_what_could_not_be_looked_up_is_written_and_said(home: Path) -> None:
    file = game(home, ADDRESS)
    ran = run("rule", "#99", "--as", "none", "--game", "game.toml")
    assert ran.status == 0
    assert "没有核对" in ran.lines[0]
    assert "floor = 99" in file.read_text("utf-8")


def test_the_same_post_in_another_form_of_its_address_is_ruled_once(home: Path) -> None:
    file = game(home, as_folder(home))
    for thread in ("d1", "./d1", "d1/"):
        assert run("rule", "#2", "--as", "vote:陈皮", "--game", "game.toml", "--thread", thread).status == 0
    assert len(tomllib.loads(file.read_text("utf-8"))["rulings"]) == 1
