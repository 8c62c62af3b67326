"""Tables above and beside each other: ``[A; B]`` and ``[A B]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values import CellArray, CharArray, Tensor, object_array
from ...values.convert import class_of, shape_of
from ...values.indexing import COLON
from ...values.tables.columns import joined_cells, joined_values
from ...values.tables.table import Table


def _rows_like(table: Table, cells: CellArray) -> Table:
    """The rows of a cell array as a table with the variables of another."""
    if cells.shape[1] != len(table.columns):
        raise MatlabError(
            "All tables being vertically concatenated must have the same number of variables.", "MATLAB:table:vertcat:SizeMismatch"
        )
    first, count = table.height, cells.shape[0]
    rows = Tensor(np.arange(first + 1.0, first + count + 1).reshape(1, -1))
    return table.assign((rows, COLON), cells).at_rows(range(first, first + count))


def vertcat(call, *values):
    """``[A; B]`` of tables, and of cell arrays of rows beside them."""
    first = next(v for v in values if isinstance(v, Table))
    tables = [_rows_like(first, v) if type(v) is CellArray else _table(v, "vertcat") for v in values if not _is_nothing(v)]
    tables = [v for v in tables if v.columns or v.height]
    if not tables:
        return values[0]
    names = tables[0].names
    for table in tables[1:]:
        _check_names(table.names, names)
    columns = {name: stacked(_alike(name, [table.columns[name] for table in tables])) for name in names}
    return tables[0].stacked_rows(tables, columns)


def _is_nothing(value: Any) -> bool:
    """Whether a value is ``[]``, which concatenation leaves out."""
    return type(value) is Tensor and value.shape == (0, 0)


def _check_names(names: list[str], wanted: list[str]) -> None:
    if len(names) != len(wanted):
        raise MatlabError(
            "All tables being vertically concatenated must have the same number of variables.", "MATLAB:table:vertcat:SizeMismatch"
        )
    if sorted(names) != sorted(wanted):
        raise MatlabError(
            "All tables being vertically concatenated must have the same variable names.", "MATLAB:table:vertcat:UnequalVarNames"
        )


def _table(value: Any, how: str) -> Table:
    if not isinstance(value, Table):
        raise MatlabError("All input arguments must be tables or cell arrays.", f"MATLAB:table:{how}:InvalidInput")
    return value


def _alike(name: str, parts: list[Any]) -> list[Any]:
    """The columns of a name, which are cells in all tables or in none; text goes with cells of text."""
    kinds = {class_of(p) for p in parts}
    if "cell" in kinds and kinds - {"cell", "char", "string", "categorical", "missing"}:
        raise MatlabError(
            f"Unable to concatenate the table variable '{name}' because it is a cell array in one table and not a cell array in another.",
            "MATLAB:table:vertcat:VertcatCellAndNonCell",
        )
    return parts


def stacked(parts: Sequence[Any]) -> Any:
    """Columns one above the other; texts of cells and strings go together."""
    kinds = {class_of(p) for p in parts}
    if kinds == {"cell", "char"}:
        parts = [
            CellArray(object_array([CharArray.row(line) for line in p.lines()], (p.shape[0], 1))) if type(p) is CharArray else p
            for p in parts
        ]
    return joined_values(list(parts), "vertcat")


def _beside(cells: CellArray, before: int) -> Table:
    """The columns of a cell array as variables that are named after their places."""
    return Table({f"Var{before + j + 1}": joined_cells(cells.array[:, j]) for j in range(cells.shape[1])}, (), cells.shape[0])


def horzcat(call, *values):
    """``[A B]`` of tables, and of cell arrays of their variables; rows with names are matched by those."""
    kept = [v for v in values if not _is_nothing(v)]
    before = np.cumsum([0, *(shape_of(v)[1] for v in kept)])
    tables = [_beside(v, int(n)) if type(v) is CellArray else _table(v, "horzcat") for v, n in zip(kept, before, strict=False)]
    tables = [t for t in tables if t.height or t.columns] or tables[:1]
    columns: dict[str, Any] = {}
    named = next((t for t in tables if t.row_names), tables[0])
    for table in tables:
        if table.height != tables[0].height:
            raise MatlabError(
                "All tables being horizontally concatenated must have the same number of rows.", "MATLAB:table:horzcat:SizeMismatch"
            )
        for name, column in _in_row_order(table, named.row_names).columns.items():
            if name in columns:
                raise MatlabError(f"Duplicate table variable name: '{name}'.", "MATLAB:table:DuplicateVarNames")
            columns[name] = column
    joined = tables[0].remade(columns)
    return joined if tables[0] is named else Table(columns, named.row_names, named.height, tables[0].about)


def _in_row_order(table: Table, names: Any) -> Table:
    """The table with its rows in the order of some row names; a table without row names as it is."""
    if not table.row_names or table.row_names == names:
        return table
    if set(table.row_names) != set(names):
        raise MatlabError(
            "All tables being horizontally concatenated must have the same row names.", "MATLAB:table:horzcat:UnequalRowNames"
        )
    places = {row: k for k, row in enumerate(table.row_names)}
    return table.at_rows([places[row] for row in names])
