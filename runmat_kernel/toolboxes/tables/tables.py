"""Tables: making them, and converting to and from other arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.arguments import scalar
from ...builtins.items import texts_of
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...values import CellArray, StringArray, StructArray, Tensor, object_array
from ...values.convert import as_array, is_text, shape_of, text_of
from ...values.indexing import COLON, index
from ...values.objects import HostObject
from ...values.tables.columns import joined_cells
from ...values.tables.table import Table
from ...values.times.categorical import Categorical
from ...values.times.times import Datetime, Duration

_PROPERTIES = ("VariableNames", "RowNames", "DimensionNames")
_NAMES = (*_PROPERTIES, "Size", "VariableTypes")


def split_options(arguments: Sequence[Any], options: Sequence[str] = _NAMES) -> tuple[list[Any], dict[str, Any]]:
    full = {name.lower(): name for name in options}
    for i, argument in enumerate(arguments):
        if is_text(argument) and type(argument) is not CellArray and text_of(argument).lower() in full and (len(arguments) - i) % 2 == 0:
            names = [text_of(name) for name in arguments[i::2]]
            if wrong := next((name for name in names if name.lower() not in full), None):
                raise MatlabError(f"Invalid parameter name: {wrong}.", "MATLAB:table:parseArgs:BadParamName")
            return list(arguments[:i]), {full[name.lower()]: value for name, value in zip(names, arguments[i + 1 :: 2], strict=True)}
    return list(arguments), {}


def named_options(arguments: Sequence[Any], known: Sequence[str]) -> dict[str, Any]:
    """Name-value pairs by their full names, which may be abbreviated; others are an error."""
    if len(arguments) % 2:
        raise MatlabError("Wrong number of arguments.", "MATLAB:table:parseArgs:WrongNumberArgs")
    named = {}
    for given, value in zip(arguments[::2], arguments[1::2], strict=True):
        word = text_of(given) if is_text(given) and type(given) is not CellArray else ""
        found = [name for name in known if word and name.lower().startswith(word.lower())]
        exact = [name for name in found if len(name) == len(word)]
        if len(exact or found) != 1:
            raise MatlabError(f"Invalid parameter name: {word}.", "MATLAB:table:parseArgs:BadParamName")
        named[(exact or found)[0]] = value
    return named


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


def empty_column(call: Any, kind: str, rows: int) -> Any:
    if kind == "string":
        return StringArray(object_array([None] * rows, (rows, 1)))
    if kind in ("datetime", "duration", "categorical"):
        gaps = np.full((rows, 1), np.nan)
        return {"datetime": Datetime, "duration": Duration}[kind](gaps) if kind != "categorical" else Categorical(gaps, ())
    if kind == "char":
        return CellArray(object_array([Tensor(np.zeros((0, 0)))] * rows, (rows, 1)))
    if kind in ("cell", "cellstr"):
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
    rows = texts_of(options["RowNames"]) if "RowNames" in options else ()
    if "Size" in options:
        height, width = (int(n) for n in as_array(options["Size"]).flat)
        kinds = texts_of(options["VariableTypes"]) if "VariableTypes" in options else ["double"] * width
        names = _variable_names(call, options, width, ())
        return _named(
            call, Table({n: empty_column(call, kind, height) for n, kind in zip(names, kinds, strict=True)}, rows, height), options
        )
    names = _variable_names(call, options, len(values), _input_names(call, len(values)))
    return _named(call, Table(dict(zip(names, values, strict=True)), rows), options)


def _named(call: Any, made: Table, options: dict[str, Any]) -> Table:
    """The table with the names that were given for its dimensions."""
    if "DimensionNames" not in options:
        return made
    names = texts_of(options["DimensionNames"])
    if len(names) != 2:
        raise call.error("The DimensionNames property must contain two names.", "MATLAB:table:IncorrectNumberOfDimNames")
    return made.with_about(replace(made.about, dimensions=(names[0], names[1])))


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


def given_table(call: Any, value: Any) -> Table:
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
    named = named_options(options, _PROPERTIES)
    count = shape_of(array)[1]
    given = _input_names(call, 1)[0] or "Var"
    names = _variable_names(call, named, count, [f"{given}{i + 1}" for i in range(count)])
    rows = texts_of(named["RowNames"]) if "RowNames" in named else ()
    return _named(call, Table({name: index(array, (COLON, float(j + 1))) for j, name in enumerate(names)}, rows, shape_of(array)[0]), named)


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
    named = named_options(options, _PROPERTIES)
    count = cells.shape[1]
    names = _variable_names(call, named, count, [f"{_input_names(call, 1)[0] or 'Var'}{i + 1}" for i in range(count)])
    rows = texts_of(named["RowNames"]) if "RowNames" in named else ()
    return _named(call, Table({name: joined_cells(cells.array[:, j]) for j, name in enumerate(names)}, rows, cells.shape[0]), named)


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
    rows = texts_of(named["RowNames"]) if "RowNames" in named else ()
    if value.numel == 1 and not ("AsArray" in named and bool(scalar(named["AsArray"]))):
        only = value.array.flat[0]
        if len({shape_of(item)[0] for item in only.values()}) <= 1:
            return _named(call, Table(only, rows), named)
        raise call.error(
            "Fields in a scalar structure must have the same number of rows, unless the name-value argument 'AsArray' is true.",
            "MATLAB:struct2table:UnequalFieldLengths",
        )
    columns = {name: joined_cells(np.array([*(item[name] for item in value.array.flat), None], object)[:-1]) for name in value.fields}
    return _named(call, Table(columns, rows, value.numel), named)


@builtin(
    "table2array",
    "A = table2array(T)",
    summary="The variables of a table side by side.",
    examples=(Example("table2array(table([1; 2], [3; 4]))", "[1 3; 2 4]"),),
    facts=Fact.OBJECTS,
)
def table2array(call, value):
    return given_table(call, value).cell_index((COLON, COLON))[0]


def cell_of(value: Any, row: int) -> Any:
    """The content of one row of a column: of a cell, what it holds."""
    if type(value) is CellArray and value.shape[1] == 1:
        return value.array[row, 0]
    picked = value.index((float(row + 1), COLON)) if isinstance(value, HostObject) else index(value, (float(row + 1), COLON))
    return picked


@builtin(
    "table2cell",
    "C = table2cell(T)",
    summary="Cell array of a table's contents.",
    examples=(Example("table2cell(table([1; 2], {'a'; 'b'}))", "{1, 'a'; 2, 'b'}"),),
    facts=Fact.OBJECTS,
)
def table2cell(call, value):
    found = given_table(call, value)
    items = [cell_of(column, row) for column in found.columns.values() for row in range(found.height)]
    return CellArray(object_array(items, found.shape))


@builtin(
    "table2struct",
    "S = table2struct(T)",
    "S = table2struct(T, 'ToScalar', true)",
    summary="Struct array with an element per row of a table, or a scalar struct of its columns.",
    examples=(Example("s = table2struct(table([1; 2], 'VariableNames', {'a'})); s(2).a", "2"),),
    facts=Fact.OBJECTS,
)
def table2struct(call, value, *options):
    found = given_table(call, value)
    if options and bool(scalar(options[1])):
        return StructArray.scalar(dict(found.columns))
    items = [{name: cell_of(column, row) for name, column in found.columns.items()} for row in range(found.height)]
    return StructArray(object_array(items, (found.height, 1)), found.names)


def _rows(call: Any, value: Any, count: Any, last: bool) -> Any:
    """Rows at one end; without an output they are displayed only."""
    k = int(scalar(count)) if count is not None and scalar(count) % 1 == 0 else 8 if count is None else -1
    if k < 0:
        raise call.error("The number of rows must be a nonnegative integer.", f"MATLAB:{call.name}:InvalidK")
    total = shape_of(value)[0]
    first, stop = (max(total - k, 0), total) if last else (0, min(k, total))
    rows = Tensor(np.arange(first + 1.0, stop + 1.0).reshape(1, -1))
    found = value.index((rows, COLON)) if isinstance(value, HostObject) else index(value, (rows, COLON))
    if call.nargout:
        return found
    call.feval("disp", found, nargout=0)
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
