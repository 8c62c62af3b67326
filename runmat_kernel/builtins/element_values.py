"""Arrays of any class taken apart and together element by element, texts and name-value pairs of builtins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..values import CellArray, CharArray, FunctionHandle, StringArray, StructArray, Tensor, object_array
from ..values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from ..values.objects import HostObject
from ..values.sparse.matrix import Sparse
from ..values.tables.columns import joined_values
from .arguments import Options
from .arguments import is_true as is_true


def cellstr_row(texts: Iterable[str]) -> CellArray:
    """A 1-by-n cell of char rows."""
    return CellArray.of([CharArray.row(text) for text in texts])


def cellstr_column(texts: Iterable[str]) -> CellArray:
    """An n-by-1 cell of char rows."""
    items = [CharArray.row(text) for text in texts]
    return CellArray.of(items, (len(items), 1))


def unlike_names(names: Iterable[str], taken: Iterable[str]) -> list[str]:
    """The names, with _1, _2 ... behind those that are taken, or are there twice."""
    used, unlike = set(taken), []
    for name in names:
        number, fresh = 0, name
        while fresh in used:
            number += 1
            fresh = f"{name}_{number}"
        used.add(fresh)
        unlike.append(fresh)
    return unlike


def texts_of(value: Any, name: str = "argument") -> list[str]:
    """The strs of a char matrix (its rows), a string array, or a cell array of char rows."""
    kind = type(value)
    if kind is CharArray:
        return value.lines() if value.shape[0] != 1 and value.numel else [value.text]
    if kind is StringArray:
        texts = list(value.array.ravel(order="F"))
        if None in texts:
            raise MatlabError(f"The {name} must not be missing.", "MATLAB:invalidType")
        return texts
    if kind is CellArray and all(is_text(item) for item in value.array.flat):
        return [text_of(item) for item in value.array.ravel(order="F")]
    raise MatlabError(f"The {name} must be a string array, character vector, or cell array of character vectors.", "MATLAB:invalidType")


def number(value: Any, name: str = "argument") -> float:
    """A real scalar as a float; an error that names the argument otherwise."""
    if type(value) is float:
        return value
    if numel_of(value) != 1 or type(value) in (CellArray, StructArray, StringArray, FunctionHandle, complex):
        raise MatlabError(f"The {name} must be a real scalar.", "MATLAB:invalidInput")
    return float(as_array(value).flat[0].real)


def name_value_pairs(arguments: Sequence[Any], names: Sequence[str], function: str) -> Options:
    """``'Name', value`` pairs; names match in any case and by unambiguous beginning; the keys are spelled as in ``names``."""
    if len(arguments) % 2:
        raise MatlabError("Name-value arguments must come in pairs.", f"MATLAB:{function}:InvalidNameValue")
    pairs = Options()
    for i in range(0, len(arguments), 2):
        name = text_of(arguments[i], "parameter name")
        matches = [n for n in names if n.lower() == name.lower()] or [n for n in names if n.lower().startswith(name.lower())]
        if len(matches) != 1:
            raise MatlabError(f"Unknown parameter name '{name}'.", f"MATLAB:{function}:InvalidParameter")
        pairs[matches[0]] = arguments[i + 1]
    return pairs


def elements(value: Any) -> list[Any]:
    """All elements in column-major order, each as ``value(i)`` gives it."""
    kind = type(value)
    if kind is float or kind is bool or kind is complex or kind is FunctionHandle:
        return [value]
    if kind is Tensor:
        return _tensor_elements(value.array.ravel(order="F"))
    if kind is CharArray:
        return [CharArray(code.reshape(1, 1)) for code in value.array.ravel(order="F")]
    if kind is StringArray:
        return [StringArray.scalar(text) for text in value.array.ravel(order="F")]
    if kind is CellArray:
        return [CellArray.of([item]) for item in value.array.ravel(order="F")]
    if kind is StructArray:
        return [StructArray(object_array([item]), value.fields) for item in value.array.ravel(order="F")]
    if value.numel == 1:
        return [value]
    return [value.index((float(i + 1),)) for i in range(value.numel)]


def _tensor_elements(flat: np.ndarray) -> list[Any]:
    if flat.dtype in (np.float64, np.bool_):
        return flat.tolist()
    if flat.dtype == np.complex128:
        return [x.real if x.imag == 0 else x for x in flat.tolist()]
    return [Tensor(flat[i : i + 1].reshape(1, 1)) for i in range(flat.size)]


def assemble(items: Sequence[Any], shape: tuple[int, ...]) -> Any:
    """Scalars of one class put together into an array of ``shape``; a double array of that shape when there are none."""
    if not items:
        return Tensor(np.zeros(shape, order="F"))
    if any(type(item) is Sparse for item in items):
        items = [item.full_value() if type(item) is Sparse else item for item in items]
    first = items[0]
    if len(items) == 1 and tuple(shape) == (1, 1):
        return first
    kind = class_of(first)
    if kind == "char":
        return CharArray(np.array([item.array.flat[0] for item in items], np.uint16).reshape(shape, order="F"))
    if kind == "string":
        return StringArray(object_array([item.array.flat[0] for item in items], shape))
    if kind == "cell":
        return CellArray(object_array([item.array.flat[0] for item in items], shape))
    if kind == "struct":
        return StructArray(object_array([item.array.flat[0] for item in items], shape), first.fields)
    if all(type(item) in (float, bool, complex) for item in items):
        return Tensor(np.array(list(items)).reshape(shape, order="F"))
    if isinstance(first, Tensor) or type(first) in (float, complex, bool):
        return Tensor(np.concatenate([as_array(item).reshape(-1) for item in items]).reshape(shape, order="F"), kind)
    if isinstance(first, HostObject) and kind not in _ALONE:
        joined = joined_values(items, "vertcat" if len(shape) == 2 and shape[1] == 1 else "horzcat")
        if tuple(shape) == shape_of(joined):
            return joined
        return joined.index((Tensor(np.arange(1.0, len(items) + 1).reshape(shape, order="F")),))
    raise MatlabError(f"Outputs of class '{kind}' cannot be combined into an array.", "MATLAB:catenate:unsupported")


_ALONE = frozenset({"table", "timetable", "containers.Map", "dictionary"})
"""Classes of which there are no arrays."""
