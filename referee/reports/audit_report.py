"""An audit as a report. What the public may not see has been taken out before (`public_audit`)."""

from __future__ import annotations

from datetime import timedelta

from parsers.posts import Post
from referee.audits.values import Audit, HeatMap, StageCount
from referee.reports import words
from referee.reports.audit_json import said_of
from referee.reports.document import Block, Cell, Column, Facts, Heat, Lines, Report, Table, Tone, Verdict
from referee.reports.places import clock, floor, stamp
from referee.reports.plain_text import number, one_line

VERDICTS = {
    "ok": "正常",
    "lurking": "潜水",
    "warned": "警告",
    "replace": "换人",
    "drown": "淹死",
    "out": "出局",
    "exempt": "免(请假)",
    "missing": "缺",
    "breach": "违规",
    "flagged": "请法官看",
}
OF = {"lurking": "潜水", "no-vote": "没有投票", "points": "罚分"}
_TONES: dict[str, Tone] = {
    "lurking": "warn",
    "warned": "warn",
    "flagged": "warn",
    "replace": "bad",
    "drown": "bad",
    "out": "bad",
    "missing": "bad",
    "breach": "bad",
    "exempt": "mute",
}
_QUOTE = 40  # characters of a post shown in a table


def audit_report(audit: Audit, title: str = "") -> Report:
    """The whole audit: what to act on first, then how it came about, then the statistics."""
    blocks: list[Block] = [_headline(audit), _head(audit)]
    blocks += [_warnings(audit), _windows(audit), _sign_ins(audit), _speeches(audit), _order(audit)]
    blocks = [block for block in blocks if not (isinstance(block, Table) and not block.rows and not block.empty)]
    if audit.proposals:
        blocks.append(Lines("由此要做的", tuple(Cell(f"{one.text} {_ids(one.clauses)}") for one in audit.proposals)))
    blocks += [*map(_stage_table, audit.stages), _statistics(audit), *_heat_block(audit.heat)]
    notes = (*audit.notes, *audit.secret_notes)
    if notes:
        blocks.append(Lines("说明", tuple(Cell(note) for note in notes)))
    return Report(" · ".join(part for part in (title, "审计") if part), tuple(blocks))


def _headline(audit: Audit) -> Verdict:
    said = _summary(audit)
    return Verdict("；".join(said) if said else "没有要处理的", tone="warn" if said else "good")


def _summary(audit: Audit) -> list[str]:
    out = [w.player for w in audit.windows if w.verdict == "out"] + _named(audit, "out")
    pairs = [
        ("出局", out),
        ("换人", [swap.out for swap in audit.swaps if swap.out not in out]),
        ("淹死", _named(audit, "drown")),
        ("警告", _named(audit, "warned")),
        ("没签到", [one.player for one in audit.sign_in if one.verdict == "missing"]),
        ("违规发言", [one.player for one in audit.speech if one.verdict == "breach"]),
        ("请法官看", [one.player for one in audit.speech if one.verdict in ("flagged", "missing")]),
    ]
    return [f"{what}：{'、'.join(dict.fromkeys(names))}" for what, names in pairs if names]


def _named(audit: Audit, verdict: str) -> list[str]:
    return [one.player for one in audit.warnings if one.verdict == verdict]


def _head(audit: Audit) -> Facts:
    return Facts(
        (
            ("规则", Cell(words.of(words.RULES, audit.rules))),
            ("截至", Cell(clock(audit.as_of))),
            ("什么算一帖", Cell(audit.counts)),
        )
    )


def _ids(clauses: tuple[str, ...]) -> str:
    return " ".join(clauses)


def _verdict(code: str) -> Cell:
    return Cell(words.of(VERDICTS, code), tone=_TONES.get(code, ""))


def _warnings(audit: Audit) -> Table:
    rows = tuple(
        (
            Cell(one.player),
            Cell(one.stage or "—"),
            Cell(words.of(OF, one.of)),
            Cell(str(one.count)),
            _verdict(one.verdict),
            Cell(one.reason),
            Cell(_ids(one.clauses), tone="mute"),
        )
        for one in audit.warnings
    )
    columns = (
        Column("玩家", keep=True),
        Column("阶段", keep=True),
        Column("为什么"),
        Column("第几次", number=True),
        Column("处理", keep=True),
        Column("依据"),
        Column("条款"),
    )
    return Table("警告", columns, rows, "没有警告", "warnings")


def _windows(audit: Audit) -> Table:
    rows = tuple(
        (
            Cell(one.player),
            Cell(clock(one.begins)),
            Cell(clock(one.ends)),
            Cell(str(one.posts)),
            _verdict(one.verdict),
            Cell(_ids(one.clauses), tone="mute"),
        )
        for one in audit.windows
    )
    columns = (
        Column("玩家", keep=True),
        Column("从"),
        Column("到", keep=True),
        Column("帖", number=True),
        Column("处理", keep=True),
        Column("条款"),
    )
    return Table("发帖太少的时段(每人最早的一段)", columns, rows, name="windows")


def _sign_ins(audit: Audit) -> Table:
    rows = tuple(
        (
            Cell(one.player),
            Cell(stamp(one.signed) if one.signed else "没有", one.post.url if one.post else None),
            Cell("还没到时间", tone="warn") if one.verdict == "flagged" else _verdict(one.verdict),
            Cell(_ids(one.clauses), tone="mute"),
        )
        for one in audit.sign_in
    )
    columns = (Column("玩家", keep=True), Column("签到", keep=True), Column("结果", keep=True), Column("条款"))
    return Table("签到", columns, rows, name="sign_in")


def _speeches(audit: Audit) -> Table:
    rows = tuple(
        (
            Cell(one.player),
            floor(one.post) if one.post else Cell("没有发", tone="bad"),
            Cell(stamp(one.post.time) if one.post else ""),
            _verdict(one.verdict),
            Cell(said_of(one)),
            Cell(one_line(_said(one.post), _QUOTE)),
            Cell(_ids(one.clauses), tone="mute"),
        )
        for one in audit.speech
    )
    columns = (
        Column("账号", keep=True),
        Column("楼", keep=True),
        Column("时间"),
        Column("处理", keep=True),
        Column("为什么"),
        Column("原话"),
        Column("条款"),
    )
    return Table("发言", columns, rows, "没有违规的发言", "speech")


def _said(post: Post | None) -> str:
    return post.text if post is not None else ""


def _order(audit: Audit) -> Table:
    rows = tuple(
        (
            Cell(str(place)),
            Cell(one.out),
            Cell(stamp(one.last_post) if one.last_post else "没有发过帖"),
            Cell(one.by or "还没有人"),
            Cell(one.reason),
            Cell(_ids(one.clauses), tone="mute"),
        )
        for place, one in enumerate(audit.swaps, 1)
    )
    columns = (
        Column("次序", number=True),
        Column("谁出", keep=True),
        Column("最后一帖"),
        Column("谁进", keep=True),
        Column("为什么"),
        Column("条款"),
    )
    return Table("换人次序", columns, rows, name="substitution_order")


def _stage_table(stage: StageCount) -> Table:
    running = "" if stage.final else "，还没结束"
    title = f"{stage.id}：每人平均 {number(stage.average)} 帖，发过帖的平均 {number(stage.average_posters)} 帖{running}"
    rows = tuple(
        (
            Cell(one.player),
            Cell(str(one.posts)),
            _verdict(one.verdict) if stage.judged else Cell(""),
            Cell(one.reason),
            Cell(_ids(one.clauses), tone="mute"),
        )
        for one in stage.players
    )
    columns = (
        Column("玩家", keep=True),
        Column("帖", number=True, keep=True),
        Column("结果", keep=True),
        Column("算法"),
        Column("条款"),
    )
    return Table(title, columns, rows, "没有人", f"stage {stage.id}")


def _statistics(audit: Audit) -> Table:
    rows = tuple(
        (
            Cell(one.player),
            Cell(str(one.posts)),
            Cell(str(one.characters)),
            Cell(str(one.topics)),
            Cell(stamp(one.first) if one.first else "—"),
            Cell(stamp(one.last) if one.last else "—"),
            Cell(number(one.gap) if one.gap is not None else "—"),
        )
        for one in audit.activity
    )
    columns = (
        Column("玩家", keep=True),
        Column("帖", number=True),
        Column("字", number=True),
        Column("主题", number=True),
        Column("第一帖"),
        Column("最后一帖"),
        Column("最长间隔(小时)", number=True),
    )
    posters = [one.posts for one in audit.activity if one.posts]
    everybody = sum(posters) / len(audit.activity) if audit.activity else 0
    mean = f"每人平均 {everybody:.2f} 帖"
    mean += f"，发过帖的平均 {sum(posters) / len(posters):.2f} 帖" if posters else ""
    return Table(f"统计({mean})", columns, rows, "没有玩家", "activity")


def _heat_block(heat: HeatMap) -> list[Block]:
    if heat.begins is None or not heat.values:
        return []
    begins = heat.begins
    steps = [begins + timedelta(hours=heat.hours * n) for n in range(len(heat.values[0]))]
    columns = tuple(f"{step:%m-%d %H时}" for step in steps)
    return [Heat(f"什么时候发帖(每格 {heat.hours} 小时)", heat.players, columns, heat.values)]
