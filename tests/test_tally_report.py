"""A tally as a judge reads it: what stands beside what, what is proposed, and what is only the judge's."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from referee.reports import FACES, render, words
from referee.reports.document import Timeline
from referee.reports.tally_report import how_to_rule, tally_report
from referee.rulebook import clause
from referee.secrecy import public_view
from referee.tally import Outcome, Tally
from referee.variants import every
from referee.variants.plain import PLAIN
from tests.support import forum

NAMES = "甲 乙 丙 丁 戊 己 庚 辛 壬 癸 子 丑 寅"
DAY = "vote 3-3 20:00 to 3-5 20:00"
EDITED = "\n".join(
    [
        "1 甲 3-3 21:00 投丙 | edited 3-3 22:00",
        "2 乙 3-3 21:01 投乙",
        "3 丙 3-3 21:02 投乙",
    ]
)


def counted(table: str = EDITED, rules: str = "plain", as_of: str | None = None, **more: Any) -> Tally:
    return forum.count(forum.game(rules, NAMES, D1=DAY, **more), table, as_of=as_of)


def shown(tally: Tally, face: str = "text", judge: bool = False) -> str:
    return render(tally_report(tally if judge else public_view(tally), judge=judge), face, 200)


def test_what_is_still_open_is_not_said_to_be_valid() -> None:
    found = counted("1 甲 3-3 21:00 投乙或者丙")
    assert found.final
    assert found.outcome.kind == "undecided"
    assert "结果有效" not in shown(found)
    assert "结果还要等法官裁定" in shown(found)
    assert "已截止，结果有效" in shown(counted("1 甲 3-3 21:00 投乙"))


def test_a_stage_without_an_end_is_not_said_to_be_before_it() -> None:
    found = forum.count(forum.bare_game(NAMES), "1 甲 3-3 21:00 投乙", as_of="3-4 0:00")
    assert "没有给截止时间" in shown(found).split("说明")[0]


def test_a_closed_stage_that_is_not_final_is_not_said_to_be_running() -> None:
    found = counted("1 甲 3-3 21:00 投乙")
    closes = found.stage.closes
    assert closes is not None
    found = replace(found, final=False, as_of=closes + timedelta(hours=1))
    assert "未截止" not in shown(found)


def test_readings_that_lead_to_the_same_stand_together() -> None:
    """Thirteen who may be meant: two lines' worth of outcomes, not thirteen."""
    found = counted()
    assert len(found.pending[0].readings) == 14
    told = shown(found)
    assert "怎样读都是：票数最高：乙" in told


def test_of_many_names_a_few_are_shown_and_counted() -> None:
    """Whoever is meant is level with 乙: one fate, told once; a fate of one is told with his name."""
    found = counted("1 甲 3-3 21:00 投丙 | edited 3-3 22:00\n2 乙 3-3 21:01 投乙")
    told = shown(found)
    assert "等 12 人 → 票数最高：此人、乙" in told
    assert "读作 乙或不算票 → 票数最高：乙" in told
    two = shown(counted("1 甲 3-3 21:00 投乙或者丙\n2 丁 3-3 21:01 投乙"))
    assert "读作 丙 → 票数最高：" in two
    assert "此人" not in two


def test_the_name_an_edit_put_there_is_never_proposed() -> None:
    """The command for an edited ballot: no ballot, in golden-bough the voter's own."""
    case = counted().pending[0]
    assert case.candidates[0] == "丙"
    assert "--as none " in how_to_rule(case, "plain")
    prompted = counted(rules="golden-bough", house='gb.edit.unknown = "prompt"').pending[0]
    assert "--as vote:甲 " in how_to_rule(prompted, "golden-bough")


@pytest.mark.parametrize("face", FACES)
def test_the_command_that_rules_is_in_the_judges_report_alone(face: str) -> None:
    found = counted()
    assert "referee rule" not in shown(found, face)
    assert "裁定命令" in shown(found, face, judge=True)


@pytest.mark.parametrize("book", every(), ids=lambda book: book.name)
def test_a_rule_set_and_its_stages_have_one_name(book: Any) -> None:
    assert words.of(words.RULES, book.name).startswith(book.title)
    assert {kind.name: kind.title for kind in book.kinds} == {
        kind.name: words.of(words.STAGES, kind.name) for kind in book.kinds
    }


def test_clauses_that_disagree_are_told_in_words() -> None:
    @clause("X-1", asks="outcome")
    def nobody(count: Any, poll: Any) -> Outcome:
        """Nobody."""
        return Outcome("none", public=Outcome("top", ("乙",)), possible=Outcome("top", ("乙",)))

    book = PLAIN.amend("contrary", nobody)
    found = forum.count(forum.game("plain", NAMES, D1=DAY), "1 甲 3-3 21:00 投乙", book=book)
    assert found.outcome.kind == "undecided"
    assert "PL-9：票数最高 乙" in found.outcome.reason
    assert "none" not in found.outcome.reason
    assert public_view(found).outcome.reason.count("票数最高 乙") == 2


def test_what_one_clause_holds_back_another_that_agrees_does_not_tell() -> None:
    @clause("X-1", asks="outcome")
    def held(count: Any, poll: Any) -> Outcome:
        """The same, for a reason nobody may know."""
        less = Outcome("top", ("乙",), ("X-9",), "乙最高")
        return Outcome("top", ("乙",), reason="乙是暗桩", public=less, possible=less)

    @clause("X-2", asks="outcome")
    def open_(count: Any, poll: Any) -> Outcome:
        """The same, for a reason everybody may know."""
        return Outcome("top", ("乙",), reason="乙一票")

    book = PLAIN.amend("both", held, open_, without=("PL-9",))
    found = forum.count(forum.game("plain", NAMES, D1=DAY), "1 甲 3-3 21:00 投乙", book=book)
    assert found.outcome.reason == "乙是暗桩；乙一票"
    seen = public_view(found).outcome
    assert (seen.reason, seen.clauses) == ("乙最高；乙一票", ("X-9", "X-2"))


TIES = [
    ("plain", "vote", 2),
    ("golden-bough", "vote", 6),
    ("golden-bough", "life-or-death", 6),
    ("nine-days", "debate", 2),
    ("nine-days", "runoff", 2),
    ("no-casualties", "sheriff", 2),
    ("no-casualties", "imprison", 2),
    ("game-twelve", "execution", 2),
    ("game-twelve", "runoff", 2),
]


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize(("rules", "kind", "many"), TIES)
def test_a_tie_says_who_came_to_the_number_when(rules: str, kind: str, many: int, face: str) -> None:
    """On the tally's first lines, not in the table alone: the reason goes to the board with the result."""
    names = NAMES.split()[:many]
    table = "\n".join(f"{n} {who} 3-3 21:{n:02} 投{names[n % 2]}" for n, who in enumerate(names, 1))
    more = "candidates=甲,乙" if kind in ("debate", "runoff", "life-or-death") else ""
    roster = " ".join([*names, *(["丑"] if kind == "debate" else [])])  # where all are suspects only a majority counts
    found = forum.count(forum.game(rules, roster, D1=f"{kind} 3-3 20:00 to 3-5 20:00 {more}"), table)
    assert {row.votes for row in found.rows} == {many / 2}
    reached = [f"03-03 21:{many - 1:02}", f"03-03 21:{many:02}"]
    assert [when for when in reached if when not in found.outcome.reason] == []
    text = shown(found, face, judge=True).replace("\\", "")
    assert [when for when in reached if text.count(when) < 2] == []


def test_while_a_stage_runs_its_chart_ends_where_the_count_does() -> None:
    """What has not happened yet is not drawn, as if it stood already."""
    found = counted("1 甲 3-3 21:00 投乙", rules="golden-bough", as_of="3-4 08:00")
    line = next(block for block in tally_report(found).blocks if isinstance(block, Timeline))
    assert (line.end, line.closed, line.zones) == ("2009-03-04 08:00", False, ())
    line = next(
        block
        for block in tally_report(counted("1 甲 3-3 21:00 投乙", rules="golden-bough")).blocks
        if isinstance(block, Timeline)
    )
    assert (line.end, line.closed, len(line.zones)) == ("2009-03-05 20:00", True, 1)


def test_who_validly_abstained_is_not_listed_among_those_without_a_ballot() -> None:
    game = forum.game("nine-days", NAMES, D1="trial 6-1 12:00 to 6-2 12:00")
    found = forum.count(game, "1 甲 6-1 13:00 弃权\n2 乙 6-1 13:01 投丙")
    mine = next(one for one in found.not_voted if one.player == "甲")
    assert (mine.treated_as, mine.clauses) == ("abstain", ("ND-2.3.1.2.n4",))
    silent, _, abstained = shown(found).partition("没有投出有效票的")[2].partition("投了弃权的")
    assert "甲" not in silent
    assert "丙" in silent
    assert "甲" in abstained.split("没有照常计入的票")[0]


def test_a_ballot_that_matters_not_where_others_do_is_told_in_one_voice() -> None:
    table = "1 甲 3-3 21:00 投丙 | edited 3-3 22:00\n2 乙 3-3 21:01 投乙"
    found = counted(table)
    only = replace(found.pending[0].readings[0], outcome=Outcome("undecided"))
    case = replace(found.pending[0], harmless=True, readings=(only, only))
    told = shown(replace(found, pending=(case,), public_pending=None))
    assert "都不改变结果；结果要看的是别的票" in told
    assert "单看这一票定不了" not in told


def test_own_rules_go_by_their_title() -> None:
    found = replace(counted(), rules="my-house", rules_title="村口规则")
    assert "规则：村口规则" in shown(found)
    assert "规则：通用" in shown(counted())


def test_of_many_possible_outcomes_a_few_and_their_number_are_told() -> None:
    """Three edited ballots may be for anybody."""
    table = "\n".join(f"{n} {who} 3-3 21:0{n} 投乙 | edited 3-3 22:00" for n, who in enumerate("甲乙丙", 1))
    reason = counted(table).outcome.reason
    assert "可能的结果有 " in reason
    assert reason.count("；") == 2


def test_one_name_is_no_choice_among_names() -> None:
    found = counted("1 甲 3-3 21:00 投乙，开玩笑的\n2 乙 3-3 21:01 如果没人反对就投丙").pending
    assert all("中的哪一个" not in one.question for one in found if len(one.candidates) == 1)
