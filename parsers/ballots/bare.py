"""Posts that name somebody without a verb: in a vote thread a name alone is a ballot, a name in talk is not."""

from __future__ import annotations

import re

from parsers.ballots.clauses import Clause
from parsers.ballots.frames import Said, said
from parsers.ballots.mood import SURE, UNSURE
from parsers.ballots.objects import Objects, Scope, objects

# Words that may stand before or after a bare name and leave it a ballot.
_BEFORE = re.compile(r"^[jRuaIirXl#\[\]*~…@:=-]*$")
_AFTER = re.compile(r"^[alj#\]*~…@:-]*$")
_FAREWELL = re.compile(
    r"走好|再见|对不[起住]|抱歉|安息|必须死|去死|受死|拜拜|一路|得罪|别怪|死吧|该死|永别|保重|上路|不送"
)
_LEAVES = re.compile(r"^(?:出|出局|out|下台|下去|下课|走起|上路|滚|去死|必须死|必死|死|走|走好|滚粗|出去)")
_ABOUT = re.compile(
    r"他|她|它|这人|太|很|最|像|可疑|发言|逻辑|理由|因为|没什么|不解释|就这样|原因|直觉|水|怀疑|嫌疑|盲投|跟风|昨天|一直|总|老是|潜|划|废话|认真|谢"
)


def bare_names(clauses: list[Clause], scope: Scope) -> list[Said]:
    """Names that stand by themselves, as ballots (sure), as questions (unsure), or not at all."""
    out: list[Said] = []
    for place, clause in enumerate(clauses):
        if clause.aside:
            continue
        one = _clause(clause, clauses, place, scope)
        if one is not None:
            out.append(one)
    return out


def _clause(clause: Clause, clauses: list[Clause], place: int, scope: Scope) -> Said | None:
    codes = clause.codes
    first = next((at for at, code in enumerate(codes) if code in "Nn"), None)
    if first is None:
        return None
    if (
        codes[first] == "n"
        and codes.strip("n、s&+/,")
        and not (codes[:first].strip("[*-") == "" and codes[first + 1 :].strip("]*-a") == "")
    ):
        return None
    row = objects(clause, first, scope, lead=False)
    if row is None:
        return None
    before, after = codes[:first], codes[row.end :]
    fix = "X" in before or "u" in before
    if not _BEFORE.match(before):
        return None
    if clause.mark == "?":
        return (
            said("ambiguous", UNSURE, clause, first, row.end, row, why="带问号", verbless=True)
            if not after.strip("aq") and place == 0 and len(clauses) == 1
            else None
        )
    if _AFTER.match(after):
        return _alone(clause, clauses, place, row, first, fix, scope)
    if _LEAVES.match(clause.text(row.end)) and len(clause.codes) <= row.end + 3:
        sure = clause.text(row.end) in ("出", "出局", "out")
        return said(
            "vote" if sure else "ambiguous",
            SURE if sure else UNSURE,
            clause,
            first,
            row.end,
            row,
            why="没有说投，只说他该走",
            verbless=True,
        )
    return None


def _alone(
    clause: Clause, clauses: list[Clause], place: int, row: Objects, first: int, fix: bool, scope: Scope
) -> Said | None:
    rest = clauses[place + 1 :]
    status, why = SURE, "只写了名字"
    if "@" in clause.codes[:first] and rest:
        return None
    following = [c for c in rest if c.line == clause.line or c.sentence == clause.sentence]
    said_after = "".join(c.text() + c.mark for c in rest)
    if following or rest:
        nearest = rest[0]
        if clause.mark == "," and (
            re.search(r"[YMQ]", nearest.codes)
            or nearest.mark == "?"
            or re.search(r"[YQ?]", "".join(c.codes + c.mark for c in following))
        ):
            return None  # addressed, not named
        if _FAREWELL.search(said_after):
            status, why = UNSURE, "只有名字和告别的话，没有说投"
        elif (
            clause.mark == ","
            and not _ABOUT.search(said_after)
            and "r" not in "".join(c.codes for c in rest)
            and not re.match(r"^[jalI]*$", nearest.codes)
        ):
            status, why = UNSURE, "名字后面的话看不出是不是投票"
    one = said("vote" if status == SURE else "ambiguous", status, clause, first, row.end, row, why=why, verbless=True)
    one.fix = fix
    return one
