"""golden-bough by day, clause by clause: a thread goes in, verdicts come out."""

from __future__ import annotations

import pytest

from referee.game import Game
from referee.secrecy import public_view
from referee.tally import Tally
from tests.support import forum

ROSTER = "甲=逃奴 乙=平民 丙=祭司 丁=平民 戊=逃奴 己=平民"
DAY = "vote 3-10 21:00 to 3-12 09:00"


def day(events: str = "", house: str = "", more: str = "", roster: str = ROSTER, **stages: str) -> Game:
    return forum.game("golden-bough", roster, events, more, house, **(stages or {"D1": DAY}))


def count(table: str, game: Game | None = None, **more: str) -> Tally:
    return forum.count(game or day(), forum.thread(table), **more)


def posted(counted: Tally) -> list[str]:
    """The ballots with a post."""
    return [line for line in forum.lines(counted) if not line.startswith("-")]


def all_but(*voters: str, target: str = "乙", first: int = 50) -> str:
    """Plain ballots of everybody else, early on the first evening."""
    others = [name for name in "甲乙丙丁戊己" if name not in voters]
    return "\n".join(f"{first + n} {name} 3-10 21:{30 + n} 投{target}" for n, name in enumerate(others))


# -- 6.5, 7.1: who votes, for whom ----------------------------------------------------------------------------------


def test_gb_6_5_only_the_vest_votes() -> None:
    game = day(more='[[players]]\nname = "庚"\nreal = "真身"\n')
    assert posted(count("1 真身 3-10 21:05 投乙\n2 庚 3-10 21:06 投丁", game)) == [
        "1 真身→乙 void:not-a-player",
        "2 庚→丁 counted",
    ]


def test_gb_7_1_the_dead_do_not_vote_from_the_minute_they_are_announced() -> None:
    counted = count("1 甲 3-10 20:59 投乙\n2 甲 3-10 21:05 投乙", day("3-10 20:30 death 甲"))
    assert posted(counted) == ["1 甲→乙 void:dead-voter", "2 甲→乙 void:dead-voter"]
    assert "甲" not in [one.player for one in counted.not_voted]


def test_gb_7_1_a_ballot_for_the_dead_is_void_and_may_be_repaired_in_the_last_hour() -> None:
    table = "1 甲 3-10 21:05 投乙\n2 甲 3-12 08:30 投丁"
    assert posted(count(table, day("3-10 20:30 death 乙"))) == ["1 甲→乙 void:dead-target", "2 甲→丁 counted"]


def test_gb_5_7_a_ballot_outlives_its_voter() -> None:
    events = "3-11 20:00 expelled 甲"
    assert posted(count("1 甲 3-10 21:05 投乙", day(events))) == ["1 甲→乙 counted"]
    dropped = count("1 甲 3-10 21:05 投乙", day(events, 'dead.ballot = "drop"'))
    assert posted(dropped) == ["1 甲→乙 void:dropped"]


def test_gb_7_1_a_substitute_plays_on_with_the_vest() -> None:
    more = '[[substitutes]]\nname = "替补"\n'
    table = "1 乙 3-10 22:00 投丁\n2 替补 3-10 22:05 投丁"
    counted = count(table, day("3-10 21:30 substitution 乙 by=替补", more=more))
    assert posted(counted) == ["1 乙→丁 counted", "2 替补→丁 void:not-a-player"]


# -- 7.2: the life-or-death vote --------------------------------------------------------------------------------------

TWO = {"D1": DAY, "D1R": "life-or-death 3-12 09:30 to 3-13 09:00 after=D1"}
TIE = """
    1 甲 3-10 21:05 投丁
    2 乙 3-10 21:06 投戊
    3 丙 3-10 21:07 投丁
    4 丁 3-10 21:08 投戊
    5 戊 3-10 21:09 投乙
    6 己 3-10 21:10 投乙
"""


def test_gb_7_2_all_who_share_the_highest_number_face_another_vote() -> None:
    counted = count(TIE)
    assert forum.told(counted.outcome) == "runoff 丁、戊、乙"
    assert counted.outcome.clauses == ("GB-7.2",)


def test_gb_7_2_only_the_tied_stand_and_a_void_ballot_may_be_repaired() -> None:
    table = TIE + "20 甲 3-12 10:00 投丙\n21 甲 3-13 08:30 投丁"
    counted = count(table, day(**TWO), stage="D1R")
    assert posted(counted) == ["20 甲→丙 void:not-a-candidate", "21 甲→丁 counted"]


def test_gb_7_2_the_stage_before_is_found_without_after() -> None:
    game = day(D1=DAY, D1R="life-or-death 3-12 09:30 to 3-13 09:00")
    assert posted(count(TIE + "20 甲 3-12 10:00 投丙", game, stage="D1R")) == ["20 甲→丙 void:not-a-candidate"]


def test_gb_7_2_an_undecided_vote_leaves_its_life_or_death_undecided() -> None:
    roster = "老猫=逃奴 夜猫子=逃奴 甲 乙"
    table = """
        1 甲 3-10 21:00 投老猫
        2 乙 3-10 21:00 投夜猫子
        3 老猫 3-10 21:01 投猫
        4 夜猫子 3-10 21:02 投老猫
        5 老猫 3-12 10:00 投夜猫子
    """
    game = day(roster=roster, **TWO)
    assert count(table, game, stage="D1").outcome.kind == "undecided"
    counted = count(table, game, stage="D1R")
    assert counted.outcome.kind == "undecided"
    assert "D1" in counted.outcome.reason


def test_gb_7_2_without_the_ballots_of_the_vote_the_candidates_are_unknown() -> None:
    game = day(**TWO)
    runoff = forum.thread("20 甲 3-12 10:00 投丙", stage="D1R")
    counted = forum.count(game, runoff, stage="D1R")
    assert posted(counted) == ["20 甲→丙 counted"]
    assert any("候选人未知" in note for note in counted.notes)


# -- 7.3: changing -----------------------------------------------------------------------------------------------------


def test_gb_7_3a_one_change_and_no_way_back() -> None:
    table = "1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 改投丁\n3 甲 3-10 23:00 改投乙"
    assert posted(count(table)) == ["1 甲→乙 superseded", "2 甲→丁 counted change", "3 甲→乙 void:over-limit change"]


def test_gb_7_3a_a_second_ballot_without_the_word_is_the_change() -> None:
    assert posted(count("1 甲 3-10 21:05 投乙\n2 甲 3-10 21:05 投丁"))[1] == "2 甲→丁 counted change"


def test_gb_7_3a_the_same_name_again_costs_nothing() -> None:
    table = "1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 投乙\n3 甲 3-10 23:00 改投丁"
    assert posted(count(table)) == ["1 甲→乙 superseded", "2 甲→乙 void:duplicate change", "3 甲→丁 counted change"]


def test_gb_7_3a_a_vote_cannot_be_taken_back() -> None:
    assert posted(count("1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 撤票")) == [
        "1 甲→乙 counted",
        "2 甲→· void:over-limit unvote",
    ]


def test_gb_7_3a_the_life_or_death_vote_brings_a_fresh_right() -> None:
    table = TIE.replace("1 甲 3-10 21:05 投丁", "1 甲 3-10 21:01 投乙\n2 甲 3-10 21:02 投丁")
    table = table.replace("2 乙", "3 乙") + "20 甲 3-12 10:00 投丁\n21 甲 3-12 11:00 改投戊"
    assert posted(count(table, day(**TWO), stage="D1R"))[-1] == "21 甲→戊 counted change"


def test_gb_7_3b_an_edit_is_no_change_and_costs_the_right() -> None:
    table = "1 甲 3-10 21:05 投乙 | edited 3-10 22:00 | was 投丁\n2 甲 3-10 23:00 改投戊"
    counted = count(table)
    assert posted(counted) == ["1 甲→丁 counted:edited", "2 甲→戊 void:locked change"]
    assert "GB-7.3b" in counted.ballots[0].clauses


def test_gb_7_3b_an_edit_that_left_the_target_alone_costs_nothing() -> None:
    table = "1 甲 3-10 21:05 投丁！ | edited 3-10 22:00 | was 投丁\n2 甲 3-10 23:00 改投戊"
    assert posted(count(table))[1] == "2 甲→戊 counted change"
    strict = day(house='gb.edit.cosmetic = "loses_right"')
    assert posted(count(table, strict))[1] == "2 甲→戊 void:locked change"


def test_gb_7_3c_an_unknown_first_wording_is_a_self_vote() -> None:
    counted = count("1 甲 3-10 21:05 投乙 | edited 3-10 22:00\n2 甲 3-10 23:00 改投戊")
    assert posted(counted) == ["1 甲→甲 counted:edited", "2 甲→戊 void:locked change"]
    assert counted.ballots[0].clauses[0] == "GB-7.3c"
    assert not counted.pending


def test_gb_7_3c_somebody_elses_quotation_makes_it_known() -> None:
    table = """
        1 甲 3-10 21:05 投乙 | edited 3-10 23:00
        2 丁 3-10 22:00 为什么？ | quotes 引用第1楼甲于2009-03-10 21:05发表的  :⏎投戊
    """
    assert posted(count(table)) == ["1 甲→戊 counted:edited"]


def test_gb_7_3c_a_house_may_ask_instead() -> None:
    counted = count("1 甲 3-10 21:05 投乙 | edited 3-10 22:00", day(house='gb.edit.unknown = "prompt"'))
    assert posted(counted) == ["1 甲→乙 pending:edited"]
    assert counted.pending[0].candidates[0] == "乙"


@pytest.mark.parametrize(
    ("when", "line"),
    [
        ("07:59", "2 甲→丁 counted change"),
        ("08:00", "2 甲→丁 void:change-closed change"),
        ("08:59", "2 甲→丁 void:change-closed change"),
    ],
)
def test_gb_7_3d_no_change_in_the_last_hour(when: str, line: str) -> None:
    assert posted(count(f"1 甲 3-10 21:05 投乙\n2 甲 3-12 {when} 改投丁"))[1] == line


def test_gb_7_3d_a_first_ballot_in_the_last_hour_is_good() -> None:
    assert posted(count("1 甲 3-12 08:59 投丁")) == ["1 甲→丁 counted"]


def test_gb_7_3d_comes_before_a_right_used_up() -> None:
    table = "1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 改投丁\n3 甲 3-12 08:30 改投乙"
    counted = count(table)
    assert posted(counted)[2] == "3 甲→乙 void:change-closed change"
    assert set(counted.ballots[2].clauses) == {"GB-7.3a", "GB-7.3d"}


# -- 7.4, 5.6: a day made longer ---------------------------------------------------------------------------------------

SWAP = "3-12 07:30 substitution 己 by=替补"
LONGER = f"{SWAP}\n3-12 07:30 extension stage=D1 hours=24 cause=substitution"
SUB = '[[substitutes]]\nname = "替补"\n'


def longer(events: str = LONGER, house: str = "") -> Game:
    return day(events, house, SUB)


def test_gb_5_6_a_substitution_alone_adds_twelve_hours() -> None:
    counted = count("1 甲 3-12 20:30 投乙\n2 乙 3-12 21:00 投丁", longer(SWAP))
    assert posted(counted) == ["1 甲→乙 counted", "2 乙→丁 void:late"]
    assert counted.stage.closes == forum.moment("3-12 21:00")
    assert counted.stage.changes_close == forum.moment("3-12 20:00")


def test_gb_7_4_everybody_may_change_once_more_in_what_was_added() -> None:
    table = "1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 改投丁\n3 甲 3-12 10:00 改投戊\n4 甲 3-12 11:00 改投乙"
    assert posted(count(table, longer()))[2:] == ["3 甲→戊 counted change", "4 甲→乙 void:over-limit change"]


def test_gb_7_4_the_fresh_right_begins_at_the_old_end() -> None:
    table = "1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 改投丁\n3 甲 3-12 08:30 改投戊"
    assert posted(count(table, longer()))[2] == "3 甲→戊 void:over-limit change"


def test_gb_7_4_the_old_last_hour_is_open_to_the_ordinary_right() -> None:
    table = "1 甲 3-10 21:05 投乙\n2 甲 3-12 08:30 改投戊\n3 甲 3-12 10:00 改投丁"
    assert posted(count(table, longer()))[1:] == ["2 甲→戊 superseded change", "3 甲→丁 counted change"]


def test_gb_7_4_before_it_was_announced_the_last_hour_was_closed() -> None:
    late = LONGER.replace("07:30", "08:40")
    assert posted(count("1 甲 3-10 21:05 投乙\n2 甲 3-12 08:30 改投戊", longer(late)))[1].endswith(
        "change-closed change"
    )


def test_gb_7_4_not_in_its_own_last_hour() -> None:
    table = "1 甲 3-10 21:05 投乙\n2 甲 3-13 08:00 改投丁"
    assert posted(count(table, longer()))[1].endswith("change-closed change")


def test_gb_7_4_an_unused_right_does_not_stack() -> None:
    table = "1 甲 3-10 21:05 投乙\n2 甲 3-12 10:00 改投丁\n3 甲 3-12 11:00 改投戊"
    assert posted(count(table, longer()))[2] == "3 甲→戊 void:over-limit change"
    stacked = longer(house="gb.ext.stack = true")
    assert posted(count(table, stacked))[2] == "3 甲→戊 counted change"


def test_gb_7_4_who_edited_gets_the_fresh_right_too() -> None:
    table = "1 甲 3-10 21:05 投乙 | edited 3-10 22:00\n2 甲 3-12 10:00 改投丁"
    assert posted(count(table, longer()))[1] == "2 甲→丁 counted change"
    strict = longer(house="gb.ext.edit_offender = false")
    assert posted(count(table, strict))[1] == "2 甲→丁 void:locked change"


def test_gb_7_4_a_house_may_want_a_whole_day() -> None:
    table = "1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 改投丁\n3 甲 3-12 10:00 改投戊"
    half = longer(SWAP, 'gb.ext.fresh_change = "only24"')
    assert posted(count(table, half))[2] == "3 甲→戊 void:over-limit change"
    assert posted(count(table, longer(SWAP)))[2] == "3 甲→戊 counted change"


def test_gb_10_4a_an_outage_brings_no_fresh_right() -> None:
    table = "1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 改投丁\n3 甲 3-12 10:00 改投戊"
    outage = "3-12 07:30 extension stage=D1 hours=12 cause=outage"
    assert posted(count(table, day(outage)))[2] == "3 甲→戊 void:over-limit change"
    kind = day(outage, "gb.outage.fresh_change = true")
    assert posted(count(table, kind))[2] == "3 甲→戊 counted change"


# -- 7.5: no abstention ----------------------------------------------------------------------------------------------


def test_gb_7_5_the_silent_the_late_and_the_abstaining_vote_for_themselves() -> None:
    counted = count("1 甲 3-10 21:05 弃权\n2 乙 3-12 09:00 投丁")
    assert posted(counted) == ["1 甲→· void:abstain-not-allowed abstain", "2 乙→丁 void:late"]
    assert {one.treated_as for one in counted.not_voted} == {"self-vote"}
    assert len(counted.not_voted) == 6
    assert forum.lines(counted)[2] == "- 甲→甲 counted:imputed imputed"


def test_gb_7_5_nothing_is_imposed_before_the_close() -> None:
    counted = count("1 甲 3-10 21:05 投乙", as_of="3-11 12:00")
    assert forum.votes(counted) == {"乙": 1}
    assert len(counted.not_voted) == 5
    assert not counted.final


def test_gb_7_5_a_name_after_an_abstention_uses_the_one_change() -> None:
    table = "1 甲 3-10 21:05 弃权\n2 甲 3-10 22:00 投乙\n3 甲 3-10 23:00 改投丁"
    assert posted(count(table))[1:] == ["2 甲→乙 counted change", "3 甲→丁 void:over-limit change"]
    free = day(house='gb.abstain_then_vote = "first_vote"')
    assert posted(count(table, free))[1:] == ["2 甲→乙 superseded", "3 甲→丁 counted change"]
    barred = day(house='gb.abstain_then_vote = "barred"')
    assert posted(count(table, barred))[1] == "2 甲→乙 void:locked change"


def test_gb_7_5_a_change_to_an_abstention_is_a_self_vote() -> None:
    counted = count("1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 改弃权")
    assert posted(counted) == ["1 甲→乙 superseded", "2 甲→· void:abstain-not-allowed abstain"]
    assert "甲" in [one.player for one in counted.not_voted]


def test_gb_7_5_in_the_last_hour_it_is_no_change_at_all() -> None:
    assert posted(count("1 甲 3-10 21:05 投乙\n2 甲 3-12 08:30 改弃权"))[0] == "1 甲→乙 counted"


def test_gb_7_5_in_the_life_or_death_vote_only_a_candidate_votes_for_himself() -> None:
    counted = count(TIE + "20 甲 3-12 10:00 投丁", day(**TWO), stage="D1R")
    treated = {one.player: one.treated_as for one in counted.not_voted}
    assert treated == {"乙": "self-vote", "丙": "nobody", "丁": "self-vote", "戊": "self-vote", "己": "nobody"}
    assert forum.votes(counted) == {"丁": 2, "乙": 1, "戊": 1}


@pytest.mark.parametrize(
    ("value", "votes"), [("void_all", {"丁": 1}), ("reopen", {"丁": 2, "乙": 1, "丙": 1, "戊": 1, "己": 1})]
)
def test_gb_7_5_a_house_may_see_those_self_votes_otherwise(value: str, votes: dict[str, float]) -> None:
    game = day(house=f'gb.runoff.selfvote = "{value}"', **TWO)
    assert forum.votes(count(TIE + "20 甲 3-12 10:00 投丁", game, stage="D1R")) == votes


# -- 7.6: what becomes of the highest --------------------------------------------------------------------------------


def highest(name: str, **more: str) -> Tally:
    return count(all_but(name, target=name), day(**more))


@pytest.mark.parametrize(
    ("name", "outcome", "clauses"),
    [
        ("甲", "execute 甲", {"GB-7.6a", "GB-3.3c", "GB-4.2"}),
        ("丙", "reveal 丙", {"GB-7.6b", "GB-3.5b", "GB-4.2"}),
        ("乙", "none", {"GB-7.6c", "GB-3.1a"}),
    ],
)
def test_gb_7_6_the_highest_by_his_identity(name: str, outcome: str, clauses: set[str]) -> None:
    counted = highest(name)
    assert forum.told(counted.outcome) == outcome
    assert set(counted.outcome.clauses) == clauses


def test_gb_7_6a_without_identities_only_the_number_is_told() -> None:
    counted = count(all_but("甲", target="甲"), day(roster="甲 乙 丙 丁 戊 己"))
    assert forum.told(counted.outcome) == "top 甲"


NIGHTS = """
[branch]
cycle = ["乙", "丁", "己"]
holder = "乙"

[[actions]]
night = 1
by = "甲"
power = "杀人"
target = "乙"
at = 2009-03-10T08:00:00
"""


def test_gb_3_4f_an_escapee_who_killed_the_branch_is_a_challenger_by_day() -> None:
    game = day("3-10 20:30 death 乙", more=NIGHTS)
    counted = count(all_but("甲", "乙", target="甲"), game)
    assert forum.told(counted.outcome) == "none"
    assert set(counted.outcome.clauses) == {"GB-7.6c", "GB-3.4f"}


def test_gb_7_6d_the_branch_is_left_alone_and_stays() -> None:
    game = day(more=NIGHTS.split("[[actions]]")[0])
    counted = count(all_but("乙", target="乙"), game)
    assert forum.told(counted.outcome) == "none"
    assert set(counted.outcome.clauses) == {"GB-7.6d", "GB-3.2.2a", "GB-3.2.1c"}


def test_gb_7_6e_a_second_tie_ends_the_day() -> None:
    again = [line.split() for line in TIE.strip().splitlines()]
    table = TIE + "\n".join(f"{20 + n} {line[1]} 3-12 10:0{n} {line[4]}" for n, line in enumerate(again))
    counted = count(table, day(**TWO), stage="D1R")
    assert forum.told(counted.outcome) == "none"
    assert counted.outcome.clauses == ("GB-7.6e",)


# -- 7.7: words --------------------------------------------------------------------------------------------------------

TORN = """
    1 甲 3-10 21:05 投猫
    2 乙 3-10 21:06 投老猫
    3 丙 3-10 21:07 投老猫
    4 老猫 3-10 21:08 投甲
    5 夜猫子 3-10 21:09 投甲
"""
CATS = "老猫=逃奴 夜猫子=平民 甲=平民 乙=平民 丙=祭司"


def test_gb_7_7a_a_condition_makes_no_ballot_and_costs_the_right() -> None:
    table = "1 甲 3-10 21:05 如果乙不解释就投乙\n2 甲 3-12 08:30 投丁\n3 甲 3-12 08:31 改投戊"
    lines = posted(count(table))
    assert "void:conditional" in lines[0]
    assert lines[1] == "2 甲→丁 counted"
    counted = count("1 甲 3-10 21:05 如果乙不解释就投乙\n2 甲 3-10 22:00 投丁\n3 甲 3-10 23:00 改投戊")
    assert posted(counted)[2] == "3 甲→戊 void:locked change"


def test_gb_7_7b_an_unclear_original_waits_and_may_be_voted_again_at_any_time() -> None:
    game = day(roster=CATS)
    counted = count("1 甲 3-10 21:05 投猫", game)
    assert posted(counted) == ["1 甲→· pending:unclear"]
    assert "甲" not in [one.player for one in counted.not_voted]
    again = count("1 甲 3-10 21:05 投猫\n2 甲 3-12 08:30 投老猫", game)
    assert posted(again) == ["1 甲→· superseded", "2 甲→老猫 counted"]


def test_gb_7_7b_who_voted_again_may_not_change() -> None:
    table = "1 甲 3-10 21:05 投猫\n2 甲 3-10 22:00 投老猫\n3 甲 3-10 23:00 改投乙"
    assert posted(count(table, day(roster=CATS)))[2] == "3 甲→乙 void:locked change"


def test_gb_7_7b_unrepaired_it_is_a_self_vote_when_it_is_no_ballot() -> None:
    counted = count(TORN, day(roster=CATS))
    readings = {one.if_: forum.told(one.outcome) for one in counted.pending[0].readings}
    assert readings == {"老猫": "execute 老猫", "夜猫子": "runoff 老猫、甲", "none": "none"}
    assert counted.outcome.kind == "undecided"


def test_gb_7_7c_an_unclear_change_is_void_and_uses_the_right() -> None:
    table = "1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 改投猫\n3 甲 3-10 23:00 改投丙"
    counted = count(table, day(roster=CATS))
    assert posted(counted) == ["1 甲→乙 counted", "2 甲→· void:unclear change", "3 甲→丙 void:over-limit change"]
    kind = day(roster=CATS, house="gb.ambiguous_change.consumes = false")
    assert posted(count(table, kind))[2] == "3 甲→丙 counted change"


# -- 7.8, 7.9, 8.1.3, 10.4b ------------------------------------------------------------------------------------------


def test_gb_7_8_the_servers_time_decides() -> None:
    table = "1 甲 3-10 20:59 投乙\n2 乙 3-10 21:00 投丁\n3 丙 3-12 08:59 投丁\n4 丁 3-12 09:00 投戊"
    assert posted(count(table)) == ["1 甲→乙 void:early", "2 乙→丁 counted", "3 丙→丁 counted", "4 丁→戊 void:late"]


def test_gb_7_8_an_early_ballot_uses_nothing_up() -> None:
    table = "1 甲 3-10 20:59 投乙\n2 甲 3-10 21:00 投丁\n3 甲 3-10 22:00 改投戊"
    assert posted(count(table))[1:] == ["2 甲→丁 superseded", "3 甲→戊 counted change"]


def test_gb_7_8_a_house_may_count_the_closing_minute_in() -> None:
    closed = day(house='time.boundary = "closed"')
    assert posted(count("1 甲 3-12 09:00 投乙\n2 乙 3-12 09:01 投丁", closed)) == [
        "1 甲→乙 counted",
        "2 乙→丁 void:late",
    ]


def test_gb_7_9_two_days_without_a_vote_are_named() -> None:
    game = day(D1=DAY, D2="vote 3-13 21:00 to 3-15 09:00")
    table = all_but("己") + "\n" + all_but("己", first=70).replace("3-10", "3-13")
    assert any(note.startswith("己 连续两次") for note in count(table, game, stage="D2").notes)
    assert not any("连续两次" in note for note in count(table, game, stage="D1").notes)


def test_gb_7_9_who_is_on_leave_is_not() -> None:
    leave = "3-13 08:00 leave 己 from=3-13T08:00 to=3-16T08:00"
    game = day(leave, D1=DAY, D2="vote 3-13 21:00 to 3-15 09:00")
    table = all_but("己") + "\n" + all_but("己", first=70).replace("3-10", "3-13")
    assert not any("连续两次" in note for note in count(table, game, stage="D2").notes)


def test_gb_8_1_3_a_player_may_not_vote_for_another() -> None:
    assert posted(count("1 甲 3-10 21:05 代投：乙→丁\n2 乙 3-12 08:30 投戊")) == [
        "1 乙→丁 void:proxy delegated",
        "2 乙→戊 counted",
    ]


def test_gb_10_4b_the_judge_may_post_a_vote() -> None:
    counted = count("1 神的使者 3-10 21:05 代投：乙→丁\n2 乙 3-10 22:00 改投戊")
    assert posted(counted) == ["1 乙→丁 superseded delegated", "2 乙→戊 counted change"]


# -- what the public may not see ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["乙", "甲"])
def test_gb_4_2_a_running_report_tells_nobodys_identity(name: str) -> None:
    counted = count(all_but(name, target=name), as_of="3-11 12:00")
    shown = public_view(counted)
    assert forum.told(shown.outcome) == f"top {name}"
    assert not any(role in shown.outcome.reason for role in ("平民", "逃奴", "祭司", "挑战者", "金枝"))


def test_gb_4_2_civilian_challenger_and_branch_look_the_same() -> None:
    plain = public_view(highest("乙")).outcome
    branch = public_view(highest("乙", more=NIGHTS.split("[[actions]]")[0])).outcome
    assert plain == branch
    assert forum.told(plain) == "none"


def test_gb_4_2_the_readings_of_an_unclear_ballot_tell_nothing_either() -> None:
    shown = public_view(count(TORN, day(roster=CATS), as_of="3-11 12:00"))
    assert {one.outcome.kind for one in shown.pending[0].readings} <= {"top", "runoff", "none"}


def test_silences_of_the_document_are_noted_where_they_matter() -> None:
    """An abstention before a name: the name would be a first vote, so the change after it would count."""
    table = """
        1 甲 3-10 21:05 弃权
        2 甲 3-10 21:06 投乙
        3 甲 3-10 21:07 改投戊
        4 乙 3-10 21:08 投戊
        5 丙 3-10 21:09 投乙
        6 丁 3-10 21:10 投戊
        7 戊 3-10 21:11 投乙
        8 己 3-10 21:12 投丙
    """
    notes = count(table).notes
    assert any("gb.abstain_then_vote = first_vote" in note and "处决 戊" in note for note in notes)
