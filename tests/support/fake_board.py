"""A board made of tables: posts in a list, pages cut from it, changes at chosen requests. Pages travel as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from parsers.pages import Clock, Page
from parsers.posts import BoardMessage, Edit, Post, Stamp, Thread, ThreadPage
from scraper.visit import Boards

START = datetime(2009, 3, 10, 21, 0)
HOST = "http://board.test"


@dataclass
class FakePost:
    """A post as the board stores it."""

    pid: int
    author: str = "甲"
    text: str = "投乙"
    minute: int = 0
    edited: bool = False


@dataclass
class FakeBoard:
    """One thread of `posts`, `size` to a page. `changes`: what happens just before the N-th request (from 1).

    `keeps_holes`: a deleted post leaves its floor empty and pages are cut by floor. `newest_first`: opening post first,
    then backwards. `sticky`: pids shown a second time on page 1. `past_end`: the page an address past the end gives.
    """

    posts: list[FakePost]
    size: int = 3
    changes: dict[int, Callable[[FakeBoard], None]] = field(default_factory=dict)
    keeps_holes: bool = False
    newest_first: bool = False
    sticky: list[int] = field(default_factory=list)
    past_end: str = "last"
    says: dict[int, str] = field(default_factory=dict)  # request → message page instead
    floors: dict[int, int] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    clock: datetime = datetime(2009, 3, 10, 22, 0, tzinfo=UTC)
    tid: str = "7"

    def add(self, *posts: FakePost) -> None:
        """New posts at the end."""
        self.posts.extend(posts)

    def delete(self, pid: int) -> None:
        """Take a post away."""
        self._number()
        self.posts = [post for post in self.posts if post.pid != pid]

    def edit(self, pid: int, text: str) -> None:
        """Change what a post says."""
        for post in self.posts:
            if post.pid == pid:
                post.text, post.edited = text, True

    def get(self, url: str) -> Page:
        """Answer a request."""
        self.asked.append(url)
        change = self.changes.get(len(self.asked))
        if change:
            change(self)
        self.clock += timedelta(seconds=1)
        if len(self.asked) in self.says:
            answer: dict[str, object] = {"message": self.says[len(self.asked)]}
        else:
            number = int((re.search(r"page=(\d+)", url) or ["", "1"])[1])
            answer = self._page(number)
        return Page(url, json.dumps(answer).encode(), "text/html", 200, self.clock)

    def set_cookie(self, url: str, name: str, value: str) -> None:
        """Nothing to do."""

    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.clock += timedelta(seconds=seconds)

    def numbered(self) -> list[tuple[int, FakePost]]:
        """Posts with the floors the board shows, oldest first."""
        floors = self._number()
        return [(floors[post.pid], post) for post in self.posts]

    def _number(self) -> dict[int, int]:
        if self.keeps_holes:
            for post in self.posts:
                self.floors.setdefault(post.pid, max(self.floors.values(), default=0) + 1)
            return self.floors
        return {post.pid: number for number, post in enumerate(self.posts, 1)}

    def _pages(self) -> list[list[tuple[int, FakePost]]]:
        rows = self.numbered()
        if self.newest_first:
            rows = [*rows[:1], *reversed(rows[1:])]
        if self.keeps_holes and not self.newest_first:
            last = max((floor for floor, _ in rows), default=1)
            cut = [[row for row in rows if (row[0] - 1) // self.size == n] for n in range((last - 1) // self.size + 1)]
        else:
            cut = [rows[start : start + self.size] for start in range(0, len(rows), self.size)] or [[]]
        tops = [row for row in rows if row[1].pid in self.sticky and row not in cut[0]]
        cut[0] = [*cut[0][:1], *tops, *cut[0][1:]]
        return cut

    def _page(self, number: int) -> dict[str, object]:
        pages = self._pages()
        if number > len(pages):
            number = len(pages) if self.past_end == "last" else 1
        posts = [
            [str(post.pid), floor, post.author, post.minute, post.text, post.edited]
            for floor, post in pages[number - 1]
        ]
        return {"number": number, "total": len(pages), "posts": posts, "tid": self.tid}


def thread_of(url: str) -> Thread | None:
    """The thread of an address of the fake board."""
    named = re.search(r"^http://board\.test/t\?tid=(\d+)(?:&page=(\w+))?", url)
    view = "author" if "author=" in url else None
    return Thread("fake", f"{HOST}/", named[1], f"{HOST}/t?tid={named[1]}", view=view) if named else None


def page_address(thread: Thread, number: int) -> str:
    """The address of one page."""
    return f"{thread.url}&page={number}"


def read(page: Page, clock: Clock) -> ThreadPage | BoardMessage:
    """What an engine does: bytes to posts."""
    told = json.loads(page.body)
    if "message" in told:
        return BoardMessage(told["message"], "discuz")
    thread = Thread("fake", f"{HOST}/", told["tid"], f"{HOST}/t?tid={told['tid']}")
    posts = tuple(
        Post(
            "fake",
            thread.url,
            pid,
            floor,
            author,
            None,
            Stamp(START + timedelta(minutes=minute)),
            text,
            Edit(author, None) if edited else None,
            page=told["number"],
            url=f"{thread.url}&page={told['number']}#{pid}",
        )
        for pid, floor, author, minute, text, edited in told["posts"]
    )
    return ThreadPage(thread, "第一天", told["number"], told["total"], posts)


BOARDS = Boards(thread_of, page_address, read)


def posts(count: int, first: int = 101) -> list[FakePost]:
    """`count` posts, a minute apart."""
    return [FakePost(first + n, f"玩家{n % 7}", f"投玩家{(n * 3) % 7}", n) for n in range(count)]
