"""no-casualties by day, clause by clause: the sheriff's election and who is imprisoned."""

from __future__ import annotations

import pytest

from referee.game import Game
from referee.secrecy import public_view
from referee.tally import Tally
from tests.support import forum

ROSTER = "甲=狼人 乙=狼人 丙=先知 丁=女巫 戊=白痴 己=长老 庚=吹笛 辛=爱神 壬=村民 癸=村民"
DAYS = {
    "D1": "sheriff 3-1 09:30 to 3-2 21:30",
    "D2": "imprison 3-3 09:30 to 3-4 21:30",
    "D3": "imprison 3-5 09:30 to 3-6 21:30",
}
SHERIFF = "3-2 21:40 sheriff 甲"
LOVERS = '[[actions]]\nnight = 0\nby = "辛"\npower = "爱神之箭"\ntargets = ["壬", "癸"]\n'


def game(events: str = "", house: str = "", more: str = "", roster: str = ROSTER) -> Game:
    return forum.game("no-casualties", roster, events, more, house, **DAYS)


def cast(said: str, date: str = "3-3", first: int = 1) -> str:
    """`甲乙→丙 丁→弃权` as a table: a ballot a minute from noon on."""
    pairs = [(voter, target) for part in said.split() for voters, target in [part.split("→")] for voter in voters]
    return "\n".join(
        f"{first + n} {voter} {date} 12:{n:02d} {'弃权' if target == '弃权' else '投' + target}"
        for n, (voter, target) in enumerate(pairs)
    )


def count(table: str, played: Game | None = None, stage: str = "D2", **more: str) -> Tally:
    return forum.count(played or game(SHERIFF), forum.thread(table), stage=stage, **more)


def told(said: str, events: str = SHERIFF, house: str = "", more: str = "", **when: str) -> str:
    """What day 2 decides by these ballots."""
    return forum.told(count(cast(said), game(events, house, more), **when).outcome)


# -- day 1 ------------------------------------------------------------------------------------------------------------


def test_nc_vote_sheriff_the_highest_is_elected() -> None:
    counted = count(cast("甲乙丙→丁 戊→戊 己→弃权", "3-1"), stage="D1")
    assert forum.told(counted.outcome) == "sheriff 丁"
    assert counted.outcome.clauses == ("NC-vote-sheriff",)
    assert [row.share for row in counted.rows] == [None, None]


FIRST = """
    1 甲 3-1 10:00 投乙
    2 丙 3-1 10:05 投乙
    3 丁 3-1 11:00 投戊
    4 己 3-1 11:05 投戊
    5 丙 3-1 12:00 改投庚
    6 丙 3-1 13:00 改投乙
"""


def test_nc_vote_sheriff_tie_who_got_there_first_and_stayed() -> None:
    counted = count(FIRST, stage="D1")
    assert forum.told(counted.outcome) == "sheriff 戊"
    assert counted.outcome.clauses == ("NC-vote-sheriff-tie",)
    assert "戊 03-01 11:05（4 楼）、乙 03-01 13:00（6 楼）" in counted.outcome.reason


def test_c_nc_04_who_ever_got_there_first() -> None:
    assert any("nc.sheriff.first" in note and "警长 乙" in note for note in count(FIRST, stage="D1").notes)
    house = 'nc.sheriff.first = "first_ever_reach"'
    assert forum.told(count(FIRST, game(house=house), "D1").outcome) == "sheriff 乙"


def test_nc_vote_sheriff_tie_inside_a_minute_the_lower_floor() -> None:
    table = "1 甲 3-1 10:00 投乙\n2 丙 3-1 10:00 投丁"
    assert forum.told(count(table, stage="D1").outcome) == "sheriff 乙"


def test_nc_vote_sheriff_tie_a_repeated_ballot_does_not_move_the_moment() -> None:
    table = "1 甲 3-1 10:00 投乙\n2 丙 3-1 11:00 投丁\n3 甲 3-1 12:00 投乙"
    assert forum.told(count(table, stage="D1").outcome) == "sheriff 乙"


def test_nc_vote_sheriff_nobody_weighs_two_on_day_one() -> None:
    counted = count(cast("甲→乙 丙丁→戊", "3-1"), game("3-1 09:00 sheriff 甲"), "D1")
    assert {ballot.weight for ballot in counted.ballots} == {1}


def test_nc_abstain_no_votes_no_sheriff() -> None:
    counted = count(cast("甲乙→弃权", "3-1"), stage="D1")
    assert forum.told(counted.outcome) == "none"
    assert {one.treated_as for one in counted.not_voted} == {"abstain"}


# -- day 2: who goes to prison ----------------------------------------------------------------------------------------


def test_nc_vote_out_the_highest_is_imprisoned() -> None:
    counted = count(cast("乙丙→壬 丁→癸"))
    assert forum.told(counted.outcome) == "imprison 壬"
    assert counted.outcome.clauses == ("NC-vote-out",)


def test_nc_sheriff_two_the_sheriffs_ballot_is_two_votes() -> None:
    counted = count(cast("甲→壬 乙→癸"))
    assert forum.votes(counted) == {"壬": 2, "癸": 1}
    assert [ballot.weight for ballot in counted.ballots] == [2, 1]


def test_nc_sheriff_tie_his_target_goes_of_two_or_three() -> None:
    assert told("甲→壬 乙丙→癸") == "imprison 壬"
    counted = count(cast("甲→壬 乙丙→癸 丁戊→庚"))
    assert forum.told(counted.outcome) == "imprison 壬"
    assert counted.outcome.clauses[0] == "NC-sheriff-tie"


@pytest.mark.parametrize("said", ["甲→壬 乙丙丁→癸 戊己庚→辛", "甲→弃权 乙→癸 丙→壬", "乙→癸 丙→壬 丁→辛"])
def test_nc_notie_without_the_sheriffs_word_nobody_goes(said: str) -> None:
    counted = count(cast(said))
    assert forum.told(counted.outcome) == "none"
    assert counted.outcome.clauses == ("NC-notie",)


def test_nc_notie_without_a_sheriff_nobody_goes() -> None:
    table = cast("甲乙→弃权", "3-1", 80) + "\n" + cast("甲→壬 乙→癸")
    assert forum.told(count(table, game()).outcome) == "none"


def test_c_nc_20_nobody_voted_nobody_goes() -> None:
    assert told("甲乙→弃权") == "none"


# -- the office -------------------------------------------------------------------------------------------------------


def test_nc_sheriff_two_the_winner_of_day_one_without_an_event() -> None:
    table = cast("乙丙→丁", "3-1", 80) + "\n" + cast("丁→壬 乙→癸")
    assert forum.votes(count(table, game())) == {"壬": 2, "癸": 1}


def test_nc_vote_sheriff_while_the_election_is_open_day_two_is_too() -> None:
    election = "80 乙 3-1 12:00 投丁\n81 丙 3-1 12:01 投壬\n82 癸 3-1 12:02 投丁或者壬\n"
    counted = count(election + cast("丁→壬 乙→癸"), game())
    assert counted.outcome.kind == "undecided"
    assert "D1" in counted.outcome.reason


def test_nc_sheriff_succ_an_unknown_office_is_told() -> None:
    played = game()
    alone = forum.thread(cast("甲→壬 乙→癸"), "D2")
    counted = forum.count(played, alone, stage="D2")
    assert forum.votes(counted) == {"壬": 1, "癸": 1}
    assert any("不知道谁是警长" in note for note in counted.notes)


@pytest.mark.parametrize("out", ["faint", "imprison", "expelled"])
def test_nc_sheriff_succ_a_sheriff_who_is_out_leaves_the_office_vacant(out: str) -> None:
    counted = count(cast("甲→壬 乙→癸"), game(f"{SHERIFF}\n3-3 09:29 {out} 甲"))
    assert 2 not in [ballot.weight for ballot in counted.ballots]
    assert any("警长 甲 已出局" in note for note in counted.notes)


def test_nc_sheriff_succ_the_announced_successor_weighs_two() -> None:
    events = f"{SHERIFF}\n3-3 09:29 faint 甲\n3-3 09:30 sheriff 乙"
    assert forum.votes(count(cast("甲→壬 乙→癸"), game(events))) == {"癸": 2, "壬": 1}


def test_nc_sheriff_succ_the_one_he_named_by_message_weighs_two() -> None:
    named = '[[actions]]\nnight = 1\nby = "甲"\npower = "殉职"\ntarget = "乙"\nat = 2009-03-02T22:50:00\n'
    counted = count(cast("甲→壬 乙→癸"), game(f"{SHERIFF}\n3-3 09:29 faint 甲", more=named))
    assert forum.votes(counted) == {"癸": 2, "壬": 1}


def test_c_nc_21_a_successor_by_lot_is_asked_for() -> None:
    played = game(f"{SHERIFF}\n3-3 09:29 faint 甲", 'nc.sheriff.no_choice = "random"')
    assert any("抽签" in note for note in count(cast("甲→壬"), played).notes)


def test_nc_sheriff_succ_an_imprisoned_sheriff_must_name_one() -> None:
    outcome = public_view(count(cast("乙丙丁→甲"))).outcome
    assert forum.told(outcome) == "imprison 甲"
    assert "NC-sheriff-succ" in outcome.clauses


# -- states: who votes, for whom --------------------------------------------------------------------------------------

OUT = f"{SHERIFF}\n3-3 09:29 faint 丙\n3-3 09:29 imprison 丁"


def test_nc_vote_the_imprisoned_and_the_unconscious_vote() -> None:
    assert told("丙丁→壬 乙→癸", OUT) == "imprison 壬"
    counted = count(cast("丙丁→壬 乙→癸"), game(OUT))
    assert any("nc.vote.voters = alive_only" in note for note in counted.notes)
    only = count(cast("丙丁→壬 乙→癸"), game(OUT, 'nc.vote.voters = "alive_only"'))
    assert forum.lines(only)[:2] == ["1 丙→壬 void:dead-voter", "2 丁→壬 void:dead-voter"]
    assert not {"丙", "丁"} & {one.player for one in only.not_voted}


def test_nc_vote_who_is_out_cannot_be_voted_for() -> None:
    table = "1 甲 3-3 12:00 投丙\n2 乙 3-3 12:01 投丁\n3 乙 3-4 21:29 投壬"
    counted = count(table, game(OUT))
    assert forum.lines(counted) == ["1 甲→丙 void:dead-target", "2 乙→丁 void:dead-target", "3 乙→壬 counted"]
    any_ = count(table, game(OUT, 'nc.vote.targets = "any"'))
    assert forum.told(any_.outcome) == "imprison 丙"


def test_nc_vote_a_valid_ballot_outlives_a_void_one() -> None:
    table = "1 甲 3-3 12:00 投壬\n2 甲 3-3 13:00 改投丙"
    assert forum.lines(count(table, game(OUT))) == ["1 甲→壬 counted", "2 甲→丙 void:dead-target change"]


@pytest.mark.parametrize(("clock", "told_"), [("21:29", "void:no-vote"), ("21:30", "counted")])
def test_c_nc_16_a_ballot_may_be_speech_for_the_unconscious(clock: str, told_: str) -> None:
    table = f"1 丙 3-3 {clock} 投壬"
    assert forum.lines(count(table, game(OUT))) == ["1 丙→壬 counted"]
    assert forum.lines(count(table, game(OUT, 'nc.faint.vote = "barred"'))) == [f"1 丙→壬 {told_}"]


def test_c_nc_23_the_twelve_hours_may_run_from_half_past_nine() -> None:
    days = {**DAYS, "D2": "imprison 3-3 09:00 to 3-4 21:30"}
    house = 'nc.faint.vote = "barred"\nnc.faint.from = "{}"'
    early = "3-2 21:40 sheriff 甲\n3-3 08:59 faint 丙"
    table = "1 丙 3-3 21:10 投壬"
    for begins, said in (("actual_open", "counted"), ("09:30", "void:no-vote")):
        played = forum.game("no-casualties", ROSTER, early, "", house.format(begins), **days)
        assert forum.lines(count(table, played)) == [f"1 丙→壬 {said}"]


def test_nc_penalty_the_expelled_lose_their_ballot_and_their_votes() -> None:
    events = f"{SHERIFF}\n3-3 20:00 expelled 乙"
    table = "1 乙 3-3 12:00 投壬\n2 丙 3-3 12:01 投乙\n3 丁 3-3 12:02 投癸\n4 乙 3-3 21:00 投壬"
    counted = count(table, game(events))
    assert forum.lines(counted) == [
        "1 乙→壬 void:dropped",
        "2 丙→乙 void:dead-target",
        "3 丁→癸 counted",
        "4 乙→壬 void:dead-voter",
    ]
    before = count(table, game(events), as_of="3-3 19:00")
    assert forum.lines(before)[:2] == ["1 乙→壬 counted", "2 丙→乙 counted"]


def test_nc_penalty_an_unconscious_voter_who_is_expelled_loses_his_too() -> None:
    assert forum.lines(count("1 丙 3-3 12:00 投壬", game(f"{OUT}\n3-3 20:00 expelled 丙"))) == ["1 丙→壬 void:dropped"]


def test_nc_state_mad_the_mad_vote_like_anybody() -> None:
    counted = count("1 乙 3-3 12:00 投壬\n2 丙 3-3 12:01 投壬", game(f"{SHERIFF}\n3-3 09:29 mad 乙"))
    assert forum.votes(counted) == {"壬": 2}


# -- the fool ---------------------------------------------------------------------------------------------------------

FOOL = f"{SHERIFF}\n3-2 21:45 fool 戊"


def test_nc_idiot_a_fools_ballot_weighs_nothing() -> None:
    counted = count(cast("甲→壬 戊乙→癸 戊→癸"), game(FOOL))
    assert forum.votes(counted) == {"壬": 2, "癸": 1}
    assert next(ballot.weight for ballot in counted.ballots if ballot.voter == "戊") == 0
    assert "戊" not in [one.player for one in counted.not_voted]


def test_nc_idiot_nobody_goes_where_he_plays_the_fool() -> None:
    after = f"{SHERIFF}\n3-4 21:40 fool 戊"
    counted = count(cast("乙丙→戊"), game(after))
    assert forum.told(counted.outcome) == "none"
    assert counted.outcome.clauses == ("NC-idiot",)
    assert forum.told(count(cast("乙丙→戊"), game(after), as_of="3-4 21:35").outcome) == "imprison 戊"
    assert forum.told(count(cast("甲→戊 乙丙→癸"), game(after)).outcome) == "none"
    assert forum.told(count(cast("乙丙→癸"), game(after)).outcome) == "imprison 癸"


def played(at: str = "2009-03-04T21:40:00", by: str = "戊") -> str:
    return f'[[actions]]\nnight = 2\nby = "{by}"\npower = "装傻"\nat = {at}\n'


def test_nc_idiot_his_message_is_enough_if_he_is_one_and_in_time() -> None:
    assert told("乙丙→戊", more=played()) == "none"
    assert told("乙丙→戊", more=played("2009-03-05T10:00:00")) == "imprison 戊"


def test_c_nc_11_again_and_as_sheriff() -> None:
    assert told("乙丙→戊", FOOL, more=played()) == "none"
    assert told("乙丙→戊", FOOL, "nc.idiot.repeat = false", played()) == "imprison 戊"
    sheriff = "3-2 21:40 sheriff 戊\n3-2 21:45 fool 戊"
    assert told("戊乙→壬 丙→癸", sheriff) == "none"
    assert told("戊乙→壬 丙→癸", sheriff, "nc.idiot.sheriff_tiebreak = true") == "imprison 壬"


def test_nc_idiot_the_judge_is_reminded_the_public_is_not() -> None:
    counted = count(cast("乙丙→戊"))
    assert "可以装傻" in counted.outcome.reason
    assert "装傻" not in public_view(counted).outcome.reason


# -- lovers, piper, elder ---------------------------------------------------------------------------------------------


def test_nc_lovers_link_his_lover_goes_with_him() -> None:
    counted = count(cast("乙丙→壬"), game(SHERIFF, more=LOVERS))
    assert counted.outcome.also == ("癸",)
    assert "NC-lovers-link" in counted.outcome.clauses


def test_nc_lovers_link_the_public_learns_it_when_it_is_announced() -> None:
    shown = public_view(count(cast("乙丙→壬"), game(SHERIFF, more=LOVERS)))
    assert shown.outcome.also == ()
    assert "癸" not in shown.outcome.reason + "".join(shown.notes)
    assert "NC-lovers-link" not in shown.outcome.clauses
    announced = f"{SHERIFF}\n3-4 21:40 imprison 壬\n3-4 21:40 imprison 癸"
    assert public_view(count(cast("乙丙→壬"), game(announced, more=LOVERS))).outcome.also == ("癸",)


def test_nc_lovers_link_a_lover_already_out_stays_as_he_is() -> None:
    assert count(cast("乙丙→壬"), game(f"{SHERIFF}\n3-3 09:00 expelled 癸", more=LOVERS)).outcome.also == ()


@pytest.mark.parametrize(("who", "clause"), [("庚", "NC-piper-lift"), ("己", "NC-elder-loss")])
def test_nc_elder_loss_and_piper_lift_are_for_the_judge_to_announce(who: str, clause: str) -> None:
    counted = count(cast(f"乙丙→{who}"))
    assert clause in counted.outcome.clauses
    assert clause not in public_view(counted).outcome.clauses


def test_nc_lovers_link_an_open_vote_tells_the_public_of_no_lovers() -> None:
    table = cast("乙丙→壬 丁己→庚") + "\n20 辛 3-3 20:00 投壬或者庚"
    counted = count(table, game(SHERIFF, more=LOVERS))
    assert counted.outcome.kind == "undecided"
    assert {"NC-lovers-link", "NC-piper-lift"} <= set(counted.outcome.clauses)
    shown = public_view(counted)
    assert shown.outcome.kind == "undecided"
    assert not {"NC-lovers-link", "NC-piper-lift"} & set(shown.outcome.clauses)
    assert [reading.outcome.also for reading in shown.pending[0].readings] == [(), (), ()]
