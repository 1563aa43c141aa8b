"""The words of a post from a piece of HTML, also where an archiver shows the codes as they are stored."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser

from parsers.boards.discuz_words import body_words
from parsers.words import Words, tidy

_DROPPED: Final = re.compile(
    r"\[(img|attach|attachimg|media|flash|swf|audio|qq|email)(?:=[^\]\n]{0,200})?\].{0,2000}?\[/\1\]", re.I | re.S
)
_CODES: Final = re.compile(
    r"\[/?(?:b|i|u|color|size|font|align|url|indent|list|table|tr|td|code|free|backcolor|p|float|fly|sup|sub|hide|\*|hr)"
    r"(?:=[^\]\n]{0,300})?\]",
    re.I,
)
_HIDDEN: Final = re.compile(r"\*{3,5} ?Hidden Message ?\*{3,5}")
_PICTURE: Final = re.compile(r"\[img(?:=[^\]\n]{0,30})?\]\s*(\S{1,500}?)\s*\[/img\]", re.I)


def fragment_words(html: str, codes: bool = False) -> Words:
    """The own words of a piece of HTML; with `codes` the board codes in it count as what they stand for."""
    body = LexborHTMLParser(f"<body>{html}</body>").body
    if body is None:
        return Words("")
    words = body_words(body)
    words = replace(words, text=tidy(_HIDDEN.sub("", words.text)))
    if not codes:
        return words
    images = tuple(match[1] for match in _PICTURE.finditer(words.text))
    return Words(
        text=without_codes(words.text),
        quotes=tuple(map(without_codes, words.quotes)),
        struck=tuple(map(without_codes, words.struck)),
        images=words.images + images,
    )


def without_codes(text: str) -> str:
    """Text without the codes that only shape it."""
    return tidy(_CODES.sub("", _DROPPED.sub("", text)))
