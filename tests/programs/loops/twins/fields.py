"""Twins of fields on grids: banded and circulant operators, Fourier modes, or one cell at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import ndimage, sparse

from .draws import Draws

Results = dict[str, Any]


def _line(n: int, share: float) -> sparse.csr_array:
    """One explicit step of diffusion with held ends."""
    middle = np.full(n, 1 - 2 * share)
    middle[[0, -1]] = 1
    upper, lower = np.full(n - 1, share), np.full(n - 1, share)
    upper[0], lower[-1] = 0, 0
    return sparse.csr_array(sparse.diags([lower, middle, upper], [-1, 0, 1]))


def heat_line(n: int, T: int) -> Results:
    x = np.linspace(0, 1, n)
    u = np.sin(np.pi * x) + 0.2 * np.cos(7 * x)
    for _ in range(T):
        u = _line(n, 0.25) @ u
    return {"u": u[None], "t": T}


_CROSS = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]])


def heat_plane(n: int, T: int) -> Results:
    x = np.linspace(0, 1, n)
    U = np.outer(np.cos(2 * x), np.sin(3 * x))
    inner = np.pad(np.ones((n - 2, n - 2)), 1)
    for _ in range(T):
        U = U + 0.2 * inner * ndimage.convolve(U, _CROSS)
    return {"U": U, "total": U.sum()}


def heat_source_schedule(n: int, T: int) -> Results:
    u = np.zeros(n)
    for t in range(1, T + 1):
        u = _line(n, 0.3) @ u + 0.3 * (np.arange(n) == 4) * (t <= T / 2)
        u[0], u[-1] = u[1], u[-2]
    return {"u": u[:, None]}


def wave_line(n: int, T: int) -> Results:
    x = np.linspace(0, 1, n)
    old = u = np.exp(-100 * (x - 0.5) ** 2)
    for _ in range(T):
        new = 2 * u - old + 0.81 * np.convolve(u, [1, -2, 1], "same")
        new[[0, -1]] = 0
        old, u = u, new
    return {"u": u[:, None], "old": old[:, None], "i": np.arange(2.0, n)[None]}


def wave_plane_circshift(n: int, T: int) -> Results:
    x = np.arange(n) * 2 * np.pi / n
    mode = np.outer(np.sin(2 * x), np.sin(x))
    stiffness = 2 * np.cos(2 * np.pi / n) + 2 * np.cos(4 * np.pi / n) - 4  # its eigenvalue
    u, v = 1.0, 0.0
    for _ in range(T):
        v += 0.1 * stiffness * u
        u += 0.1 * v
    return {"U": u * mode, "V": v * mode, "$absolute": {"U": 1e-10, "V": 1e-10}}


def advection_upwind(n: int, T: int) -> Results:
    start = (np.arange(1, n + 1) < n / 3).astype(float)
    shift = np.exp(-2j * np.pi * np.arange(n // 2 + 1) / n)
    u = np.fft.irfft(np.fft.rfft(start) * (0.5 + 0.5 * shift) ** T, n)
    return {"u": u[None], "mass": start.sum(), "$absolute": {"u": 1e-9}}


def burgers(n: int, T: int) -> Results:
    u = 1 + 0.5 * np.sin(2 * np.pi * np.linspace(0, 1, n))
    for _ in range(T):
        flux = u**2
        u = (np.roll(u, 1) + np.roll(u, -1)) / 2 + 0.1 * (np.roll(flux, 1) - np.roll(flux, -1))
    return {"u": u[None]}


def _inside(u: np.ndarray) -> np.ndarray:
    new = u.copy()
    new[1:-1, 1:-1] = ndimage.convolve(u, np.abs(_CROSS) % 4)[1:-1, 1:-1] / 4
    return new


def jacobi_poisson(n: int, T: int) -> Results:
    u, gain = np.zeros((n, n)), np.pad(np.full((n - 2, n - 2), 0.25 / (n - 1) ** 2), 1)
    for _ in range(T):
        last, u = u, _inside(u) + gain
    return {"u": u, "v": last, "change": abs(u - last).max()}


def jacobi_until_converged(n: int, T: int) -> Results:
    u = np.zeros((n, n))
    u[0] = 1
    k, done = 0, False
    while k < T and not done:
        last, u = u, _inside(u)
        k, done = k + 1, bool(abs(u - last).max() < 1e-4)
    return {"u": u, "k": k, "done": done}


def gray_scott(n: int, T: int) -> Results:
    grid = np.arange(1, n + 1) - n / 2
    U, V = np.ones((n, n)), 0.25 * np.exp(-(grid[:, None] ** 2 + grid**2) / 8)
    for _ in range(T):
        growth = U * V * V
        diffusion = [ndimage.convolve(A, _CROSS, mode="wrap") for A in (U, V)]
        U, V = U + 0.16 * diffusion[0] - growth + 0.035 * (1 - U), V + 0.08 * diffusion[1] + growth - 0.1 * V
    return {"U": U, "V": V}


def rule_thirty(n: int, T: int) -> Results:
    rows, row = [], np.zeros(n, int)
    row[n // 2 - 1] = 1
    for _ in range(T):
        rows.append(row)
        row = 30 >> (4 * np.roll(row, 1) + 2 * row + np.roll(row, -1)) & 1
    return {"G": np.array(rows, bool), "alive": int(np.sum(rows))}


def game_of_life(n: int, T: int) -> Results:
    A = Draws(60).rand((n, n)) > 0.6
    around = np.ones((3, 3), int)
    around[1, 1] = 0
    for _ in range(T):
        count = ndimage.convolve(A.astype(int), around, mode="wrap")
        A = (count == 3) | (A & (count == 2))
    return {"A": A, "population": int(A.sum()), "dx": 1, "dy": 1}


def schrodinger_split(n: int, T: int) -> Results:
    x = -8 + 16 * np.arange(n) / n
    psi = np.exp(-((x - 1) ** 2)) + 0j
    psi /= np.linalg.norm(psi)
    k = 2 * np.pi * np.fft.fftfreq(n, 16 / n)
    kinetic = np.fft.ifft(np.exp(-0.005j * k**2)[:, None] * np.fft.fft(np.eye(n), axis=0), axis=0)
    for _ in range(T):
        psi = kinetic @ (np.exp(-0.005j * x**2) * psi)
    return {"psi": psi[None], "prob": abs(psi[None]) ** 2}


def ising_checkerboard(n: int, T: int) -> Results:
    draws = Draws(61)
    s = np.where(draws.rand((n, n)) > 0.5, 1, -1)
    parity = np.add.outer(np.arange(n), np.arange(n)) % 2
    for _ in range(T):
        for color in (0, 1):
            field = ndimage.convolve(s, np.abs(_CROSS) % 4, mode="wrap")
            s = np.where((draws.rand((n, n)) < np.exp(-0.8 * s * field)) & (parity == color), -s, s)
    return {"s": s, "magnet": s.mean(), "color": 1}
