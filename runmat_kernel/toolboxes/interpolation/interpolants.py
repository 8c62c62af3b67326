"""griddedInterpolant, scatteredInterpolant, triangulation and delaunayTriangulation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, Stored, builtin, methods
from ...values import CellArray, Tensor
from ...values.convert import as_array, is_text, shape_of, text_of, to_value
from .grid_interpolation import linear_on_grid, local_on_grid, spline_on_grid
from .interpolant_objects import GriddedInterpolant, ScatteredInterpolant, Triangulation
from .interpolation import convolve_grid
from .natural_neighbours import Scatter

_SHORT = 3
"""Points of an axis through which a spline is a polynomial of a lower order than three, at most."""
_WAYS = ("linear", "nearest", "next", "previous", "pchip", "cubic", "makima", "spline")


def _line(x: np.ndarray, y: np.ndarray, at: np.ndarray, way: str) -> np.ndarray:
    """Values along the first axis of ``y`` at points, extrapolated beyond the ends by the same method."""
    from scipy import interpolate

    if way == "nearest":
        place = np.clip(np.searchsorted((x[:-1] + x[1:]) / 2, at, side="right"), 0, x.size - 1)
        return y[place]
    if way in ("previous", "next"):
        place = np.searchsorted(x, at, side="right") - 1 if way == "previous" else np.searchsorted(x, at, side="left")
        return y[np.clip(place, 0, x.size - 1)]
    if way != "linear" and x.size > 2:
        if way == "cubic" and np.allclose(np.diff(x), x[1] - x[0], rtol=1e-10, atol=0):
            return _convolved(x, y, at)
        if way == "makima":
            return interpolate.Akima1DInterpolator(x, y, method="makima")(at, extrapolate=True)
        return (interpolate.PchipInterpolator if way == "pchip" else interpolate.CubicSpline)(x, y)(at)
    place = np.clip(np.searchsorted(x, at, side="right") - 1, 0, x.size - 2)
    weight = (at - x[place]) / (x[place + 1] - x[place])
    weight = weight.reshape(-1, *[1] * (y.ndim - 1))
    return np.where(weight == 0, y[place], np.where(weight == 1, y[place + 1], y[place] * (1 - weight) + y[place + 1] * weight))


def _convolved(x: np.ndarray, y: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Cubic convolution on evenly spaced points (Keys 1981); beyond the ends the values go on quadratically."""
    first, last = 3 * y[0] - 3 * y[1] + y[2], 3 * y[-1] - 3 * y[-2] + y[-3]
    values = np.concatenate([first[None], y, last[None]])
    place = np.clip(np.floor((at - x[0]) / (x[1] - x[0])).astype(int), 0, x.size - 2)
    s = ((at - x[place]) / (x[1] - x[0])).reshape(-1, *[1] * (y.ndim - 1))
    a, b, c, d = (values[place + k] for k in range(4))
    return b + 0.5 * s * (c - a + s * (2 * a - 5 * b + 4 * c - d + s * (3 * (b - c) + d - a)))


def gridded(vectors: Sequence[np.ndarray], values: np.ndarray, points: Sequence[np.ndarray], way: str, beyond: str) -> np.ndarray:
    """Interpolation one dimension after the other, at each point."""
    outside = np.zeros(points[0].shape, bool)
    for v, p in zip(vectors, points, strict=True):
        outside |= (p < v[0]) | (p > v[-1]) | np.isnan(p)
    inner = [np.clip(p, v[0], v[-1]) if beyond == "boundary" else p for v, p in zip(vectors, points, strict=True)]
    result = _at_points(vectors, values, inner, way)
    if beyond == "none":
        result[outside] = np.nan
    elif beyond not in (way, "boundary") and outside.any():
        result[outside] = _at_points(vectors, values, [p[outside] for p in inner], beyond)
    result[np.logical_or.reduce([np.isnan(p) for p in points])] = np.nan
    return result


def _at_points(vectors: Sequence[np.ndarray], values: np.ndarray, points: Sequence[np.ndarray], way: str) -> np.ndarray:
    if len(vectors) == 1:
        return np.array(_line(vectors[0], values.ravel(order="F"), points[0], way), values.dtype)
    if way == "linear":
        return linear_on_grid(vectors, values, np.stack(points, axis=-1))
    if way == "nearest":
        from scipy.interpolate import RegularGridInterpolator

        return RegularGridInterpolator(list(vectors), values, way, bounds_error=False, fill_value=None)(np.stack(points, axis=-1))
    at = np.stack(points, axis=-1)
    if way in ("makima", "pchip"):
        return local_on_grid(vectors, values, at, way)
    if way in ("spline", "cubic") and min(values.shape) > _SHORT:
        even = way == "cubic" and all(np.allclose(np.diff(x), x[1] - x[0], rtol=1e-10, atol=0) for x in vectors)
        return convolve_grid(list(vectors), values, at) if even else spline_on_grid(vectors, values, at)
    result = np.empty(points[0].size)
    first, back = np.unique(points[0], return_inverse=True)
    lines = _line(vectors[0], values, first, way)
    for k in range(first.size):
        rows = np.flatnonzero(back.ravel() == k)
        result[rows] = _at_points(vectors[1:], lines[k], [p[rows] for p in points[1:]], way)
    return result


@builtin(
    "griddedInterpolant", "F = griddedInterpolant(x, v)", "F = griddedInterpolant(X1, ..., Xn, V)", "F = griddedInterpolant(V)",
    "F = griddedInterpolant(gridVecs, V)", "F = griddedInterpolant(..., Method)", "F = griddedInterpolant(..., Method, ExtrapolationMethod)",
    summary="Function that interpolates values on a grid.",
    examples=(
        Example("F = griddedInterpolant([1 2 3],[10 20 40]); F([1.5 2.5 4])", "[15 30 60]"),
        Example("F = griddedInterpolant({[1 2],[1 2 3]},[1 2 3;4 5 6]); F(1.5,2)", "3.5"),
        Example("F = griddedInterpolant([1 2 3],[10 20 40],'nearest','none'); F([1.2 9])", "[10 NaN]"),
        Example("[X,Y] = ndgrid(1:3,1:3); F = griddedInterpolant(X,Y,X.^2+Y,'spline'); F(2.5,2)", "8.25"),
    ),
    errors=(ErrorCase("griddedInterpolant([1 1 2],[1 2 3])", "MATLAB:griddedInterpolant:NonUniqueCompVecsPtsErrId"),),
)  # fmt: skip
def gridded_interpolant(call, *arguments):
    words = [text_of(a).lower() for a in arguments if is_text(a)]
    numbers = [a for a in arguments if not is_text(a)]
    if not numbers:
        raise call.error("Sample values must be numbers.", "MATLAB:griddedInterpolant:ValuesNotNumericErrId")
    values = arg.floating(numbers[-1])
    vectors = _grid_vectors(call, numbers[:-1], values)
    _check_vectors(call, vectors, list(values.shape) if len(vectors) > 1 else [values.size])
    if len(vectors) == 1 and (np.diff(vectors[0]) <= 0).any():
        order = np.argsort(vectors[0])
        vectors, values = [vectors[0][order]], values.ravel(order="F")[order]
    way = words[0] if words else "linear"
    beyond = words[1] if len(words) > 1 else way
    if way not in _WAYS:
        raise call.error(f"Invalid interpolation method '{way}'.", "MATLAB:griddedInterpolant:BadInterpTypeErrId")
    if len(words) > 2 or beyond not in (*_WAYS, "none", "boundary"):
        raise call.error(f"Invalid extrapolation method '{words[-1]}'.", "MATLAB:griddedInterpolant:BadExtrapTypeErrId")
    return GriddedInterpolant(vectors, values, way, beyond, gridded)


def _grid_vectors(call: Any, sites: list[Any], values: np.ndarray) -> list[np.ndarray]:
    """The grid vectors: 1, 2, 3 ..., those of a cell, one vector, or the axes of a full grid."""
    if not sites:
        return [np.arange(1.0, n + 1) for n in (values.shape if min(values.shape) > 1 else [values.size])]
    if type(sites[0]) is CellArray:
        return [as_array(v).ravel(order="F").astype(np.float64) for v in sites[0].array.ravel(order="F")]
    arrays = [arg.floating(a) for a in sites]
    if len(arrays) == 1:
        return [arrays[0].ravel(order="F")]
    if any(a.shape != values.shape for a in arrays) or len(arrays) != values.ndim:
        raise call.error("The grid does not match the given values.", "MATLAB:griddedInterpolant:NumelMismatchErrId")
    if not values.size:
        raise call.error("The grid must have points.", "MATLAB:griddedInterpolant:DegenerateGridErrId")
    return [np.moveaxis(a, k, 0).reshape(a.shape[k], -1)[:, 0] for k, a in enumerate(arrays)]


def _check_vectors(call: Any, vectors: list[np.ndarray], shape: list[int]) -> None:
    """Errors for grid vectors that do not fit the values, are too short, repeat a point, or (beside others) do not increase."""
    if [v.size for v in vectors] != shape:
        raise call.error(
            "The grid vectors do not define a grid of points that match the given values.", "MATLAB:griddedInterpolant:NumelMismatchErrId"
        )
    if min(shape) < 2:
        raise call.error(
            "Interpolation requires at least two sample points for each grid dimension.", "MATLAB:griddedInterpolant:DegenerateGridErrId"
        )
    if any((np.diff(np.sort(v)) == 0).any() for v in vectors):
        raise call.error("Sample points must be unique.", "MATLAB:griddedInterpolant:NonUniqueCompVecsPtsErrId")
    if len(vectors) > 1 and any((np.diff(v) <= 0).any() for v in vectors):
        text = "Grid vectors must be in increasing order (grids as ndgrid makes them)."
        raise call.error(text, "MATLAB:griddedInterpolant:NonMonotonicCompVecsErrId")


# --- scattered points -----------------------------------------------------------------------------------------------


def scattered(points: np.ndarray, values: np.ndarray, at: np.ndarray, way: str, beyond: str, known: dict[str, Any]) -> np.ndarray:
    """Values at points (rows); ``known`` keeps the triangles of an interpolant from one call to the next."""
    flat = values.ravel(order="F")
    scatter = known.get("scatter")
    if scatter is None or scatter.sites is not points:
        scatter = known["scatter"] = Scatter(points)
    if way == "nearest":
        result = scatter.nearest(flat, at)
    else:
        result = scatter.natural(flat, at) if way == "natural" else scatter.linear(flat, at)
    if way == beyond == "nearest":
        return result
    outside = np.flatnonzero(scatter.outside(at))
    if not outside.size:
        return result
    if beyond == "nearest":
        result[outside] = scatter.nearest(flat, at[outside])
    elif beyond == "boundary":
        result[outside] = scatter.at_boundary(flat, at[outside], way)
    else:
        result[outside] = scatter.continued(flat, at[outside]) if beyond == "linear" else np.nan
    return result


@builtin(
    "scatteredInterpolant", "F = scatteredInterpolant(x, y, v)", "F = scatteredInterpolant(x, y, z, v)", "F = scatteredInterpolant(P, v)", "F = scatteredInterpolant",
    "F = scatteredInterpolant(..., Method)", "F = scatteredInterpolant(..., Method, ExtrapolationMethod)",
    summary="Function that interpolates values at scattered points.",
    examples=(
        Example("F = scatteredInterpolant([0;1;0;1],[0;0;1;1],[0;1;1;2]); round(F(0.25,0.5),12)", "0.75"),
        Example("F = scatteredInterpolant([0;1;0;1],[0;0;1;1],[5;6;7;8],'nearest'); F(0.9,0.1)", "6"),
        Example("F = scatteredInterpolant([0;1;0;1],[0;0;1;1],[5;6;7;8],'nearest','none'); F([0.9 1.1],[0.1 0.1])", "[6 NaN]"),
        Example("F = scatteredInterpolant([0;1;0;1],[0;0;1;1],[0;1;1;2],'linear','boundary'); round(F([0.25 5],[3 9]),12)", "[1.25 2]"),
    ),
)  # fmt: skip
def scattered_interpolant(call, *arguments):
    words = [text_of(a).lower() for a in arguments if is_text(a)]
    numbers = [arg.floating(a) for a in arguments if not is_text(a)]
    if len(numbers) == 1 or (words and not numbers) or any(g.ndim != 2 for g in numbers):
        raise call.error("Sample points and values must be given as vectors or matrices.", "MATLAB:scatteredInterpolant:InvalidInput")
    points, values = _sites_and_values(call, numbers)
    way, *rest = words or ["linear"]
    if way not in ("linear", "nearest", "natural"):
        raise call.error(f"Invalid interpolation method '{way}'.", "MATLAB:scatteredInterpolant:BadInterpTypeErrId")
    beyond = rest[0] if rest else "nearest" if way == "nearest" else "linear"
    if len(rest) > 1 or beyond not in ("linear", "nearest", "none", "boundary"):
        raise call.error(f"Invalid extrapolation method '{words[-1]}'.", "MATLAB:scatteredInterpolant:BadExtrapTypeErrId")
    return ScatteredInterpolant(points, values, way, beyond, scattered)


def _sites_and_values(call: Any, numbers: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Points as rows, and their values; equal points become one with the mean value."""
    if len(numbers) == 2 and numbers[0].shape[1] > 1:
        points, values = numbers
        sizes = {len(points), values.size}
    else:
        sizes = {g.size for g in numbers}
    if len(sizes) > 1:
        text = "The number of sample values must equal the number of sample points."
        raise call.error(text, "MATLAB:scatteredInterpolant:InputMismatchErrId")
    if len(numbers) != 2 or numbers[0].shape[1] <= 1:
        points, values = np.column_stack([g.ravel(order="F") for g in numbers[:-1]]), numbers[-1]
    unique, back = np.unique(points, axis=0, return_inverse=True)
    if len(unique) == len(points):
        return points, values
    call.warning(
        "Duplicate data points have been detected and removed - corresponding values have been averaged.",
        "MATLAB:scatteredInterpolant:DupPtsAvValuesWarnId",
    )
    means = np.bincount(back.ravel(), values.ravel(order="F")) / np.bincount(back.ravel())
    return unique, means.reshape(-1, 1)


# --- triangulations -------------------------------------------------------------------------------------------------


@builtin(
    "delaunayTriangulation", "DT = delaunayTriangulation(P)", "DT = delaunayTriangulation(x, y)", "DT = delaunayTriangulation(x, y, z)",
    "DT = delaunayTriangulation(..., C)", summary="Delaunay triangulation of points.",
    examples=(Example("DT = delaunayTriangulation([0;1;0;1],[0;0;1;1.1]); size(DT.ConnectivityList)", "[2 3]"),),
)  # fmt: skip
def delaunay_triangulation(call, *arguments):
    numbers = [arg.floating(a) for a in arguments]
    constraints = None
    widths = [a.shape[1] for a in numbers]
    if (len(numbers) > 1 and widths[-1] == 2 != widths[0]) or (len(numbers) == 2 and widths[0] > 1):
        constraints = numbers.pop()
    points = numbers[0] if len(numbers) == 1 else np.column_stack([g.ravel(order="F") for g in numbers])
    cells = as_array(call.feval("delaunayn", to_value(points))[0]).astype(np.float64)
    if points.shape[1] == 2:  # counterclockwise, as MATLAB gives them
        a, b, c = (points[cells[:, k].astype(int) - 1] for k in range(3))
        orientation = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
        cells[orientation < 0] = cells[orientation < 0][:, [0, 2, 1]]
    return Triangulation(cells, points, True, constraints)


@builtin(
    "triangulation", "TR = triangulation(T, P)", "TR = triangulation(T, x, y)", "TR = triangulation(T, x, y, z)", summary="Triangles over points.",
    examples=(Example("TR = triangulation([1 2 3],[0;1;0],[0;0;1]); TR.Points", "[0 0;1 0;0 1]"), Example("edges(triangulation([1 2 3],[0;1;0],[0;0;1]))", "[1 2;1 3;2 3]")),
)  # fmt: skip
def triangulation(call, cells, *coordinates):
    points = arg.floating(coordinates[0]) if len(coordinates) == 1 else np.column_stack([arg.flat(c) for c in coordinates])
    if points.ndim != 2 or len(shape_of(cells)) != 2 or shape_of(cells)[1] not in (3, 4) or points.shape[1] not in (2, 3):
        raise call.error(
            "The triangulation and its points must be matrices of three or four, and two or three, columns.",
            "MATLAB:triangulation:InvalidInput",
        )
    corners = arg.floating(cells)
    if corners.size and not (1 <= corners.min() and corners.max() <= len(points)):
        raise call.error("The triangulation refers to points that do not exist.", "MATLAB:triangulation:InvalidIndex")
    return Triangulation(corners, points, False)


def _corners(tri: Triangulation, rows: Any = None) -> np.ndarray:
    cells = tri.cells.astype(int) - 1
    return cells if rows is None else cells[as_array(rows).ravel().astype(int) - 1]


def _edges(call, tri):
    cells = _corners(tri)
    pairs = np.concatenate([cells[:, [i, j]] for i in range(cells.shape[1]) for j in range(i + 1, cells.shape[1])])
    return np.unique(np.sort(pairs, axis=1), axis=0) + 1.0


def _free_boundary(call, tri):
    cells = _corners(tri)
    count = cells.shape[1]
    sides = np.concatenate([np.delete(cells, k, axis=1) if count != 3 else cells[:, [(k + 1) % 3, (k + 2) % 3]] for k in range(count)])
    _, first, number = np.unique(np.sort(sides, axis=1), axis=0, return_index=True, return_counts=True)
    free = sides[first[number == 1]]
    if count == 3 and len(free):  # one side after the other, around the boundary
        following = {int(a): int(b) for a, b in free}
        start = int(free[:, 0].min())
        ordered, at = [], start
        while at in following:
            ordered.append((at, following.pop(at)))
            at = ordered[-1][1]
        free = np.array(ordered + list(following.items()))
    return free + 1.0


def _barycentric(tri: Triangulation, rows: np.ndarray, at: np.ndarray) -> np.ndarray:
    corners = tri.points[_corners(tri)[rows]]
    system = np.concatenate([np.swapaxes(corners, 1, 2), np.ones((len(rows), 1, corners.shape[1]))], axis=1)
    return np.linalg.solve(system, np.concatenate([at, np.ones((len(at), 1))], axis=1)[..., None])[..., 0]


def _location(call, tri, *coordinates):
    at = arg.floating(coordinates[0]) if len(coordinates) == 1 else np.column_stack([arg.floating(c).ravel(order="F") for c in coordinates])
    owners, weights = np.full((len(at), 1), np.nan), np.full((len(at), tri.cells.shape[1]), np.nan)
    for k, point in enumerate(at):
        w = _barycentric(tri, np.arange(len(tri.cells)), np.broadcast_to(point, (len(tri.cells), len(point))))
        inside = np.flatnonzero((w >= -1e-12).all(axis=1))
        if inside.size:
            owners[k, 0], weights[k] = inside[0] + 1.0, w[inside[0]]
    return owners, weights


def _nearest(call, tri, *coordinates):
    at = arg.floating(coordinates[0]) if len(coordinates) == 1 else np.column_stack([arg.floating(c).ravel(order="F") for c in coordinates])
    distance = np.sqrt(((at[:, None, :] - tri.points[None, :, :]) ** 2).sum(axis=2))
    return (distance.argmin(axis=1) + 1.0).reshape(-1, 1), distance.min(axis=1).reshape(-1, 1)


def _circumcenter(call, tri, rows=None):
    corners = tri.points[_corners(tri, rows)]
    a = corners[:, 1:] - corners[:, :1]
    b = 0.5 * (a**2).sum(axis=2)
    offset = np.stack([np.linalg.lstsq(m, r, rcond=None)[0] for m, r in zip(a, b, strict=True)])
    return corners[:, 0] + offset, np.sqrt((offset**2).sum(axis=1)).reshape(-1, 1)


def _incenter(call, tri, rows=None):
    p = tri.points[_corners(tri, rows)]
    lengths = np.stack([np.linalg.norm(p[:, (k + 1) % 3] - p[:, (k + 2) % 3], axis=1) for k in range(3)], axis=1)
    total = lengths.sum(axis=1, keepdims=True)
    area = 0.5 * np.abs((p[:, 1, 0] - p[:, 0, 0]) * (p[:, 2, 1] - p[:, 0, 1]) - (p[:, 1, 1] - p[:, 0, 1]) * (p[:, 2, 0] - p[:, 0, 0]))
    return (p * lengths[:, :, None]).sum(axis=1) / total, (2 * area / total.ravel()).reshape(-1, 1)


def _neighbors(call, tri, rows=None):
    cells = _corners(tri)
    owner: dict[tuple[int, ...], list[int]] = {}
    for k, cell in enumerate(cells):
        for j in range(cells.shape[1]):
            owner.setdefault(tuple(sorted(np.delete(cell, j).tolist())), []).append(k)
    chosen = range(len(cells)) if rows is None else as_array(rows).ravel().astype(int) - 1
    neighbours = [
        [next((o + 1.0 for o in owner[tuple(sorted(np.delete(cells[k], j).tolist()))] if o != k), np.nan) for j in range(cells.shape[1])]
        for k in chosen
    ]
    return np.array(neighbours)


def _attachments(call, tri, vertices=None):
    cells = _corners(tri)
    chosen = range(len(tri.points)) if vertices is None else as_array(vertices).ravel().astype(int) - 1
    lists = [np.flatnonzero((cells == v).any(axis=1)) + 1.0 for v in chosen]
    return CellArray.of([Tensor(x.reshape(1, -1)) for x in lists], (len(lists), 1))


def _normals(call, tri, rows=None):
    p = tri.points[_corners(tri, rows)]
    n = np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
    return n / np.linalg.norm(n, axis=1, keepdims=True)


def _edge_attachments(call, tri, *vertices):
    cells = _corners(tri)
    pairs = arg.floating(vertices[0]) if len(vertices) == 1 else np.column_stack([arg.flat(v) for v in vertices])
    lists = [np.flatnonzero((cells == a - 1).any(axis=1) & (cells == b - 1).any(axis=1)) + 1.0 for a, b in pairs]
    return CellArray.of([Tensor(x.reshape(1, -1)) for x in lists], (len(lists), 1))


def _to_cartesian(call, tri, rows, weights):
    return (tri.points[_corners(tri, rows)] * arg.floating(weights)[:, :, None]).sum(axis=1)


def _to_barycentric(call, tri, rows, points):
    corners, at = tri.points[_corners(tri, rows)], arg.floating(points)
    inner = np.stack([np.linalg.lstsq((c[:-1] - c[-1]).T, x - c[-1], rcond=None)[0] for c, x in zip(corners, at, strict=True)])
    return np.column_stack([inner, 1 - inner.sum(axis=1)])


def _voronoi_diagram(call, tri):
    return call.feval("voronoin", to_value(tri.points), nargout=2)


def _vertex_normals(call, tri, vertices=None):
    p = tri.points[_corners(tri)]
    areas = np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
    sums = np.zeros_like(tri.points)
    for k in range(3):
        np.add.at(sums, _corners(tri)[:, k], areas)
    normals = sums / np.linalg.norm(sums, axis=1, keepdims=True)
    return normals if vertices is None else normals[as_array(vertices).ravel().astype(int) - 1]


def _hull(call, tri):
    return call.feval("convhull" if tri.points.shape[1] == 2 else "convhulln", to_value(tri.points), nargout=max(call.nargout, 1))


def _drawn(name: str):
    def method(call, first, *rest):
        if first.cells.shape[1] != 3:
            raise MatlabError("The triangulation must consist of triangles.", f"MATLAB:{name}:NotTriangles")
        mesh = (Tensor(first.cells), *(to_value(c.reshape(-1, 1)) for c in first.points.T))
        handles = call.feval(name, *mesh, *rest, nargout=1)
        return handles[0] if call.nargout else None

    return method


@builtin(
    "triplot", "h = triplot(TO)", "h = triplot(T, x, y)", "h = triplot(..., LineSpec)", "h = triplot(..., Name, Value)", summary="Edges of triangles in the plane.",
    examples=(Example("h = triplot([1 2 3],[0 1 0],[0 0 1]); numel(h)", "1"),),
)  # fmt: skip
def triplot(call, cells, x, y, *rest):
    px, py = arg.flat(x), arg.flat(y)
    corners = arg.matrix(cells).astype(int) - 1
    if corners.shape[1] != 3 or (corners.size and not (0 <= corners.min() and corners.max() < min(px.size, py.size))):
        raise call.error("The triangulation must consist of triangles of the given points.", "MATLAB:triplot:InvalidTriangulation")
    pairs = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]])
    pairs = np.unique(np.sort(pairs, axis=1), axis=0)
    gap = np.full(len(pairs), np.nan)
    lines = [np.stack([p[pairs[:, 0]], p[pairs[:, 1]], gap]).ravel(order="F").reshape(1, -1) for p in (px, py)]
    handles = call.feval("plot", *(to_value(v) for v in lines), *rest, nargout=1)[0]
    return handles if call.nargout else None


@builtin("edges", "E = edges(TR)", summary="The edges of a triangulation.", errors=(ErrorCase("edges(1)", "MATLAB:UndefinedFunction"),))
def edges(call, value):
    raise call.undefined(value)


def _connected(call, tri, *vertices):
    pairs = arg.floating(vertices[0]) if len(vertices) == 1 else np.column_stack([arg.flat(v) for v in vertices])
    known = {tuple(e) for e in _edges(call, tri).tolist()}
    return np.array([[tuple(sorted(p)) in known] for p in pairs.tolist()], bool)


def _interior(call, tri):
    """A mask of the triangles inside the constrained edges: a ray from their centre crosses an odd number of edges."""
    if not len(tri.constraints):
        return np.ones((len(tri.cells), 1), bool)
    (x, y), ends = tri.points[tri.cells.astype(int) - 1].mean(axis=1).T, tri.points[tri.constraints.astype(int) - 1]
    (x1, y1), (x2, y2) = ends[:, 0].T, ends[:, 1].T
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = x1 + (y[:, None] - y1) * (x2 - x1) / (y2 - y1)
    hit = ((y1 > y[:, None]) != (y2 > y[:, None])) & (x[:, None] < crossing)
    return (hit.sum(axis=1) % 2 == 1).reshape(-1, 1)


TRIANGULATION_METHODS = methods(Triangulation, {
    "isInterior": _interior,
    "edges": _edges,
    "freeBoundary": _free_boundary,
    "pointLocation": _location,
    "nearestNeighbor": _nearest,
    "circumcenter": _circumcenter,
    "incenter": _incenter,
    "neighbors": _neighbors,
    "vertexAttachments": _attachments,
    "faceNormal": _normals,
    "convexHull": _hull,
    "isConnected": _connected,
    "edgeAttachments": _edge_attachments,
    "barycentricToCartesian": _to_cartesian,
    "cartesianToBarycentric": _to_barycentric,
    "voronoiDiagram": _voronoi_diagram,
    "vertexNormal": _vertex_normals,
    "triplot": _drawn("triplot"),
    "trimesh": _drawn("trimesh"),
    "trisurf": _drawn("trisurf"),
    "size": lambda call, tri, *rest: call.feval("size", Tensor(tri.cells), *rest, nargout=max(call.nargout, 1)),
})


STORED = (Stored(GriddedInterpolant), Stored(ScatteredInterpolant), Stored(Triangulation), Stored(gridded), Stored(scattered))
