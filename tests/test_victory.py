"""Who has won: conditions in the order of each document, alone and together, with who shares the prize."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from referee.game import Event, Game, Stage
from referee.nights import night_of
from referee.status import verdict_at
from referee.tally import BallotVerdict, Outcome, StageWindow, Tally
from tests.support.night_games import BOUGH, announced, bough, night_start, twelve

CIVILIANS = tuple(BOUGH["平民"])


def gone(game: Game, *names: str, kind: str = "execution") -> Game:
    """The game with some executed (or otherwise out) long before its first night."""
    at = night_start(game.rules, 1) - timedelta(hours=3)
    return replace(game, events=(*(Event(at, kind, name) for name in names), *game.events))


# --- 金枝 ---------------------------------------------------------------------------------------------------------

BOUGH_WINS = [
    ("GB-9.1 最后的逃奴升格，平民多于历来的挑战者", "狼鹿兔獾", {1: "狐→竹"}, ("平民",), CIVILIANS),
    ("GB-9.1 还有逃奴", "狼鹿兔", {1: "狐→竹"}, None, ()),
    ("GB-9.2 逃奴和挑战者都出局", "狼鹿兔獾松柏梅兰菊桂", {1: "鸦→狐100"}, ("平民", "祭司"), (*CIVILIANS, "鸦")),
    ("GB-9.4a 祭司与平民同时满足", "狼鹿兔獾", {1: "鸦→狐100"}, ("平民", "祭司"), (*CIVILIANS, "鸦")),
]


@pytest.mark.parametrize(("clause", "out", "nights", "camps", "players"), BOUGH_WINS)
def test_bough(
    clause: str, out: str, nights: dict[int, str], camps: tuple[str, ...] | None, players: tuple[str, ...]
) -> None:
    won = night_of(gone(bough(nights), *out), max(nights)).victory
    assert (won.camps if won else None) == camps, clause
    assert (won.players if won else ()) == players


def test_the_priest_alone_once_challengers_were_too_many() -> None:
    """GB-9.1, 9.2: four have risen, three civilians live; the priest kills the last of the four."""
    nights = {1: "狐→竹 狼→竹 鹿→竹 兔→竹", 2: "狐→狼 狼→狐 鹿→兔", 3: "鸦→鹿100"}
    won = night_of(gone(bough(nights), "獾", "松", "柏", "兰"), 3).victory
    assert won is not None
    assert (won.camps, won.players, won.clauses) == (("祭司",), ("鸦",), ("GB-9.2",))


def test_an_escapee_wins_by_becoming_priest() -> None:
    """GB-9.3."""
    nights = {1: "狐→竹 狼→竹 鹿→竹 兔→竹", 2: "狐→狼 狼→狐 鹿→兔", 3: "鹿→鸦"}
    won = night_of(gone(bough(nights), "獾", "松", "柏", "兰"), 3).victory
    assert won is not None
    assert (won.players, won.clauses) == (("鹿",), ("GB-9.2", "GB-9.3"))


def test_the_challengers_of_the_last_night_win_together() -> None:
    """GB-9.4b: two kill each other and nobody is left who could be priest; two civilians are not more than two."""
    nights = {1: "狐→竹 狼→竹", 2: "狐→鸦 狼→鸦", 3: "狐→狼 狼→狐"}
    won = night_of(gone(bough(nights), "鹿", "兔", "獾", "松", "柏", "梅", "兰"), 3).victory
    assert won is not None
    assert (won.camps, won.players, won.clauses) == (("挑战者",), ("狐", "狼"), ("GB-9.4b",))


def test_civilians_win_with_the_challengers_of_the_last_night() -> None:
    """GB-9.4b: five civilians are more than the two who ever rose; the game ran on by house rule."""
    nights = {1: "狐→竹 狼→竹", 2: "狐→鸦 狼→鸦", 3: "狐→狼 狼→狐"}
    game = bough(nights, gb__civ_win__stops=False)
    won = night_of(gone(game, "鹿", "兔", "獾"), 3).victory
    assert won is not None
    assert won.camps == ("平民", "挑战者")
    assert set(won.players) == {*CIVILIANS, "狐", "狼"}


def test_nobody_qualifies_is_for_the_judge() -> None:
    """C-GB-18: no priest, no challenger, the last escapee executed, civilians not more than challengers ever."""
    nights = {1: "狐→竹 狼→竹", 2: "狐→鸦 狼→鸦", 3: "狐→狼 狼→狐", 4: ""}
    game = gone(bough(nights), "鹿", "兔", "松", "柏", "梅", "兰")
    after = replace(game, events=(*game.events, Event(night_start("golden-bough", 4), "execution", "獾")))
    said = verdict_at(after, night_start("golden-bough", 4))
    assert said.victory is None
    assert "不分胜负" in said.pending[0].question


def test_by_day_the_last_execution_wins() -> None:
    """GB-7.6a, 9.1, 9.2: nothing waits for the next night."""
    game = gone(bough({1: ""}), "狼", "鹿", "兔", "獾")
    noon = night_start("golden-bough", 2)
    assert verdict_at(game, noon).victory is None
    after = replace(game, events=(*game.events, Event(noon, "execution", "狐")))
    won = verdict_at(after, noon).victory
    assert won is not None
    assert won.camps == ("平民", "祭司")


# --- 游戏十二 -----------------------------------------------------------------------------------------------------

TWELVE_WINS = [
    ("G12-8.1a", "乙", {1: "甲→甲100"}, ("平民",)),
    ("G12-8.2.1", "庚辛壬己", {1: "甲→丁100"}, None),
    ("G12-8.2.1", "庚辛壬己戊", {1: "甲→丁100"}, ("杀手",)),
    ("G12-8.2.3", "丁戊", {1: "甲→丙100"}, ("杀手",)),
]


@pytest.mark.parametrize(("clause", "out", "nights", "camps"), TWELVE_WINS)
def test_twelve(clause: str, out: str, nights: dict[int, str], camps: tuple[str, ...] | None) -> None:
    won = night_of(gone(twelve(nights), *out), max(nights)).victory
    assert (won.camps if won else None) == camps
    assert won is None or won.clauses[0] == clause


def test_equal_numbers_are_for_the_judge() -> None:
    """G12-8.2.2, 8.3: the facts are laid out."""
    night = night_of(gone(twelve({1: "甲→丁100"}), "庚", "辛", "壬", "己"), 1)
    assert night.victory is None
    assert "相等" in night.pending[0].question
    assert night.pending[0].clauses == ("G12-8.2.2", "G12-8.3")


def test_civilians_first_where_both_are_met() -> None:
    """C-G12-22: the last killer and the last commoner die at one dawn; the binder shares, who choked the killer."""
    nights = {1: "乙→丙100", 2: "甲→丁100 己→甲", 3: "甲→戊100 己→甲"}
    days = {2: ("execution", "乙")}
    game = gone(twelve(nights, days), "辛")
    won = night_of(game, 3).victory
    assert won is not None
    assert (won.camps, won.sharers) == (("平民",), ("己",))
    assert any("同时满足" in note for note in night_of(game, 3).notes)
    other = night_of(replace(game, house={"win.order": "killers_first"}), 3).victory
    assert other is not None
    assert other.camps == ("杀手",)
    assert night_of(replace(game, house={"win.order": "prompt"}), 3).pending


def test_the_butterfly_shares_for_a_killer_who_danced() -> None:
    """G12-8.1b: by her privilege."""
    together = twelve({1: "甲→丁100", 2: "乙→壬100 壬→甲"})
    later = announced(together, night_of(together, 2))
    after = replace(later, events=(*later.events, Event(night_start("game-twelve", 3), "execution", "乙")))
    won = verdict_at(after, night_start("game-twelve", 3)).victory
    assert won is not None
    assert won.sharers == ("壬",)


def counted(stage: str, ballots: dict[str, str]) -> Tally:
    """A tally of ballots that all count."""
    window = StageWindow(stage, "execution")
    verdicts = tuple(
        BallotVerdict(voter, (target,), "vote", 1, "counted", "counted", None, "") for voter, target in ballots.items()
    )
    return Tally("game-twelve", window, None, True, (), verdicts, (), Outcome("execute", ("甲",)))


def test_voters_of_the_deciding_round_share() -> None:
    """G12-8.1b: the runoff decides, not the round before it; a killer's own ballot wins him nothing."""
    noon = night_start("game-twelve", 2)
    stages = (
        Stage("D2", "execution", 2, noon - timedelta(hours=40), noon - timedelta(hours=20)),
        Stage("D2R", "runoff", 2, noon - timedelta(hours=19), noon - timedelta(minutes=9), after="D2"),
        Stage("D3", "recall", 3, noon + timedelta(hours=30), noon + timedelta(hours=50)),
    )
    game = gone(twelve({1: ""}), "乙")
    game = replace(game, stages=stages, events=(*game.events, Event(noon, "execution", "甲")))
    tallies = {
        "D2": counted("D2", {"己": "甲"}),
        "D2R": counted("D2R", {"丙": "甲", "丁": "庚", "甲": "甲", "庚": "甲"}),
    }
    won = verdict_at(game, noon, tallies.get)
    assert won.victory is not None
    assert won.victory.sharers == ("丙", "庚")
    assert any("没有读到处决乙" in note for note in won.notes)
    assert verdict_at(game, noon).victory is not None


def test_roles_that_are_not_told_decide_nothing() -> None:
    game = twelve({1: ""})
    players = tuple(replace(p, role=None) for p in game.players)
    said = verdict_at(replace(game, players=players), night_start("game-twelve", 2))
    assert said.victory is None
    assert not said.pending
