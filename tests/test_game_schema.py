"""The editor schema and the documentation say what the reader does. `REFEREE_ACCEPT=1` writes both anew."""

from __future__ import annotations

import json
import os
import re
import tomllib
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import cli
from referee.game_fields import TABLES
from referee.game_file import load
from referee.game_schema import schema, tables
from tests.test_game_file import HEAD, PEOPLE, SHARED, SMALL

DOCS = Path(__file__).resolve().parent.parent / "docs"
STALE = "a field or switch changed: REFEREE_ACCEPT=1 pytest tests/test_game_schema.py writes the file anew"
ACCEPT = os.environ.get("REFEREE_ACCEPT")


def test_the_schema_in_the_docs_is_this_one() -> None:
    printed = CliRunner().invoke(cli.desk, ["init", "--schema"]).stdout
    kept = DOCS / "game-file.schema.json"
    if ACCEPT:
        kept.write_text(printed, "utf-8")
    assert kept.read_text("utf-8") == printed, STALE


def test_the_tables_in_the_docs_are_these() -> None:
    kept = DOCS / "game-file.md"
    text = kept.read_text("utf-8")
    fresh = re.sub(r"(<!-- tables -->\n).*(<!-- end -->)", lambda m: f"{m[1]}\n{tables()}\n\n{m[2]}", text, flags=re.S)
    if ACCEPT:
        kept.write_text(fresh, "utf-8")
    assert kept.read_text("utf-8") == fresh, STALE


def test_the_example_in_the_docs_is_a_game() -> None:
    example = re.findall(r"```toml\n(.*?)```", (DOCS / "game-file.md").read_text("utf-8"), re.S)[0]
    assert fits(example) is None
    assert load(example).stages[0].closes == datetime(2009, 3, 12, 9)


def misfit(rule: dict[str, Any], value: Any, root: dict[str, Any], path: str = "") -> str | None:
    """Why a value does not fit a schema; as much of JSON Schema as ours uses."""
    kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict}
    wanted = rule.get("type")
    if wanted is not None:
        types = [wanted] if isinstance(wanted, str) else wanted
        fits = any(
            isinstance(value, kinds[t]) and not (isinstance(value, bool) and t in ("integer", "number")) for t in types
        )
        if not fits:
            return f"{path}: {value!r} is no {wanted}"
    if "const" in rule and value != rule["const"]:
        return f"{path}: not {rule['const']}"
    if "enum" in rule and not any(value == each and type(value) is type(each) for each in rule["enum"]):
        return f"{path}: {value!r} not in {rule['enum']}"
    if "pattern" in rule and isinstance(value, str) and not re.search(rule["pattern"], value):
        return f"{path}: {value!r} does not match"
    if "minimum" in rule and isinstance(value, int | float) and value < rule["minimum"]:
        return f"{path}: {value} is too small"
    if isinstance(value, dict):
        for key in rule.get("required", ()):
            if key not in value:
                return f"{path}: {key} missing"
        known = rule.get("properties", {})
        for key, each in value.items():
            if key not in known and rule.get("additionalProperties") is False:
                return f"{path}: {key} unknown"
            if key in known and (wrong := misfit(known[key], each, root, f"{path}.{key}")):
                return wrong
    if isinstance(value, list) and "items" in rule:
        for each in value:
            if wrong := misfit(rule["items"], each, root, f"{path}[]"):
                return wrong
    for part in rule.get("allOf", ()):
        if wrong := misfit(part, value, root, path):
            return wrong
    if "anyOf" in rule and all(misfit(part, value, root, path) for part in rule["anyOf"]):
        return f"{path}: none of the choices"
    if "if" in rule and misfit(rule["if"], value, root, path) is None:
        return misfit(rule["then"], value, root, path)
    return None


def as_json(value: Any) -> Any:
    """TOML values as an editor hands them to a schema: times are strings."""
    if isinstance(value, dict):
        return {key: as_json(each) for key, each in value.items()}
    if isinstance(value, list):
        return [as_json(each) for each in value]
    return value.isoformat() if isinstance(value, date | datetime) else value


def fits(text: str) -> str | None:
    rule = schema()
    return misfit(rule, as_json(tomllib.loads(text)), rule)


def test_what_the_schema_takes() -> None:
    assert fits(SMALL) is None
    assert fits(HEAD + '[house]\ntime.boundary = "closed"\n"gb.novote" = "first"\n') is None
    assert fits(HEAD + '[[events]]\nat = 2010-03-10T21:00:00+08:00\nkind = "elected"\nplayers = ["甲"]\n') is None


@pytest.mark.parametrize(
    "more",
    [
        "[player]\n",
        '[[players]]\nnumber = 1\nname = "甲"\nroel = "平民"\n',
        "[[players]]\nnumber = 1\n",
        '[[players]]\nname = "甲"\nnumber = "1"\n',
        '[[players]]\nname = "甲"\nrole = "狼人"\n',
        '[[stages]]\nid = "A"\nkind = "trial"\n',
        '[[stages]]\nid = "A"\nkind = "vote"\nopens = "明天"\n',
        '[[events]]\nat = 2010-03-10T21:00:00\nkind = "dead"\n',
        '[[events]]\nat = 2010-03-10T21:00:00\nkind = "death"\n',
        '[[actions]]\npower = "暗杀"\nnight = 1\n',
        '[house]\ntime.boundary = "open"\n',
        "[house]\ntime.boundry = 1\n",
    ],
)
def test_what_the_schema_marks(more: str) -> None:
    assert fits(HEAD + more)


def test_every_table_and_key_is_in_it() -> None:
    properties = schema()["properties"]
    for table in TABLES:
        row = properties[table.name]
        row = row.get("items", row)
        if table.fields:
            assert set(row["properties"]) == {field.key for field in table.fields}
    assert json.dumps(schema())
    assert fits(HEAD + PEOPLE) is None


@pytest.mark.skipif(not SHARED.is_dir(), reason="the given cases are not here")
def test_the_given_game_files_fit_the_schema() -> None:
    for path in sorted(SHARED.glob("cases/*/game.toml")):
        assert fits(path.read_text("utf-8")) is None, path
