"""The grammar of a row of items: what may follow each (a tick, a number, one ballot, a reason), and what parts them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from parsers.ballots import numerals
from parsers.ballots.items import BRACED, COUNTED, VERB, Item, Numbering, Page, bullets, item_at
from parsers.ballots.tokens import UNITS

_JOINS = re.compile("和|与|以及|还有|再加|加上|最后")
_VERBS = re.compile(VERB)
_ORDINAL = re.compile(r"[\d一二三四五六七八九十]{1,2}[.、):]")
_ONE_BALLOT = re.compile(r"[:=]1(?![\d号点票楼:])|[:(×x*=]?(?:\+ ?1票?(?!\d)|(?:一|1)票|×1|x1(?!\d))\)?|[√✓✔☑✅]+")
_RANK = re.compile(rf"[(]?(?:排?第{COUNTED}(?:位|名|票|个)?)[)]?")
_BEHIND = re.compile(
    rf"(?P<open>[(\[])?[:=-]?(?P<sign>no\.?|#)?(?P<n>\d{{1,3}}|[{numerals.HAN}]{{1,2}}|[{numerals.RINGED}])(?P<seat>号位?)?"
    rf"(?(open)[)\]]|(?![\d{UNITS}楼票%]|小时|:\d))"
)
_SEP = re.compile(r"[ 、;,+&/\\|¦\-.~>_。!\n]*")
_WEAK = frozenset("/\\|¦-.~>_")
_CLOSING = re.compile(
    r"(?:[这那]?(?:两|三|几|俩|仨|四|五|\d)[个位人名])?(?:我?(?:都|全)(?:投|选|支持)|各(?:投|来)?(?:一|1)票|[当做任进]陪审[员团])?"
    r"[吧了啊呀哦啦呗哈]*|等人?"
)
_ASIDE = re.compile(r"\((?P<why>[^()\n]{0,80})\)")
_SHORT_REASON = re.compile(r"(?::|-+|=)(?P<why>[^;,。、!?\n]{1,40})")
_LINE_REASON = re.compile(r"(?P<glue>:|-+|,|=| |~|(?=\())(?P<why>[^\n]{1,120})")
_NOT_A_REASON = re.compile(r"[\d:=+]|[一二两三四五六七八九十]票|→")
_CASTS_DOUBT = re.compile(
    r"划掉|误$|不[投选算给要]|别[投选]|算了|待定|暂|作废|\?|如果|要是|除非|备选|候补|改[投选成为票]|换[成为人]|撤|玩笑|弃|没想好"
)
_LONGEST_ITEM = 9


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


def _unreadable(page: Page, run: Run, place: int) -> None:
    """Words that stand where an item is due and are nobody's: the list is a question, or no list."""
    if not run.items or place >= len(page.text):
        return
    between = page.text[run.items[-1].end : place]
    at = bullets(page, place, False)
    lead = BRACED.match(page.text, at) or _ORDINAL.match(page.text, at)
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
        if aside is None or BRACED.match(page.text, at):
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
