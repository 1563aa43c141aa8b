"""Wrong usage is one Chinese line and exit status 2; help pages are Chinese; every shell learns to complete."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import cli
from scraper.usage import SHELLS, completion_script
from tests.support.thread_board import run

SAID = [
    (["tally", "--nope"], "没有 --nope 这个选项"),
    (["tallyy"], "没有 tallyy 这个命令"),
    (["night"], "缺少 --game"),
    (["posts"], "缺少 SOURCE…"),
    (["night", "--game", "x", "--night", "q"], "--night 不对：q 不是数"),
    (["tally", "--format", "doc"], "--format 不对：没有 doc，可用：text, json, md, ubb, html, csv"),
    (["tally", "--game"], "--game 后面要写值"),
    (["tally", "--offline=1"], "--offline 后面不写值"),
    (["demo", "x"], "多出了 x"),
    (["search", "a", "--limit", "0"], "--limit 不对：0 不在范围 x>=1 里"),
    (["completion", "tcsh"], "没有 tcsh，可用：bash, zsh, fish, powershell"),
]


@pytest.mark.parametrize(("words", "said"), SAID, ids=[" ".join(words) for words, _ in SAID])
def test_wrong_usage_is_one_chinese_line(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["referee", *words])
    with pytest.raises(SystemExit) as end:
        cli.main()
    out, err = capsys.readouterr()
    assert (end.value.code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("referee: [usage] ")
    assert said in err
    assert "；" in err


def test_without_a_word_the_help_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["referee"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 2
    assert "用法：referee [选项] 命令" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["", *sorted(cli.desk.commands)])
def test_help_pages_hold_no_english_of_clicks(name: str) -> None:
    shown = CliRunner().invoke(cli.desk, [*filter(None, [name]), "--help"]).output
    assert shown.startswith("用法：")
    assert not re.search(r"Usage|Options|Commands|Show|required|ARGS|OPTIONS", shown)
    assert "显示这段说明" in shown


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_its_lines(shell: str) -> None:
    script = completion_script(cli.desk, shell)
    assert f"{shell}_complete" in script
    assert "%(" not in script
    assert "referee" in script


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"_REFEREE_COMPLETE": "bash_complete", "COMP_WORDS": "referee tal", "COMP_CWORD": "1"}, "plain,tally"),
        ({"_REFEREE_COMPLETE": "powershell_complete", "COMP_WORDS": "referee tal", "COMP_WORD": "tal"}, "tally\t"),
        ({"_REFEREE_COMPLETE": "powershell_complete", "COMP_WORDS": "referee x --", "COMP_WORD": ""}, ""),
    ],
)
def test_words_are_completed(environment: dict[str, str], told: str) -> None:
    asked = [sys.executable, "-c", "import cli; cli.main()"]
    done = subprocess.run(
        asked, env=os.environ | environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.stdout.startswith(told)


@pytest.mark.parametrize(
    ("word", "meant"),
    [("taly", "tally"), ("Tally", "tally"), ("archiev", "archive"), ("stat", "status"), ("票", "--help")],
)
def test_a_misspelt_command_is_guessed(
    word: str, meant: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["referee", word])
    with pytest.raises(SystemExit):
        cli.main()
    said = capsys.readouterr().err
    assert f"没有 {word} 这个命令" in said
    assert meant in said.partition("；")[2]


WRITTEN = [
    (["rules", "-o", "x.docx"], "不会写 .docx 文件", ".html"),
    (["tally", "http://bbs.example.net/read.php?tid=7", "-o", "a.b/x.pdf"], "不会写 .pdf 文件", ".json"),
    (["posts", "http://bbs.example.net/read.php?tid=7", "-o", "x.html"], "不会写 .html 文件", ".jsonl"),
    (["edits", "http://bbs.example.net/read.php?tid=7", "-o", "x.csv"], "不会写 .csv 文件", ".json"),
]


@pytest.mark.parametrize(("words", "said", "known"), WRITTEN, ids=[" ".join(words) for words, *_ in WRITTEN])
def test_a_file_nobody_can_write_is_refused_before_anything_is_fetched(words: list[str], said: str, known: str) -> None:
    ran = run(*words)
    assert (ran.status, ran.out, len(ran.lines)) == (2, "", 1)
    assert said in ran.lines[0]
    assert known in ran.lines[0].partition("；")[2]
    assert "--format" in ran.lines[0]


@pytest.mark.parametrize("name", ["x", "x.txt", "x.HTM", "x.markdown", ".hidden", "a.b/x"])
def test_a_file_named_for_a_form_or_for_none(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.b").mkdir()
    assert run("rules", "-o", str(tmp_path / name)).status == 0
    assert (tmp_path / name).read_text("utf-8").startswith(("<!doctype", "<!DOCTYPE")) == name.endswith(".HTM")


def test_the_format_said_goes_before_the_name(tmp_path: Path) -> None:
    assert run("rules", "-o", str(tmp_path / "x.docx"), "--format", "md").status == 0


def test_what_the_disk_says_is_said_in_chinese(tmp_path: Path) -> None:
    for place in (tmp_path / "none" / "x.md", tmp_path / "folder.md"):
        (tmp_path / "folder.md").mkdir(exist_ok=True)
        (line,) = run("rules", "-o", str(place)).lines
        assert line.startswith("referee: [write] 写不了")
        assert not re.search("[A-Za-z]{3}", line.replace(str(place), "").replace("referee: [write]", ""))
