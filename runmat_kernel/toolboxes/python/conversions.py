"""Conversions and operators of Python objects: ``double(x)``, ``char(x)``, ``cell(x)``, ``struct(x)``, ``x + y``."""

from __future__ import annotations

import array as python_array
import datetime as dt
import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.spec import methods
from ...values.classes import INTEGER_CLASSES, saturate
from ...values.containers import CellArray, StructArray
from ...values.convert import class_of, to_value
from ...values.interchange import array_value, datetime_of, is_data_frame, table_of
from ...values.text import CharArray, StringArray
from .convert import from_python, to_python
from .objects import PyObject, running_python


def _failed(call: Any, message: str) -> MatlabError:
    return call.error(message, "MATLAB:Python:ConversionFailed")


def _numbers(matlab_class: str) -> Callable[..., Any]:
    """The conversion to a numeric class or to logical."""

    def convert(call: Any, value: PyObject) -> Any:
        item = value.object
        if isinstance(item, list | tuple):
            return _to_class(np.array([[_element(call, x, k, matlab_class) for k, x in enumerate(item, 1)]]), matlab_class)
        if isinstance(item, int | float | complex):
            return _to_class(np.array([[item]], _number_type(item)), matlab_class)
        if isinstance(item, bytes | bytearray):
            return _to_class(np.frombuffer(item, np.uint8).reshape(1, -1), matlab_class)
        if isinstance(item, np.ndarray | np.generic | python_array.array | memoryview) or hasattr(item, "__array__"):
            array = np.asarray(item)
            if array.dtype.kind in "biufc":
                return _to_class(array.reshape(1, -1) if array.ndim < 2 else array, matlab_class)
        raise _failed(call, f"Conversion of Python '{value.matlab_class}' to MATLAB '{matlab_class}' is not supported.")

    return convert


def _number_type(item: Any) -> Any:
    """Python's integers beyond 64 bits become doubles."""
    if type(item) is int and not -(2**63) <= item < 2**63:
        return np.uint64 if 0 <= item < 2**64 else np.float64
    return None


def _element(call: Any, item: Any, position: int, matlab_class: str) -> Any:
    if isinstance(item, int | float | complex | np.number | np.bool_):
        return item
    raise _failed(
        call,
        f"Conversion of Python element at position {position} to type '{matlab_class}' failed. All Python elements must be convertible "
        "as scalar to the requested type.",
    )


def _to_class(array: np.ndarray, matlab_class: str) -> Any:
    if matlab_class == "logical":
        return to_value(array != 0)
    if matlab_class in INTEGER_CLASSES:
        return to_value(saturate(array, matlab_class))
    return array_value(array, matlab_class)


def _char(call: Any, value: PyObject) -> CharArray:
    return CharArray.row(str(value.object))


def _string(call: Any, value: PyObject) -> StringArray:
    item = value.object
    if isinstance(item, list | tuple):
        texts = [text if isinstance(text, str) or text is None else str(text) for text in item]
        return StringArray(np.array([texts], object).reshape(1, -1))
    if isinstance(item, np.ndarray) and item.dtype.kind in "US":
        return StringArray(np.atleast_2d(item.astype(str).astype(object)))
    return StringArray.scalar(str(item))


def _cell(call: Any, value: PyObject) -> CellArray:
    if not isinstance(value.object, list | tuple | set | frozenset | range):
        raise _failed(call, f"Conversion of Python '{value.matlab_class}' to MATLAB 'cell' is not supported.")
    return CellArray.of([from_python(item, call.session) for item in value.object])


def _struct(call: Any, value: PyObject) -> StructArray:
    item = value.object
    if not isinstance(item, Mapping):
        raise _failed(call, f"Conversion of Python '{value.matlab_class}' to MATLAB 'struct' is not supported.")
    for key in item:
        if not isinstance(key, str) or not (key.isidentifier() and key.isascii()) or key[0] == "_":
            raise _failed(call, f"Conversion of Python 'dict' to MATLAB 'struct' failed: '{key}' is not a valid field name.")
    return StructArray.scalar({key: from_python(x, call.session) for key, x in item.items()})


def _dictionary(call: Any, value: PyObject, *others: Any) -> Any:
    item = value.object
    if others or not isinstance(item, Mapping):
        raise _failed(call, f"Conversion of Python '{value.matlab_class}' to MATLAB 'dictionary' is not supported.")
    keys, values = (_of_one_class([_simple(x, call.session) for x in items]) for items in (item.keys(), item.values()))
    return call.session.feval("dictionary", (keys, values), 1)[0]


def _simple(item: Any, session: Any) -> Any:
    return StringArray.scalar(item) if isinstance(item, str) else float(item) if type(item) is int else from_python(item, session)


def _of_one_class(values: list[Any]) -> Any:
    """The values as one array, where they are numbers, truth values or strings alone; else a cell array."""
    kinds = {class_of(value) for value in values}
    if kinds == {"string"}:
        return StringArray(np.array([[value.array.flat[0]] for value in values], object))
    if kinds in ({"double"}, {"logical"}):
        return to_value(np.array([[value] for value in values]))
    return CellArray.of(values, (len(values), 1))


def _table(call: Any, value: PyObject, *options: Any) -> Any:
    if options or not is_data_frame(value.object):
        raise _failed(call, f"Conversion of Python '{value.matlab_class}' to MATLAB 'table' is not supported.")
    return table_of(value.object)


def _datetime(call: Any, value: PyObject, *options: Any) -> Any:
    item = value.object
    if isinstance(item, dt.date) and not options:
        return datetime_of(item if isinstance(item, dt.datetime) else dt.datetime(item.year, item.month, item.day))
    if isinstance(item, np.ndarray | np.datetime64) and np.asarray(item).dtype.kind == "M" and not options:
        return array_value(np.asarray(item))
    raise _failed(call, f"Conversion of Python '{value.matlab_class}' to MATLAB 'datetime' is not supported.")


def _duration(call: Any, value: PyObject, *options: Any) -> Any:
    item = value.object
    if isinstance(item, dt.timedelta) and not options:
        return array_value(np.array([np.timedelta64(item)]))
    if isinstance(item, np.ndarray | np.timedelta64) and np.asarray(item).dtype.kind == "m" and not options:
        return array_value(np.asarray(item))
    raise _failed(call, f"Conversion of Python '{value.matlab_class}' to MATLAB 'duration' is not supported.")


def _operator(function: Callable[..., Any]) -> Callable[..., Any]:
    def operate(call: Any, *operands: Any) -> Any:
        items = [to_python(operand, call.session) for operand in operands]
        with running_python(call.session):
            result = function(*items)
        return from_python(result, call.session)

    return operate


def _details(call: Any, value: PyObject) -> None:
    """``details(x)``: what the object is, its attributes and its methods."""
    item = value.object
    names = [name for name in dir(item) if not name.startswith("_")]
    methods_of = [name for name in names if callable(getattr(type(item), name, None))]
    call.write(f"    {value.matlab_class}\n\n    Properties: {', '.join(n for n in names if n not in methods_of) or 'none'}\n")
    call.write(f"    Methods: {', '.join(methods_of) or 'none'}\n")


_CLASSES = ("double", "single", "logical", *INTEGER_CLASSES)
_OPERATORS: dict[str, Callable[..., Any]] = {
    "plus": operator.add, "minus": operator.sub, "mtimes": operator.mul, "mrdivide": operator.truediv, "mpower": operator.pow,
    "uminus": operator.neg, "uplus": operator.pos, "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le,
    "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip

PYTHON_CONVERSIONS = methods(
    PyObject,
    {
        **{name: _numbers(name) for name in _CLASSES},
        **{name: _operator(function) for name, function in _OPERATORS.items()},
        "char": _char, "string": _string, "cell": _cell, "struct": _struct, "dictionary": _dictionary, "table": _table,
        "datetime": _datetime, "duration": _duration, "details": _details,
    },
)  # fmt: skip
