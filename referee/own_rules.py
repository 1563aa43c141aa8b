"""A rule set of one's own in TOML → a Rulebook, or every fault in it at once.

    base = "golden-bough"
    title = "我们的金枝"

    [change]
    limit = 2

Switches get other defaults, tables replace what the base says of their point; the rest of the base stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from parsers.names import Seat
from referee import game_kinds, switches
from referee.game import SHANGHAI, Fault
from referee.game_rows import Row, Wrong, listed, nearest, read_row, rows_of, shown
from referee.own_fields import BY_STAGE, HEAD, TABLES
from referee.poll import Poll
from referee.rulebook import Candidates, Rulebook, StageKind
from referee.switches import Switch
from referee.toml_lines import Path
from referee.toml_source import Source, read_source
from referee.variants import common
from referee.variants.parts import Draft, Part, Values, joined
from referee.variants.parts.ballots import ballot_part, voters_part
from referee.variants.parts.changes import change_part
from referee.variants.parts.forms import only_lines, sound
from referee.variants.parts.outcomes import outcome_part
from referee.variants.parts.people import weights_part

FindBook = Callable[[str], Rulebook | None]
ENDING: Final = ".toml"  # a rule set's name that ends so is the path of a file
ONLY_KEYS: Final = ("stages",)
RUNOFF: Final = StageKind("runoff", "对决", follows=True)


class RulesFaults(Exception):
    """A rule set's file that does not hold: `faults` in the order of their lines."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults = faults


def load_rules(text: str, find: FindBook, name: str) -> Rulebook:
    """The rule set a file tells. `find` gives the one it is built on; `name`: what it is called if it does not say.

    Raises RulesFaults with every fault: its line, the key, what was found and what is allowed.
    """
    source = read_source(text)
    if source.faults and not source.values:
        raise RulesFaults(source.faults)
    faults = [*source.faults]
    head, wrong = _head(source)
    rows, more = _rows(source)
    found = [*wrong, *more, *_unknown_tables(source)]
    base, more = _base(head, find)
    found += more
    kinds = _kinds(rows, base)
    given, more = _switches(source, base)
    found += [*more, *_between(rows, kinds, known=base is not None), *_strange_roles(rows, base)]
    faults += [fault for fault in found if fault.line not in source.spoiled]
    if faults or base is None:
        raise RulesFaults(tuple(sorted(dict.fromkeys(faults), key=lambda fault: (fault.line or 0, fault.field))))
    return _book(base, head.values, name, given, kinds, rows)


# -- reading ---------------------------------------------------------------------------------------------------------


def _head(source: Source) -> tuple[Row, list[Fault]]:
    raw = {key: value for key, value in source.values.items() if not isinstance(value, dict | list)}
    lines = {"": 1} | {key: source.lines.get((key,), 1) for key in raw}
    row, faults = read_row(Row(HEAD, None, {}, lines, frozenset(raw)), raw, SHANGHAI)
    return row, [replace(fault, field=fault.field.removeprefix(".")) for fault in faults]


def _rows(source: Source) -> tuple[dict[str, list[Row]], list[Fault]]:
    """The rows of every table; one that may be written [so] or [[so]] is taken either way."""
    rows: dict[str, list[Row]] = {table.name: [] for table in TABLES}
    faults: list[Fault] = []
    for table in TABLES:
        raw = source.values.get(table.name)
        if table.name == "switches" or raw is None:
            continue
        either = replace(table, many=not isinstance(raw, dict)) if table.name in BY_STAGE else table
        try:
            for bare, each in rows_of(either, source.values, source.lines):
                row, wrong = read_row(bare, each, SHANGHAI)
                rows[table.name].append(row)
                faults += wrong
        except Wrong as wrong_shape:
            faults.append(Fault(source.lines.get((table.name,), 1), table.name, str(wrong_shape)))
    return rows, faults


def _unknown_tables(source: Source) -> Iterator[Fault]:
    names = [table.name for table in TABLES]
    for name, value in source.values.items():
        if isinstance(value, dict | list) and name not in names and not name.startswith("_spoiled_"):
            said = f"没有 {name} 这张表{nearest(name, names)}；可用：{listed(names)}"
            yield Fault(source.lines.get((name,), 1), name, said)


def _base(head: Row, find: FindBook) -> tuple[Rulebook | None, list[Fault]]:
    named = head.values.get("base")
    if named is None:
        return None, []
    book = find(named)
    if book is None:
        return None, [Fault(head.line("base"), "base", f"没有 {shown(named)} 这套规则；referee rules 列出全部")]
    return book, []


def _switches(source: Source, base: Rulebook | None) -> tuple[dict[str, Any], list[Fault]]:
    given = source.values.get("switches", {})
    if not isinstance(given, dict):
        return {}, [Fault(source.lines.get(("switches",), 1), "switches", "要写成 [switches]，只有一张")]
    flat = dict(_flat(given, ("switches",), ""))
    faults = []
    for name, (value, path) in flat.items():
        if base is not None and (wrong := switches.fault(base.switches, name, value)):
            faults.append(Fault(source.lines.get(path, 1), f"switches.{name}", wrong))
    return {name: value for name, (value, _) in flat.items()}, faults


def _flat(table: Mapping[str, Any], path: Path, prefix: str) -> Iterator[tuple[str, tuple[Any, Path]]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, (*path, key), f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", (value, (*path, key))


# -- stages ----------------------------------------------------------------------------------------------------------


def _kinds(rows: Mapping[str, list[Row]], base: Rulebook | None) -> tuple[StageKind, ...]:
    """The kinds of stage: the base's with what the file says of them, and a runoff where ties lead to one."""
    kinds = {kind.name: kind for kind in (base.kinds if base else ())}
    for values in (row.values for row in rows["kinds"] if "kind" in row.values):
        old = kinds.get(values["kind"], StageKind(values["kind"], values["kind"]))
        more = {key: values[key] for key in ("title", "hours", "follows") if key in values}
        kinds[old.name] = replace(old, **more)
    if {"runoff", "revote"} & _steps(rows) and not any(kind.follows for kind in kinds.values()):
        kinds[RUNOFF.name] = RUNOFF
    return tuple(kinds.values())


@dataclass(frozen=True, slots=True)
class _Bound:
    """A row and the stage kinds it binds."""

    row: Row
    kinds: tuple[str, ...]


def _bound(rows: Sequence[Row], kinds: Iterable[StageKind]) -> list[_Bound]:
    """Each row with its kinds: those it names, else all that no other row names."""
    every = tuple(kind.name for kind in kinds)
    named = {name for row in rows for name in row.values.get("stages", ())}
    return [_Bound(row, row.values.get("stages") or tuple(k for k in every if k not in named)) for row in rows]


def _between(rows: Mapping[str, list[Row]], kinds: tuple[StageKind, ...], known: bool) -> Iterator[Fault]:
    """What no single value can show; `known`: the base is, and with it the kinds of stage."""
    for name in BY_STAGE if known else ():
        for row in rows[name]:
            yield from _stage_faults(row, tuple(kind.name for kind in kinds))
        yield from _twice(_bound(rows[name], kinds), name)
    for row in rows["ballot"]:
        for form in row.values.get("format", ()):
            if not sound(form):
                yield row.fault("format", f"写的是 {shown(form)}；要有一个 {{}} 表示名字，还要有别的字")
    for row in rows["tie"]:
        if "decider" in row.values.get("chain", ()) and "decider" not in row.values:
            yield row.fault("", "chain 里有 decider，缺 decider；写哪个身份或玩家")
    for row in rows["weights"]:
        yield from _about_one(row, ("sheriff", "role", "player"))
    for row in rows["thresholds"]:
        yield from _about_one(row, ("role", "player"))
    if not any(asked in row.values for row in rows["outcome"] for asked in ("needs", "ends")):
        for row in rows["thresholds"]:
            yield row.fault("", "没有 needs 或 ends 的 [outcome]，多一票少一票没有用处；先写要多少票")
    for row in rows["outcome"]:
        if row.values.get("out", 1) > 1 and "effect" not in row.values:
            yield row.fault("", "out 大于 1 时缺 effect；写这些人怎样")


def _stage_faults(row: Row, words: tuple[str, ...]) -> Iterator[Fault]:
    for stage in row.values.get("stages", ()):
        if stage not in words:
            yield row.fault("stages", f"没有 {shown(stage)} 这种阶段{nearest(stage, words)}；可用：{listed(words)}")


def _twice(bound: Sequence[_Bound], name: str) -> Iterator[Fault]:
    seen: dict[tuple[str, int], Row] = {}
    for one in bound:
        day = one.row.values.get("from_day", 0) if name == "outcome" else 0
        for kind in one.kinds:
            first = seen.setdefault((kind, day), one.row)
            if first is not one.row:
                yield one.row.fault("stages", f"{kind} 在第 {first.line()} 行的 {name} 里已经写过；每种阶段只写一次")


def _strange_roles(rows: Mapping[str, list[Row]], base: Rulebook | None) -> Iterator[Fault]:
    """Identities the rule set built on does not know: nobody in a game of it can have one."""
    known = game_kinds.named(game_kinds.KINDS, base.plays) if base is not None else None
    if known is None or not known.roles:
        return
    named = [
        (row, "role", row.values["role"]) for row in (*rows["weights"], *rows["thresholds"]) if "role" in row.values
    ]
    named += [(row, "without_vote", role) for row in rows["voters"] for role in row.values.get("without_vote", ())]
    for row, key, role in named:
        if role not in known.roles:
            said = f"没有 {shown(role)} 这种身份{nearest(role, known.roles)}；可用：{listed(known.roles)}"
            yield row.fault(key, said)


def _about_one(row: Row, keys: tuple[str, ...]) -> Iterator[Fault]:
    if len(row.given & set(keys)) != 1:
        yield row.fault("", f"写 {'、'.join(keys)} 中的一个，说是谁")


# -- the book --------------------------------------------------------------------------------------------------------


def _book(
    base: Rulebook,
    head: Mapping[str, Any],
    name: str,
    given: Mapping[str, Any],
    kinds: tuple[StageKind, ...],
    rows: Mapping[str, list[Row]],
) -> Rulebook:
    called = head.get("name", name)
    kinds = _with_changes(_with_names(kinds, rows["ballot"]), rows["change"])
    book = base.amend(
        called,
        title=head.get("title", called),
        kinds=kinds,
        switches=[_otherwise(switch, given[switch.name]) for switch in base.switches if switch.name in given],
    )
    book = joined(book, _parts(rows, kinds, base))
    nobody = [row.values["no_execution"] for row in rows["outcome"] if row.values.get("no_execution")]
    forms = [form for row in rows["ballot"] for form in row.values.get("format", ())]
    return replace(
        book,
        given={**base.given, **given},
        secret_until_close=head.get("secret_until_close", base.secret_until_close),
        leans_on_past=base.leans_on_past
        or "sheriff" in _steps(rows)
        or any(row.values.get("sheriff") for row in rows["weights"]),
        words=only_lines(forms) if forms else base.words,
        more_names=(*base.more_names, *(Seat(words[0], tuple(words[1:])) for words in dict.fromkeys(nobody))),
    )


def _steps(rows: Mapping[str, list[Row]]) -> set[str]:
    """Every step any tie is broken by."""
    return {step for row in rows["tie"] for step in row.values.get("chain", ())}


def _otherwise(switch: Switch, value: Any) -> Switch:
    """The switch with another default."""
    return replace(switch, values=(value, *(other for other in switch.values if other != value)))


def _with_names(kinds: tuple[StageKind, ...], rows: Sequence[Row]) -> tuple[StageKind, ...]:
    for one in _bound(rows, kinds):
        if names := one.row.values.get("names"):
            kinds = tuple(replace(kind, names=names) if kind.name in one.kinds else kind for kind in kinds)
    return kinds


def _with_changes(kinds: tuple[StageKind, ...], rows: Sequence[Row]) -> tuple[StageKind, ...]:
    for one in _bound(rows, kinds):
        minutes = one.row.values.get("stops_minutes")
        stops = timedelta(minutes=minutes) if minutes else None
        kinds = tuple(replace(kind, change_stops=stops) if kind.name in one.kinds else kind for kind in kinds)
    return kinds


def _parts(rows: Mapping[str, list[Row]], kinds: tuple[StageKind, ...], base: Rulebook) -> Iterator[Part]:
    every = tuple(kind.name for kind in kinds)
    for make, name in ((ballot_part, "ballot"), (change_part, "change"), (voters_part, "voters")):
        for one in _bound(rows[name], kinds):
            yield make(one.row.values, one.kinds, base)
    yield from _outcomes(rows, kinds, base)
    if rows["weights"]:
        yield weights_part([row.values for row in rows["weights"]], every, base)
    if {"runoff", "revote"} & _steps(rows):
        yield _candidates(rows["tie"], every, base)


def _outcomes(rows: Mapping[str, list[Row]], kinds: tuple[StageKind, ...], base: Rulebook) -> Iterator[Part]:
    """One part for all stage kinds that the same outcomes and the same ties bind."""
    outcomes, ties = _bound(rows["outcome"], kinds), _bound(rows["tie"], kinds)
    thresholds = [row.values for row in rows["thresholds"]]
    groups: dict[tuple[tuple[int, ...], int | None], tuple[list[Values], Values | None, list[str]]] = {}
    for kind in (kind.name for kind in kinds):
        own = [one.row for one in outcomes if kind in one.kinds]
        tie = next((one.row for one in ties if kind in one.kinds), None)
        if not own and tie is None:
            continue
        key = tuple(id(row) for row in own), id(tie) if tie else None
        group = groups.setdefault(key, ([row.values for row in own], tie.values if tie else None, []))
        group[2].append(kind)
    for values, tie_values, bound in groups.values():
        yield outcome_part(values, tie_values, thresholds, tuple(bound), base)


def _candidates(rows: Sequence[Row], every: tuple[str, ...], base: Rulebook) -> Part:
    """Who stands in the vote a tie leads to: the tied, or anybody where it is a vote anew."""
    anew = any("revote" in row.values["chain"] for row in rows)
    draft = Draft(every, "tie")

    def who_stands(poll: Poll) -> Candidates | None:
        if not (poll.kind.follows or poll.stage.after):
            return None
        return Candidates(None) if anew else common.left_open_by(poll.follows)

    draft.say("candidates", "重投时人人可投" if anew else "再投时只投并列的人", who_stands, "candidates")
    return draft.part(answers=("candidates",) if anew else ())
