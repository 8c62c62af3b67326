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
from ...values.convert import as_array, class_of, is_text, shape_of, text_of, to_value
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
    if type(value) is Tensor and class_of(value) in FLOAT_CLASSES and not indicators:
        return call.feval("isnan", value)[0]
    if not indicators:
        return standard(value)
    marks = marks_of(indicators[0])
    if len(indicators) == 1 and on_device(call, value) and 0 < len(marks) <= _MOST_MARKS and all(type(m) is float for m in marks):
        x = Formula(call, value)
        found = [x.apply("isnan") if math.isnan(m) else x.apply("eq", m) for m in marks]
        return reduce(lambda a, b: a.apply("or", b), found).value
    found = equal_to(value, marks)
    if found is None or len(indicators) > 1:
        raise call.error(
            "Indicators must have a class that can be compared with the first argument.", "MATLAB:ismissing:IndicatorsInvalidType"
        )
    return to_value(found)


def standard(value: Any) -> np.ndarray:
    """What a class has for missing."""
    if type(value) is StringArray:
        return np.array([t is None for t in value.array.ravel(order="F")], bool).reshape(value.shape, order="F")
    if type(value) is CellArray:
        found = [t is MISSING or (is_text(t) and text_of(t) == "") for t in value.array.ravel(order="F")]
        return np.array(found, bool).reshape(value.shape, order="F")
    if isinstance(value, NumberedArray):
        return np.isnan(value.numbers)
    if class_of(value) not in (*NUMERIC_CLASSES, "logical", "char"):
        return np.zeros(shape_of(value), bool)
    array = as_array(value)
    return array == 32 if type(value) is CharArray else np.isnan(array) if array.dtype.kind in "fc" else np.zeros(array.shape, bool)


def marks_of(indicator: Any) -> list[Any]:
    """The indicators one by one: texts as Python's (None: missing), numbers, and times and categories as they are."""
    if type(indicator) is CellArray:
        return [mark for item in indicator.array.ravel(order="F") for mark in marks_of(item)]
    if indicator is MISSING:
        return [None]
    if type(indicator) is StringArray:
        return list(indicator.array.ravel(order="F"))
    if type(indicator) is CharArray:
        return [text_of(indicator) if is_text(indicator) or not indicator.numel else line for line in (indicator.lines() or [""])]
    return [indicator] if isinstance(indicator, NumberedArray) else arg.flat(indicator).tolist()


def equal_to(value: Any, marks: Sequence[Any], *, rows: bool = False) -> np.ndarray | None:
    """Which elements equal a mark; None where no mark can be compared with them.  ``rows``: chars are compared as rows of text."""
    texts = [m for m in marks if m is None or isinstance(m, str)]
    if isinstance(value, Categorical):
        texts += [t for m in marks if isinstance(m, Categorical) for t in m.texts()]
        named = {"<undefined>" if t is None else t for t in texts}
        return _among(["<undefined>" if t is None else t for t in value.texts()], named, value.shape) if texts else None
    if isinstance(value, NumberedArray):
        alike = [m for m in marks if isinstance(m, NumberedArray) and m.matlab_class == value.matlab_class]
        if not alike and None not in texts:
            return None
        numbers = np.concatenate([m.numbers.ravel() for m in alike] + ([np.array([np.nan])] if None in texts else []))
        return _among_numbers(value.numbers, numbers)
    if type(value) is StringArray:
        return _among(list(value.array.ravel(order="F")), set(texts), value.shape) if texts else None
    if type(value) is CellArray:
        items = [text_of(t) if is_text(t) else None if t is MISSING else t for t in value.array.ravel(order="F")]
        return _among([t if t is None or isinstance(t, str) else object() for t in items], set(texts), value.shape) if texts else None
    if type(value) is CharArray:
        known = {t.rstrip() for t in texts if t is not None}
        if rows:
            return _among([line.rstrip() for line in value.lines()], known, (value.shape[0], 1)) if texts else None
        return np.isin(value.array, [ord(c) for t in texts if t is not None for c in t]) if texts else None
    if class_of(value) not in (*NUMERIC_CLASSES, "logical"):
        return None
    numbers = [m for m in marks if isinstance(m, (int, float, complex, bool))]
    if not numbers and None not in texts:
        return None
    return _among_numbers(as_array(value), np.array([*numbers, *([np.nan] if None in texts else [])]))


def _among(items: Sequence[Any], marks: set[Any], shape: Sequence[int]) -> np.ndarray:
    return np.array([item in marks for item in items], bool).reshape(tuple(shape), order="F")


def _among_numbers(array: np.ndarray, marks: np.ndarray) -> np.ndarray:
    found = np.isin(array, marks)
    return found | np.isnan(array) if array.dtype.kind in "fc" and np.isnan(marks).any() else found


def of_table(call: Any, value: Any, *arguments: Any) -> Any:
    """A column of answers for each variable; those of several columns answer for the row."""
    place = next((k for k, a in enumerate(arguments) if is_text(a) and text_of(a).lower() == "outputformat"), len(arguments))
    named = arg.name_values(arguments[place:], "ismissing", "outputformat")
    form = text_of(named["outputformat"]).lower() if named else "logical"
    if form not in ("logical", "tabular"):
        raise MatlabError("'OutputFormat' value must be 'logical' or 'tabular'.", "MATLAB:ismissing:OutputFormat")
    marks = marks_of(arguments[0]) if place else None
    parts = []
    for column in value.columns.values():
        if marks is None:
            found = np.asarray(arg.elements(call.feval("ismissing", column)[0]), bool)
        else:
            equal = equal_to(column, marks, rows=True)
            found = np.zeros(shape_of(column), bool) if equal is None else equal
        rows = found.reshape(value.height, math.prod(found.shape[1:]))
        parts.append(rows.all(axis=1) if type(column) is CharArray and marks is None else rows.any(axis=1))
    if form == "tabular":
        return value.remade({name: to_value(part.reshape(-1, 1)) for name, part in zip(value.names, parts, strict=True)})
    return to_value(np.stack(parts, axis=1)) if parts else to_value(np.zeros((value.height, 0), bool))


def of_numbered(call: Any, value: NumberedArray, *indicators: Any) -> Any:
    return ismissing.function(call, value, *indicators)
