"""A whole invented game, played as a judge plays it: pages on a board, a game file that grows, one command a step.

Every stage has a thread on the board; nights have their private messages in the file. After each step what the tool
announced is written into the file as events, as a judge would, and the next step starts from there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qs, urlsplit

from fixtures.make_board import Written, phpwind_page
from tests.support.faulty_board import Answer, FaultyBoard
from tests.support.thread_board import run

MINUTE = timedelta(minutes=1)
DAWN_STATES = ("faint", "mad")


@dataclass(frozen=True, slots=True)
class Vote:
    """A stage: its kind, day, limits, what everybody posted (name → words) from its second hour on, a minute apart."""

    kind: str
    day: int
    opens: datetime
    closes: datetime
    ballots: Mapping[str, str]
    after: str | None = None

    def posts(self, judge: str) -> list[Written]:
        """The thread: the judge's opening post, then the ballots."""
        start = self.opens + timedelta(hours=1)
        lines = [(judge, self.opens, "投票开始。")]
        lines += [(name, start + MINUTE * n, said) for n, (name, said) in enumerate(self.ballots.items())]
        return [Written(name, f"{at:%Y-%m-%d %H:%M:%S}", said) for name, at, said in lines]


@dataclass(slots=True)
class Play:
    """The game so far. `head` is the file without threads, stages and events; `seen` every night's public report."""

    folder: Path
    base: str
    head: str
    votes: Mapping[str, Vote]
    events: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    @property
    def file(self) -> str:
        """The game file as it stands, written."""
        parts = [self.head]
        for tid, (name, vote) in enumerate(self.votes.items(), start=1):
            parts.append(f'[[threads]]\nurl = "{self.base}read.php?tid={tid}"\nstage = "{name}"\n')
            more = f'after = "{vote.after}"\n' if vote.after else ""
            limits = f"opens = {vote.opens.isoformat()}\ncloses = {vote.closes.isoformat()}\n"
            parts.append(f'[[stages]]\nid = "{name}"\nkind = "{vote.kind}"\nday = {vote.day}\n{limits}{more}')
        path = self.folder / "game.toml"
        path.write_text("\n".join([*parts, *self.events]), "utf-8")
        return str(path)

    def command(self, *words: str) -> Any:
        """One command for the judge, a night for the public too; the judge's answer."""
        where = ("--game", self.file, "--archive", str(self.folder / "archive.db"), "--delay", "0")
        ran = run(*words, *where, "--format", "json", "--judge")
        assert ran.status == 0, (words, ran.status, ran.lines)
        if words[0] == "night":
            self.seen.append(run(*words, *where, "--format", "ubb").out)
        return json.loads(ran.out)

    def tell(self, at: datetime, kind: str, *names: str, **more: str) -> None:
        """Write an event into the file."""
        who = ", ".join(f'"{name}"' for name in names)
        rest = "".join(f'{key} = "{value}"\n' for key, value in more.items())
        self.events.append(f'[[events]]\nat = {at.isoformat()}\nkind = "{kind}"\nplayers = [{who}]\n{rest}')

    def night(self, number: int, dawn: datetime) -> list[str]:
        """Resolve a night and announce it at dawn; the public lines."""
        found = self.command("night", "--night", str(number))
        self.events.append(f'[[events]]\nat = {dawn.isoformat()}\nkind = "dawn"\n')
        if found["deaths"]:
            self.tell(dawn, "death", *(death["player"] for death in found["deaths"]))
        for state in DAWN_STATES:
            if names := [s["player"] for s in found["states"] if s["state"] == state]:
                self.tell(dawn, state, *names)
        return [line for line in found["announce"] if line]

    def count(self, stage: str) -> list[str]:
        """Count a stage and announce its result; the public lines."""
        found = self.command("tally", "--stage", stage)
        outcome, at = found["outcome"], self.votes[stage].closes + 5 * MINUTE
        names = [*outcome["players"], *outcome.get("also", [])]
        kinds = {"execute": "execution", "reveal": "reveal", "imprison": "imprison", "sheriff": "sheriff"}
        if outcome["kind"] in kinds:
            self.tell(at, kinds[outcome["kind"]], *names)
        elif outcome["kind"] == "elect":
            self.tell(at, "elected", *names, stage=stage)
        return [str(line) for line in found["announce"]]

    def status(self, at: datetime) -> Any:
        """Where the game stands."""
        return self.command("status", "--as-of", at.isoformat())


@contextmanager
def play(folder: Path, head: str, names: Mapping[str, str], votes: Mapping[str, Vote], judge: str) -> Iterator[Play]:
    """A board with a thread for every stage, and the game at its beginning. `names`: player → role."""
    numbers = {name: n for n, name in enumerate([judge, *names], start=1)}
    titles = list(votes)

    def page(path: str, nth: int) -> Answer:
        asked = parse_qs(urlsplit(path).query).get("tid", [""])[0]
        if not asked.isdecimal() or not 1 <= int(asked) <= len(titles):
            return Answer(b"", status=404)
        name = titles[int(asked) - 1]
        posts = [
            (n, "tpc" if n == 0 else str(int(asked) * 1000 + n), post)
            for n, post in enumerate(votes[name].posts(judge))
        ]
        html = phpwind_page(f"{name} 投票", int(asked), posts, 1, 1)
        return Answer(html.encode("gbk"), content_type="text/html; charset=gbk")

    people = "".join(f'[[players]]\nname = "{name}"\nrole = "{role}"\n' for name, role in names.items())
    with patch.dict("fixtures.make_board.UIDS", numbers), FaultyBoard(page) as board:
        yield Play(folder, board.url("/valley/"), head + people, votes)


def message(night: int, at: datetime, by: str, power: str, *targets: str, length: int | None = None) -> str:
    """A private message as the file has it."""
    who = "targets = [" + ", ".join(f'"{name}"' for name in targets) + "]\n" if targets else ""
    text = f"text_length = {length}\n" if length is not None else ""
    return f'[[actions]]\nnight = {night}\nby = "{by}"\npower = "{power}"\n{who}{text}at = {at.isoformat()}\n'


def everybody_for(target: str, voters: list[str], but: Mapping[str, str] | None = None) -> dict[str, str]:
    """Ballots: everybody for one, some for others."""
    return {name: f"投{(but or {}).get(name, target)}" for name in voters}
