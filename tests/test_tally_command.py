"""`referee tally` and `referee rules` at the front desk: what they say, in which shape, with which exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import cli
from parsers.posts import Thread
from referee.commands import gathering
from scraper.gather import Gathered
from scraper.threads import WalkedThread
from scraper.trouble import Trouble
from tests.support import forum

VOTES = """
    0 天神 3-10 20:50 第一天投票，12日9:00截止
    1 甲 3-10 21:05 投丙
    2 乙 3-10 21:10 投丙
    3 丁 3-10 22:00 投甲
    4 丙 3-11 08:00 投甲 | edited 3-11 09:00
    5 路人 3-11 08:30 投甲
"""
GAME = """
[game]
title = "渡口局"
rules = "金枝"
judges = ["天神"]
[[players]]
name = "甲"
role = "平民"
[[players]]
name = "乙"
role = "祭司"
[[players]]
name = "丙"
role = "逃奴"
[[players]]
name = "丁"
role = "平民"
[[threads]]
url = "http://bbs.example.net/read.php?tid=1"
[[stages]]
id = "D1"
kind = "vote"
day = 1
opens = 2009-03-10T21:00:00
closes = 2009-03-12T09:00:00
"""
KEYS = ["schema", "threads", "rules", "stage", "as_of", "final", "tally", "ballots", "not_voted"]
KEYS += ["outcome", "pending", "notes"]


def walked(table: str) -> WalkedThread:
    posts, kept = forum.posts(table)
    thread = Thread("phpwind", "http://bbs.example.net/", "1", forum.URL)
    return WalkedThread(thread, "投票帖", 1, tuple(posts), history=kept)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A board with one thread: `board(table)` says what stands in it."""

    def stands(table: str) -> None:
        def gathered(sources: Any, *_: Any, **__: Any) -> Gathered:
            return Gathered(tuple(walked(table) for _ in sources))

        monkeypatch.setattr(gathering, "gathered", gathered)

    stands(VOTES)
    return stands


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.toml"
    path.write_text(GAME, "utf-8")
    return str(path)


def run(*words: str) -> Result:
    return CliRunner().invoke(cli.desk, ["tally", *words])


def told(*words: str) -> dict[str, Any]:
    done = run(*words, "--format", "json")
    found: dict[str, Any] = json.loads(done.output)
    return found


def test_the_schema_has_its_keys_in_order(board: Any, game: str) -> None:
    found = told("--game", game, "--judge")
    assert list(found)[: len(KEYS)] == KEYS
    assert found["schema"] == "referee/tally@1"
    assert found["stage"] == {
        "id": "D1",
        "kind": "vote",
        "opens": "2009-03-10T21:00:00+08:00",
        "closes": "2009-03-12T09:00:00+08:00",
        "changes_close": "2009-03-12T08:00:00+08:00",
    }
    assert found["threads"] == [{"url": forum.URL, "board": "phpwind", "title": "投票帖", "pages": 1, "posts": 6}]


def test_a_ballot_keeps_its_post_and_a_minute_stays_a_minute(board: Any, game: str) -> None:
    first = told("--game", game)["ballots"][0]
    assert list(first) == [
        "voter", "targets", "kind", "weight", "status", "code", "post", "quote", "clauses", "reason",
    ]  # fmt: skip
    assert first["post"]["time"] == "2009-03-10T21:05+08:00"
    assert (first["post"]["pid"], first["post"]["floor"], first["weight"]) == ("p1", 1, 1)
    assert first["quote"] == "投丙"


def test_rows_say_only_what_applies(board: Any, game: str) -> None:
    rows = told("--game", game)["tally"]
    assert rows[0] == {"player": "丙", "votes": 3, "voters": ["甲", "乙", "丙"]}


def test_the_judge_sees_why_and_the_public_what_is_announced(board: Any, game: str) -> None:
    assert told("--game", game, "--judge")["outcome"]["clauses"] == ["GB-7.6a", "GB-3.3c", "GB-4.2"]
    early = told("--game", game, "--as-of", "2009-03-10 21:30")
    assert early["outcome"]["kind"] == "top"
    assert "逃奴" not in json.dumps(early, ensure_ascii=False)


def test_a_floor_is_a_moment(board: Any, game: str) -> None:
    found = told("--game", game, "--stage", "D1", "--as-of", "#3")
    assert found["as_of"] == "2009-03-10T22:00:00+08:00"
    assert len(found["ballots"]) == 3
    assert found["final"] is False


def test_without_a_file_the_roster_is_inferred_and_that_is_said(board: Any) -> None:
    found = told(forum.URL)
    assert found["rules"] == "plain"
    assert found["stage"]["id"] is None
    assert any("推断" in note for note in found["notes"])
    assert "天神" not in [one["player"] for one in found["not_voted"]]


def test_players_given_are_numbered_in_order(board: Any) -> None:
    board("1 甲 3-10 21:05 投3号")
    assert told(forum.URL, "--players", "甲,乙,丙")["ballots"][0]["targets"] == ["丙"]


def test_rules_without_a_file_know_no_roles(board: Any) -> None:
    limits = ("--opens", "2009-03-10T21:00", "--closes", "2009-03-12T09:00")
    found = told(forum.URL, "--rules", "golden-bough", "--players", "甲,乙,丙,丁", *limits)
    assert (found["outcome"]["kind"], found["outcome"]["players"]) == ("top", ["丙"])


def test_an_open_question_is_status_3(board: Any, game: str) -> None:
    text = (
        Path(game).read_text("utf-8").replace('name = "甲"', 'name = "老猫"').replace('name = "丁"', 'name = "夜猫子"')
    )
    Path(game).write_text(text, "utf-8")
    board("1 乙 3-10 21:05 投猫\n2 丙 3-10 21:06 投老猫\n3 老猫 3-10 21:07 投夜猫子\n4 夜猫子 3-10 21:08 投夜猫子")
    assert CliRunner().invoke(cli.desk, ["tally", "--game", game], standalone_mode=False).return_value == 3
    found = told("--game", game, "--judge")
    assert found["outcome"]["kind"] == "undecided"
    assert [one["if"] for one in found["pending"][0]["readings"]][-1] == "none"


def test_several_stages_at_once_must_be_named(board: Any, game: str) -> None:
    twin = GAME[GAME.index("[[stages]]") :].replace("D1", "D1b")
    Path(game).write_text(GAME + twin, "utf-8")
    with pytest.raises(Trouble) as stopped:
        CliRunner().invoke(cli.desk, ["tally", "--game", game, "--as-of", "2009-03-11 12:00"], catch_exceptions=False)
    assert (stopped.value.status, "D1b" in stopped.value.what) == (2, True)


@pytest.mark.parametrize(
    "words",
    [
        ("--stage", "D9"),
        ("--as-of", "昨天"),
        ("--as-of", "#99"),
        ("--rules", "没有的规则"),
        ("--opens", "2009-03-12", "--closes", "2009-03-10"),
    ],
)
def test_wrong_words_are_status_2_and_say_what_to_do(board: Any, game: str, words: tuple[str, ...]) -> None:
    with pytest.raises(Trouble) as stopped:
        CliRunner().invoke(cli.desk, ["tally", "--game", game, *words], catch_exceptions=False)
    assert stopped.value.status == 2
    assert stopped.value.advice


def test_verbose_says_what_was_passed_over(board: Any, game: str) -> None:
    board(VOTES + "\n6 乙 3-11 10:00 昨天我投的是丁")
    assert "昨天我投的是丁" not in run("--game", game).output
    assert "昨天我投的是丁" in run("--game", game, "-v").output


def test_rules_lists_the_books_and_one_book_its_clauses_and_switches() -> None:
    books = CliRunner().invoke(cli.desk, ["rules"]).output
    assert "golden-bough" in books
    book = CliRunner().invoke(cli.desk, ["rules", "金枝", "--format", "json"]).output
    found = json.loads(book)
    clauses = {clause["id"]: clause for clause in found["clauses"]}
    assert clauses["GB-7.3d"]["how"] == "coded"
    assert clauses["GB-3.6b"]["how"] == "judge"
    assert clauses["GB-3.6b"]["why"]
    assert any(test.startswith("test_golden_bough::") for test in clauses["GB-7.3b"]["tests"])
    assert "gb.edit.unknown" in [switch["name"] for switch in found["switches"]]


def ruled(game: str, post: str, reads: str) -> Result:
    return CliRunner().invoke(cli.desk, ["rule", post, "--game", game, "--as", reads])


@pytest.mark.parametrize(
    ("post", "said"),
    [("#0", "天神 是法官，不是玩家，这一帖没有替谁投票"), ("#5", "路人 不是玩家"), ("#6", "替 甲、乙 几个人")],
)
def test_no_vote_is_ruled_for_somebody_who_does_not_play(board: Any, game: str, post: str, said: str) -> None:
    board(VOTES + "\n6 天神 3-11 09:00 代甲投乙，代乙投甲")
    refused = ruled(game, post, "vote:丙")
    assert said in str(refused.exception)
    assert "[[delegations]]" in str(refused.exception)
    assert Path(game).read_text("utf-8") == GAME
    assert ruled(game, post, "none").exception is None


@pytest.mark.parametrize("floor", [0, 5])
def test_a_ruling_in_the_file_makes_nobody_a_player(board: Any, game: str, floor: int) -> None:
    ruling = f'[[rulings]]\nfloor = {floor}\nreads = "vote"\ntargets = ["丁"]\n'
    Path(game).write_text(GAME + ruling, "utf-8")
    found = told("--game", game, "--judge")
    (ballot,) = [one for one in found["ballots"] if one["post"] and one["post"]["floor"] == floor]
    assert (ballot["status"], ballot["code"]) == ("void", "not-a-player")
    assert not [row for row in found["tally"] if ballot["voter"] in row["voters"]]


def test_a_judges_post_that_casts_one_vote_is_ruled_for_its_voter(board: Any, game: str) -> None:
    board("1 天神 3-11 09:00 代甲投乙")
    done = ruled(game, "#1", "vote:丙")
    assert "#1(天神「代甲投乙」) → 投 丙" in done.output
    ballots = told("--game", game, "--judge")["ballots"]
    assert [(b["voter"], b["targets"], b["kind"], b["code"]) for b in ballots if b["post"]] == [
        ("甲", ["丙"], "delegated", "ruled")
    ]


def test_ruling_again_says_what_was_ruled_before(board: Any, game: str) -> None:
    assert "#1(甲「投丙」) → 投 乙" in ruled(game, "#1", "vote:乙").output
    again = ruled(game, "#1", "none").output
    assert "#1(甲「投丙」) → 不算票" in again
    assert "原来的裁定作废：#1 → 投 乙" in again


def test_players_on_the_command_line_are_held_to_the_rules_of_a_file(board: Any) -> None:
    board("1 甲 3-10 21:05 投小丙")
    assert told(forum.URL, "--players", "甲,乙,丙=小丙")["ballots"][0]["targets"] == ["丙"]
    for wrong in ("甲,乙,甲", "甲=乙,乙"):
        assert isinstance(run(forum.URL, "--players", wrong).exception, Trouble)
    assert run(forum.URL, "--players", "甲,乙,丙", "--delay", "-5").exit_code == 2


def test_a_close_told_by_its_date_is_midnight_and_said_to_be(board: Any) -> None:
    players = ("--players", "甲,乙,丙,丁")
    said = run(forum.URL, *players, "--closes", "2009-03-11").output
    assert "按那天 00:00 截止" in said
    assert "00:00" not in run(forum.URL, *players, "--closes", "2009-03-11T09:00").output


def test_a_list_on_which_nobody_stands_who_posts_is_said_first(board: Any) -> None:
    said = run(forum.URL, "--players", "子,丑,寅").output
    assert said.startswith("referee: 注意：发帖的没有一个在名单上(")
    assert "没有一个在名单上" not in run(forum.URL, "--players", "甲,丑,寅").output
