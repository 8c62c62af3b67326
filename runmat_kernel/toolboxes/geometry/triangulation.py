"""Computational geometry and coordinates: hulls, triangulations, polygons, polar and spherical coordinates, vector fields."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.containers import CellArray
from ...values.convert import is_text, numel_of, shape_of, to_value
from ..statistics.distances import between
from .simplex_search import holding


def _points(arguments: tuple[Any, ...]) -> np.ndarray:
    """Coordinates as rows, from one matrix or from a vector for each coordinate."""
    if len(arguments) == 1:
        return arg.matrix(arguments[0])
    if not arguments:
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs")
    if len({numel_of(a) for a in arguments}) > 1:
        raise MatlabError("The coordinate vectors must be of the same length.", "MATLAB:delaunayTriangulation:InconsistentDims")
    return np.stack([arg.flat(a) for a in arguments], axis=1)


@builtin(
    "convhull",
    "k = convhull(P)",
    "k = convhull(x, y)",
    "k = convhull(x, y, z)",
    "k = convhull(..., 'Simplify', tf)",
    "[k, av] = convhull(...)",
    summary="Convex hull; in the plane counterclockwise and closed.",
    examples=(
        Example("[k,a] = convhull([0 1 1 0 0.5],[0 0 1 1 0.5]); a", "1"),
        Example("convhull([0 1 1 0 0.5],[0 0 1 1 0],'Simplify',true)", "[1;2;3;4;1]"),
    ),
)
def convhull(call: Any, *arguments: Any) -> Any:
    from scipy.spatial import ConvexHull, QhullError

    values, options = arg.before_text(arguments)
    arg.name_values(options, "convhull", "simplify")  # Qhull never gives needless corners
    points = _points(tuple(values))
    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):
        raise MatlabError("Error computing the convex hull. The points may be collinear.", "MATLAB:convhull:EmptyConvhull2DErrId") from None
    if points.shape[1] == 2:
        order = hull.vertices
        start = int(np.lexsort((points[order, 1], points[order, 0]))[0])
        order = np.roll(order, -start)
        return np.append(order, order[0])[:, None] + 1.0, float(hull.volume)
    return hull.simplices + 1.0, float(hull.volume)


@builtin(
    "convhulln",
    "k = convhulln(P)",
    "[k, v] = convhulln(P)",
    "[k, v] = convhulln(P, options)",
    summary="Convex hull in n dimensions; options are those of Qhull, as texts of a cell array.",
    examples=(
        Example("size(convhulln([0 0;1 0;0 1]))", "[3 2]"),
        Example("[k,v] = convhulln([0 0;1 0;0 1;1 1;.5 .5],{'Qt','Pp'}); {size(k), v}", "{[4 2], 1}"),
    ),
    errors=(
        ErrorCase("convhulln([0 0;1 0;0 1],5)", "MATLAB:convhulln:OptsNotStringCell"),
        ErrorCase("convhulln([0 0;1 0;0 1],{'Qv7x','no'})", "MATLAB:qhullmx:UndefinedError"),
    ),
)
def convhulln(call: Any, p: Any, options: Any = None) -> Any:
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(arg.matrix(p), qhull_options=_qhull_options(call, options))
    except (QhullError, ValueError):
        raise MatlabError(
            "Error computing the convex hull. The points may be coplanar or too few.", "MATLAB:qhullmx:UndefinedError"
        ) from None
    return hull.simplices + 1.0, float(hull.volume)


def _qhull_options(call: Any, options: Any) -> str | None:
    """Options of Qhull, a text or a cell array of texts; None for the defaults."""
    if options is None or arg.is_empty_matrix(options):
        return None
    if not is_text(options) and not (type(options) is CellArray and all(is_text(item) for item in options.array.flat)):
        raise call.error("Options must be a cell array of texts.", f"MATLAB:{call.name}:OptsNotStringCell")
    return " ".join(texts_of(options))


def _triangulated(points: np.ndarray, options: str | None = None) -> np.ndarray:
    """Delaunay simplices (from 1), those in the plane counterclockwise."""
    from scipy.spatial import Delaunay, QhullError

    try:
        simplices = Delaunay(points, qhull_options=options).simplices
    except (QhullError, ValueError):
        raise MatlabError(
            "Error computing the Delaunay triangulation. The points may be collinear.", "MATLAB:delaunay:EmptyDelaunay2DErrId"
        ) from None
    if points.shape[1] == 2:
        a, b, c = (points[simplices[:, k]] for k in range(3))
        clockwise = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) < (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
        simplices[clockwise] = simplices[clockwise][:, [0, 2, 1]]
    return simplices + 1.0


@builtin(
    "delaunay",
    "DT = delaunay(P)",
    "DT = delaunay(x, y)",
    "DT = delaunay(x, y, z)",
    summary="Delaunay triangulation.",
    examples=(Example("size(delaunay([0 1 0 1],[0 0 1 1]))", "[2 3]"),),
)
def delaunay(call: Any, *arguments: Any) -> Any:
    return _triangulated(_points(arguments))


@builtin(
    "delaunayn",
    "T = delaunayn(X)",
    "T = delaunayn(X, options)",
    summary="Delaunay triangulation in n dimensions; options are those of Qhull, as texts of a cell array.",
    examples=(
        Example("size(delaunayn([0 0;1 0;0 1]))", "[1 3]"),
        Example("delaunayn([3;1;2])", "[2 3;3 1]"),
        Example("size(delaunayn([0 0;1 0;0 1;1 1;.5 .5],{'Qt','Qbb','Qc'}))", "[4 3]"),
    ),
    errors=(ErrorCase("delaunayn([0 0;1 0;0 1],5)", "MATLAB:delaunayn:OptsNotStringCell"),),
)
def delaunayn(call: Any, x: Any, options: Any = None) -> Any:
    points, chosen = arg.matrix(x), _qhull_options(call, options)
    if points.shape[1] == 1 and len(points) > 1:  # along a line the simplices lie between neighbours
        order = np.argsort(points[:, 0], kind="stable") + 1.0
        return np.stack([order[:-1], order[1:]], axis=1)
    return _triangulated(points, chosen)


@builtin(
    "tsearchn",
    "t = tsearchn(X, T, XI)",
    "[t, P] = tsearchn(X, T, XI)",
    summary="Which simplex holds each point.",
    examples=(Example("tsearchn([0 0;1 0;0 1],[1 2 3],[0.2 0.2;5 5])", "[1;NaN]"),),
)
def tsearchn(call: Any, x: Any, t: Any, xi: Any) -> Any:
    points, simplices, wanted = arg.matrix(x), arg.matrix(t).astype(int) - 1, arg.matrix(xi)
    if ((simplices < 0) | (simplices >= len(points))).any():
        raise MatlabError("The simplices must be rows of X.", "MATLAB:tsearchn:InvalidSimplex")
    if simplices.shape[1] != points.shape[1] + 1 or wanted.shape[1] != points.shape[1]:
        raise MatlabError("The simplices must have one corner more than there are dimensions.", "MATLAB:tsearchn:InvalidSimplex")
    holder, shares = holding(points, simplices, wanted)
    return np.where(holder < 0, np.nan, holder + 1.0)[:, None], shares


@builtin(
    "tsearch",
    "t = tsearch(x, y, T, xi, yi)",
    summary="Which triangle holds each point of the plane; NaN for none.",
    examples=(Example("tsearch([0 1 0],[0 0 1],[1 2 3],[0.2 5],[0.2 5])", "[1 NaN]"),),
)
def tsearch(call: Any, x: Any, y: Any, t: Any, xi: Any, yi: Any) -> Any:
    corners, wanted = (np.stack([arg.flat(u), arg.flat(v)], axis=1) for u, v in ((x, y), (xi, yi)))
    holder, _ = tsearchn.function(call, to_value(corners), t, to_value(wanted))
    return holder.reshape(shape_of(xi), order="F")


@builtin(
    "dsearchn",
    "k = dsearchn(P, PQ)",
    "k = dsearchn(P, T, PQ)",
    "k = dsearchn(P, T, PQ, outval)",
    "[k, dist] = dsearchn(P, PQ)",
    summary="The nearest point of each query point.",
    examples=(Example("dsearchn([0 0;1 1],[0.9 0.9])", "2"),),
)
def dsearchn(call: Any, p: Any, *rest: Any) -> Any:
    from scipy.spatial import cKDTree

    wanted = arg.matrix(rest[-1] if len(rest) == 1 else rest[1])
    if wanted.shape[1] != arg.matrix(p).shape[1]:
        raise call.error("The points must have as many columns as each other.", "MATLAB:dsearchn:DimensionMismatch")
    distance, index = (np.atleast_1d(v)[:, None] for v in cKDTree(arg.matrix(p)).query(wanted))
    index = index + 1.0
    if len(rest) == 3:
        outside = np.isnan(tsearchn.function(call, p, rest[0], rest[1])[0])
        index[outside], distance[outside] = arg.scalar(rest[2]), np.nan if arg.scalar(rest[2]) != np.inf else np.inf
    return index, distance


@builtin(
    "knnsearch",
    "idx = knnsearch(X, Y)",
    "[idx, d] = knnsearch(X, Y, 'K', k)",
    "[idx, d] = knnsearch(X, Y, 'Distance', metric)",
    summary="Nearest neighbours.",
    examples=(
        Example("knnsearch([0 0;1 1],[0.9 0.9])", "2"),
        Example("[i,d] = knnsearch([0 0;1 1;3 0],[1 0],'K',2,'Distance','chebychev')", "{[1 2],[1 1]}"),
    ),
    errors=(ErrorCase("knnsearch([1 2],3)", "stats:knnsearch:SizeMismatch"),),
)
def knnsearch(call: Any, x: Any, y: Any, *options: Any) -> Any:
    from scipy.spatial import cKDTree

    named = arg.name_values(options, "knnsearch", "k nsmethod sortindices bucketsize distance p cov scale includeties")
    rows, wanted = arg.matrix(x), arg.matrix(y)
    k = min(named.integer("k", 1), len(rows))
    is_finite = np.isfinite(rows).all() and np.isfinite(wanted).all()
    if "distance" in named or rows.shape[1] != wanted.shape[1] or not len(rows) or not is_finite:
        parameter = next((named[name] for name in ("p", "cov", "scale") if name in named), None)
        distances = between(call, rows, wanted, named.get("distance"), parameter)
        order = np.argsort(distances, axis=0, kind="stable")[:k]
        return (order + 1.0).T, np.take_along_axis(distances, order, axis=0).T
    distance, index = cKDTree(rows).query(wanted, range(1, k + 1))
    return index + 1.0, distance


@builtin(
    "voronoin",
    "[V, C] = voronoin(X)",
    "[V, C] = voronoin(X, options)",
    summary="Voronoi vertices and cells.",
    examples=(
        Example("V = voronoin([0 0;1 0;0 1;1 1], {'Qbb', 'Qz'}); V(1,:)", "[Inf Inf]"),
        Example("[V,C] = voronoin([0 0;2 1;-1 2;-2 -1;1 -2;3 3]); abs(polyarea(V(C{1},1), V(C{1},2)) - 5) < 1e-9", "true"),
    ),
)
def voronoin(call: Any, x: Any, options: Any = None) -> Any:
    from scipy.spatial import Voronoi

    diagram = Voronoi(arg.matrix(x), qhull_options=_qhull_options(call, options))
    vertices = np.concatenate([np.full((1, diagram.points.shape[1]), np.inf), diagram.vertices])
    corners = [np.sort(np.array(diagram.regions[r], int)) for r in diagram.point_region]
    if diagram.points.shape[1] == 2:
        corners = _rings(diagram, corners)
    cells = [to_value(c[None, :] + 2.0) for c in corners]
    return vertices, CellArray.of(cells, (len(cells), 1))


def _rings(diagram: Any, corners: list[np.ndarray]) -> list[np.ndarray]:
    """The corners of each cell in the plane in the order of its boundary; infinity (-1) comes first."""
    ends: dict[int, set[int]] = {}
    for points, (first, second) in zip(diagram.ridge_points.tolist(), diagram.ridge_vertices, strict=True):
        if -1 in (first, second):
            for point in points:
                ends.setdefault(point, set()).add(max(first, second))
    rings = []
    for k, corner in enumerate(corners):
        finite = corner[corner >= 0]
        offsets = diagram.vertices[finite] - diagram.points[k]
        ring = finite[np.argsort(np.arctan2(offsets[:, 1], offsets[:, 0]), kind="stable")]
        if len(finite) < len(corner):
            outer = ends.get(k, set())
            opening = next((i for i in range(len(ring)) if {ring[i - 1], ring[i]} == outer), 0)
            ring = np.concatenate([[-1], np.roll(ring, -opening)])
        rings.append(ring)
    return rings


@builtin(
    "voronoi", "voronoi(T)", "voronoi(x, y)", "voronoi(x, y, LineSpec)", "h = voronoi(...)", "[vx, vy] = voronoi(...)",
    summary="Edges of the Voronoi diagram of points in the plane, drawn or as a column for each.",
    examples=(
        Example("[vx,vy] = voronoi([0 1 0 1 .5],[0 0 1 1 .5]); {sort(abs(vx(1,:) - vx(2,:))) size(vy)}", "{[0.5 0.5 0.5 0.5],[2 4]}"),
    ),
)  # fmt: skip
def voronoi(call: Any, *arguments: Any) -> Any:
    from scipy.spatial import Voronoi

    values = [a for a in arguments if not is_text(a)]
    if not values:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if len(values) == 1 and hasattr(values[0], "points"):
        points = np.asarray(values[0].points)
    else:
        points = np.column_stack([arg.flat(v) for v in values[:2]])
    diagram = Voronoi(points)
    finite = np.array([pair for pair in diagram.ridge_vertices if -1 not in pair], int).reshape(-1, 2)
    vx, vy = (np.asfortranarray(diagram.vertices[finite][..., k].T) for k in (0, 1))
    return (vx, vy) if call.nargout > 1 else _drawn_edges(call, points, (vx, vy), [a for a in arguments if is_text(a)])


def _drawn_edges(call: Any, points: np.ndarray, edges: tuple[np.ndarray, np.ndarray], words: list[Any]) -> Any:
    """Points and edges as lines of the current axes; the handles where they are asked for."""
    held = bool(call.feval("ishold")[0])
    handles = [call.feval("plot", to_value(points[:, :1]), to_value(points[:, 1:]), *(words or [to_value(".")]))[0]]
    call.feval("hold", to_value("on"), nargout=0)
    gap = np.full((1, edges[0].shape[1]), np.nan)
    lines = (to_value(np.vstack([v, gap]).reshape(-1, 1, order="F")) for v in edges)
    handles.append(call.feval("plot", *lines, to_value("-"))[0])
    if not held:  # with limits for all corners, some of them far outside, the points would be too close to see
        for name, places in (("xlim", points[:, 0]), ("ylim", points[:, 1])):
            low, high = float(places.min()), float(places.max())
            call.feval(name, to_value(np.array([[low, high]]) + np.array([[-0.1, 0.1]]) * ((high - low) or 1.0)), nargout=0)
        call.feval("hold", to_value("off"), nargout=0)
    return call.feval("vertcat", *handles)[0] if call.nargout else None


@builtin(
    "inpolygon",
    "in = inpolygon(xq, yq, xv, yv)",
    "[in, on] = inpolygon(xq, yq, xv, yv)",
    summary="Which points are inside or on a polygon.",
    examples=(Example("[in,on] = inpolygon([0.5 2 1],[0.5 0.5 0.5],[0 1 1 0],[0 0 1 1])", "{logical([1 0 1]),logical([0 0 1])}"),),
)
def inpolygon(call: Any, xq: Any, yq: Any, xv: Any, yv: Any) -> Any:
    px, py = arg.floating(xq), arg.floating(yq)
    shape, x, y = px.shape, px.ravel(order="F"), py.ravel(order="F")
    vx, vy = arg.flat(xv), arg.flat(yv)
    inside, on = np.zeros(len(x), bool), np.zeros(len(x), bool)
    for loop in _loops(vx, vy):
        ax, ay = loop
        bx, by = np.roll(ax, -1), np.roll(ay, -1)
        for x1, y1, x2, y2 in zip(ax, ay, bx, by, strict=True):
            area = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)
            limit = (
                3 * np.finfo(float).eps * max(abs(x1), abs(x2), abs(y1), abs(y2), 1e-300) ** 1 * max(abs(x2 - x1) + abs(y2 - y1), 1e-300)
            )
            on |= (np.abs(area) <= limit) & (x >= min(x1, x2)) & (x <= max(x1, x2)) & (y >= min(y1, y2)) & (y <= max(y1, y2))
            crosses = (y1 > y) != (y2 > y)
            with np.errstate(all="ignore"):
                inside ^= crosses & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    return (inside | on).reshape(shape, order="F"), on.reshape(shape, order="F")


def _loops(x: np.ndarray, y: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """The closed loops of a polygon whose parts are separated by NaN."""
    cuts = np.flatnonzero(np.isnan(x))
    return [(a[~np.isnan(a)], b[~np.isnan(b)]) for a, b in zip(np.split(x, cuts), np.split(y, cuts), strict=True) if (~np.isnan(a)).any()]


@builtin(
    "polyarea",
    "a = polyarea(x, y)",
    "a = polyarea(x, y, dim)",
    summary="Area of a polygon.",
    examples=(Example("polyarea([0 1 1 0],[0 0 1 1])", "1"),),
)
def polyarea(call: Any, x: Any, y: Any, dim: Any = None) -> Any:
    a, b = arg.floating(x), arg.floating(y)
    axis = arg.first_nonsingleton(a.shape) if dim is None else arg.dimension(dim)
    a, b = arg.pad_dims(a, axis + 1), arg.pad_dims(b, axis + 1)
    next_a, next_b = np.roll(a, -1, axis), np.roll(b, -1, axis)
    return arg.single_like(np.abs(((next_a - a) * (next_b + b)).sum(axis=axis, keepdims=True)) / 2, x, y)


def _field(arguments: tuple[Any, ...], three: bool) -> tuple[list[np.ndarray], list[np.ndarray]]:
    count = 3 if three else 2
    if len(arguments) not in (count, 2 * count):
        raise MatlabError("Wrong number of input arguments.", "MATLAB:divergence:WrongNumberOfInputs")
    parts = [arg.floating(a) for a in arguments[-count:]]
    if any(part.shape != parts[0].shape for part in parts):
        raise MatlabError("The components of the field must have the same size.", "MATLAB:divergence:SizeMismatch")
    grids = arguments[:count] if len(arguments) > count else (None,) * count
    return parts, [_field_axis(grid, parts[0].shape, axis) for grid, axis in zip(grids, (1, 0, 2), strict=False)]


def _field_axis(grid: Any, shape: tuple[int, ...], axis: int) -> np.ndarray:
    """The coordinates along an axis of a field: a vector, those of a full grid, or 1, 2, 3 ..."""
    if grid is None:
        return np.arange(1.0, shape[axis] + 1)
    array = arg.floating(grid)
    if array.size != shape[axis] and array.shape != shape:
        raise MatlabError("The coordinates must fit the components of the field.", "MATLAB:divergence:SizeMismatch")
    return array.ravel(order="F") if arg.is_vector(array.shape) else np.moveaxis(array, axis, -1)[(0,) * (array.ndim - 1)]


def _slope(values: np.ndarray, sites: np.ndarray, axis: int) -> np.ndarray:
    v = np.moveaxis(values, axis, 0)
    steps = np.diff(sites).reshape([-1] + [1] * (v.ndim - 1))
    g = np.empty_like(v)
    if len(v) < 2 or len(sites) != len(v):
        raise MatlabError("The size of the field must be at least 2 in every dimension.", "MATLAB:divergence:SizeMismatch")
    g[0], g[-1] = (v[1] - v[0]) / steps[0], (v[-1] - v[-2]) / steps[-1]
    g[1:-1] = (v[2:] - v[:-2]) / (steps[1:] + steps[:-1])
    return np.moveaxis(g, 0, axis)


@builtin(
    "divergence",
    "div = divergence(X, Y, Fx, Fy)",
    "div = divergence(X, Y, Z, Fx, Fy, Fz)",
    "div = divergence(Fx, Fy)",
    "div = divergence(Fx, Fy, Fz)",
    summary="Divergence of a vector field.",
    examples=(Example("divergence([1 2;1 2],[1 1;2 2])", "[2 2;2 2]"),),
)
def divergence(call: Any, *arguments: Any) -> Any:
    three = len(arguments) in (3, 6)
    parts, axes = _field(arguments, three)
    return arg.single_like(sum(_slope(p, x, (1, 0, 2)[k]) for k, (p, x) in enumerate(zip(parts, axes, strict=True))), *arguments)


@builtin(
    "curl",
    "[curlz, cav] = curl(X, Y, Fx, Fy)",
    "[cx, cy, cz, cav] = curl(X, Y, Z, Fx, Fy, Fz)",
    "[curlz, cav] = curl(Fx, Fy)",
    "cav = curl(...)",
    summary="Curl and angular velocity of a vector field; a single output is the angular velocity.",
    examples=(
        Example("[c, v] = curl([0 0;-1 -1],[0 1;0 1])", "{[2 2;2 2], [1 1;1 1]}"),
        Example("curl([0 0;-1 -1],[0 1;0 1])", "[1 1;1 1]"),
    ),
)
def curl(call: Any, *arguments: Any) -> Any:
    three = len(arguments) in (3, 6)
    parts, axes = _field(arguments, three)
    u, v = parts[:2]
    cz = _slope(v, axes[0], 1) - _slope(u, axes[1], 0)
    if not three:
        cz = arg.single_like(cz, *arguments)
        return (cz, cz / 2) if call.nargout > 1 else cz / 2
    w = parts[2]
    cx = _slope(w, axes[1], 0) - _slope(v, axes[2], 2)
    cy = _slope(u, axes[2], 2) - _slope(w, axes[0], 1)
    with np.errstate(all="ignore"):
        cav = 0.5 * (cx * u + cy * v + cz * w) / np.sqrt(u**2 + v**2 + w**2)
    outputs = tuple(arg.single_like(v, *arguments) for v in (cx, cy, cz, cav))
    return outputs if call.nargout > 1 else outputs[-1]


@builtin(
    "rectint", "area = rectint(A, B)", summary="Areas where rectangles overlap.", examples=(Example("rectint([0 0 2 2],[1 1 2 2])", "1"),)
)
def rectint(call: Any, a: Any, b: Any) -> Any:
    p, q = arg.matrix(a)[:, None, :], arg.matrix(b)[None, :, :]
    n = p.shape[2] // 2
    if p.shape[2] != q.shape[2] or p.shape[2] % 2:
        raise MatlabError(
            "The inputs must be rows of corners and sizes with as many columns as each other.", "MATLAB:rectint:wrongNumberOfColumns"
        )
    ends = np.minimum(p[..., :n] + p[..., n:], q[..., :n] + q[..., n:])
    return np.maximum(0, ends - np.maximum(p[..., :n], q[..., :n])).prod(axis=-1)
