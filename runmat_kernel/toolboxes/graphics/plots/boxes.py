"""Boxes of distributions: boxplot and boxchart."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....builtins import arguments as arg
from ....builtins.element_values import cellstr_row, texts_of
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures.arguments import give, row
from ....figures.colors import to_rgb
from ....figures.drawing.box_charts import corners, five
from ....figures.tree import Node
from ....values import CellArray, CharArray, StringArray
from ....values.classes import NUMERIC_CLASSES
from ....values.convert import as_array, class_of, is_text, numel_of, text_of
from ....values.tables.table import Table
from ....values.times.categorical import Categorical
from ...data_analysis.samples import sample_groups
from ...tables.groups import groups_of
from ..composing import Composition, composed
from .statistics import as_column, name_of

_OF_BOXPLOT = ("labels", "notch", "whisker", "symbol", "colors", "widths", "orientation", "positions", "plotstyle", "boxstyle", "grouporder", "labelorientation")  # fmt: skip


_PARTS = ("Upper Whisker", "Lower Whisker", "Upper Adjacent Value", "Lower Adjacent Value", "Box", "Median", "Outliers")
"""The lines of a box, by the tags that programs find them by."""


def _box(plot: Composition, place: float, values: np.ndarray, whisker: float, look: dict[str, Any]) -> list[Any]:
    """The lines of a box in the order of ``_PARTS``; those that there are no values for have no points seen."""
    wide = look["width"]
    summary = five(values, whisker) if np.isfinite(values).any() else None
    low, first, middle, third, high = (summary.low, summary.first, summary.middle, summary.third, summary.high) if summary else (np.nan,) * 5
    x, y = corners(summary, place, wide, look["notched"]) if summary else (np.full(4, place), np.full(4, np.nan))
    half = wide / 4 if look["notched"] else wide / 2
    outside = summary.outside if summary is not None and summary.outside.size else np.array([np.nan])
    lines = (
        ([place, place], [third, high], ("k--",)), ([place, place], [low, first], ("k--",)),
        ([place - wide / 4, place + wide / 4], [high, high], ("k-",)), ([place - wide / 4, place + wide / 4], [low, low], ("k-",)),
        (np.append(x, x[0]), np.append(y, y[0]), ("-", "Color", look["colour"])),
        ([place - half, place + half], [middle, middle], ("r-",)),
        (np.full(outside.size, place), outside, (look["symbol"] or "r+", "LineStyle", "none", "Visible", "on" if look["symbol"] else "off")),
    )  # fmt: skip
    lines_of_box = []
    for tag, (across, up, style) in zip(_PARTS, lines, strict=True):
        ends = (np.asarray(across, np.float64), np.asarray(up, np.float64))
        lines_of_box.append(plot.draw("plot", *(ends[::-1] if look["lying"] else ends), *style, "Tag", tag))
    return lines_of_box


def _looks(call: Any, options: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """How each box looks: its colour, its width, whether it has a notch or lies, and the mark of what is outside."""
    colours = [(0.0, 0.0, 1.0)]
    if "colors" in options:
        value = options["colors"]
        colours = (
            [to_rgb(letter) for letter in text_of(value)] if is_text(value) else [tuple(line) for line in as_array(value).reshape(-1, 3)]
        )
    widths = as_array(options["widths"]).ravel().astype(float) if "widths" in options else np.array([0.5])
    lying = "orientation" in options and text_of(options["orientation"]).lower() == "horizontal"
    notched = "notch" in options and text_of(options["notch"]).lower() in ("on", "marker")
    symbol = text_of(options["symbol"]) if "symbol" in options else "r+"
    if not colours or not widths.size:
        raise call.error("Colors and widths must not be empty.", "MATLAB:boxplot:InvalidOption")
    return [
        {
            "colour": np.array([colours[k % len(colours)]]),
            "width": float(widths[k % widths.size]),
            "lying": lying,
            "notched": notched,
            "symbol": symbol,
        }
        for k in range(count)
    ]


def _samples(data: Any, groups: Any) -> tuple[list[np.ndarray], list[str]]:
    """One sample for each column or group, and their names."""
    array = read.data(data, "boxplot").astype(np.float64)
    if type(groups) is CharArray and not groups.is_row:  # a group in each row
        groups = CellArray.of([CharArray.row(line.rstrip()) for line in groups.lines()])
    if groups is None or (type(groups) not in (CellArray, StringArray) and numel_of(groups) == 0):
        array = array.reshape(-1, 1) if array.shape[0] == 1 else array
        return list(array.T), [str(k + 1) for k in range(array.shape[1])]
    if type(groups) in (CellArray, StringArray) and numel_of(groups) == array.shape[1] and array.shape[0] > 1 and array.shape[1] > 1:
        return list(array.T), texts_of(groups)
    if numel_of(groups) != array.size:
        raise MatlabError("There must be a group for each value.", "MATLAB:boxplot:GroupSize")
    grouped = sample_groups(groups)
    data = array.ravel(order="F")
    return [data[grouped.index == k] for k in range(grouped.count)], list(grouped.names)


@builtin(
    "boxplot", "boxplot(x)", "boxplot(x, g)", "boxplot(..., Name, Value)", "h = boxplot(...)", summary="Box plots of the columns or groups of data.",
    examples=(Example("boxplot([1 2;3 4;5 9]); numel(xticklabels)", "2"), Example("boxplot([1;2;9], ['a ';'a ';'bc']); xticklabels", "{'a';'bc'}"), Example("h = boxplot([1;2;3;4;90]); {size(h), h(5).Tag, h(7).YData}", "{[7 1], 'Box', 90}")),
)  # fmt: skip
def boxplot(call, data, *arguments):
    values, pairs = _split(arguments, _OF_BOXPLOT)
    options = arg.Options((text_of(name).lower(), value) for name, value in zip(pairs[::2], pairs[1::2], strict=False))
    samples, names = _samples(data, values[0] if values else None)
    if "labels" in options:
        names = texts_of(options["labels"])
    whisker = arg.scalar(options["whisker"]) if "whisker" in options else 1.5
    places = as_array(options["positions"]).ravel().astype(float) if "positions" in options else np.arange(1.0, len(samples) + 1)
    looks = _looks(call, options, len(samples))
    handles: list[Any] = []
    with composed(call) as plot:
        for place, sample, look in zip(places, samples, looks, strict=True):
            handles += _box(plot, float(place), sample, whisker, look)
        if not len(places):
            return plot.result()
        along, order = "y" if looks[0]["lying"] else "x", np.argsort(places)
        plot.label(f"{along}ticks", places[order])
        plot.label(f"{along}ticklabels", cellstr_row([names[k] for k in order]))
        plot.label(f"{along}lim", np.array([places.min() - 0.5, places.max() + 0.5]))
    if not call.nargout:
        return None
    return call.feval("reshape", call.feval("vertcat", *handles)[0], float(len(_PARTS)), float(len(samples)))[0]


def _split(arguments: tuple[Any, ...], names: tuple[str, ...]) -> tuple[list[Any], list[Any]]:
    """Data, and the name-value arguments from the first of these names on."""
    for k, item in enumerate(arguments):
        if type(item) is not CellArray and is_text(item) and text_of(item).lower() in names:
            return list(arguments[:k]), list(arguments[k:])
    return list(arguments), []


@builtin(
    "boxchart", "b = boxchart(ydata)", "b = boxchart(xgroupdata, ydata)", "b = boxchart(..., 'GroupByColor', cgroupdata)", "b = boxchart(..., Name, Value)",
    summary="Box charts of columns or groups of data, in a colour for each group of colours.",
    examples=(
        Example("b = boxchart([1;2;3;9]); b.BoxWidth", "0.5"),
        Example("b = boxchart([1;1;2;2],[5;6;7;8],'GroupByColor',[1;2;1;2]); {b.DisplayName}", "{'1','2'}"),
    ),
    errors=(
        ErrorCase("boxchart([1 2;3 4],'GroupByColor',[1;2])", "MATLAB:graphics:boxchart:ColorGroupMatrix"),
        ErrorCase("boxchart([1;2],'BoxWidht',3)", "MATLAB:hg:InvalidProperty"),
    ),
)  # fmt: skip
def boxchart(call, *arguments):
    figures = call.session.figures
    axes, rest = read.take_axes(figures, arguments)
    if axes is not None:
        figures.select_axes(axes)
    if not rest:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    first, second = rest[0], len(rest) > 1 and (read.is_numeric(rest[1]) or type(rest[1]) is bool)
    groups, sample = (first, rest[1]) if second else (None, first)
    colours, looks = _coloured(rest[2 if second else 1 :])
    data = read.data(sample, "boxchart").astype(np.float64)
    if data.ndim > 2:
        raise call.error("The data must be a vector or a matrix.", "MATLAB:graphics:boxchart:InvalidData")
    data = data.reshape(-1, 1) if data.shape[0] == 1 or groups is not None else data
    if colours is not None and data.shape[1] > 1:
        raise call.error(
            "'GroupByColor' parameter is not supported when the sample data argument is a matrix.",
            "MATLAB:graphics:boxchart:ColorGroupMatrix",
        )
    at, ticks, names = _places(call, groups, data)
    parts, shown = [np.arange(data.size)], [""]
    if colours is not None:
        parts, shown = rows_of_groups(call, colours, data.size)
    if axes is None:
        axes = figures.gca()
    figures.new_plot(axes)
    charts = []
    for number, rows in enumerate(parts):
        node = Node("boxchart", axes, XData=at[rows].reshape(-1, 1), YData=data.ravel(order="F")[rows].reshape(-1, 1))
        node.values.update({"_dodge": (number, len(parts)), "DisplayName": CharArray.row(shown[number])})
        figures.colour_next(axes, node)
        charts.append(node)
    read.apply(charts, looks, "boxchart")
    letter = "Y" if charts and charts[0].text("Orientation") == "horizontal" else "X"
    if type(groups) is Categorical:
        axes.values[f"_{letter}Names"] = Categorical(np.zeros((0, 0)), names)
    elif ticks.size:
        axes.set(f"{letter}Tick", row(ticks))
        axes.set(f"{letter}TickLabel", cellstr_row(names))
    axes.values["Box"] = CharArray.row("on")
    return give(call, charts)


def _coloured(rest: list[Any]) -> tuple[Any, list[Any]]:
    """The groups of colours among name-value arguments, and the other arguments."""
    for k in range(0, len(rest) - 1, 2):
        if is_text(rest[k]) and type(rest[k]) is not CellArray and text_of(rest[k]).lower() == "groupbycolor":
            return rest[k + 1], rest[:k] + rest[k + 2 :]
    return None, rest


def rows_of_groups(call: Any, groups: Any, count: int) -> tuple[list[np.ndarray], list[str]]:
    """The rows of each group and the groups' names, in order."""
    if numel_of(groups) != count:
        raise call.error("There must be a group for each value.", "MATLAB:graphics:boxchart:GroupSize")
    column = Table({"g": as_column(groups)})
    joint = groups_of([column.columns["g"]], column.height)
    return list(joint.rows), [name_of(column.at_rows([first]).columns["g"]) for first in joint.first]


def _places(call: Any, groups: Any, data: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Where each value's box stands, and the ticks with their words."""
    if groups is None:
        ticks = np.arange(1.0, data.shape[1] + 1)
        return np.repeat(ticks, data.shape[0]), ticks, [f"{k:g}" for k in ticks]
    rows, names = rows_of_groups(call, groups, data.size)
    numbers = class_of(groups) in (*NUMERIC_CLASSES, "logical")
    ticks = np.array([float(name) for name in names]) if numbers else np.arange(1.0, len(names) + 1)
    at = np.zeros(data.size)
    for tick, part in zip(ticks, rows, strict=True):
        at[part] = tick
    return at, ticks, names
