"""Drawing of lines, stems, bars, areas, scatters, texts and the like on 2-D and 3-D matplotlib axes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .. import bubbles, limits, positions
from ..tree import Node
from . import log_axes, rich_text, style, tex
from .faces import Faces

# Pixels from the corner of the figure beyond which nobody sees a text, and beyond which letters cannot be drawn.
_FARTHEST = 20000.0
_MANY_POINTS = 5000
# Above the lines of the frame, below legends.
_OVER_FRAME = 950.0
HORIZONTAL = {"left": "left", "center": "center", "right": "right"}
VERTICAL = {"top": "top", "cap": "top", "middle": "center", "baseline": "baseline", "bottom": "bottom"}


@dataclass(slots=True)
class Canvas:
    """Where a Node is drawn: the matplotlib ``axes``, its Node, the colour map, and the stacking order of the next artist.

    ``artists`` keeps, for each drawn Node, the artist that stands for it in the legend.
    """

    axes: Any
    node: Node
    is_3d: bool
    colormap: np.ndarray
    colour_limits: tuple[float, float]
    artists: dict[int, Any]
    order: float = 2.0
    faces: list[Faces] = field(default_factory=list)
    """Faces in space, which are drawn together when all objects are there."""


def draw_line(canvas: Canvas, node: Node) -> Any:
    x, y, z = node.vector("XData"), node.vector("YData"), node.vector("ZData")
    n = min(x.size, y.size) if x.size and y.size else 0
    ink = style.colour(node, "Color", "black")
    options = {"color": ink, "linestyle": style.line_style(node), "linewidth": style.width(node), **style.marker_options(node, ink)}
    if node.vector("MarkerIndices").size:
        options["markevery"] = (node.vector("MarkerIndices").astype(int) - 1).tolist()
    if canvas.is_3d:
        return canvas.axes.plot(x[:n], y[:n], z[:n] if z.size else np.zeros(n), **options)[0]
    for pole in node.values.get("_poles", ()):
        canvas.axes.axvline(pole, color=(0.15, 0.15, 0.15), linestyle=(0, (6, 4)), linewidth=0.5, zorder=canvas.order)
    marked = np.asarray(options["markevery"], dtype=int) if "markevery" in options else np.arange(n)
    edge_markers(canvas, node, x[:n][marked], y[:n][marked], ink)
    return canvas.axes.plot(x[:n], y[:n], zorder=canvas.order, **options)[0]


def _at_edges(canvas: Canvas, x: np.ndarray, y: np.ndarray, points: float) -> np.ndarray:
    """Indices of what lies inside the limits and so near to one of them that a marker of this size (in points) reaches over it."""
    places = canvas.axes.transData.transform(np.column_stack([x, y]).astype(np.float64))
    box, slack = canvas.axes.bbox, 1e-6
    inward = np.minimum(places - [box.x0, box.y0], [box.x1, box.y1] - places).min(axis=1)
    return np.flatnonzero((inward >= -slack) & (inward <= points * style.SCREEN_DPI / 72))


def edge_markers(canvas: Canvas, node: Node, x: np.ndarray, y: np.ndarray, ink: Any) -> None:
    """Markers of points inside the limits are drawn whole, over the frame, where the rest of the plot is cut off."""
    if not style.marker(node) or not x.size:
        return
    near = _at_edges(canvas, x, y, node.number("MarkerSize"))
    if near.size:
        options = {**style.marker_options(node, ink), "linestyle": "none", "clip_on": False, "zorder": _OVER_FRAME}
        canvas.axes.plot(x[near], y[near], **options)


def draw_stair(canvas: Canvas, node: Node) -> Any:
    ink = style.colour(node, "Color", "black")
    edge_markers(canvas, node, node.vector("XData"), node.vector("YData"), ink)
    return canvas.axes.step(
        node.vector("XData"), node.vector("YData"), where="post", color=ink, linestyle=style.line_style(node),
        linewidth=style.width(node), zorder=canvas.order, **style.marker_options(node, ink),
    )[0]  # fmt: skip


def draw_stem(canvas: Canvas, node: Node) -> Any:
    x, y, z = node.vector("XData"), node.vector("YData"), node.vector("ZData")
    ink = style.colour(node, "Color", "black")
    options = {"color": ink, "linestyle": style.line_style(node), "linewidth": style.width(node)}
    marks = {**style.marker_options(node, ink), "linestyle": "none", "color": ink}
    base = node.number("BaseValue")
    if canvas.is_3d:
        for at in range(x.size):
            if z.size:
                canvas.axes.plot([x[at]] * 2, [y[at]] * 2, [node.values.get("_ground", 0.0), z[at]], **options)
            else:  # stems of a plane in space
                canvas.axes.plot([x[at]] * 2, [base, y[at]], [0, 0], **options)
        return canvas.axes.plot(x, y, z if z.size else np.zeros(x.size), **marks)[0]
    canvas.axes.vlines(
        x, base, y, colors=[ink], linestyles=options["linestyle"] or "-", linewidth=options["linewidth"], zorder=canvas.order
    )
    _draw_base_line(canvas, node, canvas.axes.axhline, canvas.order)
    edge_markers(canvas, node, x, y, ink)
    return canvas.axes.plot(x, y, zorder=canvas.order + 0.1, **marks)[0]


def _draw_base_line(canvas: Canvas, node: Node, across: Any, order: float) -> None:
    """The line at the base of a series, as its BaseLine object says where a program has asked for that."""
    if not node.on("ShowBaseLine"):
        return
    own = node.parent_of("axes").labels.get("_BaseLine")
    if own is None:
        across(node.number("BaseValue"), color="black", linewidth=0.75, zorder=order)
    elif own.on("Visible") and (line := style.line_style(own)):
        across(
            node.number("BaseValue"), color=style.colour(own, "Color", "black"), linewidth=style.width(own), linestyle=line, zorder=order
        )


def draw_errorbar(canvas: Canvas, node: Node) -> Any:
    def pair(letter: str) -> Any:
        low, high = node.vector(f"{letter}NegativeDelta"), node.vector(f"{letter}PositiveDelta")
        return np.abs(np.vstack([low, high])) if low.size and high.size else None

    ink = style.colour(node, "Color", "black")
    edge_markers(canvas, node, node.vector("XData"), node.vector("YData"), ink)
    drawn = canvas.axes.errorbar(
        node.vector("XData"), node.vector("YData"), yerr=pair("Y"), xerr=pair("X"), color=ink, linestyle=style.line_style(node) or "none",
        linewidth=style.width(node), capsize=node.number("CapSize") / 2, zorder=canvas.order, **style.marker_options(node, ink),
    )  # fmt: skip
    for cap in drawn.lines[1]:  # the caps are markers too, which take the edges of the series' own: dots have none
        cap.set_markeredgewidth(style.width(node))
    return drawn


def draw_scatter(canvas: Canvas, node: Node) -> Any:
    """The markers of a scatter, each of its size and colour."""
    x, y, z = (limits.shown_at(node, letter) for letter in "XYZ")
    colours, single = _scatter_colours(canvas, node, x.size)
    options = _marker_look(canvas, node, colours)
    if canvas.is_3d:
        return canvas.axes.scatter(x, y, z if z.size else 0, depthshade=False, zorder=canvas.order, **options)
    if x.size > _MANY_POINTS and single and np.size(options["s"]) == 1:
        return _alike(canvas, x, y, options)
    artist = canvas.axes.scatter(x, y, zorder=canvas.order, **options)
    if x.size:
        _draw_whole_at_edges(canvas, artist, x, y, options)
    return artist


def _scatter_colours(canvas: Canvas, node: Node, count: int) -> tuple[Any, bool]:
    """The colours of markers by CData, and whether it is one for all of them."""
    data = node.array("CData")
    if data.size == 3 and (count != 3 or data.shape[0] == 1):
        return [tuple(np.clip(data.ravel(), 0, 1))], True
    if data.ndim == 2 and data.shape == (count, 3):
        return np.clip(data, 0, 1), False
    return mapped(canvas, data.ravel(order="F")), False


def _marker_look(canvas: Canvas, node: Node, colours: Any) -> dict[str, Any]:
    """Sizes, shape, colours and opacity of the markers of a scatter, as matplotlib's options."""
    sizes, mark = node.vector("SizeData"), style.marker(node) or "o"
    if node.kind.label == bubbles.LABEL:
        sizes = np.nan_to_num(bubbles.diameters(canvas.node, sizes) ** 2)
    face, edge = (style.colour(node, name, colours) for name in ("MarkerFaceColor", "MarkerEdgeColor"))
    opacity, alpha = node.array("MarkerEdgeAlpha"), node.number("MarkerFaceAlpha")
    if opacity.size == 1 and opacity.flat[0] < 1 and node.array("MarkerFaceAlpha").size == 1:
        edge = _shining(edge, float(opacity.flat[0]))
        edge = [edge] if isinstance(edge, tuple) else edge
    hollow = mark in ("+", "x", "_", "|") or mark == style.MARKERS["*"]
    of_edge = hollow or (mark == "." and not isinstance(edge, str))
    options = {
        "s": (sizes if sizes.size else 36.0) * (0.3 if node.text("Marker") == "." else 1.0), "marker": "o" if mark == "." else mark,
        "facecolors": edge if of_edge else face, "linewidths": max(node.number("LineWidth"), 0.75), "alpha": alpha if alpha < 1 else None,
    }  # fmt: skip
    return options if hollow else {**options, "edgecolors": edge}


def _draw_whole_at_edges(canvas: Canvas, artist: Any, x: np.ndarray, y: np.ndarray, options: dict[str, Any]) -> None:
    """Draw the markers near the edges of the axes over the frame, where they are not cut off."""
    near = _at_edges(canvas, x, y, float(np.sqrt(np.max(options["s"], initial=1.0))))
    if not near.size:
        return
    whole = {key: value[near] if isinstance(value, np.ndarray) and len(value) == x.size else value for key, value in options.items()}
    again = canvas.axes.scatter(x[near], y[near], zorder=_OVER_FRAME if options["alpha"] is None else canvas.order, **whole)
    again.set_clip_on(False)
    if options["alpha"] is not None:  # drawn once: two transparent markers on each other would be darker
        artist.set_offsets(np.ma.masked_array(artist.get_offsets(), mask=np.isin(np.arange(x.size), near)[:, None].repeat(2, axis=1)))


def _alike(canvas: Canvas, x: np.ndarray, y: np.ndarray, options: dict[str, Any]) -> Any:
    """Many markers of one size and colour: as those of a line they are stamped, a tenth of the time of shapes of their own."""
    face, edge = (
        next(iter(ink)) if isinstance(ink, list) else ink
        for ink in (options["facecolors"], options.get("edgecolors", options["facecolors"]))
    )
    return canvas.axes.plot(
        x, y, linestyle="none", marker=options["marker"], markersize=float(np.sqrt(np.ravel(options["s"])[0])), markerfacecolor=face,
        markeredgecolor=edge, markeredgewidth=options["linewidths"], alpha=options["alpha"], zorder=canvas.order,
    )[0]  # fmt: skip


def mapped(canvas: Canvas, values: np.ndarray) -> np.ndarray:
    """Colours of scaled values through the axes' colour map; NaN gives transparent."""
    low, high = canvas.colour_limits
    values = np.asarray(values, dtype=np.float64)
    undefined = np.isnan(values)
    n = len(canvas.colormap)
    if canvas.node.text("ColorScale") == "log" and high > 0:
        (low, high), values = log_axes.colour_span(low, high), log_axes.of(np.where(values > 0, values, high * 1e-300))
    position = np.clip((np.where(undefined, low, values) - low) / ((high - low) or 1.0), 0, 1)
    rgb = canvas.colormap[np.minimum((position * n).astype(int), n - 1)]
    return np.concatenate([rgb, np.where(undefined, 0.0, 1.0)[..., None]], axis=-1)


def draw_bar(canvas: Canvas, node: Node) -> Any:
    x, y = node.vector("XData"), node.vector("YData")
    if x.size != y.size:  # one of them is not set yet
        return None
    centres, tops = node.vector("XEndPoints"), node.vector("YEndPoints")
    step = float(np.min(np.diff(np.unique(x)))) if np.unique(x).size > 1 else 1.0
    thick = node.number("BarWidth") * step * (1.0 if node.text("BarLayout") == "stacked" else node.values.get("_share", 1.0))
    bottom = tops - y if tops.size == y.size and node.text("BarLayout") == "stacked" else np.full(y.size, node.number("BaseValue"))
    height = y if node.text("BarLayout") == "stacked" else y - node.number("BaseValue")
    data = node.array("CData")
    flat: Any = np.clip(data, 0, 1) if data.ndim == 2 and data.shape == (y.size, 3) else node.values.get("_colour")
    if limits.mapped_bars(node).size:
        flat = mapped(canvas, np.broadcast_to(data.ravel(), (y.size,)))
    if data.size == 3 and data.shape[0] == 1 and "CData" in node.values:
        flat = tuple(np.clip(data.ravel(), 0, 1))
    options = {
        "color": _shining(style.colour(node, "FaceColor", flat), _alpha(node)), "edgecolor": _edge_ink(node, "black"),
        "linewidth": style.width(node) if style.line_style(node) else 0, "linestyle": style.line_style(node) or "-", "zorder": canvas.order,
    }  # fmt: skip
    at = centres if centres.size == y.size else x
    ground = _ground(canvas, "X" if node.on("Horizontal") else "Y")
    height, bottom = height - np.maximum(ground - bottom, 0.0), np.maximum(bottom, ground)
    if node.on("Horizontal"):
        artist = canvas.axes.barh(at, height, thick, bottom, **options)
    else:
        artist = canvas.axes.bar(at, height, thick, bottom, **options)
    _draw_base_line(canvas, node, canvas.axes.axvline if node.on("Horizontal") else canvas.axes.axhline, canvas.order + 0.2)
    return artist


def _shining(ink: Any, alpha: float | None) -> Any:
    """A colour, or one for each, with this opacity where there is one."""
    if alpha is None or isinstance(ink, str) or ink is None:
        return ink
    from matplotlib.colors import to_rgba_array

    inks = to_rgba_array(ink)
    inks[:, 3] = alpha
    return inks if len(inks) > 1 else tuple(inks[0])


def _edge_ink(node: Node, auto: Any) -> Any:
    """The colour of the edges of bars and areas, with their opacity."""
    alpha = node.number("EdgeAlpha")
    return _shining(style.colour(node, "EdgeColor", auto), alpha if alpha < 1 else None)


def _ground(canvas: Canvas, letter: str) -> float:
    """Where bars and areas begin at the lowest: on a logarithmic axis, which has no zero, far below its limits."""
    if canvas.node.text(f"{letter}Scale") != "log":
        return -np.inf
    return limits.axis_limits(canvas.node, letter)[0] / 1e3


def _alpha(node: Node) -> float | None:
    alpha = node.array("FaceAlpha")
    return float(alpha.flat[0]) if alpha.size == 1 and alpha.flat[0] < 1 else None


def draw_histogram(canvas: Canvas, node: Node) -> Any:
    (edges, widths), values = limits.bar_sides(node), node.vector("Values")
    face = style.colour(node, "FaceColor", node.values.get("_colour"))
    line = style.colour(node, "EdgeColor", node.values.get("_colour"))
    sideways = node.text("Orientation") == "horizontal"
    if node.text("DisplayStyle") == "stairs":
        line = line if "EdgeColor" in node.values else node.values.get("_colour")
        return canvas.axes.stairs(values, edges, color=line, linewidth=style.width(node), zorder=canvas.order,
                                  orientation="horizontal" if sideways else "vertical")  # fmt: skip
    from matplotlib.colors import to_rgba

    face = to_rgba(face, node.number("FaceAlpha")) if face not in (None, "none") else "none"
    options = {
        "facecolor": face,
        "edgecolor": _edge_ink(node, node.values.get("_colour")),
        "linewidth": (style.width(node) if "LineWidth" in node.values else 0.75 if values.size < 200 else 0.2)
        if style.line_style(node)
        else 0,
        "linestyle": style.line_style(node) or "-",
        "align": "edge",
        "zorder": canvas.order,
    }
    draw = canvas.axes.barh if sideways else canvas.axes.bar
    ground = max(_ground(canvas, "X" if sideways else "Y"), 0.0)
    return draw(edges[:-1], values - ground, widths, ground, **options)


def draw_area(canvas: Canvas, node: Node) -> Any:
    x, y, below = node.vector("XData"), node.vector("YData"), node.vector("Stacked")
    base, top = (below, below + y) if below.size == y.size and below.size else (np.full(y.size, node.number("BaseValue")), y)
    base = np.maximum(base, _ground(canvas, "Y"))
    return canvas.axes.fill_between(
        x, base, top, facecolor=_shining(style.colour(node, "FaceColor", node.values.get("_colour")), _alpha(node)), edgecolor=_edge_ink(node, "black"),
        linewidth=style.width(node) if style.line_style(node) else 0, linestyle=style.line_style(node) or "-", zorder=canvas.order,
    )  # fmt: skip


def draw_rectangle(canvas: Canvas, node: Node) -> Any:
    from matplotlib.patches import Ellipse, FancyBboxPatch, Rectangle

    x, y, w, h = node.vector("Position")[:4]
    curvature = np.resize(node.vector("Curvature"), 2)
    options = {
        "facecolor": style.colour(node, "FaceColor", "none"), "edgecolor": style.colour(node, "EdgeColor", "black"),
        "linestyle": style.line_style(node) or "none", "linewidth": style.width(node), "zorder": canvas.order, "alpha": _alpha(node),
    }  # fmt: skip
    if curvature.min() >= 1:
        patch: Any = Ellipse((x + w / 2, y + h / 2), w, h, **options)
    elif curvature.max() > 0:
        radius = float(curvature.max()) * min(w, h) / 2
        patch = FancyBboxPatch((x + radius, y + radius), w - 2 * radius, h - 2 * radius, boxstyle=f"round,pad={radius}", **options)
    else:
        patch = Rectangle((x, y), w, h, **options)
    return canvas.axes.add_patch(patch)


def draw_quiver(canvas: Canvas, node: Node) -> Any:
    x, y, z = (node.vector(name) for name in ("XData", "YData", "ZData"))
    u, v, w = (limits.arrow_scale(node) * node.vector(name) for name in ("UData", "VData", "WData"))
    ink = style.colour(node, "Color", "black")
    ahead = {"tail": 0.0, "center": 0.5, "head": 1.0}.get(node.text("Alignment"), 0.0)
    if ahead:
        x, y, z = x - ahead * u, y - ahead * v, z - ahead * w if z.size and w.size else z
    if canvas.is_3d:
        z, w = (part if part.size else np.zeros(x.shape) for part in (z, w))
        head = 0.0 if not node.on("ShowArrowHead") else 0.25 * node.number("MaxHeadSize") / 0.2
        dashes = style.line_style(node) or "none"
        return canvas.axes.quiver(x, y, z, u, v, w, colors=[ink], linewidth=style.width(node), arrow_length_ratio=head, linestyle=dashes)
    if style.marker(node):
        canvas.axes.plot(x, y, linestyle="none", zorder=canvas.order, **style.marker_options(node, ink))
    head, dashes = node.number("MaxHeadSize") / 0.2, style.line_style(node)
    options: dict[str, Any] = {"angles": "xy", "scale_units": "xy", "scale": 1.0, "color": ink, "zorder": canvas.order, "minlength": 0}
    options |= {"width": 0.002 * max(node.number("LineWidth") * 2, 1), "headlength": 7 * head, "headaxislength": 6 * head}
    options["headwidth"] = 6 * head if node.on("ShowArrowHead") else 0
    if dashes == "-":
        return canvas.axes.quiver(x, y, u, v, **options)
    if dashes:
        from matplotlib.collections import LineCollection

        ends = np.stack([np.column_stack([x, y]), np.column_stack([x + 0.9 * u, y + 0.9 * v])], axis=1)
        lines = LineCollection(list(ends), colors=[ink], linewidths=style.width(node), linestyles=dashes, zorder=canvas.order)
        canvas.axes.add_collection(lines, autolim=False)
    part = 0.15  # of each arrow, which its head covers
    return canvas.axes.quiver(x + (1 - part) * u, y + (1 - part) * v, part * u, part * v, minshaft=part, **options)


def draw_constant_line(canvas: Canvas, node: Node) -> Any:
    ink = style.colour(node, "Color", (0.15, 0.15, 0.15))
    options = {
        "color": ink,
        "linestyle": style.line_style(node),
        "linewidth": style.width(node),
        "zorder": 900.0 if node.text("Layer") == "top" else canvas.order,
    }
    if len(ink) == 3:  # else it has its own
        options["alpha"] = node.number("Alpha")
    vertical = node.text("InterceptAxis") == "x"
    artist = None
    for value in node.vector("Value"):
        artist = canvas.axes.axvline(value, **options) if vertical else canvas.axes.axhline(value, **options)
        if any(style.texts(node.get("Label"))):
            _label_of_line(canvas, node, float(value), vertical, ink)
    return artist


_ALONG = {"left": 0.02, "bottom": 0.02, "center": 0.5, "middle": 0.5, "right": 0.98, "top": 0.98}
"""Where along a constant line its label stands, in lengths of the axes."""


def _label_of_line(canvas: Canvas, node: Node, value: float, vertical: bool, ink: Any) -> None:
    """The label of a constant line: beside it or in it, turned with it or level."""
    across, up = node.text("LabelHorizontalAlignment").lower(), node.text("LabelVerticalAlignment").lower()
    upright = vertical and node.text("LabelOrientation").lower() != "horizontal"
    beside = {"left": "right", "right": "left", "top": "bottom", "bottom": "top", "middle": "center", "center": "center"}
    within = {"middle": "center"}
    if vertical:
        place, ha, va = (value, _ALONG.get(up, 0.98)), beside.get(across, "left"), within.get(up, up)
        distance, frame = ({"left": -2.0, "right": 2.0}.get(across, 0.0), 0.0), canvas.axes.get_xaxis_transform()
    else:
        place, ha, va = (_ALONG.get(across, 0.98), value), across, beside.get(up, "bottom")
        distance, frame = (0.0, {"bottom": -2.0, "top": 2.0}.get(up, 0.0)), canvas.axes.get_yaxis_transform()
    text = "\n".join(tex.convert(line, node.text("Interpreter")) for line in style.texts(node.get("Label")))
    segments = (across if vertical else up) in ("center", "middle")
    canvas.axes.annotate(
        text, place, distance, frame, "offset points", rotation=90 if upright else 0, ha=ha, va=va, color=ink, fontsize=node.number("FontSize"),
        zorder=canvas.order + 0.1, bbox={"facecolor": style.colour(canvas.node, "Color", "white"), "edgecolor": "none", "pad": 1.0} if segments else None,
    )  # fmt: skip


_SMALLEST = 5.5
"""Points of the smallest letters in cells."""
_CLOSE = 0.9
"""Words that would have to be smaller than this part of their size are left out: the width of letters is only estimated."""


def _shrunk(canvas: Canvas, size: float, space: tuple[int, ...]) -> float:
    """By how much letters are smaller so that the words of all cells stay in theirs."""
    rows, columns, letters = space
    box, points = canvas.axes.bbox, 72 / style.SCREEN_DPI
    return min(1.0, 0.95 * box.width * points / columns / max(0.63 * size * letters, 1e-9), box.height * points / rows / (1.2 * size))


def draw_text(canvas: Canvas, node: Node) -> Any:
    position = node.vector("Position")
    options: dict[str, Any] = {
        **style.font(node), "color": style.colour(node, "Color", "black"), "rotation": node.number("Rotation"),
        "ha": HORIZONTAL.get(node.text("HorizontalAlignment").lower(), "left"), "va": VERTICAL.get(node.text("VerticalAlignment").lower(), "center"),
        "zorder": canvas.order + 100, "rotation_mode": "anchor", **style.opening(node),
    }  # fmt: skip
    face, edge = style.colour(node, "BackgroundColor", "none"), style.colour(node, "EdgeColor", "none")
    if face != "none" or edge != "none":
        options["bbox"] = {
            "facecolor": face, "edgecolor": edge, "linewidth": style.width(node) if style.line_style(node) else 0,
            "linestyle": style.line_style(node) or "-", "pad": node.number("Margin"),
        }  # fmt: skip
    if node.text("Units") == "normalized":
        options["transform"] = canvas.axes.transAxes
    if node.values.get("_room"):
        rows, columns, letters = node.values["_room"]
        options["fontsize"] = max(options["fontsize"] * _shrunk(canvas, options["fontsize"], (rows, columns, letters)), _SMALLEST)
        if _shrunk(canvas, options["fontsize"], (rows, columns, len(node.text("String")))) < _CLOSE:
            return None
    text = style.drawn_text(node)
    if (points := positions.POINTS.get(node.text("Units"))) is not None:
        place = position[:2] * points
        artist = canvas.axes.annotate(text, tuple(place), xycoords="axes points", annotation_clip=False, **options)
        rich_text.recolour(artist, node, canvas.axes)
        return artist
    if canvas.is_3d and node.text("Units") == "data":
        options.pop("rotation_mode")
        return canvas.axes.text(position[0], position[1], position[2] if position.size > 2 else 0.0, text, **options)
    if canvas.is_3d:
        return canvas.axes.text2D(position[0], position[1], text, **options)
    if "transform" not in options and not (np.abs(canvas.axes.transData.transform(position[:2])) < _FARTHEST).all():
        return None
    artist = canvas.axes.text(position[0], position[1], text, **options)
    rich_text.recolour(artist, node, canvas.axes)
    return artist


def draw_nothing(canvas: Canvas, node: Node) -> Any:
    """Lights and groups show nothing of their own."""
    return None
