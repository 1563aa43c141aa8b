"""A file of the judge's is written whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path

import pytest

from scraper.files import replace_file, why, write_text
from scraper.trouble import Trouble


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    umask = os.umask(0o027)
    try:
        replace_file(tmp_path / "new", b"x")
    finally:
        os.umask(umask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to("file")
    replace_file(tmp_path / "link", b"new", b"old")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


@pytest.mark.parametrize("expected", [None, b"other"])
def test_somebody_elses_change_is_not_written_over(tmp_path: Path, expected: bytes | None) -> None:
    (tmp_path / "file").write_bytes(b"theirs")
    with pytest.raises(Trouble) as refused:
        replace_file(tmp_path / "file", b"mine", expected)
    assert refused.value.status == 2
    assert (tmp_path / "file").read_bytes() == b"theirs"


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Trouble) as refused:
        replace_file(tmp_path / "file" / "inside", b"x")
    assert refused.value.status == 1
    assert os.listdir(tmp_path) == ["file"]


def test_usual_faults_are_told_in_chinese(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none") as missing:
        (tmp_path / "none").read_bytes()
    assert why(missing.value) == "没有这个文件"


@pytest.mark.parametrize("number", sorted(errno.errorcode))
def test_whatever_the_system_says_is_said_in_chinese(number: int) -> None:
    said = why(OSError(number, os.strerror(number), "a.txt"))
    assert said
    assert not re.search("[A-Za-z]{2}", said)


def test_what_is_missing_where_something_is_written_is_the_folder(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="没有这个文件夹") as stop:
        write_text(tmp_path / "none" / "a.md", "x")
    assert stop.value.status == 1
    with pytest.raises(Trouble, match="这是文件夹"):
        write_text(tmp_path, "x")
    assert not list(tmp_path.parent.glob("*.part"))
