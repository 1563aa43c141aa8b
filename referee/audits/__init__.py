"""Audits: lurking, signing in, missed votes, speech, and who is to be replaced by whom, as of any moment.

One entry, `audit`. A rule set's terms are in `terms`, one function a clause in the other modules; each finding carries
its clauses. Everything is pure: the game and its threads in, an `Audit` out.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from referee import moment
from referee.audits import lurking, replacing, sign_in, statistics, votes
from referee.audits.measure import repeats
from referee.audits.record import Record, record_of
from referee.audits.speech import speech
from referee.audits.terms import terms_of, what_counts, what_is_lurking
from referee.audits.values import Audit, Counted, StageCount, Swap, public_audit
from referee.game import Game
from referee.threads import ThreadPosts

__all__ = ["Audit", "audit", "public_audit"]

NOW_IS_FAR = timedelta(days=7)  # a game in which nothing has happened for so long is over


def audit(game: Game, threads: Sequence[ThreadPosts], as_of: datetime | None, now: datetime | None = None) -> Audit:
    """The audit of a whole game from all its threads.

    `as_of`: the moment, on the board's clock; without one it is `now`, or the last thing that happened where that was
    more than a week ago (or no `now` is given).
    """
    record = record_of(game, threads, as_of or _last_moment(game, threads, now), terms_of(game))
    stages = lurking.stage_counts(record)
    missed, vote_notes = votes.missed_votes(record)
    windows, again = lurking.windows(record, sign_in.clock_start(record))
    lapses = [*lurking.lapses(record, stages), *again, *votes.as_lapses(record, missed)]
    warnings = [*lurking.ladder(record, lapses), *votes.vote_warnings(record, missed), *votes.penalty_points(record)]
    warnings.sort(key=lambda one: one.at or record.as_of)
    signed = sign_in.sign_ins(record)
    swaps = replacing.swaps(record, replacing.due(record, signed, warnings, windows))
    notes = _notes(record, stages, swaps)
    if as_of is None and record.as_of != now:
        notes = (f"没有说查到哪一刻，而最后的动静已过去一周：查到 {record.as_of:%Y-%m-%d %H:%M} 为止。", *notes)
    return Audit(
        game.rules,
        record.as_of,
        _counts(record),
        stages,
        tuple(warnings),
        windows,
        signed,
        speech(record),
        swaps,
        replacing.proposals(record, swaps),
        statistics.activity(record),
        statistics.heat(record),
        (*sign_in.sign_in_notes(record, signed), *notes, *vote_notes),
        sign_in.owners_who_signed(record, signed),
    )


def _last_moment(game: Game, threads: Sequence[ThreadPosts], now: datetime | None) -> datetime:
    known = [post.time.when for thread in threads for post in thread.posts if post.time]
    known += [stage.closes for stage in game.stages if stage.closes]
    known += [event.at for event in game.events]
    last = max(known, default=None)
    if last is None:
        return now or datetime.min
    return now if now is not None and now - last < NOW_IS_FAR else last


def _counts(record: Record) -> str:
    rule = what_is_lurking(record.terms.lurk)
    counted = what_counts(record.terms.lurk)
    return f"{counted}。{rule}算潜水。" if rule else f"{counted}。这套规则没有规定潜水。"


def _notes(record: Record, stages: Sequence[StageCount], swaps: Sequence[Swap]) -> tuple[str, ...]:
    found = list(replacing.ties(swaps) if record.terms.pairing == "replied" else ())
    found += _unfinished(record, stages)
    found += _repeated(record)
    found += _late_leaves(record)
    found += statistics.without_topics(record)
    if record.terms.lurk.per == "window" and not lurking.can_count(record):
        found.append("没有可数的讨论帖，没有查潜水。")
    elif record.terms.lurk.per == "window" and not sign_in.roster_posts(record):
        found.append("没有名单帖，潜水从读到的第一帖起算。")
    if any(swap.by is None for swap in swaps) and record.terms.pairing == "replied":
        found.append("换人之前法官先看：身份有没有泄露(泄露了不换，直接出局)。")
    found += [f"{one.player} 请过假，由法官决定换人、暂代还是照旧。" for one in _excused(stages)]
    return tuple(dict.fromkeys(found))


def _unfinished(record: Record, stages: Sequence[StageCount]) -> list[str]:
    lurk = record.terms.lurk
    if lurk.per not in ("stage", "day"):
        return []
    found = []
    for stage in stages:
        few = [f"{one.player} {one.posts}" for one in stage.players if one.posts < lurk.posts]
        if not stage.final and few:
            found.append(f"{stage.id} 还没结束，不下判断；现在不足 {lurk.posts:g} 帖的：{'、'.join(few)}。")
    return found


def _repeated(record: Record) -> list[str]:
    """Identical posts in a row count (C-ALL-08), and the judge is told."""
    found = []
    for seat, posts in lurking.counted(record).items():
        same = sum(repeats(posts))
        if same:
            how = "不数" if record.terms.lurk.once else "照数"
            found.append(f"{seat} 有 {same} 帖和自己的上一帖一字不差，{how}(C-ALL-08，lurk.repeats)。")
    return found


def _late_leaves(record: Record) -> list[str]:
    """A player who cannot go on tells the judge a day ahead (ND-3.0)."""
    if record.game.rules != "nine-days":
        return []
    return [
        f"{event.player} 的假没有提前一天请({event.at:%m-%d %H:%M} 说，{event.from_:%m-%d %H:%M} 起)：ND-3.0。"
        for event in moment.events(record.game, record.as_of, "leave")
        if event.from_ and event.from_ - event.at < timedelta(hours=24)
    ]


def _excused(stages: Sequence[StageCount]) -> list[Counted]:
    return [one for stage in stages for one in stage.players if one.verdict == "exempt" and "请过假" in one.reason]
