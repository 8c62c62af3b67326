"""Polynomial trends of data: detrend."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.array_lines import Lines
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import is_text, shape_of, text_of, word_of
from ..interpolation.device_fits import without_trend

_DEGREES = {"constant": 0, "linear": 1}


@builtin(
    "detrend",
    "y = detrend(x)",
    "y = detrend(x, n)",
    "y = detrend(x, n, bp)",
    "y = detrend(..., nanflag)",
    "y = detrend(..., Name, Value)",
    summary="Without the best straight line (or polynomial), or without one in each piece between break points.",
    examples=(
        Example("round(detrend([1 2 3]),10)", "[0 0 0]"),
        Example("detrend([1 2 3],'constant')", "[-1 0 1]"),
        Example("round(detrend([0 1 2 3 2 1],1,4),10)", "[0 0 0 0 0 0]"),
        Example("round(detrend([1 2 3 7 8 9],1,4,'Continuous',false),10)", "[0 0 0 0 0 0]"),
        Example("round(detrend([1 NaN 3],1,'omitnan'),10)", "[0 NaN 0]"),
        Example("round(detrend([0 1 4],1,'SamplePoints',[0 1 4]),10)", "[0 0 0]"),
        Example("round(detrend([1 Inf;2 5;3 6]),10)", "[0 NaN;0 NaN;0 NaN]"),
    ),
    errors=(ErrorCase("detrend([1 2 3],'foo')", "MATLAB:detrend:InvalidTrendInputType"),),
)
def detrend(call: Any, x: Any, *arguments: Any) -> Any:
    rest = list(arguments)
    degree = _degree(call, rest.pop(0)) if rest and not _is_option(rest[0]) else 1
    breaks = arg.flat(rest.pop(0)).astype(np.float64) if rest and not is_text(rest[0]) else np.zeros(0)
    flag = text_of(rest.pop(0)).lower() if rest and word_of(rest[0]) in _FLAGS else "includenan"
    omit, named = flag.startswith("omit"), arg.name_values(rest, "detrend", "continuous samplepoints")
    continuous = named.flag("continuous", True)
    if not breaks.size and not omit and "samplepoints" not in named and (result := without_trend(call, x, degree)) is not None:
        return result
    # a row is one line, and so is any other vector
    lines = Lines.of(arg.floating(x), 2.0 if shape_of(x)[0] == 1 and len(shape_of(x)) == 2 else 1.0)
    count = len(lines.matrix)
    points = named.read("samplepoints", arg.flat, np.arange(1.0, count + 1)).astype(np.float64)
    if len(points) != count or (np.diff(points) <= 0).any():
        message = "Sample points must increase, and there must be one for each element."
        raise call.error(message, "MATLAB:detrend:invalidSamplePoints")
    if not count:
        return lines.back(lines.matrix)
    return lines.back(lines.matrix - _trend(lines.matrix, points, degree, breaks, continuous, omit).astype(lines.matrix.dtype))


_FLAGS = ("omitnan", "omitmissing", "includenan", "includemissing")


def _is_option(value: Any) -> bool:
    return word_of(value) in (*_FLAGS, "continuous", "samplepoints")


def _degree(call: Any, n: Any) -> int:
    if is_text(n) and text_of(n).lower() not in _DEGREES:
        message = "The second argument must be 'constant', 'linear', or a nonnegative integer."
        raise call.error(message, "MATLAB:detrend:InvalidTrendInputType")
    return _DEGREES[text_of(n).lower()] if is_text(n) else arg.integer(n)


def _trend(values: np.ndarray, points: np.ndarray, degree: int, breaks: np.ndarray, continuous: bool, omit: bool) -> np.ndarray:
    """The trend of each column by least squares: powers, and powers that begin at breaks, or a polynomial for each piece."""
    t = (points - points[0]) / ((points[-1] - points[0]) or 1.0)
    cuts = np.unique(breaks[(breaks > points[0]) & (breaks < points[-1])])
    if continuous:
        starts = (np.sort(cuts) - points[0]) / (points[-1] - points[0])
        basis = np.column_stack([np.vander(t, degree + 1), *(np.maximum(t - s, 0)[:, None] ** np.arange(1, degree + 1) for s in starts)])
        return _fitted(basis, values, omit)
    pieces = np.searchsorted(cuts, points, side="right")
    trends = np.empty(values.shape, np.result_type(values, np.float64))
    for k in range(len(cuts) + 1):
        rows = pieces == k
        trends[rows] = _fitted(np.vander(t[rows], degree + 1), values[rows], omit)
    return trends


def _fitted(basis: np.ndarray, values: np.ndarray, omit: bool) -> np.ndarray:
    if not omit:
        bad = ~np.isfinite(values).all(axis=0)
        return np.where(bad, np.nan, basis @ np.linalg.lstsq(basis, np.where(bad, 0, values), rcond=None)[0])
    trends = np.empty(values.shape, np.result_type(values, np.float64))
    for k, line in enumerate(values.T):
        known = ~np.isnan(line)
        trends[:, k] = basis @ np.linalg.lstsq(basis[known], line[known], rcond=None)[0]
    return trends
