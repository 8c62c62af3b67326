"""Tables read from delimited text files: readtable, readtimetable, readvars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, Tensor
from ...values.convert import is_text, text_of, to_value
from ...values.indexing import COLON
from ...values.tables.table import Table
from ...values.times.times import Datetime
from ..files.formats.import_rules import column_of, kept_rows, unquoted
from .sources import TextFile, options_in, options_of

_TIME_OPTIONS = frozenset({"rowtimes", "samplerate", "timestep", "starttime"})
_MODIFIED = (
    "Column headers from the file were modified to make them valid MATLAB identifiers before creating variable names for the table. "
    "The original column headers are saved in the VariableDescriptions property.\n"
    "Set 'VariableNamingRule' to 'preserve' to use the original column headers as table variable names."
)


def _more_columns(file: TextFile, names: list[str], types: list[str], named: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Names and types for fields behind the variables that are expected: more variables, rows, or none, by ExtraColumnsRule."""
    count = len(names)
    width = max((len(row) for row in file.body), default=0)
    rule = named.word("extracolumnsrule") or "addvars"
    if width <= count or rule == "ignore":
        return names, types
    if rule == "error":
        raise MatlabError("A line has more fields than there are variables.", "MATLAB:textio:io:ExtraColumnsRuleError")
    if rule == "wrap":
        file.body = [row[k : k + count] for row in file.body for k in range(0, max(len(row), 1), count)]
        return names, types
    return [*names, *(f"ExtraVar{k + 1}" for k in range(width - count))], [*types, *["char"] * (width - count)]


def read_table(call: Any, name: Any, arguments: tuple[Any, ...], function: str) -> Table:
    """A table of a file's variables, read as options given by name or in an object say; ``function`` is named in errors."""
    options, named = options_of(arguments, function)
    if options is not None:
        named = arg.Options({**options_in(options), **named})
    file = TextFile(call.session.path.file(text_of(name)), named)
    names, types = (file.names, file.types) if options is None else (options.names, options.types)
    chosen = list(names if options is None else options.chosen)
    if options is not None or "expectednumvariables" in named:
        count = len(names)
        names, types = _more_columns(file, names, types, named)
        chosen += names[count:]
    settings = options.settings if options is not None else {}
    if "emptyvalue" in named:
        settings = {n: {"fillvalue": named["emptyvalue"]} for n, t in zip(names, types, strict=True) if t in ("double", "single")}
    at = 1 if named.flag("readrownames") else int(named.number("rownamescolumn", 0))  # the column of the row names
    row_names = [unquoted(f).strip() for f in file.fields(at - 1)] if at else []
    columns, gone, failed = {}, {}, {}
    for k, (variable, kind) in enumerate(zip(names, types, strict=True)):
        if k != at - 1 and variable in chosen:
            columns[variable], gone[variable], failed[variable] = _column(call, file, k, kind, settings.get(variable, {}))
    table = Table({n: columns[n] for n in chosen if n in columns}, row_names, height=len(file.body))
    table = _described(_by_rules(call, table, file, named, gone, failed), file, names, named)
    table = table if options is not None else _with_titles(call, table, file)
    return table if not at else _with_label(table, file, at - 1)


def _with_titles(call: Any, table: Table, file: TextFile) -> Table:
    """The table with the titles of its file as descriptions where they had to be changed, which is a warning."""
    changed = {n: t for n, t in zip(file.names, file.titles, strict=False) if n in table.columns and n != t and t}
    if not changed:
        return table
    call.warning(_MODIFIED, "MATLAB:table:ModifiedAndSavedVarnames")
    return table.with_about(replace(table.about, descriptions=changed))


def _with_label(table: Table, file: TextFile, at: int) -> Table:
    """The table with its first dimension named after the column of row names, where that has a title."""
    if len(file.titles) <= at or not file.titles[at]:
        return table
    return table.with_about(replace(table.about, dimensions=(file.names[at], "Variables")))


def _column(call: Any, file: TextFile, k: int, kind: str, own: Mapping[str, Any]) -> tuple[Any, np.ndarray, np.ndarray]:
    """Variable ``k`` of a file, and which of its rows are missing or cannot be converted."""
    column, gone, failed = column_of(call, file.fields(k), kind, own, file.missing)
    if file.of_sheet and isinstance(column, Datetime) and arg.Options(own).word("datetimeformat") in ("", "default"):
        column = Datetime(column.seconds, None, column.zone)  # a sheet has days, no texts whose form could be kept
    return column, gone, failed


def _by_rules(
    call: Any, table: Table, file: TextFile, named: Mapping[str, Any], gone: dict[str, np.ndarray], failed: dict[str, np.ndarray]
) -> Table:
    """The table without rows and variables that MissingRule and ImportErrorRule leave out; rows go from the file's body as well."""
    stay = np.ones(len(file.body), bool)
    for rule, what, marks in (("MissingRule", "A value is missing", gone), ("ImportErrorRule", "A field cannot be converted", failed)):
        marks = {n: mark[stay] for n, mark in marks.items()}
        kept, left = kept_rows(rule, named.word(rule.lower()) or "fill", what, marks, int(stay.sum()))
        if left:
            table = call.feval("removevars", table, CellArray.of([CharArray.row(n) for n in left]))[0]
        if not kept.all():
            table = table.index((Tensor(kept.reshape(-1, 1)), COLON))
            stay[stay] = kept
    file.body = [row for row, here in zip(file.body, stay, strict=True) if here]
    return table


def _described(table: Table, file: TextFile, names: list[str], named: Mapping[str, Any]) -> Table:
    """The table with units and descriptions of its variables, of the lines that options name."""
    texts_of_lines = {key: file.words_of(named, line) for key, line in (("units", "variableunitsline"), ("descriptions", "variabledescriptionsline"))}
    texts_of_lines = {key: {n: t for n, t in zip(names, texts, strict=False) if n in table.columns and t} for key, texts in texts_of_lines.items() if texts}
    return table.with_about(replace(table.about, **texts_of_lines)) if texts_of_lines else table


_FILE = "f = [tempname '.csv']; fid = fopen(f, 'w'); fprintf(fid, '{}'); fclose(fid); "


@builtin(
    "readtable", "T = readtable(filename)", "T = readtable(filename, opts)", "T = readtable(filename, Name, Value, ...)", summary="Table from a delimited text file.",
    examples=(
        Example(_FILE.format("name,x y\\nann,1\\nbob,2.5\\n") + "warning off; T = readtable(f); delete(f); {T.name, T.xY}", "{{'ann'; 'bob'}, [1; 2.5]}"),
        Example(_FILE.format("d,n\\n2020-01-31,NA\\n2020-02-01,4\\n") + "T = readtable(f); delete(f); {month(T.d), T.n}", "{[1; 2], [NaN; 4]}"),
        Example(_FILE.format("id;v\\na;1\\nb;2\\n") + "T = readtable(f, 'ReadRowNames', true); delete(f); T{'b','v'}", "2"),
        Example(_FILE.format("x y,z\\n1,q\\n") + "T = readtable(f, 'VariableNamingRule', 'preserve', 'TextType', 'string'); delete(f); {T.('x y'), T.z}", "{1, \"q\"}"),
    ),
    errors=(ErrorCase("readtable('no such file.csv')", "MATLAB:textio:textio:FileNotFound"), ErrorCase("f = [tempname '.csv']; writematrix(1,f); readtable(f,'Foo',1)", "MATLAB:readtable:InvalidParameterName")),
)  # fmt: skip
def readtable(call: Any, name: Any, *arguments: Any) -> Any:
    return read_table(call, name, arguments, "readtable")


@builtin(
    "readvars",
    "[V1, ..., Vn] = readvars(filename)",
    "[V1, ..., Vn] = readvars(filename, Name, Value, ...)",
    summary="Variables of a delimited text file, one in each output.",
    examples=(Example(_FILE.format("a,b\\n1,x\\n2,y\\n") + "[a,b] = readvars(f); delete(f); {a,b}", "{[1;2],{'x';'y'}}"),),
)
def readvars(call: Any, name: Any, *arguments: Any) -> Any:
    return tuple(read_table(call, name, arguments, "readvars").columns.values())


@builtin(
    "readtimetable", "TT = readtimetable(filename)", "TT = readtimetable(filename, Name, Value, ...)", summary="Timetable from a delimited text file: its first dates are the row times.",
    examples=(Example(_FILE.format("t,x\\n2020-01-01,5\\n2020-01-02,6\\n") + "T = readtimetable(f); delete(f); {T.x, day(T.t)}", "{[5;6],[1;2]}"),),
    errors=(ErrorCase(_FILE.format("a\\n1\\n") + "readtimetable(f)", "MATLAB:readtimetable:NoTimeVar"),),
)  # fmt: skip
def readtimetable(call: Any, name: Any, *arguments: Any) -> Any:
    rest = list(arguments)
    first = [rest.pop(0)] if len(rest) % 2 else []
    times: list[Any] = []
    for key, value in zip(rest[::2], rest[1::2], strict=True):
        (times if is_text(key) and text_of(key).lower() in _TIME_OPTIONS else first).extend((key, value))
    table = read_table(call, name, tuple(first), "readtimetable")
    if not {"rowtimes", "samplerate", "timestep"} & {text_of(key).lower() for key in times[::2]}:
        column = next((n for n, c in table.columns.items() if getattr(c, "matlab_class", "") in ("datetime", "duration")), None)
        if column is None:
            raise MatlabError(
                "Unable to find a variable of datetime or duration values for the row times.", "MATLAB:readtimetable:NoTimeVar"
            )
        times += [to_value("RowTimes"), to_value(column)]
    return call.feval("table2timetable", table, *times)[0]
