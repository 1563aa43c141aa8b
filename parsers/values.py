"""`dataclass` for values that are made at every start: the same classes, finished when the first of them is wanted.

The standard decorator writes and compiles six functions for every class. A command imports a hundred classes and uses
half of them, and that was more than half of its start-up. Here a class has its slots at once; the standard decorator
is run on a twin of it when the first value is made or its fields are asked for, and what it wrote is taken over.
Comparing, hashing and showing are functions all values share.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

V = TypeVar("V")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # what mypy knows of it holds
else:

    def dataclass(*, frozen: bool, slots: bool, eq: bool = True) -> Callable[[type], type]:
        """Frozen with slots, as every value here is; nothing to inherit from. Without `eq` each equals only itself."""
        assert frozen, "a value is frozen"
        assert slots, "a value has slots"
        return _compared if eq else _slotted


def _compared(cls: type) -> type:
    made: Any = _slotted(cls)
    made.__eq__, made.__hash__ = _first_equal, _first_hash
    return made  # type: ignore[no-any-return]


def _slotted(cls: type) -> type:
    names = tuple(inspect.get_annotations(cls))
    body = {name: held for name, held in cls.__dict__.items() if name not in (*names, "__dict__", "__weakref__")}
    made: Any = type(cls.__name__, cls.__bases__, _SHARED | body | {"__slots__": names, "__match_args__": names})
    made.__qualname__ = cls.__qualname__
    made.__dataclass_fields__ = _Later(cls)
    return made  # type: ignore[no-any-return]


class _Later:
    """Stands for the fields of a class until somebody asks for them."""

    def __init__(self, plain: type) -> None:
        self.plain = plain

    def __get__(self, one: object, made: Any) -> dict[str, Any]:
        _finish(made, self.plain)
        fields: dict[str, Any] = made.__dataclass_fields__
        return fields


def _first_init(self: Any, *given: Any, **named: Any) -> None:
    """The first value of a class: finish the class, then make the value."""
    made = type(self)
    _finished(made).__init__(self, *given, **named)


def _first_equal(self: Any, other: Any) -> Any:
    return _finished(type(self)).__eq__(self, other)


def _first_hash(self: Any) -> int:
    found: int = _finished(type(self)).__hash__(self)
    return found


def _finished(made: Any) -> Any:
    assert made.__dataclass_fields__ is not None  # to ask for them finishes the class
    return made


def _finish(made: Any, plain: type) -> None:
    """Take over what the standard decorator writes for the class as it was written down."""
    twin: Any = dataclasses.dataclass(frozen=True, eq=False, repr=False)(plain)
    made.__dataclass_fields__, made.__dataclass_params__ = twin.__dataclass_fields__, twin.__dataclass_params__
    made.__init__ = twin.__init__
    if made.__eq__ is _first_equal:
        compared = tuple(field.name for field in twin.__dataclass_fields__.values() if field.compare)
        made.__eq__, made.__hash__ = _comparing(_getter(compared))


def _getter(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) == 1:
        only = attrgetter(names[0])
        return lambda one: (only(one),)
    return attrgetter(*names) if names else lambda one: ()


def _comparing(parts: Callable[[Any], tuple[Any, ...]]) -> tuple[Callable[[Any, Any], Any], Callable[[Any], int]]:
    def equal(self: Any, other: Any) -> Any:
        return parts(self) == parts(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(parts(self))

    return equal, hashed


def replaced(one: V, **changes: Any) -> V:
    """The value with other fields, as `dataclasses.replace` gives it in a third of the time: a ballot has two dozen."""
    made = one.__class__
    names, values = _READ.get(made) or _reading(made)
    return made(**dict(zip(names, values(one), strict=True), **changes))


_READ: dict[type, tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]] = {}


def _reading(made: type) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    names: tuple[str, ...] = tuple(field.name for field in dataclasses.fields(made))
    return _READ.setdefault(made, (names, _getter(names)))


def _shown(self: Any) -> str:
    told = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(told)})"


def _no_change(self: Any, name: str, *value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__slots__]


def _restored(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__slots__, state, strict=True):
        object.__setattr__(self, name, value)


_SHARED: dict[str, Any] = {
    "__init__": _first_init,
    "__repr__": _shown,
    "__setattr__": _no_change,
    "__delattr__": _no_change,
    "__getstate__": _state,
    "__setstate__": _restored,
}
