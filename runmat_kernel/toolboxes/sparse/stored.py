"""Comparisons and reductions of sparse matrices that look at the stored elements alone; None where all elements are needed."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...values.convert import class_of, is_text, numel_of, text_of, to_value
from ...values.sparse import kernels as kernels
from ...values.sparse.matrix import Sparse
from .creation import full_of


def _with_data(s: Sparse, data: np.ndarray) -> Sparse:
    return Sparse.canonical(kernels.with_data(s.matrix, data))


_RELATIONS = {"gt": np.greater, "lt": np.less, "ge": np.greater_equal, "le": np.less_equal, "eq": np.equal, "ne": np.not_equal}


def compared(call: Any, name: str, a: Any, b: Any) -> Sparse | None:
    """A comparison or logical operator that is false where both operands are zero: of two matrices, or with a number."""
    if type(a) is Sparse and type(b) is Sparse and a.shape == b.shape and a.numel != 1:
        if name in ("and", "or", "xor", "ne") or (name in ("gt", "lt") and not (a.is_complex or b.is_complex)):
            return _of_two(name, a, b)
        return None
    matrix, number = (a, b) if type(a) is Sparse and a.numel != 1 else (b, a)
    if type(matrix) is not Sparse or numel_of(number) != 1:
        return None
    number = number if type(number) is float else to_value(full_of(number))
    ordered = (lambda x: (x, number)) if matrix is a else (lambda x: (number, x))
    relation = _RELATIONS.get(name)
    if relation is not None and type(number) is float and matrix.matrix.dtype.char in "d?":
        return None if relation(*ordered(0.0)) else _with_data(matrix, relation(*ordered(matrix.matrix.data)))
    if arg.flat(call.feval(name, *ordered(0.0))[0]).any():
        return None
    column = to_value(matrix.matrix.data.reshape(-1, 1))
    return _with_data(matrix, arg.flat(call.feval(name, *ordered(column))[0]).astype(bool))


def _of_two(name: str, a: Sparse, b: Sparse) -> Sparse:
    left, right = a.matrix, b.matrix
    if name in ("gt", "lt", "ne"):
        left, right = (m.astype(float) if m.dtype == bool else m for m in (left, right))
        return Sparse(left > right if name == "gt" else left < right if name == "lt" else left != right)
    left, right = (m.astype(bool).astype(np.int8) for m in (left, right))
    return Sparse((left.multiply(right) if name == "and" else (left + right) if name == "or" else abs(left - right)).astype(bool))


def reduced(call: Any, name: str, s: Any, rest: tuple[Any, ...]) -> Any:
    """``sum``, ``mean``, ``any``, ``all``, ``max`` or ``min`` of the columns, the rows or of all; None for other options."""
    words = [text_of(r).lower() for r in rest if is_text(r)]
    numbers = [r for r in rest if not is_text(r)]
    extreme = name in ("max", "min")
    if extreme and rest and not is_text(rest[0]):
        second = numbers.pop(0)
        if not arg.is_empty_matrix(second):
            return None if len(rest) > 1 else _larger(call, name, s, second)
    if type(s) is not Sparse or words not in ([], ["all"]) or len(numbers) + len(words) > 1 or 0 in s.shape:
        return None
    axis = None if words else arg.dimension(numbers[0]) if numbers else arg.first_nonsingleton(s.shape)
    if axis is not None and axis > 1:
        return None
    if extreme:
        return _extreme(name, s, axis)
    if name == "any" and np.isnan(s.matrix.data).any():  # NaN is neither true nor false
        return None
    result = _truths(name, s, axis) if name in ("any", "all") else _totals(name, s, axis)
    return Sparse(result.reshape((1, 1) if axis is None else (1, -1) if axis == 0 else (-1, 1)))


def _length(s: Sparse, axis: int | None) -> int:
    return s.numel if axis is None else s.shape[axis]


def _truths(name: str, s: Sparse, axis: int | None) -> np.ndarray:
    """``any`` or ``all`` from the numbers of stored elements."""
    entries = np.asarray(s.matrix.nnz) if axis is None else kernels.counts(s.matrix, axis)
    return entries > 0 if name == "any" else entries == _length(s, axis)


def _totals(name: str, s: Sparse, axis: int | None) -> np.ndarray:
    """``sum`` or ``mean`` of the stored elements."""
    stored = kernels.numbers(s.matrix)
    kind = None if stored.dtype.kind == "c" else float
    total = np.asarray(stored.data.sum(dtype=kind)) if axis is None else kernels.totals(stored, axis)
    return total / _length(s, axis) if name == "mean" else total


def _extreme(name: str, s: Sparse, axis: int | None) -> Sparse | None:
    if np.isnan(s.matrix.data).any():
        return None
    matrix = kernels.reshaped(s.matrix, (s.numel, 1)) if axis is None else s.matrix
    return Sparse.canonical(kernels.extremes(matrix, axis or 0, np.maximum if name == "max" else np.minimum))


def _larger(call: Any, name: str, a: Any, b: Any) -> Sparse | None:
    """The larger (smaller) of two elements each: of two matrices, or of a matrix and a number that leaves zeros as they are."""
    values = [v.matrix.data if type(v) is Sparse else arg.flat(v) for v in (a, b)]
    if any(v.dtype.kind == "c" or np.isnan(v).any() for v in values):
        return None
    if type(a) is Sparse and type(b) is Sparse and a.shape == b.shape:
        left, right = (m.matrix.astype(float) for m in (a, b))
        return Sparse(left.maximum(right) if name == "max" else left.minimum(right))
    s, number = (a, b) if type(a) is Sparse and a.numel != 1 else (b, a)
    if type(s) is not Sparse or numel_of(number) != 1 or class_of(number) != "double":
        return None
    least = float(arg.flat(full_of(number))[0])
    change = np.maximum if name == "max" else np.minimum
    return _with_data(s, change(s.matrix.data.astype(float), least)) if change(0.0, least) == 0 else None
