"""Functions of square matrices: exponential, logarithm, square root, and any that is given with its derivatives."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.spec import Builtin, Effect, ErrorCase, Example, Fact, builtin
from ...values.containers import StructArray
from ...values.convert import as_array, is_text, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.sparse.matrix import Sparse
from ...values.text import CharArray
from .products import finite, is_finite
from .schur_parlett import Atom, Derivative, matrix_function, taylor


def _exponential(array: np.ndarray) -> np.ndarray:
    """By the module for sparse matrices, which takes full ones: ``scipy.linalg.expm`` loses up to four digits where the norm is above 5."""
    from scipy import linalg
    from scipy.sparse.linalg import expm

    wide = array.astype(np.complex128 if array.dtype.kind == "c" else np.float64, copy=False)
    if not is_finite(array) or not wide[~np.eye(len(wide), dtype=bool)].any():
        return linalg.expm(wide)
    return expm(wide)


def _matrix_function(name: str, summary: str, *examples: Example) -> Builtin:
    """A function of a square matrix that SciPy has."""

    @on_one_core
    def function(call: Any, value: Any) -> Any:
        from scipy import linalg

        array = arg.square(value)
        if not array.size:
            return array, 0.0
        if name == "logm" and not array[~np.eye(len(array), dtype=bool)].any():
            with np.errstate(divide="ignore"):
                logarithms = np.log(np.diagonal(array).astype(np.result_type(array, np.complex64)))
            result = arg.narrow(np.diag(np.where(np.isneginf(logarithms.real), -np.inf, logarithms)))
            return result, 0.0
        if name == "logm":
            finite(array, "schur")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = _exponential(array) if name == "expm" else getattr(linalg, name)(array)
        result = result[0] if isinstance(result, tuple) else result
        if array.dtype.kind != "c" and result.dtype.kind == "c":
            limit = 10 * len(array) * np.finfo(array.dtype).eps * np.abs(result).max()
            result = result.real if (np.abs(result.imag) <= limit).all() else result
        single = array.dtype in (np.float32, np.complex64)
        result = result.astype(np.complex64 if result.dtype.kind == "c" else np.float32) if single else result
        if name == "sqrtm" and call.nargout < 2 and (np.diagonal(linalg.schur(array, "complex")[0]) == 0).any():
            call.warning("Matrix is singular and may not have a square root.", "MATLAB:sqrtm:SingularMatrix")
        left = np.linalg.norm(array - result @ result) / max(np.linalg.norm(array), np.finfo(np.float64).tiny) if name == "sqrtm" else 0
        return result if name == "expm" else (result, float(left))

    more = {"sqrtm": ("[X, residual] = sqrtm(A)",), "logm": ("[L, exitflag] = logm(A)",)}.get(name, ())
    return Builtin(
        name, (f"Y = {name}(X)", *more), summary, function, examples=examples, errors=(ErrorCase(f"{name}([1 2])", "MATLAB:square"),)
    )


MATRIX_FUNCTIONS = (
    _matrix_function(
        "expm",
        "Matrix exponential.",
        Example("expm(zeros(2))", "eye(2)"),
        Example("round(expm([0 1;0 0]),12)", "[1 1;0 1]"),
        Example("A = [7 4;4 7]; E = [exp(11)+exp(3) exp(11)-exp(3)]/2; norm(expm(A) - [E;flip(E)]) < 1e-14*E(1)", "true"),
    ).stating(effect=Effect.NONE),
    _matrix_function(
        "logm",
        "Matrix logarithm.",
        Example("round(logm(expm([1 2;0 1])),10)", "[1 2;0 1]"),
        Example("logm(diag([1 0]))", "[0 0;0 -Inf]"),
        Example("logm(Inf)", "Inf"),
        Example("class(logm(single(2)))", "'single'"),
        Example("[L, exitflag] = logm(eye(2))", "{zeros(2), 0}"),
    ),
    _matrix_function("sqrtm", "Matrix square root.", Example("[X,r] = sqrtm([4 0;0 9]); {round(X,12), r < 1e-15}", "{[2 0;0 3],true}")),
)


@builtin(
    "expmv",
    "F = expmv(A, b)",
    "F = expmv(A, b, t)",
    summary="The exponential of a matrix times a vector, without that exponential; a column for each of several times.",
    examples=(
        Example("round(expmv([0 1;0 0], [1;1], [0 1 2]), 12)", "[1 2 3; 1 1 1]"),
        Example("A = sparse([0 1;-1 0]); norm(expmv(A, [1;0], 2) - expm(2*full(A))*[1;0]) < 1e-13", "true"),
        Example('f = @(flag, X) double(flag == "real") + (flag ~= "real") * 2 * X; abs(expmv(f, 1) - exp(2)) < 1e-13', "true"),
    ),
    errors=(ErrorCase("expmv([1 2], 1)", "MATLAB:square"), ErrorCase("expmv(eye(2), 1)", "MATLAB:expmv:sizeMismatch")),
    see_also=("expm",),
    facts=Fact.SPARSE,
)
@on_one_core
def expmv(call: Any, a: Any, b: Any, times: Any = None) -> Any:
    from scipy.sparse.linalg import expm_multiply

    vector = arg.matrix(b)
    if isinstance(a, FunctionHandle):
        matrix = as_array(call.feval(a, CharArray.row("notransp"), to_value(np.eye(vector.shape[0])))[0])
    else:
        matrix = a.matrix if type(a) is Sparse else arg.square(a)
    if vector.shape != (matrix.shape[0], 1) or matrix.shape[0] != matrix.shape[1]:
        code = "sizeMismatch" if matrix.shape[0] == matrix.shape[1] else "square"
        raise call.error("The vector must be a column with as many elements as the square matrix has rows.", f"MATLAB:expmv:{code}")
    moments = [1.0] if times is None else np.asarray(arg.elements(times)).ravel(order="F").tolist()
    return np.concatenate([expm_multiply(matrix * t, vector) for t in moments], axis=1)


_CIRCULAR = {
    "sin": (np.sin, np.cos, lambda x: -np.sin(x), lambda x: -np.cos(x)),
    "cos": (np.cos, lambda x: -np.sin(x), lambda x: -np.cos(x), np.sin),
}
_DERIVATIVES = {"exp": (np.exp,), "sinh": (np.sinh, np.cosh), "cosh": (np.cosh, np.sinh), **_CIRCULAR}
"""The derivatives of the functions that funm knows, which repeat in a cycle."""
_SCHUR_OPTIONS = {
    "tolblk": 0.1,
    "toltay": float(np.finfo(np.float64).eps),
    "maxterms": 250.0,
    "maxsqrt": 100.0,
    "ord": None,
    "display": "off",
}


@builtin(
    "funm",
    "F = funm(A, fun)",
    "F = funm(A, fun, options)",
    "F = funm(A, fun, options, p1, p2, ...)",
    "[F, exitflag] = funm(...)",
    "[F, exitflag, output] = funm(...)",
    summary="A function of a square matrix: exp, log, sin, cos, sinh, cosh, or fun(x, k), the k-th derivative at each x.",
    examples=(
        Example("round(funm([0 1;0 0],@exp),12)", "[1 1;0 1]"),
        Example("norm(funm([1 1;0 1], @sin) - [sin(1) cos(1);0 sin(1)]) < 1e-14", "true"),
        Example("f = @(x, k) 2^k * exp(2*x); norm(funm([1 1;0 1], f) - expm([2 2;0 2])) < 1e-13", "true"),
        Example("[F, exitflag, output] = funm(diag([1 5]), @exp); {exitflag, output.terms, output.ind{2}}", "{0, [1 1], 2}"),
    ),
    errors=(ErrorCase("funm([1 2], @exp)", "MATLAB:square"), ErrorCase("funm([1 1;0 1], @sqrt)", "MATLAB:maxrhs")),
    see_also=("expm", "logm", "sqrtm"),
)
@on_one_core
def funm(call: Any, value: Any, function: Any, options: Any = None, *more: Any) -> Any:
    """Results of single matrices are single; those of real ones are real where the imaginary parts are rounding."""
    array = finite(arg.square(value), "schur")
    if not array.size:
        return array, 0.0, {"terms": np.zeros((1, 0)), "ind": [], "ord": np.zeros((1, 0)), "T": array}
    chosen = _schur_options(options)
    wide = array.astype(np.complex128 if array.dtype.kind == "c" else np.float64, copy=False)
    labels = None if chosen["ord"] is None else arg.flat(chosen["ord"]).astype(np.int64)
    if labels is not None and len(labels) != len(array):
        raise call.error("Ord must have an element for each eigenvalue.", "MATLAB:funm:badOrd")
    computed = matrix_function(wide, _atom(call, function, more, chosen), arg.scalar(chosen["tolblk"]), labels)
    result = computed.value
    if array.dtype.kind == "f" and np.abs(result.imag).max() <= 10 * len(array) * np.finfo(np.float64).eps * np.abs(result).max():
        result = result.real
    if array.dtype in (np.float32, np.complex64):
        result = result.astype(np.complex64 if result.dtype.kind == "c" else np.float32)
    rows = [np.arange(block.start + 1.0, block.stop + 1)[None, :] for block in computed.blocks]
    output = {
        "terms": np.array([computed.terms], float),
        "ind": rows,
        "ord": computed.clusters[None, :].astype(float),
        "T": arg.narrow(computed.triangle),
    }
    return arg.narrow(result), float(not computed.converged), output


def _schur_options(options: Any) -> dict[str, Any]:
    fields = options.array.flat[0] if isinstance(options, StructArray) and options.numel else {}
    return {**_SCHUR_OPTIONS, **{name.lower(): value for name, value in fields.items() if not arg.is_empty_matrix(value)}}


def _atom(call: Any, function: Any, more: tuple[Any, ...], chosen: dict[str, Any]) -> Atom:
    """How the function of a block is computed: the logarithm by square roots, others by derivatives."""
    name = text_of(function) if is_text(function) else function.name if isinstance(function, FunctionHandle) else ""
    if name == "log":
        return _logarithm

    def derivatives(points: np.ndarray, order: int) -> np.ndarray:
        values = arg.numeric(call.feval(function, to_value(arg.narrow(points)[:, None]), float(order), *more)[0])
        return np.broadcast_to(values.ravel(order="F"), points.shape)

    def known(points: np.ndarray, order: int) -> np.ndarray:
        cycle = _DERIVATIVES[name]
        return np.asarray(cycle[order % len(cycle)](points))

    derivative: Derivative = known if name in _DERIVATIVES else derivatives
    return taylor(derivative, arg.scalar(chosen["toltay"]), int(arg.scalar(chosen["maxterms"])))


def _logarithm(block: np.ndarray) -> tuple[np.ndarray, int, bool]:
    from scipy import linalg

    if len(block) == 1:
        with np.errstate(divide="ignore"):
            return np.log(block), 1, True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return linalg.logm(block), 1, True
