"""Running sums, products, and extremes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...graph.scan import Scan, scan
from ...graph.shapes import first_dimension
from ...values.convert import as_array, class_of, shape_of
from ..reducing import numeric, options
from ..spec import Builtin, Example, builtin


def _axis(value, opts) -> int:
    return opts.dims[0] if opts.given else first_dimension(shape_of(value))


def _running(kind_of_scan: str, summary: str, *examples: Example) -> Builtin:
    name = f"cum{kind_of_scan}"

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
        axis = _axis(a, opts)
        form = Scan(kind_of_scan, axis, opts.reverse, bool(opts.omit_nan))
        if (deferred := call.engine.scan(form, a)) is not None:
            return deferred
        array = as_array(a)
        if array.dtype.kind in "bu" and kind in ("logical", "char"):
            array = array.astype(float)
        return array if axis >= array.ndim else scan(form, array, kind)

    return function


CUMSUM = _running(
    "sum",
    "Running sum.",
    Example("cumsum([1 2; 3 4])", "[1 2; 4 6]"),
    Example("cumsum([1 2 3], 'reverse')", "[6 5 3]"),
    Example("cumsum([1 2; 3 4], 2)", "[1 3; 3 7]"),
    Example("cumsum([1 NaN 2], 'omitnan')", "[1 1 3]"),
    Example("cumsum(int8([100 100]))", "int8([100 127])"),
    Example("cumsum([])", "[]"),
)
CUMPROD = _running(
    "prod",
    "Running product.",
    Example("cumprod([1 2 3 4])", "[1 2 6 24]"),
    Example("cumprod([2 3; 4 5], 2, 'reverse')", "[6 3; 20 5]"),
)


def _running_extreme(kind_of_scan: str, summary: str, *examples: Example) -> Builtin:
    name = f"cum{kind_of_scan}"

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
        axis = _axis(a, opts)
        form = Scan(kind_of_scan, axis, opts.reverse, opts.omit_nan is not False)
        if call.nargout < 2 and (deferred := call.engine.scan(form, a)) is not None:
            return deferred
        array = as_array(a)
        if axis >= array.ndim:
            return array, np.ones(array.shape)
        if call.nargout < 2:
            return scan(form, array, class_of(a))
        result = scan(replace(form, reverse=False), np.flip(array, axis) if opts.reverse else array, class_of(a))
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
    "max",
    "Running maximum.",
    Example("cummax([1 3 2 5])", "[1 3 3 5]"),
    Example("[m, i] = cummax([1 3 2 5])", "{[1 3 3 5], [1 2 2 4]}"),
    Example("cummax([1 3 2], 'reverse')", "[3 3 2]"),
)
CUMMIN = _running_extreme(
    "min",
    "Running minimum.",
    Example("cummin([3 1 2])", "[3 1 1]"),
    Example("[m, i] = cummin([3 1 2])", "{[3 1 1], [1 2 2]}"),
)
