"""Statistics and transforms of many groups of numbers at once, missing ones left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...builtins.device import is_real_float
from ...values.convert import class_of
from ...values.tensor import Tensor

_FEWEST = 8
"""Groups from which on they are gone through together."""
_COUNTS = ("nummissing", "nnz")
_METHODS = frozenset({"sum", "mean", "min", "max", "range", "var", "std", "median", "nummissing", "nnz"})


def statistics_of_groups(method: Any, value: Any, groups: Sequence[np.ndarray], empty: float | None = None) -> Tensor | None:
    """The statistic of the elements of a column in each group (their places from 0), a row each, ``empty`` for a group without any; None
    where the groups are gone through one by one: for other methods and values than real floats, and empty groups without that."""
    if not isinstance(method, str) or method not in _METHODS or len(groups) < _FEWEST:
        return None
    lengths = np.array([len(rows) for rows in groups])
    if empty is None and not lengths.all():
        return None
    if not lengths.all() and method in _COUNTS and class_of(value) == "single":
        return None  # counts are doubles, gaps are not
    if not _is_column(value):
        return None
    numbers = value.array[np.concatenate(groups), 0]
    of = np.repeat(np.arange(len(groups)), lengths)
    with np.errstate(invalid="ignore", over="ignore"):
        statistics = _statistics(method, numbers, of, len(groups))
    if empty is not None:
        statistics[lengths == 0] = empty
    return Tensor(statistics.reshape(-1, 1), "double" if method in _COUNTS else class_of(value))


def _is_column(value: Any) -> bool:
    return is_real_float(value) and value.shape[1:] == (1,)


def transformed_groups(rule: Any, value: Any, groups: Sequence[np.ndarray]) -> Tensor | None:
    """The elements of a column, group by group, less the mean of their group (``meancenter``), that over its standard deviation
    (``zscore``), over its length (``norm``) or between 0 and 1 (``rescale``), as doubles; None where the groups are gone through one by
    one."""
    if (
        rule not in ("meancenter", "zscore", "norm", "rescale")
        or len(groups) < _FEWEST
        or not all(map(len, groups))
        or not _is_column(value)
    ):
        return None
    x = value.array[np.concatenate(groups), 0].astype(np.float64)
    lengths = np.array([len(rows) for rows in groups])
    of = np.repeat(np.arange(len(groups)), lengths)

    def each(method: str, numbers: np.ndarray = x) -> np.ndarray:
        return _statistics(method, numbers, of, len(groups))

    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        if rule == "norm":
            return Tensor((x / np.sqrt(each("sum", x * x))[of]).reshape(-1, 1))
        if rule == "rescale":
            low, width = each("min"), each("range")
            return Tensor(((x - low[of]) / np.where(width == 0, 1.0, width)[of]).reshape(-1, 1))
        deviations = x - each("mean")[of]
        if rule == "zscore":
            spread = each("std")
            # one element that is known among others that are not has no deviation
            spread[(lengths > 1) & (lengths - each("nummissing") == 1)] = np.nan
            deviations = deviations / np.where(spread == 0, 1.0, spread)[of]
    return Tensor(deviations.reshape(-1, 1))


def _statistics(method: str, numbers: np.ndarray, of: np.ndarray, count: int) -> np.ndarray:
    """``of`` has the group (from 0, in order) of each number."""
    known = ~np.isnan(numbers)
    if method == "nummissing":
        return np.bincount(of[~known], minlength=count).astype(float)
    x, of = numbers[known], of[known]
    if method == "nnz":
        return np.bincount(of[x != 0], minlength=count).astype(float)
    sizes = np.bincount(of, minlength=count)
    there = np.flatnonzero(sizes)
    starts, sizes = np.concatenate([[0], np.cumsum(sizes[there])[:-1]]).astype(int), sizes[there]
    rows = np.full(count, 0.0 if method == "sum" else np.nan, x.dtype)
    if there.size:
        rows[there] = _of_filled(method, x, of, starts, sizes)
    return rows


def _of_filled(method: str, x: np.ndarray, of: np.ndarray, starts: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """The statistic of stretches of numbers, none of them empty."""
    number = sizes.astype(x.dtype)
    if method in ("min", "max"):
        return (np.minimum if method == "min" else np.maximum).reduceat(x, starts)
    if method == "range":
        return np.maximum.reduceat(x, starts) - np.minimum.reduceat(x, starts)
    if method == "median":
        ordered = x[np.lexsort((x, of))]
        low, high = ordered[starts + (sizes - 1) // 2], ordered[starts + sizes // 2]
        return np.where(low == high, low, (low + high) / 2)
    total = np.add.reduceat(x, starts)
    if method == "sum":
        return total
    if method == "mean":
        return total / number
    deviations = x - np.repeat(total / number, sizes)
    spread = np.add.reduceat(deviations * deviations, starts) / np.maximum(number - 1, 1)
    return np.sqrt(spread) if method == "std" else spread
