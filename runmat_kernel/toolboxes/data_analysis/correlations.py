"""Covariance and correlation."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.argument_errors import too_many_inputs
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.registry import builtins
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...values.classes import FLOAT_CLASSES
from ...values.convert import as_array, is_text, numel_of, shape_of
from ...values.tensor import Tensor


def covariance(data: np.ndarray, weight: float) -> np.ndarray:
    """Covariance of the columns, divided by n-1 (weight 0) or n (weight 1)."""
    n = len(data)
    centred = data - data.mean(axis=0)
    return centred.conj().T @ centred / (n if weight == 1 or n == 1 else n - 1)


def deferred_covariance(call: Any, a: Any, weight: float) -> Any:
    """The deferred covariance of the columns of a large real matrix; None where it is computed at once."""
    shape = shape_of(a)
    if type(a) is not Tensor or a.matlab_class not in FLOAT_CLASSES or len(shape) != 2 or 0 in shape or 1 in shape or a.is_complex:
        return None
    call_of = builtins()
    centred = call_of["minus"].function(call, a, call_of["mean"].function(call, a, 1.0))
    transposed = call.engine.transpose(centred, True) if type(centred) is Tensor else None
    product = call.engine.product(transposed, centred) if transposed is not None else None
    if product is None:
        return None
    return call_of["rdivide"].function(call, product, float(shape[0] - (weight != 1)))


def _pair_is_on_device(call: Any, a: Any, b: Any) -> bool:
    return (
        shape_of(a) == shape_of(b) and len(shape_of(a)) == 2 and all(on_device(call, v) and v.matlab_class in FLOAT_CLASSES for v in (a, b))
    )


def _products(call: Any, a: Any, b: Any) -> np.ndarray:
    """Sums of products of deviations of two arrays on a device: each with itself, and with each other."""
    u, v = (x - x.mean(0) for x in (Formula(call, item).reshape(numel_of(item), 1) for item in (a, b)))
    first, mixed, last = (as_array(s.value).reshape(1, 1) for s in [(p * q).reduce("sum", 0) for p, q in ((u, u), (u, v), (v, v))])
    return np.block([[first, mixed], [mixed, last]])


def _other_and_weight(a: Any, numbers: Any) -> tuple[Any, float]:
    """The second array of ``cov`` (or None) and the weight: a scalar 0 or 1 alone is a weight, unless ``a`` is a scalar too."""
    weight, other = 0.0, None
    if len(numbers) == 2:
        other, weight = numbers[0], arg.scalar(numbers[1])
    elif len(numbers) == 1:
        if numel_of(numbers[0]) == 1 and numel_of(a) != 1 and arg.scalar(numbers[0]) in (0, 1):
            weight = arg.scalar(numbers[0])
        else:
            other = numbers[0]
    if weight not in (0, 1):
        raise MatlabError("Weight must be 0 or 1.", "MATLAB:cov:notZeroOrOne")
    return other, weight


@builtin(
    "cov",
    "C = cov(A)",
    "C = cov(A, B)",
    "C = cov(..., w)",
    "C = cov(..., nanflag)",
    summary="Covariance.",
    examples=(
        Example("cov([1 2 3])", "1"),
        Example("cov([1 2;3 4;5 6])", "[4 4;4 4]"),
        Example("cov([1 2 3],[3 2 1])", "[1 -1;-1 1]"),
        Example("cov([1 2 3],1)", "2/3"),
    ),
    errors=(
        ErrorCase("cov([1 2],[1 2 3])", "MATLAB:cov:XYmismatch"),
        ErrorCase("cov([1 2],[1 3],2)", "MATLAB:cov:notZeroOrOne"),
        ErrorCase("cov(1,2,0,4)", "MATLAB:TooManyInputs"),
    ),
    effect=Effect.NONE,
)
def cov(call: Any, a: Any, *rest: Any) -> Any:
    numbers, words = arg.split_options(rest)
    arg.check_options(call, words, "includenan", "includemissing", "omitrows", "partialrows")
    if len(numbers) > 2 or len(words) > 1:
        raise too_many_inputs(call.name)
    other, weight = _other_and_weight(a, numbers)
    if other is None and not words and (covariances := deferred_covariance(call, a, weight)) is not None:
        return covariances
    if other is not None and not words and _pair_is_on_device(call, a, other):
        return arg.single_like(_products(call, a, other) / (numel_of(a) - (weight != 1)), a, other)
    data = _columns(a, other)
    if "partialrows" in words:
        return _by_pairs(data, lambda pair: covariance(pair, weight)[0, 1])[0]
    if "omitrows" in words:
        data = data[~np.isnan(data).any(axis=1)]
    if not data.size:  # no variable has no covariance; a 0-by-0 matrix has NaN
        columns = data.shape[1] or data.shape[0] == 0
        return np.full((int(columns), int(columns)), np.nan, data.dtype if data.dtype.kind in "fc" else np.float64)
    return covariance(data, weight)


def _columns(a: Any, other: Any) -> np.ndarray:
    """The variables: the columns of a matrix, a vector, or two arrays as columns."""
    data = arg.matrix(a)
    if other is None:
        return arg.column(data) if arg.is_vector(data.shape) else data
    second = arg.matrix(other)
    if data.size != second.size:
        raise MatlabError("The number of elements in x and y must match.", "MATLAB:cov:XYmismatch")
    return np.stack(arg.same_precision(data.ravel(order="F"), second.ravel(order="F")), axis=1)


@builtin(
    "corrcoef",
    "R = corrcoef(A)",
    "R = corrcoef(A, B)",
    "[R, P, RL, RU] = corrcoef(..., 'Alpha', alpha, 'Rows', rows)",
    summary="Correlation coefficients.",
    examples=(
        Example("corrcoef([1 2 3],[3 2 1])", "[1 -1;-1 1]"),
        Example("corrcoef([1 2 3])", "1"),
        Example("corrcoef(4)", "NaN"),
        Example("corrcoef([])", "NaN"),
    ),
    effect=Effect.NONE,
)
def corrcoef(call: Any, a: Any, *rest: Any) -> Any:
    b = rest[0] if rest and not is_text(rest[0]) else None
    named = arg.name_values(rest[b is not None :], "corrcoef")
    wrong = next((name for name in named if name not in ("alpha", "rows")), None)
    if wrong is not None:
        raise call.error(f"Invalid parameter name: {wrong}.", "MATLAB:corrcoef:InvalidParam")
    if call.nargout < 2 and not named and (result := _corrcoef_on_device(call, a, b)) is not None:
        return result
    data = arg.matrix(a)
    if b is not None:
        data = np.stack(arg.same_precision(data.ravel(order="F"), arg.flat(b)), axis=1)
    elif data.size < 2:
        return arg.single_like([[np.nan]], a)
    elif arg.is_vector(data.shape):
        data = data.reshape(-1, 1)
    rows = named.word("rows", "all")
    if rows == "pairwise":
        r, n = _by_pairs(data, lambda pair: _correlation(covariance(pair, 0))[0, 1])
    else:
        data = data[~np.isnan(data).any(axis=1)] if rows == "complete" else data
        r, n = _correlation(covariance(data, 0)), len(data)
    if call.nargout < 2:
        return r
    return (r, _significance(r, n), *_bounds(r, n, named.number("alpha", 0.05)))


def _corrcoef_on_device(call: Any, a: Any, b: Any) -> Any:
    """Correlation coefficients of columns that are deferred, or of two arrays on a device; None where the host computes them."""
    if b is None:
        covariances = deferred_covariance(call, a, 0.0)
        return None if covariances is None else _correlation(as_array(covariances))
    return arg.single_like(_correlation(_products(call, a, b)), a, b) if _pair_is_on_device(call, a, b) else None


def _by_pairs(data: np.ndarray, measure: Any) -> tuple[np.ndarray, np.ndarray]:
    """A measure of each two columns in the rows where neither is missing, and how many those are."""
    count = data.shape[1]
    matrix, numbers = np.full((count, count), np.nan), np.zeros((count, count))
    for i in range(count):
        for j in range(count):
            pair = data[:, [i, j]]
            pair = pair[~np.isnan(pair).any(axis=1)]
            numbers[i, j] = len(pair)
            if len(pair):
                matrix[i, j] = measure(pair)
    return matrix, numbers


def _bounds(r: np.ndarray, n: Any, alpha: float) -> tuple[np.ndarray, np.ndarray]:
    """Confidence bounds by Fisher's transformation."""
    from scipy.special import ndtri

    with np.errstate(all="ignore"):
        reach = -ndtri(alpha / 2) / np.sqrt(np.where(np.asarray(n) > 3, np.asarray(n) - 3.0, np.nan))
        low, high = np.tanh(np.arctanh(r) - reach), np.tanh(np.arctanh(r) + reach)
    for bound in (low, high):
        np.fill_diagonal(bound, np.diagonal(r))
    return low, high


def _correlation(c: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        d = np.sqrt(np.diagonal(c).real)
        r = c / d[:, None] / d[None, :]
    r = np.where(np.abs(r) > 1, r / np.abs(r), r)
    np.fill_diagonal(r, np.where(np.isnan(np.diagonal(r)), np.nan, 1))
    return r


def _significance(r: np.ndarray, n: Any) -> np.ndarray:
    from scipy import stats

    with np.errstate(all="ignore"):
        t = r * np.sqrt((n - 2) / (1 - r**2))
    p = 2 * stats.t.sf(np.abs(t), n - 2)
    np.fill_diagonal(p, 1)
    return p


@builtin(
    "corr",
    "rho = corr(X)",
    "rho = corr(X, Y)",
    "[rho, pval] = corr(..., Name, Value...)",
    summary="Correlation of columns.",
    examples=(Example("round(corr([1;2;3],[2;4;6]),12)", "1"),),
)
def corr(call: Any, x: Any, *rest: Any) -> Any:
    other = rest[0] if rest and not is_text(rest[0]) else None
    if call.nargout < 2 and (result := _corr_on_device(call, x, other, len(rest))) is not None:
        return result
    left = arg.matrix(x)
    left, right = arg.same_precision(left, left if other is None else arg.matrix(other))
    named = arg.name_values(rest[other is not None :], "corr", "type rows tail")
    kind, rows, tail = named.word("type", "pearson"), named.word("rows", "all"), named.word("tail", "both")
    if kind not in ("pearson", "spearman", "kendall") or rows not in ("all", "complete", "pairwise") or tail not in _TAILS:
        raise call.error("Unrecognized value of a parameter.", "stats:corr:UnknownOption")
    if left.shape[0] != right.shape[0]:
        raise call.error("X and Y must have the same number of rows.", "stats:corr:InputSizeMismatch")
    if rows == "complete":
        known = ~(np.isnan(left).any(axis=1) | np.isnan(right).any(axis=1))
        left, right = left[known], right[known]
    if kind == "kendall" or rows == "pairwise":
        pairs = [[_related(u, v, kind, tail) for v in right.T] for u in left.T]
        r, p = np.moveaxis(np.array(pairs).reshape(left.shape[1], right.shape[1], 2), 2, 0)
    else:
        r = _correlated(left, right, kind)
        p = _chance(r, len(left), tail) if call.nargout > 1 else r
    r, p = (arg.single_like(v, x, *rest) for v in (r, p))
    return (r, p) if call.nargout > 1 else r


def _corr_on_device(call: Any, x: Any, other: Any, count: int) -> Any:
    """The correlation of columns, or of two columns, without options; None where the host computes it."""
    if count == 0 and on_device(call, x):
        covariances = deferred_covariance(call, x, 0.0)
        return None if covariances is None else _correlation(as_array(covariances))
    if count == 1 and other is not None and shape_of(x)[1:] == (1,) and _pair_is_on_device(call, x, other):
        return arg.single_like(_correlation(_products(call, x, other))[:1, 1:], x, other)
    return None


_TAILS = {"both": "two-sided", "right": "greater", "left": "less"}


def _correlated(left: np.ndarray, right: np.ndarray, kind: str) -> np.ndarray:
    """The correlation of each column with each; NaN where one of the two has NaN."""
    from scipy import stats

    columns = left if right is left else np.concatenate([left, right], axis=1)
    missing = np.isnan(columns).any(axis=0)
    if kind == "spearman":
        columns = stats.rankdata(columns, axis=0)
    columns = np.where(missing, np.nan, columns)
    return _correlation(covariance(columns, 0))[: left.shape[1], -right.shape[1] :]


def _chance(r: np.ndarray, n: int, tail: str) -> np.ndarray:
    """The p-values of correlations of n numbers."""
    from scipy import stats

    with np.errstate(all="ignore"):
        t = r * np.sqrt((n - 2) / (1 - r.astype(np.float64) ** 2))
    distribution = stats.t(max(n - 2, 1))
    return {"both": 2 * distribution.sf(np.abs(t)), "right": distribution.sf(t), "left": distribution.cdf(t)}[tail]


def _related(u: np.ndarray, v: np.ndarray, kind: str, tail: str) -> tuple[float, float]:
    """The correlation of two columns over the rows where neither is missing, and its p-value."""
    from scipy import stats

    known = ~(np.isnan(u) | np.isnan(v))
    if kind == "kendall":
        test = stats.kendalltau(u[known], v[known], alternative=_TAILS[tail])
        return float(test.statistic), float(test.pvalue)
    r = _correlated(u[known, None], v[known, None], kind)
    return float(r[0, 0]), float(_chance(r, int(known.sum()), tail)[0, 0])
