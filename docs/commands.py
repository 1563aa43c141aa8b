"""Write docs/commands/*.md, a page a command, from the help the command line itself shows.

`python docs/commands.py` writes them anew; a test fails where a page and the help differ.
"""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path

import click

from cli import desk

HERE = Path(__file__).parent / "commands"


def pages() -> dict[str, str]:
    """File name → what stands in it: one page for each command, and the list of all."""
    found = {f"{name}.md": page(name, command) for name, command in sorted(desk.commands.items())}
    rows = [
        f"| [{name}]({name}.md) | {_paragraphs(command)[0][0]} |" for name, command in sorted(desk.commands.items())
    ]
    head = "# 命令\n\n由 `python docs/commands.py` 从命令自己的说明写成，不要手改。\n\n| 命令 | 做什么 |\n|---|---|\n"
    return found | {"README.md": head + "\n".join(rows) + "\n"}


def page(name: str, command: click.Command) -> str:
    """One command: usage, what it does, examples, options."""
    front = click.Context(desk, info_name="referee", **desk.context_settings)
    context = click.Context(command, info_name=name, parent=front)
    usage = " ".join([f"referee {name}", *command.collect_usage_pieces(context)])
    said, examples = _paragraphs(command)
    parts = [f"# referee {name}", f"```\n{usage}\n```", *said]
    parts.append("## 例\n\n```\n" + "\n".join(examples) + "\n```")
    rows = [p.get_help_record(context) for p in command.get_params(context) if isinstance(p, click.Option)]
    options = [f"| `{_cell(row[0])}` | {_cell(row[1]).replace('[required]', '必填')} |" for row in rows if row]
    parts.append("## 选项\n\n| 选项 | 作用 |\n|---|---|\n" + "\n".join(options))
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _paragraphs(command: click.Command) -> tuple[list[str], list[str]]:
    """What a command's help says, and its examples."""
    said, _, examples = cleandoc(command.help or "").partition("\b\n")
    lines = [line.strip().removeprefix("例：") for line in examples.splitlines()]
    paragraphs = ["".join(part.split("\n")) for part in said.strip().split("\n\n")]
    return paragraphs, [line for line in lines if line]


def main() -> None:
    """Write every page, and drop those whose command is gone."""
    HERE.mkdir(exist_ok=True)
    wanted = pages()
    for path in HERE.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (HERE / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
