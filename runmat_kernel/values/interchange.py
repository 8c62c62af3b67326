"""Values as objects of NumPy, SciPy, pandas and plain Python, and back: what programs in Python read from a workspace and put there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import numpy as np

from .classes import DTYPES
from .containers import CellArray, StructArray
from .convert import shape_of, to_value
from .dictionary import Dictionary
from .sparse.matrix import Sparse
from .tables.table import Table
from .tensor import Tensor
from .text import CharArray, StringArray
from .times.times import Datetime, Duration

_EPOCH = dt.datetime(1970, 1, 1)
_UTC_EPOCH = _EPOCH.replace(tzinfo=dt.UTC)


def native(value: Any) -> Any:
    """The closest Python object of a Value.

    Arrays become NumPy arrays of the same shape (numbers share the memory and cannot be written), char rows and string scalars str,
    missing strings None, cell vectors and struct arrays lists, structures dicts, dictionaries dicts, tables DataFrames (pandas), sparse
    matrices those of SciPy, times NumPy's datetime64 and timedelta64.  Values without a counterpart (handles, figures, objects) stay as
    they are.
    """
    kind = type(value)
    if kind is Tensor:
        return value.array.item() if value.array.size == 1 else read_only(value.array)
    if kind is CharArray:
        return value.text if value.is_row or not value.numel else [CharArray(row[None]).text for row in value.array]
    if kind is StringArray:
        return value.array.item() if value.numel == 1 else value.array.copy()
    if kind is CellArray:
        items = [native(item) for item in value.array.flat]
        return items if 1 in value.shape or not items else _object_array(items, value.shape)
    if kind is StructArray:
        elements = [{name: native(item) for name, item in element.items()} for element in value.array.flat]
        return elements[0] if value.array.size == 1 else elements
    if kind is Dictionary:
        return {_hashable(native(key)): native(item) for key, item in value.entries.values()}
    if isinstance(value, Table):
        return data_frame(value)
    if isinstance(value, Sparse):
        return value.matrix.copy()
    if isinstance(value, Datetime | Duration):
        return moments(value)
    return value


def read_only(array: np.ndarray) -> np.ndarray:
    """A view that cannot be written: values of MATLAB never change under other variables."""
    view = array.view()
    view.flags.writeable = False
    return view


def _object_array(items: list[Any], shape: tuple[int, ...]) -> np.ndarray:
    array = np.empty(len(items), object)
    array[:] = items
    return array.reshape(shape)


def _hashable(key: Any) -> Any:
    return tuple(key.ravel().tolist()) if isinstance(key, np.ndarray) else key


def moments(value: Datetime | Duration) -> np.ndarray:
    """Times as NumPy's, in microseconds; those of a time zone in UTC."""
    absent = np.isnan(value.seconds)
    kind = "datetime64[us]" if isinstance(value, Datetime) else "timedelta64[us]"
    array = np.round(np.where(absent, 0, value.seconds) * 1e6).astype(np.int64).astype(kind)
    array[absent] = np.array("NaT", kind)
    return array


def data_frame(table: Table) -> Any:
    """A DataFrame of pandas; row names become its index.

    Raises ImportError without pandas, ValueError for variables of several columns.
    """
    import pandas

    columns: dict[str, Any] = {}
    for name, column in table.columns.items():
        shape = shape_of(column)
        if len(shape) > 2 or (shape[1] != 1 and shape[0]):
            raise ValueError(f"variable '{name}' of the table has several columns")
        columns[name] = _frame_column(column)
    return pandas.DataFrame(columns, index=list(table.row_names) or None)


def _frame_column(column: Any) -> Any:
    if isinstance(column, StringArray | CellArray):
        return [item if isinstance(item, str | None) else native(item) for item in column.array.flat]
    items = native(column)
    return items.reshape(-1).copy() if isinstance(items, np.ndarray) else [items]


def value_of(item: Any) -> Any:
    """The Value of a Python object; raises TypeError where there is none.

    Numbers become doubles, NumPy's arrays and numbers arrays of their class (one dimension is a row), str a char row, lists and tuples
    cell rows, mappings with names as keys structures, DataFrames tables, SciPy's sparse matrices sparse ones, dates datetimes.
    """
    if isinstance(item, bool | float | complex | str):
        return to_value(item if isinstance(item, bool | str) else complex(item) if isinstance(item, complex) else float(item))
    if item is None:
        return Tensor(np.empty((0, 0)))
    if isinstance(item, int):
        return float(item)
    if isinstance(item, dt.datetime):
        return datetime_of(item)
    if isinstance(item, np.ndarray | np.generic):
        return array_value(np.asarray(item))
    if isinstance(item, list | tuple):
        return CellArray.of([value_of(x) for x in item])
    if isinstance(item, Mapping) and all(isinstance(key, str) and key.isidentifier() for key in item):
        return StructArray.scalar({str(key): value_of(x) for key, x in item.items()})
    if is_data_frame(item):
        return table_of(item)
    if type(item).__module__.startswith("scipy.sparse"):
        return Sparse(item.tocsc())
    if hasattr(item, "matlab_class"):
        return item
    if hasattr(item, "__array__"):
        return array_value(np.asarray(item))
    raise TypeError(f"{type(item).__name__} objects have no counterpart among MATLAB's values")


def array_value(array: np.ndarray, matlab_class: str | None = None) -> Any:
    """An array of NumPy as a Value, of ``matlab_class`` or the class of its type; one dimension is a row.

    Raises TypeError for elements that MATLAB has no class for.
    """
    if array.dtype.kind in "Mm":
        ticks = array.astype("datetime64[us]" if array.dtype.kind == "M" else "timedelta64[us]").astype(np.int64)
        seconds = np.atleast_2d(np.where(np.isnat(array), np.nan, ticks / 1e6))
        return Datetime(seconds) if array.dtype.kind == "M" else Duration(seconds)
    if array.dtype.kind in "UO" and all(isinstance(text, str | None) for text in array.flat):
        return StringArray(np.atleast_2d(array.astype(object)))
    if array.dtype.kind not in "biufc":
        raise TypeError(f"arrays of {array.dtype} have no counterpart among MATLAB's values")
    if matlab_class is None:
        matlab_class = {"e": "single", "g": "double", "G": "double"}.get(array.dtype.char)
    dtype = DTYPES[matlab_class] if matlab_class is not None and array.dtype.kind != "c" else array.dtype.newbyteorder("=")
    return to_value(np.array(np.atleast_2d(array), dtype, order="F"))


def datetime_of(item: dt.datetime) -> Datetime:
    """A datetime array of one element; a time with a zone is one of UTC."""
    if item.tzinfo is None:
        return Datetime(np.array([[(item - _EPOCH).total_seconds()]]))
    return Datetime(np.array([[(item - _UTC_EPOCH).total_seconds()]]), None, "UTC")


def moment(value: Datetime) -> dt.datetime | None:
    """Python's datetime of a single element; None for NaT."""
    seconds = float(value.seconds.flat[0])
    return None if np.isnan(seconds) else (_UTC_EPOCH if value.zone else _EPOCH) + dt.timedelta(microseconds=round(seconds * 1e6))


def is_data_frame(item: Any) -> bool:
    """Whether this is a DataFrame of pandas, which is not imported for the question."""
    return type(item).__name__ == "DataFrame" and type(item).__module__.startswith("pandas")


def table_of(frame: Any) -> Table:
    """A table with a variable for each column of a DataFrame; an index of texts becomes the row names."""
    columns = {str(name): _table_column(frame[name].to_numpy()) for name in frame.columns}
    named = len(frame) and all(isinstance(label, str) for label in frame.index)
    return Table(columns, tuple(frame.index) if named else (), len(frame))


def _table_column(column: np.ndarray) -> Any:
    if column.dtype.kind in "biufcMm":
        return array_value(column.reshape(-1, 1))
    texts = [None if item is None or item != item else str(item) for item in column]
    return StringArray(np.array(texts, object).reshape(-1, 1))
