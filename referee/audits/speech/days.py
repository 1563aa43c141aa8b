"""Which day somebody's last words belong to, and which dead died on the first night."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from referee.audits.record import Record
from referee.game import Event
from referee.moment import events
from referee.nights.calendar import RHYTHMS

DAY_ENDS = ("execution", "top", "reveal", "imprison", "nightfall")
PENALTY = re.compile(r"3\.4|淹|犯规|违规|作弊|判|潜水|QQ|MSN|罚")
ANNOUNCED_WITHIN = timedelta(hours=12)  # the judge is not always there when time ends


def died(record: Record, seat: str) -> Event | None:
    """What took a seat out of the game, as announced by `as_of`."""
    status = record.status(seat, record.as_of)
    return status.event if status.state in ("dead", "left", "expelled") else None


def by_night(event: Event) -> bool:
    """A death of the night: announced as a death, not executed and not put out for an offence."""
    return event.kind == "death" and not (event.cause and PENALTY.search(event.cause))


def day_end(record: Record, since: datetime) -> datetime:
    """When the day ends that an announcement at `since` opened: with the announcement that followed its last vote.

    Without stages, with the next result of a day; without that, after the rule set's usual length.
    """
    usual = RHYTHMS[record.game.rules].day if record.game.rules in RHYTHMS else timedelta(hours=24)
    results = [e.at for e in events(record.game, record.as_of, *DAY_ENDS) if e.at > since]
    stages = [w for w in record.windows if w.closes and w.opens and w.closes > since and w.opens < since + usual]
    if not stages:
        return min([*results, since + usual])
    first = stages[0]
    same_day = [w.closes for w in stages if w is first or (w.day is not None and w.day == first.day)]
    closes = max(end for end in same_day if end is not None)
    told = [at for at in results if closes - timedelta(minutes=1) <= at <= closes + ANNOUNCED_WITHIN]
    return min(told) if told else closes


def first_night(record: Record, event: Event) -> bool:
    """Whether a night's death was of the first night of a game that begins with a night."""
    if not by_night(event):
        return False
    day_one = [w.closes for w in record.windows if w.day == 1 and w.closes]
    if day_one:
        return event.at < max(day_one)
    before = [e for e in events(record.game, event.at, *DAY_ENDS, "no-vote", "dawn", "death") if e.at < event.at]
    return not before


def first_words(record: Record, seat: str) -> tuple[Event, datetime] | None:
    """A night's victim: the announcement, and the end of the day after it, in which he may say his last words."""
    event = died(record, seat)
    if event is None or not by_night(event):
        return None
    key = f"words:{seat}"
    if key not in record.kept:
        record.kept[key] = day_end(record, event.at)
    return event, record.kept[key]
