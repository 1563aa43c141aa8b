"""no-casualties by day: what becomes of each ballot. Changes, limits, edits, what the judge says, who may see it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.secrecy import public_view
from tests.support import forum
from tests.test_no_casualties import SHERIFF, cast, count, game

EVERYBODY = "甲乙丙丁戊己庚辛壬癸"


def lines(table: str, **more: Any) -> list[str]:
    return forum.lines(count(table, game(SHERIFF, **more)))


def test_nc_def_role_only_the_roles_own_account_votes() -> None:
    more = '[[players]]\nname = "子"\nreal = "真身"\n'
    table = "1 真身 3-3 12:00 投甲\n2 子 3-3 12:01 投甲\n3 看客 3-3 12:02 投甲\n4 乙 3-3 12:03 代投：丙→甲"
    assert lines(table, more=more) == [
        "1 真身→甲 void:not-a-player",
        "2 子→甲 counted",
        "3 看客→甲 void:not-a-player",
        "4 丙→甲 void:proxy delegated",
    ]


def test_nc_def_role_a_substitute_plays_on_with_the_role() -> None:
    more = '[[substitutes]]\nname = "替补"\n'
    played = game(f"{SHERIFF}\n3-3 10:00 substitution 乙 by=替补", more=more)
    counted = count("1 乙 3-3 12:00 投壬\n2 替补 3-3 12:01 投壬", played)
    assert forum.lines(counted) == ["1 乙→壬 counted", "2 替补→壬 void:not-a-player"]


def test_nc_day_half_past_nine_is_late() -> None:
    table = "1 乙 3-3 09:30 投壬\n2 丙 3-4 21:29 投壬\n3 丁 3-4 21:30 投癸\n4 戊 3-4 21:30 投癸\n5 己 3-4 21:30 投癸"
    counted = count(table)
    assert [line.split(" ", 2)[2] for line in forum.lines(counted)[1:3]] == ["counted", "void:late"]
    assert any("恰在界限" in note and "囚禁 癸" in note for note in counted.notes)
    assert forum.told(count(table, game(SHERIFF, 'time.boundary = "closed"')).outcome) == "imprison 癸"


def test_nc_day_a_longer_day_is_an_extension() -> None:
    played = game(f"{SHERIFF}\n3-4 12:00 extension stage=D2 hours=12")
    assert forum.lines(count("1 乙 3-5 09:00 投壬", played)) == ["1 乙→壬 counted"]


def test_nc_vote_change_the_last_valid_ballot_counts() -> None:
    table = "1 乙 3-3 12:00 投壬\n2 乙 3-3 13:00 改投癸\n3 乙 3-4 21:29 改投丙\n4 乙 3-4 21:40 改投丁"
    assert lines(table) == [
        "1 乙→壬 superseded",
        "2 乙→癸 superseded change",
        "3 乙→丙 counted change",
        "4 乙→丁 void:late change",
    ]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("none", ["1 乙→壬 counted", "2 乙→癸 void:locked change", "3 乙→壬 void:duplicate change"]),
        ("once", ["1 乙→壬 superseded", "2 乙→癸 counted change", "3 乙→壬 void:over-limit change"]),
    ],
)
def test_c_nc_03_a_house_may_allow_one_change_or_none(rule: str, told: list[str]) -> None:
    table = "1 乙 3-3 12:00 投壬\n2 乙 3-3 13:00 改投癸\n3 乙 3-3 14:00 改投壬"
    assert lines(table, house=f'nc.change = "{rule}"')[:2] == told[:2]
    assert lines(table, house=f'nc.change = "{rule}"')[2].startswith("3 乙→壬 void")


def test_c_nc_03_the_other_readings_are_noted() -> None:
    table = cast("乙→癸 丙→癸 丁→壬") + "\n20 丙 3-3 20:00 改投壬"
    assert any("nc.change = none" in note and "囚禁 癸" in note for note in count(table).notes)


def test_nc_vote_change_a_ballot_may_be_taken_back() -> None:
    table = "1 乙 3-3 12:00 投壬\n2 乙 3-3 13:00 撤票\n3 丙 3-3 14:00 撤票\n4 丁 3-3 15:00 投癸"
    counted = count(table)
    assert forum.lines(counted) == [
        "1 乙→壬 superseded",
        "2 乙→· counted unvote",
        "3 丙→· void:duplicate unvote",
        "4 丁→癸 counted",
    ]
    assert "乙" in [one.player for one in counted.not_voted]


def test_nc_vote_change_an_edit_is_no_change() -> None:
    table = "1 乙 3-3 12:00 投壬 | edited 3-3 18:00 | was 投癸\n2 丙 3-3 12:01 投壬 | edited 3-3 18:00"
    counted = count(table + "\n3 丁 3-3 12:02 投庚")
    assert forum.lines(counted)[:2] == ["1 乙→癸 counted:edited", "2 丙→壬 pending:edited"]
    assert counted.pending[0].candidates[0] == "壬"


def test_nc_vote_change_what_was_deleted_does_not_count() -> None:
    assert lines("1 乙 3-3 12:00 投壬 | gone\n2 丙 3-3 12:01 投壬") == ["1 乙→壬 void:deleted", "2 丙→壬 counted"]


def test_nc_vote_publish_the_public_sees_no_running_count() -> None:
    running = count(cast("乙丙→壬"), as_of="3-3 20:00")
    assert forum.votes(running) == {"壬": 2}
    assert public_view(running).rows == ()
    assert forum.votes(public_view(count(cast("乙丙→壬")))) == {"壬": 2}


def test_nc_vote_publish_the_judge_says_what_is_unclear() -> None:
    table = cast("乙丙→壬 丁戊→癸") + "\n20 己 3-3 20:00 投壬或者癸"
    counted = count(table)
    assert counted.outcome.kind == "undecided"
    told = {reading.if_: forum.told(reading.outcome) for reading in counted.pending[0].readings}
    assert told == {"壬": "imprison 壬", "癸": "imprison 癸", "none": "none"}


def test_nc_sheriff_two_an_unclear_ballot_of_the_sheriff_is_two_votes_either_way() -> None:
    counted = count(cast("乙丙→壬 丁→癸") + "\n20 甲 3-3 20:00 投癸或者庚")
    told = {reading.if_: forum.told(reading.outcome) for reading in counted.pending[0].readings}
    assert told == {"癸": "imprison 癸", "庚": "imprison 庚", "none": "imprison 壬"}


def test_nc_abstain_an_abstention_is_a_ballot_for_nobody() -> None:
    counted = count("1 乙 3-3 12:00 投壬\n2 乙 3-3 13:00 改为弃权")
    assert forum.lines(counted) == ["1 乙→壬 superseded", "2 乙→· counted abstain"]
    assert {one.player: one.treated_as for one in counted.not_voted}["乙"] == "abstain"


def test_nc_vote_oneself_is_allowed_unless_the_house_forbids_it() -> None:
    assert lines("1 乙 3-3 12:00 投乙") == ["1 乙→乙 counted"]
    assert lines("1 乙 3-3 12:00 投乙", house='vote.self = "void"') == ["1 乙→乙 void:not-a-candidate"]


SAID = st.lists(st.tuples(st.sampled_from(EVERYBODY), st.sampled_from([*EVERYBODY, "弃权"])), max_size=24)


@given(SAID)
@settings(max_examples=25, deadline=None)
def test_the_numbers_are_the_last_ballots_the_sheriffs_twice(said: list[tuple[str, str]]) -> None:
    """Counting by hand gives the same, and who goes is level with nobody but by the sheriff's word."""
    counted = count(
        "\n".join(
            f"{n} {voter} 3-3 13:{n:02d} {'弃权' if target == '弃权' else '投' + target}"
            for n, (voter, target) in enumerate(said, start=1)
        )
    )
    last = dict(said)
    numbers: dict[str, int] = {}
    for voter, target in last.items():
        if target != "弃权":
            numbers[target] = numbers.get(target, 0) + (2 if voter == "甲" else 1)
    assert forum.votes(counted) == numbers
    top = [name for name, number in numbers.items() if number == max(numbers.values())]
    goes = top if len(top) == 1 else [name for name in top if name == last.get("甲")]
    assert list(counted.outcome.players) == goes
