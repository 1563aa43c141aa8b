"""Tokens put right by their neighbours: arrows made one, numbering dropped, names that are words, 票 thing or verb."""

from __future__ import annotations

from parsers.ballots.lexicon import words as lexicon_words
from parsers.ballots.tokens import Token

_WORDS = lexicon_words()
_ARROW = frozenset("-=>→")
# Kinds after which a name is asked for, so that a player called 昨天 is meant and not the day.
_WANTS_NAME = frozenset("VPCBG→1TWXK[@dtf")
_BETWEEN = frozenset(':[]"-*…~@iaj1、sob')
# Plain readings that would make a statement of their own: nobody, abstaining, leaving it open.
SAYS_ITSELF = frozenset("zAwUvQS")


def tidy(tokens: list[Token], gaps: frozenset[int], numbers: dict[int, str]) -> list[Token]:
    """The tokens as the grammar wants them. `gaps`: where blanks stood; `numbers`: whose seats are."""
    tokens = _arrows(tokens)
    tokens = _epithets(_ticks(_unnumbered(_replies(_short(tokens)))), gaps)
    if numbers:
        tokens = _seat_and_name(tokens, numbers)
    tokens = _as_soon_as(tokens)
    tokens = [t._replace(kind="。") if t.kind == "." and t.end in gaps else t for t in tokens]
    for at in range(len(tokens)):
        tokens[at] = _in_place(tokens, at)
    return tokens


def _arrows(tokens: list[Token]) -> list[Token]:
    if not any(token.kind in ">→" for token in tokens):
        return tokens
    out: list[Token] = []
    for token in tokens:
        last = out[-1] if out else None
        if token.kind in _ARROW and last and last.kind in _ARROW and last.end == token.start:
            kind = "→" if token.kind in ">→" or last.kind in ">→" else "-"
            out[-1] = last._replace(kind=kind, end=token.end, text=last.text + token.text)
        else:
            out.append(token._replace(kind="→") if token.kind == ">" else token)
    return out


def _ticks(tokens: list[Token]) -> list[Token]:
    """[x] before a name is a ticked box: a vote."""
    out: list[Token] = []
    for token in tokens:
        if token.kind == "]" and len(out) > 1 and out[-1].text == "x" and out[-2].kind == "[":
            out[-2:] = [out[-1]._replace(kind="V")]
        else:
            out.append(token)
    return out


_SHORT = frozenset(["t", "p", "tp", "tou", "点"])


def _short(tokens: list[Token]) -> list[Token]:
    """TP X, t X, 点X: a shorthand of the verb, where it begins a clause that goes on with nothing but the name."""
    out = list(tokens)
    for at, token in enumerate(tokens):
        if token.text not in _SHORT or token.kind not in "xV" or not token_ends(tokens, at - 1):
            continue
        name = at + 1
        while name < len(tokens) and tokens[name].kind in ":.":
            name += 1
        if name < len(tokens) and tokens[name].kind == "N" and token_ends(tokens, name + 1):
            out[at] = token._replace(kind="V")
            if name > at + 1:
                out[at + 1] = tokens[at + 1]._replace(kind=":")
    return out


def token_ends(tokens: list[Token], at: int) -> bool:
    """Whether the clause ends or begins at `at`: a mark of punctuation, or nothing, stands there."""
    return not 0 <= at < len(tokens) or tokens[at].kind in _BREAKS


_REPLIES = ("回复", "回覆", "回", "答复", "re", "reply", "to", "回应")
_POST_OF = ("的帖子", "的贴子", "的发言", "的话", "发表的帖子")


def _replies(tokens: list[Token]) -> list[Token]:
    """回复 X：投Y, 回复 3# X 的帖子 投Y: whom a post answers, put in front by the board, is not among its words."""
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        end = _reply_end(tokens, at) if not out or out[-1].kind == "\n" else 0
        if end:
            at = end
        else:
            out.append(tokens[at])
            at += 1
    return out


def _reply_end(tokens: list[Token], at: int) -> int:
    """Where the words of the author begin after a head that says whom he answers; 0 where none stands at `at`."""
    sign = tokens[at].kind == "@"
    if not (sign or tokens[at].text in _REPLIES):
        return 0
    place = at + 1
    while place < len(tokens) and tokens[place].kind in ("h:(#" if sign else "h:(#@"):
        place += 1
    if place >= len(tokens) or not (tokens[place].kind == "N" or (tokens[place].kind == "E" and not sign)):
        return 0
    place += 1
    while place < len(tokens) and tokens[place].kind in ")h":
        place += 1
    if place < len(tokens) and (tokens[place].kind == ":" or tokens[place].text in _POST_OF):
        place += 1
        return place + (place < len(tokens) and tokens[place].kind == ":")
    if place + 1 < len(tokens) and tokens[place].kind == "g" and tokens[place + 1].text[:2] in ("帖子", "贴子", "发言"):
        return place + 2 if tokens[place + 1].text[2:] == "" else 0
    return 0


_NO_EPITHET = ("除", "非", "反", "别", "替", "代", "跟", "和", "怕", "给", "被", "向", "对", "把", "踩", "保")


def _epithets(tokens: list[Token], gaps: frozenset[int]) -> list[Token]:
    """小满、大师兄悟空: in a list of names, words glued before a name only call the player something."""
    drop: set[int] = set()
    for at, token in enumerate(tokens):
        if token.kind in "、s" and at and tokens[at - 1].kind == "N":
            drop.update(range(at + 1, _called(tokens, at + 1)))
        elif at > 1 and token.start in gaps and tokens[at - 1].kind == tokens[at - 2].kind == "N":
            drop.update(range(at, _called(tokens, at)))
    return [token for at, token in enumerate(tokens) if at not in drop] if drop else tokens


def _called(tokens: list[Token], at: int) -> int:
    """Where the name stands that words at `at` are glued to and that ends an item of a list; `at` if none does."""
    name = at
    while name + 1 < len(tokens) and tokens[name].kind in "xyEaIji" and tokens[name].end == tokens[name + 1].start:
        name += 1
    if name == at or tokens[name].kind != "N" or len(tokens[name].players) != 1:
        return at
    words = "".join(token.text for token in tokens[at:name])
    ends = name + 1 >= len(tokens) or tokens[name + 1].kind in "、\n。!,;"
    return name if ends and len(words) <= 5 and not words.startswith(_NO_EPITHET) else at


def _unnumbered(tokens: list[Token]) -> list[Token]:
    """Drop the numbering of a list (1.梅 2.兰, ①梅②兰, 一、梅): counted up from one, each before a name."""
    marks: list[tuple[int, int]] = []  # first and last token of each mark
    for at, token in enumerate(tokens[:-1]):
        ringed = token.kind == "N" and token.how == "number" and len(token.text) == 1
        if not (token.kind == "n" or ringed) or (at and tokens[at - 1].kind in "VCGn→"):
            continue
        end = at + 1
        if end < len(tokens) and tokens[end].kind in ".、):,/":
            end += 1
        elif not ringed and not (at == 0 or tokens[at - 1].kind == "\n"):
            continue
        if (
            end < len(tokens)
            and (tokens[end].kind in "NxA" or _called(tokens, end) > end)
            and tokens[end].how != "number"
            and token.value == len(marks) + 1
        ):
            if end == at + 1 and token.players and token.players == tokens[end].players:
                continue
            marks.append((at, end))
    if not marks or (len(marks) == 1 and tokens[marks[0][0] + 1].kind not in ".、):"):
        return tokens
    drop = {place for first, last in marks for place in range(first, last)}
    if len(marks) > 1:
        drop.update(place for _, last in marks for place in range(last, _called(tokens, last)))
    for first, last in marks[1:]:
        # What parted the items is kept as a sign on one line, and before an item that may be no name.
        if tokens[first - 1].kind in "Nxa" or (tokens[last].kind == "x" and _called(tokens, last) == last):
            drop.discard(first)
            tokens[first] = tokens[first]._replace(kind="、", players=(), how="", value=None)
    return [token for at, token in enumerate(tokens) if at not in drop]


def _seat_and_name(tokens: list[Token], numbers: dict[int, str]) -> list[Token]:
    """7.雨天 by the list of seats: the number says again who is named."""
    out: list[Token] = []
    for at, token in enumerate(tokens):
        named = token.kind in ".、-" and at + 1 < len(tokens) and tokens[at + 1].kind == "N" and bool(out)
        if named and out[-1].kind == "n" and (at < 2 or tokens[at - 2].kind in "\nVPC:,。"):
            player = numbers.get(out[-1].value or 0)
            out[-1] = out[-1]._replace(kind="N", how="number", players=(player,) if player else ())
        else:
            out.append(token)
    return out


_VERBS = ("VPWZGe", "VPWZGexyXCp")  # what 一 may be glued to, and what after 票


def _as_soon_as(tokens: list[Token]) -> list[Token]:
    """票一投出去就…: 一 glued to a verb is no number."""
    for at, token in enumerate(tokens[:-1]):
        after = tokens[at + 1]
        if (
            token.kind == "n"
            and token.text == "一"
            and after.kind in _VERBS[tokens[at - 1].text == "票"]
            and after.start == token.end
        ):
            tokens[at] = token._replace(kind="j", players=(), value=None)
    return tokens


def _in_place(tokens: list[Token], at: int) -> Token:
    token = tokens[at]
    if token.kind == "N" and token.how == "name":
        return _name_or_word(tokens, at, token)
    if token.text == "票":
        return token if _votes(tokens, at) else token._replace(kind="T")
    return token


def _name_or_word(tokens: list[Token], at: int, token: Token) -> Token:
    """A player called like a word is meant where a name is asked for, or where nothing but names stands."""
    kind = _WORDS.get(token.text)
    if kind is None or kind == "y":
        return token
    before = at - 1
    while before >= 0 and tokens[before].kind in _BETWEEN:
        before -= 1
    wanted = before >= 0 and tokens[before].kind in _WANTS_NAME
    if before >= 0 and tokens[before].how == "number" and set(tokens[before].players) & set(token.players):
        return token  # 8号某某
    alone = _only_names(tokens, at)
    if kind in "VPBCT" and not wanted:
        return token._replace(how="word") if alone else token._replace(kind=kind, players=())
    if wanted or alone:
        if (
            kind == "w"
            and at
            and (tokens[at - 1].kind == "V" or tokens[at - 1].text == "我票")
            and tokens[at - 1].end == token.start
        ):
            return token  # 投随便, where somebody is called so: to leave it open one says 随便投
        single = alone and not _neighbours(tokens, at)
        return token._replace(how="word") if kind in SAYS_ITSELF or (single and kind == "Z") else token
    return token._replace(kind=kind, players=())


_BREAKS = frozenset(",。!?;\n…~()")
_LIST = frozenset("N、s&+/[]*-@a|")


def _only_names(tokens: list[Token], at: int) -> bool:
    """Whether the words between the two marks of punctuation around are nothing but names."""
    low = high = at
    while low > 0 and tokens[low - 1].kind not in _BREAKS:
        low -= 1
    while high + 1 < len(tokens) and tokens[high + 1].kind not in _BREAKS:
        high += 1
    return all(token.kind in _LIST for token in tokens[low : high + 1])


def _neighbours(tokens: list[Token], at: int) -> bool:
    near = tokens[max(0, at - 2) : at] + tokens[at + 1 : at + 3]
    return any(token.kind == "N" for token in near)


def _votes(tokens: list[Token], at: int) -> bool:
    """Whether 票 by itself is the verb: a name, number or mark follows, and nothing makes it the ballot as a thing."""
    before = tokens[at - 1].kind if at else "\n"
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if before in "bg¥#9" or (before == "x" and tokens[at - 1].text[-1:] in "这那张此本投"):
        return False
    if after is None:
        return True
    if after.kind == "l" and token_ends(tokens, at - 1) and token_ends(tokens, at + 2):
        return True  # X，票了
    if after.kind in "NnSIHYQE:@[-z1\n,。!":
        return True
    return (
        after.kind in "xya"
        and after.text[:1] not in "从在由自已还也都跟就型数仓权源上里面扣盖钉贴砸按拍甩扔丢塞摁怼攥揣捂捏藏"
    )
