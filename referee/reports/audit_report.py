"""An audit as JSON, as a report, and as the warning post to paste on the board.

What the public may not see has been taken out before (`public_audit`).
"""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from typing import Any

from parsers.posts import Post, Stamp
from referee.audits.values import Activity, Audit, HeatMap, Speech, StageCount, Swap, Warned, Window
from referee.reports import words
from referee.reports.document import Block, Cell, Column, Facts, Heat, Lines, Report, Table, Tone, Verdict
from referee.reports.json_face import post_json
from referee.reports.plain_text import number, one_line
from referee.reports.tally_report import clock, floor, stamp

SCHEMA = "referee/audit@1"
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


# -- JSON --------------------------------------------------------------------------------------------------------------


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
        "reason": _reason(one),
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


def _reason(one: Speech) -> str:
    return "；".join(part for part in (one.reason, one.secret) if part)


# -- the report --------------------------------------------------------------------------------------------------------


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
    pairs = [
        ("出局", [w.player for w in audit.windows if w.verdict == "out"] + _named(audit, "out")),
        ("换人", [swap.out for swap in audit.swaps if swap.out not in _named(audit, "out")]),
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
            Cell(_reason(one)),
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


# -- the warning post --------------------------------------------------------------------------------------------------


def warning_post(audit: Audit, title: str = "") -> Report:
    """What the judge posts on the board: who is warned, missing, to be replaced, and which rule says so."""
    lines = [*_told_warnings(audit), *_told_windows(audit), *_told_sign_ins(audit), *_told_speech(audit)]
    blocks: list[Block] = [Facts((("截至", Cell(clock(audit.as_of))),))]
    blocks.append(Lines("提醒与警告", tuple(Cell(line) for line in lines) or (Cell("目前没有要提醒的。"),)))
    swaps = [
        f"{one.out}：" + (f"由 {one.by} 接替" if one.by else "请替补回复，先到先接") + _told(one.clauses)
        for one in audit.swaps
    ]
    if swaps:
        blocks.append(Lines("换人(依次)", tuple(Cell(line) for line in swaps)))
    longer = [one for one in audit.proposals if one.kind in ("extension", "wasted")]
    if longer:
        blocks.append(Lines("时间", tuple(Cell(f"{one.text}{_told(one.clauses)}") for one in longer)))
    return Report(" · ".join(part for part in (title, "公告") if part), tuple(blocks))


def _told(clauses: tuple[str, ...]) -> str:
    return f"({'、'.join(clauses)})" if clauses else ""


def _told_warnings(audit: Audit) -> list[str]:
    said = {
        "warned": "第 {n} 次警告",
        "replace": "第 {n} 次，换人",
        "drown": "第 {n} 次，没有替补，淹死",
        "out": "出局",
        "exempt": "请了假，不计",
    }
    return [
        f"{one.player}：{one.stage or ''} {words.of(OF, one.of)}，{said[one.verdict].format(n=one.count)}。"
        f"{one.reason}{_told(one.clauses)}"
        for one in audit.warnings
        if one.verdict in said
    ]


def _told_windows(audit: Audit) -> list[str]:
    return [
        f"{one.player}：{clock(one.begins)} 至 {clock(one.ends)} 只发了 {one.posts} 帖，"
        f"{words.of(VERDICTS, one.verdict)}{_told(one.clauses)}"
        for one in audit.windows
        if one.verdict != "exempt"
    ]


def _told_sign_ins(audit: Audit) -> list[str]:
    missing = [one for one in audit.sign_in if one.verdict == "missing"]
    waited = [one.player for one in audit.sign_in if one.verdict == "flagged"]
    said = [f"{'、'.join(one.player for one in missing)}：没有按时签到{_told(missing[0].clauses)}"] if missing else []
    return said + ([f"还没签到，请抓紧：{'、'.join(waited)}"] if waited else [])


def _told_speech(audit: Audit) -> list[str]:
    """Only what is certain is said in public; what the judge has yet to look at is not."""
    return [
        f"{one.player}{_where(one.post)}：{one.reason}{_told(one.clauses)}"
        for one in audit.speech
        if one.verdict in ("breach", "missing")
    ]


def _where(post: Post | None) -> str:
    return f" {floor(post).text}({stamp(post.time)})" if post is not None else ""
