"""What a Discuz board sends instead of a thread, all lines: its words in one line. Also its pages that are no thread.

This line comes after all that read threads: whatever of Discuz they do not know is a message or another page.
"""

from __future__ import annotations

import re
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards import discuz
from parsers.boards.discuz_page import inner_page
from parsers.pages import Clock
from parsers.posts import BoardMessage
from parsers.words import plain, tidy

_OURS: Final = re.compile(
    r"content=[\"']Discuz!|Powered by\s*(?:<[^>]{0,200}>\s*){0,3}Discuz!|Discuz! (?:info|System Error|Database Error)"
    r"|id=[\"']messagetext[\"']|class=[\"'][^\"']*\balert_win\b|class=[\"']jump_c[\"']|class=[\"']box message[\"']",
    re.I,
)
_ANSWER: Final = "<root><![CDATA["
# X; X for telephones; 7.2; 6.x; wap.
_BOXES: Final = ("#messagetext", ".jump_c", ".alert_error", ".alert_info", ".alert_right", "div.message", "card > p")
_OLD_BOX: Final = re.compile(r"提示信息</td>\s*</tr>(.{1,4000}?)</table>", re.S)
_BACK: Final = re.compile(
    r"\[[^\]\n]{0,12}(?:返回上一[页頁]|[点點][击擊][这這][里裡])[^\]\n]{0,12}\]|如果您的[浏瀏][览覽]器[没沒]有自[动動]跳[转轉][^\n]*"
)
_FAULT: Final = re.compile(r"Discuz! (?:info|System Error|Database Error).{0,600}", re.S)


def recognise(text: str) -> bool:
    """Any page or answer of a Discuz board."""
    return _ANSWER in text[:300] or _OURS.search(text) is not None


def read(text: str, url: str, clock: Clock) -> BoardMessage:
    """The board's message; of a page that is none, its title."""
    html, wrapped = inner_page(text)
    tree = LexborHTMLParser(html)
    heading = tree.css_first("title")
    title = _line(heading.text()) if heading else ""
    said = _said(tree, html) or (_line(plain(tree.body)) if wrapped and tree.body else "")
    return BoardMessage(text=(said or title)[:300], board=discuz.BOARD, title=title)


def _said(tree: LexborHTMLParser, html: str) -> str:
    for selector in _BOXES:
        box = tree.css_first(selector)
        if box is not None and (said := _words(box)):
            return said
    old = _OLD_BOX.search(html)
    fault = _FAULT.search(html) if old is None else None
    piece = old[1] if old else fault[0] if fault else ""
    body = LexborHTMLParser(f"<body><table>{piece}</table></body>" if old else piece).body if piece else None
    return _line(plain(body))[:160] if body else ""


def _words(box: LexborNode) -> str:
    """The paragraphs of a message box; without paragraphs all of it. Buttons and login forms are not the message."""
    paragraphs = [node for node in box.css("p") if "alert_btn" not in (node.attributes.get("class") or "")]
    lines = [_line(plain(node)) for node in paragraphs if not _in_form(node, box)] or [_line(plain(box, "form, h1"))]
    return " ".join(filter(None, lines))


def _in_form(node: LexborNode, box: LexborNode) -> bool:
    above = node.parent
    while above is not None and above.mem_id != box.mem_id:
        if above.tag == "form":
            return True
        above = above.parent
    return False


def _line(text: str) -> str:
    return " ".join(tidy(_BACK.sub("", text)).split())
