"""nine-days where two clauses meet and the document says nothing of it: one thread for each pair."""

from __future__ import annotations

import pytest

from tests.support import forum
from tests.test_nine_days import LEVEL, cast, choice, count, day, debate, runoff

SPARE = '[[substitutes]]\nname = "替补"\n'
PUT_TO_DEATH = "6-1 18:00 death 癸 cause=证据"


def test_nd_2_3_1_2_n2_a_void_ballot_is_no_change_and_leaves_the_change() -> None:
    """n2 and C-ALL-05: a name that does not count used nothing, so a change is still there."""
    table = "1 丙 6-1 13:00 投癸\n2 丙 6-1 19:00 投甲\n3 丙 6-1 20:00 改投乙\n4 丙 6-1 21:00 改投丁"
    assert forum.lines(count(table, day(events="6-1 12:30 death 癸"))) == [
        "1 丙→癸 void:dead-target",
        "2 丙→甲 superseded",
        "3 丙→乙 counted change",
        "4 丙→丁 void:over-limit change",
    ]


def test_nd_2_3_1_2_n2_the_substitute_has_no_fresh_change() -> None:
    """n2 and 2.1.6: the seat has used its change, whoever plays it now."""
    table = "1 乙 6-1 13:00 投甲\n2 乙 6-1 14:00 改投丙\n3 替补 6-1 17:00 改投丁"
    game = day(events="6-1 15:00 substitution 乙 by=替补", more=SPARE)
    assert forum.lines(count(table, game))[-1] == "3 乙→丁 void:over-limit change"


def test_nd_2_3_1_2_n2_a_void_change_in_the_last_hour_is_not_used_up() -> None:
    """n2 and n3: what came too late to change anything is no change; more time brings the right back."""
    table = "1 乙 6-1 13:00 投甲\n2 乙 6-2 11:10 改投丙\n3 乙 6-2 15:00 改投丁"
    game = day(events="6-2 11:30 extension stage=D1.trial hours=12")
    assert forum.lines(count(table, game)) == [
        "1 乙→甲 superseded",
        "2 乙→丙 void:change-closed change",
        "3 乙→丁 counted change",
    ]


def test_nd_2_3_1_2_n3_the_last_hour_is_that_of_the_extended_round() -> None:
    """n3 and the judge's extension: the hour before the new end is closed, the old one is open again."""
    table = "1 乙 6-1 13:00 投甲\n2 丙 6-1 13:01 投甲\n3 乙 6-2 11:30 改投丁\n4 丙 6-2 23:10 改投丁"
    game = day(events="6-2 10:00 extension stage=D1.trial hours=12")
    assert forum.lines(count(table, game))[2:] == ["3 乙→丁 counted change", "4 丙→丁 void:change-closed change"]


def test_nd_2_3_1_2_n4_an_abstention_in_the_last_hour_is_a_change_too() -> None:
    """n3 and n4: from a name to nobody and back, neither in the last hour; a first abstention may come then."""
    table = "1 乙 6-1 13:00 投甲\n2 丙 6-1 13:01 弃权\n3 乙 6-2 11:20 弃权\n4 丙 6-2 11:21 改投甲\n5 丁 6-2 11:22 弃权"
    assert forum.lines(count(table))[2:] == [
        "3 乙→· void:change-closed abstain",
        "4 丙→甲 void:change-closed change",
        "5 丁→· counted abstain",
    ]


def test_nd_2_3_1_2_0_who_is_put_to_death_is_not_in_the_base() -> None:
    """2.3.1.2.0 and 3.4: his ballot is dropped before halves are taken; what is left may be a majority."""
    said = "甲乙丙→丁 戊己→庚 癸→庚"
    assert forum.told(count(cast(said)).outcome) == "suspects 丁、庚"
    assert forum.told(count(cast(said), day(events=PUT_TO_DEATH)).outcome) == "execute 丁"


def test_nd_2_3_1_2_1b_the_silent_are_not_in_the_percentage() -> None:
    """1b and n6: a fifth of the ballots, not of the living; who abstains aloud is in it."""
    said = "甲乙丙→丁 戊→庚 己→辛"
    assert forum.told(count(cast(f"{said} 庚辛壬癸→弃权")).outcome) != "suspects 丁、庚"
    assert count(cast(said)).outcome.kind == "execute"
    assert forum.told(count(cast(f"{said} 庚→丁 辛→庚")).outcome) == "execute 丁"
    assert forum.told(count(cast(f"{said} 庚→辛 辛→庚 壬→弃权")).outcome) == "suspects 丁、辛、庚"


def test_nd_2_3_1_2_1c_a_majority_comes_before_the_number_of_suspects() -> None:
    """1c and 2.3.1.2.0: one name alone over half is no lone suspect, he is dead."""
    assert forum.told(count(cast("甲乙丙丁戊己→癸 庚辛壬→弃权")).outcome) == "execute 癸"
    everybody = count(cast("甲乙丙→癸 丁戊己庚→弃权")).outcome
    assert everybody.kind == "suspects"
    assert len(everybody.players) == 10


def test_nd_2_3_1_2_2_a_suspect_who_died_does_not_stand() -> None:
    """2 and 2.1: votes for him are void and may be repaired, the others are all there is."""
    game = day(events="6-2 15:00 death 乙 cause=证据")
    counted = debate("甲丙→乙 丁戊→甲 己→乙", game)
    assert [line for line in forum.lines(counted) if "乙" in line.split("→")[1]] == [
        "30 甲→乙 void:dead-target",
        "31 丙→乙 void:dead-target",
        "34 己→乙 void:dead-target",
    ]
    assert forum.told(counted.outcome) == "execute 甲"


def test_nd_2_3_1_2_3b_the_last_choice_that_holds_counts() -> None:
    """3b and the orders of the night: a choice among others than the tied replaces none."""
    both = choice("乙") + choice("丙", at="2009-06-04T16:00:00")
    assert forum.told(runoff(LEVEL, day(more=both)).outcome) == "execute 乙"
    both = choice("乙") + choice("甲", at="2009-06-04T16:00:00")
    assert forum.told(runoff(LEVEL, day(more=both)).outcome) == "execute 甲"


@pytest.mark.parametrize(("died", "told"), [("6-3 11:00", "killers-choose 丙、丁"), ("6-4 12:10", "execute 丁")])
def test_nd_2_3_1_2_3b_a_dead_killer_does_not_choose(died: str, told: str) -> None:
    """3b and 2.1: who was dead when the round began says nothing; who dies after it was one of them."""
    level = "戊己庚→丙 辛壬癸→丁 乙丙丁→弃权"
    table = "\n".join((cast(level), cast(level, "6-2", 30), cast(level, "6-3", 60)))
    game = day(events=f"{died} death 甲", more=choice("丁"))
    assert forum.told(count(table, game, "D1.runoff").outcome) == told


def test_nd_2_3_1_2_n5_a_doubt_that_changes_no_suspect_holds_up_no_debate() -> None:
    """n5 and 2: the edited ballot of the trial may be anybody's, the two suspects are the same."""
    trial = cast("甲乙丙丁→甲 戊己庚辛→乙 壬→弃权") + "\n20 癸 6-1 18:00 投乙 | edited 6-1 19:00"
    table = trial + "\n" + cast("甲乙丙→乙 丁→甲", "6-2", 30)
    assert forum.told(count(table, stage="D1.trial").outcome) == "suspects 甲、乙"
    assert forum.told(count(table, stage="D1.debate").outcome) == "execute 乙"
