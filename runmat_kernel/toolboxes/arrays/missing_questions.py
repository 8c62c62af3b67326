"""Which elements are missing, by the standard of their class or by indicators that a program names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StringArray
from ...values.classes import FLOAT_CLASSES, NUMERIC_CLASSES
from ...values.convert import as_array, class_of, is_text, shape_of, text_of, to_value, word_of
from ...values.tensor import Tensor
from ...values.text import MISSING
from ...values.times.categorical import Categorical
from ...values.times.numbered import NumberedArray

_MOST_MARKS = 32
"""Indicators that a device compares every element with."""


@builtin(
    "ismissing",
    "tf = ismissing(A)",
    "tf = ismissing(A, indicator)",
    "tf = ismissing(T, ..., 'OutputFormat', format)",
    summary="Which elements are missing: NaN, <missing> strings, empty texts of a cell, blank chars; or those that equal an indicator.",
    examples=(
        Example("ismissing([1 NaN])", "[false true]"),
        Example("ismissing({'a', ''})", "[false true]"),
        Example("ismissing(5)", "false"),
        Example("ismissing([1 NaN -9 3], [-9 3])", "[false false true true]"),
        Example("ismissing([1 NaN -9], [NaN -9])", "[false true true]"),
        Example('ismissing(["a" "none" missing], "none")', "[false true false]"),
        Example("ismissing(table([1;-9],{'x';'NA'}), {-9,'NA'})", "logical([0 0;1 1])"),
    ),
    errors=(ErrorCase("ismissing([1 2], 'a')", "MATLAB:ismissing:IndicatorsInvalidType"),),
)
def ismissing(call, value, *indicators):
    if not indicators:
        is_float = type(value) is Tensor and class_of(value) in FLOAT_CLASSES
        return call.feval("isnan", value)[0] if is_float else standard(value)
    marks = marks_of(indicators[0])
    if len(indicators) == 1 and 0 < len(marks) <= _MOST_MARKS and all(type(m) is float for m in marks) and on_device(call, value):
        x = Formula(call, value)
        masks = [x.apply("isnan") if math.isnan(m) else x.apply("eq", m) for m in marks]
        return reduce(lambda a, b: a.apply("or", b), masks).value
    mask = equal_to(value, marks)
    if mask is None or len(indicators) > 1:
        raise call.error(
            "Indicators must have a class that can be compared with the first argument.", "MATLAB:ismissing:IndicatorsInvalidType"
        )
    return to_value(mask)


def standard(value: Any) -> np.ndarray:
    """Which elements are the missing value of their class."""
    if type(value) is StringArray or type(value) is CellArray:
        return np.array([_is_missing(t) for t in value.array.ravel(order="F")], bool).reshape(value.shape, order="F")
    if isinstance(value, NumberedArray):
        return np.isnan(value.numbers)
    if type(value) is CharArray:
        return as_array(value) == 32
    if class_of(value) not in NUMERIC_CLASSES:
        return np.zeros(shape_of(value), bool)
    array = as_array(value)
    return np.isnan(array) if array.dtype.kind in "fc" else np.zeros(array.shape, bool)


def _is_missing(item: Any) -> bool:
    """Whether an element of a string array (None: missing) or of a cell is missing."""
    return item is None or item is MISSING or (not isinstance(item, str) and is_text(item) and text_of(item) == "")


def marks_of(indicator: Any) -> list[Any]:
    """The indicators one by one: texts as Python's (None: missing), numbers, and times and categories as they are."""
    if type(indicator) is CellArray:
        return [mark for item in indicator.array.ravel(order="F") for mark in marks_of(item)]
    if type(indicator) is StringArray or indicator is MISSING:
        return [None] if indicator is MISSING else list(indicator.array.ravel(order="F"))
    if type(indicator) is CharArray:
        return [text_of(indicator) if is_text(indicator) or not indicator.numel else line for line in (indicator.lines() or [""])]
    return [indicator] if isinstance(indicator, NumberedArray) else arg.flat(indicator).tolist()


def equal_to(value: Any, marks: Sequence[Any], *, rows: bool = False) -> np.ndarray | None:
    """Which elements equal a mark; None where no mark can be compared with them.  ``rows``: chars are compared as rows of text."""
    texts = [m for m in marks if m is None or isinstance(m, str)]
    if isinstance(value, NumberedArray) and not isinstance(value, Categorical):
        same_class = [m for m in marks if isinstance(m, NumberedArray) and m.matlab_class == value.matlab_class]
        numbers = [m.numbers.ravel() for m in same_class] + ([np.array([np.nan])] if None in texts else [])
        return _among_numbers(value.numbers, np.concatenate(numbers)) if numbers else None
    if class_of(value) in (*NUMERIC_CLASSES, "logical"):
        numbers = [m for m in marks if isinstance(m, (int, float, complex, bool))] + ([np.nan] if None in texts else [])
        return _among_numbers(as_array(value), np.array(numbers)) if numbers else None
    if isinstance(value, Categorical):
        texts += [t for m in marks if isinstance(m, Categorical) for t in m.texts()]
    compare = _COMPARISONS.get(type(value))
    return compare(value, texts, rows) if compare is not None and texts else None


def _equal_categories(value: Categorical, texts: list[str | None], rows: bool) -> np.ndarray:
    items, wanted = (["<undefined>" if t is None else t for t in several] for several in (value.texts(), texts))
    return _among(items, set(wanted), value.shape)


def _equal_strings(value: StringArray, texts: list[str | None], rows: bool) -> np.ndarray:
    return _among(list(value.array.ravel(order="F")), set(texts), value.shape)


def _equal_cells(value: CellArray, texts: list[str | None], rows: bool) -> np.ndarray:
    items = [None if t is MISSING else text_of(t) if is_text(t) else object() for t in value.array.ravel(order="F")]
    return _among(items, set(texts), value.shape)


def _equal_chars(value: CharArray, texts: list[str | None], rows: bool) -> np.ndarray:
    known = [t for t in texts if t is not None]
    if rows:
        return _among([line.rstrip() for line in value.lines()], {t.rstrip() for t in known}, (value.shape[0], 1))
    return np.isin(value.array, [ord(c) for t in known for c in t])


_COMPARISONS = {Categorical: _equal_categories, StringArray: _equal_strings, CellArray: _equal_cells, CharArray: _equal_chars}
"""Comparisons with texts (None: missing) by the class of the value."""


def _among(items: Sequence[Any], marks: set[Any], shape: Sequence[int]) -> np.ndarray:
    return np.array([item in marks for item in items], bool).reshape(tuple(shape), order="F")


def _among_numbers(array: np.ndarray, marks: np.ndarray) -> np.ndarray:
    mask = np.isin(array, marks)
    return mask | np.isnan(array) if array.dtype.kind in "fc" and np.isnan(marks).any() else mask


def of_table(call: Any, value: Any, *arguments: Any) -> Any:
    """A column of answers for each variable; of a variable with several columns one of them suffices."""
    place = next((k for k, a in enumerate(arguments) if word_of(a) == "outputformat"), len(arguments))
    form = arg.name_values(arguments[place:], "ismissing", "outputformat").word("outputformat", "logical")
    if form not in ("logical", "tabular"):
        raise MatlabError("'OutputFormat' value must be 'logical' or 'tabular'.", "MATLAB:ismissing:OutputFormat")
    marks = marks_of(arguments[0]) if place else None
    columns = [_missing_rows(call, column, value.height, marks) for column in value.columns.values()]
    if form == "tabular":
        return value.remade({name: to_value(column.reshape(-1, 1)) for name, column in zip(value.names, columns, strict=True)})
    return to_value(np.stack(columns, axis=1)) if columns else to_value(np.zeros((value.height, 0), bool))


def _missing_rows(call: Any, column: Any, height: int, marks: Sequence[Any] | None) -> np.ndarray:
    """Which rows of a variable are missing, or equal a mark."""
    if marks is None:
        missing = np.asarray(arg.elements(call.feval("ismissing", column)[0]), bool)
    else:
        equal = equal_to(column, marks, rows=True)
        missing = np.zeros(shape_of(column), bool) if equal is None else equal
    lines = missing.reshape(height, math.prod(missing.shape[1:]))
    return lines.all(axis=1) if type(column) is CharArray and marks is None else lines.any(axis=1)


def of_numbered(call: Any, value: NumberedArray, *indicators: Any) -> Any:
    return ismissing.function(call, value, *indicators)
