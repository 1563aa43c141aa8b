"""Posts → ballots of one stage: each post read once, with what a judge would know at that point of the thread.

Nothing is decided here beyond what the words say and whose they are; the clauses decide.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from datetime import datetime
from typing import Any

from parsers.ballots.reading import Context, Reading, Statement
from parsers.names import Roster
from parsers.posts import Post, Stamp
from parsers.values import dataclass, replaced
from referee import moment
from referee.game import Delegation, Game, JudgeRuling
from referee.hands import step
from referee.moment import Claim
from referee.poll import EMPTY_HAND, Ballot, Hand, Poll
from referee.tally import PassedOver
from referee.threads import Placed
from referee.wording import first_wording, really_changed

Read = Callable[[str, Roster, Context], Reading]
Quiet = Callable[[str, Roster], bool]  # whether `Read` surely finds nothing, whatever the context

ABSTENTION = "弃权"
_STATES = {"imprisoned": "囚禁", "faint": "昏厥"}
_DEAD = frozenset({"dead", "left", "expelled"})


@dataclass(frozen=True, slots=True)
class Box:
    """What was found in a stage's threads: ballots in order of effect, and vote-like posts that are none."""

    ballots: tuple[Ballot, ...]
    passed_over: tuple[PassedOver, ...] = ()
    hidden: tuple[Post, ...] = ()


@dataclass(frozen=True, slots=True)
class Desk:
    """How posts are read in this stage: the reader, the names, who sits where, what is known beforehand."""

    poll: Poll
    read: Read
    roster: Roster
    claim: Callable[[Post, datetime | None], Claim]
    also_open: tuple[str, ...] = ()
    context: Context = field(default_factory=Context)
    quiet: Quiet | None = None
    _known: dict[tuple[object, ...], Any] = field(default_factory=dict, repr=False)

    def dead(self, at: datetime | None) -> tuple[str, ...]:
        """Who had died or left for good by then."""
        found: tuple[str, ...] = self._once(("dead", self._told(at)), lambda: _dead(self.poll.game, at))
        return found

    def state(self, seat: str, at: datetime | None) -> str | None:
        """The state a careful judge has in mind while reading: bound, imprisoned, unconscious, mad."""
        found: str | None = self._once(("state", seat, self._told(at)), lambda: _state(self.poll, seat, at))
        return found

    def _told(self, at: datetime | None) -> int:
        """How many events had been announced: between two of them nothing of this changes."""
        times = self._once(("times",), lambda: sorted(event.at for event in self.poll.game.events))
        return bisect_right(times, at) if at else len(times)

    def _once(self, key: tuple[object, ...], make: Callable[[], Any]) -> Any:
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]


def collect(placed: Iterable[Placed], desk: Desk) -> Box:
    """Every ballot in a stage's posts, in posting order, each voter's hand followed as the thread goes on."""
    placed = list(placed)
    hands: dict[str, Hand] = {}
    ballots: list[Ballot] = []
    passed: list[PassedOver] = []
    hidden: list[Post] = []
    last: dict[str, tuple[str, str]] = {}
    for item in placed:
        if item.post.hidden and not item.post.text.strip():
            hidden.append(item.post)
        found, why = _of_post(item, desk, hands, _before(item, last), placed)
        if not found and why:
            passed.append(PassedOver(item.post, why))
        for ballot in found:
            ballots.append(ballot)
            _, hands[ballot.voter] = step(ballot, hands.get(ballot.voter, EMPTY_HAND), desk.poll)
        if found:
            last[item.thread.url] = (item.post.pid, _said(found[-1]))
    ballots = [_following(one, one.follows, hands) if one.follows else one for one in ballots]
    return Box((*ballots, *_entrusted(desk, ballots, len(placed))), tuple(passed), tuple(hidden))


def _before(item: Placed, last: Mapping[str, tuple[str, str]]) -> str | None:
    pid, said = last.get(item.thread.url, ("", ""))
    return said if item.before is not None and item.before.pid == pid else None


def _said(ballot: Ballot) -> str:
    return f"{ballot.voter}→{'、'.join(ballot.targets) or ABSTENTION}"


def _of_post(
    item: Placed, desk: Desk, hands: Mapping[str, Hand], before: str | None, placed: list[Placed]
) -> tuple[list[Ballot], str]:
    """The ballots of one post; where there is none although it looks like one, why."""
    post = item.post
    ruling = ruling_for(desk.poll.game, post)
    if ruling is None and _says_nothing(item, desk):
        return [], ""
    claim = desk.claim(post, item.stamp.when if item.stamp else None)
    voter = claim.seat if claim.plays and claim.seat else post.author
    context = _context(item, desk, voter, claim.plays, hands.get(voter, EMPTY_HAND), before)
    first, edit = first_wording(item, placed, lambda words: desk.read(words, desk.roster, context))
    reading = desk.read(first, desk.roster, context)
    if reading.kind == "none" and ruling is None and not reading.proxies and edit != "changed":
        return [], _passed(reading) if reading.looks_like_ballot else ""
    if edit == "changed":
        edit = really_changed(reading, desk.read(post.text, desk.roster, context))
    base = replaced(_unread(item, voter, claim, ruling), words=first)
    said = _for_stage(reading, desk)
    if ruling is not None:
        entrusted = _proxies(base, said, reading, None, desk.poll) if claim.standing == "judge" else []
        return [_as_ruled(one, said, ruling) for one in _meant(entrusted, ruling) or [base]], ""
    if claim.standing == "judge":
        found = _proxies(base, said, reading, None, desk.poll)
        return found, "" if found else "法官的帖子"
    found = _proxies(base, said, reading, post.author, desk.poll)
    own = _own(base, said, reading, edit)
    if own is not None:
        own = replaced(own, targets=_repeated(own, reading, desk.poll))
        own = _following(own, reading.follows, hands) if own.kind == "ambiguous" and reading.follows else own
        found = [*found, own]
    if own and edit == "changed" and desk.poll.house["vote.edit_policy"] == "treat_as_change_at_edit_time":
        found = [*found, *_at_edit_time(own, desk, context)]
    if not found and edit == "changed":
        return [], "编辑之后才像一票，原来不是：按原文没有投票"
    return found, "" if found else (said.why or _passed(reading))


def _says_nothing(item: Placed, desk: Desk) -> bool:
    """Cheap: whether a post is plain talk and never read otherwise. Most are: nobody asks whose they are."""
    post = item.post
    if desk.quiet is None or post.edited is not None or post.pid in item.thread.history:
        return False
    return desk.quiet(post.text, desk.roster)


def _passed(reading: Reading) -> str:
    return reading.why or "没有读成选票"


def _unread(item: Placed, voter: str, claim: Claim, ruling: JudgeRuling | None) -> Ballot:
    """A ballot as far as the post itself tells: who, when, where."""
    return Ballot(
        voter=voter,
        kind="none",
        at=item.stamp,
        order=item.order,
        account=item.post.author,
        post=item.post,
        deleted=item.gone,
        known=claim.plays,
        replaced=claim.standing == "replaced",
        places=item.places,
        ruling=ruling,
    )


def _for_stage(reading: Reading, desk: Desk) -> Statement:
    """The statement that holds for this stage, where a post speaks of several stages; else the post as a whole."""
    whole = Statement(
        reading.kind, 0, 0, reading.targets, reading.old, reading.proxies, reading.candidates, why=reading.why
    )
    names = (desk.poll.kind.name, *desk.poll.facts.get("also_called", ()))
    if all(statement.stage in (None, *names) for statement in reading.statements):
        return whole
    ours = [s for s in reading.statements if s.stage in names]
    if ours:
        return ours[-1]
    loose = [s for s in reading.statements if s.stage is None]
    return loose[-1] if loose else Statement("none", 0, 0, why="说的是另一个投票")


def _own(base: Ballot, said: Statement, reading: Reading, edit: str) -> Ballot | None:
    """The author's own ballot, if he cast one."""
    if said.kind in ("none", "delegate"):
        return None
    kind = "vote" if said.kind == "change" else said.kind
    targets = said.targets
    if ABSTENTION in targets:
        kind, targets = "abstain", ()
    quote = base.post.text[said.start : said.end] if base.post and said.end else reading.quote
    return replaced(
        base,
        kind=kind,
        targets=targets if kind in ("vote", "abstain", "conditional") else (),
        candidates=said.candidates or (said.targets if kind == "ambiguous" else ()),
        quote=quote or reading.quote,
        why=said.why or reading.why,
        edit=edit,
        says_change=said.kind == "change",
    )


def _following(own: Ballot, follows: tuple[str, ...], hands: Mapping[str, Hand]) -> Ballot:
    """A ballot that joins another's may mean whom he votes for then or in the end, or himself."""
    known = list(own.candidates if own.follows else ())
    for voter in follows:
        hand = hands.get(voter, EMPTY_HAND)
        cast = hand.standing or hand.cast
        known += ["、".join(cast.targets)] if cast and cast.targets else []
    names = tuple(dict.fromkeys((*(name for name in known if name not in follows), *follows)))
    return replaced(own, candidates=names if known else (), follows=follows)


def _repeated(own: Ballot, reading: Reading, poll: Poll) -> tuple[str, ...]:
    """The names as often as they were written, where one name may get several votes of a ballot."""
    if not poll.facts.get("repeats") or not own.targets:
        return own.targets
    words = {player.name: (player.name, *player.aliases) for player in poll.game.players}
    times = dict.fromkeys(own.targets, 0)
    said = [
        name for statement in reading.statements if set(statement.targets) <= set(times) for name in statement.names
    ]
    for name in (name for name in said if len(name.players) == 1 and name.players[0] in times):
        player = name.players[0]
        units = [len(unit) for unit in words.get(player, ()) if name.words == unit * (len(name.words) // len(unit))]
        times[player] += len(name.words) // min(units) if units else 1
    return tuple(target for target in own.targets for _ in range(max(1, times[target])))


def _proxies(base: Ballot, said: Statement, reading: Reading, by: str | None, poll: Poll) -> list[Ballot]:
    """Ballots a post casts for others; `by` is the player who did, None for a judge."""
    given: dict[str, list[str]] = {}
    for voter, target in said.proxies or (reading.proxies if said.kind != "none" else ()):
        if voter != base.voter or said.kind == "delegate":
            given.setdefault(voter, []).append(target)
    published = base.at.when if base.at and by is None else None
    return [
        replaced(
            base,
            voter=voter,
            kind="delegated" if voter != base.voter else "vote",
            targets=tuple(target for target in targets if target != ABSTENTION),
            quote=reading.quote,
            why=said.why or reading.why,
            known=True,
            replaced=False,
            proxy_by=by if voter != base.voter else None,
            sent=_sent(voter, published, poll),
            published=published,
        )
        for voter, targets in given.items()
    ]


def _sent(voter: str, published: datetime | None, poll: Poll) -> datetime | None:
    """When a voter entrusted to the judge what the judge then posted, where the game file tells."""
    if published is None:
        return None
    entrusted = [d.at for d in poll.game.delegations if d.stage == poll.stage.id and d.voter == voter]
    return max((at for at in entrusted if at <= published), default=None)


def _meant(entrusted: list[Ballot], ruling: JudgeRuling) -> list[Ballot]:
    """The entrusted ballots of a judge's post a ruling is about: the only one, or all where it says there are none."""
    return entrusted if len(entrusted) == 1 or ruling.reads == "none" else []


def _as_ruled(base: Ballot, said: Statement, ruling: JudgeRuling) -> Ballot:
    kind = {"vote": "vote", "change": "vote", "none": said.kind}.get(ruling.reads, ruling.reads)
    targets = ruling.targets if ruling.reads in ("vote", "change") else said.targets if ruling.reads == "none" else ()
    if base.delegated:
        kind = "unvote" if ruling.reads == "unvote" else "delegated"
        targets = ruling.targets if ruling.targets or ruling.reads != "none" else base.targets
    assert base.post is not None
    quote = base.post.text[said.start : said.end] or base.post.text
    return replaced(base, kind="vote" if kind == "none" else kind, targets=targets, quote=quote[:60], why=ruling.why)


def ruling_for(game: Game, post: Post) -> JudgeRuling | None:
    """The judge's ruling on a post: the last one in the file that names it."""
    for ruling in reversed(game.rulings):
        if ruling.thread is not None and ruling.thread != post.thread:
            continue
        if ruling.post == post.pid or (ruling.floor is not None and ruling.floor == post.floor):
            return ruling
    return None


def _context(item: Placed, desk: Desk, voter: str, plays: bool, hand: Hand, before: str | None) -> Context:
    known, at = desk.context, item.stamp.when if item.stamp else None
    standing = hand.standing or hand.cast
    return Context(
        thread=known.thread,
        author=voter,
        stage=known.stage,
        also_open=desk.also_open,
        names_per_ballot=known.names_per_ballot,
        standing=() if standing is None else standing.targets or (ABSTENTION,),
        candidates=known.candidates,
        jury=known.jury,
        sheriff=known.sheriff,
        dead=desk.dead(at),
        state=desk.state(voter, at) if plays else None,
        op=item.before is None,
        prev_vote=before,
        edited=item.post.edited is not None,
        hidden=item.post.hidden,
        called_dead=known.called_dead,
        changes_used=hand.changes,
        abstain_allowed=known.abstain_allowed,
    )


def _dead(game: Game, at: datetime | None) -> tuple[str, ...]:
    living = set(moment.alive(game, at, _DEAD))
    return tuple(seat for seat in moment.seats(game) if seat not in living)


def _state(poll: Poll, seat: str, at: datetime | None) -> str | None:
    status = moment.status(poll.game, seat, at)
    if status.mad:
        return "癫狂"
    if moment.barred(poll.game, seat, poll.stage, at):
        return "束魂"
    return _STATES.get(status.state)


def _at_edit_time(own: Ballot, desk: Desk, context: Context) -> list[Ballot]:
    post = own.post
    if post is None or post.edited is None or post.edited.time is None:
        return []
    reading = desk.read(post.text, desk.roster, context)
    now = _own(replaced(own, at=post.edited.time, edit=""), _for_stage(reading, desk), reading, "")
    return [now] if now is not None else []


# -- votes entrusted in private ------------------------------------------------------------------------------------


def _entrusted(desk: Desk, ballots: list[Ballot], order: int) -> list[Ballot]:
    """The game file's delegations for this stage, except those a judge's post already cast."""
    poll = desk.poll
    posted = {ballot.voter for ballot in ballots if ballot.delegated and ballot.proxy_by is None}
    entrusted = [
        d
        for d in poll.game.delegations
        if d.stage == poll.stage.id and (poll.as_of is None or d.at <= poll.as_of) and d.voter not in posted
    ]
    entrusted.sort(key=lambda d: d.at)
    last = {d.voter: d for d in entrusted}
    return [_delegated(d, poll, order + place, d is last[d.voter]) for place, d in enumerate(entrusted, start=1)]


def _delegated(delegation: Delegation, poll: Poll, order: int, last: bool) -> Ballot:
    """Cast when it was published, else at the close; one that was changed later only stood from when it was sent."""
    published = delegation.published
    if published is not None and poll.as_of is not None and published > poll.as_of:
        published = None
    return Ballot(
        voter=delegation.voter,
        kind="delegated",
        targets=() if delegation.conditional else tuple(t for t in delegation.targets if t != ABSTENTION),
        at=Stamp(published) if published else None if last else Stamp(delegation.at),
        order=order,
        account=delegation.voter,
        quote="、".join(delegation.targets),
        why="私下委托法官投票",
        sent=delegation.at,
        published=published,
        conditional=delegation.conditional,
    )
