"""Hits of a search: the contract's list, and lines for the eye with the words marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import tzinfo
from typing import Any, Protocol

from parsers.posts import Stamp

Mark = Callable[[str], str]


class Hit(Protocol):
    """What a search found, as `scraper.archive.search.Hit` has it."""

    @property
    def thread(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def pid(self) -> str: ...
    @property
    def floor(self) -> int | None: ...
    @property
    def author(self) -> str: ...
    @property
    def time(self) -> Stamp | None: ...
    @property
    def snippet(self) -> str: ...
    @property
    def marks(self) -> Sequence[tuple[int, int]]: ...
    @property
    def url(self) -> str: ...
    @property
    def old(self) -> bool: ...


def search_json(hits: Iterable[Hit], zone: tzinfo) -> list[dict[str, Any]]:
    """One object a hit, in the order given; `old` only where the post no longer says so."""
    return [
        {
            "thread": hit.thread,
            "pid": hit.pid,
            "floor": hit.floor,
            "author": hit.author,
            "time": hit.time.iso(zone) if hit.time else None,
            "snippet": hit.snippet,
            "url": hit.url,
            **({"old": True} if hit.old else {}),
        }
        for hit in hits
    ]


def search_text(hits: Iterable[Hit], mark: Mark) -> str:
    """Three lines a hit: where, the words around it, the link."""
    return "\n".join(_told(hit, mark) for hit in hits) or "没有找到\n"


def _told(hit: Hit, mark: Mark) -> str:
    floor = f"{hit.floor}楼" if hit.floor is not None else f"pid {hit.pid}"
    when = f"{hit.time.when:%Y-%m-%d %H:%M}" if hit.time else "时间不明"
    old = "  (旧版本)" if hit.old else ""
    return f"{hit.title}  {floor}  {hit.author}  {when}{old}\n  {_marked(hit, mark)}\n  {hit.url}\n"


def _marked(hit: Hit, mark: Mark) -> str:
    parts, last = [], 0
    for start, end in hit.marks:
        parts += [hit.snippet[last:start], mark(hit.snippet[start:end])]
        last = end
    return "".join([*parts, hit.snippet[last:]])
