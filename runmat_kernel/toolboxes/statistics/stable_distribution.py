"""The stable distribution in MATLAB's parameters: shapes alpha and beta, scale gam, and location delta (Nolan's form 0)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def stable(stats: Any, alpha: float, beta: float, gam: float, delta: float) -> Any:
    """SciPy's distribution, with the mean of this form and the sums of its own that ``random`` needs."""
    general = type(stats.levy_stable)(name="stable")
    general.parameterization = "S0"
    frozen = general(alpha, beta, loc=delta, scale=gam)
    frozen.mean = lambda: delta - beta * gam * math.tan(math.pi * alpha / 2) if alpha > 1 else math.nan
    frozen.var = lambda: 2 * gam**2 if alpha == 2 else math.inf
    frozen.std = lambda: math.sqrt(frozen.var())
    frozen.of_uniform = lambda u, v: delta + gam * _of_uniform(u, v, alpha, beta)
    return frozen


def _of_uniform(u: np.ndarray, v: np.ndarray, alpha: float, beta: float) -> np.ndarray:
    """Numbers of the standard distribution from two arrays of uniform ones (Chambers, Mallows and Stuck 1976)."""
    angle, weight = np.pi * (u - 0.5), -np.log(v)
    if alpha == 1:
        side = np.pi / 2 + beta * angle
        return (side * np.tan(angle) - beta * np.log(np.pi / 2 * weight * np.cos(angle) / side)) * 2 / np.pi
    skew = beta * math.tan(math.pi * alpha / 2)
    turned = alpha * angle + math.atan(skew)
    ratio = np.cos(angle - turned) / weight
    return (1 + skew**2) ** (0.5 / alpha) * np.sin(turned) / np.cos(angle) ** (1 / alpha) * ratio ** ((1 - alpha) / alpha) - skew
