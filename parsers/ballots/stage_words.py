"""Words that are a ballot in one stage only: 判X where a jury gives its verdicts, 补Y where a seat is filled."""

from __future__ import annotations

import re
from collections.abc import Iterable

from parsers.ballots.tokens import Token

VERDICTS, SEATS = "jury", frozenset({"recall", "by-election"})
_JUDGES = re.compile(r"(?:来|去|宣|改|审)?判(?:处|决|定)?|裁(?:决|定)|定罪")
_OPINION = re.compile(
    r"(?:处决|陪审团?|最终|最后)?的?(?:意见|裁决|判决|裁定|表决|决断|宣判)(?:结果)?|(?:判|裁)(?:决|定)(?:对象|结果)?"
)
_SENTENCE = re.compile(r"(?:判|判处)?(?:死刑|极刑|死罪)[吧了啊]?|(?:判|判处)死[吧了啊]?")
_GUILTY = re.compile(r"有罪[吧了啊]?|罪名成立")
_SPARES = re.compile(r"[无免轻重太错冤早不没缓活留清]|的|成")
_FILLS = re.compile(r"[增递]?补(?:上|入|进)?")
_TAKES_SEAT = re.compile(
    r"(?:来|去)?(?:上|上位|上台|上来|补上|顶上|补位|接任|接替|进|进来|进陪审团?|当陪审员?|做陪审员?)[吧了啊]?"
)


def heard(stage: str | None, also_open: Iterable[str]) -> frozenset[str]:
    """Which of the stages that have words of their own a post may be a ballot of."""
    return frozenset({stage or "", *also_open}) & {VERDICTS, *SEATS}


def in_stage(tokens: list[Token], stages: frozenset[str]) -> list[Token]:
    """The tokens of a post with the words of its stages made what they are there: verbs, labels, ends of a clause."""
    if VERDICTS in stages:
        tokens = _verdicts(tokens)
    if stages & SEATS:
        tokens = _seats(tokens)
    return tokens


def _kind(tokens: list[Token], at: int) -> str:
    return tokens[at].kind if 0 <= at < len(tokens) else ""


def _verdicts(tokens: list[Token]) -> list[Token]:
    """判X, 裁决X死刑, 我的意见是X; 判X无罪 and 判得太重 stay talk."""
    out = list(tokens)
    for at, token in enumerate(tokens):
        if token.kind != "x":
            continue
        after = _kind(tokens, at + 1)
        if _JUDGES.fullmatch(token.text) and after and after in "NSz" and not _spares(tokens, at + 2):
            out[at] = token._replace(kind="V")
        elif _OPINION.fullmatch(token.text) and after and after in "i:":
            out[at] = token._replace(kind="B")
        elif _kind(tokens, at - 1) == "N" and _SENTENCE.fullmatch(token.text):
            out[at] = token._replace(kind="a")
        elif _kind(tokens, at - 1) == "N" and _GUILTY.fullmatch(token.text):
            out[at] = token._replace(kind="a" if _kind(out, at - 2) == "V" else "M")
    return out


def _spares(tokens: list[Token], at: int) -> bool:
    """Whether what is said behind the name is no sentence to death."""
    return at < len(tokens) and tokens[at].kind not in ",。!;\n" and _SPARES.match(tokens[at].text) is not None


def _seats(tokens: list[Token]) -> list[Token]:
    """罢X，补Y Z; 罢免X，让Y和Z上: whom the seat goes to is a ballot of the by-election."""
    out = list(tokens)
    recalled = False
    for at, token in enumerate(tokens):
        if token.text == "罢" and token.kind == "V":
            out[at] = token._replace(text="罢免")
        recalled = recalled or out[at].text == "罢免"
        if token.kind == "x" and _FILLS.fullmatch(token.text) and _kind(tokens, at + 1) in ("N", ":"):
            out[at] = token._replace(kind="V", text="补选")
        end = _seated(tokens, at) if recalled and token.text in ("让", "由", "换", "推", "给") else 0
        if end:
            out[at] = token._replace(kind="V", text="补选")
            out[end] = tokens[end]._replace(kind="a")
    return out


def _seated(tokens: list[Token], at: int) -> int:
    """Where 上 stands behind the names of 让Y和Z上; 0 where it does not."""
    place = at + 1
    while _kind(tokens, place) in ("N", "s", "、"):
        place += 1
    named = place > at + 1
    while _kind(tokens, place) == "j":
        place += 1
    return place if named and _kind(tokens, place) and _TAKES_SEAT.fullmatch(tokens[place].text) else 0
