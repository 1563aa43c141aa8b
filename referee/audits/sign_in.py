"""Signing in under the roster, and the moment the game's clock starts from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from parsers.posts import Stamp
from referee.audits.record import MINUTE, Record, Said
from referee.audits.values import SignIn
from referee.rulebook import clause
from referee.threads import has_come, on_limit


def roster_posts(record: Record) -> tuple[Said, ...]:
    """The posts of the roster thread; a sign-up thread beside it is not the roster."""
    if "roster posts" not in record.kept:
        posts = [said for said in record.posts if "roster" in said.kinds]
        proper = [said for said in posts if "名单" in said.title or "报名" not in said.title]
        record.kept["roster posts"] = tuple(proper or posts)
    found: tuple[Said, ...] = record.kept["roster posts"]
    return found


def roster_time(record: Record) -> Stamp | None:
    """When the roster was posted: the judge's first post in its thread (whoever's, where no judge is known)."""
    posts = roster_posts(record)
    first = next((said for said in posts if said.claim.standing == "judge"), None) or next(iter(posts), None)
    return first.stamp if first else None


@clause("G12-4.2a", asks="audit")
def clock_start(record: Record) -> datetime | None:
    """The roster post starts the game. Without one, what can be judged begins with the first post that counts."""
    if record.terms.lurk.start == "day2":
        return next((window.opens for window in record.windows if window.day == 2), None)
    roster = roster_time(record)
    if roster is not None:
        return roster.when
    return next((said.at for said in record.posts if said.kinds & record.terms.lurk.kinds), None)


@clause("G12-4.2b", asks="audit")
@clause("G12-4.2c", asks="audit")
@clause("G12-7.1.4", asks="audit")
@clause("G12-9.2", asks="audit")
@clause("GB-5.2", asks="audit")
@clause("GB-8.1.4", asks="audit")
def sign_ins(record: Record) -> tuple[SignIn, ...]:
    """Within 24 hours of the roster, the last minute included, everybody signs in by a reply to it with the account he
    plays with; a real account or another thread does not count. Who has not is taken to have withdrawn."""
    start = roster_time(record)
    if start is None or not record.terms.sign_in:
        return ()
    posts = roster_posts(record)
    limit = start.when + timedelta(hours=record.terms.sign_in)
    return tuple(_signed(record, seat, posts, start, limit) for seat in record.seats)


def _signed(record: Record, seat: str, posts: Sequence[Said], start: Stamp, limit: datetime) -> SignIn:
    clauses = record.terms.sign_in_clauses
    said = next((one for one in posts if one.seat == seat and one.at >= start.when), None)
    if said is not None:
        late = has_come(said.stamp, limit, "closed" if record.terms.inclusive else "half_open")
        return SignIn(seat, said.stamp, "missing" if late else "ok", clauses, said.post)
    passed = record.as_of >= limit + (MINUTE if record.terms.inclusive else timedelta(0))
    return SignIn(seat, None, "missing" if passed else "flagged", clauses)


def sign_in_notes(record: Record, found: Sequence[SignIn]) -> tuple[str, ...]:
    """Who signed in on the very last minute, and that the other reading would decide otherwise."""
    start = roster_time(record)
    if start is None or not found:
        return ()
    limit = start.when + timedelta(hours=record.terms.sign_in)
    other = "算迟到" if record.terms.inclusive else "算按时"
    return tuple(
        f"{one.player} 正好在满 {record.terms.sign_in:g} 小时的那一分钟签到({limit:%m-%d %H:%M})：C-ALL-02，"
        f"within.inclusive 另一种取法{other}。"
        for one in found
        if on_limit(one.signed, limit)
    )


def owners_who_signed(record: Record, found: Sequence[SignIn]) -> tuple[str, ...]:
    """For the judge: real accounts that signed in for their vests, which does not count."""
    missing = {one.player for one in found if one.verdict != "ok"}
    said = [p for p in roster_posts(record) if p.claim.standing == "owner" and p.claim.seat in missing]
    who = dict.fromkeys((p.post.author, p.claim.seat) for p in said)
    return tuple(f"{account} 是 {seat} 的真身，在名单帖里跟过帖；真身签到不算。" for account, seat in who)
