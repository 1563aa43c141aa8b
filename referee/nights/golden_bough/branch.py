"""金枝: who keeps the branch (3.2.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from referee.nights.deeds import Eve
from referee.nights.golden_bough.court import CIVILIAN
from referee.nights.values import Step
from referee.rulebook import clause


@dataclass(frozen=True, slots=True)
class Passing:
    """What the branch's passing hangs on: its keeper, who asked for it, who lives at dawn, the secret order."""

    eve: Eve
    holder: str | None
    applicants: tuple[str, ...]
    civilians: tuple[str, ...]

    @property
    def order(self) -> tuple[str, ...]:
        """The civilians clockwise."""
        return clockwise(self.eve)

    def steps(self, name: str) -> int:
        """Steps clockwise from the keeper's place; the places of the dead stay as gaps."""
        order = self.order
        start = order.index(self.holder) if self.holder in order else -1
        return (order.index(name) - start - 1) % len(order) + 1


@clause("GB-3.2.1a", asks="branch")
def clockwise(eve: Eve) -> tuple[str, ...]:
    """The secret order the god drew before the game; whoever the file's cycle leaves out comes after it, by seat.

    With a cycle of six the first holder stands outside it: his place is after all others (`gb.cycle.size`).
    """
    branch = eve.game.branch
    cycle = branch.cycle if branch else ()
    if branch and eve.house["gb.cycle.size"] == 6:
        cycle = tuple(name for name in cycle if name != branch.holder)
    rest = (name for name, role in eve.roles.items() if role == CIVILIAN and name not in cycle)
    return (*cycle, *rest)


Answer = tuple[str | None, Step]


@clause("GB-3.2", asks="branch")
def while_civilians_live(passing: Passing) -> Answer | None:
    """There is a branch every night as long as a civilian lives, and none after that."""
    if not passing.civilians:
        return None, Step("GB-3.2", "没有平民了，也就没有金枝")
    return None


@clause("GB-3.2.1f", asks="branch")
def the_last_civilian_keeps_it(passing: Passing) -> Answer | None:
    """The last civilian holds the branch for ever."""
    if len(passing.civilians) == 1:
        name = passing.civilians[0]
        return name, Step("GB-3.2.1f", f"{name}是最后一名平民，金枝一直由他保管")
    return None


@clause("GB-3.2.1b", asks="branch")
def the_nearest_applicant(passing: Passing) -> Answer | None:
    """One applicant gets it; of several, the nearest clockwise from the keeper's place."""
    if passing.holder is None or not passing.applicants:
        return None
    nearest = min(passing.applicants, key=passing.steps)
    if len(passing.applicants) == 1:
        said = f"只有{nearest}申请，金枝交给他"
    else:
        told = "、".join(f"{name} {passing.steps(name)} 步" for name in sorted(passing.applicants, key=passing.steps))
        said = f"从{passing.holder}的位置顺时针数：{told}；金枝交给{nearest}"
    if nearest in passing.civilians:
        return nearest, Step("GB-3.2.1b", said)
    heir = min(passing.civilians, key=lambda name: _steps_from(passing, nearest, name))
    return heir, Step("GB-3.2.1b", f"{said}；他当夜死去，顺延给{heir}")


def _steps_from(passing: Passing, start: str, name: str) -> int:
    order = passing.order
    return (order.index(name) - order.index(start) - 1) % len(order)


@clause("GB-3.2.1d", asks="branch")
def the_next_clockwise(passing: Passing) -> Answer | None:
    """The keeper is dead and nobody asked: the next living civilian clockwise has it."""
    if passing.holder is None or passing.holder in passing.civilians:
        return None
    heir = min(passing.civilians, key=passing.steps)
    return heir, Step("GB-3.2.1d", f"{passing.holder}已死，无人申请，按顺时针传给{heir}")


@clause("GB-3.2.1b", asks="branch")
def it_stays(passing: Passing) -> Answer | None:
    """Nobody asked: it stays where it is."""
    if passing.holder is None:
        return None
    return passing.holder, Step("GB-3.2.1b", f"无人申请，金枝留在{passing.holder}手中")


# Each rules out those after it: no civilian, one civilian, somebody asked, the keeper is dead, none of these.
ANSWERS: Final[tuple[Callable[[Passing], Answer | None], ...]] = (
    while_civilians_live,
    the_last_civilian_keeps_it,
    the_nearest_applicant,
    the_next_clockwise,
    it_stays,
)


def passed_on(passing: Passing) -> tuple[str | None, Step | None]:
    """Who keeps the branch next, and why; (None, None) where nobody knows who has it now."""
    return next((found for answer in ANSWERS if (found := answer(passing))), (None, None))


@clause("GB-3.2.1c", asks="branch")
@clause("GB-3.2.2a", asks="branch")
@clause("GB-7.6d", asks="branch")
def the_vote_keeps_it(keeper: str | None, told: str | None, eve: Eve) -> Answer | None:
    """The keeper of the night past was the day's unique highest: the branch stays with him, applications are void."""
    if keeper is None or eve.top != keeper or keeper not in eve.alive or told == keeper:
        return None
    if eve.house["gb.branch.day_holder"] != "last_night":
        return None
    return keeper, Step("GB-3.2.1c", f"{keeper}白天得票唯一最高，金枝留在他手中，{told}的申请无效")
