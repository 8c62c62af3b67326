"""Volumes and flows: isosurface, isonormals, isocaps, slice, contourslice, streamlines, smooth3; ribbon, comet, plotyy, gplot, tetramesh."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values import CellArray, StructArray, Tensor
from ...values.convert import as_array, is_text, numel_of, shape_of, text_of, to_value
from .. import arguments as arg
from ..composing import composed
from ..spec import ErrorCase, Example, builtin

_TETRAHEDRA = ((0, 1, 3, 7), (0, 3, 2, 7), (0, 2, 6, 7), (0, 6, 4, 7), (0, 4, 5, 7), (0, 5, 1, 7))
"""A cube (corner k has bit 0 for x, bit 1 for y, bit 2 for z) cut into tetrahedra along one diagonal."""
_BLUE = np.array([0.0, 0.447, 0.741])


def _volume(arguments: Sequence[Any]) -> tuple[list[np.ndarray], np.ndarray, list[Any]]:
    """Axes along x, y, z of a volume, its values, and the arguments after them."""
    given = [a for a in arguments if not is_text(a)]
    arrays = []
    while given and len(arrays) < 4 and (numel_of(given[0]) > 1 or len(arrays) in (1, 2)):
        arrays.append(arg.floating(given.pop(0)).astype(np.float64))
    if len(arrays) >= 4:
        v = arrays[3]
        axes = [_axis(a, k) for k, a in enumerate(arrays[:3])]
        return axes, v, given
    if not arrays or arrays[0].ndim != 3:
        raise MatlabError("V must be a 3-D array.", "MATLAB:volume:VNot3D")
    v = arrays[0]
    rest = [to_value(a) for a in arrays[1:]] + given
    return [np.arange(1.0, n + 1) for n in (v.shape[1], v.shape[0], v.shape[2])], v, rest


def _axis(array: np.ndarray, k: int) -> np.ndarray:
    """The coordinates along an axis: of a vector, or of what meshgrid makes."""
    if array.ndim < 3:
        return array.ravel(order="F")
    return (array[0, :, 0], array[:, 0, 0], array[0, 0, :])[k]


def _tetrahedra(values: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Corners of the triangles where a volume has a level: pairs of grid points, and how far between them; (n, 3, 2) and (n, 3)."""
    sizes = values.shape
    base = np.array(np.meshgrid(*(np.arange(n - 1) for n in sizes), indexing="ij")).reshape(3, -1).T
    offsets = np.array([[(k >> 1) & 1, k & 1, (k >> 2) & 1] for k in range(8)])  # rows are y, columns are x
    corner = np.stack([np.ravel_multi_index((base + o).T, sizes) for o in offsets], axis=1)
    flat = values.ravel()
    low, high = flat[corner].min(axis=1), flat[corner].max(axis=1)
    corner = corner[(low < level) & (high >= level)]
    pairs, weights = [], []
    for tetra in _TETRAHEDRA:
        points = corner[:, tetra]
        inside = flat[points] >= level
        for pattern in range(1, 15):
            bits = [bool(pattern >> k & 1) for k in range(4)]
            rows = points[(inside == bits).all(axis=1)]
            if not len(rows):
                continue
            above = [k for k in range(4) if bits[k]]
            below = [k for k in range(4) if not bits[k]]
            if len(above) == 2:
                (a, b), (c, d) = above, below
                triangles = [((a, c), (a, d), (b, d)), ((a, c), (b, d), (b, c))]
            else:
                one, three = (above[0], below) if len(above) == 1 else (below[0], above)
                triangles = [tuple((one, k) for k in three)]
            for triangle in triangles:
                ends = np.stack([rows[:, list(edge)] for edge in triangle], axis=1)
                first, second = flat[ends[..., 0]], flat[ends[..., 1]]
                pairs.append(ends)
                weights.append((level - first) / np.where(second == first, 1.0, second - first))
    if not pairs:
        return np.zeros((0, 3, 2), int), np.zeros((0, 3))
    return np.concatenate(pairs), np.concatenate(weights)


def surface_at(axes: Sequence[np.ndarray], values: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Faces (counted from 1) and vertices of the surface where a volume has a level."""
    if values.shape != tuple(axes[k].size for k in (1, 0, 2)):
        raise MatlabError("Size of X, Y, Z must match the size of V.", "MATLAB:isosurface:XYZVSizeMismatch")
    ends, weight = _tetrahedra(values, level)
    if not len(ends):
        return np.zeros((0, 3)), np.zeros((0, 3))
    y, x, z = (axis[index] for axis, index in zip((axes[1], axes[0], axes[2]), np.unravel_index(ends, values.shape), strict=True))
    points = np.stack([c[..., 0] * (1 - weight) + c[..., 1] * weight for c in (x, y, z)], axis=-1).reshape(-1, 3)
    key = np.sort(ends, axis=2).reshape(-1, 2)
    _, first, number = np.unique(key, axis=0, return_index=True, return_inverse=True)
    faces = number.reshape(-1, 3)
    proper = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 0] != faces[:, 2])
    return faces[proper] + 1.0, points[first]


@builtin(
    "isosurface",
    "fv = isosurface(X, Y, Z, V, isovalue)",
    "fv = isosurface(V, isovalue)",
    "fvc = isosurface(..., colors)",
    "[faces, verts] = isosurface(...)",
    "[faces, verts, colors] = isosurface(...)",
    "isosurface(...)",
    summary="Surface where a volume has a value; colors is another volume, which gives the vertices their colours.",
    examples=(
        Example("[x,y,z] = meshgrid(-2:0.5:2); fv = isosurface(x,y,z,x.^2+y.^2+z.^2,1); max(abs(sqrt(sum(fv.vertices.^2,2)) - 1)) < 0.1", "true"),
        Example("v = cat(3,[0 0;0 0],[1 1;1 1]); [f,p] = isosurface(v,0.5); unique(p(:,3))", "1.5"),
        Example("[x,y,z] = meshgrid(1:3); [f,p,c] = isosurface(x,y,z,z,1.5,10*x+y); max(abs(c - 10*p(:,1) - p(:,2))) < 1e-12", "true"),
    ),
    errors=(ErrorCase("isosurface(rand(3,3,3),0.5,rand(2,2,2))", "MATLAB:isosurface:ColorsSizeMismatch"),),
)  # fmt: skip
def isosurface(call, *arguments):
    axes, values, rest = _volume(arguments)
    level = next((arg.scalar(a) for a in rest if numel_of(a) == 1), None)
    colors = next((arg.floating(a).astype(np.float64) for a in rest if numel_of(a) > 1), None)
    if colors is not None and colors.shape != values.shape:
        raise call.error("Size of colors must match the size of V.", "MATLAB:isosurface:ColorsSizeMismatch")
    faces, points = surface_at(axes, values, float(np.median(values[np.isfinite(values)])) if level is None else level)
    shades = np.zeros((0, 0)) if colors is None else _sampled(axes, colors)(points).reshape(-1, 1)
    if call.nargout >= 2:
        return faces, points, shades
    if call.nargout == 1:
        parts = {"vertices": points, "faces": faces} | ({} if colors is None else {"facevertexcdata": shades})
        return StructArray.scalar({name: Tensor(np.asfortranarray(part)) for name, part in parts.items()})
    look = ("FaceColor", _BLUE) if colors is None else ("FaceVertexCData", shades, "FaceColor", "interp")
    with composed(call) as plot:
        plot.draw("patch", "Faces", faces, "Vertices", points, *look, "EdgeColor", "none")
        plot.label("view", 3.0)
    return None


def _sampled(axes: Sequence[np.ndarray], values: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """A volume as a function of points (rows of x, y, z); NaN outside."""
    from scipy.interpolate import RegularGridInterpolator

    found = RegularGridInterpolator((axes[1], axes[0], axes[2]), values, bounds_error=False, fill_value=np.nan)
    return lambda points: found(points[..., [1, 0, 2]])


@builtin(
    "isonormals", "n = isonormals(X, Y, Z, V, vertices)", "n = isonormals(V, vertices)", "n = isonormals(..., 'negate')", "isonormals(..., p)",
    summary="Normals of an isosurface from the slopes of the volume; 'negate' turns them round.",
    examples=(
        Example("[x,y,z] = meshgrid(0:2); round(isonormals(x,y,z,x,[1 1 1]),8)", "[-1 0 0]"),
        Example("[x,y,z] = meshgrid(1:3); round(isonormals(y,[2 2 2],'negate'),8)", "[0 1 0]"),
    ),
    errors=(ErrorCase("isonormals(rand(3,3,3),[2 2 2],'no')", "MATLAB:isonormals:InvalidOption"),),
)  # fmt: skip
def isonormals(call, *arguments):
    negate = is_text(arguments[-1])
    if negate:
        if text_of(arguments[-1]).lower() != "negate":
            raise call.error(f"Invalid option '{text_of(arguments[-1])}'.", "MATLAB:isonormals:InvalidOption")
        arguments = arguments[:-1]
    last = arguments[-1]
    on_patch = not hasattr(last, "array")
    points = call.feval("get", last, to_value("Vertices"))[0] if on_patch else last
    axes, values, _ = _volume(arguments[:-1])
    if not on_patch and (len(shape_of(points)) != 2 or shape_of(points)[1] != 3):
        raise call.error("Vertices must have three columns.", "MATLAB:isonormals:InvalidVertices")
    slopes = np.gradient(values, axes[1], axes[0], axes[2])
    normals = (1 if negate else -1) * np.stack([_sampled(axes, slopes[k])(as_array(points).astype(np.float64)) for k in (1, 0, 2)], axis=1)
    if on_patch and not call.nargout:
        return None
    return normals


@builtin("isocaps", "fvc = isocaps(X, Y, Z, V, isovalue)", "fvc = isocaps(V, isovalue)", "isocaps(...)", summary="Caps that close an isosurface at the ends of the volume.",
         examples=(Example("fv = isocaps(ones(3,3,3),0.5); isempty(fv.faces)", "false"),))  # fmt: skip
def isocaps(call, *arguments):
    axes, values, rest = _volume(arguments)
    level = arg.scalar(rest[-1]) if rest and numel_of(rest[-1]) == 1 else float(np.median(values))
    corners, faces, colours = [], [], []
    order = (1, 0, 2)
    for axis in range(3):
        for end in (0, -1):
            plane = np.take(values, end, axis)
            others = [k for k in range(3) if k != axis]
            for i, j in zip(
                *np.nonzero(np.minimum.reduce([plane[:-1, :-1], plane[1:, :-1], plane[:-1, 1:], plane[1:, 1:]]) >= level), strict=True
            ):
                start = len(corners) + 1
                for a, b in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)):
                    point = [0.0, 0.0, 0.0]
                    point[order[axis]] = float(axes[order[axis]][end])
                    point[order[others[0]]] = float(axes[order[others[0]]][a])
                    point[order[others[1]]] = float(axes[order[others[1]]][b])
                    corners.append(point)
                    colours.append(float(plane[a, b]))
                faces += [[start, start + 1, start + 2], [start, start + 2, start + 3]]
    found = {
        "vertices": Tensor(np.array(corners, np.float64).reshape(-1, 3)), "faces": Tensor(np.array(faces, np.float64).reshape(-1, 3)),
        "facevertexcdata": Tensor(np.array(colours, np.float64).reshape(-1, 1)),
    }  # fmt: skip
    if call.nargout:
        return StructArray.scalar(found)
    with composed(call) as plot:
        plot.draw(
            "patch",
            "Faces",
            found["faces"],
            "Vertices",
            found["vertices"],
            "FaceVertexCData",
            found["facevertexcdata"],
            "FaceColor",
            "interp",
        )
    return None


@builtin(
    "slice", "slice(X, Y, Z, V, xslice, yslice, zslice)", "slice(V, xslice, yslice, zslice)", "s = slice(...)", summary="Planes through a volume, coloured by its values.",
    examples=(Example("h = slice(rand(4,4,4),2,[],[1 3]); numel(h)", "3"),),
)  # fmt: skip
def slices(call, *arguments):
    given = [a for a in arguments if not is_text(a)]
    axes, values, _ = _volume(given[:4] if len(given) >= 7 else given[:1])
    places = [arg.flat(p).astype(np.float64) for p in given[-3:]]
    at = _sampled(axes, values)
    with composed(call) as plot:
        for axis, wanted in enumerate(places):
            others = [axes[k] for k in range(3) if k != axis]
            first, second = np.meshgrid(*others)
            for place in wanted:
                grids = [first, second]
                grids.insert(axis, np.full(first.shape, place))
                colours = at(np.stack(grids, axis=-1))
                plot.draw("surface", *(np.asfortranarray(g) for g in grids), np.asfortranarray(colours))
        plot.label("view", 3.0)
        plot.label("grid", "on")
        return plot.result()


@builtin("smooth3", "W = smooth3(V)", "W = smooth3(V, filter)", "W = smooth3(V, filter, size, sd)", summary="Smoothed volume.",
         examples=(Example("smooth3(ones(3,3,3))", "ones(3,3,3)"), Example("class(smooth3(ones(3,3,3,'single')))", "'single'")))  # fmt: skip
def smooth3(call, volume, kind=None, size=3.0, sd=0.65):
    from scipy.ndimage import correlate

    if kind is not None and not any(word.startswith(text_of(kind).lower()) for word in ("gaussian", "box")):
        raise call.error("The filter must be 'gaussian' or 'box'.", "MATLAB:smooth3:InvalidFilter")
    values = arg.floating(volume)
    sizes = arg.flat(size).astype(int)
    if values.ndim != 3 or sizes.size not in (1, 3) or (sizes < 1).any() or (sizes % 2 == 0).any():
        raise call.error("V must have three dimensions, and the size of the filter must be odd.", "MATLAB:smooth3:InvalidInput")
    sizes = np.repeat(sizes, 3) if sizes.size == 1 else sizes
    if kind is not None and text_of(kind).lower().startswith("g"):
        grids = np.meshgrid(*(np.arange(n) - (n - 1) / 2 for n in sizes), indexing="ij")
        kernel = np.exp(-sum(g**2 for g in grids) / (2 * arg.scalar(sd) ** 2))
    else:
        kernel = np.ones(sizes)
    return np.asfortranarray(correlate(values, kernel / kernel.sum(), mode="nearest"))


# --- flows ----------------------------------------------------------------------------------------------------------


def _paths(axes: Sequence[np.ndarray], flow: Sequence[np.ndarray], starts: np.ndarray, step: float, most: int) -> list[np.ndarray]:
    """Streamlines from points by Euler's midpoint steps, measured in cells of the grid."""
    from scipy.interpolate import RegularGridInterpolator

    order = (1, 0) if len(axes) == 2 else (1, 0, 2)
    grid = [axes[k] for k in order]
    cell = np.array([np.abs(np.diff(a)).mean() for a in axes])
    at = [RegularGridInterpolator(grid, f, bounds_error=False, fill_value=np.nan) for f in flow]

    def direction(point: np.ndarray) -> np.ndarray:
        v = np.array([f(point[list(order)])[0] for f in at]) / cell
        return v / np.linalg.norm(v)

    paths = []
    for start in starts:
        points = [start]
        for _ in range(most):
            with np.errstate(invalid="ignore", divide="ignore"):
                half = direction(points[-1])
                v = direction(points[-1] + 0.5 * step * half * cell)
            if not np.isfinite(v).all():
                break
            points.append(points[-1] + step * v * cell)
            if len(points) > 20 and np.abs(points[-1] - points[-20]).max() < 1e-9:
                break
        paths.append(np.array(points))
    return paths


def _flow(arguments: Sequence[Any]) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray, tuple[float, int]]:
    """Axes, components, starting points, and step and number of steps of a streamline's arguments."""
    given = [arg.floating(a).astype(np.float64) for a in arguments if not is_text(a)]
    if len(given) < 4:
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs")
    dimensions = 3 if any(a.ndim == 3 for a in given) else 2
    options = given.pop().ravel() if len(given) in (2 * dimensions + 1, 3 * dimensions + 1) else np.zeros(0)
    if len(given) >= 3 * dimensions:
        axes = [
            _axis(a, k) if dimensions == 3 else (a.ravel(order="F") if min(a.shape) == 1 else (a[0, :], a[:, 0])[k])
            for k, a in enumerate(given[:dimensions])
        ]
        given = given[dimensions:]
    else:
        shape = given[0].shape
        axes = [np.arange(1.0, n + 1) for n in ((shape[1], shape[0]) if dimensions == 2 else (shape[1], shape[0], shape[2]))]
    starts = np.stack([a.ravel(order="F") for a in given[dimensions : 2 * dimensions]], axis=1)
    step = float(options[0]) if options.size else 0.1
    return axes, given[:dimensions], starts, (step, int(options[1]) if options.size > 1 else 1000)


def _streams(name: str, usage: tuple[str, ...], summary: str, drawn: bool, *examples: Example):
    @builtin(name, *usage, summary=summary, examples=examples)
    def function(call, *arguments):
        if len(arguments) == 1 and drawn:  # the vertices that stream2 and stream3 give
            if type(arguments[0]) is not CellArray:
                raise call.error("Vertices must be a cell array, as stream2 and stream3 give it.", "MATLAB:streamline:InvalidVertices")
            paths = [as_array(p) for p in arguments[0].array.ravel(order="F")]
        else:
            axes, flow, starts, (step, most) = _flow(arguments)
            paths = _paths(axes, flow, starts, step, most)
        if not drawn:
            return CellArray.of([Tensor(np.asfortranarray(p)) for p in paths])
        lines = [
            call.feval("line", *(to_value(path[:, k].reshape(1, -1)) for k in range(path.shape[1])), to_value("Color"), to_value(_BLUE))[0]
            for path in paths
            if len(path)
        ]  # added to what is there, as the arrows of the flow are
        if not call.nargout:
            return None
        return call.feval("vertcat", *lines)[0]

    return function


_GRID = "[x,y] = meshgrid(0:4); "
STREAMS = (
    _streams("stream2", ("XY = stream2(X, Y, U, V, startx, starty)", "XY = stream2(U, V, startx, starty)", "XY = stream2(..., options)"), "Vertices of streamlines in a plane.", False,
             Example(_GRID + "p = stream2(x,y,ones(5),zeros(5),0,2); max(abs(p{1}(:,2) - 2)) < 1e-12", "true")),
    _streams("stream3", ("XYZ = stream3(X, Y, Z, U, V, W, startx, starty, startz)", "XYZ = stream3(U, V, W, startx, starty, startz)", "XYZ = stream3(..., options)"), "Vertices of streamlines in space.", False),
    _streams("streamline", ("streamline(X, Y, U, V, startx, starty)", "streamline(X, Y, Z, U, V, W, startx, starty, startz)", "streamline(XY)", "h = streamline(...)"), "Lines along a flow.", True,
             Example(_GRID + "h = streamline(x,y,ones(5),zeros(5),[0 0],[1 2]); numel(h)", "2")),
)  # fmt: skip


@builtin("streamslice", "streamslice(X, Y, U, V)", "streamslice(U, V)", "h = streamslice(..., density)", summary="Lines along a flow from evenly spread points.",
         examples=(Example(_GRID + "h = streamslice(x,y,ones(5),zeros(5)); numel(h) > 3", "true"),))  # fmt: skip
def streamslice(call, *arguments):
    given = [a for a in arguments if not is_text(a)]
    density = arg.scalar(given.pop()) if len(given) in (3, 5) else 1.0
    if len(given) < 2:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    flow = given[-2:]
    shape = as_array(flow[0]).shape
    count = max(int(6 * density), 2)
    if len(given) == 4:
        x, y = (as_array(a).astype(np.float64) for a in given[:2])
        low, high = (x.min(), y.min()), (x.max(), y.max())
    else:
        low, high = (1.0, 1.0), (float(shape[1]), float(shape[0]))
    gx, gy = np.meshgrid(
        *(np.linspace(a + (b - a) / (2 * count), b - (b - a) / (2 * count), count) for a, b in zip(low, high, strict=True))
    )
    found = call.feval("streamline", *given, to_value(gx), to_value(gy), to_value(np.array([[0.1, 60.0]])), nargout=1)[0]
    return found if call.nargout else None


# --- other --------------------------------------------------------------------------------------------------------------


@builtin(
    "ribbon",
    "ribbon(Z)",
    "ribbon(Y, Z)",
    "h = ribbon(..., width)",
    summary="Columns as ribbons in space.",
    examples=(Example("h = ribbon([1 2;3 4]); numel(h)", "2"),),
)
def ribbon(call, *arguments):
    values = [arg.floating(a).astype(np.float64) for a in arguments]
    width = float(values.pop().flat[0]) if len(values) > 1 and values[-1].size == 1 else 0.75
    z = values[-1] if min(values[-1].shape) > 1 else values[-1].reshape(-1, 1)
    y = values[0] if len(values) > 1 else np.arange(1.0, len(z) + 1).reshape(-1, 1)
    with composed(call) as plot:
        for k in range(z.shape[1]):
            line = y[:, min(k, y.shape[1] - 1)] if y.shape[0] == len(z) else y.ravel()
            x = np.tile([k + 1 - width / 2, k + 1 + width / 2], (len(z), 1))
            plot.draw(
                "surface",
                np.asfortranarray(x),
                np.asfortranarray(np.column_stack([line, line])),
                np.asfortranarray(np.column_stack([z[:, k], z[:, k]])),
                np.full((len(z), 2), k + 1.0, order="F"),
            )
        plot.label("view", 3.0)
        plot.label("grid", "on")
        return plot.result()


def _alias(name: str, target: str, usage: tuple[str, ...], summary: str, *examples: Example):
    @builtin(name, *usage, summary=summary, examples=examples)
    def function(call, *arguments):
        most = {"comet": 2, "comet3": 3}.get(name, len(arguments))  # the length of a comet's tail does not matter
        found = call.feval(target, *arguments[:most], nargout=1)
        return found[0] if call.nargout else None

    return function


COMETS = (
    _alias("comet", "plot", ("comet(y)", "comet(x, y)", "comet(x, y, p)"), "Path of a comet: the whole path is drawn."),
    _alias("comet3", "plot3", ("comet3(z)", "comet3(x, y, z)", "comet3(x, y, z, p)"), "Path of a comet in space: the whole path is drawn."),
)


@builtin("plotyy", "[ax, h1, h2] = plotyy(x1, y1, x2, y2)", "plotyy(x1, y1, x2, y2, f1, f2)", summary="Two plots with axes at the left and the right.",
         examples=(Example("[ax,h1,h2] = plotyy(1:3,1:3,1:3,[10 20 30]); h2.YData", "[10 20 30]"),))  # fmt: skip
def plotyy(call, x1, y1, x2, y2, first=None, second=None):
    functions = [
        first if first is not None else to_value("plot"),
        second if second is not None else first if first is not None else to_value("plot"),
    ]
    handles = []
    for side, function, x, y in (("left", functions[0], x1, y1), ("right", functions[1], x2, y2)):
        call.feval("yyaxis", to_value(side), nargout=0)
        handles.append(call.feval(function, x, y, nargout=1)[0])
    if not call.nargout:
        return None
    axes = call.feval("gca")[0]
    return call.feval("horzcat", axes, axes)[0], handles[0], handles[1]


@builtin("gplot", "gplot(A, coordinates)", "gplot(A, coordinates, LineSpec)", "[X, Y] = gplot(A, coordinates)", summary="Nodes and edges of an adjacency matrix.",
         examples=(Example("[x,y] = gplot([0 1;0 0],[0 0;1 2]); {x,y}", "{[0;1;NaN],[0;2;NaN]}"),),
         errors=(ErrorCase("gplot([0 1;1 0],[1 2])", "MATLAB:gplot:InvalidCoordinates"),))  # fmt: skip
def gplot(call, matrix, coordinates, *rest):
    full = matrix.full_value() if hasattr(matrix, "full_value") else matrix
    places = as_array(coordinates).astype(np.float64)
    i, j = np.nonzero(arg.matrix(full))
    if places.ndim != 2 or places.shape[1] != 2 or len(places) < max(as_array(full).shape):
        raise call.error("The coordinates must have a row for each node.", "MATLAB:gplot:InvalidCoordinates")
    order = np.argsort(np.maximum(i, j), kind="stable")
    i, j = i[order], j[order]
    gap = np.full(i.size, np.nan)
    x, y = (np.stack([places[i, k], places[j, k], gap]).ravel(order="F").reshape(-1, 1) for k in range(2))
    if call.nargout:
        return x, y
    call.feval("plot", to_value(x), to_value(y), *rest, nargout=0)
    return None


@builtin("tetramesh", "tetramesh(T, X)", "tetramesh(T, X, c)", "h = tetramesh(...)", summary="Tetrahedra in space.",
         examples=(Example("h = tetramesh([1 2 3 4],[0 0 0;1 0 0;0 1 0;0 0 1]); numel(h)", "1"),))  # fmt: skip
def tetramesh(call, cells, *arguments):
    if hasattr(cells, "cells"):
        corners, points = cells.cells, cells.points
    else:
        corners, points = arg.matrix(cells).astype(np.float64), arg.matrix(arguments[0]).astype(np.float64)
    if corners.shape[1] != 4 or points.shape[1] != 3:
        raise call.error("T must have four columns, and X three.", "MATLAB:tetramesh:InvalidSize")
    faces = np.concatenate([corners[:, list(side)] for side in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))])
    with composed(call) as plot:
        plot.draw("patch", "Faces", faces, "Vertices", points, "FaceColor", _BLUE, "FaceAlpha", 0.9)
        plot.label("view", 3.0)
        return plot.result()


@builtin("surfnorm", "surfnorm(Z)", "surfnorm(X, Y, Z)", "[Nx, Ny, Nz] = surfnorm(...)", summary="Normals of a surface.",
         examples=(Example("[x,y,z] = surfnorm(zeros(3)); z", "ones(3)"),))  # fmt: skip
def surfnorm(call, *arguments):
    arrays = [arg.floating(a).astype(np.float64) for a in arguments if not is_text(a)]
    if not arrays:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    z = arrays[-1]
    x, y = arrays[:2] if len(arrays) == 3 else np.meshgrid(np.arange(1.0, z.shape[1] + 1), np.arange(1.0, z.shape[0] + 1))
    if z.ndim != 2 or min(z.shape) < 2 or any(a.shape != z.shape for a in (x, y)):
        raise call.error("X, Y and Z must be matrices of one size, with two rows and columns or more.", "MATLAB:surfnorm:InvalidInput")
    across = np.stack([np.gradient(a, axis=1) for a in (x, y, z)], axis=-1)
    down = np.stack([np.gradient(a, axis=0) for a in (x, y, z)], axis=-1)
    n = np.cross(across, down)
    n = n / np.linalg.norm(n, axis=-1, keepdims=True)
    if call.nargout:
        return tuple(np.asfortranarray(n[..., k]) for k in range(3))
    with composed(call) as plot:
        plot.draw("surf", x, y, z)
        plot.draw("quiver3", x, y, z, *(np.asfortranarray(n[..., k]) for k in range(3)))
    return None
