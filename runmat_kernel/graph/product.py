"""Matrix products: how a Product node reads its factors, and what it means on host arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..base.records import record
from . import pointwise
from .evaluate import narrow
from .node import MAP, Node
from .op import Op
from .primitives import RESHAPE


def _transpose(name: str, function: Callable[[np.ndarray], np.ndarray]) -> Op:
    return Op(name, 1, function, lambda a: a, lambda a: a, "{0}", lambda a: a, cost=0.0, real=pointwise.identity)


TRANSPOSE = _transpose("transpose", lambda x: x.T)
CTRANSPOSE = _transpose("ctranspose", lambda x: np.conj(x.T))
"""A matrix mirrored at its diagonal; kernels read the operand as it lies.  The two differ for complex elements only."""

TRANSPOSES = {TRANSPOSE: "t", CTRANSPOSE: "c"}


@record
class Contraction:
    """How the factors of a product are read: ``n`` as they lie, ``t`` transposed, ``c`` conjugated and transposed.

    ``centered``: a third operand, a row, is subtracted from the rows of both factors as they are read.
    """

    left: str = "n"
    right: str = "n"
    centered: bool = False


def factor(node: Node) -> tuple[Node, str]:
    """The array that a factor is read from, and how: transposes, and row vectors that are columns reshaped, are not computed."""
    if node.kind == MAP and node.op in TRANSPOSES:
        return node.operands[0], TRANSPOSES[node.op]
    if node.kind == MAP and node.op is RESHAPE:
        source = node.operands[0]
        if source.shape == node.shape[::-1] and 1 in node.shape:
            return source, "t"
    return node, "n"


def centered(left: Node, right: Node, form: Contraction) -> tuple[Node, Node] | None:
    """The matrix and the row of ``(X - row)' * (X - row)``; None for other products."""
    if left is not right or form.left == "n" or form.right != "n" or left.kind != MAP or left.op is None or left.op.name != "minus":
        return None
    matrix, row = left.operands
    if any(type(x) is not Node or x.matlab_class != left.matlab_class for x in (matrix, row)):
        return None
    return (matrix, row) if matrix.shape == left.shape and row.shape == (1, left.shape[1]) else None


def as_read(array: np.ndarray, how: str) -> np.ndarray:
    """A factor as it is read: a view."""
    if how == "n":
        return array
    return np.conj(array.T) if how == "c" and array.dtype.kind == "c" else array.T


def multiply(form: Contraction, arrays: list[np.ndarray]) -> np.ndarray:
    """The product that a node with this form stands for."""
    left, right = arrays[0], arrays[1]
    if form.centered:
        left = right = left - arrays[2]
    return np.asfortranarray(product(as_read(left, form.left), as_read(right, form.right)))


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The matrix product of float arrays, single when one is single, real when every imaginary part is zero."""
    if a.dtype != b.dtype:
        dtype: Any = np.complex64 if np.complex64 in (a.dtype, b.dtype) or "c" in (a.dtype.kind, b.dtype.kind) else np.float32
        single = np.float32 in (a.dtype, b.dtype) or np.complex64 in (a.dtype, b.dtype)
        dtype = dtype if single else np.complex128
        if a.dtype.kind == "c" and b.dtype.kind != "c":
            return _mixed(a, b.astype(np.float32 if single else np.float64), dtype)
        if b.dtype.kind == "c" and a.dtype.kind != "c":
            return _mixed(b.T, a.astype(np.float32 if single else np.float64).T, dtype).T
        a, b = a.astype(dtype), b.astype(dtype)
    with np.errstate(all="ignore"):
        return narrow(a @ b)


def _mixed(a: np.ndarray, b: np.ndarray, dtype: Any) -> np.ndarray:
    """Complex times real without making the real one complex (keeps Inf from turning into NaN)."""
    out = np.empty((a.shape[0], b.shape[1]), dtype, order="F")
    with np.errstate(all="ignore"):
        out.real, out.imag = a.real @ b, a.imag @ b
    return narrow(out)
