"""nine-days: the arithmetic of its rounds. Percents and halves in integers, what they are of, the killers' choice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from referee import moment
from referee.game import Action
from referee.nights.calendar import day_of
from referee.poll import Count, Poll
from referee.rulebook import Base
from referee.tally import Outcome

CHOICE = "选择"
KILLER = "杀手"
CALENDAR_AHEAD = 2  # the game's first day is the calendar's third


def base_of(count: Count, poll: Poll) -> Base:
    """What percents are taken of: the ballots of the round, or by `nd.percent_base` another number."""
    named = sum(1 for one in count.judged if one.status == "counted" and one.targets)
    abstained = len(count.abstained)
    rule = poll.house["nd.percent_base"]
    if rule == "living":
        living = len(moment.alive(poll.game, poll.moment))
        return Base(living, f"活着 {living} 人")
    if rule == "ballots_named":
        return Base(named, f"{named} 票（不含弃权）")
    if poll.closed and count.silent and poll.house["nd.novote"] == "abstain":
        abstained += len(count.silent)
    total = named + abstained
    return Base(total, f"{total} 票（含弃权 {abstained}）" if abstained else f"{total} 票")


def majority(count: Count) -> str | None:
    """Who has more than half of the base; exactly half is not more."""
    if count.base is None or not count.rows:
        return None
    first = count.rows[0]
    return first.player if first.votes * 2 > count.base.number else None


def day(poll: Poll) -> int:
    """The formal day of the stage: as the file says, else by the trial rounds that opened before it."""
    found = day_of(poll.stage)
    if found is None:
        trials = [s for s in moment.voting_stages(poll.game) if s.kind == "trial" and s.opens and poll.opens]
        found = sum(1 for s in trials if s.opens and poll.opens and s.opens <= poll.opens) or 1
    return found


def _share(poll: Poll) -> int | None:
    """A suspect has more than one in so many; None: any vote will do."""
    today = day(poll)
    if today >= 3:
        return None
    if poll.house["nd.daycount"] == "calendar":
        today += CALENDAR_AHEAD
    return {1: 5, 2: 10}.get(today)


def over_the_threshold(count: Count, poll: Poll) -> tuple[str, ...]:
    """Who has enough votes to be a suspect, most votes first."""
    share, number = _share(poll), count.base.number if count.base else 0
    if share is None:
        return tuple(row.player for row in count.rows if row.votes > 0)
    return tuple(row.player for row in count.rows if row.votes * share > number)


def percent(count: Count, poll: Poll) -> str:
    """The arithmetic of the threshold: `12 票，20 % = 2.4，超过者：…`."""
    share, base = _share(poll), count.base
    over = over_the_threshold(count, poll)
    names = "、".join(f"{name} {count.votes(name):g}" for name in over) or "没有"
    if share is None:
        return f"第 {day(poll)} 天，有票即为可疑者：{names}"
    assert base is not None
    return f"{base.says}，{100 // share} % = {base.number / share:g}，超过者：{names}"


def all_are_suspects(poll: Poll) -> bool:
    """Whether round two is about all players, so that only a majority kills.

    Where everybody is a suspect because everybody has a vote, `nd.r2.all_by_votes` may have the other rule.
    """
    living = moment.alive(poll.game, poll.opens or poll.until)
    if poll.candidates is None or not set(living) <= set(poll.candidates):
        return False
    before = poll.follows
    by_votes = before is not None and "ND-2.3.1.2.1c" not in before.outcome.clauses
    return not (by_votes and poll.stage.candidates is None and poll.house["nd.r2.all_by_votes"] == "rule1")


@dataclass(frozen=True, slots=True)
class Tie:
    """A third round that ended level: who shares the highest number, who stood, the numbers in words."""

    leaders: tuple[str, ...]
    stood: tuple[str, ...]
    told: str


def killers_choice(tie: Tie, poll: Poll) -> Outcome:
    """What a tie in the third round comes to: the killers' choice, once they have made one."""
    among = tie.leaders
    if set(tie.stood) != set(tie.leaders) and poll.house["nd.r3.choice"] == "any_r3":
        among = tie.stood
    waiting = Outcome("killers-choose", among, ("ND-2.3.1.2.3b",), f"{tie.told}，由杀手集团决定谁死")
    sent = _choices(poll)
    choice = next((one for one in reversed(sent) if one.targets[0] in among), None)
    if choice is None:
        outside = "、".join(dict.fromkeys(one.targets[0] for one in sent))
        told = f"{waiting.reason}；收到的选择 {outside} 不在其中，不算" if sent else waiting.reason
        return replace(waiting, reason=told, public=waiting, possible=waiting) if sent else waiting
    chosen = choice.targets[0]
    known = Outcome("execute", (chosen,), ("ND-2.3.1.2.3b",), f"{tie.told}，由杀手集团决定，{chosen} 死亡")
    late = _too_late(choice, poll)
    return replace(known, reason=known.reason + late, public=known, possible=waiting)


def _choices(poll: Poll) -> list[Action]:
    """What the killers sent for this round, as far as it had come in, oldest first. The dead choose nothing."""
    if not poll.closed:
        return []
    found = [
        action
        for action in poll.game.actions
        if action.power == CHOICE and action.stage == poll.stage.id and action.targets
        if poll.as_of is None or action.at is None or action.at <= poll.as_of
        if action.by is None or _may_choose(action.by, poll)
    ]
    return sorted(found, key=lambda action: action.at or datetime.min)


def _may_choose(name: str, poll: Poll) -> bool:
    """Whether somebody is a killer (or nobody wrote what he is) who was alive when the round began."""
    player = moment.player_named(poll.game, name)
    began = poll.opens or poll.moment
    return player is not None and player.role in (KILLER, None) and poll.status(name, began).state not in moment.OUT


def _too_late(choice: Action, poll: Poll) -> str:
    """The night's orders end at eight in the evening; that the choice does too is nowhere said."""
    if choice.at is None or poll.closes is None:
        return ""
    limit = poll.closes.replace(hour=20, minute=0, second=0)
    if limit < poll.closes or choice.at < limit:
        return ""
    return f"（{choice.at:%m-%d %H:%M} 才收到，已过 {limit:%H:%M}，请法官看一眼）"
