"""A forum as a table: posts in, verdicts out.

    posts = forum.thread('''
        1 甲 3-10 21:05 投乙
        2 乙 3-10 21:07 投丙 | edited 3-11 08:00 | was 投甲
        3 丙 3-10 21:10 嗯 | quotes 引用第2楼乙于2009-03-10 21:07发表的：⏎投甲
    ''')
    game = forum.game("golden-bough", "甲=逃奴 乙=平民 丙=祭司 丁", D1="vote 3-10 21:00 to 3-12 09:00",
                      events="3-11 20:00 death 丁")
    forum.lines(forum.count(game, posts)) == ["1 甲→乙 counted", …]

A line is `floor author time text`, the time `M-D HH:MM` (or with seconds), ⏎ a line break in the text. After ` | `:
`edited M-D HH:MM [by 谁]`, `was …` (an older version that was kept, unedited), `quotes …`, `gone` (no longer there),
`hidden`. A roster is `name`, `name=role`, `name(alias,alias)`, `name(alias)=role`, apart by blanks; the year is 2009.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from parsers.posts import Edit, Post, Stamp
from referee.counting import tally
from referee.game import Game, Player, Stage
from referee.game_file import load, no_other
from referee.game_kinds import of_book
from referee.rulebook import Rulebook
from referee.tally import Outcome, Tally
from referee.threads import ThreadPosts

YEAR = 2009
URL = "http://bbs.example.net/read.php?tid=1"

_LINE = re.compile(r"(\d+)\s+(\S+)\s+(\d+-\d+)\s+(\d+:\d+(?::\d+)?)\s+(.*)")


def moment(text: str, year: int = YEAR) -> datetime:
    """`3-10 21:05` of the year."""
    day, clock = text.split()
    month, number = day.split("-")
    parts = [int(part) for part in clock.split(":")]
    return datetime(year, int(month), int(number), *parts)


def stamp(text: str) -> Stamp:
    """A moment as the board shows it: to the second where seconds are written."""
    return Stamp(moment(text), "second" if text.count(":") == 2 else "minute")


def posts(table: str, url: str = URL) -> tuple[list[Post], dict[str, tuple[Post, ...]]]:
    """The posts of a table, and the kept versions by pid."""
    now: list[Post] = []
    kept: dict[str, tuple[Post, ...]] = {}
    for line in filter(None, (raw.strip() for raw in table.splitlines())):
        found = _LINE.match(line)
        assert found, f"not a post: {line}"
        floor, author, day, clock, rest = found.groups()
        text, *marks = rest.split(" | ")
        post = Post("phpwind", url, f"p{floor}", int(floor), author, None, stamp(f"{day} {clock}"), _words(text))
        older = [Post(*_head(post), _words(mark[4:])) for mark in marks if mark.startswith("was ")]
        if older:
            kept[post.pid] = tuple(older)
        if "gone" in marks:
            kept[post.pid] = (*older, post)
        else:
            now.append(_marked(post, marks))
    return now, kept


def _head(post: Post) -> tuple[Any, ...]:
    return post.board, post.thread, post.pid, post.floor, post.author, post.uid, post.time


def _words(text: str) -> str:
    return text.replace("⏎", "\n").strip()


def _marked(post: Post, marks: Iterable[str]) -> Post:
    from dataclasses import replace

    for mark in marks:
        word, _, rest = mark.partition(" ")
        if word == "edited":
            when, _, by = rest.partition(" by ")
            post = replace(post, edited=Edit(by or post.author, stamp(when)))
        elif word == "quotes":
            post = replace(post, quotes=(*post.quotes, _words(rest)))
        elif word == "hidden":
            post = replace(post, hidden=True, text="")
    return post


def thread(table: str, stage: str | None = None, kind: str = "vote", url: str = URL) -> ThreadPosts:
    """A whole thread from a table."""
    now, kept = posts(table, url)
    return ThreadPosts(url, "phpwind", "投票帖", 1, tuple(now), kept, kind, stage)


def game(rules: str | Rulebook, roster: str, events: str = "", more: str = "", house: str = "", **stages: str) -> Game:
    """A game as its file would give it.

    `events`: lines `M-D HH:MM kind 谁 [key=value …]`; `house`: lines of `[house]`; `more`: TOML as it is; each stage
    by its id (`_` for a dot): `kind M-D HH:MM to M-D HH:MM [key=value …]`.
    """
    named = rules if isinstance(rules, str) else rules.name
    head = f'[game]\ntitle = "测试"\nrules = "{named}"\njudges = ["天神", "神的使者"]\n'
    parts = [head, *(f"[house]\n{house}\n" for _ in [0] if house), *_players(roster)]
    parts += [_stage(name.replace("_", "."), told) for name, told in stages.items()]
    parts += [_event(line.strip()) for line in events.splitlines() if line.strip()]
    return load("\n".join([*parts, more]), no_other if isinstance(rules, str) else lambda _: of_book(rules))


def _players(roster: str) -> Iterable[str]:
    for place, word in enumerate(roster.split(), start=1):
        found = re.fullmatch(r"([^(=]+)(?:\(([^)]*)\))?(?:=(\S+))?", word)
        assert found, f"not a player: {word}"
        name, aliases, role = found.groups()
        lines = ["[[players]]", f'name = "{name}"', f"number = {place}"]
        if aliases:
            lines.append("aliases = [" + ", ".join(f'"{alias}"' for alias in aliases.split(",")) + "]")
        if role:
            lines.append(f'role = "{role}"')
        yield "\n".join([*lines, ""])


def _toml(key: str, value: str) -> str:
    if re.fullmatch(r"\d+-\d+T\d+:\d+", value):
        return f"{key} = {moment(value.replace('T', ' ')).isoformat()}"
    if re.fullmatch(r"-?\d+(\.\d+)?|true|false", value):
        return f"{key} = {value}"
    if key in ("candidates", "players", "targets", "jurors"):
        return f"{key} = [" + ", ".join(f'"{name}"' for name in value.split(",")) + "]"
    return f'{key} = "{value}"'


def _stage(name: str, told: str) -> str:
    found = re.fullmatch(r"(\S+)\s+(\S+ \S+) to (\S+ \S+)\s*(.*)", told)
    assert found, f"not a stage: {told}"
    kind, opens, closes, more = found.groups()
    day = re.search(r"\d+", name)
    lines = [
        "[[stages]]",
        f'id = "{name}"',
        f'kind = "{kind}"',
        f"day = {day.group() if day else 1}",
        f"opens = {moment(opens).isoformat()}",
        f"closes = {moment(closes).isoformat()}",
        *(_toml(*pair.split("=", 1)) for pair in more.split()),
    ]
    return "\n".join([*lines, ""])


def _event(line: str) -> str:
    day, clock, kind, *rest = line.split()
    lines = ["[[events]]", f"at = {moment(f'{day} {clock}').isoformat()}", f'kind = "{kind}"']
    if rest and "=" not in rest[0]:
        lines.append(f'player = "{rest.pop(0)}"')
    return "\n".join([*lines, *(_toml(*pair.split("=", 1)) for pair in rest), ""])


def bare_game(roster: str, opens: str = "", closes: str = "", rules: str = "plain") -> Game:
    """A game without a file: players by name, one stage without an id where limits are given."""
    players = tuple(Player(name, number) for number, name in enumerate(roster.split(), start=1))
    stage = Stage(None, "vote", None, moment(opens) if opens else None, moment(closes) if closes else None)
    return Game(rules=rules, players=players, stages=(stage,))


def count(
    game_: Game, *threads: ThreadPosts | str, stage: str | None = None, as_of: str | None = None, **more: Any
) -> Tally:
    """The tally of a stage (the only one, or by id); a table stands for a thread of its own."""
    given = [one if isinstance(one, ThreadPosts) else thread(one) for one in threads]
    return tally(game_, stage, given, moment(as_of) if as_of else None, **more)


def lines(counted: Tally) -> list[str]:
    """Every ballot in one line: `floor voter→targets status[:code] [kind]`, code and kind where they are not plain."""
    return [_line(ballot) for ballot in counted.ballots]


def _line(ballot: Any) -> str:
    floor = ballot.post.floor if ballot.post else "-"
    said = f"{floor} {ballot.voter}→{'、'.join(ballot.targets) or '·'} {ballot.status}"
    if ballot.code != ballot.status:
        said += f":{ballot.code}"
    return said if ballot.kind == "vote" else f"{said} {ballot.kind}"


def votes(counted: Tally) -> dict[str, float]:
    """Who has how many votes, in the order of the report."""
    return {row.player: row.votes for row in counted.rows}


def told(outcome: Outcome) -> str:
    """`execute 乙`, `runoff 甲、乙`, `none`."""
    return f"{outcome.kind} {'、'.join(outcome.players)}".strip()
