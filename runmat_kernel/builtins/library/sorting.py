"""Sorting and finding: sort, sortrows, find, issorted, maxk, mink, topkrows, diff."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...graph.sort import Sort
from ...graph.sort import sort as sorted_array
from ...values.classes import FLOAT_CLASSES
from ...values.containers import CellArray
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from ...values.subscripts import mask_shape
from ...values.tensor import Tensor
from ...values.text import CharArray, StringArray
from .. import arguments as arg
from ..formula import Formula
from ..order_statistics import at_positions, extreme_of, in_order, row_positions, rows_at
from ..ordering import is_text_array, order_along, row_order, taken_along, text_order, texts
from ..spec import Builtin, ErrorCase, Example, builtin

_MOST_SORTS = 8
"""Columns by which rows are sorted on a device, by a sort each; the host takes more."""


def _options(arguments: tuple[Any, ...]) -> tuple[int | None, bool, str, bool | None]:
    """Axis, descending, comparison method and whether NaN come first, of sort's arguments."""
    axis, descending, by, nan_first, rest = None, False, "auto", None, list(arguments)
    while rest:
        item = rest.pop(0)
        if not is_text(item):
            axis = arg.dimension(item)
            continue
        word = text_of(item).lower()
        if word in ("ascend", "descend"):
            descending = word == "descend"
        elif word == "comparisonmethod" and rest:
            by = text_of(rest.pop(0)).lower()
        elif word == "missingplacement" and rest:
            nan_first = {"first": True, "last": False}.get(text_of(rest.pop(0)).lower())
        else:
            raise MatlabError("Sorting direction must be 'ascend' or 'descend'.", "MATLAB:sort:sortDirection")
    return axis, descending, by, nan_first


@builtin(
    "sort",
    "B = sort(A)",
    "B = sort(A, dim)",
    "B = sort(..., direction)",
    "B = sort(..., Name, Value...)",
    "[B, I] = sort(...)",
    summary="Elements in order, stable; NaN last when ascending.",
    examples=(
        Example("sort([3 1 2])", "[1 2 3]"),
        Example("[b,i] = sort([3 1 2],'descend')", "{[3 2 1],[1 3 2]}"),
        Example("sort([3 1;2 5])", "[2 1;3 5]"),
        Example("sort([3 1;2 5],2)", "[1 3;2 5]"),
        Example("sort([NaN 1 2])", "[1 2 NaN]"),
        Example("sort([NaN 1 2],'descend')", "[NaN 2 1]"),
        Example("sort({'b','a'})", "{'a','b'}"),
        Example("sort('hello')", "'ehllo'"),
        Example("sort([1+i -3 2])", "[1+i 2 -3]"),
    ),
    errors=(ErrorCase("sort([1 2],'up')", "MATLAB:sort:sortDirection"), ErrorCase("sort({1,2})", "MATLAB:sort:InputType")),
)
def sort(call: Any, value: Any, *arguments: Any) -> Any:
    axis, descending, by, nan_first = _options(arguments)
    if type(value) is CellArray or type(value) is StringArray:
        return _sorted_text(value, axis, descending)
    shape = shape_of(value)
    axis = arg.first_nonsingleton(shape) if axis is None else axis
    if by == "auto" and nan_first is None and axis < len(shape):
        deferred = call.engine.sort(Sort(axis, descending), value)
        if deferred is not None:
            return (deferred, call.engine.sort(Sort(axis, descending, True), value)) if call.nargout > 1 else deferred
    array = as_array(value)
    if axis >= array.ndim:
        return value, np.ones(array.shape)
    if call.nargout < 2 and array.dtype.kind != "c" and by != "abs" and nan_first is None:
        return arg.like(value, sorted_array(Sort(axis, descending), array))
    order = order_along(array, axis, descending, by, nan_first)
    return arg.like(value, taken_along(array, order, axis)), order + 1.0


def _sorted_text(value: Any, axis: int | None, descending: bool) -> Any:
    if not is_text_array(value):
        raise MatlabError("Argument must be a cell array of character vectors.", "MATLAB:sort:InputType")
    array = value.array
    axis = arg.first_nonsingleton(array.shape) if axis is None else axis
    if axis >= array.ndim:
        return value, np.ones(array.shape)
    items = np.array(texts(value), object).reshape(array.shape, order="F")
    order = np.empty(array.shape, np.int64)
    for place in np.ndindex(*(n for i, n in enumerate(array.shape) if i != axis)):
        line = (*place[:axis], slice(None), *place[axis:])
        order[line] = text_order(list(items[line]), descending)
    return arg.like(value, np.take_along_axis(array, order, axis)), order + 1.0


@builtin(
    "sortrows",
    "B = sortrows(A)",
    "B = sortrows(A, column)",
    "B = sortrows(..., direction)",
    "[B, I] = sortrows(...)",
    summary="Rows in order; negative columns descend.",
    examples=(
        Example("sortrows([3 1;1 2;1 1])", "[1 1;1 2;3 1]"),
        Example("[B,I] = sortrows([3 1;1 2],-1)", "{[3 1;1 2],[1;2]}"),
        Example("sortrows({'b';'a'})", "{'a';'b'}"),
        Example("sortrows([1 2;1 3],[1 -2])", "[1 3;1 2]"),
        Example("sortrows([1 2;3 4],2,'descend')", "[3 4;1 2]"),
    ),
)
def sortrows(call: Any, value: Any, *arguments: Any) -> Any:
    columns, down, shape = None, None, shape_of(value)
    for item in arguments:
        if is_text(item) or (type(item) in (CellArray, StringArray)):
            words = [t.lower() for t in texts(item) if t is not None]
            down = [w == "descend" for w in words]
        elif numel_of(item):
            columns = [int(c) for c in as_array(item).ravel(order="F")]
    signs = [c < 0 for c in columns] if columns is not None else [False] * shape[1]
    columns = [abs(c) - 1 for c in columns] if columns is not None else list(range(shape[1]))
    if any(c < 0 or c >= shape[1] for c in columns):
        raise MatlabError("Column sorting vector contains out-of-range column numbers.", "MATLAB:sortrows:COLmismatchX")
    if down is not None:
        signs = down * len(columns) if len(down) == 1 else down
    if call.engine.away(value) and len(shape) == 2 and value.matlab_class != "logical" and 0 < len(columns) <= _MOST_SORTS:
        order = row_positions(Formula(call, value), columns, signs)
        return rows_at(Formula(call, value), order).value, order.value
    array = arg.elements(value)
    if is_text_array(value) and type(value) is not CharArray:
        items = np.array(texts(value), object).reshape(array.shape, order="F")
        order = np.arange(array.shape[0])
        for c, descend in reversed(list(zip(columns, signs, strict=True))):
            order = order[text_order(list(items[order, c]), descend)]
    else:
        order = row_order(array, columns, signs)
    return arg.like(value, array[order]), (order + 1.0).reshape(-1, 1)


@builtin(
    "find",
    "k = find(X)",
    "k = find(X, n)",
    "k = find(X, n, direction)",
    "[row, col] = find(...)",
    "[row, col, v] = find(...)",
    summary="Indices of nonzero elements.",
    examples=(
        Example("find([0 1 0 1])", "[2 4]"),
        Example("find([0 1;1 1])", "[2;3;4]"),
        Example("[r,c] = find([0 1;1 0])", "{[2;1],[1;2]}"),
        Example("find([1 1 1],2)", "[1 2]"),
        Example("find([1 1 1],1,'last')", "3"),
        Example("[r,c,v] = find([0 7])", "{1,2,7}"),
        Example("size(find([0 0]))", "[1 0]"),
        Example("size(find(0))", "[0 0]"),
        Example("size(find(zeros(2)))", "[0 1]"),
        Example("find(ones(1,1,2))", "[1;2]"),
    ),
    errors=(ErrorCase("find([1 2],-1)", "MATLAB:find:nonPosInt"),),
)
def find(call: Any, value: Any, n: Any = None, direction: Any = None) -> Any:
    last, most = direction is not None and text_of(direction).lower() == "last", 2**62
    if n is not None:
        count = arg.scalar(n)
        if count < 1 or count != np.floor(count):
            raise MatlabError("Second argument must be a positive scalar integer.", "MATLAB:find:nonPosInt")
        most = int(min(count, most))
    if call.engine.away(value) and (found := _found_there(call, value, most, last)) is not None:
        return found
    array = as_array(value)
    places = np.flatnonzero(array.ravel(order="F"))
    places = places[-most:] if last else places[:most]
    shape = array.shape
    out = _places_shape(shape, len(places))
    if call.nargout <= 1:
        return (places + 1.0).reshape(out)
    rows, columns = places % shape[0] + 1.0, places // shape[0] + 1.0
    return rows.reshape(out), columns.reshape(out), arg.like(value, array.ravel(order="F")[places].reshape(out))


def _places_shape(shape: tuple[int, ...], count: int) -> tuple[int, ...]:
    """A row for a row; a column for all else, also for elements along pages, which as a subscript keep their direction."""
    return mask_shape(shape, count) if len(shape) == 2 else (count, 1)


def _found_there(call: Any, value: Tensor, most: int, last: bool) -> Any:
    """``find`` of a large array on a device, without fetching it; None where it is not there."""
    x = Formula(call, value)
    mask = x if x.matlab_class == "logical" else x.apply("ne", 0.0)
    found = call.engine.true_positions(mask.value)
    if found is None:
        return None
    count, wanted = found[0], min(found[0], most)
    if found[1] is None:
        none = np.zeros(_places_shape(x.shape, 0))
        return none if call.nargout <= 1 else (none, none, arg.like(value, none))
    places = Formula(call, found[1]).part(0, count - wanted if last else 0, wanted).reshape(*_places_shape(x.shape, wanted))
    if call.nargout <= 1:
        return places.value
    column = ((places - 0.5) / float(x.extent(0))).apply("floor")
    return (places - column * float(x.extent(0))).value, (column + 1.0).value, at_positions(x, places).value


@builtin(
    "issorted",
    "tf = issorted(A)",
    "tf = issorted(A, dim)",
    "tf = issorted(A, 'rows')",
    "tf = issorted(..., direction)",
    summary="Whether elements are in order.",
    examples=(
        Example("issorted([1 2 2 3])", "true"),
        Example("issorted([3 1])", "false"),
        Example("issorted([3 1],'descend')", "true"),
        Example("issorted({'a','b'})", "true"),
    ),
)
def issorted(call: Any, value: Any, *arguments: Any) -> Any:
    numbers, words = arg.split_options(arguments)
    arg.check_options(call, words, "rows", "ascend", "descend", "monotonic", "strictascend", "strictdescend", "strictmonotonic",
                      "missingplacement", "comparisonmethod", "auto", "first", "last", "real", "abs")  # fmt: skip
    if is_text_array(value):
        items = texts(value)
        return text_order(items, "descend" in words) == list(range(len(items)))
    shape = shape_of(value)
    if "rows" in words:
        directions = [CharArray.row(w) for w in words if w != "rows"]
        return call.feval("issortedrows", value, *directions)[0]
    axis = arg.dimension(numbers[0]) if numbers else arg.first_nonsingleton(shape)
    if axis >= len(shape) or 0 in shape or shape[axis] == 1:
        return True
    directions = [bool({"descend", "strictdescend"} & set(words))]
    if {"monotonic", "strictmonotonic"} & set(words):
        directions = [False, True]
    strict = bool({"strictascend", "strictdescend", "strictmonotonic"} & set(words))
    if getattr(value, "is_complex", False):
        return any(_ordered_complex(as_array(value), axis, down, strict) for down in directions)
    found = [in_order(Formula(call, value), axis, down, strict) for down in directions]
    return found[0].value if len(found) == 1 else found[0].apply("or", found[1]).value


@builtin(
    "issortedrows",
    "tf = issortedrows(A)",
    "tf = issortedrows(A, column)",
    "tf = issortedrows(..., direction)",
    summary="Whether rows are in order.",
    examples=(
        Example("issortedrows([1 2;1 3])", "true"),
        Example("issortedrows([1 3;1 2],2)", "false"),
        Example("issortedrows([1 3;1 2],[1 -2])", "true"),
        Example("issortedrows([3;3],'strictdescend')", "false"),
        Example("issorted([3 1;2 1],'rows','descend')", "true"),
    ),
)
def issortedrows(call: Any, value: Any, *arguments: Any) -> bool:
    words = [text_of(a).lower() for a in arguments if is_text(a)]
    rest = [a for a in arguments if not is_text(a)]
    directions = [w.removeprefix("strict") for w in words] or [""]
    if directions == ["monotonic"]:
        directions = ["ascend", "descend"]

    def ordered(direction: str) -> bool:
        order = call.feval("sortrows", value, *rest, *([CharArray.row(direction)] if direction else ()), nargout=2)[1]
        return bool((np.diff(as_array(order).ravel()) > 0).all())

    rows = shape_of(value)[0]
    if words and words[0].startswith("strict") and shape_of(call.feval("unique", value, CharArray.row("rows"))[0])[0] < rows:
        return False
    return any(ordered(direction) for direction in directions)


def _ordered_complex(array: np.ndarray, axis: int, descending: bool, strict: bool) -> bool:
    if strict and (np.diff(np.sort(array, axis), axis=axis) == 0).any():
        return False
    counting = np.arange(array.shape[axis]).reshape([-1 if i == axis else 1 for i in range(array.ndim)])
    return bool((order_along(array, axis, descending) == counting).all())


def _extreme(name: str, descending: bool, summary: str, *examples: Example) -> Builtin:
    def function(call: Any, value: Any, k: Any, *arguments: Any) -> Any:
        numbers, words = arg.split_options(arguments)
        shape = shape_of(value)
        axis = arg.dimension(numbers[0]) if numbers else arg.first_nonsingleton(shape)
        if axis >= len(shape):
            return value, np.ones(shape)
        if "abs" not in words and call.engine.away(value) and value.matlab_class != "logical" and arg.integer(k) > 0:
            found = extreme_of(Formula(call, value), axis, min(arg.integer(k), shape[axis]), descending)
            return tuple(f.value for f in found[: max(call.nargout, 1)])
        array = as_array(value)
        order = order_along(array, axis, descending, "abs" if "abs" in words else "auto", nan_first=False)
        order = np.take(order, range(min(max(arg.integer(k), 0), array.shape[axis])), axis)
        return arg.like(value, np.take_along_axis(array, order, axis)), order + 1.0

    return Builtin(
        name,
        (f"B = {name}(A, k)", f"B = {name}(A, k, dim)", f"B = {name}(..., 'ComparisonMethod', c)", f"[B, I] = {name}(...)"),
        summary,
        function,
        examples=examples,
    )


EXTREMES = (
    _extreme("maxk", True, "The k largest elements.", Example("[b,i] = maxk([3 9 5],2)", "{[9 5],[2 3]}"), Example("maxk([NaN 1],1)", "1")),
    _extreme("mink", False, "The k smallest elements.", Example("mink([3 9 5],2)", "[3 5]")),
)


@builtin(
    "topkrows",
    "B = topkrows(X, k)",
    "B = topkrows(X, k, col)",
    "B = topkrows(..., direction)",
    "[B, I] = topkrows(...)",
    summary="The first k rows in descending order.",
    examples=(Example("topkrows([1 2;3 4;2 2],2)", "[3 4;2 2]"),),
)
def topkrows(call: Any, value: Any, k: Any, *arguments: Any) -> Any:
    numbers, words = arg.split_options(arguments)
    array = as_array(value)
    columns = [int(c) for c in as_array(numbers[0]).ravel(order="F")] if numbers else list(range(1, array.shape[1] + 1))
    down = [("ascend" not in words) if not numbers or words else c > 0 for c in columns]
    order = row_order(array, [abs(c) - 1 for c in columns], down)[: arg.integer(k)]
    return arg.like(value, array[order]), (order + 1.0).reshape(-1, 1)


@builtin(
    "diff",
    "Y = diff(X)",
    "Y = diff(X, n)",
    "Y = diff(X, n, dim)",
    summary="Differences of neighbours.",
    examples=(
        Example("diff([1 4 9])", "[3 5]"),
        Example("diff([1 4 9],2)", "2"),
        Example("diff([1 2;4 8])", "[3 6]"),
        Example("diff([1 2;4 8],1,2)", "[1;4]"),
        Example("diff(5)", "[]"),
        Example("diff(uint8([1 5 2]))", "uint8([4 0])"),
        Example("size(diff(zeros(1,0)))", "[1 0]"),
    ),
)
def diff(call: Any, value: Any, n: Any = None, dim: Any = None) -> Any:
    if type(value) is Tensor and (deferred := _deferred_difference(call, value, n, dim)) is not None:
        return deferred
    array = arg.numeric(value)
    kind = class_of(value)
    times = 1 if n is None or arg.is_empty_matrix(n) else arg.integer(n)
    if times < 1:
        raise MatlabError("Difference order N must be a positive integer scalar.", "MATLAB:diff:differenceOrderMustBePositiveInteger")
    array = array.astype(np.float64) if array.dtype == np.bool_ else array
    axis = arg.first_nonsingleton(array.shape) if dim is None else arg.dimension(dim)
    for _ in range(times):
        if dim is None:
            axis = arg.first_nonsingleton(array.shape)
        if array.shape == (1, 1) and dim is None:
            return np.zeros((0, 0), array.dtype)
        if axis >= array.ndim:
            return np.zeros((*array.shape, *(1,) * (axis - array.ndim), 0), array.dtype)
        array = _difference(array, axis, kind)
    return array


def _deferred_difference(call: Any, value: Tensor, n: Any, dim: Any) -> Any:
    """``diff`` as differences of slices, where slices are deferred and as long as no dimension vanishes."""
    times = 1 if n is None or arg.is_empty_matrix(n) else arg.integer(n)
    found = Formula(call, value)
    axis = found.axis(dim)
    if axis >= len(value.shape) or not 0 < times < value.shape[axis]:
        return None
    if not (call.engine.away(value) or (times == 1 and value.matlab_class in FLOAT_CLASSES and call.engine.viewable(value))):
        return None
    for _ in range(times):
        kept = found.extent(axis) - 1
        found = found.part(axis, 1, kept) - found.part(axis, 0, kept)
    return found.value


def _difference(array: np.ndarray, axis: int, kind: str) -> np.ndarray:
    if array.shape[axis] == 0:
        return array
    later = np.take(array, range(1, array.shape[axis]), axis)
    former = np.take(array, range(array.shape[axis] - 1), axis)
    if array.dtype.kind in "iu":
        exact = later.astype(object) - former.astype(object)
        limits = np.iinfo(array.dtype)
        return np.clip(exact, limits.min, limits.max).astype(array.dtype) if exact.size else later
    return later - former
