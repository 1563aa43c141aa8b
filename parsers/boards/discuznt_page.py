"""Discuz!NT 2.x and 3.x (ASP.NET): their thread pages.

Per post a `table` whose id is the pid: `.poster` the author, `a.floor` the floor, `.postinfo em` the time (words with
the minute in a title), `div#messageN` the words, `div.lastediter` the edit notice under them, `div.hintinfo` in their
place where the board withholds them. 2.x names its author in `cite` (a guest in `.ipshow`), links the floor in bold,
always writes the whole time, and keeps the account's number in a menu behind the table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards.discuz_floors import label_of, settle
from parsers.boards.discuz_url import AUTHOR_ONLY, ONE_POST, REVERSE, cut
from parsers.boards.discuz_words import typed_title
from parsers.boards.discuznt import BOARD, thread_of
from parsers.pages import Clock
from parsers.posts import BoardMessage, Edit, LayoutChanged, Post, Thread, ThreadPage
from parsers.times import board_time
from parsers.words import Words, one_line, own_words, plain, tidy

_GENERATOR: Final = re.compile(r"content=[\"']Discuz!NT|Powered by\s*(?:<[^>]{0,200}>\s*){0,3}Discuz!NT")
_PID: Final = re.compile(r"[0-9]{1,12}\Z")
_UID: Final = re.compile(r"(?:userinfo-|posterid=|userid=|msgtoid=|space/\?uid=)(\d{1,12})")
_EDITED: Final = re.compile(r"(?P<by>\S.*?)\s*最后编辑于\s*(?P<time>\d[\d\-/: ]{8,18})")
_ACCOUNT: Final = 'a[href*="userinfo"], a[href*="posterid="], a[href*="msgtoid="], a[href*="space/?uid="]'
_CLOCK: Final = re.compile(r"\d[:：]\d|[前天才]")
_PAGE: Final = re.compile(r"showtopic-\d+-(\d{1,6})\.aspx|[?&;]page=(\d{1,6})\b")
_NUMBER: Final = re.compile(r"\d{1,7}")
_TID: Final = re.compile(r"(?:topicid\s*=\s*[\"']?|showtopic-|topicid=)(\d{1,12})", re.I)
_OTHERS: Final = re.compile(r"只有管理员可见|[您你]拥有管理权限")
_SILENCED: Final = re.compile(r"该用户帖子内容已被屏蔽[。!！]?")  # 2.x writes it in place of the words, in no box
_PARTS: Final = (
    ".poster, .postauthor cite, .ipshow, a.floor, .postinfo em, .t_msgfont, .t_smallfont, .t_bigfont, .lastediter, "
    ".hintinfo, .postmessage > h2, .rwdn .t_f, .postattachlist"
)
_JUNK: Final = (
    "font.jammer, .lastediter, .hintinfo, h2, .attach, .t_attach, .blockcode em, .postattachlist, #topictag, form"
)


def recognise(text: str) -> bool:
    """Any page of Discuz!NT, threads and messages."""
    if 'id="postsContainer"' in text:
        return ".aspx" in text
    return "Discuz!NT" in text and _GENERATOR.search(text) is not None


def read(text: str, url: str, clock: Clock) -> ThreadPage | BoardMessage:
    """The posts of one page, or the board's message. Raises LayoutChanged where a post, its author, its time or its
    words are not found."""
    html = text.replace("\0", "")
    tree = LexborHTMLParser(html)
    tables = [table for table in tree.css("table[id]") if _PID.match(table.id or "") and _is_post(table)]
    if not tables:
        if "t_msgfont" in html or 'id="postsContainer"' in html:
            raise LayoutChanged("Discuz!NT 的帖子页里没有以帖号为 id 的 table")
        return _message(tree)
    if html.find("</html", html.rfind("postcontent")) < 0 and html.find("Powered by", html.rfind("postcontent")) < 0:
        raise LayoutChanged("Discuz!NT 的帖子页没有传完")
    page, total, links = _pages(tree, url)
    thread = _thread(html, url)
    if "显示全部" in html and any("显示全部" in link.text() for link in tables[0].css(".postinfo a")):
        thread = replace(thread, view=AUTHOR_ONLY)
    found = [_post(table, thread, page, clock) for table in tables]
    posts = _with_floors(found, tables, thread, page)
    lacks: dict[str | None, tuple[str, ...]] = {AUTHOR_ONLY: ("posts", "floors"), ONE_POST: ("posts",)}
    return ThreadPage(
        thread=replace(thread, page=page),
        title=_title(tree),
        number=page,
        total=total,
        posts=posts,
        links=links,
        missing=lacks.get(thread.view, ()),
        whole_view=thread.url if thread.view not in (None, REVERSE) else None,
    )


def _is_post(table: LexborNode) -> bool:
    return table.css_first("td.postcontent, .t_msgfont, .hintinfo") is not None


def _message(tree: LexborHTMLParser) -> BoardMessage:
    heading = tree.css_first("title")
    title = tidy(heading.text()).strip() if heading else ""
    box = tree.css_first("div.message, .msg_inner, .msgbox")
    lines = [" ".join(plain(node).split()) for node in box.css("p")] if box else []
    said = " ".join(line for line in lines if line and "返回上一" not in line)
    return BoardMessage(said[:300] or title, BOARD, title)


def _title(tree: LexborHTMLParser) -> str:
    heading = tree.css_first("#firstpost h2, #firstpost h1, .postmessage h1") or tree.css_first("h1")
    whole = heading.css_first("span[title]") if heading is not None else None  # a long title is cut, but for a hint
    if whole is not None and (shown := tidy(whole.attributes.get("title") or "").strip()):
        return shown
    if heading is not None and (shown := plain(heading, "cite, a, span.xs0").strip()):
        return shown
    title = tree.css_first("title")
    return tidy(title.text()).split(" - ")[0].strip() if title else ""


def _thread(html: str, url: str) -> Thread:
    named = thread_of(url) if url else None
    if named is not None:
        return named
    found, address = _TID.search(html), cut(url)
    if found is None:
        raise LayoutChanged("页面上和网址里都没有主题号")
    base = address.base if address else ""
    return Thread(BOARD, base, found[1], f"{base}showtopic-{found[1]}.aspx")


def _pages(tree: LexborHTMLParser, url: str) -> tuple[int, int, dict[int, str]]:
    """Number shown, number of pages, links. The current page is not a link; where none is marked the address tells."""
    box = tree.css_first("div.pages")
    named = thread_of(url)
    asked = (named.page if named else None) or 1
    if box is None:
        return 1, 1, {}
    links: dict[int, str] = {}
    for link in box.css("a[href]"):
        href = link.attributes.get("href") or ""
        if found := _PAGE.search(href):
            links.setdefault(int(found[1] or found[2]), urljoin(url, href))
    marked = box.css_first("strong, span.current, em")
    numbers = [int(word) for word in _NUMBER.findall(marked.text())] if marked else []
    current = numbers[0] if numbers else asked
    return current, max([current, *numbers, *links]), links


def _post(table: LexborNode, thread: Thread, page: int, clock: Clock) -> Post:
    pid = table.id or ""
    parts: dict[str, LexborNode] = {}
    for node in table.css(_PARTS):
        kinds = (node.attributes.get("class") or "").split()
        name = next((_NAMES[kind] for kind in kinds if kind in _NAMES), node.tag or "")
        if name != "em" or _CLOCK.search(node.text()):  # in a debate the side stands before the time
            parts.setdefault(name, node)
    poster = parts.get("poster") or parts.get("cite") or parts.get("ipshow")
    moment, body = parts.get("em"), parts.get("t_msgfont")
    notice = parts.get("hintinfo")
    cell = table.css_first("td.postauthor p em") if poster is None else None  # a guest has no name: 未注册
    if (poster is None and cell is None) or moment is None:
        raise LayoutChanged(f"帖子 {pid} 缺 .poster 或 .postinfo em")
    if "t_f" in parts and (body is None or not body.text().strip()):
        body = parts["t_f"]  # the question of a reward stands in its own box
    if body is None and notice is None:
        raise LayoutChanged(f"帖子 {pid} 没有正文 #message{pid}，也没有屏蔽提示")
    outside = notice is not None and (body is None or not _inside(notice, body))
    exact = moment.css_first("span[title]")
    words = Words("") if body is None or _for_moderators(notice) else own_words(body, quote="div.quote", junk=_JUNK)
    silenced = _SILENCED.fullmatch(words.text) is not None
    if silenced:
        words = Words("")
    title = typed_title(parts["h2"].text()) if "h2" in parts and table.css_first("#firstpost") is None else ""
    return Post(
        board=BOARD,
        thread=thread.url,
        pid=pid,
        floor=None,
        author=_name(poster or cell),
        uid=_uid(table),
        time=board_time(moment.text(), clock, exact.attributes.get("title") if exact else None),
        text=f"{title}\n{words.text}".strip("\n") if title else words.text,
        edited=_edit(parts.get("lastediter"), clock),
        quotes=words.quotes,
        struck=words.struck,
        hidden=outside or silenced or (notice is not None and not words.text),
        images=tuple(urljoin(thread.base, image) for image in (*words.images, *_attached(parts.get("postattachlist")))),
        page=page,
        url=f"{thread.base}showtopic.aspx?topicid={thread.tid}&postid={pid}#{pid}",
    )


_NAMES: Final = {
    name: name for name in ("poster", "ipshow", "floor", "t_msgfont", "lastediter", "hintinfo", "t_f", "postattachlist")
} | {"t_smallfont": "t_msgfont", "t_bigfont": "t_msgfont"}


def _name(cell: LexborNode | None) -> str:
    return one_line(plain(cell.css_first("a, span, strong") or cell).split("\n")[0]) if cell is not None else ""


def _attached(files: LexborNode | None) -> list[str]:
    if files is None:
        return []
    found = [image.attributes.get("newsrc") or image.attributes.get("src") for image in files.css("img[imageid]")]
    found += [link.attributes.get("href") for link in files.css('dl.t_attachlist a[href*="attachmentid="]')]
    return [address for address in found if address]


def _inside(node: LexborNode, around: LexborNode) -> bool:
    above = node.parent
    while above is not None and above.mem_id != around.mem_id:
        above = above.parent
    return above is not None


def _for_moderators(notice: LexborNode | None) -> bool:
    return notice is not None and _OTHERS.search(notice.text()) is not None


def _uid(table: LexborNode) -> str | None:
    """Only links tell it: to the account's page, to its posts, for a message to it; those of 2.x in a menu behind."""
    for place in (table, _menu(table)):
        for link in place.css(_ACCOUNT) if place is not None else ():
            if found := _UID.search(link.attributes.get("href") or ""):
                return found[1] if found[1] != "0" else None
    return None


def _menu(table: LexborNode) -> LexborNode | None:
    """The menu of the post's author, where one stands before the next post."""
    node = table.next
    while node is not None and node.tag != "table":
        if "userinfopanel" in (node.attributes.get("class") or ""):
            return node
        node = node.next
    return None


def _edit(notice: LexborNode | None, clock: Clock) -> Edit | None:
    found = _EDITED.search(tidy(notice.text())) if notice else None
    return Edit(found["by"], board_time(found["time"], clock)) if found else None


def _with_floors(posts: Sequence[Post], tables: Sequence[LexborNode], thread: Thread, page: int) -> tuple[Post, ...]:
    """Floors of a view of one author are his own numbering and left out."""
    if thread.view == AUTHOR_ONLY:
        return tuple(posts)
    shown = [node.text() if (node := table.css_first("a.floor, .postinfo a.bold")) else "" for table in tables]
    floors = settle([label_of(text) for text in shown], [post.pid for post in posts], page=page, complete=False)
    return tuple(replace(post, floor=floor) for post, floor in zip(posts, floors, strict=True))
