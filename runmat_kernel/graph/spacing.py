"""Ranges start:step:stop: how many numbers they have and what these are."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..base.errors import MatlabError
from .shapes import check_size


class Spacing(NamedTuple):
    """A range: ``count`` numbers from ``start`` by ``step`` to ``last``; ``whole``: they are whole numbers, exactly start + k*step."""

    start: float
    step: float
    last: float
    count: int  # type: ignore[assignment]
    whole: bool

    def values(self) -> np.ndarray:
        """The numbers, symmetric about the middle."""
        start, step, last, n = self.start, self.step, self.last, self.count - 1
        if self.whole:
            return np.arange(n + 1, dtype=np.float64) * step + start
        half = n // 2
        k = np.arange(half + 1, dtype=np.float64)
        out = np.empty(n + 1)
        out[: half + 1] = start + k * step
        out[n - half :] = (last - k * step)[::-1]
        if n % 2 == 0:
            out[half] = (start + last) / 2
        return out

    @property
    def positions(self) -> range | None:
        """The numbers as a Python range; None where they are not whole."""
        if not self.whole:
            return None
        start, step = int(self.start), int(self.step)
        return range(start, start + step * self.count, step)


def spacing(start: float, step: float, stop: float) -> Spacing | np.ndarray:
    """``start:step:stop`` with MATLAB's element count and exact ends; the array itself where it has at most one element."""
    if start != start or step != step or stop != stop:
        return np.array([math.nan])
    if step == 0 or (step > 0 and start > stop) or (step < 0 and start < stop):
        return np.empty(0)
    if math.isinf(step):
        return np.array([start])
    if math.isinf(start) or math.isinf(stop):
        raise MatlabError("Maximum variable size allowed by the program is exceeded.", "MATLAB:pmaxsize")
    whole = start == math.floor(start) and step == math.floor(step)
    tolerance = 2.0 * 2.0**-52 * max(abs(start), abs(stop))
    sign = math.copysign(1.0, step)
    if whole and step == 1:
        n = math.floor(stop) - start
    elif whole:
        quotient = math.floor(start / step)
        n = math.floor((stop - (start - quotient * step)) / step) - quotient
    else:
        n = float(round((stop - start) / step))
        if sign * (start + n * step - stop) > tolerance:
            n -= 1
    n = int(n)
    check_size((1, n + 1), "double")
    last = start + n * step
    if whole and abs(start) < 2**53 and abs(stop) < 2**53:
        return Spacing(start, step, last, n + 1, True)
    if sign * (last - stop) > -tolerance:
        last = stop
    return Spacing(start, step, last, n + 1, False)
