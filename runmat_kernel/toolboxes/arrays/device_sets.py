"""Sets of the elements or rows of large arrays on a device: sorted together, neighbours that differ begin another item.

The sort is stable and the first set comes first, so that the first place of an item says whether that set has it, and the last place
whether the other one does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...values.convert import as_array, class_of, numel_of, shape_of
from ...values.tensor import Tensor
from .distinct import in_order_of, inverse
from .order_statistics import at_positions, ranked, row_positions, rows_at

MOST_SORTS = 8
"""Columns by which rows are sorted on a device, by a sort each; the host takes more."""


class Items:
    """The items of a matrix of rows (a column: of elements) in order: where they stand, and which places in order begin and end an item."""

    def __init__(self, x: Formula) -> None:
        self.x, self.count, width = x, x.extent(0), x.extent(1)
        self.places = ranked(x, 0, positions=True) if width == 1 else row_positions(x, list(range(width)), [False] * width)
        ordered = ranked(x, 0) if width == 1 else rows_at(x, self.places)
        differ = ordered.part(0, 1, self.count - 1).apply("ne", ordered.part(0, 0, self.count - 1))
        self.differ = differ if width == 1 else differ.reduce("any", 1, matlab_class="logical")
        behind = positions_of(self.differ)
        self.starts = x.of(1.0) if behind is None else x.of(1.0).apply("vertcat", behind + 1.0)
        self.ends = x.of(float(self.count)) if behind is None else behind.apply("vertcat", float(self.count))

    def numbers(self) -> Formula:
        """Which item each row is, from 1."""
        if self.starts.extent(0) == 1:
            return self.x.of(np.ones((self.count, 1)))
        back = inverse(self.places)
        return (at_positions(self.differ.running("sum", 0), (back - 1.0).apply("max", 1.0)) + 1.0).where(back.apply("eq", 1.0), 1.0)

    def first_others(self, count: int) -> Formula:
        """For each item the place (from 1) of its first row behind the first ``count`` rows, less these; anything where there is none."""
        # In order they are behind the item's rows among the first ones.
        own = self.places.apply("le", float(count)).running("sum", 0)
        before = at_positions(own, (self.starts - 1.0).apply("max", 1.0)).where(self.starts.apply("eq", 1.0), 0.0)
        at = self.starts + at_positions(own, self.ends) - before
        return at_positions(self.places, at.apply("min", float(self.count))) - float(count)


def positions_of(mask: Formula) -> Formula | None:
    """The positions (from 1) where a column is true; None where there are none.  A short one is looked at on the host."""
    places = mask.session.engine.true_positions(mask.value)
    if places is None:
        there = np.flatnonzero(as_array(mask.value)) + 1.0
        return mask.of(there.reshape(-1, 1)) if len(there) else None
    return None if places[1] is None else mask.of(places[1])


def _plain(value: Any) -> bool:
    return type(value) is Tensor and not value.is_complex and class_of(value) not in ("int64", "uint64", "logical")


def distinct_rows(call: Any, value: Any, *, last: bool, stable: bool) -> tuple[Any, Any, Any] | None:
    """``unique`` of the rows of a matrix; None where the host finds them."""
    if not on_device(call, value) or not _plain(value) or len(shape_of(value)) != 2 or not 1 < shape_of(value)[1] <= MOST_SORTS:
        return None
    x = Formula(call, value)
    items = Items(x)
    own = at_positions(items.places, items.ends if last else items.starts)
    numbers = items.numbers() if call.nargout > 2 else None
    if stable:
        _, own, numbers = in_order_of(own, own, numbers)
    return rows_at(x, own).value, own.value, None if numbers is None else numbers.value


def combined(call: Any, a: Any, b: Any, *, rows: bool, stable: bool) -> tuple[Formula, Formula, Formula | None] | None:
    """The items of the set that the called builtin makes of two, and their places in each, from 1; None where the host computes them.

    The places of ``union`` and ``setxor`` are those of the items that come from the first or the second set.
    """
    if not _can_combine(call, a, b, rows):
        return None
    first_set, second_set = (Formula(call, v) if rows else Formula(call, v).reshape(numel_of(v), 1) for v in (a, b))
    count, x = first_set.extent(0), first_set.apply("vertcat", second_set)
    items = Items(x)
    first, last = at_positions(items.places, items.starts), at_positions(items.places, items.ends)
    partner = None
    if call.name != "union":
        in_first, in_second = first.apply("le", float(count)), last.apply("gt", float(count))
        wanted = {
            "intersect": in_first.apply("and", in_second),
            "setdiff": in_second.apply("not"),
            "setxor": in_first.apply("and", in_second).apply("not"),
        }[call.name]
        kept = positions_of(wanted)
        if kept is None:
            nothing = x.of(np.zeros((0, 1)))
            return x.of(np.zeros((0, x.extent(1)), as_array(x.part(0, 0, 1).value).dtype)), nothing, nothing
        first = at_positions(first, kept)
        if call.name == "intersect" and call.nargout > 2:
            partner = at_positions(items.first_others(count), kept)
    if stable:
        order = ranked(first, 0, positions=True)
        first = at_positions(first, order)
        partner = None if partner is None else at_positions(partner, order)
    elements = rows_at(x, first) if rows else at_positions(x, first)
    if call.name in ("union", "setxor") and call.nargout > 1:
        return elements, *_places_by_set(x, first, count)
    return elements, first, partner


def _can_combine(call: Any, a: Any, b: Any, rows: bool) -> bool:
    if not (on_device(call, a) or on_device(call, b)) or not _plain_pair(call, a, b) or not numel_of(a) or not numel_of(b):
        return False
    shapes = (shape_of(a), shape_of(b))
    return not rows or (all(len(s) == 2 for s in shapes) and shapes[0][1] == shapes[1][1] <= MOST_SORTS)


def _places_by_set(x: Formula, places: Formula, count: int) -> tuple[Formula, Formula]:
    """Places among both sets as those in the first one, which has ``count`` items, and those in the second."""
    nothing = x.of(np.zeros((0, 1)))
    own, others = (positions_of(places.apply(compare, float(count))) for compare in ("le", "gt"))
    left = nothing if own is None else at_positions(places, own)
    return left, nothing if others is None else at_positions(places, others) - float(count)


def _plain_pair(call: Any, a: Any, b: Any) -> bool:
    """Whether two values are real arrays of one class; a number beside floats of double precision is one."""
    if class_of(a) != class_of(b):
        return False
    return all(_plain(v) or (type(v) in (float, range)) or (type(v) is not Tensor and class_of(v) == "double") for v in (a, b))


def members(call: Any, a: Any, b: Any) -> tuple[Any, Any] | None:
    """``ismember`` of elements in a set that is large as well; None where the host finds them."""
    if not (on_device(call, a) or on_device(call, b)) or not _plain_pair(call, a, b) or not numel_of(a):
        return None
    x, other = (Formula(call, v).reshape(numel_of(v), 1) for v in (a, b))
    items, count = Items(x.apply("vertcat", other)), x.extent(0)
    in_second = at_positions(items.places, items.ends).apply("gt", float(count))
    number = items.numbers().part(0, 0, count)
    hit = at_positions(in_second, number).reshape(*shape_of(a))
    if call.nargout < 2:
        return hit.value, None
    return hit.value, at_positions(items.first_others(count), number).reshape(*shape_of(a)).where(hit.apply("not"), 0.0).value
