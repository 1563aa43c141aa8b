"""An audit as JSON (schema referee/audit@1). What the public may not see has been taken out before (`public_audit`)."""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import Any

from parsers.posts import Stamp
from referee.audits.values import Activity, Audit, HeatMap, Speech, StageCount, Swap, Warned, Window
from referee.reports.json_face import post_json

SCHEMA = "referee/audit@1"


def audit_json(audit: Audit, zone: tzinfo) -> dict[str, Any]:
    """The audit as plain values; times carry the board's offset."""
    return {
        "schema": SCHEMA,
        "rules": audit.rules,
        "as_of": _iso(audit.as_of, zone),
        "counts": audit.counts,
        "stages": [_stage(stage, zone) for stage in audit.stages],
        "warnings": [_warned(one, zone) for one in audit.warnings],
        "windows": [_window(one, zone) for one in audit.windows],
        "sign_in": [
            {
                "player": one.player,
                "signed_at": _stamp(one.signed, zone),
                "verdict": one.verdict,
                "clauses": list(one.clauses),
                "post": post_json(one.post, zone),
            }
            for one in audit.sign_in
        ],
        "speech": [_speech(one, zone) for one in audit.speech],
        "substitution_order": [_swap(one, zone) for one in audit.swaps],
        "proposals": [
            {
                "kind": one.kind,
                "text": one.text,
                "player": one.player,
                "stage": one.stage,
                "until": _iso(one.until, zone),
                "clauses": list(one.clauses),
            }
            for one in audit.proposals
        ],
        "activity": [_activity(one, zone) for one in audit.activity],
        "heat": _heat(audit.heat, zone),
        "notes": [*audit.notes, *audit.secret_notes],
    }


def _iso(moment: datetime | None, zone: tzinfo) -> str | None:
    return moment.replace(tzinfo=zone).isoformat(timespec="seconds") if moment is not None else None


def _stamp(time: Stamp | None, zone: tzinfo) -> str | None:
    return time.iso(zone) if time is not None else None


def _stage(stage: StageCount, zone: tzinfo) -> dict[str, Any]:
    return {
        "id": stage.id,
        "opens": _iso(stage.opens, zone),
        "closes": _iso(stage.closes, zone),
        "final": stage.final,
        "average": stage.average,
        "average_posters": stage.average_posters,
        "players": [
            {
                "player": one.player,
                "posts": one.posts,
                "verdict": one.verdict,
                "clauses": list(one.clauses),
                "reason": one.reason,
            }
            for one in stage.players
        ],
    }


def _warned(one: Warned, zone: tzinfo) -> dict[str, Any]:
    return {
        "player": one.player,
        "stage": one.stage,
        "count": one.count,
        "verdict": one.verdict,
        "of": one.of,
        "at": _iso(one.at, zone),
        "clauses": list(one.clauses),
        "reason": one.reason,
    }


def _window(one: Window, zone: tzinfo) -> dict[str, Any]:
    return {
        "player": one.player,
        "from": _iso(one.begins, zone),
        "to": _iso(one.ends, zone),
        "posts": one.posts,
        "verdict": one.verdict,
        "clauses": list(one.clauses),
    }


def _speech(one: Speech, zone: tzinfo) -> dict[str, Any]:
    return {
        "player": one.player,
        "post": post_json(one.post, zone),
        "verdict": one.verdict,
        "clauses": list(one.clauses),
        "reason": said_of(one),
    }


def _swap(one: Swap, zone: tzinfo) -> dict[str, Any]:
    return {
        "out": one.out,
        "last_post": _stamp(one.last_post, zone),
        "by": one.by,
        "since": _iso(one.since, zone),
        "clauses": list(one.clauses),
        "reason": one.reason,
    }


def _activity(one: Activity, zone: tzinfo) -> dict[str, Any]:
    return {
        "player": one.player,
        "posts": one.posts,
        "characters": one.characters,
        "first": _stamp(one.first, zone),
        "last": _stamp(one.last, zone),
        "longest_gap_hours": one.gap,
        "topics": one.topics,
        "stages": [{"id": id_, "posts": posts, "characters": size} for id_, posts, size in one.stages],
    }


def _heat(heat: HeatMap, zone: tzinfo) -> dict[str, Any]:
    rows = [{"player": name, "posts": list(values)} for name, values in zip(heat.players, heat.values, strict=True)]
    return {"from": _iso(heat.begins, zone), "hours": heat.hours, "players": rows}


def said_of(one: Speech) -> str:
    """Why the words were noted, with what only the judge may know."""
    return "；".join(part for part in (one.reason, one.secret) if part)
