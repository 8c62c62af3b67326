"""Fonts of all texts in a figure or in axes: fontsize, fontname."""

from __future__ import annotations

from typing import Any

from ...builtins import arguments as arg
from ...builtins.element_values import cellstr_column
from ...builtins.spec import ErrorCase, Example, builtin
from ...figures.arguments import nodes_of
from ...figures.drawing.style import font_names
from ...figures.handles import Handle
from ...figures.tree import Node
from ...values.convert import is_text, text_of

_UNITS = ("points", "pixels", "inches", "centimeters", "normalized")


def _targets(call: Any, arguments: tuple[Any, ...]) -> tuple[list[Node], list[Any]]:
    """All that has a font below the object that is named, or below the current figure; and the other arguments."""
    rest = list(arguments)
    tops = nodes_of(call, rest.pop(0)) if rest and isinstance(rest[0], Handle) else [call.session.figures.gcf()]
    nodes = [node for top in tops for node in top.walk()]
    nodes += [label for node in nodes for name, label in node.labels.items() if name != "_right"]
    for node in tops:
        call.session.figures.touch(node)
    return [node for node in nodes if "FontSize" in node.kind.defaults], rest


@builtin(
    "fontsize", "fontsize(size, units)", "fontsize(obj, size, units)", "fontsize(scale=factor)", "fontsize(direction)",
    summary="Size of all text in a figure, or below an object: given, or larger or smaller by a factor.",
    examples=(Example("plot(1:3); fontsize(14, 'points'); ax = gca; ax.FontSize", "14"), Example("ax = gca; fontsize(ax, 'increase'); ax.FontSize", "11")),
    errors=(ErrorCase("fontsize(14, 'miles')", "MATLAB:fontsize:InvalidUnits"),), see_also=("fontname",),
)  # fmt: skip
def fontsize(call, *arguments):
    nodes, rest = _targets(call, arguments)
    word = text_of(rest[0]).lower() if rest and is_text(rest[0]) else ""
    if word in ("increase", "decrease", "default", "scale"):
        factor = {"increase": 1.1, "decrease": 1 / 1.1}.get(word) or (arg.scalar(rest[1], "scale") if word == "scale" else 0.0)
        for node, size in [(node, node.number("FontSize") * factor) for node in nodes]:
            if size:
                node.set("FontSize", size)
            else:
                node.values.pop("FontSize", None)
        return
    if len(rest) < 2 or text_of(rest[1]).lower() not in _UNITS:
        raise call.error("Specify the size and its units, such as 12, 'points'.", "MATLAB:fontsize:InvalidUnits")
    per_point = {"points": 1.0, "pixels": 0.75, "inches": 72.0, "centimeters": 72 / 2.54, "normalized": 300.0}[text_of(rest[1]).lower()]
    for node in nodes:
        node.set("FontSize", arg.scalar(rest[0], "font size") * per_point)


@builtin(
    "fontname", "fontname(name)", "fontname(obj, name)", summary="Font of all text in a figure, or below an object.",
    examples=(Example("plot(1:3); fontname('Courier'); ax = gca; ax.FontName", "'Courier'"),), see_also=("fontsize",),
)  # fmt: skip
def fontname(call, *arguments):
    nodes, rest = _targets(call, arguments)
    if not rest:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    for node in nodes:
        node.set("FontName", rest[0])


@builtin(
    "listfonts", "c = listfonts", "c = listfonts(h)", summary="The names of the fonts there are, in the order of the alphabet.",
    examples=(Example("c = listfonts; {iscellstr(c), size(c,2), any(strcmp(c,'DejaVu Sans'))}", "{true,1,true}"),), see_also=("fontname",),
)  # fmt: skip
def listfonts(call, handle=None):
    names = font_names()
    if isinstance(handle, Handle) and "FontName" in handle.node.kind.defaults:
        names.add(handle.node.text("FontName"))
    return cellstr_column(sorted(names, key=str.lower))
