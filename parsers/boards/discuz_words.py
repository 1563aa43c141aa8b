"""The words of a Discuz post: which elements of a body are quotes, junk and the board's own remarks, in every line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborNode

from parsers.words import Kinds, Words, marked_words, one_line, tidy

# By tag and class: a query for ten kinds of things in every post costs more than parsing the page.
_KINDS: Final = Kinds(
    tags={"strike": "struck", "s": "struck", "del": "struck", "ignore_js_op": "files", "h4": "junk", "h5": "junk"},
    classes={
        "quote": "quote",
        "reply_wrap": "quote",
        "jammer": "junk",
        "locked": "junk",
        "attach_nopermission": "junk",
        "headactions": "junk",
        "notice": "junk",
        "a_pr": "junk",  # an advertisement beside the words
    }
    | dict.fromkeys(("tattl", "pattl", "t_attach", "t_attachlist", "postattachlist", "attachname"), "junk"),
    styles=(
        # Jammer of the older lines: size and the page's own colour at once, which no code of an author gives.
        (re.compile(r"^font-size:\s*\d+px;\s*color:"), "junk"),
        # A file among the words: its name, size and number of downloads.
        (re.compile(r"^white-space:\s*nowrap\b"), "files"),
    ),
)
_FILES: Final = 'img[zoomfile], img[file], a[href*="mod=attachment"], a[href*="attachment.php"]'
_FOR_SALE: Final = re.compile(r"action=pay\b|\bviewpay\b")
_LITERAL_STRIKE: Final = re.compile(r"\[s\](.*?)\[/s\]", re.I | re.S)
_COPY: Final = re.compile(r"^(?:复制代码|複製代碼|复制内容到剪贴板)$\n?", re.M)  # under or over a code box
_FREE: Final = re.compile(r"免[费費]")
# The reply button writes these into the title: `回复 27# 的帖子`, `Re: …`.
_AUTOMATIC: Final = re.compile(r"(?:回[复復覆]\s*(?:\d+\s*[#楼樓]|.*的帖子\Z)|re\s*[::])", re.I)


def body_words(body: LexborNode, marks: Mapping[int, str] | None = None) -> Words:
    """A body's own words; `marks` where a line knows more of its elements than their classes tell."""
    words = without_literal_strikes(marked_words(body, marks or {}, _KINDS))
    if "代" in words.text and _COPY.search(words.text):
        words = replace(words, text=tidy(_COPY.sub("", words.text)))
    return words


def free_boxes(body: LexborNode) -> dict[int, str]:
    """Marks for boxes captioned 免费内容: they look like quotes and are the author's own."""
    captions = [h5 for h5 in body.css("div.quote > h5") if _FREE.search(h5.text())]
    return {box.mem_id: "own" for h5 in captions if (box := h5.parent) is not None}


def without_literal_strikes(words: Words) -> Words:
    """Words without `[s]…[/s]`: lines before 7 show the code as typed, and what was struck is struck all the same."""
    if "[/s]" not in words.text and "[/S]" not in words.text:
        return words
    struck = tuple(tidy(match[1]) for match in _LITERAL_STRIKE.finditer(words.text))
    text = tidy(_LITERAL_STRIKE.sub("", words.text))
    return replace(words, text=text, struck=words.struck + tuple(filter(None, struck)))


def withholds(box: LexborNode) -> bool:
    """Whether a box beside the words stands for them: others say that files are not for everybody, or what a reader
    who has paid has paid."""
    if box.text().lstrip().startswith("附件"):
        return False
    html = box.html or ""
    return "viewpayments" not in html or _FOR_SALE.search(html) is not None


def typed_title(text: str) -> str:
    """A reply's own title where its author typed one, else nothing."""
    title = one_line(text)
    return "" if _AUTOMATIC.match(title) else title


def linked_files(node: LexborNode) -> tuple[str, ...]:
    """Addresses of pictures and files attached in or under a body."""
    given = [file.attributes for file in node.css(_FILES)]
    found = (one.get("zoomfile") or one.get("file") or one.get("href") for one in given)
    return tuple(address for address in found if address)
