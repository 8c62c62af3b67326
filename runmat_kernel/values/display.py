"""Values as MATLAB prints them: ``display(name, value, format)`` for a statement without semicolon, ``disp(value, format)``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

from .classes import DTYPES, INTEGER_LIMITS
from .containers import CellArray, StructArray
from .convert import as_array, class_of, shape_of
from .functions import FunctionHandle
from .inline import handle_text, in_cell, in_struct, one_line, size_text
from .numerals import DisplayFormat, Notation, complex_notation, notation
from .objects import HostObject
from .text import CharArray, StringArray

__all__ = ["DisplayFormat", "disp", "display", "printed"]


def display(name: str, value: Any, format: DisplayFormat = DisplayFormat()) -> str:  # noqa: B008 (frozen)
    """The text of ``name = value``, ended by a newline; blank lines as ``format loose`` or ``compact`` has them."""
    if isinstance(value, HostObject):
        return value.display_text(name, format)
    if type(value) is FunctionHandle and value.formula is not None:
        gap = "" if format.compact else "\n"
        return f"{gap}{name} =\n{gap}{_inline_text(name, value)}{gap}"
    gap = "" if format.compact else "\n"
    header = _header(value)
    shape = shape_of(value)
    if len(shape) > 2 and 0 not in shape and class_of(value) != "struct":
        return gap + (f"  {header}\n{gap}" if header else "") + _pages(name, value, format)
    space = " " if type(value) is StructArray or (type(value) is StringArray and value.numel == 1) else ""
    text = f"{gap}{name} ={space}\n{gap}"
    if header:
        text += f"  {header}\n" + ("" if 0 in shape or header == "struct with no fields." else gap)
    body = _body(value, format) if 0 not in shape or not header else ""
    if type(value) is StructArray and value.fields and 0 in shape:
        body = gap + _field_names(value)
    return text + body + gap


def disp(value: Any, format: DisplayFormat = DisplayFormat()) -> str:  # noqa: B008 (frozen)
    """The text that ``disp(value)`` prints, ended by a newline; nothing for empty arrays that are not text."""
    if isinstance(value, HostObject):
        return value.disp_text(format)
    if type(value) is CharArray:
        return "".join(line + "\n" for line in value.lines()) or "\n"
    shape = shape_of(value)
    if type(value) is StructArray and value.numel != 1:
        return f"  {_header(value)}\n" + ("\n" if not format.compact else "") + _field_names(value)
    if 0 in shape:
        return ""
    if len(shape) > 2:
        return _pages("", value, format)
    if type(value) is StringArray and value.numel == 1:
        return ("<missing>" if value.array[0, 0] is None else value.array[0, 0]) + "\n"
    return _body(value, format)


def printed(value: Any, format: DisplayFormat) -> str:
    """The text that ``disp`` prints: in ``format loose`` an empty line follows all but text, in ``compact`` there is none."""
    text = disp(value, format)
    if type(value) is CharArray or (type(value) is StringArray and value.numel == 1):
        return text
    return spaced(text, format) if isinstance(value, HostObject) or not format.compact else text


def spaced(text: str, format: DisplayFormat) -> str:
    """Lines that ``disp`` prints, with the empty lines of the format."""
    if format.compact:
        return "".join(line for line in text.splitlines(keepends=True) if line != "\n")
    return text if not text or text.endswith("\n\n") else text + "\n"


# --- headers --------------------------------------------------------------------------------------------------------


def _header(value: Any) -> str:
    """The line under ``x =``; empty for double arrays, char rows and scalar strings."""
    name, shape = class_of(value), shape_of(value)
    size = size_text(shape)
    if name == "function_handle":
        return "function_handle with value:"
    if name == "struct":
        return _struct_header(value, size)
    if 0 in shape:
        if name == "double" and shape == (0, 0):
            return ""
        return f"{size} empty {name} {_noun(name, shape)}"
    if name in INTEGER_LIMITS or name == "single" or name == "logical":
        return name if shape == (1, 1) else f"{size} {name} {_noun(name, shape)}"
    if name == "double" or (name == "char" and len(shape) == 2 and shape[0] == 1) or (name == "string" and shape == (1, 1)):
        return ""
    return f"{size} {name} array"


def _noun(name: str, shape: tuple[int, ...]) -> str:
    if name in ("logical", "char", "string", "cell") or len(shape) > 2:
        return "array"
    if shape[0] == 1:
        return "row vector"
    return "column vector" if shape[1] == 1 else "matrix"


def _struct_header(value: StructArray, size: str) -> str:
    if value.numel == 1:
        return "struct with fields:" if value.fields else "struct with no fields."
    empty = "empty " if not value.numel else ""
    return f"{size} {empty}struct array with {'fields:' if value.fields else 'no fields.'}"


# --- bodies ---------------------------------------------------------------------------------------------------------


def _body(value: Any, format: DisplayFormat) -> str:
    kind = type(value)
    if kind is CharArray:
        return _characters(value, format)
    if kind is StringArray:
        return _strings(value, format)
    if kind is CellArray:
        return _cell(value, format)
    if kind is StructArray:
        return _fields(value, format) if value.numel == 1 else _field_names(value)
    if kind is FunctionHandle:
        return f"    {handle_text(value)}\n" if value.formula is None else _inline_text("f", value)
    if class_of(value) in DTYPES:
        array = as_array(value)
        if not array.size:
            return "     []\n" if class_of(value) == "double" else ""
        return _numbers(array, format)
    return f"    {value!r}\n"


def _inline_text(name: str, value: FunctionHandle) -> str:
    return f"     Inline function:\n     {name}({','.join(value.parameters)}) = {value.formula}\n"


def _numbers(array: np.ndarray, format: DisplayFormat, chosen: Notation | None = None) -> str:
    """A matrix of numbers: the scale factor where there is one, then rows, in groups of columns that fit the line."""
    cut = upper_left(array, format.limit)
    chosen = chosen or array_notation(cut, format)
    gap = "" if format.compact else "\n"
    text = f"   1.0e{chosen.scale:+03d} *\n{gap}" if chosen.scale else ""
    text += _columns([chosen.width] * cut.shape[1], format, lambda i, j: chosen.text(cut.item(i, j)).rjust(chosen.width), cut.shape[0])
    return text + cut_note(cut.shape, array.shape)


def cut_note(shown: tuple[int, ...], whole: tuple[int, ...]) -> str:
    """The line under an array of which only a part is shown."""
    return "" if shown == whole else f"  ... the first {shown[0]} rows and {shown[1]} columns of {size_text(whole)} elements\n"


def _characters(value: CharArray, format: DisplayFormat) -> str:
    """Rows of text in quotes, at most ``format.limit`` characters of a huge one."""
    rows, columns = value.shape
    if rows * columns <= format.limit:
        return "".join("    '" + line.replace("\n", "\n     ") + "'\n" for line in value.lines())
    codes = upper_left(value.array, format.limit)
    text = "".join("    '" + "".join(map(chr, row)).replace("\n", "\n     ") + "'\n" for row in codes)
    return text + cut_note(codes.shape, value.shape)


def array_notation(array: np.ndarray, format: DisplayFormat) -> Notation:
    """How the elements of a numeric array are printed under a display format."""
    if array.dtype.kind == "c":
        return complex_notation(array, format.style)
    if array.dtype.kind == "f":
        return notation(array, format.style)
    if array.dtype.kind == "b":
        return Notation(4, lambda x: str(int(x)))
    if format.style == "hex":
        digits = 2 * array.itemsize
        return Notation(digits + 3, lambda x: f"{int(x) & ((1 << 4 * digits) - 1):0{digits}x}")
    longest = max(len(str(array.min())), len(str(array.max())))
    return Notation(longest + 3, lambda x: str(int(x)))


def upper_left(array: np.ndarray, limit: int) -> np.ndarray:
    """The upper left part with at most ``limit`` elements, so that displaying a huge array stays possible."""
    if array.size <= limit:
        return array
    columns = min(array.shape[1], max(1, limit // min(array.shape[0], max(1, int(limit**0.5)))))
    return array[: max(1, limit // columns), :columns]


def _columns(widths: list[int], format: DisplayFormat, cell: Callable[[int, int], str], rows: int) -> str:
    """Rows of cells; split as ``Columns 1 through 8`` when a row is wider than the line."""
    groups = list(_groups(widths, format.width))
    gap = "" if format.compact else "\n"
    parts = []
    for start, stop in groups:
        lines = "".join("".join(cell(i, j) for j in range(start, stop)).rstrip(" ") + "\n" for i in range(rows))
        if len(groups) == 1:
            return lines
        if stop - start == 1:
            title = f"  Column {stop}"
        else:
            title = f"  Columns {start + 1} through {stop}"
        parts.append(f"{title}\n{gap}{lines}")
    return gap.join(parts)


def _groups(widths: list[int], line: int) -> Iterator[tuple[int, int]]:
    start, used = 0, 0
    for j, width in enumerate(widths):
        if j > start and used + width > line:
            yield start, j
            start, used = j, 0
        used += width
    yield start, len(widths)


def _strings(value: StringArray, format: DisplayFormat) -> str:
    whole = value.array.reshape(value.shape[0], -1, order="F")
    cut = upper_left(whole, format.limit)
    texts = [["<missing>" if t is None else f'"{one_line(t)}"' for t in row] for row in cut]
    widths = [max(len(row[j]) for row in texts) + 4 for j in range(len(texts[0]))]
    return _columns(widths, format, lambda i, j: ("    " + texts[i][j]).ljust(widths[j]), len(texts)) + cut_note(cut.shape, whole.shape)


def _cell(value: CellArray, format: DisplayFormat) -> str:
    """A cell's contents in braces, padded inside the brackets and quotes so that columns line up."""
    whole = value.array.reshape(value.shape[0], -1, order="F")
    array = upper_left(whole, format.limit)
    parts = [[in_cell(item, format.style) for item in row] for row in array]
    if not parts or not parts[0]:
        return ""
    inner = [max(sum(map(len, row[j])) for row in parts) for j in range(len(parts[0]))]

    def text(i: int, j: int) -> str:
        opening, middle, closing = parts[i][j]
        room = inner[j] - len(opening) - len(closing)
        return "    {" + opening + (middle.rjust(room) if closing else middle.ljust(room)) + closing + "}"

    return _columns([n + 6 for n in inner], format, text, len(parts)) + cut_note(array.shape, whole.shape)


def _fields(value: StructArray, format: DisplayFormat) -> str:
    width = max((len(name) for name in value.fields), default=0) + 4
    contents = value.array.item(0)
    return "".join(f"{name.rjust(width)}: {in_struct(contents[name], format.style)}\n" for name in value.fields)


def _field_names(value: StructArray) -> str:
    return "".join(f"    {name}\n" for name in value.fields)


def _pages(name: str, value: Any, format: DisplayFormat) -> str:
    """An N-D array page by page: ``x(:,:,2) =``."""
    gap = "" if format.compact else "\n"
    array = value.array if type(value) in (CellArray, StringArray) else as_array(value)
    chosen = array_notation(array, format) if class_of(value) in DTYPES and class_of(value) != "char" else None
    pages, shown = [], 0
    for position in product(*(range(n) for n in reversed(array.shape[2:]))):
        if shown >= format.limit:
            pages.append(f"  ... {size_text(array.shape)} elements in all\n")
            break
        position = position[::-1]
        page = array[(slice(None), slice(None), *position)]
        shown += page.size
        body = _numbers(page, format, chosen) if chosen else _body(type(value)(page), format)
        pages.append(f"{name}(:,:,{','.join(str(k + 1) for k in position)}) =\n{gap}{body}{gap}")
    return gap.join(pages)
