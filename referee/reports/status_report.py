"""Where a game stands, as JSON and as a report. Secrets have been taken out before (`public_status`)."""

from __future__ import annotations

from datetime import tzinfo
from typing import Any

from referee.reports import words
from referee.reports.document import Block, Cell, Column, Facts, Lines, Report, Table, Verdict
from referee.reports.night_report import asked, iso, victory_json
from referee.status import Status
from referee.tally import StageWindow

SCHEMA = "referee/status@1"


def status_json(status: Status, zone: tzinfo, judge: bool) -> dict[str, Any]:
    """The status as a value for programs; `roles` only for the judge."""
    told: dict[str, Any] = {
        "schema": SCHEMA,
        "rules": status.rules,
        "as_of": iso(status.as_of, zone),
        "alive": list(status.alive),
        "stage": _stage(status.stage, zone),
        "deadlines": [{"what": one.what, "at": iso(one.at, zone)} for one in status.deadlines],
        "todo": [task.text for task in status.todo],
        "pending": [{"question": q.question, "clauses": list(q.clauses)} for q in status.pending],
        "notes": list(status.notes),
        "victory": victory_json(status.victory),
    }
    return told | ({"roles": status.roles} if judge else {})


def _stage(stage: StageWindow | None, zone: tzinfo) -> dict[str, Any] | None:
    if stage is None:
        return None
    return {
        "id": stage.id,
        "kind": stage.kind,
        "day": stage.day,
        "opens": iso(stage.opens, zone),
        "closes": iso(stage.closes, zone),
        "changes_close": iso(stage.changes_close, zone),
    }


def status_report(status: Status, title: str = "", judge: bool = False) -> Report:
    """The report: who has won or what is open, who lives, what ends when, what to do."""
    blocks: list[Block] = [_headline(status), _facts(status)]
    if status.pending:
        blocks.append(Lines("等法官裁定", tuple(map(asked, status.pending)), "warn"))
    blocks.append(Lines("要做的事", tuple(Cell(task.text) for task in status.todo) or (Cell("目前没有"),)))
    rows = tuple((Cell(one.what), Cell(f"{one.at:%Y-%m-%d %H:%M}")) for one in status.deadlines)
    blocks.append(
        Table("接下来的时刻", (Column("什么", keep=True), Column("何时", keep=True)), rows, "没有", "deadlines")
    )
    if judge and status.roles:
        roles = tuple((Cell(name), Cell(role or "没有写")) for name, role in status.roles.items())
        blocks.append(Table("身份", (Column("玩家", keep=True), Column("身份", keep=True)), roles, "", "roles"))
    if status.notes:
        blocks.append(Lines("说明", tuple(Cell(note) for note in status.notes)))
    return Report(" · ".join(part for part in (title, "局面") if part), tuple(blocks))


def _headline(status: Status) -> Verdict:
    won = status.victory
    if won:
        return Verdict(f"{'、'.join(won.camps)}获胜：{'、'.join(won.players)}", won.reason, won.clauses)
    if status.stage is None:
        return Verdict(f"还有 {len(status.alive)} 人；没有进行中的阶段")
    name = " ".join(filter(None, (status.stage.id, words.of(words.STAGES, status.stage.kind))))
    return Verdict(f"还有 {len(status.alive)} 人；进行中：{name}")


def _facts(status: Status) -> Facts:
    rows = [("截至", Cell(f"{status.as_of:%Y-%m-%d %H:%M}")), ("存活", Cell("、".join(status.alive)))]
    if status.stage and status.victory is None:  # no night begins after the end
        opens, closes = status.stage.opens, status.stage.closes
        said = f"{opens:%m-%d %H:%M}" if opens else "未定"
        rows.append(("时限", Cell(f"{said} 至 " + (f"{closes:%m-%d %H:%M}" if closes else "未定"))))
    if status.victory and status.victory.sharers:
        rows.append(("分享奖金", Cell("、".join(status.victory.sharers))))
    return Facts(tuple(rows))
