"""Writing a file of the judge's: whole or not at all, and never over somebody else's change."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from scraper.trouble import FAILED, USAGE, Trouble

_SAID: Final = {
    "ENOENT": "没有这个文件", "EISDIR": "这是文件夹，不是文件", "ENOTDIR": "路径当中有一段不是文件夹",
    "EACCES": "没有权限", "EPERM": "没有权限", "EROFS": "那里只能读，不能写", "EEXIST": "已经有了",
    "ENOSPC": "磁盘满了", "EDQUOT": "磁盘配额用完了", "EFBIG": "文件太大", "EIO": "磁盘读写出错",
    "ENAMETOOLONG": "名字太长", "EINVAL": "系统不认这样的名字", "ENXIO": "不是普通文件", "ELOOP": "链接绕成了圈",
    "EBUSY": "正被别的程序占用", "ETXTBSY": "正被别的程序占用", "EMFILE": "打开的文件太多", "ENFILE": "打开的文件太多",
}  # fmt: skip
_USUAL: Final = {
    getattr(errno, name): words for name, words in _SAID.items() if hasattr(errno, name)
}  # Windows has less
_CLASSES: Final = {
    FileNotFoundError: errno.ENOENT,
    IsADirectoryError: errno.EISDIR,
    NotADirectoryError: errno.ENOTDIR,
    PermissionError: errno.EACCES,
}


def why(fault: OSError, writing: bool = False) -> str:
    """What the system says about a file, in Chinese; `writing` to it, what is not there is its folder."""
    if writing and isinstance(fault, FileNotFoundError):
        return "没有这个文件夹"
    number = fault.errno
    if number is None:  # raised by Python itself, by its class alone
        number = next((code for kind, code in _CLASSES.items() if isinstance(fault, kind)), 0)
    return _USUAL.get(number) or (f"系统报错 {number}" if number else "系统没有说为什么")


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8, whole or not at all, over what was there. Raises Trouble (failed)."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8", errors="replace", newline="\n")
        part.replace(path)
    except OSError as fault:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise unwritable(path, fault) from None


def unwritable(path: Path | str, fault: OSError) -> Trouble:
    """The stop for a file that cannot be written."""
    return Trouble("write", f"写不了 {path}：{why(fault, writing=True)}", "换一个可写的路径", FAILED)


def replace_file(path: Path, data: bytes, expected: bytes | None = None) -> None:
    """Put `data` in place of a file's bytes at one stroke; links are followed, permissions kept.

    `expected`: what the file must still hold (None: it must not exist). Raises Trouble (usage) where it holds
    something else by now, Trouble (failed) where it cannot be written; the file is then as it was.
    """
    import shutil  # with tempfile 6 ms: only when something is written
    import tempfile

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
        raise Trouble("write", f"写不了 {path}：{why(fault, writing=True)}", "看看路径、权限和磁盘", FAILED) from None
