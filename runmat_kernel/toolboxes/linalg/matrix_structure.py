"""Structure and sensitivity of matrices: bandwidth, condeig, normest1, ordeig; complex pairs and multiplicities of roots."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.array_lines import Lines
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...graph.pointwise import joined
from ...values import CharArray
from ...values.convert import as_array, class_of, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.objects import HostObject
from ...values.sparse.matrix import Sparse
from .schur_order import eigenvalues_in_order


@builtin(
    "bandwidth",
    "B = bandwidth(A, type)",
    "[lower, upper] = bandwidth(A)",
    summary="How many diagonals below and above the main one hold nonzeros.",
    examples=(Example("[l,u] = bandwidth([1 2 3;0 1 2;0 0 1])", "{0,2}"), Example("bandwidth([1 0;5 1],'lower')", "1")),
    errors=(ErrorCase("bandwidth(1,'both')", "MATLAB:bandwidth:InvalidString"),),
    facts=Fact.SPARSE,
)
def bandwidth(call: Any, a: Any, kind: Any = None) -> Any:
    if type(a) is Sparse:
        entries = a.matrix.tocoo()
        i, j = entries.row[entries.data != 0], entries.col[entries.data != 0]
    else:
        i, j = np.nonzero(arg.matrix(a))
    lower, upper = float((i - j).max(initial=0)), float((j - i).max(initial=0))
    if kind is None:
        return lower, upper
    word = text_of(kind).lower()
    if word not in ("lower", "upper"):
        raise MatlabError("The second input must be 'lower' or 'upper'.", "MATLAB:bandwidth:InvalidString")
    return lower if word == "lower" else upper


@builtin(
    "condeig",
    "c = condeig(A)",
    "[V, D, c] = condeig(A)",
    summary="Condition numbers of eigenvalues.",
    examples=(Example("condeig([2 0;0 3])", "[1;1]"),),
)
def condeig(call: Any, a: Any) -> Any:
    matrix = arg.square(a)
    if not matrix.size:
        return (np.zeros((0, 0)),) * 3
    v, d = call.feval("eig", a, nargout=2)[:2]
    vectors = as_array(v)
    conditions = np.linalg.norm(np.linalg.inv(vectors), axis=1) * np.linalg.norm(vectors, axis=0)
    return conditions[:, None] if call.nargout < 2 else (v, d, conditions[:, None])


@builtin(
    "normest1",
    "nrm = normest1(A)",
    "[nrm, v, w, it] = normest1(A, t, X0, P1, ...)",
    summary="The 1-norm of a matrix, which may be a function f(flag, X); exact here, with v and w where it is attained.",
    examples=(Example("normest1([1 2;3 -4])", "6"), Example("[c,v,w] = normest1([1 2;3 -4])", "{6,[0;1],[2;-4]}")),
)
def normest1(call: Any, a: Any, *rest: Any) -> Any:
    if type(a) is FunctionHandle:
        n = arg.integer(call.feval(a, to_value("dim"), np.zeros((0, 0)), *rest[2:])[0])
        matrix = as_array(call.feval(a, to_value("notransp"), to_value(np.eye(n)), *rest[2:])[0])
    elif isinstance(a, HostObject) and not a.of_builtin_class and a.method("mtimes") is not None:  # an operator, which says A*X
        columns = to_value(np.eye(arg.integer(call.feval("size", a, 2.0)[0])))
        matrix = arg.square(call.feval("full", call.feval("mtimes", a, columns)[0])[0])
    else:
        matrix = arg.square(call.feval("full", a)[0])
    sums = np.abs(matrix).sum(axis=0)
    place = int(sums.argmax()) if sums.size else 0
    v = np.zeros((len(matrix), 1))
    v[place : place + 1] = 1
    return float(sums.max(initial=0)), v, matrix[:, place : place + 1], np.array([[1.0], [float(len(matrix))]])


@builtin(
    "ordeig",
    "E = ordeig(T)",
    "E = ordeig(AA, BB)",
    summary="Eigenvalues of a quasi-triangular matrix (or pair) in the order of its diagonal.",
    examples=(Example("ordeig([1 2;0 3])", "[1;3]"), Example("ordeig([0 1;-1 0])", "[1i;-1i]")),
)
def ordeig(call: Any, t: Any, b: Any = None) -> Any:
    top = arg.square(t)
    below = None if b is None else arg.square(b)
    if below is not None and below.shape != top.shape:
        raise MatlabError("Input matrices must be the same size.", "MATLAB:ordeig:matrixSizeMismatch")
    return arg.narrow(eigenvalues_in_order(top, below))[:, None]


@builtin(
    "cplxpair",
    "B = cplxpair(A)",
    "B = cplxpair(A, tol)",
    "B = cplxpair(A, tol, dim)",
    summary="Complex numbers in conjugate pairs by ascending real part, the negative imaginary part first, then the real ones.",
    examples=(Example("cplxpair([1+1i 3 1-1i])", "[1-1i 1+1i 3]"), Example("cplxpair([2 1])", "[1 2]")),
    errors=(ErrorCase("cplxpair([1+1i 2])", "MATLAB:cplxpair:ComplexValuesPaired"),),
)
def cplxpair(call: Any, a: Any, tol: Any = None, dim: Any = None) -> Any:
    array = arg.floating(a)
    if not array.size:
        return array
    lines = Lines.of(array, dim)
    limit = 100 * np.finfo(array.dtype).eps if tol is None or arg.is_empty_matrix(tol) else arg.scalar(tol, "tolerance")
    return arg.narrow(lines.each(lambda line: _paired(line, limit), len(lines.matrix)))


def _paired(line: np.ndarray, limit: float) -> np.ndarray:
    real = (line.imag == 0) | (np.abs(line.imag) <= limit * np.abs(line))
    rest = list(line[~real][np.argsort(line[~real].real, kind="stable")])
    pairs: list[complex] = []
    while rest:
        one = rest.pop(0)
        near = [k for k, z in enumerate(rest) if abs(z - np.conj(one)) <= limit * abs(one)]
        if not near:
            raise MatlabError("Complex numbers can't be paired.", "MATLAB:cplxpair:ComplexValuesPaired")
        other = rest.pop(min(near, key=lambda k: abs(rest[k] - np.conj(one))))
        pairs += [one, other] if one.imag < 0 else [other, one]
    for start in range(0, len(pairs), 2):
        stop = start
        while stop < len(pairs) and abs(pairs[stop].real - pairs[start].real) <= limit * abs(pairs[start]):
            stop += 2
        group = sorted((pairs[k : k + 2] for k in range(start, stop, 2)), key=lambda pair: pair[1].imag)
        pairs[start:stop] = [z for pair in group for z in pair]
    return np.concatenate([np.array(pairs, line.dtype), np.sort(line[real].real)])


@builtin(
    "mpoles",
    "[mults, idx] = mpoles(poles)",
    "[mults, idx] = mpoles(poles, tol, reorder)",
    summary="Multiplicities of poles, and the order in which equal ones follow each other.",
    examples=(Example("[m,n] = mpoles([2 3 1 1 2])", "{[1;1;2;1;2],[2;1;5;3;4]}"),),
)
def mpoles(call: Any, poles: Any, tol: Any = 0.001, reorder: Any = 1.0) -> Any:
    p = arg.flat(poles)
    limit = 0.001 if arg.is_empty_matrix(tol) else arg.scalar(tol)
    order = np.argsort(-np.abs(p), kind="stable") if arg.scalar(reorder) else np.arange(len(p))
    left, counts, index = [int(k) for k in order], [], []
    while left:
        first = p[left[0]]
        bound = limit * abs(first) if first != 0 else limit
        group = [k for k in left if p[k] == first or abs(p[k] - first) <= bound] or left[:1]  # NaN is near nothing, itself included
        left = [k for k in left if k not in group]
        index += group
        counts += range(1, len(group) + 1)
    return np.array(counts, float).reshape(-1, 1), np.array(index, float).reshape(-1, 1) + 1


@builtin(
    "spconvert",
    "S = spconvert(D)",
    summary="Sparse matrix of rows [i j value], or [i j real imaginary].",
    examples=(Example("full(spconvert([1 1 5;2 2 6]))", "[5 0;0 6]"),),
    errors=(ErrorCase("spconvert([1 2])", "MATLAB:spconvert:WrongArraySize"),),
    facts=Fact.SPARSE,
)
def spconvert(call: Any, d: Any) -> Any:
    if type(d) is Sparse:
        return d
    table = arg.matrix(d)
    if table.shape[1] not in (3, 4):
        raise MatlabError("Array must have 3 or 4 columns.", "MATLAB:spconvert:WrongArraySize")
    values = table[:, 2] if table.shape[1] == 3 else joined(table[:, 2], table[:, 3])
    shape = [float(table[:, k].max(initial=0)) for k in (0, 1)]
    kept = values != 0
    return call.feval("sparse", *(to_value(c[kept].reshape(-1, 1)) for c in (table[:, 0], table[:, 1], values)), *shape)[0]


@builtin(
    "realpow",
    "Z = realpow(X, Y)",
    summary="Elementwise power of real numbers; an error where it is complex.",
    examples=(Example("realpow([1 2 3], 2)", "[1 4 9]"),),
    errors=(ErrorCase("realpow(-1, 0.5)", "MATLAB:realpow:complexResult"),),
    effect=Effect.NONE,
)
def realpow(call: Any, x: Any, y: Any) -> Any:
    powers = call.feval("power", x, y)[0]
    if any(getattr(v, "is_complex", isinstance(v, complex)) for v in (x, y, powers)):
        raise MatlabError("realpow produced complex result.", "MATLAB:realpow:complexResult", function="realpow")
    return powers


@builtin(
    "humps",
    "y = humps(x)",
    "[x, y] = humps",
    "[x, y] = humps(x)",
    summary="A function with two peaks to try quadrature and root finding on.",
    examples=(Example("humps(0)", "1/0.1+1/0.85-6"),),
)
def humps(call: Any, x: Any = None) -> Any:
    points = np.linspace(0, 1, 21)[None, :] if x is None else arg.floating(x)
    y = 1 / ((points - 0.3) ** 2 + 0.01) + 1 / ((points - 0.9) ** 2 + 0.04) - 6
    return y if call.nargout < 2 else (points, y)


@builtin(
    "peaks",
    "Z = peaks",
    "Z = peaks(n)",
    "Z = peaks(X, Y)",
    "[X, Y, Z] = peaks(...)",
    "peaks(...)",
    summary="A surface of two variables with hills and valleys; drawn where no output is asked for.",
    examples=(Example("size(peaks)", "[49 49]"), Example("peaks(0, 0)", "0.9810118431238462")),
)
def peaks(call: Any, x: Any = None, y: Any = None) -> Any:
    if y is not None:
        a, b = arg.floating(x), arg.floating(y)
    else:
        line = (
            np.linspace(-3, 3, 49 if x is None else max(arg.integer(x), 0))
            if x is None or class_of(x) != "double" or arg.elements(x).size == 1
            else arg.flat(x)
        )
        a, b = np.meshgrid(line, line)
    z = (
        3 * (1 - a) ** 2 * np.exp(-(a**2) - (b + 1) ** 2)
        - 10 * (a / 5 - a**3 - b**5) * np.exp(-(a**2) - b**2)
        - 1 / 3 * np.exp(-((a + 1) ** 2) - b**2)
    )
    if call.nargout:
        return z if call.nargout < 2 else (a, b, z)
    call.session.write(_PEAKS)
    call.feval("surf", *(to_value(np.asfortranarray(v)) for v in (a, b, z)), nargout=0)
    for function, text in (("axis", "tight"), ("xlabel", "x"), ("ylabel", "y"), ("title", "Peaks")):
        call.feval(function, CharArray.row(text), nargout=0)
    return None


_PEAKS = (
    " \nz =  3*(1-x).^2.*exp(-(x.^2) - (y+1).^2) ... \n   - 10*(x/5 - x.^3 - y.^5).*exp(-x.^2-y.^2) ... \n"
    "   - 1/3*exp(-(x+1).^2 - y.^2) \n \n"
)
"""The note that MATLAB shows beside the figure."""


@builtin(
    "gather",
    "X = gather(A)",
    "[X1, ..., Xn] = gather(A1, ..., An)",
    summary="Values in host memory: every value here is one already.",
    examples=(Example("gather([1 2])", "[1 2]"),),
)
def gather(call: Any, *values: Any) -> Any:
    return values
