"""Interpolation of scattered data: griddata, griddatan."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import is_text, shape_of, text_of
from .natural_neighbours import Scatter, natural_neighbours


def _biharmonic(sites: np.ndarray, values: np.ndarray, points: np.ndarray) -> np.ndarray:
    """A sum of Green's functions of the biharmonic operator at the sites (Sandwell 1987)."""

    def green(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        square = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=-1)
        return np.where(square > 0, square * (np.log(np.where(square > 0, square, 1.0)) / 2 - 1), 0.0)

    return green(points, sites) @ np.linalg.solve(green(sites, sites), values)


def _without_repeats(call: Any, sites: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sites that differ from each other; equal ones have the mean of their values."""
    known = np.isfinite(sites).all(axis=1)
    sites, values = sites[known], values[known]
    unique, back = np.unique(sites, axis=0, return_inverse=True)
    if len(unique) == len(sites):
        return sites, values
    message = "Duplicate data points detected: using average values for duplicate points."
    call.warning(message, f"MATLAB:{call.name}:DuplicateDataPoints")
    counts = np.bincount(back.ravel())
    if values.dtype.kind == "c":
        return unique, (np.bincount(back.ravel(), values.real) + 1j * np.bincount(back.ravel(), values.imag)) / counts
    return unique, np.bincount(back.ravel(), values) / counts


def _at(call: Any, sites: np.ndarray, values: np.ndarray, points: np.ndarray, kind: str) -> np.ndarray:
    """Values at points (one a row) by the method ``kind``."""
    from scipy import interpolate

    if (kind in ("v4", "cubic") and sites.shape[1] > 2) or (kind == "natural" and sites.shape[1] > 3):
        where = "the plane or in space" if kind == "natural" else "the plane"
        raise call.error(f"The method '{kind}' is for data in {where}.", f"MATLAB:{call.name}:UnknownMethod")
    if kind == "v4":
        return _biharmonic(sites, values, points)
    if kind == "natural":
        return natural_neighbours(sites, values, points)
    if kind not in ("linear", "nearest", "cubic"):
        raise call.error(f"Unknown method '{kind}'.", f"MATLAB:{call.name}:UnknownMethod")
    if kind == "nearest":
        scatter = Scatter(sites)
        return np.where(scatter.outside(points), np.nan, scatter.nearest(values, points))
    if kind == "cubic":  # slopes to rounding: those of SciPy's default make the values of a plane wrong in the eighth digit
        return interpolate.CloughTocher2DInterpolator(sites, values, tol=1e-14, maxiter=1000)(points)
    return interpolate.griddata(sites, values, points, kind)


@builtin(
    "griddata",
    "vq = griddata(x, y, v, xq, yq)",
    "vq = griddata(x, y, z, v, xq, yq, zq)",
    "vq = griddata(..., method)",
    "[Xq, Yq, vq] = griddata(x, y, v, xq, yq)",
    summary="Interpolation of scattered data.",
    examples=(
        Example("round(griddata([0 1 0 1],[0 0 1 1],[0 1 0 1],0.5,0.25),10)", "0.5"),
        Example("round(griddata([0 2 0 2 1],[0 0 2 2 1],[0 0 0 0 1],[1 0.5],[1 1],'natural'),4)", "[1 0.5]"),
        Example("round(griddata([0 2 0 2 1],[0 0 2 2 1],[0 0 0 0 1],[1 2],[1 2],'v4'),10)", "[1 0]"),
        Example("round(griddata([0 1 0 0 1],[0 0 1 0 1],[0 0 0 1 1],[0 1 2 4 7],0.25,0.25,0.25),10)", "1.75"),
        Example("griddata([0 1 0 1],[0 0 1 1],[0 1 2 3],[0.9 1.1],[0.2 0.2],'nearest')", "[1 NaN]"),
        Example("abs(griddata([0 1 0 1 0.5],[0 0 1 1 0.5],[0 1 1 2 1],0.3,0.4,'cubic') - 0.7) < 1e-12", "true"),
        Example("[X,Y,v] = griddata([0 1 0 1],[0 0 1 1],[0 1 2 3],[0 1],[0;1]); round([X Y v],10)", "[0 1 0 0 0 1;0 1 1 1 2 3]"),
    ),
    errors=(
        ErrorCase("griddata([0 1 0],[0 0 1],[1 2 3],0,0,'foo')", "MATLAB:griddata:UnknownMethod"),
        ErrorCase("griddata([0 1 0],[0 0],[1 2 3],0,0)", "MATLAB:griddata:InputSizeMismatch"),
    ),
)
def griddata(call: Any, *arguments: Any) -> Any:
    positional = list(arguments)
    kind = text_of(positional.pop()).lower() if is_text(positional[-1]) else "linear"
    if len(positional) not in (5, 7):
        raise call.error("Not enough input arguments.", "MATLAB:griddata:notEnoughInputs")
    count = len(positional) // 2
    places = [arg.flat(x) for x in positional[: count + 1]]
    if len({len(x) for x in places}) > 1:
        raise call.error("The sample points and their values must be arrays of one size.", "MATLAB:griddata:InputSizeMismatch")
    sites = np.stack(places[:count], axis=1)
    queries = [arg.floating(q) for q in positional[count + 1 :]]
    if count == 2 and queries[0].shape != queries[1].shape:
        queries = list(np.broadcast_arrays(queries[0].reshape(1, -1), queries[1].reshape(-1, 1)))
    if len({q.shape for q in queries}) > 1:
        raise call.error("The query points must be arrays of one size.", "MATLAB:griddata:InputSizeMismatch")
    sites, values = _without_repeats(call, sites, places[count])
    result = _at(call, sites, values, np.stack([q.ravel() for q in queries], axis=1), kind).reshape(queries[0].shape)
    return (*queries, result) if call.nargout > 1 else result


@builtin(
    "griddatan",
    "vq = griddatan(X, v, Xq)",
    "vq = griddatan(X, v, Xq, method)",
    summary="Interpolation of scattered data in any number of dimensions; points are rows.",
    examples=(Example("round(griddatan([0 0 0;1 0 0;0 1 0;0 0 1],[0;1;2;4],[0.25 0.25 0.25]),10)", "1.75"),),
    errors=(ErrorCase("griddatan([0 0;1 1;0 1],[1;2],[0 0])", "MATLAB:griddatan:InputSizeMismatch"),),
)
def griddatan(call: Any, x: Any, v: Any, xq: Any, method: Any = None) -> Any:
    sites, points, values = arg.floating(x), arg.floating(xq), arg.flat(v)
    if len(values) != len(sites) or shape_of(xq)[1] != sites.shape[1]:
        raise call.error("X, V and XQ must have matching sizes.", "MATLAB:griddatan:InputSizeMismatch")
    kind = text_of(method).lower() if method is not None else "linear"
    sites, values = _without_repeats(call, sites, values)
    return _at(call, sites, values, points, kind).reshape(-1, 1)
