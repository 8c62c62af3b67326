"""Distributions fitted to samples: makedist, fitdist and the methods of their objects; expfit and its relatives; mle."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.element_values import cellstr_column, texts_of
from ...builtins.methods_only import method_only
from ...builtins.spec import Builtin, ErrorCase, Example, builtin, methods
from ...values import CellArray
from ...values.convert import as_array, is_text, numel_of, text_of, to_value
from ..data_analysis.samples import sample_groups
from .distribution import Family, key_of
from .distribution_objects import FAMILIES, Distribution, family_named
from .kernel_distribution import Support, fitted
from .numeric_distributions import censored_model, exponential_model, likelihood


@builtin(
    "makedist", "pd = makedist(name)", "pd = makedist(name, Name, Value, ...)", "list = makedist",
    summary="A distribution with its parameters by names: 'Normal' (mu, sigma), 'Exponential', 'Gamma', 'Lognormal', 'Weibull', 'Beta', 'Rayleigh', 'Poisson', 'Uniform' (Lower, Upper), 'Binomial' (N, p), 'ExtremeValue', 'Logistic', 'Nakagami' ...; makedist alone lists them.",
    examples=(
        Example("pd = makedist('Normal','mu',75,'sigma',10); {pd.mu, pd.sigma, mean(pd), cdf(pd,75), class(pd)}", "{75,10,75,0.5,'prob.NormalDistribution'}"),
        Example("pd = makedist('Uniform','Upper',4); {pdf(pd,[1 5]), icdf(pd,0.25), std(pd)^2}", "{[0.25 0],1,4/3}"), Example("pd = makedist('Poisson','lambda',3); var(pd)", "3"),
        Example("pd = makedist('Weibull'); pd.ParameterNames", "{'A','B'}"), Example("size(random(makedist('Gamma','a',2),2,3))", "[2 3]"),
    ),
    errors=(ErrorCase("makedist('nosuch')", "stats:ProbDists:UnrecognizedDistribution"), ErrorCase("makedist('Normal','sigma',-1)", "stats:ProbDists:ParameterRange"),
            ErrorCase("makedist('Normal','a',1)", "MATLAB:makedist:NameValueNames")),
    see_also=("fitdist", "pdf", "cdf"),
)  # fmt: skip
def makedist(call: Any, name: Any = None, *options: Any) -> Any:
    if name is None:
        return cellstr_column(sorted({key_of(family.name).lower() for family in FAMILIES.values()}))
    family = family_named(text_of(name, "name of a distribution"))
    named = arg.name_values(options, "makedist", " ".join(parameter.lower() for parameter in family.parameters))
    pairs = zip(family.parameters, family.defaults, strict=True)
    return Distribution(family, tuple(arg.scalar(named[p.lower()]) if p.lower() in named else float(default) for p, default in pairs))


_FIXED = {"N": ("ntrials", 1.0), "theta": ("theta", 0.0), "mu": ("mu", 0.0)}
"""The option of fitdist for each parameter that is not estimated, and its default."""


def _fit(family: Family, sample: np.ndarray, fixed: tuple[float, ...] = ()) -> Distribution:
    """The distribution of a family with the greatest likelihood; ``fixed`` are the parameters that are not estimated."""
    if family.estimate is None or family.covariance is None:
        raise MatlabError(f"The {family.name} distribution cannot be fitted; make it with makedist.", "stats:ProbDists:NotFittable")
    sample = sample[~np.isnan(sample)]
    if not sample.size:
        raise MatlabError("There are no data to fit.", "stats:ProbDists:NotEnoughData")
    fixed = fixed or tuple(_FIXED[name][1] for name in family.fixed)
    if not family.support(sample, *fixed):
        raise MatlabError(f"The data in X must be appropriate for a {family.name} distribution.", f"stats:{family.stem or key_of(family.name).lower()}fit:BadData")
    values = family.estimate(sample, *fixed)
    with np.errstate(all="ignore"):
        return Distribution(family, values, sample, family.covariance(sample, *values))


def _fit_censored(family: Family, sample: np.ndarray, late: np.ndarray, fixed: tuple[float, ...]) -> Distribution:
    """The distribution of greatest likelihood where of some observations (``late``) only a lower limit is known."""
    start = _fit(family, sample[~late], fixed)
    if family.name in _UNCENSORED:
        raise MatlabError(f"The {family.name} distribution takes no censored data.", "stats:fitdist:CensoringNotAllowed")
    known = ~np.isnan(sample)
    free = len(family.parameters) - len(fixed)
    positive = tuple(not family.valid(*(-abs(v) - 1 if i == k else v for i, v in enumerate(start.values))) for k in range(free))
    model = exponential_model(family, late[known]) if family.stem == "exp" else censored_model(family, late[known], start.values, positive)
    assert model.estimate is not None and model.covariance is not None
    values = model.estimate(sample[known], *start.values[free:])
    with np.errstate(all="ignore"):
        return Distribution(model, values, sample[known], model.covariance(sample[known], *values), late[known])


_UNCENSORED = frozenset(("Beta", "Binomial", "Half Normal", "Generalized Pareto", "Generalized Extreme Value", "Negative Binomial", "Poisson"))
"""The distributions that MATLAB fits to whole observations alone."""


@builtin(
    "fitdist", "pd = fitdist(x, name)", "[pdca, gn, gl] = fitdist(x, name, 'By', group)", "pd = fitdist(..., 'Frequency', f)", "pd = fitdist(x, 'Binomial', 'NTrials', n)", "pd = fitdist(..., 'Censoring', c)",
    "pd = fitdist(x, 'Kernel', 'Kernel', name, 'Width', h, 'Support', ends)",
    summary="A probability distribution with the parameters that fit a sample best (see makedist for names), with their intervals; of each group with By.",
    examples=(
        Example("pd = fitdist([1;2;3;4;5],'Normal'); {pd.mu, round(pd.sigma,10), round(paramci(pd),4)}", "{3,round(sqrt(2.5),10),round([3-tinv(0.975,4)*sqrt(0.5) sqrt(10/chi2inv(0.975,4));3+tinv(0.975,4)*sqrt(0.5) sqrt(10/chi2inv(0.025,4))],4)}"),
        Example("pd = fitdist([1;2;3;6],'exponential'); pd.mu", "3"), Example("pd = fitdist([1;2;NaN],'Poisson','Frequency',[1;3;9]); pd.lambda", "1.75"),
        Example("pd = fitdist([1;2;4;9],'Gamma'); d = 1e-5; f = @(a,b) sum(log(gampdf([1 2 4 9],a,b))); abs([f(pd.a+d,pd.b)-f(pd.a-d,pd.b), f(pd.a,pd.b+d)-f(pd.a,pd.b-d)]/(2*d)) < 1e-6", "[true true]"),
        Example("pd = fitdist([1;2;4;9],'Weibull'); d = 1e-5; f = @(a,b) sum(log(wblpdf([1 2 4 9],a,b))); abs([f(pd.A+d,pd.B)-f(pd.A-d,pd.B), f(pd.A,pd.B+d)-f(pd.A,pd.B-d)]/(2*d)) < 1e-6", "[true true]"),
        Example("pd = fitdist([1;2;3;2],'Binomial','NTrials',5); {pd.N, pd.p, round(paramci(pd),8), pd.ParameterIsFixed}", "{5,0.4,round([5 betainv(0.025,8,13);5 betainv(0.975,9,12)],8),[true false]}"),
        Example("pd = fitdist([0;1;1;0;1],'binomial'); [pd.N round(pd.p,10)]", "[1 0.6]"),
        Example("x = [1;2;4;9;3]; pd = fitdist(x,'InverseGaussian'); round([pd.mu pd.lambda],5)", "round([mean(x) 1/mean(1./x-1/mean(x))],5)"),
        Example("pd = fitdist([1;2;3],'HalfNormal'); {pd.mu, round(pd.sigma^2,10)}", "{0,round(14/3,10)}"),
        Example("x = [1;2;4;9;3;2]; p = fitdist(x,'ExtremeValue'); z = exp((x-p.mu)/p.sigma); abs([mean(z)-1, sum(x.*z)/sum(z)-p.sigma-mean(x)]) < 1e-5", "[true true]"),
        Example("x = [1;2;4;9;3;2]; p = fitdist(x,'Logistic'); abs(sum(cdf(p,x))-3) < 1e-5", "true"),
        Example("x = [0;2;4;9;3;2;0;1]; p = fitdist(x,'NegativeBinomial'); {abs(mean(p)-mean(x)) < 1e-5, class(p)}", "{true,'prob.NegativeBinomialDistribution'}"),
        Example("pd = fitdist([1;2;4;6],'Exponential','Censoring',[0;0;0;1]); round(pd.mu,6)", "round(13/3,6)"),
        Example("pd = fitdist([1;2;4],'Kernel','Width',1); round(pdf(pd,2),10)", "round(mean(normpdf(2,[1 2 4],1)),10)"),
        Example("pd = fitdist([1;2;4],'Kernel'); {pd.Kernel, round(pd.Bandwidth,8)}", "{'normal', round((4/9)^0.2/0.6745,8)}"),
        Example("[p,n] = fitdist([1;3;5;7],'Normal','By',{'b';'b';'a';'a'}); {p{1}.mu, p{2}.mu, n}", "{2,6,{'b';'a'}}"),
    ),
    errors=(ErrorCase("fitdist([1;-2],'Gamma')", "stats:gamfit:BadData"), ErrorCase("fitdist([1;2],'Poisson','Censoring',[0;1])", "stats:fitdist:CensoringNotAllowed"), ErrorCase("fitdist([1;2],'Kernel','Width',-1)", "stats:ProbDists:BadWidth"),
            ErrorCase("fitdist([1;9],'Binomial','NTrials',5)", "stats:binofit:BadData"), ErrorCase("fitdist([1;2],'Uniform')", "stats:ProbDists:NotFittable")),
    see_also=("makedist", "paramci", "mle"),
)  # fmt: skip
def fitdist(call: Any, x: Any, name: Any, *options: Any) -> Any:
    word = text_of(name, "name of a distribution")
    family = None if key_of(word).lower() == "kernel" else family_named(word)
    own = "kernel width bandwidth support" if family is None else " ".join(_FIXED[name][0] for name in family.fixed)
    named = arg.name_values(options, "fitdist", f"by frequency censoring {own}".rstrip())
    sample = arg.flat(x).astype(float)
    counts = _weights(call, named, "frequency", sample.size, 1).astype(int)
    censored = _weights(call, named, "censoring", sample.size, 0) != 0
    fixed = tuple(arg.scalar(named.get(option, default)) for option, default in (_FIXED[name] for name in (family.fixed if family else ())))

    def fit(chosen: np.ndarray) -> Distribution:
        data, late = np.repeat(sample[chosen], counts[chosen]), np.repeat(censored[chosen], counts[chosen])
        if family is None:
            return _smoothed(call, data, late, named)
        return _fit_censored(family, data, late, fixed) if late.any() else _fit(family, data, fixed)

    if "by" not in named:
        return fit(np.ones(sample.size, bool))
    groups = sample_groups(named["by"])
    if groups.index.size != sample.size:
        raise call.error("X and the grouping variable must have the same length.", "stats:fitdist:InputSizeMismatch")
    fits = [fit(groups.index == k) for k in range(groups.count)]
    names = cellstr_column(groups.names)
    return CellArray.of(fits), names, groups.levels


def _weights(call: Any, named: dict[str, Any], option: str, size: int, usual: int) -> np.ndarray:
    """A number for each observation."""
    if option not in named or not numel_of(named[option]):
        return np.full(size, usual)
    weights = arg.flat(named[option])
    if weights.size != size:
        raise call.error(f"X and {option.upper()} must have the same length.", "stats:fitdist:InputSizeMismatch")
    return weights


_SUPPORTS = MappingProxyType({"unbounded": (-np.inf, np.inf), "positive": (0.0, np.inf)})


def _smoothed(call: Any, data: np.ndarray, late: np.ndarray, named: dict[str, Any]) -> Distribution:
    if late.any():
        raise call.error("Censored data are not supported for the kernel distribution.", "stats:fitdist:Unsupported")
    support = named["support"] if "support" in named else to_value("unbounded")
    ends = _SUPPORTS.get(text_of(support).lower(), ()) if is_text(support) else tuple(arg.flat(support).astype(float).tolist())
    if len(ends) != 2 or not ends[0] < ends[1]:
        raise call.error("Support must be 'unbounded', 'positive' or two numbers.", "stats:ksdensity:BadSupport")
    kernel = text_of(named["kernel"]).lower() if "kernel" in named else "normal"
    width = next((arg.scalar(named[option]) for option in ("width", "bandwidth") if option in named), None)
    return fitted(data, kernel, width, Support(*ends))


# --- methods of distributions --------------------------------------------------------------------------------------------------------


def _by_function(ending: str) -> Any:
    """The function of the distribution's name, with the parameters of the object behind its first argument; SciPy's where there is none."""

    def method(call: Any, distribution: Distribution, x: Any, *more: Any) -> Any:
        if not distribution.family.stem:
            frozen, points = distribution.of(), arg.floating(x)
            with np.errstate(all="ignore"):
                return {"pdf": frozen.pdf, "inv": frozen.ppf, "cdf": frozen.sf if more else frozen.cdf}[ending](points)
        return call.feval(distribution.family.stem + ending, x, *(float(v) for v in distribution.values), *more, nargout=1)[0]

    return method


def _random(call: Any, distribution: Distribution, *sizes: Any) -> Any:
    if not distribution.family.stem:
        frozen, uniform = distribution.of(), as_array(call.feval("rand", *(sizes or (1.0, 1.0)))[0])
        if hasattr(frozen, "of_uniform"):
            return frozen.of_uniform(uniform, as_array(call.feval("rand", *(sizes or (1.0, 1.0)))[0]))
        return frozen.ppf(uniform)
    return call.feval(distribution.family.stem + "rnd", *(float(v) for v in distribution.values), *(sizes or (1.0, 1.0)), nargout=1)[0]


def _intervals(call: Any, distribution: Distribution, *options: Any) -> Any:
    named = arg.name_values(options, "paramci", "alpha parameter type")
    bounds = distribution.bounds(named.number("alpha", 0.05))
    if "parameter" not in named:
        return bounds
    parameters = named["parameter"]
    names = texts_of(parameters)
    if any(name not in distribution.family.parameters for name in names):
        raise MatlabError(f"The {distribution.family.name} distribution has no such parameter.", "stats:ProbDists:BadParameter")
    return bounds[:, [distribution.family.parameters.index(name) for name in names]]


def _unlikelihood(call: Any, distribution: Distribution) -> Any:
    if distribution.sample is None:
        raise MatlabError("Only distributions that were fitted have a likelihood.", "stats:ProbDists:NotFitted")
    return likelihood(distribution.of(), distribution.sample, distribution.late)


DISTRIBUTION_METHODS = methods(Distribution, {
    "pdf": _by_function("pdf"), "cdf": _by_function("cdf"), "icdf": _by_function("inv"), "random": _random, "paramci": _intervals, "negloglik": _unlikelihood,
    "mean": lambda call, pd: float(pd.of().mean()), "std": lambda call, pd: float(pd.of().std()), "var": lambda call, pd: float(pd.of().var()),
    "median": lambda call, pd: float(pd.of().median()), "iqr": lambda call, pd: float(np.diff(pd.of().ppf([0.25, 0.75]))[0]),
})  # fmt: skip

METHODS = (
    method_only("paramci", ("ci = paramci(pd)", "ci = paramci(pd, 'Alpha', a, 'Parameter', name)"), "Intervals of the parameters of a fitted distribution, in two rows.",
                Example("round(paramci(fitdist([1;2;3;6],'Exponential'),'Alpha',0.1),6)", "round(24./chi2inv([0.95;0.05],8),6)"),
                Example("ci = paramci(fitdist([1;2;3],'Normal'),'Parameter','mu'); round(ci,6)", "round(2 + [-1;1]*tinv(0.975,2)/sqrt(3),6)")),
    method_only("negloglik", "n = negloglik(pd)", "The negative logarithm of the likelihood of the sample that a distribution was fitted to.",
                Example("round(negloglik(fitdist([1;3],'Exponential')),10)", "round(2*log(2)+2,10)")),
)  # fmt: skip


# --- estimates by the names of distributions -----------------------------------------------------------------------------------------


def _fitter(stem: str, summary: str, *examples: Example, together: bool = True) -> Builtin:
    family = family_named(stem)
    words = ", ".join(family.parameters)

    def function(call: Any, data: Any, alpha: Any = None) -> Any:
        level = arg.scalar(alpha) if alpha is not None and not arg.is_empty_matrix(alpha) else 0.05
        if not 0 < level < 1:
            raise call.error("ALPHA must be a scalar between 0 and 1.", f"stats:{call.name}:BadAlpha")
        array = arg.matrix(data).astype(float)
        if 1 in array.shape or not array.size or len(family.parameters) > 1:
            if array.size and 1 not in array.shape:
                raise call.error("The data must be a vector.", f"stats:{call.name}:VectorRequired")
            fit = _fit(family, array.ravel(order="F"))
            return np.array([fit.values]), fit.bounds(level)
        fits = [_fit(family, column) for column in array.T]
        return np.array([[f.values[0] for f in fits]]), np.hstack([f.bounds(level) for f in fits])

    forms = (f"[{'parmhat' if len(family.parameters) > 1 else words}, ci] = {stem}fit(data)", f"[...] = {stem}fit(data, alpha)")
    return Builtin(
        f"{stem}fit",
        forms,
        summary,
        function,
        examples=examples,
        errors=(ErrorCase(f"{stem}fit(0.5,2)", f"stats:{stem}fit:BadAlpha"),),
        see_also=("fitdist",),
    )


FITTERS = (
    _fitter("exp", "Mean of the exponential distribution that fits a sample, with its interval.", Example("[m,c] = expfit([1;2;3;6]); {m,round(c,6)}", "{3,round(24./chi2inv([0.975;0.025],8),6)}"), Example("expfit([1 2;3 4])", "[2 3]")),
    _fitter("gam", "Shape and scale of the gamma distribution that fits a sample.", Example("p = gamfit([1;2;4;9]); round(prod(p),10)", "4")),
    _fitter("logn", "Parameters of the lognormal distribution that fits a sample.", Example("p = lognfit(exp([1;2;3])); round(p,10)", "[2 1]")),
    _fitter("wbl", "Scale and shape of the Weibull distribution that fits a sample.", Example("p = wblfit([1;2;4;9]); round(mean(([1 2 4 9]/p(1)).^p(2)),10)", "1")),
    _fitter("beta", "Parameters of the beta distribution that fits a sample.", Example("p = betafit([0.2 0.4 0.7 0.6]); round(psi(p(1))-psi(sum(p))-mean(log([0.2 0.4 0.7 0.6])),9)", "0")),
    _fitter("rayl", "Parameter of the Rayleigh distribution that fits a sample.", Example("raylfit([1;7])", "sqrt(12.5)")),
    _fitter("poiss", "Mean of the Poisson distribution that fits a sample, with its interval.", Example("[l,c] = poissfit([1;2;0]); {l,round(c,6)}", "{1,round([chi2inv(0.025,6);chi2inv(0.975,8)]/6,6)}")),
)  # fmt: skip


@builtin(
    "unifit", "[ahat, bhat, aci, bci] = unifit(x)", "[...] = unifit(x, alpha)", summary="Ends of the uniform distribution that fits a sample, with intervals.",
    examples=(Example("[a,b,c,d] = unifit([1;3;2;2]); {a,b,round(c,6),round(d,6)}", "{1,3,round([3-2/0.05^0.25;1],6),round([3;1+2/0.05^0.25],6)}"),), see_also=("fitdist",),
)  # fmt: skip
def unifit(call: Any, x: Any, alpha: Any = 0.05) -> Any:
    data = arg.matrix(x).astype(float)
    if not data.size:
        raise call.error("There are no data to fit.", "stats:ProbDists:NotEnoughData")
    columns = data.reshape(-1, 1) if 1 in data.shape else data
    low, high = columns.min(axis=0, keepdims=True), columns.max(axis=0, keepdims=True)
    reach = (high - low) / arg.scalar(alpha) ** (1 / len(columns))
    return low, high, np.concatenate([high - reach, low]), np.concatenate([high, low + reach])


@builtin(
    "binofit", "[phat, pci] = binofit(x, n)", "[phat, pci] = binofit(x, n, alpha)", summary="Chance of success of x in n trials, with its exact interval, a row for each.",
    examples=(Example("[p,c] = binofit(3,10); {p,round(c,6)}", "{0.3,round([betainv(0.025,3,8) betainv(0.975,4,7)],6)}"), Example("[p,c] = binofit([0;4],4,0.1); round([p c],6)", "round([0 0 1-0.05^0.25;1 0.05^0.25 1],6)")),
    errors=(ErrorCase("binofit(5,3)", "stats:binofit:InvalidX"),), see_also=("poissfit",),
)  # fmt: skip
def binofit(call: Any, x: Any, n: Any, alpha: Any = 0.05) -> Any:
    from scipy import stats

    hits, trials = arg.floating(x), arg.floating(n)
    if (hits < 0).any() or (hits != np.floor(hits)).any() or (hits > trials).any():
        raise call.error("X must have whole numbers from 0 to N.", "stats:binofit:InvalidX")
    hits, trials = np.broadcast_arrays(hits, trials)
    level, k, count = arg.scalar(alpha), hits.ravel(order="F"), trials.ravel(order="F")
    with np.errstate(all="ignore"):
        low = np.where(k == 0, 0.0, stats.beta.ppf(level / 2, k, count - k + 1))
        high = np.where(k == count, 1.0, stats.beta.ppf(1 - level / 2, k + 1, count - k))
        return hits / trials, np.column_stack([low, high])


@builtin(
    "mle", "phat = mle(data)", "[phat, pci] = mle(data, 'distribution', name)", "[...] = mle(..., 'alpha', a)",
    summary="Parameters of greatest likelihood of a distribution (the normal one), with their intervals.",
    examples=(Example("round(mle([1;2;3;4;5]),10)", "round([3 sqrt(2)],10)"), Example("mle([1;2;3;6],'distribution','exponential')", "3"), Example("round(mle(exp([1;2;3]),'distribution','lognormal'),10)", "round([2 sqrt(2/3)],10)"),
              Example("mle([1;4;2],'distribution','uniform')", "[1 4]")),
    errors=(ErrorCase("mle([1;2],'pdf',@normpdf)", "stats:mle:Unsupported"),), see_also=("fitdist",),
)  # fmt: skip
def mle(call: Any, data: Any, *options: Any) -> Any:
    named = arg.name_values(
        options, "mle", "distribution alpha pdf cdf logpdf nloglf start censoring frequency ntrials options lowerbound upperbound"
    )
    strange = next((word for word in named if word not in ("distribution", "alpha", "start", "options")), None)
    if strange is not None:
        raise call.error(f"The option '{strange}' of mle is not supported.", "stats:mle:Unsupported")
    word = named.word("distribution", "normal")
    alpha = named.number("alpha", 0.05)
    sample = arg.flat(data).astype(float)
    sample = sample[~np.isnan(sample)]
    if word == "uniform":
        low, high, first, last = unifit.function(call, call.session.value(sample[:, None]), alpha)
        return np.hstack([low, high]), np.hstack([first, last])
    family = family_named(word)
    fit = _fit(family, sample)
    values = np.array(fit.values)
    if family.stem in ("norm", "logn"):  # the likelihood divides by n
        values[1] *= np.sqrt((sample.size - 1) / sample.size)
    return values[None, :], fit.bounds(alpha)
