"""Which engine reads a page, and that no page of a thread goes unseen for the way its paginator is written."""

from __future__ import annotations

import re
from zoneinfo import ZoneInfo

import pytest

from parsers.boards import registry
from parsers.pages import Clock, Page
from parsers.posts import ThreadPage
from scraper.sample_board import sample_page

CLOCK = Clock(ZoneInfo("Asia/Shanghai"))
ADDRESS = "http://board.test/valley/read.php?tid=7"


def read(body: str) -> ThreadPage:
    found = registry.read(Page(ADDRESS, body.encode("gbk"), "text/html"), CLOCK)
    assert isinstance(found, ThreadPage)
    return found


def sample() -> str:
    return sample_page("/valley/read.php?tid=7").decode("gbk")


@pytest.mark.parametrize(
    ("paginator", "total"),
    [
        ('<ul class="skin"><li>1</li><li><a href="read.php?tid=7&page=2">2</a></li></ul>', 2),
        ('<p><a href="read.php?tid=7&amp;page=12">...12</a></p>', 12),
        ("<p>[<a href='read.php?tid=7&page=3'>3</a>]</p>", 3),
        ('<p><a href="read.php?tid=8&page=3">3</a></p>', 1),  # another thread
        ('<p><a href="read.php?tid=7&page=300">看这一页</a></p>', 1),  # somebody's link, no paginator
        ("", 1),
    ],
)
def test_pages_a_skin_of_its_own_links_are_not_missed(paginator: str, total: int) -> None:
    page = re.sub(r'<span class="fl"><div class="pages">.*?</div></span>', paginator, sample())
    assert read(page).total == total


def test_the_ordinary_paginator_stands() -> None:
    assert read(sample()).total == 3
