"""Reading values from text by a format: sscanf, fscanf, textscan."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...values import CellArray, CharArray, Tensor
from ...values.classes import saturate
from ...values.convert import as_array, is_text, text_of
from ...values.scan import Conversion, Scanned, number_of, parse_format, scan
from ..arguments import scalar
from ..items import cellstr_column, name_value_pairs
from ..spec import ErrorCase, Example, builtin
from .files import opened, read_text, shaped


def _gathered(found: Scanned, rows: int | None) -> Any:
    """Numbers (and characters as their codes) as a column or matrix; text when every conversion reads text."""
    codes: list[float] = []
    for item in found.items:
        codes.extend(float(ord(c)) for c in item) if isinstance(item, str) else codes.append(item)
    array = shaped(np.array(codes, np.float64), rows) if codes else np.zeros((0, 0))
    if found.all_text and found.items:
        return CharArray((array if rows is not None else array.reshape(1, -1)).astype(np.uint16))
    return CharArray.row("") if found.all_text and not found.items else array


def _limits(size: Any) -> tuple[float, int | None]:
    """The most elements to read, and the rows of the result."""
    if size is None:
        return float("inf"), None
    numbers = as_array(size).ravel().tolist()
    return (numbers[0], None) if len(numbers) == 1 else (numbers[0] * numbers[1], int(numbers[0]))


def _scanned(call: Any, text: str, form: Any, size: Any) -> tuple[Any, Scanned]:
    limit, rows = _limits(size)
    found = scan(text, text_of(form, "format"), limit)
    return _gathered(found, rows), found


@builtin(
    "sscanf",
    "A = sscanf(text, format)",
    "A = sscanf(text, format, sizeA)",
    "[A, count, errmsg, nextindex] = sscanf(...)",
    summary="Read numbers and text from a text by a format that is used again until the text ends.",
    examples=(
        Example("sscanf('1 2 3', '%d')", "[1; 2; 3]"),
        Example("sscanf('3.14', '%f')", "3.14"),
        Example("sscanf('10:20', '%d:%d')", "[10; 20]"),
        Example("sscanf('1 2 3 4', '%d', [2 2])", "[1 3; 2 4]"),
        Example("sscanf('hello', '%s')", "'hello'"),
        Example("sscanf('ff', '%x')", "255"),
        Example("sscanf('a1', 'a%d')", "1"),
        Example("sscanf('x', '%d')", "[]"),
        Example("[a, n] = sscanf('1 2 x', '%d')", "{[1; 2], 2}"),
    ),
    errors=(ErrorCase("sscanf(1, '%d')", "MATLAB:sscanf:invalidInputType"),),
)
def sscanf(call, text, form, size=None):
    if not is_text(text):
        raise call.error("First argument must be a text scalar.", "MATLAB:sscanf:invalidInputType")
    content = text_of(text)
    if size is not None and is_text(size):
        found = scan(content, text_of(form), float(len(parse_format(text_of(form)))))
        return tuple(found.items[: max(call.nargout, 1)])
    value, found = _scanned(call, content, form, size)
    message = "sscanf: format failed to match" if found.failed and found.position < len(content) else ""
    return value, float(found.conversions), message, float(found.position + 1)


@builtin(
    "fscanf",
    "A = fscanf(fid, format)",
    "A = fscanf(fid, format, sizeA)",
    "[A, count] = fscanf(...)",
    summary="Read numbers and text from a file by a format.",
    examples=(
        Example(
            "f = [tempname '.txt']; fid = fopen(f, 'w'); fprintf(fid, '1 2\\n3 4\\n'); fclose(fid); "
            "fid = fopen(f); a = fscanf(fid, '%d', [2 Inf]); fclose(fid); delete(f); a",
            "[1 3; 2 4]",
        ),
    ),
)
def fscanf(call, fid, form, size=None):
    file = opened(call, fid)
    start = file.stream.tell()
    data = file.read()
    text = data.decode("latin-1")
    value, found = _scanned(call, text, form, size)
    file.stream.seek(start + found.position)
    file.at_end = found.position >= len(text)
    return value, float(found.conversions)


# --- textscan -------------------------------------------------------------------------------------------------------

_TEXTS = ("s", "q", "c", "[")
_TEXT_OPTIONS = (
    "Delimiter",
    "HeaderLines",
    "CollectOutput",
    "MultipleDelimsAsOne",
    "Whitespace",
    "EndOfLine",
    "EmptyValue",
    "CommentStyle",
    "ReturnOnError",
    "TreatAsEmpty",
    "TextType",
    "DateLocale",
)


def _delimiters(options: dict[str, Any]) -> str | None:
    """A regular expression for the delimiters, or None when blanks separate."""
    given = options.get("Delimiter")
    if given is None:
        return None
    words = (
        [text_of(w) for w in given.array.ravel()]
        if type(given) is CellArray
        else list(text_of(given).replace("\\t", "\t").replace("\\n", "\n"))
    )
    words = [w.replace("\\t", "\t").replace("\\n", "\n") for w in words]
    return "|".join(re.escape(w) for w in words) if words else None


def _fields(line: str, delimiter: str | None, merge: bool) -> list[str]:
    if delimiter is None:
        return line.split()
    pattern = f"(?:{delimiter})+" if merge else delimiter
    pieces = re.findall(rf'\s*("(?:[^"]|"")*"|(?:(?!{pattern}).)*?)\s*(?:{pattern}|\Z)', line)
    return pieces[:-1] if pieces and pieces[-1] == "" and not re.search(f"(?:{pattern})\\Z", line) and len(pieces) > 1 else pieces


def _field_value(piece: Conversion, text: str, empty: float) -> Any:
    """The value of one field, or None where it does not match."""
    if piece.kind in ("s", "c", "["):
        return text
    if piece.kind == "q":
        return text[1:-1].replace('""', '"') if len(text) > 1 and text[0] == text[-1] == '"' else text
    if not text:
        return empty
    match = piece.pattern.match(text) if piece.pattern else None
    return number_of(piece.kind, match.group()) if match and match.end() == len(text) else None


def _text_pieces(form: str) -> list[Conversion]:
    """The conversions of a textscan format, which has more letters than scanf: %q (quoted text), %n, %d32, %f64 ..."""
    letters = re.findall(r"%\*?[\d.]*([a-zA-Z\[])", form)
    plain = re.sub(r"(%\*?[\d.]*)([duf])(?:8|16|32|64)", r"\1\2", form)
    plain = re.sub(r"(%\*?[\d.]*)n", r"\1f", re.sub(r"(%\*?[\d.]*)q", r"\1s", re.sub(r"(%\*?\d*)\.\d+", r"\1", plain)))
    pieces = [p for p in parse_format(plain) if p.kind not in (" ", "literal")]
    return [replace(p, kind="q") if letter == "q" else p for p, letter in zip(pieces, letters, strict=True)]


def _read_columns(lines: Sequence[str], pieces: list[Conversion], repeats: float, options: dict[str, Any]) -> list[list[Any]]:
    """The values of each conversion; reading stops at a field that does not match, or after ``repeats`` uses of the format."""
    delimiter = _delimiters(options)
    merge = bool(scalar(options["MultipleDelimsAsOne"])) if "MultipleDelimsAsOne" in options else False
    empty = scalar(options["EmptyValue"]) if "EmptyValue" in options else float("nan")
    columns: list[list[Any]] = [[] for _ in pieces]
    position, uses = 0, 0
    for line in lines:
        if not line.strip():
            continue
        for text in _fields(line, delimiter, merge):
            if position == 0 and uses >= repeats:
                return columns
            value = _field_value(pieces[position], text.strip(), empty)
            if value is None:
                return columns
            columns[position].append(value)
            position = (position + 1) % len(pieces)
            uses += position == 0
        if delimiter is not None and position:
            for missing in range(position, len(pieces)):
                columns[missing].append("" if pieces[missing].kind in _TEXTS else empty)
            position, uses = 0, uses + 1
    return columns


def _column(piece: Conversion, values: list[Any]) -> Any:
    if piece.kind in ("s", "q", "["):
        return cellstr_column(values)
    if piece.kind == "c":
        return CharArray.rows(values)
    array = np.array(values, np.float64).reshape(-1, 1)
    return Tensor(saturate(array, "int32" if piece.kind == "d" else "uint32") if piece.kind in ("d", "u") else array)


def _collected(columns: list[Any]) -> list[Any]:
    """Neighbouring columns of one class and length joined into matrices."""
    joined: list[Any] = []
    for item in columns:
        last = joined[-1] if joined else None
        if type(item) is type(last) and last.shape[0] == item.shape[0] and getattr(last, "matlab_class", "") == item.matlab_class:
            joined[-1] = type(item)(np.hstack([last.array, item.array]))
        else:
            joined.append(item)
    return joined


def scan_columns(text: str, form: str, repeats: float, options: dict[str, Any]) -> list[Any]:
    """Columns of a delimited text, one per conversion of the format."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines = lines[int(scalar(options["HeaderLines"])) if "HeaderLines" in options else 0 :]
    if "CommentStyle" in options:
        mark = text_of(options["CommentStyle"])
        lines = [line.split(mark, 1)[0] for line in lines]
    form = form or "%f"
    pieces = _text_pieces(form)
    columns = _read_columns(lines, pieces, repeats, options)
    kept = [_column(p, values) for p, values in zip(pieces, columns, strict=True) if not p.skipped]
    collect = "CollectOutput" in options and bool(scalar(options["CollectOutput"]))
    return _collected(kept) if collect else kept


@builtin(
    "textscan",
    "C = textscan(fid, formatSpec)",
    "C = textscan(fid, formatSpec, N)",
    "C = textscan(text, formatSpec, ...)",
    "[C, position] = textscan(...)",
    summary="Read columns of a delimited file or text into a cell array.",
    examples=(
        Example("c = textscan('1 2 3 4', '%f %f'); c{2}", "[2; 4]"),
        Example("c = textscan('a,1', '%s %f', 'Delimiter', ','); c{1}", "{'a'}"),
        Example("c = textscan('1,2', '%d %d', 'Delimiter', ','); class(c{1})", "'int32'"),
    ),
)
def textscan(call, source, form=None, *arguments):
    repeats, options = float("inf"), arguments
    if options and not is_text(options[0]):
        repeats, options = scalar(options[0]), options[1:]
    repeats = float("inf") if repeats < 0 else repeats
    pairs = name_value_pairs(options, _TEXT_OPTIONS, "textscan")
    spec = text_of(form) if form is not None else "%f"
    if is_text(source):
        text = text_of(source)
        return CellArray.of(scan_columns(text, spec, repeats, pairs)), float(len(text))
    file = opened(call, source)
    text = file.read().decode(file.encoding, "replace")
    return CellArray.of(scan_columns(text, spec, repeats, pairs)), float(file.stream.tell())


@builtin(
    "textread",
    "[A, B, ...] = textread(filename, format, ...)",
    "[A, B, ...] = textread(filename)",
    summary="Read columns of a text file, one output each.",
)
def textread(call, name, form=None, *arguments):
    repeats, options = float("inf"), arguments
    if options and not is_text(options[0]):
        repeats, options = scalar(options[0]), options[1:]
    pairs = name_value_pairs(options, _TEXT_OPTIONS, "textread")
    columns = scan_columns(read_text(call, name), text_of(form) if form is not None else "%f", repeats, pairs)
    return tuple(Tensor(c.array.astype(np.float64)) if type(c) is Tensor else c for c in columns)


@builtin(
    "strread", "[A, B, ...] = strread(text, format, ...)", "[A, B, ...] = strread(text)", summary="Read columns of a text, one output each."
)
def strread(call, text, form=None, *arguments):
    repeats, options = float("inf"), arguments
    if options and not is_text(options[0]):
        repeats, options = scalar(options[0]), options[1:]
    pairs = name_value_pairs(options, _TEXT_OPTIONS, "strread")
    columns = scan_columns(text_of(text), text_of(form) if form is not None else "%f", repeats, pairs)
    return tuple(Tensor(c.array.astype(np.float64)) if type(c) is Tensor else c for c in columns)
