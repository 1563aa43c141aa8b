"""Read a post as a careful judge would: what it says as a ballot, in which words, and why."""

from __future__ import annotations

import re
from functools import lru_cache

from parsers.ballots.bare import bare_names
from parsers.ballots.clauses import Clause, clauses
from parsers.ballots.disclaimed import disclaimed
from parsers.ballots.discourse import settled, verdict, with_bare
from parsers.ballots.lists import page_of, whole, with_list
from parsers.ballots.mood import Flow
from parsers.ballots.objects import ABSTAIN, Scope
from parsers.ballots.own_words import own_words
from parsers.ballots.passage import counts, things_said
from parsers.ballots.quiet import ear
from parsers.ballots.reading import Context, NameFound, Reading, Statement
from parsers.ballots.said import FOLLOWS, SURE, UNSURE, Said
from parsers.ballots.stage_words import heard, in_stage
from parsers.ballots.strange import holds_picture, strange
from parsers.ballots.tidy import tidy
from parsers.ballots.tokens import Token, scanner
from parsers.ballots.unread import left_over
from parsers.folding import Folded, fold_chars, squeeze
from parsers.names import Roster

NOTHING = Reading("none", why="没有投票的话，也没有提到玩家")
BEYOND = Reading("ambiguous", why="这一帖太长，像投票的话有上千处，请法官自己看", looks_like_ballot=True)
_SHORT = 40
_Clauses = tuple[Clause, ...]
_SPEAKS = frozenset("VPTCZABUv1f→")
_NAMES_ONLY = frozenset("NnsajS、,+&/[]*~…@:-\n!。1i")


def read(text: str, roster: Roster, context: Context) -> Reading:
    """What `text` (a post's body, UBB allowed) says as a ballot of `context.author` in a game of `roster`."""
    if quiet(text, roster):
        return NOTHING
    signs = _signs(text)
    if ear(roster).overflows(signs):
        return NOTHING if roster.is_judge(context.author) else BEYOND
    return read_closely(text, squeeze(signs), roster, context)


def quiet(text: str, roster: Roster) -> bool:
    """Whether a post surely says nothing as a ballot, whoever wrote it and whatever stage it stands in."""
    return ear(roster).hears_nothing(_signs(text)) and not ("[" in text and holds_picture(text))


@lru_cache(maxsize=8)
def _signs(text: str) -> str:
    """A post's own words folded; it is asked for again at once."""
    return fold_chars(own_words(text))


def read_closely(text: str, folded: Folded, roster: Roster, context: Context) -> Reading:
    """The same by the grammar, whatever is in the text; `folded`: its own words."""
    cut = _cut_before if len(folded.text) <= _SHORT else _cut
    stages = heard(context.stage, context.also_open)
    scanned, kinds, clauses_ = cut(folded.text, folded.gaps, roster, stages)
    parts = [*clauses_]
    scope = Scope(roster, context, roster.player(context.author), folded.text, folded.gaps)
    page = page_of(folded.text, folded.gaps, [*scanned], scope) if context.thread == "vote" else None
    things = things_said(parts, scope)
    if roster.is_judge(context.author):
        things = [one for one in things if one.kind == "delegate"]
    elif context.thread == "vote":
        things = with_list(things, page, scope)
        if not settled(things):
            things = with_bare(things, bare_names(parts, scope, Flow(counting=counts(parts))))
        things = disclaimed(things, parts, scope)
        if not any(one.status in (SURE, UNSURE, "conditional") for one in things):
            things += left_over(parts, things, scope, counts(parts))
        if not any(one.status in (SURE, UNSURE, "conditional") for one in things):
            things += strange(text, folded.text, parts, scope)
    holds = verdict(things, scope)
    if not roster.is_judge(context.author):
        holds = whole(holds, things, page)
    if context.thread == "talk" and holds.kind != "delegate":
        holds = _in_talk(holds)
    if context.hidden and holds.kind in ("vote", "change", "abstain", "unvote"):
        holds = Said(
            "ambiguous",
            UNSURE,
            holds.found,
            holds.players,
            start=holds.start,
            end=holds.end,
            why="应该暗投的票公开贴出来了",
        )
    looks = bool(kinds & _SPEAKS) or (bool(kinds & {"N", "n"}) and kinds <= _NAMES_ONLY)
    return _reading(text, folded, things, holds, looks, context)


def _cut(
    text: str, gaps: frozenset[int], roster: Roster, stages: frozenset[str] = frozenset()
) -> tuple[tuple[Token, ...], frozenset[str], _Clauses]:
    """The words of a text, their kinds put right by their neighbours, and its clauses: the same whoever wrote it."""
    found = in_stage(scanner(roster).scan(Folded(text, len(text), None, gaps)), stages)
    tokens = tidy(found, gaps, {} if roster.guessed else roster.numbers)
    return tuple(found), frozenset(token.kind for token in tokens), tuple(clauses(tokens))


_cut_before = lru_cache(maxsize=1024)(_cut)  # short ballots come again and again in the same words


def _in_talk(holds: Said) -> Said:
    """Outside the vote thread a plain ballot is at most one to ask about, anything less is talk."""
    if holds.kind in ("vote", "change", "abstain", "unvote") and not holds.bare:
        players = tuple(p for p in holds.players if p != ABSTAIN)
        return Said(
            "ambiguous",
            UNSURE,
            holds.found,
            players,
            start=holds.start,
            end=holds.end,
            why="像一张票，可是没有贴在投票帖里",
        )
    return Said(
        "none",
        "void",
        holds.found,
        start=holds.start,
        end=holds.end,
        why="在讨论里说的，不是投票" if holds.kind != "none" else holds.why,
    )


def _reading(text: str, folded: Folded, things: list[Said], holds: Said, looks: bool, context: Context) -> Reading:
    start, end = folded.span(holds.start, holds.end)
    sure = holds.kind in ("vote", "change", "delegate", "abstain", "unvote")
    targets = holds.players if holds.kind in ("vote", "change", "unvote") else ()
    follows, followed = _followed(holds, context) if holds.why == FOLLOWS else ((), holds.players)
    proxies = holds.proxies or tuple(pair for one in things if one.kind == "delegate" for pair in one.proxies)
    return Reading(
        kind=holds.kind,  # type: ignore[arg-type]
        targets=targets,
        old=holds.old,
        proxies=proxies,
        candidates=() if sure else followed,
        quote=text[start:end],
        why=_as_written(holds.why or _plain(holds), holds, text, folded),
        statements=tuple(_statement(one, folded) for one in things if one.kind not in ("none", "hedge", "keep")),
        looks_like_ballot=looks or holds.kind != "none",
        follows=follows,
    )


_QUOTED = re.compile("“([^“”]+)”")


def _as_written(why: str, holds: Said, text: str, folded: Folded) -> str:
    """The reason with the words it quotes as the post has them, not as they were folded to be read."""

    def written(quoted: re.Match[str]) -> str:
        words = quoted[1]
        at = folded.text.find(words, holds.start)
        at = at if at >= 0 else folded.text.find(words)
        start, end = folded.span(at, at + len(words)) if at >= 0 else (0, 0)
        return (
            f"“{text[start:end]}”" if 0 < end - start <= 2 * len(words) and "\n" not in text[start:end] else quoted[0]
        )

    return _QUOTED.sub(written, why) if "“" in why else why


def _followed(holds: Said, context: Context) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Whom a follower follows (a name, else who voted in the post before) and, where known, whom that ballot is for."""
    voter, _, targets = (context.prev_vote or "").partition("→")
    follows = holds.players or ((voter,) if voter else ())
    known = tuple(name for name in targets.split("、") if name and name != ABSTAIN) if follows == (voter,) else ()
    return follows, known


def _plain(one: Said) -> str:
    names = "、".join(f"“{found.words}”={'、'.join(found.players)}" for found in one.found)
    return {
        "vote": "投",
        "change": "改投",
        "abstain": "弃权",
        "unvote": "收回票",
        "delegate": "代投",
    }.get(one.kind, "") + names


def _statement(one: Said, folded: Folded) -> Statement:
    start, end = folded.span(one.start, one.end)
    kind = (
        one.kind
        if one.status == SURE
        else {"conditional": "conditional", "unsure": "ambiguous"}.get(one.status, "none")
    )
    names = tuple(NameFound(f.words, *folded.span(f.start, f.end), f.players, f.how) for f in one.found)
    sure = kind in ("vote", "change", "unvote")
    return Statement(
        kind=kind if kind != "not" else "none",  # type: ignore[arg-type]
        start=start,
        end=end,
        targets=tuple(p for p in one.players if p != ABSTAIN) if sure else (),
        old=one.old,
        proxies=one.proxies,
        candidates=() if sure else tuple(p for p in one.players if p != ABSTAIN),
        names=names,
        stage=one.stage,
        why=one.why,
    )
