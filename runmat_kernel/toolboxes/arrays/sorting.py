"""Sorting and finding: sort, find, maxk, mink, diff."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...accel import fast_functions as small
from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.argument_errors import too_many_inputs
from ...builtins.formula import Formula
from ...builtins.spec import Builtin, Effect, ErrorCase, Example, Fact, builtin
from ...graph.sort import Sort
from ...graph.sort import sort as sorted_array
from ...values.classes import FLOAT_CLASSES
from ...values.containers import CellArray
from ...values.convert import as_array, shape_of, text_of, to_value
from ...values.subscripts import mask_shape
from ...values.tensor import Tensor
from ...values.text import StringArray
from .order_statistics import at_positions, extreme_of
from .ordering import is_text_array, order_along, taken_along, text_order, texts
from .sort_options import dimension_and_words, read_order


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
    errors=(
        ErrorCase("sort([1 2],'up')", "MATLAB:sort:sortDirection"),
        ErrorCase("sort({1,2})", "MATLAB:sort:InputType"),
        ErrorCase("sort(1,2,3,4)", "MATLAB:maxrhs"),
        ErrorCase("sort([3 1],'descend',1)", "MATLAB:sort:notEnoughInputs"),
    ),
    facts=Fact.COMPILED,
    effect=Effect.NONE,
    small=small.ascending,
    pair=small.ascending_with_places,
)
def sort(call: Any, value: Any, *arguments: Any) -> Any:
    numbers, words = dimension_and_words(call, arguments)
    options = read_order("sort", words)
    axis, descending = arg.dimension(numbers[-1]) if numbers else None, options.directions[-1:] == ["descend"]
    if type(value) is CellArray or type(value) is StringArray:
        return _sorted_text(value, axis, descending, options.missing_first)
    shape = shape_of(value)
    axis = arg.first_nonsingleton(shape) if axis is None else axis
    is_plain = options.by == "auto" and options.missing_first is None
    if is_plain and axis < len(shape) and (deferred := call.engine.sort(Sort(axis, descending), value)) is not None:
        return (deferred, call.engine.sort(Sort(axis, descending, True), value)) if call.nargout > 1 else deferred
    array = as_array(value)
    if axis >= array.ndim:
        return value, np.ones(array.shape)
    if call.nargout < 2 and array.dtype.kind != "c" and options.by != "abs" and options.missing_first is None:
        return arg.like(value, sorted_array(Sort(axis, descending), array))
    order = order_along(array, axis, descending, options.by, options.missing_first)
    return arg.like(value, taken_along(array, order, axis)), order + 1.0


def _sorted_text(value: Any, axis: int | None, descending: bool, missing_first: bool | None) -> Any:
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
        order[line] = text_order(list(items[line]), descending, missing_first)
    return arg.like(value, np.take_along_axis(array, order, axis)), order + 1.0


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
    facts=Fact.COMPILED,
    effect=Effect.NONE,
    small=small.find,
)
def find(call: Any, value: Any, n: Any = None, direction: Any = None) -> Any:
    last, most = direction is not None and text_of(direction).lower() == "last", 2**62
    if n is not None:
        count = arg.scalar(n)
        if count < 1 or count != np.floor(count):
            raise MatlabError("Second argument must be a positive scalar integer.", "MATLAB:find:nonPosInt")
        most = int(min(count, most))
    if call.engine.prefers_device(value) and (positions := _found_on_device(call, value, most, last)) is not None:
        return positions
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


def _found_on_device(call: Any, value: Tensor, most: int, last: bool) -> Any:
    """``find`` of a large array on a device, without fetching it; None where the array is not on a device."""
    x = Formula(call, value)
    mask = x if x.matlab_class == "logical" else x.apply("ne", 0.0)
    positions = call.engine.true_positions(mask.value)
    if positions is None:
        return None
    count, wanted = positions[0], min(positions[0], most)
    if positions[1] is None:
        none = np.zeros(_places_shape(x.shape, 0))
        return none if call.nargout <= 1 else (none, none, arg.like(value, none))
    places = Formula(call, positions[1]).part(0, count - wanted if last else 0, wanted).reshape(*_places_shape(x.shape, wanted))
    if call.nargout <= 1:
        return places.value
    column = ((places - 0.5) / float(x.extent(0))).apply("floor")
    return (places - column * float(x.extent(0))).value, (column + 1.0).value, at_positions(x, places).value


def _extreme(name: str, descending: bool, summary: str, *examples: Example) -> Builtin:
    def function(call: Any, value: Any, k: Any, *arguments: Any) -> Any:
        numbers, words = arg.split_options(arguments)
        if len(numbers) > 1:
            raise too_many_inputs(call.name)
        by = read_order(call.name, words, directions=False).by
        shape = shape_of(value)
        axis = arg.dimension(numbers[0]) if numbers else arg.first_nonsingleton(shape)
        if axis >= len(shape):
            return value, np.ones(shape)
        if by == "auto" and call.engine.prefers_device(value) and value.matlab_class != "logical" and arg.integer(k) > 0:
            result = extreme_of(Formula(call, value), axis, min(arg.integer(k), shape[axis]), descending)
            return tuple(f.value for f in result[: max(call.nargout, 1)])
        array = as_array(value)
        if call.nargout < 2 and by == "auto" and (result := _without_order(array, arg.integer(k), axis, descending)) is not None:
            return arg.like(value, result)
        order = order_along(array, axis, descending, by, nan_first=False)
        order = np.take(order, range(min(max(arg.integer(k), 0), array.shape[axis])), axis)
        return arg.like(value, np.take_along_axis(array, order, axis)), order + 1.0

    return Builtin(
        name,
        (f"B = {name}(A, k)", f"B = {name}(A, k, dim)", f"B = {name}(..., 'ComparisonMethod', c)", f"[B, I] = {name}(...)"),
        summary,
        function,
        examples=examples,
    )


def _without_order(array: np.ndarray, count: int, axis: int, descending: bool) -> np.ndarray | None:
    """The ``count`` largest or smallest numbers along an axis, without sorting the others; None where it matters which of equal ones."""
    length = array.shape[axis]
    if not 0 < count < length or array.dtype.kind not in "iuf" or (array.dtype.kind == "f" and np.isnan(array).any()):
        return None
    parted = np.partition(array, length - count if descending else count - 1, axis=axis)
    chosen = np.sort(np.take(parted, range(length - count, length) if descending else range(count), axis), axis=axis)
    if not chosen.all():  # zeros have signs
        return None
    return np.flip(chosen, axis) if descending else chosen


EXTREMES = (
    _extreme("maxk", True, "The k largest elements.", Example("[b,i] = maxk([3 9 5],2)", "{[9 5],[2 3]}"), Example("maxk([NaN 1],1)", "1")),
    _extreme("mink", False, "The k smallest elements.", Example("mink([3 9 5],2)", "[3 5]")),
)


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
    facts=Fact.COMPILED,
    effect=Effect.NONE,
    small=small.differences,
)
def diff(call: Any, value: Any, n: Any = None, dim: Any = None) -> Any:
    if type(value) is Tensor and (deferred := _deferred_difference(call, value, n, dim)) is not None:
        return deferred
    array = arg.numeric(value)
    times = 1 if n is None or arg.is_empty_matrix(n) else arg.integer(n)
    if times < 1:
        raise MatlabError("Difference order N must be a positive integer scalar.", "MATLAB:diff:differenceOrderMustBePositiveInteger")
    array = array.astype(np.float64) if array.dtype == np.bool_ else array
    for _ in range(times):
        if array.shape == (1, 1) and dim is None:
            return np.zeros((0, 0), array.dtype)
        axis = arg.first_nonsingleton(array.shape) if dim is None else arg.dimension(dim)
        if axis >= array.ndim:
            return np.zeros((*array.shape, *(1,) * (axis - array.ndim), 0), array.dtype)
        array = _difference(call, array, axis)
    return array


def _deferred_difference(call: Any, value: Tensor, n: Any, dim: Any) -> Any:
    """``diff`` as differences of slices, where slices are deferred and as long as no dimension vanishes."""
    times = 1 if n is None or arg.is_empty_matrix(n) else arg.integer(n)
    difference = Formula(call, value)
    axis = difference.axis(dim)
    if axis >= len(value.shape) or not 0 < times < value.shape[axis]:
        return None
    if not (call.engine.prefers_device(value) or (times == 1 and value.matlab_class in FLOAT_CLASSES and call.engine.viewable(value))):
        return None
    for _ in range(times):
        kept = difference.extent(axis) - 1
        difference = difference.part(axis, 1, kept) - difference.part(axis, 0, kept)
    return difference.value


def _difference(call: Any, array: np.ndarray, axis: int) -> np.ndarray:
    if array.shape[axis] == 0:
        return array
    before = (slice(None),) * axis
    later, former = array[(*before, slice(1, None))], array[(*before, slice(None, -1))]
    if array.dtype.kind in "iu":  # these saturate
        return as_array(call.feval("minus", to_value(later), to_value(former))[0])
    return later - former
