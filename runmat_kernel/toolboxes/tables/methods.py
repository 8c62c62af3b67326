"""What functions of arrays do with tables: sorting, sets of rows, missing rows, arithmetic: methods of ``table``."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.items import texts_of
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
    rows = (shape_of(value)[0], math.prod(shape_of(value)[1:]))
    if type(value) is StringArray:
        return np.array([any(t is None for t in row) for row in value.array.reshape(rows)], bool)
    if type(value) is CellArray:
        return np.array([any(type(t) is CharArray and t.numel == 0 for t in row) for row in value.array.reshape(rows, order="F")], bool)
    if isinstance(value, NumberedArray):
        return np.isnan(value.numbers).reshape(rows).any(axis=1)
    if isinstance(value, CalendarDuration):
        return np.isnan(value.parts[0]).reshape(rows).any(axis=1)
    if isinstance(value, HostObject) or class_of(value) in ("struct", "function_handle"):
        return np.zeros(shape_of(value)[0], bool)
    array = as_array(value)
    if type(value) is CharArray:
        return (array == 32).all(axis=1)
    return np.isnan(array).reshape(rows).any(axis=1) if array.dtype.kind in "fc" else np.zeros(rows[0], bool)


def _sortrows(call, value, keys=None, *rest):
    words = [w.lower() for r in rest if not isinstance(r, (bool, float)) for w in texts_of(r)]
    given = read_order("sortrows", words)
    columns, downs = _sort_keys(value, keys, given.by)
    if given.directions:
        if len(given.directions) not in (1, len(columns)):
            raise call.error(
                "Number of sorting directions must match the number of variables to sort by.",
                "MATLAB:table:sortrows:WrongLengthSortDirection",
            )
        downs = [given.directions[min(k, len(given.directions) - 1)] == "descend" for k in range(len(columns))]
    order = np.arange(value.height)
    for column, down in list(zip(columns, downs, strict=True))[::-1]:
        codes = column[order]
        missing = np.isnan(codes)
        ranked = np.where(missing, 0, -codes if down else codes)
        first = down if given.missing_first is None else given.missing_first
        order = order[np.lexsort((ranked, ~missing if first else missing))]
    return value.at_rows(order), Tensor((order + 1.0).reshape(-1, 1))


def _topkrows(call, value, k, keys=None, *rest):
    _, order = _sortrows(call, value, keys, *(rest or (CharArray.row("descend"),)))
    first = as_array(order)[: arg.integer(k)]
    return value.at_rows(first.ravel().astype(int) - 1), Tensor(first)


def _sort_keys(value: Table, keys: Any, by: str = "auto") -> tuple[list[np.ndarray], list[bool]]:
    """The codes of the columns to sort by, and which go down (negative positions)."""
    if keys is None:
        return [order_codes(column, by) for column in value.columns.values()], [False] * len(value.columns)
    if class_of(keys) in ("double", "single") and numel_of(keys):
        numbers = as_array(keys).ravel().tolist()
        if any(k != k or abs(k) > len(value.names) or k != int(k) for k in numbers):
            raise MatlabError("Variable index exceeds table dimensions.", "MATLAB:table:VarIndexOutOfRange")
        chosen = [_row_codes(value) if k == 0 else order_codes(value.column(value.names[abs(int(k)) - 1]), by) for k in numbers]
        return chosen, [k < 0 for k in numbers]
    names = value.chosen_names(keys)
    label = value.about.dimensions[0]
    codes = [_row_codes(value) if n in ("RowNames", label) and n not in value.columns else order_codes(value.column(n), by) for n in names]
    return codes, [False] * len(names)


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


def _column(indices: np.ndarray) -> Tensor:
    return Tensor((np.asarray(indices, np.float64) + 1).reshape(-1, 1))


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
    return value.at_rows(first), _column(first), _column(codes.ravel())


def _set(name: str) -> Callable[..., Any]:
    def method(call, a, b, *options):
        if not isinstance(a, Table) or not isinstance(b, Table):
            raise MatlabError("A and B must both be tables.", f"MATLAB:table:{name}:TypeMismatch")
        left, right = row_keys(a, b, timed=True)
        if name == "setxor":
            return _in_one_of(vertcat(call, a, b), left, right, "stable" in _words(options))
        keep = np.isin(left, right) if name == "intersect" else ~np.isin(left, right)
        pool, keys, table = np.flatnonzero(keep), left, a
        if name == "union":
            keys = np.concatenate([left, right])
            pool, table = np.arange(len(keys)), vertcat(call, a, b)
        _, first = np.unique(keys[pool], return_index=True)
        chosen = pool[np.sort(first) if "stable" in _words(options) else first]
        if name == "union":
            return table.at_rows(chosen), _column(chosen[chosen < len(left)]), _column(chosen[chosen >= len(left)] - len(left))
        partners = np.array([int(np.flatnonzero(right == k)[0]) for k in left[chosen]], int) if name == "intersect" else np.zeros(0, int)
        return (
            (table.at_rows(chosen), _column(chosen), _column(partners)) if name == "intersect" else (table.at_rows(chosen), _column(chosen))
        )

    return method


def _in_one_of(both: Table, left: np.ndarray, right: np.ndarray, stable: bool) -> tuple[Any, ...]:
    """The rows of two tables that are in one of them alone, and where they are there."""
    keys, count = np.concatenate([left, right]), len(left)
    alone = np.flatnonzero(np.concatenate([~np.isin(left, right), ~np.isin(right, left)]))
    _, first = np.unique(keys[alone], return_index=True)
    chosen = alone[np.sort(first) if stable else first]
    return both.at_rows(chosen), _column(chosen[chosen < count]), _column(chosen[chosen >= count] - count)


def _ismember(call, a, b, *options):
    if not isinstance(a, Table) or not isinstance(b, Table):
        raise MatlabError("A and B must both be tables.", "MATLAB:table:ismember:TypeMismatch")
    left, right = row_keys(a, b, timed=True)
    places = {int(k): i for i, k in reversed(list(enumerate(right)))}
    found = np.array([places.get(int(k), -1) for k in left]) + 1.0
    return to_value((found > 0).reshape(-1, 1)), to_value(found.reshape(-1, 1))


# --- missing values -------------------------------------------------------------------------------------------------


def _rmmissing(call, value, *options):
    """Rows with at least so many missing elements left out, or variables where the dimension is 2."""
    place = next((k for k, o in enumerate(options) if is_text(o)), len(options))
    named = arg.name_values(options[place:], "rmmissing", "datavariables minnummissing")
    names = value.chosen_names(named["datavariables"]) if "datavariables" in named else value.names
    least = arg.integer(named["minnummissing"]) if "minnummissing" in named else 1
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
    given, chosen, replace = split_table_options(call, value, rest)
    names = chosen if chosen is not None else value.names
    constant = given[0] if given and is_text(method) and text_of(method).lower() == "constant" else None
    columns, marks = {}, np.zeros((value.height, len(value.names)), bool)
    for k, name in enumerate(names):
        own = constant
        if constant is not None and type(constant) is not CharArray and numel_of(constant) in (1, len(names)):
            part = arg.elements(constant).ravel(order="F")[k if numel_of(constant) > 1 else 0]
            alone = object_array([part], (1, 1)) if type(constant) is StringArray else np.array([[part]])
            own = part if type(constant) is CellArray else to_value(arg.like(constant, alone))
        extra = given if own is None else [own, *given[1:]]
        columns[name], filled = call.feval("fillmissing", value.column(name), method, *extra, nargout=2)
        marks[:, value.names.index(name)] = (
            np.asarray(arg.elements(filled), bool).reshape(value.height, math.prod(shape_of(filled)[1:])).any(axis=1)
        )
    return with_columns(value, columns, replace, "filled"), to_value(marks)


# --- arithmetic -----------------------------------------------------------------------------------------------------


def _pointwise(name: str) -> Callable[..., Any]:
    """Operators and functions of tables of numbers, variable by variable."""

    def method(call, *operands):
        first = next(v for v in operands if isinstance(v, Table))
        columns = {}
        for j, key in enumerate(first.names):
            given = [_operand(v, key, j, first) for v in operands]
            columns[key] = call.feval(name, *given)[0]
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


def _operand(value: Any, key: str, position: int, first: Table) -> Any:
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
            found = as_array(call.feval(name, value.get_property("Variables"), *arguments)[0])
            widths = np.cumsum([0, *(shape_of(column)[1] for column in value.columns.values())]).tolist()
            return value.remade(
                {key: to_value(np.asfortranarray(found[:, widths[k] : widths[k + 1]])) for k, key in enumerate(value.names)}
            )
        return value.remade({key: call.feval(name, column, *arguments)[0] for key, column in value.columns.items()})

    return method


def _no_transpose(call, value):
    raise MatlabError(f"Transpose is not defined for a {value.matlab_class}. Use ROWS2VARS instead.", "MATLAB:UndefinedFunction")


def _has_no(name: str) -> Callable[..., Any]:
    def method(call, value, *arguments):
        raise MatlabError(f"Undefined function '{name}' for input arguments of type '{value.matlab_class}'.", "MATLAB:UndefinedFunction")

    return method


def _moved(name: str) -> Callable[..., Any]:
    """Rows and variables in the places to which a function moves their numbers: flips, shifts and copies."""

    def method(call, value, *arguments):
        places = [to_value(np.arange(1.0, n + 1).reshape(shape)) for n, shape in ((value.height, (-1, 1)), (len(value.names), (1, -1)))]
        if name in ("flip", "flipud", "fliplr"):
            axis = {"flipud": 0, "fliplr": 1}.get(
                name, arg.dimension(arguments[0]) if arguments else arg.first_nonsingleton(shape_of(value))
            )
            along = [axis == 0, axis == 1]
        elif name == "repmat":
            sizes = [int(n) for a in arguments for n in arg.flat(a)]
            down, across = sizes * 2 if len(sizes) == 1 else [*sizes, 1][:2]
            places = [
                call.feval("repmat", p, *counts)[0] for p, counts in zip(places, ((float(down), 1.0), (1.0, float(across))), strict=True)
            ]
            along = [False, False]
        elif name == "repelem":
            down, across = [*arguments, 1.0][:2]
            places = [call.feval("repelem", places[0], down, 1.0)[0], call.feval("repelem", places[1], 1.0, across)[0]]
            along = [False, False]
        else:
            axis = arg.dimension(arguments[1]) if len(arguments) > 1 else None
            steps = arg.flat(arguments[0])
            if not len(steps):
                raise call.error("The shift must have at least one element.", "MATLAB:circshift:InvalidShiftType")
            amounts = [*steps, 0.0][:2] if len(steps) > 1 else [steps[0] * (axis in (None, 0)), steps[0] * (axis == 1)]
            places = [
                call.feval("circshift", p, to_value(float(n)), float(k + 1))[0]
                for k, (p, n) in enumerate(zip(places, amounts, strict=True))
            ]
            along = [False, False]
        chosen = [call.feval("flip", p)[0] if turned else p for p, turned in zip(places, along, strict=True)]
        return value.index((chosen[0], COLON)).index((COLON, chosen[1])) if name != "flipud" else value.index((chosen[0], COLON))

    return method


def _normalize(call, value, *arguments):
    given, chosen, replace = split_table_options(call, value, arguments)
    names = value.names if chosen is None else chosen
    found = {name: call.feval("normalize", value.column(name), *given, nargout=3) for name in names}
    centres, scales = (Table({name: parts[k] for name, parts in found.items()}) for k in (1, 2))
    return with_columns(value, {name: parts[0] for name, parts in found.items()}, replace, "normalized"), centres, scales


def _findgroups(call, value, *others):
    if others:
        raise call.error("A table of grouping variables must be the only argument.", "MATLAB:findgroups:GroupingVarNotVector")
    groups, *identifiers = call.feval("findgroups", *value.columns.values(), nargout=1 + len(value.names))
    return groups, Table(dict(zip(value.names, identifiers, strict=True)))


_POINTWISE = (
    "plus minus times rdivide ldivide power eq ne lt le gt ge and or not uminus uplus mod rem abs sqrt exp log log2 log10 sin cos tan "
    "round floor ceil fix sign isnan isinf isfinite acos acosh asin asinh atan atanh cosh sinh tanh cot sec csc expm1 log1p xor gamma gammaln"
).split()

TABLE_METHODS = methods(Table, {
    **{name: _pointwise(name) for name in _POINTWISE},
    **{name: _scaled(name) for name in ("mtimes", "mrdivide")},
    **{name: _reduced(name) for name in ("sum", "mean", "median", "std", "var", "max", "min", "prod", "mode", "range", "any", "all")},
    **{name: _cumulative(name) for name in ("cumsum", "cumprod", "cummax", "cummin")},
    **{name: _set(name) for name in ("union", "intersect", "setdiff", "setxor")},
    **{name: _moved(name) for name in ("flip", "flipud", "fliplr", "circshift", "repelem", "repmat")},
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
