"""A stage looked at again and again."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from referee.commands import gathering, tallying
from referee.commands.gathering import moment_at, moment_to, now_at, of_game, reading_for
from referee.commands.judges_files import book_of
from referee.commands.saying import stop
from referee.commands.tallying import counted, game_of, named_stage, reported

if TYPE_CHECKING:
    from datetime import datetime

    from referee.game import Game, Stage
    from scraper.live import Board
    from scraper.sources import Source
    from scraper.threads import WalkedThread
    from scraper.watch import Look


def watch_stage(
    sources: tuple[str, ...],
    game_path: str | None,
    stage_id: str | None,
    until: str | None,
    once: bool,
    format_: str | None,
    output: str | None,
    judge: bool,
    **more: Any,
) -> int:
    """The whole of `referee watch`; the exit status."""
    from datetime import UTC, datetime, timedelta
    from time import sleep

    from scraper.live import Board
    from scraper.watch import Pace
    from scraper.watch import watch as keep_looking

    if more["offline"]:
        stop("usage", "watch 要上网，不能带 --offline", "看存档用 referee tally --offline", 2)
    game = game_of(game_path, stage_id, more)
    urls, stage = watched(game, sources, stage_id)
    end = end_of(until, game.zone) if until else stage.closes if stage else None
    pace = Pace(end.replace(tzinfo=game.zone) if end else None, timedelta(seconds=max(more["delay"] or 0.0, 1.0)))
    with Board() as board:
        tell = partial(show_look, board, game, stage_id, end, pace.until)
        ask = partial(looked, game, urls, stage, more)
        before = known_before(urls, game, more)
        found = keep_looking(ask, pace, tell, lambda: datetime.now(UTC), sleep, before, once)
    reading = reading_for(game, found)
    game, tally = counted(reading, stage_id, moment_to(None, reading))
    tallying.keep_tally_of(game, tally, reading.threads, more["archive_path"])
    return reported(game, tally, judge, format_, output)[1]


def watched(game: Game, sources: Sequence[str], stage_id: str | None) -> tuple[list[str | Source], Stage | None]:
    """The addresses to watch, and the stage they are watched for."""
    from referee.counting import choose, wanted
    from referee.reading import thread_words

    stages = [stage for stage in game.stages if stage.id == stage_id or len(game.stages) == 1]
    stage = stages[0] if stages else None
    if stage is None and game.stages:
        with named_stage(game):
            stage = choose(game, stage_id, now_at(game.zone), book_of(game))
    named = wanted(game, stage, book_of(game)) if stage else game.threads
    urls: list[str | Source] = [*sources] or [*of_game(game, thread_words(named))]
    if not urls:
        stop("no-thread", "没有说看哪个帖子", "给出帖子的网址，或在游戏文件里写 [[threads]]", 2)
    return urls, stage


def end_of(until: str, zone: Any) -> datetime:
    """`--until`: a moment, or a time of today (of tomorrow where it has passed)."""
    from datetime import datetime, time, timedelta

    try:
        found = datetime.combine(now_at(zone).date(), time.fromisoformat(until.strip()))
    except ValueError:
        moment: datetime = moment_at(until, zone)
        return moment
    return found if found > now_at(zone) else found + timedelta(days=1)


def looked(
    game: Game, urls: Sequence[str | Source], stage: Stage | None, source: dict[str, Any], edits: bool
) -> tuple[WalkedThread, ...]:
    """One look; for edits the pages of the stage are asked for again, without a stage those of the last day."""
    from datetime import timedelta

    opens = stage.opens if stage and stage.opens else now_at(game.zone) - timedelta(days=1)
    return gathering.gathered(
        urls, game.zone, source | {"window": (opens, None) if edits else None, "quiet": True}
    ).threads


def known_before(urls: Sequence[str | Source], game: Game, source: dict[str, Any]) -> tuple[WalkedThread, ...]:
    """What the archive knew before the first look; nothing where it knew nothing."""
    from scraper.trouble import Trouble

    try:
        return gathering.gathered(urls, game.zone, source | {"offline": True}).threads
    except Trouble:
        return ()


def show_look(
    board: Board, game: Game, stage_id: str | None, end: datetime | None, until: datetime | None, look: Look
) -> None:
    """Draw one look: the count as it stands, and what has happened since the one before."""
    from referee.ballot_words import ballot_words
    from referee.reading import with_roster
    from referee.reports import render
    from referee.reports.tally_report import tally_report
    from referee.reports.watch_report import happened, status
    from referee.secrecy import public_view
    from scraper.screen import screen
    from scraper.watch import in_last_minutes

    late = {post.pid for post in in_last_minutes(look.posts, end)}
    reading = reading_for(game, look.threads)
    known = with_roster(reading) if reading.threads else game
    ballot = ballot_words(known, [])
    trouble = f"{look.trouble}，等一会儿再试" if look.trouble else ""
    at = look.at.astimezone(game.zone).replace(tzinfo=None)
    lines = happened(at, look.posts, look.changes, ballot, late, trouble)
    count = ""
    if look.threads and sys.stdout.isatty() and look.pause is not None:
        known, found = counted(reading, stage_id, moment_to(None, reading))
        to = screen(sys.stdout)
        count = render(tally_report(public_view(found), known.title), "text", to.width, to.colour)
    pause = look.pause.total_seconds() if look.pause is not None else None
    board.show(count, lines, status(look.at, until, pause, game.zone))
