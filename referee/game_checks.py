"""Faults between the tables of a game file: what no single value can show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from referee.game import Fault
from referee.game_fields import CAUSES, EVENTS
from referee.game_kinds import NIGHT, Kinds
from referee.game_names import ABSTAIN, folded
from referee.game_rows import Row, listed, nearest, shown

Rows = Mapping[str, list[Row]]
_NEEDS: Final = {event.kind: event.needs for event in EVENTS}
OPENING_PIDS: Final = frozenset({"tpc", "0"})  # the opening post of every phpwind thread is called so
_NO_TARGET: Final = {"归群", "申请保管金枝", "装傻"}


def word_faults(rows: Rows, kinds: Kinds) -> Iterator[Fault]:
    """Stage kinds, roles and powers the rule set does not have."""
    words = {"stage": (*kinds.stages, NIGHT) if kinds.stages else (), "role": kinds.roles, "power": kinds.powers}
    named = {"stage": "阶段", "role": "身份", "power": "行动"}
    for row in (row for table in rows.values() for row in table):
        for field in row.table.fields:
            allowed = words.get(field.open_, ())
            given = row.values.get(field.key)
            if not allowed or given is None:
                continue
            if folded(given) not in {folded(word) for word in allowed}:
                said = f"{kinds.titled}没有 {shown(given)} 这种{named[field.open_]}{nearest(given, allowed)}"
                yield row.fault(field.key, f"{said}；可用：{listed(allowed)}")


def stage_faults(rows: Rows) -> Iterator[Fault]:
    """Ids twice, a close before the opening, stages that follow nothing or themselves, and ids used elsewhere."""
    stages = rows["stages"]
    by_id: dict[str, Row] = {}
    for row in stages:
        first = by_id.setdefault(row.values.get("id", ""), row)
        if first is not row and row.values.get("id"):
            yield row.fault("id", f"{shown(row.values['id'])} 在第 {first.line('id')} 行已经用了；每个阶段的 id 不同")
        yield from _backwards(row, "opens", "closes", "截止要在开始之后")
    by_id.pop("", None)
    for row in stages:
        yield from _after_faults(row, by_id)
    for table in ("threads", "events", "delegations", "actions"):
        for row in rows[table]:
            yield from _stage_of(row, "stage", by_id)


def _after_faults(row: Row, by_id: Mapping[str, Row]) -> Iterator[Fault]:
    after = row.values.get("after")
    if after is None:
        return
    yield from _stage_of(row, "after", by_id)
    seen, step = {row.values.get("id")}, after
    while step in by_id and step not in seen:
        seen.add(step)
        step = by_id[step].values.get("after")
    if step in by_id and step == row.values.get("id"):
        yield row.fault("after", f"写的是 {shown(after)}；阶段不能接在自己后面")


def _stage_of(row: Row, key: str, by_id: Mapping[str, Row]) -> Iterator[Fault]:
    given = row.values.get(key)
    if given is not None and given not in by_id:
        allowed = f"可用：{listed(by_id)}" if by_id else "先写 [[stages]]"
        yield row.fault(key, f"没有阶段 {shown(given)}{nearest(given, by_id)}；{allowed}")


def _backwards(row: Row, start: str, end: str, allowed: str) -> Iterator[Fault]:
    one, other = row.values.get(start), row.values.get(end)
    if one is not None and other is not None and other <= one:
        yield row.fault(end, f"{other:%Y-%m-%d %H:%M:%S} 不晚于 {start} 的 {one:%Y-%m-%d %H:%M:%S}；{allowed}")


def event_faults(rows: Rows) -> Iterator[Fault]:
    """Events that lack what their kind tells of; a leave or summons that ends before it begins."""
    for row in rows["events"]:
        kind = row.values.get("kind")
        for need in _NEEDS.get(kind or "", ()):
            if not set(need.split("|")) & row.given:
                yield row.fault("", f'kind = "{kind}" 缺 {need.replace("|", " 或 ")}；请写上')
        yield from _backwards(row, "from", "to", "止要在起之后")
        if kind == "summon":
            yield from _backwards(row, "at", "until", "召唤的截止要在宣布之后")
        if kind == "extension" and row.values.get("cause", CAUSES[0]) not in CAUSES:
            yield row.fault("cause", f"写的是 {shown(row.values['cause'])}；可用：{listed(CAUSES)}")
        if kind == "substitution" and row.values.get("hours") is not None:
            yield row.fault("hours", '换人不写 hours；另写一条 kind = "extension"')


def delegation_faults(rows: Rows) -> Iterator[Fault]:
    """Delegated ballots without a choice, published before they were made."""
    for row in rows["delegations"]:
        if not row.given & {"target", "targets"} and not row.values.get("conditional"):
            yield row.fault("", "缺 target；写投给谁，弃权写 弃权")
        yield from _one_of(row, "target", "targets")
        published, at = row.values.get("published"), row.values.get("at")
        if published and at and published < at:
            yield row.fault("published", f"{published:%Y-%m-%d %H:%M:%S} 早于托付的时刻；公布不能在托付之前")


def action_faults(rows: Rows, kinds: Kinds) -> Iterator[Fault]:
    """Actions that belong to no night and no stage, or to nobody; nights before the first."""
    for row in rows["actions"]:
        choice = row.values.get("power") == "选择"
        if choice and "stage" not in row.given:
            yield row.fault("", "缺 stage；写对决是哪个阶段")
        if not choice and not row.given & {"night", "stage"}:
            yield row.fault("", "缺 night；写第几夜")
        if not choice and "by" not in row.given:
            yield row.fault("", "缺 by；写是谁的行动")
        night = row.values.get("night")
        if night is not None and night < kinds.night:
            yield row.fault("night", f"写的是 {night}；{kinds.titled}的夜晚从 {kinds.night} 数起")
        yield from _one_of(row, "target", "targets")


def ruling_faults(rows: Rows) -> Iterator[Fault]:
    """Rulings that do not say on which post, for whom, or twice on the same post."""
    threads = {row.values["url"] for row in rows["threads"] if "url" in row.values}
    seen: dict[tuple[object, object, object], Row] = {}
    for row in rows["rulings"]:
        values = row.values
        yield from _which_post(row, len(threads))
        targets, reads = values.get("targets"), values.get("reads")
        sound = "targets" in values or "targets" not in row.given
        if reads in {"vote", "change"} and sound and not targets:
            what = "投给谁" if reads == "vote" else "改投谁"
            yield row.fault("targets" if "targets" in row.given else "", f'reads = "{reads}" 缺 targets；写{what}')
        if reads in {"none", "unvote"} and targets:
            yield row.fault("targets", f'reads = "{reads}" 不投给谁；去掉 targets，或把 reads 写成 vote')
        if reads in {"vote", "change"} and targets and ABSTAIN in targets and len(targets) > 1:
            yield row.fault("targets", "弃权不能与名字写在一起")
        if "post" in values or "floor" in values:
            key = (values.get("thread"), values.get("post"), values.get("floor"))
            first = seen.setdefault(key, row)
            if first is not row:
                yield row.fault("", f"第 {first.line()} 行已经裁定过这一帖；一帖只留一条")


def _which_post(row: Row, threads: int) -> Iterator[Fault]:
    if not row.given & {"post", "floor"}:
        yield row.fault("", "没有说是哪一帖；写 post(帖子编号)或 floor(楼层)")
    if threads < 2 or "thread" in row.given:
        return
    if "floor" in row.given and "post" not in row.given:
        yield row.fault("floor", f'这一局有 {threads} 个帖子，光写楼层不知道是哪个；加上 thread = "帖子地址"')
    elif row.values.get("post") in OPENING_PIDS:
        yield row.fault("post", f'这一局有 {threads} 个帖子，每个都有主楼；加上 thread = "帖子地址"')


def _one_of(row: Row, one: str, other: str) -> Iterator[Fault]:
    if {one, other} <= row.given:
        yield row.fault(other, f"{one} 和 {other} 写了两样；只留一样")


def branch_faults(rows: Rows, kinds: Kinds) -> Iterator[Fault]:
    """[branch] where the rule set has no branch; a civilian twice in the cycle."""
    for row in rows["branch"]:
        if not kinds.branch:
            yield row.fault("", f"{kinds.titled}没有金枝；去掉这张表")
        cycle = row.values.get("cycle", ())
        for name in sorted({name for name in cycle if cycle.count(name) > 1}):
            yield row.fault("cycle", f"{shown(name)} 写了两次；每个平民一次")


def thread_warnings(rows: Rows) -> Iterator[Fault]:
    """The same thread listed twice for the same stage."""
    seen: dict[tuple[object, object], Row] = {}
    for row in rows["threads"]:
        first = seen.setdefault((row.values.get("url"), row.values.get("stage")), row)
        if first is not row and "url" in row.values:
            yield row.fault("url", f"与第 {first.line('url')} 行是同一个地址；只会算一次")


def action_warnings(rows: Rows) -> Iterator[Fault]:
    """Actions that name nobody although their power needs somebody, or somebody nobody knows."""
    for row in rows["actions"]:
        power = row.values.get("power")
        if power and power not in _NO_TARGET and not row.given & {"target", "targets"}:
            yield row.fault("", f"{power} 没有写 target；当作没有对象")
        yield from _strangers(row, [player.values["name"] for player in rows["players"] if "name" in player.values])


def _strangers(row: Row, people: list[str]) -> Iterator[Fault]:
    """Names in a private message that nobody has: the night will void it, the judge may have mistyped it."""
    for key in ("by", "target", "targets"):
        given = row.values.get(key, ())
        for name in [given] if isinstance(given, str) else given:
            if people and name not in people and "night" in row.values:
                yield row.fault(key, f"没有玩家 {shown(name)}{nearest(name, people)}；这一条当作无效")
