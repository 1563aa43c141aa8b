"""What the judge has to do next: who has not acted, what is to be announced, opened, counted, decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from referee.game import Game, Stage
from referee.moment import events, voting_stages, window
from referee.nights.calendar import NightTime, day_of, transition
from referee.nights.engine import has_nights

RESULT_KINDS = ("execution", "imprison", "top", "reveal", "no-vote", "nightfall", "elected", "lots", "sheriff", "fool")


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do. `secret`: its words tell what the public may not know."""

    text: str
    secret: bool = False


def tasks(game: Game, at: datetime, night: NightTime | None, won: bool) -> tuple[Task, ...]:
    """What waits for the judge at a moment, most pressing first."""
    if won:
        return (Task("宣布获胜一方，公布全部身份，结束游戏。"), Task(AWARDS.get(game.rules, "评奖。")))
    found = [*_uncounted(game, at), *_seats(game, at)]
    if night is not None:
        found += _night(game, at, night)
    elif has_nights(game.rules):
        found += _day(game, at)
    return tuple(found)


_PRIZES = "评单项奖：MVP 每方至多一人(可空缺)、Fair Play 一人(可空缺)、最佳剧情一人(无人写剧情才空缺)"
AWARDS = {
    "golden-bough": f"{_PRIZES}；天神提名，大家可补充(GB-10.2)。",
    "game-twelve": f"{_PRIZES}；天神提名，大家可补充(G12-9.3)。",
    "no-casualties": "揭秘并开放树洞，自评互评，公布评奖结果，记入档案(NC-end)。",
    "nine-days": "公布身份与法官记录，整理全局(ND-2.1.1)。",
}


def _uncounted(game: Game, at: datetime) -> list[Task]:
    """Voting stages that have closed and of which nothing was announced since."""
    return [
        Task(f"{stage.id or stage.kind} 已于 {closes:%m-%d %H:%M} 截止：计票并公布(referee tally --stage {stage.id})。")
        for stage in voting_stages(game)
        if (closes := _closing(game, stage, at)) and closes <= at and not _followed(game, stage, closes, at)
    ]


def _closing(game: Game, stage: Stage, at: datetime) -> datetime | None:
    return window(game, stage, at, substitution=transition(game)).closes


def _followed(game: Game, stage: Stage, closes: datetime, at: datetime) -> bool:
    """Something shows that the stage is done with: a result, a later stage, a later night, anything announced since."""
    if any(e.at >= closes - timedelta(minutes=1) for e in events(game, at, *RESULT_KINDS)):
        return True
    if any(e.at > closes for e in events(game, at, "death", "dawn", "faint", "mad", "summon")):
        return True
    started = [s for s in game.stages if s is not stage and s.opens and s.opens >= closes and s.opens <= at]
    return bool(started) or any(a.at and a.at > closes for a in game.actions)


def _seats(game: Game, at: datetime) -> list[Task]:
    """Substitutions that are under way: whom to ask, until when, what if nobody comes (7.3, 8.3)."""
    found = []
    for event in events(game, at, "transition"):
        ends = event.at + transition(game)
        if event.player is None or not transition(game):
            continue
        answers = [e for e in events(game, at, "reply") if event.at <= e.at <= ends and e.player]
        filled = [
            e for e in events(game, at, "substitution", "returned") if e.player == event.player and e.at >= event.at
        ]
        if filled:
            continue
        if answers:
            first = min(answers, key=lambda e: e.at)
            found.append(Task(f"{first.player} 最先回复({first.at:%m-%d %H:%M})：由他接替 {event.player}。"))
        elif at < ends:
            found.append(
                Task(
                    f"{event.player} 换人：站内信问所有替补，{ends:%m-%d %H:%M} 前最先回复的接替；本人先回来可以取消。"
                )
            )
        else:
            found.append(Task(f"{event.player} 的交替期已满，没有替补回复：这个名额作废，游戏进入下一时段。"))
    return found


def _night(game: Game, at: datetime, night: NightTime) -> list[Task]:
    """Whose messages are still out, and whether the dawn is due."""
    found = []
    if night.ends is not None and night.ends <= at:
        how = f"结算并公布(referee night --night {night.number})"
        found.append(Task(f"第 {night.number} 夜已于 {night.ends:%m-%d %H:%M} 结束：{how}。"))
    out = outstanding(game, at, night)
    found += [Task(f"第 {night.number} 夜还没有收到：{who} 的{power}。", secret=True) for who, power in out]
    if not out and night.ends is not None and at < night.ends:
        found.append(Task(f"第 {night.number} 夜的行动都已收到。", secret=True))
    return found


def outstanding(game: Game, at: datetime, night: NightTime) -> tuple[tuple[str, str], ...]:
    """(who, power) of the powers nobody has used yet in a running night: everybody may still pass."""
    from referee.nights import stand_at
    from referee.nights.engine import rule_set

    stand = stand_at(game, at)
    sent = {(a.by, a.power) for a in game.actions if a.night == night.number}
    return rule_set(game.rules).awaited(stand, night.number, frozenset((by, power) for by, power in sent if by))


def _day(game: Game, at: datetime) -> list[Task]:
    """By day: is the day's vote open?"""
    stages = voting_stages(game)
    running = [s for s in stages if s.opens and s.opens <= at and ((c := _closing(game, s, at)) is None or at < c)]
    if running:
        return []
    coming = [s for s in stages if s.opens and s.opens > at]
    if coming:
        first = min(coming, key=lambda s: s.opens or at)
        return [Task(f"{first.id or first.kind} {first.opens:%m-%d %H:%M} 开始：开投票帖。")]
    if not stages:
        return []
    day = max((d for s in stages if (d := day_of(s)) is not None), default=0)
    if all((c := _closing(game, s, at)) is not None and c <= at for s in stages):
        return [Task(f"第 {day} 天的投票都已结束：把下一个阶段写进游戏文件。")]
    return []
