"""Interpolation on grids where the points or the values are large and on the device."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.device import is_real_float, on_device
from ...builtins.formula import Formula
from ...values.convert import as_array, class_of, numel_of, shape_of
from ..arrays.device_tallies import places
from ..arrays.order_statistics import at_positions

_FLOATS = ("double", "single")


def on_grid(
    call: Any, axes: Sequence[Any] | None, values: Any, points: Sequence[Any], order: Sequence[int], method: str, outside: Any
) -> Any:
    """``interp2`` and its relatives, linear or nearest; None where the host computes it, or says why it cannot.

    ``order[k]`` is the dimension of the values along which the k-th axis and the k-th coordinate of the points run.
    """
    operands = [*points, values, *(axes or ())]
    if method not in ("linear", "nearest") or not all(map(is_real_float, operands)) or np.iscomplexobj(outside):
        return None
    if not any(on_device(call, a) for a in (*points, values)):
        return None
    shape = shape_of(values)
    if len(order) < 2 or len(shape) != len(order) or min(shape) < 2:
        return None
    grids = [None if axes is None else _axis(call, axis, dim) for axis, dim in zip(axes or points, order, strict=True)]
    if any(g is not None and (len(g) != shape[d] or not (np.diff(g) > 0).all()) for g, d in zip(grids, order, strict=True)):
        return None
    singles = [class_of(a) == "single" for a in operands]
    work = "single" if all(singles) and axes is not None else "double"
    coordinates = _spread(call, points, order, work)
    if coordinates is None:
        return None
    if not any(on_device(call, p) for p in points):
        coordinates[0] = coordinates[0] + _device_zero(call, values, len(shape)).apply(work)
    result = _looked_up(Formula(call, values), grids, coordinates, order, method, outside)
    return (result.to("single") if any(singles) else result).value


def _device_zero(call: Any, values: Any, rank: int) -> Formula:
    """A zero from the device: with it as a term, positions are not expanded on the host."""
    first = Formula(call, values)
    for d in range(rank):
        first = first.part(d, 0, 1)
    return (first.apply("isnan") * 0.0).reshape(1, 1)


def _axis(call: Any, value: Any, dim: int) -> np.ndarray:
    """The sites along a dimension, of a vector or of a full grid that varies along it."""
    shape = shape_of(value)
    if arg.is_vector(shape):
        return arg.flat(value)
    x = Formula(call, value)
    for d in range(len(shape)):
        x = x if d == dim else x.part(d, 0, 1)
    return as_array(x.value).ravel(order="F")


def _spread(call: Any, points: Sequence[Any], order: Sequence[int], work: str) -> list[Formula] | None:
    """Coordinates that expand to the points; vectors of different orientation span a grid."""
    shapes = {shape_of(p) for p in points}
    coordinates = [Formula(call, p) if class_of(p) == work else Formula(call, p).apply(work) for p in points]
    if len(shapes) == 1:
        return coordinates
    if any(not arg.is_vector(s) for s in shapes):
        return None
    return [
        f.reshape(*(numel_of(p) if d == order[k] else 1 for d in range(len(order))))
        for k, (f, p) in enumerate(zip(coordinates, points, strict=True))
    ]


def _looked_up(
    values: Formula, grids: Sequence[np.ndarray | None], points: Sequence[Formula], order: Sequence[int], method: str, outside: Any
) -> Formula:
    shape = values.shape
    strides = [int(np.prod(shape[:d])) for d in range(len(shape))]
    base: Any = 1.0
    out: Any = None
    unknown: Any = None
    weights = []
    for grid, p, d in zip(grids, points, order, strict=True):
        n = shape[d]
        first, last = (1.0, float(n)) if grid is None else (float(grid[0]), float(grid[-1]))
        beyond = p.apply("ge", first).apply("and", p.apply("le", last)).apply("not")
        out = beyond if out is None else out.apply("or", beyond)
        unknown = p.apply("isnan") if unknown is None else unknown.apply("or", p.apply("isnan"))
        at = p if outside == "extrap" and method == "linear" else p.apply("max", first).apply("min", last)
        piece = (at.apply("floor") if grid is None else places(at, grid)).apply("max", 1.0).apply("min", n - 1.0)
        left, right = _sites(p, grid, piece), _sites(p, grid, piece + 1.0)
        if method == "nearest":
            piece = piece + (at - left).apply("ge", right - at)
        else:
            weights.append(((at - left) / (right - left), strides[d]))
        base = (piece - 1.0).apply("double") * float(strides[d]) + base
    weights.sort(key=lambda item: item[1])
    result = _blended(values, base, weights, points[0].matlab_class)
    nan = np.full((1, 1), np.nan, result.float_dtype)
    if outside != "extrap":
        result = result.where(out, np.full((1, 1), outside, result.float_dtype))
    return result.where(unknown, nan)


def _sites(points: Formula, grid: np.ndarray | None, place: Formula) -> Formula:
    return place if grid is None else at_positions(points.of(grid.astype(points.float_dtype).reshape(-1, 1)), place)


def _blended(values: Formula, base: Formula, weights: Sequence[tuple[Formula, int]], kind: str) -> Formula:
    """The weighted mean of the corners, dimension by dimension from the last; a corner with weight 0 does not count."""
    if not weights:
        result = at_positions(values, base)
        return result.to(kind)
    weight, stride = weights[-1]
    low, high = (_blended(values, base + step, weights[:-1], kind) for step in (0.0, float(stride)))
    mean = low * (1.0 - weight) + high * weight
    return mean.where(weight.apply("eq", 0.0), low).where(weight.apply("eq", 1.0), high)
