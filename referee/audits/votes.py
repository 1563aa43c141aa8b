"""Votes that were not cast: what the stages' tallies say, and what missing one (or two in a row) leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from referee.audits.lurking import Lapse, entries, on_leave
from referee.audits.record import Record, between
from referee.audits.terms import GAME
from referee.audits.values import Warned
from referee.counting import NoSuchStage, tally
from referee.rulebook import clause
from referee.tally import NotVoted, StageWindow, Tally
from referee.threads import ThreadPosts

LURKS_BELOW = 5  # posts in the day: who posts more is not away, he only did not vote

Missed = list[tuple[StageWindow, tuple[NotVoted, ...]]]


def missed_votes(record: Record) -> tuple[Missed, tuple[str, ...]]:
    """Every stage that is over with who did not vote in it, in order; notes on stages that could not be counted."""
    rules = record.game.rules
    if rules not in _RULES:
        return [], ()  # silence is allowed
    known: dict[str | None, Tally | None] = {}
    threads = _voting_threads(record)
    found: Missed = []
    notes = []
    for window in sorted(record.windows, key=lambda w: (w.closes, w.opens)):
        if (
            not record.over(window.closes)
            or window.id is None
            or window.kind not in _MATTERS.get(rules, (window.kind,))
        ):
            continue
        if not _served(window, threads):
            notes.append(f"{window.id} 没有投票帖可读，没有查漏投。")
            continue
        try:
            count = tally(record.game, window.id, threads, record.as_of, known=known)
        except NoSuchStage as fault:
            notes.append(f"{window.id} 数不了票({fault})，没有查漏投。")
            continue
        found.append((window, count.not_voted))
    return found, tuple(notes)


def _voting_threads(record: Record) -> list[ThreadPosts]:
    everywhere = record.game.house.get("vote.thread_only", True) is False
    return [t for t in record.threads if t.kind == "vote" or (everywhere and t.kind == "discussion")]


def _served(window: StageWindow, threads: Iterable[ThreadPosts]) -> bool:
    """Whether a thread can hold ballots of the stage: it was there before the stage closed."""
    for thread in threads:
        first = next((post.time for post in thread.posts if post.time), None)
        if thread.stage == window.id and first:
            return True
        if thread.stage is None and first and window.closes and first.when < window.closes:
            return True
    return False


def vote_warnings(record: Record, missed: Missed) -> list[Warned]:
    """What the rules make of missed votes; nothing where silence is allowed."""
    judge = _RULES.get(record.game.rules)
    return judge(record, missed) if judge else []


@clause("GB-7.9", asks="audit")
@clause("GB-8.1.5", asks="audit")
def golden_bough(record: Record, missed: Missed) -> list[Warned]:
    """A missed vote counts for the voter himself. Who the next day still lurks, does not vote and is not on leave may
    be replaced at once; where no substitute came before the vote ended the vest is out."""
    limit = 1 if record.game.house.get("gb.novote", "second") == "first" else 2
    count: dict[str, int] = {}
    last: dict[str, StageWindow] = {}
    found = []
    for window, silent in missed:
        names = {one.player for one in silent}
        for seat in record.seats:
            if seat not in names or _new_since(record, seat, last.get(seat), window):
                count.pop(seat, None)
                last.pop(seat, None)
            if seat not in names:
                continue
            if _away(record, seat, window):
                found.append(_excused(seat, window, count.pop(seat, 0), "GB-8.2"))
                continue
            before = last.get(seat)
            if before is None or before.day is None or before.day != window.day:
                count[seat] = count.get(seat, 0) + 1
            last[seat] = window
            found.append(_missed_gb(record, seat, window, count[seat], limit))
    return found


def _missed_gb(record: Record, seat: str, window: StageWindow, count: int, limit: int) -> Warned:
    if count < limit:
        reason = "没有投票，计自己一票；下一天仍不投票、不发言又没请假，可以换人或出局"
        return Warned(seat, window.id, count, "warned", "no-vote", window.closes, ("GB-7.5", "GB-7.9"), reason)
    posts = _posts_in(record, seat, window)
    clauses = ("GB-7.9", "GB-8.1.5")
    reason = f"连续 {count} 天没有投票，当天只发 {posts} 帖，没有请假" if limit > 1 else "没有投票"
    if limit > 1 and posts >= LURKS_BELOW:
        reason = f"连续 {count} 天没有投票，但当天发了 {posts} 帖，不算潜水；由法官定"
        return Warned(seat, window.id, count, "flagged", "no-vote", window.closes, clauses, reason)
    verdict = "replace" if _spare(record, seat, window) else "out"
    reason += "；换人" if verdict == "replace" else "；没有替补，出局"
    return Warned(seat, window.id, count, verdict, "no-vote", window.closes, clauses, reason)


def _posts_in(record: Record, seat: str, window: StageWindow) -> int:
    assert window.opens is not None
    assert window.closes is not None
    posts = between(record.by_seat[seat], window.opens, window.closes, record.boundary)
    return sum(bool(said.kinds & GAME) for said in posts)


def _spare(record: Record, seat: str, window: StageWindow) -> bool:
    """Whether a substitute is left for the seat, or took it."""
    if any(window.closes and at >= window.closes for at in entries(record, seat)):
        return True
    used = {e.by for e in record.game.events if e.kind == "substitution" and e.at <= record.as_of}
    return any(spare.name not in used for spare in record.game.substitutes)


@clause("G12-6.5b", asks="audit")
@clause("G12-7.1.5", asks="audit")
def game_twelve(record: Record, missed: Missed) -> list[Warned]:
    """In an execution vote and its runoff abstaining is forbidden: who neither votes nor entrusts his vote has quit."""
    found = []
    count: Counter[str] = Counter()
    for window, silent in missed:
        for one in silent:
            if one.treated_as not in ("out", "warning", "exempt"):
                continue
            if one.treated_as == "exempt" or _away(record, one.player, window):
                found.append(_excused(one.player, window, count[one.player], "G12-7.2"))
                continue
            count[one.player] += 1
            only_warned = one.treated_as == "warning" or (
                window.kind == "runoff" and record.game.house.get("g12.novote.runoff") == "warn"
            )
            verdict, clauses = "warned" if only_warned else "out", one.clauses or ("G12-6.5b", "G12-7.1.5")
            reason = "处决投票不得弃权，没有投票" + ("" if only_warned else "，视为退出")
            found.append(
                Warned(one.player, window.id, count[one.player], verdict, "no-vote", window.closes, clauses, reason)
            )
    return found


@clause("ND-2.3.1.2.n6", asks="audit")
def nine_days(record: Record, missed: Missed) -> list[Warned]:
    """Everybody votes in every round, if only to abstain. Silence has no sanction of its own: the judge is told."""
    if record.game.house.get("nd.novote", "warn") != "warn":
        return []
    found = []
    count: Counter[str] = Counter()
    for window, silent in missed:
        for one in silent:
            if one.treated_as not in ("warning", "exempt"):
                continue
            if one.treated_as == "exempt" or _away(record, one.player, window):
                found.append(_excused(one.player, window, count[one.player], "ND-3.1.4"))
                continue
            count[one.player] += 1
            number = count[one.player]
            reason = f"没有投票也没有弃权(第 {number} 次)"
            found.append(
                Warned(one.player, window.id, number, "warned", "no-vote", window.closes, ("ND-2.3.1.2.n6",), reason)
            )
    return found


def as_lapses(record: Record, missed: Missed) -> list[Lapse]:
    """Missed votes that the house counts like lurking."""
    if record.game.rules != "nine-days" or record.game.house.get("nd.novote") != "lurk_warning":
        return []
    return [
        Lapse(one.player, window.id, window.day, window.closes or record.as_of, ("ND-2.3.1.2.n6",), "没有投票")
        for window, silent in missed
        for one in silent
        if one.treated_as == "warning" and not _away(record, one.player, window)
    ]


@clause("NC-penalty", asks="audit")
def penalty_points(record: Record) -> list[Warned]:
    """Twelve penalty points put a role out of the game."""
    if record.game.rules != "no-casualties":
        return []
    points: dict[str, float] = {}
    found = []
    for event in record.game.events:
        if event.kind != "penalty" or event.at > record.as_of or not event.points or event.player is None:
            continue
        before, now = points.get(event.player, 0), points.get(event.player, 0) + event.points
        points[event.player] = now
        if before < 12 <= now:
            reason = f"罚分累计 {now:g} 分，罚下"
            found.append(Warned(event.player, None, int(now), "out", "points", event.at, ("NC-penalty",), reason))
    return found


def _away(record: Record, seat: str, window: StageWindow) -> bool:
    assert window.opens is not None
    assert window.closes is not None
    return on_leave(record, seat, window.opens, window.closes)


def _excused(seat: str, window: StageWindow, count: int, clause_id: str) -> Warned:
    return Warned(seat, window.id, count, "exempt", "no-vote", window.closes, (clause_id,), "请了假，没有投票")


def _new_since(record: Record, seat: str, before: StageWindow | None, now: StageWindow) -> bool:
    """Whether a substitute took the seat between two votes."""
    return bool(
        before
        and any(before.closes and now.closes and before.closes <= at <= now.closes for at in entries(record, seat))
    )


# The stages in which a missing vote leads to something, where that is not all of them (G12-6.5a).
_MATTERS = {"game-twelve": ("execution", "runoff")}
_RULES: dict[str, Callable[[Record, Missed], list[Warned]]] = {
    "golden-bough": golden_bough,
    "game-twelve": game_twelve,
    "nine-days": nine_days,
}
