"""Looking at threads again and again until a moment: at a polite pace, through outages, keeping every version.

    for each look: what is new since the look before, then a pause that fits

Fetching, the clock, sleeping and drawing are handed in; here is when to look and what to say of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from parsers.posts import Change, Post
from scraper.threads import WalkedThread
from scraper.trouble import REFUSED, Trouble

Threads = tuple[WalkedThread, ...]
Ask = Callable[[bool], Threads]  # whether to look for edits too, then the threads as they are

SLOWEST = timedelta(minutes=10)
PATIENCE = timedelta(minutes=30)  # how long after the end a board that is down is still waited for
EDITS_EVERY = timedelta(minutes=5)
LAST_MINUTES = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Look:
    """One look. `posts` and `changes` are new since the look before; `trouble` is why there was nothing to see.

    `pause`: until the next look; None after the last. `threads` are empty until a first look has worked.
    """

    at: datetime
    threads: Threads = ()
    posts: tuple[Post, ...] = ()
    changes: tuple[Change, ...] = ()
    trouble: Trouble | None = None
    pause: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """What the pause depends on: when it ends (aware, None: never), the least pause allowed."""

    until: datetime | None
    least: timedelta = timedelta(seconds=1)


@dataclass(slots=True)
class _Watch:
    """Where a watch stands."""

    last: Threads = ()
    checked: datetime | None = None
    stirred: datetime | None = None
    failures: int = 0
    seen: list[Trouble] = field(default_factory=list)


def watch(
    ask: Ask,
    pace: Pace,
    tell: Callable[[Look], None],
    now: Callable[[], datetime],
    sleep: Callable[[float], None],
    before: Threads = (),
    once: bool = False,
) -> Threads:
    """Look until the end is past, tell every look, and give the threads as the last one saw them.

    `before`: what was known already, so that the first look tells only what is new. Raises Trouble where the very first
    look is refused for good, where `once` is refused, or where the board is still down long after the end.
    """
    state = _Watch(before)
    worked = False
    while True:
        moment = now()
        final = once or (pace.until is not None and moment >= pace.until)
        edits = final or state.checked is None or moment - state.checked >= EDITS_EVERY
        try:
            found = ask(edits)
        except Trouble as trouble:
            _bear(trouble, worked, once, pace, moment)
            state.failures += 1
            pause = backing_off(state.failures, pace)
            tell(Look(moment, state.last, trouble=trouble, pause=pause))
            sleep(pause.total_seconds())
            continue
        worked, state.failures = True, 0
        state.checked = moment if edits else state.checked
        posts, changes = news(state.last, found)
        if posts or changes:
            state.stirred = moment
        state.last = found
        after = None if final else pause_after(now(), pace, state.stirred)
        tell(Look(moment, found, posts, changes, pause=after))
        if after is None:
            return found
        sleep(after.total_seconds())


# Reasons that do not pass by waiting; others (timeouts, 5xx, a board closed for the night) do.
_FOR_GOOD = frozenset(
    {"gone", "login", "permission", "forbidden", "level", "banned", "no-thread", "no-host", "address"}
)


def _bear(trouble: Trouble, worked: bool, once: bool, pace: Pace, moment: datetime) -> None:
    """Go on after a refusal, or not."""
    lasting = not worked and (trouble.status != REFUSED or trouble.code in _FOR_GOOD)
    over = pace.until is not None and moment > pace.until + PATIENCE
    if once or lasting or over or trouble.status not in (REFUSED,):
        raise trouble


def backing_off(failures: int, pace: Pace) -> timedelta:
    """The pause after so many failures in a row: half a minute, doubling up to ten."""
    return max(pace.least, min(SLOWEST, timedelta(seconds=30 << min(failures - 1, 10))))


def pause_after(moment: datetime, pace: Pace, stirred: datetime | None) -> timedelta:
    """How long to leave the board alone: less towards the end, more where nothing happens; never under the delay.

    The last pause ends just after the end, so that what was posted in the last second is seen.
    """
    quiet = moment - stirred if stirred else timedelta(minutes=10)
    calm = min(SLOWEST, max(timedelta(minutes=1), quiet / 4))
    if pace.until is None:
        return max(pace.least, calm)
    left = pace.until - moment
    steps = (
        (timedelta(minutes=2), timedelta(seconds=10)),
        (timedelta(minutes=10), timedelta(seconds=20)),
        (timedelta(hours=1), timedelta(minutes=1)),
        (timedelta(hours=6), min(calm, timedelta(minutes=3))),
    )
    wanted = next((pause for limit, pause in steps if left <= limit), calm)
    return max(pace.least, min(wanted, left + timedelta(seconds=2)))


def news(before: Iterable[WalkedThread], now: Iterable[WalkedThread]) -> tuple[tuple[Post, ...], tuple[Change, ...]]:
    """Posts and changes there are now and were not before."""
    known = {(walked.thread.url, post.pid) for walked in before for post in walked.posts}
    known |= {
        (walked.thread.url, change.before.pid) for walked in before for change in walked.changes if change.deleted
    }
    seen = {_key(change) for walked in before for change in walked.changes}
    posts = [post for walked in now for post in walked.posts if (walked.thread.url, post.pid) not in known]
    changes = [change for walked in now for change in walked.changes if _key(change) not in seen]
    return tuple(posts), tuple(changes)


def _key(change: Change) -> tuple[object, ...]:
    return (change.before.thread, change.before.pid, change.before.text, change.seen, change.deleted)


def in_last_minutes(posts: Sequence[Post], closes: datetime | None) -> tuple[Post, ...]:
    """Posts of the last minutes before the close (naive, board clock): the ones to look at twice."""
    if closes is None:
        return ()
    return tuple(post for post in posts if post.time and closes - LAST_MINUTES <= post.time.when <= closes)
