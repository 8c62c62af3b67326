"""Sums, products, means, and tests of any or all elements."""

from __future__ import annotations

import numpy as np

from ...accel import fast_functions as small
from ...builtins import arguments as arg
from ...builtins.formula import Formula, along, weighted_mean
from ...builtins.reducing import count, numeric, options, output_class
from ...builtins.spec import Effect, ErrorCase, Example, Fact, Trait, builtin
from ...graph.primitives import CASTS, RDIVIDE, SQRT, SQUARE, TIMES
from ...values.classes import INTEGER_LIMITS
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, to_value, word_of
from . import rounding
from .arithmetic import NOT
from .rounding import ISNAN

_EXACT_IN_DOUBLE = ("int8", "int16", "int32", "uint8", "uint16", "uint32")
"""Classes whose sums are whole in double, and round once, to the class."""


def _usage(name: str, letter: str = "S", output: bool = True, missing: bool = True) -> tuple[str, ...]:
    """The forms that most reductions share."""
    lines = [f"{letter} = {name}(A)", f"{letter} = {name}(A, 'all')", f"{letter} = {name}(A, dim)", f"{letter} = {name}(A, vecdim)"]
    if output:
        lines.append(f"{letter} = {name}(..., outtype)")
    if missing:
        lines.append(f"{letter} = {name}(..., nanflag)")
    return tuple(lines)


def valid_count(call, value, dims, omit_nan: bool):
    """The number of elements of each result: a number, or an array where NaN are omitted."""
    if omit_nan and class_of(value) in ("double", "single"):
        valid = NOT.function(call, ISNAN.function(call, value))
        return call.engine.reduce("count_nonzero", valid, dims, "double")
    return float(count(shape_of(value), dims))


@builtin(
    "sum",
    *_usage("sum"),
    summary="Sum of elements, by columns or over any dimensions.",
    trait=Trait.REDUCTION,
    examples=(
        Example("sum([1 2; 3 4])", "[4 6]"),
        Example("sum([1 2; 3 4], 2)", "[3; 7]"),
        Example("sum([1 2; 3 4], 'all')", "10"),
        Example("sum([])", "0"),
        Example("sum(zeros(0, 3))", "[0 0 0]"),
        Example("sum([1 NaN 2], 'omitnan')", "3"),
        Example("class(sum(int8([1 2])))", "'double'"),
        Example("sum(int8([100 100]), 'native')", "int8(127)"),
        Example("sum(ones(2, 3, 4), [2 3])", "[12; 12]"),
        Example("sum('ab')", "195"),
        Example("sum([true true])", "2"),
    ),
    errors=(ErrorCase("sum({1})", "MATLAB:sum:wrongInput"), ErrorCase("sum(1, 0)", "MATLAB:getdimarg:invalidDim")),
    facts=Fact.COMPILED | Fact.RECORDED,
    small=small.sums,
)
def sum_(call, a, *rest):
    kind, opts = numeric(call, a), options(call, a, rest)
    if opts.output == "native" and kind == "logical":
        return call.engine.reduce("any", a, opts.dims, "logical")
    if opts.output == "native" and kind in _EXACT_IN_DOUBLE:
        return call.engine.elementwise(CASTS[kind], (call.engine.reduce("sum", a, opts.dims, "double"),))
    return call.engine.reduce("sum", a, opts.dims, output_class(kind, opts.output), bool(opts.omit_nan))


@builtin(
    "prod",
    *_usage("prod", "B"),
    summary="Product of elements.",
    trait=Trait.REDUCTION,
    examples=(
        Example("prod([1 2; 3 4])", "[3 8]"),
        Example("prod([])", "1"),
        Example("prod([2 NaN 3], 'omitnan')", "6"),
        Example("prod(int8([100 2]), 'native')", "int8(127)"),
    ),
    facts=Fact.COMPILED | Fact.RECORDED,
    small=lambda engine: small.lines(engine, np.multiply.reduce, "d"),
)
def prod(call, a, *rest):
    kind, opts = numeric(call, a), options(call, a, rest)
    if opts.output == "native" and kind in _EXACT_IN_DOUBLE:
        return call.engine.elementwise(CASTS[kind], (call.engine.reduce("prod", a, opts.dims, "double"),))
    return call.engine.reduce("prod", a, opts.dims, output_class(kind, opts.output), bool(opts.omit_nan))


@builtin(
    "mean",
    *_usage("mean", "M"),
    "M = mean(..., 'Weights', W)",
    summary="Average of elements.",
    trait=Trait.REDUCTION,
    examples=(
        Example("mean([1 2; 3 4])", "[2 3]"),
        Example("mean([1 2; 3 4], 2)", "[1.5; 3.5]"),
        Example("mean([1 2; 3 4], 'all')", "2.5"),
        Example("mean([])", "NaN"),
        Example("mean([1 NaN 3], 'omitnan')", "2"),
        Example("mean(single([1 2]))", "single(1.5)"),
        Example("mean(int8([1 2]))", "1.5"),
        Example("mean(int8([1 2]), 'native')", "int8(2)"),
        Example("mean([true false])", "0.5"),
        Example("mean([1 2 3], 'Weights', [1 0 1])", "2"),
    ),
    errors=(ErrorCase("mean({1})", "MATLAB:mean:wrongInput"),),
    facts=Fact.RECORDED,
    small=small.mean,
)
def mean(call, a, *rest):
    if (weights := split_weights(rest)) is not None:
        return _mean_by_weights(call, a, *weights)
    kind, opts = numeric(call, a), options(call, a, rest)
    result = output_class(kind, opts.output)
    # Integers add up in double and are rounded once, by the division.
    total = call.engine.reduce("sum", a, opts.dims, result if result in ("double", "single") else "double", bool(opts.omit_nan))
    quotient = call.engine.elementwise(RDIVIDE, (total, valid_count(call, a, opts.dims, bool(opts.omit_nan))))
    if result in ("double", "single"):
        return quotient
    return call.engine.elementwise(CASTS[result], (quotient,)) if result in CASTS else quotient


def split_weights(rest):
    """The arguments of mean or median without the weights, and the weights; None without weights."""
    for k, item in enumerate(rest[:-1]):
        if word_of(item) == "weights":
            return (*rest[:k], *rest[k + 2 :]), rest[k + 1]
    return None


def _mean_by_weights(call, a, rest, weights):
    kind, opts = numeric(call, a), options(call, a, rest)
    x, result = Formula(call, a), output_class(kind, opts.output)
    if kind not in ("double", "single"):
        x = x.apply("double")
    if (as_array(weights) < 0).any():
        raise call.error("Weights must be nonnegative.", "MATLAB:mean:InvalidWeights")
    if shape_of(weights) == x.shape and len(opts.dims) == 1:
        w = x.of(weights)
    elif len(opts.dims) == 1 and numel_of(weights) == x.extent(opts.dims[0]) and 1 in shape_of(weights):
        w = along(x, weights, opts.dims[0])
    else:
        raise call.error(
            "Weights must be a vector as long as the operating dimension, or an array of the size of A.", "MATLAB:mean:InvalidWeights"
        )
    return weighted_mean(x, w, opts.dims[0], bool(opts.omit_nan)).apply(result).value


@builtin(
    "any",
    *_usage("any", "B", False, False),
    summary="Whether any element is not zero (NaN does not count).",
    trait=Trait.REDUCTION,
    examples=(
        Example("any([0 0; 0 1])", "[false true]"),
        Example("any([])", "false"),
        Example("any([0 NaN])", "false"),
        Example("any(zeros(2), 'all')", "false"),
    ),
    facts=Fact.COMPILED,
    small=lambda engine: small.lines(engine, small.some, "d?"),
)
def any_(call, a, *rest):
    numeric(call, a)
    return call.engine.reduce("any", a, options(call, a, rest).dims, "logical")


@builtin(
    "all",
    *_usage("all", "B", False, False),
    summary="Whether all elements are not zero.",
    trait=Trait.REDUCTION,
    examples=(Example("all([1 0; 1 1])", "[true false]"), Example("all([])", "true"), Example("all([1 2], 2)", "true")),
    facts=Fact.COMPILED,
    small=lambda engine: small.lines(engine, np.logical_and.reduce, "d?"),
)
def all_(call, a, *rest):
    numeric(call, a)
    return call.engine.reduce("all", a, options(call, a, rest).dims, "logical")


@builtin(
    "nnz",
    "n = nnz(A)",
    summary="Number of elements that are not zero.",
    trait=Trait.REDUCTION,
    examples=(Example("nnz([1 0 2; 0 0 3])", "3"),),
    facts=Fact.COMPILED,
)
def nnz(call, a):
    numeric(call, a)
    return call.engine.reduce("count_nonzero", a, tuple(range(len(shape_of(a)))), "double")


@builtin(
    "sumsq",
    "S = sumsq(A)",
    "S = sumsq(A, dim)",
    summary="Sum of squares.",
    trait=Trait.REDUCTION,
    examples=(Example("sumsq([1 2; 3 4])", "[10 20]"), Example("sumsq(int8([100 -100]))", "20000")),
)
def sumsq(call, a, *rest):
    kind, opts = numeric(call, a), options(call, a, rest)
    if "int" in kind:  # squares in their own class would saturate
        a = call.engine.elementwise(CASTS["double"], (a,))
    return call.engine.reduce("sum", squared_moduli(call, a), opts.dims, output_class(kind, "default"))


def squared_moduli(call, a):
    """Squared moduli."""
    if getattr(a, "is_complex", type(a) is complex):
        a = rounding.ABS.function(call, a)
    return call.engine.elementwise(SQUARE, (a,))


@builtin(
    "rms",
    "R = rms(A)",
    "R = rms(A, 'all')",
    "R = rms(A, dim)",
    "R = rms(A, vecdim)",
    "R = rms(..., nanflag)",
    summary="Root of the mean square.",
    trait=Trait.REDUCTION,
    examples=(Example("rms([3 4])", "sqrt(12.5)"),),
)
def rms(call, a, *rest):
    kind, opts = numeric(call, a), options(call, a, rest)
    total = call.engine.reduce("sum", squared_moduli(call, a), opts.dims, output_class(kind, "default"), bool(opts.omit_nan))
    mean_square = call.engine.elementwise(RDIVIDE, (total, valid_count(call, a, opts.dims, bool(opts.omit_nan))))
    return call.engine.elementwise(SQRT, (mean_square,))


@builtin(
    "dot",
    "c = dot(A, B)",
    "c = dot(A, B, dim)",
    summary="Scalar product, by columns for matrices.",
    trait=Trait.REDUCTION,
    examples=(
        Example("dot([1 2 3], [4 5 6])", "32"),
        Example("dot([1 2; 3 4], [1 1; 1 1])", "[4 6]"),
        Example("dot([1i 2], [1i 2])", "5"),
        Example("dot([1 2], [3; 4])", "11"),
    ),
    errors=(ErrorCase("dot([1 2], [1 2 3])", "MATLAB:dot:InputSizeMismatch"), ErrorCase("dot(int8(1), 2)", "MATLAB:dot:InputType")),
    small=small.dot,
)
def dot(call, a, b, dim=None):
    numeric(call, a), numeric(call, b)
    if {class_of(a), class_of(b)} & set(INTEGER_LIMITS):
        raise call.error("A and B must be single or double.", "MATLAB:dot:InputType")
    left, right = shape_of(a), shape_of(b)
    if dim is None and numel_of(a) == numel_of(b) and arg.is_vector(left) and arg.is_vector(right):
        from ..arrays.shape import reshape

        a, b = (to_value(reshape.function(call, x, float(numel_of(x)), 1.0)) if shape_of(x)[1] != 1 else x for x in (a, b))
    elif left != right:
        raise call.error("A and B must be same size.", "MATLAB:dot:InputSizeMismatch")
    if dim is not None and (is_text(dim) or numel_of(dim) != 1 or class_of(dim) == "logical"):
        raise call.error("Dimension argument must be a positive integer scalar.", "MATLAB:getdimarg:dimensionMustBePositiveInteger")
    if getattr(a, "is_complex", type(a) is complex):
        a = rounding.CONJ.function(call, a)
    product = call.engine.elementwise(TIMES, (a, b))
    opts = options(call, product, () if dim is None else (dim,))
    return call.engine.reduce("sum", product, opts.dims, class_of(product))


def _leaving_out_nan(name: str, of, summary: str, example: Example):
    """``nansum`` and the like: the reduction with NaN left out."""

    @builtin(name, f"y = {name}(X)", f"y = {name}(X, dim)", summary=summary, examples=(example,))
    def function(call, x, *rest):
        from ...values.text import CharArray

        return of.function(call, x, *rest, CharArray.row("omitnan"))

    return function


NANSUM = _leaving_out_nan("nansum", sum_, "Sum without NaN.", Example("nansum([1 NaN 2])", "3")).stating(effect=Effect.NONE)
NANMEAN = _leaving_out_nan("nanmean", mean, "Mean without NaN.", Example("nanmean([1 NaN 3])", "2")).stating(effect=Effect.NONE)
