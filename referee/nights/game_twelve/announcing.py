"""游戏十二: what is announced at dawn and what is not (2.3, 2.4, 3.9, 3.12, 4.8)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.moment import jury
from referee.nights.announcing import deaths_line
from referee.nights.deeds import Eve
from referee.nights.values import Letter
from referee.rulebook import clause


def at_dawn(eve: Eve, fallen: tuple[str, ...], saved: Iterable[str], alive: tuple[str, ...]) -> tuple[str, ...]:
    """The public lines of a dawn. Neither cause, role, declaration nor an empty bind is among them."""
    lines = [who_died(fallen), *who_was_bound(saved), *the_jury_is_dissolved(eve, len(alive))]
    return (*lines, *(seats_are_vacant(eve, alive) if len(lines) < 3 else ()))


@clause("G12-4.8a", asks="announce")
@clause("G12-2.3d", asks="announce")
def who_died(fallen: tuple[str, ...]) -> str:
    """The names of the dead in seat order, never their roles; nobody died, and never why not."""
    return deaths_line(fallen)


@clause("G12-2.3e", asks="announce")
def the_story_with_it(killed: bool) -> str:
    """The declaration or the story goes with a death the killers caused, and with nothing else."""
    if killed:
        return "杀人成功：公布死讯时一并贴出当夜的宣言或剧情(G12-2.3e)。"
    return "不公布当夜的宣言或剧情，也不公布原因(G12-2.3d、2.3e)。"


@clause("G12-5.2a", asks="announce")
def last_words(fallen: tuple[str, ...]) -> tuple[Letter, ...]:
    """Whoever died at night, of whatever privilege, may open one topic of last words that day."""
    return tuple(Letter(name, "你昨夜遇害。今天白天可以单独开一个主题留遗言，指控凶手。") for name in fallen)


@clause("G12-2.4a", asks="announce")
def who_was_bound(saved: Iterable[str]) -> tuple[str, ...]:
    """Whoever a bind brought back is named, for he has no vote today."""
    names = "、".join(saved)
    return (f"昨夜被束魂：{names}，今天可以讨论，不能投票，也不能参加高票对决。",) if names else ()


@clause("G12-3.12", asks="announce")
def the_jury_is_dissolved(eve: Eve, left: int) -> tuple[str, ...]:
    """With six left the jury is dissolved: from today everybody votes whom to execute."""
    due = left == 6 if eve.house["g12.dissolve.at"] == "eq6" else left <= 6
    if not due or len(eve.alive) <= 6:
        return ()
    return (f"活着的游戏者还剩 {left} 人，陪审团解散；从今天起由全体活着的游戏者投票决定处决谁。",)


@clause("G12-3.8b", asks="announce")
def seats_are_vacant(eve: Eve, alive: tuple[str, ...]) -> tuple[str, ...]:
    """Seats of the jury that are empty at dawn are filled today, while there is a jury."""
    seated = jury(eve.game, eve.time.opens)
    left = [name for name in seated if name in alive]
    if not seated or len(left) >= 3 or len(alive) <= 6:
        return ()
    return (f"陪审团缺 {3 - len(left)} 席，今天补选。",)
