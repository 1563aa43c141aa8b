"""A posted tally, read in the forms people post it in, and held against our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import cli
from parsers.names import Roster, Seat
from parsers.posts import Thread
from referee.announced import Announced, read_announcement
from referee.announced_check import compare
from referee.commands import gathering
from referee.reports import FACES, render
from referee.reports.against_report import against_blocks
from referee.reports.tally_report import tally_report
from scraper.gather import Gathered
from scraper.threads import WalkedThread
from tests.support import forum

NAMES = [
    "阿棠",
    "半夏",
    "陈皮",
    "杜若",
    "二胡",
    "芙蓉",
    "甘蓝",
    "红豆",
    "茴香",
    "决明",
    "苦丁",
    "莲子",
    "麦冬",
    "Key_Player",
]
ROSTER = Roster.of([Seat(name, ("豆子",) if name == "红豆" else (), n) for n, name in enumerate(NAMES, 1)], ["山神"])


def told(text: str) -> str:
    """`红豆 3=陈皮麦冬决明 | 决明 ?=…`, then who abstains after ~ and who is silent after !."""
    found = read_announcement(text, ROSTER)
    rows = [f"{r.player} {'?' if r.votes is None else f'{r.votes:g}'}={''.join(r.voters)}" for r in found.rows]
    abstain = "".join(voter for voter, targets in found.ballots.items() if not targets)
    rows += [f"~{abstain}"] if abstain else []
    return " | ".join(rows + ([f"!{''.join(found.silent)}"] if found.silent else []))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("红豆(3)：陈皮 麦冬 决明\n决明（1）：二胡", "红豆 3=陈皮麦冬决明 | 决明 1=二胡"),
        ("红豆 3票 陈皮 麦冬 决明\n决明　1票　二胡", "红豆 3=陈皮麦冬决明 | 决明 1=二胡"),
        ("(3) 红豆: 陈皮, 麦冬, 决明\n(1) 决明: 二胡", "红豆 3=陈皮麦冬决明 | 决明 1=二胡"),
        ("红豆（陈皮、麦冬）2票", "红豆 2=陈皮麦冬"),
        ("1. 红豆 2票（陈皮 麦冬）\n2. 决明 1票", "红豆 2=陈皮麦冬 | 决明 1="),
        ("红豆：陈皮、麦冬\n决明：二胡", "红豆 ?=陈皮麦冬 | 决明 ?=二胡"),
        ("红豆 2 票\n投票人：决明、茴香", "红豆 2=决明茴香"),
        ("红豆(2.5)：决明(1.5)、茴香(12楼改自决明)", "红豆 2.5=决明茴香"),
        ("豆子3票；8号投了自己", "红豆 3=红豆"),
        ("陈皮→红豆\n麦冬->决明\n苦丁 投 阿棠\n二胡 弃权", "红豆 ?=陈皮 | 决明 ?=麦冬 | 阿棠 ?=苦丁 | ~二胡"),
        ("陈皮：红豆\n麦冬：决明", "红豆 ?=陈皮 | 决明 ?=麦冬"),
        ("陈皮 红豆\n麦冬 决明", "红豆 ?=陈皮 | 决明 ?=麦冬"),
        ("#3 红豆→决明\n#5 决明→二胡(#15改红豆)", "决明 ?=红豆 | 红豆 ?=决明"),
        ("19楼 阿棠 投 红豆（后改决明）", "决明 ?=阿棠"),
        ("#20 杜若 决明（原投红豆）\n#21 二胡 由红豆改为决明", "决明 ?=杜若二胡"),
        ("陈皮→红豆→决明\n麦冬→红豆(改弃权)", "决明 ?=陈皮 | ~麦冬"),
        ("陈皮→红豆\n陈皮→决明", "决明 ?=陈皮"),
        ("候选人\t票数\t投票人\n红豆\t2\t陈皮、麦冬\n决明\t1\t二胡", "红豆 2=陈皮麦冬 | 决明 1=二胡"),
        ("| 玩家 | 票 | 投票人 |\n|---|---|---|\n| **红豆** | 2 | 陈皮、麦冬 |", "红豆 2=陈皮麦冬"),
        ("[table][tr][td]红豆[/td][td]1[/td][td]陈皮[/td][/tr][tr][td]决明[/td][td]1[/td][td]二胡[/td][/tr][/table]",
         "红豆 1=陈皮 | 决明 1=二胡"),
        ("1号、4号、5号投票给6号，共6.5票；2号投3号，共1票。", "芙蓉 6.5=阿棠杜若二胡 | 陈皮 1=半夏"),
        ("红豆得5票，决明得三票，进入对决", "红豆 5= | 决明 3="),
        ("红豆 5、决明 5、阿棠 1", "红豆 5= | 决明 5= | 阿棠 1="),
        ("红豆十二票 决明二十一票", "红豆 12= | 决明 21="),
        ("3票：红豆、决明\n1票：阿棠", "红豆 3= | 决明 3= | 阿棠 1="),
        ("红豆(1)：陈皮\n未投票：甘蓝、苦丁\n弃权：二胡", "红豆 1=陈皮 | ~二胡 | !甘蓝苦丁"),
        ("第一天投票结果\n共13票\n山神宣布天黑", ""),
        ("key_player(2)：1号 2號", "Key_Player 2=阿棠半夏"),
        ("紅豆(1)：陳皮", "红豆 1=陈皮"),
    ],
)  # fmt: skip
def test_the_forms_counts_are_posted_in(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("张三(3)：李四 王五", "张三(3)：李四 王五"),
        ("张三 3票", "张三 3票"),
        ("红豆(3)：陈皮 张三 麦冬", "红豆(3)：陈皮 张三 麦冬(认不得：张三)"),
        ("张三→红豆", "张三→红豆"),
        ("红豆→张三", "红豆→张三"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, unread: str) -> None:
    assert read_announcement(text, ROSTER).unread == (unread,)


VOTES = """
    0 天神 3-10 20:50 第一天投票
    1 甲 3-10 21:05 投丙
    2 乙 3-10 21:10 投丙
    3 丁 3-10 22:00 投丙
    4 丙 3-11 08:00 投甲
    5 丁 3-11 08:30 改投甲
    6 乙 3-12 09:30 改投甲
"""


def counted() -> Any:
    game = forum.game("golden-bough", "甲=平民 乙=祭司 丙=逃奴 丁=平民", D1="vote 3-10 21:00 to 3-12 09:00")
    return forum.count(game, VOTES)


def read(text: str) -> Announced:
    return read_announcement(text, Roster.of([Seat(name, (), n) for n, name in enumerate("甲乙丙丁", 1)]))


@pytest.mark.parametrize("text", ["甲(2)：丙 丁\n丙(2)：甲 乙", "甲 2票\n丙 2票", "甲→丙\n乙→丙\n丙→甲\n丁→甲"])
def test_the_same_count_agrees(text: str) -> None:
    assert compare(counted(), read(text)).agrees


def test_a_difference_is_explained_by_the_posts() -> None:
    found = compare(counted(), read("甲(3)：丙 丁 乙\n丙(1)：甲"))
    assert [(one.player, one.announced, one.ours) for one in found.numbers] == [("甲", 3, 2), ("丙", 1, 2)]
    (vote,) = found.votes
    assert (vote.voter, vote.announced, vote.ours) == ("乙", ("甲",), ("丙",))
    assert [(b.post.floor, b.code) for b in vote.why if b.post] == [(2, "counted"), (6, "late")]
    shown = "\n".join(render(tally_report(counted(), more=against_blocks(found)), face) for face in FACES)
    assert shown.count("公布多 1") == len(FACES)
    assert shown.count("晚于截止") >= len(FACES)


def test_numbers_alone_name_the_ballots_that_may_be_why() -> None:
    found = compare(counted(), read("甲 3票\n丙 2票"))
    (wrong,) = [one for one in found.numbers if not one.same]
    assert [b.code for b in wrong.why] == ["late"]


def test_the_announcement_may_be_wrong_by_itself() -> None:
    found = compare(counted(), read("甲(3)：丙 丁\n丙(2)：甲 乙\n没投票：乙"))
    assert found.remarks == ("公布的 甲 写 3 票，列出的投票人是 2 个", "公布的没投票名单里有 乙，票里也有他")
    assert compare(counted(), read("大家晚安")).remarks


def test_a_candidate_left_out_is_missed() -> None:
    found = compare(counted(), read("甲(2)：丙 丁"))
    assert [(one.player, one.announced) for one in found.numbers] == [("甲", 2), ("丙", 0)]
    assert [vote.voter for vote in found.votes] == ["甲", "乙"]


pairs = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(NAMES[:4]), min_size=1)


@settings(max_examples=40, deadline=None)
@given(pairs, st.sampled_from(["→", " -> ", " 投 ", "：", " 投票给 ", "=>"]))
def test_pairs_are_read_back_whatever_stands_between(ballots: dict[str, str], sign: str) -> None:
    found = read_announcement("\n".join(f"{a}{sign}{b}" for a, b in ballots.items()), ROSTER)
    assert found.ballots == {a: (b,) for a, b in ballots.items()}
    assert not found.unread


@settings(max_examples=40, deadline=None)
@given(
    pairs,
    st.sampled_from(["{}({})：{}", "{} {}票 {}", "({1}) {0}: {2}", "{}：{}票（{}）", "{}\t{}\t{}"]),
    st.sampled_from("、 ，"),
)
def test_lists_are_read_back_in_every_form(ballots: dict[str, str], form: str, between: str) -> None:
    lists: dict[str, list[str]] = {}
    for voter, target in ballots.items():
        lists.setdefault(target, []).append(voter)
    text = "\n".join(form.format(name, len(voters), between.join(voters)) for name, voters in lists.items())
    found = read_announcement(text, ROSTER)
    assert {row.player: (row.votes, set(row.voters)) for row in found.rows} == {
        name: (len(voters), set(voters)) for name, voters in lists.items()
    }


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="红豆决明1234号票投→:：()（）,，、;改弃权未\n\t|[]#楼 张三.", max_size=60))
def test_no_text_breaks_it(text: str) -> None:
    read_announcement(text, ROSTER)


@pytest.mark.parametrize("face", ["text", "md", "ubb", "csv"])
def test_our_own_reports_are_read_back(face: str) -> None:
    report = tally_report(counted())
    numbers = [block for block in report.blocks if getattr(block, "name", "") == "tally"]
    shown = render(type(report)("票数", tuple(numbers)), face).replace('"', "")
    found = read_announcement(
        shown.replace(",", "|") if face == "csv" else shown, Roster.of([Seat(n) for n in "甲乙丙丁"])
    )
    assert {row.player: (row.votes, row.voters) for row in found.rows} == {
        "甲": (2, ("丙", "丁")),
        "丙": (2, ("甲", "乙")),
    }


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    posts, kept = forum.posts(VOTES)
    thread = Thread("phpwind", "http://bbs.example.net/", "1", forum.URL)
    walked = WalkedThread(thread, "投票帖", 1, tuple(posts), history=kept)
    monkeypatch.setattr(gathering, "gathered", lambda sources, *_, **__: Gathered(tuple(walked for _ in sources)))
    path = tmp_path / "game.toml"
    players = "".join(f'[[players]]\nname = "{name}"\n' for name in "甲乙丙丁")
    path.write_text(
        f'[game]\ntitle = "渡口局"\nrules = "plain"\n{players}[[threads]]\nurl = "{forum.URL}"\n[[stages]]\nid = "D1"\n'
        'kind = "vote"\nopens = 2009-03-10T21:00:00\ncloses = 2009-03-12T09:00:00\n', "utf-8",
    )  # fmt: skip
    return str(path)


def run(*words: str, said: str | None = None) -> Any:
    return CliRunner().invoke(cli.desk, ["tally", *words], input=said)


def test_against_a_file_and_against_what_is_piped(game: str, tmp_path: Path) -> None:
    told = tmp_path / "told.txt"
    told.write_text("\ufeff甲(3)：丙 丁 乙\n丙(1)：甲", "utf-8")
    by_file = run("--game", game, "--against", str(told), "--format", "json")
    found = json.loads(by_file.output)["against"]
    assert found["agrees"] is False
    assert [(one["voter"], one["announced"], one["targets"]) for one in found["ballots"]] == [("乙", ["甲"], ["丙"])]
    piped = run("--game", game, "--against", "-", said="甲(2)：丙 丁\n丙(2)：甲 乙")
    assert "与公布的一致" in piped.output


def test_against_a_file_in_a_chinese_encoding(game: str, tmp_path: Path) -> None:
    told = tmp_path / "told.txt"
    told.write_bytes("甲(2)：丙 丁\n丙(2)：甲 乙".encode("gb18030"))
    assert "与公布的一致" in run("--game", game, "--against", str(told)).output


def test_a_file_that_is_not_there_is_wrong_usage(game: str) -> None:
    done = run("--game", game, "--against", "nowhere.txt")
    assert getattr(done.exception, "status", None) == 2


def test_words_that_hold_no_count_are_said_to_hold_none_and_nothing_is_compared() -> None:
    game = forum.game("plain", "甲 乙 丙", D1="vote 3-3 20:00 to 3-5 20:00")
    found = forum.count(game, "1 甲 3-3 21:00 投丙")
    roster = Roster.of([Seat(name) for name in "甲乙丙"])
    against = compare(found, read_announcement("今天天气不错", roster))
    assert (against.numbers, against.votes, against.agrees) == ((), (), False)
    (block,) = against_blocks(against)
    assert "没有读出票数" in render(tally_report(found, more=[block]), "text", 100)
