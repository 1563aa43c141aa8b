"""Tallies as they were printed, kept beside the archive: what was counted once of the same things is not counted again.

A tally is a function of what it is made from. All of that goes into its key: the program's own sources, Python and the
packages installed, the game file's bytes, what the command line says, the moment it is counted to, and every row the
archive has of the threads. Nothing is looked up by less: an entry is never out of date, it only is not asked for again.

The file is `NAME-tallies` beside the archive, readable by its owner only, and may be deleted at any time. It holds
public reports only. Where it cannot be read or written, tallies are counted as if it were not there.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sqlite3
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from parsers.posts import Thread
from parsers.values import dataclass
from scraper.archive.store import Archive, find_thread

MOST = 64  # entries kept; a thread of ten thousand posts takes about 80 kB
ROOT = Path(__file__).resolve().parents[2]
_TABLE = "CREATE TABLE IF NOT EXISTS printed (key TEXT PRIMARY KEY, verdict INTEGER, status INTEGER, report BLOB)"
# Everything that is told of a thread's posts, in whatever version.
_POSTS = (
    "SELECT posts.id, pid, floor, page, place, time, precision, url, version, wordings, gone, versions.id, seen,"
    " author, uid, text, hidden, edited_by, edited_at, edited_precision, more"
    " FROM posts JOIN versions ON versions.post = posts.id WHERE thread = ?"
)


@dataclass(frozen=True, slots=True)
class Printed:
    """A report as it was printed, the command's exit status, and the number of the verdict it was kept as."""

    report: str
    status: int
    verdict: int


@dataclass(frozen=True, slots=True)
class Held:
    """All that is held of some threads: a digest of it, and when the oldest of them was last read (UTC, ISO)."""

    digest: str
    settled: str | None


def held(archive: Archive, threads: Iterable[Thread]) -> Held | None:
    """What the archive holds of `threads`; None where it does not know one of them."""
    digest, settled = hashlib.sha256(), []
    with archive.guarded():
        db = archive.db
        for thread in threads:
            found = find_thread(db, thread)
            if found is None:
                return None
            about = db.execute("SELECT * FROM threads WHERE id = ?", found[:1]).fetchall()
            pages = db.execute("SELECT number, notes, missing FROM pages WHERE thread = ?", found[:1]).fetchall()
            # The second format of marshal writes equal values alike; later ones do not.
            digest.update(marshal.dumps((about, pages, db.execute(_POSTS, found[:1]).fetchall()), 2))
            settled += db.execute("SELECT settled FROM threads WHERE id = ?", found[:1]).fetchone()
    return Held(digest.hexdigest(), min((when for when in settled if when), default=None))


def key_of(archive: Archive, *made_from: Any) -> str:
    """The key of a tally made from these values, out of this very file by this very program."""
    file = archive.path.stat()
    # An archive that came from elsewhere cannot bring its tallies with it.
    place = str(archive.path.resolve()), file.st_dev, file.st_ino
    return hashlib.sha256(repr((place, program(), made_from)).encode("utf-8", "backslashreplace")).hexdigest()


@lru_cache(maxsize=1)
def program() -> str:
    """A digest of all code a tally is made by: this program's sources, Python, the packages installed.

    Taken once in a process: what was loaded does not change.
    """
    digest = hashlib.sha256(repr((sys.version, _installed())).encode("utf-8", "backslashreplace"))
    for path in sorted(_sources()):
        with open(path, "rb") as file:
            data = file.read()
        digest.update(f"{path} {len(data)} ".encode("utf-8", "backslashreplace"))
        digest.update(data)
    return digest.hexdigest()


def _sources() -> Iterator[str]:
    yield str(ROOT / "cli.py")
    for package in ("parsers", "referee", "scraper"):
        for folder, _, names in os.walk(ROOT / package):
            yield from (os.path.join(folder, name) for name in names if not name.endswith(".pyc"))


def _installed() -> list[str]:
    """What is installed beside the program, with versions: `opencc-1.1.9.dist-info`."""
    folders = [folder for folder in sys.path if os.path.isdir(folder)]
    return sorted({name for folder in folders for name in os.listdir(folder) if name.endswith(".dist-info")})


def found(archive: Archive, key: str) -> Printed | None:
    """What was printed under this key, where it is also the last thing that was kept of its game and stage."""
    path = _beside(archive)
    if not path.exists():
        return None
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0)) as db:
            row = db.execute("SELECT report, status, verdict FROM printed WHERE key = ?", (key,)).fetchone()
        printed = Printed(zlib.decompress(row[0]).decode("utf-8"), row[1], row[2]) if row else None
    except (sqlite3.Error, zlib.error, UnicodeDecodeError, TypeError, OSError):
        return None
    return printed if printed and _stands_last(archive, printed.verdict) else None


def _stands_last(archive: Archive, verdict: int) -> bool:
    """Whether no other tally was kept of the same game and stage since; if one was, this one is to be kept anew."""
    query = (
        "SELECT max(later.id) FROM verdicts AS later JOIN verdicts AS this"
        " ON later.game IS this.game AND later.rules = this.rules AND later.stage IS this.stage WHERE this.id = ?"
    )
    with archive.guarded():
        return bool(archive.db.execute(query, (verdict,)).fetchone()[0] == verdict)


def remember(archive: Archive, key: str, printed: Printed) -> None:
    """Keep what was printed under its key. Where that cannot be done nothing happens."""
    path = _beside(archive)
    with suppress(sqlite3.Error, OSError):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        with closing(sqlite3.connect(path, timeout=0)) as db, db:
            db.execute(_TABLE)
            row = (key, printed.verdict, printed.status, zlib.compress(printed.report.encode("utf-8"), 1))
            db.execute("INSERT OR REPLACE INTO printed VALUES (?, ?, ?, ?)", row)
            db.execute("DELETE FROM printed WHERE rowid <= (SELECT max(rowid) FROM printed) - ?", (MOST,))


def _beside(archive: Archive) -> Path:
    return archive.path.with_name(archive.path.name + "-tallies")
