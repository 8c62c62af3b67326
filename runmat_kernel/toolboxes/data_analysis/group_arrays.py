"""Groups of the rows of arrays: the same functions as for tables, on a table that is made for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...values import CellArray, CharArray, object_array
from ...values.convert import is_text, numel_of, shape_of
from ...values.indexing import COLON, index
from ...values.objects import HostObject
from ...values.tables.columns import joined_values
from ...values.tables.table import Table
from ...values.tensor import Tensor


def as_column(call: Any, value: Any) -> Any:
    return call.feval("reshape", value, Tensor(np.zeros((0, 0))), 1.0)[0] if numel_of(value) > 1 and shape_of(value)[0] == 1 else value


def _columns(call: Any, value: Any) -> list[Any]:
    """The columns of a matrix; rows of characters are texts."""
    if type(value) is CharArray:
        return [value]
    pick = value.index if isinstance(value, HostObject) else lambda subscripts: index(value, subscripts)
    return [pick((COLON, float(j + 1))) for j in range(shape_of(value)[1])] if shape_of(value)[1] != 1 else [value]


def tabled(call: Any, data: Any, groups: Any) -> tuple[Table, list[str], list[str]]:
    """A table of grouping vectors (columns of a matrix, or vectors in a cell) and data, and the names of both."""
    has_vectors = type(groups) is CellArray and not all(is_text(x) for x in groups.array.flat)
    vectors = groups.array.ravel(order="F") if has_vectors else [groups]
    keys = [key for vector in vectors for key in _columns(call, as_column(call, vector))]
    columns = {f"key{k + 1}": key for k, key in enumerate(keys)}
    measured = [] if data is None else _columns(call, as_column(call, data))
    values = {f"data{j + 1}": column for j, column in enumerate(measured)}
    heights = {shape_of(column)[0] for column in (*columns.values(), *values.values())}
    if len(heights) > 1:
        raise call.error("The grouping variables must have as many rows as the data.", f"MATLAB:{call.name}:InvalidGroupVars")
    return Table({**columns, **values}), list(columns), list(values)


def side_by_side(table: Table, names: Sequence[str]) -> Any:
    return joined_values([table.columns[name] for name in names], "horzcat")


def identifiers(columns: Sequence[Any]) -> Any:
    """The names of the groups: a column, or a cell with one column for each grouping vector."""
    return columns[0] if len(columns) == 1 else CellArray(object_array(list(columns), (1, len(columns))))
