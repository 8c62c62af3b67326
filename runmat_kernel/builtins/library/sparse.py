"""Sparse matrices: making them, their arithmetic, and what works on their stored elements alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, to_value
from ...values.sparse import Sparse, as_sparse
from .. import arguments as arg
from ..formula import Formula
from ..spec import ErrorCase, Example, builtin


def full_of(value: Any) -> Any:
    """The value with a sparse matrix made full."""
    return value.full_value() if type(value) is Sparse else value


@builtin(
    "sparse",
    "S = sparse(A)",
    "S = sparse(m, n)",
    "S = sparse(i, j, v)",
    "S = sparse(i, j, v, m, n)",
    "S = sparse(i, j, v, m, n, nz)",
    summary="Sparse matrix; elements at the same place add up.",
    examples=(
        Example("full(sparse([1 2 1],[1 2 1],[1 2 3]))", "[4 0;0 2]"),
        Example("full(sparse(2,3))", "zeros(2,3)"),
        Example("issparse(sparse(eye(2)))", "true"),
        Example("full(sparse([1 2],[1 2],1,2,3))", "[1 0 0;0 1 0]"),
        Example("full(sparse([1 0;0 2])*[1;1])", "[1;2]"),
    ),
    errors=(ErrorCase("sparse(0,1,5)", "MATLAB:sparsefcn:nonPosIndex"), ErrorCase("sparse([1 2],[1 2 3],1)", "MATLAB:samelen")),
)
def sparse(call: Any, *arguments: Any) -> Any:
    from scipy.sparse import coo_matrix, csc_matrix

    if len(arguments) == 1:
        return as_sparse(arguments[0])
    if len(arguments) == 2:
        shape = arg.integer(arguments[0]), arg.integer(arguments[1])
        if min(shape) < 0:
            raise call.error("Sparse matrix sizes must be nonnegative integers less than MAXSIZE.", "MATLAB:sparsefcn:negativeSize")
        return Sparse(csc_matrix(shape, dtype=np.float64))
    rows, columns = (as_array(a).ravel(order="F").astype(np.float64) for a in arguments[:2])
    values = as_array(full_of(arguments[2])).ravel(order="F")
    count = max(len(rows), len(columns), len(values))
    if any(len(v) not in (1, count) for v in (rows, columns, values)):
        raise MatlabError("Vectors must be the same length.", "MATLAB:samelen")
    rows, columns, values = (np.broadcast_to(v, count) for v in (rows, columns, values))
    if count and (rows.min() < 1 or columns.min() < 1):
        raise MatlabError("Index into matrix must be positive.", "MATLAB:sparsefcn:nonPosIndex")
    m, n = (
        (arg.integer(arguments[3]), arg.integer(arguments[4]))
        if len(arguments) > 4
        else (int(rows.max(initial=0)), int(columns.max(initial=0)))
    )
    if count and (rows.max() > m or columns.max() > n):
        raise MatlabError("Index exceeds matrix dimensions.", "MATLAB:sparsefcn:indexExceedsDims")
    logical = values.dtype == np.bool_
    entries = coo_matrix(
        (values.astype(np.float64) if values.dtype.kind != "c" else values, (rows.astype(np.int64) - 1, columns.astype(np.int64) - 1)),
        (m, n),
    )
    return Sparse(entries.tocsc().astype(bool) if logical else entries)


@builtin(
    "full",
    "A = full(S)",
    summary="Full matrix of a sparse one.",
    examples=(Example("full(sparse([1 0]))", "[1 0]"), Example("full(5)", "5")),
)
def full(call: Any, value: Any) -> Any:
    return full_of(value)


@builtin(
    "issparse",
    "tf = issparse(S)",
    summary="Whether a matrix is sparse.",
    examples=(Example("issparse(1)", "false"), Example("issparse(speye(2))", "true")),
)
def issparse(call: Any, value: Any) -> bool:
    return type(value) is Sparse


@builtin(
    "speye",
    "S = speye(n)",
    "S = speye(m, n)",
    "S = speye(sz)",
    "S = speye",
    summary="Sparse identity matrix.",
    examples=(Example("full(speye(2))", "eye(2)"), Example("full(speye(2,3))", "eye(2,3)")),
)
def speye(call: Any, *sizes: Any) -> Any:
    from scipy.sparse import eye

    shape = arg.read_size(sizes)
    if len(shape) > 2:
        raise call.error("Sparse matrices have two dimensions.", "MATLAB:speye:NDimsNotSupported")
    return Sparse(eye(*shape))


@builtin(
    "spalloc",
    "S = spalloc(m, n, nz)",
    summary="Sparse matrix of zeros with room for elements.",
    examples=(Example("full(spalloc(1,2,5))", "[0 0]"),),
)
def spalloc(call: Any, m: Any, n: Any, nz: Any = 0.0) -> Any:
    return sparse.function(call, m, n)


@builtin("spones", "R = spones(S)", summary="Ones where a matrix is not zero.", examples=(Example("full(spones(sparse([5 0])))", "[1 0]"),))
def spones(call: Any, s: Any) -> Any:
    matrix = as_sparse(s).matrix.astype(np.float64) if not as_sparse(s).is_complex else abs(as_sparse(s).matrix)
    matrix = matrix.copy()
    matrix.data = np.ones_like(matrix.data)
    return Sparse(matrix)


@builtin(
    "spfun",
    "f = spfun(fun, S)",
    summary="A function of the nonzero elements.",
    examples=(Example("full(spfun(@exp,sparse([0 0])))", "[0 0]"),),
)
def spfun(call: Any, function: Any, s: Any) -> Any:
    matrix = as_sparse(s).matrix.copy()
    matrix.data = arg.floating(call.feval(function, to_value(matrix.data.reshape(-1, 1)))[0]).ravel(order="F")
    return Sparse(matrix)


@builtin("nonzeros", "v = nonzeros(A)", summary="Nonzero elements as a column.", examples=(Example("nonzeros([0 2;1 0])", "[1;2]"),))
def nonzeros(call: Any, a: Any) -> Any:
    if type(a) is Sparse:
        return a.matrix.data.reshape(-1, 1)
    if call.engine.away(a):
        column = Formula(call, a).reshape(numel_of(a), 1)
        found = call.engine.read(column.value, (column.apply("ne", 0.0).value,))
        if found is not None:
            return found
    array = as_array(a).ravel(order="F")
    return array[array != 0].reshape(-1, 1)


@builtin("nzmax", "n = nzmax(S)", summary="Elements there is room for.", examples=(Example("nzmax(speye(3))", "3"),))
def nzmax(call: Any, s: Any) -> float:
    return float(s.matrix.nnz) if type(s) is Sparse else float(numel_of(s))


@builtin(
    "spdiags",
    "A = spdiags(B, d, m, n)",
    "A = spdiags(B, d, A)",
    "B = spdiags(A)",
    "B = spdiags(A, d)",
    "[B, d] = spdiags(A)",
    summary="Sparse matrix of diagonals, or the diagonals of a matrix.",
    examples=(
        Example("full(spdiags([1 2;3 4;5 6],[0 1],3,3))", "[1 4 0;0 3 6;0 0 5]"),
        Example("[B,d] = spdiags([1 2;0 3])", "{[1 0;3 2],[0;1]}"),
    ),
)
def spdiags(call: Any, b: Any, d: Any = None, m: Any = None, n: Any = None) -> Any:
    from scipy.sparse import coo_matrix

    if m is None:
        return _diagonals(as_sparse(b), d)
    table, offsets = arg.matrix(full_of(b)), [int(k) for k in arg.flat(d)]
    base = None
    if n is None:
        base = as_sparse(m).matrix
        rows, columns = base.shape
    else:
        rows, columns = arg.integer(m), arg.integer(n)
    if table.shape[0] == 1 and len(offsets) == 1 and min(rows, columns) > 1:
        table = np.repeat(table, max(rows, columns), axis=0)
    parts: list[tuple[np.ndarray, ...]] = []
    for k, offset in enumerate(offsets):
        i = np.arange(max(0, -offset), min(rows, columns - offset))
        source = i + offset if rows >= columns else i
        if len(source) and (k >= table.shape[1] or source[-1] >= table.shape[0]):
            raise call.error("Matrix of diagonals is too small for the given size and diagonals.", "MATLAB:spdiags:InvalidSizeBFour")
        parts.append((table[source, k] if len(i) else np.zeros(0), i, i + offset))
    data, i, j = (np.concatenate([p[k] for p in parts]) if parts else np.zeros(0, int) for k in range(3))
    result = coo_matrix((data, (i, j)), (rows, columns)).tocsc()
    if base is not None:
        old = base.tocoo()
        keep = ~np.isin(old.col - old.row, offsets)
        result = result + coo_matrix((old.data[keep], (old.row[keep], old.col[keep])), base.shape)
    return Sparse(result)


def _diagonals(s: Sparse, d: Any) -> Any:
    entries = s.matrix.tocoo()
    rows, columns = s.shape
    offsets = np.unique(entries.col.astype(int) - entries.row) if d is None else arg.flat(d).astype(int)
    table = np.zeros((min(rows, columns), len(offsets)), np.result_type(entries.data.dtype, np.float64))
    for k, offset in enumerate(offsets):
        chosen = entries.col.astype(int) - entries.row == offset
        place = entries.col[chosen] if rows >= columns else entries.row[chosen]
        table[place, k] = entries.data[chosen]
    return table, offsets.reshape(-1, 1).astype(np.float64)


def _random_sparse(name: str, normal: bool):
    @builtin(
        name,
        f"S = {name}(S0)",
        f"S = {name}(m, n, density)",
        summary="Random sparse matrix.",
        examples=(Example(f"size({name}(3,4,0.5))", "[3 4]"),),
    )
    def function(call: Any, m: Any, n: Any = None, density: Any = None) -> Any:
        if n is None:
            matrix = as_sparse(m).matrix.astype(np.float64).copy()
            count = matrix.nnz
        else:
            if density is None:
                raise MatlabError("Not enough input arguments.", "MATLAB:minrhs", function=name)
            rows, columns = arg.integer(m), arg.integer(n)
            count = round(rows * columns * arg.scalar(density))
            draws = arg.flat(call.feval("rand", float(count), 2.0)[0]).reshape(-1, 2, order="F") if count else np.zeros((0, 2))
            places = (np.floor(draws[:, 0] * rows) + 1, np.floor(draws[:, 1] * columns) + 1)
        values = arg.flat(call.feval("randn" if normal else "rand", float(count), 1.0)[0]) if count else np.zeros(0)
        if n is None:
            matrix.data = values
            return Sparse(matrix)
        return sparse.function(call, to_value(places[0]), to_value(places[1]), to_value(values), float(rows), float(columns))

    return function


RANDOM = (_random_sparse("sprand", False), _random_sparse("sprandn", True))


@builtin(
    "sprandsym",
    "R = sprandsym(S)",
    "R = sprandsym(n, density)",
    summary="Random symmetric sparse matrix: with the lower pattern of a matrix, or of a density.",
    examples=(Example("issymmetric(sprandsym(8, 0.3))", "true"), Example("nnz(sprandsym(sparse([2 3], [1 3], [1 1], 3, 3)))", "3")),
)
def sprandsym(call, first, density=None):
    from scipy.sparse import csc_matrix, tril

    if density is None:
        lower = tril(as_sparse(first).matrix, format="coo")
        rows, columns, n = lower.row, lower.col, lower.shape[0]
    else:
        n, share = arg.integer(first), arg.scalar(density)
        rows, columns = _symmetric_places(call, n, round(share * n * n))
    values = np.asarray(as_array(call.feval("randn", float(len(rows)), 1.0)[0])).ravel() if len(rows) else np.zeros(0)
    off = rows != columns
    row, column = np.concatenate([rows, columns[off]]), np.concatenate([columns, rows[off]])
    return Sparse(csc_matrix((np.concatenate([values, values[off]]), (row, column)), shape=(n, n)))


def _symmetric_places(call: Any, n: int, wanted: int) -> tuple[np.ndarray, np.ndarray]:
    """Places in the lower triangle that stand, with their mirror images, for ``wanted`` nonzeros."""
    rows, columns = np.tril_indices(n)
    if not rows.size:
        return rows, columns
    order = np.asarray(as_array(call.feval("randperm", float(rows.size))[0])).ravel().astype(int) - 1
    weights = np.cumsum(np.where(rows[order] == columns[order], 1, 2))
    chosen = order[: int(np.searchsorted(weights, wanted, side="right"))]
    return rows[chosen], columns[chosen]


# --- operators and functions of sparse matrices ----------------------------------------------------------------------


def _dense(call: Any, name: str, *operands: Any, nargout: int = 1) -> Any:
    found = call.feval(name, *(full_of(v) for v in operands), nargout=nargout)
    return found if nargout > 1 else found[0]


def _sum_like(name: str):
    def method(call: Any, a: Any, b: Any) -> Any:
        if type(a) is Sparse and type(b) is Sparse and a.shape == b.shape:
            left, right = a.matrix.astype(np.result_type(a.matrix, np.float64)), b.matrix.astype(np.result_type(b.matrix, np.float64))
            return Sparse(left + right if name == "plus" else left - right)
        result = _dense(call, name, a, b)
        return as_sparse(result) if type(a) is Sparse and type(b) is Sparse else result

    return method


def _times(call: Any, a: Any, b: Any) -> Any:
    left, right = (v.matrix if type(v) is Sparse else as_array(v) for v in (a, b))
    for x, y in ((left, right), (right, left)):
        if not isinstance(x, np.ndarray) and isinstance(y, np.ndarray) and y.size == 1 and np.isfinite(y.flat[0]):
            return Sparse(x.astype(np.result_type(x.dtype, np.float64)) * y.flat[0])
    if type(a) is Sparse and type(b) is Sparse and a.shape == b.shape and np.isfinite(left.data).all() and np.isfinite(right.data).all():
        return Sparse(left.astype(np.result_type(left, np.float64)).multiply(right))
    return as_sparse(_dense(call, "times", a, b))


def _rdivide(call: Any, a: Any, b: Any) -> Any:
    if type(a) is Sparse and numel_of(b) == 1 and arg.flat(full_of(b))[0] != 0:
        return Sparse(a.matrix / arg.flat(full_of(b))[0])
    return as_sparse(_dense(call, "rdivide", a, b))


def _mtimes(call: Any, a: Any, b: Any) -> Any:
    if numel_of(a) == 1 or numel_of(b) == 1:
        return _times(call, a, b)
    if shape_of(a)[1] != shape_of(b)[0] or len(shape_of(a)) > 2 or len(shape_of(b)) > 2:
        return _dense(call, "mtimes", np_zero(a), np_zero(b))
    left, right = (v.matrix.astype(np.result_type(v.matrix, np.float64)) if type(v) is Sparse else arg.floating(v) for v in (a, b))
    both = type(a) is Sparse and type(b) is Sparse
    return Sparse(left @ right) if both else arg.narrow(np.asarray(left @ right))


def np_zero(value: Any) -> Any:
    """A full value of the same size, for the error that mtimes raises."""
    return to_value(np.zeros(shape_of(value))) if type(value) is Sparse else value


def _mldivide(call: Any, a: Any, b: Any) -> Any:
    import warnings

    from scipy.sparse.linalg import MatrixRankWarning, spsolve

    if type(a) is not Sparse or a.shape[0] != a.shape[1] or a.numel == 1 or shape_of(b)[0] != a.shape[0]:
        return _dense(call, "mldivide", a, b)
    right = b.matrix.toarray() if type(b) is Sparse else arg.matrix(b)
    with warnings.catch_warnings():
        warnings.simplefilter("error", MatrixRankWarning)
        try:
            x = spsolve(a.matrix.astype(np.result_type(a.matrix, right, np.float64)), right)
        except (MatrixRankWarning, RuntimeError):
            call.warning("Matrix is singular to working precision.", "MATLAB:singularMatrix")
            return np.full((a.shape[1], right.shape[1]), np.inf)
    x = arg.narrow(np.asarray(x).reshape(a.shape[1], right.shape[1]))
    return Sparse(x) if type(b) is Sparse else x


def _mrdivide(call: Any, b: Any, a: Any) -> Any:
    if numel_of(a) == 1:
        return _rdivide(call, b, a)
    if type(a) is not Sparse:
        return _dense(call, "mrdivide", b, a)
    turned = to_value(
        _mldivide(call, Sparse(a.matrix.T), to_value(np.asarray(full_of(b).array if hasattr(full_of(b), "array") else as_array(b)).T))
    )
    return arg.floating(full_of(turned)).T


def _power(call: Any, a: Any, b: Any) -> Any:
    if type(a) is Sparse and numel_of(b) == 1:
        exponent = arg.flat(full_of(b))[0]
        if np.isreal(exponent) and exponent > 0 and (exponent == np.floor(exponent) or not (a.matrix.data < 0).any()):
            matrix = a.matrix.astype(np.result_type(a.matrix, np.float64)).copy()
            matrix.data = matrix.data**exponent.real
            return Sparse(matrix)
    return as_sparse(_dense(call, "power", a, b)) if type(a) is Sparse else _dense(call, "power", a, b)


def _mpower(call: Any, a: Any, b: Any) -> Any:
    if type(a) is Sparse and a.shape[0] == a.shape[1] and numel_of(b) == 1 and arg.flat(full_of(b))[0] in range(1, 64):
        return Sparse(a.matrix ** int(arg.flat(full_of(b))[0].real))
    return as_sparse(_dense(call, "mpower", a, b)) if type(a) is Sparse else _dense(call, "mpower", a, b)


def _on_elements(name: str):
    """A function with f(0) = 0: on the stored elements."""

    def method(call: Any, s: Any, *rest: Any) -> Any:
        if type(s) is not Sparse or rest:
            return _dense(call, name, s, *rest)
        matrix = s.matrix.copy()
        data = arg.numeric(call.feval(name, to_value(matrix.data.reshape(-1, 1)))[0]).ravel(order="F")
        from scipy.sparse import csc_matrix

        return Sparse(csc_matrix((data, matrix.indices, matrix.indptr), matrix.shape))

    return method


def _compared(name: str):
    def method(call: Any, a: Any, b: Any) -> Any:
        result = _dense(call, name, a, b)
        return as_sparse(result)

    return method


def _summed(name: str):
    def method(call: Any, s: Any, *rest: Any) -> Any:
        if name == "sum" and len(rest) <= 1 and not any(is_text(r) for r in rest) and (not rest or arg.scalar(rest[0]) <= 2):
            axis = arg.dimension(rest[0]) if rest else arg.first_nonsingleton(s.shape)
            return Sparse(
                np.asarray(s.matrix.astype(np.result_type(s.matrix, np.float64)).sum(axis=axis)).reshape((1, -1) if axis == 0 else (-1, 1))
            )
        result = _dense(call, name, s, *rest)
        return as_sparse(result) if class_of(result) in ("double", "logical") else result

    return method


def _joined(axis: int | None):
    def method(call: Any, *values: Any) -> Any:
        from scipy.sparse import hstack, vstack

        which = axis
        if which is None:
            which, values = arg.dimension(values[0]), values[1:]
        values = tuple(v for v in values if shape_of(v) != (0, 0))
        parts = [as_sparse(v).matrix for v in values]
        other = 1 - which
        if len({p.shape[other] for p in parts}) > 1:
            raise MatlabError("Dimensions of arrays being concatenated are not consistent.", "MATLAB:catenate:dimensionMismatch")
        return Sparse((vstack if which == 0 else hstack)(parts))

    return method


def _find(call: Any, s: Any, *rest: Any) -> Any:
    if rest:
        return _dense(call, "find", s, *rest, nargout=max(call.nargout, 1)) if call.nargout > 1 else _dense(call, "find", s, *rest)
    entries = s.matrix.tocoo()
    order = np.lexsort((entries.row, entries.col))
    shape = (1, -1) if s.shape[0] == 1 and s.shape[1] != 1 else (-1, 1)
    i, j, v = entries.row[order] + 1.0, entries.col[order] + 1.0, entries.data[order]
    if call.nargout <= 1:
        return ((j - 1) * s.shape[0] + i).reshape(shape)
    return i.reshape(shape), j.reshape(shape), v.reshape(shape)


def _diag(call: Any, s: Any, k: Any = 0.0) -> Any:
    from scipy.sparse import diags

    offset = arg.integer(k)
    if 1 in s.shape:
        n = s.numel + abs(offset)
        return Sparse(diags([s.array.ravel()], [offset], shape=(n, n)))
    return Sparse(s.matrix.diagonal(offset).reshape(-1, 1))


def _triangle(name: str):
    def method(call: Any, s: Any, k: Any = 0.0) -> Any:
        from scipy import sparse as library

        return Sparse(getattr(library, name)(s.matrix, arg.integer(k)))

    return method


def _kron(call: Any, a: Any, b: Any) -> Any:
    from scipy.sparse import kron

    return Sparse(kron(as_sparse(a).matrix, as_sparse(b).matrix))


def _norm(call: Any, s: Any, p: Any = 2.0) -> Any:
    from scipy.sparse.linalg import norm
    from scipy.sparse.linalg import svds as singular

    kind = str(p.text).lower() if is_text(p) else arg.scalar(p)
    if kind in (1.0, np.inf, "fro", "inf") and 1 not in s.shape:
        return float(norm(s.matrix, {1.0: 1, np.inf: np.inf, "inf": np.inf, "fro": "fro"}[kind]))
    if kind == 2.0 and min(s.shape) > 500:
        return float(singular(s.matrix.astype(float), 1, return_singular_vectors=False)[0])
    return _dense(call, "norm", s, p)


def _reshape(call: Any, s: Any, *sizes: Any) -> Any:
    shape = tuple(int(n) for n in arg.flat(sizes[0])) if len(sizes) == 1 else None
    if shape is None:
        known = [None if arg.is_empty_matrix(n) else arg.integer(n) for n in sizes]
        total = int(np.prod([n for n in known if n is not None]))
        shape = tuple(s.numel // total if n is None else n for n in known)
    if len(shape) != 2 or shape[0] * shape[1] != s.numel:
        return _dense(call, "reshape", s, *sizes)
    return Sparse(s.matrix.reshape(shape, order="F"))


def _inv(call: Any, s: Any) -> Any:
    return as_sparse(_dense(call, "inv", s))


def _kept_sparse(name: str):
    """A function computed on the full matrix whose result is sparse."""
    return lambda call, s, *rest: as_sparse(_dense(call, name, s, *rest))


Sparse.methods = {
    "plus": _sum_like("plus"), "minus": _sum_like("minus"), "times": _times, "rdivide": _rdivide, "mtimes": _mtimes, "mldivide": _mldivide, "mrdivide": _mrdivide,
    "power": _power, "mpower": _mpower, "transpose": lambda call, s: Sparse(s.matrix.T), "ctranspose": lambda call, s: Sparse(s.matrix.conj().T),
    **{name: _on_elements(name) for name in ("uminus", "uplus", "abs", "sqrt", "real", "imag", "conj", "sign", "round", "floor", "ceil", "fix", "sin", "tan", "double", "logical", "isnan", "isinf")},
    **{name: _compared(name) for name in ("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "xor")},
    "not": lambda call, s: as_sparse(_dense(call, "not", s)),
    **{name: _summed(name) for name in ("sum", "any", "all", "prod", "cumsum", "diff")},
    "horzcat": _joined(1), "vertcat": _joined(0), "cat": _joined(None), "find": _find, "diag": _diag, "tril": _triangle("tril"), "triu": _triangle("triu"),
    "kron": _kron, "norm": _norm, "reshape": _reshape, "inv": _inv, "nnz": lambda call, s: float(s.matrix.nnz), "trace": lambda call, s: complex(s.matrix.diagonal().sum()) if s.is_complex else float(s.matrix.diagonal().sum()),
    **{name: _kept_sparse(name) for name in ("repmat", "circshift", "fliplr", "flipud")},
    **{record.name: record.function for record in (spones, spdiags, nonzeros, nzmax)},
}  # fmt: skip
