"""Printing values, formatted text, and numbers as text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.arguments import integer, name_values
from ...builtins.spec import Effect, ErrorCase, Example, Fact, Trait, builtin
from ...builtins.texts import formatted
from ...values import CharArray, StringArray, StructArray
from ...values.classes import DTYPES
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from ...values.display import DisplayFormat, printed
from ...values.format import number_text
from .display_options import STYLE_OF_WORD, DisplayOptions
from .numbers_text import mat2str as matrix_text
from .numbers_text import num2str as number_rows
from .numbers_text import num2str_format, num2str_precision


def format_argument(call: Any, value: Any) -> str:
    """The format of ``sprintf`` and ``fprintf``; a number stands for its own text."""
    if type(value) is CharArray and value.is_row:
        return value.text
    if is_text(value):
        return text_of(value)
    if type(value) is CharArray:
        return value.text
    if class_of(value) in DTYPES:
        return "".join(number_text(x) for x in as_array(value).ravel(order="F"))
    raise call.error("Invalid format.", f"MATLAB:{call.name}:invalidFormat")


@builtin(
    "disp",
    "disp(X)",
    summary="Print a value without its name; in format loose an empty line follows what is no text.",
    trait=Trait.SINK,
    examples=(Example("evalc('disp(5)')", "sprintf('     5\\n\\n')"), Example("evalc('disp abc')", "sprintf('abc\\n')")),
    facts=Fact.COMPILED | Fact.SPARSE | Fact.OBJECTS,
    effect=Effect.PRINTS,
)
def disp(call, value):
    call.write(printed(value, call.display_format))


@builtin(
    "formattedDisplayText", "str = formattedDisplayText(X)", "str = formattedDisplayText(X, Name, Value, ...)",
    summary="The text that disp prints for a value, as a string; NumericFormat, LineSpacing and UseTrueFalseForLogical change it.",
    examples=(
        Example("formattedDisplayText(5, 'LineSpacing', 'compact')", 'string(sprintf("     5\\n"))'),
        Example("strtrim(formattedDisplayText(pi, 'NumericFormat', 'long'))", '"3.141592653589793"'),
        Example("strtrim(formattedDisplayText(true, 'UseTrueFalseForLogical', true))", '"true"'),
    ),
    errors=(ErrorCase("formattedDisplayText(1, 'NumericFormat', 'wide')", "MATLAB:formattedDisplayText:InvalidFormat"),), see_also=("disp", "format"),
)  # fmt: skip
def formatted_display_text(call, value, *options):
    named = name_values(options, "formattedDisplayText", "numericformat linespacing usetruefalseforlogical suppressmarkup")
    session, form = call.session, call.display_format
    if "numericformat" in named:
        style = STYLE_OF_WORD.get(text_of(named["numericformat"]).lower())
        if style is None:
            text = f"'{text_of(named['numericformat'])}' is no numeric format."
            raise call.error(text, "MATLAB:formattedDisplayText:InvalidFormat")
        form = replace(form, style=style)
    if "linespacing" in named:
        form = replace(form, compact=text_of(named["linespacing"]).lower() == "compact")
    if class_of(value) == "logical" and named.switch("usetruefalseforlogical"):
        rows = [["true " if item else "false" for item in line] for line in as_array(value).reshape(shape_of(value)[0], -1, order="F")]
        return StringArray.scalar("".join("   " + "   ".join(line).rstrip() + "\n" for line in rows))
    before, session.display_format = session.display_format, form
    try:
        with session.capture() as captured:
            call.feval("disp", value, nargout=0)
    finally:
        session.display_format = before
    return StringArray.scalar(captured.getvalue())


@builtin(
    "display",
    "display(X)",
    summary="Print a value as a statement without semicolon does.",
    trait=Trait.SINK,
    examples=(Example("isempty(strfind(evalc('display(5)'), '5'))", "false"),),
    effect=Effect.PRINTS,
    facts=Fact.SPARSE | Fact.OBJECTS,
)
def display(call, value):
    call.session.display(call.session.given_name("display", 1) or "ans", value)


@builtin(
    "sprintf",
    "str = sprintf(formatSpec)",
    "str = sprintf(formatSpec, A1, ..., An)",
    summary="Write values into text by a format.",
    examples=(
        Example("sprintf('%d, ', [1 2 3])", "'1, 2, 3, '"),
        Example("sprintf('%5.2f|%-6s|%+d', pi, 'ab', 3)", "' 3.14|ab    |+3'"),
        Example("sprintf('%d', 1.5)", "'1.500000e+00'"),
        Example("sprintf('%s=%d;', 'x', 5, 'yz', 6)", "'x=5;yz=6;'"),
        Example("sprintf('%d%%', 50)", "'50%'"),
        Example("sprintf('50%')", "'50'"),
        Example("sprintf('C:\\\\kept\\n')", "['C:\\kept' newline]"),
        Example("sprintf('%x', 255)", "'ff'"),
        Example("sprintf('%s', 'héllo')", "'héllo'"),
        Example('sprintf("%d", 5)', '"5"'),
        Example("sprintf('%5.1f', Inf)", "'  Inf'"),
        Example("sprintf('%s', 3.5)", "'3.500000e+00'"),
        Example("sprintf('%d', int64(9223372036854775807))", "'9223372036854775807'"),
        Example("sprintf('[%s]', '')", "'[]'"),
        Example("sprintf('%*d', 4, 7)", "'   7'"),
    ),
    errors=(ErrorCase("sprintf('%d', {1})", "MATLAB:printf:invalidInputType", "not defined for 'cell' inputs"),),
    see_also=("fprintf", "num2str", "compose"),
    facts=Fact.COMPILED,
    effect=Effect.NONE,
)
def sprintf(call, spec, *values):
    text = formatted(call, format_argument(call, spec), values)
    if type(spec) is StringArray:
        return StringArray.scalar(text)
    return CharArray.row(text) if text else CharArray(np.empty((1, 0)))


def _print(call: Any, arguments: tuple[Any, ...]) -> Any:
    fid = 1
    if len(arguments) > 1 and class_of(arguments[0]) in ("double", "single", "int32", "int64") and numel_of(arguments[0]) == 1:
        fid, arguments = integer(arguments[0]), arguments[1:]
    text = formatted(call, format_argument(call, arguments[0]), arguments[1:])
    if fid == 1:
        call.write(text)
    elif fid == 2:
        call.session.write_error(text)
    else:
        call.session.files.write(fid, text)
    return float(len(text.encode("utf-8", "surrogatepass"))) if call.nargout else None


@builtin(
    "fprintf",
    "nbytes = fprintf(formatSpec)",
    "nbytes = fprintf(formatSpec, A1, ..., An)",
    "nbytes = fprintf(fileID, formatSpec, A1, ..., An)",
    summary="Print values by a format, to the screen or a file.",
    trait=Trait.SINK,
    examples=(
        Example("evalc('fprintf(''%d,'', [1 2])')", "'1,2,'"),
        Example("evalc('fprintf(1, ''%s'', ''hi'')')", "'hi'"),
    ),
    errors=(ErrorCase("fprintf('%d', {1})", "MATLAB:printf:invalidInputType"),),
    see_also=("sprintf", "disp"),
    facts=Fact.COMPILED,
    effect=Effect.PRINTS,
)
def fprintf(call, *arguments):
    if not arguments:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    return _print(call, arguments)


@builtin(
    "printf",
    "printf(formatSpec)",
    "printf(formatSpec, A1, ..., An)",
    summary="Print values by a format (Octave's name of fprintf to the screen).",
    trait=Trait.SINK,
    examples=(Example("evalc('printf(''%d;'', 3)')", "'3;'"),),
    hidden=True,
    effect=Effect.PRINTS,
)
def printf(call, spec, *values):
    call.write(formatted(call, format_argument(call, spec), values))


@builtin(
    "puts",
    "puts(str)",
    summary="Print text as it is (Octave).",
    trait=Trait.SINK,
    examples=(Example("evalc('puts(''a'')')", "'a'"),),
    hidden=True,
    effect=Effect.PRINTS,
)
def puts(call, text):
    call.write(format_argument(call, text))


def _char_rows(lines: list[str]) -> CharArray:
    return CharArray.row(lines[0]) if len(lines) == 1 and lines[0] else CharArray.rows(lines)


@builtin(
    "num2str",
    "str = num2str(A)",
    "str = num2str(A, precision)",
    "str = num2str(A, formatSpec)",
    summary="Numbers as text.",
    examples=(
        Example("num2str(pi)", "'3.1416'"),
        Example("num2str(pi, 8)", "'3.1415927'"),
        Example("num2str([1 2; 3 4])", "['1  2'; '3  4']"),
        Example("num2str(1e10)", "'10000000000'"),
        Example("num2str(-0.5)", "'-0.5'"),
        Example("num2str(1+2i)", "'1+2i'"),
        Example("num2str(true)", "'1'"),
        Example("num2str([1 2 3], '%d,')", "'1,2,3,'"),
        Example("num2str(pi, '%10.4f')", "'3.1416'"),
        Example("num2str(123456.789)", "'123456.789'"),
        Example("num2str(1.23456789e-5)", "'1.2346e-05'"),
        Example("num2str([1.5 2.25])", "'1.5        2.25'"),
        Example("num2str(int8([1 20]))", "'1  20'"),
        Example("num2str(NaN)", "'NaN'"),
        Example("num2str('abc')", "'abc'"),
        Example("num2str([])", "''"),
    ),
    errors=(ErrorCase("num2str({1})", "MATLAB:num2str:nonNumericInput"),),
    see_also=("sprintf", "mat2str", "int2str"),
    effect=Effect.NONE,
)
def num2str(call, value, how=None):
    if type(value) is CharArray:
        return value
    if class_of(value) not in DTYPES:
        if type(value) is StringArray:
            return CharArray.row(text_of(value))
        raise call.error("Input to num2str must be numeric.", "MATLAB:num2str:nonNumericInput")
    array = as_array(value)
    if not array.size:
        return CharArray.row("")
    if how is None:
        return _char_rows(number_rows(array))
    if is_text(how):
        return _char_rows(num2str_format(array, text_of(how)))
    return _char_rows(num2str_precision(array, integer(how, "precision")))


@builtin(
    "int2str",
    "str = int2str(A)",
    summary="Rounded numbers as text.",
    examples=(Example("int2str(3.7)", "'4'"), Example("int2str([1.2 2.8; 3 4])", "['1  3'; '3  4']"), Example("int2str(-2.5)", "'-3'")),
    see_also=("num2str",),
    effect=Effect.NONE,
)
def int2str(call, value):
    array = as_array(value)
    if array.dtype.kind == "f":
        array = np.trunc(array + np.copysign(0.5, array))
    return _char_rows(number_rows(array)) if array.size else CharArray.row("")


@builtin(
    "mat2str",
    "str = mat2str(A)",
    "str = mat2str(A, n)",
    "str = mat2str(A, 'class')",
    "str = mat2str(A, n, 'class')",
    summary="Text that evaluates to the matrix.",
    examples=(
        Example("mat2str([1 2; 3 4.5])", "'[1 2;3 4.5]'"),
        Example("mat2str([true false])", "'[true false]'"),
        Example("mat2str(pi, 4)", "'3.142'"),
        Example("mat2str(1/3)", "'0.333333333333333'"),
        Example("mat2str('abc')", "'''abc'''"),
        Example("mat2str(int8([1 2]), 'class')", "'int8([1 2])'"),
        Example('mat2str(["a" "b"; "c" "d"])', '\'["a" "b";"c" "d"]\''),
        Example("mat2str([1+2i 3])", "'[1+2i 3+0i]'"),
        Example("mat2str(zeros(0,3))", "'zeros(0,3)'"),
    ),
    errors=(
        ErrorCase("mat2str(ones(2,2,2))", "MATLAB:mat2str:TwoDInput", "two dimensional"),
        ErrorCase("mat2str({1})", "MATLAB:mat2str:NumericInput"),
    ),
    effect=Effect.NONE,
)
def mat2str(call, value, *options):
    if len(shape_of(value)) > 2:
        raise call.error("Input matrix must be two dimensional.", "MATLAB:mat2str:TwoDInput")
    if type(value) is CharArray:
        return _char_source(value)
    if type(value) is StringArray:
        return _string_source(value)
    if class_of(value) not in DTYPES:
        raise call.error("Input matrix must be numeric, logical, or character array.", "MATLAB:mat2str:NumericInput")
    if any(is_text(o) and text_of(o) != "class" for o in options):
        raise call.error("The option of mat2str is 'class'.", "MATLAB:mat2str:InvalidOption")
    digits = next((as_array(o).ravel(order="F") for o in options if not is_text(o)), [15])
    if not len(digits) or not all(np.isfinite(d) and d > 0 for d in digits):
        raise call.error(
            "Precision must be a positive integer, or one for real and one for imaginary parts.", "MATLAB:mat2str:InvalidPrecision"
        )
    return matrix_text(as_array(value), int(digits[0]), int(digits[-1]), name_class=any(is_text(o) for o in options))


def _char_source(value: CharArray) -> str:
    """A char matrix as an expression."""
    if not value.numel and value.shape != (0, 0):
        return f"zeros({value.shape[0]},{value.shape[1]})"
    lines = ["'" + line.replace("'", "''") + "'" for line in value.lines()] or ["''"]
    return lines[0] if len(lines) == 1 else "[" + ";".join(lines) + "]"


def _string_source(value: StringArray) -> str:
    """A string array as an expression."""
    if not value.numel:
        return f"strings({value.shape[0]},{value.shape[1]})"
    rows = [["missing" if t is None else '"' + t.replace('"', '""') + '"' for t in row] for row in value.array]
    text = ";".join(" ".join(row) for row in rows)
    return text if value.numel == 1 else f"[{text}]"


@builtin(
    "format",
    "format(style)",
    "format(style, spacing)",
    "fmt = format",
    "fmt = format(style)",
    summary="Set how numbers are displayed: short, long, shortE, longG, bank, rat, hex ..., compact or loose; fmt is the format before.",
    examples=(
        Example("format long; s = evalc('disp(pi)'); format short; s", "sprintf('   3.141592653589793\\n\\n')"),
        Example("old = format('bank'); now = format; format(old); [old.NumericFormat now.NumericFormat]", '["short" "bank"]'),
    ),
    errors=(ErrorCase("format('nonsense')", "MATLAB:format:InvalidOption"),),
    effect=Effect.STATE,
)
def format(call, *words):
    current = call.display_format
    if len(words) == 1 and type(words[0]) is StructArray:
        fields = words[0].array.flat[0] if words[0].numel == 1 else {}
        if not {"NumericFormat", "LineSpacing"} <= set(fields):
            raise call.error("The structure must have the fields NumericFormat and LineSpacing.", "MATLAB:format:InvalidOption")
        words = (fields["NumericFormat"], fields["LineSpacing"])
    if len(words) == 1 and type(words[0]) is DisplayOptions:
        words = tuple(words[0].properties().values())
    if call.nargout and not words:
        return DisplayOptions(current)
    style, compact = current.style, current.compact
    texts = [text_of(word).lower() for word in words]
    if not texts:
        style, compact = "short", _starting_compact(call)
    while texts:
        word = texts.pop(0)
        if texts and word in ("short", "long") and texts[0] in ("e", "g", "eng"):
            word += texts.pop(0)
        if word in ("compact", "loose"):
            compact = word == "compact"
        elif word in STYLE_OF_WORD:
            style = STYLE_OF_WORD[word]
        else:
            raise MatlabError(f"Unknown command option '{word}'.", "MATLAB:format:InvalidOption", function="format")
    call.session.display_format = DisplayFormat(style, compact, current.width, current.limit)
    return DisplayOptions(current) if call.nargout else None


def _starting_compact(call: Any) -> bool:
    """Line spacing after a bare ``format``: MATLAB restores the spacing of a new session."""
    start = getattr(call.session, "starting_format", None)
    return start.compact if start is not None else False
