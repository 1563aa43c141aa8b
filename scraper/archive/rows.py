"""A post as columns of the archive and back. The same post comes out as went in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from parsers.posts import Comment, Edit, Post, Precision, Stamp, Thread

# What a version is told apart by, in the order of `version_of`.
VERSION_COLUMNS = "author, uid, text, hidden, edited_by, edited_at, edited_precision, more"
# What `read_posts` wants, in this order.
POST_COLUMNS = "posts.pid, posts.floor, posts.page, posts.time, posts.precision, posts.url"

Version = tuple[str, str | None, str, int, str | None, str | None, str | None, str | None]


def version_of(post: Post) -> Version:
    """What a post says, as the columns of `versions`: another tuple is another version."""
    more = _more_out(post) if post.quotes or post.struck or post.comments or post.images else None
    if post.edited is None:
        return (post.author, post.uid, post.text, int(post.hidden), None, None, None, more)
    # An edit notice without a name is still one.
    by, edited = post.edited.by or "", stamp_out(post.edited.time)
    return (post.author, post.uid, post.text, int(post.hidden), by, *edited, more)


def stamp_out(stamp: Stamp | None) -> tuple[str | None, str | None]:
    """A moment as text (seconds always, so that text sorts as time does) and its precision."""
    return (stamp.when.isoformat(" "), stamp.precision) if stamp else (None, None)


def stamp_in(when: str | None, precision: Precision | None) -> Stamp | None:
    """The moment that `stamp_out` wrote."""
    return Stamp(datetime.fromisoformat(when), precision or "minute") if when else None


def read_posts(thread: Thread, post_url: str | None, rows: Iterable[tuple[Any, ...]]) -> list[Post]:
    """Posts from rows of POST_COLUMNS and VERSION_COLUMNS. Written out plainly: ten thousand rows pass through here."""
    board, address, url_of = thread.board, thread.url, url_maker(post_url)
    moment = datetime.fromisoformat
    posts = []
    for pid, floor, page, time, precision, url, author, uid, text, hidden, by, at, at_precision, more in rows:
        posts.append(
            Post(
                board,
                address,
                pid,
                floor,
                author,
                uid,
                Stamp(moment(time), precision) if time else None,
                text,
                None if by is None else Edit(by or None, stamp_in(at, at_precision)),
                *(_more_in(more, hidden) if more else ((), (), bool(hidden), (), ())),
                page,
                url_of(pid, page) if url is None else url,
            )
        )
    return posts


def post_url_form(post: Post) -> str:
    """The form of a post's address: its pid and page number replaced by {pid} and {page}."""
    form = post.url
    if post.pid and form.count(post.pid) == 1:
        form = form.replace(post.pid, "{pid}")
    return form.replace(f"page={post.page}", "page={page}") if form.count(f"page={post.page}") == 1 else form


def url_maker(form: str | None) -> Callable[[str, int], str]:
    """The function that fills in a form of addresses: pid and page to address."""
    before, found, after = (form or "").partition("{pid}")
    if not found or "{" in before or "{" in after:
        return lambda pid, page: (form or "").replace("{pid}", pid).replace("{page}", str(page))
    return lambda pid, page: before + pid + after


def _more_out(post: Post) -> str:
    more: dict[str, Any] = {}
    if post.quotes:
        more["quotes"] = post.quotes
    if post.struck:
        more["struck"] = post.struck
    if post.comments:
        more["comments"] = [[c.author, *stamp_out(c.time), c.text] for c in post.comments]
    if post.images:
        more["images"] = post.images
    return json.dumps(more, ensure_ascii=False, separators=(",", ":"))


def _more_in(
    more: str, hidden: int
) -> tuple[tuple[str, ...], tuple[str, ...], bool, tuple[Comment, ...], tuple[str, ...]]:
    read = json.loads(more)
    comments = tuple(
        Comment(author, stamp_in(at, precision), text) for author, at, precision, text in read.get("comments", ())
    )
    return (
        tuple(read.get("quotes", ())),
        tuple(read.get("struck", ())),
        bool(hidden),
        comments,
        tuple(read.get("images", ())),
    )
