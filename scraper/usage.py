"""What the command line says of its own use, in Chinese: help pages, wrong usage, completion for PowerShell.

Only click is imported here: the front desk needs this at every start.
"""

from __future__ import annotations

import os
import re
from typing import Any

import click

FORMATS = ("text", "json", "md", "ubb", "html", "csv")  # what a report can be written as
BOOKS = ("html", "md", "jsonl", "warc")  # what a game can be written out as
_HELP = "显示这段说明"


def _records(command: click.Command, ctx: click.Context) -> list[tuple[str, str]]:
    found = [param.get_help_record(ctx) for param in command.get_params(ctx) if isinstance(param, click.Option)]
    return [(name, text.replace("[required]", "[必填]")) for name, text in filter(None, found)]


class ChineseCommand(click.Command):
    """A command whose help page is Chinese throughout."""

    def __init__(self, *given: Any, **more: Any) -> None:
        """As click has it, with Chinese words for the pieces of the usage line."""
        super().__init__(*given, **{"options_metavar": "[选项]", **more})

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """`--help`, said in Chinese."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = _HELP
        return option

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The line that shows how the command is called."""
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix="用法：")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of options."""
        with formatter.section("选项"):
            formatter.write_dl(_records(self, ctx))


class ChineseGroup(ChineseCommand, click.Group):
    """A group of commands whose help page is Chinese throughout."""

    command_class = ChineseCommand

    def __init__(self, *given: Any, **more: Any) -> None:
        """As click has it, with Chinese words for the pieces of the usage line."""
        super().__init__(*given, **{"subcommand_metavar": "命令 [参数]…", **more})

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of options, then of commands with their first sentence."""
        super().format_options(ctx, formatter)
        shown = [(name, self.commands[name].get_short_help_str(60)) for name in self.list_commands(ctx)]
        with formatter.section("命令"):
            formatter.write_dl(shown)


def told(fault: click.ClickException) -> tuple[str, str]:
    """A fault of usage in Chinese: what is wrong, and what to do."""
    command = fault.ctx.command_path if isinstance(fault, click.UsageError) and fault.ctx else "referee"
    advice = f"{command} --help 看用法"
    if isinstance(fault, click.NoSuchOption):
        near = "、".join(sorted(fault.possibilities or ()))
        return f"没有 {fault.option_name} 这个选项", f"想写的是 {near}？" if near else advice
    if isinstance(fault, click.UsageError) and (meant := _misspelt(fault)):
        return meant
    if isinstance(fault, click.MissingParameter):
        return f"缺少 {_named(fault.param)}", advice
    if isinstance(fault, click.BadParameter):
        return f"{_named(fault.param)} 不对：{_translated(fault.message)}".replace("'", ""), advice
    return _translated(fault.format_message()), advice


def _misspelt(fault: click.UsageError) -> tuple[str, str] | None:
    """A command there is none of, and those it may be meant for."""
    found = re.match(r"No such command '(.*?)'", fault.format_message())
    if found is None or fault.ctx is None or not isinstance(fault.ctx.command, click.Group):
        return None
    from difflib import get_close_matches

    names = fault.ctx.command.list_commands(fault.ctx)
    near = get_close_matches(found[1].lower(), names, 3, 0.6) or [
        n for n in names if n.startswith(found[1][:3].lower())
    ]
    advice = f"想写的是 {'、'.join(near)}？" if near else f"{fault.ctx.command_path} --help 列出所有命令"
    return f"没有 {found[1]} 这个命令", advice


def _named(param: click.Parameter | None) -> str:
    if param is None:
        return "参数"
    if isinstance(param, click.Option):
        return "、".join(param.opts)
    return param.metavar or param.human_readable_name


# click's English, and the same in Chinese; what stands in quotes or braces is kept.
_PHRASES = (
    (r"No such command '(.*?)'.*", r"没有 \1 这个命令"),
    (r"Option '(.*?)' requires an argument.*", r"\1 后面要写值"),
    (r"Option '(.*?)' requires (\d+) arguments.*", r"\1 后面要写 \2 个值"),
    (r"Option '(.*?)' does not take a value.*", r"\1 后面不写值"),
    (r"Got unexpected extra arguments? \((.*)\)\.?", r"多出了 \1"),
    (r"'(.*?)' is not one of (.*?)\.?", r"没有 \1，可用：\2"),
    (r"'(.*?)' is not a valid (?:integer|float|.*number).*", r"\1 不是数"),
    (r"(.*?) is not in the range (.*?)\.?", r"\1 不在范围 \2 里"),
    (r"Missing command\.?", "没有写命令"),
)


def _translated(message: str) -> str:
    for english, chinese in _PHRASES:
        found = re.fullmatch(english, message.strip(), re.DOTALL)
        if found:
            return found.expand(chinese)
    return message


COMPLETE = "_REFEREE_COMPLETE"
SHELLS = ("bash", "zsh", "fish", "powershell")
_POWERSHELL = """Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($word, $tree, $cursor)
    [Console]::OutputEncoding = [Text.Encoding]::UTF8
    $env:COMP_WORDS = $tree.ToString()
    $env:COMP_WORD = $word
    $env:%(complete_var)s = "powershell_complete"
    %(prog_name)s | ForEach-Object {
        $value, $help = $_ -split "`t", 2
        if (-not $help) { $help = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, "ParameterValue", $help)
    }
    Remove-Item Env:%(complete_var)s, Env:COMP_WORDS, Env:COMP_WORD
}
"""


def completion_script(command: click.Command, shell: str) -> str:
    """The lines that teach a shell (one of SHELLS) to complete `referee`."""
    from click.shell_completion import get_completion_class

    register_powershell()
    found = get_completion_class(shell)
    if found is None:
        raise ValueError(f"no completion for {shell}")
    return found(command, {}, "referee", COMPLETE).source_template % {
        "complete_func": "_referee_completion",
        "complete_var": COMPLETE,
        "prog_name": "referee",
    }


def register_powershell() -> None:
    """Make click know PowerShell, which it does not by itself."""
    from click.shell_completion import CompletionItem, ShellComplete, add_completion_class, split_arg_string

    class PowerShell(ShellComplete):
        """Completion for PowerShell: words come in `COMP_WORDS`, one candidate and its help a line go out."""

        name = "powershell"
        source_template = _POWERSHELL

        def get_completion_args(self) -> tuple[list[str], str]:
            """The words before the cursor, and the one begun."""
            words = split_arg_string(os.environ.get("COMP_WORDS", ""))[1:]
            begun = os.environ.get("COMP_WORD", "")
            return (words[:-1] if begun and words else words), begun

        def format_completion(self, item: CompletionItem) -> str:
            """A candidate and what it is for."""
            return f"{item.value}\t{item.help or ''}"

    add_completion_class(PowerShell)
