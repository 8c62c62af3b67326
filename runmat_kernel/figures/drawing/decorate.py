"""The surroundings of the data of an axes: position, rulers, grid, box, labels and legend."""

from __future__ import annotations

import functools
from itertools import pairwise
from typing import Any

import numpy as np

from .. import bubbles, camera, category_axes, legends, limits, positions, rulers, time_axes
from ..tree import Node
from . import log_axes, rich_text, style, tex
from . import tick_rotation as turning
from .series import Canvas

_LOCATIONS = {
    "northeast": "upper right", "northwest": "upper left", "southeast": "lower right", "southwest": "lower left", "north": "upper center",
    "south": "lower center", "east": "center right", "west": "center left", "best": "best",
}  # fmt: skip
_OUTSIDE = {
    "northeastoutside": ("upper left", (1.02, 1.0)), "eastoutside": ("center left", (1.02, 0.5)), "bestoutside": ("upper left", (1.02, 1.0)),
    "southeastoutside": ("lower left", (1.02, 0.0)), "northoutside": ("lower center", (0.5, 1.08)), "southoutside": ("upper center", (0.5, -0.14)),
    "westoutside": ("center right", (-0.12, 0.5)), "northwestoutside": ("upper right", (-0.12, 1.0)), "southwestoutside": ("lower right", (-0.12, 0.0)),
}  # fmt: skip
_SIDES = {"north": "upper center", "south": "lower center", "east": "center right", "west": "center left"}


def draw_rulers(canvas: Canvas) -> None:
    """Scales, limits, directions, ticks and tick labels of every axis."""
    for letter in "XYZ" if canvas.is_3d else "XY":
        node, low_letter = canvas.node, letter.lower()
        axis = getattr(canvas.axes, f"{low_letter}axis")
        low, high = limits.axis_limits(node, letter)
        log = node.text(f"{letter}Scale") == "log"
        if log and not canvas.is_3d:
            getattr(canvas.axes, f"set_{low_letter}scale")("log", nonpositive="mask")
        elif log:
            low, high = log_axes.drawn_limits(node, letter)
        if letter == "X" and "_twin" in node.values:
            low, high = limits.axis_limits(node.values["_twin"], "X")
        bounds = (high, low) if node.text(f"{letter}Dir") == "reverse" else (low, high)
        getattr(canvas.axes, f"set_{low_letter}lim")(*bounds)
        _ticks(canvas, letter, axis, low, high, log)


def _ticks(canvas: Canvas, letter: str, axis: Any, low: float, high: float, log: bool) -> None:
    """Tick marks of an axis, their labels, and the angle of these."""
    from matplotlib.ticker import FixedLocator, NullLocator

    node = canvas.node
    at = limits.ticks(node, letter)
    if log and canvas.is_3d:
        _log_ticks(canvas, letter, axis, at[at > 0])
        return
    axis.set_major_locator(FixedLocator(at.tolist()))
    if not (log and node.text(f"{letter}TickMode") == "auto"):
        axis.set_minor_locator(_between(at) if node.on(f"{letter}MinorGrid") or node.on(f"{letter}MinorTick") else NullLocator())
    words = _tick_words(node, letter, at)
    if words is not None:
        axis.set_ticklabels(words)
    elif (formatter := _tick_formatter(node, letter, at, log)) is not None:
        axis.set_major_formatter(formatter)
    angle = node.number(f"{letter}TickLabelRotation")
    for label in axis.get_ticklabels() if angle else ():
        if letter == "X" and not canvas.is_3d:
            turning.align(label, angle, node.text("XAxisLocation") == "top")
        else:
            label.set_rotation(angle)


def _tick_words(node: Node, letter: str, at: np.ndarray) -> list[str] | None:
    """The labels at ticks that are texts: those the program set, categories, or times; None for numbers."""
    interpreter = node.text("TickLabelInterpreter")
    if node.text(f"{letter}TickLabelMode") == "manual":
        value = node.get(f"{letter}TickLabel")
        words = [tex.convert(word.strip(), interpreter) for word in style.texts(value)] if getattr(value, "numel", 1) else []
        return [words[i % len(words)] if words else "" for i in range(at.size)]
    if (names := category_axes.ruler_of(node, letter)) is not None:
        return [tex.convert(word, interpreter) for word in category_axes.labels(at, names)]
    if (ruler := time_axes.ruler_of(node, letter)) is not None:
        return time_axes.labels(at, ruler, node.values.get(f"_{letter}TickFormat"))
    return None


def _tick_formatter(node: Node, letter: str, at: np.ndarray, log: bool) -> Any:
    """A formatter for the numbers at ticks; None on logarithmic axes, where matplotlib has its own."""
    from matplotlib.ticker import FuncFormatter

    if f"_{letter}TickFormat" in node.values:
        form = style.tick_text(node.values[f"_{letter}TickFormat"])
        return FuncFormatter(lambda value, position: form(value + 0.0))
    if log:
        return None
    exponent = rulers.own(node, letter, "Exponent")
    power = limits.common_power(at) if exponent is None else int(exponent)
    if power:
        return short_numbers()(power)
    return FuncFormatter(lambda value, position: f"{value + 0.0:.6g}".replace("-", "\N{MINUS SIGN}"))


@functools.cache
def short_numbers() -> Any:
    """The class that writes numbers over a common power of ten, without zeros at their ends."""
    from matplotlib.ticker import Formatter

    class ShortNumbers(Formatter):
        def __init__(self, power: int) -> None:
            self._power = power

        def __call__(self, x: float, pos: int | None = None) -> str:
            return f"{x / 10.0**self._power + 0.0:.6g}".replace("-", "\N{MINUS SIGN}")

        def get_offset(self) -> str:
            return rf"$\mathdefault{{\times10^{{{self._power}}}}}$"

    return ShortNumbers


def _log_ticks(canvas: Canvas, letter: str, axis: Any, at: np.ndarray) -> None:
    """Ticks of a logarithmic axis in space, which is drawn as the logarithm."""
    from matplotlib.ticker import FixedLocator, NullLocator

    node = canvas.node
    axis.set_major_locator(FixedLocator(log_axes.of(at).tolist()))
    axis.set_minor_locator(NullLocator())
    manual = node.text(f"{letter}TickLabelMode") == "manual"
    words = style.texts(node.get(f"{letter}TickLabel")) if manual else limits.tick_labels(node, letter)[-at.size :] if at.size else []
    axis.set_ticklabels(([tex.convert(word.strip(), node.text("TickLabelInterpreter")) for word in words] + [""] * at.size)[: at.size])


def _between(at: np.ndarray) -> Any:
    """Minor ticks: four between two major ones."""
    from matplotlib.ticker import FixedLocator

    parts = [np.linspace(a, b, 6)[1:-1] for a, b in pairwise(at.tolist())]
    return FixedLocator(np.concatenate(parts).tolist() if parts else [])


def aspect(canvas: Canvas) -> None:
    """``axis equal``, ``image``, ``square``, ``daspect`` and ``pbaspect``."""
    node, axes = canvas.node, canvas.axes
    data, box = node.text("DataAspectRatioMode") == "manual", node.text("PlotBoxAspectRatioMode") == "manual"
    ratio = node.vector("DataAspectRatio")
    if canvas.is_3d:
        spans = np.array([np.ptp(log_axes.drawn_limits(node, letter)) for letter in "XYZ"])
        axes.set_box_aspect(spans / ratio if data else node.vector("PlotBoxAspectRatio") if box else (1, 1, 1))
        axes.warps, axes.larger = not (data or box), camera.zoom(node)
        azimuth, elevation = node.vector("View")[:2]
        axes.view_init(elev=elevation, azim=azimuth - 90, roll=camera.roll(node))
        direction = azimuth % 360
        # Of the two edges at the silhouette the left one; seen along y they change places where the view is from above or below.
        across, along = (node.text(f"{letter}Dir") == "reverse" for letter in "XY")
        lower = 0 < direction < 180 or (direction in (0, 180) and elevation != 0)
        side = "lower" if lower != (across != along if direction in (0, 180) else along) else "upper"
        axes.zaxis.set_ticks_position(side)
        axes.zaxis.set_label_position(side)
    elif data:
        axes.set_aspect(ratio[0] / ratio[1], adjustable="box")
    elif box:
        shape = node.vector("PlotBoxAspectRatio")
        axes.set_box_aspect(shape[1] / shape[0])


def hide_rulers_along_view(canvas: Canvas) -> None:
    """An axis that is seen end-on has its labels all in one place: it has none."""
    azimuth, elevation = canvas.node.vector("View")[:2]
    if abs(elevation) % 180 == 90:
        gone = canvas.axes.zaxis
    elif elevation % 180 == 0 and azimuth % 90 == 0:
        gone = canvas.axes.yaxis if azimuth % 180 == 0 else canvas.axes.xaxis
    else:
        return
    gone.set_ticklabels([""] * len(gone.get_ticklocs()))
    gone.label.set_visible(False)
    gone.get_offset_text().set_visible(False)


def look(canvas: Canvas) -> None:
    """Grid, box, background, tick marks and font of the axes."""
    node, axes = canvas.node, canvas.axes
    if not node.on("Visible"):
        axes.set_axis_off()
        return
    back = style.colour(node, "Color", "white")
    twin = "_twin" in node.values
    axes.patch.set_visible(back != "none" and not twin)
    if back != "none":
        axes.set_facecolor(back)
    for letter in "XYZ" if canvas.is_3d else "XY":
        axis = getattr(axes, f"{letter.lower()}axis")
        ink = style.colour(node, f"{letter}Color", (0.15, 0.15, 0.15))
        size = rulers.own(node, letter, "FontSize") or node.number("FontSize")
        if not rulers.shown(node, letter):
            axis.set_visible(False)
        axis.set_tick_params("both", labelsize=size, colors=ink if ink != "none" else (0, 0, 0, 0), labelfontfamily=("DejaVu Sans",))
        axis.get_offset_text().set_fontsize(size)
        _tick_fonts(node, letter, axis)
        if canvas.is_3d:
            _pane(node, letter, axis, ink, back)
        else:
            _grid(node, letter, axis)
    if not canvas.is_3d:
        _frame(node, axes, twin)
    elif node.on("Box") and node.text("BoxStyle") == "full":
        _front_edges(node, axes)


def _grid_colour(node: Node) -> tuple[Any, ...]:
    return (*style.colour(node, "GridColor", (0.15, 0.15, 0.15)), node.number("GridAlpha"))


def _pane(node: Node, letter: str, axis: Any, ink: Any, back: Any) -> None:
    """The pane behind the data that one axis in space spans, with its grid and its line."""
    axis.set_pane_color((1, 1, 1, 0) if back == "none" else (*back, 1.0) if not isinstance(back, str) else "white")
    axis.pane.set_edgecolor(ink if node.on("Box") else "none")
    dashes = style.LINES.get(node.text("GridLineStyle"), "-")
    axis._axinfo["grid"].update(color=_grid_colour(node) if node.on(f"{letter}Grid") else (0, 0, 0, 0), linewidth=0.75, linestyle=dashes)
    axis.line.set_color(ink)
    axis.line.set_linewidth(max(node.number("LineWidth"), 0.75))
    _ticks_in_space(node, axis)


def _grid(node: Node, letter: str, axis: Any) -> None:
    """The major and minor grid lines of an axis in a plane."""
    if node.on(f"{letter}Grid"):
        axis.grid(True, which="major", color=_grid_colour(node), linewidth=0.75, linestyle=style.LINES.get(node.text("GridLineStyle"), "-"))
    if node.on(f"{letter}MinorGrid") or (node.on(f"{letter}Grid") and node.text(f"{letter}Scale") == "log"):
        # dots of a pixel look darker than lines
        fine = (*style.colour(node, "MinorGridColor", (0.1, 0.1, 0.1)), node.number("MinorGridAlpha") * 0.6)
        dashes = (0, (1, 2)) if node.text("MinorGridLineStyle") == ":" else style.LINES.get(node.text("MinorGridLineStyle"), "-")
        axis.grid(True, which="minor", color=fine, linewidth=0.6, linestyle=dashes)


def _front_edges(node: Node, axes: Any) -> None:
    """The three edges of the plot box that meet at its nearest corner; those behind are edges of the panes."""
    azimuth, lift = np.radians(node.vector("View")[:2])
    ends = np.array([axes.get_xlim(), axes.get_ylim(), axes.get_zlim()])
    nearest = np.array([np.sin(azimuth), -np.cos(azimuth), np.sin(lift)]) > 0
    corner = ends[np.arange(3), nearest.astype(int)]
    for k, letter in enumerate("XYZ"):
        ink = style.colour(node, f"{letter}Color", (0.15, 0.15, 0.15))
        other = corner.copy()
        other[k] = ends[k, int(not nearest[k])]
        if ink != "none":
            axes.plot(*np.stack([corner, other], axis=1), color=ink, linewidth=max(node.number("LineWidth"), 0.75), zorder=900)


def _tick_fonts(node: Node, letter: str, axis: Any) -> None:
    """The font of tick labels: that of the axes, or of their own ruler."""
    own = style.font(node)
    fonts = {"fontweight": own["fontweight"], "fontstyle": own["fontstyle"], "fontfamily": own["family"]}
    for name, key in (("FontWeight", "fontweight"), ("FontAngle", "fontstyle"), ("FontName", "fontfamily")):
        if rulers.own(node, letter, name) is not None:
            fonts[key] = style.font(node.labels[f"_{letter}Axis"])["family" if name == "FontName" else key]
    if fonts != {"fontweight": "normal", "fontstyle": "normal", "fontfamily": ("DejaVu Sans",)}:
        for label in axis.get_ticklabels():
            label.set(**fonts)


def _ticks_in_space(node: Node, axis: Any) -> None:
    """Length and side of the ticks of an axis in space."""
    length = 0.1 * node.vector("TickLength")[-1] / 0.025
    inward, outward = {"in": (0.2, 0.1), "out": (0.0, 0.3), "both": (0.3, 0.3), "none": (0.0, 0.0)}[node.text("TickDir")]
    axis._axinfo["tick"].update(inward_factor=inward * length * 10, outward_factor=outward * length * 10)


def _frame(node: Node, axes: Any, twin: bool) -> None:
    """The sides of axes in a plane: where the rulers are, and which sides are drawn."""
    box, thick = node.on("Box") and not twin, max(node.number("LineWidth"), 0.75)
    top, right = node.text("XAxisLocation") == "top", node.text("YAxisLocation") == "right"
    _tick_marks(node, axes, box, thick)
    if top:
        axes.xaxis.tick_top()
        axes.xaxis.set_label_position("top")
    if right:
        axes.yaxis.tick_right()
        axes.yaxis.set_label_position("right")
    if twin:
        axes.xaxis.set_visible(False)
    axes.set_axisbelow(node.text("Layer") != "top")
    for letter, side in (("Y", "bottom"), ("X", "left")):
        other = "X" if letter == "Y" else "Y"
        if node.text(f"{other}AxisLocation") == "origin":  # through zero, or at the nearest edge
            low, high = limits.axis_limits(node, letter)
            axes.spines[side].set_position(("data", min(max(0.0, low), high)))
    shown = {"right"} if twin else {"bottom", "top", "left", "right"}
    if not box:
        shown &= {"top" if top else "bottom", "right" if right else "left"}
    for side, spine in axes.spines.items():
        letter = "X" if side in ("bottom", "top") else "Y"
        ink = style.colour(node, f"{letter}Color", (0.15, 0.15, 0.15))
        spine.set_visible(side in shown and ink != "none")
        wide = rulers.own(node, letter, "LineWidth")
        spine.set_linewidth(thick if wide is None else max(float(wide), 0.75))
        spine.set_color(ink)
        spine.set_zorder(900)


def _tick_marks(node: Node, axes: Any, box: bool, thick: float) -> None:
    """Length, direction and width of tick marks, which a box has at all sides unless they point outward."""
    direction = node.text("TickDir")
    length = 0 if direction == "none" else 4.5 * node.vector("TickLength")[0] / 0.01
    all_sides = box and direction != "out"
    directions = {"out": "out", "both": "inout"}
    axes.tick_params(
        which="both", direction=directions.get(direction, "in"), width=thick, top=all_sides, right=all_sides and node.labels.get("_right") is None
    )
    axes.tick_params(which="major", length=length)
    axes.tick_params(which="minor", length=length * 0.6)


def _label_options(node: Node, label: Node, factor: float, ink: Any) -> dict[str, Any]:
    own = style.font(label)
    if "FontSize" not in label.values:
        own["fontsize"] = node.number("FontSize") * factor
    if "FontName" not in label.values:
        own["family"] = style.font(node)["family"]
    return {**own, "color": style.colour(label, "Color", ink) if "Color" in label.values else ink, **style.opening(label)}


def labels(canvas: Canvas) -> None:
    """Title, subtitle and axis labels."""
    node, axes = canvas.node, canvas.axes
    for letter in "XYZ" if canvas.is_3d else "" if node.kind.label == "polaraxes" else "XY":
        label = node.labels.get(f"{letter}Label")
        if label is not None and node.on("Visible"):
            _axis_label(canvas, letter, label)
    title, subtitle = node.labels.get("Title"), node.labels.get("Subtitle")
    over = 15.0 if "_polar" in node.values or node.kind.label == "polaraxes" else 0.0  # the label of 90 degrees stands there
    if title is not None:
        options = _label_options(node, title, node.number("TitleFontSizeMultiplier"), "black")
        if "FontWeight" not in title.values:
            options["fontweight"] = node.text("TitleFontWeight")
        lift = (18.0 if subtitle is not None else 5.0) + over
        artist = axes.set_title(style.drawn_text(title), pad=lift, loc=node.text("TitleHorizontalAlignment") or "center", **options)
        if "Rotation" in title.values:
            artist.set_rotation(title.number("Rotation"))
        _look_of_label(canvas, title, artist)
        rich_text.recolour(artist, title, axes)
    if subtitle is not None:
        options = _label_options(node, subtitle, 1.0, "black")
        side = node.text("TitleHorizontalAlignment") or "center"
        at = ({"left": 0.0, "right": 1.0}.get(side, 0.5), 1.0)
        axes.annotate(style.drawn_text(subtitle), at, (0, 4 + over), "axes fraction", "offset points", ha=side, va="bottom", **options)


def _look_of_label(canvas: Canvas, label: Node, artist: Any) -> None:
    """Apply properties of titles and labels beside their font: place, alignment, box, visibility."""
    artist.set_visible(label.on("Visible"))
    for name, put in (("HorizontalAlignment", artist.set_ha), ("VerticalAlignment", artist.set_va)):
        if name in label.values:
            put({"middle": "center", "cap": "top"}.get(label.text(name), label.text(name)))
    face, edge = style.colour(label, "BackgroundColor", "none"), style.colour(label, "EdgeColor", "none")
    if face != "none" or edge != "none":
        artist.set_bbox({"facecolor": face, "edgecolor": edge, "linewidth": style.width(label), "pad": label.number("Margin")})
    place = label.vector("Position")
    if "Position" in label.values and place.size >= 2 and not canvas.is_3d:
        frame = canvas.axes.transAxes if label.text("Units") == "normalized" else canvas.axes.transData
        moved = canvas.axes.text(
            *place[:2], artist.get_text(), transform=frame, fontproperties=artist.get_fontproperties(), color=artist.get_color(),
            rotation=artist.get_rotation(), rotation_mode="anchor", ha=artist.get_ha(), va=artist.get_va(), visible=artist.get_visible(), bbox=artist.get_bbox_patch() and {
                "facecolor": face, "edgecolor": edge, "linewidth": style.width(label), "pad": label.number("Margin")},
        )  # fmt: skip
        moved.set_gid("moved-label")
        artist.set_text("")


def _label_at_end(node: Node, axes: Any, letter: str) -> None:
    """The label of an axis that goes through the origin stands behind its end."""
    low, high = limits.axis_limits(node, "Y" if letter == "X" else "X")
    at = float(np.clip(-low / (high - low), 0, 1))
    ruler = axes.xaxis if letter == "X" else axes.yaxis
    ruler.set_label_coords(*((1.02, at) if letter == "X" else (at, 1.02)))
    across, up = ("left", "center") if letter == "X" else ("center", "bottom")
    ruler.label.set(horizontalalignment=across, verticalalignment=up, rotation=0, rotation_mode="anchor")


def _axis_label(canvas: Canvas, letter: str, label: Node) -> None:
    """Draw the label of one axis."""
    node, axes = canvas.node, canvas.axes
    ink = style.colour(node, f"{letter}Color", (0.15, 0.15, 0.15))
    options = _label_options(node, label, node.number("LabelFontSizeMultiplier"), ink)
    if "Rotation" in label.values:
        options["rotation"] = label.number("Rotation")
    artist = getattr(axes, f"set_{letter.lower()}label")(style.drawn_text(label), **options)
    _look_of_label(canvas, label, artist)
    if not canvas.is_3d:
        rich_text.recolour(artist, label, axes)
        if node.text(f"{letter}AxisLocation") == "origin":
            _label_at_end(node, axes, letter)


def _legend_place(canvas: Canvas, node: Node) -> dict[str, Any]:
    """Where matplotlib puts a legend: at its position, in its tile, beside or inside the axes."""
    where, tile = node.text("Location").lower(), positions.own_tile(node)
    if where == "none" and node.vector("Position").size == 4:
        x, y, w, h = positions.normalized(node)
        return {"loc": "center", "bbox_to_anchor": (x + w / 2, y + h / 2), "bbox_transform": canvas.axes.figure.transFigure}
    if isinstance(tile, str):
        return {"loc": _SIDES[tile], "borderaxespad": 0.3, "bbox_to_anchor": inside_labels(canvas.node, tile)}
    if tile is not None:
        return {"loc": "center", "bbox_to_anchor": (tile[0] + tile[2] / 2, tile[1] + tile[3] / 2)}
    if where not in _OUTSIDE:
        return {"loc": _LOCATIONS.get(where, "upper right")}
    loc, anchor = _OUTSIDE[where]
    if where not in ("northoutside", "southoutside"):
        anchor = (_beside(canvas, left="west" in where), anchor[1])
    return {"loc": loc, "bbox_to_anchor": anchor, "borderaxespad": 0}


def legend(canvas: Canvas, node: Node) -> None:
    """Draw the legend of axes."""
    if not node.on("Visible"):
        return
    entries = [(item, text) for item, text in legends.entries(node) if id(item) in canvas.artists]
    if not entries:
        return
    handles = [_proxy(item, canvas.artists[id(item)], canvas) for item, _ in entries]
    words = [tex.convert(text, node.text("Interpreter")) for _, text in entries]
    options, tile = _legend_place(canvas, node), positions.own_tile(node)
    columns = len(words) if node.text("Orientation") == "horizontal" else max(1, int(node.number("NumColumns")))
    if tile in ("north", "south") and "NumColumns" not in node.values:
        columns = max(columns, len(words))
    size = node.number("FontSize") if "FontSize" in node.values else canvas.node.number("FontSize") * 0.9
    title = style.drawn_text(node.labels["Title"]) if "Title" in node.labels else None
    owner = canvas.axes if tile is None else canvas.axes.figure
    token = node.vector("ItemTokenSize")
    long = 2.4 * max(float(token[0]), 1.0) / 30 if token.size else 2.4
    drawn = owner.legend(
        handles, words, fontsize=size, fancybox=False, edgecolor=style.colour(node, "EdgeColor", "black"), ncols=columns,
        framealpha=node.values.get("_ColorAlpha", 1.0), facecolor=style.colour(node, "Color", "white"), frameon=node.on("Box"), handlelength=long, borderpad=0.45, labelspacing=0.35,
        labelcolor=style.colour(node, "TextColor", "black"), title=title, **options,
    )  # fmt: skip
    drawn.set_zorder(1000)
    own = style.font(node)
    for text in drawn.get_texts():
        text.set(fontweight=own["fontweight"], fontstyle=own["fontstyle"], fontfamily=own["family"])
    if title is not None:
        drawn.get_title().set(fontweight="bold", fontsize=size, color=style.colour(node, "TextColor", "black"))
    if isinstance(tile, str):
        drawn.set_gid(f"room-{tile}")
    drawn.get_frame().set_linewidth(style.width(node))


def _beside(canvas: Canvas, *, left: bool) -> float:
    """Where a legend beside the axes begins, in widths of the axes: behind the ticks and the label of an axis at that side."""
    words = canvas.axes.yaxis.get_tightbbox(canvas.axes.figure.canvas.get_renderer()) if not canvas.is_3d else None
    box = canvas.axes.bbox
    if left:
        return -0.02 - max(0.0, box.x0 - words.x0 if words is not None else 0.1 * box.width) / box.width
    return 1.02 + max(0.0, words.x1 - box.x1 if words is not None else 0.0) / box.width


def _proxy(item: Node, artist: Any, canvas: Canvas) -> Any:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    if item.type == "surface" and "_bars" not in item.values:
        return Patch(facecolor=canvas.colormap[len(canvas.colormap) // 2], edgecolor="black")
    if item.type == "contour":
        return Line2D([], [], color=canvas.colormap[len(canvas.colormap) // 2], linewidth=style.width(item))
    if item.kind.label == bubbles.LABEL:
        face = artist.get_facecolor()
        return Line2D([], [], marker="o", linestyle="none", color=tuple(face[0]) if len(face) else "black")
    if item.type == "quiver":
        return Line2D([], [], color=style.colour(item, "Color", "black"), linewidth=style.width(item))
    return artist


def inside_labels(axes: Node, side: str) -> tuple[float, float, float, float]:
    """The rectangle of a figure less what a label of the whole layout takes at this side."""
    name = {"north": "Title", "south": "XLabel", "west": "YLabel"}.get(side, "")
    taken = 0.06 if axes.parent is not None and name in axes.parent.labels else 0.0
    left, bottom = taken if side == "west" else 0.0, taken if side == "south" else 0.0
    return (left, bottom, 1.0 - left, 1.0 - bottom - (taken if side == "north" else 0.0))


def layout_labels(drawn: Any, node: Node) -> None:
    """Title and labels of a tiled layout, in the margins of the figure or of its tile in another layout."""
    left, bottom, right, top = 0.015, 0.015, 0.985, 0.975
    if "_area" in node.values:
        x, y, w, h = node.values["_area"]
        left, bottom, right, top = x - 0.06, y - 0.07, x + w + 0.06, y + h
    label_positions = {
        "Title": ((left + right) / 2, top, 0, "bold", "top"),
        "XLabel": ((left + right) / 2, bottom, 0, "normal", "bottom"),
        "YLabel": (left, (bottom + top) / 2, 90, "normal", "center"),
    }
    for name, (x, y, angle, weight, vertical) in label_positions.items():
        label = node.labels.get(name)
        if label is not None:
            drawn.text(
                x, y, style.drawn_text(label), rotation=angle, fontweight=weight, ha="center", va=vertical, fontsize=11, gid=f"room-{name}"
            )
