"""Onlookers and real accounts that analyse, guesses at who somebody is, evidence from outside the game."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audits.record import GONE, Record, Said
from referee.audits.speech.dead import short_limit
from referee.audits.speech.mourning import silence_since
from referee.audits.speech.signs import Signs, evidence, guesses
from referee.audits.terms import GAME
from referee.audits.values import Speech
from referee.rulebook import clause

# For anybody to read: an onlooker and a player's real account look the same, whoever they are.
ONLOOKER = "不是参赛账号，却在分析："


@clause("G12-5.1b", asks="audit")
def game_twelve_onlookers(record: Record, signs: Signs) -> Iterator[Speech]:
    """Analyses are posted with the vest; who analyses with a real account has his vest revealed by the judge."""
    return _analysing(record, signs, ("G12-5.1b",))


@clause("GB-6.1", asks="audit")
@clause("GB-6.6", asks="audit")
def golden_bough_onlookers(record: Record, signs: Signs) -> Iterator[Speech]:
    """Real accounts do not analyse; who does has his vest revealed by the judge."""
    return _analysing(record, signs, ("GB-6.6", "GB-6.1"))


@clause("ND-2.1", asks="audit")
def nine_days_onlookers(record: Record, signs: Signs) -> Iterator[Speech]:
    """Players discuss and vote; nobody else does in the game's threads."""
    return _analysing(record, signs, ("ND-2.1",))


def _analysing(record: Record, signs: Signs, clauses: tuple[str, ...]) -> Iterator[Speech]:
    silence = silence_since(record) if record.game.rules == "golden-bough" else None
    for said in record.posts:
        if said.seat is not None or said.claim.standing == "judge" or not said.kinds & GAME:
            continue
        if silence and said.at >= silence:
            continue  # looked at under the silence
        if why := signs.analyses(said.post.text, short_limit(record)):
            yield Speech(said.post.author, said.post, "flagged", clauses, ONLOOKER + why, _owner(said), said.at, True)


def _owner(said: Said) -> str:
    if said.claim.standing != "owner":
        return ""
    return f"这是 {said.claim.seat} 的真身；可以公布他的马甲"


@clause("GB-6.6", asks="audit")
def guesses_at_people(record: Record, signs: Signs) -> Iterator[Speech]:
    """Players do not guess at vests or real accounts until the owner gives himself away or the judge tells."""
    for said in record.posts:
        if said.seat is None or not said.kinds & GAME:
            continue
        if words := guesses(said.post.text):
            yield Speech(said.post.author, said.post, "flagged", ("GB-6.6",), f"像在猜真身：{words}", at=said.at)


@clause("G12-7.1.2", asks="audit")
def game_twelve_evidence(record: Record, signs: Signs) -> Iterator[Speech]:
    """Out: proving who one is with logs or pictures of QQ, MSN or private messages."""
    return _from_outside(record, ("G12-7.1.2",))


@clause("GB-8.1.2", asks="audit")
def golden_bough_evidence(record: Record, signs: Signs) -> Iterator[Speech]:
    """Out: proving who one is with logs or pictures of QQ, MSN or private messages."""
    return _from_outside(record, ("GB-8.1.2",))


@clause("ND-3.4", asks="audit")
def nine_days_evidence(record: Record, signs: Signs) -> Iterator[Speech]:
    """Private messages, QQ or MSN logs or pictures of them as evidence: dead at once, on the judge's word."""
    return _from_outside(record, ("ND-3.4",))


def _from_outside(record: Record, clauses: tuple[str, ...]) -> Iterator[Speech]:
    for said in record.posts:
        if said.seat is None or not said.kinds & GAME:
            continue
        found = evidence(said.post) or next(filter(None, map(evidence, said.versions)), None)
        if found and record.status(said.seat, said.at).state not in GONE:
            reason = f"可能拿场外的东西作证：{found}；由法官看"
            yield Speech(said.post.author, said.post, "flagged", clauses, reason, at=said.at)
