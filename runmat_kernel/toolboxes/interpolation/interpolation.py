"""Interpolation along lines: interp1, spline, pchip, makima, interpft."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.array_lines import Lines
from ...builtins.device import note_gathered
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...graph.pointwise import joined
from ...values.convert import class_of, is_text, text_of
from ..arrays.intervals import is_uniform, places_among
from .device_lines import along_lines, piecewise
from .polynomials import evaluate_pp, make_pp


def spline_coefficients(x: np.ndarray, y: np.ndarray, kind: str = "spline") -> np.ndarray:
    """Coefficients (pieces by 4, highest power first) of a cubic interpolant; ``y`` may have columns (x runs along rows).

    'spline' is the not-a-knot spline, or clamped where y has two values more; 'pchip' and 'makima' keep the shape.
    """
    from scipy import interpolate

    if y.dtype.kind == "c":
        return joined(spline_coefficients(x, y.real, kind), spline_coefficients(x, y.imag, kind))
    if kind == "spline":
        if len(y) == len(x) + 2:
            return interpolate.CubicSpline(x, y[1:-1], bc_type=((1, y[0]), (1, y[-1]))).c
        if len(x) == 2:
            slope = (y[1] - y[0]) / (x[1] - x[0])
            return np.stack([slope[None], y[:1]])
        if len(x) == 3:
            first, second = (y[1] - y[0]) / (x[1] - x[0]), (y[2] - y[1]) / (x[2] - x[1])
            bend = (second - first) / (x[2] - x[0])
            return np.stack([bend, first - bend * (x[1] - x[0]), y[0]])[:, None]
        return interpolate.CubicSpline(x, y).c
    if len(x) == 2:
        slope = (y[1] - y[0]) / (x[1] - x[0])
        return np.stack([slope[None], y[:1]])
    if kind == "makima":
        return interpolate.Akima1DInterpolator(x, y, method="makima").c
    return interpolate.PchipInterpolator(x, y).c


def _cubic(call: Any, kind: str, x: Any, y: Any, xq: Any) -> Any:
    """``spline`` and ``pchip``: values at xq, or the piecewise polynomial without xq."""
    ys = arg.floating(y)
    dim = (1,) if arg.is_vector(ys.shape) else ys.shape[:-1]
    xs, lines = _cubic_sites(arg.flat(x), ys.reshape(-1, 1) if arg.is_vector(ys.shape) else ys.reshape(-1, ys.shape[-1], order="F").T)
    c = spline_coefficients(xs, lines, kind)
    each = lines.shape[1]
    breaks = np.array([xs[0], xs[-1]]) if c.shape[1] == 1 else xs
    table = np.ascontiguousarray(np.moveaxis(c, 0, -1)).transpose(1, 0, 2).reshape(-1, c.shape[0], order="F") if each > 1 else c[:, :, 0].T
    pp = make_pp(breaks, table, dim)
    if xq is None:
        return pp
    if each == 1 and (large := piecewise(call, xq, breaks, table.T, single="single" in map(class_of, (x, y)))) is not None:
        return large
    points = arg.floating(xq)
    v = arg.single_like(evaluate_pp(pp, points.ravel(order="F")), x, y, xq)
    if each == 1:
        return v.reshape(points.shape, order="F")
    return v if arg.is_vector(points.shape) else v.reshape((*dim, *points.shape), order="F")


def _cubic_sites(xs: np.ndarray, lines: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ascending sites, and the values at them as columns; two more values are slopes at the ends."""
    if len(xs) < 2:
        raise MatlabError("There should be at least two data points.", "MATLAB:chckxy:NotEnoughPts")
    if len(lines) not in (len(xs), len(xs) + 2) or not lines.size:
        raise MatlabError("The number of sites and the number of values do not match.", "MATLAB:chckxy:NumSitesMismatchValues")
    if len(xs) == len(lines):
        known = ~np.isnan(lines).any(axis=1)
        xs, lines = xs[known], lines[known]
    order = np.argsort(xs, kind="stable")
    if (np.diff(xs[order]) == 0).any():
        raise MatlabError("The data sites should be distinct.", "MATLAB:chckxy:RepeatedSites")
    return xs[order], lines[order] if len(lines) == len(xs) else np.concatenate([lines[:1], lines[1:-1][order], lines[-1:]])


@builtin(
    "spline",
    "s = spline(x, y, xq)",
    "pp = spline(x, y)",
    summary="Cubic spline interpolation, not-a-knot ends.",
    examples=(Example("round(spline(0:3,[0 1 8 27],1.5),10)", "3.375"), Example("round(spline([0 1],[0 1],0.5),10)", "0.5")),
)
def spline(call: Any, x: Any, y: Any, xq: Any = None) -> Any:
    return _cubic(call, "spline", x, y, xq)


@builtin(
    "pchip",
    "p = pchip(x, y, xq)",
    "pp = pchip(x, y)",
    summary="Shape-preserving piecewise cubic interpolation.",
    examples=(Example("pchip([0 1 2],[0 1 2],0.5)", "0.5"),),
)
def pchip(call: Any, x: Any, y: Any, xq: Any = None) -> Any:
    return _cubic(call, "pchip", x, y, xq)


@builtin(
    "makima",
    "yq = makima(x, y, xq)",
    "pp = makima(x, y)",
    summary="Modified Akima piecewise cubic interpolation.",
    examples=(Example("round(makima([0 1 2 3],[0 1 2 3],0.5),12)", "0.5"),),
)
def makima(call: Any, x: Any, y: Any, xq: Any = None) -> Any:
    return _cubic(call, "makima", x, y, xq)


_METHODS = {"linear", "nearest", "next", "previous", "pchip", "cubic", "v5cubic", "makima", "spline"}


def convolve_grid(axes: list[np.ndarray], values: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Cubic convolution on a uniform grid: ``points`` is count by dimensions; further dimensions of ``values`` are kept."""
    from itertools import product

    padded, starts, weights = values, [], []
    for k, axis in enumerate(axes):
        line = np.moveaxis(padded, k, 0)
        before, after = 3 * line[0] - 3 * line[1] + line[2], 3 * line[-1] - 3 * line[-2] + line[-3]
        padded = np.moveaxis(np.concatenate([before[None], line, after[None]]), 0, k)
        place = np.clip(places_among(axis, points[:, k]) - 1, 0, len(axis) - 2)
        t = (points[:, k] - axis[place]) / (axis[place + 1] - axis[place])
        starts.append(place)
        weights.append(((-t + 2 * t**2 - t**3) / 2, (2 - 5 * t**2 + 3 * t**3) / 2, (t + 4 * t**2 - 3 * t**3) / 2, (t**3 - t**2) / 2))
    result: Any = 0.0
    for taps in product(range(4), repeat=len(axes)):
        weight = np.prod([weights[k][tap] for k, tap in enumerate(taps)], axis=0)
        part = padded[tuple(starts[k] + tap for k, tap in enumerate(taps))]
        result = result + weight.reshape(-1, *[1] * (part.ndim - 1)) * part
    return result


def interpolate_lines(x: np.ndarray, y: np.ndarray, xq: np.ndarray, method: str, outside: Any) -> np.ndarray:
    """Values at xq of the columns of y over sorted x; ``outside`` is 'extrap' or the value beyond the ends."""
    v = np.array(_within_lines(x, y, xq, method))
    if outside != "extrap":
        v[~((xq >= x[0]) & (xq <= x[-1]))] = outside
    elif method == "previous":
        v[~(xq >= x[0])] = np.nan
    elif method == "next":
        v[~(xq <= x[-1])] = np.nan
    v[np.isnan(xq)] = np.nan
    return v


def _on_lines(x: np.ndarray, y: np.ndarray, xq: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Values at xq on the lines between neighbouring points; ``place`` is the point before each."""
    left, below, above = x[place], y[place], y[place + 1]
    t = (xq - left) / (x[place + 1] - left)
    t = t.reshape(-1, *[1] * (y.ndim - 1))
    values = above - below
    values = below + t * values
    np.copyto(values, above, where=t == 1)
    return values


def _within_lines(x: np.ndarray, y: np.ndarray, xq: np.ndarray, method: str) -> np.ndarray:
    """Values at xq; beyond the ends those of the first and last piece."""
    n = len(x)
    place = np.clip(places_among(x, xq) - 1, 0, n - 2)
    if method == "linear":
        if y.shape[1] == 1:  # rows of one number are read slowly
            return _on_lines(x, y[:, 0], xq, place)[:, None]
        return _on_lines(x, y, xq, place)
    if method == "nearest":
        return y[np.where(xq - x[place] >= x[place + 1] - xq, place + 1, place)]
    if method == "previous":
        return y[np.clip(places_among(x, xq) - 1, 0, n - 1)]
    if method == "next":
        return y[np.clip(np.searchsorted(x, xq, side="left"), 0, n - 1)]
    if method in ("cubic", "v5cubic") and is_uniform(x):
        return convolve_grid([x], y, xq[:, None])
    c = spline_coefficients(x, y, {"cubic": "spline", "v5cubic": "spline"}.get(method, method))
    start, piece = (x[place], place) if c.shape[1] > 1 else (np.full(len(xq), x[0]), np.zeros(len(xq), int))
    v = c[0][piece]
    for k in range(1, c.shape[0]):
        v = v * (xq - start)[:, None] + c[k][piece]
    return v


@builtin(
    "interp1",
    "vq = interp1(x, v, xq)",
    "vq = interp1(x, v, xq, method)",
    "vq = interp1(x, v, xq, method, extrapolation)",
    "vq = interp1(v, xq, ...)",
    "pp = interp1(x, v, method, 'pp')",
    summary="Interpolation in one dimension.",
    examples=(
        Example("interp1([1 2 3],[10 20 30],2.5)", "25"),
        Example("interp1([1 2],[10 20],3)", "NaN"),
        Example("interp1([1 2],[10 20],3,'linear','extrap')", "30"),
        Example("interp1([10 20 30],1.5)", "15"),
        Example("interp1([1 2 3],[10 20 30],1.6,'nearest')", "20"),
        Example("interp1([1 2],[10 20],[0 1.5],'linear',0)", "[0 15]"),
        Example("interp1([1;2],[1 10;2 20],1.5)", "[1.5 15]"),
    ),
    errors=(
        ErrorCase("interp1([1 1],[1 2],1)", "MATLAB:griddedInterpolant:NonUniqueCompVecsPtsErrId"),
        ErrorCase("interp1([1 2],[1 2],1,'foo')", "MATLAB:interp1:InvalidMethod"),
    ),
    effect=Effect.NONE,
)
def interp1(call: Any, *arguments: Any) -> Any:
    values, options = arg.before_text(arguments)
    words = [text_of(a).lower() for a in options if is_text(a)]
    extra = [a for a in options if not is_text(a)]
    method = words[0].lstrip("*") if words and words[0] != "extrap" else "linear"
    if method not in _METHODS or any(word.lstrip("*") not in (method, "extrap", "pp") for word in words):
        raise MatlabError("Invalid interpolation method.", "MATLAB:interp1:InvalidMethod")
    if len(values) + len(extra) > 4:
        raise call.error("Too many input arguments.", "MATLAB:maxrhs")
    if len(values) > 3:
        extra, values = values[3:], values[:3]
    if "pp" in words:
        return _piecewise(call, method, values[0], values[1])
    x, v, xq = values if len(values) == 3 else (None, *values)
    outside: Any = "extrap" if "extrap" in words or method in ("pchip", "spline", "makima") else np.nan
    if extra and "extrap" not in words:
        outside = arg.floating(extra[0]).flat[0]
    if (result := along_lines(call, x, v, xq, method, outside, spline_coefficients)) is not None:
        return result
    note_gathered(call, xq, "at so many sites")
    ys, points = arg.floating(v), arg.floating(xq)
    result = interpolate_lines(*_sites_in_order(x, ys), points.ravel(order="F"), method, outside)
    result = arg.single_like(result, v, xq, *(() if x is None else (x,)))
    if arg.is_vector(ys.shape):
        return result.reshape(points.shape, order="F")
    lead = (points.size,) if arg.is_vector(points.shape) else points.shape
    return result.reshape((*lead, *ys.shape[1:]), order="F")


def _sites_in_order(x: Any, ys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ascending sites (None: 1, 2, 3 ...), and the values at them as columns."""
    lines = ys.reshape(-1, 1, order="F") if arg.is_vector(ys.shape) else ys.reshape(ys.shape[0], -1, order="F")
    xs = np.arange(1.0, len(lines) + 1) if x is None else arg.flat(x)
    if len(xs) != len(lines):
        raise MatlabError("X and V must be of the same length.", "MATLAB:interp1:YInvalidNumRows")
    if len(xs) < 2:
        raise MatlabError("Interpolation requires at least two sample points for each grid dimension.", "MATLAB:interp1:NotEnoughPts")
    if (xs[1:] > xs[:-1]).all():
        return xs, lines
    order = np.argsort(xs, kind="stable")
    if (np.diff(xs[order]) == 0).any():
        raise MatlabError("Sample points must be unique.", "MATLAB:griddedInterpolant:NonUniqueCompVecsPtsErrId")
    return xs[order], lines[order]


def _piecewise(call: Any, method: str, x: Any, v: Any) -> Any:
    """``interp1(x, v, method, 'pp')``: the interpolant as a piecewise polynomial."""
    xs, ys = arg.flat(x), arg.flat(v)
    if method in ("spline", "pchip", "makima"):
        return _cubic(call, method, x, v, None)
    if method == "cubic":
        return _cubic(call, "pchip", x, v, None)
    if method == "linear":
        return make_pp(xs, np.stack([np.diff(ys) / np.diff(xs), ys[:-1]], axis=1))
    if method == "nearest":
        return make_pp(np.concatenate([xs[:1], (xs[1:] + xs[:-1]) / 2, xs[-1:]]), ys[:, None])
    raise MatlabError("Invalid interpolation method.", "MATLAB:interp1:InvalidMethod")


@builtin(
    "interpft",
    "y = interpft(x, n)",
    "y = interpft(x, n, dim)",
    summary="Interpolation by Fourier transform at n points of a period; where n is less than the length, at some of a finer grid's points.",
    examples=(
        Example("round(interpft([1 2 3 2],4),10)", "[1 2 3 2]"),
        Example("round(interpft([1 2 3 2],8),10)", "[1 1.2928932188 2 2.7071067812 3 2.7071067812 2 1.2928932188]"),
        Example("round(interpft([1 5 2 9 3 7],3),10)", "[1 2 3]"),
    ),
)
def interpft(call: Any, x: Any, n: Any, dim: Any = None) -> Any:
    lines, count = Lines.of(arg.floating(x), dim), arg.integer(n)
    if count < 1:
        raise call.error("N must be a positive integer.", "MATLAB:interpft:InvalidN")
    old = len(lines.matrix)
    if not old:
        return lines.back(np.zeros((count, lines.matrix.shape[1]), lines.matrix.dtype))
    step = 1 if count > old else old // count + 1
    new, middle = count * step, old // 2 + 1
    spectrum = np.fft.fft(lines.matrix, axis=0)
    wide = np.concatenate([spectrum[:middle], np.zeros((new - old, spectrum.shape[1])), spectrum[middle:]])
    if old % 2 == 0:
        wide[middle - 1] /= 2
        wide[middle - 1 + new - old] = wide[middle - 1]
    result = np.fft.ifft(wide, axis=0)[::step] * (new / old)
    result = result if lines.matrix.dtype.kind == "c" else result.real
    single = lines.matrix.dtype in (np.float32, np.complex64)
    return lines.back(result.astype(lines.matrix.dtype) if single else result)


@builtin(
    "interp1q", "vq = interp1q(x, v, xq)", summary="Linear interpolation of columns at increasing points; NaN outside.",
    examples=(Example("interp1q([1;2;4],[10;20;40],[1.5;3;5])", "[15;30;NaN]"),),
)  # fmt: skip
def interp1q(call: Any, x: Any, v: Any, xq: Any) -> Any:
    return call.feval("interp1", x, v, xq)[0]
