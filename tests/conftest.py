"""Options of the whole suite."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest --accept` writes golden files anew; what changed is then read as a diff."""
    parser.addoption("--accept", action="store_true", help="rewrite golden files from what the code says now")


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(request.config.getoption("--accept"))
