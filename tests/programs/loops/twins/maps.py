"""Twins of iterated maps and series: element by element in plain Python, or what the iteration is known to converge to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from scipy import special

from .draws import Draws

Results = dict[str, Any]


def _escape(n: int, iterations: int) -> np.ndarray:
    counts = np.zeros((n, n))
    for j, x in enumerate(np.linspace(-2.05, 0.55, n)):
        for i, y in enumerate(np.linspace(-1.2, 1.21, n)):
            z, c, k = 0j, complex(x, y), 0
            while k < iterations and z.real * z.real + z.imag * z.imag <= 4:
                z, k = z * z + c, k + 1
            counts[i, j] = k
    return counts


def mandelbrot_real(n: int, iterations: int) -> Results:
    count = _escape(n, iterations)
    return {"count": count, "area": (count == iterations).mean(), "k": iterations}


def mandelbrot_complex(n: int, iterations: int) -> Results:
    return {"count": _escape(n, iterations)}


def julia_break(n: int, iterations: int) -> Results:
    line, counts, last = np.linspace(-1.5, 1.52, n), np.zeros((n, n)), 0
    for j, x in enumerate(line):
        for i, y in enumerate(line):
            z, k = complex(x, y), 0
            while k < iterations:
                z = z * z + (0.5 + 0.3j)
                if abs(z) ** 2 >= 16:
                    break
                k += 1
            counts[i, j] = k
            last = max(last, k)
    return {"count": counts, "k": min(last + 1, iterations)}


def logistic_map(n: int, T: int) -> Results:
    r = np.linspace(2.5, 3.5, n)
    orbit = [np.full(n, 0.3)]
    for _ in range(T):
        orbit.append(r * (orbit[-1] - orbit[-1] ** 2))
    slopes = np.abs(r * (1 - 2 * np.array(orbit[:-1])))
    return {"x": orbit[-1][None], "lyapunov": np.log(slopes + 1e-300).mean(axis=0)[None]}


def newton_cube_root(n: int, T: int) -> Results:
    a = np.linspace(0.1, 1000, n)[:, None]
    return {"x": np.cbrt(a), "k": T}


def newton_fractal(n: int, T: int) -> Results:
    x, y = np.meshgrid(np.linspace(-1.51, 1.53, n), np.linspace(-1.52, 1.55, n))
    z, steps = x + 1j * y, np.zeros((n, n))
    for _ in range(T):
        far = np.abs(z**3 - 1) ** 2 > 1e-12
        z = np.where(far, z - (z**3 - 1) / (3 * z**2), z)
        steps += far
    roots = np.exp(2j * np.pi * np.arange(3) / 3)
    nearest = np.abs(z[..., None] - roots).argmin(axis=-1) + 1
    done = steps < T - 1
    return {"steps": steps, "root": np.where(done, nearest, 1 + (z.imag > 0.5) + 2 * (z.imag < -0.5))}


def standard_map(n: int, T: int) -> Results:
    theta, p = np.linspace(0, 2 * np.pi, n), np.linspace(-1, 1, n)
    for _ in range(T):  # lifted to the plane: reduced at the end only
        p = p + 0.5 * np.sin(theta)
        theta = theta + p
    return {"theta": theta[None], "p": p[None], "$period": {"theta": 2 * np.pi, "p": 2 * np.pi}}


def collatz(n: int, T: int) -> Results:
    known = {1: 0}

    def length(x: int) -> int:
        trail = []
        while x not in known:
            trail.append(x)
            x = 3 * x + 1 if x % 2 else x // 2
        for count, value in enumerate(reversed(trail), known[x] + 1):
            known[value] = count
        return known[trail[0]] if trail else known[x]

    lengths = np.array([length(x) for x in range(1, n + 1)])
    return {"steps": np.minimum(lengths, T)[None], "unfinished": int((lengths > T).sum())}


def horner(n: int, d: int) -> Results:
    x = np.linspace(-2, 3, n)
    coefficients = [(-1) ** k / special.factorial(k) for k in range(d + 1)]
    return {"p": np.polynomial.polynomial.polyval(x, coefficients)[None], "k": 1}


def bessel_series(n: int, T: int) -> Results:
    return {"J": special.j0(np.linspace(0, 10, n))[:, None]}


def legendre(n: int, d: int) -> Results:
    x = np.linspace(-1, 1, n)
    return {"p1": special.eval_legendre(d, x)[None], "p0": special.eval_legendre(d - 1, x)[None], "k": d - 1}


def fourier_square(n: int, top: int) -> Results:
    k = np.arange(1, top + 1, 2)[:, None]
    return {"s": 4 / np.pi * (np.sin(np.pi * k * np.linspace(0, 2, n)) / k).sum(axis=0)[None], "k": int(k[-1, 0])}


def geometric_mean_elliptic(n: int, T: int) -> Results:
    m = np.linspace(0, 0.99, n)
    return {"K": special.ellipk(m)[None], "E": special.ellipe(m)[None], "twos": 2**T}


def continued_fraction(n: int, T: int) -> Results:
    return {"y": np.tan(np.linspace(-1.4, 1.4, n))[None], "k": 1}


def cordic(n: int, T: int) -> Results:
    angle = np.linspace(-1.5, 1.5, n)
    near = {"c": 2.0 ** (2 - T), "s": 2.0 ** (2 - T)}
    return {"c": np.cos(angle)[None], "s": np.sin(angle)[None], "k": T - 1, "$absolute": near}


def nested_series(n: int, P: int, Q: int) -> Results:
    x = np.linspace(0, 1, n)[:, None]
    f = sum((1 + sum(np.cos(p * q * x) / (p * p + q) for q in range(1, Q + 1))) / p for p in range(1, P + 1))
    return {"f": f, "p": P, "q": Q}


def _kepler(M: np.ndarray, ecc: np.ndarray | float) -> np.ndarray:
    E = M + 0.85 * ecc
    for _ in range(50):
        s, c = ecc * np.sin(E), 1 - ecc * np.cos(E)
        f = E - s - M
        E = E - f * c / (c * c - 0.5 * f * s)  # Halley
    return E


def bisection(n: int, T: int) -> Results:
    return {"E": _kepler(np.linspace(0.1, 3, n), np.linspace(0, 0.9, n))[:, None], "$absolute": {"E": 8 * 2.0**-T}}


def kepler_while(n: int, top: int) -> Results:
    return {"E": _kepler(np.linspace(0.1, 3, n), 0.4)[:, None]}


def counting_while(n: int, T: int) -> Results:
    x = np.linspace(0, 1, n)
    for k in range(1, T + 1):
        x = x + np.sin(k * x) / 10
    return {"x": x[None], "k": T + 1}


def fractional_steps(n: int, top: int) -> Results:
    h = np.array([float(Fraction(k, 20)) for k in range(20 * top + 1)])[:, None]
    return {"y": (h * np.exp(-h * np.linspace(0, 1, n))).sum(axis=0)[None], "h": float(h[-1, 0])}


def columns_of_matrix(n: int, T: int) -> Results:
    A = np.sin(np.arange(1, n * T + 1)).reshape(T, n).T
    return {"s": (A**2).sum(axis=1, keepdims=True), "m": A.max(axis=1, keepdims=True), "column": A[:, -1:]}


def color_histogram(n: int, bins: int) -> Results:
    return {"counts": np.histogram(Draws(40).rand((1, n)), bins, (0, 1))[0][None], "i": n}


def growing_list(n: int, m: int) -> Results:
    kept, last = [], 0
    for i in range(1, n + 1):
        last = (last * 7 + i) % 11
        kept += [last] if last > 5 else []
    return {"v": np.array(kept)[None], "total": sum(kept), "last": last}


def image_fade(n: int, T: int) -> Results:
    def half_up(x: float) -> int:
        return min(255, max(0, int(np.floor(abs(x) + 0.5) * np.sign(x))))

    A = np.arange(n * n).reshape(n, n).T % 256
    B = A.T
    fade_a = {}
    for a, b in set(zip(A.ravel().tolist(), B.ravel().tolist(), strict=True)):
        x, y = a, b
        for t in range(1, T + 1):
            x = max(0, min(255, x + 7) - half_up(y / 16))
            y = min(255, half_up(0.9 * y) + t)
        fade_a[a, b] = x, y
    both = np.array([[fade_a[int(a), int(b)] for a, b in zip(*rows, strict=True)] for rows in zip(A, B, strict=True)], np.uint8)
    return {"A": both[..., 0], "B": both[..., 1]}


def prints_progress(n: int, T: int) -> Results:
    x, lines = np.linspace(0, 1, n), []
    for t in range(1, T + 1):
        x = x * (1 + t * x)
        lines.append(f"{t} {x.mean():.6f}\n")
    return {"x": x[None], "$text": "".join(lines)}
