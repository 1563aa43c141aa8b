"""The game file: what a judge may write, and every fault named in one go."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from referee.game import Game
from referee.game_file import GameFaults, load

SHARED = Path(os.environ.get("REFEREE_SHARED") or Path(__file__).resolve().parents[2] / "shared")

SMALL = """
[game]
title = "桥头局"
rules = "golden-bough"
judges = ["老船夫"]

[[players]]
name = "艄公"
number = 1
aliases = ["船家"]
role = "平民"

[[players]]
name = "挑水的"
number = 2
role = "逃奴"

[[substitutes]]
name = "卖鱼的"

[[threads]]
url = "http://bbs.example.net/read.php?tid=12"

[[stages]]
id = "D1"
kind = "vote"
day = 1
opens = 2010-03-10T21:00:00
closes = 2010-03-12T09:00:00
"""


def faults(text: str) -> list[str]:
    """`line field` of every fault."""
    with pytest.raises(GameFaults) as refused:
        load(text)
    return [f"{fault.line} {fault.field}" for fault in refused.value.faults]


def test_a_small_file() -> None:
    game = load(SMALL)
    assert (game.title, game.rules, game.zone.key, game.judges) == (
        "桥头局",
        "golden-bough",
        "Asia/Shanghai",
        ("老船夫",),
    )
    assert [(p.name, p.number, p.aliases, p.role) for p in game.players] == [
        ("艄公", 1, ("船家",), "平民"),
        ("挑水的", 2, (), "逃奴"),
    ]
    assert game.stages[0].closes == datetime(2010, 3, 12, 9)
    assert game.threads[0].kind == "vote"
    assert not game.warnings


@pytest.mark.skipif(not SHARED.is_dir(), reason="the given cases are not here")
def test_the_given_game_files_load() -> None:
    for path in sorted(SHARED.glob("cases/*/game.toml")):
        assert isinstance(load(path.read_text("utf-8")), Game), path


def test_nothing_to_read() -> None:
    assert faults("") == ["1 game"]
