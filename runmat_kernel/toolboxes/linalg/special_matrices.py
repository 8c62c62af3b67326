"""Famous matrices: magic, hilb, vander, toeplitz, hankel, pascal, hadamard and others."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...values.classes import DTYPES, INTEGER_LIMITS, saturate
from ...values.convert import as_array, class_of, numel_of, shape_of, text_of, to_value


@builtin(
    "magic",
    "M = magic(n)",
    summary="Magic square.",
    examples=(
        Example("magic(3)", "[8 1 6;3 5 7;4 9 2]"),
        Example("magic(4)", "[16 2 3 13;5 11 10 8;9 7 6 12;4 14 15 1]"),
        Example("sum(magic(6),2)", "111*ones(6,1)"),
        Example("magic(2)", "[1 3;4 2]"),
    ),
)
def magic(call: Any, size: Any) -> Any:
    n = max(math.floor(arg.scalar(size)), 0)
    arg.check_array_size((n, n), "double")
    if n % 2:
        return _odd_magic(n)
    if n == 0:
        return np.zeros((0, 0))
    if n % 4 == 0:
        numbers = np.arange(1.0, n * n + 1).reshape(n, n)
        half = np.arange(1, n + 1) % 4 // 2
        flipped = half[:, None] == half[None, :]
        return np.where(flipped, n * n + 1 - numbers, numbers)
    p = n // 2
    quarter = _odd_magic(p)
    m = np.block([[quarter, quarter + 2 * p * p], [quarter + 3 * p * p, quarter + p * p]])
    if n == 2:
        return m
    k = (n - 2) // 4
    columns = [*range(k), *range(n - k + 1, n)]
    top, bottom = np.arange(p), np.arange(p) + p
    for c in columns:
        m[:, c] = m[np.concatenate([bottom, top]), c]
    for c in (0, k):
        m[[k, k + p], c] = m[[k + p, k], c]
    return m


def _odd_magic(n: int) -> np.ndarray:
    j, i = np.meshgrid(np.arange(1, n + 1), np.arange(1, n + 1))
    a = (i + j - (n + 3) // 2) % n
    b = (i + 2 * j - 2) % n
    return (n * a + b + 1).astype(np.float64)


def _in_class(call: Any, matrix: np.ndarray, kind: Any) -> np.ndarray:
    """A matrix in the class that ``classname`` says, double without."""
    name = "double" if kind is None else text_of(kind)
    if name not in ("double", "single"):
        raise call.error("Class name must be 'double' or 'single'.", f"MATLAB:{call.name}:notSupportedClass")
    return matrix.astype(DTYPES[name])


@builtin(
    "hilb",
    "H = hilb(n)",
    "H = hilb(n, classname)",
    summary="Hilbert matrix.",
    examples=(Example("hilb(2)", "[1 1/2;1/2 1/3]"), Example("hilb(2,'single')", "single([1 1/2;1/2 1/3])")),
    errors=(ErrorCase("hilb(2,'int8')", "MATLAB:hilb:notSupportedClass"),),
)
def hilb(call: Any, size: Any, kind: Any = None) -> Any:
    i = np.arange(1, arg.integer(size) + 1)
    return _in_class(call, 1.0 / (i[:, None] + i - 1), kind)


@builtin(
    "invhilb",
    "H = invhilb(n)",
    "H = invhilb(n, classname)",
    summary="Inverse of the Hilbert matrix.",
    examples=(Example("invhilb(2)", "[4 -6;-6 12]"), Example("class(invhilb(2,'single'))", "'single'")),
)
def invhilb(call: Any, size: Any, kind: Any = None) -> Any:
    n = max(arg.integer(size), 0)
    arg.check_array_size((n, n), "double")
    h = np.zeros((n, n))
    p = float(n)
    for i in range(1, n + 1):
        r = p * p
        h[i - 1, i - 1] = r / (2 * i - 1)
        for j in range(i + 1, n + 1):
            r = -((n - j + 1) * r * (n + j - 1)) / (j - 1) ** 2
            h[i - 1, j - 1] = h[j - 1, i - 1] = r / (i + j - 1)
        p = ((n - i) * p * (n + i)) / i**2
    return _in_class(call, h, kind)


@builtin(
    "vander",
    "A = vander(v)",
    summary="Vandermonde matrix.",
    examples=(
        Example("vander([1 2 3])", "[1 1 1;4 2 1;9 3 1]"),
        Example("vander(single([1 2]))", "single([1 1;2 1])"),
        Example("vander(int8([10 20 2]))", "int8([100 10 1;127 20 1;4 2 1])"),
    ),
    effect=Effect.NONE,
)
def vander(call: Any, v: Any) -> Any:
    vector, kind = arg.flat(v), class_of(v)
    powers = np.ones((vector.size, vector.size), vector.dtype)
    np.multiply.accumulate(np.broadcast_to(vector[:, None], powers[:, 1:].shape), axis=1, out=powers[:, 1:])
    return saturate(powers[:, ::-1], kind) if kind in INTEGER_LIMITS else powers[:, ::-1]


def _of_one_class(call: Any, *vectors: Any) -> list[Any]:
    """Vectors in the class that they have beside each other, each as a row."""
    joined = call.feval("horzcat", *(to_value(arg.like(v, arg.elements(v).reshape(1, -1, order="F"))) for v in vectors))[0]
    borders = np.cumsum([numel_of(v) for v in vectors])[:-1]
    return [to_value(arg.like(joined, part)) for part in np.split(arg.elements(joined), borders, axis=1)]


@builtin(
    "toeplitz",
    "T = toeplitz(c, r)",
    "T = toeplitz(r)",
    summary="Toeplitz matrix.",
    examples=(
        Example("toeplitz([1 2 3])", "[1 2 3;2 1 2;3 2 1]"),
        Example("toeplitz([1 2],[1 5 6])", "[1 5 6;2 1 5]"),
        Example("toeplitz([97 98],'abc')", "['abc';'bab']"),
    ),
    effect=Effect.NONE,
)
def toeplitz(call: Any, c: Any, r: Any = None) -> Any:
    if r is not None and class_of(c) != class_of(r):
        c, r = _of_one_class(call, c, r)
    first = as_array(c).ravel(order="F")
    if r is None:
        row, col = first, first.conj().copy() if first.dtype.kind == "c" else first
        col = np.concatenate([row[:1], col[1:]]) if first.dtype.kind == "c" else col
    else:
        col, row = first, as_array(r).ravel(order="F")
        if col.size and row.size and col[0] != row[0]:
            call.warning(
                "First element of input column does not match first element of input row. Column wins diagonal conflict.",
                "MATLAB:toeplitz:DiagonalConflict",
            )
    joined = np.concatenate(arg.same_precision(row[:0:-1], col))
    i, j = np.arange(len(col))[:, None], np.arange(len(row))[None, :]
    return arg.like(c, joined[i - j + len(row) - 1])


@builtin(
    "hankel",
    "H = hankel(c)",
    "H = hankel(c, r)",
    summary="Hankel matrix.",
    examples=(
        Example("hankel([1 2 3])", "[1 2 3;2 3 0;3 0 0]"),
        Example("hankel([1 2],[2 5 6])", "[1 2 5;2 5 6]"),
        Example("hankel([97 98],'bcd')", "['abc';'bcd']"),
    ),
    effect=Effect.NONE,
)
def hankel(call: Any, c: Any, r: Any = None) -> Any:
    if r is not None and class_of(c) != class_of(r):
        c, r = _of_one_class(call, c, r)
    col = as_array(c).ravel(order="F")
    row = np.zeros(len(col), col.dtype) if r is None else as_array(r).ravel(order="F")
    if r is not None and col.size and row.size and col[-1] != row[0]:
        call.warning(
            "Last element of input column does not match first element of input row. Column wins anti-diagonal conflict.",
            "MATLAB:hankel:AntiDiagonalConflict",
        )
    joined = np.concatenate(arg.same_precision(col, row[1:]))
    return arg.like(c, joined[np.arange(len(col))[:, None] + np.arange(len(row))])


@builtin(
    "pascal",
    "P = pascal(n)",
    "P = pascal(n, k)",
    summary="Pascal matrix.",
    examples=(Example("pascal(3)", "[1 1 1;1 2 3;1 3 6]"), Example("pascal(3,1)", "[1 0 0;1 -1 0;1 -2 1]")),
    errors=(ErrorCase("pascal(1e10)", "MATLAB:array:SizeLimitExceeded"),),
)
def pascal(call: Any, size: Any, kind: Any = 0.0) -> Any:
    n, k = max(arg.integer(size), 0), arg.integer(kind)
    arg.check_array_size((n, n), "double")
    lower = np.array([[math.comb(i, j) * (-1.0) ** j if j <= i else 0.0 for j in range(n)] for i in range(n)]).reshape(n, n) + 0.0
    if k == 0:
        return lower @ lower.T
    if k == 1:
        return lower
    rotated = np.rot90(lower, 3)
    return -rotated if n % 2 == 0 else rotated


@builtin("rosser", "A = rosser", summary="Rosser's symmetric eigenvalue test matrix.", examples=(Example("size(rosser)", "[8 8]"),))
def rosser(call: Any) -> Any:
    rows = (
        (611, 196, -192, 407, -8, -52, -49, 29), (196, 899, 113, -192, -71, -43, -8, -44), (-192, 113, 899, 196, 61, 49, 8, 52), (407, -192, 196, 611, 8, 44, 59, -23),
        (-8, -71, 61, 8, 411, -599, 208, 208), (-52, -43, 49, 44, -599, 411, 208, 208), (-49, -8, 8, 59, 208, 208, 99, -911), (29, -44, 52, -23, 208, 208, -911, 99),
    )  # fmt: skip
    return np.array(rows, np.float64)


@builtin(
    "wilkinson",
    "W = wilkinson(n)",
    summary="Wilkinson's eigenvalue test matrix.",
    examples=(Example("wilkinson(3)", "[1 1 0;1 0 1;0 1 1]"),),
)
def wilkinson(call: Any, size: Any) -> Any:
    n = arg.integer(size)
    e = np.ones(max(n - 1, 0))
    return np.diag(np.abs(np.arange(n) - (n - 1) / 2)) + np.diag(e, 1) + np.diag(e, -1)


@builtin(
    "compan",
    "A = compan(u)",
    summary="Companion matrix of a polynomial.",
    examples=(Example("compan([1 -3 2])", "[3 -2;1 0]"),),
    errors=(ErrorCase("compan([1 2;3 4])", "MATLAB:compan:NeedVectorInput"),),
)
def compan(call: Any, u: Any) -> Any:
    if not arg.is_vector(shape_of(u)):
        raise MatlabError("Input argument must be a vector.", "MATLAB:compan:NeedVectorInput")
    c = arg.flat(u)
    if len(c) < 2:
        return np.zeros((0, 0))
    a = np.diag(np.ones(len(c) - 2, c.dtype), -1)
    a[0] = -c[1:] / c[0]
    return a + 0.0


@builtin(
    "hadamard",
    "H = hadamard(n)",
    summary="Hadamard matrix.",
    examples=(
        Example("hadamard(2)", "[1 1;1 -1]"),
        Example("hadamard(4)*hadamard(4)'", "4*eye(4)"),
        Example("hadamard(12)*hadamard(12)'", "12*eye(12)"),
    ),
    errors=(ErrorCase("hadamard(3)", "MATLAB:hadamard:InvalidInput"),),
)
def hadamard(call: Any, size: Any) -> Any:
    n = arg.integer(size)
    for base in (1, 12, 20):
        if n % base == 0 and n // base > 0 and (n // base) & (n // base - 1) == 0:
            h = _hadamard_base(base)
            while len(h) < n:
                h = np.block([[h, h], [h, -h]])
            return h
    raise MatlabError("n must be an integer and n, n/12 or n/20 must be a power of 2.", "MATLAB:hadamard:InvalidInput")


def _hadamard_base(n: int) -> np.ndarray:
    if n == 1:
        return np.ones((1, 1))
    if n == 12:
        first = [-1, -1, 1, -1, -1, -1, 1, 1, 1, -1, 1]
        start = [-1, 1, -1, 1, 1, 1, -1, -1, -1, 1, -1]
        i = np.arange(11)
        joined = np.array(first[:0:-1] + start, float)
        core = joined[i[:, None] - i[None, :] + 10]
    else:
        first = [-1, -1, 1, 1, -1, -1, -1, -1, 1, -1, 1, -1, 1, 1, 1, 1, -1, -1, 1]
        joined = np.array(first + first[:-1], float)
        i = np.arange(19)
        core = joined[i[:, None] + i]
    return np.block([[np.ones((1, 1)), np.ones((1, n - 1))], [np.ones((n - 1, 1)), core]])
