"""Matrices kept in factors, and factors changed with them: decomposition, lsqminnorm, qrinsert, qrdelete, qrupdate, ordschur, cdf2rdf."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values.convert import is_text, text_of, to_value
from ...values.sparse.matrix import Sparse
from ...values.tensor import Tensor
from .decomposition import Decomposition
from .schur_order import eigenvalues_in_order, in_region, is_quasi_triangle, reordered

_KINDS = (
    "auto",
    "lu",
    "qr",
    "chol",
    "ldl",
    "cod",
    "diagonal",
    "triangular",
    "upper",
    "lower",
    "banded",
    "hessenberg",
    "permutedtriangular",
)


def _from_triangle(value: Any, kind: str, half: str) -> Tensor:
    """The matrix that one triangle stands for: a triangular one, or a Hermitian one with the other triangle as its mirror."""
    whole = value.full_value().array if type(value) is Sparse else arg.floating(value)
    kept = np.triu(whole) if half == "upper" else np.tril(whole)
    if kind in ("chol", "ldl"):
        kept = kept + np.conj(np.triu(kept, 1) if half == "upper" else np.tril(kept, -1)).T
    return Tensor(np.asfortranarray(kept))


def _kind_of(matrix: np.ndarray) -> str:
    """The factorization that suits a matrix."""
    if matrix.shape[0] != matrix.shape[1]:
        return "qr"
    lower, upper = not np.triu(matrix, 1).any(), not np.tril(matrix, -1).any()
    if lower and upper:
        return "diagonal"
    if lower or upper:
        return "triangular"
    if (matrix == matrix.conj().T).all():
        if (np.diagonal(matrix).real > 0).all() and np.linalg.eigvalsh(matrix)[0] > 0:
            return "chol"
        return "ldl"
    return "lu"


@builtin(
    "decomposition", "dA = decomposition(A)", "dA = decomposition(A, type)", "dA = decomposition(A, type, triangle)", "dA = decomposition(..., Name, Value)", summary="A matrix in factors, for the solution of many systems.",
    examples=(
        Example("dA = decomposition([2 1;1 3]); dA\\[3;4]", "[1;1]"), Example("dA = decomposition([2 1;1 3]); dA.Type", "'chol'"), Example("dA = decomposition([1 2;3 4]); round([5 6]/dA,10)", "round([5 6]/[1 2;3 4],10)"),
        Example("dA = decomposition([1 2;3 4]); round(dA'\\[1;2],10)", "round([1 3;2 4]\\[1;2],10)"), Example("rank(decomposition([1 2;2 4],'cod'))", "1"), Example("isIllConditioned(decomposition([1 2;3 4]))", "false"),
    ),
    errors=(ErrorCase("decomposition([1 2;3 4],'foo')", "MATLAB:decomposition:InvalidType"), ErrorCase("decomposition([1 2;2 1],'chol')", "MATLAB:decomposition:CholeskyFailed")),
)  # fmt: skip
@on_one_core
def decomposition(call: Any, a: Any, *options: Any) -> Any:
    rest = list(options)
    kind = text_of(rest.pop(0)).lower() if rest and is_text(rest[0]) and (len(rest) % 2 or text_of(rest[0]).lower() in _KINDS) else "auto"
    if kind not in _KINDS:
        raise MatlabError("Unknown decomposition type.", "MATLAB:decomposition:InvalidType")
    half = text_of(rest.pop(0)).lower() if len(rest) % 2 and is_text(rest[0]) else None
    if half not in (None, "upper", "lower"):
        raise MatlabError("The triangle must be 'upper' or 'lower'.", "MATLAB:decomposition:InvalidTriangle")
    arg.name_values(rest, call.name, "checkcondition ranktolerance ldlpivottolerance lupivottolerance banddensity")
    value = a if type(a) in (Sparse, Tensor) else Tensor(arg.floating(a))
    if len(value.shape) > 2:
        raise MatlabError("The first argument must be a matrix.", "MATLAB:decomposition:InvalidA")
    if half is not None:
        value = _from_triangle(value, kind, half)
    matrix = value.full_value().array if type(value) is Sparse else arg.floating(value)
    kind = _kind_of(matrix) if kind == "auto" else "triangular" if kind in ("upper", "lower") else kind
    factors = None
    if kind == "chol":
        try:
            factors = ("chol", np.linalg.cholesky(matrix))
        except np.linalg.LinAlgError:
            raise MatlabError(
                "Matrix must be positive definite to use a Cholesky decomposition.", "MATLAB:decomposition:CholeskyFailed"
            ) from None
    elif kind == "lu" and matrix.size:
        from scipy.linalg import lu_factor

        factors = ("lu", lu_factor(matrix, check_finite=False))
    return Decomposition(value, kind, factors)


def _divided(call: Any, d: Decomposition, right: Any) -> Any:
    """``d \\ right``."""
    from scipy.linalg import cho_solve, lu_solve

    b = arg.floating(right)
    if b.shape[0] != d.matrix.shape[1 if d.turned else 0]:
        raise MatlabError("Matrix dimensions must agree.", "MATLAB:dimagree")
    if d.kind == "cod":
        matrix = arg.floating(d.matrix.full_value() if d.sparse else d.matrix)
        return np.linalg.pinv(matrix.conj().T if d.turned else matrix) @ b / d.scale
    if d.factors is None or (d.factors[0] == "lu" and (np.diagonal(d.factors[1][0]) == 0).any()):
        matrix = call.feval("ctranspose", d.matrix)[0] if d.turned else d.matrix
        return arg.floating(call.feval("mldivide", matrix, right)[0]) / d.scale
    if d.factors[0] == "chol":
        return arg.narrow(cho_solve((d.factors[1], True), b)) / d.scale
    return arg.narrow(lu_solve(d.factors[1], b, trans=2 if d.turned else 0)) / d.scale


def _left(call: Any, d: Any, right: Any) -> Any:
    if not isinstance(d, Decomposition):
        raise MatlabError("Operator '\\' is not supported for a decomposition on the right.", "MATLAB:UndefinedFunction")
    return _divided(call, d, right)


def _right(call: Any, left: Any, d: Any) -> Any:
    if not isinstance(d, Decomposition):
        return Decomposition(left.matrix, left.kind, left.factors, left.turned, left.scale / arg.scalar(d))
    transposed = _transposed(call, d)
    return np.asfortranarray(_divided(call, transposed, to_value(arg.floating(left).conj().T)).conj().T)


def _transposed(call: Any, d: Decomposition) -> Decomposition:
    return Decomposition(d.matrix, d.kind, d.factors, not d.turned, np.conj(d.scale) if isinstance(d.scale, complex) else d.scale)


def _scaled(call: Any, a: Any, b: Any) -> Any:
    d, number = (a, b) if isinstance(a, Decomposition) else (b, a)
    return Decomposition(d.matrix, d.kind, d.factors, d.turned, d.scale * arg.scalar(number))


def _rcond(call: Any, d: Decomposition) -> float:
    return arg.scalar(call.feval("rcond", d.matrix.full_value() if d.sparse else d.matrix)[0])


def _is_ill(call: Any, d: Decomposition) -> bool:
    full = arg.floating(d.matrix.full_value() if d.sparse else d.matrix)
    if full.shape[0] != full.shape[1] or d.kind in ("qr", "cod"):
        return bool(np.linalg.matrix_rank(full) < min(full.shape))
    return bool(_rcond(call, d) < np.finfo(full.dtype).eps)


DECOMPOSITION_METHODS = methods(Decomposition, {
    "mldivide": _left, "mrdivide": _right, "ctranspose": _transposed, "mtimes": _scaled, "times": _scaled, "rcond": _rcond, "isIllConditioned": _is_ill,
    "rank": lambda call, d: call.feval("rank", d.matrix.full_value() if d.sparse else d.matrix)[0], "size": lambda call, d, *rest: call.feval("size", d.matrix, *rest, nargout=call.nargout),
})  # fmt: skip


@builtin(
    "isIllConditioned",
    "tf = isIllConditioned(dA)",
    summary="Whether a decomposition is of an ill conditioned matrix.",
    examples=(Example("isIllConditioned(decomposition([1 2;2 4]))", "true"),),
)
def is_ill_conditioned(call: Any, d: Any) -> Any:
    if not isinstance(d, Decomposition):
        raise MatlabError("Input must be a decomposition.", "MATLAB:UndefinedFunction")
    return _is_ill(call, d)


@builtin(
    "lsqminnorm", "X = lsqminnorm(A, B)", "X = lsqminnorm(A, B, tol)", "X = lsqminnorm(..., 'warn')", "X = lsqminnorm(..., 'nowarn')", summary="The solution of least squares with the smallest norm.",
    examples=(Example("round(lsqminnorm([1 1],2),12)", "[1;1]"), Example("round(lsqminnorm([1 2;2 4],[5;10]),10)", "[1;2]")),
    errors=(ErrorCase("lsqminnorm([1 2],[1;2])", "MATLAB:dimagree"),),
)  # fmt: skip
@on_one_core
def lsqminnorm(call: Any, a: Any, b: Any, *options: Any) -> Any:
    left, right = arg.same_precision(*(arg.floating(v.full_value() if type(v) is Sparse else v) for v in (a, b)))
    if left.shape[0] != right.shape[0]:
        raise MatlabError("Matrix dimensions must agree.", "MATLAB:dimagree")
    numbers = [arg.scalar(o) for o in options if not is_text(o)]
    u, s, vh = np.linalg.svd(left, full_matrices=False)
    limit = numbers[0] if numbers else max(left.shape) * np.finfo(s.dtype).eps * s.max(initial=0)
    rank = int((s > limit).sum())
    if rank < min(left.shape) and any(is_text(o) and text_of(o).lower() == "warn" for o in options):
        call.warning(f"Rank deficient, rank = {rank}, tol = {limit:e}.", "MATLAB:rankDeficientMatrix")
    return vh[:rank].conj().T @ ((u[:, :rank].conj().T @ right) / s[:rank, None])


def _alike(*arrays: np.ndarray) -> list[np.ndarray]:
    """The arrays in one class, real or complex, as SciPy wants them: single where one is."""
    narrow = arg.same_precision(*arrays)
    dtype = np.result_type(*narrow)
    return [array.astype(dtype, copy=False) for array in narrow]


@builtin(
    "qrinsert", "[Q1, R1] = qrinsert(Q, R, j, x)", "[Q1, R1] = qrinsert(Q, R, j, x, orient)", summary="QR factors of a matrix with a column (or row) inserted.",
    examples=(Example("A = magic(3); [Q,R] = qr(A); [Q,R] = qrinsert(Q,R,2,[1;2;3]); round(Q*R,10)", "[8 1 1 6;3 2 5 7;4 3 9 2]"), Example("A = magic(3); [Q,R] = qr(A); [Q,R] = qrinsert(Q,R,1,[1 2 3],'row'); round(Q*R,10)", "[1 2 3;8 1 6;3 5 7;4 9 2]")),
)  # fmt: skip
@on_one_core
def qrinsert(call: Any, q: Any, r: Any, j: Any, x: Any, orient: Any = None) -> Any:
    from scipy.linalg import qr_insert

    rows = arg.option(call, orient, "row", "col", default="col") == "row"
    return qr_insert(*_alike(arg.matrix(q), arg.matrix(r), arg.flat(x)), arg.integer(j) - 1, which="row" if rows else "col")


@builtin(
    "qrdelete", "[Q1, R1] = qrdelete(Q, R, j)", "[Q1, R1] = qrdelete(Q, R, j, orient)", summary="QR factors of a matrix with a column (or row) deleted.",
    examples=(Example("A = magic(3); [Q,R] = qr(A); [Q,R] = qrdelete(Q,R,2); round(Q*R,10)", "[8 6;3 7;4 2]"), Example("A = magic(3); [Q,R] = qr(A); [Q,R] = qrdelete(Q,R,1,'row'); round(Q*R,10)", "[3 5 7;4 9 2]")),
)  # fmt: skip
@on_one_core
def qrdelete(call: Any, q: Any, r: Any, j: Any, orient: Any = None) -> Any:
    from scipy.linalg import qr_delete

    rows = arg.option(call, orient, "row", "col", default="col") == "row"
    return qr_delete(*_alike(arg.matrix(q), arg.matrix(r)), arg.integer(j) - 1, which="row" if rows else "col")


@builtin(
    "qrupdate",
    "[Q1, R1] = qrupdate(Q, R, u, v)",
    summary="QR factors of A + u*v'.",
    examples=(Example("A = magic(3); [Q,R] = qr(A); [Q,R] = qrupdate(Q,R,[1;2;3],[1;0;1]); round(Q*R,10)", "magic(3)+[1;2;3]*[1 0 1]"),
              Example("[Q,R] = qr(single(magic(3))); [Q,R] = qrupdate(Q,R,[1i;2;3],[1;0;1]); round(Q*R)", "single(magic(3)+[1i;2;3]*[1 0 1])")),
)
@on_one_core
def qrupdate(call: Any, q: Any, r: Any, u: Any, v: Any) -> Any:
    from scipy.linalg import qr_update

    return qr_update(*_alike(arg.matrix(q), arg.matrix(r), arg.flat(u), arg.flat(v)))


@builtin(
    "ordschur", "[US, TS] = ordschur(U, T, select)", "[US, TS] = ordschur(U, T, keyword)", "[US, TS] = ordschur(U, T, clusters)", summary="Schur factors with chosen eigenvalues first.",
    examples=(Example("[U,T] = schur([1 2;0 3]); [U,T] = ordschur(U,T,[false true]); round(diag(T),10)", "[3;1]"), Example("[U,T] = schur([1 0;0 -2]); [U,T] = ordschur(U,T,'lhp'); T(1)", "-2"), Example("A = magic(4); [U,T] = schur(A); [U,T] = ordschur(U,T,'lhp'); norm(U*T*U'-A) < 1e-12", "true")),
)  # fmt: skip
@on_one_core
def ordschur(call: Any, u: Any, t: Any, select: Any) -> Any:
    vectors, triangle = arg.same_precision(arg.square(u), arg.square(t))
    if vectors.shape != triangle.shape:
        raise MatlabError("Input matrices must be the same size.", "MATLAB:ordschur:matrixSizeMismatch")
    if not (np.isfinite(vectors).all() and np.isfinite(triangle).all()):
        raise MatlabError("Input matrices must not contain NaN or Inf.", "MATLAB:ordschur:matrixWithNaNInf")
    if not is_quasi_triangle(triangle):
        raise MatlabError("The second matrix must be a Schur form.", "MATLAB:ordschur:notQuasiTriangular")
    labels = in_region(eigenvalues_in_order(triangle), text_of(select).lower()) if is_text(select) else arg.flat(select)
    if labels is None:
        raise MatlabError("Keyword must be 'lhp', 'rhp', 'udi' or 'udo'.", "MATLAB:ordschur:badKeyword")
    if len(labels) != len(triangle):
        raise MatlabError("SELECT or CLUSTERS must have one element for each eigenvalue.", "MATLAB:ordschur:badSelect")
    triangle, turned = reordered(triangle, labels)
    return vectors @ turned, triangle


@builtin(
    "cdf2rdf",
    "[V, D] = cdf2rdf(V, D)",
    summary="Eigenvectors and values of a real matrix without complex numbers.",
    examples=(Example("A = [1 2;-2 1]; [V,D] = eig(A); [V,D] = cdf2rdf(V,D); round(V*D/V,10)", "[1 2;-2 1]"),),
)
def cdf2rdf(call: Any, v: Any, d: Any) -> Any:
    from scipy.linalg import cdf2rdf as blocks

    try:
        values, vectors = blocks(np.diagonal(arg.square(d)), arg.square(v))
    except ValueError:
        raise call.error("Diagonal elements of D must be real or in complex conjugate pairs.", "MATLAB:cdf2rdf:PairsNotConjugate") from None
    return vectors, values


@builtin(
    "tensorprod", "C = tensorprod(A, B)", "C = tensorprod(A, B, dims)", "C = tensorprod(A, B, dimsA, dimsB)", "C = tensorprod(A, B, 'all')", summary="Product of two tensors, summed over dimensions.",
    examples=(Example("tensorprod([1 2],[3 4],2)", "11"), Example("tensorprod([1 2;3 4],[5 6;7 8],2,1)", "[19 22;43 50]"), Example("tensorprod([1 2],[3 4],'all')", "11"), Example("size(tensorprod(ones(2,3),ones(4,5)))", "[2 3 4 5]")),
)  # fmt: skip
def tensorprod(call: Any, a: Any, b: Any, *dims: Any) -> Any:
    left, right = arg.same_precision(arg.floating(a), arg.floating(b))
    if dims and is_text(dims[0]):
        return np.sum(left * right)
    first = [int(d) - 1 for d in arg.flat(dims[0])] if dims else []
    second = [int(d) - 1 for d in arg.flat(dims[1])] if len(dims) > 1 else first
    if len(first) != len(second) or min([*first, *second], default=0) < 0:
        raise call.error("Dimensions must be positive integers, as many of one tensor as of the other.", "MATLAB:tensorprod:InvalidDims")
    left, right = arg.pad_dims(left, max([1, *first]) + 1), arg.pad_dims(right, max([1, *second]) + 1)
    if [left.shape[k] for k in first] != [right.shape[k] for k in second]:
        raise call.error("Sizes of the dimensions that are summed over must match.", "MATLAB:tensorprod:SizeMismatch")
    return to_value(np.asfortranarray(np.tensordot(left, right, (first, second))))
