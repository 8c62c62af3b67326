"""Drawing of images and contours."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..tree import Node
from . import style
from .series import Canvas, mapped
from .surfaces import surface_grid


def image_colours(canvas: Canvas, node: Node) -> np.ndarray:
    """The RGBA pixels of an image: true colour as it is, indices or scaled values through the colour map."""
    data = node.array("CData")
    if data.ndim == 3 and data.shape[2] == 3:
        if data.dtype.kind in "iu":
            data = data / np.iinfo(data.dtype).max
        rgb = np.clip(np.asarray(data, dtype=np.float64), 0, 1)
        image = np.concatenate([rgb, np.ones((*rgb.shape[:2], 1))], axis=2)
    elif node.text("CDataMapping") == "scaled":
        image = mapped(canvas, data)
    else:
        first = 0 if data.dtype.kind in "iub" else 1
        index = np.nan_to_num(np.asarray(data, dtype=np.float64)).astype(np.int64) - first
        rgb = canvas.colormap[np.clip(index, 0, len(canvas.colormap) - 1)]
        image = np.concatenate([rgb, np.ones((*rgb.shape[:2], 1))], axis=2)
    alpha = node.array("AlphaData")
    if alpha.size == 1 or alpha.shape == image.shape[:2]:
        image[..., 3] *= np.clip(alpha, 0, 1) if alpha.size > 1 else float(alpha.flat[0])
    return image


def draw_image(canvas: Canvas, node: Node) -> Any:
    image = image_colours(canvas, node)
    if not image.size:
        return None

    def edges(letter: str, count: int) -> tuple[float, float]:
        data = node.vector(f"{letter}Data")
        low, high = (data[0], data[-1]) if data.size else (1.0, float(count))
        half = (high - low) / (2 * (count - 1)) if count > 1 else 0.5
        return low - half, high + half

    rows, columns = image.shape[:2]
    (left, right), (top, bottom) = edges("X", columns), edges("Y", rows)
    image = (np.clip(image, 0, 1) * 255 + 0.5).astype(np.uint8)
    return canvas.axes.imshow(
        image, extent=(left, right, bottom, top), origin="upper", interpolation="bilinear" if node.text("Interpolation") == "bilinear" else "antialiased" if max(rows, columns) > 600 else "nearest",
        aspect="auto", zorder=canvas.order - 1,
    )  # fmt: skip


def draw_contour(canvas: Canvas, node: Node) -> Any:
    x, y, z = surface_grid(node)
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
                                      colors=[(*c[:3], c[3] * node.number("FaceAlpha")) for c in mapped(canvas, top[:-1])], extend="neither", **raised, **offset)  # fmt: skip
        if fixed == "none" or style.line_style(node) == "":
            return filled
        fixed = fixed or (0.0, 0.0, 0.0)
    lines = canvas.axes.contour(
        x, y, z, levels=levels, colors=[fixed] if fixed is not None else [tuple(c) for c in colours], linewidths=style.width(node),
        linestyles=[style.line_style(node) or "-"], **raised, **offset,
    )  # fmt: skip
    if node.on("ShowText"):
        _label_lines(canvas, node, lines)
    elif canvas.is_3d:
        _as_segments(canvas, lines)
    return lines


def _as_segments(canvas: Canvas, lines: Any) -> None:
    """Lines of levels in space as segments, of which parts can be hidden (``depth``) and cut off (``clip``)."""
    from matplotlib.path import Path
    from mpl_toolkits.mplot3d.art3d import Line3DCollection

    segments, owners = [], []
    for level, (corners, codes) in enumerate(lines._3dverts_codes):
        if len(corners):
            parts = np.split(np.asarray(corners), np.flatnonzero(np.asarray(codes) == Path.MOVETO)[1:])
            segments += parts
            owners += [level] * len(parts)
    inks = lines.get_edgecolor()
    look = {"linewidths": lines.get_linewidth(), "linestyles": lines.get_linestyle(), "zorder": canvas.order}
    lines.remove()
    if segments:
        colours = inks[np.array(owners) % len(inks)]
        canvas.axes.add_collection3d(Line3DCollection(segments, colors=colours, **look), autolim=False)


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
