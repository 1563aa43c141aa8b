"""What is announced when a stage has been counted: the result as the public hears it, and whether night falls.

Nobody's identity is told but the one the document tells, so that a civilian and a challenger look the same.
"""

from __future__ import annotations

from referee.game import Game
from referee.moment import day_of, player_named, stage_by_id
from referee.rulebook import clause
from referee.tally import Tally, unique_highest
from referee.terms import outcome_word

GOES_ON = {"runoff", "suspects", "summon", "lots", "killers-choose", "undecided"}
NEXT_STEP = {
    "suspects": "可疑者：{}。",
    "summon": "对决仍然并列，召唤死者投票：{}。",
    "lots": "仍然并列，抽签决定：{}。",
    "killers-choose": "对决仍然并列：{}。",
    "elect": "当选陪审员：{}。",
    "recall": "{}被罢免，白天结束时下台。",
    "sheriff": "{}当选警长。",
    "imprison": "{}进入囚禁状态。",
}


def at_dusk(game: Game, tally: Tally) -> tuple[str, ...]:
    """The public lines of a counted stage, ready to paste; none before it is final or while a ruling is out."""
    kind = tally.outcome.kind
    if not tally.final or "undecided" in (kind, tally.outcome.announced.kind):
        return ()
    lines = (*_seated(tally), *_result(game, tally))
    return (*lines, *_nightfall(game, tally)) if kind not in GOES_ON else lines


def _seated(tally: Tally) -> tuple[str, ...]:
    return (f"已当选：{'、'.join(tally.outcome.seated)}。",) if tally.outcome.seated else ()


def _result(game: Game, tally: Tally) -> tuple[str, ...]:
    outcome = tally.outcome
    names = "、".join((*outcome.players, *outcome.also))
    if outcome.kind == "runoff":
        return (f"最高票并列，{outcome_word('runoff', tally.rules)}：{names}。",)
    if outcome.kind in NEXT_STEP:
        return (NEXT_STEP[outcome.kind].format(names),)
    if outcome.kind == "execute":
        return (_executed(game, tally, names),)
    if tally.rules == "golden-bough":
        return golden_bough_result(tally)
    return (f"得票最高：{names}。",) if outcome.kind == "top" else (_nobody(tally),)


def _executed(game: Game, tally: Tally, names: str) -> str:
    if tally.rules == "game-twelve":
        return game_twelve_execution(game, tally.outcome.players)
    if tally.rules == "nine-days":
        return nine_days_death(names)
    if tally.rules == "golden-bough":
        return f"{names}被处决，身份是逃奴。"
    return f"{names}被处决。"


@clause("G12-3.3b", asks="announce")
@clause("G12-4.8b", asks="announce")
def game_twelve_execution(game: Game, names: tuple[str, ...]) -> str:
    """Whoever is executed is announced as a killer or, whatever else he was, as a civilian."""
    known = [(name, player.role) for name in names if (player := player_named(game, name))]
    return "；".join(f"{name}被处决，身份是{_as_told(role)}" for name, role in known) + "。"


def _as_told(role: str | None) -> str:
    if not role:
        return "杀手还是平民：游戏文件没有写，请法官填"
    return role if role == "杀手" else "平民"


@clause("ND-2.3.2.2c", asks="announce")
def nine_days_death(names: str) -> str:
    """Whoever is voted out dies without last words; his identity is not told."""
    return f"{names}被投死。白天被投死的玩家不需要遗言。"


@clause("GB-4.2", asks="announce")
def golden_bough_result(tally: Tally) -> tuple[str, ...]:
    """A unique highest who is the priest is announced as such; anybody else who is not executed stays unknown.

    Where the file does not tell who he is, the judge has to choose between the three.
    """
    if tally.outcome.kind == "top":
        names = "、".join(tally.outcome.players)
        return (
            f"{names}得票最高。怎样处理要看他的身份，游戏文件没有写，请法官三选一：",
            f"(逃奴){names}被处决，身份是逃奴。",
            f"(祭司){names}得票最高，不处决，身份是祭司。",
            f"(平民、挑战者){names}得票最高，不处决。",
        )
    if tally.outcome.kind == "reveal":
        return (f"{'、'.join(tally.outcome.players)}得票最高，不处决，身份是祭司。",)
    top = unique_highest(tally)
    return (f"{top}得票最高，不处决。",) if top else ("没有唯一的最高票，今天不处理任何人。",)


def _nobody(tally: Tally) -> str:
    return {
        "recall": "没有陪审员被罢免。",
        "sheriff": "没有人当选警长。",
        "imprison": "无人出局。",
        "by-election": "没有人当选，席位空缺。",
    }.get(tally.stage.kind, "今天不处决任何人。")


@clause("G12-4.5a", asks="announce")
@clause("GB-5.4a", asks="announce")
@clause("ND-2.3.2a", asks="announce")
@clause("NC-flow-day", asks="announce")
def _nightfall(game: Game, tally: Tally) -> tuple[str, ...]:
    """The announcement of a day's result starts the night; a recall or a by-election decides no day."""
    stage = stage_by_id(game, tally.stage.id)
    day = day_of(stage) if stage else tally.stage.day
    if day is None or game.rules == "plain" or not _ends_the_day(game, tally):
        return ()
    return (f"天黑了，第 {day + 1 if game.rules == 'golden-bough' else day} 夜开始。",)


def _ends_the_day(game: Game, tally: Tally) -> bool:
    stage = stage_by_id(game, tally.stage.id)
    for _ in game.stages:
        if stage is None or stage.kind != "runoff" or tally.rules != "game-twelve":
            break
        stage = stage_by_id(game, stage.after)
    kind = stage.kind if stage else tally.stage.kind
    if tally.rules == "nine-days":
        return tally.outcome.kind == "execute" or kind != "trial"
    return kind not in ("recall", "by-election")
