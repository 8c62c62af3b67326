"""Distributions whose parameters need a numerical search for the greatest likelihood: extreme values, logistic, Nakagami, Rician ..."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from .distribution import Family


def likelihood(frozen: Any, x: np.ndarray, late: np.ndarray | None = None) -> float:
    """The negative logarithm of the likelihood of a distribution of SciPy; observations that are ``late`` are lower limits."""
    terms = frozen.logpmf(x) if hasattr(frozen.dist, "pmf") else frozen.logpdf(x)
    return -float(np.sum(terms if late is None else np.where(late, frozen.logsf(x), terms)))


def _likelihood(of: Callable[..., Any], x: np.ndarray, values: np.ndarray, late: np.ndarray | None = None) -> float:
    """The same for parameters; infinite where there is none."""
    from scipy import stats

    with np.errstate(all="ignore"):
        total = likelihood(of(stats, *values), x, late)
    return total if math.isfinite(total) else math.inf


def exponential_model(family: Family, late: np.ndarray) -> Family:
    """The exponential family for samples in which the observations ``late`` are lower limits: only the others are counted."""
    from scipy import stats

    count = int((~late).sum())
    return replace(
        family,
        estimate=lambda x: (float(x.sum()) / count,),
        covariance=lambda x, mu: np.array([[mu**2 / count]]),
        bounds=lambda x, values, covariance, alpha: (2 * x.sum() / stats.chi2.ppf([1 - alpha / 2, alpha / 2], 2 * count))[:, None],
    )


def censored_model(family: Family, late: np.ndarray, start: tuple[float, ...], positive: tuple[bool, ...]) -> Family:
    """The family for samples in which the observations ``late`` are lower limits; its free parameters come first."""
    search = _estimate(family.of, lambda x, *fixed: start[: len(positive)], positive, late)
    return replace(family, estimate=search, covariance=_covariance(family.of, len(positive), late), bounds=_bounds(positive))


def _estimate(
    of: Callable[..., Any], start: Callable[..., tuple[float, ...]], positive: tuple[bool, ...], late: np.ndarray | None = None
) -> Any:
    """The search: the free parameters come first, those that are positive by their logarithms; the others follow."""

    def estimate(x: np.ndarray, *others: float) -> tuple[float, ...]:
        from scipy.optimize import minimize

        mask = np.array(positive)

        def values(free: np.ndarray) -> np.ndarray:
            return np.concatenate([np.where(mask, np.exp(np.where(mask, free, 0.0)), free), others])

        first = np.array(start(x, *others))
        free = np.where(mask, np.log(np.where(mask, first, 1.0)), first)
        for _ in range(3):  # a simplex may stop early: it starts again from where it was
            options = {"xatol": 1e-10, "fatol": 1e-12, "maxiter": 4000, "maxfev": 4000}
            free = minimize(lambda f: _likelihood(of, x, values(f), late), free, method="Nelder-Mead", options=options).x
        return tuple(values(free).tolist())

    return estimate


def _covariance(of: Callable[..., Any], free: int, late: np.ndarray | None = None) -> Callable[..., np.ndarray]:
    """The inverse of the curvature of the likelihood, by differences; zero for parameters that are fixed."""

    def covariance(x: np.ndarray, *values: float) -> np.ndarray:
        at = np.array(values, float)
        steps = 1e-4 * np.maximum(np.abs(at), 1e-2)
        curvature = np.empty((free, free))
        for i in range(free):
            for j in range(i, free):
                corners = ((a, b, a * b) for a in (1, -1) for b in (1, -1))
                total = 0.0
                for a, b, sign in corners:
                    moved = at.copy()
                    moved[i] += a * steps[i]
                    moved[j] += b * steps[j]
                    total += sign * _likelihood(of, x, moved, late)
                curvature[i, j] = curvature[j, i] = total / (4 * steps[i] * steps[j])
        matrix = np.zeros((at.size, at.size))
        try:
            matrix[:free, :free] = np.linalg.inv(curvature)
        except np.linalg.LinAlgError:
            matrix[:free, :free] = np.nan
        return matrix

    return covariance


def _bounds(positive: tuple[bool, ...]) -> Callable[..., np.ndarray]:
    """Intervals of the normal distribution, about the logarithms of positive parameters."""

    def bounds(x: np.ndarray, values: np.ndarray, covariance: np.ndarray, alpha: float) -> np.ndarray:
        from scipy import stats

        reach = stats.norm.ppf(1 - alpha / 2) * np.sqrt(np.diag(covariance))
        signs = np.array([[-1.0], [1.0]])
        mask = np.array([*positive, *[False] * (values.size - len(positive))])
        whole = np.where(mask, np.abs(values), 1.0)
        return np.where(mask, whole * np.exp(signs * reach / whole), values + signs * reach)

    return bounds


def _family(
    stem: str, name: str, parameters: str, defaults: tuple[float, ...], of: Callable[..., Any], start: Callable[..., tuple[float, ...]],
    positive: tuple[bool, ...], support: Callable[..., bool] = lambda x, *fixed: True, fixed: tuple[str, ...] = (),
) -> Family:  # fmt: skip
    """A Family; ``positive`` are its free parameters, which come first, the fixed ones last."""
    names = tuple(parameters.split())
    count = len(positive)

    def valid(*values: float) -> bool:
        return all(math.isfinite(v) and (v > 0 or k >= count or not positive[k]) and (names[k] != "P" or v <= 1) for k, v in enumerate(values))

    search = _estimate(of, start, positive)
    return Family(stem, name, names, defaults, of, valid, search, _covariance(of, count), _bounds(positive), support, fixed)


def _above(x: np.ndarray, *fixed: float) -> bool:
    return bool((x > 0).all())


def _middle(x: np.ndarray) -> tuple[float, float]:
    return float(np.median(x)), float(x.std()) * math.sqrt(3) / math.pi or 1.0


def _spread(x: np.ndarray) -> float:
    return float(x.std()) or 1.0


_SCALE = math.sqrt(6) / math.pi


def _shape_of_counts(x: np.ndarray) -> tuple[float, float]:
    mean, spread = float(x.mean()), float(x.var(ddof=1)) if x.size > 1 else 0.0
    r = mean**2 / (spread - mean) if spread > mean else 10.0 * max(mean, 1.0)
    return r, r / (r + mean)


MORE = (
    _family(
        "ev", "Extreme Value", "mu sigma", (0, 1), lambda s, m, d: s.gumbel_l(m, d),
        lambda x: (float(x.mean()) + 0.5772 * _SCALE * _spread(x), _SCALE * _spread(x)), (False, True),
    ),
    _family(
        "gev", "Generalized Extreme Value", "k sigma mu", (0, 1, 0), lambda s, k, d, m: s.genextreme(-k, m, d),
        lambda x: (0.1, _SCALE * _spread(x), float(x.mean()) - 0.5772 * _SCALE * _spread(x)), (False, True, False),
    ),
    _family(
        "gp", "Generalized Pareto", "k sigma theta", (1, 1, 1), lambda s, k, d, t: s.genpareto(k, t, d),
        lambda x, t: (0.1, float((x - t).mean())), (False, True), lambda x, t: bool((x > t).all()), ("theta",),
    ),
    _family("", "Logistic", "mu sigma", (0, 1), lambda s, m, d: s.logistic(m, d), _middle, (False, True)),
    _family(
        "", "Loglogistic", "mu sigma", (0, 1), lambda s, m, d: s.fisk(1 / d, scale=np.exp(m)), lambda x: _middle(np.log(x)),
        (False, True), _above,
    ),
    _family(
        "", "t Location-Scale", "mu sigma nu", (0, 1, 5), lambda s, m, d, n: s.t(n, m, d),
        lambda x: (float(np.median(x)), _spread(x) * 0.8, 5.0), (False, True, True),
    ),
    _family(
        "", "Inverse Gaussian", "mu lambda", (1, 1), lambda s, m, k: s.invgauss(m / k, scale=k),
        lambda x: (float(x.mean()), 1 / max(float(np.mean(1 / x)) - 1 / float(x.mean()), 1e-12)), (True, True), _above,
    ),
    _family(
        "", "Nakagami", "mu omega", (1, 1), lambda s, m, w: s.nakagami(m, scale=np.sqrt(w)),
        lambda x: (1.0, float(np.mean(x**2))), (True, True), _above,
    ),
    _family(
        "", "Rician", "s sigma", (1, 1), lambda s, v, d: s.rice(v / d, scale=d),
        lambda x: (float(x.mean()), _spread(x)), (True, True), _above,
    ),
    _family(
        "", "Birnbaum-Saunders", "beta gamma", (1, 1), lambda s, b, g: s.fatiguelife(g, scale=b),
        lambda x: (float(np.median(x)), 1.0), (True, True), _above,
    ),
    _family(
        "", "Burr", "alpha c k", (1, 1, 1), lambda s, a, c, k: s.burr12(c, k, scale=a),
        lambda x: (float(np.median(x)), 2.0, 1.0), (True, True, True), _above,
    ),
    _family(
        "nbin", "Negative Binomial", "R P", (1, 0.5), lambda s, r, p: s.nbinom(r, p), _shape_of_counts, (True, True),
        lambda x: bool(((x >= 0) & (x == np.floor(x))).all()),
    ),
)  # fmt: skip
