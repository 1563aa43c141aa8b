"""Ballots told from the other end: X吃我一票, [@]X 票你, 这票谁都别想要."""

from __future__ import annotations

import re

from parsers.ballots.clauses import Clause
from parsers.ballots.mood import Flow
from parsers.ballots.objects import ABSTAIN, Found, Objects, Scope, objects
from parsers.ballots.said import SURE, UNSURE, Said, said

_MY_BALLOT = r"(?:[我俺咱]|老子|老夫|本人|在下)(?:的|这|这张|的这)?一?票"
_TAKES = re.compile(
    r"(?:你|请|来|就|先|快|给我|且|再|今天|准备|乖乖|老实|好好|也)*"
    r"(?:吃|收|领|接|受|尝|挨|拿|吞|签收|笑纳|迎接|查收|享用|品尝)(?:尝|吃|下|住|好|走|着|我|稳|了)*"
    rf"{_MY_BALLOT}[吧了啊呀!]*"
)
_TOOK = re.compile(r"(?:吃|收|领|接|受|尝|挨|拿)(?:了|过|到了)")
_KEPT = re.compile(
    r"[我俺]?(?:自己|就|先|会|还|一直|牢牢|死死|紧紧)*(?:攥|揣|捂|捏|留|压|藏|锁|搁|收|握|抱|存|拽|烂|砸|揣在|留在)"
    r"(?:着|在|住|紧|好|起来|手里|怀里|兜里|口袋里|手上|箱底|自己|家里|过年|不放|不撒手|不松手|不松|不给|不动|了|吧)*"
)
_NOBODY_GETS = re.compile(
    r"谁(?:来)?要(?:我|它)?(?:都|也)+(?:不给|不送|没用)[了吧啊!]*|(?:你们)?(?:谁|哪个|任何人|哪位|你们|大家)(?:都|也|全|谁)*(?:别想|甭想|休想|不给|别要|别惦记|别打(?:它的?)?主意|拿不走|抢不走|拿不到|得不到|"
    r"要不走|要不到|捞不着|没份|没有份|不许|不准|不送|不卖|不让|不能)(?:要|拿|拿走|抢|抢走|动|碰|得到|拿到|要走|了|去|它|我的票|这票|这一票)*[了吧啊!]*"
)


def received(clause: Clause, flow: Flow, scope: Scope) -> Said | None:
    """What the clause says of a ballot by its receiver, or by nobody's receiving it."""
    if clause.mark == "?" or clause.aside:
        return None
    return (
        _takes(clause, flow, scope) or _obeys(clause, flow) or _spoken_to(clause, scope) or _nobody_gets(clause, flow)
    )


_OBEYS = re.compile(
    r"(?:那|我|俺|就|也|还是|一切)*(?:照办|照做|照投|照跟|遵命|听令|得令|服从|听警长的?|跟警长|跟着警长|听[他她]的|跟[他她]|[+]1|算我一个|加一个?)[了吧啊!]*"
)


def _obeys(clause: Clause, flow: Flow) -> Said | None:
    """警长归X，照办: perhaps the same ballot."""
    if flow.told is None or clause.before != "," or not _OBEYS.fullmatch(clause.text()):
        return None
    row = Objects(flow.told.found, 0, 0)
    return said("ambiguous", UNSURE, clause, 0, len(clause.codes), row, why="照别人说的办，没有说自己投")


def _takes(clause: Clause, flow: Flow, scope: Scope) -> Said | None:
    """X吃我一票; X，接好我这一票; 吃我一票，X."""
    if clause.codes[-1:] not in ("1", "T", "a", "l"):
        return None
    named = re.match(r"[jRua@\[]*N[\]a]*", clause.codes)
    at = named.end() if named else 0
    if not _TAKES.fullmatch(clause.text(at)) or _TOOK.match(clause.text(at)):
        return None
    if named:
        row = objects(clause, clause.codes.index("N"), scope, lead=False)
        if row is None or row.end < at - 1 or len(row.found) != 1:
            return None
        row = Objects(row.found, row.at, len(clause.codes))
        return said("vote", SURE, clause, row.at, len(clause.codes), row, why="他收下我的票")
    token = clause.tokens[0]
    players = flow.bare.players if flow.bare is not None else scope.next_named
    if not players or (flow.bare is not None and len(flow.bare.found) != 1):
        return None
    found = Found("you", players, "said before", token.text, token.start, token.end)
    return said("vote", SURE, clause, 0, len(clause.codes), Objects((found,), 0, len(clause.codes)), why="他收下我的票")


def _spoken_to(clause: Clause, scope: Scope) -> Said | None:
    """X 票你: X is spoken to where a blank parts him from the verb; who votes for whom is asked about."""
    if clause.codes[:1] != "N" or "Y" not in clause.codes:
        return None
    if scope.only and re.fullmatch(r"Nj+Y[al]+", clause.codes) and clause.text(1).startswith("就"):
        row = objects(clause, 0, scope, lead=False)
        return said("ambiguous", UNSURE, clause, 0, len(clause.codes), row, why="对他说的，像是投他")
    if not re.fullmatch(r"NVY[al1]*", clause.codes) or clause.tokens[1].text[0] not in "投票":
        return None
    name, verb = clause.tokens[0], clause.tokens[1]
    if verb.start not in scope.gaps or len(name.players) != 1:
        return None
    row = Objects((Found("name", name.players, name.how, name.text, name.start, name.end),), 0, len(clause.codes))
    return said("ambiguous", UNSURE, clause, 0, len(clause.codes), row, why="是对他说，还是说他投了你")


def _nobody_gets(clause: Clause, flow: Flow) -> Said | None:
    """我这票攥着，谁都别想要; 这票我自己留着 alone is a question."""
    codes, text = clause.codes, clause.text()
    if not flow.ticket and "T" not in codes:
        return None
    own = re.match(r"[jRa]*T", codes)
    rest = clause.text(own.end()) if own else text
    if (own or flow.ticket) and _NOBODY_GETS.fullmatch(rest):
        found = Found("abstain", (ABSTAIN,), "abstain", text, clause.start, clause.end)
        row = Objects((found,), 0, len(codes))
        return said("abstain", SURE, clause, 0, len(codes), row, why="自己的票谁也不给")
    if own and _KEPT.fullmatch(rest) and "先" not in rest:
        flow.ticket = True
        return said("ambiguous", UNSURE, clause, 0, len(codes), why="票留着不投，是不是弃权没有说", bare=True)
    return None
