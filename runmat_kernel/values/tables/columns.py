"""Columns of tables: their rows, longer ones, several side by side or one above the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ..concat import horzcat, vertcat
from ..containers import CellArray, object_array
from ..convert import class_of, shape_of
from ..indexing import COLON, assign, index
from ..objects import HostObject, find_method
from ..tensor import Tensor
from ..text import StringArray


def column_shape(value: Any) -> tuple[int, ...]:
    """The shape of a column, rows first; objects are as large as their class says."""
    return value.told_shape if isinstance(value, HostObject) else shape_of(value)


def row_of(value: Any, rows: Any) -> Any:
    """Rows of a column."""
    if isinstance(value, HostObject):
        return value.told_index((rows, COLON))
    return index(value, (rows, *[COLON] * (len(shape_of(value)) - 1)))


def put(old: Any, rows: Any, piece: Any) -> Any:
    """A column with some rows replaced."""
    if type(old) is CellArray and type(piece) is StringArray:
        raise MatlabError(
            "Unable to perform assignment because value of type 'string' is not convertible to 'cell'.", "MATLAB:UnableToConvert"
        )
    subscripts = (rows, *[COLON] * (len(column_shape(old)) - 1))
    return old.told_assign(subscripts, piece) if isinstance(old, HostObject) else assign(old, subscripts, piece)


def blank_like(piece: Any, height: int) -> Any:
    """A column of default values of the class of a piece."""
    empty = row_of(piece, Tensor(np.zeros((1, 0))))
    return padded(empty, height)


def padded(value: Any, height: int) -> Any:
    """A column with default rows added: zeros, NaN of times, undefined, missing strings, empty cells."""
    if column_shape(value)[0] >= height:
        return value
    if hasattr(value, "longer"):  # a table in a table
        return value.longer(height)
    if type(value) in (float, bool, complex, Tensor) and class_of(value) in ("double", "logical", "single"):
        return assign(value, (float(height), COLON), 0.0)
    if isinstance(value, HostObject):
        blank = 0.0 if hasattr(value, "full_value") else np.nan  # sparse numbers are numbers
        rows = Tensor(np.arange(column_shape(value)[0] + 1.0, height + 1).reshape(-1, 1))
        return value.assign((rows, COLON), Tensor(np.full((rows.numel, shape_of(value)[1]), blank)))
    if type(value) is StringArray:
        extra = np.full((height - value.shape[0], *value.shape[1:]), None, object)
        return StringArray(np.concatenate([value.array, extra]))
    if type(value) is CellArray:
        extra = np.empty((height - value.shape[0], *value.shape[1:]), object)
        for position in np.ndindex(extra.shape):
            extra[position] = Tensor(np.zeros((0, 0)))
        return CellArray(np.concatenate([value.array, extra]))
    return assign(value, (float(height), COLON), row_of(value, 1.0)) if shape_of(value)[0] else value


def joined_columns(columns: Mapping[str, Any]) -> Any:
    """Columns side by side: ``T{:, :}``."""
    values = list(columns.values())
    kinds = {class_of(v) for v in values}
    if len(kinds) > 1 and kinds & {"cell", "table", "struct"}:
        names = list(columns)
        other = next(n for n in names if class_of(columns[n]) != class_of(values[0]))
        raise MatlabError(
            f"Unable to concatenate the table variables '{names[0]}' and '{other}', because their types are "
            f"{class_of(values[0])} and {class_of(columns[other])}.",
            "MATLAB:table:ExtractDataIncompatibleTypeError",
        )
    return joined_values(values, "horzcat")


def joined_values(values: Sequence[Any], how: str) -> Any:
    """Values side by side or one above the other, also those whose classes join by methods of their own."""
    if len(values) == 1:
        return values[0]
    cls = next((v.cls for v in values if hasattr(v, "cls")), None)
    if cls is not None:  # objects of a class that a program defined
        return cls.table.arrays.concatenate(1 if how == "vertcat" else 2, values)
    method = find_method(how, values)
    if method is not None:
        return method(None, *values)
    return (horzcat if how == "horzcat" else vertcat)(list(values))


def joined_cells(cells: np.ndarray) -> Any:
    """Contents of a column of cells as a column of a table: texts and unlike contents stay in cells, rows of cells are joined."""
    items = list(cells)
    kinds = {class_of(item) for item in items}
    uneven = any(shape_of(item)[0] != 1 or shape_of(item) != shape_of(items[0]) for item in items)
    if "char" in kinds or "function_handle" in kinds or len(kinds) > 1 or uneven or not items:
        return CellArray(object_array(items, (len(items), 1)))
    return joined_values(items, "vertcat")
