"""Figures of the archive: inserts, size, search, reading a thread back. Part of `make bench`; no test."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from parsers.posts import Post, Stamp, Thread, ThreadPage
from scraper.archive import Archive, kept_thread
from scraper.archive.grams import grams
from scraper.archive.search import Wanted, search
from scraper.archive.store import keep_posts

PER_THREAD = 10_000
BASE = "http://board.test/"
SEEN = "2009-01-02T00:00:00Z"
# Invented words and how many posts of a thousand hold them.
WORDS = {"银叶草": 2, "狼烟": 9, "归票": 100, "投票": 400}


def figures(count: int) -> Iterator[tuple[str, str]]:
    """Name and value of every figure, for an archive of `count` posts (a multiple of ten thousand)."""
    with TemporaryDirectory() as folder:
        plain = _filled(Path(folder) / "plain.db", count, index=False)
        indexed = _filled(Path(folder) / "indexed.db", count, index=True)
        yield from _inserts(Path(folder), count, plain, indexed)
        size, text = (Path(folder) / "indexed.db").stat().st_size, 225 * count
        yield "archive: file / text", f"{size / text:.2f} (at most 4)"
        with Archive(Path(folder) / "indexed.db", read_only=True) as archive:
            for word, share in WORDS.items():
                most = 50 if share <= 10 else 500
                spent = _best(lambda word=word: search(archive, Wanted(word)))
                yield (
                    f"search {share / 10:g} % of {count:,} posts",
                    f"{spent * 1000:.1f} ms CPU (at most {most})",
                )
            yield (
                "read 10,000 posts of a thread",
                f"{_best(lambda: kept_thread(archive, _thread(0))) * 1000:.0f} ms CPU",
            )


def _inserts(folder: Path, count: int, plain: float, indexed: float) -> Iterator[tuple[str, str]]:
    for name, spent, index in (("without", plain, False), ("with", indexed, True)):
        bare = _copied(folder / ("indexed.db" if index else "plain.db"), folder / "copy.db", index)
        said = f"{count / spent:,.0f} posts/s, {bare / spent:.2f} of executemany into the same tables (at least 0.5)"
        yield f"inserts {name} index", said


def _thread(number: int) -> Thread:
    return Thread("fake", BASE, str(number), f"{BASE}t{number}")


def _posts(number: int, letters: list[str], dice: random.Random) -> list[Post]:
    made = []
    for floor in range(1, PER_THREAD + 1):
        start = dice.randrange(len(letters) - 80)
        text = "".join(letters[start : start + 75])
        for word, share in WORDS.items():
            if dice.randrange(1000) < share:
                text = word + text[len(word) :]
        pid = str(1_000_000 + number * PER_THREAD + floor)
        when = Stamp(datetime(2009, 1, 1) + timedelta(days=number * 37 % 300, minutes=floor))
        url = f"{BASE}p?tid={number}&pid={pid}"
        made.append(
            Post("fake", f"{BASE}t{number}", pid, floor, f"玩家{floor % 40}", str(floor % 40), when, text, url=url)
        )
    return made


def _filled(path: Path, count: int, index: bool) -> float:
    """Seconds of CPU for keeping `count` posts."""
    dice, spent = random.Random(1), 0.0
    letters = [chr(0x4E00 + int(dice.paretovariate(0.9) * 7) % 6000) for _ in range(200_000)]
    with Archive(path) as archive:
        for number in range(count // PER_THREAD):
            posts = _posts(number, letters, dice)
            archive.keep_page(ThreadPage(_thread(number), "题", 1, 1, ()), None, SEEN)
            form = f"{BASE}p?tid={number}&pid={{pid}}"
            started = time.process_time()
            with archive.writing() as db:
                keep_posts(db, number + 1, form, posts, None, SEEN, index)
            spent += time.process_time() - started
            archive.db.execute("UPDATE threads SET post_url = ? WHERE id = ?", (form, number + 1))
        archive.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return spent


def _copied(source: Path, path: Path, index: bool) -> float:
    """Seconds of CPU for plain executemany of the same rows into the same tables."""
    path.unlink(missing_ok=True)
    with Archive(source, read_only=True) as archive:
        tables = {
            name: archive.db.execute(f"SELECT * FROM {name}").fetchall() for name in ("threads", "posts", "versions")
        }
    words = [(row[0], grams(row[6])) for row in tables["versions"]] if index else []
    with Archive(path) as archive:
        _many(archive.db, "threads", tables["threads"])
        started = time.process_time()
        for low in range(0, len(tables["posts"]), PER_THREAD):
            with archive.writing() as db:
                _many(db, "posts", tables["posts"][low : low + PER_THREAD])
                _many(db, "versions", tables["versions"][low : low + PER_THREAD])
                db.executemany("INSERT INTO words (rowid, grams) VALUES (?, ?)", words[low : low + PER_THREAD])
        return time.process_time() - started


def _many(db: sqlite3.Connection, table: str, rows: list[tuple[object, ...]]) -> None:
    db.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)


def _best(work: Callable[[], object], times: int = 5) -> float:
    spent = []
    for _ in range(times):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return min(spent)


if __name__ == "__main__":
    import sys

    for name, value in figures(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000):
        print(f"{name:45} {value}", flush=True)
