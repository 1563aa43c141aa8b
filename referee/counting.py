"""The one entry: a game, a stage and its threads → a Tally. Clauses decide; this asks them in turn.

posts → (collecting) ballots → (hands) verdicts → (rows) numbers → outcome → (doubts) what hangs on the judge's word.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache, partial
from typing import Any

from parsers.ballots.reading import Context, Reading
from parsers.names import Roster, Seat
from parsers.posts import Post
from parsers.values import dataclass
from referee import moment
from referee.collecting import Desk, Quiet, Read, collect
from referee.doubts import resolve
from referee.game import Delegation, Game, GameThread, JudgeRuling, Stage
from referee.hands import agree
from referee.poll import Ballot, Count, Judged, Poll
from referee.rulebook import Candidates, Rulebook, StageKind, speak
from referee.switches import House
from referee.tabulate import Table, counted, table
from referee.tally import BallotVerdict, StageWindow, Tally, ThreadSummary
from referee.threads import ThreadPosts, posts_of

ANY_STAGE = Stage(None, "vote")


class SeveralStages(Exception):
    """More than one stage is open: the judge must name one. `ids` as the file gives them."""

    def __init__(self, ids: tuple[str | None, ...]) -> None:
        super().__init__("、".join(str(one) for one in ids))
        self.ids = ids


class NoSuchStage(Exception):
    """The file has no such stage, or the rule set no such kind of stage."""


def tally(
    game: Game,
    stage_id: str | None,
    threads: Sequence[ThreadPosts],
    as_of: datetime | None = None,
    *,
    book: Rulebook | None = None,
    read: Read | None = None,
    known: dict[str | None, Tally | None] | None = None,
) -> Tally:
    """The verdict on a stage as of a moment (None: everything has happened).

    `stage_id` None: the stage open then, else the one that closed last. `threads`: every thread that serves the stage
    or one it builds on. `known` keeps the tallies of a game as of that moment, so that stages which build on each other
    are counted once. Raises SeveralStages, NoSuchStage.
    """
    from referee.variants import book_of

    known = {} if known is None else known
    office = _Office(game, book or book_of(game), tuple(threads), as_of, read or _reader(), known)
    found = office.tally(office.chosen(stage_id))
    told = tuple(one for one in game.delegations if one.stage != found.stage.id or _is_told(one, as_of))
    if found.final or told == game.delegations:
        return found
    open_face = replace(office, game=replace(game, delegations=told), known={})
    return replace(found, in_public=open_face.tally(open_face.chosen(found.stage.id)))


def _is_told(entrusted: Delegation, as_of: datetime | None) -> bool:
    """Whether the judge has posted an entrusted vote by then; before that it is between him and the voter."""
    return entrusted.published is not None and (as_of is None or entrusted.published <= as_of)


def choose(game: Game, stage_id: str | None, as_of: datetime | None, book: Rulebook) -> Stage:
    """The stage of that id; without one the stage open at `as_of`, else the one that closed last.

    Raises NoSuchStage, SeveralStages.
    """
    return _Office(game, book, (), as_of, _unread, {}).chosen(stage_id)


def wanted(game: Game, stage: Stage, book: Rulebook) -> tuple[GameThread, ...]:
    """The game's threads a tally of `stage` needs: its own, those of the stages it follows or that matter meanwhile
    and, where the rules lean on the past, of every stage before it."""
    stages = {stage.id}
    before = moment.stage_by_id(game, stage.after) if stage.after else None
    while before is not None and before.id not in stages:
        stages.add(before.id)
        before = moment.stage_by_id(game, before.after) if before.after else None
    kind = book.kind(stage.kind)
    if book.leans_on_past or kind is None or kind.follows:
        stages |= {s.id for s in _before(game, stage)}
    if kind is not None and kind.meanwhile:
        today = moment.day_of(stage)
        stages |= {s.id for s in game.stages if s.kind in kind.meanwhile and moment.day_of(s) == today}
    everywhere = not House(book.switches, {**book.given, **game.house})["vote.thread_only"]
    kinds = ("vote", "discussion") if everywhere else ("vote",)
    return tuple(t for t in game.threads if t.kind in kinds and (t.stage is None or t.stage in stages))


def _before(game: Game, stage: Stage) -> list[Stage]:
    """The stages that opened by the time this one did; where it has no opening time, those above it in the file."""
    stages = moment.voting_stages(game)
    if stage.opens is None:
        return list(stages[: stages.index(stage)]) if stage in stages else []
    return [s for s in stages if s.opens and s.opens <= stage.opens]


def _reader() -> Read:
    from parsers.ballots.reader import read

    return read


def _unread(text: str, roster: Roster, context: Context) -> Reading:
    """Where no post is read the reader is not loaded: its patterns take longer than the rest of a small command."""
    raise LookupError(text)


def _quiet(read: Read) -> Quiet | None:
    """What tells that the reader has nothing to read; unknown of any other reader than ours."""
    from parsers.ballots import reader

    return reader.quiet if read is reader.read else None


def _reading(read: Read, book: Rulebook) -> Read:
    """The reader as the rule set has it read: only the words that may hold a ballot, all of them where none may.

    What is said otherwise is read too, so that it can be shown; the clauses say that it does not count.
    """
    words = book.words
    if words is None:
        return read

    def read_words(text: str, roster: Roster, context: Context) -> Reading:
        meant = words(text)
        if not meant.strip():
            return read(text, roster, context)
        reading = read(meant, roster, context)
        return replace(reading, quote=_line_at(text, meant.find(reading.quote)))

    return read_words


def _line_at(text: str, place: int) -> str:
    """The line of a text that a place is in, as it was posted."""
    start = text.rfind("\n", 0, max(place, 0)) + 1
    return text[start:].split("\n", 1)[0].strip()


@lru_cache(maxsize=64)
def _compiled(seats: tuple[Seat, ...], judges: tuple[str, ...], ordered: bool) -> Roster:
    return Roster.of(seats, judges, ordered)


@dataclass(frozen=True, slots=True)
class _Office:
    """What stays the same for every stage of one game as of one moment."""

    game: Game
    book: Rulebook
    threads: tuple[ThreadPosts, ...]
    as_of: datetime | None
    read: Read
    known: dict[str | None, Tally | None]

    def chosen(self, stage_id: str | None) -> Stage:
        if stage_id is not None:
            stage = moment.stage_by_id(self.game, stage_id)
            if stage is None or stage.kind == "night":
                raise NoSuchStage(stage_id)
            return stage
        if not moment.voting_stages(self.game):
            return replace(ANY_STAGE, kind=self.book.kinds[0].name)
        open_now = moment.stages_at(self.game, self.as_of or datetime.max, substitution=self.swap())
        if len(open_now) > 1:
            raise SeveralStages(tuple(stage.id for stage in open_now))
        return open_now[0]

    def swap(self) -> timedelta:
        hours = self.book.substitution
        return timedelta(hours=self.house()[hours] if isinstance(hours, str) else hours)

    def house(self) -> House:
        return House(self.book.switches, {**self.book.given, **self.game.house})

    def earlier(self, stage_id: str) -> Tally:
        stage = moment.stage_by_id(self.game, stage_id)
        if stage is None:
            raise NoSuchStage(stage_id)
        return self.tally(stage)

    def counted(self, stage_id: str) -> Tally | None:
        """Another stage's tally, where its threads were handed in and it is not the one being counted."""
        stage = moment.stage_by_id(self.game, stage_id)
        if stage is None or (stage_id in self.known and self.known[stage_id] is None):
            return None
        return self.tally(stage) if any(self.serves(thread, stage) for thread in self.threads) else None

    def tally(self, stage: Stage) -> Tally:
        if stage.id not in self.known:
            self.known[stage.id] = None  # being counted
            self.known[stage.id] = self._count(stage)
        found = self.known[stage.id]
        if found is None:
            raise NoSuchStage(f"{stage.id} 绕了一圈又接在自己后面")
        return found

    def _count(self, stage: Stage) -> Tally:
        poll, candidates = self.poll(stage)
        serving = [(thread, self.served(thread)) for thread in self.threads if self.serves(thread, stage)]
        window = self.window(stage)
        box = collect(posts_of(window, serving, self.as_of), self.desk(poll, serving))
        elsewhere = self.elsewhere(stage, poll, window, serving)
        laid = table(box.ballots, poll, candidates)
        first = counted(laid)
        count = first[0]
        resolved = resolve(laid, first, partial(_varied, poll, box.ballots))
        more = (
            *([candidates.says] if candidates.says else []),
            *_hidden(box.hidden),
            *_ruling_notes(self.game, [thread for thread, _ in serving]),
            *_clause_notes(count, poll, "note"),
            *elsewhere,
        )
        return Tally(
            rules=self.book.name,
            rules_title=self.book.title,
            stage=window,
            as_of=self.as_of,
            final=_is_final(count, poll),
            rows=count.rows,
            ballots=verdicts(count),
            not_voted=count.not_voted,
            outcome=resolved.outcome,
            pending=resolved.pending,
            notes=(*resolved.notes, *_clause_notes(count, poll, "judge-note"), *more),
            public_notes=(*resolved.public_notes, *more),
            public_pending=resolved.public_pending,
            threads=tuple(_summary(thread) for thread, _ in serving),
            passed_over=box.passed_over,
            secret=self.book.secret_until_close and not poll.closed,
        )

    def poll(self, stage: Stage) -> tuple[Poll, Candidates]:
        kind = self.book.kind(stage.kind)
        if kind is None:
            raise NoSuchStage(f"{stage.id}：{self.book.title} 没有 {stage.kind} 这种投票")
        window = self.window(stage)
        poll = Poll(
            game=self.game,
            book=self.book,
            stage=stage,
            kind=kind,
            house=self.house(),
            opens=window.opens,
            closes=window.closes,
            planned=stage.closes,
            as_of=self.as_of,
            extensions=moment.extensions(self.game, stage, self.as_of, substitution=self.swap()),
            names=kind.names,
            earlier=self.earlier,
            counted=self.counted,
        )
        return prepared(poll)

    def window(self, stage: Stage) -> StageWindow:
        kind = self.book.kind(stage.kind) or StageKind(stage.kind, stage.kind)
        return moment.window(self.game, stage, self.as_of, substitution=self.swap(), change_stops=kind.change_stops)

    def serves(self, thread: ThreadPosts, stage: Stage) -> bool:
        if thread.stage is not None and thread.stage != stage.id:
            return False
        everywhere = not self.house()["vote.thread_only"]
        return thread.kind == "vote" or (thread.kind == "discussion" and everywhere)

    def served(self, thread: ThreadPosts) -> tuple[StageWindow, ...]:
        """The windows of the stages a thread serves: those it is named for (it may be named twice), else all."""
        named = {other.stage for other in self.threads if other.url == thread.url}
        stages = moment.voting_stages(self.game)
        return tuple(self.window(stage) for stage in stages if None in named or stage.id in named)

    def desk(self, poll: Poll, serving: Sequence[tuple[ThreadPosts, tuple[StageWindow, ...]]]) -> Desk:
        passes_on = self.book.vest_passes_on
        uids = moment.uids_of(self.game, ((p.author, p.uid) for thread, _ in serving for p in thread.posts))

        known: dict[Any, moment.Claim] = {}
        swaps = sorted(event.at for event in self.game.events if event.kind == "substitution")

        def claim(post: Post, at: datetime | None) -> moment.Claim:
            key = post.author, post.uid, bisect_right(swaps, at) if at else len(swaps)
            if key not in known:
                known[key] = moment.seat_of(
                    self.game, post.author, at, uid=post.uid, uids=uids, vest_passes_on=passes_on
                )
            return known[key]

        names = moment.roster(self.game, poll.until, vest_passes_on=passes_on)
        roster = _compiled((*names, *self.book.more_names), self.game.judges, not self.game.inferred)
        return Desk(
            poll,
            _reading(self.read, self.book),
            roster,
            claim,
            self._also_open(poll, serving),
            _known_to_reader(poll),
            _quiet(self.read) if self.book.words is None else None,
        )

    def _also_open(self, poll: Poll, serving: Sequence[tuple[ThreadPosts, tuple[StageWindow, ...]]]) -> tuple[str, ...]:
        """The kinds of the other stages of the same threads that are open at the same time."""
        kinds = {
            other.kind
            for _, served in serving
            for other in served
            if other.id != poll.stage.id and _overlap(other, poll.opens, poll.closes)
        }
        return tuple(sorted(kinds))

    def elsewhere(
        self, stage: Stage, poll: Poll, window: StageWindow, serving: Sequence[tuple[ThreadPosts, Any]]
    ) -> tuple[str, ...]:
        """Ballots posted in the stage's time in threads that are not for voting: listed, not counted."""
        used = {thread.url for thread, _ in serving}
        others = [(t, ()) for t in self.threads if t.url not in used and t.kind == "discussion"]
        if not others or window.opens is None:
            return ()
        placed = [item for item in posts_of(window, others, self.as_of) if item.places["half_open"] == "in"]
        box = collect(placed, replace(self.desk(poll, []), context=replace(_known_to_reader(poll), thread="talk")))
        found = [b for b in box.ballots if b.known and b.post is not None and b.kind in ("vote", "abstain")]
        return tuple(f"投票帖之外疑似投票，不计：{_floor(b.post)} {b.voter}「{b.quote}」" for b in found if b.post)


def _overlap(other: StageWindow, opens: datetime | None, closes: datetime | None) -> bool:
    starts_late = other.opens is not None and closes is not None and other.opens >= closes
    ends_early = other.closes is not None and opens is not None and other.closes <= opens
    return not starts_late and not ends_early


def _known_to_reader(poll: Poll) -> Context:
    facts = poll.facts
    return Context(
        thread="vote",
        stage=poll.kind.name,
        names_per_ballot=poll.names,
        candidates=poll.candidates,
        jury=facts.get("jury", ()),
        sheriff=facts.get("sheriff"),
        called_dead=facts.get("called_dead", ()),
        abstain_allowed=facts.get("abstain_allowed"),
    )


def prepared(poll: Poll) -> tuple[Poll, Candidates]:
    """The poll with what the rule set prepares for it, and who may be voted for."""
    if poll.book.facts is not None:
        poll = replace(poll, facts=poll.book.facts(poll))
    for ground in speak(poll.book, "names", poll.kind.name, poll):
        poll = replace(poll, names=ground.said)
    candidates = _candidates(poll)
    return replace(poll, candidates=candidates.names), candidates


def _varied(poll: Poll, ballots: Sequence[Ballot], switch: str, value: Any) -> Table:
    """The same ballots under one other switch."""
    other, candidates = prepared(poll.with_house(switch, value))
    if (other.facts, other.names, other.candidates) == (poll.facts, poll.names, poll.candidates):
        agree(poll, other, switch)
    return table(ballots, other, candidates)


def _candidates(poll: Poll) -> Candidates:
    if poll.stage.candidates is not None:
        return Candidates(poll.stage.candidates)
    said = [ground.said for ground in speak(poll.book, "candidates", poll.kind.name, poll)]
    return said[0] if said else Candidates(None)


def _is_final(count: Count, poll: Poll) -> bool:
    said = [ground.said for ground in speak(poll.book, "final", poll.kind.name, count, poll)]
    return False not in said if poll.closed else True in said


def _hidden(posts: Iterable[Post]) -> tuple[str, ...]:
    return tuple(f"{_floor(post)} {post.author} 的内容被隐藏，读不到" for post in posts)


def _ruling_notes(game: Game, threads: Sequence[ThreadPosts]) -> tuple[str, ...]:
    """Rulings whose post is gone, or says something else than it did once: the judge should look again."""
    only = len({thread.url for thread in game.threads if thread.kind == "vote"}) <= 1
    notes = []
    for ruling in game.rulings:
        within = [t for t in threads if ruling.thread == t.url or (ruling.thread is None and only)]
        found = [(t, post) for t in within for post in t.posts if _rules_on(ruling, post)]
        which = f"pid {ruling.post}" if ruling.post else f"{ruling.floor} 楼"
        if within and not found:
            notes.append(f"裁定所指的 {which} 已不在帖子里，这条裁定没有用上")
        elif any(thread.history.get(post.pid) for thread, post in found):
            notes.append(f"裁定所指的 {which} 后来改过，请再看一眼")
    return tuple(notes)


def _rules_on(ruling: JudgeRuling, post: Post) -> bool:
    return ruling.post == post.pid or (ruling.floor is not None and ruling.floor == post.floor)


def _clause_notes(count: Count, poll: Poll, asks: str) -> tuple[str, ...]:
    return tuple(ground.said for ground in speak(poll.book, asks, poll.kind.name, count, poll))


# -- for the report ----------------------------------------------------------------------------------------------------


def verdicts(count: Count) -> tuple[BallotVerdict, ...]:
    """Every ballot as reported: those with a post in posting order, then the others."""
    posted = sorted((one for one in count.judged if one.ballot.post), key=lambda one: one.ballot.order)
    others = [one for one in count.judged if one.ballot.post is None]
    return tuple(_verdict(one) for one in (*posted, *others, *count.imputed))


def _verdict(one: Judged) -> BallotVerdict:
    ballot = one.ballot
    return BallotVerdict(
        voter=ballot.voter,
        targets=one.targets,
        kind=one.kind,
        weight=one.weight,
        status=one.status,
        code=one.code,
        post=ballot.post,
        quote=ballot.quote,
        clauses=one.clauses,
        reason=one.reason,
        at=None if ballot.post is not None and ballot.at == ballot.post.time else ballot.at,
    )


def _summary(thread: ThreadPosts) -> ThreadSummary:
    return ThreadSummary(thread.url, thread.board, thread.title, thread.pages, len(thread.posts))


def _floor(post: Post) -> str:
    return f"{post.floor} 楼" if post.floor is not None else f"帖 {post.pid}"
