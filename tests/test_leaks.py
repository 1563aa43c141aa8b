"""A public report of a judge's game file leaks nothing: generated games, every command, every face."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import Phase, given, reject, settings
from hypothesis import strategies as st

import cli
from parsers.posts import Post, Stamp, Thread
from referee.commands import gathering, judges_files, tallying
from referee.game import Action, Branch, Game, GameThread, JudgeRuling, Stage
from scraper.gather import Gathered
from scraper.threads import WalkedThread
from scraper.trouble import Trouble
from tests.support.night_games import BOUGH, CAST, DAYS, START, TWELVE, cast

URL = "http://bbs.example.net/read.php?tid=1"
ROSTERS = {"golden-bough": BOUGH, "game-twelve": TWELVE, "nine-days": DAYS, "no-casualties": CAST}
KINDS = {"golden-bough": "vote", "game-twelve": "execution", "nine-days": "trial", "no-casualties": "imprison"}
POWERS = {
    "golden-bough": ["杀人", "申请保管金枝"],
    "game-twelve": ["杀人", "束魂", "诅咒", "庇佑", "共舞", "祈祷"],
    "nine-days": ["暗杀", "施毒", "查证"],
    "no-casualties": [
        "爱神之箭",
        "归群",
        "守护之盾",
        "隔音之盾",
        "吹笛",
        "预言",
        "杀人",
        "撕咬",
        "解药",
        "毒药",
        "麻醉",
    ],
}
# What only a private message tells. 杀人 stands in many a public line, and 装傻 is announced.
TELLING = {power for powers in POWERS.values() for power in powers} - {"杀人"}
OPENS, CLOSES = START + timedelta(hours=30), START + timedelta(hours=50)


def _deed(by: str, power: str, target: str, night: int, minute: int) -> Action:
    sent = START + timedelta(hours=2 + 36 * night, minutes=minute)
    return Action(by, power, (target,), night, at=sent, text_length=130)


@st.composite
def games(draw: Any) -> tuple[Game, tuple[Post, ...]]:
    """A game with every secret filled in, and a vote thread."""
    rules = draw(st.sampled_from(sorted(ROSTERS)))
    players = tuple(replace(p, name=f"玩家{p.number}某", real=f"真身隐{p.number}") for p in cast(ROSTERS[rules]))
    roles = draw(st.permutations([player.role for player in players]))
    players = tuple(replace(player, role=role) for player, role in zip(players, roles, strict=True))
    names = st.sampled_from([player.name for player in players])
    deed = st.builds(_deed, names, st.sampled_from(POWERS[rules]), names, st.integers(0, 2), st.integers(0, 59))
    civilians = tuple(player.name for player in players if player.role == "平民")
    game = Game(
        "暗处", rules, judges=("神的使者",), players=players, threads=(GameThread(URL),),
        stages=(Stage("D1", KINDS[rules], 1, OPENS, CLOSES),),
        actions=tuple(draw(st.lists(deed, max_size=8))),
        branch=Branch(civilians, civilians[0]) if rules == "golden-bough" else None,
        rulings=(JudgeRuling("vote", (players[0].name,), URL, floor=1, why="问过本人"),),
    )  # fmt: skip
    votes = draw(st.lists(st.tuples(names, names, st.integers(0, 1199)), max_size=8))
    posts = tuple(
        Post("phpwind", URL, f"p{n}", n, voter, None, Stamp(OPENS + timedelta(minutes=minute)), f"投{target}")
        for n, (voter, target, minute) in enumerate(sorted(votes, key=lambda vote: vote[2]), 1)
    )
    return game, posts


def shown(game: Game, posts: tuple[Post, ...], *words: str) -> str:
    """What a command prints of a game whose thread holds these posts."""
    thread = WalkedThread(Thread("phpwind", "http://bbs.example.net/", "1", URL), "投票帖", 1, posts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judges_files, "load_game", lambda _: game)
        patch.setattr(gathering, "gathered", lambda *_, **__: Gathered((thread,)))
        patch.setattr(tallying, "keep_tally_of", lambda *_: None)
        done = CliRunner().invoke(cli.desk, [*words, "--game", "x.toml"])
    if isinstance(done.exception, Trouble) and done.exception.code == "no-night":
        reject()  # a night that has not come tells nothing
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


moments = st.sampled_from([START + timedelta(hours=h) for h in (10, 31, 40, 49, 51, 80)])
commands = st.sampled_from([["tally"], ["audit"], ["status"], ["night", "--night", "1"], ["night", "--night", "2"]])
faces = st.sampled_from(cli.FORMATS)
generated = settings(max_examples=60, deadline=None, phases=(Phase.explicit, Phase.generate))


def at(moment: datetime) -> list[str]:
    return ["--as-of", moment.isoformat()]


@generated
@given(games(), commands, faces, moments)
def test_no_owner_and_no_private_deed_shows(
    made: tuple[Game, tuple[Post, ...]], command: list[str], face: str, moment: datetime
) -> None:
    game, posts = made
    told = shown(game, posts, *command, "--format", face, *at(moment))
    assert "真身隐" not in told
    # Texts that stand in every report (代发的查证帖不算) tell nothing of this game.
    always = shown(replace(game, actions=()), posts, *command, "--format", face, *at(moment))
    # At dawn the documents themselves say who was bound (G12-2.4a) and that the pipe is silent (NC-piper-lift).
    spoken = {"束魂", "吹笛"} if command[0] == "night" else set()
    assert not [power for power in TELLING - spoken if told.count(power) > always.count(power)], told


@generated
@given(games(), st.randoms(use_true_random=False), faces, st.sampled_from([31, 40, 49]))
def test_before_the_close_a_public_count_hangs_on_no_role_and_no_curse(
    made: tuple[Game, tuple[Post, ...]], chance: Any, face: str, hour: int
) -> None:
    game, posts = made
    roles = [player.role for player in game.players]
    chance.shuffle(roles)
    other = replace(game, players=tuple(replace(p, role=r) for p, r in zip(game.players, roles, strict=True)))
    other = replace(other, actions=tuple(deed for deed in game.actions if deed.power not in ("诅咒", "庇佑")))
    words = ("tally", "--format", face, *at(START + timedelta(hours=hour)))
    assert shown(game, posts, *words) == shown(other, posts, *words)


@pytest.mark.parametrize("command", [["tally"], ["status"], ["night", "--night", "1"], ["audit"]])
def test_the_judge_asks_for_secrets_and_gets_them_only_then(command: list[str]) -> None:
    players = tuple(replace(p, real=f"真身隐{p.number}") for p in cast(TWELVE))
    game = Game("暗处", "game-twelve", players=players, threads=(GameThread(URL),),
                stages=(Stage("D1", "execution", 1, OPENS, CLOSES),),
                actions=(Action("己", "束魂", ("丙",), 1, at=START + timedelta(hours=2)),))  # fmt: skip
    public = shown(game, (), *command, *at(CLOSES))
    judge = shown(game, (), *command, "--judge", *at(CLOSES))
    assert "束魂" not in public
    if command[0] in ("status", "night"):
        assert "束魂" in judge


@pytest.mark.parametrize("hours", [31, 49, 51])
@pytest.mark.parametrize("face", ["json", "text"])
def test_what_an_unclear_ballot_would_lead_to_tells_nobodys_identity(hours: int, face: str) -> None:
    """Two are level and the last ballot may mean either: who would be dealt with, and how, is the judge's to know."""

    def game(roles: tuple[str, ...]) -> Game:
        players = tuple(replace(p, role=r) for p, r in zip(cast(BOUGH), roles, strict=True))
        stage = Stage("D1", "vote", 1, OPENS, CLOSES)
        return Game("暗处", "golden-bough", players=players, threads=(GameThread(URL),), stages=(stage,))

    names = [player.name for player in cast(BOUGH)]
    one, two = names[0], names[1]
    said = [f"投{one}", f"投{two}"] * (len(names) // 2) + ([] if len(names) % 2 == 0 else ["弃权"])
    said[-1] = f"投{one}或者{two}"
    posts = tuple(
        Post("phpwind", URL, f"p{n}", n, name, None, Stamp(OPENS + timedelta(minutes=n)), text)
        for n, (name, text) in enumerate(zip(names, said, strict=True), 1)
    )
    roles = tuple(player.role or "" for player in cast(BOUGH))
    words = ("tally", "--format", face, *at(START + timedelta(hours=hours)))
    seen = {shown(game(roles[n:] + roles[:n]), posts, *words) for n in range(len(roles))}
    assert len(seen) == 1
    told = seen.pop()
    assert one in told
    assert two in told
    assert not [word for word in ("逃奴", "祭司", "平民", "挑战者", "GB-7.6a", "GB-7.6b", "GB-7.6c") if word in told]


@pytest.mark.parametrize("rules", ["nine-days", "no-casualties"])
@pytest.mark.parametrize("face", [one for one in cli.FORMATS if one != "json"])
def test_numbers_held_back_until_the_close_are_said_to_be_held_back(rules: str, face: str) -> None:
    players = cast(ROSTERS[rules])
    voter, target = players[0].name, players[1].name
    stage = Stage("D1", KINDS[rules], 1, OPENS, CLOSES)
    game = Game("暗处", rules, players=players, threads=(GameThread(URL),), stages=(stage,))
    posts = (Post("phpwind", URL, "p1", 1, voter, None, Stamp(OPENS + timedelta(minutes=1)), f"投{target}"),)
    told = shown(game, posts, "tally", "--format", face, *at(OPENS + timedelta(hours=1)))
    assert told.count("截止前不公布") >= 5  # the verdict and each table
    untrue = ("没有一票", "都投了", "每一票都照常计入", "谁投了谁", "只是目前的数")
    assert not [words for words in untrue if words in told]
