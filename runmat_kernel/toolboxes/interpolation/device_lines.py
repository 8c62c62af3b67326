"""Interpolation along lines where the points or the values are large and on the device: bisection finds the intervals, gathers read the values."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...accel.storage import Source
from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...values.convert import as_array, class_of, numel_of, shape_of
from ...values.tensor import Tensor
from ..arrays.device_tallies import places
from ..arrays.intervals import is_uniform, places_among
from ..arrays.order_statistics import at_positions, below

SIMPLE = ("linear", "nearest", "previous", "next")
_SITES = 16
"""The least number of points for each site for which sites are fetched from the device."""


def along_lines(call: Any, x: Any, v: Any, xq: Any, method: str, outside: Any, coefficients: Any) -> Any:
    """``interp1``; None where the host computes it or raises the error.

    ``coefficients(x, y)`` are those of cubics, as ``spline_coefficients`` gives them.
    """
    if not (on_device(call, xq) or (method in SIMPLE and on_device(call, v))) or not all(map(_real, (x, v, xq))) or np.iscomplexobj(outside):
        return None
    shape, size = shape_of(v), shape_of(xq)
    vector = arg.is_vector(shape)
    rows = numel_of(v) if vector else shape[0]
    if rows < 2 or 0 in shape or (x is not None and numel_of(x) != rows):
        return None
    counted = x is None or _counts(x)
    if not counted and on_device(call, x) and rows * _SITES > numel_of(xq):
        return None
    table = Formula(call, v if class_of(v) in ("double", "single") else call.feval("double", v)[0]).reshape(rows, numel_of(v) // rows)
    sites = None if counted else arg.flat(x)
    if sites is not None and not (np.diff(sites) > 0).all():
        order = np.argsort(sites, kind="stable")
        sites = sites[order]
        if on_device(call, v) or not (np.diff(sites) > 0).all():
            return None
        table = table.of(as_array(table.value)[order])
    singles = [class_of(a) == "single" for a in (v, xq, x) if a is not None]
    work = "single" if all(singles) else "double"
    points = Formula(call, xq)
    points = points.to(work)
    by_points = on_device(call, xq)
    points = points if vector and by_points else points.reshape(numel_of(xq), 1)
    result = _at_points(points, table, sites, method, by_points, coefficients)
    first, last = (1.0, float(rows)) if sites is None else (float(sites[0]), float(sites[-1]))
    result = _beyond(result, points, first, last, method, outside)
    if any(singles):
        result = result.apply("single")
    lead = (numel_of(xq),) if arg.is_vector(size) else size
    return (result.reshape(*size) if vector else result.reshape(*lead, *shape[1:])).value


def _at_points(points: Formula, table: Formula, sites: np.ndarray | None, method: str, by_points: bool, coefficients: Any) -> Formula:
    """The values of the columns of a table at points between the sites (None: 1, 2, 3 ...)."""
    if method in ("cubic", "v5cubic") and (table.extent(0) > 2 if sites is None else is_uniform(sites)):
        return _convolved(points, table, sites)
    if method not in SIMPLE:
        kind = "spline" if method in ("cubic", "v5cubic") else method
        return _cubics(points, table, sites, lambda axis, lines: coefficients(axis, lines, kind))
    return (_lookup_by_points if by_points else _lookup_by_values)(points, table, sites, method)


def _counts(x: Any) -> bool:
    """Whether an array is 1, 2, 3 ... and not computed yet."""
    storage = x.storage if type(x) is Tensor and x._array is None else None
    return type(storage) is Source and storage.positions == range(1, numel_of(x) + 1)


def _real(value: Any) -> bool:
    """Whether a value is a real array of numbers, or None."""
    if type(value) is Tensor:
        return not value.is_complex and class_of(value) not in ("int64", "uint64")
    return value is None or type(value) in (float, range) or (class_of(value) == "double" and not np.iscomplexobj(as_array(value)))


def _intervals(points: Formula, sites: np.ndarray | None, rows: int) -> Formula:
    """The interval (from 1) whose ends are around each point, the first or the last one for those outside."""
    result = points.apply("floor") if sites is None else places(points, sites)
    return result.apply("max", 1.0).apply("min", rows - 1.0)


def _at(table: Formula, place: Formula) -> Formula:
    """The rows of a table at places from 1."""
    rows, columns = table.extent(0), table.extent(1)
    return at_positions(table, place if columns == 1 else place + np.arange(columns)[None, :] * float(rows))


def _site(points: Formula, sites: np.ndarray | None, place: Formula) -> Formula:
    return place if sites is None else at_positions(points.of(sites.astype(points.float_dtype).reshape(-1, 1)), place)


def _lookup_by_points(points: Formula, table: Formula, sites: np.ndarray | None, method: str) -> Formula:
    rows = table.extent(0)
    if method in ("previous", "next"):
        if sites is None:
            place = points.apply("floor" if method == "previous" else "ceil")
        else:
            place = places(points, sites) if method == "previous" else below(points, sites.astype(points.float_dtype)) + 1.0
        return _at(table, place.apply("max", 1.0).apply("min", float(rows)))
    place = _intervals(points, sites, rows)
    left, right = _site(points, sites, place), _site(points, sites, place + 1.0)
    if method == "nearest":
        return _at(table, place + (points - left).apply("ge", right - points))
    return _between(_at(table, place), _at(table, place + 1.0), (points - left) / (right - left))


def _between(low: Formula, high: Formula, part: Formula) -> Formula:
    """Linear interpolation from one value to the next; at a site the value is copied."""
    step, kind = high - low, part.matlab_class
    low, high, step = (f.to(kind) for f in (low, high, step))
    return (low + part * step).where(part.apply("eq", 1.0), high)


def _lookup_by_values(points: Formula, table: Formula, sites: np.ndarray | None, method: str) -> Formula:
    """Interpolation where only the values are on the device: the host finds the intervals."""
    rows = table.extent(0)
    column = as_array(points.value).reshape(-1, 1)
    axis = np.arange(1.0, rows + 1) if sites is None else sites
    place = np.clip(places_among(axis, column) - 1, 0, rows - 2)
    if method == "previous":
        place = np.clip(places_among(axis, column) - 1, 0, rows - 1)
    elif method == "next":
        place = np.clip(np.searchsorted(axis, column, side="left"), 0, rows - 1)
    elif method == "nearest":
        place = np.where(column - axis[place] >= axis[place + 1] - column, place + 1, place)
    # A term from the device keeps the positions from being expanded on the host.
    spread = table.part(0, 0, 1).apply("isnan") * 0.0 + (place + 1.0)
    if method != "linear":
        return _at(table, spread)
    part = (column - axis[place]) / (axis[place + 1] - axis[place])
    return _between(_at(table, spread), _at(table, spread + 1.0), table.of(part))


def _cubics(points: Formula, table: Formula, sites: np.ndarray | None, coefficients: Any) -> Formula:
    rows = table.extent(0)
    axis = np.arange(1.0, rows + 1) if sites is None else sites
    return _pieces(points, axis, coefficients(axis, as_array(table.value)), counted=sites is None)


def _pieces(points: Formula, axis: np.ndarray, coefficients: np.ndarray, *, counted: bool = False) -> Formula:
    """Polynomials (powers by pieces by columns) between the points of an axis (``counted``: 1, 2, 3 ...); one of them is for all points."""
    dtype = points.float_dtype
    first, *rest = (points.of(np.asfortranarray(c.reshape(c.shape[0], -1).astype(dtype))) for c in coefficients)
    if coefficients.shape[1] == 1:
        place, beyond = None, points - float(axis[0])
    else:
        sites = None if counted else axis
        place = _intervals(points, sites, len(axis))
        beyond = points - _site(points, sites, place)
    result = first if place is None else _at(first, place)
    for c in rest:
        result = result * beyond + (c if place is None else _at(c, place))
    return result


def piecewise(call: Any, xq: Any, breaks: np.ndarray, coefficients: np.ndarray, *, single: bool = False) -> Any:
    """A real piecewise polynomial at large points that are on a device (``single``: of singles); None where the host computes it."""
    if not on_device(call, xq) or class_of(xq) not in ("double", "single") or coefficients.dtype.kind != "f" or not (np.diff(breaks) > 0).all():
        return None
    if coefficients.dtype != np.float64 or breaks.dtype != np.float64:
        return None
    points = Formula(call, xq)
    points = points.to("double").reshape(numel_of(xq), 1)
    result = _pieces(points, breaks, coefficients[:, :, None]).where(points.apply("isnan"), np.nan)
    result = result.reshape(*shape_of(xq))
    return (result.apply("single") if single or class_of(xq) == "single" else result).value


def _convolved(points: Formula, table: Formula, sites: np.ndarray | None) -> Formula:
    """Cubic convolution over equally spaced sites."""
    rows = table.extent(0)
    ends = [[table.part(0, k, 1) for k in line] for line in ((0, 1, 2), (rows - 1, rows - 2, rows - 3))]
    before, after = (a * 3.0 - b * 3.0 + c for a, b, c in ends)
    padded = before.apply("vertcat", table if table.matlab_class == before.matlab_class else table.apply(before.matlab_class), after)
    place = _intervals(points, sites, rows)
    left, right = _site(points, sites, place), _site(points, sites, place + 1.0)
    t = (points - left) / (right - left)
    u, w = t * t, t * t * t
    weights = ((u * 2.0 - t - w) / 2.0, (w * 3.0 - u * 5.0 + 2.0) / 2.0, (u * 4.0 + t - w * 3.0) / 2.0, (w - u) / 2.0)
    result = _at(padded, place) * weights[0]
    for k in range(1, 4):
        result = result + _at(padded, place + float(k)) * weights[k]
    return result


def _beyond(result: Formula, points: Formula, first: float, last: float, method: str, outside: Any) -> Formula:
    """The values, replaced for NaN and for points beyond the ends."""
    low, high = points.apply("ge", first).apply("not"), points.apply("le", last).apply("not")
    unknown = np.full((1, 1), np.nan, result.float_dtype)
    if outside == "extrap":
        return result.where({"previous": low, "next": high}.get(method, points.apply("isnan")), unknown)
    result = result.where(low.apply("or", high), np.full((1, 1), outside, result.float_dtype))
    return result if np.isnan(outside) else result.where(points.apply("isnan"), unknown)
