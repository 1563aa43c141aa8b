"""What a judge asks for on a command line, made into values. Words → values; raises Wrong for what cannot be meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Any, Final

from referee.game import Game, Player, Stage
from referee.game_names import ABSTAIN, folded
from referee.rulebook import Rulebook
from referee.wrong import Wrong

# What the ending of a file says of the form it is wanted in.
_ENDINGS: Final = {
    "txt": "text", "text": "text", "json": "json", "jsonl": "jsonl", "ndjson": "jsonl", "md": "md", "markdown": "md",
    "ubb": "ubb", "html": "html", "htm": "html", "csv": "csv",
    "warc": "warc", "warc.gz": "warc",
}  # fmt: skip


def face(format_: str | None, output: str | None, faces: Sequence[str], option: str = "--format") -> str:
    """The form a report is wanted in, one of `faces`: as asked for, else as the file is named, else text."""
    name = (output or "").replace("\\", "/").rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    if format_ is not None or not stem or not dot:
        return format_ or "text"
    if ending.lower() == "gz" and "." in stem:
        ending = stem.rpartition(".")[2] + ".gz"
    found = _ENDINGS.get(ending.lower())
    if found in faces:
        return str(found)
    known = " ".join(f".{each}" for each, one in _ENDINGS.items() if one in faces and each not in ("text", "htm"))
    raise Wrong("format", f"不会写 .{ending} 文件：{output}", f"可用 {known}；或加 {option} 说明写成什么")


def book_face(face_: str | None, output: str, faces: Sequence[str]) -> str:
    """The form a game is written out in: as asked for, else as the file is named, which it must be then."""
    found = face(face_, output, faces, "--as")
    if found == "text":
        raise Wrong("format", f"从 {output} 看不出写成什么", f"文件名写上扩展名，或加 --as {'|'.join(faces)}")
    return found


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


def players_of(words: str | None) -> tuple[Player, ...]:
    """Players numbered in their order, other names behind an equals sign (`甲=小甲/阿甲,乙`).

    Raises Wrong for what a game file may not hold either: two of one name, an alias that is another's name.
    """
    rows = [_named(row) for row in listed(words)]
    players = tuple(Player(name, number, aliases) for number, (name, aliases) in enumerate(rows, start=1))
    owners: dict[str, str] = {}
    for player in players:
        key = folded(player.name)
        if not key:
            raise Wrong("players", f"「{player.name}」里没有看得见的字", "写玩家的账号")
        if (same := owners.setdefault(key, player.name)) != player.name or sum(p.name == same for p in players) > 1:
            more = "" if same == player.name else f"(与 {same} 读起来是同一个名字)"
            raise Wrong("players", f"{player.name} 写了两次{more}", "每个名字只能有一个人；看看 --players")
    for player in players:
        for alias in player.aliases:
            owner = owners.get(folded(alias), player.name)
            if owner != player.name:
                raise Wrong("players", f"{player.name} 的别名 {alias} 是另一个人({owner})的名字", "看看 --players")
    return players


def _named(row: str) -> tuple[str, tuple[str, ...]]:
    """A name and its aliases. An equals sign with nothing before or behind it belongs to the name (=_=)."""
    name, sign, more = (part.strip() for part in row.partition("="))
    aliases = tuple(filter(None, (alias.strip() for alias in more.split("/"))))
    return (name, aliases) if name and sign and aliases and "=" not in more else (row, ())


def game_of_words(players: str | None, book: Rulebook, stage_id: str | None) -> Game:
    """A game made of what the command line tells: its players numbered in their order, one stage."""
    people = players_of(players)
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
    text: str,
    players: str | None,
    judges: str | None,
    known: dict[str, Any],
    game: Game | None,
    book: Rulebook | None,
    kinds: Sequence[str],
) -> dict[str, Any]:
    """One question to the reader (a record of `explain --jsonl`): names as given, else those of the game.

    `players`: names by seat, other names behind an equals sign (`甲=小甲/阿甲,乙`). `known`: the context; its `stage`
    is one of `kinds`, or the id of a stage of the game, which then tells how many names a ballot holds. Raises Wrong
    for any other stage, and for a standing ballot for nobody on the roster.
    """
    people = players_of(players) or (game.players if game else ())
    roster = [{"name": p.name, "aliases": list(p.aliases), "number": p.number} for p in people]
    if people and known.get("standing") is not None:
        known = known | {"standing": _standing(known["standing"], people)}
    named = listed(judges) or list(game.judges if game else ())
    return {"text": text, "roster": roster, "judges": named, "context": _of_stage(known, game, book, kinds)}


def _standing(words: str, people: Sequence[Player]) -> list[str]:
    """The names of a ballot that stands, as the roster has them."""
    found = []
    for word in filter(None, (part.strip() for part in re.split("[,，、]", words))):
        means = [p.name for p in people if folded(word) in {folded(name) for name in (p.name, *p.aliases)}]
        if not means and word != ABSTAIN:
            raise Wrong("standing", f"名单上没有 {word}", f"可用：{'、'.join(p.name for p in people)}、{ABSTAIN}")
        found.append(means[0] if means else word)
    return found


def _of_stage(known: dict[str, Any], game: Game | None, book: Rulebook | None, kinds: Sequence[str]) -> dict[str, Any]:
    asked = known.get("stage")
    stage = next((one for one in (game.stages if game else ()) if one.id == asked), None)
    if stage is None and asked is not None and asked not in kinds:
        own = f"阶段 {stage_ids(game)}；种类 " if game else ""
        raise Wrong("stage", f"没有 {asked} 这个阶段", f"可用：{own}{'、'.join(kinds)}")
    if stage is None or asked is None:
        return known
    kind = book.kind(stage.kind) if book else None
    told = {"stage": stage.kind, "candidates": list(stage.candidates) if stage.candidates else None}
    return known | told | ({"names_per_ballot": kind.names} if kind else {})
