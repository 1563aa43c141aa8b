"""What a judge asks for on a command line, made into values. Words → values; raises Wrong for what cannot be meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Any, Final

from referee.game import Game, Player, Stage
from referee.rulebook import Rulebook
from referee.wrong import Wrong

# What the ending of a file says of the form it is wanted in.
_ENDINGS: Final = {
    "txt": "text", "text": "text", "json": "json", "jsonl": "jsonl", "ndjson": "jsonl", "md": "md", "markdown": "md",
    "ubb": "ubb", "html": "html", "htm": "html", "csv": "csv",
}  # fmt: skip


def face(format_: str | None, output: str | None, faces: Sequence[str]) -> str:
    """The form a report is wanted in, one of `faces`: as asked for, else as the file is named, else text."""
    name = (output or "").replace("\\", "/").rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    if format_ is not None or not stem or not dot:
        return format_ or "text"
    found = _ENDINGS.get(ending.lower())
    if found in faces:
        return str(found)
    known = " ".join(f".{each}" for each, one in _ENDINGS.items() if one in faces and each not in ("text", "htm"))
    raise Wrong("format", f"不会写 .{ending} 文件：{output}", f"可用 {known}；或加 --format 说明写成什么")


def moment(text: str, zone: tzinfo) -> datetime:
    """An ISO time (T or a blank, seconds optional, an offset if it has one) on the board's clock."""
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise Wrong("as-of", f"看不懂时刻「{text}」", "写 2009-03-10T21:00 或 2009-03-10 21:00") from None
    return found.astimezone(zone).replace(tzinfo=None) if found.tzinfo else found


def listed(words: str | None) -> list[str]:
    """Names with commas between them."""
    return [name.strip() for name in (words or "").replace("，", ",").split(",") if name.strip()]


def game_of_words(players: str | None, book: Rulebook, stage_id: str | None) -> Game:
    """A game made of what the command line tells: its players numbered in their order, one stage."""
    people = tuple(Player(name, number) for number, name in enumerate(listed(players), start=1))
    game = Game(players=people, inferred=not people).under(book)
    return replace(game, stages=(Stage(stage_id, book.kinds[0].name),))


def limited(game: Game, stage_id: str | None, opens: datetime | None, closes: datetime | None) -> Game:
    """The limits given on the command line, in place of the file's."""
    if opens is None and closes is None:
        return game
    if stage_id is None and len(game.stages) > 1:
        raise Wrong("stage", "--opens、--closes 要知道是哪个阶段", f"加 --stage：{stage_ids(game)}")
    stages = tuple(
        replace(stage, opens=opens or stage.opens, closes=closes or stage.closes)
        if stage_id is None or stage.id == stage_id
        else stage
        for stage in game.stages
    )
    if any(stage.opens and stage.closes and stage.opens >= stage.closes for stage in stages):
        raise Wrong("limits", "投票截止不晚于开始", "看看 --opens 和 --closes")
    return replace(game, stages=stages)


def stage_ids(game: Game) -> str:
    """The stages there are to choose from, for the judge."""
    return "、".join(str(stage.id) for stage in game.stages if stage.kind != "night") or "(没有阶段)"


def window(game: Game, stage_id: str | None, stage: Stage | None) -> tuple[datetime | None, datetime | None] | None:
    """The time whose posts a tally hangs on: edits in it are looked for. None where the stage has no limits.

    An extension may move the close: then everything from the opening on.
    """
    named = [one for one in game.stages if one.id == stage_id or len(game.stages) == 1]
    stage = stage or (named[0] if named else None)
    if stage is None or (stage.opens is None and stage.closes is None):
        return None
    moved = any(event.kind in ("extension", "substitution") for event in game.events)
    return stage.opens, None if moved else stage.closes


def question(
    text: str, players: str | None, judges: str | None, known: dict[str, Any], game: Game | None, book: Rulebook | None
) -> dict[str, Any]:
    """One question to the reader (a record of `explain --jsonl`): names as given, else those of the game.

    `players`: names by seat, other names behind an equals sign (`甲=小甲/阿甲,乙`). `known`: the context; its `stage`
    is a kind, or the id of a stage of the game, which then tells how many names a ballot holds.
    """
    rows = [row.split("=") for row in listed(players)]
    roster: list[dict[str, Any]] = [
        {"name": name.strip(), "aliases": "".join(more).split("/") if more else [], "number": number}
        for number, (name, *more) in enumerate(rows, 1)
    ]
    if not roster and game is not None:
        roster = [{"name": p.name, "aliases": list(p.aliases), "number": p.number} for p in game.players]
    named = listed(judges) or list(game.judges if game else ())
    return {"text": text, "roster": roster, "judges": named, "context": _of_stage(known, game, book)}


def _of_stage(known: dict[str, Any], game: Game | None, book: Rulebook | None) -> dict[str, Any]:
    stage = next((one for one in (game.stages if game else ()) if one.id == known.get("stage")), None)
    if stage is None or known.get("stage") is None:
        return known
    kind = book.kind(stage.kind) if book else None
    told = {"stage": stage.kind, "candidates": list(stage.candidates) if stage.candidates else None}
    return known | told | ({"names_per_ballot": kind.names} if kind else {})
