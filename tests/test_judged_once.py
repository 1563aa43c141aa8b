"""Each ballot is judged once: what no clause asked a switch for is not judged anew under its other values."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import counting, hands
from referee.tally import Tally
from tests.support import forum

ROSTER = "甲=平民 乙=祭司 丙=逃奴 丁=平民 戊=平民"
PLAIN = "甲 乙 丙 丁 戊"
SAYS = ["投甲", "投乙", "投丙", "改投丁", "弃权", "收回投票", "投戊，改投戊", "投甲还是乙"]
posts = st.lists(
    st.tuples(st.sampled_from("甲乙丙丁戊"), st.integers(0, 35), st.sampled_from(SAYS), st.booleans()), max_size=14
)
rules = st.sampled_from(["golden-bough", "game-twelve", "nine-days", "no-casualties", "plain"])
KIND = {"game-twelve": "execution", "nine-days": "trial", "no-casualties": "imprison"}


def count(name: str, written: list[tuple[str, int, str, bool]]) -> Tally:
    lines = []
    for floor, (author, hour, text, edited) in enumerate(sorted(written, key=lambda one: one[1]), 1):
        when = f"3-{10 + (hour + 21) // 24} {(hour + 21) % 24:02}:00"
        lines.append(f"{floor} {author} {when} {text}" + (f" | edited 3-12 08:{floor:02}" if edited else ""))
    game = forum.game(name, ROSTER if name == "golden-bough" else PLAIN, D1=f"{kind(name)} 3-10 21:00 to 3-12 09:00")
    return forum.count(game, forum.thread("\n".join(lines)))


def kind(name: str) -> str:
    return KIND.get(name, "vote")


@settings(max_examples=40, deadline=None)
@given(rules, posts)
def test_the_same_as_judging_all_anew(name: str, written: list[tuple[str, int, str, bool]]) -> None:
    found = count(name, written)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "agree", lambda *_: None)
        assert count(name, written) == found


def test_only_what_hangs_on_the_switch_is_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []
    once = hands.judge_one
    monkeypatch.setattr(hands, "judge_one", lambda ballot, *more: judged.append(ballot.voter) or once(ballot, *more))
    # 丁 names the same player again: whether that is a change is a switch. Nothing is asked about the others.
    posts = [("甲", 1, "投乙", False), ("乙", 2, "投丙", False), ("丁", 3, "投乙", False), ("丁", 4, "改投乙", False)]
    count("golden-bough", posts)
    assert {voter: judged.count(voter) for voter in "甲乙丁"} == {"甲": 1, "乙": 1, "丁": 3}
