"""The audit as JSON, as a report in every form, and as the post the judge pastes on the board."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner

from cli import desk
from referee.audits import public_audit
from referee.audits.values import Audit
from referee.reports import FACES, render
from referee.reports.audit_json import audit_json
from referee.reports.audit_notice import warning_post
from referee.reports.audit_report import audit_report
from referee.reports.document import facts
from tests.support import forum
from tests.support.audits import look, posts, roster, spares, talk, vote

ZONE = ZoneInfo("Asia/Shanghai")
OWNED = '[[players]]\nname = "梧桐"\nnumber = 4\nreal = "老梧"\nrole = "祭司"\n'


@pytest.fixture
def found() -> Audit:
    """A game in which everything went wrong."""
    game = forum.game(
        "golden-bough",
        "甲=平民 乙=逃奴 丙=平民",
        "3-12 19:00 execution 丙",
        OWNED + spares("替补甲"),
        D1="vote 3-11 20:30 to 3-13 08:00",
    )
    signing = roster(
        "0 天神 3-10 20:00 名单\n1 甲 3-10 20:03 到\n2 乙 3-11 20:00 赶上了\n4 丙 3-10 20:30 到\n3 老梧 3-10 21:00 签到"
    )
    long = "我来从头分析一遍" * 30
    talking = talk(
        f"0 天神 3-10 20:05 讨论\n1 丙 3-13 21:00 {long}\n2 老梧 3-11 10:00 乙是逃奴，投乙\n"
        + posts("甲", "3-10 21:00,3-11 09:00,3-11 21:00,3-12 09:00,3-12 20:00,3-13 09:00,3-13 20:00,3-14 09:00", 10)
    )
    return look(game, signing, talking, vote("0 天神 3-11 20:30 投票\n1 甲 3-11 21:00 投乙", "D1"), as_of="3-14 12:00")


def test_the_json_has_what_was_agreed(found: Audit) -> None:
    told = audit_json(found, ZONE)
    assert (told["schema"], told["rules"], told["as_of"]) == (
        "referee/audit@1",
        "golden-bough",
        "2009-03-14T12:00:00+08:00",
    )
    assert {"stages", "warnings", "windows", "sign_in", "speech", "substitution_order", "notes"} <= set(told)
    assert told["sign_in"][1]["signed_at"] == "2009-03-11T20:00+08:00"
    assert told["sign_in"][3] | {"clauses": 0} == {
        "player": "梧桐", "signed_at": None, "verdict": "missing", "clauses": 0, "post": None,
    }  # fmt: skip
    assert {"player", "stage", "count", "verdict"} <= set(told["warnings"][0])
    assert {"player", "from", "to", "posts", "verdict", "clauses"} == set(told["windows"][0])
    assert told["speech"][-1]["post"]["floor"] == 1
    assert {"out", "last_post", "by"} <= set(told["substitution_order"][0])
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize("face", FACES)
def test_every_form_states_everything(found: Audit, face: str) -> None:
    report = audit_report(found, "金枝 第一局")
    shown = render(report, face, width=200)
    if face == "csv":
        shown = shown.replace('""', '"')
    if face == "md":
        shown = shown.replace("\\", "")
    flat = "".join(shown.split())
    for name in ("梧桐", "没有按时签到", "GB-8.1.4", "GB-8.1.6", "换人次序", "什么算一帖"):
        assert "".join(name.split()) in flat


def test_activity_is_drawn(found: Audit) -> None:
    assert "█" in render(audit_report(found), "text")
    assert 'class="heat"' in render(audit_report(found), "html")


def test_the_public_reads_no_secret(found: Audit) -> None:
    for report in (audit_report(public_audit(found)), warning_post(public_audit(found))):
        told = "\n".join(facts(report))
        assert "老梧" not in told
        assert not any(role in told for role in ("祭司", "逃奴"))
    assert "老梧" not in json.dumps(audit_json(public_audit(found), ZONE), ensure_ascii=False)
    assert "老梧" in json.dumps(audit_json(found, ZONE), ensure_ascii=False)


def test_the_notice_is_ready_to_paste(found: Audit) -> None:
    told = render(warning_post(public_audit(found), "金枝 第一局"), "ubb")
    assert told.startswith("[b]金枝 第一局 · 公告[/b]")
    assert "梧桐：没有按时签到(GB-5.2、GB-8.1.4)" in told
    assert "乙：D1 没有投票，第 1 次警告" in told
    assert "乙：2009-03-10 20:00 至 2009-03-12 20:00 只发了 0 帖，出局(GB-8.1.6)" in told
    assert "梧桐：请替补回复，先到先接" in told
    # What the judge has yet to look at is not told on the board.
    assert "丙" not in told


def test_nothing_to_say() -> None:
    calm = look(forum.game("plain", "甲 乙"), talk("0 天神 3-10 20:00 讨论\n1 甲 3-10 21:00 早"))
    assert "目前没有要提醒的" in render(warning_post(calm), "ubb")
    assert "没有要处理的" in render(audit_report(calm), "text")


def test_without_a_moment_a_game_long_over_ends_with_what_happened_last() -> None:
    from referee.audits import audit

    thread = talk("0 天神 3-10 20:00 讨论\n1 甲 3-10 21:00 早")
    game = forum.game("golden-bough", "甲 乙")
    long_after = audit(game, [thread], None, datetime(2024, 1, 1))
    assert long_after.as_of == forum.moment("3-10 21:00")
    assert long_after.windows == ()
    assert any("一周" in note for note in long_after.notes)
    soon = audit(game, [thread], None, forum.moment("3-12 20:30"))
    assert soon.as_of == forum.moment("3-12 20:30")
    assert [window.player for window in soon.windows] == ["甲", "乙"]


# -- the command -------------------------------------------------------------------------------------------------------


def test_a_game_file_without_threads_is_a_wrong_use(tmp_path: Path) -> None:
    game = tmp_path / "game.toml"
    game.write_text('[game]\nrules = "plain"\n[[players]]\nname = "甲"\n', "utf-8")
    done = CliRunner().invoke(desk, ["audit", "--game", str(game)])
    assert done.exception is not None
    assert getattr(done.exception, "status", None) == 2


SHARED = Path(os.environ.get("REFEREE_SHARED", Path(__file__).resolve().parent.parent.parent / "shared"))


@pytest.mark.skipif(not (SHARED / "cases" / "run.py").exists(), reason="the worked cases are not here")
def test_the_worked_cases_hold() -> None:
    import subprocess
    import sys

    cases = sorted(
        path.parent for path in (SHARED / "cases").glob("*/expect.json") if '"audit"' in path.read_text("utf-8")
    )
    referee = [sys.executable, "-c", "import cli; cli.main()"]
    argv = [sys.executable, str(SHARED / "cases" / "run.py"), "--only", "audit", *map(str, cases[:1]), "--", *referee]
    done = subprocess.run(argv, capture_output=True, text=True, cwd=Path(__file__).resolve().parent.parent)
    assert done.returncode == 0, done.stdout
