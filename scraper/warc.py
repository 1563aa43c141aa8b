"""WARC files: web archives as libraries and crawlers write them. Read with warcio."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any, Final

from parsers.pages import Page
from scraper.saved import unreadable
from scraper.trouble import USAGE, Trouble

LARGEST_PAGE = 50_000_000
NOTE = "application/vnd.referee.standing+json"  # our own record: which posts of a thread stood, which were gone

_AGAIN: Final = "换一份，或重新导出"


class _Broken(ValueError):
    """What is wrong with a record, in Chinese."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a WARC of ours says of a thread: which posts stood when it was last read, at `seen`, and which were gone.

    `gone`: pid → when the post was first missed. Times are UTC, ISO.
    """

    pids: frozenset[str]
    gone: dict[str, str]
    seen: str | None


def warc_standing(path: Path) -> dict[str, Standing]:
    """Thread address → which posts stood, of a WARC written by `referee export`; empty for any other.

    Raises Trouble (status 2).
    """
    found = {}
    with _records(path) as records:
        for record in records:
            if record.rec_type == "metadata" and record.rec_headers.get_header("Content-Type") == NOTE:
                note = json.loads(record.content_stream().read(LARGEST_PAGE))
                found[note["thread"]] = Standing(frozenset(note["standing"]), dict(note["gone"]), note["seen"])
    return found


def warc_pages(path: Path) -> Iterator[Page]:
    """The web pages of a WARC file (also gzipped) in the order they were fetched. Raises Trouble (status 2)."""
    pages, count = [], 0
    with _records(path) as records:
        for record in records:
            count += 1
            if record.rec_type in ("response", "resource"):
                page = _page(record)
                if page is not None:
                    pages.append(page)
    if not count:
        raise Trouble("bad-warc", f"{path.name} 不是 WARC", _AGAIN, USAGE)
    yield from sorted(pages, key=lambda page: page.fetched or datetime.min.replace(tzinfo=UTC))


@contextmanager
def _records(path: Path) -> Iterator[Iterator[Any]]:
    """The records of a file; whatever its bytes do to the library is one Trouble (status 2), and the library is mute.

    A broken header ends in any error inside warcio (AttributeError, IndexError …); its words are English and quote
    the bytes.
    """
    from warcio.archiveiterator import ArchiveIterator  # type: ignore[import-untyped]

    logging.getLogger("warcio").setLevel(logging.CRITICAL)  # its warnings are English, in the middle of a report
    try:
        with path.open("rb") as stream, redirect_stderr(StringIO()):
            yield iter(ArchiveIterator(stream))
    except Trouble:
        raise
    except OSError as fault:
        raise unreadable(path, fault) from None
    except _Broken as fault:
        raise Trouble("bad-warc", f"{path.name} 不是完好的 WARC：{fault}", _AGAIN, USAGE) from None
    except Exception as fault:
        what = "断在半中间" if isinstance(fault, EOFError) else "里面有读不了的记录"
        raise Trouble("bad-warc", f"{path.name} 不是完好的 WARC：{what}", _AGAIN, USAGE) from None


def _page(record: object) -> Page | None:
    headers = record.rec_headers  # type: ignore[attr-defined]  # warcio has no types
    http = record.http_headers  # type: ignore[attr-defined]
    kind = (http.get_header("Content-Type") if http else headers.get_header("Content-Type")) or ""
    status = int(http.get_statuscode()) if http and http.get_statuscode().isdigit() else 200
    if ("html" not in kind.lower() and "xml" not in kind.lower()) or status != 200:
        return None
    body = record.content_stream().read(LARGEST_PAGE)  # type: ignore[attr-defined]
    if getattr(record.raw_stream, "limit", 0) > 0 and len(body) < LARGEST_PAGE:  # type: ignore[attr-defined]
        raise _Broken("最后一页是断的")
    when = headers.get_header("WARC-Date") or ""
    try:
        fetched: datetime | None = datetime.fromisoformat(when.replace("Z", "+00:00")).astimezone(UTC)
    except ValueError:
        fetched = None
    return Page(str(headers.get_header("WARC-Target-URI") or "").strip("<>"), body, kind, status, fetched)
