"""Settings of axes and handles: colororder, tick formats, regions between two values, transparency, defaults, placeholders."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...figures import data_tips, series_styles
from ...figures.arguments import give, nodes_of
from ...figures.colors import COLOUR_ORDER, to_rgb
from ...figures.handles import Handle, array_of_nodes, placeholder, set_property
from ...figures.tree import Node
from ...values import CharArray
from ...values.convert import as_array, class_of, is_text, text_of, to_value
from .axes import target

_ORDERS = ("default", "gem")
"""Names of whole orders of colors: MATLAB's own."""


def _colors(call: Any, value: Any) -> np.ndarray:
    if class_of(value) in ("char", "string", "cell"):
        names = texts_of(value)
        if len(names) == 1 and names[0].lower() in _ORDERS:
            return np.array(COLOUR_ORDER, np.float64)
        return np.array([np.ravel(to_rgb(name)) for name in names], np.float64)
    array = as_array(value)
    if array.ndim != 2 or array.shape[1] != 3 or not ((array >= 0) & (array <= 1)).all():
        raise call.error(
            "Colors must be a matrix with three columns of values from 0 to 1, or color names.", "MATLAB:colororder:InvalidColors"
        )
    return array.astype(np.float64)


@builtin(
    "colororder", "colororder(newcolors)", "colororder(target, newcolors)", "C = colororder", summary="The colors that the series of a plot take one after another.",
    examples=(Example("colororder([1 0 0;0 1 0]); h = plot(1:2,[1 2;3 4;5 6]'); h(2).Color", "[0 1 0]"), Example("C = colororder; size(C)", "[7 3]"),
              Example("h = plot(1:2); colororder(\"red\"); h.Color", "[1 0 0]")),
    errors=(ErrorCase("colororder([1 2])", "MATLAB:colororder:InvalidColors"),), see_also=("colormap",),
)  # fmt: skip
def colororder(call, *arguments):
    figures, rest = call.session.figures, list(arguments)
    nodes = nodes_of(call, rest.pop(0)) if rest and isinstance(rest[0], Handle) else [figures.gca()]
    nodes = [node.values.get("_twin", node) for node in nodes]
    axes = [node for top in nodes for node in (top.walk() if top.type != "axes" else [top]) if node.type == "axes"]
    if not rest:
        return to_value(np.array(axes[0].array("ColorOrder")) if axes else np.array(COLOUR_ORDER))
    colors = _colors(call, rest[0])
    if not isinstance(arguments[0], Handle):
        # of the figure: also for axes that are begun anew
        figures.gcf().defaults["axesColorOrder"] = to_value(np.asfortranarray(colors))
    for node in axes:
        if "_right" in node.labels:
            series_styles.share_out(node, colors)
        elif "_twin" not in node.values:
            node.set("ColorOrder", np.asfortranarray(colors))
        figures.touch(node)
    return to_value(np.asfortranarray(colors)) if call.nargout else None


def _tick_format(letter: str) -> Any:
    name = f"{letter.lower()}tickformat"

    @builtin(name, f"{name}(fmt)", f"{name}(ax, fmt)", f"fmt = {name}", summary=f"How the labels at the ticks of the {letter.lower()}-axis are written.",
             examples=(Example(f"{name}('%.2f'); {name}", "'%.2f'"), Example(f"{name}('usd'); {name}", "'usd'")))  # fmt: skip
    def function(call, *arguments):
        axes, rest = target(call, arguments)
        if not rest:
            return CharArray.row(axes.values.get(f"_{letter}TickFormat", "%g"))
        axes.values[f"_{letter}TickFormat"] = text_of(rest[0], "format")
        return None

    return function


TICK_FORMATS = tuple(_tick_format(letter) for letter in "XYZ")


def _region(name: str, across: str) -> Any:
    @builtin(name, f"{name}(limits)", f"{name}(a, b)", f"{name}(ax, a, b, Name, Value)", f"h = {name}(...)", summary=f"Shade what lies between two values of {across}.",
             examples=(Example(f"plot(1:5); h = {name}(2,3); h.FaceAlpha", "0.3"),))  # fmt: skip
    def function(call, *arguments):
        axes, rest = target(call, arguments)
        if not rest:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        low, high = (as_array(v).ravel() for v in rest[:2]) if len(rest) > 1 and not is_text(rest[1]) else as_array(rest[0]).reshape(2, -1)
        limits = np.ravel(axes.array("YLim" if across == "x" else "XLim"))
        options, nodes = rest[2:] if len(rest) > 1 and not is_text(rest[1]) else rest[1:], []
        for a, b in zip(*np.broadcast_arrays(low, high), strict=True):
            sides, ends = np.array([a, b, b, a]), np.array([limits[0], limits[0], limits[1], limits[1]])
            x, y = (sides, ends) if across == "x" else (ends, sides)
            node = Node("patch", axes, XData=x.reshape(-1, 1), YData=y.reshape(-1, 1), Faces=np.array([[1.0, 2, 3, 4]]),
                        Vertices=np.asfortranarray(np.column_stack([x, y])), FaceColor=np.array([[0.0, 0.447, 0.741]]), FaceAlpha=0.3, EdgeColor="none")  # fmt: skip
            for k in range(0, len(options) - 1, 2):
                set_property(node, text_of(options[k]), options[k + 1])
            nodes.append(node)
        return give(call, nodes)

    return function


REGIONS = (_region("xregion", "x"), _region("yregion", "y"))


@builtin(
    "alpha", "alpha(value)", "alpha(obj, value)", summary="How opaque surfaces, patches and images are.",
    examples=(Example("h = patch([0 1 1],[0 0 1],'r'); alpha(0.5); h.FaceAlpha", "0.5"), Example("h = patch([0 1 1],[0 0 1],'r'); alpha(h,'clear'); h.FaceAlpha", "0")),
    errors=(ErrorCase("alpha('foo')", "MATLAB:alpha:InvalidAlpha"),),
)  # fmt: skip
def alpha(call, *arguments):
    figures, rest = call.session.figures, list(arguments)
    nodes = nodes_of(call, rest.pop(0)) if len(rest) > 1 else [figures.gca()]
    if is_text(rest[0]):
        words = {"clear": 0.0, "opaque": 1.0, "scaled": None, "none": None, "direct": None, "flat": None, "interp": None, "texture": None}
        if text_of(rest[0]).lower() not in words:
            raise call.error(f"Invalid alpha value '{text_of(rest[0])}'.", "MATLAB:alpha:InvalidAlpha")
        value = words[text_of(rest[0]).lower()]
    else:
        value = arg.scalar(rest[0], "alpha value")
    for node in [n for top in nodes for n in top.walk()] + nodes:
        name = "AlphaData" if node.type == "image" else "FaceAlpha"
        if value is not None and name in node.kind.defaults:
            node.values[name] = value
            figures.touch(node)


@builtin(
    "reset", "reset(h)", "reset(s)", "reset(s, seed)", summary="Bring the properties of a figure or axes, or a random stream, back to their defaults.",
    examples=(Example("ax = axes; ax.FontSize = 20; reset(ax); ax.FontSize", "10"),), errors=(ErrorCase("reset('a')", "MATLAB:class:InvalidHandle"),),
)  # fmt: skip
def reset(call, handle, *rest):
    kept = ("Position", "Units", "OuterPosition", "Layout", "Number", "PaperPosition", "PaperUnits", "WindowStyle", "_tiles", "_twin")
    for node in nodes_of(call, handle):
        data = (
            tuple(name for name in node.values if name.endswith(("Data", "Vertices", "Faces")))
            if node.type not in ("axes", "figure")
            else ()
        )
        node.values = {name: value for name, value in node.values.items() if name in kept or name in data}
        call.session.figures.touch(node)


@builtin(
    "dataTipTextRow", "row = dataTipTextRow(label, values)", "row = dataTipTextRow(label, values, format)",
    summary="Row for the data tips of a chart (DataTipTemplate.DataTipRows); images show no data tips.",
    examples=(
        Example("r = dataTipTextRow('Mass', [1 2 3]); r.Label", "'Mass'"),
        Example("h = plot(1:3); h.DataTipTemplate.DataTipRows(end + 1) = dataTipTextRow('m', 'YData'); numel(h.DataTipTemplate.DataTipRows)", "3"),
    ),
    errors=(ErrorCase("dataTipTextRow(1, 2)", "MATLAB:dataTipTextRow:InvalidLabel"),),
)  # fmt: skip
def data_tip_text_row(call, label, values, *form):
    if not is_text(label):
        raise call.error("The label must be text.", "MATLAB:dataTipTextRow:InvalidLabel")
    return data_tips.row(label, values, *form)


@builtin(
    "gobjects", "H = gobjects", "H = gobjects(n)", "H = gobjects(s1, ..., sn)", summary="An array to be filled with graphics handles.",
    examples=(Example("size(gobjects(2,3))", "[2 3]"), Example("h = gobjects(1,2); h(1) = plot(1:2); isgraphics(h)", "[true false]"), Example("isempty(gobjects(0))", "true")),
)  # fmt: skip
def gobjects(call, *sizes):
    shape = arg.read_size(sizes)
    arg.check_array_size(shape, "double")
    return Handle(array_of_nodes([placeholder()] * int(np.prod(shape)), shape))


@builtin(
    "textwrap", "w = textwrap(txt, columns)", "[w, position] = textwrap(h, txt, columns)", summary="Lines of at most so many characters, broken between words.",
    examples=(Example("textwrap({'the quick brown fox'},10)", "{'the quick ';'brown fox'}"), Example("textwrap({'ab','cd'},5)", "{'ab';'cd'}")),
    errors=(ErrorCase("textwrap({'a'},0)", "MATLAB:textwrap:InvalidColumns"),),
)  # fmt: skip
def textwrap(call, *arguments):
    rest = [a for a in arguments if not isinstance(a, Handle)]
    if not rest:
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs")
    width = arg.integer(rest[1], "number of columns") if len(rest) > 1 else 80
    if width < 1:
        raise call.error("The number of columns must be a positive integer.", "MATLAB:textwrap:InvalidColumns")
    lines: list[str] = []
    for paragraph in texts_of(rest[0]):
        left = paragraph
        while len(left) > width:
            at = left.rfind(" ", 0, width + 1)
            cut = at + 1 if at > 0 else width
            lines.append(left[:cut])
            left = left[cut:]
        lines.append(left)
    from ...values import CellArray

    return CellArray.of([CharArray.row(line) for line in lines], (len(lines), 1))
