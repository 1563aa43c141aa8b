"""What the judge has to do next: who has not acted, what is to be announced, opened, counted, decided."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from referee.game import Game, Stage
from referee.moment import about, alive, events, jury, sheriff, voting_stages, window
from referee.nights import has_nights, nights_over, stand_at, up_to
from referee.nights.calendar import NightTime, calendar, day_of, last_night, rhythm, transition
from referee.nights.engine import house_of, nights, rule_set
from referee.nights.values import LATE, VOID
from referee.rulebook import clause

RESULT_KINDS = ("execution", "imprison", "top", "reveal", "no-vote", "nightfall", "elected", "lots", "sheriff", "fool")
_PRIZES = "评单项奖：MVP 每方至多一人(可空缺)、Fair Play 一人(可空缺)、最佳剧情一人(无人写剧情才空缺)"
AWARDS = {
    "golden-bough": f"{_PRIZES}；天神提名，大家可补充(GB-10.2)。",
    "game-twelve": f"{_PRIZES}；天神提名，大家可补充(G12-9.3)。",
    "no-casualties": "揭秘并开放树洞，自评互评，公布评奖结果，记入档案(NC-end)。",
    "nine-days": "公布身份与法官记录，整理全局(ND-2.1.1)。",
}


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do. `secret`: its words tell what the public may not know."""

    text: str
    secret: bool = False


@clause("GB-10.2", asks="status")
@clause("G12-9.3", asks="status")
@clause("NC-end", asks="status")
def after_the_end(game: Game) -> tuple[Task, ...]:
    """A game that is won is announced, everything is revealed, and prizes are nominated."""
    return (Task("宣布获胜一方，公布全部身份，结束游戏。"), Task(AWARDS.get(game.rules, "评奖。")))


def tasks(game: Game, at: datetime, night: NightTime | None, won: bool) -> tuple[Task, ...]:
    """What waits for the judge at a moment, most pressing first. `game` as it was known then."""
    if won:
        return after_the_end(game)
    found = [*_uncounted(game, at), *substitutions(game, at)]
    if night is not None:
        return (*found, *_night(game, at, night))
    return (*found, *_day(game, at)) if has_nights(game.rules) else tuple(found)


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
    """Something shows that the stage is done with: a result, a later stage, anything announced or sent since."""
    if any(e.at >= closes - timedelta(minutes=1) for e in events(game, at, *RESULT_KINDS)):
        return True
    if any(e.at > closes for e in events(game, at, "death", "dawn", "faint", "mad", "summon")):
        return True
    started = [s for s in game.stages if s is not stage and s.opens and closes <= s.opens <= at]
    return bool(started) or any(a.at and a.at > closes for a in game.actions)


# --- substitutions (G12-7.3, GB-8.3) ------------------------------------------------------------------------------


@clause("G12-7.3a", asks="status")
@clause("G12-7.3b", asks="status")
@clause("G12-7.3c", asks="status")
@clause("G12-7.3d", asks="status")
@clause("GB-8.3a", asks="status")
@clause("GB-8.3b", asks="status")
def substitutions(game: Game, at: datetime) -> list[Task]:
    """Seats in transition: whom to ask and until when, who was first to answer, what if nobody comes.

    The player may take his seat back as long as no substitute has answered; a seat nobody takes is wasted.
    """
    hours = transition(game)
    return [
        _transition(game, at, event.player, event.at, event.at + hours)
        for event in events(game, at, "transition")
        if hours and event.player and not _settled(game, at, event.player, event.at)
    ]


def _settled(game: Game, at: datetime, name: str, since: datetime) -> bool:
    done = events(game, at, "substitution", "returned", "departure", "expelled", "death", "execution")
    return any(e.player == name and e.at >= since for e in done)


def _transition(game: Game, at: datetime, name: str, since: datetime, ends: datetime) -> Task:
    answers = [e for e in events(game, at, "reply") if since <= e.at <= ends and e.player]
    if answers:
        first = min(answers, key=lambda e: e.at)
        return Task(f"{first.player} 最先回复({first.at:%m-%d %H:%M})：由他接替 {name}。")
    if at >= ends:
        return Task(f"{name} 的交替期已于 {ends:%m-%d %H:%M} 满，没有替补回复：这个名额作废，游戏进入下一时段。")
    known = any(name in (e.player, *e.players) for e in events(game, at, "reveal"))
    first_ask = "身份已经公布过，先定要不要换" if known else "先确认身份没有泄露"
    how = f"用短消息问所有替补，{ends:%m-%d %H:%M} 前最先回复的接替；本人在那之前回来可以取消"
    return Task(f"{name} 换人：{first_ask}；{how}。")


# --- by night -----------------------------------------------------------------------------------------------------


@clause("G12-4.6a", asks="status")
def _night(game: Game, at: datetime, night: NightTime) -> list[Task]:
    """Whose messages are still out, and whether the dawn is due. Only the judge may end a night early."""
    ends = night.ends or night.opens + rhythm(game).night
    if ends <= at:
        how = f"结算并公布(referee night --night {night.number})"
        return [Task(f"第 {night.number} 夜已于 {ends:%m-%d %H:%M} 结束：{how}。")]
    out = outstanding(game, night.number)
    found = [Task(f"第 {night.number} 夜还没有收到：{who} 的{power}(可以放弃)。", secret=True) for who, power in out]
    if not out:
        early = "可以提前天亮(G12-4.6a)" if game.rules == "game-twelve" else "等到天亮"
        found.append(Task(f"第 {night.number} 夜的行动都已收到，{early}。", secret=True))
    return found


def outstanding(game: Game, number: int) -> tuple[tuple[str, str], ...]:
    """(who, power) of the powers nobody has used validly yet in a running night: everybody may still pass."""
    past = nights(game, number)[-1]
    sent = frozenset((d.by, d.power) for d in past.night.actions if d.status not in (VOID, LATE))
    stand = replace(stand_at(game, None), alive=past.eve.alive, roles=past.eve.roles, memory=past.eve.memory)
    return rule_set(game.rules).awaited(stand, number, sent)


# --- by day -------------------------------------------------------------------------------------------------------


def _day(game: Game, at: datetime) -> list[Task]:
    """By day: what is to be opened or declared."""
    duties = {"golden-bough": golden_bough_day, "game-twelve": game_twelve_day, "no-casualties": no_casualties_day}
    found = duties[game.rules](game, at) if game.rules in duties else []
    stages = [(s, _closing(game, s, at)) for s in voting_stages(game)]
    if any(s.opens and s.opens <= at and (closes is None or at < closes) for s, closes in stages):
        return found
    coming = [s for s in game.stages if s.opens and s.opens > at]
    if coming:
        first = min(coming, key=lambda s: s.opens or at)
        what = "入夜" if first.kind == "night" else "开投票帖"
        return [*found, Task(f"{first.id or first.kind} {first.opens:%m-%d %H:%M} 开始：{what}。")]
    if stages:
        day = max((d for s, _ in stages if (d := day_of(s)) is not None), default=0)
        return [*found, Task(f"第 {day} 天的投票都已结束：把下一个阶段写进游戏文件。")]
    return found


def day_began(game: Game, at: datetime) -> tuple[int, datetime] | None:
    """The day a moment lies in and when its dawn was announced, as far as the file tells."""
    over = nights_over(game, at)
    beat = rhythm(game)
    if over < beat.first:
        return None
    return beat.day_after(over), calendar(up_to(game, at), max(over, last_night(game)))[over].dawn


@clause("GB-5.5a", asks="status")
@clause("GB-6.4a", asks="status")
def golden_bough_day(game: Game, at: datetime) -> list[Task]:
    """The vote thread is due an hour after dawn; with four left the silence is declared."""
    found = []
    began = day_began(game, at)
    if began and not any(day_of(s) == began[0] for s in voting_stages(game)):
        due = began[1] + timedelta(hours=1)
        word = "已经过了" if at >= due else "要在"
        found.append(
            Task(f"第 {began[0]} 天的投票帖{word} {due:%m-%d %H:%M}(天亮后一小时)贴出；白天的长度不因此改变。")
        )
    left = len(alive(game, at))
    least = left == 4 if house_of(game)["gb.silence.at"] == "eq4" else left <= 4
    if least and not events(game, at, "mourning"):
        found.append(Task(f"还剩 {left} 人：宣布默哀期。"))
    return found


@clause("G12-3.8b", asks="status")
@clause("G12-3.12", asks="status")
@clause("G12-4.4b", asks="status")
def game_twelve_day(game: Game, at: datetime) -> list[Task]:
    """Day 1 elects the jury; later days have a recall, and a by-election for empty seats; with six left all vote."""
    began = day_began(game, at)
    day = began[0] if began else 1
    listed = {s.kind for s in voting_stages(game) if day_of(s) == day}
    left, seated = len(alive(game, at)), jury(game, at)
    dissolved = left == 6 if house_of(game)["g12.dissolve.at"] == "eq6" else left <= 6
    if day == 1:
        due = [("election", "选举投票帖")]
    elif dissolved:
        due = [("execution", "处决投票帖(陪审团已解散)")]
    else:
        vacant = 3 - len(seated) if seated else 0
        due = [("recall", "罢免投票帖"), *([("by-election", f"补选投票帖({vacant} 席)")] if vacant > 0 else [])]
    return [Task(f"第 {day} 天要开：{name}。") for kind, name in due if kind not in listed]


@clause("NC-sheriff-succ", asks="status")
def no_casualties_day(game: Game, at: datetime) -> list[Task]:
    """A sheriff who is out has to name another."""
    found = twelve_points(game, at)
    said = events(game, at, "sheriff")
    if said and sheriff(game, at) is None:
        found.append(Task(f"警长 {said[-1].player} 已经出局：请他指定继任者，没有指定则空缺。"))
    return found


@clause("NC-penalty", asks="status")
def twelve_points(game: Game, at: datetime) -> list[Task]:
    """Whoever has lost twelve points is expelled; until that is announced he plays on."""
    lost: defaultdict[str, float] = defaultdict(float)
    for event in events(game, at, "penalty"):
        for name in about(event):
            lost[name] += event.points or 0
    in_game = alive(game, at, frozenset({"expelled", "left", "dead"}))
    return [
        Task(f"{name} 累计扣 {points:g} 分，满 12 分：予以罚下并公布。")
        for name, points in lost.items()
        if points >= 12 and name in in_game
    ]
