"""All pages of a thread, from whatever page came first, also of one that grows, shrinks or shifts while it is read.

The order of reading is what keeps a thread whole. Boards number posts by position, so a deleted post moves every later
post one place forward. Read from the last page down to the first, a post can only move towards the pages still to be
read: it may be seen twice, it cannot slip through. Afterwards the last page is asked for again. If its posts still
stand where they stood, nothing before them has moved either; if not, pages are read again downwards until one of them
comes back as it was.

Nothing here knows a board: the functions that fetch and read a page are handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from parsers.posts import Post, Thread, ThreadPage
from scraper.trouble import Trouble

Shape = tuple[tuple[str, int | None], ...]  # what a page showed, in its order: (pid, floor)
Look = Callable[[str, int], ThreadPage]  # address, number of the page wanted; raises Trouble
Address = Callable[[Thread, int], str]
# A page as it arrives; whether its posts' places can be relied on; whether posts of other pages are known to have moved
Keep = Callable[[ThreadPage, bool, bool], None]

ROUNDS = 4  # how often a thread that keeps moving is gone through again


@dataclass(frozen=True, slots=True)
class Walked:
    """What a walk found. `shapes` holds every page of the thread as it stands now, read this time or known before.

    `read` are the numbers asked for, in order; `settled` is False where the thread never stood still.
    """

    thread: Thread
    title: str
    total: int
    shapes: dict[int, Shape]
    read: tuple[int, ...]
    settled: bool
    missing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def walk(
    first: ThreadPage,
    look: Look,
    address: Address,
    keep: Keep,
    known: Mapping[int, Shape] | None = None,
    again: Collection[int] = (),
) -> Walked:
    """Read what is not known of a thread, beginning with the page `first` that is already there.

    Every page goes to `keep` as it arrives, the first one too. `known` are pages of an earlier walk; of those only
    the last one, the ones in `again`, and what turns out to have moved are asked for. Raises Trouble (status 4, naming
    the page) where a page cannot be had.
    """
    steps = _Walk(first.thread, look, address, keep, dict(known or {}))
    settled = steps.settle(steps.to_the_end(first), set(again))
    return Walked(
        first.thread,
        steps.title,
        steps.total,
        {number: shape for number, shape in sorted(steps.shapes.items()) if number <= steps.total},
        tuple(steps.asked),
        settled,
        tuple(dict.fromkeys(steps.missing)),
        tuple(dict.fromkeys(steps.notes if settled else [*steps.notes, UNSETTLED])),
    )


UNSETTLED = "读取期间帖子一直有增删，楼层号可能与此刻的页面差几层"


def shape_of(page: ThreadPage) -> Shape:
    """A page as (pid, floor) pairs: what tells whether anything on it has moved."""
    return tuple((post.pid, post.floor) for post in page.posts)


def moved(before: Shape, now: Shape) -> bool:
    """Whether posts stand elsewhere than they did. Added at the end, or gone leaving its floor empty, is no move; but a
    page that begins with another post may have left its first ones to the page before, where more stand on a page."""
    if now[: len(before)] == before:
        return False
    floors = dict(before)
    return not now or now[:1] != before[:1] or any(floor is None or floors.get(pid) != floor for pid, floor in now)


@dataclass(slots=True)
class _Walk:
    """Where a walk stands: what is known of each page, and whether anything moved since the last look at the end."""

    thread: Thread
    look: Look
    address: Address
    keep: Keep
    shapes: dict[int, Shape]
    title: str = ""
    total: int = 1
    asked: list[int] = field(default_factory=list)
    early: dict[int, Shape] = field(default_factory=dict)
    links: dict[int, str] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    shifted: bool = False

    def to_the_end(self, page: ThreadPage) -> ThreadPage:
        """From page to page to the one its own paginator calls the last; a paginator may show only what is near."""
        self._hear(page)
        tried: set[int] = set()
        while page.number < page.total and page.total not in tried:
            tried.add(page.total)
            self._pass_by(page)
            before, page = page, self._ask(page.total, page)
            if page.posts and page.number > before.number and shape_of(page) == shape_of(before):
                # The same page under the next number: the paginator counts pages that do not exist.
                page = replace(before, total=before.number)
        self.total = page.number
        self._record(page)
        return page

    def _pass_by(self, page: ThreadPage) -> None:
        """A page read before the last one: what moves to it in between would be missed, so it will be read again."""
        self._note_shift(page)
        self.early[page.number] = shape_of(page)
        self.shapes.pop(page.number, None)
        self.keep(page, False, self.shifted)

    def settle(self, last: ThreadPage, again: set[int]) -> bool:
        """Read what is missing and what moved, until the last page shows that nothing has moved since."""
        for _ in range(ROUNDS):
            done = self._go_down(again)
            again = set()
            if not done or self._stood_still(done, last):
                return True
            last = self.to_the_end(self._ask(self.total, last))
            if not self.shifted and self._is_whole():
                return True
        return False

    def _go_down(self, again: set[int]) -> list[int]:
        """From the last page but one downwards: pages not known, pages wanted again, after a shift those that moved."""
        following, self.shifted = self.shifted, False
        done = []
        for number in range(self.total - 1, 0, -1):
            if number in self.shapes and number not in again and not following:
                continue
            before = self.shapes.get(number)
            page = self._ask(number, None)
            if page.number == number:
                following = following and (before is None or moved(before, shape_of(page)))
                self._record(page)
            done.append(number)
        return done

    def _stood_still(self, done: list[int], last: ThreadPage) -> bool:
        """The only other page was read before and after the last one and is the same: no third look is needed."""
        return done == [last.number - 1] and not self.shifted and self.early.get(done[0]) == self.shapes.get(done[0])

    def _is_whole(self) -> bool:
        return all(number in self.shapes for number in range(1, self.total + 1))

    def _record(self, page: ThreadPage) -> None:
        self._note_shift(page)
        self.shapes[page.number] = shape_of(page)
        self.keep(page, True, self.shifted)

    def _note_shift(self, page: ThreadPage) -> None:
        before = self.shapes.get(page.number)
        if before is not None and moved(before, shape_of(page)):
            self.shifted = True

    def _hear(self, page: ThreadPage) -> None:
        """Take over what a page says of the thread besides its posts."""
        self.title = page.title or self.title
        self.links.update(page.links)
        self.missing.extend(page.missing)
        self.notes.extend(page.notes)

    def _ask(self, number: int, beside: ThreadPage | None) -> ThreadPage:
        """Page `number`, by the board's own link if one was seen; another page where there are fewer by now."""
        shown = 0
        for url, last in self._addresses(number):
            try:
                page = self.look(url, number)
            except Trouble:
                if last:
                    raise
                continue  # links of a view handed in may lead nowhere; the plain address decides
            self.asked.append(number)
            if (page.thread.board, page.thread.tid) != (self.thread.board, self.thread.tid):
                raise Trouble("other-thread", f"第 {number} 页给的是另一个帖子：{page.thread.url}", "用那个地址再试")
            page = self._numbered(number, page, beside)
            if page.number == number or page.total < number:
                self._hear(page)
                return page
            shown = page.number
        raise Trouble("page", f"第 {number} 页要不到，论坛给的是第 {shown} 页", "过一会儿再试，或用 --cookies 带上登录")

    def _addresses(self, number: int) -> Iterator[tuple[str, bool]]:
        """Where page `number` may be had: the board's own link if one was seen, then the plain address; whether last.

        The plain address is worked out only when it is needed: a view of a thread has none.
        """
        linked = self.links.get(number)
        if linked is None:
            yield self.address(self.thread, number), True
            return
        try:
            plain = self.address(self.thread, number)
        except Trouble:
            plain = linked
        yield linked, plain == linked
        if plain != linked:
            yield plain, True

    def _numbered(self, number: int, page: ThreadPage, beside: ThreadPage | None) -> ThreadPage:
        """The page under its number, also where no paginator tells it: other posts than on page 1 mean another page."""
        if page.number == number or page.total != 1 or not page.posts:
            return page
        seen = dict(self.shapes.get(1) or (shape_of(beside) if beside and beside.number == 1 else ()))
        if not seen or any(post.pid in seen for post in page.posts):
            return page
        return replace(page, number=number, total=max(self.total, number))


def merged(pages: Iterable[ThreadPage]) -> tuple[Post, ...]:
    """The posts of pages given in the order they were read, each once, in posting order."""
    posts: dict[str, Post] = {}
    for page in pages:
        for post in page.posts:
            before = posts.get(post.pid)
            if before is None or stands_better((before.page, before.floor), (post.page, post.floor)):
                posts[post.pid] = post
    return posting_order(posts.values())


def stands_better(before: tuple[int, int | None], now: tuple[int, int | None]) -> bool:
    """Whether a post's place (page, floor) as read now replaces the one read before.

    Sticky and recommended replies are shown a second time on page 1, there without a number or with their real one.
    """
    if now[1] is None and before[1] is not None:
        return False
    return not (now[1] == before[1] and now[0] == 1 and before[0] > 1)


def posting_order(posts: Iterable[Post]) -> tuple[Post, ...]:
    """Posts in the order they were written: by floor; those without one where their time puts them.

    Floors are the board's own order and right also where a post's time was set back. Where they run against the times
    (views that number the newest post 1), times decide. Without floors or times the order given stands.
    """
    given = tuple(posts)
    numbered = [post for post in given if post.floor is not None]
    if not numbered:
        return _by_time(given) if _backwards(given) else given
    ordered = numbered if _rising(numbered) else sorted(numbered, key=_floor)
    if _backwards(ordered):
        return _by_time(given)
    if len(numbered) == len(given):
        return tuple(ordered)
    for post in given:
        if post.floor is None:
            ordered.insert(_place(post, ordered), post)
    return tuple(ordered)


def _rising(posts: list[Post]) -> bool:
    floors = [post.floor or 0 for post in posts]
    return all(lower < higher for lower, higher in pairwise(floors))


def _floor(post: Post) -> tuple[int, str, int]:
    return (post.floor or 0, post.time.when.isoformat() if post.time else "", _number(post.pid))


def _number(pid: str) -> int:
    return int(pid) if pid.isdecimal() else 0


def _backwards(posts: Sequence[Post]) -> bool:
    """Whether times mostly fall from post to post (the opening post apart)."""
    times = [post.time.when for post in posts[1:] if post.time]
    falls = sum(later < earlier for earlier, later in pairwise(times))
    rises = sum(later > earlier for earlier, later in pairwise(times))
    return falls > rises + 1


def _by_time(posts: Iterable[Post]) -> tuple[Post, ...]:
    opening, *rest = posts
    if all(post.time for post in rest):
        rest.sort(key=lambda post: (post.time.when.isoformat() if post.time else "", _number(post.pid)))
    else:
        rest.reverse()
    return (opening, *rest)


def _place(post: Post, ordered: list[Post]) -> int:
    """After the last post that is not younger, never before the opening post."""
    for index in range(len(ordered) - 1, 0, -1):
        other = ordered[index]
        if post.time and other.time:
            if (other.time.when, _number(other.pid)) <= (post.time.when, _number(post.pid)):
                return index + 1
        elif _number(other.pid) <= _number(post.pid):
            return index + 1
    return 1


def floor_gaps(posts: Iterable[Post]) -> tuple[int, ...]:
    """Floors between the lowest and the highest that no post holds: deleted or withheld ones, where numbers stay."""
    floors = {post.floor for post in posts if post.floor is not None}
    return tuple(number for number in range(min(floors), max(floors)) if number not in floors) if floors else ()
