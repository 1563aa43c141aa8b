"""Reading from the archive: a thread's posts as they stand, what they said before, and what its pages showed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime

from parsers.posts import Post, Thread
from parsers.values import dataclass
from scraper.archive.rows import POST_COLUMNS, VERSION_COLUMNS, read_posts
from scraper.archive.store import Archive, find_thread
from scraper.walk import Shape, posting_order

_VERSION = ", ".join(f"versions.{name}" for name in VERSION_COLUMNS.split(", "))


@dataclass(frozen=True, slots=True)
class Deletion:
    """A post that vanished from the board: what it said last, and when (UTC, ISO) it was first found missing."""

    post: Post
    noticed: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A thread as the archive has it.

    `posts` in posting order, as last seen. `versions`: pid → all versions, oldest first, each with when it was first
    seen (UTC, ISO), of posts that have several or are gone.
    `absent`: pages never read. `settled`: when it was last read to its end (UTC, ISO). `moving`: 1 where a walk was
    broken off after posts had moved, 2 where they never stood still. `notes`, `missing`: what its pages' readers said.
    """

    thread: Thread
    title: str
    total: int
    posts: tuple[Post, ...]
    versions: dict[str, list[tuple[Post, str]]]
    deleted: tuple[Deletion, ...]
    absent: tuple[int, ...]
    settled: str | None
    moving: int = 0
    notes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """How much of a thread is kept: pages, posts ever seen, wordings beyond the first, posts that vanished."""

    pages: int = 0
    posts: int = 0
    rewordings: int = 0
    gone: int = 0


def counted(archive: Archive, thread: Thread) -> Count:
    """How much there is of a thread."""
    with archive.guarded():
        found = find_thread(archive.db, thread)
        if found is None:
            return Count()
        query = "SELECT count(*), coalesce(sum(wordings - 1), 0), count(gone) FROM posts WHERE thread = ?"
        posts, rewordings, gone = archive.db.execute(query, found[:1]).fetchone()
        pages = archive.db.execute("SELECT count(*) FROM pages WHERE thread = ?", found[:1]).fetchone()[0]
    return Count(pages, posts, rewordings, gone)


def known(archive: Archive, thread: Thread) -> bool:
    """Whether there is anything of a thread."""
    with archive.guarded():
        return find_thread(archive.db, thread) is not None


def find(archive: Archive, words: str) -> Thread | None:
    """The thread in the archive that an address once fetched, a canonical address or a bare thread number names.

    A number that several boards use names none.
    """
    with archive.guarded():
        query = "SELECT DISTINCT board, base, tid, url FROM threads WHERE url = ?1 OR tid = ?1"
        rows = archive.db.execute(query, (words,)).fetchall()
        if not rows:
            query = (
                "SELECT DISTINCT board, base, tid, url FROM threads JOIN fetches ON fetches.thread = threads.id"
                " WHERE address = ?"
            )
            rows = archive.db.execute(query, (words.partition("#")[0],)).fetchall()
    return Thread(*rows[0]) if len(rows) == 1 else None


def kept_pages(archive: Archive, thread: Thread) -> tuple[dict[int, Shape], dict[int, str]]:
    """What each page showed when last read, and when that was (UTC, ISO).

    Nothing where a walk was broken off after posts had moved: which pages it still had to read again is not known.
    """
    with archive.guarded():
        found = find_thread(archive.db, thread)
        if found is None or archive.db.execute("SELECT moving FROM threads WHERE id = ?", found[:1]).fetchone()[0]:
            return {}, {}
        rows = archive.db.execute("SELECT number, shown, seen FROM pages WHERE thread = ? ORDER BY number", found[:1])
        shapes, seen = {}, {}
        for number, shown, when in rows:
            shapes[number] = tuple((pid, floor) for pid, floor in json.loads(shown))
            seen[number] = when
    return shapes, seen


def page_times(archive: Archive, thread: Thread) -> dict[int, tuple[datetime | None, datetime | None]]:
    """Earliest and latest post on each page, on the board's clock; None where the page tells no times."""
    with archive.guarded():
        found = find_thread(archive.db, thread)
        query = "SELECT page, min(time), max(time) FROM posts WHERE thread = ? AND gone IS NULL GROUP BY page"
        rows = archive.db.execute(query, found[:1]).fetchall() if found else []
    return {page: (_when(earliest), _when(latest)) for page, earliest, latest in rows}


def _when(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def kept_thread(archive: Archive, thread: Thread) -> Kept | None:
    """A thread with all its posts; None where the archive does not know it."""
    with archive.guarded():
        found = find_thread(archive.db, thread)
        if found is None:
            return None
        number, form = found
        about = "SELECT title, total, settled, moving, board, base, tid, url FROM threads WHERE id = ?"
        title, total, settled, moving, *where = archive.db.execute(about, (number,)).fetchone()
        thread = Thread(*where)
        query = "SELECT number, notes, missing FROM pages WHERE thread = ? ORDER BY number"
        pages = archive.db.execute(query, (number,)).fetchall()
        read = {page[0] for page in pages}
        query = (
            f"SELECT {POST_COLUMNS}, {_VERSION} FROM posts JOIN versions ON versions.id = posts.version"
            " WHERE thread = ? AND gone IS NULL"
        )
        posts = read_posts(thread, form, archive.db.execute(query, (number,)))
        if any(post.floor is None for post in posts):
            posts = read_posts(thread, form, archive.db.execute(f"{query} ORDER BY page, place", (number,)))
        return Kept(
            thread,
            title or "",
            total or 1,
            posting_order(posts),
            _versions(archive, thread, number, form),
            _deleted(archive, thread, number, form),
            tuple(page for page in range(1, (total or 1) + 1) if page not in read),
            settled,
            moving or 0,
            _all_said(row[1] for row in pages),
            _all_said(row[2] for row in pages),
        )


def _all_said(lists: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for said in lists if said for word in json.loads(said)))


def _versions(archive: Archive, thread: Thread, number: int, form: str | None) -> dict[str, list[tuple[Post, str]]]:
    """All versions of posts that have several or are gone, oldest first, each with when it was first seen."""
    query = (
        f"SELECT {POST_COLUMNS}, {_VERSION}, versions.seen FROM posts JOIN versions ON versions.post = posts.id"
        " WHERE thread = ?1 AND posts.id IN (SELECT id FROM posts WHERE thread = ?1 AND wordings > 1"
        " UNION ALL SELECT id FROM posts WHERE thread = ?1 AND gone IS NOT NULL) ORDER BY versions.seen, versions.id"
    )
    rows = archive.db.execute(query, (number,)).fetchall()
    versions: dict[str, list[tuple[Post, str]]] = {}
    for post, row in zip(read_posts(thread, form, (row[:-1] for row in rows)), rows, strict=True):
        versions.setdefault(post.pid, []).append((post, row[-1]))
    return versions


def _deleted(archive: Archive, thread: Thread, number: int, form: str | None) -> tuple[Deletion, ...]:
    query = (
        f"SELECT {POST_COLUMNS}, {_VERSION}, gone FROM posts JOIN versions ON versions.id = posts.version"
        " WHERE thread = ? AND gone IS NOT NULL ORDER BY floor, posts.id"
    )
    rows = archive.db.execute(query, (number,)).fetchall()
    posts = read_posts(thread, form, (row[:-1] for row in rows))
    return tuple(Deletion(post, row[-1]) for post, row in zip(posts, rows, strict=True))
