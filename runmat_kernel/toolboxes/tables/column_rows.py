"""Rows of the columns of tables: chosen, repeated, missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...values import CellArray, CharArray, StringArray, Tensor, object_array
from ...values.convert import as_array, class_of, shape_of
from ...values.indexing import COLON, index
from ...values.objects import HostObject
from ...values.tables.columns import joined_values
from ...values.tables.table import Table


def part_of(value: Any, subscripts: tuple[Any, ...]) -> Any:
    """``value(subscripts...)`` of an array or an object."""
    return value.index(subscripts) if isinstance(value, HostObject) else index(value, subscripts)


def cell_of(value: Any, row: int) -> Any:
    """One row of a column; of a column of cells the content of the cell."""
    if type(value) is CellArray and value.shape[1] == 1:
        return value.array[row, 0]
    return part_of(value, (float(row + 1), COLON))


def rows_of(value: Any, rows: Any) -> Any:
    """Rows of a column by their positions from 0, in that order and as often as they are named."""
    return Table({"x": value}).at_rows(rows).columns["x"]


def rows_or_gaps(value: Any, rows: Sequence[int] | np.ndarray) -> Any:
    """As ``rows_of``, with a missing row for each -1."""
    places = np.asarray(rows, int)
    if not (places < 0).any():
        return rows_of(value, places)
    height, width = shape_of(value)[:2]
    gap = gap_like(value) if width == 1 else Tensor(np.full((1, width), np.nan))
    return rows_of(joined_values([value, gap], "vertcat"), np.where(places < 0, height, places))


def gap_like(value: Any) -> Any:
    """A missing element of the class of a column; zero for classes that have none."""
    kind = class_of(value)
    if kind == "cell":
        return CellArray(object_array([CharArray.row("")], (1, 1)))
    if kind == "string":
        return StringArray(object_array([None], (1, 1)))
    if isinstance(value, HostObject):
        return value.index((Tensor(np.zeros((1, 0))), COLON)).assign((1.0, 1.0), float("nan"))
    return float("nan") if kind in ("double", "single") else Tensor(np.zeros((1, 1), as_array(value).dtype))


def one_based(rows: Any) -> Tensor:
    """Positions from 0 as a column of MATLAB's, which count from 1."""
    return Tensor((np.asarray(rows, np.float64) + 1).reshape(-1, 1))
