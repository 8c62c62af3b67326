"""Where the children of a tiled layout lie: axes and further layouts in its tiles, or in the tiles at its sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.errors import MatlabError
from ..values import CharArray, StructArray, Tensor
from ..values.convert import as_array, is_text, text_of, to_value

if TYPE_CHECKING:
    from .tree import Node

SIDES = ("north", "south", "east", "west")
_WHOLE = {
    "loose": (0.13, 0.11, 0.775, 0.815), "normal": (0.13, 0.11, 0.775, 0.815), "compact": (0.09, 0.1, 0.87, 0.83), "tight": (0.065, 0.075, 0.92, 0.88),
    "none": (0.065, 0.075, 0.92, 0.88),
}  # fmt: skip
"""The part of a figure in which the tiles of its layout lie by its ``Padding``, labels outside of it."""
_GAPS = {"loose": (0.11, 0.15), "normal": (0.11, 0.15), "compact": (0.08, 0.11), "tight": (0.06, 0.085), "none": (0.0, 0.0)}
"""The gaps between tiles by ``TileSpacing``, across and up."""
_SHARE = 0.2
"""The part of a layout that what stands at one of its sides takes."""
_Rectangle = tuple[float, float, float, float]


def grid_size(layout: Node, needed: int = 0) -> tuple[int, int]:
    """Rows and columns of tiles: as given, or as many as the children and tile ``needed`` ask for."""
    rows, columns = (int(v) for v in layout.vector("GridSize"))
    if rows and columns:
        return rows, columns
    count = max([needed, *(max(child.values["_tiles"]) for child in layout.children if child.values.get("_tiles"))], default=1)
    if rows:
        return 1, count
    if columns:
        return count, 1
    columns = int(np.ceil(np.sqrt(count)))
    return int(np.ceil(count / columns)), columns


def taken(layout: Node) -> set[int]:
    """The tiles that children lie in."""
    return {tile for child in layout.children for tile in child.values.get("_tiles", ())}


def region(layout: Node, place: int, span: tuple[int, int]) -> tuple[int, ...] | None:
    """The tiles from ``place`` on that ``span`` rows and columns take; None where the layout has not as many."""
    size = [int(v) for v in layout.vector("GridSize")]
    rows, columns = grid_size(layout, place)
    by_columns = layout.text("TileIndexing") == "columnmajor" and all(size)
    row, column = divmod(place - 1, columns) if not by_columns else divmod(place - 1, rows)[::-1]
    if all(size) and (row + span[0] > rows or column + span[1] > columns):
        return None
    cells = [(row + r, column + c) for r in range(span[0]) for c in range(span[1])]
    return tuple(c * rows + r + 1 if by_columns else r * columns + c + 1 for r, c in cells)


def next_place(layout: Node, span: tuple[int, int]) -> int | None:
    """The first tile from which on ``span`` rows and columns are free; None where there is none."""
    used = taken(layout)
    rows, columns = (int(v) for v in layout.vector("GridSize"))
    for place in range(1, (rows * columns if rows and columns else len(used) + 1) + 1):
        tiles_of_region = region(layout, place, span)
        if tiles_of_region is not None and not used & set(tiles_of_region):
            return place
    return None


def layout_of(node: Node) -> Any:
    """The ``Layout`` of a child: its first tile or its side, and how many rows and columns it spans."""
    side, tiles = node.values.get("_side"), node.values.get("_tiles")
    if side is not None or not tiles:
        return StructArray.scalar({"Tile": CharArray.row(side or ""), "TileSpan": Tensor(np.ones((1, 2)))})
    assert node.parent is not None
    rows = len({_cell(node.parent, tile)[0] for tile in tiles})
    return StructArray.scalar({"Tile": float(tiles[0]), "TileSpan": Tensor(np.array([[float(rows), len(tiles) / rows]]))})


def set_layout(node: Node, value: Any) -> None:
    """``ax.Layout.Tile = 3`` and ``ax.Layout.TileSpan = [1 2]``."""
    fields = dict(value.array.flat[0]) if type(value) is StructArray and value.numel == 1 else {}
    layout = node.parent
    if layout is None or layout.type != "tiledlayout" or not fields.keys() <= {"Tile", "TileSpan"}:
        raise MatlabError(
            "Layout options have the properties Tile and TileSpan, of what is in a tiled layout.", "MATLAB:hg:InvalidProperty"
        )
    tile = fields.get("Tile", to_value(1.0))
    if is_text(tile):
        put_at_side(node, text_of(tile))
        return
    place, span = as_array(tile).ravel(), as_array(fields.get("TileSpan", Tensor(np.ones((1, 2))))).ravel()
    if place.size != 1 or span.size != 2 or any(n < 1 or n != int(n) for n in (*place, *span)):
        raise MatlabError("Tile numbers and spans must be positive integers.", "MATLAB:nexttile:InvalidTile")
    tiles_of_region = region(layout, int(place[0]), (int(span[0]), int(span[1])))
    if tiles_of_region is None:
        raise MatlabError("The layout does not have enough space.", "MATLAB:nexttile:NotEnoughSpace")
    node.values.pop("_side", None)
    node.values["_tiles"] = tiles_of_region
    arrange(layout)


def put_at_side(node: Node, side: str) -> None:
    """Move a child of a layout out of its tiles to a side."""
    word = side.lower()
    if word not in SIDES:
        raise MatlabError("The tile must be a positive integer, 'north', 'south', 'east' or 'west'.", "MATLAB:nexttile:InvalidTile")
    node.values.pop("_tiles", None)
    node.values["_side"] = word
    if node.parent is not None:
        arrange(node.parent)


def arrange(layout: Node) -> None:
    """Give the children their places, layouts in the layout included."""
    x, y, w, h = _area(layout)
    for child in layout.children:
        side = child.values.get("_side")
        if side is not None:
            strip, (x, y, w, h) = _cut(side, (x, y, w, h))
            _put(child, strip)
    for child in layout.children:
        if child.values.get("_tiles"):
            _put(child, _of_tiles(layout, child.values["_tiles"], (x, y, w, h)))


def rectangle(layout: Node, numbers: tuple[int, ...]) -> _Rectangle:
    """Where some tiles lie in the figure."""
    whole = _area(layout)
    for child in layout.children:
        if "_side" in child.values:
            whole = _cut(child.values["_side"], whole)[1]
    return _of_tiles(layout, numbers, whole)


def _of_tiles(layout: Node, numbers: tuple[int, ...], whole: _Rectangle) -> _Rectangle:
    """The rectangle of some tiles of a layout, whose tiles together have the rectangle ``whole``."""
    x, y, w, h = whole
    rows, columns = grid_size(layout, max(numbers))
    gap_x, gap_y = _GAPS[layout.text("TileSpacing")]
    width, height = (w - gap_x * (columns - 1)) / columns, (h - gap_y * (rows - 1)) / rows
    if min(width, height) <= 0:  # a grid so fine that nothing would be left
        gap_x, gap_y, width, height = 0.0, 0.0, w / columns, h / rows
    cells = [_cell(layout, tile) for tile in numbers]
    r0, r1, c0, c1 = min(r for r, _ in cells), max(r for r, _ in cells), min(c for _, c in cells), max(c for _, c in cells)
    left, bottom = x + c0 * (width + gap_x), y + h - (r1 + 1) * height - r1 * gap_y
    return left, bottom, (c1 - c0 + 1) * width + (c1 - c0) * gap_x, (r1 - r0 + 1) * height + (r1 - r0) * gap_y


def _cell(layout: Node, tile: int) -> tuple[int, int]:
    rows, columns = grid_size(layout)
    by_columns = layout.text("TileIndexing") == "columnmajor" and all(layout.vector("GridSize"))
    row, column = divmod(tile - 1, columns) if not by_columns else divmod(tile - 1, rows)[::-1]
    return row, column


def _area(layout: Node) -> _Rectangle:
    """The rectangle of all tiles: a title of the layout takes a strip of it."""
    x, y, w, h = layout.values.get("_area", _WHOLE[layout.text("Padding")])
    return x, y, w, h - (0.05 if "Title" in layout.labels else 0.0)


def _cut(side: str, whole: _Rectangle) -> tuple[_Rectangle, _Rectangle]:
    """The strip at a side of a rectangle, and what is left."""
    x, y, w, h = whole
    thick, gap = (_SHARE * (w if side in ("east", "west") else h)), 0.08
    if side == "east":
        return (x + w - thick, y, thick, h), (x, y, w - thick - gap, h)
    if side == "west":
        return (x, y, thick, h), (x + thick + gap, y, w - thick - gap, h)
    if side == "north":
        return (x, y + h - thick, w, thick), (x, y, w, h - thick - gap)
    return (x, y, w, thick), (x, y + thick + gap, w, h - thick - gap)


def _put(child: Node, where: _Rectangle) -> None:
    if child.type == "tiledlayout":
        child.values["_area"] = where
        arrange(child)
    else:
        child.values["Position"] = Tensor(np.array([where]))
