"""What a command says: reports in the form asked for, one line on stderr, a stop with its exit status."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from scraper.usage import FORMATS


def say(text: str, output: str | None = None) -> None:
    """Print or write a report: UTF-8 whatever the locale; a file is written whole or not at all."""
    if output is None:
        stream = sys.stdout
        if hasattr(stream, "reconfigure"):
            # A terminal keeps its own encoding (cp936 consoles); a pipe gets UTF-8.
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace", newline="\n")
        # Whether colours stand in the text was decided before; click makes them work on old Windows consoles.
        click.echo(text, file=stream, nl=not text.endswith("\n"), color=True)
        return
    from scraper.files import write_text

    write_text(Path(output), text if text.endswith("\n") else text + "\n")


def stop(code: str, what: str, advice: str, status: int) -> NoReturn:
    """End with one clear line on stderr and the contract's exit status."""
    from scraper.trouble import Trouble

    raise Trouble(code, what, advice, status)


def complain_line(line: str) -> None:
    """One line on stderr, without signs that steer a terminal."""
    click.echo("".join(c if c.isprintable() else " " for c in line), err=True)


def face_of(format_: str | None, output: str | None) -> str:
    """The format asked for, else the one the file is named for, else text."""
    from referee.wishes import face

    return face(format_, output, FORMATS)


def show(report: Any, data: dict[str, Any], format_: str | None, output: str | None, board: str | None = None) -> str:
    """Show a report in the format asked for, else as the file is named, else as text, and give what was shown.

    `board` settles the UBB dialect.
    """
    from referee.reports import json_text, render

    face = face_of(format_, output)
    if face == "json":
        text = json_text(data)
        say(text, output)
        return text
    from scraper.screen import screen

    to = screen(sys.stdout)
    text = render(report, face, to.width, to.colour and output is None, board)
    # Excel takes a CSV for UTF-8 only with a mark in front; a terminal would show it.
    marked = face == "csv" and (output is not None or not sys.stdout.isatty())
    say("\ufeff" + text if marked else text, output)
    return text
