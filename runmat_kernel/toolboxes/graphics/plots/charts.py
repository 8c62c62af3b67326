"""Charts of tables and classes: heatmap, confusionmat, confusionchart, stackedplot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from ....builtins.element_values import cellstr_row, texts_of
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures import charts, positions
from ....figures.arguments import give, row
from ....figures.tree import Node
from ....values import CellArray, CharArray, StringArray, Tensor
from ....values.convert import as_array, is_text, shape_of, text_of, to_value
from ....values.tables.table import Table
from ....values.tables.timetable import Timetable
from ....values.times.numbered import NumberedArray
from ...tables.column_rows import rows_of
from ...tables.groups import groups_of
from .series import prepare_axes
from .statistics import as_column, name_of

_SHADES = np.linspace([0.9, 0.95, 1.0], [0.0, 0.447, 0.741], 256)
_METHODS: MappingProxyType[str, Callable[[np.ndarray], Any]] = MappingProxyType({
    "count": len, "mean": np.mean, "median": np.median, "sum": np.sum, "max": np.max, "min": np.min, "none": lambda values: values[0],
})  # fmt: skip


def _split(arguments: tuple[Any, ...], known: tuple[str, ...]) -> tuple[list[Any], list[Any]]:
    """The arguments before the first name of a property, and the names and values."""
    names = {name.lower() for name in known}
    for k, item in enumerate(arguments):
        if type(item) is not CellArray and is_text(item) and shape_of(item)[0] == 1 and text_of(item).lower() in names:
            return list(arguments[:k]), list(arguments[k:])
    return list(arguments), []


def _chart(call: Any, kind: str, values: dict[str, Any], options: list[Any]) -> Any:
    """A chart that fills its axes, which are emptied first."""
    axes = prepare_axes(call, None)
    node = Node(kind, axes)
    node.values.update({name: to_value(value) for name, value in values.items()})
    read.apply([node], options, kind)
    charts.fill(node)
    node.follow = charts.follow
    return give(call, [node])


# --- matrices by colours ---------------------------------------------------------------------------------------------------


@builtin(
    "heatmap", "h = heatmap(cdata)", "h = heatmap(xvalues, yvalues, cdata)", "h = heatmap(tbl, xvar, yvar)", "h = heatmap(..., Name, Value)",
    summary="Matrix, or pairs of values in a table, shown by colours with numbers; Title, XLabel, ColorLimits and the like are properties of the chart.",
    examples=(
        Example("h = heatmap([1 2;3 4]); h.Title = 'T'; {h.Title, h.XData}", "{'T', {'1';'2'}}"),
        Example("t = table([1;1;2],[5;7;9],'VariableNames',{'a','b'}); h = heatmap(t,'a','a','ColorVariable','b'); h.ColorData", "[6 NaN;NaN 9]"),
    ),
    errors=(ErrorCase("heatmap([1 2],[1 2 3],[1 2;3 4])", "MATLAB:graphics:heatmap:XYCSizeMismatch"),),
)  # fmt: skip
def heatmap(call, *arguments):
    if arguments and isinstance(arguments[0], Table):
        values, options = _of_table(call, arguments)
    else:
        leading, options = _split(arguments, tuple(Node("heatmap").kind.defaults))
        if len(leading) not in (1, 3):
            raise call.error(
                "Specify the color data as a matrix, or the x values, the y values and the color data.",
                "MATLAB:graphics:heatmap:InvalidArguments",
            )
        cells = read.matrix(leading[-1], "heatmap").astype(np.float64)
        columns, rows = (_labels(leading[k]) if len(leading) == 3 else [str(i + 1) for i in range(cells.shape[1 - k])] for k in (0, 1))
        values = {"ColorData": np.asfortranarray(cells), "XData": columns, "YData": rows}
        if (len(rows), len(columns)) != cells.shape:
            raise call.error(
                "The numbers of x and y values must match the columns and rows of the color data.",
                "MATLAB:graphics:heatmap:XYCSizeMismatch",
            )
    for name in ("XData", "YData"):
        values[name] = CellArray.of([CharArray.row(word) for word in values[name]], (len(values[name]), 1))
    return _chart(call, "heatmap", {"Colormap": Tensor(np.asfortranarray(_SHADES)), **values}, options)


def _of_table(call: Any, arguments: tuple[Any, ...]) -> tuple[dict[str, Any], list[Any]]:
    """The cells of a table: of each pair of values of two variables how often it occurs, or what is made of a third variable there."""
    if len(arguments) < 3:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    table, options = arguments[0], list(arguments[3:])
    words = {text_of(options[k]).lower(): options[k + 1] for k in range(0, len(options) - 1, 2) if is_text(options[k])}
    (x,), (y,) = (table.chosen_names(choice) for choice in arguments[1:3])
    (shown,) = table.chosen_names(words["colorvariable"]) if "colorvariable" in words else ("",)
    method = text_of(words["colormethod"]).lower() if "colormethod" in words else "mean" if shown else "count"
    (across, x_names), (down, y_names) = (_groups_and_names(table, name) for name in (x, y))
    numbers = as_array(table.column(shown)).ravel().astype(np.float64) if shown else np.zeros(table.height)
    statistic = _METHODS.get(method, len)
    cells = np.full((len(y_names), len(x_names)), 0.0 if method in ("count", "sum") else np.nan)
    for (i, j), _ in np.ndenumerate(cells):
        rows = np.intersect1d(across[j], down[i])
        if rows.size:
            cells[i, j] = statistic(numbers[rows])
    title = f"{method.capitalize()} of {shown or y}" + ("" if shown else f" vs. {x}") if method != "none" else shown
    values = {"ColorData": cells, "XData": x_names, "YData": y_names, "XVariable": x, "YVariable": y, "ColorVariable": shown, "ColorMethod": method,
              "Title": title, "XLabel": x, "YLabel": y, "SourceTable": table}  # fmt: skip
    own = ("colorvariable", "colormethod")
    pairs = [options[k : k + 2] for k in range(0, len(options), 2) if not (is_text(options[k]) and text_of(options[k]).lower() in own)]
    return values, [item for pair in pairs for item in pair]


def _groups_and_names(table: Table, variable: str) -> tuple[Sequence[np.ndarray], list[str]]:
    """The rows of a table with each value of a variable, and the values as texts."""
    column = table.column(variable)
    groups = groups_of([column], table.height, missing=False)
    return groups.rows, [name_of(rows_of(column, [k])) for k in groups.first]


def _labels(value: Any) -> list[str]:
    if hasattr(value, "texts"):
        return list(value.texts())
    return texts_of(value) if type(value) in (CellArray, StringArray) else [f"{x:g}" for x in as_array(value).ravel()]


# --- parts of a whole ------------------------------------------------------------------------------------------------------


def _round(name: str, summary: str, more: tuple[Example, ...]):
    @builtin(
        name, f"c = {name}(data)", f"c = {name}(data, names)", f"c = {name}(tbl, datavar, namesvar)", f"c = {name}(C)", f"c = {name}(..., Name, Value)",
        summary=summary,
        examples=(
            Example(f"c = {name}([1 3]); {{c.Proportions, c.Labels}}", "{[0.25 0.75], [\"25%\" \"75%\"]}"),
            Example(f"c = {name}([1 1],[\"a\" \"b\"],'LabelStyle','name'); c.Labels", '["a" "b"]'),
            *more,
        ),
        errors=(ErrorCase(f"{name}([1 2],[\"a\"])", f"MATLAB:{name}:NamesSize"),), see_also=("pie", "bar"),
    )  # fmt: skip
    def chart(call, *arguments):
        values: dict[str, Any] = {}
        if arguments and isinstance(arguments[0], Table):
            table, options = arguments[0], list(arguments[1:])
            for prop, kept in (("Data", "DataVariable"), ("Names", "NamesVariable")):
                if options and (prop == "Data" or len(options) % 2):
                    (word,) = table.chosen_names(options.pop(0))
                    values |= {prop: table.column(word), kept: word}
            values["SourceTable"] = table
        else:
            leading, options = _split(arguments, tuple(Node(name).kind.defaults))
            values = dict(zip(("Data", "Names"), leading, strict=False))
        if "Data" not in values:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        if hasattr(values["Data"], "names"):  # categories are counted
            counted = values["Data"]
            values["Data"], names = call.feval("histcounts", counted, nargout=2)
            values.setdefault("Names", names)
        values["Data"] = read.data(values["Data"], name).astype(np.float64).reshape(1, -1, order="F")
        if "Names" in values:
            words = _labels(values["Names"])
            if len(words) != values["Data"].size:
                raise call.error("There must be a name for each wedge.", f"MATLAB:{name}:NamesSize")
            values["Names"] = StringArray(np.array([*words, None], object)[:-1].reshape(1, -1))
        return _chart(call, name, values, options)

    return chart


ROUND = (
    _round("piechart", "Pie chart as an object whose properties (Data, Names, LabelStyle, ExplodedWedges, ...) can be set.",
           (Example("c = piechart(categorical({'x','y','x'})); c.Data", "[2 1]"),)),
    _round("donutchart", "Pie chart with a hole, as an object whose properties (Data, Names, InnerRadius, CenterLabel, ...) can be set.",
           (Example("c = donutchart([1 3]); c.InnerRadius = 0.2; c.InnerRadius", "0.2"),)),
)  # fmt: skip


# --- classes ---------------------------------------------------------------------------------------------------------------


def _counts(call: Any, known: Any, predicted: Any, order: Any = None) -> tuple[np.ndarray, Any, list[str]]:
    """How often each known class (rows) was predicted as each class (columns); the classes as a column, and their names."""
    sides = [as_column(side) for side in (known, predicted)]
    if shape_of(sides[0])[0] != shape_of(sides[1])[0]:
        raise call.error(
            "The known and the predicted classes must have the same number of elements.", f"stats:{call.name}:InputSizeMismatch"
        )
    joined = call.feval("vertcat", *sides)[0]
    if order is None and hasattr(joined, "names"):  # categories without elements are classes as well
        order = call.feval("categories", joined)[0]
    count = shape_of(sides[0])[0]
    joint = groups_of([joined], 2 * count, missing=False)
    classes = call.feval("unique", joined)[0] if order is None else as_column(order)
    names = _labels(classes)
    groups = dict(zip((name_of(rows_of(joined, [k])) for k in joint.first), joint.rows, strict=True))
    if order is not None and set(groups) - set(names):
        raise call.error("The order must hold all classes.", f"stats:{call.name}:BadOrder")
    matrix = np.zeros((len(names), len(names)))
    rows = [groups.get(name, np.zeros(0, dtype=int)) for name in names]
    for i, first in enumerate(rows):
        for j, second in enumerate(rows):
            matrix[i, j] = np.intersect1d(first[first < count], second[second >= count] - count).size
    return matrix, classes, names


@builtin(
    "confusionmat", "C = confusionmat(known, predicted)", "C = confusionmat(known, predicted, 'Order', order)", "[C, order] = confusionmat(...)",
    summary="How often the elements of each class were predicted as each class.",
    examples=(Example("[C, order] = confusionmat([1 2 3 1],[1 3 3 2])", "{[1 1 0;0 0 1;0 0 1], [1;2;3]}"),
              Example("confusionmat({'a';'b';'a'},{'a';'b';'b'},'Order',{'b';'a'})", "[1 0;1 1]")),
    errors=(ErrorCase("confusionmat([1 2],[1 2 3])", "stats:confusionmat:InputSizeMismatch"),), see_also=("confusionchart",),
)  # fmt: skip
def confusionmat(call, known, predicted, *options):
    words = {text_of(options[k]).lower(): options[k + 1] for k in range(0, len(options) - 1, 2)}
    matrix, classes, _ = _counts(call, known, predicted, words.get("order"))
    return matrix, classes


@builtin(
    "confusionchart", "cm = confusionchart(known, predicted)", "cm = confusionchart(C, labels)", "cm = confusionchart(..., Name, Value)",
    summary="Chart of a confusion matrix: true classes down, predicted ones across; RowSummary, ColumnSummary and Normalization add shares.",
    examples=(Example("cm = confusionchart([1 2 2],[1 2 1]); cm.NormalizedValues", "[1 0;1 1]"),
              Example("cm = confusionchart([3 1;0 4],{'no','yes'},'Normalization','row-normalized'); cm.NormalizedValues", "[0.75 0.25;0 1]")),
    errors=(ErrorCase("confusionchart([1 2;3 4],{'a'})", "MATLAB:confusionchart:InvalidClassLabels"),), see_also=("confusionmat", "heatmap"),
)  # fmt: skip
def confusionchart(call, *arguments):
    leading, options = _split(arguments, tuple(Node("confusionchart").kind.defaults))
    if not leading:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    first = shape_of(leading[0])
    if first[0] == first[1] and first[0] > 1 and read.is_numeric(leading[0]):
        counts = as_array(leading[0]).astype(np.float64)
        names = _labels(leading[1]) if len(leading) > 1 else [str(k + 1) for k in range(len(counts))]
    elif len(leading) > 1:
        counts, _, names = _counts(call, leading[0], leading[1])
    else:
        raise call.error(
            "The confusion matrix must be square, and classes need their predictions.", "MATLAB:confusionchart:InvalidConfusionMatrix"
        )
    if len(names) != len(counts):
        raise call.error("There must be one label for each class of the confusion matrix.", "MATLAB:confusionchart:InvalidClassLabels")
    words = {text_of(options[k]).lower(): options[k + 1] for k in range(0, len(options) - 1, 2)}
    kind = text_of(words["normalization"]).lower() if "normalization" in words else "absolute"
    labels = CellArray.of([CharArray.row(name) for name in names], (len(names), 1))
    values = {
        "NormalizedValues": charts.normalized(counts, kind),
        "_counts": counts,
        "ClassLabels": labels,
        "XLabel": "Predicted Class",
        "YLabel": "True Class",
    }
    return _chart(call, "confusionchart", values, options)


# --- variables above each other --------------------------------------------------------------------------------------------


@builtin(
    "stackedplot", "s = stackedplot(tbl)", "s = stackedplot(tbl, vars)", "s = stackedplot(X, Y)", "s = stackedplot(Y)", "s = stackedplot(..., LineSpec, Name, Value)",
    summary="Variables of a table, or columns of a matrix, each in axes of its own above a common x-axis.",
    examples=(Example("s = stackedplot([1 5;2 4;3 3]); {s.DisplayLabels, numel(findobj(gcf,'Type','axes'))}", "{{'Column 1';'Column 2'}, 2}"),
              Example("s = stackedplot(table([1;2],[3;4],'VariableNames',{'a','b'}),{'b'}); s.DisplayVariables", "{'b'}")),
    errors=(ErrorCase("stackedplot({1})", "MATLAB:stackedplot:InvalidInput"),), see_also=("plot", "subplot"),
)  # fmt: skip
def stackedplot(call, *arguments):
    leading, options = _split(arguments, tuple(Node("stackedplot").kind.defaults))
    last = text_of(leading[-1]) if len(leading) > 1 and is_text(leading[-1]) else ""
    spec = read.line_spec(last) if last and not (isinstance(leading[0], Table) and last in leading[0].columns) else None
    if spec is not None:
        leading.pop()
    x, series, names = _series(call, leading)
    figures = call.session.figures
    figure = figures.gcf()
    area = _cleared(figures, figure)
    node = Node("stackedplot", figure)
    node.values.update(
        {"DisplayVariables": cellstr_row(names), "DisplayLabels": CellArray.of([CharArray.row(n) for n in names], (len(names), 1))}
    )
    read.apply([node], options, "stackedplot")
    for name, value in (spec or {}).items():
        node.set(name, value)
    words = [text_of(item) for item in node.get("DisplayLabels").array.ravel(order="F")]
    right, top = area[0] + area[2], area[1] + area[3]
    left = min(area[0] + 0.013 * max(map(len, words), default=0), area[0] + 0.4 * area[2])
    look = [item for name in ("Color", "LineStyle", "LineWidth", "Marker", "MarkerSize") for item in (to_value(name), node.get(name))]
    height = area[3] / max(len(series), 1)
    for k, (values, word) in enumerate(zip(series, words, strict=False)):
        place = (left, top - (k + 0.93) * height, right - left, 0.86 * height)
        axes = figures.new_axes(figure, Position=np.array([place]), PositionConstraint="innerposition")
        call.feval("plot", *([x] if x is not None else []), values, *look, nargout=0)
        _look_in_stack(axes, node, first=k == 0, last=k + 1 >= len(series))
        beside = {"Units": "normalized", "HorizontalAlignment": "right", "Position": row([-0.075 / place[2], 0.5, 0.0])}
        Node("text", axes, String=word, Interpreter="none", **beside)
    node.values["_area"] = area
    figures.touch(figure)
    return give(call, [node])


def _look_in_stack(axes: Node, chart: Node, first: bool, last: bool) -> None:
    """Limits, labels and grid of one of the axes of a stacked plot; the first has the title, the last the ticks' labels."""
    axes.values["_stack"] = chart
    axes.values["XLimitMethod"] = CharArray.row("tight")
    if chart.vector("XLimits").size == 2:
        axes.set("XLim", row(chart.vector("XLimits")))
    if not last:
        axes.set("XTickLabel", CellArray.of([]))
    elif chart.text("XLabel"):
        axes.label("XLabel").values["String"] = chart.get("XLabel")
    if first and chart.text("Title"):
        axes.label("Title").values["String"] = chart.get("Title")
    for letter in "XY" if chart.on("GridVisible") else "":
        axes.values[f"{letter}Grid"] = CharArray.row("on")


def _cleared(figures: Any, figure: Node) -> np.ndarray:
    """Where the chart stands, in parts of the figure: in place of the current axes, which go, or of the stack that they are one of."""
    current = figures.axes_of(figure)
    if current is None:
        return np.array([0.13, 0.11, 0.775, 0.815])
    stack = current.values.get("_stack")
    if stack is None:
        area = np.array(positions.place(current))
        current.delete()
        return area
    for axes in [child for child in figure.children if child.values.get("_stack") is stack]:
        axes.delete()
    stack.delete()
    return np.asarray(stack.values["_area"])


def _series(call: Any, arguments: list[Any]) -> tuple[Any, list[Any], list[str]]:
    """The common x (None: the row numbers), a column for each axes, and their names."""
    if arguments and isinstance(arguments[0], Table):
        table = arguments[0]
        chosen = table.chosen_names(arguments[1]) if len(arguments) > 1 else list(table.columns)
        names = [name for name in chosen if not (is_text(table.column(name)) or type(table.column(name)) is CellArray)]
        return (table.times if isinstance(table, Timetable) else None), [table.column(name) for name in names], names
    if not arguments or not all(read.is_numeric(item) or isinstance(item, NumberedArray) for item in arguments):
        raise call.error("Input must be a table, a timetable, or numeric arrays.", "MATLAB:stackedplot:InvalidInput")
    y = as_array(arguments[-1])
    y = y.reshape(-1, 1) if 1 in y.shape else y
    if len(arguments) > 1 and max(shape_of(arguments[0])) != len(y):
        raise call.error("The number of x values must be the number of rows of the data.", "MATLAB:stackedplot:InvalidXLength")
    return (
        (arguments[0] if len(arguments) > 1 else None),
        [Tensor(np.asfortranarray(y[:, [k]])) for k in range(y.shape[1])],
        [f"Column {k + 1}" for k in range(y.shape[1])],
    )
