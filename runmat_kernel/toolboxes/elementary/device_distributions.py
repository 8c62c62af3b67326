"""The normal and the exponential distribution of large arrays on a device, with numbers for parameters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...values.convert import class_of

_DEFAULTS = {"norm": (0.0, 1.0), "exp": (1.0,)}


def of_large(call: Any, x: Any, parameters: Sequence[Any], *, upper: bool) -> Any:
    """``normpdf``, ``expcdf`` and their relatives; None for other distributions, and where the host computes them."""
    distribution, kind = call.name[:-3], call.name[-3:]
    defaults = _DEFAULTS.get(distribution)
    if defaults is None or (upper and kind != "cdf") or not on_device(call, x) or class_of(x) not in ("double", "single"):
        return None
    numbers = [*parameters, *defaults[len(parameters) :]]
    if len(numbers) != len(defaults) or not all(type(g) is float and math.isfinite(g) for g in numbers) or not numbers[-1] > 0:
        return None
    values = (_normal if distribution == "norm" else _exponential)(Formula(call, x).to("double"), kind, upper, *numbers)
    return values.to(class_of(x)).value


def _normal(x: Formula, kind: str, upper: bool, mu: float, sigma: float) -> Formula:
    if kind == "inv":
        return (x * 2.0).apply("erfcinv") * (-math.sqrt(2.0) * sigma) + mu
    z = (x - mu) / sigma
    if kind == "pdf":
        return (z * z * -0.5).apply("exp") / (math.sqrt(2.0 * math.pi) * sigma)
    return (z * (math.sqrt(0.5) if upper else -math.sqrt(0.5))).apply("erfc") * 0.5


def _exponential(x: Formula, kind: str, upper: bool, mu: float) -> Formula:
    if kind == "inv":
        outside = x.apply("ge", 0.0).apply("and", x.apply("le", 1.0)).apply("not")
        return ((-x).where(outside, math.nan).apply("log1p") * -mu).where(outside, math.nan)
    if kind == "pdf":
        return ((-x / mu).apply("exp") / mu).where(x.apply("lt", 0.0), 0.0)
    # A missing element is not below zero.
    beyond = -x.where(x.apply("lt", 0.0), 0.0) / mu
    return beyond.apply("exp") if upper else -beyond.apply("expm1")
