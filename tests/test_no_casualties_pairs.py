"""no-casualties where two clauses meet and the document says nothing of it: one thread for each pair."""

from __future__ import annotations

from tests.support import forum
from tests.test_no_casualties import LOVERS, SHERIFF, cast, count, game, told


def test_nc_sheriff_tie_a_withdrawn_ballot_decides_nothing() -> None:
    """NC-vote-change and 带队: he named one of the tied and took it back."""
    table = cast("乙丙→丁 戊己→庚 甲→丁") + "\n20 甲 3-3 20:00 撤票"
    counted = count(table)
    assert forum.votes(counted) == {"丁": 2, "庚": 2}
    assert forum.told(counted.outcome) == "none"
    assert "NC-notie" in counted.outcome.clauses


def test_nc_sheriff_tie_a_void_ballot_decides_nothing() -> None:
    """NC-vote and 带队: whom he named was out."""
    counted = count(cast("乙丙→丁 戊己→庚 甲→壬"), game(SHERIFF + "\n3-3 09:20 faint 壬"))
    assert forum.lines(counted)[-1] == "5 甲→壬 void:dead-target"
    assert forum.told(counted.outcome) == "none"


def test_nc_sheriff_two_the_sheriff_may_move_two_votes_in_the_last_minute() -> None:
    """NC-vote-change and 带队: changes are free to the end, both votes go along."""
    table = cast("乙丙丁→戊 己庚→辛 甲→戊") + "\n20 甲 3-4 21:29 改投辛"
    counted = count(table)
    assert forum.votes(counted) == {"辛": 4, "戊": 3}
    assert forum.told(counted.outcome) == "imprison 辛"


def test_nc_sheriff_two_who_becomes_sheriff_after_the_count_weighed_one_in_it() -> None:
    """殉职 and 带队: a successor's two votes begin with the next day."""
    events = f"{SHERIFF}\n3-4 21:40 imprison 甲\n3-4 21:50 sheriff 乙"
    counted = count(cast("乙→丙 丁戊→甲"), game(events))
    assert forum.votes(counted) == {"甲": 2, "丙": 1}
    counted = count(cast("乙→丙 丁→戊", "3-5"), game(events), "D3")
    assert forum.votes(counted) == {"丙": 2, "戊": 1}


def test_nc_sheriff_two_an_unconscious_sheriff_without_heir_weighs_one() -> None:
    """昏厥 and 殉职: he is out, nobody was named, he still votes."""
    counted = count(cast("甲乙→丙 丁戊→己"), game(SHERIFF + "\n3-3 09:20 faint 甲"))
    assert [ballot.weight for ballot in counted.ballots] == [1, 1, 1, 1]
    assert forum.told(counted.outcome) == "none"


def test_nc_penalty_an_expelled_sheriff_leaves_no_office_and_no_ballot() -> None:
    """罚下 and 带队: his two votes are gone, votes for him are void and may be cast anew."""
    table = cast("甲→乙 丙丁→甲 戊→乙") + "\n20 丙 3-4 10:00 投丁\n21 甲 3-4 11:00 投乙"
    counted = count(table, game(SHERIFF + "\n3-3 20:00 expelled 甲"))
    assert forum.lines(counted) == [
        "1 甲→乙 void:dropped",
        "2 丙→甲 void:dead-target",
        "3 丁→甲 void:dead-target",
        "4 戊→乙 counted",
        "20 丙→丁 counted",
        "21 甲→乙 void:dead-voter",
    ]


def test_nc_notie_abstentions_are_no_candidate() -> None:
    """NC-abstain and NC-vote-out: most of them named nobody, one vote is the highest all the same."""
    assert told("乙丙丁戊己→弃权 甲→弃权 庚→辛") == "imprison 辛"


def test_nc_vote_sheriff_tie_repeating_does_not_move_the_moment() -> None:
    """竞岗 and NC-vote-change: the same name again is no new vote, he was there when he was there."""
    table = "1 甲 3-1 10:00 投乙\n2 丙 3-1 11:00 投丁\n3 甲 3-1 12:00 还是投乙"
    assert forum.told(count(table, stage="D1").outcome) == "sheriff 乙"
    table = "1 甲 3-1 10:00 投乙\n2 丙 3-1 11:00 投丁\n3 甲 3-1 12:00 撤票\n4 甲 3-1 13:00 投乙"
    assert forum.told(count(table, stage="D1").outcome) == "sheriff 丁"


def test_nc_vote_sheriff_tie_an_abstention_in_between_counts_as_leaving() -> None:
    """竞岗 and NC-abstain: who abstains and comes back has reached the number anew."""
    table = "1 甲 3-1 10:00 投乙\n2 丙 3-1 11:00 投丁\n3 甲 3-1 12:00 改票：弃权\n4 甲 3-1 13:00 改投乙"
    assert forum.told(count(table, stage="D1").outcome) == "sheriff 丁"


def test_nc_lovers_link_a_lover_who_is_out_already_is_not_imprisoned_again() -> None:
    """移情 and 昏厥: she fell last night; only he goes to prison."""
    counted = count(cast("乙丙→壬"), game(SHERIFF + "\n3-3 09:20 faint 癸", more=LOVERS))
    assert (forum.told(counted.outcome), counted.outcome.also) == ("imprison 壬", ())


def test_nc_idiot_the_fools_ballot_leads_nobody() -> None:
    """装傻 and NC-vote-out: a name that has only his vote has none, though the row shows it."""
    counted = count(cast("戊→丙"), game(SHERIFF + "\n3-2 21:50 fool 戊"))
    assert forum.told(counted.outcome) == "none"
    assert [(ballot.status, ballot.weight) for ballot in counted.ballots] == [("counted", 0)]
