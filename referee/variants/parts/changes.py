"""[change]: how often, from when, until when a vote may be changed, and whether it may be taken back."""

from __future__ import annotations

from datetime import timedelta

from referee import moment
from referee.poll import Ballot, Poll
from referee.rulebook import Finding, Rulebook, counts, void
from referee.variants import common
from referee.variants.parts import Draft, Kinds, Part, Values, permissions
from referee.variants.parts.ballots import Rule

CODES = ("over-limit", "locked", "change-closed", "added-later")


def change_part(values: Values, kinds: Kinds, book: Rulebook) -> Part:
    """The clauses of a `[change]` table; those of the base about changes say nothing any more."""
    draft = Draft(kinds, "change")
    lifts = permissions(book, "ballot")
    limit = values.get("limit")
    draft.say("limit", _told(limit), _uses_a_right, "ballot", lifts)
    if limit is not None:
        draft.say("limit", _told(limit), _at_most(limit), "ballot", lifts)
    if starts := values.get("from_minutes"):
        text = f"开始 {starts:g} 分钟之后才许改票"
        draft.say("from_minutes", text, _not_before(timedelta(minutes=starts)), "ballot", lifts)
    if stops := values.get("stops_minutes"):
        text = f"截止前 {stops:g} 分钟起不许改票"
        draft.say("stops_minutes", text, _not_in_the_last(timedelta(minutes=stops)), "ballot", lifts)
    if values.get("withdraw") is False:
        draft.say("withdraw", "不许撤票", _no_withdrawal, "ballot", lifts)
    else:
        draft.say("withdraw", "可以撤票", _nothing_to_withdraw, "ballot", lifts)
    if values.get("withdraw_first"):
        draft.say("withdraw_first", "先撤票才能改投", _only_after_a_withdrawal, "ballot", lifts)
    return draft.part(CODES)


def _told(limit: int | None) -> str:
    return "改票不限次数，后一票为准" if limit is None else f"每人可以改 {limit} 次票" if limit else "投出不许再改"


def _changes(ballot: Ballot, poll: Poll) -> bool:
    """Whether a ballot would change what its voter said; the same again is none unless the house says so."""
    return ballot.is_change and (not ballot.repeats or poll.house["change.same_target"] == "counts")


def _uses_a_right(ballot: Ballot, poll: Poll) -> Finding | None:
    """A change uses one right; a withdrawal does, the vote after it is the rest of the same change."""
    return counts("撤票" if ballot.kind == "unvote" else "改票", spends="used") if _changes(ballot, poll) else None


def _at_most(limit: int) -> Rule:
    def no_more_changes(ballot: Ballot, poll: Poll) -> Finding | None:
        if not _changes(ballot, poll) or len(ballot.hand.used) < limit:
            return None
        return void("over-limit", f"已经改过 {limit} 次票") if limit else void("locked", "投出不许再改，第一票为准")

    return no_more_changes


def _not_before(after: timedelta) -> Rule:
    def no_early_change(ballot: Ballot, poll: Poll) -> Finding | None:
        if not _changes(ballot, poll) or poll.opens is None or poll.reached(ballot.at, poll.opens + after):
            return None
        return void("change-closed", f"{poll.opens + after:%m-%d %H:%M} 起才许改票")

    return no_early_change


def _not_in_the_last(length: timedelta) -> Rule:
    def no_late_change(ballot: Ballot, poll: Poll) -> Finding | None:
        return common.no_change_in_the_last(ballot, poll, length)

    return no_late_change


def _no_withdrawal(ballot: Ballot, poll: Poll) -> Finding | None:
    return void("over-limit", "不许撤票") if ballot.kind == "unvote" else None


def _nothing_to_withdraw(ballot: Ballot, poll: Poll) -> Finding | None:
    if ballot.kind == "unvote" and ballot.hand.standing is None:
        return void("duplicate", "没有可以撤回的票")
    return None


def _only_after_a_withdrawal(ballot: Ballot, poll: Poll) -> Finding | None:
    if ballot.kind == "unvote" or not _changes(ballot, poll) or _all_out(ballot, poll):
        return None
    return void("locked", "没有先撤票，原票为准")


def _all_out(ballot: Ballot, poll: Poll) -> bool:
    """Whether whom the standing ballot names has left the game since."""
    standing = ballot.hand.standing
    at = ballot.at.when if ballot.at else poll.moment
    return bool(standing and standing.targets) and all(
        poll.status(name, at).state in moment.OUT for name in (standing.targets if standing else ())
    )
