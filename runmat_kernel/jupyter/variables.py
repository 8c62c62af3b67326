"""Values as trees of variables, as debuggers show them: a line for each, children and elements page by page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..language.classes.instances import ObjectValue
from ..language.frames import FrameView
from ..values.containers import CellArray, StructArray
from ..values.convert import class_of, numel_of, shape_of
from ..values.inline import summary
from ..values.objects import HostObject, short_text
from ..values.tables.table import Table
from ..values.tensor import Tensor
from ..values.text import StringArray

PAGE = 100
"""Elements that are shown where a front end does not say how many it wants."""
_SHORT = 30
"""Elements of an array that is shown in its line; larger ones would have to be computed and gathered."""


class Variables:
    """The values that a front end knows while the program waits: each that has children has a number."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self._held: list[Any] = []

    def clear(self) -> None:
        self._held.clear()

    def hold(self, item: Any) -> int:
        """The number of a value, or of the variables of a frame (a FrameView)."""
        self._held.append(item)
        return len(self._held)

    def held(self, number: int) -> Any:
        """Raises MatlabError for a number of an earlier stop."""
        if not 1 <= number <= len(self._held):
            raise MatlabError("These variables belong to an earlier stop.", "RunMat:debugger:oldVariables")
        return self._held[number - 1]

    def line(self, name: str, value: Any) -> dict[str, Any]:
        """One variable: name, value, class and size, and where its children are."""
        entry: dict[str, Any] = {"name": name, "value": self.text(value), "type": f"{class_of(value)} {_size(value)}", "evaluateName": name}
        count = numel_of(value)
        if has_children(value):
            entry["variablesReference"] = self.hold(value)
            if _is_array(value):
                entry["indexedVariables"] = count
        else:
            entry["variablesReference"] = 0
        return entry

    def text(self, value: Any) -> str:
        """A value in a line."""
        if type(value) in (float, bool, complex) or numel_of(value) <= _SHORT or not isinstance(value, Tensor):
            return short_text(value)
        return summary(value)

    def children(self, number: int, start: int = 0, count: int = 0) -> list[dict[str, Any]]:
        """The children of a value; elements of arrays from ``start`` on, ``count`` of them or a page."""
        item = self.held(number)
        if isinstance(item, FrameView):
            return [self.line(name, value) for name, value in sorted(item.variables().items(), key=lambda pair: pair[0].lower())]
        return [self.line(name, value) for name, value in self._parts(item, start, count or PAGE)]

    def _parts(self, value: Any, start: int, count: int) -> Iterator[tuple[str, Any]]:
        if isinstance(value, StructArray) and value.numel == 1:
            yield from value.array.flat[0].items()
        elif isinstance(value, Table):
            yield from value.columns.items()
        elif isinstance(value, ObjectValue) and numel_of(value) == 1:
            yield from value.elements[0].values.items()
        elif _is_array(value):
            braces = "{}" if isinstance(value, CellArray) else "()"
            for k in range(start, min(start + count, numel_of(value))):
                yield f"{braces[0]}{_place(k, shape_of(value))}{braces[1]}", self._element(value, k)
        elif isinstance(value, HostObject):
            yield from value.properties().items()

    def _element(self, value: Any, k: int) -> Any:
        """Element ``k`` (from 0), without gathering an array that lies on a device."""
        if isinstance(value, CellArray):
            return value.array.flat[np.ravel_multi_index(np.unravel_index(k, value.shape, order="F"), value.shape)]
        return self.session.reader.index(value, float(k + 1))


def has_children(value: Any) -> bool:
    if type(value) in (float, bool, complex):
        return False
    if isinstance(value, StructArray | CellArray | Table | ObjectValue):
        return numel_of(value) > 0
    if isinstance(value, HostObject):
        return bool(value.property_names()) or numel_of(value) > 1
    return isinstance(value, Tensor | StringArray) and numel_of(value) > 1


def _is_array(value: Any) -> bool:
    """Whether the children are elements."""
    if isinstance(value, StructArray):
        return value.numel != 1
    if isinstance(value, Table):
        return False
    if isinstance(value, CellArray | Tensor | StringArray):
        return True
    return isinstance(value, HostObject) and numel_of(value) > 1


def _place(k: int, shape: tuple[int, ...]) -> str:
    """The subscripts of element ``k`` (from 0): one for vectors."""
    if len(shape) == 2 and 1 in shape:
        return str(k + 1)
    return ",".join(str(int(i) + 1) for i in np.unravel_index(k, shape, order="F"))


def _size(value: Any) -> str:
    return "×".join(map(str, shape_of(value)))
