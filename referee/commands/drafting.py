"""A game file drafted, with what only a person knows asked for."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.commands import gathering
from referee.commands.judges_files import rules_named, sound, zone_named
from referee.commands.saying import complain_line, say, stop

if TYPE_CHECKING:
    from referee.draft import Draft
    from referee.threads import ThreadPosts


def draft_file(
    urls: tuple[str, ...],
    title: str | None,
    rules: str | None,
    judges: tuple[str, ...],
    timezone: str,
    output: str | None,
    force: bool,
    yes: bool,
    schema: bool,
    **source: Any,
) -> None:
    """The whole of `referee init`: a game file drafted and written, or printed."""
    from dataclasses import replace

    from referee.draft import Wishes, draft
    from referee.draft_text import told, write
    from referee.draft_votes import read_from
    from referee.threads import ThreadPosts
    from scraper.files import replace_file
    from scraper.sources import copies_of

    if schema:
        say(schema_text(), output)
        return
    if not urls:
        stop("usage", "没有说从哪个帖子起草", "referee init 报名帖或名单帖的网址", 2)
    if output and Path(output).exists() and not force:
        stop("exists", f"{output} 已经有了", "换个名字，或加 --force 盖掉它", 2)
    zone, kinds = zone_named(timezone), rules_named(rules)
    walked = gathering.gathered(urls, zone, source).threads
    threads = [ThreadPosts(w.thread.url, w.thread.board, w.title, w.pages, w.posts) for w in walked]
    copies = {w.thread.url: words for w in walked if (words := copies_of(w.sources, output))}
    found = draft(threads, Wishes(title, kinds, judges))
    if not yes and sys.stdin.isatty() and sys.stderr.isatty():
        found, output = asked(threads, found, output, force)
    for line in told(found):
        complain_line(f"referee: {line}")
    text = write(replace(found, threads=read_from(found.threads, copies)), timezone)
    sound(output or "draft", text.encode("utf-8"))
    if output is None:
        say(text)
        return
    replace_file(Path(output), text.encode("utf-8"), Path(output).read_bytes() if Path(output).exists() else None)
    say(f"已写入 {output}；看一遍 # 后面的话，改好再用")


def schema_text() -> str:
    """The JSON Schema of the game file, as text."""
    import json

    from referee.game_schema import schema

    return json.dumps(schema(), ensure_ascii=False, indent=1)


def asked(threads: list[ThreadPosts], found: Draft, output: str | None, force: bool) -> tuple[Draft, str]:
    """The draft after the judge was asked what a machine cannot be sure of, and the file to write."""
    from referee.draft import Wishes, draft
    from referee.draft_text import told
    from referee.game_kinds import KINDS
    from scraper.wizard import ask_file, ask_game

    names = {kinds.name: kinds.titled for kinds in KINDS}
    title, rules, judges = ask_game("\n".join(told(found)), found.title, names, found.kinds.name, tuple(found.judges))
    return draft(threads, Wishes(title, rules_named(rules), judges)), output or ask_file("game.toml", force)
