"""Points whose sizes are data, or that stand beside each other: bubblechart, bubblechart3, bubblesize, bubblelim, bubblelegend, swarmchart, swarmchart3."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....builtins.spec import ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures import bubbles
from ....figures.arguments import give, row
from ....figures.properties import KINDS
from ....figures.tree import Node
from ....values import CellArray, CharArray, StringArray
from ....values.convert import as_array, is_text, text_of
from ....values.tables.table import Table
from ....values.times.categorical import Categorical
from ...tables.methods import codes_of
from ..axes import target
from .statistics import as_column

_XYZ = "[1 2],[3 4],[5 6],"


def _columns(call: Any, rest: list[Any], count: int) -> list[Any]:
    """Data of a chart: arrays, or variables of a table that are given by name; axes are named after these."""
    if not rest or not isinstance(rest[0], Table):
        return rest
    table, names = rest[0], [name for argument in rest[1 : count + 1] for name in rest[0].chosen_names(argument)]
    more = rest[count + 1 :]
    if len(names) < count:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    return [*(table.column(name) for name in names), *more]


def _bubbles(call: Any, arguments: tuple[Any, ...], dimensions: int) -> Any:
    axes, rest = read.take_axes(call.session.figures, arguments)
    rest = _columns(call, rest, dimensions + 1)
    if len(rest) <= dimensions:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    data, sizes, more = rest[:dimensions], as_array(rest[dimensions]).astype(np.float64), rest[dimensions + 1 :]
    count = max(as_array(data[0]).size, 1)
    if not sizes.size or sizes.size not in (1, count):
        raise call.error("SZ must be a scalar, or have one element for each point.", f"MATLAB:{call.name}:InvalidSize")
    owner = read.owner(axes)
    colour = [more.pop(0)] if more and (not is_text(more[0]) or len(more) % 2) else []
    value = call.session.value
    handles = call.feval("scatter3" if dimensions == 3 else "scatter", *owner, *data, value(36.0), *colour, value("filled"), nargout=1)[0]
    nodes = list(handles.nodes.flat)
    whole = np.broadcast_to(sizes.ravel(order="F"), (count,))
    for k, node in enumerate(nodes):
        node.kind = KINDS["bubblechart"]
        node.values.pop("MarkerEdgeColor", None)
        points = node.vector("XData").size  # columns of matrices are charts of their own
        own = whole[k * points : (k + 1) * points] if len(nodes) > 1 and count == len(nodes) * points else whole
        node.values.update(SizeData=row(own), MarkerFaceAlpha=0.6)
    read.apply(nodes, more, call.name)
    return handles if call.nargout else None


@builtin(
    "bubblechart", "b = bubblechart(x, y, sz)", "b = bubblechart(x, y, sz, c)", "b = bubblechart(tbl, xvar, yvar, sizevar)", "b = bubblechart(ax, ...)",
    "b = bubblechart(..., Name, Value)",
    summary="Points drawn as bubbles, which are the larger the larger their sizes are.",
    examples=(Example("b = bubblechart([1 2],[3 4],[5 9]); {b.SizeData, b.Type}", "{[5 9], 'bubblechart'}"),
              Example("b = bubblechart(table([1;2],[3;4],[5;6],'VariableNames',{'a','b','c'}),'a','b','c'); b.SizeData", "[5 6]")),
    errors=(ErrorCase("bubblechart([1 2],[3 4],[1 2 3])", "MATLAB:bubblechart:InvalidSize"),), see_also=("bubblechart3", "bubblesize", "bubblelegend"),
)  # fmt: skip
def bubblechart(call, *arguments):
    return _bubbles(call, arguments, 2)


@builtin(
    "bubblechart3", "b = bubblechart3(x, y, z, sz)", "b = bubblechart3(x, y, z, sz, c)", "b = bubblechart3(..., Name, Value)",
    summary="Bubbles in space.", examples=(Example(f"b = bubblechart3({_XYZ}[7 9]); b.ZData", "[5 6]"),),
    errors=(ErrorCase("bubblechart3(1,2,3)", "MATLAB:minrhs"),), see_also=("bubblechart",),
)  # fmt: skip
def bubblechart3(call, *arguments):
    return _bubbles(call, arguments, 3)


@builtin(
    "bubblesize", "bubblesize([smallest largest])", "sz = bubblesize", "bubblesize(ax, ...)", summary="Diameters of the smallest and the largest bubble, in points (5 and 50).",
    examples=(Example("bubblechart([1 2],[3 4],[5 9]); bubblesize([10 30]); bubblesize", "[10 30]"), Example("bubblesize", "[5 50]")),
    errors=(ErrorCase("bubblesize([30 10])", "MATLAB:bubblesize:InvalidRange"),), see_also=("bubblechart", "bubblelim"),
)  # fmt: skip
def bubblesize(call, *arguments):
    axes, rest = target(call, arguments)
    if rest:
        diameters = as_array(rest[0]).ravel().astype(np.float64)
        if diameters.size != 2 or not 1 <= diameters[0] <= diameters[1] <= 100:
            raise call.error("Bubble sizes must be two increasing numbers from 1 to 100.", "MATLAB:bubblesize:InvalidRange")
        axes.values["_BubbleSize"] = diameters
    return row(bubbles.size_range(axes)) if not rest or call.nargout else None


@builtin(
    "bubblelim", "bubblelim([low high])", "bubblelim(mode)", "lim = bubblelim", "m = bubblelim('mode')", "bubblelim(ax, ...)",
    summary="The sizes that the smallest and the largest bubble stand for; 'auto' takes those of all bubbles.",
    examples=(Example("bubblechart([1 2],[3 4],[5 9]); bubblelim", "[5 9]"), Example("bubblechart([1 2],[3 4],[5 9]); bubblelim([0 20]); {bubblelim, bubblelim('mode')}", "{[0 20], 'manual'}")),
    errors=(ErrorCase("bubblelim([2 1])", "MATLAB:hg:InvalidLimits"), ErrorCase("bubblelim('x')", "MATLAB:bubblelim:InvalidMode")), see_also=("bubblesize",),
)  # fmt: skip
def bubblelim(call, *arguments):
    axes, rest = target(call, arguments)
    word = text_of(rest[0]).lower() if rest and is_text(rest[0]) else ""
    if word == "mode":
        return CharArray.row("manual" if "_BubbleLimits" in axes.values else "auto")
    if word not in ("", "auto", "manual"):
        raise call.error("The mode must be 'auto' or 'manual'.", "MATLAB:bubblelim:InvalidMode")
    if word == "auto":
        axes.values.pop("_BubbleLimits", None)
    elif rest:
        bounds = bubbles.limits(axes) if word else as_array(rest[0]).ravel().astype(np.float64)
        if bounds.size != 2 or not bounds[0] < bounds[1]:
            raise call.error("Limits must be a 2-element vector of increasing numeric values.", "MATLAB:hg:InvalidLimits")
        axes.values["_BubbleLimits"] = bounds
    return row(bubbles.limits(axes)) if not rest or call.nargout else None


@builtin(
    "bubblelegend", "bubblelegend", "bubblelegend(title)", "bubblelegend(..., Name, Value)", "bubblelegend(ax, ...)", "blgd = bubblelegend(...)",
    summary="A legend of the sizes of bubbles.",
    examples=(Example("bubblechart([1 2],[3 4],[5 9]); b = bubblelegend('People','Location','southwest'); {b.Title, b.NumBubbles}", "{'People', 3}"),),
    errors=(ErrorCase("bubblelegend('a','NoSuch',1)", "MATLAB:hg:InvalidProperty"),), see_also=("bubblechart", "legend"),
)  # fmt: skip
def bubblelegend(call, *arguments):
    axes, rest = target(call, arguments)
    axes.labels["_Bubblelegend"] = box = Node("bubblelegend")
    box.parent = axes
    if len(rest) % 2:
        box.values["Title"] = rest.pop(0)
    read.apply([box], rest, "bubblelegend")
    return give(call, [box])


# --- swarms ------------------------------------------------------------------------------------------------------------


def _places(values: Any) -> np.ndarray:
    if type(values) in (CellArray, StringArray) or hasattr(values, "names"):
        return codes_of(as_column(values))
    return as_array(values).ravel(order="F").astype(np.float64)


def _swarm(call: Any, arguments: tuple[Any, ...], dimensions: int) -> Any:
    axes, rest = read.take_axes(call.session.figures, arguments)
    rest = _columns(call, rest, dimensions)
    if len(rest) < dimensions:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    places, values = [_places(side) for side in rest[: dimensions - 1]], as_array(rest[dimensions - 1]).ravel(order="F").astype(np.float64)
    if any(side.size != values.size for side in places):
        raise call.error("X and Y must be vectors of the same length.", f"MATLAB:{call.name}:XYLength")
    value, owner = call.session.value, read.owner(axes)
    named = [side if type(side) is Categorical else value(at.reshape(1, -1)) for side, at in zip(rest, places, strict=False)]
    data = (*named, value(values.reshape(1, -1)))
    handle = call.feval("scatter3" if dimensions == 3 else "scatter", *owner, *data, *rest[dimensions:], nargout=1)[0]
    for letter in "XY"[: dimensions - 1]:
        handle.node.values.setdefault(f"{letter}Jitter", value("density"))
    return handle if call.nargout else None


@builtin("swarmchart", "s = swarmchart(x, y)", "s = swarmchart(x, y, sz, ...)", "s = swarmchart(ax, ...)", summary="Scatter plot with points of a group spread sideways.",
         examples=(Example("s = swarmchart([1 1 2],[3 3 4]); numel(s)", "1"), Example("s = swarmchart([1 1 2],[3 3 4],'XJitterWidth',0.5); {s.XJitter, s.XJitterWidth, s.XData}", "{'density', 0.5, [1 1 2]}")), errors=(ErrorCase("swarmchart([1 2],[1 2 3])", "MATLAB:swarmchart:XYLength"),))  # fmt: skip
def swarmchart(call, *arguments):
    return _swarm(call, arguments, 2)


@builtin("swarmchart3", "s = swarmchart3(x, y, z)", "s = swarmchart3(x, y, z, sz, ...)", "s = swarmchart3(ax, ...)", summary="Points in space, those of a place spread around it.",
         examples=(Example("s = swarmchart3([1 1 2],[1 1 2],[3 3 4]); s.ZData", "[3 3 4]"),), errors=(ErrorCase("swarmchart3(1,2)", "MATLAB:minrhs"),))  # fmt: skip
def swarmchart3(call, *arguments):
    return _swarm(call, arguments, 3)
