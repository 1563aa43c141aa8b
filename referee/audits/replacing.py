"""Who is to be replaced, in which order, by whom; what follows: a longer stage, a seat taken back or lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from parsers.posts import Stamp
from referee import moment
from referee.audits.lurking import entries
from referee.audits.record import GONE, Record
from referee.audits.values import Proposal, SignIn, Swap, Warned, Window
from referee.game import Event
from referee.rulebook import clause
from referee.tally import StageWindow

TRANSITION = timedelta(hours=12)  # how long substitutes are waited for (G12-7.3b, GB-8.3a)
LONGEST_FIRST = datetime.min


@dataclass(frozen=True, slots=True)
class Due:
    """A seat that is to be filled, since when, why."""

    seat: str
    since: datetime
    clauses: tuple[str, ...]
    reason: str


def due(record: Record, sign_in: Iterable[SignIn], warnings: Iterable[Warned], windows: Iterable[Window]) -> list[Due]:
    """Every seat some finding puts out or has replaced, each once, by its first cause."""
    found = [*_not_signed(record, sign_in), *_warned(warnings), *_short(windows)]
    found.sort(key=lambda one: one.since)
    first: dict[str, Due] = {}
    for one in found:
        if one.seat in first or _came_back(record, one) or _out_before(record, one):
            continue
        first[one.seat] = one
    return list(first.values())


def _not_signed(record: Record, sign_in: Iterable[SignIn]) -> Iterator[Due]:
    from referee.audits.sign_in import roster_time

    start = roster_time(record)
    if start is None:
        return
    limit = start.when + timedelta(hours=record.terms.sign_in)
    for one in sign_in:
        if one.verdict == "missing":
            yield Due(one.player, limit, one.clauses, "没有按时签到")


def _warned(warnings: Iterable[Warned]) -> Iterator[Due]:
    for one in warnings:
        if one.at and (
            one.verdict == "replace" or (one.verdict == "out" and "".join(one.clauses[:1]).startswith("G12-"))
        ):
            yield Due(one.player, one.at, one.clauses, one.reason)


def _short(windows: Iterable[Window]) -> Iterator[Due]:
    for one in windows:
        if one.verdict in ("out", "replace"):
            how = f"{one.begins:%m-%d %H:%M} 至 {one.ends:%m-%d %H:%M} 只有 {one.posts} 帖"
            yield Due(one.player, one.ends, one.clauses, how)


@clause("G12-7.3c", asks="audit")
def _came_back(record: Record, one: Due) -> bool:
    """If the player can go on after all before any substitute has replied, the judge may call it off."""
    back = [e for e in moment.events(record.game, record.as_of, "returned") if one.seat in moment.about(e)]
    return any(event.at >= one.since for event in back)


def _out_before(record: Record, one: Due) -> bool:
    """A seat that left the game needs nobody."""
    return record.status(one.seat, record.as_of).state in GONE and not entries(record, one.seat)


# -- the order ---------------------------------------------------------------------------------------------------------


def swaps(record: Record, found: Sequence[Due]) -> tuple[Swap, ...]:
    """The seats to fill, in the order substitutes take them."""
    listed = [_swap(record, one) for one in found]
    if record.terms.pairing == "signed-up":
        return tuple(_as_signed_up(record, listed))
    return tuple(_as_replied(record, listed))


def _swap(record: Record, one: Due) -> Swap:
    entered = next((e for e in _substitutions(record, one.seat) if e.at >= one.since), None)
    last = _last_post(record, one.seat, entered.at if entered else record.as_of)
    clauses = (*record.terms.pairing_clauses, *one.clauses)
    return Swap(one.seat, last, entered.by if entered else None, one.since, clauses, one.reason)


def _substitutions(record: Record, seat: str) -> list[Event]:
    return [e for e in moment.events(record.game, record.as_of, "substitution") if e.player == seat]


def _last_post(record: Record, seat: str, until: datetime) -> Stamp | None:
    """The last post of the seat anywhere in the game."""
    return next((said.stamp for said in reversed(record.by_seat[seat]) if said.at <= until), None)


def _free(record: Record) -> list[str]:
    used = {e.by for e in moment.events(record.game, record.as_of, "substitution")}
    return [spare.name for spare in record.game.substitutes if spare.name not in used]


@clause("ND-2.1.6", asks="audit")
def _as_signed_up(record: Record, listed: Sequence[Swap]) -> Iterator[Swap]:
    """For a lurker the judge brings in the substitutes in the order they signed up."""
    free = _free(record)
    for swap in listed:
        yield swap if swap.by else replace(swap, by=free.pop(0) if free else None)


@clause("G12-7.3b", asks="audit")
@clause("G12-7.3e", asks="audit")
@clause("GB-8.3a", asks="audit")
@clause("GB-8.3c", asks="audit")
def _as_replied(record: Record, listed: Sequence[Swap]) -> Iterator[Swap]:
    """All substitutes are asked; the first to reply within the transition takes the seat. Several seats at once: the
    longest silent goes first, the first substitute to come takes it, the second the next."""
    free = set(_free(record))
    replies = [e for e in moment.events(record.game, record.as_of, "reply") if e.player in free]
    replies.sort(key=lambda event: event.at)
    for group in _together(listed):
        group.sort(key=lambda swap: swap.last_post.when if swap.last_post else LONGEST_FIRST)
        for swap in group:
            if swap.by:
                yield swap
                continue
            begins, ends = _asked(record, swap)
            answer = next((e for e in replies if begins <= e.at <= ends), None)
            if answer is None:
                yield swap
                continue
            replies.remove(answer)
            replies = [e for e in replies if e.player != answer.player]
            yield replace(swap, by=answer.player)


def _together(listed: Sequence[Swap]) -> Iterator[list[Swap]]:
    """Seats that fall vacant within one transition."""
    group: list[Swap] = []
    for swap in sorted(listed, key=lambda swap: swap.since):
        if group and swap.since > group[0].since + TRANSITION:
            yield group
            group = []
        group.append(swap)
    if group:
        yield group


def _asked(record: Record, swap: Swap) -> tuple[datetime, datetime]:
    """From when to when an answer counts: the announced transition, else any time after the seat fell vacant."""
    announced = _announced(record, swap)
    return (min(announced, swap.since), announced + TRANSITION) if announced else (swap.since, datetime.max)


def _announced(record: Record, swap: Swap) -> datetime | None:
    said = moment.events(record.game, record.as_of, "transition")
    about = [e for e in said if swap.out in moment.about(e) or not moment.about(e)]
    return next((e.at for e in about if e.at >= swap.since - TRANSITION), None)


# -- what follows ------------------------------------------------------------------------------------------------------


def proposals(record: Record, found: Sequence[Swap]) -> tuple[Proposal, ...]:
    """What the judge has to announce because of the seats to fill."""
    return (*_longer(record, found), *_back(record, found), *_lost(record, found))


@clause("G12-4.6b", asks="audit")
@clause("GB-5.6", asks="audit")
def _longer(record: Record, found: Sequence[Swap]) -> Iterator[Proposal]:
    """A phase in which somebody is substituted runs twelve hours longer, once however many seats are filled."""
    adds = record.terms.transition
    done: set[str | None] = set()
    for swap in found:
        stage = _running(record, swap.since)
        if not adds or stage is None or stage.closes is None or stage.id in done or _already(record, stage):
            continue
        done.add(stage.id)
        until = stage.closes + adds
        text = f"{stage.id} 延长 {adds / timedelta(hours=1):g} 小时，到 {until:%Y-%m-%d %H:%M}"
        yield Proposal("extension", text, None, stage.id, until, record.terms.extension_clauses)


def _running(record: Record, when: datetime) -> StageWindow | None:
    """The stage running at a moment; one that ends on it is still to be made longer."""
    running = [w for w in record.windows if w.opens and w.closes and w.opens <= when <= w.closes]
    return running[0] if running else None


def _already(record: Record, stage: StageWindow) -> bool:
    """Whether the file has made the stage longer."""
    planned = moment.stage_by_id(record.game, stage.id)
    return planned is not None and planned.closes != stage.closes


@clause("G12-7.3c", asks="audit")
def _back(record: Record, found: Sequence[Swap]) -> Iterator[Proposal]:
    """Who posts again before a substitute has replied may have his seat back."""
    for swap in found:
        if swap.by is None and swap.last_post is not None and swap.last_post.when >= swap.since:
            text = f"{swap.out} 在 {swap.last_post.when:%m-%d %H:%M} 又发帖了：没有替补回复之前，可以取消换人"
            clauses = {"game-twelve": ("G12-7.3c",), "golden-bough": ("GB-8.3a",)}.get(record.game.rules, ())
            yield Proposal("cancel", text, swap.out, None, None, clauses)


@clause("G12-7.3d", asks="audit")
@clause("GB-8.3b", asks="audit")
def _lost(record: Record, found: Sequence[Swap]) -> Iterator[Proposal]:
    """If nobody comes within the twelve hours the seat is lost and the game goes on."""
    for swap in found:
        announced = _announced(record, swap)
        if record.terms.pairing != "replied" or swap.by or announced is None or record.as_of < announced + TRANSITION:
            continue
        text = f"{swap.out} 的交替期在 {announced + TRANSITION:%m-%d %H:%M} 满了，没有替补回复：名额作废"
        clauses = {"game-twelve": ("G12-7.3d",), "golden-bough": ("GB-8.3b",)}.get(record.game.rules, ())
        yield Proposal("wasted", text, swap.out, None, None, clauses)


def ties(found: Sequence[Swap]) -> tuple[str, ...]:
    """Seats silent for equally long: the judge says which goes first."""
    times: dict[datetime | None, list[str]] = {}
    for swap in found:
        if swap.by is None:
            times.setdefault(swap.last_post.when if swap.last_post else None, []).append(swap.out)
    return tuple(f"{'、'.join(seats)} 沉默得一样久，谁先换由法官定。" for seats in times.values() if len(seats) > 1)
