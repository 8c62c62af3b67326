"""Clusters and components of data: kmeans, linkage, cluster, dendrogram, pca; regression; random samples."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...values import StructArray, Tensor
from ...values.convert import as_array, is_text, numel_of, text_of, to_value


def _rand(call: Any, *size: float) -> np.ndarray:
    return as_array(call.feval("rand", *(float(n) for n in size))[0])


def _distances(x: np.ndarray, centres: np.ndarray, kind: str) -> np.ndarray:
    if kind == "cityblock":
        return np.abs(x[:, None, :] - centres[None, :, :]).sum(axis=2)
    if kind in ("cosine", "correlation"):
        if kind == "correlation":
            x, centres = x - x.mean(axis=1, keepdims=True), centres - centres.mean(axis=1, keepdims=True)
        return 1 - (x @ centres.T) / (np.linalg.norm(x, axis=1)[:, None] * np.linalg.norm(centres, axis=1)[None, :])
    return ((x[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)


def _seeds(call: Any, x: np.ndarray, count: int, kind: str) -> np.ndarray:
    """Starting centres by k-means++."""
    chosen = [int(_rand(call, 1, 1).flat[0] * len(x))]
    while len(chosen) < count:
        near = np.maximum(_distances(x, x[chosen], kind).min(axis=1), 0)
        total = np.cumsum(near)
        if total[-1] == 0:
            chosen.append(next(i for i in range(len(x)) if i not in chosen))
            continue
        chosen.append(int(np.searchsorted(total, _rand(call, 1, 1).flat[0] * total[-1])))
    return x[chosen].copy()


def _lloyd(x: np.ndarray, centres: np.ndarray, kind: str, most: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lloyd's algorithm: labels, centres and distances at convergence.  An empty cluster takes the farthest point."""
    labels = None
    for _ in range(most):
        near = _distances(x, centres, kind)
        fresh = near.argmin(axis=1)
        for k in range(len(centres)):
            if not (fresh == k).any():
                fresh[near[np.arange(len(x)), fresh].argmax()] = k
        if labels is not None and (fresh == labels).all():
            break
        labels = fresh
        middle = np.median if kind == "cityblock" else np.mean
        centres = np.stack([middle(x[labels == k], axis=0) for k in range(len(centres))])
    return labels, centres, _distances(x, centres, kind)  # type: ignore[return-value]


@builtin(
    "kmeans", "idx = kmeans(X, k)", "idx = kmeans(X, k, Name, Value, ...)", "[idx, C, sumd, D] = kmeans(...)", summary="Clusters around means.",
    examples=(
        Example("rng(1); [idx,C] = kmeans([0;0.1;5;5.1],2); sort(round(C,4))'", "[0.05 5.05]"),
        Example("[idx,C] = kmeans([0;1;9;10],2,'Start',[0;10])", "{[1;1;2;2],[0.5;9.5]}"),
        Example("[idx,C] = kmeans([0;1;9;10],2,'Start',cat(3,[-9;20],[0;10])); sort(C)", "[0.5;9.5]"),
    ),
    errors=(ErrorCase("kmeans([1;2],3)", "stats:kmeans:TooManyClusters"), ErrorCase("kmeans([1;2],2,'Start',[1 2;3 4])", "stats:kmeans:MisshapedStart")),
)  # fmt: skip
def kmeans(call, data, k, *options):
    named = arg.name_values(options, "kmeans", "distance start replicates maxiter emptyaction display onlinephase options")
    x, count = arg.floating(data).astype(np.float64), arg.integer(k) if numel_of(k) else 0
    if x.ndim != 2:
        raise call.error("X must be a matrix.", "stats:kmeans:InvalidData")
    known = ~np.isnan(x).any(axis=1)
    kind = named.word("distance", "sqeuclidean")
    start = named.get("start")
    fixed = start is not None and not is_text(start)
    starts = np.atleast_3d(as_array(start).astype(np.float64)) if fixed else np.zeros((count, 0, 1))
    count = starts.shape[0]
    if fixed and starts.shape[1] != x.shape[1]:
        raise call.error("The START matrix must have the same number of columns as X.", "stats:kmeans:MisshapedStart")
    if known.sum() < count or count < 1:
        raise call.error("X must have more rows than the number of clusters.", "stats:kmeans:TooManyClusters")
    repeats = named.integer("replicates", starts.shape[2])
    most = named.integer("maxiter", 100)
    best = None
    for k in range(repeats):
        if fixed:
            centres = starts[:, :, k % starts.shape[2]]
        elif start is not None and text_of(start).lower() == "sample":
            centres = x[known][np.argsort(_rand(call, 1, known.sum()).ravel())[:count]]
        else:
            centres = _seeds(call, x[known], count, kind)
        clustering = _lloyd(x[known], centres, kind, most)
        total = clustering[2][np.arange(len(clustering[0])), clustering[0]].sum()
        if best is None or total < best[0]:
            best = (total, clustering)
    labels, centres, near = best[1]  # type: ignore[index]
    own = near[np.arange(len(labels)), labels]
    sums = np.array([[own[labels == c].sum()] for c in range(count)])
    full = np.full((len(x), 1), np.nan)
    full[known, 0] = labels + 1.0
    return full, centres, sums, near


@builtin("linkage", "Z = linkage(X)", "Z = linkage(X, method)", "Z = linkage(X, method, metric)", "Z = linkage(y, method)", summary="Tree of clusters.",
         examples=(Example("linkage([0;1;5])", "[1 2 1;3 4 4]"),))  # fmt: skip
def linkage(call, data, method=None, metric=None):
    from scipy.cluster.hierarchy import linkage as tree

    array = arg.floating(data).astype(np.float64)
    kind = text_of(method).lower() if method is not None else "single"
    measure = {"cityblock": "cityblock", "chebychev": "chebyshev", "seuclidean": "seuclidean"}.get(
        text_of(metric).lower() if metric is not None else "", text_of(metric).lower() if metric is not None else "euclidean"
    )
    merges = tree(array.ravel() if array.shape[0] == 1 else array, kind, measure)[:, :3]
    merges[:, :2] = np.sort(merges[:, :2] + 1, axis=1)
    return merges


@builtin("cluster", "T = cluster(Z, 'MaxClust', n)", "T = cluster(Z, 'Cutoff', c, 'Criterion', 'distance')", summary="Clusters of a tree.",
         examples=(Example("T = cluster(linkage([0;1;5;6]),'MaxClust',2); [T(1) == T(2), T(3) == T(4), T(1) ~= T(3)]", "[true true true]"),))  # fmt: skip
def cluster(call, tree, *options):
    from scipy.cluster.hierarchy import fcluster

    named = arg.name_values(options, "cluster", "cutoff maxclust criterion depth")
    z = _tree(tree)
    if "maxclust" in named:
        return fcluster(z, arg.integer(named["maxclust"]), "maxclust").astype(np.float64).reshape(-1, 1)
    kind = named.word("criterion", "inconsistent")
    return fcluster(z, arg.scalar(named["cutoff"]), kind).astype(np.float64).reshape(-1, 1)


def _tree(value: Any) -> np.ndarray:
    """MATLAB's cluster tree in SciPy's form: counted from 0, with the sizes of the clusters."""
    z = as_array(value).astype(np.float64).copy()
    count = len(z) + 1
    if z.ndim != 2 or z.shape[1] < 3 or not all(1 <= n < count + k + 1 for k, row in enumerate(z) for n in row[:2]):
        raise MatlabError(
            "Z must be a tree as linkage makes it: three columns, of which two are numbers of clusters.", "stats:cluster:BadTree"
        )
    sizes = [1.0] * count
    for row in z:
        sizes.append(sizes[int(row[0]) - 1] + sizes[int(row[1]) - 1])
    z[:, :2] -= 1
    return np.column_stack([z[:, :3], sizes[count:]])


@builtin("dendrogram", "H = dendrogram(Z)", "H = dendrogram(Z, p)", "[H, T, outperm] = dendrogram(...)", summary="Picture of a tree of clusters.",
         examples=(Example("[h,t,p] = dendrogram(linkage([0;1;5])); {sort(p), t}", "{[1 2 3],[1;2;3]}"),
                   Example("[h,t,p] = dendrogram(linkage([0;1;5;9;9.5]),3); {numel(h), sort(p), t}", "{2,[1 2 3],[1;1;2;3;3]}")))  # fmt: skip
def dendrogram(call, tree, most=None):
    from scipy.cluster.hierarchy import dendrogram as drawing

    from ..graphics.composing import composed

    z, leaf = _last_merges(_tree(tree), 30 if most is None else arg.integer(most))
    layout = drawing(z, no_plot=True)
    order = np.array(layout["leaves"], np.float64) + 1
    with composed(call) as plot:
        for x, y in zip(layout["icoord"], layout["dcoord"], strict=True):
            plot.draw("line", (np.array(x) - 5) / 10 + 1, np.array(y))
        plot.label("xticks", np.arange(1.0, len(order) + 1))
        plot.label("xticklabels", call.feval("compose", to_value("%d"), Tensor(order.reshape(1, -1)))[0])
        handles = plot.call.feval("vertcat", *plot.handles)[0] if len(plot.handles) > 1 else plot.handles[0]
    return handles, leaf.reshape(-1, 1) + 1.0, order.reshape(1, -1)


def _last_merges(z: np.ndarray, most: int) -> tuple[np.ndarray, np.ndarray]:
    """The tree of the last merges, with at most so many leaves (0: all), and the leaf in which each point lies; both count from 0."""
    count = len(z) + 1
    if not 1 < most < count:
        return z, np.arange(count)
    merges, above = z[count - most :].copy(), 2 * count - most  # the remaining merges join the clusters from this number on
    roots = {int(c): _points(z, int(c)) for c in merges[:, :2].ravel() if c < above}
    leaf, numbers = np.zeros(count, np.int64), {}
    for number, root in enumerate(sorted(roots, key=lambda c: min(roots[c]))):
        numbers[root], leaf[roots[root]] = number, number
    merges[:, :2] = [[numbers.get(int(c), int(c) - above + most) for c in row] for row in merges[:, :2]]
    sizes = [1.0] * most
    for row in merges:
        row[3] = sizes[int(row[0])] + sizes[int(row[1])]
        sizes.append(row[3])
    return merges, leaf


def _points(z: np.ndarray, cluster: int) -> list[int]:
    """The points of a cluster: numbers up to the count of points are points, each row of the tree makes the next one."""
    points, waiting = [], [cluster]
    while waiting:
        c = waiting.pop()
        if c <= len(z):
            points.append(c)
        else:
            waiting += [int(part) for part in z[c - len(z) - 1, :2]]
    return points


@builtin(
    "pca", "coeff = pca(X)", "[coeff, score, latent, tsquared, explained, mu] = pca(X)", "[...] = pca(X, Name, Value, ...)",
    summary="Principal components of data.",
    examples=(
        Example("[c,s,l] = pca([1 1;2 2;3 3]); {round(abs(c(:,1)),4),round(l(1),10)}", "{[0.7071;0.7071],2}"),
        Example("[~,~,~,~,e] = pca([1 0;-1 0;0 0.5;0 -0.5]); round(e,8)", "[80;20]"),
    ),
)  # fmt: skip
@on_one_core
def pca(call, data, *options):
    named = arg.name_values(options, "pca", "algorithm centered economy numcomponents options")
    x = arg.floating(data).astype(np.float64)
    if x.ndim != 2 or not x.size:
        raise call.error("X must be a matrix with observations and variables.", "stats:pca:InvalidData")
    centred = named.switch("centered", True) or is_text(named["centered"])
    x = x[~np.isnan(x).any(axis=1)]
    mean = x.mean(axis=0, keepdims=True) if centred else np.zeros((1, x.shape[1]))
    _, s, vt = np.linalg.svd(x - mean, full_matrices=False)
    degrees = max(len(x) - centred, 1)
    rank = min(degrees, x.shape[1])
    count = min(named.integer("numcomponents", rank), rank)
    coeff = vt.T[:, :rank]
    coeff = coeff * np.where(coeff[np.abs(coeff).argmax(axis=0), np.arange(coeff.shape[1])] < 0, -1.0, 1.0)
    latent = (s[:rank] ** 2 / degrees).reshape(-1, 1)
    score = (x - mean) @ coeff
    with np.errstate(divide="ignore", invalid="ignore"):
        good = latent.ravel() > latent.max(initial=0) * np.finfo(float).eps * max(x.shape)
        squared = ((score[:, good] ** 2) / latent.ravel()[good]).sum(axis=1, keepdims=True)
    explained = 100 * latent / latent.sum() if latent.sum() else latent
    return np.asfortranarray(coeff[:, :count]), np.asfortranarray(score[:, :count]), latent, squared, explained, mean


_AT_ONCE = 1 << 21


def _smoothed(z: np.ndarray, cumulative: bool) -> np.ndarray:
    """Sums over the rows of distances in bandwidths: of the normal density without its factor, or of its distribution."""
    if cumulative:
        from scipy.special import ndtr

        return ndtr(z).sum(axis=1)
    return np.exp(-0.5 * z**2).sum(axis=1)


@builtin("ksdensity", "[f, xi] = ksdensity(x)", "f = ksdensity(x, pts)", "[f, xi, bw] = ksdensity(..., Name, Value)", summary="Smoothed density of a sample.",
         examples=(Example("[f,x] = ksdensity([1 2 3 4]); abs(trapz(x,f) - 1) < 0.01", "true"),))  # fmt: skip
def ksdensity(call, data, *arguments):
    values = list(arguments)
    points = values.pop(0) if values and not is_text(values[0]) else None
    named = arg.name_values(values, "ksdensity", "bandwidth function")
    x = arg.flat(data).astype(np.float64)
    x = x[~np.isnan(x)]
    spread = np.median(np.abs(x - np.median(x))) / 0.6745 or x.std(ddof=1)
    width = arg.scalar(named["bandwidth"]) if "bandwidth" in named else spread * (4 / (3 * x.size)) ** 0.2
    at = arg.flat(points).astype(np.float64) if points is not None else np.linspace(x.min() - 3 * width, x.max() + 3 * width, 100)
    cumulative = named.word("function") == "cdf"
    rows = max(_AT_ONCE // max(x.size, 1), 1)  # a matrix of all points by all data may exceed the memory
    f = np.concatenate([_smoothed((at[k : k + rows, None] - x) / width, cumulative) for k in range(0, at.size, rows)] or [at])
    f = f / x.size if cumulative else f / (x.size * width * np.sqrt(2 * np.pi))
    return f.reshape(1, -1) if points is None else arg.oriented(f, points), at.reshape(1, -1), float(width)


@builtin(
    "ecdf",
    "[f, x] = ecdf(y)",
    summary="Empirical distribution function.",
    examples=(Example("[f,x] = ecdf([3 1 1])", "{[0;2/3;1],[1;1;3]}"),),
)
def ecdf(call, data):
    x = np.sort(arg.flat(data).astype(np.float64))
    x = x[~np.isnan(x)]
    places, counts = np.unique(x, return_counts=True)
    return np.concatenate([[0], np.cumsum(counts) / x.size]).reshape(-1, 1), np.concatenate([places[:1], places]).reshape(-1, 1)


def _test(name: str, usage: tuple[str, ...], summary: str, compute: Any, known: str, *examples: Example):
    @builtin(name, *usage, summary=summary, examples=examples)
    def function(call, x, *arguments):
        values = list(arguments)
        second = values.pop(0) if values and not is_text(values[0]) else None
        named = arg.name_values(values, name, known)
        alpha = named.number("alpha", 0.05)
        tail = named.word("tail", "both")
        if tail not in _SIDES:
            raise call.error(f"The tail must be 'both', 'right' or 'left', not '{tail}'.", f"stats:{name}:BadTail")
        dim = arg.dimension(named["dim"]) if "dim" in named else None
        first, other = _samples(x, dim), None if second is None or numel_of(second) == 0 else _samples(second, dim)
        if other is not None and len(other) not in (1, len(first)):
            raise call.error("The samples must have the same number of columns.", f"stats:{name}:InputSizeMismatch")
        tests = [compute(s, None if other is None else other[k % len(other)], alpha, _SIDES[tail], named) for k, s in enumerate(first)]
        if len(tests) == 1:
            h, p, span, about = tests[0]
            shape = np.shape(as_array(x))
            across = dim == 1 or (dim is None and shape[0] == 1 and math.prod(shape) > 1)
            return h, p, span.T if across else span, about
        h, p, spans, about = zip(*tests, strict=True)
        fields = {k: np.array([[s.array.flat[0][k] for s in about]]) for k in about[0].fields}
        result = np.array([h]), np.array([p]), np.hstack(spans), StructArray.scalar({k: to_value(v) for k, v in fields.items()})
        return result if dim != 1 else (*(v.T for v in result[:3]), result[3])

    return function


_SIDES = {"both": "two-sided", "right": "greater", "left": "less"}


def _samples(value: Any, dim: int | None) -> list[np.ndarray]:
    """The samples that are tested one by one: a vector, or the columns of a matrix (its rows for dimension 2, counted from 0: 1)."""
    array = np.atleast_2d(as_array(value).astype(np.float64))
    if dim is None and 1 in array.shape[:2]:
        return [array.ravel(order="F")]
    return [np.asarray(s) for s in (array if dim == 1 else array.T)]


def _answer(p: float, alpha: float, mean: float, error: float, degrees: float, t: float, spread: float, side: str) -> tuple[Any, ...]:
    from scipy import stats

    edge = stats.t.ppf(1 - (alpha / 2 if side == "two-sided" else alpha), degrees) * error
    low, high = (mean - edge if side != "less" else -np.inf), (mean + edge if side != "greater" else np.inf)
    about = StructArray.scalar({"tstat": float(t), "df": float(degrees), "sd": float(spread)})
    return float(p <= alpha) if p == p else float("nan"), float(p), np.array([[low], [high]]), about


def _ttest(x: np.ndarray, second: Any, alpha: float, side: str, named: dict[str, Any]) -> tuple[Any, ...]:
    from scipy import stats

    other = 0.0 if second is None else second
    centre = float(other[0]) if np.size(other) == 1 and second is not None else 0.0
    d = x - (other if np.size(other) > 1 else 0.0)
    d = d[~np.isnan(d)]
    error = d.std(ddof=1) / np.sqrt(d.size)
    test = stats.ttest_1samp(d, centre, alternative=side)
    return _answer(test.pvalue, alpha, d.mean(), error, d.size - 1, test.statistic, d.std(ddof=1), side)


def _ttest2(x: np.ndarray, second: Any, alpha: float, side: str, named: dict[str, Any]) -> tuple[Any, ...]:
    from scipy import stats

    y = second
    x, y = x[~np.isnan(x)], y[~np.isnan(y)]
    equal = named.word("vartype") != "unequal"
    test = stats.ttest_ind(x, y, equal_var=equal, alternative=side)
    a, b = x.var(ddof=1), y.var(ddof=1)
    if equal:
        degrees = x.size + y.size - 2
        spread = np.sqrt(((x.size - 1) * a + (y.size - 1) * b) / degrees)
        error = spread * np.sqrt(1 / x.size + 1 / y.size)
    else:
        error = np.sqrt(a / x.size + b / y.size)
        degrees = error**4 / ((a / x.size) ** 2 / (x.size - 1) + (b / y.size) ** 2 / (y.size - 1))
        spread = np.sqrt((a + b) / 2)
    return _answer(test.pvalue, alpha, x.mean() - y.mean(), error, degrees, test.statistic, spread, side)


TESTS = (
    _test("ttest", ("[h, p, ci, stats] = ttest(x)", "[...] = ttest(x, m)", "[...] = ttest(x, y)", "[...] = ttest(..., Name, Value)"),
          "Whether the mean of a sample, or of differences, can be a given one.", _ttest, "alpha tail dim", Example("[h,p] = ttest([1 2 3 4 5],3)", "{0,1}"), Example("ttest(5)", "NaN"),
          Example("[~,~,a] = ttest([1 2 3]); [~,~,b] = ttest([1;2;3]); {size(a),isequal(a',b)}", "{[1 2],true}")),
    _test("ttest2", ("[h, p, ci, stats] = ttest2(x, y)", "[...] = ttest2(x, y, Name, Value)"), "Whether the means of two samples can be equal.", _ttest2,
          "alpha tail dim vartype", Example("ttest2([1 2 3],[11 12 13])", "1"), Example("ttest2(1,2)", "NaN")),
)  # fmt: skip


def _without_nan(name: str, base: str):
    @builtin(
        name,
        f"y = {name}(X)",
        f"y = {name}(X, ...)",
        summary=f"{base} without NaN.",
        examples=(Example(f"{name}([1 NaN 1])", f"{base}([1 1])"),),
        effect=Effect.NONE,
    )
    def function(call, x, *rest):
        return call.feval(base, x, *rest, to_value("omitnan"), nargout=max(call.nargout, 1))

    return function


WITHOUT_NAN = tuple(_without_nan(f"nan{base}", base) for base in ("std", "var", "max", "min"))
