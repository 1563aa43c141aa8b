"""Post: what somebody wrote, when, and where it stands. The value every later stage refers back to.

Times are naive datetimes on the board's own clock; the zone is put on when something is printed. A time has a
precision: a board that shows minutes cannot tell 21:00:00 from 21:00:59, and no later stage may pretend it can.
"""

from __future__ import annotations

from dataclasses import field
from datetime import datetime, tzinfo
from typing import Literal

from parsers.values import dataclass

Precision = Literal["second", "minute", "day", "rough"]  # rough: "3 小时前", nothing better on the page


@dataclass(frozen=True, slots=True)
class Stamp:
    """A moment on the board's clock (naive) and how exactly the board told it."""

    when: datetime
    precision: Precision = "minute"

    def iso(self, zone: tzinfo) -> str:
        """ISO 8601 with the board's offset; without seconds where they are not known."""
        spec = "seconds" if self.precision == "second" else "minutes"
        return self.when.replace(tzinfo=zone).isoformat(timespec=spec)


@dataclass(frozen=True, slots=True)
class Edit:
    """The board's edit notice: who edited last and when. Says nothing of what it read before."""

    by: str | None
    time: Stamp | None


@dataclass(frozen=True, slots=True)
class Comment:
    """A 点评 under a post: another author, no floor."""

    author: str
    time: Stamp | None
    text: str


@dataclass(frozen=True, slots=True)
class Post:
    """One post as one fetch showed it. Identified by (board, thread, pid); `floor` is only what the board shows.

    `text` holds the author's own words: no quote, no struck-out text, no anti-copy junk, no edit notice, no signature.
    Lines are kept; bold, colour and the like are dropped without leaving a gap; a smiley or picture leaves nothing.
    """

    board: str  # "phpwind", "discuz", "discuznt", "paste"
    thread: str  # canonical thread address
    pid: str
    floor: int | None
    author: str
    uid: str | None
    time: Stamp | None
    text: str
    edited: Edit | None = None
    quotes: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    hidden: bool = False
    comments: tuple[Comment, ...] = ()
    images: tuple[str, ...] = ()  # addresses of pictures and attachments in the body
    page: int = 1
    url: str = ""  # where a reader finds this very post


@dataclass(frozen=True, slots=True)
class Change:
    """What one post said in one fetch and in a later one: the only proof of an edit there is.

    `after` is None where the post had vanished by then (`deleted`). `seen` is when the later fetch was made (aware),
    None where a saved page does not tell.
    """

    before: Post
    after: Post | None
    seen: datetime | None = None
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class Thread:
    """Where a thread is: `board` engine, `base` (site root the scripts stand in, ends in /), `tid`, canonical `url`.

    `view` names what the pasted address showed instead of the whole thread (author-only, reverse, print, archiver,
    mobile …); `post` is the pid or floor it jumped to. Neither is part of the thread's identity.
    """

    board: str
    base: str
    tid: str
    url: str
    page: int | None = None
    view: str | None = field(default=None, compare=False)
    post: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ThreadPage:
    """One page of a thread as read.

    `number`/`total`: page shown and pages in all as the page's own paginator says (1/1 where it has none).
    `links`: page number → address as the page itself links it (boards with rewrite rules of their own).
    `missing`: what this view cannot tell ("times", "floors", "edits", "authors", "posts"), for the report.
    `whole_view`: address of the whole thread where this view is filtered, shortened or lossy, else None.
    """

    thread: Thread
    title: str
    number: int
    total: int
    posts: tuple[Post, ...]
    links: dict[int, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    whole_view: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """A page that is no thread: the board's own words (one line), the engine that sent it if recognised."""

    text: str
    board: str | None = None
    title: str = ""


class LayoutChanged(Exception):
    """A page of a known engine that was not understood: says what was looked for and not found.

    A missing post is a missing vote, so an engine raises this instead of returning fewer posts.
    """
