"""House switches: the list of the open points, every one documented, every one used where there is a choice."""

from __future__ import annotations

import ast
import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import cli
from referee.rulebook import Rulebook
from referee.switches import EVERYWHERE, GAME_TWELVE, GOLDEN_BOUGH, NINE_DAYS, NO_CASUALTIES, Switch, shown
from referee.variants import every

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("REFEREE_SHARED") or ROOT.parent / "shared")
OPEN_POINTS = SHARED / "rules" / "contradictions.md"
ALL = (*EVERYWHERE, *GAME_TWELVE, *NINE_DAYS, *NO_CASUALTIES, *GOLDEN_BOUGH)


def used_words() -> set[str]:
    """Every string in the code of the rules, the switches' own table left out."""
    found: set[str] = set()
    for path in (ROOT / "referee").rglob("*.py"):
        if path.name == "switches.py" or "articles" in path.parts:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        found |= {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return found


def test_no_switch_is_dead() -> None:
    """Where there is a choice some clause asks for it."""
    used = used_words()
    choices = {switch.name for switch in ALL if len(switch.values) > 1 or switch.number or switch.pattern}
    assert choices <= used


@pytest.mark.skipif(not OPEN_POINTS.exists(), reason="the list of open points is not at hand")
def test_every_open_point_has_its_switch_with_its_default_and_alternatives() -> None:
    given: dict[str, list[str]] = {}
    for name, values in re.findall(r"`([a-z0-9_]+\.[a-z0-9_.]+) = ([^`]+)`", OPEN_POINTS.read_text("utf-8")):
        given.setdefault(name, [value.strip() for value in values.replace("\\|", "|").split("|")])
    ours = {switch.name: switch for switch in ALL}
    assert given.keys() <= ours.keys()
    for name, values in given.items():
        assert shown(ours[name].default).strip('"') == values[0], name
        plain = [value for value in values if not re.fullmatch(r"\w+:N", value)]
        assert set(plain) <= {shown(value).strip('"') for value in ours[name].values}, name
        assert all(ours[name].takes(value.replace("N", "12")) for value in values if value not in plain), name


@pytest.mark.skipif(not OPEN_POINTS.exists(), reason="the list of open points is not at hand")
def test_every_switch_settles_an_open_point() -> None:
    points = set(re.findall(r"\b(C-[A-Z0-9]+-\d+)\b", OPEN_POINTS.read_text("utf-8")))
    assert {switch.point for switch in ALL} <= points


@pytest.mark.parametrize("switch", ALL, ids=lambda switch: switch.name)
def test_a_switch_touches_clauses_that_are_there(switch: Switch) -> None:
    ids = {article.id for book in every() for article in book.articles}
    assert set(switch.clauses) <= ids
    assert switch.says
    assert switch.clauses or switch in EVERYWHERE


@pytest.mark.parametrize("book", every(), ids=lambda book: book.name)
def test_rules_tells_every_switch_with_default_and_clauses(book: Rulebook) -> None:
    printed = json.loads(CliRunner().invoke(cli.desk, ["rules", book.name, "--format", "json"]).output)
    told = {switch["name"]: switch for switch in printed["switches"]}
    assert list(told) == [switch.name for switch in book.switches]
    for switch in book.switches:
        assert told[switch.name]["default"] == switch.default
        assert told[switch.name]["clauses"] == list(switch.clauses)
    text = CliRunner().invoke(cli.desk, ["rules", book.name]).output
    assert all(switch.name in text and switch.says[:6] in text for switch in book.switches)
