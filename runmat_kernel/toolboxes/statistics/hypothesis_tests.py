"""Tests of samples: ztest, vartest, vartest2, signtest, kstest, kstest2, chi2gof."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, FunctionHandle, StructArray
from ...values.convert import as_array, is_text, numel_of, text_of, to_value

_TAILS = ("both", "right", "left")


def _level(call: Any, named: arg.Options) -> float:
    alpha = named.number("alpha", 0.05)
    if not 0 < alpha < 1:
        raise call.error("ALPHA must be a scalar between 0 and 1.", f"stats:{call.name}:BadAlpha")
    return alpha


def _tail(call: Any, named: arg.Options) -> str:
    tail = named.word("tail", "both")
    if tail not in _TAILS:
        raise call.error("TAIL must be one of the strings 'both', 'right', or 'left'.", f"stats:{call.name}:BadTail")
    return tail


def _columns(x: Any, dim: int | None) -> tuple[list[np.ndarray], int]:
    """Samples without NaN: a vector, or the lines of a matrix along a dimension; and the axis on which results stand side by side."""
    array = arg.matrix(x).astype(float)
    axis = dim if dim is not None else arg.first_nonsingleton(array.shape)
    lines = (array.T if axis == 0 else array) if array.size else [array.ravel()]
    return [line[~np.isnan(line)] for line in lines], 1 - axis


def _side_by_side(results: list[tuple[Any, ...]], axis: int) -> tuple[Any, ...]:
    """Results of several samples, each (h, p, interval, fields of a struct or a number), as rows or columns."""
    spread = (lambda values: np.array([values], float)) if axis else (lambda values: np.array(values, float)[:, None])
    intervals = np.array([f[2] for f in results], float)
    about: Any
    if isinstance(results[0][3], dict):
        about = StructArray.scalar({name: to_value(spread([f[3][name] for f in results])) for name in results[0][3]})
    else:
        about = spread([f[3] for f in results])
    unknown = [math.nan if math.isnan(f[1]) else f[0] for f in results]
    return spread(unknown), spread([f[1] for f in results]), intervals.T if axis else intervals, about


@builtin(
    "ztest", "[h, p, ci, zval] = ztest(x, m, sigma)", "[...] = ztest(x, m, sigma, Name, Value)",
    summary="Whether the mean of a sample can be m where the deviation sigma is known; Alpha (0.05), Tail ('both', 'right', 'left'), Dim.",
    examples=(
        Example("[h,p,ci,z] = ztest([1 2 3 6],0,2); {h,round(p,6),round(ci,4),z}", "{1,round(2*normcdf(-3),6),round(3+[-1 1]*norminv(0.975),4),3}"),
        Example("[h,p] = ztest([1 2 3 6],3,2,'Tail','right'); {h,p}", "{0,0.5}"), Example("ztest([1 9;2 9;3 9],2,1)", "[0 1]"), Example("[h,p] = ztest([],0,1); [h p]", "[NaN NaN]"),
    ),
    errors=(ErrorCase("ztest(1:3,0,-1)", "stats:ztest:BadSigma"), ErrorCase("ztest(1:3,0,1,'Tail','up')", "stats:ztest:BadTail")), see_also=("ttest",),
)  # fmt: skip
def ztest(call: Any, x: Any, m: Any, sigma: Any, *options: Any) -> Any:
    from scipy import stats

    named = arg.name_values(options, "ztest", "alpha tail dim")
    alpha, tail, spread, centre = _level(call, named), _tail(call, named), arg.scalar(sigma), arg.scalar(m)
    if spread <= 0:
        raise call.error("SIGMA must be a positive scalar.", "stats:ztest:BadSigma")
    samples, axis = _columns(x, arg.dimension(named["dim"]) if "dim" in named else None)
    results = []
    for sample in samples:
        error = spread / math.sqrt(sample.size) if sample.size else math.nan
        mean = float(sample.mean()) if sample.size else math.nan
        z = (mean - centre) / error
        p = {"both": 2 * stats.norm.cdf(-abs(z)), "right": stats.norm.cdf(-z), "left": stats.norm.cdf(z)}[tail]
        reach = stats.norm.ppf(1 - (alpha / 2 if tail == "both" else alpha)) * error
        ends = (mean - reach if tail != "left" else -math.inf, mean + reach if tail != "right" else math.inf)
        results.append((float(p <= alpha), float(p), ends, z))
    return _side_by_side(results, axis)


@builtin(
    "vartest", "[h, p, ci, stats] = vartest(x, v)", "[...] = vartest(x, v, Name, Value)", summary="Whether the variance of a normal sample can be v; Alpha, Tail, Dim.",
    examples=(
        Example("[h,p,ci,s] = vartest([1 2 3 4 5],2.5); {h,round(p,6),s.chisqstat,s.df,round(ci,4)}", "{0,round(2*chi2cdf(4,4,'upper'),6),4,4,round(10./chi2inv([0.975 0.025],4),4)}"),
        Example("vartest([1 2 3 4 5],100,'Tail','left')", "1"),
    ),
    errors=(ErrorCase("vartest(1:3,-1)", "stats:vartest:BadVar"),), see_also=("vartest2", "ttest"),
)  # fmt: skip
def vartest(call: Any, x: Any, v: Any, *options: Any) -> Any:
    from scipy import stats

    named = arg.name_values(options, "vartest", "alpha tail dim")
    alpha, tail, variance = _level(call, named), _tail(call, named), arg.scalar(v)
    if variance < 0:
        raise call.error("V must be a scalar that is not negative.", "stats:vartest:BadVar")
    samples, axis = _columns(x, arg.dimension(named["dim"]) if "dim" in named else None)
    results = []
    for sample in samples:
        degrees = max(sample.size - 1, 0) or math.nan
        squares = float(((sample - sample.mean()) ** 2).sum()) if sample.size else math.nan
        statistic = squares / variance if variance else math.inf if squares else math.nan
        below, above = float(stats.chi2.cdf(statistic, degrees)), float(stats.chi2.sf(statistic, degrees))
        p = {"both": 2 * min(below, above), "right": above, "left": below}[tail]
        share = alpha / 2 if tail == "both" else alpha
        low = squares / stats.chi2.ppf(1 - share, degrees) if tail != "left" else 0.0
        high = squares / stats.chi2.ppf(share, degrees) if tail != "right" else math.inf
        results.append((float(p <= alpha), p, (low, high), {"chisqstat": statistic, "df": float(max(sample.size - 1, 0))}))
    return _side_by_side(results, axis)


@builtin(
    "vartest2", "[h, p, ci, stats] = vartest2(x, y)", "[...] = vartest2(x, y, Name, Value)",
    summary="Whether two normal samples can have the same variance; the interval is that of the ratio.  Alpha, Tail, Dim.",
    examples=(
        Example("[h,p,ci,s] = vartest2([1 2 3 4 5],[1 2 3]); {h,round(p,6),s.fstat,s.df1,s.df2}", "{0,round(2*fcdf(2.5,4,2,'upper'),6),2.5,4,2}"),
        Example("[~,~,ci] = vartest2(1:5,1:3); round(ci,6)", "round(2.5*[1/finv(0.975,4,2) finv(0.975,2,4)],6)"),
    ),
    errors=(ErrorCase("vartest2(ones(3,2),ones(3,3))", "stats:vartest2:InputSizeMismatch"),), see_also=("vartest", "ttest2"),
)  # fmt: skip
def vartest2(call: Any, x: Any, y: Any, *options: Any) -> Any:
    from scipy import stats

    named = arg.name_values(options, "vartest2", "alpha tail dim")
    alpha, tail, dim = _level(call, named), _tail(call, named), arg.dimension(named["dim"]) if "dim" in named else None
    left, axis = _columns(x, dim)
    right, _ = _columns(y, dim)
    if len(left) != len(right):
        raise call.error("X and Y must have the same number of samples.", "stats:vartest2:InputSizeMismatch")
    results = []
    for a, b in zip(left, right, strict=True):
        first, second = max(a.size - 1, 0), max(b.size - 1, 0)
        with np.errstate(all="ignore"):
            ratio = float(np.float64(a.var(ddof=1) if first else math.nan) / (b.var(ddof=1) if second else math.nan))
        below, above = float(stats.f.cdf(ratio, first, second)), float(stats.f.sf(ratio, first, second))
        p = {"both": 2 * min(below, above), "right": above, "left": below}[tail]
        share = alpha / 2 if tail == "both" else alpha
        low = ratio / stats.f.ppf(1 - share, first, second) if tail != "left" else 0.0
        high = ratio * stats.f.ppf(1 - share, second, first) if tail != "right" else math.inf
        results.append((float(p <= alpha), p, (low, high), {"fstat": ratio, "df1": float(first), "df2": float(second)}))
    return _side_by_side(results, axis)


@builtin(
    "signtest", "p = signtest(x)", "p = signtest(x, m)", "p = signtest(x, y)", "[p, h, stats] = signtest(...)", "[...] = signtest(..., Name, Value)",
    summary="Sign test that a sample, or differences of pairs, have the median 0 (m); Alpha, Tail, Method ('exact', below 100 values, or 'approximate').",
    examples=(
        Example("[p,h,s] = signtest([1 2 3 4 5 6]); {p,h,s.sign}", "{0.03125,true,6}"), Example("signtest([1 2 3],2)", "1"), Example("signtest([3 4 5],[1 1 9],'Tail','right')", "0.5"),
        Example("[p,h,s] = signtest(1:100,30,'Method','approximate'); {h,round(s.zval,6),s.sign}", "{true,round((70-29-1)/sqrt(99),6),70}"),
    ),
    errors=(ErrorCase("signtest(1:3,1:2)", "stats:signtest:InputSizeMismatch"), ErrorCase("signtest(NaN)", "stats:signtest:NotEnoughData")), see_also=("signrank", "ranksum"),
)  # fmt: skip
def signtest(call: Any, x: Any, *rest: Any) -> Any:
    from scipy import stats

    positional = list(rest)
    other = arg.flat(positional.pop(0)).astype(float) if positional and not is_text(positional[0]) else np.zeros(1)
    named = arg.name_values(positional, "signtest", "alpha tail method")
    alpha, tail = _level(call, named), _tail(call, named)
    sample, other = arg.flat(x).astype(float), other if other.size else np.zeros(1)
    if other.size not in (1, sample.size):
        raise call.error("X and Y must have the same number of elements.", "stats:signtest:InputSizeMismatch")
    deviations = sample - other
    deviations = deviations[~np.isnan(deviations)]
    if not deviations.size:
        raise call.error("No data remaining after removal of NaNs.", "stats:signtest:NotEnoughData")
    up, down = int((deviations > 0).sum()), int((deviations < 0).sum())
    n, z = up + down, math.nan
    method = named.word("method", "exact" if n < 100 else "approximate")
    if not n:
        p = 1.0
    elif method == "exact":
        chances = {
            "both": 2 * stats.binom.cdf(min(up, down), n, 0.5),
            "right": stats.binom.cdf(down, n, 0.5),
            "left": stats.binom.cdf(up, n, 0.5),
        }
        p = float(min(1.0, chances[tail]))
    else:
        step = {"both": float(np.sign(up - down)), "right": 1.0, "left": -1.0}[tail]
        z = (up - down - step) / math.sqrt(n)
        p = float({"both": 2 * stats.norm.cdf(-abs(z)), "right": stats.norm.cdf(-z), "left": stats.norm.cdf(z)}[tail])
    return p, bool(p <= alpha), StructArray.scalar({"zval": z, "sign": float(up)})


# --- distributions ---------------------------------------------------------------------------------------------------------

_SHAPES = {"unequal": "unequal", "larger": "larger", "smaller": "smaller", "0": "unequal", "1": "larger", "-1": "smaller"}


def _shape(call: Any, value: Any) -> str:
    word = text_of(value).lower() if is_text(value) else f"{arg.integer(value)}"
    if word not in _SHAPES:
        raise call.error("TAIL must be 'unequal', 'larger', or 'smaller'.", f"stats:{call.name}:BadTail")
    return _SHAPES[word]


def _options(call: Any, rest: tuple[Any, ...], places: tuple[str, ...]) -> arg.Options:
    """Options by name, or by position as in older calls."""
    if rest and is_text(rest[0]) and text_of(rest[0]).lower() in ("alpha", "tail", "cdf"):
        return arg.name_values(rest, call.name, "alpha tail cdf")
    return arg.Options((name, value) for name, value in zip(places, rest, strict=False) if not arg.is_empty_matrix(value))


@builtin(
    "kstest", "h = kstest(x)", "[h, p, ksstat, cv] = kstest(x, Name, Value)",
    summary="Kolmogorov's test that a sample comes from the standard normal distribution, or one given by CDF: values and their chances in two columns, or a distribution; Alpha, Tail.",
    examples=(
        Example("[h,p,k] = kstest([0 0.1 -0.1 1 -1]); {h,round(k,4)}", "{false,round(normcdf(-0.1)-0.2,4)}"),
        Example("[h,p,k,c] = kstest(0.5,'CDF',[0 0;1 1]); {h,p,k,round(c,4)}", "{false,1,0.5,0.975}"), Example("[h,p] = kstest([10 11 12]); {h, p < 1e-3}", "{true,true}"),
        Example("[h,p] = kstest(0.2,'CDF',[0 0;1 1],'Tail','larger'); round(p,10)", "0.2"),
    ),
    errors=(ErrorCase("kstest([])", "stats:kstest:NotEnoughData"), ErrorCase("kstest(1:3,'Tail','up')", "stats:kstest:BadTail")), see_also=("kstest2", "chi2gof"),
)  # fmt: skip
def kstest(call: Any, x: Any, *rest: Any) -> Any:
    from scipy import stats

    named = _options(call, rest, ("cdf", "alpha", "tail"))
    alpha, tail = _level(call, named), _shape(call, named["tail"]) if "tail" in named else "unequal"
    sample = arg.flat(x).astype(float)
    sample = np.sort(sample[~np.isnan(sample)])
    n = sample.size
    if not n:
        raise call.error("Sample vector X is composed of all NaNs.", "stats:kstest:NotEnoughData")
    values, counts = np.unique(sample, return_counts=True)
    expected = _expected(call, values, named.get("cdf"))
    after = np.cumsum(counts) / n
    above, below = after - expected, expected - np.concatenate([[0.0], after[:-1]])
    one_sided = tail != "unequal"
    statistic = float(
        max(above.max(), 0) if tail == "larger" else max(below.max(), 0) if tail == "smaller" else max(above.max(), below.max())
    )
    distribution = stats.ksone if one_sided else stats.kstwo
    p = float(np.clip(distribution.sf(statistic, n), 0, 1))
    return bool(p <= alpha), p, statistic, float(distribution.isf(alpha, n))


def _expected(call: Any, values: np.ndarray, cdf: Any) -> np.ndarray:
    from scipy import stats

    if cdf is None:
        return stats.norm.cdf(values)  # type: ignore[no-any-return]
    if hasattr(cdf, "method") and cdf.method("cdf") is not None:
        return arg.flat(call.feval("cdf", cdf, call.session.value(values[:, None]), nargout=1)[0])
    table = arg.matrix(cdf).astype(float)
    if table.shape[1] != 2:
        raise call.error("CDF must be a matrix of two columns, or a distribution.", "stats:kstest:BadCdf")
    order = np.argsort(table[:, 0], kind="stable")
    places, chances = table[order, 0], table[order, 1]
    if values[0] < places[0] or values[-1] > places[-1]:
        raise call.error("The hypothesized CDF matrix must span the observations interval in X.", "stats:kstest:BadCdf")
    return np.interp(values, places, chances)


@builtin(
    "kstest2", "h = kstest2(x1, x2)", "[h, p, ks2stat] = kstest2(x1, x2, Name, Value)", summary="Whether two samples can come from the same distribution; Alpha, Tail ('unequal', 'larger', 'smaller').",
    examples=(
        Example("[h,p,k] = kstest2([1 2 3],[4 5 6]); {h,round(p,3),k}", "{true,0.033,1}"), Example("[h,p] = kstest2(1:20,1:20); {h,p}", "{false,1}"),
        Example("[h,p,k] = kstest2(1:4,3:6,'Tail','larger'); {round(p,6),k}", "{round(exp(-(sqrt(2)+0.12+0.11/sqrt(2))^2/2),6),0.5}"),
    ),
    errors=(ErrorCase("kstest2(NaN,1)", "stats:kstest2:NotEnoughData"),), see_also=("kstest", "ranksum"),
)  # fmt: skip
def kstest2(call: Any, x: Any, y: Any, *rest: Any) -> Any:
    named = _options(call, rest, ("alpha", "tail"))
    alpha, tail = _level(call, named), _shape(call, named["tail"]) if "tail" in named else "unequal"
    first, second = (np.sort(v[~np.isnan(v)]) for v in (arg.flat(x).astype(float), arg.flat(y).astype(float)))
    if not first.size or not second.size:
        raise call.error("Sample vectors X1 and X2 must not be composed of all NaNs.", "stats:kstest2:NotEnoughData")
    at = np.concatenate([first, second])
    deviations = np.searchsorted(first, at, "right") / first.size - np.searchsorted(second, at, "right") / second.size
    statistic = float(np.abs(deviations).max() if tail == "unequal" else deviations.max() if tail == "larger" else (-deviations).max())
    n = first.size * second.size / (first.size + second.size)
    root = max((math.sqrt(n) + 0.12 + 0.11 / math.sqrt(n)) * statistic, 0.0)
    if tail == "unequal":
        j = np.arange(1, 102)
        p = float(np.clip(2 * np.sum((-1.0) ** (j - 1) * np.exp(-2 * root**2 * j**2)), 0, 1))
    else:
        p = math.exp(-2 * root**2)
    return bool(p <= alpha), p, statistic


@builtin(
    "chi2gof", "h = chi2gof(x)", "[h, p, stats] = chi2gof(x, Name, Value)",
    summary="Chi-square test that a sample comes from a normal distribution with its mean and deviation, or another: CDF, Expected, NParams, NBins (10), Ctrs, Edges, EMin (5), Frequency, Alpha.",
    examples=(
        Example("[h,p,s] = chi2gof(1:4,'Ctrs',1:4,'Frequency',[18 22 30 30],'Expected',[25 25 25 25]); {h,round(p,4),s.chi2stat,s.df,s.O}", "{false,round(chi2cdf(4.32,3,'upper'),4),4.32,3,[18 22 30 30]}"),
        Example("[h,p,s] = chi2gof([1 1 2 2 3 3 4 4],'Edges',0.5:4.5,'Expected',[1 2 3 2],'EMin',0); {s.chi2stat,s.df,s.edges}", "{4/3,3,0.5:4.5}"),
        Example("[h,p,s] = chi2gof(1:4,'Ctrs',1:4,'Frequency',[1 5 9 1],'Expected',[2 6 6 2]); {s.O,s.E,s.df}", "{[6 10],[8 8],1}"),
        Example("x = norminv((0.5:199.5)/200); [h,p,s] = chi2gof(x); {h, p > 0.9, sum(s.O), round(sum(s.E),6)}", "{false,true,200,200}"),
    ),
    errors=(ErrorCase("chi2gof(1:4,'NBins',0)", "stats:chi2gof:BadNBins"), ErrorCase("chi2gof(1:4,'Expected',1,'CDF',@normcdf)", "stats:chi2gof:BadInput")), see_also=("kstest", "crosstab"),
)  # fmt: skip
def chi2gof(call: Any, x: Any, *options: Any) -> Any:
    from scipy import stats

    named = arg.name_values(options, "chi2gof", "cdf expected nparams nbins ctrs edges emin frequency alpha")
    if "expected" in named and "cdf" in named:
        raise call.error("Only one of 'CDF' and 'Expected' may be given.", "stats:chi2gof:BadInput")
    alpha, values = _level(call, named), arg.flat(x).astype(float)
    weights = arg.flat(named["frequency"]).astype(float) if "frequency" in named and numel_of(named["frequency"]) else np.ones(values.size)
    if weights.size != values.size:
        raise call.error("FREQUENCY must have as many elements as X.", "stats:chi2gof:InputSizeMismatch")
    known = ~np.isnan(values) & ~np.isnan(weights)
    values, weights = values[known], weights[known]
    edges = _edges(call, values, named)
    place = np.clip(np.searchsorted(edges, values, "right") - 1, 0, edges.size - 2)
    inside = (values >= edges[0]) & (values <= edges[-1])
    observed = np.bincount(place[inside], weights[inside], edges.size - 1).astype(float)
    expected, guessed = _chances(call, values, weights, edges, named)
    guessed = named.integer("nparams", guessed)
    if expected.size != observed.size:
        raise call.error("There must be an expected count for each bin.", "stats:chi2gof:BadExpected")
    observed, expected, edges = _pooled(observed, expected, edges, named.number("emin", 5.0))
    with np.errstate(all="ignore"):
        statistic = float(np.sum((observed - expected) ** 2 / expected))
    degrees = observed.size - 1 - guessed
    p = float(stats.chi2.sf(statistic, degrees)) if degrees > 0 else math.nan
    about = {"chi2stat": statistic, "df": float(max(degrees, 0)), "edges": edges[None, :], "O": observed[None, :], "E": expected[None, :]}
    return bool(p <= alpha), p, StructArray.scalar({name: to_value(value) for name, value in about.items()})


def _edges(call: Any, values: np.ndarray, named: arg.Options) -> np.ndarray:
    if "edges" in named:
        return arg.flat(named["edges"]).astype(float)
    if "ctrs" in named:
        middles = arg.flat(named["ctrs"]).astype(float)
        steps = np.diff(middles) / 2
        first, last = (steps[0], steps[-1]) if steps.size else (0.5, 0.5)
        return np.concatenate([[middles[0] - first], middles[:-1] + steps, [middles[-1] + last]])
    count = named.integer("nbins", 10)
    if count < 1 or not values.size:
        raise call.error("NBINS must be a positive whole number.", "stats:chi2gof:BadNBins")
    return np.linspace(values.min(), values.max(), count + 1)


def _chances(call: Any, values: np.ndarray, weights: np.ndarray, edges: np.ndarray, named: arg.Options) -> tuple[np.ndarray, int]:
    """Expected counts of the bins, of which the outer ones reach to infinity, and how many parameters were guessed from the sample."""
    from scipy import stats

    if "expected" in named:
        return arg.flat(named["expected"]).astype(float), 0
    inner, total = edges[1:-1], weights.sum()
    if "cdf" not in named:
        mean = float(np.average(values, weights=weights))
        spread = math.sqrt(float(np.sum(weights * (values - mean) ** 2)) / (total - 1))
        below, guessed = stats.norm.cdf(inner, mean, spread), 2
    else:
        cdf = named["cdf"]
        function, more = (cdf.array.flat[0], list(cdf.array.ravel(order="F")[1:])) if type(cdf) is CellArray else (cdf, [])
        at = call.session.value(inner[:, None])
        is_distribution = hasattr(function, "method") and type(function) is not FunctionHandle
        answer = call.feval("cdf", function, at, nargout=1) if is_distribution else call.feval(function, at, *more, nargout=1)
        guessed = int(as_array(function.get_property("NumParameters")).flat[0]) if is_distribution and getattr(function, "fitted", False) else 0
        below = arg.flat(answer[0])
    return np.diff(np.concatenate([[0.0], below, [1.0]])) * total, guessed


def _pooled(observed: np.ndarray, expected: np.ndarray, edges: np.ndarray, least: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Bins of which the outer ones have been joined with their neighbours until they expect enough."""
    o, e, at = observed.tolist(), expected.tolist(), edges.tolist()
    while len(e) > 1 and min(e[0], e[-1]) < least:
        first, into, edge = (0, 0, 1) if e[0] <= e[-1] else (len(e) - 1, len(e) - 2, len(at) - 2)
        pair = o.pop(first), e.pop(first)
        o[into] += pair[0]
        e[into] += pair[1]
        at.pop(edge)
    return np.array(o), np.array(e), np.array(at)
