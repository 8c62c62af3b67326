"""Surfaces where a volume has a value: isosurface, isonormals, isocaps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....base.errors import MatlabError
from ....builtins import arguments as arg
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures.drawing.lighting import lights
from ....values import StructArray, Tensor
from ....values.convert import as_array, is_text, numel_of, shape_of, text_of, to_value
from ..composing import composed
from .volume_arguments import sampled, volume

_TETRAHEDRA = ((0, 1, 3, 7), (0, 3, 2, 7), (0, 2, 6, 7), (0, 6, 4, 7), (0, 4, 5, 7), (0, 5, 1, 7))
"""A cube (corner k has bit 0 for x, bit 1 for y, bit 2 for z) cut into tetrahedra along one diagonal."""
_BLUE = np.array([0.0, 0.447, 0.741])


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
    """Faces (counted from 1) and vertices of the surface where a volume has a level; all faces look to where the values are lower."""
    if values.shape != tuple(axes[k].size for k in (1, 0, 2)):
        raise MatlabError("Size of X, Y, Z must match the size of V.", "MATLAB:isosurface:XYZVSizeMismatch")
    ends, weight = _tetrahedra(values, level)
    if not len(ends):
        return np.zeros((0, 3)), np.zeros((0, 3))
    y, x, z = (axis[index] for axis, index in zip((axes[1], axes[0], axes[2]), np.unravel_index(ends, values.shape), strict=True))
    points = np.stack([c[..., 0] * (1 - weight) + c[..., 1] * weight for c in (x, y, z)], axis=-1)
    high = values.ravel()[ends]
    down = (np.stack([c[..., 1] - c[..., 0] for c in (x, y, z)], axis=-1) * np.sign(high[..., 0] - high[..., 1])[..., None]).sum(axis=1)
    upward = (np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0]) * down).sum(axis=1) < 0
    points = points.reshape(-1, 3)
    key = np.sort(ends, axis=2).reshape(-1, 2)
    _, first, number = np.unique(key, axis=0, return_index=True, return_inverse=True)
    faces = number.reshape(-1, 3)
    faces[upward] = faces[upward][:, [0, 2, 1]]
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
    axes, values, rest = volume(arguments)
    level = next((arg.scalar(a) for a in rest if numel_of(a) == 1), None)
    colors = next((arg.floating(a).astype(np.float64) for a in rest if numel_of(a) > 1), None)
    if colors is not None and colors.shape != values.shape:
        raise call.error("Size of colors must match the size of V.", "MATLAB:isosurface:ColorsSizeMismatch")
    faces, points = surface_at(axes, values, float(np.median(values[np.isfinite(values)])) if level is None else level)
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
    "isocaps", "fvc = isocaps(X, Y, Z, V, isovalue)", "fvc = isocaps(V, isovalue)", "fvc = isocaps(..., enclose)", "fvc = isocaps(..., whichplane)",
    "[f, v, c] = isocaps(...)", "isocaps(...)",
    summary="Caps that close an isosurface at the ends of the volume; enclose is 'above' or 'below', whichplane 'all', 'xmin', 'xmax', 'ymin' ...",
    examples=(Example("fv = isocaps(ones(3,3,3),0.5); isempty(fv.faces)", "false"),
              Example("[x,y,z] = meshgrid(0:2); fv = isocaps(x,y,z,x,0.5,'zmin'); [min(fv.vertices(:,1)) max(fv.vertices(:,3))]", "[0.5 0]"),
              Example("[x,y,z] = meshgrid(0:2); fv = isocaps(x,y,z,x,0.5,'below','zmin'); max(fv.vertices(:,1))", "0.5")),
    errors=(ErrorCase("isocaps(rand(3,3,3),0.5,'inside')", "MATLAB:isocaps:InvalidOption"),), see_also=("isosurface",),
)  # fmt: skip
def isocaps(call, *arguments):
    axes, values, rest = volume(arguments)
    level = arg.scalar(rest[-1]) if rest and numel_of(rest[-1]) == 1 else float(np.median(values))
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
    found = [triangles[inside.all(axis=1)]]
    for count in (1, 2):
        some = triangles[inside.sum(axis=1) == count]
        odd = np.argmax(inside[inside.sum(axis=1) == count] == (count == 1), axis=1)  # the corner that is alone on its side
        a, b, c = (some[np.arange(len(some)), (odd + m) % 3] for m in range(3))
        ab, ac = (a + (level - a[:, 2:]) / (p[:, 2:] - a[:, 2:]) * (p - a) for p in (b, c))
        found += [np.stack([a, ab, ac], axis=1)] if count == 1 else [np.stack([ab, b, c], axis=1), np.stack([ab, c, ac], axis=1)]
    whole = np.concatenate(found)
    return whole[..., :2], whole[..., 2]
