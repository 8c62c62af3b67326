"""Polygons with holes and several parts: ``polyshape``, its measures, its set operations and movements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, Stored, builtin, methods
from ...values.classes import DTYPES
from ...values.containers import CellArray, object_array
from ...values.convert import class_of, text_of, to_value, word_of
from ...values.tensor import Tensor
from .buffering import buffered
from .overlay import combined, crossings_odd, inside_or_on, on_sides, simplified, without_collinear
from .polygon_parts import cut_line, sort_boundaries, sort_regions
from .polyshape import Polyshape, joined_shapes, loop_area, parted

_SQUARE = "p = polyshape([0 0 2 2],[0 2 2 0]); "
_RING = "p = polyshape({[0 0 4 4],[1 1 3 3]},{[0 4 4 0],[1 3 3 1]}); "


def _loops_of(x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    """The loops of coordinates with NaN between them; a last corner that repeats the first is left out."""
    corners, loops = np.column_stack([x, y]), []
    gaps = np.flatnonzero(np.isnan(corners).any(axis=1))
    for piece in np.split(corners, gaps):
        loop = piece[~np.isnan(piece).any(axis=1)]
        if np.isinf(loop).any():
            raise MatlabError("The vertices must be finite, or NaN between boundaries.", "MATLAB:polyshape:infVertexError")
        loop = loop[:-1] if len(loop) > 1 and (loop[0] == loop[-1]).all() else loop
        if len(loop):
            loops.append(loop)
    return loops


def _given_loops(call: Any, values: Sequence[Any]) -> list[np.ndarray]:
    """The loops of arguments: one matrix of corners, x and y, or cells of these."""
    are_cells = type(values[0]) is CellArray
    if not all(type(v) is CellArray if are_cells else class_of(v) in DTYPES for v in values):
        raise call.error("The vertices must be numbers, or cell arrays of these.", "MATLAB:polyshape:invalidInput")
    if are_cells:
        pairs = zip(*(v.array.ravel(order="F") for v in values), strict=True)
        return [loop for x, y in pairs for loop in _loops_of(arg.flat(x), arg.flat(y))]
    if len(values) == 1:
        matrix = arg.matrix(values[0]).astype(np.float64)
        if matrix.shape[1] != 2:
            raise call.error("Input must be an N-by-2 matrix of vertices.", "MATLAB:polyshape:vertexMatrixError")
        return _loops_of(*matrix.T)
    x, y = (arg.flat(v).astype(np.float64) for v in values)
    if len(x) != len(y):
        raise call.error("The x-coordinates and y-coordinates must be vectors of the same length.", "MATLAB:polyshape:xyLengthError")
    return _loops_of(x, y)


def _simple(loops: Sequence[np.ndarray]) -> bool:
    """Whether the loops need no simplification: their overlay has as many loops and corners."""
    overlay = simplified(loops, collinear=True)
    return len(overlay) == len(loops) and sum(map(len, overlay)) == sum(map(len, loops))


def _oriented(loops: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Loops that do not cross, each in its direction; a loop inside an odd number of others is a hole."""
    if not loops:
        return []
    middles = np.array([(loop[0] + loop[1]) / 2 for loop in loops])
    own = np.array([crossings_odd(middle[None], [loop])[0] for middle, loop in zip(middles, loops, strict=True)])
    holes = crossings_odd(middles, loops) != own
    return [
        loop if (loop_area(loop) > 0) == hole else np.roll(loop[::-1], 1, axis=0) for loop, hole in zip(loops, holes, strict=True)
    ]


def _shape(loops: Sequence[np.ndarray], simplify: bool = True, collinear: bool = False) -> Polyshape:
    loops = [loop for loop in loops if len(loop) > 2] if simplify else list(loops)
    if simplify and not _simple(loops):
        return Polyshape(simplified(loops, collinear))
    extent = max(float(np.ptp(np.concatenate(loops), axis=0).max()), 1e-300) if loops else 1.0
    loops = loops if collinear or not simplify else [without_collinear(loop, extent) for loop in loops]
    return Polyshape(_oriented(loops))


@builtin(
    "polyshape", "pgon = polyshape", "pgon = polyshape(x, y)", "pgon = polyshape(P)", "pgon = polyshape(X, Y)", "pgon = polyshape(..., Name, Value)",
    summary="A polygon in the plane, which may have several parts and holes.",
    examples=(
        Example(_SQUARE + "area(p)", "4"), Example(_SQUARE + "perimeter(p)", "8"), Example("p = polyshape; p.NumRegions", "0"),
        Example(_RING + "[area(p) p.NumRegions p.NumHoles]", "[12 1 1]"), Example("isequal(polyshape([0 0;0 1;1 1]),polyshape([0 0 1],[0 1 1]))", "true"),
        Example("p = polyshape([0 2 2 0],[0 2 0 2]); [area(p) p.NumRegions]", "[2 2]"), Example("p = polyshape([0 1 1 0],[0 0 1 1]); p.Vertices", "[0 0;0 1;1 1;1 0]"),
    ),
    errors=(ErrorCase("polyshape([0 1 1],[0 1])", "MATLAB:polyshape:xyLengthError"),),
)  # fmt: skip
def polyshape(call, *arguments):
    values, options = arg.before_text(arguments)
    named = arg.name_values(options, "polyshape", "solidboundaryorientation simplify keepcollinearpoints")
    if not values:
        return Polyshape()
    return _shape(_given_loops(call, values), named.flag("simplify", True), named.flag("keepcollinearpoints"))


@builtin(
    "nsidedpoly", "pgon = nsidedpoly(n)", "pgon = nsidedpoly(n, 'Center', c, 'SideLength', s)", "pgon = nsidedpoly(n, 'Radius', r)",
    summary="A regular polygon of n sides.",
    examples=(Example("p = nsidedpoly(4,'SideLength',3); round(area(p),10)", "9"), Example("p = nsidedpoly(6,'Center',[5 2],'Radius',2); [x,y] = centroid(p); round([x y numsides(p)],10)", "[5 2 6]")),
    errors=(ErrorCase("nsidedpoly(2)", "MATLAB:polyshape:nsidesError"),),
)  # fmt: skip
def nsidedpoly(call, n, *options):
    named = arg.name_values(options, "nsidedpoly", "center sidelength radius")
    count = arg.scalar(n)
    if count != np.floor(count) or count < 3:
        raise call.error("Number of sides must be a finite integer of at least 3.", "MATLAB:polyshape:nsidesError")
    radius = named.number("radius", 1.0)
    if "sidelength" in named:
        radius = arg.scalar(named["sidelength"]) / (2 * np.sin(np.pi / count))
    centre = named.read("center", arg.flat, np.zeros(2))
    angle = (
        np.pi / 2 + np.pi / count - 2 * np.pi * np.arange(count) / count
        if count % 2 == 0
        else np.pi / 2 - 2 * np.pi * np.arange(count) / count
    )
    return Polyshape([centre + radius * np.column_stack([np.cos(angle), np.sin(angle)])])


# --- measures ---------------------------------------------------------------------------------------------------------


def _chosen(shape: Polyshape, which: Sequence[Any]) -> list[np.ndarray]:
    """All boundaries, or the one of a number."""
    if not which:
        return list(shape.loops)
    numbers = [int(n) for n in arg.flat(which[0])]
    if any(not 1 <= n <= len(shape.loops) for n in numbers):
        raise MatlabError(
            "Boundary index must be a positive integer within the number of boundaries.", "MATLAB:polyshape:boundaryIndexError"
        )
    return [shape.loops[n - 1] for n in numbers]


def _each(measure: Callable[..., Any]) -> Callable[..., Any]:
    """The method that computes a measure of each region of an array."""

    def method(call, shape, *which):
        if shape.members is None:
            return measure(call, shape, *which)
        results = [measure(call, one, *which) for one in shape.members.ravel(order="F")]
        if results and isinstance(results[0], Polyshape):
            return Polyshape.array_of(object_array(results, shape.shape))
        rows = [r if type(r) is tuple else (r,) for r in results] or [()]
        outputs = [np.array(column).reshape(shape.shape, order="F") for column in zip(*rows, strict=True)] or [np.zeros(shape.shape)]
        return tuple(outputs) if len(outputs) > 1 else outputs[0]

    return method


def _area(call, shape, *which):
    loops = _chosen(shape, which)
    return abs(sum(loop_area(loop) for loop in loops)) if not which else abs(loop_area(loops[0]))


def _perimeter(call, shape, *which):
    return float(sum(np.sqrt(((np.roll(loop, -1, axis=0) - loop) ** 2).sum(axis=1)).sum() for loop in _chosen(shape, which)))


def _centroid(call, shape, *which):
    weight, sums = 0.0, np.zeros(2)
    for loop in _chosen(shape, which):
        area, following = loop_area(loop), np.roll(loop, -1, axis=0) - loop[0]
        here = loop - loop[0]
        cross = here[:, 0] * following[:, 1] - following[:, 0] * here[:, 1]
        sums += ((here + following) * cross[:, None]).sum(axis=0) / 6 + loop[0] * area
        weight += area
    x, y = sums / weight if weight else (np.nan, np.nan)
    return float(x), float(y)


def _bounding_box(call, shape):
    corners = np.concatenate(shape.loops) if shape.loops else np.zeros((0, 2))
    if not len(corners):
        return np.zeros((0, 2)), np.zeros((0, 2))
    low, high = corners.min(axis=0), corners.max(axis=0)
    return np.array([[low[0], high[0]]]), np.array([[low[1], high[1]]])


def _boundary(call, shape, *which):
    corners = parted(_chosen(shape, which), closed=True)
    return corners[:, :1], corners[:, 1:]


def _is_interior(call, shape, *points):
    at = arg.matrix(points[0]) if len(points) == 1 else np.column_stack([arg.flat(v) for v in points])
    inside, on = inside_or_on(at, shape.loops)
    return inside.reshape(-1, 1), on.reshape(-1, 1)


def _nearest_vertex(call, shape, *points):
    at = arg.matrix(points[0]) if len(points) == 1 else np.column_stack([arg.flat(v) for v in points])
    owner = np.concatenate([np.full(len(loop), k + 1.0) for k, loop in enumerate(shape.loops)])
    inner = np.concatenate([np.arange(1.0, len(loop) + 1) for loop in shape.loops])
    near = (((at[:, None, :] - np.concatenate(shape.loops)) ** 2).sum(axis=2)).argmin(axis=1)
    vertex = near + owner[near]  # rows of NaN stand between boundaries
    return vertex.reshape(-1, 1), owner[near].reshape(-1, 1), inner[near].reshape(-1, 1)


# --- sets -------------------------------------------------------------------------------------------------------------


def _set_operation(operation: str) -> Callable[..., Any]:
    def method(call, *arguments):
        shapes, options = arg.before_text(arguments)
        if call.name == "intersect" and len(shapes) == 2 and class_of(shapes[1]) in DTYPES and isinstance(shapes[0], Polyshape):
            return cut_line(call, *arguments)
        if not all(isinstance(shape, Polyshape) for shape in shapes):
            raise MatlabError("Input must be a polyshape object.", "MATLAB:polyshape:polyshapeTypeError")
        collinear = arg.name_values(options, call.name, "keepcollinearpoints").flag("keepcollinearpoints")
        if len(shapes) != 2:
            return Polyshape(combined([one.loops for one in shapes[0].each().ravel(order="F")], operation, collinear))
        left, right = np.broadcast_arrays(*(shape.each() for shape in shapes))
        results = np.empty(left.shape, object)
        for at in np.ndindex(left.shape):
            results[at] = Polyshape(combined([left[at].loops, right[at].loops], operation, collinear))
        return Polyshape.array_of(results)

    return method


def _overlaps(call, first, second=None):
    if second is None:
        members = first.each().ravel()
        return to_value(np.array([[a is b or _overlaps(call, a, b) for b in members] for a in members], bool))
    if not (isinstance(first, Polyshape) and isinstance(second, Polyshape)):
        raise call.error("Both arguments must be polyshapes.", "MATLAB:polyshape:invalidInput")
    left, right = np.broadcast_arrays(first.each(), second.each())
    pairs = zip(left.flat, right.flat, strict=True)
    overlap = [bool(a.loops and b.loops and combined([a.loops, b.loops], "intersection")) for a, b in pairs]
    return to_value(np.array(overlap, bool).reshape(left.shape))


def _parts(shape: Polyshape) -> list[Polyshape]:
    """Each solid with the holes that lie in it and in no smaller solid."""
    solids = list(compress(shape.loops, np.logical_not(shape.holes)))
    owned: list[list[np.ndarray]] = [[loop] for loop in solids]
    for hole in compress(shape.loops, shape.holes):
        middle = (hole[:1] + hole[1:2]) / 2
        around = [k for k, solid in enumerate(solids) if crossings_odd(middle, [solid])[0] or on_sides(middle, [solid])[0]]
        if around:
            owned[min(around, key=lambda k: abs(loop_area(solids[k])))].append(hole)
    return [Polyshape(loops) for loops in owned]


def _without(chosen: Callable[[Polyshape, int], bool]) -> Callable[..., Any]:
    def method(call, shape, *which):
        numbers = {int(n) for n in arg.flat(which[0])} if which else set()
        kept = [loop for k, loop in enumerate(shape.loops) if not (k + 1 in numbers if which else chosen(shape, k))]
        return Polyshape(_oriented(kept))

    return method


def _add_boundary(call, shape, *values):
    return _shape([*shape.loops, *_given_loops(call, arg.before_text(values)[0])])


# --- movements --------------------------------------------------------------------------------------------------------


def _moved(shape: Polyshape, move: Callable[[np.ndarray], np.ndarray]) -> Polyshape:
    loops = [move(loop) for loop in shape.loops]
    return Polyshape(
        [
            np.roll(new[::-1], 1, axis=0) if (loop_area(new) > 0) != (loop_area(old) > 0) else new
            for new, old in zip(loops, shape.loops, strict=True)
        ]
    )


def _translate(call, shape, *by):
    step = arg.flat(by[0]) if len(by) == 1 else np.array([arg.scalar(v) for v in by])
    return _moved(shape, lambda loop: loop + step)


def _rotate(call, shape, angle, centre=None):
    middle = np.zeros(2) if centre is None else arg.flat(centre)
    radians = np.deg2rad(arg.scalar(angle))
    c, s = (round(v, 16) for v in (np.cos(radians), np.sin(radians)))
    return _moved(shape, lambda loop: (loop - middle) @ np.array([[c, s], [-s, c]]) + middle)


def _scale(call, shape, factor, centre=None):
    middle, factors = np.zeros(2) if centre is None else arg.flat(centre), arg.flat(factor)
    return _moved(shape, lambda loop: (loop - middle) * factors + middle)


def _hull(call, shape):
    from scipy.spatial import ConvexHull

    corners = np.concatenate(shape.loops)
    loop = corners[ConvexHull(corners).vertices][::-1]
    return Polyshape([np.roll(loop, -int(np.lexsort(loop.T[::-1])[0]), axis=0)])


def _buffer(call, shape, distance, *options):
    """The region within a distance of the polygon; with a negative distance, what is farther than it from the outside."""
    named = arg.name_values(options, "polybuffer", "jointtype miterlimit")
    joint = named.word("jointtype", "round")
    limit = named.number("miterlimit", 3.0)
    if joint not in ("round", "square", "miter"):
        raise call.error("The joint type must be 'round', 'square' or 'miter'.", "MATLAB:polyshape:polybuffer:JointType")
    if limit < 2:
        raise call.error("The miter limit must be at least 2.", "MATLAB:polyshape:polybuffer:MiterLimit")
    return Polyshape(buffered(list(shape.loops), arg.scalar(distance), joint, limit))


def _plotted(call, shape, *options):
    corners = parted(shape.loops, closed=True)
    line = call.feval("plot", Tensor(np.asfortranarray(corners[:, :1])), Tensor(np.asfortranarray(corners[:, 1:])))[0]
    colour = call.feval("get", line, to_value("Color"))[0]
    call.feval("set", line, to_value("Color"), to_value("k"), to_value("LineWidth"), 0.5, nargout=0)
    faces = [_keyholed(part) for part in _parts(shape)]
    rows = np.full((len(faces), max(map(len, faces), default=0)), np.nan)
    count = 0
    for k, face in enumerate(faces):
        rows[k, : len(face)] = np.arange(count + 1, count + len(face) + 1)
        count += len(face)
    points = np.concatenate(faces) if faces else np.zeros((0, 2))
    words: list[Any] = []
    for name, value in (("Faces", rows), ("Vertices", points)):
        words += [to_value(name), Tensor(np.asfortranarray(value))]
    words += [to_value("FaceColor"), colour, to_value("FaceAlpha"), 0.35, to_value("EdgeColor"), to_value("none")]
    for k in range(0, len(options) - 1, 2):
        if word_of(options[k]) in ("edgecolor", "linewidth", "linestyle"):
            target = "Color" if text_of(options[k]).lower() == "edgecolor" else text_of(options[k])
            call.feval("set", line, to_value(target), options[k + 1], nargout=0)
        else:
            words += options[k : k + 2]
    return call.feval("patch", *words)[0]


def _keyholed(part: Polyshape) -> np.ndarray:
    """A solid and its holes as one loop, which a cut joins to every hole and back."""
    loop = part.loops[0]
    for hole in sorted(part.loops[1:], key=lambda hole: -hole[:, 0].max()):
        far = ((loop[:, None, :] - hole) ** 2).sum(axis=2)
        i, j = np.unravel_index(int(far.argmin()), far.shape)
        loop = np.concatenate([loop[: i + 1], np.roll(hole, -j, axis=0), hole[j : j + 1], loop[i:]])
    return loop


def _listed(shapes: list[Polyshape]) -> Polyshape:
    column = np.empty((len(shapes), 1), object)
    column[:, 0] = shapes
    return Polyshape.array_of(column)


def _plot(call, shape, *options):
    """Every region in the next colour; the handle of the first."""
    handles = []
    held = None
    for one in shape.each().ravel(order="F"):
        handles.append(_plotted(call, one, *options))
        if held is None:
            held = bool(call.feval("ishold")[0])
            call.feval("hold", to_value("on"), nargout=0)
    if held is False:
        call.feval("hold", to_value("off"), nargout=0)
    if not call.nargout:
        return None
    return handles[0] if len(handles) == 1 else call.feval("horzcat", *handles)[0]


def _triangulated(call, shape):
    """Triangles of the polygon: those of all corners that lie inside, after cutting sides that no triangle has."""
    from scipy.spatial import Delaunay

    from ..interpolation.interpolant_objects import Triangulation

    corners = np.concatenate(shape.loops)
    for _ in range(20):
        cells = Delaunay(corners).simplices
        sides = {tuple(sorted(e)) for t in cells.tolist() for e in zip(t, (*t[1:], t[0]), strict=True)}
        wanted = _sides_on(shape, corners)
        missing = [e for e in wanted if tuple(sorted(e)) not in sides]
        if not missing:
            break
        corners = np.unique(np.concatenate([corners, np.array([(corners[i] + corners[j]) / 2 for i, j in missing])]), axis=0)
    inside = crossings_odd(corners[cells].mean(axis=1), shape.loops)
    return Triangulation(cells[inside] + 1.0, corners, False)


def _sides_on(shape: Polyshape, corners: np.ndarray) -> list[tuple[int, int]]:
    """The sides of the polygon as pairs of neighbouring corners that lie on them."""
    pairs = []
    for loop in shape.loops:
        for a, b in zip(loop, np.roll(loop, -1, axis=0), strict=True):
            along = b - a
            t = (corners - a) @ along / (along @ along)
            off = np.abs((corners - a) @ np.array([-along[1], along[0]])) / np.hypot(*along)
            at = np.flatnonzero((t >= -1e-12) & (t <= 1 + 1e-12) & (off <= 1e-10 * np.hypot(*along)))
            at = at[np.argsort(t[at])]
            pairs += list(zip(at[:-1].tolist(), at[1:].tolist(), strict=True))
    return pairs


def _hole_parts(call, shape):
    loops = [loop for loop, hole in zip(shape.loops, shape.holes, strict=True) if hole]
    return _listed([Polyshape([np.roll(loop[::-1], 1, axis=0)]) for loop in loops])


def _is_hole(call, shape, *which):
    return shape.holes[arg.integer(which[0]) - 1] if which else to_value(np.array(shape.holes, bool).reshape(-1, 1))


POLYSHAPE_METHODS = methods(Polyshape, {
    **{
        name: _each(measure)
        for name, measure in {
            "area": _area,
            "perimeter": _perimeter,
            "centroid": _centroid,
            "numsides": lambda call, shape, *which: float(sum(map(len, _chosen(shape, which)))),
            "numboundaries": lambda call, shape: float(len(shape.loops)),
            "issimplified": lambda call, shape: _simple(shape.loops),
            "rmholes": _without(lambda shape, k: shape.holes[k]),
            "simplify": lambda call, shape, *options: _shape(shape.loops),
            "translate": _translate,
            "rotate": _rotate,
            "scale": _scale,
            "convhull": _hull,
            "polybuffer": _buffer,
        }.items()
    },
    "boundingbox": _bounding_box,
    "boundary": _boundary,
    "isinterior": _is_interior,
    "nearestvertex": _nearest_vertex,
    "ishole": _is_hole,
    "union": _set_operation("union"),
    "intersect": _set_operation("intersection"),
    "subtract": _set_operation("difference"),
    "xor": _set_operation("symmetric_difference"),
    "overlaps": _overlaps,
    "sortboundaries": sort_boundaries,
    "sortregions": sort_regions(_parts),
    "regions": lambda call, shape: _listed(_parts(shape)),
    "holes": _hole_parts,
    "rmboundary": _without(lambda shape, k: False),
    "addboundary": _add_boundary,
    "triangulation": _triangulated,
    "plot": _plot,
    "horzcat": lambda call, *items: joined_shapes(1, items),
    "vertcat": lambda call, *items: joined_shapes(0, items),
})

STORED = (Stored(Polyshape),)
