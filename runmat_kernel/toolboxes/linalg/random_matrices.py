"""Test matrices made of random numbers, and counterexamples of condition estimators: rows of ``gallery``'s table."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.arguments import optional
from ...values.convert import as_array, to_value

_EPS = float(np.finfo(float).eps)


def _drawn(call: Any, name: str, *sizes: int) -> np.ndarray:
    return as_array(call.feval(name, *(float(n) for n in sizes))[0])


def randhess(call: Any, x: Any) -> np.ndarray:
    """An orthogonal upper Hessenberg matrix of random (or given) rotations."""
    angles = arg.flat(x).astype(float)
    if angles.size == 1:
        n = int(angles[0])
        angles = 2 * np.pi * _drawn(call, "rand", n - 1, 1).ravel()
        last = math.copysign(1.0, float(_drawn(call, "randn", 1, 1).flat[0]))
    else:
        n, last = angles.size, (-1.0 if angles[-1] < 0 else 1.0)
        angles = angles[:-1]
    h = np.eye(n)
    h[-1, -1] = last
    for i in range(n - 1, 0, -1):
        c, s = math.cos(angles[i - 1]), math.sin(angles[i - 1])
        h[[i - 1, i]] = np.array([[c, s], [-s, c]]) @ h[[i - 1, i]]
    return h


def _orthogonal(call: Any, n: int) -> np.ndarray:
    q, r = np.linalg.qr(_drawn(call, "randn", n, n))
    return q * np.sign(np.diagonal(r))


def randsvd(call: Any, size: Any, *rest: Any) -> np.ndarray:
    """Random singular vectors with preassigned singular values; ``kappa`` is the condition number, ``mode`` how the values are spread."""
    sizes = [int(n) for n in arg.flat(size)]
    if not sizes:
        raise MatlabError("The size must be a number or a vector of two.", "MATLAB:gallery:invalidSize")
    m, n = sizes[0], sizes[-1]
    p = min(m, n)
    kappa, mode = optional(rest, 0, math.sqrt(1 / _EPS)), int(optional(rest, 1, 3))
    if len(rest) > 2:
        raise MatlabError("Bandwidths of 'randsvd' matrices are not supported.", "MATLAB:gallery:unsupported")
    symmetric, kappa = kappa < 0, abs(kappa)
    steps = np.arange(p) / max(p - 1, 1)
    values = {
        1: lambda: np.concatenate([[1.0], np.full(p - 1, 1 / kappa)]),
        2: lambda: np.concatenate([np.ones(p - 1), [1 / kappa]]),
        3: lambda: kappa ** (-steps),
        4: lambda: 1 - steps * (1 - 1 / kappa),
        5: lambda: np.exp(-_drawn(call, "rand", p, 1).ravel() * math.log(kappa)),
    }.get(abs(mode))
    if values is None:
        raise MatlabError("MODE must be a number from 1 to 5.", "MATLAB:gallery:randsvd:mode")
    sigma = values()
    sigma = sigma[::-1] if mode < 0 else sigma
    diagonal = np.zeros((m, n))
    np.fill_diagonal(diagonal, sigma)
    left = _orthogonal(call, m)
    return left @ diagonal @ (left.T if symmetric else _orthogonal(call, n))


def toeppd(call: Any, size: Any, *rest: Any) -> np.ndarray:
    """A symmetric positive semidefinite Toeplitz matrix: a sum of cosines."""
    n = arg.integer(size)
    m = int(optional(rest, 0, n))
    weights = arg.flat(rest[1]) if len(rest) > 1 else _drawn(call, "rand", m, 1).ravel()
    angles = arg.flat(rest[2]) if len(rest) > 2 else _drawn(call, "rand", m, 1).ravel()
    gaps = 2 * np.pi * (np.arange(n)[:, None] - np.arange(n)[None, :])
    return sum((w * np.cos(t * gaps) for w, t in zip(weights, angles, strict=True)), np.zeros((n, n)))


def wathen(call: Any, nx: Any, ny: Any, scaled: Any = 0.0) -> Any:
    """A random sparse matrix of finite elements with eight nodes on an nx-by-ny grid; scaled to a unit diagonal on demand."""
    from scipy.sparse import coo_matrix, diags

    from ...values.sparse.matrix import Sparse

    m, n = arg.integer(nx), arg.integer(ny)
    e1 = np.array([[6, -6, 2, -8], [-6, 32, -6, 20], [2, -6, 6, -6], [-8, 20, -6, 32]])
    e2 = np.array([[3, -8, 2, -6], [-8, 16, -8, 20], [2, -8, 3, -8], [-6, 20, -8, 16]])
    element = np.block([[e1, e2], [e2.T, e1]]) / 45
    density = 100 * _drawn(call, "rand", m, n)
    rows, columns, data = [], [], []
    for j in range(1, n + 1):
        for i in range(1, m + 1):
            a, b, c = 3 * j * m + 2 * i + 2 * j + 1, (3 * j - 1) * m + 2 * j + i - 1, 3 * (j - 1) * m + 2 * i + 2 * j - 3
            nodes = np.array([a, a - 1, a - 2, b, c, c + 1, c + 2, b + 1]) - 1
            rows.append(np.repeat(nodes, 8))
            columns.append(np.tile(nodes, 8))
            data.append((element * density[i - 1, j - 1]).ravel())
    total = 3 * m * n + 2 * m + 2 * n + 1
    matrix = coo_matrix((np.concatenate(data), (np.concatenate(rows), np.concatenate(columns))), (total, total)).tocsc()
    if arg.scalar(scaled):
        matrix = (diags(1 / matrix.diagonal()) @ matrix).tocsc()
    return Sparse(matrix)


def condex(size: Any, *rest: Any) -> np.ndarray:
    """Counterexamples of condition estimators: kinds 1 (order 4), 2 (order 3), 3 and 4 (any order)."""
    n, kind, t = arg.integer(size), int(optional(rest, 0, 4)), float(optional(rest, 1, 100.0))
    if kind == 1:
        a = np.array([[1, -1, -2 * t, 0], [0, 1, t, -t], [0, 1, 1 + t, -(t + 1)], [0, 0, 0, t]])
    elif kind == 2:
        a = np.array([[1, 1 - 2 / t**2, -2], [0, 1 / t, -1 / t], [0, 0, 1]])
    elif kind == 3:
        a = np.eye(n) - np.tril(np.ones((n, n)), -1)
        a[-1, -1] = -1.0
    elif kind == 4:
        steps = np.arange(n)
        x = np.stack([np.ones(n), steps == 0, (-1.0) ** steps * (1 + steps / max(n - 1, 1))], axis=1)
        u, s, _ = np.linalg.svd(x, full_matrices=False)
        q = u[:, s > max(x.shape) * _EPS * s[0]]
        a = np.eye(n) + t * (np.eye(n) - q @ q.T)
    else:
        raise MatlabError("The kind of 'condex' must be from 1 to 4.", "MATLAB:gallery:condex:kind")
    whole = np.eye(max(n, len(a)))
    whole[: len(a), : len(a)] = a
    return whole


def random_data(kind: str) -> Any:
    """``uniformdata``, ``normaldata`` and ``integerdata``: arrays that depend on sizes and a seed alone."""

    def function(call: Any, *parameters: Any) -> Any:
        rest = list(parameters)
        limits = [int(v) for v in arg.flat(rest.pop(0))] if kind == "integer" else []
        seed = int(arg.scalar(rest.pop())) if len(rest) > 1 else 0
        sizes = [int(n) for v in rest for n in arg.flat(v)]
        sizes = sizes * 2 if len(sizes) == 1 else sizes
        stream = np.random.RandomState(seed or 5489)
        if kind == "normal":
            return np.asfortranarray(stream.standard_normal(sizes))
        uniform = np.asfortranarray(stream.random_sample(sizes))
        if kind == "uniform":
            return uniform
        low, high = (1, limits[0]) if len(limits) == 1 else limits
        return to_value(low + np.floor(uniform * (high - low + 1)))

    return function
