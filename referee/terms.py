"""The Chinese names of what a count comes to: one place, so that notes, reasons, reports and announcements agree."""

from __future__ import annotations

from collections.abc import Sequence

from referee.tally import Outcome

OUTCOMES = {
    "execute": "处决",
    "imprison": "囚禁",
    "sheriff": "当选警长",
    "elect": "当选",
    "recall": "罢免",
    "reveal": "不处决，公布身份",
    "suspects": "可疑者",
    "runoff": "进入高票对决",
    "summon": "召唤死者投票",
    "lots": "抽签决定",
    "killers-choose": "由杀手集团决定",
    "top": "票数最高",
    "none": "无人",
    "undecided": "未定，等法官裁定",
}
# What "nobody" means, by rule set and kind of stage.
_NOBODY = {
    "election": "无人当选",
    "by-election": "无人当选",
    "sheriff": "无人当选警长",
    "recall": "无人被罢免",
    "imprison": "无人被囚禁",
}
_HANDLED = {"golden-bough", "game-twelve", "nine-days"}  # their other stages decide on an execution


NONE = "none"  # a pending ballot read as no ballot
_FEW = 6


def few(names: Sequence[str], unit: str = "人") -> str:
    """The names in a row; of many only the first and how many there are."""
    return "、".join(names) if len(names) <= _FEW + 1 else f"{'、'.join(names[:_FEW])} 等 {len(names)} {unit}"


def outcome_word(kind: str, rules: str = "", stage: str = "") -> str:
    """What an outcome of this kind is called in a rule set's stage; an unknown kind stands for itself."""
    if kind == "runoff" and rules == "golden-bough":
        return "进入生死投票"
    if kind == "none" and rules:
        return _NOBODY.get(stage) or ("不处决任何人" if rules in _HANDLED else "无人")
    return OUTCOMES.get(kind, kind)


def told(outcome: Outcome, rules: str = "", stage: str = "", colon: str = "：") -> str:
    """An outcome in a few words: `处决：红豆`, with who is seated already and who shares the fate.

    `colon` stands between the two; inside a sentence a blank reads better.
    """
    said = outcome_word(outcome.kind, rules, stage)
    said += f"{colon}{'、'.join(outcome.players)}" if outcome.players else ""
    said += f"(已当选：{'、'.join(outcome.seated)})" if outcome.seated else ""
    return said + (f"(同命：{'、'.join(outcome.also)})" if outcome.also else "")
