"""Saved pages of every Discuz line, and of Discuz!NT, against what was read off them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import golden

LINES = (
    "discuz_4",
    "discuz_6",
    "discuz_7",
    "discuz_archiver",
    "discuz_json",
    "discuz_message",
    "discuz_mobile",
    "discuz_print",
    "discuz_sale",
    "discuz_touch",
    "discuz_wap",
    "discuz_x",
    "discuznt_page",
)


@pytest.mark.parametrize(("path", "address"), golden.saved_pages(*LINES))
def test_a_saved_page_reads_as_it_did(path: Path, address: str, accept: bool) -> None:
    golden.check(path, address, accept)
