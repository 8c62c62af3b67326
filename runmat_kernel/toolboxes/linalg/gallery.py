"""Test matrices by name: ``gallery``.  The definitions are those of N. J. Higham's collection of test matrices."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.arguments import optional
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import is_text, numel_of, text_of, to_value
from .random_matrices import condex, randhess, random_data, randsvd, toeppd, wathen


def _order(value: Any) -> int:
    return max(arg.integer(value, "order"), 0)


def _vector(value: Any, start: float = 1.0) -> np.ndarray:
    """A vector parameter; a scalar n stands for 1:n."""
    return arg.flat(value) if numel_of(value) != 1 else np.arange(start, _order(value) + start)


def _grid(n: int) -> tuple[np.ndarray, np.ndarray]:
    i = np.arange(1.0, n + 1)
    return i[:, None], i[None, :]


def _toeplitz(column: Any, row: Any) -> np.ndarray:
    from scipy.linalg import toeplitz

    return toeplitz(np.asarray(column, float), np.asarray(row, float))


def _binomial(n: int) -> np.ndarray:
    low = np.array([[math.comb(i, j) for j in range(n)] for i in range(n)], float).reshape(n, n)
    return low @ np.diag((-2.0) ** np.arange(n)) @ low[::-1, ::-1]


def _cauchy(x: Any, y: Any = None) -> np.ndarray:
    a = _vector(x)
    with np.errstate(divide="ignore"):
        return 1 / (a[:, None] + (a if y is None else _vector(y))[None, :])


def _chebspec(size: Any, kind: Any = 0.0) -> np.ndarray:
    shorten = arg.scalar(kind) == 1
    n = _order(size) - (not shorten)
    x = np.cos(np.arange(n + 1) * math.pi / n)
    d = np.ones(n + 1)
    d[[0, -1]] = 2
    c = np.outer(d, 1 / d) / (x[:, None] - x[None, :] + np.eye(n + 1))
    np.fill_diagonal(c, 0)
    c[range(1, n), range(1, n)] = -x[1:n] / (2 * (1 - x[1:n] ** 2))
    c[0, 0], c[n, n] = (2 * n * n + 1) / 6, -(2 * n * n + 1) / 6
    return c[1:, 1:] if shorten else c


def _chebvand(first: Any, second: Any = None) -> np.ndarray:
    values = first if second is None else second
    p = arg.flat(values) if numel_of(values) != 1 else np.linspace(0, 1, _order(values))
    rows = len(p) if second is None else _order(first)
    return (
        np.cos(np.arange(rows)[:, None] * np.arccos(np.clip(p, -1, 1)))
        if (np.abs(p) <= 1).all()
        else np.polynomial.chebyshev.chebvander(p, rows - 1).T
    )


def _chow(size: Any, *rest: Any) -> np.ndarray:
    n, alpha, delta = _order(size), optional(rest, 0, 1.0), optional(rest, 1, 0.0)
    i, j = _grid(n)
    return np.where(i >= j - 1, alpha ** np.maximum(i - j + 1, 0), 0.0) + delta * np.eye(n)


def _circul(v: Any) -> np.ndarray:
    row = _vector(v)
    return np.stack([np.roll(row, k) for k in range(len(row))]) if len(row) else np.zeros((0, 0))


def _clement(size: Any, symmetric: Any = 0.0) -> np.ndarray:
    n = _order(size)
    down, up = np.arange(n - 1.0, 0, -1), np.arange(1.0, n)
    if arg.scalar(symmetric):
        down = up = np.sqrt(down * up)
    return np.diag(down, -1) + np.diag(up, 1)


def _compar(a: Any, kind: Any = 0.0) -> np.ndarray:
    sizes = np.abs(arg.square(a))
    if arg.scalar(kind) == 0:
        return 2 * np.diag(np.diagonal(sizes)) - sizes
    rest = sizes - np.diag(np.diagonal(sizes))
    off = -np.repeat(rest.max(axis=1)[:, None], len(sizes), axis=1)
    if not np.triu(rest).any():
        off = np.tril(off)
    elif not np.tril(rest).any():
        off = np.triu(off)
    return off - np.diag(np.diagonal(off)) + np.diag(np.diagonal(sizes))


def _dramadah(size: Any, kind: Any = 1.0) -> np.ndarray:
    n, k = _order(size), arg.integer(kind)
    place = np.arange(n)
    if k == 1:
        return _toeplitz(~np.isin(place % 4, (1, 2)), np.array([1, 1, 0, 1] + [0] * n)[:n])
    if k == 2:
        return _toeplitz(place == 0, (place == 0) | (place % 2 == 1))
    return _toeplitz(place % 2 == 0, place < 2)


def _gearmat(size: Any, *rest: Any) -> np.ndarray:
    n = _order(size)
    i, j = int(optional(rest, 0, n)), int(optional(rest, 1, -n))
    a = np.eye(n, k=1) + np.eye(n, k=-1)
    a[0, abs(i) - 1] = np.sign(i)
    a[n - 1, n - abs(j)] = np.sign(j)
    return a


def _hanowa(size: Any, *rest: Any) -> np.ndarray:
    n, d = _order(size), optional(rest, 0, -1.0)
    if n % 2:
        raise MatlabError("N must be even.", "MATLAB:hanowa:NMustBeEven")
    block = np.diag(np.arange(1.0, n // 2 + 1))
    return np.block([[d * np.eye(n // 2), -block], [block, d * np.eye(n // 2)]])


def _house(x: Any) -> tuple[Any, ...]:
    v = arg.flat(x).copy()
    size = np.linalg.norm(v)
    if size == 0:
        return v[:, None], 1.0, 0.0
    s = -size * (v[0] / abs(v[0]) if v[0] else 1.0)
    v[0] -= s
    return v[:, None], float(2 / np.vdot(v, v).real), to_value(np.asarray(s))


def _invhess(x: Any, y: Any = None) -> np.ndarray:
    low = _vector(x)
    high = -low[:-1] if y is None else arg.flat(y)
    n = len(low)
    return np.where(np.arange(n)[:, None] < np.arange(n)[None, :], np.append(high, 0.0)[:, None], low[None, :])


def _invol(size: Any) -> np.ndarray:
    n = _order(size)
    i, j = _grid(n)
    a, d = 1 / (i + j - 1), float(-n)
    a[:, 0] *= d
    for k in range(1, n):
        d = -(n + k) * (n - k) * d / (k * k)
        a[k] *= d
    return a


def _ipjfact(size: Any, inverse: Any = 0.0) -> tuple[np.ndarray, float]:
    n = _order(size)
    a = np.array([[float(math.factorial(i + j)) for j in range(1, n + 1)] for i in range(1, n + 1)]).reshape(n, n)
    a = 1 / a if arg.scalar(inverse) == 1 else a
    return a, float(np.linalg.det(a)) if n else 1.0


def _kahan(size: Any, *rest: Any) -> np.ndarray:
    sizes = arg.flat(size).astype(int)
    rows, n = (int(sizes[0]), int(sizes[-1]))
    theta, perturbation = optional(rest, 0, 1.2), optional(rest, 1, 25.0)
    s, c = math.sin(theta), math.cos(theta)
    u = np.diag(s ** np.arange(n)) @ (np.eye(n) - c * np.triu(np.ones((n, n)), 1)) + perturbation * np.finfo(float).eps * np.diag(
        np.arange(n, 0.0, -1)
    )
    return np.pad(u, ((0, max(rows - n, 0)), (0, 0)))[:rows]


def _kms(size: Any, rho: Any = 0.5) -> np.ndarray:
    n, r = _order(size), complex(arg.floating(rho).flat[0])
    i, j = _grid(n)
    upper = r ** np.abs(i - j)
    return arg.narrow(np.where(i > j, np.conj(upper), upper))


def _krylov(call: Any, a: Any, *rest: Any) -> np.ndarray:
    matrix = arg.square(call.feval("randn", a)[0]) if numel_of(a) == 1 else arg.square(a)
    n = len(matrix)
    columns = [arg.flat(rest[0]) if rest else np.ones(n)]
    for _ in range((arg.integer(rest[1]) if len(rest) > 1 else n) - 1):
        columns.append(matrix @ columns[-1])
    return np.stack(columns, axis=1)


def _lesp(size: Any) -> np.ndarray:
    n = _order(size)
    x = np.arange(2.0, n + 1)
    return np.diag(1 / x, -1) - np.diag(2 * np.arange(2.0, n + 2) + 1) + np.diag(x, 1)


def _orthog(size: Any, kind: Any = 1.0) -> np.ndarray:
    n, k = _order(size), arg.integer(kind)
    i, j = _grid(n)
    if n == 0 and k in (-2, -1, 1, 2, 3, 4, 5, 6):
        return np.zeros((0, 0))
    if k == 4:
        q = np.tril(np.ones((n, n)), -1) - np.diag(np.arange(float(n)))
        q[0] = 1
        return q / np.sqrt(np.append(n, np.arange(1.0, n) * np.arange(2.0, n + 1)))[:, None]
    makers: dict[int, Callable[[], np.ndarray]] = {
        1: lambda: math.sqrt(2 / (n + 1)) * np.sin(i * j * (math.pi / (n + 1))),
        2: lambda: 2 / math.sqrt(2 * n + 1) * np.sin(i * j * (2 * math.pi / (2 * n + 1))),
        3: lambda: np.exp((i - 1) * (j - 1) * (2j * math.pi / n)) / math.sqrt(n),
        5: lambda: (np.sin((i - 1) * (j - 1) * (2 * math.pi / n)) + np.cos((i - 1) * (j - 1) * (2 * math.pi / n))) / math.sqrt(n),
        6: lambda: math.sqrt(2 / n) * np.cos((i - 0.5) * (j - 0.5) * (math.pi / n)),
        -1: lambda: np.cos((i - 1) * (j - 1) * np.divide(math.pi, n - 1)),
        -2: lambda: np.cos((i - 1) * (j - 0.5) * (math.pi / n)),
    }
    if k not in makers:
        raise MatlabError("Illegal value for second parameter.", "MATLAB:orthog:IllegalParameter")
    return makers[k]()


def _prolate(size: Any, *rest: Any) -> np.ndarray:
    n, w = _order(size), optional(rest, 0, 0.25)
    k = np.arange(1, n)
    column = np.append(2 * w, np.sin(2 * math.pi * w * k) / (math.pi * k))
    return _toeplitz(column, column)


def _riemann(size: Any) -> np.ndarray:
    i, j = (g + 1 for g in _grid(_order(size)))
    return np.where(np.mod(j, i) == 0, i - 1, -1.0)


def _smoke(size: Any, kind: Any = 0.0) -> np.ndarray:
    n = _order(size)
    a = np.diag(np.append(np.exp(2j * math.pi * np.arange(1, n) / n), 1)) + np.eye(n, k=1)
    if arg.scalar(kind) == 0:
        a[n - 1, 0] = 1
    return a


def _triw(size: Any, *rest: Any) -> np.ndarray:
    rows, columns = (arg.integer(n) for n in (arg.flat(size)[0].item(), arg.flat(size)[-1].item()))
    alpha, k = optional(rest, 0, -1.0), int(optional(rest, 1, columns - 1))
    return np.tril(np.eye(rows, columns) + alpha * np.triu(np.ones((rows, columns)), 1), k)


def _wilk(size: Any) -> Any:
    n = _order(size)
    if n == 3:
        return np.array([[1e-10, 0.9, -0.4], [0, 0.9, -0.4], [0, 0, 1e-10]]), np.array([[0.0], [0.0], [1.0]])
    if n == 4:
        a = np.array([[0.9143e-4, 0, 0, 0], [0.8762, 0.7156e-4, 0, 0], [0.7943, 0.8143, 0.9504e-4, 0], [0.8017, 0.6123, 0.7165, 0.7123e-4]])
        return a, np.array([[0.6524], [0.3127], [0.4186], [0.7853]])
    if n == 5:
        i, j = _grid(5)
        return 1.8144 / (i + j), np.zeros((0, 0))
    if n == 21:
        return np.diag(np.abs(np.arange(-10.0, 11))) + np.eye(21, k=1) + np.eye(21, k=-1), np.zeros((0, 0))
    raise MatlabError("Sorry, that value of N is not available.", "MATLAB:wilk:InvalidN")


def _five_point(call: Any, size: Any, neumann: bool) -> Any:
    from ...values.sparse.matrix import Sparse

    if not neumann:
        sides = [_order(size)] * 2
    else:
        sides = [int(s) for s in arg.flat(size)] if numel_of(size) == 2 else [math.isqrt(_order(size))] * 2
        if numel_of(size) == 1 and sides[0] ** 2 != _order(size):
            raise MatlabError("N must be a perfect square.", "MATLAB:neumann:NotPerfectSquare")
    from scipy.sparse import diags, identity, kron

    lines = []
    for n in sides:
        up, down = np.full(n - 1, -1.0), np.full(n - 1, -1.0)
        if neumann and n > 1:
            up[0] = down[-1] = -2.0
        lines.append(diags([down, np.full(n, 2.0), up], [-1, 0, 1]))
    a = kron(lines[0], identity(sides[1])) + kron(identity(sides[0]), lines[1])
    return Sparse(a.tocsc())


def _banded(call: Any, n: int, diagonals: dict[int, Any]) -> Any:
    from scipy.sparse import diags

    from ...values.sparse.matrix import Sparse

    return Sparse(diags([np.broadcast_to(np.asarray(v, float), (n - abs(k),)) for k, v in diagonals.items()], list(diagonals)).tocsc())


def _tridiag(call: Any, *p: Any) -> Any:
    if len(p) == 3 and numel_of(p[1]) > 1:
        c, d, e = (arg.flat(v) for v in p)
        return _banded(call, len(d), {-1: c, 0: d, 1: e})
    c, d, e = (arg.scalar(v) for v in p[1:]) if len(p) == 4 else (-1.0, 2.0, -1.0)
    return _banded(call, _order(p[0]), {-1: c, 0: d, 1: e})


def _toeppen(call: Any, size: Any, *rest: Any) -> Any:
    values = [optional(rest, k, v) for k, v in enumerate((1.0, -10.0, 0.0, 10.0, 1.0))]
    return _banded(call, _order(size), dict(zip(range(-2, 3), values, strict=True)))


def _dorr(call: Any, size: Any, *rest: Any) -> Any:
    n, theta = _order(size), optional(rest, 0, 0.01)
    h = 1 / (n + 1)
    i, m, term = np.arange(1, n + 1), (n + 1) // 2, theta * (n + 1) ** 2
    first = i <= m
    c = np.where(first, -term, -term + (0.5 - i * h) / h)
    e = np.where(first, -term - (0.5 - i * h) / h, -term)
    d = -(c + e)
    if call.nargout > 1:
        return c[1:, None], d[:, None], e[:-1, None]
    return _banded(call, n, {-1: c[1:], 0: d, 1: e[:-1]})


def _cycol(call: Any, size: Any, *rest: Any) -> np.ndarray:
    sizes = arg.flat(size).astype(int)
    m, n = int(sizes[0]), int(sizes[-1])
    k = int(optional(rest, 0, max(round(n / 4), 1)))
    return np.tile(arg.matrix(call.feval("randn", float(m), float(k))[0]), (1, -(-n // k)))[:, :n]


def _rando(call: Any, size: Any, *rest: Any) -> np.ndarray:
    sizes, k = arg.flat(size), int(optional(rest, 0, 1.0))
    u = arg.matrix(call.feval("rand", float(sizes[0]), float(sizes[-1]))[0])
    return np.floor(u + 0.5) if k == 1 else 2 * np.floor(u + 0.5) - 1 if k == 2 else np.floor(3 * u) - 1


def _moler(size: Any, *rest: Any) -> np.ndarray:
    t = _triw(size, *rest[:1])
    return t.T @ t


def _squares(formula: Callable[[int, np.ndarray, np.ndarray], np.ndarray]) -> Callable[..., np.ndarray]:
    """A matrix of one order n from its row and column numbers."""

    def make(size: Any) -> np.ndarray:
        n = _order(size)
        return np.broadcast_to(formula(n, *_grid(n)), (n, n)) * 1.0

    return make


def _frank(size: Any, kind: Any = 0.0) -> np.ndarray:
    n = _order(size)
    i, j = _grid(n)
    f = np.where(j >= i - 1, n + 1 - np.maximum(i, j), 0.0)
    return f[::-1, ::-1].T if arg.scalar(kind) else f


def _forsythe(size: Any, *rest: Any) -> np.ndarray:
    n = _order(size)
    a = optional(rest, 1, 0.0) * np.eye(n) + np.eye(n, k=1)
    a[n - 1, 0] = optional(rest, 0, math.sqrt(np.finfo(float).eps))
    return a


PLAIN: dict[str, Callable[..., Any]] = {
    "binomial": lambda n: _binomial(_order(n)),
    "cauchy": _cauchy,
    "chebspec": _chebspec,
    "chebvand": _chebvand,
    "chow": _chow,
    "circul": _circul,
    "clement": _clement,
    "compar": _compar,
    "condex": condex,
    "dramadah": _dramadah,
    "fiedler": lambda c: np.abs(_vector(c)[:, None] - _vector(c)[None, :]),
    "forsythe": _forsythe,
    "frank": _frank,
    "gcdmat": _squares(lambda n, i, j: np.gcd(i.astype(int), j.astype(int))),
    "gearmat": _gearmat,
    "grcar": lambda n, *k: np.tril(np.triu(np.ones((_order(n), _order(n)))), int(optional(k, 0, 3.0))) - np.eye(_order(n), k=-1),
    "hanowa": _hanowa,
    "house": _house,
    "invhess": _invhess,
    "invol": _invol,
    "ipjfact": _ipjfact,
    "jordbloc": lambda n, *lam: optional(lam, 0, 1.0) * np.eye(_order(n)) + np.eye(_order(n), k=1),
    "kahan": _kahan,
    "kms": _kms,
    "lauchli": lambda n, *mu: np.concatenate(
        [np.ones((1, _order(n))), optional(mu, 0, math.sqrt(np.finfo(float).eps)) * np.eye(_order(n))]
    ),
    "lehmer": _squares(lambda n, i, j: np.minimum(i, j) / np.maximum(i, j)),
    "lesp": _lesp,
    "lotkin": _squares(lambda n, i, j: np.where(i == 1, 1.0, 1 / (i + j - 1))),
    "minij": _squares(lambda n, i, j: np.minimum(i, j)),
    "moler": _moler,
    "orthog": _orthog,
    "parter": _squares(lambda n, i, j: 1 / (i - j + 0.5)),
    "pei": lambda n, *alpha: optional(alpha, 0, 1.0) * np.eye(_order(n)) + np.ones((_order(n), _order(n))),
    "prolate": _prolate,
    "redheff": _squares(lambda n, i, j: (np.mod(j, i) == 0) | (j == 1)),
    "riemann": _riemann,
    "ris": _squares(lambda n, i, j: 0.5 / (n - i - j + 1.5)),
    "smoke": _smoke,
    "triw": _triw,
    "wilk": _wilk,
}
"""Matrices that need their parameters alone."""

CALLED: dict[str, Callable[..., Any]] = {
    "cycol": _cycol,
    "dorr": _dorr,
    "integerdata": random_data("integer"),
    "krylov": _krylov,
    "neumann": lambda call, n: _five_point(call, n, True),
    "normaldata": random_data("normal"),
    "poisson": lambda call, n: _five_point(call, n, False),
    "randhess": randhess,
    "rando": _rando,
    "randsvd": randsvd,
    "toeppd": toeppd,
    "toeppen": _toeppen,
    "tridiag": _tridiag,
    "uniformdata": random_data("uniform"),
    "wathen": wathen,
}
"""Matrices that are sparse or random, or whose results depend on the number of outputs."""


@builtin(
    "gallery",
    "A = gallery(name, P1, P2, ...)",
    "[A, B, C] = gallery(name, P1, P2, ...)",
    "A = gallery(n)",
    summary="A test matrix by its name, or the badly conditioned matrices of order 3 and 5.",
    examples=(
        Example("gallery('minij',3)", "[1 1 1;1 2 2;1 2 3]"),
        Example("gallery('circul',[1 2 3])", "[1 2 3;3 1 2;2 3 1]"),
        Example("gallery('fiedler',3)", "[0 1 2;1 0 1;2 1 0]"),
        Example("full(gallery('tridiag',3))", "[2 -1 0;-1 2 -1;0 -1 2]"),
        Example("full(gallery('poisson',2))", "[4 -1 -1 0;-1 4 0 -1;-1 0 4 -1;0 -1 -1 4]"),
        Example("gallery('grcar',4,1)", "[1 1 0 0;-1 1 1 0;0 -1 1 1;0 0 -1 1]"),
        Example("gallery('moler',3)", "[1 -1 -1;-1 2 0;-1 0 3]"),
        Example("gallery('redheff',3)", "[1 1 1;1 1 0;1 0 1]"),
        Example("norm(gallery('orthog',4,1)*gallery('orthog',4,1)-eye(4)) < 1e-14", "true"),
        Example("norm(gallery('invol',4)^2-eye(4)) < 1e-10", "true"),
        Example("norm(gallery('binomial',4)^2-8*eye(4))", "0"),
        Example("abs(cond(gallery('randsvd',5,100))-100) < 1e-8", "true"),
        Example("H = gallery('randhess',4); norm(H*H'-eye(4)) < 1e-14 && isequal(H, triu(H,-1))", "true"),
        Example("T = gallery('toeppd',4); issymmetric(T) && min(eig(T)) > -1e-12", "true"),
        Example("W = gallery('wathen',2,3); issparse(W) && issymmetric(W) && size(W,1)==29 && min(eig(full(W))) > 0", "true"),
        Example("gallery('condex',3,3)", "[1 0 0;-1 1 0;-1 -1 -1]"),
        Example("isequal(gallery('uniformdata',[2 3],1), gallery('uniformdata',2,3,1))", "true"),
        Example("norm(gallery('orthog',5,4)*gallery('orthog',5,4)'-eye(5)) < 1e-14", "true"),
        Example("gallery('orthog',0,4)", "[]"),
    ),
    errors=(ErrorCase("gallery('nosuch',3)", "MATLAB:gallery:unknownMatrix"),),
)
def gallery(call: Any, name: Any, *parameters: Any) -> Any:
    if not is_text(name):
        return _by_order(arg.integer(name))
    word = text_of(name).lower()
    if word not in PLAIN and word not in CALLED:
        raise MatlabError(f"Unknown gallery matrix '{word}'.", "MATLAB:gallery:unknownMatrix")
    try:
        return PLAIN[word](*parameters) if word in PLAIN else CALLED[word](call, *parameters)
    except TypeError:
        raise MatlabError("Wrong number of input arguments.", "MATLAB:gallery:nargin") from None


def _by_order(n: int) -> np.ndarray:
    if n == 3:
        return np.array([[-149.0, -50, -154], [537, 180, 546], [-27, -9, -25]])
    if n == 5:
        return np.array(
            [
                [-9.0, 11, -21, 63, -252],
                [70, -69, 141, -421, 1684],
                [-575, 575, -1149, 3451, -13801],
                [3891, -3891, 7782, -23345, 93365],
                [1024, -1024, 2048, -6144, 24572],
            ]
        )
    raise MatlabError("Unknown gallery matrix.", "MATLAB:gallery:unknownMatrix")
