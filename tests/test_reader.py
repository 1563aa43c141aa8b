"""What posts say as ballots: a few of each shape; the corpus in tests/corpus holds the many."""

from __future__ import annotations

import pytest

from parsers.ballots.reader import read
from parsers.ballots.reading import Context
from parsers.names import Roster, Seat

ROSTER = Roster.of(
    [
        Seat("江雪", ("雪雪",), 1),
        Seat("大熊", (), 2),
        Seat("大熊猫", ("滚滚",), 3),
        Seat("Tom", ("汤姆",), 4),
        Seat("风铃", (), 5),
        Seat("放弃治疗", (), 6),
    ],
    ["司仪"],
)

SHAPES = [
    ("投江雪", "vote", ["江雪"]),
    ("投票：雪雪", "vote", ["江雪"]),
    ("票滚滚", "vote", ["大熊猫"]),
    ("江雪一票", "vote", ["江雪"]),
    ("风铃", "vote", ["风铃"]),
    ("风铃，他从昨晚起就不说话了", "vote", ["风铃"]),
    ("想了半天，还是投大熊", "vote", ["大熊"]),
    ("改票 Tom", "change", ["Tom"]),
    ("改投大熊猫", "change", ["大熊猫"]),
    ("江雪改风铃", "change", ["风铃"]),
    ("弃权", "abstain", []),
    ("撤票", "unvote", []),
    ("风铃说投江雪，我说投大熊", "vote", ["大熊"]),
    ("昨天投了江雪", "none", []),
    ("大家早上好", "none", []),
    ("如果江雪不来我就投江雪", "conditional", []),
    ("投江雪或者大熊", "ambiguous", []),
]


@pytest.mark.parametrize(("text", "kind", "targets"), SHAPES)
def test_a_shape(text: str, kind: str, targets: list[str]) -> None:
    reading = read(text, ROSTER, Context(author="放弃治疗"))
    assert (reading.kind, list(reading.targets)) == (kind, targets), reading.why
