"""Bins and groups of the elements of large arrays on a device: only counts and what they decide come to the host."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins.device import exact_column
from ...builtins.formula import Formula
from ...values.classes import DTYPES
from ...values.convert import as_array
from .bins import Sample
from .order_statistics import at_positions, quantiles_of, ranked

_LINE = 4096
"""Elements that are compared with all edges together, so that they are read from memory once."""
_AT_ONCE = 1 << 28
"""Comparisons of one kernel: what they make is as large, for those who look at sizes, though it is never stored."""
FEW = 64
"""Edges up to which comparing every element with every edge takes less time than sorting the elements."""


def sample(call: Any, value: Any, limits: tuple[float, float] | None = None) -> Sample:
    """What rules for bins ask for of the finite elements (between two limits)."""
    x = exact_column(call, value)
    y = x.apply("double") if x.matlab_class == "single" else x
    out = y.apply("isfinite").apply("not")
    if limits is not None:
        out = out.apply("or", y.apply("lt", limits[0])).apply("or", y.apply("gt", limits[1]))
    y = y.where(out, float("nan"))
    count, low, high, moment = y.count(0, omit_nan=True), *(y.reduce(kind, 0, omit_nan=True) for kind in ("min", "max", "moment2"))
    broken = y.apply("ne", y.apply("round")).apply("and", out.apply("not")).reduce("any", 0, matlab_class="logical")
    number, least, most, squares, uneven = (as_array(f.value).item() for f in (x.of(count), low, high, moment, broken))

    def quartiles() -> tuple[float, float]:
        both_quartiles = as_array(quantiles_of(y, np.array([0.75, 0.25]), 0).value).ravel()
        return float(both_quartiles[0]), float(both_quartiles[1])

    return Sample(int(number), least, most, not uneven, lambda: math.sqrt(squares / max(number - 1, 1)), quartiles)


def _edges_of(matlab_class: str, edges: np.ndarray) -> np.ndarray:
    """The smallest numbers of a class that are not below the edges: its elements compare with both alike."""
    dtype = np.dtype(DTYPES[matlab_class])
    with np.errstate(over="ignore"):
        near = edges.astype(dtype)
    near = np.where(near < edges, np.nextafter(near, dtype.type(np.inf)), near)
    # Devices take the smallest singles for zeros.
    tiny = np.finfo(dtype).tiny
    return np.where((near > 0) & (near < tiny), tiny, near).astype(dtype)


def places(x: Formula, edges: np.ndarray) -> Formula:
    """For each element how many of the sorted edges are at most as large; 0 for NaN.  By halves."""
    table = _edges_of(x.matlab_class, edges)
    size = 1 << len(table).bit_length()
    filled = x.of(np.concatenate([table, np.full(size - len(table), np.nan, table.dtype)]).reshape(-1, 1))
    half = size // 2
    place = x.apply("ge", float(table[half - 1])) * float(half)
    while half > 1:
        half //= 2
        place = place + at_positions(filled, place + float(half)).apply("le", x) * float(half)
    return place


def steps(x: Formula, edges: np.ndarray) -> Formula:
    """As ``places``; 0 behind the last edge too."""
    behind = x.apply("gt", float(_edges_below(x.matlab_class, edges[-1:])[0]))
    return places(x, edges).where(behind, 0.0)


def bins(x: Formula, edges: np.ndarray) -> Formula:
    """The bin (from 1) of each element, the last with its right edge; 0 outside and for NaN."""
    return steps(x, edges).apply("min", float(len(edges) - 1))


def _edges_below(matlab_class: str, edges: np.ndarray) -> np.ndarray:
    """The largest numbers of a class that are not above the edges."""
    return -_edges_of(matlab_class, -edges)


def counts(x: Formula, edges: np.ndarray) -> np.ndarray:
    """How many elements of a column lie from each of the sorted edges up to the next one; the last number counts those at the last edge."""
    least, most = _edges_of(x.matlab_class, edges), _edges_below(x.matlab_class, edges[-1:])
    make, column = (_below_in_order, ranked(x, 0)) if len(edges) > FEW else (_below, x)
    marks = [make(column, *item) for item in ((least, "lt"), (most, "le"))]
    return np.diff(np.concatenate([as_array(f.value).ravel() for f in marks]))


def counts_in_order(ordered: Formula, edges: np.ndarray) -> np.ndarray:
    """As ``counts``, for elements in order and edges that are exact in their class or beyond it."""
    marks = [_below_in_order(ordered, *item) for item in ((edges, "lt"), (edges[-1:], "le"))]
    return np.diff(np.concatenate([as_array(f.value).ravel() for f in marks]))


def counts_upto(x: Formula, marks: np.ndarray) -> np.ndarray:
    """How many elements of a column are not larger than each of the sorted marks; the last number counts all but NaN."""
    all_of_them = x.of(x.count(0, omit_nan=True))
    if not len(marks):
        return as_array(all_of_them.value).ravel()
    most = _edges_below(x.matlab_class, marks)
    tallied = _below_in_order(ranked(x, 0), most, "le") if len(marks) > FEW else _below(x, most, "le")
    return np.concatenate([as_array(f.value).ravel() for f in (tallied, all_of_them)])


def inside(tallied: np.ndarray) -> np.ndarray:
    """What ``counts`` gives as counts of bins: the last edge belongs to the last one."""
    return np.concatenate([tallied[:-2], [tallied[-2] + tallied[-1]]])


def _below(x: Formula, marks: np.ndarray, compare: str) -> Formula:
    """How many elements of a column are smaller (``lt``; ``le``: not larger) than each of a few marks."""
    engine, length, few = x.session.engine, x.extent(0), len(marks)
    level = x.of(marks.reshape(1, few))
    piece = max(_AT_ONCE // few // _LINE, 1) * _LINE
    total: Any = 0.0
    for start in range(0, length, piece):
        count = min(piece, length - start)
        whole = count - count % _LINE
        for first, rows, lines in ((start, _LINE, whole // _LINE), (start + whole, count - whole, 1)):
            if rows and lines:
                part = Formula(x, engine.strided(x.value, (1, 0, rows), (rows, 1, lines), first))
                total = part.apply(compare, level).reduce("count_nonzero", 0).reduce("sum", 2) + total
    return total


def _below_in_order(ordered: Formula, marks: np.ndarray, compare: str) -> Formula:
    """As ``_below``, of elements in order, by halves."""
    total, level = ordered.extent(0), ordered.of(marks.reshape(-1, 1))
    half = 1 << total.bit_length()
    counts: Any = ordered.of(np.zeros((len(marks), 1)))
    while half > 1:
        half //= 2
        at = counts + float(half)
        fits = at.apply("le", float(total)).apply("and", at_positions(ordered, at.apply("min", float(total))).apply(compare, level))
        counts = counts + fits * float(half)
    return counts
