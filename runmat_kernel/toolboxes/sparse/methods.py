"""Operators and functions of sparse matrices that keep them sparse."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import methods
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, to_value
from ...values.sparse import kernels as kernels
from ...values.sparse.matrix import Sparse, as_sparse
from ...values.subscripts import COLON
from ..linalg.products import least_squares
from ..linalg.substitution import lapack_routine
from .creation import full_of, nonzeros, nzmax, spdiags, spones
from .least_squares import tall_solution
from .moves import MOVES, divided, scaled
from .stored import compared, reduced


def by_full(call: Any, name: str, *operands: Any, nargout: int = 1) -> Any:
    results = call.feval(name, *(full_of(v) for v in operands), nargout=nargout)
    return results if nargout > 1 else results[0]


def _sum_like(name: str):
    def method(call: Any, a: Any, b: Any) -> Any:
        if type(a) is Sparse and type(b) is Sparse and a.shape == b.shape:
            left, right = kernels.numbers(a.matrix), kernels.numbers(b.matrix)
            combined = kernels.combined(name, left, right)
            return Sparse.canonical(combined) if combined is not None else Sparse(left + right if name == "plus" else left - right)
        result = by_full(call, name, a, b)
        return as_sparse(result) if type(a) is Sparse and type(b) is Sparse else result

    return method


def _times(call: Any, a: Any, b: Any) -> Any:
    left, right = (v.matrix if type(v) is Sparse else as_array(v) for v in (a, b))
    for x, y in ((left, right), (right, left)):
        if not isinstance(x, np.ndarray) and isinstance(y, np.ndarray) and y.size == 1 and np.isfinite(y.flat[0]):
            return Sparse.canonical(kernels.with_data(x, x.data.astype(np.result_type(x.dtype, np.float64)) * y.flat[0]))
    if type(a) is Sparse and type(b) is Sparse and a.shape == b.shape and np.isfinite(left.data).all() and np.isfinite(right.data).all():
        left, right = kernels.numbers(left), kernels.numbers(right)
        product = kernels.combined("elmul", left, right)
        return Sparse.canonical(product) if product is not None else Sparse(left.multiply(right))
    scaled_matrix = scaled(a, b)
    return scaled_matrix if scaled_matrix is not None else as_sparse(by_full(call, "times", a, b))


def _rdivide(call: Any, a: Any, b: Any) -> Any:
    if type(a) is Sparse and numel_of(b) == 1:
        number = b if type(b) is float else arg.flat(full_of(b))[0]
        if number != 0 and not np.isnan(number):
            return Sparse.canonical(kernels.with_data(a.matrix, a.matrix.data / number))
    quotient = divided(a, b)
    return quotient if quotient is not None else as_sparse(by_full(call, "rdivide", a, b))


def _mtimes(call: Any, a: Any, b: Any) -> Any:
    first, second = shape_of(a), shape_of(b)
    if math.prod(first) == 1 or math.prod(second) == 1:
        return _times(call, a, b)
    if first[1] != second[0] or len(first) > 2 or len(second) > 2:
        return by_full(call, "mtimes", np_zero(a), np_zero(b))
    left, right = (kernels.numbers(v.matrix) if type(v) is Sparse else arg.floating(v) for v in (a, b))
    if type(a) is Sparse and type(b) is Sparse:
        product = kernels.product(left, right)
        return Sparse.canonical(product) if product is not None else Sparse(left @ right)
    if type(a) is Sparse and right.shape[1] == 1 and (vector := kernels.with_vector(left, right)) is not None:
        return arg.narrow(vector.reshape(-1, 1))
    if type(b) is Sparse and left.shape[0] == 1 and (vector := kernels.row_with(left, right)) is not None:
        return arg.narrow(vector.reshape(1, -1))
    return arg.narrow(np.asarray(left @ right))


def np_zero(value: Any) -> Any:
    """A full value of the same size, for the error that mtimes raises."""
    return to_value(np.zeros(shape_of(value))) if type(value) is Sparse else value


def _mldivide(call: Any, a: Any, b: Any) -> Any:
    if numel_of(a) == 1:
        return _rdivide(call, b, a)
    if type(a) is not Sparse or a.shape[0] < a.shape[1] or shape_of(b)[0] != a.shape[0] or len(shape_of(b)) > 2:
        return by_full(call, "mldivide", a, b)
    right = b.array if type(b) is Sparse else arg.matrix(b)
    kind = np.result_type(a.matrix, right, np.float64)
    matrix = a.matrix if a.matrix.dtype == kind else a.matrix.astype(kind)
    if a.shape[0] > a.shape[1]:
        x = tall_solution(matrix, right)
        x = least_squares(call, arg.floating(full_of(a)), right) if x is None else x
        return Sparse(x) if type(b) is Sparse else arg.narrow(x)
    try:
        x = _solved_in_bands(matrix, right)
        x = _factored(matrix, right) if x is None else x
    except (RuntimeError, np.linalg.LinAlgError):
        call.warning("Matrix is singular to working precision.", "MATLAB:singularMatrix")
        return np.full((a.shape[1], right.shape[1]), np.inf)
    x = arg.narrow(np.asarray(x).reshape(a.shape[1], right.shape[1]))
    return Sparse(x) if type(b) is Sparse else x


def _factored(matrix: Any, right: np.ndarray) -> np.ndarray:
    """The solution by sparse factors; raises LinAlgError for a singular matrix."""
    import warnings

    from scipy.sparse.linalg import MatrixRankWarning, spsolve

    with warnings.catch_warnings():
        warnings.simplefilter("error", MatrixRankWarning)
        try:
            return spsolve(matrix, right)
        except MatrixRankWarning as error:
            raise np.linalg.LinAlgError(str(error)) from None


def _solved_in_bands(matrix: Any, right: np.ndarray) -> np.ndarray | None:
    """The solution where the entries fill more than half of the diagonals between the outermost two; None elsewhere."""
    n = matrix.shape[0]
    columns = np.repeat(np.arange(n), np.diff(matrix.indptr))
    places = matrix.indices - columns
    below, above = max(int(places.max(initial=0)), 0), max(int(-places.min(initial=0)), 0)
    if matrix.nnz <= n * (below + above + 1) / 2 or not np.isfinite(matrix.data).all() or not np.isfinite(right).all():
        return None
    if not right.size:
        return np.zeros(right.shape)
    tridiagonal = below == above == 1
    bands = np.zeros((below + above + 1 + (0 if tridiagonal else below), n), matrix.dtype)
    bands[len(bands) - 1 - below + places, columns] = matrix.data
    if tridiagonal:
        *_, x, failed = lapack_routine("gtsv", matrix)(bands[2, :-1], bands[1], bands[0, 1:], right)
    else:  # LAPACK puts what it fills in above the bands
        *_, x, failed = lapack_routine("gbsv", matrix)(below, above, bands, right, overwrite_ab=True)
    if failed:
        raise np.linalg.LinAlgError("The matrix is singular.")
    return x


def _mrdivide(call: Any, b: Any, a: Any) -> Any:
    if numel_of(a) == 1:
        return _rdivide(call, b, a)
    if type(a) is not Sparse:
        return by_full(call, "mrdivide", b, a)
    transposed = to_value(
        _mldivide(call, Sparse(a.matrix.T), to_value(np.asarray(full_of(b).array if hasattr(full_of(b), "array") else as_array(b)).T))
    )
    result = arg.floating(full_of(transposed)).T
    return as_sparse(to_value(result)) if type(b) is Sparse else result


def _power(call: Any, a: Any, b: Any) -> Any:
    if type(a) is Sparse and numel_of(b) == 1:
        exponent = arg.flat(full_of(b))[0]
        if np.isreal(exponent) and exponent > 0 and (exponent == np.floor(exponent) or not (a.matrix.data < 0).any()):
            data = a.matrix.data.astype(np.result_type(a.matrix, np.float64))
            return Sparse.canonical(kernels.with_data(a.matrix, data**exponent.real))
    return as_sparse(by_full(call, "power", a, b)) if type(a) is Sparse else by_full(call, "power", a, b)


def _mpower(call: Any, a: Any, b: Any) -> Any:
    if type(a) is Sparse and a.shape[0] == a.shape[1] and numel_of(b) == 1 and arg.flat(full_of(b))[0] in range(1, 64):
        matrix, exponent = kernels.numbers(a.matrix), int(arg.flat(full_of(b))[0].real)
        squared = kernels.product(matrix, matrix) if exponent == 2 else None
        return Sparse.canonical(squared) if squared is not None else Sparse(matrix**exponent)
    return as_sparse(by_full(call, "mpower", a, b)) if type(a) is Sparse else by_full(call, "mpower", a, b)


_DIRECT = {"uminus": np.negative, "conj": np.conjugate, "real": np.real, "imag": np.imag}


def _on_elements(name: str):
    """A function with f(0) = 0: on the stored elements."""

    def method(call: Any, s: Any, *rest: Any) -> Any:
        if type(s) is not Sparse or rest:
            return by_full(call, name, s, *rest)
        if name == "uplus" and s.matrix.dtype != np.bool_:
            return s
        if (direct := _DIRECT.get(name)) is not None and s.matrix.dtype != np.bool_:
            return Sparse.canonical(kernels.with_data(s.matrix, direct(s.matrix.data)))
        data = arg.numeric(call.feval(name, to_value(s.matrix.data.reshape(-1, 1)))[0]).ravel(order="F")
        return Sparse.canonical(kernels.with_data(s.matrix, data))

    return method


def _compared(name: str):
    def method(call: Any, a: Any, b: Any) -> Any:
        result = compared(call, name, a, b)
        return result if result is not None else as_sparse(by_full(call, name, a, b))

    return method


def _summed(name: str):
    def method(call: Any, s: Any, *rest: Any) -> Any:
        reduction = reduced(call, name, s, rest) if name in _REDUCED and call.nargout <= 1 else None
        if reduction is not None:
            return reduction
        if call.nargout > 1:
            values = by_full(call, name, s, *rest, nargout=call.nargout)
            return as_sparse(values[0]), *values[1:]
        result = by_full(call, name, s, *rest)
        return as_sparse(result) if class_of(result) in ("double", "logical") else result

    return method


_REDUCED = ("sum", "mean", "any", "all", "max", "min")


def _joined(axis: int | None):
    def method(call: Any, *values: Any) -> Any:
        from scipy.sparse import hstack, vstack

        which = axis
        if which is None:
            if not any(type(v) is Sparse for v in values[1:]):
                return by_full(call, "cat", *values)
            which, values = arg.dimension(full_of(values[0])), values[1:]
            if which > 1:
                raise MatlabError("N-dimensional sparse arrays are not supported.", "MATLAB:sparsefcn:nd")
        values = tuple(v for v in values if shape_of(v) != (0, 0))
        parts = [as_sparse(v).matrix for v in values]
        other = 1 - which
        if len({p.shape[other] for p in parts}) > 1:
            raise MatlabError("Dimensions of arrays being concatenated are not consistent.", "MATLAB:catenate:dimensionMismatch")
        if parts and len({p.dtype.char for p in parts}) == 1:
            turned = parts if which else [kernels.turned(p) for p in parts]
            joined = kernels.side_by_side(turned, turned[0].shape[0])
            if joined is not None:
                return Sparse.canonical(joined if which else kernels.turned(joined))
        return Sparse((vstack if which == 0 else hstack)(parts))

    return method


def _find(call: Any, s: Any, *rest: Any) -> Any:
    most = s.matrix.nnz
    if rest:
        number = arg.flat(full_of(rest[0]))
        if number.size != 1 or not 1 <= number[0] < np.inf or number[0] != np.floor(number[0]) or len(rest) > 2:
            return by_full(call, "find", s, *rest, nargout=max(call.nargout, 1))  # words the error
        most = int(number[0])
    which = arg.option(call, rest[1] if len(rest) > 1 else None, "first", "last")
    chosen = slice(0, most) if which != "last" else slice(max(s.matrix.nnz - most, 0), None)
    shape = (1, -1) if s.shape[0] == 1 and s.shape[1] != 1 else (-1, 1)
    i, j, v = s.matrix.indices + 1.0, np.repeat(np.arange(1.0, s.shape[1] + 1), np.diff(s.matrix.indptr)), s.matrix.data
    i, j, v = i[chosen], j[chosen], v[chosen]
    if call.nargout <= 1:
        return ((j - 1) * s.shape[0] + i).reshape(shape)
    return i.reshape(shape), j.reshape(shape), v.reshape(shape)


def _permute(call: Any, s: Any, order: Any) -> Any:
    wanted = arg.flat(full_of(order)).tolist()
    if type(s) is Sparse and wanted in ([1, 2], [2, 1]):
        return s if wanted[0] == 1 else Sparse.canonical(kernels.turned(s.matrix))
    return as_sparse(by_full(call, "permute", s, order))


def _diff(call: Any, s: Any, *rest: Any) -> Any:
    """Differences of neighbouring rows (columns of a row, or along dimension 2)."""
    times = arg.integer(rest[0]) if rest and numel_of(rest[0]) else 1
    axis = arg.dimension(rest[1]) if len(rest) > 1 else 1 if s.shape[0] == 1 else 0
    if times < 1 or axis > 1 or s.shape[axis] <= times or len(rest) > 2:
        return as_sparse(by_full(call, "diff", s, *rest))
    differences = s
    for _ in range(times):
        steps = (COLON, to_value(np.arange(2.0, differences.shape[1] + 1))) if axis else (to_value(np.arange(2.0, differences.shape[0] + 1)), COLON)
        before = tuple(step if step is COLON else to_value(as_array(step) - 1) for step in steps)
        differences = call.feval("minus", differences.index(steps), differences.index(before))[0]
    return differences


def _dot(call: Any, a: Any, b: Any, *rest: Any) -> Any:
    if type(a) is Sparse and type(b) is Sparse and a.shape == b.shape and a.shape[0] > 1 and a.shape[1] > 1:
        return call.feval("sum", _times(call, Sparse.canonical(kernels.with_data(a.matrix, a.matrix.data.conj())), b), *rest)[0]
    result = by_full(call, "dot", a, b, *rest)
    return as_sparse(result)


def _diag(call: Any, s: Any, k: Any = 0.0) -> Any:
    from scipy.sparse import csc_matrix

    offset = arg.integer(k)
    if 1 in s.shape:
        n, entries = s.numel + abs(offset), s.matrix.tocoo()
        places = entries.row + entries.col
        return Sparse(csc_matrix((entries.data, (places + max(-offset, 0), places + max(offset, 0))), shape=(n, n)))
    return Sparse(s.matrix.diagonal(offset).reshape(-1, 1))


def _triangle(name: str):
    def method(call: Any, s: Any, k: Any = 0.0) -> Any:
        return Sparse.canonical(kernels.triangle(s.matrix, arg.integer(k), upper=name == "triu"))

    return method


def _kron(call: Any, a: Any, b: Any) -> Any:
    from scipy.sparse import kron

    left, right = (kernels.numbers(as_sparse(v).matrix) for v in (a, b))
    product = kernels.tensor_product(left, right)
    # Any other format makes blocks of full matrices, in which zeros meet Inf.
    return Sparse.canonical(product) if product is not None else Sparse(kron(left, right, format="csc"))


def _norm(call: Any, s: Any, p: Any = 2.0) -> Any:
    kind = str(p.text).lower() if is_text(p) else arg.scalar(p)
    if kind == "fro" and 1 not in s.shape:
        return float(np.linalg.norm(s.matrix.data))
    if kind in (1.0, np.inf, "inf") and 1 not in s.shape:
        sizes = kernels.with_data(s.matrix, abs(s.matrix.data))
        return float(kernels.totals(sizes, int(kind != 1.0)).max(initial=0.0))
    if kind == 2.0 and min(s.shape) > 500:
        from scipy.sparse.linalg import svds as singular

        return float(singular(s.matrix.astype(float), 1, return_singular_vectors=False)[0])
    return by_full(call, "norm", s, p)


def _reshape(call: Any, s: Any, *sizes: Any) -> Any:
    shape = tuple(int(n) for n in arg.flat(sizes[0])) if len(sizes) == 1 else None
    if shape is None:
        known = [None if arg.is_empty_matrix(n) else arg.integer(n) for n in sizes]
        total = int(np.prod([n for n in known if n is not None]))
        shape = tuple(s.numel // total if n is None else n for n in known)
    if len(shape) != 2 or shape[0] * shape[1] != s.numel:
        return by_full(call, "reshape", s, *sizes)
    return Sparse.canonical(kernels.reshaped(s.matrix, shape))


def _inv(call: Any, s: Any) -> Any:
    return as_sparse(by_full(call, "inv", s))


def _kept_sparse(name: str):
    """A function computed on the full matrix whose first result is sparse."""

    def method(call: Any, s: Any, *rest: Any) -> Any:
        if call.nargout < 2:
            return as_sparse(by_full(call, name, s, *rest))
        first, *others = by_full(call, name, s, *rest, nargout=call.nargout)
        return as_sparse(first), *others

    return method


_OPTIONS_FOLLOW = (
    "sum", "mean", "any", "all", "prod", "cumsum", "diff", "find", "diag", "tril", "triu", "reshape", "norm", "sort", "sortrows", "round",
    "flip", "fliplr", "flipud", "circshift", "rot90", "repmat", "isbanded",
)  # fmt: skip


def _where_first(name: str, method: Any) -> Any:
    """A method for a sparse first argument; where another one is sparse, a dimension or a count, that is but a number."""

    def chosen(call: Any, *values: Any) -> Any:
        if type(values[0]) is not Sparse:
            return by_full(call, name, *values, nargout=max(call.nargout, 1))
        return method(call, *values)

    return chosen


def _ctranspose(call: Any, s: Sparse) -> Sparse:
    matrix = kernels.turned(s.matrix)
    return Sparse.canonical(kernels.with_data(matrix, matrix.data.conj()) if s.is_complex else matrix)


_METHODS = {
    "plus": _sum_like("plus"), "minus": _sum_like("minus"), "times": _times, "rdivide": _rdivide, "ldivide": lambda call, a, b: _rdivide(call, b, a), "mtimes": _mtimes, "mldivide": _mldivide, "mrdivide": _mrdivide,
    "power": _power, "mpower": _mpower, "transpose": lambda call, s: Sparse.canonical(kernels.turned(s.matrix)), "ctranspose": _ctranspose,
    **{name: _on_elements(name) for name in ("uminus", "uplus", "abs", "sqrt", "real", "imag", "conj", "sign", "round", "floor", "ceil", "fix", "sin", "tan", "deg2rad", "rad2deg", "double", "logical", "isnan", "isinf")},
    **{name: _compared(name) for name in ("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "xor")},
    "not": lambda call, s: as_sparse(by_full(call, "not", s)),
    **{name: _summed(name) for name in (*_REDUCED, "prod", "cumsum")},
    "horzcat": _joined(1), "vertcat": _joined(0), "cat": _joined(None), "find": _find, "diag": _diag, "tril": _triangle("tril"), "triu": _triangle("triu"),
    "kron": _kron, "norm": _norm, "reshape": _reshape, "inv": _inv, "nnz": lambda call, s: float(s.matrix.nnz), "trace": lambda call, s: complex(s.matrix.diagonal().sum()) if s.is_complex else float(s.matrix.diagonal().sum()),
    **{name: _kept_sparse(name) for name in ("sort", "sortrows")}, "permute": _permute, "diff": _diff, "dot": _dot,
    "isreal": lambda call, s: not s.is_complex, "isnumeric": lambda call, s: not s.matrix.dtype == np.bool_, "isfloat": lambda call, s: not s.matrix.dtype == np.bool_, "islogical": lambda call, s: s.matrix.dtype == np.bool_,
    **{record.name: record.function for record in (spones, spdiags, nonzeros, nzmax)}, **MOVES,
}  # fmt: skip
SPARSE_METHODS = methods(Sparse, _METHODS | {name: _where_first(name, _METHODS[name]) for name in _OPTIONS_FOLLOW})
