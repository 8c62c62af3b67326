"""Iterative solvers and eigenvalue methods for large or sparse matrices, which may be given as functions."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.convert import is_text, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.sparse import Sparse
from .. import arguments as arg
from ..spec import Builtin, Example, builtin

_TRANSPOSING = ("bicg", "qmr", "lsqr")
"""Solvers whose functions are told which product is wanted: ``f(x, 'notransp')`` or ``f(x, 'transp')``."""


def _applied(call: Any, function: Any, name: str, word: str) -> Any:
    more = (to_value(word),) if name in _TRANSPOSING else ()
    return lambda x: arg.flat(call.feval(function, to_value(np.asarray(x).reshape(-1, 1)), *more)[0])


def _operator(call: Any, value: Any, n: int, name: str = "") -> Any:
    """A matrix, a sparse matrix or a function as SciPy takes it."""
    from scipy.sparse.linalg import LinearOperator

    if type(value) is Sparse:
        return value.matrix
    if type(value) is FunctionHandle:
        return LinearOperator((n, n), matvec=_applied(call, value, name, "notransp"), rmatvec=_applied(call, value, name, "transp"), dtype=np.float64)
    return arg.matrix(value)


class _SingularError(Exception):
    """A preconditioner cannot be inverted: flag 2."""


def _inverse(call: Any, part: Any, name: str) -> tuple[Any, Any]:
    """Functions that apply the inverse of one preconditioner, and its transpose."""
    from scipy.linalg import lu_factor, lu_solve
    from scipy.sparse.linalg import splu

    if type(part) is FunctionHandle:
        return _applied(call, part, name, "notransp"), _applied(call, part, name, "transp")
    if type(part) is Sparse:
        try:
            factors = splu(part.matrix.astype(np.float64).tocsc())
        except RuntimeError:
            raise _SingularError from None
        return factors.solve, partial(factors.solve, trans="T")
    matrix = arg.matrix(part)
    if np.linalg.matrix_rank(matrix) < len(matrix):
        raise _SingularError
    pair = lu_factor(matrix)
    return partial(lu_solve, pair), partial(lu_solve, pair, trans=2)


def _preconditioner(call: Any, parts: list[Any], n: int, name: str = "") -> Any:
    """The inverse of M1*M2 as an operator, or None."""
    from scipy.sparse.linalg import LinearOperator

    steps = [_inverse(call, part, name) for part in parts if part is not None and (isinstance(part, FunctionHandle) or not arg.is_empty_matrix(part))]
    if not steps:
        return None

    def apply(x: np.ndarray) -> np.ndarray:
        for step, _ in steps:
            x = step(x)
        if not np.isfinite(x).all():
            raise _SingularError
        return x

    def apply_transpose(x: np.ndarray) -> np.ndarray:
        for _, step in reversed(steps):
            x = step(x)
        return x

    return LinearOperator((n, n), matvec=apply, rmatvec=apply_transpose, dtype=np.float64)


def _solver(name: str, scipy_name: str, summary: str) -> Builtin:
    def function(call: Any, a: Any, b: Any, *rest: Any) -> Any:
        from scipy.sparse import linalg

        rest = list(rest)
        restart = None
        if name == "gmres":
            restart = rest.pop(0) if rest else None
        given = [None if arg.is_empty_matrix(v) and type(v) is not FunctionHandle else v for v in rest] + [None] * 5
        tol, most, m1, m2, x0 = given[:5]
        right = arg.flat(b)
        n = len(right)
        tolerance = 1e-6 if tol is None else arg.scalar(tol)
        limit = min(n, 20) if most is None else arg.integer(most)
        operator = _operator(call, a, n, name)
        history: list[float] = []
        options: dict[str, Any] = {"rtol": tolerance, "atol": 0.0, "maxiter": limit}
        if name == "tfqmr":  # SciPy counts the two halves of each step
            options["maxiter"] = 2 * limit
        failed = (np.zeros((n, 1)) if x0 is None else arg.flat(x0).reshape(-1, 1), 2.0, 1.0, 0.0, np.array([[float(np.linalg.norm(right))]]))
        try:
            if name == "qmr":
                pair = [_preconditioner(call, [m], n, name) for m in (m1, m2)]
                same = linalg.LinearOperator((n, n), matvec=lambda v: v, rmatvec=lambda v: v, dtype=np.float64)
                options |= {"M1": pair[0] or same, "M2": pair[1] or same}
            else:
                options["M"] = _preconditioner(call, [m1, m2], n, name)
        except _SingularError:
            return failed
        if name == "gmres":
            options["restart"] = n if restart is None or arg.is_empty_matrix(restart) else arg.integer(restart)
            options["maxiter"] = limit if restart is not None and not arg.is_empty_matrix(restart) else 1
            if options["maxiter"] == 1:
                options["restart"] = limit
            options["callback_type"] = "pr_norm"
        if name == "minres":
            options.pop("atol")
        start = None if x0 is None else arg.flat(x0).copy()
        scale = float(np.linalg.norm(right)) or 1.0

        def note(x: Any) -> None:
            history.append(float(x) * scale if np.ndim(x) == 0 else float(np.linalg.norm(right - operator @ x)))

        try:
            x, code = getattr(linalg, scipy_name)(operator, right, start, callback=note, **options)
        except _SingularError:
            return failed
        except ValueError:  # a product that a symmetric matrix cannot give
            return failed[0], 4.0, *failed[2:]
        residual = float(np.linalg.norm(right - operator @ x)) / scale
        flag = 0.0 if residual <= tolerance * 1.01 or code == 0 else 1.0
        if call.nargout < 2 and flag:
            call.warning(f"{name} stopped at iteration {len(history)} without converging to the desired tolerance {tolerance:g}.", f"MATLAB:{name}:tooSmallTolerance")
        first = float(np.linalg.norm(right if start is None else right - operator @ start))
        steps: Any = np.array([[1.0, float(len(history))]]) if name == "gmres" else float(len(history))
        if arg.float_class(a if type(a) not in (FunctionHandle, Sparse) else 1.0, b) is np.float32:
            x = x.astype(np.complex64 if x.dtype.kind == "c" else np.float32)
        return x.reshape(-1, 1), flag, residual, steps, np.array([[first], *([h] for h in history)])

    arguments = "A, b, restart, tol, maxit, M1, M2, x0" if name == "gmres" else "A, b, tol, maxit, M1, M2, x0"
    usage = (f"x = {name}(A, b)", f"[x, flag, relres, iter, resvec] = {name}({arguments})")
    example = Example(f"[x,flag] = {name}([4 1;1 3],[1;2]); round(x,5)", "round([4 1;1 3]\\[1;2],5)")
    return Builtin(name, usage, summary, function, examples=(example,))


SOLVERS = (
    _solver("pcg", "cg", "Conjugate gradients for symmetric positive definite systems."),
    _solver("gmres", "gmres", "Generalised minimum residuals."),
    _solver("bicg", "bicg", "Biconjugate gradients."),
    _solver("bicgstab", "bicgstab", "Stabilised biconjugate gradients."),
    _solver("cgs", "cgs", "Conjugate gradients squared."),
    _solver("qmr", "qmr", "Quasi-minimal residuals."),
    _solver("tfqmr", "tfqmr", "Transpose-free quasi-minimal residuals."),
    _solver("minres", "minres", "Minimum residuals for symmetric systems."),
)


@builtin(
    "lsqr",
    "x = lsqr(A, b)",
    "[x, flag, relres, iter] = lsqr(A, b, tol, maxit, M1, M2, x0)",
    summary="Least squares of large systems, where A may be rectangular or a function f(x, 'notransp' or 'transp').",
    examples=(Example("round(lsqr([1 0;0 2;0 0],[1;2;0]),6)", "[1;1]"),),
)
def lsqr(call: Any, a: Any, b: Any, tol: Any = None, most: Any = None, m1: Any = None, m2: Any = None, x0: Any = None) -> Any:
    from scipy.sparse import linalg

    right = arg.flat(b)
    operator = _operator(call, a, len(right), "lsqr")
    tolerance = 1e-6 if tol is None or arg.is_empty_matrix(tol) else arg.scalar(tol)
    limit = min(*operator.shape, 20) if most is None or arg.is_empty_matrix(most) else arg.integer(most)
    found = linalg.lsqr(operator, right, atol=tolerance, btol=tolerance, iter_lim=limit, x0=None if x0 is None else arg.flat(x0))
    x, steps, residual = found[0], found[2], found[3]
    flag = 0.0 if found[1] in (0, 1, 2, 4, 5) else 1.0
    if call.nargout < 2 and flag:
        call.warning(f"lsqr stopped at iteration {steps} without converging to the desired tolerance {tolerance:g}.", "MATLAB:lsqr:tooSmallTolerance")
    return x[:, None], flag, float(residual / (np.linalg.norm(right) or 1)), float(steps)


_WHICH = {"lm": "largestabs", "sm": "smallestabs", "la": "largestreal", "sa": "smallestreal", "lr": "largestreal", "sr": "smallestreal", "largestabs": "largestabs", "smallestabs": "smallestabs", "largestreal": "largestreal", "smallestreal": "smallestreal"}


@builtin("eigs", "d = eigs(A)", "d = eigs(A, k)", "d = eigs(A, k, sigma)", "d = eigs(A, B, k, sigma, opts)", "[V, D, flag] = eigs(...)", "d = eigs(A, k, sigma, Name, Value...)", "d = eigs(fun, n, k, sigma, opts)", summary="A few eigenvalues.", examples=(Example("round(eigs(diag(1:4),2),8)", "[4;3]"), Example("round(eigs(diag(1:4),2,'smallestabs'),8)", "[2;1]")))
def eigs(call: Any, a: Any, *rest: Any) -> Any:
    items = list(rest)
    n = None
    if type(a) is FunctionHandle:
        n = arg.integer(items.pop(0))
        matrix = _operator(call, a, n)
        matrix = matrix @ np.eye(n)
    else:
        matrix = a.matrix if type(a) is Sparse else arg.square(a)
        n = matrix.shape[0]
    second = None
    if items and not is_text(items[0]) and (type(items[0]) is Sparse or (hasattr(items[0], "shape") and items[0].shape == (n, n) and n > 1)):
        second = items.pop(0)
        second = second.matrix if type(second) is Sparse else arg.square(second)
    k = min(arg.integer(items.pop(0)) if items else 6, n)
    sigma = items[0] if items else to_value("largestabs")
    values, vectors = _few_eigenvalues(matrix, second, k, sigma)
    if call.nargout <= 1:
        return values.reshape(-1, 1)
    return vectors, np.diag(values), 0.0


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
    if n <= 500 or k >= n - 1:
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
    kind = _WHICH[word] if word else None
    if kind is None:
        keys = np.abs(values - arg.scalar(sigma))
    else:
        keys = {"largestabs": -np.abs(values), "smallestabs": np.abs(values), "largestreal": -values.real, "smallestreal": values.real}[kind]
    order = np.argsort(keys, kind="stable")[:k]
    if kind in ("smallestabs", None):
        order = order[::-1] if kind else order
    return arg.narrow(values[order]), arg.narrow(vectors[:, order])


@builtin("svds", "s = svds(A)", "s = svds(A, k)", "s = svds(A, k, sigma)", "[U, S, V] = svds(...)", summary="A few singular values.", examples=(Example("round(svds(diag(1:4),2),8)", "[4;3]"),))
def svds(call: Any, a: Any, k: Any = 6.0, sigma: Any = None) -> Any:
    from scipy.sparse.linalg import svds as few

    matrix = a.matrix if type(a) is Sparse else arg.matrix(a)
    count = min(arg.integer(k), *matrix.shape)
    smallest = sigma is not None and (text_of(sigma).lower() in ("smallest", "smallestnz") if is_text(sigma) else arg.scalar(sigma) == 0)
    if min(matrix.shape) <= 500 or smallest:
        u, s, vh = np.linalg.svd(matrix.toarray() if type(a) is Sparse else matrix, full_matrices=False)
        chosen = slice(len(s) - count, None) if smallest else slice(0, count)
        u, s, vh = u[:, chosen], s[chosen], vh[chosen]
    else:
        u, s, vh = few(matrix.astype(float), count)
        u, s, vh = u[:, ::-1], s[::-1], vh[::-1]
    return s.reshape(-1, 1) if call.nargout <= 1 else (u, np.diag(s), vh.conj().T)


@builtin("symrcm", "r = symrcm(S)", summary="Reverse Cuthill-McKee ordering.", examples=(Example("sort(symrcm(eye(3)))", "1:3"),))
def symrcm(call: Any, s: Any) -> Any:
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    matrix = s.matrix.tocsr() if type(s) is Sparse else csr_matrix(arg.matrix(s))
    return (reverse_cuthill_mckee(matrix, symmetric_mode=True) + 1.0).reshape(1, -1)


@builtin("sprank", "r = sprank(A)", summary="Structural rank.", examples=(Example("sprank([1 0;1 0])", "1"),))
def sprank(call: Any, s: Any) -> float:
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import structural_rank

    return float(structural_rank(s.matrix.tocsr() if type(s) is Sparse else csr_matrix(arg.matrix(s))))
