"""What is announced when a stage has been counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.dusk import at_dusk
from referee.game import Game, Stage
from referee.tally import Outcome, StageWindow, Tally, TallyRow
from tests.support.night_games import bough, casualties, nine, twelve


def counted(rules: str, kind: str, outcome: Outcome, stage: str = "D2", *rows: tuple[str, int]) -> Tally:
    lines = tuple(TallyRow(name, votes, ()) for name, votes in rows)
    return Tally(rules, StageWindow(stage, kind, day=2), None, True, lines, (), (), outcome)


def with_stage(game: Game, *kinds: str) -> Game:
    stages = [Stage("D2" if n == 0 else f"D2.{n}", kind, 2) for n, kind in enumerate(kinds)]
    stages = [replace(s, after="D2") if s.kind in ("runoff", "life-or-death") else s for s in stages]
    return replace(game, stages=tuple(stages))


BOUGH = [
    (Outcome("execute", ("狐",)), (("狐", 7), ("松", 2)), ("狐被处决，身份是逃奴。", "天黑了，第 3 夜开始。")),
    (Outcome("reveal", ("鸦",)), (("鸦", 7),), ("鸦得票最高，不处决，身份是祭司。", "天黑了，第 3 夜开始。")),
    (Outcome("none"), (("松", 7), ("狐", 2)), ("松得票最高，不处决。", "天黑了，第 3 夜开始。")),
    (Outcome("none"), (("松", 5), ("狐", 5)), ("没有唯一的最高票，今天不处理任何人。", "天黑了，第 3 夜开始。")),
    (
        Outcome("top", ("松",)),
        (("松", 7), ("狐", 2)),
        (
            "松得票最高。怎样处理要看他的身份，游戏文件没有写，请法官三选一：",
            "(逃奴)松被处决，身份是逃奴。",
            "(祭司)松得票最高，不处决，身份是祭司。",
            "(平民、挑战者)松得票最高，不处决。",
            "天黑了，第 3 夜开始。",
        ),
    ),
    (Outcome("runoff", ("松", "狐")), (("松", 5), ("狐", 5)), ("最高票并列，进入生死投票：松、狐。",)),
]


@pytest.mark.parametrize(("outcome", "rows", "lines"), BOUGH)
def test_golden_bough(outcome: Outcome, rows: tuple[tuple[str, int], ...], lines: tuple[str, ...]) -> None:
    """GB-4.2: whoever is neither escapee nor priest looks like anybody else."""
    game = with_stage(bough({1: ""}), "vote")
    assert at_dusk(game, counted("golden-bough", "vote", outcome, "D2", *rows)) == lines


@pytest.mark.parametrize(("name", "said"), [("甲", "杀手"), ("己", "平民"), ("丙", "平民")])
def test_the_executed_of_game_twelve(name: str, said: str) -> None:
    """G12-3.3b, 4.8b: a specialist is announced as 平民."""
    game = with_stage(twelve({1: ""}), "execution")
    lines = at_dusk(game, counted("game-twelve", "execution", Outcome("execute", (name,))))
    assert lines == (f"{name}被处决，身份是{said}。", "天黑了，第 2 夜开始。")


def test_an_executed_whose_role_is_not_given_is_the_judges_to_name() -> None:
    game = with_stage(twelve({1: ""}), "execution")
    game = replace(game, players=tuple(replace(player, role=None) for player in game.players))
    lines = at_dusk(game, counted("game-twelve", "execution", Outcome("execute", ("丙",))))
    assert lines[0] == "丙被处决，身份是杀手还是平民：游戏文件没有写，请法官填。"


NIGHT = "天黑了，第 2 夜开始。"
OTHERS = [
    (twelve, ("recall",), "D2", Outcome("recall", ("丙",)), ("丙被罢免，白天结束时下台。",)),
    (twelve, ("recall",), "D2", Outcome("none"), ("没有陪审员被罢免。",)),
    (twelve, ("by-election", "runoff"), "D2.1", Outcome("elect", ("丙",)), ("当选陪审员：丙。",)),
    (twelve, ("execution", "runoff"), "D2.1", Outcome("none"), ("今天不处决任何人。", "天黑了，第 2 夜开始。")),
    (nine, ("trial",), "D2", Outcome("suspects", ("申", "酉")), ("可疑者：申、酉。",)),
    (nine, ("debate",), "D2", Outcome("none"), ("今天不处决任何人。", "天黑了，第 2 夜开始。")),
    (casualties, ("imprison",), "D2", Outcome("imprison", ("子",), also=("丑",)), ("子、丑进入囚禁状态。", NIGHT)),
    (casualties, ("sheriff",), "D2", Outcome("sheriff", ("子",)), ("子当选警长。", NIGHT)),
]  # fmt: skip


@pytest.mark.parametrize(("make", "kinds", "stage", "outcome", "lines"), OTHERS)
def test_the_other_rule_sets(
    make: object, kinds: tuple[str, ...], stage: str, outcome: Outcome, lines: tuple[str, ...]
) -> None:
    game = with_stage(make({1: ""}), *kinds)  # type: ignore[operator]
    kind = next(s.kind for s in game.stages if s.id == stage)
    assert at_dusk(game, counted(game.rules, kind, outcome, stage)) == lines


def test_nothing_before_the_end_or_while_a_ruling_is_out() -> None:
    game = with_stage(bough({1: ""}), "vote")
    tally = counted("golden-bough", "vote", Outcome("execute", ("狐",)))
    assert at_dusk(game, replace(tally, final=False)) == ()
    assert at_dusk(game, replace(tally, outcome=Outcome("undecided"))) == ()
