"""Posts of a view without markup around them: words from pieces of HTML, also with the board's codes left in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from typing import Final

from selectolax.lexbor import LexborHTMLParser

from parsers.boards.discuz_words import body_words
from parsers.words import Words, one_line, tidy

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
_TAG: Final = re.compile(r"<[^>]{0,2000}>")
# X quotes as `NAME 发表于 TIME`, up to three lines, an empty line: where markup is lost this alone tells a quote.
_QUOTED: Final = re.compile(
    r"^[^\n]{1,40} [发發]表[于於] \d{2,4}[-/.]\d{1,2}[-/.]\d{1,4} \d{1,2}:\d{2}(?::\d{2})?(?: [AP]M)?\n"
    r"(?:[^\n]+\n){0,3}(?=\n|\Z)",
    re.M,
)


def words_of_pieces(pieces: Sequence[str], codes: bool = False) -> list[Words]:
    """The own words of pieces of HTML; with `codes` the board codes in them count as what they stand for.

    All are parsed at once, each in a table cell: tags left open in one do not reach into the next.
    """
    page = "".join(f"<table><tr><td class=piece>{piece}</td></tr></table>" for piece in pieces)
    cells = LexborHTMLParser(page).css("td.piece")
    if len(cells) != len(pieces):  # a piece that closes its own cell: each by itself
        cells = [body for piece in pieces if (body := LexborHTMLParser(f"<body>{piece}</body>").body) is not None]
    return [_words(body_words(cell), codes) for cell in cells]


def _words(words: Words, codes: bool) -> Words:
    if "Hidden Message" in words.text:
        words = replace(words, text=tidy(_HIDDEN.sub("", words.text)))
    if not codes or "[" not in words.text + "".join(words.quotes):
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


def without_plain_quotes(words: Words) -> Words:
    """Words of a view without markup, the quotes in them taken out as far as their heads tell them."""
    quotes = tuple(match[0].strip("\n") for match in _QUOTED.finditer(words.text + "\n"))
    if not quotes:
        return words
    return replace(words, text=tidy(_QUOTED.sub("", words.text + "\n")), quotes=words.quotes + quotes)


def bare(html: str) -> str:
    """The text of a short piece of HTML on one line."""
    return one_line(unescape(_TAG.sub("", html)))
