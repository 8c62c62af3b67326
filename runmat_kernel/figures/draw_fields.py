"""Drawing of images, surfaces, meshes, patches and contours."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import style
from .draw_series import Canvas, mapped
from .tree import Node


def image_colours(canvas: Canvas, node: Node) -> np.ndarray:
    """The RGBA picture of an image: true colour as it is, indices or scaled values through the colour map."""
    data = node.array("CData")
    if data.ndim == 3 and data.shape[2] == 3:
        if data.dtype.kind in "iu":
            data = data / np.iinfo(data.dtype).max
        rgb = np.clip(np.asarray(data, dtype=np.float64), 0, 1)
        picture = np.concatenate([rgb, np.ones((*rgb.shape[:2], 1))], axis=2)
    elif node.text("CDataMapping") == "scaled":
        picture = mapped(canvas, data)
    else:
        first = 0 if data.dtype.kind in "iub" else 1
        index = np.nan_to_num(np.asarray(data, dtype=np.float64)).astype(np.int64) - first
        rgb = canvas.colormap[np.clip(index, 0, len(canvas.colormap) - 1)]
        picture = np.concatenate([rgb, np.ones((*rgb.shape[:2], 1))], axis=2)
    alpha = node.array("AlphaData")
    if alpha.size == 1 or alpha.shape == picture.shape[:2]:
        picture[..., 3] *= np.clip(alpha, 0, 1) if alpha.size > 1 else float(alpha.flat[0])
    return picture


def draw_image(canvas: Canvas, node: Node) -> Any:
    picture = image_colours(canvas, node)
    if not picture.size:
        return None

    def edges(letter: str, count: int) -> tuple[float, float]:
        data = node.vector(f"{letter}Data")
        low, high = (data[0], data[-1]) if data.size else (1.0, float(count))
        half = (high - low) / (2 * (count - 1)) if count > 1 else 0.5
        return low - half, high + half

    rows, columns = picture.shape[:2]
    (left, right), (top, bottom) = edges("X", columns), edges("Y", rows)
    picture = (np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)
    return canvas.axes.imshow(
        picture, extent=(left, right, bottom, top), origin="upper", interpolation="antialiased" if max(rows, columns) > 600 else "nearest",
        aspect="auto", zorder=canvas.order - 1,
    )  # fmt: skip


def _grid(node: Node) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
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


def _face_colours(canvas: Canvas, node: Node, z: np.ndarray) -> np.ndarray:
    """RGBA for each vertex of a surface."""
    data = node.array("CData")
    if data.ndim == 3 and data.shape[:2] == z.shape:
        rgb = data / np.iinfo(data.dtype).max if data.dtype.kind in "iu" else data
        return np.concatenate([np.clip(rgb, 0, 1), np.ones((*z.shape, 1))], axis=2)
    return mapped(canvas, data if data.shape == z.shape else z)


def draw_surface(canvas: Canvas, node: Node) -> Any:
    x, y, z = _grid(node)
    if min(z.shape) < 2:
        return None
    return _surface_3d(canvas, node, x, y, z) if canvas.is_3d else _surface_flat(canvas, node, x, y, z)


def _surface_flat(canvas: Canvas, node: Node, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Any:
    """A surface seen from above (``pcolor``): a mesh of cells, coloured by their first corner or interpolated."""
    interpolated = node.text("FaceColor") == "interp"
    colours = _face_colours(canvas, node, z)
    edge = style.colour(node, "EdgeColor", "none")
    options: dict[str, Any] = {"zorder": canvas.order - 1, "linewidth": style.width(node) if edge != "none" else 0, "edgecolors": edge}
    if interpolated:
        return canvas.axes.pcolormesh(x, y, colours, shading="gouraud", zorder=canvas.order - 1)
    return canvas.axes.pcolormesh(x, y, colours[:-1, :-1], shading="flat", antialiased=edge != "none", **options)


def _surface_3d(canvas: Canvas, node: Node, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Any:
    face, edge = node.text("FaceColor"), node.text("EdgeColor")
    if node.text("MeshStyle") != "both" and (edge == "flat" or edge == "interp"):
        return _lines_3d(canvas, node, x, y, z)
    stride = max(1, -(-max(z.shape) // 200))
    x, y, z, colours = (a[::stride, ::stride] for a in (x, y, z, _face_colours(canvas, node, z)))
    cells = (colours[:-1, :-1] + colours[1:, 1:]) / 2 if face == "interp" else colours[:-1, :-1]
    plain = style.colour(node, "FaceColor", None)
    if plain not in (None, "none") and edge not in ("flat", "interp"):
        cells = np.broadcast_to(np.array([*plain, 1.0]), cells.shape)
    if _is_lit(canvas, node):
        cells = _shaded(canvas, x, y, z, cells)
    options: dict[str, Any] = {
        "rstride": 1,
        "cstride": 1,
        "shade": False,
        "linewidth": 0.4 if edge != "none" else 0.0,
        "antialiased": edge != "none",
    }
    alpha = node.array("FaceAlpha")
    if alpha.size == 1 and alpha.flat[0] < 1:
        cells = np.concatenate([cells[..., :3], np.full((*cells.shape[:2], 1), float(alpha.flat[0]))], axis=2)
    if plain == "none" or (plain is not None and edge in ("flat", "interp")):
        ink = cells.reshape(-1, 4) if edge in ("flat", "interp") else style.colour(node, "EdgeColor", "black")
        artist = canvas.axes.plot_surface(x, y, z, color=(1, 1, 1, 0) if plain == "none" else plain, **{**options, "linewidth": 0.6})
        artist.set_edgecolors(ink)
        return artist
    artist = canvas.axes.plot_surface(x, y, z, facecolors=cells, **options)
    if edge != "none":
        artist.set_edgecolors(style.colour(node, "EdgeColor", "black"))
    return artist


def _lines_3d(canvas: Canvas, node: Node, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Any:
    """A mesh of rows or of columns alone, from the farthest to the nearest; ``_curtain``: each hides what is behind it, down to the lowest."""
    from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

    colours = _face_colours(canvas, node, z)
    if node.text("MeshStyle") == "column":
        x, y, z, colours = x.T, y.T, z.T, colours.transpose(1, 0, 2)
    azimuth = np.radians(canvas.node.vector("View")[0])
    nearness = (x * np.sin(azimuth) - y * np.cos(azimuth)).mean(axis=1)
    low, artist = float(np.min(z, initial=np.inf, where=np.isfinite(z))), None
    for place, k in enumerate(np.argsort(nearness)):
        line, ink = np.column_stack([x[k], y[k], z[k]]), colours[k]
        if node.values.get("_curtain"):
            ends = [[*line[0, :2], low]], [[*line[-1, :2], low]]
            line, ink = np.concatenate([ends[0], line, ends[1]]), np.concatenate([ink[:1], ink, ink[-1:]])
            back = Poly3DCollection([line], facecolors=style.colour(node, "FaceColor", "white"), edgecolors="none")
            back.set_zorder(canvas.order + place * 1e-5)
            canvas.axes.add_collection3d(back)
        artist = Line3DCollection(np.stack([line[:-1], line[1:]], axis=1), colors=ink[:-1], linewidths=style.width(node))
        artist.set_zorder(canvas.order + place * 1e-5 + 5e-6)
        canvas.axes.add_collection3d(artist)
    return artist


def _shaded(canvas: Canvas, x: np.ndarray, y: np.ndarray, z: np.ndarray, cells: np.ndarray) -> np.ndarray:
    """Colours of the cells under a light: ambient plus diffuse by the angle of the cell's normal."""
    spans = [float(np.ptp(a)) or 1.0 for a in (x, y, z)]
    points = np.stack([a / s for a, s in zip((x, y, z), spans, strict=True)], axis=-1)
    normal = np.cross(points[1:, :-1] - points[:-1, :-1], points[:-1, 1:] - points[:-1, :-1])
    return np.concatenate([np.clip(cells[..., :3] * _strength(normal)[..., None], 0, 1), cells[..., 3:]], axis=-1)


def _is_lit(canvas: Canvas, node: Node) -> bool:
    return canvas.node.values.get("_lit") is not None or node.text("FaceLighting") in ("gouraud", "phong")


def _strength(normal: np.ndarray) -> np.ndarray:
    """How bright faces are that stand in these directions."""
    length = np.linalg.norm(normal, axis=-1, keepdims=True)
    return 0.45 + 0.6 * np.abs(normal / np.where(length == 0, 1, length) @ np.array([-0.5, -0.6, 0.62]))


def _shaded_faces(vertices: np.ndarray, faces: list[np.ndarray], colours: Any) -> np.ndarray:
    """RGBA of each face of a patch under the light."""
    spans = np.ptp(vertices, axis=0)
    points = vertices / np.where(spans == 0, 1, spans)
    normal = np.array([np.cross(points[f[1]] - points[f[0]], points[f[2]] - points[f[0]]) if len(f) > 2 else (0, 0, 1) for f in faces])
    rgb = np.broadcast_to(np.asarray(colours, dtype=np.float64)[..., :3], (len(faces), 3))
    return np.column_stack([np.clip(rgb * _strength(normal)[:, None], 0, 1), np.ones(len(faces))])


def _patch_faces(node: Node) -> tuple[np.ndarray, list[np.ndarray]]:
    """Vertices (n-by-3) and, for each face, the indices of its vertices."""
    vertices = np.asarray(node.array("Vertices"), dtype=np.float64)
    if vertices.size:
        faces = node.array("Faces")
        if vertices.shape[1] == 2:
            vertices = np.column_stack([vertices, np.zeros(len(vertices))])
        return vertices, [np.asarray(row[~np.isnan(np.asarray(row, dtype=np.float64))], dtype=int) - 1 for row in faces]
    x, y = (np.asarray(node.array(f"{letter}Data"), dtype=np.float64) for letter in "XY")
    z = np.asarray(node.array("ZData"), dtype=np.float64)
    if x.shape[0] == 1:
        x, y, z = x.T, y.T, z.T if z.size else z
    vertices = np.column_stack([x.ravel("F"), y.ravel("F"), z.ravel("F") if z.size == x.size else np.zeros(x.size)])
    n = x.shape[0]
    return vertices, [np.arange(n) + n * column for column in range(x.shape[1])]


def _patch_colours(canvas: Canvas, node: Node, vertices: np.ndarray, faces: list[np.ndarray]) -> Any:
    word = node.text("FaceColor")
    if word not in ("flat", "interp"):
        return style.colour(node, "FaceColor", "none")
    data = node.array("FaceVertexCData")
    data = data if data.size else node.array("CData")
    if not data.size:
        return "none"
    if data.ndim == 2 and data.shape[1] == 3 and data.shape[0] in (1, len(faces), len(vertices)) and node.array("FaceVertexCData").size:
        colours = np.column_stack([np.clip(data, 0, 1), np.ones(len(data))])
    else:
        colours = mapped(canvas, data.ravel("F"))
    if len(colours) == len(faces):
        return colours
    if len(colours) == len(vertices):
        return np.array([colours[face].mean(axis=0) if word == "interp" else colours[face[0]] for face in faces])
    return np.broadcast_to(colours[:1], (len(faces), 4))


def _draw_blended(canvas: Canvas, node: Node, vertices: np.ndarray, faces: list[np.ndarray], alpha: float | None) -> bool:
    """Faces whose colours run from vertex to vertex, as triangles around each face's first vertex; False without a number for each."""
    from matplotlib.colors import ListedColormap

    data = node.array("FaceVertexCData")
    data = np.asarray((data if data.size else node.array("CData")).ravel("F"), dtype=np.float64)
    triangles = [(face[0], face[k], face[k + 1]) for face in faces for k in range(1, len(face) - 1)]
    if data.size != len(vertices) or not triangles:
        return False
    low, high = canvas.colour_limits
    canvas.axes.tripcolor(
        vertices[:, 0], vertices[:, 1], triangles, data, shading="gouraud", cmap=ListedColormap(canvas.colormap), vmin=low, vmax=high,
        zorder=canvas.order - 0.001, alpha=alpha,
    )  # fmt: skip
    return True


def draw_patch(canvas: Canvas, node: Node) -> Any:
    vertices, faces = _patch_faces(node)
    if not faces:
        return None
    colours = _patch_colours(canvas, node, vertices, faces)
    edge = style.colour(node, "EdgeColor", colours)
    options: dict[str, Any] = {
        "linewidths": style.width(node) if not isinstance(edge, str) else 0,
        "linestyles": style.line_style(node) or "-",
    }
    alpha = node.array("FaceAlpha")
    if alpha.size == 1 and alpha.flat[0] < 1:
        options["alpha"] = float(alpha.flat[0])
    if canvas.is_3d:
        from mpl_toolkits.mplot3d.art3d import Poly3DCollection

        if _is_lit(canvas, node) and not isinstance(colours, str):
            colours = _shaded_faces(vertices, faces, colours)
        artist: Any = Poly3DCollection([vertices[face] for face in faces], facecolors=colours, edgecolors=edge, **options)
        return canvas.axes.add_collection3d(artist)
    from matplotlib.collections import PolyCollection

    if node.text("FaceColor") == "interp" and _draw_blended(canvas, node, vertices, faces, options.get("alpha")):
        colours = "none"
    artist = PolyCollection([vertices[face][:, :2] for face in faces], facecolors=colours, edgecolors=edge, zorder=canvas.order, **options)
    return canvas.axes.add_collection(artist, autolim=False)


def draw_contour(canvas: Canvas, node: Node) -> Any:
    x, y, z = _grid(node)
    levels = np.unique(node.vector("LevelList"))
    if not levels.size or min(z.shape) < 2 or not np.isfinite(z).any():
        return None
    z = np.ma.masked_invalid(z)
    fixed = style.colour(node, "LineColor", None)
    colours = mapped(canvas, levels)
    raised = {"zorder": canvas.order} if not canvas.is_3d else {}
    offset = {} if not canvas.is_3d or node.get("Height") is True else {"offset": canvas.axes.get_zlim()[0]}
    if node.on("Fill"):
        if node.text("LevelListMode") == "auto":  # the least heights have a colour too
            levels = np.unique(np.append(levels, float(z.min())))
        top = np.append(levels, np.inf)
        filled = canvas.axes.contourf(x, y, z, levels=np.append(levels, max(float(z.max()), levels[-1]) * 1.0 + 1e-9 + abs(levels[-1]) * 1e-9),
                                      colors=[tuple(c) for c in mapped(canvas, top[:-1])], extend="neither", **raised, **offset)  # fmt: skip
        if fixed == "none" or style.line_style(node) == "":
            return filled
        fixed = fixed or (0.0, 0.0, 0.0)
    lines = canvas.axes.contour(
        x, y, z, levels=levels, colors=[fixed] if fixed is not None else [tuple(c) for c in colours], linewidths=style.width(node),
        linestyles=[style.line_style(node) or "-"], **raised, **offset,
    )  # fmt: skip
    if node.on("ShowText"):
        _label_lines(canvas, node, lines)
    return lines


def _label_lines(canvas: Canvas, node: Node, lines: Any) -> None:
    """Levels written on their lines: those of ``TextList`` where there are any, in the look that clabel was given."""
    shown, look = node.vector("TextList"), node.labels.get("_Text")
    there = [level for level in lines.levels if not shown.size or np.isclose(shown, level, rtol=1e-9, atol=1e-12).any()]
    form = style.tick_text(node.text("LabelFormat"))
    options: dict[str, Any] = {"fontsize": 8, "fmt": lambda level: form(float(level))}
    if look is not None:
        options["fontsize"] = look.number("FontSize") if "FontSize" in look.values else 8
        if "Color" in look.values:
            options["colors"] = [style.colour(look, "Color", "black")]
    written = canvas.axes.clabel(lines, levels=there, **options) if there else []
    if look is not None and "FontWeight" in look.values:
        for text in written:
            text.set_fontweight(look.text("FontWeight"))
