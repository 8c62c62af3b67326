"""Twins of linear algebra and learning: decompositions and library solvers where the program iterates to the end."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import linalg

from .draws import Draws

Results = dict[str, Any]


def _grid(n: int) -> np.ndarray:
    return np.arange(1.0, n * n + 1).reshape(n, n).T


def power_iteration(n: int, T: int) -> Results:
    B = Draws(70).randn((n, n))
    values, vectors = linalg.eigh(B @ B.T / n + 10 / n)
    v = vectors[:, -1:]
    return {"lambda": values[-1], "v": v * np.sign(v.sum()), "k": T, "$absolute": {"v": 1e-5, "lambda": 1e-8}}


def matrix_exponential_series(n: int, T: int) -> Results:
    return {"E": linalg.expm(np.sin(_grid(n)) / n), "k": T}


def newton_schulz_inverse(n: int, T: int) -> Results:
    return {"X": linalg.inv(np.eye(n) + np.sin(_grid(n)) / (2 * n))}


def conjugate_gradient(n: int, T: int) -> Results:
    band = np.stack([np.full(n, -1.0), np.full(n, 4.0), np.full(n, -1.0)])
    return {"x": linalg.solve_banded((1, 1), band, np.arange(1, n + 1) / n)[:, None], "$absolute": {"x": 1e-9}}


def jacobi_system(n: int, T: int) -> Results:
    return {"x": linalg.solve(0.4 * np.cos(_grid(n)) / n + np.eye(n), np.ones((n, 1))), "$absolute": {"x": 1e-9}}


def gauss_seidel(n: int, T: int) -> Results:
    A, b, x = np.eye(n) * 3 + np.cos(_grid(n)) / n, np.arange(1.0, n + 1), np.zeros(n)
    lower = np.tril(A)
    for _ in range(T):
        x = linalg.solve_triangular(lower, b - (A - lower) @ x, lower=True)
    return {"x": x[:, None], "j": n, "i": n}


def sinkhorn(n: int, T: int) -> Results:
    x = np.linspace(0, 1, n)
    P = np.exp(-((x[:, None] - x) ** 2) / 0.05)
    for _ in range(T):
        column_goal = np.arange(1, n + 1) / (n * (n + 1) / 2)
        P = P * (column_goal / P.sum(axis=0))
        P = P * (1 / n / P.sum(axis=1))[:, None]
    return {"P": P}


def pagerank(n: int, T: int) -> Results:
    k = np.arange(1, n + 1)
    L = np.outer(k, k) % 7 < 2
    L[0] = True
    p = linalg.solve(np.eye(n) - 0.85 * L / L.sum(axis=0), np.full((n, 1), 0.15 / n))
    return {"p": p, "best": p.max(), "$absolute": {"p": 0.85**T, "best": 0.85**T}}


def least_squares_descent(n: int, T: int) -> Results:
    draws = Draws(71)
    X = np.hstack([np.ones((n, 1)), draws.randn((n, 2))])
    y = X @ [[1], [-2], [0.5]] + 0.1 * draws.randn((n, 1))
    values, basis = linalg.eigh(X.T @ X / n)
    best = linalg.lstsq(X, y)[0]
    rest = float(((y - X @ best) ** 2).mean())
    start, loss = basis.T @ -best, np.empty((1, T))
    for k in range(T):  # the error in the eigenbasis shrinks by 1 - 0.2 value in each step
        gap = start[:, 0] * (1 - 0.2 * values) ** k
        loss[0, k] = rest + (values * gap**2).sum()
    return {"loss": loss, "w": best + basis @ (start * ((1 - 0.2 * values) ** T)[:, None])}


def logistic_regression(n: int, T: int) -> Results:
    draws = Draws(72)
    X = np.hstack([np.ones((n, 1)), draws.randn((n, 3))])
    sigmoid = lambda z: 0.5 * (1 + np.tanh(z / 2))  # noqa: E731
    y = (draws.rand((n, 1)) < sigmoid(X @ [[0.5], [1], [-1], [2]])).astype(float)
    w, m = np.zeros((2, 4, 1))
    for k in range(1, T + 1):
        p = sigmoid(X @ w)
        m = 0.9 * m + X.T @ (p - y) / n
        w = w - 0.5 / (1 + 0.01 * k) * m
    return {"w": w, "p": p, "accuracy": ((p > 0.5) == y).mean()}


def adam_per_element(n: int, T: int) -> Results:
    target = np.linspace(-3, 3, n)[:, None]
    w, slopes = np.zeros((n, 1)), []
    for k in range(1, T + 1):
        slopes.append(2 * (w - target) + 0.1 * np.cos(w))
        ages = np.arange(k - 1, -1, -1)[:, None, None]
        history = np.array(slopes)
        first, second = (0.1 * 0.9**ages * history).sum(axis=0), (0.001 * 0.999**ages * history**2).sum(axis=0)
        w = w - 0.05 * first / (1 - 0.9**k) / (np.sqrt(second / (1 - 0.999**k)) + 1e-8)
    return {"w": w, "m": first, "v": second}


def kmeans(n: int, T: int) -> Results:
    from scipy.cluster.vq import vq

    draws, shift = Draws(73), np.arange(1, n + 1)[:, None] % 3
    X = np.hstack([draws.randn((n, 1)) + 4 * shift, draws.randn((n, 1)) - 2 * shift])
    C = X[:3].copy()
    for _ in range(T):
        label, distance = vq(X, C)
        inertia = (distance**2).sum()
        C = np.array([X[label == j].mean(axis=0) if (label == j).any() else C[j] for j in range(3)])
    return {"C": C, "label": label[:, None] + 1, "inertia": inertia, "it": T, "j": 3}


def expectation_maximisation(n: int, T: int) -> Results:
    from scipy.stats import norm

    draws = Draws(74)
    x = np.concatenate([draws.randn((n, 1)) - 1.5, 0.7 * draws.randn((n, 1)) + 2])
    mu, s, w = np.array([-1.0, 1]), np.ones(2), np.array([0.5, 0.5])
    for _ in range(T):
        joint = w * norm.pdf(x, mu, np.sqrt(s))
        g = joint / joint.sum(axis=1, keepdims=True)
        w = g.mean(axis=0)
        mu = np.average(np.hstack([x, x]), axis=0, weights=g)
        s = ((x - mu) ** 2 * g).sum(axis=0) / g.sum(axis=0)
    return {"mu1": mu[0], "mu2": mu[1], "s1": s[0], "s2": s[1], "w": w[0], "g": g[:, :1]}


def perceptron_rows(n: int, T: int) -> Results:
    X = np.hstack([np.ones((n, 1)), Draws(75).randn((n, 2))])
    y = np.sign(X @ [0.2, 1, -1])
    w, mistakes = np.zeros(3), 0
    for i in list(range(n)) * T:
        if y[i] * (X[i] @ w) <= 0:
            w, mistakes = w + y[i] * X[i], mistakes + 1
    return {"w": w[:, None], "mistakes": mistakes}


def markov_distribution(n: int, T: int) -> Results:
    P = np.outer(np.arange(1, n + 1), np.arange(3, n + 3)) % 11 + 1.0
    P /= P.sum(axis=1, keepdims=True)
    return {"H": np.array([np.linalg.matrix_power(P, t)[0] for t in range(1, T + 1)]), "p": np.linalg.matrix_power(P, T)[:1]}


def softmax_attention_rounds(n: int, T: int) -> Results:
    from scipy.special import softmax

    X = np.sin(np.arange(1, n * 8 + 1)).reshape(8, n).T
    for _ in range(T):
        X = softmax(np.einsum("ik,jk->ij", X, X) / np.sqrt(8), axis=1) @ X
        X = (X - X.mean(axis=1, keepdims=True)) / np.sqrt(X.var(axis=1, keepdims=True) + 1e-5)
    return {"X": X}


def cumulative_returns_columns(n: int, T: int) -> Results:
    R = Draws(76).randn((n, T))
    full = sum(np.correlate(row, row, "full") for row in R)[T:]
    return {"c": (full / (n * np.arange(T - 1, 0, -1)))[None], "lag": T - 1}
