"""Figures of reading pages: ours against a bare Lexbor parse, lxml and BeautifulSoup. Part of `make bench`; no test."""

from __future__ import annotations

import gc
import importlib
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import bs4
import lxml.html
from selectolax.lexbor import LexborHTMLParser

from fixtures.make_board import DAY_ONE, discuz_page, phpwind_page
from parsers.boards import registry
from parsers.pages import Clock, Page, decode
from parsers.posts import ThreadPage

ROUNDS = 15
PER_BOARD = 4  # captured pages of one board
Step = Callable[[], object]
CLOCK = Clock(ZoneInfo("Asia/Shanghai"), datetime(2009, 3, 12, tzinfo=UTC))
SHARED = Path(os.environ.get("REFEREE_SHARED") or Path(__file__).resolve().parents[2] / "shared")


def figures() -> Iterator[tuple[str, str]]:
    """Name and value of every figure."""
    for name, page in (("phpwind", _page("phpwind", 20)), ("Discuz", _page("discuz", 20))):
        took = in_turn(_steps(page))
        others = ", ".join(f"{took[step] / took['ours']:.1f} {step}" for step in took if step != "ours")
        yield f"own {name} page of 20 posts", f"{took['ours'] * 1000:.2f} ms; in ours: {others}"
        yield f"own {name} page / bare Lexbor", f"{took['ours'] / took['Lexbor']:.2f}"
    yield from _captures()
    yield from _generated()
    yield from _memory()


def in_turn(steps: dict[str, Step], rounds: int = ROUNDS) -> dict[str, float]:
    """The least seconds of CPU each step took, all in turn in every round so that a busy neighbour hits all alike."""
    best = dict.fromkeys(steps, float("inf"))
    gc.collect()
    for _ in range(rounds):
        for name, step in steps.items():
            begin = time.process_time()
            step()
            best[name] = min(best[name], time.process_time() - begin)
    return best


def _page(engine: str, count: int, number: int = 1) -> Page:
    """A page of our own, made of the sample board's posts again and again."""
    written = [DAY_ONE[at % len(DAY_ONE)] for at in range(count)]
    start = (number - 1) * count
    if engine == "phpwind":
        text = phpwind_page(
            "量", 7, [(start + at, str(700 + start + at), post) for at, post in enumerate(written)], 1, 1
        )
        return Page("http://bbs.example.net/read.php?tid=7", text.encode("utf-8"), "utf-8")
    text = discuz_page("量", [(start + at, 700 + start + at, post) for at, post in enumerate(written)])
    return Page("http://bbs.example.net/forum.php?mod=viewthread&tid=21", text.encode("utf-8"), "utf-8")


def _steps(page: Page) -> dict[str, Step]:
    """Ours with what others begin with: the parse alone, nothing read off it."""
    return {
        "ours": lambda: _posts(page),
        "Lexbor": lambda: LexborHTMLParser(decode(page).text),
        "lxml": lambda: lxml.html.document_fromstring(decode(page).text),
        "BeautifulSoup": lambda: bs4.BeautifulSoup(decode(page).text, "html.parser"),
    }


def _posts(page: Page) -> int:
    found = registry.read(page, CLOCK)
    assert isinstance(found, ThreadPage)
    return len(found.posts)


def _captures() -> Iterator[tuple[str, str]]:
    """Saved pages of real boards, where there are any: each against a bare parse of its text."""
    ratios: dict[str, list[float]] = {}
    for path in sorted(SHARED.glob("boards/*/**/*.htm*")):
        board = path.relative_to(SHARED / "boards").parts[0]
        if len(ratios.get(board, ())) == PER_BOARD:
            continue
        page = Page("http://bbs.example.net/read.php?tid=1", path.read_bytes())
        try:
            if not isinstance(registry.read(page, CLOCK), ThreadPage):
                continue
        except Exception:  # a capture for another test
            continue
        text = decode(page).text
        took = in_turn({"ours": lambda p=page: registry.read(p, CLOCK), "bare": lambda t=text: LexborHTMLParser(t)}, 7)
        ratios.setdefault(board, []).append(took["ours"] / took["bare"])
    if ratios:
        each = [statistics.median(found) for found in ratios.values()]
        worst = max(ratios, key=lambda name: statistics.median(ratios[name]))
        said = f"worst {max(each):.2f} ({worst}), median {statistics.median(each):.2f} (at most 2.5)"
        yield f"captured pages of {len(ratios)} boards / bare Lexbor", said


def _generated() -> Iterator[tuple[str, str]]:
    """Generated pages with a straightforward selectolax extractor beside them, where the bench of both is at hand."""
    if not (SHARED / "bench" / "parse_lib.py").exists():
        return
    sys.path.insert(0, str(SHARED / "bench"))
    try:
        lib = importlib.import_module("parse_lib")
    finally:
        sys.path.pop(0)
    ours, soup = [], []
    for kind, plain, thick in (("discuz", lib.slx_dz, lib.bs_dz), ("phpwind", lib.slx_pw, lib.bs_pw)):
        path = "forum.php?mod=viewthread&tid=4321&page=3" if kind == "discuz" else "read.php?tid=4321&page=3"
        for count in (10, 20, 30):
            for charset in ("utf-8", "gbk"):
                data = lib.gen(kind, count, charset, 3)
                page = Page(f"http://bbs.example.net/{path}", data, charset)
                assert _posts(page) == count
                took = in_turn({"ours": lambda p=page: _posts(p), "plain": lambda d=data, c=charset, f=plain: f(d, c)})
                ours.append(took["ours"] / took["plain"])
                if count == 10:
                    begin = time.process_time()
                    thick("html.parser")(data, charset)
                    soup.append((time.process_time() - begin) / took["plain"])
    said = f"{min(ours):.2f} to {max(ours):.2f}, median {statistics.median(ours):.2f} (at most 1.3)"
    yield "generated pages, 12 kinds / plain selectolax extractor", said
    yield "BeautifulSoup / plain selectolax extractor", f"{statistics.median(soup):.0f}"


def _memory() -> Iterator[tuple[str, str]]:
    """What reading a thread of 1,000 pages holds beyond one of 100: the posts, no page."""
    few, many = _peak(100), _peak(1000)
    yield "memory: 1,000 pages read one by one, over 100", f"{(many - few) / 1024:+.1f} MB (at most 3)"


def _peak(pages: int) -> int:
    run = subprocess.run(
        [sys.executable, "-m", "tests.bench_parse", str(pages)], capture_output=True, text=True, check=True
    )
    return int(run.stdout)


def _walk(pages: int) -> int:
    """Kilobytes at most in use while so many pages are read, each let go before the next."""
    for number in range(1, pages + 1):
        _posts(_page("discuz" if number % 2 else "phpwind", 20, number))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(_walk(int(sys.argv[1])))
    else:
        for name, value in figures():
            print(f"{name:60} {value}", flush=True)
