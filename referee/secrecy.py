"""What of a tally everybody may read: no role shows, not even through what a vote would have led to."""

from __future__ import annotations

from dataclasses import replace

from referee.tally import Outcome, Pending, Tally, TallyRow


def public_view(tally: Tally) -> Tally:
    """The tally without what only the judge may know; where the rules hide running numbers, without those."""
    notes = tally.notes if tally.public_notes is None else tally.public_notes
    shown = replace(
        tally,
        rows=tuple(map(_announced, tally.rows)),
        outcome=_seen(tally.outcome),
        pending=tuple(_open(case) for case in tally.pending),
        notes=notes,
    )
    if not tally.secret:
        return shown
    withheld = Outcome("none", reason="截止之前不公布票数")
    return replace(shown, rows=(), ballots=(), not_voted=(), outcome=withheld, pending=(), notes=(), passed_over=())


def _announced(row: TallyRow) -> TallyRow:
    """The row with the curses and blessings that are announced with the count, and without the others."""
    told = tuple(one for one in row.adjust if one.announced)
    return row if told == row.adjust else replace(row, adjust=told, raw=row.raw if told else None)


def _seen(outcome: Outcome) -> Outcome:
    return outcome.public or outcome


def _open(case: Pending) -> Pending:
    readings = tuple(replace(reading, outcome=_seen(reading.outcome)) for reading in case.readings)
    return replace(case, readings=readings)
