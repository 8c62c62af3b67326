"""Samples: moments, ranks with ties, counts, rows drawn, distances from a sample, and tests by ranks."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.array_lines import Lines
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StructArray, object_array
from ...values.convert import as_array, class_of, is_text, numel_of, text_of, to_value

_EXACT_PAIRS = 15
"""Differences up to which the signed ranks are counted out, as MATLAB does."""


@builtin(
    "moment", "m = moment(X, order)", "m = moment(X, order, 'all')", "m = moment(X, order, dim)", "m = moment(X, order, vecdim)",
    summary="Central moment of an order, divided by the number of elements.",
    examples=(Example("moment([1 2 3 6], 2)", "3.5"), Example("moment([1 2;3 6], 3)", "[0 0]"), Example("moment([1 5;3 3], 2, 2)", "[4;0]"), Example("moment([1 5;3 3], 2, 'all')", "2")),
    errors=(ErrorCase("moment(1:3, 1.5)", "stats:moment:BadSecondArg"),),
)  # fmt: skip
def moment(call: Any, x: Any, order: Any, dim: Any = None) -> Any:
    array, power = arg.floating(x), arg.scalar(order)
    if power < 1 or power != math.floor(power):
        raise call.error("ORDER must be a positive integer.", "stats:moment:BadSecondArg")
    if dim is not None and is_text(dim):
        axes = tuple(range(array.ndim))
    else:
        axes = tuple(arg.dimensions(dim)) if dim is not None else (arg.first_nonsingleton(array.shape),)
    axes = tuple(axis for axis in axes if axis < array.ndim)
    if not axes:
        return array - array
    with np.errstate(all="ignore"):
        return ((array - array.mean(axis=axes, keepdims=True)) ** int(power)).mean(axis=axes, keepdims=True)


@builtin(
    "nanmedian", "y = nanmedian(X)", "y = nanmedian(X, dim)", summary="Median without NaN.",
    examples=(Example("nanmedian([1 NaN 3 9])", "3"), Example("nanmedian([1 NaN;3 4], 2)", "[1;3.5]")),
)  # fmt: skip
def nanmedian(call: Any, x: Any, *dim: Any) -> Any:
    return call.feval("median", x, *dim, CharArray.row("omitnan"))[0]


@builtin(
    "tiedrank", "[R, tieadj] = tiedrank(X)", summary="Ranks from 1 on, equal elements sharing the mean of theirs; NaN has none.",
    examples=(Example("tiedrank([10 20 30 40 20])", "[1 2.5 4 5 2.5]"), Example("[r,t] = tiedrank([1;1;1;NaN]); {r,t}", "{[2;2;2;NaN],12}"), Example("tiedrank([3 1;1 1])", "[2 1.5;1 1.5]")),
)  # fmt: skip
def tiedrank(call: Any, x: Any) -> Any:
    lines = Lines.of(arg.floating(x))
    ranked = [_ranked(line) for line in lines.matrix.T]
    if not ranked:
        return lines.back(np.zeros(lines.matrix.shape)), np.zeros((1, 0))
    return lines.back(np.stack([ranks for ranks, _ in ranked], axis=1)), np.array([[ties for _, ties in ranked]])


def _ranked(line: np.ndarray) -> tuple[np.ndarray, float]:
    ranks = np.full(line.shape, np.nan)
    there = ~np.isnan(line)
    _, place, counts = np.unique(line[there], return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks[there] = (ends - (counts - 1) / 2)[place]
    return ranks, float(np.sum(counts.astype(float) ** 3 - counts) / 2)


@builtin(
    "tabulate", "tabulate(x)", "tbl = tabulate(x)", summary="How often each value occurs, and in percent; whole numbers are counted from 1 on.",
    examples=(Example("tabulate([1 2 4 4])", "[1 1 25;2 1 25;3 0 0;4 2 50]"), Example("tabulate([0.5 -1 0.5 NaN])", "[-1 1 100/3;0.5 2 200/3]"),
              Example("tabulate({'b','a','b','b'})", "{'b',3,75;'a',1,25}")),
)  # fmt: skip
def tabulate(call: Any, x: Any) -> Any:
    named = class_of(x) in ("cell", "char", "string", "categorical", "logical")
    if named:
        texts = (
            [str(t) for t in call.feval("string", x)[0].array.ravel(order="F")]
            if numel_of(x) != 1
            else [text_of(call.feval("string", x)[0])]
        )
        names = (
            [text_of(c) for c in call.feval("categories", x)[0].array.ravel()]
            if class_of(x) == "categorical"
            else list(dict.fromkeys(texts))
        )
        counts = np.array([texts.count(name) for name in names], float)
    else:
        values = arg.flat(x).astype(float)
        values = values[~np.isnan(values)]
        keys, numbers = np.unique(values, return_counts=True)
        if keys.size and np.all(keys == np.floor(keys)) and keys[0] >= 1:
            numbers = np.bincount(values.astype(int), minlength=int(keys[-1]) + 1)[1:]
            keys = np.arange(1.0, keys[-1] + 1)
        counts, names = numbers.astype(float), [f"{key:g}" for key in keys]
    share = 100 * counts / max(counts.sum(), 1)
    if not call.nargout:
        width = max([5, *map(len, names)])
        lines = [
            f"  {'Value':>{width}}    Count   Percent",
            *(f"  {n:>{width}}    {int(c):5d}    {s:6.2f}%" for n, c, s in zip(names, counts, share, strict=True)),
        ]
        call.write("\n".join(lines) + "\n")
        return None
    if not named:
        return np.stack([keys, counts, share], axis=1)
    items = [CharArray.row(name) for name in names] + counts.tolist() + share.tolist()
    return CellArray(object_array(items, (len(names) * 3,)).reshape((len(names), 3), order="F"))


@builtin(
    "datasample", "y = datasample(data, k)", "y = datasample(data, k, dim)", "y = datasample(..., Name, Value)", "[y, idx] = datasample(...)",
    summary="k rows of data drawn at random, with replacement; Replace (false: each once), Weights.",
    examples=(Example("size(datasample(magic(4), 6))", "[6 4]"), Example("sort(datasample(1:5, 5, 'Replace', false))", "1:5"), Example("[y,i] = datasample([5 6 7], 4, 'Weights', [0 1 0]); {y,i}", "{[6 6 6 6],[2 2 2 2]}"),
              Example("size(datasample(magic(4), 2, 2))", "[4 2]"), Example("class(datasample({'a','b'}, 3))", "'cell'")),
    errors=(ErrorCase("datasample(1:3, 4, 'Replace', false)", "stats:datasample:SampleTooLarge"), ErrorCase("datasample(1:3, -1)", "stats:datasample:InvalidK"),
            ErrorCase("datasample(1:3, 2, 'Weights', [1 2])", "stats:datasample:InputSizeMismatch")),
)  # fmt: skip
def datasample(call: Any, data: Any, k: Any, *options: Any) -> Any:
    rest = list(options)
    shape = data.shape if hasattr(data, "shape") else (1, 1)
    axis = arg.dimension(rest.pop(0)) if rest and not is_text(rest[0]) else arg.first_nonsingleton(shape)
    named = arg.name_values(rest, "datasample", "replace weights")
    replace = bool(as_array(named["replace"]).any()) if "replace" in named else True
    count, n = arg.integer(k), shape[axis] if axis < len(shape) else 1
    if count < 0 or (count and not n):
        raise call.error("K must be a nonnegative integer, and 0 where there is no data.", "stats:datasample:InvalidK")
    if not replace and count > n:
        raise call.error("There are not that many elements to be drawn without replacement.", "stats:datasample:SampleTooLarge")
    weights = arg.flat(named["weights"]).astype(float) if "weights" in named else None
    if weights is not None and (len(weights) != n or not (weights >= 0).all() or not weights.any()):
        raise call.error(
            "There must be one nonnegative weight for each element, not all of them zero.", "stats:datasample:InputSizeMismatch"
        )
    chosen = (_drawn_with_replacement if replace else _drawn_once)(call, n, count, weights)
    elements = np.take(arg.elements(data), chosen, axis=axis)
    return arg.like(data, elements), chosen[None, :] + 1.0


def _drawn_with_replacement(call: Any, n: int, count: int, weights: np.ndarray | None) -> np.ndarray:
    draws = as_array(call.feval("rand", 1.0, float(count))[0]).ravel()
    share = np.arange(1.0, n + 1) / max(n, 1) if weights is None else np.cumsum(weights) / weights.sum()
    return np.minimum(np.searchsorted(share, draws, side="right"), n - 1)


def _drawn_once(call: Any, n: int, count: int, weights: np.ndarray | None) -> np.ndarray:
    if weights is None:
        return as_array(call.feval("randperm", float(n), float(count))[0]).ravel().astype(int) - 1
    draws = as_array(call.feval("rand", 1.0, float(n))[0]).ravel()
    with np.errstate(divide="ignore"):  # the largest of u^(1/w) are a sample with these weights
        return np.argsort(np.log(draws) / weights)[::-1][:count]


@builtin(
    "mahal", "d = mahal(Y, X)", summary="Squared distance of the rows of Y from the sample X (its rows), measured by how the sample is spread.",
    examples=(Example("round(mahal([1;4], [1;2;3]), 12)", "[1;4]"), Example("X = [1 0;0 1;-1 0;0 -1]; round(mahal([2 0], X), 12)", "6")),
    errors=(ErrorCase("mahal([1 2], [1;2;3])", "stats:mahal:InputSizeMismatch"), ErrorCase("mahal([1 2], [1 2])", "stats:mahal:TooFewRows")),
)  # fmt: skip
def mahal(call: Any, y: Any, x: Any) -> Any:
    points, sample = arg.matrix(y), arg.matrix(x)
    if points.shape[1] != sample.shape[1]:
        raise call.error("X and Y must have the same number of columns.", "stats:mahal:InputSizeMismatch")
    if len(sample) < sample.shape[1] or len(sample) < 2:
        raise call.error("The number of rows of X must exceed the number of columns.", "stats:mahal:TooFewRows")
    middle = sample.mean(axis=0)
    factor = np.linalg.qr(sample - middle, mode="r")
    with np.errstate(all="ignore"):
        return np.sum(np.linalg.lstsq(factor.T, (points - middle).T, rcond=None)[0] ** 2, axis=0)[:, None] * (len(sample) - 1)


# --- tests by ranks ----------------------------------------------------------------------------------------------------------

_TAILS = ("both", "right", "left")


def _chances(ranks: np.ndarray, chosen: int | None) -> np.ndarray:
    """How many choices of ranks (of a number of them, or of any) have each sum; sums are counted in halves."""
    doubled = np.floor(2 * ranks + 0.5).astype(int)
    total = int(doubled.sum())
    sizes = 1 if chosen is None else chosen + 1
    table = np.zeros((sizes, total + 1))
    table[0, 0] = 1
    for rank in doubled:
        moved = np.zeros_like(table)
        moved[:, rank:] = table[:, : total + 1 - rank]
        if chosen is None:
            table += moved
        else:
            table[1:] += moved[:-1]
    return table[-1]


def _tail_chance(counts: np.ndarray, sum_of_ranks: float, tail: str) -> float:
    place = math.floor(2 * sum_of_ranks + 0.5)
    below, above = counts[: place + 1].sum() / counts.sum(), counts[place:].sum() / counts.sum()
    return float(min(1.0, 2 * min(below, above)) if tail == "both" else above if tail == "right" else below)


def _normal_chance(z: float, tail: str) -> float:
    from scipy import stats

    return float(2 * stats.norm.sf(abs(z)) if tail == "both" else stats.norm.sf(z) if tail == "right" else stats.norm.cdf(z))


def _settings(call: Any, options: Any) -> tuple[float, str, str]:
    named = arg.name_values(options, call.name, "alpha tail method")
    tail = named.word("tail", "both")
    if tail not in _TAILS:
        raise call.error(f"The tail must be 'both', 'right' or 'left', not '{tail}'.", f"stats:{call.name}:BadTail")
    return named.number("alpha", 0.05), tail, named.word("method", "")


@builtin(
    "ranksum", "p = ranksum(x, y)", "[p, h, stats] = ranksum(x, y)", "[...] = ranksum(x, y, Name, Value)",
    summary="Wilcoxon's rank sum test that two samples have the same median; alpha, tail, method ('exact', 'approximate').",
    examples=(Example("ranksum([1 2 3], [4 5 6])", "0.1"), Example("[p,h,s] = ranksum(1:3, 4:6); {p,h,s.ranksum}", "{0.1,false,6}"), Example("ranksum(1:4, 5:8, 'tail', 'left')", "1/70"),
              Example("[p,h] = ranksum(1:20, 11:30); h", "true")),
    errors=(ErrorCase("ranksum(1:3, 4:6, 'tail', 'up')", "stats:ranksum:BadTail"), ErrorCase("ranksum(NaN, 1)", "stats:ranksum:NotEnoughData")),
)  # fmt: skip
def ranksum(call: Any, x: Any, y: Any, *options: Any) -> Any:
    alpha, tail, method = _settings(call, options)
    first, second = (v[~np.isnan(v)] for v in (arg.flat(x).astype(float), arg.flat(y).astype(float)))
    m, n = first.size, second.size
    if not m or not n:
        raise call.error("Not enough data to test.", "stats:ranksum:NotEnoughData")
    ranks, ties = _ranked(np.concatenate([first, second]))
    rank_sum = float(ranks[:m].sum())
    fields = {}
    if method == "exact" or (method != "approximate" and min(m, n) < 10 and m + n < 20):
        p = _tail_chance(_chances(ranks, m), rank_sum, tail)
    else:
        deviation = rank_sum - m * (m + n + 1) / 2
        spread = math.sqrt(m * n * ((m + n + 1) - 2 * ties / ((m + n) * (m + n - 1))) / 12)
        step = 0.5 * np.sign(deviation) if tail == "both" else 0.5 if tail == "right" else -0.5
        z = float((deviation - step) / spread) if spread else 0.0
        p = _normal_chance(z, tail)
        fields["zval"] = z
    return p, bool(p <= alpha), StructArray.scalar({k: to_value(v) for k, v in {**fields, "ranksum": rank_sum}.items()})


@builtin(
    "signrank", "p = signrank(x)", "p = signrank(x, m)", "p = signrank(x, y)", "[p, h, stats] = signrank(...)", "[...] = signrank(..., Name, Value)",
    summary="Wilcoxon's signed rank test that a sample, or differences of pairs, have the median 0; alpha, tail, method.",
    examples=(Example("signrank([1 2 3 4 5])", "0.0625"), Example("[p,h,s] = signrank([1 -2 3]); {p,s.signedrank}", "{0.75,4}"), Example("signrank([3 4 5 6], [1 1 1 1], 'tail', 'right')", "0.0625"),
              Example("[p,h] = signrank(1:30); h", "true"), Example("signrank([0 0])", "1")),
    errors=(ErrorCase("signrank(1:3, 1:2)", "stats:signrank:InputSizeMismatch"),),
)  # fmt: skip
def signrank(call: Any, x: Any, *rest: Any) -> Any:
    positional = list(rest)
    other = arg.flat(positional.pop(0)).astype(float) if positional and not is_text(positional[0]) else np.zeros(1)
    alpha, tail, method = _settings(call, positional)
    sample = arg.flat(x).astype(float)
    other = other if other.size else np.zeros(1)
    if other.size not in (1, sample.size):
        raise call.error("X and Y must have the same number of elements.", "stats:signrank:InputSizeMismatch")
    deviations = sample - other
    tiny = np.spacing(np.abs(sample)) + np.spacing(np.abs(np.broadcast_to(other, sample.shape)))
    deviations = deviations[~np.isnan(deviations) & (np.abs(deviations) > tiny)]
    n = deviations.size
    if not n:
        return 1.0, False, StructArray.scalar({"signedrank": 0.0})
    ranks, ties = _ranked(np.abs(deviations))
    rank_sum = float(ranks[deviations > 0].sum())
    fields = {}
    if method == "exact" or (method != "approximate" and n <= _EXACT_PAIRS):
        p = _tail_chance(_chances(ranks, None), rank_sum, tail)
    else:
        z = (rank_sum - n * (n + 1) / 4) / math.sqrt((n * (n + 1) * (2 * n + 1) - ties) / 24)
        p = _normal_chance(z, tail)
        fields["zval"] = z
    return p, bool(p <= alpha), StructArray.scalar({k: to_value(v) for k, v in {**fields, "signedrank": rank_sum}.items()})
