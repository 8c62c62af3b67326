"""Objects: ``Instance`` (scalar, of a value class), ``Handle`` (scalar, of a handle class) and ``ObjectArray``.

Objects keep the values of properties in a dictionary by ``Property.key``.  A value object is immutable to the language:
writing copies the dictionary unless the writer alone holds the object.  Reading and writing are in ``classes.members``
and ``classes.arrays``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.convert import as_array
from ...values.equality import equal
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject
from ...values.subscripts import COLON
from ...values.tensor import SCALAR_SHAPE, matlab_shape
from .definition import ClassInfo

Steps = tuple[tuple[str, Any], ...]


class ObjectValue(HostObject):
    """The common part of scalar objects and arrays of objects."""

    __slots__ = ("cls",)
    reads_steps = True
    cls: ClassInfo

    @property
    def takes_chains(self) -> bool:
        return bool(self.cls.overloads)

    @property
    def matlab_class(self) -> str:  # type: ignore[override]
        return self.cls.name

    @property
    def superclasses(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.cls.ancestors

    @property
    def is_handle(self) -> bool:  # type: ignore[override]
        return self.cls.is_handle

    @property
    def elements(self) -> list[Any]:
        """The scalar objects in column-major order."""
        raise NotImplementedError

    @property
    def told_shape(self) -> tuple[int, ...]:
        own = self.cls.methods.get("size")
        return tuple(int(n) for n in as_array(own.function(1, self)[0]).flat) if own is not None else self.shape

    @property
    def holds_properties(self) -> bool:
        return True

    @property
    def indexes_itself(self) -> bool:
        return "subsref" in self.cls.methods or "parenReference" in self.cls.methods

    def told_index(self, subscripts: Sequence[Any]) -> Any:
        position = self.cls.table.overloads.told_index(self, tuple(subscripts))
        return self.index(subscripts) if position is None else position

    def told_assign(self, subscripts: Sequence[Any], value: Any) -> Any:
        changed = self.cls.table.overloads.told_assign(self, tuple(subscripts), value)
        return self.assign(subscripts, value) if changed is None else changed

    def method(self, name: str) -> Any:
        return self.cls.table.dispatched(self.cls, name)

    def brief(self) -> str | None:
        """The name of an enumeration member."""
        return self.elements[0].values.get("$member") if self.cls.member_nodes and self.numel == 1 else None

    # --- what the language asks; the chains of steps are in the other modules

    def read_steps(self, steps: Steps, k: int, nargout: int) -> tuple[tuple[Any, ...], int]:
        """The values of the step at ``k`` (or of more steps), and the number of the next step."""
        return self.cls.table.members.read(self, steps, k, nargout)

    def write_steps(self, steps: Steps, k: int, rhs: Any, alone: bool) -> Any:
        """The value after assigning to the steps from ``k`` on."""
        return self.cls.table.members.write(self, steps, k, rhs, alone)

    def get_property(self, name: str) -> Any:
        values, _ = self.read_steps(((".", name),), 0, 1)
        if len(values) != 1:
            from ..reading import not_one

            raise not_one(len(values))
        return values[0]

    def set_property(self, name: str, value: Any) -> Any:
        return self.write_steps(((".", name),), 0, value, False)

    def index(self, subscripts: Sequence[Any]) -> Any:
        return self.read_steps((("(", tuple(subscripts)),), 0, 1)[0][0]

    def cell_index(self, subscripts: Sequence[Any]) -> list[Any]:
        return list(self.read_steps((("{", tuple(subscripts)),), 0, 1)[0])

    def assign(self, subscripts: Sequence[Any], value: Any) -> Any:
        return self.write_steps((("(", tuple(subscripts)),), 0, value, False)

    def cell_assign(self, subscripts: Sequence[Any], value: Any) -> Any:
        return self.write_steps((("{", tuple(subscripts)),), 0, value, False)

    def delete(self, subscripts: Sequence[Any]) -> Any:
        return self.cls.table.arrays.delete(self, tuple(subscripts))

    def end_index(self, position: int, count: int) -> float | None:
        """``end`` where the class says what it is, else None."""
        return self.cls.table.arrays.end_index(self, position, count)

    def matches(self, label: Any) -> bool:
        """Whether ``switch`` on this object takes a case."""
        return self.cls.table.matches(self, label)

    def as_subscript(self) -> Any:
        """The number that the object means as a subscript of an array."""
        return self.cls.table.subscript(self)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        if self is other:
            return True
        if not isinstance(other, ObjectValue) or self.shape != other.shape:
            return False
        return all(_same(a, b, nan_equal) for a, b in zip(self.elements, other.elements, strict=True))

    def properties(self) -> Mapping[str, Any]:
        """The public properties that are not hidden, with their values."""
        return self.cls.table.members.shown(self)

    def property_names(self) -> list[str]:
        return self.cls.table.members.names_shown(self)

    def disp_text(self, format: DisplayFormat) -> str:
        text = self.cls.table.text(self)
        if self.cls.session.display_format.compact:
            return "".join(line + "\n" for line in text.splitlines() if line)
        return text


def _same(a: Any, b: Any, nan_equal: bool) -> bool:
    """``isequal`` of two scalar objects: the same class and equal property values."""
    if a is b:
        return True
    if a.cls.name != b.cls.name or a.values.keys() != b.values.keys():
        return False
    return all(equal_or_same(x, b.values[key], nan_equal) for key, x in a.values.items())


def equal_or_same(x: Any, y: Any, nan_equal: bool) -> bool:
    """Whether two kept values are equal; names of enumeration members are plain texts."""
    if isinstance(x, str) or isinstance(y, str):
        return x == y
    return (x is y and isinstance(x, ObjectValue)) or equal(x, y, nan_equal=nan_equal)


class Instance(ObjectValue):
    """A scalar object of a value class; ``values`` by property key."""

    __slots__ = ("values",)

    def __init__(self, cls: ClassInfo, values: dict[str, Any]) -> None:
        self.cls = cls
        self.values = values

    @property
    def shape(self) -> tuple[int, ...]:
        return SCALAR_SHAPE

    @property
    def numel(self) -> int:
        return 1

    @property
    def elements(self) -> list[Any]:
        return [self]

    @property
    def valid(self) -> bool:
        return True

    def read_steps(self, steps: Steps, k: int, nargout: int) -> tuple[tuple[Any, ...], int]:
        """As for all objects; public methods and plain properties take a short path."""
        kind, what = steps[k]
        if kind == ".":
            cls = self.cls
            function = cls.open_methods.get(what)
            if function is not None:
                following = k + 1
                if following == len(steps):
                    return function(nargout, self), following
                if steps[following][0] == "(" and COLON not in steps[following][1]:
                    arguments = steps[following][1]
                    following += 1
                    return function(nargout if following == len(steps) else 1, self, *arguments), following
            elif what in cls.open_reads and what in self.values:
                return (self.values[what],), k + 1
        return self.cls.table.members.read(self, steps, k, nargout)

    def copy(self) -> Instance:
        return Instance(self.cls, dict(self.values))

    def truth(self) -> bool:
        return self.cls.table.truth(self)


class Handle(Instance):
    """A scalar object of a handle class: all its variables share it.

    ``dynamic`` are the properties that were added to this object; ``listeners`` by event name.
    """

    __slots__ = ("_valid", "dynamic", "listeners")

    def __init__(self, cls: ClassInfo, values: dict[str, Any]) -> None:
        super().__init__(cls, values)
        self._valid = True
        self.dynamic: dict[str, Any] | None = None
        self.listeners: dict[str, list[Any]] | None = None

    @property
    def valid(self) -> bool:
        return self._valid

    def invalidate(self) -> None:
        self._valid = False
        self.values = {}
        self.listeners = None


class Destructible(Handle):
    """A handle object whose class has a ``delete`` method, or whose end is an event: told when its last variable goes."""

    __slots__ = ()

    def __del__(self) -> None:
        if self._valid:
            self.cls.table.destroy(self, quietly=True)


class ObjectArray(ObjectValue):
    """An array of objects that is not scalar: ``array`` is a column-major ndarray of Instances; ``cls`` their common class."""

    __slots__ = ("array",)

    def __init__(self, cls: ClassInfo, array: np.ndarray) -> None:
        self.cls = cls
        shape = matlab_shape(array.shape)
        self.array = np.asfortranarray(array if shape == array.shape else array.reshape(shape, order="F"))

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def numel(self) -> int:
        return self.array.size

    @property
    def elements(self) -> list[Any]:
        return list(self.array.ravel(order="F"))

    def truth(self) -> bool:
        return self.cls.table.truth(self)


def object_value(cls: ClassInfo, array: np.ndarray) -> Any:
    """The object or ObjectArray of an ndarray of Instances."""
    return array.reshape(-1)[0] if array.size == 1 else ObjectArray(cls, array)


def elements_array(value: ObjectValue) -> np.ndarray:
    """The Instances of an object value as an ndarray of its shape."""
    if isinstance(value, ObjectArray):
        return value.array
    array = np.empty(SCALAR_SHAPE, object)
    array[0, 0] = value
    return array


def not_scalar(name: str) -> MatlabError:
    return MatlabError(
        f"Unable to assign to the '{name}' property of an array of objects. Use [array.{name}] = deal(value) to assign to all of them.",
        "MATLAB:class:propertyArrayAssignment",
    )
