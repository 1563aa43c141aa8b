"""Games in the archive: their stages and threads, the judge's rulings, and every tally as it was printed.

Names of accounts behind players, roles and night actions are never given to these functions: an archive may be shared.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from parsers.values import dataclass
from scraper.archive.store import Archive, moment


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage as it is kept; times on the board's clock."""

    id: str
    kind: str
    day: int | None = None
    opens: datetime | None = None
    closes: datetime | None = None


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A ruling as it is kept."""

    reads: str
    targets: tuple[str, ...] = ()
    thread: str | None = None
    post: str | None = None
    floor: int | None = None
    why: str = ""


def keep_game(
    archive: Archive,
    title: str,
    rules: str,
    timezone: str,
    stages: Iterable[StageRow] = (),
    threads: Iterable[tuple[str, str]] = (),
    rulings: Iterable[RulingRow] = (),
) -> int:
    """Keep a game under its title and rule set, and give its number. `threads`: canonical address and kind.

    Stages are kept as the game file has them now; a ruling that is there already is not kept twice.
    """
    with archive.writing() as db:
        db.execute("INSERT OR IGNORE INTO games (title, rules, timezone) VALUES (?, ?, ?)", (title, rules, timezone))
        query = "SELECT id FROM games WHERE title = ? AND rules = ?"
        game = int(db.execute(query, (title, rules)).fetchone()[0])
        db.executemany(
            "INSERT OR REPLACE INTO stages (game, stage, kind, day, opens, closes) VALUES (?, ?, ?, ?, ?, ?)",
            [(game, stage.id, stage.kind, stage.day, _text(stage.opens), _text(stage.closes)) for stage in stages],
        )
        db.executemany(
            "INSERT OR REPLACE INTO game_threads (game, thread, kind) SELECT ?, id, ? FROM threads WHERE url = ?",
            [(game, kind, url) for url, kind in threads],
        )
        for ruling in rulings:
            targets = "、".join(ruling.targets)
            row = (game, ruling.thread, ruling.post, ruling.floor, ruling.reads, targets, ruling.why)
            same = "game = ? AND thread IS ? AND post IS ? AND floor IS ? AND reads = ? AND targets = ? AND why = ?"
            if db.execute(f"SELECT 1 FROM rulings WHERE {same}", row).fetchone() is None:
                columns = "(game, thread, post, floor, reads, targets, why, kept)"
                db.execute(f"INSERT INTO rulings {columns} VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, moment()))
    return game


def keep_tally(
    archive: Archive, report: dict[str, Any], rules_version: str, source: str, game: int | None = None
) -> bool:
    """Keep a tally as printed (the public `referee/tally@1` object). False where the last one kept is the same.

    `source` is a digest of what it was computed from: posts, game, rulings. Same source and another outcome means that
    the rules were changed in between; another source means that the thread or the game was.
    """
    stage, outcome = report.get("stage") or {}, report.get("outcome") or {}
    text = json.dumps(report, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    with archive.writing() as db:
        last = (
            "SELECT report, rules_version, source FROM verdicts"
            " WHERE game IS ? AND rules = ? AND stage IS ? ORDER BY id DESC"
        )
        row = db.execute(last, (game, report["rules"], stage.get("id"))).fetchone()
        if row and row[1:] == (rules_version, source) and _without_moment(row[0]) == _without_moment(text):
            return False
        columns = "(game, printed, rules, rules_version, stage, as_of, final, outcome, players, source, report)"
        values = (
            game,
            moment(),
            report["rules"],
            rules_version,
            stage.get("id"),
            report.get("as_of"),
            int(bool(report.get("final"))),
            outcome.get("kind"),
            "、".join(outcome.get("players") or ()),
            source,
            text,
        )
        db.execute(f"INSERT INTO verdicts {columns} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
    return True


def last_number(archive: Archive, game: int | None, rules: str, stage: str | None) -> int | None:
    """The number of the tally kept last of a stage; None where none is kept."""
    query = "SELECT max(id) FROM verdicts WHERE game IS ? AND rules = ? AND stage IS ?"
    with archive.guarded():
        number: int | None = archive.db.execute(query, (game, rules, stage)).fetchone()[0]
    return number


def kept_tallies(archive: Archive, title: str, rules: str) -> list[dict[str, Any]]:
    """The newest tally of each stage of a game, as printed, in the order of the stages' first tallies."""
    query = (
        "SELECT report FROM verdicts WHERE id IN (SELECT max(verdicts.id) FROM verdicts JOIN games ON games.id = game"
        " WHERE title = ? AND games.rules = ? GROUP BY stage) ORDER BY id"
    )
    with archive.guarded():
        return [json.loads(report) for (report,) in archive.db.execute(query, (title, rules))]


def last_tally(
    archive: Archive, title: str | None, rules: str, stage: str | None, threads: Iterable[str]
) -> tuple[str, dict[str, Any]] | None:
    """The newest tally kept of a stage, and when it was printed (UTC, ISO); None where none is kept.

    A game is known by its title; without one by the threads that were counted.
    """
    query = (
        "SELECT printed, report FROM verdicts LEFT JOIN games ON games.id = game"
        " WHERE title IS ? AND verdicts.rules = ? AND stage IS ? ORDER BY verdicts.id DESC"
    )
    wanted = set(threads)
    with archive.guarded():
        for printed, text in archive.db.execute(query, (title or None, rules, stage)):
            report: dict[str, Any] = json.loads(text)
            if title or {thread["url"] for thread in report.get("threads", ())} == wanted:
                return str(printed), report
    return None


def _without_moment(text: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(text)
    report.pop("as_of", None)
    return report


def _text(when: datetime | None) -> str | None:
    return when.isoformat(" ") if when else None
