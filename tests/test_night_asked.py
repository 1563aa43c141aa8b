"""Which nights may be asked for: those that came, and no other."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from referee.game import Event, Stage
from referee.night_asked import check_night
from referee.wrong import Wrong
from tests.support.night_games import bough, night_start, twelve

LATER = datetime(2030, 1, 1)
TWO = {1: "甲→丙", 2: "甲→丁"}


@pytest.mark.parametrize("number", [1, 2])
def test_a_night_with_messages_is_told(number: int) -> None:
    assert check_night(twelve(TWO), number, None, LATER) is None


@pytest.mark.parametrize("number", [-1, 0, 42])
def test_a_night_the_file_does_not_reach(number: int) -> None:
    with pytest.raises(Wrong, match=f"没有第 {number} 夜") as refused:
        check_night(twelve(TWO), number, None, LATER)
    assert "第 1 到第 2 夜" in refused.value.advice


def test_the_night_that_runs_is_told_with_a_word_of_warning() -> None:
    game = twelve(TWO)
    game = replace(game, events=(*game.events, Event(night_start("game-twelve", 3) - timedelta(hours=20), "dawn")))
    assert "没有写下任何行动" in (check_night(game, 3, None, LATER) or "")


def test_a_night_that_has_not_begun() -> None:
    opens = datetime(2011, 2, 3, 21)
    game = replace(bough({}), stages=(Stage("N1", "night", 1, opens, opens + timedelta(hours=24)),))
    with pytest.raises(Wrong, match="还没到"):
        check_night(game, 1, None, opens - timedelta(hours=1))
    assert check_night(game, 1, None, opens + timedelta(hours=1))


@pytest.mark.parametrize("number", [3, 9])
def test_no_night_follows_the_end(number: int) -> None:
    end = night_start("game-twelve", 3) - timedelta(hours=3)
    game = twelve(TWO)
    over = replace(game, events=(*game.events, *(Event(end, "execution", name) for name in "甲乙")))
    with pytest.raises(Wrong, match="已分出胜负"):
        check_night(over, number, None, LATER)
