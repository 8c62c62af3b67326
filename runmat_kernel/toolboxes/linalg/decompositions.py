"""Factorisations and eigenvalues: lu, qr, chol, eig, svd, schur, hess and their relatives."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.argument_errors import too_many_inputs
from ...builtins.cores import on_one_core
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...values.convert import is_text, text_of
from .products import finite, is_hermitian


@builtin(
    "lu",
    "[L, U] = lu(A)",
    "[L, U, P] = lu(A)",
    "[L, U, P] = lu(A, outputForm)",
    "[L, U, P, Q] = lu(S)",
    "[L, U, P, Q, D] = lu(S)",
    "[...] = lu(S, thresh, outputForm)",
    "Y = lu(A)",
    summary="LU factorisation with partial pivoting.",
    examples=(
        Example("[L,U,P] = lu([1 2;4 4])", "{[1 0;0.25 1],[4 4;0 1],[0 1;1 0]}"),
        Example("[L,U] = lu([1 2;4 4])", "{[0.25 1;1 0],[4 4;0 1]}"),
        Example("[L,U,p] = lu([1 2;4 4],'vector')", "{[1 0;0.25 1],[4 4;0 1],[2 1]}"),
        Example("S = sparse(magic(5)); [L,U,P,Q] = lu(S); norm(full(P*S*Q-L*U)) < 1e-12 && issparse(P)", "true"),
        Example("S = sparse(magic(5)); [L,U,P,Q,D] = lu(S); norm(full(P*(D\\S)*Q-L*U)) < 1e-12", "true"),
    ),
    facts=Fact.COMPILED,
    effect=Effect.NONE,
)
@on_one_core
def lu(call: Any, value: Any, form: Any = None) -> Any:
    from scipy import linalg

    array = arg.matrix(value)
    words = arg.option(call, form if form is not None and is_text(form) else None, "vector", "matrix")
    m, n = array.shape
    if not array.size:
        k = min(m, n)
        lower, upper, order = np.zeros((m, k)), np.zeros((k, n)), np.arange(m)
        packed = array
    else:
        getrf = linalg.get_lapack_funcs("getrf", (array,))
        packed, pivots, _ = getrf(array)
        k = min(m, n)
        lower = np.tril(packed[:, :k], -1) + np.eye(m, k, dtype=array.dtype)
        upper = np.triu(packed[:k])
        order = np.arange(m)
        for i, p in enumerate(pivots):
            order[[i, p]] = order[[p, i]]
    if call.nargout <= 1:
        return packed
    if call.nargout == 2:
        unpermuted = np.empty_like(lower)
        unpermuted[order] = lower
        return unpermuted, upper
    if words == "vector":
        return lower, upper, (order + 1.0).reshape(1, -1)
    return lower, upper, np.eye(m)[order]


@builtin(
    "qr",
    "R = qr(A)",
    "[Q, R] = qr(A)",
    "[Q, R, P] = qr(A)",
    "[...] = qr(A, 0)",
    "[...] = qr(A, 'econ')",
    "[C, R, P] = qr(A, B, 0)",
    summary="Orthogonal-triangular factorisation.",
    examples=(
        Example("[Q,R] = qr([3;4],0); round(Q*R,10)", "[3;4]"),
        Example("[Q,R] = qr([1 2;3 4]); round(Q*R,10)", "[1 2;3 4]"),
        Example("size(qr(ones(3,2),0))", "[2 2]"),
        Example("isnan(qr([1 NaN;2 3]))", "[false true;false true]"),
        Example("[C,R] = qr([1 2;3 4],[5 6;7 8]); round(R\\C,10)", "round([1 2;3 4]\\[5 6;7 8],10)"),
        Example(
            "[C,R] = qr(single([1 2;3 4]),[5i;7]); {class(C), class(R), round(R\\C,4)}", "{'single', 'single', single([7-10i;-3.5+7.5i])}"
        ),
        Example("[C,R,p] = qr([1 2;3 4],[5;7],0); x(p,1) = R\\C; round(x,10)", "round([1 2;3 4]\\[5;7],10)"),
    ),
    facts=Fact.COMPILED,
    effect=Effect.NONE,
)
@on_one_core
def qr(call: Any, value: Any, *options: Any) -> Any:
    from scipy import linalg

    array = arg.matrix(value)
    words = [text_of(o).lower() if is_text(o) else o for o in options]
    arg.check_options(call, [w for w in words if type(w) is str], "econ", "vector", "matrix")
    zero = any(type(w) is float and w == 0 for w in words[-1:])
    economy = zero or "econ" in words
    pivoting = call.nargout >= 3
    with_b = bool(options) and not is_text(options[0]) and not (zero and len(options) == 1)
    if not array.size:
        m, n = array.shape
        q, r, p = np.eye(m, 0 if economy else m), np.zeros((0 if economy else m, n)), np.arange(n)
    else:
        # NaN and Inf go through, as in MATLAB: what depends on them is NaN.
        factors_of_array = linalg.qr(array, mode="economic" if economy else "full", pivoting=pivoting, check_finite=False)
        q, r, p = (*factors_of_array, None)[:3]
    if with_b:
        q, r, right = arg.same_precision(q, r, arg.matrix(options[0]))
        if right.shape[0] != array.shape[0]:
            raise call.error("Number of rows of A and B must be equal.", "MATLAB:qr:InvalidNumberOfRows")
        q = q.conj().T @ right
    if call.nargout <= 1:
        return r
    if call.nargout == 2:
        return q, r
    if (zero or "vector" in words) and "matrix" not in words:
        return q, r, (p + 1.0).reshape(1, -1)
    return q, r, np.eye(array.shape[1])[:, p]


@builtin(
    "chol",
    "R = chol(A)",
    "R = chol(A, triangle)",
    "[R, flag] = chol(...)",
    "[R, flag, P] = chol(S)",
    summary="Cholesky factorisation; R'*R = A.",
    examples=(
        Example("chol([4 2;2 5])", "[2 1;0 2]"),
        Example("chol([4 2;2 5],'lower')", "[2 0;1 2]"),
        Example("[R,p] = chol([1 2;2 1])", "{1,2}"),
        Example("[R,p] = chol([4 2;2 NaN])", "{2,2}"),
        Example("S = sparse([4 1 0;1 3 0;0 0 2]); [R,f,P] = chol(S); [f full(norm(R'*R-P'*S*P,1)) < 1e-14 issparse(R)]", "[0 1 1]"),
    ),
    errors=(
        ErrorCase("chol([1 2;2 1])", "MATLAB:posdef", "Matrix must be positive definite."),
        ErrorCase("chol([1 2])", "MATLAB:square"),
        ErrorCase("chol([4 NaN;NaN 5])", "MATLAB:posdef"),
        ErrorCase("chol(1,'low')", "MATLAB:chol:unknownOption"),
    ),
    facts=Fact.COMPILED,
    effect=Effect.NONE,
)
@on_one_core
def chol(call: Any, value: Any, triangle: Any = None) -> Any:
    from scipy import linalg

    array = arg.square(value)
    lower = arg.option(call, triangle, "lower", "upper", default="upper") == "lower"
    if not array.size:
        return array, 0.0
    potrf = linalg.get_lapack_funcs("potrf", (array,))
    factor, info = potrf(array, lower=lower, clean=True)
    if undefined := np.flatnonzero(np.isnan(np.diagonal(factor))).size:
        info = info or array.shape[0] - undefined + 1
    if array.dtype.kind == "c" and np.diagonal(array).imag.any():
        info = info or int(np.flatnonzero(np.diagonal(array).imag)[0]) + 1
    if info > 0:
        if call.nargout < 2:
            raise MatlabError("Matrix must be positive definite.", "MATLAB:posdef")
        k = info - 1
        return (factor[:k, :k] if k else np.zeros((0, 0))), float(info)
    return factor, 0.0


@builtin(
    "cholupdate",
    "R1 = cholupdate(R, x)",
    "R1 = cholupdate(R, x, op)",
    "[R1, p] = cholupdate(...)",
    summary="Rank-one update of a Cholesky factor.",
    examples=(Example("round(cholupdate(2,3)^2,12)", "13"),),
)
@on_one_core
def cholupdate(call: Any, r: Any, x: Any, op: Any = None) -> Any:
    from scipy import linalg

    factor, vector = arg.square(r), arg.flat(x)[:, None]
    sign = -1.0 if arg.option(call, op, "+", "-", default="+") == "-" else 1.0
    try:
        return linalg.cholesky(factor.conj().T @ factor + sign * (vector @ vector.conj().T)), 0.0
    except linalg.LinAlgError:
        if call.nargout < 2:
            raise MatlabError("Downdated matrix must be positive definite.", "MATLAB:cholupdate:notPosDef") from None
        return factor, 1.0


@builtin(
    "eig",
    "e = eig(A)",
    "[V, D] = eig(A)",
    "[V, D, W] = eig(A)",
    "[...] = eig(A, B)",
    "[...] = eig(A, balanceOption)",
    "[...] = eig(A, B, algorithm)",
    "[...] = eig(..., eigvalOption)",
    summary="Eigenvalues and eigenvectors.",
    examples=(
        Example("eig([2 0;0 1])", "[1;2]"),
        Example("[V,D] = eig([2 0;0 1]); D", "[1 0;0 2]"),
        Example("round(eig([0 1;-1 0]),12)", "[1i;-1i]"),
        Example("eig([])", "zeros(0,1)"),
        Example("round(eig([1 2;3 4],[2 0;0 1]),8)", "round(eig([0.5 1;3 4]),8)"),
    ),
    errors=(
        ErrorCase("eig([1 2])", "MATLAB:square"),
        ErrorCase("eig([1 NaN;1 1])", "MATLAB:eig:matrixWithNaNInf"),
        ErrorCase("eig([1 2;2 3],'vectors')", "MATLAB:eig:unknownOption"),
        ErrorCase("eig(1,2,3)", "MATLAB:maxrhs"),
        ErrorCase("eig([1 2;3 4],'balance','nobalance')", "MATLAB:maxrhs"),
    ),
    facts=Fact.COMPILED,
    effect=Effect.NONE,
)
@on_one_core
def eig(call: Any, value: Any, *options: Any) -> Any:
    from scipy import linalg

    array = finite(arg.square(value), "eig")
    others = [o for o in options if not is_text(o)]
    words = [text_of(o).lower() for o in options if is_text(o)]
    if len(others) > 1:
        raise too_many_inputs(call.name)
    arg.check_options(call, words, "vector", "matrix", *(("chol", "qz") if others else ("balance", "nobalance")))
    if len(words) - len({"vector", "matrix"}.intersection(words)) > 1 or {"vector", "matrix"} <= set(words):
        raise too_many_inputs(call.name)
    second = finite(arg.square(others[0]), "eig") if others else None
    if second is not None:
        array, second = arg.same_precision(array, second)
    if not array.size:
        return np.zeros((0, 1)) if call.nargout <= 1 else (array, array, array)
    left = None
    hermitian = is_hermitian(array)
    if second is None and (call.nargout <= 1 or (call.nargout == 2 and not hermitian)):
        return _standard(array, hermitian, call.nargout, words)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        if hermitian and (second is None or (np.array_equal(second, second.conj().T) and _positive_definite(second))):
            values, vectors = linalg.eigh(array, second)
            vectors = _signed(vectors) if second is None and call.nargout > 1 else vectors
            left = vectors
        else:
            values, vectors, left = _general(array, second, call.nargout)
    if call.nargout <= 1:
        return np.diag(values) if "matrix" in words else values[:, None]
    middle = values[:, None] if "vector" in words else np.diag(values)
    return vectors, middle, left


def _general(array: np.ndarray, second: np.ndarray | None, nargout: int) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Eigenvalues, right and (for a third output) left eigenvectors of a matrix, or of a pair, without symmetry."""
    from scipy import linalg

    left = None
    if nargout > 2:
        values, left, vectors = linalg.eig(array, second, left=True, right=True)
    else:
        values, vectors = linalg.eig(array, second)
    if second is not None and nargout > 1:
        vectors = vectors / np.abs(vectors).max(axis=0)
    return arg.narrow(values), arg.narrow(vectors), left


def _standard(array: np.ndarray, hermitian: bool, results: int, words: Any) -> Any:
    """Eigenvalues alone, or with the vectors of a matrix that is not symmetric, by NumPy: small matrices spend their time in SciPy's
    checks."""
    with np.errstate(all="ignore"):
        if results <= 1:
            values = np.linalg.eigvalsh(array) if hermitian else arg.narrow(np.linalg.eigvals(array))
            return np.diag(values) if "matrix" in words else values[:, None]
        values, vectors = (arg.narrow(part) for part in np.linalg.eig(array))
    return vectors, values[:, None] if "vector" in words else np.diag(values)


def _positive_definite(array: np.ndarray) -> bool:
    try:
        np.linalg.cholesky(array)
    except np.linalg.LinAlgError:
        return False
    return True


def _signed(vectors: np.ndarray) -> np.ndarray:
    """LAPACK's vectors as they come; a diagonal matrix has the identity's columns with positive sign."""
    ones = (np.abs(vectors) == 1).sum(axis=0) == 1
    lonely = ones & ((vectors != 0).sum(axis=0) == 1)
    if lonely.any() and vectors.dtype.kind != "c":
        vectors = vectors.copy()
        vectors[:, lonely] = np.abs(vectors[:, lonely])
    return vectors


@builtin(
    "svd",
    "S = svd(A)",
    "[U, S, V] = svd(A)",
    "[...] = svd(A, 'econ')",
    "[...] = svd(A, 0)",
    "[...] = svd(..., sigmaForm)",
    summary="Singular value decomposition.",
    examples=(
        Example("svd([3 0;0 4])", "[4;3]"),
        Example("[U,S,V] = svd([1 2;3 4]); round(U*S*V',10)", "[1 2;3 4]"),
        Example("[U,S,V] = svd(ones(3,2),'econ'); size(U)", "[3 2]"),
    ),
    errors=(ErrorCase("svd([1 NaN])", "MATLAB:svd:matrixWithNaNInf"),),
    facts=Fact.COMPILED,
    effect=Effect.NONE,
)
@on_one_core
def svd(call: Any, value: Any, *options: Any) -> Any:
    from scipy import linalg

    array = finite(arg.matrix(value), "svd")
    words = [text_of(o).lower() if is_text(o) else o for o in options]
    if any(not isinstance(w, (str, float)) or w not in ("econ", "matrix", "vector", 0.0) for w in words):
        raise call.error("Invalid option. Options are 'econ', 'vector', 'matrix', and 0.", "MATLAB:svd:invalidOption")
    m, n = array.shape
    k = min(m, n)
    if call.nargout <= 1:
        values = np.linalg.svd(array, compute_uv=False) if array.size else np.zeros(0, array.dtype)
        return np.diag(values) if "matrix" in words else values[:, None]
    zero = any(type(w) is float for w in words)
    economy = "econ" in words or (zero and m > n)
    if not array.size:
        return np.eye(m, k if economy else m), np.zeros((k if economy else m, k if economy else n)), np.eye(n, k if economy else n)
    u, s, vh = linalg.svd(array, full_matrices=not economy)
    if "vector" in words:
        return u, s[:, None], vh.conj().T
    middle = np.zeros((u.shape[1], vh.shape[0]), s.dtype)
    np.fill_diagonal(middle, s)
    return u, middle, vh.conj().T


@builtin(
    "schur",
    "T = schur(A)",
    "[U, T] = schur(A)",
    "[...] = schur(A, mode)",
    summary="Schur decomposition; A = U*T*U'.",
    examples=(Example("[U,T] = schur([1 2;3 4]); round(U*T*U',10)", "[1 2;3 4]"), Example("schur(5)", "5")),
    errors=(ErrorCase("schur([1 2])", "MATLAB:square"),),
    facts=Fact.COMPILED,
)
@on_one_core
def schur(call: Any, value: Any, mode: Any = None) -> Any:
    from scipy import linalg

    array = finite(arg.square(value), "schur")
    chosen = arg.option(call, mode, "real", "complex")
    kind = "complex" if array.dtype.kind == "c" or chosen == "complex" else "real"
    t, u = linalg.schur(array, output=kind)
    t, u = arg.narrow(t), arg.narrow(u)
    return t if call.nargout <= 1 else (u, t)


@builtin(
    "rsf2csf",
    "[U, T] = rsf2csf(U, T)",
    summary="Real Schur form to complex Schur form.",
    examples=(Example("[U,T] = rsf2csf(1,5)", "{1,5}"),),
)
def rsf2csf(call: Any, u: Any, t: Any) -> Any:
    from scipy import linalg

    triangular, vectors = linalg.rsf2csf(arg.square(t), arg.square(u))
    return arg.narrow(vectors), arg.narrow(triangular)


@builtin(
    "hess",
    "H = hess(A)",
    "[P, H] = hess(A)",
    summary="Hessenberg form; A = P*H*P'.",
    examples=(Example("hess([1 2;3 4])", "[1 2;3 4]"), Example("[P, H] = hess(single([1 2;3 4])); P", "single(eye(2))")),
    errors=(ErrorCase("hess([1 2])", "MATLAB:square"),),
    facts=Fact.COMPILED,
)
@on_one_core
def hess(call: Any, value: Any) -> Any:
    from scipy import linalg

    h, p = linalg.hessenberg(finite(arg.square(value), "hess"), calc_q=True)
    return h if call.nargout <= 1 else (p.astype(h.dtype, copy=False), h)  # of a small single matrix SciPy gives p as doubles


@builtin(
    "balance",
    "B = balance(A)",
    "[T, B] = balance(A)",
    "[S, P, B] = balance(A)",
    summary="Diagonal scaling that improves eigenvalue accuracy.",
    examples=(Example("balance(eye(2))", "eye(2)"), Example("[T, B] = balance(single([1 1024;0 1])); class(T)", "'single'")),
)
def balance(call: Any, value: Any) -> Any:
    from scipy import linalg

    array = arg.square(value)
    if call.nargout <= 1:
        return linalg.matrix_balance(array)[0]
    if call.nargout == 2:
        b, t = linalg.matrix_balance(array)
        return t.astype(b.real.dtype, copy=False), b
    b, (scale, order) = linalg.matrix_balance(array, separate=True)
    return scale[:, None].astype(b.real.dtype, copy=False), (order + 1.0)[:, None], b


@builtin(
    "ldl",
    "[L, D] = ldl(A)",
    "[L, D, P] = ldl(A)",
    "[L, D, p] = ldl(A, 'vector')",
    "[U, D, P] = ldl(A, 'upper')",
    "[L, D, P, S] = ldl(A)",
    "[L, D, P, S] = ldl(A, thresh, Name, ...)",
    summary="Block LDL' factorisation of a Hermitian matrix, of which one triangle is read: P'*A*P = L*D*L'.",
    examples=(
        Example("[L,D] = ldl([4 2;2 5])", "{[1 0;0.5 1],[4 0;0 4]}"),
        Example("A = [0 1 2;1 0 3;2 3 0]; [L,D,p] = ldl(A, 'vector'); norm(A(p,p) - L*D*L') < 1e-14", "true"),
        Example("A = [1 2 3;0 1 4;0 0 1]; [U,D,P] = ldl(A, 'upper'); norm(P'*(A + triu(A,1)')*P - U'*D*U) < 1e-14", "true"),
        Example("A = sparse([0 1;1 0]); [L,D,P,S] = ldl(A); full(norm(P'*S*A*S*P - L*D*L', 1))", "0"),
    ),
    errors=(ErrorCase("ldl([1 2 3])", "MATLAB:square"),),
    see_also=("chol", "lu", "qr"),
)
@on_one_core
def ldl(call: Any, value: Any, *options: Any) -> Any:
    """The scaling of sparse matrices is the identity: their factors are found as those of full ones."""
    from scipy import linalg

    words = [text_of(option).lower() for option in options if is_text(option)]
    arg.check_options(call, words, "vector", "matrix", "lower", "upper")
    array = arg.square(value)
    array = np.triu(array).conj().T if "upper" in words else array
    if array.dtype.kind == "c":  # a Hermitian matrix has a real diagonal: nothing else is read of it
        array = array.copy()
        np.fill_diagonal(array, array.diagonal().real)
    lower, middle, order = linalg.ldl(array)
    factor = lower[order] if call.nargout >= 3 else lower
    factor = factor.conj().T if "upper" in words else factor
    if call.nargout < 3:
        return factor, middle
    places = (order + 1.0).reshape(1, -1) if "vector" in words else np.eye(len(order))[:, order]
    return (factor, middle, places, np.eye(len(order)))[: call.nargout]


@builtin(
    "poly",
    "p = poly(r)",
    "p = poly(A)",
    summary="Polynomial with given roots, or characteristic polynomial.",
    examples=(
        Example("poly([1 2])", "[1 -3 2]"),
        Example("poly([2 0;0 3])", "[1 -5 6]"),
        Example("poly([])", "1"),
        Example("poly(single([1 2]))", "single([1 -3 2])"),
    ),
)
def poly(call: Any, value: Any) -> Any:
    array = arg.matrix(value)
    if not array.size:
        return 1.0
    if array.shape[0] == array.shape[1] and array.size > 1:
        roots = np.linalg.eigvalsh(array) if np.array_equal(array, array.conj().T) else np.linalg.eigvals(array)
    elif arg.is_vector(array.shape):
        roots = array.ravel()
    else:
        raise MatlabError("Argument must be a vector or a square matrix.", "MATLAB:poly:InputSize")
    roots = roots[np.isfinite(roots)]
    coefficients = np.array([1.0], np.result_type(roots.dtype, np.float32))
    zero = coefficients[:1] * 0
    for root in roots:
        coefficients = np.concatenate([coefficients, zero]) - np.concatenate([zero, root * coefficients])
    if coefficients.dtype.kind == "c" and np.array_equal(np.sort_complex(roots), np.sort_complex(roots.conj())):
        coefficients = coefficients.real
    return coefficients.reshape(1, -1)
