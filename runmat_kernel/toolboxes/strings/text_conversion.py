"""Between text and other classes: char, string, cellstr, numbers in any base, codes and escapes."""

from __future__ import annotations

import codecs
import math
import re
from typing import Any

import numpy as np

from ...accel import fast_functions as small
from ...base.errors import MatlabError
from ...base.source import Source
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...builtins.texts import collected, is_textual, items, map_text, options
from ...syntax import ast
from ...syntax.parser import parse
from ...values import CellArray, CharArray, StringArray, Tensor, object_array
from ...values.classes import DTYPES, char_codes
from ...values.coercion import to_string_array
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from ...values.format import numeric_array, split_format, taken_by, text_number, unescape
from ...values.format import sprintf as format_text
from ...values.numerals import bits_of
from ...values.text import MISSING
from ...values.times.calendar import CalendarDuration
from ...values.times.numbered import NumberedArray


@builtin(
    "char",
    "C = char()",
    "C = char(A)",
    "C = char(A1, ..., An)",
    summary="Char array of codes, strings or cells; several inputs become rows.",
    examples=(
        Example("char([72 105])", "'Hi'"),
        Example("char({'a', 'bcd'})", "['a  ';'bcd']"),
        Example("char('ab', 'c')", "['ab';'c ']"),
        Example("none = {}; char(none{:})", "''"),
        Example('char("xy")', "'xy'"),
        Example("double(char([65.9 -1 70000]))", "[65 0 65535]"),
    ),
    errors=(
        ErrorCase("char(true)", "MATLAB:char:UnableToConvert"),
        ErrorCase("char(struct())", "MATLAB:char:UnableToConvert"),
        ErrorCase("char({1})", "MATLAB:char:CellsMustContainChars"),
    ),
    facts=Fact.COMPILED,
    small=lambda engine: small.of_one(small.to_character),
)
def char(call, *values):
    if len(values) == 1 and type(values[0]) is CharArray:
        return values[0]
    if len(values) == 1 and class_of(values[0]) in DTYPES and class_of(values[0]) != "logical":
        array = as_array(values[0])
        return CharArray(array if array.dtype == np.uint16 else char_codes(array))
    if len(values) == 1 and type(values[0]) is StringArray and values[0].numel == 1:
        return CharArray.row(values[0].array[0, 0] or "")
    lines: list[str] = []
    for value in values:
        lines += _lines(call, value)
    return CharArray.rows(lines) if len(lines) != 1 else CharArray.row(lines[0])


def _lines(call: Any, value: Any) -> list[str]:
    """The rows that ``char`` makes of one value; an empty one is one empty row."""
    if type(value) is CellArray:
        items = list(value.array.ravel(order="F"))
        if any(type(item) is not CharArray and type(item) is not StringArray and numel_of(item) for item in items):
            raise call.error("Cell elements must be character arrays.", "MATLAB:char:CellsMustContainChars")
        return [line for item in items for line in _lines(call, item)]
    if type(value) is StringArray:
        return [t or "" for t in value.array.ravel(order="F")]
    if getattr(value, "formula", None) is not None:
        return [value.formula]
    if class_of(value) not in DTYPES or class_of(value) == "logical":
        raise call.error(f"Conversion to char from {class_of(value)} is not possible.", "MATLAB:char:UnableToConvert")
    text = value if type(value) is CharArray else CharArray(char_codes(as_array(value)))
    return text.lines() or [""]


@builtin(
    "string",
    "str = string(A)",
    summary="String array of numbers, logicals, char rows or cells.",
    examples=(
        Example("string(5)", '"5"'),
        Example("string([1.5 2])", '["1.5" "2"]'),
        Example("string({'a', 'b'})", '["a" "b"]'),
        Example("string(true)", '"true"'),
        Example("string('abc')", '"abc"'),
        Example("string(pi)", '"3.1416"'),
        Example("ismissing(string([NaN 1]))", "[true false]"),
        Example("class(string(missing))", "'string'"),
    ),
    errors=(ErrorCase("string({'a', {1}})", "MATLAB:string:CellInputMustBeCellArrayOfStrings"),),
    facts=Fact.COMPILED,
)
def string(call, value):
    from ...values.functions import FunctionHandle

    if type(value) is FunctionHandle:
        return StringArray.scalar(value.text)
    if type(value) is CharArray and len(value.shape) == 2 and value.shape[0] == 0 and value.shape != (0, 0):
        return StringArray(np.empty((0, 1), object))
    return to_string_array(value)


@builtin(
    "strings",
    "str = strings",
    "str = strings(n)",
    "str = strings(sz1, ..., szN)",
    summary="Strings without characters.",
    examples=(Example("strings(1, 2)", '["" ""]'), Example("strings", '""')),
)
def strings(call, *sizes):
    from ...builtins.arguments import read_size

    shape = read_size(sizes)
    return StringArray(object_array([""] * int(np.prod(shape)), shape))


@builtin(
    "missing", "m = missing", summary="A missing value, which takes the class of what it is put beside.",
    examples=(
        Example("{ismissing(missing), class(missing)}", "{true,'missing'}"), Example("[1 missing 3]", "[1 NaN 3]"),
        Example("ismissing([\"a\" missing])", "[false true]"), Example("isnat([datetime(2020,1,1) missing])", "[false true]"),
        Example("x = hours(1:2); x(2) = missing; isnan(x)", "[false true]"), Example("ismissing({1,missing,'a'})", "[false true false]"),
    ),
    errors=(ErrorCase("[true missing]", "MATLAB:invalidConversion"),),
)  # fmt: skip
def missing(call):
    return MISSING


@builtin(
    "cellstr",
    "C = cellstr(A)",
    summary="Cell array of char rows.",
    examples=(
        Example("cellstr(['ab ';'c  '])", "{'ab'; 'c'}"),
        Example('cellstr(["a" "b"])', "{'a', 'b'}"),
        Example("cellstr({'a'})", "{'a'}"),
    ),
    errors=(ErrorCase("cellstr(5)", "MATLAB:cellstr:MustBeText"), ErrorCase("cellstr({1})", "MATLAB:cellstr:MustContainText")),
)
def cellstr(call, value):
    if type(value) is CellArray:
        if not is_textual(value):
            raise call.error("Element 1 is not a string scalar or character array.", "MATLAB:cellstr:MustContainText")
        return value
    if type(value) is CharArray:
        lines = [line.rstrip(" \0") for line in ([value.text] if value.is_row else value.lines())]
        return collected(value, lines, (len(lines), 1))
    if type(value) is not StringArray:
        raise call.error("Input must be a string array, character array, or cell array of character vectors.", "MATLAB:cellstr:MustBeText")
    return CellArray(object_array([CharArray.row(t or "") for t in value.array.ravel(order="F")], value.shape))


# --- numbers --------------------------------------------------------------------------------------------------------


@builtin(
    "str2double",
    "X = str2double(str)",
    summary="Numbers that texts spell; NaN for what is not one number.",
    examples=(
        Example("str2double('3.5e2')", "350"),
        Example("str2double({'1', 'x'})", "[1 NaN]"),
        Example("str2double('1,200')", "1200"),
        Example("str2double('1+2i')", "1+2i"),
        Example("str2double('1 2')", "NaN"),
        Example("str2double(5)", "NaN"),
        Example("str2double('-Inf')", "-Inf"),
    ),
)
def str2double(call, value):
    if is_text(value):
        return text_number(text_of(value))
    if type(value) is CellArray:
        texts = [text_of(item) if is_text(item) else "" for item in value.array.ravel(order="F")]
        return numeric_array(texts, value.shape)
    if type(value) in (StringArray, CharArray):
        texts, shape = items(value, call)
        return numeric_array([t or "" for t in texts], shape)
    # Values that are not text, numbers too, spell no number.
    return float("nan")


@builtin(
    "str2num",
    "[X, tf] = str2num(txt)",
    "[X, tf] = str2num(txt, 'Evaluation', how)",
    summary="The value of text as an expression, [] where it has none.",
    examples=(
        Example("str2num('[1 2 3]')", "[1 2 3]"),
        Example("[x, ok] = str2num('2^3')", "{8, true}"),
        Example("[x, ok] = str2num('foo bar')", "{[], false}"),
        Example("x = 5; isempty(str2num('x'))", "true"),
        Example("1 ./ [str2num('-0'), str2num(' +.5e1 '), str2num('1e400')]", "[-Inf 0.2 0]"),
        Example("[x, ok] = str2num('max([1 2])', 'Evaluation', 'restricted')", "{[], false}"),
        Example("[x, ok] = str2num('exp(0)+1', 'Evaluation', 'restricted')", "{2, true}"),
        Example("[x, ok] = str2num('[1:3]''; -pi/pi', 'Evaluation', 'restricted')", "{[1; 2; 3; -1], true}"),
    ),
    errors=(
        ErrorCase("str2num(5)", "MATLAB:str2num:InvalidArgument"),
        ErrorCase('str2num(["1" "2"])', "MATLAB:str2num:InvalidArgument"),
    ),
)
def str2num(call, value, *more):
    if type(value) not in (CharArray, StringArray) or (type(value) is StringArray and value.numel != 1):
        raise call.error("Input must be a character vector or string scalar.", "MATLAB:str2num:InvalidArgument")
    how = text_of(options(call, more, evaluation=CharArray.row("all"))["evaluation"]).lower()
    if how not in ("all", "restricted"):
        raise call.error("'Evaluation' value must be 'all' or 'restricted'.", "MATLAB:str2num:InvalidEvaluation")
    code = ";".join(t or "" for t in items(value, call)[0])
    if _NUMBER.fullmatch(code):  # the value of the expression outside any program
        return float(code), True
    restricted = how == "restricted"
    try:
        if restricted and not _is_arithmetic(f"[{code}]"):
            return np.empty((0, 0)), False
        return call.session.evaluate(f"[{code}]", _Alone(call.session, restricted), nargout=1)[0], True
    except MatlabError:
        return np.empty((0, 0)), False


_NUMBER = re.compile(r" *[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)? *", re.ASCII)


_CONSTANTS = ("i", "j", "pi", "inf", "Inf", "nan", "NaN", "eps", "true", "false")
_ELEMENTARY = (
    *("exp", "expm1", "log", "log2", "log10", "log1p", "sqrt", "abs", "sign", "floor", "ceil", "round", "fix", "mod", "rem", "hypot"),
    *(f"{a}{name}{h}" for name in ("sin", "cos", "tan") for a in ("", "a") for h in ("", "h", "d")),
)
_ARITHMETIC = (ast.Number, ast.Unary, ast.Postfix, ast.Binary, ast.ShortCircuit, ast.Range, ast.Matrix, ast.Numbers, ast.Parenthesized)


def _is_arithmetic(code: str) -> bool:
    """Whether a text is one expression of numbers, operators, brackets, constants and elementary functions alone.

    Raises MatlabSyntaxError.
    """
    program = parse(Source("expression", code))
    statement = program.statements[0] if len(program.statements) == 1 else None
    if program.functions or program.classes or not isinstance(statement, ast.ExpressionStatement):
        return False
    waiting: list[ast.Expression] = [statement.expression]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Index) and isinstance(node.target, ast.Name) and node.target.name in _ELEMENTARY:
            waiting += node.arguments
        elif isinstance(node, _ARITHMETIC):
            waiting += _operands(node)
        elif not isinstance(node, ast.Name) or node.name not in _CONSTANTS:
            return False
    return True


def _operands(node: ast.Expression) -> list[ast.Expression]:
    """The expressions directly below one."""
    rows = [item for row in node.rows for item in row] if isinstance(node, ast.Matrix) else [getattr(node, n) for n in node.__match_args__]
    return [item for item in rows if isinstance(item, ast.Expression)]


class _Alone:
    """The view of a workspace without variables: what a text means there depends on no variable of the program.

    ``builtins_alone``: nor on its functions and files.
    """

    name = ""

    def __init__(self, session: Any, builtins_alone: bool) -> None:
        self.workspace = type(session.workspace_values)()
        self.unit = _BuiltinNames(session) if builtins_alone else None

    def to_workspace(self) -> dict[str, Any]:
        return {}

    def from_workspace(self, before: dict[str, Any]) -> None:
        """No loop keeps variables of this workspace."""


class _BuiltinNames:
    """A unit for a text whose names mean MATLAB's constants and functions, even where files have these names."""

    def __init__(self, session: Any) -> None:
        self.globals: dict[str, Any] = {}
        self.functions = type(session.functions)(session)
        self.functions.update({name: session.calls.builtin(name) for name in (*_CONSTANTS, *_ELEMENTARY)})


@builtin(
    "hex2num",
    "X = hex2num(hexStr)",
    summary="The double of 16 hexadecimal digits.",
    examples=(Example("hex2num('400921fb54442d18')", "pi"),),
    errors=(ErrorCase("hex2num('-1')", "MATLAB:hex2num:OutOfRange"),),
)
def hex2num(call, value):
    texts, shape = items(value, call)
    try:
        codes = np.array([int((t or "").strip().ljust(16, "0"), 16) for t in texts], np.uint64)
    except (ValueError, OverflowError):  # OverflowError: of a sign
        raise call.error("Input to hex2num should have just 0-9, a-f, or A-F.", "MATLAB:hex2num:OutOfRange") from None
    return codes.view(np.float64).reshape(shape, order="F")


@builtin(
    "num2hex",
    "hexStr = num2hex(X)",
    summary="The hexadecimal digits of floating-point numbers.",
    examples=(Example("num2hex(1)", "'3ff0000000000000'"), Example("num2hex(single(1))", "'3f800000'")),
)
def num2hex(call, value):
    numbers = as_array(value).ravel(order="F")
    if numbers.dtype.kind == "c":
        raise call.error("Inputs to num2hex must be real.", "MATLAB:num2hex:realInput")
    return CharArray.rows(bits_of(numbers.view(np.uint8) if numbers.dtype == bool else numbers))


# --- codes and escapes ----------------------------------------------------------------------------------------------


def _encoding(call: Any, value: Any) -> str:
    """The name of an encoding, UTF-8 where none is given."""
    if value is None:
        return "utf-8"
    try:
        return codecs.lookup(text_of(value)).name
    except LookupError:
        raise call.error(f"'{text_of(value)}' is no known character encoding.", f"MATLAB:{call.name}:InvalidCharset") from None


@builtin(
    "native2unicode",
    "str = native2unicode(bytes)",
    "str = native2unicode(bytes, encoding)",
    summary="Text of bytes.",
    examples=(Example("native2unicode(uint8([104 105]))", "'hi'"),),
)
def native2unicode(call, value, encoding=None):
    if type(value) is CharArray:
        return value
    return as_array(value).ravel(order="F").astype(np.uint8).tobytes().decode(_encoding(call, encoding), "replace")


@builtin(
    "unicode2native",
    "bytes = unicode2native(str)",
    "bytes = unicode2native(str, encoding)",
    summary="Bytes of text.",
    examples=(Example("unicode2native('hi')", "uint8([104 105])"),),
)
def unicode2native(call, value, encoding=None):
    return Tensor(np.frombuffer(text_of(value).encode(_encoding(call, encoding), "replace"), np.uint8).reshape(1, -1))


@builtin(
    "do_string_escapes",
    "newStr = do_string_escapes(str)",
    summary="Text with backslash sequences read (Octave).",
    examples=(Example("do_string_escapes('a\\tb')", "sprintf('a\\tb')"),),
    hidden=True,
)
def do_string_escapes(call, value):
    return map_text(value, unescape, call)


@builtin(
    "undo_string_escapes",
    "newStr = undo_string_escapes(str)",
    summary="Text with special characters as backslash sequences (Octave).",
    examples=(Example("undo_string_escapes(sprintf('a\\n'))", "'a\\n'"),),
    hidden=True,
)
def undo_string_escapes(call, value):
    table = {"\n": r"\n", "\t": r"\t", "\r": r"\r", "\a": r"\a", "\b": r"\b", "\f": r"\f", "\v": r"\v", "\\": r"\\", '"': r"\""}
    return map_text(value, lambda t: "".join(table.get(c, c) for c in t), call)


@builtin(
    "compose",
    "str = compose(txt)",
    "str = compose(formatSpec, A1, ..., An)",
    summary="Texts made by a format from the rows of arrays.",
    examples=(
        Example('compose("%d-%d", [1 2; 3 4])', '["1-2"; "3-4"]'),
        Example("compose('x%d', [1; 2])", "{'x1'; 'x2'}"),
        Example('compose("%d-%d", 1:4)', '["1-2" "3-4"]'),
        Example('compose("%d,%d", 1)', '"1,%d"'),
    ),
)
def compose(call, spec, *values):
    if not values:
        return map_text(spec, unescape, call)
    arrays = [a for a in map(_as_columns, values) if a.size] or [np.empty((1, 0), object)]
    height = max(a.shape[0] for a in arrays)
    texts, _ = items(spec, call)
    form = texts[0] or ""
    holders = taken_by(form)
    if not holders:
        return collected(spec, [format_text(form, [])] * height, (height, 1))
    rows = [[x for a in arrays for x in a[i if a.shape[0] > 1 else 0]] for i in range(height)]
    width = max(-(-len(rows[0]) // holders), 1)
    parts = [[_composed(form, row[j * holders : (j + 1) * holders], holders) for j in range(width)] for row in rows]
    return collected(spec, [parts[i][j] for j in range(width) for i in range(height)], (height, width))


def _composed(form: str, values: list[Any], holders: int) -> str:
    """One text of a format; operators without a value stay as they are, with the percent signs and backslashes behind them."""
    if len(values) >= holders or not values:
        return format_text(form, values)
    filled, rest = split_format(form, len(values))
    return format_text(filled, values) + "\\\\".join(unescape(part) for part in rest.split("\\\\"))


def _as_columns(value: Any) -> np.ndarray:
    """A value as rows of arguments for a format."""
    if type(value) is CharArray:
        return object_array([value], (1, 1))
    if type(value) in (StringArray, CellArray):
        array = object_array([StringArray.scalar(t) for t in items(value)[0]], shape_of(value))
    elif isinstance(value, NumberedArray | CalendarDuration):
        array = object_array([StringArray.scalar(t) for t in value.texts()], shape_of(value))
    else:
        array = object_array([Tensor(np.array([[x]])) for x in as_array(value).ravel(order="F")], shape_of(value))
    return array.reshape(array.shape[0], math.prod(array.shape[1:]), order="F")


@builtin(
    "iscellstr",
    "tf = iscellstr(A)",
    summary="Whether a value is a cell array of char arrays.",
    examples=(Example("iscellstr({'a', 'b'})", "true"), Example("iscellstr({1})", "false"), Example("iscellstr('a')", "false")),
    facts=Fact.COMPILED | Fact.SPARSE,
)
def iscellstr(call, value):
    return type(value) is CellArray and all(type(item) is CharArray for item in value.array.flat)
