"""[[weights]], and who is meant by a role, a name, an office."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee import moment
from referee.hands import weight_of
from referee.poll import Ballot, Poll
from referee.rulebook import Rulebook
from referee.variants.parts import Draft, Kinds, Part, Values


def is_meant(values: Values, player: str, poll: Poll) -> bool:
    """Whether a `[[weights]]` or `[[thresholds]]` row is about a player, by name or role."""
    if values.get("player") == player:
        return True
    seat = moment.player_named(poll.game, player)
    return seat is not None and seat.role is not None and seat.role == values.get("role")


def who_is_not_there(rows: Sequence[Values], poll: Poll) -> str | None:
    """Whom `[[weights]]` or `[[thresholds]]` name and the roster does not have: such a row does nothing."""
    roles = {player.role for player in poll.game.players}
    missing = [f"名单上没有 {name}" for name in _named(rows, "player") if moment.player_named(poll.game, name) is None]
    missing += [f"名单上没有人的身份写的是 {role}" for role in _named(rows, "role") if role not in roles]
    return f"规则文件里的话没有用上：{'；'.join(missing)}" if missing else None


def _named(rows: Sequence[Values], key: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(values[key]) for values in rows if key in values))


def weights_part(rows: Sequence[Values], kinds: Kinds, book: Rulebook) -> Part:
    """The clauses of the `[[weights]]` tables; a base's own weight for somebody named here gives way, save a 0."""
    draft = Draft(kinds, "weights")
    told = "、".join(f"{_who(values)} {values['weight']:g} 票" for values in rows)

    def what_a_ballot_weighs(ballot: Ballot, poll: Poll) -> float | None:
        for values in rows:
            if is_meant(values, ballot.voter, poll) or (values.get("sheriff") and sheriff(poll) == ballot.voter):
                return float(values["weight"]) * _nothing_of_base(ballot, poll, book)
        return _base_weight(ballot, poll, book)

    draft.say("weight", f"一票算几票：{told}", what_a_ballot_weighs, "weight")
    draft.say("weight", f"一票算几票：{told}", lambda count, poll: who_is_not_there(rows, poll), "note")
    return draft.part(answers=("weight",))


def _who(values: Mapping[str, Any]) -> str:
    return "警长" if values.get("sheriff") else str(values.get("role") or values.get("player"))


def _base_weight(ballot: Ballot, poll: Poll, book: Rulebook) -> float | None:
    return weight_of(ballot, replace(poll, book=book)) if book.asking("weight", poll.kind.name) else None


def _nothing_of_base(ballot: Ballot, poll: Poll, book: Rulebook) -> float:
    return 0 if _base_weight(ballot, poll, book) == 0 else 1


def sheriff(poll: Poll) -> str | None:
    """Who is sheriff in this stage: as announced, else whom the last vote for one before it elected."""
    found: str | None = poll.once("own sheriff", lambda: _sheriff(poll))
    return found


def _sheriff(poll: Poll) -> str | None:
    at = poll.opens or poll.until
    if "sheriff" in poll.facts:
        return poll.facts["sheriff"]  # type: ignore[no-any-return]
    if moment.events(poll.game, at, "sheriff"):
        return moment.sheriff(poll.game, at)
    past = [s for s in moment.voting_stages(poll.game) if s.kind == "sheriff" and s.closes and at and s.closes <= at]
    for stage in reversed(past):
        tally = poll.counted(stage.id) if stage.id else None
        if tally is not None and tally.outcome.kind == "sheriff" and tally.outcome.players:
            holder = tally.outcome.players[0]
            return holder if at is None or poll.status(holder, at).state not in moment.OUT else None
    return None
