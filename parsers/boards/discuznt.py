"""Discuz!NT 3.x (ASP.NET): its addresses. In spite of the name other software than Discuz."""

from __future__ import annotations

import re
from typing import Final

from parsers.boards.discuz_url import ARCHIVER, AUTHOR_ONLY, ONE_POST, REVERSE, cut, number, page_number
from parsers.posts import Thread

BOARD: Final = "discuznt"

_TOPIC: Final = re.compile(r"show(?:topic|tree|bonus|debate)(?:-(\d{1,12}))?(?:-(\d{1,6}))?\.aspx\Z")
_PID: Final = re.compile(r"[0-9]{1,12}\Z")


def thread_of(url: str) -> Thread | None:
    """The thread `url` names, with the page, view and post it asks for; None where it names none."""
    address = cut(url)
    found = _TOPIC.match(address.name) if address else None
    if address is None or found is None:
        return None
    asked = {key.lower(): value for key, value in address.asked.items()}
    tid = number(found[1] or asked.get("topicid"))
    if tid is None:
        return None
    base = re.sub(r"archiver/\Z", "", address.base)
    post = number(asked.get("postid"))
    view = ARCHIVER if base != address.base else _view(asked)
    anchor = number(address.fragment) if _PID.match(address.fragment) else None
    page = page_number(found[2] or asked.get("page"))
    return Thread(BOARD, base, tid, f"{base}showtopic-{tid}.aspx", page, view, post or anchor)


def _view(asked: dict[str, str]) -> str | None:
    if asked.get("onlyauthor", "0") in ("1", "2"):
        return AUTHOR_ONLY
    if number(asked.get("postid")):
        return ONE_POST
    return REVERSE if asked.get("postorder") == "1" else None


def page_address(thread: Thread, number: int) -> str:
    """Page `number` of the whole thread; the dynamic form answers whether or not the board rewrites."""
    return f"{thread.base}showtopic.aspx?topicid={thread.tid}&page={max(number, 1)}"
