"""nine-days by day: what becomes of each ballot. Changes, the last hour, abstentions, silence, what the judge says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.secrecy import public_view
from referee.tally import Tally
from referee.variants import find
from tests.support import forum
from tests.test_nine_days import EVERYBODY, cast, count, day, debate


def lines(table: str, **more: Any) -> list[str]:
    return forum.lines(count(table, day(**more)))


# -- n1: no running count -----------------------------------------------------------------------------------------


def test_nd_2_3_1_2_n1_the_public_sees_no_running_count() -> None:
    table = cast("甲乙丙→癸 丁→弃权")
    running = count(table, as_of="6-1 20:00")
    shown = public_view(running)
    assert forum.votes(running) == {"癸": 3}
    assert (shown.rows, shown.ballots, shown.not_voted, shown.outcome.players) == ((), (), (), ())
    assert forum.votes(public_view(count(table))) == {"癸": 3}


# -- n2: one change -----------------------------------------------------------------------------------------------


def test_nd_2_3_1_2_n2_one_change_in_each_round() -> None:
    table = "1 甲 6-1 13:00 投乙\n2 甲 6-1 14:00 改投丙\n3 甲 6-1 15:00 改投丁"
    assert lines(table) == ["1 甲→乙 superseded", "2 甲→丙 counted change", "3 甲→丁 void:over-limit change"]


def test_nd_2_3_1_2_n2_there_is_no_way_back() -> None:
    table = "1 甲 6-1 13:00 投乙\n2 甲 6-1 14:00 改投丙\n3 甲 6-1 15:00 还是投乙"
    assert lines(table)[2] == "3 甲→乙 void:over-limit change"


def test_nd_2_3_1_2_n2_the_next_round_brings_a_fresh_right() -> None:
    trial = cast("乙丙丁→甲 戊己庚→乙 辛壬癸→弃权") + "\n20 甲 6-1 20:00 投甲\n21 甲 6-1 21:00 改投乙\n"
    later = "30 甲 6-2 13:00 投甲\n31 甲 6-2 14:00 改投乙"
    assert forum.lines(count(trial + later, stage="D1.debate"))[-1] == "31 甲→乙 counted change"


def test_nd_2_3_1_2_n2_the_same_name_again_uses_nothing() -> None:
    table = "1 甲 6-1 13:00 投乙\n2 甲 6-1 14:00 投乙\n3 甲 6-1 15:00 改投丙"
    assert lines(table)[1:] == ["2 甲→乙 void:duplicate change", "3 甲→丙 counted change"]
    assert lines(table, house='change.same_target = "counts"')[2] == "3 甲→丙 void:over-limit change"


def test_nd_2_3_1_2_n2_taking_back_is_half_a_change() -> None:
    table = "1 甲 6-1 13:00 投乙\n2 甲 6-1 14:00 撤票\n3 甲 6-1 15:00 投丙\n4 甲 6-1 16:00 改投丁"
    assert lines(table) == [
        "1 甲→乙 superseded",
        "2 甲→· superseded unvote",
        "3 甲→丙 counted change",
        "4 甲→丁 void:over-limit change",
    ]
    assert lines("1 甲 6-1 14:00 撤票") == ["1 甲→· void:duplicate unvote"]


def test_nd_2_3_1_2_n2_after_an_edited_ballot_the_next_is_the_change() -> None:
    table = "1 甲 6-1 13:00 投乙 | edited 6-1 18:00\n2 甲 6-1 19:00 改投丙\n3 甲 6-1 20:00 改投丁"
    assert lines(table) == ["1 甲→乙 superseded", "2 甲→丙 counted change", "3 甲→丁 void:over-limit change"]


REVERTS = 'nd.extra_change = "revert_to_original"'


def test_c_nd_21_a_change_too_many_may_bring_the_first_back() -> None:
    table = "1 甲 6-1 13:00 投乙\n2 甲 6-1 14:00 改投丙\n3 甲 6-1 15:00 改投丁"
    counted = count(table, day(house=REVERTS))
    assert forum.lines(counted) == [
        "1 甲→乙 counted",
        "2 甲→丙 superseded change",
        "3 甲→丁 void:over-limit change",
    ]
    assert forum.votes(counted) == {"乙": 1}
    reached = counted.rows[0].reached
    assert reached is not None
    assert reached.when == forum.moment("6-1 15:00")
    assert lines(table + "\n4 甲 6-1 16:00 投乙", house=REVERTS)[3] == "4 甲→乙 void:duplicate change"


def test_c_nd_21_where_the_other_reading_differs_it_is_noted() -> None:
    changes = "\n20 庚 6-1 20:00 投壬\n21 庚 6-1 20:01 改投癸\n22 庚 6-1 20:02 改投辛"
    table = cast("甲乙丙→癸 丁戊己→壬 辛壬癸→弃权") + changes
    second = cast("甲乙丙丁→甲 戊己庚→乙", "6-2", 30)
    later = second + "\n40 辛 6-2 20:00 投乙\n41 辛 6-2 20:01 改投甲\n42 辛 6-2 20:02 改投乙"
    trial = cast("甲乙丙丁→甲 戊己庚辛→乙 壬癸→丙")
    assert any("nd.extra_change" in note for note in count(trial + "\n" + later, stage="D1.debate").notes)
    assert not any("nd.extra_change" in note for note in count(table).notes)


def test_c_all_05_a_house_may_have_a_void_ballot_use_the_vote() -> None:
    table = "1 甲 6-1 13:00 投癸\n2 甲 6-1 14:00 投乙\n3 甲 6-1 15:00 投丙"
    dead = "6-1 12:00 death 癸"
    assert lines(table, events=dead)[1:] == ["2 甲→乙 superseded", "3 甲→丙 counted change"]
    used = lines(table, events=dead, house='vote.void_target = "cast_as_void"')
    assert used[1:] == ["2 甲→乙 counted change", "3 甲→丙 void:over-limit change"]


# -- n3: the last hour --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("clock", "told"), [("10:59", "counted change"), ("11:00", "void:change-closed change")])
def test_nd_2_3_1_2_n3_no_change_in_the_last_hour(clock: str, told: str) -> None:
    counted = count(f"1 甲 6-1 13:00 投乙\n2 甲 6-2 {clock} 改投丙")
    assert forum.lines(counted)[1] == f"2 甲→丙 {told}"
    if "void" in told:
        assert counted.ballots[1].clauses == ("ND-2.3.1.2.n3",)


def test_nd_2_3_1_2_n3_first_ballots_are_good_to_the_end() -> None:
    assert lines("1 甲 6-2 11:59 投乙") == ["1 甲→乙 counted"]


def test_nd_2_3_1_2_n3_the_limit_minute_is_noted_with_its_other_outcome() -> None:
    table = cast("甲乙丙→癸 丁戊己→壬 庚→辛") + "\n20 辛 6-1 20:00 投甲\n21 辛 6-2 11:00 改投癸\n22 壬 6-1 21:00 弃权"
    notes = count(table + "\n23 癸 6-2 12:00 投癸").notes
    assert any("恰在界限" in note for note in notes)


def test_nd_2_3_1_2_n3_taking_back_and_voting_anew_is_no_way_round() -> None:
    table = "1 甲 6-1 13:00 投乙\n2 甲 6-2 10:00 撤票\n3 甲 6-2 11:30 投丙"
    assert lines(table)[2] == "3 甲→丙 void:change-closed"


# -- n4: abstentions ------------------------------------------------------------------------------------------------


def test_nd_2_3_1_2_n4_an_abstention_is_a_ballot_and_may_be_changed_once() -> None:
    table = "1 甲 6-1 13:00 弃权\n2 甲 6-1 14:00 改投乙\n3 甲 6-1 15:00 改投丙"
    assert lines(table) == [
        "1 甲→· superseded abstain",
        "2 甲→乙 counted change",
        "3 甲→丙 void:over-limit change",
    ]


def test_nd_2_3_1_2_n4_to_abstain_after_a_vote_uses_the_change() -> None:
    table = "1 甲 6-1 13:00 投乙\n2 甲 6-1 14:00 改为弃权\n3 甲 6-1 15:00 投丙"
    assert lines(table)[1:] == ["2 甲→· counted abstain", "3 甲→丙 void:over-limit change"]


def test_nd_2_3_1_2_n4_an_abstention_is_in_the_base() -> None:
    assert "10 票（含弃权 8），20 % = 2" in count(cast("甲→癸 乙→壬 丙丁戊己庚辛壬癸→弃权")).outcome.reason


# -- n5 and 2.4: the board's clock ------------------------------------------------------------------------------------


def test_nd_2_4a_noon_belongs_to_the_next_round() -> None:
    table = "1 甲 6-1 11:59 投乙\n2 乙 6-1 12:00 投甲\n3 丙 6-2 12:00 投甲"
    alone = forum.thread(table, "D1.trial")
    counted = forum.count(day(), alone, stage="D1.trial")
    assert forum.lines(counted) == ["1 甲→乙 void:early", "2 乙→甲 counted", "3 丙→甲 void:late"]
    assert {"ND-2.3.1.2.n5", "ND-2.4a"} == set(counted.ballots[2].clauses)
    closed = forum.count(day(house='time.boundary = "closed"'), alone, stage="D1.trial")
    assert forum.lines(closed)[-1] == "3 丙→甲 counted"
    assert [one.post.floor for one in count(table, stage="D1.debate").ballots if one.post] == [3]


def test_nd_2_3_1_2_n5_the_first_wording_counts_where_it_was_kept() -> None:
    counted = count("1 甲 6-1 13:00 投丙 | edited 6-1 18:00 | was 投乙\n2 丁 6-1 13:05 投丙 | edited 6-1 18:00")
    assert forum.lines(counted) == ["1 甲→乙 counted:edited", "2 丁→丙 pending:edited"]
    assert counted.pending[0].candidates[0] == "丙"
    assert lines("2 丁 6-1 13:05 投丙 | edited 6-1 18:00", house='vote.edit_policy = "void"') == ["2 丁→丙 void:edited"]


def test_nd_2_3_1_2_n5_what_was_deleted_does_not_count() -> None:
    assert lines("1 甲 6-1 13:00 投乙 | gone\n2 丙 6-1 13:01 投乙") == ["1 甲→乙 void:deleted", "2 丙→乙 counted"]


# -- n6: silence -----------------------------------------------------------------------------------------------------


def test_nd_2_3_1_2_n6_the_silent_are_named_abstainers_are_not_warned() -> None:
    counted = count(cast("甲→乙 丙→弃权") + "\n9 丁 6-2 12:01 投乙")
    treated = {one.player: one.treated_as for one in counted.not_voted}
    assert (treated["丙"], treated["丁"], treated["癸"]) == ("abstain", "warning", "warning")
    assert "甲" not in treated


def test_c_nd_02_silence_as_an_abstention_is_in_the_base() -> None:
    table = cast("甲乙→癸 丙→壬")
    assert forum.told(count(table).outcome) == "execute 癸"
    counted = count(table, day(house='nd.novote = "abstain"'))
    assert "10 票（含弃权 7）" in counted.outcome.reason
    assert {one.treated_as for one in counted.not_voted} == {"abstain"}
    assert "3 票" in count(table, day(house='nd.novote = "abstain"'), as_of="6-1 20:00").outcome.reason


# -- 3.4, 3.5 ---------------------------------------------------------------------------------------------------------


def test_nd_3_4_who_is_put_to_death_loses_his_ballot() -> None:
    events = "6-1 20:00 death 甲 cause=违规"
    table = cast("甲乙→癸 丙→壬")
    counted = count(table, day(events=events))
    assert forum.lines(counted) == ["1 甲→癸 void:dropped", "2 乙→癸 counted", "3 丙→壬 counted"]
    assert counted.ballots[0].clauses[0] == "ND-3.4"
    assert forum.lines(count(table, day(events=events), as_of="6-1 19:00"))[0] == "1 甲→癸 counted"
    kept = count(table, day(events=events, house='dead.ballot = "keep"'))
    assert forum.lines(kept)[0] == "1 甲→癸 counted"


def test_nd_3_5_the_judge_says_what_is_unclear() -> None:
    counted = count(cast("甲乙→癸 丙丁→壬") + "\n9 戊 6-1 14:00 投癸或者壬")
    assert counted.pending[0].candidates == ("癸", "壬")
    ruled = '[[rulings]]\nfloor = 9\nreads = "vote"\ntargets = ["癸"]\nwhy = "问过本人"\n'
    settled = count(cast("甲乙→癸 丙丁→壬") + "\n9 戊 6-1 14:00 投癸或者壬", day(more=ruled))
    assert forum.lines(settled)[-1] == "9 戊→癸 counted:ruled"
    assert not settled.pending


def test_nd_3_5_an_unclear_ballot_may_decide_the_round() -> None:
    counted = debate("甲乙丙丁→甲 戊己庚辛→乙\n")
    assert counted.outcome.kind == "runoff"
    trial = cast("甲乙丙丁→甲 戊己庚辛→乙 壬癸→丙")
    table = "\n".join((trial, cast("甲乙丙丁→甲 戊己庚辛→乙", "6-2", 30), "50 壬 6-2 20:00 投甲或者乙"))
    open_ = count(table, stage="D1.debate")
    assert open_.outcome.kind == "undecided"
    told = {reading.if_: forum.told(reading.outcome) for reading in open_.pending[0].readings}
    assert told == {"甲": "execute 甲", "乙": "execute 乙", "none": "runoff 甲、乙"}


def test_nd_3_5_nobody_votes_for_another_but_the_judge() -> None:
    counted = count("1 甲 6-1 13:00 代投：乙→癸\n2 天神 6-1 14:00 代丙投：癸")
    assert forum.lines(counted) == ["1 乙→癸 void:proxy delegated", "2 丙→癸 counted delegated"]


# -- laws -------------------------------------------------------------------------------------------------------------

SAID = st.lists(st.tuples(st.sampled_from(EVERYBODY), st.sampled_from([*EVERYBODY, "弃权"])), max_size=24)


def table_of(said: list[tuple[str, str]]) -> str:
    return "\n".join(
        f"{n} {voter} 6-1 13:{n:02d} {'弃权' if target == '弃权' else '投' + target}"
        for n, (voter, target) in enumerate(said, start=1)
    )


@given(SAID)
@settings(max_examples=25, deadline=None)
def test_every_ballot_of_a_round_is_in_the_base_once(said: list[tuple[str, str]]) -> None:
    """Each voter has one ballot in the base; nobody's number is more than the base; over half is one person's."""
    counted: Tally = count(table_of(said))
    standing = [one for one in counted.ballots if one.status == "counted"]
    assert len({one.voter for one in standing}) == len(standing) == len({voter for voter, _ in said})
    assert sum(row.votes for row in counted.rows) == sum(1 for one in standing if one.targets)
    over = [row for row in counted.rows if row.votes * 2 > len(standing)]
    assert (counted.outcome.kind == "execute") is bool(over)
    assert len(over) <= 1


def test_the_book_is_found_by_its_title() -> None:
    assert find("九天的阴谋").name == "nine-days"
