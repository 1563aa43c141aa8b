"""Where a posted tally differs from ours and why, as blocks of a report and as JSON."""

from __future__ import annotations

from datetime import tzinfo
from typing import Any

from referee.announced_check import Comparison, Number, Vote
from referee.reports import words
from referee.reports.document import Block, Cell, Column, Lines, Table, Tone
from referee.reports.json_face import post_json
from referee.reports.places import floor, stamp
from referee.reports.plain_text import number
from referee.secrecy import HELD_BACK
from referee.tally import BallotVerdict

_MOST = 200  # characters shown of a line that was not understood


def against_blocks(found: Comparison) -> list[Block]:
    """The numbers side by side, the ballots that went elsewhere with the posts that explain them, what was not read."""
    if found.withheld:
        return [Lines("与公布的对照", (Cell(f"{HELD_BACK}，现在不对照；截止之后，或由法官用 --judge 对照"),), "warn")]
    blocks: list[Block] = [_numbers(found)] if found.numbers or not found.remarks else []
    if found.votes:
        blocks.append(_votes(found))
    lines = [Cell(remark, tone="warn") for remark in found.remarks]
    lines += [Cell(f"没有读懂：{line[:_MOST]}", tone="warn") for line in found.unread]
    return [*blocks, Lines("公布的数本身", tuple(lines), "warn")] if lines else blocks


def _numbers(found: Comparison) -> Table:
    columns = (
        Column("玩家", keep=True),
        Column("公布", number=True, keep=True),
        Column("我们", number=True, keep=True),
        Column("差", keep=True),
        Column("可能因为"),
    )
    title = "与公布的一致" if found.agrees else "与公布的对照"
    return Table(title, columns, tuple(map(_number, found.numbers)), "公布的数里没有读出候选人", "against")


def _number(one: Number) -> tuple[Cell, ...]:
    tone: Tone = "" if one.same else "bad"
    there = "没写" if one.announced is None else number(one.announced)
    gap = "" if one.announced is None or one.same else f"公布{_more(one.announced - one.ours)}"
    why = "；".join(_told(ballot) for ballot in one.why)
    return Cell(one.player), Cell(there), Cell(number(one.ours)), Cell(gap, tone=tone), Cell(why)


def _more(gap: float) -> str:
    return f"多 {number(gap)}" if gap > 0 else f"少 {number(-gap)}"


def _votes(found: Comparison) -> Table:
    columns = (
        Column("投票人", keep=True),
        Column("公布算给", keep=True),
        Column("我们算给", keep=True),
        Column("依据"),
    )
    return Table("算得不一样的票", columns, tuple(map(_vote, found.votes)), name="against_votes")


def _vote(one: Vote) -> tuple[Cell, ...]:
    why = "；".join(_told(ballot) for ballot in one.why) or "帖子里没有他的票"
    linked = [ballot for ballot in one.why if ballot.post and ballot.post.url]
    href = floor(linked[-1].post).href if linked else None
    return Cell(one.voter, tone="strong"), _aim(one.announced), _aim(one.ours), Cell(why, href)


def _aim(targets: tuple[str, ...] | None) -> Cell:
    if targets is None:
        return Cell("无票", tone="mute")
    return Cell("、".join(targets) or "弃权")


def _told(ballot: BallotVerdict) -> str:
    """A ballot in one line: #23 05-05 09:00 乙→丙 无效：晚于截止，05-05 09:00 截止"""
    said = words.of(words.STATUSES, ballot.status)
    if ballot.code not in (ballot.status, "counted"):
        said += f"：{words.of(words.CODES, ballot.code)}"
    place = f"{floor(ballot.post).text} {stamp(ballot.post.time)}" if ballot.post else "截止时"
    aim = "、".join(ballot.targets) or words.of(words.KINDS, ballot.kind)
    why = f"({ballot.reason})" if ballot.reason and ballot.status != "counted" else ""
    return f"{place} {ballot.voter}→{aim} {said}{why}"


def against_json(found: Comparison, zone: tzinfo) -> dict[str, Any]:
    """The comparison as plain values."""
    return {
        "agrees": None if found.withheld else found.agrees,
        "tally": [
            {"player": one.player, "announced": one.announced, "votes": one.ours, "why": _whys(one.why, zone)}
            for one in found.numbers
        ],
        "ballots": [
            {
                "voter": one.voter,
                "announced": None if one.announced is None else list(one.announced),
                "targets": None if one.ours is None else list(one.ours),
                "why": _whys(one.why, zone),
            }
            for one in found.votes
        ],
        "remarks": list(found.remarks),
        "unread": list(found.unread),
    }


def _whys(ballots: tuple[BallotVerdict, ...], zone: tzinfo) -> list[dict[str, Any]]:
    return [
        {
            "post": post_json(ballot.post, zone),
            "targets": list(ballot.targets),
            "status": ballot.status,
            "code": ballot.code,
            "clauses": list(ballot.clauses),
            "reason": ballot.reason,
        }
        for ballot in ballots
    ]
