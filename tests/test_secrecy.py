"""Two games that differ only in what is secret print the same for everybody, but for what the rules announce."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import Phase, assume, given, seed, settings
from hypothesis import strategies as st

import cli
from parsers.names import Roster, Seat
from parsers.posts import Post, Stamp
from referee.announced import read_announcement
from referee.announced_check import compare
from referee.counting import tally
from referee.dusk import at_dusk
from referee.game import Action, Branch, Event, Game, GameThread, Stage
from referee.reports.against_report import against_blocks, against_json
from referee.reports.document import Report, facts
from referee.secrecy import public_view
from referee.tabulate import what
from referee.tally import Outcome, Tally
from referee.threads import ThreadPosts
from referee.variants.common import left_open_by
from tests.support import forum
from tests.support.night_games import CAST, DAYS, START, TWELVE, cast
from tests.test_leaks import URL, shown

HOUR = timedelta(hours=1)
COURT = {"平民": "松柏竹梅兰", "逃奴": "狐狼", "挑战者": "菊桂鹿兔", "祭司": "鸦"}
ROSTERS = {"golden-bough": COURT, "game-twelve": TWELVE, "nine-days": DAYS, "no-casualties": CAST}
# Private powers that no later public count is told with: who is bound, cursed or blessed is announced (G12-2.4), so is
# a sheriff's heir and who plays the fool.
DEEDS = {
    "golden-bough": ["杀人", "申请保管金枝"],
    "game-twelve": ["杀人", "共舞", "祈祷"],
    "nine-days": ["暗杀", "施毒", "查证"],
    "no-casualties": ["归群", "守护之盾", "隔音之盾", "预言", "杀人", "解药", "毒药", "麻醉"],
}
# The stages of two days: id, kind, hours after the start.
STAGES = {
    "golden-bough": [("D1", "vote", 24, 58), ("D1.r", "life-or-death", 60, 82), ("D2", "vote", 100, 136)],
    "game-twelve": [("D1", "execution", 24, 48), ("D1.r", "runoff", 50, 74), ("D2", "execution", 100, 124)],
    "nine-days": [("D1", "trial", 24, 48), ("D1.d", "debate", 50, 74), ("D1.r", "runoff", 76, 96)],
    "no-casualties": [("D1", "sheriff", 24, 48), ("D2", "imprison", 60, 84), ("D3", "imprison", 100, 124)],
}
CLEAR = ["投{0}", "投{0}", "投{0}", "改投{0}", "弃权", "如果{1}不来就投{0}"]


@st.composite
def threads(draw: Any, rules: str, names: list[str]) -> tuple[Post, ...]:
    """Ballots all over the stages, some unclear, most for a few players so that days are decided."""
    favourites = st.sampled_from(names[:3])
    words = st.sampled_from(draw(st.sampled_from([CLEAR, CLEAR, [*CLEAR, "投{0}或者{1}"]])))
    posts = []
    for _, _, opens, closes in STAGES[rules]:
        minutes = sorted(draw(st.lists(st.integers(0, (closes - opens) * 60 - 1), min_size=3, max_size=8)))
        for minute in minutes:
            at = Stamp(START + opens * HOUR + timedelta(minutes=minute))
            said = draw(words).format(draw(favourites), draw(favourites))
            number = len(posts) + 1
            posts.append(Post("phpwind", URL, f"p{number}", number, draw(st.sampled_from(names)), None, at, said))
    return tuple(posts)


@st.composite
def secrets(draw: Any, game: Game) -> Game:
    """The game with other roles, owners, night actions and another branch."""
    names = [player.name for player in game.players]
    roles = draw(st.permutations([player.role for player in game.players]))
    owners = draw(st.permutations([f"真身{n}" for n in range(len(names))]))
    players = tuple(
        replace(player, role=role, real=real) for player, role, real in zip(game.players, roles, owners, strict=True)
    )
    deed = st.builds(
        lambda by, power, target, night: Action(
            by, power, (target,), night, at=START + (30 + 40 * night) * HOUR, text_length=130
        ),
        st.sampled_from(names),
        st.sampled_from(DEEDS[game.rules]),
        st.sampled_from(names),
        st.integers(0, 2),
    )
    civilians = tuple(player.name for player in players if player.role == "平民")
    branch = Branch(civilians, draw(st.sampled_from(civilians))) if game.rules == "golden-bough" else None
    return replace(game, players=players, actions=tuple(draw(st.lists(deed, max_size=6))), branch=branch)


@st.composite
def pairs(draw: Any) -> tuple[Game, Game, tuple[Post, ...]]:
    rules = draw(st.sampled_from(sorted(ROSTERS)))
    players = cast(ROSTERS[rules])
    stages = tuple(
        Stage(id_, kind, int(id_[1]), START + opens * HOUR, START + closes * HOUR, after="D1" if "." in id_ else None)
        for id_, kind, opens, closes in STAGES[rules]
    )
    died = Event(START + 23 * HOUR, "death", players[-1].name)
    game = Game("暗处", rules, players=players, threads=(GameThread(URL),), stages=stages, events=(died,))
    posts = draw(threads(rules, [player.name for player in players]))
    return draw(secrets(game)), draw(secrets(game)), posts


def announced(game: Game, posts: tuple[Post, ...], at: datetime) -> list[Any]:
    """What the rules have announced by then: the results of the stages that are over, and the lines that tell them."""
    read = [ThreadPosts(URL, "phpwind", "投票帖", 1, posts)]
    known: dict[str | None, Tally | None] = {}
    over = [one.id for one in game.stages if one.closes and one.closes <= at]
    found = [tally(game, one, read, at, known=known) for one in over]
    return [(what(one.outcome.announced), at_dusk(game, one)) for one in found]


@seed(20090310)
@settings(max_examples=40, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(pairs(), st.data())
def test_public_output_hangs_on_nothing_secret(pair: tuple[Game, Game, tuple[Post, ...]], data: Any) -> None:
    one, other, posts = pair
    stage = data.draw(st.sampled_from(one.stages))
    assert stage.closes
    at = data.draw(st.sampled_from([stage.closes - HOUR, stage.closes, stage.closes + 10 * HOUR]))
    face = data.draw(st.sampled_from(cli.FORMATS))
    assume(announced(one, posts, at) == announced(other, posts, at))
    words = ("tally", "--stage", stage.id or "", "--format", face, "--as-of", at.isoformat())
    assert shown(one, posts, *words) == shown(other, posts, *words)


@pytest.mark.parametrize(("judge", "public"), [("none", "undecided"), ("undecided", "top"), ("none", "none")])
def test_what_is_built_on_an_open_day_waits_though_only_one_side_sees_it_open(judge: str, public: str) -> None:
    day = forum.count(forum.game("golden-bough", "甲 乙", D1="vote 3-3 20:00 to 3-5 08:00"), "1 甲 3-3 21:00 投乙")
    day = replace(day, outcome=Outcome(judge, public=Outcome(public)))
    assert bool(left_open_by(day).waits) == ("undecided" in (judge, public))


@pytest.mark.parametrize("hours", [1, 49])
def test_a_posted_count_is_held_against_no_number_that_is_held_back(hours: int) -> None:
    game = forum.game("nine-days", "甲 乙 丙", D1="trial 3-3 20:00 to 3-4 20:00")
    found = forum.count(game, "1 甲 3-3 20:10 投乙", as_of="3-3 21:00" if hours == 1 else "3-5 21:00")
    compared = compare(public_view(found), read_announcement("乙 1", Roster.of([Seat(n) for n in "甲乙丙"], ())))
    shown_ = "\n".join(fact for fact in facts(Report("", tuple(against_blocks(compared)))))
    assert ("截止前不公布" in shown_) == (hours == 1)
    assert against_json(compared, ZoneInfo("Asia/Shanghai"))["agrees"] is (None if hours == 1 else True)
