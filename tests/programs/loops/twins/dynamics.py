"""Twins of dynamical systems: matrix powers and stacked states where the program writes every component out."""

from __future__ import annotations

from typing import Any

import numpy as np

from .draws import Draws

Results = dict[str, Any]


def euler_oscillators(n: int, T: int) -> Results:
    w = np.linspace(0.5, 4, n)
    step = np.empty((n, 2, 2))
    step[:, 0], step[:, 1, 0], step[:, 1, 1] = (1, 0.01), -0.01 * w**2, 1 - 0.01 * 0.2 * w
    x, v = np.linalg.matrix_power(step, T)[:, :, 0].T[:, :, None]
    return {"x": x, "v": v, "energy": v**2 / 2 + (w[:, None] * x) ** 2 / 2}


def verlet(n: int, T: int) -> Results:
    dt, start = 0.02, np.linspace(-1.5, 1.5, n)
    force = lambda q: q - q**3  # noqa: E731
    before, q = start, start + dt**2 / 2 * force(start)
    for _ in range(T):  # Störmer's form: positions alone
        before, q = q, 2 * q - before + dt**2 * force(q)
    # after T + 1 positions: before = q(T), q = q(T + 1)
    p = (q - before) / dt - dt / 2 * force(before)
    return {"q": before[None], "p": p[None], "H": (p**2 / 2 - before**2 / 2 + before**4 / 4)[None]}


def _runge_kutta(slope: Any, state: np.ndarray, h: float, steps: int) -> np.ndarray:
    for _ in range(steps):
        k = [slope(state)]
        for share in (0.5, 0.5, 1.0):
            k.append(slope(state + share * h * k[-1]))
        state = state + h * np.tensordot(np.array([1, 2, 2, 1]) / 6, k, 1)
    return state


def rk4_pendulums(n: int, T: int) -> Results:
    start = np.stack([np.linspace(0.1, 3, n), np.zeros(n)])
    theta, omega = _runge_kutta(lambda s: np.stack([s[1], -np.sin(s[0]) - 0.05 * s[1]]), start, 0.02, T)
    return {"theta": theta[:, None], "omega": omega[:, None]}


def lorenz_ensemble(n: int, T: int) -> Results:
    def slope(s: np.ndarray) -> np.ndarray:
        return np.stack([10 * (s[1] - s[0]), s[0] * (28 - s[2]) - s[1], s[0] * s[1] - 8 / 3 * s[2]])

    x = np.linspace(-10, 10, n)
    state = np.stack([x, x + 1, np.full(n, 25.0)])
    for _ in range(T):
        first = slope(state)
        state = state + 0.0025 * (first + slope(state + 0.005 * first))
    return {name: row[None] for name, row in zip("xyz", state, strict=True)}


def lotka_volterra_record(n: int, T: int) -> Results:
    prey, pred, a = np.full(n, 10.0), np.full(n, 5.0), np.linspace(0.8, 1.2, n)
    history = np.empty((n, T, 2))
    for t in range(T):
        prey = prey * (1 + 0.01 * (a - 0.1 * pred))
        pred = pred * (1 + 0.01 * (0.075 * prey - 1.5))
        history[:, t, 0], history[:, t, 1] = prey, pred
    return {"history": history, "prey": prey[:, None], "pred": pred[:, None]}


def sir_epidemics(n: int, T: int) -> Results:
    healthy, sick, recovered = np.full(n, 0.99), [np.full(n, 0.01)], np.zeros(n)
    for t in range(1, T + 1):
        beta = np.linspace(0.2, 0.6, n) * (1 if t < 20 else 0.4 if t <= 40 else 0.8)
        infections = beta * healthy * sick[-1]
        healthy = healthy - infections
        sick.append(0.9 * sick[-1] + infections)
        recovered = recovered + 0.1 * sick[-1]
    curve = np.array(sick)
    return {"S": healthy[None], "I": curve[-1:], "R": recovered[None], "peak": curve.max(axis=0)[None], "day": curve.argmax(axis=0)[None]}


def fitzhugh_nagumo(n: int, T: int) -> Results:
    z = Draws(50).steps("randn", T, (n, 1))
    v, w = np.full((n, 1), -1.0), np.zeros((n, 1))
    for k in range(T):
        noise = 0.1 * np.sqrt(0.05) * z[k]
        v, w = v + 0.05 * (v - v**3 / 3 - w + 0.5) + noise, w + 0.004 * (v + 0.7 - 0.8 * w)
    return {"v": v, "w": w}


def random_walks(n: int, T: int) -> Results:
    moves = np.where(Draws(51).steps("rand", T, (n, 1)) > 0.5, 1, -1)
    x, far = np.zeros((n, 1), int), np.zeros((n, 1), int)
    for move in moves:
        x = x + move
        x -= 2 * np.sign(x) * (abs(x) > 5)
        far = np.maximum(far, abs(x))
    return {"x": x, "far": far, "spread": (x**2).mean()}


def random_walk_plane(n: int, T: int) -> Results:
    d = np.floor(4 * Draws(52).steps("rand", T, (1, n))).astype(int)
    x, y = (np.cumsum(np.array(table)[d], axis=0) for table in ([1, -1, 0, 0], [0, 0, 1, -1]))
    return {"x": x[-1], "y": y[-1], "home": ((x == 0) & (y == 0)).sum(axis=0)}


def projectile_drag(n: int, T: int) -> Results:
    angle = np.deg2rad(np.linspace(10, 80, n))
    position, velocity = np.zeros((2, n)), 30 * np.stack([np.cos(angle), np.sin(angle)])
    steps = np.zeros(n)
    for _ in range(T):
        fly = position[1] >= 0
        pull = -0.02 * np.hypot(*velocity) * velocity - np.array([[0], [9.81]])
        position = position + np.where(fly, 0.01 * velocity, 0)
        velocity = velocity + np.where(fly, 0.01 * pull, 0)
        steps += fly
    return {"x": position[:1], "y": position[1:], "vx": velocity[:1], "vy": velocity[1:], "time": 0.01 * steps[None]}


def nbody_step(n: int, T: int) -> Results:
    k = np.arange(1, n + 1)
    z = np.exp(1j * k) * np.sqrt(k)
    v, m = 0.1j * z, 1 + 0.1 * (k % 3)
    for _ in range(T):
        pull = np.zeros(n, complex)
        for j in range(n):
            d = z[j] - z
            pull += m[j] * d / (abs(d) ** 2 + 0.05) ** 1.5
        v = v + 0.01 * pull
        z = z + 0.01 * v
    total = (m * v).sum()
    return {"x": z.real[:, None], "y": z.imag[:, None], "vx": v.real[:, None], "momentum": np.array([[total.real, total.imag]])}


def langevin_cooling(n: int, T: int) -> Results:
    draws = Draws(53)
    energy = np.polynomial.Polynomial([0, 0.3, -2, 0, 1])
    x, accepted = 4 * draws.rand((n, 1)) - 2, np.zeros((n, 1))
    for k in range(1, T + 1):
        trial = x + 0.5 * draws.randn((n, 1))
        rise = energy(trial) - energy(x)
        take = draws.rand((n, 1)) < np.exp(np.minimum(-rise / 0.9**k, 0))
        x, accepted = np.where(take, trial, x), accepted + take
    return {"x": x, "accepted": accepted, "best": energy(x).min()}


def kuramoto(n: int, T: int) -> Results:
    theta, order = (np.arange(1, n + 1) * 2.4) % (2 * np.pi), np.empty((1, T))
    for t in range(T):
        field = np.exp(1j * theta).mean()
        order[0, t] = abs(field)
        theta = theta + 0.05 * (np.linspace(-1, 1, n) + 2 * (field * np.exp(-1j * theta)).imag)
    return {"theta": theta[:, None], "order": order}


def gillespie_scalar(n: int, T: int) -> Results:
    u = Draws(54).rand((1, 2 * n))[0]
    A, time = 50, 0.0
    for k in range(n):
        decay, total = 0.1 * A, 0.1 * A + 0.05 * (50 - A)
        time -= np.log(u[2 * k]) / total
        A += -1 if u[2 * k + 1] * total < decay else 1
    return {"A": A, "B": 50 - A, "time": time}
