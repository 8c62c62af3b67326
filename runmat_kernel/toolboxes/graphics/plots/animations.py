"""Lines that grow: animatedline and what adds points to it, comet."""

from __future__ import annotations

import numpy as np

from ....builtins.spec import ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures.arguments import give, row
from ....figures.handles import Handle
from ....figures.tree import Node
from ....values.convert import as_array
from ..handles import node_of


@builtin(
    "animatedline",
    "h = animatedline()",
    "h = animatedline(x, y, Name, Value, ...)",
    summary="A line to which points can be added.",
    see_also=("addpoints",),
)
def animatedline(call, *arguments):
    figures = call.session.figures
    axes, rest = read.chosen_axes(figures, arguments)
    node = Node("animatedline", axes, Color=np.zeros((1, 3)))
    for letter in "XYZ":
        if rest and read.is_numeric(rest[0]):
            node.values[f"{letter}Data"] = row(as_array(rest.pop(0)).ravel())
    read.apply([node], rest, "animatedline")
    figures.touch(node)
    return give(call, [node])


@builtin(
    "addpoints", "addpoints(h, x, y)", "addpoints(h, x, y, z)", summary="Add points to an animated line; the oldest go beyond MaximumNumPoints.",
    examples=(Example("h = animatedline('MaximumNumPoints',2); addpoints(h,1:3,4:6); [x,y] = getpoints(h)", "{[2 3],[5 6]}"),),
    errors=(ErrorCase("addpoints(animatedline,1:2,1:3)", "MATLAB:graphics:animatedline:addpoints"), ErrorCase("addpoints(3,1,2)", "MATLAB:class:InvalidHandle")),
    see_also=("animatedline", "clearpoints"),
)  # fmt: skip
def addpoints(call, handle, *coordinates):
    if not isinstance(handle, Handle):
        raise call.error("Invalid handle.", "MATLAB:class:InvalidHandle")
    node = handle.node
    if len({np.size(as_array(values)) for values in coordinates}) > 1 or len(coordinates) < 2:
        raise call.error("The coordinates of points must have the same number of elements.", "MATLAB:graphics:animatedline:addpoints")
    most = int(min(node.number("MaximumNumPoints"), 1e9))
    for letter, values in zip("XYZ", coordinates, strict=False):
        points = np.concatenate([node.vector(f"{letter}Data"), as_array(values).ravel()])
        node.values[f"{letter}Data"] = row(points[max(0, points.size - most) :])
    call.session.figures.touch(node)


@builtin("clearpoints", "clearpoints(h)", summary="Take all points off an animated line.", see_also=("addpoints",))
def clearpoints(call, handle):
    handle = Handle.of(node_of(call, handle))
    for letter in "XYZ":
        handle.node.values.pop(f"{letter}Data", None)
    call.session.figures.touch(handle.node)


@builtin(
    "getpoints", "[x, y] = getpoints(h)", "[x, y, z] = getpoints(h)", summary="The points of an animated line.",
    examples=(Example("h = animatedline; addpoints(h, 1:2, 3:4); [x, y] = getpoints(h)", "{[1 2], [3 4]}"),), see_also=("addpoints",),
)  # fmt: skip
def getpoints(call, handle):
    node = node_of(call, handle)
    if node.type != "animatedline":
        raise call.error("Invalid handle.", "MATLAB:class:InvalidHandle")
    return tuple(node.get(f"{letter}Data") for letter in "XYZ")
