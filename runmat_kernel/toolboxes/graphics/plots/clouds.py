"""Charts of many things at once: wordcloud, bubblecloud, parallelplot, scatterhistogram."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....builtins.element_values import cellstr_row, texts_of
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures import clouds
from ....figures.arguments import give
from ....figures.handles import Handle
from ....figures.tree import Node
from ....values import CellArray, CharArray, StringArray, Tensor
from ....values.convert import as_array, is_text, text_of, to_value
from ....values.tables.table import Table
from .series import prepare_axes
from .statistics import as_column

_WORDS = "{'cat','dog','bird'},"


def _labels(value: Any) -> list[str]:
    if hasattr(value, "texts"):
        return list(value.texts())
    return (
        texts_of(value)
        if type(value) in (CellArray, StringArray) or is_text(value)
        else [f"{x:g}" for x in as_array(value).ravel(order="F")]
    )


def _column(table: Table, name: Any) -> Any:
    return table.column(table.chosen_names(name)[0])


def _split(arguments: tuple[Any, ...], kind: str, extra: Sequence[str] = ()) -> tuple[list[Any], list[Any]]:
    """The arguments before the first name of a property (without the figure or axes), and the names and values."""
    names = {name.lower() for name in (*Node(kind).kind.defaults, *extra)}
    rest = [item for item in arguments if not isinstance(item, Handle)]
    for k, item in enumerate(rest):
        if k and is_text(item) and text_of(item).lower() in names and (len(rest) - k) % 2 == 0:
            return rest[:k], rest[k:]
    return rest, []


def _take(options: list[Any], *names: str) -> dict[str, Any]:
    """Options that are no properties of the chart, taken off the others."""
    taken = {}
    for k in reversed(range(0, len(options) - 1, 2)):
        if (word := text_of(options[k]).lower()) in names:
            taken[word] = options[k + 1]
            del options[k : k + 2]
    return taken


def _chart(call: Any, kind: str, values: dict[str, Any], options: list[Any]) -> Any:
    axes = prepare_axes(call, None)
    node = Node(kind, axes)
    node.values.update({name: value if name.startswith("_") else to_value(value) for name, value in values.items()})
    read.apply([node], options, kind)
    clouds.fill(node)
    node.follow = clouds.follow
    call.session.figures.touch(axes)
    return give(call, [node])


def _cell(words: Sequence[str]) -> CellArray:
    return CellArray.of([CharArray.row(word) for word in words], (len(words), 1))


@builtin(
    "wordcloud", "wordcloud(words, sizes)", "wordcloud(tbl, wordvar, sizevar)", "wordcloud(C)", "wordcloud(..., Name, Value)", "wc = wordcloud(...)",
    summary="Words drawn the larger the larger their sizes are; of categories, by how often they occur.",
    examples=(
        Example(f"w = wordcloud({_WORDS}[5 3 1]); {{w.WordData, numel(findobj(gca,'Type','text'))}}", "{{'cat';'dog';'bird'}, 3}"),
        Example("w = wordcloud(categorical({'a','b','a'})); w.SizeData", "[2 1]"),
        Example(f"w = wordcloud({_WORDS}[5 3 1],'MaxDisplayWords',2,'Title','Pets'); {{w.Title, numel(findobj(gca,'Type','text'))}}", "{'Pets', 2}"),
    ),
    errors=(ErrorCase("wordcloud({'a','b'},[1 2 3])", "MATLAB:graphics:wordcloud:SizeMismatch"), ErrorCase("wordcloud([1 2])", "MATLAB:graphics:wordcloud:InvalidInput")),
)  # fmt: skip
def wordcloud(call, *arguments):
    leading, options = _split(arguments, "wordcloud")
    if leading and isinstance(leading[0], Table) and len(leading) > 2:
        words, sizes = _labels(_column(leading[0], leading[1])), as_array(_column(leading[0], leading[2])).ravel().astype(np.float64)
    elif len(leading) == 1 and hasattr(leading[0], "names") and hasattr(leading[0], "texts"):
        words, counts = np.unique([word for word in leading[0].texts() if word != "<undefined>"], return_counts=True)
        words, sizes = words.tolist(), counts.astype(np.float64)
    elif len(leading) == 2 and (type(leading[0]) in (CellArray, StringArray) or hasattr(leading[0], "texts")):
        words, sizes = _labels(leading[0]), as_array(leading[1]).ravel(order="F").astype(np.float64)
    else:
        raise call.error(
            "Specify words and their sizes, a table and two of its variables, or categories.", "MATLAB:graphics:wordcloud:InvalidInput"
        )
    if len(words) != sizes.size:
        raise call.error("There must be one size for each word.", "MATLAB:graphics:wordcloud:SizeMismatch")
    return _chart(call, "wordcloud", {"WordData": _cell(words), "SizeData": sizes.reshape(1, -1)}, options)


@builtin(
    "bubblecloud", "bubblecloud(sz)", "bubblecloud(sz, labels)", "bubblecloud(sz, labels, groups)", "bubblecloud(tbl, szvar, labelvar, groupvar)",
    "bubblecloud(..., Name, Value)", "b = bubblecloud(...)",
    summary="Bubbles of the areas that sizes say, close to each other; a cloud for each group.",
    examples=(
        Example("b = bubblecloud([4 9 1],{'a','b','c'}); {b.LabelData, numel(findobj(gca,'Type','patch'))}", "{{'a';'b';'c'}, 3}"),
        Example("b = bubblecloud([4 9 1],{'a','b','c'},categorical({'x','y','x'})); numel(findobj(gcf,'Type','legend'))", "1"),
    ),
    errors=(ErrorCase("bubblecloud([1 2],{'a'})", "MATLAB:graphics:bubblecloud:SizeMismatch"),), see_also=("bubblechart",),
)  # fmt: skip
def bubblecloud(call, *arguments):
    leading, options = _split(arguments, "bubblecloud")
    if leading and isinstance(leading[0], Table):
        leading = [_column(leading[0], name) for name in leading[1:]]
    if not leading:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    sizes = as_array(leading[0]).ravel(order="F").astype(np.float64)
    labels, groups = ([] if len(leading) <= k or not _labels(leading[k]) else _labels(leading[k]) for k in (1, 2))
    if any(part and len(part) != sizes.size for part in (labels, groups)):
        raise call.error("There must be one label and one group for each size.", "MATLAB:graphics:bubblecloud:SizeMismatch")
    return _chart(call, "bubblecloud", {"SizeData": sizes.reshape(1, -1), "LabelData": _cell(labels), "GroupData": _cell(groups)}, options)


@builtin(
    "parallelplot", "p = parallelplot(tbl)", "p = parallelplot(tbl, 'CoordinateVariables', vars)", "p = parallelplot(..., 'GroupVariable', var)", "p = parallelplot(data)",
    "p = parallelplot(data, 'CoordinateData', columns)", "p = parallelplot(..., 'GroupData', groups)", "p = parallelplot(..., Name, Value)",
    summary="A line for each row, through the value of each column at its own ruler; DataNormalization is 'range', 'none', 'zscore', 'scale', 'center' or 'norm'.",
    examples=(
        Example("p = parallelplot([1 5;2 4;3 3]); {p.CoordinateTickLabels, p.DataNormalization}", "{{'1';'2'}, 'range'}"),
        Example("t = table([1;2],[3;5],categorical({'x';'y'}),'VariableNames',{'a','b','g'}); p = parallelplot(t,'CoordinateVariables',{'b','a'},'GroupVariable','g'); "
                "{p.CoordinateTickLabels, numel(findobj(gcf,'Type','legend'))}", "{{'b';'a'}, 1}"),
    ),
    errors=(ErrorCase("parallelplot({1})", "MATLAB:graphics:parallelplot:InvalidData"),), see_also=("plotmatrix",),
)  # fmt: skip
def parallelplot(call, *arguments):
    leading, options = _split(arguments, "parallelplot", ("coordinatevariables", "coordinatedata", "groupvariable", "groupdata"))
    named = _take(options, "coordinatevariables", "coordinatedata", "groupvariable", "groupdata")
    groups: list[str] = []
    if leading and isinstance(leading[0], Table):
        table = leading[0]
        names = table.chosen_names(named["coordinatevariables"]) if "coordinatevariables" in named else list(table.columns)
        columns = [table.column(name) for name in names]
        groups = _labels(_column(table, named["groupvariable"])) if "groupvariable" in named else []
    elif leading and read.is_numeric(leading[0]):
        data = read.matrix(leading[0], "parallelplot").astype(np.float64)
        chosen = as_array(named["coordinatedata"]).ravel().astype(int) - 1 if "coordinatedata" in named else np.arange(data.shape[1])
        columns, names = [Tensor(np.asfortranarray(data[:, [k]])) for k in chosen], [str(k + 1) for k in chosen]
    else:
        raise call.error("Data must be a table or a numeric matrix.", "MATLAB:graphics:parallelplot:InvalidData")
    groups = _labels(named["groupdata"]) if "groupdata" in named else groups
    numbers, words = [], []
    for column in columns:
        if read.is_numeric(column):
            numbers.append(as_array(column).ravel().astype(np.float64))
            words.append(None)
        else:
            texts = _labels(as_column(column))
            known = list(column.names) if hasattr(column, "names") else list(dict.fromkeys(texts))
            numbers.append(np.array([known.index(text) + 1.0 if text in known else np.nan for text in texts]))
            words.append(known)
    count = len(numbers[0]) if numbers else 0
    if groups and len(groups) != count:
        raise call.error("There must be one group for each row.", "MATLAB:graphics:parallelplot:GroupSizeMismatch")
    values = {
        "CoordinateTickLabels": _cell(names), "_numbers": Tensor(np.asfortranarray(np.column_stack(numbers))) if numbers else Tensor(np.zeros((0, 0))),
        "_words": words, "_groups": _cell(groups), "Color": call.session.figures.gca().array("ColorOrder"),
    }  # fmt: skip
    return _chart(call, "parallelplot", values, options)


@builtin(
    "scatterhistogram", "s = scatterhistogram(x, y)", "s = scatterhistogram(tbl, xvar, yvar)", "s = scatterhistogram(..., 'GroupData', groups)",
    "s = scatterhistogram(..., 'GroupVariable', var)", "s = scatterhistogram(..., Name, Value)",
    summary="Scatter plot with histograms of both variables at its sides.",
    examples=(
        Example("s = scatterhistogram([1 2 3],[4 5 6]); {s.XData, numel(findobj(gcf,'Type','histogram'))}", "{[1 2 3], 2}"),
        Example("scatterhistogram(1:4,1:4,'GroupData',[1 1 2 2]); numel(findobj(gcf,'Type','scatter'))", "2"),
    ),
    errors=(ErrorCase("scatterhistogram([1 2],[1 2 3])", "MATLAB:graphics:scatterhistogram:SizeMismatch"),), see_also=("scatter", "histogram"),
)  # fmt: skip
def scatterhistogram(call, *arguments):
    x, y, groups, (xlabel, ylabel), options = _two_variables(call, arguments)
    figures = call.session.figures
    figure = figures.gcf()
    for child in list(figure.children):
        child.delete()
    node = Node("scatterhistogram", figure)
    node.values.update(
        XData=to_value(x.reshape(1, -1)),
        YData=to_value(y.reshape(1, -1)),
        GroupData=_cell(groups),
        XLabel=CharArray.row(xlabel),
        YLabel=CharArray.row(ylabel),
    )
    read.apply([node], options, "scatterhistogram")
    count = max(int(node.vector("NumBins")[0]) if node.vector("NumBins").size else 10, 1)
    edges = [np.histogram_bin_edges(side[np.isfinite(side)], count) for side in (x, y)]
    axes = {}
    for name, place in (("main", (0.13, 0.11, 0.56, 0.56)), ("top", (0.13, 0.71, 0.56, 0.2)), ("side", (0.73, 0.11, 0.2, 0.56))):
        axes[name] = figures.new_axes(figure, Position=np.array([place]), PositionConstraint="innerposition")
        figures.select_axes(axes[name])
        _draw_groups(call, name, (x, y), groups, edges)
        if name != "main":
            axes[name].values.update(XColor=CharArray.row("none"), YColor=CharArray.row("none"), Box=CharArray.row("off"))
    for letter, name, bins in (("X", "top", edges[0]), ("Y", "side", edges[1])):
        bounds = axes["main"].vector(f"{letter}Lim")
        for owner in ("main", name):
            axes[owner].set(f"{letter}Lim", to_value(np.array([[min(bounds[0], bins[0]), max(bounds[1], bins[-1])]])))
        if node.text(f"{letter}Label"):
            axes["main"].label(f"{letter}Label").values["String"] = node.get(f"{letter}Label")
    if node.text("Title"):
        axes["top"].label("Title").values["String"] = node.get("Title")
    figures.select_axes(axes["main"])
    if groups and node.on("LegendVisible"):
        call.feval("legend", cellstr_row(list(dict.fromkeys(groups))), to_value("Location"), to_value("best"), nargout=0)
    figures.touch(figure)
    return give(call, [node])


def _two_variables(call: Any, arguments: tuple[Any, ...]) -> tuple[np.ndarray, np.ndarray, list[str], tuple[str, str], Any]:
    """Both variables, the group of each point (none: no groups), the labels of the axes, and the options that are left."""
    leading, options = _split(arguments, "scatterhistogram", ("groupvariable",))
    named = _take(options, "groupvariable", "groupdata")
    xlabel = ylabel = ""
    if leading and isinstance(leading[0], Table) and len(leading) > 2:
        (xlabel,), (ylabel,) = (leading[0].chosen_names(name) for name in leading[1:3])
        if "groupvariable" in named:
            named["groupdata"] = _column(leading[0], named["groupvariable"])
        leading = [leading[0].column(xlabel), leading[0].column(ylabel)]
    if len(leading) < 2:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    x, y = (read.data(side, "scatterhistogram").ravel(order="F").astype(np.float64) for side in leading[:2])
    groups = _labels(as_column(named["groupdata"])) if "groupdata" in named else []
    if x.size != y.size or (groups and len(groups) != x.size):
        raise call.error("X, Y and the groups must have the same number of elements.", "MATLAB:graphics:scatterhistogram:SizeMismatch")
    return x, y, groups, (xlabel, ylabel), options


def _draw_groups(call: Any, name: str, sides: tuple[np.ndarray, np.ndarray], groups: list[str], edges: list[np.ndarray]) -> None:
    """Each group's points in the current axes, or the histogram of one of the variables (``name`` 'top' or 'side')."""
    value = call.session.value
    call.feval("hold", value("on"), nargout=0)
    for group in dict.fromkeys(groups) or [""]:
        rows = np.array([own == group for own in groups]) if groups else np.ones(sides[0].size, bool)
        x, y = (value(side[rows].reshape(1, -1)) for side in sides)
        if name == "main":
            points = call.feval("scatter", x, y, nargout=1)[0]
            points.node.values["DisplayName"] = CharArray.row(group)
        else:
            side, bins, orientation = (x, edges[0], "vertical") if name == "top" else (y, edges[1], "horizontal")
            call.feval("histogram", side, value(bins.reshape(1, -1)), value("Orientation"), value(orientation), nargout=0)
    call.feval("hold", value("off"), nargout=0)
