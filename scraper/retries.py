"""Trying again: what may pass, how often, and when a page that came is not believed yet."""

from __future__ import annotations

import re
from collections.abc import Callable

import stamina
from stamina.instrumentation import set_on_retry_hooks

from parsers.pages import Page
from scraper.challenges import challenge
from scraper.faults import Again, cut
from scraper.pace import Pace, Say, retry_after
from scraper.wire import Answer

# Answers worth another try: the server was busy, or something in front of it was.
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 522, 523, 524, 525, 527, 530})
_LONGEST_BACKOFF = 30.0  # seconds
_END_TAG = re.compile(rb"</html\b", re.I)
_SURELY_HEAD = 2048  # bytes: a page cut before this has no whole post in it

# By default stamina logs every retry to stderr, with what was asked for.
set_on_retry_hooks([])


class Tries:
    """The tries for one address: what the last one brought, how long the board has made us wait for it."""

    def __init__(self, ask: Callable[[], Answer], host: str, pace: Pace, say: Say) -> None:
        self._ask, self._host, self._pace, self._say = ask, host, pace, say
        self._waited = 0.0
        self._last: Answer | None = None

    def settle(self, tries: int, patience: float, first_wait: float) -> Answer:
        """Ask until the answer is final: a page, or the last of the error pages the server kept sending.

        `tries` at most, none begun after `patience` seconds; waits double from `first_wait`, with jitter, unless the
        board says how long. Raises Trouble where no answer came, or the board asks for more time than is sensible.
        """
        rounds = stamina.retry_context(
            on=self._another, attempts=tries, timeout=patience, wait_initial=first_wait, wait_max=_LONGEST_BACKOFF,
            wait_jitter=first_wait / 2,
        )  # fmt: skip
        try:
            for round_ in rounds:
                with round_:
                    return self._once()
        except Again as gone:
            raise gone.trouble from None
        except _Passing as still:
            return still.answer
        raise AssertionError("the rounds end with an answer or an exception")

    def _once(self) -> Answer:
        before, answer = self._last, self._ask()
        self._last = answer
        if answer.status in _PASSING and not _is_gate(answer):
            raise _Passing(answer, self._asked_for(answer))
        if not answer.whole or (_lacks_end(answer) and not (before and _same_end(before, answer))):
            raise cut(self._host)
        return answer

    def _asked_for(self, answer: Answer) -> float | None:
        seconds = retry_after(answer.one(b"retry-after"))
        if seconds is not None:
            self._waited += self._pace.grant(seconds, self._waited)
        return seconds

    def _another(self, fault: Exception) -> bool | float:
        """Whether to try again; a number of seconds where the board gave one."""
        if isinstance(fault, _Passing):
            self._say(f"{self._host} 答 {fault.answer.status}，稍等再试")
            return True if fault.after is None else fault.after
        if isinstance(fault, Again):
            self._say(f"{fault.trouble.what}，稍等再试")
            return True
        return False


class _Passing(Exception):
    """An error answer that may pass. `after`: seconds the board asked for, None where it did not say."""

    def __init__(self, answer: Answer, after: float | None) -> None:
        super().__init__(answer.status)
        self.answer, self.after = answer, after


def _is_gate(answer: Answer) -> bool:
    """A shield that answers 503 until a browser has passed its test: asking again only makes it harder."""
    text = answer.body[:65536].decode("latin-1")  # its marks are ASCII
    found = challenge(text, Page("", answer.body, status=answer.status))
    return found is not None and found.clears == "person"


def _lacks_end(answer: Answer) -> bool:
    """A page that begins as HTML and has no end tag: cut on the way, where nothing announced its length."""
    body = answer.body
    return len(body) > _SURELY_HEAD and b"<html" in body[:2048].lower() and not _END_TAG.search(body)


def _same_end(before: Answer, answer: Answer) -> bool:
    """A second try that ends in the same words: the board writes its pages so (digits differ: query times)."""
    first, second = (re.sub(rb"\d", b"", one.body[-200:]) for one in (before, answer))
    return first == second
