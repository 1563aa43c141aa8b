"""game-twelve by day: what the votes of a day and of the days before are to each other, clause by clause."""

from __future__ import annotations

from referee.counting import wanted
from referee.game import Game
from referee.tally import Tally
from referee.variants.game_twelve import GAME_TWELVE
from tests.support import forum

ROSTER = "甲=杀手 乙=杀手 丙=庶民 丁=庶民 戊=庶民 己=束魂 庚=诅咒 辛=庇佑 壬=蝴蝶夫人"
SEATED = "3-2 20:05 elected players=甲,丙,丁 stage=D1"
D1 = "election 3-1 20:05 to 3-2 20:00"
RECALL = "recall 3-3 20:10 to 3-4 20:00"
BY = "by-election 3-3 20:10 to 3-4 20:00"
JURY = "jury 3-3 20:00 to 3-4 20:00"


def game(events: str = SEATED, house: str = "", more: str = "", **stages: str) -> Game:
    return forum.game("game-twelve", ROSTER, events, more, house, **stages)


def count(table: str, one: Game, **more: str) -> Tally:
    return forum.count(one, forum.thread(table), **more)


def threads(*stages: str) -> str:
    tables = (f'[[threads]]\nurl = "http://b.example/{s}"\nkind = "vote"\nstage = "{s}"\n' for s in stages)
    return "\n".join(tables)


def test_g12_3_10c_the_verdicts_need_the_by_election_of_the_day_though_it_opens_later() -> None:
    days = {"D1": D1, "D2.by": BY, "D2.jury": JURY, "D3.by": "by-election 3-5 20:10 to 3-6 20:00"}
    one = game(more=threads(*days), **{name.replace(".", "_"): told for name, told in days.items()})
    verdicts = next(stage for stage in one.stages if stage.id == "D2.jury")
    assert [thread.stage for thread in wanted(one, verdicts, GAME_TWELVE)] == ["D1", "D2.by", "D2.jury"]


def test_g12_3_10c_without_an_opening_time_the_stages_above_it_in_the_file_are_needed() -> None:
    more = threads("D1", "D2.recall") + '[[stages]]\nid = "D2.recall"\nkind = "recall"\nday = 2\n'
    one = game(more=more, D1=D1)
    assert [thread.stage for thread in wanted(one, one.stages[-1], GAME_TWELVE)] == ["D1", "D2.recall"]
