"""A tally as JSON (schema referee/tally@1): the verdict itself, field by field, for programs and for the record."""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import Any

from parsers.posts import Post
from referee.tally import BallotVerdict, Outcome, Pending, StageWindow, Tally, TallyRow

SCHEMA = "referee/tally@1"


def tally_json(tally: Tally, zone: tzinfo) -> dict[str, Any]:
    """The tally as plain values, keys in the order of the schema; times carry the board's offset.

    What the public may not see has been taken out of `tally` before (`public_view`).
    """
    return {
        "schema": SCHEMA,
        "threads": [
            {"url": t.url, "board": t.board, "title": t.title, "pages": t.pages, "posts": t.posts}
            for t in tally.threads
        ],
        "rules": tally.rules,
        "stage": _stage(tally.stage, zone),
        "as_of": _iso(tally.as_of, zone),
        "final": tally.final,
        "tally": [_row(row) for row in tally.rows],
        "ballots": [_ballot(ballot, zone) for ballot in tally.ballots],
        "not_voted": [
            {"player": one.player, "treated_as": one.treated_as, "clauses": list(one.clauses)}
            for one in tally.not_voted
        ],
        "outcome": _outcome(tally.outcome),
        "pending": [_pending(case, zone) for case in tally.pending],
        "notes": list(tally.notes),
    }


def _iso(moment: datetime | None, zone: tzinfo) -> str | None:
    return moment.replace(tzinfo=zone).isoformat() if moment is not None else None


def _number(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _stage(stage: StageWindow, zone: tzinfo) -> dict[str, Any]:
    return {
        "id": stage.id,
        "kind": stage.kind,
        "opens": _iso(stage.opens, zone),
        "closes": _iso(stage.closes, zone),
        "changes_close": _iso(stage.changes_close, zone),
    }


def _row(row: TallyRow) -> dict[str, Any]:
    told: dict[str, Any] = {"player": row.player, "votes": _number(row.votes), "voters": list(row.voters)}
    if row.share is not None:
        told["share"] = round(row.share, 4)
    if row.raw is not None:
        told["raw"] = _number(row.raw)
        told["adjust"] = [{"by": one.by, "add": _number(one.add), "announced": one.announced} for one in row.adjust]
    return told


def post_json(post: Post | None, zone: tzinfo) -> dict[str, Any] | None:
    """Where a ballot stands: thread, pid, floor, time as exactly as the board told it, address."""
    if post is None:
        return None
    return {
        "thread": post.thread,
        "pid": post.pid,
        "floor": post.floor,
        "time": post.time.iso(zone) if post.time else None,
        "url": post.url,
    }


def _ballot(ballot: BallotVerdict, zone: tzinfo) -> dict[str, Any]:
    return {
        "voter": ballot.voter,
        "targets": list(ballot.targets),
        "kind": ballot.kind,
        "weight": _number(ballot.weight),
        "status": ballot.status,
        "code": ballot.code,
        "post": post_json(ballot.post, zone),
        "quote": ballot.quote,
        "clauses": list(ballot.clauses),
        "reason": ballot.reason,
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    told: dict[str, Any] = {
        "kind": outcome.kind,
        "players": list(outcome.players),
        "clauses": list(outcome.clauses),
        "reason": outcome.reason,
    }
    if outcome.seated:
        told["seated"] = list(outcome.seated)
    if outcome.also:
        told["also"] = list(outcome.also)
    return told


def _pending(case: Pending, zone: tzinfo) -> dict[str, Any]:
    return {
        "post": post_json(case.post, zone),
        "voter": case.voter,
        "quote": case.quote,
        "question": case.question,
        "candidates": list(case.candidates),
        "harmless": case.harmless,
        "readings": [{"if": one.if_, "outcome": _outcome(one.outcome)} for one in case.readings],
    }
