"""What stands in the body of a phpwind post without being its author's: quotes, edit notices, what the board withholds.

The boards write all of it into the body itself, in boxes that differ little from line 5 to 9. They are marked in the
tree before a body is read, so that reading it is one walk. A sentence counts only in a box of the board's own: the
same words typed by a player are the player's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from selectolax.lexbor import LexborNode

from parsers.words import Words, marked_words, plain, tidy

_BOXES: Final = (
    'strike, s, del, blockquote, h6, div.quote, .quoteTips, .content_hidden, .content_sell, select[name="buyers"], '
    '[id^="alert_"], .inside_title, a.return, [id^="att_"], font[color="gray"], .shield, '
    '[style*="background-color:#ffff66"]'
)
_NOTHING: Final = Words("")
_BLOCKED_STYLE: Final = "color:black;background-color:#ffff66"

EDITED: Final = re.compile(
    r"此[帖贴貼]被(?P<by>.{1,60})在(?P<at>.{4,40}?)重新[编編][辑輯]"
    r"|\[\s*(?P<by9>.{1,60})[于於](?P<at9>.{4,40}?)[编編][辑輯]了帖子"
)
# In place of a part that a reader must reply for, log in for, have credits for or pay for …
_WITHHELD: Final = re.compile(
    r"部分[内內]容[设設]定了(?:[隐隱]藏|加密)|^[对對]不起!.{0,4}[没沒]有登|[购購][买買][后後].{0,4}[显顯]示|若[发發][现現][会會][员員]"
)
# … over it where the reader may see it after all, and the price list of a sale.
_SHOWN: Final = re.compile(r"以下(?:是[隐隱]藏|[内內]容|是加密|是出售)|[浏瀏][览覽]以下")
_PRICE: Final = re.compile(r"此[帖贴貼]售[价價]")
_REMARK: Final = re.compile(r"^\s*[楼樓]主留言\s*[:：]\s*")
_QUOTE_WORD: Final = re.compile(r"\s*(?:quote|引用)\s*[:：]?\s*\Z", re.I)
_CODE_WORD: Final = re.compile(r"\s*(?:php\s*)?code\s*[:：]?\s*\Z", re.I)


# Bodies of plain words: text, breaks, bold and colour, smilies, and the copy protection's invisible strings; before
# them at most one quote as 7 to 9 box it, behind them at most an edit notice.
_PLAIN: Final = re.compile(
    r'(?:[^<]++|<br>|</?(?:b|strong|i|em|u|font|span)(?: (?:color|size|face|style)="[^"<>]*")*+>'
    r'|<img src="[^"<>]*/(?:smile|emotion)/[^"<>]*"(?: (?:border|alt)="[^"<>]*")*+>)*+\Z'
)
_QUOTED: Final = r"((?:[^<]++|</?(?:b|i|u|font|strike|br|img|a)\b[^<>]*>|<span style[^<>]*>[^<]*</span>)*+)"
_PLAIN_QUOTE: Final = re.compile(
    r'\s*<blockquote class="blockquote3">(?:<div class="quote">(?:[^<]|</?span[^<>]*>)*+</div>)?'
    rf'<div class="text"[^<>]*>{_QUOTED}</div></blockquote>'
    rf'|\s*<blockquote class="blockquote cc"><span class="fl">{_QUOTED}</span>'
    r'<a [^<>]*class="return">[^<]*</a></blockquote>'
)
_COPYCTRL: Final = re.compile(r'<span style="display:none">[^<]*</span>')
_ODD_STYLES: Final = ("none", "hidden", "line-through", "font-size", "#ffff66")
_TAG: Final = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Body:
    """A body as read: the author's words, and what the board says in it.

    `notice` is the edit notice, `remarks` what the thread's starter wrote under a reply, `withheld` the sentence in
    place of a part that is not shown; a `blocked` body is nothing but the board's refusal.
    """

    words: Words
    notice: str = ""
    remarks: tuple[str, ...] = ()
    withheld: str = ""
    blocked: bool = False


@dataclass(slots=True)
class _Sorting:
    """The boxes of one body while they are told apart; `marks` say "quote", "struck", "junk", or "shown" to be read."""

    body: LexborNode
    quote_class: str
    marks: dict[int, str] = field(default_factory=dict)
    notice: str = ""
    remarks: tuple[str, ...] = ()
    withheld: str = ""
    price: str = ""
    blocked: bool = False


def read_body(body: LexborNode, quote_class: str) -> Body:
    """The body of a post; `quote_class` is the class of the line's quote boxes."""
    plain_body = _plain_body(body.inner_html or "", quote_class)
    return plain_body if plain_body is not None else read_with_boxes(body, quote_class)


_MOST_READ: Final = 3_000_000  # characters of markup gone through for the boxes of one post


def read_with_boxes(body: LexborNode, quote_class: str) -> Body:
    """The body of a post in which boxes may stand, told apart one by one."""
    boxes = _Sorting(body, quote_class)
    found = body.css(_BOXES)
    most = max(50, _MOST_READ // (len(body.html or "") + 1))
    for box in found[:most]:
        _judge(box, boxes)
    if len(found) > most:  # each is read with all that stands in it: nobody writes so many, but somebody may try
        boxes.withheld = boxes.withheld or "框太多，没有读完"
        boxes.marks.update({box.mem_id: "quote" for box in found[most:]})
    words = marked_words(body, {node: kind for node, kind in boxes.marks.items() if kind != "shown"})
    return Body(words, boxes.notice, boxes.remarks, boxes.withheld, boxes.blocked)


def _plain_body(html: str, quote_class: str) -> Body | None:
    """What most bodies are, read without a walk over their nodes; None where a closer look is needed."""
    quotes: tuple[str, ...] = ()
    notice = ""
    if "<blockquote" in html:
        box = _PLAIN_QUOTE.match(html)
        if box is None or _is_odd(box[0]) or (box[1] is None and quote_class != "blockquote"):
            return None
        quote, html = _bare(box[1] or box[2] or ""), html[box.end() :]
        quotes = (quote,) if quote else ()
    if html.endswith(("]</div>", "]</div>\n")) and (at := html.rfind("<div ")) >= 0:
        notice, html = _bare(html[at:]), html[:at]
        if EDITED.search(notice) is None:
            return None
    if _PLAIN.match(html) is None:
        return None
    if "display:none" in html:
        html = _COPYCTRL.sub("", html)
    return None if _is_odd(html) else Body(Words(_bare(html), quotes), notice)


def _is_odd(html: str) -> bool:
    """Whether styles or typed marks change what is to be read."""
    if 'style="' in html:
        low = html.lower()
        if any(style in low for style in _ODD_STYLES):
            return True
    return "[/quote]" in html or "[/QUOTE]" in html or 'color="gray"' in html


def _bare(html: str) -> str:
    """The words of a piece of source that holds only breaks and marks of no meaning."""
    text = html.replace("\n", " ").replace("\r", " ").replace("\t", " ").replace("<br>", "\n")
    if "<" in text:
        text = _TAG.sub("", text)
    if "&" in text:
        text = text.replace("&nbsp;", "\xa0").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    if "\n" not in text:
        text = text.strip(" ")
        return text if text.isprintable() and "  " not in text else tidy(text)
    return tidy(text)


def _judge(box: LexborNode, boxes: _Sorting) -> None:
    """What one box is. One of a kind not known is left to the author."""
    given, tag = box.attributes, box.tag
    kinds, name = (given.get("class") or "").split(), given.get("id") or ""
    if tag in ("strike", "s", "del"):
        boxes.marks[box.mem_id] = "struck"
    elif "blockquote3" in kinds:  # 7 and 8 use it for nothing else
        boxes.marks[box.mem_id] = "quote"
    elif tag == "select":
        _price_list(box, boxes)
    elif name.startswith("alert_") or tag == "font":
        _edit(box, tag == "font", boxes)
    elif "shield" in kinds or "".join((given.get("style") or "").split()) == _BLOCKED_STYLE:
        boxes.blocked = boxes.blocked or (box.text() or "").strip() == (boxes.body.text() or "").strip()
    elif "inside_title" in kinds or name.startswith("att_") or tag == "a":
        boxes.marks[box.mem_id] = "junk"
    elif tag == "h6":
        _heading(box, boxes)
    elif tag == "div" and "quote" in kinds:
        _old_quote(box, boxes)
    elif box.mem_id not in boxes.marks:
        _box(box, boxes.quote_class in kinds, boxes)


def _edit(box: LexborNode, loose: bool, boxes: _Sorting) -> None:
    """The edit notice. Line 5 writes it as grey text: there it counts only as the very last words of the body."""
    words = plain(box)
    if EDITED.search(words) is None or (loose and not (boxes.body.text() or "").rstrip().endswith(words)):
        return
    boxes.notice = words
    boxes.marks[box.mem_id] = "junk"


def _price_list(buyers: LexborNode, boxes: _Sorting) -> None:
    """The line over something for sale: price, names of the buyers (which are no ballot), a button."""
    line = buyers.parent
    if line is not None and line.mem_id != boxes.body.mem_id:
        boxes.price = plain(line)
        boxes.marks[line.mem_id] = "junk"
        return
    node = buyers.prev
    while node is not None and node.tag != "br":
        before = node.prev
        boxes.price = (node.text_content or "" if node.is_text_node else plain(node)) + boxes.price
        if node.is_text_node:
            node.decompose()
        else:
            boxes.marks[node.mem_id] = "junk"
        node = before


def _heading(heading: LexborNode, boxes: _Sorting) -> None:
    """The heading tells what the box below it is: a quote, code, or a hidden part shown to those who may see it."""
    words = plain(heading)
    shown = _SHOWN.search(words) or _CODE_WORD.match(words)
    if not shown and not _QUOTE_WORD.match(words):
        return
    boxes.marks[heading.mem_id] = "junk"
    box = _element(heading.next, forward=True)
    if box is not None and box.tag == "blockquote":
        boxes.marks[box.mem_id] = "shown" if shown else "quote"


def _old_quote(box: LexborNode, boxes: _Sorting) -> None:
    """Lines before 5: `QUOTE:` over a `div.quote`. In 7 the same class holds the word 引用 over a quoted text."""
    if _QUOTE_WORD.match(plain(box)):
        boxes.marks[box.mem_id] = "junk"
        return
    heading = _element(box.prev, forward=False)
    if heading is not None and _QUOTE_WORD.match(plain(heading)):
        boxes.marks[heading.mem_id] = "junk"
        boxes.marks[box.mem_id] = "quote"


def _element(node: LexborNode | None, *, forward: bool) -> LexborNode | None:
    """The first element from `node` on with nothing but blanks before it."""
    while node is not None and node.is_text_node:
        if (node.text_content or "").strip():
            return None
        node = node.next if forward else node.prev
    return node


def _box(box: LexborNode, quotes: bool, boxes: _Sorting) -> None:
    """A box by what it says: a remark, a hidden part shown or not, a price, or a quote where the line boxes quotes."""
    words, marks = plain(box), boxes.marks
    remark = _REMARK.match(words)
    if remark:
        boxes.remarks += (words[remark.end() :],)
        marks[box.mem_id] = "junk"
    elif _SHOWN.search(words[:60]):
        _introduction(box, boxes)
    elif _WITHHELD.search(words[:60]):
        boxes.withheld = boxes.withheld or " ".join((boxes.price or words).split())[:40]
        marks[box.mem_id] = "junk"
    elif _PRICE.match(words):
        boxes.price = words.partition("[")[0]
        marks[box.mem_id] = "junk"
        small_print = _element(box.next, forward=True)
        if small_print is not None and _WITHHELD.search(plain(small_print)[:60]):
            marks[small_print.mem_id] = "junk"
    elif quotes:
        marks[box.mem_id] = "quote"


def _introduction(box: LexborNode, boxes: _Sorting) -> None:
    """A hidden part the reader may see: only the board's sentence over it goes."""
    first = box.first_child
    while first is not None and first.is_text_node and not (first.text_content or "").strip():
        first = first.next
    if first is None:
        return
    if not first.is_text_node:
        if _SHOWN.search(plain(first)[-12:]):
            boxes.marks[first.mem_id] = "junk"
    elif _SHOWN.search(first.text_content or ""):
        first.decompose()
