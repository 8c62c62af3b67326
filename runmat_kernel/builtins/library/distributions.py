"""Densities, distribution functions and their inverses of the usual laws."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...values.convert import as_array, is_text
from .. import arguments as arg
from ..spec import Builtin, Example


def _distribution(name: str, method: str, law: Any, parameters: tuple[str, ...], defaults: int, summary: str, example: Example) -> Builtin:
    """A density, distribution function or inverse of SciPy's; parameters default from the end."""

    def function(call: Any, x: Any, *given: Any) -> Any:
        from scipy import stats

        upper = bool(given) and is_text(given[-1])
        values = [arg.floating(v) for v in (given[:-1] if upper else given)]
        if len(values) < len(parameters) - defaults:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        if len(values) > len(parameters):
            raise call.error("Too many input arguments.", "MATLAB:TooManyInputs")
        if any(v.dtype.kind == "c" for v in values) or as_array(x).dtype.kind == "c":
            raise call.error("Arguments must be real.", f"stats:{call.name}:RealRequired")
        frozen = law(stats, *values)
        with np.errstate(all="ignore"):
            found = getattr(frozen, "sf" if upper and method == "cdf" else method)(arg.floating(x))
        return arg.single_like(found, x, *given)

    least = ", ".join(("x", *parameters[: len(parameters) - defaults]))
    most = ", ".join(("x", *parameters))
    usage = (f"y = {name}({least})", f"y = {name}({most})", *((f"y = {name}({most}, 'upper')",) if method == "cdf" else ()))
    return Builtin(name, usage, summary, function, examples=(example,))


def _normal(stats: Any, mu: Any = 0.0, sigma: Any = 1.0) -> Any:
    return stats.norm(mu, sigma)


def _uniform(stats: Any, a: Any = 0.0, b: Any = 1.0) -> Any:
    return stats.uniform(a, b - a)


def _exponential(stats: Any, mu: Any = 1.0) -> Any:
    return stats.expon(scale=mu)


DISTRIBUTIONS = (
    _distribution(
        "normpdf", "pdf", _normal, ("mu", "sigma"), 2, "Density of the normal distribution.", Example("normpdf(0)*sqrt(2*pi)", "1")
    ),
    _distribution(
        "normcdf", "cdf", _normal, ("mu", "sigma"), 2, "Distribution function of the normal distribution.", Example("normcdf(0)", "0.5")
    ),
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
        Example("round(poisspdf(0,1)*exp(1),12)", "1"),
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
