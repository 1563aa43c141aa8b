"""`make bench`: what the program promises of its speed and size, each figure against a floor in the same run.

BENCH=short (under five minutes) or full (up to thirty: the archive of a million posts). CPU time, the least of several
runs; what is compared runs in turn. A figure beyond its limit is marked MISSED. One line of JSON a run is added to
bench-history.jsonl.
"""

from __future__ import annotations

import compileall
import json
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import bench_archive, bench_audit, bench_parse, bench_tally

ROOT = Path(__file__).resolve().parent.parent
HISTORY = ROOT / "bench-history.jsonl"


def sections(full: bool) -> Iterator[tuple[str, Iterator[tuple[str, str]]]]:
    """Title and figures of every part, in order."""
    yield "Pages", bench_parse.figures()
    yield "Ballots and commands", bench_tally.figures(full)
    yield "Audit", bench_audit.figures()
    yield "Requests", _requests()
    yield f"Archive of {_posts(full):,} posts", bench_archive.figures(_posts(full))


def _posts(full: bool) -> int:
    return 1_000_000 if full else 100_000


def _requests() -> Iterator[tuple[str, str]]:
    """What a second run asks of the board, a thread of a hundred pages unchanged."""
    from tests.support.fake_board import FakeBoard, posts
    from tests.test_gather import ask, window

    with TemporaryDirectory() as folder:
        board, path = FakeBoard(posts(300)), Path(folder) / "requests.db"
        board.clock = datetime.fromisoformat("2009-03-12T21:30:00+08:00")
        ask(board, path)
        first = len(board.asked)
        board.asked.clear()
        ask(board, path)
        yield "requests: first run of 100 pages / second", f"{first} / {len(board.asked)} (at most 2)"
        board.asked.clear()
        ask(board, path, window=window(30, 80))
        yield "requests: a tally after the close", f"{len(board.asked)} (at most 1)"
    yield _of_a_stage()


def _of_a_stage() -> tuple[str, str]:
    """What the tally of one stage asks for in a long thread that the archive knows."""
    from tests.support.fake_board import FakeBoard, posts
    from tests.test_gather import ask, window

    with TemporaryDirectory() as folder:
        board, path = FakeBoard(posts(900)), Path(folder) / "stage.db"
        board.clock = datetime.fromisoformat("2009-03-11T00:30:00+08:00")
        ask(board, path)
        board.asked.clear()
        ask(board, path, window=window(240, 299))
        return "requests: a stage of 20 pages in a known thread of 300", f"{len(board.asked)} (at most 23)"


def main() -> None:
    """Print the table part by part and keep it."""
    full = os.environ.get("BENCH", "short") == "full"
    # What a shell with PYTHONDONTWRITEBYTECODE left uncompiled would be measured at every start.
    for name in ("cli.py", "parsers", "referee", "scraper"):
        (compileall.compile_file if name.endswith(".py") else compileall.compile_dir)(str(ROOT / name), quiet=1)
    begin, kept = time.monotonic(), {}
    print(f"{'full' if full else 'short'}, Python {platform.python_version()}, {os.cpu_count()} cores, {_load()}\n")
    for title, figures in sections(full):
        print(title)
        for name, value in figures:
            late = missed(value)
            print(f"  {name:62} {value}{'  MISSED' if late else ''}", flush=True)
            kept[name] = {"said": value, "number": _number(value), "missed": late}
    minutes = (time.monotonic() - begin) / 60
    print(f"\n{sum(one['missed'] is True for one in kept.values())} missed; {minutes:.1f} minutes")
    _keep({"at": datetime.now(UTC).isoformat(timespec="seconds"), "bench": "full" if full else "short"}, kept)


def _load() -> str:
    """How busy the machine is: on a busy one every figure is worse, ratios less so."""
    return f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"


_FIGURE = re.compile(r"(?<![\w.])[+-]?\d[\d,]*(?:\.\d+)?")
_LIMIT = re.compile(r"\((?:well )?(at most|under|at least|about) ([\d.]+)[^()]*\)$")


def missed(value: str) -> bool | None:
    """Whether a figure is beyond the limit it ends with: `0.84 of executemany (at least 0.5)`; None without a limit.

    The last number before the limit is compared; `about` allows a fifth more.
    """
    limit = _LIMIT.search(value)
    if limit is None:
        return None
    found = float(_FIGURE.findall(value[: limit.start()])[-1].replace(",", ""))
    most = float(limit[2]) * (1.2 if limit[1] == "about" else 1)
    return found < most if limit[1] == "at least" else found > most


def _number(value: str) -> float | None:
    found = _FIGURE.search(value)
    return float(found.group().replace(",", "")) if found else None


def _keep(run: dict[str, object], figures: dict[str, dict[str, object]]) -> None:
    said = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    line = {**run, "commit": said.stdout.strip() or None, "python": sys.version.split()[0], "figures": figures}
    with HISTORY.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
