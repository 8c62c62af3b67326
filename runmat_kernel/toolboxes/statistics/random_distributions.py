"""Random numbers of other distributions, from the session's uniform and normal streams: normrnd, poissrnd, binornd, gamrnd ..., randsample, mvnrnd."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.formula import Formula
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import as_array, class_of, numel_of, shape_of, to_value
from ...values.tensor import Tensor
from .distributions import LARGE_POPULATION, hypergeometric


def _random(name: str, parameters: str, stream: str, formula: Any, summary: str, *examples: Example, recorded: Any = None) -> Builtin:
    """A builtin that draws random numbers.  ``formula`` computes them from uniform or normal draws and parameters; ``recorded`` does the same with Formulas where the draws are deferred."""
    names = parameters.split(", ")

    def function(call: Any, *arguments: Any) -> Any:
        arrays = [a if type(a) in (float, Tensor) else to_value(arg.floating(a)) for a in arguments[: len(names)]]
        if any(np.iscomplexobj(g) if type(g) is not Tensor else g.is_complex for g in arrays):
            raise MatlabError("Arguments must be real.", f"stats:{name}:RealRequired")
        shapes = [shape_of(g) for g in arrays]
        shape = np.broadcast_shapes(*shapes)
        size = arg.read_size(arguments[len(names) :]) if len(arguments) > len(names) else shape
        if len(arrays) < len(names):
            raise MatlabError("Requires at least " + f"{len(names)} input arguments.", f"stats:{name}:TooFewInputs")
        if any(numel_of(g) != 1 and own != size for g, own in zip(arrays, shapes, strict=True)):
            raise MatlabError("Size information is inconsistent.", f"stats:{name}:InputSizeMismatch")
        stream_draws = call.feval(stream, to_value(np.array([size], float)))[0]
        if recorded is not None and type(stream_draws) is Tensor and stream_draws._array is None and all(class_of(g) == "double" for g in arrays):
            drawn = Formula(call, stream_draws)
            return recorded(drawn, *(drawn.of(arg.scalar(g) if numel_of(g) == 1 else g) for g in arrays)).value
        draws = as_array(stream_draws).reshape(size, order="F")
        with np.errstate(all="ignore"):
            return arg.single_like(formula(draws, *(arg.floating(g) for g in arrays)), *arrays)

    usage = (f"r = {name}({parameters})", f"r = {name}({parameters}, sz1, ..., szN)", f"r = {name}({parameters}, sz)")
    return Builtin(name, usage, summary, function, examples=examples)


def _checked(sigma: np.ndarray, value: np.ndarray) -> np.ndarray:
    return np.where(sigma >= 0, value, np.nan)


def _recorded(sigma: Formula, value: Formula) -> Formula:
    return value.where(sigma.apply("ge", 0.0).apply("not"), np.nan)


_MOST_STEPS = 1 << 16


def _of_steps(distribution: Any, u: np.ndarray, parameters: list[Any]) -> np.ndarray:
    """The inverse distribution function of a discrete distribution with one set of parameters, looked up among its values."""
    low, high = distribution.ppf([u.min(), u.max()], *parameters)
    if not 0 <= high - low < _MOST_STEPS:
        return distribution.ppf(u, *parameters)
    return low + np.searchsorted(distribution.cdf(np.arange(low, high), *parameters), u)


def _inverse(name: str, *shapes: Any) -> Any:
    """Numbers of one of SciPy's distributions, by the inverse of its distribution function; NaN where the parameters cannot be."""

    def formula(u: np.ndarray, *parameters: np.ndarray) -> np.ndarray:
        from scipy import stats

        distribution, shapes_now = getattr(stats, name), [shape(*parameters) if callable(shape) else shape for shape in shapes]
        if isinstance(distribution, stats.rv_discrete) and u.size > 100 and all(np.size(x) == 1 for x in shapes_now):
            return _of_steps(distribution, u, [np.ravel(x)[0] for x in shapes_now])
        return distribution.ppf(u, *shapes_now)

    return formula


def _hypergeometric(u: np.ndarray, m: np.ndarray, k: np.ndarray, n: np.ndarray) -> Any:
    from scipy import stats

    if np.max(m, initial=0) > LARGE_POPULATION:
        return hypergeometric(stats, m, k, n).ppf(u)
    return _inverse("hypergeom", lambda m, k, n: m, lambda m, k, n: k, lambda m, k, n: n)(u, m, k, n)


LAWS = (
    _random(
        "poissrnd",
        "lambda",
        "rand",
        _inverse("poisson", lambda mean: mean),
        "Poisson random numbers.",
        Example("x = poissrnd(4, 1, 50); all(x >= 0 & x == floor(x))", "true"),
        Example("poissrnd(-1)", "NaN"),
    ),
    _random(
        "binornd",
        "n, p",
        "rand",
        _inverse("binom", lambda n, p: n, lambda n, p: p),
        "Binomial random numbers.",
        Example("binornd(5, 1, 1, 2)", "[5 5]"),
        Example("x = binornd(10, 0.3, 1, 50); all(x >= 0 & x <= 10)", "true"),
    ),
    _random(
        "geornd",
        "p",
        "rand",
        lambda u, p: np.where((p > 0) & (p <= 1), np.floor(np.log(u) / np.log1p(-p)), np.nan),
        "Geometric random numbers: failures before the first success.",
        Example("geornd(1, 1, 2)", "[0 0]"),
    ),
    _random(
        "gamrnd",
        "a, b",
        "rand",
        _inverse("gamma", lambda a, b: a, 0, lambda a, b: b),
        "Gamma distributed random numbers.",
        Example("rng(1); abs(mean(gamrnd(3, 2, 4000, 1)) - 6) < 0.3", "true"),
        Example("gamrnd(-1, 1)", "NaN"),
    ),
    _random(
        "betarnd",
        "a, b",
        "rand",
        _inverse("beta", lambda a, b: a, lambda a, b: b),
        "Beta distributed random numbers.",
        Example("x = betarnd(2, 3, 1, 50); all(x > 0 & x < 1)", "true"),
    ),
    _random(
        "chi2rnd",
        "nu",
        "rand",
        _inverse("chi2", lambda nu: nu),
        "Chi-square distributed random numbers.",
        Example("size(chi2rnd(3, 2, 2))", "[2 2]"),
    ),
    _random(
        "trnd",
        "nu",
        "rand",
        _inverse("t", lambda nu: nu),
        "Student's t distributed random numbers.",
        Example("size(trnd(3, 2, 2))", "[2 2]"),
    ),
    _random(
        "wblrnd",
        "a, b",
        "rand",
        _inverse("weibull_min", lambda a, b: b, 0, lambda a, b: a),
        "Weibull distributed random numbers.",
        Example("x = wblrnd(1, 2, 1, 9); all(x > 0)", "true"),
    ),
    _random(
        "raylrnd",
        "b",
        "rand",
        _inverse("rayleigh", 0, lambda b: b),
        "Rayleigh distributed random numbers.",
        Example("all(raylrnd(2, 1, 9) > 0)", "true"),
    ),
    _random(
        "unidrnd",
        "n",
        "rand",
        lambda u, n: np.where((n >= 1) & (n == np.floor(n)), np.floor(u * n) + 1, np.nan),
        "Random whole numbers from 1 to n.",
        Example("x = unidrnd(6, 1, 50); all(x >= 1 & x <= 6 & x == floor(x))", "true"),
        Example("unidrnd(0)", "NaN"),
        recorded=lambda u, n: ((u * n).apply("floor") + 1.0).where(
            n.apply("ge", 1.0).apply("and", n.apply("eq", n.apply("floor"))).apply("not"), np.nan
        ),
    ),
    _random(
        "normrnd",
        "mu, sigma",
        "randn",
        lambda z, mu, sigma: _checked(sigma, mu + sigma * z),
        "Normally distributed random numbers.",
        Example("normrnd(3, 0, 1, 2)", "[3 3]"),
        Example("size(normrnd(0, 1, 2, 3))", "[2 3]"),
        Example("normrnd(0, -1)", "NaN"),
        recorded=lambda z, mu, sigma: _recorded(sigma, mu + sigma * z),
    ),
    _random(
        "unifrnd",
        "a, b",
        "rand",
        lambda u, a, b: _checked(b - a, a + (b - a) * u),
        "Uniformly distributed random numbers between a and b.",
        Example("unifrnd(2, 2, 1, 2)", "[2 2]"),
        Example("x = unifrnd(1, 3, 1, 50); all(x >= 1 & x <= 3)", "true"),
        recorded=lambda u, a, b: _recorded(b - a, a + (b - a) * u),
    ),
    _random(
        "exprnd",
        "mu",
        "rand",
        lambda u, mu: _checked(mu, -mu * np.log(u)),
        "Exponentially distributed random numbers of mean mu.",
        Example("size(exprnd(2, 3, 1))", "[3 1]"),
        Example("exprnd(0)", "0"),
        recorded=lambda u, mu: _recorded(mu, -mu * u.apply("log")),
    ),
    _random(
        "lognrnd",
        "mu, sigma",
        "randn",
        lambda z, mu, sigma: _checked(sigma, np.exp(mu + sigma * z)),
        "Lognormally distributed random numbers.",
        Example("lognrnd(0, 0)", "1"),
        recorded=lambda z, mu, sigma: _recorded(sigma, (mu + sigma * z).apply("exp")),
    ),
)


MORE_DISTRIBUTIONS = (
    _random("frnd", "v1, v2", "rand", _inverse("f", lambda a, b: a, lambda a, b: b), "Random numbers of the F distribution.", Example("all(frnd(3, 5, 1, 9) > 0)", "true")),
    _random("evrnd", "mu, sigma", "rand", _inverse("gumbel_l", lambda m, d: m, lambda m, d: d), "Random numbers of the extreme value distribution.", Example("rng(1); abs(mean(evrnd(1, 2, 4000, 1)) - (1 + 2*psi(1))) < 0.2", "true")),
    _random("gevrnd", "k, sigma, mu", "rand", _inverse("genextreme", lambda k, d, m: -np.asarray(k), lambda k, d, m: m, lambda k, d, m: d), "Random numbers of the generalized extreme value distribution.", Example("x = gevrnd(0.5, 1, 0, 1, 50); all(x >= -2)", "true")),
    _random("gprnd", "k, sigma, theta", "rand", _inverse("genpareto", lambda k, d, m: k, lambda k, d, m: m, lambda k, d, m: d), "Random numbers of the generalized Pareto distribution.", Example("x = gprnd(0.5, 1, 3, 1, 50); all(x >= 3)", "true")),
    _random("nbinrnd", "r, p", "rand", _inverse("nbinom", lambda r, p: r, lambda r, p: p), "Negative binomial random numbers.", Example("x = nbinrnd(3, 0.5, 1, 9); all(x >= 0 & x == floor(x))", "true")),
    _random("hygernd", "m, k, n", "rand", _hypergeometric, "Hypergeometric random numbers.",
         Example("x = hygernd(10, 4, 3, 1, 9); all(x >= 0 & x <= 3)", "true")),
)  # fmt: skip


@builtin(
    "randsample",
    "y = randsample(n, k)",
    "y = randsample(population, k)",
    "y = randsample(..., replacement)",
    "y = randsample(..., true, w)",
    summary="A random sample of 1:n or of a population, without replacement unless asked for.",
    examples=(
        Example("sort(randsample(5, 5))", "(1:5)'"),
        Example("randsample([7 7 7], 2)", "[7 7]"),
        Example("size(randsample(3, 9, true))", "[9 1]"),
        Example("randsample(2, 4, true, [0 1])", "[2;2;2;2]"),
    ),
    errors=(ErrorCase("randsample(3, 4)", "stats:randsample:SampleTooLarge"),),
)
def randsample(call: Any, population: Any, count: Any, replacement: Any = False, weights: Any = None) -> Any:
    whole = numel_of(population) == 1
    n, k = (arg.integer(population) if whole else numel_of(population)), arg.integer(count)
    if n < 1 and k > 0:
        raise MatlabError("The population must not be empty.", "stats:randsample:EmptyPopulation")
    if arg.scalar(replacement):
        u = as_array(call.feval("rand", float(k), 1.0)[0]).ravel()
        share = np.arange(1.0, n + 1) / n if weights is None else np.cumsum(arg.flat(weights)) / arg.flat(weights).sum()
        chosen = np.minimum(np.searchsorted(share, u, side="right"), n - 1)
    elif k > n:
        raise MatlabError("K must be less than or equal to N for sampling without replacement.", "stats:randsample:SampleTooLarge")
    else:
        chosen = as_array(call.feval("randperm", float(n), float(k))[0]).ravel().astype(int) - 1
    if whole:
        return chosen[:, None] + 1.0
    picked = arg.elements(population).ravel(order="F")[chosen]
    return arg.like(population, arg.oriented(picked, population))


@builtin(
    "mvnrnd",
    "R = mvnrnd(mu, Sigma)",
    "R = mvnrnd(mu, Sigma, n)",
    summary="Random vectors (rows) of a multivariate normal distribution.",
    examples=(Example("mvnrnd([1 2], zeros(2), 2)", "[1 2;1 2]"), Example("size(mvnrnd([0 0], eye(2), 5))", "[5 2]")),
    errors=(ErrorCase("mvnrnd([0 0], [1 2;2 1])", "stats:mvnrnd:BadCovariance2DSymPos"),),
)
@on_one_core
def mvnrnd(call: Any, mu: Any, sigma: Any, count: Any = None) -> Any:
    mean, covariance = arg.matrix(mu), arg.matrix(sigma)
    if covariance.shape[0] == 1 and mean.shape[1] != 1:
        covariance = np.diag(covariance[0])
    if mean.shape[1] == 1 and len(covariance) == len(mean) > 1:
        mean = mean.T
    rows = len(mean) if count is None else arg.integer(count)
    if covariance.shape != (len(covariance),) * 2 or mean.shape[1] != len(covariance):
        raise MatlabError("SIGMA must be a square matrix with as many rows as MU has columns.", "stats:mvnrnd:BadCovariance2DSize")
    values, vectors = np.linalg.eigh(covariance)
    if not np.allclose(covariance, covariance.T) or (values < -1e-10 * max(np.abs(values).max(initial=0), 1e-300)).any():
        raise MatlabError("SIGMA must be a symmetric positive semi-definite matrix.", "stats:mvnrnd:BadCovariance2DSymPos")
    draws = Formula(call, call.feval("randn", float(rows), float(len(covariance)))[0])
    return (draws.apply("mtimes", (vectors * np.sqrt(np.maximum(values, 0))).T) + mean).value


@builtin(
    "randg",
    "r = randg",
    "r = randg(a)",
    "r = randg(a, sz1, ..., szN)",
    "r = randg(a, sz)",
    summary="Gamma distributed random numbers of scale 1, and of shape 1 unless given.",
    examples=(
        Example("rng(1); abs(mean(randg(3, 4000, 1)) - 3) < 0.2", "true"), Example("size(randg([1 2;3 4]))", "[2 2]"), Example("size(randg)", "[1 1]"),
        Example("rng(4); a = randg(2, 1, 3); rng(4); isequal(a, gamrnd(2, 1, 1, 3))", "true"),
    ),
    see_also=("gamrnd",),
)  # fmt: skip
def randg(call: Any, shape: Any = 1.0, *sizes: Any) -> Any:
    return call.feval("gamrnd", shape, 1.0, *sizes)[0]


# --- random matrices ---------------------------------------------------------------------------------------------------------


def _factor(call: Any, matrix: Any, factor: Any) -> np.ndarray:
    """The factor D of a covariance with ``D'*D`` equal to it, where none is given."""
    if factor is not None:
        return arg.square(factor, "D")
    try:
        return np.linalg.cholesky(arg.square(matrix)).conj().T
    except np.linalg.LinAlgError:
        raise call.error("The covariance must be a symmetric positive definite matrix.", f"stats:{call.name}:BadCovariance") from None


def _degrees(call: Any, df: Any, count: int) -> float:
    degrees = arg.scalar(df)
    if not degrees > count - 1 and not (degrees > 0 and degrees == np.floor(degrees)):
        raise call.error("The degrees of freedom must be larger than the dimension less 1, or a whole number.", f"stats:{call.name}:BadDf")
    return degrees


def _wishart(call: Any, factor: np.ndarray, degrees: float) -> np.ndarray:
    """``X'*X`` of normal rows X of covariance ``factor'*factor``; of their triangle (Bartlett) where there are many rows or parts of one."""
    count = len(factor)
    if degrees == np.floor(degrees) and degrees <= 81 + count:
        rows = as_array(call.feval("randn", degrees, float(count))[0]).reshape(int(degrees), count) @ factor
    else:
        chances = as_array(call.feval("chi2rnd", to_value(degrees - np.arange(count)[None, :]))[0]).ravel()
        rows = (np.diag(np.sqrt(chances)) + np.triu(as_array(call.feval("randn", float(count))[0]).reshape(count, count), 1)) @ factor
    return rows.T @ rows


@builtin(
    "wishrnd",
    "W = wishrnd(Sigma, df)",
    "W = wishrnd(Sigma, df, D)",
    "[W, D] = wishrnd(...)",
    summary="Random matrix of the Wishart distribution of a covariance; D'*D is the covariance.",
    examples=(
        Example("[w, d] = wishrnd([2 1;1 2], 5); {issymmetric(w), all(eig(w) > 0), round(d'*d, 10)}", "{true, true, [2 1;1 2]}"),
        Example("rng(3); s = zeros(2); for k = 1:2000, s = s + wishrnd([2 1;1 2], 4.5)/2000; end; all(abs(s/4.5 - [2 1;1 2]) < 0.2, 'all')", "true"),
        Example("rng(1); w = wishrnd([2 1;1 2], 3); rng(1); x = randn(3,2)*chol([2 1;1 2]); norm(w - x'*x) < 1e-12", "true"),
    ),
    errors=(ErrorCase("wishrnd([1 2;2 1], 4)", "stats:wishrnd:BadCovariance"), ErrorCase("wishrnd(eye(3), 1.5)", "stats:wishrnd:BadDf")),
    see_also=("iwishrnd", "mvnrnd"),
)  # fmt: skip
@on_one_core
def wishrnd(call: Any, sigma: Any, df: Any, factor: Any = None) -> Any:
    d = _factor(call, sigma, factor)
    return _wishart(call, d, _degrees(call, df, len(d))), np.asfortranarray(d)


@builtin(
    "iwishrnd",
    "W = iwishrnd(Tau, df)",
    "W = iwishrnd(Tau, df, DI)",
    "[W, DI] = iwishrnd(...)",
    summary="Random matrix of the inverse Wishart distribution; DI'*DI is the inverse of Tau.",
    examples=(
        Example("[w, d] = iwishrnd([2 1;1 2], 5); {all(eig(w) > 0), round(d'*d, 10)}", "{true, round(inv([2 1;1 2]), 10)}"),
        Example("rng(3); s = zeros(2); for k = 1:2000, s = s + iwishrnd([2 1;1 2], 13)/2000; end; all(abs(s*10 - [2 1;1 2]) < 0.2, 'all')", "true"),
    ),
    errors=(ErrorCase("iwishrnd(eye(3), 2)", "stats:iwishrnd:BadDf"),),
    see_also=("wishrnd",),
)  # fmt: skip
@on_one_core
def iwishrnd(call: Any, tau: Any, df: Any, factor: Any = None) -> Any:
    inverse = np.linalg.inv(_factor(call, tau, None)).T if factor is None else arg.square(factor, "DI")
    if not arg.scalar(df) > len(inverse) - 1:
        raise call.error("The degrees of freedom must be larger than the dimension less 1.", "stats:iwishrnd:BadDf")
    matrix = np.linalg.inv(_wishart(call, inverse, arg.scalar(df)))
    return (matrix + matrix.T) / 2, np.asfortranarray(inverse)
