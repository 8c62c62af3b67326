"""Arguments of Python functions, and what they return, as MATLAB converts them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.extras import missing
from ...values.classes import INTEGER_CLASSES
from ...values.containers import CellArray, StructArray
from ...values.convert import class_of
from ...values.dictionary import Dictionary
from ...values.functions import FunctionHandle
from ...values.interchange import data_frame, datetime_of, moment, moments, read_only, value_of
from ...values.tables.table import Table
from ...values.tensor import Tensor
from ...values.text import ArgumentName, CharArray, StringArray
from ...values.times.times import Datetime, Duration
from .objects import Keywords, PyObject, Root


def to_python(value: Any, session: Any) -> Any:
    """The Python object that a Python function gets for a Value.

    Scalars become Python's numbers and text, other numeric arrays NumPy arrays that share the memory and cannot be written (a row has one
    dimension, all else keeps its shape), cell vectors tuples, structures and dictionaries dicts, tables DataFrames of pandas.
    Raises MatlabError for values that Python has no counterpart of.
    """
    kind = type(value)
    if kind in (float, bool, complex):
        return value
    convert = _TO_PYTHON.get(kind) or next((convert for cls, convert in _TO_PYTHON.items() if isinstance(value, cls)), None)
    if convert is None:
        raise _no_conversion(value)
    return convert(value, session)


def _no_conversion(value: Any, what: str = "is not supported") -> MatlabError:
    return MatlabError(f"Conversion of MATLAB '{class_of(value)}' to Python {what}.", "MATLAB:Python:UnsupportedInputConversion")


def _check_vector(value: Any) -> None:
    if value.numel and (len(value.shape) > 2 or 1 not in value.shape):
        raise _no_conversion(value, "is only supported for 1-N vectors")


def _row_or_all(array: np.ndarray) -> np.ndarray:
    return array[0] if array.ndim == 2 and array.shape[0] == 1 else array


def _of_tensor(value: Tensor, session: Any) -> Any:
    if value.array.size == 1:
        item = value.array.reshape(-1)[0]
        return int(item) if value.matlab_class in INTEGER_CLASSES else item.item()
    return _row_or_all(read_only(value.array))


def _of_char(value: CharArray, session: Any) -> str:
    if value.numel and not value.is_row:
        raise _no_conversion(value, "is only supported for 1-N vectors")
    return value.text if value.numel else ""


def _of_string(value: StringArray, session: Any) -> Any:
    _check_vector(value)
    texts = [None if text is None else str(text) for text in value.array.flat]
    return texts[0] if value.numel == 1 else texts


def _of_cell(value: CellArray, session: Any) -> tuple[Any, ...]:
    _check_vector(value)
    return tuple(to_python(item, session) for item in value.array.flat)


def _of_struct(value: StructArray, session: Any) -> dict[str, Any]:
    if value.numel != 1:
        raise _no_conversion(value, "is only supported for scalar structures")
    return {name: to_python(item, session) for name, item in value.array.flat[0].items()}


def _of_dictionary(value: Dictionary, session: Any) -> dict[Any, Any]:
    return {to_python(key, session): to_python(item, session) for key, item in value.entries.values()}


def _of_handle(handle: FunctionHandle, session: Any) -> Callable[..., Any]:
    """The Python function that ``@py.module.function`` names; else a function that calls the handle."""
    if handle.name is not None and handle.name.startswith("py."):
        return Root(session).resolved(handle.name.removeprefix("py."))

    def call(*arguments: Any) -> Any:
        results = session.feval(handle, tuple(_argument(item, session) for item in arguments), 1)
        return to_python(results[0], session) if results else None

    return call


def _argument(item: Any, session: Any) -> Any:
    """What a handle gets that Python calls: the closest Value, where there is one."""
    try:
        return value_of(item)
    except TypeError:
        return PyObject(item, session)


def _of_datetime(value: Datetime, session: Any) -> Any:
    return moment(value) if value.numel == 1 else _row_or_all(moments(value))


def _of_duration(value: Duration, session: Any) -> Any:
    if value.numel != 1:
        return _row_or_all(moments(value))
    seconds = float(value.seconds.flat[0])
    return None if np.isnan(seconds) else dt.timedelta(microseconds=round(seconds * 1e6))


def _of_table(value: Table, session: Any) -> Any:
    try:
        return data_frame(value)
    except ImportError:
        raise missing("Tables as DataFrames", "pandas", "python") from None
    except ValueError as error:
        raise _no_conversion(value, f"is not supported: {error}") from None


_TO_PYTHON: dict[type, Callable[[Any, Any], Any]] = {
    Tensor: _of_tensor,
    CharArray: _of_char,
    StringArray: _of_string,
    CellArray: _of_cell,
    StructArray: _of_struct,
    Dictionary: _of_dictionary,
    FunctionHandle: _of_handle,
    Datetime: _of_datetime,
    Duration: _of_duration,
    Table: _of_table,
    PyObject: lambda value, session: value.object,
}


def arguments_of(values: tuple[Any, ...], session: Any) -> tuple[list[Any], dict[str, Any]]:
    """The positional arguments, and the keywords of ``name=value`` and ``pyargs``."""
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    rest = list(values)
    while rest:
        value = rest.pop(0)
        if isinstance(value, Keywords):
            keywords |= {name: to_python(item, session) for name, item in value.pairs.items()}
        elif type(value) is StringArray and value.numel == 1 and type(value.array.item()) is ArgumentName and rest:
            keywords[str(value.array.item())] = to_python(rest.pop(0), session)
        else:
            positional.append(to_python(value, session))
    return positional, keywords


def from_python(item: Any, session: Any) -> Any:
    """The Value of what a Python function returns: ``float``, ``complex``, ``bool`` and ``datetime`` are converted, all else stays an
    object of Python."""
    if isinstance(item, bool):
        return item
    if isinstance(item, float | complex):
        return complex(item) if isinstance(item, complex) else float(item)
    return datetime_of(item) if type(item) is dt.datetime else PyObject(item, session)
