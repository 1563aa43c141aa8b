"""Threads out of saved pages: files in any order, some of them no thread, put together page by page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from parsers.pages import Page
from parsers.posts import BoardMessage, Post, ThreadPage
from parsers.values import dataclass
from scraper.archive import Deletion
from scraper.sources import Source, pages_of
from scraper.threads import GatherSettings, WalkedThread, gap_note
from scraper.trouble import REFUSED, USAGE, Trouble
from scraper.visit import Boards, read
from scraper.walk import floor_gaps, posting_order, stands_better
from scraper.wordings import Seen, changes, history, moment_of

if TYPE_CHECKING:
    from scraper.warc import Standing


def from_saved(sources: Sequence[Source], boards: Boards, settings: GatherSettings) -> list[WalkedThread]:
    """Every thread that saved sources hold. Raises Trouble: 2 where there is none, 4 where pages are lacking."""
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
        told.append(gap_note(gaps))
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
