"""Surfaces where a volume has a value: isosurface, isonormals, isocaps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from ....builtins import arguments as arg
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures.drawing.lighting import lights
from ....values import StructArray, Tensor
from ....values.convert import as_array, is_text, numel_of, shape_of, text_of, to_value
from ..composing import composed
from .volume_arguments import sampled, volume

Edge = tuple[int, int]

_FACES = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
"""The faces of a cube (corner k has bit 0 for x, bit 1 for y, bit 2 for z): their corners, counterclockwise seen from outside."""
_BLUE = np.array([0.0, 0.447, 0.741])


def _cells(values: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Corners of the triangles where a volume has a level: pairs of grid points, and how far between them; (n, 3, 2) and (n, 3)."""
    sizes = values.shape
    base = np.array(np.meshgrid(*(np.arange(n - 1) for n in sizes), indexing="ij")).reshape(3, -1).T
    offsets = np.array([[(k >> 1) & 1, k & 1, (k >> 2) & 1] for k in range(8)])  # rows are y, columns are x
    corner = np.stack([np.ravel_multi_index((base + o).T, sizes) for o in offsets], axis=1)
    flat = values.ravel()
    case = (flat[corner] >= level) @ (1 << np.arange(8))
    pairs, weights = [], []
    for pattern in np.unique(case[(case > 0) & (case < 255)]).tolist():
        rows = corner[case == pattern]
        for triangle in _triangles(pattern):
            ends = np.stack([rows[:, list(edge)] for edge in triangle], axis=1)
            first, second = flat[ends[..., 0]], flat[ends[..., 1]]
            pairs.append(ends)
            weights.append((level - first) / np.where(second == first, 1.0, second - first))
    if not pairs:
        return np.zeros((0, 3, 2), int), np.zeros((0, 3))
    return np.concatenate(pairs), np.concatenate(weights)


@cache
def _triangles(pattern: int) -> list[list[Edge]]:
    """Triangles through edges of a cube whose high corners are the bits of ``pattern`` (marching cubes, Lorensen and Cline 1987).

    On each face a line goes from where its border rises to where it falls; the lines of all faces are closed polygons, which have
    the high corners on one side.  A face that is crossed twice has its high corners cut apart, on both sides alike: there are no holes.
    """
    following: dict[Edge, Edge] = {}
    for face in _FACES:
        high = [bool(pattern >> corner & 1) for corner in face]
        for k in range(4):
            if high[k] and not high[(k + 1) % 4]:
                rise = next(j for j in range(k - 1, k - 4, -1) if not high[j])
                following[_edge(face[rise], face[(rise + 1) % 4])] = _edge(face[k], face[(k + 1) % 4])
    triangles = []
    while following:
        first, edge = following.popitem()
        polygon = [first]
        while edge != first:
            polygon.append(edge)
            edge = following.pop(edge)
        triangles += [[polygon[0], polygon[k], polygon[k + 1]] for k in range(1, len(polygon) - 1)]
    return triangles


def _edge(one: int, other: int) -> Edge:
    return (min(one, other), max(one, other))


def isovalue(values: np.ndarray) -> float:
    """A level amid the data: the middle bar of a histogram without a peak of background at its low end, and without small bars."""
    finite = values[np.isfinite(values)].ravel(order="F")
    if not finite.size or finite.min() == finite.max():
        return float(finite[0]) if finite.size else 0.0
    counts, edges = np.histogram(finite, 100)
    centres = (edges[:-1] + edges[1:]) / 2
    if counts.argmax() < 2 and counts[:2].max() > 10 * finite.size / 100:
        counts, centres = counts[2:], centres[2:]
    small = counts < counts.max() / 50
    if small.sum() < 90:
        centres = centres[~small]
    return float(centres[max(len(centres) // 2 - 1, 0)])


def surface_at(axes: Sequence[np.ndarray], values: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Faces (counted from 1) and vertices of the surface where a volume has a level; all faces look to where the values are lower."""
    ends, weight = _cells(values, level)
    if not len(ends):
        return np.zeros((0, 3)), np.zeros((0, 3))
    y, x, z = (axis[index] for axis, index in zip((axes[1], axes[0], axes[2]), np.unravel_index(ends, values.shape), strict=True))
    points = np.stack([c[..., 0] * (1 - weight) + c[..., 1] * weight for c in (x, y, z)], axis=-1)
    points = points.reshape(-1, 3)
    key = np.sort(ends, axis=2).reshape(-1, 2)
    _, first, number = np.unique(key, axis=0, return_index=True, return_inverse=True)
    faces = number.reshape(-1, 3)
    if sum(axis.size > 1 and axis[-1] < axis[0] for axis in axes) % 2:  # seen in a mirror
        faces = faces[:, [0, 2, 1]]
    proper = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 0] != faces[:, 2])
    return faces[proper] + 1.0, points[first]


@builtin(
    "isosurface",
    "fv = isosurface(X, Y, Z, V, isovalue)",
    "fv = isosurface(V, isovalue)",
    "fv = isosurface(V)",
    "fvc = isosurface(..., colors)",
    "[faces, verts] = isosurface(...)",
    "[faces, verts, colors] = isosurface(...)",
    "isosurface(...)",
    summary="Surface where a volume has a value; colors is another volume, which gives the vertices their colours.",
    examples=(
        Example("[x,y,z] = meshgrid(-2:0.5:2); fv = isosurface(x,y,z,x.^2+y.^2+z.^2,1); max(abs(sqrt(sum(fv.vertices.^2,2)) - 1)) < 0.1", "true"),
        Example("v = zeros(3,3,3); v(2,2,2) = 1; [f,p] = isosurface(v,0.5); {size(f), size(p)}", "{[8 3], [6 3]}"),
        Example("v = cat(3,[0 0;0 0],[1 1;1 1]); [f,p] = isosurface(v,0.5); unique(p(:,3))", "1.5"),
        Example("[x,y,z] = meshgrid(1:3); [f,p,c] = isosurface(x,y,z,z,1.5,10*x+y); max(abs(c - 10*p(:,1) - p(:,2))) < 1e-12", "true"),
    ),
    errors=(ErrorCase("isosurface(rand(3,3,3),0.5,rand(2,2,2))", "MATLAB:isosurface:ColorsSizeMismatch"),),
)  # fmt: skip
def isosurface(call, *arguments):
    axes, values, rest = volume(arguments)
    level = next((arg.scalar(a) for a in rest if numel_of(a) == 1), None)
    colors = next((arg.floating(a).astype(np.float64) for a in rest if numel_of(a) > 1), None)
    if colors is not None and colors.shape != values.shape:
        raise call.error("Size of colors must match the size of V.", "MATLAB:isosurface:ColorsSizeMismatch")
    faces, points = surface_at(axes, values, isovalue(values) if level is None else level)
    shades = np.zeros((0, 0)) if colors is None else sampled(axes, colors)(points).reshape(-1, 1)
    if call.nargout >= 2:
        return faces, points, shades
    if call.nargout == 1:
        parts = {"vertices": points, "faces": faces} | ({} if colors is None else {"facevertexcdata": shades})
        return StructArray.scalar({name: Tensor(np.asfortranarray(part)) for name, part in parts.items()})
    look = ("FaceColor", _BLUE) if colors is None else ("FaceVertexCData", shades, "FaceColor", "interp")
    with composed(call) as plot:
        plot.draw("patch", "Faces", faces, "Vertices", points, *look, "EdgeColor", "none")
        plot.label("view", 3.0)
        if not lights(call.session.figures.gca()):
            plot.label("camlight")
        plot.label("lighting", "gouraud")
    return None


@builtin(
    "isonormals", "n = isonormals(X, Y, Z, V, vertices)", "n = isonormals(V, vertices)", "n = isonormals(..., 'negate')", "isonormals(..., p)",
    summary="Normals of an isosurface from the slopes of the volume; 'negate' reverses them.",
    examples=(
        Example("[x,y,z] = meshgrid(0:2); round(isonormals(x,y,z,x,[1 1 1]),8)", "[-1 0 0]"),
        Example("[x,y,z] = meshgrid(1:3); round(isonormals(y,[2 2 2],'negate'),8)", "[0 1 0]"),
    ),
    errors=(ErrorCase("isonormals(rand(3,3,3),[2 2 2],'no')", "MATLAB:isonormals:InvalidOption"),
            ErrorCase("isonormals(1:3,1:4,1:3,rand(3,3,3),[2 2 2])", "MATLAB:isosurface:XYZVSizeMismatch")),
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
    axes, values, _ = volume(arguments[:-1])
    if not on_patch and (len(shape_of(points)) != 2 or shape_of(points)[1] != 3):
        raise call.error("Vertices must have three columns.", "MATLAB:isonormals:InvalidVertices")
    slopes = np.gradient(values, axes[1], axes[0], axes[2])
    normals = (1 if negate else -1) * np.stack([sampled(axes, slopes[k])(as_array(points).astype(np.float64)) for k in (1, 0, 2)], axis=1)
    if on_patch and not call.nargout:
        call.feval("set", last, to_value("VertexNormals"), to_value(np.asfortranarray(normals)), nargout=0)
        return None
    return normals


_SIDES = {"xmin": (0, 0), "xmax": (0, -1), "ymin": (1, 0), "ymax": (1, -1), "zmin": (2, 0), "zmax": (2, -1)}
"""The ends of a volume: which of x, y, z, and at its beginning or its end."""


@builtin(
    "isocaps", "fvc = isocaps(X, Y, Z, V, isovalue)", "fvc = isocaps(V, isovalue)", "fvc = isocaps(V)", "fvc = isocaps(..., enclose)", "fvc = isocaps(..., whichplane)",
    "[f, v, c] = isocaps(...)", "isocaps(...)",
    summary="Caps that close an isosurface at the ends of the volume; enclose is 'above' or 'below', whichplane 'all', 'xmin', 'xmax', 'ymin' ...",
    examples=(Example("fv = isocaps(ones(3,3,3),0.5); isempty(fv.faces)", "false"),
              Example("[x,y,z] = meshgrid(0:2); fv = isocaps(x,y,z,x,0.5,'zmin'); [min(fv.vertices(:,1)) max(fv.vertices(:,3))]", "[0.5 0]"),
              Example("[x,y,z] = meshgrid(0:2); fv = isocaps(x,y,z,x,0.5,'below','zmin'); max(fv.vertices(:,1))", "0.5"),
              Example("v = cat(3,[1 2;3 4],[5 6;7 8]); isequal(isocaps(v), isocaps(v,[]))", "true")),
    errors=(ErrorCase("isocaps(rand(3,3,3),0.5,'inside')", "MATLAB:isocaps:InvalidOption"),
            ErrorCase("isocaps(1:3,1:3,[],rand(3,3,3),0.5)", "MATLAB:isosurface:XYZVSizeMismatch")), see_also=("isosurface",),
)  # fmt: skip
def isocaps(call, *arguments):
    axes, values, rest = volume(arguments)
    level = arg.scalar(rest[-1]) if rest and numel_of(rest[-1]) == 1 else isovalue(values)
    below, planes = False, list(_SIDES)
    for word in (text_of(a).lower() for a in arguments if is_text(a)):
        known = {"above": False, "a": False, "below": True, "b": True}
        if word not in (*known, *_SIDES, "all", "xplane", "yplane", "zplane", "verbose"):
            raise call.error(f"Invalid option '{word}'.", "MATLAB:isocaps:InvalidOption")
        below = known.get(word, below)
        if word.endswith(("min", "max")):
            planes = [word]
        elif word.endswith("plane"):
            planes = [f"{word[0]}min", f"{word[0]}max"]
    corners, colours = [np.zeros((0, 3, 3))], [np.zeros((0, 3))]
    for k, end in (_SIDES[name] for name in planes):
        plane = np.take(values, end, (1, 0, 2)[k])  # rows are y, columns x
        first, second = [m for m in ((1, 0, 2)) if m != k]
        places, shades = _above(axes[first], axes[second], -plane if below else plane, -level if below else level)
        points = np.full((*places.shape[:2], 3), axes[k][end])
        points[..., [first, second]] = places
        corners.append(points)
        colours.append(-shades if below else shades)
    points, shades = np.concatenate(corners).reshape(-1, 3), np.concatenate(colours).reshape(-1, 1)
    parts = {"vertices": points, "faces": np.arange(1.0, len(points) + 1).reshape(-1, 3), "facevertexcdata": shades}
    if call.nargout >= 2:
        return np.asfortranarray(parts["faces"]), points, shades
    if call.nargout:
        return StructArray.scalar({name: Tensor(np.asfortranarray(part)) for name, part in parts.items()})
    with composed(call) as plot:
        look = ("FaceVertexCData", shades, "FaceColor", "interp", "EdgeColor", "none")
        plot.draw("patch", "Faces", parts["faces"], "Vertices", points, *look)
        plot.label("view", 3.0)
    return None


def _above(rows: np.ndarray, columns: np.ndarray, plane: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Triangles (n, 3, 2) that cover where a plane is at a level or above it, and the values at their corners (n, 3)."""
    i, j = (a.ravel() for a in np.meshgrid(np.arange(rows.size - 1), np.arange(columns.size - 1), indexing="ij"))
    ring = [np.stack([rows[a], columns[b], plane[a, b]], axis=-1) for a, b in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))]
    triangles = np.concatenate([np.stack([ring[0], ring[1], ring[2]], axis=1), np.stack([ring[0], ring[2], ring[3]], axis=1)])
    inside = triangles[..., 2] >= level
    pieces = [triangles[inside.all(axis=1)]]
    for count in (1, 2):
        some = triangles[inside.sum(axis=1) == count]
        odd = np.argmax(inside[inside.sum(axis=1) == count] == (count == 1), axis=1)  # the corner that is alone on its side
        a, b, c = (some[np.arange(len(some)), (odd + m) % 3] for m in range(3))
        ab, ac = (a + (level - a[:, 2:]) / (p[:, 2:] - a[:, 2:]) * (p - a) for p in (b, c))
        pieces += [np.stack([a, ab, ac], axis=1)] if count == 1 else [np.stack([ab, b, c], axis=1), np.stack([ab, c, ac], axis=1)]
    whole = np.concatenate(pieces)
    return whole[..., :2], whole[..., 2]
