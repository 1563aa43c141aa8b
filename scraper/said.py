"""A text handed over in a file or on standard input, in whatever encoding a Chinese desktop wrote it."""

from __future__ import annotations

import sys

from scraper.files import why
from scraper.trouble import Trouble

_MOST = 4_000_000  # bytes; no announcement is longer


def read_said(path: str) -> str:
    """The text of a file, or of standard input for `-`. UTF-8 with or without a mark, UTF-16 with one, else GB18030.

    Raises Trouble (status 2) where the file cannot be read.
    """
    if path == "-":
        return _decoded(sys.stdin.buffer.read(_MOST))
    try:
        with open(path, "rb") as file:
            return _decoded(file.read(_MOST))
    except OSError as fault:
        raise Trouble("no-file", f"读不了 {path}：{why(fault)}", "看看路径；从剪贴板贴进来用 --against -", 2) from None


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("gb18030", "replace")
