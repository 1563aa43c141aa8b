"""The flow goes one way: Page -> Post -> Ballot -> Ruling -> Report. Imports that run against it fail here."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("scraper", "parsers", "referee", "fixtures", "cli")

# Who may import what of the project, longest prefix first. A module not listed may import nothing of ours.
MAY_IMPORT = {
    "scraper": ("scraper", "parsers.pages", "parsers.posts", "parsers.values", "fixtures"),
    "parsers.boards": (
        *("parsers.boards", "parsers.pages", "parsers.posts", "parsers.times", "parsers.words", "parsers.values"),
    ),
    "parsers.ballots": ("parsers.ballots", "parsers.names", "parsers.folding", "parsers.values"),
    "parsers": ("parsers",),
    "referee.reports": ("referee", "parsers.posts", "parsers.names", "parsers.ballots", "parsers.values"),
    "referee": ("referee", "parsers.posts", "parsers.names", "parsers.ballots", "parsers.folding", "parsers.values"),
    "fixtures": ("fixtures",),
    "referee.commands": PACKAGES[:-1],
    "cli": ("scraper.usage", "scraper.trouble", "scraper.files", "scraper.sample_board", "referee"),
}
# What touches network, disk, clock or terminal; parsers and rules have none of it.
IMPURE = {
    "httpx",
    "sqlite3",
    "sqlite_utils",
    "socket",
    "subprocess",
    "warcio",
    "rich",
    "click",
    "platformdirs",
    "stamina",
}
# The last step to a terminal, and where the commands join the parts.
OUTWARD = ("referee.reports.text_face", "referee.commands")
IMPURE |= {"pathlib", "os", "shutil", "tempfile", "urllib.request", "http", "time", "threading"}


def modules() -> list[tuple[str, Path]]:
    """Every module of the project with its dotted name."""
    found = [("cli", ROOT / "cli.py")]
    for package in ("scraper", "parsers", "referee", "fixtures"):
        for path in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            found.append((name, path))
    return found


def imports(path: Path) -> set[str]:
    """Dotted names imported anywhere in a file, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: import by full name"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names if node.module in PACKAGES}
    return found


def allowed(module: str) -> tuple[str, ...]:
    prefix = max((p for p in MAY_IMPORT if module == p or module.startswith(p + ".")), key=len)
    return MAY_IMPORT[prefix]


@pytest.mark.parametrize(("module", "path"), modules(), ids=lambda value: value if isinstance(value, str) else "")
def test_imports_run_one_way(module: str, path: Path) -> None:
    ours = {name for name in imports(path) if name.split(".")[0] in PACKAGES and name not in PACKAGES}
    wrong = {n for n in ours if not any(n == ok or n.startswith(ok + ".") for ok in allowed(module))}
    if module != "cli" and not module.startswith("referee.commands"):
        wrong |= {
            n for n in ours if n.startswith("referee.commands")
        }  # they join the parts: only the front desk calls them
    assert not wrong, f"{module} must not import {sorted(wrong)}"


@pytest.mark.parametrize(("module", "path"), modules(), ids=lambda value: value if isinstance(value, str) else "")
def test_parsers_and_rules_touch_nothing_outside(module: str, path: Path) -> None:
    if not module.startswith(("parsers", "referee")) or module.startswith(OUTWARD):
        return
    touched = {name for name in imports(path) if name in IMPURE or name.split(".")[0] in IMPURE}
    assert not touched, f"{module} imports {sorted(touched)}"
    calls = {
        n.func.id
        for n in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    }
    assert not calls & {"open", "print", "input", "exec", "eval"}, f"{module} touches the world outside"


def test_line_modules_know_no_other_engine() -> None:
    """A line module may use its own family's addresses and shared helpers, never another family's."""
    for module, path in modules():
        if not module.startswith("parsers.boards.") or module.endswith((".registry", ".paste")):
            continue
        family = "phpwind" if "phpwind" in module else "discuz"
        other = "discuz" if family == "phpwind" else "phpwind"
        assert not {name for name in imports(path) if f"boards.{other}" in name or f"paste_{other}" in name}, module


LIGHT = {"click", "scraper.usage"}  # what cli.py may have at its top beside the standard library
COMMANDS = (ROOT / "referee/commands").glob("*.py")
HEAVY = set(PACKAGES) | {"httpx", "rich", "sqlite_utils", "jinja2", "selectolax", "opencc", "tomlkit", "dateutil"}


@pytest.mark.parametrize(
    "file", ["cli.py", "scraper/usage.py", *sorted(f"referee/commands/{p.name}" for p in COMMANDS)]
)
def test_the_front_desk_starts_light(file: str) -> None:
    """Only click and its Chinese at the top of cli.py: a command imports what it needs when it runs."""
    top: set[str] = set()
    for node in ast.parse((ROOT / file).read_text("utf-8")).body:
        if isinstance(node, ast.Import):
            top |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            top.add(node.module or "")
    if file != "cli.py":
        top = {name for name in top if not name.startswith("referee.commands")}
    assert not {name.split(".")[0] for name in top - LIGHT} & HEAVY
