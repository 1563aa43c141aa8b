"""Writing a thread out as a WARC: the fetched pages, each as it came (the reader's traces apart), oldest first."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from parsers.posts import Thread
from scraper.archive import Archive, kept_thread
from scraper.files import unwritable
from scraper.trouble import REFUSED, Trouble
from scraper.warc import NOTE


def write_warc(archive: Archive, threads: Sequence[Thread], path: Path) -> int:
    """Write every kept page of `threads` to `path` (gzipped where it ends in .gz) and give how many.

    A page that came again with the same bytes is not written again. A metadata record a thread says which posts stood
    when it was last read, so that a page fetched before a deletion does not bring the post back. Raises Trouble where
    nothing is kept (status 4) or the file cannot be written (status 1, and no file is left).
    """
    from warcio.statusandheaders import StatusAndHeaders  # type: ignore[import-untyped]
    from warcio.warcwriter import WARCWriter  # type: ignore[import-untyped]

    part = path.with_name(path.name + ".part")
    written = 0
    try:
        with part.open("wb") as stream:
            writer = WARCWriter(stream, gzip=path.suffix == ".gz")
            writer.write_record(writer.create_warcinfo_record(path.name, {"software": "referee"}))
            for address, fetched, content_type, body in _kept(archive, threads):
                fields = [("Content-Type", content_type or "text/html"), ("Content-Length", str(len(body)))]
                head = StatusAndHeaders("200 OK", fields, protocol="HTTP/1.1")
                record = writer.create_warc_record(
                    address,
                    "response",
                    payload=BytesIO(body),
                    length=len(body),
                    http_headers=head,
                    warc_headers_dict={"WARC-Date": fetched},
                )
                writer.write_record(record)
                written += 1
            for thread in threads:
                writer.write_record(_standing(writer, archive, thread))
        if not written:
            raise Trouble("not-kept", "存档里没有这些帖子的网页原文", "先 referee archive 抓一次", REFUSED)
        part.replace(path)
    except OSError as fault:
        raise unwritable(path, fault) from None
    finally:
        part.unlink(missing_ok=True)
    return written


def _standing(writer: Any, archive: Archive, thread: Thread) -> Any:
    kept = kept_thread(archive, thread)
    posts = kept.posts if kept else ()
    gone = {deletion.post.pid: deletion.noticed for deletion in (kept.deleted if kept else ())}
    seen = kept.settled if kept else None
    note = {"thread": thread.url, "standing": [post.pid for post in posts], "gone": gone, "seen": seen}
    body = json.dumps(note, ensure_ascii=False).encode()
    return writer.create_warc_record(
        thread.url, "metadata", payload=BytesIO(body), length=len(body), warc_content_type=NOTE
    )


def _kept(archive: Archive, threads: Iterable[Thread]) -> Iterable[tuple[str, str, str, bytes]]:
    query = (
        "SELECT address, fetched, content_type, body FROM"
        " (SELECT fetches.*, lag(digest) OVER (PARTITION BY page ORDER BY fetches.id) AS before FROM fetches"
        " JOIN threads ON threads.id = fetches.thread WHERE board = ? AND threads.url = ? AND page IS NOT NULL"
        " AND status < 400) JOIN bodies USING (digest) WHERE before IS NOT digest ORDER BY fetched, id"
    )
    for thread in threads:
        with archive.guarded():
            for address, fetched, content_type, body in archive.db.execute(query, (thread.board, thread.url)):
                yield address, fetched, content_type, zlib.decompress(body)
