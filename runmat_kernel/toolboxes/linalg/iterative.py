"""Iterative solvers of linear systems, whose matrices may be given as functions: pcg, gmres, bicgstab, lsqr ..."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import Builtin, Example, Fact, builtin
from ...values.convert import is_text, shape_of, to_value
from ...values.functions import FunctionHandle
from ...values.sparse.matrix import Sparse
from .krylov import (
    SingularError,
    Solution,
    System,
    biconjugate_gradients,
    bidiagonalised,
    conjugate_gradients,
    least_symmetric,
    lq_of_symmetric,
    minimal_residuals,
    solve,
    squared,
    stabilised,
    stabilised_twice,
    transpose_free,
)

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
    if type(value) is FunctionHandle or is_text(value):
        return LinearOperator(
            (n, n), matvec=_applied(call, value, name, "notransp"), rmatvec=_applied(call, value, name, "transp"), dtype=np.float64
        )
    return arg.matrix(value)


def _products(call: Any, value: Any, name: str) -> tuple[Any, Any]:
    """The product with A, and with its transpose, as functions of vectors."""
    if type(value) is FunctionHandle or is_text(value):
        return _applied(call, value, name, "notransp"), _applied(call, value, name, "transp")
    matrix = value.matrix if type(value) is Sparse else arg.matrix(value)
    return lambda x: matrix @ x, lambda x: matrix.conj().T @ x


def _inverse(call: Any, part: Any, name: str) -> tuple[Any, Any]:
    """Functions that apply the inverse of one preconditioner, and its transpose."""
    from scipy.linalg import lu_factor, lu_solve
    from scipy.sparse.linalg import splu

    if type(part) is FunctionHandle:
        return _applied(call, part, name, "notransp"), _applied(call, part, name, "transp")
    if type(part) is Sparse:
        try:
            factors = splu(part.matrix.astype(np.result_type(part.matrix.dtype, np.float64)).tocsc())
        except RuntimeError:
            raise SingularError from None
        return factors.solve, partial(factors.solve, trans="H")
    matrix = arg.matrix(part)
    if np.linalg.matrix_rank(matrix) < len(matrix):
        raise SingularError
    pair = lu_factor(matrix)
    return partial(lu_solve, pair), partial(lu_solve, pair, trans=2)


def _preconditioner(call: Any, parts: list[Any], name: str = "") -> tuple[Any, Any]:
    """Functions that apply the inverse of M1*M2, and of its transpose."""
    steps = [
        _inverse(call, part, name)
        for part in parts
        if part is not None and (isinstance(part, FunctionHandle) or not arg.is_empty_matrix(part))
    ]

    def apply(x: np.ndarray) -> np.ndarray:
        for step, _ in steps:
            x = step(x)
        if not np.isfinite(x).all():
            raise SingularError
        return x

    def apply_transpose(x: np.ndarray) -> np.ndarray:
        for _, step in reversed(steps):
            x = step(x)
        return x

    return apply, apply_transpose


_METHODS = {
    "pcg": (conjugate_gradients, 1),
    "bicg": (biconjugate_gradients, 1),
    "bicgstab": (stabilised, 2),
    "bicgstabl": (stabilised_twice, 4),
    "cgs": (squared, 1),
    "tfqmr": (transpose_free, 2),
    "minres": (least_symmetric, 1),
}
_REASONS = {
    1: "the maximum number of iterations was reached", 2: "the system involving the preconditioner was ill conditioned", 3: "the method stagnated",
    4: "a scalar quantity became too small or too large to continue computing",
}  # fmt: skip


def _report(call: Any, name: str, result: Solution, tolerance: float, restart: int | None = None) -> None:
    """The message that a solver prints when its flag is not asked for."""
    step = result.step[-1] if isinstance(result.step, tuple) else result.step
    label = f"{name}({restart})" if restart else name
    if result.flag == 0 and not result.norms:
        call.write(f"The right hand side vector is all zero so {label} returned an all zero solution without iterating.\n")
    elif result.flag == 0 and step == 0:
        call.write(
            f"The initial guess has relative residual {result.relative:.2g} which is within\nthe desired tolerance {tolerance:.2g} so {label} returned it without iterating.\n"
        )
    elif result.flag == 0:
        call.write(f"{label} converged at {_where(result.step, restart)} to a solution with relative residual {result.relative:.2g}.\n")
    else:
        count = max(len(result.norms) - 1, 0)
        last = ((count - 1) // restart + 1, (count - 1) % restart + 1) if restart else count / _METHODS.get(name, (None, 1))[1]
        number = f"{result.step[0]}({result.step[1]})" if restart else f"{step:g}"
        call.write(
            f"{label} stopped at {_where(last, restart)} without converging to the desired tolerance {tolerance:.2g}\nbecause {_REASONS[result.flag]}.\n"
            f"The iterate returned (number {number}) has relative residual {result.relative:.2g}.\n"
        )


def _where(step: Any, restart: int | None) -> str:
    if restart:
        return f"outer iteration {step[0]} (inner iteration {step[1]})"
    return f"iteration {step[1] if isinstance(step, tuple) else step:g}"


def _system(call: Any, a: Any, right: np.ndarray, m1: Any, m2: Any, name: str) -> System:
    if type(a) is not FunctionHandle and not is_text(a):
        shape = shape_of(a)
        if shape[0] != shape[1]:
            raise MatlabError("Matrix must be square.", f"MATLAB:{name}:NonSquareMatrix")
        if shape[0] != len(right):
            raise MatlabError(
                f"Right hand side must be a column vector of length {shape[0]} to match the coefficient matrix.",
                f"MATLAB:{name}:RSHsizeMatchCoeffMatrix",
            )
    return System(right, *_products(call, a, name), *_preconditioner(call, [m1, m2], name))


def _solver(name: str, summary: str) -> Builtin:
    def function(call: Any, a: Any, b: Any, *rest: Any) -> Any:
        inputs = [None if arg.is_empty_matrix(v) and type(v) is not FunctionHandle else v for v in rest] + [None] * 6
        restart = inputs.pop(0) if name == "gmres" else None
        tol, most, m1, m2, x0 = inputs[:5]
        right = arg.flat(b)
        right = right.astype(np.result_type(right.dtype, np.float64))
        n, tolerance = len(right), 1e-6 if tol is None else arg.scalar(tol)
        start = np.zeros(n) if x0 is None else arg.flat(x0).astype(np.float64)
        if most is None:
            limit = min(n, 20) if name != "gmres" else min(n, 10) if restart is None else min(-(-n // arg.integer(restart)), 10)
        else:
            limit = arg.integer(most)
        nothing = (0, 0) if name == "gmres" else 0.0
        try:
            system = _system(call, a, right, m1, m2, name)
            if not right.any():
                result = Solution(np.zeros(n), 0, 0.0, nothing)
            elif name == "gmres":
                result = minimal_residuals(system, start, tolerance, None if restart is None else arg.integer(restart), limit)
            elif name in _METHODS:
                method, parts = _METHODS[name]
                result = solve(method, system, start, tolerance, limit, parts)
            else:
                result = _by_scipy(name, system, start, tolerance, limit, [_preconditioner(call, [m], name) for m in (m1, m2)])
        except SingularError:
            result = Solution(start, 2, 1.0, nothing, [float(np.linalg.norm(right))])
        if name == "tfqmr":  # its two halves of an iteration count once both are done
            result.step = float(result.step // 1)
        if call.nargout < 2:
            _report(call, name, result, tolerance, None if restart is None else arg.integer(restart))
        x = result.x
        if arg.float_class(a if type(a) not in (FunctionHandle, Sparse) else 1.0, b) is np.float32:
            x = x.astype(np.complex64 if x.dtype.kind == "c" else np.float32)
        step = np.array([result.step], float) if isinstance(result.step, tuple) else result.step
        return x.reshape(-1, 1), float(result.flag), result.relative, step, np.array(result.norms or [0.0]).reshape(-1, 1)

    arguments = "A, b, restart, tol, maxit, M1, M2, x0" if name == "gmres" else "A, b, tol, maxit, M1, M2, x0"
    usage = (f"x = {name}(A, b)", f"[x, flag, relres, iter, resvec] = {name}({arguments})")
    example = Example(f"[x,flag] = {name}([4 1;1 3],[1;2]); round(x,5)", "round([4 1;1 3]\\[1;2],5)")
    return Builtin(name, usage, summary, function, examples=(example,))


def _by_scipy(name: str, s: System, start: np.ndarray, tolerance: float, most: int, pair: list[Any]) -> Solution:
    """qmr."""
    from scipy.sparse import linalg

    n, scale = len(s.b), float(np.linalg.norm(s.b))
    dtype = np.result_type(s.b, start, s.product(s.b), np.float64)

    def wrap(f: Any, t: Any) -> Any:
        return linalg.LinearOperator((n, n), matvec=f, rmatvec=t, dtype=dtype)

    options: dict[str, Any] = {"rtol": tolerance, "atol": 0.0, "maxiter": most, "M1": wrap(*pair[0]), "M2": wrap(*pair[1])}
    history = [float(np.linalg.norm(s.residual(start)))]

    def note(x: np.ndarray) -> None:
        history.append(float(np.linalg.norm(s.residual(x))))

    x = getattr(linalg, name)(wrap(s.product, s.transposed), s.b.astype(dtype), start.astype(dtype), callback=note, **options)[0]
    residual = float(np.linalg.norm(s.residual(x))) / scale
    return Solution(x, 0 if residual <= tolerance * 1.01 else 1, residual, float(len(history) - 1), history)


SOLVERS = (
    _solver("pcg", "Conjugate gradients for symmetric positive definite systems.").stating(Fact.SPARSE),
    _solver("gmres", "Generalised minimum residuals.").stating(Fact.SPARSE),
    _solver("bicg", "Biconjugate gradients.").stating(Fact.SPARSE),
    _solver("bicgstab", "Stabilised biconjugate gradients.").stating(Fact.SPARSE),
    _solver("bicgstabl", "Stabilised biconjugate gradients whose residuals are least over two steps at once.").stating(Fact.SPARSE),
    _solver("cgs", "Conjugate gradients squared.").stating(Fact.SPARSE),
    _solver("qmr", "Quasi-minimal residuals.").stating(Fact.SPARSE),
    _solver("tfqmr", "Transpose-free quasi-minimal residuals.").stating(Fact.SPARSE),
    _solver("minres", "Minimum residuals for symmetric systems.").stating(Fact.SPARSE),
)


@builtin(
    "lsqr",
    "x = lsqr(A, b)",
    "[x, flag, relres, iter, resvec, lsvec] = lsqr(A, b, tol, maxit, M1, M2, x0)",
    summary="Least squares of large systems, where A may be rectangular or a function f(x, 'notransp' or 'transp').",
    examples=(
        Example("[x,flag] = lsqr([1 0;0 2;0 0],[1;2;0]); round(x,6)", "[1;1]"),
        Example("[x,flag,r,n] = lsqr(diag([1 10 1e2 1e3]),ones(4,1),1e-6,20,diag([1 10 1e2 1e3])); [x' n]", "[1 0.1 0.01 0.001 1]"),
    ),
    facts=Fact.SPARSE,
)
def lsqr(call: Any, a: Any, b: Any, tol: Any = None, most: Any = None, m1: Any = None, m2: Any = None, x0: Any = None) -> Any:
    from scipy.sparse import linalg

    right = arg.flat(b)
    operator = linalg.aslinearoperator(_operator(call, a, len(right), "lsqr"))
    tolerance = 1e-6 if tol is None or arg.is_empty_matrix(tol) else arg.scalar(tol)
    limit = min(*operator.shape, 20) if most is None or arg.is_empty_matrix(most) else arg.integer(most)
    start = None if x0 is None or arg.is_empty_matrix(x0) else arg.flat(x0)
    # The unknown is y = M*(x - x0) of (A/M)*y = b - A*x0.
    rest = right if start is None else right - operator.matvec(start)
    scale = float(np.linalg.norm(right)) or 1.0
    try:
        inverse, inverse_transposed = _preconditioner(call, [m1, m2], "lsqr")
        preconditioned = linalg.LinearOperator(
            operator.shape,
            lambda y: operator.matvec(inverse(y)),
            rmatvec=lambda r: inverse_transposed(operator.rmatvec(r)),
            dtype=operator.dtype,
        )
        y, flag, norms, normal = bidiagonalised(preconditioned.matvec, preconditioned.rmatvec, rest, tolerance, scale, limit)
        x = inverse(y) if start is None else start + inverse(y)
    except SingularError:
        nothing = np.zeros(operator.shape[1]) if start is None else start
        first = float(np.linalg.norm(rest))
        return nothing[:, None], 2.0, first / scale, 0.0, first, first
    result = Solution(x, flag, norms[-1] / scale, float(len(norms) - 1), norms if right.any() else [])
    if call.nargout < 2:
        _report(call, "lsqr", result, tolerance)
    return x[:, None], float(flag), result.relative, result.step, np.array([norms]).T, np.array([normal]).T


@builtin(
    "symmlq", "x = symmlq(A, b)", "[x, flag, relres, iter, resvec, resveccg] = symmlq(A, b, tol, maxit, M1, M2, x0)",
    summary="Symmetric LQ: systems whose symmetric matrix need not be positive definite.",
    examples=(
        Example("[x,flag] = symmlq([4 1;1 3],[1;2]); round(x,5)", "round([4 1;1 3]\\[1;2],5)"),
        Example("A = diag([20:-1:1,-1:-1:-20]); [x,flag,r] = symmlq(A,sum(A,2),1e-6,50,20*eye(40)); flag == 0 && norm(x-1) < 1e-4", "true"),
    ),
    facts=Fact.SPARSE,
)  # fmt: skip
def symmlq(call: Any, a: Any, b: Any, tol: Any = None, most: Any = None, m1: Any = None, m2: Any = None, x0: Any = None) -> Any:
    tol, most, m1, m2, x0 = (
        None if v is None or (type(v) is not FunctionHandle and arg.is_empty_matrix(v)) else v for v in (tol, most, m1, m2, x0)
    )
    right = arg.flat(b)
    right = right.astype(np.result_type(right, np.float64))
    n, tolerance = len(right), 1e-6 if tol is None else arg.scalar(tol)
    start = np.zeros(n) if x0 is None else arg.flat(x0)
    norms_cg = [0.0]
    try:
        system = _system(call, a, right, m1, m2, "symmlq")
        result = Solution(np.zeros(n), 0, 0.0, 0.0)
        if right.any():
            result, norms_cg = lq_of_symmetric(system, start, tolerance, min(n, 20) if most is None else arg.integer(most))
    except SingularError:
        result = Solution(start, 2, 1.0, 0.0, [float(np.linalg.norm(right))])
    if call.nargout < 2:
        _report(call, "symmlq", result, tolerance)
    history = (np.array(v or [0.0]).reshape(-1, 1) for v in (result.norms, norms_cg))
    return result.x.reshape(-1, 1), float(result.flag), result.relative, result.step, *history
