"""Proving an archive complete: every page there, every floor accounted for, every byte as it was fetched."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from scraper.archive.store import Archive


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found, in Chinese. `gap`: something is missing or damaged; else it is explained."""

    thread: str
    text: str
    gap: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """What was looked at, and what was found."""

    threads: int
    pages: int
    posts: int
    fetches: int
    findings: tuple[Finding, ...]

    @property
    def whole(self) -> bool:
        """Nothing is missing."""
        return not any(finding.gap for finding in self.findings)


def verify(archive: Archive, url: str | None = None) -> Proof:
    """Look through the archive, or one thread of it. Nothing is changed and nothing is fetched."""
    with archive.guarded():
        db = archive.db
        findings = list(_file(db)) if url is None else []
        threads = db.execute(
            "SELECT id, url, total, moving FROM threads WHERE ?1 IS NULL OR url = ?1", (url,)
        ).fetchall()
        for number, address, total, moving in threads:
            findings += [Finding(address, text, gap) for text, gap in _thread(db, number, total or 1, moving or 0)]
        pages, posts, fetches = (_count(db, name, url) for name in ("pages", "posts", "fetches"))
    return Proof(len(threads), pages, posts, fetches, tuple(findings))


def _count(db: sqlite3.Connection, table: str, url: str | None) -> int:
    query = f"SELECT count(*) FROM {table} WHERE ?1 IS NULL OR thread IN (SELECT id FROM threads WHERE url = ?1)"
    return int(db.execute(query, (url,)).fetchone()[0])


def _file(db: sqlite3.Connection) -> Iterator[Finding]:
    """The file as such: its structure, its references, its bodies, its word index."""
    for (said,) in db.execute("PRAGMA integrity_check"):
        if said != "ok":
            yield Finding("", f"文件损坏：{said}", True)
    lost = db.execute("PRAGMA foreign_key_check").fetchall()
    if lost:
        yield Finding("", f"{len(lost)} 行指向不存在的行(如 {lost[0][0]} 第 {lost[0][1]} 行)", True)
    for digest, body in db.execute("SELECT digest, body FROM bodies"):
        try:
            sound = hashlib.sha256(zlib.decompress(body)).hexdigest() == digest
        except zlib.error:
            sound = False
        if not sound:
            yield Finding("", f"抓取的原文与指纹不符：{digest[:16]}", True)
    missing = db.execute("SELECT count(*) FROM versions WHERE id NOT IN (SELECT id FROM words_docsize)").fetchone()[0]
    if missing:
        yield Finding("", f"{missing} 个版本还没进检索，下次存档时补上", False)


def _thread(db: sqlite3.Connection, thread: int, total: int, moving: int) -> Iterator[tuple[str, bool]]:
    pages = {
        number: json.loads(shown)
        for number, shown in db.execute("SELECT number, shown FROM pages WHERE thread = ? ORDER BY number", (thread,))
    }
    absent = [number for number in range(1, total + 1) if number not in pages]
    if absent:
        yield f"缺第 {_some(absent)} 页(共 {total} 页)", True
    if moving == 1:
        yield "上次读的时候楼层在变动，没读完", True
    elif moving:
        yield "读取期间帖子一直在变动，楼层可能不准", False
    rows = db.execute("SELECT pid, floor, gone, version FROM posts WHERE thread = ?", (thread,)).fetchall()
    standing = {pid for pid, _, gone, _ in rows if gone is None}
    shown = {pid for page in pages.values() for pid, _ in page}
    if shown - standing:
        yield f"{len(shown - standing)} 帖在页面上见过，却没有存下：pid {_some(sorted(shown - standing))}", True
    if not absent and standing - shown:
        yield f"{len(standing - shown)} 帖不在任何一页上：pid {_some(sorted(standing - shown))}", True
    broken = db.execute(
        "SELECT pid FROM posts LEFT JOIN versions ON versions.id = posts.version AND versions.post = posts.id"
        " WHERE thread = ? AND versions.id IS NULL",
        (thread,),
    ).fetchall()
    if broken:
        yield f"{len(broken)} 帖没有内容：pid {_some(pid for (pid,) in broken)}", True
    if not absent:
        yield from _floors(pages, {floor for _, floor, gone, _ in rows if gone is not None and floor is not None})


def _floors(pages: dict[int, list[list[object]]], gone: set[int]) -> Iterator[tuple[str, bool]]:
    """Floors nobody holds. Where a page shows the posts before and after, the board itself has none there."""
    floors = sorted({floor for page in pages.values() for _, floor in page if isinstance(floor, int)})
    lacking = sorted(set(range(floors[0], floors[-1])) - set(floors)) if floors else []
    within = {floor for page in pages.values() for floor in _between(page)}
    deleted = [floor for floor in lacking if floor in gone]
    explained = [floor for floor in lacking if floor not in gone and floor in within]
    # Whoever keeps empty floors inside pages may have them between pages too.
    open_ = [floor for floor in lacking if floor not in gone and floor not in within]
    if deleted:
        yield f"{_some(deleted)} 楼后来被删，内容还在存档里", False
    if explained:
        yield f"{_some(explained)} 楼论坛上就没有(读之前已被删，或不给看)", False
    if open_:
        yield f"{_some(open_)} 楼没有，前后两页之间说不清是不是被删", not (explained or deleted)


def _between(page: list[list[object]]) -> Iterator[int]:
    floors = sorted(floor for _, floor in page if isinstance(floor, int))
    for low, high in pairwise(floors):
        # A sticky reply from far away opens no gap.
        if high - low <= len(page) + 10:
            yield from range(low + 1, high)


def _some(things: Iterable[object]) -> str:
    listed = list(things)
    return "、".join(map(str, listed[:20])) + (f" 等 {len(listed)} 处" if len(listed) > 20 else "")


def told(proof: Proof) -> str:
    """The proof in Chinese, for the terminal."""
    lines = [f"{proof.threads} 个帖子，{proof.pages} 页，{proof.posts} 帖，{proof.fetches} 次抓取"]
    lines += [f"{'缺' if found.gap else '注'}  {found.thread or '文件'}：{found.text}" for found in proof.findings]
    lines.append("完整" if proof.whole else "不完整：见上面标「缺」的")
    return "\n".join(lines)
