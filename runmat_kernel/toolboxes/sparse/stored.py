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
    if type(number) is float and matrix.matrix.dtype.char in "d?" and (relation := _RELATIONS.get(name)) is not None:
        if relation(*((0.0, number) if matrix is a else (number, 0.0))):
            return None
        data = matrix.matrix.data
        return _with_data(matrix, relation(data, number) if matrix is a else relation(number, data))
    column = to_value(matrix.matrix.data.reshape(-1, 1))
    order = (column, number) if matrix is a else (number, column)
    at_zero = (0.0, number) if matrix is a else (number, 0.0)
    if arg.flat(call.feval(name, *at_zero)[0]).any():
        return None
    return _with_data(matrix, arg.flat(call.feval(name, *order)[0]).astype(bool))


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
    if name in ("max", "min") and rest and not is_text(rest[0]):
        second = numbers.pop(0)
        if not arg.is_empty_matrix(second):
            return None if len(rest) > 1 else _larger(call, name, s, second)
    if type(s) is not Sparse:
        return None
    if words not in ([], ["all"]) or len(numbers) + len(words) > 1 or 0 in s.shape:
        return None
    axis = None if words else arg.dimension(numbers[0]) if numbers else arg.first_nonsingleton(s.shape)
    if axis is not None and axis > 1:
        return None
    if name in ("max", "min"):
        return _extreme(name, s, axis)
    count = s.numel if axis is None else s.shape[axis]
    if name == "any" and np.isnan(s.matrix.data).any():  # NaN is nothing that any elements are
        return None
    if name in ("any", "all"):
        entries = np.asarray(s.matrix.nnz) if axis is None else kernels.counts(s.matrix, axis)
        result = entries > 0 if name == "any" else entries == count
    else:
        stored = kernels.numbers(s.matrix)
        kind = None if stored.dtype.kind == "c" else float
        total = np.asarray(stored.data.sum(dtype=kind)) if axis is None else kernels.totals(stored, axis)
        result = total / count if name == "mean" else total
    return Sparse(result.reshape((1, 1) if axis is None else (1, -1) if axis == 0 else (-1, 1)))


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
