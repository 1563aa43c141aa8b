"""Lines every rule set announces alike. A public line holds names and nothing else the rules hide."""

from __future__ import annotations

from collections.abc import Iterable

from referee.nights.values import Victory


def deaths_line(names: Iterable[str]) -> str:
    """Who died last night, in seat order: no order of entry, no cause, no killer."""
    fallen = "、".join(names)
    return f"天亮了。昨夜死亡：{fallen}。" if fallen else "天亮了。昨夜无人死亡。"


def victory_line(victory: Victory) -> str:
    """Who has won; the game is over, so camps are no secret any more."""
    return f"游戏结束：{'、'.join(victory.camps)}获胜({'、'.join(victory.players)})。"
