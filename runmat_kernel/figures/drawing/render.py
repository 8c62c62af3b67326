"""Figures as images: the tree drawn by matplotlib (object interface, Agg), as crisp PNG or as SVG."""

from __future__ import annotations

import contextlib
import io
import logging
import warnings
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any

import numpy as np

from ...base.records import record
from .. import annotations, bubbles, colorbars, legends, limits, polar, positions, tiles, transforms
from ..tree import Node
from . import axes3d, clipping, decorate, faces, hidden_lines, log_axes, margins, style
from . import box_charts as draw_boxes
from . import graphs as draw_graphs
from . import images_contours as draw_fields
from . import patches as draw_patches
from . import series as draw_series
from . import surfaces as draw_surfaces
from .series import Canvas

_DRAW: MappingProxyType[str, Callable[[Canvas, Node], Any]] = MappingProxyType({
    "line": draw_series.draw_line, "animatedline": draw_series.draw_line, "stair": draw_series.draw_stair, "stem": draw_series.draw_stem,
    "errorbar": draw_series.draw_errorbar, "scatter": draw_series.draw_scatter, "bar": draw_series.draw_bar,
    "histogram": draw_series.draw_histogram, "boxchart": draw_boxes.draw_boxchart, "area": draw_series.draw_area, "rectangle": draw_series.draw_rectangle,
    "quiver": draw_series.draw_quiver, "constantline": draw_series.draw_constant_line,
    "text": draw_series.draw_text, "light": draw_series.draw_nothing, "image": draw_fields.draw_image,
    "surface": draw_surfaces.draw_surface, "patch": draw_patches.draw_patch, "contour": draw_fields.draw_contour,
    "graphplot": draw_graphs.draw_graph,
})  # fmt: skip
# Drawn on flat axes only: in a three-dimensional view matplotlib has no place for them.
_FLAT = frozenset({"stair", "errorbar", "bar", "histogram", "boxchart", "area", "rectangle", "constantline", "image"})
_LARGEST_SIDE = 4000.0
_CUT_MARGIN = 0.03
"""Inches that stay around what is drawn in an image that is cut."""
# Device pixels of a PNG: beyond this an image takes seconds and no screen shows it.
_MOST_PIXELS = 12e6


@record
class Picture:
    """A drawn figure: ``data`` (PNG bytes or SVG text), its MIME type, its size in CSS pixels, and what it shows in words."""

    data: bytes
    mime: str
    width: int
    height: int
    alt: str = ""


@record
class Cut:
    """An image that is cut close to what is drawn: all of a figure, or ``only`` one of its axes; on a background of its own, or on none."""

    only: Node | None = None
    background: Any = None


def render(figure: Node, form: str = "png", *, scale: float = 2.0, cut: Cut | None = None) -> Picture:
    """Draw a figure as ``png`` (``scale`` device pixels to one of MATLAB's), ``svg``, ``pdf``, ``eps``, ``ps``, ``jpg`` or ``tif``."""
    with _quiet_fonts():
        # The first import on a machine makes a cache of its fonts and says so.
        from matplotlib import rc_context
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

    width, height = _size(figure)
    if form == "png":
        scale = min(scale, (_MOST_PIXELS / (width * height)) ** 0.5)
    with rc_context(style.settings()), warnings.catch_warnings(), np.errstate(all="ignore"), _quiet_fonts():
        warnings.simplefilter("ignore")
        drawn = Figure(
            figsize=(width / style.SCREEN_DPI, height / style.SCREEN_DPI),
            dpi=style.SCREEN_DPI,
            facecolor=style.colour(figure, "Color", "white"),
        )
        FigureCanvasAgg(drawn)
        placed: list[margins.Placed | None] = []
        artists: dict[int, Any] = {}
        for node in figure.children:
            if node.type == "axes":
                placed.append(draw_axes(drawn, figure, node, artists))
            elif node.type == "tiledlayout":
                tiles.arrange(node)
                placed += _draw_layout(drawn, figure, node, artists)
            elif node.type in ("annotation", "text"):
                annotations.draw(drawn, node)
        margins.fit(drawn, [item for item in placed if item is not None])
        stream = io.BytesIO()
        metadata: dict[str, Any] = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}, "pdf": {"CreationDate": None}}.get(
            form, {}
        )
        options: dict[str, Any] = {"metadata": metadata} if metadata else {}
        if cut is not None:
            options |= _cut_options(drawn, cut, [item for item in placed if item is not None])
        drawn.savefig(stream, **{"format": form, "dpi": style.SCREEN_DPI * scale, "facecolor": drawn.get_facecolor(), **options})
    mime = {"png": "image/png", "svg": "image/svg+xml", "pdf": "application/pdf", "jpg": "image/jpeg", "tif": "image/tiff"}.get(
        form, "application/postscript"
    )
    return Picture(stream.getvalue(), mime, round(width), round(height), _words(figure))


def _cut_options(drawn: Any, cut: Cut, placed: list[margins.Placed]) -> dict[str, Any]:
    """How matplotlib saves an image that is cut: what is not shown is hidden before."""
    if cut.only is not None:
        kept = {id(axes) for item in placed if item.node is cut.only or item.node.values.get("_twin") is cut.only for axes in item.axes}
        for artist in (*drawn.axes, *drawn.texts, *drawn.artists, *drawn.legends):
            artist.set_visible(id(artist) in kept)
    options: dict[str, Any] = {"bbox_inches": "tight", "pad_inches": _CUT_MARGIN}
    if cut.background is not None:
        bare = isinstance(cut.background, str)
        options["facecolor"] = (1.0, 1.0, 1.0, 0.0) if bare else cut.background
        if bare:
            for item in placed:
                item.axes[0].patch.set_alpha(0.0)
    return options


def _draw_layout(drawn: Any, figure: Node, layout: Node, artists: dict[int, Any]) -> list[margins.Placed | None]:
    """A tiled layout with the layouts in it."""
    decorate.layout_labels(drawn, layout)
    placed: list[margins.Placed | None] = []
    for child in layout.children:
        if child.type == "tiledlayout":
            placed += _draw_layout(drawn, figure, child, artists)
        else:
            placed.append(draw_axes(drawn, figure, child, artists))
    return placed


def _words(figure: Node) -> str:
    """The figure's number, its titles and the labels of its axes, for those who do not see it."""
    axes = [node for node in figure.walk() if node.type == "axes"]
    names = [figure.text("Name")] + [_label(node, key) for node in axes for key in ("Title", "XLabel", "YLabel", "ZLabel")]
    said = ", ".join(name for name in names if name)
    return f"Figure {int(figure.number('Number'))}" + (f": {said}" if said else "")


def _label(axes: Node, name: str) -> str:
    return " ".join(style.texts(axes.labels[name].get("String"))).strip() if name in axes.labels else ""


@contextlib.contextmanager
def _quiet_fonts() -> Iterator[None]:
    """matplotlib logs every character that no font has; the box drawn in its place says it already."""
    logger = logging.getLogger("matplotlib")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)


def _size(figure: Node) -> tuple[float, float]:
    """The figure's size in MATLAB pixels, from Position in its Units, kept within sane bounds."""
    if figure.vector("Position").size < 4:
        return 560.0, 420.0
    width, height = positions.figure_size(figure)
    return float(np.clip(width, 60, _LARGEST_SIDE)), float(np.clip(height, 60, _LARGEST_SIDE))


def draw_axes(drawn: Any, figure: Node, node: Node, artists: dict[int, Any]) -> margins.Placed | None:
    """Draw one axes with everything in it; None where there is nothing to see.

    ``artists`` gathers what stands for each drawn Node of the figure in legends; both sides of ``yyaxis`` share one.
    """
    if not _axes_visible(node):
        return None
    is_3d = limits.is_3d(node)
    axes = _new_axes(drawn, node, is_3d)
    axes.set_autoscale_on(False)
    for child in node.children if polar.is_polar(node) else ():
        polar.place(node, child)
    colours = node.array("Colormap") if "Colormap" in node.values else figure.array("Colormap")
    canvas = Canvas(axes, node, is_3d, np.asarray(colours, dtype=np.float64), limits.colour_limits(node), artists)
    (_draw_polar if polar.is_polar(node) else _draw_cartesian)(canvas)
    decorate.labels(canvas)
    legend = None if legends.right_side(node) is not None else node.values.get("_twin", node).labels.get("Legend")
    if legend is not None and legend.alive:
        decorate.legend(canvas, legend)
    if "_Bubblelegend" in node.labels and node.labels["_Bubblelegend"].alive:
        bubbles.legend(canvas, node.labels["_Bubblelegend"])
    if "Colorbar" in node.labels and node.labels["Colorbar"].alive and node.labels["Colorbar"].on("Visible"):
        bar = colorbars.colorbar(drawn, canvas, node.labels["Colorbar"])
        if positions.own_tile(node.labels["Colorbar"]) is None:
            return margins.Placed(node, (axes, bar))
    return margins.Placed(node, (axes,))


def _new_axes(drawn: Any, node: Node, is_3d: bool) -> Any:
    """The matplotlib axes that a Node is drawn in."""
    rectangle = positions.place(node)
    if not is_3d:
        return drawn.add_axes(rectangle, projection="polar" if polar.is_polar(node) else None)
    axes3d.register()
    projection = "persp" if node.text("Projection") == "perspective" else "ortho"
    return drawn.add_axes(rectangle, projection=axes3d.NAME, proj_type=projection, computed_zorder=False)


def _draw_polar(canvas: Canvas) -> None:
    polar.decorate(canvas)
    for child in canvas.node.children:
        _draw(canvas, child)
    polar.decorate(canvas)


def _draw_cartesian(canvas: Canvas) -> None:
    """The series of Cartesian axes, flat or in space, and the rulers around them."""
    node = canvas.node
    decorate.draw_rulers(canvas)
    for child in node.children:
        _draw(canvas, child)
    if canvas.is_3d:
        clipping.cut_faces(canvas)
        clipping.cut_artists(canvas)
        faces.draw(canvas, np.array([np.ptp(log_axes.drawn_limits(node, letter)) for letter in "XYZ"]))
    decorate.aspect(canvas)
    if canvas.is_3d:
        hidden_lines.hide(canvas)
        canvas.axes.free()
    decorate.draw_rulers(canvas)
    if canvas.is_3d:
        decorate.hide_rulers_along_view(canvas)
    decorate.look(canvas)


def _axes_visible(node: Node) -> bool:
    return node.alive and (node.on("Visible") or bool(node.children) or bool(node.labels))


def _draw(canvas: Canvas, node: Node) -> None:
    canvas.order += 0.01
    if not node.on("Visible"):
        return
    if node.type in ("hggroup", "hgtransform"):
        for child in node.children:
            _draw(canvas, child)
    elif node.type in _DRAW and not (canvas.is_3d and node.type in _FLAT):
        artist = _DRAW[node.type](canvas, log_axes.placed(canvas.node, transforms.placed(node)))
        if artist is not None:
            canvas.artists[id(node)] = artist
