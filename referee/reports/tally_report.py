"""A tally as a report: outcome first, then the numbers, then every ballot with the words that made it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from parsers.posts import Post
from referee.reports import words
from referee.reports.document import Block, Cell, Column, Facts, Lines, Report, Table, Tone, Verdict
from referee.reports.places import clock, floor, stamp
from referee.reports.plain_text import in_context, number, one_line
from referee.reports.tally_charts import Happening, charts
from referee.secrecy import HELD_BACK
from referee.tally import BallotVerdict, NotVoted, Outcome, Pending, PossibleReading, StageWindow, Tally, TallyRow
from referee.terms import NONE, few, told

_OTHERS = "还要看别的票"  # what a reading leads to that does not decide by itself
_THIS_ONE = "此人"  # whoever a ballot is read for
_QUOTE = 60  # characters of a post's words shown in a table
_AROUND = 24  # characters shown before and after a ballot's own words


def tally_report(
    tally: Tally,
    title: str = "",
    verbose: bool = False,
    events: Sequence[Happening] = (),
    more: Sequence[Block] = (),
    judge: bool = False,
) -> Report:
    """The report of one stage. What the public may not see has been taken out of `tally` before (`public_view`).

    `verbose` adds the vote-like posts that were passed over, each with its reason; `events` is what was announced
    while the stage ran; `more` are blocks that stand after the numbers (a comparison with another count); `judge` adds
    the commands that settle what is pending, which are nothing for a post on the board.
    """
    blocks: list[Block] = [_verdict(tally), _head(tally)]
    if tally.withheld:
        return Report(_title(tally, title), (*blocks, *_held_back(), *more, *_announced(events), _threads(tally)))
    if tally.pending:
        blocks += _pending(tally, judge)
    blocks += [_numbers(tally), *more, *charts(tally, events), *_silent(tally), _not_plain(tally), _counted(tally)]
    blocks += _announced(events)
    if verbose:
        blocks.append(_passed_over(tally))
    if tally.notes:
        blocks.append(Lines("说明", tuple(Cell(note) for note in tally.notes)))
    blocks.append(_threads(tally))
    return Report(_title(tally, title), tuple(blocks))


def _announced(events: Sequence[Happening]) -> list[Block]:
    if not events:
        return []
    return [Lines("这一阶段里公布的", tuple(Cell(f"{at:%m-%d %H:%M} {said}") for at, said in events))]


def _held_back() -> list[Block]:
    """The tables of a count that is no one's to read before the close: said to be held back, not to be empty."""
    held = (("票数", "tally"), ("没有投出有效票的", "not_voted"), ("没有照常计入的票", "not_plain"))
    names = (*held, ("照常计入的票", "counted"))
    return [Table(title, (Column("玩家", keep=True),), (), HELD_BACK, name) for title, name in names]


def _title(tally: Tally, title: str) -> str:
    stage = tally.stage.id or words.of(words.STAGES, tally.stage.kind)
    return " · ".join(part for part in (title, stage, "计票") if part)


def _verdict(tally: Tally) -> Verdict:
    tone: Tone = "warn" if tally.outcome.kind == "undecided" else "strong"
    if tally.withheld:
        return Verdict("票数未公布", tally.outcome.reason, tally.outcome.clauses, "warn")
    said = _outcome(tally, tally.outcome)
    if not tally.final:
        said = f"截至目前 {said}"
    return Verdict(said, tally.outcome.reason, tally.outcome.clauses, tone)


def _outcome(tally: Tally, outcome: Outcome) -> str:
    return told(outcome, tally.rules, tally.stage.kind)


def _head(tally: Tally) -> Facts:
    stage = tally.stage
    rows = [
        ("规则", Cell(words.RULES.get(tally.rules) or tally.rules_title or tally.rules)),
        ("阶段", Cell(" ".join(filter(None, (stage.id, words.of(words.STAGES, stage.kind)))))),
        ("时限", Cell(_limits(stage))),
    ]
    if stage.changes_close:
        rows.append(("改票截止", Cell(clock(stage.changes_close))))
    rows.append(("统计到", Cell(clock(tally.as_of) if tally.as_of else "读到的最后一帖")))
    rows.append(
        (
            "状态",
            Cell(_state(tally), tone="" if tally.final and tally.outcome.kind != "undecided" else "warn"),
        )
    )
    return Facts(tuple(rows))


def _limits(stage: StageWindow) -> str:
    if stage.opens is None and stage.closes is None:
        return "没有给开始和截止时间"
    return f"{clock(stage.opens)} 至 {clock(stage.closes)}"


def _state(tally: Tally) -> str:
    if tally.withheld:
        return "未截止，票数到截止才公布"
    if tally.outcome.kind == "undecided":
        return "已截止，结果还要等法官裁定" if tally.final else "还没有定局，只是目前的数，有票要等法官裁定"
    if tally.final:
        return "已截止，结果有效"
    closes, until = tally.stage.closes, tally.as_of
    if closes is None:
        return "没有给截止时间，只是目前的数"
    over = until is None or until >= closes
    return "时间已到，还没有最后定下" if over else "未截止，只是目前的数"


def _numbers(tally: Tally) -> Table:
    percent = any(row.share is not None for row in tally.rows)
    adjusted = any(row.raw is not None for row in tally.rows)
    columns = [Column("玩家", keep=True), Column("票", number=True, keep=True)]
    columns += [Column("原票", number=True), Column("加减")] if adjusted else []
    columns += [Column("占比", number=True)] if percent else []
    columns += [Column("投票人"), Column("何时到这个数")]
    return Table("票数", tuple(columns), tuple(_row(row, percent, adjusted) for row in tally.rows), "没有一票", "tally")


def _row(row: TallyRow, percent: bool, adjusted: bool) -> tuple[Cell, ...]:
    cells = [Cell(row.player, tone="strong"), Cell(number(row.votes), tone="strong")]
    if adjusted:
        change = "、".join(f"{a.by} {a.add:+g}" for a in row.adjust)
        cells += [Cell(number(row.votes if row.raw is None else row.raw)), Cell(change)]
    if percent:
        cells.append(Cell("" if row.share is None else f"{row.share:.2%}"))
    reached = stamp(row.reached) if row.reached else "截止时"
    if row.reached and row.reached_floor is not None:
        reached += f" #{row.reached_floor}"
    return (*cells, Cell("、".join(row.voters)), Cell(reached if row.voters else "", tone="mute"))


def _silent(tally: Tally) -> list[Block]:
    """Who has no valid ballot; apart from them who validly abstained, which is a ballot too."""
    abstained = {one.voter for one in tally.ballots if one.status == "counted" and not one.targets}
    mere = [one for one in tally.not_voted if one.player in abstained and one.treated_as == "abstain"]
    title = "没有投出有效票的" if tally.final else "还没有投出有效票的(截止时按右列处理)"
    columns = (Column("玩家", keep=True), Column("处理"), Column("条款"))
    rows = tuple(_treated(one) for one in tally.not_voted if one not in mere)
    found: list[Block] = [Table(title, columns, rows, "都投了", "not_voted")]
    if mere:
        rows = tuple((Cell(one.player), Cell(" ".join(one.clauses), tone="mute")) for one in mere)
        found.append(Table("投了弃权的(有效)", (columns[0], columns[2]), rows, name="abstained"))
    return found


def _treated(silent: NotVoted) -> tuple[Cell, ...]:
    treated = words.of(words.TREATED, silent.treated_as)
    return Cell(silent.player), Cell(treated), Cell(" ".join(silent.clauses), tone="mute")


_BALLOT_COLUMNS = (
    Column("楼", keep=True),
    Column("投票人", keep=True),
    Column("类", keep=True),
    Column("投给", keep=True),
    Column("结论", keep=True),
    Column("时间"),
    Column("原话"),
    Column("理由"),
    Column("条款"),
)
_TONES: dict[str, Tone] = {"void": "bad", "pending": "warn", "superseded": "mute"}


def _not_plain(tally: Tally) -> Table:
    rows = tuple(_ballot(b, _judged(b)) for b in tally.ballots if not _plain(b))
    return Table("没有照常计入的票", _BALLOT_COLUMNS, rows, "没有：每一票都照常计入", "not_plain")


def _counted(tally: Tally) -> Table:
    rows = tuple(_ballot(b, Cell("")) for b in tally.ballots if _plain(b))
    return Table("照常计入的票", _BALLOT_COLUMNS, rows, "没有", "counted")


def _plain(ballot: BallotVerdict) -> bool:
    return ballot.status == "counted" and ballot.code == "counted"


def _judged(ballot: BallotVerdict) -> Cell:
    said = words.of(words.STATUSES, ballot.status)
    if ballot.code not in (ballot.status, "counted"):
        said += f"：{words.of(words.CODES, ballot.code)}"
    return Cell(said, tone=_TONES.get(ballot.status, ""))


def _ballot(ballot: BallotVerdict, judged: Cell) -> tuple[Cell, ...]:
    kind = words.of(words.KINDS, ballot.kind)
    time = ballot.post.time if ballot.post else ballot.at
    return (
        floor(ballot.post),
        Cell(ballot.voter, tone="strong"),
        Cell(kind + ("" if ballot.weight == 1 else f" ×{number(ballot.weight)}")),
        Cell("、".join(ballot.targets)),
        judged,
        Cell(stamp(time) if ballot.post or ballot.at else "截止时"),
        Cell(_said(ballot.post, ballot.quote)),
        Cell("" if ballot.reason == kind else ballot.reason),
        Cell(" ".join(ballot.clauses), tone="mute"),
    )


def _said(post: Post | None, quote: str) -> str:
    """A ballot's words in what stands around them."""
    return in_context(post.text if post else "", quote, _AROUND)


def _pending(tally: Tally, judge: bool) -> list[Block]:
    titles = ("楼", "时间", "投票人", "关系", "原话", "要问的", "各种读法", *(("裁定命令",) if judge else ()))
    columns = tuple(Column(title, keep=title in ("楼", "投票人", "关系")) for title in titles)
    rows = tuple(_case(tally, case)[: len(columns)] for case in tally.pending)
    return [Table("等法官裁定", columns, rows, name="pending")]


def _case(tally: Tally, case: Pending) -> tuple[Cell, ...]:
    return (
        floor(case.post),
        Cell(stamp(case.post.time) if case.post else ""),
        Cell(case.voter, tone="strong"),
        Cell("怎样读结果都一样") if case.harmless else Cell("结果要看这一票", tone="warn"),
        Cell(_said(case.post, case.quote)),
        Cell(case.question),
        Cell(_readings(tally, case)),
        Cell(how_to_rule(case, tally.rules)),
    )


def _readings(tally: Tally, case: Pending) -> str:
    """The ways to read a ballot, those that lead to the same together: 读作 乙、丙 → 处决：乙；不算票 → 不处决任何人"""
    ways: dict[str, list[PossibleReading]] = {}
    for reading in case.readings:
        open_ = reading.outcome.kind == "undecided"
        ways.setdefault(_OTHERS if open_ else _outcome(tally, reading.outcome), []).append(reading)
    if case.harmless and list(ways) == [_OTHERS]:
        return "读作谁、算不算都不改变结果；结果要看的是别的票"
    if len(ways) == 1:
        return f"怎样读都是：{next(iter(ways))}" if _OTHERS not in ways else "单看这一票定不了，还要看别的票"
    return "；".join(f"{_read_as(names)} → {outcome}" for outcome, names in _alike(tally, ways))


def _alike(tally: Tally, ways: dict[str, list[PossibleReading]]) -> Iterator[tuple[str, list[str]]]:
    """Outcomes and the readings that lead there; several that lead to each one's own are one, he being 此人."""
    fates = Counter(_fate(tally, readings) for readings in ways.values())
    seen: set[str] = set()
    for outcome, readings in ways.items():
        fate = _fate(tally, readings)
        if fates[fate] == 1 or not fate:
            yield outcome, [reading.if_ for reading in readings]
        elif fate not in seen:
            seen.add(fate)
            yield fate, [his[0].if_ for his in ways.values() if _fate(tally, his) == fate]


def _fate(tally: Tally, readings: list[PossibleReading]) -> str:
    """What becomes of the one a ballot is read for, without his name; nothing where several readings lead there."""
    outcome, name = readings[0].outcome, readings[0].if_
    if len(readings) > 1 or name not in outcome.players:
        return ""
    others = sorted(player for player in outcome.players if player != name)
    return _outcome(tally, replace(outcome, players=(_THIS_ONE, *others)))


def _read_as(names: list[str]) -> str:
    targets = [name for name in names if name != NONE]
    said = [f"读作 {few(targets)}"] if targets else []
    return "或".join([*said, *(["不算票"] if NONE in names else [])])


def how_to_rule(case: Pending, rules: str) -> str:
    """The command that settles a pending ballot, ready to complete.

    What an edit put there is never proposed: where the first wording is lost the ballot is none, in golden-bough the
    voter's own (7.3c).
    """
    if case.post is None:
        return ""
    reads = f"vote:{case.candidates[0] if case.candidates else '…'}"
    if case.code == "edited":
        reads = f"vote:{case.voter}" if rules == "golden-bough" else "none"
    return f"referee rule {case.post.pid} --game 游戏文件 --as {reads} --why 理由"


def _passed_over(tally: Tally) -> Table:
    rows = tuple(
        (floor(p.post), Cell(stamp(p.post.time)), Cell(p.post.author), Cell(one_line(p.post.text, _QUOTE)), Cell(p.why))
        for p in tally.passed_over
    )
    columns = tuple(Column(title) for title in ("楼", "时间", "谁", "原话", "为什么不算票"))
    return Table("像票而不是票的帖", columns, rows, "没有", "passed_over")


def _threads(tally: Tally) -> Table:
    rows = tuple(
        (Cell(t.title), Cell(t.url, t.url), Cell(t.board), Cell(number(t.pages)), Cell(number(t.posts)))
        for t in tally.threads
    )
    columns = (Column("主题"), Column("地址"), Column("论坛"), Column("页", number=True), Column("帖", number=True))
    return Table("读了哪些主题", columns, rows, "没有", "threads")
