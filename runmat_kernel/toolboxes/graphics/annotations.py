"""Annotations of plots: legends, texts, lines across them, a second axis, dates at ticks."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins.spec import builtin
from ...figures import arguments as read
from ...figures import legends, positions, series_styles
from ...figures import limits as lim
from ...figures.arguments import give, row
from ...figures.handles import Handle
from ...figures.properties import KINDS
from ...figures.tree import Node
from ...values import CellArray, CharArray, StringArray, Tensor
from ...values.convert import as_array, is_text, text_of, to_value
from .axes import OFF, ON, along, target


@builtin(
    "legend",
    "lgd = legend()",
    "lgd = legend(labels, Name, Value, ...)",
    "legend off",
    summary="Legend of the axes: labels in the order of plotting.",
    see_also=("plot", "title"),
)
def legend(call, *arguments):
    axes, rest = target(call, arguments)
    axes = along(axes, "X")
    if rest and is_text(rest[0]) and text_of(rest[0]).lower() in ("off", "hide", "show", "toggle", "boxoff", "boxon") and len(rest) == 1:
        box = _legend_word(axes, text_of(rest[0]).lower())
        return give(call, [box] if box is not None else [])
    if rest:
        rest[0] = read.as_handle(call.session.figures, rest[0])
    if rest and read.is_numeric(rest[0]):
        raise call.error("Invalid argument. Type 'help legend' for more information.", "MATLAB:legend:InvalidArgument")
    items = list(rest.pop(0).nodes.flat) if rest and isinstance(rest[0], Handle) else None
    words: list[str] = []
    while rest and not _begins_options(rest):
        item = rest.pop(0)
        words += [text_of(item)] if is_text(item) else read.texts(item)
    nodes = items if items is not None else legends.candidates(axes)
    if not nodes:
        call.warning("Plot empty.", "MATLAB:legend:PlotEmpty")
    elif len(words) > len(nodes):
        call.warning("Ignoring extra legend entries.", "MATLAB:legend:IgnoringExtraEntries")
    for node, word in zip(nodes, words, strict=False):
        node.values["DisplayName"] = CharArray.row(word)
    box = _legend_of(axes)
    if items is not None or words or "_known" not in box.values:
        legends.choose(box, nodes[: len(words)] if words else items)
    read.apply([box], rest, "legend")
    return give(call, [box])


def _legend_of(axes: Node) -> Node:
    """The legend of an axes, made where there is none."""
    box = axes.labels.get("Legend")
    if box is None or not box.alive:
        axes.labels["Legend"] = box = Node("legend")
        box.parent = axes
    return box


_OPTIONS_OF_LEGENDS = frozenset(
    "location orientation interpreter fontsize numcolumns box color textcolor edgecolor units position autoupdate fontweight fontname fontangle "
    "linewidth string title tag visible".split()
)
"""Names that are options wherever a value follows them; other properties may be labels as well."""


def _begins_options(rest: list[Any]) -> bool:
    """Whether arguments are options of a legend: names and values, whose first name is no label."""
    if not is_text(rest[0]) or len(rest) % 2:
        return False
    word = text_of(rest[0]).lower()
    if word in _OPTIONS_OF_LEGENDS:
        return True
    return word in map(str.lower, KINDS["legend"].names) and (not is_text(rest[1]) or word.endswith("fcn"))


def _legend_word(axes: Node, word: str) -> Node | None:
    """Show, hide or delete the legend as a single word says; the legend, None where it is deleted."""
    box = axes.labels.get("Legend")
    if word == "off":
        if box is not None:
            box.delete()
            axes.labels.pop("Legend")
        return None
    if box is None or not box.alive:
        box = _legend_of(axes)
        legends.choose(box, None)
    if word in ("boxoff", "boxon"):
        box.values["Box"] = OFF if word == "boxoff" else ON
    elif word in ("hide", "show"):
        box.values["Visible"] = OFF if word == "hide" else ON
    elif word == "toggle":
        box.values["Visible"] = OFF if box.on("Visible") else ON
    return box


@builtin(
    "text",
    "t = text()",
    "t = text(x, y, z, txt, Name, Value, ...)",
    summary="Text at a place in the axes.",
    see_also=("title", "annotation"),
)
def text(call, *arguments):
    axes, rest = target(call, arguments)
    numbers = []
    while rest and read.is_numeric(rest[0]) and len(numbers) < 3:
        numbers.append(read.data(rest.pop(0), "text").ravel(order="F").astype(np.float64))
    if not numbers:
        node = Node("text", axes, _begun=True)
        read.apply([node], rest, "text")
        node.values.pop("_begun")
        return give(call, [node])
    if len(numbers) == 3 and len(rest) % 2 == 0:
        rest.insert(0, call.feval("num2str", to_value(numbers.pop().reshape(-1, 1)))[0])  # the third is what is written
    if not rest or len(numbers) < 2:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    read.same_length(numbers, "text")
    words = _text_at_each(call, rest.pop(0), numbers[0].size)
    nodes = [Node("text", axes, Position=row([*place, 0.0][:3]), String=word, _begun=True) for *place, word in zip(*numbers, words, strict=True)]
    read.apply(nodes, rest, "text")
    for node in nodes:
        node.values.pop("_begun")
    return give(call, nodes)


def _text_at_each(call: Any, content: Any, count: int) -> list[Any]:
    """The text for each of ``count`` places: one for all of them, or one for each."""
    if type(content) is CharArray and count > 1 and content.shape[0] == count:
        content = call.feval("cellstr", content)[0]  # a row for each place
    if count < 2 or type(content) not in (CellArray, StringArray):
        return [content] * count
    words = list(content.array.ravel(order="F"))
    words = words * count if len(words) == 1 else words
    if len(words) != count:
        raise call.error("Number of text strings must match the number of positions.", "MATLAB:text:InvalidStringCount")
    return words


def _constant(name: str, letter: str):
    @builtin(name, f"h = {name}()", f"h = {name}(value, LineSpec, label, ...)", summary=f"Line at a constant {letter} across the axes.")
    def constant(call, *arguments):
        axes, rest = target(call, arguments)
        if not rest:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        values = read.data(rest.pop(0), name).ravel(order="F")
        nodes = [Node("constantline", axes, Value=float(v), InterceptAxis=letter, Color=np.array([[0.15, 0.15, 0.15]])) for v in values]
        if rest and is_text(rest[0]):
            spec = read.line_spec(text_of(rest[0]))
            if spec is not None:
                rest.pop(0)
                for node in nodes:
                    for key, value in spec.items():
                        node.set(key, value)
        if rest and len(rest) % 2:
            label = rest.pop(0)
            words = None if is_text(label) else read.texts(label)
            if len(nodes) == 1:
                words = None  # lines of one label
            if words is not None and len(words) != len(nodes):
                raise call.error("There must be one label, or one for each line.", f"MATLAB:graphics:{name}:LabelCount")
            for i, node in enumerate(nodes):
                node.values["Label"] = label if words is None else CharArray.row(words[i])
        read.apply(nodes, rest, name)
        return give(call, nodes)

    return constant


CONSTANT_LINES = (_constant("xline", "x"), _constant("yline", "y"))


@builtin("yyaxis", "yyaxis(side)", "yyaxis(ax, side)", summary="Make the left or the right y-axis the one that plots and labels go to.")
def yyaxis(call, *arguments):
    figures = call.session.figures
    axes, rest = target(call, arguments)
    side = text_of(rest[0]).lower() if rest else ""
    if side not in ("left", "right"):
        raise call.error("Invalid side. Specify 'left' or 'right'.", "MATLAB:yyaxis:InvalidSide")
    left = axes.values.get("_twin", axes)
    right = left.labels.get("_right")
    if right is None or not right.alive:
        right = figures.new_axes(left.parent, Position=row(positions.own(left)), YAxisLocation="right", Color="none")
        right.values["_twin"] = left
        left.labels["_right"] = right
        series_styles.share_out(left, left.array("ColorOrder"))
    figures.select_axes(left if side == "left" else right)


@builtin("datetick", "datetick()", "datetick(axis, format, ...)", summary="Label an axis of date numbers with dates.")
def datetick(call, *arguments):
    axes, rest = target(call, arguments)
    letter = text_of(rest[0]).upper()[:1] if rest and is_text(rest[0]) and text_of(rest[0]).lower() in ("x", "y", "z") else "X"
    form = next((a for a in rest[1:] if not (is_text(a) and text_of(a).startswith("keep"))), None)
    at = lim.ticks(axes, letter)
    words = call.feval("datestr", Tensor(at[:, None]), *([form] if form is not None else []))[0]
    axes.set(f"{letter}Tick", row(at))
    axes.set(f"{letter}TickLabel", words)


@builtin(
    "sgtitle",
    "h = sgtitle(txt)",
    "h = sgtitle(txt, Name, Value, ...)",
    summary="Title above all subplots of the figure.",
    see_also=("title",),
)
def sgtitle(call, *arguments):
    figures = call.session.figures
    rest = list(arguments)
    figure_node = rest.pop(0).node if isinstance(rest[0], Handle) else figures.gcf()
    for node in list(figure_node.children):
        if node.type == "text":
            node.delete()
    node = Node("text", figure_node, String=rest.pop(0), FontSize=12.0, FontWeight="bold")
    read.apply([node], rest, "sgtitle")
    figures.touch(figure_node)
    return give(call, [node])


@builtin(
    "annotation",
    "h = annotation(shape)",
    "h = annotation(shape, x, y, ...)",
    summary="Line, arrow, text box, rectangle or ellipse in figure coordinates.",
    see_also=("text",),
)
def annotation(call, *arguments):
    figures = call.session.figures
    rest = list(arguments)
    figure_node = rest.pop(0).node if isinstance(rest[0], Handle) else figures.gcf()
    shape = text_of(rest.pop(0)).lower()
    if shape not in ("line", "arrow", "doublearrow", "textarrow", "textbox", "rectangle", "ellipse"):
        raise call.error(f"Unknown annotation type '{shape}'.", "MATLAB:annotation:UnknownType")
    if rest and read.is_numeric(rest[0]) and shape.endswith(("line", "arrow")) and not (len(rest) > 1 and read.is_numeric(rest[1])):
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    node = Node("annotation", figure_node, Shape=shape)
    if shape == "textbox":
        node.values["EdgeColor"] = to_value(np.zeros((1, 3)))
    if shape in ("line", "arrow", "doublearrow", "textarrow"):
        for letter in "XY":
            node.values[letter] = row(as_array(rest.pop(0)).ravel() if rest and read.is_numeric(rest[0]) else [0.3, 0.5])
    else:
        node.values["Position"] = row(as_array(rest.pop(0)).ravel() if rest and read.is_numeric(rest[0]) else [0.3, 0.3, 0.1, 0.1])
    read.apply([node], rest, "annotation")
    figures.touch(figure_node)
    return give(call, [node])
