"""Reductions of host arrays: their definition for every provider.

Kinds are those of ``codegen.body.Accumulation``.  Singles are summed in double, so that long sums keep their digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..values.classes import COMPLEX_DTYPES, DTYPES, INTEGER_LIMITS, saturate


def wide_dtype(array: np.ndarray) -> np.dtype:
    """Where sums of an array run: doubles for singles and small integers, extended precision for 64-bit integers."""
    if array.dtype.kind == "c":
        return np.dtype(np.complex128)
    return np.dtype(np.longdouble) if array.dtype.kind in "iu" and array.dtype.itemsize == 8 else np.dtype(np.float64)


def accumulate(kind: str, array: np.ndarray, dims: tuple[int, ...], matlab_class: str, omit_nan: bool = False) -> np.ndarray:
    """A reduction over 0-based ``dims``, kept with size one; dims beyond the array change nothing."""
    axes = tuple(d for d in dims if d < array.ndim)
    with np.errstate(all="ignore"):
        return _in_class(_FUNCTIONS[kind](array, axes, omit_nan), matlab_class)


def _in_class(result: np.ndarray, matlab_class: str) -> np.ndarray:
    if matlab_class in INTEGER_LIMITS:
        return saturate(result, matlab_class)
    dtype = COMPLEX_DTYPES[matlab_class] if result.dtype.kind == "c" else DTYPES[matlab_class]
    return result if result.dtype == dtype else result.astype(dtype)


def _without_nan(array: np.ndarray, neutral: float, omit_nan: bool) -> np.ndarray:
    if not omit_nan or array.dtype.kind not in "fc":
        return array
    undefined = np.isnan(array)
    return np.where(undefined, array.dtype.type(neutral), array) if undefined.any() else array


def _sum(array: np.ndarray, axes: tuple[int, ...], omit_nan: bool) -> np.ndarray:
    return np.sum(_without_nan(array, 0, omit_nan), axis=axes, keepdims=True, dtype=wide_dtype(array))


def _prod(array: np.ndarray, axes: tuple[int, ...], omit_nan: bool) -> np.ndarray:
    return np.prod(_without_nan(array, 1, omit_nan), axis=axes, keepdims=True, dtype=wide_dtype(array))


def _extreme(function: np.ufunc, numpy_function: np.ufunc) -> Callable[..., np.ndarray]:
    def reduce(array: np.ndarray, axes: tuple[int, ...], omit_nan: bool) -> np.ndarray:
        # fmax and fmin pass over NaN; maximum and minimum keep it.
        if array.dtype.kind == "f":
            return (function if omit_nan else numpy_function).reduce(array, axis=axes, keepdims=True)
        return numpy_function.reduce(array, axis=axes, keepdims=True)

    return reduce


def _any(array: np.ndarray, axes: tuple[int, ...], omit_nan: bool) -> np.ndarray:
    # NaN is not zero, but ``any`` passes over it.
    return np.any((array != 0) & ~np.isnan(array) if array.dtype.kind in "fc" else array, axis=axes, keepdims=True)


def _all(array: np.ndarray, axes: tuple[int, ...], omit_nan: bool) -> np.ndarray:
    return np.all(array != 0, axis=axes, keepdims=True)


def _count(array: np.ndarray, axes: tuple[int, ...], omit_nan: bool) -> np.ndarray:
    return np.count_nonzero(array, axis=axes, keepdims=True)


def _moment2(array: np.ndarray, axes: tuple[int, ...], omit_nan: bool) -> np.ndarray:
    """Sum of squared deviations from the mean, by two passes in double."""
    wide = array.astype(wide_dtype(array))
    valid = ~np.isnan(wide) if omit_nan else np.ones(wide.shape, bool)
    count = np.sum(valid, axis=axes, keepdims=True)
    mean = np.sum(np.where(valid, wide, 0), axis=axes, keepdims=True) / count
    deviation = np.where(valid, wide - mean, 0)
    return np.sum((deviation * np.conj(deviation)).real, axis=axes, keepdims=True)


def front(array: np.ndarray, axes: tuple[int, ...]) -> tuple[np.ndarray, tuple[int, ...]]:
    """The reduced dimensions as one first axis (column-major among themselves), the rest flattened behind; and the result's shape."""
    rest = tuple(d for d in range(array.ndim) if d not in axes)
    count, lines = (math.prod(array.shape[d] for d in some) for some in (axes, rest))
    moved = np.transpose(array, axes + rest).reshape((count, lines), order="F")
    return moved, tuple(1 if d in axes else n for d, n in enumerate(array.shape))


def _position(pick: Callable[..., Any], worst: float) -> Callable[..., np.ndarray]:
    def reduce(array: np.ndarray, axes: tuple[int, ...], omit_nan: bool) -> np.ndarray:
        moved, shape = front(array, axes)
        index = pick(moved, axis=0)
        if omit_nan and moved.dtype.kind == "f":
            undefined = np.isnan(moved)
            if undefined.any():
                index = pick(np.where(undefined, moved.dtype.type(worst), moved), axis=0)
                # A column whose best is the stand-in itself: its first element that is no NaN.
                chosen = np.take_along_axis(undefined, index[None], axis=0)[0]
                index = np.where(chosen, np.argmin(undefined, axis=0), index)
        return (index + 1).astype(float).reshape(shape, order="F")

    return reduce


_FUNCTIONS = {
    "sum": _sum,
    "prod": _prod,
    "max": _extreme(np.fmax, np.maximum),
    "min": _extreme(np.fmin, np.minimum),
    "any": _any,
    "all": _all,
    "count_nonzero": _count,
    "argmax": _position(np.argmax, -np.inf),
    "argmin": _position(np.argmin, np.inf),
    "moment2": _moment2,
}
