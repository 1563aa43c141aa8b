"""A real thread of several pages on the faulty board, and whole commands run against it.

with thread_board(Story(spoil={2: lambda whole, nth: replace(whole, cut=500)})) as board:
    ran = run("posts", board.url(THREAD), "--archive", "a.db")
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from unittest.mock import patch
from urllib.parse import parse_qs, urlsplit

import cli
from fixtures.make_board import DAY_ONE, Written, phpwind_page
from scraper.fetch import Fetcher, FetchSettings
from scraper.sample_board import sample_game
from tests.support.faulty_board import QUICK, Answer, FaultyBoard

THREAD = "/valley/read.php?tid=7"
TYPE = "text/html; charset=gbk"

Spoil = Callable[[Answer, int], Answer]  # the right answer, how often this page was asked for → what is sent
Change = Callable[["Story"], None]


@dataclass(slots=True)
class Story:
    """A thread that is told while it is read. `posts`: pid and words, opening post first; `size` posts to a page.

    `before`: what happens just before the N-th request of all (from 1); `spoil`: what becomes of a page's answers.
    """

    posts: list[tuple[str, Written]] = field(
        default_factory=lambda: [("tpc" if n == 0 else str(700 + n), post) for n, post in enumerate(DAY_ONE)]
    )
    size: int = 10
    before: dict[int, Change] = field(default_factory=dict)
    spoil: dict[int, Spoil] = field(default_factory=dict)
    asked: int = 0
    times: dict[int, int] = field(default_factory=dict)

    def page(self, number: int) -> bytes:
        """A page as it stands now; past the end the last one, as boards do."""
        placed = [(place, pid, post) for place, (pid, post) in enumerate(self.posts)]
        pages = [placed[start : start + self.size] for start in range(0, len(placed), self.size)]
        number = min(max(number, 1), len(pages))
        return phpwind_page("山谷来信 第一天白天 投票", 7, pages[number - 1], number, len(pages)).encode(
            "gbk", "xmlcharrefreplace"
        )

    def answer(self, path: str, nth: int) -> Answer:
        """What the board sends for a path."""
        self.asked += 1
        self.before.get(self.asked, lambda story: None)(self)
        told = parse_qs(urlsplit(path).query).get("page", ["1"])[0]
        number = int(told) if told.isdecimal() else 1
        self.times[number] = self.times.get(number, 0) + 1
        whole = Answer(self.page(number), content_type=TYPE)
        return self.spoil.get(number, lambda answer, nth: answer)(whole, self.times[number])

    def add(self, *said: str) -> None:
        """New posts of bystanders at the end."""
        for words in said:
            pid = str(900 + len(self.posts))
            self.posts.append((pid, Written("看戏的路人", f"2010-05-05 10:{len(self.posts):02}:00", words)))

    def delete(self, pid: str) -> None:
        """Take a post away: every later one moves up."""
        self.posts = [(one, post) for one, post in self.posts if one != pid]


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command did: `lines` are those of stderr, `seconds` what it took."""

    status: int
    out: str
    lines: list[str]
    seconds: float


def run(*words: str, settings: FetchSettings = QUICK, encoding: str = "utf-8") -> Ran:
    """One whole command in this process, impatient with the network, waits left out."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True) for _ in range(2))
    impatient = partial(FetchSettings, **{name: getattr(settings, name) for name in _IMPATIENT})
    began = time.monotonic()
    with (
        patch.object(sys, "argv", ["referee", *words]),
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
        patch("scraper.fetch.FetchSettings", impatient),
        patch("scraper.fetch.Fetcher", partial(Fetcher, sleep=lambda seconds: None)),
    ):
        try:
            cli.main()
            status = 0
        except SystemExit as ended:
            status = int(ended.code or 0)
    said = err.buffer.getvalue().decode("utf-8", "replace")
    return Ran(status, out.buffer.getvalue().decode("utf-8", "replace"), said.splitlines(), time.monotonic() - began)


_IMPATIENT = ("timeout", "page_seconds", "patience", "tries", "first_wait", "max_bytes", "verify")


@contextmanager
def thread_board(story: Story, tls: Path | None = None) -> Iterator[FaultyBoard]:
    """The story's thread on loopback."""
    with FaultyBoard(story.answer, tls) as board:
        yield board


def game_file(folder: Path, board: FaultyBoard) -> str:
    """The sample's game file with its threads on that board."""
    path = folder / "game.toml"
    path.write_text(sample_game(board.url("")), "utf-8")
    return str(path)
