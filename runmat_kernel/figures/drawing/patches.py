"""Drawing of patches: faces of one colour, of a colour each, or of colours that run from vertex to vertex, under lights."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...values.convert import to_value
from ..tree import Node
from . import faces, lighting, style
from .series import Canvas, mapped

_MOST_PARTS = 20000
"""Triangles into which the faces of a patch are cut at the most where colours run from vertex to vertex."""


def _patch_faces(node: Node) -> tuple[np.ndarray, list[np.ndarray]]:
    """Vertices (n-by-3) and, for each face, the indices of its vertices."""
    vertices = np.asarray(node.array("Vertices"), dtype=np.float64)
    if vertices.size:
        faces = node.array("Faces")
        if vertices.shape[1] == 2:
            vertices = np.column_stack([vertices, np.zeros(len(vertices))])
        shapes = [np.asarray(row[~np.isnan(np.asarray(row, dtype=np.float64))], dtype=int) - 1 for row in faces]
        return vertices, [shape for shape in shapes if shape.size and 0 <= shape.min() and shape.max() < len(vertices)]
    x, y = (np.asarray(node.array(f"{letter}Data"), dtype=np.float64) for letter in "XY")
    z = np.asarray(node.array("ZData"), dtype=np.float64)
    if x.size != y.size:  # one of them is not set yet
        return np.zeros((0, 3)), []
    if x.shape[0] == 1:
        x, y, z = x.T, y.T, z.T if z.size else z
    vertices = np.column_stack([x.ravel("F"), y.ravel("F"), z.ravel("F") if z.size == x.size else np.zeros(x.size)])
    n = x.shape[0]
    return vertices, [np.arange(n) + n * column for column in range(x.shape[1])]


def _colour_data(node: Node, faces: int, vertices: int) -> np.ndarray:
    """The colour data of a patch: RGB in three columns, or numbers for the colour map in one; a row for all, each face or each vertex."""
    data = node.array("FaceVertexCData")
    if data.size:
        if data.ndim == 2 and data.shape[1] == 3 and data.shape[0] in (1, faces, vertices):
            return np.clip(data / np.iinfo(data.dtype).max if data.dtype.kind in "iu" else data, 0, 1).astype(np.float64)
        return np.asarray(data, dtype=np.float64).reshape(-1, 1, order="F")
    data = node.array("CData")
    if data.ndim == 3 and data.shape[2] == 3:
        return np.clip(data, 0, 1).reshape(-1, 3, order="F").astype(np.float64)
    return np.asarray(data, dtype=np.float64).reshape(-1, 1, order="F")


def _inked(canvas: Canvas, node: Node, data: np.ndarray) -> np.ndarray:
    """RGBA of each row."""
    if data.shape[1] == 3:
        return np.column_stack([data, np.ones(len(data))])
    if node.text("CDataMapping") == "direct":
        rows = np.clip(np.nan_to_num(data.ravel()).astype(np.int64) - 1, 0, len(canvas.colormap) - 1)
        return np.column_stack([canvas.colormap[rows], np.ones(len(data))])
    return mapped(canvas, data.ravel())


def _patch_colours(canvas: Canvas, node: Node, vertices: np.ndarray, faces: list[np.ndarray], property_: str = "FaceColor") -> Any:
    """One colour, or RGBA for each face."""
    word = node.text(property_)
    if word not in ("flat", "interp"):
        return style.colour(node, property_, "none")
    data = _colour_data(node, len(faces), len(vertices))
    if not data.size:
        return "none"
    if len(data) == len(faces) and not (word == "interp" and len(data) == len(vertices)):
        return _inked(canvas, node, data)
    if len(data) == len(vertices):
        return _inked(canvas, node, np.array([data[face].mean(axis=0) if word == "interp" else data[face[0]] for face in faces]))
    return np.broadcast_to(_inked(canvas, node, data[:1]), (len(faces), 4))


def _triangles(faces: list[np.ndarray]) -> np.ndarray:
    """The faces cut into triangles around the first vertex of each: rows of vertices."""
    triangles = [(face[0], face[k], face[k + 1]) for face in faces for k in range(1, len(face) - 1)]
    return np.array(triangles, dtype=int).reshape(-1, 3)


def _cut(corners: np.ndarray) -> np.ndarray:
    """Triangles (n, 3, anything), each cut into four at the middles of its sides, as often as there is use in it and room for it."""
    while len(corners) * 4 <= _MOST_PARTS:
        a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
        ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
        corners = np.concatenate([np.stack(part, axis=1) for part in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
    return corners


def _vertex_normals(canvas: Canvas, node: Node, vertices: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Normals at the vertices: those that the patch has, or of the faces around each, the larger the more."""
    own = node.array("VertexNormals")
    stretch = lighting.scale(canvas.node)
    if own.shape == vertices.shape:
        return lighting.unit(np.asarray(own, dtype=np.float64) / stretch)
    a, b, c = (vertices[triangles[:, k]] * stretch for k in range(3))
    normals, around = np.cross(b - a, c - a), np.zeros(vertices.shape)
    for k in range(3):
        np.add.at(around, triangles[:, k], normals)
    return lighting.unit(around)


def _parts(canvas: Canvas, node: Node, vertices: np.ndarray, faces: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray] | None:
    """Small triangles and their colours where these run from vertex to vertex, or the light does; None where each face has one colour."""
    smooth = canvas.is_3d and lighting.is_lit(canvas.node, node) and node.text("FaceLighting") in ("gouraud", "phong")
    data, blended = _colour_data(node, len(faces), len(vertices)), node.text("FaceColor") == "interp"
    blended = blended and len(data) == len(vertices)
    triangles = _triangles(faces)
    if not (smooth or blended) or not len(triangles) or node.text("FaceColor") == "none":
        return None
    if blended:
        each = data[triangles]
    else:
        colours = _patch_colours(canvas, node, vertices, faces)
        if isinstance(colours, str):
            return None
        rgb = np.broadcast_to(np.asarray(colours, dtype=np.float64)[..., :3], (len(faces), 3))
        each = np.repeat(np.repeat(rgb, [max(len(face) - 2, 0) for face in faces], axis=0)[:, None], 3, axis=1)
    around = _vertex_normals(canvas, node, vertices, triangles) if smooth else np.zeros(vertices.shape)
    corners = _cut(np.concatenate([vertices[triangles], around[triangles], each], axis=2))
    middle = corners.mean(axis=1)
    inks = _inked(canvas, node, middle[:, 6:])
    if canvas.is_3d and lighting.is_lit(canvas.node, node):
        stretch = lighting.scale(canvas.node)
        places = corners[..., :3] * stretch
        normals = middle[:, 3:6] if smooth else np.cross(places[:, 1] - places[:, 0], places[:, 2] - places[:, 0])
        inks = lighting.shade(canvas.node, node, places.mean(axis=1), normals, inks)
    return corners[..., :3], inks


_FEW_LINES = 100
"""Pieces that edges are cut into at the least where their colours run from end to end."""


def _coloured_edges(
    canvas: Canvas, node: Node, vertices: np.ndarray, shapes: list[np.ndarray]
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Edges (n, 2, 3), their colours and the middles of their faces, where these differ along an outline or the outline has gaps (NaN, which also opens it); else None."""
    word, data = node.text("EdgeColor"), _colour_data(node, len(shapes), len(vertices))
    of_corners = word in ("flat", "interp") and len(data) == len(vertices) and (word == "interp" or len(data) != len(shapes))
    gaps = not np.isfinite(vertices).all()
    if word == "none" or not (of_corners or gaps):
        return None
    first, second = (np.concatenate([np.roll(shape, -k) for shape in shapes]) for k in (0, 1))
    ends = np.stack([vertices[first], vertices[second]], axis=1)
    middles = np.repeat([vertices[shape].mean(axis=0) for shape in shapes], [len(shape) for shape in shapes], axis=0)
    if of_corners:
        shades_of_ends = np.stack([data[first], data[first if word == "flat" else second]], axis=1)
        times = max(1, _FEW_LINES // len(ends)) if word == "interp" else 1
        at = np.arange(times + 1)[:, None, None] / times
        along, shades = (part[:, 0] + (part[:, 1] - part[:, 0]) * at for part in (ends, shades_of_ends))
        ends, middles = np.stack([along[:-1], along[1:]], axis=2).reshape(-1, 2, 3), np.tile(middles, (times, 1))
        inks = _inked(canvas, node, ((shades[:-1] + shades[1:]) / 2).reshape(len(ends), -1))
    else:
        inks = faces.colours(_patch_colours(canvas, node, vertices, shapes, "EdgeColor"), len(shapes))
        inks = np.repeat(inks, [len(shape) for shape in shapes], axis=0)
    whole = np.isfinite(ends).all(axis=(1, 2)) & (inks[:, 3] > 0)
    return ends[whole], inks[whole], middles[whole]


def draw_patch(canvas: Canvas, node: Node) -> Any:
    vertices, shapes = _patch_faces(node)
    if not shapes:
        return None
    edges = _coloured_edges(canvas, node, vertices, shapes)
    if edges is not None:
        return _with_edges(canvas, node, edges)
    _markers(canvas, node, vertices, shapes)
    colours = _patch_colours(canvas, node, vertices, shapes)
    edge = _patch_colours(canvas, node, vertices, shapes, "EdgeColor")
    if not isinstance(edge, str) and (opacity := node.array("EdgeAlpha")).size == 1 and opacity.flat[0] < 1:
        edge = faces.colours(edge, len(shapes)).copy()
        edge[:, 3] *= float(opacity.flat[0])
    options: dict[str, Any] = {
        "linewidths": style.width(node) if not isinstance(edge, str) and style.line_style(node) else 0,
        "linestyles": style.line_style(node) or "-",
    }
    alpha = node.array("FaceAlpha")
    if alpha.size == 1 and alpha.flat[0] < 1:
        options["alpha"] = float(alpha.flat[0])  # of the faces; edges have their own
    parts = _parts(canvas, node, vertices, shapes)
    if canvas.is_3d:
        return _draw_3d(canvas, node, vertices, shapes, parts, (colours, edge, options))
    from matplotlib.collections import PolyCollection

    if parts is not None:
        whole = {"edgecolors": "none", "antialiaseds": False, "zorder": canvas.order, "alpha": options.get("alpha")}
        canvas.axes.add_collection(PolyCollection(list(parts[0][..., :2]), facecolors=parts[1], **whole), autolim=False)
        colours = "none"
    if "alpha" in options and not isinstance(colours, str):
        colours = faces.colours(colours, len(shapes)).copy()
        colours[:, 3] *= options.pop("alpha")
    artist = PolyCollection([vertices[face][:, :2] for face in shapes], facecolors=colours, edgecolors=edge, zorder=canvas.order, **options)
    return canvas.axes.add_collection(artist, autolim=False)


def _markers(canvas: Canvas, node: Node, vertices: np.ndarray, shapes: list[np.ndarray]) -> None:
    """Markers at the corners of a patch."""
    if not style.marker(node):
        return
    points = vertices[np.unique(np.concatenate(shapes))]
    ink = style.colour(node, "EdgeColor", "black")
    options = {"linestyle": "none", **style.marker_options(node, "black" if isinstance(ink, str) else ink), "zorder": canvas.order + 0.005}
    canvas.axes.plot(*(points.T if canvas.is_3d else points[:, :2].T), **options)


def _with_edges(canvas: Canvas, node: Node, edges: tuple[np.ndarray, np.ndarray, np.ndarray]) -> Any:
    """A patch without its edges, which are drawn over it by themselves."""
    from matplotlib.collections import LineCollection

    width = style.width(node) if style.line_style(node) else 0.0
    bare = Node("patch")
    bare.values, bare.parent = {**node.values, "EdgeColor": to_value("none")}, node.parent
    if node.text("FaceColor") != "none" and np.isfinite(_patch_faces(node)[0]).all():
        draw_patch(canvas, bare)
    if canvas.is_3d:
        ends, inks, middles = edges
        faces.add_lines(canvas, ends, inks, width, middles if np.isfinite(middles).all() else None)
    else:
        canvas.axes.add_collection(
            LineCollection(
                list(edges[0][..., :2]),
                colors=edges[1],
                linewidths=width,
                linestyles=style.line_style(node) or "-",
                zorder=canvas.order,
                capstyle="round",
            ),
            autolim=False,
        )
    return style.swatch("none", edges[1][len(edges[1]) // 2] if len(edges[1]) else "none")


def _draw_3d(canvas: Canvas, node: Node, vertices: np.ndarray, faces_: list[np.ndarray], parts: Any, look: tuple[Any, Any, dict[str, Any]]) -> Any:  # fmt: skip
    colours, edge, options = look
    width, alpha = style.width(node) if style.line_style(node) else 0.0, options.get("alpha")
    if parts is not None:
        faces.add(canvas, parts[0], parts[1], "none", 0.0, alpha)
        if not isinstance(edge, str):
            inks = faces.colours(edge, len(faces_))
            ends = [np.stack([vertices[face], vertices[np.roll(face, -1)]], axis=1) for face in faces_]
            faces.add_lines(canvas, np.concatenate(ends), np.repeat(inks, [len(face) for face in faces_], axis=0), width)
    else:
        if lighting.is_lit(canvas.node, node) and not isinstance(colours, str):
            colours = _shaded_faces(canvas, node, vertices, faces_, colours)
        # Blocks of eight corners and six sides that stand on the ground (hist3, histogram2).
        stands = "_blocks" in node.values and len(vertices) * 6 == len(faces_) * 8
        columns = (vertices.reshape(-1, 8, 3).mean(axis=1) * (1, 1, 0)).repeat(6, axis=0) if stands else None
        faces.add(canvas, [vertices[face] for face in faces_], colours, edge, width, alpha, columns)
    shown = parts[1][len(parts[1]) // 2] if parts is not None else faces.colours(colours, len(faces_))[0]
    return style.swatch(shown, faces.colours(edge, len(faces_))[0])


def _shaded_faces(canvas: Canvas, node: Node, vertices: np.ndarray, faces: list[np.ndarray], colours: Any) -> np.ndarray:
    """RGBA of each face of a patch under the lights."""
    points = vertices * lighting.scale(canvas.node)
    normals = np.array([np.cross(points[f[1]] - points[f[0]], points[f[2]] - points[f[0]]) if len(f) > 2 else (0, 0, 1) for f in faces])
    places = np.array([points[f].mean(axis=0) for f in faces])
    rgb = np.broadcast_to(np.asarray(colours, dtype=np.float64)[..., :3], (len(faces), 3))
    return lighting.shade(canvas.node, node, places, normals, np.column_stack([rgb, np.ones(len(faces))]))
