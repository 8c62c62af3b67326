"""Rows in order, and whether elements or rows are in order: sortrows, topkrows, issorted, issortedrows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.formula import Formula
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...values.containers import CellArray
from ...values.convert import as_array, is_text, numel_of, shape_of
from ...values.tensor import Tensor
from ...values.text import CharArray, StringArray
from .order_statistics import in_order, lines_in_order, row_positions, rows_at
from .ordering import is_text_array, order_along, text_order, texts
from .sort_options import Order, dimension_and_words, read_order

_MOST_SORTS = 8
"""Columns by which rows are sorted on a device, by a sort each; the host takes more."""

_DIRECTIONS = ("ascend", "descend", "monotonic", "strictascend", "strictdescend", "strictmonotonic")


def _line_order(line: Any, descending: bool, order: Order, *, text: bool) -> np.ndarray:
    """Positions (from 0) that sort one column of numbers or of texts."""
    if text:
        return np.array(text_order(list(line), descending, order.missing_first), np.int64)
    return order_along(line, 0, descending, order.by, order.missing_first)


def _elements(value: Any) -> tuple[np.ndarray, bool]:
    """The elements to compare, texts as Python's, and whether they are texts."""
    if is_text_array(value) and type(value) is not CharArray:
        return np.array([*texts(value), None], object)[:-1].reshape(value.array.shape, order="F"), True
    if type(value) is CellArray:
        raise MatlabError("Argument must be a cell array of character vectors.", "MATLAB:sort:InputType")
    return as_array(value), False


def _columns(value: Any, items: list[Any]) -> list[int]:
    """The columns that a program names, with their signs; all of them where it names none."""
    width = shape_of(value)[1]
    numbers = [int(c) for item in items if numel_of(item) for c in as_array(item).ravel(order="F")]
    if any(c == 0 or abs(c) > width for c in numbers):
        raise MatlabError("Column sorting vector contains out-of-range column numbers.", "MATLAB:sortrows:COLmismatchX")
    return numbers or list(range(1, width + 1))


def _given(arguments: tuple[Any, ...]) -> tuple[list[Any], list[str]]:
    """Arguments that are numbers, and the texts, also those of lists of directions, in lower case."""
    items, words = [], []
    for item in arguments:
        if is_text(item) or type(item) in (CellArray, StringArray):
            words += [t.lower() for t in texts(item) if t is not None]
        else:
            items.append(item)
    return items, words


def _rows_in_order(array: np.ndarray, text: bool, columns: list[int], down: list[bool], order: Order) -> np.ndarray:
    """Positions (from 0) that sort rows by columns, the first the most significant."""
    order_of_rows = np.arange(array.shape[0])
    for c, descending in reversed(list(zip(columns, down, strict=True))):
        order_of_rows = order_of_rows[_line_order(array[order_of_rows, abs(c) - 1], descending, order, text=text)]
    return order_of_rows


def _per_column(columns: list[int], directions: list[str], name: str) -> list[bool]:
    """Whether each column descends: as named, else by the signs of the columns."""
    if not directions:
        return [c < 0 for c in columns]
    if len(directions) not in (1, len(columns)):
        raise MatlabError(
            "Number of sorting directions must match the number of columns to sort by.", f"MATLAB:{name}:WrongLengthDirection"
        )
    return [d == "descend" for d in (directions * len(columns) if len(directions) == 1 else directions)]


@builtin(
    "sortrows",
    "B = sortrows(A)",
    "B = sortrows(A, column)",
    "B = sortrows(..., direction)",
    "B = sortrows(..., 'MissingPlacement', p)",
    "B = sortrows(..., 'ComparisonMethod', c)",
    "[B, I] = sortrows(...)",
    summary="Rows in order; negative columns descend.",
    examples=(
        Example("sortrows([3 1;1 2;1 1])", "[1 1;1 2;3 1]"),
        Example("[B,I] = sortrows([3 1;1 2],-1)", "{[3 1;1 2],[1;2]}"),
        Example("sortrows({'b';'a'})", "{'a';'b'}"),
        Example("sortrows([1 2;1 3],[1 -2])", "[1 3;1 2]"),
        Example("sortrows([1 2;3 4],2,'descend')", "[3 4;1 2]"),
        Example("sortrows([2 1;NaN 1],'MissingPlacement','first')", "[NaN 1;2 1]"),
    ),
    effect=Effect.NONE,
)
def sortrows(call: Any, value: Any, *arguments: Any) -> Any:
    items, words = _given(arguments)
    order, columns = read_order("sortrows", words), _columns(value, items)
    down = _per_column(columns, order.directions, "sortrows")
    plain = order.by == "auto" and order.missing_first is None
    if (
        plain
        and call.engine.prefers_device(value)
        and len(shape_of(value)) == 2
        and value.matlab_class != "logical"
        and 0 < len(columns) <= _MOST_SORTS
    ):
        places = row_positions(Formula(call, value), [abs(c) - 1 for c in columns], down)
        return rows_at(Formula(call, value), places).value, places.value
    rows = _rows_in_order(*_elements(value), columns, down, order)
    return arg.like(value, arg.elements(value)[rows]), (rows + 1.0).reshape(-1, 1)


@builtin(
    "topkrows",
    "B = topkrows(X, k)",
    "B = topkrows(X, k, col)",
    "B = topkrows(..., direction)",
    "B = topkrows(..., 'ComparisonMethod', c)",
    "[B, I] = topkrows(...)",
    summary="The first k rows in descending order.",
    examples=(Example("topkrows([1 2;3 4;2 2],2)", "[3 4;2 2]"), Example('topkrows(["b";"c";"a"],2)', '["c";"b"]')),
)
def topkrows(call: Any, value: Any, k: Any, *arguments: Any) -> Any:
    items, words = _given(arguments)
    order, columns = read_order("topkrows", words), _columns(value, items)
    down = _per_column(columns, order.directions, "topkrows") if order.directions else [c > 0 for c in columns]
    order.missing_first = bool(order.missing_first)  # the top rows are those that have values
    rows = _rows_in_order(*_elements(value), columns, down, order)[: arg.integer(k)]
    return arg.like(value, arg.elements(value)[rows]), (rows + 1.0).reshape(-1, 1)


@builtin(
    "issorted",
    "tf = issorted(A)",
    "tf = issorted(A, dim)",
    "tf = issorted(A, 'rows')",
    "tf = issorted(..., direction)",
    "tf = issorted(..., 'MissingPlacement', p)",
    "tf = issorted(..., 'ComparisonMethod', c)",
    summary="Whether elements are in order.",
    examples=(
        Example("issorted([1 2 2 3])", "true"),
        Example("issorted([3 1])", "false"),
        Example("issorted([3 1],'descend')", "true"),
        Example("issorted({'a','b'})", "true"),
        Example("issorted({'a','a'},'strictascend')", "false"),
        Example("issorted([1 -2 3],'ComparisonMethod','abs')", "true"),
    ),
    errors=(ErrorCase("issorted(1,2,3,4)", "MATLAB:TooManyInputs"),),
    effect=Effect.NONE,
)
def issorted(call: Any, value: Any, *arguments: Any) -> Any:
    items, words = dimension_and_words(call, arguments)
    if "rows" in words:
        return call.feval("issortedrows", value, *[CharArray.row(w) for w in words if w != "rows"])[0]
    order = read_order("issorted", words, _DIRECTIONS)
    shape = shape_of(value)
    axis = arg.dimension(items[0]) if items else arg.first_nonsingleton(shape)
    if axis >= len(shape) or 0 in shape or shape[axis] == 1:
        return True
    downs, strict = _wanted(order.directions)
    is_plain = order.by == "auto" and order.missing_first is None
    if is_plain and not is_text_array(value) and not getattr(value, "is_complex", False):
        return _numbers_in_order(call, value, axis, downs, strict)
    array, text = _elements(value)
    lines = np.moveaxis(array, axis, 0).reshape(array.shape[axis], -1)
    return any(all(_is_in_order(line, down, strict, order, text) for line in lines.T) for down in downs)


def _numbers_in_order(call: Any, value: Any, axis: int, downs: Sequence[bool], strict: bool) -> Any:
    """Whether real numbers are in one of some directions; deferred for arrays on a device."""
    if type(value) is Tensor and not call.engine.viewable(value):
        return any(lines_in_order(as_array(value), axis, down, strict) for down in downs)
    answers = [in_order(Formula(call, value), axis, down, strict) for down in downs]
    return answers[0].value if len(answers) == 1 else answers[0].apply("or", answers[1]).value


def _wanted(directions: list[str]) -> tuple[list[bool], bool]:
    """The orders to test (True: descending), and whether equal neighbours are not allowed."""
    word = directions[-1] if directions else "ascend"
    return ([False, True] if word.endswith("monotonic") else [word.endswith("descend")]), word.startswith("strict")


def _is_in_order(line: np.ndarray, descending: bool, strict: bool, order: Order, text: bool) -> bool:
    """Whether a line is in order; a strict order has no missing elements."""
    ordered = _line_order(line, descending, order, text=text)
    if (ordered != np.arange(len(ordered))).any():
        return False
    if not strict:
        return True
    missing = any(t is None for t in line) if text else line.dtype.kind in "fc" and bool(np.isnan(line).any())
    return not missing and not (line[1:] == line[:-1]).any()


@builtin(
    "issortedrows",
    "tf = issortedrows(A)",
    "tf = issortedrows(A, column)",
    "tf = issortedrows(..., direction)",
    "tf = issortedrows(..., 'MissingPlacement', p)",
    "tf = issortedrows(..., 'ComparisonMethod', c)",
    summary="Whether rows are in order.",
    examples=(
        Example("issortedrows([1 2;1 3])", "true"),
        Example("issortedrows([1 3;1 2],2)", "false"),
        Example("issortedrows([1 3;1 2],[1 -2])", "true"),
        Example("issortedrows([3;3],'strictdescend')", "false"),
        Example("issorted([3 1;2 1],'rows','descend')", "true"),
        Example("issortedrows([1 2;1 3],1,'strictascend')", "false"),
    ),
)
def issortedrows(call: Any, value: Any, *arguments: Any) -> bool:
    items, words = _given(arguments)
    order, columns = read_order("issortedrows", words, _DIRECTIONS), _columns(value, items)
    array, text = _elements(value)
    strict = any(d.startswith("strict") for d in order.directions)
    plain = [d.removeprefix("strict") for d in order.directions]
    tries = [["ascend"], ["descend"]] if plain == ["monotonic"] else [plain]
    chosen = array[:, [abs(c) - 1 for c in columns]]
    if strict and (chosen[1:] == chosen[:-1]).all(axis=1).any():
        return False
    ways = [_per_column(columns, directions, "issortedrows") for directions in tries]
    return any((_rows_in_order(array, text, columns, down, order) == np.arange(len(array))).all() for down in ways)
