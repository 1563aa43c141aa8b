"""One polite client: one request at a time, a pause between them, patient with what passes, plain about what does not.

    with Fetcher(FetchSettings(cookies=Path("cookies.txt"))) as board:
        page = board.get("https://bbs.example.net/read.php?tid=12")

What `get` gives back is whatever the board settled on, *with its status*: a thread page, a message page, an error
page of a proxy. A status of 400 or more is no thread: `scraper.refusals.refusal` says what it is. What cannot be had
at all (no such host, refused, timed out, broken off, too large, led elsewhere …) is a Trouble and final.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from ssl import SSLContext
from types import TracebackType
from typing import TYPE_CHECKING, Self

from parsers.pages import Page
from scraper import sites
from scraper.cookies import CookieBox
from scraper.pace import Pace, Say
from scraper.trouble import Trouble

if TYPE_CHECKING:
    from scraper.wire import Answer, Wire

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MOST_HOPS = 10


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """How to behave. Seconds, bytes.

    `delay` between requests to one host; `timeout` without a byte; `page_seconds` for one answer from the first byte
    to the last; `patience` after which a failing page is not tried again; `tries` in all, `first_wait` before the
    second (doubling, with jitter); `max_bytes` of a page, unpacked. `verify`: a context with further certificates.
    """

    delay: float = 1.0
    cookies: Path | None = None
    timeout: float = 20.0
    max_bytes: int = 20_000_000
    user_agent: str = "referee/0.1 (vote counter for forum games)"  # robot words make Discuz leave out every floor
    page_seconds: float = 60.0
    patience: float = 60.0
    tries: int = 4
    first_wait: float = 2.0
    verify: SSLContext | None = None


class Fetcher:
    """One run's client. `progress` is told in one Chinese line whenever it waits or tries again.

    Raises Trouble `cookies` (status 2) at once where the cookies file cannot be used.
    """

    def __init__(
        self,
        settings: FetchSettings | None = None,
        progress: Say | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = settings or FetchSettings()
        self._say: Say = progress or (lambda line: None)
        self._cookies = CookieBox(self.settings.cookies)
        self._pace = Pace(max(self.settings.delay, 0.0), sleep, clock, self._say)
        self._open: Wire | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections. The client opens new ones if it is used again."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def get(self, url: str) -> Page:
        """The page at `url`, after redirects on the same site; its `url` is the address asked for last.

        Raises Trouble: `address` (status 2) for what is no web address; status 4 with the codes of `scraper.faults`,
        `redirect`, `redirect-loop`, `busy` (the board wants us gone for longer than is sensible).
        """
        address = sites.checked(url)
        for _ in range(_MOST_HOPS + 1):
            answer = self._settled(address)
            location = answer.all(b"location") if answer.status in _REDIRECTS else []
            if not location:
                return Page(address, answer.body, answer.one(b"content-type"), answer.status, datetime.now(UTC))
            # Discuz sends a page to itself once to put its floors in order, so the same address again is no loop yet.
            address = sites.redirected(address, location[0])
        raise _lost(address)

    def set_cookie(self, url: str, name: str, value: str) -> None:
        """Give the host of `url` one cookie for the rest of the run."""
        self._cookies.put(url, name, value)

    def wait(self, seconds: float) -> None:
        """Wait because the board asked to. Raises Trouble `busy` beyond a minute, or five minutes in all."""
        self._pace.wait(seconds)

    def _ask(self, address: str) -> Answer:
        """One request at its turn, with the cookies that belong to it; keeps what the answer sets."""
        host = sites.host_of(address)
        self._pace.turn(host)
        try:
            answer = self._wire().ask(address, self._headers(address))
        finally:
            self._pace.done(host)
        self._cookies.keep(address, [line.decode("utf-8", "replace") for line in answer.all(b"set-cookie")])
        return answer

    def _settled(self, address: str) -> Answer:
        from scraper.retries import Tries

        wanted = self.settings
        tries = Tries(lambda: self._ask(address), sites.host_of(address), self._pace, self._say)
        return tries.settle(wanted.tries, wanted.patience, wanted.first_wait)

    def _headers(self, address: str) -> dict[str, str | bytes]:
        return {
            "User-Agent": self.settings.user_agent,
            "Accept": "text/html,application/xhtml+xml,*/*;q=0.8",
            "Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5",
            "Accept-Encoding": "gzip, deflate",
            "Cookie": self._cookies.header(address),
        }

    def _wire(self) -> Wire:
        if self._open is None:
            from scraper.wire import Limits, Wire

            limits = Limits(self.settings.timeout, self.settings.page_seconds, self.settings.max_bytes)
            self._open = Wire(limits, self._pace.clock, self.settings.verify or True)
        return self._open


def _lost(address: str) -> Trouble:
    what = f"{sites.host_of(address)} 把请求转来转去，{_MOST_HOPS} 次还没到"
    return Trouble("redirect-loop", what, "在浏览器里打开，把地址栏最后的网址交来；也可能要 --cookies")
