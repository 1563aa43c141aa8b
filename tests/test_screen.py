"""How wide a line is, and whether there are colours: terminals, pipes, NO_COLOR, FORCE_COLOR."""

from __future__ import annotations

from io import StringIO

import pytest

from referee.reports import render
from referee.reports.document import Cell, Column, Report, Table, Verdict
from scraper.screen import Screen, screen


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("terminal", "known", "colour"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
        (False, {"FORCE_COLOR": "1"}, True),
        (False, {"FORCE_COLOR": "0"}, False),
        (True, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colours(terminal: bool, known: dict[str, str], colour: bool) -> None:
    assert screen(Terminal() if terminal else StringIO(), known).colour is colour


def test_a_pipe_is_as_wide_as_it_is_told() -> None:
    assert screen(StringIO(), {}) == Screen(100, False)
    assert screen(StringIO(), {"COLUMNS": "40"}).width == 40


NAMES = ("红豆", "决明")
TABLE = Table(
    "票数",
    (Column("玩家", keep=True), Column("票", number=True, keep=True), Column("投票人")),
    ((Cell("红豆", tone="strong"), Cell("12"), Cell("陈皮、麦冬")), (Cell("abc"), Cell("5"), Cell(""))),
)


def test_columns_stand_under_each_other_in_chinese() -> None:
    shown = render(Report("票", (TABLE,)), "text", 60).splitlines()
    assert shown[2:] == [
        "票数",
        "玩家  票  投票人",
        "────────────────────",
        "红豆  12  陈皮、麦冬",
        "abc    5",
    ]


def test_a_narrow_terminal_gets_a_record_a_row() -> None:
    rows = ((Cell("红豆"), Cell("12"), Cell("陈皮、麦冬、决明、半夏、茴香、苦丁、莲子")),)
    shown = render(Report("票", (Table("票数", TABLE.columns, rows),)), "text", 40).splitlines()
    assert shown[3:] == [
        "  玩家  票",
        "  红豆  12",
        "      投票人 陈皮、麦冬、决明、半夏、茴",
        "      香、苦丁、莲子",
    ]


@pytest.mark.parametrize("width", [20, 40, 60])
def test_no_line_begins_with_a_comma(width: int) -> None:
    reason = "红豆、决明五票最高，并列者进入生死投票；" * 6
    for line in render(Report("票", (Verdict("进入对决", reason),)), "text", width).splitlines():
        assert line.strip()[:1] not in tuple("，、；")


def test_colours_only_when_asked() -> None:
    report = Report("票", (Verdict("处决：红豆"), TABLE))
    assert "\x1b" not in render(report, "text")
    assert "\x1b[1m红豆\x1b[0m" in render(report, "text", colour=True)
