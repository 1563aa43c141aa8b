"""The views of phpwind for telephones: WML of 5 and 7 (five replies a page, cut, tags raw or stripped), `m/` of 8.

Struck-out words look alive in some of them and replies have no number of their own, so nothing is counted from them
where the whole thread can be had: `whole_view` names it. What they show is read for somebody who has nothing else.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Final

from selectolax.lexbor import LexborHTMLParser

from parsers.boards import phpwind
from parsers.boards.phpwind_page import thread_here
from parsers.boards.phpwind_pieces import Source
from parsers.pages import Clock
from parsers.posts import LayoutChanged, Post, Thread, ThreadPage
from parsers.times import board_time
from parsers.words import tidy

_OPENING: Final = re.compile(
    r"[标標][题題]:(?:</b>)?(?P<title>.*?)(?:</p>\s*<p>|<br\s*/>)\s*(?:<b>)?作者:(?:</b>)?(?P<author>.*?)(?:</p>\s*<p>|<br\s*/>)\s*"
    r"(?:<b>)?日期:(?:</b>)?(?P<time>.*?)(?:</p>\s*<p>|<br\s*/>)\s*(?:<b>)?[内內]容:(?:</b></p>\s*<p>)?(?P<text>.*?)</p>",
    re.S,
)
_REPLY_5: Final = re.compile(
    r"<p>(?P<floor>\d{1,7})\.</p>\s*<p>(?P<text>.*?)</p>\s*<p>(?P<time>[^<]*)</p>\s*<p>(?P<author>[^<]*)(?:<br\s*/>)?</p>",
    re.S,
)
_REPLY_7: Final = re.compile(
    r"<b>#(?P<floor>\d{1,7})</b>[^\n]*?<small>\[(?P<author>[^\]]*?) (?P<time>[\d-]+ [\d:]+)\]</small><br\s*/>"
    r"(?P<text>.*?)(?=<b>#\d|</p>)",
    re.S,
)
_REPLYING: Final = re.compile(r"回[复復覆]:</b>\s*(?P<title>[^\n<]*)")
_PAGES: Final = re.compile(r"\((\d{1,6})/(\d{1,6})\)")
_QUOTE: Final = re.compile(
    r"\[quote[^\]]*\](.*?)\[/quote\]|\A\s*(引用(?:第\d+[楼樓]|[楼樓]主).*?)images/back\.gif", re.S | re.I
)
_STRUCK: Final = re.compile(r"\[strike\](.*?)\[/strike\]", re.S | re.I)
_TAGS: Final = re.compile(r"\[/?(?:b|i|u|s|color|size|font|backcolor|align|url|img|hr)(?:[=:][^\]]*)?\]", re.I)
_MISSING: Final = ("posts", "edits")


def recognise(text: str) -> bool:
    """Whether a page is a thread as a telephone gets it."""
    return '<card id="read"' in text[:2000] or ('class="editit"' in text and 'class="post_content"' in text)


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """What the view shows of the thread. Raises LayoutChanged where it shows no post at all."""
    thread = replace(thread_here(Source(text, url, clock, ""), LexborHTMLParser(text)), view=phpwind.MOBILE)
    if "<card" not in text[:2000]:
        return _of_8(text, thread, clock)
    words = unescape(text)
    opening, replying = _OPENING.search(words), _REPLYING.search(words)
    title = opening["title"] if opening else replying["title"] if replying else ""
    found = [opening] if opening else []
    found += [*_REPLY_5.finditer(words), *_REPLY_7.finditer(words)]
    counted = _PAGES.search(words)
    number, total = (int(counted[1]), int(counted[2])) if counted else (1, 1)
    posts = tuple(_post(thread, number, reply, clock) for reply in found)
    return _page(thread, tidy(title), number, total, posts)


def _page(thread: Thread, title: str, number: int, total: int, posts: tuple[Post, ...]) -> ThreadPage:
    if not posts:
        raise LayoutChanged("手机版页面里一个帖子也没找到")
    whole = phpwind.page_address(thread, 1)
    return ThreadPage(thread, title, number, total, posts, missing=_MISSING, whole_view=whole)


def _post(thread: Thread, number: int, found: re.Match[str], clock: Clock) -> Post:
    given = found.groupdict()
    floor = int(given.get("floor") or 0)
    text = re.sub(r"<br\s*/>", "\n", given["text"]).replace("\r", "")
    quotes = tuple(tidy(quote[0] or quote[1]) for quote in _QUOTE.findall(text))
    struck = tuple(tidy(words) for words in _STRUCK.findall(text))
    text = _TAGS.sub("", _STRUCK.sub("", _QUOTE.sub("", text)))
    return Post(
        board=phpwind.BOARD,
        thread=thread.url,
        pid="tpc" if not floor else f"floor-{floor}",
        floor=floor,
        author=given["author"].strip(),
        uid=None,
        time=board_time(given["time"], clock),
        text=tidy(re.sub(r"\n{3,}", "\n\n", re.sub(r"<[^>]*>", "", text))),
        quotes=quotes,
        struck=struck,
        page=number,
        url=thread.url,
    )


def _of_8(text: str, thread: Thread, clock: Clock) -> ThreadPage:
    """`m/` shows the opening post and a line each of the newest three replies, without their authors."""
    tree = LexborHTMLParser(text)
    title, head, body = (tree.css_first(name) for name in (".post_title strong", ".editit", ".post_content"))
    author = head.css_first("a") if head is not None else None
    if head is None or body is None or author is None:
        raise LayoutChanged("手机版页面里没有主题帖")
    opening = Post(
        board=phpwind.BOARD,
        thread=thread.url,
        pid="tpc",
        floor=0,
        author=(author.text() or "").strip(),
        uid=None,
        time=board_time(head.text() or "", clock),
        text=tidy(body.text() or ""),
        url=thread.url,
    )
    return _page(thread, tidy(title.text() or "") if title is not None else "", 1, 1, (opening,))
