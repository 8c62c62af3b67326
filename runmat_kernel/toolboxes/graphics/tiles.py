"""Tiled layouts: ``tiledlayout``, ``nexttile``, ``tilenum``."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...figures import arguments as read
from ...figures import tiles
from ...figures.arguments import give, row
from ...figures.handles import Handle
from ...figures.tree import Node
from ...values import Tensor
from ...values.convert import as_array, is_text, text_of, to_value

_FLOWS = {"flow": [0.0, 0.0], "horizontal": [1.0, 0.0], "vertical": [0.0, 1.0]}


@builtin(
    "tiledlayout",
    "t = tiledlayout()",
    "t = tiledlayout(m, n, Name, Value, ...)",
    "t = tiledlayout(arrangement, Name, Value, ...)",
    "t = tiledlayout(parent, ...)",
    summary="Grid of tiles for axes in a figure or in a tile of another layout; nexttile makes them.",
    examples=(
        Example("f = figure; t = tiledlayout(f, 2, 3); t.GridSize", "[2 3]"),
        Example("t = tiledlayout(1, 2); s = tiledlayout(t, 2, 1); s.Layout.Tile = 2; a = nexttile(s); a.Parent == s", "true"),
    ),
    errors=(ErrorCase("tiledlayout(0, 1)", "MATLAB:tiledlayout:InvalidGridSize"),),
    see_also=("nexttile", "tilenum", "subplot"),
)
def tiledlayout(call, *arguments):
    figures = call.session.figures
    rest, size, parent = list(arguments), [0.0, 0.0], None
    if rest and isinstance(rest[0], Handle):
        parent = rest.pop(0).node
    if rest and is_text(rest[0]) and text_of(rest[0]).lower() in _FLOWS:
        size = _FLOWS[text_of(rest.pop(0)).lower()]
    elif rest and is_text(rest[0]) and len(rest) % 2:
        raise call.error("Tile arrangement must be 'flow', 'vertical' or 'horizontal'.", "MATLAB:tiledlayout:InvalidArrangement")
    elif rest and not is_text(rest[0]):
        size = _grid(call, rest)
    parent, rest = _parent(parent, rest)
    parent = figures.gcf() if parent is None else parent
    if parent.type not in ("figure", "tiledlayout"):
        raise call.error("Parent must be a figure or a tiled layout.", "MATLAB:tiledlayout:InvalidParent")
    if parent.type == "figure":
        for child in list(parent.children):
            child.delete()
        figures.current = parent
    node = Node("tiledlayout", parent, GridSize=row(size))
    if parent.type == "tiledlayout":
        node.values["_tiles"] = (1,)
        tiles.arrange(parent)
    read.apply([node], rest, "tiledlayout")
    figures.touch(node)
    return give(call, [node])


def _grid(call: Any, rest: list[Any]) -> list[float]:
    """The numbers of rows and columns, taken from the front of the arguments."""
    if len(rest) < 2 or is_text(rest[1]):
        raise call.error("Specify the numbers of rows and columns of the layout.", "MATLAB:tiledlayout:InvalidGridSize")
    size = [arg.scalar(rest.pop(0), "grid size") for _ in range(2)]
    if not all(n >= 1 and n == int(n) for n in size):
        raise call.error("Grid size must be two positive integers.", "MATLAB:tiledlayout:InvalidGridSize")
    return size


def _parent(parent: Node | None, rest: list[Any]) -> tuple[Node | None, list[Any]]:
    """The parent that ``'Parent', p`` names, and the other pairs."""
    for i in range(0, len(rest) - 1, 2):
        if is_text(rest[i]) and text_of(rest[i]).lower() == "parent" and isinstance(rest[i + 1], Handle):
            return rest[i + 1].node, rest[:i] + rest[i + 2 :]
    return parent, rest


@builtin(
    "nexttile",
    "ax = nexttile()",
    "ax = nexttile(place)",
    "ax = nexttile(span)",
    "ax = nexttile(place, span)",
    "ax = nexttile(t, ...)",
    summary="Axes in the next tile, in a given one or at a side (north, south, east, west) of a tiled layout.",
    examples=(
        Example("t = tiledlayout(2, 2); nexttile(1); a = nexttile([1 2]); a.Layout.Tile", "3"),
        Example("t = tiledlayout(2, 1); a = nexttile(t, 'east'); a.Layout.Tile", "'east'"),
    ),
    errors=(ErrorCase("tiledlayout(2, 2); nexttile(7)", "MATLAB:nexttile:NotEnoughSpace"),),
    see_also=("tiledlayout", "tilenum"),
)
def nexttile(call, *arguments):
    figures = call.session.figures
    rest = list(arguments)
    layout = rest.pop(0).node if rest and isinstance(rest[0], Handle) else None
    if layout is not None and layout.type != "tiledlayout":
        raise call.error("Target must be a tiled layout.", "MATLAB:nexttile:InvalidTarget")
    layout = layout or _current(figures)
    if rest and is_text(rest[0]):
        side = text_of(rest[0]).lower()
        axes = next((c for c in layout.children if c.values.get("_side") == side), None) or Node("axes", layout)
        tiles.put_at_side(axes, side)
    else:
        axes = _in_tile(call, layout, rest)
        tiles.arrange(layout)
    figures.select_axes(axes)
    return give(call, [axes])


def _current(figures: Any) -> Node:
    """The layout of the current axes, else the first of the current figure, else a new one."""
    figure = figures.gcf()
    axes = figures.axes_of(figure)
    if axes is not None and axes.parent.type == "tiledlayout":
        return axes.parent
    return next((c for c in figure.children if c.type == "tiledlayout"), None) or Node("tiledlayout", figure, GridSize=row([0.0, 0.0]))


def _in_tile(call: Any, layout: Node, rest: list[Any]) -> Node:
    """The axes that the numbers of a tile and of a span mean: those that begin there, or new ones."""
    place, span = None, None
    for item in rest:
        values = [int(v) for v in as_array(item).ravel()]
        if len(values) not in (1, 2) or min(values) < 1:
            raise call.error("Tile numbers and spans must be positive integers.", "MATLAB:nexttile:InvalidTile")
        if len(values) == 2:
            span = (values[0], values[1])
        else:
            place = values[0]
    there = [c for c in layout.children if c.type == "axes" and c.values.get("_tiles")]
    if place is not None and span is None:
        existing = next((c for c in there if c.values["_tiles"][0] == place), None)
        if existing is not None:
            return existing
    at = tiles.next_place(layout, span or (1, 1)) if place is None else place
    region = None if at is None else tiles.region(layout, at, span or (1, 1))
    if region is None:
        raise call.error("The layout does not have enough space.", "MATLAB:nexttile:NotEnoughSpace")
    axes = next((c for c in there if c.values["_tiles"] == region), None) or Node("axes", layout)
    axes.values["_tiles"] = region
    return axes


@builtin(
    "tilenum", "n = tilenum(ax)", "n = tilenum(t, row, column)",
    summary="Number of the tile in which axes begin, or of the tile in a row and column of a layout.",
    examples=(
        Example("t = tiledlayout(2, 3); nexttile; a = nexttile(5); tilenum(a)", "5"),
        Example("tilenum(tiledlayout(2, 3), 2, [1 3])", "[4 6]"),
    ),
    errors=(ErrorCase("tilenum(tiledlayout(2, 3), 3, 1)", "MATLAB:tilenum:InvalidPlace"),), see_also=("nexttile",),
)  # fmt: skip
def tilenum(call, target, *place):
    if not isinstance(target, Handle):
        raise call.error("The first argument must be axes or a tiled layout.", "MATLAB:tilenum:InvalidTarget")
    if not place:
        numbers = [float(node.values["_tiles"][0]) if node.values.get("_tiles") else np.nan for node in target.nodes.flat]
        return to_value(np.array(numbers).reshape(target.nodes.shape))
    rows, columns = tiles.grid_size(target.node)
    if len(place) != 2 or target.node.type != "tiledlayout":
        raise call.error("Give a tiled layout, a row and a column.", "MATLAB:tilenum:InvalidPlace")
    r, c = np.broadcast_arrays(*(as_array(item) for item in place))
    if not (((r >= 1) & (r <= rows)).all() and ((c >= 1) & (c <= columns)).all()):
        raise call.error("The row and the column must lie in the layout.", "MATLAB:tilenum:InvalidPlace")
    by_columns = target.node.text("TileIndexing") == "columnmajor"
    return Tensor(np.asfortranarray((c - 1) * rows + r if by_columns else (r - 1) * columns + c, dtype=np.float64))
