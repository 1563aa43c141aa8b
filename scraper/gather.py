"""From SOURCEs to whole threads: the one function every command begins with.

Addresses are read through the archive: what was fetched before is not asked for again unless it can have changed, and
what arrives is kept before anything is counted. Saved pages, WARCs and pastes are read as they lie and kept nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

from parsers.pages import Page
from parsers.posts import BoardMessage, Change, Post, Thread, ThreadPage
from parsers.values import dataclass
from scraper.archive import Archive, Deletion, Kept, find, known
from scraper.sources import Source, pages_of, pasted, source_of
from scraper.trouble import REFUSED, USAGE, Trouble
from scraper.visit import Boards, Client, read
from scraper.walk import UNSETTLED, floor_gaps, posting_order, stands_better
from scraper.wordings import Seen, changes, history, moment_of

if TYPE_CHECKING:
    from scraper.warc import Standing

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
            threads.extend(_from_saved(saved, boards, settings))
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
        (*notes, *([_gap_note(gaps)] if gaps else [])),
        kept.missing,
        history=history(kept.versions, kept.posts),
        changes=changes(kept.versions, kept.deleted),
        read=read,
        seen=moment_of(kept.settled),
    )


def _gap_note(gaps: Sequence[int]) -> str:
    some = "、".join(map(str, gaps[:20])) + ("…" if len(gaps) > 20 else "")
    return f"没有 {some} 楼：已被删除，或不给看"


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


def _from_saved(sources: Sequence[Source], boards: Boards, settings: GatherSettings) -> list[WalkedThread]:
    found = _read_saved(sources, boards, settings)
    if not found.parts:
        raise _nothing_in(sources, found)
    threads: dict[tuple[str, str], list[Part]] = {}
    for part in found.parts:
        threads.setdefault((part.page.thread.board, part.page.thread.url or part.page.thread.tid), []).append(part)
    stood, shared = _stood(sources), _shared(found.parts)
    return [_from_parts(parts, found.notes(), settings.whole, stood, shared) for parts in threads.values()]


@dataclass(frozen=True, slots=True)
class Part:
    """A thread page out of a file, the SOURCE the file came by, and when it was fetched where that can be relied on."""

    page: ThreadPage
    source: Source
    file: Source
    seen: datetime | None


@dataclass(frozen=True, slots=True)
class Saved:
    """What lay in some saved sources: thread pages, pages that are no thread, files that could not be read."""

    parts: tuple[Part, ...]
    messages: tuple[tuple[Source, Page, BoardMessage], ...]
    unread: tuple[tuple[Source, Trouble], ...]

    def notes(self) -> list[str]:
        """What was left out, in Chinese."""
        others = list(dict.fromkeys(file.name for file, _, _ in self.messages))
        notes = [f"跳过 {len(self.messages)} 个不是帖子的网页：{_some(others)}"] if others else []
        return notes + [f"没读 {file.name}：{trouble.what}" for file, trouble in self.unread]


def _some(words: Sequence[str], most: int = 5) -> str:
    return "、".join(words[:most]) + ("…" if len(words) > most else "")


def _nothing_in(sources: Sequence[Source], found: Saved) -> Trouble:
    """Why there is no thread in what was handed in."""
    spoken = [(page, message) for _, page, message in found.messages if page.body.strip()]
    if spoken:
        from scraper.refusals import refusal

        return refusal(*spoken[0])
    if found.messages:
        return Trouble("empty", f"{found.messages[0][0].text} 是空的", "用浏览器打开帖子，重新另存这一页", REFUSED)
    if found.unread:
        return found.unread[0][1]
    return Trouble("no-page", f"{sources[0].text} 里没有网页", "把帖子另存为 .html 或 .mhtml 再交来", USAGE)


def _shared(parts: Iterable[Part]) -> frozenset[str]:
    """The sources, and files, that hold pages of more than one thread."""
    held: dict[str, set[tuple[str, str]]] = {}
    for part in parts:
        for source in (part.source, part.file):
            held.setdefault(source.key, set()).add((part.page.thread.board, part.page.thread.url))
    return frozenset(key for key, threads in held.items() if len(threads) > 1)


def _from_parts(
    parts: Sequence[Part], notes: Sequence[str], whole: bool, stood: dict[str, Standing], shared: frozenset[str]
) -> WalkedThread:
    standing = stood.get(parts[0].page.thread.url)
    found = _pieced_together([part.page for part in parts], notes, whole, standing)
    times = [part.seen for part in parts if part.seen is not None]
    words = [part.file.text if part.source.key in shared else part.source.text for part in parts]
    return replace(
        found,
        seen=moment_of(standing.seen) if standing else max(times, default=None),
        sources=tuple(dict.fromkeys(words)),
        keys=frozenset(source.key for part in parts for source in (part.source, part.file)),
    )


def _stood(sources: Sequence[Source]) -> dict[str, Standing]:
    from scraper.warc import warc_standing

    warcs = [source.path for source in sources if source.kind == "warc" and source.path]
    return {url: standing for path in warcs for url, standing in warc_standing(path).items()} if warcs else {}


def _read_saved(sources: Sequence[Source], boards: Boards, settings: GatherSettings) -> Saved:
    parts: list[Part] = []
    messages: list[tuple[Source, Page, BoardMessage]] = []
    unread: list[tuple[Source, Trouble]] = []
    for source in sources:
        for file, page in pages_of(source, boards.thread_of):
            if isinstance(page, Trouble):
                unread.append((file, page))
                continue
            found = read_file(boards, page, settings.zone, file)
            if isinstance(found, ThreadPage):
                # The time of a plain file is that of the last copy made of it.
                parts.append(Part(found, source, file, page.fetched if file.kind in ("warc", "mhtml") else None))
            else:
                messages.append((file, page, found))
    return Saved(tuple(parts), tuple(messages), tuple(unread))


def read_file(boards: Boards, page: Page, zone: tzinfo, file: Source) -> ThreadPage | BoardMessage:
    """A page out of a file. Raises Trouble `layout`, naming the file, where its engine cannot make it out."""
    if not page.body.strip():
        return BoardMessage("")
    try:
        found = read(boards, page, zone)
    except Trouble as trouble:
        raise Trouble(trouble.code, f"{file.text}：{trouble.what}", trouble.advice, trouble.status) from None
    if isinstance(found, ThreadPage) and not found.thread.tid:
        # Nothing on the page tells which thread it is of: two such pages are not taken for one thread.
        posts = tuple(replace(post, thread=file.text) for post in found.posts)
        return replace(found, thread=replace(found.thread, url=file.text), posts=posts)
    return found


def _pieced_together(
    pages: Sequence[ThreadPage], notes: Sequence[str], whole: bool, stood: Standing | None = None
) -> WalkedThread:
    """A thread from saved pages in any order. Raises Trouble (status 4) where pages are lacking and all are wanted."""
    # Views that cannot tell everything give way to those that can.
    full = [page for page in pages if page.whole_view is None] or list(pages)
    first = min(full, key=lambda page: page.number)
    versions: dict[str, list[Seen]] = {}
    stands: dict[str, Post] = {}
    for page in full:
        for post in page.posts:
            before = stands.get(post.pid)
            if before is None or _says(before) != _says(post):
                versions.setdefault(post.pid, []).append((post, None))
            if before is None or stands_better((before.page, before.floor), (post.page, post.floor)):
                stands[post.pid] = post
            else:
                stands[post.pid] = replace(post, page=before.page, floor=before.floor, url=before.url)
    gone = [post for pid, post in stands.items() if stood and pid not in stood.pids]
    posts = posting_order(post for pid, post in stands.items() if not stood or pid in stood.pids)
    gaps = floor_gaps(posts)
    total = max(page.total for page in full)
    lacking = sorted(set(range(1, total + 1)) - {page.number for page in full})
    if lacking and whole:
        some = "、".join(map(str, lacking[:10])) + ("…" if len(lacking) > 10 else "")
        what = f"保存的网页不全：缺第 {some} 页(共 {total} 页)"
        raise Trouble("incomplete", what, "把缺的几页也另存下来，放进同一个文件夹一起交", REFUSED)
    told = [note for page in full for note in page.notes]
    if lacking:
        told.append(f"缺第 {'、'.join(map(str, lacking))} 页(共 {total} 页)")
    elif gaps:
        told.append(_gap_note(gaps))
    return WalkedThread(
        first.thread,
        first.title,
        total,
        posts,
        tuple(dict.fromkeys([*notes, *told])),
        tuple(dict.fromkeys(word for page in full for word in page.missing)),
        not lacking,
        history(versions, posts),
        changes(
            {pid: said for pid, said in versions.items() if len(said) > 1},
            [Deletion(post, stood.gone.get(post.pid, "")) for post in gone] if stood else [],
        ),
    )


def _says(post: Post) -> tuple[object, ...]:
    return (post.author, post.text, post.edited, post.hidden, post.quotes, post.struck)
