"""Shapes around scattered points: ``alphaShape``, and ``boundary``, which shrinks the hull as long as it stays one region."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, Stored, builtin, methods
from ...values.convert import numel_of, text_of, to_value
from ..interpolation.interpolant_objects import Triangulation
from .alpha_shape import AlphaShape


def _shape_of(call: Any, points: np.ndarray, alpha: float | None) -> AlphaShape:
    from scipy.spatial import Delaunay, QhullError

    kept, first = np.unique(points, axis=0, return_index=True)
    if len(kept) < len(points):
        call.warning("Duplicate data points have been detected and removed.", "MATLAB:alphaShape:DupPtsBasicWarnId")
        points = points[np.sort(first)]
    try:
        cells = Delaunay(points).simplices
    except (QhullError, ValueError):
        cells = np.zeros((0, points.shape[1] + 1), int)
    corners = points[cells]
    along = corners[:, 1:] - corners[:, :1]
    centre = np.array([np.linalg.lstsq(m, 0.5 * (m**2).sum(axis=1), rcond=None)[0] for m in along]).reshape(len(cells), points.shape[1])
    shape = AlphaShape(points, cells, np.sqrt((centre**2).sum(axis=1)), np.inf)
    shape.alpha = _critical(shape, "all-points") if alpha is None else alpha
    return shape


def _groups(cells: np.ndarray) -> np.ndarray:
    """The number of the region of every simplex: simplices that share a facet are of one region."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    if not len(cells):
        return np.zeros(0, int)
    facets = np.concatenate([np.sort(np.delete(cells, j, axis=1), axis=1) for j in range(cells.shape[1])])
    _, number = np.unique(facets, axis=0, return_inverse=True)
    owner = np.tile(np.arange(len(cells)), cells.shape[1])
    order = np.argsort(number.ravel(), kind="stable")
    number, owner = number.ravel()[order], owner[order]
    same = number[:-1] == number[1:]
    links = coo_matrix((np.ones(same.sum()), (owner[:-1][same], owner[1:][same])), shape=(len(cells),) * 2)
    return connected_components(links, directed=False)[1]


def _critical(shape: AlphaShape, kind: str) -> float:
    """The smallest radius with which all points are corners; with another ``kind`` also the smallest that gives one region."""
    spectrum = np.unique(shape.radii)
    if not spectrum.size:
        return 0.0
    if kind == "all-points":
        nearest = np.full(len(shape.points), np.inf)
        np.minimum.at(nearest, shape.cells, np.repeat(shape.radii[:, None], shape.cells.shape[1], axis=1))
        return float(nearest[np.isfinite(nearest)].max())

    def is_enough(alpha: float) -> bool:
        cells = shape.cells[shape.radii <= alpha]
        return len(np.unique(cells)) == len(shape.points) and _groups(cells).max(initial=0) == 0

    low, high = 0, len(spectrum) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(spectrum[middle]) else (middle + 1, high)
    return float(spectrum[low])


def _sizes(shape: AlphaShape, cells: np.ndarray) -> np.ndarray:
    """Areas or volumes of simplices."""
    p = shape.points[cells]
    return np.abs(np.linalg.det(p[:, 1:] - p[:, :1])) / (2 if p.shape[2] == 2 else 6)


def _inside(shape: AlphaShape) -> np.ndarray:
    """The simplices of the shape: those within the radius, without small regions, with small holes filled."""
    limit = shape.alpha * (1 + 1e-12)
    cells = shape.cells[shape.radii <= limit]
    if shape.regions > 0 and len(cells):
        group = _groups(cells)
        total = np.bincount(group, weights=_sizes(shape, cells))
        cells = cells[total[group] >= shape.regions]
    outside = shape.cells[shape.radii > limit]
    if shape.holes > 0 and len(outside):
        group = _groups(outside)
        total = np.bincount(group, weights=_sizes(shape, outside))
        filled = (total[group] <= shape.holes) & ~np.isin(group, group[_touch_the_hull(shape, outside)])
        cells = np.concatenate([cells, outside[filled]])
    return cells


def _touch_the_hull(shape: AlphaShape, cells: np.ndarray) -> np.ndarray:
    """Which simplices have a facet on the convex hull of all points."""
    hull = {tuple(f) for f in _free(shape.cells).tolist()}
    return np.array([any(facet in hull for facet in combinations(cell, len(cell) - 1)) for cell in np.sort(cells, axis=1).tolist()], bool)


def _free(cells: np.ndarray) -> np.ndarray:
    """Facets that only one simplex has, their corners sorted."""
    if not len(cells):
        return np.zeros((0, cells.shape[1] - 1), int)
    facets = np.concatenate([np.sort(np.delete(cells, j, axis=1), axis=1) for j in range(cells.shape[1])])
    plain, count = np.unique(facets, axis=0, return_counts=True)
    return plain[count == 1]


def _facets(shape: AlphaShape, cells: np.ndarray) -> np.ndarray:
    """The boundary: edges with the shape on their left, or triangles whose normals look outwards."""
    wanted = {tuple(f) for f in _free(cells).tolist()}
    facets = []
    for cell in cells.tolist():
        for j in range(len(cell)):
            facet = cell[:j] + cell[j + 1 :]
            if tuple(sorted(facet)) in wanted:
                p = shape.points[facet]
                side = np.linalg.det(np.vstack([p[1:] - p[:1], shape.points[cell[j]] - p[0]]))
                outwards = side > 0 if len(facet) == 2 else side < 0
                facets.append(facet if outwards else facet[::-1])
    return np.array(facets, float).reshape(-1, cells.shape[1] - 1) + 1


@builtin(
    "alphaShape", "shp = alphaShape(x, y)", "shp = alphaShape(x, y, z)", "shp = alphaShape(P)", "shp = alphaShape(..., a)", "shp = alphaShape(..., Name, Value)",
    summary="A shape around points of the plane or of space.",
    examples=(
        Example("s = alphaShape([0 1 1 0]',[0 0 1 1]'); [area(s) numRegions(s)]", "[1 1]"), Example("s = alphaShape([0 0;1 0;0 1;1 1],2); perimeter(s)", "4"),
        Example("s = alphaShape([0 0;1 0;0 1;1 1]); inShape(s,[0.5 2],[0.5 0])", "[true false]"), Example("[x,y,z] = ndgrid(0:1); s = alphaShape(x(:),y(:),z(:)); round([volume(s) surfaceArea(s)],10)", "[1 6]"),
    ),
    errors=(ErrorCase("alphaShape([1 2 3])", "MATLAB:alphaShape:InvalidNumDims"), ErrorCase("alphaShape([1 2 3],[1 2])", "MATLAB:alphaShape:InconsistentSizes")),
)  # fmt: skip
def alpha_shape(call, *arguments):
    values, options = arg.before_text(arguments)
    named = arg.name_values(options, "alphaShape", "holethreshold regionthreshold")
    has_radius = len(values) > 1 and numel_of(values[-1]) == 1 and numel_of(values[0]) > 1
    alpha = arg.scalar(values.pop()) if has_radius else None
    if len({numel_of(v) for v in values}) > 1:
        raise call.error("The coordinates must be vectors of one length.", "MATLAB:alphaShape:InconsistentSizes")
    points = _coordinates(values)
    # a single row is a point of the plane, or no matrix of points
    if points.shape[1] not in (2, 3) or (len(values) == 1 and len(points) == 1 and points.shape[1] != 2):
        raise call.error("The points must have two or three coordinates.", "MATLAB:alphaShape:InvalidNumDims")
    shape = _shape_of(call, points.astype(np.float64), alpha)
    shape.holes = named.number("holethreshold", 0.0)
    shape.regions = named.number("regionthreshold", 0.0)
    return shape


def _coordinates(values: Sequence[Any]) -> np.ndarray:
    """Points as rows, of a matrix or of a vector for each coordinate."""
    return arg.matrix(values[0]) if len(values) == 1 else np.column_stack([arg.flat(v) for v in values])


def _of_region(shape: AlphaShape, number: tuple[Any, ...]) -> np.ndarray:
    """The simplices of the shape, or those of one region; regions are numbered from the largest."""
    cells = _inside(shape)
    if not number:
        return cells
    group = _groups(cells)
    order = np.argsort(-np.bincount(group, weights=_sizes(shape, cells)), kind="stable") if len(cells) else np.zeros(0, int)
    k = arg.integer(number[0])
    if not 1 <= k <= len(order):
        raise MatlabError("The region ID is out of range.", "MATLAB:alphaShape:InvalidRegionId")
    return cells[group == order[k - 1]]


def _total(call, shape, *number):
    return float(_sizes(shape, _of_region(shape, number)).sum())


def _perimeter(call, shape, *number):
    edges = _free(_of_region(shape, number))
    return float(np.linalg.norm(shape.points[edges[:, 0]] - shape.points[edges[:, 1]], axis=1).sum())


def _surface(call, shape, *number):
    p = shape.points[_free(_of_region(shape, number))]
    return float(np.linalg.norm(np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]), axis=1).sum() / 2)


def _in_shape(call, shape, *points):
    at = _coordinates(points)
    inside = np.zeros(len(at), bool)
    for corners in shape.points[_inside(shape)]:
        inner = np.linalg.solve((corners[:-1] - corners[-1]).T, (at - corners[-1]).T)
        inside |= (inner >= -1e-12).all(axis=0) & (inner.sum(axis=0) <= 1 + 1e-12)
    return inside.reshape(-1, 1) if len(points) == 1 else inside.reshape(arg.floating(points[0]).shape, order="F")


def _plot(call, shape, *options):
    cells = _inside(shape)
    faces = cells + 1.0 if shape.points.shape[1] == 2 else _facets(shape, cells)
    words = [to_value(v) for v in ("Faces", faces, "Vertices", shape.points, "FaceColor", "g")]
    handle = call.feval("patch", *words, *options)[0]
    return handle if call.nargout else None


ALPHA_SHAPE_METHODS = methods(AlphaShape, {
    "area": _total,
    "volume": _total,
    "perimeter": _perimeter,
    "surfaceArea": _surface,
    "inShape": _in_shape,
    "numRegions": lambda call, shape: float(_groups(_inside(shape)).max(initial=-1) + 1),
    "boundaryFacets": lambda call, shape, *number: (_facets(shape, _of_region(shape, number)), shape.points),
    "alphaTriangulation": lambda call, shape, *number: (_of_region(shape, number) + 1.0, shape.points),
    "alphaSpectrum": lambda call, shape: np.unique(shape.radii)[::-1].reshape(-1, 1),
    "criticalAlpha": lambda call, shape, kind: _critical(shape, text_of(kind).lower()),
    "triangulation": lambda call, shape: Triangulation(_inside(shape) + 1.0, shape.points, False),
    "plot": _plot,
})


@builtin(
    "boundary", "k = boundary(x, y)", "k = boundary(x, y, z)", "k = boundary(P)", "k = boundary(..., s)", "[k, v] = boundary(...)",
    summary="The points of a single boundary around all points; s from 0 (convex hull) to 1 (tight).",
    examples=(
        Example("[k,v] = boundary([0 1 1 0 0.5]',[0 0 1 1 0.5]',0); {numel(k) v}", "{5,1}"),
        Example("[x,y] = meshgrid(0:4); in = ~(x > 1 & y > 1); [~,v] = boundary(x(in),y(in),1); v", "7.5"),
    ),
    errors=(ErrorCase("boundary([1 2 3]',[1 2]')", "MATLAB:boundary:InconsistentSizes"), ErrorCase("boundary([0 1 1]',[0 0 1]',2)", "MATLAB:boundary:InvalidShrinkFactor")),
)  # fmt: skip
def boundary(call, *arguments):
    values, shrink = list(arguments), 0.5
    if not values:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if len(values) > 1 and numel_of(values[-1]) == 1:
        shrink = arg.scalar(values.pop())
    if not 0 <= shrink <= 1:
        raise call.error("The shrink factor must be a scalar between 0 and 1.", "MATLAB:boundary:InvalidShrinkFactor")
    if len({numel_of(v) for v in values}) > 1:
        raise call.error("The coordinates must be column vectors of the same length.", "MATLAB:boundary:InconsistentSizes")
    plain, first = np.unique(_coordinates(values).astype(np.float64), axis=0, return_index=True)
    shape = _shape_of(call, plain, np.inf)
    if not len(shape.cells):
        return np.zeros((0, 1)), 0.0
    spectrum = np.unique(shape.radii)[::-1]
    tried = spectrum[: int(np.flatnonzero(spectrum == _critical(shape, "one-region"))[0]) + 1]
    shape.alpha = float(tried[::-1][max(int(np.ceil((1 - shrink) * len(tried))), 1) - 1])
    shape.holes = np.inf
    cells = _inside(shape)
    facets, size = _facets(shape, cells).astype(int) - 1, float(_sizes(shape, cells).sum())
    if plain.shape[1] == 3:
        return first[facets] + 1.0, size
    return (first[_closed_loop(plain, facets)] + 1.0).reshape(-1, 1), size


def _closed_loop(points: np.ndarray, edges: np.ndarray) -> list[int]:
    """The corners along directed edges, from the one of least x (then y) back to it."""
    following = dict(edges.tolist())
    start = int(np.lexsort((points[edges[:, 0], 1], points[edges[:, 0], 0]))[0])
    order = [int(edges[start, 0])]
    while (corner := following[order[-1]]) != order[0] and len(order) <= len(edges):
        order.append(corner)
    return [*order, order[0]]


STORED = (Stored(AlphaShape),)
