"""Figures of the audit: a whole game out of the archive, read and audited. Part of `make bench`; no test."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from parsers.posts import Post, Stamp, Thread, ThreadPage
from referee.audits import audit
from referee.game import Event, Game, Player, Stage
from referee.reports.audit_json import audit_json
from referee.threads import ThreadPosts
from scraper.archive import Archive, kept_thread
from scraper.threads import from_kept

BASE = "http://board.test/"
SEEN = "2009-01-02T00:00:00Z"
START = datetime(2009, 3, 1, 20)
DAY = timedelta(days=1)
NAMES = [f"玩家{letter}" for letter in "甲乙丙丁戊己庚辛壬癸子丑寅"]
SAYINGS = ("从头理了一遍，{}第一天和第三天说的不是一回事", "投{}", "顶", "哈哈哈哈哈哈", "{}，夜里你在做什么？", "来了")
SHARES = {"roster": 0.002, "discussion": 0.948, "vote": 0.05}


def figures(count: int = 20_000) -> Iterator[tuple[str, str]]:
    """Name and value of every figure, for a game of `count` posts."""
    game = _game()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "audit.db"
        threads = _filled(path, count)
        read, judged = [], []
        for _ in range(5):
            begin = time.process_time()
            found = _read(path, threads)
            middle = time.process_time()
            audit_json(audit(game, found, game.stages[-1].closes), game.zone)
            read.append(middle - begin)
            judged.append(time.process_time() - middle)
        both = min(a + b for a, b in zip(read, judged, strict=True))
        yield f"audit of {count:,} posts out of the archive", f"{both:.2f} s CPU (under 1)"
        yield "of which reading / auditing", f"{min(read):.2f} / {min(judged):.2f} s"


def _game() -> Game:
    stages = tuple(
        Stage(f"D{n}", "vote", n, START + 2.5 * (n - 1) * DAY + DAY, START + 2.5 * n * DAY) for n in range(1, 8)
    )
    events = (Event(START + DAY, "death", NAMES[0]), Event(START + 3 * DAY, "execution", NAMES[1]))
    players = tuple(Player(name, number) for number, name in enumerate(NAMES, 1))
    return Game("量一量", "golden-bough", judges=("天神",), players=players, stages=stages, events=events)


def _filled(path: Path, count: int) -> list[tuple[str, Thread]]:
    dice, pid, threads = random.Random(1), 1_000_000, []
    span = 17.5 * DAY / timedelta(minutes=1)
    with Archive(path) as archive:
        for number, (kind, share) in enumerate(SHARES.items(), 1):
            thread = Thread("phpwind", BASE, str(number), f"{BASE}read.php?tid={number}")
            size = max(1, round(count * share))
            posts = []
            for floor in range(size):
                author = "天神" if floor == 0 else dice.choice([*NAMES, "路人"])
                when = Stamp(START + timedelta(minutes=int(span * floor / size)))
                text = dice.choice(SAYINGS).format(dice.choice(NAMES))
                url = f"{thread.url}#{pid}"
                posts.append(Post("phpwind", thread.url, str(pid), floor, author, None, when, text, url=url))
                pid += 1
            archive.keep_page(ThreadPage(thread, kind, 1, 1, tuple(posts)), None, SEEN)
            threads.append((kind, thread))
    return threads


def _read(path: Path, threads: list[tuple[str, Thread]]) -> list[ThreadPosts]:
    found = []
    with Archive(path, read_only=True) as archive:
        for kind, thread in threads:
            kept = kept_thread(archive, thread)
            assert kept is not None
            whole = from_kept(kept)
            found.append(ThreadPosts(thread.url, thread.board, kind, 1, whole.posts, whole.history, kind))
    return found


if __name__ == "__main__":
    for name, value in figures():
        print(f"{name:50} {value}")
