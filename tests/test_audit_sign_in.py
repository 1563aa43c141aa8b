"""Signing in under the roster, who is to be replaced for it, in which order, by whom, and what follows."""

from __future__ import annotations

import pytest

from referee.audits.values import Audit
from tests.support import forum
from tests.support.audits import look, order, roster, signed, spares, talk

ROSTER = """
    0 天神 3-10 20:00 名单：甲 乙 丙
    1 甲 3-10 20:03 到
    2 路人 3-10 20:10 围观
    3 乙 3-11 20:00 赶上了
    4 丙 3-11 20:01 晚了
"""


def game(rules: str = "golden-bough", events: str = "", house: str = "", more: str = "", **stages: str) -> forum.Game:
    return forum.game(rules, "甲 乙 丙", events, more, house, **stages)


@pytest.mark.parametrize("rules", ["golden-bough", "game-twelve"])
def test_within_twenty_four_hours_the_last_minute_included(rules: str) -> None:
    found = look(game(rules), roster(ROSTER), as_of="3-11 21:00")
    assert signed(found) == {"甲": "ok", "乙": "ok", "丙": "missing"}
    assert [note for note in found.notes if "乙" in note and "within.inclusive" in note]
    strict = look(game(rules, house="within.inclusive = false"), roster(ROSTER), as_of="3-11 21:00")
    assert signed(strict) == {"甲": "ok", "乙": "missing", "丙": "missing"}


def test_seconds_decide_where_the_board_shows_them() -> None:
    table = "0 天神 3-10 20:00:30 名单\n1 甲 3-11 20:00:30 到\n2 乙 3-11 20:00:31 到\n3 丙 3-10 21:00:00 到"
    assert signed(look(game(), roster(table), as_of="3-11 21:00")) == {"甲": "ok", "乙": "missing", "丙": "ok"}


def test_before_the_time_is_over_nobody_is_missing() -> None:
    found = look(game(), roster(ROSTER), as_of="3-11 19:00")
    assert signed(found) == {"甲": "ok", "乙": "flagged", "丙": "flagged"}
    assert order(found) == []


def test_only_the_playing_account_signs_in_and_only_under_the_roster() -> None:
    owned = forum.game("golden-bough", "甲 乙", more='[[players]]\nname = "丙"\nnumber = 3\nreal = "小丙子"')
    table = "0 天神 3-10 20:00 名单\n1 小丙子 3-10 20:10 我是丙，签到\n2 甲 3-10 20:20 到"
    found = look(owned, roster(table), talk("0 天神 3-10 20:00 讨论\n1 乙 3-10 21:00 签到"), as_of="3-11 21:00")
    assert signed(found) == {"甲": "ok", "乙": "missing", "丙": "missing"}
    assert any("小丙子" in note for note in found.secret_notes)
    assert not any("小丙子" in note for note in found.notes)


@pytest.mark.parametrize("rules", ["nine-days", "no-casualties", "plain"])
def test_other_rules_set_no_limit_unless_the_house_does(rules: str) -> None:
    assert signed(look(game(rules), roster(ROSTER), as_of="3-12 20:00")) == {}
    asked = game(rules, house="signin.hours = 1")
    assert signed(look(asked, roster(ROSTER), as_of="3-12 20:00")) == {"甲": "ok", "乙": "missing", "丙": "missing"}


def test_a_sign_up_thread_is_not_the_roster() -> None:
    from dataclasses import replace

    up = replace(roster("0 天神 3-01 20:00 报名\n1 甲 3-01 21:00 报名"), url="http://b/1", title="第五局报名帖")
    proper = replace(roster(ROSTER), title="游戏者名单")
    assert signed(look(game(), up, proper, as_of="3-11 21:00"))["甲"] == "ok"
    assert signed(look(game(), proper, up, as_of="3-10 20:01"))["甲"] == "flagged"


# -- who is replaced ---------------------------------------------------------------------------------------------------

LATE = """
    0 天神 3-10 20:00 名单
    1 丁 3-10 21:00 到
"""
TALK = "0 天神 3-10 20:05 讨论\n1 乙 3-11 03:00 睡不着\n2 丙 3-11 18:00 忙"


def late(events: str = "", as_of: str = "3-11 21:00", rules: str = "golden-bough", **stages: str) -> Audit:
    told = forum.game(rules, "甲 乙 丙 丁", events, spares("子", "丑"), **stages)
    return look(told, roster(LATE), talk(TALK), as_of=as_of)


def test_the_longest_silence_goes_first_and_who_never_posted_before_all() -> None:
    found = late()
    assert order(found) == ["甲←?", "乙←?", "丙←?"]
    assert [swap.last_post.when.hour if swap.last_post else None for swap in found.swaps] == [None, 3, 18]


def test_the_first_to_reply_takes_the_longest_silence() -> None:
    events = "3-11 20:10 transition\n3-11 22:00 reply 丑\n3-11 23:00 reply 子"
    assert order(late(events, "3-11 23:30")) == ["甲←丑", "乙←子", "丙←?"]
    assert order(late(events, "3-11 22:30")) == ["甲←丑", "乙←?", "丙←?"]


def test_a_reply_after_the_transition_is_too_late_and_the_seat_is_lost() -> None:
    found = late("3-11 20:10 transition\n3-12 08:11 reply 丑", "3-12 09:00")
    assert order(found) == ["甲←?", "乙←?", "丙←?"]
    assert [one.player for one in found.proposals if one.kind == "wasted"] == ["甲", "乙", "丙"]


def test_who_was_replaced_stays_listed_with_who_came() -> None:
    events = "3-11 22:00 reply 丑\n3-11 22:10 substitution 丙 by=丑"
    assert order(late(events, "3-11 23:00")) == ["甲←?", "乙←?", "丙←丑"]


def test_called_off_when_the_player_returns() -> None:
    assert order(late("3-11 20:30 returned 乙")) == ["甲←?", "丙←?"]
    back = look(game(more=spares("子")), roster(ROSTER), as_of="3-11 21:00")
    assert [(one.kind, one.player) for one in back.proposals] == [("cancel", "丙")]


def test_a_seat_that_left_the_game_needs_nobody() -> None:
    assert order(late("3-11 20:30 departure 甲")) == ["乙←?", "丙←?"]


def test_equal_silence_is_told_to_the_judge() -> None:
    silent = look(game(), roster("0 天神 3-10 20:00 名单"), as_of="3-11 21:00")
    assert any("甲、乙、丙 沉默得一样久" in note for note in silent.notes)


def test_the_stage_runs_twelve_hours_longer_once() -> None:
    found = late(rules="game-twelve", D1="election 3-10 20:00 to 3-11 20:00")
    assert [one.text for one in found.proposals if one.kind == "extension"] == ["D1 延长 12 小时，到 2009-03-12 08:00"]
    done = late("3-11 19:30 extension stage=D1 hours=12", rules="game-twelve", D1="election 3-10 20:00 to 3-11 20:00")
    assert [one for one in done.proposals if one.kind == "extension"] == []
    night = late(D1="vote 3-11 21:00 to 3-13 09:00")  # golden-bough begins with a night: no stage is running
    assert [one for one in night.proposals if one.kind == "extension"] == []
