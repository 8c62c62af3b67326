"""Tables read from delimited text: readtable, detectImportOptions, setvartype, setvaropts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values import CellArray, CharArray, StringArray, Tensor, object_array
from ...values.classes import INTEGER_LIMITS, saturate
from ...values.convert import class_of, text_of
from ...values.import_options import ImportOptions, Layout
from ...values.table import Table
from ...values.times import parse_moment
from ..arguments import scalar
from ..spec import ErrorCase, Example, builtin
from .tabular import _NUMBER, _delimiter, _options, guess_delimiter, read_lines, split_line, to_number

_FORMATS = (
    ("uuuu-MM-dd", r"\d{4}-\d\d?-\d\d?"), ("uuuu-MM-dd HH:mm:ss", r"\d{4}-\d\d?-\d\d? \d\d?:\d\d:\d\d"),
    ("uuuu-MM-dd'T'HH:mm:ss", r"\d{4}-\d\d?-\d\d?T\d\d:\d\d:\d\d"), ("MM/dd/uuuu", r"\d\d?/\d\d?/\d{4}"),
    ("MM/dd/uuuu HH:mm:ss", r"\d\d?/\d\d?/\d{4} \d\d?:\d\d:\d\d"), ("dd-MMM-uuuu", r"\d\d?-[A-Za-z]{3}-\d{4}"),
    ("dd-MMM-uuuu HH:mm:ss", r"\d\d?-[A-Za-z]{3}-\d{4} \d\d?:\d\d:\d\d"), ("uuuu/MM/dd", r"\d{4}/\d\d?/\d\d?"),
    ("dd/MM/uuuu", r"\d\d?/\d\d?/\d{4}"),
)  # fmt: skip
"""Formats of times that columns are recognised by, with what they look like; the first that reads all fields counts."""


def _valid_name(text: str, taken: Sequence[str], number: int, preserve: bool) -> str:
    name = text.strip() or f"Var{number}"
    if not preserve:
        name = re.sub(r"\W", "_", re.sub(r"\s+(\w)", lambda m: m[1].upper(), name))
        name = name if re.match("[A-Za-z]", name) else "x" + name
    return name if name not in taken else f"{name}_{number}"


def _format_of(fields: Sequence[str]) -> str | None:
    """The format of times that all fields (empty ones apart) are written in."""
    given = [f for f in fields if f and f != "NaT"]
    if not given:
        return None
    for form, look in _FORMATS:
        if re.fullmatch(look, given[0]) and all(re.fullmatch(look, f) and parse_moment(f, form) is not None for f in given):
            return form
    return None


def _type_of(fields: Sequence[str], text_type: str) -> tuple[str, str | None]:
    """The type of a column and, for times, their format."""
    if all(not field or _NUMBER.match(field) for field in fields):
        return "double", None
    form = _format_of(fields)
    return ("datetime", form) if form is not None else (text_type, None)


def _split(lines: Sequence[str], layout: Layout) -> list[list[str]]:
    return [[f.strip() for f in split_line(line, layout.delimiter)] for line in lines if line.strip()]


def detect(path: str, options: dict[str, Any]) -> tuple[Layout, list[str]]:
    """How a file is laid out, and its lines."""
    lines = read_lines(path)
    skip = int(scalar(options["numheaderlines"])) if "numheaderlines" in options else 0
    filled = [k for k in range(skip, len(lines)) if lines[k].strip()]
    delimiter = _delimiter(text_of(options["delimiter"])) if "delimiter" in options else guess_delimiter([lines[k] for k in filled])
    rows = [[f.strip() for f in split_line(lines[k], delimiter)] for k in filled]
    named = (
        bool(scalar(options["readvariablenames"])) if "readvariablenames" in options
        else bool(rows) and not any(_NUMBER.match(f) for f in rows[0])
    )  # fmt: skip
    heading, body = (rows[0], rows[1:]) if named and rows else ([], rows)
    preserve = "variablenamingrule" in options and text_of(options["variablenamingrule"]).lower() == "preserve"
    names: list[str] = []
    for j in range(max((len(row) for row in rows), default=0)):
        names.append(_valid_name(heading[j], names, j + 1, preserve) if j < len(heading) else f"Var{j + 1}")
    text_type = "string" if "texttype" in options and text_of(options["texttype"]).lower() == "string" else "char"
    found = [_type_of([row[j] if j < len(row) else "" for row in body], text_type) for j in range(len(names))]
    formats = {name: form for name, (_, form) in zip(names, found, strict=True) if form is not None}
    row_names = names[0] if names and "readrownames" in options and bool(scalar(options["readrownames"])) else ""
    start = (filled[1] if len(filled) > 1 else len(lines)) if named and rows else (filled[0] if filled else 0)
    layout = Layout(
        tuple(names), tuple(kind for kind, _ in found), tuple(names), delimiter, start + 1, filled[0] + 1 if named and rows else 0, formats,
        row_names,
    )  # fmt: skip
    return layout, lines


def _column(call: Any, fields: list[str], kind: str, form: str | None) -> Any:
    """The fields of a column as a type."""
    shape = (len(fields), 1)
    texts = CellArray(object_array([CharArray.row(f) for f in fields], shape))
    if kind in ("double", "single") or kind in INTEGER_LIMITS:
        numbers = np.array([to_number(f) for f in fields], np.float64).reshape(shape)
        return Tensor(saturate(numbers, kind) if kind in INTEGER_LIMITS else numbers.astype(np.float32 if kind == "single" else np.float64))
    if kind == "logical":
        return Tensor(np.array([f.lower() in ("true", "t", "1") for f in fields], bool).reshape(shape))
    if kind == "string":
        return StringArray(object_array([f or None for f in fields], shape))
    if kind == "datetime":
        extra = (CharArray.row("InputFormat"), CharArray.row(form), CharArray.row("Format"), CharArray.row(form)) if form else ()
        return call.feval("datetime", texts, *extra)[0]
    if kind in ("duration", "categorical"):
        return call.feval(kind, texts)[0]
    if kind == "char":
        return texts
    raise MatlabError(f"'{kind}' is no type that variables can be read as.", "MATLAB:textio:io:UnsupportedType")


def read(call: Any, layout: Layout, lines: Sequence[str]) -> Table:
    """The table of a file."""
    rows = _split(lines[layout.first - 1 :], layout)
    columns = {}
    for j, (name, kind) in enumerate(zip(layout.names, layout.types, strict=True)):
        if name in layout.selected or name == layout.row_names:
            columns[name] = _column(call, [row[j] if j < len(row) else "" for row in rows], kind, layout.formats.get(name))
    titles = [row[layout.names.index(layout.row_names)] if row else "" for row in rows] if layout.row_names else ()
    columns = {name: columns[name] for name in layout.selected if name != layout.row_names}
    return Table(columns, titles, len(rows))


@builtin(
    "readtable", "T = readtable(filename)", "T = readtable(filename, opts)", "T = readtable(filename, Name, Value, ...)",
    summary="Table from a delimited text file with a line of names.",
    examples=(
        Example(
            "f = [tempname '.csv']; fid = fopen(f, 'w'); fprintf(fid, 'name,x y\\nann,1\\nbob,2.5\\n'); fclose(fid); T = readtable(f); delete(f); "
            "{T.name, T.xY}",
            "{{'ann'; 'bob'}, [1; 2.5]}",
        ),
        Example(
            "f = [tempname '.csv']; fid = fopen(f, 'w'); fprintf(fid, 'd,x\\n2020-03-04,1\\n'); fclose(fid); T = readtable(f); delete(f); month(T.d)",
            "3",
        ),
    ),
    errors=(ErrorCase("readtable('no such file.csv')", "MATLAB:textio:textio:FileNotFound"),),
)  # fmt: skip
def readtable(call, name, *arguments):
    if arguments and isinstance(arguments[0], ImportOptions):
        return read(call, arguments[0].layout, read_lines(text_of(name)))
    return read(call, *detect(text_of(name), _options(arguments)))


@builtin(
    "detectImportOptions", "opts = detectImportOptions(filename)", "opts = detectImportOptions(filename, Name, Value, ...)",
    summary="How a delimited text file would be read: names and types of its variables, which can be changed.",
    examples=(
        Example(
            "f = [tempname '.csv']; fid = fopen(f, 'w'); fprintf(fid, 'a,b\\n1,x\\n'); fclose(fid); o = detectImportOptions(f); delete(f); o.VariableTypes",
            "{'double', 'char'}",
        ),
    ),
)  # fmt: skip
def detect_import_options(call, name, *arguments):
    return ImportOptions(detect(text_of(name), _options(arguments))[0])


def _given(call: Any, value: Any) -> ImportOptions:
    if not isinstance(value, ImportOptions):
        raise call.error(f"Undefined function '{call.name}' for input arguments of type '{class_of(value)}'.", "MATLAB:UndefinedFunction")
    return value


@builtin("setvartype", "opts = setvartype(opts, type)", "opts = setvartype(opts, names, type)", summary="Types of variables to read.")
def setvartype(call, opts, names, kind=None):
    given = _given(call, opts)
    chosen = given.layout.names if kind is None else given.chosen(names)
    return given.typed(chosen, text_of(names if kind is None else kind))


@builtin("setvaropts", "opts = setvaropts(opts, names, Name, Value, ...)", summary="Options of variables to read: Type and InputFormat.")
def setvaropts(call, opts, names, *arguments):
    given, options = _given(call, opts), _options(arguments)
    unknown = options.keys() - {"type", "inputformat", "datetimeformat", "whitespacerule", "emptyfieldrule"}
    if unknown:
        raise call.error(f"Unknown parameter '{sorted(unknown)[0]}'.", "MATLAB:textio:io:UnknownParameter")
    kind = text_of(options["type"]) if "type" in options else ""
    return given.typed(given.chosen(names), kind, text_of(options["inputformat"]) if "inputformat" in options else None)
