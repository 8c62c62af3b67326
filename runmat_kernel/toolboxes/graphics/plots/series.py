"""Plots of series: lines, bars, stems, areas, scatters, histograms, error bars."""

from __future__ import annotations

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
    figures = call.session.figures
    axes, rest = read.chosen_axes(figures, arguments)
    if axes.type != "axes":  # a group keeps what is in it
        figures.touch(axes)
        return axes, rest
    fresh = (not axes.children and axes.text("NextPlot") == "replace") or axes.text("NextPlot") == "replace"
    figures.new_plot(axes)
    if fresh:
        axes.values["Box"] = CharArray.row("on")
    return axes, rest


def _lines(call: Any, arguments: tuple[Any, ...], function: str, kind: str = "line", dimensions: int = 2) -> tuple[Node, list[Node]]:
    figures = call.session.figures
    found, rest = read.take_axes(figures, arguments)
    groups, options = read.groups(rest, function, dimensions)
    read.line_options(options, KINDS[kind], function)
    series = [(columns, spec) for arrays, spec in groups for columns in read.columns(arrays, function)]
    axes, _ = prepare(call, (Handle.of(found),) if found is not None else ())
    made = []
    for values, spec in series:
        node = Node(kind, axes)
        for letter, array in zip("XYZ", values, strict=False):
            node.values[f"{letter}Data"] = row(array)
        if "Color" not in spec:
            figures.colour_next(axes, node)
        for name, value in spec.items():
            node.set(name, value)
        made.append(node)
    read.apply(made, options, function)
    if dimensions == 3 and "View" not in axes.values:
        axes.values.update(View=row([-37.5, 30]), Box=CharArray.row("off"))
        if kind == "stem":
            axes.values.update({f"{letter}Grid": CharArray.row("on") for letter in "XYZ"})
    return axes, made


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
        axes, made = _lines(call, arguments, name)
        axes.values.update(XScale=CharArray.row(x), YScale=CharArray.row(y))
        return give(call, made)

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
    arrays = []
    while rest and not is_text(rest[0]):
        arrays.append(read.matrix(rest.pop(0), "line"))
    if len(arrays) == 1:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    made = []
    for values in read.columns(arrays, "line") if arrays else [(np.array([0.0, 1.0]), np.array([0.0, 1.0]))]:
        made.append(Node("line", axes, **{f"{letter}Data": np.atleast_2d(v) for letter, v in zip("XYZ", values, strict=False)}))
    read.apply(made, rest, "line")
    figures.touch(axes)
    return give(call, made)


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
    _, made = _lines(call, tuple(rest), name, "stem", dimensions)
    for node in made:
        if "Marker" in node.values and node.text("LineStyle") == "none":
            node.values["LineStyle"] = CharArray.row("-")
        if filled and "MarkerFaceColor" not in node.values:
            node.values["MarkerFaceColor"] = CharArray.row("auto")
    return give(call, made)


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
    """Places and heights of stems as vectors: Z stands over its columns and rows, or over the vectors X and Y for these."""
    first, rest = read.take_axes(call.session.figures, arguments)
    arrays = []
    while rest and not is_text(rest[0]) and len(arrays) < 3:
        arrays.append(read.matrix(rest.pop(0), "stem3"))
    heights = arrays[-1] if arrays else np.zeros((0, 0))
    if len(arrays) == 1:
        arrays = [np.arange(1.0, heights.shape[1] + 1), np.arange(1.0, heights.shape[0] + 1), heights]
    if len(arrays) == 3 and len({a.size for a in arrays}) > 1:
        arrays[:2] = np.meshgrid(arrays[0].ravel(), arrays[1].ravel())
    places = [row(a.ravel(order="F")) for a in arrays]
    return [*([Handle.of(first)] if first is not None else []), *places, *rest]


@builtin(
    "errorbar", "h = errorbar(y, err)", "h = errorbar(x, y, err, direction, LineSpec, ...)", "h = errorbar(x, y, neg, pos, ...)",
    "h = errorbar(x, y, yneg, ypos, xneg, xpos, ...)",
    summary="Plot lines with error bars; columns of matrices are lines of their own.",
    examples=(Example("h = errorbar(1:3, [4 5 6], [1 1 1]); h.YPositiveDelta", "[1 1 1]"), Example("h = errorbar(magic(3), ones(3)); numel(h)", "3"),
              Example("h = errorbar([], [4 5], [1 1]); h.XData", "[1 2]")),
    errors=(ErrorCase("errorbar(1:3, 1:4)", "MATLAB:errorbar:VectorsSameLength"),), see_also=("plot",),
)  # fmt: skip
def errorbar(call, *arguments):
    figures = call.session.figures
    found, rest = read.take_axes(figures, arguments)
    arrays = []
    while rest and not is_text(rest[0]):
        arrays.append(read.matrix(rest.pop(0), "errorbar"))
    if len(arrays) not in (2, 3, 4, 6):
        raise call.error(
            "Not enough input arguments." if len(arrays) < 6 else "Too many input arguments.",
            "MATLAB:minrhs" if len(arrays) < 6 else "MATLAB:maxrhs",
        )
    sides = "Y"
    if rest and text_of(rest[0]).lower() in _SIDES:
        sides = _SIDES[text_of(rest.pop(0)).lower()]
    spec = read.line_spec(text_of(rest[0])) if rest and is_text(rest[0]) else None
    rest = rest[1:] if spec is not None else rest
    read.line_options(rest, KINDS["errorbar"], "errorbar")
    series = [(x, y, _deltas(arrays, y.shape, j, sides)) for j, (x, y) in enumerate(_points(arrays))]
    axes, _ = prepare(call, (Handle.of(found),) if found is not None else ())
    made = []
    for x, y, deltas in series:
        node = Node("errorbar", axes, XData=row(x), YData=row(y))
        figures.colour_next(axes, node)
        node.values.update({name: row(values) for name, values in deltas.items()})
        for name, value in (spec or {}).items():
            node.set(name, value)
        made.append(node)
    read.apply(made, rest, "errorbar")
    return give(call, made)


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
    found, rest = read.take_axes(call.session.figures, arguments)
    rest, filled = _filled(rest)
    numbers = []
    while rest and not is_text(rest[0]):
        numbers.append(read.matrix(rest.pop(0), name))
    if len(numbers) < dimensions:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    series = _point_sets(call, numbers[:dimensions], name)
    more = numbers[dimensions:]
    for points in series:
        _check_marks(call, name, points[0].size, more)
    axes, _ = prepare(call, (Handle.of(found),) if found is not None else ())
    spec: dict[str, Any] = {}
    while rest and is_text(rest[0]) and (part := read.line_spec(text_of(rest[0]))) is not None:
        spec |= part
        rest.pop(0)
    made = []
    for points in series:
        node = Node("scatter", axes, **{f"{letter}Data": p[None, :] for letter, p in zip("XYZ", points, strict=False)})
        if more and more[0].size:
            node.values["SizeData"] = row(more[0].ravel(order="F"))
        if len(more) > 1 and more[1].size:
            node.values["CData"] = to_value(more[1])
        if "Color" in spec:
            node.values["CData"] = to_value(spec["Color"])
        if "Marker" in spec:
            node.set("Marker", spec["Marker"])
        if "CData" not in node.values:
            call.session.figures.colour_next(axes, node)
        if filled:
            node.values.update(MarkerFaceColor=CharArray.row("flat"), MarkerEdgeColor=CharArray.row("none"))
        made.append(node)
    read.line_options(rest, made[0].kind, name)
    read.apply(made, rest, name)
    if dimensions == 3 and "View" not in axes.values:
        on = CharArray.row("on")
        axes.values.update(View=row([-37.5, 30]), XGrid=on, YGrid=on, ZGrid=on, Box=CharArray.row("off"))
    return give(call, made)


def _point_sets(call: Any, arrays: list[np.ndarray], name: str) -> list[list[np.ndarray]]:
    """The points of each series: all elements, or a series for each column where one is a matrix and others are vectors or matrices."""
    flat = [array.ravel(order="F") for array in arrays]
    if len({p.size for p in flat}) == 1 and not all(min(array.shape) > 1 for array in arrays):
        return [flat]
    widths = {array.shape[1] for array in arrays if array.ndim == 2 and min(array.shape) > 1}
    heights = {array.shape[0] for array in arrays if array.ndim == 2 and min(array.shape) > 1}
    fits = len(widths) == 1 and len(heights) == 1 and all(min(a.shape) > 1 or a.size in heights for a in arrays)
    if not fits:
        raise call.error("X and Y must be vectors of the same length.", f"MATLAB:{name}:InvalidXYData")
    return [[array[:, j] if min(array.shape) > 1 else array.ravel(order="F") for array in arrays] for j in range(widths.pop())]


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
    name = "barh" if horizontal else "bar"
    figures = call.session.figures
    found, rest = read.take_axes(figures, arguments)
    if len(rest) > 1 and type(rest[0]) in (CellArray, StringArray) and read.is_numeric(rest[1]):
        places = call.feval("categorical", rest[0], rest[0])[0]  # names stand in their own order
        owner = (Handle.of(found),) if found is not None else ()
        made = call.feval(name, *owner, places, *rest[1:], nargout=min(call.nargout, 1))
        return made[0] if made else None
    arrays = []
    while rest and not is_text(rest[0]) and len(arrays) < 3:
        arrays.append(read.matrix(rest.pop(0), name))
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
    axes, _ = prepare(call, (Handle.of(found),) if found is not None else ())
    layout, rest = _take_word(rest, ("grouped", "stacked", "hist", "histc"), "grouped")
    colour, rest = _take_colour(rest)
    heights = np.asarray(y, dtype=np.float64)
    if layout.startswith("hist"):
        made = touching_bars(call, axes, x, heights, horizontal=horizontal, beside=layout == "histc")
    else:
        made = bar_series(axes, figures, x, heights, layout, horizontal, width)
    for node in made:
        if colour is not None:
            node.values["FaceColor"] = to_value(colour)
    axes.values["XTickMode" if not horizontal else "YTickMode"] = CharArray.row("auto")
    if np.all(x == np.round(x)) and x.size <= 15:
        letter = "Y" if horizontal else "X"
        axes.values.update({f"{letter}Tick": row(np.unique(x)), f"{letter}TickMode": CharArray.row("manual")})
    read.apply(made, rest, name)
    return give(call, made)


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
    made = []
    for j in range(y.shape[1]):
        node = Node("bar", axes, XData=x[None, :], YData=y[:, j][None, :], BarWidth=width)
        node.values["BarLayout"] = CharArray.row("stacked" if layout == "stacked" else "grouped")
        node.values["Horizontal"] = CharArray.row("on" if horizontal else "off")
        figures.colour_next(axes, node)
        made.append(node)
    _arrange(made)
    for node in made:
        node.follow = lambda changed, name: _together(made, changed, name)
    return made


def touching_bars(call: Any, axes: Node, x: np.ndarray, y: np.ndarray, *, horizontal: bool, beside: bool) -> list[Node]:
    """A patch for each column of ``y``, whose faces are bars that touch: around ``x`` (hist), or from there on (histc, ``beside``)."""
    step = float(np.min(np.diff(np.unique(x)))) if np.unique(x).size > 1 else 1.0
    width, colours = step / y.shape[1], axes.array("ColorOrder")
    made = []
    for j in range(y.shape[1]):
        left = x - (0.0 if beside else step / 2) + j * width
        ends, heights = np.stack([left, left, left + width, left + width]), np.stack([0 * y[:, j], y[:, j], y[:, j], 0 * y[:, j]])
        corners = (heights, ends) if horizontal else (ends, heights)
        parts = [to_value(part) for part in (*corners, "k", "FaceColor", colours[j % len(colours)][None, :])]
        made.append(call.feval("patch", Handle.of(axes), *parts)[0].node)
    return made


_WIDEST_GROUP = 0.8
"""The part of the distance of two groups that the bars of a group take at the most."""
_OF_ALL_BARS = ("BarWidth", "BarLayout", "BaseValue", "ShowBaseLine", "Horizontal")
"""What the series of one bar graph have in common."""


def _together(made: list[Node], changed: Node, name: str) -> None:
    """A program has set a property of one series of a bar graph: what all have in common follows, and where the bars stand."""
    if name in _OF_ALL_BARS:
        for node in made:
            node.values[name] = changed.values[name]
    if name in ("BarLayout", "XData", "YData"):
        _arrange(made)


def _arrange(made: list[Node]) -> None:
    """Where the bars of each series stand and end: side by side within their group, or on each other."""
    count = max(len(made), 1)
    stacked = bool(made) and made[0].text("BarLayout") == "stacked"
    share = 1.0 if stacked or count == 1 else min(_WIDEST_GROUP, count / (count + 1.5)) / count
    sums: dict[tuple[float, bool], float] = {}
    for j, node in enumerate(made):
        x, y = node.vector("XData").astype(np.float64), node.vector("YData").astype(np.float64)
        step = float(np.min(np.diff(np.unique(x)))) if np.unique(x).size > 1 else 1.0
        tops = y
        if stacked:
            keys = [(at, value >= 0) for at, value in zip(x.tolist(), y.tolist(), strict=False)]
            tops = np.array([sums.get(key, 0.0) + value for key, value in zip(keys, y.tolist(), strict=False)])
            sums.update((key, top) for key, top in zip(keys, tops.tolist(), strict=True) if top == top)
        node.values.update(_share=share, XEndPoints=row(x if stacked else x + (j - (count - 1) / 2) * share * step), YEndPoints=row(tops))


@builtin("bar", "h = bar(y)", "h = bar(x, y, width, style, ...)", summary="Bar graph, grouped or stacked.", see_also=("barh", "histogram"))
def bar(call, *arguments):
    return _bars(call, arguments, horizontal=False)


@builtin("barh", "h = barh(y)", "h = barh(x, y, width, style, ...)", summary="Horizontal bar graph.", see_also=("bar",))
def barh(call, *arguments):
    return _bars(call, arguments, horizontal=True)


@builtin("area", "h = area(Y)", "h = area(X, Y, base, ...)", summary="Filled area, columns stacked.", see_also=("plot", "fill"))
def area(call, *arguments):
    found, rest = read.take_axes(call.session.figures, arguments)
    arrays = []
    while rest and not is_text(rest[0]):
        arrays.append(read.matrix(rest.pop(0), "area"))
    if not arrays:
        raise call.error("Not enough input arguments.", "MATLAB:narginchk:notEnoughInputs")
    base = float(arrays.pop().item()) if len(arrays) > 1 and arrays[-1].size == 1 and arrays[0].size > 1 else 0.0
    y = arrays[-1].reshape(-1, 1, order="F") if 1 in arrays[-1].shape else arrays[-1]
    x = arrays[0].ravel(order="F") if len(arrays) > 1 else np.arange(1.0, y.shape[0] + 1)
    if x.size != y.shape[0]:
        raise call.error("X must be same length as Y.", "MATLAB:area:InvalidXYData")
    axes, _ = prepare(call, (Handle.of(found),) if found is not None else ())
    made, below = [], np.full(y.shape[0], base)
    for j in range(y.shape[1]):
        node = Node("area", axes, XData=x[None, :], YData=y[None, :, j], BaseValue=base)
        call.session.figures.colour_next(axes, node)
        if j:
            node.values["Stacked"] = row(below)
        made.append(node)
        below = y[:, j] + (below if j else 0)
    read.apply(made, rest, "area")
    return give(call, made)
