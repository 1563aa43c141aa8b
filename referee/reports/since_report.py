"""What has changed since a tally kept earlier: numbers, ballots, outcome. Both as the JSON they were printed in."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo
from typing import Any

from referee.reports import words
from referee.reports.document import Block, Cell, Column, Lines, Table
from referee.reports.plain_text import number
from referee.terms import outcome_word

Printed = dict[str, Any]  # a referee/tally@1 object


def since_json(before: Printed, now: Printed, printed: datetime, zone: tzinfo) -> dict[str, Any]:
    """The differences as plain values; `printed` is when the earlier one was (aware)."""
    return {
        "printed": printed.astimezone(zone).isoformat(timespec="seconds"),
        "as_of": before.get("as_of"),
        "tally": list(_numbers(before, now)),
        "ballots": list(_ballots(before, now)),
        "outcome": None if _outcome(before) == _outcome(now) else {"before": _outcome(before), "after": _outcome(now)},
    }


def since_blocks(found: dict[str, Any]) -> list[Block]:
    """The differences as blocks; one line where there are none."""
    heading = f"与上次({_clock(found['printed'])} 数的)相比"
    lines = [f"结果：{found['outcome']['before']} → {found['outcome']['after']}"] if found["outcome"] else []
    lines += [f"{one['player']}：{number(one['before'])} → {number(one['after'])} 票" for one in found["tally"]]
    blocks: list[Block] = [Lines(heading, tuple(map(Cell, lines or ["票数和结果都没有变"])))]
    if found["ballots"]:
        blocks.append(_table(found["ballots"]))
    return blocks


def _table(ballots: list[dict[str, Any]]) -> Table:
    columns = (Column("楼", keep=True), Column("投票人", keep=True), Column("上次"), Column("这次"))
    rows = tuple(
        (Cell(one["place"], one["url"]), Cell(one["voter"], tone="strong"), Cell(one["before"]), Cell(one["after"]))
        for one in ballots
    )
    return Table("变了的票", columns, rows, name="since")


def _numbers(before: Printed, now: Printed) -> Iterator[dict[str, Any]]:
    was = {row["player"]: row["votes"] for row in before.get("tally", ())}
    has = {row["player"]: row["votes"] for row in now.get("tally", ())}
    for name in {**has, **was}:
        if was.get(name, 0) != has.get(name, 0):
            yield {"player": name, "before": was.get(name, 0), "after": has.get(name, 0)}


def _ballots(before: Printed, now: Printed) -> Iterator[dict[str, Any]]:
    was, has = _by_place(before), _by_place(now)
    for key in {**was, **has}:
        old, new = was.get(key), has.get(key)
        if _said(old) != _said(new):
            ballot = new or old or {}
            post = ballot.get("post") or {}
            place = f"#{post['floor']}" if post.get("floor") is not None else f"pid {post['pid']}" if post else "无帖"
            yield {
                "voter": ballot.get("voter", ""),
                "place": place,
                "url": post.get("url") or None,
                "before": _said(old),
                "after": _said(new),
            }


def _by_place(printed: Printed) -> dict[tuple[str, ...], dict[str, Any]]:
    """Ballots by thread, post and voter; one without a post by voter and kind."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for ballot in printed.get("ballots", ()):
        post = ballot.get("post") or {}
        key = (post.get("thread", ""), str(post.get("pid", "")), ballot["voter"], "" if post else ballot["kind"])
        found[key] = ballot
    return found


def _said(ballot: dict[str, Any] | None) -> str:
    """What a ballot was: 投票 乙 有效; 没有 where there was none."""
    if ballot is None:
        return "没有"
    aim = "、".join(ballot["targets"])
    status = words.of(words.STATUSES, ballot["status"])
    if ballot["code"] not in (ballot["status"], "counted"):
        status += f"：{words.of(words.CODES, ballot['code'])}"
    return " ".join(filter(None, (words.of(words.KINDS, ballot["kind"]), aim, status)))


def _outcome(printed: Printed) -> str:
    outcome = printed.get("outcome") or {}
    said = outcome_word(
        outcome.get("kind") or "none", printed.get("rules", ""), (printed.get("stage") or {}).get("kind", "")
    )
    return f"{said}：{'、'.join(outcome['players'])}" if outcome.get("players") else said


def _clock(printed: str) -> str:
    return printed.replace("T", " ")[:16]
