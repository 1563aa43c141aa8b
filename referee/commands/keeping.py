"""What is kept and written out: threads into the archive, games into books."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.commands import gathering, judges_files
from referee.commands.gathering import (
    addresses,
    boards,
    client_of,
    is_named_by,
    moment_at,
    settings_for,
    wanted_sources,
)
from referee.commands.saying import complain_line, say, stop
from referee.commands.tallying import game_number

if TYPE_CHECKING:
    from datetime import tzinfo

    from referee.game import Game
    from scraper.keep import Taken
    from scraper.sources import Source


def verified(wanted: Sequence[str | Source], source: dict[str, Any]) -> int:
    """Say of each thread whether the archive has all of it; 1 where something is lacking."""
    from scraper.archive import Archive, find
    from scraper.archive.verify import told, verify

    urls = addresses(wanted, source)
    with Archive(source["archive_path"], read_only=True) as archive:
        threads = [find(archive, url) for url in urls]
        if None in threads:
            lost = urls[threads.index(None)]
            stop("not-kept", f"存档里没有这个帖子：{lost}", "先 referee archive 存它", 4)
        proofs = [verify(archive, thread.url) for thread in threads if thread] or [verify(archive)]
    say("\n".join(map(told, proofs)))
    return 0 if all(proof.whole for proof in proofs) else 1


def archived(wanted: Sequence[str | Source], game: Game | None, zone: tzinfo, source: dict[str, Any]) -> None:
    """Keep threads, and what the game file says of them; say what came of it."""
    from scraper.keep import keep, told

    with settings_for(zone, source) as settings:
        taken = keep(wanted, boards(), settings)
    if game is not None:
        keep_game_of(game, taken, settings.archive)
    say("\n".join(told(one) for one in taken))


def keep_game_of(game: Game, taken: Sequence[Taken], path: Path | None) -> None:
    """Keep what a game file says in public, beside the threads that were taken."""
    from referee.reading import called_as_read
    from scraper.archive import Archive

    game = called_as_read(
        game, taken, lambda word, one: word.strip() == one.source or is_named_by(game, word, one.thread, frozenset())
    )
    kept = {one.thread.url for one in taken}
    with Archive(path) as archive:
        game_number(archive, game, [(thread.url, thread.kind) for thread in game.threads if thread.url in kept])


def export_warc(threads: Sequence[Any], path: str | None, output: str, game: Game | None, judge: bool) -> None:
    """Write the pages as they were fetched."""
    from referee.reports.book import real_names
    from scraper.archive import Archive
    from scraper.warc_out import write_warc

    with Archive(path, read_only=True) as archive:
        pages = write_warc(archive, threads, Path(output))
    say(f"写好 {output}：{pages} 个网页")
    if game is not None and not judge and real_names(game):
        complain_line("referee: 注意：warc 是网页原文，里面若有真身的名字不会去掉")


def export_book(
    game: Game | None,
    threads: Sequence[Any],
    face: str,
    output: str,
    images: bool,
    judge: bool,
    zone: tzinfo,
    source: dict[str, Any],
) -> None:
    """Write the posts as a book or line by line."""
    from referee.reports.book import Chapter, book_of, html, markdown
    from referee.reports.post_lines import jsonl

    pictures = pictures_of(threads, source) if images and face == "html" and not source["offline"] else {}
    chapters = [Chapter(w.title or w.thread.url, w.thread.url, w.posts, w.changes, w.notes, pictures) for w in threads]
    verdicts = kept_verdicts(game, source["archive_path"]) if game is not None else []
    book = book_of(game, chapters, verdicts, judge)
    if face == "jsonl":
        text = "".join(jsonl(chapter.posts, zone) for chapter in book.chapters)
    else:
        text = (html if face == "html" else markdown)(book, zone)
    say(text, output)
    count = book.count()
    say(f"写好 {output}：{count['posts']} 帖，图 {count['pictures']} 张(存了 {count['kept']} 张)")


def pictures_of(threads: Sequence[Any], source: dict[str, Any]) -> dict[str, str]:
    """The pictures in the posts, fetched: address → data address."""
    from scraper.pictures import fetch_pictures
    from scraper.progress import ProgressBar

    addresses = [image for walked in threads for post in walked.posts for image in post.images]
    with ProgressBar() as bar, client_of(source, bar.say) as client:
        return fetch_pictures(addresses, client, bar.page)


def kept_verdicts(game: Game, path: str | None) -> list[dict[str, Any]]:
    """The tallies of a game the archive holds."""
    from scraper.archive import Archive, default_path
    from scraper.archive.ledger import kept_tallies

    if not Path(path or default_path()).exists():
        return []
    with Archive(path, read_only=True) as archive:
        return kept_tallies(archive, game.title, game.rules_name)


def show_posts(sources: tuple[str, ...], format_: str | None, output: str | None, **source: Any) -> None:
    """The whole of `referee posts`."""
    from zoneinfo import ZoneInfo

    from referee.reports.post_lines import jsonl, plain
    from referee.wishes import face

    zone = ZoneInfo("Asia/Shanghai")
    threads = gathering.gathered(sources, zone, source, whole=False).threads
    write = jsonl if face(format_, output, ("text", "jsonl")) == "jsonl" else plain
    say("".join(write(thread.posts, zone) for thread in threads), output)
    for note in dict.fromkeys(note for thread in threads for note in thread.notes):
        complain_line(f"referee: 注意：{note}")


def archive_threads(
    sources: tuple[str, ...], game_path: str | None, verify: bool, check_edits: bool, **source: Any
) -> int:
    """The whole of `referee archive`; the exit status."""
    from zoneinfo import ZoneInfo

    game = judges_files.load_game(game_path) if game_path else None
    wanted = wanted_sources(sources, game)
    if verify:
        return verified(wanted, source)
    if not wanted:
        stop("usage", "没有说存什么", "给出帖子的网址、保存的网页，或 --game FILE", 2)
    archived(wanted, game, game.zone if game else ZoneInfo("Asia/Shanghai"), source | {"recheck": check_edits})
    return 0


def show_edits(
    sources: tuple[str, ...], game_path: str | None, format_: str | None, output: str | None, **source: Any
) -> None:
    """The whole of `referee edits`."""
    from zoneinfo import ZoneInfo

    from referee.ballot_words import ballot_words
    from referee.reports.edits_report import edits_json, edits_text, unproven
    from referee.wishes import face

    game = judges_files.load_game(game_path) if game_path else None
    wanted = wanted_sources(sources, game)
    if not wanted:
        stop("usage", "没有说查哪个帖子", "给出帖子的网址，或 --game FILE", 2)
    zone = game.zone if game else ZoneInfo("Asia/Shanghai")
    threads = gathering.gathered(wanted, zone, source | {"recheck": not source["offline"]}, whole=False).threads
    found = [change for thread in threads for change in thread.changes]
    ballot = ballot_words(game, [post.author for thread in threads for post in thread.posts])
    if face(format_, output, ("text", "json")) == "json":
        import json

        say(json.dumps(edits_json(found, zone, ballot), ensure_ascii=False, indent=1), output)
        return
    say(edits_text(found, zone, ballot), output)
    marked = unproven((post for thread in threads for post in thread.posts), found)
    if marked:
        floors = "、".join(f"{post.floor}楼" for post in marked[:20]) + ("…" if len(marked) > 20 else "")
        complain_line(f"referee: 注意：{len(marked)} 帖有编辑标记，但没有存过旧版本：{floors}")


def search_archive(
    words: tuple[str, ...], game_title: str | None, since: str | None, until: str | None, limit: int, **more: Any
) -> None:
    """The whole of `referee search`."""
    from zoneinfo import ZoneInfo

    from referee.reports.search_report import search_json, search_text
    from scraper.archive import Archive
    from scraper.archive.search import Wanted, search

    zone = ZoneInfo("Asia/Shanghai")
    wanted = Wanted(
        " ".join(words),
        more["author"],
        game_title,
        more["stage"],
        moment_at(since, zone),
        moment_at(until, zone),
        limit,
    )
    with Archive(more["archive_path"], read_only=True) as archive:
        hits = search(archive, wanted)
    if more["format_"] == "json":
        import json

        say(json.dumps(search_json(hits, zone), ensure_ascii=False, indent=1))
        return
    bold = sys.stdout.isatty()
    say(search_text(hits, lambda word: click.style(word, fg="yellow", bold=True) if bold else f"【{word}】"))


def export_game(
    sources: tuple[str, ...],
    game_path: str | None,
    asked: str | None,
    output: str,
    images: bool,
    judge: bool,
    **source: Any,
) -> None:
    """The whole of `referee export`."""
    from zoneinfo import ZoneInfo

    from referee.wishes import book_face
    from scraper.usage import BOOKS

    face = book_face(asked, output, BOOKS)
    game = judges_files.load_game(game_path) if game_path else None
    wanted = wanted_sources(sources, game)
    if not wanted:
        stop("usage", "没有说写哪个帖子", "给出帖子的网址，或 --game FILE", 2)
    zone = game.zone if game else ZoneInfo("Asia/Shanghai")
    threads = gathering.gathered(wanted, zone, source).threads
    if face == "warc":
        export_warc([walked.thread for walked in threads], source["archive_path"], output, game, judge)
    else:
        export_book(game, threads, face, output, images, judge, zone, source)
