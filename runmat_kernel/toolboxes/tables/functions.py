"""Functions applied to the variables, the rows and the groups of rows of tables: varfun, rowfun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...builtins.arguments import Options
from ...builtins.element_values import is_true, texts_of
from ...builtins.spec import Example, builtin
from ...values import CellArray, object_array
from ...values.convert import is_text, numel_of, shape_of, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.indexing import COLON
from ...values.tables.columns import joined_values
from ...values.tables.table import Table
from ...values.tables.timetable import TIMES, Timetable
from .column_rows import cell_of, rows_of
from .groups import called, groups_of, key_column
from .tables import checked_table, named_options

_ORDINALS = {0: "st", 1: "nd", 2: "rd"}
_FORMS = ("auto", "table", "timetable", "uniform", "cell")
_VARFUN = ("InputVariables", "GroupingVariables", "OutputFormat", "ErrorHandler")
_ROWFUN = (*_VARFUN, "SeparateInputs", "ExtractCellContents", "OutputVariableNames", "NumOutputs")


def _asked(call: Any, table: Any, options: Sequence[Any], known: Sequence[str]) -> tuple[Options, list[str], list[str], str]:
    """The options by name, the grouping variables, the variables that the function gets, and the form of the result."""
    named = named_options(options, known)
    checked_table(call, table)
    groups = table.chosen_names(named["GroupingVariables"]) if "GroupingVariables" in named else []
    return named, groups, _inputs(call, table, named, groups), _form(call, table, named)


def _inputs(call: Any, table: Table, named: Options, groups: Sequence[str]) -> list[str]:
    """The variables that the function gets: those named, those that a function chooses, or all but the groups."""
    choice = named.get("InputVariables")
    if choice is None:
        return [name for name in table.names if name not in groups]
    if isinstance(choice, FunctionHandle):
        return [name for name, value in table.columns.items() if is_true(call.feval(choice, value)[0])]
    return table.chosen_names(choice)


def _form(call: Any, table: Table, named: dict[str, Any]) -> str:
    """The OutputFormat, which may be abbreviated (``'uni'``)."""
    if "OutputFormat" not in named:
        return "auto"
    word = text_of(named["OutputFormat"]).lower() if is_text(named["OutputFormat"]) else ""
    matches = [form for form in _FORMS if word and form.startswith(word)]
    if word not in matches and len(matches) != 1:
        text = "OutputFormat must be 'auto', 'table', 'timetable', 'uniform', or 'cell'."
        raise call.error(text, f"MATLAB:table:{call.name}:InvalidOutputFormat")
    if matches[0] == "timetable" and not isinstance(table, Timetable):
        raise call.error("OutputFormat may be 'timetable' for timetables only.", f"MATLAB:table:{call.name}:InvalidOutputFormat")
    return matches[0]


def _uniform(call: Any, function: Any, results: list[Any], joined: list[Any], names: Sequence[str]) -> Any:
    """Scalars beside each other as one array; ``names`` are the variables that the function got one by one, none of rows."""
    wrong = next(((k, j) for k, row in enumerate(results) for j, item in enumerate(row) if numel_of(item) != 1), None)
    if wrong is not None:
        k, j = wrong
        place = f"the variable '{names[j]}'" if names else f"the {k + 1}{_ORDINALS.get(k % 10 if k % 100 // 10 != 1 else 3, 'th')} row"
        title = text_of(call.feval("func2str", function)[0]) if isinstance(function, FunctionHandle) else text_of(function)
        raise call.error(
            f"The function '{title}' returned a non-scalar value when applied to {place}.", f"MATLAB:table:{call.name}:NotAScalarOutput"
        )
    return joined_values(joined, "horzcat")


def _without_row_names(table: Any) -> Any:
    """The table as the result of a function of whole variables, whose rows need not be those of the table."""
    return table if isinstance(table, Timetable) else table.with_rows(CellArray.of([]))


def _of_groups(table: Table, heads: np.ndarray, columns: dict[str, Any], form: str) -> Table:
    """The results of groups of rows: those of a timetable have the time of the first row of each group."""
    if not isinstance(table, Timetable) or form == "table":
        return Table(columns)
    times = table.about.dimensions[0]
    others = {name: value for name, value in columns.items() if name != times}
    return Timetable(rows_of(table.times, heads), others, replace(TIMES, dimensions=table.about.dimensions))


def _keyed(
    table: Table, groups: Sequence[str], rows: Sequence[np.ndarray], heights: Sequence[int], columns: dict[str, Any], form: str
) -> Table:
    """The results of groups of rows behind the keys and the number of rows of each group, repeated to the height of its result."""
    heads = np.repeat([int(r[0]) for r in rows], heights)
    counts = np.repeat([len(r) for r in rows], heights).astype(np.float64).reshape(-1, 1)
    keys = {g: rows_of(key_column(table, g), heads) for g in groups}
    return _of_groups(table, heads, {**keys, "GroupCount": to_value(counts), **columns}, form)


def _title(function: Any) -> str:
    """The prefix that a function gives to names of variables."""
    name = text_of(function) if is_text(function) else getattr(function, "name", "")
    return name if name and name.isidentifier() else "Fun"


@builtin(
    "varfun", "B = varfun(func, A)", "B = varfun(func, A, Name, Value, ...)",
    summary="A function applied to each variable of a table, or to its groups of rows.",
    examples=(
        Example("B = varfun(@mean, table([1;3],[5;7],'VariableNames',{'a','b'})); [B.mean_a B.mean_b]", "[2 6]"),
        Example("varfun(@sum, table([1;3],[5;7]),'OutputFormat','uniform')", "[4 12]"),
        Example("B = varfun(@sum, table([1;1;2],[5;7;9]),'GroupingVariables','Var1'); [B.GroupCount B.sum_Var2]", "[2 12;1 9]"),
    ),
)  # fmt: skip
def varfun(call, function, table, *options):
    named, groups, names, form = _asked(call, table, options, _VARFUN)
    rows = groups_of([key_column(table, g) for g in groups], table.height, missing=False).rows if groups else (COLON,)
    handler = named.get("ErrorHandler")
    results = [
        [called(call, function, [_at(table.column(n), r)], 1, handler, k + 1, n)[0] for k, n in enumerate(names)] for r in rows
    ]
    if form == "cell":
        return _cells(results, len(names))
    joined = _joined(results, len(names))
    if form == "uniform":
        return _uniform(call, function, results, joined, names)
    columns = {f"{_title(function)}_{name}": value for name, value in zip(names, joined, strict=True)}
    if groups:
        return _keyed(table, groups, rows, [shape_of(row[0])[0] if row else 1 for row in results], columns, form)
    if all(shape_of(v)[0] == table.height for v in joined):
        return Table(columns) if form == "table" else _without_row_names(table.remade(columns))
    height = shape_of(joined[0])[0] if joined else 0
    return _of_groups(table, np.zeros(height, int), columns, form)


def _at(value: Any, rows: Any) -> Any:
    """Rows of a column; all of them for ``:``."""
    return value if rows is COLON else rows_of(value, rows)


def _cells(results: list[Any], width: int) -> CellArray:
    """Results as a cell array: a row for each call, a column for each of ``width`` outputs or variables."""
    return CellArray(object_array([row[j] for j in range(width) for row in results], (len(results), width)))


def _joined(results: list[Any], width: int) -> list[Any]:
    """The results of all calls one above the other, for each of ``width`` outputs or variables."""
    return [joined_values([row[j] for row in results], "vertcat") for j in range(width)]


@builtin(
    "rowfun", "B = rowfun(func, A)", "B = rowfun(func, A, Name, Value, ...)",
    summary="A function applied to each row of a table, or to its groups of rows.",
    examples=(
        Example("B = rowfun(@(x,y) x + y, table([1;3],[5;7])); B.Var1", "[6;10]"),
        Example("rowfun(@(x,y) x*y, table([1;3],[5;7]),'OutputFormat','uniform')", "[5;21]"),
        Example("B = rowfun(@(x) sum(x), table([1;1;2],[5;7;9]),'GroupingVariables','Var1','OutputVariableNames','s'); B.s", "[12;9]"),
    ),
)  # fmt: skip
def rowfun(call, function, table, *options):
    named, groups, names, form = _asked(call, table, options, _ROWFUN)
    titles = named.read("OutputVariableNames", texts_of, [])
    wanted = int(named.number("NumOutputs", max(len(titles), 1)))
    separate = named.switch("SeparateInputs", True)
    extract = named.switch("ExtractCellContents")
    handler = named.get("ErrorHandler")

    def arguments(rows: np.ndarray) -> list[Any]:
        columns = [table.column(n) for n in names]
        inputs = [cell_of(column, rows[0]) if extract and len(rows) == 1 else rows_of(column, rows) for column in columns]
        return inputs if separate else [joined_values(inputs, "horzcat")]

    row_groups: Sequence[np.ndarray] = [np.array([i]) for i in range(table.height)]
    if groups:
        row_groups = groups_of([key_column(table, g) for g in groups], table.height, missing=False).rows
    results = [called(call, function, arguments(rows), wanted, handler, k + 1) for k, rows in enumerate(row_groups)]
    if form == "cell":
        return _cells(results, wanted)
    joined = _joined(results, wanted)
    if form == "uniform":
        return _uniform(call, function, results, joined, ())
    first = len(groups) + 2 if groups else 1  # the keys and GroupCount come first
    columns = dict(zip([*titles[:wanted], *(f"Var{first + j}" for j in range(len(titles), wanted))], joined, strict=True))
    if groups:
        return _keyed(table, groups, row_groups, [shape_of(row[0])[0] for row in results], columns, form)
    return Table(columns, table.row_names, table.height) if form == "table" else table.remade(columns)
