"""Running sums, products, and extremes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...accel import fast_functions as small
from ...builtins import arguments as arg
from ...builtins.reducing import numeric, options
from ...builtins.spec import Builtin, Effect, Example, Fact, builtin
from ...graph.scan import Scan, scan
from ...graph.shapes import first_dimension
from ...values.convert import as_array, class_of, shape_of


def _axis(value, opts) -> int:
    return opts.dims[0] if opts.explicit else first_dimension(shape_of(value))


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
        # along a dimension that the array does not have every element is a line of its own
        return scan(form, arg.pad_dims(array, axis + 1), kind).reshape(array.shape, order="F")

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
).stating(Fact.COMPILED, effect=Effect.NONE, small=lambda engine: small.running(engine, np.add.accumulate))
CUMPROD = _running(
    "prod",
    "Running product.",
    Example("cumprod([1 2 3 4])", "[1 2 6 24]"),
    Example("cumprod([2 3; 4 5], 2, 'reverse')", "[6 3; 20 5]"),
).stating(Fact.COMPILED, effect=Effect.NONE, small=lambda engine: small.running(engine, np.multiply.accumulate))


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
        if (deferred := call.engine.scan(form, a)) is not None:
            if call.nargout < 2:
                return deferred
            places = call.engine.scan(replace(form, kind=f"arg{kind_of_scan}"), a)
            return deferred, places if places is not None else np.ones(shape_of(a))
        array = as_array(a)
        kind_of_values = "double" if class_of(a) == "char" else class_of(a)
        array = array.astype(float) if class_of(a) == "char" else array
        if axis >= array.ndim:
            return array, np.ones(array.shape)
        if array.dtype.kind == "c":
            return _by_modulus(array, axis, 1 if kind_of_scan == "max" else -1, opts.reverse, form.omit_nan)
        if call.nargout < 2:
            return scan(form, array, kind_of_values)
        return scan(form, array, kind_of_values), scan(replace(form, kind=f"arg{kind_of_scan}"), array, kind_of_values)

    return function


def _by_modulus(array: np.ndarray, axis: int, sign: int, reverse: bool, omit_nan: bool) -> tuple[np.ndarray, np.ndarray]:
    """Running extremes of complex numbers and their places: by modulus, then by angle."""
    lines = np.moveaxis(array, axis, 0)
    order = range(len(lines) - 1, -1, -1) if reverse else range(len(lines))
    values, places = np.array(lines), np.ones(lines.shape)
    best, place = None, None
    for k in order:
        if best is None:
            best, place = lines[k].copy(), np.full(lines[k].shape, k + 1.0)
        else:
            size, other = sign * np.abs(lines[k]), sign * np.abs(best)
            better = (size > other) | ((size == other) & (sign * np.angle(lines[k]) > sign * np.angle(best)))
            better |= np.isnan(best) & ~np.isnan(lines[k]) if omit_nan else np.isnan(lines[k]) & ~np.isnan(best)
            best, place = np.where(better, lines[k], best), np.where(better, k + 1.0, place)
        values[k], places[k] = best, place
    return np.asfortranarray(np.moveaxis(values, 0, axis)), np.asfortranarray(np.moveaxis(places, 0, axis))


CUMMAX = _running_extreme(
    "max",
    "Running maximum.",
    Example("cummax([1 3 2 5])", "[1 3 3 5]"),
    Example("[m, i] = cummax([1 3 2 5])", "{[1 3 3 5], [1 2 2 4]}"),
    Example("cummax([1 3 2], 'reverse')", "[3 3 2]"),
    Example("[m, i] = cummax([4 1i 6i 3+4i])", "{[4 4 6i 6i], [1 1 3 3]}"),
).stating(Fact.COMPILED, effect=Effect.NONE)
CUMMIN = _running_extreme(
    "min",
    "Running minimum.",
    Example("cummin([3 1 2])", "[3 1 1]"),
    Example("[m, i] = cummin([3 1 2])", "{[3 1 1], [1 2 2]}"),
).stating(Fact.COMPILED, effect=Effect.NONE)
