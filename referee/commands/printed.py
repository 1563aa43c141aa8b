"""A tally out of the archive that was printed before of the very same things is printed again as it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.commands.gathering import boards, now_at
from referee.commands.judges_files import book_of

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from referee.game import Game
    from scraper.archive.printed import Printed
    from scraper.sources import Source


def printed_key(
    game: Game, urls: Sequence[str | Source], asked: tuple[Any, ...], source: dict[str, Any], file: str | None
) -> str | None:
    """What a tally out of the archive is kept under as printed: a digest of all it is made from.

    None where not all of that can be told: pages are fetched or lie in files, the rules are not built in.
    """
    from referee.variants import BUILT_IN, find
    from scraper.archive import Archive
    from scraper.archive.printed import held, key_of
    from scraper.gather import threads_kept
    from scraper.trouble import Trouble

    book = book_of(game)
    only_addresses = all(thread.url.startswith(("http://", "https://")) for thread in game.threads)
    if not only_addresses or book.name not in BUILT_IN or find(book.name) is not book:
        return None
    said = sorted((name, repr(value)) for name, value in source.items() if name not in ("cookies", "delay"))
    try:
        with Archive(source["archive_path"], read_only=True) as archive:
            threads = threads_kept(archive, urls, boards())
            all_held = held(archive, threads) if threads else None
            if all_held is None:
                return None
            now = now_at(game.zone)
            moment = None if asked[1] else min(now, read_at(all_held.settled, game.zone) or now)
            return key_of(archive, file, asked, said, urls, moment, str(game.zone), all_held.digest)
    except (Trouble, OSError):
        return None  # counted without it, or refused there


def read_at(settled: str | None, zone: tzinfo) -> datetime | None:
    """When the threads were last read, on the board's clock."""
    from scraper.wordings import moment_of

    when = moment_of(settled)
    return when.astimezone(zone).replace(tzinfo=None) if when else None


def printed_before(key: str, path: str | None) -> Printed | None:
    """What was printed under a key, if anything was."""
    from scraper.archive import Archive
    from scraper.archive.printed import found

    with Archive(path, read_only=True) as archive:
        return found(archive, key)


def remember_printed(key: str, report: str, status: int, verdict: int, path: str | None) -> None:
    """Keep what was printed under a key."""
    from scraper.archive import Archive
    from scraper.archive.printed import Printed, remember

    with Archive(path, read_only=True) as archive:
        remember(archive, key, Printed(report, status, verdict))
