"""Sums and extremes of groups of elements of large arrays on a device: sorted, cut into blocks, one number of each block is fetched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...builtins.formula import Formula
from ...values.classes import DTYPES, INTEGER_LIMITS
from ...values.convert import as_array
from .device_tallies import FEW, counts, counts_in_order
from .order_statistics import at_positions, middle_of, ranked

_LONGEST, _SHORTEST = 4096, 16
"""Elements of a block at most and at least."""
_EACH = 16
"""The least average size of groups.  Smaller groups are faster on the host, where the results go."""

STATISTICS = frozenset({"sum", "mean", "max", "min", "prod", "var", "std", "median", "range"})
"""Functions of groups that need no element on the host."""


class Groups:
    """``index`` (a column of floats) says of each element which of ``total`` groups it belongs to, from 0."""

    def __init__(self, index: Formula, total: int) -> None:
        self.index, self.total = index, total
        self._order: Formula | None = None
        self._counts: np.ndarray | None = None

    @property
    def worth_it(self) -> bool:
        return self.total <= self.index.extent(0) // _EACH

    def counts(self) -> np.ndarray:
        """How many elements each group has."""
        if self._counts is None:
            if self.total <= FEW and self._order is None:
                self._counts = counts(self.index.apply("single"), np.arange(self.total + 1.0))[:-1]
            else:
                key = self._key()
                self._order = ranked(key, 0, positions=True)
                self._counts = counts_in_order(ranked(key, 0), np.arange(self.total + 1.0))[:-1]
        return self._counts

    def _key(self) -> Formula:
        """The groups in the smallest class that holds their numbers: each byte takes a pass of the sort."""
        return self.index.apply("uint8" if self.total <= 1 << 8 else "uint16" if self.total <= 1 << 16 else "uint32")

    def statistic(self, values: Formula, name: str) -> np.ndarray:
        """The statistic (of STATISTICS) of each group of a column of floats; any number for empty groups."""
        wide = values if values.matlab_class == "double" or name in ("max", "min", "median") else values.apply("double")
        each = self.counts()
        with np.errstate(invalid="ignore"):
            if name == "range":
                return self.reduced(wide, "max") - self.reduced(wide, "min")
            if name == "median":
                return self._medians(values)
            if name in ("var", "std"):
                mean = self.reduced(wide, "sum") / np.maximum(each, 1)
                apart = wide - at_positions(wide.of(mean.reshape(-1, 1)), self.index + 1.0)
                spread = self.reduced(apart * apart, "sum") / np.maximum(each - 1, 1)
                return np.sqrt(spread) if name == "std" else spread
            sums = self.reduced(wide, "sum" if name == "mean" else name).astype(np.float64)
            return sums / np.maximum(each, 1) if name == "mean" else sums

    def _medians(self, values: Formula) -> np.ndarray:
        """The median of each group; NaN, which sorts last, where the group holds one."""
        each = self.counts()
        # In order of the values, and then of the groups: a stable sort keeps the former in each of these.
        by_value = ranked(values, 0, positions=True)
        order = at_positions(by_value, ranked(at_positions(self._key(), by_value), 0, positions=True))
        first, sizes = np.cumsum(each) - each, np.maximum(each, 1)
        places = np.stack([first + (sizes - 1) // 2, first + sizes // 2, first + sizes - 1], axis=1)
        # An operand on the device keeps the table there.
        at = order.part(0, 0, 1) * 0.0 + np.minimum(places + 1.0, values.extent(0))
        picked = at_positions(values, at_positions(order, at))
        return as_array(middle_of(*(picked.part(1, k, 1) for k in range(3)), even=True).value).ravel().astype(np.float64)

    def reduced(self, values: Formula, kind: str) -> np.ndarray:
        """``sum``, ``prod``, ``max`` or ``min`` of a column's elements of each group, 0 where there are none; extremes pass over NaN."""
        if self._order is None:
            self._order = ranked(self._key(), 0, positions=True)
        each = self.counts()
        length = min(max(1 << int(values.extent(0) // self.total).bit_length(), _SHORTEST), _LONGEST)
        number = np.ceil(each / length).astype(np.int64)
        group = np.repeat(np.arange(self.total), number)
        own = np.arange(len(group)) - np.repeat(np.cumsum(number) - number, number)
        first = (np.cumsum(each) - each)[group] + own * length
        there = np.minimum(each[group] - own * length, length)
        # An operand on the device keeps the repeated array there.
        row = self._order.part(0, 0, 1) * 0.0 + np.arange(float(length)).reshape(-1, 1)
        outside = row.apply("ge", there.reshape(1, -1))
        at = (row + first.reshape(1, -1) + 1.0).apply("min", float(values.extent(0)))
        taken = at_positions(values, at_positions(self._order, at)).where(outside, _neutral(kind, values.matlab_class))
        sums = as_array(taken.reduce(kind, 0, matlab_class=values.matlab_class, omit_nan=kind in ("max", "min")).value).ravel()
        out = np.zeros(self.total, sums.dtype)
        filled = np.flatnonzero(number)
        starts = (np.cumsum(number) - number)[filled]
        out[filled] = {"sum": np.add, "prod": np.multiply, "max": np.fmax, "min": np.fmin}[kind].reduceat(sums, starts)
        return out


def _neutral(kind: str, matlab_class: str) -> np.ndarray:
    """The neutral element of sums, and of extremes that ignore NaN."""
    if kind in ("sum", "prod"):
        number: Any = int(kind == "prod")
    else:
        number = INTEGER_LIMITS[matlab_class][kind == "min"] if matlab_class in INTEGER_LIMITS else np.nan
    return np.full((1, 1), number, DTYPES[matlab_class])


def whole_bounds(columns: Sequence[Formula]) -> list[tuple[float, float, bool]]:
    """The least and the largest element of each column, and whether all are whole numbers."""
    asked = []
    for x in columns:
        axes = tuple(range(len(x.shape)))
        uneven = x.apply("ne", x.apply("floor")).reduce("any", *axes, matlab_class="logical")
        asked.append((*(x.reduce(kind, *axes, matlab_class=x.matlab_class) for kind in ("min", "max")), uneven))
    return [(*(float(as_array(f.value).item()) for f in (low, high)), not as_array(uneven.value).item()) for low, high, uneven in asked]
