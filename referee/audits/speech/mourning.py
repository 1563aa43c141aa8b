"""默哀: when few are left, the dead and the onlookers stop analysing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from referee import moment
from referee.audits.record import GONE, Record, Said
from referee.audits.speech.days import first_words
from referee.audits.speech.signs import Signs
from referee.audits.values import Speech
from referee.rulebook import clause

FEW = 4


@clause("GB-6.4a", asks="audit")
def silence_since(record: Record) -> datetime | None:
    """The silence begins with its announcement, made when four are left (or fewer, where a night skips four)."""
    said = moment.events(record.game, record.as_of, "mourning")
    if said:
        return said[0].at
    exactly = record.game.house.get("gb.silence.at") == "eq4"
    for event in moment.events(record.game, record.as_of, *moment.STATES, "returned"):
        living = len(moment.alive(record.game, event.at, GONE))
        if living == FEW or (living < FEW and not exactly):
            return event.at
    return None


@clause("GB-6.4a", asks="audit")
@clause("GB-6.4b", asks="audit")
def in_the_silence(record: Record, signs: Signs) -> Iterator[Speech]:
    """From the silence to the end neither the dead nor onlookers analyse, at whatever length; chat is free. The judge
    says which is which, may delete, and mute who does it gravely."""
    since = silence_since(record)
    if since is None:
        return
    for said in record.posts:
        if said.at < since or not said.kinds - {"roster", "rules"} or not _bound_to_silence(record, said):
            continue
        words = signs.touches(said.post.text)
        if words and not still_has_last_words(record, said):
            reason = f"默哀期({since:%m-%d %H:%M} 起)里说到 {'、'.join(words)}"
            yield Speech(
                said.post.author, said.post, "flagged", ("GB-6.4a", "GB-6.4b"), reason, "", said.at, said.seat is None
            )


def _bound_to_silence(record: Record, said: Said) -> bool:
    if said.claim.standing == "judge":
        return False
    return said.seat is None or record.status(said.seat, said.at).state in GONE


@clause("GB-6.4c", asks="audit")
def still_has_last_words(record: Record, said: Said) -> bool:
    """A dead player who has his last words still to say that day is free of the silence until the day ends."""
    if said.seat is None:
        return False
    due = first_words(record, said.seat)
    return due is not None and due[0].at <= said.at < due[1]
