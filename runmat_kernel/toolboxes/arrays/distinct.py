"""The distinct elements of a large array on a device: sorted, neighbours that differ, and their positions; only their number is fetched."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...accel import masked_elements
from ...builtins.formula import Formula
from ...values.convert import class_of, numel_of
from .order_statistics import at_positions, ranked

Distinct = tuple[Formula, Formula | None, Formula | None]


def distinct(call: Any, value: Any, *, last: bool = False, stable: bool = False, nargout: int = 1) -> Distinct | None:
    """The distinct elements in order, the place of the first (or ``last``) of each, and for each element the number of its group.

    All are columns, positions count from 1; outputs beyond ``nargout`` are None.  ``stable``: in the order of their first places.
    None where the array is small, of another class, or on the host.
    """
    count = numel_of(value)
    if not _is_large_on_device(call, value, count):
        return None
    x = Formula(call, value).reshape(count, 1)
    ordered = ranked(x, 0)
    places = ranked(x, 0, positions=True) if nargout > 1 or stable else None
    # Every NaN differs from the one before it.
    differ = ordered.part(0, 1, count - 1).apply("ne", ordered.part(0, 0, count - 1))
    changes = call.engine.true_positions(differ.value)
    if changes is None:
        return None
    if changes[1] is None:
        ones = x.of(np.ones((count, 1))) if nargout > 2 else None
        end = count - 1 if last else 0
        return ordered.part(0, end, 1), None if places is None else places.part(0, end, 1), ones
    behind = Formula(call, changes[1])
    ends = behind.apply("vertcat", float(count)) if last else x.of(1.0).apply("vertcat", behind + 1.0)
    elements = at_positions(ordered, ends)
    if places is None:
        return elements, None, None
    own, numbers = at_positions(places, ends), None
    if nargout > 2:
        back = inverse(places)
        numbers = (at_positions(differ.running("sum", 0), (back - 1.0).apply("max", 1.0)) + 1.0).where(back.apply("eq", 1.0), 1.0)
    return in_order_of(elements, own, numbers) if stable else (elements, own, numbers)


def _is_large_on_device(call: Any, value: Any, count: int) -> bool:
    if not call.engine.prefers_device(value) or count <= masked_elements.LEAST_ELEMENTS or class_of(value) == "logical":
        return False
    return value._array is None or call.engine.holds(value.storage)


def in_order_of(elements: Formula, own: Formula, numbers: Formula | None) -> tuple[Formula, Formula, Formula | None]:
    """Distinct elements in order of their places, the places, and which of them each element is."""
    order = ranked(own, 0, positions=True)
    renumbered = None if numbers is None else at_positions(inverse(order), numbers)
    return at_positions(elements, order), at_positions(own, order), renumbered


def inverse(permutation: Formula) -> Formula:
    """The place (from 1) of each number in a permutation, as a column."""
    return ranked(permutation.apply("uint32"), 0, positions=True)
