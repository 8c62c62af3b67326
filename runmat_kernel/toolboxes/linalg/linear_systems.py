"""Linear systems with options, weights, a covariance or bounds, and Sylvester's equation (``A \\ B`` itself is in products)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.containers import StructArray
from ...values.convert import numel_of
from .linear_algebra import rank_of
from .products import Silent, least_squares, reciprocal_condition, solve


@builtin(
    "linsolve",
    "X = linsolve(A, B)",
    "X = linsolve(A, B, opts)",
    "[X, r] = linsolve(...)",
    summary="Solution of a linear system.",
    examples=(Example("linsolve([2 0;0 4],[2;8])", "[1;2]"),),
    errors=(ErrorCase("linsolve(1,2,3)", "MATLAB:linsolve:InvalidOptions"),),
)
@on_one_core
def linsolve(call: Any, a: Any, b: Any, options: Any = None) -> Any:
    left, right = arg.same_precision(arg.matrix(a), arg.matrix(b))
    if options is not None and not (type(options) is StructArray and numel_of(options) == 1):
        raise call.error("OPTS must be a structure.", "MATLAB:linsolve:InvalidOptions")
    fields = {k.upper(): v for k, v in options.array[0, 0].items()} if options is not None else {}
    if fields.get("LT") is True:
        left = np.tril(left)
    if fields.get("UT") is True:
        left = np.triu(left)
    if fields.get("TRANSA") is True:
        left = left.conj().T
    if call.nargout > 1:
        square = left.shape[0] == left.shape[1]
        return solve(Silent(), left, right), reciprocal_condition(left) if square else rank_of(left)
    return solve(call, left, right)


@builtin(
    "lscov",
    "x = lscov(A, b)",
    "x = lscov(A, b, w)",
    "x = lscov(A, b, V)",
    "x = lscov(A, b, V, alg)",
    "[x, stdx, mse, S] = lscov(...)",
    summary="Least squares with known weights or a known covariance of b.",
    examples=(
        Example("round(lscov([1 1;1 2;1 3],[1;2;3]),10)", "[0;1]"),
        Example("round(lscov([1;1],[1;3],[3;1]),10)", "1.5"),
        Example("round(lscov([1;1],[1;3],diag([1 3])),10)", "1.5"),
        Example("[x,s,m,S] = lscov([1;1;1],[1;2;4]); abs(S - s^2) < 1e-15", "true"),
    ),
    errors=(
        ErrorCase("lscov([1;1],[1;2],[1 2;2 1])", "MATLAB:lscov:NonPosSemidefV"),
        ErrorCase("lscov([1;1],[1;2;3])", "MATLAB:lscov:AandBInconsistent"),
    ),
)
@on_one_core
def lscov(call: Any, a: Any, b: Any, w: Any = None, algorithm: Any = None) -> Any:
    left, right = arg.same_precision(arg.matrix(a), arg.matrix(b))
    if len(left) != len(right):
        raise MatlabError("The number of rows in A must be equal to the number of rows in B.", "MATLAB:lscov:AandBInconsistent")
    if w is not None and not arg.is_empty_matrix(w):
        weights = arg.matrix(w)
        if weights.size != len(left) and weights.shape != (len(left), len(left)):
            raise call.error("Weights must be a vector or a square matrix that fits the rows of A.", "MATLAB:lscov:InvalidWeights")
        if weights.dtype.kind != "c" and not (weights >= 0).all() if arg.is_vector(weights.shape) else np.isnan(weights).any():
            raise call.error("Weights must be nonnegative.", "MATLAB:lscov:InvalidWeights")
        if arg.is_vector(weights.shape):
            scale = np.sqrt(weights.ravel(order="F"))[:, None]
            left, right = left * scale, right * scale
        else:
            left, right = _whitened(weights, left, right)
    x = least_squares(call, left, right)
    m, n = left.shape
    mse = (np.abs(right - left @ x) ** 2).sum(axis=0, keepdims=True) / max(m - n, 1)
    inverse = np.linalg.pinv(left.conj().T @ left)
    covariances = np.stack([inverse * e for e in mse[0]], axis=2)
    return x, np.sqrt(np.diagonal(inverse).real[:, None] * mse), mse, covariances if mse.size > 1 else covariances[:, :, 0]


def _whitened(covariance: np.ndarray, *arrays: np.ndarray) -> list[np.ndarray]:
    """Each array left-divided by the Cholesky factor of a covariance, so that errors are independent and equal."""
    from scipy.linalg import solve_triangular

    try:
        factor = np.linalg.cholesky(covariance)
    except np.linalg.LinAlgError:
        raise MatlabError("V must be symmetric positive semidefinite.", "MATLAB:lscov:NonPosSemidefV") from None
    return [solve_triangular(factor, array, lower=True) for array in arrays]


@builtin("sylvester", "X = sylvester(A, B, C)", summary="Solution of A*X + X*B = C.", examples=(Example("sylvester(1,2,6)", "2"),))
@on_one_core
def sylvester(call: Any, a: Any, b: Any, c: Any) -> Any:
    from scipy.linalg import solve_sylvester

    left, right, constant = arg.same_precision(arg.square(a), arg.square(b), arg.matrix(c))
    if constant.shape != (len(left), len(right)):
        raise call.error("C must have as many rows as A and as many columns as B.", "MATLAB:sylvester:SizeMismatch")
    if not constant.size:
        return constant
    return arg.narrow(solve_sylvester(left, right, constant))
