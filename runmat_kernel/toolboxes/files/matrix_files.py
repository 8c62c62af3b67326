"""Matrices and cell arrays in delimited text files: readmatrix, readcell, writematrix, writecell."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import dropwhile
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.arguments import Options
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StringArray, object_array
from ...values.classes import DTYPES, INTEGER_CLASSES, saturate
from ...values.convert import as_array, class_of, is_text, numel_of, text_of, to_value
from .formats.delimited import date_form, plain_numbers, type_of
from .formats.sheets import cell_text, is_workbook, read_sheet
from .import_options_object import ImportOptions
from .tabular import (
    NUMBER,
    delimiter_of,
    formatted_lines,
    guess_delimiter,
    header_count,
    named_options,
    read_lines,
    split_line,
    store_text,
    to_number,
    to_sheet,
    writing_options,
)

_CELL = re.compile(r"([A-Za-z]*)(\d*)\Z")
_READING = frozenset(
    "delimiter numheaderlines range outputtype commentstyle decimalseparator thousandsseparator treatasmissing consecutivedelimitersrule "
    "leadingdelimitersrule trailingdelimitersrule expectednumvariables emptyvalue encoding filetype datalines whitespace lineending texttype "
    "datetimetype durationtype missingrule emptylinerule importerrorrule extracolumnsrule sheet usesexcel emptycolumnrule".split()
)


def _corner(text: str) -> tuple[int | None, int | None]:
    """Row and column (from 0) of ``B3``; None for what is not said (``B``, ``3``)."""
    match = _CELL.match(text.strip())
    if not text.strip() or match is None:
        raise MatlabError(f"Invalid range '{text}'.", "MATLAB:textio:io:InvalidRange")
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - 64
    return int(match[2]) - 1 if match[2] else None, column - 1 if match[1] else None


def range_of(value: Any) -> tuple[int, int, int | None, int | None]:
    """First row and column (from 0), and last ones or None, of ``'B2:D5'``, ``'B2'``, ``'B:D'``, ``'2:5'`` or [r1 c1 r2 c2]."""
    if is_text(value):
        first, _, last = text_of(value).partition(":")
        (r1, c1), (r2, c2) = _corner(first), _corner(last) if last else (None, None)
        return r1 or 0, c1 or 0, r2, c2
    numbers = [int(n) - 1 for n in arg.flat(value)]
    if len(numbers) not in (1, 2, 4):
        raise MatlabError("A range must have one, two or four numbers.", "MATLAB:textio:io:InvalidRange")
    return (*numbers, 0, None, None)[:4] if len(numbers) == 1 else (*numbers, None, None)[:4]  # type: ignore[return-value]


def within(rows: list[list[Any]], place: Any) -> list[list[Any]]:
    """The fields of lines, or cells of a sheet, in a range."""
    r1, c1, r2, c2 = range_of(place)
    return [row[c1 : None if c2 is None else c2 + 1] for row in rows[r1 : None if r2 is None else r2 + 1]]


def _rows_of(call: Any, name: Any, arguments: Sequence[Any], headers: bool) -> tuple[list[list[str]], Options]:
    """The fields of the chosen lines, and the options; ``headers``: lines of headers are left out unless options name the lines."""
    rest = list(arguments)
    if rest and isinstance(rest[0], ImportOptions):
        imported = rest.pop(0)
        rest = [item for k, v in imported.fields.items() if k.lower() in _READING and numel_of(v) for item in (to_value(k), v)] + rest
    named = named_options(rest)
    wrong = next((key for key in named if key not in _READING), None)
    if wrong is not None:
        raise call.error(f"Invalid parameter name: {wrong}.", f"MATLAB:{call.name}:InvalidParameterName")
    path = call.session.path.file(text_of(name))
    if is_workbook(path):
        return _rows_of_sheet(path, named, headers), named
    lines, delimiter = _chosen_lines(path, named, headers)
    rows = [[field.strip() for field in split_line(line, delimiter)] for line in lines if line.strip()]
    if named.word("consecutivedelimitersrule") == "join":
        rows = [[f for k, f in enumerate(row) if f or k == 0] for row in rows]
    if "range" in named:
        rows = within(rows, named["range"])
    return _in_english(rows, named), named


def _chosen_lines(path: str, named: Options, headers: bool) -> tuple[list[str], str]:
    """The lines that hold data, without comments, and their delimiter (the first one, where there are several)."""
    lines = read_lines(path, named.text("encoding", "utf-8"))
    mark = next(iter(_texts_if_any(named, "commentstyle")), "")
    if mark:
        lines = [line.split(mark)[0] for line in lines]
    delimiters = [delimiter_of(t) for t in _texts_if_any(named, "delimiter")]
    for other in delimiters[1:]:
        lines = [line.replace(other, delimiters[0]) for line in lines]
    delimiter = delimiters[0] if delimiters else guess_delimiter(lines)
    skip = named.integer("numheaderlines", 0)
    if headers and not {"numheaderlines", "range", "datalines"} & set(named):
        skip = header_count(lines, delimiter)
    if "datalines" in named:
        first, *last = arg.flat(named["datalines"]).tolist()
        lines = lines[int(first) - 1 : int(last[0]) if last and np.isfinite(last[0]) else None]
    return lines[skip:], delimiter


def _texts_if_any(named: Options, name: str) -> list[str]:
    return texts_of(named[name]) if name in named and numel_of(named[name]) else []


def _in_english(rows: list[list[str]], named: Options) -> list[list[str]]:
    """Numbers with a point, and nothing between their thousands, where the options say that they have other marks."""
    if "decimalseparator" in named:
        mark = text_of(named["decimalseparator"])
        rows = [[f.replace(mark, ".") if re.fullmatch(rf"[-+]?\d*{re.escape(mark)}\d+", f) else f for f in row] for row in rows]
    if "thousandsseparator" in named:
        mark = text_of(named["thousandsseparator"])
        rows = [[f.replace(mark, "") if NUMBER.match(f.replace(mark, "")) else f for f in row] for row in rows]
    return rows


def _rows_of_sheet(path: str, named: Options, headers: bool) -> list[list[str]]:
    """The cells of a sheet as texts; lines without a number before the first one are headers."""
    rows = sheet_rows(path, named)
    skip = named.integer("numheaderlines", 0)
    if "range" in named:
        rows = within(rows, named["range"])
    elif headers and "numheaderlines" not in named:
        skip = next((k for k, row in enumerate(rows) if any(map(NUMBER.match, row))), 0)
    rows = list(dropwhile(lambda row: not any(row), rows[skip:]))
    first = min((_blanks(row) for row in rows), default=0) if "range" not in named else 0
    return [row[first:] for row in rows]


def _blanks(row: list[str]) -> int:
    """The number of empty fields before the first other one."""
    return next((k for k, field in enumerate(row) if field), len(row))


def sheet_rows(path: str, named: Options) -> list[list[str]]:
    """All cells of the chosen sheet as texts."""
    sheet = named.get("sheet", 1.0)
    return [[cell_text(c) for c in line] for line in read_sheet(path, text_of(sheet) if is_text(sheet) else arg.integer(sheet))]


def _width(rows: Sequence[Sequence[str]], named: Options) -> int:
    return named.integer("expectednumvariables", max((len(row) for row in rows), default=0))


_FILE = "f = [tempname '.csv']; fid = fopen(f, 'w'); fprintf(fid, '{}'); fclose(fid); "


@builtin(
    "readmatrix", "A = readmatrix(filename)", "A = readmatrix(filename, opts)", "A = readmatrix(filename, Name, Value, ...)", summary="Matrix from a delimited text file.",
    examples=(
        Example(_FILE.format("a,b\\n1,2\\n3,x\\n") + "m = readmatrix(f); delete(f); m", "[1 2; 3 NaN]"),
        Example(_FILE.format("a,b\\n1,2\\n3,x\\n") + "m = readmatrix(f,'OutputType','string'); delete(f); m", "[\"1\" \"2\"; \"3\" \"x\"]"),
        Example(_FILE.format("1,2,3\\n4,5,6\\n7,8,9\\n") + "m = {readmatrix(f,'Range','B2:C3'), readmatrix(f,'Range',[2 1 2 3]), readmatrix(f,'OutputType','int8','NumHeaderLines',2)}; delete(f); m", "{[5 6;8 9],[4 5 6],int8([7 8 9])}"),
        Example(_FILE.format("1;2,5 # a\\n3;4,5\\n") + "m = readmatrix(f,'Delimiter',';','DecimalSeparator',',','CommentStyle','#'); delete(f); m", "[1 2.5;3 4.5]"),
    ),
    errors=(ErrorCase("readmatrix('no such file.csv')", "MATLAB:textio:textio:FileNotFound"),
            ErrorCase("f = [tempname '.csv']; writematrix(1,f); readmatrix(f,'Foo',1)", "MATLAB:readmatrix:InvalidParameterName")),
)  # fmt: skip
def readmatrix(call, name, *arguments):
    options = named_options(arguments[1:] if arguments and isinstance(arguments[0], ImportOptions) else arguments)
    kind = options.word("outputtype", "double")
    rows, named = _rows_of(call, name, arguments, headers=True)
    width = _width(rows, named)
    missing = frozenset(named.read("treatasmissing", texts_of, ()))
    fields = [["" if f in missing else f for f in [*row[:width], *[""] * (width - len(row))]] for row in rows]
    if kind in ("string", "char"):
        array = object_array([f if f or kind == "char" else None for row in fields for f in row]).reshape(len(fields), width)
        return StringArray(array) if kind == "string" else CellArray(np.frompyfunc(CharArray.row, 1, 1)(array))
    if kind in ("datetime", "duration", "categorical"):
        return _matrix_of_texts(call, kind, fields, width)
    if kind not in DTYPES:
        raise call.error(f"Variable type '{kind}' is not supported.", "MATLAB:textio:io:UnsupportedType")
    empty = named.number("emptyvalue", float("nan"))
    plain = plain_numbers([f for row in fields for f in row])
    numbers = np.array([[to_number(f, empty) for f in row] for row in fields], np.float64) if plain is None else plain
    numbers = numbers.reshape(len(fields), width)
    if kind in INTEGER_CLASSES:
        return saturate(np.nan_to_num(numbers), kind)
    return np.nan_to_num(numbers) != 0 if kind == "logical" else numbers.astype(DTYPES[kind])


def _matrix_of_texts(call: Any, kind: str, fields: list[list[str]], width: int) -> Any:
    """Fields as a matrix of times or categories."""
    flat = [f for column in zip(*fields, strict=True) for f in column]
    form = date_form(flat) if kind == "datetime" else None
    words = (to_value("InputFormat"), to_value(form)) if form else ()
    column = CellArray(object_array([CharArray.row(t) for t in flat], (len(flat), 1)))
    return call.feval("reshape", call.feval(kind, column, *words)[0], float(len(fields)), float(width))[0]


@builtin(
    "readcell", "C = readcell(filename)", "C = readcell(filename, opts)", "C = readcell(filename, Name, Value, ...)",
    summary="Cell array of numbers, texts and dates from a delimited text file; what is empty is missing.",
    examples=(
        Example(_FILE.format("a,b\\n1,x\\n,3\\n") + "c = readcell(f); delete(f); {c{2,:}, c{3,2}, class(c{3,1}), size(c)}", "{1,'x',3,'missing',[3 2]}"),
        Example(_FILE.format("h\\n2020-01-02,7\\n") + "c = readcell(f,'NumHeaderLines',1); delete(f); {class(c{1}), c{2}}", "{'datetime',7}"),
        Example(_FILE.format("01:02:03,x\\n") + "c = readcell(f); t = readcell(f,'DurationType','text'); delete(f); {seconds(c{1}), t{1}}", "{3723,'01:02:03'}"),
    ),
)  # fmt: skip
def readcell(call, name, *arguments):
    rows, named = _rows_of(call, name, arguments, headers=False)
    width = _width(rows, named)
    nothing = call.feval("missing")[0]
    texts = {kind for kind in ("datetime", "duration") if f"{kind}type" in named and text_of(named[f"{kind}type"]).lower() == "text"}

    def cell(text: str) -> Any:
        if not text:
            return nothing
        if NUMBER.match(text):
            return to_number(text)
        kind = type_of([text], frozenset())
        if kind in texts or kind not in ("datetime", "duration"):
            return CharArray.row(text)
        if kind == "duration":
            return call.feval("duration", CharArray.row(text))[0]
        form = date_form([text])
        kept = () if is_workbook(text_of(name)) else ("Format", form)  # a sheet has days, no texts whose form could be kept
        return call.feval("datetime", CharArray.row(text), *(to_value(w) for w in ("InputFormat", form, *kept)))[0]

    cells = [[cell(row[k]) if k < len(row) else nothing for k in range(width)] for row in rows]
    return CellArray(object_array([c for row in cells for c in row]).reshape(len(rows), width))


def _quoted(text: str, delimiter: str, always: bool) -> str:
    needs = always or delimiter in text or '"' in text or "\n" in text
    return '"' + text.replace('"', '""') + '"' if needs else text


def _writing(options: Options) -> tuple[str, bool, bool]:
    """Delimiter, whether all texts are put in quotes, and whether lines are appended."""
    delimiter = delimiter_of(text_of(options["delimiter"])) if "delimiter" in options else ","
    quoting = options.get("quotestrings")
    quoted = quoting is not None and (text_of(quoting).lower() in ("all", "true") if is_text(quoting) else bool(arg.scalar(quoting)))
    return delimiter, quoted, options.word("writemode") == "append"


@builtin(
    "writematrix", "writematrix(A)", "writematrix(A, filename)", "writematrix(A, filename, Name, Value, ...)", summary="Write a matrix to a delimited text file.",
    examples=(
        Example("f = [tempname '.csv']; writematrix([1 0.1; 3 4], f); t = fileread(f); delete(f); t", "sprintf('1,0.1\\n3,4\\n')"),
        Example("f = [tempname '.csv']; writematrix([\"a\" \"b,c\"], f); t = fileread(f); delete(f); t", "sprintf('a,\"b,c\"\\n')"),
        Example("f = [tempname '.txt']; writematrix([1 2], f, 'Delimiter','tab'); writematrix([3 4], f, 'Delimiter','tab','WriteMode','append'); t = fileread(f); delete(f); t", "sprintf('1\\t2\\n3\\t4\\n')"),
    ),
)  # fmt: skip
def writematrix(call, matrix, name=None, *arguments):
    options = writing_options(call, arguments)
    delimiter, quoted, append = _writing(options)
    path = name if name is not None else CharArray.row("matrix.txt")
    if to_sheet(text_of(path), options):
        from .workbooks import cells_of, stored

        return stored(text_of(path), cells_of(matrix), options)
    if type(matrix) in (CharArray, StringArray) or hasattr(matrix, "texts"):
        array = np.array([*matrix.texts(), None], object)[:-1].reshape(matrix.shape, order="F") if hasattr(matrix, "texts") else (
            matrix.array if type(matrix) is StringArray else object_array(texts_of(matrix), (matrix.shape[0], 1)))  # fmt: skip
        rows = array.reshape(array.shape[0], math.prod(array.shape[1:]), order="F")
        text = "".join(delimiter.join("" if t is None else _quoted(t, delimiter, quoted) for t in row) + "\n" for row in rows)
        return store_text(call, path, text, append, options)
    if class_of(matrix) in ("cell", "struct", "table", "function_handle"):
        raise call.error(
            f"Unsupported type '{class_of(matrix)}'. Use writecell or writetable instead.", "MATLAB:textio:textio:UnsupportedWriteType"
        )
    return store_text(call, path, formatted_lines(call, matrix, delimiter, "%.15g"), append, options)


@builtin(
    "writecell", "writecell(C)", "writecell(C, filename)", "writecell(C, filename, Name, Value, ...)", summary="Write a cell array to a delimited text file.",
    examples=(
        Example("f = [tempname '.csv']; writecell({1,'a b';\"x,y\",[2 3];missing,datetime(2020,1,2)}, f); t = fileread(f); delete(f); t", "sprintf('1,a b,\\n\"x,y\",2,3\\n,02-Jan-2020,\\n')"),
    ),
)  # fmt: skip
def writecell(call, cells, name=None, *arguments):
    if type(cells) is not CellArray:
        raise call.error("First input argument must be a cell array.", "MATLAB:textio:textio:InputCell")
    options = writing_options(call, arguments)
    delimiter, quoted, append = _writing(options)
    if name is not None and to_sheet(text_of(name), options):
        from .workbooks import cells_of, stored

        return stored(text_of(name), cells_of(cells), options)

    def words(item: Any) -> list[str]:
        if type(item) is StringArray:
            return ["" if t is None else _quoted(t, delimiter, quoted) for t in item.array.ravel(order="F")]
        if is_text(item):
            return [_quoted(text_of(item), delimiter, quoted)]
        if hasattr(item, "texts"):
            return [_quoted(t, delimiter, quoted) for t in item.texts()]
        return [w for w in formatted_lines(call, to_value(as_array(item).reshape(1, -1, order="F")), "\n", "%.15g").split("\n")[:-1]]

    table = [[words(item) for item in row] for row in cells.array.reshape(cells.shape[0], math.prod(cells.shape[1:]), order="F")]
    widths = [max((len(row[k]) for row in table), default=0) for k in range(len(table[0]) if table else 0)]
    lines = (delimiter.join(w for item, n in zip(row, widths, strict=True) for w in [*item, *[""] * (n - len(item))]) for row in table)
    return store_text(
        call, name if name is not None else CharArray.row("cell.txt"), "".join(line + "\n" for line in lines), append, options
    )
