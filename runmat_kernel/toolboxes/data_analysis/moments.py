"""Spread and middle: variance, standard deviation, median, mode, and norms."""

from __future__ import annotations

import numpy as np

from ...accel import fast_functions as small
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.device import on_device
from ...builtins.formula import Formula, along, weighted_mean
from ...builtins.reducing import numeric, options
from ...builtins.spec import Effect, ErrorCase, Example, Fact, Trait, builtin
from ...graph.accumulate import front
from ...graph.primitives import RDIVIDE, SQRT
from ...values.classes import INTEGER_LIMITS, saturate
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of, to_value
from ..arrays.order_statistics import median_of, middle_of, mode_of
from ..elementary.reductions import mean, split_weights, squared_moduli, valid_count


def _float_class(call, a) -> str:
    kind = numeric(call, a)
    return "single" if kind == "single" else "double"


def _split_weights(rest):
    """The weights of var and std, and what follows them."""
    if rest and not is_text(rest[0]):
        return (rest[0] if numel_of(rest[0]) else None), rest[1:]
    return None, rest


def variance(call, a, rest):
    """Variance with the divisor n-1 (weight 0, the default), n (weight 1) or by weights."""
    kind = _float_class(call, a)
    weights, rest = _split_weights(rest)
    opts = options(call, a, rest)
    omit = bool(opts.omit_nan)
    weights = 0.0 if weights is None else weights
    if np.iscomplexobj(as_array(weights)) or (numel_of(weights) == 1 and as_array(weights).item() not in (0, 1)):
        raise call.error("W must be a vector of nonnegative weights, or a scalar 0 or 1.", f"MATLAB:{call.name}:invalidWgts")
    if numel_of(weights) > 1:
        return _weighted(call, a, weights, opts.dims, omit, kind)
    weight = float(as_array(weights).item())
    engine = call.engine
    moment = engine.reduce("moment2", a, opts.dims, kind, omit)
    n = valid_count(call, a, opts.dims, omit)
    if type(n) is float:
        divisor = n if weight or n <= 1 else n - 1
    elif weight:
        divisor = n
    else:
        counts = Formula(call, n)
        # no observation at all still gives NaN
        divisor = ((counts - 1.0).apply("max", 1.0) * counts.apply("ne", 0.0)).value
    spread = engine.elementwise(RDIVIDE, (moment, divisor))
    # value ranges do not exclude a negative quotient by zero, whose root would be complex
    return spread if type(n) is float else Formula(call, spread).apply("abs").value


def _weighted(call, a, weights, dims, omit, kind):
    if len(dims) != 1 or (as_array(weights) < 0).any():
        raise call.error("W must be a vector of nonnegative weights, or a scalar 0 or 1.", f"MATLAB:{call.name}:invalidWgts")
    axis = dims[0]
    x = Formula(call, a)
    if numel_of(weights) != x.extent(axis):
        raise call.error("The length of W must be compatible with A.", f"MATLAB:{call.name}:invalidSizeWgts")
    if kind == "double" and x.matlab_class != "double":
        x = x.apply("double")
    w = along(x, weights, axis)
    mu = weighted_mean(x, w, axis, omit)
    distance = x - mu
    square = (distance * distance.apply("conj")).apply("real") if getattr(a, "is_complex", False) else distance * distance
    return weighted_mean(square, w, axis, omit).apply(kind).value


_FORMS = ("{}(A)", "{}(A, w)", "{}(A, w, 'all')", "{}(A, w, dim)", "{}(A, w, vecdim)", "{}(..., nanflag)")


def _mean_of(call, a, rest):
    """The mean beside a variance, by the same weights."""
    weights, rest = _split_weights(rest)
    if weights is None or numel_of(weights) == 1:
        return mean.function(call, a, *rest)
    opts = options(call, a, rest)
    x = Formula(call, a)
    x = x if x.matlab_class in ("double", "single") else x.apply("double")
    return weighted_mean(x, along(x, weights, opts.dims[0]), opts.dims[0], bool(opts.omit_nan)).apply(_float_class(call, a)).value


@builtin(
    "var",
    *("V = " + f.format("var") for f in _FORMS),
    "[V, M] = var(...)",
    summary="Variance, divided by n-1, or by n with w = 1.",
    trait=Trait.REDUCTION,
    examples=(
        Example("var([1 2 3 4])", "5/3"),
        Example("var([1 2 3 4], 1)", "1.25"),
        Example("var([1 2; 3 4])", "[2 2]"),
        Example("var([1 2; 3 4], 0, 2)", "[0.5; 0.5]"),
        Example("var(5)", "0"),
        Example("var([1 2 3], [1 0 1])", "1"),
        Example("[v, m] = var([1 2; 3 6], [1 3]); [v; m]", "[0.75 3; 2.5 5]"),
        Example("var([1 NaN 3], 'omitnan')", "2"),
        Example("var([1 2; 3 4], 0, 'all')", "5/3"),
        Example("var([])", "NaN"),
        Example("var([1i -1i])", "2"),
    ),
    errors=(ErrorCase("var([1 2], 3)", "MATLAB:var:invalidWgts"),),
    facts=Fact.RECORDED,
)
def var(call, a, *rest):
    result = variance(call, a, rest)
    return (result, _mean_of(call, a, rest)) if call.nargout > 1 else result


@builtin(
    "std",
    *("S = " + f.format("std") for f in _FORMS),
    "[S, M] = std(...)",
    summary="Standard deviation: the root of the variance.",
    trait=Trait.REDUCTION,
    examples=(
        Example("std([1 2 3 4], 1)", "sqrt(1.25)"),
        Example("std([2 4; 6 8])", "sqrt([8 8])"),
        Example("std(single([1 3]))", "single(sqrt(2))"),
    ),
    facts=Fact.RECORDED,
)
def std(call, a, *rest):
    result = call.engine.elementwise(SQRT, (variance(call, a, rest),))
    return (result, _mean_of(call, a, rest)) if call.nargout > 1 else result


@builtin(
    "median",
    "M = median(A)",
    "M = median(A, 'all')",
    "M = median(A, dim)",
    "M = median(A, vecdim)",
    "M = median(..., nanflag)",
    "M = median(..., 'Weights', W)",
    summary="Middle value.",
    trait=Trait.REDUCTION,
    examples=(
        Example("median([3 1 2])", "2"),
        Example("median([4 1 2 3])", "2.5"),
        Example("median([1 2; 3 4])", "[2 3]"),
        Example("median([1 NaN 3])", "NaN"),
        Example("median([1 NaN 3], 'omitnan')", "2"),
        Example("median([])", "NaN"),
        Example("median(int8([1 2]))", "int8(2)"),
        Example("median([true false])", "true"),
        Example("median([1 2; 3 4], 'all')", "2.5"),
        Example("median([1 2 3], 'Weights', [1 1 3])", "3"),
    ),
)
def median(call, a, *rest):
    rest, weights = split_weights(rest) or (rest, None)
    kind, opts = numeric(call, a), options(call, a, rest)
    axes = tuple(d for d in opts.dims if d < len(shape_of(a)))
    if weights is not None:
        return _weighted_median(call, a, weights, opts.dims, bool(opts.omit_nan))
    if axes and kind not in ("logical", "char") and call.engine.prefers_device(a):
        return median_of(Formula(call, a).gathered(axes), axes[0], bool(opts.omit_nan)).value
    array = as_array(a).astype(float) if kind == "char" else as_array(a)
    moved, shape = front(array, axes)
    n = moved.shape[0]
    if n == 0:
        return np.full(shape, np.nan, array.dtype if array.dtype.kind == "f" else float)
    if array.dtype.kind == "c":
        return _complex_median(moved, bool(opts.omit_nan)).reshape(shape, order="F")
    if opts.omit_nan and array.dtype.kind == "f":
        return median_of(Formula(call, moved), 0, True).reshape(*shape).value
    places = ((n - 1) // 2, n // 2, n - 1)
    ordered = np.partition(moved, sorted(set(places)), axis=0)
    if kind == "logical":
        return (ordered[places[0]] | ordered[places[1]]).reshape(shape, order="F")
    return middle_of(*(Formula(call, ordered[k].reshape(shape, order="F")) for k in places), even=n % 2 == 0).value


def _complex_median(columns: np.ndarray, omit: bool) -> np.ndarray:
    """The median of each column of complex numbers, in the order of their moduli and angles."""
    n, undefined = len(columns), np.isnan(columns)
    ordered = np.take_along_axis(columns, np.lexsort((np.angle(columns), np.abs(columns), undefined), axis=0), axis=0)
    known = n - undefined.sum(axis=0) if omit else np.where(undefined.any(axis=0), 0, n)
    places = (np.maximum((known - 1) // 2, 0), np.minimum(known // 2, n - 1))
    low, high = (np.take_along_axis(ordered, k[None], axis=0)[0] for k in places)
    return np.where(known > 0, (low + high) / 2, np.nan)


def _weighted_median(call, a, weights, dims, omit):
    """The element at which half of the weight lies on either side; half way to the next one where that is exact."""
    array = as_array(a)
    weight = _weights_like(call, array.shape, weights, dims)
    axes = tuple(d for d in dims if d < array.ndim)
    values, out = front(array if array.dtype.kind == "f" else array.astype(np.float64), axes)
    share, _ = front(np.asfortranarray(weight), axes)
    undefined = np.isnan(values)
    share = np.where(undefined, 0, share)
    order = np.argsort(values, axis=0, kind="stable")
    values, sums = np.take_along_axis(values, order, axis=0), np.cumsum(np.take_along_axis(share, order, axis=0), axis=0)
    half = sums[-1] / 2 if len(sums) else np.zeros(values.shape[1])
    low, high = (np.argmax(test, axis=0)[None] for test in (sums >= half, sums > half))
    medians = (
        (np.take_along_axis(values, low, axis=0)[0] + np.take_along_axis(values, high, axis=0)[0]) / 2 if len(values) else half * np.nan
    )
    medians = np.where((half == 0) | (undefined.any(axis=0) & (not omit)), np.nan, medians)
    result = medians.reshape(out, order="F")
    if array.dtype.kind == "f":
        return result.astype(array.dtype)
    return saturate(result, class_of(a)) if class_of(a) in INTEGER_LIMITS else result


def _weights_like(call, shape, weights, dims):
    """Weights in the shape of the data; a vector holds for each line along the dimension."""
    weight = as_array(weights).astype(np.float64)
    if weight.shape != shape:
        if len(dims) != 1 or weight.size != (shape[dims[0]] if dims[0] < len(shape) else 1) or weight.size != max(weight.shape):
            raise call.error("Weights must be a vector with a length equal to the operating dimension.", "MATLAB:median:InvalidWeights")
        weight = np.broadcast_to(weight.reshape([-1 if d == dims[0] else 1 for d in range(len(shape))]), shape)
    if not (weight >= 0).all():
        raise call.error("Weights must be nonnegative.", "MATLAB:median:InvalidWeights")
    return weight


@builtin(
    "mode",
    "M = mode(A)",
    "M = mode(A, 'all')",
    "M = mode(A, dim)",
    "M = mode(A, vecdim)",
    "[M, F] = mode(...)",
    "[M, F, C] = mode(...)",
    summary="Most frequent value; the smallest of several.",
    trait=Trait.REDUCTION,
    examples=(
        Example("mode([1 2 2 3 3])", "2"),
        Example("[m, f] = mode([1 2 2; 1 3 3])", "{[1 2 2], [2 1 1]}"),
        Example("mode([])", "NaN"),
    ),
)
def mode(call, a, *rest):
    opts = options(call, a, rest)
    axes = tuple(d for d in opts.dims if d < len(shape_of(a)))
    if axes and call.nargout < 3 and on_device(call, a):
        return tuple(f.value for f in mode_of(Formula(call, a).gathered(axes), axes[0]))
    array = as_array(a)
    moved, shape = front(array, axes)
    values, frequencies = np.empty(moved.shape[1], moved.dtype), np.zeros(moved.shape[1])
    ties = np.empty(moved.shape[1], object)
    for j in range(moved.shape[1]):
        values[j], frequencies[j], tied = _most_frequent(moved[:, j])
        ties[j] = to_value(arg.like(a, tied.reshape(-1, 1)))
    return arg.like(a, values.reshape(shape, order="F")), frequencies.reshape(shape, order="F"), ties.reshape(shape, order="F")


def _most_frequent(column):
    """The smallest of the most frequent values, its number, and all values that are as frequent."""
    column = column[~np.isnan(column)] if column.dtype.kind == "f" else column
    levels, counts = np.unique(column, return_counts=True)
    if not levels.size:
        return (np.nan if column.dtype.kind == "f" else 0), 0, levels
    return levels[counts.argmax()], counts.max(), levels[counts == counts.max()]


@builtin(
    "norm",
    "n = norm(v)",
    "n = norm(v, p)",
    "n = norm(X)",
    "n = norm(X, p)",
    summary="Norm of a vector or matrix: p is 1, 2, Inf, -Inf, any number, or 'fro'.",
    examples=(
        Example("norm([3 4])", "5"),
        Example("norm([1 -2 2], 1)", "5"),
        Example("norm([1 -5], Inf)", "5"),
        Example("norm([1 2; 3 4], 'fro')", "sqrt(30)"),
        Example("norm([1 2; 3 4], 1)", "6"),
        Example("norm([2 0; 0 3])", "3"),
        Example("norm([])", "0"),
        Example("norm([1 -5], -Inf)", "1"),
        Example("norm([1 2 2], 3)", "17^(1/3)"),
        Example("norm([1 2], 0)", "Inf"),
        Example("norm(single([1e38 0]))", "single(1e38)"),
    ),
    errors=(ErrorCase("norm(ones(2, 2, 2))", "MATLAB:norm:inputMustBe2D"), ErrorCase("norm({1})", "MATLAB:norm:wrongInput")),
    facts=Fact.COMPILED,
    effect=Effect.NONE,
    small=small.norm,
)
@on_one_core
def norm(call, x, p=2.0):
    kind = numeric(call, x)
    if len(shape_of(x)) > 2:
        raise call.error("Input must be 2-D.", "MATLAB:norm:inputMustBe2D")
    if kind in INTEGER_LIMITS:
        raise call.error("Input must be single or double.", "MATLAB:norm:wrongInput")
    order = _norm_order(call, p)
    if numel_of(x) == 0:
        return np.float32(0) if kind == "single" else 0.0
    if 1 in shape_of(x) or order == "fro":
        return _vector_norm(call, x, kind, 2.0 if order == "fro" else order)
    if order in (1.0, np.inf) and call.engine.prefers_device(x):
        along = 0 if order == 1 else 1
        return Formula(call, x).apply("abs").reduce("sum", along).reduce("max", 1 - along).value
    array = as_array(x).astype(float) if as_array(x).dtype.kind == "b" else as_array(x)
    if not np.isfinite(array).all():
        return np.array([[np.nan if np.isnan(array).any() else np.inf]], array.real.dtype)
    if order not in (1.0, 2.0, np.inf):
        raise _unknown_norm(call)
    return np.asarray(np.linalg.norm(array, order)).reshape(1, 1)


def _norm_order(call, p):
    """The order as a number, or 'fro'."""
    if is_text(p):
        word = text_of(p).lower()
        if word not in ("fro", "inf"):
            raise _unknown_norm(call)
        return np.inf if word == "inf" else word
    if numel_of(p) != 1 or class_of(p) not in ("double", "single", "logical") or as_array(p).dtype.kind == "c":
        raise _unknown_norm(call)
    return float(as_array(p).item())


def _unknown_norm(call):
    return call.error("The only matrix norms available are 1, 2, inf, and 'fro'.", "MATLAB:norm:unknownNorm")


def _vector_norm(call, x, kind, order):
    """Norm of all elements.  Long vectors are reduced on their own device; the host scales squares that overflow or vanish."""
    dims = (0, 1)
    result = "single" if kind == "single" else "double"
    if order == 2 and numel_of(x) >= call.settings.defer_elements:
        total = call.engine.reduce("sum", squared_moduli(call, x), dims, result)
        value = as_array(call.engine.elementwise(SQRT, (total,)))
        if np.isfinite(value).all() and (value > 1e-140 if result == "double" else value > 1e-15).all():
            return value
    if order in (1.0, np.inf) and call.engine.prefers_device(x):
        # NumPy's maximum keeps NaN, MATLAB's norm does too.
        size = Formula(call, x).apply("abs")
        return size.reduce("sum" if order == 1 else "max", *dims).value
    array = np.abs(as_array(x)).astype(np.float32 if kind == "single" else float).ravel()
    with np.errstate(all="ignore"):
        if np.isinf(order):
            value = array.max() if order > 0 else array.min()
        elif order == 2:
            value = _scaled_norm(array)
        else:
            value = np.sum(array) if order == 1 else np.sum(array**order) ** np.divide(1.0, order)
    return np.asarray(value, array.dtype).reshape(1, 1)


def _scaled_norm(array):
    """The 2-norm of nonnegative numbers, scaled where their squares overflow or vanish."""
    scale = array.max()
    is_safe = 1e-15 < scale < 1e15 if array.dtype == np.float32 else 1e-140 < scale < 1e140
    return np.linalg.norm(array) if is_safe or not 0 < scale < np.inf else scale * np.sqrt(np.sum((array / scale) ** 2))
