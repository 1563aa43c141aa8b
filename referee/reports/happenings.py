"""What was announced while a stage ran, in a few words each. Public events only hold what everybody was told."""

from __future__ import annotations

from datetime import datetime

from referee.game import Event, Game
from referee.reports import words
from referee.tally import StageWindow

EVENTS = {
    "death": "死亡",
    "execution": "被处决",
    "imprison": "被囚禁",
    "faint": "昏厥",
    "mad": "癫狂",
    "sane": "恢复清醒",
    "departure": "离场",
    "expelled": "被逐出",
    "penalty": "被罚",
    "substitution": "被替换",
    "reply": "(替补)回复",
    "returned": "回来了",
    "leave": "请假",
    "extension": "延时",
    "transition": "转场",
    "summon": "召唤",
    "resignation": "辞职",
    "elected": "当选",
    "lots": "抽签",
    "top": "票数最高",
    "reveal": "公布身份",
    "sheriff": "当警长",
    "fool": "装傻",
    "no-vote": "不能投票",
    "nightfall": "天黑",
    "dawn": "天亮",
    "mourning": "默哀",
}


def happenings(game: Game, stage: StageWindow, as_of: datetime | None) -> tuple[tuple[datetime, str], ...]:
    """When and what, for every event stamped in the stage's window and up to `as_of`."""
    first, last = stage.opens or datetime.min, min(stage.closes or datetime.max, as_of or datetime.max)
    return tuple((event.at, _said(event)) for event in game.events if first <= event.at <= last)


def _said(event: Event) -> str:
    """Who and what. Causes and identities stay out: an event may hold more than was announced."""
    who = "、".join(event.players or ((event.player,) if event.player else ()))
    said = f"{who} {words.of(EVENTS, event.kind)}".strip()
    said += f"，由 {event.by} 接替" if event.kind == "substitution" and event.by else ""
    return said + (f" {event.hours:g} 小时" if event.hours else "")
