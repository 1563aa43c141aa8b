"""九天的阴谋: who has won (2.3.3)."""

from __future__ import annotations

from datetime import datetime, timedelta

from referee.game import Stage
from referee.moment import about, events, status, voting_stages
from referee.nights.calendar import closing, day_of
from referee.nights.nine_days.table import CIVILIAN, KILLER, NEEDLE, POLICE
from referee.nights.stand import Stand, Verdict
from referee.nights.values import Question, Victory
from referee.rulebook import clause

DAYTIMES = 7


@clause("ND-2.3.3.1b", asks="victory")
def no_killer_lives(stand: Stand) -> str | None:
    """All killers are dead: the good people and the police have won."""
    return "杀手全部死亡" if stand.ever(KILLER) and not stand.living(KILLER) else None


@clause("ND-2.3.3.1a", asks="victory")
def the_good_are_gone(stand: Stand) -> str | None:
    """Every officer is dead, or every other good player is: the killers have won."""
    if _all_gone(stand, POLICE):
        return "警察全部死亡"
    groups = {
        "civ_plus_needle": ((CIVILIAN, NEEDLE), "平民和银针使者全部死亡"),
        "civ_only": ((CIVILIAN,), "平民全部死亡"),
        "all_noncops_and_cops": ((CIVILIAN, NEEDLE, POLICE), "好人全部死亡"),
    }
    roles, said = groups[stand.house["nd.win.good"]]
    return said if _all_gone(stand, *roles) else None


def _all_gone(stand: Stand, *roles: str) -> bool:
    ever = stand.ever(*roles)
    if not ever or stand.living(*roles):
        return False
    if stand.house["nd.win.cause"] == "any":
        return True
    return all(_assassinated(stand, name) for name in ever)


def _assassinated(stand: Stand, name: str) -> bool:
    said = status(stand.game, name, stand.at)
    return (
        said.state in ("alive", "dead")
        and (said.event is None or said.event.kind == "death")
        and not _poison(said.cause)
    )


def _poison(cause: str | None) -> bool:
    return cause is not None and "毒" in cause


@clause("ND-2.3.3.2", asks="victory")
def seven_daytimes_are_over(stand: Stand) -> str | None:
    """The good have seven daytimes; a killer who lives at the end of the seventh has won."""
    killers = stand.living(KILLER)
    if not killers or not _seventh_over(stand):
        return None
    return f"七个白天已经用完，还有杀手{'、'.join(killers)}活着"


def _seventh_over(stand: Stand) -> bool:
    if stand.house["nd.day_unit"] == "calendar":
        first = min((s.opens for s in voting_stages(stand.game) if s.opens), default=None)
        return first is not None and stand.at is not None and stand.at >= first + timedelta(days=DAYTIMES)
    if stand.night is not None and stand.night >= DAYTIMES:
        return True
    return stand.at is not None and _day_is_over(stand, stand.at)


def _day_is_over(stand: Stand, at: datetime) -> bool:
    """The seventh day is over once its last stage has closed and decided nothing that goes on."""
    stages = [s for s in voting_stages(stand.game) if day_of(s) == DAYTIMES]
    closed = [(c, s) for s in stages if (c := closing(stand.game, s)) is not None]
    if not closed or len(closed) < len(stages):
        return False
    end, last = max(closed, key=lambda pair: pair[0])
    if at < end:
        return False
    told = any(e.at >= end - timedelta(minutes=1) for e in events(stand.game, at, "execution", "nightfall"))
    return told or (last.kind != "trial" and not _goes_on(stand, last))


def _goes_on(stand: Stand, stage: Stage) -> bool:
    tally = stand.tally_of(stage.id or "")
    return tally is not None and tally.outcome.kind in ("runoff", "suspects", "undecided")


def verdict(stand: Stand) -> Verdict:
    """Who has won; both at one dawn is the house's reading, and noted."""
    if not stand.knows_roles:
        return Verdict(notes=("有人的身份没有写，不判胜负。",))
    good, bad = no_killer_lives(stand), the_good_are_gone(stand)
    if good and (asked := _not_by_vote(stand)):
        return Verdict(pending=(asked,))
    if good and bad:
        return _both(stand, good, bad)
    if good:
        return Verdict(_good(stand, good))
    if bad:
        return Verdict(_killers(stand, bad, "ND-2.3.3.1a"))
    late = seven_daytimes_are_over(stand)
    return Verdict(_killers(stand, late, "ND-2.3.3.2") if late else None)


def _both(stand: Stand, good: str, bad: str) -> Verdict:
    note = f"两方同时满足胜利条件：{good}；{bad}。"
    side = stand.house["nd.win.both"]
    if side == "prompt":
        return Verdict(pending=(Question(f"{note}判谁获胜？", ("ND-2.3.3.1a", "ND-2.3.3.1b")),))
    if side == "killers":
        return Verdict(_killers(stand, bad, "ND-2.3.3.1a"), notes=(note,))
    return Verdict(_good(stand, good), notes=(note + "已没有活着的杀手，判好人胜(C-ND-11)。",))


def _not_by_vote(stand: Stand) -> Question | None:
    """Where the house wants killers voted out, one who died otherwise leaves the win to the judge."""
    if stand.house["nd.deadline.cause"] == "any":
        return None
    voted = {name for event in events(stand.game, stand.at, "execution") for name in about(event)}
    others = [name for name in stand.ever(KILLER) if name not in voted]
    if not others:
        return None
    said = f"杀手已全部死亡，但{'、'.join(others)}不是投票投死的；按 nd.deadline.cause = vote_only，判谁获胜？"
    return Question(said, ("ND-2.3.3.1b", "ND-2.3.3.2"))


def _good(stand: Stand, reason: str) -> Victory:
    players = stand.seated(name for name in stand.roles if name not in stand.ever(KILLER))
    return Victory(("好人",), players, ("ND-2.3.3.1b",), reason)


def _killers(stand: Stand, reason: str, by: str) -> Victory:
    return Victory(("杀手",), stand.seated(stand.ever(KILLER)), (by,), reason)
