"""Colour bars: the scale of colours beside, above, below or in an axes, or at a side of a tiled layout."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from . import legends, limits, positions
from .drawing import guide_boxes, style, tex
from .drawing.decorate import inside_labels, short_numbers
from .drawing.series import Canvas
from .tree import Node


def _bar_at_side(axes: Node, node: Node, side: str) -> tuple[float, float, float, float]:
    """The rectangle of a colour bar that stands at a side of a whole layout."""
    left, bottom, width, height = inside_labels(axes, side)
    space, thick = 0.115 if "Label" in node.labels else 0.065, 0.035
    if side in ("north", "south"):
        return (0.13, bottom + space if side == "south" else bottom + height - space - thick, 0.775, thick)
    return (left + space if side == "west" else left + width - space - thick, 0.11, thick, 0.79)


def colorbar(drawn: Any, canvas: Canvas, node: Node) -> Any:
    """Draw the colour scale beside the axes; matplotlib's axes of it."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import ListedColormap, LogNorm, Normalize

    canvas.axes.apply_aspect()
    box = canvas.axes.get_position()
    tile = positions.own_tile(node)
    where = f"{tile}outside" if isinstance(tile, str) else "eastoutside" if tile is not None else guide_boxes.side(node)
    across = where.startswith(("south", "north"))
    target = drawn.add_axes(_rectangle(drawn, canvas, node, box, where))
    if isinstance(tile, str):
        target.set_gid(f"room-{tile}")
    span = guide_boxes.span(canvas.node)
    log = canvas.node.text("ColorScale") == "log" and span[1] > 0
    levels = LogNorm(span[0] if span[0] > 0 else span[1] / 1e3, span[1]) if log else Normalize(*span)
    bar = drawn.colorbar(
        ScalarMappable(levels, ListedColormap(canvas.colormap)), cax=target, orientation="horizontal" if across else "vertical"
    )
    pixels = (box.width / 45 if across else box.height / 26) * drawn.get_size_inches()[0 if across else 1] * style.SCREEN_DPI
    _place_ticks(bar, node, span, pixels, log)
    if node.vector("Limits").size == 2 and "Limits" in node.values and node.vector("Limits")[0] < node.vector("Limits")[1]:
        (target.set_xlim if across else target.set_ylim)(*node.vector("Limits"))
    _look(canvas, node, bar, target.xaxis if across else target.yaxis, _labelled_side(node, where))
    if node.text("Direction") == "reverse":
        (target.invert_xaxis if across else target.invert_yaxis)()
    return target


def _rectangle(drawn: Any, canvas: Canvas, node: Node, box: Any, where: str) -> tuple[float, ...]:
    """The rectangle of a colour bar: at a side of the layout, in its tile, at its position, or beside its axes."""
    tile = positions.own_tile(node)
    if isinstance(tile, str):
        return _bar_at_side(canvas.node, node, tile)
    if tile is not None:
        return (tile[0], tile[1], 0.04, tile[3])
    if "Position" in node.values and node.vector("Position").size == 4:
        return tuple(positions.normalized(node))
    return _beside_axes(drawn, canvas, box, where)


def _look(canvas: Canvas, node: Node, bar: Any, ruler: Any, side: str) -> None:
    """Colours, outline, tick labels and texts of a colour bar."""
    size = node.number("FontSize") if "FontSize" in node.values else canvas.node.number("FontSize")
    ink = style.colour(node, "Color", "black") if "Color" in node.values else "black"
    _style_ticks(bar.ax, node, size, ink)
    bar.outline.set_edgecolor(ink)
    bar.outline.set_visible(node.on("Box"))
    bar.outline.set_linewidth(style.width(node))
    getattr(ruler, f"tick_{side}")()
    ruler.set_label_position(side)
    for name, write in (("Title", partial(bar.ax.set_title, pad=5)), ("Label", bar.set_label)):  # the title stands above the scale
        if (label := node.labels.get(name)) is not None:
            write(style.drawn_text(label), fontsize=label.number("FontSize") if "FontSize" in label.values else size * 1.1, color=ink)


def _place_ticks(bar: Any, node: Node, span: tuple[float, float], most: float, log: bool) -> None:
    """Ticks where the node says, else at most about ``most`` at round numbers (powers of ten for logarithms), and what stands at them."""
    from matplotlib.ticker import FixedLocator, FuncFormatter

    manual = node.text("TicksMode") == "manual"
    at = node.vector("Ticks") if manual else guide_boxes.round_ticks(*span, most, log=log)
    tens = at if log and not manual and at.size > 1 and np.allclose(np.log10(at), np.round(np.log10(at))) else np.zeros(0)
    bar.locator = FixedLocator(at.tolist())
    power = limits.common_power(at)
    plain = FuncFormatter(lambda value, position: f"{value + 0.0:.6g}".replace("-", "\N{MINUS SIGN}"))
    powers = FuncFormatter(lambda value, position: rf"$\mathdefault{{10^{{{round(np.log10(value))}}}}}$")
    bar.formatter = powers if tens.size > 1 else short_numbers()(power) if power else plain
    bar.update_ticks()
    if node.text("TickLabelsMode") == "manual":
        words = [tex.convert(word, "tex") for word in style.texts(node.get("TickLabels"))]
        bar.set_ticklabels((words + [""] * at.size)[: at.size])


def _style_ticks(target: Any, node: Node, size: float, ink: Any) -> None:
    """Direction, length, width, colour and font of the ticks and their labels."""
    facing = {"out": "out", "both": "inout"}.get(node.text("TickDirection"), "in")
    long = 0.0 if node.text("TickDirection") == "none" else 3.5 * node.number("TickLength") / 0.01
    target.tick_params(direction=facing, labelsize=size, length=long, width=style.width(node), colors=ink)
    own = style.font(node)
    for text in (*target.get_xticklabels(), *target.get_yticklabels()):
        text.set(fontweight=own["fontweight"], fontstyle=own["fontstyle"], fontfamily=own["family"])


def _beside_axes(drawn: Any, canvas: Canvas, box: Any, where: str) -> tuple[float, float, float, float]:
    """The rectangle of a colour bar: behind the labels of the axes at that side, or inside the axes near their edge."""
    (thick, tall), (gap, up) = guide_boxes.thickness(box.width, box.height), guide_boxes.gaps(box.width, box.height)
    if not where.endswith("outside"):
        return guide_boxes.inside(where, (box.x0, box.y0, box.width, box.height))
    words = canvas.axes.get_tightbbox(drawn.canvas.get_renderer())
    reach = words.transformed(drawn.transFigure.inverted()) if words is not None else box
    if where == "northoutside":
        return (box.x0, max(box.y1 + up, reach.y1 + up / 2), box.width, tall)
    if where == "southoutside":
        return (box.x0, min(box.y0, reach.y0) - up - tall, box.width, tall)
    if where == "westoutside":
        return (min(box.x0, reach.x0) - gap - thick, box.y0, thick, box.height)
    if legends.right_side(canvas.node) is not None:  # drawn later: its labels stand here
        return (box.x1 + 0.1, box.y0, thick, box.height)
    x = (
        max(
            box.x1, reach.x1 - (0.0 if canvas.is_3d else gap - 0.015 if canvas.node.kind.label == "polaraxes" else gap)
        )  # tick labels stay as wide when the axes get narrower
        if canvas.is_3d or canvas.node.kind.label == "polaraxes" or canvas.node.text("YAxisLocation") == "right"
        else box.x1
    )
    return (x + gap, box.y0, thick, box.height)


def _labelled_side(node: Node, where: str) -> str:
    """The side of a colour bar that has the labels: away from the axes' middle beside them, towards it inside them."""
    outer = {"north": "top", "south": "bottom", "east": "right", "west": "left"}[where.removesuffix("outside")]
    inwards = node.text("AxisLocation") == "in" if "AxisLocation" in node.values else not where.endswith("outside")
    return {"top": "bottom", "bottom": "top", "right": "left", "left": "right"}[outer] if inwards else outer
