"""golden-bough by day: a life-or-death vote without a given end, several extensions, what two clauses make together."""

from __future__ import annotations

import pytest

from referee import moment
from referee.dusk import at_dusk
from referee.game import Game
from referee.nights import branch_holder, night_of
from referee.tally import Tally
from tests.support import audits, forum

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


# -- 3 and 7.6: what becomes of the highest, by what he is --

BRANCH = """
[branch]
cycle = ["乙", "丁", "己"]
holder = "乙"
[[actions]]
night = 1
by = "戊"
power = "杀人"
target = "{struck}"
at = 2009-03-09T22:00:00
[[actions]]
night = 1
by = "丁"
power = "申请保管金枝"
at = 2009-03-09T22:05:00
"""


def all_for(target: str, when: str = "3-10 21:30") -> str:
    return "\n".join(f"{n} {name} {when} 投{target}" for n, name in enumerate("甲乙丙丁戊己", 1))


@pytest.mark.parametrize("house", ["", 'gb.branch.day_holder = "next_night"'])
def test_gb_3_1a_a_civilian_is_not_executed_and_night_falls(house: str) -> None:
    game = day(house=house)
    counted = count(all_for("丁"), game)
    assert (forum.told(counted.outcome), counted.outcome.players) == ("none", ())
    assert {"GB-7.6c", "GB-3.1a"} <= set(counted.outcome.clauses)
    assert at_dusk(game, counted) == ("丁得票最高，不处决。", "天黑了，第 2 夜开始。")


def test_gb_3_2_2a_the_branch_is_not_executed_and_cannot_be_moved_that_night() -> None:
    """丁 asked for it in night 1 and was told at dawn that it is his; the vote for 乙 undoes it."""
    game = day("3-10 20:00 top 丁", more=BRANCH.format(struck="己"), D1=DAY)
    counted = count(all_for("乙"), game)
    assert {"GB-7.6d", "GB-3.2.2a"} <= set(counted.outcome.clauses)
    assert at_dusk(game, counted)[0] == "乙得票最高，不处决。"
    assert night_of(game, 1).branch == "丁"
    assert branch_holder(game, 2, tally_of=lambda _: counted) == "乙"


@pytest.mark.parametrize(("named", "outcome"), [("甲", "execute 甲"), ("戊", "none")])
def test_gb_3_3c_an_escapee_is_executed_one_who_rose_is_not(named: str, outcome: str) -> None:
    game = day("3-10 20:00 death 乙", more=BRANCH.format(struck="乙"), D1=DAY)
    assert forum.told(count(all_for(named), game).outcome) == outcome


def test_gb_3_5b_the_priest_lives_and_is_announced() -> None:
    game = day()
    counted = count(all_for("丙"), game)
    assert forum.told(counted.outcome) == "reveal 丙"
    assert at_dusk(game, counted)[0] == "丙得票最高，不处决，身份是祭司。"


def test_gb_7_6b_the_priest_of_the_day_is_whoever_became_it() -> None:
    """戊 killed the branch in night 1 and the priest in night 2: on day 2 he is the priest."""
    struck = BRANCH.format(struck="乙") + (
        '[[actions]]\nnight = 2\nby = "戊"\npower = "杀人"\ntarget = "丙"\nat = 2009-03-12T22:00:00\n'
    )
    game = day("3-10 20:00 death 乙\n3-13 20:00 death 丙", more=struck, D1=DAY, D2="vote 3-13 21:00 to 3-15 09:00")
    assert forum.told(count(all_for("戊", "3-13 21:30"), game, stage="D2").outcome) == "reveal 戊"


def test_gb_7_6c_civilian_and_challenger_get_the_same_notice() -> None:
    game = day("3-10 20:00 death 乙", more=BRANCH.format(struck="乙"), D1=DAY)
    notices = {at_dusk(game, count(all_for(name), game))[0].replace(name, "某人") for name in "丁戊"}
    assert notices == {"某人得票最高，不处决。"}


# -- 7.9, 8.1.5: who does not vote --


@pytest.mark.parametrize(("house", "verdicts"), [("", ["warned", "out"]), ('gb.novote = "first"', ["out", "out"])])
def test_gb_8_1_5_against_7_9_the_second_day_in_a_row_puts_out(house: str, verdicts: list[str]) -> None:
    game = day(house=house, D1=DAY, D2="vote 3-13 21:00 to 3-15 09:00")
    others = "乙丙丁戊己"
    voted = "\n".join(
        f"{n} {name} {when} 投甲"
        for n, (when, name) in enumerate(((w, o) for w in ("3-10 21:30", "3-13 21:30") for o in others), 1)
    )
    found = audits.look(game, audits.vote(voted), as_of="3-15 09:30")
    assert [w.verdict for w in found.warnings if w.player == "甲"] == verdicts


def test_gb_8_1_5_with_7_2_a_missed_life_or_death_vote_is_a_miss_of_the_day() -> None:
    game = day(D1=DAY, D1R="life-or-death 3-12 09:10 to 3-13 09:00 after=D1", D2="vote 3-14 21:00 to 3-16 09:00")
    table = f"{TIE}\n6 己 3-10 21:10 投丙\n" + "\n".join(
        f"{n} {who} 3-12 20:00 投甲" for n, who in enumerate("乙丙丁戊己", 7)
    )
    found = audits.look(game, audits.vote(table), as_of="3-13 10:00")
    assert [(w.player, w.stage, w.count) for w in found.warnings] == [("甲", "D1R", 1)]


# -- 3.2.1e, 3.7c: messages --


def test_gb_3_2_1e_the_keeper_of_the_next_night_is_told_at_dawn() -> None:
    told = night_of(day(more=BRANCH.format(struck="己"), D1=DAY), 1).private
    assert [note.to for note in told if "第 2 夜" in note.text] == ["丁"]


def test_gb_3_7c_a_message_sent_by_day_is_of_the_next_night() -> None:
    """Sent on day 1 with the number of night 2: it strikes in night 2, not in night 1."""
    late = BRANCH.format(struck="己") + (
        '[[actions]]\nnight = 2\nby = "甲"\npower = "杀人"\ntarget = "丁"\nat = 2009-03-11T12:00:00\n'
    )
    game = day(more=late, D1=DAY)
    assert [death.player for death in night_of(game, 1).deaths] == []
    assert [death.player for death in night_of(game, 2).deaths] == ["丁"]


def test_gb_7_3b_who_deletes_his_ballot_and_casts_another_is_named_to_the_judge() -> None:
    counted = count("1 乙 3-10 21:10 投甲 | gone\n2 乙 3-10 22:00 投丙\n3 乙 3-10 23:00 改投丁")
    assert posted(counted) == ["1 乙→甲 void:deleted", "2 乙→丙 superseded", "3 乙→丁 counted change"]
    assert any("乙 删了投 甲 的帖子，又投 丁" in note for note in counted.notes)
