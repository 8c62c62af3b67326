"""Order and equality of elements as sorting and set functions see them: stable orders, NaN rules, complex by modulus, text."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...graph.sort import Sort
from ...values.containers import CellArray
from ...values.convert import as_array
from ...values.text import CharArray, StringArray
from ...values.times.numbered import NumberedArray


def is_text_array(value: Any) -> bool:
    """Whether this is a string array or a cell array of character vectors."""
    return type(value) is StringArray or (type(value) is CellArray and all(type(x) is CharArray for x in value.array.flat))


def texts(value: Any) -> list[str | None]:
    """Each piece of text of a cellstr or string array in column-major order; missing is None."""
    if type(value) is StringArray:
        return list(value.array.ravel(order="F"))
    if type(value) is CharArray:
        return [value.text] if value.is_row else value.lines()
    if any(type(item) is not CharArray for item in value.array.flat):
        raise MatlabError("Cell array input must be a cell array of character vectors.", "MATLAB:invalidType")
    return [item.text for item in value.array.ravel(order="F")]


def order_along(array: np.ndarray, axis: int, descending: bool = False, by: str = "auto", nan_first: bool | None = None) -> np.ndarray:
    """Indices (from 0) that sort along an axis, stable; NaN last ascending and first descending unless ``nan_first`` decides."""
    flipped = np.flip(array, axis) if descending else array
    if array.dtype.kind == "c" or by == "abs":
        order = _order_of_moduli(flipped, axis, by)
    else:
        order = np.argsort(flipped, axis=axis, kind="stable")
    if descending:
        order = np.flip(array.shape[axis] - 1 - order, axis)
    if nan_first is not None and nan_first != descending and array.dtype.kind in "fc":
        bad = np.isnan(np.take_along_axis(array, order, axis))
        moved = np.argsort(~bad if nan_first else bad, axis=axis, kind="stable")
        order = np.take_along_axis(order, moved, axis)
    return order


def _order_of_moduli(array: np.ndarray, axis: int, by: str) -> np.ndarray:
    """The order by modulus, then angle; with ``by`` = "real" that by real part, then imaginary part."""
    if array.dtype.kind in "iu":
        array = array.astype(np.longdouble)  # the modulus of the smallest integer is outside its class
    keys = (array.imag, array.real) if by == "real" else (np.angle(array), np.abs(array))
    bad = np.isnan(array)
    return np.lexsort(tuple(np.where(bad, np.nan, k) for k in keys), axis=axis)


def taken_along(array: np.ndarray, order: np.ndarray, axis: int) -> np.ndarray:
    """The elements in the order of indices along an axis."""
    if array.size == array.shape[axis]:
        return array.reshape(-1)[order.reshape(-1)].reshape(array.shape)
    return np.take_along_axis(array, order, axis)


def text_order(items: list[str | None], descending: bool = False, missing_first: bool | None = None) -> list[int]:
    """Indices (from 0) that sort text by code; missing strings last ascending and first descending unless ``missing_first`` says."""
    present = [i for i, t in enumerate(items) if t is not None]
    present.sort(key=lambda i: items[i], reverse=descending)
    missing = [i for i, t in enumerate(items) if t is None]
    return missing + present if (descending if missing_first is None else missing_first) else present + missing


def row_order(array: np.ndarray) -> np.ndarray:
    """Indices that sort the rows of a matrix by its columns, the first the most significant; stable."""
    order = np.arange(array.shape[0])
    for c in reversed(range(array.shape[1])):
        order = order[order_along(array[order, c], 0, False)]
    return order


class Keys:
    """The elements (or rows) of a value as comparable items: codes with equal numbers for equal items, in sorted order.

    ``codes[k]`` is the rank of item k among the distinct items; NaN and missing differ from everything, themselves included.
    """

    __slots__ = ("codes", "first", "order")

    def __init__(self, order: np.ndarray, starts: np.ndarray) -> None:
        self.order = order
        self.codes = np.empty(len(order), np.int64)
        self.codes[order] = np.cumsum(starts) - 1
        self.first = order[starts]


def keys_of(value: Any, rows: bool = False, engine: Any = None) -> Keys:
    """Keys of a numeric, char, string or cellstr value, of its rows when ``rows``; large ones are sorted where ``engine`` has them."""
    if rows and type(value) is not CellArray:
        array = _ranks(value) if type(value) is StringArray else _numbers(value)
        if array.ndim != 2:
            raise MatlabError("Input must be 2-D when 'rows' is given.", "MATLAB:UNIQUE:ANotAMatrix")
        order = row_order(array)
        ordered = array[order]
        differ = (ordered[1:] != ordered[:-1]).any(axis=1)
        if array.shape[1] == 0:
            differ = np.zeros(max(len(array) - 1, 0), bool)
    elif is_text_array(value):
        items = texts(value)
        order = np.array(text_order(items), np.int64)
        differ = np.array([items[i] != items[j] or items[i] is None for i, j in zip(order[1:], order[:-1], strict=True)], bool)
    elif type(value) is CellArray:
        raise MatlabError("Cell array input must be a cell array of character vectors.", "MATLAB:UNIQUE:InputClass")
    else:
        ordered, order = _sorted_there(value, engine)
        if order is None:
            array = _numbers(value).ravel(order="F")
            order = order_along(array, 0)
            ordered = array[order]
        differ = ordered[1:] != ordered[:-1]
    starts = np.concatenate([np.ones(min(len(order), 1), bool), differ]) if len(order) else np.zeros(0, bool)
    return Keys(order, starts)


def _sorted_there(value: Any, engine: Any) -> tuple[Any, Any]:
    """The elements in order and their positions (from 0), sorted on a device; None where the host does it."""
    if engine is None or not engine.prefers_device(value) or value.matlab_class == "logical":
        return None, None
    column = engine.reshape(value, (value.numel, 1))
    ordered, positions = (engine.sort(Sort(0, positions=p), column) for p in (False, True))
    if ordered is None or positions is None:
        return None, None
    return ordered.array.ravel(order="F"), positions.array.ravel(order="F").astype(np.int64) - 1


def _numbers(value: Any) -> np.ndarray:
    return value.numbers if isinstance(value, NumberedArray) else as_array(value)


def _ranks(value: StringArray) -> np.ndarray:
    """Numbers in the order of the texts, and NaN for missing ones, which differ from each other too."""
    items = texts(value)
    rank = {text: float(k) for k, text in enumerate(sorted({text for text in items if text is not None}))}
    return np.array([np.nan if text is None else rank[text] for text in items]).reshape(value.shape, order="F")


def take(value: Any, index: np.ndarray, rows: bool) -> np.ndarray:
    """Elements (in column-major order) or rows of a value by indices from 0: a column, or a matrix of rows."""
    array = value.array if hasattr(value, "array") else _numbers(value)
    if rows and type(value) is not CellArray:
        return array[index]
    return array.ravel(order="F")[index].reshape(-1, 1)


def same_text_kind(value: Any, other: Any) -> Any:
    """A char row becomes a cellstr or string when its partner is one, so that both compare as text."""
    if type(value) is CharArray and is_text_array(other):
        lines = value.lines() if value.numel or not value.is_row else [""]
        if type(other) is StringArray:
            return StringArray(np.array(lines, object).reshape(-1, 1))
        return CellArray.of([CharArray.row(t) for t in lines], (len(lines), 1))
    if type(value) is CellArray and type(other) is StringArray and is_text_array(value):
        return StringArray(np.array(texts(value), object).reshape(value.shape, order="F"))
    return value
