"""Writing to the archive: what a board sent, and every version of every post read from it. Nothing is ever overwritten.

One short transaction a page: whatever ends the program, at most the page in hand is lost. Several runs may write to
one file at once; each waits for the other's page.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from parsers.pages import Page
from parsers.posts import Post, Thread, ThreadPage
from scraper.archive.grams import grams
from scraper.archive.rows import VERSION_COLUMNS, Version, post_url_form, stamp_out, url_maker, version_of
from scraper.archive.schema import VERSION, migrate
from scraper.files import why
from scraper.trouble import FAILED, USAGE, Trouble
from scraper.walk import Shape, stands_better

BUSY_SECONDS = 30.0


def default_path() -> Path:
    """The archive in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("referee", appauthor=False) / "archive.db"


def moment(when: datetime | None = None) -> str:
    """An aware time (default now) as the archive keeps it: UTC, seconds, sorting as text."""
    return (when or datetime.now(UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Archive:
    """An open archive file. Raises Trouble `archive` where the file cannot be used; close it, or use it as `with`."""

    def __init__(self, path: Path | str | None = None, *, read_only: bool = False) -> None:
        """Open `path` (default: the user's data folder). `read_only` asks for nothing to be written, not even tables.

        A file that is missing is created, readable by its owner only, except when read only (Trouble, status 4).
        """
        self.path = Path(path) if path is not None else default_path()
        with self.guarded():
            if read_only:
                self.db = self._open_to_read()
            else:
                self._create()
                self.db = self._connected(sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None))
                self._bring_up_to_date()

    def __enter__(self) -> Archive:
        """The archive itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file; nothing else is pending."""
        self.db.close()

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Say in words what SQLite or the disk complains about."""
        try:
            yield
        except sqlite3.Error as fault:
            raise _told(fault, self.path) from fault
        except OSError as fault:
            what = f"存档 {self.path} 用不了：{why(fault, writing=True)}"
            raise Trouble("archive", what, "用 --archive 换一个可写的路径", FAILED) from fault

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is kept, or nothing."""
        with self.guarded():
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield self.db
                self.db.execute("COMMIT")
            except BaseException:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
                raise

    def keep_fetch(self, page: Page, body: bytes) -> int:
        """Keep one answer of a board: `page` as it came, `body` what may be kept of it. Gives the fetch's number."""
        digest = hashlib.sha256(body).hexdigest()
        with self.writing() as db:
            db.execute("INSERT OR IGNORE INTO bodies VALUES (?, ?)", (digest, zlib.compress(body, 6)))
            columns = "(address, fetched, status, content_type, digest)"
            row = (page.url, moment(page.fetched), page.status, page.content_type, digest)
            return int(db.execute(f"INSERT INTO fetches {columns} VALUES (?, ?, ?, ?, ?)", row).lastrowid or 0)

    def keep_page(
        self, page: ThreadPage, fetch: int | None, seen: str, placed: bool = True, moving: bool = False
    ) -> None:
        """Keep the posts of a page as it was at `seen` (see `moment`), a new version where one says something new.

        `placed`: the page also tells where its posts stand now (False: it was only passed on the way to the end).
        `moving`: posts on other pages are known to stand elsewhere by now; holds until the thread is finished.
        """
        with self.writing() as db:
            thread, form = _thread_row(db, page)
            keep_posts(db, thread, form, page.posts, fetch, seen)
            if fetch is not None:
                db.execute("UPDATE fetches SET thread = ?, page = ? WHERE id = ?", (thread, page.number, fetch))
            if placed:
                shown = json.dumps([[post.pid, post.floor] for post in page.posts], separators=(",", ":"))
                said = (_listed(page.notes), _listed(page.missing))
                db.execute(_NEW_PAGE, (thread, page.number, fetch, seen, shown, *said))
                db.execute(_NEW_TOTAL, (page.total, thread, seen))
            else:
                db.execute("DELETE FROM pages WHERE thread = ? AND number = ?", (thread, page.number))
            if moving:
                db.execute("UPDATE threads SET moving = 1 WHERE id = ?", (thread,))

    def finish(self, thread: Thread, shapes: Mapping[int, Shape], total: int, settled: bool, seen: str) -> None:
        """Note how a walk ended: how many pages there are, and, if nothing moved meanwhile, which posts are gone."""
        with self.writing() as db:
            found = find_thread(db, thread)
            if found is None:
                return
            number = found[0]
            db.execute("UPDATE threads SET total = ? WHERE id = ?", (total, number))
            db.execute("DELETE FROM pages WHERE thread = ? AND number > ?", (number, total))
            if settled:
                db.execute("UPDATE threads SET settled = ?, moving = 0 WHERE id = ?", (seen, number))
                _note_places(db, number, shapes)
                _note_deletions(db, number, {pid for shape in shapes.values() for pid, _ in shape}, seen)
            else:
                db.execute("UPDATE threads SET settled = ?, moving = 2 WHERE id = ?", (seen, number))

    def _create(self) -> None:
        if self.path.exists():
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))

    def _open_to_read(self) -> sqlite3.Connection:
        if not self.path.exists():
            raise Trouble("no-archive", f"没有存档 {self.path}", "先不带 --offline 抓一次，或用 --archive 指出存档文件")
        # A file in WAL mode needs its companions written even to be read; where that is forbidden it is read as it is.
        for mode in ("mode=rw", "mode=ro", "immutable=1"):
            try:
                db = sqlite3.connect(
                    f"{self.path.absolute().as_uri()}?{mode}", uri=True, timeout=BUSY_SECONDS, isolation_level=None
                )
                version = db.execute("PRAGMA user_version").fetchone()[0]
                db.execute("SELECT count(*) FROM sqlite_master").fetchone()
                break
            except sqlite3.OperationalError:
                if mode == "immutable=1":
                    raise
        self._check_version(version)
        if version < VERSION:
            db.close()
            migrate(str(self.path))
            return self._open_to_read()
        return db

    def _connected(self, db: sqlite3.Connection) -> sqlite3.Connection:
        db.execute("PRAGMA foreign_keys=ON")
        db.execute("PRAGMA synchronous=NORMAL")
        return db

    def _bring_up_to_date(self) -> None:
        version = self.db.execute("PRAGMA user_version").fetchone()[0]
        self._check_version(version)
        if version < VERSION:
            migrate(str(self.path))

    def _check_version(self, version: int) -> None:
        if version > VERSION:
            what = f"存档 {self.path} 是更新版本的 referee 写的"
            raise Trouble("archive", what, "升级 referee，或用 --archive 换一个文件", USAGE)


def find_thread(db: sqlite3.Connection, thread: Thread) -> tuple[int, str | None] | None:
    """The number of a thread in the archive and the form of its posts' addresses."""
    query = "SELECT id, post_url FROM threads WHERE board = ? AND url = ?"
    row: tuple[int, str | None] | None = db.execute(query, (thread.board, thread.url)).fetchone()
    return row


def _thread_row(db: sqlite3.Connection, page: ThreadPage) -> tuple[int, str | None]:
    thread = page.thread
    found = find_thread(db, thread)
    if found:
        db.execute("UPDATE threads SET title = ? WHERE id = ? AND title IS NOT ?", (page.title, found[0], page.title))
        return found
    form = post_url_form(page.posts[-1]) if page.posts else None
    row = (thread.board, thread.base, thread.tid, thread.url, page.title, page.total, form)
    columns = "(board, base, tid, url, title, total, post_url)"
    number = db.execute(f"INSERT INTO threads {columns} VALUES (?, ?, ?, ?, ?, ?, ?)", row).lastrowid
    return int(number or 0), form


def keep_posts(
    db: sqlite3.Connection,
    thread: int,
    form: str | None,
    posts: Iterable[Post],
    fetch: int | None,
    seen: str,
    index: bool = True,
) -> None:
    """Write posts of one thread inside a transaction that is already open."""
    once = {post.pid: post for post in posts}
    known = _known(db, thread, once.values())
    version_id = db.execute("SELECT coalesce(max(id), 0) FROM versions").fetchone()[0]
    if known:
        for place, post in enumerate(once.values()):
            if post.pid in known:
                version_id = _seen_again(db, known[post.pid], post, place, form, version_id, fetch, seen)
    post_id = db.execute("SELECT coalesce(max(id), 0) FROM posts").fetchone()[0]
    url_of = url_maker(form)
    new_posts, new_versions = [], []
    for place, post in enumerate(once.values()):
        pid = post.pid
        if pid not in known:
            post_id, version_id = post_id + 1, version_id + 1
            url = None if url_of(pid, post.page) == post.url else post.url
            when, precision = stamp_out(post.time)
            new_posts.append((post_id, thread, pid, post.floor, post.page, place, when, precision, url, version_id, 1))
            new_versions.append((version_id, post_id, seen, fetch, *version_of(post)))
    db.executemany(_NEW_POST, new_posts)
    db.executemany(_NEW_VERSION, new_versions)
    if index:
        index_words(db)


_NEW_POST = (
    "INSERT INTO posts (id, thread, pid, floor, page, place, time, precision, url, version, wordings)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_NEW_VERSION = (
    f"INSERT INTO versions (id, post, seen, fetch, {VERSION_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


# A copy that turns up later and is older says nothing of where posts stand now.
_NEW_PAGE = (
    "INSERT INTO pages (thread, number, fetch, seen, shown, notes, missing) VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (thread, number) DO UPDATE SET fetch = excluded.fetch, seen = excluded.seen,"
    " shown = excluded.shown, notes = excluded.notes, missing = excluded.missing WHERE excluded.seen >= seen"
)


def _listed(words: tuple[str, ...]) -> str | None:
    return json.dumps(words, ensure_ascii=False) if words else None


_NEW_TOTAL = (
    "UPDATE threads SET total = ? WHERE id = ?"
    " AND NOT EXISTS (SELECT 1 FROM pages WHERE thread = threads.id AND seen > ?)"
)


def index_words(db: sqlite3.Connection) -> None:
    """Make the versions that are not yet in the word index findable. They are numbered in the order they were kept."""
    last = db.execute("SELECT max(id) FROM words_docsize").fetchone()[0] or 0
    rows = db.execute("SELECT id, text FROM versions WHERE id > ? ORDER BY id", (last,))
    db.executemany(
        "INSERT INTO words (rowid, grams) VALUES (?, ?)", ((number, grams(text)) for number, text in rows.fetchall())
    )


def _known(db: sqlite3.Connection, thread: int, posts: Collection[Post]) -> dict[str, tuple[Any, ...]]:
    if db.execute("SELECT 1 FROM posts WHERE thread = ? LIMIT 1", (thread,)).fetchone() is None:
        return {}
    columns = ", ".join(f"versions.{name}" for name in VERSION_COLUMNS.split(", "))
    query = (
        "SELECT posts.pid, posts.id, floor, page, place, time, precision, gone, versions.seen, "
        f"{columns} FROM posts JOIN versions ON versions.id = posts.version WHERE thread = ? AND pid IN "
    )
    pids = [post.pid for post in posts]
    known = {}
    for start in range(0, len(pids), 500):
        some = pids[start : start + 500]
        marks = ", ".join("?" * len(some))
        known.update({row[0]: row[1:] for row in db.execute(f"{query}({marks})", (thread, *some))})
    return known


def _seen_again(
    db: sqlite3.Connection,
    before: tuple[Any, ...],
    post: Post,
    place: int,
    form: str | None,
    version_id: int,
    fetch: int | None,
    seen: str,
) -> int:
    """A post that is known: where it stands now, and what it says if that is new. Gives the last version number."""
    number, floor, page, old_place, time, precision, gone, last_seen, *last_said = before
    said = version_of(post)
    if seen >= last_seen:
        _move(db, number, (floor, page, old_place, time, precision), post, place, form)
        if gone:
            db.execute("UPDATE posts SET gone = NULL WHERE id = ?", (number,))
            db.execute("UPDATE deletions SET returned = ? WHERE post = ? AND returned IS NULL", (seen, number))
    if tuple(last_said) == said or (seen < last_seen and _said_before(db, number, said)):
        return version_id
    db.execute(_NEW_VERSION, (version_id + 1, number, seen, fetch, *said))
    # An older copy that turns up later adds to what is known and changes nothing of what stands now.
    newest = ", version = ?" if seen >= last_seen else ""
    values = (version_id + 1, number) if newest else (number,)
    db.execute(f"UPDATE posts SET wordings = wordings + 1{newest} WHERE id = ?", values)
    return version_id + 1


def _said_before(db: sqlite3.Connection, post: int, said: Version) -> bool:
    rows = db.execute(f"SELECT {VERSION_COLUMNS} FROM versions WHERE post = ?", (post,))
    return any(row == said for row in rows)


def _move(
    db: sqlite3.Connection, number: int, before: tuple[Any, ...], post: Post, place: int, form: str | None
) -> None:
    floor, page, old_place, time, precision = before
    stamp = stamp_out(post.time)
    if stamp[0] is None or (stamp[1] == "rough" and time):
        stamp = (time, precision)
    if not stands_better((page, floor), (post.page, post.floor)):
        if stamp != (time, precision):
            db.execute("UPDATE posts SET time = ?, precision = ? WHERE id = ?", (*stamp, number))
        return
    if (floor, page, old_place, time, precision) != (post.floor, post.page, place, *stamp):
        url = None if url_maker(form)(post.pid, post.page) == post.url else post.url
        setting = "floor = ?, page = ?, place = ?, url = ?, time = ?, precision = ?"
        db.execute(f"UPDATE posts SET {setting} WHERE id = ?", (post.floor, post.page, place, url, *stamp, number))


def _note_places(db: sqlite3.Connection, thread: int, shapes: Mapping[int, Shape]) -> None:
    """Where posts stand once nothing moves any more: pages read early may have told otherwise."""
    places: dict[str, tuple[int, int | None]] = {}
    for page, shape in sorted(shapes.items()):
        for pid, floor in shape:
            if pid not in places or stands_better(places[pid], (page, floor)):
                places[pid] = (page, floor)
    rows = db.execute("SELECT id, pid, page, floor FROM posts WHERE thread = ?", (thread,)).fetchall()
    wrong = [(*places[pid], number) for number, pid, *stood in rows if pid in places and places[pid] != tuple(stood)]
    db.executemany("UPDATE posts SET page = ?, floor = ? WHERE id = ?", wrong)


def _note_deletions(db: sqlite3.Connection, thread: int, standing: set[str], seen: str) -> None:
    rows = db.execute("SELECT id, pid FROM posts WHERE thread = ? AND gone IS NULL", (thread,)).fetchall()
    lost = [number for number, pid in rows if pid not in standing]
    db.executemany("UPDATE posts SET gone = ? WHERE id = ?", [(seen, number) for number in lost])
    db.executemany("INSERT INTO deletions (post, noticed) VALUES (?, ?)", [(number, seen) for number in lost])


def _told(fault: sqlite3.Error, path: Path) -> Trouble:
    said = str(fault)
    told = next((told for words, told in _COMPLAINTS if words in said), None)
    what, advice = told or (f"存档 {{path}} 出错：{said}", "用 --archive 换一个文件再试")
    return Trouble("archive", what.format(path=path), advice, FAILED)


_COMPLAINTS = (
    ("locked", ("存档 {path} 正被别的程序占着", "等那个程序结束，或用 --archive 换一个文件")),
    (
        "readonly",
        ("存档 {path} 只能读，不能写", "改一下文件权限，或用 --archive 换一个可写的路径；只看旧内容用 --offline"),
    ),
    ("full", ("磁盘满了，存档 {path} 写不进去", "腾出空间后再运行一次，会接着上次的地方")),
    ("malformed", ("存档 {path} 损坏了", "换回备份，或用 --archive 另起一个文件；坏文件别删，也许还能救")),
    ("not a database", ("{path} 不是存档文件", "用 --archive 指向 referee 自己的存档")),
    ("unable to open", ("打不开存档 {path}", "看看路径和权限，或用 --archive 换一个路径")),
    ("disk I/O", ("存档 {path} 读写出错", "检查磁盘，或用 --archive 换一个路径")),
)
