"""Edits and deletions as evidence: before, after, when seen, whose ballot."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from parsers.posts import Change, Edit, Post
from referee.reports.edits_report import edits_json, edits_text, unproven
from scraper.gather import gather
from scraper.threads import GatherSettings
from scraper.wordings import changes, history, wordings
from tests.support.fake_board import BOARDS, FakeBoard, posts

ZONE = ZoneInfo("Asia/Shanghai")
URL = "http://board.test/t?tid=7"


def post(text: str = "投乙", pid: str = "9", hidden: bool = False, author: str = "甲", **more: object) -> Post:
    return Post("fake", URL, pid, 3, author, None, None, text, hidden=hidden, url=f"{URL}#9", **more)  # type: ignore[arg-type]


def seen(*said: Post) -> dict[str, list[tuple[Post, str | None]]]:
    return {"9": [(one, f"2009-03-10T13:0{n}:00Z") for n, one in enumerate(said)]}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ([post("投乙"), post("投丙")], ["投乙", "投丙"]),
        ([post("投乙"), post("投丙"), post("投乙")], ["投乙", "投丙", "投乙"]),
        ([post("投乙"), post("", hidden=True)], ["投乙"]),  # withheld: what it said is still known
        ([post("", hidden=True), post("投乙")], ["投乙"]),  # a guest saw nothing, the judge did: no edit
        ([post("投乙"), post("投乙", author="甲改名")], ["投乙"]),  # renamed
        ([post("投乙"), post("投乙", edited=Edit("甲", None))], ["投乙", "投乙"]),  # edited, nobody knows what
    ],
)
def test_wordings(said: list[Post], wanted: list[str]) -> None:
    assert [one.text for one in wordings(said)] == wanted


def test_history_is_for_what_no_longer_says_what_it_said() -> None:
    guest = seen(post("", hidden=True), post("投乙"))
    assert history(guest, [post("投乙")]) == {}
    assert history(seen(post("投乙"), post("", hidden=True)), [post("", hidden=True)])
    assert history(seen(post("投乙")), []) == {"9": (post("投乙"),)}


def test_a_withheld_post_shown_again_is_compared_with_what_it_said_before() -> None:
    found = changes(seen(post("投乙"), post("", hidden=True), post("投丙")))
    assert [(change.before.text, change.after and change.after.text) for change in found] == [
        ("投乙", ""),
        ("投乙", "投丙"),
    ]


def ballot(post: Post) -> str:
    return post.text if post.text.startswith("投") else ""


def test_told_as_json_and_in_words() -> None:
    when = datetime(2009, 3, 10, 13, 0, tzinfo=UTC)
    found = [
        Change(post("投乙"), post("投丙\n随便"), when),
        Change(post("投乙"), None, when, True),
        Change(post("投乙"), post("", hidden=True), None),
    ]
    first, second, third = edits_json(found, ZONE, ballot)
    assert (first["before"], first["after"], first["seen"], first["deleted"]) == (
        "投乙",
        "投丙\n随便",
        "2009-03-10T21:00:00+08:00",
        False,
    )
    assert first["post"]["pid"] == "9"
    assert (second["after"], second["deleted"], second["ballot"]) == (None, True, {"before": "投乙", "after": None})
    assert (third["after"], third["hidden"], third["seen"]) == (None, True, None)
    told = edits_text(found, ZONE, ballot)
    assert "3楼  甲  被删除" in told
    assert "票：投乙 → 无" in told
    assert "没有发现" in edits_text([], ZONE, ballot)


def test_a_notice_without_an_older_copy_proves_nothing_and_is_told_apart() -> None:
    marked = post(pid="8", edited=Edit("甲", None))
    assert unproven([marked, post()], [Change(post(), None)]) == (marked,)


def test_an_edit_check_asks_for_every_page_again(tmp_path: Path) -> None:
    board = FakeBoard(posts(30))
    settings = {"archive": tmp_path / "a.db", "client": lambda: board}
    gather([URL], BOARDS, GatherSettings(ZONE, **settings))  # type: ignore[arg-type]
    board.edit(104, "改投丙")
    board.edit(105, "改投丁")
    (thread,) = gather([URL], BOARDS, GatherSettings(ZONE, recheck=True, **settings)).threads  # type: ignore[arg-type]
    assert [change.before.pid for change in thread.changes] == ["104", "105"]
    assert all(change.seen is not None for change in thread.changes)
