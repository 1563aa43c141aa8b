"""The field table as a JSON Schema (for editors that check TOML while it is written) and as tables for the docs."""

from __future__ import annotations

from typing import Any, Final

from referee.game_fields import EVENTS, TABLES, Field, Table
from referee.game_kinds import ANY, KINDS, NIGHT, Kinds
from referee.own_fields import HEAD
from referee.own_fields import TABLES as OWN_TABLES
from referee.switches import Switch

_TIME: Final = r"^\d{4}[-/]\d{1,2}[-/]\d{1,2}([Tt]|\s+)\d{1,2}:\d{2}(:\d{2})?(\.\d+)?\s*([Zz]|[+-]\d{2}:?\d{2})?$"
_WORDS: Final = {"type": "string"}
_VALUES: Final[dict[str, dict[str, Any]]] = {
    "text": _WORDS,
    "word": _WORDS,
    "name": _WORDS,
    "texts": {"type": "array", "items": _WORDS},
    "names": {"type": "array", "items": _WORDS},
    "whole": {"type": "integer"},
    "number": {"type": "number"},
    "flag": {"type": "boolean"},
    "time": {"type": "string", "pattern": _TIME},
    "post": {"type": ["string", "integer"]},
}


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 7) of a game file. It knows less than the reader: it cannot follow names or references."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "referee 游戏文件",
        "description": "论坛版杀一局的游戏文件；referee init 起草，各命令的 --game 读它",
        "type": "object",
        "required": ["game"],
        "additionalProperties": False,
        "properties": {table.name: _table(table) for table in TABLES},
        "allOf": [_of_rules(kinds) for kinds in KINDS],
    }


def _table(table: Table) -> dict[str, Any]:
    if table.name == "house":
        return {"description": table.about, **_switches(ANY.switches)}
    row: dict[str, Any] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {field.key: _field(field) for field in table.fields},
    }
    needed = [field.key for field in table.fields if field.needed]
    if needed:
        row["required"] = needed
    if table.name == "events":
        row["allOf"] = [_of_event(event.kind, event.needs) for event in EVENTS if event.needs]
    if table.many:
        return {"description": table.about, "type": "array", "items": row}
    return {"description": table.about, **row}


def _field(field: Field) -> dict[str, Any]:
    found: dict[str, Any] = {"description": field.about, **_VALUES[field.holds]}
    if field.choices:
        found["enum"] = list(field.choices)
    if field.least is not None:
        found["minimum"] = field.least
    if field.default:
        found["default"] = field.default
    if field.key == "rules":
        found["examples"] = [word for kinds in KINDS for word in (kinds.name, *kinds.titles[:1])]
    return found


def _of_event(kind: str, needs: tuple[str, ...]) -> dict[str, Any]:
    all_of = [{"anyOf": [{"required": [key]} for key in need.split("|")]} for need in needs]
    return {"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, "then": {"allOf": all_of}}


def _of_rules(kinds: Kinds) -> dict[str, Any]:
    """What a rule set's own words allow, where the file names it."""
    allowed = {
        "stages": {"kind": [*kinds.stages, NIGHT] if kinds.stages else []},
        "players": {"role": list(kinds.roles)},
        "actions": {"power": list(kinds.powers)},
    }
    tables = {
        table: {"items": {"properties": {key: {"enum": words} for key, words in keys.items() if words}}}
        for table, keys in allowed.items()
    }
    named = {"properties": {"rules": {"enum": [kinds.name, *kinds.titles]}}, "required": ["rules"]}
    return {"if": {"properties": {"game": named}}, "then": {"properties": tables}}


def _switches(switches: tuple[Switch, ...]) -> dict[str, Any]:
    """All switches, both ways a file may write them: dotted keys (nested in TOML) and quoted ones."""
    root: dict[str, Any] = {"type": "object", "additionalProperties": False, "properties": {}}
    for switch in switches:
        root["properties"][switch.name] = _switch(switch)
        *outer, last = switch.name.split(".")
        inside = root
        for part in outer:
            fresh: dict[str, Any] = {"type": "object", "additionalProperties": False, "properties": {}}
            inside = inside["properties"].setdefault(part, fresh)
        inside["properties"][last] = _switch(switch)
    return root


def _switch(switch: Switch) -> dict[str, Any]:
    found: dict[str, Any] = {"description": switch.says, "default": switch.default}
    options: list[dict[str, Any]] = [{"enum": list(switch.values)}]
    if switch.number:
        options.append({"type": "number", "minimum": 0})
    if switch.pattern:
        options.append({"type": "string"})
    return found | (options[0] if len(options) == 1 else {"anyOf": options})


_KINDS_OF_VALUE: Final = {
    "text": "text",
    "word": "word",
    "texts": "list of texts",
    "names": "list of names",
    "name": "name",
    "whole": "whole number",
    "number": "number",
    "flag": "true / false",
    "time": "time",
    "post": "text or number",
}


def tables() -> str:
    """Every table and key as Markdown, for the docs."""
    return "\n\n".join([*(_markdown(table) for table in TABLES if table.fields), _event_kinds(), _rule_words()])


def own_tables() -> str:
    """Every table and key of a rule set of one's own as Markdown, for the docs."""
    return "\n\n".join(_markdown(table) for table in (HEAD, *OWN_TABLES) if table.fields)


def _markdown(table: Table) -> str:
    head = f"### `[[{table.name}]]`" if table.many else f"### `[{table.name}]`"
    head = head if table.name else "### At the top:"
    lines = [f"{head} {table.about}", "", "| key | value | |", "|---|---|---|"]
    for field in table.fields:
        value = _KINDS_OF_VALUE[field.holds] + (", required" if field.needed else "")
        if 0 < len(field.choices) < 10:  # the kinds of event have a table of their own
            value += ": " + ", ".join(f"`{word}`" for word in field.choices)
        if field.least is not None:
            value += f", {field.least:g} or more"
        said = field.about + (f" (default `{field.default}`)" if field.default else "")
        lines.append(f"| `{field.key}` | {value} | {said} |")
    return "\n".join(lines)


def _event_kinds() -> str:
    lines = ["### Kinds of event", "", "| kind | needs | |", "|---|---|---|"]
    for event in EVENTS:
        needs = ", ".join(" or ".join(f"`{key}`" for key in need.split("|")) for need in event.needs)
        lines.append(f"| `{event.kind}` | {needs} | {event.about} |")
    return "\n".join(lines)


def _rule_words() -> str:
    lines = ["### Words of the rule sets", "", "| rules | stage kinds | roles | powers |", "|---|---|---|---|"]
    for kinds in KINDS:
        stages = " ".join(f"`{word}`" for word in kinds.stages)
        lines.append(
            f"| `{kinds.name}` {kinds.titled} | {stages} | {' '.join(kinds.roles)} | {' '.join(kinds.powers)} |"
        )
    return "\n".join(lines)
