"""Finding posts by words: Chinese of any length, by author, game, stage and time.

A word in at most one post of a hundred gives the best hits first (many occurrences in short posts), a commoner one the
newest. Older wordings are found too and marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from parsers.posts import Stamp
from scraper.archive.grams import query, runs
from scraper.archive.rows import stamp_in, url_maker
from scraper.archive.store import Archive

AROUND = 30  # characters of a post shown on each side of a hit


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to find. `since`, `until`: naive, on the board's clock. `stage` narrows to that stage's threads and time."""

    words: str
    author: str | None = None
    game: str | None = None
    stage: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    limit: int = 20


@dataclass(frozen=True, slots=True)
class Hit:
    """A post that was found. `marks` are the places of the words in `snippet`; `old`: it no longer says so."""

    thread: str
    title: str
    pid: str
    floor: int | None
    author: str
    time: Stamp | None
    snippet: str
    marks: tuple[tuple[int, int], ...]
    url: str
    old: bool


def search(archive: Archive, wanted: Wanted) -> tuple[Hit, ...]:
    """The hits, best or newest first; none where the words hold no letter to search for."""
    match = query(wanted.words)
    if not match or wanted.limit < 1:
        return ()
    with archive.guarded():
        condition, values = _condition(wanted)
        find = _newest if _is_common(archive, match) else _best
        rows = find(archive, match, condition, values, wanted.limit)
        return tuple(_hit(row, wanted.words) for row in rows)


_COLUMNS = (
    "threads.url, threads.title, pid, floor, author, time, precision, text, posts.url, post_url, page,"
    " versions.id <> posts.version"
)
_JOINED = "JOIN posts ON posts.id = versions.post JOIN threads ON threads.id = posts.thread"


def _is_common(archive: Archive, match: str) -> bool:
    most = (archive.db.execute("SELECT max(id) FROM versions").fetchone()[0] or 0) // 100
    query = "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)"
    return bool(archive.db.execute(query, (match, most + 1)).fetchone()[0] > most)


def _best(archive: Archive, match: str, condition: str, values: list[Any], limit: int) -> list[tuple[Any, ...]]:
    if condition:
        found = "SELECT rowid, rank FROM words WHERE words MATCH ?"
        given: list[Any] = [match]
    else:
        # Without a condition the best of the index are the best; a few more, so that ties can go to the newest.
        found = "SELECT rowid, rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?"
        given = [match, limit * 4]
    rows = archive.db.execute(
        f"SELECT {_COLUMNS} FROM ({found}) AS found JOIN versions ON versions.id = found.rowid {_JOINED}"
        f" WHERE 1 {condition} ORDER BY found.rank, time DESC, versions.id DESC LIMIT ?",
        (*given, *values, limit),
    )
    return rows.fetchall()


def _newest(archive: Archive, match: str, condition: str, values: list[Any], limit: int) -> list[tuple[Any, ...]]:
    """Newest first among very many: the index gives the set, the order of time is walked until enough are in it."""
    found = {row[0] for row in archive.db.execute("SELECT rowid FROM words WHERE words MATCH ?", (match,))}
    one = f"SELECT {_COLUMNS} FROM versions {_JOINED} WHERE versions.id = ? {condition}"
    rows: list[tuple[Any, ...]] = []
    for (version,) in archive.db.execute("SELECT version FROM posts ORDER BY time DESC, version DESC"):
        if version in found:
            rows.extend(archive.db.execute(one, (version, *values)))
            if len(rows) == limit:
                break
    return rows


def _condition(wanted: Wanted) -> tuple[str, list[Any]]:
    parts: list[str] = []
    values: list[Any] = []

    def also(part: str, *given: Any) -> None:
        parts.append(f"AND {part}")
        values.extend(given)

    if wanted.author:
        also("author = ?", wanted.author)
    if wanted.since:
        also("time >= ?", wanted.since.isoformat(" "))
    if wanted.until:
        also("time <= ?", wanted.until.isoformat(" "))
    games = "SELECT id FROM games WHERE title = ?" if wanted.game else "SELECT id FROM games"
    named = [wanted.game] if wanted.game else []
    if wanted.game:
        also(f"posts.thread IN (SELECT thread FROM game_threads WHERE game IN ({games}))", *named)
    if wanted.stage:
        # A stage is a time in the threads of its game.
        also(
            "EXISTS (SELECT 1 FROM stages JOIN game_threads ON game_threads.game = stages.game"
            f" WHERE game_threads.thread = posts.thread AND stages.stage = ? AND stages.game IN ({games})"
            " AND time >= coalesce(opens, '') AND time <= coalesce(closes, '9999'))",
            wanted.stage,
            *named,
        )
    return " ".join(parts), values


def _hit(row: tuple[Any, ...], words: str) -> Hit:
    thread, title, pid, floor, author, time, precision, text, url, form, page, old = row
    snippet, marks = excerpt(text, words)
    where = url if url is not None else url_maker(form)(pid, page)
    return Hit(thread, title or "", pid, floor, author, stamp_in(time, precision), snippet, marks, where, bool(old))


def excerpt(text: str, words: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """A line of the text around the first hit, and where in it the words stand."""
    line = " ".join(text.split())
    pattern = "|".join(re.escape(run) for run in sorted(set(runs(words)), key=len, reverse=True))
    first = re.search(pattern, line, re.I)
    start = max(0, first.start() - AROUND) if first else 0
    end = min(len(line), (first.end() if first else 0) + 2 * AROUND)
    head, tail = "…" if start else "", "…" if end < len(line) else ""
    snippet = head + line[start:end] + tail
    return snippet, tuple(_spans(pattern, snippet))


def _spans(pattern: str, snippet: str) -> Iterable[tuple[int, int]]:
    return ((found.start(), found.end()) for found in re.finditer(pattern, snippet, re.I) if pattern)
