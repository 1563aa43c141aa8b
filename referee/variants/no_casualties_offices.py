"""no-casualties: what a day's vote needs to know of the roles. Who is sheriff, who loves whom, who plays the fool.

Roles, lovers and skills are secret: what hangs on them is told to the judge only, the rest is `Outcome.public`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from referee import moment
from referee.nights import has_nights, stand_at
from referee.nights.no_casualties.table import (
    ELDER,
    IDIOT,
    PIPER,
    PLAY_FOOL,
    SUCCEED,
    VILLAGE,
    Ledger,
)
from referee.poll import Count, Poll
from referee.tally import Outcome

GONE = frozenset({"dead", "left", "expelled"})
HELD = frozenset({"imprisoned", "faint"})
TWELVE_HOURS = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Office:
    """Who is sheriff on the day of a stage: `holder`; `before` him who held it and is out.

    `waits`: the election that is still open; `unknown`: nothing tells whether there is a sheriff.
    """

    holder: str | None = None
    before: str | None = None
    waits: str = ""
    unknown: bool = False


def office(poll: Poll) -> Office:
    """Who is sheriff: as announced, else by the first day's ballots; out of play only a successor is."""
    found: Office = poll.once("office", lambda: _office(poll))
    return found


def _office(poll: Poll) -> Office:
    said = moment.events(poll.game, poll.moment, "sheriff")
    given = Office(said[-1].player) if said else _elected(poll)
    if given.holder is None or poll.status(given.holder, poll.moment).state not in GONE | HELD:
        return given
    heir = _heir(given.holder, poll)
    return Office(heir, given.holder) if heir is not None else Office(None, given.holder)


def _elected(poll: Poll) -> Office:
    """Whom the election made sheriff, as far as its ballots were handed in."""
    stages = [s for s in moment.voting_stages(poll.game) if s.kind == "sheriff" and s.id]
    for stage in stages:
        tally = poll.counted(stage.id) if stage.id else None
        if tally is None:
            continue
        if tally.outcome.open:
            return Office(waits=str(stage.id))
        return Office(tally.outcome.players[0] if tally.outcome.kind == "sheriff" else None)
    return Office(unknown=True)


def _heir(old: str, poll: Poll) -> str | None:
    """Whom a sheriff who is out named by private message, as the nights have it."""
    if not any(action.power == SUCCEED for action in poll.game.actions):
        return None
    heir = _memory(poll).sheriff
    if heir is None or heir == old or poll.status(heir, poll.moment).state in GONE | HELD:
        return None
    return heir


def vacancy(poll: Poll) -> str | None:
    """What the judge should know of the office on this day."""
    now = office(poll)
    if now.holder is None and now.before is not None:
        how = "请抽签" if poll.house.given.get("nc.sheriff.no_choice") == "random" else "按空缺计（C-NC-21）"
        return f"警长 {now.before} 已出局，没有继任者：{how}；指定后写 sheriff 事件"
    if now.unknown:
        return "没有 sheriff 事件，也没有第一天的投票帖：不知道谁是警长，按没有警长计"
    return None


def _memory(poll: Poll) -> Ledger:
    """What the nights before this day left behind: lovers, camps, lost skills, the sheriff."""

    def made() -> Any:
        if not has_nights(poll.game.rules):
            return None
        return stand_at(poll.game, poll.opens or poll.until, tally_of=poll.counted).memory

    found = poll.once("memory", made)
    return found if isinstance(found, Ledger) else Ledger()


def half_a_day(poll: Poll) -> datetime | None:
    """When the unconscious may speak: twelve hours from the opening, or by `nc.faint.from` from half past nine."""
    if poll.opens is None:
        return None
    begins = poll.opens
    if poll.house["nc.faint.from"] == "09:30":
        begins = max(begins, begins.replace(hour=9, minute=30, second=0))
    return begins + TWELVE_HOURS


# -- the fool -----------------------------------------------------------------------------------------------------


def fool(seat: str, poll: Poll) -> bool:
    """Whether a seat had played the fool before this count."""
    return poll.status(seat, poll.moment).fool


def plays_the_fool(seat: str, poll: Poll) -> bool:
    """Whether a seat saved itself after this count: as announced, else by message of an idiot who still can."""
    if not poll.closed or poll.closes is None:
        return False
    if any(seat in moment.about(event) for event in _after_the_count(poll, "fool")):
        return True
    until = _next_opening(poll)
    sent = [
        action
        for action in poll.game.actions
        if action.power == PLAY_FOOL and action.by == seat
        if action.at is not None or action.night == poll.stage.day
        if poll.closes <= (action.at or poll.closes) < until
        if poll.as_of is None or action.at is None or action.at <= poll.as_of
    ]
    return bool(sent) and _may_play(seat, poll)


def _may_play(seat: str, poll: Poll) -> bool:
    if _role(seat, poll) not in (IDIOT, None) or _memory(poll).lost:
        return False
    return not fool(seat, poll) or bool(poll.house["nc.idiot.repeat"])


def _after_the_count(poll: Poll, kind: str) -> list[Any]:
    """What was announced between this count and the next day's vote."""
    until = _next_opening(poll)
    return [e for e in moment.events(poll.game, poll.as_of, kind) if poll.closes and poll.closes <= e.at < until]


def _next_opening(poll: Poll) -> datetime:
    later = [s.opens for s in moment.voting_stages(poll.game) if s.opens and poll.closes and s.opens >= poll.closes]
    return min(later, default=datetime.max)


# -- the election -------------------------------------------------------------------------------------------------


def first_to_reach(count: Count, poll: Poll) -> str:
    """Of the level ones who came to the highest number first: last and for good, or by house rule ever."""
    if poll.house["nc.sheriff.first"] == "last_reach":
        return count.leaders[0]
    ever = [step.player for step in count.steps if step.player in count.leaders and step.total >= count.top]
    return ever[0] if ever else count.leaders[0]


# -- who is imprisoned ----------------------------------------------------------------------------------------------


def sheriffs_target(count: Count, poll: Poll) -> str | None:
    """Whom the sheriff's ballot sends to prison where several are level at the top."""
    sheriff = poll.facts.get("sheriff")
    if sheriff is None or len(count.leaders) < 2:
        return None
    his = next((one for one in count.judged if one.ballot.voter == sheriff and one.status == "counted"), None)
    target = his.targets[0] if his is not None and his.targets else None
    if target not in count.leaders or (fool(sheriff, poll) and not poll.house["nc.idiot.sheriff_tiebreak"]):
        return None
    return target


def imprisoned(top: str, told: str, clause: str, poll: Poll) -> Outcome:
    """The outcome for who goes to prison: his lover goes with him, and what that sets off."""
    partner = _partner(top, poll)
    sheriff = poll.facts.get("sheriff")
    public = Outcome("imprison", (top,), (clause,), f"{told}，囚禁")
    if top == sheriff:
        public = replace(public, reason=f"{public.reason}；警长出局，须指定继任", clauses=(clause, "NC-sheriff-succ"))
    possible = public
    effects = [effect for name in (top, partner) if name for effect in _effects(name, poll, name == partner)]
    if partner is None and not effects:
        return replace(public, clauses=public.clauses[1:], possible=possible)
    also = f"；情侣 {partner} 一同囚禁" if partner else ""
    reason = "；".join([public.reason + also, *(says for _, says in effects)])
    clauses = [*public.clauses[1:], *(["NC-lovers-link"] if partner else []), *(id_ for id_, _ in effects)]
    if partner and any(partner in moment.about(event) for event in _after_the_count(poll, "imprison")):
        public = replace(public, also=(partner,), reason=public.reason + also)
    also_ = (partner,) if partner else ()
    return Outcome("imprison", (top,), tuple(clauses), reason, also=also_, public=public, possible=possible)


def _partner(seat: str, poll: Poll) -> str | None:
    """The lover who is still free."""
    partner = _memory(poll).partner(seat)
    if partner is None or poll.status(partner, poll.moment).state in GONE | HELD:
        return None
    return partner


def _effects(seat: str, poll: Poll, second: bool) -> list[tuple[str, str]]:
    """What the judge must do when a seat of this role goes to prison."""
    role, memory = _role(seat, poll), _memory(poll)
    found = []
    if role == PIPER and not memory.silenced:
        found.append(("NC-piper-lift", f"{seat} 是吹笛：所有癫狂解除，失去技能，须公示"))
    if role == ELDER and not memory.lost and memory.camps.get(seat) == VILLAGE:
        found.append(("NC-elder-loss", f"{seat} 是村民阵营的长老：所有特殊身份与普通身份失去技能，须公示"))
    if role == IDIOT and _may_play(seat, poll):
        found.append(("NC-idiot", f"{seat} 是白痴：计票后可以装傻，免于囚禁"))
    if second and seat == poll.facts.get("sheriff"):
        found.append(("NC-sheriff-succ", "警长出局，须指定继任"))
    return found


def _role(seat: str, poll: Poll) -> str | None:
    player = moment.player_named(poll.game, seat)
    return player.role if player else None
