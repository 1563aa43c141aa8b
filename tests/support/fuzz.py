"""What the fuzzers call: each takes any bytes, and lets nothing out but what its callers expect.

python -m tests.support.fuzz ballots 60      # coverage-guided, where atheris is installed, for 60 seconds
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from parsers.ballots.reader import read
from parsers.ballots.reading import Context
from parsers.boards import paste, registry
from parsers.names import Roster, Seat
from parsers.pages import Clock, Page
from parsers.posts import LayoutChanged
from referee.game import SHANGHAI, Fault
from referee.game_file import GameFaults, decode_file, load
from referee.own_rules import RulesFaults, load_rules
from referee.variants import NoSuchRules, find

CORPUS = Path(__file__).resolve().parent.parent / "corpus" / "fuzz"
LONGEST = 5.0  # seconds of the processor for one input of a few kilobytes
URL = "http://bbs.example.net/read.php?tid=7"
ROSTER = Roster.of([Seat("阿棠", ("海棠",), 1), Seat("半夏", (), 2), Seat("红豆", ("豆子",), 8), Seat("决明", (), 10)])


def page(data: bytes) -> None:
    """Bytes as the answer of a board: a thread page, a message, or a layout nobody knows."""
    for url in (URL, "http://bbs.example.net/forum.php?mod=viewthread&tid=7"):
        with suppress(LayoutChanged):
            registry.read(Page(url, data, "text/html"), Clock(SHANGHAI))


def pasted(data: bytes) -> None:
    """Bytes as text copied from a page."""
    with suppress(LayoutChanged):
        paste.read_paste(data.decode("utf-8", "replace"), Clock(SHANGHAI), URL)


def game(data: bytes) -> None:
    """Bytes as a game file: a game, or its faults each with a line."""
    faults: tuple[Fault, ...] | None = None
    try:
        load(decode_file(data))
    except GameFaults as refused:
        faults = refused.faults
    assert faults is None or (faults and all(fault.text for fault in faults))


def rules(data: bytes) -> None:
    """Bytes as a rule set of one's own."""
    faults: tuple[Fault, ...] | None = None
    try:
        load_rules(decode_file(data), _base, "mine")
    except (GameFaults, RulesFaults) as refused:
        faults = refused.faults
    assert faults is None or faults


def ballots(data: bytes) -> None:
    """Bytes as the words of a post: a reading whose targets are players and whose quote stands in the text."""
    text = data.decode("utf-8", "replace")
    found = read(text, ROSTER, Context(author="半夏"))
    assert set(found.targets) <= {seat.name for seat in ROSTER.seats}


TARGETS: dict[str, Callable[[bytes], None]] = {
    "page": page, "pasted": pasted, "game": game, "rules": rules, "ballots": ballots,
}  # fmt: skip


def _base(name: str) -> object:
    with suppress(NoSuchRules):
        return find(name)
    return None


def tried(name: str, data: bytes) -> float:
    """Run a target; gives the seconds of the processor it took. Fails where that is too many."""
    began = time.process_time()
    TARGETS[name](data)
    took = time.process_time() - began
    assert took < LONGEST, f"{name}: {took:.1f} s for {len(data)} bytes"
    return took


def corpus(name: str) -> list[bytes]:
    """The inputs kept for a target."""
    return [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]


def main() -> None:
    """One target under atheris for some seconds; the kept corpus is where it begins, and is not written to."""
    name, seconds, scratch = sys.argv[1], sys.argv[2], sys.argv[3]
    import atheris  # type: ignore[import-not-found,unused-ignore]

    # Imported anew, so that what is fuzzed is watched and the libraries around it are not.
    for module in [module for module in sys.modules if module.split(".")[0] in ("parsers", "referee")]:
        del sys.modules[module]
    with atheris.instrument_imports(include=["parsers", "referee"]):
        target = importlib.import_module("tests.support.fuzz").TARGETS[name]
    options = [
        f"-max_total_time={seconds}",
        "-max_len=4096",
        "-timeout=20",
        "-rss_limit_mb=2048",
        "-print_final_stats=0",
    ]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={scratch}/", scratch, str(CORPUS / name)], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
