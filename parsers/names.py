"""Who is meant: exact, folded, alias, number, unique part; otherwise a question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as names go: the account's name, other names, seat number."""

    name: str
    aliases: tuple[str, ...] = ()
    number: int | None = None
