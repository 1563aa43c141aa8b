"""A whole thread as the other stages want it, and how it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from datetime import datetime, tzinfo
from pathlib import Path

from parsers.posts import Change, Post, Thread
from parsers.values import dataclass
from scraper.archive import Kept
from scraper.trouble import REFUSED, Trouble
from scraper.visit import Client
from scraper.walk import UNSETTLED, floor_gaps
from scraper.wordings import changes, history, moment_of

Window = tuple[datetime | None, datetime | None]  # opens, closes: naive, on the board's clock
Progress = Callable[[int, int], None]  # page just read, pages in all


@dataclass(frozen=True, slots=True)
class GatherSettings:
    """How to gather. Every field but `zone` (the board's clock) has a default that suits a plain run.

    `window`: the stage in question; of a thread already in the archive only pages that hold part of it are asked for
    again. `recheck`: every page is asked for again, to find edits. `client`: what fetches, made when the first page is
    wanted. `whole`: refuse saved sources with pages missing.
    """

    zone: tzinfo
    archive: Path | None = None
    offline: bool = False
    refresh: bool = False
    window: Window | None = None
    whole: bool = True
    client: Callable[[], Client] | None = None
    progress: Progress | None = None
    recheck: bool = False


@dataclass(frozen=True, slots=True)
class WalkedThread:
    """One thread, whole: `posts` each once in posting order.

    `history`: pid → its wordings, oldest first, of posts that were reworded, are withheld by now, or are gone (then
    they are not among `posts`). `changes`: edits and deletions as they were found out. `missing`: what the view cannot
    tell ("times", "floors", …). `complete`: False where pages are lacking (`notes` names them). `read`: numbers of the
    pages asked for in this run. `seen`: when it was last read, aware. `sources`: the fewest SOURCE words that give this
    thread and no other. `keys`: what each SOURCE that holds some of it is known by (`sources.key_of`).
    """

    thread: Thread
    title: str
    pages: int
    posts: tuple[Post, ...]
    notes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    complete: bool = True
    history: dict[str, tuple[Post, ...]] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    read: tuple[int, ...] = ()
    seen: datetime | None = None
    sources: tuple[str, ...] = field(default=(), compare=False)
    keys: frozenset[str] = field(default=frozenset(), compare=False)


def from_kept(kept: Kept, notes: Iterable[str] = (), read: tuple[int, ...] = ()) -> WalkedThread:
    """A thread out of the archive as the other stages want it. Raises Trouble (status 4) where pages are lacking."""
    if kept.absent:
        some = "、".join(map(str, kept.absent[:10])) + ("…" if len(kept.absent) > 10 else "")
        what = f"存档里这个帖子缺第 {some} 页(共 {kept.total} 页)：{kept.thread.url}"
        raise Trouble("incomplete", what, "去掉 --offline 再运行一次，会接着抓完", REFUSED)
    if kept.moving == 1:
        what = f"上次读这个帖子时楼层在变动，没读完就断了：{kept.thread.url}"
        raise Trouble("incomplete", what, "去掉 --offline 再运行一次", REFUSED)
    gaps = floor_gaps(kept.posts)
    notes = tuple(dict.fromkeys([*kept.notes, *notes, *([UNSETTLED] if kept.moving else [])]))
    return WalkedThread(
        kept.thread,
        kept.title,
        kept.total,
        kept.posts,
        (*notes, *([gap_note(gaps)] if gaps else [])),
        kept.missing,
        history=history(kept.versions, kept.posts),
        changes=changes(kept.versions, kept.deleted),
        read=read,
        seen=moment_of(kept.settled),
    )


def gap_note(gaps: Sequence[int]) -> str:
    """Floors that are not there, in Chinese."""
    some = "、".join(map(str, gaps[:20])) + ("…" if len(gaps) > 20 else "")
    return f"没有 {some} 楼：已被删除，或不给看"
