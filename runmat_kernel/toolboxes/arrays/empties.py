"""``double.empty(0, 3)``: empty arrays of the built-in classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StringArray, StructArray, Tensor
from ...values.classes import DTYPES
from ...values.convert import as_array


def _shape(sizes: tuple[Any, ...]) -> tuple[int, ...]:
    numbers = [max(int(n), 0) for size in sizes for n in as_array(size).ravel(order="F")]
    shape = tuple(numbers * 2 if len(numbers) == 1 else numbers) or (0, 0)
    if 0 not in shape:
        raise MatlabError("At least one dimension must be zero.", "MATLAB:class:emptyMustBeZero")
    while len(shape) > 2 and shape[-1] == 1:
        shape = shape[:-1]
    return shape


def _made(name: str, shape: tuple[int, ...]) -> Any:
    if len(shape) > 32:
        raise MatlabError("The size vector has too many elements.", "MATLAB:maxDims")
    if name in ("cell", "string", "struct"):
        array = np.empty(shape, object, order="F")
        return CellArray(array) if name == "cell" else StringArray(array) if name == "string" else StructArray(array, ())
    if name == "char":
        return CharArray(np.empty(shape, "U1", order="F"))
    return Tensor(np.empty(shape, DTYPES[name], order="F"))


def _numbered(call: Any, name: str, shape: tuple[int, ...]) -> Any:
    """Empty arrays of the classes whose elements are numbers with a meaning, such as datetime."""
    numbers = Tensor(np.empty(shape, np.float64, order="F"))
    if name == "datetime":
        return call.feval("datetime", numbers, numbers, numbers)[0]
    if name == "categorical":
        return call.feval(name, StringArray(np.empty(shape, object, order="F")))[0]
    return call.feval("seconds" if name == "duration" else "caldays", numbers)[0]


def _tabular(call: Any, name: str, shape: tuple[int, ...]) -> Any:
    """Tables and timetables without rows or without variables; the times of rows are missing dates."""
    if len(shape) > 2:
        raise MatlabError("Tables have two dimensions.", "MATLAB:table:InvalidSize")
    numbers = Tensor(np.empty(shape, np.float64, order="F"))
    if name == "table":
        return call.feval("array2table", numbers)[0]
    times = call.feval("NaT", float(shape[0]), 1.0)[0]
    return call.feval("array2timetable", numbers, CharArray.row("RowTimes"), times)[0]


NUMBERED = ("datetime", "duration", "calendarDuration", "categorical")


def _empty(name: str):
    @builtin(
        f"{name}.empty",
        f"A = {name}.empty",
        f"A = {name}.empty(m, n, ...)",
        summary=f"Empty array of class {name}.",
        examples=(Example(f"class({name}.empty)", f"'{name}'"), Example(f"size({name}.empty(0, 3))", "[0 3]")),
        errors=(ErrorCase(f"{name}.empty(1, 2)", "MATLAB:class:emptyMustBeZero", "At least one dimension must be zero."),),
    )
    def empty(call, *sizes):
        shape = _shape(sizes)
        if name in ("table", "timetable"):
            return _tabular(call, name, shape)
        return _numbered(call, name, shape) if name in NUMBERED else _made(name, shape)

    return empty


functions = tuple(
    _empty(name)
    for name in (
        "double", "single", "logical", "char", "string", "cell", "struct",
        "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", *NUMBERED, "table", "timetable",
    )
)  # fmt: skip
