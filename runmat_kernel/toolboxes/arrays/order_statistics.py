"""Order statistics: medians, quantiles, and rows in order, from sorted elements that may still be on a device."""

from __future__ import annotations

import numpy as np

from ...builtins.formula import Formula
from ...graph import pointwise
from ...graph.op import Op
from ...graph.primitives import compute_class, float_class
from ...graph.sort import Sort
from ...graph.sort import sort as sorted_array
from ...values.convert import as_array


def _middle(low, high, out=None):
    """The mean of two numbers, without overflow where they have the same sign."""
    apart = ((low < 0) != (high < 0)) | np.isinf(low) | np.isinf(high)
    return pointwise.give(np.where(apart, (low + high) * 0.5, low + (high - low) * 0.5).astype(np.asarray(low).dtype, copy=False), out)


MIDDLE = Op(
    "middle", 2, _middle, lambda low, high: low, compute_class,
    "select({0} + ({1} - {0}) * 0.5R, ({0} + {1}) * 0.5R, ({0} < 0.0R) != ({1} < 0.0R) || rm_isinf_T({0}) || rm_isinf_T({1}))",
    lambda low, high: type(low)(low.low, high.high), cost=6.0, real=_middle,
)  # fmt: skip
"""Half way between the first operand and the second, which is not smaller; integers round."""


def _between(low, high, part, out=None):
    mixed = (0.5 + part) * high + (0.5 - part) * low
    return pointwise.give(np.where((low == high) | (part == -0.5), low, mixed).astype(np.asarray(low).dtype, copy=False), out)


BETWEEN = Op(
    "between", 3, _between, lambda low, high, part: low, lambda low, high, part: float_class(low, high),
    "select(rm_keep_T((0.5R + {2}) * {1}, {1}) + rm_keep_T((0.5R - {2}) * {0}, {0}), {0}, {0} == {1} || {2} == -0.5R)",
    lambda low, high, part: type(low)(low.low, high.high), cost=6.0, real=_between,
)  # fmt: skip
"""From the first operand (third: -0.5) to the second (0.5), in proportion; what is hit exactly, or between equals, is copied."""


def ranked(x: Formula, axis: int, descending: bool = False, positions: bool = False) -> Formula:
    """The elements in order along an axis, NaN as the largest; or where they came from, from 1."""
    form = Sort(axis, descending, positions)
    result = x.session.engine.sort(form, x.value)
    return Formula(x, sorted_array(form, as_array(x.value)) if result is None else result)


def picked(x: Formula, axis: int, rank: Formula) -> Formula:
    """The elements whose places (from 1) along an axis ``rank`` says, line by line; its other extents are those of ``x``."""
    shape = x.shape + (1,) * (axis + 1 - len(x.shape))
    inner = int(np.prod(shape[:axis], dtype=np.int64))
    lines = np.arange(inner * int(np.prod(shape[axis + 1 :], dtype=np.int64)))
    start = lines % inner + lines // inner * (inner * shape[axis]) - inner
    place = rank * float(inner) + start.astype(float).reshape([1 if d == axis else n for d, n in enumerate(shape)], order="F")
    return Formula(x, x.session.engine.take(x.value, place.apply("uint32").value))


def median_of(x: Formula, axis: int, omit_nan: bool) -> Formula:
    """The median along an axis that has elements, of real numbers."""
    n, floats = x.extent(axis), x.matlab_class in ("double", "single")
    order = ranked(x, axis)
    if omit_nan and floats:
        count = x.count(axis, omit_nan=True)
        low = ((count + 1.0) / 2.0).apply("floor").apply("max", 1.0)
        high = ((count / 2.0).apply("floor") + 1.0).apply("min", float(n))
        return picked(order, axis, low).op(MIDDLE, picked(order, axis, high))
    return middle_of(*(order.part(axis, k, 1) for k in ((n - 1) // 2, n // 2, n - 1)), even=n % 2 == 0)


def middle_of(low: Formula, high: Formula, last: Formula, *, even: bool) -> Formula:
    """The median from the two middle elements and the last, which is NaN where there are any."""
    middle = low.op(MIDDLE, high) if even else low
    return middle.where(last.apply("isnan"), last) if last.matlab_class in ("double", "single") else middle


def mode_of(x: Formula, axis: int) -> tuple[Formula, Formula]:
    """The most frequent element along an axis that has elements, the smallest of several, NaN left out; and its frequency."""
    n = x.extent(axis)
    order = ranked(x, axis)
    at = x.of(1.0).apply("colon", float(n)).reshape(*(n if d == axis else 1 for d in range(len(x.shape))))
    # How long the row of equal elements is that ends here: longest at its last one, and sorted elements come up in order.
    same = order.apply("eq", order.apply("circshift", 1.0, axis + 1.0)).apply("and", at.apply("gt", 1.0))
    length = at - (at + same * 0.0).where(same, 0.0).running("max", axis) + 1.0
    if x.matlab_class in ("double", "single"):
        length = length.where(order.apply("isnan"), 0.0)
    return picked(order, axis, length.reduce("argmax", axis, matlab_class="double")), length.reduce("max", axis, matlab_class="double")


def quantiles_of(x: Formula, wanted: np.ndarray, axis: int) -> Formula:
    """Quantiles (midpoint rule, linear between) along an axis that has elements, NaN left out; ``wanted`` replaces the axis."""
    rank, count = max(axis + 1, len(x.shape)), x.count(axis, omit_nan=True)
    place = x.of(wanted.reshape([-1 if d == axis else 1 for d in range(rank)], order="F")) * count
    low = (place + 0.5).apply("floor")
    high = (low + 1.0).apply("min", count).apply("max", 1.0)
    order = ranked(x, axis)
    first = picked(order, axis, low.apply("max", 1.0).apply("min", float(x.extent(axis))))
    return first.op(BETWEEN, picked(order, axis, high), place - low)


def extreme_of(x: Formula, axis: int, count: int, largest: bool) -> tuple[Formula, Formula]:
    """The ``count`` smallest or largest elements along an axis and their positions from 1, best first, NaN last."""
    turned = largest and x.matlab_class in ("double", "single")
    source, descending = (-x, False) if turned else (x, largest)
    best = ranked(source, axis, descending).part(axis, 0, count)
    return -best if turned else best, ranked(source, axis, descending, positions=True).part(axis, 0, count)


def row_positions(x: Formula, columns: list[int], descending: list[bool]) -> Formula:
    """The positions (from 1) that sort the rows of a matrix by columns (from 0), the first the most significant; a column."""
    order = None
    for c, down in reversed(list(zip(columns, descending, strict=True))):
        key = x.part(1, c, 1)
        order_so_far = ranked(key if order is None else at_positions(key, order), 0, down, positions=True)
        order = order_so_far if order is None else at_positions(order, order_so_far)
    return order


def at_positions(x: Formula, positions: Formula) -> Formula:
    """The elements at linear positions from 1 that are inside."""
    return Formula(x, x.session.engine.take(x.value, (positions - 1.0).apply("uint32").value))


def below(x: Formula, ordered: np.ndarray) -> Formula:
    """How many of ``ordered`` (a vector in order, without NaN, of the class of ``x``) are smaller than each element: by halves."""
    size = 1 << len(ordered).bit_length()
    # NaN, which is smaller than nothing, fills the vector up, so that no probe needs a test.
    table = x.of(_filled(ordered, size))
    half = size // 2
    place = x.apply("gt", float(ordered[half - 1])) * float(half)
    while half > 1:
        half //= 2
        place = place + at_positions(table, place + float(half)).apply("lt", x) * float(half)
    return place


def member(x: Formula, ordered: np.ndarray, places: np.ndarray) -> tuple[Formula, Formula]:
    """Whether each element is one of ``ordered`` (as for ``below``), and the first of its ``places`` (0 where it is not)."""
    size, at = 1 << len(ordered).bit_length(), below(x, ordered) + 1.0
    hit = at_positions(x.of(_filled(ordered, size)), at).apply("eq", x)
    return hit, at_positions(x.of(_filled(places.astype(float), size)), at).where(hit.apply("not"), 0.0)


def _filled(vector: np.ndarray, size: int) -> np.ndarray:
    return np.concatenate([vector, np.full(size - len(vector), np.nan, vector.dtype)]).reshape(-1, 1)


def rows_at(x: Formula, positions: Formula) -> Formula:
    """The rows of a matrix at positions from 1, a column."""
    return at_positions(x, positions + np.arange(x.extent(1)) * float(x.extent(0)))


def lines_in_order(array: np.ndarray, axis: int, descending: bool, strict: bool) -> bool:
    """What ``in_order`` says of a real array on the host."""
    lines = array.swapaxes(0, axis)
    small, large = (lines[1:], lines[:-1]) if descending else (lines[:-1], lines[1:])
    fine = small < large if strict else small <= large
    if not strict and array.dtype.kind == "f" and not fine.all():
        fine |= np.isnan(large)
    return bool(fine.all())


def in_order(x: Formula, axis: int, descending: bool, strict: bool) -> Formula:
    """Whether every line along an axis is in order, NaN as the largest; where ``strict`` nothing may be equal or NaN."""
    n = x.extent(axis)
    small, large = x.part(axis, 0, n - 1), x.part(axis, 1, n - 1)
    if descending:
        small, large = large, small
    fine = small.apply("lt" if strict else "le", large)
    if x.matlab_class in ("double", "single") and not strict:
        fine = fine.apply("or", large.apply("isnan"))
    return fine.reduce("all", *range(len(x.shape)), matlab_class="logical")
