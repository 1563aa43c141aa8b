"""What a look at a thread found, in lines: new posts, votes of the last minutes, edits, deletions, troubles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime, tzinfo

from parsers.posts import Change, Post
from referee.reports.plain_text import one_line

Ballot = Callable[[Post], str]  # what a post says as a ballot; "" where it says none


def happened(
    at: datetime,
    posts: Iterable[Post],
    changes: Iterable[Change],
    ballot: Ballot,
    late: Collection[str] = (),
    trouble: str = "",
) -> list[str]:
    """One line for each thing; `at` on the board's clock; `late`: pids of posts just before the close."""
    clock = f"{at:%H:%M:%S}"
    lines = [_new(clock, post, ballot(post), post.pid in late) for post in posts]
    lines += [_changed(clock, change, ballot) for change in changes]
    return [*lines, f"{clock}  !! {trouble}"] if trouble else lines


def _new(clock: str, post: Post, said: str, late: bool) -> str:
    mark = "!! 截止前几分钟的票  " if late and said else ""
    return f"{clock}  {mark}{_floor(post)} {post.author}：{said or one_line(post.text, 40)}"


def _changed(clock: str, change: Change, ballot: Ballot) -> str:
    before, after = change.before, change.after
    was = ballot(before) or one_line(before.text, 30)
    if after is None or after.hidden:
        what = "被删除" if change.deleted else "被屏蔽"
        return f"{clock}  !! {_floor(before)} {before.author} {what}，原来是：{was}"
    return f"{clock}  !! {_floor(after)} {after.author} 编辑：{was} → {ballot(after) or one_line(after.text, 30)}"


def _floor(post: Post) -> str:
    return f"{post.floor}楼" if post.floor is not None else f"pid {post.pid}"


def status(at: datetime, until: datetime | None, pause: float | None, zone: tzinfo) -> str:
    """When it was looked, when it will be again, when it ends (aware times)."""
    said = f"{at.astimezone(zone):%m-%d %H:%M:%S} 看过"
    said += f"，{pause:.0f} 秒后再看" if pause is not None else ""
    return said + (f"，看到 {until.astimezone(zone):%m-%d %H:%M}" if until else "，Ctrl-C 结束")
