"""Drawing of surfaces and meshes: flat seen from above, in space, with colours that run from point to point, under lights."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...values.convert import to_value
from ..tree import Node
from . import faces, lighting, log_axes, style
from .series import Canvas, mapped

_MOST_LINES = 200
"""Rows or columns of a surface that are drawn; of larger ones only some are."""
_BAR_PARTS = 6
"""Parts of each side of a bar in space whose colours run smoothly."""
_FINE = 100
"""Rows and columns into which coarse surfaces are cut where colours or light run smoothly over their cells."""


def surface_grid(node: Node) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """x, y and z of each point of a surface."""
    z = np.asarray(node.array("ZData"), dtype=np.float64)
    x, y = np.asarray(node.array("XData"), dtype=np.float64), np.asarray(node.array("YData"), dtype=np.float64)
    rows, columns = z.shape[:2]
    if x.shape != z.shape:
        x = (
            np.broadcast_to(x.ravel()[None, :], z.shape)
            if x.size == columns
            else np.broadcast_to(np.arange(1.0, columns + 1)[None, :], z.shape)
        )
    if y.shape != z.shape:
        y = np.broadcast_to(y.ravel()[:, None], z.shape) if y.size == rows else np.broadcast_to(np.arange(1.0, rows + 1)[:, None], z.shape)
    return x, y, z


def draw_surface(canvas: Canvas, node: Node) -> Any:
    x, y, z = surface_grid(node)
    if min(z.shape) < 2:
        return None
    if node.text("FaceColor") == "texturemap" and node.array("CData").shape[:2] != z.shape and node.text("EdgeColor") == "none":
        fine = _times(z.shape)
        x, y, z = (_finer(a, fine) for a in (x, y, z))
    return _surface_3d(canvas, node, x, y, z) if canvas.is_3d else _surface_flat(canvas, node, x, y, z)


def _colour_data(node: Node, z: np.ndarray) -> np.ndarray:
    """The colour data of the points of a surface: RGB (with a third dimension), or numbers for the colour map."""
    data = node.array("CData")
    if node.text("FaceColor") == "texturemap" and data.ndim >= 2 and data.shape[:2] != z.shape and data.size:
        data = _texture(data, z.shape)
    if data.ndim == 3 and data.shape[:2] == z.shape:
        return np.clip(data / np.iinfo(data.dtype).max if data.dtype.kind in "iu" else data, 0, 1)
    return np.asarray(data if data.shape == z.shape else z, dtype=np.float64)


def _texture(image: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """An image that lies over a whole surface, as colours of its cells (those of the first corner of each)."""
    at = [np.minimum(np.arange(n) * image.shape[k] // max(n - 1, 1), image.shape[k] - 1) for k, n in enumerate(shape)]
    return image[at[0]][:, at[1]]


def _inked(canvas: Canvas, node: Node, data: np.ndarray) -> np.ndarray:
    """RGBA of numbers through the colour map; RGB colours are kept."""
    if data.ndim == 3:
        return np.concatenate([data, np.ones((*data.shape[:2], 1))], axis=2)
    if node.text("CDataMapping") == "direct":
        rows = np.clip(np.nan_to_num(data).astype(np.int64) - 1, 0, len(canvas.colormap) - 1)
        return np.concatenate([canvas.colormap[rows], np.where(np.isnan(data), 0.0, 1.0)[..., None]], axis=-1)
    return mapped(canvas, data)


def _finer(values: np.ndarray, times: tuple[int, int]) -> np.ndarray:
    """A grid with ``times`` as many cells along each of its first two dimensions, linear between its points."""
    for axis, count in enumerate(times):
        if count > 1:
            place = np.arange((values.shape[axis] - 1) * count + 1) / count
            first = np.minimum(place.astype(int), values.shape[axis] - 2)
            part = (place - first).reshape([-1 if k == axis else 1 for k in range(values.ndim)])
            before, after = np.take(values, first, axis=axis), np.take(values, first + 1, axis=axis)
            values = np.where(part == 0, before, np.where(part == 1, after, before * (1 - part) + after * part))
    return values


def _times(shape: tuple[int, ...]) -> tuple[int, int]:
    """How many cells a cell of a coarse grid is cut into, along each dimension."""
    return max(1, _FINE // max(shape[0] - 1, 1)), max(1, _FINE // max(shape[1] - 1, 1))


def _of_cells(corners: np.ndarray) -> np.ndarray:
    """The middle of the four corners of each cell."""
    return (corners[:-1, :-1] + corners[1:, :-1] + corners[:-1, 1:] + corners[1:, 1:]) / 4


def _surface_flat(canvas: Canvas, node: Node, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Any:
    """A surface seen from above (``pcolor``): a mesh of cells, coloured by their first corner or interpolated."""
    data, edge = _colour_data(node, z), style.colour(node, "EdgeColor", "none")
    if node.text("EdgeColor") in ("flat", "interp"):
        return _edges_flat(canvas, node, x, y, data)
    drawn = edge != "none"
    if node.text("FaceColor") == "interp":
        times = _times(z.shape)
        fine = [_finer(a, times) for a in (x, y)]
        colours = _inked(canvas, node, _of_cells(_finer(data, times)))
        artist = canvas.axes.pcolormesh(*fine, colours, shading="flat", antialiased=False, linewidth=0, zorder=canvas.order - 1)
        if drawn:
            canvas.axes.pcolormesh(x, y, np.zeros((*(n - 1 for n in z.shape), 4)), edgecolors=edge, linewidth=style.width(node), zorder=canvas.order - 1)  # fmt: skip
        return artist
    options: dict[str, Any] = {"zorder": canvas.order - 1, "linewidth": style.width(node) if drawn else 0, "edgecolors": edge}
    inks, plain, alpha = _inked(canvas, node, data)[:-1, :-1], style.colour(node, "FaceColor", None), node.array("FaceAlpha")
    if plain is not None:
        inks = np.broadcast_to((1.0, 1.0, 1.0, 0.0) if plain == "none" else (*plain, 1.0), inks.shape)
    if alpha.size == 1 and alpha.flat[0] < 1:
        inks = np.concatenate([inks[..., :3], inks[..., 3:] * float(alpha.flat[0])], axis=2)
    return canvas.axes.pcolormesh(x, y, inks, shading="flat", antialiased=drawn, **options)


def _edges_flat(canvas: Canvas, node: Node, x: np.ndarray, y: np.ndarray, data: np.ndarray) -> Any:
    """A surface seen from above whose edges have the colours of their points (a line that changes its colour is such a surface)."""
    from matplotlib.collections import LineCollection

    face = node.text("FaceColor")
    if face != "none":
        bare = Node("surface")
        bare.values, bare.parent = {**node.values, "EdgeColor": to_value("none")}, node.parent
        draw_surface(canvas, bare)
    grid, lines, inks = np.stack([x, y], axis=-1), [], []
    for across in (False, True):
        points, shades = (a.swapaxes(0, 1) if across else a for a in (grid, data))
        if node.text("EdgeColor") == "interp":
            points, shades = (_finer(a, (1, _times(a.shape)[1])) for a in (points, shades))
        lines.append(np.stack([points[:, :-1], points[:, 1:]], axis=2).reshape(-1, 2, 2))
        between = (shades[:, :-1] + shades[:, 1:]) / 2 if node.text("EdgeColor") == "interp" else shades[:, :-1]
        inks.append(_inked(canvas, node, between).reshape(-1, 4))
    options = {"linewidths": style.width(node), "linestyles": style.line_style(node) or "-", "capstyle": "round", "zorder": canvas.order}
    return canvas.axes.add_collection(LineCollection(list(np.concatenate(lines)), colors=np.concatenate(inks), **options), autolim=False)


def _surface_3d(canvas: Canvas, node: Node, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Any:
    edge = node.text("EdgeColor")
    data = _colour_data(node, z)
    if node.text("MeshStyle") != "both" and (edge == "flat" or edge == "interp"):
        return _lines_3d(canvas, node, x, y, z, _inked(canvas, node, data))
    bars = node.values.get("_bars")
    most = max(z.shape) if bars else _MOST_LINES
    rows, columns = (np.unique(np.linspace(0, n - 1, min(n, most)).astype(int)) for n in z.shape)
    x, y, z, data = (a[rows][:, columns] for a in (x, y, z, data))
    is_lit = lighting.is_lit(canvas.node, node)
    smooth = is_lit and node.text("FaceLighting") in ("gouraud", "phong")
    times = _fineness(node, z.shape, smooth)
    cells = _cell_inks(canvas, node, data, times)
    points = np.stack([_finer(a, times) for a in (x, y, z)], axis=-1)
    if is_lit:
        cells = _shaded(canvas, node, np.stack([x, y, z], axis=-1), points, cells, times, smooth=smooth)
    quads = np.stack([points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]], axis=2).reshape(-1, 4, 3)
    inks, alpha = cells.reshape(-1, 4), node.array("FaceAlpha")
    if alpha.size == 1 and alpha.flat[0] < 1:
        inks = np.column_stack([inks[:, :3], inks[:, 3] * float(alpha.flat[0])])
    if bars and style.colour(node, "FaceColor", None) != "none":
        width = style.width(node) if style.line_style(node) and edge != "none" else 0.0
        _bars(canvas, node, quads, inks, (x, y, z), times, width)
    else:
        _add_quads(canvas, node, quads, inks, points, times)
    _markers(canvas, node, x, y, z, data)
    shown = inks[2 * times[0] * times[1]] if bars else inks[len(inks) // 2]
    return style.swatch(shown, "none" if edge == "none" else "black")


def _fineness(node: Node, shape: tuple[int, ...], smooth: bool) -> tuple[int, int]:
    """Into how many pieces each cell is divided along rows and columns, so that its colours can differ."""
    if node.values.get("_bars"):
        return (_BAR_PARTS,) * 2 if node.text("FaceColor") == "interp" else (1, 1)
    return _times(shape) if node.text("EdgeColor") == "none" and (node.text("FaceColor") == "interp" or smooth) else (1, 1)


def _cell_inks(canvas: Canvas, node: Node, data: np.ndarray, times: tuple[int, int]) -> np.ndarray:
    """The colours of the pieces of the cells of a surface, before light falls on them."""
    if node.text("FaceColor") == "interp":
        cells = _inked(canvas, node, _of_cells(_finer(data, times)))
    else:
        cells = _inked(canvas, node, data)[:-1, :-1].repeat(times[0], axis=0).repeat(times[1], axis=1)
    plain = style.colour(node, "FaceColor", None)
    if plain not in (None, "none") and node.text("EdgeColor") not in ("flat", "interp"):
        return np.broadcast_to(np.array([*plain, 1.0]), cells.shape)
    return cells


def _add_quads(canvas: Canvas, node: Node, quads: np.ndarray, inks: np.ndarray, points: np.ndarray, times: tuple[int, int]) -> None:
    """Add the faces of a surface and its lines: around all faces, or along rows or columns alone."""
    plain, edge, mesh = style.colour(node, "FaceColor", None), node.text("EdgeColor"), node.text("MeshStyle")
    width = style.width(node) if style.line_style(node) else 0.0
    if plain == "none" or (plain is not None and edge in ("flat", "interp")):
        lines = inks if edge in ("flat", "interp") else style.colour(node, "EdgeColor", "black")
        faces.add(canvas, quads, (1, 1, 1, 0) if plain == "none" else plain, lines, max(width, 0.6))
        return
    lines = "none" if edge == "none" or not width else style.colour(node, "EdgeColor", inks)
    if mesh == "both" or lines == "none" or times != (1, 1):
        faces.add(canvas, quads, inks, _faint(node, lines, len(quads)), width)
        return
    faces.add(canvas, quads, inks, "none", 0.0)
    _rows(canvas, node, points if mesh == "row" else points.swapaxes(0, 1), lines if isinstance(lines, tuple) else "black")


def _bars(canvas: Canvas, node: Node, quads: np.ndarray, inks: np.ndarray, points: tuple[np.ndarray, ...], times: tuple[int, int], width: float) -> None:  # fmt: skip
    """Bars of six rows each (bar3), which hide each other as they stand."""
    grid = np.stack(points, axis=-1)
    middles = np.array([np.nanmean(grid[k : k + 6].reshape(-1, 3), axis=0) for k in range(0, len(grid), 6)])
    middles[:, "XYZ".index(node.values["_bars"])] = 0.0
    ink = style.colour(node, "EdgeColor", "black")

    def of_rows(parts: int) -> np.ndarray:
        """Where the bar of each face stands, each row and column being cut into so many parts."""
        rows = np.arange((len(grid) - 1) * parts) // (6 * parts)
        return middles[rows].repeat((grid.shape[1] - 1) * parts, axis=0)

    if times == (1, 1):
        faces.add(canvas, quads, inks, _faint(node, ink, len(quads)) if width else "none", width, columns=of_rows(1))
        return
    whole = np.stack([grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]], axis=2)
    middles_of = whole.mean(axis=2).repeat(times[0], axis=0).repeat(times[1], axis=1).reshape(-1, 3)
    faces.add(canvas, quads, inks, "none", 0.0, columns=of_rows(times[0]))
    canvas.faces[-1].behind = middles_of[np.isfinite(quads).all(axis=(1, 2))]
    if width:
        whole = whole.reshape(-1, 4, 3)
        faces.add(canvas, whole, (1, 1, 1, 0), _faint(node, ink, len(whole)), width, columns=of_rows(1))


def _rows(canvas: Canvas, node: Node, points: np.ndarray, ink: Any) -> None:
    """Lines along the rows of a surface, of which ``depth`` hides parts."""
    from mpl_toolkits.mplot3d.art3d import Line3DCollection

    look = {"linewidths": style.width(node), "linestyles": style.line_style(node) or "-", "zorder": canvas.order}
    canvas.axes.add_collection3d(Line3DCollection(list(points), colors=_faint(node, ink, 1), **look), autolim=False)


def _faint(node: Node, lines: Any, count: int) -> Any:
    """The colours of edges with their opacity."""
    alpha = node.array("EdgeAlpha")
    if isinstance(lines, str) or alpha.size != 1 or alpha.flat[0] >= 1:
        return lines
    inks = faces.colours(lines, count).copy()
    inks[:, 3] *= float(alpha.flat[0])
    return inks


def _markers(canvas: Canvas, node: Node, x: np.ndarray, y: np.ndarray, z: np.ndarray, data: np.ndarray) -> None:
    """Markers at the points of a surface in space."""
    if not style.marker(node):
        return
    inks = _inked(canvas, node, data).reshape(-1, 4)
    edge = style.colour(node, "MarkerEdgeColor", style.colour(node, "EdgeColor", inks) if node.text("EdgeColor") != "none" else inks)
    canvas.axes.scatter(
        x.ravel(), y.ravel(), z.ravel(), s=node.number("MarkerSize") ** 2, marker=style.marker(node), depthshade=False,
        facecolors=style.colour(node, "MarkerFaceColor", inks), edgecolors=edge, linewidths=style.width(node), zorder=canvas.order + 0.005,
    )  # fmt: skip


def _lines_3d(canvas: Canvas, node: Node, x: np.ndarray, y: np.ndarray, z: np.ndarray, colours: np.ndarray) -> Any:
    """A mesh of rows or of columns alone, from the farthest to the nearest; ``_curtain``: each hides what is behind it, down to the lowest."""
    from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

    if node.text("MeshStyle") == "column":
        x, y, z, colours = x.T, y.T, z.T, colours.transpose(1, 0, 2)
    azimuth = np.radians(canvas.node.vector("View")[0])
    nearness = (x * np.sin(azimuth) - y * np.cos(azimuth)).mean(axis=1)
    floor, ceiling = log_axes.drawn_limits(canvas.node, "Z")
    low, artist = max(float(np.min(z, initial=np.inf, where=np.isfinite(z))), floor), None
    for place, k in enumerate(np.argsort(nearness)):
        line, ink = np.column_stack([x[k], y[k], z[k]]), colours[k]
        if node.values.get("_curtain"):
            ends = [[*line[0, :2], low]], [[*line[-1, :2], low]]
            line, ink = np.concatenate([ends[0], line, ends[1]]), np.concatenate([ink[:1], ink, ink[-1:]])
            hiding = np.column_stack([line[:, :2], np.clip(line[:, 2], floor, ceiling)])
            back = Poly3DCollection([hiding], facecolors=style.colour(node, "FaceColor", "white"), edgecolors="none")
            back.set_zorder(canvas.order + place * 1e-5)
            canvas.axes.add_collection3d(back)
        artist = Line3DCollection(np.stack([line[:-1], line[1:]], axis=1), colors=ink[:-1], linewidths=style.width(node))
        artist.set_zorder(canvas.order + place * 1e-5 + 5e-6)
        canvas.axes.add_collection3d(artist)
    return artist


def _shaded(
    canvas: Canvas, node: Node, corners: np.ndarray, points: np.ndarray, cells: np.ndarray, times: tuple[int, int], *, smooth: bool
) -> np.ndarray:
    """The cells under the lights: one normal for each cell of the surface, or normals that run from point to point."""
    stretch = lighting.scale(canvas.node)
    corners = corners * stretch
    if smooth:
        across, down = np.gradient(corners, axis=1), np.gradient(corners, axis=0)
        normals_of_node = node.array("VertexNormals")
        normal = lighting.unit(normals_of_node / stretch if normals_of_node.shape == corners.shape else np.cross(across, down))
        normals = _of_cells(_finer(normal, times))
    else:
        across, down = corners[:-1, 1:] - corners[1:, :-1], corners[1:, 1:] - corners[:-1, :-1]
        normals = np.cross(across, down).repeat(times[0], axis=0).repeat(times[1], axis=1)
    return lighting.shade(canvas.node, node, _of_cells(points * stretch), normals, cells)
