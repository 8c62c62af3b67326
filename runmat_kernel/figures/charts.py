"""Charts whose look follows from their own properties: a heatmap and a confusion chart fill their axes anew when a program sets one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any

import numpy as np

from ..values import CellArray, CharArray, Tensor
from ..values.convert import is_text, text_of, to_value
from . import pies
from .colors import to_rgb
from .drawing import style
from .tree import Node

_OFF = CharArray.row("off")
_DARKEST_LETTERS = 0.55
"""Cells darker than this (luminance from 0 to 1) have white numbers."""
_ROUND = ("piechart", "donutchart")
_GAP = 0.35
"""Cells between a confusion matrix and its summaries."""


def follow(node: Node, name: str) -> None:
    """Draw a chart again after one of its properties was set."""
    if name in ("Position", "InnerPosition"):
        assert node.parent is not None
        node.parent.set("Position", node.get(name))
    if name == "Normalization":
        node.values["NormalizedValues"] = to_value(normalized(node.array("_counts"), node.text(name)))
    fill(node)


def normalized(counts: np.ndarray, kind: str) -> np.ndarray:
    """A confusion matrix as counts, or as shares of its rows, its columns or all of it; nothing counted gives NaN."""
    axis = {"row-normalized": 1, "column-normalized": 0}.get(kind)
    if kind != "total-normalized" and axis is None:
        return counts
    total = counts.sum(axis=axis, keepdims=True)
    return counts / np.where(total == 0, np.nan, total)


def fill(node: Node) -> None:
    """Put into the axes of a chart what its properties say, instead of what was there."""
    axes = node.parent
    assert axes is not None
    for child in [child for child in axes.children if child is not node]:
        child.delete()
    axes.values["Box"] = CharArray.row("on")
    _FILL[node.type](node, axes)
    for name in ("Title", "XLabel", "YLabel"):
        if name in node.values:
            axes.label(name).values["String"] = node.values[name]
    if "FontColor" in node.kind.defaults and "FontColor" in node.values:
        axes.values.update(XColor=node.get("FontColor"), YColor=node.get("FontColor"))
        for label in axes.labels.values():
            label.values["Color"] = node.get("FontColor")
    axes.values.update(FontSize=node.get("FontSize"), FontName=node.get("FontName"))
    if node.type not in _ROUND:
        axes.values.update(YDir=CharArray.row("reverse"), TickDir=CharArray.row("none"))


def _heatmap(node: Node, axes: Node) -> None:
    cells = np.asarray(node.array("ColorData"), dtype=np.float64)
    axes.values["Color"] = node.get("MissingDataColor")
    axes.values["Colormap"] = node.get("Colormap")
    axes.values.pop("CLimMode", None)
    if node.vector("ColorLimits").size == 2:
        axes.set("CLim", to_value(node.vector("ColorLimits")[None, :]))
    shades = _scaled(cells, node.text("ColorScaling"))
    image = Node("image", axes, CData=np.asfortranarray(shades), CDataMapping="scaled")
    image.values.update(XData=_row([1, cells.shape[1]]), YData=_row([1, cells.shape[0]]))
    if node.on("GridVisible"):
        _grid(axes, *cells.shape)
    low, high = axes.vector("CLim")
    colours = node.array("Colormap")
    missing = tuple(node.vector("MissingDataColor"))
    form = style.tick_text(node.text("CellLabelFormat"))
    written = {at: node.text("MissingDataLabel") if np.isnan(x) else form(float(x)) for at, x in np.ndenumerate(cells)}
    space = (*cells.shape, max(map(len, written.values()), default=0))
    for (i, j), words in written.items():
        shade = shades[i, j]
        back = (
            missing if np.isnan(shade) else colours[int(np.clip((shade - low) / ((high - low) or 1) * len(colours), 0, len(colours) - 1))]
        )
        _words(node, axes, j + 1.0, i + 1.0, words, back, space)
    axes.labels.pop("Colorbar", None)
    if node.on("ColorbarVisible"):
        axes.labels["Colorbar"] = bar = Node("colorbar")
        bar.parent = axes
    _ticks(axes, "X", np.arange(1.0, cells.shape[1] + 1), _names(node, "XDisplayLabels", "XData"))
    _ticks(axes, "Y", np.arange(1.0, cells.shape[0] + 1), _names(node, "YDisplayLabels", "YData"))


def _scaled(cells: np.ndarray, scaling: str) -> np.ndarray:
    """The numbers that colour the cells of a heatmap: their values, their logarithms, or their place in their row or column."""
    if scaling == "log":
        return np.where(cells > 0, np.log10(np.where(cells > 0, cells, 1.0)), np.nan)
    if scaling not in ("scaledrows", "scaledcolumns") or not cells.size:
        return cells
    along = 1 if scaling == "scaledrows" else 0
    low, high = (pick(cells, axis=along, keepdims=True) for pick in (np.fmin.reduce, np.fmax.reduce))
    return (cells - low) / np.where(high > low, high - low, 1.0)


def _confusion(node: Node, axes: Node) -> None:
    counts = np.nan_to_num(np.asarray(node.array("NormalizedValues"), dtype=np.float64))
    n, right = len(counts), np.eye(len(counts), dtype=bool)
    parts = node.text("Normalization") != "absolute"
    largest = 1.0 if parts else max(float(counts.max(initial=0.0)), 1.0)
    for (i, j), x in np.ndenumerate(counts):
        _cell(node, axes, j + 1.0, i + 1.0, x, x / largest, parts, agrees=bool(right[i, j]))
    ends = [0.5, 0.5, n + 0.5, n + 0.5]
    true, wrong = (np.asarray(node.array("_counts"), dtype=np.float64) * mask for mask in (right, ~right))
    for side, axis, place in (("RowSummary", 1, 2), ("ColumnSummary", 0, 3)):
        kind = node.text(side)
        if kind == "off":
            continue
        sums = [a.sum(axis=axis) for a in (true, wrong)]
        totals = {"absolute": 1.0, "total-normalized": max(float((true + wrong).sum()), 1.0)}.get(kind, np.maximum(sums[0] + sums[1], 1.0))
        for k, values in enumerate(np.asarray(sums) / totals):
            for at, x in enumerate(values):
                where = (n + 1 + _GAP + k, at + 1.0) if axis else (at + 1.0, n + 1 + _GAP + k)
                shade = x / max(float(np.max(sums)), 1.0) if kind == "absolute" else x
                _cell(node, axes, *where, x, shade, kind != "absolute", agrees=k == 0)
        ends[place] = n + 2.5 + _GAP
        axes.values["Box"] = _OFF
    names = _names(node, "ClassLabels", "ClassLabels")
    for letter, high in (("X", ends[2]), ("Y", ends[3])):
        axes.set(f"{letter}Lim", _row([0.5, high]))
        _ticks(axes, letter, np.arange(1.0, n + 1), names)
    axes.values["Color"] = CharArray.row("none")


def _cell(node: Node, axes: Node, x: float, y: float, value: float, shade: float, part: bool, *, agrees: bool) -> None:
    """One cell of a confusion chart: white where nothing is counted, else the more of its colour the more there is."""
    ink = node.vector("DiagonalColor" if agrees else "OffDiagonalColor")
    back = 1.0 - (1.0 - ink) * (0.15 + 0.85 * min(max(shade, 0.0), 1.0) if value > 0 else 0.0)
    Node("rectangle", axes, Position=_row([x - 0.5, y - 0.5, 1, 1]), FaceColor=back[None, :], EdgeColor=np.full((1, 3), 0.85))
    if value > 0 or (agrees and part):
        _words(node, axes, x, y, f"{100 * value:.1f}%" if part else f"{value:g}", back)


def _words(node: Node, axes: Node, x: float, y: float, text: str, back: Any, space: tuple[int, ...] = ()) -> None:
    """Words in a cell, in letters that are seen on its colour; ``room``: how many cells there are up and across, and of how many letters."""
    ink = node.text("CellLabelColor") if "CellLabelColor" in node.kind.defaults else "auto"
    if ink == "none" or not text:
        return
    if ink not in ("auto", ""):
        node.values["CellLabelColor"] = to_value(np.array([to_rgb(ink)]).reshape(1, 3))
    dark = float(np.dot(np.asarray(back, dtype=np.float64)[:3], (0.299, 0.587, 0.114))) < _DARKEST_LETTERS
    chosen = np.full((1, 3), 1.0 if dark else 0.15) if ink == "auto" else node.vector("CellLabelColor")[None, :]
    Node("text", axes, Position=_row([x, y, 0]), String=text, Color=chosen, HorizontalAlignment="center", FontSize=node.get("FontSize"), FontName=node.get("FontName"),
         Interpreter="none").values["_room"] = space  # fmt: skip


def _grid(axes: Node, rows: int, columns: int) -> None:
    for across, count, length in ((True, rows, columns), (False, columns, rows)):
        for k in np.arange(1, count) + 0.5:
            ends, level = _row([0.5, length + 0.5]), _row([k, k])
            Node("line", axes, XData=ends if across else level, YData=level if across else ends, Color=np.full((1, 3), 0.15))


def _ticks(axes: Node, letter: str, at: np.ndarray, names: list[str]) -> None:
    axes.set(f"{letter}Tick", _row(at))
    axes.set(f"{letter}TickLabel", CellArray.of([CharArray.row(name) for name in names], (len(names), 1)))
    axes.values["TickLabelInterpreter"] = CharArray.row("none")


def _names(node: Node, *properties: str) -> list[str]:
    value = next(node.values[name] for name in properties if name in node.values)
    return [text_of(value)] if is_text(value) and type(value) is CharArray else list(_each(value))


def _each(value: Any) -> Iterator[str]:
    yield from style.texts(value) if not hasattr(value, "texts") else value.texts()


def _row(values: Any) -> Tensor:
    return Tensor(np.asarray(values, dtype=np.float64).reshape(1, -1))


_FILL: MappingProxyType[str, Callable[[Node, Node], None]] = MappingProxyType(
    {"heatmap": _heatmap, "confusionchart": _confusion, "piechart": pies.fill, "donutchart": pies.fill}
)
