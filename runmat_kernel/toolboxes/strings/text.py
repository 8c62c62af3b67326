"""Text compared, tested, changed in case, trimmed, padded and joined."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ...accel import fast_functions as small
from ...builtins.arguments import integer
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...builtins.texts import is_textual, items, map_text, map_value
from ...values import CellArray, CharArray, StringArray, object_array
from ...values.classes import INTEGER_LIMITS
from ...values.convert import as_array, class_of, is_text, shape_of, text_of
from ...values.text import MISSING

_BLANKS = " \t\n\v\f\r"


@builtin(
    "ischar",
    "tf = ischar(A)",
    summary="Whether a value is a char array.",
    examples=(Example("ischar('a')", "true"), Example('ischar("a")', "false")),
    facts=Fact.COMPILED | Fact.SPARSE,
    effect=Effect.NONE,
)
def ischar(call, value):
    return type(value) is CharArray


@builtin(
    "isstring",
    "tf = isstring(A)",
    summary="Whether a value is a string array.",
    examples=(Example('isstring("a")', "true"), Example("isstring('a')", "false")),
    facts=Fact.COMPILED | Fact.SPARSE,
    effect=Effect.NONE,
)
def isstring(call, value):
    return type(value) is StringArray and value is not MISSING


@builtin(
    "isStringScalar",
    "tf = isStringScalar(A)",
    summary="Whether a value is a string array of one element.",
    examples=(Example('isStringScalar("a")', "true"),),
)
def is_string_scalar(call, value):
    return type(value) is StringArray and value.numel == 1


# --- comparing ------------------------------------------------------------------------------------------------------


def _keys(value: Any) -> tuple[list[Any], tuple[int, ...]]:
    """The texts to compare, column by column, and their shape: strs, a (shape, text) pair for a char matrix, None for what is not text."""
    if type(value) is StringArray:
        return value.array.ravel(order="F").tolist(), value.shape
    if type(value) is CellArray:
        parts = value.array.ravel(order="F").tolist()
        return [p._text if type(p) is CharArray and p._array is None else _key(p) for p in parts], value.shape
    return [_key(value)], (1, 1)


def _key(value: Any) -> Any:
    if type(value) is CharArray:
        return value.text if value.is_row else (value.shape, value.text)
    return value.array[0, 0] if type(value) is StringArray and value.numel else None


def _compare(call: Any, left: Any, right: Any, prepare, *, sized: bool = True) -> Any:
    """Text compared through ``prepare``; two char arrays must have one size too where ``sized`` (``''`` is 0-by-0, not 1-by-0)."""
    if type(left) is CharArray and type(right) is CharArray and left.is_row and right.is_row:
        key = prepare(left.text)
        return key is not None and key == prepare(right.text) and (not sized or left.shape == right.shape)
    (a, shape_a), (b, shape_b) = _keys(left), _keys(right)
    if len(a) != 1 and len(b) != 1 and shape_a != shape_b:
        if type(left) is CellArray and type(right) is CharArray:
            return False
        raise call.error("Inputs must be the same size or either one can be a scalar.", f"MATLAB:{call.name}:InputsSizeMismatch")
    shape = shape_a if len(a) != 1 else shape_b
    a, b = ([prepare(k) for k in keys] if prepare is not _itself else keys for keys in (a, b))
    same = _same_keys(a, b)
    return same[0] if shape == (1, 1) else np.array(same, bool).reshape(shape, order="F")


def _same_keys(a: list[Any], b: list[Any]) -> list[bool]:
    """Which keys are equal, pair by pair or one with all others; None equals nothing."""
    if len(a) == 1 or len(b) == 1:
        (one,), many = (a, b) if len(a) == 1 else (b, a)
        return [k == one for k in many] if one is not None else [False] * len(many)
    return [k is not None and k == m for k, m in zip(a, b, strict=True)]


def _itself(key: Any) -> Any:
    return key


def _fold(key: Any) -> Any:
    return key.lower() if type(key) is str else (key[0], key[1].lower()) if key is not None else None


def _starts(call: Any, left: Any, right: Any, count: Any, fold) -> Any:
    n = integer(count, "number of characters")
    return _compare(call, left, right, lambda key: fold(key)[:n] if type(key) is str else None, sized=False)


@builtin(
    "strcmp",
    "tf = strcmp(s1, s2)",
    summary="Whether texts are equal.",
    examples=(
        Example("strcmp('abc', 'abc')", "true"),
        Example("strcmp({'a', 'b'}, 'a')", "[true false]"),
        Example("strcmp('a', 5)", "false"),
        Example("strcmp(\"a\", 'a')", "true"),
        Example("strcmp('', char(zeros(1,0)))", "false"),
        Example("strcmp({'a'; 'b'}, {'a'; 'c'})", "[true; false]"),
    ),
    errors=(ErrorCase("strcmp({'a', 'b'}, {'a', 'b', 'c'})", "MATLAB:strcmp:InputsSizeMismatch"),),
    facts=Fact.COMPILED | Fact.TEXTS,
    effect=Effect.NONE,
    small=lambda engine: small.of_rows(operator.eq),
)
def strcmp(call, left, right):
    return _compare(call, left, right, _itself)


@builtin(
    "strcmpi",
    "tf = strcmpi(s1, s2)",
    summary="Whether texts are equal but for case.",
    examples=(Example("strcmpi('ABC', 'abc')", "true"),),
    facts=Fact.COMPILED | Fact.TEXTS,
    effect=Effect.NONE,
    small=lambda engine: small.of_rows(lambda a, b: a.lower() == b.lower()),
)
def strcmpi(call, left, right):
    return _compare(call, left, right, _fold)


@builtin(
    "strncmp",
    "tf = strncmp(s1, s2, n)",
    summary="Whether the first n characters of texts are equal, or all of them where there are fewer.",
    examples=(
        Example("strncmp('abcd', 'abxy', 2)", "true"),
        Example("strncmp('abc', {'abc', 'abcd'}, 9)", "[true false]"),
        Example("strncmp({'abc', 'xbc'}, 'ab', 2)", "[true false]"),
        Example("strncmp('a', 'ab', 2)", "false"),
    ),
    facts=Fact.COMPILED | Fact.TEXTS,
    effect=Effect.NONE,
)
def strncmp(call, left, right, count):
    return _starts(call, left, right, count, _itself)


@builtin(
    "strncmpi",
    "tf = strncmpi(s1, s2, n)",
    summary="Whether the first n characters are equal but for case.",
    examples=(Example("strncmpi('ABx', 'aby', 2)", "true"),),
    facts=Fact.COMPILED | Fact.TEXTS,
    effect=Effect.NONE,
)
def strncmpi(call, left, right, count):
    return _starts(call, left, right, count, str.lower)


# --- characters -----------------------------------------------------------------------------------------------------

_CATEGORIES = {
    "alpha": str.isalpha,
    "digit": lambda c: c in "0123456789",
    "alphanum": lambda c: c.isalpha() or c in "0123456789",
    "lower": str.islower,
    "upper": str.isupper,
    "wspace": str.isspace,
    "cntrl": lambda c: ord(c) < 32 or 127 <= ord(c) < 160,
    "graphic": lambda c: c.isprintable() and not c.isspace(),
    "print": lambda c: c.isprintable(),
    "punct": lambda c: c.isprintable() and not c.isalnum() and not c.isspace(),
    "xdigit": lambda c: c in "0123456789abcdefABCDEF",
}


def _tested(value: Any, test) -> Any:
    """``test`` of each character, in the shape of a char array; a cell of them for a cell; all false for numbers."""
    if type(value) is CellArray:
        return CellArray(object_array([_as_result(_tested(item, test)) for item in value.array.ravel(order="F")], value.shape))
    if type(value) is StringArray:
        if value.numel == 1:
            value = CharArray.row(value.array[0, 0] or "")
        else:
            return CellArray(
                object_array([_as_result(_tested(CharArray.row(t or ""), test)) for t in value.array.ravel(order="F")], value.shape)
            )
    if type(value) is not CharArray:
        return np.zeros(shape_of(value), bool)
    codes = value.array
    highest = int(codes.max()) + 1 if codes.size else 0
    if highest < codes.size:  # long texts have few different characters
        return np.array([test(chr(c)) for c in range(highest)], bool)[codes]
    return np.array([test(chr(c)) for c in codes.ravel(order="F").tolist()], bool).reshape(codes.shape, order="F")


def _as_result(array: Any) -> Any:
    from ...values.convert import to_value

    return to_value(array)


def _character_test(name: str, category: str, summary: str, example: Example, hidden: bool = False):
    @builtin(name, f"tf = {name}(A)", summary=summary, examples=(example,), hidden=hidden)
    def predicate(call, value):
        return _tested(value, _CATEGORIES[category])

    return predicate


CHARACTER_TESTS = (
    _character_test("isspace", "wspace", "Which characters are white space.", Example("isspace('a b')", "[false true false]")).stating(
        Fact.COMPILED, effect=Effect.NONE
    ),
    _character_test("isletter", "alpha", "Which characters are letters.", Example("isletter('a1b')", "[true false true]")),
    _character_test("isalpha", "alpha", "Which characters are letters (Octave).", Example("isalpha('a1')", "[true false]"), True),
    _character_test("isdigit", "digit", "Which characters are digits (Octave).", Example("isdigit('a1')", "[false true]"), True),
    _character_test("isupper", "upper", "Which characters are capitals (Octave).", Example("isupper('aB')", "[false true]"), True),
    _character_test("islower", "lower", "Which characters are small letters (Octave).", Example("islower('aB')", "[true false]"), True),
    _character_test(
        "isalnum", "alphanum", "Which characters are letters or digits (Octave).", Example("isalnum('a_1')", "[true false true]"), True
    ),
    _character_test("ispunct", "punct", "Which characters are punctuation (Octave).", Example("ispunct('a,')", "[false true]"), True),
)


@builtin(
    "isstrprop",
    "tf = isstrprop(str, category)",
    summary="Which characters are of a category: alpha, digit, alphanum, lower, upper, wspace, punct, cntrl, graphic, print, xdigit.",
    examples=(Example("isstrprop('a1 B', 'digit')", "[false true false false]"),),
    errors=(ErrorCase("isstrprop('a', 'nope')", "MATLAB:isstrprop:UnknownCategory"),),
)
def isstrprop(call, value, category):
    name = text_of(category, "category").lower()
    if name not in _CATEGORIES:
        raise call.error(f"Unknown category '{name}'.", "MATLAB:isstrprop:UnknownCategory")
    if class_of(value) not in ("char", "string", "cell"):
        value = CharArray(as_array(value))
    return _tested(value, _CATEGORIES[name])


_NUMBERS = ("double", "single", "logical", *INTEGER_LIMITS)
"""Classes whose arrays have no letters."""


def _map(name: str, summary: str, change, *examples: Example, hidden: bool = False):
    errors = () if hidden else (ErrorCase(f"{name}(@sin)", f"MATLAB:{name}:firstInputType"),)

    @builtin(name, f"newStr = {name}(str)", summary=summary, examples=examples, errors=errors, hidden=hidden)
    def mapped(call, value):
        if class_of(value) in _NUMBERS or (type(value) is CharArray and not value.numel):
            return value
        if type(value) is not CharArray or value.is_row:
            return map_text(value, change, call)
        text = change(value.array.tobytes("F").decode("utf-16-le", "surrogatepass"))
        return CharArray(np.frombuffer(text.encode("utf-16-le", "surrogatepass"), np.uint16).reshape(value.shape, order="F"))

    return mapped


def _lower(text: str) -> str:
    if text.isascii():
        return text.lower()
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _upper(text: str) -> str:
    if text.isascii():
        return text.upper()
    return "".join(c.upper() if len(c.upper()) == 1 else c for c in text)


CASES = (
    _map("lower", "Text in small letters.", _lower, Example("lower('AbC')", "'abc'"), Example("lower({'A', 'B'})", "{'a', 'b'}"), Example("lower(cat(3,'AB','Cd'))", "cat(3,'ab','cd')")).stating(
        Fact.COMPILED, effect=Effect.NONE
    ),
    _map("upper", "Text in capitals.", _upper, Example("upper('AbC')", "'ABC'"), Example('upper("ab")', '"AB"')).stating(
        Fact.COMPILED, effect=Effect.NONE
    ),
    _map("tolower", "Text in small letters (Octave).", _lower, Example("tolower('AB')", "'ab'"), hidden=True),
    _map("toupper", "Text in capitals (Octave).", _upper, Example("toupper('ab')", "'AB'"), hidden=True),
)


# --- trimming, padding ----------------------------------------------------------------------------------------------


@builtin(
    "strtrim",
    "newStr = strtrim(str)",
    summary="Text without leading and trailing white space.",
    examples=(
        Example("strtrim('  ab  ')", "'ab'"),
        Example("strtrim({' a', 'b '})", "{'a', 'b'}"),
        Example("strtrim([' a ';' bc'])", "['a ';'bc']"),
    ),
    errors=(ErrorCase("strtrim(5)", "MATLAB:strtrim:InputClass"),),
    facts=Fact.COMPILED,
    effect=Effect.NONE,
)
def strtrim(call, value):
    if not is_textual(value):
        raise call.error("Input must be a string array, character array, or cell array of character arrays.", "MATLAB:strtrim:InputClass")
    if type(value) is CharArray and not value.is_row:
        used = np.flatnonzero(~np.isin(value.array, [*map(ord, _BLANKS), 0]).all(axis=0))
        return CharArray(value.array[:, used[0] : used[-1] + 1] if used.size else value.array[:, :0])
    return map_text(value, lambda t: t.strip(_BLANKS + "\0"), call)


@builtin(
    "deblank",
    "newStr = deblank(str)",
    summary="Text without trailing white space.",
    examples=(Example("deblank(' ab  ')", "' ab'"), Example("deblank({'a ', 'b'})", "{'a', 'b'}")),
)
def deblank(call, value):
    if not is_textual(value):
        return value
    if type(value) is CharArray and not value.is_row:
        used = np.flatnonzero(~np.isin(value.array, [*map(ord, _BLANKS), 0]).all(axis=0))
        return CharArray(value.array[:, : used[-1] + 1] if used.size else value.array[:, :0])
    return map_text(value, lambda t: t.rstrip(_BLANKS + "\0"), call)


@builtin(
    "strip",
    "newStr = strip(str)",
    "newStr = strip(str, side)",
    "newStr = strip(str, side, stripCharacter)",
    summary="Text without characters at its ends: side is left, right or both.",
    examples=(Example('strip("  a ")', '"a"'), Example("strip('00120', 'left', '0')", "'120'"), Example("strip('xax', 'x')", "'a'")),
)
def strip(call, value, *how):
    words = [text_of(w) for w in how]
    side = words.pop(0).lower() if words and words[0].lower() in ("left", "right", "both") else "both"
    unwanted = words[0] if words else _BLANKS
    if len(words) > 1 or (words and len(unwanted) != 1):
        raise call.error(
            "The side must be 'left', 'right', or 'both', and the character to strip a single one.", "MATLAB:string:InvalidStripCharacter"
        )
    change = {"left": str.lstrip, "right": str.rstrip, "both": str.strip}[side]
    return map_text(value, lambda t: change(t, unwanted), call)


@builtin(
    "pad",
    "newStr = pad(str)",
    "newStr = pad(str, numberOfCharacters)",
    "newStr = pad(str, numberOfCharacters, side)",
    "newStr = pad(str, numberOfCharacters, side, padCharacter)",
    summary="Text filled up to a length.",
    examples=(
        Example("pad('ab', 4)", "'ab  '"),
        Example('pad("7", 3, "left", "0")', '"007"'),
        Example("pad({'a', 'bcd'})", "{'a  ', 'bcd'}"),
    ),
)
def pad(call, value, *how):
    width = max((len(t) for t in items(value, call)[0] if t is not None), default=0)
    if how and not is_text(how[0]):
        width, how = integer(how[0]), how[1:]
    words = [text_of(w) for w in how]
    side = words.pop(0).lower() if words and words[0].lower() in ("left", "right", "both") else "right"
    filler = words[0] if words else " "
    if len(words) > 1 or len(filler) != 1:
        raise call.error(
            "The side must be 'left', 'right', or 'both', and the pad character a single character.", "MATLAB:string:InvalidPadCharacter"
        )

    def change(text: str) -> str:
        space = max(width - len(text), 0)
        left = {"left": space, "right": 0, "both": space // 2}[side]
        return filler * left + text + filler * (space - left)

    return map_text(value, change, call)


@builtin("blanks", "str = blanks(n)", summary="n blanks.", examples=(Example("blanks(3)", "'   '"), Example("size(blanks(0))", "[1 0]")))
def blanks(call, count):
    return CharArray(np.full((1, max(integer(count), 0)), ord(" "), np.uint16))


@builtin("newline", "c = newline", summary="The line feed character.", examples=(Example("newline", "char(10)"),))
def newline(call):
    return "\n"


@builtin(
    "strjust",
    "newStr = strjust(str)",
    "newStr = strjust(str, side)",
    summary="Text moved to the right, left or center of its width.",
    examples=(
        Example("strjust('a  ')", "'  a'"),
        Example("strjust('  a', 'left')", "'a  '"),
        Example("strjust('a   ', 'center')", "' a  '"),
    ),
)
def strjust(call, value, side=None):
    where = text_of(side).lower() if side is not None else "right"
    if where not in ("right", "left", "center"):
        raise call.error("The justification must be 'right', 'left' or 'center'.", "MATLAB:strjust:UnknownParameter")

    if type(value) is CharArray and value.array.ndim == 2 and value.shape[1]:
        return CharArray(_justified(value.array, where))

    def change(text: str) -> str:
        inner, width = text.strip(" \0"), len(text)
        left = {"right": width - len(inner), "left": 0, "center": (width - len(inner)) // 2}[where]
        return (" " * left + inner).ljust(width)

    return map_text(value, change, call)


def _justified(codes: np.ndarray, where: str) -> np.ndarray:
    """Rows of characters whose inner ones, between blanks, are moved."""
    width = codes.shape[1]
    full = (codes != 32) & (codes != 0)
    first, last = full.argmax(axis=1), width - full[:, ::-1].argmax(axis=1)
    first, last = np.where(full.any(axis=1), (first, last), 0)
    left = {"right": width - (last - first), "left": 0 * first, "center": (width - (last - first)) // 2}[where]
    source = np.arange(width) - (left - first)[:, None]
    inside = (source >= first[:, None]) & (source < last[:, None])
    return np.where(inside, np.take_along_axis(codes, np.clip(source, 0, width - 1), axis=1), 32).astype(codes.dtype, order="F")


@builtin(
    "reverse",
    "newStr = reverse(str)",
    summary="Characters in reverse order.",
    examples=(Example("reverse('abc')", "'cba'"), Example('reverse("ab")', '"ba"')),
)
def reverse(call, value):
    return map_text(value, lambda t: t[::-1], call)


@builtin(
    "strlength",
    "n = strlength(str)",
    summary="Number of characters of each text.",
    examples=(Example('strlength(["a" "bcd"])', "[1 3]"), Example("strlength('hello')", "5"), Example("strlength({'a'; 'bb'})", "[1; 2]")),
)
def strlength(call, value):
    return map_value(value, lambda t: float(len(t)), float("nan"), call)
