"""A night as JSON and as a report. What the public may not see has been taken out before (`public_view`)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Any

from referee.nights.values import Deed, Night, Question, Victory
from referee.reports import words
from referee.reports.document import Block, Cell, Column, Facts, Lines, Report, Table, Tone, Verdict

SCHEMA = "referee/night@1"
STATUSES = {
    "effective": "有效",
    "failed": "落空",
    "stopped": "被挡住",
    "void": "无效",
    "late": "迟到",
    "replaced": "已更改",
}
STATES = {
    "no-vote": "不能投票",
    "cursed": "被诅咒",
    "blessed": "被庇佑",
    "poisoned": "中毒",
    "mad": "癫狂",
    "dying": "濒死",
    "faint": "昏厥",
    "sheriff": "警长",
    "imprisoned": "囚禁",
}


def night_json(night: Night, zone: tzinfo) -> dict[str, Any]:
    """The night as `docs/nights.md` tells it; times carry the board's offset."""
    return {
        "schema": SCHEMA,
        "rules": night.rules,
        "night": night.number,
        "actions": [_action(deed, zone) for deed in night.actions],
        "deaths": [
            {"player": d.player, "cause": d.cause or None, "announced_cause": d.announced_cause} for d in night.deaths
        ],
        "states": [{"player": s.player, "state": s.state, "until": iso(s.until, zone)} for s in night.states],
        "alive": list(night.after.alive),
        "promotions": [
            {"player": p.player, "from": p.from_, "to": p.to, "clauses": list(p.clauses)} for p in night.promotions
        ],
        "branch": night.branch,
        "announce": list(night.announce),
        "private": [{"to": letter.to, "text": letter.text} for letter in night.private],
        "victory": victory_json(night.victory),
        "pending": [{"question": q.question, "clauses": list(q.clauses)} for q in night.pending],
        "notes": list(night.notes),
        "trail": [{"clause": step.clause, "text": step.text} for step in night.trail],
    }


def _action(deed: Deed, zone: tzinfo) -> dict[str, Any]:
    told = {
        "by": deed.by or None,
        "power": deed.power,
        "target": deed.target,
        "targets": list(deed.targets),
        "at": iso(deed.at, zone),
        "status": deed.status,
        "code": deed.code or None,
        "clauses": list(deed.clauses),
        "reason": deed.reason,
    }
    return told | ({"result": deed.result} if deed.result is not None else {})


def victory_json(victory: Victory | None) -> dict[str, Any] | None:
    """Who has won, or null."""
    if victory is None:
        return None
    return {
        "camps": list(victory.camps),
        "players": list(victory.players),
        "sharers": list(victory.sharers),
        "clauses": list(victory.clauses),
        "reason": victory.reason,
    }


def iso(moment: datetime | None, zone: tzinfo) -> str | None:
    """A moment of the board's clock with its offset."""
    return moment.replace(tzinfo=zone).isoformat(timespec="seconds") if moment else None


def asked(question: Question) -> Cell:
    """What waits for the judge, with the clauses that leave it to him."""
    return Cell(" ".join((question.question, *question.clauses)), tone="warn")


def night_report(night: Night, title: str = "", judge: bool = False) -> Report:
    """The report of one night: what to announce first, then (for the judge) how it came about."""
    blocks: list[Block] = [_headline(night)]
    if night.pending:
        blocks.append(Lines("等法官裁定", tuple(map(asked, night.pending)), "warn"))
    blocks.append(Lines("公布", tuple(Cell(line) for line in night.announce)))
    if judge:
        blocks += [_actions(night), *_outcome(night)]
        blocks.append(Table("私信", (Column("给", keep=True), Column("内容")), _letters(night), "没有要发的私信"))
        blocks.append(Lines("依据", tuple(Cell(f"{step.clause} {step.text}") for step in night.trail)))
    if night.notes:
        blocks.append(Lines("说明", tuple(Cell(note) for note in night.notes)))
    name = f"第 {night.number} 夜"
    return Report(" · ".join(part for part in (title, name) if part), tuple(blocks))


def with_announcement(report: Report, lines: tuple[str, ...]) -> Report:
    """A report with the lines to paste on the board right after its headline."""
    if not lines:
        return report
    first, *rest = report.blocks
    return replace(report, blocks=(first, Lines("公布", tuple(Cell(line) for line in lines)), *rest))


def _headline(night: Night) -> Verdict:
    if night.victory:
        won = night.victory
        return Verdict(f"{'、'.join(won.camps)}获胜：{'、'.join(won.players)}", won.reason, won.clauses)
    dead = "、".join(death.player for death in night.deaths)
    tone: Tone = "warn" if night.pending else "strong"
    return Verdict(f"第 {night.number} 夜：" + (f"死亡 {dead}" if dead else "无人死亡"), tone=tone)


def _actions(night: Night) -> Table:
    columns = (Column("谁", keep=True), Column("行动", keep=True), Column("对象"), Column("结果"), Column("理由"))
    rows = tuple(
        (
            Cell(deed.by or "—"),
            Cell(deed.power),
            Cell("、".join(deed.targets)),
            Cell(STATUSES.get(deed.status, deed.status), tone="mute" if deed.status != "effective" else "good"),
            Cell(" ".join((*deed.clauses, deed.reason, deed.result or "")).strip()),
        )
        for deed in night.actions
    )
    return Table("行动", columns, rows, "这一夜没有行动", "actions")


def _outcome(night: Night) -> list[Block]:
    facts = [("死亡", Cell(f"{d.player}({d.cause})")) for d in night.deaths]
    facts += [("状态", Cell(f"{s.player} {words.of(STATES, s.state)}")) for s in night.states]
    facts += [("身份", Cell(f"{p.player} {p.from_} → {p.to}")) for p in night.promotions]
    facts += [("下一夜金枝", Cell(night.branch))] if night.branch else []
    facts.append(("存活", Cell("、".join(night.after.alive))))
    return [Facts(tuple(facts))]


def _letters(night: Night) -> tuple[tuple[Cell, ...], ...]:
    return tuple((Cell(letter.to), Cell(letter.text)) for letter in night.private)
