"""Probability distributions as objects (``makedist``, ``fitdist``): their parameters, estimates from samples, and confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.element_values import cellstr_row
from ...values import Tensor
from ...values.convert import as_array, to_value
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject
from .distribution import Family, key_of
from .numeric_distributions import MORE
from .stable_distribution import stable

# --- estimates ---------------------------------------------------------------------------------------------------------


def _gamma(x: np.ndarray) -> tuple[float, float]:
    from scipy.optimize import brentq
    from scipy.special import digamma

    gap = math.log(x.mean()) - float(np.log(x).mean())
    if gap < 1e-13 * max(1.0, abs(math.log(x.mean()))):
        return math.inf, 0.0
    start = (3 - gap + math.sqrt((gap - 3) ** 2 + 24 * gap)) / (12 * gap)
    a = brentq(lambda s: math.log(s) - float(digamma(s)) - gap, start / 2, start * 2, xtol=1e-15 * start, rtol=1e-14)
    return a, float(x.mean()) / a


def _weibull(x: np.ndarray) -> tuple[float, float]:
    from scipy.optimize import brentq

    logs = np.log(x / x.max())
    if not np.ptp(logs):
        return float(x[0]), math.inf

    def slope(b: float) -> float:
        weights = np.exp(b * logs)
        return float(np.sum(weights * logs) / weights.sum() - 1 / b - logs.mean())

    high = 1.0
    while slope(high) < 0:
        high *= 2
    low = high
    while slope(low) > 0:
        low /= 2
    b = brentq(slope, low, high, xtol=1e-14 * high, rtol=1e-14)
    return float(x.max() * np.mean(np.exp(b * logs)) ** (1 / b)), b


def _beta(x: np.ndarray) -> tuple[float, float]:
    from scipy.optimize import root
    from scipy.special import digamma

    first, second = float(np.log(x).mean()), float(np.log1p(-x).mean())
    mean, spread = float(x.mean()), float(x.var()) or 1e-6
    whole = max(mean * (1 - mean) / spread - 1, 1e-2)

    def equations(logs: np.ndarray) -> list[float]:
        a, b = np.exp(logs)
        return [float(digamma(a) - digamma(a + b)) - first, float(digamma(b) - digamma(a + b)) - second]

    solution = root(equations, np.log([mean * whole, (1 - mean) * whole]), tol=1e-14)
    a, b = np.exp(solution.x)
    return float(a), float(b)


def _deviation(x: np.ndarray) -> float:
    return float(x.std(ddof=1)) if x.size > 1 else 0.0


# --- how sure they are ---------------------------------------------------------------------------------------------------


def _of_gamma(x: np.ndarray, a: float, b: float) -> np.ndarray:
    from scipy.special import polygamma

    return np.linalg.inv(x.size * np.array([[float(polygamma(1, a)), 1 / b], [1 / b, a / b**2]]))


def _of_weibull(x: np.ndarray, a: float, b: float) -> np.ndarray:
    z = x / a
    power, logs = z**b, np.log(z)
    across = float(np.sum(1 - power - b * power * logs)) / a
    scale = float(np.sum(-b + b * (b + 1) * power)) / a**2
    return np.linalg.inv(np.array([[scale, across], [across, float(np.sum(1 / b**2 + power * logs**2))]]))


def _of_beta(x: np.ndarray, a: float, b: float) -> np.ndarray:
    from scipy.special import polygamma

    one, two, whole = (float(polygamma(1, v)) for v in (a, b, a + b))
    return np.linalg.inv(x.size * np.array([[one - whole, -whole], [-whole, two - whole]]))


def _of_normal(x: np.ndarray, mu: float, sigma: float) -> np.ndarray:
    n = x.size
    gamma = math.exp(math.lgamma(n / 2) - math.lgamma((n - 1) / 2)) * math.sqrt(2 / (n - 1)) if n > 1 else math.nan
    return np.diag([sigma**2 / n, sigma**2 * (1 - gamma**2)])


def _by_logs(x: np.ndarray, values: np.ndarray, covariance: np.ndarray, alpha: float) -> np.ndarray:
    """Intervals that are symmetric about the logarithms of positive parameters."""
    from scipy import stats

    reach = stats.norm.ppf(1 - alpha / 2) * np.sqrt(np.diag(covariance)) / values
    return np.exp(np.log(values) + np.array([[-1.0], [1.0]]) * reach)


def _normal_bounds(x: np.ndarray, values: np.ndarray, covariance: np.ndarray, alpha: float) -> np.ndarray:
    from scipy import stats

    n = x.size
    if n < 2:
        return np.array([[-math.inf, 0.0], [math.inf, math.inf]])
    reach = stats.t.ppf(1 - alpha / 2, n - 1) * values[1] / math.sqrt(n)
    ends = values[1] * np.sqrt((n - 1) / stats.chi2.ppf([1 - alpha / 2, alpha / 2], n - 1))
    return np.column_stack([[values[0] - reach, values[0] + reach], ends])


def _exponential_bounds(x: np.ndarray, values: np.ndarray, covariance: np.ndarray, alpha: float) -> np.ndarray:
    from scipy import stats

    return (2 * x.sum() / stats.chi2.ppf([1 - alpha / 2, alpha / 2], 2 * x.size))[:, None]


def _rayleigh_bounds(x: np.ndarray, values: np.ndarray, covariance: np.ndarray, alpha: float) -> np.ndarray:
    from scipy import stats

    return np.sqrt(np.sum(x**2) / stats.chi2.ppf([1 - alpha / 2, alpha / 2], 2 * x.size))[:, None]


def _poisson_bounds(x: np.ndarray, values: np.ndarray, covariance: np.ndarray, alpha: float) -> np.ndarray:
    """From the distribution of the sum where that is below 100, else by the normal distribution."""
    from scipy import stats

    total, n = float(x.sum()), x.size
    if total < 100:
        low = stats.chi2.ppf(alpha / 2, 2 * total) / 2 if total else 0.0
        return (np.array([low, stats.chi2.ppf(1 - alpha / 2, 2 * (total + 1)) / 2]) / n)[:, None]
    return stats.norm.ppf([alpha / 2, 1 - alpha / 2], values[0], math.sqrt(values[0] / n))[:, None]  # type: ignore[no-any-return]


def _binomial_bounds(x: np.ndarray, values: np.ndarray, covariance: np.ndarray, alpha: float) -> np.ndarray:
    """From the distribution of the number of all successes."""
    from scipy import stats

    total, trials = float(x.sum()), values[0] * x.size
    low = stats.beta.ppf(alpha / 2, total, trials - total + 1) if total else 0.0
    high = stats.beta.ppf(1 - alpha / 2, total + 1, trials - total) if total < trials else 1.0
    return np.array([[values[0], low], [values[0], high]])


def _half_normal_bounds(x: np.ndarray, values: np.ndarray, covariance: np.ndarray, alpha: float) -> np.ndarray:
    from scipy import stats

    ends = values[1] * np.sqrt(x.size / stats.chi2.ppf([1 - alpha / 2, alpha / 2], x.size))
    return np.column_stack([[values[0], values[0]], ends])


def _positive(*values: float) -> bool:
    return all(value > 0 and math.isfinite(value) for value in values)


def _whole(x: np.ndarray) -> bool:
    return bool(((x >= 0) & (x == np.floor(x))).all())


def _above_zero(x: np.ndarray) -> bool:
    return bool((x > 0).all())


def _mean(x: np.ndarray) -> tuple[float, ...]:
    return (float(x.mean()),)


_TABLE = (
    Family(
        "norm", "Normal", ("mu", "sigma"), (0, 1), lambda s, m, d: s.norm(m, d), lambda m, d: d >= 0,
        lambda x: (float(x.mean()), _deviation(x)), _of_normal, _normal_bounds,
    ),
    Family(
        "exp", "Exponential", ("mu",), (1,), lambda s, m: s.expon(scale=m), _positive,
        _mean, lambda x, m: np.array([[m**2 / x.size]]), _exponential_bounds, lambda x: bool((x >= 0).all()),
    ),
    Family("gam", "Gamma", ("a", "b"), (1, 1), lambda s, a, b: s.gamma(a, scale=b), _positive, _gamma, _of_gamma, _by_logs, _above_zero),
    Family(
        "logn", "Lognormal", ("mu", "sigma"), (0, 1), lambda s, m, d: s.lognorm(d, scale=math.exp(m)), lambda m, d: d >= 0,
        lambda x: (float(np.log(x).mean()), _deviation(np.log(x))), lambda x, m, d: _of_normal(np.log(x), m, d),
        lambda x, v, c, a: _normal_bounds(np.log(x), v, c, a), _above_zero,
    ),
    Family(
        "wbl", "Weibull", ("A", "B"), (1, 1), lambda s, a, b: s.weibull_min(b, scale=a), _positive,
        _weibull, _of_weibull, _by_logs, _above_zero,
    ),
    Family(
        "beta", "Beta", ("a", "b"), (1, 1), lambda s, a, b: s.beta(a, b), _positive,
        _beta, _of_beta, _by_logs, lambda x: bool(((x > 0) & (x < 1)).all()),
    ),
    Family(
        "rayl", "Rayleigh", ("B",), (1,), lambda s, b: s.rayleigh(scale=b), _positive,
        lambda x: (math.sqrt(float(np.mean(x**2)) / 2),), lambda x, b: np.array([[b**2 / (4 * x.size)]]), _rayleigh_bounds,
        lambda x: bool((x >= 0).all()),
    ),
    Family(
        "poiss", "Poisson", ("lambda",), (1,), lambda s, m: s.poisson(m), lambda m: m >= 0,
        _mean, lambda x, m: np.array([[m / x.size]]), _poisson_bounds, _whole,
    ),
    Family("", "Loguniform", ("Lower", "Upper"), (1, 4), lambda s, a, b: s.loguniform(a, b), lambda a, b: 0 < a < b),
    Family("", "Stable", ("alpha", "beta", "gam", "delta"), (2, 0, 1, 0), stable, lambda a, b, g, d: 0 < a <= 2 and -1 <= b <= 1 and g > 0),
    Family(
        "", "Triangular", ("A", "B", "C"), (0, 0.5, 1), lambda s, a, b, c: s.triang((b - a) / (c - a), a, c - a),
        lambda a, b, c: a <= b <= c and a < c,
    ),
    Family("unif", "Uniform", ("Lower", "Upper"), (0, 1), lambda s, a, b: s.uniform(a, b - a), lambda a, b: a < b),
    Family(
        "bino", "Binomial", ("N", "p"), (1, 0.5), lambda s, n, p: s.binom(n, p), lambda n, p: n >= 0 and n % 1 == 0 and 0 <= p <= 1,
        lambda x, n: (n, float(x.mean()) / n), lambda x, n, p: np.diag([0.0, p * (1 - p) / (n * x.size)]), _binomial_bounds,
        lambda x, n: _whole(x) and bool((x <= n).all()), ("N",),
    ),
    Family(
        "", "Half Normal", ("mu", "sigma"), (0, 1), lambda s, m, d: s.halfnorm(m, d), lambda m, d: d > 0,
        lambda x, m: (m, math.sqrt(float(np.mean((x - m) ** 2)))), lambda x, m, d: np.diag([0.0, d**2 / (2 * x.size)]), _half_normal_bounds,
        lambda x, m: bool((x >= m).all()), ("mu",),
    ),
)  # fmt: skip
FAMILIES: MappingProxyType[str, Family] = MappingProxyType(
    {key: family for family in (*_TABLE, *MORE) for key in (key_of(family.name).lower(), family.stem) if key}
)


def family_named(name: str) -> Family:
    key = key_of(name).lower()
    if key not in FAMILIES:
        raise MatlabError(f"Unrecognized probability distribution name: '{name}'.", "stats:ProbDists:UnrecognizedDistribution")
    return FAMILIES[key]


class Distribution(HostObject):
    """A distribution with its parameters; ``sample`` and ``covariance`` are those that it was fitted to, or None.

    Observations of the sample that are ``late`` are lower limits (censored); None where there is none.
    """


    def __init__(
        self, family: Family, values: tuple[float, ...], sample: np.ndarray | None = None, covariance: np.ndarray | None = None,
        late: np.ndarray | None = None,
    ) -> None:  # fmt: skip
        if not family.valid(*values):
            raise MatlabError(f"The parameters of the {family.name} distribution are out of range.", "stats:ProbDists:ParameterRange")
        self.family, self.values, self.sample, self.covariance, self.late = family, values, sample, covariance, late

    @property
    def matlab_class(self) -> str:  # type: ignore[override]
        return f"prob.{self.family.class_name}"

    @property
    def fitted(self) -> bool:
        return self.sample is not None

    def of(self) -> Any:
        """SciPy's distribution."""
        from scipy import stats

        return self.family.of(stats, *self.values)

    def bounds(self, alpha: float = 0.05) -> np.ndarray:
        """Intervals of the parameters, in two rows; the parameters themselves where nothing was fitted."""
        if self.sample is None or self.family.bounds is None:
            return np.array([self.values, self.values], float)
        return self.family.bounds(self.sample, np.array(self.values), self.covariance, alpha)

    def properties(self) -> Mapping[str, Any]:
        count = len(self.values)
        spread = self.covariance if self.covariance is not None else np.zeros((count, count))
        fixed = [self.sample is None or name in self.family.fixed for name in self.family.parameters]
        own = {name: float(value) for name, value in zip(self.family.parameters, self.values, strict=True)}
        data = to_value({"data": Tensor(self.sample.reshape(-1, 1).copy())}) if self.sample is not None else Tensor(np.zeros((0, 0)))
        return {
            "DistributionName": to_value(self.family.name), **own,
            "NumParameters": float(count), "ParameterNames": cellstr_row(self.family.parameters),
            "ParameterValues": Tensor(np.array([self.values], float)), "ParameterCovariance": Tensor(np.asfortranarray(spread)),
            "ParameterIsFixed": Tensor(np.array([fixed])), "IsTruncated": False, "InputData": data,
        }  # fmt: skip

    def set_property(self, name: str, value: Any) -> HostObject:
        if name not in self.family.parameters:
            return super().set_property(name, value)
        place = self.family.parameters.index(name)
        values = tuple(float(as_array(value).flat[0]) if k == place else v for k, v in enumerate(self.values))
        return Distribution(self.family, values)

    def disp_text(self, format: DisplayFormat) -> str:
        width = max(len(name) for name in self.family.parameters) + 4
        shown = [f"{value:.6g}" for value in self.values]
        longest = max(len(text) for text in shown)
        bounds = self.bounds().T if self.fitted else [None] * len(shown)
        ends = [None if name in self.family.fixed else end for name, end in zip(self.family.parameters, bounds, strict=True)]
        lines = [
            f"{name.rjust(width)} = {text.rjust(longest)}" + ("" if end is None else f"   [{end[0]:.6g}, {end[1]:.6g}]")
            for name, text, end in zip(self.family.parameters, shown, ends, strict=True)
        ]
        return f"  {self.family.class_name}\n\n  {self.family.name} distribution\n" + "\n".join(lines) + "\n"
