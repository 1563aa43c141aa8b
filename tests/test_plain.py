"""plain: the latest valid ballot counts, most votes leads."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import forum

ROSTER = "甲 乙 丙 丁"


def lines(table: str, roster: str = ROSTER, **limits: str) -> list[str]:
    return forum.lines(forum.count(forum.bare_game(roster, **limits), table))


def test_pl_1_the_latest_ballot_counts() -> None:
    table = """
        1 甲 3-10 21:00 投乙
        2 甲 3-10 22:00 改投丙
        3 甲 3-10 23:00 投丁
    """
    assert lines(table) == ["1 甲→乙 superseded", "2 甲→丙 superseded change", "3 甲→丁 counted change"]


def test_pl_1_the_dead_do_not_vote() -> None:
    game = forum.game("plain", ROSTER, "3-10 21:30 death 甲", D1="vote 3-10 20:00 to 3-11 20:00")
    counted = forum.count(game, "1 甲 3-10 21:00 投乙\n2 甲 3-10 21:30 改投丙")
    assert forum.lines(counted) == ["1 甲→乙 counted", "2 甲→丙 void:dead-voter change"]


def test_pl_2_a_stranger_does_not_vote() -> None:
    assert lines("1 路人 3-10 21:00 投乙") == ["1 路人→乙 void:not-a-player"]


def test_pl_2_nobody_votes_for_another() -> None:
    found = lines("1 甲 3-10 21:00 代投：乙→丙")
    assert found == ["1 乙→丙 void:proxy delegated"]


@pytest.mark.parametrize(
    ("when", "code"),
    [
        ("19:59", "void:early"),
        ("20:00", "counted"),
        ("20:59", "counted"),
        ("21:00", "void:late"),
        ("20:59:59", "counted"),
        ("21:00:00", "void:late"),
    ],
)
def test_pl_3_the_window_has_its_first_minute_and_not_its_last(when: str, code: str) -> None:
    assert lines(f"1 甲 3-10 {when} 投乙", opens="3-10 20:00", closes="3-10 21:00") == [f"1 甲→乙 {code}"]


def test_pl_3_without_a_closing_time_nothing_is_late_or_final() -> None:
    counted = forum.count(forum.bare_game(ROSTER), "1 甲 3-10 21:00 投乙", as_of="5-1 0:00")
    assert not counted.final
    assert any("截止" in note for note in counted.notes)


def test_pl_4_an_edited_ballot_waits_and_may_be_harmless() -> None:
    table = """
        1 甲 3-10 21:00 投乙 | edited 3-10 22:00
        2 乙 3-10 21:05 投丙
        3 丙 3-10 21:06 投丙
        4 丁 3-10 21:07 投丙
    """
    counted = forum.count(forum.bare_game(ROSTER), table)
    assert forum.lines(counted)[0] == "1 甲→乙 pending:edited"
    assert [(case.harmless, case.candidates[0]) for case in counted.pending] == [(True, "乙")]
    assert forum.told(counted.outcome) == "top 丙"


def test_pl_4_a_kept_first_version_decides() -> None:
    table = "1 甲 3-10 21:00 投乙 | edited 3-10 22:00 | was 投丙"
    assert lines(table) == ["1 甲→丙 counted:edited"]


def test_pl_4_a_quotation_from_before_the_edit_decides() -> None:
    table = """
        1 甲 3-10 21:00 投乙 | edited 3-10 23:00
        2 丁 3-10 22:00 你怎么投他？ | quotes 引用第1楼甲于2009-03-10 21:00发表的：⏎投丙
    """
    assert lines(table) == ["1 甲→丙 counted:edited"]


def test_pl_4_a_quotation_from_after_the_edit_proves_nothing() -> None:
    table = """
        1 甲 3-10 21:00 投乙 | edited 3-10 21:30
        2 丁 3-10 22:00 你怎么投他？ | quotes 引用第1楼甲于2009-03-10 21:00发表的：⏎投丙
    """
    assert lines(table) == ["1 甲→乙 pending:edited"]


def test_pl_4_a_moderators_edit_is_none_of_the_voters() -> None:
    assert lines("1 甲 3-10 21:00 投乙 | edited 3-10 22:00 by 版主") == ["1 甲→乙 counted"]


def test_pl_4_what_is_gone_from_the_board_is_shown_and_not_counted() -> None:
    table = "1 甲 3-10 21:00 投乙 | gone\n2 甲 3-10 22:00 投丙"
    assert lines(table) == ["1 甲→乙 void:deleted", "2 甲→丙 counted"]


def test_pl_5_an_unclear_ballot_waits_for_the_judge() -> None:
    counted = forum.count(forum.bare_game("老猫 夜猫子 甲"), "1 甲 3-10 21:00 投猫")
    assert forum.lines(counted) == ["1 甲→· pending:unclear"]
    assert counted.outcome.kind == "undecided"
    assert [(reading.if_, forum.told(reading.outcome)) for reading in counted.pending[0].readings] == [
        ("老猫", "top 老猫"),
        ("夜猫子", "top 夜猫子"),
        ("none", "none"),
    ]


def test_pl_5_a_clear_ballot_overtakes_an_unclear_one() -> None:
    counted = forum.count(forum.bare_game("老猫 夜猫子 甲"), "1 甲 3-10 21:00 投猫\n2 甲 3-10 21:01 投老猫")
    assert forum.lines(counted) == ["1 甲→· superseded", "2 甲→老猫 counted"]
    assert not counted.pending


def test_pl_5_an_unclear_change_leaves_the_ballot_that_stands() -> None:
    table = """
        1 甲 3-10 21:00 投老猫
        2 甲 3-10 21:01 改投猫
        3 乙 3-10 21:02 投老猫
    """
    counted = forum.count(forum.bare_game("老猫 夜猫子 甲 乙"), table)
    assert forum.votes(counted) == {"老猫": 2}
    assert counted.outcome.kind == "undecided"


def test_pl_6_the_same_again_is_no_change() -> None:
    assert lines("1 甲 3-10 21:00 投乙\n2 甲 3-10 22:00 投乙")[1] == "2 甲→乙 void:duplicate change"


def test_pl_6_a_withdrawal_takes_the_ballot_back() -> None:
    counted = forum.count(forum.bare_game(ROSTER), "1 甲 3-10 21:00 投乙\n2 甲 3-10 22:00 撤票\n3 甲 3-10 23:00 投丙")
    assert forum.lines(counted) == ["1 甲→乙 superseded", "2 甲→· superseded unvote", "3 甲→丙 counted"]


def test_pl_7_a_ballot_for_the_dead_may_be_repaired() -> None:
    game = forum.game("plain", ROSTER, "3-10 20:30 death 乙", D1="vote 3-10 20:00 to 3-11 20:00")
    counted = forum.count(game, "1 甲 3-10 21:00 投乙\n2 甲 3-10 21:30 投丙")
    assert forum.lines(counted) == ["1 甲→乙 void:dead-target", "2 甲→丙 counted"]


def test_pl_7_only_for_candidates() -> None:
    game = forum.game("plain", ROSTER, D1="vote 3-10 20:00 to 3-11 20:00 candidates=乙,丙")
    assert forum.lines(forum.count(game, "1 甲 3-10 21:00 投丁")) == ["1 甲→丁 void:not-a-candidate"]


def test_pl_7_a_house_may_forbid_self_votes() -> None:
    game = forum.game("plain", ROSTER, house='vote.self = "void"', D1="vote 3-10 20:00 to 3-11 20:00")
    assert forum.lines(forum.count(game, "1 甲 3-10 21:00 投甲")) == ["1 甲→甲 void:not-a-candidate"]


def test_pl_8_who_is_silent_abstains() -> None:
    counted = forum.count(forum.bare_game("甲 乙 丙"), "1 甲 3-10 21:00 投乙\n2 乙 3-10 21:00 弃权")
    assert [(one.player, one.treated_as) for one in counted.not_voted] == [("乙", "abstain"), ("丙", "abstain")]


def test_pl_9_most_votes_lead_and_several_may() -> None:
    table = "1 甲 3-10 21:00 投乙\n2 乙 3-10 21:00 投丙\n3 丙 3-10 21:10 投乙\n4 丁 3-10 21:11 投丙"
    counted = forum.count(forum.bare_game(ROSTER), table)
    assert forum.told(counted.outcome) == "top 乙、丙"


def test_pl_9_who_came_to_his_number_first_stands_first() -> None:
    table = """
        1 甲 3-10 21:00 投丙
        2 乙 3-10 21:01 投丁
        3 乙 3-10 21:02 改投甲
        4 丙 3-10 21:03 投丁
    """
    assert list(forum.votes(forum.count(forum.bare_game(ROSTER), table))) == ["丙", "甲", "丁"]


# -- the judge's word, the moment, the limit minute ------------------------------------------------------------------

RULED = """
[[rulings]]
floor = 1
reads = "{reads}"
targets = [{targets}]
why = "问过"
"""


@pytest.mark.parametrize(
    ("reads", "targets", "line"),
    [
        ("vote", '"丙"', "1 甲→丙 counted:ruled"),
        ("none", "", "1 甲→乙 void:ruled"),
        ("abstain", "", "1 甲→· counted:ruled abstain"),
    ],
)
def test_a_ruling_always_wins(reads: str, targets: str, line: str) -> None:
    more = RULED.format(reads=reads, targets=targets)
    game = forum.game("plain", ROSTER, more=more, D1="vote 3-10 20:00 to 3-10 21:00")
    assert forum.lines(forum.count(game, "1 甲 3-10 22:00 投乙")) == [line]


def test_a_real_ballot_after_a_ruling_counts() -> None:
    game = forum.game(
        "plain", ROSTER, more=RULED.format(reads="vote", targets='"丙"'), D1="vote 3-10 20:00 to 3-11 20:00"
    )
    counted = forum.count(game, "1 甲 3-10 21:00 投那个谁\n2 甲 3-10 22:00 改投丁")
    assert forum.lines(counted) == ["1 甲→丙 superseded:ruled", "2 甲→丁 counted change"]


def test_a_ruling_on_a_post_that_is_not_there_is_flagged() -> None:
    game = forum.game(
        "plain", ROSTER, more=RULED.format(reads="vote", targets='"丙"'), D1="vote 3-10 20:00 to 3-11 20:00"
    )
    assert any("裁定" in note for note in forum.count(game, "2 甲 3-10 21:00 投丁").notes)


def test_what_is_newer_than_the_moment_is_not_there() -> None:
    game = forum.bare_game(ROSTER, "3-10 20:00", "3-11 20:00")
    counted = forum.count(game, "1 甲 3-10 21:00 投乙\n2 甲 3-10 22:00 改投丙", as_of="3-10 21:30")
    assert forum.lines(counted) == ["1 甲→乙 counted"]
    assert not counted.final


def test_a_ballot_on_the_limit_minute_is_noted_with_the_other_outcome() -> None:
    game = forum.bare_game(ROSTER, "3-10 20:00", "3-10 21:00")
    counted = forum.count(game, "1 甲 3-10 20:30 投乙\n2 丙 3-10 21:00 投丁")
    (note,) = [note for note in counted.notes if "界限" in note]
    assert "2 楼 丙" in note
    assert "乙、丁" in note


def test_a_post_between_two_votes_is_late_in_the_first() -> None:
    game = forum.game("plain", ROSTER, D1="vote 3-10 20:00 to 3-11 20:00", D2="vote 3-12 20:00 to 3-13 20:00")
    thread = forum.thread("1 甲 3-10 19:00 投乙\n2 甲 3-11 21:00 投乙\n3 甲 3-12 21:00 投丙\n4 甲 3-13 21:00 投丁")
    assert forum.lines(forum.count(game, thread, stage="D1")) == ["1 甲→乙 void:early", "2 甲→乙 void:late"]
    assert forum.lines(forum.count(game, thread, stage="D2")) == ["3 甲→丙 counted", "4 甲→丁 void:late change"]


def test_two_unclear_ballots_are_read_together() -> None:
    """Either alone cannot reach the leader; both together can."""
    table = """
        1 甲 3-10 21:00 投甲
        2 乙 3-10 21:00 投甲
        3 丙 3-10 21:01 投甲
        4 丁 3-10 21:02 投老猫
        5 戊 3-10 21:03 投猫
        6 己 3-10 21:04 投猫
    """
    counted = forum.count(forum.bare_game("老猫 夜猫子 甲 乙 丙 丁 戊 己"), table)
    assert counted.outcome.kind == "undecided"
    for case in counted.pending:
        assert not case.harmless
        assert {one.if_: forum.told(one.outcome) for one in case.readings} == {
            "老猫": "undecided",
            "夜猫子": "top 甲",
            "none": "top 甲",
        }


# -- laws ------------------------------------------------------------------------------------------------------------

_votes = st.lists(st.tuples(st.sampled_from("甲乙丙丁"), st.sampled_from("甲乙丙丁")), max_size=12)


@settings(max_examples=40, deadline=None)
@given(_votes)
def test_no_player_counts_twice(cast: list[tuple[str, str]]) -> None:
    table = "\n".join(f"{n} {voter} 3-10 21:{n:02} 投{target}" for n, (voter, target) in enumerate(cast, start=1))
    counted = forum.count(forum.bare_game(ROSTER), table)
    voters = [voter for row in counted.rows for voter in row.voters]
    assert len(voters) == len(set(voters)) == len({voter for voter, _ in cast})
    assert sum(row.votes for row in counted.rows) == len(voters)


@settings(max_examples=40, deadline=None)
@given(_votes, st.integers(0, 12))
def test_chatter_never_changes_a_count(cast: list[tuple[str, str]], at: int) -> None:
    posts = [(voter, f"投{target}") for voter, target in cast]
    chatty = [*posts[:at], ("丁", "今天天气不错"), *posts[at:]]
    tables = [
        "\n".join(f"{n} {voter} 3-10 21:{n:02} {text}" for n, (voter, text) in enumerate(some, start=1))
        for some in (posts, chatty)
    ]
    first, second = (forum.count(forum.bare_game(ROSTER), table) for table in tables)
    assert forum.votes(first) == forum.votes(second)
    assert forum.told(first.outcome) == forum.told(second.outcome)
