"""Finds the one value that all elements of an array have (``zeros``, ``100 * ones``) without computing them: loops begin with it."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from ..graph.evaluate import evaluate
from ..graph.node import MAP, Constant, Node, order
from ..graph.op import Op
from ..plan.cluster import is_view
from ..values.classes import DTYPES
from ..values.tensor import Tensor
from .storage import Pending, Source


def uniform_value(tensor: Tensor) -> Any:
    """The value of all elements of an array that is made from constants alone and was not computed yet; None for all others."""
    storage = tensor.storage
    if tensor._array is not None or not isinstance(storage, Source | Pending):
        return None
    if isinstance(storage, Source) and not storage.constant:
        return None
    root = storage.node
    try:
        return _folded(root, _SHALLOW)
    except _Deep:
        values: dict[Node, Any] = {}
        for node in order([root]):
            values[node] = _fold(node, lambda x: values[x])
            if values[node] is None:
                return None
        return values[root]


_SHALLOW = 4
"""Operations on each other up to which they are followed without noting which were seen: such are most, and each costs little."""


class _Deep(Exception):
    """There are more operations."""


def _folded(node: Node, depth: int) -> Any:
    """The value of all elements, or None where they differ.  Raises _Deep."""
    if depth == 0:
        raise _Deep
    return _fold(node, lambda x: _folded(x, depth - 1))


def _fold(node: Node, value_of: Callable[[Node], Any]) -> Any:
    """The value of all elements of a node, from those of its operands; None where they differ or are not known."""
    if node.kind != MAP or node.guarded or node.whole or not node.operands or is_view(node):
        return None
    operands = []
    for x in node.operands:
        value = x.value if type(x) is Constant else value_of(x)
        if value is None or isinstance(value, complex):
            return None
        # Zeros of either sign are equal, as keys too.
        operands.append((x.matlab_class, value, value == 0 and math.copysign(1.0, value)))
    return _value(node.op, tuple(operands), node.matlab_class, node.compute)


@lru_cache(1024)
def _value(op: Op, operands: tuple[tuple[str, Any, Any], ...], matlab_class: str, compute: str) -> Any:
    """The operation on scalars; None where it has a complex one, or not one element."""
    array = evaluate(op, [np.array([[value]], DTYPES[name]) for name, value, _ in operands], matlab_class, compute)
    return array.item() if array.size == 1 and array.dtype.kind != "c" else None
