"""Sparse matrices: making them, and what works on their stored elements alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.formula import Formula
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...values.convert import as_array, numel_of, to_value
from ...values.sparse import kernels as kernels
from ...values.sparse.matrix import Sparse, as_sparse

_MAXSIZE = 2**48 - 1


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
        Example("full(sparse([],[],1,2,2))", "zeros(2)"),
        Example("full(sparse([1 0;0 2])*[1;1])", "[1;2]"),
    ),
    errors=(
        ErrorCase("sparse(0,1,5)", "MATLAB:sparsefcn:nonPosIndex"),
        ErrorCase("sparse([1 2],[1 2 3],1)", "MATLAB:samelen"),
        ErrorCase("sparse([],[],[],-1,-1)", "MATLAB:sparsefcn:negativeSize"),
        ErrorCase("sparse(1,1,1,1e18,1)", "MATLAB:sparsefcn:negativeSize"),
        ErrorCase("sparse(NaN,1,1)", "MATLAB:sparsefcn:nonIntegerIndex"),
        ErrorCase("sparse(1,1.5,1)", "MATLAB:sparsefcn:nonIntegerIndex"),
    ),
    facts=Fact.COMPILED | Fact.SPARSE,
)
def sparse(call: Any, *arguments: Any) -> Any:
    from scipy.sparse import coo_matrix, csc_matrix

    if len(arguments) == 1:
        return as_sparse(arguments[0])
    if len(arguments) == 2:
        return Sparse(csc_matrix(sparse_size(call, *arguments), dtype=np.float64))
    rows, columns = (_subscripts(call, a) for a in arguments[:2])
    values = as_array(full_of(arguments[2])).ravel(order="F")
    rows, columns, values = _of_one_length(rows, columns, values)
    sizes = arguments[3:5] if len(arguments) > 4 else (float(rows.max(initial=0)), float(columns.max(initial=0)))
    m, n = sparse_size(call, *sizes)
    if rows.max(initial=0) > m or columns.max(initial=0) > n:
        raise MatlabError("Index exceeds matrix dimensions.", "MATLAB:sparsefcn:indexExceedsDims")
    if values.dtype.char in "dD":
        filled = kernels.of_entries(rows - 1, columns - 1, values, (m, n))
        if filled is not None:
            return Sparse.canonical(filled)
    numbers = values.astype(np.float64) if values.dtype.kind != "c" else values
    entries = coo_matrix((numbers, (rows.astype(np.int64) - 1, columns.astype(np.int64) - 1)), (m, n))
    return Sparse(entries.tocsc().astype(bool) if values.dtype == np.bool_ else entries)


def _of_one_length(*vectors: np.ndarray) -> list[np.ndarray]:
    """Vectors of one length; single numbers are repeated."""
    count = next((len(v) for v in vectors if len(v) != 1), 1)
    if any(len(v) not in (1, count) for v in vectors):
        raise MatlabError("Vectors must be the same length.", "MATLAB:samelen")
    return [v if len(v) == count else np.broadcast_to(v, count) for v in vectors]


def sparse_size(call: Any, rows: Any, columns: Any) -> tuple[int, int]:
    """The size of a sparse matrix.  SciPy's loops write outside of their arrays where it is negative."""
    size = arg.integer(rows), arg.integer(columns)
    if min(size) < 0 or max(size) >= _MAXSIZE:
        raise call.error("Sparse matrix sizes must be nonnegative integers less than MAXSIZE.", "MATLAB:sparsefcn:negativeSize")
    return size


def _subscripts(call: Any, value: Any) -> np.ndarray:
    """Row or column numbers of entries."""
    numbers = as_array(full_of(value)).ravel(order="F")
    if numbers.dtype.kind == "c":
        raise call.error("Index into matrix must be real.", "MATLAB:sparsefcn:nonRealIndex")
    numbers = numbers.astype(np.float64)
    if (np.floor(numbers) != numbers).any():
        raise call.error("Index into matrix must be an integer.", "MATLAB:sparsefcn:nonIntegerIndex")
    if (numbers < 1).any():
        raise MatlabError("Index into matrix must be positive.", "MATLAB:sparsefcn:nonPosIndex")
    return numbers


@builtin(
    "full",
    "A = full(S)",
    summary="Full matrix of a sparse one.",
    examples=(Example("full(sparse([1 0]))", "[1 0]"), Example("full(5)", "5")),
    facts=Fact.COMPILED | Fact.SPARSE,
)
def full(call: Any, value: Any) -> Any:
    return full_of(value)


@builtin(
    "issparse",
    "tf = issparse(S)",
    summary="Whether a matrix is sparse.",
    examples=(Example("issparse(1)", "false"), Example("issparse(speye(2))", "true")),
    facts=Fact.COMPILED | Fact.SPARSE,
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
    facts=Fact.SPARSE,
)
def speye(call: Any, *sizes: Any) -> Any:
    shape = arg.read_size(sizes)
    if len(shape) > 2:
        raise call.error("Sparse matrices have two dimensions.", "MATLAB:speye:NDimsNotSupported")
    return Sparse.canonical(kernels.identity(*shape))


@builtin(
    "spalloc",
    "S = spalloc(m, n, nz)",
    summary="Sparse matrix of zeros with room for elements.",
    examples=(Example("full(spalloc(1,2,5))", "[0 0]"),),
)
def spalloc(call: Any, m: Any, n: Any, nz: Any = 0.0) -> Any:
    return sparse.function(call, to_value(float(arg.integer(m))), to_value(float(arg.integer(n))))


@builtin(
    "spones",
    "R = spones(S)",
    summary="Ones where a matrix is not zero.",
    examples=(Example("full(spones(sparse([5 0])))", "[1 0]"),),
    facts=Fact.SPARSE,
)
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
    facts=Fact.SPARSE,
)
def spfun(call: Any, function: Any, s: Any) -> Any:
    matrix = as_sparse(s).matrix.copy()
    matrix.data = arg.floating(call.feval(function, to_value(matrix.data.reshape(-1, 1)))[0]).ravel(order="F")
    return Sparse(matrix)


@builtin(
    "nonzeros",
    "v = nonzeros(A)",
    summary="Nonzero elements as a column.",
    examples=(Example("nonzeros([0 2;1 0])", "[1;2]"),),
    facts=Fact.COMPILED,
)
def nonzeros(call: Any, a: Any) -> Any:
    if type(a) is Sparse:
        return a.matrix.data.reshape(-1, 1)
    if call.engine.prefers_device(a):
        column = Formula(call, a).reshape(numel_of(a), 1)
        elements = call.engine.read(column.value, (column.apply("ne", 0.0).value,))
        if elements is not None:
            return elements
    array = as_array(a).ravel(order="F")
    return arg.like(a, array[array != 0].reshape(-1, 1))


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
        Example("spdiags(uint8([1 2;0 3]),0)", "[1;3]"),
        Example("full(spdiags([-1 2 7],[-1 0 2],3,3))", "[2 0 7;-1 2 0;0 -1 2]"),
    ),
)
def spdiags(call: Any, b: Any, d: Any = None, m: Any = None, n: Any = None) -> Any:
    from scipy.sparse import coo_matrix

    if m is None:
        if type(b) is not Sparse:  # the diagonals of a full matrix of any class are doubles
            full = arg.matrix(b)
            b = as_sparse(to_value(full.astype(np.result_type(full.dtype, np.float64))))
        return _diagonals(b, d)
    table, offsets = arg.matrix(full_of(b)), [arg.integer(float(k.real), "diagonal") for k in arg.flat(d)]
    base = None
    if n is None:
        base = as_sparse(m).matrix
        rows, columns = base.shape
    else:
        rows, columns = sparse_size(call, m, n)
    if table.shape[0] == 1 and table.shape[1] == len(offsets) and min(rows, columns) > 1:  # a number for each diagonal
        table = np.repeat(table, max(rows, columns), axis=0)
    parts: list[tuple[np.ndarray, ...]] = []
    for k, offset in enumerate(offsets):
        i = np.arange(max(0, min(-offset, rows)), min(rows, max(columns - offset, 0)))
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
    offsets = (
        np.unique(entries.col.astype(int) - entries.row)
        if d is None
        else np.array([arg.integer(float(k.real), "diagonal") for k in arg.flat(d)], np.int64)
    )
    table = np.zeros((min(rows, columns), len(offsets)), np.result_type(entries.data.dtype, np.float64))
    for k, offset in enumerate(offsets):
        chosen = entries.col.astype(int) - entries.row == offset
        place = entries.col[chosen] if rows >= columns else entries.row[chosen]
        table[place, k] = entries.data[chosen]
    return table, offsets.reshape(-1, 1).astype(np.float64)
