"""Tally, audit, night and status: all faces and the JSON state the same, whatever the players are called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from parsers.posts import Post, Stamp
from referee.audits import audit
from referee.counting import tally
from referee.game import Game, GameThread, Player, Stage
from referee.nights import night_of
from referee.reports import FACES, render
from referee.reports.audit_json import audit_json
from referee.reports.audit_report import audit_report
from referee.reports.document import Report, facts
from referee.reports.json_face import tally_json
from referee.reports.night_report import night_json, night_report
from referee.reports.plain_text import one_line
from referee.reports.status_report import status_json, status_report
from referee.reports.tally_report import tally_report
from referee.status import status_of
from referee.threads import ThreadPosts
from tests.support.faces import as_said, said, squeezed
from tests.support.night_games import BOUGH, START, cast, messages

ZONE = ZoneInfo("Asia/Shanghai")
URL = "http://bbs.example.net/read.php?tid=1"
OPENS, CLOSES = START + timedelta(hours=12), START + timedelta(hours=40)
ODD = ["<b>粗</b>", "=cmd|'/C calc'!A0", "[url=x]链[/url]", "\u202e反向", "长" * 500, "a|b*c_`d`", "\x1b[31m红", "&lt;"]


def named(odd: bool) -> tuple[Game, tuple[Post, ...]]:
    """A game of 金枝 with a night, a vote and some talk; the players by plain names or by odd ones."""
    players = cast(BOUGH)
    game = Game("林中", "golden-bough", judges=("神的使者",), players=players, threads=(GameThread(URL),),
                stages=(Stage("D1", "vote", 1, OPENS, CLOSES),))  # fmt: skip
    game = replace(game, actions=messages(game, 1, "鸦→松130 狐→松"))
    names = {p.name: ODD[n] if odd and n < len(ODD) else p.name for n, p in enumerate(players)}
    order = list(names.values())
    posts = [
        Post(
            "phpwind",
            URL,
            f"p{n}",
            n,
            name,
            None,
            Stamp(OPENS + timedelta(minutes=n)),
            f"想好了 投{order[(n + 1) % 4]}",
        )
        for n, name in enumerate(order[:9])
    ]
    posts.append(Post("phpwind", URL, "p9", 9, order[0], None, Stamp(CLOSES + timedelta(minutes=1)), f"改投{order[5]}"))
    return _renamed(game, names), tuple(posts)


def _renamed(game: Game, names: dict[str, str]) -> Game:
    players = tuple(Player(names[p.name], p.number, role=p.role) for p in game.players)
    deeds = tuple(
        replace(deed, by=names[deed.by or ""], targets=tuple(names[target] for target in deed.targets))
        for deed in game.actions
    )
    return replace(game, players=players, actions=deeds)


def made(kind: str, odd: bool) -> tuple[Report, dict[str, Any]]:
    """A report and its JSON."""
    game, posts = named(odd)
    threads = [ThreadPosts(URL, "phpwind", "投票帖", 1, posts)]
    if kind == "tally":
        counted = tally(game, "D1", threads, CLOSES)
        return tally_report(counted, game.title, True), tally_json(counted, ZONE)
    if kind == "audit":
        looked = audit(game, threads, CLOSES + timedelta(days=3))
        return audit_report(looked, game.title), audit_json(looked, ZONE)
    if kind == "night":
        night = night_of(game, 1)
        return night_report(night, game.title, True), night_json(night, ZONE)
    status = status_of(game, CLOSES)
    return status_report(status, game.title, True), status_json(status, ZONE, True)


KINDS = ["tally", "audit", "night", "status"]
# Codes are said in Chinese, times in the reader's way; the rest of the JSON stands in the report word for word.
STATED = {"player", "voter", "voters", "targets", "reason", "question", "clauses", "announce", "alive", "text", "notes"}


def stated(data: Any, key: str = "") -> Iterator[str]:
    """What the JSON says in words, under the keys that a report repeats."""
    if isinstance(data, dict):
        for name, value in data.items():
            # What another reading would lead to is said in its outcome alone.
            yield from stated(value, name) if name != "readings" else ()
    elif isinstance(data, list):
        for value in data:
            yield from stated(value, key)
    elif isinstance(data, str) and key in STATED:
        yield data


@pytest.mark.parametrize("odd", [False, True], ids=["plain", "odd"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_face_states_the_same(kind: str, odd: bool) -> None:
    report, _ = made(kind, odd)
    told = list(facts(report))
    assert len(told) > 10
    for face in FACES:
        shown = said(face, render(report, face, 60))
        assert [fact for fact in told if as_said(face, fact) not in shown] == [], face


@pytest.mark.parametrize("odd", [False, True], ids=["plain", "odd"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_the_json_says_the_report_says(kind: str, odd: bool) -> None:
    report, data = made(kind, odd)
    shown = squeezed("\n".join(one_line(fact) for fact in facts(report)))
    words = [word for word in stated(data) if word != "改票"]
    assert len(words) > 10
    assert [word for word in words if squeezed(one_line(word)) not in shown] == []


def test_the_numbers_of_a_tally_are_the_same_everywhere() -> None:
    report, data = made("tally", True)
    table = next(block for block in report.blocks if getattr(block, "name", "") == "tally")
    rows = [(row[0].text, float(row[1].text)) for row in table.rows]  # type: ignore[union-attr]
    assert rows == [(row["player"], row["votes"]) for row in data["tally"]]
    ballots = [block for block in report.blocks if getattr(block, "name", "") in ("counted", "not_plain")]
    assert sum(len(block.rows) for block in ballots) == len(data["ballots"])  # type: ignore[union-attr]
