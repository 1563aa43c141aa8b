"""A tally somebody posted, read back: who is said to have how many votes, and whose.

Read are the forms in which counts are published: a candidate with a number and the voters behind it, pairs of voter and
target, lists by floor with changes in brackets, tables, sentences. What cannot be read is kept and told, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from parsers.folding import fold_chars
from parsers.names import Roster

ABSTAIN = "弃权"


@dataclass(frozen=True, slots=True)
class AnnouncedRow:
    """A candidate as announced: the number if one is written, the voters if any are named."""

    player: str
    votes: float | None
    voters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Announced:
    """A whole announcement. `ballots`: voter → targets (empty: abstains). `silent`: said not to have voted.

    `unread`: lines that look like part of a count and could not be read, as they stand.
    """

    rows: tuple[AnnouncedRow, ...]
    ballots: dict[str, tuple[str, ...]] = field(default_factory=dict)
    silent: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def lists_voters(self) -> bool:
        """Whether it says who voted for whom, and not only how many did."""
        return bool(self.ballots)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str  # name, or the group of `_pattern` it matched
    text: str


@dataclass(slots=True)
class _Found:
    """What the lines read so far say; filled line by line."""

    votes: dict[str, float] = field(default_factory=dict)
    order: dict[str, None] = field(default_factory=dict)  # candidates that have a line of their own
    last: str | None = None  # the candidate of the line before
    unknown: list[str] = field(default_factory=list)  # words of this line that stand where a voter should
    ballots: dict[str, tuple[str, ...]] = field(default_factory=dict)
    silent: dict[str, None] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)


def read_announcement(text: str, roster: Roster) -> Announced:
    """Read a posted tally by the names and numbers of a roster."""
    pattern = _pattern(roster)
    lines = [
        line.strip() for line in _CELL.sub("|", _MARKUP.sub(" ", _ROW_END.sub("\n", text))).splitlines() if line.strip()
    ]
    tokens = [(line, _tokens(line, roster, pattern)) for line in lines]
    by_candidate = any(_is_list(found) for _, found in tokens)
    read = _Found()
    for line, found in tokens:
        for part in _clauses(found):
            if not _clause(part, read, by_candidate):
                read.unread.append(line)
        if read.unknown:
            read.unread.append(f"{line}(认不得：{'、'.join(read.unknown)})")
            read.unknown.clear()
    rows = [AnnouncedRow(name, read.votes.get(name), _voters(read, name)) for name in _candidates(read)]
    return Announced(tuple(rows), read.ballots, tuple(read.silent), tuple(dict.fromkeys(read.unread)))


def _candidates(read: _Found) -> Iterable[str]:
    return dict.fromkeys([*read.order, *(name for targets in read.ballots.values() for name in targets)])


def _voters(read: _Found, name: str) -> tuple[str, ...]:
    return tuple(voter for voter, targets in read.ballots.items() if name in targets)


_MARKUP = re.compile(
    r"\[/?(?:b|i|u|s|url|size|color|font|table|tr|align|quote|list|code|backcolor|p)(?:=[^\]]*)?\]|\*\*|^[>*-] +",
    re.I | re.M,
)
_ROW_END = re.compile(r"\[/tr\]", re.I)
_CELL = re.compile(r"\[/?td(?:=[^\]]*)?\]", re.I)
_RANK = re.compile(r"\d+ ?[.、)] ?(?!\d)")
_NUMBER = r"\d+(?:\.\d+)?"
_WORDS = (
    ("voters", r"投票(?:人|者|的人)|票源"),
    ("silent", r"(?:还?没有?|未)(?:有效)?(?:投票?|来投)(?:的|者|人|玩家)*|缺票|漏投|not ?voting"),
    ("abstain", r"弃权票?|弃票|空票|abstain(?:ed)?"),
    ("change", r"改投给?|改票给?为?|改为|改成|改给|改"),
    ("arrow", r"(?:全?都)?(?:投票?给了?|投了?票?|票给)|-+>|=+>|→|>>+|处决"),
    ("votes", rf"(?:共计?|合计|得票数?|得|获)?[:= ]*(?:{_NUMBER}|[一二两三四五六七八九十]+) ?票"),
    (
        "floor",
        r"#\d+|\d+ ?[楼#f](?![a-z])|第\d+楼|\d+-\d+ \d+:\d+(?::\d+)?|\d+:\d+(?::\d+)?|20\d\d-\d+-\d+|\d+(?:\.\d+)?%",
    ),
)
_HAN = {sign: value for value, sign in enumerate("零一二三四五六七八九十")} | {"两": 2}


def _pattern(roster: Roster) -> re.Pattern[str]:
    words = "|".join(f"(?P<{kind}>{words})" for kind, words in _WORDS)
    seats = r"(?P<seat>\d+) ?[号號]"
    signs = r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<colon>:)|(?P<list>[、/&+])|(?P<cell>[|\t])|(?P<end>[;。!,])"
    names = f"(?P<name>{roster.pattern})"
    return re.compile(f"{names}|{words}|{seats}|(?P<number>{_NUMBER})|{signs}|(?P<blank> +)|(?P<word>.)")


def _tokens(line: str, roster: Roster, pattern: re.Pattern[str]) -> list[_Token]:
    found: list[_Token] = []
    folded = fold_chars(line.replace("\t", "|"))
    for match in pattern.finditer(_RANK.sub("", folded, count=1) if _RANK.match(folded) else folded):
        token = _token(match, roster)
        if token.kind == "word" and found and found[-1].kind == "word":
            found[-1] = _Token("word", found[-1].text + token.text)
        else:
            found.append(token)
    return [token for token in found if token.kind != "blank"]


def _token(match: re.Match[str], roster: Roster) -> _Token:
    kind, text = match.lastgroup or "word", match.group()
    if kind == "seat":
        player = roster.numbers.get(int(match.group("seat")))
        return _Token("name", player) if player else _Token("word", text)
    if kind == "name":
        players = roster.named(text)
        return _Token("name", players[0]) if len(players) == 1 else _Token("word", text)
    return _Token(kind, text)


_INNER = ("open", "close", "colon", "cell")
_COUNTING = frozenset("得获共有计是为总数票名人")  # what may stand between a candidate and his number
_FILLING = frozenset("等和与及跟还有的者投.-~*×x%'\"!?")  # what may stand between voters
_FORMER = ("原", "自", "从", "由", "曾", "先")  # what follows is the ballot before the change


def _clauses(tokens: list[_Token]) -> Iterator[list[_Token]]:
    """A line in clauses: cut at full stops, and at a comma where what follows is a statement of its own."""
    part: list[_Token] = []
    depth = 0
    for place, token in enumerate(tokens):
        depth += (token.kind == "open") - (token.kind == "close")
        if token.kind == "end" and depth <= 0 and (token.text != "," or _stands_alone(tokens[place + 1 :])):
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _stands_alone(rest: list[_Token]) -> bool:
    kinds = [token.kind for token in rest]
    kinds = kinds[: kinds.index("end")] if "end" in kinds else kinds
    number = "votes" in kinds or "number" in kinds
    return "name" in kinds and ("arrow" in kinds or number)


def _is_list(tokens: list[_Token]) -> bool:
    """Whether a line is a candidate with several voters behind a colon."""
    kinds = [token.kind for token in tokens]
    if "colon" not in kinds or "arrow" in kinds:
        return False
    at = kinds.index("colon")
    return kinds[:at].count("name") == 1 and kinds[at:].count("name") > 1


def _names(tokens: Iterable[_Token]) -> list[str]:
    return list(dict.fromkeys(token.text for token in tokens if token.kind == "name"))


def _clause(tokens: list[_Token], read: _Found, by_candidate: bool) -> bool:
    """Take one clause in. False where it looks like part of a count and could not be read."""
    kinds = [token.kind for token in tokens]
    names = _names(tokens)
    if not names:
        return not _counts(tokens)
    if "silent" in kinds:
        read.silent.update(dict.fromkeys(names))
        return True
    arrow = _outer(tokens, "arrow")
    if arrow is not None and "voters" not in kinds and kinds.index("name") < arrow:
        return _pairs(tokens, arrow, read)
    if arrow == 1 and tokens[0].kind == "word":
        return False
    if "abstain" in kinds:
        read.ballots.update(dict.fromkeys(names, ()))
        return True
    if "voters" in kinds and kinds.index("voters") < kinds.index("name") and read.last:
        _behind(read, read.last, names)
        return True
    return _numbered(tokens, read) or _unnumbered(tokens, read, by_candidate)


def _counts(tokens: list[_Token]) -> bool:
    """Whether a line without a known name still tells of votes: 某某(3)：…"""
    kinds = [token.kind for token in tokens]
    bracketed = any(kinds[i : i + 3] == ["open", "number", "close"] for i in range(len(kinds)))
    worded = "word" in kinds and ("votes" in kinds or (bracketed and "colon" in kinds))
    return worded and not any(word in token.text for token in tokens for word in ("总", "有效", "第"))


def _outer(tokens: list[_Token], kind: str) -> int | None:
    """The place of the first token of a kind that stands in no brackets."""
    depth = 0
    for place, token in enumerate(tokens):
        depth += (token.kind == "open") - (token.kind == "close")
        if token.kind == kind and depth <= 0:
            return place
    return None


def _pairs(tokens: list[_Token], at: int, read: _Found) -> bool:
    """Voters, an arrow or a verb (`at`), targets; of several targets after one another the last holds."""
    voters, behind = _names(tokens[:at]), tokens[at + 1 :]
    targets = _final(behind)
    if targets is None and any("自己" in token.text for token in behind if token.kind == "word"):
        read.ballots.update({voter: (voter,) for voter in voters})
        return True
    if targets is None:
        return False
    for voter in voters:
        read.ballots[voter] = targets
    for token in tokens:
        if token.kind == "votes" and len(targets) == 1:
            read.votes[targets[0]] = _value(token.text)
    return True


def _final(tokens: list[_Token]) -> tuple[str, ...] | None:
    """Whom a ballot holds in the end: 乙(30楼改丙) 丙, 乙(原投丁) 乙, 乙改弃权 nobody. None: nobody can be made out."""
    found: tuple[str, ...] | None = None
    for part in _steps(tokens):
        words = "".join(token.text for token in part if token.kind == "word")
        names = tuple(_names(part))
        if any(word in words for word in _FORMER) and found is not None:
            continue
        if names or any(token.kind == "abstain" for token in part):
            found = names
    return found


def _steps(tokens: list[_Token]) -> Iterator[list[_Token]]:
    part: list[_Token] = []
    for token in tokens:
        former = part and all(one.kind == "word" for one in part) and any(w in part[-1].text for w in _FORMER)
        if token.kind in ("arrow", "change", "open") and not former:  # 原投丙 is one step
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _value(text: str) -> float:
    """The number in 共6.5票, 三票, 十二票."""
    digits = re.search(_NUMBER, text)
    if digits:
        return float(digits.group())
    signs = [sign for sign in text if sign in _HAN]
    tens, _, ones = "".join(signs).partition("十")
    if "十" not in signs:
        return float(_HAN[signs[0]])
    return float(_HAN.get(tens, 1) * 10 + _HAN.get(ones, 0))


def _numbered(tokens: list[_Token], read: _Found) -> bool:
    """A candidate with his number, or several of them one after the other; voters behind."""
    names = [place for place, token in enumerate(tokens) if token.kind == "name"]
    numbered = {place: number for place in names if (number := _number_of(tokens, place)) is not None}
    if not numbered:
        return _number_first(tokens, names, read)
    if len(numbered) == len(names):
        for place, number in numbered.items():
            _row(read, tokens[place].text, number)
        return True
    first = names[0]
    if first not in numbered:
        return False
    _row(read, tokens[first].text, numbered[first])
    _behind(read, tokens[first].text, _voters_in(tokens[first + 1 :], read))
    return True


def _number_of(tokens: list[_Token], place: int) -> float | None:
    """The number that belongs to the name at a place: nothing but signs and counting words between the two."""
    inside = False  # 甲(乙、丙)3票: the voters stand between the two
    for at, token in enumerate(tokens[place + 1 :], place + 1):
        if token.kind == "open" and tokens[at + 1 : at + 2] and tokens[at + 1].kind == "name":
            inside = True
        elif inside:
            inside = token.kind != "close"
            continue
        if token.kind in ("votes", "number"):
            return _value(token.text)
        if token.kind not in _INNER and not (token.kind == "word" and set(token.text) <= _COUNTING):
            return None
    return None


def _number_first(tokens: list[_Token], names: list[int], read: _Found) -> bool:
    """(3) 甲：乙、丙、丁, or 3票：甲、乙 where several have the same number."""
    before = [token for token in tokens[: names[0]] if token.kind in ("votes", "number")]
    if len(before) != 1 or any(token.kind == "word" for token in tokens[: names[0]]):
        return False
    value = _value(before[0].text)
    if any(token.kind == "colon" for token in tokens[: names[0]]):
        for place in names:
            _row(read, tokens[place].text, value)
        return True
    _row(read, tokens[names[0]].text, value)
    _behind(read, tokens[names[0]].text, _voters_in(tokens[names[0] + 1 :], read))
    return True


def _voters_in(tokens: list[_Token], read: _Found) -> list[str]:
    """The voters named behind a candidate; what stands in brackets after a voter tells of him and names nobody."""
    found: list[str] = []
    depth = 0
    skipping = False
    for token in tokens:
        if token.kind == "open":
            depth += 1
            skipping = skipping or bool(found)
        elif token.kind == "close":
            depth = max(0, depth - 1)
            skipping = skipping and depth > 0
        elif token.kind == "name" and not skipping:
            found.append(token.text)
        elif token.kind == "word" and depth == 0 and not set(token.text) <= _COUNTING | _FILLING:
            read.unknown.append(token.text)
    if not found:
        read.unknown.clear()
    return list(dict.fromkeys(found))


def _unnumbered(tokens: list[_Token], read: _Found, by_candidate: bool) -> bool:
    """A colon or nothing between names: candidate and voters, or voter and target, as the whole list has it."""
    names = [token.text for token in tokens if token.kind == "name"]
    kinds = [token.kind for token in tokens]
    wordy = sum(len(token.text) for token in tokens if token.kind == "word")
    first, *others = names
    if not others or wordy > 2:
        return wordy > 0 or "votes" not in kinds
    if "colon" in kinds and by_candidate:
        _row(read, first, None)
        _behind(read, first, _voters_in(tokens[kinds.index("colon") :], read))
        return True
    read.ballots[first] = _final(tokens[kinds.index("name") + 1 :]) or tuple(others)
    return True


def _row(read: _Found, player: str, votes: float | None) -> None:
    read.order[player] = None
    read.last = player
    if votes is not None:
        read.votes[player] = votes


def _behind(read: _Found, player: str, voters: Iterable[str]) -> None:
    for voter in voters:
        standing = read.ballots.get(voter, ())
        read.ballots[voter] = standing if player in standing else (*standing, player)
