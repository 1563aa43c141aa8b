"""A roster where none was given: whoever posts plays, except who opened the thread and never voted in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from parsers.ballots.reading import Context
from parsers.names import Roster, Seat
from referee.collecting import Read
from referee.game import Game, Player
from referee.threads import ThreadPosts


def inferred(game: Game, threads: Iterable[ThreadPosts], read: Read) -> Game:
    """The game with players by who posts, in the order of their first post, and the opener as the judge."""
    threads = tuple(threads)
    authors = list(dict.fromkeys(post.author for thread in threads for post in thread.posts if post.author))
    judges = tuple(opener for opener in _openers(threads) if not _votes(opener, authors, threads, read))
    players = tuple(Player(name, aliases=()) for name in authors if name not in judges)
    return replace(game, players=players, judges=judges, inferred=True)


def _openers(threads: Iterable[ThreadPosts]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(thread.posts[0].author for thread in threads if thread.posts))


def _votes(opener: str, authors: Iterable[str], threads: Iterable[ThreadPosts], read: Read) -> bool:
    """Whether the opener ever cast a ballot of his own after his opening post."""
    roster = Roster.of([Seat(name) for name in authors if name != opener])
    own = [post.text for thread in threads for post in thread.posts[1:] if post.author == opener]
    return any(read(text, roster, Context(author=opener)).kind in ("vote", "change", "abstain") for text in own)
