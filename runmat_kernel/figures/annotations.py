"""Annotations: objects of a figure outside its axes, such as text boxes, lines, arrows, rectangles, ellipses, and the title of ``sgtitle``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import positions
from .drawing import style

if TYPE_CHECKING:
    from .tree import Node

_ORDER = 1100
_SIDES = {"left": 0.0, "center": 0.5, "right": 1.0}
_HEIGHTS = {"top": 1.0, "cap": 1.0, "middle": 0.5, "baseline": 0.0, "bottom": 0.0}
_ARROWS = frozenset(("line", "arrow", "doublearrow", "textarrow"))


def draw(drawn: Any, node: Node) -> None:
    shape = node.text("Shape") if node.type == "annotation" else "title"
    if not node.on("Visible"):
        return
    written = {"color": style.colour(node, "Color", "black"), **style.font(node), **style.opening(node)}
    if shape == "title":
        drawn.text(0.5, 0.985, style.drawn_text(node), ha="center", va="top", gid="room-Title", **written)
    elif shape in _ARROWS:
        _line(drawn, node, shape, written)
    else:
        _box(drawn, node, shape, written)


def _line(drawn: Any, node: Node, shape: str, written: dict[str, Any]) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import FancyArrowPatch

    ink, width = style.colour(node, "Color", "black"), style.width(node)
    x, y = node.vector("X"), node.vector("Y")
    if "Position" in node.values:
        left, low, across, up = positions.normalized(node)
        x, y = (left, left + across), (low, low + up)
    headless = shape == "line" or node.text("HeadStyle") == "none"
    if headless:
        drawn.add_artist(Line2D(x, y, color=ink, linewidth=width, linestyle=style.line_style(node), transform=drawn.transFigure))
    else:
        arrow = "<|-|>" if shape == "doublearrow" else "-|>"
        head = f",head_length={node.number('HeadLength') / 2 / 10},head_width={node.number('HeadWidth') / 4 / 10}"
        drawn.add_artist(FancyArrowPatch((x[0], y[0]), (x[1], y[1]), arrowstyle=arrow + head, mutation_scale=15, color=ink, shrinkA=0, shrinkB=0,
                                         linewidth=width, linestyle=style.line_style(node) or "-", transform=drawn.transFigure))  # fmt: skip
    if shape == "textarrow":
        across, up = (x[0] - x[1]) * drawn.bbox.width, (y[0] - y[1]) * drawn.bbox.height
        beside = abs(across) >= abs(up)  # the text stands behind the tail
        ha, va = ("left" if across > 0 else "right", "center") if beside else ("center", "bottom" if up > 0 else "top")
        back, edge = style.colour(node, "TextBackgroundColor", "none"), style.colour(node, "TextEdgeColor", "none")
        box = (
            {"facecolor": back, "edgecolor": edge, "pad": node.number("TextMargin")} if "none" not in (back, edge) or back != edge else None
        )
        inks = {"color": style.colour(node, "TextColor", "black")} if "TextColor" in node.values else {}
        drawn.text(x[0], y[0], style.drawn_text(node), ha=ha, va=va, rotation=node.number("TextRotation"), bbox=box, **{**written, **inks})


def _box(drawn: Any, node: Node, shape: str, written: dict[str, Any]) -> None:
    from matplotlib.patches import Ellipse, Rectangle

    x, y, w, h = positions.normalized(node)
    edge = "EdgeColor" if shape == "textbox" or ("EdgeColor" in node.values and "Color" not in node.values) else "Color"
    face = "BackgroundColor" if shape == "textbox" and "BackgroundColor" in node.values else "FaceColor"
    if shape == "textbox":
        across, up = _SIDES.get(node.text("HorizontalAlignment"), 0.0), _HEIGHTS.get(node.text("VerticalAlignment"), 1.0)
        up = up if "VerticalAlignment" in node.values else 1.0
        gap_x, gap_y = (
            (node.number("Margin") if "Margin" in node.values else 5.0) / 72 * style.SCREEN_DPI / size
            for size in (drawn.bbox.width, drawn.bbox.height)
        )
        words = drawn.text(x + gap_x + across * (w - 2 * gap_x), y + gap_y + up * (h - 2 * gap_y), style.drawn_text(node), zorder=_ORDER + 1,
                           ha={0.0: "left", 0.5: "center"}.get(across, "right"), va={0.0: "bottom", 0.5: "center"}.get(up, "top"),
                           multialignment=node.text("HorizontalAlignment"), rotation=node.number("Rotation"), **written)  # fmt: skip
        if node.on("FitBoxToText"):
            box = words.get_window_extent(drawn.canvas.get_renderer()).transformed(drawn.transFigure.inverted())
            x, y, w, h = box.x0 - gap_x, box.y0 - gap_y, box.width + 2 * gap_x, box.height + 2 * gap_y
    options = {
        "facecolor": _with_opacity(style.colour(node, face, "none"), node.number("FaceAlpha")), "edgecolor": style.colour(node, edge, "black"),
        "linewidth": style.width(node), "linestyle": style.line_style(node) or "none", "transform": drawn.transFigure, "zorder": _ORDER,
    }  # fmt: skip
    drawn.add_artist(Ellipse((x + w / 2, y + h / 2), w, h, **options) if shape == "ellipse" else Rectangle((x, y), w, h, **options))


def _with_opacity(colour: Any, alpha: float) -> Any:
    from matplotlib.colors import to_rgba

    return colour if isinstance(colour, str) and colour == "none" else to_rgba(colour, alpha)
