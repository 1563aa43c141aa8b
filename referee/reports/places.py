"""Moments and places as people write them: limits, post times no more exact than the board told them, floors."""

from __future__ import annotations

from datetime import datetime

from parsers.posts import Post, Stamp
from referee.reports.document import Cell


def clock(moment: datetime | None) -> str:
    """A limit as people write it; 未定 where none was given."""
    if moment is None:
        return "未定"
    return moment.strftime("%Y-%m-%d %H:%M:%S" if moment.second else "%Y-%m-%d %H:%M")


def stamp(time: Stamp | None) -> str:
    """A post's time no more exactly than the board told it."""
    if time is None:
        return "时间不明"
    if time.precision == "second":
        return time.when.strftime("%m-%d %H:%M:%S")
    return ("约 " if time.precision == "rough" else "") + time.when.strftime("%m-%d %H:%M")


def floor(post: Post | None) -> Cell:
    """Where the words stand, linked; 无帖 for a ballot without a post."""
    if post is None:
        return Cell("无帖", tone="mute")
    return Cell(f"#{post.floor}" if post.floor is not None else f"pid {post.pid}", post.url or None)
