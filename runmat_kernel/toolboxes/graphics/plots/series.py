"""Plots of series: lines, bars, stems, areas, scatters, histograms, error bars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures.arguments import give, row
from ....figures.colors import to_rgb
from ....figures.handles import Handle
from ....figures.properties import KINDS
from ....figures.tree import Node
from ....values import CellArray, CharArray, StringArray
from ....values.convert import is_text, text_of, to_value


def prepare(call: Any, arguments: tuple[Any, ...]) -> tuple[Node, list[Any]]:
    """The axes to plot into, made ready (emptied unless held), and the other arguments."""
    axes, rest = read.take_axes(call.session.figures, arguments)
    return prepare_axes(call, axes), rest


def prepare_axes(call: Any, axes: Node | None) -> Node:
    """The axes to plot into, made ready (emptied unless held); the current ones where none are named."""
    figures = call.session.figures
    axes = figures.gca() if axes is None else axes
    if axes.type != "axes":  # a group keeps its contents
        figures.touch(axes)
        return axes
    fresh = axes.text("NextPlot") == "replace"
    figures.new_plot(axes)
    if fresh:
        axes.values["Box"] = CharArray.row("on")
    return axes


def view_3d(axes: Node, grid: bool = True) -> None:
    """Show axes from the side, without a box, unless the program has chosen a view."""
    if "View" not in axes.values:
        axes.values.update(View=row([-37.5, 30]), Box=CharArray.row("off"))
        if grid:
            axes.values.update({f"{letter}Grid": CharArray.row("on") for letter in "XYZ"})


def set_spec(node: Node, spec: Mapping[str, Any]) -> None:
    """Set the properties of a line specification."""
    for name, value in spec.items():
        node.set(name, value)


def _lines(call: Any, arguments: tuple[Any, ...], function: str, kind: str = "line", dimensions: int = 2) -> tuple[Node, list[Node]]:
    figures = call.session.figures
    target, rest = read.take_axes(figures, arguments)
    groups, options = read.groups(rest, function, dimensions)
    read.line_options(options, KINDS[kind], function)
    series = [(columns, spec) for arrays, spec in groups for columns in read.columns(arrays, function)]
    axes = prepare_axes(call, target)
    nodes = []
    for values, spec in series:
        node = Node(kind, axes)
        for letter, array in zip("XYZ", values, strict=False):
            node.values[f"{letter}Data"] = row(array)
        if "Color" not in spec:
            figures.colour_next(axes, node)
        set_spec(node, spec)
        nodes.append(node)
    read.apply(nodes, options, function)
    if dimensions == 3:
        view_3d(axes, grid=kind == "stem")
    return axes, nodes


@builtin(
    "plot",
    "h = plot(Y)",
    "h = plot(X, Y, LineSpec, ...)",
    summary="Plot lines: Y against its index, Y against X, columns of matrices, several groups, with line specifications.",
    examples=(Example("h = plot([1 4 9]); h.YData", "[1 4 9]"), Example("h = plot(1:3, magic(3)); numel(h)", "3")),
    errors=(ErrorCase("plot([1 2 3], [1 2])", "MATLAB:plot:VectorsSameLength"),),
    see_also=("plot3", "hold", "legend", "scatter"),
)
def plot(call, *arguments):
    return give(call, _lines(call, arguments, "plot")[1])


@builtin(
    "plot3", "h = plot3(X, Y, Z)", "h = plot3(X, Y, Z, LineSpec, ...)", summary="Plot lines in three dimensions.", see_also=("plot", "view")
)
def plot3(call, *arguments):
    return give(call, _lines(call, arguments, "plot3", dimensions=3)[1])


def _scaled(name: str, x: str, y: str, summary: str):
    @builtin(name, f"h = {name}(Y)", f"h = {name}(X, Y, LineSpec, ...)", summary=summary, see_also=("plot",))
    def draw(call, *arguments):
        axes, lines = _lines(call, arguments, name)
        axes.values.update(XScale=CharArray.row(x), YScale=CharArray.row(y))
        return give(call, lines)

    return draw


SCALED = (
    _scaled("semilogx", "log", "linear", "Plot with a logarithmic x-axis."),
    _scaled("semilogy", "linear", "log", "Plot with a logarithmic y-axis."),
    _scaled("loglog", "log", "log", "Plot with logarithmic axes."),
)


@builtin(
    "line", "h = line()", "h = line(X, Y, Z, Name, Value, ...)", summary="Add lines to the axes without clearing them.", see_also=("plot",)
)
def line(call, *arguments):
    figures = call.session.figures
    axes, rest = read.chosen_axes(figures, arguments)
    arrays = read.matrices(rest, "line")
    if len(arrays) == 1:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    columns = read.columns(arrays, "line") if arrays else [(np.array([0.0, 1.0]), np.array([0.0, 1.0]))]
    lines = [
        Node("line", axes, **{f"{letter}Data": np.atleast_2d(v) for letter, v in zip("XYZ", values, strict=False)}) for values in columns
    ]
    read.apply(lines, rest, "line")
    figures.touch(axes)
    return give(call, lines)


@builtin(
    "stairs", "h = stairs(Y)", "h = stairs(X, Y, LineSpec, ...)", "[xb, yb] = stairs(...)",
    summary="Plot a stairstep graph; with two outputs, its points and no plot.",
    examples=(Example("[x, y] = stairs([5 7])", "{[1 2 2]', [5 5 7]'}"),), see_also=("plot", "bar"),
)  # fmt: skip
def stairs(call, *arguments):
    if call.nargout < 2:
        return give(call, _lines(call, arguments, "stairs", "stair")[1])
    groups, _ = read.groups(list(arguments), "stairs")
    steps = [columns for arrays, _ in groups for columns in read.columns(arrays, "stairs")]
    return tuple(
        np.column_stack([np.repeat(np.asarray(c[k], np.float64), 2)[slice(1, None) if k == 0 else slice(None, -1)] for c in steps])
        for k in (0, 1)
    )


def _filled(rest: list[Any]) -> tuple[list[Any], bool]:
    kept = [a for a in rest if not (is_text(a) and text_of(a).lower() == "filled")]
    return kept, len(kept) < len(rest)


def _stems(call: Any, arguments: tuple[Any, ...], name: str, dimensions: int):
    rest, filled = _filled(list(arguments))
    _, stems = _lines(call, tuple(rest), name, "stem", dimensions)
    for node in stems:
        if "Marker" in node.values and node.text("LineStyle") == "none":
            node.values["LineStyle"] = CharArray.row("-")
        if filled and "MarkerFaceColor" not in node.values:
            node.values["MarkerFaceColor"] = CharArray.row("auto")
    return give(call, stems)


@builtin("stem", "h = stem(Y)", "h = stem(X, Y, LineSpec, ...)", summary="Plot discrete data as stems.", see_also=("plot", "stairs"))
def stem(call, *arguments):
    return _stems(call, arguments, "stem", 2)


@builtin(
    "stem3", "h = stem3(Z)", "h = stem3(X, Y, Z, LineSpec, ...)", summary="Plot discrete data as stems in three dimensions.",
    examples=(Example("h = stem3([5 6 7;8 9 1]); [h.XData; h.YData; h.ZData]", "[1 1 2 2 3 3;1 2 1 2 1 2;5 8 6 9 7 1]"),),
)  # fmt: skip
def stem3(call, *arguments):
    return _stems(call, _over_grid(call, arguments), "stem3", 3)


def _over_grid(call: Any, arguments: tuple[Any, ...]) -> list[Any]:
    """Places and heights of stems as vectors: Z stands over its columns and rows, or over vectors X and Y in their place."""
    first, rest = read.take_axes(call.session.figures, arguments)
    arrays = read.matrices(rest, "stem3", 3)
    heights = arrays[-1] if arrays else np.zeros((0, 0))
    if len(arrays) == 1:
        arrays = [np.arange(1.0, heights.shape[1] + 1), np.arange(1.0, heights.shape[0] + 1), heights]
    if len(arrays) == 3 and len({a.size for a in arrays}) > 1:
        arrays[:2] = np.meshgrid(arrays[0].ravel(), arrays[1].ravel())
    places = [row(a.ravel(order="F")) for a in arrays]
    return [*read.owner(first), *places, *rest]


@builtin(
    "errorbar", "h = errorbar(y, err)", "h = errorbar(x, y, err, direction, LineSpec, ...)", "h = errorbar(x, y, neg, pos, ...)",
    "h = errorbar(x, y, yneg, ypos, xneg, xpos, ...)",
    summary="Plot lines with error bars; columns of matrices are lines of their own.",
    examples=(Example("h = errorbar(1:3, [4 5 6], [1 1 1]); h.YPositiveDelta", "[1 1 1]"), Example("h = errorbar(magic(3), ones(3)); numel(h)", "3"),
              Example("h = errorbar([], [4 5], [1 1]); h.XData", "[1 2]")),
    errors=(ErrorCase("errorbar(1:3, 1:4)", "MATLAB:errorbar:VectorsSameLength"),), see_also=("plot",),
)  # fmt: skip
def errorbar(call, *arguments):
    target, rest = read.take_axes(call.session.figures, arguments)
    arrays = read.matrices(rest, "errorbar")
    if len(arrays) > 6:
        raise call.error("Too many input arguments.", "MATLAB:maxrhs")
    if len(arrays) not in (2, 3, 4, 6):
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    sides = "Y"
    if rest and text_of(rest[0]).lower() in _SIDES:
        sides = _SIDES[text_of(rest.pop(0)).lower()]
    spec = read.take_spec(rest)
    read.line_options(rest, KINDS["errorbar"], "errorbar")
    series = [(x, y, _deltas(arrays, y.shape, j, sides)) for j, (x, y) in enumerate(_points(arrays))]
    axes = prepare_axes(call, target)
    nodes = []
    for x, y, deltas in series:
        node = Node("errorbar", axes, XData=row(x), YData=row(y))
        call.session.figures.colour_next(axes, node)
        node.values.update({name: row(values) for name, values in deltas.items()})
        set_spec(node, spec)
        nodes.append(node)
    read.apply(nodes, rest, "errorbar")
    return give(call, nodes)


_SIDES = {"horizontal": "X", "vertical": "Y", "both": "XY"}


def _points(arrays: list[np.ndarray]) -> list[tuple[np.ndarray, ...]]:
    """The lines that carry error bars: of y alone, or of x and y."""
    alone = len(arrays) == 2
    return read.columns(arrays[1:2] if not alone and not arrays[0].size else arrays[: 1 if alone else 2], "errorbar")


def _deltas(arrays: list[np.ndarray], shape: tuple[int, ...], j: int, sides: str) -> dict[str, np.ndarray]:
    """The lengths of the bars of line ``j``: one array for both ends, or one each; six arguments name all four."""
    errors = [_bars_of(array, shape, j) for array in arrays[1 if len(arrays) == 2 else 2 :]]
    if len(errors) == 4:
        return dict(zip(("YNegativeDelta", "YPositiveDelta", "XNegativeDelta", "XPositiveDelta"), errors, strict=True))
    return {f"{side}{end}Delta": values for side in sides for end, values in (("Negative", errors[0]), ("Positive", errors[-1]))}


def _bars_of(array: np.ndarray, shape: tuple[int, ...], j: int) -> np.ndarray:
    if array.size <= 1:
        return np.broadcast_to(array.ravel(), shape if array.size else (0,))
    columns = array.reshape(-1, 1, order="F") if 1 in array.shape else array
    values = columns[:, min(j, columns.shape[1] - 1)]
    read.same_length([values, np.empty(shape)], "errorbar")
    return values


def _check_marks(call: Any, name: str, count: int, more: list[np.ndarray]) -> None:
    """Sizes and colours of markers must be one for all or one for each."""
    if more and more[0].size not in (0, 1, count):
        raise call.error("Size must be a scalar or a vector with as many elements as there are points.", f"MATLAB:{name}:InvalidSizeData")
    if more and (more[0] <= 0).any():
        raise call.error("Size must be positive.", f"MATLAB:{name}:InvalidSizeData")
    if len(more) > 1 and more[1].size not in (0, 3, count) and more[1].shape != (count, 3):
        text = "Color must be one RGB triplet, an m-by-1 vector of scalar values, or an m-by-3 matrix of RGB triplets. The value of m must match the length of X."
        raise call.error(text, f"MATLAB:{name}:InvalidCData")


def _scatter(call: Any, arguments: tuple[Any, ...], dimensions: int, name: str):
    target, rest = read.take_axes(call.session.figures, arguments)
    rest, filled = _filled(rest)
    numbers = read.matrices(rest, name)
    if len(numbers) < dimensions:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    series = _point_sets(call, numbers[:dimensions], name)
    marks = numbers[dimensions:]
    for points in series:
        _check_marks(call, name, points[0].size, marks)
    axes = prepare_axes(call, target)
    look, marker = _look_of_marks(marks, rest, filled)
    nodes = []
    for points in series:
        node = Node("scatter", axes, **{f"{letter}Data": p[None, :] for letter, p in zip("XYZ", points, strict=False)})
        node.values.update(look)
        if marker is not None:
            node.set("Marker", marker)
        if "CData" not in node.values:
            call.session.figures.colour_next(axes, node)
        nodes.append(node)
    read.line_options(rest, nodes[0].kind, name)
    read.apply(nodes, rest, name)
    if dimensions == 3:
        view_3d(axes)
    return give(call, nodes)


def _look_of_marks(marks: list[np.ndarray], rest: list[Any], filled: bool) -> tuple[dict[str, Any], str | None]:
    """Sizes and colours of markers as properties, and the marker; line specifications are taken off ``rest``."""
    spec: dict[str, Any] = {}
    while rest and is_text(rest[0]) and read.line_spec(text_of(rest[0])) is not None:
        spec |= read.take_spec(rest)
    look: dict[str, Any] = {}
    if marks and marks[0].size:
        look["SizeData"] = row(marks[0].ravel(order="F"))
    if "Color" in spec:
        look["CData"] = to_value(spec["Color"])
    elif len(marks) > 1 and marks[1].size:
        look["CData"] = to_value(marks[1])
    if filled:
        look |= {"MarkerFaceColor": CharArray.row("flat"), "MarkerEdgeColor": CharArray.row("none")}
    return look, spec.get("Marker")


def _point_sets(call: Any, arrays: list[np.ndarray], name: str) -> list[list[np.ndarray]]:
    """The points of each series: all elements, or a series for each column where one is a matrix and others are vectors or matrices."""
    matrices = [array for array in arrays if min(array.shape) > 1]
    if len({array.size for array in arrays}) == 1 and len(matrices) < len(arrays):
        return [[array.ravel(order="F") for array in arrays]]
    shapes = {array.shape for array in matrices}
    height, width = shapes.pop() if shapes else (-1, -1)
    if shapes or width < 0 or any(min(array.shape) < 2 and array.size != height for array in arrays):
        raise call.error("X and Y must be vectors of the same length.", f"MATLAB:{name}:InvalidXYData")
    return [[array[:, j] if min(array.shape) > 1 else array.ravel(order="F") for array in arrays] for j in range(width)]


@builtin(
    "scatter",
    "h = scatter(x, y)",
    "h = scatter(x, y, sz, c, ...)",
    "h = scatter(x, Y, ...)",
    summary="Plot points as markers with sizes and colours; a series for each column of a matrix.",
    examples=(Example("h = scatter(1:3,[4 5;6 7;8 9],'filled'); {numel(h), h(2).YData}", "{2, [5 7 9]}"),),
    see_also=("plot", "scatter3"),
)
def scatter(call, *arguments):
    return _scatter(call, arguments, 2, "scatter")


@builtin(
    "scatter3",
    "h = scatter3(x, y, z)",
    "h = scatter3(x, y, z, sz, c, ...)",
    "h = scatter3(x, y, z, ...)",
    summary="Plot points in three dimensions.",
    see_also=("scatter", "plot3"),
)
def scatter3(call, *arguments):
    return _scatter(call, arguments, 3, "scatter3")


def _bars(call: Any, arguments: tuple[Any, ...], horizontal: bool):
    name, letter = ("barh", "Y") if horizontal else ("bar", "X")
    target, rest = read.take_axes(call.session.figures, arguments)
    if len(rest) > 1 and type(rest[0]) in (CellArray, StringArray) and read.is_numeric(rest[1]):
        places = call.feval("categorical", rest[0], rest[0])[0]  # names stand in their own order
        results = call.feval(name, *read.owner(target), places, *rest[1:], nargout=min(call.nargout, 1))
        return results[0] if results else None
    x, heights, width = _bar_data(call, name, read.matrices(rest, name, 3))
    axes = prepare_axes(call, target)
    layout, rest = _take_word(rest, ("grouped", "stacked", "hist", "histc"), "grouped")
    colour, rest = _take_colour(rest)
    if layout.startswith("hist"):
        bars = touching_bars(call, axes, x, heights, horizontal=horizontal, beside=layout == "histc")
    else:
        bars = bar_series(axes, call.session.figures, x, heights, layout, horizontal, width)
    for node in bars if colour is not None else ():
        node.values["FaceColor"] = to_value(colour)
    axes.values[f"{letter}TickMode"] = CharArray.row("auto")
    if np.all(x == np.round(x)) and x.size <= 15:
        axes.values.update({f"{letter}Tick": row(np.unique(x)), f"{letter}TickMode": CharArray.row("manual")})
    read.apply(bars, rest, name)
    return give(call, bars)


def _bar_data(call: Any, name: str, arrays: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray, float]:
    """The places of bars, their heights (a column for each series), and their width."""
    if len(arrays) == 3 and arrays[2].size != 1:
        raise call.error("The width of bars must be a scalar.", f"MATLAB:{name}:InvalidWidth")
    width = arrays.pop().item() if len(arrays) == 3 or (len(arrays) == 2 and arrays[1].size == 1 and arrays[0].size != 1) else 0.8
    if not arrays:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    y = arrays[-1]
    y = y.reshape(-1, 1, order="F") if 1 in y.shape else y
    x = arrays[0].ravel(order="F").astype(np.float64) if len(arrays) == 2 else np.arange(1.0, y.shape[0] + 1)
    if x.size != y.shape[0] and x.size == y.shape[1]:
        y = y.T
    if x.size != y.shape[0]:
        raise call.error("X must be same length as Y.", f"MATLAB:{name}:InvalidXYData")
    if np.unique(x).size < x.size:
        raise call.error("XData cannot contain duplicate values.", f"MATLAB:{name}:DuplicateXData")
    return x, np.asarray(y, dtype=np.float64), width


def _take_word(rest: list[Any], words: tuple[str, ...], default: str) -> tuple[str, list[Any]]:
    for i, item in enumerate(rest):
        if is_text(item) and text_of(item).lower() in words:
            return text_of(item).lower(), rest[:i] + rest[i + 1 :]
    return default, rest


def _take_colour(rest: list[Any]) -> tuple[Any, list[Any]]:
    if rest and is_text(rest[0]) and len(rest) % 2:
        try:
            return to_rgb(text_of(rest[0])), rest[1:]
        except MatlabError:
            return None, rest
    return None, rest


def bar_series(axes: Node, figures: Any, x: np.ndarray, y: np.ndarray, layout: str, horizontal: bool, width: float) -> list[Node]:
    """A series for each column of ``y``, whose bars stand beside each other or on each other."""
    series = []
    for j in range(y.shape[1]):
        node = Node("bar", axes, XData=x[None, :], YData=y[:, j][None, :], BarWidth=width)
        node.values["BarLayout"] = CharArray.row("stacked" if layout == "stacked" else "grouped")
        node.values["Horizontal"] = CharArray.row("on" if horizontal else "off")
        figures.colour_next(axes, node)
        series.append(node)
    _arrange(series)
    for node in series:
        node.follow = lambda changed, name: _together(series, changed, name)
    return series


def touching_bars(call: Any, axes: Node, x: np.ndarray, y: np.ndarray, *, horizontal: bool, beside: bool) -> list[Node]:
    """A patch for each column of ``y``, whose faces are bars that touch: around ``x`` (hist), or from there on (histc, ``beside``)."""
    step = _least_step(x)
    width, colours = step / y.shape[1], axes.array("ColorOrder")
    patches = []
    for j in range(y.shape[1]):
        left = x - (0.0 if beside else step / 2) + j * width
        ends, heights = np.stack([left, left, left + width, left + width]), np.stack([0 * y[:, j], y[:, j], y[:, j], 0 * y[:, j]])
        corners = (heights, ends) if horizontal else (ends, heights)
        arguments = [to_value(a) for a in (*corners, "k", "FaceColor", colours[j % len(colours)][None, :])]
        patches.append(call.feval("patch", Handle.of(axes), *arguments)[0].node)
    return patches


def _least_step(x: np.ndarray) -> float:
    """The least distance of different places; 1 where there is only one."""
    places = np.unique(x)
    return float(np.min(np.diff(places))) if places.size > 1 else 1.0


_WIDEST_GROUP = 0.8
"""The bars of a group take at most this share of the distance between two groups."""
_OF_ALL_BARS = ("BarWidth", "BarLayout", "BaseValue", "ShowBaseLine", "Horizontal")
"""Properties that all series of a bar graph have in common."""


def _together(series: list[Node], changed: Node, name: str) -> None:
    """Change all series of a bar graph after a property of one was set: common properties, and the places of the bars."""
    if name in _OF_ALL_BARS:
        for node in series:
            node.values[name] = changed.values[name]
    if name in ("BarLayout", "XData", "YData"):
        _arrange(series)


def _arrange(series: list[Node]) -> None:
    """Set the places and the ends of the bars of each series: side by side within their group, or on each other."""
    count = max(len(series), 1)
    stacked = bool(series) and series[0].text("BarLayout") == "stacked"
    share = 1.0 if stacked or count == 1 else min(_WIDEST_GROUP, count / (count + 1.5)) / count
    sums: dict[tuple[float, bool], float] = {}
    for j, node in enumerate(series):
        x, y = node.vector("XData").astype(np.float64), node.vector("YData").astype(np.float64)
        centres = x if stacked else x + (j - (count - 1) / 2) * share * _least_step(x)
        node.values.update(_share=share, XEndPoints=row(centres), YEndPoints=row(_piled(x, y, sums) if stacked else y))


def _piled(x: np.ndarray, y: np.ndarray, sums: dict[tuple[float, bool], float]) -> np.ndarray:
    """The ends of bars that stand on earlier ones; ``sums`` are the ends of these by place and sign, and become the new ends."""
    keys = [(at, value >= 0) for at, value in zip(x.tolist(), y.tolist(), strict=False)]
    tops = np.array([sums.get(key, 0.0) + value for key, value in zip(keys, y.tolist(), strict=False)])
    sums.update((key, top) for key, top in zip(keys, tops.tolist(), strict=True) if top == top)
    return tops


@builtin("bar", "h = bar(y)", "h = bar(x, y, width, style, ...)", summary="Bar graph, grouped or stacked.", see_also=("barh", "histogram"))
def bar(call, *arguments):
    return _bars(call, arguments, horizontal=False)


@builtin("barh", "h = barh(y)", "h = barh(x, y, width, style, ...)", summary="Horizontal bar graph.", see_also=("bar",))
def barh(call, *arguments):
    return _bars(call, arguments, horizontal=True)


@builtin("area", "h = area(Y)", "h = area(X, Y, base, ...)", summary="Filled area, columns stacked.", see_also=("plot", "fill"))
def area(call, *arguments):
    target, rest = read.take_axes(call.session.figures, arguments)
    arrays = read.matrices(rest, "area")
    if not arrays:
        raise call.error("Not enough input arguments.", "MATLAB:narginchk:notEnoughInputs")
    base = float(arrays.pop().item()) if len(arrays) > 1 and arrays[-1].size == 1 and arrays[0].size > 1 else 0.0
    y = arrays[-1].reshape(-1, 1, order="F") if 1 in arrays[-1].shape else arrays[-1]
    x = arrays[0].ravel(order="F") if len(arrays) > 1 else np.arange(1.0, y.shape[0] + 1)
    if x.size != y.shape[0]:
        raise call.error("X must be same length as Y.", "MATLAB:area:InvalidXYData")
    axes = prepare_axes(call, target)
    areas, below = [], np.full(y.shape[0], base)
    for j in range(y.shape[1]):
        node = Node("area", axes, XData=x[None, :], YData=y[None, :, j], BaseValue=base)
        call.session.figures.colour_next(axes, node)
        if j:
            node.values["Stacked"] = row(below)
        areas.append(node)
        below = y[:, j] + (below if j else 0)
    read.apply(areas, rest, "area")
    return give(call, areas)
