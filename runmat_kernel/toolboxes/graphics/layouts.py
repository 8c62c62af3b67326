"""Places of axes in figures: subplot, axes, linkaxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...builtins.spec import ErrorCase, Example, builtin
from ...figures import arguments as read
from ...figures import limits as lim
from ...figures import positions
from ...figures.arguments import give, row
from ...figures.handles import Handle
from ...figures.tree import Node
from ...values import CharArray
from ...values.convert import as_array, is_text, text_of
from .axes import MANUAL
from .handles import node_of


def subplot_position(rows: int, columns: int, numbers: list[int]) -> tuple[float, float, float, float]:
    """The Position of a subplot that covers places of these ``numbers`` (from 1, along rows), as MATLAB lays the grid out."""
    gap_x, gap_y = 0.3155, 0.3886
    width = 0.775 / (columns + gap_x * (columns - 1))
    height = 0.815 / (rows + gap_y * (rows - 1))
    rectangles = []
    for place in numbers:
        r, c = divmod(place - 1, columns)
        rectangles.append((0.13 + c * width * (1 + gap_x), 0.11 + (rows - 1 - r) * height * (1 + gap_y)))
    left, bottom = min(x for x, _ in rectangles), min(y for _, y in rectangles)
    right, top = max(x for x, _ in rectangles) + width, max(y for _, y in rectangles) + height
    return left, bottom, right - left, top - bottom


@builtin(
    "subplot",
    "ax = subplot(mnp)",
    "ax = subplot(m, n, p, ...)",
    "subplot(m, n, p, ax)",
    summary="Axes in place p of an m-by-n grid; made current, or made where there are none.",
    errors=(ErrorCase("subplot(2, 2, 5)", "MATLAB:subplot:SubplotIndexTooLarge"),),
    see_also=("axes", "tiledlayout"),
)
def subplot(call, *arguments):
    figures = call.session.figures
    if arguments and isinstance(arguments[0], Handle):
        figures.select_axes(arguments[0].node)
        return give(call, [arguments[0].node])
    if arguments and is_text(arguments[0]) and text_of(arguments[0]).isdigit():  # ``subplot 121``
        arguments = (float(text_of(arguments[0])), *arguments[1:])
    if len(arguments) > 1 and is_text(arguments[0]):
        if text_of(arguments[0]).lower() != "position":
            raise call.error("Unknown command option.", "MATLAB:subplot:UnknownOption")
        axes = figures.new_axes(figures.gcf())
        read.apply([axes], [CharArray.row("Position"), row(as_array(arguments[1]).ravel().tolist()), *arguments[2:]], "subplot")
        return give(call, [axes])
    rows, columns, numbers, rest = _grid_places(call, arguments)
    position = subplot_position(rows, columns, numbers)
    if rest and isinstance(rest[0], Handle):
        axes = rest[0].node
        for node in [child for child in figures.gcf().children if child.type == "axes" and child is not axes]:
            if _overlap(positions.own(node), position):
                node.delete()
        read.apply([axes], [CharArray.row("Position"), row(position), *rest[1:]], "subplot")
        figures.select_axes(axes)
        return give(call, [axes])
    word = text_of(rest[0]).lower() if rest and is_text(rest[0]) else ""
    axes = _axes_at(figures, position, fresh=word == "replace")
    figures.select_axes(axes)
    read.apply([axes], rest[1:] if word in ("replace", "align") else rest, "subplot")
    return give(call, [axes])


def _axes_at(figures: Any, position: Any, fresh: bool) -> Node:
    """The axes at a position of the current figure, new ones where there are none (or ``fresh``); axes that overlap them are deleted."""
    figure, axes = figures.gcf(), None
    for node in [child for child in figure.children if child.type == "axes"]:
        own = positions.own(node)
        if np.allclose(own, position, atol=1e-6) and not fresh:
            axes = node
        elif _overlap(own, position):
            node.delete()
    return figures.new_axes(figure, Position=row(position)) if axes is None else axes


def _grid_places(call: Any, arguments: Sequence[Any]) -> tuple[int, int, list[int], list[Any]]:
    """Rows and columns of the grid, the places (from 1) that are asked for, and what else is given: of ``m, n, p`` or the digits ``mnp``."""
    if len(arguments) == 1 or is_text(arguments[1]):
        code = read.data(arguments[0], "subplot")
        if code.size != 1 or not 111 <= code.flat[0] <= 999:
            raise call.error("Index exceeds number of subplots.", "MATLAB:subplot:SubplotIndexTooLarge")
        rows, columns, place = (int(digit) for digit in f"{int(code.flat[0])}")
        places, arguments = [place], (None, None, *arguments)
    else:
        sizes = [read.data(a, "subplot").ravel() for a in arguments[:3]]
        if len(sizes) < 3:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        if sizes[0].size != 1 or sizes[1].size != 1:
            raise call.error("The numbers of rows and columns must be scalars.", "MATLAB:subplot:InvalidGrid")
        if any((a != np.round(a)).any() for a in sizes):
            raise call.error("Subplot numbers must be integers.", "MATLAB:subplot:SubplotIndexNonInteger")
        rows, columns, places = int(sizes[0][0]), int(sizes[1][0]), [int(p) for p in sizes[2]]
    if not places or min(places) < 1:
        raise call.error("Illegal subplot number.", "MATLAB:subplot:SubplotIndexTooSmall")
    if max(places) > rows * columns:
        raise call.error("Index exceeds number of subplots.", "MATLAB:subplot:SubplotIndexTooLarge")
    return rows, columns, places, list(arguments[3:])


def _overlap(a: Any, b: Any) -> bool:
    tolerance = 1e-3
    return (a[0] + tolerance < b[0] + b[2] and b[0] + tolerance < a[0] + a[2] and a[1] + tolerance < b[1] + b[3] and b[1] + tolerance < a[1] + a[3])  # fmt: skip


@builtin(
    "getpixelposition", "position = getpixelposition(h)", "position = getpixelposition(h, recursive)",
    summary="Position of a figure or of what stands in one, in pixels of what it stands in, whatever its units are.",
    examples=(
        Example("figure('Position',[10 20 400 300]); a = axes('Position',[0.25 0.5 0.5 0.25]); {getpixelposition(gcf), getpixelposition(a)}", "{[10 20 400 300], [101 151 200 75]}"),
        Example("a = axes('Units','pixels','Position',[30 40 50 60]); getpixelposition(a, true)", "[30 40 50 60]"),
    ),
    errors=(ErrorCase("getpixelposition(plot(1:3))", "MATLAB:getpixelposition:InvalidHandle"),), see_also=("axes", "figure"),
)  # fmt: skip
def getpixelposition(call, handle, recursive=False):
    node = node_of(call, handle)
    if node.type == "root":
        return row((0.0, 0.0, 0.0, 0.0))
    if "Position" not in node.kind.defaults or "Units" not in node.kind.defaults:
        raise call.error("The object has no position in units.", "MATLAB:getpixelposition:InvalidHandle")
    return row(positions.in_pixels(node))


@builtin(
    "axes",
    "ax = axes()",
    "ax = axes(Name, Value, ...)",
    "axes(ax)",
    summary="New axes in the current figure, or make axes current.",
    see_also=("subplot", "gca"),
)
def axes_(call, *arguments):
    figures = call.session.figures
    arguments = tuple([read.as_handle(figures, first) for first in arguments[:1]]) + arguments[1:]
    if len(arguments) == 1 and isinstance(arguments[0], Handle) and arguments[0].node.type == "axes":
        figures.select_axes(arguments[0].node)
        return give(call, [arguments[0].node])
    rest = list(arguments)
    parent = rest.pop(0).node if rest and isinstance(rest[0], Handle) else figures.gcf()
    for i in range(len(rest) - 1):
        if is_text(rest[i]) and text_of(rest[i]).lower() == "parent":
            parent = rest[i + 1].node
            rest = rest[:i] + rest[i + 2 :]
            break
    node = figures.new_axes(parent)
    read.apply([node], rest, "axes")
    return give(call, [node])


@builtin(
    "linkaxes", "linkaxes(ax)", "linkaxes(ax, dimension)", "linkaxes(ax, 'off')",
    summary="Give several axes the same limits, which change together from then on.",
    examples=(Example("a = subplot(1,2,1); b = subplot(1,2,2); linkaxes([a b],'y'); ylim([2 7]); a.YLim", "[2 7]"),), see_also=("xlim", "ylim"),
)  # fmt: skip
def linkaxes(call, handles, *dims):
    handles = read.as_handle(call.session.figures, handles)
    if not isinstance(handles, Handle):
        raise call.error("Invalid handle.", "MATLAB:class:InvalidHandle")
    word = text_of(dims[0]).lower() if dims else "xy"
    if word != "off" and not (word and set(word) <= set("xyz")):
        raise call.error(
            f"Invalid dimension '{word}'. Specify 'x', 'y', 'z', 'xy', 'xz', 'yz', 'xyz' or 'off'.", "MATLAB:linkaxes:InvalidOption"
        )
    nodes, letters = list(handles.nodes.flat), "" if word == "off" else word.upper()
    for letter in letters:
        bounds = [lim.axis_limits(node, letter) for node in nodes]
        for node in nodes:
            node.values.update({f"{letter}Lim": row([min(b[0] for b in bounds), max(b[1] for b in bounds)]), f"{letter}LimMode": MANUAL})
    for node in nodes:
        node.follow = _spread(nodes, letters) if letters else None
        call.session.figures.touch(node)


def _spread(nodes: Sequence[Node], letters: str) -> Callable[[Node, str], None]:
    """Limits that a program sets are those of all linked axes."""

    def follow(node: Node, name: str) -> None:
        letter = name[0]
        if letter not in letters or name[1:] not in ("Lim", "LimMode"):
            return
        bounds = row(lim.axis_limits(node, letter))
        for other in nodes:
            if other is not node and other.alive:
                other.values.update({f"{letter}Lim": bounds, f"{letter}LimMode": MANUAL})
                other.touch()

    return follow
