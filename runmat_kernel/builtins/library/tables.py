"""Tables: making, reading and writing them, and converting to and from other arrays."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values import CellArray, CharArray, StringArray, StructArray, Tensor, object_array
from ...values.concat import vertcat
from ...values.convert import as_array, class_of, is_text, shape_of, text_of
from ...values.indexing import COLON, index
from ...values.objects import HostObject
from ...values.table import Table, joined_cells
from ..arguments import scalar
from ..items import elements, texts_of
from ..spec import ErrorCase, Example, builtin
from .tabular import _NUMBER, _delimiter, _options, guess_delimiter, read_lines, split_line, to_number

_NAMES = ("VariableNames", "RowNames", "Size", "VariableTypes", "DimensionNames")


def _split(arguments: Sequence[Any], options: Sequence[str] = _NAMES) -> tuple[list[Any], dict[str, Any]]:
    for i, argument in enumerate(arguments):
        if is_text(argument) and type(argument) is not CellArray and text_of(argument) in options and (len(arguments) - i) % 2 == 0:
            return list(arguments[:i]), {text_of(arguments[k]): arguments[k + 1] for k in range(i, len(arguments), 2)}
    return list(arguments), {}


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


def _empty_column(call: Any, kind: str, rows: int) -> Any:
    if kind in ("string",):
        return StringArray(object_array([None] * rows, (rows, 1)))
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
)
def table(call, *arguments):
    values, options = _split(arguments)
    rows = texts_of(options["RowNames"]) if "RowNames" in options else ()
    if "Size" in options:
        height, width = (int(n) for n in as_array(options["Size"]).flat)
        kinds = texts_of(options["VariableTypes"]) if "VariableTypes" in options else ["double"] * width
        names = _variable_names(call, options, width, ())
        return Table({n: _empty_column(call, kind, height) for n, kind in zip(names, kinds, strict=True)}, rows, height)
    return Table(dict(zip(_variable_names(call, options, len(values), _input_names(call, len(values))), values, strict=True)), rows)


@builtin(
    "istable",
    "tf = istable(T)",
    summary="Whether a value is a table.",
    examples=(Example("istable(table([1; 2]))", "true"), Example("istable(1)", "false")),
)
def istable(call, value):
    return isinstance(value, Table)


def _table(call: Any, value: Any) -> Table:
    if not isinstance(value, Table):
        raise call.error(f"Undefined function '{call.name}' for input arguments of type '{class_of(value)}'.", "MATLAB:UndefinedFunction")
    return value


@builtin(
    "array2table",
    "T = array2table(A)",
    "T = array2table(A, 'VariableNames', names)",
    summary="Table whose variables are the columns of an array.",
    examples=(
        Example("T = array2table([1 2; 3 4], 'VariableNames', {'a', 'b'}); T.b", "[2; 4]"),
        Example("T = array2table([1 2]); T.A2", "2"),
    ),
)
def array2table(call, array, *options):
    _, named = _split(options)
    count = shape_of(array)[1]
    given = _input_names(call, 1)[0] or "A"
    names = _variable_names(call, named, count, [f"{given}{i + 1}" for i in range(count)])
    rows = texts_of(named["RowNames"]) if "RowNames" in named else ()
    return Table({name: index(array, (COLON, float(j + 1))) for j, name in enumerate(names)}, rows, shape_of(array)[0])


@builtin(
    "cell2table",
    "T = cell2table(C)",
    "T = cell2table(C, 'VariableNames', names)",
    summary="Table whose variables are the columns of a cell array.",
    examples=(Example("T = cell2table({1, 'a'; 2, 'b'}, 'VariableNames', {'n', 's'}); T.n", "[1; 2]"),),
)
def cell2table(call, cells, *options):
    _, named = _split(options)
    count = cells.shape[1]
    names = _variable_names(call, named, count, [f"{_input_names(call, 1)[0] or 'C'}{i + 1}" for i in range(count)])
    return Table({name: joined_cells(cells.array[:, j]) for j, name in enumerate(names)})


@builtin(
    "struct2table",
    "T = struct2table(S)",
    summary="Table of a struct array (one row per element), or of a scalar struct of columns.",
    examples=(
        Example("T = struct2table(struct('a', {1, 2})); T.a", "[1; 2]"),
        Example("T = struct2table(struct('a', [1; 2], 'b', [3; 4])); T.b", "[3; 4]"),
    ),
)
def struct2table(call, value, *options):
    if value.numel == 1:
        return Table(value.array[0, 0])
    return Table(
        {field: joined_cells(np.array([*(item[field] for item in value.array.flat), None], object)[:-1]) for field in value.fields}
    )


@builtin(
    "table2array",
    "A = table2array(T)",
    summary="The variables of a table side by side.",
    examples=(Example("table2array(table([1; 2], [3; 4]))", "[1 3; 2 4]"),),
)
def table2array(call, value):
    return _table(call, value).cell_index((COLON, COLON))[0]


def _cell_of(value: Any, row: int) -> Any:
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
)
def table2cell(call, value):
    found = _table(call, value)
    items = [_cell_of(column, row) for column in found.columns.values() for row in range(found.height)]
    return CellArray(object_array(items, found.shape))


@builtin(
    "table2struct",
    "S = table2struct(T)",
    "S = table2struct(T, 'ToScalar', true)",
    summary="Struct array with an element per row of a table, or a scalar struct of its columns.",
    examples=(Example("s = table2struct(table([1; 2], 'VariableNames', {'a'})); s(2).a", "2"),),
)
def table2struct(call, value, *options):
    found = _table(call, value)
    if options and bool(scalar(options[1])):
        return StructArray.scalar(dict(found.columns))
    items = [{name: _cell_of(column, row) for name, column in found.columns.items()} for row in range(found.height)]
    return StructArray(object_array(items, (found.height, 1)), found.names)


def _rows(call: Any, value: Any, count: Any, last: bool) -> Any:
    k = int(scalar(count)) if count is not None else 8
    total = shape_of(value)[0]
    first, stop = (max(total - k, 0), total) if last else (0, min(k, total))
    rows = Tensor(np.arange(first + 1.0, stop + 1.0).reshape(1, -1))
    return value.index((rows, COLON)) if isinstance(value, HostObject) else index(value, (rows, COLON))


@builtin(
    "head",
    "B = head(A)",
    "B = head(A, k)",
    summary="First rows of a table or array; 8 without k.",
    examples=(Example("head([1; 2; 3], 2)", "[1; 2]"),),
)
def head(call, value, count=None):
    return _rows(call, value, count, last=False)


@builtin(
    "tail",
    "B = tail(A)",
    "B = tail(A, k)",
    summary="Last rows of a table or array; 8 without k.",
    examples=(Example("tail([1; 2; 3], 2)", "[2; 3]"),),
)
def tail(call, value, count=None):
    return _rows(call, value, count, last=True)


@builtin(
    "removevars",
    "T = removevars(T, vars)",
    summary="Table without some of its variables.",
    examples=(Example("width(removevars(table(1, 2), 'Var1'))", "1"),),
)
def removevars(call, value, names):
    found = _table(call, value)
    return found.without(found.chosen_names(names))


@builtin(
    "renamevars",
    "T = renamevars(T, vars, newNames)",
    summary="Table with variables renamed.",
    examples=(Example("T = renamevars(table(1, 2), 'Var2', 'b'); T.b", "2"),),
)
def renamevars(call, value, names, new):
    found = _table(call, value)
    change = dict(zip(found.chosen_names(names), texts_of(new), strict=True))
    return Table({change.get(name, name): column for name, column in found.columns.items()}, found.row_names, found.height)


# --- methods --------------------------------------------------------------------------------------------------------


def _rows_like(table: Table, cells: CellArray) -> Table:
    """The rows of a cell array as a table with the variables of another."""
    if cells.shape[1] != len(table.columns):
        raise MatlabError("All tables being vertically concatenated must have the same number of variables.", "MATLAB:table:vertcat:SizeMismatch")
    first, last = float(table.height + 1), float(table.height + cells.shape[0])
    longer = table.assign((Tensor(np.arange(first, last + 1).reshape(1, -1)), COLON), cells)
    return longer.index((Tensor(np.arange(first, last + 1).reshape(1, -1)), COLON))


def _vertcat(call, *values):
    first = next(v for v in values if isinstance(v, Table))
    values = tuple(_rows_like(first, v) if type(v) is CellArray else v for v in values)
    tables = [v for v in values if isinstance(v, Table) and v.columns]
    if not tables:
        return values[0]
    names = tables[0].names
    for part in tables[1:]:
        if sorted(part.names) != sorted(names):
            raise MatlabError(
                "All tables being vertically concatenated must have the same variable names.", "MATLAB:table:vertcat:UnequalVarNames"
            )
    rows = [name for part in tables for name in part.row_names]
    return Table({name: vertcat([part.columns[name] for part in tables]) for name in names}, rows)


def _horzcat(call, *values):
    columns: dict[str, Any] = {}
    for part in values:
        for name, column in _table(call, part).columns.items():
            if name in columns:
                raise MatlabError(f"Duplicate table variable name: '{name}'.", "MATLAB:table:DuplicateVarNames")
            columns[name] = column
    return Table(columns, values[0].row_names)


def _sortrows(call, value, keys=None, direction=None):
    names = value.names if keys is None else value.chosen_names(keys)
    order = np.arange(value.height)
    words = texts_of(direction) if direction is not None else ["ascend"]
    for k in range(len(names) - 1, -1, -1):
        column = value.columns[names[k]]
        descending = words[min(k, len(words) - 1)].lower().startswith("desc")
        if type(column) in (CellArray, StringArray):
            texts = [text_of(x) if is_text(x) else str(x) for x in column.array[:, 0]]
            order = np.array(sorted(order, key=lambda i, t=texts: t[i], reverse=descending), int)
        else:
            numbers = getattr(column, "seconds", None)
            numbers = (as_array(column) if numbers is None else numbers)[:, 0][order].astype(np.float64)
            order = order[np.argsort(-numbers if descending else numbers, kind="stable")]
    rows = Tensor((order + 1.0).reshape(-1, 1))
    return value.index((rows, COLON)), rows


Table.methods = {
    "vertcat": _vertcat,
    "horzcat": _horzcat,
    "sortrows": _sortrows,
    "height": lambda call, value: float(value.height),
    "width": lambda call, value: float(len(value.columns)),
}


# --- files ----------------------------------------------------------------------------------------------------------


def _valid_name(text: str, taken: list[str], number: int) -> str:
    name = re.sub(r"\W", "_", re.sub(r"\s+(\w)", lambda m: m[1].upper(), text.strip())) or f"Var{number}"
    name = name if re.match("[A-Za-z]", name) else "x" + name
    return name if name not in taken else f"{name}_{number}"


@builtin(
    "readtable",
    "T = readtable(filename)",
    "T = readtable(filename, Name, Value, ...)",
    summary="Table from a delimited text file with a line of names.",
    examples=(
        Example(
            "f = [tempname '.csv']; fid = fopen(f, 'w'); fprintf(fid, 'name,x y\\nann,1\\nbob,2.5\\n'); fclose(fid); T = readtable(f); delete(f); "
            "{T.name, T.xY}",
            "{{'ann'; 'bob'}, [1; 2.5]}",
        ),
    ),
    errors=(ErrorCase("readtable('no such file.csv')", "MATLAB:textio:textio:FileNotFound"),),
)
def readtable(call, name, *arguments):
    options = _options(arguments)
    lines = [line for line in read_lines(text_of(name)) if line.strip()]
    lines = lines[int(scalar(options["numheaderlines"])) if "numheaderlines" in options else 0 :]
    delimiter = _delimiter(text_of(options["delimiter"])) if "delimiter" in options else guess_delimiter(lines)
    rows = [[field.strip() for field in split_line(line, delimiter)] for line in lines]
    titled = (
        bool(scalar(options["readvariablenames"]))
        if "readvariablenames" in options
        else bool(rows) and not any(_NUMBER.match(f) for f in rows[0])
    )
    heading, body = (rows[0], rows[1:]) if titled and rows else ([], rows)
    width = max((len(row) for row in rows), default=0)
    as_string = "texttype" in options and text_of(options["texttype"]).lower() == "string"
    names: list[str] = []
    columns: dict[str, Any] = {}
    for j in range(width):
        names.append(_valid_name(heading[j], names, j + 1) if j < len(heading) else f"Var{j + 1}")
        columns[names[-1]] = _read_column([row[j] if j < len(row) else "" for row in body], as_string)
    return Table(columns)


def _read_column(fields: list[str], as_string: bool) -> Any:
    """Numbers where every field that is not empty is one, else texts."""
    if all(not field or _NUMBER.match(field) for field in fields):
        return Tensor(np.array([to_number(field) for field in fields]).reshape(-1, 1))
    if as_string:
        return StringArray(object_array([field or None for field in fields], (len(fields), 1)))
    return CellArray(object_array([CharArray.row(field) for field in fields], (len(fields), 1)))


def _field_text(item: Any, delimiter: str) -> str:
    if is_text(item):
        text = text_of(item)
        return '"' + text.replace('"', '""') + '"' if delimiter in text or '"' in text else text
    if hasattr(item, "texts"):
        return item.texts()[0]
    parts = [f"{float(as_array(x).flat[0]):.15g}" for x in elements(item)]
    return delimiter.join("NaN" if p == "nan" else p for p in parts)


@builtin(
    "writetable",
    "writetable(T, filename)",
    "writetable(T, filename, Name, Value, ...)",
    "writetable(T)",
    summary="Write a table to a delimited text file with a line of names.",
)
def writetable(call, value, name=None, *arguments):
    options, found = _options(arguments), _table(call, value)
    delimiter = _delimiter(text_of(options["delimiter"])) if "delimiter" in options else ","
    path = text_of(name) if name is not None else "table.txt"
    lines = [delimiter.join(found.names)] if "writevariablenames" not in options or bool(scalar(options["writevariablenames"])) else []
    for row in range(found.height):
        lines.append(delimiter.join(_field_text(_cell_of(column, row), delimiter) for column in found.columns.values()))
    try:
        with open(os.path.expanduser(path), "w", encoding="utf-8", newline="") as stream:
            stream.write("".join(line + "\n" for line in lines))
    except OSError:
        raise call.error(f"Unable to open file '{path}' for writing.", "MATLAB:table:write:FileOpenError") from None
