"""Where a game stands at a moment: who lives, what ends when, what the judge has to do, and what the public may see."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from cli import desk
from referee.game import Action, Event, Game, Player, Stage, Substitute
from referee.nights import night_of
from referee.reports import render
from referee.reports.status_report import status_json, status_report
from referee.roster_check import roster_notes
from referee.status import Status, public_status, status_of
from tests.support.night_games import BOUGH, announced, bough, cast, casualties, night_start, nine, twelve

NINE = datetime(2011, 2, 3, 21, 0)


def due(status: Status) -> dict[str, datetime]:
    return {one.what: one.at for one in status.deadlines}


def todo(status: Status) -> str:
    return "\n".join(task.text for task in status.todo)


VOTE = Stage("D1", "vote", 1, NINE, NINE + timedelta(hours=35))


def test_the_open_stage_and_its_limits() -> None:
    game = replace(bough({1: ""}), actions=(), stages=(VOTE,))
    found = status_of(game, NINE + timedelta(hours=1))
    assert found.stage is not None
    assert (found.stage.id, found.stage.closes) == ("D1", VOTE.closes)
    assert due(found)["D1 停止改票"] == NINE + timedelta(hours=34)
    after = status_of(game, NINE + timedelta(hours=36)).stage
    assert after is not None
    assert (after.id, after.kind, after.opens) == (None, "night", VOTE.closes)


def test_a_substitution_makes_a_stage_longer() -> None:
    """GB-5.6: twelve hours; an explicit extension is the whole of it."""
    swap = Event(NINE + timedelta(hours=2), "substitution", "松", by="樵")
    game = replace(bough({1: ""}), actions=(), stages=(VOTE,), events=(swap,), substitutes=(Substitute("樵"),))
    assert due(status_of(game, NINE + timedelta(hours=1)))["D1 截止"] == NINE + timedelta(hours=35)
    assert due(status_of(game, NINE + timedelta(hours=3)))["D1 截止"] == NINE + timedelta(hours=47)
    told = Event(NINE + timedelta(hours=3), "extension", stage="D1", hours=24)
    explicit = replace(game, events=(swap, told))
    assert due(status_of(explicit, NINE + timedelta(hours=4)))["D1 截止"] == NINE + timedelta(hours=59)


def test_dead_only_when_announced() -> None:
    """GB-5.7."""
    game = bough({1: "鸦→松100"})
    known = announced(game, night_of(game, 1))
    dawn = known.events[-1].at
    assert "松" in status_of(known, dawn - timedelta(minutes=1)).alive
    assert "松" not in status_of(known, dawn).alive


def test_who_has_not_acted_yet() -> None:
    """Only the judge sees it; a void message is not one."""
    game = bough({1: "狐→狐 狼→竹"})
    found = status_of(game, night_start("golden-bough", 1) + timedelta(hours=3))
    said = [task for task in found.todo if "还没有收到" in task.text]
    assert {task.text.split("：")[1].split(" ")[0] for task in said} == {"狐", "鹿", "兔", "獾", "鸦"}
    assert all(task.secret for task in said)
    assert "还没有收到" not in todo(public_status(found))


def test_a_night_that_is_due() -> None:
    opens = night_start("game-twelve", 1)
    stage = Stage("N1", "night", 1, opens, opens + timedelta(hours=24))
    game = replace(twelve({1: "甲→丁100"}), stages=(stage,))
    running = status_of(game, opens + timedelta(hours=3))
    assert due(running)["第 1 夜 最后更改(天亮前十分钟)"] == opens + timedelta(hours=23, minutes=50)
    assert running.stage is not None
    assert running.stage.kind == "night"
    assert "referee night --night 1" in todo(status_of(game, opens + timedelta(hours=25)))


def test_the_slots_of_a_night_as_deadlines() -> None:
    """NC-flow-night."""
    start = datetime(2015, 6, 2, 21, 30)
    game = replace(casualties({}), stages=(Stage("D1", "sheriff", 1, start - timedelta(hours=36), start),))
    early = replace(game.actions[0], at=start - timedelta(days=2))
    found = due(status_of(replace(game, actions=(early,)), start + timedelta(minutes=1)))
    assert found["第 1 夜 夜晚1(守卫)截止"] == start + timedelta(minutes=15)
    assert found["第 1 夜 猎人截止"] == start + timedelta(minutes=75)


def test_orders_until_eight_as_a_deadline() -> None:
    """ND-2.4b."""
    noon = datetime(2012, 5, 4, 12, 0)
    game = replace(nine({1: ""}), stages=(Stage("D1.trial", "trial", 1, noon - timedelta(days=1), noon),))
    assert due(status_of(game, noon + timedelta(hours=1)))["第 1 夜 暗杀、施毒、查证截止"] == noon.replace(hour=20)


def test_a_day_without_a_stage_still_ends() -> None:
    """GB-5.5a: 36 hours after dawn; the vote thread within the first."""
    game = bough({1: "鸦→松100"})
    known = announced(game, night_of(game, 1))
    dawn = known.events[-1].at
    found = status_of(known, dawn + timedelta(minutes=20))
    assert due(found)["第 1 天 白天结束(按规则的长度)"] == dawn + timedelta(hours=36)
    assert "要在" in todo(found)
    assert "已经过了" in todo(status_of(known, dawn + timedelta(hours=2)))


CLOSED = NINE + timedelta(hours=35)


def test_a_closed_stage_waits_for_its_count() -> None:
    game = replace(bough({1: ""}), actions=(), stages=(VOTE,))
    assert "D1 已于" in todo(status_of(game, CLOSED + timedelta(minutes=5)))
    told = replace(game, events=(Event(CLOSED + timedelta(minutes=3), "execution", "狐"),))
    assert "D1 已于" not in todo(status_of(told, CLOSED + timedelta(minutes=5)))


TRANSITIONS = [
    ([], 1, "先确认身份没有泄露"),
    ([], 13, "这个名额作废"),
    ([("reply", "樵", 3)], 4, "樵 最先回复"),
    ([("returned", "松", 2)], 4, ""),
    ([("reveal", "松", -1)], 1, "先定要不要换"),
]


@pytest.mark.parametrize(("more", "hours", "said"), TRANSITIONS)
def test_a_seat_in_transition(more: list[tuple[str, str, int]], hours: int, said: str) -> None:
    """GB-8.3a, 8.3b, G12-7.3a to 7.3d."""
    events = [Event(NINE, "transition", "松")]
    events += [Event(NINE + timedelta(hours=at), kind, name) for kind, name, at in more]
    game = replace(bough({1: ""}), events=tuple(sorted(events, key=lambda e: e.at)))
    found = todo(status_of(game, NINE + timedelta(hours=hours)))
    assert (said in found) if said else ("松" not in found)


def test_what_a_day_of_game_twelve_has_to_open() -> None:
    """G12-4.4b, 3.8b, 3.12."""
    game = twelve({1: "甲→丁100"})
    known = announced(game, night_of(game, 1))
    dawn = known.events[-1].at
    assert "罢免投票帖" in todo(status_of(known, dawn + timedelta(minutes=5)))
    elected = Event(night_start("game-twelve", 1) - timedelta(hours=1), "elected", players=("丁", "戊", "己"))
    vacant = replace(known, events=(elected, *known.events))
    assert "补选投票帖(1 席)" in todo(status_of(vacant, dawn + timedelta(minutes=5)))
    few = replace(known, events=(*(Event(dawn, "death", n) for n in "庚辛"), *known.events))
    assert "处决投票帖" in todo(status_of(few, dawn + timedelta(minutes=5)))


def test_silence_is_declared_once() -> None:
    """GB-6.4a."""
    game = bough({1: "鸦→松100"})
    known = announced(game, night_of(game, 1))
    dawn = known.events[-1].at
    few = replace(known, events=(*(Event(dawn, "death", n) for n in "柏竹梅兰菊桂狐狼"), *known.events))
    assert "默哀期" in todo(status_of(few, dawn + timedelta(minutes=5)))
    declared = replace(few, events=(*few.events, Event(dawn + timedelta(minutes=1), "mourning")))
    assert "默哀期" not in todo(status_of(declared, dawn + timedelta(minutes=5)))


def test_twelve_points_are_an_expulsion_to_announce() -> None:
    """NC-penalty: as long as nobody announced it he plays on."""
    dawn = Event(NINE - timedelta(hours=2), "dawn")
    lost = [Event(NINE - timedelta(hours=n), "penalty", "子", points=6) for n in (20, 1)]
    game = replace(casualties({}), events=(lost[0], dawn, lost[1]), actions=())
    assert "满 12 分" in todo(status_of(game, NINE))
    assert "满 12 分" not in todo(status_of(game, NINE - timedelta(hours=1, minutes=1)))
    told = replace(game, events=(*game.events, Event(NINE, "expelled", "子")))
    assert "满 12 分" not in todo(status_of(told, NINE))


def test_after_the_end_there_are_prizes() -> None:
    game = replace(twelve({1: ""}), events=tuple(Event(NINE, "execution", n) for n in "甲乙"))
    found = status_of(game, NINE + timedelta(days=2000))
    assert found.victory is not None
    assert "MVP" in todo(found)
    assert "时限" not in render(status_report(found), "text")  # no night begins any more


def test_the_priest_wins_beside_living_civilians() -> None:
    """GB-9.2: the escapees and challengers are gone; who else lives is not denied."""
    game = replace(bough({1: ""}), events=tuple(Event(NINE, "death", n) for n in BOUGH["逃奴"]))
    victory = status_of(game, NINE + timedelta(days=1)).victory
    assert victory is not None
    assert "还活着" in victory.reason
    assert "只剩" not in victory.reason


def test_a_forgone_kill_waits_for_the_judge_until_he_reveals() -> None:
    """ND-2.1.2c."""
    game = nine({1: "辰→子", 2: "辰→丑", 3: "子→申"})
    third = night_start("nine-days", 3)
    assert status_of(game, third - timedelta(hours=3)).pending == ()
    known = replace(game, events=(Event(third - timedelta(hours=30), "dawn"),))
    assert "公开一名杀手" in status_of(known, third - timedelta(hours=3)).pending[0].question


ROSTERS = [
    ("golden-bough", {"平民": 7, "逃奴": 5, "祭司": 1}, ""),
    ("golden-bough", {"平民": 8, "逃奴": 4, "祭司": 1}, "GB-1a"),
    ("game-twelve", {"杀手": 3, "庶民": 2, "束魂": 1, "诅咒": 1, "庇佑": 1, "蝴蝶夫人": 1}, "G12-1a"),
    ("nine-days", {"杀手": 4, "警察": 3, "银针使者": 1, "平民": 8}, ""),
    ("nine-days", {"杀手": 4, "警察": 3, "银针使者": 1, "平民": 6}, "ND-2.1"),
    ("no-casualties", {"狼人": 2, "村民": 3, "女巫": 1}, ""),
    ("no-casualties", {"狼人": 2, "村民": 3, "先知": 1}, "NC-roster"),
    ("no-casualties", {"狼人": 1, "村民": 3}, "6 到 20"),
]


@pytest.mark.parametrize(("rules", "counts", "said"), ROSTERS)
def test_the_cast_against_the_rules(rules: str, counts: dict[str, int], said: str) -> None:
    """GB-1a, G12-1a, ND-2.1.2a, ND-2.1.5, NC-roster."""
    letters = iter(map(chr, range(0x4E00, 0x4E80)))
    players = cast({role: "".join(next(letters) for _ in range(n)) for role, n in counts.items()})
    spare = (Substitute("替一"), Substitute("替二"))
    notes = "".join(roster_notes(Game("", rules, players=players, substitutes=spare)))
    assert (said in notes) if said else not notes


# --- faces and the command line -----------------------------------------------------------------------------------

FILE = """
[game]
title = "林中"
rules = "golden-bough"
judges = ["天神", "神的使者"]
[branch]
cycle = ["松", "柏", "竹", "梅", "兰", "菊", "桂"]
holder = "竹"
"""
PEOPLE = "".join(
    f'[[players]]\nname = "{name}"\nrole = "{role}"\nreal = "真{name}"\n'
    for role, names in BOUGH.items()
    for name in names
)
SENT = """
[[actions]]
night = 1
by = "狐"
power = "杀人"
target = "竹"
at = 2010-03-01T21:00:00
[[actions]]
night = 1
by = "鸦"
power = "杀人"
target = "龙"
text_length = 130
at = 2010-03-01T21:05:00
"""


@pytest.fixture
def game_file(tmp_path: Path) -> str:
    path = tmp_path / "game.toml"
    path.write_text(FILE + PEOPLE + SENT, "utf-8")
    return str(path)


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(desk, words, standalone_mode=False, catch_exceptions=False)
    return result.return_value or 0, result.stdout


def test_night_as_json(game_file: str) -> None:
    status, said = run("night", "--night", "1", "--game", game_file, "--format", "json", "--judge")
    night = json.loads(said)
    assert status == 0
    assert night["schema"] == "referee/night@1"
    assert night["promotions"] == [{"player": "狐", "from": "逃奴", "to": "挑战者", "clauses": ["GB-3.2.2b"]}]
    assert {a["by"]: (a["status"], a["code"]) for a in night["actions"]} == {
        "狐": ("effective", None),
        "鸦": ("void", "unknown-name"),
    }
    assert night["branch"] == "梅"
    assert {"to": "梅", "text": "第 2 夜由你保管金枝。"} in night["private"]


@pytest.mark.parametrize("face", ["text", "json", "md", "ubb", "html", "csv"])
def test_the_public_night_holds_nothing_secret(game_file: str, face: str) -> None:
    _, said = run("night", "--night", "1", "--game", game_file, "--format", face)
    assert "竹" in said
    if face == "json":
        alive = json.loads(said)["alive"]  # public like the dead
        assert "狐" in alive
        assert "竹" not in alive
        said = json.dumps({**json.loads(said), "alive": []}, ensure_ascii=False)
    for word in ("逃奴", "挑战者", "平民", "真竹", "狐", "梅"):
        assert word not in said, face


@pytest.mark.parametrize("face", ["text", "json", "md", "ubb", "html", "csv"])
def test_the_public_status_holds_nothing_secret(game_file: str, face: str) -> None:
    status, said = run("status", "--game", game_file, "--as-of", "2010-03-01T22:00", "--format", face)
    assert status == 0
    for word in ("逃奴", "挑战者", "平民", "祭司", "真", "杀人"):
        assert word not in said, face


def test_status_as_json(game_file: str) -> None:
    _, said = run("status", "--game", game_file, "--as-of", "2010-03-01 22:00", "--format", "json", "--judge")
    status = json.loads(said)
    assert status["as_of"] == "2010-03-01T22:00:00+08:00"
    assert status["roles"]["狐"] == "逃奴"
    assert len(status["alive"]) == 13
    _, public = run("status", "--game", game_file, "--as-of", "2010-03-01T22:00", "--format", "json")
    assert "roles" not in json.loads(public)


def test_a_question_ends_with_status_three(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(FILE.split("[branch]")[0] + PEOPLE + SENT, "utf-8")
    status, said = run("night", "--night", "1", "--game", str(path), "--format", "json")
    assert status == 3
    assert json.loads(said)["pending"][0]["question"] == "有 1 处等法官裁定。"


@pytest.mark.parametrize("words", [("night", "--night", "0"), ("status", "--as-of", "昨天")])
def test_wrong_usage(game_file: str, words: tuple[str, ...]) -> None:
    from scraper.trouble import Trouble

    with pytest.raises(Trouble) as stop:
        run(*words, "--game", game_file)
    assert stop.value.status == 2


NAMES = "".join(BOUGH.values())
sent = st.builds(
    lambda by, target, night: Action(by, "杀人", (target,), night, text_length=120),
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
    st.integers(1, 3),
)


@settings(max_examples=30, deadline=None)
@given(st.lists(sent, max_size=8), st.integers(0, 12))
def test_nothing_secret_in_any_public_status(actions: list[Action], steps: int) -> None:
    timed = tuple(
        replace(a, at=night_start("golden-bough", a.night or 1) + timedelta(hours=1, minutes=n))
        for n, a in enumerate(actions)
    )
    game = replace(bough({1: ""}), actions=timed)
    moment = night_start("golden-bough", 1) + timedelta(hours=17) * steps
    found = public_status(status_of(game, moment))
    said = json.dumps(status_json(found, game.zone, judge=False), ensure_ascii=False)
    said += render(status_report(found, game.title), "text")
    for word in ("逃奴", "挑战者", "平民", "祭司", "杀人", "金枝"):
        assert word not in said


@pytest.mark.parametrize("rules", ["nine-days", "game-twelve", "golden-bough", "no-casualties"])
def test_when_messages_came_shows_in_no_public_limit(rules: str) -> None:
    """A night the file gives no limits is placed by its messages: for the judge, and nobody else."""

    def told(minute: int) -> Status:
        sent = datetime(2010, 3, 5, 22, minute)
        players = tuple(Player(f"玩家{n}", n) for n in range(1, 10))
        game = Game(rules=rules, players=players, actions=(Action("玩家1", "杀人", ("玩家2",), night=2, at=sent),))
        return status_of(game, datetime(2010, 3, 5, 23))

    first, second = public_status(told(5)), public_status(told(40))
    assert (first.stage, first.deadlines) == (second.stage, second.deadlines)
    assert told(5).deadlines != told(40).deadlines


@pytest.mark.parametrize("rules", ["nine-days", "game-twelve", "golden-bough", "no-casualties"])
def test_a_power_of_another_document_is_void_whoever_sends_it(rules: str) -> None:
    """Also from a player whose role nobody wrote down: no crash, no effect, the clause named."""
    players = (Player("甲", 1), Player("乙", 2), Player("丙", 3))
    power = "暗杀" if rules != "nine-days" else "撕咬"
    sent = Action("甲", power, ("乙",), night=1, at=datetime(2010, 3, 5, 22))
    (deed,) = night_of(Game(rules=rules, players=players, actions=(sent,)), 1).actions
    assert (deed.status, bool(deed.clauses)) == ("void", True)
