"""Twins of the programs of finance: closed products of all the steps where the program goes step by step."""

from __future__ import annotations

from typing import Any

import numpy as np

from .draws import Draws

Results = dict[str, Any]


def monte_carlo_european(M: int, T: int) -> Results:
    z = Draws(42).steps("randn", T, (M, 1))
    S = 100 * np.exp(0.03 - 0.2**2 / 2 + 0.2 * np.sqrt(1 / T) * z.sum(axis=0))
    payoff = np.clip(S - 105, 0, None)
    return {"S": S, "price": np.exp(-0.03) * payoff.mean(), "error_": payoff.std(ddof=1) / np.sqrt(M), "t": T}


def monte_carlo_single(M: int, T: int) -> Results:
    z = Draws(7).steps("randn", T, (M, 1), np.float32).astype(float)
    S = 100 * np.exp(0.02 - 0.3**2 / 2 + 0.3 * np.sqrt(1 / T) * z.sum(axis=0))
    return {"S": S.astype(np.float32), "price": np.float32(np.exp(-0.02) * np.clip(95 - S, 0, None).mean())}


def asian_average(M: int, T: int) -> Results:
    z = Draws(11).steps("randn", T, (M, 1))
    S = 100 * np.cumprod(1 + 0.05 / T + 0.25 * np.sqrt(1 / T) * z, axis=0)
    average = S.mean(axis=0)
    return {"S": S[-1], "average": average, "price": np.exp(-0.05) * np.clip(average - 100, 0, None).mean()}


def asian_knockout(M: int, T: int) -> Results:
    z = Draws(0).steps("randn", T, (1, M))
    S = 100 * np.exp(np.cumsum(-0.02 / T + 0.2 * np.sqrt(1 / T) * z, axis=0))
    alive, A = (S < 130).all(axis=0), S.mean(axis=0)
    return {"A": A, "alive": alive, "knocked": int((~alive).sum()), "price": np.where(alive, np.clip(A - 98, 0, None), 0).mean()}


def barrier_down_out(M: int, T: int) -> Results:
    z, dt = Draws(3).steps("randn", T, (M, 1)), 0.5 / T
    S = 100 * np.exp(np.cumsum((0.01 - 0.18**2 / 2) * dt + 0.18 * np.sqrt(dt) * z, axis=0))
    hit = (S <= (85 + 2 * np.arange(1, T + 1) / T)[:, None, None]).any(axis=0)
    V = np.where(hit, 0, np.clip(102 - S[-1], 0, None))
    return {"hit": hit, "V": V, "price": np.exp(-0.005) * V.mean(), "barrier": 87}


def lookback_antithetic(M: int, T: int) -> Results:
    z = Draws(5).steps("randn", T, (M, 1))
    a, b = (0.04 - 0.5 * 0.09) / T, 0.3 / np.sqrt(T)
    peaks = [np.maximum(50 * np.exp(np.cumsum(a + sign * b * z, axis=0)).max(axis=0), 50) for sign in (1, -1)]
    payoff = sum(np.clip(peak - 52, 0, None) for peak in peaks) / 2
    return {"peakUp": peaks[0], "peakDown": peaks[1], "payoff": payoff, "price": np.exp(-0.04) * payoff.mean()}


_CORRELATION = np.array([[1, 0.5, 0.2], [0.5, 1, 0.3], [0.2, 0.3, 1]])
_SIGMA = np.array([0.2, 0.3, 0.1])


def _basket(z: np.ndarray, T: int) -> tuple[np.ndarray, float]:
    """``z``: the summed normals, paths by assets."""
    w = z @ np.linalg.cholesky(_CORRELATION).T
    S = np.array([100, 80, 120]) * np.exp(-0.5 * _SIGMA**2 + _SIGMA * np.sqrt(1 / T) * w)
    return S, np.clip(S @ np.array([0.4, 0.35, 0.25]) - 98, 0, None).mean()


def basket_three_assets(M: int, T: int) -> Results:
    draws = Draws(8)
    z = sum(np.hstack([draws.randn((M, 1)) for _ in range(3)]) for _ in range(T))
    S, price = _basket(z, T)
    return {"A": S[:, [0]], "B": S[:, [1]], "D": S[:, [2]], "price": price}


def basket_matrix(M: int, T: int) -> Results:
    S, price = _basket(Draws(9).steps("randn", T, (M, 3)).sum(axis=0), T)
    return {"S": S, "price": price}


def heston(M: int, T: int) -> Results:
    draws, dt = Draws(21), 1 / T
    x, v = np.full((M, 1), np.log(100)), np.full((M, 1), 0.05)
    for _ in range(T):
        first, second = draws.randn((M, 1)), draws.randn((M, 1))
        positive = np.where(v > 0, v, 0)
        deviation = np.sqrt(positive) * np.sqrt(dt)
        x = x + 0.02 * dt - 0.5 * dt * positive + deviation * first
        v = v + 1.5 * dt * (0.04 - positive) + 0.4 * deviation * (-0.7 * first + np.sqrt(0.51) * second)
    S = np.exp(x)
    return {"S": S, "v": v, "price": np.exp(-0.02) * np.clip(S - 100, 0, None).mean(), "negative": (v < 0).mean()}


def vasicek_bond(M: int, T: int) -> Results:
    z, dt = Draws(77).steps("randn", T, (M, 1)), 2 / T
    keep = 1 - 0.8 * dt
    rates = [np.full((M, 1), 0.03)]
    for k in range(T):
        rates.append(keep * rates[-1] + 0.8 * 0.05 * dt + 0.02 * np.sqrt(dt) * z[k])
    integral = np.trapezoid(rates, dx=dt, axis=0) if hasattr(np, "trapezoid") else np.trapz(rates, dx=dt, axis=0)
    return {"rate": rates[-1], "old": rates[-2], "I": integral, "bond": np.exp(-integral).mean()}


def jump_diffusion(M: int, T: int) -> Results:
    draws, dt = Draws(31), 1 / T
    log, jumps = np.zeros((M, 1)), np.zeros((M, 1))
    for _ in range(T):
        jump = draws.rand((M, 1)) < 2 * dt
        size, z = draws.randn((M, 1)), draws.randn((M, 1))
        log += 0.01 * dt + 0.2 * np.sqrt(dt) * z + np.where(jump, -0.1 + 0.15 * size, 0)
        jumps += jump
    S = 40 * np.exp(log)
    return {"S": S, "jumps": jumps, "price": np.clip(S - 42, 0, None).mean(), "perYear": jumps.mean()}


def paths_matrix(M: int, T: int) -> Results:
    z = Draws(13).steps("randn", T, (M, 1))[:, :, 0].T
    P = 10 * np.cumprod(np.hstack([np.ones((M, 1)), 1.001 + 0.02 * z]), axis=1)
    return {"P": P, "meanPath": P.mean(axis=0, keepdims=True), "worst": P.min(axis=1, keepdims=True)}


def cev_with_schedule(M: int, T: int) -> Results:
    z = Draws(14).steps("randn", T, (M, 1))
    vol = np.linspace(0.1, 0.4, T) * np.where(np.arange(1, T + 1) > T / 2, 0.9, 1)
    S = np.full((M, 1), 20.0)
    for k in range(T):
        S = np.maximum(S + vol[k] * np.sqrt(1 / T) * np.power(S, 0.8) * z[k], 0.01)
    return {"S": S, "sig": vol[-1], "price": np.clip(20 - S, 0, None).mean()}


def binomial_tree(N: int, n: int) -> Results:
    u = np.exp(0.3 * np.sqrt(1 / N))
    p, disc = (np.exp(0.05 / N) - 1 / u) / (u - 1 / u), np.exp(-0.05 / N)
    values = [max(105 - 100 * u ** (N - 2 * j), 0) for j in range(N + 1)]
    for level in range(N - 1, -1, -1):
        values = [max(disc * (p * values[j] + (1 - p) * values[j + 1]), 105 - 100 * u ** (level - 2 * j)) for j in range(level + 1)]
    return {"price": values[0], "k": 1}


def longstaff_schwartz(M: int, T: int) -> Results:
    z, dt = Draws(99).steps("randn", T, (M, 1))[:, :, 0], 1 / T
    S = 36 * np.exp(np.cumsum(0.04 * dt + 0.2 * np.sqrt(dt) * z, axis=0))
    cash = np.clip(40 - S[-1], 0, None)
    for t in range(T - 2, -1, -1):
        cash *= np.exp(-0.06 * dt)
        inside = S[t] < 40
        fit = np.polynomial.Polynomial.fit(S[t][inside], cash[inside], 2)
        go = inside & (40 - S[t] > fit(S[t]))
        cash[go] = 40 - S[t][go]
    return {"cash": cash[:, None], "price": (cash * np.exp(-0.06 * dt)).mean()}
