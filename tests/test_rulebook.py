"""The engine: every clause speaks, exceptions lift only what they name, contradictions are questions to the judge."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rulebook import (
    CODE_ORDER,
    Clause,
    Ground,
    Rulebook,
    StageKind,
    ask,
    clause,
    clauses_of,
    counts,
    marked,
    speak,
    void,
    weigh,
)
from referee.switches import EVERYWHERE, GAME_TWELVE, GOLDEN_BOUGH, NINE_DAYS, NO_CASUALTIES, House, fault
from referee.tally import Outcome
from referee.variants import every
from referee.variants.plain import PLAIN
from tests.support import forum

VOTE = (StageKind("vote", "投票"),)


def book(*rules: Any) -> Rulebook:
    return Rulebook("toy", "玩具", VOTE, marked(*rules))


def says(finding: Any, id_: str = "T-1", **mark: Any) -> Any:
    """A clause that always says the same."""

    def rule(ballot: Any, poll: Any) -> Any:
        return finding

    return clause(id_, **mark)(rule)


def verdict(*rules: Any) -> tuple[str, str, tuple[str, ...]]:
    finding, clauses = weigh(speak(book(*rules), "ballot", "vote", None, None))
    return finding.verdict, finding.code, clauses


def test_what_nobody_speaks_of_is_asked() -> None:
    assert verdict(says(None)) == ("ask", "unclear", ())


def test_an_exception_lifts_what_it_names() -> None:
    assert verdict(says(counts()), says(void("late"), "T-2", exception_to="T-1")) == ("void", "late", ("T-2",))


def test_an_exception_to_an_exception_brings_the_first_back() -> None:
    forgiven = says(counts(), "T-3", exception_to="T-2")
    rules = says(counts()), says(void("over-limit"), "T-2", exception_to="T-1"), forgiven
    assert verdict(*rules)[0] == "counts"


def test_an_exception_answers_only_its_own_clause() -> None:
    late = says(void("late"), "T-4", exception_to="T-1")
    over = says(void("over-limit"), "T-2", exception_to="T-1")
    fresh = says(counts(), "T-3", exception_to="T-2")
    assert verdict(says(counts()), late, over, fresh) == ("void", "late", ("T-4",))


def test_two_that_disagree_go_to_the_judge_with_both_cited() -> None:
    assert verdict(says(counts(), "T-1"), says(void("late"), "T-2")) == ("ask", "unclear", ("T-1", "T-2"))


def test_several_objections_are_all_cited_the_contract_picks_the_code() -> None:
    late = says(void("late"), "T-2", exception_to="T-1")
    stranger = says(void("not-a-player"), "T-3", exception_to="T-1")
    assert verdict(says(counts()), late, stranger) == ("void", "not-a-player", ("T-3", "T-2"))


def test_a_void_ballot_is_not_asked_about() -> None:
    unclear = says(ask("unclear"), "T-2", exception_to="T-1")
    late = says(void("late"), "T-3", exception_to="T-1")
    assert verdict(says(counts()), unclear, late)[:2] == ("void", "late")


def test_a_late_abstention_costs_nothing() -> None:
    """What an objection brings about needs every objection to say so."""
    grounds = (
        Ground(Clause("T-2", len, exception_to=("T-1",)), void("late")),
        Ground(Clause("T-3", len, exception_to=("T-1",)), void("abstain-not-allowed", casts=True, spends="used")),
    )
    finding, _ = weigh(grounds)
    assert (finding.casts, finding.spends) == (False, "")


def test_objections_to_the_voter_are_answered_by_no_clause_on_the_ballot() -> None:
    dead = Ground(Clause("T-9", len), void("dead-voter"))
    finding, clauses = weigh((Ground(Clause("T-1", len), counts()),), (dead,))
    assert (finding.verdict, finding.code, clauses) == ("void", "dead-voter", ("T-9",))


@settings(max_examples=60, deadline=None)
@given(st.permutations(range(5)))
def test_the_order_of_clauses_decides_nothing(order: list[int]) -> None:
    rules = [
        says(counts(), "T-1"),
        says(void("over-limit"), "T-2", exception_to="T-1"),
        says(counts(spends="used"), "T-3", exception_to="T-2"),
        says(void("change-closed"), "T-4", exception_to="T-1"),
        says(void("late"), "T-5", exception_to="T-1"),
    ]
    assert verdict(*(rules[place] for place in order)) == ("void", "late", ("T-5", "T-4"))


def test_a_book_may_not_lift_what_it_does_not_have() -> None:
    with pytest.raises(ValueError, match="T-9"):
        book(says(counts(), exception_to="T-9"))


def test_a_clause_may_not_lift_itself() -> None:
    with pytest.raises(ValueError, match="lifts itself"):
        book(says(counts(), "T-1", exception_to="T-2"), says(counts(), "T-2", exception_to="T-1"))


def test_amend_replaces_by_id_and_repeals() -> None:
    first = book(
        says(counts()), says(void("late"), "T-2", exception_to="T-1"), says(void("deleted"), "T-3", exception_to="T-1")
    )
    ours = first.amend("ours", says(void("locked"), "T-2", exception_to="T-1"), without=["T-3"])
    assert [c.id for c in ours.clauses] == ["T-1", "T-2"]
    finding, _ = weigh(speak(ours, "ballot", "vote", None, None))
    assert (ours.name, finding.code, len(first.clauses)) == ("ours", "locked", 3)


def test_clauses_bind_only_their_stage_kinds() -> None:
    one = book(says(counts()), says(void("locked"), "T-2", exception_to="T-1", stages="runoff"))
    assert len(speak(one, "ballot", "vote", None, None)) == 1
    assert weigh(speak(one, "ballot", "runoff", None, None))[0].code == "locked"


def test_the_codes_of_the_contract_have_their_order() -> None:
    told = ["ruled", "not-a-player", "replaced-player", "dead-voter", "no-vote", "not-a-juror", "early", "late"]
    told += ["deleted", "unclear", "conditional", "too-many-names", "dead-target", "immune", "not-a-candidate"]
    told += ["abstain-not-allowed", "duplicate", "added-later", "change-closed", "over-limit", "locked"]
    places = [CODE_ORDER.index(code) for code in told]
    assert places == sorted(places)


# -- outcomes that disagree ------------------------------------------------------------------------------------------


def test_two_outcomes_of_equal_rank_are_undecided() -> None:
    @clause("PL-90", asks="outcome")
    def the_first_is_out(count: Any, poll: Any) -> Outcome:
        """Another house's idea."""
        return Outcome("execute", ("甲",))

    torn = PLAIN.amend("torn", the_first_is_out)
    counted = forum.count(forum.bare_game("甲 乙"), "1 甲 3-10 21:00 投乙", book=torn)
    assert counted.outcome.kind == "undecided"
    assert set(counted.outcome.clauses) == {"PL-9", "PL-90"}


def test_an_amended_clause_decides() -> None:
    @clause("PL-9", asks="outcome")
    def most_votes_is_out(count: Any, poll: Any) -> Outcome:
        """The leader is executed."""
        return Outcome("execute", count.leaders)

    ours = PLAIN.amend("ours", most_votes_is_out)
    counted = forum.count(forum.bare_game("甲 乙"), "1 甲 3-10 21:00 投乙", book=ours)
    assert forum.told(counted.outcome) == "execute 乙"


# -- switches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "sound"),
    [
        ("time.boundary", "closed", True),
        ("time.boundary", "shut", False),
        ("within.inclusive", False, True),
        ("within.inclusive", 1, False),
        ("gb.cycle.size", 6, True),
        ("gb.cycle.size", True, False),
        ("gb.ext.hours", 24, True),
        ("nd.suspects.min", 5, True),
        ("nd.suspects.min", "5", False),
        ("g12.byelection.close", "fixed_hours:12", True),
        ("g12.byelection.close", "fixed_hours:x", False),
        ("g12.runoff.split", "10+7+7", True),
        ("g12.runoff.split", "10-7", False),
        ("zombie.short_limit", 80, True),
    ],
)
def test_a_switch_takes_what_it_says(name: str, value: object, sound: bool) -> None:
    every_switch = (*EVERYWHERE, *GAME_TWELVE, *NINE_DAYS, *NO_CASUALTIES, *GOLDEN_BOUGH)
    assert (fault(every_switch, name, value) is None) is sound


def test_a_misspelt_switch_is_offered_its_neighbour() -> None:
    assert "time.boundary" in (fault(EVERYWHERE, "time.boundry", "closed") or "")


def test_a_house_remembers_what_was_asked() -> None:
    house = House(EVERYWHERE, {"vote.self": "void"})
    assert (house["vote.self"], house["time.boundary"]) == ("void", "half_open")
    assert house.asked == {"vote.self", "time.boundary"}
    assert house.with_("time.boundary", "closed")["time.boundary"] == "closed"


def test_no_switch_is_there_twice() -> None:
    names = [s.name for s in (*EVERYWHERE, *GAME_TWELVE, *NINE_DAYS, *NO_CASUALTIES, *GOLDEN_BOUGH)]
    assert len(names) == len(set(names))


# -- the books -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", every(), ids=lambda one: one.name)
def test_a_book_is_whole(one: Rulebook) -> None:
    """Every coded clause is in the table of clauses, says itself in words, and the table has no id twice."""
    ids = [article.id for article in one.articles]
    assert len(ids) == len(set(ids))
    assert {c.id for c in one.clauses} <= set(ids)
    assert all(c.text for c in one.clauses)
    assert all(article.why for article in one.articles if article.how == "judge")


SHARED = Path(os.environ.get("REFEREE_SHARED") or Path(__file__).resolve().parents[2] / "shared")
PREFIXES = {"golden-bough": "GB", "game-twelve": "G12", "nine-days": "ND", "no-casualties": "NC"}


@pytest.mark.skipif(not (SHARED / "rules" / "clauses.tsv").exists(), reason="the table of clauses is not at hand")
@pytest.mark.parametrize("one", [book for book in every() if book.name in PREFIXES], ids=lambda one: one.name)
def test_every_clause_of_the_document_is_accounted_for(one: Rulebook) -> None:
    table = (SHARED / "rules" / "clauses.tsv").read_text("utf-8").splitlines()[1:]
    ids = [line.split("\t")[0] for line in table]
    assert [article.id for article in one.articles] == [i for i in ids if i.split("-")[0] == PREFIXES[one.name]]


def test_clauses_of_a_module_keep_its_order() -> None:
    namespace = {"b": says(counts(), "T-2"), "a": says(counts(), "T-1"), "other": 5}
    assert [one.id for one in clauses_of(namespace)] == ["T-2", "T-1"]
