"""Curves and generalized linear models fitted to data: nlinfit, nlparci, glmfit, glmval; bootstrp."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.records import record
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import StructArray
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of, to_value
from ..linalg.least_squares import least_squares

# --- curves ----------------------------------------------------------------------------------------------------------------


@builtin(
    "nlinfit", "beta = nlinfit(X, y, fun, beta0)", "[beta, R, J, CovB, MSE] = nlinfit(X, y, fun, beta0)", "[...] = nlinfit(X, y, fun, beta0, options, Name, Value)",
    summary="Parameters of a function of (beta, X) that fit y best in squares, from beta0 on: with residuals, Jacobian, covariance and variance of the error.",
    examples=(
        Example("x = (0:5)'; b = nlinfit(x, 3*exp(-0.5*x), @(b,x) b(1)*exp(b(2)*x), [1;-1]); round(b,6)", "[3;-0.5]"),
        Example("[b,r,J,C,m] = nlinfit([1;2;3;4],[1;2;2;4],@(b,x) b(1)+b(2)*x,[1 1]); {round(b,6), round(r',6), round(J,6), round(C,6), round(m,6)}", "{[0 0.9],[0.1 0.2 -0.7 0.4],[1 1;1 2;1 3;1 4],[0.525 -0.175;-0.175 0.07],0.35}"),
        Example("[b,r] = nlinfit([1;2;3],[2;NaN;6],@(b,x) b*x,1); {round(b,6), isnan(r')}", "{2,logical([0 1 0])}"),
    ),
    errors=(ErrorCase("nlinfit([1;2],[1;2;3],@(b,x) b*x,1)", "stats:nlinfit:FunctionSizeMismatch"), ErrorCase("nlinfit(1,1,@(b,x) b*x,1,'Weights',1)", "stats:nlinfit:Unsupported")),
    see_also=("nlparci", "lsqcurvefit", "fitlm"),
)  # fmt: skip
def nlinfit(call: Any, x: Any, y: Any, model: Any, start: Any, *options: Any) -> Any:
    from scipy.optimize import least_squares as solved

    if any(is_text(o) for o in options):
        raise call.error("Weights and error models are not supported.", "stats:nlinfit:Unsupported")
    first, target = arg.floating(start).astype(np.float64), arg.flat(y).astype(np.float64)
    known = ~np.isnan(target)

    def values(beta: np.ndarray) -> np.ndarray:
        coefficients = call.session.value(np.asfortranarray(beta.reshape(first.shape, order="F")))
        solution = arg.flat(call.feval(model, coefficients, x, nargout=1)[0])
        if solution.size != target.size:
            raise call.error(
                "MODELFUN must be a function that returns a vector of fitted values the same size as Y.",
                "stats:nlinfit:FunctionSizeMismatch",
            )
        return solution[known].astype(np.float64)

    if known.sum() < first.size:
        raise call.error("There must be at least as many data as parameters.", "stats:nlinfit:NotEnoughData")
    begin = first.ravel(order="F")
    solution = solved(lambda beta: values(beta) - target[known], begin, method="lm", jac="3-point", xtol=1e-12, ftol=1e-14, gtol=1e-14)
    beta = solution.x
    residuals = np.full(target.size, np.nan)
    residuals[known] = target[known] - values(beta)
    steps = np.finfo(float).eps ** (1 / 3) * np.maximum(np.abs(beta), 1e-3)
    jacobian = np.column_stack(
        [(values(beta + step) - values(beta - step)) / (2 * size) for size, step in zip(steps, np.diag(steps), strict=True)]
    )
    free = int(known.sum()) - beta.size
    error = float(np.nansum(residuals**2) / free) if free else math.nan
    if np.linalg.matrix_rank(jacobian) < beta.size:
        call.warning(
            "The Jacobian at the solution is ill-conditioned, and some model parameters may not be estimated well.",
            "stats:nlinfit:IllConditionedJacobian",
        )
    covariance = np.linalg.pinv(jacobian.T @ jacobian) * error
    return beta.reshape(first.shape, order="F"), residuals.reshape(shape_of(y), order="F"), jacobian, covariance, error


@builtin(
    "nlparci", "ci = nlparci(beta, resid, 'jacobian', J)", "ci = nlparci(beta, resid, 'covar', CovB)", "ci = nlparci(..., 'alpha', alpha)",
    summary="Intervals (95 %) of the parameters of nlinfit, from the residuals and the Jacobian or the covariance.",
    examples=(
        Example("[b,r,J,C] = nlinfit([1;2;3;4],[1;2;2;4],@(b,x) b(1)+b(2)*x,[1 1]); round(nlparci(b,r,'jacobian',J),4)", "round([0;0.9] + tinv(0.975,2)*[-1 1].*[sqrt(0.525);sqrt(0.07)],4)"),
        Example("[b,r,J,C] = nlinfit([1;2;3;4],[1;2;2;4],@(b,x) b(1)+b(2)*x,[1 1]); max(abs(nlparci(b,r,'covar',C) - nlparci(b,r,J)),[],'all') < 1e-8", "true"),
    ),
    errors=(ErrorCase("nlparci([1;2],[1;2;3],'jacobian',[1;2;3])", "stats:nlparci:SizeMismatch"),), see_also=("nlinfit",),
)  # fmt: skip
def nlparci(call: Any, beta: Any, residuals: Any, *arguments: Any) -> Any:
    from scipy import stats

    values = list(arguments)
    named = (
        arg.Options(arg.name_values(values[1:], "nlparci", "alpha"), jacobian=values[0])
        if values and not is_text(values[0])
        else arg.name_values(values, "nlparci", "jacobian covar alpha")
    )
    b, r = arg.flat(beta).astype(float), arg.flat(residuals).astype(float)
    r = r[~np.isnan(r)]
    free = r.size - b.size
    if "jacobian" not in named and "covar" not in named:
        raise call.error("The Jacobian or the covariance is needed.", "stats:nlparci:MissingInput")
    matrix = arg.matrix(named["jacobian" if "jacobian" in named else "covar"]).astype(float)
    if matrix.shape[1] != b.size or free <= 0:
        raise call.error(
            "The number of columns of J must be that of the parameters, and there must be more residuals than these.",
            "stats:nlparci:SizeMismatch",
        )
    if "jacobian" in named:
        spread = np.sum(np.linalg.pinv(np.linalg.qr(matrix, mode="r")) ** 2, axis=1) * float(r @ r) / free
    else:
        spread = np.diag(matrix)
    reach = stats.t.ppf(1 - named.number("alpha", 0.05) / 2, free) * np.sqrt(spread)
    return np.column_stack([b - reach, b + reach])


# --- generalized linear models -----------------------------------------------------------------------------------------------


@record
class _Link:
    """A link function of a generalized linear model, its derivative, and its inverse."""

    of: Callable[[np.ndarray], np.ndarray]
    slope: Callable[[np.ndarray], np.ndarray]
    back: Callable[[np.ndarray], np.ndarray]


def _logistic(eta: np.ndarray) -> np.ndarray:
    from scipy.special import expit

    return np.clip(expit(eta), np.finfo(float).eps, 1 - np.finfo(float).eps)  # type: ignore[no-any-return]


def _probit(eta: np.ndarray) -> np.ndarray:
    from scipy.special import ndtr

    return np.clip(ndtr(eta), np.finfo(float).eps, 1 - np.finfo(float).eps)  # type: ignore[no-any-return]


def _quantile(mu: np.ndarray) -> np.ndarray:
    from scipy.special import ndtri

    return ndtri(mu)  # type: ignore[no-any-return]


def _power(exponent: float) -> _Link:
    if exponent == 0:
        return _LINKS["log"]
    return _Link(
        lambda mu: mu**exponent,
        lambda mu: exponent * mu ** (exponent - 1),
        lambda eta: np.maximum(eta, np.finfo(float).tiny) ** (1 / exponent),
    )


_LINKS: MappingProxyType[str, _Link] = MappingProxyType({
    "identity": _Link(lambda mu: mu, np.ones_like, lambda eta: eta),
    "log": _Link(np.log, lambda mu: 1 / mu, lambda eta: np.exp(np.clip(eta, -700, 700))),
    "logit": _Link(lambda mu: np.log(mu / (1 - mu)), lambda mu: 1 / (mu * (1 - mu)), _logistic),
    "probit": _Link(_quantile, lambda mu: math.sqrt(2 * math.pi) * np.exp(_quantile(mu) ** 2 / 2), _probit),
    "comploglog": _Link(lambda mu: np.log(-np.log1p(-mu)), lambda mu: -1 / ((1 - mu) * np.log1p(-mu)), lambda eta: np.clip(-np.expm1(-np.exp(eta)), 1e-16, 1 - 1e-16)),
    "loglog": _Link(lambda mu: np.log(-np.log(mu)), lambda mu: 1 / (mu * np.log(mu)), lambda eta: np.clip(np.exp(-np.exp(eta)), 1e-16, 1 - 1e-16)),
    "reciprocal": _Link(lambda mu: 1 / mu, lambda mu: -1 / mu**2, lambda eta: 1 / eta),
})  # fmt: skip
_CANONICAL_LINKS = MappingProxyType({"normal": "identity", "binomial": "logit", "poisson": "log", "gamma": "reciprocal", "inverse gaussian": "-2"})
"""The distributions, with the link that each has by default."""


def _link(call: Any, value: Any, distribution: str) -> _Link:
    if value is None:
        return _power(-2.0) if distribution == "inverse gaussian" else _LINKS[_CANONICAL_LINKS[distribution]]
    if is_text(value):
        word = text_of(value).lower()
        if word not in _LINKS:
            raise call.error(f"Unrecognized link function name: '{word}'.", f"stats:{call.name}:BadLink")
        return _LINKS[word]
    if class_of(value) in ("double", "single") and numel_of(value) == 1:
        return _power(arg.scalar(value))
    raise call.error("The link must be a name or a power.", f"stats:{call.name}:BadLink")


def _variance(distribution: str, mu: np.ndarray, n: np.ndarray) -> np.ndarray:
    return {
        "normal": np.ones_like,
        "binomial": lambda m: m * (1 - m) / n,
        "poisson": lambda m: m,
        "gamma": lambda m: m**2,
        "inverse gaussian": lambda m: m**3,
    }[distribution](mu)


def _deviances(distribution: str, y: np.ndarray, mu: np.ndarray, n: np.ndarray) -> np.ndarray:
    from scipy.special import xlogy

    if distribution == "binomial":
        return 2 * n * (xlogy(y, y / mu) + xlogy(1 - y, (1 - y) / (1 - mu)))  # type: ignore[no-any-return]
    if distribution == "poisson":
        return 2 * (xlogy(y, y / mu) - (y - mu))  # type: ignore[no-any-return]
    if distribution == "gamma":
        return 2 * (-np.log(y / mu) + (y - mu) / mu)
    return (y - mu) ** 2 / (mu**2 * y) if distribution == "inverse gaussian" else (y - mu) ** 2


def _checked(call: Any, distribution: str, y: np.ndarray, n: np.ndarray) -> None:
    wrong = {
        "binomial": bool(((y < 0) | (y > 1)).any()),
        "poisson": bool((y < 0).any()),
        "gamma": bool((y <= 0).any()),
        "inverse gaussian": bool((y <= 0).any()),
    }.get(distribution, False)
    if wrong:
        raise call.error(f"The values of Y are out of range for the {distribution} distribution.", "stats:glmfit:BadDataForDistribution")


_OPTIONS = "link constant offset weights estdisp options b0"


@builtin(
    "glmfit", "b = glmfit(X, y, distr)", "[b, dev, stats] = glmfit(X, y, distr, Name, Value)",
    summary="Coefficients of a generalized linear model: distr is 'normal', 'binomial' (y 0 and 1, shares, or [successes trials]), 'poisson', 'gamma', 'inverse gaussian'; link, constant ('on'), offset, weights, estdisp.",
    examples=(
        Example("b = glmfit([1;2;3;4],[1;2;2;4],'normal'); round(b,8)", "[0;0.9]"), Example("b = glmfit([0;1],[1 4;3 4],'binomial'); round(b,6)", "round([log(1/3);2*log(3)],6)"),
        Example("[b,d] = glmfit([0;0;1;1],[2;4;5;7],'poisson'); {round(b,6), round(d,6)}", "{round([log(3);log(2)],6), round(2*(2*log(2/3)+4*log(4/3)+5*log(5/6)+7*log(7/6)),6)}"),
        Example("[b,d,s] = glmfit([0;0;1;1],[2;4;5;7],'poisson'); {s.dfe, round(s.se,6), s.s}", "{2,round([sqrt(1/6);sqrt(1/6+1/12)],6),1}"), Example("[b,d,s] = glmfit([0;1],[1 4;3 4],'binomial'); {abs(d) < 1e-9, round(s.se(1),6), s.dfe}", "{true,round(1/sqrt(0.75),6),0}"),
        Example("b = glmfit(zeros(4,0),[1;2;4;5],'gamma','link','log'); round(b,6)", "round(log(3),6)"), Example("b = glmfit([1;2],[3;6],'normal','constant','off'); round(b,8)", "3"),
        Example("[~,~,s] = glmfit([1;2;3;4],[1;2;2;4],'normal'); round([s.s s.p(2)],6)", "round([sqrt(0.35) 2*tcdf(-0.9/sqrt(0.07),2)],6)"),
    ),
    errors=(ErrorCase("glmfit([1;2],[1;2],'cauchy')", "stats:glmfit:BadDistribution"), ErrorCase("glmfit([1;2],[1;-2],'poisson')", "stats:glmfit:BadDataForDistribution"), ErrorCase("glmfit([1;2],[1;2;3],'normal')", "stats:glmfit:InputSizeMismatch")),
    see_also=("glmval", "fitlm"),
)  # fmt: skip
@on_one_core
def glmfit(call: Any, x: Any, y: Any, distribution: Any = None, *options: Any) -> Any:
    word = text_of(distribution).lower() if distribution is not None and not arg.is_empty_matrix(distribution) else "normal"
    if word not in _CANONICAL_LINKS:
        raise call.error(f"Unrecognized distribution name: '{word}'.", "stats:glmfit:BadDistribution")
    named = arg.name_values(options, "glmfit", _OPTIONS)
    design, target = arg.matrix(x).astype(np.float64), arg.matrix(y).astype(np.float64)
    design = design.reshape(-1, 1) if design.shape[0] == 1 and target.size > 1 else design
    trials = target[:, 1] if word == "binomial" and target.shape[1] == 2 else np.ones(target.size)
    means = target[:, 0] / trials if word == "binomial" and target.shape[1] == 2 else target.ravel()
    if len(design) != means.size:
        raise call.error("The number of rows of X must be that of Y.", "stats:glmfit:InputSizeMismatch")
    if named.word("constant") != "off":
        design = np.column_stack([np.ones(len(design)), design])
    offset, weights = (
        arg.flat(named[k]).astype(float) if k in named and numel_of(named[k]) else np.full(means.size, v)
        for k, v in (("offset", 0.0), ("weights", 1.0))
    )
    known = ~(np.isnan(means) | np.isnan(design).any(axis=1) | np.isnan(offset) | np.isnan(weights))
    data = tuple(part[known] for part in (design, means, trials, offset, weights))
    _checked(call, word, data[1], data[2])
    link = _link(call, named.get("link"), word)
    fit, mu = _scored(call, word, link, *data)
    estimated = named.word("estdisp") == "on" if word in ("binomial", "poisson") else True
    return fit.b[:, None], float(np.sum(data[4] * _deviances(word, data[1], mu, data[2]))), _about(word, fit, data, mu, known, estimated)


def _scored(
    call: Any, distribution: str, link: _Link, x: np.ndarray, y: np.ndarray, n: np.ndarray, offset: np.ndarray, weights: np.ndarray
) -> tuple[Any, np.ndarray]:
    """The coefficients by iterated weighted least squares, and the fitted means."""
    mu = (n * y + 0.5) / (n + 1) if distribution == "binomial" else y + 0.25 if distribution == "poisson" else y.copy()
    mu = np.maximum(mu, np.finfo(float).eps) if distribution in ("gamma", "inverse gaussian") else mu
    eta, b = link.of(mu), np.full(x.shape[1], np.inf)
    with np.errstate(all="ignore"):
        for _ in range(100):
            slope = link.slope(mu)
            work = eta + (y - mu) * slope
            fit = least_squares(work - offset, x, weights / (slope**2 * _variance(distribution, mu, n)))
            eta = x @ fit.b + offset
            mu = link.back(eta)
            if np.all(np.abs(fit.b - b) <= 1e-10 * np.maximum(np.abs(fit.b), 1.0) + 1e-300):
                break
            b = fit.b
        else:
            call.warning("Iteration limit reached.", "stats:glmfit:IterationLimit")
    return fit, mu


def _about(distribution: str, fit: Any, data: tuple[np.ndarray, ...], mu: np.ndarray, known: np.ndarray, estimated: bool) -> StructArray:
    from scipy import stats

    _, y, n, _, weights = data
    pearson = (y - mu) / np.sqrt(_variance(distribution, mu, n))
    sizes = np.sqrt(np.maximum(_deviances(distribution, y, mu, n), 0.0)) * np.sign(y - mu)
    spread = math.sqrt(float(np.sum(weights * pearson**2)) / fit.degrees) if fit.degrees else math.nan
    scale = spread if estimated else 1.0
    covariance = fit.unit * scale**2
    errors = np.sqrt(np.diag(covariance))
    with np.errstate(all="ignore"):
        t = fit.b / errors
        related = covariance / np.outer(errors, errors)
    p = 2 * (stats.t.sf(np.abs(t), fit.degrees) if estimated else stats.norm.sf(np.abs(t)))

    def over_all(values: np.ndarray) -> np.ndarray:
        residuals = np.full((known.size, 1), np.nan)
        residuals[known, 0] = values
        return residuals

    fields = {
        "beta": fit.b[:, None], "dfe": float(fit.degrees), "sfit": spread, "s": scale, "estdisp": estimated, "covb": covariance, "se": errors[:, None],
        "coeffcorr": related, "t": t[:, None], "p": p[:, None], "resid": over_all((y - mu) * n), "residp": over_all(pearson), "residd": over_all(sizes),
    }  # fmt: skip
    return StructArray.scalar({name: to_value(value) for name, value in fields.items()})


@builtin(
    "glmval", "yhat = glmval(b, X, link)", "yhat = glmval(b, X, link, Name, Value)", "[yhat, dylo, dyhi] = glmval(b, X, link, stats)", summary="The responses that a generalized linear model with the coefficients b predicts; constant ('on'), offset, size (of binomial trials), confidence (0.95).",
    examples=(
        Example("round(glmval([log(1/3);2*log(3)],[0;1],'logit'),8)", "[0.25;0.75]"), Example("glmval([1;2],[3;4],'identity')", "[7;9]"), Example("round(glmval(2,[1;2],'log','constant','off'),6)", "round(exp([2;4]),6)"),
        Example("[b,~,s] = glmfit([1;2;3;4],[1;2;2;4],'normal'); [y,lo,hi] = glmval(b,2.5,'identity',s); round([y lo hi],6)", "round([2.25 [1 1]*tinv(0.975,2)*sqrt(0.35/4)],6)"),
    ),
    errors=(ErrorCase("glmval([1;2],[1 2;3 4],'log')", "stats:glmval:InputSizeMismatch"),), see_also=("glmfit",),
)  # fmt: skip
def glmval(call: Any, b: Any, x: Any, link: Any, *options: Any) -> Any:
    from scipy import stats

    rest = list(options)
    about = rest.pop(0) if rest and not is_text(rest[0]) else None
    named = arg.name_values(rest, "glmval", "constant offset size confidence simultaneous")
    beta, design = arg.flat(b).astype(float), arg.matrix(x).astype(float)
    constant = named.word("constant") != "off"
    design = design.reshape(-1, 1) if design.shape[0] == 1 and design.shape[1] != beta.size - constant else design
    design = np.column_stack([np.ones(len(design)), design]) if constant else design
    if design.shape[1] != beta.size:
        raise call.error("B must have as many elements as the model has terms.", "stats:glmval:InputSizeMismatch")
    eta = design @ beta + named.read("offset", arg.flat, 0.0)
    function, size = _link(call, link, "normal"), named.read("size", arg.flat, 1.0)
    means = function.back(eta) * size
    if call.nargout < 2:
        return means[:, None]
    if type(about) is not StructArray:
        raise MatlabError("Bounds need the structure of glmfit.", "stats:glmval:TooFewInputs")
    fields = about.array.flat[0]
    level = named.number("confidence", 0.95)
    covariance, degrees = as_array(fields["covb"]), float(as_array(fields["dfe"]).flat[0])
    reach = (stats.t.ppf((1 + level) / 2, degrees) if as_array(fields["estdisp"]).all() else stats.norm.ppf((1 + level) / 2)) * np.sqrt(
        np.einsum("ij,jk,ik->i", design, covariance, design)
    )
    ends = np.sort(np.stack([function.back(eta - reach), function.back(eta + reach)]), axis=0) * size
    return means[:, None], (means - ends[0])[:, None], (ends[1] - means)[:, None]


@builtin(
    "bootstrp", "stat = bootstrp(n, fun, d1, ...)", "[stat, sam] = bootstrp(...)", summary="Results of a function for n samples drawn with replacement from the rows of data, a row each, and the rows that were drawn as columns.",
    examples=(
        Example("rng(1); [s,k] = bootstrp(200,@mean,(1:9)'); {size(s), size(k), abs(mean(s) - 5) < 0.3}", "{[200 1],[9 200],true}"), Example("s = bootstrp(3,@(x) [max(x) numel(x)],[4 4 4]); s", "[4 3;4 3;4 3]"),
        Example("s = bootstrp(5,@(x,y) isequal(2*x,y),[1;2;3],[2;4;6]); s'", "[1 1 1 1 1]"),
    ),
    errors=(ErrorCase("bootstrp(0,@mean,1:3)", "stats:bootstrp:BadNboot"),), see_also=("datasample",),
)  # fmt: skip
def bootstrp(call: Any, n: Any, function: Any, *data: Any) -> Any:
    count = arg.integer(n)
    if count < 1:
        raise call.error("NBOOT must be a positive whole number.", "stats:bootstrp:BadNboot")
    arrays = [arg.elements(d) for d in data]
    arrays = [a.reshape(-1, 1, order="F") if a.ndim == 2 and a.shape[0] == 1 else a for a in arrays]
    rows = max((len(a) for a in arrays if len(a) > 1), default=1)
    drawn = as_array(call.feval("randi", float(rows), float(rows), float(count), nargout=1)[0]).astype(int) - 1
    drawn = drawn.reshape(rows, count)
    statistics = []
    for places in drawn.T:
        parts = [arg.like(d, a[places] if len(a) > 1 else a) for d, a in zip(data, arrays, strict=True)]
        answer = call.feval(function, *(call.session.value(p) if isinstance(p, np.ndarray) else p for p in parts), nargout=1)[0]
        statistics.append(as_array(answer).astype(float).ravel(order="F"))
    if len({s.size for s in statistics}) > 1:
        raise call.error("The function must give as many numbers for each sample.", "stats:bootstrp:BadBootFun")
    return np.array(statistics), drawn + 1.0
