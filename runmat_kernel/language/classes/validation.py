"""Size, class and validators of a property: what every assigned value goes through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.call import invoke
from ...builtins.registry import builtins
from ...syntax import ast as m
from ...values import indexing
from ...values.classes import DTYPES, NUMERIC_CLASSES
from ...values.containers import CellArray, StructArray
from ...values.convert import class_of, numel_of, shape_of, to_value
from ...values.indexing import assign
from ...values.tensor import Tensor
from ...values.text import CharArray, StringArray
from .definition import ClassInfo
from .instances import ObjectValue, elements_array, object_value

Check = Callable[[Any], Any]


def checker(table: Any, unit: Any, cls: ClassInfo, node: m.ArgumentDeclaration) -> Check | None:
    """``check(value)`` of a declared property: the converted value, or an error that names the property; None: no rules."""
    if node.sizes is None and node.matlab_class is None and not node.validators:
        return None
    validators: list[Any] = []

    def compiled() -> list[Any]:
        if not validators and node.validators:
            validators.extend(compiled_validator(unit, node, k) for k in range(len(node.validators)))
        return validators

    def check(value: Any) -> Any:
        try:
            if node.matlab_class is not None:
                value = as_class(table, value, node.matlab_class)
            if node.sizes is not None:
                value = as_size(value, node.sizes)
            for validate in compiled():
                validate(0, value)
        except MatlabError as error:
            text = f"Error setting property '{node.name}' of class '{cls.name}'. {error.message}"
            raise MatlabError(text, error.identifier) from None
        return value

    return check


def compiled_validator(unit: Any, node: m.ArgumentDeclaration, k: int) -> Any:
    """``function(nargout, value)`` of one validator, which sees the local functions of the class's file."""
    return unit.compile_function(_validator(node, k))


def _validator(node: m.ArgumentDeclaration, k: int) -> m.Function:
    """``function $hidden_name(name), validator(name, ...)``."""
    validator, span = node.validators[k], node.span
    call = validator if isinstance(validator, m.Index) else m.Index(span, validator, (m.Name(span, node.name),))
    return m.Function(span, f"$hidden_{node.name}{k}", (node.name,), (), (m.ExpressionStatement(span, call, False),))


# --- class ----------------------------------------------------------------------------------------------------------


def as_class(table: Any, value: Any, name: str) -> Any:
    """The value converted to a class by MATLAB's rules of assignment, or ``MATLAB:validation:UnableToConvert``."""
    have = class_of(value)
    if have == name or derives(table, value, name):
        return value
    try:
        converted = _converted(table, value, have, name)
    except MatlabError:
        converted = None
    if converted is None:
        raise MatlabError(f"Value must be of type {name} or be convertible to {name}.", "MATLAB:validation:UnableToConvert")
    return converted


def derives(table: Any, value: Any, name: str) -> bool:
    """Whether the value's class is ``name`` or one below it."""
    del table
    from ...values.objects import HostObject

    return isinstance(value, HostObject) and (name in value.superclasses or (name == "handle" and value.is_handle))


def _converted(table: Any, value: Any, have: str, name: str) -> Any:
    """The value as ``name``, or None where MATLAB does not convert."""
    if not _may_convert(value, have, name):
        return None
    if name == "cell":
        return CellArray(np.empty((0, 0), object))
    if name == "struct":
        return StructArray(np.empty((0, 0), object), ())
    target = table.get(name)
    if target is not None:
        return table.convert(target, value)
    function = table.session.functions.lookup(name)
    if function is None:
        return None
    converted = function(1, value)[0]
    return converted if class_of(converted) == name or derives(table, converted, name) else None


def _may_convert(value: Any, have: str, name: str) -> bool:
    """Whether MATLAB converts a value of class ``have`` to ``name``."""
    if name in NUMERIC_CLASSES or name in ("logical", "char"):
        return name in ("char", "double", "single") if have == "string" else have in DTYPES or hasattr(value, "cls")
    if name == "string":
        return have not in ("struct", "function_handle") and (have != "cell" or all(type(x) is CharArray for x in value.array.flat))
    if name in ("cell", "struct"):
        return type(value) is Tensor and value.shape == (0, 0)
    return name != "function_handle"


# --- size -----------------------------------------------------------------------------------------------------------


def as_size(value: Any, sizes: tuple[int | str, ...]) -> Any:
    """The value with the declared size: a scalar fills fixed sizes, a vector turns; ``MATLAB:validation:IncompatibleSize``."""
    shape = shape_of(value)
    if _fits(shape, sizes):
        return value
    fixed = [n for n in sizes if isinstance(n, int)]
    if shape == (0, 0) and len(fixed) < len(sizes):
        return _like(value, elements_of(value).reshape(tuple(n if isinstance(n, int) else 0 for n in sizes)))
    if numel_of(value) == 1 and len(fixed) == len(sizes) and 0 not in fixed:
        return assign(None, tuple(Tensor(np.arange(1.0, n + 1).reshape(1, -1)) for n in fixed), value)
    if len(shape) == 2 == len(sizes) and 1 in shape and _fits(shape[::-1], sizes):
        return _turned(value)
    raise MatlabError(_size_message(sizes), "MATLAB:validation:IncompatibleSize")


def _fits(shape: tuple[int, ...], sizes: tuple[int | str, ...]) -> bool:
    padded = shape + (1,) * (len(sizes) - len(shape))
    return len(padded) == len(sizes) and all(want in (":", have) for have, want in zip(padded, sizes, strict=True))


def _turned(value: Any) -> Any:
    return _like(value, np.asfortranarray(elements_of(value).T))


def elements_of(value: Any) -> np.ndarray:
    return elements_array(value) if isinstance(value, ObjectValue) else indexing.elements_of(value)


def _like(value: Any, array: np.ndarray) -> Any:
    return object_value(value.cls, array) if isinstance(value, ObjectValue) else indexing.like(value, array)


def _size_message(sizes: tuple[int | str, ...]) -> str:
    if all(n == 1 for n in sizes):
        return "Value must be a scalar."
    if sizes in ((1, ":"), (":", 1)):
        return f"Value must be a {'row' if sizes[0] == 1 else 'column'} vector."
    return f"Value must be of size {'×'.join(str(n) if n != ':' else ':' for n in sizes)}."


def default_of(table: Any, node: m.ArgumentDeclaration) -> Any:
    """The value of a property without a default: empty or zeros of the declared class and size."""
    sizes = tuple(n if isinstance(n, int) else 0 for n in node.sizes) if node.sizes is not None else (0, 0)
    name = node.matlab_class or "double"
    count = int(np.prod(sizes))
    if name in DTYPES:
        if name == "char":
            return CharArray(np.full(sizes, 0, np.uint16))
        array = np.zeros(sizes, DTYPES[name])
        if count != 1 or name not in ("double", "logical"):
            return Tensor(array)
        return 0.0 if name == "double" else False
    if name == "string":
        return StringArray(np.full(sizes, "", object))
    if name == "cell":
        empty = CellArray(np.empty((0, 0), object))
        if not count:
            return CellArray(np.empty(sizes, object))
        return assign(empty, tuple(float(n) for n in sizes), CellArray.of([Tensor(np.empty((0, 0)))]))
    if name == "struct":
        array = np.empty(sizes, object)
        for position in np.ndindex(array.shape):
            array[position] = {}
        return StructArray(array, ())
    return _object_default(table, name, sizes, count)


def _object_default(table: Any, name: str, sizes: tuple[int, ...], count: int) -> Any:
    cls = table.get(name)
    if cls is None:
        return _kept_default(table.session, name, sizes, count)
    if not count:
        return table.arrays.empty(cls, sizes)
    if cls.member_nodes:
        return table.member(cls, next(iter(cls.member_nodes)))
    instance = table.construct(cls, ())
    return instance if count == 1 else table.arrays.place(tuple(float(n) for n in sizes), instance)


_FILLED = {
    "datetime": lambda zeros: ("datetime", (zeros / 0, zeros, zeros)),
    "duration": lambda zeros: ("duration", (zeros, zeros, zeros)),
    "calendarDuration": lambda zeros: ("calendarDuration", (zeros, zeros, zeros)),
    "categorical": lambda zeros: ("categorical", (zeros / 0,)),
}  # fmt: skip
"""Arrays of a class whose elements have no value yet: the function that makes them, and its inputs for zeros of the size."""


def _kept_default(session: Any, name: str, sizes: tuple[int, ...], count: int) -> Any:
    """The same for classes of this kernel: ``NaT``, ``<undefined>``, an object made without inputs; empty where the size is."""
    if not count and (maker := builtins().get(f"{name}.empty")) is not None:
        return invoke(maker, session, tuple(float(n) for n in sizes), 1)[0]
    if count and name in _FILLED:
        with np.errstate(invalid="ignore"):
            function, inputs = _FILLED[name](np.zeros(sizes))
        return session.feval(function, tuple(to_value(item) for item in inputs), 1)[0]
    if name in builtins() and (count == 1 or name == "dictionary"):
        return session.feval(name, (), 1)[0]
    return Tensor(np.empty((0, 0)))
