"""Functions applied to the variables, the rows and the groups of rows of tables: varfun, rowfun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.items import is_true, texts_of
from ...builtins.spec import Example, builtin
from ...values import CellArray, object_array
from ...values.convert import is_text, numel_of, shape_of, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.tables.columns import joined_values
from ...values.tables.table import Table
from ...values.tables.timetable import TIMES, Timetable
from .groups import called, groups_of, key_column, part
from .tables import cell_of, given_table, named_options

_ORDINALS = {0: "st", 1: "nd", 2: "rd"}
_VARFUN = ("InputVariables", "GroupingVariables", "OutputFormat", "ErrorHandler")
_ROWFUN = (*_VARFUN, "SeparateInputs", "ExtractCellContents", "OutputVariableNames", "NumOutputs")


def _asked(call: Any, table: Any, options: Sequence[Any], known: Sequence[str]) -> tuple[dict[str, Any], Table, list[str], list[str], str]:
    """The options by name, the table, its grouping variables, the variables that the function gets, and the form of the result."""
    named = named_options(options, known)
    found = given_table(call, table)
    groups = found.chosen_names(named["GroupingVariables"]) if "GroupingVariables" in named else []
    return named, found, groups, _inputs(call, found, named, groups), _form(call, found, named)


def _inputs(call: Any, table: Table, named: dict[str, Any], groups: Sequence[str]) -> list[str]:
    given = named.get("InputVariables")
    if given is None:
        return [name for name in table.names if name not in groups]
    if isinstance(given, FunctionHandle):
        return [name for name, value in table.columns.items() if is_true(call.feval(given, value)[0])]
    return table.chosen_names(given)


def _form(call: Any, table: Table, named: dict[str, Any]) -> str:
    """The OutputFormat, which may be abbreviated (``'uni'``)."""
    if "OutputFormat" not in named:
        return "auto"
    word = text_of(named["OutputFormat"]).lower() if is_text(named["OutputFormat"]) else ""
    found = [form for form in ("auto", "table", "timetable", "uniform", "cell") if word and form.startswith(word)]
    if word not in found and len(found) != 1:
        text = "OutputFormat must be 'auto', 'table', 'timetable', 'uniform', or 'cell'."
        raise call.error(text, f"MATLAB:table:{call.name}:InvalidOutputFormat")
    if found[0] == "timetable" and not isinstance(table, Timetable):
        raise call.error("OutputFormat may be 'timetable' for timetables only.", f"MATLAB:table:{call.name}:InvalidOutputFormat")
    return word if word in found else found[0]


def _uniform(call: Any, function: Any, results: list[Any], joined: list[Any], names: Sequence[str]) -> Any:
    """Scalars beside each other as one array; ``names`` are the variables that the function got one by one, none of rows."""
    for k, row in enumerate(results):
        for j, item in enumerate(row):
            if numel_of(item) != 1:
                what = (
                    f"the variable '{names[j]}'" if names else f"the {k + 1}{_ORDINALS.get(k % 10 if k % 100 // 10 != 1 else 3, 'th')} row"
                )
                own = text_of(call.feval("func2str", function)[0]) if isinstance(function, FunctionHandle) else text_of(function)
                raise call.error(
                    f"The function '{own}' returned a non-scalar value when applied to {what}.",
                    f"MATLAB:table:{call.name}:NotAScalarOutput",
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
    return Timetable(part(table.times, heads), others, replace(TIMES, dimensions=table.about.dimensions))


def _keyed(
    table: Table, groups: Sequence[str], rows: Sequence[np.ndarray], heights: Sequence[int], columns: dict[str, Any], form: str
) -> Table:
    """The results of groups of rows behind the keys and the number of rows of each group, repeated to the height of its result."""
    heads = np.repeat([int(r[0]) for r in rows], heights)
    counts = np.repeat([len(r) for r in rows], heights).astype(np.float64).reshape(-1, 1)
    keys = {g: part(key_column(table, g), heads) for g in groups}
    return _of_groups(table, heads, {**keys, "GroupCount": to_value(counts), **columns}, form)


def _title(function: Any) -> str:
    name = text_of(function) if is_text(function) else function.name if isinstance(function, FunctionHandle) and function.name else ""
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
    named, found, groups, names, form = _asked(call, table, options, _VARFUN)
    parts = groups_of([key_column(found, g) for g in groups], found.height, missing=False) if groups else None
    rows = parts.rows if parts is not None else (None,)
    handler = named.get("ErrorHandler")
    results = [
        [
            called(call, function, [found.column(n) if r is None else part(found.column(n), r)], 1, handler, k + 1, n)[0]
            for k, n in enumerate(names)
        ]
        for r in rows
    ]
    if form == "cell":
        return CellArray(object_array([row[j] for j in range(len(names)) for row in results], (len(rows), len(names))))
    joined = [joined_values([row[j] for row in results], "vertcat") for j in range(len(names))]
    if form == "uniform":
        return _uniform(call, function, results, joined, names)
    columns = {f"{_title(function)}_{name}": value for name, value in zip(names, joined, strict=True)}
    if parts is None:
        same = all(shape_of(v)[0] == found.height for v in joined)
        if same:
            return Table(columns) if form == "table" else _without_row_names(found.remade(columns))
        height = shape_of(joined[0])[0] if joined else 0
        return _of_groups(found, np.zeros(height, int), columns, form)
    return _keyed(found, groups, parts.rows, [shape_of(row[0])[0] if row else 1 for row in results], columns, form)


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
    named, found, groups, names, form = _asked(call, table, options, _ROWFUN)
    titles = texts_of(named["OutputVariableNames"]) if "OutputVariableNames" in named else []
    wanted = int(arg.scalar(named["NumOutputs"])) if "NumOutputs" in named else max(len(titles), 1)
    separate = is_true(named["SeparateInputs"]) if "SeparateInputs" in named else True
    extract = is_true(named["ExtractCellContents"]) if "ExtractCellContents" in named else False
    parts = (
        groups_of([key_column(found, g) for g in groups], found.height, missing=False).rows
        if groups
        else [np.array([i]) for i in range(found.height)]
    )

    def arguments(rows: np.ndarray) -> list[Any]:
        given = [cell_of(found.column(n), rows[0]) if extract and len(rows) == 1 else part(found.column(n), rows) for n in names]
        return given if separate else [joined_values(given, "horzcat")]

    handler = named.get("ErrorHandler")
    results = [called(call, function, arguments(rows), wanted, handler, k + 1) for k, rows in enumerate(parts)]
    if form == "cell":
        return CellArray(object_array([row[j] for j in range(wanted) for row in results], (len(results), wanted)))
    joined = [joined_values([row[j] for row in results], "vertcat") for j in range(wanted)]
    if form == "uniform":
        return _uniform(call, function, results, joined, ())
    columns = {
        titles[j] if j < len(titles) else f"Var{j + 1 + (len(groups) + 1 if groups else 0)}": value for j, value in enumerate(joined)
    }
    if not groups:
        plain = form == "table"
        return Table(columns, found.row_names, found.height) if plain else found.remade(columns)
    return _keyed(found, groups, parts, [shape_of(row[0])[0] for row in results], columns, form)
