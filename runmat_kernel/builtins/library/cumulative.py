"""Running sums, products, and extremes."""

from __future__ import annotations

import numpy as np

from ...graph.accumulate import wide_dtype
from ...graph.shapes import first_dimension
from ...values.classes import INTEGER_LIMITS, saturate
from ...values.convert import as_array
from ..reducing import numeric, options
from ..spec import Builtin, Example, builtin


def _axis(call, value, opts) -> int:
    return opts.dims[0] if opts.given else first_dimension(as_array(value).shape)


def _running(name: str, ufunc, summary: str, neutral: float, *examples: Example) -> Builtin:
    @builtin(
        name,
        f"B = {name}(A)",
        f"B = {name}(A, dim)",
        f"B = {name}(..., direction)",
        f"B = {name}(..., nanflag)",
        summary=summary,
        examples=examples,
    )
    def function(call, a, *rest):
        kind, opts = numeric(call, a), options(call, a, rest)
        array, axis = as_array(a), _axis(call, a, opts)
        if array.dtype.kind in "bu" and kind in ("logical", "char"):
            array = array.astype(float)
        if axis >= array.ndim:
            return array
        if opts.omit_nan and array.dtype.kind in "fc":
            array = np.where(np.isnan(array), array.dtype.type(neutral), array)
        source = np.flip(array, axis) if opts.reverse else array
        with np.errstate(all="ignore"):
            if kind in INTEGER_LIMITS:
                # A running total that left the class stays at its limit until it comes back: each step saturates.
                result = _saturating(ufunc, source, axis, kind)
            else:
                result = ufunc.accumulate(
                    source, axis=axis, dtype=wide_dtype(source) if array.dtype != np.complex64 else np.complex128
                ).astype(array.dtype)
        return np.flip(result, axis) if opts.reverse else result

    return function


def _saturating(ufunc, source: np.ndarray, axis: int, kind: str) -> np.ndarray:
    exact = ufunc.accumulate(source, axis=axis, dtype=wide_dtype(source))
    low, high = INTEGER_LIMITS[kind]
    if not ((exact > high) | (exact < low)).any():
        return exact.astype(source.dtype)
    moved = np.moveaxis(source, axis, 0)
    result = np.empty_like(moved)
    result[0] = moved[0]
    for i in range(1, moved.shape[0]):
        result[i] = saturate(ufunc(result[i - 1].astype(wide_dtype(source)), moved[i].astype(wide_dtype(source))), kind)
    return np.moveaxis(result, 0, axis)


CUMSUM = _running(
    "cumsum",
    np.add,
    "Running sum.",
    0,
    Example("cumsum([1 2; 3 4])", "[1 2; 4 6]"),
    Example("cumsum([1 2 3], 'reverse')", "[6 5 3]"),
    Example("cumsum([1 2; 3 4], 2)", "[1 3; 3 7]"),
    Example("cumsum([1 NaN 2], 'omitnan')", "[1 1 3]"),
    Example("cumsum(int8([100 100]))", "int8([100 127])"),
    Example("cumsum([])", "[]"),
)
CUMPROD = _running(
    "cumprod",
    np.multiply,
    "Running product.",
    1,
    Example("cumprod([1 2 3 4])", "[1 2 6 24]"),
    Example("cumprod([2 3; 4 5], 2, 'reverse')", "[6 3; 20 5]"),
)


def _running_extreme(name: str, skipping, keeping, summary: str, *examples: Example) -> Builtin:
    @builtin(
        name,
        f"M = {name}(A)",
        f"M = {name}(A, dim)",
        f"M = {name}(..., direction)",
        f"M = {name}(..., nanflag)",
        f"[M, I] = {name}(...)",
        summary=summary,
        examples=examples,
    )
    def function(call, a, *rest):
        numeric(call, a)
        opts = options(call, a, rest)
        array, axis = as_array(a), _axis(call, a, opts)
        if axis >= array.ndim:
            return array, np.ones(array.shape)
        source = np.flip(array, axis) if opts.reverse else array
        ufunc = skipping if opts.omit_nan is not False else keeping
        result = ufunc.accumulate(source, axis=axis)
        if call.nargout < 2:
            return np.flip(result, axis) if opts.reverse else result
        # The position of each running extreme: the last place where it changed.
        before = np.roll(result, 1, axis)
        changed = (result != before) & ~(np.isnan(result) & np.isnan(before)) if result.dtype.kind == "f" else result != before
        lead = [slice(None)] * array.ndim
        lead[axis] = slice(0, 1)
        changed[tuple(lead)] = True
        n = array.shape[axis]
        steps = np.arange(n).reshape([-1 if d == axis else 1 for d in range(array.ndim)])
        index = np.maximum.accumulate(np.where(changed, steps, 0), axis=axis)
        if opts.reverse:
            return np.flip(result, axis), np.flip(n - index, axis).astype(float)
        return result, index + 1.0

    return function


CUMMAX = _running_extreme(
    "cummax",
    np.fmax,
    np.maximum,
    "Running maximum.",
    Example("cummax([1 3 2 5])", "[1 3 3 5]"),
    Example("[m, i] = cummax([1 3 2 5])", "{[1 3 3 5], [1 2 2 4]}"),
    Example("cummax([1 3 2], 'reverse')", "[3 3 2]"),
)
CUMMIN = _running_extreme(
    "cummin",
    np.fmin,
    np.minimum,
    "Running minimum.",
    Example("cummin([3 1 2])", "[3 1 1]"),
    Example("[m, i] = cummin([3 1 2])", "{[3 1 1], [1 2 2]}"),
)
