"""What a tally is compared with: the numbers somebody announced, the tally before. Values in, JSON and blocks out."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from parsers.names import Roster, Seat
from referee.announced import read_announcement
from referee.announced_check import compare
from referee.game import Game
from referee.reports.against_report import against_blocks, against_json
from referee.reports.document import Block
from referee.reports.json_face import tally_json
from referee.reports.since_report import since_blocks, since_json
from referee.secrecy import public_view
from referee.tally import Tally


def compared(
    game: Game, shown: Tally, found: Tally, said: str | None, last: tuple[str, dict[str, Any]] | None
) -> tuple[dict[str, Any], list[Block]]:
    """Keys for the JSON, blocks for the report. `shown`: the tally as its reader sees it, of `found`.

    `said`: the words of an announcement; `last`: when the tally before was made (ISO) and its JSON.
    """
    data: dict[str, Any] = {}
    blocks: list[Block] = []
    if said is not None:
        roster = Roster.of([Seat(p.name, p.aliases, p.number) for p in game.players], game.judges)
        against = compare(shown, read_announcement(said, roster))
        data["against"] = against_json(against, game.zone)
        blocks += against_blocks(against)
    if last is not None:
        now = tally_json(public_view(found), game.zone)
        data["since"] = since_json(last[1], now, datetime.fromisoformat(last[0]), game.zone)
        blocks += since_blocks(data["since"])
    return data, blocks
