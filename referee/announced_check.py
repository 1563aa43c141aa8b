"""A posted tally held against ours: where the two differ, and which posts explain it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.announced import Announced
from referee.tally import BallotVerdict, Tally, TallyRow


@dataclass(frozen=True, slots=True)
class Number:
    """A candidate's number there and here; None where it is not told there. `why`: ballots that may explain it."""

    player: str
    announced: float | None
    ours: float
    why: tuple[BallotVerdict, ...] = ()

    @property
    def same(self) -> bool:
        """Whether the two agree, or nothing is told to disagree with."""
        return self.announced is None or self.announced == self.ours


@dataclass(frozen=True, slots=True)
class Vote:
    """A voter whose ballot went elsewhere there than here; None: no ballot of his, empty: an abstention.

    `why`: all his ballots, with what became of each.
    """

    voter: str
    announced: tuple[str, ...] | None
    ours: tuple[str, ...] | None
    why: tuple[BallotVerdict, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything compared.

    `remarks`: what the announcement gets wrong by itself; `unread`: its lines not understood. `withheld`: our numbers
    are nobody's to read yet, so nothing was compared.
    """

    numbers: tuple[Number, ...]
    votes: tuple[Vote, ...]
    remarks: tuple[str, ...]
    unread: tuple[str, ...]
    withheld: bool = False

    @property
    def agrees(self) -> bool:
        """Whether everything told there is so here, and everything there was read."""
        return bool(self.numbers) and not self.votes and not self.unread and all(one.same for one in self.numbers)


def compare(tally: Tally, announced: Announced) -> Comparison:
    """The announcement against the tally; against numbers that are held back nothing can be said."""
    if tally.withheld:
        return Comparison((), (), (), (), withheld=True)
    if not (announced.rows or announced.ballots or announced.silent):
        return Comparison((), (), tuple(_remarks(announced)), announced.unread)
    return Comparison(
        _numbers(tally, announced), _votes(tally, announced), tuple(_remarks(announced)), announced.unread
    )


def standing(tally: Tally) -> dict[str, tuple[str, ...]]:
    """Voter → whom his counted ballot names (nobody: an abstention)."""
    return {ballot.voter: ballot.targets for ballot in tally.ballots if ballot.status == "counted"}


def _numbers(tally: Tally, announced: Announced) -> tuple[Number, ...]:
    told = {row.player: _told(announced, row.player, row.votes) for row in announced.rows}
    ours = {row.player: row for row in tally.rows}
    return tuple(_number(tally, announced, name, told.get(name, 0.0), ours.get(name)) for name in {**ours, **told})


def _told(announced: Announced, player: str, votes: float | None) -> float | None:
    """The number as written, else as many as the voters named."""
    if votes is not None:
        return votes
    listed = [row for row in announced.rows if row.player == player]
    return float(len(listed[0].voters)) if listed and announced.lists_voters else None


def _number(tally: Tally, announced: Announced, name: str, told: float | None, row: TallyRow | None) -> Number:
    ours = row.votes if row else 0.0
    if told is None or told == ours:
        return Number(name, told, ours)
    why = () if announced.lists_voters else _suspects(tally, name, more_there=told > ours)
    return Number(name, told, ours, why)


def _suspects(tally: Tally, name: str, more_there: bool) -> tuple[BallotVerdict, ...]:
    """Ballots for a candidate that somebody may have counted though we do not, or the other way round."""
    if more_there:
        return tuple(b for b in tally.ballots if name in b.targets and b.status != "counted")
    return tuple(b for b in tally.ballots if name in b.targets and b.status == "counted" and b.code != "counted")


def _votes(tally: Tally, announced: Announced) -> tuple[Vote, ...]:
    if not announced.lists_voters:
        return ()
    ours = standing(tally)
    found = []
    for voter in {**ours, **announced.ballots, **dict.fromkeys(announced.silent)}:
        there, here = announced.ballots.get(voter), ours.get(voter)
        if set(there or ()) != set(here or ()):
            why = tuple(ballot for ballot in tally.ballots if ballot.voter == voter)
            found.append(Vote(voter, there, here, why))
    return tuple(found)


def _remarks(announced: Announced) -> list[str]:
    found = [
        f"公布的 {row.player} 写 {row.votes:g} 票，列出的投票人是 {len(row.voters)} 个"
        for row in announced.rows
        if row.votes is not None and row.voters and row.votes != len(row.voters)
    ]
    found += [f"公布的没投票名单里有 {voter}，票里也有他" for voter in announced.silent if voter in announced.ballots]
    return found if announced.rows else ["给来对照的文字里没有读出票数，一个候选人也没有，没有可比的"]
