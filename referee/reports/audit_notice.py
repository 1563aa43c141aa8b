"""What of an audit the judge posts on the board: warnings, who is missing, who is to be replaced, by which rule.

Public wording only; what the judge has yet to look at is not told.
"""

from __future__ import annotations

from parsers.posts import Post
from referee.audits.values import Audit
from referee.reports import words
from referee.reports.audit_report import OF, VERDICTS
from referee.reports.document import Block, Cell, Facts, Lines, Report
from referee.reports.places import clock, floor, stamp


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
