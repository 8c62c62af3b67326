"""Relations of handle objects: the same object or another, and an order that has nothing to do with what they hold."""

from __future__ import annotations

import itertools
import operator
import weakref
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.convert import to_value
from .instances import ObjectValue, elements_array

RELATIONS = {"eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}
"""The methods that every handle class has."""


class HandleNumbers:
    """A number for each handle that was asked for one, as long as it lives."""

    def __init__(self) -> None:
        self._known: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self._next = itertools.count()

    def of(self, element: Any) -> int:
        number = self._known.get(element)
        if number is None:
            number = self._known[element] = next(self._next)
        return number


def compared(table: Any, relation: str, a: Any, b: Any) -> Any:
    """``relation(a, b)`` element by element, where scalars expand: handles are compared by the numbers that they get when first asked.

    What is no object, and with the order also an object of another class, is neither the same nor before or behind.
    """
    if not isinstance(a, ObjectValue) or not isinstance(b, ObjectValue):
        shape = elements_array(a if isinstance(a, ObjectValue) else b).shape
        return to_value(np.full(shape, relation == "ne", np.bool_))
    left, right = elements_array(a), elements_array(b)
    if left.shape != right.shape and 1 not in (left.size, right.size):
        raise MatlabError("Arrays have incompatible sizes for this operation.", "MATLAB:sizeDimensionsMustMatch")
    shape = left.shape if right.size == 1 else right.shape
    left, right = np.broadcast_to(left, shape), np.broadcast_to(right, shape)
    result = np.empty(shape, np.bool_, order="F")
    for position in np.ndindex(shape):
        result[position] = _related(table.handle_number, relation, left[position], right[position])
    return to_value(result)


def _related(number: Any, relation: str, a: Any, b: Any) -> bool:
    if relation in ("eq", "ne"):
        return (a is b) == (relation == "eq")
    if a.cls is not b.cls:
        return False
    return bool(RELATIONS[relation](number(a), number(b)))
