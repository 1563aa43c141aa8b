"""Who stands where a ballot's names stand: the object of a verb, what follows a label, a list."""

from __future__ import annotations

from dataclasses import dataclass, field

from parsers.ballots.clauses import Clause
from parsers.ballots.reading import Context
from parsers.ballots.tokens import Token
from parsers.names import Roster, nickname

ABSTAIN = "弃权"
UNCLEAR = frozenset({"near", "word", "piece", "order"})  # ways of naming that only make a question
_LEAD = frozenset("G:1-*…~[]@=ijaPV#l}{$^、→u/_<>|")
_JOIN = frozenset("、s&+/,|")
_HEADS = frozenset("NnSAIxYHhzEQU")


@dataclass(frozen=True, slots=True)
class Found:
    """One object. `sort`: name, self, me, you, he, abstain, nobody, judge, op, floor, other, who, unknown.

    `players`: whom the words mean — one: resolved; several or none: a question.
    """

    sort: str
    players: tuple[str, ...]
    how: str
    words: str
    start: int
    end: int

    @property
    def clear(self) -> bool:
        """Whether the words mean exactly one player, or the abstention."""
        return len(self.players) == 1 and self.how not in UNCLEAR


@dataclass(frozen=True, slots=True)
class Objects:
    """A row of objects: tokens `at` up to `end` of the clause; `choice` where the author leaves it open between them."""

    found: tuple[Found, ...]
    at: int
    end: int
    choice: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """All players the row may mean, in order, once each."""
        return tuple(dict.fromkeys(player for one in self.found for player in one.players))

    @property
    def sort(self) -> str:
        """What the first object is."""
        return self.found[0].sort

    @property
    def named(self) -> bool:
        """Whether the row holds somebody of the roster, sure or not."""
        return any(one.players for one in self.found)


@dataclass(slots=True)
class Scope:
    """What is known while one post is read."""

    roster: Roster
    context: Context
    author: str | None  # the author as a player of the roster
    folded: str
    gaps: frozenset[int] = frozenset()
    memory: dict[str, None] = field(default_factory=dict)  # players named so far, whoever was named last at the end
    only: bool = False  # the post is one clause, or one and names
    next_named: tuple[str, ...] = ()  # whom the next clause names, if it is only a name

    @property
    def last(self) -> tuple[str, ...]:
        """Who was named last, if anybody."""
        return tuple(reversed(self.memory))[:1]

    def mention(self, player: str) -> None:
        """Remember that `player` has just been named."""
        self.memory.pop(player, None)
        self.memory[player] = None

    @property
    def many(self) -> bool:
        """Whether a ballot may hold several names here."""
        allowed = self.context.names_per_ballot
        return allowed > 1 if allowed is not None else self.context.stage in ("election", "by-election")


def objects(clause: Clause, at: int, scope: Scope, *, lead: bool = True) -> Objects | None:
    """The row of objects from token `at` on, or None where none stands there. `lead`: skip what may come before it."""
    codes = clause.codes
    first = at
    while lead and first < len(codes) and _leads(clause, first, scope):
        first += 1
    found: list[Found] = []
    choice = False
    place = first
    while place < len(codes):
        one, after = _one(clause, place, scope)
        if one is None:
            break
        found.append(one)
        nearer, joined, chosen = _joined(clause, after, scope)
        choice = choice or chosen
        place = joined
        if not nearer:
            break
    if not found:
        return None
    agreed = _agreeing(found)
    end = place if place <= len(codes) else len(codes)
    return Objects(tuple(agreed), first, end, choice and len({one.players for one in agreed}) > 1)


def _leads(clause: Clause, at: int, scope: Scope) -> bool:
    code, token = clause.codes[at], clause.tokens[at]
    if code == "#":
        return token.how == "amount" and token.text in ("一个", "一张", "一名", "一位")
    if code in "ja" and len(token.text) == 1 and _near_run(clause, at, scope):
        return False  # 投也雨听风: 也 is a slip in a name
    if code in "Rb":
        return at + 1 < len(clause.codes) and clause.codes[at + 1] in "NnS:V"
    if code == "x":
        return (
            token.text in ("定", "个", "下", "中", "的是", "上", "回", "回给")
            and at + 1 < len(clause.codes)
            and clause.codes[at + 1] in "NSHY:"
        )
    if code in "PV":
        return at + 1 < len(clause.codes) and clause.codes[at + 1] in "NnSHYA:G@["
    return code in _LEAD


def _near_run(clause: Clause, at: int, scope: Scope) -> bool:
    text = _run(clause, at, scope)
    numeral = at + 1 < len(clause.codes) and clause.codes[at + 1] in "nN" and not clause.tokens[at + 1].text.isascii()
    return len(text) >= (2 if numeral else 3) and bool(scope.roster.near(text))


def _inside_latin(text: str, token: Token) -> bool:
    """Whether a sign stands inside a Latin name: Mr.Bottle, half_moon."""
    around = text[token.start - 1 : token.start] + text[token.end : token.end + 1]
    return token.text in "._-'" and len(around) == 2 and around.isascii() and around.isalnum()


def _run(clause: Clause, at: int, scope: Scope) -> str:
    """The letters from token `at` up to the next sign."""
    start = end = clause.tokens[at].start
    for token in clause.tokens[at:]:
        if (
            token.start != end
            or not (token.text[0].isalnum() or _inside_latin(scope.folded, token))
            or token.end - start > 16
            or (token.start in scope.gaps and end > start)
        ):
            break
        end = token.end
    return scope.folded[start:end]


def _joined(clause: Clause, at: int, scope: Scope) -> tuple[bool, int, bool]:
    """Whether another object follows the one that ends at `at`; where it begins; whether 或 stands between."""
    codes = clause.codes
    place = at
    if codes[at : at + 2] == "gN" and set(clause.tokens[at + 1].players) & set(clause.tokens[at - 1].players):
        return True, at + 1, False  # 3号位的某某
    while place < len(codes) and codes[place] in "a[]-*…":
        place += 1
    after = place
    while after < len(codes) and codes[after] in _JOIN:
        after += 1
    sign = after > place
    choice = after < len(codes) and (codes[after] == "o" or (codes[after] == "u" and _or(clause, after)))
    if choice:
        after += 1
        while after < len(codes) and codes[after] in "eij":
            after += 1
    if after >= len(codes) or codes[after] not in _HEADS:
        return False, at, choice and after >= len(codes)
    token = clause.tokens[after]
    if codes[after] == "N":
        if sign or choice or place > at:
            return (
                not _begins_sentence(clause, after),
                after if not _begins_sentence(clause, after) else at,
                choice,
            )
        return (True, after, False) if not _begins_sentence(clause, after) else (False, at, False)
    if codes[after] == "S" and place > at - 1 and clause.codes[at - 1] in "Na":
        return True, after, False
    if not (sign or choice) or codes[after] in "QU":
        return False, at, False
    if codes[after] == "x":
        one, _ = _unknown(clause, after, scope)
        if one is None or one.sort != "name":
            return False, at, choice
    if codes[after] in "IEYH" and not choice and "、" not in codes[at:after] and "s" not in codes[at:after]:
        return False, at, False
    return (True, after, choice) if token.kind != "n" or sign or choice else (False, at, False)


def _or(clause: Clause, at: int) -> bool:
    """投A还是B."""
    return clause.tokens[at].text == "还是" and clause.codes[at + 1 : at + 2] == "N"


def _begins_sentence(clause: Clause, at: int) -> bool:
    """Whether the name at `at` is rather the subject of what follows (投A B说…)."""
    rest = clause.codes[at + 1 :]
    if not rest or rest[0] in "a、s&+/,|N[]-*…~@1oCn→i×":
        return False
    return rest[0] in "LVWDejIYQfgMPdptx" if rest[0] != "x" else len(clause.tokens[at + 1].text) > 1


def _one(clause: Clause, at: int, scope: Scope) -> tuple[Found | None, int]:
    token = clause.tokens[at]
    code = token.kind
    spot = (token.text, token.start, token.end)
    if code == "N":
        return _name(clause, at, scope)
    if code == "n":
        return _number(clause, at, scope)
    if code in "SU" or (code == "I" and clause.codes[at + 1 : at + 2] == "S"):
        name = scope.author or scope.context.author
        return Found("self", (name,) if name else (), "self", *spot), at + (2 if code == "I" else 1)
    if code == "I" and clause.codes[at + 1 :].strip("al1~…-*"):
        return None, at
    if code == "I":
        name = scope.author or scope.context.author
        return Found("me", (name,) if name else (), "self", *spot), at + 1
    if code == "A":
        return Found("abstain", (ABSTAIN,), "abstain", *spot), at + 1
    if code == "g" and token.text == "之" and at + 1 == len(clause.codes):
        code = "H"  # 投之
    if code in "YH":
        named = [p for t in clause.tokens[:at] if t.kind == "N" and len(t.players) == 1 for p in t.players]
        last = tuple(named[-1:]) or (scope.next_named if code == "Y" else ()) or scope.last
        return Found("you" if code == "Y" else "he", last, "said before", *spot), at + 1
    if code in "zQ":
        return Found("nobody" if code == "z" else "who", (), "word", *spot), at + 1
    if code == "E":
        if token.how == "judge":
            return Found("judge", (), "judge", *spot), at + 1
        return Found("op" if token.text == "楼主" else "other", (), "word", *spot), at + 1
    if code == "h":
        return Found("floor", (), "floor", *spot), at + 1
    if code in "xyaejWMFLRKGgXuqlpwfVCTsoi":
        return _unknown(clause, at, scope)
    return None, at


def _name(clause: Clause, at: int, scope: Scope) -> tuple[Found, int]:
    """A whole name; letters that run on from it may make it a slip for a longer one (夜雨听枫)."""
    token = clause.tokens[at]
    found = Found("name", token.players, token.how, token.text, token.start, token.end)
    run = _run(clause, at, scope)
    if len(run) - len(token.text) not in (1, 2) or run in scope.roster.keys:
        return found, at + 1
    after = at + 1
    while after < len(clause.tokens) and clause.tokens[after].end <= token.start + len(run):
        after += 1
    near = [player for player in scope.roster.near(run, whole=True) if player not in token.players or len(run) > 3]
    if not near or "x" not in clause.codes[at + 1 : after]:
        return found, at + 1
    both = tuple(dict.fromkeys((*token.players, *near)))
    return Found("name", both, "near", run, token.start, token.start + len(run)), after


def _number(clause: Clause, at: int, scope: Scope) -> tuple[Found, int]:
    token = clause.tokens[at]
    nearby = clause.tokens[at + 1] if at + 1 < len(clause.tokens) else None
    if nearby and (nearby.kind == "n" or nearby.how == "number") and nearby.start in scope.gaps:
        values = [token.value or 0, nearby.value or 0]
        values += [int("".join(map(str, values)))] if nearby.kind == "N" else []
        both = [scope.roster.numbers.get(value) for value in values]
        players = tuple(dict.fromkeys(player for player in both if player))
        return Found("name", players, "order", token.text, token.start, clause.tokens[at + 1].end), at + 2
    player = scope.roster.numbers.get(token.value) if token.value is not None else None
    how = "order" if scope.roster.guessed else "number"
    called = _called_by_number(clause, at, scope)
    if called is not None:
        players = tuple(dict.fromkeys((*called[1], *((player,) if player else ()), *token.players)))
        end = token.start + len(called[0])
        after = next(
            (k for k in range(at + 1, len(clause.tokens)) if clause.tokens[k].start >= end), len(clause.tokens)
        )
        return Found("name" if players else "unknown", players, "near", called[0], token.start, end), after
    parts = scope.roster.having(token.text) if len(token.text) == 1 and not token.text.isascii() else ()
    players = tuple(dict.fromkeys((*((player,) if player else ()), *token.players, *parts)))
    return Found("name" if players else "unknown", players, how, token.text, token.start, token.end), at + 1


_KIN = frozenset(
    [
        "哥",
        "姐",
        "兄",
        "弟",
        "妹",
        "叔",
        "婶",
        "爷",
        "爷爷",
        "奶奶",
        "大哥",
        "大姐",
        "妹妹",
        "妹子",
        "先生",
        "小姐",
        "老师",
        "君",
        "酱",
        "殿",
        "桑",
    ]
)


def _called_by_number(clause: Clause, at: int, scope: Scope) -> tuple[str, tuple[str, ...]] | None:
    """二哥, 3水: a number that letters run on from may be how somebody is called; the words and who is called so."""
    token, tail = clause.tokens[at], clause.tokens[at + 1] if at + 1 < len(clause.tokens) else None
    if tail is None or tail.start != token.end:
        return None
    if tail.start in scope.gaps:  # 3 水
        words = token.text + tail.text
        apart = scope.roster.near(words) if tail.kind == "x" and len(words) <= 3 else ()
        return (words, apart) if apart else None
    if tail.text in _KIN:
        words = token.text + tail.text
        return words, scope.roster.near(words)
    run = _run(clause, at, scope)
    near = scope.roster.near(run) if tail.kind == "x" and len(run) > 1 else ()
    return (run, near) if near else None


_TAIL = frozenset("alkijrsoV1#C,.。:、()[]-*…~@=+/&GgTXFVWDIRuqP→9cMALQ{}$^")


def _latin_goes_on(text: str, at: int) -> bool:
    """Whether a Latin name goes on at `at`: Mr is no piece of Mr.Bottle where Mr.Battle stands."""
    if at >= len(text) or not text[at - 1].isascii() or not text[at - 1].isalnum():
        return False
    return text[at].isascii() and (text[at].isalnum() or (text[at] in "._-'" and text[at + 1 : at + 2].isalnum()))


def _unknown(clause: Clause, at: int, scope: Scope) -> tuple[Found | None, int]:
    """Letters that are no whole name: a piece of one, a near miss, or nobody's."""
    start, limit = clause.tokens[at].start, clause.end
    text = scope.folded[start : min(limit, start + 14)]
    edges = {token.start: place for place, token in enumerate(clause.tokens[at:], at) if token.start > start}
    edges.update({token.end: place for place, token in enumerate(clause.tokens[at:], at + 1)})
    run = _run(clause, at, scope)
    called = scope.roster.having(nickname(text[:2])) if not scope.roster.having(text[:2]) else ()
    if called and start + 2 in edges:
        return Found("unknown", called, "near", text[:2], start, start + 2), edges[start + 2]
    near = scope.roster.near(run) if len(run) > 1 else scope.roster.lettered(run)
    for size in range(len(text), 0, -1):
        players = scope.roster.having(text[:size])
        after = edges.get(start + size)
        if not players or after is None or (size == 1 and (text[0].isascii() or clause.codes[at] != "x")):
            continue
        if after < len(clause.codes) and clause.codes[after] not in _TAIL and start + size not in scope.gaps:
            continue
        if _latin_goes_on(scope.folded, start + size):
            continue
        if near and len(run) > size and len(run) - size <= 2:
            break
        how = "part" if size > 1 and len(players) == 1 else "piece"
        return Found("name", players, how, text[:size], start, start + size), after
    if near:
        after = at + 1
        while after < len(clause.tokens) and clause.tokens[after].end <= start + len(run):
            after += 1
        return Found("unknown", near, "near", run, start, start + len(run)), after
    if clause.tokens[at].kind not in "xya":
        return None, at
    after = at + 1
    while (
        after < len(clause.codes)
        and clause.codes[after] in "xyn"
        and clause.tokens[after].start < start + 12
        and clause.tokens[after].start not in scope.gaps
    ):
        after += 1
    words = scope.folded[start : clause.tokens[after - 1].end]
    return Found("unknown", (), "near", words, start, start + len(words)), after


def _agreeing(found: list[Found]) -> list[Found]:
    """Number and name side by side that mean the same player are one object; so are two aliases of one player."""
    out: list[Found] = []
    for one in found:
        both = [p for p in one.players if p in out[-1].players] if out and out[-1].sort == one.sort else []
        if len(both) == 1 and 1 in (len(one.players), len(out[-1].players)):
            how = out[-1].how if out[-1].how not in UNCLEAR else one.how
            out[-1] = Found(
                one.sort,
                tuple(both),
                how,
                out[-1].words + one.words,
                out[-1].start,
                one.end,
            )
        else:
            out.append(one)
    return out
