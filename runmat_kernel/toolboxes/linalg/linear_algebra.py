"""Inverse, determinant, rank, conditioning and subspaces."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.formula import Formula, norms
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...values.classes import FLOAT_CLASSES, INTEGER_LIMITS
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from .products import Silent, factors, finite, is_finite, reciprocal_condition, warn_singular
from .substitution import lapack_routine


def inverse(call: Any, array: np.ndarray) -> np.ndarray:
    """The inverse of a square float matrix; warns like MATLAB, and is all Inf when the matrix is singular."""
    if not array.size:
        return array
    if not is_finite(array):
        broken = bool(np.isnan(array).any())
        warn_singular(call, float("nan") if broken else 0.0)
        return arg.narrow(np.full_like(array, 0 if array.size == 1 and not broken else np.nan))
    lu, pivots = factors(array)
    rcond = reciprocal_condition(array, lu)
    warn_singular(call, rcond, array.dtype)
    if not rcond and (lu.diagonal() == 0).any():
        return np.full_like(array, np.inf)
    # SciPy's default workspace makes LAPACK go column by column.
    size = int(lapack_routine("getri_lwork", lu)(len(lu))[0].real)
    return arg.narrow(lapack_routine("getri", lu)(lu, pivots, lwork=size, overwrite_lu=True)[0])


def _square_float(value: Any, name: str) -> np.ndarray:
    if class_of(value) in INTEGER_LIMITS or class_of(value) not in ("double", "single", "logical", "char"):
        raise MatlabError("Inputs must be single or double.", f"MATLAB:{name}:inputType")
    return arg.square(value)


@builtin(
    "inv",
    "Y = inv(X)",
    summary="Inverse of a square matrix.",
    examples=(Example("inv([2 0;0 4])", "[0.5 0;0 0.25]"), Example("inv(4)", "0.25"), Example("inv(Inf)", "0"), Example("inv([])", "[]")),
    errors=(ErrorCase("inv([1 2])", "MATLAB:square", "Matrix must be square."), ErrorCase("inv(int8(1))", "MATLAB:inv:inputType")),
    facts=Fact.COMPILED,
)
@on_one_core
def inv(call: Any, value: Any) -> Any:
    return inverse(call, _square_float(value, "inv"))


@builtin(
    "pinv",
    "B = pinv(A)",
    "B = pinv(A, tol)",
    summary="Moore-Penrose pseudoinverse.",
    examples=(Example("round(pinv([1 0;0 2;0 0]),12)", "[1 0 0;0 0.5 0]"),),
    errors=(ErrorCase("pinv(NaN)", "MATLAB:svd:matrixWithNaNInf"),),
    effect=Effect.NONE,
)
@on_one_core
def pinv(call: Any, value: Any, tol: Any = None) -> Any:
    array = arg.matrix(value)
    if not array.size:
        return np.zeros(array.shape[::-1], array.dtype)
    u, s, vh = np.linalg.svd(finite(array, "svd"), full_matrices=False)
    limit = max(array.shape) * np.spacing(s[0]) if tol is None else arg.scalar(tol)
    keep = s > limit
    return (vh[keep].conj().T / s[keep]) @ u[:, keep].conj().T


@builtin(
    "det",
    "d = det(A)",
    summary="Determinant.",
    examples=(Example("det([1 2;3 4])", "-2"), Example("det([])", "1"), Example("det(5)", "5")),
    errors=(ErrorCase("det([1 2])", "MATLAB:square"),),
    facts=Fact.COMPILED,
    effect=Effect.NONE,
)
@on_one_core
def det(call: Any, value: Any) -> Any:
    array = arg.square(value)
    if not array.size:
        return 1.0
    lu, pivots = factors(array)
    odd = sum([i != p for i, p in enumerate(pivots.tolist())]) % 2
    product = np.multiply.reduce(lu.diagonal())
    return np.asarray(-product if odd else product, array.dtype)


@builtin(
    "rank",
    "k = rank(A)",
    "k = rank(A, tol)",
    summary="Number of singular values above a tolerance.",
    examples=(Example("rank([1 2;2 4])", "1"), Example("rank(eye(3))", "3")),
    errors=(ErrorCase("rank([1 Inf])", "MATLAB:svd:matrixWithNaNInf"),),
    effect=Effect.NONE,
)
@on_one_core
def rank(call: Any, value: Any, tol: Any = None) -> float:
    return rank_of(arg.matrix(value), None if tol is None else arg.scalar(tol))


def rank_of(array: np.ndarray, tol: float | None = None) -> float:
    """The number of singular values of a matrix above a tolerance; by default what rounding may make of zeros."""
    if not array.size:
        return 0.0
    s = np.linalg.svd(finite(array, "svd"), compute_uv=False)
    return float((s > (max(array.shape) * np.spacing(s[0]) if tol is None else tol)).sum())


@builtin(
    "trace",
    "t = trace(A)",
    summary="Sum of the diagonal.",
    examples=(Example("trace([1 2;3 4])", "5"),),
    errors=(ErrorCase("trace([1 2])", "MATLAB:trace:square"),),
    effect=Effect.NONE,
)
def trace(call: Any, value: Any) -> Any:
    shape = shape_of(value)
    if class_of(value) in FLOAT_CLASSES and len(shape) == 2 and shape[0] == shape[1] > 1:
        return Formula(call, call.feval("diag", value)[0]).reduce("sum", 0).value
    array = arg.floating(value)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise MatlabError("Matrix must be square.", "MATLAB:trace:square")
    return np.asarray(np.diagonal(array).sum())


@builtin(
    "cond",
    "c = cond(A)",
    "c = cond(A, p)",
    summary="Condition number of a matrix.",
    examples=(Example("cond([2 0;0 1])", "2"), Example("cond([1 2;2 4],1)", "Inf"), Example("cond([])", "0")),
    errors=(ErrorCase("cond([1 2;Inf 4])", "MATLAB:svd:matrixWithNaNInf"),),
    effect=Effect.NONE,
)
@on_one_core
def cond(call: Any, value: Any, p: Any = 2.0) -> Any:
    array = arg.matrix(value)
    if not array.size:
        return 0.0
    order: Any = text_of(p).lower() if is_text(p) else arg.scalar(p)
    if order == 2:
        s = np.linalg.svd(finite(array, "svd"), compute_uv=False)
        return np.asarray(np.inf if s[-1] == 0 else s[0] / s[-1]).astype(s.dtype)
    array = arg.square(value)
    norm = {1.0: 1, np.inf: np.inf, "inf": np.inf, "fro": "fro"}.get(order)
    if norm is None:
        raise MatlabError("The only matrix norms available are 1, 2, inf, and 'fro'.", "MATLAB:norm:unknownNorm")
    if reciprocal_condition(array) == 0:
        return np.inf
    return arg.single_like([[float(np.linalg.norm(array, norm) * np.linalg.norm(inverse(Silent(), array), norm))]], value)


@builtin(
    "rcond",
    "c = rcond(A)",
    summary="Estimate of the reciprocal condition number in the 1-norm.",
    examples=(Example("rcond(eye(3))", "1"), Example("rcond([1 2;2 4])", "0"), Example("rcond(single(2))", "single(1)")),
    facts=Fact.COMPILED,
)
@on_one_core
def rcond(call: Any, value: Any) -> Any:
    array = arg.square(value)
    return np.asarray(reciprocal_condition(array), array.real.dtype)


@builtin(
    "null",
    "Z = null(A)",
    "Z = null(A, tol)",
    "Z = null(A, 'r')",
    summary="Orthonormal basis of the null space.",
    examples=(Example("size(null([1 1]))", "[2 1]"), Example("size(null(eye(2)))", "[2 0]"), Example("null([1 1],'r')", "[-1;1]")),
    errors=(ErrorCase("null(NaN)", "MATLAB:svd:matrixWithNaNInf"),),
    effect=Effect.NONE,
)
@on_one_core
def null(call: Any, value: Any, option: Any = None) -> Any:
    array = arg.matrix(value)
    if option is not None and is_text(option):
        arg.option(call, option, "rational", "r")
        reduced, pivots = row_reduced(array, None)
        free = [j for j in range(array.shape[1]) if j not in pivots]
        basis = np.zeros((array.shape[1], len(free)), array.dtype)
        basis[free, range(len(free))] = 1
        if len(pivots):
            basis[pivots] = -reduced[: len(pivots)][:, free]
        return basis + 0.0
    _, s, vh = np.linalg.svd(finite(array, "svd"))
    limit = (max(array.shape) * np.spacing(s.max() if s.size else array.dtype.type(0))) if option is None else arg.scalar(option)
    return vh[int((s > limit).sum()) :].conj().T


@builtin(
    "orth",
    "Q = orth(A)",
    "Q = orth(A, tol)",
    summary="Orthonormal basis of the range.",
    examples=(Example("size(orth([1 1;1 1]))", "[2 1]"),),
    effect=Effect.NONE,
)
@on_one_core
def orth(call: Any, value: Any, tol: Any = None) -> Any:
    array = arg.matrix(value)
    u, s, _ = np.linalg.svd(finite(array, "svd"), full_matrices=False)
    limit = (max(array.shape) * np.spacing(s.max() if s.size else array.dtype.type(0))) if tol is None else arg.scalar(tol)
    return u[:, : int((s > limit).sum())]


def row_reduced(array: np.ndarray, tol: float | None) -> tuple[np.ndarray, list[int]]:
    """Reduced row echelon form by Gauss-Jordan elimination with partial pivoting, and the pivot columns (from 0)."""
    a = array.copy()
    m, n = a.shape
    limit = max(m, n) * np.finfo(a.dtype).eps * (np.abs(a).sum(axis=1).max() if a.size else 0) if tol is None else tol
    i, pivots = 0, []
    for j in range(n):
        if i >= m:
            break
        k = i + int(np.abs(a[i:, j]).argmax())
        if abs(a[k, j]) <= limit:
            a[i:, j] = 0
            continue
        pivots.append(j)
        a[[i, k], j:] = a[[k, i], j:]
        a[i, j:] = a[i, j:] / a[i, j]
        others = [r for r in range(m) if r != i]
        a[others, j:] -= np.outer(a[others, j], a[i, j:])
        i += 1
    return a, pivots


@builtin(
    "rref",
    "R = rref(A)",
    "R = rref(A, tol)",
    "[R, p] = rref(A)",
    summary="Reduced row echelon form.",
    examples=(Example("rref([1 2;3 4])", "eye(2)"), Example("[R,p] = rref([1 2;2 4])", "{[1 2;0 0],1}")),
)
def rref(call: Any, value: Any, tol: Any = None) -> Any:
    reduced, pivots = row_reduced(arg.matrix(value), None if tol is None else arg.scalar(tol))
    return reduced, np.array([pivots], np.float64).reshape(1, -1) + 1


@builtin(
    "condest",
    "c = condest(A)",
    "[c, v] = condest(A)",
    summary="Estimate of the condition number in the 1-norm.",
    examples=(Example("condest([2 0;0 1])", "2"), Example("condest([])", "0")),
)
@on_one_core
def condest(call: Any, value: Any) -> Any:
    array = arg.square(value)
    if not array.size:
        return 0.0, array
    rc = reciprocal_condition(array)
    if rc == 0:
        return float("inf"), np.zeros((0, 0))
    inverse = np.linalg.inv(array)
    column = inverse[:, np.abs(inverse).sum(axis=0).argmax()]
    return 1 / rc, (column / np.abs(column).sum())[:, None]


@builtin(
    "subspace",
    "theta = subspace(A, B)",
    summary="Angle between two subspaces.",
    examples=(
        Example("abs(subspace([1;0],[0;1])-pi/2)<1e-12", "true"),
        Example("subspace([1;0],[0;0])", "0"),
        Example("subspace([1 5 0 0;-3 2 0 0]',[0 0 4 2;0 0 4 3]')", "pi/2"),
    ),
    errors=(ErrorCase("subspace(1,[1;2])", "MATLAB:subspace:InputSizeMismatch"),),
)
@on_one_core
def subspace(call: Any, a: Any, b: Any) -> float:
    if shape_of(a)[0] != shape_of(b)[0]:
        raise call.error("Row dimensions of A and B must be the same.", "MATLAB:subspace:InputSizeMismatch")
    fewer, more = sorted((orth.function(call, a), orth.function(call, b)), key=lambda basis: basis.shape[1])
    if not fewer.size:
        return 0.0
    across = more.conj().T @ fewer
    sine = np.linalg.norm(fewer - more @ across, 2)
    # Each is inexact where the other is not: the sine of a right angle, the cosine of none.
    return float(np.arcsin(sine) if sine < 0.7 else np.arccos(min(1.0, np.linalg.norm(across, -2))))


@builtin(
    "planerot",
    "[G, y] = planerot(x)",
    summary="Givens plane rotation.",
    examples=(Example("[G,y] = planerot([3;4])", "{[0.6 0.8;-0.8 0.6],[5;0]}"),),
)
def planerot(call: Any, value: Any) -> Any:
    x = arg.flat(value)
    if numel_of(value) != 2:
        raise MatlabError("Input must have two elements.", "MATLAB:planerot:size")
    if x[1] == 0:
        return np.eye(2), x[:, None]
    r = np.linalg.norm(x)
    g = np.array([x.conj(), [-x[1], x[0]]]) / r
    return g, np.array([[r], [0.0]])


@builtin(
    "vecnorm",
    "N = vecnorm(A)",
    "N = vecnorm(A, p)",
    "N = vecnorm(A, p, dim)",
    summary="Norms of the vectors along a dimension.",
    examples=(Example("vecnorm([3 0;4 1])", "[5 1]"), Example("vecnorm([3 4],2,2)", "5")),
    errors=(ErrorCase("vecnorm([3 4],-1)", "MATLAB:vecnorm:unknownNorm"), ErrorCase("vecnorm([3 4],'fro')", "MATLAB:vecnorm:unknownNorm")),
    effect=Effect.NONE,
)
def vecnorm(call: Any, value: Any, p: Any = 2.0, dim: Any = None) -> Any:
    x = Formula(call, value)
    if x.matlab_class not in FLOAT_CLASSES:
        x = x.of(arg.floating(value))
    order = np.inf if is_text(p) and text_of(p).lower() == "inf" else 0.0 if is_text(p) else arg.scalar(p)
    if not order > 0:
        raise MatlabError("The norm must be a positive real scalar or Inf.", "MATLAB:vecnorm:unknownNorm")
    axis = x.axis(dim)
    if axis >= len(x.shape):
        return x.apply("abs").value
    if order in (1, 2, np.inf) and 0 not in x.shape and not getattr(value, "is_complex", type(value) is complex):
        return norms(x, order, axis).value
    return np.linalg.norm(as_array(x.value), order, axis, keepdims=True)
