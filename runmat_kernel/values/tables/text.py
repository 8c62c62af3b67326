"""How tables are displayed: headings, underscores, and columns of texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..containers import CellArray, StructArray
from ..convert import as_array, class_of
from ..inline import in_cell
from ..objects import HostObject
from ..text import CharArray, StringArray
from .columns import column_shape

if TYPE_CHECKING:
    from .table import Table

_GAP = "    "


def table_text(table: Table, style: str = "short") -> str:
    """The lines of a table: names, underscores, an empty line, rows."""
    blocks = [column_lines(heading, texts, right=False) for heading, texts in table.labels()]
    blocks += [_variable(name, value, style) for name, value in table.columns.items()]
    if not blocks:
        return ""
    tall = max(len(block) for block in blocks)
    lines = [_GAP + _GAP.join(pieces) for pieces in zip(*(_as_tall(block, tall) for block in blocks), strict=True)]
    if not table.height:
        lines = lines[:-1]
    return "".join((line if line.strip() else "") + "\n" for line in lines)


def _as_tall(block: list[str], tall: int) -> list[str]:
    """A block with empty lines between its heading and its rows where a table inside the table needs more lines for its own heading."""
    return [*block[:2], *[" " * len(block[0])] * (tall - len(block)), *block[2:]]


def _variable(name: str, value: Any, style: str) -> list[str]:
    """The lines of one variable; a table in a table keeps its own headings."""
    if isinstance(value, HostObject) and value.matlab_class in ("table", "timetable"):
        blocks = [_variable(inner, column, style) for inner, column in value.columns.items()]  # type: ignore[attr-defined]
        inside = [_GAP.join(pieces) for pieces in zip(*blocks, strict=True)]
        width = max(len(inside[0]) if inside else 0, len(name))
        return [name.center(width), "_" * width, " " * width, *(line.ljust(width) for line in inside)]
    return column_lines(name, *block_of(value, style))


def _form(style: str, single: bool) -> str:
    """How numbers of a table are written: in so many digits, whichever the common ones of a matrix would be."""
    if style == "bank":
        return ".2f"
    if style in ("shortE", "longE"):
        return ".4e" if style == "shortE" else ".6e" if single else ".14e"
    return f".{(7 if single else 15) if style.startswith('long') else 5}g"


def _number(x: Any, form: str) -> str:
    if isinstance(x, (bool, np.bool_)):
        return "true" if x else "false"
    if isinstance(x, complex):
        return f"{_number(x.real, form)}{'-' if x.imag < 0 else '+'}{_number(abs(x.imag), form)}i"
    if x != x:
        return "NaN"
    if abs(x) == float("inf"):
        return "Inf" if x > 0 else "-Inf"
    return str(x) if isinstance(x, int) else f"{x + 0.0:{form}}"


def _cells(array: np.ndarray, style: str) -> list[list[str]]:
    """Contents in braces, padded inside them as in the display of a cell array."""
    parts = [[in_cell(item, style) for item in row] for row in array]
    wide = [max(sum(map(len, row[j])) for row in parts) for j in range(array.shape[1])] if parts else []
    return [
        ["{" + opening + (middle.rjust if closing else middle.ljust)(w - len(opening) - len(closing)) + closing + "}"
         for (opening, middle, closing), w in zip(row, wide, strict=True)]
        for row in parts
    ]  # fmt: skip


def block_of(value: Any, style: str = "short") -> tuple[list[str], bool]:
    """The text of each row of a column, and whether it stands at the right."""
    kind = type(value)
    height = column_shape(value)[0]
    if not height:
        rows = []
    elif kind is CellArray:
        rows = _cells(value.array.reshape(height, -1, order="F"), style)
    elif kind is StringArray:
        rows = [[f'"{t}"' if t is not None else "<missing>" for t in row] for row in value.array.reshape(height, -1, order="F")]
    elif kind is CharArray:
        rows = [[line] for line in value.lines()]
    elif isinstance(value, HostObject) and hasattr(value, "texts"):
        shown = value.shown(style) if hasattr(value, "shown") else value.texts()
        texts = np.array([*shown, None], object)[:-1]
        rows = texts.reshape(height, -1, order="F").tolist() if texts.size else []
    elif (members := members_of(value)) is not None:
        rows = np.array([*members, None], object)[:-1].reshape(height, -1, order="F").tolist()
    elif kind is StructArray or isinstance(value, HostObject):
        rows = [[f"1×1 {class_of(value)}"] for _ in range(height)]
    else:
        array = as_array(value)
        form = _form(style, array.dtype in (np.float32, np.complex64))
        rows = [[_number(x, form) for x in row] for row in array.reshape(height, -1, order="F").tolist()] if array.size else []
    right = class_of(value) not in ("cell", "string", "char", "logical", "categorical", "datetime") and not hasattr(value, "brief")
    if right:
        return _right_aligned(rows), True
    widths = [max(len(row[j]) for row in rows) for j in range(len(rows[0]))] if rows else []
    return [_GAP.join(x.ljust(w) for x, w in zip(row, widths, strict=True)) for row in rows], False


def members_of(value: Any) -> list[str] | None:
    """The names of the members where a column holds those of an enumeration."""
    names = [element.brief() for element in getattr(value, "elements", ()) if hasattr(element, "brief")]
    return names if names and all(names) else None


def _right_aligned(rows: list[list[str]]) -> list[str]:
    """All numbers of a variable in one width, whichever its column, without the blanks that all rows begin with."""
    width = max((len(x) for row in rows for x in row), default=0)
    lines = [_GAP.join(x.rjust(width) for x in row) for row in rows]
    blank = min((len(line) - len(line.lstrip(" ")) for line in lines), default=0)
    return [line[blank:] for line in lines]


def column_lines(name: str, texts: list[str], right: bool) -> list[str]:
    """A column's lines: name, underscores, blank, rows; everything centred as MATLAB does."""
    block = max((len(text) for text in texts), default=0)
    width = max(block, len(name))
    left = (width - block) // 2
    heading = " " * ((width - len(name)) // 2) + name
    lines = [(" " * left + (text.rjust(block) if right else text.ljust(block))).ljust(width) for text in texts]
    return [heading.ljust(width), "_" * width if name else " " * width, " " * width, *lines]
