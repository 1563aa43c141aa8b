"""What a board writes for a moment: `2009-3-10 21:05`, `昨天 21:05`, `3 小时前`, `下午 8:04`, `03-10`, as a Stamp.

A wrong minute can void a vote, so nothing is guessed: what names no moment gives None, what names one vaguely says so
in its precision. Relative forms are counted from `clock.now`, the moment the page was fetched, on the board's clock.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

from parsers.pages import Clock
from parsers.posts import Precision, Stamp

# \d takes full-width digits and \s takes nbsp and the ideographic space: boards and pasted texts hold all of them.
_USUAL: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?![\d:])")
_WEEKDAY: Final = r"(?:\s*[(（]?(?:星期|周|週|礼拜|禮拜)[一二三四五六日天][)）]?)?"
_DAY: Final = re.compile(
    r"(?<!\d)(?:"
    r"(?P<year>\d{4})\s*[-－/／.．年]\s*(?P<month>\d{1,2})\s*[-－/／.．月]\s*(?P<day>\d{1,2})"
    r"|(?P<day2>\d{1,2})[-－/／.．](?P<month2>\d{1,2})[-－/／.．](?P<year2>\d{4})"
    r"|(?P<year3>\d{2})[-－/／](?P<month3>\d{1,2})[-－/／](?P<day3>\d{1,2})"
    r"|(?P<month4>\d{1,2})\s*[-－/／月]\s*(?P<day4>\d{1,2})"
    r"|(?P<near>今天|昨天|前天)"
    rf")(?!\d)\s*[日号號]?{_WEEKDAY}"
)
_HALF: Final = r"[AaPp]\.?[Mm]\.?|上午|下午|凌晨|早上|清晨|早晨|中午|傍晚|晚上"
_TIME: Final = re.compile(
    rf"(?<!\d)(?P<before>{_HALF})?\s*(?P<hour>\d{{1,2}})\s*[:：时時点點]\s*(?P<minute>\d{{1,2}})"
    rf"(?:\s*[:：分]\s*(?P<second>\d{{1,2}}))?(?!\d)\s*分?秒?\s*(?P<after>{_HALF})?"
)
_AGO: Final = re.compile(r"((?:\d{1,5}|半)\s*个?個?\s*(?:秒|分|小时|小時|天|日|周|週|星期)[钟鐘]?\s*)+(?:以?前)")
_DAYS_AT: Final = re.compile(rf"(?<!\d)(\d{{1,3}})\s*天前\s*(?=(?:{_HALF})?\s*\d{{1,2}}[:：])")
_SPAN: Final = re.compile(r"(\d{1,5}|半)\s*个?個?\s*(秒|分|小时|小時|天|日|周|週|星期)")
_JUST_NOW: Final = re.compile(r"刚刚|刚才|剛剛|剛才")
_SECONDS: Final = {"秒": 1, "分": 60, "小时": 3600, "小時": 3600, "天": 86400, "日": 86400} | dict.fromkeys(
    ("周", "週", "星期"), 604800
)
_NEAR: Final = {"今天": 0, "昨天": 1, "前天": 2}
_AHEAD: Final = timedelta(days=1)  # a year-less date may stand this far after the fetch: clocks differ, zones differ
_FINER: Final = {"second": 0, "minute": 1, "day": 2, "rough": 3}


def board_time(text: str, clock: Clock, title: str | None = None) -> Stamp | None:
    """The moment `text` names, in the finest precision it or its `title` attribute gives; None where it names none.

    Relative and year-less forms need `clock.now` and are None without it. A day alone has precision "day", a count
    back from now ("3 小时前") "rough"; "昨天 21:05" is exact to the minute. `10-3-2009` is the tenth of March.
    """
    exact = _stamp(title, clock.now) if title else None
    if exact is not None and exact.precision == "second":
        return exact
    shown = _stamp(text, clock.now)
    if exact is None or shown is None:
        return shown or exact
    return shown if _FINER[shown.precision] < _FINER[exact.precision] else exact


def _stamp(text: str, now: datetime | None) -> Stamp | None:
    try:
        return _usual(text) or _absolute(text, now) or _counted_back(text, now)
    except (ValueError, OverflowError):  # 13th month, 25 o'clock, before year 1
        return None


def _usual(text: str) -> Stamp | None:
    """The form nearly every page uses, read without the rest of the grammar."""
    found = _USUAL.search(text)
    if found is None or _halved(text):
        return None
    year, month, day, hour, minute, second = found.groups()
    when = datetime(int(year), int(month), int(day), int(hour), int(minute), int(second or 0))
    return Stamp(when, "minute" if second is None else "second")


def _halved(text: str) -> bool:
    return "m" in text or "M" in text or "午" in text or "上" in text or "晨" in text or "傍" in text


def _absolute(text: str, now: datetime | None) -> Stamp | None:
    found = _DAY.search(text)
    if found is None:
        return _days_back(text, now) or _today(text, now)
    day = _day(found, now)
    # The clock stands after the day, except where a skin turns them round ("21:05 2009-3-10").
    time = _TIME.search(text, found.end()) or _TIME.search(text[: found.start()])
    if day is None:
        return None
    return Stamp(day, "day") if time is None else Stamp(day + _clock_time(time), _precision(time))


def _day(found: re.Match[str], now: datetime | None) -> datetime | None:
    """Midnight of the day named, in the year that is meant; None where that needs a `now` nobody knows."""
    if found["near"]:
        return None if now is None else _midnight(now) - timedelta(days=_NEAR[found["near"]])
    if found["month4"]:
        return _yearless(int(found["month4"]), int(found["day4"]), now)
    if found["year2"]:
        day, month = int(found["day2"]), int(found["month2"])
        # Boards offer j-n-Y; where that cannot be, it was n-j-Y.
        return datetime(int(found["year2"]), *((month, day) if month <= 12 else (day, month)))
    if found["year3"]:
        return datetime(2000 + int(found["year3"]), int(found["month3"]), int(found["day3"]))
    return datetime(int(found["year"]), int(found["month"]), int(found["day"]))


def _yearless(month: int, day: int, now: datetime | None) -> datetime | None:
    """The last such day before the fetch: boards leave the year out only for what is less than a year old."""
    if now is None:
        return None
    for year in range(now.year + 1, now.year - 9, -1):
        try:
            when = datetime(year, month, day)
        except ValueError:  # 29 February outside a leap year
            continue
        if when <= now + _AHEAD:
            return when
    return None


def _days_back(text: str, now: datetime | None) -> Stamp | None:
    """`6 天前 09:47`: calendar days before the fetch, and the clock that day."""
    found = _DAYS_AT.search(text)
    if found is None or now is None:
        return None
    time = _TIME.match(text, found.end())
    if time is None:
        return None
    return Stamp(_midnight(now) - timedelta(days=int(found[1])) + _clock_time(time), _precision(time))


def _today(text: str, now: datetime | None) -> Stamp | None:
    """A clock time with no day is of the day of the fetch."""
    time = _TIME.search(text)
    if time is None or now is None or "前" in text:
        return None
    when = _midnight(now) + _clock_time(time)
    return Stamp(when, _precision(time)) if when <= now + timedelta(hours=1) else None


def _clock_time(found: re.Match[str]) -> timedelta:
    hour, minute, second = int(found["hour"]), int(found["minute"]), int(found["second"] or 0)
    if hour > 23 or minute > 59 or second > 59:
        raise ValueError
    half = (found["before"] or found["after"] or "").replace(".", "").lower()
    afternoon = half in ("pm", "下午", "傍晚", "晚上") or (half == "中午" and hour < 11)
    if half and afternoon and hour < 12:
        hour += 12
    elif half and not afternoon and half != "中午" and hour == 12:
        hour = 0
    return timedelta(hours=hour, minutes=minute, seconds=second)


def _precision(found: re.Match[str]) -> Precision:
    return "minute" if found["second"] is None else "second"


def _counted_back(text: str, now: datetime | None) -> Stamp | None:
    if now is None:
        return None
    ago = _AGO.search(text)
    if ago is None:
        return Stamp(now.replace(microsecond=0), "rough") if _JUST_NOW.search(text) else None
    seconds = sum((0.5 if count == "半" else int(count)) * _SECONDS[unit] for count, unit in _SPAN.findall(ago[0]))
    return Stamp((now - timedelta(seconds=seconds)).replace(microsecond=0), "rough")


def _midnight(when: datetime) -> datetime:
    return when.replace(hour=0, minute=0, second=0, microsecond=0)
