"""Integrals and derivatives of sampled functions: trapezoids, gradients, Laplacians."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.formula import Formula
from ...builtins.spec import Effect, Example, builtin
from ...values.classes import DTYPES, FLOAT_CLASSES
from ...values.convert import as_array, numel_of, shape_of

_MOST_DIMENSIONS = 31
"""Dimensions beyond this one, from 0, have length 1 in every array."""


def _trapezoids(call: Any, arguments: tuple[Any, ...]) -> tuple[Formula, int]:
    """Areas of the trapezoids of trapz's arguments along an axis, and that axis."""
    x, y, dim = None, arguments[0], None
    if len(arguments) >= 2:
        if len(arguments) == 2 and numel_of(arguments[1]) == 1 and numel_of(arguments[0]) != 1:
            dim = arguments[1]
        else:
            x, y = arguments[:2]
            dim = arguments[2] if len(arguments) > 2 else None
    values = Formula(call, y)
    if values.matlab_class not in FLOAT_CLASSES:
        values = values.apply("double")
    axis = min(values.axis(dim), _MOST_DIMENSIONS)
    areas = (_later(values, axis) + values.part(axis, 0, max(values.extent(axis) - 1, 0))) / 2.0
    return (areas if x is None else areas * _spacing(values, x, axis)), axis


def _later(values: Formula, axis: int) -> Formula:
    n = values.extent(axis)
    return values.part(axis, min(1, n), max(n - 1, 0))


def _spacing(values: Formula, x: Any, axis: int) -> Formula:
    """The widths of the trapezoids: one, or differences of sites along the axis."""
    sites, n = values.of(x), values.extent(axis)
    if sites.matlab_class not in FLOAT_CLASSES:
        sites = values.of(arg.floating(x))
    if numel_of(x) == 1:
        return sites
    if arg.is_vector(sites.shape):
        if numel_of(x) != n:
            raise MatlabError(
                "Point spacing must be a scalar specifying uniform spacing or a vector of x-coordinates for each data point.",
                "MATLAB:trapz:LengthXmismatchY",
            )
        sites = sites.reshape(*(n if d == axis else 1 for d in range(max(axis + 1, 2))))
    elif sites.shape != values.shape:
        raise MatlabError(
            "Point spacing must be a scalar specifying uniform spacing or a vector of x-coordinates for each data point.",
            "MATLAB:trapz:LengthXmismatchY",
        )
    return _later(sites, axis) - sites.part(axis, 0, n - 1)


@builtin(
    "trapz",
    "Q = trapz(Y)",
    "Q = trapz(X, Y)",
    "Q = trapz(X, Y, dim)",
    summary="Integral by the trapezoidal rule.",
    examples=(
        Example("trapz([1 2 3])", "4"),
        Example("trapz([0 2 4],[1 2 3])", "8"),
        Example("trapz([1 2;3 4])", "[2 3]"),
        Example("trapz([1 2;3 4],2)", "[1.5;3.5]"),
        Example("trapz([0 1 3],[1 2;3 4;5 6])", "[10 13]"),
    ),
    effect=Effect.NONE,
)
def trapz(call: Any, *arguments: Any) -> Any:
    if len(arguments) == 1 and shape_of(arguments[0]) == (0, 0):
        return np.zeros((1, 1), arg.float_class(arguments[0]))
    areas, axis = _trapezoids(call, arguments)
    return areas.reduce("sum", axis).value


@builtin(
    "cumtrapz",
    "Q = cumtrapz(Y)",
    "Q = cumtrapz(X, Y)",
    "Q = cumtrapz(X, Y, dim)",
    summary="Running integral by the trapezoidal rule.",
    examples=(
        Example("cumtrapz([1 2 3])", "[0 1.5 4]"),
        Example("cumtrapz([1 2;3 4],2)", "[0 1.5;0 3.5]"),
        Example("cumtrapz(zeros(2,0,3))", "zeros(2,0,3)"),
    ),
    effect=Effect.NONE,
)
def cumtrapz(call: Any, *arguments: Any) -> Any:
    areas, axis = _trapezoids(call, arguments)
    start = np.zeros(
        [1 if d == axis else areas.extent(d) for d in range(max(axis + 1, len(areas.shape)))],
        np.float32 if areas.matlab_class == "single" else float,
    )
    if 0 in areas.shape:
        return np.zeros([areas.extent(d) + (d == axis) for d in range(start.ndim)], start.dtype)
    return areas.of(axis + 1.0).apply("cat", start, areas.running("sum", axis)).value


@builtin(
    "gradient",
    "FX = gradient(F)",
    "[FX, FY, ..., FN] = gradient(F)",
    "[...] = gradient(F, h)",
    "[...] = gradient(F, hx, hy, ..., hN)",
    summary="Numerical gradient by central differences.",
    examples=(
        Example("gradient([1 4 9 16])", "[3 4 6 7]"),
        Example("[fx,fy] = gradient([1 2;3 5])", "{[1 1;2 2],[2 3;2 3]}"),
        Example("gradient([1 4 9],2)", "[1.5 2 2.5]"),
    ),
    effect=Effect.NONE,
)
def gradient(call: Any, f: Any, *spacing: Any) -> Any:
    values = Formula(call, f)
    if values.matlab_class not in FLOAT_CLASSES:
        values = values.apply("double")
    rank = len(values.shape)
    axes = [int(values.shape[0] == 1)] if arg.is_vector(values.shape) else [1, 0, *range(2, rank)]
    out = []
    for k, axis in enumerate(axes[: max(call.nargout, 1)]):
        if len(spacing) > 1 and k >= len(spacing):
            raise call.error("Invalid inputs to gradient: there must be one spacing for each dimension.", "MATLAB:gradient:InvalidInputs")
        h = spacing[0] if len(spacing) == 1 else spacing[k] if spacing else 1.0
        n = values.extent(axis)
        if numel_of(h) not in (1, n):
            raise call.error("Invalid grid spacing: it must be a scalar or as long as its dimension.", "MATLAB:gradient:InvalidGridSpacing")
        if n < 2:
            out.append(np.zeros(values.shape, DTYPES[values.float_class]))
            continue
        sites = np.arange(n) * arg.scalar(h) if numel_of(h) == 1 else arg.flat(h)
        out.append(_slopes(values, axis, np.diff(sites)).value)
    return tuple(out)


def _slopes(values: Formula, axis: int, steps: np.ndarray) -> Formula:
    """Central differences along an axis, one-sided ones at its ends; ``steps`` lie between the sites."""
    n = values.extent(axis)
    first = (values.part(axis, 1, 1) - values.part(axis, 0, 1)) / float(steps[0])
    last = (values.part(axis, n - 1, 1) - values.part(axis, n - 2, 1)) / float(steps[-1])
    reach = (steps[1:] + steps[:-1]).reshape([-1 if d == axis else 1 for d in range(max(axis + 1, 2))])
    inner = [(values.part(axis, 2, n - 2) - values.part(axis, 0, n - 2)) / reach] if n > 2 else []
    return values.of(axis + 1.0).apply("cat", first, *inner, last)


@builtin(
    "del2",
    "L = del2(U)",
    "L = del2(U, h)",
    "L = del2(U, hx, hy, ...)",
    summary="Discrete Laplacian divided by twice the number of dimensions.",
    examples=(Example("del2([1 4 9 16 25])", "[0.5 0.5 0.5 0.5 0.5]"),),
    effect=Effect.NONE,
)
def del2(call: Any, u: Any, *steps: Any) -> Any:
    values = Formula(call, u)
    if values.matlab_class not in FLOAT_CLASSES:
        values = values.apply("double")
    shape = values.shape
    vector, order = arg.is_vector(shape), [1, 0, *range(2, len(shape))]
    # On the host NumPy writes parts into place sooner than they are joined.
    recorded = call.engine.tracing is not None or call.engine.prefers_device(values.value)
    bends = []
    for axis in [arg.first_nonsingleton(shape)] if vector else range(len(shape)):
        if shape[axis] < 3:
            continue
        step = arg.flat(steps[0 if len(steps) == 1 else order.index(axis)]) if steps else np.ones(1)
        if step.size not in (1, shape[axis]):
            raise call.error("A spacing must be a scalar or have one site for each element.", "MATLAB:del2:InvalidSpacing")
        gap = float(step[0]) if step.size == 1 else np.diff(step)
        bends.append(_bends(values, axis, gap) if recorded else values.of(_bends_at_once(as_array(values.value), axis, gap)))
    if not bends:
        return np.zeros(shape, DTYPES[values.float_class])
    return (sum(bends[1:], bends[0]) / float(4 if vector else 2 * len(shape))).value


def _bends_at_once(values: np.ndarray, axis: int, gap: np.ndarray | float) -> np.ndarray:
    """As ``_bends``, of an array on the host."""
    v, second = np.moveaxis(values, axis, 0), np.empty(values.shape, values.dtype, order="F")
    bends, after, before, ratios = np.moveaxis(second, axis, 0), gap, gap, (1.0, 1.0)
    if isinstance(gap, np.ndarray):
        ratios = (gap[0] / gap[1], gap[-1] / gap[-2])
        gap = gap.reshape(-1, *[1] * (v.ndim - 1)).astype(values.real.dtype)
        after, before = gap[1:], gap[:-1]
    slope = np.diff(v, axis=0) / gap
    bends[1:-1] = np.diff(slope, axis=0) * 2 / (after + before)
    bends[0], bends[-1] = bends[1], bends[-2]
    if len(v) > 3:
        bends[0] -= (bends[2] - bends[1]) * ratios[0]
        bends[-1] -= (bends[-3] - bends[-2]) * ratios[1]
    return second


def _bends(values: Formula, axis: int, gap: np.ndarray | float) -> Formula:
    """Second differences along an axis of three sites at least, extrapolated at its ends; ``gap`` lies between the sites."""
    n = values.extent(axis)
    after, before, ratios = gap, gap, (1.0, 1.0)
    if isinstance(gap, np.ndarray):
        laid = gap.reshape([-1 if d == axis else 1 for d in range(max(axis + 1, 2))])
        after, before = (np.take(laid, range(k, k + n - 2), axis) for k in (1, 0))
        ratios = (float(gap[0] / gap[1]), float(gap[-1] / gap[-2]))
    middle = values.part(axis, 1, n - 2)
    slopes = ((values.part(axis, 2, n - 2) - middle) / after, (middle - values.part(axis, 0, n - 2)) / before)
    inner = (slopes[0] - slopes[1]) * 2.0 / (after + before)
    first, last = inner.part(axis, 0, 1), inner.part(axis, n - 3, 1)
    if n > 3:
        first, last = (end - (inner.part(axis, k, 1) - end) * ratio for end, k, ratio in ((first, 1, ratios[0]), (last, n - 4, ratios[1])))
    return values.of(axis + 1.0).apply("cat", first, inner, last)
