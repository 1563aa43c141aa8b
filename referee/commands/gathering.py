"""SOURCEs to threads, as of a moment: here the scraper meets the boards and the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from referee.commands.judges_files import book_of
from referee.commands.saying import stop

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from parsers.posts import Thread
    from referee.game import Game
    from referee.reading import Reading
    from referee.tally import Tally
    from scraper.gather import Gathered
    from scraper.sources import Source
    from scraper.threads import GatherSettings, WalkedThread
    from scraper.visit import Boards


def gathered(
    sources: Sequence[str | Source], zone: tzinfo, source: dict[str, Any], window: Any = None, whole: bool = True
) -> Gathered:
    """The threads of some SOURCEs, with the source options of a command. `window`: (opens, closes) of the stage."""
    from scraper.gather import gather

    with settings_for(zone, source, window or source.get("window"), whole) as settings:
        return gather(sources, boards(), settings)


@contextmanager
def settings_for(
    zone: tzinfo, source: dict[str, Any], window: Any = None, whole: bool = True
) -> Iterator[GatherSettings]:
    """The source options of a command as settings, a progress bar on the terminal meanwhile."""
    from scraper.progress import ProgressBar
    from scraper.threads import GatherSettings

    path = Path(source["archive_path"]) if source["archive_path"] else None
    with ProgressBar(source.get("quiet", False)) as bar:
        client = partial(client_of, source, bar.say)
        recheck = source.get("recheck", False)
        yield GatherSettings(zone, path, source["offline"], source["refresh"], window, whole, client, bar.page, recheck)


def boards() -> Boards:
    """What is known of boards, as functions."""
    from parsers.boards import registry
    from scraper.visit import Boards

    return Boards(registry.thread_of, registry.page_address, registry.read, read_paste)


def client_of(source: dict[str, Any], say_line: Callable[[str], None]) -> Any:
    """What fetches, with the cookies and the pace the judge asked for."""
    from scraper.fetch import Fetcher, FetchSettings

    cookies = Path(source["cookies"]) if source["cookies"] else None
    delay = FetchSettings().delay if source["delay"] is None else source["delay"]
    return Fetcher(FetchSettings(delay=delay, cookies=cookies), say_line)


def read_paste(text: str, clock: Any, url: str) -> Any:
    """A paste read; the reader of pastes is loaded when there is one."""
    from parsers.boards import paste

    return paste.read_paste(text, clock, url)


def read_for(game: Game, sources: Sequence[str | Source], source: dict[str, Any]) -> Reading:
    """The threads of some SOURCEs, read for a game."""
    from referee.commands.saying import complain_line
    from referee.reading import strangers_only

    reading = reading_for(game, gathered(sources, game.zone, source).threads)
    if warning := strangers_only(reading):
        complain_line(f"referee: 注意：{warning}")
    return reading


def reading_for(game: Game, walked: Sequence[WalkedThread]) -> Reading:
    """Threads that were read, for what the game file says they are."""
    from referee.reading import reading_of

    return reading_of(game, walked, lambda word, one: is_named_by(game, word, one.thread, one.keys))


def is_named_by(game: Game, word: str, thread: Thread, keys: frozenset[str]) -> bool:
    """Whether a word of the game names a thread that was read from sources known by `keys`."""
    from parsers.boards import registry
    from scraper.sources import is_named

    return is_named(word, thread, keys, registry.thread_of, Path(game.folder))


def of_game(game: Game, words: Sequence[str]) -> list[Source]:
    """The SOURCEs a game file names; files are looked for where it lies."""
    from parsers.boards import registry
    from scraper.sources import source_of

    return [source_of(word, registry.thread_of, Path(game.folder)) for word in words]


def canonical(url: str) -> str:
    """The address of the whole thread an address leads to; as it is where no board has such addresses."""
    from parsers.boards import registry

    thread = registry.thread_of(url)
    return thread.url if thread is not None else url


def same_thread(game: Game, one: str, other: str) -> bool:
    """Whether two words of the game file mean the same thread."""
    from parsers.boards import registry
    from scraper.sources import key_of

    folder = Path(game.folder)
    return key_of(one, registry.thread_of, folder) == key_of(other, registry.thread_of, folder)


def wanted_sources(sources: Sequence[str], game: Game | None) -> list[str | Source]:
    """The SOURCEs handed in and those of the game, each once."""
    from referee.reading import thread_words

    return [*dict.fromkeys(sources), *(of_game(game, thread_words(game.threads)) if game else ())]


def addresses(wanted: Sequence[str | Source], source: dict[str, Any]) -> list[str]:
    """The canonical addresses of the threads some SOURCEs hold; saved pages are read for theirs."""
    from zoneinfo import ZoneInfo

    from parsers.boards import registry
    from scraper.sources import source_of

    told = [source_of(one, registry.thread_of) if isinstance(one, str) else one for one in wanted]
    saved = [one for one in told if one.path is not None]
    walked = gathered(saved, ZoneInfo("Asia/Shanghai"), source, whole=False).threads if saved else ()
    return [*(canonical(one.text) for one in told if one.path is None), *(one.thread.url for one in walked)]


def at_hand(game: Game, path: str | None) -> tuple[list[WalkedThread], bool]:
    """The game's threads as far as they can be had without asking a board, and whether that is all of them."""
    from referee.reading import thread_words
    from scraper.trouble import Trouble

    source = {"archive_path": path, "offline": True, "refresh": False, "cookies": None, "delay": None, "quiet": True}
    walked: list[WalkedThread] = []
    whole = True
    told: list[Source] = []
    for word in thread_words(game.threads):
        try:
            told += of_game(game, [word])
        except Trouble:  # a folder that is not there any more
            whole = False
    saved = [one for one in told if one.path is not None]
    for some in [saved, *([one] for one in told if one not in saved)]:
        try:
            walked += gathered(some, game.zone, source, whole=False).threads if some else ()
        except Trouble:
            whole = False
    return walked, whole


def now_at(zone: tzinfo) -> datetime:
    """Now, on the board's clock."""
    from datetime import datetime

    return datetime.now(zone).replace(tzinfo=None, microsecond=0)


@overload
def moment_at(text: str, zone: tzinfo) -> datetime: ...


@overload
def moment_at(text: str | None, zone: tzinfo) -> datetime | None: ...


def moment_at(text: str | None, zone: tzinfo) -> datetime | None:
    """A time as the judge writes it, on the board's clock."""
    from referee.wishes import moment

    return None if text is None else moment(text, zone)


def moment_to(text: str | None, reading: Reading) -> datetime:
    """The moment to count to: as given, that of a floor, else now (what was read earlier is known up to then)."""
    from referee.reading import at_floor

    if text is None:
        return reading.now(now_at(reading.game.zone))
    return at_floor(text, reading) if text.startswith("#") else moment_at(text, reading.game.zone)


def moment_of_game(text: str | None, game: Game, source: dict[str, Any]) -> Any:
    """A moment as given: an ISO time, or a floor of the game's threads (#60)."""
    from referee.reading import thread_words

    if not (text or "").startswith("#"):
        return moment_at(text, game.zone)
    if not game.threads:
        stop("no-thread", f"游戏文件里没有帖子，不知道 {text} 楼是什么时刻", "写出时间", 2)
    return moment_to(text, read_for(game, of_game(game, thread_words(game.threads)), source))


def ballots_of(game: Game, moment: Any, source: dict[str, Any]) -> Any:
    """What counts a stage where the answer hangs on its ballots; the threads are read the first time it is asked."""
    from functools import cache

    from referee.counting import NoSuchStage
    from referee.counting import tally as count
    from referee.reading import thread_words, with_roster

    known: dict[str | None, Tally | None] = {}
    urls = thread_words(game.threads, "vote")
    reading = cache(lambda: read_for(game, of_game(game, urls), source))

    def tally_of(stage: str) -> Tally | None:
        if not urls:
            return None
        try:
            return count(with_roster(reading()), stage, reading().threads, moment, book=book_of(game), known=known)
        except NoSuchStage:
            return None

    return tally_of
