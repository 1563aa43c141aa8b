"""nine-days by day, clause by clause: the three rounds, their thresholds and what they lead to."""

from __future__ import annotations

import pytest

from referee.game import Game
from referee.secrecy import public_view
from referee.tally import Tally
from tests.support import forum

EVERYBODY = "甲乙丙丁戊己庚辛壬癸"
ROSTER = "甲=杀手 乙=杀手 丙=警察 丁=警察 戊=银针使者 己=平民 庚=平民 辛=平民 壬=平民 癸=平民"
ROUNDS = {
    "trial": "trial 6-1 12:00 to 6-2 12:00",
    "debate": "debate 6-2 12:00 to 6-3 12:00",
    "runoff": "runoff 6-3 12:00 to 6-4 12:00",
}


def day(number: int = 1, events: str = "", house: str = "", more: str = "", roster: str = ROSTER, **extra: str) -> Game:
    """The three rounds of one day; `extra`: more of a round's line (candidates=…)."""
    stages = {f"D{number}_{kind}": f"{told} {extra.get(kind, '')}" for kind, told in ROUNDS.items()}
    return forum.game("nine-days", roster, events, more, house, **stages)


def cast(said: str, date: str = "6-1", first: int = 1) -> str:
    """`甲乙→丙 丁→弃权` as a table: a ballot a minute from one o'clock on."""
    pairs = [(voter, target) for part in said.split() for voters, target in [part.split("→")] for voter in voters]
    return "\n".join(
        f"{first + n} {voter} {date} 13:{n:02d} {'弃权' if target == '弃权' else '投' + target}"
        for n, (voter, target) in enumerate(pairs)
    )


def count(table: str, game: Game | None = None, stage: str = "D1.trial", **more: str) -> Tally:
    return forum.count(game or day(), forum.thread(table), stage=stage, **more)


def debate(said: str, game: Game | None = None, trial: str = "甲乙丙丁→甲 戊己庚辛→乙 壬癸→丙", **more: str) -> Tally:
    """Round two after a trial that made 甲 and 乙 suspects of ten ballots."""
    return count(cast(trial) + "\n" + cast(said, "6-2", 30), game, "D1.debate", **more)


LEVEL = "甲乙丙丁→甲 戊己庚辛→乙 壬癸→弃权"


def runoff(said: str, game: Game | None = None, second: str = LEVEL, **more: str) -> Tally:
    """Round three after a round two that left 甲 and 乙 level."""
    table = "\n".join((cast("甲乙丙丁→甲 戊己庚辛→乙 壬癸→丙"), cast(second, "6-2", 30), cast(said, "6-3", 60)))
    return count(table, game, "D1.runoff", **more)


# -- 2.1, 2.2: who votes -------------------------------------------------------------------------------------------


def test_nd_2_1_the_dead_do_not_vote() -> None:
    counted = count("1 甲 6-1 13:00 投乙\n2 丙 6-1 13:01 投乙", day(events="6-1 12:00 death 甲"))
    assert forum.lines(counted) == ["1 甲→乙 void:dead-voter", "2 丙→乙 counted"]
    assert "甲" not in [one.player for one in counted.not_voted]


def test_nd_2_2_only_who_plays_votes() -> None:
    more = '[[substitutes]]\nname = "替补"\n'
    game = day(events="6-1 15:00 substitution 乙 by=替补", more=more)
    table = "1 路人 6-1 13:00 投甲\n2 乙 6-1 14:00 投甲\n3 乙 6-1 16:00 投丙\n4 替补 6-1 17:00 改投丙"
    assert forum.lines(count(table, game)) == [
        "1 路人→甲 void:not-a-player",
        "2 乙→甲 superseded",
        "3 乙→丙 void:replaced-player change",
        "4 乙→丙 counted change",
    ]


# -- 2.3.1.2: over half ----------------------------------------------------------------------------------------------


def test_nd_2_3_1_2_0_over_half_dies_in_the_trial_and_no_round_follows() -> None:
    counted = count(cast("甲乙丙丁戊己→癸 庚辛→壬 壬癸→弃权"))
    assert forum.told(counted.outcome) == "execute 癸"
    assert counted.outcome.clauses == ("ND-2.3.1.2.0",)
    assert "10 票（含弃权 2），半数 5，癸 6 票过半" in counted.outcome.reason


def test_nd_2_3_1_2_0_exactly_half_is_not_over_half() -> None:
    assert forum.told(count(cast("甲乙丙丁戊→癸 己庚辛→壬 壬癸→弃权")).outcome) == "suspects 癸、壬"


def test_nd_2_3_1_2_0_a_majority_ends_the_day_only_after_the_count() -> None:
    table = cast("甲乙丙丁戊己→癸") + "\n40 己 6-2 10:00 改投壬\n" + cast("庚辛壬癸→壬", first=50)
    assert forum.told(count(table, as_of="6-1 20:00").outcome) == "execute 癸"
    assert forum.told(count(table).outcome) == "suspects 壬、癸"


@pytest.mark.parametrize(
    ("base", "told"),
    [
        ("ballots_incl_abstain", "suspects 癸、壬"),  # 4 of 9
        ("ballots_named", "execute 癸"),  # 4 of 7
        ("living", "suspects 癸、壬"),  # 4 of 10
    ],
)
def test_c_nd_01_what_percents_are_of(base: str, told: str) -> None:
    counted = count(cast("甲乙丙丁→癸 戊己庚→壬 辛壬→弃权"), day(house=f'nd.percent_base = "{base}"'))
    assert forum.told(counted.outcome) == told


def test_c_nd_01_the_other_bases_are_noted() -> None:
    notes = count(cast("甲乙丙丁→癸 戊己庚→壬 辛壬→弃权")).notes
    assert any("nd.percent_base = ballots_named" in note and "处决 癸" in note for note in notes)


def test_c_nd_01_few_ballots_are_noted() -> None:
    assert any("只有 3 人投了票" in note for note in count(cast("甲乙→癸 丙→壬")).notes)
    assert not any("投了票" in note for note in count(cast("甲乙→癸 丙→壬"), as_of="6-1 20:00").notes)


def test_shares_are_of_the_ballots() -> None:
    counted = count(cast("甲乙→癸 丙→壬"))
    assert [row.share for row in counted.rows] == [2 / 3, 1 / 3]


# -- round one -------------------------------------------------------------------------------------------------------


def test_nd_2_3_1_2_1a_anybody_alive_may_be_voted_for_oneself_too() -> None:
    table = "1 甲 6-1 13:00 投甲\n2 乙 6-1 13:01 投癸\n3 乙 6-2 11:30 投壬"
    counted = count(table, day(events="6-1 12:00 death 癸"))
    assert forum.lines(counted) == ["1 甲→甲 counted", "2 乙→癸 void:dead-target", "3 乙→壬 counted"]
    assert forum.lines(count(table, day(house='vote.self = "void"')))[0] == "1 甲→甲 void:not-a-candidate"


def test_nd_2_3_1_2_1a_a_ballot_for_who_is_dead_at_the_count_used_nothing() -> None:
    table = "1 甲 6-1 13:00 投癸\n2 甲 6-1 21:00 投壬\n3 甲 6-1 22:00 改投辛"
    counted = count(table, day(events="6-1 20:00 death 癸"))
    assert forum.lines(counted) == [
        "1 甲→癸 void:dead-target",
        "2 甲→壬 superseded",
        "3 甲→辛 counted change",
    ]


def test_nd_2_3_1_2_1a_a_result_announced_before_the_end_voids_nothing() -> None:
    table = cast("甲乙丙丁戊己→癸 庚辛壬癸→壬")
    assert forum.told(count(table, day(events="6-2 11:50 execution 癸")).outcome) == "execute 癸"


def test_nd_2_3_1_2_1b_on_day_one_exactly_a_fifth_is_not_over() -> None:
    counted = count(cast("甲乙丙→癸 丁戊己→壬 庚辛→甲 壬癸→乙"))
    assert forum.told(counted.outcome) == "suspects 癸、壬"
    assert counted.outcome.reason == "10 票，20 % = 2，超过者：癸 3、壬 3"
    assert counted.outcome.clauses == ("ND-2.3.1.2.1b",)


def test_nd_2_3_1_2_1b_on_day_two_a_tenth() -> None:
    counted = count(cast("甲乙丙→癸 丁戊→壬 己→甲 庚辛壬癸→弃权"), day(2), "D2.trial")
    assert forum.told(counted.outcome) == "suspects 癸、壬"
    assert "10 % = 1" in counted.outcome.reason


def test_nd_2_3_1_2_1b_from_day_three_any_vote() -> None:
    counted = count(cast("甲乙丙→癸 丁戊→壬 己→甲 庚辛壬癸→弃权"), day(3), "D3.trial")
    assert forum.told(counted.outcome) == "suspects 癸、壬、甲"


def test_c_nd_04_by_the_calendar_the_first_day_is_the_third() -> None:
    table = cast("甲乙丙→癸 丁戊→壬 己→甲 庚辛壬癸→弃权")
    assert forum.told(count(table, day(house='nd.daycount = "calendar"')).outcome) == "suspects 癸、壬、甲"
    assert any("nd.daycount" in note for note in count(table).notes)


def test_nd_2_3_1_2_1c_fewer_than_two_suspects_makes_everybody_one() -> None:
    counted = count(cast("甲丙丁→癸 戊→壬 己→甲 庚辛壬癸→弃权"), day(events="6-1 12:00 death 乙"))
    assert counted.outcome.kind == "suspects"
    assert "".join(counted.outcome.players) == "甲丙丁戊己庚辛壬癸"
    assert "ND-2.3.1.2.1c" in counted.outcome.clauses


def test_nd_2_3_1_2_1c_nobody_votes_everybody_is_a_suspect() -> None:
    assert "".join(count("").outcome.players) == EVERYBODY


def test_c_nd_05_how_few_are_too_few() -> None:
    table = cast("甲乙丙→癸 丁戊→壬 己庚→甲 辛壬癸→弃权")
    assert forum.told(count(table, day(house="nd.suspects.min = 1")).outcome) == "suspects 癸"


# -- round two -------------------------------------------------------------------------------------------------------


def test_nd_2_3_1_2_2_only_suspects_may_be_voted_for() -> None:
    counted = debate("甲→丙 乙→甲")
    assert forum.lines(counted) == ["30 甲→丙 void:not-a-candidate", "31 乙→甲 counted"]


def test_nd_2_3_1_2_2_a_void_ballot_may_be_repaired_in_the_last_hour() -> None:
    table = cast("甲乙丙丁→甲 戊己庚辛→乙 壬癸→丙") + "\n40 丁 6-2 14:00 投丙\n41 丁 6-3 11:30 投乙"
    assert forum.lines(count(table, stage="D1.debate")) == ["40 丁→丙 void:not-a-candidate", "41 丁→乙 counted"]


def test_nd_2_3_1_2_2_an_undecided_trial_leaves_the_debate_open() -> None:
    trial = "1 甲 6-1 13:00 投癸或者壬\n2 乙 6-1 13:01 投癸\n3 丙 6-1 13:02 投壬"
    table = trial + "\n30 甲 6-2 13:00 投癸"
    assert count(table).outcome.kind == "undecided"
    assert count(table, stage="D1.debate").outcome.kind == "undecided"


def test_nd_2_3_1_2_2_without_the_suspects_only_a_majority_is_known() -> None:
    alone = forum.thread(cast("甲乙丙→癸 丁戊→壬", "6-2"), "D1.debate")
    counted = forum.count(day(), alone, stage="D1.debate")
    assert forum.told(counted.outcome) == "execute 癸"
    open_ = forum.thread(cast("甲乙→癸 丁戊→壬", "6-2"), "D1.debate")
    assert forum.count(day(), open_, stage="D1.debate").outcome.kind == "undecided"


def test_nd_2_3_1_2_2a_the_highest_suspect_dies_without_a_majority() -> None:
    counted = debate("甲乙丙→甲 丁戊→乙 己庚辛壬癸→弃权")
    assert forum.told(counted.outcome) == "execute 甲"
    assert counted.outcome.clauses == ("ND-2.3.1.2.2a",)


def test_nd_2_3_1_2_2a_a_tie_goes_to_the_third_round() -> None:
    assert forum.told(debate(LEVEL).outcome) == "runoff 甲、乙"


def test_c_nd_07_everybody_abstains_in_round_two() -> None:
    nothing = f"{EVERYBODY}→弃权"
    counted = debate(nothing)
    assert forum.told(counted.outcome) == "none"
    assert any("nd.r2.zero = runoff" in note for note in counted.notes)
    assert forum.told(debate(nothing, day(house='nd.r2.zero = "runoff"')).outcome) == "runoff 甲、乙"


EACH_ONE = "甲→癸 乙→甲 丙→乙 丁→丙 戊→丁 己→戊 庚→己 辛→庚 壬→辛 癸→壬"  # one vote for each


def test_nd_2_3_1_2_2b_all_are_suspects_and_only_a_majority_kills() -> None:
    counted = debate("甲乙丙丁戊→癸 己庚辛壬→壬 癸→弃权", trial=EACH_ONE)
    assert forum.told(counted.outcome) == "none"
    assert counted.outcome.clauses == ("ND-2.3.1.2.2b",)
    assert "半数 5" in counted.outcome.reason
    over = debate("甲乙丙丁戊己→癸 庚辛壬→壬 癸→弃权", trial=EACH_ONE)
    assert forum.told(over.outcome) == "execute 癸"
    assert {"ND-2.3.1.2.2b", "ND-2.3.1.2.0"} <= set(over.outcome.clauses)


def test_nd_2_3_1_2_2b_no_runoff_even_where_the_top_is_level() -> None:
    assert forum.told(debate("甲乙丙丁→癸 戊己庚辛→壬 壬癸→弃权", trial=EACH_ONE).outcome) == "none"


def test_c_nd_06_everybody_a_suspect_because_everybody_has_a_vote() -> None:
    def third(house: str = "") -> Tally:
        table = cast(EACH_ONE) + "\n" + cast("甲乙丙丁→癸 戊己庚辛→壬 壬癸→弃权", "6-2", 30)
        return count(table, day(3, house=house), "D3.debate")

    assert forum.told(third().outcome) == "none"
    assert any("nd.r2.all_by_votes = rule1" in note for note in third().notes)
    assert forum.told(third('nd.r2.all_by_votes = "rule1"').outcome) == "runoff 癸、壬"
    by_too_few = debate("甲乙丙丁→癸 戊己庚辛→壬 壬癸→弃权", day(house='nd.r2.all_by_votes = "rule1"'), trial=EACH_ONE)
    assert forum.told(by_too_few.outcome) == "none"


def test_candidates_in_the_file_hold() -> None:
    counted = debate("甲乙→丙 丁→甲", day(debate="candidates=丙,丁"))
    assert forum.lines(counted) == ["30 甲→丙 counted", "31 乙→丙 counted", "32 丁→甲 void:not-a-candidate"]
    assert forum.told(counted.outcome) == "execute 丙"


# -- round three ------------------------------------------------------------------------------------------------------


def test_nd_2_3_1_2_3a_the_highest_of_the_tied_dies() -> None:
    counted = runoff("甲乙丙→甲 丁戊→乙 己→丙")
    assert forum.lines(counted)[-1] == "65 己→丙 void:not-a-candidate"
    assert forum.told(counted.outcome) == "execute 甲"
    assert "ND-2.3.1.2.3a" in counted.outcome.clauses


def choice(target: str, by: str = "甲", at: str = "2009-06-04T15:00:00") -> str:
    return f'[[actions]]\nstage = "D1.runoff"\npower = "选择"\nby = "{by}"\ntarget = "{target}"\nat = {at}\n'


def test_nd_2_3_1_2_3b_level_again_the_killers_choose() -> None:
    counted = runoff(LEVEL)
    assert forum.told(counted.outcome) == "killers-choose 甲、乙"
    assert counted.outcome.clauses == ("ND-2.3.1.2.3b",)


def test_nd_2_3_1_2_3b_their_choice_is_the_result_once_it_has_come() -> None:
    game = day(more=choice("乙"))
    assert forum.told(runoff(LEVEL, game).outcome) == "execute 乙"
    assert forum.told(runoff(LEVEL, game, as_of="6-4 14:00").outcome) == "killers-choose 甲、乙"
    assert forum.told(runoff(LEVEL, game, as_of="6-4 11:00").outcome) == "killers-choose 甲、乙"
    shown = public_view(runoff(LEVEL, day(more=choice("乙", at="2009-06-04T22:00:00"))))
    assert forum.told(shown.outcome) == "execute 乙"
    assert "22:00" not in shown.outcome.reason


def test_nd_2_3_1_2_3b_who_is_no_killer_does_not_choose() -> None:
    assert runoff(LEVEL, day(more=choice("乙", by="己"))).outcome.kind == "killers-choose"


def test_c_nd_09_among_whom_they_choose() -> None:
    three = "甲乙丙→甲 丁戊己→乙 庚辛壬→丙 癸→弃权"
    level = "甲乙丙丁→甲 戊己庚辛→乙 壬→丙 癸→弃权"
    trial = cast("甲乙丙→甲 丁戊己→乙 庚辛壬→丙 癸→弃权")
    table = "\n".join((trial, cast(three, "6-2", 30), cast(level, "6-3", 60)))
    outside = count(table, day(more=choice("丙")), "D1.runoff").outcome
    assert forum.told(outside) == "killers-choose 甲、乙"
    assert "丙 不在其中" in outside.reason
    assert outside.public is not None
    assert "丙 不在其中" not in outside.public.reason
    any_ = day(more=choice("丙"), house='nd.r3.choice = "any_r3"')
    assert forum.told(count(table, any_, "D1.runoff").outcome) == "execute 丙"


def test_nobody_has_a_vote_in_the_third_round() -> None:
    assert forum.told(runoff(f"{EVERYBODY}→弃权").outcome) == "none"


def test_nd_2_3_2a_a_round_after_the_decision_is_not_held() -> None:
    counted = runoff("甲乙→甲", second="甲乙丙→甲 丁→乙")
    assert forum.told(counted.outcome) == "none"
    assert forum.lines(counted) == ["60 甲→甲 void:not-a-candidate", "61 乙→甲 void:not-a-candidate"]
    assert any("不再投这一轮" in note for note in counted.notes)
