"""phpwind 3–6 and boards derived from them: no ids, `Posted:` and `[楼 主]` under the body, minutes only.

The author is bare text; his number is only in the icons over the body. What a filter or order in the address asks for
is ignored by these boards: the page is the whole thread's.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards.phpwind_page import pages_in, thread_here, thread_page
from parsers.boards.phpwind_pieces import (
    Found,
    Pieces,
    Source,
    by_class,
    child,
    enclosing,
    gathered,
    in_a_tag,
    need,
    uid_in,
)
from parsers.pages import Clock
from parsers.posts import LayoutChanged, ThreadPage
from parsers.words import one_line

_PIECES: Final = "a[name], .r_two, .tiptop, .tpc_content, .tipad, .pages"
_role_of: Final = by_class(
    {"r_two": "cell", "tiptop": "icons", "tpc_content": "body", "tipad": "foot", "pages": "pages"}
)
_POSTED: Final = ("Posted", "发表于", "發表於", "发布于", "發布於", "發佈於")
_FLOOR: Final = re.compile(r"[楼樓]\s*主|\d{1,7}\s*[楼樓]")
_HEADING: Final = re.compile(r"\s*[:：](?:\s|</b>)*(.{1,600}?)</t[hd]>", re.I | re.S)
_TAG: Final = re.compile(r"<[^>]*>")


def recognise(text: str) -> bool:
    """Whether a page is a thread page of this line, given that it is none of 7, which has all that 5 has."""
    return in_a_tag(text, "tpc_content") and in_a_tag(text, "tipad")


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The page's posts. Raises LayoutChanged where a post has no author, time or body."""
    tree, source = LexborHTMLParser(text), Source(text, url, clock, "blockquote3")
    posts, bars = gathered(tree.css(_PIECES), _role)
    found = [_found(pieces) for pieces in posts]
    thread = replace(thread_here(source, tree), view=None)
    return thread_page(thread, _title(text, tree), pages_in(bars, source), found, source)


def _role(node: LexborNode) -> str:
    given = node.attributes
    if node.tag != "a":
        return _role_of(given.get("class"))
    name = given.get("name") or ""
    return "post" if name == "tpc" or name.isdecimal() else ""


def _found(pieces: Pieces) -> Found:
    pid = pieces["post"].attributes.get("name") or ""
    cell, icons = need(pieces, "cell", pid), pieces.get("icons")
    author = child(cell, "b") or cell.css_first('b, strong, a[href*="action=show"]')
    profile = child(icons, "a") if icons is not None else cell.css_first("a")
    uid = uid_in(profile.attributes.get("href")) if profile is not None else None
    label, shown = _foot(need(pieces, "foot", pid), pid)
    name = (author.text() or "").strip() if author is not None else ""
    return Found(pid, name, uid, label, shown, None, need(pieces, "body", pid), enclosing(cell, "table"))


def _foot(foot: LexborNode, pid: str) -> tuple[str, str]:
    """`Posted: 2006-05-31 20:00 | IP: … [楼 主]`: what stands between time and floor differs from board to board."""
    words = foot.text() or ""
    at = next((at for word in _POSTED if (at := words.find(word)) >= 0), -1)
    if at < 0:
        raise LayoutChanged(f"帖子 {pid} 下面没有 Posted")
    time, _, rest = words[at:].partition("|")
    labels = _FLOOR.findall(rest or time)
    return labels[-1] if labels else "", time


def _title(text: str, tree: LexborHTMLParser) -> str:
    """The thread's title from the bar over the posts, which every page has; it is looked up in the source for speed."""
    at = next((at for word in ("本页主题", "本頁主題") if (at := text.find(word)) >= 0), -1)
    told = _HEADING.match(text, at + 4) if at >= 0 else None
    if told:
        return one_line(unescape(_TAG.sub("", told[1])))
    head = tree.css_first("h4")
    return " ".join((head.text() or "").split()) if head is not None else ""
