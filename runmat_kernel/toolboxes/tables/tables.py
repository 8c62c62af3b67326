"""Tables: making them, and converting to and from other arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.arguments import Options, scalar
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...values import CellArray, StringArray, StructArray, Tensor, object_array
from ...values.convert import as_array, is_text, shape_of, text_of
from ...values.indexing import COLON, index
from ...values.tables.columns import joined_cells
from ...values.tables.table import Table
from ...values.times.categorical import Categorical
from ...values.times.times import Datetime, Duration
from .column_rows import cell_of, part_of

_PROPERTIES = ("VariableNames", "RowNames", "DimensionNames")
_NAMES = (*_PROPERTIES, "Size", "VariableTypes")


def _word(value: Any) -> str:
    """A text that can name an option; '' for anything else."""
    return text_of(value) if is_text(value) and type(value) is not CellArray else ""


def split_options(arguments: Sequence[Any], options: Sequence[str] = _NAMES) -> tuple[list[Any], Options]:
    """The arguments in front of the first name of an option, and the options by their names."""
    full = {name.lower(): name for name in options}
    starts = (i for i, argument in enumerate(arguments) if _word(argument).lower() in full and (len(arguments) - i) % 2 == 0)
    start = next(starts, len(arguments))
    names = [text_of(name) for name in arguments[start::2]]
    if wrong := next((name for name in names if name.lower() not in full), None):
        raise MatlabError(f"Invalid parameter name: {wrong}.", "MATLAB:table:parseArgs:BadParamName")
    return list(arguments[:start]), Options((full[name.lower()], value) for name, value in zip(names, arguments[start + 1 :: 2], strict=True))


def named_options(arguments: Sequence[Any], known: Sequence[str]) -> Options:
    """Name-value arguments by the full names of the options.

    Names may be abbreviated; unknown and ambiguous ones raise MatlabError.
    """
    if len(arguments) % 2:
        raise MatlabError("Wrong number of arguments.", "MATLAB:table:parseArgs:WrongNumberArgs")
    return Options((_full_name(name, known), value) for name, value in zip(arguments[::2], arguments[1::2], strict=True))


def _full_name(value: Any, known: Sequence[str]) -> str:
    word = _word(value)
    matches = [name for name in known if word and name.lower().startswith(word.lower())]
    exact = [name for name in matches if len(name) == len(word)]
    if len(exact or matches) != 1:
        raise MatlabError(f"Invalid parameter name: {word}.", "MATLAB:table:parseArgs:BadParamName")
    return (exact or matches)[0]


def _variable_names(call: Any, options: dict[str, Any], count: int, guesses: Sequence[str]) -> list[str]:
    if "VariableNames" in options:
        names = texts_of(options["VariableNames"])
        if len(names) != count:
            raise call.error(
                "The VariableNames property must contain one name for each variable in the table.", "MATLAB:table:IncorrectNumberOfVarNames"
            )
        if len(set(names)) != len(names):
            raise call.error("Duplicate table variable name.", "MATLAB:table:DuplicateVarNames")
        return names
    names: list[str] = []
    for i in range(count):
        guess = guesses[i] if i < len(guesses) else ""
        names.append(guess if guess and guess not in names else f"Var{i + 1}")
    return names


def _table_of_columns(call: Any, columns: Sequence[Any], height: int, options: Options, width: int) -> Table:
    """A table of the columns of an array, named by the options or after the array."""
    stem = _input_names(call, 1)[0] or "Var"
    names = _variable_names(call, options, width, [f"{stem}{i + 1}" for i in range(width)])
    table = Table(dict(zip(names, columns, strict=True)), options.read("RowNames", texts_of, []), height)
    return _with_dimension_names(call, table, options)


def empty_column(call: Any, kind: str, rows: int) -> Any:
    """A column of missing elements of a class, of zeros for numbers."""
    if kind == "string":
        return StringArray(object_array([None] * rows, (rows, 1)))
    if kind in ("datetime", "duration"):
        return (Datetime if kind == "datetime" else Duration)(np.full((rows, 1), np.nan))
    if kind == "categorical":
        return Categorical(np.full((rows, 1), np.nan), ())
    if kind in ("char", "cell", "cellstr"):
        return CellArray(object_array([Tensor(np.zeros((0, 0)))] * rows, (rows, 1)))
    return call.feval(kind, Tensor(np.zeros((rows, 1))))[0]


def _input_names(call: Any, count: int) -> list[str]:
    """The names of the variables that were given as arguments, where the session can tell."""
    return [call.session.given_name(call.name, i + 1) for i in range(count)]


@builtin(
    "table",
    "T = table(var1, ..., varN)",
    "T = table",
    "T = table(..., 'VariableNames', names)",
    "T = table('Size', sz, 'VariableTypes', types)",
    summary="Table with the given columns as variables.",
    examples=(
        Example("T = table([1; 2], {'a'; 'b'}, 'VariableNames', {'n', 's'}); T.n", "[1; 2]"),
        Example("T = table([1; 2], [3; 4], 'VariableNames', {'a', 'b'}); T{2, 'b'}", "4"),
        Example("T = table([1; 2; 3], 'VariableNames', {'a'}); U = T(T.a > 1, :); height(U)", "2"),
        Example("T = table([1; 2], 'VariableNames', {'a'}); T.b = T.a * 2; T.b", "[2; 4]"),
        Example("T = table([1; 2]); T.Properties.VariableNames", "{'Var1'}"),
        Example("T = table([3; 1], 'VariableNames', {'a'}); T.Properties.VariableNames = {'z'}; T.z", "[3; 1]"),
    ),
    errors=(
        ErrorCase("table([1; 2], [1; 2; 3])", "MATLAB:table:UnequalVarLengths", "All table variables must have the same number of rows."),
        ErrorCase(
            "T = table([1; 2], 'VariableNames', {'a'}); T.b", "MATLAB:table:UnrecognizedVarName", "Unrecognized table variable name 'b'."
        ),
    ),
    facts=Fact.OBJECTS,
)
def table(call, *arguments):
    values, options = split_options(arguments)
    rows = options.read("RowNames", texts_of, [])
    if "Size" in options:
        height, width = (int(n) for n in as_array(options["Size"]).flat)
        kinds = options.read("VariableTypes", texts_of, ["double"] * width)
        names = _variable_names(call, options, width, ())
        empty = {name: empty_column(call, kind, height) for name, kind in zip(names, kinds, strict=True)}
        return _with_dimension_names(call, Table(empty, rows, height), options)
    names = _variable_names(call, options, len(values), _input_names(call, len(values)))
    return _with_dimension_names(call, Table(dict(zip(names, values, strict=True)), rows), options)


def _with_dimension_names(call: Any, table: Table, options: Options) -> Table:
    """The table with the names that DimensionNames gives its dimensions."""
    if "DimensionNames" not in options:
        return table
    names = texts_of(options["DimensionNames"])
    if len(names) != 2:
        raise call.error("The DimensionNames property must contain two names.", "MATLAB:table:IncorrectNumberOfDimNames")
    return table.with_about(replace(table.about, dimensions=(names[0], names[1])))


@builtin(
    "istable",
    "tf = istable(T)",
    summary="Whether a value is a table.",
    examples=(Example("istable(table([1; 2]))", "true"), Example("istable(1)", "false")),
    facts=Fact.OBJECTS,
)
def istable(call, value):
    return isinstance(value, Table)


@builtin(
    "istabular",
    "tf = istabular(T)",
    summary="Whether a value is a table or a timetable.",
    examples=(Example("istabular(timetable(seconds(1), 2))", "true"), Example("istabular(struct('a', 1))", "false")),
    facts=Fact.OBJECTS,
)
def istabular(call, value):
    return isinstance(value, Table)


def checked_table(call: Any, value: Any) -> Table:
    if not isinstance(value, Table):
        raise call.undefined(value)
    return value


@builtin(
    "array2table",
    "T = array2table(A)",
    "T = array2table(A, 'VariableNames', names)",
    summary="Table whose variables are the columns of an array.",
    examples=(
        Example("T = array2table([1 2; 3 4], 'VariableNames', {'a', 'b'}); T.b", "[2; 4]"),
        Example("T = array2table([1 2]); T.Var2", "2"),
        Example("A = [1 2]; T = array2table(A); T.A2", "2"),
    ),
    facts=Fact.OBJECTS,
)
def array2table(call, array, *options):
    height, width = shape_of(array)[:2]
    named = named_options(options, _PROPERTIES)
    return _table_of_columns(call, [index(array, (COLON, float(j + 1))) for j in range(width)], height, named, width)


@builtin(
    "cell2table",
    "T = cell2table(C)",
    "T = cell2table(C, 'VariableNames', names)",
    summary="Table whose variables are the columns of a cell array.",
    examples=(
        Example("T = cell2table({1, 'a'; 2, 'b'}, 'VariableNames', {'n', 's'}); T.n", "[1; 2]"),
        Example("T = cell2table({@sin; @cos}); func2str(T.Var1{2})", "'cos'"),
    ),
    facts=Fact.OBJECTS,
)
def cell2table(call, cells, *options):
    if type(cells) is not CellArray or len(cells.shape) > 2:
        raise call.error("C must be a 2-D cell array.", "MATLAB:cell2table:NDCell")
    height, width = cells.shape
    named = named_options(options, _PROPERTIES)
    return _table_of_columns(call, [joined_cells(cells.array[:, j]) for j in range(width)], height, named, width)


@builtin(
    "struct2table",
    "T = struct2table(S)",
    "T = struct2table(S, 'AsArray', tf)",
    "T = struct2table(S, 'RowNames', names)",
    summary="Table of a struct array (one row per element), or of a scalar struct of columns.",
    examples=(
        Example("T = struct2table(struct('a', {1, 2})); T.a", "[1; 2]"),
        Example("T = struct2table(struct('a', [1; 2], 'b', [3; 4])); T.b", "[3; 4]"),
        Example(
            "T = struct2table(struct('a', {{1, 2}}), 'AsArray', true, 'RowNames', {'r'}); {size(T), T.Properties.RowNames}",
            "{[1 1], {'r'}}",
        ),
    ),
    facts=Fact.OBJECTS,
)
def struct2table(call, value, *options):
    if type(value) is not StructArray:
        raise call.error("S must be a scalar structure, or a structure array with one column or one row.", "MATLAB:struct2table:NDStruct")
    named = named_options(options, ("AsArray", "RowNames", "DimensionNames"))
    rows = named.read("RowNames", texts_of, [])
    if value.numel == 1 and not named.flag("AsArray"):
        only = value.array.flat[0]
        if len({shape_of(item)[0] for item in only.values()}) <= 1:
            return _with_dimension_names(call, Table(only, rows), named)
        raise call.error(
            "Fields in a scalar structure must have the same number of rows, unless the name-value argument 'AsArray' is true.",
            "MATLAB:struct2table:UnequalFieldLengths",
        )
    columns = {name: joined_cells(np.array([*(item[name] for item in value.array.flat), None], object)[:-1]) for name in value.fields}
    return _with_dimension_names(call, Table(columns, rows, value.numel), named)


@builtin(
    "table2array",
    "A = table2array(T)",
    summary="The variables of a table side by side.",
    examples=(Example("table2array(table([1; 2], [3; 4]))", "[1 3; 2 4]"),),
    facts=Fact.OBJECTS,
)
def table2array(call, value):
    return checked_table(call, value).cell_index((COLON, COLON))[0]


@builtin(
    "table2cell",
    "C = table2cell(T)",
    summary="Cell array of a table's contents.",
    examples=(Example("table2cell(table([1; 2], {'a'; 'b'}))", "{1, 'a'; 2, 'b'}"),),
    facts=Fact.OBJECTS,
)
def table2cell(call, value):
    table = checked_table(call, value)
    items = [cell_of(column, row) for column in table.columns.values() for row in range(table.height)]
    return CellArray(object_array(items, table.shape))


@builtin(
    "table2struct",
    "S = table2struct(T)",
    "S = table2struct(T, 'ToScalar', true)",
    summary="Struct array with an element per row of a table, or a scalar struct of its columns.",
    examples=(Example("s = table2struct(table([1; 2], 'VariableNames', {'a'})); s(2).a", "2"),),
    facts=Fact.OBJECTS,
)
def table2struct(call, value, *options):
    table = checked_table(call, value)
    if options and bool(scalar(options[1])):
        return StructArray.scalar(dict(table.columns))
    items = [{name: cell_of(column, row) for name, column in table.columns.items()} for row in range(table.height)]
    return StructArray(object_array(items, (table.height, 1)), table.names)


def _rows(call: Any, value: Any, count: Any, last: bool) -> Any:
    """Rows at one end of an array; they are displayed where no output is asked for."""
    k = 8.0 if count is None else scalar(count)
    if k < 0 or k % 1:
        raise call.error("The number of rows must be a nonnegative integer.", f"MATLAB:{call.name}:InvalidK")
    total = shape_of(value)[0]
    first, stop = (max(total - k, 0), total) if last else (0, min(k, total))
    rows = part_of(value, (Tensor(np.arange(first + 1.0, stop + 1.0).reshape(1, -1)), COLON))
    if call.nargout:
        return rows
    call.feval("disp", rows, nargout=0)
    return None


@builtin(
    "head",
    "B = head(A)",
    "B = head(A, k)",
    "head(...)",
    summary="First rows of a table or array; 8 without k.",
    examples=(Example("head([1; 2; 3], 2)", "[1; 2]"),),
    facts=Fact.OBJECTS,
)
def head(call, value, count=None):
    return _rows(call, value, count, last=False)


@builtin(
    "tail",
    "B = tail(A)",
    "B = tail(A, k)",
    "tail(...)",
    summary="Last rows of a table or array; 8 without k.",
    examples=(Example("tail([1; 2; 3], 2)", "[2; 3]"),),
    facts=Fact.OBJECTS,
)
def tail(call, value, count=None):
    return _rows(call, value, count, last=True)
