"""The judge's game file → a Game, or every fault in it at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from referee import game_checks as checks
from referee import switches
from referee.game import (
    SHANGHAI,
    Action,
    Branch,
    Delegation,
    Event,
    Fault,
    Game,
    GameThread,
    JudgeRuling,
    Player,
    Stage,
    Substitute,
)
from referee.game_fields import GAME, TABLES
from referee.game_kinds import ANY, KINDS, PLAIN, Kinds, named
from referee.game_names import Names, folded, gather_names, name_faults, name_warnings, resolve_names
from referee.game_rows import Row, Wrong, listed, nearest, read_row, rows_of, shown
from referee.planned import with_planned_ends
from referee.toml_lines import Path
from referee.toml_source import Source, read_source

_TOP: Final = tuple(table.name for table in TABLES)


FindKinds = Callable[[str], Kinds | None]


def no_other(rules: str) -> Kinds | None:
    """No rule sets but the built-in ones."""
    return None


class GameFaults(Exception):
    """A game file that does not hold: `faults` in the order of their lines."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults = faults


def decode_file(data: bytes) -> str:
    """The text of a game file's bytes (UTF-8, BOM allowed). Raises GameFaults naming the line that is not."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as broken:
        line = data[: broken.start].count(b"\n") + 1
        text = "这里不是 UTF-8 的文字；用编辑器另存为 UTF-8 编码的 TOML"
        raise GameFaults((Fault(line, "", text),)) from None


def load(text: str, other: FindKinds = no_other) -> Game:
    """The game a file tells. `other` finds a rule set that is not built in, by the name the file gives.

    Raises GameFaults with every fault: line from 1, field (`events[3].player`, counted from 1), what was found and
    what is allowed. What is doubtful but not wrong is in the game's `warnings`.
    """
    source = read_source(text)
    if source.faults and not source.values:
        raise GameFaults(source.faults)
    faults: list[Fault] = [*source.faults]
    zone, zone_faults = _zone(source)
    rows, row_faults = _rows(source, zone)
    kinds, rules_faults = _kinds(rows, other)
    people = _names(rows)
    rows, unknown = _resolved(rows, people)
    house, house_faults = _house(source, kinds)
    found = [*_top_faults(source), *zone_faults, *row_faults, *rules_faults, *unknown, *house_faults]
    found += _between(rows, kinds)
    faults += [fault for fault in found if fault.line not in source.spoiled]
    if faults:
        raise GameFaults(tuple(sorted(dict.fromkeys(faults), key=lambda fault: (fault.line or 0, fault.field))))
    return with_planned_ends(_game(rows, kinds, zone, house))


def _between(rows: dict[str, list[Row]], kinds: Kinds) -> Iterator[Fault]:
    yield from name_faults(rows["players"], rows["substitutes"])
    yield from checks.word_faults(rows, kinds)
    yield from checks.stage_faults(rows)
    yield from checks.event_faults(rows)
    yield from checks.delegation_faults(rows)
    yield from checks.action_faults(rows, kinds)
    yield from checks.ruling_faults(rows)
    yield from checks.branch_faults(rows, kinds)


def _top_faults(source: Source) -> Iterator[Fault]:
    """Tables nobody reads, and a file without [game]."""
    for name in source.values:
        if name in _TOP or name.startswith("_spoiled_"):
            continue
        home = "；写在 [game] 下面" if GAME.field(name) else nearest(name, _TOP)
        yield Fault(source.lines.get((name,), 1), name, f"没有 {name} 这张表{home}；可用：{listed(_TOP)}")
    if "game" not in source.values and not source.spoiled:
        yield Fault(1, "game", '缺 [game] 这张表；至少写 [game] 和 rules = "…"')


def _zone(source: Source) -> tuple[ZoneInfo, list[Fault]]:
    game = source.values.get("game")
    name = game.get("timezone") if isinstance(game, dict) else None
    if not isinstance(name, str):
        return SHANGHAI, []  # absent, or of the wrong kind: said with the other values
    try:
        return ZoneInfo(name.strip()), []
    except (ValueError, OSError, KeyError):  # ZoneInfoNotFoundError is a KeyError, a folder gives an OSError
        pass
    line = source.lines.get(("game", "timezone"), 1)
    allowed = "写时区的名字，如 Asia/Shanghai、Asia/Taipei、America/Chicago"
    return SHANGHAI, [Fault(line, "game.timezone", f"没有 {shown(name)} 这个时区；{allowed}")]


def _rows(source: Source, zone: ZoneInfo) -> tuple[dict[str, list[Row]], list[Fault]]:
    rows: dict[str, list[Row]] = {table.name: [] for table in TABLES}
    faults: list[Fault] = []
    for table in TABLES:
        try:
            for bare, raw in rows_of(table, source.values, source.lines):
                if table.name == "house":
                    continue
                row, wrong = read_row(bare, raw, zone)
                rows[table.name].append(row)
                faults += wrong
        except Wrong as wrong_shape:
            faults.append(Fault(source.lines.get((table.name,), 1), table.name, str(wrong_shape)))
    return rows, faults


def _kinds(rows: Mapping[str, list[Row]], other: FindKinds) -> tuple[Kinds, list[Fault]]:
    """The rule set named; `plain` where none is. A fault, and any word allowed, where nobody knows it."""
    row = next(iter(rows["game"]), None)
    if row is None or "rules" not in row.given:
        return PLAIN, []
    rules = row.values.get("rules")
    if rules is None:
        return ANY, []
    if kinds := named(KINDS, rules) or other(rules):
        return kinds, []
    words = [word for kind in KINDS for word in (kind.name, *kind.titles[:1])]
    return ANY, [row.fault("rules", f"没有 {shown(rules)} 这套规则{nearest(rules, words)}；可用：{listed(words)}")]


def _names(rows: Mapping[str, list[Row]]) -> Names:
    judges = tuple(judge for row in rows["game"] for judge in row.values.get("judges", ()))
    swaps = [row.values for row in rows["events"] if row.values.get("kind") == "substitution"]
    swaps.sort(key=lambda values: values.get("at", datetime.min))
    taken = {values["by"]: values["player"] for values in swaps if "by" in values and "player" in values}
    return gather_names(rows["players"], rows["substitutes"], judges, taken)


def _resolved(rows: Mapping[str, list[Row]], people: Names) -> tuple[dict[str, list[Row]], list[Fault]]:
    resolved = {name: [resolve_names(row, people) for row in table] for name, table in rows.items()}
    faults = [fault for table in resolved.values() for _, found in table for fault in found]
    return {name: [row for row, _ in table] for name, table in resolved.items()}, faults


def _house(source: Source, kinds: Kinds) -> tuple[dict[str, Any], list[Fault]]:
    """The switches as dotted key → value, and what is wrong with them."""
    given = source.values.get("house")
    if not isinstance(given, dict):
        return {}, []
    flat: dict[str, tuple[Any, int]] = {}
    _flatten(given, ("house",), "", source.lines, flat)
    house = {name: value for name, (value, _) in flat.items()}
    faults = []
    for name, (value, line) in flat.items():
        if wrong := _switch_fault(kinds, name, value):
            faults.append(Fault(line, f"house.{name}", wrong))
    return house, faults


def _flatten(table: dict[str, Any], path: Path, prefix: str, lines: Mapping[Path, int], flat: dict[str, Any]) -> None:
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            _flatten(value, (*path, key), f"{name}.", lines, flat)
        else:
            flat[name] = (value, lines.get((*path, key), 1))


def _switch_fault(kinds: Kinds, name: str, value: Any) -> str | None:
    """What is wrong with one switch; one of another rule set would do nothing here, so that is a fault too."""
    wrong = switches.fault(kinds.switches, name, value)
    if wrong is None or name in {switch.name for switch in kinds.switches}:
        return wrong
    owner = next((kind for kind in KINDS if name in {switch.name for switch in kind.switches}), None)
    return f"{name} 是{owner.titled}的开关，{kinds.titled}没有它；去掉这一行" if owner else wrong


def _game(rows: Mapping[str, list[Row]], kinds: Kinds, zone: ZoneInfo, house: dict[str, Any]) -> Game:
    """The values of a faultless file."""
    head = rows["game"][0].values
    judges = tuple(head.get("judges", ()))
    warnings = [*name_warnings(rows["players"], judges), *checks.thread_warnings(rows), *checks.action_warnings(rows)]
    return Game(
        title=head.get("title", ""),
        rules=kinds.book.plays if kinds.book else kinds.name,
        book=kinds.book,
        zone=zone,
        judges=judges,
        house={**(kinds.book.given if kinds.book else {}), **house},
        players=tuple(_player(row.values, kinds) for row in rows["players"]),
        substitutes=tuple(_substitute(row.values) for row in rows["substitutes"]),
        threads=tuple(dict.fromkeys(_thread(row.values) for row in rows["threads"])),
        stages=tuple(_stage(row.values, kinds) for row in rows["stages"]),
        events=tuple(sorted((_event(row) for row in rows["events"]), key=lambda event: event.at)),
        delegations=tuple(_delegation(row.values) for row in rows["delegations"]),
        actions=tuple(_action(row.values, kinds) for row in rows["actions"]),
        rulings=tuple(JudgeRuling(**row.values) for row in rows["rulings"]),
        branch=next((Branch(row.values["cycle"], row.values.get("holder")) for row in rows["branch"]), None),
        inferred=not rows["players"],
        warnings=tuple(warnings),
    )


def _canonical(word: str | None, allowed: tuple[str, ...]) -> str | None:
    """The rule set's own spelling of a role or power (殺手 → 杀手)."""
    if word is None or word in allowed:
        return word
    return next((each for each in allowed if folded(each) == folded(word)), word)


def _player(values: dict[str, Any], kinds: Kinds) -> Player:
    return Player(
        name=values["name"],
        number=values.get("number"),
        aliases=values.get("aliases", ()),
        role=_canonical(values.get("role") or None, kinds.roles),
        real=values.get("real"),
        uid=values.get("uid"),
    )


def _substitute(values: dict[str, Any]) -> Substitute:
    return Substitute(values["name"], values.get("aliases", ()), values.get("real"))


def _thread(values: dict[str, Any]) -> GameThread:
    return GameThread(values["url"].strip(), values.get("kind", "vote"), values.get("stage"))


def _stage(values: dict[str, Any], kinds: Kinds) -> Stage:
    return Stage(**values | {"kind": _canonical(values["kind"], kinds.stages)})


def _event(row: Row) -> Event:
    values = dict(row.values)
    values["from_"] = values.pop("from", None)
    return Event(**values, line=row.line())


def _delegation(values: dict[str, Any]) -> Delegation:
    return Delegation(
        stage=values["stage"],
        voter=values["voter"],
        targets=_targets(values),
        at=values["at"],
        published=values.get("published"),
        conditional=values.get("conditional", False),
    )


def _action(values: dict[str, Any], kinds: Kinds) -> Action:
    rest = {key: value for key, value in values.items() if key not in {"target", "targets", "power", "by"}}
    power = _canonical(values["power"], kinds.powers) or ""
    return Action(by=values.get("by"), power=power, targets=_targets(values), **rest)


def _targets(values: dict[str, Any]) -> tuple[str, ...]:
    return (values["target"],) if "target" in values else values.get("targets", ())
