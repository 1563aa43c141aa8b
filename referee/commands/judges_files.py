"""The judge's files read and looked through: game files, rule sets. Every fault is a line on stderr."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.commands.saying import complain_line, stop

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from referee.game import Fault, Game
    from referee.game_kinds import Kinds
    from referee.rulebook import Rulebook


def load_game(path: str) -> Game:
    """The game a file tells. Every fault of the file is a line on stderr; any ends the command with status 2."""
    return lying_at(path, sound(path, game_bytes(path)))


def lying_at(path: str, game: Game) -> Game:
    """The game of a file, which names other files from where it lies."""
    from dataclasses import replace

    return replace(game, folder=str(Path(path).parent))


def game_bytes(path: str) -> bytes:
    """The bytes of a game file; one that cannot be read ends the command with status 2."""
    try:
        with open(path, "rb") as file:
            return file.read(16_000_000)  # far beyond any game; the reader says so
    except OSError as fault:
        from scraper.files import why

        stop("game-file", f"读不了 {path}：{why(fault)}", "看看路径；referee init 可以起草一份游戏文件", 2)


def digest_of(path: str | None) -> str | None:
    """What tells one state of a file from another."""
    from hashlib import sha256

    return sha256(game_bytes(path)).hexdigest() if path else None


def sound(path: str, data: bytes, quiet: bool = False) -> Game:
    """The game in a file's bytes; faults are listed and end the command. `quiet`: warnings were given before."""
    from referee.game_file import GameFaults, decode_file, load

    broken: list[str] = []
    try:
        game = load(decode_file(data), other_rules(Path(path).parent, broken))
    except GameFaults as refused:
        list_faults(path, refused.faults)
        raise click.exceptions.Exit(2) from None
    if broken:
        raise click.exceptions.Exit(2)
    list_faults(path, () if quiet else game.warnings, code="warning")
    return game


def other_rules(folder: Path, broken: list[str] | None = None) -> Callable[[str], Kinds | None]:
    """How to find the words of a rule set that is not built in: one of an installed package, or a file in `folder`.

    The faults of a file are told at once and end the command; with `broken` they are told and its name noted there, so
    that what names it can be looked through as well.
    """

    def other(name: str) -> Kinds | None:
        from dataclasses import replace

        from referee.game_kinds import ANY, of_book
        from referee.own_rules import ENDING, RulesFaults
        from referee.variants import third_party

        if not name.lower().endswith(ENDING):
            return next((of_book(book) for book in third_party() if name.strip() in (book.name, book.title)), None)
        try:
            return replace(of_book(own_book(folder / name)), name=name)
        except RulesFaults as refused:
            list_faults(name, refused.faults, code="rules-file")
        if broken is None:
            raise click.exceptions.Exit(2)
        broken.append(name)
        return ANY

    return other


def own_book(path: Path) -> Rulebook:
    """The rule set a file tells. Raises RulesFaults."""
    from referee.game_file import GameFaults, decode_file
    from referee.own_rules import RulesFaults, load_rules
    from referee.variants import NoSuchRules, find

    def base(name: str) -> Rulebook | None:
        try:
            return find(name)
        except NoSuchRules:
            return None

    try:
        return load_rules(decode_file(path.read_bytes()), base, path.stem)
    except GameFaults as refused:
        raise RulesFaults(refused.faults) from None
    except (OSError, ValueError) as fault:  # a path with a NUL in it is a ValueError
        from scraper.files import why

        said = why(fault) if isinstance(fault, OSError) else "没有这样的路径"
        stop("rules-file", f"读不了 {path}：{said}", "规则文件的路径从游戏文件所在的文件夹算起", 2)


def list_faults(path: str, faults: tuple[Fault, ...], code: str = "game-file", most: int = 100) -> None:
    """A line on stderr for each fault, with its place."""
    for fault in faults[:most]:
        place = f"{Path(path).name}:{fault.line or 1}" + (f" {fault.field}" if fault.field else "")
        complain_line(f"referee: [{code}] {place}：{fault.text}")
    if len(faults) > most:
        complain_line(f"referee: [game-file] {Path(path).name}：还有 {len(faults) - most} 处；改好这些再看")


def rules_named(rules: str | None) -> Kinds | None:
    """The words of the rule set of that name, built in, installed or in a file."""
    from referee.game_kinds import KINDS, named

    if rules is None:
        return None
    kinds = named(KINDS, rules) or other_rules(Path())(rules)
    if kinds is None:
        stop("rules", f"没有 {rules} 这套规则", f"可用：{'、'.join(kinds.name for kinds in KINDS)}", 2)
    return kinds


def zone_named(name: str) -> ZoneInfo:
    """The zone of that name."""
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        stop("timezone", f"没有 {name} 这个时区", "写时区的名字，如 Asia/Shanghai", 2)


def book_named(name: str) -> Rulebook:
    """The rule set of that name, or in the .toml file of that name."""
    from referee.variants import NoSuchRules, find

    if name.lower().endswith(".toml"):
        return own_file(name)
    try:
        return find(name)
    except NoSuchRules as unknown:
        stop("rules", f"没有 {name} 这套规则", f"可用：{'、'.join(unknown.names)}，或一个 .toml 规则文件", 2)


def own_file(name: str) -> Rulebook:
    """The rule set of a file named on the command line; its faults end the command."""
    from referee.own_rules import RulesFaults

    try:
        return own_book(Path(name))
    except RulesFaults as refused:
        list_faults(name, refused.faults, code="rules-file")
        raise click.exceptions.Exit(2) from None


def book_of(game: Game) -> Rulebook:
    """The rule set a game is played by."""
    return game.book or book_named(game.rules)
