"""The words of a Discuz post: which elements of a body are quotes, junk and the board's own remarks, in every line."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborNode

from parsers.words import Words, own_words, tidy

QUOTES: Final = "div.quote, div.reply_wrap"

# A selector is asked for only where its mark occurs on the page at all: looking for ten things in every post is dear.
_JUNK: Final = (
    ("jammer", "font.jammer"),
    (
        "<font style=",
        'font[style^="font-size:"][style*=";color:"]',
    ),  # jammer of the older lines: size and colour at once
    ('"locked', "div.locked"),
    ("showhide", "div.showhide > h4"),
    ("blockcode", "div.blockcode > em, div.blockcode > h5, div.blockcode .headactions"),
    ('class="quote', "div.quote > h5"),
    ("attach_nopermission", "div.attach_nopermission"),
    ("ignore_js_op", "ignore_js_op"),
    ("attl", "dl.tattl, div.pattl"),
    ("attach", ".t_attach, .t_attachlist, .postattachlist, .attachimg > p, .attach_popup"),
)
_FILES: Final = 'img[zoomfile], img[file], a[href*="mod=attachment"], a[href*="attachment.php"]'
_LITERAL_STRIKE: Final = re.compile(r"\[s\](.*?)\[/s\]", re.I | re.S)
_FREE: Final = re.compile(r"免[费費]")
# The reply button writes these into the title: `回复 27# 的帖子`, `Re: …`.
_AUTOMATIC: Final = re.compile(r"(?:回[复復覆]\s*(?:\d+\s*[#楼樓]|.*的帖子\Z)|re\s*[::])", re.I)


def junk_of(html: str) -> str:
    """The junk selectors that can hit anything on this page."""
    return ", ".join(selector for mark, selector in _JUNK if mark in html)


def body_words(body: LexborNode, junk: str) -> Words:
    """A body's own words. A box captioned 免费内容 is the author's own; where no caption tells, a box is a quote."""
    captions = body.css("div.quote > h5") if "quote > h5" in junk else []
    kept = {box.mem_id for h5 in captions if _FREE.search(h5.text()) and (box := h5.parent) is not None}
    return without_literal_strikes(own_words(body, quote=QUOTES, junk=junk, keep=kept))


def without_literal_strikes(words: Words) -> Words:
    """Words without `[s]…[/s]`: lines before 7 show the code as typed, and what was struck is struck all the same."""
    if "[/s]" not in words.text and "[/S]" not in words.text:
        return words
    struck = tuple(tidy(match[1]) for match in _LITERAL_STRIKE.finditer(words.text))
    text = tidy(_LITERAL_STRIKE.sub("", words.text))
    return replace(words, text=text, struck=words.struck + tuple(filter(None, struck)))


def typed_title(text: str) -> str:
    """A reply's own title where its author typed one, else nothing."""
    title = " ".join(text.split())
    return "" if _AUTOMATIC.match(title) else title


def linked_files(node: LexborNode) -> tuple[str, ...]:
    """Addresses of pictures and files attached in or under a body."""
    found = []
    for file in node.css(_FILES):
        given = file.attributes
        address = given.get("zoomfile") or given.get("file") or given.get("href") or ""
        if address:
            found.append(address)
    return tuple(found)
