"""Twins of the filters: SciPy's ``lfilter`` and batch formulas where the program keeps a running state."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import signal

from .draws import Draws

Results = dict[str, Any]


def ema_bank(N: int, T: int) -> Results:
    X = Draws(1).randn((N, T))
    Y, _ = signal.lfilter([0.1], [1, -0.9], X[:, 1:], zi=0.9 * X[:, :1])
    return {"X": X, "Y": np.hstack([X[:, :1], Y]), "t": T}


def ema_rows(N: int, T: int) -> Results:
    X, alpha = Draws(2).rand((T, N)), np.linspace(0.05, 0.5, N)
    lags = np.arange(T)
    Y = np.empty((T, N))
    for t in range(T):
        weights = alpha * (1 - alpha) ** (t - lags[: t + 1, None])
        weights[0] = (1 - alpha) ** t
        Y[t] = (weights * X[: t + 1]).sum(axis=0)
    return {"Y": Y, "last": Y[-1:]}


def ema_single_sum(N: int, T: int) -> Results:
    X = Draws(4).randn((N, T), np.float32).astype(float)
    S = signal.lfilter([0.25], [1, -0.75], X)
    energy = (S**2).sum(axis=1, keepdims=True)
    return {"s": np.float32(S[:, -1:]), "energy": np.float32(energy), "total": np.float32(energy.sum())}


def biquad_bank(N: int, T: int) -> Results:
    X, w = Draws(6).randn((N, T)), np.linspace(0.1, 2.5, N)
    cosine, al = np.cos(w), np.sin(w) / 1.8
    b = np.stack([(1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2]) / (1 + al)
    a = np.stack([1 + al, -2 * cosine, 1 - al]) / (1 + al)
    past, Y = np.zeros((4, N)), np.empty((N, T))
    for t in range(T):  # direct form I
        Y[:, t] = b[0] * X[:, t] + b[1] * past[0] + b[2] * past[1] - a[1] * past[2] - a[2] * past[3]
        past = np.stack([X[:, t], past[0], Y[:, t], past[2]])
    one = signal.lfilter(b[:, N // 2], a[:, N // 2], X[N // 2])
    assert np.allclose(one, Y[N // 2])
    return {"Y": Y, "y": Y[:, -1:]}


def iir_two_back(N: int, T: int) -> Results:
    X = Draws(12).rand((N, T)) - 0.5
    b, a = [0.3, 0.2, -0.1], [1, -0.9, 0.5]
    state = np.stack([signal.lfiltic(b, a, row[1::-1], row[1::-1]) for row in X])
    Y, _ = signal.lfilter(b, a, X[:, 2:], zi=state)
    return {"Y": np.hstack([X[:, :2], Y])}


def fir_moving_window(N: int, T: int) -> Results:
    X = np.floor(10 * Draws(15).rand((N, T)))
    windows = np.lib.stride_tricks.sliding_window_view(X, 5, axis=1).sum(axis=2)
    return {"S": windows[:, -1:], "best": windows.max(axis=1, keepdims=True)}


def holt_trend(N: int, T: int) -> Results:
    X = np.cumsum(Draws(16).randn((N, T)), axis=1)
    state = np.stack([X[:, 0], X[:, 1] - X[:, 0]])
    F = np.full((N, T), np.nan)
    for t in range(2, T + 1):
        g = 1 / (1 + 0.2 * t)
        b = 0.5 * g
        predicted = state[0] + state[1]
        F[:, t - 1] = predicted
        surprise = X[:, t - 1] - predicted
        state = np.stack([predicted + g * surprise, state[1] + b * g * surprise])
    return {"F": F, "level": state[0][:, None], "trend": state[1][:, None], "forecast": (state[0] + 3 * state[1])[:, None], "gain": g}


def kalman_channels(N: int, T: int) -> Results:
    draws = Draws(17)
    Z = draws.randn((N, T))
    Z[draws.rand((N, T)) < 0.1] = np.nan
    r = np.linspace(0.2, 2, N)
    m, P = np.zeros(N), np.ones(N)
    for z in Z.T:
        P = P + 0.01
        seen = np.isfinite(z)
        posterior = np.where(seen, 1 / (1 / P + 1 / r), P)
        m = np.where(seen, posterior * (m / P + np.nan_to_num(z) / r), m)
        P = posterior
    return {"m": m[:, None], "P": P[:, None], "seen": seen[:, None]}


def kalman_position_velocity(N: int, T: int) -> Results:
    Z = np.cumsum(0.1 + 0.3 * Draws(18).randn((N, T)), axis=1)
    F, Q = np.array([[1.0, 1], [0, 1]]), np.diag([1e-3, 1e-4])
    P, x, X = np.eye(2), np.stack([Z[:, 0], np.zeros(N)]), np.zeros((N, T))
    for t in range(1, T):
        x, P = F @ x, F @ P @ F.T + Q
        gain = P[:, :1] / (P[0, 0] + 0.09)
        x = x + gain * (Z[:, t] - x[0])
        P = P - gain @ P[:1]
        X[:, t] = x[0]
    column = np.ones((N, 1))
    return {"X": X, "v": x[1][:, None], "p11": P[0, 0] * column, "p12": P[0, 1] * column, "p22": P[1, 1] * column}


def running_extremes(N: int, T: int) -> Results:
    X = np.cumsum(Draws(19).randn((N, T)), axis=1)
    draw = (np.maximum.accumulate(X, axis=1) - X).max(axis=1)
    columns = {"hi": X.max(axis=1), "lo": X.min(axis=1), "when": X.argmax(axis=1) + 1.0, "draw": draw, "span": np.ptp(X, axis=1)}
    return {name: value[:, None] for name, value in columns.items()}


def welford(N: int, T: int) -> Results:
    X = 5 + 2 * Draws(20).rand((N, T)) ** 2
    centred = X - X.mean(axis=1, keepdims=True)
    second, third = (centred**2).sum(axis=1, keepdims=True), (centred**3).sum(axis=1, keepdims=True)
    return {"mu": X.mean(axis=1, keepdims=True), "variance": second / (T - 1), "skew": np.sqrt(T) * third / second**1.5}


def integrate_and_fire(N: int, T: int) -> Results:
    current = 1 + Draws(22).rand((N, 1))
    V, ready, spikes = np.zeros((3, N, 1))
    for t in range(1, T + 1):
        on = ready < t
        V[on] += 0.05 * (current[on] - V[on] + 0.2 * np.sin(0.3 * t))
        fired = V >= 0.6
        V[fired], ready[fired] = 0, t + 3
        spikes += fired
    return {"V": V, "spikes": spikes, "rate": spikes / (T * 0.05)}


def lms_filter(N: int, T: int) -> Results:
    X = Draws(23).randn((N, T)) / np.sqrt(N)
    true = np.cos(np.arange(1, N + 1))
    gap, e = true.copy(), np.empty((1, T))
    for t in range(T):
        e[0, t] = gap @ X[:, t]
        gap -= 0.5 * e[0, t] * X[:, t]
    return {"e": e, "w": (true - gap)[:, None]}


def one_long_channel(T: int, n: int) -> Results:
    x = Draws(24).randn((1, T))
    x[:, :2] = 0
    y = signal.lfilter([1], [1, -1.6, 0.8], x)
    return {"y": y, "energy": (y**2).sum()}


def moving_window_detrend(N: int, T: int) -> Results:
    picked = Draws(25).rand((N, T))[:, ::-3]
    return {"acc": picked @ (0.7 ** np.arange(picked.shape[1]))[:, None], "weight": 0.7 ** picked.shape[1]}
