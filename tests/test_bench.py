"""The bench says what it promises to say: a figure beyond its limit is marked, what is asked of boards is counted."""

from __future__ import annotations

import pytest

from tests import bench


@pytest.mark.parametrize(
    ("said", "late"),
    [
        ("21,000 posts/s, 0.84 of executemany into the same tables (at least 0.5)", False),
        ("21,000 posts/s, 0.24 of executemany into the same tables (at least 0.5)", True),
        ("0.31 s CPU beyond click, sqlite3 (under 0.3)", True),
        ("0.29 s CPU beyond click, sqlite3 (under 0.3)", False),
        ("102 / 1 (at most 2)", False),
        ("102 / 3 (at most 2)", True),
        ("exponent 1.15 (about 1)", False),
        ("exponent 1.25 (about 1)", True),
        ("worst 3.10 (one), median 2.20 (at most 2.5)", False),
        ("0.51 s CPU (well under 1)", False),
        ("50.1 ms CPU (at most 50)", True),
        ("3.2 ms", None),
    ],
)
def test_a_figure_beyond_its_limit_is_missed(said: str, late: bool | None) -> None:
    assert bench.missed(said) is late


def test_what_is_asked_of_boards_stays_within_its_limits() -> None:
    figures = dict(bench._requests())
    assert len(figures) == 3
    assert not any(bench.missed(said) is not False for said in figures.values()), figures
