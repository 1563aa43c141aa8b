"""Edits and deletions as evidence: what a post said before and after, when that was seen, whose ballot it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import tzinfo
from typing import Any

from parsers.posts import Change, Post

Ballot = Callable[[Post], str]  # what a post says as a ballot, in words; "" where it says none


def post_ref(post: Post, zone: tzinfo) -> dict[str, Any]:
    """Which post: the object the other reports use too."""
    time = post.time.iso(zone) if post.time else None
    return {"thread": post.thread, "pid": post.pid, "floor": post.floor, "time": time, "url": post.url}


def edits_json(changes: Iterable[Change], zone: tzinfo, ballot: Ballot) -> list[dict[str, Any]]:
    """The contract's list, with both ballots where they differ."""
    return [_change_json(change, zone, ballot) for change in changes]


def _change_json(change: Change, zone: tzinfo, ballot: Ballot) -> dict[str, Any]:
    before, after = change.before, change.after
    shown = after is not None and not after.hidden
    found: dict[str, Any] = {
        "post": post_ref(after or before, zone),
        "author": (after or before).author,
        "before": before.text,
        "after": after.text if after is not None and shown else None,
        "seen": change.seen.astimezone(zone).isoformat(timespec="seconds") if change.seen else None,
        "deleted": change.deleted,
    }
    if after is not None and after.hidden:
        found["hidden"] = True
    was, now = ballot(before), ballot(after) if after is not None and shown else ""
    if was != now:
        found["ballot"] = {"before": was or None, "after": now or None}
    return found


def edits_text(changes: Iterable[Change], zone: tzinfo, ballot: Ballot) -> str:
    """For the eye: one paragraph a change, changed ballots marked."""
    found = [_change_text(change, zone, ballot) for change in changes]
    return "\n".join(found) if found else "没有发现编辑或删除(只有存过旧版本的才看得出)\n"


def _change_text(change: Change, zone: tzinfo, ballot: Ballot) -> str:
    before, after = change.before, change.after
    post = after or before
    floor = f"{post.floor}楼" if post.floor is not None else f"pid {post.pid}"
    when = f"{change.seen.astimezone(zone):%Y-%m-%d %H:%M:%S} 看到" if change.seen else "何时不明"
    what = "被删除" if change.deleted else "内容被屏蔽" if after is not None and after.hidden else "改了"
    lines = [f"{floor}  {post.author}  {what}  ({when})"]
    lines += _quoted("前", before)
    if after is not None and not after.hidden:
        lines += _quoted("后", after)
    was, now = ballot(before), ballot(after) if after is not None and not after.hidden else ""
    if was != now:
        lines.append(f"  !! 票：{was or '无'} → {now or '无'}")
    lines.append(f"  {post.url}")
    return "\n".join(lines) + "\n"


def _quoted(word: str, post: Post) -> list[str]:
    lines = post.text.splitlines() or [""]
    struck = [f"     (划掉：{words})" for words in post.struck]
    return [f"  {word}：{lines[0]}", *(f"      {line}" for line in lines[1:]), *struck]


def unproven(posts: Iterable[Post], changes: Iterable[Change]) -> tuple[Post, ...]:
    """Posts with an edit notice of which no earlier wording is kept."""
    known = {change.before.pid for change in changes}
    return tuple(post for post in posts if post.edited is not None and post.pid not in known)
