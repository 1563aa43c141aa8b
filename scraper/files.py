"""Writing a file of the judge's: whole or not at all, and never over somebody else's change."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from scraper.trouble import FAILED, USAGE, Trouble


def why(fault: OSError) -> str:
    """What the system says about a file, in Chinese where it is one of the usual things."""
    usual = {FileNotFoundError: "没有这个文件", IsADirectoryError: "这是文件夹，不是文件", PermissionError: "没有权限"}
    return next((words for kind, words in usual.items() if isinstance(fault, kind)), fault.strerror or str(fault))


def replace_file(path: Path, data: bytes, expected: bytes | None = None) -> None:
    """Put `data` in place of a file's bytes at one stroke; links are followed, permissions kept.

    `expected`: what the file must still hold (None: it must not exist). Raises Trouble (usage) where it holds
    something else by now, Trouble (failed) where it cannot be written; the file is then as it was.
    """
    target = Path(os.path.realpath(path))
    part = ""
    try:
        if (target.read_bytes() if target.exists() else None) != expected:
            raise Trouble("changed", f"{path} 刚被别的程序改过", "再运行一次", USAGE)
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError
        handle, part = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, part)
        else:
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(part, 0o666 & ~umask)
        os.replace(part, target)
    except OSError as fault:
        if part:
            Path(part).unlink(missing_ok=True)
        raise Trouble("write", f"写不了 {path}：{why(fault)}", "看看权限和磁盘", FAILED) from None
