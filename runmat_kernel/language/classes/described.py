"""Meta objects of what is declared of a property: ``matlab.metadata.Validation``, its dimensions and its functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...syntax import ast as m
from ...syntax.unparse import unparse
from ...values.containers import CellArray, object_array
from ...values.convert import to_value
from ...values.functions import FunctionHandle
from ...values.tensor import Tensor
from .definition import Property
from .instances import Handle, object_value
from .validation import compiled_validator

_KIND = "matlab.metadata."


def validation(table: Any, prop: Property) -> Any:
    """The ``Validation`` of a meta.property: class, size and functions; ``[]`` where nothing is declared."""
    if prop.check is None or prop.node is None:
        return table.empty
    node = prop.node
    cls = table.superclass(node.matlab_class, None) if node.matlab_class else None
    values = {
        "Class": table.meta.of(cls) if cls is not None else table.arrays.empty(table.get(_KIND + "Class"), (0, 0)),
        "Size": _size(table, node.sizes or ()),
        "ValidatorFunctions": CellArray.of([_function(prop, node, k) for k in range(len(node.validators))]),
        "$check": prop.check,
    }
    return Handle(table.get(_KIND + "Validation"), values)


def _size(table: Any, sizes: tuple[int | str, ...]) -> Any:
    """A row of dimensions, which are fixed or not."""
    if not sizes:
        return table.arrays.empty(table.get(_KIND + "ArrayDimension"), (1, 0))
    fixed, free = table.get(_KIND + "FixedDimension"), table.get(_KIND + "UnrestrictedDimension")
    lengths = [Handle(free, {}) if n == ":" else Handle(fixed, {"Length": _length(int(n))}) for n in sizes]
    kinds = {element.cls.name for element in lengths}
    common = table.get(kinds.pop() if len(kinds) == 1 else _KIND + "ArrayDimension")
    return object_value(common, object_array(lengths, (1, len(lengths))))


def _length(count: int) -> Any:
    return Tensor(np.full((1, 1), count, np.uint64))


def _function(prop: Property, node: m.ArgumentDeclaration, k: int) -> FunctionHandle:
    """A handle to a validator: ``@mustBeReal``, or ``@(Prop)mustBeGreaterThan(Prop,10)`` where it has inputs of its own."""
    target: list[Callable[..., Any]] = []

    def call(nargout: int, *arguments: Any) -> Any:
        if not target:
            target.append(compiled_validator(prop.owner.unit, node, k))
        return target[0](nargout, *arguments)

    written = unparse(node.validators[k])
    if isinstance(node.validators[k], m.Index):
        return FunctionHandle(None, f"@({node.name}){written}", call, parameters=(node.name,), nargin_declared=1)
    return FunctionHandle(written, written, call, nargin_declared=1)


def methods() -> dict[str, Callable[..., tuple[Any, ...]]]:
    """``isValidValue(v, value)`` and ``validateValue(v, value)``."""

    def is_valid(nargout: int, meta: Any, value: Any) -> tuple[Any, ...]:
        try:
            meta.values["$check"](value)
        except MatlabError:
            return (to_value(False),)
        return (to_value(True),)

    def validate(nargout: int, meta: Any, value: Any) -> tuple[Any, ...]:
        meta.values["$check"](value)
        return ()

    return {"isValidValue": is_valid, "validateValue": validate}
