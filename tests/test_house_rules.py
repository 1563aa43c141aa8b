"""Rule sets written as data: each of docs/house-rules counts a small thread as its lines say."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.own_rules import load_rules
from referee.rulebook import Rulebook
from referee.secrecy import public_view
from referee.tally import Tally
from referee.variants import every, find
from tests.support import forum

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "house-rules"
DAY = "vote 3-10 21:00 to 3-11 21:00"
SIX = "甲 乙 丙 丁 戊 己"


def rules(name: str) -> Rulebook:
    return load_rules((FOLDER / f"{name}.toml").read_text("utf-8"), find, name)


def written(text: str, base: str = "plain") -> Rulebook:
    return load_rules(f'base = "{base}"\n{text}', find, "own")


def count(book: Rulebook | str, table: str, roster: str = SIX, events: str = "", **stages: str) -> Tally:
    """The tally of the last of the stages (D1 by itself), every table in one thread."""
    book = rules(book) if isinstance(book, str) else book
    stages = stages or {"D1": DAY}
    game = forum.game(book, roster, events, **stages)
    return forum.count(game, table, stage=list(stages)[-1].replace("_", "."))


def votes_for(*names: str, start: int = 0) -> str:
    """甲 votes for the first name, 乙 for the second …, a minute apart; `-` is no vote."""
    voters = SIX.split()
    lines = (
        f"{place + 1} {voters[place]} 3-10 21:{start + place + 1:02} 投{name}"
        for place, name in enumerate(names)
        if name != "-"
    )
    return "\n".join(lines)


def told(counted: Tally) -> str:
    return forum.told(counted.outcome)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_is_a_sound_rule_set_that_a_test_counts_with(path: Path) -> None:
    book = rules(path.stem)
    assert {clause.id for clause in book.clauses} <= {article.id for article in book.articles}
    assert f'"{path.stem}"' in Path(__file__).read_text("utf-8")


EVERYTHING = """
[ballot]
edited = "abstain"
silence = "nobody"
[change]
limit = 1
[outcome]
needs = "majority"
base = "named"
effect = "execute"
[tie]
chain = ["runoff", "later", "nobody"]
[[weights]]
sheriff = true
weight = 1.5
"""
STAGES = [(book.name, kind.name) for book in every() for kind in book.kinds if kind.name != "jury"]


@pytest.mark.parametrize(("base", "kind"), STAGES)
def test_the_same_tables_fit_every_base(base: str, kind: str) -> None:
    """What the base says of changes, numbers and ties gives way in each of its kinds of stage; a jury is none."""
    table = """
        1 甲 3-10 21:01 投乙
        2 甲 3-10 21:02 改投丙
        3 甲 3-10 21:03 改投丁
        4 乙 3-10 21:04 投丙
        5 丙 3-10 21:05 投丙 | edited 3-10 21:30
    """
    counted = count(written(EVERYTHING, base), table, D1=f"{kind} 3-10 21:00 to 3-11 21:00")
    assert forum.lines(counted) == [
        "1 甲→乙 superseded",
        "2 甲→丙 counted change",
        "3 甲→丁 void:over-limit change",
        "4 乙→丙 counted",
        "5 丙→· counted:edited abstain",
    ]
    assert told(counted) == "execute 丙"
    assert {one.treated_as for one in counted.not_voted} == {"nobody"}


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 3),
    st.lists(st.tuples(st.sampled_from("甲乙丙"), st.sampled_from(["投甲", "投乙", "投丙", "撤票"])), max_size=14),
)
def test_nobody_changes_more_often_than_he_may(limit: int, said: list[tuple[str, str]]) -> None:
    table = "\n".join(f"{n} {who} 3-10 21:{n:02} {words}" for n, (who, words) in enumerate(said, start=1))
    counted = count(written(f"[change]\nlimit = {limit}"), table, "甲 乙 丙")
    stood = [one for one in counted.ballots if one.status in ("counted", "superseded")]
    for voter in "甲乙丙":
        own = [one.targets for one in stood if one.voter == voter and one.kind != "unvote"]
        assert len(own) <= limit + 1
    assert sum(row.votes for row in counted.rows) <= 3


# -- ballots ---------------------------------------------------------------------------------------------------------


def test_a_ballot_must_stand_on_a_line_of_its_own() -> None:
    table = """
        1 甲 3-10 21:01 我看丙很可疑⏎【我選：乙】
        2 乙 3-10 21:02 投丙
        3 丙 3-10 21:03 我决定[我选:乙]就这样
        4 丁 3-10 21:04 [ 我选:丙玩家 ]
        5 戊 3-10 21:05 今天没想好
    """
    counted = count("own-line", table)
    assert forum.lines(counted) == [
        "1 甲→乙 counted",
        "2 乙→丙 void:unclear",
        "3 丙→乙 void:unclear",
        "4 丁→丙 counted",
    ]
    assert counted.ballots[0].quote == "【我選：乙】"
    assert told(counted) == "runoff 乙、丙"


def test_an_edited_form_is_an_abstention_and_a_second_one_is_not_counted() -> None:
    table = """
        1 甲 3-10 21:01 [我选:乙] | edited 3-10 22:00
        2 乙 3-10 21:02 [我选:丙]
        3 乙 3-10 21:03 [我选:甲]
    """
    counted = count("own-line", table)
    assert forum.lines(counted) == ["1 甲→· counted:edited abstain", "2 乙→丙 counted", "3 乙→甲 void:locked change"]
    assert told(counted) == "execute 丙"
    assert [one.player for one in counted.not_voted if one.treated_as == "abstain"] == ["甲", "丙", "丁", "戊", "己"]


@pytest.mark.parametrize(
    ("policy", "line", "outcome"),
    [
        ("original", "1 甲→乙 pending:edited", "undecided"),
        ("ask", "1 甲→乙 pending:edited", "undecided"),
        ("void", "1 甲→乙 void:edited", "none"),
        ("abstain", "1 甲→· counted:edited abstain", "none"),
        ("self-vote", "1 甲→甲 counted:edited", "top 甲"),
    ],
)
def test_what_an_edit_means(policy: str, line: str, outcome: str) -> None:
    counted = count(written(f'[ballot]\nedited = "{policy}"'), "1 甲 3-10 21:01 投乙 | edited 3-10 22:00")
    assert forum.lines(counted) == [line]
    assert told(counted) == outcome


def test_a_kept_first_wording_counts_where_it_is_asked_for() -> None:
    table = "1 甲 3-10 21:01 投乙 | edited 3-10 22:00 | was 投丙"
    assert forum.lines(count(written('[ballot]\nedited = "original"'), table)) == ["1 甲→丙 counted:edited"]


@pytest.mark.parametrize(
    ("how", "line"),
    [
        ("void", "1 甲→乙、丙 void:too-many-names"),
        ("ask", "1 甲→乙、丙 pending:too-many-names"),
        ("first", "1 甲→乙、丙 counted"),
    ],
)
def test_more_names_than_a_ballot_holds(how: str, line: str) -> None:
    book = written(f'[ballot]\nnames = 2\ntoo_many = "{how}"')
    assert forum.lines(count(book, "1 甲 3-10 21:01 投乙、丙、丁")) == [line]


def test_a_ballot_may_have_to_be_full() -> None:
    book = written("[ballot]\nnames = 2\nfewer = false")
    found = forum.lines(count(book, "1 甲 3-10 21:01 投乙\n2 乙 3-10 21:02 投丙、丁"))
    assert found == ["1 甲→乙 void:unclear", "2 乙→丙、丁 counted"]


@pytest.mark.parametrize(
    ("how", "found"),
    [
        ("allowed", ["1 甲→· superseded abstain", "2 甲→乙 counted change"]),
        ("void", ["1 甲→· void:abstain-not-allowed abstain", "2 甲→乙 counted"]),
        ("spent", ["1 甲→· void:abstain-not-allowed abstain", "2 甲→乙 counted change"]),
    ],
)
def test_what_an_abstention_is(how: str, found: list[str]) -> None:
    book = written(f'[ballot]\nabstain = "{how}"')
    assert forum.lines(count(book, "1 甲 3-10 21:01 弃权\n2 甲 3-10 21:02 投乙")) == found


def test_golden_bough_with_abstentions() -> None:
    book = written('[ballot]\nabstain = "allowed"\nsilence = "abstain"', "golden-bough")
    roster = "甲=平民 乙=平民 丙=逃奴"
    counted = count(book, "1 甲 3-10 21:01 弃权\n2 乙 3-10 21:02 投丙", roster)
    assert forum.lines(counted) == ["1 甲→· counted abstain", "2 乙→丙 counted"]
    assert told(counted) == "execute 丙"
    assert [(one.player, one.treated_as) for one in counted.not_voted] == [("甲", "abstain"), ("丙", "abstain")]


def test_silence_may_be_a_self_vote() -> None:
    counted = count(written('[ballot]\nsilence = "self-vote"'), "1 甲 3-10 21:01 投乙", "甲 乙 丙")
    assert forum.votes(counted) == {"乙": 2, "丙": 1}


def test_who_sits_silent_in_a_secret_vote_is_out() -> None:
    counted = count("power-votes", votes_for("乙", "甲"), "甲 乙 丙")
    assert [(one.player, one.treated_as) for one in counted.not_voted] == [("丙", "out")]


# -- changes ---------------------------------------------------------------------------------------------------------


def test_only_the_first_ballot_counts() -> None:
    table = """
        1 甲 3-10 21:01 投乙、丙
        2 乙 3-10 21:02 投丙、丁、戊
        3 甲 3-10 21:03 投丁
        4 乙 3-10 21:04 投丙
        5 甲 3-10 21:05 撤票
    """
    counted = count("first-ballot", table)
    assert forum.lines(counted) == [
        "1 甲→乙、丙 counted",
        "2 乙→丙、丁 void:too-many-names",
        "3 甲→丁 void:locked change",
        "4 乙→丙 counted",
        "5 甲→· void:locked unvote",
    ]
    assert told(counted) == "elect 丙"


def test_a_number_of_changes_each_a_withdrawal_and_the_next_vote_being_one() -> None:
    table = """
        1 甲 3-10 21:01 投乙
        2 甲 3-10 21:02 撤票
        3 甲 3-10 21:03 投丙
        4 甲 3-10 21:04 投丙
        5 甲 3-10 21:05 改投丁
    """
    assert forum.lines(count(written("[change]\nlimit = 1"), table)) == [
        "1 甲→乙 superseded",
        "2 甲→· superseded unvote",
        "3 甲→丙 counted",
        "4 甲→丙 void:duplicate change",
        "5 甲→丁 void:over-limit change",
    ]


def test_golden_bough_with_two_changes_to_the_last_half_hour() -> None:
    table = """
        1 甲 3-10 21:01 投乙
        2 甲 3-10 21:02 改投丙
        3 甲 3-11 20:29 改投丁
        4 甲 3-11 20:29 改投乙
        5 乙 3-10 21:05 投丙
        6 乙 3-11 20:30 改投丁
    """
    counted = count("bough-two-changes", table, "甲=平民 乙=平民 丙=逃奴 丁=逃奴")
    assert sorted(forum.lines(counted)[:6]) == [
        "1 甲→乙 superseded",
        "2 甲→丙 superseded change",
        "3 甲→丁 counted change",
        "4 甲→乙 void:over-limit change",
        "5 乙→丙 counted",
        "6 乙→丁 void:change-closed change",
    ]
    assert counted.stage.changes_close == forum.moment("3-11 20:30")


def test_golden_bough_otherwise_stays_itself() -> None:
    """Whoever is silent votes for himself, the escapee with the most votes is executed, a tie goes on."""
    roster = "甲=平民 乙=平民 丙=逃奴"
    counted = count("bough-two-changes", "1 甲 3-10 21:01 投丙\n2 乙 3-10 21:02 投丙", roster)
    assert told(counted) == "execute 丙"
    assert [(one.player, one.treated_as) for one in counted.not_voted] == [("丙", "self-vote")]
    tied = count("bough-two-changes", "1 甲 3-10 21:01 投丙\n2 乙 3-10 21:02 投甲\n3 丙 3-10 21:03 投乙", roster)
    assert told(tied) == "runoff 丙、甲、乙"


def test_golden_boughs_second_tie_falls_on_who_came_first_and_his_identity_decides() -> None:
    table = """
        1 甲 3-10 21:01 投丙
        2 丙 3-10 21:02 投甲
        3 乙 3-10 21:03 投乙
        4 甲 3-12 21:02 投丙
        5 丙 3-12 21:01 投甲
        6 乙 3-12 21:03 投乙
    """
    stages = {"D1": DAY, "D1_pk": "life-or-death 3-12 21:00 to 3-13 21:00 after=D1"}
    counted = count("bough-two-changes", table, "甲=逃奴 乙=平民 丙=逃奴", **stages)
    assert told(counted) == "execute 甲"
    assert "先到先定" in counted.outcome.reason


def test_a_vote_must_be_withdrawn_before_another_unless_its_target_is_dead() -> None:
    table = """
        1 甲 3-10 21:01 投乙
        2 甲 3-10 21:02 改投丙
        3 甲 3-10 21:03 撤票
        4 甲 3-10 21:04 投丙
        5 乙 3-10 21:05 投己
        6 乙 3-10 23:00 投丙
    """
    found = forum.lines(count("withdraw-first", table, events="3-10 22:00 death 己"))
    assert found == [
        "1 甲→乙 superseded",
        "2 甲→丙 void:locked change",
        "3 甲→· superseded unvote",
        "4 甲→丙 counted",
        "5 乙→己 superseded",
        "6 乙→丙 counted change",
    ]


def test_votes_lock_in_the_middle_of_the_day() -> None:
    table = """
        1 甲 3-10 21:01 投乙
        2 甲 3-10 21:59 改投丙
        3 甲 3-10 22:00 改投丁
        4 甲 3-11 18:59 改投乙
        5 甲 3-11 19:00 改投丁
        6 乙 3-11 20:00 投乙
    """
    counted = count("lock", table)
    assert forum.lines(counted) == [
        "1 甲→乙 superseded",
        "2 甲→丙 void:change-closed change",
        "3 甲→丁 superseded change",
        "4 甲→乙 counted change",
        "5 甲→丁 void:change-closed change",
        "6 乙→乙 void:not-a-candidate",
    ]
    assert told(counted) == "none"
    assert "不足 5 人" in counted.outcome.reason


# -- who is out ------------------------------------------------------------------------------------------------------


def test_two_are_out_from_the_third_day_on() -> None:
    table = votes_for("乙", "丙", "乙", "丙", "甲")
    assert told(count("two-out", table)) == "runoff 乙、丙"
    assert told(count("two-out", table, D3=DAY)) == "execute 乙、丙"


def test_a_vote_anew_is_open_to_everybody() -> None:
    table = votes_for("乙", "丙", "-", "-") + "\n7 甲 3-12 21:01 投丁\n8 乙 3-12 21:02 投丁"
    stages = {"D1": DAY, "D1_again": "runoff 3-12 21:00 to 3-12 22:00 after=D1"}
    assert told(count("two-out", table, **stages)) == "execute 丁"


def test_who_comes_to_a_number_later_is_out_first() -> None:
    roster = "甲 乙 丙 丁 戊 己 庚 辛"
    table = """
        1 甲 3-10 21:01 投乙、丙
        2 乙 3-10 21:02 投丙、丁
        3 丙 3-10 21:03 投丁、乙
        4 丁 3-10 21:04 投戊、己
        5 戊 3-10 21:05 投庚、甲
        6 己 3-10 21:06 投辛、甲
    """
    counted = count("last-come-first-out", table, roster)
    assert told(counted) == "execute 丙、乙、丁、甲、辛"
    assert "辛 03-10 21:06(6 楼)" in counted.outcome.reason


def test_a_tie_one_post_made_cannot_be_told_apart_and_is_drawn() -> None:
    counted = count(
        "last-come-first-out", "1 甲 3-10 21:01 投乙、丙\n2 乙 3-10 21:02 投丁、戊\n3 丙 3-10 21:03 投己、甲"
    )
    assert told(counted) == "lots 乙、丙、丁、戊、甲、己"
    drawn = "3-11 22:00 lots players=乙,丙,丁,戊,己 stage=D1"
    counted = count(
        "last-come-first-out",
        "1 甲 3-10 21:01 投乙、丙\n2 乙 3-10 21:02 投丁、戊\n3 丙 3-10 21:03 投己、甲",
        events=drawn,
    )
    assert told(counted) == "execute 乙、丙、丁、戊、己"


@pytest.mark.parametrize(("last", "out"), [(5, "乙"), (6, "丙")])
def test_odd_or_even_decides(last: int, out: str) -> None:
    table = votes_for("丙", "丙", "乙", "-") + f"\n{last} 丁 3-10 22:00 投乙"
    swapped = table.replace("投丙", "投X").replace("投乙", "投丙").replace("投X", "投乙")
    counted = count("odd-even", swapped)
    assert told(counted) == f"execute {out}"
    assert f"最后一票的数 {last}" in counted.outcome.reason


def test_half_is_enough_and_less_is_not() -> None:
    assert told(count("half", votes_for("丁", "丁", "丁"))) == "execute 丁"
    few = count("half", votes_for("丁", "丁", "-", "甲"))
    assert told(few) == "none"
    assert "可投票的人 6，至少一半要 3 票" in few.outcome.reason


def test_the_vote_is_over_when_everybody_voted() -> None:
    table = votes_for("丁", "丁", "丁", "甲", "甲", "甲") + "\n7 甲 3-10 22:00 改投甲"
    counted = count("half", table)
    assert forum.lines(counted)[-1] == "7 甲→甲 void:late change"
    assert counted.final
    assert told(counted) == "none"


def test_a_majority_ends_the_day_at_once_even_within_a_minute() -> None:
    table = """
        1 甲 3-10 21:01 投戊
        2 乙 3-10 21:01 投戊
        3 丙 3-10 21:01 投戊
        4 丁 3-10 21:01 投戊
        5 丁 3-10 21:01 改投甲
        6 己 3-10 23:00 投甲
    """
    book = rules("hammer")
    game = forum.game(book, SIX, D1=DAY)
    counted = forum.count(game, table, as_of="3-10 23:30")
    assert forum.lines(counted)[3:] == ["4 丁→戊 counted", "5 丁→甲 void:late change", "6 己→甲 void:late"]
    assert (counted.final, told(counted)) == (True, "execute 戊")


def test_no_majority_by_the_close_and_nobody_is_out() -> None:
    counted = count("hammer", votes_for("戊", "戊", "戊", "甲"))
    assert told(counted) == "none"
    assert "过半要 4 票" in counted.outcome.reason


def test_nobodys_execution_is_somebody_to_vote_for() -> None:
    table = votes_for("不处决", "不处死", "平安日", "不处决", "甲")
    counted = count("no-execution", table)
    assert forum.votes(counted) == {"不处决": 4}
    assert told(counted) == "none"
    assert counted.final


def test_the_loved_need_one_more_the_hated_one_less_and_a_stump_has_no_vote() -> None:
    roster = "甲=万人迷 乙=万人嫌 丙 丁 戊 己=木桩"
    loved = count("no-execution", votes_for("-", "甲", "甲", "甲"), roster)
    assert told(loved) == "none"
    assert "甲 要 4 票" in loved.outcome.reason
    assert "甲 要" not in public_view(loved).outcome.reason
    assert told(count("no-execution", votes_for("乙", "-", "乙"), roster)) == "execute 乙"
    stump = count("no-execution", votes_for("-", "-", "-", "-", "-", "甲"), roster)
    assert forum.lines(stump) == ["6 己→甲 void:no-vote"]


def test_power_votes_weigh_two_and_the_decider_breaks_the_tie() -> None:
    roster = "甲=权力者 乙=决定者 丙 丁 戊 己"
    counted = count("power-votes", votes_for("丁", "戊", "戊"), roster)
    assert forum.votes(counted) == {"丁": 2, "戊": 2}
    assert told(counted) == "execute 戊"
    assert "决定者投的是 戊" in counted.outcome.reason
    assert "决定者" not in public_view(counted).outcome.reason
    assert told(public_view(counted)) == "execute 戊"


def test_who_is_named_and_not_there_is_said() -> None:
    """A row about a name or an identity that the roster does not have does nothing: the report says so."""
    book = written('[[weights]]\nplayer = "子"\nweight = 2\n[[weights]]\nrole = "权力者"\nweight = 2')
    notes = forum.count(forum.game(book, "甲=平民 乙", D1=DAY), "1 甲 3-10 21:05 投乙").notes
    assert "规则文件里的话没有用上：名单上没有 子；名单上没有人的身份写的是 权力者" in notes
    book = written('[outcome]\nneeds = "half"\n[[thresholds]]\nrole = "万人迷"\nadd = 1')
    notes = forum.count(forum.game(book, "甲=万人迷 乙", D1=DAY), "1 甲 3-10 21:05 投乙").notes
    assert not any("没有用上" in note for note in notes)


def test_a_tie_nobody_decides_goes_to_a_runoff_and_then_to_lots() -> None:
    table = votes_for("丁", "戊", "-") + "\n7 甲 3-12 21:01 投丁\n8 乙 3-12 21:02 投戊\n9 丙 3-12 21:02 投己"
    stages = {"D1": DAY, "D1_pk": "runoff 3-12 21:00 to 3-12 22:00"}
    counted = count("power-votes", table, **stages)
    assert forum.lines(counted)[-1] == "9 丙→己 void:not-a-candidate"
    assert told(counted) == "lots 丁、戊"


# -- the sheriff -----------------------------------------------------------------------------------------------------

ELECTION = "sheriff 3-9 21:00 to 3-10 20:00 candidates=甲,乙"


def test_candidates_do_not_elect_the_sheriff() -> None:
    table = "1 甲 3-9 21:01 投乙\n2 丙 3-9 21:02 投甲\n3 丁 3-9 21:03 投甲"
    counted = count("sheriff", table, S=ELECTION)
    assert forum.lines(counted) == ["1 甲→乙 void:no-vote", "2 丙→甲 counted", "3 丁→甲 counted"]
    assert told(counted) == "sheriff 甲"


@pytest.mark.parametrize("events", ["", "3-10 20:30 sheriff 甲"])
def test_the_sheriffs_vote_weighs_one_and_a_half(events: str) -> None:
    table = "1 丙 3-9 21:02 投甲\n2 甲 3-10 21:01 投丁\n3 乙 3-10 21:02 投丙"
    stages = {"S": ELECTION, "D1": DAY}
    counted = count("sheriff", table, events=events, **stages)
    assert forum.votes(counted) == {"丁": 1.5, "丙": 1}
    assert told(counted) == "execute 丁"


def test_the_tied_do_not_vote_on_themselves_and_a_second_tie_ends_it() -> None:
    table = """
        1 甲 3-10 21:01 投丁
        2 乙 3-10 21:02 投丙
        3 丁 3-12 21:01 投丙
        4 甲 3-12 21:02 投丁
        5 乙 3-12 21:03 投丙
    """
    stages = {"D1": DAY, "D1_pk": "runoff 3-12 21:00 to 3-12 22:00 after=D1"}
    counted = count("sheriff", table, **stages)
    assert forum.lines(counted) == ["3 丁→丙 void:no-vote", "4 甲→丁 counted", "5 乙→丙 counted"]
    assert told(counted) == "none"


@pytest.mark.parametrize(
    ("chain", "outcome"),
    [
        (["sheriff"], "execute 丁"),
        (["earlier"], "execute 丁"),
        (["later"], "execute 丙"),
        (["all"], "execute 丁、丙"),
        (["nobody"], "none"),
        (["lot"], "lots 丁、丙"),
        (["decider", "nobody"], "none"),
        (["decider"], "undecided"),
    ],
)
def test_the_steps_of_a_tie(chain: list[str], outcome: str) -> None:
    steps = ", ".join(f'"{step}"' for step in chain)
    book = written(f'[outcome]\neffect = "execute"\n[tie]\ndecider = "己"\nchain = [{steps}]')
    assert told(count(book, votes_for("丁", "丙"), events="3-10 20:30 sheriff 甲")) == outcome


def test_who_is_sure_sits_while_the_last_seat_is_voted_on_again() -> None:
    """Two seats: one is won, two share the other; the runoff is for one seat."""
    book = written('[outcome]\nout = 2\neffect = "elect"\n[tie]\nchain = ["runoff", "nobody"]')
    table = votes_for("甲", "甲", "乙", "丙") + "\n7 甲 3-12 21:01 投丙"
    counted = count(book, table)
    assert (told(counted), counted.outcome.seated) == ("runoff 乙、丙", ("甲",))
    stages = {"D1": DAY, "D1_pk": "runoff 3-12 21:00 to 3-12 22:00 after=D1"}
    assert told(count(book, table, **stages)) == "elect 丙"


def test_a_tie_over_several_places_that_no_table_breaks_is_the_judges() -> None:
    book = written('[outcome]\nout = 2\neffect = "execute"')
    counted = count(book, votes_for("甲", "甲", "乙", "丙"))
    assert told(counted) == "undecided"
    assert "乙、丙 并列" in counted.outcome.reason
