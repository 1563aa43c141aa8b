"""What the shapes leave over although it speaks of voting: asked about rather than passed over."""

from __future__ import annotations

import re

from parsers.ballots.clauses import Clause
from parsers.ballots.mood import Flow
from parsers.ballots.objects import Found, Objects, Scope
from parsers.ballots.said import SURE, UNSURE, Said, said

_OPENS = re.compile(r"[IjRauXkm1#:\[\]b]*(?:V|[T¥][jRaxIy]*G)")
_DESCRIBES = re.compile(r"(?:的|那个|那位|的人|者|家伙|那只|某某|某人|xx+|某|那谁|一个)[了吧啊!]*$")


def unread(clause: Clause, flow: Flow, scope: Scope) -> list[Said]:
    """投 alone after one name, 投那个…的: a ballot nobody can be sure of."""
    codes = clause.codes
    opens = _OPENS.match(codes)
    if not opens or clause.aside or clause.mark == "?" or clause.tokens[opens.end() - 1].text in ("挂", "归", "罢"):
        return []
    rest = codes[opens.end() :]
    if re.search(r"[QqcFEYeM]", codes[: opens.end()]) or re.search(r"[Qqc]", rest) or rest[:1] == "l" or flow.condition:
        return []
    named = list(dict.fromkeys(scope.memory))
    words = clause.text(opens.end())
    if not rest.strip("al~*-#1") and "T" not in codes and len(named) == 1 and not flow.told:
        token = clause.tokens[opens.end() - 1]
        found = Found("he", tuple(named), "said before", token.text, token.start, token.end)
        row = Objects((found,), opens.end(), opens.end())
        if flow.point:
            return [said("vote", SURE, clause, 0, len(codes), row, why="投的是刚说到的人")]
        return [said("ambiguous", UNSURE, clause, 0, len(codes), row, why="没有说投谁，前面只提到他")]
    if 2 <= len(words) <= 16 and _DESCRIBES.search(words) and "N" not in rest:
        return [said("ambiguous", UNSURE, clause, 0, len(codes), None, why=f"“{words}”没有指名")]
    return []
