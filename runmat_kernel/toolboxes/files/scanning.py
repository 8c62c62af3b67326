"""Reading values from text by a format: sscanf, fscanf, textscan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.arguments import scalar
from ...builtins.element_values import name_value_pairs, texts_of
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...values import CellArray, CharArray, StringArray, Tensor, object_array
from ...values.classes import DTYPES
from ...values.convert import is_text, text_of
from .files import opened, shaped
from .formats.columns import Layout, matrix_format, read_columns
from .scan import Scanned, parse_format, scan
from .text_files import read_text


def _gathered(parts_read: Scanned, rows: int | None) -> Any:
    """Numbers (and characters as their codes) as a column or matrix; text when every conversion reads text."""
    codes: list[float] = []
    for item in parts_read.items:
        codes.extend(float(ord(c)) for c in item) if isinstance(item, str) else codes.append(item)
    dtype = DTYPES[parts_read.matlab_class]
    array = shaped(np.array(codes, dtype), rows) if codes else np.zeros((0, 0))
    if parts_read.all_text and parts_read.items:
        return CharArray((array if rows is not None else array.reshape(1, -1)).astype(np.uint16))
    return CharArray.row("") if parts_read.all_text and not parts_read.items else array


def _limits(size: Any) -> tuple[float, int | None]:
    """The most elements to read, and the rows of the result."""
    if size is None:
        return float("inf"), None
    numbers = arg.nonempty(size, "size").tolist()
    return (numbers[0], None) if len(numbers) == 1 else (numbers[0] * numbers[1], int(numbers[0]))


def _scanned(call: Any, text: str, form: Any, size: Any) -> tuple[Any, Scanned]:
    limit, rows = _limits(size)
    scanned = scan(text, text_of(form, "format"), limit)
    return _gathered(scanned, rows), scanned


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
        Example("sprintf('%d ', sscanf('9007199254740993 -1', '%ld'))", "'9007199254740993 -1 '"),
        Example("class(sscanf('ff', '%lx'))", "'uint64'"),
        Example("sscanf('a1', 'a%d')", "1"),
        Example("sscanf('x', '%d')", "[]"),
        Example("sscanf(['1';'2';' ';'5'], '%d')", "[12; 5]"),
        Example("sscanf(['12';'34'], '%d')", "1324"),
        Example("[a, n] = sscanf('1 2 x', '%d')", "{[1; 2], 2}"),
    ),
    errors=(ErrorCase("sscanf(1, '%d')", "MATLAB:sscanf:invalidInputType"),),
    facts=Fact.COMPILED,
)
def sscanf(call, text, form, size=None):
    if not is_text(text) and type(text) is not CharArray:
        raise call.error("First argument must be a text scalar.", "MATLAB:sscanf:invalidInputType")
    # a text in rows, or a column as fread gives it, is read column by column
    content = text_of(text) if is_text(text) else "".join(map(chr, text.array.ravel(order="F").tolist()))
    if size is not None and is_text(size):
        arg.option(call, size, "c")
        scanned = scan(content, text_of(form), float(len(parse_format(text_of(form)))))
        return tuple(scanned.items[: max(call.nargout, 1)])
    value, scanned = _scanned(call, content, form, size)
    message = "sscanf: format failed to match" if scanned.failed and scanned.position < len(content) else ""
    return value, float(scanned.conversions), message, float(scanned.position + 1)


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
    text = data.decode(file.encoding, "surrogateescape")
    value, scanned = _scanned(call, text, form, size)
    file.stream.seek(start + len(text[: scanned.position].encode(file.encoding, "surrogateescape")))
    file.at_end = scanned.position >= len(text)
    return value, float(scanned.conversions)


# --- textscan -------------------------------------------------------------------------------------------------------

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


_COMMENTS: dict[str, tuple[tuple[str, str | None], ...]] = {
    "matlab": (("%", None),), "shell": (("#", None),), "c": (("/*", "*/"),), "c++": (("//", None),),
}  # fmt: skip


def _texts(value: Any) -> list[str]:
    """One text or a cell of texts, with the escapes that options may have written as two characters."""
    words = [text_of(w) for w in value.array.ravel(order="F")] if type(value) is CellArray else [text_of(value)]
    return [w.replace("\\t", "\t").replace("\\n", "\n").replace("\\b", "\b").replace("\\r", "\r") for w in words]


def _layout(options: dict[str, Any], *, old: bool = False) -> Layout:
    """How fields are divided, from the options; ``old``: of strread and textread, whose comment styles have names."""
    delimiters = options.read("Delimiter", lambda value: _texts(value) if type(value) is CellArray else list("".join(_texts(value))), [])
    comments: tuple[tuple[str, str | None], ...] = ()
    if "CommentStyle" in options:
        marks = _texts(options["CommentStyle"])
        named = _COMMENTS.get(marks[0].lower()) if old else None
        comments = named or ((marks[0], marks[1] if len(marks) > 1 else None),)
    return Layout(
        tuple(d for d in delimiters if d),
        options.read("Whitespace", lambda value: "".join(_texts(value)), " \b\t"),
        options.flag("MultipleDelimsAsOne", False),
        options.number("EmptyValue", float("nan")),
        tuple(options.read("TreatAsEmpty", _texts, ())),
        comments,
        int(options.number("HeaderLines", 0)),
    )


def _collected(columns: list[Any]) -> list[Any]:
    """Neighbouring columns of one class and length joined into matrices."""
    joined: list[Any] = []
    for item in columns:
        last = joined[-1] if joined else None
        if (
            hasattr(item, "array")
            and type(item) is type(last)
            and last.shape[0] == item.shape[0]
            and getattr(last, "matlab_class", "") == item.matlab_class
        ):
            joined[-1] = type(item)(np.hstack([last.array, item.array]))
        else:
            joined.append(item)
    return joined


def scan_columns(text: str, form: str, repeats: float, options: dict[str, Any], ends: list[int] | None = None) -> list[Any]:
    """Columns of a delimited text, one per conversion of the format; an empty format reads as many numbers as the first line has.

    ``ends`` is told how many characters were read.
    """
    layout, collect = _layout(options), options.flag("CollectOutput")
    mark = _texts(options["EndOfLine"])[0] if "EndOfLine" in options else ""
    if not form:
        form, layout = matrix_format(text.replace(mark, "\n") if mark else text, layout)
    strict = not options.flag("ReturnOnError", True)
    columns = read_columns(text, form, repeats, layout, line_end=mark, strict=strict, ends=ends)
    if options.word("TextType") == "string":
        columns = [StringArray(object_array(texts_of(c), c.shape)) if type(c) is CellArray else c for c in columns]
    return _collected(columns) if collect else columns


def _repeats(arguments: Sequence[Any]) -> tuple[float, Sequence[Any]]:
    """How often the format is used, where that leads the arguments (infinity if not, or if it is negative), and the options."""
    if not arguments or is_text(arguments[0]):
        return float("inf"), arguments
    repeats = scalar(arguments[0])
    return float("inf") if repeats < 0 else repeats, arguments[1:]


def _old_columns(text: str, form: Any, arguments: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    """The outputs of strread and textread: columns whose numbers are double whatever the format says."""
    repeats, options = _repeats(arguments)
    layout = _layout(name_value_pairs(options, _TEXT_OPTIONS, name), old=True)
    spec = text_of(form) if form is not None else "%f"
    if spec:
        columns = read_columns(text, spec, repeats, layout)
    else:
        spec, layout = matrix_format(text, layout)
        columns = _collected(read_columns(text, spec, repeats, layout))
    return tuple(Tensor(c.array.astype(np.float64)) if type(c) is Tensor else c for c in columns)


@builtin(
    "textscan",
    "C = textscan(fid, formatSpec)",
    "C = textscan(fid)",
    "C = textscan(fid, formatSpec, N)",
    "C = textscan(text, formatSpec, ...)",
    "[C, position] = textscan(...)",
    summary="Read columns of a delimited file or text into a cell array.",
    examples=(
        Example("c = textscan('1 2 3 4', '%f %f'); c{2}", "[2; 4]"),
        Example("c = textscan('a,1', '%s %f', 'Delimiter', ','); c{1}", "{'a'}"),
        Example("c = textscan('1,2', '%d %d', 'Delimiter', ','); class(c{1})", "'int32'"),
        Example("textscan(sprintf('1,,3\\n4,5,6'), '', 'Delimiter', ',')", "{[1;4],[NaN;5],[3;6]}"),
        Example("textscan(sprintf('1 2\\n3 4'), '', 'CollectOutput', 1)", "{[1 2;3 4]}"),
        Example("textscan('1,2;3,4', '%f %f', 'Delimiter', ',', 'EndOfLine', ';')", "{[1;3],[2;4]}"),
        Example("c = textscan('01/02/2020,5', '%{dd/MM/yyyy}D %f', 'Delimiter', ','); {month(c{1}), c{2}}", "{2,5}"),
        Example("c = textscan('a 1 b 2', '%s %d', 'TextType', 'string'); c{1}", '["a";"b"]'),
        Example("c = textscan('2020-01-02 03:04 7', '%{yyyy-MM-dd HH:mm}D %f'); {minute(c{1}), c{2}}", "{4,7}"),
    ),
    errors=(ErrorCase("textscan('1 x 2', '%f', 'ReturnOnError', false)", "MATLAB:textscan:handleErrorAndShowInfo"),),
)
def textscan(call, source, form=None, *arguments):
    repeats, options = _repeats(arguments)
    pairs = name_value_pairs(options, _TEXT_OPTIONS, "textscan")
    spec = text_of(form) if form is not None else "%f"
    ends: list[int] = []
    if is_text(source):
        return CellArray.of(scan_columns(text_of(source), spec, repeats, pairs, ends)), float(ends[0])
    file = opened(call, source)
    start = file.stream.tell()
    text = file.read().decode(file.encoding, "surrogateescape")
    columns = CellArray.of(scan_columns(text, spec, repeats, pairs, ends))
    file.stream.seek(start + len(text[: ends[0]].encode(file.encoding, "surrogateescape")))
    file.at_end = ends[0] >= len(text)
    return columns, float(file.stream.tell())


@builtin(
    "textread",
    "[A, B, ...] = textread(filename, format, ...)",
    "[A, B, ...] = textread(filename)",
    summary="Read columns of a text file, one output each.",
)
def textread(call, name, form=None, *arguments):
    return _old_columns(read_text(call, name), form, arguments, "textread")


@builtin(
    "strread", "[A, B, ...] = strread(text, format, ...)", "[A, B, ...] = strread(text)", summary="Read columns of a text, one output each."
)
def strread(call, text, form=None, *arguments):
    return _old_columns(text_of(text), form, arguments, "strread")
