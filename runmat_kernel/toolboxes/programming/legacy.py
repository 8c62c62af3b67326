"""Functions that MATLAB keeps for old programs: strmatch, findstr, isstr, setstr, str2mat, fields, vectorize, symvar, genvarname
and the names that replaced it."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...syntax.tokens import RESERVED, is_name
from ...values import CellArray, CharArray, StringArray
from ...values.classes import INTEGER_CLASSES
from ...values.convert import as_array, class_of, is_text, text_of
from ...values.functions import FunctionHandle
from ..arrays.ordering import is_text_array, texts


@builtin(
    "strmatch",
    "k = strmatch(str, strarray)",
    "k = strmatch(str, strarray, 'exact')",
    summary="Rows of a char array, or cells, that begin with a text.",
    examples=(
        Example("strmatch('ab', {'abc'; 'xab'; 'ab'})", "[1;3]"),
        Example("strmatch('ab', {'abc'; 'ab'}, 'exact')", "2"),
        Example("strmatch('b', ['a';'b'])", "2"),
    ),
    errors=(ErrorCase("strmatch(1, 'a')", "MATLAB:strmatch:InvalidInput"),),
)
def strmatch(call: Any, wanted: Any, among: Any, option: Any = None) -> Any:
    if type(wanted) is CellArray and wanted.numel <= 1 and is_text_array(wanted):
        if not wanted.numel:
            return np.zeros((0, 0))
        wanted = wanted.array.flat[0]
    if not (is_text(wanted) or (type(wanted) is CharArray and not wanted.numel)) or not (type(among) is CharArray or is_text_array(among)):
        raise MatlabError(
            "Inputs must be a character vector and a character array or a cell array of character vectors.", "MATLAB:strmatch:InvalidInput"
        )
    text = text_of(wanted) if is_text(wanted) else ""
    lines = [t or "" for t in texts(among)]
    if option is None:
        matches = [line.startswith(text) if text else not line for line in lines]
    else:
        pad = " \0" if type(among) is CharArray else "\0"
        matches = [line.rstrip(pad) == text.rstrip(pad) for line in lines]
    return np.flatnonzero(matches).reshape(-1, 1) + 1.0 if any(matches) else np.zeros((0, 0))


@builtin(
    "findstr",
    "k = findstr(str1, str2)",
    summary="Where the shorter of two texts starts in the longer one.",
    examples=(Example("findstr('abab', 'ab')", "[1 3]"), Example("findstr('ab', 'xab')", "2"), Example("findstr('ab', 'c')", "[]")),
)
def findstr(call: Any, first: Any, second: Any) -> Any:
    a, b = text_of(first), text_of(second)
    long, short = (a, b) if len(a) >= len(b) else (b, a)
    starts = [m.start() + 1.0 for m in re.finditer(f"(?={re.escape(short)})", long)] if short else []
    return np.array([starts]) if starts else np.zeros((0, 0))


@builtin(
    "isstr",
    "tf = isstr(x)",
    summary="Whether this is a character array.",
    examples=(Example("isstr('a')", "true"), Example("isstr(1)", "false")),
    see_also=("ischar",),
)
def isstr(call: Any, value: Any) -> Any:
    return type(value) is CharArray


@builtin("setstr", "s = setstr(x)", summary="Numbers as characters.", examples=(Example("setstr([72 105])", "'Hi'"),), see_also=("char",))
def setstr(call: Any, value: Any) -> Any:
    return call.feval("char", value)


@builtin(
    "str2mat",
    "S = str2mat(t1, ..., tN)",
    summary="Texts as rows of a char matrix.",
    examples=(Example("str2mat('ab', '', 'c')", "['ab';'  ';'c ']"),),
    see_also=("char", "strvcat"),
)
def str2mat(call: Any, *values: Any) -> Any:
    return call.feval("char", *values)


@builtin(
    "ismembc",
    "tf = ismembc(A, S)",
    summary="Whether numbers are in a sorted set.",
    examples=(Example("ismembc([1 5;2 7], [1 2 3])", "logical([1 0;1 0])"),),
    see_also=("ismember",),
)
def ismembc(call: Any, value: Any, among: Any) -> Any:
    return call.feval("ismember", value, among)


@builtin(
    "fields",
    "names = fields(S)",
    summary="Field names, by a shorter name.",
    examples=(Example("fields(struct('a', 1, 'b', 2))", "{'a'; 'b'}"),),
    see_also=("fieldnames",),
)
def fields(call: Any, value: Any) -> Any:
    return call.feval("fieldnames", value)


@builtin(
    "vectorize",
    "s = vectorize(s)",
    "f = vectorize(f)",
    summary="An expression with element-by-element operators: the text of an anonymous function, the inline function of one.",
    examples=(Example("vectorize('x^2*y/3')", "'x.^2.*y./3'"), Example("vectorize('x.^2')", "'x.^2'"), Example("vectorize(@(x)x*2)", "'@(x)x.*2'")),
)
def vectorize(call: Any, value: Any) -> Any:
    if is_text(value):
        return _dotted(text_of(value))
    if type(value) is FunctionHandle and value.formula is not None:
        return call.feval("inline", CharArray.row(_dotted(value.formula)), *(CharArray.row(name) for name in value.parameters))
    if type(value) is FunctionHandle and value.text.startswith("@("):
        return _dotted(value.text)
    raise MatlabError("Input must be a character vector or an anonymous function.", "MATLAB:vectorize:InvalidInput")


def _dotted(text: str) -> str:
    return re.sub(r"(?<!\.)([*/^])", r".\1", text)


@builtin(
    "symvar",
    "c = symvar(expr)",
    summary="Names of the variables in an expression, sorted.",
    examples=(Example("symvar('cos(pi*x - beta1)')", "{'beta1'; 'x'}"), Example("size(symvar('2'))", "[0 1]")),
)
def symvar(call: Any, value: Any) -> Any:
    text = re.sub(r"'(?:[^']|'')*'|\"[^\"]*\"|(?<![\w.])\d+\.?\d*(?:[eEdD][+-]?\d+)?[ij]?(?![A-Za-z_])", " ", text_of(value))
    names = {m.group(1) for m in re.finditer(r"(?<![\w.])([A-Za-z]\w*)\b(?!\s*\()", text)}
    variables = sorted(names - {"i", "j", "pi", "inf", "Inf", "nan", "NaN", "eps"})
    return CellArray.of([CharArray.row(n) for n in variables], (len(variables), 1))


def _names(value: Any, what: str) -> list[str]:
    if is_text(value) or (type(value) is CharArray and not value.numel):
        return [text_of(value) if is_text(value) else ""]
    if is_text_array(value):
        return [t or "" for t in texts(value)]
    raise MatlabError(
        f"{what} must be a character vector, a string array or a cell array of character vectors.", "MATLAB:makeUniqueStrings:InvalidInput"
    )


def _shaped_as(value: Any, names: list[str]) -> Any:
    if type(value) is CellArray:
        array = np.empty(len(names), object)
        array[:] = [CharArray.row(n) for n in names]
        return CellArray(array.reshape(value.shape, order="F"))
    if type(value) is StringArray:
        return StringArray(np.array(names, object).reshape(value.shape, order="F"))
    return names[0]


@builtin(
    "genvarname",
    "name = genvarname(str)",
    "name = genvarname(str, exclusions)",
    summary="Valid variable names made of texts, none of them taken yet.",
    examples=(
        Example("genvarname('1a')", "'x1a'"),
        Example("genvarname({'a','a'})", "{'a','a1'}"),
        Example("genvarname('if')", "'xIf'"),
        Example("genvarname('x', 'x')", "'x1'"),
    ),
)
def genvarname(call: Any, value: Any, exclusions: Any = None) -> Any:
    taken = set(_names(exclusions, "Exclusions")) if exclusions is not None else set()
    unique = []
    for name in _names(value, "Input"):
        if name in RESERVED:
            name = "x" + name.capitalize()
        if not re.match(r"[A-Za-z]", name):
            name = "x" + name
        name = re.sub(r"[^A-Za-z0-9_]", lambda m: f"0x{ord(m.group()):02X}", name)
        unique.append(_free(name, taken, ""))
        taken.add(unique[-1])
    return _shaped_as(value, unique)


def _free(name: str, taken: set[str], joint: str) -> str:
    """The name, or the name with the first number that makes it free."""
    if name not in taken:
        return name
    number = 1
    while f"{name}{joint}{number}" in taken:
        number += 1
    return f"{name}{joint}{number}"


def _marked(call: Any, positions: np.ndarray, count: int) -> np.ndarray:
    """Which of ``count`` names positions or a mask choose."""
    is_mask = positions.dtype == bool
    fits = positions.size == count if is_mask else not positions.size or (1 <= positions.min() and positions.max() <= count)
    if not fits:
        raise call.error(
            "Indices must be positive integers no larger than the number of texts.", "MATLAB:makeUniqueStrings:InvalidInput"
        )
    marked = np.zeros(count, bool)
    marked[positions if is_mask else positions.astype(int) - 1] = True
    return marked


def _free_within(call: Any, name: str, taken: set[str], most: int) -> str:
    """The name cut to ``most`` characters, of which a number takes the last ones where it needs them."""
    name, number = name[:most], 0
    candidate = name
    while candidate in taken:
        number += 1
        ending = f"_{number}"
        if len(ending) > most:
            raise call.error("The texts cannot be made unique within that length.", "MATLAB:makeUniqueStrings:CannotMakeUnique")
        candidate = name[: most - len(ending)] + ending
    return candidate


@builtin(
    "matlab.lang.makeUniqueStrings",
    "u = matlab.lang.makeUniqueStrings(s)",
    "u = matlab.lang.makeUniqueStrings(s, excluded)",
    "u = matlab.lang.makeUniqueStrings(s, which)",
    "u = matlab.lang.makeUniqueStrings(s, excluded, maxLength)",
    "[u, modified] = matlab.lang.makeUniqueStrings(...)",
    summary="Texts made distinct by numbers at their ends.",
    examples=(
        Example("matlab.lang.makeUniqueStrings({'a','a','b'})", "{'a','a_1','b'}"),
        Example("matlab.lang.makeUniqueStrings('a', {'a'})", "'a_1'"),
        Example("matlab.lang.makeUniqueStrings({'a','a','b'}, 1:2)", "{'a','a_1','b'}"),
        Example("matlab.lang.makeUniqueStrings({'a','a','b'}, [true false false])", "{'a_1','a','b'}"),
        Example("matlab.lang.makeUniqueStrings({'length','length'}, {}, 4)", "{'leng','le_1'}"),
    ),
)
def make_unique_strings(call: Any, value: Any, excluded: Any = None, longest: Any = None) -> Any:
    taken: set[str] = set()
    names = _names(value, "S")
    chosen = np.ones(len(names), bool)
    if excluded is not None and class_of(excluded) in ("char", "string", "cell"):
        taken = set(_names(excluded, "EXCLUDED"))
    elif excluded is not None:
        chosen = _marked(call, as_array(excluded).ravel(order="F"), len(names))
        taken = {name for name, free in zip(names, chosen, strict=True) if not free}
    most = arg.integer(longest, "maximum length") if longest is not None else 2**31
    unique: list[str] = []
    for name, free in zip(names, chosen, strict=True):
        unique.append(_free_within(call, name, taken, most) if free else name)
        taken.add(unique[-1])
    changed = np.array([m != n for m, n in zip(unique, names, strict=True)], bool)
    return _shaped_as(value, unique), changed.reshape(value.shape if type(value) is not CharArray else (1, 1), order="F")


@builtin(
    "matlab.lang.makeValidName",
    "n = matlab.lang.makeValidName(s)",
    "n = matlab.lang.makeValidName(s, Name, Value, ...)",
    "[n, modified] = matlab.lang.makeValidName(...)",
    summary="Valid variable names made of texts.",
    examples=(
        Example("matlab.lang.makeValidName('a b')", "'aB'"),
        Example("matlab.lang.makeValidName('1x')", "'x1x'"),
        Example("matlab.lang.makeValidName({'ok','a-b'})", "{'ok','a_b'}"),
        Example("matlab.lang.makeValidName('for')", "'xFor'"),
    ),
    errors=(ErrorCase("matlab.lang.makeValidName(1)", "MATLAB:makeUniqueStrings:InvalidInput"),),
)
def make_valid_name(call: Any, value: Any, *options: Any) -> Any:
    style, prefix = "underscore", "x"
    for key, setting in zip(options[::2], options[1::2], strict=False):
        if text_of(key).lower() == "replacementstyle":
            style = text_of(setting).lower()
        elif text_of(key).lower() == "prefix":
            prefix = text_of(setting)
        else:
            raise MatlabError(f"'{text_of(key)}' is not a recognized parameter.", "MATLAB:InputParser:UnmatchedParameter")
    if style not in ("underscore", "delete", "hex"):
        raise MatlabError(f"'{style}' is not a valid replacement style.", "MATLAB:makeValidName:InvalidReplacementStyle")
    if not is_name(prefix):
        raise MatlabError(f"The prefix '{prefix}' is not a valid variable name.", "MATLAB:makeValidName:InvalidPrefix")
    names = _names(value, "Input")
    valid = [_valid(name, style, prefix) for name in names]
    changed = np.array([m != n for m, n in zip(valid, names, strict=True)], bool)
    return _shaped_as(value, valid), changed.reshape(value.shape if type(value) is not CharArray else (1, 1), order="F")


def _valid(name: str, style: str, prefix: str) -> str:
    if is_name(name):
        return name
    name = re.sub(r"(?<=\S)\s+([a-z])", lambda m: m.group(1).upper(), name)
    name = re.sub(r"\s+", "", name)
    if name in RESERVED:
        return prefix + name.capitalize()
    swap = {"underscore": lambda m: "_", "delete": lambda m: "", "hex": lambda m: f"0x{ord(m.group()):02X}"}[style]
    name = re.sub(r"[^A-Za-z0-9_]", swap, name)
    if not re.match(r"[A-Za-z]", name):
        name = prefix + name
    return name[:63]


@builtin(
    "matlab.net.base64encode",
    "s = matlab.net.base64encode(bytes)",
    summary="Bytes as base-64 text.",
    examples=(Example("matlab.net.base64encode('pi')", "'cGk='"),),
)
def base64encode(call: Any, value: Any) -> Any:
    from base64 import b64encode

    if not is_text(value) and class_of(value) not in ("double", "single", "logical", *INTEGER_CLASSES):
        raise call.error("Input must be numeric or text.", "MATLAB:net:base64encode:InvalidInput")
    data = (
        text_of(value).encode("latin-1")
        if is_text(value)
        else np.asarray(value.array if hasattr(value, "array") else [value]).ravel(order="F").astype(np.uint8).tobytes()
    )
    return b64encode(data).decode()


@builtin(
    "matlab.net.base64decode",
    "bytes = matlab.net.base64decode(s)",
    summary="Bytes (uint8 row) of base-64 text.",
    examples=(Example("matlab.net.base64decode('cGk=')", "uint8([112 105])"),),
)
def base64decode(call: Any, value: Any) -> Any:
    from base64 import b64decode

    try:
        return np.frombuffer(b64decode(text_of(value)), np.uint8).reshape(1, -1).copy()
    except ValueError:
        raise call.error("The text is not base-64 encoded.", "MATLAB:net:base64decode:InvalidInput") from None


@builtin("namelengthmax", "n = namelengthmax", summary="Most characters of a name.", examples=(Example("namelengthmax", "63"),))
def namelengthmax(call: Any) -> Any:
    return 63.0


@builtin(
    "namedargs2cell",
    "c = namedargs2cell(s)",
    summary="A scalar struct as a cell of names and values.",
    examples=(Example("namedargs2cell(struct('a', 1, 'b', 2))", "{'a', 1, 'b', 2}"),),
    errors=(ErrorCase("namedargs2cell(1)", "MATLAB:namedargs2cell:InvalidInput"),),
)
def namedargs2cell(call: Any, value: Any) -> Any:
    if class_of(value) != "struct" or value.numel != 1:
        raise MatlabError("Input must be a scalar structure.", "MATLAB:namedargs2cell:InvalidInput")
    names = call.feval("fieldnames", value)[0].array.ravel().tolist()
    pairs = [x for name in names for x in (name, call.feval("getfield", value, name)[0])]
    return CellArray.of(pairs, (1, len(pairs)))
