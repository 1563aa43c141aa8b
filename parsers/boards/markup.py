"""How pages are written down, apart from what they mean: skins add class names, browsers write tags their own way.

Lines look for their marks in the source, because to parse a page only to know whose it is costs as much as reading it.
"""

from __future__ import annotations

import re
from typing import Final

from selectolax.lexbor import LexborHTMLParser

_END: Final = re.compile(r"</(?:html|body)\b", re.I)
_ADDED_END: Final = "</body></html>"
_TAG: Final = 300  # characters from the start of a tag to a name in its class


def has_class(text: str, name: str, start: int = 0, end: int | None = None) -> bool:
    """Whether an element of a page has the class `name`, maybe among others, as a board or a skin writes it."""
    end = len(text) if end is None else end
    at = text.find(name, start, end)
    while at >= 0:
        if text[at + len(name) : at + len(name) + 1] in ('"', " ") and text[at - 1] in '" ':
            tag = text[max(0, at - _TAG) : at]
            tag = tag[tag.rfind("<") + 1 :]
            if tag.rpartition('"')[0].endswith("class=") and ">" not in tag:
                return True
        at = text.find(name, at + len(name), end)
    return False


def rewritten(text: str) -> str:
    """A page as a parser writes it: tags and attributes in small letters, values in double quotes.

    Browsers that save a page as they hold it write `<TABLE id=pid7>`; every line knows its marks in one form only. What
    tells a page cut short from a whole one is not added.
    """
    written = LexborHTMLParser(text).html or ""
    return written if _END.search(text) else written.removesuffix(_ADDED_END)
