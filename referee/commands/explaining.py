"""How a post would be read, told to a person or to a program."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from referee.commands import judges_files
from referee.commands.judges_files import book_of
from referee.commands.saying import say, stop

if TYPE_CHECKING:
    from referee.rulebook import Rulebook


def explain_post(text: str | None, jsonl: bool, game_path: str | None, **known: Any) -> None:
    """The whole of `referee explain`: one post for a person, lines of JSON for a program."""

    if jsonl:
        answer_lines()
        return
    import json

    from parsers.ballots.records import Answerer
    from referee.reports.explained import lines, pieces
    from referee.wishes import question

    text = sys.stdin.buffer.read().decode("utf-8-sig", "replace") if text is None else text
    players, judges = known.pop("players"), known.pop("judges")
    game = judges_files.load_game(game_path) if game_path else None
    context = {"thread": "talk" if known.pop("talk") else "vote", **known}
    book = book_of(game) if game else None
    record = question(text, players, judges, context, game, book, kinds_of(book))
    reading = Answerer().read(json.dumps(record))
    bright: dict[str, dict[str, Any]] = {
        "plain": {},
        "ballot": {"fg": "green"},
        "name": {"fg": "cyan", "bold": True},
        "doubt": {"fg": "yellow"},
    }
    colours = sys.stdout.isatty()
    shown = "".join(click.style(p.text, **bright[p.style]) if colours else p.text for p in pieces(text, reading))
    note = [] if record["roster"] else ["(没有给 --players 或 --game，名字一个也认不得)"]
    say("\n".join([shown, *lines(text, reading), *note]))


def kinds_of(book: Rulebook | None) -> tuple[str, ...]:
    """The kinds of stage of a rule set; of all of them where none is known."""
    from referee.variants import every

    books = (book,) if book is not None else every()
    return tuple(dict.fromkeys(kind.name for one in books for kind in one.kinds))


def answer_lines() -> None:
    """Answer every line of standard input as it comes; a line that is no question ends it."""

    import json

    from parsers.ballots.records import Answerer, BadRecord

    answerer = Answerer()
    for number, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        try:
            answer = answerer.answer(line.decode("utf-8-sig"))
        except UnicodeDecodeError:
            stop("jsonl", f"第 {number} 行不是 UTF-8", "换成 UTF-8 再来", 2)
        except BadRecord as fault:
            stop("jsonl", f"第 {number} 行{fault}", "每行一个 JSON 对象：text、roster、judges、context", 2)
        say(json.dumps(answer, ensure_ascii=False))
        sys.stdout.flush()
