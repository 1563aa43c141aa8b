"""Ballots handed in for others: 代梅投柳, 帮梅投：柳, 天神代投，梅：柳；兰：柳."""

from __future__ import annotations

import re

from parsers.ballots.clauses import Clause
from parsers.ballots.mood import Flow
from parsers.ballots.objects import ABSTAIN, UNCLEAR, Objects, Scope, objects
from parsers.ballots.said import SURE, UNSURE, Said, said

_PAIR = re.compile(r"N[jRl]*(?:[VPCTx#]*)(?::|[-=]*[>→]|[VC]|P|(?=A))[:iG#1-]*(?P<to>[NAS])")
_ASKED_TO = re.compile(r"[jRa]*(?P<who>N)[jRxyT]*e[jxa]*I?[jxa]*d[VP]*[1:#a]*(?=[NA])")  # X让我代投Y
_FOR = re.compile(r"d[jIPVTa]*(?P<who>[NHI])")


_BY_MESSAGE = re.compile(r"短信|短消息|私信|消息|pm|qq|委托|收到|来信|邮件|电话|授权|托|微信")


def handed_in(clause: Clause, flow: Flow, scope: Scope) -> list[Said] | None:
    """Ballots for others in this clause; None where it speaks of none. `flow.proxy` carries a heading 代投 on."""
    codes = clause.codes
    if (
        scope.roster.is_judge(scope.context.author)
        and not flow.proxy
        and re.match(r"Ng?j*[xya]", codes)
        and _BY_MESSAGE.search(clause.text())
    ):
        flow.proxy_voter = _voter(clause, 0, scope)
        target = _target(clause, 1, scope)
        if flow.proxy_voter and target and not re.search(r"[DMQc]", codes):
            return [_proxy(clause, flow.proxy_voter, target, 0)]
    if "d" not in codes and "t" not in codes and not flow.proxy and not flow.proxy_voter:
        return None
    if re.search(r"[DMQ]", codes) and not flow.proxy:
        return None
    if re.search(r"d[jI]*S", codes) or (re.search(r"dI", codes) and not flow.proxy):
        return None
    start = re.search(r"[dt]", codes)
    pair = re.match(r"[E]?dV?[:]?N[-:]?N[al]*$|dN[-:]?N[al]*$", codes)
    if pair and "代投" in clause.text():
        names = [place for place, code in enumerate(codes) if code == "N"]
        voter = _voter(clause, names[0], scope)
        row = objects(clause, names[-1], scope, lead=False)
        if voter and row and len(names) == 2:
            flow.proxy = True  # more pairs may follow
            return [_proxy(clause, voter, row, names[0])]
    asked = re.search(r"t[I]V", codes)
    if asked and start:
        voter = (
            _voter(clause, start.start(), scope)
            if "N" not in codes[: start.start()]
            else _voter(clause, codes.index("N"), scope)
        )
        target = _target(clause, start.start(), scope)
        if voter and target:
            return [_proxy(clause, voter, target, start.start())]
    told = _ASKED_TO.match(codes)
    if told and re.search("投|票", clause.text(0, told.end())):
        voter, row = _voter(clause, told.start("who"), scope), objects(clause, told.end(), scope)
        if voter and row and row.named and not re.search(r"[DMQc]", codes):
            return [_proxy(clause, voter, row, told.start("who"))]
    entrusted = re.fullmatch(r"[jRxya]*t?Id[VP]*1?:?(?P<to>[NA])[al]*", codes)
    if (
        entrusted
        and "N" not in codes[: entrusted.start("to")]
        and len(scope.memory) == 1
        and _BY_MESSAGE.search(clause.text(0, entrusted.start("to")))
    ):
        row = objects(clause, entrusted.start("to"), scope, lead=False)
        if row:
            return [_proxy(clause, next(iter(scope.memory)), row, entrusted.start("to"))]
    whom = _FOR.search(codes)
    if whom and whom.group("who") in "NH":
        voter = _voter(clause, whom.start("who"), scope)
        target = _target(clause, whom.end("who"), scope)
        if voter and target:
            return [_proxy(clause, voter, target, whom.start())]
        if voter and re.search(r"[VPCex]", codes[whom.end("who") :]):
            flow.proxy_voter = voter
            return []
    trusts = re.search(r"N[jxegTya]*t[xIgPE]*", codes)
    if trusts:
        voter = _voter(clause, trusts.start(), scope)
        target = _target(clause, trusts.end(), scope)
        if voter and target:
            return [_proxy(clause, voter, target, trusts.start())]
        if voter:
            flow.proxy_voter = voter
            return []
    if (
        start and re.search(r"[VPT代#]", codes[start.start() :]) and "d" in codes and "I" not in codes[start.start() :]
    ) or (start and "投" in clause.text(start.start())):
        flow.proxy = True
    judge = scope.roster.is_judge(scope.context.author)
    if re.match(r"[a]*t[gTP]*:", codes) or (judge and re.fullmatch(r"[xijya]*t[gTPV]*:", codes)):
        flow.proxy = True
    if flow.proxy:
        found = [_pair(clause, match, scope) for match in _PAIR.finditer(codes)]
        pairs = [one for one in found if one]
        if pairs:
            return pairs
        given = re.search(r"d[VP1]*:?(?=[NA])", codes)
        voters = set(scope.memory)
        if given and "代投" in clause.text() and len(voters) == 1 and _BY_MESSAGE.search(scope.folded[: clause.start]):
            row = objects(clause, given.end(), scope, lead=False)
            return [_proxy(clause, voters.pop(), row, given.start())] if row else []
        return [] if start else None
    if flow.proxy_voter:
        bare = objects(clause, 0, scope) if re.fullmatch(r"[jia:]*[NA][al1]*", codes) else None
        target = bare or _target(clause, 0, scope)
        if target and "I" not in codes and not re.search(r"[DMQcL]", codes):
            voter, flow.proxy_voter = flow.proxy_voter, None
            return [_proxy(clause, voter, target, 0)]
    return None


def joined_in(clause: Clause, found: list[Said], scope: Scope) -> list[Said]:
    """我和梅都投柳: besides the author's own ballot, `found`, one for whoever he speaks for."""
    pair = re.match(r"[jRa]*Is(?P<who>N)j*(?=V)", clause.codes)
    if not pair or len(found) != 1 or found[0].kind != "vote" or found[0].status != SURE:
        return []
    voter, row = _voter(clause, pair.start("who"), scope), objects(clause, pair.end() + 1, scope)
    return [_proxy(clause, voter, row, pair.start("who"))] if voter and row and row.named else []


def _voter(clause: Clause, at: int, scope: Scope) -> str | None:
    token = clause.tokens[at]
    if token.kind == "N":
        return token.players[0] if len(token.players) == 1 else None
    named = [t.players[0] for t in clause.tokens[:at] if t.kind == "N" and len(t.players) == 1]
    return next(iter((*named[-1:], *scope.last)), None)


def _target(clause: Clause, low: int, scope: Scope) -> Objects | None:
    verb = re.search(r"[VPCT:→>A]", clause.codes[low:])
    if verb is None:
        return None
    at = low + verb.start()
    while at < len(clause.codes) and clause.codes[at] in "VPCT#->":
        at += 1
    row = objects(clause, at, scope)
    return row if row and row.found[0].sort in ("name", "abstain", "unknown") else None


def _pair(clause: Clause, match: re.Match[str], scope: Scope) -> Said | None:
    voter = _voter(clause, match.start(), scope)
    row = objects(clause, match.start("to"), scope, lead=False)
    if not voter or row is None:
        return None
    row = _before_next_pair(clause, row)
    if row.found[0].sort == "self":
        row = Objects(
            (
                row.found[0].__class__(
                    "name",
                    (voter,),
                    "self",
                    row.found[0].words,
                    row.found[0].start,
                    row.found[0].end,
                ),
            ),
            row.at,
            row.end,
        )
    return _proxy(clause, voter, row, match.start())


def _before_next_pair(clause: Clause, row: Objects) -> Objects:
    """甲：乙 丙：丁: 丙 is who votes next, nobody the first votes for."""
    voters = {clause.tokens[pair.start()].start for pair in _PAIR.finditer(clause.codes)}
    kept = [one for place, one in enumerate(row.found) if place == 0 or one.start not in voters]
    return Objects(tuple(kept), row.at, row.end, row.choice)


def _proxy(clause: Clause, voter: str, row: Objects, at: int) -> Said:
    if row.choice or any(len(one.players) != 1 or (one.how in UNCLEAR) for one in row.found):
        return said(
            "ambiguous",
            UNSURE,
            clause,
            at,
            row.end,
            row,
            why=f"代{voter}投的是谁不清楚",
        )
    pairs = tuple((voter, ABSTAIN if one.sort == "abstain" else one.players[0]) for one in row.found)
    return said("delegate", SURE, clause, at, row.end, row, proxies=pairs, why=f"代{voter}投票")
