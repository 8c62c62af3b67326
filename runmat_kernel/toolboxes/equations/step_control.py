"""Runge-Kutta steps of ode45 and ode23, chosen as the MATLAB ODE suite does (Shampine and Reichelt, SIAM J. Sci. Comput. 18, 1997).

SciPy's formulas and interpolants are used; it would choose other steps, because it measures errors by their mean square.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np


def held_at_zero(fun: Any, nonnegative: np.ndarray) -> Any:
    """The slopes of ``fun`` with negative ones set to zero for nonnegative components that have reached zero."""

    def slope(t: float, y: np.ndarray) -> np.ndarray:
        values = np.asarray(fun(t, y))
        return np.where(nonnegative & (y <= 0), np.maximum(values, 0), values)

    return slope


@cache
def stepper(name: str) -> Any:
    """A class for ``solve_ivp``: ``RK45`` or ``RK23`` with this control.  Options besides SciPy's: ``span`` (distance to the first
    output point), ``norm_control``, ``nonnegative`` (indices of components that must not become negative)."""
    from scipy.integrate import RK23, RK45
    from scipy.integrate._ivp.rk import rk_step

    base: Any = {"RK45": RK45, "RK23": RK23}[name]
    power = {"RK45": 1 / 5, "RK23": 1 / 3}[name]

    class Stepper(base):
        def __init__(self, fun: Any, t0: float, y0: Any, t_bound: float, **options: Any) -> None:
            span, first = options.pop("span"), options.pop("first_step", None)
            self.norm_control, self.nonnegative = options.pop("norm_control", False), options.pop("nonnegative", None)
            whole = abs(t_bound - t0)
            longest = min(whole, options.pop("max_step", 0.1 * whole))
            if self.nonnegative is not None:
                fun = held_at_zero(fun, self.nonnegative)
            super().__init__(fun, t0, y0, t_bound, first_step=whole, **options)
            self.longest, self.failed = longest, 0
            self.threshold = self.atol / self.rtol
            shortest = 16 * np.spacing(abs(t0))
            if first is None:
                rate = self._size(self.f, self.y, self.y) / (0.8 * self.rtol**power)
                step = min(longest, span)
                first = 1 / rate if step * rate > 1 else step
            self.h_abs = min(longest, max(shortest, first))

        def _size(self, change: np.ndarray, before: np.ndarray, after: np.ndarray) -> float:
            """The size of a change of the state, relative to the state."""
            if self.norm_control:
                scale = max(np.linalg.norm(before), np.linalg.norm(after), float(np.max(self.threshold)))
                return float(np.linalg.norm(change) / scale)
            scale = np.maximum(np.maximum(np.abs(before), np.abs(after)), self.threshold)
            return float(np.max(np.abs(change) / scale, initial=0.0))

        def _step_impl(self) -> tuple[bool, str | None]:
            t, y = self.t, self.y
            shortest = 16 * np.spacing(abs(t))
            length = min(self.longest, max(shortest, self.h_abs))
            left = abs(self.t_bound - t)
            length, last = (left, True) if 1.1 * length >= left else (length, False)
            failed_before = False
            while True:
                t_new = self.t_bound if last else t + length * self.direction
                step = t_new - t
                y_new, f_new = rk_step(self.fun, t, y, self.f, step, self.A, self.B, self.C, self.K)
                error = self._size(self.K.T @ self.E * abs(step), y, y_new)
                if error <= self.rtol and self.nonnegative is not None:
                    error = max(error, self._size(np.where(self.nonnegative, np.minimum(y_new, 0), 0), y, y_new))
                if error <= self.rtol:
                    break
                self.failed += 1
                if length <= shortest:
                    return False, self.TOO_SMALL_STEP
                shrink = 0.5 if failed_before or not np.isfinite(error) else max(0.1, 0.8 * (self.rtol / error) ** power)
                length, failed_before, last = max(shortest, length * shrink), True, False
            if self.nonnegative is not None and (y_new[self.nonnegative] < 0).any():
                y_new = np.where(self.nonnegative, np.maximum(y_new, 0), y_new)
                f_new = self.fun(t_new, y_new)
            if not failed_before:
                growth = 1.25 * (error / self.rtol) ** power
                length = length / growth if growth > 0.2 else 5 * length
            self.h_previous, self.y_old, self.h_abs = step, y, length
            self.t, self.y, self.f = t_new, y_new, f_new
            return True, None

    return Stepper
