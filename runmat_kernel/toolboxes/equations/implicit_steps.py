"""Implicit differential equations ``F(t, y, y') = 0`` by Radau IIA of order 5: also differential-algebraic ones of index 1.

Three stages collocate at Radau's points; the last is the end of the step, so that constraints hold there to the last bit.
Hairer and Wanner, Solving Ordinary Differential Equations II, sections IV.8 and VI.1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from .events import EventsFound

_ROOT = math.sqrt(6.0)
_NODES = np.array([(4 - _ROOT) / 10, (4 + _ROOT) / 10, 1.0])
_A = np.array(
    [
        [(88 - 7 * _ROOT) / 360, (296 - 169 * _ROOT) / 1800, (-2 + 3 * _ROOT) / 225],
        [(296 + 169 * _ROOT) / 1800, (88 + 7 * _ROOT) / 360, (-2 - 3 * _ROOT) / 225],
        [(16 - _ROOT) / 36, (16 + _ROOT) / 36, 1 / 9],
    ]
)
_FIRST = 0.2748888295956774
"""Weight of the slope at the beginning in the embedded formula of order 3, whose other weights follow from the order."""
_EMBEDDED = np.linalg.solve(np.vander(_NODES, 3, increasing=True).T, [1 - _FIRST, 1 / 2, 1 / 3])
_ITERATIONS = 8
_CLOSE = 1e-2
"""Newton's iteration ends where it changes the step by less than this part of the tolerance."""

Residual = Callable[[float, np.ndarray, np.ndarray], np.ndarray]
Jacobian = Callable[[float, np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


@dataclass(slots=True)
class Solved:
    """A solution in the form of ``solve_ivp``: steps, states (columns), an interpolant, 0 (done), 1 (an event) or -1 (failed); slopes as well."""

    t: np.ndarray
    y: np.ndarray
    slopes: np.ndarray
    sol: Callable[[Any], np.ndarray]
    status: int
    t_events: list[np.ndarray]
    y_events: list[np.ndarray]


def difference_jacobian(residual: Residual, groups: list[np.ndarray] | None = None, rows: list[np.ndarray] | None = None) -> Jacobian:
    """``dF/dy, dF/dy'`` by differences.  ``groups`` are unknowns that no equation has two of; ``rows[j]`` the equations that have j."""

    def jacobian(t: float, y: np.ndarray, slope: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        base, n = residual(t, y, slope), len(y)
        parts = []
        for place in range(2):
            matrix = np.zeros((len(base), n))
            vector = (y, slope)[place]
            steps = 1.5e-8 * np.maximum(np.abs(vector), 1e-3 if place == 0 else 1.0)
            for group in groups if groups is not None else np.arange(n)[:, None]:
                moved = vector.copy()
                moved[group] += steps[group]
                change = residual(t, *((moved, slope) if place == 0 else (y, moved))) - base
                for j in group:
                    at = rows[j] if rows is not None else slice(None)
                    matrix[at, j] = change[at] / (moved[j] - vector[j])
            parts.append(matrix)
        return parts[0], parts[1]

    return jacobian


class Integrator:
    """One integration; ``relative`` and ``absolute`` are tolerances of each component."""

    def __init__(self, residual: Residual, jacobian: Jacobian, relative: float, absolute: Any) -> None:
        self.residual, self.jacobian = residual, jacobian
        self.relative, self.absolute = relative, absolute

    def stages(self, t: float, y: np.ndarray, guess: np.ndarray, h: float) -> np.ndarray | None:
        """Slopes at the three nodes (rows), or None where Newton's iteration does not converge."""
        from scipy.linalg import LinAlgError, lu_factor, lu_solve

        n, slopes = len(y), guess.copy()
        by_state, by_slope = self.jacobian(t + h, y + h * guess[2], guess[2])
        matrix = np.kron(h * _A, by_state) + np.kron(np.eye(3), by_slope)
        if not np.isfinite(matrix).all():
            return None
        try:
            factors = lu_factor(matrix, check_finite=False)
        except (LinAlgError, ValueError):
            return None
        scale, before = self.absolute + self.relative * np.abs(y), np.inf
        for _ in range(_ITERATIONS):
            states = y + h * (_A @ slopes)
            wrong = np.concatenate([self.residual(t + c * h, state, slope) for c, state, slope in zip(_NODES, states, slopes, strict=True)])
            change = lu_solve(factors, -wrong, check_finite=False).reshape(3, n)
            if not np.isfinite(change).all():
                return None
            slopes = slopes + change
            size = float(np.sqrt(np.mean((h * (_A @ change) / scale) ** 2)))
            if size < _CLOSE or (size < 1 and size == before):
                return slopes
            if size > 2 * before:
                return None
            before = size
        return None

    def consistent(self, t: float, y: np.ndarray, slope: np.ndarray, span: float) -> tuple[np.ndarray, np.ndarray] | None:
        """Consistent states and their slopes, by steps that are too short to change other components."""
        h = math.copysign(1e-10 * max(min(abs(span), 1.0), 1e-5 * abs(t)), span)
        start = y
        for _ in range(2):
            slopes = self.stages(t, y, np.tile(slope, (3, 1)), h)
            if slopes is None:
                return None
            y, slope = y + h * (_A[2] @ slopes), np.zeros_like(y)
        y = np.where(np.abs(y - start) <= 1e-9 * np.maximum(np.abs(start), 1e-3), start, y)
        slopes = self.stages(t, y, np.zeros((3, len(y))), 100 * h)
        return None if slopes is None else (y, slopes[0])

    def run(
        self, t: float, y: np.ndarray, slope: np.ndarray, end: float, first: float | None, longest: float, events: list[Any] | None = None
    ) -> Solved:
        """Integrate from ``t`` to ``end``; steps fail below the spacing of numbers there."""
        times, states, ends, pieces, status = [t], [y], [slope], [], 0
        steps = EventsFound(events or [], t, y, slope)
        span, guess = end - t, np.tile(slope, (3, 1))
        h = math.copysign(min(first or 1e-4 * abs(span), longest, abs(span)), span)
        while (end - t) * span > 0 and status == 0:
            h = end - t if (end - t - 1.01 * h) * span <= 0 else h
            if abs(h) < 16 * np.spacing(abs(t)):
                status = -1
                break
            slopes = self.stages(t, y, guess, h)
            error = np.inf if slopes is None else self._error(y, slope, slopes, h)
            if slopes is None or not error <= 1:
                h *= 0.25 if slopes is None else max(0.2, 0.9 * error**-0.25)
                guess = np.tile(slope, (3, 1))
                continue
            piece = (t, h, np.vstack([y, y + h * (_A @ slopes)]))
            pieces.append(piece)
            t, y, slope = (end if t + h == end or (end - t - h) * span <= 0 else t + h), piece[2][3], slopes[2]
            stop = steps.between(piece[0], t, (y, slope), partial(_both_within, piece, slopes))
            if stop is not None:
                t, (y, slope), status = *stop, 1
            times.append(t), states.append(y), ends.append(slope)
            growth = min(5.0, max(0.2, 0.9 * max(error, 1e-8) ** -0.25))
            ratio = 1 + _NODES * growth
            guess = np.array([_lagrange(_NODES, slopes, r) for r in ratio]) if growth < 2 else np.tile(slope, (3, 1))
            h = math.copysign(min(abs(h) * growth, longest), span)
        return Solved(
            np.array(times),
            np.array(states).T,
            np.array(ends).T,
            interpolant(times[0], states[0], pieces),
            status,
            steps.times,
            steps.states,
        )

    def _error(self, y: np.ndarray, slope: np.ndarray, slopes: np.ndarray, h: float) -> float:
        difference = h * (_FIRST * slope + (_EMBEDDED - _A[2]) @ slopes)
        scale = self.absolute + self.relative * np.maximum(np.abs(y), np.abs(y + h * (_A[2] @ slopes)))
        return float(np.max(np.abs(difference) / scale))


def _lagrange(nodes: np.ndarray, values: np.ndarray, x: float) -> np.ndarray:
    weights = [np.prod([(x - b) / (a - b) for b in nodes if b != a]) for a in nodes]
    return np.array(weights) @ values


_POINTS = np.concatenate([[0.0], _NODES])


def _within(piece: tuple[float, float, np.ndarray], t: float) -> np.ndarray:
    return _lagrange(_POINTS, piece[2], (t - piece[0]) / piece[1])


def _both_within(piece: tuple[float, float, np.ndarray], slopes: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
    """State and slope within a step: the polynomial and its derivative, which goes through the slopes at the nodes."""
    return _within(piece, t), _lagrange(_NODES, slopes, (t - piece[0]) / piece[1])


def interpolant(start: float, initial: np.ndarray, pieces: list[tuple[float, float, np.ndarray]]) -> Callable[[Any], np.ndarray]:
    """States (columns) at times: in each step the polynomial through its beginning and its stages."""
    begins = np.array([p[0] for p in pieces])

    def at(times: Any) -> np.ndarray:
        if not pieces:
            return np.tile(initial[:, None], np.size(times))
        forward = pieces[0][1] > 0
        order = begins if forward else -begins
        columns = []
        for t in np.atleast_1d(times):
            k = max(int(np.searchsorted(order, t if forward else -t, side="left")) - 1, 0)
            columns.append(_within(pieces[k], float(t)))
        result = np.array(columns).T
        return result[:, 0] if np.ndim(times) == 0 else result

    return at
