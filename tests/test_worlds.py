"""Unclear ballots together: what they may come to, and how much work finding that out may be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import worlds
from referee.tabulate import what
from referee.tally import Tally
from referee.variants import book_of
from tests.support import forum

NAMES = "甲 乙 丙 丁 戊 己 庚 辛 壬 癸"
DAY = "3-3 20:00 to 3-5 20:00"
KINDS = {
    "plain": ["vote"],
    "golden-bough": ["vote"],
    "nine-days": ["trial"],
    "no-casualties": ["sheriff", "imprison"],
    "game-twelve": ["election", "recall", "execution"],
}
STAGES = [(rules, kind) for rules, kinds in KINDS.items() for kind in kinds]


def counted(rules: str, kind: str, *said: str, events: str = "", **more: Any) -> Tally:
    """A stage in which the players say these things one after the other."""
    game = forum.game(rules, NAMES, events, D1=f"{kind} {DAY}")
    lines = [f"{n} {who} 3-3 21:{n:02} {text}" for n, (who, text) in enumerate(zip(NAMES.split(), said, strict=False))]
    return forum.count(game, "\n".join(lines), **more)


def test_seven_unclear_ballots_that_decide_together_are_not_harmless() -> None:
    """No single one lifts 乙 to the leader's three votes; three of them do."""
    found = counted("plain", "vote", *["投甲"] * 3, *["投乙或者丙"] * 7)
    assert found.outcome.kind == "undecided"
    assert [case.harmless for case in found.pending] == [False] * 7
    assert any("7 张" in note for note in found.notes)


def test_too_many_to_try_all_are_still_read_together() -> None:
    """Each ballot may be for anybody: every one alone leaves 甲 in front, several for one and the same do not."""
    every = "、".join(NAMES.split())
    found = counted("plain", "vote", *["投甲"] * 3, *[f"投{every}里面的一个？"] * 7)
    assert len(found.pending) == 7
    assert found.outcome.kind == "undecided"
    assert not any(case.harmless for case in found.pending)
    assert any("没有全试" in note for note in found.notes)


def test_the_same_outcome_whatever_seven_unclear_ballots_mean_stands() -> None:
    found = counted("plain", "vote", *["投甲"] * 3, *["投甲或者癸"] * 2)
    assert forum.told(found.outcome) == "top 甲"
    assert [case.harmless for case in found.pending] == [True] * 2


@pytest.mark.parametrize(("rules", "kind"), STAGES)
@pytest.mark.parametrize("many", [6, 7, 10])
def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch, rules: str, kind: str, many: int) -> None:
    counts = [0]

    def counting(*about: Any) -> Any:
        counts[0] += 1
        return real(*about)

    real = worlds.counted
    monkeypatch.setattr(worlds, "counted", counting)
    names = NAMES.split()
    said = [f"投{names[n]}或者{names[n - 1]}或者{names[n - 2]}" for n in range(many)]
    assert counted(rules, kind, *said).pending
    assert counts[0] <= (worlds.MOST if many <= worlds.TOGETHER else worlds.MANY + worlds.CORNERS)


ballot = st.one_of(
    st.sampled_from(["投甲", "投乙", "投丙", "弃权", "嗯"]),
    st.sampled_from(["投甲或者乙", "投乙或者丙", "投甲或者乙或者丙", "投甲或者丁"]),
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(STAGES), st.lists(ballot, min_size=2, max_size=8))
def test_ways_with_the_same_numbers_may_be_taken_for_one(stage: tuple[str, str], said: list[str]) -> None:
    """Where the book says that only numbers decide, telling every ballot apart finds the same."""
    rules, kind = stage
    events = "3-3 19:00 sheriff 甲" if kind == "imprison" else ""
    one = counted(rules, kind, *said, events=events)
    book = replace(book_of(forum.game(rules, NAMES)), by_numbers={})
    other = counted(rules, kind, *said, events=events, book=book)
    if any("没有全试" in note for note in (*one.notes, *other.notes)):
        return
    assert what(one.outcome) == what(other.outcome)
    assert [case.harmless for case in one.pending] == [case.harmless for case in other.pending]
    assert [[what(r.outcome) for r in case.readings] for case in one.pending] == [
        [what(r.outcome) for r in case.readings] for case in other.pending
    ]
