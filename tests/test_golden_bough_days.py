"""golden-bough by day: a life-or-death vote without a given end, several extensions, what two clauses make together."""

from __future__ import annotations

import pytest

from referee import moment
from referee.game import Game
from referee.tally import Tally
from tests.support import forum

ROSTER = "甲=逃奴 乙=平民 丙=祭司 丁=平民 戊=逃奴 己=平民"
DAY = "vote 3-10 21:00 to 3-12 09:00"
SUBSTITUTES = '\n[[substitutes]]\nname = "替补一"\n[[substitutes]]\nname = "替补二"\n'
OPEN_ENDED = """
[[stages]]
id = "D1R"
kind = "life-or-death"
day = 1
after = "D1"
opens = 2009-03-12T09:10:00
"""
TIE = "1 甲 3-10 21:05 投乙\n2 乙 3-10 21:06 投甲\n3 丙 3-10 21:07 投甲\n4 丁 3-10 21:08 投乙\n5 戊 3-10 21:09 投丙"


def day(events: str = "", house: str = "", more: str = "", roster: str = ROSTER, **stages: str) -> Game:
    return forum.game("golden-bough", roster, events, more, house, **(stages or {"D1": DAY}))


def count(table: str, game: Game | None = None, **more: str) -> Tally:
    return forum.count(game or day(), forum.thread(table), **more)


def posted(counted: Tally) -> list[str]:
    """The ballots with a post."""
    return [line for line in forum.lines(counted) if not line.startswith("-")]


# -- 5.5: how long a life-or-death vote is --

RUNOFF = "6 甲 3-12 20:00 投乙\n7 乙 3-12 20:30 投甲\n8 丙 3-12 22:00 投乙\n9 丁 3-13 08:59 投乙"


@pytest.mark.parametrize(
    ("house", "closes", "verdicts", "outcome"),
    [
        ("", "3-13 09:00", ["counted", "counted", "counted", "counted"], "none"),
        ("gb.runoff.base = 24", "3-12 21:00", ["counted", "counted", "void:late", "void:late"], "none"),
    ],
)
def test_gb_5_5b_a_life_or_death_vote_without_an_end_has_the_documents(
    house: str, closes: str, verdicts: list[str], outcome: str
) -> None:
    game = day(house=house, more=OPEN_ENDED, D1=DAY)
    counted = count(f"{TIE}\n{RUNOFF}", game, stage="D1R")
    assert counted.stage.closes == forum.moment(closes)
    assert [line.split()[2] for line in posted(counted)] == verdicts
    assert forum.told(counted.outcome) == outcome
    votes = {"": {"乙": 3, "甲": 1}, "gb.runoff.base = 24": {"乙": 1, "甲": 1}}
    assert forum.votes(counted) == votes[house]


def test_gb_5_5b_what_was_added_to_the_vote_comes_before_it() -> None:
    game = day("3-11 20:00 substitution 己 by=替补一", more=OPEN_ENDED + SUBSTITUTES, D1=DAY)
    assert game.stages[1].closes == forum.moment("3-13 21:00")


def test_gb_5_5b_an_end_that_is_given_holds() -> None:
    game = day(house="gb.runoff.base = 24", D1=DAY, D1R="life-or-death 3-12 09:10 to 3-13 12:00 after=D1")
    assert game.stages[1].closes == forum.moment("3-13 12:00")


def test_gb_5_5b_without_a_vote_before_it_nobody_knows_its_end() -> None:
    game = day(more=OPEN_ENDED.replace("D1R", "D4R").replace('after = "D1"', "").replace("day = 1", "day = 4"))
    assert game.stages[1].closes is None
    assert moment.window(game, game.stages[1]).changes_close is None


@pytest.mark.parametrize(("house", "until"), [("", "03-13 09:00"), ("gb.runoff.base = 24", "03-12 21:00")])
def test_gb_5_5b_the_judge_is_told_until_when_before_he_opens_it(house: str, until: str) -> None:
    counted = count(TIE, day(house=house))
    assert forum.told(counted.outcome) == "runoff 甲、乙"
    assert any(f"生死投票到 {until} 为止" in note for note in counted.notes)
    assert not any(
        "生死投票到" in note for note in count(TIE, day(house=house, more=OPEN_ENDED, D1=DAY), stage="D1").notes
    )


# -- 7.4 --


def test_gb_7_4_every_extension_brings_its_own_fresh_change() -> None:
    events = "3-11 08:00 substitution 己 by=替补一\n3-11 22:00 substitution 戊 by=替补二"
    table = (
        "1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 改投丙\n3 甲 3-12 09:30 改投丁\n4 甲 3-12 10:00 改投乙"
        "\n5 甲 3-12 21:00 改投己\n6 甲 3-12 22:00 改投乙"
    )
    counted = count(table, day(events, more=SUBSTITUTES))
    assert counted.stage.closes == forum.moment("3-13 09:00")
    assert [line.split(maxsplit=2)[2] for line in posted(counted)] == [
        "superseded",
        "superseded change",
        "superseded change",
        "void:over-limit change",
        "counted change",
        "void:over-limit change",
    ]


def test_gb_5_6_two_seats_in_one_transition_make_it_longer_once() -> None:
    events = "3-11 20:00 substitution 己 by=替补一\n3-11 21:00 substitution 戊 by=替补二"
    counted = count("1 甲 3-10 21:05 投乙", day(events, more=SUBSTITUTES))
    assert counted.stage.closes == forum.moment("3-12 21:00")


def test_gb_7_4_an_extension_of_the_life_or_death_vote_brings_one_there() -> None:
    game = day(
        "3-12 20:00 substitution 己 by=替补一",
        more=SUBSTITUTES,
        D1=DAY,
        D1R="life-or-death 3-12 09:10 to 3-13 09:00 after=D1",
    )
    table = f"{TIE}\n6 甲 3-12 10:00 投乙\n7 甲 3-12 11:00 改投甲\n8 甲 3-13 10:00 改投乙\n9 甲 3-13 20:00 改投甲"
    counted = count(table, game, stage="D1R")
    assert [line.split()[2] for line in posted(counted)] == [
        "superseded",
        "superseded",
        "counted",
        "void:change-closed",
    ]


# -- two clauses at once --


def test_gb_7_5_with_7_7a_a_condition_nobody_repaired_is_a_self_vote() -> None:
    counted = count("1 甲 3-10 21:05 如果乙不说话我就投乙")
    assert forum.votes(counted)["甲"] == 1
    assert posted(counted) == ["1 甲→· void:conditional"]


def test_gb_7_3d_with_7_5_a_change_to_nobody_in_the_last_hour_leaves_the_vote_alone() -> None:
    counted = count("1 甲 3-10 21:05 投乙\n2 甲 3-12 08:30 弃权")
    assert posted(counted) == ["1 甲→乙 counted", "2 甲→· void:abstain-not-allowed abstain"]


def test_gb_7_1_with_7_2_a_candidate_who_is_out_is_no_candidate_any_more() -> None:
    game = day("3-12 12:00 expelled 乙", D1=DAY, D1R="life-or-death 3-12 09:10 to 3-13 09:00 after=D1")
    counted = count(f"{TIE}\n6 丙 3-12 10:00 投乙\n7 丁 3-12 13:00 投乙\n8 丁 3-12 14:00 投甲", game, stage="D1R")
    assert posted(counted) == ["6 丙→乙 counted", "7 丁→乙 void:dead-target", "8 丁→甲 counted"]


def test_gb_10_4b_with_7_3a_a_vote_the_judge_posted_may_be_changed_once() -> None:
    table = "1 天神 3-10 21:05 代甲投票：乙\n2 甲 3-10 22:00 改投丙\n3 甲 3-10 23:00 改投丁"
    assert [line.split()[2] for line in posted(count(table))] == ["superseded", "counted", "void:over-limit"]
