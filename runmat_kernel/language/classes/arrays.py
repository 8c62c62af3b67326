"""Arrays of objects: subscripts, growth, deletion, concatenation, and functions that only move elements around."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.assignment import EMPTY
from ...values.containers import CellArray, object_array
from ...values.convert import as_array, class_of, numel_of
from ...values.indexing import COLON, delete, index
from ...values.indexing import assign as assign_elements
from ...values.tensor import Tensor
from . import access
from .definition import ClassInfo
from .instances import Instance, ObjectArray, ObjectValue, elements_array, object_value


class Arrays:
    """Array operations for the objects of a session."""

    def __init__(self, table: Any) -> None:
        self.table = table

    # ------------------------------------------------------------------ subscripts

    def pick(self, value: ObjectValue, subscripts: tuple[Any, ...]) -> Any:
        """``value(subscripts)``."""
        if not subscripts or (isinstance(value, Instance) and all(type(s) is float and s == 1.0 for s in subscripts)):
            return value
        subscripts = tuple(self._plain(s) for s in subscripts)
        if isinstance(value, ObjectArray) and len(subscripts) == 1 and type(subscripts[0]) is float:
            i = subscripts[0]
            if 1.0 <= i <= value.array.size and i == int(i):
                return value.array.T.item(int(i) - 1)
        picked = index(CellArray(elements_array(value)), subscripts)
        return self._made(value.cls, picked.array)

    def _made(self, cls: ClassInfo, array: np.ndarray) -> Any:
        """An object value of elements: the class of a heterogeneous array is what its elements have in common now."""
        if array.size > 1 and cls.derives_from(HETEROGENEOUS):
            first, *others = {element.cls.name: element.cls for element in array.ravel(order="F")}.values()
            for other in others:
                first = self.shared_root(first, other) or cls
            cls = first
        return object_value(cls, array)

    def _plain(self, subscript: Any) -> Any:
        """A subscript that is an object as the number that its class makes of it."""
        return self.table.subscript(subscript) if isinstance(subscript, ObjectValue) else subscript

    def holds(self, value: ObjectValue, subscripts: tuple[Any, ...]) -> bool:
        try:
            self.pick(value, subscripts)
        except MatlabError:
            return False
        return True

    def pick_or_new(self, value: ObjectValue, subscripts: tuple[Any, ...]) -> Any:
        """The one element that an assignment changes; a default object where the array must grow."""
        if not self.holds(value, subscripts):
            return self._default(value.cls)
        element = self.pick(value, subscripts)
        if not isinstance(element, Instance):
            raise MatlabError(
                f"Expected one output from a curly brace or dot indexing expression, but there were {numel_of(element)} results.",
                "MATLAB:index:expected_one_output_from_expression",
            )
        return element

    def put(self, value: ObjectValue, subscripts: tuple[Any, ...], rhs: Any) -> Any:
        """``value(subscripts) = rhs`` with growth; other values are converted by the class's constructor."""
        subscripts = tuple(self._plain(s) for s in subscripts)
        rhs = self.converted(value.cls, rhs)
        cls = self.common([value, rhs])
        array = elements_array(value)
        changed = assign_elements(CellArray(array), subscripts, CellArray(elements_array(rhs))).array
        return self._made(cls, self._filled(cls, changed) if changed.size > array.size else changed)

    def place(self, subscripts: tuple[Any, ...], rhs: ObjectValue) -> Any:
        """``x(subscripts) = rhs`` where x does not exist yet, or is ``[]``."""
        if all((type(s) is float and s == 1.0) or s is COLON for s in subscripts) and isinstance(rhs, Instance):
            return rhs
        changed = assign_elements(CellArray(np.empty((0, 0), object)), subscripts, CellArray(elements_array(rhs)))
        return object_value(rhs.cls, self._filled(rhs.cls, changed.array))

    def _default(self, cls: ClassInfo) -> Any:
        """A default object; the root of a heterogeneous family may say of which class it is."""
        method = cls.methods.get("getDefaultScalarElement") if cls.derives_from(HETEROGENEOUS) else None
        return method.function(1)[0] if method is not None and method.static else self.table.construct(cls, ())

    def _filled(self, cls: ClassInfo, array: np.ndarray) -> np.ndarray:
        """Elements that growth left open become default objects, each its own where the class is a handle class."""
        flat = array.ravel(order="F")
        holes = [k for k, element in enumerate(flat.tolist()) if not isinstance(element, Instance)]
        if not holes:
            return array
        fresh = self._default(cls)
        for k in holes:
            flat[k] = fresh
            if cls.is_handle:
                fresh = self.table.copy(fresh)
        return flat.reshape(array.shape, order="F")

    def converted(self, cls: ClassInfo, rhs: Any) -> ObjectValue:
        """``rhs`` as objects that may stand in an array of ``cls``."""
        if isinstance(rhs, ObjectValue):
            if rhs.cls.name == cls.name or self.shared_root(cls, rhs.cls) is not None:
                return rhs
        try:
            converted = self.table.convert(cls, rhs)
            reason = "Too many input arguments."
        except MatlabError as error:
            converted, reason = None, error.message
        if converted is None:
            raise MatlabError(
                f"The following error occurred converting from {class_of(rhs)} to {cls.name}:\n{reason}", "MATLAB:UnableToConvert"
            )
        return converted

    def shared_root(self, a: ClassInfo, b: ClassInfo) -> ClassInfo | None:
        """The class of an array that holds objects of two classes: they need a common heterogeneous superclass."""
        if a.name == b.name:
            return a
        for name in (a.name, *a.ancestors):
            if not b.derives_from(name):
                continue
            info = self.table.get(name)
            if info is not None and info.derives_from(HETEROGENEOUS) and info.name != HETEROGENEOUS:
                return info
        return None

    def common(self, values: Sequence[ObjectValue]) -> ClassInfo:
        """The class of an array of these objects; raises where they do not go together."""
        cls = values[0].cls
        for value in values[1:]:
            root = self.shared_root(cls, value.cls)
            if root is None:
                raise MatlabError(
                    f"The following error occurred converting from {value.cls.name} to {cls.name}:\n"
                    f"Error using {cls.short_name}\nToo many input arguments.",
                    "MATLAB:UnableToConvert",
                )
            cls = root
        return cls

    def delete(self, value: ObjectValue, subscripts: tuple[Any, ...]) -> Any:
        """``value(subscripts) = []``."""
        if "parenDelete" in value.cls.overloads and not access.within(value.cls):
            return self.table.overloads.delete(value, subscripts)
        if self.table.overloads.takes_assignments(value):
            return self.table.overloads.write(value, (("(", subscripts),), 0, EMPTY)
        kept = delete(CellArray(elements_array(value)), tuple(self._plain(s) for s in subscripts))
        return self._made(value.cls, kept.array)

    def end_index(self, value: ObjectValue, position: int, count: int) -> float | None:
        methods = value.cls.methods
        if "end" in methods:
            return _number(methods["end"].function(1, value, float(position + 1), float(count)))
        if count == 1 and "numel" in methods:
            return _number(methods["numel"].function(1, value))
        if "size" in methods:
            sizes = as_array(methods["size"].function(1, value)[0]).ravel()
            if count == 1:
                return float(np.prod(sizes))
            return float(sizes[position]) if position < count - 1 else float(np.prod(sizes[position:]))
        return None

    # ------------------------------------------------------------------ concatenation and moving

    def empty(self, cls: ClassInfo, shape: tuple[int, ...] = (0, 0)) -> ObjectArray:
        return ObjectArray(cls, np.empty(shape, object))

    def concatenate(self, dim: int, values: Sequence[Any]) -> Any:
        """``cat(dim, ...)`` of objects; other values are converted to the class of the first object, ``[]`` vanishes."""
        first = next(v for v in values if isinstance(v, ObjectValue))
        kept = [v for v in values if not (type(v) is Tensor and v.numel == 0)]
        if any(type(v) is CellArray for v in kept):
            from ...values.concat import cat

            return cat(dim, [v if type(v) is CellArray else CellArray.of([v]) for v in kept])
        objects = [self.converted(first.cls, v) for v in kept]
        if len(objects) == 1:
            return objects[0]
        from ...values.concat import cat

        cls = self.common([v for v in objects if v.numel] or objects)
        joined = cat(dim, [CellArray(elements_array(v)) for v in objects])
        return self._made(cls, joined.array)

    def moved(self, name: str, nargout: int, value: ObjectValue, *rest: Any) -> tuple[Any, ...]:
        """A builtin that only moves elements, on the positions of the elements, then the elements of those positions."""
        array = elements_array(value)
        positions = np.arange(1.0, array.size + 1).reshape(array.shape, order="F")
        moved = as_array(self.table.session.calls.operator(name)(1, Tensor(positions), *rest)[0])
        flat = array.ravel(order="F")
        picked = object_array([flat[int(p) - 1] for p in moved.ravel(order="F")], moved.shape)
        return (object_value(value.cls, picked),)


HETEROGENEOUS = "matlab.mixin.Heterogeneous"


def _number(values: tuple[Any, ...]) -> float:
    return float(as_array(values[0]).reshape(-1)[0])
