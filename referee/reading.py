"""What was read for a game: its threads, and the game that names them as their posts do. Read threads → Reading.

A game file names a thread by any SOURCE: an address in whatever form, a folder, a file. A post knows only the canonical
address of the thread it stands in. Here, and nowhere else, the one becomes the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Protocol, TypeVar

from parsers.posts import Post, Thread
from parsers.values import dataclass
from referee.game import Game, GameThread, JudgeRuling
from referee.game_checks import OPENING_PIDS
from referee.threads import ThreadPosts
from referee.wrong import Wrong

_LOSSY = "这样的页面看不到发帖时间，不判早到、迟到和改票截止"


class Found(Protocol):
    """A thread that was found by some SOURCE."""

    @property
    def thread(self) -> Thread:
        """Where it is."""


class Walked(Found, Protocol):
    """A thread as it was read; see `scraper.threads.WalkedThread`."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def pages(self) -> int:
        """How many pages it has."""

    @property
    def posts(self) -> tuple[Post, ...]:
        """Its posts in posting order."""

    @property
    def history(self) -> Mapping[str, tuple[Post, ...]]:
        """Pid → older wordings."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What the judge should know of the reading."""

    @property
    def missing(self) -> tuple[str, ...]:
        """What the view cannot tell."""

    @property
    def seen(self) -> datetime | None:
        """When it was last read, aware."""


F = TypeVar("F", bound=Found)
W = TypeVar("W", bound=Walked)


@dataclass(frozen=True, slots=True)
class Reading:
    """A game whose threads and rulings go by the addresses of `threads`; `seen`: when the oldest of them was read.

    `notes` are for the report. `seen` is on the board's clock, None where nothing tells.
    """

    game: Game
    threads: tuple[ThreadPosts, ...]
    notes: tuple[str, ...] = ()
    seen: datetime | None = None

    def now(self, clock: datetime) -> datetime:
        """The moment up to which everything is known: `clock`, or when the threads were read."""
        return min(clock, self.seen or clock)


def reading_of(game: Game, walked: Sequence[W], names: Callable[[str, W], bool]) -> Reading:
    """The threads that were read, for what the game file says they are. Raises Wrong for a ruling on no one post."""
    game = called_as_read(game, walked, names)
    threads = tuple(
        ThreadPosts(w.thread.url, w.thread.board, w.title, w.pages, w.posts, w.history, kind, stage)
        for w in walked
        for kind, stage in [(t.kind, t.stage) for t in game.threads if t.url == w.thread.url] or [("vote", None)]
    )
    lossy = [_LOSSY for w in walked if "times" in w.missing]
    notes = tuple(dict.fromkeys([note for w in walked for note in w.notes] + lossy))
    seen = [w.seen.astimezone(game.zone).replace(tzinfo=None) for w in walked if w.seen is not None]
    return Reading(game, threads, notes, min(seen, default=None))


def strangers_only(reading: Reading) -> str | None:
    """What to say where not one of those who post in the threads for votes stands on the roster; None else."""
    from referee.moment import seat_of

    game = reading.game
    posts = [post for thread in reading.threads if thread.kind == "vote" for post in thread.posts]
    accounts = {(post.author, post.uid): seat_of(game, post.author, None, uid=post.uid).standing for post in posts}
    guests = [author for (author, _), standing in accounts.items() if standing == "outsider"]
    if not game.players or len(guests) < 2 or set(accounts.values()) - {"outsider", "judge"}:
        return None
    return f"发帖的没有一个在名单上({'、'.join(guests[:5])}{'…' if len(guests) > 5 else ''})，看看名单或帖子写对没有"


def called_as_read(game: Game, walked: Sequence[F], names: Callable[[str, F], bool]) -> Game:
    """The game with its threads and rulings under the addresses their posts carry; what was not read stays as it is.

    `names`: whether a SOURCE word names a thread. A folder that holds several threads stands for each. Raises Wrong for
    a ruling that could mean several posts.
    """

    def meant(word: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(w.thread.url for w in walked if names(word, w)))

    threads = [replace(each, url=url) for each in game.threads for url in meant(each.url) or (each.url,)]
    kinds: dict[str, str] = {}
    for each in threads:
        kinds.setdefault(each.url, each.kind)
    votes = tuple(dict.fromkeys(w.thread.url for w in walked if kinds.get(w.thread.url, "vote") == "vote"))
    rulings = [one for ruling in game.rulings for one in _ruled(ruling, meant, votes)]
    return replace(game, threads=tuple(dict.fromkeys(threads)), rulings=tuple(rulings))


def _ruled(
    ruling: JudgeRuling, meant: Callable[[str], tuple[str, ...]], votes: tuple[str, ...]
) -> Iterator[JudgeRuling]:
    urls = meant(ruling.thread) if ruling.thread is not None else ()
    could_be = urls if ruling.thread is not None else votes
    if len(could_be) > 1 and (ruling.post is None or ruling.post in OPENING_PIDS):
        which = f"#{ruling.floor}" if ruling.post is None else ruling.post
        raise Wrong(
            "ruling", f"对 {which} 的裁定说的是哪个帖子？", f"在 [[rulings]] 里写 thread：{'  '.join(could_be)}"
        )
    for url in urls or (ruling.thread,):
        yield replace(ruling, thread=url)


def with_roster(reading: Reading) -> Game:
    """The game that was read for; its roster inferred from who posts where the file gives none."""
    if reading.game.players:
        return reading.game
    from parsers.ballots.reader import read
    from referee.guess import inferred

    return inferred(reading.game, reading.threads, read)


def at_floor(words: str, reading: Reading) -> datetime:
    """The moment of a floor (`#60`) of the threads that were read. Raises Wrong where there is no such, or several."""
    number = words.lstrip("#").strip()
    found = {
        post.time.when: thread.url
        for thread in reading.threads
        for post in thread.posts
        if post.time is not None and str(post.floor) == number
    }
    if len(found) == 1:
        return next(iter(found))
    if found:
        where = "、".join(dict.fromkeys(found.values()))
        raise Wrong("as-of", f"有几个帖子都有 {words} 楼：{where}", "写出时间，或只交其中一个帖子")
    floors = [post.floor for thread in reading.threads for post in thread.posts if post.floor is not None]
    if not floors:
        raise Wrong("as-of", f"这样的页面看不到楼层，不知道 {words} 是哪一刻", "写出时间，如 2009-03-10T21:00")
    if number in map(str, floors):
        raise Wrong("as-of", f"{words} 楼看不到发帖时间", "写出时间，如 2009-03-10T21:00")
    raise Wrong("as-of", f"没有 {words} 楼；读到的是 #{min(floors)} 到 #{max(floors)}", "写出时间，或改楼号")


def thread_words(threads: Sequence[GameThread], kind: str | None = None) -> list[str]:
    """The SOURCE words of some threads of a game, each once; of one kind where one is named."""
    return list(dict.fromkeys(thread.url for thread in threads if kind in (None, thread.kind)))
