"""How much everybody posts: numbers, characters, silences, a map of activity over the game."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import accumulate, pairwise

from referee.audits.measure import characters
from referee.audits.record import GONE, Record, Said, between, cut
from referee.audits.terms import GAME
from referee.audits.values import Activity, HeatMap
from referee.rulebook import clause

MOST_COLUMNS = 60
STEPS = (1, 2, 3, 6, 12, 24, 48, 96, 168, 336, 720)  # hours of one column of the heat map


def activity(record: Record) -> tuple[Activity, ...]:
    """Every seat's posts where the game is played, in seat order."""
    return tuple(_of(record, seat, [p for p in record.by_seat[seat] if p.kinds & GAME]) for seat in record.seats)


def _of(record: Record, seat: str, posts: Sequence[Said]) -> Activity:
    sizes = [0, *accumulate(characters(said.post.text) for said in posts)]
    topics = sum(said.opening for said in posts)
    first, last = (posts[0].stamp, posts[-1].stamp) if posts else (None, None)
    stages = []
    for window in record.windows:
        begins, ends = (cut(posts, limit, record.boundary) for limit in (window.opens, window.closes))
        stages.append((window.id or window.kind, ends - begins, sizes[ends] - sizes[begins]))
    return Activity(seat, len(posts), sizes[-1], first, last, _gap(posts), topics, tuple(stages))


def _gap(posts: Sequence[Said]) -> float | None:
    """Hours of the longest silence between two posts."""
    gaps = [after.at - before.at for before, after in pairwise(posts)]
    return round(max(gaps) / timedelta(hours=1), 1) if gaps else None


@clause("G12-5.1a", asks="audit")
@clause("GB-6.1", asks="audit")
def without_topics(record: Record) -> list[str]:
    """Every day every living player should open a topic of his own with his analysis; this is looked at, not punished.

    Nothing is said where no thread was opened by a player: then their topics were not handed in.
    """
    first = {"game-twelve": 2, "golden-bough": 1}.get(record.game.rules)
    topics = [p for p in record.posts if p.opening and p.seat is not None and "discussion" in p.kinds]
    if first is None or not topics:
        return []
    found = []
    for day in sorted({w.day for w in record.windows if w.day is not None and w.day >= first}):
        opens = min(w.opens for w in record.windows if w.day == day and w.opens)
        closes = max(w.closes for w in record.windows if w.day == day and w.closes)
        opened = {said.seat for said in between(topics, opens, closes, record.boundary)}
        idle = [s for s in record.seats if s not in opened and record.status(s, closes).state not in GONE]
        if record.over(closes) and idle:
            found.append(f"第 {day} 天没有开分析主题的：{'、'.join(idle)}(只供参考)。")
    return found


def heat(record: Record) -> HeatMap:
    """Posts of each seat in equal stretches of time, from the first post of the game to the last."""
    times = {seat: [said.at for said in record.by_seat[seat] if said.kinds & GAME] for seat in record.seats}
    if not any(times.values()):
        return HeatMap()
    begins = min(at[0] for at in times.values() if at).replace(minute=0, second=0, microsecond=0)
    span = (max(at[-1] for at in times.values() if at) - begins) / timedelta(hours=1)
    hours = next((step for step in STEPS if span / step <= MOST_COLUMNS), STEPS[-1])
    columns = min(int(span // hours) + 1, 10 * MOST_COLUMNS)
    return HeatMap(begins, hours, tuple(times), tuple(_row(at, begins, hours, columns) for at in times.values()))


def _row(times: Sequence[datetime], begins: datetime, hours: int, columns: int) -> tuple[int, ...]:
    """How many of `times` (in order) fall into each column."""
    edges = [bisect_left(times, begins + timedelta(hours=hours * column)) for column in range(columns)]
    return tuple(after - before for before, after in pairwise([*edges, len(times)]))
