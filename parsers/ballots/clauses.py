"""A post cut into lines, sentences and clauses of tokens; what it only quotes made opaque."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from parsers.ballots.tokens import Token

_ENDS_SENTENCE = frozenset("。!?;\n")
_ENDS_CLAUSE = frozenset(",()~|…")
_LONGEST = 160  # words; nobody writes a clause longer than that
_EXPECTS = frozenset("iVGBTPC1:j…→e-")  # after these a pause ends nothing: 我的选择是……
_CUTS = _ENDS_SENTENCE | _ENDS_CLAUSE | frozenset("-")
# Inside quotation marks these leave the words the author's own: only whom he names, not what somebody says.
_ONLY_NAMED = frozenset("NnAS:[]-*、,ayx…")
QUOTED = "″"


@dataclass(frozen=True, slots=True)
class Clause:
    """Words between two marks of punctuation. `codes` holds one sign a token (its kind).

    `mark`: the punctuation it ends with; `before`: the mark in front; `sentence`, `line`: which of the post's it
    stands in; `aside`: in brackets.
    """

    tokens: tuple[Token, ...]
    codes: str
    mark: str
    sentence: int
    line: int
    before: str
    aside: bool = False

    @property
    def start(self) -> int:
        """Where its words begin in the folded text."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Where its words end in the folded text."""
        return self.tokens[-1].end

    def text(self, start: int = 0, end: int | None = None) -> str:
        """The folded words of tokens `start` to `end`."""
        return "".join([token.text for token in self.tokens[start:end]])


@dataclass(slots=True)
class _Cutter:
    """The clauses cut so far, and the words held for the next."""

    cut: list[Clause] = field(default_factory=list)
    held: list[Token] = field(default_factory=list)
    sentence: int = 0
    line: int = 0
    depth: int = 0
    before: str = "\n"

    def end(self, mark: str) -> None:
        """The words held make a clause that ends with `mark`."""
        if mark == "?" and self.before in "…~" and self.cut and all(token.kind in "aql" for token in self.held):
            self.cut[-1] = replace(self.cut[-1], mark="?")  # 投X……吧？
            self.held = []
        if self.held:
            codes = "".join([token.kind for token in self.held])
            aside = self.depth > 0
            self.cut.append(Clause(tuple(self.held), codes, mark, self.sentence, self.line, self.before, aside))
            self.held = []
        elif self.cut and mark in "?!" and self.cut[-1].mark not in "?\n":
            last = self.cut[-1]
            self.cut[-1] = replace(last, mark="?" if "?" in (mark, last.mark) else mark)
        self.before = mark
        self.sentence += mark in _ENDS_SENTENCE
        self.line += mark == "\n"
        self.depth = 0 if mark == "\n" else max(0, self.depth + (mark == "(") - (mark == ")"))


def clauses(tokens: list[Token]) -> list[Clause]:
    """Cut tokens at punctuation. A comma between two bare names is kept: it makes a list."""
    tokens = _quotations(_unbracketed(tokens) if any(t.kind in "(《" for t in tokens) else tokens)
    cutter = _Cutter()
    for at, token in enumerate(tokens):
        mark = token.kind
        if mark in _CUTS and _cuts(tokens, at, cutter.held):
            cutter.end("…" if mark == "-" else mark)
            continue
        if len(cutter.held) >= _LONGEST:
            cutter.end(",")
        cutter.held.append(token)
    if cutter.held:
        cutter.end("")
    return cutter.cut


def _cuts(tokens: list[Token], at: int, held: list[Token]) -> bool:
    """Whether the sign at `at` ends a clause here."""
    mark = tokens[at].kind
    if mark in _ENDS_SENTENCE:
        return True
    if mark in "…-":
        waits = bool(held) and held[-1].kind in _EXPECTS
        return not waits and (mark == "…" or (bool(held) and _dash(tokens, at)))
    return not (mark in ",~" and _in_list(tokens, at))


def _in_list(tokens: list[Token], at: int) -> bool:
    """Whether the comma at `at` stands between two names with nothing else near: 梅，兰，竹."""
    if not 0 < at < len(tokens) - 1 or tokens[at - 1].kind not in "Nn" or tokens[at + 1].kind not in "Nn":
        return False
    before = tokens[at - 2].kind if at >= 2 else "\n"
    after = tokens[at + 2].kind if at + 2 < len(tokens) else "\n"
    return before in ",:、\nVPB。!" and after in ",。!;\n、a…)("


def _dash(tokens: list[Token], at: int) -> bool:
    """A long dash breaks off: X——他潜水."""
    return token_is(tokens, at + 1, "-") or token_is(tokens, at - 1, "-") or tokens[at].text.startswith("--")


def token_is(tokens: list[Token], at: int, kind: str) -> bool:
    """Whether a token of this kind stands at `at`."""
    return 0 <= at < len(tokens) and tokens[at].kind == kind


def _unbracketed(tokens: list[Token]) -> list[Token]:
    """投（X）, 投《X》: brackets around nothing but a name are no aside."""
    out: list[Token] = []
    for at, token in enumerate(tokens):
        opens = (
            token.kind in "(《"
            and token_is(tokens, at + 1, "N")
            and (token_is(tokens, at + 2, ")") or token_is(tokens, at + 2, "》"))
        )
        closes = token.kind in ")》" and token_is(tokens, at - 1, "N") and at > 1 and tokens[at - 2].kind in "(《"
        verb = bool(out) and out[-1].kind in "VPCGB:" and not token_is(tokens, at + 3, ":")
        if opens and (verb or token.kind == "《"):
            continue
        if closes and (
            tokens[at - 2].kind == "《"
            or (at > 2 and tokens[at - 3].kind in "VPCGB:" and not token_is(tokens, at + 1, ":"))
        ):
            continue
        out.append(token)
    return out


def _quotations(tokens: list[Token]) -> list[Token]:
    """Make what stands between quotation marks one opaque token, unless it is only a name or the whole line."""
    if not any(token.kind in '"《' for token in tokens):
        return tokens
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        close = _closing(tokens, at) if token.kind in '"《' else None
        if close is None:
            if token.kind not in '"《》':
                out.append(token)
            at += 1
            continue
        inside = tokens[at + 1 : close]
        after = next((place for place in range(close + 1, len(tokens)) if tokens[place].kind not in "!。.~…?"), None)
        whole_line = (at == 0 or tokens[at - 1].kind == "\n") and (after is None or tokens[after].kind == "\n")
        mine = bool(out) and out[-1].kind in "eV:" and any(t.kind == "I" for t in out[-3:])
        if mine and inside:
            out += inside
            at = close + 1
            continue
        if whole_label(out, inside):
            out += [*inside, token._replace(kind=":", text=":")]
            at = close + 1
            continue
        named = bool(inside) and all(t.kind in _ONLY_NAMED for t in inside)
        if (named and (whole_line or token.kind == '"')) or (inside and whole_line and token.kind == '"'):
            out += inside
        elif inside:
            out.append(Token(QUOTED, token.start, tokens[close].end, QUOTED))
        at = close + 1
    return out


def whole_label(out: list[Token], inside: list[Token]) -> bool:
    """『投票』X: quotation marks around nothing but the label, at the beginning of a line."""
    return len(inside) == 1 and inside[0].kind in "PBT" and (not out or out[-1].kind == "\n")


def _closing(tokens: list[Token], at: int) -> int | None:
    """Where the quotation that opens at `at` closes: on the same line, within reach."""
    want = '"' if tokens[at].kind == '"' else "》"
    for end in range(at + 1, min(len(tokens), at + 60)):
        if tokens[end].kind == "\n":
            return None
        if tokens[end].kind == want:
            return end
    return None
