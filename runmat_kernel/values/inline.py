"""Values on one line: what stands in the braces of a displayed cell and behind the names of a displayed struct."""

from __future__ import annotations

from typing import Any

import numpy as np

from .classes import DTYPES
from .containers import CellArray, StructArray
from .convert import as_array, class_of, shape_of
from .functions import FunctionHandle
from .numerals import complex_notation, notation
from .objects import HostObject
from .text import CharArray, StringArray

_LONGEST = 60
"""Characters of a row vector that are still shown in a cell or a struct instead of its size and class."""


def size_text(shape: tuple[int, ...]) -> str:
    """``2×3``."""
    return "×".join(map(str, shape))


def summary(value: Any) -> str:
    """``2×3 double``."""
    return f"{size_text(shape_of(value))} {class_of(value)}"


def one_line(text: str) -> str:
    """Text with line ends as the sign that MATLAB shows for them."""
    return text.replace("\r\n", "↵").replace("\n", "↵")


def handle_text(value: FunctionHandle) -> str:
    """``@sin`` or ``@(x)x+1``."""
    return value.text if value.text.startswith("@") else "@" + value.text


def scalar_text(number: Any, style: str) -> str:
    """One number as it is printed within braces and brackets."""
    array = np.asarray(number)
    if array.dtype.kind == "c":
        return complex_notation(array.reshape(1), style).text(complex(number)).strip()
    if array.dtype.kind == "f":
        return notation(array.reshape(1), style).text(float(number)).strip()
    return str(int(number))


def _numbers(value: Any, style: str) -> str | None:
    """``1 2 3`` for a scalar or a short row vector, else None."""
    array = as_array(value)
    if array.ndim != 2 or array.shape[0] != 1 or not array.size or array.size > _LONGEST // 2:
        return None
    text = " ".join(scalar_text(x, style) for x in array[0])
    return text if len(text) <= _LONGEST or array.size == 1 else None


def in_cell(value: Any, style: str) -> tuple[str, str, str]:
    """A value as a displayed cell shows it: (opening, inner, closing) so that columns can be padded inside: ``[``, ``1 2``, ``]``."""
    kind = type(value)
    if kind is CharArray:
        if value.shape[0] == 1 and value.numel and len(value.shape) == 2:
            return "", f"'{one_line(value.text)}'", ""
        return "", summary(value), ""
    if kind is StringArray and value.numel == 1:
        text = value.array[0, 0]
        return "[", "<missing>" if text is None else f'"{one_line(text)}"', "]"
    if kind is FunctionHandle:
        return "", handle_text(value), ""
    if class_of(value) in DTYPES:
        text = _numbers(value, style)
        return ("[", text, "]") if text is not None else ("", summary(value), "")
    if isinstance(value, HostObject) and (text := value.brief_in(style)) is not None:
        return "[", text, "]"
    return "", summary(value), ""


def _row_of_cell(value: CellArray, style: str) -> str | None:
    """``'a'  [1 2]`` for a short row of a cell array, else None."""
    if len(value.shape) != 2 or value.shape[0] != 1 or not 0 < value.numel <= _LONGEST // 2:
        return None
    text = "  ".join(_within_braces(item, style) for item in value.array[0])
    return text if len(text) <= _LONGEST else None


def _within_braces(value: Any, style: str) -> str:
    kind = type(value)
    if kind is CellArray:
        return f"{{{summary(value)}}}" if value.shape != (0, 0) else "{}"
    if kind is CharArray or kind is FunctionHandle:
        return in_struct(value, style)
    text = in_struct(value, style)
    return text if text.startswith("[") else f"[{text}]"


def in_struct(value: Any, style: str) -> str:
    """A value as a displayed struct shows it behind a field's name."""
    kind = type(value)
    if kind is CharArray:
        if value.is_row and (value.shape[0] == 1 or value.shape == (0, 0)):
            return f"'{one_line(value.text)}'"
        return f"[{summary(value)}]"
    if kind is StringArray and value.numel == 1:
        text = value.array[0, 0]
        return "<missing>" if text is None else f'"{one_line(text)}"'
    if kind is StringArray and len(value.shape) == 2 and value.shape[0] == 1 and value.numel:
        text = "    ".join("<missing>" if t is None else f'"{one_line(t)}"' for t in value.array[0])
        return f"[{text}]" if len(text) <= _LONGEST else f"[{summary(value)}]"
    if kind is FunctionHandle:
        return handle_text(value)
    if kind is CellArray:
        return "{}" if value.shape == (0, 0) else f"{{{_row_of_cell(value, style) or summary(value)}}}"
    if kind is StructArray:
        return f"[{summary(value)}]"
    if class_of(value) in DTYPES:
        if shape_of(value) == (0, 0):
            return "[]"
        text = _numbers(value, style)
        if text is None:
            return f"[{summary(value)}]"
        return text if as_array(value).size == 1 else f"[{text}]"
    if isinstance(value, HostObject) and (text := value.brief_in(style)) is not None:
        return text
    return f"[{summary(value)}]"
