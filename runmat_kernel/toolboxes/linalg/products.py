"""Matrix products, powers and division: ``*  \\  /  ^`` and their functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ...accel.eager import unsupported_operator
from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.registry import builtins
from ...builtins.spec import Effect, ErrorCase, Example, Fact, Trait, builtin
from ...graph.product import product
from ...values.classes import INTEGER_LIMITS, saturate
from ...values.convert import as_array, class_of, numel_of, shape_of, to_value
from ...values.tensor import Tensor
from ...values.times.numbered import NumberedArray
from .device_vectors import crossed
from .substitution import lapack_routine, singular_solution, substituted, substituted_once

INNER_DIMENSIONS = (
    "Incorrect dimensions for matrix multiplication. Check that the number of columns in the first matrix matches the number of rows in the "
    "second matrix. To operate on each element of the matrix individually, use TIMES (.*) for elementwise multiplication."
)
_POWER = (
    "Incorrect dimensions for raising a matrix to a power. Check that the matrix is square and the power is a scalar. "
    "To operate on each element of the matrix individually, use POWER (.^) for elementwise power."
)


def elementwise(call: Any, name: str, *operands: Any) -> Any:
    """The elementwise builtin of that name, as matrix operators use it for scalars."""
    return builtins()[name].function(call, *operands)


def _checked_containers(a: Any, b: Any, operator: str) -> None:
    """Before the elementwise builtin is asked, whose error would name its own operator."""
    for value in (a, b):
        kind = class_of(value)
        if kind in ("cell", "struct", "string", "function_handle") or isinstance(value, NumberedArray):
            raise unsupported_operator(operator, kind, 2)


def _checked_operands(a: Any, b: Any, operator: str) -> None:
    for value in (a, b):
        kind = class_of(value)
        if kind not in ("double", "single", "logical", "char", *INTEGER_LIMITS):
            raise unsupported_operator(operator, kind, 2)


def _refuse_integers(a: Any, b: Any, refused: str, name: str) -> None:
    """Raise ``MATLAB:<name>:integerNotSupported`` for matrices of an integer class; numbers go by elements and do not come here."""
    if class_of(a) in INTEGER_LIMITS or class_of(b) in INTEGER_LIMITS:
        message = f"{refused} for integer classes. At least one argument must be scalar."
        raise MatlabError(message, f"MATLAB:{name}:integerNotSupported")


@builtin(
    "mtimes",
    "C = mtimes(A, B)",
    "C = A * B",
    summary="Matrix product, the operator *.",
    examples=(
        Example("[1 2;3 4]*[5;6]", "[17;39]"),
        Example("2*[1 2]", "[2 4]"),
        Example("[1 2]*[3;4]", "11"),
        Example("class(single([1 2])*[1;2])", "'single'"),
        Example("zeros(2,0)*zeros(0,3)", "zeros(2,3)"),
        Example("int8([1 100])*2", "int8([2 127])"),
        Example("[1i 2]*[1i;1]", "1"),
    ),
    errors=(
        ErrorCase("[1 2]*[3 4]", "MATLAB:innerdim", "Incorrect dimensions for matrix multiplication."),
        ErrorCase("int8([1 2])*[1;2]", "MATLAB:mtimes:integerNotSupported"),
    ),
    trait=Trait.PRODUCT,
    facts=Fact.COMPILED,
)
def mtimes(call: Any, a: Any, b: Any) -> Any:
    if numel_of(a) == 1 or numel_of(b) == 1:
        _checked_containers(a, b, "*")
        return elementwise(call, "times", a, b)
    _checked_operands(a, b, "*")
    left_shape, right_shape = shape_of(a), shape_of(b)
    if len(left_shape) > 2 or len(right_shape) > 2:
        raise MatlabError(
            "Arguments must be 2-D, or at least one argument must be scalar. Use TIMES (.*) for elementwise multiplication.",
            "MATLAB:mtimes:inputsMustBe2D",
        )
    if left_shape[1] != right_shape[0]:
        raise MatlabError(INNER_DIMENSIONS, "MATLAB:innerdim")
    _refuse_integers(a, b, "MTIMES (*) is not fully supported", "mtimes")
    deferred = call.engine.product(a, b)
    return deferred if deferred is not None else product(arg.floating(a), arg.floating(b))


@builtin(
    "mldivide",
    "X = mldivide(A, B)",
    "X = A \\ B",
    summary="Solution of A*X = B, by least squares when A is not square.",
    examples=(
        Example("[2 0;0 4]\\[2;8]", "[1;2]"),
        Example("4\\8", "2"),
        Example("round([1 1;1 2;1 3]\\[1;2;3],10)", "[0;1]"),
        Example("zeros(0,2)\\zeros(0,1)", "[0;0]"),
    ),
    errors=(ErrorCase("[1 2;3 4]\\[1 2 3]", "MATLAB:dimagree", "Matrix dimensions must agree."),),
    trait=Trait.PRODUCT,
    facts=Fact.COMPILED,
)
@on_one_core
def mldivide(call: Any, a: Any, b: Any) -> Any:
    if numel_of(a) == 1:
        _checked_containers(a, b, "\\")
        return elementwise(call, "ldivide", a, b)
    _checked_operands(a, b, "\\")
    _refuse_integers(a, b, "Operator '\\' is not supported", "mldivide")
    return solve(call, arg.matrix(a), arg.matrix(b))


@builtin(
    "mrdivide",
    "X = mrdivide(B, A)",
    "X = B / A",
    summary="Solution of X*A = B, by least squares when A is not square.",
    examples=(
        Example("[2 8]/[2 0;0 4]", "[1 2]"),
        Example("[2 4]/2", "[1 2]"),
        Example("[1 2]/[1 2]", "1"),
        Example("int8(7)/int8(2)", "int8(4)"),
    ),
    errors=(ErrorCase("[1 2]/[1 2;3 4;5 6]'/[1 2]", "MATLAB:dimagree"),),
    trait=Trait.PRODUCT,
    facts=Fact.COMPILED,
)
@on_one_core
def mrdivide(call: Any, b: Any, a: Any) -> Any:
    if numel_of(a) == 1:
        _checked_containers(a, b, "/")
        return elementwise(call, "rdivide", b, a)
    _checked_operands(b, a, "/")
    _refuse_integers(a, b, "Operator '/' is not supported", "mrdivide")
    left, right = arg.matrix(a), arg.matrix(b)
    if left.shape[1] != right.shape[1]:
        raise MatlabError("Matrix dimensions must agree.", "MATLAB:dimagree")
    return np.asarray(solve(call, left.T, right.T)).T


def _common(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if a.dtype == b.dtype:
        return a, b
    dtype = np.result_type(a.dtype, b.dtype)
    if np.float32 in (a.dtype, b.dtype) or np.complex64 in (a.dtype, b.dtype):
        dtype = np.dtype(np.complex64 if dtype.kind == "c" else np.float32)
    return a.astype(dtype, copy=False), b.astype(dtype, copy=False)


def solve(call: Any, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """``A \\ B`` of float matrices: triangular, Cholesky, LU or a basic least-squares solution; warns as MATLAB does."""
    if a.shape[0] != b.shape[0]:
        raise MatlabError("Matrix dimensions must agree.", "MATLAB:dimagree")
    a, b = _common(a, b)
    m, n = a.shape
    if 0 in (m, n) or 0 in b.shape:
        return np.zeros((n, b.shape[1]), a.dtype)
    if m != n:
        return arg.narrow(least_squares(call, a, b))
    lower, upper = _is_triangular(a)
    with np.errstate(all="ignore"):
        if lower or upper:
            return arg.narrow(_solve_triangular(call, a, b, lower))
        norm = one_norm(a)
        if not ((math.isfinite(norm) or np.isfinite(a).all()) and is_finite(b)):
            warn_singular(call, np.nan if np.isnan(a).any() else 0.0)
            return np.full((n, b.shape[1]), np.nan, a.dtype)
        if is_hermitian(a) and (a.diagonal().real > 0).all():
            factor, failed = lapack_routine("potrf", a)(a, lower=True, clean=False)
            if not failed:
                warn_singular(call, float(lapack_routine("pocon", a)(factor, norm, uplo="L")[0]), a.dtype)
                return arg.narrow(lapack_routine("potrs", a)(factor, b, lower=True)[0])
        lu, pivots = factors(a)
        rcond = float(lapack_routine("gecon", lu)(lu, norm, norm="1")[0])
        warn_singular(call, rcond, a.dtype)
        if rcond == 0 and (np.diagonal(lu) == 0).any():
            return singular_solution(lu, pivots, b)
        return arg.narrow(substituted(lu, pivots, b))


def factors(a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """``lu, pivots`` of a square float matrix without NaN; singular ones have zeros on the diagonal of ``lu``."""
    lu, pivots, _ = lapack_routine("getrf", a)(a)
    return lu, pivots


def one_norm(a: np.ndarray) -> float:
    """The 1-norm of a matrix that is not empty: Inf or NaN where it holds such, or where a sum overflows."""
    return float(lapack_routine("lange", a)("1", a))


def is_hermitian(a: np.ndarray) -> bool:
    """Whether a square matrix is its own conjugate transpose."""
    complex_numbers = a.dtype.kind == "c"
    if not complex_numbers and len(a) and a[0, -1] != a[-1, 0]:  # mostly that tells
        return False
    return bool((a == (a.conj().T if complex_numbers else a.T)).all())


def finite(array: np.ndarray, name: str) -> np.ndarray:
    """The array, where it has no NaN and no Inf; the error of the factorisation else."""
    if not np.isfinite(array).all():
        raise MatlabError(f"Input to {name.upper()} must not contain NaN or Inf.", f"MATLAB:{name}:matrixWithNaNInf")
    return array


def is_finite(a: np.ndarray) -> bool:
    """Whether all elements of a matrix that is not empty are finite."""
    return math.isfinite(one_norm(a)) or bool(np.isfinite(a).all())


def _is_triangular(a: np.ndarray) -> tuple[bool, bool]:
    """Whether a square matrix is lower and whether it is upper triangular."""
    n = len(a)
    if n > 1 and a[0, n - 1] != 0 and a[n - 1, 0] != 0:
        return False, False
    if n <= _MASKED:
        above, below = _triangles(n)
        return not a[above].any(), not a[below].any()
    return not np.triu(a, 1).any(), not np.tril(a, -1).any()


_MASKED = 32
"""Rows up to which the places of the triangles are kept."""


@cache
def _triangles(n: int) -> tuple[np.ndarray, np.ndarray]:
    """The places above and below the diagonal."""
    return np.triu(np.ones((n, n), bool), 1), np.tril(np.ones((n, n), bool), -1)


def _solve_triangular(call: Any, a: np.ndarray, b: np.ndarray, lower: bool) -> np.ndarray:
    diagonal = np.diagonal(a)
    if (diagonal == 0).any():
        warn_singular(call, 0.0)
        n, x = len(a), b.copy()
        for i in range(n) if lower else reversed(range(n)):
            x[i] = x[i] / a[i, i]
            rest = slice(i + 1, n) if lower else slice(0, i)
            x[rest] -= np.outer(a[rest, i], x[i])
        return x
    warn_singular(call, _triangular_condition(a, lower), a.dtype)
    return substituted_once(a, b, lower)


def _triangular_condition(a: np.ndarray, lower: bool) -> float:
    """As ``reciprocal_condition`` says it, without factors."""
    if not is_finite(a):
        return reciprocal_condition(a)
    try:
        routine = lapack_routine("trcon", a)
    except AttributeError:  # an older SciPy
        return reciprocal_condition(a)
    return float(routine(a, norm="1", uplo="L" if lower else "U")[0])


def reciprocal_condition(a: np.ndarray, lu: np.ndarray | None = None) -> float:
    """LAPACK's estimate of the reciprocal condition number in the 1-norm."""
    if not a.size:
        return float("inf")
    norm = one_norm(a)
    if not math.isfinite(norm) and not np.isfinite(a).all():
        return float("nan") if np.isnan(a).any() else 0.0
    if lu is None:
        lu, _ = factors(a)
    rcond, _ = lapack_routine("gecon", lu)(lu, norm, norm="1")
    return float(rcond)


_LARGEST_EPS = float(np.finfo(np.float32).eps)


class Silent:
    """A call whose warnings go nowhere."""

    def warning(self, message: str, identifier: str = "") -> None: ...


def warn_singular(call: Any, rcond: float, dtype: Any = np.float64) -> None:
    """The warning that belongs to a reciprocal condition number, if any."""
    if rcond == 0:
        call.warning("Matrix is singular to working precision.", "MATLAB:singularMatrix")
    elif rcond != rcond or (rcond < _LARGEST_EPS and rcond < np.finfo(np.dtype(dtype)).eps):
        text = "NaN" if rcond != rcond else f"{rcond:13.6e}".strip().rjust(13)
        call.warning(
            f"Matrix is close to singular or badly scaled. Results may be inaccurate. RCOND = {text}.", "MATLAB:nearlySingularMatrix"
        )


def least_squares(call: Any, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The basic solution by QR with column pivoting, as MATLAB gives for rectangular systems."""
    from scipy import linalg

    if a.dtype.kind != "c" and b.dtype.kind == "c":  # qr_multiply takes both alike
        a = a.astype(np.result_type(a, np.complex64))
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        return np.full((a.shape[1], b.shape[1]), np.nan, a.dtype)
    rotated, r, p = linalg.qr_multiply(a, b.conj().T, mode="right", pivoting=True)
    diagonal = np.abs(np.diagonal(r))
    tolerance = max(a.shape) * np.finfo(a.dtype).eps * (diagonal[0] if len(diagonal) else 0)
    rank = int((diagonal > tolerance).sum())
    if rank < min(a.shape):
        call.warning(f"Rank deficient, rank = {rank}, tol = {tolerance:13.6e}.", "MATLAB:rankDeficientMatrix")
    x = np.zeros((a.shape[1], b.shape[1]), a.dtype)
    if rank:
        x[p[:rank]] = substituted_once(r[:rank, :rank], rotated.conj().T[:rank])
    return x


@builtin(
    "mpower",
    "C = mpower(A, B)",
    "C = A ^ B",
    summary="Matrix power, the operator ^.",
    examples=(
        Example("[1 1;0 1]^3", "[1 3;0 1]"),
        Example("2^3", "8"),
        Example("[2 0;0 4]^-1", "[0.5 0;0 0.25]"),
        Example("round(2^[1 0;0 2],12)", "[2 0;0 4]"),
        Example("round([4 0;0 9]^0.5,12)", "[2 0;0 3]"),
    ),
    errors=(ErrorCase("[1 2]^2", "MATLAB:square", "Incorrect dimensions for raising a matrix to a power."),),
    trait=Trait.PRODUCT,
    facts=Fact.COMPILED,
)
@on_one_core
def mpower(call: Any, a: Any, b: Any) -> Any:
    if numel_of(a) == 1 and numel_of(b) == 1:
        _checked_containers(a, b, "^")
        return elementwise(call, "power", a, b)
    _checked_operands(a, b, "^")
    shape = shape_of(a) if numel_of(b) == 1 else shape_of(b)
    if (numel_of(a) != 1 and numel_of(b) != 1) or len(shape) != 2 or shape[0] != shape[1]:
        raise MatlabError(_POWER, "MATLAB:square")
    if numel_of(b) != 1:
        powered = _scalar_to_matrix(arg.floating(a).flat[0], arg.floating(b))
        return arg.same_precision(np.asarray(powered), np.zeros(1, arg.float_class(a, b)))[0]
    matlab_class = class_of(a)
    if matlab_class in INTEGER_LIMITS:
        return _integer_power(a, arg.integer(b))
    if type(a) is Tensor and a._array is None and not a.is_complex and type(b) is float and 1 < b < 2**31 and b == np.floor(b):
        return _whole_power(lambda x, y: call.feval("mtimes", x, y)[0], a, int(b))
    base, exponent = arg.floating(a), arg.floating(b).flat[0]
    if class_of(b) == "single" and matlab_class != "single":
        base = base.astype(np.complex64 if base.dtype.kind == "c" else np.float32)
    if not np.iscomplexobj(exponent) and exponent == np.floor(exponent) and abs(exponent) < 2**31:
        if exponent < 0:
            from .linear_algebra import inverse

            base, exponent = np.asarray(inverse(call, base)), -exponent
        return _whole_power(product, base, int(exponent)) if exponent else np.eye(len(base), dtype=base.dtype)
    return _fractional_power(base, exponent)


def _whole_power(times: Callable[[Any, Any], Any], base: Any, exponent: int) -> Any:
    """A power from one on."""
    result, square = None, base
    while exponent:
        if exponent & 1:
            result = square if result is None else times(result, square)
        exponent >>= 1
        if exponent:
            square = times(square, square)
    return result


def _integer_power(a: Any, exponent: int) -> Any:
    array = as_array(a).astype(np.float64)
    return Tensor(saturate(np.linalg.matrix_power(array, exponent), class_of(a)))


def _fractional_power(base: np.ndarray, exponent: Any) -> np.ndarray:
    if not base.size:
        return base
    values, vectors = np.linalg.eig(base)
    if np.array_equal(base, base.conj().T):
        values, vectors = np.linalg.eigh(base)
        powered = (vectors * values.astype(np.complex128) ** exponent) @ vectors.conj().T
    else:
        powered = np.linalg.solve(vectors.T, (vectors * values.astype(np.complex128) ** exponent).T).T
    return _real_if_close(powered, base)


def _scalar_to_matrix(number: Any, exponent: np.ndarray) -> np.ndarray:
    values, vectors = np.linalg.eig(exponent)
    if not exponent.size:
        return exponent
    powered = (vectors * np.complex128(number) ** values) @ np.linalg.inv(vectors)
    real = not np.iscomplexobj(number) and number >= 0 and exponent.dtype.kind != "c"
    return powered.real if real else arg.narrow(powered)


def _real_if_close(powered: np.ndarray, base: np.ndarray) -> np.ndarray:
    """Rounding leaves tiny imaginary parts where a real matrix has a real power: drop those below rounding error."""
    if base.dtype.kind == "c":
        return powered
    limit = 10 * len(base) * np.finfo(np.float64).eps * max(np.abs(powered).max(), 1e-300)
    powered = powered.real if (np.abs(powered.imag) <= limit).all() else powered
    return powered.astype(np.float32 if powered.dtype.kind != "c" else np.complex64) if base.dtype == np.float32 else powered


@builtin(
    "cross",
    "C = cross(A, B)",
    "C = cross(A, B, dim)",
    summary="Cross product of vectors of three elements.",
    examples=(
        Example("cross([1 0 0],[0 1 0])", "[0 0 1]"),
        Example("cross([1;0;0],[0;1;0])", "[0;0;1]"),
        Example("cross(int8([100 2 3]),int8([4 100 6]))", "int8([-115 -115 119])"),
    ),
    errors=(ErrorCase("cross([1 2],[3 4])", "MATLAB:cross:InvalidDimAorBForCrossProd"),),
    effect=Effect.NONE,
)
def cross(call: Any, a: Any, b: Any, dim: Any = None) -> Any:
    kind = next((k for k in (class_of(a), class_of(b)) if k in INTEGER_LIMITS), None)
    if kind is None and (there := crossed(call, a, b, dim)) is not None:
        return there
    left, right = arg.same_precision(*(arg.floating(v) if kind is None else arg.numeric(v) for v in (a, b)))
    if left.shape != right.shape and not (arg.is_vector(left.shape) and arg.is_vector(right.shape)):
        raise MatlabError("A and B must be same size.", "MATLAB:cross:InputSizeMismatch")
    if left.shape != right.shape:
        left, right = arg.column(left), arg.column(right)
    axis = arg.dimension(dim) if dim is not None else next((i for i, n in enumerate(left.shape) if n == 3), None)
    if axis is None or axis >= left.ndim or left.shape[axis] != 3 or right.shape != left.shape:
        raise MatlabError(
            "A and B must be of length 3 in the dimension in which the cross product is taken.", "MATLAB:cross:InvalidDimAorBForCrossProd"
        )
    x, y = (np.moveaxis(v, axis, 0) for v in (left, right))
    if kind is not None:
        rows = _integer_cross(call, *([to_value(call.feval(class_of(v), to_value(p))[0]) for p in planes] for v, planes in ((a, x), (b, y))))
        return np.moveaxis(np.stack([r.reshape(left.shape[:axis] + left.shape[axis + 1 :], order="F") for r in rows]), 0, axis)
    c = np.stack([x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]])
    return np.moveaxis(c, 0, axis)


def _integer_cross(call: Any, x: list[Any], y: list[Any]) -> list[np.ndarray]:
    """The components of cross products of integers, of which each product and each difference saturates."""

    def times(p: Any, q: Any) -> Any:
        return call.feval("times", p, q)[0]

    return [as_array(call.feval("minus", times(x[i], y[j]), times(x[j], y[i]))[0]) for i, j in ((1, 2), (2, 0), (0, 1))]
