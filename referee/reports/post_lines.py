"""Posts as read, for evidence: one JSON object a line, or plain text for the eye."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import tzinfo
from typing import Any

from parsers.posts import Post, Stamp


def post_json(post: Post, zone: tzinfo) -> dict[str, Any]:
    """A post as the contract's JSON object; times with the board's offset, without seconds where not known."""
    return {
        "board": post.board,
        "thread": post.thread,
        "pid": post.pid,
        "floor": post.floor,
        "author": post.author,
        "uid": post.uid,
        "time": _iso(post.time, zone),
        "edited": {"by": post.edited.by, "time": _iso(post.edited.time, zone)} if post.edited else None,
        "text": post.text,
        "quotes": list(post.quotes),
        "struck": list(post.struck),
        "hidden": post.hidden,
        "comments": [{"author": c.author, "time": _iso(c.time, zone), "text": c.text} for c in post.comments],
        "page": post.page,
        "url": post.url,
    }


def jsonl(posts: Iterable[Post], zone: tzinfo) -> str:
    """One object a line."""
    return "".join(json.dumps(post_json(post, zone), ensure_ascii=False) + "\n" for post in posts)


def plain(posts: Iterable[Post], zone: tzinfo) -> str:
    """Floor, author, time, then the words, indented."""
    return "\n".join(_plain(post, zone) for post in posts)


def _plain(post: Post, zone: tzinfo) -> str:
    when = f"{post.time.when:%Y-%m-%d %H:%M:%S}" if post.time and post.time.precision == "second" else ""
    when = when or (f"{post.time.when:%Y-%m-%d %H:%M}" if post.time else "时间不明")
    marks = [mark for mark, there in (("编辑过", post.edited), ("内容不给看", post.hidden)) if there]
    floor = f"{post.floor}楼" if post.floor is not None else "?楼"
    head = "  ".join([floor, post.author or "(无名)", when, *marks])
    body = "\n".join(f"    {line}" for line in post.text.splitlines())
    return f"{head}\n{body}\n" if body else f"{head}\n"


def _iso(stamp: Stamp | None, zone: tzinfo) -> str | None:
    return stamp.iso(zone) if stamp else None
