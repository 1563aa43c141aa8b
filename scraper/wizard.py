"""Questions to the judge on a terminal, each with the answer that was found out as its default."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click


def ask_game(
    found: str, title: str, rules: Mapping[str, str], guess: str, judges: tuple[str, ...]
) -> tuple[str, str, tuple[str, ...]]:
    """Title, rule set and judges of a game. `found` is shown first; `rules`: name → Chinese title."""
    click.echo(found, err=True)
    title = click.prompt("局名", default=title, err=True)
    click.echo("规则：" + "  ".join(f"{name}({said})" for name, said in rules.items()), err=True)
    chosen = click.prompt("用哪套规则", default=guess, err=True)
    named = click.prompt("法官的账号(几个用、隔开)", default="、".join(judges), err=True)
    return title, chosen, tuple(filter(None, (name.strip() for name in named.replace(",", "、").split("、"))))


def ask_file(default: str, force: bool) -> str:
    """Where to write; a file that is there is asked about again."""
    while True:
        path: str = click.prompt("写到哪个文件", default=default, err=True)
        if force or not Path(path).exists() or click.confirm(f"{path} 已经有了，盖掉它吗", err=True):
            return path
