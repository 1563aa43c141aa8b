"""What the output goes to: how many columns it has, and whether it takes colours."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_PIPED = 100  # columns where there is no terminal to ask


@dataclass(frozen=True, slots=True)
class Screen:
    """Columns of a line, and whether ANSI colours may be written."""

    width: int = _PIPED
    colour: bool = False


def screen(stream: Any, environment: Mapping[str, str] | None = None) -> Screen:
    """The screen behind an output stream. `NO_COLOR` forbids colours, `FORCE_COLOR` asks for them also in a pipe.

    `COLUMNS` is the width where it is set, on a terminal and in a pipe.
    """
    known = os.environ if environment is None else environment
    terminal = bool(stream.isatty())
    width = shutil.get_terminal_size((_PIPED, 24)).columns if terminal else _columns(known)
    return Screen(width, _colour(known, terminal))


def _columns(known: Mapping[str, str]) -> int:
    told = known.get("COLUMNS", "")
    return int(told) if told.isdecimal() and int(told) else _PIPED


def _colour(known: Mapping[str, str], terminal: bool) -> bool:
    if known.get("NO_COLOR"):
        return False
    return known.get("FORCE_COLOR", "0") not in ("", "0") or (terminal and known.get("TERM") != "dumb")
