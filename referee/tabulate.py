"""Ballots → the count of a stage and what it decides: each voter's part by himself, then all parts together.

A voter's part hangs on nobody else's ballots, so a reading that concerns one voter is worked out for him alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from parsers.values import dataclass
from referee import moment
from referee.hands import judge, may_vote
from referee.poll import EMPTY_HAND, Ballot, Count, Hand, Judged, Poll
from referee.rows import rows_of, steps_of
from referee.rulebook import Candidates, End, Treatment, counts, speak
from referee.tally import NotVoted, Outcome
from referee.terms import told

Counted = tuple[Count, Outcome]
AFTER_ALL_POSTS = 10**9  # imposed ballots come after every post of their moment


@dataclass(frozen=True, slots=True)
class Part:
    """One voter's share of a count: his ballots with their verdicts, how he is listed if he voted for nobody, and the
    ballot the rules impose on him then."""

    judged: tuple[Judged, ...] = ()
    listed: NotVoted | None = None
    imposed: Judged | None = None

    @property
    def all(self) -> tuple[Judged, ...]:
        """His ballots and the imposed one."""
        return (*self.judged, self.imposed) if self.imposed else self.judged


@dataclass(frozen=True, slots=True)
class Table:
    """A stage's ballots by voter, and everybody's part. `voters`: the seats that may vote, in order."""

    poll: Poll
    candidates: Candidates
    voters: tuple[str, ...]
    ballots: Mapping[str, tuple[Ballot, ...]]
    parts: Mapping[str, Part]


def table(ballots: Iterable[Ballot], poll: Poll, candidates: Candidates) -> Table:
    """The ballots sorted by voter, each voter's part worked out."""
    by_voter: dict[str, list[Ballot]] = defaultdict(list)
    for ballot in ballots:
        if poll.place(ballot):
            by_voter[ballot.voter].append(ballot)
    voters = tuple(seat for seat in moment.seats(poll.game) if may_vote(seat, poll.moment, poll))
    laid = Table(poll, candidates, voters, {voter: tuple(cast) for voter, cast in by_voter.items()}, {})
    everybody = dict.fromkeys((*by_voter, *voters))
    parts = {voter: part_of(laid, voter, laid.ballots.get(voter, ())) for voter in everybody}
    return replace(laid, parts=parts)


def part_of(laid: Table, voter: str, ballots: Iterable[Ballot]) -> Part:
    """The part of a voter had he cast these ballots."""
    poll = laid.poll
    cast = sorted(ballots, key=lambda b: (b.at.when if b.at else poll.end, b.order))
    judged, hand = judge(cast, poll)
    waits = any(one.status == "pending" for one in judged)
    if voter not in laid.voters or waits or (hand.standing is not None and hand.standing.targets):
        return Part(judged)
    return _without_a_name(laid, voter, judged, hand)


def _without_a_name(laid: Table, voter: str, judged: tuple[Judged, ...], hand: Hand) -> Part:
    """What a missing ballot for somebody counts as; after the close with the ballot the rules impose."""
    poll = laid.poll
    grounds = speak(poll.book, "silence", poll.kind.name, voter, hand or EMPTY_HAND, poll)
    if not grounds:
        return Part(judged)
    said: Treatment = grounds[0].said
    clauses = tuple(ground.clause.id for ground in grounds)
    listed = NotVoted(voter, said.treated_as, _of_the_abstention(judged, said) or clauses)
    if not said.targets or not poll.closed:
        return Part(judged, listed)
    return Part(judged, listed, _imposed(voter, said, clauses, laid.voters.index(voter)))


def _of_the_abstention(judged: tuple[Judged, ...], said: Treatment) -> tuple[str, ...]:
    """The clauses of a valid abstention, where nothing else comes of it: they speak for it, not those of silence."""
    if said.treated_as != "abstain":
        return ()
    return next((one.clauses for one in judged if one.status == "counted" and one.ballot.abstains), ())


def _imposed(voter: str, said: Treatment, clauses: tuple[str, ...], place: int) -> Judged:
    ballot = Ballot(voter, "imputed", said.targets, order=AFTER_ALL_POSTS + place, account=voter)
    finding = counts(code="imputed")
    return Judged(ballot, "counted", "imputed", "imputed", said.targets, 1, clauses, said.reason, finding)


def counted(laid: Table, instead: Mapping[str, Part] | None = None) -> Counted:
    """The numbers and what they decide, whatever is still unclear left out; `instead`: other parts for some voters."""
    parts = {**laid.parts, **instead} if instead else laid.parts
    count = _together(parts, laid)
    for ground in speak(laid.poll.book, "ends", laid.poll.kind.name, count, laid.poll):
        end = ground.said if isinstance(ground.said, End) else End(ground.said)
        if laid.poll.closes is None or end.at < laid.poll.closes:
            ballots = [_as_cast(one.ballot) for part in parts.values() for one in part.judged]
            laid = table(ballots, replace(laid.poll, closes=end.at, ended_by=end.order), laid.candidates)
            count = _together(laid.parts, laid)
    return count, decided(count, laid.poll, laid.candidates)


def _as_cast(ballot: Ballot) -> Ballot:
    """A judged ballot with all the names it was cast with, to be judged anew."""
    return replace(ballot, targets=ballot.named) if ballot.named else ballot


def _together(parts: Mapping[str, Part], laid: Table) -> Count:
    poll = laid.poll
    judged = tuple(one for part in parts.values() for one in part.judged)
    imposed = tuple(parts[voter].imposed for voter in laid.voters if parts[voter].imposed is not None)
    counting = [one for part in parts.values() for one in part.all if one.status == "counted"]
    steps = steps_of((part.all for part in parts.values()), poll)
    listed = tuple(one for voter in laid.voters if (one := parts[voter].listed) is not None)
    abstained = tuple(one.ballot.voter for one in counting if one.ballot.abstains)
    count = Count(
        rows=rows_of(steps, counting, poll, None),
        judged=judged,
        voters=laid.voters,
        abstained=abstained,
        silent=tuple(one.player for one in listed if one.player not in abstained),
        not_voted=listed,
        imputed=tuple(one for one in imposed if one is not None),
        steps=steps,
    )
    base = next((ground.said for ground in speak(poll.book, "base", poll.kind.name, count, poll)), None)
    return replace(count, base=base, rows=rows_of(steps, counting, poll, base)) if base else count


def decided(count: Count, poll: Poll, candidates: Candidates) -> Outcome:
    """What the outcome clauses agree on; a question to the judge where they do not."""
    if candidates.waits:
        return Outcome("undecided", (), (), candidates.waits)
    grounds = speak(poll.book, "outcome", poll.kind.name, count, poll)
    if not grounds:
        return Outcome("none", reason="没有一条规则说到这个结果")
    said = [replace(g.said, clauses=tuple(dict.fromkeys((g.clause.id, *g.said.clauses)))) for g in grounds]
    if any(what(outcome) != what(said[0]) for outcome in said):
        imagined = _contradiction([one.imagined for one in said], poll)
        return replace(_contradiction(said, poll), public=imagined, possible=imagined)
    public = _less([one.public for one in said], [one.announced for one in said])
    possible = _less([one.possible for one in said], [one.imagined for one in said])
    return replace(_merged(said), public=public, possible=possible)


def _contradiction(said: Sequence[Outcome], poll: Poll) -> Outcome:
    """Clauses of equal rank that disagree, each with what it says; as far as it may be told they may say the same."""
    clauses = tuple(dict.fromkeys(one for outcome in said for one in outcome.clauses))
    each = [(" ".join(o.clauses[:1]), told(o, poll.book.plays, poll.kind.name, " ")) for o in said]
    both = "；".join(dict.fromkeys("：".join(filter(None, pair)) for pair in each))
    return Outcome("undecided", (), clauses, f"规则互相矛盾，请法官定：{both}")


def _merged(said: Sequence[Outcome]) -> Outcome:
    """The first outcome with the clauses and reasons of all that say the same."""
    agreed = [one for one in said if what(one) == what(said[0])]
    clauses = tuple(dict.fromkeys(one for outcome in agreed for one in outcome.clauses))
    reason = "；".join(dict.fromkeys(outcome.reason for outcome in agreed if outcome.reason))
    return replace(said[0], clauses=clauses, reason=reason)


def _less(held: Sequence[Outcome | None], shown: Sequence[Outcome]) -> Outcome | None:
    """What is told where some clause holds something back: as much as that clause lets out; None where none does."""
    word = next((one for one in held if one is not None), None)
    return None if word is None else _merged([word, *shown])


def what(outcome: Outcome) -> tuple[Any, ...]:
    """What makes two outcomes the same."""
    return outcome.kind, frozenset(outcome.players), frozenset(outcome.seated), frozenset(outcome.also)
