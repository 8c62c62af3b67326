"""Factors of two matrices, of pages and of large matrices: gsvd, qz, ordqz, equilibrate, svdsketch, svdappend, pagelsqminnorm."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import as_array, is_text, text_of, to_value
from ...values.sparse.matrix import Sparse, as_sparse
from .products import finite
from .schur_order import (
    eigenvalues_in_order,
    in_region,
    is_quasi_triangle,
    pair_vectors,
    reordered_pair,
    triangles_of_pair,
)


def _cosines_and_sines(top: np.ndarray, bottom: np.ndarray) -> tuple[np.ndarray, ...]:
    """``top = U*C*Z'``, ``bottom = V*S*Z'`` for the two parts of a matrix with orthonormal columns; cosines ascend."""
    from scipy import linalg

    m, q = top.shape
    n = bottom.shape[0]
    u, cosines, zh = linalg.svd(top, full_matrices=True)
    count = min(m, q)
    u[:, :count] = u[:, count - 1 :: -1] if count else u[:, :0]
    z = zh.conj().T[:, ::-1]
    c = np.zeros((m, q), cosines.dtype)
    c[np.arange(count), np.arange(q - count, q)] = cosines[::-1]
    v, r = linalg.qr(bottom @ z)
    s = np.zeros((n, q), cosines.dtype)
    diagonal = np.diag(r)
    with np.errstate(all="ignore"):
        sign = np.where(diagonal == 0, 1, diagonal / np.abs(diagonal))
    v[:, : len(sign)] = v[:, : len(sign)] * sign
    s[np.arange(len(sign)), np.arange(len(sign))] = np.abs(diagonal)
    return u, c, z, v, s


@builtin(
    "gsvd", "[U, V, X, C, S] = gsvd(A, B)", "[U, V, X, C, S] = gsvd(A, B, 0)", "[U, V, X, C, S] = gsvd(A, B, 'econ')", "sigma = gsvd(A, B)",
    summary="Generalised singular values: A = U*C*X', B = V*S*X', C'*C + S'*S = I.",
    examples=(
        Example("A = reshape(1:15,5,3); B = magic(3); round(gsvd(A,B),4)", "[0;0.3325;5.0123]"),
        Example("A = reshape(1:15,5,3); B = magic(3); [U,V,X,C,S] = gsvd(A,B); norm(A-U*C*X') + norm(B-V*S*X') + norm(C'*C+S'*S-eye(3)) < 1e-12", "true"),
        Example("A = [1 2 3]; B = magic(3); [U,V,X,C,S] = gsvd(A,B); norm(A-U*C*X') + norm(B-V*S*X') < 1e-12 && isequal(size(C),[1 3])", "true"),
        Example("A = reshape(1:15,5,3); [U,V,X,C,S] = gsvd(A,magic(3),'econ'); [size(U) size(C)]", "[5 3 3 3]"),
    ),
    errors=(ErrorCase("gsvd([1 2],[1 2 3])", "MATLAB:gsvd:MatrixColMismatch"),),
)  # fmt: skip
@on_one_core
def gsvd(call: Any, a: Any, b: Any, economy: Any = None) -> Any:
    from scipy import linalg

    left, right = arg.same_precision(arg.matrix(a), arg.matrix(b))
    if left.shape[1] != right.shape[1]:
        raise call.error("Matrices must have the same number of columns.", "MATLAB:gsvd:MatrixColMismatch")
    if not (np.isfinite(left).all() and np.isfinite(right).all()):
        raise call.error("Matrices must not contain NaN or Inf.", "MATLAB:gsvd:MatrixWithNaNInf")
    p = left.shape[1]
    frames = []
    if economy is not None:
        for k, matrix in enumerate((left, right)):
            if matrix.shape[0] > p:
                frame, matrix = linalg.qr(matrix, mode="economic")
                frames.append((k, frame))
                left, right = (matrix, right) if k == 0 else (left, matrix)
    q, r = linalg.qr(np.vstack([left, right]), mode="economic")
    u, c, z, v, s = _cosines_and_sines(q[: len(left)], q[len(left) :])
    if call.nargout <= 1:
        with np.errstate(all="ignore"):
            return np.sqrt((c**2).sum(axis=0) / (s**2).sum(axis=0)).reshape(-1, 1)
    for k, frame in frames:
        u, v = (frame @ u, v) if k == 0 else (u, frame @ v)
    return arg.narrow(u), arg.narrow(v), arg.narrow(r.conj().T @ z), c, s


@builtin(
    "qz",
    "[AA, BB, Q, Z] = qz(A, B)",
    "[AA, BB, Q, Z, V, W] = qz(A, B)",
    "[...] = qz(A, B, mode)",
    summary="Generalised Schur decomposition; Q*A*Z = AA.  The columns of V and W are right and left eigenvectors.",
    examples=(
        Example("[AA,BB,Q,Z] = qz(2,3); AA/BB", "2/3"),
        Example("A = magic(4); B = [2 1 0 0;0 3 1 0;1 0 2 0;0 1 0 5]; [AA,BB,Q,Z,V] = qz(A,B); norm(A*V*diag(diag(BB)) - B*V*diag(diag(AA))) < 1e-11", "true"),
        Example("A = magic(4); B = eye(4); [AA,BB,Q,Z,V,W] = qz(A,B); norm(diag(diag(BB))*W'*A - diag(diag(AA))*W'*B) < 1e-11", "true"),
    ),
    errors=(ErrorCase("qz([1 2],1)", "MATLAB:square"), ErrorCase("qz(eye(2),1)", "MATLAB:qz:matrixSizeMismatch")),
)  # fmt: skip
@on_one_core
def qz(call: Any, a: Any, b: Any, mode: Any = None) -> Any:
    from scipy import linalg

    kind = arg.option(call, mode, "real", "complex", default="complex")
    left, right = arg.same_precision(finite(arg.square(a), "qz"), finite(arg.square(b), "qz"))
    if left.shape != right.shape:
        raise call.error("Matrices must be the same size.", "MATLAB:qz:matrixSizeMismatch")
    if not left.size:
        return (left,) * 6
    aa, bb, q, z = linalg.qz(left, right, output=kind)
    factors = arg.narrow(aa), arg.narrow(bb), arg.narrow(q.conj().T), arg.narrow(z)
    if call.nargout < 5:
        return factors
    s, t, turned, columns = triangles_of_pair(aa, bb) if aa.dtype.kind == "f" else (aa, bb, np.eye(len(aa)), np.eye(len(aa)))
    v, w = pair_vectors(s, t)
    return *factors, arg.narrow(_largest_one(z @ (columns @ v))), arg.narrow(_largest_one(q @ (turned @ w)))


def _largest_one(vectors: np.ndarray) -> np.ndarray:
    """Vectors whose largest part is 1, as LAPACK scales them."""
    return vectors / np.maximum(np.abs(vectors.real) + np.abs(vectors.imag), np.finfo(vectors.real.dtype).tiny).max(axis=0)


@builtin(
    "ordqz", "[AAS, BBS, QS, ZS] = ordqz(AA, BB, Q, Z, select)", "[...] = ordqz(AA, BB, Q, Z, keyword)", "[...] = ordqz(AA, BB, Q, Z, clusters)",
    summary="Generalised Schur factors with eigenvalues in another order.",
    examples=(
        Example("A = [1 2;3 5]; B = [2 1;1 3]; [AA,BB,Q,Z] = qz(A,B); e = ordeig(AA,BB); [AS,BS,QS,ZS] = ordqz(AA,BB,Q,Z,[false true]); norm(QS*A*ZS-AS) + norm(QS*B*ZS-BS) + abs(AS(1)/BS(1)-e(2)) < 1e-10", "true"),
        Example("[AA,BB] = ordqz([3 0;0 -1],eye(2),eye(2),eye(2),'lhp'); AA(1)/BB(1)", "-1"),
    ),
    errors=(
        ErrorCase("ordqz([3 0;0 -1],eye(2),eye(2),eye(2),'left')", "MATLAB:ordqz:InvalidKeyword"),
        ErrorCase("ordqz([1 2;3 4],[1 1;1 1],eye(2),eye(2),[0 1])", "MATLAB:ordqz:notQuasiTriangular"),
    ),
)  # fmt: skip
@on_one_core
def ordqz(call: Any, aa: Any, bb: Any, q: Any, z: Any, order: Any) -> Any:
    top, below = arg.same_precision(arg.matrix(aa), arg.matrix(bb))
    left, right = arg.matrix(q), arg.matrix(z)
    n = len(top)
    if any(m.shape != (n, n) for m in (top, below, left, right)):
        raise call.error("The matrices must be square and of the same size.", "MATLAB:ordqz:matrixSizeMismatch")
    if not all(np.isfinite(m).all() for m in (top, below, left, right)):
        raise call.error("Matrices must not contain NaN or Inf.", "MATLAB:ordqz:matrixWithNaNInf")
    if below.dtype.kind == "c":
        top = top.astype(below.dtype)
    if not is_quasi_triangle(top) or np.tril(below, -1).any():
        raise call.error("The first two matrices must be as qz gives them: a quasi-triangle and a triangle.", "MATLAB:ordqz:notQuasiTriangular")
    top, below, turned, columns = reordered_pair(top, below, _wanted_order(call, order, eigenvalues_in_order(top, below)))
    return tuple(arg.narrow(x) for x in (top, below, turned.conj().T @ left, right @ columns))


def _wanted_order(call: Any, order: Any, values: np.ndarray) -> np.ndarray:
    """The cluster of each eigenvalue, by a keyword, a selection or numbers."""
    chosen = in_region(values, text_of(order).lower()) if is_text(order) else arg.flat(order)
    if chosen is None:
        raise call.error("The keyword must be 'lhp', 'rhp', 'udi' or 'udo'.", "MATLAB:ordqz:InvalidKeyword")
    if len(chosen) != len(values):
        raise call.error("The selection must have one element for each eigenvalue.", "MATLAB:ordqz:InvalidSelect")
    return chosen


@builtin(
    "equilibrate", "[P, R, C] = equilibrate(A)", "[P, R, C] = equilibrate(A, 'vector')",
    "[P, R, C] = equilibrate(A, 'matrix')",
    summary="Permutation and scalings after which R*P*A*C has ones on its diagonal and nothing larger.",
    examples=(
        Example("A = [1e-3 10 0;0 2 500;7 0 1]; [P,R,C] = equilibrate(A); B = full(abs(R*P*A*C)); [all(abs(diag(B)-1) < 1e-12) max(B(:)) < 1+1e-12]", "[true true]"),
    ),
    errors=(ErrorCase("equilibrate([1 1;0 0])", "MATLAB:equilibrate:StructRankDef"), ErrorCase("equilibrate([1 2])", "MATLAB:square")),
)  # fmt: skip
def equilibrate(call: Any, a: Any, form: Any = None) -> Any:
    from scipy.optimize import linear_sum_assignment

    array = np.abs(arg.square(a.full_value() if type(a) is Sparse else a))
    n = len(array)
    largest = array.max(axis=0, initial=0.0)
    with np.errstate(all="ignore"):
        cost = np.where(array > 0, np.log(largest) - np.log(array), np.inf)
    try:
        row, column = linear_sum_assignment(cost)
    except ValueError:
        raise call.error("The matrix must be structurally nonsingular.", "MATLAB:equilibrate:StructRankDef") from None
    owner = np.empty(n, int)
    owner[column] = row
    slack, potential = cost[owner] - cost[owner, np.arange(n)][:, None], np.zeros(n)
    for _ in range(n):  # shortest ways between the columns: what the columns' scales may differ by
        shorter = np.minimum(potential, (potential[:, None] + slack).min(axis=0))
        if (shorter >= potential).all():
            break
        potential = shorter
    rows, columns = np.exp(cost[owner, np.arange(n)] - potential), np.exp(potential) / largest
    if form is not None and text_of(form).lower() == "vector":
        return (owner + 1.0).reshape(-1, 1), rows.reshape(-1, 1), columns.reshape(-1, 1)
    return tuple(as_sparse(to_value(m)) for m in (np.eye(n)[owner], np.diag(rows), np.diag(columns)))


@builtin(
    "svdsketch", "[U, S, V] = svdsketch(A)", "[U, S, V] = svdsketch(A, tol)", "[U, S, V, apxErr] = svdsketch(..., Name, Value)",
    summary="Singular values of a matrix of low rank that gives A to within a tolerance.",
    examples=(Example("[U,S,V,e] = svdsketch(magic(4)); size(S)", "[3 3]"), Example("[U,S,V,e] = svdsketch(diag([4 3 0.1]),0.1); [size(S) round(e,4)]", "[2 2 0.02]")),
)  # fmt: skip
@on_one_core
def svdsketch(call: Any, a: Any, *rest: Any) -> Any:
    from scipy import linalg

    array = arg.matrix(a)
    values = [v for v in rest[:1] if not is_text(v)]
    named = arg.name_values(rest[len(values) :], "svdsketch", "maxsubspacedimension blocksize maxiterations numpoweriterations")
    limit = arg.scalar(values[0]) if values else float(np.finfo(array.real.dtype).eps) ** 0.25
    u, s, vh = linalg.svd(array, full_matrices=False)
    scale = float(np.sqrt((s**2).sum())) or 1.0
    error = np.sqrt(np.append(np.cumsum((s**2)[::-1])[::-1], 0.0)) / scale
    rank = int(np.flatnonzero(error <= limit)[0]) if (error <= limit).any() else len(s)
    rank = min(rank, arg.integer(named["maxsubspacedimension"])) if "maxsubspacedimension" in named else rank
    return u[:, :rank], np.diag(s[:rank]), vh[:rank].conj().T, float(error[rank])


@builtin(
    "svdappend", "[U1, S1, V1] = svdappend(U, S, V, D)", "[U1, S1, V1] = svdappend(U, S, V, D, shape)", "S1 = svdappend(...)",
    summary="Singular values of a matrix to which columns (or rows) are appended.",
    examples=(
        Example("A = magic(4); [U,S,V] = svd(A(:,1:3)); S1 = svdappend(U,S,V,A(:,4)); norm(S1-svd(A)) < 1e-10", "true"),
        Example("A = magic(4); [U,S,V] = svd(A(1:3,:),'econ'); [U1,S1,V1] = svdappend(U,S,V,A(4,:),'rows'); norm(U1*S1*V1'-A) < 1e-10", "true"),
    ),
)  # fmt: skip
def svdappend(call: Any, u: Any, s: Any, v: Any, d: Any, shape: Any = None) -> Any:
    from scipy import linalg

    known = arg.matrix(u) @ arg.matrix(s) @ arg.matrix(v).conj().T
    rows = arg.option(call, shape, "rows", "columns", default="columns") == "rows"
    left, values, right = linalg.svd(np.concatenate([known, arg.matrix(d)], axis=0 if rows else 1), full_matrices=False)
    return values.reshape(-1, 1) if call.nargout <= 1 else (left, np.diag(values), right.conj().T)


@builtin(
    "pagelsqminnorm", "X = pagelsqminnorm(A, B)", "X = pagelsqminnorm(A, B, tol)", summary="The solution of least squares with the smallest norm, for every page.",
    examples=(Example("round(pagelsqminnorm(cat(3,[1 1],[2 0]),2),10)", "cat(3,[1;1],[1;0])"),),
    errors=(ErrorCase("pagelsqminnorm([1 2],[1;2])", "MATLAB:dimagree"),),
)  # fmt: skip
def pagelsqminnorm(call: Any, a: Any, b: Any, *tol: Any) -> Any:
    left, right = as_array(a), as_array(b)
    depth = max(left.ndim, right.ndim) - 2
    left, right = (x.reshape(x.shape + (1,) * (depth + 2 - x.ndim)) for x in (left, right))
    try:
        pages = np.broadcast_shapes(left.shape[2:], right.shape[2:])
    except ValueError:
        raise MatlabError("Arrays have incompatible sizes for this operation.", "MATLAB:sizeDimensionsMustMatch") from None
    left, right = np.broadcast_to(left, left.shape[:2] + pages), np.broadcast_to(right, right.shape[:2] + pages)
    solution = None
    for page in np.ndindex(pages):
        at = (slice(None), slice(None), *page)
        one = as_array(call.feval("lsqminnorm", to_value(np.asfortranarray(left[at])), to_value(np.asfortranarray(right[at])), *tol)[0])
        solution = np.empty(one.shape + pages, one.dtype, order="F") if solution is None else solution
        solution[at] = one
    return solution if solution is not None else np.zeros((left.shape[1], right.shape[1], *pages))
