"""Text joined, and chosen from a list."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import numpy as np

from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...builtins.texts import cellstr as make_cellstr
from ...builtins.texts import is_textual, items, one_like
from ...builtins.texts import strings as make_strings
from ...values import CellArray, CharArray, StringArray
from ...values.convert import as_array, class_of, text_of
from ...values.objects import HostObject

_BLANKS = " \t\n\v\f\r"


@builtin(
    "strcat",
    "str = strcat(str1, ..., strN)",
    summary="Texts joined; trailing white space of char inputs is dropped.",
    examples=(
        Example("strcat('a ', 'b')", "'ab'"),
        Example("strcat({'a '}, 'b')", "{'a b'}"),
        Example("strcat({'a', 'b'}, 'x')", "{'ax', 'bx'}"),
        Example('strcat("a", "b")', '"ab"'),
        Example("strcat(['a';'b'], 'x')", "['ax';'bx']"),
    ),
    errors=(ErrorCase("strcat(1, 2)", "MATLAB:strcat:InvalidInputType"),),
    effect=Effect.NONE,
)
def strcat(call, *values):
    kinds = {type(v) for v in values}
    if any(class_of(v) not in ("char", "cell", "string") for v in values if not isinstance(v, HostObject)):
        raise call.error(
            "Inputs must be character vectors, cell arrays of character vectors, or string arrays.", "MATLAB:strcat:InvalidInputType"
        )
    if CellArray not in kinds and StringArray not in kinds:
        return _strcat_chars(call, values)
    parts = [_strcat_part(call, v, StringArray not in kinds) for v in values]
    shape = next((s for texts, s in parts if len(texts) != 1), next((s for _, s in parts), (1, 1)))
    if any(len(texts) != 1 and s != shape for texts, s in parts):
        raise call.error("All nonscalar inputs must be the same size.", "MATLAB:strcat:NonScalarMismatch")
    count = int(np.prod(shape))
    joined = [_joined([texts[0] if len(texts) == 1 else texts[i] for texts, _ in parts]) for i in range(count)]
    return make_strings(joined, shape) if StringArray in kinds else make_cellstr(joined, shape)


def _joined(texts: list[str | None]) -> str | None:
    """One text of several: missing where one of them is."""
    return None if None in texts else "".join(texts)  # type: ignore[arg-type]


def _strcat_part(call: Any, value: Any, trimmed: bool) -> tuple[list[str | None], tuple[int, ...]]:
    """The texts of one input beside cells (where char rows lose their trailing blanks) or strings, and their shape."""
    if type(value) is CharArray:
        lines = [value.text] if value.is_row or not value.numel else value.lines()
        return [line.rstrip(_BLANKS + "\0") if trimmed else line for line in lines], (len(lines), 1)
    return items(value, call)


def _strcat_chars(call: Any, values: tuple[Any, ...]) -> CharArray:
    columns = []
    for value in values:
        if type(value) is CharArray:
            columns.append([line.rstrip(_BLANKS + "\0") for line in value.lines()] if value.numel else [""])
        else:
            columns.append([CharArray(as_array(value)).text])
    height = max(map(len, columns), default=0)
    if any(len(c) not in (1, height) for c in columns):
        raise call.error("Number of rows in all inputs must be equal or scalar.", "MATLAB:strcat:NumberOfInputRows")
    lines = ["".join(c[0] if len(c) == 1 else c[i] for c in columns) for i in range(height)]
    return CharArray.row(lines[0]) if len(lines) == 1 else CharArray.rows(lines)


@builtin(
    "cstrcat",
    "str = cstrcat(str1, ..., strN)",
    summary="Texts joined as they are (Octave).",
    examples=(Example("cstrcat('a ', 'b')", "'a b'"),),
    hidden=True,
)
def cstrcat(call, *values):
    return "".join(text_of(v) for v in values)


@builtin(
    "strvcat",
    "C = strvcat()",
    "C = strvcat(t1, ..., tN)",
    summary="Texts as rows of a char matrix, empty ones left out.",
    examples=(
        Example("strvcat('ab', '', 'c')", "['ab';'c ']"),
        Example("strvcat([72 105;72 111], 'a')", "['Hi';'Ho';'a ']"),
        Example("strvcat()", "''"),
    ),
)
def strvcat(call, *values):
    lines = []
    for value in values:
        texts = items(value, call)[0] if class_of(value) in ("char", "string", "cell") else call.feval("char", value)[0].lines()
        lines += [t for t in texts if t]
    return CharArray.rows(lines)


@builtin(
    "strjoin",
    "str = strjoin(C)",
    "str = strjoin(C, delimiter)",
    summary="Texts of a cell or string array joined by a delimiter.",
    examples=(
        Example("strjoin({'a', 'b', 'c'}, '-')", "'a-b-c'"),
        Example("strjoin({'a', 'b'})", "'a b'"),
        Example("strjoin({'a', 'b'}, '\\n')", "sprintf('a\\nb')"),
        Example("strjoin({'a', 'b', 'c'}, {'1', '2'})", "'a1b2c'"),
        Example('strjoin(["x" "y"], ",")', '"x,y"'),
    ),
    errors=(ErrorCase("strjoin({1, 2}, ',')", "MATLAB:strjoin:InvalidCellType"),),
)
def strjoin(call, value, delimiter=None):
    from ...values.format import unescape

    if not is_textual(value) or type(value) is CharArray:
        raise call.error("First input must be a string array or cell array of character vectors.", "MATLAB:strjoin:InvalidCellType")
    texts = [t or "" for t in items(value, call)[0]]
    if type(delimiter) is CellArray:
        between = [text_of(d) for d in delimiter.array.ravel(order="F")]
        if len(between) != len(texts) - 1:
            raise call.error(
                "Number of delimiters must equal the number of elements in C minus one.", "MATLAB:strjoin:WrongNumberOfDelimiterElements"
            )
        return one_like(value, "".join(a + b for a, b in zip_longest(texts, between, fillvalue="")))
    return one_like(value, (unescape(text_of(delimiter, "delimiter")) if delimiter is not None else " ").join(texts))


