"""One voter's ballots in the order they take effect → what became of each. The clauses decide; this keeps the hand."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from math import prod

from parsers.values import replaced
from referee.poll import EMPTY_HAND, Ballot, Hand, Judged, Poll
from referee.rulebook import Finding, Ground, counts, speak, void, weigh


def judge(ballots: Iterable[Ballot], poll: Poll) -> tuple[tuple[Judged, ...], Hand]:
    """Every ballot of one voter with its verdict, and the hand he ends with."""
    done: list[Judged] = []
    open_: list[int] = []  # places of those a later one may still overtake
    hand = EMPTY_HAND
    for ballot in ballots:
        one, after = step(ballot, hand, poll)
        if _takes_over(one):
            for place in open_:
                done[place] = _overtaken(done[place])
            open_ = []
        if one.finding is not None and one.finding.reverts:
            done = [_reverted(earlier, hand.first) for earlier in done]
            open_ = [place for place, earlier in enumerate(done) if earlier.status in _OPEN]
        if one.status in _OPEN:
            open_.append(len(done))
        done.append(one)
        hand = after
    return tuple(done), hand


def step(ballot: Ballot, hand: Hand, poll: Poll) -> tuple[Judged, Hand]:
    """The verdict on one ballot, given the voter's hand so far, and the hand after it. Worked out once in a poll."""
    key = id(poll), id(ballot), id(hand)
    known = poll.judged.get(key)
    if known is None:
        with poll.house.listening() as asked:
            one = judge_one(ballot, hand, poll)
        # The poll, ballot and hand are kept, so that no other gets their ids.
        known = poll.judged[key] = one, next_hand(hand, one), asked, (poll, ballot, hand)
    return known[0], known[1]


def agree(poll: Poll, other: Poll, switch: str) -> None:
    """What was judged in a poll holds in another that differs in one switch only, where no clause asked for it."""
    same = [(key, known) for key, known in poll.judged.items() if key[0] == id(poll) and switch not in known[2]]
    poll.judged.update({(id(other), *key[1:]): (*known[:3], (*known[3], other)) for key, known in same})


def judge_one(ballot: Ballot, hand: Hand, poll: Poll) -> Judged:
    """The verdict on one ballot, given the voter's hand so far."""
    ballot = _in_hand(ballot, hand, poll)
    finding, clauses, targets = _ruled(ballot, poll) if ballot.ruling else _by_clauses(ballot, poll)
    kind = finding.kind or _shown_kind(ballot)
    if finding.targets is not None:
        targets = finding.targets
    if finding.verdict == "counts":
        return Judged(
            ballot if ballot.targets == targets else replaced(ballot, targets=targets),
            "counted",
            finding.code,
            kind,
            targets,
            weight_of(ballot, poll),
            clauses,
            finding.reason,
            finding,
        )
    status = "pending" if finding.verdict == "ask" else "void"
    return Judged(
        ballot, status, finding.code, kind, targets, weight_of(ballot, poll), clauses, finding.reason, finding
    )


def weight_of(ballot: Ballot, poll: Poll) -> float:
    """What a ballot weighs: 1, or what the clauses make of it (a fool's 0 beats a sheriff's 2)."""
    said = speak(poll.book, "weight", poll.kind.name, ballot, poll)
    return prod(ground.said for ground in said) if said else 1


def may_vote(seat: str, moment: datetime, poll: Poll) -> bool:
    """Whether a seat may vote at a moment, as the clauses have it."""
    grounds = speak(poll.book, "voter", poll.kind.name, seat, moment, poll)
    return bool(grounds) and weigh(grounds)[0].verdict == "counts"


def _by_clauses(ballot: Ballot, poll: Poll) -> tuple[Finding, tuple[str, ...], tuple[str, ...]]:
    besides: list[Ground] = []
    kind: str | None = None
    if ballot.known:
        moment = ballot.at.when if ballot.at else poll.moment
        on_voter = speak(poll.book, "voter", poll.kind.name, ballot.voter, moment, poll)
        besides += [ground for ground in on_voter if ground.said.verdict != "counts"]
        kind = next((ground.said.kind for ground in on_voter if ground.said.kind), None)
    targets, refused = _names(ballot, poll)
    struck = "；".join(ground.said.reason for ground in refused)
    if refused and not targets:
        besides += refused
    grounds = speak(poll.book, "ballot", poll.kind.name, ballot, poll)
    finding, clauses = weigh(grounds, tuple(besides))
    if refused and targets and finding.verdict == "counts":
        finding = replaced(finding, reason="；".join(part for part in (finding.reason, struck) if part))
        clauses = (*clauses, *(g.clause.id for g in refused if g.clause.id not in clauses))
    if kind and finding.kind is None:
        finding = replaced(finding, kind=kind)
    return finding, clauses, targets or ballot.targets


def _names(ballot: Ballot, poll: Poll) -> tuple[tuple[str, ...], list[Ground]]:
    """The names that may be voted for, and the objections to the others."""
    kept: list[str] = []
    refused: list[Ground] = []
    for name in ballot.targets:
        grounds = speak(poll.book, "name", poll.kind.name, name, ballot, poll)
        against = [ground for ground in grounds if ground.said.verdict != "counts"]
        refused += against
        if not against:
            kept.append(name)
    return tuple(kept), refused


def _in_hand(ballot: Ballot, hand: Hand, poll: Poll) -> Ballot:
    """The ballot as the clauses see it. A name written twice counts once; names beyond what it holds are struck off."""
    named = ballot.targets if poll.facts.get("repeats") else tuple(dict.fromkeys(ballot.targets))
    return replaced(ballot, hand=hand, named=ballot.targets, targets=named[: poll.names])


def _ruled(ballot: Ballot, poll: Poll) -> tuple[Finding, tuple[str, ...], tuple[str, ...]]:
    ruling = ballot.ruling
    assert ruling is not None
    why = f"法官裁定：{ruling.why}" if ruling.why else "法官裁定"
    if ruling.reads == "none":
        return void("ruled", why), (), ballot.targets
    if not ballot.known and not (poll.game.inferred and ballot.account not in poll.game.judges):
        # A ruling says what a post means; it makes nobody a player.
        code = "replaced-player" if ballot.replaced else "not-a-player"
        return void(code, f"{ballot.account} 不是玩家，没有票可裁定（{why}）"), (), ballot.targets
    spends = "used" if ballot.is_change and ruling.reads in ("vote", "change") else ""
    return counts(why, code="ruled", spends=spends), (), ballot.targets


def _shown_kind(ballot: Ballot) -> str:
    if ballot.kind in ("abstain", "unvote", "delegated"):
        return ballot.kind
    return "change" if ballot.is_change else "vote"


_OPEN = ("counted", "pending")


def _takes_over(later: Judged) -> bool:
    """Whether a ballot takes the place of the voter's earlier ones."""
    return later.status == "counted" or (later.finding is not None and later.finding.casts)


def _overtaken(earlier: Judged) -> Judged:
    """What an earlier ballot is once a later one of the same voter took its place."""
    return replaced(earlier, status="superseded", code="ruled" if earlier.code == "ruled" else "superseded")


def _reverted(earlier: Judged, first: Ballot | None) -> Judged:
    """What an earlier ballot is once the voter's first one stands again."""
    if first is not None and earlier.ballot.order == first.order and earlier.finding is not None:
        return replaced(earlier, status="counted", code=earlier.finding.code)
    return replaced(earlier, status="superseded", code="superseded") if earlier.status == "counted" else earlier


def next_hand(hand: Hand, one: Judged) -> Hand:
    """The voter's hand after a ballot."""
    finding = one.finding
    assert finding is not None
    hand = _spent(hand, one, finding)
    if one.status == "pending":
        return replaced(hand, doubt=one.ballot)
    if one.status == "counted" and one.kind == "unvote":
        return replaced(hand, standing=None, cast=None, doubt=None)
    if one.status == "counted":
        changed = hand.changes + (one.kind == "change")
        first = hand.first or one.ballot
        return replaced(hand, standing=one.ballot, cast=one.ballot, doubt=None, changes=changed, first=first)
    if finding.reverts:
        return replaced(hand, standing=hand.first, cast=hand.first)
    if finding.casts:
        return replaced(hand, standing=None, cast=one.ballot, doubt=None)
    return hand


def _spent(hand: Hand, one: Judged, finding: Finding) -> Hand:
    if finding.spends == "used":
        return replaced(hand, used=(*hand.used, one.ballot.at))
    if finding.spends == "lost":
        return replaced(hand, lost=(*hand.lost, one.ballot.at))
    return hand
