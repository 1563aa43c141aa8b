"""Old terminals and foreign desks: no encoding of the console stops a command; a pipe gets UTF-8."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scraper.archive import Archive
from tests.support.thread_board import THREAD, Story, game_file, run, thread_board

DESKS = {
    "no UTF-8 mode": {"PYTHONUTF8": "0", "LC_ALL": "C", "LANG": "C"},
    "cp936": {"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp936"},
    "gbk, strict": {"PYTHONUTF8": "0", "PYTHONIOENCODING": "gbk:strict"},
    "ascii, strict": {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii:strict", "LC_ALL": "POSIX"},
    "cp437": {"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp437"},
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Chinese and blanks in its name: a kept game, its file with Windows line ends."""
    found = tmp_path_factory.mktemp("桌面 我的 版杀")
    story = Story()
    story.add("投红豆 \U0001f600 ㍿ ｶﾅ é")
    with thread_board(story) as board:
        path = Path(game_file(found, board)).rename(found / "第一 局.toml")
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
        words = ["--archive", str(found / "存 档.db"), "--delay", "0"]
        assert run("archive", board.url(THREAD), *words).status == 0
    return found


def piped(folder: Path, environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[bytes]:
    """A command as another program calls it."""
    root = Path(__file__).resolve().parent.parent
    return subprocess.run(
        [sys.executable, "-m", "cli", *words],
        cwd=root,
        capture_output=True,
        timeout=60,
        env={**os.environ, **environment, "XDG_DATA_HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        check=False,
    )


def commands(folder: Path) -> list[list[str]]:
    """Every command that needs no network, once."""
    game, source = ["--game", str(folder / "第一 局.toml")], ["--offline", "--archive", str(folder / "存 档.db")]
    return [
        ["--help"],
        ["tally", *game, "--stage", "D1", *source, "-v"],
        ["tally", *game, "--stage", "D1", *source, "--format", "json"],
        ["posts", "7", *source],
        ["status", *game, *source, "--as-of", "2010-05-05T08:00"],
        ["search", "红豆", "--archive", str(folder / "存 档.db")],
        ["archive", "--verify", "--archive", str(folder / "存 档.db")],
        ["rules", "金枝"],
        ["explain", "投红豆\U0001f600", "--players", "红豆,二胡"],
        ["export", "7", "--as", "html", "-o", str(folder / "书 一.html"), *source],
        ["init", "7", "--yes", *source],
        ["tally", "没有 这个.html"],
        ["tally", "--不认得"],
    ]


@pytest.mark.parametrize("desk", DESKS)
def test_no_console_stops_a_command_and_pipes_get_utf8(desk: str, folder: Path) -> None:
    every = os.environ.get("TRUST") == "full"
    for words in commands(folder)[:: 1 if every else 4]:
        done = piped(folder, DESKS[desk], *words)
        said = done.stderr.decode("utf-8", "replace")
        assert done.returncode in (0, 2, 3), (words, said)
        assert "Traceback" not in said
        assert "internal" not in said
        if done.stdout and "--help" not in words:
            assert any("\u4e00" <= sign <= "\u9fff" for sign in done.stdout.decode("utf-8")), words


def test_windows_line_ends_and_a_mark_are_the_same_game(folder: Path) -> None:
    words = ["--stage", "D1", "--offline", "--archive", str(folder / "存 档.db"), "--format", "json"]
    crlf = folder / "第一 局.toml"
    plain = folder / "plain.toml"
    plain.write_bytes(crlf.read_bytes().removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n"))
    assert run("tally", "--game", str(crlf), *words).out == run("tally", "--game", str(plain), *words).out != ""


def test_an_archive_may_be_open_twice(tmp_path: Path) -> None:
    with thread_board(Story()) as board, Archive(tmp_path / "a.db"):
        assert run("archive", board.url(THREAD), "--archive", str(tmp_path / "a.db"), "--delay", "0").status == 0
        with Archive(tmp_path / "a.db", read_only=True):
            assert run("posts", "7", "--offline", "--archive", str(tmp_path / "a.db")).status == 0


@pytest.mark.parametrize("module", ["fork", "fcntl", "pwd", "resource", "termios"])
def test_nothing_is_used_that_windows_lacks(module: str) -> None:
    root = Path(__file__).resolve().parent.parent
    code = [
        root / "cli.py",
        *(path for name in ("scraper", "parsers", "referee") for path in (root / name).rglob("*.py")),
    ]
    lacks = {"fork": ("os.fork(", "os.getuid(", "os.mkfifo(")}.get(module, (f"import {module}", f"from {module} "))
    assert not [path.name for path in code if any(word in path.read_text("utf-8") for word in lacks)]
