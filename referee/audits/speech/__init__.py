"""Speech: what was posted by whom when it might not be. One function a clause, one list a rule set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from referee.audits.record import Record
from referee.audits.speech import dead, mourning, others, states
from referee.audits.speech.signs import Signs
from referee.audits.values import Speech

Check = Callable[[Record, Signs], Iterator[Speech]]

CHECKS: dict[str, tuple[Check, ...]] = {
    "game-twelve": (dead.game_twelve, others.game_twelve_onlookers, others.game_twelve_evidence),
    "golden-bough": (
        dead.golden_bough,
        mourning.in_the_silence,
        others.golden_bough_onlookers,
        others.guesses_at_people,
        others.golden_bough_evidence,
    ),
    "nine-days": (dead.nine_days, others.nine_days_onlookers, others.nine_days_evidence),
    "no-casualties": (states.imprisoned, states.unconscious, states.mad, states.expelled),
}


def speech(record: Record) -> tuple[Speech, ...]:
    """Everything the rule set's clauses find, in posting order."""
    signs = Signs.of(record.game)
    found = [one for check in CHECKS.get(record.game.rules, ()) for one in check(record, signs)]
    return tuple(sorted(found, key=lambda one: (one.at or datetime.max, one.post is None)))
