"""What the versions of a post amount to: the wordings the rules look at, and the changes shown as evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from parsers.posts import Change, Post
from scraper.archive import Deletion

Seen = tuple[Post, str | None]  # a version, and when it was first seen (UTC, ISO)


def wordings(versions: Iterable[Post]) -> tuple[Post, ...]:
    """The versions that differ in what they say, oldest first. What the board withheld once is no wording."""
    said: list[Post] = []
    for post in versions:
        if not post.hidden and (not said or _says(said[-1]) != _says(post)):
            said.append(post)
    return tuple(said)


def history(versions: Mapping[str, Sequence[Seen]], standing: Iterable[Post]) -> dict[str, tuple[Post, ...]]:
    """pid → wordings, for every post that was reworded, is withheld by now, or is gone."""
    plain = {post.pid for post in standing if not post.hidden and post.pid in versions}
    found = {pid: wordings(post for post, _ in seen) for pid, seen in versions.items()}
    return {pid: said for pid, said in found.items() if len(said) > 1 or (said and pid not in plain)}


def changes(versions: Mapping[str, Sequence[Seen]], deleted: Iterable[Deletion] = ()) -> tuple[Change, ...]:
    """What changed from one look to the next, in the order it was found out."""
    found: list[Change] = []
    for seen in versions.values():
        before: Post | None = None
        for post, when in seen:
            if before is not None and not before.hidden and (post.hidden or _words(before) != _words(post)):
                found.append(Change(before, post, moment_of(when)))
            # A post shown again after it was withheld is compared with what it said before that.
            before = post if before is None or not post.hidden else before
    found.extend(Change(gone.post, None, moment_of(gone.noticed), True) for gone in deleted)
    return tuple(sorted(found, key=lambda change: (change.seen is None, change.seen or datetime.min)))


def moment_of(when: str | None) -> datetime | None:
    """An aware time from how the archive keeps it."""
    return datetime.fromisoformat(when.replace("Z", "+00:00")) if when else None


def _words(post: Post) -> tuple[object, ...]:
    return (post.text, post.struck, post.quotes)


def _says(post: Post) -> tuple[object, ...]:
    return (post.text, post.struck, post.edited)
