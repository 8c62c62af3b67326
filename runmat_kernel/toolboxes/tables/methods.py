"""Methods of ``table`` named as functions of arrays: sorting, sets of rows, missing rows, arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.element_values import texts_of
from ...builtins.spec import methods
from ...values import CellArray, CharArray, StringArray, Tensor, object_array
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of, to_value
from ...values.indexing import COLON
from ...values.objects import HostObject
from ...values.tables.table import Table
from ...values.tables.timetable import Timetable
from ...values.times.calendar import CalendarDuration
from ...values.times.numbered import NumberedArray
from ..arrays.missing_questions import of_table
from ..arrays.ordering import is_text_array, keys_of, order_along
from ..arrays.ranks import ranks_among_gaps, row_ranks
from ..arrays.sort_options import read_order
from ..data_analysis.table_variables import split_table_options, with_columns
from .column_rows import one_based
from .stacking import horzcat, stacked, vertcat

# --- order and sets of rows -----------------------------------------------------------------------------------------


def codes_of(value: Any) -> np.ndarray:
    """One number per row of a column, in the order of its values; missing values are NaN."""
    if is_text_array(value):
        codes = keys_of(value).codes.astype(np.float64)
        return np.where(_missing_rows(value), np.nan, codes)
    if type(value) is CharArray or shape_of(value)[1] != 1:
        return keys_of(value, rows=True).codes.astype(np.float64)
    if type(value) is CellArray:
        raise MatlabError("Cell array columns must hold character vectors to be compared.", "MATLAB:table:sortrows:SortOnVarFailed")
    array = value.numbers if isinstance(value, NumberedArray) else as_array(value)
    exact = array.dtype.kind in "bf" or array.dtype.itemsize < 8
    return array[:, 0].astype(np.float64) if exact else keys_of(value).codes.astype(np.float64)


def _missing_rows(value: Any) -> np.ndarray:
    """Which rows of a column hold something missing."""
    if type(value) is CharArray:
        return (value.array == 32).all(axis=1)
    height = shape_of(value)[0]
    missing = _missing_elements(value)
    return np.zeros(height, bool) if missing is None else missing.reshape(height, math.prod(shape_of(value)[1:])).any(axis=1)


def _missing_elements(value: Any) -> np.ndarray | None:
    """Which elements of a column are missing; None for classes that have no missing elements."""
    if type(value) is StringArray:
        return np.equal(value.array, None)
    if type(value) is CellArray:
        return np.array([type(t) is CharArray and t.numel == 0 for t in value.array.ravel()], bool)
    if isinstance(value, NumberedArray):
        return np.isnan(value.numbers)
    if isinstance(value, CalendarDuration):
        return np.isnan(value.parts[0])
    if isinstance(value, HostObject) or class_of(value) in ("struct", "function_handle"):
        return None
    array = as_array(value)
    return np.isnan(array) if array.dtype.kind in "fc" else None


def _sortrows(call, value, keys=None, *rest):
    words = [w.lower() for r in rest if not isinstance(r, (bool, float)) for w in texts_of(r)]
    rule = read_order("sortrows", words)
    columns, downs = _sort_keys(value, keys, rule.by)
    if rule.directions:
        if len(rule.directions) not in (1, len(columns)):
            raise call.error(
                "Number of sorting directions must match the number of variables to sort by.",
                "MATLAB:table:sortrows:WrongLengthSortDirection",
            )
        downs = [rule.directions[min(k, len(rule.directions) - 1)] == "descend" for k in range(len(columns))]
    order = np.arange(value.height)
    for column, down in list(zip(columns, downs, strict=True))[::-1]:
        codes = column[order]
        missing = np.isnan(codes)
        ranked = np.where(missing, 0, -codes if down else codes)
        first = down if rule.missing_first is None else rule.missing_first
        order = order[np.lexsort((ranked, ~missing if first else missing))]
    return value.at_rows(order), one_based(order)


def _topkrows(call, value, k, keys=None, *rest):
    _, order = _sortrows(call, value, keys, *(rest or (CharArray.row("descend"),)))
    first = as_array(order)[: arg.integer(k)]
    return value.at_rows(first.ravel().astype(int) - 1), Tensor(first)


def _sort_keys(value: Table, keys: Any, by: str = "auto") -> tuple[list[np.ndarray], list[bool]]:
    """The codes of the columns to sort by, and which are sorted in descending order (negative positions)."""
    if keys is None:
        return [order_codes(column, by) for column in value.columns.values()], [False] * len(value.columns)
    if class_of(keys) in ("double", "single") and numel_of(keys):
        numbers = as_array(keys).ravel().tolist()
        if any(k != k or abs(k) > len(value.names) or k != int(k) for k in numbers):
            raise MatlabError("Variable index exceeds table dimensions.", "MATLAB:table:VarIndexOutOfRange")
        names = ["" if k == 0 else value.names[abs(int(k)) - 1] for k in numbers]
        return [_key_codes(value, name, by) for name in names], [k < 0 for k in numbers]
    names = value.chosen_names(keys)
    labels = {"RowNames", value.about.dimensions[0]} - value.columns.keys()
    return [_key_codes(value, "" if name in labels else name, by) for name in names], [False] * len(names)


def _key_codes(table: Table, name: str, by: str) -> np.ndarray:
    """The codes of a variable; those of the row times or names for ''."""
    return order_codes(table.column(name), by) if name else _row_codes(table)


def order_codes(value: Any, by: str = "auto") -> np.ndarray:
    """One number per row of a column, in the order that sort gives them: empty texts come first, only missing strings are missing."""
    if is_text_array(value) and type(value) is not StringArray and shape_of(value)[1] == 1:
        return keys_of(value).codes.astype(np.float64)
    if by == "auto" or shape_of(value)[1] != 1 or isinstance(value, NumberedArray) or class_of(value) in ("cell", "string", "char"):
        return codes_of(value)
    array = as_array(value)[:, 0]
    order = order_along(array, 0, by=by)
    ordered = array[order]
    keys = np.stack([ordered.real, ordered.imag] if by == "real" or array.dtype.kind != "c" else [np.abs(ordered), np.angle(ordered)])
    steps = np.concatenate([[0], (keys[:, 1:] != keys[:, :-1]).any(axis=0)])
    codes = np.empty(len(array))
    codes[order] = np.cumsum(steps)
    return np.where(np.isnan(array), np.nan, codes)


def _row_codes(table: Table) -> np.ndarray:
    """Numbers in the order of the row times, or of the row names."""
    if isinstance(table, Timetable):
        return table.times.seconds[:, 0]
    if not table.row_names:
        return np.zeros(table.height)
    return codes_of(StringArray(object_array(list(table.row_names), (table.height, 1))))


def row_keys(*tables: Table, timed: bool = False) -> list[np.ndarray]:
    """One number per row of each table: equal for equal rows, ordered as the rows are, by row times first where they count."""
    names = tables[0].names
    parts = [stacked([t.times for t in tables])] if timed and all(hasattr(t, "times") for t in tables) else []  # type: ignore[attr-defined]
    parts += [stacked([t.column(name) for t in tables]) for name in names]
    if not parts:
        return [np.zeros(t.height, np.intp) for t in tables]
    numbers = row_ranks([ranks_among_gaps(order_codes(part), alike=False) for part in parts])
    return np.split(numbers, np.cumsum([t.height for t in tables])[:-1])


def _words(options: Sequence[Any]) -> set[str]:
    return {text_of(o).lower() for o in options if is_text(o)}


def _unique(call, value, *options):
    (numbers,) = row_keys(value, timed=True)
    words = _words(options)
    _, first, codes = np.unique(numbers, return_index=True, return_inverse=True)
    if "last" in words:
        first = len(numbers) - 1 - np.unique(numbers[::-1], return_index=True)[1]
    if "stable" in words:
        order = np.argsort(first, kind="stable")
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        first, codes = first[order], rank[codes]
    return value.at_rows(first), one_based(first), one_based(codes.ravel())


def _set(name: str) -> Callable[..., Any]:
    def method(call, a, b, *options):
        if not isinstance(a, Table) or not isinstance(b, Table):
            raise MatlabError("A and B must both be tables.", f"MATLAB:table:{name}:TypeMismatch")
        left, right = row_keys(a, b, timed=True)
        stable = "stable" in _words(options)
        if name in ("union", "setxor"):
            keep = np.concatenate([~np.isin(left, right), ~np.isin(right, left)]) if name == "setxor" else slice(None)
            return _of_two_tables(vertcat(call, a, b), np.concatenate([left, right]), len(left), keep, stable)
        chosen = _distinct(left, np.flatnonzero(np.isin(left, right) == (name == "intersect")), stable)
        if name == "setdiff":
            return a.at_rows(chosen), one_based(chosen)
        partners = np.array([int(np.flatnonzero(right == k)[0]) for k in left[chosen]], int)
        return a.at_rows(chosen), one_based(chosen), one_based(partners)

    return method


def _distinct(keys: np.ndarray, rows: np.ndarray, stable: bool) -> np.ndarray:
    """The first of each of the rows with equal keys, in the order of the keys, or of the rows (``stable``)."""
    _, first = np.unique(keys[rows], return_index=True)
    return rows[np.sort(first) if stable else first]


def _of_two_tables(table: Table, keys: np.ndarray, count: int, keep: Any, stable: bool) -> tuple[Any, ...]:
    """Distinct rows of two stacked tables, and their positions in the first one, of ``count`` rows, and in the second one."""
    chosen = _distinct(keys, np.arange(len(keys))[keep], stable)
    return table.at_rows(chosen), one_based(chosen[chosen < count]), one_based(chosen[chosen >= count] - count)


def _ismember(call, a, b, *options):
    if not isinstance(a, Table) or not isinstance(b, Table):
        raise MatlabError("A and B must both be tables.", "MATLAB:table:ismember:TypeMismatch")
    left, right = row_keys(a, b, timed=True)
    places = {int(k): i for i, k in reversed(list(enumerate(right)))}
    positions = np.array([places.get(int(k), -1) for k in left]) + 1.0
    return to_value((positions > 0).reshape(-1, 1)), to_value(positions.reshape(-1, 1))


# --- missing values -------------------------------------------------------------------------------------------------


def _rmmissing(call, value, *options):
    """Rows with at least so many missing elements left out, or variables where the dimension is 2."""
    place = next((k for k, o in enumerate(options) if is_text(o)), len(options))
    named = arg.name_values(options[place:], "rmmissing", "datavariables minnummissing")
    names = value.chosen_names(named["datavariables"]) if "datavariables" in named else value.names
    least = named.integer("minnummissing", 1)  # missing elements that make a row or variable go
    missing = np.zeros((value.height, len(value.names)), bool)
    for name in names:
        missing[:, value.names.index(name)] = _missing_rows(value.column(name))
    if place and arg.dimension(options[0]) == 1:
        bad = missing.sum(axis=0) >= least
        kept = {name: value.column(name) for name, out in zip(value.names, bad.tolist(), strict=True) if not out}
        return value.remade(kept), to_value(bad.reshape(1, -1))
    bad = missing.sum(axis=1) >= least
    return value.at_rows(np.flatnonzero(~bad)), to_value(bad.reshape(-1, 1))


def _fillmissing(call, value, method, *rest):
    others, chosen, replace = split_table_options(call, value, rest)
    names = chosen if chosen is not None else value.names
    constant = bool(others) and is_text(method) and text_of(method).lower() == "constant"
    columns, marks = {}, np.zeros((value.height, len(value.names)), bool)
    for k, name in enumerate(names):
        extra = [_constant_of(others[0], k, len(names)), *others[1:]] if constant else others
        columns[name], filled = call.feval("fillmissing", value.column(name), method, *extra, nargout=2)
        marks[:, value.names.index(name)] = (
            np.asarray(arg.elements(filled), bool).reshape(value.height, math.prod(shape_of(filled)[1:])).any(axis=1)
        )
    return with_columns(value, columns, replace, "filled"), to_value(marks)


def _constant_of(constants: Any, place: int, count: int) -> Any:
    """The constant for one of ``count`` variables: one for all of them, or one for each."""
    if type(constants) is CharArray or numel_of(constants) not in (1, count):
        return constants
    item = arg.elements(constants).ravel(order="F")[place if numel_of(constants) > 1 else 0]
    if type(constants) is CellArray:
        return item
    return to_value(arg.like(constants, object_array([item], (1, 1)) if type(constants) is StringArray else np.array([[item]])))


# --- arithmetic -----------------------------------------------------------------------------------------------------


def _pointwise(name: str) -> Callable[..., Any]:
    """Operators and functions of tables of numbers, variable by variable."""

    def method(call, *operands):
        first = next(v for v in operands if isinstance(v, Table))
        columns = {key: call.feval(name, *(_operand(v, key, j) for v in operands))[0] for j, key in enumerate(first.names)}
        return first.remade(columns)

    return method


def _scaled(name: str) -> Callable[..., Any]:
    """``*`` and ``/`` of a table and a number."""
    pointwise = _pointwise({"mtimes": "times", "mrdivide": "rdivide"}[name])

    def method(call, left, right):
        if numel_of(right if isinstance(left, Table) else left) != 1 or (name == "mrdivide" and not isinstance(left, Table)):
            sign = "*" if name == "mtimes" else "/"
            raise MatlabError(f"Operator '{sign}' is not supported for operands of type '{class_of(left)}'.", "MATLAB:UndefinedFunction")
        return pointwise(call, left, right)

    return method


def _operand(value: Any, key: str, position: int) -> Any:
    """An operand of one variable: that of a table, a column of a matrix, or a value for all variables."""
    if isinstance(value, Table):
        return value.column(key)
    if numel_of(value) == 1 or is_text(value) or shape_of(value)[1] == 1:
        return value
    return Tensor(np.asfortranarray(as_array(value)[:, position : position + 1]))


def _reduced(name: str) -> Callable[..., Any]:
    """Statistics of every variable (a table of one row), or along the rows (a column)."""

    def method(call, value, *arguments):
        numbers = [a for a in arguments if not is_text(a) and numel_of(a)]
        if any(is_text(a) and text_of(a).lower() == "all" for a in arguments) or any(numel_of(n) > 1 for n in numbers[-1:]):
            raise call.error("Dimension must be 1 or 2 for tables.", f"MATLAB:table:{name}:InvalidDim")
        if numbers and arg.scalar(numbers[-1]) == 2:
            return value.remade({name: call.feval(name, value.get_property("Variables"), *arguments)[0]})
        along = () if numbers else ((1.0,) if name not in ("std", "var", "max", "min") else (Tensor(np.zeros((0, 0))), 1.0))
        return Table({key: call.feval(name, column, *along, *arguments)[0] for key, column in value.columns.items()}, (), 1)

    return method


def _cumulative(name: str) -> Callable[..., Any]:
    """Running results down every variable, or along the rows."""

    def method(call, value, *arguments):
        numbers = [a for a in arguments if not is_text(a)]
        if not numbers:
            arguments = (1.0, *arguments)
        elif arg.scalar(numbers[0]) == 2:
            sums = as_array(call.feval(name, value.get_property("Variables"), *arguments)[0])
            widths = np.cumsum([0, *(shape_of(column)[1] for column in value.columns.values())]).tolist()
            return value.remade(
                {key: to_value(np.asfortranarray(sums[:, widths[k] : widths[k + 1]])) for k, key in enumerate(value.names)}
            )
        return value.remade({key: call.feval(name, column, *arguments)[0] for key, column in value.columns.items()})

    return method


def _no_transpose(call, value):
    raise MatlabError(f"Transpose is not defined for a {value.matlab_class}. Use ROWS2VARS instead.", "MATLAB:UndefinedFunction")


def _has_no(name: str) -> Callable[..., Any]:
    def method(call, value, *arguments):
        raise MatlabError(f"Undefined function '{name}' for input arguments of type '{value.matlab_class}'.", "MATLAB:UndefinedFunction")

    return method


def _moved(arrange: Callable[..., list[Any]]) -> Callable[..., Any]:
    """A method that puts rows and variables where ``arrange(call, rows, variables, size, *arguments)`` puts their numbers."""

    def method(call, value, *arguments):
        rows, variables = to_value(np.arange(1.0, value.height + 1).reshape(-1, 1)), to_value(np.arange(1.0, len(value.names) + 1).reshape(1, -1))
        rows, variables = arrange(call, rows, variables, shape_of(value), *arguments)
        return value.index((rows, COLON)).index((COLON, variables))

    return method


def _flip(call, rows, variables, size, dimension=None):
    axis = arg.first_nonsingleton(size) if dimension is None else arg.dimension(dimension)
    return [call.feval("flip", places)[0] if axis == k else places for k, places in enumerate((rows, variables))]


def _repeat(call, rows, variables, size, *counts):
    sizes = [float(int(n)) for a in counts for n in arg.flat(a)]
    down, across = sizes * 2 if len(sizes) == 1 else [*sizes, 1.0][:2]
    return [call.feval("repmat", rows, down, 1.0)[0], call.feval("repmat", variables, 1.0, across)[0]]


def _repeat_elements(call, rows, variables, size, down, across=1.0, *others):
    return [call.feval("repelem", rows, down, 1.0)[0], call.feval("repelem", variables, 1.0, across)[0]]


def _shift(call, rows, variables, size, amounts, dimension=None):
    axis = None if dimension is None else arg.dimension(dimension)
    steps = arg.flat(amounts)
    if not len(steps):
        raise call.error("The shift must have at least one element.", "MATLAB:circshift:InvalidShiftType")
    down, across = [*steps, 0.0][:2] if len(steps) > 1 else [steps[0] * (axis in (None, 0)), steps[0] * (axis == 1)]
    shifts = ((rows, down, 1.0), (variables, across, 2.0))
    return [call.feval("circshift", places, to_value(float(n)), k)[0] for places, n, k in shifts]


def _normalize(call, value, *arguments):
    others, chosen, replace = split_table_options(call, value, arguments)
    names = value.names if chosen is None else chosen
    results = {name: call.feval("normalize", value.column(name), *others, nargout=3) for name in names}
    normalized, centres, scales = ({name: outputs[k] for name, outputs in results.items()} for k in range(3))
    return with_columns(value, normalized, replace, "normalized"), Table(centres), Table(scales)


def _findgroups(call, value, *others):
    if others:
        raise call.error("A table of grouping variables must be the only argument.", "MATLAB:findgroups:GroupingVarNotVector")
    groups, *identifiers = call.feval("findgroups", *value.columns.values(), nargout=1 + len(value.names))
    return groups, Table(dict(zip(value.names, identifiers, strict=True)))


_POINTWISE = (
    "plus minus times rdivide ldivide power eq ne lt le gt ge and or not uminus uplus mod rem abs sqrt exp log log2 log10 sin cos tan "
    "round floor ceil fix sign isnan isinf isfinite acos acosh asin asinh atan atanh cosh sinh tanh cot sec csc expm1 log1p xor gamma gammaln"
).split()

_ARRANGEMENTS: dict[str, Callable[..., list[Any]]] = {
    "flip": _flip,
    "flipud": lambda call, rows, variables, size, *_: _flip(call, rows, variables, size, 1.0),
    "fliplr": lambda call, rows, variables, size, *_: _flip(call, rows, variables, size, 2.0),
    "circshift": _shift,
    "repelem": _repeat_elements,
    "repmat": _repeat,
}

TABLE_METHODS = methods(Table, {
    **{name: _pointwise(name) for name in _POINTWISE},
    **{name: _scaled(name) for name in ("mtimes", "mrdivide")},
    **{name: _reduced(name) for name in ("sum", "mean", "median", "std", "var", "max", "min", "prod", "mode", "range", "any", "all")},
    **{name: _cumulative(name) for name in ("cumsum", "cumprod", "cummax", "cummin")},
    **{name: _set(name) for name in ("union", "intersect", "setdiff", "setxor")},
    **{name: _moved(arrange) for name, arrange in _ARRANGEMENTS.items()},
    **{name: _has_no(name) for name in ("permute", "ipermute", "reshape", "rot90", "shiftdim")},
    "transpose": _no_transpose,
    "ctranspose": _no_transpose,
    "normalize": _normalize,
    "findgroups": _findgroups,
    "vertcat": vertcat,
    "horzcat": horzcat,
    "sortrows": _sortrows,
    "unique": _unique,
    "ismember": _ismember,
    "ismissing": of_table,
    "rmmissing": _rmmissing,
    "fillmissing": _fillmissing,
    "height": lambda call, value: float(value.height),
    "width": lambda call, value: float(len(value.columns)),
    "issortedrows": lambda call, value, *rest: bool(
        (as_array(_sortrows(call, value, *rest)[1]).ravel() == np.arange(1, value.height + 1)).all()
    ),
    "topkrows": _topkrows,
})
