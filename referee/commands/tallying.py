"""A tally from the first word to the last: its game, its threads, the count, what is kept and shown of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.commands import judges_files
from referee.commands.gathering import moment_at, moment_to, now_at, of_game, read_for
from referee.commands.judges_files import book_named, book_of, digest_of
from referee.commands.printed import printed_before, printed_key, remember_printed
from referee.commands.saying import complain_line, face_of, say, show, stop

if TYPE_CHECKING:
    from datetime import datetime

    from referee.game import Game
    from referee.reading import Reading
    from referee.reports.document import Block
    from referee.tally import Tally
    from referee.threads import ThreadPosts
    from scraper.archive import Archive
    from scraper.sources import Source


def count_votes(
    sources: tuple[str, ...],
    game_path: str | None,
    stage_id: str | None,
    as_of: str | None,
    verbose: bool,
    against: str | None,
    since: bool,
    format_: str | None,
    output: str | None,
    judge: bool,
    **more: Any,
) -> int:
    """The whole of `referee tally`; the exit status."""

    told = _announced(against)
    plain = more["offline"] and face_of(format_, output) == "json" and not (judge or since or against)
    file = digest_of(game_path) if plain else None
    game = game_of(game_path, stage_id, more)
    urls, more = ballot_sources(game, sources, stage_id, as_of, more)
    asks = partial(printed_key, game, urls, (stage_id, as_of, verbose, sources), more)
    key = asks(file) if plain else None
    if key and (printed := printed_before(key, more["archive_path"])):
        say(printed.report, output)
        return printed.status
    reading = read_for(game, urls, more)
    game, found = counted(reading, stage_id, moment_to(as_of, reading))
    last = last_tally_kept(game, found, more, since)
    kept = keep_tally_of(game, found, reading.threads, more["archive_path"])
    text, status = reported(game, found, judge, format_, output, verbose, told, last)
    if key and kept and asks(digest_of(game_path)) == key:  # nothing was written meanwhile
        remember_printed(key, text, status, kept, more["archive_path"])
    return status


def _announced(against: str | None) -> str | None:
    """The words of an announcement to compare with."""
    from scraper.said import read_said

    return read_said(against) if against else None


def game_of(path: str | None, stage_id: str | None, more: dict[str, Any]) -> Game:
    """The game file's game, or one made of what the command line tells."""
    from referee.wishes import game_of_words, limited

    if path is None:
        game = game_of_words(more["players"], book_named(more["rules"] or "plain"), stage_id)
    else:
        game = judges_files.load_game(path)
        game = game.under(book_named(more["rules"])) if more["rules"] else game
    return limited(game, stage_id, moment_at(more["opens"], game.zone), moment_at(more["closes"], game.zone))


@contextmanager
def named_stage(game: Game) -> Iterator[None]:
    """A stage that is not there, or several where one is meant, said to the judge."""
    from referee.counting import NoSuchStage, SeveralStages
    from referee.wishes import stage_ids

    try:
        yield
    except SeveralStages as several:
        stop("stage", f"同时有几个阶段：{several}", "加 --stage 说明数哪一个", 2)
    except NoSuchStage as missing:
        stop("stage", f"没有这个阶段：{missing}", f"可用：{stage_ids(game)}", 2)


def ballot_sources(
    game: Game, sources: Sequence[str], stage_id: str | None, as_of: str | None, source: dict[str, Any]
) -> tuple[list[str | Source], dict[str, Any]]:
    """The sources of the threads a tally needs, and how to read them: those handed in, else those of the stage."""
    from referee.counting import choose, wanted
    from referee.reading import thread_words
    from referee.wishes import window

    named, stage = game.threads, None
    if not sources:
        if stage_id is not None or not (as_of or "").startswith("#"):
            with named_stage(game):
                clock = None if (as_of or "").startswith("#") else moment_at(as_of, game.zone)
                stage = choose(game, stage_id, clock or now_at(game.zone), book_of(game))
            named = wanted(game, stage, book_of(game))
        if not named:
            stop("no-thread", "没有说数哪个帖子", "给出帖子的网址，或在游戏文件里写 [[threads]]", 2)
    urls: list[str | Source] = [*sources] or [*of_game(game, thread_words(named))]
    return urls, source | {"window": window(game, stage_id, stage)}


def counted(reading: Reading, stage_id: str | None, moment: datetime) -> tuple[Game, Tally]:
    """The tally of what was read, and the game with the roster it was made by."""
    from referee.counting import tally as count
    from referee.guess import guessed_of
    from referee.reading import with_roster

    game = with_roster(reading)
    with named_stage(game):
        found = count(game, stage_id, reading.threads, moment, book=book_of(game))
    guessed = guessed_of(game, reading.threads) if game.inferred else ()
    return game, noted(found, (*reading.notes, *guessed))


def noted(found: Tally, notes: tuple[str, ...]) -> Tally:
    """The tally with more notes, which anybody may read."""
    from dataclasses import replace

    public = found.notes if found.public_notes is None else found.public_notes
    return replace(found, notes=(*found.notes, *notes), public_notes=(*public, *notes))


def reported(
    game: Game,
    found: Tally,
    judge: bool,
    format_: str | None,
    output: str | None,
    verbose: bool = False,
    announced: str | None = None,
    last: tuple[str, dict[str, Any]] | None = None,
) -> tuple[str, int]:
    """Show a tally; what was shown and the exit status it stands for. `announced`, `last`: what to compare it with."""
    from referee.dusk import at_dusk
    from referee.reports.json_face import tally_json
    from referee.secrecy import public_view

    shown = found if judge else public_view(found)
    lines = at_dusk(game, found)
    more: dict[str, Any] = {}
    blocks: Sequence[Block] = ()
    report = None
    if announced is not None or last is not None:
        from referee.reports.compared import compared

        more, blocks = compared(game, shown, found, announced, last)
    if face_of(format_, output) != "json":
        from referee.reports.happenings import happenings
        from referee.reports.night_report import with_announcement
        from referee.reports.tally_report import tally_report

        told = happenings(game, shown.stage, shown.as_of)
        report = with_announcement(tally_report(shown, game.title, verbose, told, blocks, judge), lines)
    data = tally_json(shown, game.zone) | {"announce": list(lines)} | more
    text = show(report, data, format_, output, board_of(found))
    if shown.pending and not judge and face_of(format_, output) == "text":
        complain_line(f"referee: 有 {len(shown.pending)} 张票等法官裁定；加 --judge 显示每一张怎样裁定的命令")
    return text, 3 if "undecided" in (found.outcome.kind, shown.outcome.kind) else 0


def board_of(found: Tally) -> str | None:
    """The engine of the board a tally was read from."""
    return found.threads[0].board if found.threads else None


def game_board(game: Game) -> str | None:
    """The engine of the board the game is played on, by the address of its first thread."""
    from parsers.boards import registry

    found = registry.thread_of(game.threads[0].url) if game.threads else None
    return found.board if found else None


def last_tally_kept(game: Game, found: Tally, source: dict[str, Any], since: bool) -> tuple[str, dict[str, Any]] | None:
    """The tally of the same stage that was kept last; asked for and not there, that is said."""
    if not since:
        return None
    from scraper.archive import Archive, default_path
    from scraper.archive.ledger import last_tally

    path = source["archive_path"]
    last = None
    if Path(path or default_path()).exists():
        with Archive(path, read_only=True) as archive:
            urls = [thread.url for thread in found.threads]
            last = last_tally(archive, game.title, found.rules, found.stage.id, urls)
    if last is None:
        complain_line("referee: 注意：存档里没有上次的结果，没有可比的")
    return last


def keep_tally_of(game: Game, found: Tally, threads: Sequence[ThreadPosts], path: str | None) -> int | None:
    """Keep the public tally beside the threads it was made of; the number it is kept under.

    Without an archive to write in nothing is kept.
    """
    from hashlib import sha256

    from referee.reports.json_face import tally_json
    from referee.secrecy import public_view
    from referee.version import VERSION
    from scraper.archive import Archive, default_path
    from scraper.archive.ledger import keep_tally, last_number
    from scraper.trouble import Trouble

    if not Path(path or default_path()).exists():
        return None
    said = [(thread.url, [(post.pid, post.text, post.edited) for post in thread.posts]) for thread in threads]
    source = sha256(repr((said, game)).encode("utf-8", "replace")).hexdigest()
    try:
        with Archive(path) as archive:
            kinds = [(thread.url, thread.kind) for thread in threads]
            number = game_number(archive, game, kinds) if game.title else None
            keep_tally(archive, tally_json(public_view(found), game.zone), VERSION, source, number)
            return last_number(archive, number, found.rules, found.stage.id)
    except Trouble as trouble:
        complain_line(f"referee: 注意：这次的结果没有存下({trouble.what})")
    return None


def game_number(archive: Archive, game: Game, threads: Sequence[tuple[str, str]]) -> int:
    """Keep what a game file says in public, and give the game's number in the archive."""
    from scraper.archive.ledger import RulingRow, StageRow, keep_game

    return keep_game(
        archive,
        game.title,
        game.rules_name,
        str(game.zone),
        [StageRow(stage.id or "", stage.kind, stage.day, stage.opens, stage.closes) for stage in game.stages],
        threads,
        [RulingRow(r.reads, r.targets, r.thread, r.post, r.floor, r.why) for r in game.rulings],
    )
