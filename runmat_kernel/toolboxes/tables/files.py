"""Tables written to delimited text files: writetable, writetimetable."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins.arguments import scalar
from ...builtins.items import elements
from ...builtins.spec import Example, builtin
from ...values import CellArray, CharArray, StringArray
from ...values.convert import as_array, class_of, is_text, shape_of, text_of
from ...values.tables.table import Table
from ...values.times.numbered import NumberedArray
from ..files.tabular import delimiter_of, number_word, store_text, to_sheet, writing_options
from ..files.workbooks import cells_of, stored
from .tables import cell_of, given_table

_NAMES = "writevariablenames writerownames"


def _field_texts(item: Any, delimiter: str, quoted: bool) -> list[str]:
    """One element of a variable as the fields of a line: numbers with 15 digits, text in quotes where it needs them."""
    if type(item) is CellArray:  # a row of a matrix of cells
        return [field for inner in item.array.ravel(order="F") for field in _field_texts(inner, delimiter, quoted) or [""]]
    if is_text(item):
        text = text_of(item)
        needs = quoted or delimiter in text or '"' in text or "\n" in text
        return ['"' + text.replace('"', '""') + '"' if needs else text]
    if type(item) is StringArray or hasattr(item, "texts"):
        found = [t for row in ([item.texts()] if hasattr(item, "texts") else [item.array.ravel(order="F")]) for t in row]
        return [_field_texts(CharArray.row(t), delimiter, quoted)[0] if t is not None else "" for t in found]
    return [number_word(as_array(x).flat[0], class_of(item)) for x in elements(item)]


def _titles(table: Table) -> list[str]:
    """The names of the variables; those with several columns are numbered."""
    titles = []
    for name, column in table.columns.items():
        width = shape_of(column)[1] if len(shape_of(column)) == 2 and type(column) is not CharArray else 1
        titles += [name] if width == 1 else [f"{name}_{k + 1}" for k in range(width)]
    return titles


@builtin(
    "writetable",
    "writetable(T, filename)",
    "writetable(T, filename, Name, Value, ...)",
    "writetable(T)",
    summary="Write a table to a delimited text file with a line of names.",
    examples=(
        Example("f = [tempname '.csv']; writetable(table([1;2],{'a';'b,c'},'VariableNames',{'n','s'}), f); t = fileread(f); delete(f); t", "sprintf('n,s\\n1,a\\n2,\"b,c\"\\n')"),
        Example("f = [tempname '.txt']; writetable(table([1;2],'RowNames',{'p';'q'}), f, 'WriteRowNames', true, 'Delimiter', 'tab'); t = fileread(f); delete(f); t", "sprintf('Row\\tVar1\\np\\t1\\nq\\t2\\n')"),
        Example("f = [tempname '.csv']; writetable(table([1 2;3 4]), f, 'WriteVariableNames', false); writetable(table([5 6]), f, 'WriteMode', 'append'); t = fileread(f); delete(f); t", "sprintf('1,2\\n3,4\\n5,6\\n')"),
    ),
)  # fmt: skip
def writetable(call, value, name=None, *arguments):
    _write(call, given_table(call, value), name, writing_options(call, arguments, _NAMES))


def _in_one_form(value: Any) -> Any:
    """Times and categories as strings: what one row shows (a time of day) all rows show."""
    if not isinstance(value, NumberedArray):
        return value
    return StringArray(np.array([*value.texts(), None], object)[:-1].reshape(shape_of(value), order="F"))


def _write(call: Any, found: Table, name: Any, options: dict[str, Any]) -> None:
    delimiter = delimiter_of(text_of(options["delimiter"])) if "delimiter" in options else ","
    path = text_of(name) if name is not None else "table.txt"
    on = lambda key, default: bool(scalar(options[key])) if key in options else default  # noqa: E731
    append = "writemode" in options and text_of(options["writemode"]).lower() == "append"
    quoted = "quotestrings" in options and (
        text_of(options["quotestrings"]).lower() in ("all", "true") if is_text(options["quotestrings"]) else on("quotestrings", False)
    )
    named = on("writerownames", False) and bool(found.row_names)
    if to_sheet(path, options):
        titles = [[found.about.dimensions[0]] * named + _titles(found)] if on("writevariablenames", not append) else []
        columns = [cells_of(column) for column in found.columns.values()]
        body = [[*found.row_names[k : k + 1][: int(named)], *(c for column in columns for c in column[k])] for k in range(found.height)]
        stored(path, [*titles, *body], options)
        return
    lines = [delimiter.join([found.about.dimensions[0]] * named + _titles(found))] if on("writevariablenames", not append) else []
    columns = [_in_one_form(column) for column in found.columns.values()]
    for row in range(found.height):
        fields = [found.row_names[row]] if named else []
        for column in columns:
            fields += _field_texts(cell_of(column, row), delimiter, quoted)
        lines.append(delimiter.join(fields))
    store_text(call, CharArray.row(path), "".join(line + "\n" for line in lines), append, options)


@builtin(
    "writetimetable", "writetimetable(TT, filename)", "writetimetable(TT, filename, Name, Value, ...)", "writetimetable(TT)", summary="Write a timetable to a delimited text file, the row times first.",
    examples=(Example("f = [tempname '.csv']; writetimetable(timetable(datetime(2020,1,[1;2]),[5;6],'VariableNames',{'x'}), f); t = fileread(f); delete(f); t", "sprintf('Time,x\\n01-Jan-2020,5\\n02-Jan-2020,6\\n')"),),
)  # fmt: skip
def writetimetable(call, value, name=None, *arguments):
    table = call.feval("timetable2table", value)[0]
    _write(call, table, name if name is not None else CharArray.row("timetable.txt"), writing_options(call, arguments, _NAMES))
