"""Keeping pace: how long to leave a board alone between requests, and how long it may make us wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from scraper.trouble import Trouble

Say = Callable[[str], None]
MOST_PER_REQUEST, MOST_IN_ALL = 60.0, 300.0  # seconds a board may ask us to wait


@dataclass(slots=True)
class Pace:
    """The clock of one client: `delay` seconds between requests to one host, and what it was made to wait so far."""

    delay: float
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    say: Say = lambda line: None
    waited: float = 0.0
    _free_at: dict[str, float] = field(default_factory=dict)

    def turn(self, host: str) -> None:
        """Wait until the host may be asked again."""
        while (left := self._free_at.get(host, 0.0) - self.clock()) > 0:
            self.sleep(left)

    def done(self, host: str) -> None:
        """The host has just answered (or failed to)."""
        self._free_at[host] = self.clock() + self.delay

    def grant(self, seconds: float, before: float = 0.0) -> float:
        """Whether a wait the board asks for is within bounds (`before`: waited for this request); gives the wait.

        Raises Trouble `busy` saying when to come back where it would be more than a minute for one request or five
        minutes in all. Does not wait.
        """
        seconds = max(seconds, 0.0)
        if before + seconds > MOST_PER_REQUEST or self.waited + seconds > MOST_IN_ALL:
            raise too_long(seconds)
        self.waited += seconds
        if seconds >= 1:
            self.say(f"论坛要求等 {seconds:.0f} 秒")
        return seconds

    def wait(self, seconds: float) -> None:
        """Wait as the board asked, within the same bounds."""
        self.sleep(self.grant(seconds))


def too_long(seconds: float) -> Trouble:
    """The stop for a wait nobody wants to sit through: says when to come back."""
    back = datetime.now() + timedelta(seconds=min(seconds, 366 * 86400.0))
    return Trouble("busy", f"论坛要求过 {_spoken(seconds)}再来", f"{back:%Y-%m-%d %H:%M} 之后再运行，或加大 --delay")


def retry_after(header: str, now: datetime | None = None) -> float | None:
    """Seconds a Retry-After header asks for (a number or an HTTP date); None where it says nothing readable."""
    text = header.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max((until - (now or datetime.now(UTC))).total_seconds(), 0.0)


def _spoken(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} 秒"
    if seconds < 7200:
        return f"{seconds / 60:.0f} 分钟"
    return f"{seconds / 3600:.0f} 小时"
