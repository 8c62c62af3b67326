"""Contours of a matrix: lines, filled, in space, below a surface, and as numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....builtins.arguments import name_values
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures.arguments import give, row
from ....figures.drawing.contours import contour_matrix
from ....figures.handles import Handle
from ....figures.limits import nice_step
from ....figures.properties import resolve
from ....figures.tree import Node
from ....values import CharArray, Tensor
from ....values.convert import as_array, is_text, text_of, to_value
from ..plots.series import prepare
from .surfaces import draw_surface, surface_data, view_3d


def _levels(z: np.ndarray, levels: np.ndarray | None) -> np.ndarray:
    """Contour levels: those given, that many, or MATLAB's automatic choice (multiples of a nice step inside the range)."""
    finite = z[np.isfinite(z)]
    if not finite.size:
        return np.zeros(0)
    low, high = float(finite.min()), float(finite.max())
    if levels is not None and levels.size > 1:
        return np.unique(levels.ravel().astype(np.float64))
    if levels is not None and levels.size == 1:
        count = int(levels.flat[0])
        return np.linspace(low, high, count + 2)[1:-1]
    if high <= low:
        return np.zeros(0)
    step = nice_step(high - low, 10)
    first = np.floor(low / step) + 1
    return np.arange(first, np.ceil(high / step - 1e-9)) * step


def _contour_node(call: Any, axes: Node, arrays: list[np.ndarray], levels: np.ndarray | None) -> Node:
    values = surface_data(call, arrays, "contour")
    node = Node("contour", axes)
    chosen = _levels(values["ZData"].array, levels)
    mode = CharArray.row("manual" if levels is not None and levels.size > 1 else "auto")
    node.values.update({**values, "LevelList": row(chosen), "LevelListMode": mode})
    return node


def _contour(call: Any, arguments: tuple[Any, ...], name: str):
    axes, rest = prepare(call, arguments)
    arrays = read.numbers(rest, name)
    levels = arrays.pop() if len(arrays) in (2, 4) else None
    node = _contour_node(call, axes, arrays, levels)
    if name == "contourf":
        node.values.update(Fill=CharArray.row("on"), LineColor=to_value(np.zeros((1, 3))))
        low = float(np.min(heights := node.array("ZData"), initial=np.inf, where=~np.isnan(heights)))
        chosen = node.vector("LevelList")
        if levels is None or levels.size == 1:
            node.values["LevelList"] = row(np.unique(np.append(chosen, low)))
    if rest and is_text(rest[0]):
        spec = read.line_spec(text_of(rest[0]))
        if spec is not None:
            rest.pop(0)
            if "Color" in spec:
                node.set("LineColor", to_value(spec["Color"]))
            if "LineStyle" in spec:
                node.set("LineStyle", spec["LineStyle"])
    if name == "contour3":
        node.values["Height"] = True
        view_3d(axes)
    read.apply([node], rest, name)
    if not call.nargout:
        return None
    return Tensor(contour_matrix(node)), Handle.of(node)


def _contour_builtin(name: str, summary: str):
    @builtin(name, f"[M, h] = {name}(Z)", f"[M, h] = {name}(X, Y, Z, levels, LineSpec, ...)", summary=summary, see_also=("clabel", "surf"))
    def draw(call, *arguments):
        return _contour(call, arguments, name)

    return draw


CONTOURS = (
    _contour_builtin("contour", "Contour lines of a matrix."),
    _contour_builtin("contourf", "Filled contours of a matrix."),
    _contour_builtin("contour3", "Contour lines at their height, in three dimensions."),
)


@builtin(
    "clabel", "clabel(C)", "clabel(C, h)", "clabel(C, h, levels)", "clabel(..., Name, Value)", "t = clabel(...)",
    summary="Label contour lines with their levels: all of them or those given; FontSize, FontWeight, Color and LabelSpacing of the labels.",
    examples=(Example("[C,h] = contour(peaks(9)); clabel(C,h,[0 2]); {h.ShowText, h.TextList}", "{'on', [0 2]}"),),
    errors=(ErrorCase("[C,h] = contour(peaks(9)); clabel(C,h,'NoSuchThing',1)", "MATLAB:clabel:NameValueNames"),),
    see_also=("contour",),
)  # fmt: skip
def clabel(call, *arguments):
    rest = [item for item in arguments if not isinstance(item, Handle)]
    nodes = [node for item in arguments if isinstance(item, Handle) for node in item.nodes.flat if node.type == "contour"]
    if not nodes:  # of the lines that are there
        nodes = [node for node in call.session.figures.gca().walk() if node.type == "contour"]
    rest = rest[1:] if rest and read.is_numeric(rest[0]) else rest
    levels = as_array(rest.pop(0)).ravel() if rest and read.is_numeric(rest[0]) else None
    rest = rest[1:] if len(rest) % 2 and is_text(rest[0]) else rest  # labels cannot be placed by hand
    named = name_values(
        rest, "clabel", "fontsize fontweight fontname fontangle color labelspacing rotation interpreter backgroundcolor edgecolor margin"
    )
    for node in nodes:
        node.set("ShowText", "on")
        if levels is not None:
            node.set("TextList", row(levels))
        if "labelspacing" in named:
            node.set("LabelSpacing", named["labelspacing"])
        look = Node("text")
        for name, value in named.items():
            if name != "labelspacing":
                look.set(resolve(look.kind, name), value)
        node.labels["_Text"] = look
        call.session.figures.touch(node)
    return Handle.of() if call.nargout else None


def _with_contour(name: str, base: str, **look: Any):
    @builtin(
        name, f"h = {name}(Z)", f"h = {name}(X, Y, Z, ...)", summary=f"A {base} with a contour plot below it.", see_also=(base, "contour")
    )
    def draw(call, *arguments):
        axes, node = draw_surface(call, arguments, name, **look)
        below = _contour_node(call, axes, [node.array(f"{letter}Data") for letter in "XYZ"], None)
        return give(call, [node, below])

    return draw


SURFACE_AND_CONTOUR = (_with_contour("surfc", "surf"), _with_contour("meshc", "mesh", FaceColor=np.ones((1, 3)), EdgeColor="flat"))


@builtin(
    "contourc",
    "C = contourc(Z)",
    "C = contourc(x, y, Z, levels)",
    summary="Contour matrix without a plot.",
    examples=(Example("size(contourc([1 2; 3 4], [2 2]), 1)", "2"),),
)
def contourc(call, *arguments):
    arrays = [read.data(a, "contourc") for a in arguments]
    levels = arrays.pop() if len(arrays) in (2, 4) else None
    if arrays and min(arrays[-1].shape) < 2:
        raise call.error("Z must be at least a 2x2 matrix.", "MATLAB:contourc:ZMustBeAtLeast2x2Matrix")
    holder = Node("axes")
    return Tensor(contour_matrix(_contour_node(call, holder, arrays, levels)))
