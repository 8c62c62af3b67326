"""Tables written to delimited text files: writetable, writetimetable."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins.arguments import Options, scalar
from ...builtins.element_values import elements
from ...builtins.spec import Example, builtin
from ...values import CellArray, CharArray, StringArray
from ...values.convert import as_array, class_of, is_text, shape_of, text_of
from ...values.tables.table import Table
from ...values.times.numbered import NumberedArray
from ..files.tabular import delimiter_of, number_word, store_text, to_sheet, writing_options
from ..files.workbooks import cells_of, stored
from .tables import cell_of, checked_table

_NAMES = "writevariablenames writerownames"


def _field_texts(item: Any, delimiter: str, quoted: bool) -> list[str]:
    """One element of a variable as the fields of a line: numbers with 15 digits, text in quotes where it needs them."""
    if type(item) is CellArray:  # a row of a matrix of cells
        return [field for inner in item.array.ravel(order="F") for field in _field_texts(inner, delimiter, quoted) or [""]]
    if is_text(item):
        return [_in_quotes(text_of(item), delimiter, quoted)]
    if type(item) is StringArray or hasattr(item, "texts"):
        texts = item.texts() if hasattr(item, "texts") else item.array.ravel(order="F")
        return ["" if text is None else _in_quotes(text, delimiter, quoted) for text in texts]
    return [number_word(as_array(x).flat[0], class_of(item)) for x in elements(item)]


def _in_quotes(text: str, delimiter: str, always: bool) -> str:
    """A text in quotes where it needs them, or ``always``."""
    needs = always or delimiter in text or '"' in text or "\n" in text
    return '"' + text.replace('"', '""') + '"' if needs else text


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
    _write(call, checked_table(call, value), name, writing_options(call, arguments, _NAMES))


def _in_one_form(value: Any) -> Any:
    """Times and categories as strings: what one row shows (a time of day) all rows show."""
    if not isinstance(value, NumberedArray):
        return value
    return StringArray(np.array([*value.texts(), None], object)[:-1].reshape(shape_of(value), order="F"))


def _write(call: Any, table: Table, name: Any, options: Options) -> None:
    """Write a table to a file: a workbook, or lines of text."""
    delimiter = delimiter_of(text_of(options["delimiter"])) if "delimiter" in options else ","
    path = text_of(name) if name is not None else "table.txt"
    append = options.word("writemode") == "append"
    with_names = options.flag("writerownames") and bool(table.row_names)
    row_names = [[row] * with_names for row in table.row_names or [""] * table.height]
    titles = [[table.about.dimensions[0]] * with_names + _titles(table)] if options.flag("writevariablenames", not append) else []
    if to_sheet(path, options):
        cells = [cells_of(column) for column in table.columns.values()]
        stored(path, [*titles, *([*row_names[k], *(c for column in cells for c in column[k])] for k in range(table.height))], options)
        return
    quoted = _quotes_all(options)
    columns = [_in_one_form(column) for column in table.columns.values()]
    rows = ([*row_names[k], *(f for c in columns for f in _field_texts(cell_of(c, k), delimiter, quoted))] for k in range(table.height))
    store_text(call, CharArray.row(path), "".join(delimiter.join(row) + "\n" for row in (*titles, *rows)), append, options)


def _quotes_all(options: Options) -> bool:
    """Whether QuoteStrings asks for quotes around all texts."""
    value = options.get("quotestrings", False)
    return text_of(value).lower() in ("all", "true") if is_text(value) else bool(scalar(value))


@builtin(
    "writetimetable", "writetimetable(TT, filename)", "writetimetable(TT, filename, Name, Value, ...)", "writetimetable(TT)", summary="Write a timetable to a delimited text file, the row times first.",
    examples=(Example("f = [tempname '.csv']; writetimetable(timetable(datetime(2020,1,[1;2]),[5;6],'VariableNames',{'x'}), f); t = fileread(f); delete(f); t", "sprintf('Time,x\\n01-Jan-2020,5\\n02-Jan-2020,6\\n')"),),
)  # fmt: skip
def writetimetable(call, value, name=None, *arguments):
    table = call.feval("timetable2table", value)[0]
    _write(call, table, name if name is not None else CharArray.row("timetable.txt"), writing_options(call, arguments, _NAMES))
