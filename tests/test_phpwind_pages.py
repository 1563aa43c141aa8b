"""Saved pages of every phpwind line against what was read off them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import golden

LINES = (
    "phpwind53",
    "phpwind75",
    "phpwind87",
    "phpwind9",
    "phpwind_simple",
    "phpwind_wap",
    "phpwind_message",
)


@pytest.mark.parametrize(("path", "address"), golden.saved_pages(*LINES))
def test_a_saved_page_reads_as_it_did(path: Path, address: str, accept: bool) -> None:
    golden.check(path, address, accept)
