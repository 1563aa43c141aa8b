"""A judge's ruling, checked against what is at hand before it is written."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from referee.commands.gathering import at_hand, is_named_by, reading_for, same_thread
from referee.commands.judges_files import book_of, game_bytes, lying_at, other_rules, sound
from referee.commands.saying import complain_line, say, stop

if TYPE_CHECKING:
    from parsers.posts import Post
    from referee.game import Game, JudgeRuling


def write_ruling(
    post: str, game_path: str, reads: str, why: str, thread: str | None, alias: str | None, archive_path: str | None
) -> None:
    """The whole of `referee rule`: the ruling goes into the file, or nothing does."""
    from referee.game import JudgeRuling
    from referee.ruling_file import (
        NoRuling,
        earlier_ruling,
        only_name,
        read_post,
        read_ruling,
        thread_of,
        told,
        with_alias,
        with_ruling,
    )
    from scraper.files import replace_file

    data = game_bytes(game_path)
    game, other = lying_at(game_path, sound(game_path, data)), other_rules(Path(game_path).parent)
    same = partial(same_thread, game)
    try:
        pid, floor = read_post(post)
        kind, targets = read_ruling(reads, game)
        ruling = JudgeRuling(kind, targets, thread_of(game, thread, pid, same), pid, floor, why.strip())
        earlier = earlier_ruling(data.decode("utf-8"), ruling, other, same)
        text = with_ruling(data.decode("utf-8"), ruling, other, same)
        if alias:
            text = with_alias(text, only_name(ruling), alias, other)
        found = post_at_hand(
            lying_at(game_path, sound(game_path, text.encode("utf-8"), quiet=True)), ruling, archive_path
        )
    except NoRuling as wrong:
        stop("ruling", str(wrong), "文件没有动", 2)
    replace_file(Path(game_path), text.encode("utf-8"), data)
    say(f"已写入 {game_path}：{told(ruling, found)}" + (f"；{alias} 以后就是 {ruling.targets[0]}" if alias else ""))
    if earlier is not None:
        say(f"原来的裁定作废：{told(earlier)}")
    if found is None:
        complain_line("referee: 注意：手头没有这个帖子(存档里也没有)，没有核对这一帖在不在")


def post_at_hand(game: Game, ruling: JudgeRuling, path: str | None) -> Post | None:
    """The post of a ruling, where its thread is at hand. Raises NoRuling for a ruling that cannot be meant."""
    from referee.ruling_check import check_author, check_names, check_post

    walked, whole = at_hand(game, path)
    reading = reading_for(game, walked)
    where = [t for t in game.threads if ruling.thread is None or same_thread(game, t.url, ruling.thread)]
    named = [w for w in walked if ruling.thread and is_named_by(game, ruling.thread, w.thread, w.keys)]
    if ruling.thread is not None and game.threads and not where and not named:
        from referee.ruling_file import NoRuling

        words = "  ".join(dict.fromkeys(thread.url for thread in game.threads))
        raise NoRuling(f"游戏文件里没有 {ruling.thread} 这个帖子；有：{words}")
    check_names(ruling, game, book_of(game), [thread.stage for thread in where] or [None])
    post = check_post(ruling, reading, whole)
    if post is not None:
        check_author(ruling, post, game, book_of(game).vest_passes_on)
    return post
