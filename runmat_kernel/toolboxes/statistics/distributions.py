"""Densities, distribution functions and inverses of the common distributions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import Builtin, Effect, Example
from ...values.convert import as_array, is_text
from ..elementary.device_distributions import of_large


def _distribution(name: str, method: str, distribution: Any, parameters: tuple[str, ...], defaults: int, summary: str, example: Example) -> Builtin:
    """A density, distribution function or inverse of SciPy's; parameters default from the end."""

    def function(call: Any, x: Any, *arguments: Any) -> Any:
        upper = bool(arguments) and is_text(arguments[-1])
        if (there := of_large(call, x, arguments[: len(arguments) - upper], upper=upper)) is not None:
            return there
        values = [arg.floating(v) for v in (arguments[:-1] if upper else arguments)]
        if len(values) < len(parameters) - defaults:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        if len(values) > len(parameters):
            raise call.error("Too many input arguments.", "MATLAB:TooManyInputs")
        if any(v.dtype.kind == "c" for v in values) or as_array(x).dtype.kind == "c":
            raise call.error("Arguments must be real.", f"stats:{call.name}:RealRequired")
        frozen = distribution(_DISTRIBUTIONS, *values)
        with np.errstate(all="ignore"):
            at = arg.floating(x)
            result = getattr(frozen, "sf" if upper and method == "cdf" else method)(at)
            if method in ("pdf", "pmf") and type(frozen) is not _Normal and np.isinf(at).any():
                result = np.where(np.isinf(at) & ~np.isnan(frozen.cdf(at)), 0.0, result)
        return arg.single_like(result, x, *arguments)

    least = ", ".join(("x", *parameters[: len(parameters) - defaults]))
    most = ", ".join(("x", *parameters))
    usage = (f"y = {name}({least})", f"y = {name}({most})", *((f"y = {name}({most}, 'upper')",) if method == "cdf" else ()))
    return Builtin(name, usage, summary, function, examples=(example,))


class _Scipy:
    """SciPy's distributions, whose module takes longer to load than most programs run."""

    def __getattr__(self, name: str) -> Any:
        from scipy import stats

        return getattr(stats, name)


_DISTRIBUTIONS = _Scipy()


class _Normal:
    """The normal distribution by its own formulas, because SciPy's general class takes three times as long.  With a deviation of 0 the
    distribution function is a step, and there is neither a density nor an inverse.
    """

    def __init__(self, mu: Any, sigma: Any) -> None:
        self.mu, self.sigma = np.asarray(mu), np.asarray(sigma)

    def pdf(self, x: np.ndarray) -> np.ndarray:
        z = (x - self.mu) / self.sigma
        return np.where(self.sigma > 0, np.exp(-0.5 * z * z) / (np.sqrt(2 * np.pi) * self.sigma), np.nan)

    def cdf(self, x: np.ndarray) -> np.ndarray:
        from scipy.special import ndtr

        return self._steps(x, ndtr((x - self.mu) / self.sigma), x >= self.mu)

    def sf(self, x: np.ndarray) -> np.ndarray:
        from scipy.special import ndtr

        return self._steps(x, ndtr((self.mu - x) / self.sigma), x < self.mu)

    def _steps(self, x: np.ndarray, values: np.ndarray, step: np.ndarray) -> np.ndarray:
        if (self.sigma > 0).all():
            return values
        known = (self.sigma == 0) & ~np.isnan(x) & ~np.isnan(self.mu)
        return np.where(self.sigma > 0, values, np.where(known, step, np.nan))

    def ppf(self, p: np.ndarray) -> np.ndarray:
        from scipy.special import ndtri

        return np.where(self.sigma > 0, self.mu + self.sigma * ndtri(p), np.nan)


class _Uniform:
    def __init__(self, a: Any, b: Any) -> None:
        self.a, self.b = np.asarray(a), np.asarray(b)

    def _where_wide(self, values: np.ndarray) -> np.ndarray:
        return np.where(self.a < self.b, values, np.nan)

    def pdf(self, x: np.ndarray) -> np.ndarray:
        inside = (self.a <= x) & (x <= self.b)
        return self._where_wide(np.where(np.isnan(x), np.nan, inside / (self.b - self.a)))

    def cdf(self, x: np.ndarray) -> np.ndarray:
        return self._where_wide(np.clip((x - self.a) / (self.b - self.a), 0, 1))

    def sf(self, x: np.ndarray) -> np.ndarray:
        return self._where_wide(np.clip((self.b - x) / (self.b - self.a), 0, 1))

    def ppf(self, p: np.ndarray) -> np.ndarray:
        return self._where_wide(np.where((p >= 0) & (p <= 1), self.a + p * (self.b - self.a), np.nan))


class _Exponential:
    def __init__(self, mu: Any) -> None:
        mu = np.asarray(mu)
        self.mu = np.where(mu > 0, mu, np.nan)

    def pdf(self, x: np.ndarray) -> np.ndarray:
        return np.where(x < 0, 0 * self.mu, np.exp(-x / self.mu) / self.mu)

    def cdf(self, x: np.ndarray) -> np.ndarray:
        return -np.expm1(-np.maximum(x, 0) / self.mu)

    def sf(self, x: np.ndarray) -> np.ndarray:
        return np.exp(-np.maximum(x, 0) / self.mu)

    def ppf(self, p: np.ndarray) -> np.ndarray:
        return np.where((p >= 0) & (p <= 1), -self.mu * np.log1p(-p), np.nan)


def _normal(_: Any, mu: Any = 0.0, sigma: Any = 1.0) -> Any:
    return _Normal(mu, sigma)


def _uniform(_: Any, a: Any = 0.0, b: Any = 1.0) -> Any:
    return _Uniform(a, b)


def _exponential(_: Any, mu: Any = 1.0) -> Any:
    return _Exponential(mu)


DISTRIBUTIONS = (
    _distribution(
        "normpdf", "pdf", _normal, ("mu", "sigma"), 2, "Density of the normal distribution.", Example("normpdf(0)*sqrt(2*pi)", "1")
    ).stating(effect=Effect.NONE),
    _distribution(
        "normcdf", "cdf", _normal, ("mu", "sigma"), 2, "Distribution function of the normal distribution.", Example("normcdf(0)", "0.5")
    ).stating(effect=Effect.NONE),
    _distribution(
        "norminv", "ppf", _normal, ("mu", "sigma"), 2, "Inverse of the normal distribution function.", Example("norminv(0.5)", "0")
    ),
    _distribution("unifpdf", "pdf", _uniform, ("a", "b"), 2, "Density of the uniform distribution.", Example("unifpdf(1,0,2)", "0.5")),
    _distribution(
        "unifcdf", "cdf", _uniform, ("a", "b"), 2, "Distribution function of the uniform distribution.", Example("unifcdf(1,0,2)", "0.5")
    ),
    _distribution("exppdf", "pdf", _exponential, ("mu",), 1, "Density of the exponential distribution.", Example("exppdf(0)", "1")),
    _distribution(
        "expcdf", "cdf", _exponential, ("mu",), 1, "Distribution function of the exponential distribution.", Example("expcdf(0)", "0")
    ),
    _distribution(
        "expinv", "ppf", _exponential, ("mu",), 1, "Inverse of the exponential distribution function.", Example("expinv(0)", "0")
    ),
    _distribution(
        "tpdf", "pdf", lambda s, nu: s.t(nu), ("nu",), 0, "Density of Student's distribution.", Example("round(tpdf(0,1)*pi,12)", "1")
    ),
    _distribution("tcdf", "cdf", lambda s, nu: s.t(nu), ("nu",), 0, "Student's distribution function.", Example("tcdf(0,3)", "0.5")),
    _distribution(
        "tinv",
        "ppf",
        lambda s, nu: s.t(nu),
        ("nu",),
        0,
        "Inverse of Student's distribution function.",
        Example("round(tinv(0.5,3),12)", "0"),
    ),
    _distribution(
        "chi2pdf",
        "pdf",
        lambda s, v: s.chi2(v),
        ("v",),
        0,
        "Density of the chi-square distribution.",
        Example("round(chi2pdf(0,2),12)", "0.5"),
    ),
    _distribution("chi2cdf", "cdf", lambda s, v: s.chi2(v), ("v",), 0, "Chi-square distribution function.", Example("chi2cdf(0,2)", "0")),
    _distribution(
        "chi2inv",
        "ppf",
        lambda s, v: s.chi2(v),
        ("v",),
        0,
        "Inverse of the chi-square distribution function.",
        Example("chi2inv(0,2)", "0"),
    ),
    _distribution("fcdf", "cdf", lambda s, a, b: s.f(a, b), ("v1", "v2"), 0, "F distribution function.", Example("fcdf(0,2,2)", "0")),
    _distribution(
        "finv", "ppf", lambda s, a, b: s.f(a, b), ("v1", "v2"), 0, "Inverse of the F distribution function.", Example("finv(0,2,2)", "0")
    ),
    _distribution(
        "gampdf",
        "pdf",
        lambda s, a, b=1.0: s.gamma(a, scale=b),
        ("a", "b"),
        1,
        "Density of the gamma distribution.",
        Example("gampdf(0,1,1)", "1"),
    ),
    _distribution(
        "gamcdf",
        "cdf",
        lambda s, a, b=1.0: s.gamma(a, scale=b),
        ("a", "b"),
        1,
        "Gamma distribution function.",
        Example("gamcdf(0,1,1)", "0"),
    ),
    _distribution(
        "betapdf",
        "pdf",
        lambda s, a, b: s.beta(a, b),
        ("a", "b"),
        0,
        "Density of the beta distribution.",
        Example("round(betapdf(0.5,1,1),12)", "1"),
    ),
    _distribution(
        "betacdf",
        "cdf",
        lambda s, a, b: s.beta(a, b),
        ("a", "b"),
        0,
        "Beta distribution function.",
        Example("round(betacdf(0.5,1,1),12)", "0.5"),
    ),
    _distribution(
        "poisspdf",
        "pmf",
        lambda s, m: s.poisson(m),
        ("lambda",),
        0,
        "Probabilities of the Poisson distribution.",
        Example("[round(poisspdf(0,1)*exp(1),12) poisspdf([Inf Inf],[2 -1])]", "[1 0 NaN]"),
    ),
    _distribution(
        "poisscdf",
        "cdf",
        lambda s, m: s.poisson(m),
        ("lambda",),
        0,
        "Poisson distribution function.",
        Example("round(poisscdf(0,1)*exp(1),12)", "1"),
    ),
    _distribution(
        "binopdf",
        "pmf",
        lambda s, n, p: s.binom(n, p),
        ("n", "p"),
        0,
        "Probabilities of the binomial distribution.",
        Example("round(binopdf(1,2,0.5),12)", "0.5"),
    ),
    _distribution(
        "binocdf",
        "cdf",
        lambda s, n, p: s.binom(n, p),
        ("n", "p"),
        0,
        "Binomial distribution function.",
        Example("round(binocdf(1,2,0.5),12)", "0.75"),
    ),
)


# --- families with few words ----------------------------------------------------------------------------------------------

_PDF, _CDF, _INV = (
    "Density of the {} distribution.",
    "Distribution function of the {} distribution.",
    "Inverse of the {} distribution function.",
)
_FORMS = {"pdf": ("pdf", _PDF), "cdf": ("cdf", _CDF), "inv": ("ppf", _INV)}


class _FromZero:
    """A distribution of whole numbers from 0 on.  Its inverse at 0 is 0, where SciPy gives -1."""

    def __init__(self, distribution: Any) -> None:
        self.pmf, self.cdf, self.sf, self._ppf = distribution.pmf, distribution.cdf, distribution.sf, distribution.ppf

    def ppf(self, p: np.ndarray) -> np.ndarray:
        quantiles = self._ppf(p)
        return np.where(quantiles < 0, 0.0, quantiles)


def _family(
    stem: str, words: str, distribution: Any, parameters: str, defaults: int, *examples: tuple[str, Example], discrete: bool = False
) -> tuple[Builtin, ...]:
    functions = []
    for form, example in examples:
        method, summary = _FORMS[form]
        if discrete and form == "pdf":
            method, summary = "pmf", "Probabilities of the {} distribution."
        functions.append(_distribution(stem + form, method, distribution, tuple(parameters.split()), defaults, summary.format(words), example))
    return tuple(functions)


def _lognormal(stats: Any, mu: Any = 0.0, sigma: Any = 1.0) -> Any:
    return stats.lognorm(sigma, scale=np.exp(mu))


LARGE_POPULATION = 1 << 20
"""Above it SciPy's sums of hypergeometric probabilities take a time that grows with the population."""
_TERMS = 1 << 20
"""Terms of a sum that are made at once."""


def hypergeometric(stats: Any, m: Any, k: Any, n: Any) -> Any:
    """The distribution of successes among ``n`` draws from ``m`` items of which ``k`` are successes."""
    distribution = _Hypergeometric(stats, m, k, n)
    if np.max(np.nan_to_num(m), initial=0) > LARGE_POPULATION:
        return distribution
    many = _FromZero(stats.hypergeom(m, k, n))  # sums of few terms for many numbers at once
    many.pmf = distribution.pmf
    return many


class _Hypergeometric:
    """Successes among ``n`` draws from ``m`` items of which ``k`` are successes.

    The probability is made of binomial ones (Loader 2000, "Fast and accurate computation of binomial probabilities"), a tail of the terms
    from its end on, until they no longer count.
    """

    def __init__(self, stats: Any, m: Any, k: Any, n: Any) -> None:
        self.binomial, self.parameters = stats.binom.pmf, (m, k, n)

    def pmf(self, x: np.ndarray) -> np.ndarray:
        x, m, k, n = np.broadcast_arrays(x, *self.parameters)
        share = n / m
        some = self.binomial(x, k, share) * self.binomial(n - x, m - k, share) / self.binomial(n, m, share)
        possible = (x == np.floor(x)) & (x >= np.maximum(0, n - (m - k))) & (x <= np.minimum(k, n))
        valid = np.all([np.isfinite(v) & (v == np.floor(v)) for v in (m, k, n)], axis=0) & (k >= 0) & (n >= 0) & (k <= m) & (n <= m) & ~np.isnan(x)
        return np.where(valid, np.where(possible, some, 0.0), np.nan)

    def cdf(self, x: np.ndarray) -> np.ndarray:
        return self._each(self._below, x)

    def sf(self, x: np.ndarray) -> np.ndarray:
        return self._each(lambda at, m, k, n: self._below(n - np.floor(at) - 1, m, m - k, n), x)

    def ppf(self, q: np.ndarray) -> np.ndarray:
        return self._each(self._least, q)

    def _each(self, function: Callable[..., float], x: np.ndarray) -> np.ndarray:
        """The function of each number and its three parameters, all of them finite; NaN where they are no distribution."""
        x, m, k, n = np.broadcast_arrays(x, *self.parameters)
        known = ~np.isnan(_Hypergeometric(_DISTRIBUTIONS, m, k, n).pmf(np.where(np.isfinite(x), 0.0, x)))
        result = np.full(x.shape, np.nan)
        for place in zip(*np.nonzero(known), strict=True):
            result[place] = function(x[place], int(m[place]), int(k[place]), int(n[place]))
        return result

    def _below(self, at: float, m: int, k: int, n: int) -> float:
        """P(X <= at): from there downwards; above the mean by what lies above, which is fewer failures."""
        low, high = max(0, n - (m - k)), min(k, n)
        if at < low or at >= high:
            return float(at >= high)
        x = math.floor(at)
        if x * m > n * k:
            return 1.0 - self._below(n - x - 1, m, m - k, n)
        total, term = 0.0, float(_Hypergeometric(_DISTRIBUTIONS, m, k, n).pmf(np.array(float(x))))
        while x >= low and term > total * np.finfo(float).eps:
            i = np.arange(x, max(x - _TERMS, low), -1, dtype=float)
            ratios = i * (m - k - n + i) / ((n + 1 - i) * (k + 1 - i))
            terms = term * np.concatenate([[1.0], np.cumprod(ratios)])
            total += float(terms.sum())
            x -= len(terms)
            term = float(terms[-1] * (x + 1) * (m - k - n + x + 1) / ((n - x) * (k - x))) if x >= low else 0.0
        return total

    def _least(self, q: float, m: int, k: int, n: int) -> float:
        """The least number at or below which there is at least the probability q."""
        if not 0 <= q <= 1:
            return math.nan
        low, high = max(0, n - (m - k)), min(k, n)
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self._below(middle, m, k, n) >= q else (middle + 1, high)
        return float(low)


FAMILIES = (
    *_family("logn", "lognormal", _lognormal, "mu sigma", 2, ("pdf", Example("round(lognpdf(1)*sqrt(2*pi),12)", "1")), ("cdf", Example("logncdf([0 1])", "[0 0.5]")),
             ("inv", Example("round(logninv(0.5,2,3),9)", "round(exp(2),9)"))),
    *_family("wbl", "Weibull", lambda s, a=1.0, b=1.0: s.weibull_min(b, scale=a), "a b", 2, ("pdf", Example("round(wblpdf(2,2,1),12)", "round(exp(-1)/2,12)")),
             ("cdf", Example("round(wblcdf(3,3,2),12)", "round(1-exp(-1),12)")), ("inv", Example("round(wblinv(1-exp(-1),3,2),12)", "3"))),
    *_family("rayl", "Rayleigh", lambda s, b=1.0: s.rayleigh(scale=b), "b", 1, ("pdf", Example("round(raylpdf(1),12)", "round(exp(-0.5),12)")),
             ("cdf", Example("round(raylcdf(2,2),12)", "round(1-exp(-0.5),12)")), ("inv", Example("raylinv(0)", "0"))),
    *_family("geo", "geometric", lambda s, p: _FromZero(s.geom(p, loc=-1)), "p", 0, ("pdf", Example("round(geopdf([0 1],0.25),12)", "[0.25 0.1875]")),
             ("cdf", Example("round(geocdf(1,0.5),12)", "0.75")), ("inv", Example("geoinv([0 0.75],0.5)", "[0 1]")), discrete=True),
    *_family("nbin", "negative binomial", lambda s, r, p: _FromZero(s.nbinom(r, p)), "r p", 0, ("pdf", Example("round(nbinpdf(1,2,0.5),12)", "0.25")),
             ("cdf", Example("round(nbincdf(1,2,0.5),12)", "0.5")), ("inv", Example("nbininv(0,2,0.5)", "0")), discrete=True),
    *_family("hyge", "hypergeometric", hypergeometric, "m k n", 0, ("pdf", Example("round(hygepdf(1,4,2,2),12)", "round(2/3,12)")),
             ("cdf", Example("round(hygecdf(1,4,2,2),12)", "round(5/6,12)")), ("inv", Example("hygeinv(0.5,4,2,2)", "1")), discrete=True),
    *_family("unid", "discrete uniform", lambda s, n: s.randint(1, np.asarray(n) + 1), "n", 0, ("pdf", Example("unidpdf([0 1 6 7],6)", "[0 1/6 1/6 0]")),
             ("cdf", Example("unidcdf([0 3 9],6)", "[0 0.5 1]")), discrete=True),
    *_family("ev", "extreme value", lambda s, m=0.0, d=1.0: s.gumbel_l(m, np.where(np.asarray(d) > 0, d, np.nan)), "mu sigma", 2, ("pdf", Example("round(evpdf(0),12)", "round(exp(-1),12)")),
             ("cdf", Example("round(evcdf(1,1,3),12)", "round(1-exp(-1),12)")), ("inv", Example("round(evinv(1-exp(-1),2,3),12)", "2"))),
    *_family("gev", "generalized extreme value", lambda s, k=0.0, d=1.0, m=0.0: s.genextreme(-np.asarray(k), m, d), "k sigma mu", 3, ("pdf", Example("round(gevpdf(0),12)", "round(exp(-1),12)")),
             ("cdf", Example("round(gevcdf([1 -3],0.5,1,0),12)", "round([exp(-1.5^-2) 0],12)")), ("inv", Example("round(gevinv(exp(-1.5^-2),0.5),12)", "1"))),
    *_family("gp", "generalized Pareto", lambda s, k=0.0, d=1.0, m=0.0: s.genpareto(k, m, d), "k sigma theta", 3, ("pdf", Example("round(gppdf([0 -1 2],0,2),12)", "round([0.5 0 exp(-1)/2],12)")),
             ("cdf", Example("round(gpcdf(3,1,2,1),12)", "0.5")), ("inv", Example("round(gpinv(0.5,1,2,1),12)", "3"))),
    *_family("ncx2", "noncentral chi-square", lambda s, v, d: s.ncx2(v, d), "v delta", 0, ("pdf", Example("round(ncx2pdf(2,3,0),12)", "round(chi2pdf(2,3),12)")),
             ("cdf", Example("round(ncx2cdf(4,1,1),9)", "round(normcdf(1)-normcdf(-3),9)")), ("inv", Example("round(ncx2inv(normcdf(1)-normcdf(-3),1,1),8)", "4"))),
    *_family("nct", "noncentral t", lambda s, v, d: s.nct(v, d), "nu delta", 0, ("pdf", Example("round(nctpdf(1,4,0),10)", "round(tpdf(1,4),10)")),
             ("cdf", Example("round(nctcdf(0,5,1),9)", "round(normcdf(-1),9)")), ("inv", Example("round(nctinv(normcdf(-1),5,1),6)", "0"))),
    *_family("ncf", "noncentral F", lambda s, a, b, d: s.ncf(a, b, d), "nu1 nu2 delta", 0, ("pdf", Example("round(ncfpdf(1,2,4,0),9)", "round(fpdf(1,2,4),9)")),
             ("cdf", Example("round(ncfcdf(2,2,4,0),9)", "round(fcdf(2,2,4),9)")), ("inv", Example("round(ncfinv(0.5,2,4,0),8)", "round(finv(0.5,2,4),8)"))),
    *_family("f", "F", lambda s, a, b: s.f(a, b), "v1 v2", 0, ("pdf", Example("round(fpdf(1,2,2),12)", "0.25"))),
    *_family("unif", "uniform", _uniform, "a b", 2, ("inv", Example("unifinv(0.25,2,4)", "2.5"))),
    *_family("gam", "gamma", lambda s, a, b=1.0: s.gamma(a, scale=b), "a b", 1, ("inv", Example("round(gaminv(1-exp(-1),1,3),12)", "3"))),
    *_family("beta", "beta", lambda s, a, b: s.beta(a, b), "a b", 0, ("inv", Example("round(betainv(0.5,2,2),12)", "0.5"))),
    *_family("bino", "binomial", lambda s, n, p: _FromZero(s.binom(n, p)), "n p", 0, ("inv", Example("binoinv([0 0.5 1],10,0.5)", "[0 5 10]")), discrete=True),
    *_family("poiss", "Poisson", lambda s, m: _FromZero(s.poisson(m)), "lambda", 0, ("inv", Example("poissinv([0 0.5],4)", "[0 4]")), discrete=True),
)  # fmt: skip
