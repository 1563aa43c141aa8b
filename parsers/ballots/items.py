"""One item of a list of names: a name or seat (or both, agreeing), with what may mark it before.

A bullet, an ordinal or a verb may stand before it. Positions are those of the folded text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from parsers.ballots import numerals
from parsers.ballots.tokens import UNITS, Token
from parsers.names import Roster

Numbering = Literal["before", "behind"]
_BULLET = re.compile(r"[*@◆●○•★☆◇■□▲△✦√✓✔☑✅ ]*")
COUNTED = r"(?:\d|[一二两三四五六七八九十])"
VERB = r"(?:我|俺)?(?:也|再|就|还|都|要|又)?(?:投票给|投票|投给|投|选择|选|票给|票|支持|推选|推举|给)"
_TURN = (
    rf"首选|次选|再选|末选|{COUNTED}选|首先|其次|再次|再者|然后|最后|另外|外加|以及|还有|同时|再加上?|加上?|和|与|跟|及|并|再|"
    rf"第{COUNTED}(?:选择|志愿|顺位|席位?|票|个|位|人|名)?|头一?票|(?:再|还有|另外?|剩下?|剩余|最后)?(?:的)?一(?:票|个名额|个|位)|"
    rf"最后(?:的)?名额|(?:投票|选举|补选)对象{COUNTED}?|对象{COUNTED}?|人选{COUNTED}?|{COUNTED}票|and"
)
_MARK = re.compile(rf"(?:{_TURN})(?:还?是|为|给|留给|投给|选|投)?[:]?|{VERB}[:]?")
_NUM = re.compile(
    rf"(?P<sign>no\.? ?|№ ?|#|第)?(?P<n>\d{{1,3}}|[{numerals.HAN}]{{1,3}}|[{numerals.RINGED}])(?:(?P<seat>号(?:位|玩家|选手)?)|(?!\d))"
)
BRACED = re.compile(rf"[\[(](?P<n>\d{{1,2}}|[{numerals.HAN}]{{1,2}})[\])][:.、]?")
_DIGITS = "0123456789" + numerals.HAN + numerals.RINGED
_UNIT = re.compile(rf"[\d{UNITS}楼票%年月日]|小时|:\d")
_LETTER = re.compile(r"[a-h][.、):]?")
_GLUE = re.compile(r"[.、):,/\-\]]?(?:的|是)? ?")
_OPEN, _CLOSE = "[《\"'<{(", "]》\"'>})"
_BOUNDS = frozenset(" 、;,+&/\\|¦-.~>_。!?\n…)]》\"'")
_CALLED = frozenset("xyEa")


@dataclass(frozen=True, slots=True)
class Item:
    """One item: whom it means, how (name, number, part, none) and the numbers that stand before and behind it.

    `sure`: a number that is plainly a seat's. `doubt`: what in it makes the whole list a question. `apart`: the number
    before stands so that it may be an item of its own.
    """

    players: tuple[str, ...]
    how: str
    words: str
    start: int
    end: int
    before: int | None = None
    behind: int | None = None
    sure: bool = True
    doubt: str = ""
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A folded text with what the scanner found in it; `room`: how many names a ballot holds, if known."""

    text: str
    gaps: frozenset[int]
    at: dict[int, Token]
    roster: Roster
    room: int | None
    author: str | None = None

    @classmethod
    def of(
        cls,
        text: str,
        gaps: frozenset[int],
        tokens: Iterable[Token],
        roster: Roster,
        room: int | None,
        author: str | None = None,
    ) -> Page:
        """The page of a text and its tokens as scanned, with the names a number before them swallowed (12楼兰)."""
        at = {token.start: token for token in tokens}
        for token in [one for one in at.values() if one.kind in "#h19n"]:
            apart = token.start in gaps or text[token.start - 1 : token.start] not in _DIGITS
            players = roster.named(token.text) if token.kind == "n" and apart else ()
            if players:  # 1 六一, where 六一 is a player
                at[token.start] = token._replace(kind="N", players=players, how="name")
            for gap in range(token.start + 1, token.end):  # 六一 一票, where 六一 is a player
                players = roster.named(text[token.start : gap]) if gap in gaps else ()
                if players:
                    at[token.start] = Token("N", token.start, gap, text[token.start : gap], players, "name")
            for start in range(token.start + 1, token.end):
                if token.text[start - token.start - 1] not in _DIGITS:
                    continue
                name = re.compile(roster.pattern).match(text, start)
                players = roster.named(name.group()) if name else ()
                if name and players and name.group()[0] not in _DIGITS:
                    at[start] = Token("N", start, name.end(), name.group(), players, "name")
        return cls(text, gaps, at, roster, room, author)

    def name(self, at: int) -> Token | None:
        """The name (no seat) that begins at `at`."""
        token = self.at.get(at)
        return token if token is not None and token.kind == "N" and token.how != "number" else None

    def skip(self, at: int) -> int:
        """Past blanks."""
        while self.text[at : at + 1] == " ":
            at += 1
        return at

    def bounded(self, at: int) -> bool:
        """Whether a word may end at `at`."""
        return at >= len(self.text) or at in self.gaps or self.text[at] in _BOUNDS

    def names_in(self, start: int, end: int) -> bool:
        """Whether anybody is named between."""
        return any(start <= at < end and token.kind == "N" for at, token in self.at.items())

    def line_start(self, at: int) -> bool:
        """Whether a line begins at `at`."""
        return at == 0 or self.text[at - 1] == "\n"


def item_at(page: Page, start: int, numbering: Numbering, *, first: bool, glued: bool = False) -> Item | None:
    """The item that begins at `start`, without what follows its name. `glued`: no sign or blank stands before."""
    place = bullets(page, start, first)
    letter = _LETTER.match(page.text, place)
    if letter and not page.name(place):
        named = _named(page, page.skip(letter.end()))
        if named:
            return _item(named, start)
    numbered = _numbered(page, start, place, numbering)
    if numbered:
        return numbered
    named = _named(page, place)
    if named:
        return _item(named, start)
    if first or glued:
        return None
    return _himself(page, start, place) or _called(page, start, place) or _part(page, start, place)


def bullets(page: Page, start: int, first: bool) -> int:
    """Past bullets, words of order and verbs before a name."""
    place = start
    for _ in range(4):
        bullet = _BULLET.match(page.text, place)
        place = page.skip(bullet.end() if bullet else place)
        if page.name(place) or (first and place == start and not _MARK.match(page.text, place)):
            break
        mark = _MARK.match(page.text, place)
        if mark is None:
            break
        place = page.skip(mark.end())
    return place


def _numbered(page: Page, start: int, place: int, numbering: Numbering) -> Item | None:
    """1.某某, 【1】某某, 3号:某某, or a seat by itself."""
    braced = BRACED.match(page.text, place)
    found = braced or _NUM.match(page.text, place)
    if found is None or page.name(place):
        return None
    seated = not braced and found["seat"]  # 7号11号
    if not seated and page.name(found.end()) is None and _UNIT.match(page.text, found.end()):
        return None
    value = numerals.value(found["n"])
    sure = not braced and bool(found["sign"] or found["seat"] or found["n"] in numerals.RINGED)
    glue = _GLUE.match(page.text, found.end())
    if (
        value is not None
        and glue is not None
        and numbering == "before"
        and not page.text.startswith("号,", glue.start())
    ):
        named = _named(page, page.skip(glue.end()))
        told = glue.group().strip()
        if named and not (sure and told in (",", "、", "/") and found["n"] not in numerals.RINGED):
            apart = told in (",", "、", "/", "-") or (not told and glue.end() in page.gaps)
            return _item(named, start, before=value, apart=apart, sure=sure)
    called = _called(page, start, page.skip(glue.end())) if glue and numbering == "before" else None
    if called and not sure and (braced or (glue and glue.group().strip())):
        return replace(called, before=value)  # 3.大师兄悟空
    seat = _seat_after(page, start, found.end(), value, sure)
    if seat:
        return seat
    if (
        braced
        or value is None
        or not (
            sure or page.bounded(found.end()) or page.text[found.end()] == "(" or _number_follows(page, found.end())
        )
    ):
        return None
    player = page.roster.numbers.get(value)
    how = "order" if page.roster.guessed and player else "number"
    return Item((player,) if player else (), how, found.group(), start, found.end(), sure=sure, behind=None)


def _seat_after(page: Page, start: int, at: int, ordinal: int | None, sure: bool) -> Item | None:
    """1. 3号: an ordinal before a number that is plainly a seat's."""
    glue = _GLUE.match(page.text, at)
    seat = _NUM.match(page.text, page.skip(glue.end())) if glue and glue.group().strip() else None
    if sure or ordinal is None or seat is None or not seat["seat"]:
        return None
    player = page.roster.numbers.get(numerals.value(seat["n"]) or 0)
    how = "order" if page.roster.guessed else "number"
    return Item((player,) if player else (), how, seat.group(), start, seat.end(), before=ordinal, apart=True)


def _number_follows(page: Page, at: int) -> bool:
    """3号7号, ③⑦."""
    text = page.text
    return at < len(text) and (
        text[at] in numerals.RINGED
        or (text[at - 1] == ")" and text[at].isdigit())
        or (text[at - 1] in "号位" and _NUM.match(text, at) is not None)
    )


def _named(page: Page, at: int) -> tuple[Token, int] | None:
    """A name at `at`, in brackets or not, and where it ends."""
    opened = page.text[at : at + 1]
    inner = at + 1 if opened and opened in _OPEN else at
    token = page.name(inner)
    if token is None:
        return None
    if inner == at:
        return token, token.end
    want = _CLOSE[_OPEN.index(opened)]
    return (token, token.end + 1) if page.text[token.end : token.end + 1] == want else None


def _item(named: tuple[Token, int], start: int, **more: object) -> Item:
    token, end = named
    return Item(token.players, "name", token.text, start, end, **more)  # type: ignore[arg-type]


def _himself(page: Page, start: int, place: int) -> Item | None:
    """自己 as an item: the author, where he is known."""
    token = page.at.get(place)
    if token is None or token.kind not in "SI" or not page.author or not page.bounded(token.end):
        return None
    return Item((page.author,), "self", token.text, start, token.end)


def _called(page: Page, start: int, place: int) -> Item | None:
    """大师兄悟空: words glued before a name that ends the item only call the player something."""
    at = place
    while at in page.at and page.at[at].kind in _CALLED and at - place < 6:
        at = page.at[at].end
        token = page.name(at)
        if token:
            sure = page.bounded(token.end) and at <= place + 5
            return Item(token.players, "name", token.text, start, token.end) if sure else None
        if at in page.gaps:
            return None
    return None


def _part(page: Page, start: int, place: int) -> Item | None:
    """Part of one player's name, long enough to be nobody else's."""
    token = page.at.get(place)
    if token is None or token.kind not in "xy":
        return None
    end = token.end
    words = page.text[token.start : end]
    players = page.roster.having(words)
    if len(words) < 2 or len(players) != 1 or not page.bounded(end):
        return None
    return Item(players, "part", words, start, end)
