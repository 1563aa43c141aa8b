"""Votes that were not cast, as the tallies of the stages tell, and what that leads to."""

from __future__ import annotations

import pytest

from referee.audits.record import record_of
from referee.audits.terms import terms_of
from referee.audits.values import Audit
from referee.audits.votes import as_lapses, vote_warnings
from referee.game import Game
from referee.tally import NotVoted
from referee.variants import book_of
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


# -- what a missed vote is to the other rule sets ----------------------------------------------------------------------


def judged(rules: str, kind: str, silent: list[str], events: str = "", house: str = "") -> list[str]:
    """What becomes of who was silent in two stages running (`player treated_as`, as a tally has it)."""
    stages = {"D1": f"{kind} 3-10 20:00 to 3-11 20:00", "D2": f"{kind} 3-12 20:00 to 3-13 20:00"}
    game = forum.game(rules, "甲 乙 丙", events, house=house, **stages)
    record = record_of(game, [], forum.moment("3-14 12:00"), terms_of(game))
    not_voted = tuple(NotVoted(*one.split()) for one in silent)
    found = vote_warnings(record, [(window, not_voted) for window in record.windows])
    return [f"{w.player} {w.stage} {w.count} {w.verdict}" for w in found]


def test_nobody_is_silent_in_an_execution_vote() -> None:
    assert judged("game-twelve", "execution", ["甲 out", "乙 abstain"]) == ["甲 D1 1 out", "甲 D2 2 out"]
    assert judged("game-twelve", "runoff", ["甲 out"]) == ["甲 D1 1 out", "甲 D2 2 out"]
    warned = judged("game-twelve", "runoff", ["甲 out"], house='g12.novote.runoff = "warn"')
    assert warned == ["甲 D1 1 warned", "甲 D2 2 warned"]
    assert judged("game-twelve", "recall", ["甲 abstain"]) == []


def test_who_is_silent_in_nine_days_is_told_of_without_a_sanction() -> None:
    assert judged("nine-days", "trial", ["甲 warning", "乙 abstain"]) == ["甲 D1 1 warned", "甲 D2 2 warned"]
    assert judged("nine-days", "trial", ["甲 warning"], house='nd.novote = "abstain"') == []
    away = judged("nine-days", "trial", ["甲 warning"], "3-12 19:00 leave 甲 to=3-14T12:00")
    assert away == ["甲 D1 1 warned", "甲 D2 1 exempt"]


def test_silence_may_count_like_lurking() -> None:
    game = forum.game("nine-days", "甲 乙", house='nd.novote = "lurk_warning"', D1="trial 3-10 20:00 to 3-11 20:00")
    record = record_of(game, [], forum.moment("3-14 12:00"), terms_of(game))
    missed = [(window, (NotVoted("甲", "warning"),)) for window in record.windows]
    assert vote_warnings(record, missed) == []
    assert [(lapse.player, lapse.stage) for lapse in as_lapses(record, missed)] == [("甲", "D1")]


def test_twelve_penalty_points_put_a_role_out() -> None:
    events = "3-10 10:00 penalty 甲 points=6\n3-11 10:00 penalty 甲 points=6\n3-12 10:00 penalty 甲 points=1"
    game = forum.game("no-casualties", "甲 乙", events)
    assert warnings(look(game, talk("0 天神 3-10 09:00 讨论"), as_of="3-11 09:00")) == []
    assert warnings(look(game, talk("0 天神 3-10 09:00 讨论"), as_of="3-12 11:00")) == ["甲 None 12 out"]


@pytest.mark.parametrize("rules", ["golden-bough", "game-twelve", "nine-days", "no-casualties"])
def test_whether_the_account_passes_on_is_what_the_book_says(rules: str) -> None:
    game = Game("一局", rules)
    assert terms_of(game).vest_passes_on == book_of(game).vest_passes_on
