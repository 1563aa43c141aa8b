"""The grammar of a list of names: items, what may mark and follow each, what parts them.

An item is one name or seat (or both, agreeing), with a bullet, an ordinal or a verb before it if need be, and a tick,
a number, one ballot or a reason behind it. Positions are those of the folded text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from parsers.ballots import numerals
from parsers.ballots.tokens import UNITS, Token
from parsers.names import Roster

Numbering = Literal["before", "behind"]
_BULLET = re.compile(r"[*@◆●○•★☆◇■□▲△✦√✓✔☑✅ ]*")
_N = r"(?:\d|[一二两三四五六七八九十])"
_VERB = r"(?:我|俺)?(?:也|再|就|还|都|要|又)?(?:投票给|投票|投给|投|选择|选|票给|票|支持|推选|推举|给)"
_TURN = (
    rf"首选|次选|再选|末选|{_N}选|首先|其次|再次|再者|然后|最后|另外|外加|以及|还有|同时|再加上?|加上?|和|与|跟|及|并|再|"
    rf"第{_N}(?:选择|志愿|顺位|票|个|位|人|名)?|头一?票|(?:再|还有|另外?|剩下?|剩余|最后)?(?:的)?一(?:票|个名额|个|位)|"
    rf"最后(?:的)?名额|(?:投票|选举|补选)对象{_N}?|对象{_N}?|人选{_N}?|{_N}票|and"
)
_MARK = re.compile(rf"(?:{_TURN})(?:还?是|为|给|留给|投给|选|投)?[:]?|{_VERB}[:]?")
_JOINS = re.compile("和|与|以及|还有|再加|加上|最后")
_VERBS = re.compile(_VERB)
_NUM = re.compile(
    rf"(?P<sign>no\.? ?|№ ?|#|第)?(?P<n>\d{{1,3}}|[{numerals.HAN}]{{1,3}}|[{numerals.RINGED}])(?P<seat>号(?:位|玩家|选手)?)?(?!\d)"
)
_BRACED = re.compile(rf"[\[(](?P<n>\d{{1,2}}|[{numerals.HAN}]{{1,2}})[\])][:.、]?")
_DIGITS = "0123456789" + numerals.HAN + numerals.RINGED
_UNIT = re.compile(rf"[\d{UNITS}楼票%年月日]|:\d")
_ORDINAL = re.compile(r"[\d一二三四五六七八九十]{1,2}[.、):]")
_LETTER = re.compile(r"[a-h][.、):]?")
_GLUE = re.compile(r"[.、):,/\-\]]?(?:的|是)? ?")
_OPEN, _CLOSE = "[《\"'<{(", "]》\"'>})"
_ONE_BALLOT = re.compile(r"[:=]1(?![\d号点票楼:])|[:(×x*=]?(?:\+ ?1票?(?!\d)|(?:一|1)票|×1|x1(?!\d))\)?|[√✓✔☑✅]+")
_RANK = re.compile(rf"[(]?(?:排?第{_N}(?:位|名|票|个)?)[)]?")
_BEHIND = re.compile(
    rf"(?P<open>[(\[])?[:=-]?(?P<sign>no\.?|#)?(?P<n>\d{{1,3}}|[{numerals.HAN}]{{1,2}}|[{numerals.RINGED}])(?P<seat>号位?)?"
    rf"(?(open)[)\]]|(?![\d{UNITS}楼票%]|:\d))"
)
_SEP = re.compile(r"[ 、;,+&/\\|¦\-.~>_。!\n]*")
_WEAK = frozenset("/\\|¦-.~>_")
_CLOSING = re.compile(
    r"(?:[这那]?(?:两|三|几|俩|仨|四|五|\d)[个位人名])?(?:我?(?:都|全)(?:投|选|支持)|各(?:投|来)?(?:一|1)票|[当做任进]陪审[员团])?"
    r"[吧了啊呀哦啦呗哈]*|等人?"
)
_BOUNDS = frozenset(" 、;,+&/\\|¦-.~>_。!?\n…)]》\"'")
_ASIDE = re.compile(r"\((?P<why>[^()\n]{0,80})\)")
_SHORT_REASON = re.compile(r"(?::|-+|=)(?P<why>[^;,。、!?\n]{1,40})")
_LINE_REASON = re.compile(r"(?P<glue>:|-+|,|=| |~|(?=\())(?P<why>[^\n]{1,120})")
_NOT_A_REASON = re.compile(r"[\d:=+]|[一二两三四五六七八九十]票|→")
_CASTS_DOUBT = re.compile(
    r"划掉|误$|不[投选算给要]|别[投选]|算了|待定|暂|作废|\?|如果|要是|除非|备选|候补|改[投选成为票]|换[成为人]|撤|玩笑|弃|没想好"
)
_CALLED = frozenset("xyEa")
_LONGEST_ITEM = 9


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


@dataclass(slots=True)
class Run:
    """Items in a row from `start` to `end`. `weak`: parted by signs that often part other things; `broken`: talk
    begins in the last item; `signs`: all signs between items."""

    items: list[Item]
    start: int
    end: int
    weak: bool = False
    broken: bool = False
    signs: set[str] = field(default_factory=set)

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody the items may mean, in order, once each."""
        return tuple(dict.fromkeys(player for one in self.items for player in one.players))

    @property
    def numbers_only(self) -> bool:
        """Whether nothing but plain numbers stands there."""
        return all(one.how == "number" for one in self.items) and not any(one.sure for one in self.items)


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


def run_at(page: Page, start: int, numbering: Numbering) -> Run | None:
    """The longest row of items from `start` on; None where not even one stands there."""
    run = Run([], start, start)
    place: int | None = start
    while place is not None and len(run.items) < 40:
        place = _next(page, run, place, numbering)
    return run if run.items else None


def _next(page: Page, run: Run, place: int, numbering: Numbering) -> int | None:
    """Take the item at `place` into the run; where the next may begin, None at the end of the run."""
    glued = bool(run.items) and place == run.items[-1].end and place not in page.gaps
    if glued and _VERBS.match(page.text, place) and not _votes(page, run):
        run.broken = True  # 甲投乙 is told of somebody
        return None
    one = item_at(page, place, numbering, first=not run.items, glued=glued)
    if one is None:
        _unreadable(page, run, place)
        return None
    one = _with_what_follows(page, one, numbering, run)
    after = _parted(page, one, numbering)
    if after is None and not page.bounded(one.end):
        run.broken = True
        return None
    last = run.items[-1] if run.items else None
    if last and glued and one.players == last.players and one.before is None and last.how == one.how == "name":
        run.items[-1], run.end = replace(last, end=one.end), one.end  # two names of one player
        return after
    if run.items:
        signs = set(page.text[run.items[-1].end : place].replace(" ", "")) & set("、;,+&/\\|¦-.~>_。!\n")
        run.signs |= signs
        run.weak = run.weak or (bool(signs) and signs <= _WEAK)
    run.items.append(one)
    run.end = one.end
    return after


def _votes(page: Page, run: Run) -> bool:
    """Whether a verb or label stands before the first name of the run."""
    return re.search(r"[投选票给推持]", page.text[max(0, run.start - 8) : run.items[0].end]) is not None


def _parted(page: Page, one: Item, numbering: Numbering) -> int | None:
    """Where the next item may begin after signs, a blank, or at once."""
    found = _SEP.match(page.text, one.end)
    after = found.end() if found else one.end
    if after > one.end or after in page.gaps:
        return after if after < len(page.text) else None
    return after if after < len(page.text) and item_at(page, after, numbering, first=False, glued=True) else None


def item_at(page: Page, start: int, numbering: Numbering, *, first: bool, glued: bool = False) -> Item | None:
    """The item that begins at `start`, without what follows its name. `glued`: no sign or blank stands before."""
    place = _bullets(page, start, first)
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


def _bullets(page: Page, start: int, first: bool) -> int:
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
    braced = _BRACED.match(page.text, place)
    found = braced or _NUM.match(page.text, place)
    if found is None or page.name(place) or (page.name(found.end()) is None and _UNIT.match(page.text, found.end())):
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


def _unreadable(page: Page, run: Run, place: int) -> None:
    """Words that stand where an item is due and are nobody's: the list is a question, or no list."""
    if not run.items or place >= len(page.text):
        return
    between = page.text[run.items[-1].end : place]
    at = _bullets(page, place, False)
    lead = _BRACED.match(page.text, at) or _ORDINAL.match(page.text, at)
    begin = end = page.skip(lead.end()) if lead else at
    if page.bounded(begin) and begin not in page.gaps:
        return
    while end < len(page.text) and (end == begin or not page.bounded(end)) and end - begin <= _LONGEST_ITEM:
        end += 1
    words = page.text[begin:end]
    if not words or len(words) > _LONGEST_ITEM or words[0] in "0123456789":
        run.broken = run.broken or "、" in between
        return
    kinds = {token.kind for where, token in page.at.items() if begin <= where < end}
    short = len(words) <= 4 and bool(kinds & {"x"}) and kinds <= set("xya") and _same_signs(run, between)
    wanting = page.room is not None and len(run.items) < page.room
    if "、" in between or lead or (short and wanting):
        near = page.roster.near(words) or page.roster.having(words)
        run.items.append(Item(near if len(words) > 1 or near else (), "near", words, place, end))
        run.end = end
    elif page.names_in(begin, end) and at > place:
        run.broken = True


def _same_signs(run: Run, between: str) -> bool:
    return not run.signs or set(between.replace(" ", "")) == run.signs


def _with_what_follows(page: Page, one: Item, numbering: Numbering, run: Run) -> Item:
    """The item with its tick, number, ballot, manner and reasons."""
    behind, doubt, end, sure = one.behind, one.doubt, one.end, one.sure
    if one.how == "name":
        while (token := page.at.get(end)) is not None and token.kind == "a" and page.text[end] not in "吧了":
            end = token.end
    for _ in range(6):
        at = page.skip(end)
        tick = _ONE_BALLOT.match(page.text, at) or _RANK.match(page.text, at)
        if tick and tick.end() > at:
            end = tick.end()
            continue
        number = _BEHIND.match(page.text, at) if one.how == "name" else None
        if number and (number["open"] or number["seat"] or numbering == "behind") and behind is None:
            value = numerals.value(number["n"])
            glued = number["seat"] and not number["open"] and at in page.gaps
            glued = glued or (numbering == "before" and page.name(number.end()) is not None)
            again = one.before is None or one.before == value
            if value is not None and not glued and again and not page.name(at):
                behind, end = value, number.end()
                continue
        aside = _ASIDE.match(page.text, at)
        if aside is None or _BRACED.match(page.text, at):
            break
        doubt, end = doubt or _doubt(page, aside, one), aside.end()
    end, more = _reason(page, one, end, numbering, run)
    closing = _CLOSING.match(page.text, end)
    end = closing.end() if closing and closing.end() > end and page.bounded(closing.end()) else end
    return Item(one.players, one.how, one.words, one.start, end, one.before, behind, sure, doubt or more, one.apart)


def _doubt(page: Page, why: re.Match[str], one: Item) -> str:
    """What a reason or aside says that takes the item's certainty."""
    words = why["why"]
    if _CASTS_DOUBT.search(words):
        return f"“{one.words}”后面写了“{words[:20]}”"
    token = page.name(page.skip(why.start("why")))
    whole = token is not None and token.end >= why.end("why") and not set(token.players) & set(one.players)
    listed = token is not None and page.text[token.end : token.end + 1] in ("、", ",", "/", "和")
    return f"“{one.words}”后面的括号里又写了别人" if whole or listed else ""


def _reason(page: Page, one: Item, end: int, numbering: Numbering, run: Run) -> tuple[int, str]:
    """Past a reason after a colon or dash, or to the end of the line where each item has its own; and its doubt."""
    own_line = page.line_start(one.start) or not run.items
    found = _LINE_REASON.match(page.text, end) if own_line else None
    if found and _is_reason(page, found, numbering):
        plain = found["glue"] in (":", "=") or found["glue"].startswith("-")
        next_line = found.end() + 1
        listed = next_line < len(page.text) and item_at(page, next_line, numbering, first=True) is not None
        alone = page.line_start(one.start) and bool(run.items)
        if listed or (alone and plain):
            return found.end(), _doubt(page, found, one)
    found = _SHORT_REASON.match(page.text, end)
    if found and _is_reason(page, found, numbering):
        stop = next(_items_within(page, found.start("why") + 1, found.end(), numbering), found.end())
        if not page.names_in(found.start("why"), stop):
            return stop, _doubt(page, found, one)
    return end, ""


def _items_within(page: Page, start: int, end: int, numbering: Numbering) -> Iterator[int]:
    """Where in the words of a reason the next item begins, or the sign before it."""
    for at in range(start, end):
        sign = _SEP.match(page.text, at)
        after = sign.end() if sign else at
        parted = after > at or at in page.gaps or _JOINS.match(page.text, at)
        if parted and item_at(page, after, numbering, first=True):
            yield at


def _is_reason(page: Page, found: re.Match[str], numbering: Numbering) -> bool:
    at = page.skip(found.start("why"))
    if _NOT_A_REASON.match(page.text, at) or at >= found.end():
        return False
    return item_at(page, at, numbering, first=True) is None
