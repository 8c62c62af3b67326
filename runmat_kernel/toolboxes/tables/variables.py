"""Variables of tables: added, moved, merged, split, renamed, converted; tall and wide tables."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

import numpy as np

from ...builtins.arguments import Options
from ...builtins.element_values import cellstr_column, is_true, texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray
from ...values.convert import class_of, is_text, shape_of, text_of, to_value
from ...values.indexing import COLON
from ...values.tables.columns import joined_cells, joined_columns, joined_values
from ...values.tables.table import Table
from ...values.tables.timetable import Timetable
from ...values.tables.variable_type import VariableType
from ...values.times.categorical import Categorical
from .column_rows import gap_like, one_based, part_of, rows_of
from .methods import codes_of, row_keys
from .tables import cell_of, checked_table, named_options, split_options


@builtin("vartype", "s = vartype(type)", summary="Subscript that chooses the variables of a table by their class.",
         examples=(Example("T = table([1;2],{'a';'b'}); width(T(:,vartype('numeric')))", "1"),))  # fmt: skip
def vartype(call, kind):
    return VariableType(text_of(kind))


def _place(table: Table, where: dict[str, Any]) -> int:
    """How many variables stand before the place that Before or After names; all without them."""
    for word, offset in (("Before", 0), ("After", 1)):
        if word in where:
            (neighbour,) = table.chosen_names(where[word])
            table.column(neighbour)
            return table.names.index(neighbour) + offset
    return len(table.names)


def _placed(table: Table, columns: dict[str, Any], where: dict[str, Any], call: Any) -> Any:
    """The table with more columns before or after one of its own; at the end without a place."""
    names, at = table.names, _place(table, where)
    order = [*names[:at], *columns, *names[at:]]
    return table.remade({name: columns[name] if name in columns else table.columns[name] for name in order})


@builtin(
    "addvars", "T2 = addvars(T, var1, ..., varN)", "T2 = addvars(..., 'Before', location)", "T2 = addvars(..., 'After', location)",
    "T2 = addvars(..., 'NewVariableNames', names)", summary="Table with more variables.",
    examples=(
        Example("T = addvars(table([1;2],'VariableNames',{'a'}),[3;4],'NewVariableNames','b','Before','a'); T.Properties.VariableNames", "{'b','a'}"),
    ),
    errors=(ErrorCase("addvars(table([1;2]),[1;2;3])", "MATLAB:table:RowDimensionMismatch"),),
)  # fmt: skip
def addvars(call, table, *arguments):
    values, where = split_options(arguments, ("Before", "After", "NewVariableNames"))
    checked_table(call, table)
    if any(shape_of(v)[0] != table.height for v in values):
        raise call.error(
            "To assign to or create a variable in a table, the number of rows must match the height of the table.",
            "MATLAB:table:RowDimensionMismatch",
        )
    if "NewVariableNames" in where:
        names = texts_of(where["NewVariableNames"])
    else:
        guesses = [call.session.given_name(call.name, i + 2) for i in range(len(values))]
        first = _place(table, where)
        wanted = cellstr_column([guess or f"Var{first + i + 1}" for i, guess in enumerate(guesses)])
        names = texts_of(call.feval("matlab.lang.makeUniqueStrings", wanted, cellstr_column(table.names))[0])
    twice = next((name for name in names if name in table.columns), None)
    if twice is not None:
        raise call.error(f"Duplicate table variable name: '{twice}'.", "MATLAB:table:DuplicateVarNames")
    return _placed(table, dict(zip(names, values, strict=True)), where, call)


@builtin(
    "movevars", "T2 = movevars(T, vars)", "T2 = movevars(T, vars, 'Before', location)", "T2 = movevars(T, vars, 'After', location)",
    summary="Table with variables in other places.",
    examples=(Example("T = movevars(table(1,2,3),'Var3','Before','Var1'); T.Properties.VariableNames", "{'Var3','Var1','Var2'}"),),
)  # fmt: skip
def movevars(call, table, names, *where):
    place = named_options(where, ("Before", "After"))
    moved = {name: table.column(name) for name in checked_table(call, table).chosen_names(names)}
    chosen = {word: table.chosen_names(target) for word, target in place.items()}
    if any(len(names_of_place) != 1 for names_of_place in chosen.values()):
        raise call.error("The location must be one variable of the table.", "MATLAB:table:addmovevars:InvalidLocation")
    place = {word: CharArray.row(names_of_place[0]) for word, names_of_place in chosen.items()}
    return _placed(table.without(list(moved)), moved, place, call)


@builtin("removevars", "T2 = removevars(T, vars)", summary="Table without some of its variables.",
         examples=(Example("width(removevars(table(1, 2), 'Var1'))", "1"),))  # fmt: skip
def removevars(call, table, names):
    source = checked_table(call, table)
    return source.without(source.chosen_names(names))


@builtin("renamevars", "T2 = renamevars(T, vars, newNames)", summary="Table with variables renamed.",
         examples=(Example("T = renamevars(table(1, 2), 'Var2', 'b'); T.b", "2"),))  # fmt: skip
def renamevars(call, table, names, new):
    old = checked_table(call, table).chosen_names(names)
    for name in old:
        table.column(name)
    fresh = texts_of(new)
    if len(old) != len(fresh):
        raise call.error(
            "The number of new names must match the number of variables to rename.", "MATLAB:table:renamevars:IncorrectNumNames"
        )
    return table.renamed(dict(zip(old, fresh, strict=True)))


@builtin(
    "mergevars", "T2 = mergevars(T, vars)", "T2 = mergevars(T, vars, 'NewVariableName', name)", "T2 = mergevars(..., 'MergeAsTable', tf)",
    summary="Table with several variables put into one.",
    examples=(Example("T = mergevars(table([1;2],[3;4]),[1 2],'NewVariableName','m'); T.m", "[1 3;2 4]"),),
)  # fmt: skip
def mergevars(call, table, names, *options):
    named = named_options(options, ("NewVariableName", "MergeAsTable"))
    chosen = checked_table(call, table).chosen_names(names)
    if not chosen:
        return table
    parts = {name: table.column(name) for name in chosen}
    inner = named.switch("MergeAsTable")
    title = named.text("NewVariableName", f"Var{table.names.index(chosen[0]) + 1}")
    merged = Table(parts, (), table.height) if inner else joined_columns(parts)
    columns: dict[str, Any] = {}
    for name, value in table.columns.items():
        if name == chosen[0]:
            columns[title] = merged
        elif name not in chosen:
            columns[name] = value
    return table.remade(columns)


@builtin(
    "splitvars", "T2 = splitvars(T)", "T2 = splitvars(T, vars)", "T2 = splitvars(T, vars, 'NewVariableNames', names)",
    summary="Table with the columns of wide variables as variables of their own.",
    examples=(Example("T = splitvars(table([1 2;3 4],'VariableNames',{'m'})); T.m_2", "[2;4]"),),
)  # fmt: skip
def splitvars(call, table, names=None, *options):
    named = named_options(options, ("NewVariableNames",))
    chosen = checked_table(call, table).names if names is None else table.chosen_names(names)
    new = named.read("NewVariableNames", texts_of, [])
    columns: dict[str, Any] = {}
    for name, value in table.columns.items():
        if name not in chosen or (shape_of(value)[1] == 1 and not isinstance(value, Table)):
            columns[name] = value
            continue
        for k, (title, column) in enumerate(_split_column(name, value, table.columns)):
            columns[new[k] if new else title] = column
    return table.remade(columns)


def _split_column(name: str, value: Any, taken: Container[str]) -> list[tuple[str, Any]]:
    """The variables of a table in a table, or the columns of a wide variable, each with a name that is not taken."""
    if isinstance(value, Table):
        return [(inner if inner not in taken else f"{name}_{inner}", column) for inner, column in value.columns.items()]
    return [(f"{name}_{k + 1}", part_of(value, (COLON, float(k + 1)))) for k in range(shape_of(value)[1])]


@builtin(
    "convertvars", "T2 = convertvars(T, vars, dataType)", summary="Table with variables converted to another class.",
    examples=(Example("T = convertvars(table([1;2]),'Var1','string'); T.Var1", '["1";"2"]'),),
)  # fmt: skip
def convertvars(call, table, names, kind):
    checked_table(call, table)
    if class_of(names) == "function_handle":
        chosen = [name for name, value in table.columns.items() if is_true(call.feval(names, value)[0])]
    else:
        chosen = table.chosen_names(names)
    target = text_of(kind) if is_text(kind) else kind
    changed = {name: call.feval(target, table.column(name))[0] for name in chosen}
    return table.remade({**table.columns, **changed})


@builtin(
    "rows2vars", "T2 = rows2vars(T)", "T2 = rows2vars(T, 'VariableNamesSource', var)", "T2 = rows2vars(..., 'DataVariables', vars)",
    summary="Table with rows and variables exchanged.",
    examples=(Example("T = rows2vars(table([1;2],[3;4],'VariableNames',{'a','b'})); T.Var1", "[1;3]"),),
)  # fmt: skip
def rows2vars(call, table, *options):
    named = named_options(options, ("VariableNamesSource", "DataVariables"))
    checked_table(call, table)
    source = table.chosen_names(named["VariableNamesSource"])[0] if "VariableNamesSource" in named else None
    chosen = table.chosen_names(named["DataVariables"]) if "DataVariables" in named else [n for n in table.names if n != source]
    if source is not None:
        titles = texts_of(call.feval("cellstr", call.feval("string", table.column(source))[0])[0])
    else:
        titles = list(table.row_names) or [f"Var{k + 1}" for k in range(table.height)]
    columns = {"OriginalVariableNames": cellstr_column(chosen)}
    for row, title in enumerate(titles):
        cells = [cell_of(table.column(name), row) for name in chosen]
        columns[title] = joined_cells(np.array([*cells, None], object)[:-1])
    return Table(columns, (), len(chosen))


@builtin(
    "stack", "S = stack(U, vars)", "S = stack(U, {vars1, vars2, ...})", "S = stack(U, vars, Name, Value, ...)", "[S, iu] = stack(...)",
    summary="Table with several variables one above the other, and a variable that tells which.",
    examples=(
        Example("S = stack(table([1;2],[3;4],'VariableNames',{'a','b'}),{'a','b'},'NewDataVariableName','v'); S.v", "[1;3;2;4]"),
        Example("S = stack(table([1;2],[3;4],'VariableNames',{'a','b'}),1:2); cellstr(S.a_b_Indicator)", "{'a';'b';'a';'b'}"),
        Example("S = stack(table(1,2,3,4),{{'Var1','Var2'},{'Var3','Var4'}},'NewDataVariableName',{'a','b'}); [S.a S.b]", "[1 3;2 4]"),
    ),
)  # fmt: skip
def stack(call, table, names, *options):
    named = named_options(options, ("ConstantVariables", "NewDataVariableName", "IndexVariableName"))
    groups = _data_groups(call, checked_table(call, table), names)
    count, chosen = len(groups[0]), [name for group in groups for name in group]
    constants = _chosen(table, named, "ConstantVariables", [n for n in table.names if n not in chosen])
    titles = named.read("NewDataVariableName", texts_of, ["_".join(group) for group in groups])
    if len(titles) != len(groups):
        raise call.error("There must be one name for each new data variable.", "MATLAB:table:stack:WrongNumberOfNewDataVarNames")
    indicator = named.text("IndexVariableName", f"{'_'.join(titles)}_Indicator")
    rows = np.repeat(np.arange(table.height), count)
    places = (np.tile(np.arange(count) * table.height, table.height) + rows).astype(int)
    numbers = np.tile(np.arange(count) + 1.0, table.height).reshape(-1, 1)
    columns = {name: rows_of(table.column(name), rows) for name in constants}
    columns[indicator] = to_value(numbers) if len(groups) > 1 else Categorical(numbers, groups[0])
    for title, group in zip(titles, groups, strict=True):
        columns[title] = rows_of(joined_values([table.column(n) for n in group], "vertcat"), places)
    return _at_rows(table, rows, columns), one_based(rows)


def _chosen(table: Table, named: Options, option: str, default: list[str]) -> list[str]:
    """The variables that an option names."""
    return table.chosen_names(named[option]) if option in named else default


def _data_groups(call: Any, table: Table, names: Any) -> list[list[str]]:
    """The groups of variables to stack: one, or several of the same size in a cell array."""
    several = type(names) is CellArray and any(not is_text(item) for item in names.array.flat)
    groups = [table.chosen_names(item) for item in (names.array.ravel(order="F") if several else [names])]
    if any(len(group) != len(groups[0]) for group in groups):
        raise call.error(
            "All groups of data variables must have the same number of variables.", "MATLAB:table:stack:UnequalSizeDataVarGroups"
        )
    return groups


def _at_rows(table: Table, rows: np.ndarray, columns: dict[str, Any]) -> Table:
    """A table of columns; those of a timetable keep the times of the rows they come from."""
    return table.at_rows(rows).remade(columns) if isinstance(table, Timetable) else Table(columns, (), len(rows))


@builtin(
    "unstack", "U = unstack(S, vars, ivar)", "U = unstack(S, vars, ivar, Name, Value, ...)", "[U, is] = unstack(...)",
    summary="Table with the values of one variable spread over several.",
    examples=(Example("U = unstack(table([1;1;2],{'a';'b';'a'},[5;6;7]),'Var3','Var2'); U.a", "[5;7]"),),
)  # fmt: skip
def unstack(call, table, names, ivar, *options):
    named = named_options(
        options, ("GroupingVariables", "ConstantVariables", "NewDataVariableNames", "AggregationFunction", "VariableNamingRule")
    )
    chosen = checked_table(call, table).chosen_names(names)
    (indicator,) = table.chosen_names(ivar)
    constants = _chosen(table, named, "ConstantVariables", [])
    groups = _chosen(table, named, "GroupingVariables", [n for n in table.names if n not in (*chosen, indicator, *constants)])
    codes = codes_of(table.column(indicator))
    kinds = np.unique(codes[~np.isnan(codes)])
    times = {"": table.times} if isinstance(table, Timetable) else {}
    by = Table({**times, **{n: table.column(n) for n in groups}}, (), table.height)
    keys = row_keys(by)[0] if by.columns else np.zeros(table.height, int)
    _, first, numbers = np.unique(keys, return_index=True, return_inverse=True)
    titles = _titles_of_kinds(call, table.column(indicator), [int(np.flatnonzero(codes == kind)[0]) for kind in kinds], named)
    columns = {name: rows_of(table.column(name), first) for name in [*groups, *constants]}
    combine = named.get("AggregationFunction")
    for name in chosen:
        for kind, title in zip(kinds, titles, strict=True):
            rows = np.flatnonzero(codes == kind)
            rows = rows[np.argsort(numbers.ravel()[rows], kind="stable")]
            cells = np.split(rows, np.searchsorted(numbers.ravel()[rows], np.arange(1, len(first))))
            columns[title if len(chosen) == 1 else f"{name}_{title}"] = _spread(call, table.column(name), cells, combine)
    return _at_rows(table, first, columns), one_based(first)


def _titles_of_kinds(call: Any, indicator: Any, samples: list[int], named: Options) -> list[str]:
    """Names for the variables of an unstacked table: those given, or the values of the indicator in one row of each kind."""
    if "NewDataVariableNames" in named:
        return texts_of(named["NewDataVariableNames"])
    titles = texts_of(call.feval("cellstr", call.feval("string", rows_of(indicator, np.array(samples)))[0])[0])
    if named.word("VariableNamingRule") == "preserve":
        return titles
    return [text_of(call.feval("matlab.lang.makeValidName", CharArray.row(t))[0]) for t in titles]


def _spread(call: Any, value: Any, cells: Sequence[np.ndarray], combine: Any) -> Any:
    """One value per group of rows: the only one, several combined (numbers are added), or a missing one."""
    counts = np.array([len(rows) for rows in cells])
    several = np.flatnonzero(counts > (1 if combine is None else 0))
    alone = np.setdiff1d(np.flatnonzero(counts), several)
    gaps = np.flatnonzero(counts == 0)
    function = combine if combine is not None else "sum" if class_of(value) != "cell" else "unique"
    items = [call.feval(function, rows_of(value, cells[k]))[0] for k in several.tolist()]
    if alone.size:
        items.append(rows_of(value, np.array([cells[k][0] for k in alone.tolist()])))
    if gaps.size:
        items.append(gap_like(value))
    place = np.full(len(cells), len(several) + len(alone))
    place[several], place[alone] = np.arange(len(several)), len(several) + np.arange(len(alone))
    return rows_of(joined_values(items, "vertcat"), place)
