"""Interpolation on grids: interp2, interp3, interpn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.device import note_gathered
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import is_text, numel_of, shape_of, text_of
from ..arrays.intervals import is_uniform, places_among
from .device_grids import on_grid
from .interpolation import convolve_grid, spline_coefficients

_AT_ONCE = 65536
"""Points whose polynomials are computed together, so that intermediate results stay in the cache."""


def _grid_interpolate(axes: list[np.ndarray], values: np.ndarray, points: list[np.ndarray], method: str, outside: Any) -> np.ndarray:
    """Interpolation on a grid whose axes run along the dimensions of ``values``; cubics along one dimension after the other."""
    for k, axis in enumerate(axes):
        if axis.size and axis[0] > axis[-1]:
            axes[k], values = axis[::-1], np.flip(values, k)
    if min(map(len, axes)) < 2:
        raise MatlabError("Interpolation requires at least two sample points for each grid dimension.", "MATLAB:interp:DegenerateGrid")
    shape = np.broadcast_shapes(*(p.shape for p in points))
    flat = np.stack([np.broadcast_to(p, shape).ravel(order="F") for p in points], axis=1)
    low, high = np.array([a[[0, -1]] for a in axes]).T
    clipped = np.clip(flat, low, high)
    result = _on_axes(axes, values, clipped if method == "nearest" or outside != "extrap" else flat, method)
    if outside != "extrap":
        result = np.where(((flat >= low) & (flat <= high)).all(axis=1), result, outside)
    return np.where(np.isnan(flat).any(axis=1), np.nan, result).reshape(shape, order="F")


def _on_axes(axes: list[np.ndarray], values: np.ndarray, at: np.ndarray, method: str) -> np.ndarray:
    """Values at points, a row each, over ascending axes."""
    if method == "nearest":
        return values[tuple(_nearest(axis, column) for axis, column in zip(axes, at.T, strict=True))]
    if method == "makima":
        return local_on_grid(axes[::-1], values.T, at[:, ::-1], method)
    if method == "cubic" and all(is_uniform(a) for a in axes):
        return convolve_grid(axes, values, at)
    return (spline_on_grid if method in ("spline", "cubic", "pchip") else linear_on_grid)(axes, values, at)


def _nearest(axis: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The place of the nearest element of an axis, of two equally near ones the later."""
    place = np.clip(places_among(axis, points) - 1, 0, len(axis) - 2)
    return np.where(points - axis[place] >= axis[place + 1] - points, place + 1, place)


def linear_on_grid(axes: Sequence[np.ndarray], values: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The mean of the corners of the box that a point (a row) lies in, weighted by how near it is; boxes at the ends go on outside.

    A corner of no weight does not count, even where it is infinite or missing.
    """
    out = np.empty(len(points), np.result_type(values, np.float32))
    strides = [1]
    for n in values.shape[:-1]:
        strides.append(strides[-1] * n)
    table, finite = values.ravel(order="F"), bool(np.isfinite(values).all())
    for start in range(0, len(points), _AT_ONCE):
        part = points[start : start + _AT_ONCE]
        base, upper = np.zeros(len(part), np.int64), []
        for k, axis in enumerate(axes):
            at = part[:, k]
            piece = np.clip(places_among(axis, at) - 1, 0, len(axis) - 2)
            upper.append((at - axis[piece]) / (axis[piece + 1] - axis[piece]))
            base += piece * strides[k]
        out[start : start + _AT_ONCE] = _blended(table, base, strides, upper, len(axes) - 1, finite)
    return out


def _blended(table: np.ndarray, base: np.ndarray, strides: list[int], upper: list[np.ndarray], k: int, finite: bool) -> np.ndarray:
    """The weighted mean of the corners, dimension by dimension from the last."""
    if k < 0:
        return table[base]
    low = _blended(table, base, strides, upper, k - 1, finite)
    high = _blended(table, base + strides[k], strides, upper, k - 1, finite)
    weight = upper[k]
    mean = low * (1 - weight) + high * weight
    return mean if finite else np.where(weight == 0, low, np.where(weight == 1, high, mean))


def spline_on_grid(axes: Sequence[np.ndarray], values: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The tensor product of splines at scattered points: the coefficients of splines of coefficients, one dimension after the other."""
    table, dims = values, len(axes)
    for k, axis in enumerate(axes):
        lines = np.moveaxis(table, 2 * k, 0)
        result = spline_coefficients(axis, lines.reshape(len(axis), -1), "spline")
        table = result.reshape(*result.shape[:2], *lines.shape[1:])
    # Now ``table`` is order x piece for the last dimension, then for the one before it, to the first.
    out = np.empty(len(points), values.dtype)
    for start in range(0, len(points), _AT_ONCE):
        part = points[start : start + _AT_ONCE]
        pieces, beyond = [], []
        for k, axis in enumerate(axes):
            count = table.shape[2 * (dims - k) - 1]
            piece = np.clip(places_among(axis, part[:, k]) - 1, 0, count - 1)
            pieces.append(piece), beyond.append(part[:, k] - axis[piece])
        out[start : start + _AT_ONCE] = _horner(table, pieces[::-1], beyond[::-1])
    return out


def _horner(table: np.ndarray, pieces: list[np.ndarray], beyond: list[np.ndarray], chosen: tuple[Any, ...] = ()) -> np.ndarray:
    """Polynomials in several variables, each one's coefficients polynomials in the next."""
    k = len(chosen) // 2
    if k == len(pieces):
        return table[chosen]
    total = _horner(table, pieces, beyond, (*chosen, 0, pieces[k]))
    for order in range(1, table.shape[2 * k]):
        total = total * beyond[k] + _horner(table, pieces, beyond, (*chosen, order, pieces[k]))
    return total


def local_on_grid(axes: Sequence[np.ndarray], values: np.ndarray, points: np.ndarray, kind: str) -> np.ndarray:
    """Piecewise cubics whose slopes depend on the values ('makima', 'pchip'), along the first dimension, then along the others.

    A slope is that of a few neighbours: for the points between two grid lines six of these are enough.
    """
    axis, at = axes[-1], points[:, -1]
    if len(axes) == 1:
        return _cubics(axis, values.reshape(-1, 1), at, np.zeros(len(at), np.int64), kind)
    out = np.empty(len(points), np.result_type(values, np.float32))
    pieces = np.clip(places_among(axis, at) - 1, 0, len(axis) - 2)
    for piece in np.unique(pieces):
        rows = np.flatnonzero(pieces == piece)
        first, last = max(piece - 2, 0), min(piece + 4, len(axis))
        lines = [local_on_grid(axes[:-1], values[..., k], points[rows, :-1], kind) for k in range(first, last)]
        out[rows] = _cubics(axis[first:last], np.stack(lines), at[rows], np.arange(len(rows)), kind)
    return out


def _cubics(axis: np.ndarray, table: np.ndarray, at: np.ndarray, column: np.ndarray, kind: str) -> np.ndarray:
    """At each point the piecewise cubic through a column of a table."""
    from scipy import interpolate

    piece = np.clip(places_among(axis, at) - 1, 0, len(axis) - 2)
    beyond = at - axis[piece]
    if len(axis) == 2:
        return table[0, column] + (table[1, column] - table[0, column]) / (axis[1] - axis[0]) * beyond
    wide = table.astype(np.result_type(table, np.float64))
    interpolator = interpolate.PchipInterpolator(axis, wide) if kind == "pchip" else interpolate.Akima1DInterpolator(axis, wide, method="makima")
    a, b, c, d = (part[piece, column] for part in interpolator.c)
    return ((a * beyond + b) * beyond + c) * beyond + d


def _axis(value: Any, dim: int) -> np.ndarray:
    """One grid vector of a vector or a full grid that varies along ``dim``."""
    array = arg.floating(value)
    if arg.is_vector(array.shape):
        return array.ravel(order="F")
    index = [0] * array.ndim
    return array[tuple(slice(None) if i == dim else j for i, j in enumerate(index))]


_GRID_METHODS = ("linear", "nearest", "cubic", "spline", "makima")


def _parse_grid(call: Any, arguments: tuple[Any, ...], ndim: int) -> tuple[list[Any] | None, Any, list[Any] | int, str, Any]:
    """Axes (or None), values, query points (or the number of refinements), method and the outside value."""
    values, options = arg.before_text(arguments)
    method = text_of(options[0]).lower().lstrip("*") if options else "linear"
    if method not in (*_GRID_METHODS, "pchip"):
        raise call.error("Invalid interpolation method.", f"MATLAB:{call.name}:InvalidMethod")
    outside: Any = "extrap" if method in ("spline", "makima") else np.nan
    if len(options) > 1:
        outside = "extrap" if is_text(options[1]) else arg.floating(options[1]).flat[0]
    if len(values) == 2 * ndim + 1:
        return values[:ndim], values[ndim], values[ndim + 1 :], method, outside
    if len(values) == ndim + 1:
        return None, values[0], values[1:], method, outside
    if len(values) in (1, 2):
        return None, values[0], 1 if len(values) == 1 else _refinements(call, values[1]), method, outside
    raise MatlabError("Wrong number of input arguments.", "MATLAB:interp2:nargin")


def _refinements(call: Any, value: Any) -> int:
    """The number of times that the intervals between the points are halved."""
    if numel_of(value) != 1 or is_text(value) or not 0 <= arg.integer(value) <= 30:
        raise call.error("The number of refinements must be a nonnegative integer.", f"MATLAB:{call.name}:InvalidRefinement")
    return arg.integer(value)


def _query(points: list[Any], order: list[int]) -> list[np.ndarray]:
    """Query points as arrays that broadcast: vectors of different orientation span a grid (``order[k]`` is the k-th one's dimension)."""
    arrays = [arg.floating(p) for p in points]
    shapes = {a.shape for a in arrays}
    if len(shapes) == 1 or any(not arg.is_vector(a.shape) for a in arrays):
        return arrays
    return [a.ravel(order="F").reshape([-1 if i == order[k] else 1 for i in range(len(arrays))]) for k, a in enumerate(arrays)]


def _interpolated(call: Any, arguments: tuple[Any, ...], ndim: int, order: list[int]) -> Any:
    axes, v, points, method, outside = _parse_grid(call, arguments, ndim)
    if not isinstance(points, int) and (result := on_grid(call, axes, v, points, order, method, outside)) is not None:
        return result
    note_gathered(call, v if isinstance(points, int) else points[0], "by this method")
    values = arg.floating(v)
    if values.ndim != max(ndim, 2):
        raise call.error(f"V must be an array of {ndim} dimensions.", f"MATLAB:{call.name}:InvalidValues")
    grids = [np.arange(1.0, values.shape[order[k]] + 1) if axes is None else _axis(axes[k], order[k]) for k in range(ndim)]
    _check_grids(call, grids, [values.shape[d] for d in order])
    if isinstance(points, int):
        fine = [np.linspace(1, len(g), (len(g) - 1) * 2**points + 1) for g in grids]
        query = [f.reshape([-1 if i == order[k] else 1 for i in range(ndim)]) for k, f in enumerate(fine)]
    else:
        query = _query(points, order)
    by_dim = sorted(range(ndim), key=lambda k: order[k])
    result = _grid_interpolate([grids[k] for k in by_dim], values, [query[k] for k in by_dim], method, outside)
    return arg.single_like(result, v, *(axes or ()), *(() if isinstance(points, int) else points))


def _check_grids(call: Any, grids: list[np.ndarray], lengths: list[int]) -> None:
    """Errors for axes that do not fit the values, are too short, or are not sorted."""
    if any(len(g) != n for g, n in zip(grids, lengths, strict=False)):
        raise MatlabError(
            "Sample points arrays must have the same size as the sample values array.",
            "MATLAB:griddedInterpolant:CompVecValueMismatchErrId",
        )
    if any(len(g) < 2 for g in grids):
        raise MatlabError(
            "Interpolation requires at least two sample points for each grid dimension.", "MATLAB:griddedInterpolant:DegenerateGridErrId"
        )
    if not all((d > 0).all() or (d < 0).all() for d in map(np.diff, grids)):
        raise call.error(
            "Sample points must be sorted in ascending or descending order.", "MATLAB:griddedInterpolant:NonMonotonicCompVecsErrId"
        )


@builtin(
    "interp2",
    "Vq = interp2(X, Y, V, Xq, Yq)",
    "Vq = interp2(V, Xq, Yq)",
    "Vq = interp2(V)",
    "Vq = interp2(V, k)",
    "Vq = interp2(..., method)",
    "Vq = interp2(..., method, extrapval)",
    "Vq = interp2(X, Y, V, Xq, Yq, method, extrapval)",
    summary="Interpolation on a grid in two dimensions.",
    examples=(
        Example("interp2([1 2;3 4],1.5,1.5)", "2.5"),
        Example("interp2([1 2],[1 2],[1 2;3 4],2,1)", "2"),
        Example("interp2([1 2;3 4],5,5)", "NaN"),
        Example("interp2(single([1 2;3 4]),1.5,1.5)", "single(2.5)"),
    ),
    errors=(ErrorCase("interp2([1 2 3],1.5,1)", "MATLAB:griddedInterpolant:DegenerateGridErrId"),),
)
def interp2(call: Any, *arguments: Any) -> Any:
    return _interpolated(call, arguments, 2, [1, 0])


@builtin(
    "interp3",
    "Vq = interp3(X, Y, Z, V, Xq, Yq, Zq)",
    "Vq = interp3(V, Xq, Yq, Zq)",
    "Vq = interp3(V, k)",
    "Vq = interp3(X, Y, Z, V, Xq, Yq, Zq, method, extrapval)",
    "Vq = interp3(V)",
    summary="Interpolation on a grid in three dimensions.",
    examples=(Example("interp3(ones(2,2,2),1.5,1.5,1.5)", "1"),),
)
def interp3(call: Any, *arguments: Any) -> Any:
    return _interpolated(call, arguments, 3, [1, 0, 2])


@builtin(
    "interpn",
    "Vq = interpn(X1, ..., Xn, V, Xq1, ..., Xqn)",
    "Vq = interpn(V, Xq1, ..., Xqn)",
    "Vq = interpn(V)",
    "Vq = interpn(..., method, extrapval)",
    summary="Interpolation on an n-dimensional grid.",
    examples=(Example("interpn([1 2;3 4],1.5,1)", "2"),),
)
def interpn(call: Any, *arguments: Any) -> Any:
    values, _ = arg.before_text(arguments)
    count, shape = len(values), shape_of(arguments[0])
    ndim = len(shape) if count <= 2 or count == len(shape) + 1 else (count - 1) // 2
    vectors = ndim == 2 and count == 3 and all(arg.is_vector(shape_of(v)) for v in arguments[:2])
    line = vectors and numel_of(arguments[0]) == numel_of(arguments[1])
    return _interpolated(call, arguments, 1 if line else ndim, list(range(ndim)))
