"""Twins of loops that end in the middle, run while something holds, or go over columns."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import signal

Results = dict[str, Any]


def adaptive_clock(n: int, top: int) -> Results:
    widths, h, t = [], 0.01, 0.0
    while t < top:
        h = min(1.2 * h, 0.1, top - t) if t + min(1.2 * h, 0.1) > top else min(1.2 * h, 0.1)
        widths.append(h)
        t = t + h
    y = 1 / np.prod(1 + np.outer(np.linspace(0.5, 2, n), widths), axis=1)
    return {"y": y[:, None], "steps": len(widths), "t": top}


def cooling_while(n: int, floor10: int) -> Results:
    x, rounds = np.linspace(-2, 2, n), int(np.ceil(np.log(floor10 / 100) / np.log(0.9)))
    for k in range(rounds):
        x = x - 0.02 * (x**3 - x + 0.9**k)
        if k + 1 < rounds:
            x = np.clip(x, -3, 3)
    return {"x": x[None], "rounds": rounds, "temperature": 10 * 0.9**rounds}


def skipped_turns(n: int, T: int) -> Results:
    level, seen = np.linspace(1, 2, n), np.zeros(n)
    working = [day for day in range(1, T + 1) if day % 7 not in (0, 6)]
    for day in range(1, T + 1):
        level = level * 0.99 + 0.05 * (day in working)
        seen = seen + (level > 1.5) * (day in working and day <= T / 2)
    return {"level": level[None], "seen": seen[None], "last": max(d for d in working if d > T / 2), "day": T}


def budget_break(n: int, T: int) -> Results:
    costs = 1 / np.arange(1, T + 1) + 0.3
    stop = int(np.flatnonzero(np.cumsum(costs) > 10)[0])
    return {"x": (np.arange(1, n + 1) / n * costs[:stop].sum())[:, None], "spent": stop + 1, "k": stop + 1}


def newton_until(n: int, top: int) -> Results:
    return {"x": np.cbrt(np.linspace(1, 100, n))[None]}


def descent_until(n: int, T: int) -> Results:
    u = np.linspace(-1, 1, n)
    X = np.stack([np.ones(n), u, u**2], 1)
    values, vectors = np.linalg.eigh(X.T @ X / n)
    goal = vectors.T @ np.array([1.0, 2, -3])
    sizes = [np.linalg.norm(values * (1 - 0.8 * values) ** (k - 1) * goal) for k in range(1, T + 1)]
    k = next((k for k in range(5, T + 1, 5) if sizes[k - 1] < 1e-4), None)
    w = vectors @ (goal * (1 - (1 - 0.8 * values) ** (k or T)))
    return {"w": w[:, None], "k": k or T, "converged": k is not None}


def columns_ema(n: int, T: int) -> Results:
    X = np.cos(np.arange(1.0, n * T + 1)).reshape(T, n).T
    means = signal.lfilter([0.2], [1, -0.8], X, axis=1, zi=0.8 * X[:, :1])[0]
    d = X - np.hstack([X[:, :1], means[:, :-1]])
    return {"m": means[:, -1:], "v": signal.lfilter([0.16], [1, -0.8], d**2, axis=1)[:, -1:], "k": T, "x": X[:, -1:]}


def switched_forcing(n: int, T: int) -> Results:
    scale, shift = 1.0, 0.0
    for month in range(1, T + 1):
        season = (month - 1) % 12 + 1
        factor = 0.9 if season in (12, 1, 2) else 1.0 if season in (6, 7, 8) else 1 - 0.01 * month
        scale, shift = scale * factor, shift * factor + (0.1 if season in (6, 7, 8) else 0)
    return {"x": (scale * np.linspace(0, 1, n) + shift)[None], "month": T}


def running_switch(n: int, T: int) -> Results:
    heat, reading, scale, shift = False, 18.0, 1.0, 0.0
    for _ in range(T):
        if heat:
            reading, shift = reading + 0.7, shift + 0.5
            heat = not reading > 21
        else:
            reading, scale, shift = reading - 0.4, scale * 0.9, shift * 0.9 + 1
            heat = reading < 17
    return {"room": (scale * np.linspace(15, 20, n) + shift)[None], "reading": reading, "heat": heat}


def two_phases(n: int, T: int) -> Results:
    y = np.linspace(1, 2, n)[:, None]
    iterations = np.arange(T)
    Y = 2 + (y - 2) * 0.5**iterations
    Y[:, 1 : T // 2] = 0
    return {"Y": Y, "y": 2 + (y - 2) * 0.5 ** (T - 1)}
