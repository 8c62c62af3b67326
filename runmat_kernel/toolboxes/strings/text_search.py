"""Search, splitting and replacement of text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ...builtins.arguments import dimension, integer
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...builtins.texts import (
    collected,
    is_on,
    is_textual,
    items,
    map_text,
    map_value,
    one_like,
    options,
    patterns,
    spread,
    strings,
    text_error,
)
from ...values import CellArray, CharArray, StringArray, Tensor, object_array
from ...values.assignment import EMPTY
from ...values.convert import is_text, text_of
from ...values.format import unescape

_WHITESPACE = [" ", "\f", "\n", "\r", "\t", "\v"]


def _contains_like(name: str, summary: str, test: Callable[[str, str], bool], *examples: Example):
    @builtin(
        name,
        f"tf = {name}(str, pat)",
        f"tf = {name}(str, pat, 'IgnoreCase', true)",
        summary=summary,
        examples=examples,
        errors=(ErrorCase(f"{name}(5, 'a')", f"MATLAB:{name}:firstInputType"),),
    )
    def search(call, value, pattern, *more):
        ignore = is_on(options(call, more, ignorecase=False)["ignorecase"])
        sought = [p.lower() if ignore else p for p in patterns(pattern, call)]
        return map_value(value, lambda t: any(test(t.lower() if ignore else t, p) for p in sought), False, call)

    return search


TESTS = (
    _contains_like(
        "contains",
        "Whether texts contain a pattern, or one of several.",
        lambda t, p: p in t,
        Example("contains('hello', 'ell')", "true"),
        Example("contains({'ab', 'cd'}, 'b')", "[true false]"),
        Example('contains(["red" "blue"], ["e" "x"])', "[true true]"),
        Example("contains('ABC', 'b', 'IgnoreCase', true)", "true"),
    ),
    _contains_like(
        "startsWith",
        "Whether texts start with a pattern.",
        str.startswith,
        Example("startsWith('hello', 'he')", "true"),
        Example("startsWith({'ab', 'cd'}, 'c')", "[false true]"),
    ),
    _contains_like("endsWith", "Whether texts end with a pattern.", str.endswith, Example("endsWith('a.txt', {'.m', '.txt'})", "true")),
)


@builtin(
    "matches",
    "tf = matches(str, pat)",
    "tf = matches(str, pat, 'IgnoreCase', true)",
    summary="Whether texts equal a pattern, or one of several.",
    examples=(Example("matches({'a', 'b'}, 'a')", "[true false]"),),
)
def matches(call, value, pattern, *more):
    ignore = is_on(options(call, more, ignorecase=False)["ignorecase"])
    sought = {p.lower() if ignore else p for p in patterns(pattern, call)}
    return map_value(value, lambda t: (t.lower() if ignore else t) in sought, False, call)


@builtin(
    "count",
    "n = count(str, pat)",
    "n = count(str, pat, 'IgnoreCase', true)",
    summary="How often a pattern occurs.",
    examples=(Example("count('banana', 'an')", "2"),),
)
def count(call, value, pattern, *more):
    ignore = is_on(options(call, more, ignorecase=False)["ignorecase"])
    expression = re.compile(_any_of(patterns(pattern, call)), re.IGNORECASE if ignore else 0)
    return map_value(value, lambda t: float(len(expression.findall(t))), float("nan"), call)


def _any_of(texts: list[str]) -> str:
    """A regular expression of literal texts, the longest first."""
    return "|".join(re.escape(t) for t in sorted(texts, key=len, reverse=True)) or "(?!)"


def _positions(text: str, pattern: str) -> list[int]:
    """Where ``pattern`` starts in ``text``, from 1, overlapping ones too."""
    positions, at = [], text.find(pattern) if pattern else -1
    while at >= 0:
        positions.append(at + 1)
        at = text.find(pattern, at + 1)
    return positions


def _index_row(positions: list[int]) -> Any:
    return float(positions[0]) if len(positions) == 1 else Tensor(np.array([positions], float)) if positions else EMPTY


@builtin(
    "strfind",
    "k = strfind(str, pat)",
    "k = strfind(str, pat, 'ForceCellOutput', tf)",
    summary="Where a pattern starts in a text.",
    examples=(
        Example("strfind('abcabc', 'bc')", "[2 5]"),
        Example("strfind('aaa', 'aa')", "[1 2]"),
        Example("strfind('abc', 'x')", "[]"),
        Example("strfind({'ab', 'cb'}, 'b')", "{2, 2}"),
    ),
    errors=(ErrorCase("strfind(5, 'a')", "MATLAB:strfind:firstInputType"),),
    facts=Fact.COMPILED,
)
def strfind(call, value, pattern, *more):
    forced = is_on(options(call, more, forcecelloutput=False)["forcecelloutput"])
    sought = text_of(pattern, "pattern")
    if (type(value) is CharArray and value.is_row) or (type(value) is StringArray and value.numel == 1):
        positions = _index_row(_positions(text_of(value), sought))
        return CellArray.of([positions]) if forced else positions
    texts, shape = items(value, call)
    return CellArray(object_array([_index_row(_positions(t or "", sought)) for t in texts], shape))


@builtin(
    "index",
    "k = index(str, pat)",
    "k = index(str, pat, direction)",
    summary="Where a pattern first (or last) occurs, 0 where it does not (Octave).",
    examples=(Example("index('abcb', 'b')", "2"), Example("index('abcb', 'b', 'last')", "4")),
    hidden=True,
)
def index(call, value, pattern, direction=None):
    last = direction is not None and text_of(direction) == "last"
    find = str.rfind if last else str.find
    return map_value(value, lambda t: float(find(t, text_of(pattern)) + 1), float("nan"), call)


@builtin(
    "rindex",
    "k = rindex(str, pat)",
    summary="Where a pattern last occurs (Octave).",
    examples=(Example("rindex('abcb', 'b')", "4"),),
    hidden=True,
)
def rindex(call, value, pattern):
    return map_value(value, lambda t: float(t.rfind(text_of(pattern)) + 1), float("nan"), call)


# --- replacing ------------------------------------------------------------------------------------------------------


@builtin(
    "strrep",
    "newStr = strrep(str, old, new)",
    summary="Text with every occurrence replaced.",
    examples=(
        Example("strrep('hello', 'l', 'LL')", "'heLLLLo'"),
        Example("strrep('22 222', '22', '*')", "'* **'"),
        Example("strrep({'ab', 'b'}, 'b', 'x')", "{'ax', 'x'}"),
        Example('strrep("ab", "a", "")', '"b"'),
        Example("strrep('ab', {'a', 'b'}, 'x')", "{'xb', 'ax'}"),
    ),
    errors=(ErrorCase("strrep(1, 2, 'a')", "MATLAB:strrep:firstInputType"),),
    facts=Fact.COMPILED,
    effect=Effect.NONE,
)
def strrep(call, value, old, new):
    if not is_textual(value):
        raise text_error(call)
    for position, argument in (("Second", old), ("Third", new)):
        if not is_textual(argument):
            raise text_error(call, position)
    if is_text(old) and is_text(new):
        before, after = text_of(old), text_of(new)
        return map_text(value, lambda t: _replaced(t, before, after), call)
    rows, shape = spread(call, value, old, new)
    texts = [None if None in row else _replaced(*row) for row in rows]
    return collected(next((v for v in (value, old, new) if type(v) is StringArray), value), texts, shape)


def _replaced(text: str, old: str, new: str) -> str:
    """``text`` with each occurrence replaced; those that overlap count too, as in MATLAB: ``222`` holds ``22`` twice."""
    if old and not any(old.endswith(old[:k]) for k in range(1, len(old))):
        return text.replace(old, new)  # no occurrence can overlap another one
    parts, at = [], 0
    for position in _positions(text, old):
        parts += [text[at : position - 1], new]
        at = position - 1 + len(old)
    return "".join([*parts, text[at:]])


@builtin(
    "replace",
    "newStr = replace(str, old, new)",
    summary="Text with every occurrence of one or several texts replaced.",
    examples=(Example("replace('abc', {'a', 'c'}, {'1', '3'})", "'1b3'"), Example('replace("aXb", "X", "-")', '"a-b"')),
)
def replace(call, value, old, new):
    before, after = patterns(old, call), patterns(new, call)
    if len(after) not in (1, len(before)):
        raise call.error("Number of old and new values must match or new must be scalar.", "MATLAB:string:InvalidReplacementArray")
    table = dict(zip(before, after * (len(before) if len(after) == 1 else 1), strict=True))
    expression = re.compile(_any_of(before))
    return map_text(value, lambda t: expression.sub(lambda m: table[m[0]], t), call)


@builtin(
    "erase",
    "newStr = erase(str, match)",
    summary="Text without the occurrences of a text.",
    examples=(Example("erase('a-b-c', '-')", "'abc'"),),
)
def erase(call, value, match):
    expression = re.compile(_any_of(patterns(match, call)))
    return map_text(value, lambda t: expression.sub("", t), call)


# --- cutting out ----------------------------------------------------------------------------------------------------


@builtin(
    "strtok",
    "[token, remain] = strtok(str)",
    "[token, remain] = strtok(str, delimiters)",
    summary="The first word of a text, and the rest from its delimiter on.",
    examples=(
        Example("[t, r] = strtok('hello world')", "{'hello', ' world'}"),
        Example("[t, r] = strtok('a,b', ',')", "{'a', ',b'}"),
        Example("strtok('  x y')", "'x'"),
        Example("strtok(' ab c'.')", "'ab'.'"),
        Example("[t, r] = strtok(sprintf('a\\nb'), [10 13])", "{'a', sprintf('\\nb')}"),
        Example("[t, r] = strtok({'a b', 'c d'})", "{{'a', 'c'}, {' b', ' d'}}"),
    ),
)
def strtok(call, value, delimiters=None):
    if delimiters is None:
        marks = "\t\n\v\f\r \0"
    elif not isinstance(delimiters, Tensor | float | int):
        marks = CharArray.row(text_of(delimiters)).text
    else:
        marks = "".join(map(chr, call.feval("char", delimiters)[0].array.ravel(order="F").tolist()))  # codes of characters

    def pieces(text: str) -> tuple[str, str]:
        start = len(text) - len(text.lstrip(marks)) if marks else 0
        stop = next((i for i in range(start, len(text)) if text[i] in marks), len(text))
        return text[start:stop], text[stop:]

    if type(value) is CharArray and value.numel and not value.is_row and value.shape[1] == 1:  # a column stays one
        return tuple(CharArray(CharArray.row(part).array.reshape(-1, 1)) for part in pieces("".join(value.lines())))
    return map_text(value, lambda t: pieces(t)[0], call), map_text(value, lambda t: pieces(t)[1], call)


# --- splitting ------------------------------------------------------------------------------------------------------


@builtin(
    "strsplit",
    "[C, matches] = strsplit(str)",
    "[C, matches] = strsplit(str, delimiter)",
    "[C, matches] = strsplit(str, delimiter, 'CollapseDelimiters', tf, 'DelimiterType', type)",
    summary="The parts of a text between delimiters, as a row.",
    examples=(
        Example("strsplit('a b  c')", "{'a', 'b', 'c'}"),
        Example("strsplit('a,b,,c', ',')", "{'a', 'b', 'c'}"),
        Example("strsplit('a,,b', ',', 'CollapseDelimiters', false)", "{'a', '', 'b'}"),
        Example("strsplit('a1b;c', {'1', ';'})", "{'a', 'b', 'c'}"),
        Example('strsplit("a-b", "-")', '["a" "b"]'),
    ),
    errors=(ErrorCase("strsplit(5)", "MATLAB:strsplit:InvalidStringType"),),
)
def strsplit(call, value, *more):
    if not is_text(value):
        raise call.error("First input must be either a character vector or a string scalar.", "MATLAB:strsplit:InvalidStringType")
    delimiters = _WHITESPACE
    if more and not (is_text(more[0]) and text_of(more[0]).lower() in ("collapsedelimiters", "delimitertype") and len(more) % 2 == 0):
        delimiters, more = [unescape(d) for d in patterns(more[0], call)], more[1:]
    chosen = options(call, more, collapsedelimiters=True, delimitertype=CharArray.row("simple"))
    regular = text_of(chosen["delimitertype"]).lower().startswith("r")
    expression = "|".join(delimiters) if regular else _any_of(delimiters)
    if is_on(chosen["collapsedelimiters"]):
        expression = f"(?:{expression})+"
    parts, marks, at = [], [], 0
    for match in re.finditer(expression, text_of(value)):
        if match.end() > match.start():
            parts.append(text_of(value)[at : match.start()])
            marks.append(match[0])
            at = match.end()
    parts.append(text_of(value)[at:])
    return _pieces(value, parts), _pieces(value, marks)


def _pieces(like: Any, texts: list[str]) -> Any:
    if type(like) is StringArray:
        return strings(texts, (1, len(texts)))
    return CellArray.of([CharArray.row(t) for t in texts])


@builtin(
    "ostrsplit",
    "C = ostrsplit(str, seps)",
    summary="The parts of a text between any of the characters given (Octave).",
    examples=(Example("ostrsplit('a:b;c', ':;')", "{'a', 'b', 'c'}"),),
    hidden=True,
)
def ostrsplit(call, value, seps):
    return _pieces(value, re.split("|".join(map(re.escape, text_of(seps))), text_of(value)))


@builtin(
    "split",
    "newStr = split(str)",
    "newStr = split(str, delimiter)",
    "newStr = split(str, delimiter, dim)",
    "[newStr, match] = split(...)",
    summary="The parts of texts between delimiters, as a column.",
    examples=(
        Example('split("a,b", ",")', '["a"; "b"]'),
        Example("split('a b')", "{'a'; 'b'}"),
        Example('split(["a-b"; "c-d"], "-")', '["a" "b"; "c" "d"]'),
    ),
)
def split(call, value, delimiter=None, dim=None):
    expression = r"\s+" if delimiter is None else _any_of([unescape(d) for d in patterns(delimiter, call)])
    texts, shape = items(value, call)
    stripped = [(t or "").strip() if delimiter is None else t or "" for t in texts]
    rows = [re.split(expression, t) for t in stripped]
    if len({len(r) for r in rows}) > 1:
        odd = next(k for k, r in enumerate(rows) if len(r) != len(rows[0]))
        raise call.error(
            f"Element {odd + 1} of the text contains {len(rows[odd]) - 1} delimiters while the previous elements have {len(rows[0]) - 1}. "
            "All elements must contain the same number of delimiters.",
            "MATLAB:string:MustHaveSameNumberOfDelimiters",
        )
    parts = _fanned(value, rows, shape, dim)
    return (parts, _fanned(value, [re.findall(expression, t) for t in stripped], shape, dim)) if call.nargout > 1 else parts


def _fanned(value: Any, rows: list[list[str]], shape: tuple[int, ...], dim: Any) -> Any:
    """The parts of each text along a dimension of their own."""
    count = len(rows[0]) if rows else 0
    if len(rows) == 1:
        across = dim is not None and integer(dim) == 2
        return collected(value, rows[0], (1, count) if across else (count, 1))
    table = np.array(rows, object).reshape(len(rows), count)
    if shape[0] != len(rows):
        return collected(value, list(table.ravel()), (1, len(rows), count)) if count == 1 else _paged(value, table)
    return collected(value, list(table.ravel(order="F")), table.shape)


def _paged(value: Any, table: np.ndarray) -> Any:
    """The parts of a row of texts: they go along the third dimension."""
    return collected(value, list(table.ravel(order="F")), (1, *table.shape))


@builtin(
    "splitlines",
    "newStr = splitlines(str)",
    summary="The lines of a text, as a column.",
    examples=(Example("splitlines(sprintf('a\\nb'))", "{'a'; 'b'}"),),
)
def splitlines(call, value):
    texts, shape = items(value, call)
    rows = [re.split(r"\r\n|\n|\r", t or "") for t in texts]
    if len({len(r) for r in rows}) > 1:
        raise call.error("All elements must contain the same number of lines.", "MATLAB:string:MustHaveSameNumberOfDelimiters")
    return _fanned(value, rows, shape, None)


@builtin(
    "join",
    "newStr = join(str)",
    "newStr = join(str, delimiter)",
    "newStr = join(str, delimiter, dim)",
    summary="Texts of an array joined along its last dimension that is not 1.",
    examples=(
        Example('join(["a" "b"], "-")', '"a-b"'),
        Example('join(["a" "b"; "c" "d"])', '["a b"; "c d"]'),
        Example("join({'x', 'y'}, ',')", "{'x,y'}"),
    ),
)
def join(call, value, *more):
    texts, shape = items(value, call)
    array = object_array(texts, shape)
    between, axis = None, max((i for i, n in enumerate(shape) if n != 1), default=0)
    for option in more:
        if is_textual(option):
            between = option
        else:
            axis = dimension(option)
    if axis >= array.ndim:  # each text is a line of its own
        return value
    moved = np.moveaxis(array, axis, -1)
    marks = _marks(call, between, axis, moved.shape)
    joined = object_array([_interleaved(moved[i], marks[i]) for i in np.ndindex(*moved.shape[:-1])]).reshape(moved.shape[:-1])
    result = np.expand_dims(joined, axis)
    return collected(value, list(result.ravel(order="F")), result.shape)


def _marks(call: Any, between: Any, axis: int, shape: tuple[int, ...]) -> np.ndarray:
    """The delimiters of each line of texts: one fewer than there are texts, the same for all lines where they are given once."""
    count = max(shape[-1] - 1, 0)
    if between is None or is_text(between):
        return np.full((*shape[:-1], count), " " if between is None else text_of(between), object)
    texts, own = items(between, call)
    marks = np.moveaxis(object_array(texts, own), axis, -1) if axis < len(own) else object_array(texts, own)[..., None]
    if marks.shape[-1] not in (1, count) or any(m not in (1, n) for m, n in zip(marks.shape[:-1], shape[:-1], strict=False)):
        raise call.error(
            "Number of delimiters must be one less than the number of texts that are joined.", "MATLAB:string:InvalidDelimiterDims"
        )
    return np.broadcast_to(marks, (*shape[:-1], count))


def _interleaved(texts: Any, marks: Any) -> str | None:
    """Texts with delimiters between them; missing where one of them is."""
    if any(t is None for t in texts):
        return None
    return "".join(piece for pair in zip(["", *marks], texts, strict=True) for piece in pair)


@builtin(
    "substr",
    "t = substr(s, offset, len)",
    summary="Part of a text (Octave).",
    examples=(Example("substr('hello', 2, 3)", "'ell'"),),
    hidden=True,
)
def substr(call, value, offset, length):
    return one_like(value, text_of(value)[integer(offset) - 1 : integer(offset) - 1 + integer(length)])
