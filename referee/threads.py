"""A fetched thread as the count takes it, and which of its posts fall to which stage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from datetime import datetime, timedelta
from typing import Any

from parsers.posts import Post, Stamp
from parsers.values import dataclass
from referee.tally import StageWindow


@dataclass(frozen=True, slots=True)
class ThreadPosts:
    """A whole thread: its posts in posting order, and by pid the older versions of those that changed, oldest first.

    A pid in `history` that is not among `posts` is a post that is gone from the board. `kind` and `stage` are what the
    game file says of the thread (vote, discussion …; the only stage it serves).
    """

    url: str
    board: str
    title: str
    pages: int
    posts: tuple[Post, ...]
    history: Mapping[str, tuple[Post, ...]] = field(default_factory=dict)
    kind: str = "vote"
    stage: str | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A post of a stage: `places` tells where it lies (in, early, late) by the boundary in force; "" is elsewhere."""

    post: Post
    thread: ThreadPosts
    order: int
    stamp: Stamp | None
    places: Mapping[str, str]
    before: Post | None = None
    gone: bool = False


BOUNDARIES = ("half_open", "closed")
MINUTE = timedelta(minutes=1)
INSIDE: Mapping[str, str] = dict.fromkeys(BOUNDARIES, "in")


def has_come(stamp: Stamp, limit: datetime | None, boundary: str = "half_open") -> bool:
    """Whether `limit` had come when something was stamped; minutes are compared where only minutes are known.

    `half_open`: the limit's own minute (second) is after it. `closed`: it is still before it.
    """
    if limit is None:
        return False
    sharp = stamp.precision == "second" or not (limit.second or limit.microsecond)
    mark = limit if sharp else limit.replace(second=0, microsecond=0)
    return stamp.when > mark or (stamp.when == mark and boundary == "half_open")


def on_limit(stamp: Stamp | None, limit: datetime | None) -> bool:
    """Whether a stamp lies on the very minute (second, where the board shows them) of a limit."""
    if stamp is None or limit is None:
        return False
    return has_come(stamp, limit, "half_open") and not has_come(stamp, limit, "closed")


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies around a stage in a thread: its own window, the windows it may share posts with, where its posts lie.

    Outside every window a post is late in the stage that closed before it, early only where none did. `since`/`until`
    bound the posts that can be its own (None: no bound), a minute given on each side.
    """

    stage: StageWindow
    near: tuple[StageWindow, ...]
    first: bool
    since: datetime | None
    until: datetime | None

    @classmethod
    def of(cls, stage: StageWindow, served: Iterable[StageWindow]) -> Ground:
        """The ground of `stage` in a thread that serves `served`."""
        others = [other for other in served if other.id != stage.id]
        first = all(_opens_first(stage, other) or stage.opens == other.opens for other in others)
        since = None if first or stage.opens is None else stage.opens - MINUTE
        after = [
            max(other.opens or stage.closes, stage.closes)
            for other in others
            if stage.closes is not None and (other.closes is None or other.closes > stage.closes)
        ]
        until = min(after) + MINUTE if after else None
        near = tuple(other for other in others if _touches(other, since, until))
        return cls(stage, near, first, since, until)

    def holds(self, stamp: Stamp) -> bool:
        """Cheap: whether a post stamped so can be this stage's at all."""
        when = stamp.when
        return (self.since is None or when >= self.since) and (self.until is None or when <= self.until)

    def plainly(self, stamp: Stamp) -> bool:
        """Cheap: whether it lies so far inside that no reading of a limit could place it elsewhere."""
        opens, closes = self.stage.opens, self.stage.closes
        if opens is None or closes is None or self.near:
            return False
        return opens + MINUTE < stamp.when < closes - MINUTE

    def place(self, stamp: Stamp | None, boundary: str) -> str:
        """Where a post lies for the stage: in, early, late, or "" for elsewhere."""
        if stamp is None:
            return "in"
        if _inside(stamp, self.stage, boundary):
            return "" if boundary == "closed" and self._just_closing(stamp) else "in"
        if any(_inside(stamp, other, boundary) for other in self.near):
            return ""
        closes = [one.closes for one in (self.stage, *self.near) if one.closes is not None]
        closed = [closing for closing in closes if has_come(stamp, closing, boundary)]
        if closed:
            return "late" if self.stage.closes == max(closed) else ""
        return "early" if self.first else ""

    def _just_closing(self, stamp: Stamp) -> bool:
        """The closing minute of a stage that opened before this one belongs to that one, where it is counted in."""
        return any(_opens_first(other, self.stage) and on_limit(stamp, other.closes) for other in self.near)


def _touches(other: StageWindow, since: datetime | None, until: datetime | None) -> bool:
    ends_before = other.closes is not None and since is not None and other.closes < since
    starts_after = other.opens is not None and until is not None and other.opens > until
    return not ends_before and not starts_after


def _inside(stamp: Stamp, stage: StageWindow, boundary: str) -> bool:
    opened = stage.opens is None or has_come(stamp, stage.opens)
    return opened and not has_come(stamp, stage.closes, boundary)


def _opens_first(one: StageWindow, other: StageWindow) -> bool:
    return one.opens is not None and other.opens is not None and one.opens < other.opens


def posts_of(
    stage: StageWindow, threads: Iterable[tuple[ThreadPosts, tuple[StageWindow, ...]]], as_of: datetime | None
) -> list[Placed]:
    """The posts that fall to a stage, in posting order over all its threads, none newer than `as_of`.

    Each thread comes with the windows of the stages it serves. A post without a time has that of the one before it.
    """
    found: list[tuple[datetime, int, int, tuple[Any, ...]]] = []
    for number, (thread, served) in enumerate(threads):
        ground = Ground.of(stage, served)
        last: Stamp | None = None
        before: Post | None = None
        for position, (post, gone) in enumerate(_with_gone(thread)):
            stamp = post.time or last
            last = stamp
            if as_of is not None and stamp is not None and stamp.when > as_of:
                continue
            where = _where(stamp, ground)
            if where is not None:
                when = stamp.when if stamp else datetime.min
                found.append((when, number, position, (post, thread, stamp, where, before, gone)))
            before = post
    found.sort(key=lambda entry: entry[:3])
    return [Placed(post, thread, order, *more) for order, (_, _, _, (post, thread, *more)) in enumerate(found, start=1)]


def _where(stamp: Stamp | None, ground: Ground) -> Mapping[str, str] | None:
    """Where a post lies by either boundary; None where it is none of the stage's by both."""
    if stamp is not None and not ground.holds(stamp):
        return None
    if stamp is not None and ground.plainly(stamp):
        return INSIDE
    where = {boundary: ground.place(stamp, boundary) for boundary in BOUNDARIES}
    return where if any(where.values()) else None


def _with_gone(thread: ThreadPosts) -> Iterable[tuple[Post, bool]]:
    """The thread's posts, with those gone from the board at their time."""
    present = {post.pid for post in thread.posts}
    gone = [versions[0] for pid, versions in thread.history.items() if pid not in present and versions]
    if not gone:
        return [(post, False) for post in thread.posts]
    entries = [(post, False) for post in thread.posts] + [(post, True) for post in gone]
    return sorted(
        entries, key=lambda entry: (entry[0].time.when if entry[0].time else datetime.min, entry[0].floor or 0)
    )
