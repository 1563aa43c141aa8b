"""Rule sets of installed packages: the example in the docs, found by its entry points; packages that offer none."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from referee import variants
from referee.game_file import load
from referee.game_kinds import of_book
from referee.rulebook import Rulebook
from referee.variants import BrokenRules, every, find
from tests.support import forum

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "docs" / "example-ruleset"
OFFERED: dict[str, str] = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"][
    variants.GROUP
]
DAY = "vote 3-10 9:00 to 3-11 9:00"


def offer(monkeypatch: pytest.MonkeyPatch, offered: dict[str, str]) -> None:
    points = EntryPoints(EntryPoint(name, value, variants.GROUP) for name, value in offered.items())
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points.select(group=group))
    variants.third_party.cache_clear()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if the example package were installed."""
    monkeypatch.syspath_prepend(EXAMPLE)
    offer(monkeypatch, OFFERED)
    yield
    monkeypatch.undo()
    variants.third_party.cache_clear()


@pytest.fixture
def offering(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    yield monkeypatch
    monkeypatch.undo()
    variants.third_party.cache_clear()


def test_the_example_is_found_by_name_and_title(installed: None) -> None:
    assert find("ferry") is find("渡船")
    assert {"ferry", "ferry-bough"} <= {book.name for book in every()}


@pytest.mark.parametrize("name", ["ferry", "ferry-bough"])
def test_the_example_is_whole(installed: None, name: str) -> None:
    book = find(name)
    assert {clause.id for clause in book.clauses} <= {article.id for article in book.articles}
    assert all(clause.text for clause in book.clauses)


def test_the_example_counts(installed: None) -> None:
    game = forum.game(find("ferry"), "甲 乙 丙", D1=DAY)
    table = """
        1 甲 3-10 9:01 投乙
        2 丙 3-10 9:02 投甲
        3 丙 3-10 9:03 投乙
        4 路人 3-10 9:04 投乙
    """
    counted = forum.count(game, table)
    assert forum.lines(counted) == [
        "1 甲→乙 counted",
        "2 丙→甲 counted",
        "3 丙→乙 void:locked change",
        "4 路人→乙 void:not-a-player",
    ]
    assert forum.votes(counted) == {"乙": 1, "甲": 0.5}
    assert forum.told(counted.outcome) == "execute 乙"


def test_a_game_file_names_it_and_sets_its_switch(installed: None) -> None:
    game = forum.game(find("ferry"), "甲 乙", house='ferry.last = "whole"', D1=DAY)
    assert forum.votes(forum.count(game, "1 乙 3-10 9:01 投甲")) == {"甲": 1}


def test_what_is_built_on_golden_bough_keeps_its_nights(installed: None) -> None:
    game = load(
        '[game]\nrules = "渡口金枝"\n[[players]]\nname = "甲"\nrole = "逃奴"\n[[players]]\nname = "乙"',
        lambda name: of_book(find(name)),
    )
    assert (game.rules, game.rules_name) == ("golden-bough", "ferry-bough")
    counted = forum.count(forum.game(find("ferry-bough"), "甲=逃奴 乙=平民", D1=DAY), "1 乙 3-10 9:01 投甲")
    assert forum.told(counted.outcome) == "execute 甲"
    assert [(one.player, one.treated_as) for one in counted.not_voted] == [("甲", "nobody")]


def test_a_package_that_does_not_load_is_named(offering: pytest.MonkeyPatch) -> None:
    offer(offering, {"lost": "no_such_module_anywhere:BOOK"})
    with pytest.raises(BrokenRules, match="no_such_module_anywhere"):
        find("lost")
    assert isinstance(find("plain"), Rulebook)


def test_a_package_that_offers_something_else_is_named(offering: pytest.MonkeyPatch) -> None:
    offer(offering, {"odd": "json:dumps"})
    with pytest.raises(BrokenRules, match="odd"):
        every()


def test_installed_for_real_it_is_listed_at_the_front_desk(tmp_path: Path) -> None:
    """What pip would leave in site-packages: the module, and the entry points beside its metadata."""
    (tmp_path / "ferry_rules.py").write_bytes((EXAMPLE / "ferry_rules.py").read_bytes())
    info = tmp_path / "referee_ferry_rules-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: referee-ferry-rules\nVersion: 1.0\n", "utf-8")
    lines = [f"[{variants.GROUP}]", *(f"{name} = {value}" for name, value in OFFERED.items()), ""]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]), "PYTHONUTF8": "1"}

    def desk(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "cli", *words]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False)

    assert "渡口金枝" in desk("rules").stdout
    assert "半票" in desk("rules", "渡船").stdout
    (info / "entry_points.txt").write_text(f"[{variants.GROUP}]\nferry = ferry_rules:NONE\n", "utf-8")
    broken = desk("rules")
    assert broken.returncode == 1
    assert broken.stderr.startswith("referee: [rules] 装着的规则包 ferry 用不了")
    assert "Traceback" not in broken.stderr
