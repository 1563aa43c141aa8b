"""From SOURCEs to whole threads: the one function every command begins with.

Addresses are read through the archive: what was fetched before is not asked for again unless it can have changed, and
what arrives is kept before anything is counted. Saved pages, WARCs and pastes are read as they lie and kept nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from parsers.posts import Thread
from parsers.values import dataclass
from scraper.archive import Archive, find, known
from scraper.pieces import from_saved
from scraper.sources import Source, pasted, source_of
from scraper.threads import GatherSettings, WalkedThread, from_kept
from scraper.trouble import REFUSED, USAGE, Trouble
from scraper.visit import Boards


@dataclass(frozen=True, slots=True)
class Gathered:
    """All threads of a run, in the order their sources were given; a thread named twice is there once."""

    threads: tuple[WalkedThread, ...]


def gather(sources: Sequence[str | Source], boards: Boards, settings: GatherSettings) -> Gathered:
    """Read every source. Raises Trouble: status 2 for what is no source, 4 for a thread that cannot be had whole."""
    told = [source_of(one, boards.thread_of) if isinstance(one, str) else one for one in sources]
    saved = [source for source in told if source.kind in ("html", "mhtml", "folder", "warc")]
    threads: list[WalkedThread] = []
    for source in told:
        if source.kind in ("url", "archived"):
            threads.append(_named(_from_board(source, boards, settings), source))
        elif source.kind == "paste":
            threads.append(_named(_from_paste(source, boards, settings), source))
        elif saved:
            # Pages of one thread may lie in several files: all saved sources are read together, once.
            threads.extend(from_saved(saved, boards, settings))
            saved = []
    return Gathered(tuple(_each_once(threads)))


def _named(thread: WalkedThread, source: Source) -> WalkedThread:
    return replace(thread, sources=(source.text,), keys=frozenset({source.key}))


def _each_once(threads: Iterable[WalkedThread]) -> list[WalkedThread]:
    return list({(thread.thread.board, thread.thread.url): thread for thread in threads}.values())


def _from_board(source: Source, boards: Boards, settings: GatherSettings) -> WalkedThread:
    if settings.offline or source.kind == "archived":
        with Archive(settings.archive, read_only=True) as archive:
            return _from_archive(archive, source, boards, settings)
    from scraper.online import from_board

    with Archive(settings.archive) as archive:
        return from_board(archive, source.text, boards, settings)


def threads_kept(archive: Archive, sources: Sequence[str | Source], boards: Boards) -> list[Thread] | None:
    """The threads that sources name in the archive; None where one is a file, or is not in the archive."""
    threads = []
    for source in (source_of(one, boards.thread_of) if isinstance(one, str) else one for one in sources):
        if source.kind not in ("url", "archived"):
            return None
        named = boards.thread_of(source.text)
        if named is None or not known(archive, named):
            named = find(archive, source.text)
        if named is None:
            return None
        threads.append(named)
    return threads


def _from_archive(archive: Archive, source: Source, boards: Boards, settings: GatherSettings) -> WalkedThread:
    from scraper.archive import kept_thread

    named = boards.thread_of(source.text)
    kept = kept_thread(archive, named) if named else None
    if kept is None:
        found = find(archive, source.text)
        kept = kept_thread(archive, found) if found else None
    if kept is None:
        if source.kind == "archived":
            raise Trouble(
                "no-source", f"「{source.text}」不是网址，存档里也没有这个编号的帖子", "给出帖子的完整网址", USAGE
            )
        raise Trouble("not-kept", f"存档里没有这个帖子：{source.text}", "去掉 --offline 抓一次", REFUSED)
    return from_kept(kept)


def _from_paste(source: Source, boards: Boards, settings: GatherSettings) -> WalkedThread:
    if boards.read_paste is None:
        raise Trouble("no-source", f"还不会读粘贴的文本：{source.text}", "另存为网页(.html)再交来", USAGE)
    from parsers.pages import Clock
    from parsers.posts import LayoutChanged

    text = pasted(source)
    try:
        page = boards.read_paste(text, Clock(settings.zone), source.text)
    except LayoutChanged as fault:
        raise Trouble(
            "no-thread", f"{source.text} 里看不出帖子({fault})", "从网页上整页选中再复制，或另存为网页", USAGE
        ) from None
    if not any(post.author.strip() for post in page.posts):
        raise Trouble(
            "no-thread", f"{source.text} 里没有帖子：看不出谁说了什么", "从网页上整页选中再复制，或另存为网页", USAGE
        )
    return WalkedThread(page.thread, page.title, page.total, page.posts, page.notes, page.missing)
