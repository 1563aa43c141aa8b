"""`referee archive`: fetch threads into the archive, take saved pages into it, and say what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parsers.pages import Page
from parsers.posts import Thread, ThreadPage
from scraper.archive import Archive, counted, kept_thread, moment
from scraper.archive.scrub import scrub, scrub_address
from scraper.archive.shelf import Count
from scraper.online import from_board
from scraper.pieces import read_file
from scraper.sources import Source, pages_of, source_of
from scraper.threads import GatherSettings
from scraper.trouble import USAGE, Trouble
from scraper.visit import Boards


@dataclass(frozen=True, slots=True)
class Taken:
    """What a run added for one thread: how much there is now and how much there was; pages asked for and lacking."""

    source: str
    thread: Thread
    title: str
    before: Count
    now: Count
    asked: int
    absent: tuple[int, ...]
    notes: tuple[str, ...] = ()


def keep(sources: Sequence[str | Source], boards: Boards, settings: GatherSettings) -> tuple[Taken, ...]:
    """Keep every source. Raises Trouble where one cannot be had; what came before it is kept."""
    taken: list[Taken] = []
    if settings.offline:
        raise Trouble(
            "usage", "入档要上网，不能带 --offline", "去掉 --offline；只看存档里的用 referee posts --offline", USAGE
        )
    with Archive(settings.archive) as archive:
        for source in [source_of(one, boards.thread_of) if isinstance(one, str) else one for one in sources]:
            if source.kind == "paste":
                advice = "另存为网页(.html、.mhtml)再交来；只数票可以直接 referee tally 这个文件"
                raise Trouble("no-source", f"粘贴的文本没有帖子地址和编号，不能入档：{source.text}", advice, USAGE)
            if source.kind in ("url", "archived"):
                taken.append(_from_board(archive, source, boards, settings))
            else:
                taken.extend(_from_saved(archive, source, boards, settings))
    return tuple(taken)


def _from_board(archive: Archive, source: Source, boards: Boards, settings: GatherSettings) -> Taken:
    from scraper.archive import find

    found = find(archive, source.text)
    if source.kind == "archived" and found is None:
        raise Trouble(
            "no-source", f"「{source.text}」不是网址，存档里也没有这个编号的帖子", "给出帖子的完整网址", USAGE
        )
    url = found.url if source.kind == "archived" and found else source.text
    named = boards.thread_of(url) or found
    before = counted(archive, named) if named else Count()
    thread = from_board(archive, url, boards, settings)
    kept = kept_thread(archive, thread.thread)
    absent = kept.absent if kept else ()
    return Taken(
        source.text,
        thread.thread,
        thread.title,
        before,
        counted(archive, thread.thread),
        len(thread.read),
        absent,
        thread.notes,
    )


def _from_saved(archive: Archive, source: Source, boards: Boards, settings: GatherSettings) -> list[Taken]:
    """Saved pages, as of when they were saved: an older copy adds its wordings and changes nothing that stands."""
    before: dict[Thread, tuple[str, Count]] = {}
    skipped = 0
    unread: list[str] = []
    for file, page in pages_of(source, boards.thread_of):
        if isinstance(page, Trouble):
            unread.append(f"没读 {file.name}：{page.what}")
            continue
        found = read_file(boards, page, settings.zone, file)
        if not isinstance(found, ThreadPage) or found.whole_view is not None or not found.thread.tid:
            skipped += 1
            continue
        before.setdefault(_bare(found.thread), (found.title, counted(archive, found.thread)))
        fetch = archive.keep_fetch(_without_body(page), scrub(page.body))
        archive.keep_page(found, fetch, moment(page.fetched))
    if not before:
        raise Trouble("no-page", f"{source.text} 里没有可以入档的帖子页", "把帖子的普通页面另存下来再交来", USAGE)
    notes = (*([f"跳过 {skipped} 个不是完整帖子页的网页"] if skipped else ()), *unread)
    taken = []
    for thread, (title, count) in before.items():
        kept = kept_thread(archive, thread)
        absent = kept.absent if kept else ()
        taken.append(Taken(source.text, thread, title, count, counted(archive, thread), 0, absent, notes))
    return taken


def _bare(thread: Thread) -> Thread:
    return replace(thread, page=None, view=None, post=None)


def _without_body(page: Page) -> Page:
    return Page(scrub_address(page.url), b"", page.content_type, page.status, page.fetched)


def told(taken: Taken) -> str:
    """One thread's outcome in Chinese, for the terminal."""
    new = taken.now.posts - taken.before.posts
    said = [f"{taken.now.posts} 帖(新 {new})", f"共 {taken.now.pages} 页，问了 {taken.asked} 页"]
    if taken.now.rewordings > taken.before.rewordings:
        said.append(f"新发现改动 {taken.now.rewordings - taken.before.rewordings} 处")
    if taken.now.gone > taken.before.gone:
        said.append(f"新发现消失 {taken.now.gone - taken.before.gone} 帖")
    lines = [f"{taken.title or taken.thread.url}", "  " + "，".join(said), f"  {taken.thread.url}"]
    if taken.absent:
        lines.append("  还缺第 " + "、".join(map(str, taken.absent[:20])) + " 页")
    return "\n".join([*lines, *(f"  注意：{note}" for note in taken.notes)])
