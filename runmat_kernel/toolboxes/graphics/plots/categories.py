"""Plots over categories: drawn over the places of their names on a ruler that knows the names; histograms of categories."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ....builtins.element_values import cellstr_row, texts_of
from ....builtins.spec import methods
from ....figures import arguments as read
from ....figures import category_axes
from ....figures.arguments import give, row
from ....figures.handles import Handle
from ....figures.rulers import sharing
from ....figures.tree import Node
from ....values import CellArray, CharArray, StringArray
from ....values.convert import is_text
from ....values.times.categorical import Categorical
from ...arrays.category_methods import counts_of, normalised_counts
from .series import prepare

_SERIES = ("plot", "scatter", "stem", "stairs", "area", "bar", "barh", "errorbar", "plot3", "scatter3", "stem3", "semilogx", "semilogy")
_ADDED = ("line", "fill", "patch", "text", "xline", "yline", "xregion", "yregion")
"""Put into the axes as they are."""
_SETTINGS = ("xlim", "ylim", "zlim", "xticks", "yticks", "zticks")


def _letter(name: str, arguments: list[Any], at: int) -> str:
    """The axis of an argument: a lone one is y, pairs are x and y; ``barh`` has them the other way round."""
    if name[1:] in ("line", "region", "lim", "ticks"):
        return name[0].upper()
    group: list[int] = []
    size, series = (3 if name.endswith("3") else 2), []
    for i, item in enumerate(arguments):
        if is_text(item) or isinstance(item, Handle):
            if group:
                series.append(group)
            group = []
            continue
        group.append(i)
        if len(group) == size:
            series.append(group)
            group = []
    series += [group] if group else []
    own = next((places for places in series if at in places), [at])
    place = "Y" if len(own) == 1 and name != "pie" else "XYZ"[own.index(at)]
    return {"X": "Y", "Y": "X"}.get(place, place) if name == "barh" else place


def _axes_of(call: Any, arguments: list[Any]) -> Node | None:
    """The axes that the plot goes to, where they are there already."""
    figures = call.session.figures
    axes, _ = read.take_axes(figures, arguments)
    return axes.parent_of("axes") if axes is not None else figures.gca()


def _plot(name: str) -> Callable[..., Any]:
    def method(call: Any, *arguments: Any) -> Any:
        items = list(arguments)
        axes = _axes_of(call, items)
        held = axes.values.get("_twin", axes).text("NextPlot") != "replace" or len(sharing(axes, "X")) > 1
        kept = held or name in _ADDED + _SETTINGS
        before = {letter: axes.values.get(f"_{letter}Names") for letter in "XYZ"} if kept else {}
        rulers: dict[str, Categorical] = {}
        for at, item in enumerate(arguments):
            if type(item) is Categorical:
                letter = _letter(name, list(arguments), at)
                ruler = category_axes.extend(rulers.get(letter, before.get(letter)), item)
                rulers[letter] = before[letter] if name in _SETTINGS and before.get(letter) is not None else ruler
        for at, item in enumerate(arguments):
            if type(item) is Categorical:
                change = category_axes.between if name.endswith("lim") else category_axes.numbers
                items[at] = change(item, rulers[_letter(name, list(arguments), at)])
        results = call.feval(name, *items, nargout=call.nargout)
        for letter, ruler in rulers.items():
            for side in sharing(axes, letter):
                side.values[f"_{letter}Names"] = ruler
            if name.startswith("bar") and before.get(letter) is None:
                axes.values[f"{letter}TickMode"] = CharArray.row("auto")  # bars over whole numbers set them
        return results[0] if call.nargout else None

    return method


def _histogram(call: Any, *arguments: Any) -> Any:
    axes, rest = prepare(call, arguments)
    value = rest.pop(0)
    if type(value) is not Categorical:
        raise call.error("The categories must come first.", "MATLAB:histogram:InvalidInput")
    names = texts_of(rest.pop(0)) if rest and type(rest[0]) in (CellArray, StringArray) else list(value.names)
    node = Node("categoricalhistogram", axes, Data=value, Categories=cellstr_row(names))
    node.values["_names"] = names
    call.session.figures.colour_next(axes, node)
    read.apply([node], rest, "histogram")
    _count(node)
    node.follow = count_anew
    return give(call, [node])


_COUNTED = ("Normalization", "DisplayOrder", "NumDisplayBins", "Data", "Orientation")
"""Properties of a histogram of categories after which it is counted again."""


def count_anew(node: Node, name: str) -> None:
    """A program has set a property of a histogram of categories."""
    if name in _COUNTED:
        _count(node)


def _count(node: Node) -> None:
    """The categories of a histogram in their order, their counts, and where they stand."""
    data, order, names = node.values["Data"], node.text("DisplayOrder"), node.values["_names"]
    counts = counts_of(data, names).ravel()
    if order != "data":
        kept = np.argsort(counts if order == "ascend" else -counts, kind="stable")
        names, counts = [names[k] for k in kept], counts[kept]
    most = int(node.number("NumDisplayBins"))
    if most and "NumDisplayBins" in node.values:
        names, counts = names[:most], counts[:most]
    axes, letter = node.parent_of("axes"), "Y" if node.text("Orientation") == "horizontal" else "X"
    alone = [child for child in axes.children if child.type != "text"] == [node]
    before = None if alone else axes.values.get(f"_{letter}Names")
    ruler = axes.values[f"_{letter}Names"] = category_axes.extend(before, Categorical(np.zeros((0, 0)), names))
    if alone:
        axes.values.pop("_XNames" if letter == "Y" else "_YNames", None)
    places = {name: float(k) for k, name in enumerate(ruler.names, 1)}
    node.values.update(
        _at=[places[name] for name in names], Categories=cellstr_row(names), BinCounts=row(counts), NumDisplayBins=float(len(names)),
        Values=row(normalised_counts(counts.reshape(1, -1), node.text("Normalization"), data.numel).ravel()),
    )  # fmt: skip


def _pie(call: Any, *arguments: Any) -> Any:
    """A pie of the counts of categories."""
    items = list(arguments)
    at = next(k for k, item in enumerate(items) if type(item) is Categorical)
    value = items[at]
    items[at] = row(counts_of(value, value.names).ravel())
    if not any(type(item) in (CellArray, StringArray) for item in items):
        items.append(cellstr_row(value.names))
    results = call.feval(call.name, *items, nargout=call.nargout)
    return results[0] if call.nargout else None


PLOTS_OF_CATEGORIES = methods(Categorical, {
    **{name: _plot(name) for name in (*_SERIES, *_ADDED, *_SETTINGS)},
    "histogram": _histogram,
    "pie": _pie,
    "pie3": _pie,
})
