"""The kernel distribution of ``fitdist``: a sample whose points are smeared by a kernel of a bandwidth."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.records import record
from ...values import Tensor
from ...values.convert import to_value
from ...values.numerals import DisplayFormat
from .distribution import Family
from .distribution_objects import Distribution


def _normal(z: np.ndarray) -> np.ndarray:
    return np.exp(-0.5 * z**2) / math.sqrt(2 * math.pi)


def _normal_below(z: np.ndarray) -> np.ndarray:
    from scipy.special import ndtr

    return np.asarray(ndtr(z))


def _box_below(z: np.ndarray) -> np.ndarray:
    return np.clip((z / math.sqrt(3) + 1) / 2, 0, 1)


def _triangle_below(z: np.ndarray) -> np.ndarray:
    t = np.clip(z / math.sqrt(6), -1, 1)
    return 0.5 + t - t * np.abs(t) / 2


def _epanechnikov_below(z: np.ndarray) -> np.ndarray:
    t = np.clip(z / math.sqrt(5), -1, 1)
    return 0.5 + 0.75 * (t - t**3 / 3)


_Curve = Callable[[np.ndarray], np.ndarray]
_KERNELS: Mapping[str, tuple[_Curve, _Curve, float]] = MappingProxyType({
    "normal": (_normal, _normal_below, 9.0),
    "box": (lambda z: (np.abs(z) <= math.sqrt(3)) / (2 * math.sqrt(3)), _box_below, math.sqrt(3)),
    "triangle": (lambda z: np.maximum(1 - np.abs(z) / math.sqrt(6), 0) / math.sqrt(6), _triangle_below, math.sqrt(6)),
    "epanechnikov": (lambda z: 0.75 * np.maximum(1 - z**2 / 5, 0) / math.sqrt(5), _epanechnikov_below, math.sqrt(5)),
})  # fmt: skip
"""Density and distribution of each kernel, all of variance 1, and how far it reaches."""
_AT_ONCE = 1 << 20


def default_width(y: np.ndarray) -> float:
    """The bandwidth that is best for a normal density, whose standard deviation the median of distances from the median gives."""
    spread = float(np.median(np.abs(y - np.median(y)))) / 0.6745 or float(np.ptp(y))
    return spread * (4 / (3 * y.size)) ** 0.2 if spread > 0 else 1.0


@record
class Support:
    """Where the density is: everywhere, or between two ends, to which the sample is stretched by logarithms."""

    low: float
    high: float

    def to_line(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Points on the whole line, and how fast these go with x."""
        if self.low == -math.inf:
            return x, np.ones_like(x)
        if self.high == math.inf:
            return np.log(x - self.low), 1 / (x - self.low)
        return np.log((x - self.low) / (self.high - x)), 1 / (x - self.low) + 1 / (self.high - x)

    def from_line(self, y: np.ndarray) -> np.ndarray:
        if self.low == -math.inf:
            return y
        with np.errstate(over="ignore"):
            grown = np.exp(y)
        return self.low + (grown if self.high == math.inf else (self.high - self.low) * (grown / (1 + grown)))


class Smoothed:
    """A smoothed sample with the methods that SciPy's distributions have."""

    dist = None

    def __init__(self, sample: np.ndarray, kernel: str, width: float, support: Support) -> None:
        self.kernel, self.width, self.support = kernel, width, support
        self.places = support.to_line(sample)[0]

    def _mean_over_places(self, at: np.ndarray, function: _Curve) -> np.ndarray:
        points, rows = at.ravel(), max(_AT_ONCE // self.places.size, 1)  # a matrix of all points by all places may exceed the memory
        parts = [function((points[k : k + rows, None] - self.places) / self.width).mean(axis=1) for k in range(0, points.size, rows)]
        return np.concatenate([*parts, np.zeros(0)]).reshape(at.shape)

    def pdf(self, x: Any) -> np.ndarray:
        x = np.asarray(x, float)
        inside = (x > self.support.low) & (x < self.support.high)
        y, speed = self.support.to_line(np.where(inside, x, self.support.from_line(np.zeros(()))))
        return np.where(inside, self._mean_over_places(y, _KERNELS[self.kernel][0]) * speed / self.width, 0.0)

    def logpdf(self, x: Any) -> np.ndarray:
        with np.errstate(divide="ignore"):
            return np.log(self.pdf(x))

    def cdf(self, x: Any) -> np.ndarray:
        x = np.asarray(x, float)
        with np.errstate(divide="ignore"):
            y = self.support.to_line(np.clip(x, self.support.low, self.support.high))[0]
        return self._mean_over_places(y, _KERNELS[self.kernel][1])

    def sf(self, x: Any) -> np.ndarray:
        return 1 - self.cdf(x)

    def ppf(self, p: Any) -> np.ndarray:
        p = np.asarray(p, float)
        low, high = (np.full(p.shape, end) for end in (self.places.min() - 40 * self.width, self.places.max() + 40 * self.width))
        for _ in range(200):
            middle = (low + high) / 2
            below = self._mean_over_places(middle, _KERNELS[self.kernel][1]) < p
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        ends = np.where(p == 0, self.support.low, np.where(p == 1, self.support.high, self.support.from_line((low + high) / 2)))
        return np.where((p >= 0) & (p <= 1), ends, np.nan)

    def _moment(self, power: int) -> float:
        density, _, reach = _KERNELS[self.kernel]
        nodes, weights = np.polynomial.legendre.leggauss(96)
        z = np.concatenate([nodes - 1, nodes + 1]) * reach / 2  # on both sides of the middle, where a kernel may have a kink
        weights = np.concatenate([weights, weights]) * reach / 2 * density(z)
        return sum(float(np.mean(self.support.from_line(self.places + self.width * at) ** power)) * w for at, w in zip(z, weights, strict=True))

    def mean(self) -> float:
        return float(self.places.mean()) if self.support.low == -math.inf else self._moment(1)

    def var(self) -> float:
        if self.support.low == -math.inf:
            return float(self.places.var()) + self.width**2
        return self._moment(2) - self._moment(1) ** 2

    def std(self) -> float:
        return math.sqrt(self.var())

    def median(self) -> float:
        return float(self.ppf(0.5))


_FAMILY = Family("", "Kernel", (), (), lambda stats: None, lambda: True)


class KernelDistribution(Distribution):
    def __init__(self, sample: np.ndarray, kernel: str, width: float, support: Support) -> None:
        super().__init__(_FAMILY, (), sample, np.zeros((0, 0)))
        self.smoothed = Smoothed(sample, kernel, width, support)

    def of(self) -> Smoothed:
        return self.smoothed

    def _support(self) -> Any:
        support = self.smoothed.support
        if support.low == -math.inf:
            return "unbounded"
        return "positive" if (support.low, support.high) == (0, math.inf) else np.array([[support.low, support.high]])

    def properties(self) -> Mapping[str, Any]:
        shared = super().properties()
        own = {"Kernel": to_value(self.smoothed.kernel), "Bandwidth": self.smoothed.width, "BandWidth": self.smoothed.width}
        kept = ("DistributionName", "IsTruncated", "InputData", "NumParameters")
        support = self._support()
        return {**own, "Support": to_value(support) if isinstance(support, str) else Tensor(support), **{name: shared[name] for name in kept}}

    def set_property(self, name: str, value: Any) -> Any:
        raise MatlabError(f"You cannot set the read-only property '{name}' of {self.matlab_class}.", "MATLAB:class:SetProhibited")

    def disp_text(self, format: DisplayFormat) -> str:
        support = self._support()
        words = support if isinstance(support, str) else "[{:g} {:g}]".format(*support[0])
        rows = (("Kernel", self.smoothed.kernel), ("Bandwidth", f"{self.smoothed.width:.6g}"), ("Support", words))
        return "  KernelDistribution\n\n" + "".join(f"    {name} = {text}\n" for name, text in rows)


def fitted(sample: np.ndarray, kernel: str, width: float | None, support: Support) -> KernelDistribution:
    """The distribution of a sample without NaN; a bandwidth of None is chosen.

    Raises ``stats:ksdensity:BadKernel``, ``stats:ProbDists:NotEnoughData``, ``stats:mlecustom:BadSupport``, ``stats:ProbDists:BadWidth``.
    """
    sample = sample[~np.isnan(sample)]
    if kernel not in _KERNELS:
        raise MatlabError(f"Unknown kernel '{kernel}'.", "stats:ksdensity:BadKernel")
    if not sample.size:
        raise MatlabError("There are no data to fit.", "stats:ProbDists:NotEnoughData")
    if not ((sample > support.low) & (sample < support.high)).all():
        raise MatlabError("The data must be inside the support.", "stats:ProbDists:BadSupport")
    width = default_width(support.to_line(sample)[0]) if width is None else width
    if not width > 0:
        raise MatlabError("The bandwidth must be positive.", "stats:ProbDists:BadWidth")
    return KernelDistribution(sample, kernel, width, support)
