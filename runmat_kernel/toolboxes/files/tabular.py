"""Numbers in delimited text files: csvread, dlmread, csvwrite, dlmwrite, importdata."""

from __future__ import annotations

import csv
import math
import os
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.stored import store, unwritten
from ...builtins.arguments import Options, name_values, scalar
from ...builtins.element_values import cellstr_column
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray
from ...values.classes import INTEGER_CLASSES, char_codes
from ...values.convert import as_array, class_of, is_text, text_of, word_of
from ...values.format import unescape
from .formats.delimited import plain_numbers
from .formats.sheets import is_workbook

NUMBER = re.compile(r"[+-]?(?:inf|nan|(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?)\Z", re.IGNORECASE)


def read_lines(path: str, encoding: str = "utf-8") -> list[str]:
    """The lines of a text file; MATLAB's error when there is none."""
    encoding = "utf-8-sig" if encoding.lower().replace("-", "") in ("utf8", "system") else encoding
    try:
        with open(os.path.expanduser(path), encoding=encoding, errors="replace", newline="") as stream:
            return stream.read().replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    except OSError:
        raise MatlabError(
            f"Unable to find or open '{path}'. Check the path and filename or file permissions.", "MATLAB:textio:textio:FileNotFound"
        ) from None
    except LookupError:
        raise MatlabError(f"Unrecognized encoding '{encoding}'.", "MATLAB:textio:textio:UnsupportedEncoding") from None


def guess_delimiter(lines: Sequence[str]) -> str | None:
    """The delimiter of a text: the first of comma, tab, semicolon and bar that every line of a sample has, else most lines; None for
    blanks."""
    sample = [line for line in lines[:50] if line.strip()][-20:]
    if not sample:
        return None
    counts = {mark: sum(mark in line for line in sample) for mark in ",\t;|"}
    common = [mark for mark, count in counts.items() if count == len(sample)]
    if not common and len(sample) > 2:
        common = [mark for mark, count in counts.items() if 2 * count > len(sample)]
    elif not common:
        common = [mark for mark in counts if mark in sample[-1]]
    return next(iter(common), None)


def split_line(line: str, delimiter: str | None) -> list[str]:
    """The fields of a line; quotes protect delimiters."""
    if delimiter is None or delimiter == " ":
        return line.split()
    if '"' in line:
        return next(csv.reader([line], delimiter=delimiter))
    return line.split(delimiter)


def to_number(text: str, empty: float = float("nan")) -> float:
    """The number a field holds; NaN for other text, ``empty`` for none."""
    text = text.strip()
    if not text:
        return empty
    return float(text.replace("d", "e").replace("D", "e") if "n" not in text.lower() else text) if NUMBER.match(text) else float("nan")


def number_rows(lines: Sequence[str], delimiter: str | None, empty: float) -> np.ndarray:
    """Lines of numbers as a matrix; short rows are filled up with ``empty``."""
    lines = [line for line in lines if line.strip()]
    if (plain := _plain_numbers(lines, delimiter)) is not None:
        return plain
    rows = [[to_number(field, empty) for field in split_line(line, delimiter)] for line in lines]
    width = max((len(row) for row in rows), default=0)
    return np.array([row + [empty] * (width - len(row)) for row in rows]).reshape(len(rows), width) if rows else np.zeros((0, 0))


def _plain_numbers(lines: Sequence[str], delimiter: str | None) -> np.ndarray | None:
    """Lines that have nothing but digits as their fields, and all as many of them, as a matrix; None for others."""
    if delimiter is None or delimiter == " ":
        parts = [line.split() for line in lines]
        widths, fields = {len(part) for part in parts}, [field for part in parts for field in part]
    else:
        widths, fields = {line.count(delimiter) + 1 for line in lines}, delimiter.join(lines).split(delimiter)
    numbers = plain_numbers(fields) if len(widths) == 1 else None
    return None if numbers is None else numbers.reshape(len(lines), widths.pop())


def header_count(lines: Sequence[str], delimiter: str | None) -> int:
    """Leading lines that hold no number."""
    for position, line in enumerate(lines):
        if any(NUMBER.match(field.strip()) for field in split_line(line, delimiter)):
            return position
    return 0


def _separator(delimiter: Any) -> str:
    """The separator that a value stands for: a text, or the number of a character."""
    return delimiter_of(text_of(delimiter) if is_text(delimiter) else "".join(map(chr, char_codes(as_array(delimiter)).ravel().tolist())))


def delimiter_of(text: str) -> str:
    return text.replace("\\t", "\t").replace("tab", "\t").replace("comma", ",").replace("space", " ").replace("semi", ";")


def named_options(arguments: Sequence[Any]) -> Options:
    return name_values(arguments)


def _corners(text: str) -> np.ndarray:
    """A range of a sheet as [r1 c1 r2 c2], counted from 0."""
    match = re.fullmatch(r"([A-Z]+)(\d+)(?:\.\.|:)([A-Z]+)(\d+)", text.strip().upper())
    if match is None:
        raise MatlabError(f"Invalid range '{text}'.", "MATLAB:dlmread:InvalidInputRange")
    columns = [sum((ord(c) - 64) * 26**k for k, c in enumerate(reversed(match[n]))) for n in (1, 3)]
    return np.array([int(match[2]), columns[0], int(match[4]), columns[1]]) - 1


def _window(matrix: np.ndarray, start: Sequence[Any]) -> np.ndarray:
    """The part of a matrix from row r and column c (counted from 0), or of the range [r1 c1 r2 c2] or ``'B2..C3'``."""
    if not start:
        return matrix
    last = _corners(text_of(start[-1])) if is_text(start[-1]) else as_array(start[-1]).ravel()
    if last.size == 4:
        r1, c1, r2, c2 = (int(n) for n in last)
        return matrix[r1 : r2 + 1, c1 : c2 + 1]
    row, column = (int(scalar(n)) for n in start[:2])
    return matrix[row:, column:]


@builtin(
    "csvread",
    "M = csvread(filename)",
    "M = csvread(filename, R, C)",
    "M = csvread(filename, R, C, range)",
    summary="Matrix from a file of comma-separated numbers.",
    examples=(Example("f = [tempname '.csv']; csvwrite(f, [1 2; 3 4.5]); m = csvread(f); delete(f); m", "[1 2; 3 4.5]"),),
)
def csvread(call, name, *start):
    lines = read_lines(call.session.path.file(text_of(name)))
    skip = _first_row(start)
    return _window(_skipped(lines, skip, ","), start)


def _skipped(lines: Sequence[str], skip: int, delimiter: str | None) -> np.ndarray:
    """Rows of numbers, with zero rows in place of those that are skipped, which may hold text."""
    filled = [line for line in lines[skip:] if line.strip()]
    body = _plain_numbers(filled, delimiter)
    for row, line in enumerate(filled if body is None else (), 1):
        for column, field in enumerate(split_line(line, delimiter), 1):
            if not math.isnan(to_number(field, 0.0)) or NUMBER.match(field.strip()):
                continue
            place = f"(row number {row}, field number {column}) ==> {field.strip()}"
            raise MatlabError(
                f"Mismatch between file and format character vector.\nTrouble reading 'Numeric' field from file {place}",
                "MATLAB:textscan:handleErrorAndShowInfo",
            )
    body = number_rows(filled, delimiter, 0.0) if body is None else body
    return np.vstack([np.zeros((skip, body.shape[1])), body])


@builtin(
    "dlmread",
    "M = dlmread(filename)",
    "M = dlmread(filename, delimiter)",
    "M = dlmread(filename, delimiter, R, C)",
    "M = dlmread(filename, delimiter, range)",
    summary="Matrix from a file of delimited numbers.",
    examples=(
        Example("f = [tempname '.txt']; dlmwrite(f, [1 2; 3 4], ';'); m = dlmread(f, ';', 1, 0); delete(f); m", "[3 4]"),
        Example("f = [tempname '.txt']; dlmwrite(f, magic(3)); m = dlmread(f, ',', 'B2..C3'); delete(f); m", "[5 7; 9 2]"),
    ),
    errors=(
        ErrorCase(
            "f = tempname; fid = fopen(f, 'w'); fprintf(fid, '1,2\\n3,x'); fclose(fid); dlmread(f)",
            "MATLAB:textscan:handleErrorAndShowInfo",
        ),
    ),
)
def dlmread(call, name, delimiter=None, *start):
    lines = read_lines(call.session.path.file(text_of(name)))
    mark = (None if delimiter is None else _separator(delimiter)) or guess_delimiter(lines)
    return _window(_skipped(lines, _first_row(start), mark), start)


def _first_row(start: Sequence[Any]) -> int:
    """The rows to skip, of a row and a column or a range."""
    if not start:
        return 0
    return int(_corners(text_of(start[0]))[0] if is_text(start[0]) else as_array(start[0]).flat[0])


def number_word(x: Any, kind: str, form: str = "%.15g") -> str:
    """A number as files have it: whole for integers, with seven digits for singles."""
    if isinstance(x, (complex, np.complexfloating)):
        return number_word(x.real, kind, form) + ("+" if x.imag >= 0 else "") + number_word(x.imag, kind, form) + "i"
    if kind in INTEGER_CLASSES or kind == "logical":
        return str(int(x))
    if not math.isfinite(x):
        return {math.inf: "Inf", -math.inf: "-Inf"}.get(float(x), "NaN")
    form = "%.7g" if (kind, form) == ("single", "%.15g") else form
    return form % (int(x) if form[-1] in "di" else x)


def formatted_lines(call: Any, matrix: Any, delimiter: str, form: str) -> str:
    """Rows of numbers as text, by a printf format."""
    array = as_array(matrix)
    rows = array.reshape(array.shape[0], math.prod(array.shape[1:]), order="F")
    kind = class_of(matrix)
    return "".join(delimiter.join(number_word(x, kind, form) for x in row) + "\n" for row in rows)


_WRITING = "filetype datelocale encoding writemode delimiter quotestrings lineending sheet range useexcel autofitwidth preserveformat"


def writing_options(call: Any, arguments: Sequence[Any], more: str = "") -> Options:
    """The options of functions that write tables and arrays to files, by lower-case names; ``more`` are those of one function."""
    return name_values(arguments, call.name, f"{_WRITING} {more}")


def to_sheet(path: str, options: Options) -> bool:
    """Whether a workbook is written: by ``FileType``, else by the extension."""
    return options.word("filetype") == "spreadsheet" if "filetype" in options else is_workbook(path)


def store_text(call: Any, name: Any, text: str, append: bool, options: Options) -> None:
    """Write lines to a file, in the encoding and with the line ends that ``options`` ask for."""
    encoding = options.text("encoding", "UTF-8")
    if "lineending" in options:
        text = text.replace("\n", unescape(text_of(options["lineending"])))
    try:
        data = text.encode("utf-8" if encoding.lower() == "system" else encoding, "replace")
    except LookupError:
        raise call.error(f"Unsupported encoding '{encoding}'.", f"MATLAB:{call.name}:UnsupportedEncoding") from None
    try:
        store(os.path.expanduser(text_of(name)), data, append=append)
    except OSError as error:
        raise call.error(unwritten(error, text_of(name)), f"MATLAB:{call.name}:FileOpenFailure") from None


def _precision(value: Any) -> str:
    return text_of(value) if is_text(value) else f"%.{int(scalar(value))}g"


@builtin(
    "csvwrite", "csvwrite(filename, M)", "csvwrite(filename, M, R, C)", summary="Write a matrix as comma-separated numbers with 5 digits."
)
def csvwrite(call, name, matrix, row=0.0, column=0.0):
    text = formatted_lines(call, matrix, ",", "%.5g")
    store_text(call, name, _moved(text, ",", int(scalar(row)), int(scalar(column)), as_array(matrix).shape[1]), False, Options())


def _moved(text: str, delimiter: str, rows: int, columns: int, width: int) -> str:
    """The text with empty rows and columns before it."""
    if not rows and not columns:
        return text
    body = "".join(delimiter * columns + line + "\n" for line in text.splitlines())
    return (delimiter * (columns + width - 1) + "\n") * rows + body


@builtin(
    "dlmwrite",
    "dlmwrite(filename, M)",
    "dlmwrite(filename, M, delimiter)",
    "dlmwrite(filename, M, delimiter, R, C)",
    "dlmwrite(filename, M, Name, Value, ...)",
    "dlmwrite(filename, M, '-append', ...)",
    summary="Write a matrix as delimited numbers.",
    examples=(
        Example(
            "f = [tempname '.txt']; dlmwrite(f, [1 2.5; 3 4], 'delimiter', ' ', 'precision', 3); t = fileread(f); delete(f); t",
            "sprintf('1 2.5\\n3 4\\n')",
        ),
    ),
)
def dlmwrite(call, name, matrix, *arguments):
    append = any(is_text(a) and text_of(a) == "-append" for a in arguments)
    rest = [a for a in arguments if not (is_text(a) and text_of(a) == "-append")]
    options = Options()
    if rest and word_of(rest[0]) in ("delimiter", "newline", "precision", "roffset", "coffset"):
        options = named_options(rest)
    elif rest:
        options = Options(zip(("delimiter", "roffset", "coffset"), rest, strict=False))
    delimiter = options.read("delimiter", _separator, ",")
    form = options.read("precision", _precision, "%.5g")
    offsets = [int(options.number(key, 0)) for key in ("roffset", "coffset")]
    store_text(call, name, _moved(formatted_lines(call, matrix, delimiter, form), delimiter, *offsets, as_array(matrix).shape[1]), append, Options())


def _text_fields(row: list[str]) -> int:
    """Leading fields of a line that are text."""
    return next((i for i, field in enumerate(row) if not field.strip() or NUMBER.match(field.strip())), len(row))


def _with_row_headers(head: list[str], rows: list[list[str]], beside: int, data: np.ndarray, mark: str | None) -> dict[str, Any]:
    """Numbers with ``beside`` columns of text to their left: all text stands where it stood, with nothing in the places of numbers."""
    text = [split_line(line, mark) for line in head] + [row[:beside] for row in rows]
    width = max(map(len, text))
    cells = np.empty((len(text), width), object)
    for i, line in enumerate(text):
        for j in range(width):
            cells[i, j] = CharArray.row(line[j].strip() if j < len(line) else "")
    result: dict[str, Any] = {"data": data[:, beside:], "textdata": CellArray(cells)}
    if beside == 1 and not head:
        result["rowheaders"] = CellArray(cells[:, :1])
    return result


@builtin(
    "importdata",
    "A = importdata(filename)",
    "A = importdata(filename, delimiter)",
    "[A, delimiter, headerlines] = importdata(filename, delimiter, headerlines)",
    summary="Data of a file: a matrix, or a struct of data and text where there are headers; variables of a .mat file.",
)
def importdata(call, name, delimiter=None, headers=None):
    path = call.session.path.file(text_of(name))
    if path.endswith(".mat"):
        return call.feval("load", name)[0]
    lines = read_lines(path)
    mark = delimiter_of(text_of(delimiter)) if delimiter is not None and text_of(delimiter) else guess_delimiter(lines)
    skip = int(scalar(headers)) if headers is not None else header_count(lines, mark)
    data = number_rows(lines[skip:], mark, float("nan"))
    if np.isnan(data).all() and data.size:
        return cellstr_column(lines), mark or " ", float(len(lines))
    rows = [split_line(line, mark) for line in lines[skip:] if line.strip()]
    beside = min((_text_fields(row) for row in rows), default=0)
    if 0 < beside < data.shape[1]:
        result: Any = _with_row_headers(lines[:skip], rows, beside, data, mark)
    else:
        result = _with_headers(lines[:skip], data, mark) if skip else data
    return result, mark or " ", float(skip)


def _with_headers(head: list[str], data: np.ndarray, mark: str | None) -> dict[str, Any]:
    """The data below some lines, and the texts of these."""
    words = [CharArray.row(word.strip()) for word in split_line(head[-1], mark)]
    result = {"data": data, "textdata": CellArray.of(words) if len(head) == 1 else cellstr_column(head)}
    return {**result, "colheaders": CellArray.of(words)} if len(words) == data.shape[1] else result
