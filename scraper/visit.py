"""Asking a board for a page and having it read: what is no thread is cleared politely once, or stops the run.

Which engine reads it is not known here; the board functions come in as a value.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo
from typing import Protocol

from parsers.pages import Clock, Page
from parsers.posts import BoardMessage, LayoutChanged, Thread, ThreadPage
from parsers.values import dataclass
from scraper.trouble import Trouble


@dataclass(frozen=True, slots=True)
class Boards:
    """What is known of boards, as functions. See `parsers.boards.registry` for what each takes and gives."""

    thread_of: Callable[[str], Thread | None]
    page_address: Callable[[Thread, int], str]
    read: Callable[[Page, Clock], ThreadPage | BoardMessage]
    read_paste: Callable[[str, Clock, str], ThreadPage] | None = None


class Client(Protocol):
    """What is wanted of `scraper.fetch.Fetcher`."""

    def get(self, url: str) -> Page:
        """The page at an address; raises Trouble."""

    def set_cookie(self, url: str, name: str, value: str) -> None:
        """One more cookie for the host of `url`."""

    def wait(self, seconds: float) -> None:
        """Leave the board alone for a while."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """One board visited by one client. `arrived` is told of every answer as it comes, before it is read."""

    client: Client
    boards: Boards
    zone: tzinfo
    arrived: Callable[[Page], None]

    def look(self, url: str, number: int | None = None) -> ThreadPage:
        """The thread page at an address. Raises Trouble, naming page `number`, where there is none to be had."""
        page, found = self.visit(url, number)
        if isinstance(found, BoardMessage):
            from scraper.refusals import refusal

            raise named(refusal(page, found), number)
        return found

    def visit(self, url: str, number: int | None = None) -> tuple[Page, ThreadPage | BoardMessage]:
        """What is at an address, a thread page or not; what can be cleared politely has been."""
        page, found = self._ask(url, number)
        if isinstance(found, BoardMessage) and self._cleared(page, found):
            page, found = self._ask(url, number)
        return page, found

    def _ask(self, url: str, number: int | None) -> tuple[Page, ThreadPage | BoardMessage]:
        try:
            page = self.client.get(url)
        except Trouble as trouble:
            raise named(trouble, number) from None
        self.arrived(page)
        return page, read(self.boards, page, self.zone, number)

    def _cleared(self, page: Page, message: BoardMessage) -> bool:
        from scraper.refusals import Reload, remedy

        cure = remedy(page, message)
        if cure is None:
            return False
        self.client.wait(cure.seconds)
        if isinstance(cure, Reload) and cure.cookie:
            self.client.set_cookie(page.url, *cure.cookie)
        return True


def read(boards: Boards, page: Page, zone: tzinfo, number: int | None = None) -> ThreadPage | BoardMessage:
    """A page read by its engine, on the board's clock. Raises Trouble `layout` where the engine cannot make it out."""
    if page.status >= 400:
        # Boards send message pages with any status, but no thread comes with an error.
        try:
            found = boards.read(page, Clock(zone))
        except LayoutChanged:
            found = BoardMessage("")
        return found if isinstance(found, BoardMessage) else BoardMessage("")
    now = page.fetched.astimezone(zone).replace(tzinfo=None) if page.fetched else None
    try:
        return boards.read(page, Clock(zone, now))
    except LayoutChanged as fault:
        advice = "论坛可能换了模板，或者不是帖子页：把这一页另存为网页，连同这行字报告"
        raise named(Trouble("layout", f"这一页的版式看不懂({fault})，没有数它", advice), number) from None


def named(trouble: Trouble, number: int | None) -> Trouble:
    """The same trouble, saying which page of the thread it befell."""
    if number is None or number <= 1:
        return trouble
    return Trouble(trouble.code, f"第 {number} 页：{trouble.what}", trouble.advice, trouble.status)
