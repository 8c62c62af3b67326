"""Sets: unique, ismember, union, intersect, setdiff, setxor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.formula import Formula
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...values import concat
from ...values.classes import DTYPES
from ...values.containers import CellArray
from ...values.convert import as_array, class_of, numel_of, shape_of, to_value
from ...values.tensor import Tensor
from ...values.text import CharArray, StringArray
from .device_sets import combined, distinct_rows, members
from .distinct import distinct
from .near import grouped
from .order_statistics import member
from .ordering import Keys, is_text_array, keys_of, same_text_kind, take, texts

_MOST_SEARCHED = 1 << 16
"""Elements of a set in which a device searches: each halving is a step of its kernel."""
_WORDS = ("rows", "stable", "sorted", "first", "last", "legacy")


def _words(arguments: tuple[Any, ...], function: str) -> set[str]:
    _, words = arg.split_options(arguments)
    unknown = [w for w in words if w not in _WORDS]
    if unknown or len(words) != len(arguments):
        raise MatlabError("Unrecognized option.", f"MATLAB:{function.upper()}:UnknownFlag")
    return set(words)


def _by_rows(call: Any, words: set[str], *values: Any) -> bool:
    """Whether sets are of rows: cells have none, of which a warning tells."""
    if "rows" in words and any(type(value) is CellArray for value in values):
        call.warning("The 'rows' input is not supported for cell array inputs.", f"MATLAB:{call.name.upper()}:RowsFlagIgnored")
        return False
    return "rows" in words


def _column(index: np.ndarray) -> np.ndarray:
    return (index + 1.0).reshape(-1, 1)


def _is_row(value: Any) -> bool:
    shape = shape_of(value)
    return len(shape) == 2 and shape[0] == 1


def _shaped(value: Any, array: np.ndarray, row: bool) -> Any:
    return arg.like(value, array.reshape(1, -1) if row else array)


@builtin(
    "unique",
    "C = unique(A)",
    "C = unique(A, 'rows')",
    "C = unique(..., setOrder)",
    "C = unique(..., occurrence)",
    "C = unique(..., 'legacy')",
    "[C, ia, ic] = unique(...)",
    summary="Distinct elements, in order.",
    examples=(
        Example("unique([3 1 3])", "[1 3]"),
        Example("[C,ia,ic] = unique([3 1 3])", "{[1 3],[2;1],[2;1;2]}"),
        Example("unique([3 1 3],'stable')", "[3 1]"),
        Example("unique({'b','a','b'})", "{'a','b'}"),
        Example("unique([1 2;1 2],'rows')", "[1 2]"),
        Example('unique(["b" "a";"a" "b";"b" "a"],\'rows\')', '["a" "b";"b" "a"]'),
        Example("unique([3;1;3])", "[1;3]"),
        Example("numel(unique([NaN NaN]))", "2"),
        Example("unique([2 1;1 2])", "[1;2]"),
        Example("unique([])", "[]"),
        Example("unique('hello')", "'ehlo'"),
    ),
    errors=(ErrorCase("unique({1,2})", "MATLAB:UNIQUE:InputClass"),),
    effect=Effect.NONE,
    facts=Fact.SETS,
)
def unique(call: Any, value: Any, *options: Any) -> Any:
    words = _words(options, "unique")
    rows = _by_rows(call, words, value)
    if "legacy" not in words and (large := _unique_on_device(call, value, words, rows)) is not None:
        return large
    if call.nargout < 2 and not words - {"sorted", "first"} and type(value) is Tensor and not value.is_complex and value.numel:
        return _shaped(value, _distinct_values(value.array.ravel(order="F")).reshape(-1, 1), _is_row(value))
    keys = keys_of(value, rows, call.engine)
    first, codes = keys.first, keys.codes
    if "last" in words or ("legacy" in words and "first" not in words):
        first = np.zeros(len(first), np.int64)
        np.maximum.at(first, codes, np.arange(len(codes)))
    if "stable" in words:
        order = np.argsort(first, kind="stable")
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        first, codes = first[order], rank[codes]
    elements = take(value, first, rows)
    if not rows and shape_of(value) == (0, 0):
        elements = elements.reshape(0, 0)
    result = _shaped(value, elements, not rows and _is_row(value))
    if "legacy" in words:
        return result, _legacy_index(first, value), _legacy_index(codes, value)
    return result, _column(first), _column(codes)


def _unique_on_device(call: Any, value: Any, words: set[str], rows: bool) -> tuple[Any, ...] | None:
    """``unique`` of a large array on a device; None where the host computes it."""
    if rows:
        outputs = distinct_rows(call, value, last="last" in words, stable="stable" in words)
        return None if outputs is None else outputs[: max(call.nargout, 1)]
    outputs = None if "rows" in words else distinct(call, value, last="last" in words, stable="stable" in words, nargout=call.nargout)
    if not outputs:
        return None
    elements, *places = outputs
    row = elements.reshape(1, numel_of(elements.value)) if _is_row(value) else elements
    return row.value, *(p.value for p in places if p is not None)


def _distinct_values(values: np.ndarray) -> np.ndarray:
    """The distinct numbers in order, without where they were; a zero has the sign of the first one."""
    ordered = np.sort(values)
    distinct = ordered[np.concatenate([[True], ordered[1:] != ordered[:-1]])]
    if distinct.dtype.kind == "f" and distinct[-1] != distinct[-1]:  # sorting changes the bits of NaN
        missing = values[np.isnan(values)]
        distinct[len(distinct) - len(missing) :] = missing
    zero = np.searchsorted(distinct, 0)
    if zero < len(distinct) and distinct[zero] == 0:
        distinct[zero] = values[np.argmax(values == 0)]
    return distinct


def _legacy_index(index: np.ndarray, *values: Any) -> np.ndarray:
    """Indices with 'legacy': a row unless an input is a column (or a matrix)."""
    return _column(index) if all(shape_of(v)[1] == 1 and shape_of(v)[0] != 1 for v in values) else (index + 1.0).reshape(1, -1)


def _indices(words: set[str], rows: bool, values: tuple[Any, ...], *indices: np.ndarray) -> tuple[np.ndarray, ...]:
    if "legacy" in words and not rows:
        return tuple(_legacy_index(i, *values) for i in indices)
    return tuple(_column(i) for i in indices)


def _pair(call: Any, a: Any, b: Any, words: set[str], function: str) -> tuple[Any, Any, Any, Keys, int, bool]:
    """Both inputs in one kind, the array of all their items, its keys, the number of items of the first, and whether items are rows."""
    a, b = same_text_kind(a, b), same_text_kind(b, a)
    for value in (a, b):
        if type(value) is CellArray and not is_text_array(value):
            raise MatlabError("Cell array inputs must be cell arrays of character vectors.", f"MATLAB:{function.upper()}:CELLSTR")
    rows = _by_rows(call, words, a)
    if rows:
        if shape_of(a)[1] != shape_of(b)[1] and numel_of(a) and numel_of(b):
            raise MatlabError("A and B must have the same number of columns.", f"MATLAB:{function.upper()}:AandBColnumAgree")
        joined, count = concat.vertcat((a, b)), shape_of(a)[0]
    else:
        a, b = _empty_like(a, b), _empty_like(b, a)
        columns = [to_value(arg.like(v, arg.column(arg.elements(v)))) for v in (a, b)]
        joined, count = concat.vertcat(tuple(columns)), numel_of(a)
    return a, b, joined, keys_of(joined, rows), count, rows


def _empty_like(value: Any, other: Any) -> Any:
    """An empty array beside a cell array as an empty cell; every other value as it is."""
    return (
        CellArray(np.empty((0, 1), object)) if type(other) is CellArray and type(value) is not CellArray and not numel_of(value) else value
    )


def _as_row(a: Any, b: Any, words: set[str] = frozenset()) -> bool:
    """Whether the result is a row: both sets are rows, an empty one aside (with 'legacy': unless a column meets a column or number)."""
    if "legacy" in words:
        shapes = [shape_of(v) for v in (a, b)]
        return any(shape[1] != 1 for shape in shapes) or all(shape[0] == 1 for shape in shapes)
    items = [v for v in (a, b) if numel_of(v)] or [a, b]
    return all(map(_is_row, items))


def _chosen(index: np.ndarray, codes: np.ndarray, words: set[str]) -> np.ndarray:
    """First items of distinct codes among ``index`` (which ascends), sorted or (stable) in their order; with 'legacy' the last ones."""
    first = _first_of_each(index if "legacy" not in words else index[::-1], codes)
    first = first[first >= 0]
    return np.sort(first) if "stable" in words and "legacy" not in words else first


def _first_of_each(index: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """For each code the first item of ``index`` that has it, -1 where none has."""
    first = np.full(codes.max(initial=-1) + 1, -1)
    first[codes[index][::-1]] = index[::-1]  # the last value written wins
    return first


def _combined_on_device(call: Any, a: Any, b: Any, words: set[str], row: Callable[[], bool]) -> tuple[Any, ...] | None:
    """A set of two arrays of which one is large and on a device; None where the host computes it."""
    if "legacy" in words or (outputs := combined(call, a, b, rows="rows" in words, stable="stable" in words)) is None:
        return None
    items, *places = outputs
    if "rows" not in words and row():
        items = items.reshape(1, items.extent(0))
    return tuple(f.value for f in (items, *places) if f is not None)[: max(call.nargout, 1)]


def _answer(joined: Any, chosen: np.ndarray, rows: bool, row: bool) -> Any:
    elements = take(joined, chosen, rows)
    return arg.like(joined, elements.reshape(1, -1) if row and not rows else elements)


@builtin(
    "union",
    "C = union(A, B)",
    "C = union(A, B, 'rows')",
    "C = union(..., setOrder)",
    "C = union(..., 'legacy')",
    "[C, ia, ib] = union(...)",
    summary="Elements of either set.",
    examples=(
        Example("union([3 1],[1 2])", "[1 2 3]"),
        Example("[C,ia,ib] = union([3 1],[1 2])", "{[1 2 3],[2;1],2}"),
        Example("union({'a'},{'b'})", "{'a','b'}"),
        Example("union([1 2;3 4],[1 2],'rows')", "[1 2;3 4]"),
    ),
    effect=Effect.NONE,
    facts=Fact.SETS,
)
def union(call: Any, a: Any, b: Any, *options: Any) -> Any:
    words = _words(options, "union")
    if (large := _combined_on_device(call, a, b, words, lambda: _as_row(a, b))) is not None:
        return large
    a, b, joined, keys, count, rows = _pair(call, a, b, words, "union")
    chosen = _chosen(np.arange(len(keys.codes)), keys.codes, words)
    return _answer(joined, chosen, rows, _as_row(a, b, words)), *_indices(
        words, rows, (a, b), chosen[chosen < count], chosen[chosen >= count] - count
    )


@builtin(
    "intersect",
    "C = intersect(A, B)",
    "C = intersect(A, B, 'rows')",
    "C = intersect(..., setOrder)",
    "C = intersect(..., 'legacy')",
    "[C, ia, ib] = intersect(...)",
    summary="Elements that are in A and in B.",
    examples=(
        Example("intersect([3 1 5],[5 1 2])", "[1 5]"),
        Example("[C,ia,ib] = intersect([3 1 5],[5 1 2])", "{[1 5],[2;3],[2;1]}"),
        Example("intersect({'a','b'},{'b'})", "{'b'}"),
        Example("intersect([1;2],[2 3])", "2"),
    ),
    effect=Effect.NONE,
    facts=Fact.SETS,
)
def intersect(call: Any, a: Any, b: Any, *options: Any) -> Any:
    words = _words(options, "intersect")
    if (large := _combined_on_device(call, a, b, words, lambda: _as_row(a, b))) is not None:
        return large
    a, b, joined, keys, count, rows = _pair(call, a, b, words, "intersect")
    codes = keys.codes
    left, others = _chosen(np.arange(count), codes, words), np.arange(count, len(codes))
    right = _first_of_each(others if "legacy" not in words else others[::-1], codes)
    common = left[right[codes[left]] >= 0]
    partner = right[codes[common]] - count
    return _answer(joined, common, rows, _as_row(a, b, words)), *_indices(words, rows, (a, b), common, partner)


@builtin(
    "setdiff",
    "C = setdiff(A, B)",
    "C = setdiff(A, B, 'rows')",
    "C = setdiff(..., setOrder)",
    "C = setdiff(..., 'legacy')",
    "[C, ia] = setdiff(...)",
    summary="Elements of A that are not in B.",
    examples=(
        Example("setdiff([3 1 5 3],5)", "[1 3]"),
        Example("[C,ia] = setdiff([3 1 5],5)", "{[1 3],[2;1]}"),
        Example("setdiff({'a','b'},{'b'})", "{'a'}"),
        Example("setdiff([5 3 1],1,'stable')", "[5 3]"),
        Example("size(setdiff([1 2],[1 2]))", "[1 0]"),
        Example("setdiff((1:4)',2,'legacy')", "[1;3;4]"),
    ),
    effect=Effect.NONE,
    facts=Fact.SETS,
)
def setdiff(call: Any, a: Any, b: Any, *options: Any) -> Any:
    words = _words(options, "setdiff")
    if (large := _combined_on_device(call, a, b, words, lambda: _is_row(a))) is not None:
        return large
    a, b, joined, keys, count, rows = _pair(call, a, b, words, "setdiff")
    codes = keys.codes
    left = _chosen(np.arange(count), codes, words)
    chosen = left[~np.isin(codes[left], codes[count:])]
    elements = take(joined, chosen, rows)
    if not rows:
        if _is_row(a) or ("legacy" in words and _as_row(a, b, words)):
            elements = elements.reshape(1, -1)
        elif shape_of(a) == (0, 0):
            elements = elements.reshape(0, 0)
    if elements.dtype == np.uint16 and class_of(a) in DTYPES:  # beside characters
        elements = elements.astype(DTYPES[class_of(a)])
    return arg.like(a, elements), *_indices(words, rows, (a, b), chosen)


@builtin(
    "setxor",
    "C = setxor(A, B)",
    "C = setxor(A, B, 'rows')",
    "C = setxor(..., setOrder)",
    "C = setxor(..., 'legacy')",
    "[C, ia, ib] = setxor(...)",
    summary="Elements that are in exactly one of two sets.",
    examples=(Example("setxor([3 1],[1 2])", "[2 3]"), Example("[C,ia,ib] = setxor([3 1],[1 2])", "{[2 3],1,2}")),
    facts=Fact.SETS,
)
def setxor(call: Any, a: Any, b: Any, *options: Any) -> Any:
    words = _words(options, "setxor")
    if (large := _combined_on_device(call, a, b, words, lambda: _as_row(a, b))) is not None:
        return large
    a, b, joined, keys, count, rows = _pair(call, a, b, words, "setxor")
    codes = keys.codes
    index = np.arange(len(codes))
    alone = index[np.where(index < count, ~np.isin(codes, codes[count:]), ~np.isin(codes, codes[:count]))]
    chosen = _chosen(alone, codes, words)
    return _answer(joined, chosen, rows, _as_row(a, b, words)), *_indices(
        words, rows, (a, b), chosen[chosen < count], chosen[chosen >= count] - count
    )


@builtin(
    "ismember",
    "tf = ismember(A, B)",
    "tf = ismember(A, B, 'rows')",
    "tf = ismember(..., 'legacy')",
    "[tf, loc] = ismember(...)",
    summary="Whether elements of A are in B, and where first.",
    examples=(
        Example("ismember([1 5 2],[2 1])", "logical([1 0 1])"),
        Example("[tf,loc] = ismember([1 5 2],[2 1 2])", "{logical([1 0 1]),[2 0 1]}"),
        Example("ismember('abc',{'x','abc'})", "true"),
        Example("ismember({'a','z'},{'a'})", "logical([1 0])"),
        Example("[tf,loc] = ismember([1 2;5 6],[5 6],'rows')", "{[false;true],[0;1]}"),
        Example("ismember(NaN,NaN)", "false"),
        Example("ismember('b','abc')", "true"),
    ),
    effect=Effect.NONE,
    facts=Fact.SETS,
)
def ismember(call: Any, a: Any, b: Any, *options: Any) -> Any:
    words = _words(options, "ismember")
    string_rows = "rows" in words and StringArray in (type(a), type(b))
    if not string_rows and (is_text_array(b) or (is_text_array(a) and type(b) is CharArray)):
        _by_rows(call, words, a, b)
        return _text_members(a, b)
    if not string_rows and CellArray in (type(a), type(b)):
        if not (is_text_array(a) and numel_of(b) == 0):
            raise MatlabError(
                f"Input A of class {class_of(a)} and input B of class {class_of(b)} must be cell arrays of character vectors, unless one is a character vector.",
                "MATLAB:ISMEMBER:InputClass",
            )
        return np.zeros(shape_of(a), bool), np.zeros(shape_of(a))
    if "rows" in words:
        _, _, _, keys, count, _ = _pair(call, a, b, words, "ismember")
        return _located(keys.codes[:count], keys.codes[count:], (count, 1))
    if numel_of(b):
        large = _members_on_device(call, a, b) if numel_of(b) <= _MOST_SEARCHED else None
        large = members(call, a, b) if large is None else large
        if large is not None:
            return large[: max(call.nargout, 1)]
    return _located(as_array(a).ravel(order="F"), as_array(b).ravel(order="F"), shape_of(a))


def _located(wanted: np.ndarray, items: np.ndarray, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Which wanted elements are among items, and the first place (from 1) of each there, 0 for none."""
    order = np.argsort(items, kind="stable")
    ordered = items[order]
    place = np.searchsorted(ordered, wanted, side="left")
    inside = place < len(ordered)
    hit = np.zeros(len(wanted), bool)
    hit[inside] = ordered[place[inside]] == wanted[inside]
    location = np.zeros(len(wanted))
    location[hit] = order[place[hit]] + 1
    return hit.reshape(shape, order="F"), location.reshape(shape, order="F")


def _members_on_device(call: Any, a: Any, b: Any) -> Any:
    """Membership of a large array of floats that is on a device, by a search of each element; None where the host finds it."""
    if not call.engine.prefers_device(a) or class_of(a) not in ("double", "single") or class_of(b) not in ("double", "single"):
        return None
    if a._array is not None and not call.engine.holds(a.storage):
        return None
    codes = as_array(b).ravel(order="F")
    if codes.dtype.kind == "c":
        return None
    own = codes.astype(DTYPES[class_of(a)])
    if not np.array_equal(own, codes, equal_nan=True):
        return None
    codes = own
    order = np.argsort(codes, kind="stable")
    order = order[~np.isnan(codes[order])]
    if not len(order):
        return None
    hit, places = member(Formula(call, a), codes[order], order + 1)
    return (hit.value, places.value)[: max(call.nargout, 1)]


def _text_members(a: Any, b: Any) -> Any:
    table: dict[str | None, int] = {}
    for i, text in enumerate(texts(b)):
        table.setdefault(text, i + 1)
    table.pop(None, None)
    if type(a) is CharArray:
        shape, items = ((1, 1), [a.text]) if a.is_row else ((a.shape[0], 1), a.lines())
    elif is_text_array(a):
        shape, items = shape_of(a), texts(a)
    else:
        raise MatlabError(
            f"Input A of class {class_of(a)} and input B of class {class_of(b)} must be cell arrays of character vectors, unless one is a character vector.",
            "MATLAB:ISMEMBER:InputClass",
        )
    loc = np.array([table.get(t, 0) for t in items], np.float64).reshape(shape, order="F")
    return loc > 0, loc


@builtin(
    "uniquetol",
    "C = uniquetol(A)",
    "C = uniquetol(A, tol)",
    "C = uniquetol(..., Name, Value...)",
    "[C, ia, ic] = uniquetol(...)",
    summary="Distinct elements (or rows) within a tolerance.",
    examples=(
        Example("uniquetol([1 1+1e-14 2])", "[1 2]"),
        Example("uniquetol([1 2;1 2+1e-14],'ByRows',true)", "[1 2]"),
        Example("[c,ia] = uniquetol([1 1 9],0.1,'OutputAllIndices',true)", "{[1 9],{[1;2];3}}"),
        Example("uniquetol([1 1.2 3],0.5,'DataScale',1)", "[1 3]"),
    ),
    errors=(ErrorCase("uniquetol({1})", "MATLAB:uniquetol:ValidateANumeric"),),
)
def uniquetol(call: Any, value: Any, *rest: Any) -> Any:
    if class_of(value) not in ("double", "single"):
        raise MatlabError("Input A must be a full real floating-point array.", "MATLAB:uniquetol:ValidateANumeric")
    numbers = rest[: len(rest) % 2]
    named = arg.name_values(rest[len(numbers) :], "uniquetol", "byrows datascale outputallindices")
    by_rows = named.flag("byrows")
    table = arg.matrix(value) if by_rows else arg.flat(value)[:, None]
    limit = arg.scalar(numbers[0]) if numbers else {np.dtype(np.float32): 1e-6}.get(table.dtype, 1e-12)
    scale = named.read("datascale", arg.flat, np.abs(np.where(np.isfinite(table), table, 0)).max(axis=0, initial=0))
    codes, chosen = grouped(table, limit * scale)
    members = _column(chosen)
    if named.flag("outputallindices"):
        apart = np.split(np.argsort(codes, kind="stable"), np.cumsum(np.bincount(codes, minlength=len(chosen)))[:-1]) if len(chosen) else []
        groups = [_column(members) for members in apart]
        members = CellArray.of([to_value(g) for g in groups], (len(groups), 1))
    if by_rows:
        return table[chosen], members, _column(codes)
    if not table.size:
        return value, members, _column(codes)
    return _shaped(value, table[chosen], _is_row(value)), members, _column(codes)
