"""The documents say what the program does: a page a command, written from its own help."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import click
import pytest

from cli import desk

DOCS = Path(__file__).resolve().parent.parent / "docs"


def script(name: str) -> ModuleType:
    """A script of docs/ as a module."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pages_are_what_the_help_says() -> None:
    written = {path.name: path.read_text("utf-8") for path in (DOCS / "commands").glob("*.md")}
    assert written == script("commands").pages(), "run: python docs/commands.py"


@pytest.mark.parametrize("name", sorted(desk.commands))
def test_every_command_shows_examples_that_name_it_and_options_it_has(name: str) -> None:
    command = desk.commands[name]
    assert command.help
    examples = [
        line for line in command.help.splitlines() if "referee " in line and "--" not in line.split("referee")[0]
    ]
    assert any(f"referee {name}" in line for line in examples)
    known = {option for param in command.params if isinstance(param, click.Option) for option in param.opts}
    for line in examples:
        if f"referee {name}" in line:
            assert {word for word in line.split() if word.startswith("--")} <= known, line
    assert all(param.help for param in command.params if isinstance(param, click.Option))


def test_the_tour_is_what_the_program_prints() -> None:
    page = (DOCS / "tour.md").read_text("utf-8")
    assert script("tour").told(page) == page, "run: python docs/tour.py"


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_the_readme_shows_what_the_program_prints(name: str) -> None:
    """Stretches of one report in its order, … where something is left out."""
    page = (DOCS.parent / name).read_text("utf-8")
    shown = page.split("```\n", 2)[1]
    printed = script("tour").printed("tally --game game.toml --stage D1 --as-of 2010-05-05T09:10")
    for stretch in shown.split("…\n"):
        assert stretch in printed
        printed = printed.split(stretch, 1)[1] if stretch else printed


def test_links_between_documents_lead_somewhere() -> None:
    pages = [*DOCS.rglob("*.md"), DOCS.parent / "README.md", DOCS.parent / "CONTRIBUTING.md"]
    for page in pages:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
