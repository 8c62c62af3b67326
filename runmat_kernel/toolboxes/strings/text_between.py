"""Texts between two others replaced or erased, texts appended, and conversions between the kinds of text."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins.spec import Example, builtin
from ...builtins.texts import collected, items, one_like
from ...values import CellArray, CharArray, StringArray, StructArray, object_array


@builtin(
    "append",
    "str = append(str1, ..., strN)",
    summary="Join texts element by element, blanks kept: strings where one of them is, else cells, else characters.",
    examples=(
        Example("append('a ', 'b')", "'a b'"),
        Example('append(["x" "y"], "1")', '["x1" "y1"]'),
        Example("append({'p', 'q'}, '_')", "{'p_', 'q_'}"),
    ),
)
def append(call, *values):
    texts = [items(value, call) for value in values]
    like = next((v for v in values if type(v) is StringArray), next((v for v in values if type(v) is CellArray), values[0]))
    shape = next((s for t, s in texts if len(t) != 1), texts[0][1])
    count = max(len(t) for t, _ in texts)
    if any(len(t) not in (1, count) for t, _ in texts):
        raise call.error("Inputs must be the same size or either one must be a scalar.", "MATLAB:string:MustBeSameSizeOrScalar")
    rows = [[t[k] if len(t) > 1 else t[0] for t, _ in texts] for k in range(count)]
    joined = [None if None in row else "".join(row) for row in rows]
    return one_like(like, joined[0]) if type(like) is CharArray else collected(like, joined, shape)


def _to_chars(value: Any) -> Any:
    if type(value) is not StringArray:
        return value
    texts = [CharArray.row(text or "") for text in value.array.ravel(order="F")]
    return texts[0] if len(texts) == 1 else CellArray(object_array(texts, value.shape))


def _to_strings(value: Any) -> Any:
    if type(value) is CharArray:  # one string in any case: of a matrix the characters in column order
        return StringArray.scalar(value.text)
    if type(value) is CellArray and all(type(x) is CharArray and x.is_row for x in value.array.flat):
        return StringArray(object_array([x.text for x in value.array.ravel(order="F")], value.shape))
    return value


def _contained(value: Any) -> Any:
    """Strings anywhere in cells and structures as characters."""
    if type(value) is CellArray:
        return CellArray(object_array([_contained(x) for x in value.array.ravel(order="F")], value.shape))
    if type(value) is StructArray:
        texts = np.empty(value.shape, object, order="F")
        for position in np.ndindex(value.shape):
            texts[position] = {name: _contained(item) for name, item in value.array[position].items()}
        return StructArray(texts, value.fields)
    return _to_chars(value)


@builtin(
    "convertStringsToChars",
    "[B1, ..., Bn] = convertStringsToChars(A1, ..., An)",
    summary="String arrays as character vectors or cells of them; all else as it is.",
    examples=(
        Example('convertStringsToChars("a")', "'a'"),
        Example('convertStringsToChars(["a" "b"])', "{'a', 'b'}"),
        Example("convertStringsToChars(5)", "5"),
    ),
)
def convert_strings_to_chars(call, *values):
    return tuple(_to_chars(value) for value in values)


@builtin(
    "convertCharsToStrings",
    "[B1, ..., Bn] = convertCharsToStrings(A1, ..., An)",
    summary="Character vectors and cells of them as string arrays; all else as it is.",
    examples=(
        Example("convertCharsToStrings('a')", '"a"'),
        Example("convertCharsToStrings({'a', 'b'})", '["a" "b"]'),
        Example("convertCharsToStrings(['ab'; 'cd'])", '"acbd"'),
        Example("convertCharsToStrings(5)", "5"),
    ),
)
def convert_chars_to_strings(call, *values):
    return tuple(_to_strings(value) for value in values)


@builtin(
    "convertContainedStringsToChars",
    "[B1, ..., Bn] = convertContainedStringsToChars(A1, ..., An)",
    summary="Strings as characters, inside cells and structures too.",
    examples=(Example('convertContainedStringsToChars({1, "a"})', "{1, 'a'}"),),
)
def convert_contained_strings_to_chars(call, *values):
    return tuple(_contained(value) for value in values)
