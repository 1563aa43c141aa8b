"""Discuz! 4.0 and 4.1: the thread page. Nothing has an id; `a[name=pidN]` stands before the words of each post.

Around it a table of two rows: author and words above, time (12-hour by default) and floor `#N` below. Edit notices at
the end, quotes as a caption `QUOTE:` over a box, no link back.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards.discuz_page import Frame, Piece, assemble, frame, inner_page, joined, page_in
from parsers.boards.discuz_table import author_of
from parsers.boards.discuz_words import body_words, typed_title
from parsers.pages import Clock
from parsers.posts import LayoutChanged, ThreadPage
from parsers.words import Words, one_line, plain, tidy

_ANCHOR: Final = 'a[name^="pid"]'
_PAGES: Final = re.compile(r">(?:&nbsp;|\s)*(\d{1,6})/(\d{1,6})(?:&nbsp;|\s)*</td>", re.I)
_BLOCKED: Final = re.compile(r"\*{2,3}\s*(作者被禁止或[删刪]除|[该該]帖被)[^*\n]{0,30}\*{2,3}\Z")
_NOBODY: Final = re.compile(r"匿名|游客|遊客|[该該]用[户戶]已被[删刪]除")
_HEADING: Final = re.compile(r"[标標][题題]\s*[::]\s*")
_CAPTION: Final = re.compile(
    r"^(?:QUOTE|CODE|FREE|引用|代[码碼]|免[费費][内內]容)\s*[::][ \t]*(?:\[[^\]\n]*\])?[ \t]*$\n?", re.M
)
# What the board says in place of, and around, words for those who have answered or have credits enough.
_KEPT_BACK: Final = re.compile(r"\*{3,5} ?本[内內]容[^*\n]{0,40}\*{3,5}")
_SHOWN: Final = re.compile(r"^以下[内內]容[^\n]{0,20}才[能可][^\n]{2,4}$\n={30}$\n?|^={30}$\n?", re.M)
_BOXES: Final = 'div.altbg2, div.msgborder, a[href*="view=getattach"], a.bold[href^="attachment.php"], span.smalltxt'
_FLOOR: Final = re.compile(r"#\d{1,7}")
_FILE: Final = re.compile(r"^ ?:[^\n]*\(\d{4}-[^()\n]*\)$\n?", re.M)  # what stands around the links to a file


def recognise(text: str) -> bool:
    """Thread pages: the anchor before each post and the tables of 4.x, which have no class of their own."""
    return ' name="pid' in text and "maintable" in text


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The posts of one page. Raises LayoutChanged where a post, its author, its time or its words are not found."""
    html, _ = inner_page(text)
    tree = LexborHTMLParser(html)
    anchors = tree.css(_ANCHOR)
    if not anchors:
        raise LayoutChanged('Discuz 4 的帖子页里没有 a[name^="pid"]')
    if "</html" not in html and 'name="bottom"' not in html:
        raise LayoutChanged("Discuz 4 的帖子页没有传完")
    title = _title(tree)
    around = _paged(frame(html, url, clock, modern=False, title=title), tree, html)
    # 4.x knows no view of one author and no reversed one: it answers with the whole thread.
    around = replace(around, thread=replace(around.thread, view=None))
    return assemble(around, [_piece(anchor, title) for anchor in anchors])


def _title(tree: LexborHTMLParser) -> str:
    for cell in tree.css("td.bold"):
        if found := _HEADING.match(text := plain(cell).strip()):
            return text[found.end() :]
    return ""


def _paged(around: Frame, tree: LexborHTMLParser, html: str) -> Frame:
    """`1/7` in a cell of its own, and page numbers as links."""
    found = _PAGES.search(html)
    if found is None:
        return around
    number, total = int(found[1]), int(found[2])
    links: dict[int, str] = {}
    for link in tree.css('td > a[href*="page="]'):
        href = link.attributes.get("href") or ""
        target = page_in(href)
        if target and f"tid={around.thread.tid}&" in href:
            links.setdefault(target, joined(around.root, href))
    return replace(around, number=number, total=max(total, number), links=links)


def _piece(anchor: LexborNode, thread_title: str) -> Piece:
    pid = re.sub(r"\D", "", anchor.attributes.get("name") or "")
    table, cell = _post_table(anchor), _author_cell(anchor)
    link = _floor_link(table) if table is not None else None
    moment = link.parent.prev if link is not None and link.parent is not None else None
    while moment is not None and moment.tag != "td":
        moment = moment.prev
    if cell is None or link is None or moment is None:
        raise LayoutChanged(f"帖子 {pid} 缺作者格或楼层链接")
    author, uid = author_of([cell])
    if uid is None:
        author = _unlinked(cell)
    if not author:
        raise LayoutChanged(f"帖子 {pid} 的作者格里没有名字")
    body, own_title = _body(anchor)
    words = words_with_boxes(body) if body else Words("")
    nothing = _KEPT_BACK.fullmatch(words.text.strip()) is not None
    blocked = body is None or nothing or _BLOCKED.match(words.text) is not None
    if "**" in words.text:
        words = replace(words, text=tidy(_KEPT_BACK.sub("", words.text)))
    return Piece(
        pid=pid,
        label=link.text(),
        author=author,
        uid=uid,
        time=moment.text(),
        exact=None,
        words=Words("") if blocked else words,
        title="" if own_title == thread_title else typed_title(own_title),
        hidden=blocked,
        attached=() if body is None else _files(body),
    )


def _floor_link(table: LexborNode) -> LexborNode | None:
    """`#12`: its script holds the post's address, but browsers leave scripts out of what they save."""
    link = table.css_first('a[onclick*="#pid"]')
    if link is not None:
        return link
    return next((bold for bold in table.css("a.bold") if _FLOOR.fullmatch(bold.text().strip())), None)


def _files(body: LexborNode) -> tuple[str, ...]:
    """Attachments stand behind the words, pictures with an address of their own."""
    found = []
    node = body.next
    while node is not None:
        if node.tag in ("a", "img"):
            address = node.attributes.get("href") or node.attributes.get("src") or ""
            if "attachment" in address:
                found.append(address)
        node = node.next
    return tuple(found)


def _unlinked(cell: LexborNode) -> str:
    """A name without a link: in bold, or of somebody who has no page (匿名, a guest, a deleted account)."""
    bold = cell.css_first(".bold, b")
    if bold is not None:
        return one_line(bold.text())
    first = plain(cell).split("\n")[0].strip()
    return first if _NOBODY.search(cell.text()) else ""


def _post_table(anchor: LexborNode) -> LexborNode | None:
    node = anchor.parent
    while node is not None and not (node.tag == "table" and "tableborder" in (node.attributes.get("class") or "")):
        node = node.parent
    return node


def _author_cell(anchor: LexborNode) -> LexborNode | None:
    """The cell left of the one the words stand in."""
    node = anchor.parent
    while node is not None:
        before = node.prev if node.tag == "td" else None
        while before is not None and before.tag != "td":
            before = before.prev
        if before is not None:
            return before
        node = node.parent
    return None


def _body(anchor: LexborNode) -> tuple[LexborNode | None, str]:
    """The words (a span with a font size) and the post's own title (bold, small) in the cell of the anchor."""
    title = ""
    node = anchor.next
    while node is not None:
        if node.tag == "span":
            if "font-size" in (node.attributes.get("style") or ""):
                return node, title
            bold = node.css_first("span.bold")
            if bold is not None and len(bold.text()) == len(node.text()):  # not `[广告]: …`
                title = tidy(bold.text()).strip()
        node = node.next
    blocked = anchor.parent is not None and "***" in anchor.parent.text()
    if not blocked:
        raise LayoutChanged(f"帖子 {anchor.attributes.get('name')} 没有正文")
    return None, title


def words_with_boxes(body: LexborNode) -> Words:
    """A box is a quote only under the caption QUOTE: code and free parts are boxed alike."""
    found = body.css(_BOXES)  # one query for all: most posts have none of them
    boxes = [node for node in found if node.tag == "div"]
    marks = {node.mem_id: "junk" for node in found if node.tag != "div"}
    words = body_words(body, marks | {box.mem_id: "quote" for box in boxes if _captioned(box)})
    text = _CAPTION.sub("", words.text) if boxes else words.text
    text = _FILE.sub("", text) if marks else text
    text = _SHOWN.sub("", text) if "=====" in text else text
    return words if text == words.text else replace(words, text=tidy(text))


def _captioned(box: LexborNode) -> bool:
    before = box.prev
    while before is not None and (before.is_text_node or before.tag == "br"):
        before = before.prev
    caption = before.text().strip() if before is not None else ""
    return caption.startswith(("QUOTE", "引用"))
