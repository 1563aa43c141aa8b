"""What the shapes leave over although it speaks of voting: asked about rather than passed over."""

from __future__ import annotations

import re

from parsers.ballots.clauses import Clause
from parsers.ballots.fronted import just_called
from parsers.ballots.mood import Flow
from parsers.ballots.objects import Found, Objects, Scope, objects
from parsers.ballots.said import PAST, SURE, UNSURE, Said, said

_OPENS = re.compile(r"[IjRauXkm1#:\[\]b]*(?:V|[T¥][jRaxIy]*G)")
_DESCRIBES = re.compile(r"(?:的|那个|那位|的人|者|家伙|那只|某某|某人|xx+|某|那谁|一个)[了吧啊!]*$")


_OFFERED = re.compile(r"票(?:送上|奉上|双手奉上|拿去|收好|归你|归他)|^(?:我的票|这一?票|我这一?票)$")


_MAKES_UP = re.compile(r"补上|补票|补投|照投|照旧|接着投|继续投|还投他|还是他|一样投|投回来|不变")


def _before(clause: Clause, at: int, scope: Scope, why: str) -> Said:
    """A question about who was named last."""
    token = clause.tokens[at]
    found = Found("he", scope.last, "said before", token.text, token.start, token.end)
    return said("ambiguous", UNSURE, clause, 0, len(clause.codes), Objects((found,), at, at), why=why)


def unread(clause: Clause, flow: Flow, scope: Scope, waiting: bool) -> list[Said]:
    """投 alone after one name, 投那个…的: a ballot nobody can be sure of. `waiting`: 我的票 stands in a clause before."""
    codes = clause.codes
    opens = _OPENS.match(codes)
    plain = re.fullmatch(r"[jRua\[]*N[al\]]*", codes)
    if (
        waiting
        and not plain
        and not clause.aside
        and clause.mark != "?"
        and re.search("N", codes)
        and not re.search("[QqFYEm]", codes)
    ):
        first = codes.index("N")
        row = objects(clause, first, scope, lead=False)
        return [said("ambiguous", UNSURE, clause, first, len(codes), row, why="说到了票，没有说清给谁")]
    if _OFFERED.search(clause.text()) and "T" in codes and scope.memory and clause.mark != "?":
        return [_before(clause, 0, scope, "说到了票，没有说清给谁")]
    if flow.past and _MAKES_UP.search(clause.text()) and "D" not in codes and clause.mark != "?":
        one = said("ambiguous", UNSURE, clause, 0, len(codes), why="像是补上以前说的那一票")
        one.players = flow.past
        return [one]
    if not opens or clause.aside or clause.mark == "?" or clause.tokens[opens.end() - 1].text in ("挂", "归", "罢"):
        return []
    rest = codes[opens.end() :]
    if re.search(r"[QqcFEYeM]", codes[: opens.end()]) or re.search(r"[Qqc]", rest) or flow.condition:
        return []
    if rest[:1] == "l" and (rest.strip("al") or clause.before != ","):
        return []
    named = scope.memory
    if not rest.strip("al~*-#") and just_called(rest, flow, scope) and flow.bare is not None:
        row = Objects(flow.bare.found, 0, len(codes))
        return [said("vote", SURE, clause, 0, len(codes), row, why="投的是刚说到的人")]
    words = clause.text(opens.end())
    if not rest.strip("al~*-#1") and "T" not in codes and len(named) == 1 and not flow.told:
        one = _before(clause, opens.end() - 1, scope, "没有说投谁，前面只提到他")
        if flow.point:
            one.kind, one.status, one.why = "vote", SURE, "投的是刚说到的人"
        return [one]
    if 2 <= len(words) <= 16 and _DESCRIBES.search(words) and "N" not in rest:
        return [said("ambiguous", UNSURE, clause, 0, len(codes), None, why=f"“{words}”没有指名")]
    return []


_JUSTIFIED = re.compile(r"[QDLFEYHqecMvX]")


def left_over(parts: list[Clause], things: list[Said], scope: Scope, counting: bool) -> list[Said]:
    """A clause that votes in words no shape reads, with nothing in it that says it is no ballot of the author's."""
    if any(one.kind != "none" for one in things) or not scope.memory:
        return []
    for place, clause in enumerate(parts):
        verb = re.search(r"[VTC]|1(?=[al]*$)", clause.codes)
        if any(one.why == PAST and clause.start <= one.start < clause.end for one in things):
            continue
        if verb is None or not re.fullmatch(r"[IjRauXkm1#b:\[\]N、s]*", clause.codes[: verb.start()]):
            continue
        if verb.group() == "1" and counting:
            continue
        if clause.mark == "?" or clause.aside or _JUSTIFIED.search(clause.codes):
            continue
        if ("N" in clause.codes[: verb.start()] and "I" not in clause.codes) or clause.codes[
            verb.end() : verb.end() + 1
        ] == "l":
            continue
        if clause.tokens[verb.start()].text in (
            "归",
            "挂",
            "改",
            "换",
            "罢",
            "转向",
            "回到",
            "改一次",
            "再改一次",
        ) or clause.codes.startswith("y"):
            continue
        near = "".join(one.codes for one in parts[max(0, place - 1) : place + 2])
        if "N" in near:
            one = said("ambiguous", UNSURE, clause, 0, len(clause.codes), why="说到投票，没有读懂")
            one.players = tuple(scope.memory)[-3:]
            return [one]
    return []
