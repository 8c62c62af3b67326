"""Interpolation: interp1, interp2, interp3, interpn, spline, pchip, griddata."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.convert import is_text, numel_of, shape_of, text_of
from .. import arguments as arg
from ..lines import Lines
from ..natural_neighbours import natural_neighbours
from ..spec import ErrorCase, Example, builtin
from .polynomials import evaluate_pp, make_pp


def spline_coefficients(x: np.ndarray, y: np.ndarray, kind: str = "spline") -> np.ndarray:
    """Coefficients (pieces by 4, highest power first) of a cubic interpolant; ``y`` may have columns (x runs along rows).

    'spline' is the not-a-knot spline, or clamped where y has two values more; 'pchip' and 'makima' keep the shape.
    """
    from scipy import interpolate

    if y.dtype.kind == "c":
        return spline_coefficients(x, y.real, kind) + 1j * spline_coefficients(x, y.imag, kind)
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


def _cubic(kind: str, x: Any, y: Any, xq: Any) -> Any:
    """``spline`` and ``pchip``: values at xq, or the piecewise polynomial without xq."""
    xs, ys = arg.flat(x), arg.floating(y)
    dim = (1,) if arg.is_vector(ys.shape) else ys.shape[:-1]
    lines = ys.reshape(-1, ys.shape[-1], order="F").T if not arg.is_vector(ys.shape) else ys.reshape(-1, 1)
    if len(xs) < 2:
        raise MatlabError("There should be at least two data points.", "MATLAB:chckxy:NotEnoughPts")
    if len(lines) not in (len(xs), len(xs) + 2):
        raise MatlabError("The number of sites and the number of values do not match.", "MATLAB:chckxy:NumSitesMismatchValues")
    if xs.shape[0] == len(lines) and np.isnan(lines).any():
        known = ~np.isnan(lines).any(axis=1)
        xs, lines = xs[known], lines[known]
    order = np.argsort(xs, kind="stable")
    xs = xs[order]
    if (np.diff(xs) == 0).any():
        raise MatlabError("The data sites should be distinct.", "MATLAB:chckxy:RepeatedSites")
    lines = lines[order] if len(lines) == len(xs) else np.concatenate([lines[:1], lines[1:-1][order], lines[-1:]])
    c = spline_coefficients(xs, lines, kind)
    each = lines.shape[1]
    breaks = np.array([xs[0], xs[-1]]) if c.shape[1] == 1 else xs
    table = np.ascontiguousarray(np.moveaxis(c, 0, -1)).transpose(1, 0, 2).reshape(-1, c.shape[0], order="F") if each > 1 else c[:, :, 0].T
    pp = make_pp(breaks, table, dim)
    if xq is None:
        return pp
    points = arg.floating(xq)
    v = evaluate_pp(pp, points.ravel(order="F"))
    if each == 1:
        return v.reshape(points.shape, order="F")
    return v if arg.is_vector(points.shape) else v.reshape((*dim, *points.shape), order="F")


@builtin(
    "spline",
    "s = spline(x, y, xq)",
    "pp = spline(x, y)",
    summary="Cubic spline interpolation, not-a-knot ends.",
    examples=(Example("round(spline(0:3,[0 1 8 27],1.5),10)", "3.375"), Example("round(spline([0 1],[0 1],0.5),10)", "0.5")),
)
def spline(call: Any, x: Any, y: Any, xq: Any = None) -> Any:
    return _cubic("spline", x, y, xq)


@builtin(
    "pchip",
    "p = pchip(x, y, xq)",
    "pp = pchip(x, y)",
    summary="Shape-preserving piecewise cubic interpolation.",
    examples=(Example("pchip([0 1 2],[0 1 2],0.5)", "0.5"),),
)
def pchip(call: Any, x: Any, y: Any, xq: Any = None) -> Any:
    return _cubic("pchip", x, y, xq)


@builtin(
    "makima",
    "yq = makima(x, y, xq)",
    "pp = makima(x, y)",
    summary="Modified Akima piecewise cubic interpolation.",
    examples=(Example("round(makima([0 1 2 3],[0 1 2 3],0.5),12)", "0.5"),),
)
def makima(call: Any, x: Any, y: Any, xq: Any = None) -> Any:
    return _cubic("makima", x, y, xq)


_METHODS = {"linear", "nearest", "next", "previous", "pchip", "cubic", "v5cubic", "makima", "spline"}


def is_uniform(axis: np.ndarray) -> bool:
    """Whether an axis has three equally spaced points or more: what cubic convolution needs."""
    steps = np.diff(axis)
    return len(axis) > 2 and bool(np.allclose(steps, steps[0], rtol=1e-9, atol=0))


def convolve_grid(axes: list[np.ndarray], values: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Cubic convolution on a uniform grid: ``points`` is count by dimensions; further dimensions of ``values`` are kept."""
    from itertools import product

    padded, starts, weights = values, [], []
    for k, axis in enumerate(axes):
        line = np.moveaxis(padded, k, 0)
        before, after = 3 * line[0] - 3 * line[1] + line[2], 3 * line[-1] - 3 * line[-2] + line[-3]
        padded = np.moveaxis(np.concatenate([before[None], line, after[None]]), 0, k)
        place = np.clip(np.searchsorted(axis, points[:, k], side="right") - 1, 0, len(axis) - 2)
        t = (points[:, k] - axis[place]) / (axis[place + 1] - axis[place])
        starts.append(place)
        weights.append(((-t + 2 * t**2 - t**3) / 2, (2 - 5 * t**2 + 3 * t**3) / 2, (t + 4 * t**2 - 3 * t**3) / 2, (t**3 - t**2) / 2))
    found: Any = 0.0
    for taps in product(range(4), repeat=len(axes)):
        weight = np.prod([weights[k][tap] for k, tap in enumerate(taps)], axis=0)
        part = padded[tuple(starts[k] + tap for k, tap in enumerate(taps))]
        found = found + weight.reshape(-1, *[1] * (part.ndim - 1)) * part
    return found


def interpolate_lines(x: np.ndarray, y: np.ndarray, xq: np.ndarray, method: str, outside: Any) -> np.ndarray:
    """Values at xq of the columns of y over sorted x; ``outside`` is 'extrap' or the value beyond the ends."""
    n = len(x)
    inside = (xq >= x[0]) & (xq <= x[-1])
    place = np.clip(np.searchsorted(x, xq, side="right") - 1, 0, n - 2)
    if method == "linear":
        left, right = x[place], x[place + 1]
        t = ((xq - left) / (right - left))[:, None]
        v = y[place] + t * (y[place + 1] - y[place])
        v = np.where(t == 1, y[place + 1], v)
    elif method == "nearest":
        v = y[np.where(xq - x[place] >= x[place + 1] - xq, place + 1, place)]
    elif method == "previous":
        v = y[np.clip(np.searchsorted(x, xq, side="right") - 1, 0, n - 1)]
        inside = inside if outside != "extrap" else xq >= x[0]
    elif method == "next":
        v = y[np.clip(np.searchsorted(x, xq, side="left"), 0, n - 1)]
        inside = inside if outside != "extrap" else xq <= x[-1]
    elif method in ("cubic", "v5cubic") and is_uniform(x):
        v = convolve_grid([x], y, xq[:, None])
    else:
        c = spline_coefficients(x, y, {"cubic": "spline", "v5cubic": "spline"}.get(method, method))
        start = x[place] if c.shape[1] > 1 else np.full(len(xq), x[0])
        piece = place if c.shape[1] > 1 else np.zeros(len(xq), int)
        v = c[0][piece]
        for k in range(1, c.shape[0]):
            v = v * (xq - start)[:, None] + c[k][piece]
    v = np.array(v, copy=True)
    if outside == "extrap":
        if method in ("previous", "next"):
            v[~inside] = np.nan
    else:
        v[~inside] = outside
    v[np.isnan(xq)] = np.nan
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
)
def interp1(call: Any, *arguments: Any) -> Any:
    values = [a for a in arguments if not is_text(a)]
    words = [text_of(a).lower() for a in arguments if is_text(a)]
    texts_first = next((i for i, a in enumerate(arguments) if is_text(a)), len(arguments))
    extra = values[texts_first:]
    values = values[:texts_first]
    method = words[0].lstrip("*") if words and words[0] != "extrap" else "linear"
    if method not in _METHODS:
        raise MatlabError("Invalid interpolation method.", "MATLAB:interp1:InvalidMethod")
    if len(values) > 3:
        extra, values = values[3:], values[:3]
    if "pp" in words:
        return _piecewise(method, values[0], values[1])
    x, v, xq = values if len(values) == 3 else (None, *values)
    ys = arg.floating(v)
    vector = arg.is_vector(ys.shape)
    lines = ys.reshape(-1, 1, order="F") if vector else ys.reshape(ys.shape[0], -1, order="F")
    xs = np.arange(1.0, len(lines) + 1) if x is None else arg.flat(x)
    single = arg.float_class(v, xq, *(() if x is None else (x,))) is np.float32
    if len(xs) != len(lines):
        raise MatlabError("X and V must be of the same length.", "MATLAB:interp1:YInvalidNumRows")
    if len(xs) < 2:
        raise MatlabError("Interpolation requires at least two sample points for each grid dimension.", "MATLAB:interp1:NotEnoughPts")
    order = np.argsort(xs, kind="stable")
    xs, lines = xs[order], lines[order]
    if (np.diff(xs) == 0).any():
        raise MatlabError("Sample points must be unique.", "MATLAB:griddedInterpolant:NonUniqueCompVecsPtsErrId")
    points = arg.floating(xq)
    default: Any = "extrap" if method in ("pchip", "spline", "makima") else np.nan
    outside: Any = "extrap" if "extrap" in words else arg.floating(extra[0]).flat[0] if extra else default
    found = interpolate_lines(xs, lines, points.ravel(order="F"), method, outside)
    found = found.astype(np.complex64 if found.dtype.kind == "c" else np.float32) if single else found
    if vector:
        return found.reshape(points.shape, order="F")
    lead = (points.size,) if arg.is_vector(points.shape) else points.shape
    return found.reshape((*lead, *ys.shape[1:]), order="F")


def _piecewise(method: str, x: Any, v: Any) -> Any:
    """``interp1(x, v, method, 'pp')``: the interpolant as a piecewise polynomial."""
    xs, ys = arg.flat(x), arg.flat(v)
    if method in ("spline", "pchip", "makima"):
        return _cubic(method, x, v, None)
    if method == "cubic":
        return _cubic("pchip", x, v, None)
    if method == "linear":
        return make_pp(xs, np.stack([np.diff(ys) / np.diff(xs), ys[:-1]], axis=1))
    if method == "nearest":
        return make_pp(np.concatenate([xs[:1], (xs[1:] + xs[:-1]) / 2, xs[-1:]]), ys[:, None])
    raise MatlabError("Invalid interpolation method.", "MATLAB:interp1:InvalidMethod")


def _grid_interpolate(axes: list[np.ndarray], values: np.ndarray, points: list[np.ndarray], method: str, outside: Any) -> np.ndarray:
    """Interpolation on a grid whose axes run along the dimensions of ``values``; one dimension after the other for cubics."""
    from scipy import interpolate

    for k, axis in enumerate(axes):
        if len(axis) > 1 and axis[0] > axis[-1]:
            axes[k], values = axis[::-1], np.flip(values, k)
    if any(len(axis) < 2 for axis in axes):
        raise MatlabError("Interpolation requires at least two sample points for each grid dimension.", "MATLAB:interp:DegenerateGrid")
    shape = np.broadcast_shapes(*(p.shape for p in points))
    flat = np.stack([np.broadcast_to(p, shape).ravel(order="F") for p in points], axis=1)
    inside = np.all([(flat[:, k] >= a[0]) & (flat[:, k] <= a[-1]) for k, a in enumerate(axes)], axis=0)
    clipped = np.stack([np.clip(flat[:, k], a[0], a[-1]) for k, a in enumerate(axes)], axis=1)
    if method == "cubic" and all(is_uniform(a) for a in axes):
        found = convolve_grid(axes, values, flat if outside == "extrap" else clipped)
    elif method in ("spline", "makima", "cubic", "pchip"):
        found = _separable(axes, values, flat if outside == "extrap" else clipped, "spline" if method != "makima" else method)
    elif method == "nearest":
        index = [
            np.where(
                clipped[:, k] - a[(p := np.clip(np.searchsorted(a, clipped[:, k], side="right") - 1, 0, len(a) - 2))]
                >= a[p + 1] - clipped[:, k],
                p + 1,
                p,
            )
            for k, a in enumerate(axes)
        ]
        found = values[tuple(index)]
    else:
        found = interpolate.RegularGridInterpolator(tuple(axes), values, bounds_error=False, fill_value=None)(
            flat if outside == "extrap" else clipped
        )
    if outside != "extrap":
        found = np.where(inside, found, outside)
    return np.where(np.isnan(flat).any(axis=1), np.nan, found).reshape(shape, order="F")


def _separable(axes: list[np.ndarray], values: np.ndarray, points: np.ndarray, kind: str) -> np.ndarray:
    """Tensor-product cubic interpolation at scattered points."""
    from scipy import interpolate

    if kind == "spline" and len(axes) == 2 and min(values.shape) >= 4:
        coefficients = interpolate.CubicSpline(axes[1], values.T)
        distinct, back = np.unique(points[:, 1], return_inverse=True)
        lines = coefficients(distinct)
        if len(distinct) * values.shape[0] <= 4_000_000:
            c = interpolate.CubicSpline(axes[0], lines.T).c
            place = np.clip(np.searchsorted(axes[0], points[:, 0], side="right") - 1, 0, len(axes[0]) - 2)
            t = points[:, 0] - axes[0][place]
            v = c[0][place, back]
            for k in range(1, 4):
                v = v * t + c[k][place, back]
            return v
    out = np.empty(len(points), values.dtype)
    for i, point in enumerate(points):
        block = values
        for k in range(len(axes) - 1, -1, -1):
            lead = block.reshape(-1, block.shape[-1]).T
            block = interpolate_lines(axes[k], lead, point[k : k + 1], kind, "extrap").reshape(block.shape[:-1])
        out[i] = block
    return out


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
    method, outside = "linear", None
    values = list(arguments)
    place = next((i for i, a in enumerate(values) if is_text(a)), None)
    if place is not None:
        method = text_of(values[place]).lower().lstrip("*")
        if method not in (*_GRID_METHODS, "pchip"):
            raise call.error("Invalid interpolation method.", f"MATLAB:{call.name}:InvalidMethod")
        rest = values[place + 1 :]
        values = values[:place]
        if rest:
            outside = "extrap" if is_text(rest[0]) else arg.floating(rest[0]).flat[0]
    if outside is None:
        outside = "extrap" if method in ("spline", "makima") else np.nan
    if len(values) == 2 * ndim + 1:
        return values[:ndim], values[ndim], values[ndim + 1 :], method, outside
    if len(values) == ndim + 1:
        return None, values[0], values[1:], method, outside
    if len(values) in (1, 2):
        return None, values[0], 1 if len(values) == 1 else _refinements(call, values[1]), method, outside
    raise MatlabError("Wrong number of input arguments.", "MATLAB:interp2:nargin")


def _refinements(call: Any, value: Any) -> int:
    """How many times the intervals between the points are halved."""
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
    values = arg.floating(v)
    if values.ndim != max(ndim, 2):
        raise call.error(f"V must be an array of {ndim} dimensions.", f"MATLAB:{call.name}:InvalidValues")
    grids = [np.arange(1.0, values.shape[order[k]] + 1) if axes is None else _axis(axes[k], order[k]) for k in range(ndim)]
    if any(len(g) != values.shape[order[k]] for k, g in enumerate(grids)):
        raise MatlabError(
            "Sample points arrays must have the same size as the sample values array.",
            "MATLAB:griddedInterpolant:CompVecValueMismatchErrId",
        )
    if any(g.size > 1 and not ((d := np.diff(g)) > 0).all() and not (d < 0).all() for g in grids):
        raise call.error(
            "Sample points must be sorted in ascending or descending order.", "MATLAB:griddedInterpolant:NonMonotonicCompVecsErrId"
        )
    if isinstance(points, int):
        fine = [np.linspace(1, len(g), (len(g) - 1) * 2**points + 1) for g in grids]
        query = [f.reshape([-1 if i == order[k] else 1 for i in range(ndim)]) for k, f in enumerate(fine)]
    else:
        query = _query(points, order)
    by_dim = sorted(range(ndim), key=lambda k: order[k])
    return _grid_interpolate([grids[k] for k in by_dim], values, [query[k] for k in by_dim], method, outside)


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
    ),
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
    values = [a for a in arguments if not is_text(a)]
    place = next((i for i, a in enumerate(arguments) if is_text(a)), len(arguments))
    count = min(place, len(values))
    shape = shape_of(arguments[0])
    ndim = len(shape) if count <= 2 or count == len(shape) + 1 else (count - 1) // 2
    return _interpolated(
        call,
        arguments,
        1
        if ndim == 2
        and count == 3
        and arg.is_vector(shape)
        and arg.is_vector(shape_of(arguments[1]))
        and numel_of(arguments[0]) == numel_of(arguments[1])
        else ndim,
        list(range(ndim)),
    )


def _biharmonic(sites: np.ndarray, values: np.ndarray, points: np.ndarray) -> np.ndarray:
    """A sum of Green's functions of the biharmonic operator at the sites (Sandwell 1987)."""

    def green(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        square = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=-1)
        return np.where(square > 0, square * (np.log(np.where(square > 0, square, 1.0)) / 2 - 1), 0.0)

    return green(points, sites) @ np.linalg.solve(green(sites, sites), values)


@builtin(
    "griddata",
    "vq = griddata(x, y, v, xq, yq)",
    "vq = griddata(x, y, v, xq, yq, method)",
    summary="Interpolation of scattered data.",
    examples=(
        Example("round(griddata([0 1 0 1],[0 0 1 1],[0 1 0 1],0.5,0.25),10)", "0.5"),
        Example("round(griddata([0 2 0 2 1],[0 0 2 2 1],[0 0 0 0 1],[1 0.5],[1 1],'natural'),4)", "[1 0.5]"),
        Example("round(griddata([0 2 0 2 1],[0 0 2 2 1],[0 0 0 0 1],[1 2],[1 2],'v4'),10)", "[1 0]"),
    ),
    errors=(ErrorCase("griddata([0 1 0],[0 0 1],[1 2 3],0,0,'foo')", "MATLAB:griddata:UnknownMethod"),),
)
def griddata(call: Any, x: Any, y: Any, v: Any, xq: Any, yq: Any, method: Any = None) -> Any:
    from scipy import interpolate

    kind = text_of(method).lower() if method is not None else "linear"
    a, b = arg.floating(xq), arg.floating(yq)
    if a.shape != b.shape:
        a, b = np.broadcast_arrays(a.reshape(1, -1), b.reshape(-1, 1))
    sites = np.stack([arg.flat(x), arg.flat(y)], axis=1)
    points = np.stack([a.ravel(), b.ravel()], axis=1)
    if kind == "v4":
        return _biharmonic(sites, arg.flat(v), points).reshape(a.shape)
    if kind == "natural":
        return natural_neighbours(sites, arg.flat(v), points).reshape(a.shape)
    if kind not in ("linear", "nearest", "cubic"):
        raise call.error(f"Unknown method '{kind}'.", "MATLAB:griddata:UnknownMethod")
    return interpolate.griddata(sites, arg.flat(v), (a, b), kind)


@builtin(
    "interpft",
    "y = interpft(x, n)",
    "y = interpft(x, n, dim)",
    summary="Interpolation by Fourier transform.",
    examples=(Example("round(interpft([1 2 3 2],4),10)", "[1 2 3 2]"),),
)
def interpft(call: Any, x: Any, n: Any, dim: Any = None) -> Any:
    from scipy.signal import resample

    lines = Lines.of(arg.floating(x), dim)
    return lines.back(resample(lines.matrix, arg.integer(n), axis=0))
