"""Plots of distributions: pareto, bar3, bar3h, plotmatrix, lsline."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from ....builtins import arguments as arg
from ....builtins.element_values import cellstr_row, texts_of
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures import limits
from ....figures.arguments import give
from ....figures.tree import Node
from ....values import CellArray, StringArray
from ....values.convert import as_array, is_text, text_of, to_value
from ..composing import Composition, composed
from ..handles import node_of

_BLUE = np.array([0.0, 0.447, 0.741])
_PLAIN: Mapping[str, Any] = MappingProxyType({})
_SIDES_OF_BLOCK = ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
"""The corners of each side of a block, whose first four corners are its bottom."""


def as_column(groups: Any) -> Any:
    if hasattr(groups, "numbers"):
        return groups.like(groups.numbers.reshape(-1, 1, order="F"))
    array = arg.elements(groups).reshape(-1, 1, order="F")
    return arg.like(groups, array) if not isinstance(arg.like(groups, array), np.ndarray) else _tensor(array)


def _tensor(array: np.ndarray) -> Any:
    from ....values import Tensor

    return Tensor(array)


def name_of(value: Any) -> str:
    if hasattr(value, "texts"):
        return value.texts()[0]
    if type(value) in (CellArray, StringArray):
        return texts_of(value)[0]
    return f"{as_array(value).flat[0]:g}"


# --- blocks and slices ----------------------------------------------------------------------------------------------


def columns(
    plot: Composition,
    heights: np.ndarray,
    ex: np.ndarray,
    ey: np.ndarray,
    gap: float = 0.0,
    *,
    look: Mapping[str, Any] = _PLAIN,
) -> None:
    """Blocks standing on a grid, as one patch of one colour; a FaceColor of 'flat' in ``look`` is one for each height."""
    colour = look.get("facecolor", "auto")
    word = text_of(colour).lower() if is_text(colour) else colour if isinstance(colour, str) else ""
    corners, faces, rows = [], [], []
    for i, j in zip(*np.nonzero((heights != 0) & ~np.isnan(heights)), strict=True):
        x0, x1, y0, y1 = ex[i] + gap, ex[i + 1] - gap, ey[j] + gap, ey[j + 1] - gap
        start = len(corners) + 1
        corners += [(x, y, z) for z in (0.0, heights[i, j]) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        faces += [[start + k for k in side] for side in _SIDES_OF_BLOCK]
        rows += [[heights[i, j]]] * len(_SIDES_OF_BLOCK)
    if corners:
        named = [item for name, value in look.items() if name != "facecolor" for item in (name, value)]
        named += (
            ["FaceVertexCData", np.array(rows), "FaceColor", "flat"] if word == "flat" else ["FaceColor", _BLUE if word == "auto" else colour]
        )
        patch = plot.draw("patch", "Faces", np.array(faces, np.float64), "Vertices", np.array(corners, np.float64), *named)
        patch.node.values["_blocks"] = True
    plot.label("view", 3.0)
    plot.label("grid", "on")


_LAYOUTS = ("detached", "grouped", "stacked")


@builtin(
    "bar3", "h = bar3(Z)", "h = bar3(Y, Z)", "h = bar3(..., width)", "h = bar3(..., 'grouped')", "h = bar3(..., 'stacked')", "h = bar3(..., color)", "h = bar3(ax, ...)",
    summary="Bars in three dimensions: those of the columns behind each other, side by side, or on each other.",
    examples=(
        Example("h = bar3([1 2;3 4]); {size(h), size(h(1).ZData), h(2).CData(1)}", "{[1 2],[12 4],2}"),
        Example("h = bar3([1 2;3 4],'stacked'); max(h(2).ZData(:))", "7"),
        Example("h = bar3([1 2],0.5,'r'); {h(1).FaceColor, max(h(1).XData(:))}", "{[1 0 0], 1.25}"),
    ),
    errors=(ErrorCase("bar3()", "MATLAB:minrhs"), ErrorCase("bar3([1 2],'sideways')", "MATLAB:bar3:InvalidLayout")),
)  # fmt: skip
def bar3(call, *arguments):
    return _bar3(call, arguments, flat=False)


@builtin(
    "bar3h", "h = bar3h(Z)", "h = bar3h(Y, Z)", "h = bar3h(..., width)", "h = bar3h(..., 'grouped')", "h = bar3h(..., 'stacked')", "h = bar3h(..., color)", "h = bar3h(ax, ...)",
    summary="Bars in three dimensions that lie: those of the columns behind each other, one above the other, or after each other.",
    examples=(
        Example("h = bar3h([1 2;3 4],'stacked'); max(h(2).YData(:))", "7"),
        Example("h = bar3h([2 5]); zticks", "[1 2]"),
    ),
    errors=(ErrorCase("bar3h()", "MATLAB:minrhs"), ErrorCase("bar3h([1 2],'sideways')", "MATLAB:bar3h:InvalidLayout")), see_also=("bar3", "barh"),
)  # fmt: skip
def bar3h(call, *arguments):
    return _bar3(call, arguments, flat=True)


def _bar3(call: Any, arguments: tuple[Any, ...], *, flat: bool) -> Any:
    values = [as_array(a).astype(np.float64) for a in arguments if not is_text(a)]
    width = float(values.pop().flat[0]) if len(values) > 1 and values[-1].size == 1 else 0.8
    if not values or values[-1].ndim > 2 or not values[-1].size:
        raise call.error("Input arguments must be numeric matrices.", f"MATLAB:{call.name}:InvalidInput")
    layout, colour = _layout_and_colour(call, [text_of(a).lower() for a in arguments if is_text(a)])
    heights = values[-1].reshape(-1, 1) if values[-1].shape[0] == 1 and len(values) == 1 else values[-1]
    rows = np.arange(1.0, heights.shape[0] + 1) if len(values) == 1 else values[0].ravel()
    if rows.size != heights.shape[0]:
        raise call.error("Y must have an element for each row of Z.", f"MATLAB:{call.name}:InvalidInput")
    with composed(call) as plot:
        for j in range(heights.shape[1]):
            x, y, z = _sheet(_blocks_of(heights, rows, j, width, layout))
            sheet = plot.draw("surface", x, *((z, y) if flat else (y, z)), np.full(z.shape, j + 1.0), "FaceColor", colour)
            sheet.node.values["_bars"] = "Y" if flat else "Z"
        plot.label("view", 3.0)
        plot.label("grid", "on")
        if not flat:
            plot.label("set", call.feval("gca")[0], "YDir", "reverse")
        columns = np.arange(1.0, heights.shape[1] + 1) if layout == "detached" else np.ones(1)
        for name, at in (("xticks", columns), ("zticks" if flat else "yticks", np.sort(rows))):
            if at.size <= _MOST_TICKS:
                plot.label(name, at)
        wide, deep = columns.size - 1.0 + width, heights.shape[0] + 1.0
        plot.label("xlim", 1.0 + np.array([-width / 2, wide - width / 2]))
        plot.label("pbaspect", np.array([wide, _SLENDER * deep, deep] if flat else [wide, deep, _SLENDER * deep]))
        return call.feval("horzcat", *plot.handles)[0] if call.nargout else None


def _layout_and_colour(call: Any, words: list[str]) -> tuple[str, Any]:
    """The layout of bars and their colour, 'flat' where none is named."""
    layout, colour = "detached", "flat"
    for word in words:
        if word in _LAYOUTS:
            layout = word
            continue
        spec = read.line_spec(word) or {}
        if "Color" not in spec:
            raise call.error(f"Unrecognized layout or color '{word}'.", f"MATLAB:{call.name}:InvalidLayout")
        colour = spec["Color"]
    return layout, colour


_MOST_TICKS = 15
"""More bars in a row than these have ticks as other axes."""
_SLENDER = (5**0.5 - 1) / 2
"""How long bars in space are against the ground they stand on."""


def _sheet(boxes: list[tuple[float, ...]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """One sheet that is folded to blocks: six rows of four points for each, NaN where it is cut, as programs change its ZData and CData."""
    nan = np.nan
    x, y, z = (np.empty((6 * len(boxes), 4), order="F") for _ in range(3))
    for k, (x0, x1, y0, y1, z0, z1) in enumerate(boxes):
        rows = slice(6 * k, 6 * k + 6)
        x[rows] = (x0, x0, x1, x1)
        y[rows] = np.array([[y0], [y0], [y1], [y1], [y0], [y0]])
        z[rows] = [[nan, z0, z0, nan], [z0, z1, z1, z0], [z0, z1, z1, z0], [nan, z0, z0, nan], [nan, z0, z0, nan], [nan] * 4]
    return x, y, z


def _blocks_of(heights: np.ndarray, rows: np.ndarray, j: int, width: float, layout: str) -> list[tuple[float, ...]]:
    """The blocks of a column: from and to along x, y and z."""
    count, half = heights.shape[1], width / 2
    step = float(np.min(np.diff(np.unique(rows)))) if np.unique(rows).size > 1 else 1.0
    blocks = []
    for i, row in enumerate(rows.tolist()):
        base, x, y, deep = 0.0, 1.0, row, half * step
        if layout == "detached":
            x = j + 1.0
        elif layout == "stacked":
            base = float(np.nansum([h for h in heights[i, :j] if np.isfinite(h) and (h >= 0) == (heights[i, j] >= 0)]))
        else:
            deep /= count
            y = row + (j - (count - 1) / 2) * 2 * deep
        blocks.append((x - half, x + half, y - deep, y + deep, base, base + (float(heights[i, j]) if np.isfinite(heights[i, j]) else 0.0)))
    return blocks


@builtin(
    "pareto", "pareto(y)", "pareto(y, names)", "h = pareto(...)", summary="Bars from tall to short, and the line of their sums.",
    examples=(Example("h = pareto([1 5 2]); numel(h)", "2"),),
)  # fmt: skip
def pareto(call, y, names=None):
    heights = read.data(y, "pareto").ravel(order="F").astype(np.float64)
    labels = texts_of(names) if names is not None and type(names) in (CellArray, StringArray) else [str(k + 1) for k in range(heights.size)]
    if not heights.size:
        raise call.error("Y must have at least one element.", "MATLAB:pareto:EmptyInput")
    if len(labels) != heights.size:
        raise call.error("There must be one name for each element of Y.", "MATLAB:pareto:NumNamesMismatch")
    order = np.argsort(-heights, kind="stable")
    sums = np.cumsum(heights[order])
    shown = min(int(np.searchsorted(sums, 0.95 * sums[-1])) + 1, 10)
    places = np.arange(1.0, shown + 1)
    with composed(call) as plot:
        plot.draw("bar", places, heights[order][:shown])
        plot.draw("plot", places, sums[:shown])
        plot.label("xticks", places)
        plot.label("xticklabels", cellstr_row([labels[k] for k in order[:shown]]))
        if sums[-1] > 0:  # the same heights in percent at the right
            for side, most in (("right", 100.0), ("left", sums[-1])):
                plot.label("yyaxis", side)
                plot.label("ylim", np.array([0.0, most]))
                call.session.figures.gca().set("YColor", np.array([[0.15, 0.15, 0.15]]))
            plot.label("yyaxis", "right")
            plot.label("ytickformat", "%g%%")
            plot.label("yyaxis", "left")
        return plot.result()


@builtin(
    "lsline", "h = lsline()", "h = lsline(ax)", summary="A straight line of least squares for each series of points in the axes.",
    examples=(
        Example("plot([1 2 3],[1 3 5],'o'); h = lsline; round([h.YData(1) h.YData(end)] - (2*h.XData([1 end]) - 1), 9)", "[0 0]"),
        Example("plot(1:3,'-'); isempty(lsline)", "true"),
    ),
    see_also=("polyfit",),
)  # fmt: skip
def lsline(call, *arguments):
    axes, _ = read.chosen_axes(call.session.figures, arguments)
    points = [node for node in axes.children if node.type == "scatter" or (node.type == "line" and node.text("LineStyle") == "none")]
    lines = [line for node in points if (line := _fitted_line(axes, node)) is not None]
    call.session.figures.touch(axes)
    return give(call, lines) if lines or not call.nargout else to_value(np.zeros((0, 0)))


def _fitted_line(axes: Node, points: Node) -> Node | None:
    """The least-squares line through points, in their colour; None where they have only one place along x."""
    x, y = points.vector("XData").astype(np.float64), points.vector("YData").astype(np.float64)
    known = np.isfinite(x) & np.isfinite(y)
    if np.unique(x[known]).size < 2:
        return None
    slope, height = np.polyfit(x[known], y[known], 1)
    ends = np.array(limits.axis_limits(axes, "X"))
    line = Node("line", axes, XData=read.row(ends), YData=read.row(height + slope * ends))
    ink = points.get("CData") if points.type == "scatter" and points.array("CData").size == 3 else points.values.get("Color")
    if ink is not None:
        line.values["Color"] = ink
    return line


@builtin(
    "plotmatrix", "[S, AX, BigAx, H, HAx] = plotmatrix(X)", "[S, AX, BigAx] = plotmatrix(X, Y)", "[...] = plotmatrix(..., LineSpec)", "[...] = plotmatrix(ax, ...)",
    summary="Scatter plots of all pairs of columns, side by side; histograms of the columns where one stands against itself.",
    examples=(
        Example("[S,AX] = plotmatrix([1 2;3 4;5 7]); {size(S), size(AX)}", "{[2 2], [2 2]}"),
        Example("[~,AX] = plotmatrix([1 2;3 4;5 7],[0;1;9]); isequal(AX(1).YLim, AX(2).YLim)", "true"),
    ),
    errors=(ErrorCase("plotmatrix([1;2],[1;2;3])", "MATLAB:plotmatrix:XYSizeMismatch"),),
)  # fmt: skip
def plotmatrix(call, *arguments):
    values = [read.matrix(a, "plotmatrix").astype(np.float64) for a in arguments if not is_text(a)]
    if not values:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    spec = [a for a in arguments if is_text(a)] or [call.session.value(".")]
    x, y = (v.reshape(-1, 1) if v.shape[0] == 1 else v for v in (values[0], values[-1]))
    if x.shape[0] != y.shape[0]:
        raise call.error("X and Y must have the same number of rows.", "MATLAB:plotmatrix:XYSizeMismatch")
    value, itself = call.session.value, len(values) == 1
    big = call.feval("newplot")[0]
    call.feval("set", big, value("Visible"), value("off"), nargout=0)
    left, bottom, width, height = as_array(call.feval("get", big, value("Position"))[0]).ravel()
    width, height = width / x.shape[1], height / y.shape[1]
    series, axes, counted, places = [], [], [], []
    for j in range(x.shape[1]):
        for i in range(y.shape[1]):
            box = [left + j * width, bottom + (y.shape[1] - 1 - i) * height, 0.98 * width, 0.98 * height]
            here = call.feval("axes", value("Position"), value(np.array([box])))[0]
            if itself and i == j:
                handle = call.feval("histogram", here, value(x[:, [j]]))[0]
                counted.append(handle)
                places.append(here)
            else:
                handle = call.feval("plot", here, value(x[:, [j]]), value(y[:, [i]]), *spec)[0]
            series.append(handle)
            axes.append(here)
    _shared(call, np.array([node_of(call, a) for a in axes], object).reshape(y.shape[1], x.shape[1], order="F"), itself)
    call.feval("axes", big, nargout=0)
    if not call.nargout:
        return None
    rows = [call.feval("horzcat", *items[i :: y.shape[1]])[0] for items in (series, axes) for i in range(y.shape[1])]
    grids = (call.feval("vertcat", *part)[0] for part in (rows[: y.shape[1]], rows[y.shape[1] :]))
    return (*grids, big, *(call.feval("horzcat", *items)[0] if items else value(np.zeros((0, 0))) for items in (counted, places)))


_INSET = 0.15
"""By how much of their width the ranges of ``plotmatrix`` are wider at each end."""


def _shared(call: Any, axes: np.ndarray, itself: bool) -> None:
    """One range for the axes of a row and for those of a column; ticks have words at the left and below only."""
    for column in axes.T:
        _share_limits(call, list(column), "X")
    for k, line in enumerate(axes):
        _share_limits(call, [node for m, node in enumerate(line) if not (itself and m == k)], "Y")
    for (row, column), node in np.ndenumerate(axes):
        if row < len(axes) - 1:
            node.set("XTickLabel", CellArray.of([]))
        if column > 0 or (itself and row == column):
            node.set("YTickLabel", CellArray.of([]))
        node.values["Box"] = call.session.value("on")


def _share_limits(call: Any, nodes: list[Node], letter: str) -> None:
    """Limits that all axes have in common, a little wider, so that no tick stands at an end."""
    if nodes:
        lows, highs = zip(*(limits.axis_limits(node, letter) for node in nodes), strict=True)
        beyond = _INSET * (max(highs) - min(lows))
        for node in nodes:
            node.set(f"{letter}Lim", call.session.value(np.array([[min(lows) - beyond, max(highs) + beyond]])))
