"""A thread from its board through the archive: ask for what can have changed, keep it, read the whole back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, tzinfo

from parsers.pages import Page
from parsers.posts import BoardMessage, Thread, ThreadPage
from scraper.archive import Archive, find, kept_pages, kept_thread, moment, page_times
from scraper.archive.scrub import scrub, scrub_address
from scraper.refusals import refusal
from scraper.threads import GatherSettings, WalkedThread, from_kept
from scraper.trouble import USAGE, Trouble
from scraper.visit import Boards, Client, Visitor
from scraper.walk import merged, walk


class Arrivals:
    """Keeps every answer in the archive as it arrives, and remembers which the page being read came from."""

    def __init__(self, archive: Archive) -> None:
        """Nothing has arrived yet."""
        self.archive = archive
        self.fetch: int | None = None
        self.seen = moment()

    def note(self, page: Page) -> None:
        """Keep one answer, without the reader's own traces."""
        kept = Page(scrub_address(page.url), b"", page.content_type, page.status, page.fetched)
        self.fetch = self.archive.keep_fetch(kept, scrub(page.body))
        self.seen = moment(page.fetched)

    def keep(self, page: ThreadPage, placed: bool, moving: bool) -> None:
        """Keep the posts of the page that arrived last."""
        self.archive.keep_page(page, self.fetch, self.seen, placed, moving)


def from_board(archive: Archive, url: str, boards: Boards, settings: GatherSettings) -> WalkedThread:
    """The thread an address leads to, whole, from its board. Raises Trouble (status 4; 2 where no thread is named)."""
    client = settings.client() if settings.client else _no_client()
    arrivals = Arrivals(archive)
    visitor = Visitor(client, boards, settings.zone, arrivals.note)
    try:
        first = _first_page(archive, visitor, url, settings)
        if first.whole_view is not None:
            return _as_far_as_it_goes(visitor, first, settings)
        shapes, seen = ({}, {}) if settings.refresh else kept_pages(archive, first.thread)
        if settings.progress:
            settings.progress(first.number, first.total)
        again = set(shapes) if settings.recheck else _in_window(archive, first.thread, seen, settings)
        look = _telling(visitor, settings)
        walked = walk(first, look, boards.page_address, arrivals.keep, shapes, again)
    finally:
        close: Callable[[], None] | None = getattr(client, "close", None)
        if close:
            close()
    archive.finish(walked.thread, walked.shapes, walked.total, walked.settled, arrivals.seen)
    kept = kept_thread(archive, walked.thread)
    assert kept is not None
    return from_kept(kept, walked.notes, (first.number, *walked.read))


def _first_page(archive: Archive, visitor: Visitor, url: str, settings: GatherSettings) -> ThreadPage:
    """The page to begin with: the last one known, else the one handed in; of a view, the whole thread."""
    boards = visitor.boards
    named = boards.thread_of(url) or find(archive, url)
    if named is None:
        return _unnamed(visitor, url)
    shapes, _ = kept_pages(archive, named)
    if shapes and not settings.refresh:
        last = max(shapes)
        return visitor.look(boards.page_address(named, last), last)
    if named.view is None:
        page = visitor.look(url)
        return page if page.whole_view is None else _rather_whole(visitor, page, page.whole_view)
    try:
        page = visitor.look(boards.page_address(named, 1))
    except Trouble as trouble:
        # The whole thread cannot be had; the view handed in may still be open to us.
        try:
            return visitor.look(url)
        except Trouble:
            raise trouble from None
    return page if page.whole_view is None else _rather_whole(visitor, page, page.whole_view)


def _rather_whole(visitor: Visitor, page: ThreadPage, whole: str) -> ThreadPage:
    try:
        found = visitor.look(whole)
    except Trouble:
        return page
    return found if found.whole_view is None else page


def _unnamed(visitor: Visitor, url: str) -> ThreadPage:
    """Boards make up addresses of their own, so one that names no thread may still lead to one; only asking tells."""
    page, found = visitor.visit(url)
    if isinstance(found, BoardMessage):
        trouble = refusal(page, found)
        if found.board is None and page.status < 400 and trouble.code in ("no-thread", "login"):
            # Some page of a board, its index perhaps, with the box to log in that they all have.
            raise Trouble("no-thread", f"这个网址没有指明帖子：{url}", "打开帖子，把地址栏里的网址整个复制过来", USAGE)
        raise trouble
    return found if found.whole_view is None else _rather_whole(visitor, found, found.whole_view)


def _as_far_as_it_goes(visitor: Visitor, first: ThreadPage, settings: GatherSettings) -> WalkedThread:
    """A filtered or lossy view, all there is to be had: read by its own links, kept out of the archive."""
    pages: list[ThreadPage] = []

    def only_by_links(thread: Thread, number: int) -> str:
        raise Trouble("view", f"第 {number} 页没有网址可循，这种视图只给了一部分", "换成帖子的普通网址，或加 --cookies")

    walked = walk(first, _telling(visitor, settings), only_by_links, lambda page, *_: pages.append(page))
    said = (
        f"整个帖子要不到，读的是一种不全的视图({_words(walked.missing)})"
        if walked.missing
        else "整个帖子要不到，读的是一种经过筛选的视图"
    )
    return WalkedThread(
        walked.thread,
        walked.title,
        walked.total,
        merged(pages),
        (*walked.notes, said),
        walked.missing,
        read=walked.read,
    )


_LACKS = {"times": "没有时间", "floors": "没有楼层", "edits": "看不出编辑", "authors": "没有作者", "posts": "少帖子"}


def _words(missing: tuple[str, ...]) -> str:
    return "、".join(_LACKS.get(word, word) for word in missing)


def _telling(visitor: Visitor, settings: GatherSettings) -> Callable[[str, int], ThreadPage]:
    """Looking at pages, and telling how far it has come."""

    def look(url: str, number: int) -> ThreadPage:
        page = visitor.look(url, number)
        if settings.progress:
            settings.progress(page.number, page.total)
        return page

    return look


def _in_window(archive: Archive, thread: Thread, seen: dict[int, str], settings: GatherSettings) -> set[int]:
    """Pages known to hold posts of the stage that were last read before it closed: their ballots may have changed."""
    if settings.window is None:
        return set()
    opens, closes = settings.window
    again = set()
    for number, (earliest, latest) in page_times(archive, thread).items():
        inside = (closes is None or earliest is None or earliest <= closes) and (
            opens is None or latest is None or latest >= opens
        )
        if inside and number in seen and (closes is None or _on_board(seen[number], settings.zone) <= closes):
            again.add(number)
    return again


def _on_board(when: str, zone: tzinfo) -> datetime:
    return datetime.fromisoformat(when.replace("Z", "+00:00")).astimezone(zone).replace(tzinfo=None)


def _no_client() -> Client:
    raise Trouble("offline", "没有上网的办法", "这是程序的错，请报告", 1)
