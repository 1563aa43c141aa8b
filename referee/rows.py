"""Verdicts → numbers: who holds how many votes, by whom, and who came to his number first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime

from referee.moment import seats
from referee.poll import Judged, Poll, Step
from referee.rulebook import Base, speak
from referee.tally import Adjustment, TallyRow

Key = tuple[datetime, int]


def effect_key(judged: Judged, poll: Poll) -> Key:
    """When a ballot takes effect: its stamp, without one the close; inside a minute the posting order."""
    when = judged.ballot.at.when if judged.ballot.at else poll.end
    return when, judged.ballot.order


def steps_of(by_voter: Iterable[tuple[Judged, ...]], poll: Poll) -> tuple[Step, ...]:
    """How the numbers went: a ballot that takes another's place lowers one number and lifts another."""
    moves: list[tuple[Key, Judged, dict[str, float]]] = []
    for judged in by_voter:
        standing: Judged | None = None
        for one in judged:
            if not _took_effect(one):
                continue
            change: dict[str, float] = defaultdict(float)
            for target in standing.targets if standing else ():
                change[target] -= standing.weight if standing else 0
            standing = _standing_after(one, judged)
            for target in standing.targets if standing else ():
                change[target] += standing.weight if standing else 0
            moves.append((effect_key(one, poll), one, change))
    totals: dict[str, float] = defaultdict(float)
    steps = []
    for (_, order), one, change in sorted(moves, key=lambda move: move[0]):
        floor = one.ballot.post.floor if one.ballot.post else None
        for player, add in change.items():
            if add:
                totals[player] += add
                steps.append(Step(one.ballot.at, order, player, totals[player], floor))
    return tuple(steps)


def _took_effect(one: Judged) -> bool:
    """It counted when it was cast, or though it counts for nobody something else stands since."""
    return one.finding_counts or (one.finding is not None and (one.finding.casts or one.finding.reverts))


def _standing_after(one: Judged, judged: tuple[Judged, ...]) -> Judged | None:
    """The ballot that stands once `one` took effect."""
    if one.finding is not None and one.finding.reverts:
        return next((first for first in judged if first.finding_counts), None)
    return one if one.status in ("counted", "superseded") and one.finding_counts else None


def rows_of(steps: Iterable[Step], counted: Iterable[Judged], poll: Poll, base: Base | None) -> tuple[TallyRow, ...]:
    """Every candidate with a vote, the most votes first, then who came to that number first."""
    last: dict[str, Step] = {step.player: step for step in steps}
    voters = _voters(counted, poll)
    order = seats(poll.game)
    adjusted = _adjusted((*last, *order), poll)
    rows: list[tuple[tuple[float, datetime, int, int], TallyRow]] = []
    for player, adjust in adjusted.items():
        step = last.get(player)
        raw = step.total if step else 0
        votes = max(0, raw + sum(one.add for one in adjust))
        if raw <= 0 and votes <= 0:
            continue
        changed = votes != raw
        row = TallyRow(
            player,
            votes,
            voters.get(player, ()),
            share=votes / base.number if base and base.number else None,
            raw=raw if changed else None,
            adjust=adjust if changed else (),
            reached=step.stamp if step else None,
            reached_floor=step.floor if step else None,
        )
        place = order.index(player) if player in order else len(order)
        rows.append(((-votes, *_came(step, poll), place), row))
    return tuple(row for _, row in sorted(rows, key=lambda entry: entry[0]))


def _came(step: Step | None, poll: Poll) -> Key:
    """When a number came to what it is; one made by curses alone was there from the start."""
    if step is None:
        return datetime.min, 0
    return (step.stamp.when if step.stamp else poll.end), step.order


def _voters(counted: Iterable[Judged], poll: Poll) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for one in sorted(counted, key=lambda judged: effect_key(judged, poll)):
        for target in one.targets:
            found[target].append(one.ballot.voter)
    return {player: tuple(names) for player, names in found.items()}


def _adjusted(players: Iterable[str], poll: Poll) -> dict[str, tuple[Adjustment, ...]]:
    """What curses and blessings do to each number; in a rule set without them only who has votes matters."""
    if not poll.book.asking("adjust", poll.kind.name):
        return dict.fromkeys(players, ())
    said = {player: speak(poll.book, "adjust", poll.kind.name, player, poll) for player in dict.fromkeys(players)}
    return {player: tuple(one for ground in grounds for one in ground.said) for player, grounds in said.items()}
