"""game-twelve by day: election, the jury over time, recall, by-election, verdicts, dissolution, clause by clause."""

from __future__ import annotations

import pytest

from referee.game import Game
from referee.secrecy import public_view
from referee.tally import Tally
from tests.support import forum

ROSTER = "甲=杀手 乙=杀手 丙=庶民 丁=庶民 戊=庶民 己=束魂 庚=诅咒 辛=庇佑 壬=蝴蝶夫人"
DAY1 = "election 3-1 20:05 to 3-2 20:00"
RECALL = "recall 3-3 20:10 to 3-4 20:00"
BY = "by-election 3-3 20:10 to 3-4 20:00"
JURY = "jury 3-3 20:10 to 3-4 20:00"
JURORS = "candidates=甲,丙,丁"


def game(events: str = "", house: str = "", more: str = "", roster: str = ROSTER, **stages: str) -> Game:
    return forum.game("game-twelve", roster, events, more, house, **(stages or {"D1": DAY1}))


def count(table: str, one: Game | None = None, **more: str) -> Tally:
    return forum.count(one or game(), forum.thread(table), **more)


def votes(plan: str, day: str = "3-1", clock: str = "21", first: int = 1, word: str = "投") -> str:
    """Ballots in a row, one a minute: `甲乙→丙丁` is 甲's and 乙's ballot for 丙 and 丁."""
    lines: list[str] = []
    for group in plan.split():
        who, whom = group.split("→")
        for name in who:
            floor = first + len(lines)
            said = f"{word}{'、'.join(whom)}" if whom else "弃权"
            lines.append(f"{floor} {name} {day} {clock}:{len(lines):02} {said}")
    return "\n".join(lines)


# -- 3.2 the election --

CLEAR = "甲乙己→甲丙丁 丙丁戊→丙丁戊 庚→甲丁己 辛→丙丁 壬→"


def test_g12_3_2_the_three_with_most_votes_are_elected() -> None:
    counted = count(votes(CLEAR))
    assert forum.told(counted.outcome) == "elect 丁、丙、甲"
    assert forum.votes(counted) == {"丁": 8, "丙": 7, "甲": 4, "戊": 3, "己": 1}
    assert counted.outcome.clauses == ("G12-3.2",)


def test_g12_3_2_distinct_names_fewer_allowed_a_fourth_is_void() -> None:
    counted = count("1 甲 3-1 21:00 投乙、乙、丙\n2 丙 3-1 21:01 投甲\n3 丁 3-1 21:02 投甲、乙、丙、戊")
    assert forum.lines(counted) == ["1 甲→乙、丙 counted", "2 丙→甲 counted", "3 丁→甲、乙、丙 counted"]
    assert "戊" in counted.ballots[2].reason


def test_g12_3_2_a_house_may_let_one_name_have_all_three() -> None:
    table = "1 甲 3-1 21:00 投乙、乙、丙"
    assert forum.votes(count(table, game(house="g12.election.distinct = false"))) == {"乙": 2, "丙": 1}


def test_g12_3_2_a_house_may_want_all_three() -> None:
    table = "1 甲 3-1 21:00 投乙、丙\n2 甲 3-1 21:05 投乙、丙、丁"
    assert forum.lines(count(table, game(house="g12.election.partial = false"))) == [
        "1 甲→乙、丙 void:unclear",
        "2 甲→乙、丙、丁 counted",
    ]


def test_g12_6_2a_a_tie_for_the_last_seat_is_run_off_and_the_clear_ones_are_seated() -> None:
    counted = count(votes("甲乙戊→丙丁甲 己庚辛→丙丁己"))
    assert forum.told(counted.outcome) == "runoff 甲、己"
    assert counted.outcome.seated == ("丙", "丁")
    assert "甲 03-01 21:02 到 3 票" in counted.outcome.reason
    assert any("对决 12 小时" in note for note in counted.notes)


def test_g12_6_2a_literally_a_tie_at_the_top_is_run_off() -> None:
    table = votes("甲乙戊→丙丁甲 己庚→丙丁")
    assert forum.told(count(table).outcome) == "elect 丙、丁、甲"
    assert any("g12.runoff.scope" in note for note in count(table).notes)
    other = count(table, game(house='g12.runoff.scope = "literal_top"'))
    assert forum.told(other.outcome) == "runoff 丙、丁"


def test_g12_4_2c_who_never_signed_in_may_be_elected_unless_the_house_voids_it() -> None:
    events = "3-2 20:30 transition 丙 cause=未签到"
    assert forum.told(count(votes(CLEAR), game(events)).outcome) == "elect 丁、丙、甲"
    void = game(events, 'g12.noshow.elected = "void"')
    assert forum.told(count(votes(CLEAR), void).outcome) == "elect 丁、甲、戊"


def test_g12_3_9_too_few_with_votes_leave_seats_empty() -> None:
    assert forum.told(count(votes("甲乙→丙")).outcome) == "elect 丙"
    assert forum.told(count("1 甲 3-1 21:00 弃权").outcome) == "none"


def test_g12_4_4a_the_closing_minute_is_late_and_the_note_tells_what_it_would_change() -> None:
    table = votes("甲乙戊→丙丁甲 己庚辛→丙丁己") + "\n20 壬 3-2 20:00 投甲"
    counted = count(table)
    assert forum.lines(counted)[-1] == "20 壬→甲 void:late"
    assert any("time.boundary" in note and "当选 丙、丁、甲" in note for note in counted.notes)
    assert forum.told(count(table, game(house='time.boundary = "closed"')).outcome) == "elect 丙、丁、甲"


def test_g12_9_2_only_the_vest_votes() -> None:
    one = game(roster="甲 乙 丙", more='[[players]]\nname = "丁"\nreal = "真身"\n')
    assert forum.lines(count("1 真身 3-1 21:00 投乙\n2 路人 3-1 21:01 投丙", one)) == [
        "1 真身→乙 void:not-a-player",
        "2 路人→丙 void:not-a-player",
    ]


# -- 6.1 once cast --


def test_g12_6_1_the_first_ballot_stands() -> None:
    table = "1 甲 3-1 21:00 投乙、丙、丁\n2 甲 3-1 21:05 投戊、己、庚\n3 甲 3-1 21:06 投乙、丙、丁\n4 甲 3-1 21:07 弃权"
    assert forum.lines(count(table)) == [
        "1 甲→乙、丙、丁 counted",
        "2 甲→戊、己、庚 void:locked change",
        "3 甲→乙、丙、丁 void:duplicate change",
        "4 甲→· void:locked abstain",
    ]


def test_g12_3_10d_names_are_not_added_later_unless_the_house_lets_them() -> None:
    table = "1 甲 3-1 21:00 投乙\n2 甲 3-1 21:05 再投丙\n3 丙 3-1 21:06 投丁\n4 丙 3-1 21:07 改投戊"
    assert forum.lines(count(table)) == [
        "1 甲→乙 counted",
        "2 甲→丙 void:added-later change",
        "3 丙→丁 counted",
        "4 丙→戊 void:locked change",
    ]
    added = count(table, game(house="g12.ballot.add_later = true"))
    assert forum.lines(added)[:2] == ["1 甲→乙 superseded", "2 甲→乙、丙 counted"]
    assert forum.votes(added) == {"乙": 1, "丙": 1, "丁": 1}


def test_g12_6_1_an_edited_ballot_counts_as_first_written_or_waits() -> None:
    one = game(D2=f"{RECALL} {JURORS}")
    table = """
        1 乙 3-3 21:00 投丁 | edited 3-4 08:00 | was 投甲
        2 戊 3-3 21:05 投甲 | edited 3-4 08:00
        3 戊 3-4 09:00 投丙
    """
    counted = count(table, one)
    assert [ballot.code for ballot in counted.ballots] == ["edited", "edited", "locked"]
    assert [ballot.status for ballot in counted.ballots] == ["counted", "pending", "void"]
    assert counted.pending[0].candidates[0] == "甲"
    assert counted.pending[0].harmless


def test_g12_6_1_an_unclear_ballot_made_clear_counts_and_anything_else_would_change_it() -> None:
    roster = "账房周 周师爷 老猫 甲 乙 丙 丁"
    one = game(roster=roster, D2=f"{RECALL} candidates=账房周,周师爷,老猫")
    clear = count("1 甲 3-3 21:00 罢免周\n2 甲 3-3 22:00 罢免周师爷", one)
    assert forum.lines(clear)[1].startswith("2 甲→周师爷 counted")
    other = count("1 甲 3-3 21:00 罢免周\n2 甲 3-3 22:00 罢免老猫", one)
    assert [b.status for b in other.ballots] == ["pending", "void"]


def test_g12_3_7c_after_an_abstention_a_first_vote_is_taken_unless_the_house_binds() -> None:
    table = "1 乙 3-3 21:00 弃权\n2 乙 3-3 22:00 罢免甲\n3 乙 3-3 23:00 罢免丙"
    assert forum.lines(count(table, game(D2=f"{RECALL} {JURORS}"))) == [
        "1 乙→· superseded abstain",
        "2 乙→甲 counted",
        "3 乙→丙 void:locked change",
    ]
    bound = count(table, game(house="g12.abstain.is_ballot = true", D2=f"{RECALL} {JURORS}"))
    assert [b.code for b in bound.ballots] == ["counted", "locked", "locked"]


# -- 3.7 recall --


def recall(plan: str, events: str = "", house: str = "", more: str = "", **extra: str) -> Tally:
    one = game(events, house, more, D2=f"{RECALL} {JURORS}", **extra)
    return count(votes(plan, "3-3", word="罢免"), one, stage="D2")


def test_g12_3_7b_more_than_half_of_those_entitled() -> None:
    counted = recall("甲乙戊己→丙 丁庚→甲", "3-3 20:00 death 壬")
    assert forum.told(counted.outcome) == "none"
    assert "8 人有权投票，半数 4，超过者：无" in counted.outcome.reason
    counted = recall("甲乙戊己庚→丙 丁→甲", "3-3 20:00 death 壬")
    assert forum.told(counted.outcome) == "recall 丙"
    assert counted.outcome.clauses[0] == "G12-3.7b"


@pytest.mark.parametrize(
    ("base", "outcome"), [("living_entitled", "recall 丙"), ("living_all", "none"), ("ballots", "recall 丙")]
)
def test_g12_3_7b_what_half_is_taken_of(base: str, outcome: str) -> None:
    events = "3-3 20:00 death 壬\n3-3 20:00 no-vote 丁 cause=束魂"
    counted = recall("甲乙戊己→丙", events, f'g12.recall.base = "{base}"')
    assert forum.told(counted.outcome) == outcome


def test_g12_3_7b_the_other_base_is_noted() -> None:
    assert any("C-G12-03" in note for note in recall("甲→丙").notes)


def test_g12_3_7a_only_for_a_seated_juror_and_a_void_ballot_may_be_repaired() -> None:
    counted = count("1 甲 3-3 21:00 罢免乙\n2 甲 3-3 21:05 罢免丙", game(D2=f"{RECALL} {JURORS}"))
    assert forum.lines(counted) == ["1 甲→乙 void:not-a-candidate", "2 甲→丙 counted"]


CURSE = """
[[actions]]
night = 1
by = "庚"
power = "诅咒"
target = "{cursed}"
at = 2009-03-03T01:00:00
"""
BLESS = CURSE.replace("庚", "辛").replace("诅咒", "庇佑")
FOUR = "甲乙丁庚→丙 丙己辛→甲"
SEVEN = "3-3 20:00 death 戊\n3-3 20:00 departure 壬"


def test_g12_2_5a_a_curse_makes_two_majorities_and_nobody_goes() -> None:
    counted = recall(FOUR, SEVEN, more=CURSE.format(cursed="甲"))
    assert forum.votes(counted) == {"甲": 4, "丙": 4}
    row = next(row for row in counted.rows if row.player == "甲")
    assert (row.raw, [(one.by, one.add, one.announced) for one in row.adjust]) == (3, [("诅咒", 1, True)])
    assert forum.told(counted.outcome) == "none"
    assert "没有唯一最高票" in counted.outcome.reason
    asked = recall(FOUR, SEVEN, 'g12.recall.tie = "prompt"', CURSE.format(cursed="甲"))
    assert asked.outcome.kind == "undecided"


def test_g12_2_6c_curse_and_blessing_cancel_and_nothing_is_told() -> None:
    counted = recall(FOUR, SEVEN, more=CURSE.format(cursed="甲") + BLESS.format(cursed="甲"))
    assert forum.told(counted.outcome) == "recall 丙"
    assert all(row.raw is None and not row.adjust for row in counted.rows)


def test_g12_2_6a_a_blessing_takes_one_and_not_below_none() -> None:
    counted = recall("甲→丙 乙戊→甲", more=BLESS.format(cursed="丙"))
    row = next(row for row in counted.rows if row.player == "丙")
    assert (row.votes, row.raw) == (0, 1)
    silent = recall("乙戊→甲", more=BLESS.format(cursed="丙"))
    assert [row.player for row in silent.rows] == ["甲"]


def test_g12_2_5a_a_cursed_juror_without_votes_has_one_and_a_bystander_none() -> None:
    assert forum.votes(recall("乙戊→甲", more=CURSE.format(cursed="丁"))) == {"甲": 2, "丁": 1}
    assert forum.votes(recall("乙戊→甲", more=CURSE.format(cursed="己"))) == {"甲": 2}


def test_g12_2_5c_no_interim_count_holds_the_curse_and_only_the_judge_hears_of_it() -> None:
    one = game(SEVEN, more=CURSE.format(cursed="甲"), D2=f"{RECALL} {JURORS}")
    now = count(votes(FOUR, "3-3", word="罢免"), one, stage="D2", as_of="3-4 10:00")
    assert forum.votes(now) == {"丙": 4, "甲": 3}
    assert any("诅咒" in note for note in now.notes)
    shown = public_view(now)
    assert not any("诅咒" in text for text in (*shown.notes, shown.outcome.reason))


def test_g12_2_5b_no_curse_in_the_election() -> None:
    counted = count(votes(CLEAR), game(more=CURSE.format(cursed="己")))
    assert forum.votes(counted)["己"] == 1


def test_g12_2_4b_the_bound_do_not_vote_announced_or_computed() -> None:
    announced = recall("甲→丙 己→丙", "3-3 20:00 no-vote 己 cause=束魂")
    assert forum.lines(announced)[-1] == "2 己→丙 void:no-vote"
    assert "己" not in [one.player for one in announced.not_voted]
    night = """
[[actions]]
night = 1
by = "甲"
power = "杀人"
target = "戊"
at = 2009-03-02T22:00:00
text_length = 120
[[actions]]
night = 1
by = "己"
power = "束魂"
target = "戊"
at = 2009-03-02T22:30:00
"""
    computed = recall("甲→丙 戊→丙", more=night)
    assert forum.lines(computed)[-1] == "2 戊→丙 void:no-vote"
    assert "8 人有权投票" in computed.outcome.reason
    other = recall("甲→丙 戊→丙", "3-3 20:00 no-vote 庚 cause=束魂", more=night)
    assert forum.lines(other)[-1] == "2 戊→丙 counted"
    assert any("公布的被束魂者是 庚" in note for note in other.notes)
    assert not any("戊" in note for note in public_view(other).notes)


# -- the jury over time --

ELECTED = "3-2 20:10 elected players=甲,丙,丁 stage=D1"


def test_g12_3_2_the_jurors_are_derived_from_the_election() -> None:
    one = game(D1=DAY1, D2=RECALL)
    counted = count(votes(CLEAR) + "\n30 甲 3-3 21:00 罢免丙\n31 乙 3-3 21:01 罢免戊", one, stage="D2")
    assert forum.lines(counted) == ["30 甲→丙 counted", "31 乙→戊 void:not-a-candidate"]


def test_g12_3_2_an_announcement_wins_over_the_ballots() -> None:
    one = game("3-2 20:10 elected players=甲,丙,戊 stage=D1", D1=DAY1, D2=RECALL)
    counted = count(votes(CLEAR) + "\n31 乙 3-3 21:01 罢免戊", one, stage="D2")
    assert forum.lines(counted) == ["31 乙→戊 counted"]


def test_g12_6_3d_the_recall_waits_for_an_undecided_third_seat() -> None:
    tied = votes("甲乙戊→丙丁甲 己庚辛→丙丁己") + "\n30 甲 3-3 21:00 罢免丙"
    counted = count(tied, game(D1=DAY1, D2=RECALL), stage="D2")
    assert counted.outcome.kind == "undecided"
    drawn = game("3-3 19:00 lots 己 stage=D1", D1=DAY1, D2=RECALL)
    again = count(tied + "\n31 乙 3-3 21:01 罢免己", drawn, stage="D2")
    assert forum.lines(again) == ["30 甲→丙 counted", "31 乙→己 counted"]


def jury(table: str, events: str = ELECTED, house: str = "", **stages: str) -> Tally:
    one = game(events, house, **{"D1": DAY1, "D2_jury": JURY, **stages})
    return count(table, one, stage="D2.jury")


def test_g12_3_3a_two_of_three_are_enough_and_the_last_verdict_holds() -> None:
    table = "1 甲 3-3 21:00 处决戊\n2 丙 3-3 21:05 处决己\n3 丙 3-4 09:00 处决戊\n4 乙 3-4 09:05 处决己"
    counted = jury(table)
    assert forum.told(counted.outcome) == "execute 戊"
    assert [b.code for b in counted.ballots] == ["counted", "superseded", "counted", "not-a-juror"]
    assert forum.told(jury(table, house="g12.jury.revisable = false").outcome) == "none"


def test_g12_3_3c_without_two_nobody_is_executed_even_with_one_juror_left() -> None:
    counted = jury("1 甲 3-3 21:00 处决戊", ELECTED + "\n3-3 20:00 death players=丙,丁")
    assert forum.told(counted.outcome) == "none"


def test_g12_3_4_a_seated_juror_is_immune() -> None:
    counted = jury("1 甲 3-3 21:00 处决丙\n2 甲 3-3 21:05 处决戊")
    assert forum.lines(counted) == ["1 甲→丙 void:immune", "2 甲→戊 counted"]


def test_g12_3_5_a_suggestion_is_no_verdict() -> None:
    counted = jury("1 乙 3-3 21:00 处决戊\n2 己 3-3 21:01 建议处决戊")
    assert {ballot.code for ballot in counted.ballots} == {"not-a-juror"}
    assert not counted.rows


def test_g12_2_4b_a_bound_juror_may_give_a_verdict_unless_the_house_bars_it() -> None:
    events = ELECTED + "\n3-3 20:00 no-vote 甲 cause=束魂"
    assert forum.lines(jury("1 甲 3-3 21:00 处决戊", events)) == ["1 甲→戊 counted"]
    barred = jury("1 甲 3-3 21:00 处决戊", events, 'g12.bound.juror_verdict = "barred"')
    assert forum.lines(barred) == ["1 甲→戊 void:no-vote"]


def test_g12_4_5a_an_announced_execution_ends_the_day() -> None:
    events = ELECTED + "\n3-4 10:00 execution 戊"
    table = "1 甲 3-3 21:00 处决戊\n2 丙 3-3 21:05 处决戊\n3 丙 3-4 11:00 处决己"
    counted = jury(table, events)
    assert forum.lines(counted)[-1] == "3 丙→己 void:late change"
    assert forum.told(counted.outcome) == "execute 戊"
    one = game(events, D1=DAY1, D2_jury=JURY)
    assert count(table, one, stage="D2.jury", as_of="3-4 10:30").final
    assert not count(table, one, stage="D2.jury", as_of="3-4 09:30").final


def test_g12_3_8a_a_recalled_juror_acts_until_the_day_ends_and_is_ordinary_from_the_next() -> None:
    stages = {
        "D2_recall": RECALL,
        "D3_recall": "recall 3-5 20:10 to 3-6 20:00",
        "D3_by": "by-election 3-5 20:10 to 3-6 20:00",
    }
    recalled = forum.thread(votes("甲乙戊己庚→丙", "3-3", word="罢免"), stage="D2.recall")
    today = forum.thread("1 丙 3-4 10:00 处决戊\n2 甲 3-4 10:05 处决戊", "D2.jury", url="http://b.example/2")
    one = game(ELECTED, D1=DAY1, D2_jury=JURY, **stages)
    assert forum.told(forum.count(one, recalled, today, stage="D2.jury").outcome) == "execute 戊"
    later = forum.thread("1 乙 3-5 21:00 罢免丙\n2 乙 3-5 21:05 罢免甲", "D3.recall", url="http://b.example/3")
    assert [b.code for b in forum.count(one, recalled, later, stage="D3.recall").ballots] == [
        "not-a-candidate",
        "counted",
    ]
    by = forum.thread("1 乙 3-5 21:00 投丙\n2 戊 3-5 21:05 投甲", "D3.by", url="http://b.example/4")
    assert [b.code for b in forum.count(one, recalled, by, stage="D3.by").ballots] == ["counted", "not-a-candidate"]


@pytest.mark.parametrize(("house", "outcome"), [("", "none"), ('g12.resign.effect = "at_once"', "recall 丙")])
def test_g12_3_9_who_resigns_by_day_keeps_his_seat_until_it_ends(house: str, outcome: str) -> None:
    one = game(ELECTED + "\n3-3 20:05 resignation 甲", house, D1=DAY1, D2_jury="jury 3-3 20:00 to 3-4 20:00")
    table = "1 甲 3-3 21:00 处决戊\n2 丙 3-3 21:05 处决戊"
    counted = count(table, one, stage="D2.jury")
    assert counted.outcome.kind == ("execute" if outcome == "none" else "none")


# -- 3.10 by-election --

TWO_LEFT = ELECTED + "\n3-3 20:00 death 丁"


def by(
    table: str, events: str = TWO_LEFT, house: str = "", more: str = "", as_of: str | None = None, **st: str
) -> Tally:
    one = game(events, house, more, **{"D1": DAY1, "D2_by": BY, **st})
    return forum.count(one, forum.thread(table, "D2.by"), stage="D2.by", as_of=as_of)


def test_g12_3_10c_the_most_votes_win_without_a_majority() -> None:
    counted = by(votes("甲乙→戊 丙→己", "3-3"))
    assert forum.told(counted.outcome) == "elect 戊"
    assert counted.final


def test_g12_3_10a_as_many_votes_as_seats() -> None:
    counted = by(votes("甲乙→戊己庚", "3-3"), ELECTED + "\n3-3 20:00 death players=丙,丁")
    assert forum.lines(counted) == ["1 甲→戊、己 counted", "2 乙→戊、己 counted"]
    assert forum.told(counted.outcome) == "elect 戊、己"


def test_g12_3_10b_nobody_on_the_jury_nor_dead() -> None:
    counted = by("1 乙 3-3 21:00 投甲\n2 乙 3-3 21:01 投丁\n3 乙 3-3 21:02 投乙")
    assert [b.code for b in counted.ballots] == ["not-a-candidate", "dead-target", "counted"]


EVERYBODY = "甲乙丙→戊 戊己庚→己 辛→戊 壬→"


def test_g12_3_10c_it_is_over_when_all_have_spoken_but_final_only_when_announced() -> None:
    table = votes(EVERYBODY, "3-3") + "\n20 壬 3-4 09:00 投己"
    counted = by(table, as_of="3-4 10:00")
    assert forum.told(counted.outcome) == "elect 戊"
    assert not counted.final
    assert forum.lines(counted)[-1] == "20 壬→己 void:late change"
    assert any("都已表态" in note for note in counted.notes)
    announced = by(table, TWO_LEFT + "\n3-3 22:00 elected 戊 stage=D2.by", as_of="3-4 10:00")
    assert announced.final


def test_g12_3_10c_of_fixed_length() -> None:
    counted = by(
        "1 甲 3-3 21:00 投戊\n2 乙 3-3 23:00 投己", house='g12.byelection.close = "fixed_hours:2"', as_of="3-4 10:00"
    )
    assert forum.lines(counted) == ["1 甲→戊 counted", "2 乙→己 void:late"]
    assert counted.final


def test_g12_3_9_nobody_votes_the_seat_stays_empty_or_is_drawn_for() -> None:
    assert forum.told(by("1 甲 3-3 21:00 弃权").outcome) == "none"
    drawn = by("1 甲 3-3 21:00 弃权", house='g12.byelection.zero = "lot"')
    assert forum.told(drawn.outcome) == "lots 乙、戊、己、庚、辛、壬"


def test_g12_3_10c_the_winner_is_a_juror_at_once_and_immune() -> None:
    events = TWO_LEFT + "\n3-3 22:00 elected 戊 stage=D2.by"
    stages = {"D2_jury": "jury 3-3 20:05 to 3-4 20:00"}
    one = game(events, D1=DAY1, D2_by=BY, **stages)
    table = """
        1 戊 3-3 21:00 处决乙
        2 甲 3-3 21:30 处决戊
        3 戊 3-3 23:00 处决乙
        4 丙 3-3 23:05 处决戊
        5 丙 3-3 23:10 处决乙
    """
    counted = forum.count(one, forum.thread(table, "D2.jury"), stage="D2.jury")
    assert [b.code for b in counted.ballots] == ["not-a-juror", "immune", "counted", "immune", "counted"]
    assert forum.told(counted.outcome) == "execute 乙"


def test_g12_3_10c_the_winner_nobody_announced_is_a_juror_once_all_have_voted() -> None:
    one = game(TWO_LEFT, D1=DAY1, D2_by=BY, D2_jury="jury 3-3 20:05 to 3-4 20:00")
    ballots = forum.thread(votes(EVERYBODY, "3-3"), "D2.by")
    verdicts = forum.thread("1 戊 3-3 21:01 处决乙\n2 戊 3-3 22:00 处决乙", "D2.jury", url="http://b.example/2")
    counted = forum.count(one, ballots, verdicts, stage="D2.jury")
    assert [b.code for b in counted.ballots] == ["not-a-juror", "counted"]


def test_g12_3_10a_two_ballots_in_one_post() -> None:
    one = game(TWO_LEFT, D1=DAY1, D2_recall=RECALL, D2_by=BY)
    table = "1 乙 3-3 21:00 罢免甲，补选戊\n2 己 3-3 21:05 罢免弃权，补选庚"
    assert forum.lines(count(table, one, stage="D2.recall")) == ["1 乙→甲 counted", "2 己→· counted abstain"]
    assert forum.lines(count(table, one, stage="D2.by")) == ["1 乙→戊 counted", "2 己→庚 counted"]


# -- 3.12 dissolution --


def test_g12_3_12_six_living_dissolve_the_jury() -> None:
    three_gone = ELECTED + "\n3-3 20:00 death players=戊,己,庚"
    counted = jury("1 甲 3-3 21:00 处决乙\n2 丙 3-3 21:05 处决乙", three_gone)
    assert forum.told(counted.outcome) == "none"
    assert counted.outcome.clauses[0] == "G12-3.12"
    four_gone = ELECTED + "\n3-3 20:00 death players=戊,己,庚,辛"
    table = "1 甲 3-3 21:00 处决乙\n2 丙 3-3 21:05 处决乙"
    assert forum.told(jury(table, four_gone).outcome) == "none"
    assert forum.told(jury(table, four_gone, 'g12.dissolve.at = "eq6"').outcome) == "execute 乙"


# -- what the nights and the file say besides --

KILLS = """
[[actions]]
night = 1
by = "甲"
power = "杀人"
target = "戊"
at = 2009-03-02T22:00:00
text_length = 120
[[actions]]
night = 1
by = "乙"
power = "杀人"
target = "丁"
at = 2009-03-02T22:10:00
text_length = 120
[[actions]]
night = 1
by = "己"
power = "束魂"
target = "丁"
at = 2009-03-02T22:30:00
"""


def test_g12_2_4b_a_switch_of_the_nights_is_noted_for_the_judge_alone() -> None:
    counted = recall("甲乙庚丁→丙", "3-3 20:00 departure players=壬,戊", more=KILLS)
    assert forum.lines(counted)[-1] == "4 丁→丙 void:no-vote"
    assert forum.told(counted.outcome) == "none"
    forgone = recall("甲乙庚丁→丙", "3-3 20:00 departure players=壬,戊", 'g12.kill.conflict = "forgone"', KILLS)
    assert forum.told(forgone.outcome) == "recall 丙"
    assert any("g12.kill.conflict" in note for note in counted.notes)
    assert not any("g12.kill.conflict" in note for note in public_view(counted).notes)


def test_g12_3_3a_without_any_word_of_the_jury_nothing_can_be_decided() -> None:
    table = "1 甲 3-3 21:00 处决戊\n2 丙 3-3 21:01 处决戊"
    counted = count(table, game(D2_jury=JURY), stage="D2.jury")
    assert counted.outcome.kind == "undecided"
    assert "陪审团" in counted.outcome.reason
    assert count(table, game(D2_jury=f"{JURY} candidates=戊,己"), stage="D2.jury").outcome.kind == "undecided"
    named = count(table, game(D2_jury=f"{JURY} jurors=甲,丙,丁"), stage="D2.jury")
    assert forum.told(named.outcome) == "execute 戊"


def test_g12_3_8b_the_candidates_a_recall_names_are_the_jury_of_that_day() -> None:
    stages = {
        "D2_recall": f"{RECALL} {JURORS}",
        "D3_jury": "jury 3-5 20:00 to 3-6 20:00",
        "D3_by": "by-election 3-5 20:10 to 3-6 20:00",
    }
    recalled = forum.thread(votes("甲乙戊己庚→丙", "3-3", word="罢免"), stage="D2.recall")
    table = "1 甲 3-5 21:00 处决戊\n2 丙 3-5 21:01 处决戊\n3 丁 3-5 21:02 处决戊"
    verdicts = forum.thread(table, "D3.jury", url="http://b.example/2")
    counted = forum.count(game(**stages), recalled, verdicts, stage="D3.jury")
    assert [b.code for b in counted.ballots] == ["counted", "not-a-juror", "counted"]
    assert forum.told(counted.outcome) == "execute 戊"


def test_g12_3_12_a_recall_of_a_dissolved_jury_decides_nothing() -> None:
    counted = recall("甲乙丙丁→甲", "3-3 20:00 death players=戊,己,庚")
    assert forum.told(counted.outcome) == "none"
    assert "陪审团已解散" in counted.outcome.reason


def test_g12_6_4f_published_edited_and_proxy_ballots_in_one_recall() -> None:
    """A worked day: a published vote stands against its voter, an edited one as first written, a proxy is none."""
    more = """
[[delegations]]
stage = "D2"
voter = "辛"
target = "丙"
at = 2009-03-04T12:00:00
[[delegations]]
stage = "D2"
voter = "辛"
target = "丁"
at = 2009-03-04T15:00:00
published = 2009-03-04T19:30:00
"""
    table = """
        1 甲 3-3 21:00 投丁
        2 丙 3-3 21:01 投丁
        3 丁 3-3 21:02 投甲
        4 乙 3-4 10:00 投丁 | edited 3-4 18:00 | was 投甲
        5 戊 3-4 10:05 投丁 | edited 3-4 18:00
        6 己 3-4 11:00 投甲，代庚投甲
        9 辛 3-4 19:45 投甲
    """
    counted = count(table, game("3-3 20:00 death 壬", more=more, D2=f"{RECALL} {JURORS}"), stage="D2")
    assert forum.votes(counted) == {"甲": 3, "丁": 3}
    codes = {ballot.voter: ballot.code for ballot in counted.ballots if ballot.post}
    assert (codes["乙"], codes["戊"], codes["庚"], codes["辛"]) == ("edited", "edited", "proxy", "published")
    assert forum.told(counted.outcome) == "none"
    assert [case.harmless for case in counted.pending] == [True]


@pytest.mark.parametrize(("house", "told"), [("", "none"), ('g12.byelection.zero = "lot"', "elect 己")])
def test_g12_6_3d_lots_for_a_by_election_nobody_voted_in(house: str, told: str) -> None:
    drawn = by("1 甲 3-3 21:00 弃权", TWO_LEFT + "\n3-4 20:05 lots 己 stage=D2.by", house)
    assert forum.told(drawn.outcome) == told


def test_g12_2_5a_curse_and_seats_left_in_a_by_election_and_its_runoff() -> None:
    """A joint worked day: the curse ties the last of two seats; the runoff is for one, without the curse."""
    events = ELECTED + "\n3-3 09:00 resignation 甲\n3-3 20:00 death 丁"
    more = CURSE.format(cursed="戊")
    one = game(events, more=more, D1=DAY1, D2_by=BY, D2_runoff="runoff 3-4 20:30 to 3-5 20:00 after=D2.by")
    ballots = forum.thread(votes("甲乙→己庚 丙己→己戊 辛→庚", "3-3"), "D2.by")
    counted = forum.count(one, ballots, stage="D2.by")
    assert forum.votes(counted) == {"己": 4, "戊": 3, "庚": 3}
    assert forum.told(counted.outcome) == "runoff 戊、庚"
    assert counted.outcome.seated == ("己",)
    second = forum.thread(votes("甲乙→庚 丙己→戊", "3-4"), "D2.runoff", url="http://b.example/2")
    tied = forum.count(one, ballots, second, stage="D2.runoff")
    assert forum.votes(tied) == {"庚": 2, "戊": 2}
    assert forum.told(tied.outcome) == "summon 丁"
