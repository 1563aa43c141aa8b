"""A tally without a game file: who is guessed to judge, and every guess a judge would think twice about is said."""

from __future__ import annotations

import pytest

from parsers.ballots.reader import read
from referee.game import Game
from referee.guess import guessed_of, inferred
from referee.threads import ThreadPosts
from tests.support import forum

SEATS = "1 阿水 3-3 20:00 今晚存活：⏎1. 艄公⏎2. 绣娘⏎3. 货郎"


def guessed(table: str) -> tuple[Game, tuple[str, ...]]:
    thread: ThreadPosts = forum.thread(table)
    game = inferred(Game(), (thread,), read)
    return game, guessed_of(game, (thread,))


def test_who_lists_the_seats_judges_also_where_a_vote_is_relayed() -> None:
    game, notes = guessed(f"{SEATS}\n2 艄公 3-3 20:01 投绣娘\n3 阿水 3-3 20:02 投货郎")
    assert (game.judges, [player.name for player in game.players]) == (("阿水",), ["艄公"])
    assert any("阿水 当作法官" in note for note in notes)


def test_who_stands_in_his_own_list_and_votes_plays() -> None:
    game, _ = guessed(f"{SEATS}⏎4. 阿水\n2 艄公 3-3 20:01 投绣娘\n3 阿水 3-3 20:02 投艄公")
    assert game.judges == ()


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("2 匿名 3-3 20:01 投绣娘", "匿名（#2）"),
        ("2 艄公 3-3 20:01 （死者发言）投绣娘", "艄公 可能已经出局（#2 自己说“死者发言"),
        ("2 艄公 3-3 20:01 我已经死了，投绣娘", "艄公 可能已经出局（#2"),
    ],
)
def test_who_may_be_nobody_or_dead_is_said(table: str, said: str) -> None:
    assert any(said in note for note in guessed(f"{SEATS}\n{table}")[1])


def test_whom_the_opening_post_names_dead_is_said() -> None:
    opening = "1 阿水 3-3 20:00 昨夜死亡：小白兔（遗言已贴）⏎存活：小白、艄公、绣娘"
    _, notes = guessed(f"{opening}\n2 小白兔 3-3 20:01 投绣娘\n3 小白 3-3 20:02 投绣娘")
    assert [note for note in notes if "出局" in note] == [
        "小白兔 可能已经出局（#1 说他已经出局），没有游戏文件就照在局玩家计；请法官看一眼"
    ]
