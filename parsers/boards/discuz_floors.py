"""Which floor a post has, from what its page shows in that place: `5#`, `5楼`, 沙发, a name of the board's own.

A name is turned into a number only where its place on the page leaves no doubt; a wrong floor is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

_FROM: Final = re.compile(r"[来來]自\D{0,3}(\d{1,7})")  # a sticky reply: 顶 来自 7#
_NUMBER: Final = re.compile(r"\D{0,2}?(\d{1,7})\s*\D{0,4}\Z")
_DOUBLE: Final = re.compile(r"推[荐薦]|置[顶頂]")  # a reply shown out of its place
_DEFAULT: Final = {"楼主": 1, "樓主": 1, "沙发": 2, "沙發": 2, "板凳": 3, "地板": 4}


class Label(NamedTuple):
    """What a page shows for a floor: a number, a name or neither; `moved` where the post stands out of its place."""

    number: int | None
    name: str
    moved: bool = False


def label_of(text: str) -> Label:
    """Read a label. Anything with one number in it is a number: `5#`, `5楼`, `第 5 层`, `#5`."""
    shown = text.strip()
    if shown[:-1].isdecimal() and len(shown) < 9:
        return Label(int(shown if shown.isdecimal() else shown[:-1]), "")
    shown = " ".join(shown.split())
    if found := _FROM.search(shown):
        return Label(int(found[1]), "", moved=True)
    if found := _NUMBER.match(shown):
        return Label(int(found[1]), "")
    return Label(None, shown.strip("# "), moved=_DOUBLE.search(shown) is not None)


def floor_named(label: Label) -> int | None:
    """The floor a label names by itself: its number, or one of the four default names."""
    return label.number if label.number is not None else _DEFAULT.get(label.name)


def settle(labels: Sequence[Label], pids: Sequence[str], *, page: int, complete: bool) -> list[int | None]:
    """Floors of the posts of one page, in page order.

    On page 1 the opening post leads; 0 stands for some page behind it. `complete`: this page holds all posts of the
    thread. Names count from the opening post where the first number behind them confirms it or the page is full; on a
    later page, where the number behind them says that it begins where the pages before it end. Else only the four
    default names are numbers.
    """
    first_page = page == 1
    floors = [label.number for label in labels]
    inside = [index for index, label in enumerate(labels) if not label.moved]
    if first_page and inside and floors[inside[0]] is None:
        floors[inside[0]] = 1
    backwards = _falls([floors[index] for index in inside])
    named = [index for index in inside if labels[index].number is None and labels[index].name]
    if first_page and not backwards and _counted(named, inside, floors, complete):
        for index in named:
            floors[index] = inside.index(index) + 1
    elif page > 1 and not backwards and (first := _begins(named, inside, floors, page)):
        for index in named:
            floors[index] = first + inside.index(index)
    else:
        _by_name(named, labels, floors)
    _between(labels, pids, floors)
    return floors


def _falls(floors: list[int | None]) -> bool:
    """Newest first, the opening post apart."""
    numbers = [floor for floor in floors[1:] if floor is not None]
    return len(numbers) > 1 and numbers[0] > numbers[-1]


def _counted(named: list[int], inside: list[int], floors: list[int | None], complete: bool) -> bool:
    """Whether the named floors stand in one row from the opening post on, with none left out."""
    if named != inside[: len(named)] and named != inside[1 : len(named) + 1]:
        return False
    run = len(named) + (0 if named[:1] == inside[:1] else 1)
    if run < len(inside):
        return floors[inside[run]] == run + 1
    # Nothing but names: a full page (boards are set to 10, 15, 20, 30 …) or the whole thread has no holes.
    return complete or len(inside) % 5 == 0


def _begins(named: list[int], inside: list[int], floors: list[int | None], page: int) -> int | None:
    """The first floor of a later page that begins with names: full pages (of 5, 10, 15 …) must stand before it."""
    run = len(named)
    behind = floors[inside[run]] if 0 < run < len(inside) and named == inside[:run] else None
    before = behind - run - 1 if behind is not None else 0
    full = before > 0 and before % (5 * (page - 1)) == 0 and len(inside) <= before // (page - 1)
    return before + 1 if full else None


def _by_name(named: list[int], labels: Sequence[Label], floors: list[int | None]) -> None:
    """The default names, where they stand in their order and below every number on the page."""
    known = [(index, _DEFAULT[labels[index].name]) for index in named if labels[index].name in _DEFAULT]
    values = [floor for _, floor in known]
    numbers = [floor for index, floor in enumerate(floors) if floor is not None and labels[index].number is not None]
    in_order = sorted(set(values))
    if values not in (in_order, in_order[::-1]) or (values and numbers and max(values) >= min(numbers)):
        return
    for index, floor in known:
        floors[index] = floor


def _between(labels: Sequence[Label], pids: Sequence[str], floors: list[int | None]) -> None:
    """A reply shown out of its place without a number: the one floor missing between its neighbours by pid."""
    for index, label in enumerate(labels):
        if not label.moved or floors[index] is not None or not pids[index].isdecimal():
            continue
        own = int(pids[index])
        others = [
            (int(pid), floor)
            for pid, floor, other in zip(pids, floors, labels, strict=True)
            if floor is not None and pid.isdecimal() and not other.moved
        ]
        before = max((pair for pair in others if pair[0] < own), default=None)
        after = min((pair for pair in others if pair[0] > own), default=None)
        if before and after and after[1] - before[1] == 2:
            floors[index] = before[1] + 1
