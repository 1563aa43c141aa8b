"""What the thread pages of every phpwind line have in common, once a line has found the pieces of its posts.

A line knows where author, time, floor and body stand. What floors are called, what an edit notice says, what a
paginator tells and what a filtered or reversed view looks like is the same from 5 to 9 and is told here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Final
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards import phpwind
from parsers.boards.phpwind_boxes import EDITED, Body, read_body
from parsers.boards.phpwind_pieces import Found, Pages, Source
from parsers.pages import Clock
from parsers.posts import Comment, Edit, LayoutChanged, Post, Stamp, Thread, ThreadPage
from parsers.times import board_time
from parsers.words import plain

_NUMBERED: Final = re.compile(r"[第#]?(\d{1,7})\s?(?:号?[楼樓]|层|層|[#FfLl])?\Z")
_FROM_FLOOR: Final = re.compile(r"[来來]自(\d{1,7})")
# The templates number their own elements by floor, also where the label is a name the board's owner chose.
_POSITIONS: Final = ('"readFace_', '"showface_', '"info_', '"app_read_floor_', "&amp;article=", "&article=")
_DIGITS: Final = re.compile(r"[0-9]{1,7}(?![0-9])")
_NAMED: Final = {"沙发": 1, "沙發": 1, "板凳": 2, "地板": 3}
_OPENING: Final = ("tpc", "0")
# 回 12楼(某人) 的帖子: the reply button repeats floor and author, also in skins without an author panel.
_BUTTON: Final = re.compile(r"postreply\('[^(']*?(\d*)\s*[楼樓]?主?\(([^']+?)\) ?的")
_ATTACHED: Final = (
    '[id^="att_"] img[src], [id^="read_Att_"] img[src], .read_attach_pic img[src], a[href*="action=download"], '
    "a.J_attach_post_buy[href]"
)
_REFUSED: Final = re.compile(
    r"[该該][帖主][题題]?(?:已被(?:管理员|管理員)?(?:屏蔽|删除|刪除)|[还還]未通[过過][检檢][查])[!！。]?"
    r"|用[户戶]被禁言.{0,12}|此帖已被屏蔽[!！。]?"
)
_BASE: Final = re.compile(r"<base\b[^>]*?href\s*=\s*[\"']?([^\"'\s>]+)", re.I)
_OF_PAGES: Final = re.compile(r"(\d{1,6})\s*/\s*(\d{1,6})")
_ENDS: Final = ("</html", "</body", "footer", "owered by", "</HTML")
_STORED_COPY: Final = "这是论坛存成静态文件的一页，之后的编辑和屏蔽可能不在里面"
_SOME_NIGHT: Final = datetime(2001, 1, 1)


def as_shown(thread: Thread, found: Sequence[Found]) -> Thread:
    """The thread in the view a page of 7 or 8 shows: one author's posts only where it offers to show all again."""
    filtered = found and found[0].around.css_first('a[title="显示全部帖子"], a[title="顯示全部帖子"]') is not None
    return replace(thread, view=phpwind.AUTHOR_ONLY if filtered else None)


def floor_of(label: str, pid: str, place: int, around: LexborNode) -> int | None:
    """The floor a label stands for, counted as phpwind counts: the opening post is 0.

    Names (沙发, or whatever the owner chose) are told by the place on the page, else by the number the template gives
    the post's elements.
    """
    numbered = _NUMBERED.match(label)
    if numbered:
        return int(numbered[1])
    if pid in _OPENING:
        return 0
    words = "".join(label.split()).strip("[]")
    numbered = _NUMBERED.match(words) or _FROM_FLOOR.search(words)
    if numbered:
        return int(numbered[1])
    named = _NAMED.get(words)
    if named is not None and named == place:
        return named
    position = _position(around.html or "")
    return named if position is None else position


def _position(html: str) -> int | None:
    for sign in _POSITIONS:
        at = html.find(sign)
        if at >= 0 and (digits := _DIGITS.match(html, at + len(sign))):
            return int(digits[0])
    return None


def edit_in(notice: str, clock: Clock) -> Edit | None:
    """Who edited last and when, from the board's notice; None where the text is no notice."""
    found = EDITED.search(notice)
    if found is None:
        return None
    return Edit((found["by"] or found["by9"]).strip(), board_time(found["at"] or found["at9"], clock))


def thread_here(source: Source, tree: LexborHTMLParser) -> Thread:
    """The thread a page belongs to: by its address, else (saved pages) by what the page says of itself."""
    thread = phpwind.thread_of(source.url)
    if thread is not None and thread.tid:
        return thread
    base = base_of(source)
    named = tree.css_first('input[name="tid"]')
    tid = (named.attributes.get("value") or "") if named is not None else ""
    if tid.isdecimal():
        thread = phpwind.thread_of(f"{base}read.php?tid={tid}")
    for link in tree.css('a[href*="tid="], a[href*="simple/"]') if thread is None or not thread.tid else ():
        thread = phpwind.thread_of(absolute(base, link.attributes.get("href")))
        if thread is not None and thread.tid:
            break
    if thread is not None and thread.tid:
        return replace(thread, page=None, view=None, post=None)
    return Thread(phpwind.BOARD, base, tid if tid.isdecimal() else "", source.url)


def base_of(source: Source) -> str:
    """What relative links stand on: `<base href>`, else the page's own folder."""
    head = _BASE.search(source.text, 0, 6000)
    if head is None:
        return source.url.rpartition("/")[0] + "/"
    return head[1] if head[1].startswith("http") else absolute(source.url, head[1])


def absolute(base: str, address: str | None) -> str:
    try:
        return urljoin(base, address or "")
    except ValueError:  # addresses are the page's, and pages hold anything
        return ""


def pages_in(bars: Iterable[LexborNode], source: Source) -> Pages:
    """Number and count of pages by the first paginator that says which page this is; 1 of 1 where there is none."""
    for bar in bars:
        linked: dict[int, str] = {}
        number, node = 0, bar.first_child
        while node is not None:
            tag = node.tag
            if tag in ("a", "b", "strong") and _is_number(words := (node.text() or "").strip(" \xa0.…\n\t\r")):
                if tag == "a":
                    linked.setdefault(int(words), node.attributes.get("href") or "")
                else:
                    number = number or int(words)
            node = node.next
        if number:
            told = _OF_PAGES.search(bar.text() or "")
            last = int(told[2]) if told and int(told[1]) == number else number
            base = base_of(source)
            links = tuple((page, _joined(base, href)) for page, href in linked.items())
            return Pages(number, max(number, last, *linked), links)
    return Pages()


def _joined(base: str, address: str) -> str:
    """`urljoin` without its cost for the two forms nearly every page has."""
    if address.startswith(("http://", "https://")):
        return address
    return base + address if address.startswith("read") and base.endswith("/") else absolute(base, address)


def _is_number(words: str) -> bool:
    return words.isdecimal() and words.isascii() and len(words) < 7


def thread_page(thread: Thread, title: str, pages: Pages, found: Sequence[Found], source: Source) -> ThreadPage:
    """A page from the pieces of its posts, as the view in `thread` shows it.

    Raises LayoutChanged where there is no post at all, one lacks what every post of its line has, or the page is cut.
    """
    if not found:
        raise LayoutChanged("页面是帖子页的样子，但一个帖子也没找到")
    if not _is_whole(source.text):
        raise LayoutChanged("页面没有传完")
    posts: list[Post] = []
    notes = [_STORED_COPY] if phpwind.is_stored(source.url) else []
    missing: tuple[str, ...] = ()
    attached = _has_attached(source)
    opened = found[0].pid in _OPENING
    for place, pieces in enumerate(found):
        if not pieces.pid:
            notes.append(_gap(pieces))
            continue
        body = read_body(pieces.body, source.quote_class)
        post = _post(thread, pages.number, pieces, place if opened else -1, body, source.clock)
        if attached or post.images:
            post = replace(post, images=_pictures(post.images, pieces.around if attached else None, source))
        posts.append(post)
        if body.withheld:
            notes.append(_withheld(post, body))
        if post.time is None:
            missing = ("times",)
    page = ThreadPage(thread, title, pages.number, pages.total, tuple(posts), missing=missing, notes=tuple(notes))
    return _as_viewed(page, pages)


def _has_attached(source: Source) -> bool:
    """Whether anything is attached on the page; the form for replies has `att_mode` and the like on all of them."""
    text, sign = source.text, source.attached
    at = text.find(sign)
    while at >= 0 and text[at + len(sign) : at + len(sign) + 1].isalpha():
        at = text.find(sign, at + 1)
    return at >= 0


def _pictures(shown: tuple[str, ...], around: LexborNode | None, source: Source) -> tuple[str, ...]:
    """Full addresses of the pictures in a post and of what is attached to it."""
    added = (
        [node.attributes.get("src") or node.attributes.get("href") for node in around.css(_ATTACHED)] if around else []
    )
    base = base_of(source)
    return tuple(dict.fromkeys(absolute(base, address) for address in (*shown, *added) if address))


def _is_whole(text: str) -> bool:
    """Whether anything follows the last post: of a page cut short, posts would be missing without a trace."""
    last = text.rfind("tpc_content")
    last = last if last >= 0 else text.rfind("editor_content")
    return any(text.find(sign, last) >= 0 for sign in _ENDS)


def mostly_falling(numbers: Sequence[int]) -> bool:
    """Whether numbers run downwards; sticky replies in front make a step or two upwards or down."""
    return 2 * sum(later < earlier for earlier, later in pairwise(numbers)) > len(numbers) - 1 > 0


def oldest_first(page: ThreadPage) -> ThreadPage:
    """A newest-first page whose floors are true, turned round; the opening post stays where it is.

    Where the address asked for that order, the whole thread is asked for in the other one: the board remembers the last
    choice in a cookie. Where nobody asked, it is the board's own setting, and all its pages come so.
    """
    floors = [post.floor for post in page.posts[1:] if post.floor is not None]
    if not mostly_falling(floors):
        return page
    opening = page.posts[:1] if page.posts[0].pid in _OPENING else ()
    return replace(page, posts=(*opening, *reversed(page.posts[len(opening) :])))


def _as_viewed(page: ThreadPage, pages: Pages) -> ThreadPage:
    """What the view leaves out or turns round, and where the whole thread is then."""
    thread = page.thread
    if thread.view == phpwind.AUTHOR_ONLY:  # floors are counted anew in it
        posts = tuple(replace(post, floor=None, url=f"{thread.url}#{post.pid}") for post in page.posts)
        missing = (*page.missing, "posts", "floors")
        page = replace(page, posts=posts, missing=missing, whole_view=phpwind.page_address(thread, 1))
    links = {number: address for number, address in pages.links if phpwind.is_beside(address, thread)}
    if 1 in links and thread.view is None:
        links[1] = phpwind.page_address(thread, 1)
    return replace(page, links=links)


def _gap(pieces: Found) -> str:
    """A floor that holds no post any more; the board keeps its number and a sentence."""
    label = "".join(pieces.label.split()) or "有一楼"
    return f"{label}是空的（{' '.join(plain(pieces.body).split())[:40]}）"


def _withheld(post: Post, body: Body) -> str:
    place = f"{post.floor} 楼" if post.floor is not None else f"帖子 {post.pid}"
    return f"{place}（{post.author}）有内容读不到：{body.withheld}"


def _post(thread: Thread, number: int, pieces: Found, place: int, body: Body, clock: Clock) -> Post:
    pid, words = pieces.pid, body.words
    author = pieces.author or _by_button(pieces.around)
    if not author:
        raise LayoutChanged(f"帖子 {pid} 找不到作者")
    hidden = body.blocked or (5 < len(words.text) < 24 and _REFUSED.fullmatch(words.text) is not None)
    notice = pieces.notice or body.notice
    return Post(
        phpwind.BOARD,
        thread.url,
        pid,
        None if pieces.unnumbered else floor_of(pieces.label, pid, place, pieces.around),
        author,
        pieces.uid,
        _time(pieces, clock),
        "" if hidden else words.text,
        edit_in(notice, clock) if notice else None,
        tuple(map(_without_label, words.quotes)) if words.quotes else (),
        words.struck,
        hidden,
        tuple(Comment("楼主", None, remark) for remark in body.remarks) if body.remarks else (),
        words.images,
        number,
        phpwind.post_address(thread, number, pid),
    )


def _without_label(quote: str) -> str:
    """A quote without the word 引用 that 7 and 8 put over it in a line of its own."""
    return quote[2:].lstrip() if quote[:3] in ("引用\n", "引用 ") else quote


def _time(pieces: Found, clock: Clock) -> Stamp | None:
    """When it was posted; None only where the page says "3 小时前" and nobody knows when the page was fetched."""
    time = board_time(pieces.shown, clock, pieces.exact)
    if time is None and (clock.now is not None or board_time(pieces.shown, replace(clock, now=_SOME_NIGHT)) is None):
        raise LayoutChanged(f"帖子 {pieces.pid} 的时间读不懂：{' '.join(pieces.shown.split())[:40]}")
    return time


def _by_button(around: LexborNode) -> str:
    button = _BUTTON.search(around.html or "")
    return button[2].strip() if button else ""
