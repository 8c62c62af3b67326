"""Sparse matrices scaled by rows and columns, turned over, shifted and repeated: only stored elements are touched."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.prototypes import sparse_when_like_sparse
from ...values.convert import as_array, is_text, numel_of, shape_of, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.sparse import kernels as kernels
from ...values.sparse.matrix import Sparse, as_sparse
from .creation import full_of


def _at_entries(s: Sparse, other: Any) -> np.ndarray | None:
    """The elements of a full matrix, a row or a column (which is repeated) where ``s`` has stored elements; None where sizes do not fit."""
    array = other.matrix.toarray() if type(other) is Sparse else as_array(other)
    if array.ndim != 2 or array.size == 1 or any(e not in (1, n) for e, n in zip(array.shape, s.shape, strict=True)):
        return None
    if array.dtype.char not in "dD?" or not np.isfinite(array).all():
        return None
    entries = s.matrix.tocoo()
    return array[entries.row if array.shape[0] > 1 else 0, entries.col if array.shape[1] > 1 else 0]


def _with_data(s: Sparse, data: np.ndarray) -> Sparse:
    return Sparse.canonical(kernels.with_data(s.matrix, data))


def scaled(a: Any, b: Any) -> Sparse | None:
    """``a .* b`` of a sparse matrix and finite elements beside it; None where zeros would not stay zeros, or sizes grow."""
    for s, other in ((a, b), (b, a)):
        if type(s) is Sparse and s.numel != 1 and np.isfinite(s.matrix.data).all():
            factors = _at_entries(s, other)
            if factors is not None:
                return _with_data(s, s.matrix.data.astype(np.result_type(s.matrix, np.float64)) * factors)
    return None


def divided(a: Any, b: Any) -> Sparse | None:
    """``a ./ b`` of a sparse matrix by a full one, a row or a column without zeros."""
    if type(a) is not Sparse or type(b) is Sparse or a.numel == 1 or not as_array(b).all():
        return None
    divisors = _at_entries(a, b)
    return None if divisors is None else _with_data(a, a.matrix.data / divisors)


def _expanded(call: Any, function: Any, a: Any, b: Any) -> Any:
    """``bsxfun``: operators expand by themselves."""
    name = text_of(function) if is_text(function) else getattr(function, "name", None) if type(function) is FunctionHandle else None
    if name in ("plus", "minus", "times", "rdivide", "ldivide", "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "xor", "max", "min"):
        return call.feval(name, a, b)[0]
    return call.feval("bsxfun", function, full_of(a), full_of(b))[0]


def _chosen(s: Sparse, rows: np.ndarray | None, columns: np.ndarray | None) -> Sparse:
    matrix = s.matrix if columns is None else s.matrix[:, columns]
    return Sparse(matrix if rows is None else matrix[rows, :])


def _flipped(axis: int | None):
    def method(call: Any, s: Any, *rest: Any) -> Any:
        which = axis if axis is not None else arg.dimension(rest[0]) if rest else int(s.shape[0] == 1)
        if rest and axis is not None:
            raise call.error("Too many input arguments.", "MATLAB:maxrhs")
        order = np.arange(s.shape[which])[::-1] if which < 2 else None
        return _chosen(s, order if which == 0 else None, order if which == 1 else None)

    return method


def _circshift(call: Any, s: Any, count: Any, *dim: Any) -> Any:
    steps = [int(n) for n in arg.flat(full_of(count)).real.tolist()]
    if dim:
        steps = [0] * arg.dimension(dim[0]) + steps
    elif len(steps) == 1 and s.shape[0] == 1:
        steps = [0, *steps]
    rows, columns = ((np.arange(n) - k) % n if k and n else None for n, k in zip(s.shape, [*steps, 0, 0][:2], strict=True))
    return _chosen(s, rows, columns)


def _rot90(call: Any, s: Any, times: Any = 1.0) -> Any:
    rotated = s
    for _ in range(arg.integer(times) % 4):
        rotated = Sparse(rotated.matrix.T.tocsr()[::-1, :])
    return rotated


def _repmat(call: Any, s: Any, *counts: Any) -> Any:
    from scipy.sparse import csc_matrix, kron

    sizes = [int(n) for c in counts for n in arg.flat(full_of(c)).real.tolist()]
    sizes = sizes * 2 if len(sizes) == 1 else sizes
    if len(sizes) != 2:
        raise MatlabError("N-dimensional sparse arrays are not supported.", "MATLAB:sparsefcn:nd")
    ones = np.ones([max(n, 0) for n in sizes], s.matrix.dtype)
    return Sparse(kron(csc_matrix(ones), s.matrix)) if ones.size and s.numel else Sparse(np.zeros(np.multiply(ones.shape, s.shape)))


def _blkdiag(call: Any, *blocks: Any) -> Any:
    from scipy.sparse import block_diag

    if any(not all(shape_of(b)) for b in blocks):
        return as_sparse(call.feval("blkdiag", *(full_of(b) for b in blocks))[0])
    return Sparse(block_diag([as_sparse(b).matrix for b in blocks]))


def _same_across(conjugate: bool):
    """Whether a matrix is its own (conjugate) transpose, or with 'skew' the negative of it."""

    def method(call: Any, s: Any, *kind: Any) -> Any:
        sign = -1 if kind and is_text(kind[0]) and text_of(kind[0]).lower() == "skew" else 1
        if type(s) is not Sparse or s.shape[0] != s.shape[1]:
            return False
        matrix = s.matrix.astype(np.result_type(s.matrix, np.float64))
        other = matrix.conj().T if conjugate else matrix.T
        difference = (matrix - sign * other).tocsc()
        return not difference.data.any()

    return method


def _modulus(name: str):
    def method(call: Any, a: Any, b: Any) -> Any:
        if type(a) is Sparse and a.numel != 1 and numel_of(b) == 1 and np.isfinite(arg.flat(full_of(b))[0]) and not a.is_complex:
            data = arg.flat(call.feval(name, to_value(a.matrix.data.reshape(-1, 1)), full_of(b))[0])
            return _with_data(a, data.astype(np.float64))
        return as_sparse(call.feval(name, full_of(a), full_of(b))[0])

    return method


def _outside(below: float | None, above: float | None):
    """Whether nothing is stored more than ``below`` diagonals under the main one, or ``above`` over it; None: as arguments say."""

    def method(call: Any, s: Any, *widths: Any) -> Any:
        if len(widths) != (2 if below is None else 0):
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        lower, upper = (arg.scalar(full_of(w)) for w in widths) if below is None else (below, above)
        entries = s.matrix.tocoo()
        places = entries.row.astype(np.int64) - entries.col
        return bool((places <= lower).all() and (-places <= upper).all())

    return method


MOVES = {
    "bsxfun": _expanded,
    "flip": _flipped(None), "fliplr": _flipped(1), "flipud": _flipped(0),
    "circshift": _circshift, "rot90": _rot90, "repmat": _repmat, "blkdiag": _blkdiag,
    "issymmetric": _same_across(False), "ishermitian": _same_across(True),
    "istriu": _outside(0, np.inf), "istril": _outside(np.inf, 0), "isdiag": _outside(0, 0), "isbanded": _outside(None, None),
    "mod": _modulus("mod"), "rem": _modulus("rem"),
    **{name: sparse_when_like_sparse(name) for name in ("zeros", "ones", "eye", "Inf", "inf", "NaN", "nan", "true", "false", "rand", "randn", "randi", "cast")},
}  # fmt: skip
