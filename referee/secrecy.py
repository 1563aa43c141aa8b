"""What of a tally everybody may read: no role shows, not even through what a vote would have led to."""

from __future__ import annotations

from dataclasses import replace

from referee.tally import BallotVerdict, Outcome, Tally, TallyRow

HELD_BACK = "按规则，截止前不公布票数"


def public_view(tally: Tally) -> Tally:
    """The tally without what only the judge may know; where the rules hide running numbers, without those.

    A vote entrusted in private is the judge's and the voter's until the judge has posted it or the vote is over; one
    that came to nothing is never told.
    """
    if tally.in_public is not None:
        return public_view(tally.in_public)
    notes = tally.notes if tally.public_notes is None else tally.public_notes
    pending = tally.pending if tally.public_pending is None else tally.public_pending
    shown = replace(
        tally,
        rows=tuple(map(_announced, tally.rows)),
        ballots=tuple(ballot for ballot in tally.ballots if not _between_two(ballot)),
        outcome=tally.outcome.announced,
        pending=pending,
        notes=notes,
    )
    if not tally.secret:
        return shown
    held = Outcome("none", reason=HELD_BACK)
    shown = replace(shown, rows=(), ballots=(), not_voted=(), outcome=held, pending=(), notes=(), passed_over=())
    return replace(shown, withheld=True)


def _between_two(ballot: BallotVerdict) -> bool:
    return ballot.kind == "delegated" and ballot.post is None and ballot.status != "counted"


def _announced(row: TallyRow) -> TallyRow:
    """The row with the curses and blessings that are announced with the count, and without the others."""
    told = tuple(one for one in row.adjust if one.announced)
    return row if told == row.adjust else replace(row, adjust=told, raw=row.raw if told else None)
