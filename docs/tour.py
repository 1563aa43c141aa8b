"""Run every command of docs/tour.md on the sample board and write what it really prints below it.

`python docs/tour.py` writes the page anew; a test fails where the page and the program differ.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from cli import desk
from scraper.sample_board import sample_board, sample_game

PAGE = Path(__file__).parent / "tour.md"
BOARD = "http://bbs.example.net"  # what the page calls the sample board
_SHOWN = re.compile(r"^```console\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_GIVEN = re.compile(r"^```(?:toml|text) (\S+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_MOST = 40  # lines shown of one command


def told(page: str) -> str:
    """The page with every transcript as the program prints it now."""
    with sample_board() as base, _folder() as folder:
        (folder / "game.toml").write_text(sample_game(base), "utf-8")
        done: list[str] = []
        end = 0
        for block in sorted((*_SHOWN.finditer(page), *_GIVEN.finditer(page)), key=lambda found: found.start()):
            done.append(page[end : block.start()])
            done.append(_transcript(block.group(1), base) if block.re is _SHOWN else _written(block, folder, base))
            end = block.end()
        return "".join([*done, page[end:]])


def printed(words: str) -> str:
    """What one command prints of the sample game, all of it."""
    with sample_board() as base, _folder() as folder:
        (folder / "game.toml").write_text(sample_game(base), "utf-8")
        return _run(f"referee {words}", base, 10_000)


@contextmanager
def _folder() -> Iterator[Path]:
    """An empty folder to work in, the archive in it."""
    here, known = Path.cwd(), dict(os.environ)
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        os.chdir(name)
        os.environ |= {"XDG_DATA_HOME": name, "LOCALAPPDATA": name, "HOME": name, "COLUMNS": "88"}
        try:
            yield Path(name)
        finally:
            os.chdir(here)
            os.environ.clear()
            os.environ |= known


def _written(block: re.Match[str], folder: Path, base: str) -> str:
    """A file the page gives: put down as it stands; one that begins with … is added to what is there."""
    path = folder / block.group(1)
    text = block.group(2).replace(BOARD, base)
    before = path.read_text("utf-8") + "\n" if text.startswith("# …") else ""
    path.write_text(before + text, "utf-8")
    return block.group()


def _transcript(block: str, base: str) -> str:
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "```console\n" + "".join(f"{command}\n{_run(command[2:], base)}" for command in commands) + "```\n"


def _run(command: str, base: str, most: int = _MOST) -> str:
    words = shlex.split(command.replace(BOARD, base))
    if words[0] != "referee":
        raise ValueError(f"not ours: {command}")
    done = CliRunner().invoke(desk, words[1:])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    # When the count before was made is this run's own clock; everything else is the game's.
    output = re.sub(r"与上次\([-\d: ]+ 数的\)", "与上次(2010-05-05 09:12 数的)", done.output)
    lines = output.replace(base, BOARD).replace(base.split("//")[1], BOARD.split("//")[1]).splitlines()
    shown = lines[:most] + ([f"…(还有 {len(lines) - most} 行)"] if len(lines) > most else [])
    return "".join(line + "\n" for line in shown)


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(told(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
