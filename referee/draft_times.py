"""When a vote opens and closes, from a judge's words: `3月10日21:00至3月12日9:00`, `截止明晚9点`, `为期36小时`."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

_NEAR: Final = {"今": 0, "本": 0, "当": 0, "明": 1, "后": 2, "後": 2}
_LATE: Final = ("下午", "晚上", "傍晚", "晚", "夜里", "夜")
_MOMENT: Final = re.compile(
    r"(?:(?:(?P<year>20\d\d)\s{0,9}[年./-]\s{0,9})?(?<!\d)(?P<month>\d{1,2})\s{0,9}[月./-]\s{0,9}(?P<day>\d{1,2})\s{0,9}[日号號]?"
    r"|(?<!\d)(?P<only>\d{1,2})\s{0,9}[日号號]"
    r"|(?P<near>[今明后後当本])(?:天|日|(?=晚|早|夜))"
    r"|(?P<next>次日|第二天|翌日|隔天|隔日))?"
    r"\s{0,9}(?:[(（]?(?:星期|周|週|礼拜)[一二三四五六日天][)）]?)?\s{0,9}"
    r"(?P<half>上午|下午|凌晨|早上|清晨|中午|傍晚|晚上|夜里|晚|早|夜)?\s{0,9}"
    r"(?<![\d:：])(?P<hour>[01]?\d|2[0-4]|(?P<han>二?十[一二三四五六七八九]?|[一二两兩三四五六七八九])(?=[点點]))\s{0,9}(?:[:：]\s{0,9}(?P<minute>[0-5]\d)(?:[:：][0-5]\d)?(?!\d)|[点點时時]\s{0,9}(?P<minute2>[0-5]?\d)?\s{0,9}分?(?P<oh>半)?)"
)
_SPAN: Final = re.compile(r"(?<![\d.])(\d{1,3})\s*(?:个|個)?\s*(?:小时|小時|h(?![a-z]))", re.I)
_CLOSES: Final = re.compile(r"截止|结束|結束|为止|為止|止$|之?前|关闭|關閉|收票|封票|到期")
_OPENS: Final = re.compile(r"开始|開始|开放|開放|开投|起(?:至|到|$)|开票")
_LABEL: Final = re.compile(r"[:：为為是]\s*$")
_BETWEEN: Final = re.compile(r"^\s*(?:[-—–~～]+|至|到|起至|起到|直到)\s*$")


def announced_span(text: str, posted: datetime) -> tuple[datetime | None, datetime | None]:
    """Opening and close a post announces, None where it does not. `posted`: when it was, for 明晚 and missing years."""
    opens = closes = None
    for line in re.split(r"[\n。；;]", text):
        found = _moments(line, posted)
        for place, (start, end, moment) in enumerate(found):
            before = line[found[place - 1][1] if place else 0 : start]
            after = line[end : found[place + 1][0] if place + 1 < len(found) else len(line)]
            if after != line[end:] and _LABEL.search(after):  # `结束：` before the next moment says nothing of this one
                after = ""
            if place + 1 < len(found) and _BETWEEN.match(after) and found[place + 1][2] > moment:
                opens, closes = opens or moment, closes or found[place + 1][2]
            elif _CLOSES.search(after) or (not _OPENS.search(after) and _CLOSES.search(before)):
                closes = closes or moment
            elif _OPENS.search(after) or _OPENS.search(before):
                opens = opens or moment
    if closes is None and (hours := _hours(text)):
        closes = (opens or posted) + timedelta(hours=hours)
    if opens is not None and closes is not None and closes <= opens:
        opens = None
    return opens, closes if closes is not None and closes > posted - timedelta(days=2) else None


def has_time(text: str) -> bool:
    """Whether a time of day, or a number of hours, stands in the text."""
    return bool(_moments(text, datetime(2000, 1, 15)) or _SPAN.search(text))


def _hours(text: str) -> int | None:
    for line in text.split("\n"):
        found = _SPAN.search(line)
        if found and re.search(r"投票|为期|為期|限时|限時|截止|时间|時間", line) and 1 <= int(found[1]) <= 240:
            return int(found[1])
    return None


def _moments(line: str, posted: datetime) -> list[tuple[int, int, datetime]]:
    found: list[tuple[int, int, datetime]] = []
    base = posted
    for each in _MOMENT.finditer(line):
        moment = _moment(each, posted, base)
        if moment is not None:
            base = moment
            found.append((each.start(), each.end(), moment))
    return found


def _moment(found: re.Match[str], posted: datetime, base: datetime) -> datetime | None:
    if found["han"] and not (found["half"] or found["day"] or found["only"] or found["near"] or found["next"]):
        return None  # 一点 is mostly a little
    hour = _hour_in_han(re.sub("[两兩]", "二", found["han"])) if found["han"] else int(found["hour"])
    minute = int(found["minute"] or found["minute2"] or (30 if found["oh"] else 0))
    if found["half"] in _LATE and 1 <= hour < 12:
        hour += 12
    if found["half"] == "中午" and hour in (1, 2):
        hour += 12
    try:
        day = _day(found, posted, base)
    except ValueError:
        return None
    if minute > 59:
        return None
    return day.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(hours=hour, minutes=minute)


def _hour_in_han(words: str) -> int:
    tens, ten, ones = words.rpartition("十")
    return (10 * ("一二".find(tens or "一") + 1) if ten else 0) + ("〇一二三四五六七八九".find(ones) if ones else 0)


def _day(found: re.Match[str], posted: datetime, base: datetime) -> datetime:
    if found["month"]:
        day = datetime(int(found["year"] or posted.year), int(found["month"]), int(found["day"]))
        if not found["year"] and day < posted - timedelta(days=200):
            day = day.replace(year=day.year + 1)
        return day
    if found["only"]:
        day = posted.replace(day=int(found["only"]))
        return (
            day
            if day >= posted - timedelta(days=15)
            else (day.replace(day=1) + timedelta(days=32)).replace(day=day.day)
        )
    if found["near"]:
        return posted + timedelta(days=_NEAR[found["near"]])
    if found["next"]:
        return base + timedelta(days=1)
    return base
