"""Values made late are the values the standard library makes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field, replace

import pytest

from parsers.values import dataclass


@dataclass(frozen=True, slots=True)
class Ours:
    """A value."""

    name: str
    votes: int = 1
    voters: tuple[str, ...] = ()
    notes: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def shown(self) -> str:
        """Name and number."""
        return f"{self.name} {self.votes}"


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    """The same, made by the standard library."""

    name: str
    votes: int = 1
    voters: tuple[str, ...] = ()
    notes: dict[str, str] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Checked:
    """A value that looks at itself."""

    votes: int

    def __post_init__(self) -> None:
        """No number is below nothing."""
        if self.votes < 0:
            raise ValueError(self.votes)


@dataclass(frozen=True, slots=True, eq=False)
class Seal:
    """Equal only to itself."""

    words: str


@dataclass(frozen=True, slots=True)
class Untouched:
    """A class nobody has made a value of."""

    name: str = "甲"


def test_what_it_shows_and_what_its_fields_are() -> None:
    assert repr(Ours("甲", 2)) == repr(Theirs("甲", 2)).replace("Theirs", "Ours")
    for ours, theirs in zip(dataclasses.fields(Ours), dataclasses.fields(Theirs), strict=True):
        assert (ours.name, ours.type, ours.default) == (theirs.name, theirs.type, theirs.default)
    assert Ours.__match_args__ == Theirs.__match_args__
    assert Ours("甲", 2).shown == "甲 2"
    assert not hasattr(Ours("甲"), "__dict__")


@pytest.mark.parametrize("other", [("甲", 1, ()), ("甲", 2, ()), ("乙",), ("甲", 1, ("丙",))])
def test_equal_where_theirs_are_and_alike_in_sets(other: tuple[str, int, tuple[str, ...]]) -> None:
    assert (Ours("甲") == Ours(*other)) == (Theirs("甲") == Theirs(*other))
    assert len({Ours("甲"), Ours(*other)}) == len({Theirs("甲"), Theirs(*other)})
    assert Ours("甲") != Theirs("甲")  # type: ignore[comparison-overlap]


def test_what_is_not_compared_does_not_count() -> None:
    assert Ours("甲", notes={"a": "b"}) == Ours("甲")
    assert hash(Ours("甲", notes={"a": "b"})) == hash(Ours("甲"))
    assert Ours("甲").notes is not Ours("甲").notes


def test_nothing_is_changed_in_place() -> None:
    value = Ours("甲")
    with pytest.raises(FrozenInstanceError):
        value.votes = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del value.votes
    assert replace(value, votes=2) == Ours("甲", 2)


def test_wrong_calls_are_refused_by_name() -> None:
    with pytest.raises(TypeError, match=r"Ours\.__init__\(\) missing 1 required positional argument: 'name'"):
        Ours()  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="-1"):
        Checked(-1)


def test_copies() -> None:
    value = Ours("甲", 3, ("乙",), {"a": "b"})
    assert copy.copy(value) == value
    assert copy.deepcopy(value).notes == {"a": "b"}
    assert pickle.loads(pickle.dumps(value)) == value


def test_one_that_is_equal_only_to_itself() -> None:
    seal = Seal("印")
    assert seal == seal
    assert seal != Seal("印")
    assert len({seal, Seal("印")}) == 2


def test_a_class_is_a_dataclass_before_its_first_value() -> None:
    assert dataclasses.is_dataclass(Untouched)
    assert [one.name for one in dataclasses.fields(Untouched)] == ["name"]
    assert Untouched() == Untouched("甲")
