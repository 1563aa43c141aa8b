"""Figures of reading ballots and counting them, and of whole commands. Part of `make bench`; no test."""

from __future__ import annotations

import math
import random
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from parsers.ballots import reader
from parsers.ballots.reader import read
from parsers.ballots.reading import Context
from parsers.names import Roster, Seat
from parsers.posts import Post, Stamp, Thread, ThreadPage
from referee.counting import tally
from referee.game import Game
from referee.game_file import load
from referee.threads import ThreadPosts
from scraper.archive import Archive, kept_thread
from scraper.threads import from_kept

BASE = "http://board.test/"
THREAD = Thread("phpwind", BASE, "7", f"{BASE}read.php?tid=7")
START = datetime(2009, 3, 10, 21)
DAY = timedelta(days=1)
NAMES = (
    *("青衫客", "石榴", "老茶壶", "北坡", "豌豆", "灯笼鱼", "阿蒙", "雨前", "山楂", "小满", "铁锅", "白芷", "河豚"),
    *("东篱", "麦芒", "芦花", "竹马", "秋刀", "半盏", "十六夜"),
)
BALLOTS = ("投{}", "投票：{}", "改投 {}", "{}一票，理由上面说过了", "我投{}\n发言太少")
TALK = (
    *("{}昨天的话前后对不上，先记着", "今天要出门，晚上回来看", "哈哈哈哈", "上面那位说得有道理，可是没有说服我"),
    *("{}和{}一唱一和，谁信", "困了，睡觉去", "从头看了一遍，第二页那几句最怪", "别急，还早"),
    *("这局节奏太慢了，大家多说几句吧，不说话怎么看得出来谁在躲", "我是好人，信不信由你们"),
)
Command = Callable[[Sequence[str]], float]


def figures(full: bool = False) -> Iterator[tuple[str, str]]:
    """Name and value of every figure; `full`: the growth up to a million posts."""
    yield from _reader()
    with TemporaryDirectory() as folder:
        yield from _commands(Path(folder))
        yield from _ten_thousand(Path(folder))
        yield from _whole_game(Path(folder))
        yield from _growth(Path(folder), 1_000_000 if full else 100_000)


def _reader() -> Iterator[tuple[str, str]]:
    dice = random.Random(7)
    roster = Roster.of([Seat(name, (), number) for number, name in enumerate(NAMES, 1)], ("天神",))
    context = Context(author=NAMES[0], standing=(NAMES[1],))
    for kind, sayings in (("ballots", BALLOTS), ("posts of talk", TALK)):
        texts = [_said(dice.choice(sayings), dice) for _ in range(2000)]
        spent = best(lambda texts=texts: _read_anew(texts, roster, context))
        yield f"{kind} read", f"{len(texts) / spent:,.0f} a second, {spent / len(texts) * 1e6:.0f} µs each"
    near = [_said(dice.choice(("投{}还是不投", "投票{}？", "{}吧", "改投不改投{}")), dice) for _ in range(200_000)]
    text = "，".join(near)[:350_000]
    spent = best(lambda: _read_anew([text], roster, context), 2)
    yield "a post of 1 MB of near-ballots read", f"{spent:.2f} s CPU (well under 1)"


def _read_anew(texts: Sequence[str], roster: Roster, context: Context) -> None:
    """Read texts of which none was read before; what comes twice among them is, as in a thread."""
    for remembered in (reader._signs, reader._cut_before):
        remembered.cache_clear()
    for text in texts:
        read(text, roster, context)


def _commands(folder: Path) -> Iterator[tuple[str, str]]:
    """Whole commands: CPU of the process beyond what Python, and Python with click and sqlite3, take by themselves."""
    path = _archive(folder / "small.db", 60)
    game = _game_file(folder / "small.toml", 1, DAY)
    bare, floor = cpu(["-c", "pass"]), cpu(["-c", "import click, sqlite3"])
    yield "python -c pass / with click and sqlite3", f"{bare * 1000:.0f} / {floor * 1000:.0f} ms CPU"
    for name, words, most in (
        ("--help", ["--help"], " (about 100)"),
        ("explain", ["explain", "投甲", "--players", "甲,乙"], ""),
        ("tally of 60 posts, json, offline", _tally(game, path), ""),
        ("tally of 60 posts, text, offline", _tally(game, path, "text"), ""),
    ):
        spent = cpu(["-m", "cli", *words])
        said = f"{spent / bare:.1f} × python -c pass, {(spent - bare) * 1000:.0f} ms beyond it"
        yield f"referee {name}", said + most


def _ten_thousand(folder: Path) -> Iterator[tuple[str, str]]:
    path = _archive(folder / "thread.db", 10_000)
    game = _game_file(folder / "thread.toml", 1, 2 * DAY)
    floor = cpu(["-c", "import click, sqlite3"])
    cold = min(_first(game, path) for _ in range(3))
    again = cpu(["-m", "cli", *_tally(game, path)], 5)
    name = "referee tally of 10,000 posts, json, offline"
    yield f"{name}, the first time", f"{cold - floor:.2f} s CPU beyond click, sqlite3"
    yield f"{name}, again", f"{again - floor:.2f} s CPU beyond click, sqlite3 (under 0.3)"
    rows = best(lambda: _rows(path))
    posts = best(lambda: _kept(path))
    loaded, thread = load(game.read_text("utf-8")), _kept(path)
    counted = best(lambda: tally(loaded, "D1", [thread]), 3)
    yield "reading 10,000 posts / their bare rows", f"{posts / rows:.1f}"
    yield "counting 10,000 posts / their bare rows", f"{counted / rows:.1f} ({counted:.2f} / {rows:.3f} s)"


def _first(game: Path, path: Path) -> float:
    """A tally of what was not counted before: nothing that was printed is there to be printed again."""
    path.with_name(f"{path.name}-tallies").unlink(missing_ok=True)
    return cpu(["-m", "cli", *_tally(game, path)], 1)


def _whole_game(folder: Path) -> Iterator[tuple[str, str]]:
    path = _archive(folder / "game.db", 5_000)
    game = load(_game_file(folder / "game.toml", 20, 2 * DAY / 20).read_text("utf-8"))

    def every_stage() -> None:
        thread = _kept(path)
        known: dict[str | None, object] = {}
        for stage in game.stages:
            tally(game, stage.id, [thread], known=known)  # type: ignore[arg-type]

    yield "20 stages of 5,000 posts, all counted from the archive", f"{best(every_stage, 2):.2f} s CPU (under 2)"


def _growth(folder: Path, most: int) -> Iterator[tuple[str, str]]:
    """How a count grows with the thread, as the exponent of the number of posts: 1 is linear."""
    sizes, spent = [1000], []
    while sizes[-1] < most:
        sizes.append(sizes[-1] * 10)
    for size in sizes:
        path = _archive(folder / f"growth-{size}.db", size)
        game = _game_file(folder / "growth.toml", 1, 2 * DAY)
        loaded: Game = load(game.read_text("utf-8"))
        spent.append(best(lambda: tally(loaded, "D1", [_kept(path)]), 3 if size < 100_000 else 1))  # noqa: B023
        path.unlink()
    for (size, took), (larger, longer) in zip(
        zip(sizes, spent, strict=True), zip(sizes[1:], spent[1:], strict=True), strict=False
    ):
        yield f"growth of a tally, {size:,} to {larger:,} posts", f"exponent {math.log10(longer / took):.2f} (about 1)"


# -- what is measured --------------------------------------------------------------------------------------------------


def _said(saying: str, dice: random.Random) -> str:
    return saying.format(*dice.sample(NAMES, 2))


def _archive(path: Path, count: int) -> Path:
    """An archive of one thread over two days: a quarter of its posts are ballots."""
    dice = random.Random(11)
    span = 2 * DAY / timedelta(seconds=1)
    path.unlink(missing_ok=True)
    with Archive(path) as archive:
        for low in range(0, count, 1000):
            posts = []
            for floor in range(low, min(low + 1000, count)):
                pid, author = str(1_000_000 + floor), "天神" if floor == 0 else dice.choice((*NAMES, "过路人"))
                text = _said(dice.choice(BALLOTS if dice.random() < 0.25 else TALK), dice)
                when = Stamp(START + timedelta(seconds=int(span * floor / count)))
                posts.append(
                    Post("phpwind", THREAD.url, pid, floor, author, None, when, text, url=f"{THREAD.url}#{pid}")
                )
            archive.keep_page(ThreadPage(THREAD, "投票", 1, 1, tuple(posts)), None, "2009-05-01T00:00:00Z")
    return path


def _game_file(path: Path, stages: int, length: timedelta) -> Path:
    words = [f'[game]\ntitle = "量"\nrules = "golden-bough"\njudges = ["天神"]\n[[threads]]\nurl = "{THREAD.url}"']
    words += ['kind = "vote"', *(f'[[players]]\nname = "{name}"\nnumber = {n}' for n, name in enumerate(NAMES, 1))]
    for number in range(stages):
        opens = START + number * length
        closes = opens + length - length / 20
        words.append(f'[[stages]]\nid = "D{number + 1}"\nkind = "vote"\nday = {number + 1}')
        words.append(f"opens = {opens.isoformat(timespec='seconds')}\ncloses = {closes.isoformat(timespec='seconds')}")
    path.write_text("\n".join(words), "utf-8")
    return path


def _tally(game: Path, archive: Path, face: str = "json") -> list[str]:
    words = ["tally", "--game", str(game), "--stage", "D1", "--archive", str(archive), "--offline"]
    return [*words, "--as-of", "2009-04-01T00:00", "--format", face]


def _kept(path: Path) -> ThreadPosts:
    with Archive(path, read_only=True) as archive:
        kept = kept_thread(archive, THREAD)
        assert kept is not None
        whole = from_kept(kept)
    return ThreadPosts(THREAD.url, THREAD.board, "投票", 1, whole.posts, whole.history)


def _rows(path: Path) -> int:
    with sqlite3.connect(path) as db:
        return len(db.execute("SELECT * FROM posts JOIN versions ON versions.id = posts.version").fetchall())


def best(work: Callable[[], object], times: int = 5) -> float:
    """The least seconds of CPU some work takes in this process."""
    spent = []
    for _ in range(times):
        begin = time.process_time()
        work()
        spent.append(time.process_time() - begin)
    return min(spent)


def cpu(words: Sequence[str], times: int = 7) -> float:
    """The least seconds of CPU a Python process takes with these words."""
    spent = []
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(spent)


if __name__ == "__main__":
    for name, value in figures("full" in sys.argv):
        print(f"{name:60} {value}", flush=True)
