"""Groups of observations: findgroups, splitapply."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.device import is_real_float, on_device
from ...builtins.formula import Formula
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.containers import CellArray
from ...values.convert import as_array, is_text, numel_of, shape_of, to_value
from ...values.tables.columns import joined_values
from ...values.tables.table import Table
from ...values.tensor import Tensor
from ..arrays.device_groups import STATISTICS, Groups, whole_bounds
from ..arrays.ordering import is_text_array, keys_of, take
from ..arrays.ranks import ranks, row_ranks


def _present(call: Any, value: Any) -> np.ndarray:
    """Which elements are not missing: NaN, missing strings and empty text belong to no group."""
    missing = as_array(call.feval("ismissing", value)[0]).ravel(order="F").astype(bool)
    return ~missing


@builtin(
    "findgroups", "G = findgroups(A)", "G = findgroups(A1, ..., AN)", "[G, ID1, ..., IDN] = findgroups(...)",
    summary="Numbers of the groups of equal elements, in sorted order, and what identifies each; NaN for missing ones.",
    examples=(
        Example("findgroups([5 3 5 NaN])", "[2 1 2 NaN]"), Example("[G,ID] = findgroups({'b';'a';'b'})", "{[2;1;2],{'a';'b'}}"),
        Example("[G,A,B] = findgroups([1;1;2],[7;8;7])", "{[1;2;3],[1;1;2],[7;8;7]}"),
    ),
    errors=(
        ErrorCase("findgroups([1;2],[1;2;3])", "MATLAB:findgroups:InputSizeMismatch"),
        ErrorCase("findgroups([1 2;3 4])", "MATLAB:findgroups:GroupingVarNotVector"),
    ),
)  # fmt: skip
def findgroups(call: Any, *variables: Any) -> Any:
    count = _check_variables(variables)
    present = np.logical_and.reduce([_present(call, v) for v in variables])
    number = row_ranks([ranks(keys_of(v).codes[present]) for v in variables])
    first = np.empty(number.max(initial=-1) + 1, np.int64)
    first[number[::-1]] = np.arange(len(number))[::-1]
    groups = np.full(count, np.nan)
    groups[present] = number + 1.0
    row = count != 1 and all(len(shape_of(v)) == 2 and shape_of(v)[0] == 1 for v in variables)
    shape = (1, -1) if row else (-1, 1)
    chosen = np.flatnonzero(present)[first]
    return Tensor(groups.reshape(shape)), *(arg.like(v, take(v, chosen, False).reshape(shape)) for v in variables)


def _check_variables(variables: tuple[Any, ...]) -> int:
    """The number of observations of grouping variables, which are vectors of one length."""
    if not variables:
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs")
    if any((is_text(v) and not is_text_array(v)) or sorted(shape_of(v))[:-1] not in ([0], [1]) for v in variables):
        raise MatlabError(
            "A grouping variable must be a vector of numbers, strings or a cell array of character vectors.",
            "MATLAB:findgroups:GroupingVarNotVector",
        )
    if len({numel_of(v) for v in variables}) > 1:
        raise MatlabError("Grouping variables must have the same number of elements.", "MATLAB:findgroups:InputSizeMismatch")
    return numel_of(variables[0])


def _numbers(groups: Any) -> tuple[np.ndarray, int]:
    """Group numbers and how many groups there are."""
    array = arg.floating(groups).ravel(order="F")
    known = array[~np.isnan(array)]
    if (known < 1).any() or (known != np.floor(known)).any():
        raise MatlabError("Group numbers must be a vector of positive integers.", "MATLAB:splitapply:InvalidGroupNums")
    levels = np.unique(known)
    if len(levels) == 0 or len(levels) != int(levels[-1]):
        message = "For N groups, every integer between 1 and N must occur at least once in the vector of group numbers."
        raise MatlabError(message, "MATLAB:splitapply:MissingGroupNums")
    return array, len(levels)


@builtin(
    "splitapply", "Y = splitapply(func, X1, ..., XN, G)", "Y = splitapply(func, T, G)", "[Y1, ..., YM] = splitapply(func, X1, ..., XN, G)",
    summary="A function applied to each group of rows (of columns where G is a row).",
    examples=(
        Example("splitapply(@mean,[1;2;3;4],[1;2;1;2])", "[2;3]"), Example("splitapply(@(x,y) sum(x.*y),[1;2;3],[1;1;2],[1;1;2])", "[3;6]"),
        Example("[m,s] = splitapply(@max,[4;9;2],[1;2;2])", "{[4;9],[1;1]}"), Example("splitapply(@(x) {x},[5;6;7],[2;1;2])", "{6;[5;7]}"),
        Example("splitapply(@(x) [min(x) max(x)],[1;5;2;8],[1;1;2;2])", "[1 5;2 8]"), Example("splitapply(@sum,[1 2 3],[1;2;1])", "[4;2]"),
    ),
    errors=(
        ErrorCase("splitapply(@mean,[1;2],[1;3])", "MATLAB:splitapply:MissingGroupNums"),
        ErrorCase("splitapply(@(x) x,[1;2],[1;1])", "MATLAB:splitapply:OutputNotUniform"),
    ),
)  # fmt: skip
def splitapply(call: Any, function: Any, *arguments: Any) -> Any:
    if len(arguments) < 2:
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs")
    *variables, groups = arguments
    if len(variables) == 1 and (result := _applied_on_device(call, function, variables[0], groups)) is not None:
        return result
    data = [column for value in variables for column in (value.columns.values() if isinstance(value, Table) else (value,))]
    numbers, count = _numbers(groups)
    axis = 1 if shape_of(groups)[0] == 1 and len(numbers) > 1 else 0
    axes = [_data_axis(shape_of(value), axis, len(numbers)) for value in data]
    asked = max(1, call.nargout)
    outputs: list[list[Any]] = [[] for _ in range(asked)]
    order = np.argsort(numbers, kind="stable")
    for number, index in enumerate(np.split(order[: np.count_nonzero(~np.isnan(numbers))], _ends(numbers, count)), 1):
        group = [to_value(arg.like(v, np.take(arg.elements(v), index, along))) for v, along in zip(data, axes, strict=True)]
        for output, result in zip(outputs, call.feval(function, *group, nargout=asked), strict=True):
            if shape_of(result)[axis] != 1:
                raise _not_uniform(number)
            output.append(result)
    return tuple([_joined(output, axis) for output in outputs])


def _ends(numbers: np.ndarray, count: int) -> np.ndarray:
    """The ends of all groups but the last among the sorted numbers."""
    return np.cumsum(np.bincount(numbers[~np.isnan(numbers)].astype(int), minlength=count + 1)[1:-1])


def _data_axis(shape: tuple[int, ...], axis: int, count: int) -> int:
    """The axis of a data variable along which its observations lie; vectors may lie across."""
    own = 1 - axis if arg.is_vector(shape) and shape[axis] == 1 else axis
    if shape[own] != count:
        message = "The data variables must have as many rows as the vector of group numbers has elements."
        raise MatlabError(message, "MATLAB:splitapply:RowMismatch")
    return own


def _applied_on_device(call: Any, function: Any, value: Any, groups: Any) -> Any:
    """A statistic of STATISTICS for the groups of a column on the device; None where the host computes it or raises the error."""
    name, shape = getattr(function, "name", None), shape_of(value)
    if name not in (*STATISTICS, "numel") or call.nargout > 1 or shape != shape_of(groups) or shape[1:] != (1,):
        return None
    if not (on_device(call, value) or on_device(call, groups)) or not (is_real_float(value) and is_real_float(groups)):
        return None
    index = Formula(call, groups)
    ((low, high, whole),) = whole_bounds([index])
    if low != 1 or not whole or high > shape[0]:
        return None
    tallies = Groups(index - 1.0, int(high))
    if not tallies.worth_it or not (sizes := tallies.counts()).all():
        return None
    if name == "numel":
        return sizes.reshape(-1, 1)
    return arg.single_like(tallies.statistic(Formula(call, value), name).reshape(-1, 1), value)


def _joined(results: list[Any], axis: int) -> Any:
    if type(results[0]) is CellArray:
        return CellArray(np.concatenate([r.array for r in results], axis))
    return joined_values(results, "horzcat" if axis else "vertcat")


def _not_uniform(number: int) -> MatlabError:
    message = (
        f"The function returned a non-scalar value when applied to group {number} of data.\n"
        "To compute nonscalar values for each group, create an anonymous function to return each value in a scalar cell:\n    @(x){func(x)}"
    )
    return MatlabError(message, "MATLAB:splitapply:OutputNotUniform")
