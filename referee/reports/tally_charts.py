"""A tally as charts: how the count grew, and who voted for whom in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from referee.reports import words
from referee.reports.document import Block, Cell, Matrix, Series, Timeline, Tone
from referee.reports.places import clock, floor, stamp
from referee.tally import BallotVerdict, Tally

Happening = tuple[datetime, str]  # when it was announced, and what


def charts(tally: Tally, events: Sequence[Happening] = ()) -> list[Block]:
    """The timeline and the matrix of a tally; none where nobody has voted."""
    cast = [b for b in tally.ballots if b.post and b.post.time and b.status in ("counted", "superseded")]
    if not cast or not tally.rows:
        return []
    cast.sort(key=_when)
    return [_timeline(tally, cast, events), _matrix(tally)]


def _timeline(tally: Tally, cast: list[BallotVerdict], events: Sequence[Happening]) -> Timeline:
    times = [_when(ballot) for ballot in cast]
    begin = tally.stage.opens or min(times)
    closes = tally.stage.closes
    until = tally.as_of if closes and tally.as_of and tally.as_of < closes else closes
    end = max(until or max(times), *times)
    span = max((end - begin).total_seconds(), 1.0)

    def at(moment: datetime) -> float:
        return max(0.0, (moment - begin).total_seconds())

    changes = tuple(
        (at(_when(b)), f"{b.voter} 改投 {'、'.join(b.targets)}") for b in cast if b.kind == "change" and b.targets
    )
    stop = tally.stage.changes_close
    zones = ((at(stop), min(at(closes), span), "不能改票"),) if stop and closes and at(stop) < span else ()
    told = tuple((at(moment), said) for moment, said in events)
    series = tuple(
        _ended(line, row.votes, span) for line, row in zip(_series(tally, cast, at), tally.rows, strict=True)
    )
    closed = closes is not None and end == closes
    return Timeline("票数怎样走到这里", series, span, clock(begin), clock(end), changes, told, closed, zones)


def _series(tally: Tally, cast: list[BallotVerdict], at: Callable[[datetime], float]) -> tuple[Series, ...]:
    """For each candidate the count after every ballot that moved it, each voter's last ballot standing."""
    standing: dict[str, tuple[tuple[str, ...], float]] = {}
    points: dict[str, list[tuple[float, float]]] = {row.player: [(0.0, 0.0)] for row in tally.rows}
    for ballot in cast:
        standing[ballot.voter] = (ballot.targets, ballot.weight)
        for name, line in points.items():
            count = sum(weight for targets, weight in standing.values() if name in targets)
            if line[-1][1] != count:
                line.append((at(_when(ballot)), count))
    return tuple(Series(name, tuple(line)) for name, line in points.items())


def _ended(line: Series, votes: float, span: float) -> Series:
    """The line brought to the number that decides: imputed votes, curses and blessings come in at the close."""
    return line if line.points[-1][1] == votes else Series(line.name, (*line.points, (span, votes)))


def _when(ballot: BallotVerdict) -> datetime:
    return ballot.post.time.when if ballot.post and ballot.post.time else datetime.min


_ELSEWHERE = "其他"  # the column of steps that led to nobody in the count


def _matrix(tally: Tally) -> Matrix:
    voters = tuple(dict.fromkeys(ballot.voter for ballot in tally.ballots))
    targets = tuple(row.player for row in tally.rows)
    cells = tuple(_steps(tally, voter, targets) for voter in voters)
    if not any(row[-1] for row in cells):
        return Matrix("谁投了谁", voters, targets, tuple(row[:-1] for row in cells))
    return Matrix("谁投了谁", voters, (*targets, _ELSEWHERE), cells)


def _steps(tally: Tally, voter: str, targets: tuple[str, ...]) -> tuple[tuple[Cell, ...], ...]:
    """The steps of one voter: under each target, and at the end those that led to nobody in the count."""
    ballots = [ballot for ballot in tally.ballots if ballot.voter == voter]
    under = tuple(tuple(_step(b) for b in ballots if target in b.targets) for target in targets)
    lost = tuple(_step(b, _aim(b)) for b in ballots if not set(b.targets) & set(targets))
    return (*under, lost)


def _aim(ballot: BallotVerdict) -> str:
    return " " + ("、".join(ballot.targets) or words.of(words.KINDS, ballot.kind))


def _step(ballot: BallotVerdict, aim: str = "") -> Cell:
    tone: Tone = "strong" if ballot.status == "counted" else "warn" if ballot.status == "pending" else "mute"
    mark = {"counted": "●", "superseded": "○", "pending": "?"}.get(ballot.status, "×")
    where = floor(ballot.post)
    time = stamp(ballot.post.time) if ballot.post else ""
    return Cell(f"{mark} {where.text}{aim}", where.href, tone, hint=time)
