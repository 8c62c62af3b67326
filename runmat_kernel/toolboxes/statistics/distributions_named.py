"""Distributions by their names (pdf, cdf, icdf, random), and the normal distribution of vectors and of samples."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import is_text, text_of

# --- distributions by name ----------------------------------------------------------------------------------------------------------

_NAMES = {
    "beta": "beta", "extreme value": "ev", "ev": "ev", "generalized extreme value": "gev", "gev": "gev", "generalized pareto": "gp", "gp": "gp",
    "noncentral chi-square": "ncx2", "ncx2": "ncx2", "noncentral f": "ncf", "ncf": "ncf", "noncentral t": "nct", "nct": "nct", "binomial": "bino", "bino": "bino", "chisquare": "chi2", "chi2": "chi2", "exponential": "exp", "exp": "exp", "f": "f",
    "gamma": "gam", "gam": "gam", "geometric": "geo", "geo": "geo", "hypergeometric": "hyge", "hyge": "hyge", "lognormal": "logn", "logn": "logn",
    "negative binomial": "nbin", "nbin": "nbin", "normal": "norm", "norm": "norm", "poisson": "poiss", "poiss": "poiss", "rayleigh": "rayl",
    "rayl": "rayl", "t": "t", "uniform": "unif", "unif": "unif", "discrete uniform": "unid", "unid": "unid", "weibull": "wbl", "wbl": "wbl",
}  # fmt: skip


def _named(name: str, ending: str, summary: str, usage: tuple[str, ...], *examples: Example) -> Builtin:
    def function(call: Any, distribution: Any, *arguments: Any) -> Any:
        word = text_of(distribution, "name of a distribution") if is_text(distribution) else ""
        if word.lower() not in _NAMES:
            raise call.error(f"Unrecognized distribution name: '{word}'.", f"stats:{name}:UnknownDistribution")
        return call.feval(_NAMES[word.lower()] + ending, *arguments)[0]

    errors = (ErrorCase(f"{name}('nosuch', 1)", f"stats:{name}:UnknownDistribution"),)
    return Builtin(name, usage, summary, function, examples=examples, errors=errors)


BY_NAME = (
    _named("pdf", "pdf", "Density of a distribution that is given by its name.", ("y = pdf(name, x)", "y = pdf(name, x, A)", "y = pdf(name, x, A, B, C)"),
           Example("pdf('Normal', [0 1], 0, 1)", "normpdf([0 1])"), Example("pdf('bino', 1, 2, 0.5)", "binopdf(1, 2, 0.5)")),
    _named("cdf", "cdf", "Distribution function of a distribution that is given by its name.", ("y = cdf(name, x)", "y = cdf(name, x, A)", "y = cdf(name, x, A, B, C)", "y = cdf(..., 'upper')"),
           Example("cdf('Exponential', 2, 3)", "expcdf(2, 3)"), Example("cdf('Normal', 1, 0, 1, 'upper')", "normcdf(-1)")),
    _named("icdf", "inv", "Inverse of the distribution function of a distribution that is given by its name.", ("x = icdf(name, p)", "x = icdf(name, p, A)", "x = icdf(name, p, A, B, C)"),
           Example("icdf('Uniform', 0.5, 2, 4)", "3")),
    _named("random", "rnd", "Random numbers of a distribution that is given by its name.", ("R = random(name, A)", "R = random(name, A, B, C, sz1, ..., szN)"),
           Example("size(random('Poisson', 3, 2, 4))", "[2 4]"), Example("rng(1); a = random('Normal', 1, 2, 3, 1); rng(1); isequal(a, normrnd(1, 2, 3, 1))", "true")),
)  # fmt: skip


# --- the normal distribution ----------------------------------------------------------------------------------------------------------


@builtin(
    "mvnpdf", "y = mvnpdf(X)", "y = mvnpdf(X, mu)", "y = mvnpdf(X, mu, Sigma)", summary="Density of the normal distribution of vectors, for each row.",
    examples=(
        Example("round(mvnpdf([0 0;1 1])*2*pi, 12)", "round([1;exp(-1)], 12)"),
        Example("round(mvnpdf([1 2], [1 2], [4 0;0 9])*2*pi, 12)", "round(1/6, 12)"),
        Example("round(mvnpdf([0;2], 1, 4), 12)", "round(normpdf([0;2], 1, 2), 12)"),
        Example("round(mvnpdf([1 2], [0 0], [1 4]), 12)", "round(normpdf(1)*normpdf(2,0,2), 12)"),
    ),
    errors=(ErrorCase("mvnpdf([0 0], [0 0], [1 2;2 1])", "stats:mvnpdf:BadMatrixSigma"), ErrorCase("mvnpdf([0 0], [0 0 0])", "stats:mvnpdf:ColSizeMismatch")),
)  # fmt: skip
def mvnpdf(call: Any, x: Any, mu: Any = None, sigma: Any = None) -> Any:
    points = arg.matrix(x)
    middle = arg.matrix(mu) if mu is not None and not arg.is_empty_matrix(mu) else np.zeros((1, 1))
    width = points.shape[1]
    if points.shape[1] == 1 and middle.shape[0] == 1 and middle.shape[1] > 1 and points.shape[0] == middle.shape[1]:
        points, width = points.T, middle.shape[1]  # one point as a column
    if middle.size != 1 and middle.shape[1] != width:
        raise call.error("X and MU must have the same number of columns.", "stats:mvnpdf:ColSizeMismatch")
    pages, factors = _covariances(call, sigma, width)
    deviations = np.broadcast_to(points - middle, (max(len(points), len(middle), len(pages)), width))
    if len(pages) == 1:
        lengths = np.sum(np.linalg.solve(factors[0], deviations.T) ** 2, axis=0)
    else:
        lengths = np.sum(np.linalg.solve(factors, deviations[:, :, None])[:, :, 0] ** 2, axis=1)
    logs = np.log(np.diagonal(factors, axis1=1, axis2=2)).sum(axis=1)
    densities = np.exp(-lengths / 2 - logs - width * math.log(2 * math.pi) / 2)[:, None]
    return arg.single_like(densities, x, *(v for v in (mu, sigma) if v is not None))


def _covariances(call: Any, sigma: Any, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Covariance matrices, one behind the other, and their Cholesky factors."""
    spread = arg.floating(sigma) if sigma is not None and not arg.is_empty_matrix(sigma) else np.eye(width)
    if spread.ndim == 2 and spread.shape == (1, width) and width > 1:
        spread = np.diag(spread[0])
    if spread.shape[:2] != (width, width):
        raise call.error("SIGMA must be a square matrix with as many columns as X.", "stats:mvnpdf:BadCovarianceSize")
    pages = np.moveaxis(spread, 2, 0) if spread.ndim == 3 else spread[None]
    try:
        factors = np.linalg.cholesky(pages)
    except np.linalg.LinAlgError:
        factors = None
    if factors is None or not np.allclose(pages, np.swapaxes(pages, 1, 2)):
        raise call.error("SIGMA must be a square, symmetric, positive definite matrix.", "stats:mvnpdf:BadMatrixSigma")
    return pages, factors


@builtin(
    "normfit", "[mu, sigma] = normfit(x)", "[mu, sigma, muci, sigmaci] = normfit(x)", "[...] = normfit(x, alpha)",
    summary="Mean and standard deviation of a sample of the normal distribution, with intervals (95 %) that they lie in; columns of a matrix one by one.",
    examples=(
        Example("[m, s] = normfit([1 2 3 4 5]); {m, s}", "{3, sqrt(2.5)}"),
        Example("[m, s, a, b] = normfit([1;2;3;4]); {round(a,6), round(b,6)}", "{round(2.5 + [-1;1]*tinv(0.975,3)*sqrt(5/3)/2, 6), round(sqrt(5/3*3./chi2inv([0.975;0.025],3)), 6)}"),
        Example("[~, s] = normfit(magic(4)); s", "std(magic(4))"),
    ),
    errors=(ErrorCase("normfit(1:3, 2)", "stats:normfit:BadAlpha"),),
)  # fmt: skip
def normfit(call: Any, x: Any, alpha: Any = None) -> Any:
    from scipy import stats

    array = arg.floating(x)
    columns = array.reshape(-1, 1, order="F") if 1 in array.shape else array
    level = arg.scalar(alpha) if alpha is not None and not arg.is_empty_matrix(alpha) else 0.05
    if not 0 < level < 1:
        raise call.error("ALPHA must be between 0 and 1.", "stats:normfit:BadAlpha")
    n = len(columns)
    mean = columns.mean(axis=0, keepdims=True)
    spread = columns.std(axis=0, ddof=1, keepdims=True) if n > 1 else np.zeros_like(mean)
    if n < 2:
        return mean, spread, np.full((2, mean.shape[1]), np.nan), np.full((2, mean.shape[1]), np.nan)
    reach = stats.t.ppf(1 - level / 2, n - 1) * spread / math.sqrt(n)
    ends = stats.chi2.ppf([[1 - level / 2], [level / 2]], n - 1)
    return mean, spread, np.concatenate([mean - reach, mean + reach]), spread * np.sqrt((n - 1) / ends)
