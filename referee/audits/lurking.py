"""Lurking: stage by stage against the average, or in any stretch of hours; and the ladder of warnings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import merge
from itertools import accumulate

from referee import moment
from referee.audits.measure import counting, repeats
from referee.audits.measure import number as how_many
from referee.audits.record import GONE, Record, Said, between
from referee.audits.terms import Lurking
from referee.audits.values import Counted, StageCount, Warned, Window
from referee.rulebook import clause
from referee.tally import StageWindow

INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Unit:
    """What is counted together: a stage, or a day's stages; posts from `begins` on count, it runs from `opens`."""

    id: str
    day: int | None
    begins: datetime
    opens: datetime
    closes: datetime


def counted(record: Record) -> dict[str, tuple[Said, ...]]:
    """Every seat's posts that count, in order; worked out once."""
    if "counted" not in record.kept:
        record.kept["counted"] = {seat: counting(posts, record.terms.lurk) for seat, posts in record.by_seat.items()}
    found: dict[str, tuple[Said, ...]] = record.kept["counted"]
    return found


def can_count(record: Record) -> bool:
    """Whether any thread was handed in in which posts count."""
    return any(thread.kind in record.terms.lurk.kinds for thread in record.threads)


def units(record: Record) -> tuple[Unit, ...]:
    """The stages (or days) in order, each from where the one before it left off if night posts are carried on."""
    found: list[Unit] = []
    for window in record.windows:
        assert window.opens is not None
        assert window.closes is not None
        last = found[-1] if found else None
        if last and record.terms.lurk.per == "day" and window.day is not None and last.day == window.day:
            found[-1] = Unit(last.id, last.day, last.begins, last.opens, max(last.closes, window.closes))
            continue
        name = f"D{window.day}" if record.terms.lurk.per == "day" and window.day is not None else window.id
        found.append(Unit(name or window.kind, window.day, _begins(record, last, window), window.opens, window.closes))
    return tuple(found)


@clause("ND-3.1.7", asks="audit")
def _begins(record: Record, last: Unit | None, window: StageWindow) -> datetime:
    """What was posted in the night belongs to the first stage of the day that follows it."""
    assert window.opens is not None
    if not record.terms.lurk.carry:
        return window.opens
    if last is not None:
        return min(last.closes, window.opens)
    # Nothing tells when the night before the first stage began: a night is a day long, and before day 1 there is none.
    return window.opens if window.day in (None, 1) else window.opens - timedelta(hours=24)


def stage_counts(record: Record) -> tuple[StageCount, ...]:
    """Every stage that has opened: who posted how often, what the average is, who lurked."""
    begun = [unit for unit in units(record) if unit.opens <= record.as_of]
    return tuple(_stage(record, unit) for unit in begun)


def living_through(record: Record, unit: Unit) -> tuple[str, ...]:
    """Who was in the game when the unit opened and did not leave it before its end."""
    return tuple(
        seat
        for seat in record.seats
        if record.status(seat, unit.opens).state not in GONE
        and not any(
            status.state in GONE
            for since, status in zip(record.courses[seat].since, record.courses[seat].status[1:], strict=True)
            if unit.opens < since < unit.closes
        )
    )


def _stage(record: Record, unit: Unit) -> StageCount:
    posts = counted(record)
    living = living_through(record, unit)
    lurk = record.terms.lurk
    number = {seat: how_many(between(posts[seat], unit.begins, unit.closes, record.boundary), lurk) for seat in living}
    total, posters = sum(number.values()), sum(1 for count in number.values() if count)
    final = record.over(unit.closes)
    base = posters if lurk.of == "posters" else len(living)
    players = tuple(
        _judged(record, unit, seat, number[seat], (total, base)) if final else Counted(seat, number[seat])
        for seat in living
    )
    average = round(total / len(living), 2) if living else 0.0
    of_posters = round(total / posters, 2) if posters else 0.0
    return StageCount(
        unit.id, unit.opens, unit.closes, average, of_posters, players, final, final and lurk.per in ("stage", "day")
    )


@clause("ND-3.1.1", asks="audit")
@clause("ND-3.1.5", asks="audit")
@clause("ND-3.1.6", asks="audit")
def _judged(record: Record, unit: Unit, seat: str, posts: int, average: tuple[int, int]) -> Counted:
    """Fewer than five posts in a stage and under a fifth of what the living posted there on average is lurking.

    Both strictly. Discussion and vote threads count; chat, and posts that tell a night's deed, do not.
    """
    lurk = record.terms.lurk
    total, base = average
    if lurk.per not in ("stage", "day") or posts >= lurk.posts:
        return Counted(seat, posts)
    reason = f"{posts} 帖，少于 {lurk.posts:g} 帖"
    if lurk.share:
        if posts * 100 * base >= lurk.share * total:
            return Counted(seat, posts)
        reason += f"；{_share_of_mean(posts, average, lurk)}"
    if on_leave(record, seat, unit.begins, unit.closes):
        return Counted(seat, posts, "exempt", lurk.leave or lurk.clauses, f"{reason}；请过假，由法官定")
    if _entered(record, seat, unit.opens, unit.closes):
        return Counted(seat, posts, "exempt", lurk.clauses, f"{reason}；这段时间里换过人")
    return Counted(seat, posts, "lurking", lurk.clauses, reason)


def _share_of_mean(posts: int, average: tuple[int, int], lurk: Lurking) -> str:
    """What a number of posts falls short of: `人均 25.25 帖的 20% 是 5.05`; as exact as it takes to see it."""
    total, base = average
    whose = "发过帖的人均" if lurk.of == "posters" else "人均"
    share = total * lurk.share / 100 / base
    told = next((told for digits in (2, 4, 8) if float(told := f"{share:.{digits}f}") > posts), f"{share}")
    return f"{whose} {_decimals(f'{total / base:.2f}')} 帖的 {lurk.share:g}% 是 {_decimals(told)}"


def _decimals(told: str) -> str:
    return told.rstrip("0").rstrip(".")


def on_leave(record: Record, seat: str, begins: datetime, ends: datetime) -> bool:
    """Whether the seat was on leave at any time of a stretch, as far as announced by `as_of`."""
    return moment.on_leave(record.game, seat, begins + INSTANT, min(ends, record.as_of) - INSTANT, record.as_of)


def entries(record: Record, seat: str) -> tuple[datetime, ...]:
    """When substitutes took a seat over."""
    return tuple(e.at for e in moment.events(record.game, record.as_of, "substitution") if e.player == seat)


def _entered(record: Record, seat: str, begins: datetime, ends: datetime) -> bool:
    return any(begins < at < ends for at in entries(record, seat))


# -- warnings --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lapse:
    """One time a player lurked: where, when it was certain, how."""

    player: str
    stage: str | None
    day: int | None
    at: datetime
    clauses: tuple[str, ...]
    reason: str


def lapses(record: Record, stages: Iterable[StageCount]) -> list[Lapse]:
    """Every stage in which somebody lurked, in order."""
    days = {unit.id: unit.day for unit in units(record)}
    return [
        Lapse(one.player, stage.id, days.get(stage.id), stage.closes or record.as_of, one.clauses, one.reason)
        for stage in stages
        for one in stage.players
        if one.verdict == "lurking"
    ]


@clause("ND-3.1.2", asks="audit")
def ladder(record: Record, found: Sequence[Lapse]) -> list[Warned]:
    """Every time a player lurks is a warning, cumulative over the game; the second brings the next substitute in, and
    where no substitute is left the player may be drowned. A substitute begins at nought."""
    lurk = record.terms.lurk
    spare = _spares(record)
    count: dict[str, int] = {}
    last: dict[str, Lapse] = {}
    promised: dict[str, datetime] = {}
    warned: list[Warned] = []
    for lapse in sorted(found, key=lambda lapse: lapse.at):
        before = last.get(lapse.player)
        if before and any(before.at <= at <= lapse.at for at in entries(record, lapse.player)):
            count[lapse.player] = 0
            promised.pop(lapse.player, None)
        elif before and lurk.cap and before.day is not None and before.day == lapse.day:
            continue
        last[lapse.player] = lapse
        count[lapse.player] = number = count.get(lapse.player, 0) + 1
        verdict = "warned"
        if number >= lurk.warnings:
            verdict = lurk.then
            if verdict == "replace" and lapse.player not in promised:
                verdict = "replace" if _takes(record, lapse, spare) else _without_substitutes(record)
            if verdict == "replace":
                promised[lapse.player] = lapse.at
        clauses = (*lapse.clauses, *lurk.sanction)
        warned.append(Warned(lapse.player, lapse.stage, number, verdict, "lurking", lapse.at, clauses, lapse.reason))
    return warned


def _without_substitutes(record: Record) -> str:
    return "drown" if record.game.rules == "nine-days" else "out"


def _spares(record: Record) -> list[str]:
    """The substitutes who have not stepped in, in the order they signed up."""
    used = {e.by for e in moment.events(record.game, record.as_of, "substitution")}
    return [spare.name for spare in record.game.substitutes if spare.name not in used]


def _takes(record: Record, lapse: Lapse, spare: list[str]) -> bool:
    """Whether somebody can take the seat: the substitute who did, or the next one, who is then promised."""
    if any(at >= lapse.at for at in entries(record, lapse.player)):
        return True
    if not spare:
        return False
    spare.pop(0)
    return True


# -- any stretch of hours --------------------------------------------------------------------------------------------


def windows(record: Record, start: datetime | None) -> tuple[tuple[Window, ...], list[Lapse]]:
    """The earliest stretch each player posted too little in, and every lapse where the house gives warnings first."""
    lurk = record.terms.lurk
    found: list[Window] = []
    again: list[Lapse] = []
    if lurk.per != "window" or start is None or not can_count(record):
        return (), again
    for seat in record.seats:
        begins = max([start, *entries(record, seat)])
        first = _first_window(record, seat, begins)
        if first is None:
            continue
        found.append(first)
        window: Window | None = first
        while window is not None and window.verdict != "exempt" and lurk.warnings > 1:
            how = f"{window.begins:%m-%d %H:%M} 至 {window.ends:%m-%d %H:%M} 只有 {window.posts} 帖"
            again.append(Lapse(seat, None, None, window.ends, lurk.clauses, how))
            window = _first_window(record, seat, window.ends)
    return tuple(sorted(found, key=lambda window: (window.ends, record.seats.index(window.player)))), again


@clause("G12-7.1.6", asks="audit")
@clause("GB-8.1.6", asks="audit")
def _first_window(record: Record, seat: str, start: datetime) -> Window | None:
    """Fewer than five analysis posts in 48 hours in a row puts a player out; the judge confirms.

    The clock runs from the roster post, nights included; death ends it, a substitute's begins when he enters.
    """
    lurk = record.terms.lurk
    length = timedelta(hours=lurk.hours)
    posts = [said for said in counted(record)[seat] if said.at > start - length]
    times = [said.at for said in posts]
    same = repeats(posts) if lurk.once else [False] * len(posts)
    end = min(_out_since(record, seat) or record.as_of, record.as_of)
    exempt: Window | None = None
    for ends, number in _short(times, same, (start, end), length, lurk.posts, _leave_ends(record, seat)):
        if on_leave(record, seat, ends - length, ends):
            exempt = exempt or Window(seat, ends - length, ends, number, "exempt", lurk.leave or lurk.clauses)
            continue
        verdict = lurk.then if lurk.warnings <= 1 else "lurking"
        return Window(seat, ends - length, ends, number, verdict, lurk.clauses)
    return exempt


def _short(
    times: Sequence[datetime],
    same: Sequence[bool],
    limits: tuple[datetime, datetime],
    length: timedelta,
    fewer_than: float,
    more: Sequence[datetime] = (),
) -> Iterable[tuple[datetime, int]]:
    """The moments at which a stretch (t - length, t] came to hold too few posts, with their number.

    Posts that say the `same` as the one before in the stretch are none. Stretches begin and end within `limits`.

    The number falls only where a post leaves the stretch, so only those moments (and the first whole stretch, and the
    first after each leave) are looked at: two pointers, each going forward once.
    """
    moments = merge([limits[0] + length], (at + length for at in times), (at + length for at in sorted(more)))
    start, end = limits
    again = [0, *accumulate(same)]
    oldest = newest = 0
    for moment_ in moments:
        if moment_ < start + length or moment_ > end:
            continue
        while oldest < len(times) and times[oldest] <= moment_ - length:
            oldest += 1
        while newest < len(times) and times[newest] <= moment_:
            newest += 1
        held = max(newest - oldest, 0)
        held -= again[newest] - again[oldest + 1] if held else 0
        if held < fewer_than:
            yield moment_, held


def _leave_ends(record: Record, seat: str) -> list[datetime]:
    """When a leave ended: from then on a whole stretch is asked for again."""
    found = []
    for event in moment.events(record.game, record.as_of, "leave", "returned"):
        if seat in moment.about(event):
            found.append(event.to if event.kind == "leave" and event.to else event.at)
    return found


def _out_since(record: Record, seat: str) -> datetime | None:
    course = record.courses[seat]
    return next((at for at, status in zip(course.since, course.status[1:], strict=True) if status.state in GONE), None)
