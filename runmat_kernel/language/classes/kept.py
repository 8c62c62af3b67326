"""Objects whose classes are written in Python, as plain structures for files, and made from these again."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from types import FunctionType, MappingProxyType
from typing import Any

import numpy as np

from ...base.errors import MatlabError, StackFrame
from ...builtins.registry import is_stored, stored
from ...values.containers import CellArray, StructArray
from ...values.convert import as_array, text_of, to_value
from ...values.objects import HostObject
from ...values.text import CharArray

_PARTS = MappingProxyType({"MatlabError": MatlabError, "StackFrame": StackFrame})
"""Classes below the toolboxes whose objects are parts of stored ones."""
_ERROR_PARTS = ("message", "identifier", "function", "stack", "causes", "thrown")


def is_kept(value: Any) -> bool:
    """Whether the object is stored by what its slots hold."""
    return isinstance(value, HostObject) and any(is_stored(base) for base in type(value).__mro__)


class NotKept(Exception):
    """Something in the object is known to this run of the program alone."""


def _slots(cls: type) -> list[str]:
    if cls is MatlabError:
        return list(_ERROR_PARTS)
    if dataclasses.is_dataclass(cls):
        return [field.name for field in dataclasses.fields(cls)]
    return [name for base in cls.__mro__ for name in getattr(base, "__slots__", ()) if name not in ("__weakref__", "_known")]


def _record(kind: str, **parts: Any) -> StructArray:
    return StructArray.scalar({"kind": CharArray.row(kind), **{name: to_value(part) for name, part in parts.items()}})


def _row(items: list[Any]) -> CellArray:
    return CellArray.of(items, (1, len(items)))


def encoded(item: Any, of_value: Callable[[Any], Any]) -> StructArray:
    """A structure that stands for an object or for what it holds; ``of_value`` makes a value of MATLAB fit for the file."""
    if item is None:
        return _record("none")
    if isinstance(item, bool | int | float | complex):
        return _record(type(item).__name__, value=item)
    if isinstance(item, str):
        return _record("str", value=item)
    if isinstance(item, np.ndarray):
        shape = np.array([item.shape], np.float64)
        if item.dtype.kind == "O":
            return _record("objects", value=_row([encoded(x, of_value) for x in item.ravel(order="F")]), shape=shape)
        return _record("array", value=item.reshape(1, -1, order="F"), shape=shape, dtype=item.dtype.str)
    if isinstance(item, list | tuple | frozenset):
        return _record(type(item).__name__, value=_row([encoded(x, of_value) for x in item]))
    if isinstance(item, dict | MappingProxyType):
        pairs = [_row([encoded(key, of_value), encoded(value, of_value)]) for key, value in item.items()]
        return _record("dict", value=_row(pairs))
    if is_stored(type(item)) or isinstance(item, (MatlabError, StackFrame)):
        cls = MatlabError if isinstance(item, MatlabError) else type(item)
        held = [(name, getattr(item, name)) for name in _slots(cls) if hasattr(item, name)]
        parts = [_row([CharArray.row(name), encoded(value, of_value)]) for name, value in held]
        return _record("made", name=cls.__name__, value=_row(parts))
    if isinstance(item, FunctionType):
        if not is_stored(item):
            raise NotKept
        return _record("function", value=item.__name__)
    if hasattr(item, "shape") and not isinstance(item, np.generic):
        return _record("value", value=of_value(item))
    raise NotKept


def decoded(record: Any, to_own: Callable[[Any], Any]) -> Any:
    """The object that a structure stands for; ``to_own`` turns a value of the file into a Value."""
    parts = record.array.item(0)
    kind, value = text_of(parts["kind"]), parts.get("value")
    if kind == "none":
        return None
    if kind in ("bool", "int", "float", "complex"):
        return {"bool": bool, "int": int, "float": float, "complex": complex}[kind](as_array(value).flat[0])
    if kind == "str":
        return text_of(value) if value.numel else ""
    if kind == "value":
        return to_own(value)
    if kind == "function":
        return _stored(text_of(value), FunctionType)
    if kind == "array":
        shape = tuple(int(n) for n in as_array(parts["shape"]).ravel())
        return np.array(as_array(value).astype(np.dtype(text_of(parts["dtype"]))).reshape(shape, order="F"), order="F")
    items = list(value.array.ravel(order="F")) if type(value) is CellArray else []
    if kind == "made":
        return _made(_stored(text_of(parts["name"]), type), {text_of(p.array.flat[0]): decoded(p.array.flat[1], to_own) for p in items})
    if kind == "dict":
        return {decoded(p.array.flat[0], to_own): decoded(p.array.flat[1], to_own) for p in items}
    values = [decoded(item, to_own) for item in items]
    if kind == "objects":
        array = np.empty(len(values), object)
        array[:] = values
        return array.reshape(tuple(int(n) for n in as_array(parts["shape"]).ravel()), order="F")
    return {"tuple": tuple, "frozenset": frozenset}.get(kind, list)(values)


def _stored(name: str, kind: type) -> Any:
    item = _PARTS.get(name) or stored(name)
    if not isinstance(item, kind):
        raise KeyError(name)
    return item


def _made(cls: type, held: dict[str, Any]) -> Any:
    factory: Any = cls
    if cls is MatlabError:
        instance: Any = MatlabError(held["message"], held["identifier"], function=held["function"])
    elif dataclasses.is_dataclass(cls):
        return cls(**held)
    else:
        instance = factory.__new__(cls)
    for name in _slots(cls):
        if name in held:
            setattr(instance, name, held[name])
    return instance
