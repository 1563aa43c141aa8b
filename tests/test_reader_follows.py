"""Who only says that he votes as another does: the judge is asked, and offered whom that other votes for."""

from __future__ import annotations

import pytest

from parsers.ballots.reader import read
from parsers.ballots.reading import Context
from parsers.names import Roster, Seat
from tests.support import forum

PLAYERS = "甲 乙 丙 丁 戊"


def asked(table: str) -> tuple[str, ...]:
    """Whom the one open question of a vote offers."""
    (question,) = forum.count(forum.bare_game(PLAYERS), table).pending
    return question.candidates


@pytest.mark.parametrize("words", ["跟甲的票", "我和甲投一样的", "跟甲一样", "听甲的", "跟楼上"])
def test_whom_the_other_votes_for_comes_first(words: str) -> None:
    assert asked(f"1 甲 3-10 21:00 投乙\n2 丙 3-10 22:00 {words}") == ("乙", "甲")


def test_whom_he_turns_to_later_is_offered_too() -> None:
    table = "1 甲 3-10 21:00 投乙\n2 丙 3-10 22:00 跟甲的票\n3 甲 3-10 22:10 改投丁"
    assert asked(table) == ("乙", "丁", "甲")


def test_where_he_has_not_voted_it_may_be_anybody() -> None:
    assert set(asked("1 丙 3-10 22:00 跟甲的票\n2 丁 3-10 22:10 投乙")) == set(PLAYERS.split())


@pytest.mark.parametrize(("before", "known"), [("乙→丙", ("丙",)), ("丁→丙", ()), (None, ())])
def test_one_post_alone_offers_only_what_is_known(before: str | None, known: tuple[str, ...]) -> None:
    reading = read("跟乙的票", Roster.of(map(Seat, PLAYERS.split())), Context(author="甲", prev_vote=before))
    assert (reading.kind, reading.candidates, reading.follows) == ("ambiguous", known, ("乙",))
