"""The game's threads as audits see them: every post in posting order with the seat it was written for.

Built once, in one pass; every audit reads from it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from parsers.posts import Post, Stamp
from referee import moment
from referee.audits.terms import Terms
from referee.game import Game
from referee.moment import Claim, Status
from referee.tally import StageWindow
from referee.threads import ThreadPosts, has_come

FIRST_FLOOR = {"phpwind": 0}  # elsewhere boards count the opening post 1
MINUTE = timedelta(minutes=1)
GONE = frozenset({"dead", "left", "expelled"})


@dataclass(frozen=True, slots=True)
class Said:
    """One post: the `kinds` of its thread, when it was written, for which seat, whether it opened the thread.

    A thread may serve for several things. `seat` is None for everybody who did not play a seat then; `claim` says who
    he was instead. `versions` are older wordings that were kept.
    """

    post: Post
    kinds: frozenset[str]
    title: str
    stamp: Stamp
    at: datetime
    seat: str | None
    claim: Claim
    opening: bool
    versions: tuple[Post, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """A seat's life: its status from each moment on at which something was announced about it."""

    since: tuple[datetime, ...]
    status: tuple[Status, ...]

    def at(self, when: datetime) -> Status:
        """How the seat stood."""
        return self.status[bisect_right(self.since, when)]


@dataclass(frozen=True, slots=True)
class Record:
    """Everything the audits ask: the game, its terms, the posts up to `as_of` in posting order, and by seat.

    `windows` are the voting stages with the limits in force, in order of opening. `threads` as handed in.
    """

    game: Game
    terms: Terms
    as_of: datetime
    threads: tuple[ThreadPosts, ...]
    posts: tuple[Said, ...]
    by_seat: dict[str, tuple[Said, ...]]
    courses: dict[str, Course]
    windows: tuple[StageWindow, ...]
    seats: tuple[str, ...]
    kept: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def boundary(self) -> str:
        """Whether a limit's own minute lies before it."""
        return str(self.game.house.get("time.boundary", "half_open"))

    def status(self, seat: str, when: datetime) -> Status:
        """How a seat stood at a moment."""
        return self.courses[seat].at(when)

    def over(self, limit: datetime | None) -> bool:
        """Whether a moment has come by `as_of`."""
        return limit is not None and limit <= self.as_of


def record_of(game: Game, threads: Sequence[ThreadPosts], as_of: datetime, terms: Terms) -> Record:
    """Read the threads once. Posts without a time have that of the one before them; later ones than `as_of` wait."""
    claims = _Claims(game, threads, terms.vest_passes_on)
    kinds: dict[str, frozenset[str]] = {}
    for thread in threads:
        kinds[thread.url] = kinds.get(thread.url, frozenset()) | {thread.kind}
    each = {thread.url: thread for thread in threads}.values()
    said = [one for thread in each for one in _of_thread(thread, kinds[thread.url], claims, as_of)]
    said.sort(key=_place)
    seats = moment.seats(game)
    by_seat: dict[str, list[Said]] = {seat: [] for seat in seats}
    for one in said:
        if one.seat is not None:
            by_seat[one.seat].append(one)
    windows = [moment.window(game, s, as_of, substitution=terms.transition) for s in moment.voting_stages(game)]
    return Record(
        game,
        terms,
        as_of,
        tuple(threads),
        tuple(said),
        {seat: tuple(posts) for seat, posts in by_seat.items()},
        {seat: _course(game, seat, as_of) for seat in seats},
        tuple(sorted((w for w in windows if w.opens and w.closes), key=lambda w: (w.opens, w.closes))),
        seats,
    )


def _place(said: Said) -> tuple[datetime, int, int]:
    """Posting order: boards number posts across threads, so two posts of one minute are ordered wherever they stand."""
    pid = said.post.pid
    return said.at, int(pid) if pid.isdigit() else -1, said.post.floor or 0


def _of_thread(thread: ThreadPosts, kinds: frozenset[str], claims: _Claims, as_of: datetime) -> Iterable[Said]:
    last = next((post.time for post in thread.posts if post.time), None)
    for number, post in enumerate(thread.posts):
        stamp = post.time or last
        if stamp is None:
            continue
        last = stamp
        if stamp.when > as_of:
            continue
        claim = claims.of(post, stamp.when)
        seat = claim.seat if claim.plays else None
        yield Said(
            post,
            kinds,
            thread.title,
            stamp,
            stamp.when,
            seat,
            claim,
            _opens(post, number),
            thread.history.get(post.pid, ()),
        )


def _opens(post: Post, number: int) -> bool:
    """Whether a post opened its thread: by the floor the board shows, so that a part of a thread opens nothing."""
    if post.floor is None:
        return number == 0
    return post.floor == FIRST_FLOOR.get(post.board, 1)


class _Claims:
    """Whose an account is, worked out once for each account between two substitutions."""

    def __init__(self, game: Game, threads: Sequence[ThreadPosts], vest_passes_on: bool) -> None:
        self.game, self.vest_passes_on = game, vest_passes_on
        self.uids = moment.uids_of(game, ((p.author, p.uid) for thread in threads for p in thread.posts))
        self.turns = sorted(event.at for event in game.events if event.kind == "substitution")
        self.known: dict[tuple[str, str | None, int], Claim] = {}

    def of(self, post: Post, when: datetime) -> Claim:
        key = post.author, post.uid, bisect_right(self.turns, when)
        if key not in self.known:
            self.known[key] = moment.seat_of(
                self.game, post.author, when, uid=post.uid, uids=self.uids, vest_passes_on=self.vest_passes_on
            )
        return self.known[key]


def _course(game: Game, seat: str, as_of: datetime) -> Course:
    turns = sorted({e.at for e in moment.events(game, as_of) if seat in moment.about(e)})
    before = Status(seat)
    return Course(tuple(turns), (before, *(moment.status(game, seat, at) for at in turns)))


# -- cutting the posts at a limit ------------------------------------------------------------------------------------


_when = attrgetter("at")


def cut(posts: Sequence[Said], limit: datetime | None, boundary: str = "half_open") -> int:
    """How many of `posts` (in order) were written before `limit` came; a minute is compared with a minute."""
    if limit is None:
        return 0
    place = bisect_left(posts, limit.replace(second=0, microsecond=0), key=_when)
    while place < len(posts) and posts[place].at < limit + MINUTE:
        if has_come(posts[place].stamp, limit, boundary):
            break
        place += 1
    return place


def between(posts: Sequence[Said], begins: datetime, ends: datetime, boundary: str = "half_open") -> Sequence[Said]:
    """The posts from one limit to another."""
    return posts[cut(posts, begins, boundary) : cut(posts, ends, boundary)]
