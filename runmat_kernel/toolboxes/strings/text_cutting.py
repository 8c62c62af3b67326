"""Extraction, insertion and deletion of text before, after or between patterns or positions.

Patterns, positions and new texts are one for all texts, or one for each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.spec import ErrorCase, Example, builtin
from ...builtins.texts import cellstr, collected, is_textual, map_text, options, spread, strings, text_error
from ...values import CharArray, StringArray, object_array
from ...values.convert import is_text, text_of, to_value


def _each(call: Any, cut: Callable[..., str | None], value: Any, *others: Any) -> Any:
    """``cut`` of each text and what belongs to it, in the form of ``value``; what is not found is missing (no characters for char)."""
    if not is_textual(value):
        raise text_error(call)
    single = all(is_text(o) or (not is_textual(o) and np.size(getattr(o, "array", o)) == 1) for o in others)
    if single and type(value) is CharArray:
        rest = spread(call, *others)[0][0]
        return map_text(value, lambda t: cut(t, *rest) or "", call)
    rows, shape = spread(call, value, *others)
    results = [None if row[0] is None or None in row[1:] else cut(*row) for row in rows]
    others = others if type(value) is CharArray else ()
    if any(type(v) is StringArray for v in (value, *others)):
        return strings(results, shape)
    return cellstr([t or "" for t in results], shape)


def _position(text: str, number: Any, *, end: bool = False) -> int:
    """A position in a text (from 1) as a program gave it; ``end``: the place behind the last character counts too."""
    if isinstance(number, complex) or number != number or number != int(number) or number < (0 if end else 1):
        raise MatlabError("Numeric position must be a positive integer.", "MATLAB:string:PositionMustBePositiveInteger")
    if number > len(text):
        raise MatlabError("Numeric value exceeds the number of characters in element 1.", "MATLAB:string:PositionOutOfRange")
    return int(number)


def _before(text: str, mark: Any) -> str | None:
    at = text.find(mark) if isinstance(mark, str) else _position(text, mark) - 1
    return None if at < 0 else text[:at]


def _after(text: str, mark: Any) -> str | None:
    if not isinstance(mark, str):
        return text[_position(text, mark) :]
    at = text.find(mark)
    return None if at < 0 else text[at + len(mark) :]


def _side(name: str, summary: str, cut: Callable[[str, Any], str | None], *examples: Example):
    @builtin(name, f"newStr = {name}(str, pat)", f"newStr = {name}(str, pos)", summary=summary, examples=examples,
             errors=(ErrorCase(f"{name}('abc', 9)", "MATLAB:string:PositionOutOfRange"),))  # fmt: skip
    def extract(call, value, where):
        return _each(call, cut, value, where)

    return extract


SIDES = (
    _side(
        "extractBefore", "Text before a pattern or position.", _before,
        Example("extractBefore('a.txt', '.')", "'a'"), Example('extractBefore("abc", 3)', '"ab"'),
        Example('extractBefore(["abc" "wxyz"], [2 4])', '["a" "wxy"]'),
    ),
    _side(
        "extractAfter", "Text after a pattern or position.", _after,
        Example("extractAfter('a.txt', '.')", "'txt'"), Example('extractAfter("abc", 1)', '"bc"'),
        Example('extractAfter(["a-b" "c+d"], ["-" "+"])', '["b" "d"]'),
    ),
)  # fmt: skip


def _is_inclusive(call: Any, start: Any, more: Sequence[Any]) -> bool:
    """Whether the boundaries are included: by default positions are and patterns are not."""
    boundaries = options(call, more, boundaries=None)["boundaries"]
    if boundaries is None:
        return not is_textual(start)
    word = text_of(boundaries).lower()
    if word not in ("inclusive", "exclusive"):
        raise call.error("'Boundaries' value must be 'inclusive' or 'exclusive'.", f"MATLAB:{call.name}:InvalidBoundaries")
    return word == "inclusive"


def _check_ends(call: Any, start: Any, end: Any) -> None:
    if is_textual(start) != is_textual(end):
        message = "Start and end must both be text, or both be numeric positions."
        raise call.error(message, f"MATLAB:{call.name}:MixedBoundaries")


def _span(text: str, first: Any, last: Any, inclusive: bool) -> tuple[int, int]:
    """The part from one position to another, as Python's ends; without both of them where they do not belong to it."""
    begin, end = _position(text, first), _position(text, last, end=True)
    if not inclusive:
        begin, end = begin + 1, end - 1
    return begin - 1, max(end, begin - 1)


@builtin(
    "extractBetween",
    "newStr = extractBetween(str, startPat, endPat)",
    "newStr = extractBetween(str, startPos, endPos)",
    "newStr = extractBetween(..., 'Boundaries', bounds)",
    summary="Texts between two patterns or positions.",
    examples=(
        Example("extractBetween('a(b)c(d)', '(', ')')", "{'b'; 'd'}"),
        Example('extractBetween("abcdef", 2, 4)', '"bcd"'),
        Example('extractBetween("abcdef", 2, 4, "Boundaries", "exclusive")', '"c"'),
        Example('extractBetween(["abcd"; "wxyz"], [1; 2], [2; 4])', '["ab"; "xyz"]'),
        Example('extractBetween(["(a)(b)"; "(c)(d)"], "(", ")")', '["a" "b"; "c" "d"]'),
    ),
)
def extract_between(call, value, start, end, *more):
    inclusive = _is_inclusive(call, start, more)
    if not is_textual(value):
        raise text_error(call)
    _check_ends(call, start, end)
    rows, shape = spread(call, value, start, end)
    between: list[list[str | None]] = []
    for text, left, right in rows:
        if text is None or left is None or right is None:
            between.append([None])
        elif isinstance(left, str):
            matches = re.finditer(f"{re.escape(left)}(.*?){re.escape(right)}", text, re.DOTALL)
            between.append([m[0] if inclusive else m[1] for m in matches])
        else:
            begin, stop = _span(text, left, right, inclusive)
            between.append([text[begin:stop]])
    if len({len(pieces) for pieces in between}) > 1:
        raise call.error("All texts must have the same number of matches.", "MATLAB:string:MustHaveSameNumberOfMatches")
    count = len(between[0]) if between else 0
    if len(between) == 1:
        return collected(value, between[0], (count, 1))  # type: ignore[arg-type]
    table = object_array([piece for pieces in zip(*between, strict=True) for piece in pieces], (*_without_trailing_ones(shape), count))
    return collected(value, list(table.ravel(order="F")), table.shape if table.ndim > 1 else (*table.shape, 1))


def _without_trailing_ones(shape: tuple[int, ...]) -> tuple[int, ...]:
    sizes = list(shape)
    while len(sizes) > 1 and sizes[-1] == 1:
        sizes.pop()
    return tuple(sizes)


def _exchanged(call: Any, value: Any, start: Any, end: Any, new: Any, inclusive: bool) -> Any:
    """``value`` with what is between two texts or positions exchanged for ``new``."""
    _check_ends(call, start, end)
    if not is_textual(new):
        raise text_error(call, "Replacement")

    def cut(text: str, left: Any, right: Any, put: str) -> str:
        if not isinstance(left, str):
            begin, stop = _span(text, left, right, inclusive)
            return text[:begin] + put + text[stop:]
        whole = put if inclusive else left + put + right
        return re.sub(f"{re.escape(left)}.*?{re.escape(right)}", lambda _: whole, text, flags=re.DOTALL)

    return _each(call, cut, value, start, end, new)


@builtin(
    "replaceBetween",
    "newStr = replaceBetween(str, startPat, endPat, newText)",
    "newStr = replaceBetween(str, startPos, endPos, newText)",
    "newStr = replaceBetween(..., 'Boundaries', bounds)",
    summary="Exchange the text between two patterns or positions.",
    examples=(
        Example('replaceBetween("a(b)c", "(", ")", "x")', '"a(x)c"'),
        Example("replaceBetween('abcdef', 2, 4, '-')", "'a-ef'"),
        Example('replaceBetween(["abcd"; "wxyz"], [1; 2], [2; 4], ["P"; "Q"])', '["Pcd"; "wQ"]'),
    ),
)
def replace_between(call, value, start, end, new, *more):
    return _exchanged(call, value, start, end, new, _is_inclusive(call, start, more))


@builtin(
    "eraseBetween",
    "newStr = eraseBetween(str, startPat, endPat)",
    "newStr = eraseBetween(str, startPos, endPos)",
    "newStr = eraseBetween(..., 'Boundaries', bounds)",
    summary="Erase the text between two patterns or positions.",
    examples=(
        Example('eraseBetween("a(b)c", "(", ")")', '"a()c"'),
        Example('eraseBetween("a(b)c", "(", ")", "Boundaries", "inclusive")', '"ac"'),
        Example("eraseBetween('abcdef', 2, 4)", "'aef'"),
    ),
)
def erase_between(call, value, start, end, *more):
    return _exchanged(call, value, start, end, to_value(""), _is_inclusive(call, start, more))


def _insert(name: str, summary: str, after: bool, *examples: Example):
    def cut(text: str, where: Any, new: str) -> str:
        if isinstance(where, str):
            return text.replace(where, where + new if after else new + where)
        at = _position(text, where) - (0 if after else 1)
        return text[:at] + new + text[at:]

    @builtin(name, f"newStr = {name}(str, pat, newText)", f"newStr = {name}(str, pos, newText)", summary=summary, examples=examples)
    def insert(call, value, where, new):
        if not is_textual(new):
            raise text_error(call, "Third")
        return _each(call, cut, value, where, new)

    return insert


INSERTS = (
    _insert(
        "insertAfter", "Text with another inserted after a pattern or position.", True,
        Example("insertAfter('ab', 'a', '-')", "'a-b'"), Example('insertAfter(["ab" "cd"], [1 2], "-")', '["a-b" "cd-"]'),
    ),
    _insert(
        "insertBefore", "Text with another inserted before a pattern or position.", False,
        Example("insertBefore('ab', 2, '-')", "'a-b'"), Example('insertBefore("ab", "b", ["1" "2"])', '["a1b" "a2b"]'),
    ),
)  # fmt: skip
