"""Excel workbooks: sheetnames, xlsread, xlswrite, and how the readers and writers of tables and matrices use them."""

from __future__ import annotations

import math
import os
from datetime import datetime
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StringArray, object_array
from ...values.convert import as_array, class_of, is_text, text_of, word_of
from ...values.times.times import Datetime
from .formats.sheets import Cell, Grid, is_workbook, read_sheet, sheet_names, write_sheet
from .matrix_files import range_of, within

_FILE = "f = [tempname '.xlsx']; "


def sheet_of(value: Any) -> str | int:
    return text_of(value) if is_text(value) else arg.integer(value)


def cells_of(value: Any) -> Grid:
    """The elements of a value as cells of a sheet."""
    if isinstance(value, Datetime):
        moments = [None if t is None else t.replace(tzinfo=None) for t in value.moments()]
        return object_array(moments).reshape(value.shape, order="F").tolist()
    if hasattr(value, "texts"):
        return object_array(value.texts()).reshape(value.shape, order="F").tolist()
    if type(value) is CharArray:
        return [[line] for line in ([value.text] if value.is_row else value.lines())]
    if type(value) is StringArray:
        return value.array.tolist()
    if type(value) is CellArray:
        return [[_one(item) for item in row] for row in value.array]
    array = as_array(value)
    array = array.reshape(array.shape[0], math.prod(array.shape[1:]), order="F")
    number = bool if class_of(value) == "logical" else lambda x: float(np.real(x))
    return [list(map(number, row)) for row in array]


def _one(item: Any) -> Cell:
    grid = cells_of(item)
    return grid[0][0] if grid and grid[0] else None


def stored(path: str, grid: Grid, options: arg.Options) -> None:
    """Write cells by the options ``sheet``, ``range`` and ``writemode``."""
    mode = options.word("writemode", "inplace")
    row, column, *_ = options.read("range", range_of, (0, 0))
    sheet = options.read("sheet", sheet_of, 1)
    write_sheet(path, grid, sheet, row, column, fresh=mode == "replacefile", append=mode == "append")


@builtin(
    "sheetnames", "names = sheetnames(filename)", summary="The names of the sheets of a workbook.",
    examples=(Example(_FILE + "writematrix(1,f); writematrix(2,f,'Sheet','Two'); n = sheetnames(f); delete(f); n", '["Sheet1";"Two"]'),),
    errors=(ErrorCase("sheetnames('no such file.xlsx')", "MATLAB:textio:textio:FileNotFound"),),
)  # fmt: skip
def sheetnames(call: Any, name: Any) -> Any:
    names = sheet_names(call.session.path.file(text_of(name)))
    return StringArray(object_array(names, (len(names), 1)))


@builtin(
    "xlsread", "num = xlsread(filename)", "num = xlsread(filename, sheet)", "num = xlsread(filename, sheet, range)", "num = xlsread(filename, sheet, range, 'basic')", "[num, txt, raw] = xlsread(...)",
    summary="Numbers, texts and all cells of a sheet of a workbook.",
    examples=(
        Example(_FILE + "writecell({'a','b';1,2;3,'x'},f); [n,t,r] = xlsread(f); delete(f); {n, t, r{2,1}}", "{[1 2;3 NaN],{'a','b';'','';'','x'},1}"),
        Example(_FILE + "writematrix(magic(3),f); n = xlsread(f,1,'B2:C3'); delete(f); n", "[5 7;9 2]"),
    ),
)  # fmt: skip
def xlsread(call: Any, name: Any, *rest: Any) -> Any:
    path = text_of(name)
    path = call.session.path.file(path if os.path.splitext(path)[1] else path + ".xlsx")
    options = [v for v in rest if not arg.is_empty_matrix(v)]
    place = next((v for v in options if is_text(v) and ":" in text_of(v)), None)
    sheet = next((sheet_of(v) for v in options if v is not place and word_of(v) != "basic"), 1)
    grid = read_sheet(path, sheet)
    grid = within(grid, place) if place is not None else grid
    shape = len(grid), len(grid[0]) if grid else 0
    cells = [c for line in grid for c in line]

    def trimmed(kinds: Any, items: np.ndarray) -> np.ndarray:
        """The smallest block with all cells of some classes."""
        mask = np.array([isinstance(c, kinds) for c in cells], bool).reshape(shape)
        return items.reshape(shape)[_span(mask, 0)][:, _span(mask, 1)] if mask.any() else np.zeros((0, 0), items.dtype)

    numbers = trimmed((float, bool, datetime), np.array([_number(c) for c in cells], np.float64))
    words = trimmed(str, object_array([CharArray.row(c if isinstance(c, str) else "") for c in cells]))
    raw = [CharArray.row(c) if isinstance(c, str) else c if isinstance(c, bool) else _number(c) for c in cells]
    return numbers, CellArray(words), CellArray(object_array(raw).reshape(shape))


def _span(mask: np.ndarray, axis: int) -> slice:
    """Rows (or columns) from the first to the last that holds something."""
    at = np.flatnonzero(mask.any(axis=1 - axis))
    return slice(int(at[0]), int(at[-1]) + 1)


def _number(cell: Cell) -> float:
    if isinstance(cell, datetime):
        return (cell - datetime(1899, 12, 30)).total_seconds() / 86400
    return float(cell) if isinstance(cell, (float, bool)) else float("nan")


@builtin(
    "xlswrite", "xlswrite(filename, A)", "xlswrite(filename, A, sheet)", "xlswrite(filename, A, sheet, range)", "[status, message] = xlswrite(...)",
    summary="Write a matrix or a cell array into a sheet of a workbook.",
    examples=(Example(_FILE + "xlswrite(f,{'a',1},2,'B2'); [n,t] = xlsread(f,2); delete(f); {n, t}", "{1,{'a'}}"),),
)  # fmt: skip
def xlswrite(call: Any, name: Any, value: Any, *rest: Any) -> Any:
    path = text_of(name)
    path = path if is_workbook(path) else path + ".xlsx"
    options = arg.Options()
    for item in rest:
        if arg.is_empty_matrix(item):
            continue
        options["range" if is_text(item) and (":" in text_of(item) or "sheet" in options) else "sheet"] = item
    stored(path, cells_of(value), options)
    return (True, {"message": "", "identifier": ""}) if call.nargout else None


@builtin(
    "xlsfinfo", "status = xlsfinfo(filename)", "[status, sheets] = xlsfinfo(filename)", "[status, sheets, xlFormat] = xlsfinfo(filename)",
    summary="Whether a file is a workbook that can be read, and the names of its sheets.",
    examples=(
        Example(_FILE + "writematrix(1,f); writematrix(2,f,'Sheet','Two'); [s,n,k] = xlsfinfo(f); delete(f); {s, n, k}",
                "{'Microsoft Excel Spreadsheet',{'Sheet1','Two'},'xlOpenXMLWorkbook'}"),
        Example("f = [tempname '.xlsx']; fclose(fopen(f,'w')); s = xlsfinfo(f); delete(f); s", "''"),
    ),
    errors=(ErrorCase("xlsfinfo('no such file.xlsx')", "MATLAB:xlsfinfo:FileNotFound"),),
    see_also=("sheetnames", "xlsread"),
)  # fmt: skip
def xlsfinfo(call: Any, name: Any) -> Any:
    path = call.session.path.file(text_of(name))
    if not os.path.isfile(path):
        raise call.error(f"File '{text_of(name)}' not found.", "MATLAB:xlsfinfo:FileNotFound")
    try:
        names = sheet_names(path)
    except MatlabError:  # whatever the reader of workbooks says of a file that is none
        return "", "Unreadable Excel file.", ""
    return "Microsoft Excel Spreadsheet", CellArray.of([CharArray.row(n) for n in names], (1, len(names))), "xlOpenXMLWorkbook"
