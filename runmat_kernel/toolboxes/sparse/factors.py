"""Factors of sparse matrices (lu, chol, qr), and functions whose results for sparse matrices are sparse."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import methods
from ...values.convert import class_of, is_text, text_of, to_value
from ...values.sparse import kernels as kernels
from ...values.sparse.matrix import Sparse, as_sparse
from .methods import by_full

_OF_ELEMENTS = (
    "exp log log2 log10 log1p expm1 cos sec csc cot asin acos atan asec acsc acot sinh cosh tanh sech csch coth asinh acosh atanh sind cosd tand "
    "asind acosd atand realsqrt reallog angle isfinite nthroot"
).split()
_OF_TWO = ("atan2", "hypot")
"""Those with zeros where both operands are zero: sparse where both are sparse."""
_OF_LINES = "cumprod cummax cummin median std var mode squeeze expm unique complex".split()


def _sparse_first(name: str):
    """The function of the full matrices with a sparse first result, where that is a matrix of numbers or truth values."""

    def method(call: Any, *operands: Any) -> Any:
        results = by_full(call, name, *operands, nargout=max(call.nargout, 1))
        first, *others = results if type(results) is tuple else (results,)
        first = as_sparse(first) if class_of(first) in ("double", "logical") and not isinstance(first, Sparse) else first
        return first if not others else (first, *others)

    return method


def _sparse_of_sparse(name: str):
    """The function of two arrays, sparse where both are."""
    method_of = _sparse_first(name)

    def method(call: Any, *operands: Any) -> Any:
        return method_of(call, *operands) if all(isinstance(x, Sparse) for x in operands) else by_full(call, name, *operands, nargout=1)

    return method


def _all_sparse(name: str):
    """Factors, every one of which is sparse unless it is a vector of positions."""

    def method(call: Any, s: Any, *rest: Any) -> Any:
        results = by_full(call, name, s, *rest, nargout=max(call.nargout, 1))
        results = results if type(results) is tuple else (results,)
        vector = any(is_text(r) and text_of(r).lower() == "vector" for r in rest) or (name == "qr" and rest[-1:] == (0.0,))
        sparse_outputs = tuple(v if k == 2 and vector else as_sparse(v) for k, v in enumerate(results))
        return sparse_outputs if len(sparse_outputs) > 1 else sparse_outputs[0]

    return method


def _lu(call: Any, s: Any, *rest: Any) -> Any:
    """With up to three results the factors of the full matrix; with four or five, columns are ordered to keep them sparse."""
    if call.nargout < 4:
        factors_by_rows = _lu_by_rows(call, s, rest) if s.shape[0] == s.shape[1] > _SMALL else None
        return _all_sparse("lu")(call, s, *(r for r in rest if is_text(r))) if factors_by_rows is None else factors_by_rows
    from scipy.sparse import diags, eye
    from scipy.sparse.linalg import splu

    matrix = s.matrix.astype(np.result_type(s.matrix.dtype, np.float64)).tocsc()
    scales = np.ones(matrix.shape[0])
    if call.nargout > 4:
        sums = np.asarray(abs(matrix).sum(axis=1)).ravel()
        scales = np.where(sums > 0, sums, 1.0)
    scaled = (diags(1 / scales) @ matrix).tocsc()
    try:
        if not matrix.nnz or s.shape[0] != s.shape[1]:
            raise RuntimeError("not a matrix that splu takes")
        factors = splu(scaled, options={"Equil": False})
        rows, columns = np.argsort(factors.perm_r), np.argsort(factors.perm_c)
        lower, upper = Sparse(factors.L), Sparse(factors.U)
    except RuntimeError:
        # splu refuses singular and rectangular matrices, which have factors all the same.
        columns = arg.flat(call.feval("colamd", s)[0]).astype(int) - 1 if matrix.nnz else np.arange(matrix.shape[1])
        full = to_value(np.asfortranarray(scaled.toarray()[:, columns]))
        factors_by_rows = call.feval("lu", full, to_value("vector"), nargout=3)
        lower, upper = as_sparse(factors_by_rows[0]), as_sparse(factors_by_rows[1])
        rows = arg.flat(factors_by_rows[2]).astype(int) - 1
    if any(is_text(r) and text_of(r).lower() == "vector" for r in rest):
        orders = tuple((np.asarray(order) + 1.0).reshape(1, -1) for order in (rows, columns))
    else:
        orders = Sparse(eye(len(rows), format="csc")[rows]), Sparse(eye(len(columns), format="csc")[:, columns])
    return lower, upper, *orders, Sparse(diags(scales).tocsc())


def _lu_by_rows(call: Any, s: Any, rest: tuple[Any, ...]) -> Any:
    """Factors with columns in their order, ``L*U = P*S``, that are never full; None for singular matrices."""
    from scipy.sparse import eye
    from scipy.sparse.linalg import splu

    n = s.shape[0]
    try:
        factors = splu(kernels.numbers(s.matrix), permc_spec="NATURAL", diag_pivot_thresh=1.0, options={"Equil": False})
    except RuntimeError:
        return None
    if not np.array_equal(factors.perm_c, np.arange(n)):
        return None
    lower, upper, rows = Sparse(factors.L), Sparse(factors.U), np.argsort(factors.perm_r)
    if call.nargout < 2:
        return Sparse(lower.matrix + upper.matrix - eye(n, format="csc"))
    if call.nargout == 2:
        return Sparse(lower.matrix[factors.perm_r]), upper
    if any(is_text(r) and text_of(r).lower() == "vector" for r in rest):
        return lower, upper, (rows + 1.0).reshape(1, -1)
    return lower, upper, Sparse(eye(n, format="csc")[rows])


def _chol(call: Any, s: Any, *words: Any) -> Any:
    """``[R, flag, P]`` has an order that keeps the factor sparse: R'*R = P'*S*P."""
    from scipy.sparse import identity

    names = [text_of(w).lower() for w in words]
    triangle = tuple(to_value(n) for n in names if n not in ("vector", "matrix"))
    order = arg.flat(call.feval("amd", s)[0]).astype(int) - 1 if call.nargout > 2 else None
    if s.shape[0] == s.shape[1] > _SMALL and set(names) <= {"vector", "matrix", "lower", "upper"}:
        matrix = s.matrix if order is None else s.matrix[order, :][:, order]
        factor, flag = _sparse_root(matrix, "lower" in names), 0.0
        if factor is None and call.nargout < 2:
            raise MatlabError("Matrix must be positive definite.", "MATLAB:posdef")
    else:
        factor = None
    if factor is None:
        full = s.full_value() if order is None else to_value(np.asfortranarray(s.matrix.toarray()[np.ix_(order, order)]))
        factor, flag = call.feval("chol", full, *triangle, nargout=2) if call.nargout > 1 else (call.feval("chol", full, *triangle)[0], 0.0)
    if order is None:
        return as_sparse(factor), flag
    permutation = (order + 1.0).reshape(1, -1) if "vector" in names else Sparse(identity(len(order), format="csc")[:, order])
    return as_sparse(factor), flag, permutation


_SMALL = 200
"""Rows from which on the factor is computed from the stored elements alone; below, full matrices are as fast."""


def _sparse_root(matrix: Any, lower: bool) -> Sparse | None:
    """The Cholesky factor from that with a unit diagonal, in the order of the matrix; None where the matrix is not positive definite."""
    from scipy.sparse import diags, tril, triu
    from scipy.sparse.linalg import splu

    matrix = matrix.astype(np.result_type(matrix.dtype, np.float64))
    half = tril(matrix, -1).conj().T if lower else triu(matrix, 1)
    diagonal = matrix.diagonal()
    if not (np.isreal(diagonal).all() and (diagonal.real > 0).all() and np.isfinite(matrix.data).all()):
        return None
    whole = (half + diags(diagonal) + half.conj().T).tocsc()
    try:
        factors = splu(whole, permc_spec="NATURAL", diag_pivot_thresh=0.0, options={"SymmetricMode": True, "Equil": False})
    except RuntimeError:
        return None
    pivots, places = factors.U.diagonal().real, np.arange(matrix.shape[0])
    if not ((pivots > 0).all() and np.array_equal(factors.perm_r, places) and np.array_equal(factors.perm_c, places)):
        return None
    upper = diags(1 / np.sqrt(pivots)) @ factors.U
    return Sparse((upper.conj().T if lower else upper).tocsc())


def _must_be_nonsparse(call: Any, s: Any) -> None:
    raise MatlabError("Value must be nonsparse.", "MATLAB:validators:mustBeNonsparse")


FACTORS_AND_FUNCTIONS = methods(Sparse, {
    "mustBeSparse": lambda call, s: None,
    "mustBeNonsparse": _must_be_nonsparse,
    **{name: _sparse_first(name) for name in (*_OF_ELEMENTS, *_OF_LINES)},
    **{name: _sparse_of_sparse(name) for name in _OF_TWO},
    "lu": _lu,
    "chol": _chol,
    "qr": _all_sparse("qr"),
    "ldl": _all_sparse("ldl"),
})
