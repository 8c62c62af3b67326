"""A few eigenvalues and singular values of large or sparse matrices, orderings and structural rank: eigs, svds, symrcm, sprank."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...values.convert import is_text, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.sparse.matrix import Sparse

_WHICH = {
    "lm": "largestabs",
    "sm": "smallestabs",
    "la": "largestreal",
    "sa": "smallestreal",
    "lr": "largestreal",
    "sr": "smallestreal",
    "largestabs": "largestabs",
    "smallestabs": "smallestabs",
    "largestreal": "largestreal",
    "smallestreal": "smallestreal",
    "be": "bothendsreal",
    "bothendsreal": "bothendsreal",
}


@builtin(
    "eigs",
    "d = eigs(A)",
    "d = eigs(A, k)",
    "d = eigs(A, k, sigma)",
    "d = eigs(A, B, k, sigma, opts)",
    "[V, D, flag] = eigs(...)",
    "d = eigs(A, k, sigma, Name, Value...)",
    "d = eigs(fun, n, k, sigma, opts)",
    summary="A few eigenvalues.",
    examples=(
        Example("round(eigs(diag(1:4),2),8)", "[4;3]"),
        Example("round(eigs(diag(1:4),2,'smallestabs'),8)", "[2;1]"),
        Example("round(eigs(diag(1:5),3,'bothendsreal'),8)", "[1;4;5]"),
        Example("round(eigs(@(x) diag(1:4)\\x,4,2,'smallestabs'),8)", "[2;1]"),
    ),
    facts=Fact.SPARSE,
)
@on_one_core
def eigs(call: Any, a: Any, *rest: Any) -> Any:
    items = list(rest)
    n = None
    if type(a) is FunctionHandle:
        if not items:
            raise call.error("The size of the problem must follow a function.", "MATLAB:eigs:NoMatrixSize")
        n = arg.integer(items.pop(0))
        matrix = np.stack([arg.flat(call.feval(a, to_value(column.reshape(-1, 1)))[0]) for column in np.eye(n)], axis=1)
    else:
        matrix = a.matrix if type(a) is Sparse else arg.square(a)
        n = matrix.shape[0]
    second = None
    if (
        items
        and not is_text(items[0])
        and (type(items[0]) is Sparse or (hasattr(items[0], "shape") and items[0].shape == (n, n) and n > 1))
    ):
        second = items.pop(0)
        second = second.matrix if type(second) is Sparse else arg.square(second)
    k = min(arg.integer(items.pop(0)) if items else 6, n)
    sigma = items.pop(0) if items else to_value("largestabs")
    if len(items) % 2:  # a structure of options, as old code gives them
        items.pop(0)
    known = "tolerance maxiterations subspacedimension startvector failuretreatment display isfunctionsymmetric isfunctionreal issymmetricdefinite ischolesky choleskypermutation"
    arg.name_values(items, call.name, known)
    if type(a) is FunctionHandle:
        matrix = _of_function(matrix, sigma)
    values, vectors = _few_eigenvalues(matrix, second, k, sigma)
    if call.nargout <= 1:
        return values.reshape(-1, 1)
    return vectors, np.diag(values), 0.0


def _of_function(applied: np.ndarray, sigma: Any) -> np.ndarray:
    """The matrix of a function that solves with it, shifted by sigma, where eigenvalues near a number are asked for."""
    if is_text(sigma):
        return np.linalg.inv(applied) if _WHICH.get(text_of(sigma).lower()) == "smallestabs" else applied
    return np.linalg.inv(applied) + arg.scalar(sigma) * np.eye(len(applied))


def _few_eigenvalues(matrix: Any, second: Any, k: int, sigma: Any) -> tuple[np.ndarray, np.ndarray]:
    """k eigenvalues and vectors: dense for small matrices, Arnoldi or Lanczos iteration for large ones."""
    from scipy import linalg
    from scipy.sparse import issparse
    from scipy.sparse.linalg import eigs as arnoldi
    from scipy.sparse.linalg import eigsh as lanczos

    n = matrix.shape[0]
    word = text_of(sigma).lower() if is_text(sigma) else None
    if word is not None and word not in _WHICH:
        raise MatlabError("Unknown value of sigma.", "MATLAB:eigs:InvalidSigma")
    dense = lambda m: m.toarray() if issparse(m) else m  # noqa: E731
    symmetric = (abs(matrix - matrix.conj().T) > 0).sum() == 0
    if n <= 500 or k >= n - 1 or _WHICH.get(word or "") == "bothendsreal":
        full, other = dense(matrix), None if second is None else dense(second)
        values, vectors = linalg.eigh(full, other) if symmetric else linalg.eig(full, other)
    else:
        solver = lanczos if symmetric else arnoldi
        kind = _WHICH.get(word or "")
        start = np.ones(n)
        if kind == "smallestabs" or word is None:
            values, vectors = solver(matrix.astype(float), k, second, sigma=0.0 if word else float(arg.scalar(sigma)), v0=start)
        else:
            which = {"largestabs": "LM", "largestreal": "LA" if symmetric else "LR", "smallestreal": "SA" if symmetric else "SR"}[kind]
            values, vectors = solver(matrix.astype(float), k, second, which=which, v0=start)
    order = _order(values, k, _WHICH[word] if word else None, sigma)
    return arg.narrow(values[order]), arg.narrow(vectors[:, order])


def _order(values: np.ndarray, k: int, kind: str | None, sigma: Any) -> np.ndarray:
    """The positions of the k eigenvalues of a kind, in MATLAB's order; without a kind those nearest to sigma."""
    if kind == "bothendsreal":
        order = np.argsort(values.real, kind="stable")
        return np.concatenate([order[: k // 2], order[len(order) - (k - k // 2) :]])
    if kind is None:
        return np.argsort(np.abs(values - arg.scalar(sigma)), kind="stable")[:k]
    keys = {"largestabs": -np.abs(values), "smallestabs": np.abs(values), "largestreal": -values.real, "smallestreal": values.real}
    order = np.argsort(keys[kind], kind="stable")[:k]
    return order[::-1] if kind == "smallestabs" else order


@builtin(
    "svds",
    "s = svds(A)",
    "s = svds(A, k)",
    "s = svds(A, k, sigma)",
    "s = svds(A, k, sigma, Name, Value)",
    "[U, S, V] = svds(...)",
    summary="A few singular values.",
    examples=(Example("round(svds(diag(1:4),2),8)", "[4;3]"),),
    facts=Fact.SPARSE,
)
@on_one_core
def svds(call: Any, a: Any, k: Any = 6.0, sigma: Any = None) -> Any:
    from scipy.sparse.linalg import svds as few

    matrix = a.matrix if type(a) is Sparse else arg.matrix(a)
    count = min(arg.integer(k), *matrix.shape)
    near = None if sigma is None or is_text(sigma) else arg.scalar(sigma)
    word = arg.option(call, sigma if near is None else None, "largest", "smallest", "smallestnz", default="largest")
    if min(matrix.shape) <= 500 or word != "largest" or near is not None:
        u, s, vh = np.linalg.svd(matrix.toarray() if type(a) is Sparse else matrix, full_matrices=False)
        if word == "smallestnz":
            nonzero = s > max(matrix.shape) * np.spacing(s.max(initial=0))
            u, s, vh = u[:, nonzero], s[nonzero], vh[nonzero]
            count = min(count, s.size)
        if near is not None:
            chosen = np.sort(np.argsort(np.abs(s - near), kind="stable")[:count])
        else:
            chosen = np.arange(s.size)[s.size - count :] if word != "largest" else np.arange(count)
        u, s, vh = u[:, chosen], s[chosen], vh[chosen]
    else:
        u, s, vh = few(matrix.astype(float), count)
        u, s, vh = u[:, ::-1], s[::-1], vh[::-1]
    return s.reshape(-1, 1) if call.nargout <= 1 else (u, np.diag(s), vh.conj().T)


@builtin(
    "symrcm",
    "r = symrcm(S)",
    summary="Reverse Cuthill-McKee ordering.",
    examples=(Example("sort(symrcm(eye(3)))", "1:3"),),
    facts=Fact.SPARSE,
)
def symrcm(call: Any, s: Any) -> Any:
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    matrix = s.matrix.tocsr() if type(s) is Sparse else csr_matrix(arg.matrix(s))
    if matrix.shape[0] != matrix.shape[1]:
        raise call.error("Matrix must be square.", "MATLAB:symrcm:NotSquare")
    if not matrix.shape[0]:
        return np.zeros((1, 0))
    return (reverse_cuthill_mckee(matrix, symmetric_mode=True) + 1.0).reshape(1, -1)


@builtin("sprank", "r = sprank(A)", summary="Structural rank.", examples=(Example("sprank([1 0;1 0])", "1"),), facts=Fact.SPARSE)
def sprank(call: Any, s: Any) -> float:
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import structural_rank

    return float(structural_rank(s.matrix.tocsr() if type(s) is Sparse else csr_matrix(arg.matrix(s))))


@builtin(
    "normest",
    "nrm = normest(S)",
    "nrm = normest(S, tolerance)",
    "[nrm, count] = normest(...)",
    summary="Estimate of the 2-norm by power iteration, and how many steps it took.",
    examples=(
        Example("abs(normest([3 0;0 4])-4)<1e-5", "true"),
        Example("normest([1 NaN])", "NaN"),
        Example("[n, c] = normest(eye(3))", "{1, 2}"),
        Example("abs(normest(sparse([3 4 0;0 0 1]), 1e-9) - 5) < 1e-8", "true"),
        Example("A = toeplitz([-2 1 0 0]); abs(normest(A) - norm(A)) < 1e-5", "true"),
        Example("w = warning('off', 'all'); n = normest([1 2;3 4], -1); warning(w); abs(n - norm([1 2;3 4])) < 1e-12", "true"),
    ),
    errors=(ErrorCase("normest(single(1), 'a')", "MATLAB:normest:InvalidTolerance"),),
    facts=Fact.SPARSE,
)
def normest(call: Any, value: Any, tol: Any = 1e-6) -> Any:
    if is_text(tol):
        raise call.error("Tolerance must be a real number.", "MATLAB:normest:InvalidTolerance")
    matrix = value.matrix if type(value) is Sparse else arg.matrix(value)
    if not matrix.shape[0] or not matrix.shape[1]:
        return 0.0, 0.0
    sums = np.asarray(abs(matrix).sum(axis=0), np.float64).ravel()
    if not sums.any() or not np.isfinite(sums).all():
        return (0.0 if not sums.any() else float("nan")), 0.0
    # The sums may be orthogonal to the vector that is looked for (matrices with a symmetry); a second start without a pattern is not.
    starts = sums, sums * np.cos(np.arange(1.0, sums.size + 1) ** 2)
    limit = arg.scalar(tol)
    (estimate, count), (other, more) = (_power_iteration(matrix, x, limit) for x in starts)
    if max(count, more) > _STEPS:
        call.warning(f"NORMEST did not converge for {_STEPS} iterations with tolerance {limit:g}", "MATLAB:normest:notconverge")
    return max(estimate, other), float(count)


_STEPS = 100
"""Steps after which an estimate is given up: no tolerance below rounding may go on for ever."""


def _power_iteration(matrix: Any, x: np.ndarray, tol: float) -> tuple[float, int]:
    """The 2-norm as far as steps from a start find it to a relative tolerance, and how many there were."""
    estimate, before, count, adjoint = float(np.linalg.norm(x)), 0.0, 0, matrix.conj().T
    while abs(estimate - before) > tol * estimate and count <= _STEPS:
        x = x / np.linalg.norm(x)
        before, image = estimate, matrix @ x
        if not image.any():  # the start lies in the null space
            image = np.cos(np.arange(1.0, image.size + 1) ** 2)
        x = adjoint @ image
        estimate = float(np.linalg.norm(x) / np.linalg.norm(image))
        count += 1
    return estimate, count
