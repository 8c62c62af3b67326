"""Tables in delimited text files: readtable, writetable."""

from __future__ import annotations

import os
import re
from typing import Any

import numpy as np

from ...values import CellArray, CharArray, StringArray, Tensor, object_array
from ...values.convert import as_array, is_text, text_of
from ...values.table import Table
from ..arguments import scalar
from ..items import elements
from ..spec import ErrorCase, Example, builtin
from .tables import cell_of, given_table
from .tabular import _NUMBER, _delimiter, _options, guess_delimiter, read_lines, split_line, to_number


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
    options, found = _options(arguments), given_table(call, value)
    delimiter = _delimiter(text_of(options["delimiter"])) if "delimiter" in options else ","
    path = text_of(name) if name is not None else "table.txt"
    lines = [delimiter.join(found.names)] if "writevariablenames" not in options or bool(scalar(options["writevariablenames"])) else []
    for row in range(found.height):
        lines.append(delimiter.join(_field_text(cell_of(column, row), delimiter) for column in found.columns.values()))
    try:
        with open(os.path.expanduser(path), "w", encoding="utf-8", newline="") as stream:
            stream.write("".join(line + "\n" for line in lines))
    except OSError:
        raise call.error(f"Unable to open file '{path}' for writing.", "MATLAB:table:write:FileOpenError") from None
