"""What a post says as a ballot, in a word or two, where no tally is made of it: beside an edit, in a live view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from parsers.ballots.reader import read
from parsers.ballots.reading import Context
from parsers.names import Roster, Seat
from parsers.posts import Post
from referee.game import Game

_NAMED: Final = {"abstain": "弃权", "unvote": "撤票", "ambiguous": "看不清", "conditional": "附条件"}


def ballot_words(game: Game | None, authors: Sequence[str]) -> Callable[[Post], str]:
    """What tells it of a post, by the game's roster or by who posts; empty for what is no ballot."""
    seats = [Seat(player.name, player.aliases, player.number) for player in game.players] if game else []
    roster = Roster.of(seats or [Seat(name) for name in dict.fromkeys(authors) if name])
    voters = {seat.name for seat in roster.seats}

    def words(post: Post) -> str:
        if post.author not in voters:
            return ""
        found = read(post.text, roster, Context(author=post.author))
        return "投" + "、".join(found.targets) if found.kind in ("vote", "change") else _NAMED.get(found.kind, "")

    return words
