"""Who stands where a ballot's names stand: the object of a verb, what follows a label, a list."""

from __future__ import annotations

from dataclasses import dataclass, field

from parsers.ballots.clauses import Clause
from parsers.ballots.reading import Context
from parsers.ballots.tokens import Token
from parsers.names import Roster

ABSTAIN = "弃权"
# Between a verb and its object: signs, 给, 是, 就, one ballot (投一票给…).
_LEAD = frozenset("G:k-*…~[]@=iSjRa#")
_JOIN = frozenset("、s&+/,|")
_DECOR = frozenset("-*…~[]@=#^{}$:|")


@dataclass(frozen=True, slots=True)
class Found:
    """One object: `sort` name, self, you, he, abstain, nobody, judge, op, floor, other, who, unknown.

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
        return len(self.players) == 1 and self.how != "near"


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
    def clear(self) -> bool:
        """Whether every object is one player, without a choice."""
        return bool(self.found) and not self.choice and all(one.clear for one in self.found)


@dataclass(slots=True)
class Scope:
    """What is known while one post is read."""

    roster: Roster
    context: Context
    author: str | None  # the author as a player of the roster
    folded: str
    memory: list[str] = field(default_factory=list)  # players named so far, in order
    gaps: frozenset[int] = frozenset()


def objects(clause: Clause, at: int, scope: Scope, *, lead: bool = True, numbers: bool = True) -> Objects | None:
    """The row of objects from token `at` on, or None where none stands there.

    `lead`: skip what may stand between verb and object; `numbers`: a bare number may be a seat here.
    """
    start = at
    codes = clause.codes
    if lead:
        while at < len(codes) and _leads(clause, at):
            at += 1
    found: list[Found] = []
    choice = False
    first = at
    while at < len(codes):
        one, after = _one(clause, at, scope, numbers)
        if one is None:
            break
        found.append(one)
        at = after
        while at < len(codes) and codes[at] in "a[]-*" and not _starts_object(clause, at):
            at += 1
        joined = at
        while joined < len(codes) and (codes[joined] in _JOIN or (codes[joined] == "-" and joined > at)):
            joined += 1
        if joined < len(codes) and codes[joined] == "o":
            choice = True
            joined += 1
            while joined < len(codes) and codes[joined] in "eij":
                joined += 1
        if joined < len(codes) and (joined > at or codes[joined] in "NA") and codes[joined] in "NnSAIxYH#zE":
            if codes[joined] in "xYH#zEIn" and joined == at:
                break
            if codes[joined] == "N" and joined == at and not _neighbour(clause, joined):
                break
            if codes[joined] == "x" and not _named_piece(clause, joined, scope):
                break
            at = joined
            continue
        break
    if not found:
        return None
    return Objects(
        tuple(_agreeing(found)), first if lead else start, at, choice and len({f.players for f in found}) > 1
    )


def _leads(clause: Clause, at: int) -> bool:
    code = clause.codes[at]
    token = clause.tokens[at]
    if code == "#":
        return (token.how == "count" and token.text in ("一票", "1票", "1张票", "一张票")) or (
            token.how == "amount" and token.text in ("一个", "个")
        )
    if code == "S":
        return False
    if code in "Ra" and at + 1 < len(clause.codes):
        return clause.codes[at + 1] in "NnSx:"
    return code in _LEAD


def _starts_object(clause: Clause, at: int) -> bool:
    return clause.codes[at] in "N"


def _neighbour(clause: Clause, at: int) -> bool:
    """Whether the name at `at` stands beside the one before as part of a list, not as a new subject (投A B说…)."""
    rest = clause.codes[at + 1 :]
    return not rest or rest[0] not in "LVWDejIYQfCd的" or rest[0] in "sa"


def _named_piece(clause: Clause, at: int, scope: Scope) -> bool:
    one, _ = _unknown(clause, at, scope)
    return one is not None and one.sort == "name"


def _one(clause: Clause, at: int, scope: Scope, numbers: bool) -> tuple[Found | None, int]:
    token = clause.tokens[at]
    code = token.kind
    spot = (token.text, token.start, token.end)
    if code == "N":
        return Found("name", token.players, token.how, *spot), at + 1
    if code == "n" and numbers:
        return _seat(token, scope), at + 1
    if code == "S" or code == "I":
        if code == "I" and at + 1 < len(clause.codes) and clause.codes[at + 1] == "S":
            return _self(clause.tokens[at + 1], scope), at + 2
        return _self(token, scope), at + 1
    if code == "A":
        return Found("abstain", (ABSTAIN,), "word", *spot), at + 1
    if code == "z":
        return Found("nobody", (), "word", *spot), at + 1
    if code in "YH":
        last = tuple(scope.memory[-1:])
        return Found("you" if code == "Y" else "he", last, "said before", *spot), at + 1
    if code == "Q":
        return Found("who", (), "word", *spot), at + 1
    if code == "E":
        if token.how == "judge":
            return Found("judge", (), "judge", *spot), at + 1
        return Found("op" if token.text == "楼主" else "other", (), "word", *spot), at + 1
    if code == "#" and token.how == "floor":
        return Found("floor", (), "floor", *spot), at + 1
    if code == "#":
        return None, at
    if code not in ",.。:()":
        return _unknown(clause, at, scope)
    return None, at


def _seat(token: Token, scope: Scope) -> Found:
    player = scope.roster.numbers.get(token.value) if token.value is not None else None
    how = "order" if scope.roster.guessed else "number"
    return Found("name" if player else "unknown", (player,) if player else (), how, token.text, token.start, token.end)


def _self(token: Token, scope: Scope) -> Found:
    name = scope.author or scope.context.author
    return Found("self", (name,) if name else (), "self", token.text, token.start, token.end)


_TAIL = frozenset('alkijrsoV#C,.。:、()[]-*…~@=+/&GPgTXF"')


def _unknown(clause: Clause, at: int, scope: Scope) -> tuple[Found | None, int]:
    """Letters that are no whole name: a piece of one, a near miss, or nobody's."""
    start, limit = clause.tokens[at].start, clause.end
    text = scope.folded[start : min(limit, start + 14)]
    edges = {token.start: place for place, token in enumerate(clause.tokens) if token.start > start}
    edges[limit] = len(clause.tokens)
    for size in range(len(text), 0, -1):
        players = scope.roster.having(text[:size])
        after = edges.get(start + size)
        if players and after is not None and (size > 1 or not text[0].isascii()) and _closes(clause, after):
            how = "part" if size > 1 and len(players) == 1 else "piece"
            return Found("name", players, how, text[:size], start, start + size), after
    if clause.tokens[at].kind not in "xyae":
        return None, at
    after = at + 1
    while after < len(clause.codes) and clause.codes[after] in "xyn" and clause.tokens[after].start < start + 12:
        after += 1
    words = scope.folded[start : clause.tokens[after - 1].end]
    near = scope.roster.near(words)
    return Found("unknown", near, "near", words, start, start + len(words)), after


def _closes(clause: Clause, after: int) -> bool:
    return after >= len(clause.codes) or clause.codes[after] in _TAIL or clause.codes[after] in "VWDIRu"


def _agreeing(found: list[Found]) -> list[Found]:
    """Number and name side by side that mean the same player are one object; so are two aliases of one player."""
    out: list[Found] = []
    for one in found:
        both = [p for p in one.players if p in out[-1].players] if out and out[-1].sort == one.sort else []
        if len(both) == 1 and 1 in (len(one.players), len(out[-1].players)):
            out[-1] = Found(one.sort, tuple(both), out[-1].how, out[-1].words + one.words, out[-1].start, one.end)
        else:
            out.append(one)
    return out
