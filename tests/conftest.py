"""Options of the whole suite."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# Where a change is let in or kept out, the same tree gives the same answer; chance looks for more everywhere else.
settings.register_profile("gate", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("gate")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest --accept` writes golden files anew; what changed is then read as a diff."""
    parser.addoption("--accept", action="store_true", help="rewrite golden files from what the code says now")


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(request.config.getoption("--accept"))
