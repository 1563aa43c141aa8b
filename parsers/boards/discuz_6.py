"""Discuz! 6.0 and 6.1: the thread page, and the two pages a poll (reward, activity) is shown on.

Per post a `table#pidN`: `cite` the author, `strong#postnum_N` (6.1: `#postnumN`) the floor, the time loose in
`.postinfo`, `div#postmessage_N` the words or `div.notice` in their place. Times are absolute, edit notices at the end.

A special thread shows only its first post; the replies are a list of their own, counted from 1, pages too. Here the
first post is page 1 and floor 1, and the list begins at page 2 and floor 2.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards.discuz_page import (
    WITHHELD_FROM_OTHERS,
    Frame,
    Piece,
    assemble,
    frame,
    inner_page,
    only_author,
    paged,
    shows_one_author,
    uid_of,
)
from parsers.boards.discuz_table import author_of, cells_of, children
from parsers.boards.discuz_words import body_words, free_boxes, linked_files, typed_title, withholds
from parsers.boards.markup import has_class
from parsers.pages import Clock
from parsers.posts import LayoutChanged, ThreadPage
from parsers.words import Words, plain, tidy

_PARTS: Final = (
    '.postinfo, [id^="postnum"], [id^="postmessage_"], .postmessage > div.notice, .postmessage > h2, .postattachlist'
)
_KINDS: Final = ("notice", "postinfo", "postattachlist")
_FORUM: Final = re.compile(r"\bfid = parseInt\('(\d{1,9})'\)|[?&;]fid=(\d{1,9})\b")
_PID: Final = re.compile(r"#pid(\d{1,12})|[?&;](?:pid|reppost|repquote)=(\d{1,12})\b|postmessage_(\d{1,12})")
_STARTED: Final = re.compile(r"[开開]始[时時][间間]\D{0,20}(\d[\d\-/: ]{8,18}(?:\s*[AP]M)?)")
_COUNTED: Final = re.compile(r"回[复復覆]\D{0,3}(\d{1,7})")


def recognise(text: str) -> bool:
    """Thread pages of 6.x, whole or as the list of a special thread's replies."""
    if 'id="authorposton' in text:
        return False
    return ("viewthread" in text and has_class(text, "postauthor")) or has_class(text, "specialpost")


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The posts of one page. Raises LayoutChanged where a post, its author, its time or its body is not found."""
    html, wrapped = inner_page(text)
    tree = LexborHTMLParser(html)
    heading = tree.css_first("div.mainbox h1") or tree.css_first("#nav")
    title = plain(heading).rpartition("»")[2].strip() if heading else ""
    around = paged(frame(html, url, clock, modern=False, title=title), tree.css_first("div.pages"))
    replies = tree.css("div.specialpost")
    if replies:
        return _reply_list(around, replies)
    tables = tree.css('table[id^="pid"]')
    if not tables and (box := tree.css_first("div.specialthread, div.viewthread")) is not None:
        return _special(around, box, html)
    if not tables:
        raise LayoutChanged('Discuz 6 的帖子页里没有 table[id^="pid"]')
    if not wrapped and "</html" not in html and 'id="footer"' not in html:
        raise LayoutChanged("Discuz 6 的帖子页没有传完")
    if (link := tables[0].css_first(".postinfo a")) is not None and shows_one_author(link.text()):
        around = only_author(around)
    return assemble(around, [_piece(table, title) for table in tables])


def _piece(table: LexborNode, thread_title: str) -> Piece:
    pid = (table.id or "")[3:]
    left, content = cells_of(table)
    parts = {"cite": cite} if left is not None and (cite := left.css_first("cite")) is not None else {}
    for node in content.css(_PARTS):
        kinds = (node.attributes.get("class") or "").split()
        key = (node.id or "").rstrip("0123456789_") or next((kind for kind in kinds if kind in _KINDS), node.tag or "")
        parts.setdefault(key, node)
    name, info, body = parts.get("cite"), parts.get("postinfo"), parts.get("postmessage")
    notice = parts.get("notice")
    if name is None or info is None:
        raise LayoutChanged(f"帖子 {pid} 缺 cite 或 .postinfo")
    if notice is not None and not withholds(notice):
        notice = None
    if body is None and notice is None:
        raise LayoutChanged(f"帖子 {pid} 没有正文 #postmessage_{pid}，也没有屏蔽提示")
    author, uid = author_of([name])
    title, label, files = parts.get("h2"), parts.get("postnum"), parts.get("postattachlist")
    own_title = typed_title(title.text()) if title else ""
    withheld = notice is not None and WITHHELD_FROM_OTHERS.search(notice.text())
    words = Words("") if body is None or withheld else _words(body)
    nothing_else = body is not None and not words.text and not words.quotes and body.css_first("div.notice") is not None
    return Piece(
        pid=pid,
        label=label.text() if label else "",
        author=author,
        uid=uid or _filter_uid(info),
        time=_loose(info),
        exact=None,
        words=words,
        title="" if own_title == thread_title else own_title,
        hidden=notice is not None or nothing_else,
        attached=linked_files(files) if files else (),
    )


def _words(body: LexborNode) -> Words:
    words = body_words(body)
    free = free_boxes(body) if words.quotes else {}
    return body_words(body, free) if free else words


def _loose(info: LexborNode) -> str:
    """The time stands as bare text between the floor and the links."""
    return " ".join(node.text_content or "" for node in children(info, "-text"))


def _filter_uid(info: LexborNode) -> str | None:
    """The number in 只看该作者: there also for an account that was deleted."""
    found = (uid_of(link.attributes.get("href")) for link in children(info, "a"))
    return next((uid for uid in found if uid not in (None, "0")), None)


def _special(around: Frame, box: LexborNode, html: str) -> ThreadPage:
    """The page of a special thread: one post, and the way to the list of its replies."""
    body = box.css_first('[id^="postmessage_"]') or box.css_first("div.postmessage")
    author = box.css_first('.postauthor a[href*="username="], .postauthor a[href*="uid="]')
    started = _STARTED.search(plain(box))
    if body is None or author is None or started is None:
        raise LayoutChanged("Discuz 6 的特殊主题页缺正文、发起人或开始时间")
    pid = _PID.search(body.id or "") or _PID.search(box.html or "")
    others = {node.mem_id: "junk" for node in body.css("form, h2, .box, fieldset")}
    words = body_words(body, others | free_boxes(body))
    piece = Piece(
        pid=next(filter(None, pid.groups())) if pid else "first",
        label="1#",
        author=tidy(author.text()).strip(),
        uid=uid_of(author.attributes.get("href")),
        time=started[1],
        exact=None,
        words=words,
    )
    forum = _FORUM.search(html)
    counted = _COUNTED.search(plain(box))
    if "ajaxspecialpost" not in html or (counted and counted[1] == "0"):
        return assemble(replace(around, number=1, total=1, links={}), [piece])
    fid = next(filter(None, forum.groups())) if forum else "0"
    address = f"{around.thread.base}viewthread.php?fid={fid}&tid={around.thread.tid}&do=viewspecialpost&page=1"
    return assemble(replace(around, number=1, total=2, links={2: address}), [piece])


def _reply_list(around: Frame, replies: list[LexborNode]) -> ThreadPage:
    links = {number + 1: address for number, address in (around.links or {}).items()}
    around = replace(around, number=around.number + 1, total=around.total + 1, links=links)
    return assemble(around, [_reply(node) for node in replies])


def _reply(node: LexborNode) -> Piece:
    info, body = node.css_first(".postinfo"), node.css_first(".t_msgfont")
    pid = _PID.search(node.html or "")
    named = node.css_first('a[id^="author_"]') or node.css_first(".postinfo h2 a") or node.css_first(".postinfo h2")
    notice = node.css_first(".postmessage > div.notice, .postinfo ~ div.notice")
    if info is None or pid is None or named is None or (body is None and notice is None):
        raise LayoutChanged("Discuz 6 的特殊主题回复缺 .postinfo、帖号、作者或正文")
    floor = info.css_first("strong")
    digits = re.sub(r"\D", "", floor.text()) if floor else ""
    name = tidy(named.text()).strip()
    return Piece(
        pid=next(filter(None, pid.groups())),
        label=f"{int(digits) + 1}#" if digits else "",
        author=name.split("\n")[0] if named.tag == "a" else name.split(" ")[0],
        uid=uid_of(named.attributes.get("href")),
        time=plain(info).replace(name, " ", 1),
        exact=None,
        words=_words(body) if body else Words(""),
        hidden=body is None,
    )
