"""Votes that were not cast, as the tallies of the stages tell, and what that leads to."""

from __future__ import annotations

from referee.audits.values import Audit
from tests.support import forum
from tests.support.audits import look, order, posts, spares, talk, vote, warnings

TWO = {"D1": "vote 3-10 20:30 to 3-12 08:00", "D2": "vote 3-13 08:30 to 3-14 20:00"}
FIRST = "0 天神 3-10 20:30 第一天\n1 乙 3-10 21:00 投丙\n2 丙 3-10 22:00 投乙"
SECOND = "0 天神 3-13 08:30 第二天\n1 乙 3-13 09:00 投丙\n2 丙 3-13 10:00 投乙"


def two_days(
    second: str = SECOND, events: str = "", house: str = "", more: str = "", as_of: str = "3-14 20:05"
) -> Audit:
    game = forum.game("golden-bough", "甲=平民 乙=平民 丙=逃奴", events, more, house, **TWO)
    return look(game, vote(FIRST, "D1", 7), vote(second, "D2", 8), as_of=as_of)


def test_the_second_day_in_a_row_without_a_vote_puts_a_lurker_out() -> None:
    assert warnings(two_days()) == ["甲 D1 1 warned", "甲 D2 2 out"]
    assert warnings(two_days(as_of="3-14 19:59")) == ["甲 D1 1 warned"]


def test_a_substitute_is_left() -> None:
    found = two_days(more=spares("子"))
    assert warnings(found) == ["甲 D1 1 warned", "甲 D2 2 replace"]
    assert order(found) == ["甲←?"]


def test_the_house_may_put_him_out_at_the_first() -> None:
    assert warnings(two_days(house='gb.novote = "first"', as_of="3-12 09:00")) == ["甲 D1 1 out"]


def test_a_vote_in_between_begins_the_count_anew() -> None:
    assert warnings(two_days(SECOND + "\n3 甲 3-14 09:00 投乙")) == ["甲 D1 1 warned"]


def test_leave_excuses() -> None:
    assert warnings(two_days(events="3-13 08:00 leave 甲 to=3-15T08:00")) == ["甲 D1 1 warned", "甲 D2 1 exempt"]


def test_who_talks_all_day_is_no_lurker_and_the_judge_decides() -> None:
    chatty = SECOND + "\n" + posts("甲", "3-13 09:00,3-13 10:00,3-13 11:00,3-13 12:00,3-13 13:00", 11, "闲话")
    assert warnings(two_days(chatty)) == ["甲 D1 1 warned", "甲 D2 2 flagged"]


def test_a_substitute_is_not_blamed_for_the_day_before() -> None:
    found = two_days(events="3-12 12:00 substitution 甲 by=子", more=spares("子"))
    assert warnings(found) == ["甲 D1 1 warned", "甲 D2 1 warned"]


def test_a_late_vote_is_none() -> None:
    assert warnings(two_days(SECOND + "\n3 甲 3-14 20:00 投乙")) == ["甲 D1 1 warned", "甲 D2 2 out"]


def test_two_votes_of_one_day_are_one_day() -> None:
    stages = {"D1": "vote 3-10 20:30 to 3-12 08:00", "D1_2": "life-or-death 3-12 08:00 to 3-13 08:00 candidates=乙,丙"}
    game = forum.game("golden-bough", "甲 乙 丙", **stages)
    again = "0 天神 3-12 08:00 生死投票\n1 乙 3-12 09:00 投丙\n2 丙 3-12 10:00 投乙"
    found = look(game, vote(FIRST, "D1", 7), vote(again, "D1.2", 8), as_of="3-13 09:00")
    assert warnings(found) == ["甲 D1 1 warned", "甲 D1.2 1 warned"]


def test_a_stage_without_a_thread_to_read_is_no_stage_in_which_everybody_was_silent() -> None:
    game = forum.game("golden-bough", "甲 乙 丙", **TWO)
    found = look(game, talk("0 天神 3-10 20:00 讨论"), as_of="3-14 21:00")
    assert found.warnings == ()
    assert any("D1 没有投票帖" in note for note in found.notes)
    later = look(game, vote("0 天神 3-13 08:30 第二天"), as_of="3-14 21:00")  # opened after the first day had closed
    assert {one.stage for one in later.warnings} == {"D2"}


def test_twelve_penalty_points_put_a_role_out() -> None:
    events = "3-10 10:00 penalty 甲 points=6\n3-11 10:00 penalty 甲 points=6\n3-12 10:00 penalty 甲 points=1"
    game = forum.game("no-casualties", "甲 乙", events)
    assert warnings(look(game, talk("0 天神 3-10 09:00 讨论"), as_of="3-11 09:00")) == []
    assert warnings(look(game, talk("0 天神 3-10 09:00 讨论"), as_of="3-12 11:00")) == ["甲 None 12 out"]
