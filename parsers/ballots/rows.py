"""Rows of players that the grammar of lists does not make items of: first in each sentence, numbers, names not in full."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from parsers.ballots import numerals
from parsers.ballots.items import Page
from parsers.values import dataclass

_LONGEST_WORD = 4  # signs of a word that stands for one player
_LONGEST_ODD = 9  # of one that has the marks of the others
_OF_A_NAME = frozenset("NnxyW")


def in_front(page: Page) -> Iterator[str]:
    """Who stands in front of a line or sentence, with a pause behind: 诗，逻辑好。酒，活跃。"""
    for at, token in page.at.items():
        first = token.kind == "N" and len(token.players) == 1 and (at == 0 or page.text[at - 1] in "\n。;!")
        if first and (token.end >= len(page.text) or page.text[token.end] in ",:-(\n。;!"):
            yield token.players[0]


def seats(page: Page) -> Iterator[str]:
    """Whose seats a post of nothing but numbers and signs holds."""
    if re.fullmatch(r"[\d\W]+", page.text):
        for found in re.finditer(r"\d+", page.text):
            player = page.roster.numbers.get(int(found.group()[:4]))
            if player:
                yield player


def oddly_named(page: Page) -> tuple[str, ...]:
    """大诗、小酒、茶; 三 七 二: whom the words of a post mean that is nothing but as many words as a ballot has names.

    One of the words may be nobody's. Empty where the post is anything else.
    """
    words = list(_words(page))
    if len(words) != page.room:
        return ()
    meant = [_meant(page, start, end) for start, end in words if not _says_more(page, start, end)]
    if len(meant) < len(words) or sum(bool(players) for players in meant) < max(2, len(words) - 1):
        return ()
    return tuple(dict.fromkeys(player for players in meant for player in players))


def _words(page: Page) -> Iterator[tuple[int, int]]:
    """Where the words of the post stand, parted by signs or blanks."""
    for found in re.finditer(r"[^ 、,;/|+&\n。!~.]+", page.text):
        cuts = [found.start(), *(at for at in sorted(page.gaps) if found.start() < at < found.end()), found.end()]
        yield from itertools.pairwise(cuts)


def _says_more(page: Page, start: int, end: int) -> bool:
    """Whether a word is too long for a name, or one of those that mean something: 谢谢诗."""
    kinds = {token.kind for at, token in page.at.items() if start <= at < end}
    return end - start > _LONGEST_WORD or not kinds <= _OF_A_NAME


def _meant(page: Page, start: int, end: int) -> tuple[str, ...]:
    """Whom a word may mean: by a name in it, a number it is, or a piece of a name."""
    inside = [token for at, token in page.at.items() if start <= at < end]
    word = page.text[start:end]
    named = tuple(player for token in inside if token.kind == "N" for player in token.players)
    seat = page.roster.numbers.get(numerals.value(word) or 0)
    return named or ((seat,) if seat else ()) or page.roster.having(word)


_PARTS = re.compile(
    r"(?<![\d一二三四五六])、|、(?=[\d一二三四五六])|[,;/|¦·+&>~_\-\n。!]+|(?<![\da-h一二三四五六七八九十])\.|还有|以及|再加|加上|另外|和|与"
)
_STRONG = re.compile(r"[、;/|¦·+&>.]|还有|以及|再加|加上|另外|和|与")
_ASIDES = re.compile(r"\([^()\n]{0,40}\)")
_ORDER = r"[\[(](?:\d{1,2}|[一二三四五六])[\])]|\d{1,2}[.):、]|[①-⑳]|[a-h][.):]|[一二三四五六][.):、]|@|[首次再末]选|第[一二三四五六][票席]"
_AHEAD = re.compile(
    rf"(?:(?P<order>{_ORDER})|\[[^\[\]\d]{{1,6}}\]|[^:\n]{{0,6}}[票投选举象单][^:\n]{{0,2}}:|投票给|投给|[我也再就都投选推票 :])*"
)
_AFTER = re.compile(r"(?:[√✓]|\([^()]*\)|:1(?!\d)|\+1|[1一]票|:[^:]{1,6})+$")
_AFTER_BLANK = re.compile(r"[√✓(]|[1一]票")


@dataclass(frozen=True, slots=True)
class Part:
    """What stands between two signs: where its `core` is without marks, whether it has `marks`, the sign before."""

    start: int
    end: int
    marks: bool
    sign: str
    named: bool
    odd: bool


def all_but_one(page: Page) -> tuple[str, ...]:
    """Whom the parts of a post mean that names as many as a ballot holds, one of them nobody's; empty elsewhere."""
    parts = [_part(page, *cut) for cut in _cut(page)]
    spans = [(one.start, one.end) for one in parts if one.named]
    inside = (t for at, t in sorted(page.at.items()) if t.kind == "N" and any(low <= at < high for low, high in spans))
    named = tuple(dict.fromkeys(player for token in inside for player in token.players))
    return named if len(named) > 1 and unread_item(page, named) else ()


def unread_item(page: Page, players: tuple[str, ...]) -> str:
    """The words that stand among those of a ballot of `players` as one more of them would, and are nobody's."""
    parts = [_part(page, *cut) for cut in _cut(page)]
    wanting = page.room is not None and len(players) < page.room
    for one, after in itertools.pairwise(parts):
        odd = one if one.odd and after.named else after if after.odd and one.named else None
        if odd is None or re.search("[。!]", after.sign):
            continue
        short = odd.end - odd.start <= _LONGEST_WORD and len(players) > 1 and after.sign in ("", ",", "~", "-")
        if odd.marks or (wanting and (_STRONG.match(after.sign) or short)):
            return page.text[odd.start : odd.end]
    return ""


def _cut(page: Page) -> Iterator[tuple[int, int, str]]:
    """The text cut at signs, joining words and blanks, but in no name and no brackets; with the sign before each."""
    held = [found.span() for found in _ASIDES.finditer(page.text)]
    held += [(at, token.end) for at, token in page.at.items() if token.kind == "N"]
    marks = [(found.start(), found.end()) for found in _PARTS.finditer(page.text)] + [
        (gap, gap) for gap in page.gaps if not _AFTER_BLANK.match(page.text, gap)
    ]
    start, sign = 0, ""
    for low, high in sorted(marks):
        if low < start or any(begin < high and low < end and (begin < low or high > low) for begin, end in held):
            continue
        if low > start:
            yield start, low, sign
            sign = ""
        start, sign = high, sign + page.text[low:high]
    if start < len(page.text):
        yield start, len(page.text), sign


def _part(page: Page, start: int, end: int, sign: str) -> Part:
    ahead = _AHEAD.match(page.text, start, end)
    low = min(ahead.end(), end) if ahead else start
    after = _AFTER.search(page.text[low:end])
    if after and page.names_in(low + after.start(), end):
        after = None  # 喵:诗 is said to nobody and names 诗
    high = low + after.start() if after else end
    marks = after is not None or bool(ahead and ahead["order"])
    inside = [token for at, token in page.at.items() if at < high and token.end > low]
    short = high - low <= _LONGEST_WORD and marks  # 放翁, 半山: a word may stand in a name
    strange = all(t.kind == "x" or (t.kind == "n" and t.value is None) or (short and t.kind in "nK") for t in inside)
    odd = (
        bool(inside)
        and strange
        and 0 < high - low <= _LONGEST_ODD
        and any(t.kind != "n" or t.value is None for t in inside)
    )
    named = any(token.kind == "N" and token.how != "number" for token in inside)
    return Part(low, high, marks, sign, named, odd)
