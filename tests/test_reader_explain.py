"""`referee explain`: one post for a person, lines of JSON for a program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import cli
from parsers.ballots.reader import read
from parsers.ballots.reading import Context
from parsers.names import Roster, Seat
from referee.reports.explained import pieces
from scraper.trouble import Trouble


def asked(**record: object) -> str:
    return json.dumps({"roster": [{"name": "江雪", "number": 1}, {"name": "大熊", "number": 2}], **record})


def test_one_post_says_what_was_read_as_what() -> None:
    shown = CliRunner().invoke(cli.desk, ["explain", "想了想，还是投雪雪", "--players", "江雪=雪雪/小雪,大熊"])
    assert shown.exit_code == 0
    assert "读作：投票 江雪" in shown.output
    assert "“雪雪” = 江雪" in shown.output


def test_without_text_standard_input_is_read() -> None:
    shown = CliRunner().invoke(cli.desk, ["explain", "--players", "江雪,大熊"], input="投2号\n")
    assert "投票 大熊" in shown.output


def test_a_line_in_is_a_line_out_in_order() -> None:
    lines = [
        asked(id=1, text="投江雪"),
        "",
        asked(id="b", text="改投2", context={"standing": "江雪"}),
        asked(id=None, text="晚安"),
    ]
    shown = CliRunner().invoke(cli.desk, ["explain", "--jsonl"], input="\n".join(lines))
    answers = [json.loads(line) for line in shown.output.splitlines()]
    assert [(a["id"], a["kind"], a["targets"]) for a in answers] == [
        (1, "vote", ["江雪"]),
        ("b", "change", ["大熊"]),
        (None, "none", []),
    ]
    assert all(set(a) >= {"id", "kind", "targets", "old", "proxies", "why"} for a in answers)


def test_missing_and_null_keys_are_not_known() -> None:
    record = json.dumps({"text": "投甲", "roster": None, "judges": None, "context": {"thread": "vote", "author": None}})
    assert json.loads(CliRunner().invoke(cli.desk, ["explain", "--jsonl"], input=record).output)["kind"] == "ambiguous"


def test_a_line_that_is_no_question_ends_it_with_its_number() -> None:
    for bad in (
        "{",
        "[]",
        '{"text": 3}',
        '{"text": "投甲", "roster": {}}',
        '{"text": "", "context": {"names_per_ballot": "3"}}',
    ):
        shown = CliRunner().invoke(cli.desk, ["explain", "--jsonl"], input=asked(text="晚安") + "\n" + bad)
        assert "第 2 行" in str(shown.exception), bad
        assert len(shown.output.splitlines()) == 1, bad


def test_the_pieces_are_the_post() -> None:
    text = "[b]先说一句[/b]：投 大 熊，别的明天再说😂"
    reading = read(text, Roster.of([Seat("大熊")]), Context())
    found = pieces(text, reading)
    assert "".join(piece.text for piece in found) == text
    assert [piece.text for piece in found if piece.style == "name"] == ["大 熊"]


GAME = """
[game]
title = "渡口局"
rules = "game-twelve"
judges = ["水鬼"]
[[players]]
name = "江雪"
aliases = ["钓叟"]
number = 3
[[players]]
name = "大熊"
[[stages]]
id = "D1"
kind = "election"
opens = 2009-03-10T21:00:00
closes = 2009-03-12T09:00:00
"""


def test_names_and_stages_of_a_game_file(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text(GAME, "utf-8")
    told = ["--game", str(file)]
    assert "读作：投票 江雪" in CliRunner().invoke(cli.desk, ["explain", "投钓叟", *told]).output
    assert "江雪" in CliRunner().invoke(cli.desk, ["explain", "投3号", *told, "--stage", "D1"]).output
    other = CliRunner().invoke(cli.desk, ["explain", "投阿七", *told, "--players", "阿七"]).output
    assert "读作：投票 阿七" in other
    two = CliRunner().invoke(cli.desk, ["explain", "投江雪、大熊", *told, "--stage", "D1"]).output
    assert "投票 江雪、大熊" in two


def test_a_reason_quotes_the_words_as_they_were_written() -> None:
    roster = Roster.of([Seat("CC猫"), Seat("甲")])
    reading = read("投CC猫", roster, Context(author="甲"))
    assert reading.why == "投“CC猫”=CC猫"
    shown = CliRunner().invoke(cli.desk, ["explain", "我投CC猫", "--players", "CC猫,大熊"])
    assert "“CC猫” = CC猫" in shown.output


@pytest.mark.parametrize(
    "words",
    [
        ["--players", "江雪,江雪"],
        ["--players", "江雪,大熊,江 雪"],
        ["--players", "江雪=大熊,大熊"],
        ["--players", "江雪,大熊", "--standing", "阿七"],
        ["--players", "江雪,大熊", "--stage", "D7"],
    ],
)
def test_names_and_stages_there_are_none_of(words: list[str]) -> None:
    refused = CliRunner().invoke(cli.desk, ["explain", "投大熊", *words])
    assert isinstance(refused.exception, Trouble)
    assert refused.exception.status == 2


def test_a_standing_ballot_goes_by_any_name_of_a_player() -> None:
    for standing in ("小熊", "江雪、大熊", "弃权"):
        told = ["--players", "江雪,大熊=小熊,=_=", "--standing", standing, "--stage", "election"]
        assert "江雪" in CliRunner().invoke(cli.desk, ["explain", "改投江雪", *told], catch_exceptions=False).output
