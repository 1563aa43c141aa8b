"""Which engine an address or a page belongs to. A new engine is one module and one line here."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import ModuleType
from urllib.parse import urljoin

from parsers.boards.markup import rewritten
from parsers.pages import Clock, Page, decode
from parsers.posts import BoardMessage, LayoutChanged, Thread, ThreadPage

FAMILIES: tuple[str, ...] = ("discuz", "discuznt", "phpwind")
LINES: tuple[str, ...] = (
    "discuz_x",
    "discuz_7",
    "discuznt_page",
    "discuz_6",
    "discuz_4",
    "discuz_sale",
    "discuz_touch",
    "discuz_mobile",
    "discuz_wap",
    "discuz_json",
    "discuz_archiver",
    "discuz_print",
    "phpwind87",
    "phpwind9",
    "phpwind75",
    "phpwind53",
    "phpwind_simple",
    "phpwind_wap",
    "discuz_message",
    "phpwind_message",
)
# How the boards write their own names; in small letters too.
_SPELLINGS: dict[str, tuple[str, ...]] = {"discuz": ("Discuz",), "phpwind": ("PHPWind", "PHPwind")}

# What an address or a generator says of a page. Only lines that know their own pages from all others may be named:
# those of phpwind take each other's but for their order.
_VIEWS = (
    ("archiver/", "discuz_archiver"),
    ("action=printable", "discuz_print"),
    ("mobile=2", "discuz_touch"),
    ("/simple/", "phpwind_simple"),
)
_GENERATORS = (
    ("Discuz! X", "discuz_x"),
    ("Discuz! 7", "discuz_7"),
    ("Discuz! 6", "discuz_6"),
    ("Discuz! 4", "discuz_4"),
    ("Discuz!NT", "discuznt_page"),
)


def thread_of(url: str) -> Thread | None:
    """The thread an address names, whatever form or view it is in; None where no known board has such addresses."""
    for family in map(_engine, FAMILIES):
        thread: Thread | None = family.thread_of(url)
        if thread is not None:
            return thread
    return None


def page_address(thread: Thread, number: int) -> str:
    """The address of page `number` (from 1) of the whole thread."""
    address: str = next(f for f in map(_engine, FAMILIES) if thread.board == f.BOARD).page_address(thread, number)
    return address


def read(page: Page, clock: Clock) -> ThreadPage | BoardMessage:
    """A page as the first engine that recognises it reads it; a `BoardMessage` of no board where none does.

    Raises LayoutChanged where an engine knows the page as its own and cannot read it.
    """
    decoded = decode(page)
    found = _read_as_written(decoded.text, page.url, clock)
    if isinstance(found, ThreadPage) and found.number >= found.total and found.whole_view is None:
        found = with_unseen_pages(found, decoded.text, page.url)
    if decoded.broken and isinstance(found, ThreadPage):
        note = f"第 {found.number} 页有 {decoded.broken} 处字节不成字(按 {decoded.charset} 读)"
        found = replace(found, notes=(*found.notes, note))
    return found


def _read_as_written(text: str, url: str, clock: Clock) -> ThreadPage | BoardMessage:
    """A page in whatever hand it is written; where no line finds posts in it, once more in the one all lines know."""
    try:
        found = _read(text, url, clock)
    except LayoutChanged:
        try:
            again = _read(rewritten(text), url, clock)
        except LayoutChanged:
            again = None
        if isinstance(again, ThreadPage):
            return again
        raise
    if isinstance(found, ThreadPage) or "<" not in text:
        return found
    again = _read(rewritten(text), url, clock)
    return again if isinstance(again, ThreadPage) else found


def _read(text: str, url: str, clock: Clock) -> ThreadPage | BoardMessage:
    for line in map(_engine, _likely_first(text, url)):
        if line.recognise(text):
            found: ThreadPage | BoardMessage = line.read(text, url, clock)
            return found
    return BoardMessage(text=_first_words(text))


_PAGE_LABEL = re.compile(r">[\s.…\[]*(\d{1,5})[\s\]]*\Z")
_LABEL_ENDS = tuple("0123456789] \n\t\r")
_HREF = re.compile(r"""\bhref\s*=\s*["']?([^"'\s>]+)""", re.I)
_TAG = 400  # characters an opening tag may take


def with_unseen_pages(found: ThreadPage, text: str, url: str) -> ThreadPage:
    """A page that calls itself the last, with the further pages its links name all the same.

    A skin may write its paginator as no engine knows it, and a thread cut short in silence would be a wrong tally. A
    link counts where its text is the number of the page it leads to; one that leads nowhere costs one request.
    """
    ahead: dict[int, str] = {}
    for link in text.split("</a>" if "</a>" in text else "</A>")[:-1]:
        label = _PAGE_LABEL.search(link, len(link) - 16) if link[-1:] in _LABEL_ENDS else None
        if label is None or (number := int(label.group(1))) <= found.total:
            continue
        href = _HREF.search(link[max(0, len(link) - 16 - _TAG) : label.start()].rpartition("<")[2])
        if href is not None and found.thread.tid in href.group(1):
            address = urljoin(url, html.unescape(href.group(1)))
            thread = thread_of(address)
            if thread is not None and thread.page == number and thread.tid == found.thread.tid:
                ahead[number] = address
    return replace(found, total=max(ahead), links={**ahead, **found.links}) if ahead else found


def _likely_first(text: str, url: str = "") -> tuple[str, ...]:
    """All lines in their order, but first the one that the address or the head of a page names, then those of its
    family: to ask a line costs a look at all of the page."""
    head = text[:4000]
    named = next((line for sign, line in _VIEWS if sign in url), "") or next(
        (line for sign, line in _GENERATORS if sign in head), ""
    )
    spelled = ((family, spelling) for family in FAMILIES for spelling in (family, *_SPELLINGS.get(family, ())))
    return _beginning_with(named, next((family for family, spelling in spelled if spelling in head), ""))


@cache
def _beginning_with(named: str, family: str) -> tuple[str, ...]:
    def rank(line: str) -> tuple[bool, bool, bool]:
        return line.endswith("_message"), line != named, not line.startswith(family)

    return tuple(sorted(LINES, key=rank))


@cache
def _engine(name: str) -> ModuleType:
    return import_module(f"parsers.boards.{name}")


def _first_words(text: str) -> str:
    """The start of what a page of no known board says, tags stripped: enough to tell the judge what came."""
    plain = re.sub(r"(?is)<(script|style)\b.*?</\1>|<[^>]*>", " ", text[:20000])
    return " ".join(plain.split())[:120]
