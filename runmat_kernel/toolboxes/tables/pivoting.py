"""Pivoted tables: pivot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StringArray, Tensor
from ...values.convert import is_text, text_of, to_value
from ...values.tables.columns import joined_values
from ...values.tables.table import Table
from ...values.times.categorical import Categorical
from ..data_analysis.group_statistics import statistics_of_groups
from .column_rows import rows_of
from .groups import applied, grouping, keyed_groups
from .tables import checked_table, split_options

_OPTIONS = (
    "Columns", "Rows", "DataVariable", "Method", "ColumnsBinMethod", "RowsBinMethod", "OutputFormat", "RowLabelPlacement",
    "IncludeMissingGroups", "IncludeTotals", "IncludedEdge", "IncludeEmptyGroups",
)  # fmt: skip
_SHARES = {"count": 1.0, "percentage": 100.0}


@builtin(
    "pivot", "P = pivot(T, Columns=colvars, Rows=rowvars)", "P = pivot(T, Columns=colvars)", "P = pivot(T, Rows=rowvars)",
    "P = pivot(..., DataVariable=datavar, Method=method)", "P = pivot(..., Name=Value)",
    summary="Table that summarizes another: groups of some of its variables as rows and columns.",
    examples=(
        Example("T = table(['a';'b';'a'],[1;2;2],[10;20;30],VariableNames={'k','n','v'}); P = pivot(T,Rows='n',Columns='k',DataVariable='v'); [P.n P.a P.b]", "[1 10 0;2 30 20]"),
        Example("P = pivot(table(['a';'b';'a'],VariableNames={'k'}),Rows='k'); P.count", "[2;1]"),
        Example("P = pivot(table(['a';'b';'a'],[1;2;4],VariableNames={'k','v'}),Columns='k',DataVariable='v',Method='mean'); [P.a P.b]", "[2.5 2]"),
        Example("T = table([\"a\";\"b\";\"a\"],[\"x\";\"x\";\"y\"],[1;2;4],VariableNames={'k','n','v'}); P = pivot(T,Rows='k',Columns='n',DataVariable='v',IncludeTotals=true); {P.k, [P.x P.y P.Overall_sum]}",
                "{[\"a\";\"b\";\"Overall_sum\"],[1 4 5;2 0 2;3 4 7]}"),
    ),
    errors=(ErrorCase("pivot(table([1;2]))", "MATLAB:pivot:NoRowsOrColumns"),),
)  # fmt: skip
def pivot(call, data, *arguments):
    table = checked_table(call, data)
    values, named = split_options(arguments, _OPTIONS)
    if values and is_text(values[0]) and text_of(values[0]).lower() not in map(str.lower, _OPTIONS):
        raise call.error(f"Invalid parameter name: {text_of(values[0])}.", "MATLAB:pivot:parseArgs:BadParamName")
    if values or not ("Columns" in named or "Rows" in named):
        raise call.error("Rows, columns or both must be named.", "MATLAB:pivot:NoRowsOrColumns")
    totals, empty, missing = named.switch("IncludeTotals"), named.switch("IncludeEmptyGroups"), named.switch("IncludeMissingGroups", True)
    rows, across = (_keys(call, table, named, side) for side in ("Rows", "Columns"))
    (columns, lines), (tops, bars) = (keyed_groups(keys, table.height, missing, empty) for keys in (rows, across))
    cells = _Cells(call, table, named, sum(len(line) for line in lines))
    if totals and rows:
        columns = _with_label(call, columns, cells.overall)
        lines = [*lines, np.sort(np.concatenate(lines))] if lines else lines
    if across:
        heads = list(zip(*(_labels(call, value) for value in tops.values()), strict=True))
        columns |= _beside(heads, [cells.column(lines, bar) for bar in bars], named.word("OutputFormat") == "flat")
        if totals:
            columns[cells.overall] = cells.column(lines, np.sort(np.concatenate(bars)) if bars else np.zeros(0, np.int64))
    else:
        columns[cells.title] = cells.column(lines, np.arange(table.height))
    labels: Sequence[str] = ()
    if named.word("RowLabelPlacement") == "rownames" and len(rows) == 1:
        labels = _labels(call, columns.pop(next(iter(rows))))
    return Table(columns, labels, len(lines))


def _keys(call: Any, table: Table, named: dict[str, Any], side: str) -> dict[str, Any]:
    if side not in named:
        return {}
    return grouping(call, table, table.chosen_names(named[side]), named.get(f"{side}BinMethod"), named.get("IncludedEdge"))


def _with_label(call: Any, columns: dict[str, Any], label: str) -> dict[str, Any]:
    """The labels of the rows with one more for the totals; labels that can hold no such text become strings."""
    labelled = {}
    for k, (name, column) in enumerate(columns.items()):
        added: Any = StringArray.scalar(label if k == 0 else None)
        if type(column) is CellArray:
            added = CellArray.of([CharArray.row(label if k == 0 else "")])
        elif isinstance(column, Categorical) and not column.ordinal:
            added = call.feval("categorical", added)[0]
        elif type(column) is not StringArray:
            column = call.feval("string", column)[0]
        labelled[name] = joined_values([column, added], "vertcat")
    return labelled


_ZERO = ("sum", "nnz", "numunique", "nummissing")
"""Statistics that are 0 of nothing."""


class _Cells:
    """The statistic of the data for each pair of a group of rows and a group of columns."""

    def __init__(self, call: Any, table: Table, named: dict[str, Any], total: int) -> None:
        self.call, self.total = call, total
        name = table.chosen_names(named["DataVariable"])[0] if "DataVariable" in named else None
        self.value = table.column(name) if name is not None else None
        summable = type(self.value) is Tensor or isinstance(self.value, float | bool)
        method = named.get("Method", to_value("sum" if summable else "count"))
        self.method = text_of(method).lower() if is_text(method) else method
        if name is None and self.method not in _SHARES:
            raise call.error("A data variable is needed for this method.", "MATLAB:pivot:NoDataVariable")
        self.word = self.method if isinstance(self.method, str) else "fun1"
        self.title = self.word if self.method in _SHARES else f"{self.word}_{name}"
        self.overall = f"Overall_{self.word}"

    def column(self, lines: Any, bar: np.ndarray) -> Any:
        inside = np.zeros(max((int(rows.max()) + 1 for rows in (*lines, bar) if len(rows)), default=0), bool)
        inside[bar] = True
        groups = [np.sort(line[inside[line]]) for line in lines]
        empty = 0.0 if self.method in _ZERO else np.nan
        if (together := statistics_of_groups(self.method, self.value, groups, empty)) is not None:
            return together
        cells = [self._cell(rows) for rows in groups]
        return joined_values(cells, "vertcat") if cells else Tensor(np.zeros((0, 1)))

    def _cell(self, rows: np.ndarray) -> Any:
        if self.method == "count":
            return float(len(rows))
        if self.method == "percentage":
            return 100.0 * len(rows) / self.total if self.total else np.nan
        if not len(rows) and self.method in _ZERO:
            return 0.0
        return applied(self.call, self.method, rows_of(self.value, rows)) if len(rows) else np.nan


def _labels(call: Any, column: Any) -> list[str]:
    """The texts of the groups, which name variables."""
    if type(column) is CellArray:
        return texts_of(column)
    words = call.feval("string", column)[0].array.ravel(order="F").tolist()
    return ["<missing>" if word is None else word for word in words]


def _beside(names: list[tuple[str, ...]], wide: list[Any], flat: bool) -> dict[str, Any]:
    """Variables named by the first key; with more keys they are tables of those, or (``flat``) named by all keys."""
    if flat or not names or len(names[0]) == 1:
        return dict(zip(("_".join(words) for words in names), wide, strict=True))
    places: dict[str, list[int]] = {}
    for k, words in enumerate(names):
        places.setdefault(words[0], []).append(k)
    return {word: Table(_beside([names[k][1:] for k in at], [wide[k] for k in at], flat)) for word, at in places.items()}
